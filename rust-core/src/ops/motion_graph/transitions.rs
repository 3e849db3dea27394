//! Frames of a transition, blended when they are needed (Kovar 2004, 4.1.2; docs/methods/motion-graph.md, 4.1).

use crate::math::{PlanarTransform, Quat, Vec3, ease_out, slerp};
use crate::model::{Clip, Skeleton, Track};

/// Weight of the clip that is left, at frame `k` of `window_frames`: from near 1 to near 0, flat at both ends.
pub(super) fn leaving_weight(k: usize, window_frames: usize) -> f64 {
    ease_out((k + 1) as f64 / (window_frames + 1) as f64)
}

/// Values of one frame.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FramePose {
    pub root: Vec3,
    pub rotations: Vec<Quat>,
}

/// Frame `frame` of a clip, moved over the floor.
pub(super) fn placed_frame(clip: &Clip, frame: usize, by: &PlanarTransform) -> FramePose {
    let pose = clip.pose(frame);
    let mut rotations = pose.rotations().to_vec();
    rotations[0] = by.rotation() * rotations[0];
    FramePose { root: by.apply(&pose.root_position()), rotations }
}

/// A mixture of two frames with weight `weight` on `a`.
pub(super) fn mixed(a: &FramePose, b: &FramePose, weight: f64) -> FramePose {
    FramePose {
        root: a.root * weight + b.root * (1.0 - weight),
        rotations: a.rotations.iter().zip(&b.rotations).map(|(a, b)| slerp(b, a, weight)).collect(),
    }
}

/// The value of an animated track at a frame, or what the rest pose has.
pub(super) fn track_value(tracks: &[Track], joint: usize, frame: usize, rest: Vec3) -> Vec3 {
    tracks.iter().find(|t| t.joint.0 == joint).map_or(rest, |t| t.values[frame])
}

/// Joints that any of the clips animates.
pub(super) fn track_joints<'a>(
    clips: impl Iterator<Item = &'a Clip>,
    skeleton: &Skeleton,
    tracks: fn(&Clip) -> &[Track],
) -> Vec<usize> {
    let mut used = vec![false; skeleton.joint_count()];
    for clip in clips {
        tracks(clip).iter().for_each(|t| used[t.joint.0] = true);
    }
    (0..used.len()).filter(|&j| used[j]).collect()
}
