//! What goes into a stream and comes out of it.

use crate::math::{Quat, Vec3};
use crate::model::{BodyPoint, Clip, Skeleton};

/// One frame as it goes into and comes out of a stream.
#[derive(Debug, Clone, PartialEq)]
pub struct StreamFrame {
    /// The root's place in the world, metres.
    pub root_position: Vec3,
    /// Local rotation of every joint.
    pub rotations: Vec<Quat>,
    /// Local translation of every joint, metres; the root's is not read and comes out as it went in.
    pub translations: Vec<Vec3>,
}

impl StreamFrame {
    /// One frame of a clip.
    pub fn from_clip(skeleton: &Skeleton, clip: &Clip, frame: usize) -> Self {
        let mut out = Self {
            root_position: Vec3::zeros(),
            rotations: vec![Quat::identity(); skeleton.joint_count()],
            translations: vec![Vec3::zeros(); skeleton.joint_count()],
        };
        out.load(skeleton, clip, frame);
        out
    }

    /// As [`Self::from_clip`], into memory that is at hand.
    pub fn load(&mut self, skeleton: &Skeleton, clip: &Clip, frame: usize) {
        let pose = clip.pose(frame);
        self.root_position = pose.root_position();
        self.rotations.copy_from_slice(pose.rotations());
        pose.local_translations(skeleton, &mut self.translations);
        self.translations[0] = Vec3::zeros();
    }

    /// Whether every number is finite.
    pub(super) fn is_finite(&self) -> bool {
        let is_finite = |v: &Vec3| v.iter().all(|x| x.is_finite());
        is_finite(&self.root_position)
            && self.translations.iter().all(is_finite)
            && self.rotations.iter().all(|q| q.coords.iter().all(|x| x.is_finite()))
    }
}

/// A point that is planted on the frame being pushed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlantState {
    /// Which point. It stays planted for as long as every push names it.
    pub point: BodyPoint,
    /// Where it is to stay, read on the plant's first frame; `None` leaves it to the stream.
    pub position: Option<Vec3>,
}
