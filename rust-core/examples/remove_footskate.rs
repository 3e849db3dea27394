//! Pins the feet of a BVH clip whose plants a text file names, and writes the cleaned clip.
//!
//! `cargo run --example remove_footskate -- in.bvh plants.txt out.bvh`, each line of the text being
//! `left_toe 12 40`: point, first frame, frame after the last. Without arguments a generated walk is cleaned.
#![allow(clippy::print_stdout, reason = "an example talks to its reader")]

use std::error::Error;
use std::path::Path;
use surefoot::io::{ReadOptions, encode_edited, read, write_bytes};
use surefoot::model::{BodyPoint, Plant};
use surefoot::{Plants, RemoveFootskateOptions, remove_footskate};
use surefoot_sample::{self as sample, faults};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [input, plants, output] = arguments.as_slice() {
        return clean_file(Path::new(input), Path::new(plants), Path::new(output));
    }
    let skeleton = sample::biped_skeleton(&Default::default())?;
    let walk = sample::walk(&skeleton, &Default::default())?;
    // Shorter legs under an unchanged root path: the feet slide.
    let (short, clip) = faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.88)?;
    let plants = walk.plants.iter().map(|p| Plant { position: None, ..p.clone() }).collect();
    let plants = Plants::new(clip.frame_count(), plants)?;
    let edited = remove_footskate(&short, &clip, &plants, None, &RemoveFootskateOptions::default())?;
    println!("{}", edited.report.summary());
    Ok(())
}

fn clean_file(input: &Path, plants: &Path, output: &Path) -> Result<(), Box<dyn Error>> {
    let document = read(input, &ReadOptions::default())?;
    let clip = document.clips.first().ok_or("the file holds no clip")?;
    let mut wanted = Vec::new();
    for line in std::fs::read_to_string(plants)?.lines().filter(|l| !l.trim().is_empty()) {
        let [name, first, end] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(format!("'{line}': wants a point and two frames").into());
        };
        let point = BodyPoint::from_name(name).ok_or_else(|| format!("'{name}' is no point of the body"))?;
        wanted.push(Plant { point, frames: first.parse()?..end.parse()?, confidence: 1.0, position: None });
    }
    let plants = Plants::new(clip.frame_count(), wanted)?;
    let edited =
        remove_footskate(&document.skeleton, clip, &plants, None, &RemoveFootskateOptions::default())?;
    println!("{}", edited.report.summary());
    let mut clips = document.clips.clone();
    clips[0] = edited.clip;
    write_bytes(output, &encode_edited(&document, &clips)?.bytes)?;
    Ok(())
}
