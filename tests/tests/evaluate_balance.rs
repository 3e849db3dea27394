//! `evaluate_balance`: masses against each other, versions of a clip against each other, and the figures of Lyard 2008, chapter 5.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::math::{Quat, Vec3};
use surefoot::ops::Progress;
use surefoot::ops::evaluate_balance::{
    BalanceCase, BalanceTake, EvaluateBalanceOptions, MassMethod, Spread, evaluate_balance,
};
use surefoot::ops::measure_balance::BalanceScene;
use surefoot::{Clip, Error, Role, Skeleton, Skin};
use surefoot_sample as sample;
use surefoot_tests::balance_clips::{BalanceEdit, edited};

#[path = "lyard_tables/mod.rs"]
mod lyard_tables;
use lyard_tables::{LIMBS, MASSES_PRINTED, OPTIMISED, OUTSIDE, TO_TRUTH};

fn near(found: f64, printed: f64, half: f64) {
    assert!((found - printed).abs() <= half, "{found} is not {printed}");
}

#[test]
fn printed_tables_have_the_printed_means() {
    let mean = |pairs: &[(f64, f64)]| {
        let spreads: Vec<Spread> = pairs
            .iter()
            .map(|(mean, deviation)| {
                // Two values with that mean and that deviation of the sample.
                let half = deviation / 2f64.sqrt();
                Spread::of(&[mean - half, mean + half])
            })
            .collect();
        Spread::mean_of(&spreads)
    };
    for (table, printed, deviation) in
        [(&TO_TRUTH[0], 1.42, 0.89), (&TO_TRUTH[1], 1.59, 0.96), (&TO_TRUTH[2], 9.09, 4.83)]
    {
        near(mean(table).mean, printed, 0.005);
        near(mean(table).deviation, deviation, 0.005);
    }
    near(mean(&OUTSIDE).mean, 3.68, 0.005);
}

#[test]
fn printed_masses_have_the_deviation_of_a_sample() {
    for ((limb, masses), (mean, deviation)) in LIMBS.iter().zip(&OPTIMISED).zip(MASSES_PRINTED) {
        let spread = Spread::of(masses);
        assert!((spread.mean - mean).abs() <= 1.0, "{limb}: {} is not {mean}", spread.mean);
        assert!(
            (spread.deviation - deviation).abs() <= 1.0,
            "{limb}: {} is not {deviation}",
            spread.deviation
        );
    }
    for clip in 0..8 {
        let sum: f64 = OPTIMISED.iter().map(|masses| masses[clip]).sum();
        assert!((63_390.0..63_810.0).contains(&sum), "clip {clip}: {sum}");
    }
}

fn character() -> (Skeleton, [Skin; 1], Clip) {
    let biped = sample::biped(&Default::default()).unwrap();
    let clip = sample::walk(&biped.skeleton, &Default::default()).unwrap().clip;
    (biped.skeleton, [biped.skin], clip)
}

fn take<'a>(skeleton: &'a Skeleton, clip: &'a Clip, skins: &'a [Skin]) -> BalanceTake<'a> {
    BalanceTake { skeleton, clip, skins, scene: BalanceScene::default() }
}

#[test]
fn masses_of_the_mesh_are_nearer_to_each_other_than_to_random_ones() {
    let (skeleton, skins, clip) = character();
    let cases = [BalanceCase {
        name: "walk",
        original: take(&skeleton, &clip, &skins),
        adapted: None,
        balanced: None,
    }];
    let options = EvaluateBalanceOptions::default();
    let report = evaluate_balance(&cases, &options, &Progress::none()).unwrap();
    let distance =
        |method| report.masses.iter().find(|masses| masses.method == method).unwrap().distance.mean;
    assert!(distance(MassMethod::Cylinders) < distance(MassMethod::Random));
    assert!(distance(MassMethod::Table) < distance(MassMethod::Random));
    assert!(
        report.masses.iter().all(|masses| masses.method != MassMethod::Mesh),
        "the reference is left out"
    );
    let sums =
        report.parts.iter().fold([0.0; 2], |[a, b], part| [a + part.reference, b + part.optimised.mean]);
    assert!((sums[0] - report.clips[0].mass).abs() < 1e-6 && (sums[1] - sums[0]).abs() < 1e-6, "{sums:?}");
    assert!(report.parts.iter().all(|part| part.optimised.mean >= 0.0));
    assert_eq!(evaluate_balance(&cases, &options, &Progress::none()).unwrap(), report, "twice the same");
}

