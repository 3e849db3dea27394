//! Prints the figures of `docs/operations/detect_plants.md`:
//! `cargo run -p surefoot-tests --bin plant_figures -- [tables] [robust] [samples] [rigs] [times] [stream]`
//! (`tables` without a word).
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
#![allow(clippy::unwrap_used, reason = "figures that cannot be made must stop the run")]

use std::path::Path;
use surefoot::{DetectPlantsOptions, detect_plants};
use surefoot_tests::plant_clips::*;

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        words.push("tables".into());
    }
    for word in words {
        match word.as_str() {
            "tables" => tables(),
            "robust" => robust(),
            "samples" => samples(),
            "rigs" => rigs(),
            "times" => times(),
            "stream" => stream(),
            _ => println!("unknown word '{word}': tables, robust, samples, rigs, times or stream"),
        }
    }
}

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
    let options = DetectPlantsOptions::default();
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

fn tables() {
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

/// Clips outside the bench against what is found on their clean selves: how much each fault, rate and mixture costs.
fn robust() {
    use FaultKind::*;
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let cases: [(&str, f64, &[FaultKind]); 18] = [
        ("legs -12 %", 60.0, &[Legs(0.88)]),
        ("legs +12 %", 60.0, &[Legs(1.12)]),
        ("root noise 5 mm", 60.0, &[RootNoise(0.005, 1)]),
        ("noise 2 mm a joint", 60.0, &[JointNoise(0.002, 1)]),
        ("drift 20 cm/s", 60.0, &[Drift(0.2)]),
        ("path x1.15", 60.0, &[Path(1.15)]),
        ("raised 0.7 m", 60.0, &[Raised(0.7)]),
        ("24 fps", 24.0, &[]),
        ("25 fps", 25.0, &[]),
        ("30 fps", 30.0, &[]),
        ("120 fps", 120.0, &[]),
        ("24 fps, legs -12 %", 24.0, &[Legs(0.88)]),
        ("30 fps, noise 5 mm", 30.0, &[RootNoise(0.005, 1)]),
        ("120 fps, noise 5 mm", 120.0, &[RootNoise(0.005, 1)]),
        ("legs -12 %, drift", 60.0, &[Legs(0.88), Drift(0.2)]),
        ("legs -12 %, noise, drift", 60.0, &[Legs(0.88), RootNoise(0.005, 1), Drift(0.2)]),
        ("legs +12 %, path x1.15, raised", 60.0, &[Legs(1.12), Path(1.15), Raised(0.7)]),
        ("24 fps, legs, noise, drift", 24.0, &[Legs(0.88), RootNoise(0.005, 1), Drift(0.2)]),
    ];
    let options = DetectPlantsOptions::default();
    let names: Vec<&str> = OTHERS.iter().chain(&TERRAIN).chain(&HARD).copied().collect();
    let takes: Vec<Take> = names.iter().map(|name| cmu_60(&folder, name)).collect();
    let find = |take: &Take| detect_plants(&take.skeleton, &take.clip, None, &options).unwrap().plants;
    let truths: Vec<_> = takes.iter().map(find).collect();
    let mut per_clip = vec![Vec::new(); names.len()];
    for (title, rate, faults) in cases {
        let mut pooled = [Score::default(); 2];
        let mut calm = Score::default();
        for (i, take) in takes.iter().enumerate() {
            let clip = surefoot::resample_clip(
                &take.skeleton,
                &take.clip,
                &surefoot::ResampleClipOptions::default().frame_rate(rate),
            )
            .unwrap()
            .clip;
            let found = find(&with_faults(&Take { skeleton: take.skeleton.clone(), clip }, faults));
            let labels = label_points().map(|point| {
                // The label of a frame is that of the nearest frame in time.
                let truth = truths[i].flags(point);
                let at = |t: usize| ((t as f64 * 60.0 / rate).round() as usize).min(truth.len() - 1);
                (0..found.frame_count()).map(|t| truth[at(t)]).collect::<Vec<bool>>()
            });
            let [ankles, toes] = [0, 1].map(|kind| score(&found, &labels, kind));
            pooled[0].join(ankles);
            pooled[1].join(toes);
            if i < OTHERS.len() + TERRAIN.len() {
                calm.join(toes);
            }
            per_clip[i].push(toes.f1());
        }
        println!(
            "{title:34} toes {:.3} ankles {:.3} toes without boxing and the run in a circle {:.3}",
            pooled[1].f1(),
            pooled[0].f1(),
            calm.f1()
        );
    }
    for (name, scores) in names.iter().zip(per_clip) {
        println!("{name:32} {}", scores.iter().map(|s| format!("{s:.2}")).collect::<Vec<_>>().join(" "));
    }
}

fn samples() {
    use surefoot_sample as sample;
    let skeleton = sample::biped_skeleton(&sample::BipedOptions::default()).unwrap();
    for rate in [20.0, 30.0, 60.0, 120.0, 240.0] {
        let mut line = format!("{rate:4}");
        for speed in [0.5, 1.35, 2.0] {
            let s = sample::walk(
                &skeleton,
                &sample::WalkOptions { frame_rate: rate, speed, ..Default::default() },
            )
            .unwrap();
            for fault in SIX {
                let take = with_fault(&Take { skeleton: skeleton.clone(), clip: s.clip.clone() }, fault);
                let found =
                    detect_plants(&take.skeleton, &take.clip, None, &DetectPlantsOptions::default()).unwrap();
                let labels = label_points().map(|p| s.plants.flags(p));
                line += &format!(" {:.3}", score(&found.plants, &labels, 1).f1());
            }
            line += " |";
        }
        println!("{line}");
        let mut line = String::from("run ");
        for speed in [2.0, 3.2, 5.0] {
            let s =
                sample::run(&skeleton, &sample::RunOptions { frame_rate: rate, speed, ..Default::default() })
                    .unwrap();
            for fault in SIX {
                let take = with_fault(&Take { skeleton: skeleton.clone(), clip: s.clip.clone() }, fault);
                let found =
                    detect_plants(&take.skeleton, &take.clip, None, &DetectPlantsOptions::default()).unwrap();
                let labels = label_points().map(|p| s.plants.flags(p));
                line += &format!(" {:.3}", score(&found.plants, &labels, 1).f1());
            }
            line += " |";
        }
        println!("{line}");
    }
}

fn rigs() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for sub in ["other", "characters", "animated", "edge"] {
        let mut files: Vec<_> =
            std::fs::read_dir(folder.join(sub)).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort();
        for file in files {
            let Ok(document) = surefoot::io::read(&file, &Default::default()) else {
                println!("{} not read", file.display());
                continue;
            };
            for clip in &document.clips {
                println!(
                    "== {} {} {} frames at {:.0}",
                    file.file_name().unwrap().to_str().unwrap(),
                    clip.name(),
                    clip.frame_count(),
                    clip.frame_rate()
                );
                match detect_plants(&document.skeleton, clip, None, &DetectPlantsOptions::default()) {
                    Ok(found) => {
                        println!("{}", found.report.summary());
                        for point in label_points() {
                            println!(
                                "  {point} {}",
                                found
                                    .plants
                                    .of(point)
                                    .map(|p| format!(
                                        "{}-{}({:.2})",
                                        p.frames.start, p.frames.end, p.confidence
                                    ))
                                    .collect::<Vec<_>>()
                                    .join(" ")
                            );
                        }
                    }
                    Err(e) => println!("  {e}"),
                }
            }
        }
    }
}

