//! `correct_flight`: the centre of mass falls as it should, feet stay where they stand, and the rest of the clip is left alone.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::kinematics::world_poses;
use surefoot::math::Vec3;
use surefoot::model::{BodyPoint, Plant, PointKind, Side};
use surefoot::ops::Progress;
use surefoot::ops::correct_flight::{
    CorrectFlightOptions, CorrectFlightReport, FlightFix, FlightSetting, correct_flight,
};
use surefoot::ops::measure_balance::{BalanceScene, MeasureBalanceOptions, measure_balance};
use surefoot::{Clip, Edited, Error, Plants, Skeleton};
use surefoot_sample as sample;
use surefoot_tests::balance_clips::captured;
use surefoot_tests::flight_clips::{FlightFault, with_fault};

fn jump() -> (Skeleton, Clip) {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let clip = sample::jump(&skeleton, &Default::default()).unwrap().clip;
    (skeleton, clip)
}

fn fixed(skeleton: &Skeleton, clip: &Clip, fix: FlightFix) -> Edited<CorrectFlightReport> {
    let options = CorrectFlightOptions::default().fix(fix);
    correct_flight(skeleton, clip, &[], &FlightSetting::default(), &options, &Progress::none()).unwrap()
}

/// Acceleration of the centre of mass in the middle of a flight, by its own differences, as a share of gravity.
fn falls(skeleton: &Skeleton, clip: &Clip, frames: std::ops::Range<usize>) -> (f64, f64) {
    let measured =
        measure_balance(skeleton, clip, &[], &BalanceScene::default(), &MeasureBalanceOptions::default())
            .unwrap();
    let (centre, time) = (measured.frames.centre, clip.frame_time());
    let middle = frames.start + 1..frames.end - 1;
    let fall = |frame: usize| (centre[frame + 1] - centre[frame] * 2.0 + centre[frame - 1]) / (time * time);
    let mean = middle.clone().map(|frame| -fall(frame).y).sum::<f64>() / middle.len() as f64;
    let level = middle.map(|frame| Vec3::new(fall(frame).x, 0.0, fall(frame).z).norm()).fold(0.0, f64::max);
    (mean / 9.80665, level / 9.80665)
}

#[test]
fn a_jump_that_hangs_or_drops_falls_as_it_should() {
    let (skeleton, clip) = jump();
    let clean = fixed(&skeleton, &clip, FlightFix::Height).clip;
    for fault in FlightFault::ALL {
        let faulty = with_fault(&skeleton, &clean, fault);
        for fix in [FlightFix::Height, FlightFix::Time] {
            let edited = fixed(&skeleton, &faulty, fix);
            let flight = &edited.report.flights[0];
            assert!(flight.corrected && (flight.g_ratio_before - 1.0).abs() > 0.02, "{fault:?} {fix:?}");
            assert!(
                (flight.g_ratio_after - 1.0).abs() < 0.005,
                "{fault:?} {fix:?}: {}",
                flight.g_ratio_after
            );
            assert!(flight.off_parabola_after < 1e-4, "{fault:?} {fix:?}: {}", flight.off_parabola_after);
            let (fall, level) = falls(&skeleton, &edited.clip, flight.frames_after.clone());
            assert!((fall - 1.0).abs() < 0.01 && level < 0.01, "{fault:?} {fix:?}: {fall} {level}");
            assert!(
                edited.report.foot_drift_max <= 2e-4,
                "{fault:?} {fix:?}: {}",
                edited.report.foot_drift_max
            );
            assert!(edited.report.jerk_ratio <= 1.10, "{fault:?} {fix:?}: {}", edited.report.jerk_ratio);
        }
    }
}

