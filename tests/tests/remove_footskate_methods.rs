//! The methods of `remove_footskate` that move the root.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::math::Vec3;
use surefoot::{Clip, FootskateMethod, Ground, Plants, RemoveFootskateOptions, Role, remove_footskate};
use surefoot_tests::walks::{biped, skated, walk};

#[test]
fn root_method_moves_nothing_but_the_root() {
    let (skeleton, clip, plants) = skated();
    let options = RemoveFootskateOptions::default().method(FootskateMethod::Root);
    let ground = Ground::level(0.0);
    for ground in [None, Some(&ground)] {
        let edited = remove_footskate(&skeleton, &clip, &plants, ground, &options).unwrap();
        assert_eq!(edited.clip.rotations(), clip.rotations());
        assert!(edited.clip.translations().is_empty());
        let report = &edited.report;
        assert!(report.after.slide_mean < 0.6 * report.before.slide_mean, "{}", report.summary());
        assert!((0.85..0.97).contains(&report.path_ratio), "{}", report.path_ratio);
        if ground.is_none() {
            let same =
                clip.root_positions().iter().zip(edited.clip.root_positions()).all(|(a, b)| a.y == b.y);
            assert!(same);
        }
    }
}

#[test]
fn root_method_finds_the_path_of_a_scaled_walker() {
    // Character scaled, root path left alone; automatic labels.
    let skeleton = biped();
    let walk = walk(&skeleton);
    for factor in [0.7, 1.3] {
        let small = skeleton.scaled(factor).with_roles(skeleton.roles().clone()).unwrap();
        let mut data = walk.clip.clone().into_data();
        data.root_positions.iter_mut().for_each(|p| p.y *= factor);
        let clip = Clip::new(&small, data).unwrap();
        let options = RemoveFootskateOptions::default().method(FootskateMethod::Root);
        let none = Plants::none(clip.frame_count());
        let edited = remove_footskate(&small, &clip, &none, None, &options).unwrap();
        let (first, last) = (clip.root_positions()[0], clip.root_positions()[clip.frame_count() - 1]);
        let travel = (last - first) * factor;
        let found = edited.clip.root_positions()[clip.frame_count() - 1] - first;
        let level = |v: Vec3| v.x.hypot(v.z);
        assert!(level(found - travel) < 0.05 * level(travel), "{factor}: {found} {travel}");
    }
}

#[test]
fn foot_rooted_pins_the_carrying_foot_in_space() {
    let (skeleton, clip, plants) = skated();
    let options = RemoveFootskateOptions::default().method(FootskateMethod::FootRooted);
    let ground = Ground::level(0.0);
    let edited = remove_footskate(&skeleton, &clip, &plants, Some(&ground), &options).unwrap();
    let report = &edited.report;
    assert!(report.after.slide_mean < 0.6 * report.before.slide_mean, "{}", report.summary());
    assert!(report.after.stretch_max < 1e-9);
    for joint in skeleton.joints() {
        let role = skeleton.roles().role(joint);
        let is_leg = matches!(role, Some(Role::Thigh(_) | Role::Shin(_) | Role::Foot(_) | Role::Toe(_)));
        for frame in 0..clip.frame_count() {
            let i = frame * clip.joint_count() + joint.0;
            assert!(is_leg || clip.rotations()[i] == edited.clip.rotations()[i]);
        }
    }
    let steps: Vec<f64> = edited.clip.root_positions().windows(2).map(|w| (w[1] - w[0]).norm()).collect();
    let mut sorted = steps.clone();
    sorted.sort_by(f64::total_cmp);
    let (median, largest) = (sorted[sorted.len() / 2], sorted[sorted.len() - 1]);
    assert!(largest < 3.0 * median, "{largest} {median}");
}
