//! Balance: oracles that share no code with the measure, known loads, real clips, invariances, and what is refused.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use nalgebra::Matrix3;
use std::path::Path;
use surefoot::io::{ReadOptions, read};
use surefoot::kinematics::{rest_pose, standing_height, world_poses};
use surefoot::math::{GRAVITY, Quat, Vec3};
use surefoot::model::{Joint, MassSegment, MassSource, Plants, Side};
use surefoot::{
    BalanceScene, Clip, Error, Ground, JointIndex, Load, MassModel, MeasureBalanceOptions, MeasuredBalance,
    Role, Skeleton, measure_balance,
};
use surefoot_sample::{self as sample, JumpOptions, WalkOptions};
use surefoot_tests::balance_clips::{WALKS, captured, leaning_against, noisy, with_bandwidth};
use surefoot_tests::data_folder;

fn biped() -> Skeleton {
    sample::biped_skeleton(&Default::default()).unwrap()
}

fn walk(skeleton: &Skeleton) -> Clip {
    sample::walk(skeleton, &WalkOptions::default()).unwrap().clip
}

fn measured(skeleton: &Skeleton, clip: &Clip) -> MeasuredBalance {
    with_loads(skeleton, clip, &[])
}

fn with_loads(skeleton: &Skeleton, clip: &Clip, loads: &[Load]) -> MeasuredBalance {
    let mut scene = BalanceScene::default();
    scene.loads = loads;
    measure_balance(skeleton, clip, &[], &scene, &MeasureBalanceOptions::default()).unwrap()
}

fn codes(measured: &MeasuredBalance) -> Vec<&str> {
    measured.report.notes.iter().map(|note| note.code).collect()
}

/// One kilogram at every joint, heavier down the list.
fn point_masses(skeleton: &Skeleton) -> MassModel {
    let segment = |joint: JointIndex| MassSegment {
        name: skeleton.name(joint).to_owned(),
        joint,
        mass: 1.0 + 0.1 * joint.0 as f64,
        centre: Vec3::new(0.01, -0.03, 0.02),
        inertia: Matrix3::zeros(),
    };
    MassModel::new(skeleton, skeleton.joints().map(segment).collect()).unwrap()
}

/// `moved` by a turn about the vertical and a shift.
fn moved(skeleton: &Skeleton, clip: &Clip, angle: f64, shift: Vec3) -> Clip {
    let turn = Quat::from_axis_angle(&Vec3::y_axis(), angle);
    let mut data = clip.clone().into_data();
    let joints = skeleton.joint_count();
    data.root_positions.iter_mut().for_each(|p| *p = turn * *p + shift);
    data.rotations.iter_mut().step_by(joints).for_each(|q| *q = turn * *q);
    Clip::new(skeleton, data).unwrap()
}

#[test]
fn point_masses_have_the_zero_moment_point_of_the_printed_formula() {
    let skeleton = biped();
    for clip in [walk(&skeleton), sample::jump(&skeleton, &JumpOptions::default()).unwrap().clip] {
        let (masses, ground) = (point_masses(&skeleton), Ground::level(0.0));
        let mut scene = BalanceScene::default();
        (scene.masses, scene.ground) = (Some(&masses), Some(&ground));
        let options = MeasureBalanceOptions::default().cutoff(0.0);
        let frames = measure_balance(&skeleton, &clip, &[], &scene, &options).unwrap().frames;
        let poses = world_poses(&skeleton, &clip).unwrap();
        let at = |frame: usize, s: &MassSegment| poses.point(frame, s.joint, &s.centre);
        let mut compared = 0;
        for frame in 1..clip.frame_count() - 1 {
            // Lyard 2008, section 4.7.2: Σ m (ÿ + g) x − Σ m ẍ y, over Σ m (ÿ + g).
            let (mut x, mut z, mut below) = (0.0, 0.0, 0.0);
            for s in masses.segments() {
                let [before, now, after] = [frame - 1, frame, frame + 1].map(|f| at(f, s));
                let a = (after - now * 2.0 + before) * clip.frame_rate().powi(2);
                x += s.mass * ((a.y + GRAVITY) * now.x - a.x * now.y);
                z += s.mass * ((a.y + GRAVITY) * now.z - a.z * now.y);
                below += s.mass * (a.y + GRAVITY);
            }
            let load = below / (masses.total() * GRAVITY);
            assert!((frames.load[frame] - load).abs() < 1e-9, "{frame}: {} {load}", frames.load[frame]);
            match frames.zero_moment_point[frame] {
                Some(found) => {
                    let expected = Vec3::new(x / below, found.y, z / below);
                    assert!((found - expected).norm() < 1e-9, "{frame}: {found} {expected}");
                    compared += 1;
                }
                None => assert!(load < 0.0501, "{frame}: {load}"),
            }
        }
        assert!(compared > clip.frame_count() / 2);
    }
}

