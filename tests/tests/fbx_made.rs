//! Generated FBX files: rotation orders, pivots, tangents, layers, inherit types, axes, odd wiring, bad input.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "fbx_help/mod.rs"]
mod fbx_help;

use fbx_help::{assert_matches_ufbx, edited, made, pose_distance, read, swing_joint};
use std::path::Path;
use surefoot::io::{ReadOptions, encode_edited, read_bytes};
use surefoot::math::Vec3;
use surefoot_tests::fbx_make::{Make, MakeKey, Rec, SECOND, p_int, p_number, p_vector};

const LIMB: &str = "LimbNode";

/// Three joints in a row; the middle one gets these properties. Returns their ids.
fn chain(make: &mut Make, middle: &[Rec]) -> [i64; 3] {
    let a = make.node("a", LIMB, 0, &[p_vector("Lcl Translation", [1.0, 90.0, 2.0])]);
    let mut properties = vec![p_vector("Lcl Translation", [10.0, 30.0, -5.0])];
    properties.extend_from_slice(middle);
    let b = make.node("b", LIMB, a, &properties);
    let c = make.node("c", LIMB, b, &[p_vector("Lcl Translation", [3.0, 40.0, 7.0])]);
    [a, b, c]
}

fn ramp(make: &mut Make, from: f32, to: f32) -> Option<i64> {
    Some(make.curve(&[MakeKey::linear(0.0, from), MakeKey::linear(10.0, to)], &[]))
}

fn turn(make: &mut Make, layer: i64, node: i64, to: [f32; 3]) {
    let curves = to.map(|t| ramp(make, 0.0, t));
    make.animate(layer, node, "Lcl Rotation", [0.0; 3], curves);
}

/// Reads, compares with ufbx, edits a joint, and compares what was written with what was meant and with ufbx.
fn check(make: &Make, what: &str) {
    let (bytes, document) = made(make);
    assert_eq!(document.skeleton.joint_count(), 3, "{what}");
    assert_matches_ufbx(&document, &bytes, 1e-6);
    assert!(encode_edited(&document, &document.clips).unwrap().bytes == bytes, "{what}");
    for joint in 0..3 {
        let clips = swing_joint(&document, 0, joint);
        let patched = encode_edited(&document, &clips).unwrap().bytes;
        let again = read(Path::new("patched.fbx"), &patched);
        let distance = pose_distance((&document, &clips[0]), (&again, &again.clips[0]));
        assert!(distance < 1e-6, "{what}, joint {joint}: {distance:e}");
        assert_matches_ufbx(&again, &patched, 1e-6);
    }
    let clips = edited(&document, 0, |data| {
        data.root_positions
            .iter_mut()
            .enumerate()
            .for_each(|(f, p)| *p += Vec3::new(0.1, 0.02, -0.03) * f as f64);
    });
    let again = read(Path::new("patched.fbx"), &encode_edited(&document, &clips).unwrap().bytes);
    let distance = pose_distance((&document, &clips[0]), (&again, &again.clips[0]));
    assert!(distance < 1e-6, "{what}, root: {distance:e}");
}

#[test]
fn every_rotation_order_with_pre_and_post_rotation() {
    for (version, active_from_template) in [(7400, false), (7500, true)] {
        for order in 0..6 {
            let mut make = Make::default();
            make.version = version;
            let mut middle = vec![
                p_int("RotationOrder", order),
                p_vector("PreRotation", [20.0, -35.0, 50.0]),
                p_vector("PostRotation", [-10.0, 25.0, 5.0]),
                p_vector("Lcl Rotation", [5.0, 6.0, 7.0]),
            ];
            if active_from_template {
                make.template.push(p_int("RotationActive", 1));
            } else {
                make.template.push(p_int("RotationActive", 0));
                middle.push(p_int("RotationActive", 1));
            }
            let [a, b, _] = chain(&mut make, &middle);
            let stack = make.stack("turn", Some((0, 10)));
            let layer = make.layer(stack, &[]);
            turn(&mut make, layer, b, [120.0, -70.0, 200.0]);
            turn(&mut make, layer, a, [-20.0, 40.0, 10.0]);
            check(&make, &format!("order {order}, version {version}"));
        }
    }
}

