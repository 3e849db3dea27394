//! Gives a generated walk a suitcase and brings its centre of mass back to where it was; or that of a file's first clip.
//!
//! `cargo run --example correct_balance -- walk.bvh loaded.bvh`
#![allow(clippy::print_stdout, reason = "an example talks to its reader")]

use std::path::Path;
use surefoot::io::{ReadOptions, encode_edited, read, write_bytes};
use surefoot::model::Load;
use surefoot::ops::Progress;
use surefoot::ops::correct_balance::{BalanceMode, BalanceSetting};
use surefoot::{CorrectBalanceOptions, Result, correct_balance};
use surefoot_sample as sample;

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let document = match arguments.next() {
        Some(path) => Some(read(Path::new(&path), &ReadOptions::default())?),
        None => None,
    };
    let (skeleton, skins, clip) = match &document {
        Some(document) => {
            let Some(clip) = document.clips.first() else {
                println!("the file holds no clip");
                return Ok(());
            };
            (document.skeleton.clone(), document.skins.clone(), clip.clone())
        }
        None => {
            let biped = sample::biped(&sample::BipedOptions::default())?;
            let clip = sample::walk(&biped.skeleton, &sample::WalkOptions::default())?.clip;
            (biped.skeleton, vec![biped.skin], clip)
        }
    };
    let loads = [Load::new(&skeleton, "right_hand", 8.9)?];
    let mut setting = BalanceSetting::default();
    setting.scene.loads = &loads;
    // The path of the centre of mass is that without the suitcase.
    let options = CorrectBalanceOptions::default().mode(BalanceMode::Keep);
    let edited = correct_balance(&skeleton, &clip, &skins, &setting, &options, &Progress::none())?;
    println!("{}", edited.report.summary());
    for note in &edited.report.notes {
        println!("{note}");
    }
    if let (Some(path), Some(document)) = (arguments.next(), document) {
        let mut clips = document.clips.clone();
        clips[0] = edited.clip;
        write_bytes(Path::new(&path), &encode_edited(&document, &clips)?.bytes)?;
    }
    Ok(())
}