/// The distance to a polygon by brute force: rays decide inside, dense samples of the outline the distance.
fn slow_distance(corners: &[Vec3], place: &Vec3) -> f64 {
    let mut crossings = 0;
    let mut nearest = f64::INFINITY;
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        if (a.z > place.z) != (b.z > place.z) {
            crossings += usize::from(a.x + (place.z - a.z) / (b.z - a.z) * (b.x - a.x) > place.x);
        }
        for step in 0..=500 {
            let on = a + (b - a) * (f64::from(step) / 500.0);
            nearest = nearest.min((on - place).xz().norm());
        }
    }
    if crossings % 2 == 1 { -nearest } else { nearest }
}

#[test]
fn distances_are_those_to_the_area_of_each_frame() {
    let skeleton = biped();
    let frames = measured(&skeleton, &walk(&skeleton)).frames;
    let (mut inside, mut outside) = (0, 0);
    for frame in 0..frames.centre.len() {
        let (Some(point), Some(distance)) = (frames.zero_moment_point[frame], frames.distance[frame]) else {
            continue;
        };
        let slow = slow_distance(frames.area(frame), &point);
        assert!((slow - distance).abs() < 1e-3, "{frame}: {slow} {distance}");
        inside += usize::from(slow < 0.0);
        outside += usize::from(slow > 0.0);
    }
    assert!(inside > 20 && inside + outside > 150, "{inside} {outside}");
}

#[test]
fn the_area_is_that_of_the_feet_on_the_floor() {
    let skeleton = biped();
    let clip = walk(&skeleton);
    let frames = measured(&skeleton, &clip).frames;
    let poses = world_poses(&skeleton, &clip).unwrap();
    let feet = Side::BOTH.map(|side| skeleton.roles().joint(Role::Foot(side)).unwrap());
    let mut single = 0;
    for frame in 0..clip.frame_count() {
        for corner in frames.area(frame) {
            let nearest = feet.map(|foot| (poses.position(frame, foot) - corner).xz().norm());
            assert!(nearest[0].min(nearest[1]) < 0.30, "{frame}: {corner}");
            assert!(corner.y.abs() < 0.03, "{frame}: {corner}");
        }
        // The foot that carries alone is the lower one.
        let [left, right] = feet.map(|foot| poses.position(frame, foot).y);
        let share = frames.left_share[frame].filter(|share| *share <= 0.0 || *share >= 1.0);
        if let Some(share) = share.filter(|_| (left - right).abs() > 0.03) {
            assert_eq!(share >= 1.0, left < right, "{frame}: {share} {left} {right}");
            single += 1;
        }
    }
    assert!(single > clip.frame_count() / 3, "{single}");
}

#[test]
fn a_load_on_the_side_that_leans_away_balances_the_body() {
    // A body that leans as with a suitcase of known weight in its right hand.
    let skeleton = biped();
    let suitcase = Load::new(&skeleton, "right_hand", 8.9).unwrap();
    let clip = leaning_against(&skeleton, &walk(&skeleton), &suitcase);
    let other = Load::new(&skeleton, "left_hand", 8.9).unwrap();
    let means = [&[suitcase][..], &[], &[other]].map(|loads| {
        let report = with_loads(&skeleton, &clip, loads).report;
        assert_eq!(report.carried, 8.9 * loads.len() as f64);
        report.balance.outside.mean
    });
    assert!(means[0] + 0.002 < means[1] && means[1] + 0.002 < means[2], "{means:?}");
}

#[test]
fn moving_and_turning_the_scene_moves_and_turns_the_result() {
    let skeleton = biped();
    let clip = walk(&skeleton);
    let (angle, shift) = (0.7, Vec3::new(130.0, 2.5, -41.0));
    let [before, after] =
        [clip.clone(), moved(&skeleton, &clip, angle, shift)].map(|clip| measured(&skeleton, &clip));
    let turn = Quat::from_axis_angle(&Vec3::y_axis(), angle);
    for frame in 0..clip.frame_count() {
        let pair = [before.frames.zero_moment_point[frame], after.frames.zero_moment_point[frame]];
        let [Some(one), Some(other)] = pair else { panic!("{frame}: {pair:?}") };
        assert!((turn * one + shift - other).norm() < 1e-6, "{frame}");
        assert!((turn * before.frames.centre[frame] + shift - after.frames.centre[frame]).norm() < 1e-9);
        assert!((turn * before.frames.momentum[frame] - after.frames.momentum[frame]).norm() < 1e-6);
        let spins = [&before, &after].map(|measured| measured.frames.angular_momentum[frame]);
        assert!((turn * spins[0] - spins[1]).norm() < 1e-6, "{frame}");
    }
    assert!((before.report.balance.outside.mean - after.report.balance.outside.mean).abs() < 1e-6);
    assert_eq!(before.report.balance.frames, after.report.balance.frames);
    // Same input, same bytes, on one thread or two.
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| measured(&skeleton, &clip)), before);
    }
}

