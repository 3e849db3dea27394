//! `surefoot evaluate-balance`: ways to find masses against each other, and clips before and after they were balanced.

use crate::balance::{BalanceFlags, ReadScene};
use crate::files::{explained, pick_clip, refuse_collisions};
use crate::flags::{OperationFlags, ReadFlags, idle_note};
use crate::output::{Output, notes_json, save};
use crate::table;
use clap::Args;
use rayon::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};
use surefoot::declare::idle_options;
use surefoot::io::Document;
use surefoot::model::{Role, Side};
use surefoot::ops::Progress;
use surefoot::ops::evaluate_balance::{BalanceCase, BalanceTake, Spread, StageBalance};
use surefoot::{
    Error, EvaluateBalanceOptions, EvaluateBalanceReport, Ground, Report, Result, evaluate_balance,
};

/// Compare ways to find masses on clips, and the clips before and after they were adapted and balanced
///
/// Every file is one clip as it came. --adapted and --balanced take the same clips in the same order. What is carried, masses and ground
/// hold for every file.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot evaluate-balance walk.glb run.glb --report masses.json\n  surefoot evaluate-balance walk.glb --adapted heavy.glb --balanced heavy_balanced.glb"
)]
pub(crate) struct EvaluateBalanceArgs {
    /// BVH, FBX, GLB or glTF files: the clips as they came
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The same clips on another body or with changed poses, in the same order
    #[arg(long, value_name = "FILE", num_args = 1..)]
    adapted: Vec<PathBuf>,
    /// The adapted clips with their balance corrected, in the same order
    #[arg(long, value_name = "FILE", num_args = 1..)]
    balanced: Vec<PathBuf>,
    /// Write all figures as JSON
    #[arg(long, value_name = "FILE.json")]
    report: Option<PathBuf>,
    /// Which clip of every file, by name or by number from 1 [default: 1]
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,
    #[command(flatten)]
    scene: BalanceFlags,
    #[command(flatten)]
    options: OperationFlags<EvaluateBalanceOptions>,
    #[command(flatten)]
    read: ReadFlags,
}

/// A file, which of its clips is looked at, and what belongs to it.
struct Take<'a> {
    document: Document,
    clip: usize,
    scene: ReadScene<'a>,
}

pub(crate) fn run(args: &EvaluateBalanceArgs, output: &Output) -> Result<()> {
    output.checked(check(args));
    let ground = args.scene.read_ground()?;
    let read = |files: &[PathBuf]| {
        let takes = files.par_iter().map(|file| read_take(args, file, ground.as_ref()));
        takes.collect::<Result<Vec<Take<'_>>>>()
    };
    let (originals, adapted, balanced) = (read(&args.files)?, read(&args.adapted)?, read(&args.balanced)?);
    let names: Vec<String> = args.files.iter().map(|file| name_of(file)).collect();
    let cases: Vec<BalanceCase<'_>> = originals
        .iter()
        .enumerate()
        .map(|(index, original)| BalanceCase {
            name: &names[index],
            original: take(original),
            adapted: adapted.get(index).map(take),
            balanced: balanced.get(index).map(take),
        })
        .collect();
    let progress = output.progress(100, "percent");
    let tell = |share: f64| {
        progress.set_position((100.0 * share) as u64);
        true
    };
    let report = evaluate_balance(&cases, &args.options.0, &Progress::new(&tell)).map_err(|error| {
        // The trunk and the legs are needed where no mesh tells the masses.
        let mut all = originals.iter().chain(&adapted).chain(&balanced).map(|take| &take.document);
        let lacking = all.find(|document| document.skeleton.roles().require(BODY).is_err());
        match lacking {
            Some(document) => explained(error, document),
            None => error,
        }
    })?;
    progress.finish_and_clear();
    let mut notes: Vec<_> = originals.iter().flat_map(|take| take.scene.notes.clone()).collect();
    notes.extend(report.notes.iter().cloned());
    notes.extend(args.scene.idle_masses("--reference", args.options.0.reference));
    notes.extend(idle_note(&idle_options(&args.options.0, &[])));
    output.notes(Path::new("evaluate-balance"), &notes);
    let figures = Report::of(&report).figures;
    if let Some(path) = &args.report {
        save(path, format!("{figures:#}\n").as_bytes())?;
    }
    output.result(&report_text(&report), &json!({ "report": figures, "notes": notes_json(&notes) }));
    Ok(())
}

