//! `surefoot mirror-clip`: left becomes right.

use crate::files::edit_clips;
use crate::flags::ReadFlags;
use crate::output::Output;
use clap::Args;
use std::path::PathBuf;
use surefoot::mirror_clip;

/// Mirror clips: what the left side did, the right side does
///
/// The path is reflected at the plane x = 0. Everything else of the file is kept.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot mirror-clip turn_left.bvh turn_right.bvh\n  surefoot mirror-clip hero.fbx mirrored.fbx --clip Strafe"
)]
pub(crate) struct MirrorClipArgs {
    /// A BVH, FBX, GLB or glTF file
    input: PathBuf,
    /// The new file; its ending says the format
    output: PathBuf,
    /// Only this clip: its name, or its number from 1; the others stay as they are
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,
    #[command(flatten)]
    read: ReadFlags,
}

pub(crate) fn run(args: &MirrorClipArgs, output: &Output) -> surefoot::Result<()> {
    edit_clips([&args.input, &args.output], args.clip.as_deref(), &args.read, output, mirror_clip)
}