#[test]
fn the_mass_matters_only_against_a_load() {
    let skeleton = biped();
    let clip = sample::stand(&skeleton, &Default::default()).unwrap().clip;
    let of = |mass: f64, loads: &[Load]| {
        let mut scene = BalanceScene::default();
        scene.loads = loads;
        let options = MeasureBalanceOptions::default().mass(mass);
        measure_balance(&skeleton, &clip, &[], &scene, &options).unwrap()
    };
    let [light, heavy] = [40.0, 120.0].map(|mass| of(mass, &[]));
    assert!((light.report.mass - 40.0).abs() < 1e-9 && (heavy.report.mass - 120.0).abs() < 1e-9);
    let points = light.frames.zero_moment_point.iter().zip(&heavy.frames.zero_moment_point);
    let farthest = points.filter_map(|(a, b)| Some(((*a)? - (*b)?).norm())).fold(0.0, f64::max);
    assert!(farthest < 1e-9, "{farthest}");
    let load = [Load::new(&skeleton, "right_hand", 10.0).unwrap()];
    let [light, heavy] = [40.0, 120.0].map(|mass| of(mass, &load).report.left_share.unwrap());
    assert!(light + 0.005 < heavy, "{light} {heavy}");
    // Where the centre goes is what the masses say.
    let [free, loaded] = [&[][..], &load].map(|loads| of(60.0, loads).frames.centre[30]);
    let hand = world_poses(&skeleton, &clip).unwrap().position(30, load[0].joint);
    assert!(((free * 60.0 + hand * 10.0) / 70.0 - loaded).norm() < 1e-9);
}

#[test]
fn a_body_that_is_the_same_on_both_sides_has_its_centre_in_the_middle() {
    let biped = sample::biped(&Default::default()).unwrap();
    let (skeleton, skins) = (biped.skeleton, [biped.skin]);
    // The rest pose, its root where it stands.
    let still = sample::stand(&skeleton, &Default::default()).unwrap().clip.slice(0..30).unwrap();
    let mut data = still.into_data();
    let joints = skeleton.joint_count();
    for frame in data.rotations.chunks_mut(joints) {
        frame.copy_from_slice(skeleton.rest_rotations());
    }
    data.root_positions.iter_mut().for_each(|place| *place = Vec3::new(0.0, place.y, 0.0));
    let clip = Clip::new(&skeleton, data).unwrap();
    for (source, within) in [(MassSource::Table, 1e-12), (MassSource::Mesh, 2e-3)] {
        let options = MeasureBalanceOptions::default().masses(source);
        let found = measure_balance(&skeleton, &clip, &skins, &BalanceScene::default(), &options).unwrap();
        assert!(
            found.frames.centre.iter().all(|c| c.x.abs() <= within),
            "{source:?}: {}",
            found.frames.centre[0]
        );
        let total: f64 = found.masses.segments().iter().map(|segment| segment.mass).sum();
        assert!((total / found.masses.total() - 1.0).abs() <= 1e-12);
    }
}

#[test]
fn a_raised_floor_raises_nothing_but_heights() {
    let skeleton = biped();
    let clip = walk(&skeleton);
    let raised = moved(&skeleton, &clip, 0.0, Vec3::y() * 0.5);
    let [low, high] = [&clip, &raised].map(|clip| measured(&skeleton, clip).frames.zero_moment_point);
    for (a, b) in low.iter().zip(&high) {
        match (a, b) {
            (Some(a), Some(b)) => assert!((b - a - Vec3::y() * 0.5).norm() < 1e-9, "{a} {b}"),
            (a, b) => assert_eq!(a.is_none(), b.is_none()),
        }
    }
}