#[test]
fn an_inactive_rotation_space_is_left_out() {
    let mut make = Make::default();
    make.template.push(p_int("RotationActive", 0));
    let [_, b, _] =
        chain(&mut make, &[p_vector("PreRotation", [20.0, -35.0, 50.0]), p_int("RotationOrder", 3)]);
    let stack = make.stack("turn", Some((0, 10)));
    let layer = make.layer(stack, &[]);
    turn(&mut make, layer, b, [30.0, 40.0, 50.0]);
    check(&make, "inactive");
}

#[test]
fn pivots_and_offsets() {
    let mut make = Make::default();
    let middle = [
        p_vector("RotationOffset", [1.0, 2.0, 3.0]),
        p_vector("RotationPivot", [-4.0, 5.0, 6.0]),
        p_vector("ScalingOffset", [0.5, -0.5, 1.5]),
        p_vector("ScalingPivot", [7.0, -8.0, 9.0]),
        p_vector("Lcl Scaling", [1.5, 1.5, 1.5]),
    ];
    let [a, b, _] = chain(&mut make, &middle);
    let stack = make.stack("turn", Some((0, 10)));
    let layer = make.layer(stack, &[]);
    turn(&mut make, layer, b, [30.0, 140.0, 50.0]);
    turn(&mut make, layer, a, [10.0, 0.0, -30.0]);
    check(&make, "pivots");
}

#[test]
fn inherit_types_under_an_uneven_scale() {
    for b_type in 0..3 {
        for c_type in 0..3 {
            let mut make = Make::default();
            let a = make.node(
                "a",
                LIMB,
                0,
                &[
                    p_int("InheritType", 1),
                    p_vector("Lcl Scaling", [1.0, 2.0, 0.5]),
                    p_vector("Lcl Rotation", [5.0, 10.0, 15.0]),
                ],
            );
            let offset = p_vector("Lcl Translation", [3.0, 20.0, 4.0]);
            let b = make.node(
                "b",
                LIMB,
                a,
                &[offset.clone(), p_int("InheritType", b_type), p_vector("Lcl Scaling", [1.2, 1.0, 0.8])],
            );
            make.node("c", LIMB, b, &[offset, p_int("InheritType", c_type)]);
            let stack = make.stack("turn", Some((0, 10)));
            let layer = make.layer(stack, &[]);
            turn(&mut make, layer, b, [30.0, 40.0, 50.0]);
            turn(&mut make, layer, a, [-60.0, 20.0, 10.0]);
            check(&make, &format!("inherit types {b_type} {c_type}"));
        }
    }
}

#[test]
fn axes_units_and_animated_nodes_above() {
    // Up, front, coord with signs: Y up, 3ds Max, Unreal-like and X up.
    for axes in [[1, 1, 2, 1, 0, 1], [2, 1, 1, -1, 0, 1], [2, 1, 0, 1, 1, 1], [0, 1, 2, 1, 1, -1]] {
        let mut make = Make::default();
        let names = ["UpAxis", "UpAxisSign", "FrontAxis", "FrontAxisSign", "CoordAxis", "CoordAxisSign"];
        make.settings.extend(names.iter().zip(axes).map(|(n, v)| p_int(n, v)));
        make.settings.push(p_number("UnitScaleFactor", 2.54));
        let top = make.node(
            "group",
            "Null",
            0,
            &[p_vector("Lcl Scaling", [0.1, 0.1, 0.1]), p_vector("Lcl Rotation", [-90.0, 0.0, 0.0])],
        );
        let a = make.node("a", LIMB, top, &[p_vector("Lcl Translation", [1.0, 300.0, 2.0])]);
        let b = make.node("b", LIMB, a, &[p_vector("Lcl Translation", [0.0, 100.0, 2.0])]);
        make.node("c", LIMB, b, &[p_vector("Lcl Translation", [0.0, 100.0, 2.0])]);
        let stack = make.stack("turn", Some((0, 10)));
        let layer = make.layer(stack, &[]);
        turn(&mut make, layer, top, [-90.0, 45.0, 0.0]);
        turn(&mut make, layer, b, [10.0, 20.0, 30.0]);
        let curves = [50.0, 0.0, -20.0].map(|t| ramp(&mut make, 0.0, t));
        make.animate(layer, top, "Lcl Translation", [0.0; 3], curves);
        check(&make, &format!("axes {axes:?}"));
    }
}

