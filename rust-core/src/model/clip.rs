//! [`Clip`]: a sampled motion on one skeleton, and [`Pose`], one frame of it.

use super::skeleton::{JointIndex, Skeleton};
use crate::error::{Error, Result, check_length};
use crate::math::{Quat, Vec3};

/// Most frames per second of a clip: faster than any capture. A higher rate is a slip, and curves sampled at it would
/// fill the memory.
pub const MAX_FRAME_RATE: f64 = 10_000.0;
/// The lowest: ten seconds a frame. Slower rates come from broken frame times, and would make a few frames last so long
/// that no step of a fraction of a second covers them.
pub const MIN_FRAME_RATE: f64 = 0.1;

/// An animated local translation or scale of one joint: one value per frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// The joint that carries it.
    pub joint: JointIndex,
    /// One per frame; metres for translations.
    pub values: Vec<Vec3>,
}

/// A sampled motion: local rotations of every joint, the root's path, and optional tracks for rigs that animate
/// more. The root's path is its translation in the world, since it has no parent.
///
/// ```
/// use surefoot::Clip;
/// use surefoot::math::{Quat, Vec3};
/// use surefoot::model::clip::ClipData;
///
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// // Every joint at rest for two frames, while the root moves on by a metre.
/// let clip = Clip::new(&skeleton, ClipData {
///     name: "glide".into(),
///     frame_rate: 30.0,
///     rotations: vec![Quat::identity(); 2 * skeleton.joint_count()],
///     root_positions: vec![Vec3::y(), Vec3::y() + Vec3::z()],
///     translations: vec![],
///     scales: vec![],
/// })?;
/// assert_eq!((clip.frame_count(), clip.pose(1).root_position().z), (2, 1.0));
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    name: String,
    frame_rate: f64,
    joint_count: usize,
    rotations: Vec<Quat>,
    root_positions: Vec<Vec3>,
    translations: Vec<Track>,
    scales: Vec<Track>,
}

/// The arrays of a clip, as they go into and come out of [`Clip`].
#[derive(Debug, Clone, PartialEq)]
pub struct ClipData {
    /// Shown to users; need not be unique.
    pub name: String,
    /// Frames per second.
    pub frame_rate: f64,
    /// `rotations[frame * joint_count + joint]`, local.
    pub rotations: Vec<Quat>,
    /// The root's translation per frame, metres.
    pub root_positions: Vec<Vec3>,
    /// Animated local translations of joints other than the root; they replace the rest offset.
    pub translations: Vec<Track>,
    /// Animated local scales; they replace the rest scale.
    pub scales: Vec<Track>,
}

/// Whether a clip can have this frame rate.
pub(crate) fn is_frame_rate(frame_rate: f64) -> bool {
    (MIN_FRAME_RATE..=MAX_FRAME_RATE).contains(&frame_rate)
}

/// Refuses a frame rate that no clip can have; `what` has it.
pub(crate) fn check_frame_rate(what: impl Into<String>, frame_rate: f64) -> Result<()> {
    if is_frame_rate(frame_rate) {
        return Ok(());
    }
    let text = format!(
        "frame rate {frame_rate} is not between {MIN_FRAME_RATE} and {MAX_FRAME_RATE} frames per second"
    );
    Err(Error::invalid(what, text))
}