#[test]
fn masses_follow_what_is_asked_for() {
    let biped = sample::biped(&Default::default()).unwrap();
    let (skeleton, skins) = (biped.skeleton, [biped.skin]);
    let clip = walk(&skeleton);
    let scene = BalanceScene::default();
    let mut heights = Vec::new();
    for (asked, used) in [
        (MassSource::Auto, MassSource::Mesh),
        (MassSource::Mesh, MassSource::Mesh),
        (MassSource::Table, MassSource::Table),
        (MassSource::Cylinders, MassSource::Cylinders),
        (MassSource::Ellipsoids, MassSource::Ellipsoids),
    ] {
        let options = MeasureBalanceOptions::default().masses(asked);
        let measured = measure_balance(&skeleton, &clip, &skins, &scene, &options).unwrap();
        assert_eq!(measured.report.mass_source, Some(used));
        assert!((measured.masses.total() - measured.report.mass).abs() < 1e-9);
        let mass_of = |side: &str| -> f64 {
            let of_side = measured.masses.segments().iter().filter(|s| s.name.starts_with(side));
            of_side.map(|s| s.mass).sum()
        };
        let (left, right) = (mass_of("left"), mass_of("right"));
        assert!(left > 5.0 && (left / right - 1.0).abs() < 1e-2, "{asked:?}: {left} {right}");
        heights.push(measured.report.centre_height.unwrap());
    }
    assert!(heights.iter().all(|h| (0.8..1.1).contains(h)), "{heights:?}");
    assert!(heights[1] != heights[2] && heights[2] != heights[3] && heights[3] != heights[4]);
    let error = measure_balance(
        &skeleton,
        &clip,
        &[],
        &scene,
        &MeasureBalanceOptions::default().masses(MassSource::Mesh),
    );
    assert!(error.unwrap_err().to_string().contains("no mesh"));
    // Given masses are used as they are.
    let masses = point_masses(&skeleton);
    let mut given = BalanceScene::default();
    given.masses = Some(&masses);
    let measured = measure_balance(&skeleton, &clip, &skins, &given, &Default::default()).unwrap();
    assert_eq!((measured.report.mass_source, &measured.masses), (None, &masses));
}

#[test]
fn what_cannot_be_is_refused_and_says_why() {
    let skeleton = biped();
    let clip = walk(&skeleton);
    let hand = Load::new(&skeleton, "right_hand", 5.0).unwrap();
    let refused = |load: Load| {
        let loads = [load];
        let mut scene = BalanceScene::default();
        scene.loads = &loads;
        measure_balance(&skeleton, &clip, &[], &scene, &Default::default()).unwrap_err().to_string()
    };
    assert!(refused(Load { mass: -3.0, ..hand }).contains("-3 kg"));
    assert!(refused(Load { mass: f64::NAN, ..hand }).contains("NaN kg"));
    assert!(refused(Load { offset: Vec3::new(0.0, f64::NAN, 0.0), ..hand }).contains("offset"));
    assert!(refused(Load { joint: JointIndex(99), ..hand }).contains("joint 99"));
    let unknown = Load::new(&skeleton, "tail", 5.0).unwrap_err();
    assert!(unknown.to_string().contains("tail"), "{unknown}");
    // Masses of nothing, of another skeleton.
    let zero = MassSegment { mass: 0.0, ..point_masses(&skeleton).segments()[0].clone() };
    assert!(MassModel::new(&skeleton, vec![zero]).unwrap_err().to_string().contains("0 kg"));
    let lone = Skeleton::new(vec![Joint::new("root", None, Vec3::zeros())], vec![]).unwrap();
    let masses = point_masses(&skeleton);
    assert!(masses.check_skeleton(&lone).is_err());
    for mass in [-1.0, f64::NAN, f64::INFINITY, 1e-320, 0.05] {
        let options = MeasureBalanceOptions::default().mass(mass);
        let error = measure_balance(&skeleton, &clip, &[], &BalanceScene::default(), &options).unwrap_err();
        assert!(matches!(error, Error::OptionOutOfRange { .. }), "{error}");
    }
    // No feet.
    let still = sample::stand(&skeleton, &Default::default()).unwrap().clip;
    let mut roles = skeleton.roles().clone();
    roles.clear(Role::Foot(Side::Left));
    let footless = skeleton.clone().with_roles(roles).unwrap();
    let error =
        measure_balance(&footless, &still, &[], &BalanceScene::default(), &Default::default()).unwrap_err();
    assert!(matches!(error, Error::MissingRoles { .. }), "{error}");
    assert!(error.to_string().contains("left foot"), "{error}");
    // Plants of another clip.
    let plants = Plants::none(3);
    let mut scene = BalanceScene::default();
    scene.plants = Some(&plants);
    let error = measure_balance(&skeleton, &clip, &[], &scene, &Default::default()).unwrap_err();
    assert!(matches!(error, Error::Length { .. }), "{error}");
}

#[test]
fn who_stands_on_a_slope_needs_as_much_friction_as_it_is_steep() {
    let skeleton = biped();
    let clip = sample::stand(&skeleton, &Default::default()).unwrap().clip;
    let friction = |slope: f64| {
        let ground = Ground::plane(Vec3::new(-slope, 1.0, 0.0), 0.0).unwrap();
        let mut scene = BalanceScene::default();
        scene.ground = Some(&ground);
        measure_balance(&skeleton, &clip, &[], &scene, &Default::default())
            .unwrap()
            .report
            .balance
            .friction_p95
    };
    let level = friction(0.0);
    assert!(level < 0.02, "{level}");
    for slope in [0.1, 0.36] {
        assert!((friction(slope) - slope).abs() <= level + 1e-3, "{slope}: {}", friction(slope));
    }
}