#[test]
fn frames_away_from_flights_keep_their_bits_and_legs_their_length() {
    let (skeleton, clip) = jump();
    let clip = fixed(&skeleton, &clip, FlightFix::Height).clip;
    let faulty = with_fault(&skeleton, &clip, FlightFault::Pace(1.2));
    let edited = fixed(&skeleton, &faulty, FlightFix::Height);
    assert!(edited.clip.translations().is_empty(), "no leg is stretched");
    let flight = &edited.report.flights[0];
    assert!(flight.rise_after > flight.rise_before + 0.02, "{} {}", flight.rise_before, flight.rise_after);
    let gate = (0.65 / faulty.frame_time()) as usize;
    let away = |frame: &usize| {
        *frame + gate < flight.frames_before.start || *frame > flight.frames_before.end + gate
    };
    let away: Vec<usize> = (0..faulty.frame_count()).filter(away).collect();
    assert!(away.len() > 10, "the clip is long enough to tell");
    assert_eq!(edited.clip.frame_count(), faulty.frame_count());
    for frame in away {
        assert_eq!(edited.clip.pose(frame).rotations(), faulty.pose(frame).rotations(), "{frame}");
        assert_eq!(edited.clip.root_positions()[frame], faulty.root_positions()[frame], "{frame}");
    }
    // On the ground the ankles stay, seen from outside.
    let (before, after) =
        (world_poses(&skeleton, &faulty).unwrap(), world_poses(&skeleton, &edited.clip).unwrap());
    for side in surefoot::model::Side::BOTH {
        let foot = skeleton.roles().joint(surefoot::Role::Foot(side)).unwrap();
        for frame in (0..faulty.frame_count()).filter(|frame| !flight.frames_before.contains(frame)) {
            let way = (before.position(frame, foot) - after.position(frame, foot)).norm();
            assert!(way < 1e-6, "{frame}: {way}");
        }
    }
}

#[test]
fn time_changes_the_length_and_keeps_the_rest() {
    let (skeleton, clip) = jump();
    let clip = fixed(&skeleton, &clip, FlightFix::Height).clip;
    let faulty = with_fault(&skeleton, &clip, FlightFault::Pace(1.2));
    let edited = fixed(&skeleton, &faulty, FlightFix::Time);
    let flight = &edited.report.flights[0];
    assert!(edited.clip.frame_count() < faulty.frame_count());
    assert!((0.75..0.92).contains(&flight.time_ratio), "{}", flight.time_ratio);
    assert!((flight.rise_after - flight.rise_before).abs() < 0.03, "as high as before");
    let (first, last) = (0, [faulty.frame_count() - 1, edited.clip.frame_count() - 1]);
    assert_eq!(edited.clip.pose(first).rotations(), faulty.pose(first).rotations());
    assert_eq!(edited.clip.pose(last[1]).rotations(), faulty.pose(last[0]).rotations());
    assert!(edited.report.notes.iter().any(|note| note.code == "clip-length-changed"));
}

#[test]
fn what_is_right_comes_back_bit_for_bit() {
    let (skeleton, clip) = jump();
    let once = fixed(&skeleton, &clip, FlightFix::Height);
    let again = fixed(&skeleton, &once.clip, FlightFix::Height);
    assert_eq!(again.clip, once.clip);
    assert_eq!((again.report.corrected, again.report.rounds), (0, 0));
    assert_eq!(again.report.flights.len(), 1);
    let walk = sample::walk(&skeleton, &Default::default()).unwrap().clip;
    let walked = fixed(&skeleton, &walk, FlightFix::Height);
    assert_eq!(walked.clip, walk);
    assert!(walked.report.summary().contains("no flight"));
}

#[test]
fn short_clips_and_flights_at_the_ends_are_no_trouble() {
    let (skeleton, clip) = jump();
    let faulty = with_fault(&skeleton, &clip, FlightFault::Pace(1.2));
    let flight = fixed(&skeleton, &faulty, FlightFix::Height).report.flights[0].frames_before.clone();
    let middle = (flight.start + flight.end) / 2;
    let cuts = [0..1, 0..2, 0..middle, middle..faulty.frame_count(), flight.start + 2..flight.end - 2, 0..0];
    for frames in cuts {
        let part = faulty.slice(frames.clone()).unwrap();
        for fix in [FlightFix::Height, FlightFix::Time] {
            let options = CorrectFlightOptions::default().fix(fix);
            let setting = FlightSetting::default();
            let edited =
                correct_flight(&skeleton, &part, &[], &setting, &options, &Progress::none()).unwrap();
            assert!(
                fix == FlightFix::Time || edited.clip.frame_count() == part.frame_count(),
                "{frames:?} {fix:?}: {} frames",
                edited.clip.frame_count()
            );
            // A clip of a few frames shows no flight; one that never stands is a flight from end to end.
            assert!(
                edited.report.corrected <= usize::from(frames.len() > 2),
                "{frames:?} {fix:?}: {}",
                edited.report.summary()
            );
            if edited.report.corrected == 0 {
                assert_eq!(edited.clip, part, "{frames:?} {fix:?}");
            }
            for flight in edited.report.flights.iter().filter(|flight| flight.corrected) {
                assert!(
                    (flight.g_ratio_after - 1.0).abs() < 0.02,
                    "{frames:?} {fix:?}: {}",
                    flight.g_ratio_after
                );
            }
        }
    }
}

