//! Prints the figures of `docs/operations/detect_plants.md`:
//! `cargo test -p surefoot-tests --test detect_plants_figures -- --ignored --nocapture`.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]

mod plant_clips;

use plant_clips::*;
use surefoot::{DetectPlantsOptions, detect_plants};

#[test]
#[ignore = "prints tables"]
fn figures() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let options = DetectPlantsOptions::default();
    for kind in [1, 0] {
        let mut pooled = [Score::default(); 6];
        println!("{}", if kind == 1 { "toes" } else { "ankles" });
        for name in BENCH {
            let (take, labels) = bench(&folder, name);
            let mut line = format!("{name:30}");
            for (i, fault) in SIX.into_iter().enumerate() {
                let faulty = with_fault(&take, fault);
                let found = detect_plants(&faulty.skeleton, &faulty.clip, None, &options).unwrap();
                let s = score(&found.plants, &labels, kind);
                pooled[i].join(s);
                line += &format!(" {:.3}", s.f1());
            }
            println!("{line}");
        }
        println!("{:30} {}", "pooled", pooled.map(|s| format!("{:.4}", s.f1())).join(" "));
    }
}
