//! Reading: from the bytes of any variant to a [`Document`].

use super::objects::read_scene;
use super::plan::Plan;
use super::records::{Checked, MAGIC, Malformed, Records};
use super::sample::{Timeline, frames_of, rest_joints, sample_clip};
use super::scene::{Kind, Node, Property, Scene};
use super::skin::read_skins;
use super::{Source, Variety, legacy};
use crate::error::{Error, Place, Result};
use crate::io::document::{
    self, Document, Format, MAX_FRAME_RATE, MIN_FRAME_RATE, Note, ReadOptions, is_frame_rate,
};
use crate::io::extras::Extras;
use crate::io::limits;
use crate::math::Vec3;
use crate::model::{Clip, Skeleton};
use std::path::Path;
use std::sync::Arc;

/// Reads an FBX file: binary 7.x by ourselves, everything older or textual through `ufbx`.
pub(in crate::io) fn read(path: &Path, bytes: &[u8], options: &ReadOptions) -> Result<Document> {
    let variety = variety(bytes);
    let make = |scene: &Scene<'_, '_>, kept: &[u8]| {
        let source = Source { bytes: Arc::from(kept), variety, options: options.clone() };
        to_document(scene, path, bytes.len(), options, source)
    };
    match variety {
        Variety::Binary7 => {
            let records = Records::parse(bytes).map_err(|malformed| malformed.at(path))?;
            let scene = read_scene(&records).map_err(|malformed| malformed.at(path))?;
            make(&scene, bytes)
        }
        // Such files are never written back, so their bytes need not be kept.
        Variety::Other => make(&legacy::read_scene(path, bytes)?, &[]),
    }
}

fn variety(bytes: &[u8]) -> Variety {
    let is_binary = bytes.starts_with(MAGIC);
    let version = bytes.get(23..27).map_or(0, |v| u32::from_le_bytes([v[0], v[1], v[2], v[3]]));
    // A file cut inside its header is better explained by our own reader.
    if is_binary && (bytes.len() < 27 || (7000..10000).contains(&version)) {
        Variety::Binary7
    } else {
        Variety::Other
    }
}

impl Malformed {
    /// It as the crate's error.
    pub(super) fn at(self, path: &Path) -> Error {
        Error::format(path, Place::Byte(self.byte), self.text)
    }
}

fn to_document(
    scene: &Scene<'_, '_>,
    path: &Path,
    file_length: usize,
    options: &ReadOptions,
    source: Source,
) -> Result<Document> {
    check_nodes(scene, path)?;
    let plan = Plan::new(scene, path, options)?;
    let mut notes = scene.notes.clone();
    notes.extend(plan.notes.iter().cloned());
    let (joints, is_uneven) = rest_joints(scene, &plan);
    if is_uneven {
        notes.push(Note::warning(
            "uneven-scale-above-root",
            format!("nodes above '{}' scale unevenly or mirror; shear was dropped", plan.names[0]),
        ));
    }
    let broken = |error: Error| Error::format(path, Place::File, error.to_string());
    let skeleton = Skeleton::new(joints.clone(), Vec::new()).map_err(broken)?;
    let mut clips = Vec::with_capacity(plan.stacks.len());
    for (timeline, &stack) in timelines(scene, &plan, path, file_length, options)?.iter().zip(&plan.stacks) {
        let data = sample_clip(scene, &plan, &joints, &scene.stacks[stack], timeline)
            .map_err(|fault| fault.at(path))?;
        clips.push(Clip::new(&skeleton, data).map_err(broken)?);
    }
    let skins = read_skins(scene, &plan, &skeleton, &mut notes).map_err(|malformed| malformed.at(path))??;
    Ok(Document {
        path: path.to_owned(),
        format: Format::Fbx,
        skeleton,
        clips,
        skins,
        convention: plan.convention,
        notes,
        extras: extras(scene, &plan),
        source: document::Source::Fbx(Box::new(source)),
    })
}

