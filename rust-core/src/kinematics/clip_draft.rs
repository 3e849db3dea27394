//! [`ClipDraft`]: the clip being written. It starts as a copy of the input; untouched values keep their bits.

use super::WorldPoses;
use super::limb::Limb;
use super::limb::ik::PlacedLimb;
use crate::math::{Quat, Vec3};
use crate::model::clip::ClipData;
use crate::model::{Clip, JointIndex, Skeleton, Track};

/// The new clip's arrays.
pub(crate) struct ClipDraft {
    pub(crate) data: ClipData,
    joint_count: usize,
    /// Factor on the bones of each limb, `[limb][frame]`; empty until one differs from 1.
    stretches: Vec<Vec<f64>>,
}

impl ClipDraft {
    /// A copy of `clip`.
    pub(crate) fn new(clip: &Clip, limb_count: usize) -> Self {
        Self {
            data: clip.clone().into_data(),
            joint_count: clip.joint_count(),
            stretches: vec![Vec::new(); limb_count],
        }
    }

    /// Sets a local rotation, in the hemisphere of what was there, so that neighbours stay comparable.
    pub(crate) fn set_rotation(&mut self, frame: usize, joint: JointIndex, rotation: Quat) {
        let slot = &mut self.data.rotations[frame * self.joint_count + joint.0];
        let rotation = Quat::new_normalize(rotation.into_inner());
        *slot = if slot.coords.dot(&rotation.coords) < 0.0 {
            Quat::new_unchecked(-rotation.into_inner())
        } else {
            rotation
        };
    }

    /// Writes a placed limb: three local rotations and the bones' factor.
    pub(crate) fn set_limb(
        &mut self,
        skeleton: &Skeleton,
        poses: &WorldPoses,
        frame: usize,
        index: usize,
        limb: &Limb,
        placed: &PlacedLimb,
    ) {
        let world = |joint: JointIndex| poses.rotation(frame, joint);
        let above = |joint: JointIndex| skeleton.parent(joint).map_or_else(Quat::identity, world);
        self.set_rotation(frame, limb.base, above(limb.base).inverse() * placed.upper * world(limb.base));
        let mid_parent = placed.upper * above(limb.mid);
        self.set_rotation(frame, limb.mid, mid_parent.inverse() * placed.lower * world(limb.mid));
        // A loose foot does not turn with its shin.
        let end_parent = if limb.is_loose { above(limb.end) } else { placed.lower * above(limb.end) };
        self.set_rotation(frame, limb.end, end_parent.inverse() * placed.end_rotation);
        if placed.scale != 1.0 {
            let stretches = &mut self.stretches[index];
            if stretches.is_empty() {
                stretches.resize(self.data.root_positions.len(), 1.0);
            }
            stretches[frame] = placed.scale;
        }
    }

    /// Puts a joint at a place, world, by its own translation; `shift` is how far the joints above it were moved.
    pub(crate) fn set_position(
        &mut self,
        skeleton: &Skeleton,
        poses: &WorldPoses,
        frame: usize,
        joint: JointIndex,
        place: &Vec3,
        shift: &Vec3,
    ) {
        let Some(parent) = skeleton.parent(joint) else { return };
        let inside =
            poses.rotation(frame, parent).inverse() * (place - shift - poses.position(frame, parent));
        let frames = self.data.root_positions.len();
        let index =
            self.data.translations.iter().position(|track| track.joint == joint).unwrap_or_else(|| {
                self.data
                    .translations
                    .push(Track { joint, values: vec![skeleton.rest_offset(joint); frames] });
                self.data.translations.len() - 1
            });
        self.data.translations[index].values[frame] = inside;
    }

    /// Turns the factors into translation tracks and builds the clip.
    pub(crate) fn build(mut self, skeleton: &Skeleton, limbs: &[Limb]) -> crate::Result<Clip> {
        for (limb, stretches) in limbs.iter().zip(&self.stretches) {
            // Lengths that differ from 1 by rounding only are not worth a track.
            if stretches.iter().all(|s| (s - 1.0).abs() < 1e-12) {
                continue;
            }
            for &joint in limb.upper.iter().chain(&limb.lower) {
                let scaled = |offset: &Vec3, s: f64| if s == 1.0 { *offset } else { offset * s };
                if let Some(track) = self.data.translations.iter_mut().find(|t| t.joint == joint) {
                    for (value, &s) in track.values.iter_mut().zip(stretches) {
                        *value = scaled(value, s);
                    }
                } else {
                    let offset = skeleton.rest_offset(joint);
                    let values = stretches.iter().map(|&s| scaled(&offset, s)).collect();
                    self.data.translations.push(Track { joint, values });
                }
            }
        }
        Clip::new(skeleton, self.data)
    }
}
