//! `surefoot grow-body`: a character with thicker or thinner parts.

use crate::files::{mesh_format, named, refuse_collisions};
use crate::flags::{OperationFlags, ReadFlags};
use crate::output::Output;
use crate::reshaped::Reshaped;
use crate::table;
use clap::Args;
use std::path::PathBuf;
use surefoot::ops::grow_body::SegmentGirth;
use surefoot::{GrowBodyOptions, GrowBodyReport, Report, Result, grow_body};

/// Make parts of a character thicker or thinner
///
/// A copy of a GLB or glTF file keeps its materials and textures; any other format becomes a new file without them.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot grow-body hero.glb heavy.glb --trunk 1.3 --left-leg 1.2 --right-leg 1.2\n  surefoot grow-body hero.fbx popeye.glb --segment left_forearm=2 --segment right_forearm=2"
)]
pub(crate) struct GrowBodyArgs {
    /// An FBX, GLB or glTF file with a mesh
    input: PathBuf,
    /// The new file; its extension gives the format: .glb, .gltf or .fbx
    output: PathBuf,
    /// Girth of one segment, as fit-body names it; may be given several times
    #[arg(long, value_name = "NAME=FACTOR", value_parser = parse_segment)]
    segment: Vec<SegmentGirth>,
    /// Write the figures as JSON
    #[arg(long, value_name = "FILE.json")]
    report: Option<PathBuf>,
    #[command(flatten)]
    options: OperationFlags<GrowBodyOptions>,
    #[command(flatten)]
    read: ReadFlags,
}

fn parse_segment(text: &str) -> std::result::Result<SegmentGirth, String> {
    let parsed = text.split_once('=').and_then(|(name, factor)| Some((name, factor.parse().ok()?)));
    let (name, factor) = parsed.ok_or("use a segment and its factor, such as left_forearm=1.2")?;
    Ok(SegmentGirth { segment: name.to_owned(), factor })
}

pub(crate) fn run(args: &GrowBodyArgs, output: &Output) -> Result<()> {
    let format = output.checked(mesh_format(&args.output));
    let written: Vec<_> = std::iter::once(&args.output).chain(&args.report).map(PathBuf::as_path).collect();
    output.checked(refuse_collisions(&[&args.input], &written));
    let document = args.read.read(&args.input)?;
    output.notes(&args.input, &document.notes);
    let grown = grow_body(&document.skeleton, &document.skins, &args.segment, &args.options.0)
        .map_err(|error| named(error, &document))?;
    let clips = document.clips.iter().map(|clip| grown.fit_clip(clip)).collect::<Result<Vec<_>>>()?;
    let reshaped = Reshaped {
        document: &document,
        output: &args.output,
        format,
        skeleton: &grown.skeleton,
        skins: &grown.skins,
        clips: &clips,
        report: Report::of(&grown.report),
        table: format!("\n{}", table_of(&grown.report)),
    };
    reshaped.write(args.report.as_deref(), output)
}

fn table_of(report: &GrowBodyReport) -> String {
    let head = ["segment", "factor", "radius (cm)", "new radius (cm)"].map(String::from).to_vec();
    let rows = report.segments.iter().map(|s| {
        let cm = |metres: f64| format!("{:.1}", 100.0 * metres);
        let known = |metres: Option<f64>| metres.map_or_else(|| "-".to_owned(), cm);
        vec![s.name.clone(), format!("{:.2}", s.factor), known(s.radius_before), known(s.radius_after)]
    });
    table::render(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
}