/// Refuses nodes with numbers that cannot be meant.
fn check_nodes(scene: &Scene<'_, '_>, path: &Path) -> Result<()> {
    let fail = |node: &Node, what: &str, value: f64| {
        let text = limits::refusal(&format!("node '{}': {what}", node.name), value);
        Err(Error::format(path, Place::File, text))
    };
    let absurd = |v: &Vec3| v.iter().copied().find(|&x| !limits::is_sane(x));
    for node in &scene.nodes {
        let rig = &node.rig;
        let own = Property::ALL.map(|property| (property.fbx_name(), node.lcl(property)));
        let fixed = [
            ("RotationOffset", rig.rotation_offset),
            ("RotationPivot", rig.rotation_pivot),
            ("ScalingOffset", rig.scaling_offset),
            ("ScalingPivot", rig.scaling_pivot),
            ("GeometricTranslation", node.geometric.translation),
        ];
        for (what, value) in own.iter().chain(&fixed) {
            if let Some(value) = absurd(value) {
                return fail(node, what, value);
            }
        }
        if let Some(&value) = node.geometric.linear.iter().find(|&&x| !limits::is_sane(x)) {
            return fail(node, "the geometric transform", value);
        }
        for (what, rotation) in [("PreRotation", rig.pre), ("PostRotation", rig.post)] {
            if let Some(&value) = rotation.coords.iter().find(|x| !x.is_finite()) {
                return fail(node, what, value);
            }
        }
    }
    for layer in scene.stacks.iter().flat_map(|stack| &stack.layers) {
        for ((node, property), channels) in &layer.channels {
            if let Some(value) = absurd(&channels.defaults) {
                let what = format!("the value of {} without keys", property.fbx_name());
                return fail(&scene.nodes[*node], &what, value);
            }
        }
    }
    Ok(())
}

/// What the scene counted, and the groups and locators that are neither joints nor above them.
fn extras(scene: &Scene<'_, '_>, plan: &Plan) -> Extras {
    let mut is_used = vec![false; scene.nodes.len()];
    for &node in plan.nodes.iter() {
        is_used[node] = true;
    }
    plan.nodes.first().into_iter().flat_map(|&root| scene.ancestors(root)).for_each(|n| is_used[n] = true);
    let other = |(node, used): &(&Node, bool)| !used && node.kind == Kind::Null;
    Extras { other_nodes: scene.nodes.iter().zip(is_used).filter(other).count(), ..scene.extras }
}

/// When the frames of each planned clip are.
///
/// # Errors
/// [`Error::Format`] for a broken curve, or if the clips together are out of all proportion to the file: a few bytes
/// can claim a clip of a thousand years.
pub(super) fn timelines(
    scene: &Scene<'_, '_>,
    plan: &Plan,
    path: &Path,
    file_length: usize,
    options: &ReadOptions,
) -> Result<Vec<Timeline>> {
    let frame_rate = options.frame_rate.unwrap_or(scene.settings.frame_rate);
    if !is_frame_rate(frame_rate) {
        let text = format!(
            "the frame rate is {frame_rate}; it must be {MIN_FRAME_RATE} to {MAX_FRAME_RATE} frames per second"
        );
        return Err(Error::format(path, Place::File, text));
    }
    let spans: Vec<(i64, f64)> = plan
        .stacks
        .iter()
        .map(|&stack| frames_of(scene, &scene.stacks[stack], frame_rate))
        .collect::<Checked<_>>()
        .map_err(|malformed| malformed.at(path))?;
    // About 48 bytes for a joint in a frame.
    let allowed = ((64 << 20) + 8 * file_length) as f64 / 48.0;
    let mut total = 0.0;
    for (&stack, &(_, frames)) in plan.stacks.iter().zip(&spans) {
        total += frames * plan.nodes.len() as f64;
        if total > allowed {
            let text = format!(
                "clip '{}' would have {frames} frames at {frame_rate} per second, far too many for the size of the file; set a lower frame rate if this is intended",
                scene.stacks[stack].name
            );
            return Err(Error::format(path, Place::File, text));
        }
    }
    Ok(spans
        .into_iter()
        .map(|(start, frames)| {
            Timeline::new(start, frame_rate, scene.settings.ticks_per_second, frames as usize)
        })
        .collect())
}
