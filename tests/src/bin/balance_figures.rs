//! Prints how captured clips are balanced: `cargo run --release -p surefoot-tests --bin balance_figures -- [--step N] [--cutoff HZ] [--runs N] [--folder NAME] [--rates] [--correct limit|keep [--method control-points]] [WORD…]`.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
#![allow(clippy::unwrap_used, reason = "figures that cannot be made must stop the run")]

use std::path::Path;
use surefoot::Clip;
use surefoot::ops::Progress;
use surefoot::ops::correct_balance::{
    BalanceMethod, BalanceMode, BalanceOriginal, BalanceSetting, CorrectBalanceOptions, correct_balance,
};
use surefoot::ops::measure_balance::{BalanceScene, MeasureBalanceOptions, measure_balance};
use surefoot_tests::balance_clips::{BalanceEdit, captured, clip_names, edited};

/// Every clip with six edits: how much of the excess is taken out.
fn correct(folder: &Path, names: &[String], mode: BalanceMode, method: BalanceMethod, rounds: usize) {
    let options = CorrectBalanceOptions::default().mode(mode).method(method).max_rounds(rounds);
    for name in names {
        let (skeleton, clip) = captured(folder, name, None);
        let mut sums = [0.0; 2];
        for edit in BalanceEdit::ALL {
            let (changed, loads) = edited(&skeleton, &clip, edit);
            let mut setting = BalanceSetting::default();
            setting.scene.loads = &loads;
            setting.original = Some(BalanceOriginal {
                skeleton: &skeleton,
                clip: &clip,
                skins: &[],
                scene: BalanceScene::default(),
            });
            let start = std::time::Instant::now();
            let result = correct_balance(&skeleton, &changed, &[], &setting, &options, &Progress::none())
                .unwrap()
                .report;
            let micros = start.elapsed().as_secs_f64() * 1e6 / clip.frame_count() as f64;
            let (before, after) = (result.excess_before, result.excess_after);
            sums[0] += before.mean;
            sums[1] += after.mean;
            println!(
                "{name:32} {edit:13?} {:6.3} -> {:6.3} cm, {:5.1} % | p95 {:5.2} -> {:5.2} max {:6.2} ({}) | {:2} rounds | root {:4.1} sink {:4.1} lean {:4.1} | knee {:.2} jerk {:.2} ankle {:.4} | path {:?} -> {:?} | {micros:.0} us",
                100.0 * before.mean,
                100.0 * after.mean,
                100.0 * (1.0 - after.mean / before.mean.max(1e-12)),
                100.0 * before.p95,
                100.0 * after.p95,
                100.0 * after.max,
                after.max_frame.unwrap_or(0),
                result.rounds,
                100.0 * result.moved.root_max,
                100.0 * result.moved.sink_max,
                result.moved.lean_max,
                result.moved.knee_acceleration_ratio,
                result.moved.jerk_ratio,
                100.0 * result.moved.ankle_moved_max,
                result.off_path_before.map(|x| (x * 1e4).round() / 100.0),
                result.off_path_after.map(|x| (x * 1e4).round() / 100.0),
            );
        }
        println!(
            "{name:32} all           {:6.3} -> {:6.3} cm, {:5.1} %",
            100.0 * sums[0] / 6.0,
            100.0 * sums[1] / 6.0,
            100.0 * (1.0 - sums[1] / sums[0])
        );
    }
}

