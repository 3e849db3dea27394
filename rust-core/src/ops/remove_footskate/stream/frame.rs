//! What goes into a stream and comes out of it.

use crate::error::{Error, Result, check_length};
use crate::kinematics::forward::compose_links;
use crate::math::{Quat, Vec3};
use crate::model::{BodyPoint, Clip, Skeleton};

/// One frame as it goes into and comes out of a stream.
///
/// ```
/// use surefoot::ops::remove_footskate::StreamFrame;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let mut frame = StreamFrame::from_clip(&skeleton, &walk.clip, 0)?;
/// assert_eq!(frame.root_position, walk.clip.root_positions()[0]);
/// frame.load(&skeleton, &walk.clip, 1)?;
/// assert_eq!(frame.root_position, walk.clip.root_positions()[1]);
/// # Ok::<(), surefoot::Error>(())
/// ```
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
    ///
    /// # Errors
    /// [`Error::Length`] if the clip is for another skeleton, [`Error::Invalid`] for a frame that it does not have.
    pub fn from_clip(skeleton: &Skeleton, clip: &Clip, frame: usize) -> Result<Self> {
        let mut out = Self {
            root_position: Vec3::zeros(),
            rotations: vec![Quat::identity(); skeleton.joint_count()],
            translations: vec![Vec3::zeros(); skeleton.joint_count()],
        };
        out.load(skeleton, clip, frame)?;
        Ok(out)
    }

    /// As [`Self::from_clip`], into memory that is at hand.
    ///
    /// # Errors
    /// As [`Self::from_clip`]; [`Error::Length`] also where this frame is of another number of joints.
    pub fn load(&mut self, skeleton: &Skeleton, clip: &Clip, frame: usize) -> Result<()> {
        clip.check_skeleton(skeleton)?;
        self.check_joints(skeleton.joint_count())?;
        if frame >= clip.frame_count() {
            let text = format!("frame {frame}; the clip has {}", clip.frame_count());
            return Err(Error::invalid(format!("clip '{}'", clip.name()), text));
        }
        let pose = clip.pose(frame);
        self.root_position = pose.root_position();
        self.rotations.copy_from_slice(pose.rotations());
        pose.local_translations(skeleton, &mut self.translations)?;
        self.translations[0] = Vec3::zeros();
        Ok(())
    }

    /// World positions and rotations of all joints, into memory that is at hand: what
    /// [`PlantStream`](crate::ops::detect_plants::PlantStream) takes.
    ///
    /// ```
    /// use surefoot::kinematics::world_poses;
    /// use surefoot::ops::remove_footskate::StreamFrame;
    /// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
    /// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
    ///
    /// let (mut positions, mut rotations) = (Vec::new(), Vec::new());
    /// StreamFrame::from_clip(&skeleton, &clip, 7)?.world_pose(&skeleton, &mut positions, &mut rotations)?;
    /// assert_eq!(positions, world_poses(&skeleton, &clip)?.frame(7));
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] for a frame of another number of joints, [`Error::Invalid`] for a skeleton with scaled joints.
    pub fn world_pose(
        &self,
        skeleton: &Skeleton,
        positions: &mut Vec<Vec3>,
        rotations: &mut Vec<Quat>,
    ) -> Result<()> {
        let joints = skeleton.joint_count();
        self.check_joints(joints)?;
        if skeleton.has_scale() {
            return Err(Error::invalid("skeleton", "has scaled joints, which streams do not know"));
        }
        positions.resize(joints, Vec3::zeros());
        rotations.resize(joints, Quat::identity());
        compose_links(
            skeleton.parents().iter().enumerate().filter_map(|(joint, parent)| Some((joint, (*parent)?.0))),
            &self.rotations,
            &self.translations,
            self.root_position,
            rotations,
            positions,
        );
        Ok(())
    }

    fn check_joints(&self, joint_count: usize) -> Result<()> {
        check_length("rotations of the frame", joint_count, self.rotations.len())?;
        check_length("translations of the frame", joint_count, self.translations.len())
    }

    /// Refuses a frame of another skeleton, and numbers that no frame has. `number` is the frame's, for the message.
    pub(super) fn check(&self, skeleton: &Skeleton, number: usize) -> Result<()> {
        self.check_joints(skeleton.joint_count())?;
        let is_finite = |v: &Vec3| v.iter().all(|x| x.is_finite());
        let fail = |joint: &str, text: &str| {
            Err(Error::Clip { clip: "stream".into(), joint: joint.into(), frame: number, text: text.into() })
        };
        if !is_finite(&self.root_position) {
            return fail("root position", "is not finite");
        }
        for joint in skeleton.joints() {
            let norm = self.rotations[joint.0].norm();
            if !norm.is_finite() || (norm - 1.0).abs() > 0.01 {
                return fail(skeleton.name(joint), "rotation is not a unit quaternion");
            }
            if !is_finite(&self.translations[joint.0]) {
                return fail(skeleton.name(joint), "translation is not finite");
            }
        }
        Ok(())
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
