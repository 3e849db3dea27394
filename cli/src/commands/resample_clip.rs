//! `surefoot resample-clip`: the same motion at another frame rate.

use crate::files::edit_clips;
use crate::flags::{ReadFlags, parse_rate};
use crate::output::Output;
use clap::Args;
use std::path::PathBuf;
use surefoot::resample_clip;

/// Sample clips at another frame rate
///
/// Frames that fall on an old frame keep their values exactly; between frames rotations turn at constant speed.
/// Everything else of the file is kept.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot resample-clip walk_120.bvh walk_30.bvh --frame-rate 30\n  surefoot resample-clip hero.glb hero_60.glb --frame-rate 60 --clip Run"
)]
pub(crate) struct ResampleClipArgs {
    /// A BVH, FBX, GLB or glTF file
    input: PathBuf,
    /// The new file; its ending says the format
    output: PathBuf,
    /// Frames per second of the result
    #[arg(long, value_name = "FPS", value_parser = parse_rate)]
    frame_rate: f64,
    /// Only this clip: its name, or its number from 1; the others stay as they are
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,
    #[command(flatten)]
    read: ReadFlags,
}

pub(crate) fn run(args: &ResampleClipArgs, output: &Output) -> surefoot::Result<()> {
    let resample = |skeleton: &_, clip: &_| resample_clip(skeleton, clip, args.frame_rate);
    edit_clips([&args.input, &args.output], args.clip.as_deref(), &args.read, output, resample)
}
