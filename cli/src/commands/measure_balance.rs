//! `surefoot measure-balance`: how well characters keep their balance, for one file or many.

use crate::balance::BalanceFlags;
use crate::files::{all_notes, explained, pick_clip, refuse_collisions};
use crate::flags::{OperationFlags, ReadFlags};
use crate::output::{Output, notes_json, path_json, save};
use crate::table;
use clap::Args;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use surefoot::io::{self, Document};
use surefoot::{
    Clip, Error, Ground, MeasureBalanceOptions, MeasuredBalance, Note, Plants, Report, Result,
    measure_balance,
};
use surefoot_page::{BalanceClip, balance_page};

/// Measure how well characters keep their balance: zero moment point, what carries the body, flights
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot measure-balance walk.bvh --report walk.json\n  surefoot measure-balance suitcase.bvh --load right_hand=8.9\n  surefoot measure-balance hike.glb --load spine=12@0,0.1,-0.2 --frames hike.csv\n  surefoot measure-balance clips/*.bvh --report all.json"
)]
pub(crate) struct MeasureBalanceArgs {
    /// BVH, FBX, GLB or glTF files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the figures as JSON: the report of one file, or a list `files`
    #[arg(long, value_name = "FILE.json")]
    report: Option<PathBuf>,
    /// Write every frame of one file as a table: centre of mass, zero moment point, load and more
    #[arg(long, value_name = "FILE.csv")]
    frames: Option<PathBuf>,
    /// Write a page that plays one file with its centre of mass, zero moment point, support and curves
    #[arg(long, value_name = "PAGE")]
    html: Option<PathBuf>,
    /// Write the masses of one file's body, part by part, without what it carries: --mass-model reads them back
    #[arg(long, value_name = "FILE.json")]
    save_masses: Option<PathBuf>,
    #[command(flatten)]
    scene: BalanceFlags,
    /// Which clip, by name or by number from 1 [default: 1]
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,
    #[command(flatten)]
    options: OperationFlags<MeasureBalanceOptions>,
    #[command(flatten)]
    read: ReadFlags,
}

/// One file, measured.
struct MeasuredFile {
    document: Document,
    clip: usize,
    plants: Option<Plants>,
    measured: MeasuredBalance,
    notes: Vec<Note>,
}

impl MeasuredFile {
    fn clip(&self) -> &Clip {
        &self.document.clips[self.clip]
    }

    fn figures(&self) -> Value {
        json!({
            "file": path_json(&self.document.path),
            "clip": self.clip().name(),
            "frame_count": self.clip().frame_count(),
            "frame_rate": self.clip().frame_rate(),
            "report": Report::of(&self.measured.report).figures,
            "notes": notes_json(&self.notes),
        })
    }
}

pub(crate) fn run(args: &MeasureBalanceArgs, output: &Output) -> Result<()> {
    output.checked(check(args));
    let ground = args.scene.read_ground()?;
    let progress = output.progress(args.files.len() as u64, "files");
    let results: Vec<(&PathBuf, Result<MeasuredFile>)> = args
        .files
        .par_iter()
        .map(|file| {
            let measured = measure_file(args, file, ground.as_ref());
            progress.inc(1);
            (file, measured)
        })
        .collect();
    progress.finish_and_clear();
    if let [(_, result)] = results.as_slice()
        && let Ok(file) = result
    {
        output.notes(&file.document.path, &file.notes);
        if let Some(path) = &args.frames {
            save(path, frames_csv(file.clip(), &file.measured).as_bytes())?;
        }
        if let Some(path) = &args.save_masses {
            let segments = file.measured.masses.segments();
            let own = &segments[..segments.len() - args.scene.load_count()];
            save(path, io::encode_mass_model(&file.document.skeleton, own).as_bytes())?;
        }
        if let Some(path) = &args.html {
            let name = file.document.path.file_name().unwrap_or_default().to_string_lossy();
            let clips =
                [BalanceClip { clip: file.clip(), plants: file.plants.as_ref(), measured: &file.measured }];
            let (skeleton, skins) = (&file.document.skeleton, &file.document.skins);
            let page = balance_page(&name, &file.notes, skeleton, skins, &clips, ground.as_ref())?;
            save(path, page.as_bytes())?;
        }
        if let Some(path) = &args.report {
            save(path, format!("{:#}\n", Report::of(&file.measured.report).figures).as_bytes())?;
        }
        output.result(&one_file_text(file), &file.figures());
        return Ok(());
    }
    if results.len() == 1 {
        return results.into_iter().next().map_or(Ok(()), |(_, result)| result.map(|_| ()));
    }
    let listed = results.iter().map(|(path, result)| match result {
        Ok(file) => file.figures(),
        Err(error) => json!({ "file": path_json(path), "error": error.to_string() }),
    });
    let figures = json!({ "files": listed.collect::<Vec<_>>() });
    if let Some(path) = &args.report {
        save(path, format!("{figures:#}\n").as_bytes())?;
    }
    for (path, result) in &results {
        match result {
            Ok(file) => output.notes_briefly(path, &file.notes),
            Err(error) => output.failure(path, error),
        }
    }
    output.result(&many_files_text(&results), &figures);
    match results.iter().filter(|(_, result)| result.is_err()).count() {
        0 => Ok(()),
        failed => {
            Err(Error::invalid("measure-balance", format!("{failed} of {} files failed", results.len())))
        }
    }
}

/// Refuses flags that contradict each other.
fn check(args: &MeasureBalanceArgs) -> Result<()> {
    let files = args.files.iter().chain(&args.read.roles).map(PathBuf::as_path);
    let inputs: Vec<&Path> = files.chain(args.scene.inputs()).collect();
    let outputs: Vec<&Path> = args
        .report
        .iter()
        .chain(&args.frames)
        .chain(&args.html)
        .chain(&args.save_masses)
        .map(PathBuf::as_path)
        .collect();
    refuse_collisions(&inputs, &outputs)?;
    for (is_given, flag) in [
        (args.scene.has_plants(), "--plants"),
        (args.frames.is_some(), "--frames"),
        (args.html.is_some(), "--html"),
        (args.save_masses.is_some(), "--save-masses"),
    ] {
        if is_given && args.files.len() > 1 {
            let text = format!("{flag} belongs to one clip; measure one file at a time with it");
            return Err(Error::invalid("measure-balance", text));
        }
    }
    Ok(())
}

fn measure_file(args: &MeasureBalanceArgs, file: &Path, ground: Option<&Ground>) -> Result<MeasuredFile> {
    let document = args.read.read(file)?;
    let clip = pick_clip(&document, args.clip.as_deref().unwrap_or("1"))?;
    let mut notes = all_notes(&document);
    let motion = &document.clips[clip];
    let scene = args.scene.read(&document, motion, ground)?;
    notes.extend(scene.notes.iter().cloned());
    notes.extend(args.scene.idle_masses("--masses", args.options.0.masses));
    let options = &args.options.0;
    let measured = measure_balance(&document.skeleton, motion, &document.skins, &scene.scene(), options)
        .map_err(|error| explained(error, &document))?;
    notes.extend(measured.report.notes.iter().cloned());
    Ok(MeasuredFile { plants: scene.plants, document, clip, measured, notes })
}

fn one_file_text(file: &MeasuredFile) -> String {
    let report = &file.measured.report;
    let mut text = format!("{}, clip '{}'\n", file.document.path.display(), file.clip().name());
    if report.balance.frames > 0 {
        text += &figures_text(file);
    }
    for flight in &report.flights {
        let _ = write!(
            text,
            "\nflight, frames {} to {}: {:.2} of gravity, {:.1} cm off its parabola",
            flight.frames.start,
            flight.frames.end - 1,
            flight.g_ratio,
            100.0 * flight.off_parabola,
        );
    }
    for other in &report.other_supports {
        let _ = write!(
            text,
            "\nanother support, frames {} to {}: {:.0} cm outside, near {}",
            other.frames.start,
            other.frames.end - 1,
            100.0 * other.distance,
            other.joint,
        );
    }
    // Where nothing was judged, the reason is all there is to say.
    let reason = file.notes.iter().find(|note| note.code == "balance-not-judged");
    text + "\n" + &reason.map_or_else(|| report.summary(), |note| note.text.clone())
}

/// The figures of a clip that was judged.
fn figures_text(file: &MeasuredFile) -> String {
    let report = &file.measured.report;
    let told = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
    let rows = [
        ("zero moment point outside, mean", format!("{:.2} cm", 100.0 * report.balance.outside.mean)),
        ("  95 % of the load below", format!("{:.2} cm", 100.0 * report.balance.outside.p95)),
        (
            "  farthest",
            format!("{:.2} cm", 100.0 * report.balance.outside.max)
                + &report.balance.outside.max_frame.map_or_else(String::new, |f| format!(", frame {f}")),
        ),
        ("inside", format!("{:.1} %", 100.0 * report.balance.inside)),
        ("inside or within 2 cm", format!("{:.1} %", 100.0 * report.balance.within_2cm)),
        ("frames judged", format!("{} of {}", report.balance.frames, file.clip().frame_count())),
        ("load on the left foot", told(report.left_share.map(|share| format!("{:.0} %", 100.0 * share)))),
        ("mass", format!("{:.1} kg, {}", report.mass, report.mass_source.map_or("given", |s| s.name()))),
        ("carried", format!("{:.1} kg", report.carried)),
        (
            "height of the centre of mass",
            told(report.centre_height.map(|height| format!("{:.1} cm", 100.0 * height))),
        ),
    ];
    let head = vec!["figure".to_owned(), String::new()];
    let rows = rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]);
    table::render(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
}

fn many_files_text(results: &[(&PathBuf, Result<MeasuredFile>)]) -> String {
    let head = ["file", "mean cm", "p95 cm", "inside %", "within 2 cm %", "flights", "other supports"];
    let rows = results.iter().map(|(path, result)| {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let Ok(file) = result else { return vec![name, "failed".into()] };
        let report = &file.measured.report;
        let balance = &report.balance;
        if balance.frames == 0 {
            return vec![name, "not judged".into()];
        }
        vec![
            name,
            format!("{:.2}", 100.0 * balance.outside.mean),
            format!("{:.2}", 100.0 * balance.outside.p95),
            format!("{:.1}", 100.0 * balance.inside),
            format!("{:.1}", 100.0 * balance.within_2cm),
            report.flights.len().to_string(),
            report.other_supports.len().to_string(),
        ]
    });
    table::render(&std::iter::once(head.map(String::from).to_vec()).chain(rows).collect::<Vec<_>>())
}

/// Every frame as a line. A cell is empty where the frame has no such value.
fn frames_csv(clip: &Clip, measured: &MeasuredBalance) -> String {
    let frames = &measured.frames;
    let mut out = String::from(
        "frame,seconds,centre_x,centre_y,centre_z,momentum_x,momentum_y,momentum_z,angular_momentum_x,\
         angular_momentum_y,angular_momentum_z,load,zero_moment_point_x,zero_moment_point_y,\
         zero_moment_point_z,outside,left_share,is_judged\n",
    );
    let add = |out: &mut String, value: Option<f64>| {
        out.push(',');
        if let Some(value) = value {
            let _ = write!(out, "{value:.6}");
        }
    };
    for frame in 0..frames.centre.len() {
        let _ = write!(out, "{frame},{:.6}", frame as f64 * clip.frame_time());
        for vector in [&frames.centre, &frames.momentum, &frames.angular_momentum] {
            vector[frame].iter().for_each(|x| add(&mut out, Some(*x)));
        }
        add(&mut out, Some(frames.load[frame]));
        (0..3).for_each(|axis| add(&mut out, frames.zero_moment_point[frame].map(|point| point[axis])));
        add(&mut out, frames.distance[frame]);
        add(&mut out, frames.left_share[frame]);
        let _ = writeln!(out, ",{}", u8::from(frames.is_judged[frame]));
    }
    out
}
