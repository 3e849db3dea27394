//! Prints how detection and cleanup do on clips outside the bench under ten faults:
//! `cargo run --release -p surefoot-tests --bin wild_figures -- [--more] [--hold-out] [--fault WORD]
//! [--clip WORD] [--each] [--generated] [--file PATH,PATH] [--plants] [--slides] [--freeze FOLDER]`.
//!
//! `--more` takes the second set of clips for tuning. `--file` measures other files below the data folder (without their
//! ending) against the present detector. `--slides` tells which frames of the reference's plants still slide, and why.
//! `--freeze` writes the plants of the clean clips, the reference of all figures; the repository keeps them in
//! `tests/wild_plants`. `SUREFOOT_SET` and `SUREFOOT_DETECT` set options (`name=value`).
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
#![allow(clippy::unwrap_used, reason = "figures that cannot be made must stop the run")]

use rayon::prelude::*;
use std::path::PathBuf;
use surefoot::{Options, Plants};

use surefoot::kinematics::{BodyPoints, world_poses};
use surefoot_tests::plant_clips::{Score, label_points};
use surefoot_tests::wild::faults::{WildFault, inject};
use surefoot_tests::wild::figures::{Cleaner, Figures, measure};
use surefoot_tests::wild::{Set, WildClip, clips, clips_of, freeze};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|w| w == word);
    let after = |word: &str| words.iter().position(|w| w == word).and_then(|i| words.get(i + 1)).cloned();
    let Some(folder) = surefoot_tests::data_folder() else { return };
    if let Some(to) = after("--freeze") {
        freeze(&folder, &PathBuf::from(to));
        return;
    }
    let cleaner = Cleaner { detect: with_settings("SUREFOOT_DETECT"), remove: with_settings("SUREFOOT_SET") };
    let set = if has("--hold-out") {
        Set::HoldOut
    } else if has("--more") {
        Set::TuneMore
    } else if has("--generated") {
        Set::Generated
    } else {
        Set::Tune
    };
    let only_fault = after("--fault").unwrap_or_default();
    let only_clip = after("--clip").unwrap_or_default();
    let all = match after("--file") {
        Some(files) => {
            let files: Vec<(&str, &str)> =
                files.split(',').map(|f| (&*Box::leak(f.to_string().into_boxed_str()), "file")).collect();
            clips_of(&folder, &files, None)
        }
        None => clips(&folder, set),
    };
    let clips: Vec<_> =
        all.into_iter().filter(|c| c.name.contains(&only_clip) || c.kind == only_clip).collect();
    let faults: Vec<WildFault> = WildFault::ALL
        .into_iter()
        .filter(|f| f.name().contains(&only_fault) && (set != Set::Generated || *f == WildFault::Clean))
        .collect();
    let jobs: Vec<_> = faults.iter().flat_map(|f| clips.iter().map(move |c| (c, *f))).collect();
    let figures: Vec<Figures> = jobs
        .par_iter()
        .map(|(clip, fault)| measure(clip, *fault, &inject(clip, *fault, 1), &cleaner))
        .collect();
    let frames: usize = clips.iter().map(|c| c.take.clip.frame_count()).sum();
    println!("{set:?}: {} clips, {frames} frames", clips.len());
    if has("--plants") {
        for (clip, fault) in &jobs {
            println!("{} {}", fault.name(), clip.name);
            let found = cleaner.find(&inject(clip, *fault, 1));
            for point in label_points() {
                let list = |plants: &Plants| {
                    let of = plants.of(point).map(|p| format!("{}-{}", p.frames.start, p.frames.end));
                    of.collect::<Vec<_>>().join(" ")
                };
                println!("  {point:12} {}\n{:>14} {}", list(&found), "reference", list(&clip.reference));
            }
        }
    }
    if has("--slides") {
        for (clip, fault) in &jobs {
            slides(clip, *fault, &cleaner);
        }
    }
    if has("--each") {
        figures.iter().for_each(one_line);
    }
    println!("\nmeans over clips");
    header();
    for fault in &faults {
        line(*fault, &figures, false);
    }
    println!("\nworst clip");
    header();
    for fault in &faults {
        line(*fault, &figures, true);
    }
    by_kind(&faults, &figures);
}

fn with_settings<O: Options + Default>(variable: &str) -> O {
    let mut options = O::default();
    for pair in std::env::var(variable).unwrap_or_default().split_whitespace() {
        let (name, value) = pair.split_once('=').unwrap();
        let spec = O::SPECS.iter().find(|s| s.name == name).unwrap();
        options.set(name, spec.parse(value).unwrap()).unwrap();
    }
    options
}

