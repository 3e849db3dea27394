//! Cuts: a pose before the capture, clips pasted together. Each part comes out as if it had been alone.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::math::Vec3;
use surefoot::model::Plant;
use surefoot::{
    Clip, DetectPlantsOptions, FootskateMethod, FootskateSolver, Ground, Plants, RemoveFootskateOptions,
    Skeleton, detect_plants, measure_footskate, remove_footskate,
};
use surefoot_tests::footskate_clips::read_cmu;
use surefoot_tests::walks::{moved, skated};

const WAYS: [(FootskateMethod, FootskateSolver); 4] = [
    (FootskateMethod::Limbs, FootskateSolver::LeastSquares),
    (FootskateMethod::Limbs, FootskateSolver::Windowed),
    (FootskateMethod::Root, FootskateSolver::LeastSquares),
    (FootskateMethod::FootRooted, FootskateSolver::LeastSquares),
];

fn pasted(skeleton: &Skeleton, clips: &[&Clip]) -> Clip {
    let mut data = clips[0].clone().into_data();
    for clip in &clips[1..] {
        assert!(clip.translations().is_empty() && data.translations.is_empty());
        data.rotations.extend_from_slice(clip.rotations());
        data.root_positions.extend_from_slice(clip.root_positions());
    }
    Clip::new(skeleton, data).unwrap()
}

fn rest_frame(skeleton: &Skeleton, like: &Clip, root: Vec3) -> Clip {
    let mut data = like.slice(0..1).unwrap().into_data();
    data.rotations = skeleton.joints().map(|j| skeleton.rest_rotation(j)).collect();
    data.root_positions = vec![root];
    Clip::new(skeleton, data).unwrap()
}

fn later(plants: &Plants, frames: usize) -> impl Iterator<Item = Plant> + '_ {
    plants.iter().map(move |p| Plant { frames: p.frames.start + frames..p.frames.end + frames, ..p.clone() })
}

/// The frames of `whole` from `first` on are those of `part`, bit for bit.
fn assert_holds(skeleton: &Skeleton, whole: &Clip, first: usize, part: &Clip, what: &str) {
    let cut = whole.slice(first..first + part.frame_count()).unwrap();
    assert_eq!(cut.root_positions(), part.root_positions(), "{what}: root");
    assert_eq!(cut.rotations(), part.rotations(), "{what}: rotations");
    // A track that one of them lacks stands for rest offsets.
    for joint in skeleton.joints() {
        let of =
            |clip: &Clip| clip.translations().iter().find(|t| t.joint == joint).map(|t| t.values.clone());
        let rest = || vec![skeleton.rest_offset(joint); part.frame_count()];
        assert_eq!(
            of(&cut).unwrap_or_else(rest),
            of(part).unwrap_or_else(rest),
            "{what}: {}",
            skeleton.name(joint)
        );
    }
}

#[test]
fn a_pose_before_the_motion_changes_nothing_in_it() {
    let (skeleton, clip, plants) = skated();
    let pose = rest_frame(&skeleton, &clip, Vec3::new(2.0, 1.0, -1.0));
    let whole = pasted(&skeleton, &[&pose, &clip]);
    let shifted = Plants::new(whole.frame_count(), later(&plants, 1).collect()).unwrap();
    let ground = Ground::level(0.0);
    for (method, solver) in WAYS {
        for ground in [None, Some(&ground)] {
            let options = RemoveFootskateOptions::default().method(method).solver(solver);
            let alone = remove_footskate(&skeleton, &clip, &plants, ground, &options).unwrap();
            let with = remove_footskate(&skeleton, &whole, &shifted, ground, &options).unwrap();
            let what = format!("{method:?} {solver:?}");
            assert_holds(&skeleton, &with.clip, 1, &alone.clip, &what);
            assert_eq!(with.clip.slice(0..1).unwrap().rotations(), pose.rotations(), "{what}");
            let notes = &with.report.notes;
            assert!(
                notes.iter().any(|n| n.code == "jump" && n.frames == [(0..1).into()]),
                "{what}: {notes:?}"
            );
            // What is measured does not see the jump either.
            let (a, b) = (&alone.report.after, &with.report.after);
            assert_eq!(a.knee_acceleration_max, b.knee_acceleration_max, "{what}");
            assert_eq!((a.slide_max, a.stretch_step_max), (b.slide_max, b.stretch_step_max), "{what}");
        }
    }
}

