//! `surefoot shape-grid build` and `query`: corrections for a grid of body shapes.

use crate::files::{check_extension, mesh_format, named, pick_clip, refuse_collisions};
use crate::flags::{OperationFlags, ReadFlags};
use crate::output::{Output, notes_json, path_json, save};
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::{Path, PathBuf};
use surefoot::io::{self, ShapeGridJournal};
use surefoot::model::{ShapeAxis, ShapePart};
use surefoot::ops::Progress;
use surefoot::ops::shape_grid::{shape_grid_head, shaped_body};
use surefoot::{
    BuildShapeGridOptions, QueryShapeGridOptions, Report, Result, ShapeGridSetup, build_shape_grid,
    query_shape_grid,
};

/// Correct a clip for a grid of body shapes, and get it for any shape in between
#[derive(Debug, Args)]
pub(crate) struct ShapeGridArgs {
    #[command(subcommand)]
    command: ShapeGridCommand,
}

#[derive(Debug, Subcommand)]
enum ShapeGridCommand {
    Build(BuildArgs),
    Query(QueryArgs),
}

/// Correct a clip for every body of a grid
///
/// Finished bodies are kept in OUTPUT.part. A build that was stopped goes on where it was.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot shape-grid build hero.glb hero.sfshape\n  surefoot shape-grid build hero.glb hero.sfshape --axis trunk=1,1.2 --axis left_arm=0.9,1,1.3"
)]
struct BuildArgs {
    /// An FBX, GLB or glTF file with a mesh and a clip
    input: PathBuf,
    /// The grid to write (.sfshape)
    output: PathBuf,
    /// A part and its girths, ascending: left_leg, right_leg, trunk, left_arm or right_arm; may be given several times. Without any, all five parts with 0.85,1,1.2
    #[arg(long, value_name = "PART=GIRTHS", value_parser = parse_axis)]
    axis: Vec<ShapeAxis>,
    /// Clip of the file, by name or number from 1
    #[arg(long, value_name = "CLIP", default_value = "1")]
    clip: String,
    /// Write the figures as JSON
    #[arg(long, value_name = "FILE.json")]
    report: Option<PathBuf>,
    #[command(flatten)]
    options: OperationFlags<BuildShapeGridOptions>,
    #[command(flatten)]
    read: ReadFlags,
}

/// Write a character of the shape that is asked for, with the clip for it
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  surefoot shape-grid query hero.sfshape hero.glb heavier.glb --trunk 1.1 --left-arm 1.05"
)]
struct QueryArgs {
    /// A grid that shape-grid build wrote
    grid: PathBuf,
    /// The file that the grid was built of
    input: PathBuf,
    /// The new file; its extension gives the format: .glb, .gltf or .fbx
    output: PathBuf,
    /// Clip of the file, by name or number from 1
    #[arg(long, value_name = "CLIP", default_value = "1")]
    clip: String,
    /// Write the figures as JSON
    #[arg(long, value_name = "FILE.json")]
    report: Option<PathBuf>,
    #[command(flatten)]
    options: OperationFlags<QueryShapeGridOptions>,
    #[command(flatten)]
    read: ReadFlags,
}

fn parse_axis(text: &str) -> std::result::Result<ShapeAxis, String> {
    let parse = || {
        let (part, girths) = text.split_once('=')?;
        let girths = girths.split(',').map(|girth| girth.trim().parse().ok()).collect::<Option<_>>()?;
        Some(ShapeAxis { part: ShapePart::from_name(part)?, girths })
    };
    parse().ok_or_else(|| "use a part and its girths, such as trunk=0.9,1,1.2".to_owned())
}

pub(crate) fn run(args: &ShapeGridArgs, output: &Output) -> Result<()> {
    match &args.command {
        ShapeGridCommand::Build(args) => build(args, output),
        ShapeGridCommand::Query(args) => query(args, output),
    }
}

fn build(args: &BuildArgs, output: &Output) -> Result<()> {
    output.checked(check_extension(&args.output, "sfshape"));
    let mut part = args.output.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    let written: Vec<&Path> =
        [&args.output, &part].into_iter().chain(&args.report).map(PathBuf::as_path).collect();
    output.checked(refuse_collisions(&[&args.input], &written));
    let document = args.read.read(&args.input)?;
    output.notes(&args.input, &document.notes);
    let clip = &document.clips[pick_clip(&document, &args.clip)?];
    let (skeleton, skins) = (&document.skeleton, &document.skins);
    let mut setup = ShapeGridSetup::default();
    if !args.axis.is_empty() {
        setup.axes.clone_from(&args.axis);
    }
    let head = shape_grid_head(skeleton, clip, skins, &setup, &args.options.0)?;
    let (journal, finished) = ShapeGridJournal::open(&part, &head)?;
    setup.finished = finished;
    let keep = |index: usize, node: &_| journal.keep(index, node);
    setup.keep = Some(&keep);
    let bar = output.progress(head.node_count() as u64, "bodies");
    let tell = |share: f64| {
        bar.set_position((share * head.node_count() as f64).round() as u64);
        true
    };
    let built = build_shape_grid(skeleton, clip, skins, &setup, &args.options.0, &Progress::new(&tell))
        .map_err(|error| named(error, &document))?;
    bar.finish_and_clear();
    save(&args.output, &io::encode_shape_grid(&built.grid)?)?;
    journal.remove()?;
    let report = Report::of(&built.report);
    let figures = json!({
        "input": path_json(&args.input),
        "output": path_json(&args.output),
        "report": report.figures,
        "notes": notes_json(&[document.notes.as_slice(), &built.report.notes].concat()),
    });
    if let Some(path) = &args.report {
        save(path, format!("{figures:#}\n").as_bytes())?;
    }
    output.notes(&args.output, &built.report.notes);
    output.result(&format!("{}\nwrote {}", built.report.summary(), args.output.display()), &figures);
    Ok(())
}

fn query(args: &QueryArgs, output: &Output) -> Result<()> {
    let format = output.checked(mesh_format(&args.output));
    let written: Vec<&Path> =
        std::iter::once(&args.output).chain(&args.report).map(PathBuf::as_path).collect();
    output.checked(refuse_collisions(&[&args.grid, &args.input], &written));
    let grid = io::read_shape_grid(&args.grid)?;
    let document = args.read.read(&args.input)?;
    output.notes(&args.input, &document.notes);
    let shape = &args.options.0;
    let (skeleton, skins) = (&document.skeleton, &document.skins);
    let chosen = pick_clip(&document, &args.clip)?;
    let body = shaped_body(&grid, skeleton, &document.clips[chosen], skins, shape)
        .map_err(|error| named(error, &document))?;
    let mut clips = document.clips.iter().map(|clip| body.fit_clip(clip)).collect::<Result<Vec<_>>>()?;
    let shaped = query_shape_grid(&grid, &body.skeleton, &clips[chosen], shape)?;
    clips[chosen] = shaped.clip;
    let encoded = io::encode_reshaped(&document, format, &body.skeleton, &body.skins, &clips)?;
    save(&args.output, &encoded.bytes)?;
    let notes = [shaped.report.notes.as_slice(), &encoded.notes].concat();
    let figures = json!({
        "input": path_json(&args.input),
        "output": path_json(&args.output),
        "report": Report::of(&shaped.report).figures,
        "notes": notes_json(&notes),
    });
    if let Some(path) = &args.report {
        save(path, format!("{figures:#}\n").as_bytes())?;
    }
    output.notes(&args.output, &notes);
    output.result(&format!("{}\nwrote {}", shaped.report.summary(), args.output.display()), &figures);
    Ok(())
}