#[test]
fn a_foot_held_up_all_the_time_carries_nothing() {
    let Some(folder) = data_folder() else { return };
    let (skeleton, clip) = captured(&folder, "49_18_balance_one_leg", None);
    // From there on the right foot is 45 cm up.
    let held = clip.slice(250..clip.frame_count()).unwrap();
    let foot = skeleton.roles().joint(Role::Foot(Side::Right)).unwrap();
    let poses = world_poses(&skeleton, &held).unwrap();
    assert!((0..held.frame_count()).all(|frame| poses.position(frame, foot).y > 0.35));
    let all = measured(&skeleton, &held);
    let height = all.report.centre_height.unwrap();
    assert!((0.93..1.0).contains(&height), "{height}");
    assert_eq!(all.report.left_share, Some(1.0));
    assert!(all.report.balance.inside > 0.98, "{}", all.report.balance.inside);
}

#[test]
fn a_ground_that_is_not_underfoot_carries_nothing_and_is_told() {
    let skeleton = biped();
    let clip = walk(&skeleton);
    let far = [Vec3::new(50.0, 0.0, 50.0), Vec3::new(50.0, 0.0, 51.0), Vec3::new(51.0, 0.0, 50.0)];
    for (ground, word) in [
        (Ground::level(-1.0), "up to 100 cm below the feet"),
        (Ground::mesh(&far, &[[0, 1, 2]]).unwrap(), "no ground under the feet"),
    ] {
        let mut scene = BalanceScene::default();
        scene.ground = Some(&ground);
        let measured = measure_balance(&skeleton, &clip, &[], &scene, &Default::default()).unwrap();
        assert_eq!(measured.report.balance.frames, 0, "{}", measured.report.summary());
        assert!(measured.frames.distance.iter().all(Option::is_none));
        let note = measured.report.notes.iter().find(|note| note.code == "ground-not-underfoot").unwrap();
        assert!(!note.frames.is_empty(), "{note}");
        // The soles are a few millimetres over their floor.
        let text = note.text.replace("101 cm", "100 cm").replace("99 cm", "100 cm");
        assert!(text.contains(word), "{note}");
    }
    let ground = Ground::level(0.0);
    let mut scene = BalanceScene::default();
    scene.ground = Some(&ground);
    let measured = measure_balance(&skeleton, &clip, &[], &scene, &Default::default()).unwrap();
    assert!(measured.report.balance.frames > 0 && !codes(&measured).contains(&"ground-not-underfoot"));
}

#[test]
fn a_cutoff_that_makes_no_difference_is_told() {
    let skeleton = biped();
    let clip = walk(&skeleton);
    let half = 1.001 * clip.frame_rate() / 2.0;
    let with = |cutoff: f64| {
        let options = MeasureBalanceOptions::default().cutoff(cutoff);
        measure_balance(&skeleton, &clip, &[], &BalanceScene::default(), &options).unwrap()
    };
    let raw = with(0.0);
    for (cutoff, is_told) in [(0.0, false), (5.0, false), (0.9 * half, false), (half, true), (100.0, true)] {
        let measured = with(cutoff);
        assert_eq!(codes(&measured).contains(&"cutoff-limited"), is_told, "{cutoff}");
        assert_eq!(measured.frames.load == raw.frames.load, is_told || cutoff <= 0.0, "{cutoff}");
    }
}

#[test]
fn means_are_over_the_judged_frames_by_their_load() {
    let skeleton = biped();
    let jump = sample::jump(&skeleton, &Default::default()).unwrap().clip;
    let all = measured(&skeleton, &jump);
    let (frames, report) = (&all.frames, &all.report);
    let judged = || (0..jump.frame_count()).filter(|f| frames.is_judged[*f]);
    assert!(judged().count() < jump.frame_count() && judged().count() > 10);
    let mean = |value: &dyn Fn(usize) -> f64| {
        let sum: f64 = judged().map(|f| frames.load[f].min(1.0) * value(f)).sum();
        sum / judged().map(|f| frames.load[f].min(1.0)).sum::<f64>()
    };
    let height = |f: usize| (frames.centre[f] - frames.plane_point[f]).dot(&frames.plane_normal[f]);
    assert!((report.centre_height.unwrap() - mean(&height)).abs() < 1e-9);
    let left = |f: usize| frames.left_share[f].unwrap();
    assert!((report.left_share.unwrap() - mean(&left)).abs() < 1e-9);
}

