//! `surefoot deform-out-of-body`: skin pushed out of the body, as a point cache.

use crate::files::{explained, no_clip, pick_clip, refuse_collisions};
use crate::flags::{OperationFlags, ReadFlags};
use crate::output::{Output, notes_json, path_json, save};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use surefoot::io::Document;
use surefoot::kinematics::{SkinnedFrame, Skinner};
use surefoot::{Clip, DeformOutOfBodyOptions, DeformedClip, Report, Result, deform_out_of_body};

/// Push the skin of the arms out of the body, for the last centimetres of penetration
///
/// Writes the vertices of every frame as a point cache, in metres, Y up. Without an output file the figures are printed.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot deform-out-of-body hero.glb hero.pc2\n  surefoot deform-out-of-body hero.glb --part right-arm --report hero.json"
)]
pub(crate) struct DeformOutOfBodyArgs {
    /// An FBX, GLB or glTF file with a mesh and a clip
    input: PathBuf,
    /// The point cache (.pc2); with several skins each gets its own, named after it
    output: Option<PathBuf>,
    /// The clip, by name or number; else the first
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,
    /// Write the figures as JSON
    #[arg(long, value_name = "FILE.json")]
    report: Option<PathBuf>,
    #[command(flatten)]
    options: OperationFlags<DeformOutOfBodyOptions>,
    #[command(flatten)]
    read: ReadFlags,
}

pub(crate) fn run(args: &DeformOutOfBodyArgs, output: &Output) -> Result<()> {
    let written: Vec<_> = args.output.iter().chain(&args.report).map(PathBuf::as_path).collect();
    output.checked(refuse_collisions(&[&args.input], &written));
    let document = args.read.read(&args.input)?;
    output.notes(&args.input, &document.notes);
    let clip = match &args.clip {
        Some(wanted) => &document.clips[pick_clip(&document, wanted)?],
        None => document.clips.first().ok_or_else(|| no_clip(&document))?,
    };
    let deformed = deform_out_of_body(&document.skeleton, clip, &document.skins, &[], &args.options.0)
        .map_err(|error| explained(error, &document))?;
    output.notes(&args.input, &deformed.report.notes);
    let mut caches = Vec::new();
    if let Some(path) = &args.output {
        for skin in 0..document.skins.len() {
            let path = cache_path(path, &document, skin);
            save(&path, &point_cache(&document, clip, &deformed, skin)?)?;
            caches.push(path_json(&path));
        }
    }
    let figures = Report::of(&deformed.report).figures;
    if let Some(path) = &args.report {
        save(path, format!("{figures:#}\n").as_bytes())?;
    }
    let report = &deformed.report;
    let text = format!(
        "{}, clip '{}'\n{}\nframes over 2 cm {}, flipped triangles {} at most, acceleration × {:.2}\n",
        args.input.display(),
        clip.name(),
        report.summary(),
        report.frames_over_2_cm,
        report.flipped_max,
        report.acceleration,
    );
    let notes = [document.notes.as_slice(), &report.notes].concat();
    output.result(
        &text,
        &json!({
            "input": path_json(&args.input),
            "clip": clip.name(),
            "outputs": caches,
            "report": figures,
            "notes": notes_json(&notes),
        }),
    );
    Ok(())
}

/// `hero.pc2` for one skin; `hero_2.pc2` for the second of several.
fn cache_path(path: &Path, document: &Document, skin: usize) -> PathBuf {
    if document.skins.len() < 2 || skin == 0 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}_{}{extension}", skin + 1))
}

/// A PC2 file, version 1: a head of 32 bytes, then the points of every frame, all little-endian.
fn point_cache(document: &Document, clip: &Clip, deformed: &DeformedClip, skin: usize) -> Result<Vec<u8>> {
    let mut skinner = Skinner::new(&document.skeleton, &document.skins[skin])?;
    let mut mesh = SkinnedFrame::default();
    let vertex_count = document.skins[skin].vertex_count();
    let mut out = Vec::with_capacity(32 + 12 * vertex_count * clip.frame_count());
    out.extend_from_slice(b"POINTCACHE2\0");
    out.extend_from_slice(&1i32.to_le_bytes());
    out.extend_from_slice(&(vertex_count as i32).to_le_bytes());
    // First frame, and how many frames a sample lasts.
    out.extend_from_slice(&0f32.to_le_bytes());
    out.extend_from_slice(&1f32.to_le_bytes());
    out.extend_from_slice(&(clip.frame_count() as i32).to_le_bytes());
    for frame in 0..clip.frame_count() {
        skinner.deform(&clip.pose(frame), &mut mesh)?;
        deformed.apply(skin, frame, &mut mesh.positions)?;
        out.extend(mesh.positions.iter().flat_map(|p| [p.x, p.y, p.z]).flat_map(f32::to_le_bytes));
    }
    Ok(out)
}
