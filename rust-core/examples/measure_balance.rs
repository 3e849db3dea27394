//! Tells how well the first clip of a file keeps its balance, or that of a generated walk with a suitcase.
//!
//! `cargo run --example measure_balance -- walk.bvh masses.json`
#![allow(clippy::print_stdout, reason = "an example talks to its reader")]

use std::path::Path;
use surefoot::io::{ReadOptions, encode_mass_model, read, write_bytes};
use surefoot::model::Load;
use surefoot::{BalanceScene, MeasureBalanceOptions, Result, measure_balance};
use surefoot_sample as sample;

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let mut loads = Vec::new();
    let (skeleton, skins, clip) = match arguments.next() {
        Some(path) => {
            let document = read(Path::new(&path), &ReadOptions::default())?;
            let Some(clip) = document.clips.into_iter().next() else {
                println!("the file holds no clip");
                return Ok(());
            };
            (document.skeleton, document.skins, clip)
        }
        None => {
            let biped = sample::biped(&sample::BipedOptions::default())?;
            let clip = sample::walk(&biped.skeleton, &sample::WalkOptions::default())?.clip;
            loads.push(Load::new(&biped.skeleton, "right_hand", 8.9)?);
            (biped.skeleton, vec![biped.skin], clip)
        }
    };
    let mut scene = BalanceScene::default();
    scene.loads = &loads;
    let measured = measure_balance(&skeleton, &clip, &skins, &scene, &MeasureBalanceOptions::default())?;
    println!("{}", measured.report.summary());
    for note in &measured.report.notes {
        println!("{note}");
    }
    for flight in &measured.report.flights {
        let frames = &flight.frames;
        println!("flight {:5}..{:<5} falls with {:.2} of gravity", frames.start, frames.end, flight.g_ratio);
    }
    if let Some(path) = arguments.next() {
        // The last segments are what is carried.
        let own = &measured.masses.segments()[..measured.masses.segments().len() - loads.len()];
        write_bytes(Path::new(&path), encode_mass_model(&skeleton, own).as_bytes())?;
    }
    Ok(())
}
