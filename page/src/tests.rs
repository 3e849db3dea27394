//! The payload is decoded here by hand and held against the library's own kinematics; a real browser does the same
//! with the page as a whole.

use super::*;
use nalgebra::Vector3;
use serde_json::{Value, json};
use std::path::Path;
use surefoot::kinematics::{SkinnedFrame, Skinner, rest_pose, world_poses};
use surefoot::math::{Affine, Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::skin::SkinData;
use surefoot::model::{BodyPoint, EndSite, Joint, JointIndex, Plant, Role, Roles, Side, Track};

const FRAMES: usize = 60;
const JOINTS: [(&str, &str, [f64; 3]); 16] = [
    ("hips", "", [0.0, 0.95, 0.0]),
    ("spine", "hips", [0.0, 0.12, 0.0]),
    ("chest", "spine", [0.0, 0.25, 0.0]),
    ("head", "chest", [0.0, 0.25, 0.0]),
    ("thigh.L", "hips", [0.1, -0.05, 0.0]),
    ("shin.L", "thigh.L", [0.0, -0.42, 0.0]),
    ("foot.L", "shin.L", [0.0, -0.4, 0.0]),
    ("toe.L", "foot.L", [0.0, -0.06, 0.14]),
    ("thigh.R", "hips", [-0.1, -0.05, 0.0]),
    ("shin.R", "thigh.R", [0.0, -0.42, 0.0]),
    ("foot.R", "shin.R", [0.0, -0.4, 0.0]),
    ("toe.R", "foot.R", [0.0, -0.06, 0.14]),
    ("arm.L", "chest", [0.18, 0.15, 0.0]),
    ("hand.L", "arm.L", [0.0, -0.5, 0.0]),
    ("arm.R", "chest", [-0.18, 0.15, 0.0]),
    ("hand.R", "arm.R", [0.0, -0.5, 0.0]),
];

/// A biped that names its feet.
fn biped() -> Skeleton {
    let index = |name: &str| JOINTS.iter().position(|j| j.0 == name).map(JointIndex);
    let mut joints: Vec<Joint> = JOINTS
        .iter()
        .map(|(name, parent, offset)| Joint::new(*name, index(parent), (*offset).into()))
        .collect();
    joints[2].compensates_parent_scale = true;
    let site = |name: &str, offset: [f64; 3]| EndSite { joint: index(name).unwrap(), offset: offset.into() };
    let sites = vec![
        site("head", [0.0, 0.2, 0.0]),
        site("toe.L", [0.0, 0.0, 0.07]),
        site("toe.R", [0.0, 0.0, 0.07]),
        site("hand.L", [0.0, -0.16, 0.0]),
        site("hand.R", [0.0, -0.16, 0.0]),
    ];
    let mut roles = Roles::empty(joints.len());
    for (side, letter) in [(Side::Left, "L"), (Side::Right, "R")] {
        for (role, part) in
            [(Role::Thigh(side), "thigh"), (Role::Foot(side), "foot"), (Role::Toe(side), "toe")]
        {
            roles.set(role, index(&format!("{part}.{letter}")).unwrap());
        }
    }
    Skeleton::new(joints, sites).unwrap().with_roles(roles).unwrap()
}

/// Swinging limbs on a path along z; `tracks` adds an animated scale and translation.
fn walk(skeleton: &Skeleton, name: &str, tracks: bool) -> Clip {
    let mut rotations = Vec::new();
    for frame in 0..FRAMES {
        let phase = frame as f64 * std::f64::consts::TAU / 30.0;
        for (joint, _, _) in JOINTS {
            let side = if joint.ends_with(".R") { std::f64::consts::PI } else { 0.0 };
            let swing = (phase + side).sin();
            rotations.push(Quat::from_euler_angles(
                match joint.split('.').next() {
                    Some("thigh") => -0.45 * swing,
                    Some("shin") => 0.35 + 0.3 * (phase + side).cos(),
                    Some("foot") => -0.2,
                    Some("arm") => 0.4 * swing,
                    _ => 0.0,
                },
                0.06 * swing,
                0.1 * (phase + side).cos(),
            ));
        }
    }
    let track = |joint: usize, value: fn(f64) -> Vec3| Track {
        joint: JointIndex(joint),
        values: (0..FRAMES).map(|frame| value(frame as f64 / 10.0)).collect(),
    };
    let data = ClipData {
        name: name.into(),
        frame_rate: 30.0,
        rotations,
        root_positions: (0..FRAMES)
            .map(|f| Vec3::new(0.0, 0.93 + 0.02 * (f as f64 / 2.4).sin(), 0.03 * f as f64))
            .collect(),
        translations: if tracks { vec![track(3, |t| Vec3::new(0.1 * t.sin(), 0.25, 0.0))] } else { vec![] },
        scales: if tracks { vec![track(1, |t| Vec3::new(1.0, 1.3 + 0.3 * t.cos(), 0.8))] } else { vec![] },
    };
    Clip::new(skeleton, data).unwrap()
}

fn walk_plants() -> Plants {
    let plant = |name: &str, frames: Range<usize>| Plant {
        point: BodyPoint::from_name(name).unwrap(),
        frames,
        confidence: 1.0,
        position: None,
    };
    let plants = vec![
        plant("left_toe", 4..19),
        plant("right_toe", 19..34),
        plant("left_toe", 34..49),
        plant("left_heel", 32..44),
    ];
    Plants::new(FRAMES, plants).unwrap()
}

/// A box around every bone; corners near its joint also follow the parent.
fn boxes(skeleton: &Skeleton, influence_count: usize) -> Skin {
    let rest = rest_pose(skeleton);
    let mut data = SkinData { name: "boxes".into(), influence_offsets: vec![0], ..SkinData::default() };
    for joint in skeleton.joints() {
        data.slot_joints.push(joint);
        let bind = Affine::from_trs(rest.positions[joint.0], &rest.rotations[joint.0], &Vec3::repeat(1.0));
        data.inverse_binds.push(bind.inverse().unwrap());
        let child = skeleton.children(joint).next().map(|c| rest.positions[c.0]);
        let site = skeleton.end_site(joint).map(|o| rest.positions[joint.0] + o);
        let (head, Some(tail)) = (rest.positions[joint.0], child.or(site)) else { continue };
        let first = data.positions.len() as u32;
        for corner in 0..8u32 {
            let end = if corner & 4 == 0 { head } else { tail };
            let side = |bit: u32| if corner & bit == 0 { -0.05 } else { 0.05 };
            let p = end + Vec3::new(side(1), 0.0, side(2));
            data.positions.push(Vector3::new(p.x as f32, p.y as f32, p.z as f32));
            let parent = skeleton.parent(joint).unwrap_or(joint).0 as u32;
            let mut influences =
                vec![(joint.0 as u32, if corner & 4 == 0 { 0.7 } else { 1.0 }), (parent, 0.3)];
            influences.truncate(if corner & 4 == 0 { 2 } else { 1 });
            // The same joint several times over is legal, and makes a vertex of many influences.
            while influences.len() < influence_count {
                let (slot, weight) = influences[0];
                influences[0].1 = weight / 2.0;
                influences.push((slot, weight / 2.0));
            }
            for (slot, weight) in influences {
                data.influence_slots.push(slot);
                data.influence_weights.push(weight);
            }
            data.influence_offsets.push(data.influence_slots.len() as u32);
        }
        const FACES: [[u32; 4]; 6] =
            [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
        for [a, b, c, d] in FACES {
            data.triangles.extend([[a, b, c], [a, c, d]].map(|t| t.map(|corner| corner + first)));
        }
    }
    Skin::new(skeleton, data).unwrap()
}

fn actor<'a>(
    skeleton: &'a Skeleton,
    clip: &'a Clip,
    plants: Option<&'a Plants>,
    skins: &'a [Skin],
) -> Actor<'a> {
    Actor {
        label: "walker".into(),
        tint: Tint::Accent,
        skeleton,
        clips: vec![ActorClip { plants, ..ActorClip::new(clip) }],
        skins,
    }
}