/// Which frames of the reference's plants slide after the cleanup: for each stretch its share of the point's mean slide over
/// the clip, and whether it is before, after or inside the plants that were found, or has none.
fn slides(clip: &WildClip, fault: WildFault, cleaner: &Cleaner) {
    let faulty = inject(clip, fault, 1);
    let found = cleaner.find(&faulty);
    let cleaned = cleaner.clean(&faulty, &found);
    let poses = world_poses(&faulty.skeleton, &cleaned).unwrap();
    let points = BodyPoints::new(&faulty.skeleton);
    let rate = faulty.clip.frame_rate();
    for point in label_points() {
        let Some(at) = points.get(point) else { continue };
        let flags = found.flags(point);
        let place = |f: usize| poses.point(f, at.joint, &at.offset);
        let count: usize =
            clip.reference.iter().filter(|p| p.point.kind == point.kind).map(|p| p.frames.len() - 1).sum();
        for plant in clip.reference.of(point) {
            let frames = plant.frames.clone();
            let step = |f: usize| 100.0 * rate * (place(f) - place(f - 1)).xz().norm();
            let total: f64 = (frames.start + 1..frames.end).map(step).sum::<f64>() / count.max(1) as f64;
            if total < 0.02 {
                continue;
            }
            let inside: Vec<usize> = frames.clone().filter(|&f| flags[f]).collect();
            let (first, last) = match (inside.first(), inside.last()) {
                (Some(first), Some(last)) => (*first, *last),
                _ => (frames.end, frames.end),
            };
            let over =
                |range: std::ops::Range<usize>| range.clone().map(step).sum::<f64>() / count.max(1) as f64;
            let before = over(frames.start + 1..(first + 1).min(frames.end));
            let after = over((last + 1).min(frames.end)..frames.end);
            println!(
                "slide {:16} {:24} {point:12} plant {:5}-{:<5} found {:5}-{:<5} {total:6.3} before {before:6.3} after {after:6.3} inside {:6.3}{}",
                fault.name(),
                short(clip.name),
                frames.start,
                frames.end,
                first,
                last + 1,
                total - before - after,
                if inside.is_empty() { " MISSED" } else { "" }
            );
        }
    }
}

/// A column: title, decimals, value, and whether more is worse.
type Column = (&'static str, usize, fn(&Figures) -> f64, bool);

const COLUMNS: [Column; 19] = [
    ("F1 toe", 3, |f| f.toes.f1(), false),
    ("F1 ank", 3, |f| f.ankles.f1(), false),
    ("toe in", 1, |f| f.toe_slide[0], true),
    ("toe", 2, |f| f.toe_slide[1], true),
    ("ankle", 2, |f| f.ankle_slide[1], true),
    ("low in", 1, |f| f.low_slide[0], true),
    ("low", 2, |f| f.low_slide[1], true),
    ("driftp95", 2, |f| f.drift_p95, true),
    ("p.input", 2, |f| f.pose_input, true),
    ("p.in.pel", 2, |f| f.pose_input_pelvis, true),
    ("p.clean", 2, |f| f.pose_clean, true),
    ("p.cl.pel", 2, |f| f.pose_clean_pelvis, true),
    ("knee x", 3, |f| f.knee_ratio, true),
    ("jerk x", 3, |f| f.jerk_ratio, true),
    ("addtoe", 0, |f| f.added_toe_speed, true),
    ("flips", 1, |f| f.knee_flips as f64, true),
    ("maxmove", 1, |f| f.largest_move, true),
    ("scraps", 1, |f| f.scraps as f64, true),
    ("added@", 0, |f| f.added_toe_frame as f64, true),
];

fn header() {
    let titles: String = COLUMNS[..18].iter().map(|(title, ..)| format!("{title:>9}")).collect();
    println!("{:16}{titles}", "");
}

fn one_line(f: &Figures) {
    let values: String = COLUMNS.iter().map(|(_, d, value, _)| format!("{:9.*}", *d, value(f))).collect();
    println!("{:16}{values} {}", f.fault.name(), f.clip);
}

fn line(fault: WildFault, figures: &[Figures], worst: bool) {
    let of: Vec<&Figures> = figures.iter().filter(|f| f.fault == fault).collect();
    let mut text = String::new();
    let mut names = Vec::new();
    for (title, decimals, value, more_is_worse) in &COLUMNS[..18] {
        let known: Vec<(f64, &str)> =
            of.iter().map(|f| (value(f), f.clip)).filter(|(v, _)| !v.is_nan()).collect();
        let shown = if worst {
            let extreme = known.iter().max_by(|a, b| {
                let order = a.0.total_cmp(&b.0);
                if *more_is_worse { order } else { order.reverse() }
            });
            if ["F1 toe", "toe", "knee x", "jerk x", "addtoe", "maxmove"].contains(title) {
                names.extend(extreme.map(|(_, name)| format!("{title} {}", short(name))));
            }
            extreme.map_or(f64::NAN, |(v, _)| *v)
        } else if title.starts_with("F1") {
            let mut pooled = Score::default();
            of.iter().for_each(|f| pooled.join(if *title == "F1 toe" { f.toes } else { f.ankles }));
            pooled.f1()
        } else {
            known.iter().map(|(v, _)| v).sum::<f64>() / known.len() as f64
        };
        text += &format!("{shown:9.*}", *decimals);
    }
    println!("{:16}{text}{}{}", fault.name(), if worst { "  " } else { "" }, names.join(", "));
}

fn short(name: &str) -> String {
    name.split('_').take(2).collect::<Vec<_>>().join("_")
}

fn by_kind(faults: &[WildFault], figures: &[Figures]) {
    println!("\nF1 of toes and ankles, pooled, by kind of motion");
    let mut kinds: Vec<&str> = figures.iter().map(|f| f.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let titles: String = faults.iter().map(|f| format!("{:>16}", f.name())).collect();
    println!("{:12}{titles}", "");
    for kind in kinds.iter().copied().chain(["all"]) {
        let cells: String = faults
            .iter()
            .map(|fault| {
                let mut pooled = Score::default();
                for f in figures.iter().filter(|f| f.fault == *fault && (kind == "all" || f.kind == kind)) {
                    pooled.join(f.toes);
                    pooled.join(f.ankles);
                }
                format!("{:16.3}", pooled.f1())
            })
            .collect();
        println!("{kind:12}{cells}");
    }
}
