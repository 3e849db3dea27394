//! `surefoot convert`: between BVH, FBX and glTF, or within one format with everything else kept.

use crate::files::{encode, pick_clip, refuse_same_file};
use crate::flags::{ReadFlags, parse_rate};
use crate::output::{Output, save};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use surefoot::io::Format;
use surefoot::resample_clip;

/// Convert between BVH, FBX, GLB and glTF
///
/// Within one format the file is copied and only what changed is rewritten; between formats a new file is made.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot convert walk.bvh walk.glb\n  surefoot convert hero.fbx run.bvh --clip Run --resample 30"
)]
pub(crate) struct ConvertArgs {
    /// A BVH, FBX, GLB or glTF file
    input: PathBuf,
    /// The new file; its ending says the format
    output: PathBuf,
    /// Keep only this clip: its name, or its number from 1
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,
    /// Frames per second of the result
    #[arg(long, value_name = "FPS", value_parser = parse_rate)]
    resample: Option<f64>,
    #[command(flatten)]
    read: ReadFlags,
}

pub(crate) fn run(args: &ConvertArgs, output: &Output) -> surefoot::Result<()> {
    let format = Format::from_path(&args.output)?;
    refuse_same_file(&args.input, &args.output)?;
    let document = args.read.read(&args.input)?;
    output.warnings(&args.input, &document.warnings);
    let mut clips = match &args.clip {
        Some(wanted) => vec![document.clips[pick_clip(&document, wanted)?].clone()],
        None => document.clips.clone(),
    };
    if let Some(rate) = args.resample {
        clips = clips
            .iter()
            .map(|clip| resample_clip(&document.skeleton, clip, rate))
            .collect::<Result<_, _>>()?;
    }
    let encoded = encode(&document, &clips, format)?;
    output.warnings(&args.output, &encoded.warnings);
    save(&args.output, &encoded.bytes)?;
    let text = format!(
        "{} → {} ({} clips, {} joints)",
        args.input.display(),
        args.output.display(),
        clips.len(),
        document.skeleton.joint_count()
    );
    let warnings: Vec<_> = document
        .warnings
        .iter()
        .chain(&encoded.warnings)
        .map(|w| json!({ "code": w.code, "text": w.text }))
        .collect();
    output.result(
        &text,
        &json!({ "input": args.input, "output": args.output, "format": format.name(), "clips": clips.len(), "warnings": warnings }),
    );
    Ok(())
}