#[test]
fn a_plant_that_spans_a_cut_is_split_and_named() {
    let (skeleton, clip, plants) = skated();
    let pose = rest_frame(&skeleton, &clip, Vec3::new(2.0, 1.0, -1.0));
    let whole = pasted(&skeleton, &[&pose, &clip]);
    let first = plants.iter().find(|p| p.frames.start == 0).unwrap().point;
    let long = later(&plants, 1).map(|p| match p.frames.start {
        1 if p.point == first => Plant { frames: 0..p.frames.end, ..p },
        _ => p,
    });
    let long = Plants::new(whole.frame_count(), long.collect()).unwrap();
    let alone = remove_footskate(&skeleton, &clip, &plants, None, &Default::default()).unwrap();
    let with = remove_footskate(&skeleton, &whole, &long, None, &Default::default()).unwrap();
    assert_holds(&skeleton, &with.clip, 1, &alone.clip, "split");
    let notes = &with.report.notes;
    assert!(
        notes.iter().any(|n| n.about == Some(first.to_string())
            && n.text.contains("split")
            && n.frames[0].first == 0),
        "{notes:?}"
    );
    assert_eq!(with.report.plants, plants.len());
    let measured = measure_footskate(&skeleton, &with.clip, &long, None, None).unwrap();
    assert!(measured.slide_max < 1e-5, "the jump was taken for slide: {}", measured.slide_max);
}

#[test]
fn two_walks_pasted_together_are_cleaned_as_two() {
    let (skeleton, clip, plants) = skated();
    let other = moved(&skeleton, &clip.slice(20..150).unwrap(), 2.0, Vec3::new(3.0, 0.0, 0.0));
    let other_plants: Vec<Plant> = plants
        .iter()
        .filter(|p| p.frames.end > 20 && p.frames.start < 150)
        .map(|p| Plant { frames: p.frames.start.max(20) - 20..p.frames.end.min(150) - 20, ..p.clone() })
        .collect();
    let other_plants = Plants::new(130, other_plants).unwrap();
    let whole = pasted(&skeleton, &[&clip, &other]);
    let start = clip.frame_count();
    let both = plants.iter().cloned().chain(later(&other_plants, start)).collect();
    let both = Plants::new(whole.frame_count(), both).unwrap();
    for (method, solver) in WAYS {
        let options = RemoveFootskateOptions::default().method(method).solver(solver);
        let clean =
            |clip: &Clip, plants: &Plants| remove_footskate(&skeleton, clip, plants, None, &options).unwrap();
        let (one, two) = (clean(&clip, &plants), clean(&other, &other_plants));
        let together = clean(&whole, &both);
        let what = format!("{method:?} {solver:?}");
        assert_holds(&skeleton, &together.clip, 0, &one.clip, &what);
        assert_holds(&skeleton, &together.clip, start, &two.clip, &what);
        assert_eq!(together.report.missed.len(), one.report.missed.len() + two.report.missed.len(), "{what}");
    }
}

#[test]
fn captures_with_and_without_their_first_pose_come_out_alike() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in ["02_01_walk", "104_02_walk_exact_footfalls", "16_35_run_jog", "132_17_walk_fast"] {
        let (skeleton, whole) = read_cmu(&folder.join(format!("cmu/{name}.bvh")), 120.0);
        let whole = whole.slice(0..whole.frame_count().min(600)).unwrap();
        let clip = whole.slice(1..whole.frame_count()).unwrap();
        let found = detect_plants(&skeleton, &clip, None, &DetectPlantsOptions::default()).unwrap();
        let shifted = Plants::new(whole.frame_count(), later(&found.plants, 1).collect()).unwrap();
        let alone = remove_footskate(&skeleton, &clip, &found.plants, None, &Default::default()).unwrap();
        let with = remove_footskate(&skeleton, &whole, &shifted, None, &Default::default()).unwrap();
        assert_holds(&skeleton, &with.clip, 1, &alone.clip, name);
    }
}