#[test]
fn a_clip_in_which_nothing_can_be_judged_says_why() {
    let skeleton = biped();
    let whole = walk(&skeleton);
    for count in [0, 1, 2] {
        let short = whole.slice(10..10 + count).unwrap();
        let measured = measured(&skeleton, &short);
        assert_eq!(measured.report.balance.frames, 0, "{count}");
        assert_eq!(measured.frames.centre.len(), count);
        assert_eq!(codes(&measured), ["balance-not-judged"]);
        assert!(measured.report.notes[0].text.contains(&format!("has {count} frame")));
        assert_eq!(measured.report.summary(), "nothing could be judged");
        // What was not measured has no figure.
        let report = &measured.report;
        assert_eq!(
            (report.left_share, report.centre_height, report.balance.outside.max_frame),
            (None, None, None)
        );
        assert!(report.balance.inside.is_sign_positive() && report.balance.within_2cm.is_sign_positive());
    }
    // All flight: only what is between take-off and landing.
    let jump = sample::jump(&skeleton, &JumpOptions { height: 0.6, ..Default::default() }).unwrap().clip;
    let all = self::measured(&skeleton, &jump);
    let [flight] = all.report.flights.as_slice() else { panic!("{:?}", all.report.flights) };
    let inner = flight.frames.start + 3..flight.frames.end - 3;
    let air = self::measured(&skeleton, &jump.slice(inner).unwrap());
    assert_eq!(air.report.balance.frames, 0);
    assert!(air.frames.zero_moment_point.iter().all(Option::is_none));
    assert!(codes(&air).contains(&"balance-not-judged"), "{:?}", codes(&air));
    let note = air.report.notes.iter().find(|note| note.code == "balance-not-judged").unwrap();
    assert!(note.text.contains("falls or flies"), "{}", note.text);
}

#[test]
fn a_made_jump_falls_as_it_should_and_a_slow_one_is_told() {
    let skeleton = biped();
    let jump = sample::jump(&skeleton, &JumpOptions { height: 0.5, ..Default::default() }).unwrap().clip;
    let report = measured(&skeleton, &jump).report;
    let [flight] = report.flights.as_slice() else { panic!("{:?}", report.flights) };
    // The root falls freely; limbs that move meanwhile shift the centre a little.
    assert!((0.8..1.25).contains(&flight.g_ratio), "{}", flight.g_ratio);
    assert!(flight.off_parabola < 0.015 && flight.rise > 0.2, "{flight:?}");
    let mut data = jump.clone().into_data();
    data.frame_rate *= 2.0;
    let fast = measured(&skeleton, &Clip::new(&skeleton, data).unwrap());
    assert!((fast.report.flights[0].g_ratio / flight.g_ratio - 4.0).abs() < 0.2, "{:?}", fast.report.flights);
    assert!(codes(&fast).contains(&"flight-not-ballistic"), "{:?}", codes(&fast));
}

#[test]
fn on_a_slope_the_zero_moment_point_lies_on_the_slope() {
    let skeleton = biped();
    let clip = walk(&skeleton);
    // As a moving ramp would see it: heights follow z, feet keep their angle.
    let mut data = clip.clone().into_data();
    data.root_positions.iter_mut().for_each(|p| p.y += 0.1 * p.z);
    let uphill = Clip::new(&skeleton, data).unwrap();
    let ground = Ground::plane(Vec3::new(0.0, 1.0, -0.1), 0.0).unwrap();
    let mut scene = BalanceScene::default();
    scene.ground = Some(&ground);
    let frames = measure_balance(&skeleton, &uphill, &[], &scene, &Default::default()).unwrap().frames;
    let normal = Vec3::new(0.0, 1.0, -0.1).normalize();
    let mut seen = 0;
    for frame in 0..clip.frame_count() {
        let Some(point) = frames.zero_moment_point[frame].filter(|_| !frames.area(frame).is_empty()) else {
            continue;
        };
        assert!(normal.dot(&point).abs() < 1e-9, "{frame}: {point}");
        assert!((frames.plane_normal[frame] - normal).norm() < 1e-9);
        assert!(frames.area(frame).iter().all(|corner| normal.dot(corner).abs() < 1e-9));
        seen += 1;
    }
    assert!(seen > clip.frame_count() / 2, "{seen}");
}

#[test]
fn captured_walks_are_balanced() {
    let Some(folder) = data_folder() else { return };
    let (mut mean, mut within) = (0.0, 0.0);
    for name in WALKS {
        let (skeleton, clip) = captured(&folder, name, None);
        let balance = measured(&skeleton, &clip).report.balance;
        assert!(balance.outside.mean < 0.012 && balance.within_2cm > 0.8, "{name}: {balance:?}");
        mean += balance.outside.mean / WALKS.len() as f64;
        within += balance.within_2cm / WALKS.len() as f64;
    }
    assert!(mean <= 0.0045 && within >= 0.92, "{mean} {within}");
}

