//! `surefoot scale-character`: a character with other proportions.

use crate::files::{named, refuse_collisions};
use crate::flags::{OperationFlags, ReadFlags};
use crate::output::Output;
use crate::reshaped::Reshaped;
use clap::Args;
use std::path::PathBuf;
use surefoot::io::Format;
use surefoot::{Report, Result, ScaleCharacterOptions, scale_character};

/// Give a character other proportions, and scale the root paths of its clips to match
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot scale-character hero.glb long_arms.glb --upper-arm 1.2 --forearm 1.2\n  surefoot scale-character hero.fbx hero.bvh --back 0.9"
)]
pub(crate) struct ScaleCharacterArgs {
    /// A BVH, FBX, GLB or glTF file
    input: PathBuf,
    /// The new file; its extension gives the format
    output: PathBuf,
    /// Write the figures as JSON
    #[arg(long, value_name = "FILE.json")]
    report: Option<PathBuf>,
    #[command(flatten)]
    options: OperationFlags<ScaleCharacterOptions>,
    #[command(flatten)]
    read: ReadFlags,
}

pub(crate) fn run(args: &ScaleCharacterArgs, output: &Output) -> Result<()> {
    let format = output.checked(Format::from_path(&args.output));
    let written: Vec<_> = std::iter::once(&args.output).chain(&args.report).map(PathBuf::as_path).collect();
    output.checked(refuse_collisions(&[&args.input], &written));
    let document = args.read.read(&args.input)?;
    output.notes(&args.input, &document.notes);
    let scaled = scale_character(&document.skeleton, &document.skins, &document.clips, &args.options.0)
        .map_err(|error| named(error, &document))?;
    let reshaped = Reshaped {
        document: &document,
        output: &args.output,
        format,
        skeleton: &scaled.skeleton,
        skins: &scaled.skins,
        clips: &scaled.clips,
        report: Report::of(&scaled.report),
        table: String::new(),
    };
    reshaped.write(args.report.as_deref(), output)
}
