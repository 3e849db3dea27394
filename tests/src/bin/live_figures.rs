//! Prints how the two streams do on the clips that constants are chosen on, under each fault:
//! `cargo run --release -p surefoot-tests --bin live_figures -- [--given] [--ahead SECONDS] [--delay SECONDS]
//! [--fault WORD] [--clip WORD] [--each] [--table] [--write FOLDER]`.
//!
//! `--write` writes each clip before and after as BVH, to be looked at. `--table` prints the table of docs/operations/remove_footskate.md instead: three clips, three look-aheads.
//! `--given` takes the plants of the clean clip instead of those of `PlantStream`.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
#![allow(clippy::unwrap_used, reason = "figures that cannot be made must stop the run")]

use rayon::prelude::*;
use surefoot::RemoveFootskateOptions;
use surefoot::io::{Convention, Format, NewFile, encode_new};
use surefoot_tests::plant_clips::Score;
use surefoot_tests::wild::faults::{WildFault, inject};
use surefoot_tests::wild::figures::{Figures, measure_cleaned};
use surefoot_tests::wild::live::{clean_live, find_live};
use surefoot_tests::wild::{Set, clips};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|w| w == word);
    let after = |word: &str| words.iter().position(|w| w == word).and_then(|i| words.get(i + 1)).cloned();
    let number = |word: &str, default: f64| after(word).map_or(default, |text| text.parse().unwrap());
    let Some(folder) = surefoot_tests::data_folder() else { return };
    if has("--table") {
        table(&folder);
        return;
    }
    let ahead = number("--ahead", 0.2);
    let mut options = RemoveFootskateOptions::default();
    options.delay = number("--delay", options.delay);
    let (only_fault, only_clip) = (after("--fault").unwrap_or_default(), after("--clip").unwrap_or_default());
    let clips: Vec<_> = clips(&folder, Set::Tune)
        .into_iter()
        .filter(|c| c.name.contains(&only_clip) || c.kind == only_clip)
        .collect();
    let faults = WildFault::ALL.into_iter().filter(|f| f.name().contains(&only_fault)).collect::<Vec<_>>();
    let jobs: Vec<_> = faults.iter().flat_map(|f| clips.iter().map(move |c| (c, *f))).collect();
    let figures: Vec<Figures> = jobs
        .par_iter()
        .map(|(clip, fault)| {
            let faulty = inject(clip, *fault, 1);
            let found = if has("--given") {
                clip.reference.clone()
            } else {
                find_live(&faulty, ahead, &Default::default())
            };
            let cleaned = clean_live(&faulty, &found, &options);
            if let Some(to) = after("--write") {
                for (word, clip_of) in [("before", &faulty.clip), ("live", &cleaned)] {
                    let file = NewFile {
                        skeleton: &faulty.skeleton,
                        clips: std::slice::from_ref(clip_of),
                        skins: &[],
                        convention: Convention::default(),
                    };
                    let path = std::path::Path::new(&to).join(format!("{}_{word}.bvh", clip.name));
                    std::fs::write(path, encode_new(Format::Bvh, &file).unwrap().bytes).unwrap();
                }
            }
            measure_cleaned(clip, *fault, &faulty, &found, &cleaned)
        })
        .collect();
    println!("look-ahead {ahead} s, delay {} s, {} clips", options.delay, clips.len());
    println!(
        "{:16}    F1 F1 run  toe in    toe  ankle p.clean knee x  worst jerk x  worst  add worst knee",
        ""
    );
    for fault in &faults {
        let of: Vec<&Figures> = figures.iter().filter(|f| f.fault == *fault).collect();
        if has("--each") {
            for f in &of {
                println!(
                    "  {:40} F1 {:.3} {:.3} knee {:6.3} jerk {:6.3} toe {:6.2} {}",
                    f.clip,
                    f.ankles.f1(),
                    f.toes.f1(),
                    f.knee_ratio,
                    f.jerk_ratio,
                    f.toe_slide[1],
                    f.added_toe_speed
                );
            }
        }
        let f1 = |of: &mut dyn Iterator<Item = &&Figures>| {
            let mut all = Score::default();
            of.for_each(|f| [f.toes, f.ankles].into_iter().for_each(|score| all.join(score)));
            all.f1()
        };
        let mean = |value: fn(&Figures) -> f64| of.iter().map(|f| value(f)).sum::<f64>() / of.len() as f64;
        let worst = |value: fn(&Figures) -> f64| {
            of.iter().map(|f| (value(f), f.clip)).max_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
        };
        let knee = worst(|f| f.knee_ratio);
        println!(
            "{:16} {:.3} {:6.3} {:7.2} {:6.2} {:6.2} {:7.2} {:6.3} {:6.2} {:6.3} {:6.2} {:4.0} {}",
            fault.name(),
            f1(&mut of.iter()),
            f1(&mut of.iter().filter(|f| f.kind == "run")),
            mean(|f| f.toe_slide[0]),
            mean(|f| f.toe_slide[1]),
            mean(|f| f.ankle_slide[1]),
            mean(|f| f.pose_clean),
            mean(|f| f.knee_ratio),
            knee.0,
            mean(|f| f.jerk_ratio),
            worst(|f| f.jerk_ratio).0,
            worst(|f| f.added_toe_speed).0,
            knee.1,
        );
    }
}

/// Clips of the table, the faults put into them, and look-ahead and delay in seconds.
const SHOWN: [&str; 3] = ["26_01_walk", "05_03_dance_folding_arms", "102_27_basketball"];
const FAULTS: [WildFault; 2] = [WildFault::LegsShort, WildFault::RootNoise];
const DELAYS: [(f64, f64); 3] = [(0.0, 0.0), (0.05, 0.3), (0.2, 0.3)];

fn table(folder: &std::path::Path) {
    let clips: Vec<_> = clips(folder, Set::Tune).into_iter().filter(|c| SHOWN.contains(&c.name)).collect();
    for clip in &clips {
        for (ahead, delay) in DELAYS {
            let options = RemoveFootskateOptions::default().delay(delay);
            let cells: String = FAULTS
                .map(|fault| {
                    let faulty = inject(clip, fault, 1);
                    let found = find_live(&faulty, ahead, &Default::default());
                    let cleaned = clean_live(&faulty, &found, &options);
                    let f = measure_cleaned(clip, fault, &faulty, &found, &cleaned);
                    let mut score = f.toes;
                    score.join(f.ankles);
                    let [before, after] = f.toe_slide;
                    format!(" {:.2} | {before:.1} → {after:.1} | {:.2} |", score.f1(), f.knee_ratio)
                })
                .concat();
            println!("| `{}` | {ahead} | {:.2} |{cells}", clip.name, ahead + delay);
        }
    }
}