impl Clip {
    /// Checks and stores the arrays. Rotations are normalised (by up to 1 %) and turned to the hemisphere of the
    /// frame before, so that neighbouring frames interpolate by the short arc.
    ///
    /// # Errors
    /// [`Error::Length`] where an array does not fit, [`Error::Clip`] for the first value that is not finite or not
    /// a rotation, [`Error::Invalid`] for a frame rate outside [`MIN_FRAME_RATE`] to [`MAX_FRAME_RATE`].
    pub fn new(skeleton: &Skeleton, data: ClipData) -> Result<Self> {
        let joint_count = skeleton.joint_count();
        let ClipData { name, frame_rate, mut rotations, root_positions, translations, scales } = data;
        check_frame_rate(format!("clip '{name}'"), frame_rate)?;
        let frame_count = root_positions.len();
        if rotations.len() != frame_count * joint_count {
            return Err(Error::Length {
                what: format!("clip '{name}': rotations ({frame_count} frames of {joint_count} joints)"),
                expected: frame_count * joint_count,
                actual: rotations.len(),
            });
        }
        let at = |joint: &str, frame: usize, text: String| Error::Clip {
            clip: name.clone(),
            joint: joint.to_owned(),
            frame,
            text,
        };
        for (frame, p) in root_positions.iter().enumerate() {
            if !p.iter().all(|x| x.is_finite()) {
                return Err(at("root position", frame, format!("({}, {}, {}) is not finite", p.x, p.y, p.z)));
            }
        }
        for i in 0..rotations.len() {
            let q = rotations[i];
            let norm = q.norm();
            if !norm.is_finite() || (norm - 1.0).abs() > 0.01 {
                let joint = &skeleton.names()[i % joint_count];
                return Err(at(
                    joint,
                    i / joint_count,
                    format!("rotation {:?} is not a unit quaternion", q.coords),
                ));
            }
            // Values that already are unit to rounding stay as they are: an unedited clip keeps its bits.
            if (norm - 1.0).abs() > 1e-14 {
                rotations[i] = Quat::new_normalize(q.into_inner());
            }
            if i >= joint_count && rotations[i - joint_count].coords.dot(&rotations[i].coords) < 0.0 {
                rotations[i] = Quat::new_unchecked(-rotations[i].into_inner());
            }
        }
        for (kind, tracks) in [("translation", &translations), ("scale", &scales)] {
            let mut seen = vec![false; joint_count];
            for track in tracks {
                let Some(joint) = skeleton.names().get(track.joint.0) else {
                    return Err(Error::Length {
                        what: format!("clip '{name}': joint of a {kind} track"),
                        expected: joint_count,
                        actual: track.joint.0,
                    });
                };
                if track.values.len() != frame_count {
                    return Err(Error::Length {
                        what: format!("clip '{name}': {kind} track of joint '{joint}'"),
                        expected: frame_count,
                        actual: track.values.len(),
                    });
                }
                if std::mem::replace(&mut seen[track.joint.0], true) {
                    return Err(at(joint, 0, format!("has two {kind} tracks")));
                }
                if kind == "translation" && track.joint.0 == 0 {
                    return Err(at(joint, 0, "the root's translation belongs in root_positions".into()));
                }
                for (frame, v) in track.values.iter().enumerate() {
                    if !v.iter().all(|x| x.is_finite()) {
                        return Err(at(
                            joint,
                            frame,
                            format!("{kind} ({}, {}, {}) is not finite", v.x, v.y, v.z),
                        ));
                    }
                }
            }
        }
        Ok(Self { name, frame_rate, joint_count, rotations, root_positions, translations, scales })
    }

    /// Takes the arrays out again, to be changed and handed to [`Clip::new`].
    ///
    /// ```
    /// use surefoot::Clip;
    /// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
    /// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
    ///
    /// let before = walk.clip.root_positions()[0].x;
    /// let mut data = walk.clip.into_data();
    /// data.root_positions.iter_mut().for_each(|place| place.x += 1.0);
    /// let moved = Clip::new(&skeleton, data)?;
    /// assert_eq!(moved.root_positions()[0].x, before + 1.0);
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    pub fn into_data(self) -> ClipData {
        ClipData {
            name: self.name,
            frame_rate: self.frame_rate,
            rotations: self.rotations,
            root_positions: self.root_positions,
            translations: self.translations,
            scales: self.scales,
        }
    }

