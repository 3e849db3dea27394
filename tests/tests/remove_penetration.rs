//! Arms come out of the body, on real characters: properties of the result, measured also with a reader of its own.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::io::{Document, ReadOptions, read};
use surefoot::kinematics::{SkinnedFrame, Skinner, world_poses};
use surefoot::model::{Clip, JointIndex};
use surefoot::ops::remove_penetration::{
    AllowedOverlap, RemovePenetrationOptions, RemovePenetrationReport, remove_penetration,
};
use surefoot::ops::{Edited, Progress};
use surefoot::{Error, TrimClipOptions, trim_clip};
use surefoot_tests::data_folder;

fn character(name: &str) -> Option<Document> {
    let path = data_folder()?.join("animated").join(name);
    Some(read(&path, &ReadOptions::default()).unwrap())
}

fn part(document: &Document, first: usize, count: usize) -> Clip {
    let options = TrimClipOptions::default().first(first).count(count);
    trim_clip(&document.skeleton, &document.clips[0], &options).unwrap().clip
}

fn solve(document: &Document, clip: &Clip) -> Edited<RemovePenetrationReport> {
    let options = RemovePenetrationOptions::default();
    remove_penetration(&document.skeleton, clip, &document.skins, &options, &Progress::none()).unwrap()
}

#[test]
fn arms_leave_the_body_without_shaking() {
    for (name, first, count) in [
        ("makehuman_male_walk_30fps.glb", 0, 86),
        ("makehuman_heavy_sit_30fps.glb", 100, 60),
        ("makehuman_heavy_salsa_30fps.glb", 0, 300),
        ("makehuman_heavy_salsa_30fps.glb", 80, 60),
    ] {
        let Some(document) = character(name) else { return };
        let clip = part(&document, first, count);
        let report = solve(&document, &clip).report;
        assert!(report.before.depth_max > 0.02, "{name}: {}", report.summary());
        assert!(report.after.depth_max <= 0.003, "{name}: {}", report.summary());
        assert_eq!(report.after.frames_inside, 0, "{name}");
        assert!(report.notes.is_empty(), "{name}: {:?}", report.notes);
        for limb in &report.limbs {
            let accelerations = [limb.base_acceleration, limb.middle_acceleration, limb.end_acceleration];
            assert!(accelerations.iter().all(|ratio| *ratio <= 1.10), "{name}: {limb:?}");
            assert!(limb.end_max <= 0.13 && limb.base_max <= 50.0, "{name}: {limb:?}");
        }
    }
}

/// Signed solid angles of every triangle of the trunk, in f64: shares neither tree nor sign with the operation.
fn winding(points: &[[f64; 3]], triangles: &[[usize; 3]], at: [f64; 3]) -> f64 {
    let sub = |a: [f64; 3], b: [f64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let mut sum = 0.0;
    for t in triangles {
        let [a, b, c] = t.map(|corner| sub(points[corner], at));
        let [la, lb, lc] = [a, b, c].map(|v| dot(v, v).sqrt());
        let scale = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
        sum += dot(a, cross(b, c)).atan2(scale);
    }
    sum / (2.0 * std::f64::consts::PI)
}

/// How many forearm and hand vertices lie inside the body, by skinning and winding numbers of this file.
fn vertices_inside(document: &Document, clip: &Clip, frame: usize) -> usize {
    let (skeleton, skin) = (&document.skeleton, &document.skins[0]);
    let data = skin.data();
    let mut mesh = SkinnedFrame::default();
    Skinner::new(skeleton, skin).unwrap().deform(&clip.pose(frame), &mut mesh).unwrap();
    let main_joint = |v: usize| {
        let (slots, weights) = skin.influences(v);
        let best = (0..slots.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b])).unwrap();
        data.slot_joints[slots[best] as usize]
    };
    let below = |joint: JointIndex, names: &[&str]| {
        names.iter().any(|name| {
            let top = skeleton.find(name).unwrap();
            joint == top || skeleton.is_below(joint, top)
        })
    };
    let is_arm: Vec<bool> =
        (0..skin.vertex_count()).map(|v| below(main_joint(v), &["LeftShoulder", "RightShoulder"])).collect();
    let is_asked: Vec<bool> =
        (0..skin.vertex_count()).map(|v| below(main_joint(v), &["LeftForeArm", "RightForeArm"])).collect();
    let points: Vec<[f64; 3]> = mesh.positions.iter().map(|p| [p.x, p.y, p.z].map(f64::from)).collect();
    let trunk: Vec<[usize; 3]> = data
        .triangles
        .iter()
        .map(|t| t.map(|c| c as usize))
        .filter(|t| t.iter().all(|&c| !is_arm[c]))
        .collect();
    // Every fourth vertex is enough to see a forearm inside.
    (0..points.len())
        .filter(|&v| is_asked[v] && v % 4 == 0 && winding(&points, &trunk, points[v]) > 0.5)
        .count()
}

