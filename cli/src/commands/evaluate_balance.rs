//! `surefoot evaluate-balance`: ways to find masses against each other, and clips before and after they were balanced.

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
use surefoot::ops::Progress;
use surefoot::ops::evaluate_balance::{BalanceCase, BalanceTake, Spread, StageBalance};
use surefoot::{
    BalanceScene, Error, EvaluateBalanceOptions, EvaluateBalanceReport, Report, Result, evaluate_balance,
};

/// Compare ways to find masses on clips, and the clips before and after they were adapted and balanced
///
/// Every file is one clip as it came. --adapted and --balanced take the same clips in the same order.
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
    options: OperationFlags<EvaluateBalanceOptions>,
    #[command(flatten)]
    read: ReadFlags,
}

/// A file and which of its clips is looked at.
type Take = (Document, usize);

pub(crate) fn run(args: &EvaluateBalanceArgs, output: &Output) -> Result<()> {
    output.checked(check(args));
    let read =
        |files: &[PathBuf]| files.par_iter().map(|file| read_take(args, file)).collect::<Result<Vec<Take>>>();
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
    let report = evaluate_balance(&cases, &args.options.0, &Progress::new(&tell))
        .map_err(|error| explained(error, &originals[0].0))?;
    progress.finish_and_clear();
    let mut notes = report.notes.clone();
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
    let all = args.files.iter().chain(&args.adapted).chain(&args.balanced).chain(&args.read.roles);
    let inputs: Vec<&Path> = all.map(PathBuf::as_path).collect();
    refuse_collisions(&inputs, &args.report.iter().map(PathBuf::as_path).collect::<Vec<_>>())
}

fn read_take(args: &EvaluateBalanceArgs, file: &Path) -> Result<Take> {
    let document = args.read.read(file)?;
    let clip = pick_clip(&document, args.clip.as_deref().unwrap_or("1"))?;
    Ok((document, clip))
}

fn take((document, clip): &Take) -> BalanceTake<'_> {
    BalanceTake {
        skeleton: &document.skeleton,
        clip: &document.clips[*clip],
        skins: &document.skins,
        scene: BalanceScene::default(),
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