    /// Shown to users; need not be unique.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Refuses a skeleton of another number of joints. Operations ask this first.
    ///
    /// # Errors
    /// [`Error::Length`].
    pub fn check_skeleton(&self, skeleton: &Skeleton) -> Result<()> {
        if self.joint_count == skeleton.joint_count() {
            return Ok(());
        }
        Err(Error::Length {
            what: format!("joints of clip '{}'", self.name),
            expected: skeleton.joint_count(),
            actual: self.joint_count,
        })
    }

    /// Frames per second.
    pub fn frame_rate(&self) -> f64 {
        self.frame_rate
    }

    /// Seconds from one frame to the next.
    pub fn frame_time(&self) -> f64 {
        1.0 / self.frame_rate
    }

    /// Number of frames; may be 0.
    pub fn frame_count(&self) -> usize {
        self.root_positions.len()
    }

    /// Number of joints of its skeleton.
    pub fn joint_count(&self) -> usize {
        self.joint_count
    }

    /// Local rotations, `[frame * joint_count + joint]`.
    pub fn rotations(&self) -> &[Quat] {
        &self.rotations
    }

    /// The root's translation per frame, metres.
    pub fn root_positions(&self) -> &[Vec3] {
        &self.root_positions
    }

    /// Animated local translations.
    pub fn translations(&self) -> &[Track] {
        &self.translations
    }

    /// Animated local scales.
    pub fn scales(&self) -> &[Track] {
        &self.scales
    }

    /// One frame.
    ///
    /// # Panics
    /// As a slice does, for a frame that the clip does not have.
    pub fn pose(&self, frame: usize) -> Pose<'_> {
        assert!(frame < self.frame_count(), "frame {frame} of {}", self.frame_count());
        Pose { clip: self, frame }
    }

    /// The same clip under another name.
    ///
    /// ```
    /// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
    /// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
    /// assert_eq!(walk.clip.renamed("walk_01").name(), "walk_01");
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    pub fn renamed(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The frames `first..end`.
    ///
    /// ```
    /// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
    /// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
    /// # let clip = walk.clip;
    /// let part = clip.slice(10..40)?;
    /// assert_eq!(part.frame_count(), 30);
    /// assert_eq!(part.root_positions()[0], clip.root_positions()[10]);
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Invalid`] if the clip does not have them all, or the range ends before it begins.
    pub fn slice(&self, frames: std::ops::Range<usize>) -> Result<Self> {
        if frames.start > frames.end || frames.end > self.frame_count() {
            return Err(Error::invalid(
                format!("clip '{}'", self.name),
                format!(
                    "has {} frames; frames {} to {} are not all there",
                    self.frame_count(),
                    frames.start,
                    frames.end
                ),
            ));
        }
        let cut = |tracks: &[Track]| {
            tracks
                .iter()
                .map(|t| Track { joint: t.joint, values: t.values[frames.clone()].to_vec() })
                .collect()
        };
        Ok(Self {
            name: self.name.clone(),
            frame_rate: self.frame_rate,
            joint_count: self.joint_count,
            rotations: self.rotations[frames.start * self.joint_count..frames.end * self.joint_count]
                .to_vec(),
            root_positions: self.root_positions[frames.clone()].to_vec(),
            translations: cut(&self.translations),
            scales: cut(&self.scales),
        })
    }
}

/// One frame of a clip; borrows, copies nothing.
///
/// ```
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
/// # let clip = walk.clip;
/// use surefoot::math::Vec3;
///
/// let pose = clip.pose(5);
/// assert_eq!((pose.frame(), pose.rotations().len()), (5, skeleton.joint_count()));
/// let mut translations = vec![Vec3::zeros(); skeleton.joint_count()];
/// pose.local_translations(&skeleton, &mut translations)?;
/// assert_eq!(translations[0], pose.root_position());
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Pose<'a> {
    clip: &'a Clip,
    frame: usize,
}