#[test]
fn another_reader_finds_no_forearm_inside() {
    let Some(document) = character("makehuman_heavy_sit_30fps.glb") else { return };
    let clip = part(&document, 110, 40);
    let edited = solve(&document, &clip);
    let worst = edited.report.before.worst_frame;
    assert!(vertices_inside(&document, &clip, worst) > 20);
    assert_eq!(vertices_inside(&document, &edited.clip, worst), 0);
}

/// 99th percentile of a joint's angular acceleration, by quaternions of this file alone.
fn acceleration(clip: &Clip, joint: JointIndex) -> f64 {
    let at = |frame: usize| clip.pose(frame).rotations()[joint.0];
    let turn = |frame: usize| (at(frame).inverse() * at(frame + 1)).scaled_axis();
    let mut all: Vec<f64> =
        (0..clip.frame_count() - 2).map(|frame| (turn(frame + 1) - turn(frame)).norm()).collect();
    all.sort_by(f64::total_cmp);
    all[((all.len() - 1) as f64 * 0.99).round() as usize]
}

#[test]
fn wrists_do_not_shake_where_hands_meet() {
    let Some(document) = character("makehuman_heavy_salsa_30fps.glb") else { return };
    let clip = part(&document, 80, 60);
    let edited = solve(&document, &clip);
    for name in ["LeftArm", "LeftForeArm", "LeftHand", "RightArm", "RightForeArm", "RightHand"] {
        let joint = document.skeleton.find(name).unwrap();
        let ratio = acceleration(&edited.clip, joint) / acceleration(&clip, joint);
        assert!(ratio <= 1.10, "{name}: {ratio}");
    }
    let figures = edited.report.limbs.iter().flat_map(|limb| [limb.base_acceleration, limb.end_acceleration]);
    // A figure that is always 1 says nothing.
    assert!(figures.into_iter().any(|ratio| (ratio - 1.0).abs() > 0.002));
}

#[test]
fn frames_far_from_contact_keep_their_bits() {
    let Some(document) = character("makehuman_male_boxing_30fps.glb") else { return };
    let clip = part(&document, 0, 300);
    let edited = solve(&document, &clip);
    assert!(edited.report.before.frames_inside > 0);
    let joints = document.skeleton.joint_count();
    let changed = |frame: usize| {
        let range = frame * joints..(frame + 1) * joints;
        clip.rotations()[range.clone()] != edited.clip.rotations()[range]
    };
    let untouched = (0..clip.frame_count()).filter(|&frame| !changed(frame)).count();
    assert!(untouched > 50, "{untouched}");
    assert_eq!(clip.root_positions(), edited.clip.root_positions());
    let widest = edited.report.limbs.iter().map(|limb| limb.frames).max().unwrap();
    assert!(widest < 300, "{widest}");
}

#[test]
fn one_thread_and_two_give_the_same_bits() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let clip = part(&document, 20, 30);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| solve(&document, &clip))
    };
    assert_eq!(run(1), run(2));
}

#[test]
fn short_clips_are_solved() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    for count in [1, 2, 5] {
        let clip = part(&document, 60, count);
        let report = solve(&document, &clip).report;
        assert!(
            report.before.depth_max > 0.003 && report.after.depth_max <= 0.003,
            "{count}: {}",
            report.summary()
        );
    }
}

