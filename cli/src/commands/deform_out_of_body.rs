//! `surefoot deform-out-of-body`: skin pushed out of the body, as a point cache.

use crate::files::{check_extension, named, no_clip, pick_clip, refuse_collisions};
use crate::flags::{OperationFlags, ReadFlags};
use crate::output::{Output, Saving, notes_json, path_json, save};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use surefoot::io::Document;
use surefoot::kinematics::{SkinnedFrame, Skinner};
use surefoot::ops::deform_out_of_body::{FrameOffsets, deform_out_of_body_each};
use surefoot::{Clip, DeformOutOfBodyOptions, Report, Result};

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
    /// The point cache (.pc2); each further skin has its own: hero_2.pc2, hero_3.pc2
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
    output.checked(args.output.iter().try_for_each(|path| check_extension(path, "pc2")));
    let refuse = |caches: &[PathBuf]| {
        let written: Vec<_> = caches.iter().chain(&args.report).map(PathBuf::as_path).collect();
        output.checked(refuse_collisions(&[&args.input], &written));
    };
    refuse(args.output.as_slice());
    let document = args.read.read(&args.input)?;
    let paths: Vec<PathBuf> = match &args.output {
        Some(path) => (0..document.skins.len()).map(|skin| cache_path(path, skin)).collect(),
        None => Vec::new(),
    };
    refuse(&paths);
    output.notes(&args.input, &document.notes);
    let clip = match &args.clip {
        Some(wanted) => &document.clips[pick_clip(&document, wanted)?],
        None => document.clips.first().ok_or_else(|| no_clip(&document))?,
    };
    let mut caches = paths
        .iter()
        .enumerate()
        .map(|(skin, path)| PointCache::new(&document, clip, skin, path))
        .collect::<Result<Vec<_>>>()?;
    let bar = output.progress(clip.frame_count() as u64, "frames");
    let add = |frame: FrameOffsets<'_>| {
        bar.inc(1);
        caches.iter_mut().try_for_each(|cache| cache.add(clip, &frame))
    };
    let report =
        deform_out_of_body_each(&document.skeleton, clip, &document.skins, &[], &args.options.0, add);
    // Also before a message of what went wrong.
    bar.finish_and_clear();
    let report = report.map_err(|error| named(error, &document))?;
    output.notes(&args.input, &report.notes);
    let written: Vec<_> = caches.iter().map(|cache| path_json(&cache.path)).collect();
    caches.into_iter().try_for_each(|cache| cache.file.finish())?;
    let figures = Report::of(&report).figures;
    if let Some(path) = &args.report {
        save(path, format!("{figures:#}\n").as_bytes())?;
    }
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
            "outputs": written,
            "report": figures,
            "notes": notes_json(&notes),
        }),
    );
    Ok(())
}

/// `hero.pc2` for one skin; `hero_2.pc2` for the second of several.
fn cache_path(path: &Path, skin: usize) -> PathBuf {
    if skin == 0 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}_{}{extension}", skin + 1))
}

/// A PC2 file, version 1, of one skin: a head of 32 bytes, then the points of every frame, all little-endian. It is written frame
/// by frame: a minute of a character fills more than the memory of many machines.
struct PointCache<'a> {
    path: PathBuf,
    file: Saving,
    skin: usize,
    skinner: Skinner<'a>,
    mesh: SkinnedFrame,
    bytes: Vec<u8>,
}

impl<'a> PointCache<'a> {
    fn new(document: &'a Document, clip: &Clip, skin: usize, path: &Path) -> Result<Self> {
        let mut head = b"POINTCACHE2\0".to_vec();
        head.extend_from_slice(&1i32.to_le_bytes());
        head.extend_from_slice(&(document.skins[skin].vertex_count() as i32).to_le_bytes());
        // First frame, and how many frames a sample lasts.
        head.extend_from_slice(&0f32.to_le_bytes());
        head.extend_from_slice(&1f32.to_le_bytes());
        head.extend_from_slice(&(clip.frame_count() as i32).to_le_bytes());
        let mut file = Saving::new(path)?;
        file.write(&head)?;
        let skinner = Skinner::new(&document.skeleton, &document.skins[skin])?;
        Ok(Self {
            path: path.to_owned(),
            file,
            skin,
            skinner,
            mesh: SkinnedFrame::default(),
            bytes: Vec::new(),
        })
    }

    fn add(&mut self, clip: &Clip, frame: &FrameOffsets<'_>) -> Result<()> {
        self.skinner.deform(&clip.pose(frame.number), &mut self.mesh)?;
        frame.apply(self.skin, &mut self.mesh.positions)?;
        self.bytes.clear();
        let numbers = self.mesh.positions.iter().flat_map(|p| [p.x, p.y, p.z]);
        self.bytes.extend(numbers.flat_map(f32::to_le_bytes));
        self.file.write(&self.bytes)
    }
}