/// Reads one array of the payload as numbers.
fn array(payload: &payload::Payload, slice: &Value) -> Vec<f64> {
    let at = slice["at"].as_u64().unwrap() as usize;
    let count = slice["count"].as_u64().unwrap() as usize;
    let kind = slice["kind"].as_str().unwrap();
    let size = match kind {
        "f32" | "u32" => 4,
        "i16" | "u16" => 2,
        _ => 1,
    };
    assert_eq!(at % 4, 0, "a typed array starts at a multiple of its size");
    payload.data[at..at + count * size]
        .chunks(size)
        .map(|b| match kind {
            "f32" => f64::from(f32::from_le_bytes(b.try_into().unwrap())),
            "u32" => f64::from(u32::from_le_bytes(b.try_into().unwrap())),
            "i16" => f64::from(i16::from_le_bytes(b.try_into().unwrap())),
            "u16" => f64::from(u16::from_le_bytes(b.try_into().unwrap())),
            "i8" => f64::from(b[0] as i8),
            _ => f64::from(b[0]),
        })
        .collect()
}

fn header(payload: &payload::Payload) -> Value {
    serde_json::from_str(&payload.header).unwrap()
}

#[test]
fn decoded_motion_gives_the_same_joint_positions() {
    let skeleton = biped();
    let clip = walk(&skeleton, "walk", false);
    let payload =
        payload::encode(&Page { actors: vec![actor(&skeleton, &clip, None, &[])], ..Page::default() })
            .unwrap();
    let shown = &header(&payload)["actors"][0]["clips"][0];
    let numbers = array(&payload, &shown["rotations"]);
    let roots = array(&payload, &shown["roots"]);
    let decoded = Clip::new(
        &skeleton,
        ClipData {
            name: "decoded".into(),
            frame_rate: 30.0,
            rotations: numbers
                .chunks(4)
                .map(|q| Quat::from_quaternion(nalgebra::Quaternion::new(q[3], q[0], q[1], q[2])))
                .collect(),
            root_positions: roots.chunks(3).map(Vec3::from_column_slice).collect(),
            translations: vec![],
            scales: vec![],
        },
    )
    .unwrap();
    let (original, decoded) =
        (world_poses(&skeleton, &clip).unwrap(), world_poses(&skeleton, &decoded).unwrap());
    let worst =
        original.positions.iter().zip(&decoded.positions).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
    assert!(worst < 2e-4, "off by {worst} m");
    assert!(worst > 0.0, "nothing was quantised: not the decoded clip");
}

