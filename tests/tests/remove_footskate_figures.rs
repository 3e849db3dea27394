//! Prints the figures of `docs/operations/remove_footskate.md`:
//! `cargo test -p surefoot-tests --test remove_footskate_figures -- --ignored --nocapture`.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]

mod footskate_clips;

use footskate_clips::*;
use surefoot::ops::{OptionValue, Options};
use surefoot::{FootskateMeasures, RemoveFootskateOptions, remove_footskate};

/// Options from `SUREFOOT_SET="solver=windowed window=0.2"`.
fn options() -> RemoveFootskateOptions {
    let mut options = RemoveFootskateOptions::default();
    for pair in std::env::var("SUREFOOT_SET").unwrap_or_default().split_whitespace() {
        let (name, value) = pair.split_once('=').unwrap();
        let spec = RemoveFootskateOptions::SPECS.iter().find(|s| s.name == name).unwrap();
        let value: OptionValue = spec.parse(value).unwrap();
        options.set(name, value);
    }
    options
}

fn row(m: &FootskateMeasures) -> [f64; 9] {
    let slide = |p: &str| m.slide(p).map_or((0.0, 0.0), |s| (s.mean * 100.0, s.drift_p95 * 100.0));
    [
        slide("toe").0,
        slide("ankle").0,
        slide("toe").1,
        m.pose_change_mean * 100.0,
        m.knee_acceleration_p99,
        m.knee_acceleration_max,
        m.ankle_jerk_p99,
        m.stretch_max * 100.0,
        m.stretch_step_max * 100.0,
    ]
}

fn show(name: &str, v: &[f64; 9]) {
    println!(
        "{name:32} toe {:6.3} ankle {:6.3} drift {:6.3} pose {:.3} knee {:.3} max {:5.2} jerk {:6.0} stretch {:.2} step {:.2}",
        v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]
    );
}

fn table(
    title: &str,
    takes: &[(String, Take)],
    truths: Option<&[(String, Take)]>,
    options: &RemoveFootskateOptions,
) {
    println!("== {title}");
    let (mut before, mut after, mut ratios) = ([0.0; 9], [0.0; 9], [0.0; 2]);
    let (mut root, mut truth_pose) = ((0.0, 0.0f64), 0.0);
    for (i, (name, take)) in takes.iter().enumerate() {
        let edited = remove_footskate(&take.skeleton, &take.clip, &take.plants, None, options).unwrap();
        let (b, a) = (row(&edited.report.before), row(&edited.report.after));
        if std::env::var("SUREFOOT_EACH").is_ok() {
            show(&format!("{name} in"), &b);
            show(&format!("{name} out"), &a);
            println!(
                "    {} {:?} {:?}",
                edited.report.summary(),
                edited.report.missed.first(),
                edited.report.root_noise
            );
        }
        for k in 0..9 {
            if k == 7 || k == 8 {
                after[k] = f64::max(after[k], a[k]);
            } else {
                before[k] += b[k] / takes.len() as f64;
                after[k] += a[k] / takes.len() as f64;
            }
        }
        ratios[0] += a[4] / b[4] / takes.len() as f64;
        ratios[1] += a[6] / b[6] / takes.len() as f64;
        root.0 += edited.report.root_shift_mean * 100.0 / takes.len() as f64;
        root.1 = root.1.max(edited.report.root_shift_max * 100.0);
        if let Some(truths) = truths {
            let truth = surefoot::measure_footskate(
                &take.skeleton,
                &edited.clip,
                &take.plants,
                None,
                Some(&truths[i].1.clip),
            )
            .unwrap();
            truth_pose += truth.pose_change_mean * 100.0 / takes.len() as f64;
        }
    }
    show("mean in", &before);
    show("mean out", &after);
    println!(
        "   knee x {:.3} jerk x {:.3} root mean {:.3} max {:.2}  pose to the clean clip {:.3}",
        ratios[0], ratios[1], root.0, root.1, truth_pose
    );
}

fn faults(title: &str, clean: &[(String, Take)], options: &RemoveFootskateOptions) {
    let only = std::env::var("SUREFOOT_FAULT").unwrap_or_default();
    for (name, fault) in [
        ("legs x 0.88", Fault::Legs(0.88)),
        ("legs x 1.12", Fault::Legs(1.12)),
        ("noise 5 mm", Fault::Noise(0.005)),
        ("drift 20 cm/s", Fault::Drift(0.2)),
        ("path x 1.15", Fault::Path(1.15)),
    ] {
        if name.contains(&only) {
            let takes: Vec<_> = clean.iter().map(|(n, t)| (n.clone(), with_fault(t, fault))).collect();
            let truths = (!matches!(fault, Fault::Legs(_))).then_some(clean);
            table(&format!("{title} {name}"), &takes, truths, options);
        }
    }
}

#[test]
#[ignore = "prints figures"]
fn figures() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let options = options();
    let skate: Vec<_> = BENCH.iter().map(|n| (n.to_string(), bench(&folder, n, "skate"))).collect();
    table("bench", &skate, None, &options);
    if std::env::var("SUREFOOT_SHORT").is_ok() {
        return;
    }
    let clean: Vec<_> = BENCH.iter().map(|n| (n.to_string(), bench(&folder, n, "gt"))).collect();
    faults("bench", &clean, &options);
    let clean: Vec<_> = OTHERS.iter().map(|n| (n.to_string(), other(&folder, n))).collect();
    faults("others", &clean, &options);
}

#[test]
#[ignore = "prints times; run with --release"]
fn times() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let options = options();
    for name in BENCH {
        let take = bench(&folder, name, "skate");
        let mut best = f64::INFINITY;
        for _ in 0..20 {
            let start = std::time::Instant::now();
            let edited = remove_footskate(&take.skeleton, &take.clip, &take.plants, None, &options).unwrap();
            best = best.min(start.elapsed().as_secs_f64());
            std::hint::black_box(edited);
        }
        println!("{name:30} {:.2} us per frame", best * 1e6 / take.clip.frame_count() as f64);
    }
}
