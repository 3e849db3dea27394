//! Every method of `remove_penetration`, a wider stance and pairs that are listed, on real characters.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::io::{Document, ReadOptions, read};
use surefoot::kinematics::world_poses;
use surefoot::model::Clip;
use surefoot::ops::remove_penetration::{
    BodyPair, PenetrationMethod, RemovePenetrationOptions, RemovePenetrationReport, remove_penetration,
    remove_penetration_between,
};
use surefoot::ops::{Edited, Progress};
use surefoot::{
    DetectPlantsOptions, Error, GrowBodyOptions, TrimClipOptions, detect_plants, grow_body,
    measure_footskate, trim_clip,
};
use surefoot_tests::data_folder;

const OTHER_METHODS: [PenetrationMethod; 2] = [PenetrationMethod::PerFrame, PenetrationMethod::ControlPoints];

fn character(name: &str) -> Option<Document> {
    let path = data_folder()?.join("animated").join(name);
    Some(read(&path, &ReadOptions::default()).unwrap())
}

fn part(document: &Document, first: usize, count: usize) -> Clip {
    let options = TrimClipOptions::default().first(first).count(count);
    trim_clip(&document.skeleton, &document.clips[0], &options).unwrap().clip
}

fn solve(
    document: &Document,
    clip: &Clip,
    options: &RemovePenetrationOptions,
) -> Edited<RemovePenetrationReport> {
    remove_penetration(&document.skeleton, clip, &document.skins, options, &Progress::none()).unwrap()
}

fn with(method: PenetrationMethod) -> RemovePenetrationOptions {
    RemovePenetrationOptions::default().method(method)
}

#[test]
fn each_method_moves_arms_out_and_all_are_measured_alike() {
    let Some(document) = character("makehuman_heavy_salsa_30fps.glb") else { return };
    let clip = part(&document, 0, 60);
    let reports = PenetrationMethod::ALL.iter().map(|method| solve(&document, &clip, &with(*method)).report);
    let [spacetime, per_frame, control_points] = reports.collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(spacetime.before, per_frame.before);
    assert_eq!(spacetime.before, control_points.before);
    assert!(spacetime.before.depth_max > 0.03);
    assert!(per_frame.after.depth_p95 <= 0.003, "{}", per_frame.summary());
    // Cylinders are not the mesh: they take off a part of it.
    let share = control_points.after.depth_max / control_points.before.depth_max;
    assert!((0.1..0.95).contains(&share), "{}", control_points.summary());
    let moved = |report: &RemovePenetrationReport| report.limbs.iter().map(|limb| limb.end_mean).sum::<f64>();
    assert!(moved(&per_frame) > moved(&spacetime), "hands follow the shoulder frame by frame");
}

#[test]
fn other_methods_leave_legs_no_deeper_and_feet_in_place() {
    let Some(document) = character("makehuman_heavy_sit_30fps.glb") else { return };
    let clip = part(&document, 60, 60);
    for method in OTHER_METHODS {
        let edited = solve(&document, &clip, &with(method).arms(false));
        assert!(edited.report.after.depth_max <= edited.report.before.depth_max, "{method}");
        let poses = [&clip, &edited.clip].map(|clip| world_poses(&document.skeleton, clip).unwrap());
        for name in ["LeftFoot", "RightFoot"] {
            let joint = document.skeleton.find(name).unwrap();
            for frame in 0..clip.frame_count() {
                let moved = (poses[0].position(frame, joint) - poses[1].position(frame, joint)).norm();
                assert!(moved < 1e-6, "{method}, {name}, frame {frame}: {moved}");
            }
        }
    }
}

#[test]
fn frames_far_from_contact_keep_their_bits_whatever_the_method() {
    let Some(document) = character("makehuman_male_boxing_30fps.glb") else { return };
    let clip = part(&document, 0, 200);
    let joints = document.skeleton.joint_count();
    for method in OTHER_METHODS {
        let edited = solve(&document, &clip, &with(method));
        let is_changed = |frame: usize| {
            let range = frame * joints..(frame + 1) * joints;
            clip.rotations()[range.clone()] != edited.clip.rotations()[range]
        };
        let untouched = (0..clip.frame_count()).filter(|&frame| !is_changed(frame)).count();
        assert!(untouched > 20, "{method}: {untouched}");
        assert_eq!(clip.root_positions(), edited.clip.root_positions());
    }
}