#[test]
fn a_stand_on_one_leg_is_balanced_at_any_frame_rate() {
    let Some(folder) = data_folder() else { return };
    for step in [1, 2, 4] {
        let (skeleton, clip) = captured(&folder, "49_18_balance_one_leg", Some(step));
        let balance = measured(&skeleton, &clip).report.balance;
        assert!(balance.outside.mean <= 0.0005 && balance.outside.max <= 0.005, "{step}: {balance:?}");
        assert!(balance.inside >= 0.98, "{step}: {balance:?}");
    }
}

#[test]
fn stairs_and_uneven_ground_are_balanced_on_their_own_planes() {
    let Some(folder) = data_folder() else { return };
    for name in ["113_19_stairs_up_down", "83_34_stairs_up", "36_10_uneven_terrain"] {
        let (skeleton, clip) = captured(&folder, name, None);
        let measured = measured(&skeleton, &clip);
        let balance = &measured.report.balance;
        assert!(balance.within_2cm >= 0.95, "{name}: {balance:?}");
        let heights = measured.frames.plane_point.iter().map(|p| p.y);
        let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), y| (a.min(y), b.max(y)));
        assert!(high - low > 0.1, "{name}: {low} {high}");
        assert!(measured.frames.plane_normal.iter().all(|n| (n.norm() - 1.0).abs() < 1e-9 && n.y > 0.8));
    }
}

#[test]
fn seats_are_another_support_and_are_not_judged() {
    let Some(folder) = data_folder() else { return };
    for (name, count) in [("143_18_sit_down_get_up", 2), ("75_20_sit_low", 1)] {
        let (skeleton, clip) = captured(&folder, name, None);
        let measured = measured(&skeleton, &clip);
        let seats: Vec<_> =
            measured.report.other_supports.iter().filter(|other| other.pelvis_distance < 0.2).collect();
        assert_eq!(seats.len(), count, "{name}: {:?}", measured.report.other_supports);
        for seat in seats {
            assert!(seat.frames.clone().all(|frame| !measured.frames.is_judged[frame]), "{name}");
        }
        let judged = measured.frames.is_judged.iter().filter(|is_judged| **is_judged).count();
        assert_eq!(judged, measured.report.balance.frames, "{name}");
        assert!(codes(&measured).contains(&"other-support"));
    }
}

#[test]
fn captured_jumps_fall_as_bodies_do() {
    let Some(folder) = data_folder() else { return };
    for name in ["13_11_jump_forward", "16_03_jump_high"] {
        let (skeleton, clip) = captured(&folder, name, None);
        let report = measured(&skeleton, &clip).report;
        assert!(!report.flights.is_empty(), "{name}");
        for flight in report.flights.iter().filter(|flight| flight.frames.len() >= 12) {
            assert!((0.88..=1.12).contains(&flight.g_ratio), "{name}: {flight:?}");
            assert!(flight.off_parabola < 0.008, "{name}: {flight:?}");
        }
    }
}

#[test]
fn a_doubled_frame_rate_is_told_and_a_true_one_is_not() {
    let Some(folder) = data_folder() else { return };
    for name in ["02_01_walk", "16_17_walk_turn90_left"] {
        let (skeleton, clip) = captured(&folder, name, Some(1));
        assert_eq!(measured(&skeleton, &clip).report.likely_frame_rate, None, "{name}");
        let mut data = clip.into_data();
        data.frame_rate *= 2.0;
        let wrong = measured(&skeleton, &Clip::new(&skeleton, data).unwrap());
        assert_eq!(wrong.report.likely_frame_rate, Some(120.0), "{name}");
        assert!(codes(&wrong).contains(&"frame-rate-doubtful"));
    }
}

#[test]
fn a_pose_before_the_capture_spoils_nothing() {
    let Some(folder) = data_folder() else { return };
    let path = folder.join("cmu/02_01_walk.bvh");
    let document = read(&path, &ReadOptions::default()).unwrap();
    let (skeleton, whole) = (&document.skeleton, &document.clips[0]);
    let [with, without] = [0, 1].map(|first| {
        let clip = whole.slice(first..whole.frame_count()).unwrap();
        measured(skeleton, &clip).report.balance
    });
    assert!((with.outside.mean - without.outside.mean).abs() < 1e-4, "{with:?} {without:?}");
    assert!((with.within_2cm - without.within_2cm).abs() < 5e-3, "{with:?} {without:?}");
    assert!(with.frames.abs_diff(without.frames) <= 1);
}

