//! `surefoot convert`: between BVH, FBX and glTF, or within one format with everything else kept.

use crate::files::{all_warnings, encode, pick_clip, refuse_collisions};
use crate::flags::{ReadFlags, parse_rate};
use crate::output::{Output, path_json, save, warnings_json};
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
    let format = output.checked(Format::from_path(&args.output));
    output.checked(refuse_collisions(&[&args.input], &[&args.output]));
    let document = args.read.read(&args.input)?;
    let mut warnings = all_warnings(&document);
    output.warnings(&args.input, &warnings);
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
        "{} → {} (clips: {}, joints: {})",
        args.input.display(),
        args.output.display(),
        clips.len(),
        document.skeleton.joint_count()
    );
    warnings.extend(encoded.warnings);
    output.result(
        &text,
        &json!({ "input": path_json(&args.input), "output": path_json(&args.output), "format": format.name(), "clips": clips.len(), "warnings": warnings_json(&warnings) }),
    );
    Ok(())
}
