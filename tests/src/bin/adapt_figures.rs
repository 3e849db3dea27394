//! Prints what `adapt_to_body` does with and without its stage of balance, as the table of `docs/methods/adaptation.md`.
//!
//! Usage: `adapt_figures [--body NAME] [--own-body NAME] [--write DIR] CLIP…`. `--own-body` compares balance with the clip on another
//! body. `--write` keeps the clip that came, the result and the result of `remove_penetration` alone as GLB, and prints the frames that
//! are deepest in what came, for `tests/blender/render_penetration.py`.

use clap::Parser;
use std::path::{Path, PathBuf};
use std::time::Instant;
use surefoot::io::{Convention, Document, Format, NewFile, encode_new, write_bytes};
use surefoot::ops::correct_balance::BalanceOriginal;
use surefoot::ops::measure_balance::BalanceScene;
use surefoot::ops::{Progress, penetration_depths};
use surefoot::{AdaptStages, AdaptToBodyOptions, Clip, RemovePenetrationOptions, adapt_to_body};
use surefoot_tests::worn::{Failure, worn};

/// Print what the stage of balance changes in `adapt_to_body`
#[derive(Debug, Parser)]
struct Arguments {
    /// Clips: sit, salsa, walk, boxing, or captures (05_06)
    #[arg(required = true)]
    clip: Vec<String>,
    /// The body: heavy or male
    #[arg(long, default_value = "heavy")]
    body: String,
    /// The body that the original was made for
    #[arg(long)]
    own_body: Option<String>,
    /// Write clips as GLB into this folder
    #[arg(long)]
    write: Option<PathBuf>,
}

/// Frames that are shown, and how far apart they are at least.
const SHOWN: (usize, usize) = (20, 6);

/// Deepest vertex of each frame, metres, by the measure of the page.
fn depths(document: &Document, clip: &Clip) -> Result<Vec<f64>, Failure> {
    let found = penetration_depths(
        &document.skeleton,
        clip,
        &document.skins,
        &[],
        &RemovePenetrationOptions::default(),
        0.0,
    )?;
    let of_frame = |frame| found.skins.iter().flat_map(move |s| s.frame(frame)).map(|d| d.1);
    Ok((0..clip.frame_count()).map(|frame| f64::from(of_frame(frame).fold(0.0, f32::max))).collect())
}

fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, f64::max)
}

fn deepest(depths: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..depths.len()).collect();
    order.sort_by(|a, b| depths[*b].total_cmp(&depths[*a]));
    let mut shown: Vec<usize> = Vec::new();
    for frame in order {
        if shown.len() < SHOWN.0 && shown.iter().all(|other| other.abs_diff(frame) >= SHOWN.1) {
            shown.push(frame);
        }
    }
    shown.sort_unstable();
    shown
}

fn write(folder: &Path, name: &str, document: &Document, clip: &Clip) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)?;
    let clips = std::slice::from_ref(clip);
    let (skeleton, skins) = (&document.skeleton, document.skins.as_slice());
    let file = NewFile { skeleton, clips, skins, convention: Convention::default() };
    Ok(write_bytes(&folder.join(format!("{name}.glb")), &encode_new(Format::Glb, &file)?.bytes)?)
}

#[allow(clippy::print_stdout, reason = "its output")]
fn row(name: &str, given: &Arguments) -> Result<(), Failure> {
    let document = worn(name, &given.body)?;
    let own = given.own_body.as_deref().map(|body| worn(name, body)).transpose()?;
    let clip = document.clips.first().ok_or("the file holds no clip")?;
    let mut stages = AdaptStages::default();
    if let Some(own) = &own {
        let clip = own.clips.first().ok_or("the file holds no clip")?;
        let (skeleton, skins, scene) = (&own.skeleton, own.skins.as_slice(), BalanceScene::default());
        stages.balance.original = Some(BalanceOriginal { skeleton, clip, skins, scene });
    }
    let adapt = |options: &AdaptToBodyOptions| {
        let start = Instant::now();
        let edited =
            adapt_to_body(&document.skeleton, clip, &document.skins, &stages, options, &Progress::none());
        edited.map(|edited| (edited, start.elapsed().as_secs_f64()))
    };
    let options = AdaptToBodyOptions::default();
    let (without, seconds_without) = adapt(&options.balance(false))?;
    let (with, seconds) = adapt(&options.balance(true))?;
    let balance = with.report.balance.as_ref().ok_or("no stage of balance")?;
    let (shallow, deep) = (depths(&document, &without.clip)?, depths(&document, &with.clip)?);
    let deeper = largest(shallow.iter().zip(&deep).map(|(a, b)| b - a));
    let depth = |report: &surefoot::AdaptToBodyReport| {
        report.depth_after.as_ref().map_or(0.0, |depth| 100.0 * depth.depth_max)
    };
    println!(
        "| {name} ({}) | {:.3} → {:.3} | {:.1} → {:.1} | {:.2} | {:.2} | {} | {:.2} / {:.2} | {:.2} → {:.2} | {:.2} | {} → {} | {:.4} | {:.1} → {:.1} |",
        clip.frame_count(),
        100.0 * balance.excess_before.mean,
        100.0 * balance.excess_after.mean,
        100.0 * balance.excess_before.max,
        100.0 * balance.excess_after.max,
        100.0 * balance.moved.root_max,
        100.0 * balance.moved.sink_max,
        balance.moved.frames,
        balance.moved.knee_acceleration_ratio,
        balance.moved.jerk_ratio,
        depth(&without.report),
        depth(&with.report),
        100.0 * deeper,
        u8::from(without.report.second_penetration.is_some()),
        u8::from(with.report.second_penetration.is_some()),
        100.0 * with.report.slide_after,
        seconds_without,
        seconds,
    );
    for note in &balance.notes {
        println!("    {}: {}", note.code, note.text);
    }
    if let Some(folder) = &given.write {
        let alone = AdaptToBodyOptions::default().balance(false).footskate(false).gaze(0.0);
        let (alone, _) = adapt(&alone)?;
        for (clip, when) in [(clip, "before"), (&alone.clip, "penetration"), (&with.clip, "adapted")] {
            write(folder, &format!("{name}_{when}"), &document, clip)?;
        }
        let came = depths(&document, clip)?;
        let shown: Vec<String> = deepest(&came).iter().map(usize::to_string).collect();
        println!("    frames {}", shown.join(","));
        for frame in deepest(&came) {
            println!("      {frame}: {:.2} → {:.2} cm", 100.0 * came[frame], 100.0 * deep[frame]);
        }
    }
    Ok(())
}

#[allow(clippy::print_stdout, reason = "its output")]
fn main() -> Result<(), Failure> {
    let given = Arguments::parse();
    println!(
        "| clip (frames) | beyond, mean cm | beyond, max cm | root cm | sink cm | frames | knee / jerk | depth without → with, cm | deeper by at most | second pass | slide cm/s | s |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    given.clip.iter().try_for_each(|name| row(name, &given))
}
