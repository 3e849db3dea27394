//! Prints what `correct_flight` does to captured jumps with known faults:
//! `cargo run --release -p surefoot-tests --bin flight_figures -- [--fix time] [--all] [CLIP…]`.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
#![allow(clippy::unwrap_used, reason = "figures that cannot be made must stop the run")]

use surefoot::kinematics::world_poses;
use surefoot::model::Side;
use surefoot::ops::Progress;
use surefoot::ops::correct_flight::{CorrectFlightOptions, FlightFix, FlightSetting, correct_flight};
use surefoot::{Clip, Role, Skeleton};
use surefoot_tests::balance_clips::captured;
use surefoot_tests::flight_clips::{FlightFault, with_fault};

/// Fastest that the correction moves an ankle beside what it did, m/s; 0 where the number of frames changed.
fn added_ankle_speed(skeleton: &Skeleton, before: &Clip, after: &Clip) -> f64 {
    if before.frame_count() != after.frame_count() {
        return 0.0;
    }
    let poses = [before, after].map(|clip| world_poses(skeleton, clip).unwrap());
    let feet = Side::BOTH.map(|side| skeleton.roles().joint(Role::Foot(side)).unwrap());
    let added = |frame: usize, foot| poses[1].position(frame, foot) - poses[0].position(frame, foot);
    let steps = (1..before.frame_count()).flat_map(|frame| feet.map(|foot| (frame, foot)));
    let speed = |(frame, foot)| (added(frame, foot) - added(frame - 1, foot)).norm() / before.frame_time();
    steps.map(speed).fold(0.0, f64::max)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let fix = if words.iter().any(|word| word == "time") { FlightFix::Time } else { FlightFix::Height };
    let is_long = words.iter().any(|word| word == "--all");
    let options = CorrectFlightOptions::default().fix(fix);
    for name in words.iter().filter(|word| !word.starts_with("--") && *word != "time") {
        let (skeleton, clip) = captured(&folder, name, None);
        let faults = FlightFault::ALL.map(Some);
        for fault in std::iter::once(None).chain(faults) {
            let faulty = fault.map_or_else(|| clip.clone(), |fault| with_fault(&skeleton, &clip, fault));
            let start = std::time::Instant::now();
            let edited = correct_flight(
                &skeleton,
                &faulty,
                &[],
                &FlightSetting::default(),
                &options,
                &Progress::none(),
            )
            .unwrap();
            let leap = added_ankle_speed(&skeleton, &faulty, &edited.clip);
            let report = edited.report;
            let micros = start.elapsed().as_secs_f64() * 1e6 / clip.frame_count() as f64;
            let corrected = || report.flights.iter().filter(|flight| flight.corrected);
            let range = |of: &dyn Fn(&surefoot::ops::correct_flight::CorrectedFlight) -> f64| {
                let values = corrected().map(of);
                values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)))
            };
            let (g, h) = (range(&|f| f.g_ratio_before), range(&|f| f.g_ratio_after));
            let (o, p) =
                (range(&|f| 100.0 * f.off_parabola_before), range(&|f| 100.0 * f.off_parabola_after));
            println!(
                "{name:28} {:14} {}/{} g {:.2}-{:.2} -> {:.4}-{:.4} | off {:.2}-{:.2} -> {:.3}-{:.3} | root {:5.1} sink {:4.1} drift {:.4} jerk {:.2} leap {leap:.2} m/s time {:.2} rounds {} frames {} -> {} ({} changed) {micros:.0} us",
                fault.map_or("as captured".to_owned(), |fault| format!("{fault:?}")),
                report.corrected,
                report.flights.len(),
                g.0,
                g.1,
                h.0,
                h.1,
                o.0,
                o.1,
                p.0,
                p.1,
                100.0 * report.root_shift_max,
                100.0 * report.sink_max,
                100.0 * report.foot_drift_max,
                report.jerk_ratio,
                report.time_share,
                report.rounds,
                report.frames_before,
                report.frames_after,
                report.frames_changed,
            );
            if is_long {
                for f in &report.flights {
                    println!(
                        "    {:?} -> {:?} {} g {:.3} -> {:.4} off {:.2} -> {:.3} rise {:.2} -> {:.2} root {:.1} time {:.2}",
                        f.frames_before,
                        f.frames_after,
                        f.corrected,
                        f.g_ratio_before,
                        f.g_ratio_after,
                        100.0 * f.off_parabola_before,
                        100.0 * f.off_parabola_after,
                        f.rise_before,
                        f.rise_after,
                        100.0 * f.root_shift_max,
                        f.time_ratio
                    );
                }
                report.notes.iter().for_each(|note| println!("    {note}"));
            }
        }
    }
}
