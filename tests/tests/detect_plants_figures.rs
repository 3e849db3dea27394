//! Prints the figures of `docs/operations/detect_plants.md`:
//! `cargo test -p surefoot-tests --test detect_plants_figures -- --ignored --nocapture`.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]

mod plant_clips;

use plant_clips::*;
use std::path::Path;
use surefoot::{DetectPlantsOptions, detect_plants};

const OTHERS: [&str; 15] = [
    "05_06_dance_pirouette_jete",
    "127_04_walk_to_run",
    "132_17_walk_fast",
    "139_16_get_up_from_ground",
    "13_11_jump_forward",
    "143_18_sit_down_get_up",
    "16_03_jump_high",
    "16_08_run_sudden_stop",
    "49_06_cartwheel",
    "49_18_balance_one_leg",
    "75_15_jump_long_repeated",
    "75_20_sit_low",
    "86_01_jumps_kicks_punches_long",
    "90_32_moonwalk",
    "91_25_walk_drag_bad_leg",
];
const HARD: [&str; 2] = ["13_17_boxing", "38_03_run_circle"];
const TERRAIN: [&str; 3] = ["113_19_stairs_up_down", "83_34_stairs_up", "36_10_uneven_terrain"];

fn table(title: &str, takes: &[(String, Take, Labels)], faults: &[FaultKind], kind: usize) {
    let options = DetectPlantsOptions { use_touches: std::env::var("NT").is_err(), ..Default::default() };
    let mut pooled = vec![Score::default(); faults.len()];
    let mut sums = vec![0.0; faults.len()];
    println!("{title}");
    for (name, take, labels) in takes {
        let mut line = format!("{name:30}");
        for (i, fault) in faults.iter().enumerate() {
            let faulty = with_fault(take, *fault);
            let found = detect_plants(&faulty.skeleton, &faulty.clip, None, &options).unwrap();
            let s = score(&found.plants, labels, kind);
            pooled[i].join(s);
            sums[i] += s.f1();
            line += &format!(" {:.3}", s.f1());
        }
        println!("{line}");
    }
    let show = |v: Vec<f64>| v.iter().map(|x| format!("{x:.4}")).collect::<Vec<_>>().join(" ");
    println!("{:29} {}", "mean", show(sums.iter().map(|s| s / takes.len() as f64).collect()));
    println!("{:29} {}", "pooled", show(pooled.iter().map(Score::f1).collect()));
}

fn labelled(folder: &Path, names: &[&str], with_height: bool) -> Vec<(String, Take, Labels)> {
    names
        .iter()
        .map(|name| {
            let take = cmu_60(folder, name);
            let labels = rule_labels(&take, with_height);
            (name.to_string(), take, labels)
        })
        .collect()
}

#[test]
#[ignore = "prints tables"]
fn figures() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let takes: Vec<_> = BENCH
        .iter()
        .map(|name| {
            let (take, labels) = bench(&folder, name);
            (name.to_string(), take, labels)
        })
        .collect();
    let mut agreement = Score::default();
    for (_, take, labels) in &takes {
        for (rule, label) in rule_labels(take, true).iter().zip(labels) {
            agreement.add(rule, label);
        }
    }
    println!("rule of this suite against the bench labels: {:.4}", agreement.f1());
    table("bench, toes", &takes, &SIX, 1);
    table("bench, ankles", &takes, &SIX, 0);
    let noise: Vec<_> = (2..8).map(|seed| FaultKind::RootNoise(0.005, seed)).collect();
    table("bench, toes, root noise 5 mm, six draws", &takes, &noise, 1);
    let stress = [
        FaultKind::RootNoise(0.002, 1),
        FaultKind::RootNoise(0.01, 1),
        FaultKind::JointNoise(0.002, 1),
        FaultKind::JointNoise(0.005, 1),
        FaultKind::Legs(0.75),
        FaultKind::Legs(1.3),
        FaultKind::Drift(0.6),
        FaultKind::Drift(1.0),
        FaultKind::Path(0.7),
        FaultKind::Path(1.3),
        FaultKind::TurningDrift(0.2, 8.0),
        FaultKind::TurningDrift(0.2, 4.0),
    ];
    table("bench, toes, stress", &takes, &stress, 1);
    table("others, toes", &labelled(&folder, &OTHERS, true), &SIX, 1);
    table("others, ankles", &labelled(&folder, &OTHERS, true), &SIX, 0);
    table("hard, toes", &labelled(&folder, &HARD, true), &SIX, 1);
    table("terrain, toes, speed rule", &labelled(&folder, &TERRAIN, false), &SIX, 1);
}

#[test]
#[ignore = "prints tables"]
fn dump() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let name = std::env::var("CLIP").unwrap();
    let take = cmu_60(&folder, &name);
    let labels = rule_labels(&take, true);
    let fault: FaultKind = match std::env::var("FAULT").as_deref() {
        Ok("legs") => FaultKind::Legs(0.88),
        Ok("long") => FaultKind::Legs(1.12),
        Ok("noise") => FaultKind::RootNoise(0.005, 1),
        _ => FaultKind::Clean,
    };
    let take = with_fault(&take, fault);
    let found = detect_plants(&take.skeleton, &take.clip, None, &DetectPlantsOptions::default()).unwrap();
    println!("{}", found.summary());
    for (i, point) in label_points().into_iter().enumerate() {
        let runs = |flags: &[bool]| {
            let mut out = String::new();
            let mut on = None;
            for (t, f) in flags.iter().chain([&false]).enumerate() {
                match (f, on) {
                    (true, None) => on = Some(t),
                    (false, Some(s)) => {
                        out += &format!(" {s}-{t}");
                        on = None
                    }
                    _ => {}
                }
            }
            out
        };
        println!("{point}\n  label{}\n  found{}", runs(&labels[i]), runs(&found.plants.flags(point)));
        println!(
            "  held{:?}",
            found.held.iter().filter(|h| h.point == point).map(|h| h.frames.clone()).collect::<Vec<_>>()
        );
        if i % 2 == 1 {
            println!(
                "  touch{:?}",
                found
                    .touches
                    .iter()
                    .filter(|h| h.side == point.side)
                    .map(|h| (h.frames.clone(), h.slowest.clone(), h.has_plant))
                    .collect::<Vec<_>>()
            );
            println!(
                "  slide{:?}",
                found
                    .slides
                    .iter()
                    .filter(|h| h.side == point.side)
                    .map(|h| h.frames.clone())
                    .collect::<Vec<_>>()
            );
        }
    }
}

#[test]
#[ignore = "prints tables"]
fn curve() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let take = cmu_60(&folder, &std::env::var("CLIP").unwrap());
    let paths = label_paths(&take);
    let root = joint_path(&take, surefoot::JointIndex(0));
    let v: Vec<_> = paths.iter().map(|p| speeds(p, 60.0)).collect();
    let vr = speeds(&root, 60.0);
    let a: usize = std::env::var("A").unwrap().parse().unwrap();
    for t in a..a + 30 {
        println!(
            "{t} root {:.2} v{:.2} | {}",
            root[t].y,
            vr[t],
            (0..4).map(|i| format!("h{:.3} v{:.2}", paths[i][t].y, v[i][t])).collect::<Vec<_>>().join(" | ")
        );
    }
}
