//! Which node values an edited clip changes, in the file's own numbers.

use super::clips::{Channels, Timing, above_at_frames};
use super::file::File;
use super::rig::{Rig, Trs};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::model::{Clip, JointIndex, Skeleton, Track};

/// New values of one node and path, one per frame.
#[derive(Debug, Clone)]
pub(super) struct NewValues {
    pub node: usize,
    /// Index into [`super::clips::PATHS`].
    pub path: usize,
    /// Translation and scale use the first three numbers.
    pub rows: Vec<[f32; 4]>,
    /// Which frames differ from the clip that was read.
    pub changed: Vec<bool>,
}

/// Compares `clip` with `original`, exactly, and returns what has to be written. With other frames than the
/// original's every animated joint counts as changed, since its keys lie at other times.
pub(super) fn changed_values(
    file: &File,
    rig: &Rig,
    skeleton: &Skeleton,
    channels: &Channels,
    timing: &Timing,
    clip: &Clip,
    original: &Clip,
) -> Result<Vec<NewValues>> {
    let frame_count = clip.frame_count();
    let same_frames = same_frames(clip, original);
    let mut out = Vec::new();
    let mut push = |node: usize, path: usize, rows: Vec<[f32; 4]>, changed: Vec<bool>| {
        let animated = channels.by_node.get(&node).is_some_and(|c| c[path].is_some());
        let rest = row(&rig.rest[node], path);
        let wanted = if same_frames {
            changed.contains(&true)
        } else {
            animated || rows.iter().any(|r| (0..4).any(|i| (r[i] - rest[i]).abs() > 1e-6))
        };
        if wanted {
            out.push(NewValues { node, path, rows, changed });
        }
    };
    let root = world_of_root(skeleton, clip);
    let root_before = if same_frames { world_of_root(skeleton, original) } else { Vec::new() };
    let root_differs = |path: usize, frame: usize| {
        let Some(before) = root_before.get(frame) else { return true };
        match path {
            0 => root[frame].translation != before.translation,
            1 => root[frame].rotation != before.rotation,
            _ => root[frame].scale != before.scale,
        }
    };
    if (0..frame_count).any(|f| (0..3).any(|path| root_differs(path, f))) {
        let above = above_at_frames(file, rig, timing, channels, frame_count)?;
        let mut locals = Vec::with_capacity(frame_count);
        for frame in 0..frame_count {
            let local = rig.root_to_local(&above[frame], &root[frame]).ok_or_else(|| {
                Error::invalid(
                    format!("clip '{}'", clip.name()),
                    format!(
                        "frame {frame}: a node above the root has a scale of zero, so the root cannot be placed"
                    ),
                )
            })?;
            locals.push(local);
        }
        let separate = above.iter().all(|above| rig.is_similarity(above));
        for path in 0..3 {
            let changed = (0..frame_count)
                .map(|f| if separate { root_differs(path, f) } else { (0..3).any(|p| root_differs(p, f)) })
                .collect();
            push(
                rig.nodes[0],
                path,
                one_hemisphere(locals.iter().map(|l| row(l, path)).collect(), path),
                changed,
            );
        }
    }
    for joint in skeleton.joints().skip(1) {
        let node = rig.nodes[joint.0];
        let rotation = |clip: &Clip, frame: usize| clip.pose(frame).rotations()[joint.0];
        let changed =
            (0..frame_count).map(|f| !same_frames || rotation(clip, f) != rotation(original, f)).collect();
        let rows = (0..frame_count).map(|f| {
            let local = Trs { rotation: rotation(clip, f), ..rig.rest[node] };
            row(&local, 1)
        });
        push(node, 1, rows.collect(), changed);
        for (path, tracks, before, rest, unit) in [
            (0, clip.translations(), original.translations(), skeleton.rest_offset(joint), rig.length_scale),
            (2, clip.scales(), original.scales(), skeleton.rest_scale(joint), 1.0),
        ] {
            let animated = channels.by_node.get(&node).is_some_and(|c| c[path].is_some());
            let (new, old) = (track_of(tracks, joint), track_of(before, joint));
            if new.is_none() && old.is_none() && (same_frames || !animated) {
                continue;
            }
            let value = |track: Option<&Track>, frame: usize| track.map_or(rest, |t| t.values[frame]);
            let changed = (0..frame_count).map(|f| !same_frames || value(new, f) != value(old, f)).collect();
            let rows = (0..frame_count).map(|f| vector_row(&(value(new, f) / unit)));
            push(node, path, rows.collect(), changed);
        }
    }
    Ok(out)
}

/// Whether frames of the two clips are at the same times.
pub(super) fn same_frames(a: &Clip, b: &Clip) -> bool {
    a.frame_count() == b.frame_count() && a.frame_rate() == b.frame_rate()
}

fn track_of(tracks: &[Track], joint: JointIndex) -> Option<&Track> {
    tracks.iter().find(|track| track.joint == joint)
}

fn world_of_root(skeleton: &Skeleton, clip: &Clip) -> Vec<Trs> {
    let scale = track_of(clip.scales(), JointIndex(0));
    (0..clip.frame_count())
        .map(|frame| Trs {
            translation: clip.root_positions()[frame],
            rotation: clip.pose(frame).rotations()[0],
            scale: scale.map_or(skeleton.rest_scale(JointIndex(0)), |t| t.values[frame]),
        })
        .collect()
}

fn row(trs: &Trs, path: usize) -> [f32; 4] {
    match path {
        0 => vector_row(&trs.translation),
        1 => {
            let q = trs.rotation.coords;
            [q.x as f32, q.y as f32, q.z as f32, q.w as f32]
        }
        _ => vector_row(&trs.scale),
    }
}

fn vector_row(v: &Vec3) -> [f32; 4] {
    [v.x as f32, v.y as f32, v.z as f32, 0.0]
}

/// Rotations on the hemisphere of the one before: some programs interpolate without looking.
fn one_hemisphere(mut rows: Vec<[f32; 4]>, path: usize) -> Vec<[f32; 4]> {
    if path == 1 {
        for frame in 1..rows.len() {
            let before = rows[frame - 1];
            rows[frame] = nearest_sign(rows[frame], &before);
        }
    }
    rows
}

/// `q` or `−q`, whichever is nearer to `other`.
pub(super) fn nearest_sign(q: [f32; 4], other: &[f32; 4]) -> [f32; 4] {
    let dot: f32 = q.iter().zip(other).map(|(a, b)| a * b).sum();
    if dot < 0.0 { q.map(|x| -x) } else { q }
}