/// Refuses flags that contradict each other.
fn check(args: &EvaluateBalanceArgs) -> Result<()> {
    for (files, flag) in [(&args.adapted, "--adapted"), (&args.balanced, "--balanced")] {
        if !files.is_empty() && files.len() != args.files.len() {
            let text =
                format!("{flag} has {} files for {} clips; give one for each", files.len(), args.files.len());
            return Err(Error::invalid("evaluate-balance", text));
        }
    }
    let is_one = args.files.len() == 1 && args.adapted.is_empty() && args.balanced.is_empty();
    if args.scene.has_plants() && !is_one {
        let text = "--plants belongs to one clip; evaluate one file at a time with it";
        return Err(Error::invalid("evaluate-balance", text));
    }
    let all = args.files.iter().chain(&args.adapted).chain(&args.balanced).chain(&args.read.roles);
    let inputs: Vec<&Path> = all.map(PathBuf::as_path).chain(args.scene.inputs()).collect();
    refuse_collisions(&inputs, &args.report.iter().map(PathBuf::as_path).collect::<Vec<_>>())
}

/// The feet, without which nothing is judged.
const FEET: [Role; 2] = [Role::Foot(Side::Left), Role::Foot(Side::Right)];
/// What the table of masses needs.
const BODY: [Role; 3] = [Role::Pelvis, Role::Thigh(Side::Left), Role::Thigh(Side::Right)];

fn read_take<'a>(args: &EvaluateBalanceArgs, file: &Path, ground: Option<&'a Ground>) -> Result<Take<'a>> {
    let document = args.read.read(file)?;
    let clip = pick_clip(&document, args.clip.as_deref().unwrap_or("1"))?;
    document.skeleton.roles().require(FEET).map_err(|error| explained(error, &document))?;
    let scene = args.scene.read(&document, &document.clips[clip], ground)?;
    Ok(Take { document, clip, scene })
}

fn take<'a>(take: &'a Take<'_>) -> BalanceTake<'a> {
    let Take { document, clip, scene } = take;
    BalanceTake {
        skeleton: &document.skeleton,
        clip: &document.clips[*clip],
        skins: &document.skins,
        scene: scene.scene(),
    }
}

fn name_of(file: &Path) -> String {
    file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

fn report_text(report: &EvaluateBalanceReport) -> String {
    let cell = |spread: Spread| format!("{:.2} ({:.2})", 100.0 * spread.mean, 100.0 * spread.deviation);
    let stage = |stage: &Option<StageBalance>| stage.map_or_else(|| "–".to_owned(), |s| cell(s.outside));
    let head = ["clip", "mass kg", "original cm (SD)", "adapted", "balanced"].map(String::from).to_vec();
    let clips = report.clips.iter().map(|clip| {
        vec![
            clip.name.clone(),
            format!("{:.1}", clip.mass),
            stage(&clip.original),
            stage(&clip.adapted),
            stage(&clip.balanced),
        ]
    });
    let mean = vec![
        "mean".into(),
        String::new(),
        stage(&report.original),
        stage(&report.adapted),
        stage(&report.balanced),
    ];
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(clips).chain([mean]).collect();
    let mut text = format!("zero moment point outside what bears\n{}", table::render(&rows));
    if !report.masses.is_empty() {
        let head = ["masses", "cm from the reference (SD)"].map(String::from).to_vec();
        let methods = report.masses.iter().map(|row| vec![row.method.name().to_owned(), cell(row.distance)]);
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(methods).collect();
        text += &format!("\n{}", table::render(&rows));
    }
    text + "\n" + &report.summary()
}
