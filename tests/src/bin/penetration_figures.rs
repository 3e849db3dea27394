//! Prints what `remove_penetration` does, as the tables of `docs/methods/penetration.md`.
//!
//! Usage: `penetration_figures [--clip NAME]… [--body NAME] [--frames A..B] [--set OPTION=VALUE]… [--write DIR]`. Without clips, all
//! rows of the page. `--write` keeps both clips as GLB and the report, for `tests/bench/penetration_oracle.py`.

use clap::Parser;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;
use surefoot::declare::{OptionValue, Options};
use surefoot::io::{Convention, Format, NewFile, encode_new, write_bytes};
use surefoot::model::{Clip, Skeleton, Skin};
use surefoot::ops::Progress;
use surefoot::ops::remove_penetration::{
    BodyPair, RemovePenetrationOptions, RemovePenetrationReport, remove_penetration_between,
};
use surefoot::{DetectPlantsOptions, GrowBodyOptions, detect_plants, grow_body, measure_footskate};
use surefoot_tests::worn::{Failure, worn};

/// Print what `remove_penetration` does to clips on bodies
#[derive(Debug, Parser)]
struct Arguments {
    /// A character that comes with the data (walk, boxing, sit, salsa) or a capture (05_06); all of the page if not given
    #[arg(long)]
    clip: Vec<String>,
    /// The body: heavy or male
    #[arg(long, default_value = "heavy")]
    body: String,
    /// These frames only: A..B
    #[arg(long, value_parser = range)]
    frames: Option<Range<usize>>,
    /// An option of the operation: NAME=VALUE
    #[arg(long)]
    set: Vec<String>,
    /// Girth of both legs
    #[arg(long, default_value_t = 1.0)]
    legs: f64,
    /// A pair of parts to keep apart: PART:OTHER
    #[arg(long)]
    pair: Vec<BodyPair>,
    /// Write the clip before and after as GLB, and the report, into this folder
    #[arg(long)]
    write: Option<PathBuf>,
    /// Threads; times are told for this many. One thread's is the time that it worked
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

fn range(text: &str) -> Result<Range<usize>, String> {
    let both = text.split_once("..").and_then(|(a, b)| Some(a.parse().ok()?..b.parse().ok()?));
    both.filter(|r: &Range<usize>| !r.is_empty()).ok_or_else(|| "give frames as A..B".to_owned())
}

/// The clips that were looked at while constants were chosen, then those that were not.
const LOOKED_AT: [(&str, &str); 4] =
    [("walk", "male"), ("sit", "heavy"), ("salsa", "heavy"), ("60_01", "heavy")];
const HELD_OUT: [(&str, &str); 6] = [
    ("86_01", "heavy"),
    ("05_06", "heavy"),
    ("139_16", "heavy"),
    ("49_06", "heavy"),
    ("16_03", "heavy"),
    ("75_20", "heavy"),
];
/// The long captures are judged on their first frames.
const FEWER: [(&str, Range<usize>); 1] = [("86_01", 0..400)];

fn options(values: &[String]) -> Result<RemovePenetrationOptions, Failure> {
    let mut options = RemovePenetrationOptions::default();
    for value in values {
        let (name, value) = value.split_once('=').ok_or("--set takes NAME=VALUE")?;
        // A choice lives as long as the program: it is one of few words.
        let word: &'static str = Box::leak(value.to_owned().into_boxed_str());
        let readings = [
            value.parse().ok().map(OptionValue::Flag),
            value.parse().ok().map(OptionValue::Integer),
            value.parse().ok().map(OptionValue::Number),
            Some(OptionValue::Choice(word)),
        ];
        let fits = readings.into_iter().flatten().any(|reading| options.set(name, reading).is_ok());
        if !fits {
            return Err(format!("no option {name} takes {value}").into());
        }
    }
    Ok(options)
}

fn write(
    folder: &Path,
    stem: &str,
    character: (&Skeleton, &[Skin]),
    clips: [&Clip; 2],
    report: &RemovePenetrationReport,
) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)?;
    for (clip, when) in clips.into_iter().zip(["before", "after"]) {
        let clips = std::slice::from_ref(clip);
        let file =
            NewFile { skeleton: character.0, clips, skins: character.1, convention: Convention::default() };
        write_bytes(&folder.join(format!("{stem}_{when}.glb")), &encode_new(Format::Glb, &file)?.bytes)?;
    }
    let report = serde_json::to_vec_pretty(report)?;
    Ok(write_bytes(&folder.join(format!("{stem}_report.json")), &report)?)
}

/// Seconds that this thread has worked, which other programs do not change as much as the time that passes; where the system tells.
fn worked() -> Option<f64> {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? * 1e-9)
}