/// Keys of every kind, at and between frames.
fn wild_keys(flags: i32, slopes: [f32; 2], weights: u32) -> Vec<MakeKey> {
    [(0.0, 10.0), (2.5, 35.0), (4.0, 35.0), (7.0, -20.0), (9.0, -21.0), (12.0, 40.0)]
        .map(|(frame, value)| MakeKey(frame, value, flags, slopes[0], slopes[1], weights))
        .to_vec()
}

#[test]
fn every_kind_of_key() {
    let weighted = 0x0300_0000;
    let cases: [(i32, [f32; 2], u32); 14] = [
        (0x2, [0.0; 2], 0),
        (0x102, [0.0; 2], 0),
        (0x4, [0.0; 2], 0),
        (0x108, [0.0; 2], 0),
        (0x108, [40.0, -30.0], 0),
        (0x108, [700.0, -650.0], 0),
        (0x2108, [0.0; 2], 0),
        (0x1108, [0.0; 2], 0),
        (0x4108, [0.0; 2], 0),
        (0x6108, [0.0; 2], 0),
        (0x408, [90.0, -60.0], 0),
        (0xc08, [90.0, -600.0], 0),
        (0x408 | weighted, [90.0, -60.0], (9000 << 16) | 500),
        (0x208, [0.3, -0.2], 0.1f32.to_bits()),
    ];
    for (flags, slopes, weights) in cases {
        let mut make = Make::default();
        let [_, b, _] = chain(&mut make, &[]);
        let stack = make.stack("keys", Some((-3, 15)));
        let layer = make.layer(stack, &[]);
        let curve = Some(make.curve(&wild_keys(flags, slopes, weights), &[]));
        make.animate(layer, b, "Lcl Rotation", [0.0, 25.0, 0.0], [curve, None, None]);
        check(&make, &format!("flags {flags:x}"));
    }
}

#[test]
fn every_extrapolation() {
    for letter in [b'C', b'K', b'R', b'A', b'M'] {
        for repetition in [-1, 0, 1, 2] {
            let mut make = Make::default();
            let [_, b, _] = chain(&mut make, &[]);
            let stack = make.stack("keys", Some((-30, 50)));
            let layer = make.layer(stack, &[]);
            let extra = ["Pre-Extrapolation", "Post-Extrapolation"].map(|name| {
                Rec::new(name)
                    .child(Rec::new("Type").byte(b'C', letter))
                    .child(Rec::new("Repetition").i(repetition))
            });
            let keys: Vec<MakeKey> = wild_keys(0x108, [0.0; 2], 0);
            let curve = Some(make.curve(&keys, &extra));
            make.animate(layer, b, "Lcl Rotation", [0.0; 3], [None, curve, None]);
            let (bytes, document) = made(&make);
            assert_eq!(document.clips[0].frame_count(), 81);
            assert_matches_ufbx(&document, &bytes, 1e-6);
        }
    }
}

#[test]
fn layers_add_replace_and_mix() {
    for blend in 0..3 {
        for by_channel in [0, 1] {
            for weight in [100.0, 40.0] {
                let mut make = Make::default();
                let [a, b, _] = chain(&mut make, &[p_int("RotationOrder", 2)]);
                let stack = make.stack("layers", Some((0, 10)));
                let base = make.layer(stack, &[]);
                let properties = [
                    p_int("BlendMode", blend),
                    p_number("Weight", weight),
                    p_int("RotationAccumulationMode", by_channel),
                ];
                let top = make.layer(stack, &properties);
                turn(&mut make, base, b, [20.0, 30.0, -40.0]);
                turn(&mut make, top, b, [-35.0, 15.0, 25.0]);
                // On the upper layer only, and moving.
                let curves = [5.0, -6.0, 7.0].map(|t| ramp(&mut make, 1.0, t));
                make.animate(top, a, "Lcl Translation", [0.0; 3], curves);
                let what = format!("blend {blend}, by channel {by_channel}, weight {weight}");
                if blend == 2 && by_channel == 0 && weight < 100.0 {
                    let (bytes, document) = made(&make);
                    assert_matches_ufbx(&document, &bytes, 1e-6);
                    let error =
                        encode_edited(&document, &swing_joint(&document, 0, 1)).unwrap_err().to_string();
                    assert!(error.contains("merge the layers") && error.contains("'b'"), "{error}");
                } else {
                    check(&make, &what);
                }
            }
        }
    }
}