#[test]
fn the_trunk_stays_as_it_is_whatever_the_method() {
    let Some(document) = character("makehuman_heavy_salsa_30fps.glb") else { return };
    let (skeleton, clip) = (&document.skeleton, part(&document, 0, 30));
    // Collar bones belong to the arms, hips to the legs.
    let limbs =
        ["LeftShoulder", "RightShoulder", "LHipJoint", "RHipJoint"].map(|n| skeleton.find(n).unwrap());
    let is_limb = |joint| limbs.iter().any(|&top| joint == top || skeleton.is_below(joint, top));
    for method in PenetrationMethod::ALL {
        let edited = solve(&document, &clip, &with(*method)).clip;
        let mut changed = 0;
        for frame in 0..clip.frame_count() {
            let (before, after) = (clip.pose(frame).rotations(), edited.pose(frame).rotations());
            for joint in skeleton.joints() {
                let is_same = before[joint.0] == after[joint.0];
                assert!(is_same || is_limb(joint), "{method}, frame {frame}: {}", skeleton.name(joint));
                changed += usize::from(!is_same);
            }
        }
        assert!(changed > 30, "{method}: {changed}");
        assert_eq!(clip.root_positions(), edited.root_positions(), "{method}");
    }
}

#[test]
fn short_clips_are_solved_by_each_method() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    for method in OTHER_METHODS {
        for count in [1, 2, 3, 5] {
            let clip = part(&document, 60, count);
            let report = solve(&document, &clip, &with(method)).report;
            assert!(
                report.after.depth_max < report.before.depth_max,
                "{method}, {count}: {}",
                report.summary()
            );
        }
    }
}

#[test]
fn one_thread_and_two_give_the_same_bits_whatever_the_method() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let clip = part(&document, 20, 30);
    for method in OTHER_METHODS {
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| solve(&document, &clip, &with(method)))
        };
        assert_eq!(run(1), run(2), "{method}");
    }
}

#[test]
fn a_wider_stance_can_be_cancelled_while_it_is_solved() {
    let Some(mut document) = character("makehuman_male_walk_30fps.glb") else { return };
    let girth = GrowBodyOptions::default().left_leg(1.5).right_leg(1.5);
    let grown = grow_body(&document.skeleton, &document.skins, &[], &girth).unwrap();
    let clip = grown.fit_clip(&document.clips[0]).unwrap();
    (document.skeleton, document.skins) = (grown.skeleton, grown.skins);
    let options = RemovePenetrationOptions::default().arms(false).widen_stance(0.1);
    // Its first round begins at 0.1 and ends before 0.108.
    let go_on = |share: f64| !(0.1001..0.108).contains(&share);
    let progress = Progress::new(&go_on);
    let result = remove_penetration(&document.skeleton, &clip, &document.skins, &options, &progress);
    assert_eq!(result.unwrap_err(), Error::Cancelled);
}