#[test]
fn weights_sum_to_255_and_keep_the_strongest() {
    let skeleton = biped();
    let clip = walk(&skeleton, "walk", false);
    for (influence_count, kept) in [(1, 4), (6, 8), (12, 8)] {
        let skins = [boxes(&skeleton, influence_count)];
        let page = Page { actors: vec![actor(&skeleton, &clip, None, &skins)], ..Page::default() };
        let payload = payload::encode(&page).unwrap();
        let skin = &header(&payload)["skins"][0];
        assert_eq!(skin["influence_count"], kept);
        let weights = array(&payload, &skin["weights"]);
        assert_eq!(weights.len(), skins[0].vertex_count() * kept);
        for (vertex, weights) in weights.chunks(kept).enumerate() {
            assert_eq!(weights.iter().sum::<f64>(), 255.0, "vertex {vertex}: {weights:?}");
            assert!(weights[0] >= weights[kept - 1]);
        }
    }
}

#[test]
fn characters_that_share_a_mesh_carry_it_once() {
    let skeleton = biped();
    let clip = walk(&skeleton, "walk", false);
    let skins = [boxes(&skeleton, 2)];
    let before = actor(&skeleton, &clip, None, &skins);
    let page = Page { actors: vec![before.clone(), before], ..Page::default() };
    let header = header(&payload::encode(&page).unwrap());
    assert_eq!(header["skins"].as_array().unwrap().len(), 1);
    assert_eq!(header["actors"][1]["skins"], json!([0]));
}