#[allow(clippy::print_stdout, reason = "its output")]
fn row(name: &str, body: &str, frames: Option<Range<usize>>, given: &Arguments) -> Result<(), Failure> {
    let mut document = worn(name, body)?;
    let mut clip = document.clips.first().ok_or("the file holds no clip")?.clone();
    if given.legs != 1.0 {
        let girth = GrowBodyOptions::default().left_leg(given.legs).right_leg(given.legs);
        let grown = grow_body(&document.skeleton, &document.skins, &[], &girth)?;
        clip = grown.fit_clip(&clip)?;
        (document.skeleton, document.skins) = (grown.skeleton, grown.skins);
    }
    if let Some(frames) = frames {
        clip = clip.slice(frames.start.min(clip.frame_count())..frames.end.min(clip.frame_count()))?;
    }
    let options = options(&given.set)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(given.threads).build()?;
    let (edited, seconds) = pool.install(|| {
        let (skeleton, skins) = (&document.skeleton, &document.skins);
        let (start, before) = (Instant::now(), worked());
        let edited =
            remove_penetration_between(skeleton, &clip, skins, &given.pair, &options, &Progress::none());
        let passed = start.elapsed().as_secs_f64();
        // Several threads share the work.
        let worked = before.and_then(|before| Some(worked()? - before)).filter(|_| given.threads == 1);
        (edited, worked.unwrap_or(passed))
    });
    let edited = edited?;
    let report = &edited.report;
    let of_limbs = |figure: fn(&surefoot::ops::remove_penetration::LimbChange) -> f64| {
        report.limbs.iter().filter(|limb| limb.limb.ends_with("arm")).map(figure).fold(0.0, f64::max)
    };
    let acceleration = of_limbs(|l| l.base_acceleration.max(l.middle_acceleration).max(l.end_acceleration));
    let touch: Vec<String> = report
        .limbs
        .iter()
        .filter(|limb| limb.touch_frames > 0)
        .map(|limb| {
            format!("{} {}: {:.0} %", limb.limb, limb.touch_frames, 100.0 * limb.touching.unwrap_or(0.0))
        })
        .collect();
    println!(
        "| {body}, {name} ({}) | {:.2} → {:.2} | {} → {} | {:.1} / {:.1} | {:.0}° | {acceleration:.2} | {} | {:.1} |",
        clip.frame_count(),
        100.0 * report.before.depth_max,
        100.0 * report.after.depth_max,
        report.before.frames_inside,
        report.after.frames_inside,
        100.0 * of_limbs(|l| l.end_mean),
        100.0 * of_limbs(|l| l.end_max),
        of_limbs(|l| l.base_max),
        if touch.is_empty() { "–".to_owned() } else { touch.join(", ") },
        1e3 * seconds / clip.frame_count() as f64,
    );
    if !given.clip.is_empty() {
        for pair in &report.pairs {
            println!(
                "    {} in {}: {:.2} → {:.2} cm",
                pair.part,
                pair.other,
                100.0 * pair.depth_before,
                100.0 * pair.depth_after
            );
        }
        for note in &report.notes {
            println!("    {}: {}", note.code, note.text);
        }
        for leg in report.limbs.iter().filter(|limb| limb.limb.ends_with("leg")) {
            println!(
                "    {}: ankle {:.2} cm, knee {:.1} cm, stance {:.2} cm, acceleration {:.2} / {:.2}",
                leg.limb,
                100.0 * leg.end_max,
                100.0 * leg.middle_max,
                100.0 * leg.stance_max,
                leg.base_acceleration,
                leg.middle_acceleration
            );
        }
        let plants = detect_plants(&document.skeleton, &clip, None, &DetectPlantsOptions::default())?.plants;
        let slides = [&clip, &edited.clip]
            .map(|clip| measure_footskate(&document.skeleton, clip, &plants, None, None));
        let [before, after] = slides;
        println!("    slide {:.3} → {:.3} cm/s", 100.0 * before?.slide_mean, 100.0 * after?.slide_mean);
    }
    if let Some(folder) = &given.write {
        let character = (&document.skeleton, document.skins.as_slice());
        write(folder, &format!("{name}_{body}"), character, [&clip, &edited.clip], report)?;
    }
    Ok(())
}

#[allow(clippy::print_stdout, reason = "its output")]
fn main() -> Result<(), Failure> {
    let given = Arguments::parse();
    let head = || {
        println!(
            "| clip (frames) | depth in → out, cm | frames above 0.3 cm | hand moved, mean / largest, cm | shoulder, largest | acceleration | touch | ms per frame |"
        );
        println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    };
    head();
    for name in &given.clip {
        row(name, &given.body, given.frames.clone(), &given)?;
    }
    if !given.clip.is_empty() {
        return Ok(());
    }
    for (name, body) in LOOKED_AT {
        row(name, body, None, &given)?;
    }
    println!("\nHold-out:\n");
    head();
    for (name, body) in HELD_OUT {
        let fewer = FEWER.iter().find(|(clip, _)| *clip == name).map(|(_, frames)| frames.clone());
        row(name, body, fewer, &given)?;
    }
    Ok(())
}
