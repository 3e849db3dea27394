//! `surefoot convert`: between BVH, FBX and glTF, or within one format with everything else kept.

use crate::files::{all_notes, encode, pick_clip, refuse_collisions};
use crate::flags::{ReadFlags, parse_rate};
use crate::output::{Output, notes_json, path_json, save};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use surefoot::io::Format;
use surefoot::{ResampleClipOptions, resample_clip};

/// Convert between BVH, FBX, GLB and glTF
///
/// Within one format the file is copied and only what changed is rewritten; between formats a new file is made.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot convert walk.bvh walk.glb\n  surefoot convert hero.fbx run.bvh --clip Run --resample 30"
)]
pub(crate) struct ConvertArgs {
    /// A BVH, FBX, GLB, glTF or Collada file
    input: PathBuf,
    /// The new file; its extension gives the format
    output: PathBuf,
    /// Keep only this clip, by name or by number from 1
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
    let mut notes = all_notes(&document);
    output.notes(&args.input, &notes);
    let mut clips = match &args.clip {
        Some(wanted) => vec![document.clips[pick_clip(&document, wanted)?].clone()],
        None => document.clips.clone(),
    };
    if let Some(rate) = args.resample {
        let options = ResampleClipOptions::default().frame_rate(rate);
        let resample = |clip| Ok(resample_clip(&document.skeleton, clip, &options)?.clip);
        clips = clips.iter().map(resample).collect::<surefoot::Result<_>>()?;
    }
    let encoded = encode(&document, &clips, format)?;
    output.notes(&args.output, &encoded.notes);
    save(&args.output, &encoded.bytes)?;
    let text = format!(
        "{} → {} (clips: {}, joints: {})",
        args.input.display(),
        args.output.display(),
        clips.len(),
        document.skeleton.joint_count()
    );
    notes.extend(encoded.notes);
    output.result(
        &text,
        &json!({ "input": path_json(&args.input), "output": path_json(&args.output), "format": format.name(), "clips": clips.len(), "notes": notes_json(&notes) }),
    );
    Ok(())
}