#[test]
fn plants_lie_where_their_points_are() {
    let skeleton = biped();
    let clip = walk(&skeleton, "walk", false);
    let plants = walk_plants();
    let page = Page { actors: vec![actor(&skeleton, &clip, Some(&plants), &[])], ..Page::default() };
    let header = header(&payload::encode(&page).unwrap());
    let shown = header["actors"][0]["clips"][0]["plants"].as_array().unwrap();
    assert_eq!(shown.len(), plants.len());
    // Shown from the first of its frames to the last, not one more (`plantsAt` in `viewer/pose.js`).
    for (plant, shown) in plants.iter().zip(shown) {
        assert_eq!((&shown["first"], &shown["end"]), (&json!(plant.frames.start), &json!(plant.frames.end)));
    }
    let poses = world_poses(&skeleton, &clip).unwrap();
    let toe = skeleton.find("toe.L").unwrap();
    let mean: Vec3 = (4..19).map(|f| poses.position(f, toe)).sum::<Vec3>() / 15.0;
    for axis in 0..3 {
        assert!((shown[0]["position"][axis].as_f64().unwrap() - mean[axis]).abs() < 1e-9, "{}", shown[0]);
    }
}

#[test]
fn a_character_without_frames_stands_in_its_rest_pose() {
    let skeleton = biped();
    let empty = walk(&skeleton, "empty", false).slice(0..0).unwrap();
    for clips in [vec![], vec![ActorClip::new(&empty)]] {
        let still = Actor { clips, ..actor(&skeleton, &empty, None, &[]) };
        let payload = payload::encode(&Page { actors: vec![still], ..Page::default() }).unwrap();
        let clip = &header(&payload)["actors"][0]["clips"][0];
        assert_eq!(clip["frame_count"], 1);
        assert_eq!(array(&payload, &clip["roots"]), [0.0, f64::from(0.95f32), 0.0]);
    }
}

#[test]
fn long_fast_clips_are_thinned_and_short_ones_are_not() {
    let skeleton = biped();
    let stride = |frames: usize, frame_rate: f64| {
        let data = ClipData {
            name: "long".into(),
            frame_rate,
            rotations: vec![Quat::identity(); frames * JOINTS.len()],
            root_positions: vec![Vec3::zeros(); frames],
            translations: vec![],
            scales: vec![],
        };
        let clip = Clip::new(&skeleton, data).unwrap();
        let payload =
            payload::encode(&Page { actors: vec![actor(&skeleton, &clip, None, &[])], ..Page::default() })
                .unwrap();
        header(&payload)["actors"][0]["clips"][0]["stride"].as_u64().unwrap()
    };
    assert_eq!(stride(80_000, 120.0), 2);
    assert_eq!(stride(80_000, 60.0), 1);
    assert_eq!(stride(5_000, 120.0), 1);
}

#[test]
fn uneven_ground_is_sampled_and_level_ground_is_a_height() {
    let skeleton = biped();
    let clip = walk(&skeleton, "walk", false);
    let slope = Ground::plane(Vec3::new(0.2, 1.0, 0.0), 0.0).unwrap();
    let level = Ground::level(0.25);
    let page = |ground| Page {
        actors: vec![actor(&skeleton, &clip, None, &[])],
        ground: Some(ground),
        ..Page::default()
    };
    assert_eq!(
        header(&payload::encode(&page(&level)).unwrap())["ground"],
        json!({"kind": "level", "height": 0.25})
    );
    let payload = payload::encode(&page(&slope)).unwrap();
    let ground = &header(&payload)["ground"];
    let heights = array(&payload, &ground["heights"]);
    let columns = ground["columns"].as_u64().unwrap() as usize;
    let x = |i: usize| ground["origin"][0].as_f64().unwrap() + i as f64 * ground["spacing"].as_f64().unwrap();
    for column in 0..columns {
        assert!((heights[column] + 0.2 * x(column)).abs() < 1e-6);
    }
}