#[test]
fn feet_stay_while_legs_give_way() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let clip = part(&document, 0, 86);
    let edited = solve(&document, &clip);
    let thighs = |pairs: &[surefoot::ops::remove_penetration::PartPair]| {
        pairs
            .iter()
            .filter(|pair| pair.part.ends_with("thigh"))
            .map(|pair| (pair.depth_before, pair.depth_after))
            .fold((0.0, 0.0), |(a, b): (f64, f64), (c, d)| (a.max(c), b.max(d)))
    };
    let (before, after) = thighs(&edited.report.pairs);
    assert!(before > 0.01 && after <= 0.003, "{before} {after}");
    let poses = [&clip, &edited.clip].map(|clip| world_poses(&document.skeleton, clip).unwrap());
    for name in ["LeftFoot", "RightFoot", "LeftToeBase", "RightToeBase"] {
        let joint = document.skeleton.find(name).unwrap();
        for frame in 0..clip.frame_count() {
            let moved = (poses[0].position(frame, joint) - poses[1].position(frame, joint)).norm();
            assert!(moved < 1e-6, "{name}, frame {frame}: {moved}");
            let turned = poses[0].rotation(frame, joint).angle_to(&poses[1].rotation(frame, joint));
            assert!(turned < 1e-6, "{name}, frame {frame}: {turned}");
        }
    }
    let only_arms = RemovePenetrationOptions::default().legs(false);
    let edited =
        remove_penetration(&document.skeleton, &clip, &document.skins, &only_arms, &Progress::none())
            .unwrap();
    let thigh = document.skeleton.find("LeftUpLeg").unwrap();
    assert!(
        (0..clip.frame_count())
            .all(|f| clip.pose(f).rotations()[thigh.0] == edited.clip.pose(f).rotations()[thigh.0])
    );
}

#[test]
fn hands_that_rest_on_the_body_touch_it() {
    let Some(document) = character("makehuman_heavy_sit_30fps.glb") else { return };
    let clip = part(&document, 0, 188);
    let right = |touch: bool| {
        let options = RemovePenetrationOptions::default().touch(touch);
        let edited =
            remove_penetration(&document.skeleton, &clip, &document.skins, &options, &Progress::none())
                .unwrap();
        assert!(edited.report.after.depth_max <= 0.003, "{}", edited.report.summary());
        edited.report.limbs.iter().find(|limb| limb.limb == "right arm").cloned().unwrap()
    };
    let with = right(true);
    assert!(with.touch_frames > 20 && with.touching >= Some(0.95), "{with:?}");
    let without = right(false);
    assert_eq!((without.touch_frames, without.touching), (0, None));
}

#[test]
fn overlap_of_the_chosen_frame_is_left_alone() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let clip = part(&document, 0, 1);
    let options = RemovePenetrationOptions::default().allowed_overlap(AllowedOverlap::Frame).legs(false);
    let run = |options: &RemovePenetrationOptions| {
        remove_penetration(&document.skeleton, &clip, &document.skins, options, &Progress::none())
    };
    let edited = run(&options).unwrap();
    assert_eq!(edited.clip.rotations(), clip.rotations());
    let error = run(&options.overlap_frame(1)).unwrap_err();
    assert!(matches!(error, Error::OptionOutOfRange { .. }), "{error}");
}

#[test]
fn a_character_made_to_overlap_is_left_alone() {
    let Some(folder) = data_folder() else { return };
    let document =
        read(&folder.join("characters").join("KayKit_Knight.glb"), &ReadOptions::default()).unwrap();
    let edited = solve(&document, &document.clips[0]);
    assert_eq!(edited.clip, document.clips[0]);
    assert!(
        edited.report.notes.iter().any(|note| note.code == "overlap-by-design"),
        "{:?}",
        edited.report.notes
    );
    assert_eq!(edited.report.before.depth_max, edited.report.after.depth_max);
}

#[test]
fn it_can_be_cancelled() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let clip = part(&document, 0, 30);
    for stop_at in [0.0, 0.2, 0.75] {
        let go_on = |share: f64| share < stop_at;
        let options = RemovePenetrationOptions::default();
        let result =
            remove_penetration(&document.skeleton, &clip, &document.skins, &options, &Progress::new(&go_on));
        assert_eq!(result.unwrap_err(), Error::Cancelled);
    }
}

#[test]
fn what_has_no_answer_is_refused() {
    let biped = surefoot_sample::biped(&Default::default()).unwrap();
    let walk = surefoot_sample::walk(&biped.skeleton, &Default::default()).unwrap().clip;
    let options = RemovePenetrationOptions::default();
    let error = remove_penetration(&biped.skeleton, &walk, &[], &options, &Progress::none()).unwrap_err();
    assert!(error.to_string().contains("no mesh"), "{error}");
    let skins = [biped.skin];
    let neither = options.arms(false).legs(false);
    let error = remove_penetration(&biped.skeleton, &walk, &skins, &neither, &Progress::none()).unwrap_err();
    assert!(error.to_string().contains("both off"), "{error}");
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let error = remove_penetration(&document.skeleton, &walk, &document.skins, &options, &Progress::none())
        .unwrap_err();
    assert!(matches!(error, Error::Length { .. }), "{error}");
}