#[test]
fn beside_a_cut_nothing_is_judged() {
    let skeleton = biped();
    let clip = walk(&skeleton);
    let whole = measured(&skeleton, &clip);
    // The second half is somewhere else.
    let half = clip.frame_count() / 2;
    let mut data = clip.into_data();
    data.root_positions[half..].iter_mut().for_each(|p| p.x += 3.0);
    let pasted = measured(&skeleton, &Clip::new(&skeleton, data).unwrap());
    let reach = 12;
    for frame in half - reach..half + reach {
        assert!(pasted.frames.zero_moment_point[frame].is_none(), "{frame}");
    }
    for frame in (20..half - reach - 1).chain(half + reach + 1..2 * half - 20) {
        let shift = Vec3::x() * if frame < half { 0.0 } else { 3.0 };
        let pair = [&whole, &pasted].map(|measured| measured.frames.zero_moment_point[frame].unwrap());
        assert!((pair[0] + shift - pair[1]).norm() < 0.05, "{frame}: {pair:?}");
    }
    assert!(pasted.report.balance.outside.max < whole.report.balance.outside.max + 0.05);
}

/// Mean distance of two paths of zero moment points, ends left out, metres.
fn mean_difference(truth: &MeasuredBalance, found: &MeasuredBalance, ends: usize) -> f64 {
    let pairs = truth.frames.zero_moment_point.iter().zip(&found.frames.zero_moment_point);
    let inner = pairs.skip(ends).take(truth.frames.centre.len() - 2 * ends);
    let errors: Vec<f64> = inner.filter_map(|(a, b)| Some(((*a)? - (*b)?).xz().norm())).collect();
    errors.iter().sum::<f64>() / errors.len() as f64
}

#[test]
fn noise_of_capture_is_smoothed_away() {
    let Some(folder) = data_folder() else { return };
    let (skeleton, clip) = captured(&folder, "02_01_walk", Some(1));
    let known = with_bandwidth(&skeleton, &clip, 6.0);
    // What the known motion asks for, straight from its differences.
    let options = MeasureBalanceOptions::default().cutoff(0.0);
    let scene = BalanceScene::default();
    for (step, limit) in [(1, 0.022), (2, 0.024), (4, 0.026)] {
        let thin = |clip: &Clip| {
            let take = surefoot_tests::plant_clips::Take { skeleton: skeleton.clone(), clip: clip.clone() };
            if step > 1 { surefoot_tests::plant_clips::thinned(&take, step, 0).clip } else { take.clip }
        };
        let truth = measure_balance(&skeleton, &thin(&known), &[], &scene, &options).unwrap();
        let mut mean = 0.0;
        for seed in 0..3 {
            let shaken = thin(&noisy(&skeleton, &known, 0.15, 0.0005, seed));
            let found = measure_balance(&skeleton, &shaken, &[], &scene, &Default::default()).unwrap();
            let ends = (0.3 * shaken.frame_rate()) as usize;
            mean += mean_difference(&truth, &found, ends) / 3.0;
        }
        assert!(mean < limit, "every {step}: {mean}");
        let raw = measure_balance(
            &skeleton,
            &thin(&noisy(&skeleton, &known, 0.15, 0.0005, 0)),
            &[],
            &scene,
            &options,
        );
        assert!(mean_difference(&truth, &raw.unwrap(), 30) > 3.0 * limit, "the noise matters");
    }
}

#[test]
fn a_mesh_weighs_what_a_man_of_its_size_does() {
    let Some(folder) = data_folder() else { return };
    let read =
        |name: &str| read(&folder.join(Path::new("characters").join(name)), &ReadOptions::default()).unwrap();
    for (name, mass) in [("makehuman_male_cmu.glb", 62.2), ("makehuman_male_heavy_cmu.glb", 68.0)] {
        let document = read(name);
        let skeleton = &document.skeleton;
        let rest = rest_pose(skeleton);
        let mut clip = surefoot::model::clip::ClipData {
            name: "rest".into(),
            frame_rate: 30.0,
            rotations: vec![],
            root_positions: vec![],
            translations: vec![],
            scales: vec![],
        };
        for _ in 0..30 {
            clip.rotations.extend(skeleton.joints().map(|joint| skeleton.rest_rotation(joint)));
            clip.root_positions.push(rest.position(0, JointIndex(0)));
        }
        let clip = Clip::new(skeleton, clip).unwrap();
        let scene = BalanceScene::default();
        let measured =
            measure_balance(skeleton, &clip, &document.skins, &scene, &Default::default()).unwrap();
        assert_eq!(measured.report.mass_source, Some(MassSource::Mesh), "{name}");
        assert!((measured.report.mass / mass - 1.0).abs() < 0.03, "{name}: {}", measured.report.mass);
        let share = measured.report.centre_height.unwrap() / standing_height(skeleton);
        assert!((0.54..0.60).contains(&share), "{name}: {share}");
        let centre = measured.frames.centre[15];
        let hips =
            Side::BOTH.map(|side| rest.position(0, skeleton.roles().joint(Role::Thigh(side)).unwrap()));
        assert!((centre.x - (hips[0].x + hips[1].x) / 2.0).abs() < 0.005, "{name}: {centre}");
    }
}