#[test]
fn names_cannot_break_out_of_the_page() {
    let skeleton = biped();
    let evil = "</script><script>alert(1)</script>{{data}}<!--";
    let clip = walk(&skeleton, evil, false);
    let page = Page {
        title: evil.into(),
        subtitle: evil.into(),
        notes: vec![surefoot::Note::info("evil", evil)],
        actors: vec![Actor { label: evil.into(), ..actor(&skeleton, &clip, None, &[]) }],
        tables: vec![Table {
            title: evil.into(),
            clip: None,
            columns: vec![evil.into()],
            rows: vec![vec![evil.into()]],
        }],
        ..Page::default()
    };
    let html = render(&page).unwrap();
    assert_eq!(html.matches("</script").count(), 3, "only the page's own three elements end");
    assert_eq!(html.matches("<script").count(), 3);
    assert!(html.contains("{{data}}"), "a name that looks like a mark stays a name");
    let json = html.split_once("id=\"header\">").unwrap().1.split_once("</script>").unwrap().0;
    let header: Value = serde_json::from_str(json).unwrap();
    assert_eq!(header["actors"][0]["clips"][0]["name"], evil);
    assert_eq!(header["actors"][0]["label"], evil);
}

#[test]
fn the_page_asks_for_nothing() {
    let html = render(&Page { title: "empty".into(), ..Page::default() }).unwrap();
    let own = html.replace("http-equiv=\"Content-Security-Policy\"", "");
    for word in ["http", "src=", "href", "url(", "@import", "fetch(", "XMLHttp", "WebSocket", "import("] {
        assert!(!own.contains(word), "the page contains '{word}'");
    }
    assert!(html.contains("default-src 'none'"));
    assert!(!html.contains("{{"), "a mark was left unfilled");
    assert!(SCRIPTS.iter().all(|s| !s.contains("</script") && !s.contains("<!--")));
}

#[test]
fn pages_stay_small() {
    let skeleton = biped();
    let frames = 5_000 * 31 / JOINTS.len();
    let data = ClipData {
        name: "boxing".into(),
        frame_rate: 120.0,
        rotations: vec![Quat::identity(); frames * JOINTS.len()],
        root_positions: vec![Vec3::zeros(); frames],
        translations: vec![],
        scales: vec![],
    };
    let clip = Clip::new(&skeleton, data).unwrap();
    let html = render(&Page { actors: vec![actor(&skeleton, &clip, None, &[])], ..Page::default() }).unwrap();
    assert!(html.len() < 2_500_000, "{} bytes", html.len());
}

#[test]
fn foot_plots_follow_the_toes() {
    let skeleton = biped();
    let clip = walk(&skeleton, "walk", false);
    let plants = walk_plants();
    let one = actor(&skeleton, &clip, Some(&plants), &[]);
    let plots = foot_plots(std::slice::from_ref(&one)).unwrap();
    assert_eq!(plots.iter().map(|p| p.title.as_str()).collect::<Vec<_>>(), ["Toe height", "Toe speed"]);
    assert_eq!(plots[0].shaded.len(), 3);
    let poses = world_poses(&skeleton, &clip).unwrap();
    let toe = skeleton.find("toe.R").unwrap();
    assert!((f64::from(plots[0].series[1].values[7]) - poses.position(7, toe).y).abs() < 1e-6);
    let step = (poses.position(8, toe) - poses.position(6, toe)).norm() * 15.0;
    assert!((f64::from(plots[1].series[1].values[7]) - step).abs() < 1e-5);
    assert_eq!(foot_plots(&[one.clone(), one.clone()]).unwrap().len(), 4);
    // A clip at twice the rate keeps time with the first.
    let mut data = clip.clone().into_data();
    data.frame_rate = 60.0;
    let fast = Clip::new(&skeleton, data).unwrap();
    let plots = foot_plots(&[one, actor(&skeleton, &fast, None, &[])]).unwrap();
    let [slow, fast] = plots[0].series.as_slice() else { panic!("two curves") };
    assert_eq!(fast.values.len(), FRAMES / 2);
    assert_eq!(fast.values[7], slow.values[14]);
}

