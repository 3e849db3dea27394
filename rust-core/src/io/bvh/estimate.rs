//! Up axis and unit of length, of which a BVH file says nothing.

use super::header::Header;
use crate::io::document::{Note, UpAxis};
use crate::math::{Quat, Vec3};

/// Frames looked at: enough for a mean, cheap for any length.
const SAMPLE_COUNT: usize = 64;
/// A grown person, metres.
const STATURE: f64 = 1.7;

/// The body in file units and axes.
pub(super) struct Body<'a> {
    header: &'a Header,
    rotations: &'a [Quat],
    root_positions: &'a [Vec3],
}

impl<'a> Body<'a> {
    pub(super) fn new(header: &'a Header, rotations: &'a [Quat], root_positions: &'a [Vec3]) -> Self {
        Self { header, rotations, root_positions }
    }

    /// World positions of the joints, with the rest offsets as bones.
    fn positions(&self, frame: usize) -> Vec<Vec3> {
        let joint_count = self.header.joints.len();
        let locals = &self.rotations[frame * joint_count..(frame + 1) * joint_count];
        let mut rotations: Vec<Quat> = Vec::with_capacity(joint_count);
        let mut positions: Vec<Vec3> = Vec::with_capacity(joint_count);
        for (joint, local) in self.header.joints.iter().zip(locals) {
            let (rotation, position) = match joint.parent {
                None => (*local, self.root_positions[frame]),
                Some(parent) => {
                    let position = positions[parent] + rotations[parent] * Vec3::from(joint.offset);
                    (rotations[parent] * local, position)
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
        let length = |offset: [f64; 3]| Vec3::from(offset).norm();
        let mut below = vec![0.0f64; joints.len()];
        let mut longest = 0.0f64;
        let mut join = |below: &mut [f64], joint: usize, way: f64| {
            longest = longest.max(below[joint] + way);
            below[joint] = below[joint].max(way);
        };
        for &(joint, offset) in &self.header.end_sites {
            join(&mut below, joint, length(offset));
        }
        for joint in (1..joints.len()).rev() {
            if let Some(parent) = joints[joint].parent {
                let way = below[joint] + length(joints[joint].offset);
                join(&mut below, parent, way);
            }
        }
        longest
    }
}

/// The frames looked at, spread over a clip of `count`.
pub(super) fn sampled_frames(count: usize) -> impl Iterator<Item = usize> {
    (0..count.min(SAMPLE_COUNT)).map(move |i| i * count / count.min(SAMPLE_COUNT))
}

/// The axis along which the body is longest over the clip; Y unless Z is clearly it.
pub(super) fn up_axis(body: &Body<'_>, notes: &mut Vec<Note>) -> UpAxis {
    let mut extents = Vec3::zeros();
    for frame in sampled_frames(body.root_positions.len()) {
        let positions = body.positions(frame);
        let low = positions.iter().fold(Vec3::repeat(f64::INFINITY), |low, p| low.inf(p));
        let high = positions.iter().fold(Vec3::repeat(f64::NEG_INFINITY), |high, p| high.sup(p));
        extents += high - low;
    }
    if extents.z > 1.25 * extents.y {
        notes.push(Note::warning(
            "up-axis-estimated",
            "the body stands along the Z axis, so Z is taken as up",
        ));
        return UpAxis::Z;
    }
    UpAxis::Y
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
    // Toe to finger tips is about 1.4 times the stature.
    let stature = body.longest_way() / 1.4;
    if !(stature.is_finite() && stature > 0.0) {
        return (1.0, "the skeleton has no size to tell its unit from; metres are assumed".into());
    }
    let distance = |unit: f64| (stature * unit / STATURE).ln().abs();
    let (unit, words) =
        UNITS.into_iter().min_by(|a, b| distance(a.0).total_cmp(&distance(b.0))).unwrap_or(UNITS[0]);
    if (1.3..2.2).contains(&(stature * unit)) {
        return (unit, format!("the unit is taken as {words}"));
    }
    let unit = STATURE / stature;
    (unit, format!("no usual unit makes a body of human size; 1 unit is taken as {unit:.4} m"))
}