#[test]
fn thick_thighs_get_a_wider_stance_and_planted_feet_stay_planted() {
    let Some(mut document) = character("makehuman_male_walk_30fps.glb") else { return };
    let girth = GrowBodyOptions::default().left_leg(1.5).right_leg(1.5);
    let grown = grow_body(&document.skeleton, &document.skins, &[], &girth).unwrap();
    let clip = grown.fit_clip(&document.clips[0]).unwrap();
    (document.skeleton, document.skins) = (grown.skeleton, grown.skins);
    let options = RemovePenetrationOptions::default().arms(false);
    let narrow = solve(&document, &clip, &options);
    assert!(narrow.report.after.depth_max > 0.003, "{}", narrow.report.summary());
    assert_eq!(narrow.report.lowered_max, 0.0);
    let wide = solve(&document, &clip, &options.widen_stance(0.1));
    assert!(wide.report.before.depth_max > 0.03, "{}", wide.report.summary());
    assert!(wide.report.after.depth_max <= 0.003, "{}", wide.report.summary());
    let note = wide.report.notes.iter().find(|note| note.code == "stance-widened").unwrap();
    assert!(note.text.contains("left foot") && !note.frames.is_empty(), "{note}");
    for leg in &wide.report.limbs {
        assert!(leg.stance_max > 0.001 && leg.stance_max <= 0.1, "{leg:?}");
    }
    // The report tells the ways between the clip that came and the one that is returned.
    let poses = [&clip, &wide.clip].map(|clip| world_poses(&document.skeleton, clip).unwrap());
    let ways = |name: &str| {
        let joint = document.skeleton.find(name).unwrap();
        let way = |frame| (poses[1].position(frame, joint) - poses[0].position(frame, joint)).norm();
        (0..clip.frame_count()).map(way).collect::<Vec<f64>>()
    };
    for (leg, side) in wide.report.limbs.iter().zip(["Left", "Right"]) {
        let (knee, ankle) = (ways(&format!("{side}Leg")), ways(&format!("{side}Foot")));
        let largest = |ways: &[f64]| ways.iter().copied().fold(0.0, f64::max);
        assert!((largest(&knee) - leg.middle_max).abs() < 1e-9, "{} {leg:?}", largest(&knee));
        assert!((largest(&ankle) - leg.end_max).abs() < 1e-9, "{} {leg:?}", largest(&ankle));
        let mean = ankle.iter().sum::<f64>() / ankle.len() as f64;
        assert!((mean - leg.end_mean).abs() < 1e-9, "{mean} {leg:?}");
    }
    let plants =
        detect_plants(&document.skeleton, &clip, None, &DetectPlantsOptions::default()).unwrap().plants;
    let slide = |clip: &Clip| {
        let slides = measure_footskate(&document.skeleton, clip, &plants, None, None).unwrap();
        (slides.slide_mean, slides.slide_max)
    };
    let ((mean_before, max_before), (mean, max)) = (slide(&clip), slide(&wide.clip));
    assert!(
        mean - mean_before <= 1e-4 && max - max_before <= 1e-4,
        "{mean_before} {mean}, {max_before} {max}"
    );
}

#[test]
fn control_points_follow_their_spacing_and_know_no_touch() {
    let Some(document) = character("makehuman_heavy_sit_30fps.glb") else { return };
    let clip = part(&document, 60, 90);
    let run = |spacing: usize, touch: bool| {
        let options =
            with(PenetrationMethod::ControlPoints).legs(false).control_spacing(spacing).touch(touch);
        solve(&document, &clip, &options)
    };
    let [placed, few] = [0, 60].map(|spacing| run(spacing, true));
    assert_ne!(placed.clip, few.clip);
    assert!(few.report.after.depth_max < few.report.before.depth_max, "{}", few.report.summary());
    assert_eq!(run(0, false).clip, placed.clip);
}

#[test]
fn a_listed_pair_is_kept_apart_and_nothing_else() {
    let Some(document) = character("makehuman_heavy_sit_30fps.glb") else { return };
    let clip = part(&document, 100, 60);
    let pairs = [BodyPair::new("right_hand", "right_thigh").unwrap()];
    let options = RemovePenetrationOptions::default().arms(false).legs(false);
    let (skeleton, skins) = (&document.skeleton, &document.skins);
    let edited =
        remove_penetration_between(skeleton, &clip, skins, &pairs, &options, &Progress::none()).unwrap();
    let report = &edited.report;
    assert!(report.before.depth_max > 0.02 && report.after.depth_max <= 0.003, "{}", report.summary());
    assert!(report.pairs.iter().all(|pair| pair.part == "right_hand" && pair.other == "right_thigh"));
    assert_eq!(report.limbs.len(), 1);
    let left = skeleton.find("LeftArm").unwrap();
    for frame in 0..clip.frame_count() {
        assert_eq!(clip.pose(frame).rotations()[left.0], edited.clip.pose(frame).rotations()[left.0]);
    }
}