#[test]
fn several_clips_are_edited_apart_even_where_they_share_curves() {
    let mut make = Make::default();
    let [a, b, _] = chain(&mut make, &[]);
    let curve = ramp(&mut make, 0.0, 50.0);
    for name in ["one", "two"] {
        let stack = make.stack(name, Some((0, 10)));
        let layer = make.layer(stack, &[]);
        // One curve for both clips and for two axes.
        make.animate(layer, b, "Lcl Rotation", [0.0; 3], [curve, None, curve]);
        turn(&mut make, layer, a, [10.0, 20.0, 30.0]);
    }
    let (bytes, document) = made(&make);
    assert_eq!(document.clips.len(), 2);
    assert_matches_ufbx(&document, &bytes, 1e-6);
    let clips = swing_joint(&document, 1, 1);
    let again = read(Path::new("patched.fbx"), &encode_edited(&document, &clips).unwrap().bytes);
    for clip in 0..2 {
        let distance = pose_distance((&document, &clips[clip]), (&again, &again.clips[clip]));
        assert!(distance < 1e-6, "clip {clip}: {distance:e}");
    }
}

#[test]
fn a_curve_node_shared_by_two_joints_is_split() {
    let mut make = Make::default();
    let [_, b, c] = chain(&mut make, &[]);
    let stack = make.stack("shared", Some((0, 10)));
    let layer = make.layer(stack, &[]);
    let curves = [20.0, 30.0, 40.0].map(|t| ramp(&mut make, 0.0, t));
    let shared = make.animate(layer, b, "Lcl Rotation", [0.0; 3], curves);
    make.connect_property(shared, c, "Lcl Rotation");
    check(&make, "shared curve node");
}

#[test]
fn keys_outside_the_clip_stay() {
    let mut make = Make::default();
    let [_, b, _] = chain(&mut make, &[]);
    let stack = make.stack("middle", Some((5, 10)));
    let layer = make.layer(stack, &[]);
    let keys = [0.0, 5.0, 10.0, 20.0].map(|f| MakeKey::linear(f, f as f32));
    let curve = Some(make.curve(&keys, &[]));
    make.animate(layer, b, "Lcl Rotation", [0.0; 3], [curve, None, None]);
    let (_, document) = made(&make);
    assert_eq!(document.clips[0].frame_count(), 6);
    let patched = encode_edited(&document, &swing_joint(&document, 0, 1)).unwrap().bytes;
    let scene = ufbx::load_memory(&patched, Default::default()).unwrap_or_else(|_| panic!("ufbx"));
    let curve =
        scene.anim_curves.iter().find(|c| c.keyframes.len() == 8).expect("6 frames and 2 keys outside");
    let ends = [curve.keyframes[0], curve.keyframes[7]].map(|k| (k.time * 30.0, k.value));
    assert_eq!(ends, [(0.0, 0.0), (20.0, 20.0)]);
}

#[test]
fn separate_trees_and_equal_names_are_told() {
    let mut make = Make::default();
    let [_, b, _] = chain(&mut make, &[]);
    make.node("b", LIMB, b, &[]);
    make.node("prop", LIMB, 0, &[]);
    let (_, document) = made(&make);
    assert_eq!(document.skeleton.names(), ["a", "b", "c", "b_2"]);
    let text = |code: &str| document.notes.iter().find(|w| w.code == code).map(|w| w.text.clone());
    assert!(text("several-skeletons").unwrap().contains("'prop' (1)"));
    assert!(text("joints-renamed").unwrap().contains("'b_2'"));
}

fn refused(bytes: &[u8]) -> String {
    read_bytes(Path::new("bad.fbx"), bytes, &ReadOptions::default()).unwrap_err().to_string()
}