/// What view.py expects of a page: joints at some frames, and the corners of the mesh that stick out farthest.
pub(crate) fn expected(name: &str, page: &Page<'_>) -> Value {
    let first = &page.actors[0];
    let clip = first.clips[0].clip;
    let poses = world_poses(first.skeleton, clip).unwrap();
    let frames: Vec<Value> = [0, 17, 43]
        .iter()
        .map(|&frame| {
            let joints: Vec<[f64; 3]> = poses.frame(frame).iter().map(|p| (*p).into()).collect();
            let mut vertices: Vec<[f32; 3]> = Vec::new();
            if let [skin] = first.skins {
                let mut deformed = SkinnedFrame::default();
                Skinner::new(first.skeleton, skin).unwrap().deform(&clip.pose(frame), &mut deformed).unwrap();
                // The ground hides what sinks into it.
                deformed.positions.retain(|p| p.y > 0.05);
                for axis in 0..3 {
                    let by = |a: &&Vector3<f32>, b: &&Vector3<f32>| a[axis].total_cmp(&b[axis]);
                    vertices.extend(deformed.positions.iter().max_by(by).map(|p| <[f32; 3]>::from(*p)));
                    vertices.extend(deformed.positions.iter().min_by(by).map(|p| <[f32; 3]>::from(*p)));
                }
            }
            json!({"frame": frame, "joints": joints, "vertices": vertices})
        })
        .collect();
    json!({"page": name, "actors": page.actors.len(), "frame_count": clip.frame_count(), "frames": frames})
}

fn write_pages(folder: &Path) {
    let skeleton = biped();
    let plants = walk_plants();
    let (clip, tracked) = (walk(&skeleton, "walk", false), walk(&skeleton, "tracks", true));
    let skins = [boxes(&skeleton, 2)];
    let many = [boxes(&skeleton, 7)];
    let table = Table {
        title: "Feet".into(),
        clip: None,
        columns: ["", "before", "after"].map(str::to_owned).to_vec(),
        rows: vec![
            ["Mean slide", "2.41 cm", "0.00 cm"].map(str::to_owned).to_vec(),
            ["Worst drift", "5.90 cm", "0.01 cm"].map(str::to_owned).to_vec(),
        ],
    };
    let wave = |i: usize| 0.05 * ((i % 30) as f64 / 3.0).sin() * ((i / 30) as f64 / 3.0).cos() - 0.05;
    let hills = Ground::height_field([-3.0, -3.0], 0.3, 30, (0..900).map(wave).collect()).unwrap();
    let plain = actor(&skeleton, &tracked, None, &[]);
    let skinned = actor(&skeleton, &clip, Some(&plants), &skins);
    let pair = vec![
        Actor {
            label: "before".into(),
            tint: Tint::Neutral,
            ..actor(&skeleton, &clip, Some(&plants), &many)
        },
        Actor { label: "after".into(), ..actor(&skeleton, &tracked, Some(&plants), &many) },
    ];
    let pages = [
        ("skeleton.html", Page { actors: vec![plain], ground: Some(&hills), ..Page::default() }),
        (
            "skinned.html",
            Page {
                plots: foot_plots(std::slice::from_ref(&skinned)).unwrap(),
                actors: vec![skinned],
                ..Page::default()
            },
        ),
        (
            "pair.html",
            Page { plots: foot_plots(&pair).unwrap(), actors: pair, tables: vec![table], ..Page::default() },
        ),
    ];
    let mut cases = Vec::new();
    for (name, page) in pages {
        let page = Page { title: name.into(), subtitle: "16 joints".into(), ..page };
        std::fs::write(folder.join(name), render(&page).unwrap()).unwrap();
        cases.push(expected(name, &page));
    }
    cases.push(crate::balance::tests::browser_case(folder));
    std::fs::write(folder.join("expected.json"), Value::from(cases).to_string()).unwrap();
}

