//! Up axis and unit of length, which a BVH file does not state.
//!
//! Three observations show the up axis. Each of them can fail:
//! - The rest pose stands along it. (Some rigs have no sensible rest pose.)
//! - The head is above the feet in the motion. (People also lie and swim.)
//! - The body stays near height 0 but never goes below it. (Some clips are centred on the hips.)
//!
//! The unit comes from the lengths of legs and trunk, which neither pose nor root offset changes.

use super::header::Header;
use crate::io::document::{Note, UpAxis};
use crate::math::{Quat, Vec3};
use crate::model::{EndSite, Joint, JointIndex, Role, Roles, Side, Skeleton, Track, standing_height};
use crate::ops::find_roles;

/// Frames looked at: enough for a mean, cheap for any length.
const SAMPLE_COUNT: usize = 64;
/// Heights at which a usual unit is believed: a body that comes out smaller or larger has a unit of its own.
const USUAL_STATURES: std::ops::Range<f64> = 1.23..2.2;
/// A grown person, metres.
const STATURE: f64 = 1.7;
/// What a standing rest pose counts; head over feet and a level floor count up to 1. More than either: a body that lies
/// through its clip is more common than a clip whose world is not that of its rest pose.
const REST_WEIGHT: f64 = 1.5;
/// An axis must lead the next by so much to be told from it.
const MIN_LEAD: f64 = 0.3;
/// Head over feet along another axis than the chosen one by more than this: the body seems to lie.
const LYING: f64 = 0.7;
/// A lowest point so far from level 0, and so uneven over the clip, in parts of the stature, is no floor.
const FLOOR_OFF: f64 = 0.15;
const FLOOR_UNEVEN: f64 = 0.3;
/// Least cosine between trunk and legs, between the legs, and between the body and an axis, of a standing rest pose.
const REST_STRAIGHT: f64 = 0.85;
const REST_LEGS: f64 = 0.3;
const REST_AXIS: f64 = 0.9;

/// The body in file units and axes.
pub(super) struct Body<'a> {
    header: &'a Header,
    rotations: &'a [Quat],
    root_positions: &'a [Vec3],
    translations: &'a [Track],
    /// Each joint from its parent: the offset, or the mean of its position channels where that is another length.
    bones: Vec<Vec3>,
    landmarks: Option<Landmarks>,
}

/// Joints that tell how a body stands, and its height in file units.
struct Landmarks {
    thighs: [usize; 2],
    feet: [usize; 2],
    head: usize,
    stature: f64,
}

impl<'a> Body<'a> {
    /// `translations` are those of joints with position channels, the root's apart.
    pub(super) fn new(
        header: &'a Header,
        rotations: &'a [Quat],
        root_positions: &'a [Vec3],
        translations: &'a [Track],
    ) -> Self {
        let mut bones: Vec<Vec3> = header.joints.iter().map(|joint| Vec3::from(joint.offset)).collect();
        for track in translations.iter().filter(|track| !track.values.is_empty()) {
            let frames = || sampled_frames(track.values.len());
            let sum: Vec3 = frames().map(|frame| track.values[frame]).sum();
            let mean = sum / frames().count() as f64;
            // A limb that stretches a little in one clip is the same limb in all of them.
            let bone = &mut bones[track.joint.0];
            if !(0.8..1.25).contains(&(mean.norm() / bone.norm())) {
                *bone = mean;
            }
        }
        let landmarks = Landmarks::find(header, &bones);
        Self { header, rotations, root_positions, translations, bones, landmarks }
    }

    /// World positions of the joints, in the file's axes.
    fn positions(&self, frame: usize) -> Vec<Vec3> {
        let joint_count = self.header.joints.len();
        let locals = &self.rotations[frame * joint_count..(frame + 1) * joint_count];
        let mut offsets = self.bones.clone();
        offsets[0] = self.root_positions[frame];
        for track in self.translations {
            offsets[track.joint.0] = track.values[frame];
        }
        self.place(&offsets, |joint| locals[joint])
    }

    /// World positions of the joints for offsets and local rotations.
    fn place(&self, offsets: &[Vec3], local: impl Fn(usize) -> Quat) -> Vec<Vec3> {
        let mut rotations: Vec<Quat> = Vec::with_capacity(offsets.len());
        let mut positions: Vec<Vec3> = Vec::with_capacity(offsets.len());
        for (index, joint) in self.header.joints.iter().enumerate() {
            let (rotation, position) = match joint.parent {
                None => (local(index), offsets[index]),
                Some(parent) => {
                    (rotations[parent] * local(index), positions[parent] + rotations[parent] * offsets[index])
                }
            };
            rotations.push(rotation);
            positions.push(position);
        }
        positions
    }