#[test]
fn bad_files_are_refused_with_their_place() {
    let mut make = Make::default();
    let [a, b, _] = chain(&mut make, &[]);
    let stack = make.stack("s", Some((0, 10)));
    let layer = make.layer(stack, &[]);
    let with = |change: &dyn Fn(&mut Make)| {
        let mut bad = make.clone();
        change(&mut bad);
        refused(&bad.bytes())
    };
    let ring = with(&|m| {
        m.connections.clear();
        m.connect(a, b);
        m.connect(b, a);
    });
    assert!(ring.contains("its own ancestor") && ring.contains("byte"), "{ring}");
    let twice = with(&|m| {
        let copy = m.objects[0].clone();
        m.objects.push(copy);
    });
    assert!(twice.contains("two objects have the id"), "{twice}");
    let nan = with(&|m| {
        let curve = m.curve(&[MakeKey::linear(0.0, f32::NAN), MakeKey::linear(1.0, 0.0)], &[]);
        m.animate(layer, b, "Lcl Rotation", [0.0; 3], [Some(curve), None, None]);
    });
    assert!(nan.contains("NaN") && nan.contains("byte"), "{nan}");
    let backwards = with(&|m| {
        let curve = m.curve(&[MakeKey::linear(5.0, 0.0), MakeKey::linear(1.0, 0.0)], &[]);
        m.animate(layer, b, "Lcl Rotation", [0.0; 3], [Some(curve), None, None]);
    });
    assert!(backwards.contains("lies before"), "{backwards}");
    let curve_with = |times: Rec| {
        with(&|m| {
            let id = m.id();
            let flags = Rec::new("KeyAttrFlags").is(&[4]);
            let data = Rec::new("KeyAttrDataFloat").fs(&[0.0; 4]);
            let counts = Rec::new("KeyAttrRefCount").is(&[2]);
            let record = Rec::new("AnimationCurve").l(id).s("\0\x01AnimCurve").s("").child(times.clone());
            let record = record
                .child(Rec::new("KeyValueFloat").fs(&[0.0, 1.0]))
                .child(flags)
                .child(data)
                .child(counts);
            m.objects.push(record);
            m.animate(layer, b, "Lcl Rotation", [0.0; 3], [Some(id), None, None]);
        })
    };
    let huge = curve_with(Rec::new("KeyTime").raw_array(b'l', u32::MAX, 1, &[0x78, 0x9c, 0, 0]));
    assert!(huge.contains("cannot hold them"), "{huge}");
    let short = curve_with(Rec::new("KeyTime").raw_array(b'l', u32::MAX, 0, &[0; 16]));
    assert!(short.contains("but has 16"), "{short}");
    let unknown = curve_with(Rec::new("KeyTime").raw_array(b'l', 2, 9, &[0; 16]));
    assert!(unknown.contains("encoding 9"), "{unknown}");
    let missing = curve_with(Rec::new("Nothing").i(0));
    assert!(missing.contains("no KeyTime"), "{missing}");
    let eternal = with(&|m| {
        let far = SECOND * 10_000_000;
        let id = m.id();
        let record = Rec::new("AnimationCurve")
            .l(id)
            .s("\0\x01AnimCurve")
            .s("")
            .child(Rec::new("KeyTime").ls(&[0, far]));
        let record =
            record.child(Rec::new("KeyValueFloat").fs(&[0.0, 1.0])).child(Rec::new("KeyAttrFlags").is(&[4]));
        let record = record
            .child(Rec::new("KeyAttrDataFloat").fs(&[0.0; 4]))
            .child(Rec::new("KeyAttrRefCount").is(&[2]));
        m.objects.push(record);
        let stack = m.stack("long", None);
        let layer = m.layer(stack, &[]);
        m.animate(layer, b, "Lcl Rotation", [0.0; 3], [Some(id), None, None]);
    });
    assert!(eternal.contains("far too many for the size of the file"), "{eternal}");
    let mut deep = Rec::new("x").i(1);
    for _ in 0..500 {
        deep = Rec::new("x").i(1).child(deep);
    }
    let text = refused(&surefoot_tests::fbx_make::file(7400, &[deep]));
    assert!(text.contains("nest deeper"), "{text}");
}

#[test]
fn a_cut_file_is_refused_wherever_it_ends() {
    let mut make = Make::default();
    let [_, b, _] = chain(&mut make, &[]);
    let stack = make.stack("s", Some((0, 10)));
    let layer = make.layer(stack, &[]);
    turn(&mut make, layer, b, [10.0, 20.0, 30.0]);
    let bytes = make.bytes();
    // The last bytes are the footer, which nobody needs.
    let needed = bytes.len() - 200;
    for length in (0..needed).step_by(7) {
        let text = refused(&bytes[..length]);
        assert!(text.contains("byte") || length < 24, "{length}: {text}");
    }
    assert_eq!(read(Path::new("cut.fbx"), &bytes[..bytes.len() - 100]).clips.len(), 1);
}