/// Needs Python 3 and Chromium; `SUREFOOT_SCREENSHOTS=folder` keeps pictures of the pages.
#[test]
fn a_browser_plays_the_page() {
    let folder = tempfile::tempdir().unwrap();
    write_pages(folder.path());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/browser/view.py");
    let mut command = std::process::Command::new("python3");
    command.arg(script).arg(folder.path());
    if let Some(screenshots) = std::env::var_os("SUREFOOT_SCREENSHOTS") {
        command.arg("--screenshots").arg(screenshots);
    }
    let output = command.output().expect("python3 runs");
    let text =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.code() == Some(77) {
        let ci = std::env::var("CI").is_ok_and(|v| v == "true");
        assert!(!ci, "{text}");
        eprintln!("{text}");
        return;
    }
    assert!(output.status.success(), "{text}");
}

#[test]
fn notes_are_sentences_with_their_frames() {
    let skeleton = biped();
    let clip = walk(&skeleton, "walk", false);
    let note = surefoot::Note::warning("plant-missed", "out of reach").about("left_toe").on(3..9);
    let shown = |figures: Vec<Vec<String>>| {
        let clips = [crate::EditedClip {
            before: &clip,
            after: &clip,
            plants: None,
            summary: "as it was".into(),
            figures,
            depths: None,
        }];
        let html =
            crate::edited_page("walk", "Figures", std::slice::from_ref(&note), &skeleton, &[], &clips, None)
                .unwrap();
        let json = html.split_once("id=\"header\">").unwrap().1.split_once("</script>").unwrap().0;
        serde_json::from_str::<Value>(json).unwrap()
    };
    let header = shown(vec![vec!["".into(), "cm".into()], vec!["slide".into(), "1".into()]]);
    assert_eq!(header["notes"], serde_json::json!(["left_toe: out of reach (frames 3 to 8)"]));
    assert_eq!(header["actors"].as_array().unwrap().len(), 2);
    assert_eq!(header["tables"][0]["rows"][0][0], "slide");
    assert!(shown(Vec::new())["tables"].as_array().unwrap().is_empty(), "no figures, no table");
}

#[test]
fn depths_travel_frame_by_frame() {
    use surefoot::ops::{SkinDepths, VertexDepths};
    let skeleton = biped();
    let clip = walk(&skeleton, "walk", false);
    let skins = [boxes(&skeleton, 2)];
    // One vertex in frame 3, two in the last one; the deepest is beyond a byte.
    let mut offsets = vec![0u32; 4];
    offsets.resize(FRAMES, 1);
    offsets.push(3);
    let of_skin = SkinDepths { offsets, vertices: vec![5, 2, 7], depths: vec![0.004, 0.0301, 0.5] };
    let depths = VertexDepths { skins: vec![of_skin] };
    let page = |depths| {
        let mut shown = actor(&skeleton, &clip, None, &skins);
        shown.clips[0].depths = Some(depths);
        Page { actors: vec![shown], ..Page::default() }
    };
    let payload = payload::encode(&page(&depths)).unwrap();
    let told = &header(&payload)["actors"][0]["clips"][0]["depths"][0];
    let offsets = array(&payload, &told["offsets"]);
    assert_eq!((offsets.len(), offsets[3], offsets[4], offsets[FRAMES]), (FRAMES + 1, 0.0, 1.0, 3.0));
    assert_eq!(array(&payload, &told["vertices"]), [5.0, 2.0, 7.0]);
    assert_eq!(array(&payload, &told["values"]), [8.0, 60.0, 255.0]);
    let (mut other, mut short, none) = (depths.clone(), depths.clone(), VertexDepths::default());
    other.skins[0].vertices[0] = 1_000_000;
    assert!(render(&page(&other)).unwrap_err().to_string().contains("vertex 1000000"));
    short.skins[0].offsets.pop();
    assert!(render(&page(&short)).is_err());
    assert!(render(&page(&none)).is_err());
}
