//! Prints how captured clips are balanced: `cargo run --release -p surefoot-tests --bin balance_figures -- [--step N] [--cutoff HZ] [WORD…]`.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
#![allow(clippy::unwrap_used, reason = "figures that cannot be made must stop the run")]

use surefoot::ops::measure_balance::{BalanceScene, MeasureBalanceOptions, measure_balance};
use surefoot_tests::balance_clips::{captured, clip_names};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |word: &str| words.iter().position(|w| w == word).and_then(|i| words.get(i + 1)).cloned();
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let step = after("--step").map(|s| s.parse().unwrap());
    let cutoff = after("--cutoff").map_or(5.0, |s| s.parse().unwrap());
    let is_option = |i: usize| words[i].starts_with("--") || (i > 0 && words[i - 1].starts_with("--"));
    let wanted: Vec<&String> = (0..words.len()).filter(|&i| !is_option(i)).map(|i| &words[i]).collect();
    let options = MeasureBalanceOptions::default().cutoff(cutoff);
    println!("clip | outside mean p95 max cm (frame) | inside | within 2 cm | flights g ratio, off cm | other supports");
    for name in clip_names(&folder) {
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let (skeleton, clip) = captured(&folder, &name, step);
        let start = std::time::Instant::now();
        let measured = measure_balance(&skeleton, &clip, &[], &BalanceScene::default(), &options).unwrap();
        let micros = start.elapsed().as_secs_f64() * 1e6 / clip.frame_count() as f64;
        let single = measured.frames.left_share.iter().filter(|share| matches!(share, Some(s) if *s <= 0.0 || *s >= 1.0)).count();
        let single = single as f64 / clip.frame_count() as f64;
        let report = measured.report;
        let balance = &report.balance;
        let flights: Vec<String> = report
            .flights
            .iter()
            .map(|f| format!("{}-{} {:.2} {:.2}/{:.2}", f.frames.start, f.frames.end, f.g_ratio, 100.0 * f.off_parabola, 100.0 * f.off_line))
            .collect();
        let others: Vec<String> = report
            .other_supports
            .iter()
            .map(|o| format!("{}-{} {} pelvis {:.2}", o.frames.start, o.frames.end, o.joint, o.pelvis_distance))
            .collect();
        println!(
            "{name:40} {:5.2} {:5.2} {:6.2} ({:4}) | {:5.1} | {:5.1} | {} | {} | single {:.0} % | {:.1} us {:?}",
            100.0 * balance.outside.mean,
            100.0 * balance.outside.p95,
            100.0 * balance.outside.max,
            balance.outside.max_frame,
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