#[test]
fn other_varieties_are_read_but_not_written() {
    let ascii = include_str!("fbx_help/ascii.fbx.txt");
    let document = read(Path::new("ascii.fbx"), ascii.as_bytes());
    assert_eq!(document.skeleton.names(), ["hips", "knee"]);
    assert_eq!(document.clips[0].frame_count(), 11);
    assert_matches_ufbx(&document, ascii.as_bytes(), 1e-6);
    let error = encode_edited(&document, &document.clips).unwrap_err().to_string();
    assert!(error.contains("surefoot convert"), "{error}");
    let text =
        refused(&ascii.as_bytes()[..ascii.len() / 2].iter().chain(b"{{{\"").copied().collect::<Vec<_>>());
    assert!(text.contains("bad.fbx"), "{text}");
}

/// Changes bytes, cuts and repeats at random (with a fixed seed): any answer will do, but no panic and no long wait.
#[test]
fn mutated_files_do_no_harm() {
    let mut make = Make::default();
    let [a, b, _] = chain(&mut make, &[p_int("InheritType", 0)]);
    let stack = make.stack("s", Some((0, 10)));
    let base = make.layer(stack, &[]);
    let top = make.layer(stack, &[p_int("BlendMode", 2), p_number("Weight", 40.0)]);
    turn(&mut make, base, b, [10.0, 20.0, 30.0]);
    turn(&mut make, top, b, [10.0, 20.0, 30.0]);
    turn(&mut make, base, a, [10.0, 20.0, 30.0]);
    let rounds = std::env::var("SUREFOOT_FBX_ROUNDS").ok().and_then(|v| v.parse().ok()).unwrap_or(3000);
    fbx_help::mutate(&make.bytes(), rounds);
    make.version = 7500;
    fbx_help::mutate(&make.bytes(), rounds);
}

#[test]
fn a_frame_rate_beyond_reason_is_refused_unless_one_is_given() {
    let mut make = Make::default();
    make.settings = vec![p_int("TimeMode", 14), p_number("CustomFrameRate", 1e12)];
    let [a, ..] = chain(&mut make, &[]);
    let stack = make.stack("clip", Some((0, 10)));
    let layer = make.layer(stack, &[]);
    turn(&mut make, layer, a, [10.0, 0.0, 0.0]);
    let bytes = make.bytes();
    let read = |rate: Option<f64>| {
        let options = ReadOptions { frame_rate: rate, ..ReadOptions::default() };
        read_bytes(Path::new("made.fbx"), &bytes, &options)
    };
    let error = read(None).unwrap_err().to_string();
    assert!(error.contains("frame rate is 1000000000000") && error.contains("0.1 to 10000"), "{error}");
    assert_eq!(read(Some(60.0)).unwrap().clips[0].frame_count(), 21);
    for rate in [0.0, -1.0, f64::NAN, 10_001.0, 1e12] {
        let error = read(Some(rate)).unwrap_err().to_string();
        assert!(error.contains("frame_rate") && error.contains("0.1 to 10000"), "{error}");
    }
}

#[test]
fn what_a_new_file_loses_is_counted() {
    let mut make = Make::default();
    chain(&mut make, &[]);
    let (_, plain) = made(&make);
    assert_eq!(plain.losses(), []);
    make.node("rock", "Mesh", 0, &[]);
    make.node("group", "Null", 0, &[]);
    for (kind, subtype) in [
        ("Material", ""),
        ("Material", ""),
        ("Texture", ""),
        ("NodeAttribute", "Camera"),
        ("Geometry", "Shape"),
    ] {
        let id = make.id();
        make.objects.push(Rec::new(kind).l(id).s(&format!("x\0\x01{kind}")).s(subtype));
    }
    let id = make.id();
    let uv = Rec::new("LayerElementUV").i(0);
    make.objects.push(Rec::new("Geometry").l(id).s("g\0\x01Geometry").s("Mesh").child(uv));
    let (_, document) = made(&make);
    let losses = document.losses();
    let text = |code: &str| losses.iter().find(|w| w.code == code).map_or("", |w| w.text.as_str());
    assert!(text("materials-lost").contains("materials (2), textures (1), meshes' texture coordinates"));
    assert!(text("mesh-lost").contains("meshes without a skin (1), morph targets (1)"), "{losses:?}");
    assert!(text("nodes-lost").contains("cameras (1), other nodes (1)"), "{losses:?}");
}