    /// The longest way through the tree from one end to another: from a toe to the finger tips of a person.
    /// Independent of any pose, so that all clips of one skeleton get one unit.
    fn longest_way(&self) -> f64 {
        let joints = &self.header.joints;
        let mut below = vec![0.0f64; joints.len()];
        let mut longest = 0.0f64;
        let mut join = |below: &mut [f64], joint: usize, way: f64| {
            longest = longest.max(below[joint] + way);
            below[joint] = below[joint].max(way);
        };
        for &(joint, offset) in &self.header.end_sites {
            join(&mut below, joint, Vec3::from(offset).norm());
        }
        for joint in (1..joints.len()).rev() {
            if let Some(parent) = joints[joint].parent {
                let way = below[joint] + self.bones[joint].norm();
                join(&mut below, parent, way);
            }
        }
        longest
    }

    /// Height of the upright body in file units; 0 for a skeleton without size.
    pub(super) fn stature(&self) -> f64 {
        // Toe to finger tips is about 1.4 times the stature.
        self.landmarks.as_ref().map_or_else(|| self.longest_way() / 1.4, |landmarks| landmarks.stature)
    }

    /// The axis along which the rest pose stands, if it does.
    fn rest_axis(&self, landmarks: &Landmarks) -> Option<UpAxis> {
        let at = self.place(&self.bones, |_| Quat::identity());
        let legs = [0, 1].map(|side| at[landmarks.thighs[side]] - at[landmarks.feet[side]]);
        let [left, right] = [legs[0].try_normalize(1e-9)?, legs[1].try_normalize(1e-9)?];
        let hips = (at[landmarks.thighs[0]] + at[landmarks.thighs[1]]) / 2.0;
        let trunk = (at[landmarks.head] - hips).try_normalize(1e-9)?;
        let both = (left + right).try_normalize(1e-9)?;
        let up = (both + trunk).try_normalize(1e-9)?;
        let stands = left.dot(&right) > REST_LEGS && both.dot(&trunk) > REST_STRAIGHT;
        UpAxis::ALL.into_iter().find(|axis| stands && axis.direction().dot(&up) > REST_AXIS)
    }

    /// How much speaks for each of [`UpAxis::ALL`], and head over feet along them.
    fn evidence(&self, landmarks: &Landmarks) -> [(UpAxis, f64, f64); 6] {
        let mut head_over_feet = Vec3::zeros();
        let mut lowest: [Vec<f64>; 6] = Default::default();
        for frame in sampled_frames(self.root_positions.len()) {
            let at = self.positions(frame);
            let feet = (at[landmarks.feet[0]] + at[landmarks.feet[1]]) / 2.0;
            head_over_feet += (at[landmarks.head] - feet).try_normalize(1e-9).unwrap_or_else(Vec3::zeros);
            for (axis, lowest) in UpAxis::ALL.into_iter().zip(&mut lowest) {
                let heights = at.iter().map(|p| p.dot(&axis.direction()));
                lowest.push(heights.fold(f64::INFINITY, f64::min));
            }
        }
        head_over_feet /= lowest[0].len().max(1) as f64;
        let rest = self.rest_axis(landmarks);
        let mut index = 0;
        UpAxis::ALL.map(|axis| {
            let over = axis.direction().dot(&head_over_feet).max(0.0);
            let floor = floor_evidence(&mut lowest[index], landmarks.stature);
            index += 1;
            (axis, over + floor + if rest == Some(axis) { REST_WEIGHT } else { 0.0 }, over)
        })
    }
}

impl Landmarks {
    fn find(header: &Header, bones: &[Vec3]) -> Option<Self> {
        // Names tell joints whatever the axes; rigs that are told by their shape must stand.
        UpAxis::ALL.into_iter().find_map(|axis| {
            let joints = header.joints.iter().zip(bones).map(|(joint, bone)| {
                let mut out = Joint::new(joint.name.clone(), joint.parent.map(JointIndex), *bone);
                if joint.parent.is_none() {
                    out.rest_rotation = axis.to_y_up();
                }
                out
            });
            let sites = header.end_sites.iter().filter(|(_, offset)| *offset != [0.0; 3]);
            let sites =
                sites.map(|&(joint, offset)| EndSite { joint: JointIndex(joint), offset: offset.into() });
            let skeleton = Skeleton::new(joints.collect(), sites.collect()).ok()?;
            let roles = find_roles(&skeleton).roles;
            Self::of(&skeleton.with_roles(roles.clone()).ok()?, &roles)
        })
    }