#[test]
fn a_version_that_leans_is_farther_outside() {
    let (skeleton, skins, clip) = character();
    let stand = sample::stand(&skeleton, &Default::default()).unwrap();
    let (leaning, _) = edited(&skeleton, &clip, BalanceEdit::LeanSideways);
    let mut case = BalanceCase {
        name: "walk",
        original: take(&skeleton, &clip, &skins),
        adapted: Some(take(&skeleton, &leaning, &skins)),
        balanced: Some(take(&skeleton, &clip, &skins)),
    };
    let options = EvaluateBalanceOptions::default().compare_masses(false);
    let report = evaluate_balance(std::slice::from_ref(&case), &options, &Progress::none()).unwrap();
    let [original, adapted, balanced] =
        [report.original, report.adapted, report.balanced].map(Option::unwrap);
    assert!(adapted.outside.mean > original.outside.mean, "{adapted:?} {original:?}");
    assert_eq!(balanced, original);
    assert!(report.masses.is_empty() && report.parts.is_empty());
    case.adapted = Some(take(&skeleton, &stand.clip, &skins));
    let report = evaluate_balance(&[case], &options, &Progress::none()).unwrap();
    assert!(report.notes.iter().any(|note| note.code == "versions-differ"));
}

#[test]
fn versions_are_judged_on_the_same_frames_and_each_has_its_notes() {
    let (skeleton, skins, clip) = character();
    // From some frame on the body is nowhere near balance: something else carries it.
    let mut data = clip.clone().into_data();
    let from = clip.frame_count() / 2;
    let joints = skeleton.joint_count();
    let spine = skeleton.roles().joints(Role::Spine).next().unwrap();
    for frame in from..clip.frame_count() {
        let rotation = &mut data.rotations[frame * joints + spine.0];
        *rotation = Quat::from_axis_angle(&Vec3::z_axis(), 1.2) * *rotation;
    }
    let fallen = Clip::new(&skeleton, data).unwrap();
    // Its mesh has no inside, so its masses are those of the average adult.
    let mut open = skins[0].data().clone();
    open.triangles.truncate(3);
    let open = [Skin::new(&skeleton, open).unwrap()];
    let cases = [BalanceCase {
        name: "walk",
        original: take(&skeleton, &clip, &skins),
        adapted: Some(take(&skeleton, &fallen, &open)),
        balanced: None,
    }];
    let options = EvaluateBalanceOptions::default().compare_masses(false);
    let report = evaluate_balance(&cases, &options, &Progress::none()).unwrap();
    let [one] = report.clips.as_slice() else { panic!() };
    let counts = [one.original, one.adapted].map(|stage| stage.unwrap().outside.count);
    assert_eq!(counts[0], counts[1]);
    assert_eq!(one.frames, Some(counts[0]));
    let alone = [BalanceCase { adapted: None, ..cases[0].clone() }];
    let alone = evaluate_balance(&alone, &options, &Progress::none()).unwrap();
    let own = alone.clips[0].original.unwrap().outside.count;
    assert!(counts[0] < own && alone.notes.is_empty(), "{counts:?} {own} {:?}", alone.notes);
    let told = |code: &str| report.notes.iter().find(|note| note.code == code).unwrap().to_string();
    assert!(told("frames-in-common").contains(&format!("{} of the {own} frames", counts[0])));
    assert!(
        told("masses-differ").starts_with("adapted: its masses are 'table', those of the original 'mesh'")
    );
    assert!(told("open-mesh").starts_with("adapted: "));
}

#[test]
fn bad_input_is_refused_and_a_caller_can_stop() {
    let (skeleton, skins, clip) = character();
    let options = EvaluateBalanceOptions::default();
    assert!(evaluate_balance(&[], &options, &Progress::none()).is_err());
    let cases = [BalanceCase {
        name: "walk",
        original: take(&skeleton, &clip, &skins),
        adapted: None,
        balanced: None,
    }];
    let stop = |_: f64| false;
    assert_eq!(evaluate_balance(&cases, &options, &Progress::new(&stop)).unwrap_err(), Error::Cancelled);
    let one = clip.slice(0..1).unwrap();
    let cases =
        [BalanceCase { name: "one", original: take(&skeleton, &one, &[]), adapted: None, balanced: None }];
    let report = evaluate_balance(&cases, &options, &Progress::none()).unwrap();
    assert!(report.original.is_none() && report.summary().contains("nothing"));
    let joints = vec![surefoot::model::Joint::new("root", None, Vec3::zeros())];
    let box_like = Skeleton::new(joints, vec![]).unwrap();
    let cases =
        [BalanceCase { name: "box", original: take(&box_like, &one, &[]), adapted: None, balanced: None }];
    assert!(evaluate_balance(&cases, &options, &Progress::none()).is_err());
}