impl<'a> Pose<'a> {
    /// The clip this is a frame of.
    pub fn clip(&self) -> &'a Clip {
        self.clip
    }

    /// Which frame this is.
    pub fn frame(&self) -> usize {
        self.frame
    }

    /// Local rotations, in joint order.
    pub fn rotations(&self) -> &'a [Quat] {
        let n = self.clip.joint_count;
        &self.clip.rotations[self.frame * n..(self.frame + 1) * n]
    }

    /// The root's translation, metres.
    pub fn root_position(&self) -> Vec3 {
        self.clip.root_positions[self.frame]
    }

    /// Writes every joint's local translation: root position, animated value or rest offset.
    ///
    /// # Errors
    /// [`Error::Length`] if the clip is for another skeleton or `out` has not one entry per joint.
    pub fn local_translations(&self, skeleton: &Skeleton, out: &mut [Vec3]) -> Result<()> {
        self.clip.check_skeleton(skeleton)?;
        check_length("local translations", skeleton.joint_count(), out.len())?;
        out.copy_from_slice(skeleton.rest_offsets());
        out[0] = self.root_position();
        for track in &self.clip.translations {
            out[track.joint.0] = track.values[self.frame];
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::skeleton::Joint;

    fn skeleton() -> Skeleton {
        Skeleton::new(
            vec![Joint::new("root", None, Vec3::zeros()), Joint::new("a", Some(JointIndex(0)), Vec3::y())],
            vec![],
        )
        .unwrap()
    }

    fn data() -> ClipData {
        ClipData {
            name: "test".into(),
            frame_rate: 30.0,
            rotations: vec![Quat::identity(); 6],
            root_positions: vec![Vec3::zeros(); 3],
            translations: vec![],
            scales: vec![],
        }
    }

    fn refused(change: impl FnOnce(&mut ClipData)) -> String {
        let mut d = data();
        change(&mut d);
        Clip::new(&skeleton(), d).unwrap_err().to_string()
    }

    #[test]
    fn every_broken_invariant_is_named() {
        assert!(Clip::new(&skeleton(), data()).is_ok());
        assert!(refused(|d| d.frame_rate = 0.0).contains("frame rate 0"));
        assert!(refused(|d| d.frame_rate = f64::NAN).contains("frame rate NaN"));
        assert!(refused(|d| d.frame_rate = 10_001.0).contains("between 0.1 and 10000"));
        assert!(refused(|d| d.frame_rate = 0.09).contains("frame rate 0.09"));
        assert!(
            refused(|d| {
                d.rotations.pop();
            })
            .contains("expected 6, got 5")
        );
        assert!(refused(|d| d.root_positions[2].y = f64::NAN).contains("frame 2"));
        let bad = Quat::new_unchecked(nalgebra::Quaternion::new(f64::NAN, 0.0, 0.0, 0.0));
        let text = refused(|d| d.rotations[3] = bad);
        assert!(text.contains("'a', frame 1"), "{text}");
        let track = |joint, n| Track { joint: JointIndex(joint), values: vec![Vec3::zeros(); n] };
        assert!(refused(|d| d.translations.push(track(1, 2))).contains("expected 3, got 2"));
        assert!(refused(|d| d.translations.push(track(0, 3))).contains("root_positions"));
        assert!(refused(|d| d.scales.push(track(2, 3))).contains("joint of a scale track"));
        assert!(refused(|d| d.scales.extend([track(1, 3), track(1, 3)])).contains("two scale tracks"));
        assert!(
            refused(|d| {
                let mut t = track(1, 3);
                t.values[1].z = f64::INFINITY;
                d.scales.push(t);
            })
            .contains("frame 1")
        );
    }

    #[test]
    fn neighbours_share_a_hemisphere() {
        let mut d = data();
        let q = Quat::from_euler_angles(0.1, 0.2, 0.3);
        d.rotations = vec![q; 6];
        d.rotations[2] = Quat::new_unchecked(-q.into_inner());
        let clip = Clip::new(&skeleton(), d).unwrap();
        assert_eq!(clip.rotations()[2], q);
    }
}