/// Microseconds a frame on one thread, the best of some runs: generated walks, whole and streamed.
fn times() {
    use surefoot::kinematics::world_poses;
    use surefoot::ops::detect_plants::PlantStream;
    use surefoot_sample as sample;
    let skeleton = sample::biped_skeleton(&sample::BipedOptions::default()).unwrap();
    let best = |count: usize, work: &mut dyn FnMut()| {
        let time = |_| {
            let start = std::time::Instant::now();
            work();
            start.elapsed().as_secs_f64()
        };
        (0..5).map(time).fold(f64::INFINITY, f64::min) * 1e6 / count as f64
    };
    for count in [500, 2_000, 10_000, 36_000] {
        let options = sample::WalkOptions { seconds: f64::from(count) / 60.0, ..Default::default() };
        let clip = sample::walk(&skeleton, &options).unwrap().clip;
        let noisy = sample::faults::root_noise(&skeleton, &clip, 0.005, 1).unwrap();
        let frames = clip.frame_count();
        let [clean, noisy] = [&clip, &noisy].map(|clip| {
            best(frames, &mut || {
                std::hint::black_box(detect_plants(&skeleton, clip, None, &Default::default()).unwrap());
            })
        });
        let poses = world_poses(&skeleton, &clip).unwrap();
        let joints = skeleton.joint_count();
        let streamed = best(frames, &mut || {
            let mut stream = PlantStream::new(&skeleton, 60.0, 0.35, &Default::default()).unwrap();
            for frame in 0..frames {
                let rotations = &poses.rotations[frame * joints..(frame + 1) * joints];
                std::hint::black_box(stream.push(poses.frame(frame), rotations).unwrap());
            }
        });
        println!(
            "{frames:6} frames: whole {clean:.2}, with root noise {noisy:.2}, streamed {streamed:.2} us"
        );
    }
}

/// F1 of all points of a live feed against the whole clip, by look-ahead: bench clips, six faults.
fn stream() {
    use surefoot::kinematics::world_poses;
    use surefoot::ops::detect_plants::PlantStream;
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let aheads = [0.0, 0.1, 0.2, 0.35, 0.7];
    println!("look-ahead in seconds: {aheads:?}");
    for name in BENCH {
        let (take, _) = bench(&folder, name);
        for fault in SIX {
            let take = with_fault(&take, fault);
            let whole = detect_plants(&take.skeleton, &take.clip, None, &Default::default()).unwrap();
            let poses = world_poses(&take.skeleton, &take.clip).unwrap();
            let joints = take.skeleton.joint_count();
            let f1 = aheads.map(|ahead| {
                let rate = take.clip.frame_rate();
                let mut stream = PlantStream::new(&take.skeleton, rate, ahead, &Default::default()).unwrap();
                let mut out = Vec::new();
                for frame in 0..take.clip.frame_count() {
                    let rotations = &poses.rotations[frame * joints..(frame + 1) * joints];
                    out.extend(stream.push(poses.frame(frame), rotations).unwrap());
                }
                out.extend(std::iter::from_fn(|| stream.flush()));
                let mut score = Score::default();
                for point in label_points() {
                    let flags: Vec<bool> = out.iter().map(|plants| plants.is_planted(point)).collect();
                    score.add(&flags, &whole.plants.flags(point));
                }
                format!("{:.3}", score.f1())
            });
            println!("{name:28} {fault:?} {}", f1.join(" "));
        }
    }
}