#[test]
fn bad_input_is_refused_and_a_caller_can_stop() {
    let (skeleton, clip) = jump();
    let run = |options: &CorrectFlightOptions, progress: &Progress<'_>| {
        correct_flight(&skeleton, &clip, &[], &FlightSetting::default(), options, progress)
    };
    for gravity in [0.0, -9.81, f64::NAN] {
        let text = run(&CorrectFlightOptions::default().gravity(gravity), &Progress::none())
            .unwrap_err()
            .to_string();
        assert!(text.contains("gravity"), "{text}");
    }
    let stop = |share: f64| share < 0.2;
    assert_eq!(run(&CorrectFlightOptions::default(), &Progress::new(&stop)).unwrap_err(), Error::Cancelled);
    let plants = surefoot::Plants::none(3);
    let mut setting = FlightSetting::default();
    setting.scene.plants = Some(&plants);
    let options = CorrectFlightOptions::default();
    assert!(correct_flight(&skeleton, &clip, &[], &setting, &options, &Progress::none()).is_err());
}

#[test]
fn a_flight_over_a_cut_is_left_alone_and_named() {
    let (skeleton, clip) = jump();
    let faulty = with_fault(&skeleton, &clip, FlightFault::Pace(1.2));
    let flight = fixed(&skeleton, &faulty, FlightFix::Height).report.flights[0].frames_before.clone();
    let mut data = faulty.into_data();
    for place in &mut data.root_positions[(flight.start + flight.end) / 2..] {
        *place += Vec3::new(3.4, 0.0, 0.0);
    }
    let cut = Clip::new(&skeleton, data).unwrap();
    for fix in [FlightFix::Height, FlightFix::Time] {
        let edited = fixed(&skeleton, &cut, fix);
        assert_eq!(edited.clip, cut, "{}", edited.report.summary());
        let note = edited.report.notes.iter().find(|note| note.code == "flight-over-cut").unwrap();
        assert!(!note.frames.is_empty());
    }
}

#[test]
fn frames_in_which_hands_bear_stay_as_they_are() {
    let (skeleton, clip) = jump();
    let faulty = with_fault(&skeleton, &clip, FlightFault::Pace(1.2));
    let free = fixed(&skeleton, &faulty, FlightFix::Height);
    // Hands on the floor before the jump, within reach of its correction.
    let start = free.report.flights[0].frames_before.start;
    let held = start - (0.45 * faulty.frame_rate()) as usize..start - (0.3 * faulty.frame_rate()) as usize;
    let moves =
        |edited: &Clip| held.clone().any(|f| edited.root_positions()[f] != faulty.root_positions()[f]);
    assert!(moves(&free.clip), "else this tells nothing");
    let plant = |side| Plant {
        point: BodyPoint { side, kind: PointKind::Wrist },
        frames: held.clone(),
        confidence: 1.0,
        position: None,
    };
    let plants = Plants::new(faulty.frame_count(), Side::BOTH.map(plant).to_vec()).unwrap();
    let mut setting = FlightSetting::default();
    setting.scene.plants = Some(&plants);
    let options = CorrectFlightOptions::default();
    let edited = correct_flight(&skeleton, &faulty, &[], &setting, &options, &Progress::none()).unwrap();
    assert_eq!(edited.report.corrected, 1);
    assert!(!moves(&edited.clip) && edited.clip != faulty);
}

#[test]
fn a_path_that_is_not_straight_is_told_before_and_after() {
    let (skeleton, clip) = jump();
    let clean = fixed(&skeleton, &clip, FlightFix::Height).clip;
    let flight = fixed(&skeleton, &clean, FlightFix::Height).report.flights[0].frames_before.clone();
    // The body swerves in the air: its fall is right, its path over the floor is not.
    let mut data = clean.into_data();
    for (step, frame) in flight.clone().enumerate() {
        let share = step as f64 / (flight.len() - 1) as f64;
        data.root_positions[frame].x += 0.03 * (std::f64::consts::PI * share).sin().powi(2);
    }
    let edited = fixed(&skeleton, &Clip::new(&skeleton, data).unwrap(), FlightFix::Height);
    let told = &edited.report.flights[0];
    assert!(told.corrected && (told.g_ratio_before - 1.0).abs() < 0.02, "{}", told.g_ratio_before);
    assert!(told.off_line_before > 0.005 && told.off_line_after < 0.002, "{told:?}");
    assert!(edited.report.notes.iter().all(|note| note.code != "flight-left"));
    // What cannot be reached is named: no result is as exact as that.
    let options = CorrectFlightOptions::default().g_tolerance(0.0).path_tolerance(0.0);
    let strict =
        correct_flight(&skeleton, &clip, &[], &FlightSetting::default(), &options, &Progress::none())
            .unwrap();
    let note = strict.report.notes.iter().find(|note| note.code == "flight-left").unwrap();
    assert!(note.text.contains("off its line") && !note.frames.is_empty(), "{note}");
}