/// The share of the load within 2 cm at the clip's frame rate and at half of it; what else carries the body counts as outside.
fn rates(folder: &Path, names: &[String]) {
    for name in names {
        let (skeleton, clip) = captured(folder, name, Some(1));
        let share = |clip: &Clip| {
            let options = MeasureBalanceOptions::default();
            let report =
                measure_balance(&skeleton, clip, &[], &BalanceScene::default(), &options).unwrap().report;
            let out: usize = report.other_supports.iter().map(|other| other.frames.len()).sum();
            let frames = report.balance.frames;
            let share = report.balance.within_2cm * frames as f64 / (frames + out).max(1) as f64;
            (100.0 * share, report.likely_frame_rate)
        };
        let mut data = clip.clone().into_data();
        data.frame_rate /= 2.0;
        let half = Clip::new(&skeleton, data.clone()).unwrap();
        data.frame_rate *= 4.0;
        let double = Clip::new(&skeleton, data).unwrap();
        let all = [&double, &clip, &half].map(share);
        println!(
            "{name:40} at {:4.0}: doubled {:5.1} {:?} | as it is {:5.1} {:?} | half {:5.1}",
            clip.frame_rate(),
            all[0].0,
            all[0].1,
            all[1].0,
            all[1].1,
            all[2].0
        );
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |word: &str| words.iter().position(|w| w == word).and_then(|i| words.get(i + 1)).cloned();
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let step = after("--step").map(|s| s.parse().unwrap());
    let runs = after("--runs").map_or(1, |s| s.parse().unwrap());
    let cutoff = after("--cutoff").map_or(5.0, |s| s.parse().unwrap());
    let is_option = |i: usize| words[i].starts_with("--") || (i > 0 && words[i - 1].starts_with("--"));
    let wanted: Vec<&String> = (0..words.len()).filter(|&i| !is_option(i)).map(|i| &words[i]).collect();
    let of_folder = |sub: String| {
        let files = std::fs::read_dir(folder.join(sub)).unwrap().map(|file| file.unwrap().file_name());
        let mut names: Vec<String> = files
            .filter_map(|name| Some(name.into_string().unwrap().strip_suffix(".bvh")?.to_owned()))
            .collect();
        names.sort();
        names
    };
    let mut names = after("--folder").map_or_else(|| clip_names(&folder), of_folder);
    names.retain(|name| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str())));
    if words.iter().any(|word| word == "--rates") {
        return rates(&folder, &names);
    }
    if let Some(mode) = after("--correct") {
        let mode = if mode == "keep" { BalanceMode::Keep } else { BalanceMode::Limit };
        let method = match after("--method").as_deref() {
            Some("control-points") => BalanceMethod::ControlPoints,
            _ => BalanceMethod::Banded,
        };
        return correct(&folder, &names, mode, method, after("--rounds").map_or(12, |s| s.parse().unwrap()));
    }
    let options = MeasureBalanceOptions::default().cutoff(cutoff);
    println!(
        "clip | outside mean p95 max cm (frame) | inside | within 2 cm | flights g ratio, off cm | other supports"
    );
    for name in &names {
        let (skeleton, clip) = captured(&folder, name, step);
        let run = || measure_balance(&skeleton, &clip, &[], &BalanceScene::default(), &options).unwrap();
        // The fastest of a few: others use the machine too.
        let timed = || {
            let start = std::time::Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1e6 / clip.frame_count() as f64
        };
        let micros = (0..runs).map(|_| timed()).fold(f64::INFINITY, f64::min);
        let measured = run();
        let single = measured
            .frames
            .left_share
            .iter()
            .filter(|share| matches!(share, Some(s) if *s <= 0.0 || *s >= 1.0))
            .count();
        let single = single as f64 / clip.frame_count() as f64;
        let report = measured.report;
        let balance = &report.balance;
        let flights: Vec<String> = report
            .flights
            .iter()
            .map(|f| {
                format!(
                    "{}-{} {:.2} {:.2}/{:.2}",
                    f.frames.start,
                    f.frames.end,
                    f.g_ratio,
                    100.0 * f.off_parabola,
                    100.0 * f.off_line
                )
            })
            .collect();
        let others: Vec<String> = report
            .other_supports
            .iter()
            .map(|o| {
                format!("{}-{} {} pelvis {:.2}", o.frames.start, o.frames.end, o.joint, o.pelvis_distance)
            })
            .collect();
        println!(
            "{name:40} {:5.2} {:5.2} {:6.2} ({:4}) | {:5.1} | {:5.1} | {} | {} | single {:.0} % | {:.1} us {:?}",
            100.0 * balance.outside.mean,
            100.0 * balance.outside.p95,
            100.0 * balance.outside.max,
            balance.outside.max_frame.unwrap_or(0),
            100.0 * balance.inside,
            100.0 * balance.within_2cm,
            flights.join(", "),
            others.join(", "),
            100.0 * single,
            micros,
            report.likely_frame_rate,
        );
    }
}