    fn of(skeleton: &Skeleton, roles: &Roles) -> Option<Self> {
        let joint = |role| roles.joint(role).map(|joint| joint.0);
        let both = |role: fn(Side) -> Role| Some([joint(role(Side::Left))?, joint(role(Side::Right))?]);
        both(Role::Shin)?;
        let stature = standing_height(skeleton);
        let is_body = stature.is_finite() && stature > 0.0;
        is_body.then_some(())?;
        Some(Self { thighs: both(Role::Thigh)?, feet: both(Role::Foot)?, head: joint(Role::Head)?, stature })
    }
}

/// 1 where the lowest points of the frames are one level near 0, 0 where they are far from it or spread.
fn floor_evidence(lowest: &mut [f64], stature: f64) -> f64 {
    if lowest.is_empty() {
        return 0.0;
    }
    lowest.sort_by(f64::total_cmp);
    let at = |share: f64| lowest[((lowest.len() - 1) as f64 * share).round() as usize] / stature;
    let off = at(0.5).abs() / FLOOR_OFF;
    let uneven = (at(0.9) - at(0.1)) / FLOOR_UNEVEN;
    (1.0 - off).max(0.0) * (1.0 - uneven).max(0.0)
}

/// The frames looked at, spread over a clip of `count`.
pub(super) fn sampled_frames(count: usize) -> impl Iterator<Item = usize> {
    (0..count.min(SAMPLE_COUNT)).map(move |i| i * count / count.min(SAMPLE_COUNT))
}

/// The up axis, and a warning where it is not Y or not clear.
pub(super) fn up_axis(body: &Body<'_>, notes: &mut Vec<Note>) -> UpAxis {
    let mut warn = |text: String| notes.push(Note::warning("up-axis-estimated", text));
    let Some(landmarks) = &body.landmarks else {
        warn("no legs and head were found that would show which axis is up; Y is taken".into());
        return UpAxis::Y;
    };
    let mut evidence = body.evidence(landmarks);
    let along = evidence.into_iter().max_by(|a, b| a.2.total_cmp(&b.2));
    evidence.sort_by(|a, b| b.1.total_cmp(&a.1));
    let [(best, score, _), (second, next, _), ..] = evidence;
    if score - next < MIN_LEAD {
        warn(format!(
            "it is not clear whether {} or {} is up: the body may lie or float; Y is taken",
            best.name(),
            second.name()
        ));
        return UpAxis::Y;
    }
    if let Some((lying, ..)) = along.filter(|(axis, _, over)| *axis != best && *over > LYING) {
        warn(format!(
            "the body lies along {} through the clip; {} is taken as up",
            lying.name(),
            best.name()
        ));
    } else if best != UpAxis::Y {
        warn(format!("the body stands along {0}, so {0} is taken as up", best.name()));
    }
    best
}

/// Metres per file unit, from the size of the body, and how that was told.
pub(super) fn unit_metres(body: &Body<'_>) -> (f64, String) {
    // Unit and the words for it; the CMU database's unit is an inch over 0.45.
    const UNITS: [(f64, &str); 6] = [
        (1.0, "metres"),
        (0.01, "centimetres"),
        (0.001, "millimetres"),
        (0.0254, "inches"),
        (0.1, "decimetres"),
        (0.0254 / 0.45, "the CMU database's unit of 5.644 cm"),
    ];
    let stature = body.stature();
    if !(stature.is_finite() && stature > 0.0) {
        return (1.0, "the skeleton has no size, so its unit cannot be estimated; metres are assumed".into());
    }
    let distance = |unit: f64| (stature * unit / STATURE).ln().abs();
    let (unit, words) =
        UNITS.into_iter().min_by(|a, b| distance(a.0).total_cmp(&distance(b.0))).unwrap_or(UNITS[0]);
    // Without legs and head the measure is rougher, and bodies of other shapes come out small.
    let shortest = if body.landmarks.is_some() { USUAL_STATURES.start } else { 1.3 };
    if (shortest..USUAL_STATURES.end).contains(&(stature * unit)) {
        return (unit, format!("the unit is taken as {words}"));
    }
    let unit = STATURE / stature;
    (unit, format!("no usual unit makes a body of human size; 1 unit is taken as {unit:.4} m"))
}
