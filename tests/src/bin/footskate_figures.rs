//! Prints the figures of `docs/operations/remove_footskate.md`:
//! `cargo run -p surefoot-tests --bin footskate_figures -- [tables] [detected] [times] [published]` (`tables` without a
//! word). `SUREFOOT_SET` sets options, `SUREFOOT_EACH` prints each clip, `SUREFOOT_SHORT` the bench alone.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
#![allow(clippy::unwrap_used, reason = "figures that cannot be made must stop the run")]

use surefoot::declare::{OptionValue, Options};
use surefoot::{
    DetectPlantsOptions, FootskateMeasures, Plants, RemoveFootskateOptions, detect_plants, measure_footskate,
    remove_footskate,
};
use surefoot_tests::footskate_clips::*;

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        words.push("tables".into());
    }
    for word in words {
        match word.as_str() {
            "tables" => tables(),
            "detected" => detected(),
            "times" => times(),
            "published" => published(),
            _ => println!("unknown word '{word}': tables, detected, times or published"),
        }
    }
}

/// Cleaning with detected plants, measured over the labelled frames.
fn detected() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let skate: Vec<_> = BENCH.iter().map(|n| (n.to_string(), bench(&folder, n, "skate"))).collect();
    detected_table("bench", &skate);
    for (title, fault) in [
        ("legs x 0.88", Fault::Legs(0.88)),
        ("legs x 1.12", Fault::Legs(1.12)),
        ("path x 1.15", Fault::Path(1.15)),
        ("drift 20 cm/s", Fault::Drift(0.2)),
        ("noise 5 mm", Fault::Noise(0.005)),
    ] {
        let takes = BENCH.iter().map(|n| (n.to_string(), with_fault(&bench(&folder, n, "gt"), fault)));
        detected_table(&format!("bench {title}"), &takes.collect::<Vec<_>>());
    }
    for (title, fault) in
        [("legs x 0.88", Fault::Legs(0.88)), ("drift 20 cm/s", Fault::Drift(0.2)), ("no fault", Fault::None)]
    {
        let takes = OTHERS.iter().map(|n| (n.to_string(), with_fault(&other(&folder, n), fault)));
        detected_table(&format!("others {title}"), &takes.collect::<Vec<_>>());
    }
}

/// With `SUREFOOT_EACH`, also each clip and what each labelled plant keeps.
fn detected_table(title: &str, takes: &[(String, Take)]) {
    let options = options();
    let each = std::env::var("SUREFOOT_EACH").is_ok();
    let (mut mean, mut input) = ([0.0; 9], [0.0; 9]);
    for (name, take) in takes {
        let before = measure_footskate(&take.skeleton, &take.clip, &take.plants, None, None).unwrap();
        for (mean, value) in input.iter_mut().zip(row(&before)) {
            *mean += value / takes.len() as f64;
        }
        let found = detect_plants(&take.skeleton, &take.clip, None, &DetectPlantsOptions::default()).unwrap();
        let edited = remove_footskate(&take.skeleton, &take.clip, &found.plants, None, &options).unwrap();
        let measure = |plants: &Plants| {
            measure_footskate(&take.skeleton, &edited.clip, plants, None, Some(&take.clip)).unwrap()
        };
        let mut figures = row(&measure(&take.plants));
        // Apart from what was taken out of the root's path.
        figures[3] = 100.0 * edited.report.after.pose_change_mean;
        for (k, (mean, value)) in mean.iter_mut().zip(figures).enumerate() {
            *mean = if k >= 7 { f64::max(*mean, value) } else { *mean + value / takes.len() as f64 };
        }
        if !each {
            continue;
        }
        show(name, &figures);
        for label in take.plants.iter() {
            let alone = Plants::new(take.clip.frame_count(), vec![label.clone()]).unwrap();
            let slide = measure(&alone).slides[0];
            if slide.drift_p95 > 0.001 {
                let over = found.plants.of(label.point).map(|p| p.frames.clone());
                let over = over.filter(|f| f.start < label.frames.end && label.frames.start < f.end);
                println!(
                    "    {} {:?} found {:?}: {:.2} cm/s, drift {:.2} cm",
                    label.point,
                    label.frames,
                    over.collect::<Vec<_>>(),
                    slide.mean * 100.0,
                    slide.drift_p95 * 100.0
                );
            }
        }
    }
    show(&format!("{title}, detected"), &mean);
    let ratio = |k: usize| mean[k] / input[k];
    println!("   drift in {:.2} knee ratio {:.2} jerk ratio {:.2}", input[2], ratio(4), ratio(6));
}

/// Options from `SUREFOOT_SET="solver=windowed window=0.2"`.
fn options() -> RemoveFootskateOptions {
    let mut options = RemoveFootskateOptions::default();
    for pair in std::env::var("SUREFOOT_SET").unwrap_or_default().split_whitespace() {
        let (name, value) = pair.split_once('=').unwrap();
        let spec = RemoveFootskateOptions::SPECS.iter().find(|s| s.name == name).unwrap();
        let value: OptionValue = spec.parse(value).unwrap();
        options.set(name, value).unwrap();
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

fn tables() {
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

fn published() {
    use surefoot::ops::measure_footskate::published_scores;
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for kind in ["gt", "skate"] {
        let mut sums = [[0.0; 11]; 2];
        for name in BENCH {
            let take = bench(&folder, name, kind);
            // The floor of a clip is taken as the 5th percentile of its lowest toe or ankle.
            let poses = surefoot::kinematics::world_poses(&take.skeleton, &take.clip).unwrap();
            let joints: Vec<_> = ["LeftFoot", "LeftToeBase", "RightFoot", "RightToeBase"]
                .iter()
                .map(|n| take.skeleton.find(n).unwrap())
                .collect();
            let mut low: Vec<f64> = (0..take.clip.frame_count())
                .map(|f| joints.iter().map(|&j| poses.position(f, j).y).fold(f64::MAX, f64::min))
                .collect();
            low.sort_by(f64::total_cmp);
            let floor = surefoot::Ground::level(low[low.len() / 20]);
            for (i, ground) in [None, Some(&floor)].into_iter().enumerate() {
                let s = published_scores(&take.skeleton, &take.clip, &take.plants, ground).unwrap().unwrap();
                let row = [
                    s.nemf,
                    s.mann,
                    s.gmd_ratio,
                    s.kimodo_ratio,
                    s.kimodo_contacts,
                    s.kimodo_contacts_max,
                    s.kimodo_height,
                    s.physdiff_skate,
                    s.physdiff_penetrate,
                    s.physdiff_float,
                    s.pfc,
                ];
                for (sum, value) in sums[i].iter_mut().zip(row) {
                    *sum += value / BENCH.len() as f64;
                }
            }
        }
        println!("{kind} floor 0:   {:.3?}", sums[0]);
        println!("{kind} own floor: {:.3?}", sums[1]);
    }
}
