//! Finds the plants of a file's first clip, or of a generated walk with short legs, and writes them as a plants file.
//!
//! `cargo run --example detect_plants -- walk.bvh plants.json`
#![allow(clippy::print_stdout, reason = "an example talks to its reader")]

use std::path::Path;
use surefoot::io::{ReadOptions, encode_plants, read, write_bytes};
use surefoot::{DetectPlantsOptions, Result, detect_plants};
use surefoot_sample as sample;

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let (skeleton, clip) = match arguments.next() {
        Some(path) => {
            let document = read(Path::new(&path), &ReadOptions::default())?;
            let Some(clip) = document.clips.into_iter().next() else {
                println!("the file holds no clip");
                return Ok(());
            };
            (document.skeleton, clip)
        }
        None => {
            let skeleton = sample::biped_skeleton(&sample::BipedOptions::default())?;
            let walk = sample::walk(&skeleton, &sample::WalkOptions::default())?;
            sample::faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.88)?
        }
    };
    let found = detect_plants(&skeleton, &clip, None, &DetectPlantsOptions::default())?;
    println!("{}", found.report.summary());
    for plant in found.plants.iter() {
        let frames = &plant.frames;
        println!("{:12} {:5}..{:<5} {:.2}", plant.point.name(), frames.start, frames.end, plant.confidence);
    }
    if let Some(path) = arguments.next() {
        write_bytes(Path::new(&path), encode_plants(&found.plants).as_bytes())?;
    }
    Ok(())
}
