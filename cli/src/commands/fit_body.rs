//! `surefoot fit-body`: the shape of a character as one volume per segment.

use crate::files::refuse_collisions;
use crate::flags::{OperationFlags, ReadFlags};
use crate::output::{Output, notes_json, path_json, save};
use crate::table;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use surefoot::{FitBodyOptions, FitBodyReport, Report, Result, fit_body};

/// Show the shape of a character: one cylinder, capsule or ellipsoid per segment
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot fit-body hero.glb\n  surefoot fit-body hero.fbx --kind capsule --report body.json"
)]
pub(crate) struct FitBodyArgs {
    /// A BVH, FBX, GLB or glTF file
    file: PathBuf,
    /// Write the figures as JSON
    #[arg(long, value_name = "FILE.json")]
    report: Option<PathBuf>,
    #[command(flatten)]
    options: OperationFlags<FitBodyOptions>,
    #[command(flatten)]
    read: ReadFlags,
}

pub(crate) fn run(args: &FitBodyArgs, output: &Output) -> Result<()> {
    let written: Vec<_> = args.report.iter().map(PathBuf::as_path).collect();
    output.checked(refuse_collisions(&[&args.file], &written));
    let document = args.read.read(&args.file)?;
    output.notes(&args.file, &document.notes);
    let report = fit_body(&document.skeleton, &document.skins, &args.options.0)?.report;
    output.notes(&args.file, &report.notes);
    let figures = Report::of(&report).figures;
    if let Some(path) = &args.report {
        save(path, format!("{figures:#}\n").as_bytes())?;
    }
    let text = format!("{}\n{}\n\n{}", args.file.display(), report.summary(), table_of(&report));
    let notes = notes_json(&[document.notes.as_slice(), &report.notes].concat());
    output.result(&text, &json!({ "file": path_json(&args.file), "report": figures, "notes": notes }));
    Ok(())
}

fn table_of(report: &FitBodyReport) -> String {
    let head = [
        "segment", "joint", "from", "vertices", "length", "radius", "wide", "narrow", "offset", "litres",
        "rms", "elliptic", "max",
    ];
    let cm = |metres: f64| format!("{:.1}", 100.0 * metres);
    let rows = report.segments.iter().map(|s| {
        vec![
            s.name.clone(),
            s.joint.clone(),
            s.source.name().to_owned(),
            s.vertex_count.to_string(),
            cm(s.length),
            cm(s.radius),
            cm(s.wide),
            cm(s.narrow),
            cm(s.offset),
            format!("{:.2}", s.litres),
            cm(s.rms),
            cm(s.rms_elliptic),
            cm(s.max),
        ]
    });
    let head = head.map(String::from).to_vec();
    let table = table::render(&std::iter::once(head).chain(rows).collect::<Vec<_>>());
    format!(
        "{table}\nLengths in cm. rms: distance of the vertices from their volume; elliptic: with both semi-axes.\n"
    )
}
