//! How far a cleanup moved joints, and whether a knee or an elbow changed its side: what the report says of it.

use crate::kinematics::WorldPoses;
use crate::kinematics::limb::sides::{CLEAR, own_axis};
use crate::kinematics::limb::{Limb, LimbKind, find_limbs};
use crate::math::rotation::rotation_between;
use crate::math::runs::runs;
use crate::model::{JointIndex, Note, Skeleton};
use std::ops::Range;

/// A joint that moves further than this is named, as a part of the leg: 20 cm for an adult.
const FAR: f64 = 0.24;

/// The farthest that any joint moved beside the root, and where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LargestMove {
    pub(super) joint: JointIndex,
    pub(super) frame: usize,
    /// Metres, the root's own shift taken off.
    pub(super) distance: f64,
}

/// Finds it.
pub(super) fn largest_move(before: &WorldPoses, after: &WorldPoses) -> LargestMove {
    let mut largest = LargestMove { joint: JointIndex(0), frame: 0, distance: 0.0 };
    for frame in 0..before.frame_count() {
        let (a, b) = (before.frame(frame), after.frame(frame));
        let Some(root) = b.first().zip(a.first()).map(|(b, a)| b - a) else { continue };
        for (joint, (a, b)) in a.iter().zip(b).enumerate() {
            let square = (b - a - root).norm_squared();
            if square > largest.distance {
                largest = LargestMove { joint: JointIndex(joint), frame, distance: square };
            }
        }
    }
    LargestMove { distance: largest.distance.sqrt(), ..largest }
}

/// A limb that is bent to another side than before.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SideChange {
    /// `left leg`.
    pub(super) limb: String,
    pub(super) frames: Vec<Range<usize>>,
}

/// Where a knee or an elbow that is clearly bent, before and after, lies on another side of its limb.
pub(super) fn side_changes(skeleton: &Skeleton, before: &WorldPoses, after: &WorldPoses) -> Vec<SideChange> {
    let (limbs, _) = find_limbs(skeleton);
    let mut changes = Vec::new();
    for limb in &limbs {
        let at = |poses: &WorldPoses, frame: usize| {
            [limb.base, limb.mid, limb.end].map(|j| poses.position(frame, j))
        };
        let mut flags = vec![false; before.frame_count()];
        for (frame, flag) in flags.iter_mut().enumerate() {
            let ([a0, a1, a2], [b0, b1, b2]) = (at(before, frame), at(after, frame));
            if a1 - a0 == b1 - b0 && a2 - a0 == b2 - b0 {
                continue;
            }
            let (own, now) = (own_axis(&a0, &a1, &a2), own_axis(&b0, &b1, &b2));
            if own.norm() < CLEAR || now.norm() < CLEAR {
                continue;
            }
            let swing = rotation_between(&(a2 - a0), &(b2 - b0), &own);
            *flag = (swing * own).dot(&now) < 0.0;
        }
        let frames = runs(&flags);
        if !frames.is_empty() {
            changes.push(SideChange { limb: limb.name(), frames });
        }
    }
    changes
}

/// Notes on joints that moved far and on knees and elbows that changed their side.
pub(super) fn notes_on_moves(
    skeleton: &Skeleton,
    poses: &WorldPoses,
    largest: &LargestMove,
    side_changes: &[SideChange],
) -> Vec<Note> {
    let mut notes = Vec::new();
    if poses.frame_count() == 0 {
        return notes;
    }
    let (limbs, _) = find_limbs(skeleton);
    let reach = |l: &Limb| {
        let at = |joint| poses.position(0, joint);
        (at(l.base) - at(l.mid)).norm() + (at(l.mid) - at(l.end)).norm()
    };
    let leg = limbs.iter().filter(|l| l.kind == LimbKind::Leg).map(reach).fold(0.0, f64::max);
    if leg > 0.0 && largest.distance > FAR * leg {
        let text = format!("moves by {:.0} cm: look there", largest.distance * 100.0);
        let note = Note::warning("joint-moved-far", text).about(skeleton.name(largest.joint));
        notes.push(note.on(largest.frame..largest.frame + 1));
    }
    for change in side_changes {
        let note = Note::warning("side-changed", "is bent to its other side").about(&change.limb);
        notes.push(change.frames.iter().cloned().fold(note, Note::on));
    }
    notes
}