#[test]
fn another_gravity_gives_another_arc() {
    let (skeleton, clip) = jump();
    let options = CorrectFlightOptions::default().gravity(14.0);
    let edited =
        correct_flight(&skeleton, &clip, &[], &FlightSetting::default(), &options, &Progress::none())
            .unwrap();
    let (fall, _) = falls(&skeleton, &edited.clip, edited.report.flights[0].frames_after.clone());
    assert!((fall * 9.80665 - 14.0).abs() < 0.1, "{fall}");
}

#[test]
fn threads_do_not_change_the_result() {
    let (skeleton, clip) = jump();
    let faulty = with_fault(&skeleton, &clip, FlightFault::Pace(0.85));
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let [one, two] =
        [1, 2].map(|threads| pool(threads).install(|| fixed(&skeleton, &faulty, FlightFix::Height)));
    assert_eq!(one, two);
}

#[test]
fn a_cartwheel_is_no_jump() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for step in [None, Some(1)] {
        let (skeleton, clip) = captured(&folder, "49_06_cartwheel", step);
        for fix in [FlightFix::Height, FlightFix::Time] {
            let edited = fixed(&skeleton, &clip, fix);
            assert_eq!(edited.report.corrected, 0, "{}", edited.report.summary());
            assert_eq!(edited.clip, clip);
        }
    }
}

/// Fastest that a correction moves an ankle beside what it did, m/s.
fn added_ankle_speed(skeleton: &Skeleton, before: &Clip, after: &Clip) -> f64 {
    let poses = [before, after].map(|clip| world_poses(skeleton, clip).unwrap());
    let mut most: f64 = 0.0;
    for side in surefoot::model::Side::BOTH {
        let foot = skeleton.roles().joint(surefoot::Role::Foot(side)).unwrap();
        let added = |frame: usize| poses[1].position(frame, foot) - poses[0].position(frame, foot);
        for frame in 1..before.frame_count() {
            most = most.max((added(frame) - added(frame - 1)).norm() / before.frame_time());
        }
    }
    most
}

#[test]
fn feet_do_not_leap_where_a_flight_begins_or_ends() {
    // One frame does not show in a percentile of the jerk.
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for (name, step) in [("16_03_jump_high", 1), ("16_03_jump_high", 2), ("13_11_jump_forward", 2)] {
        let (skeleton, clip) = captured(&folder, name, Some(step));
        for fault in FlightFault::ALL {
            let faulty = with_fault(&skeleton, &clip, fault);
            let edited = fixed(&skeleton, &faulty, FlightFix::Height);
            if edited.clip.frame_count() == faulty.frame_count() {
                let speed = added_ankle_speed(&skeleton, &faulty, &edited.clip);
                assert!(speed < 3.0, "{name} {step} {fault:?}: {speed} m/s");
            }
        }
    }
}

/// Clips on which the constants were chosen.
#[test]
fn captured_jumps_with_known_faults_meet_the_bars() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in ["13_11_jump_forward", "16_03_jump_high", "75_15_jump_long_repeated"] {
        let (skeleton, clip) = captured(&folder, name, None);
        for fault in FlightFault::ALL {
            let report = fixed(&skeleton, &with_fault(&skeleton, &clip, fault), FlightFix::Height).report;
            assert!(report.corrected > 0, "{name} {fault:?}");
            for flight in report.flights.iter().filter(|flight| flight.corrected) {
                assert!(
                    (flight.g_ratio_after - 1.0).abs() <= 0.005,
                    "{name} {fault:?}: {}",
                    flight.g_ratio_after
                );
            }
            assert!(report.foot_drift_max <= 2e-4, "{name} {fault:?}: drift {}", report.foot_drift_max);
            assert!(report.jerk_ratio <= 1.10, "{name} {fault:?}: jerk {}", report.jerk_ratio);
        }
    }
}
