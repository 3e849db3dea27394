//! How a foot stands on rigs whose rest pose does not stand; taken from the motion.
//!
//! Capture systems and engines write rigs that rest with all bones along one axis, or lying, or in the pose of the first frame.
//! Heel, tip, and the heights of ankle and toe over the sole are then measured while the foot stands flat: low, neither rising
//! nor sinking, with the hip well above.

use super::foot_shape::{FootShape, StandingPose};
use super::rest::rest_maps;
use super::{Clip, JointIndex, Role, Side, Skeleton, Sole};
use crate::math::chain::compose_frame;
use crate::math::{Quat, Vec3};

/// Least height of the hip over the ankle of a leg that stands, in leg lengths.
const LEG_UPRIGHT: f64 = 0.7;
/// Farthest that feet at rest may be above the lowest joint, and one foot above the other, in leg lengths.
const FEET_LOW: f64 = 0.15;
/// Steepest foot at rest, from ankle to toe, up or down: the sine of 70°. High heels stand.
const FOOT_LEVEL: f64 = 0.94;
/// Fastest rise of ankle and toe of a foot that stands, leg lengths a second.
const STEADY: f64 = 0.1;
/// Share of the steady frames, lowest first, in which the foot stands flat.
const LOWEST: f64 = 0.2;
/// Fewest steady frames that tell how a foot stands.
const MIN_FRAMES: usize = 3;
/// Most frames looked at, over all clips.
const MAX_FRAMES: usize = 4096;
/// Ankles over the sole, in leg lengths, that are those of a foot.
const ANKLE_HEIGHTS: std::ops::Range<f64> = 0.02..0.3;

/// Whether the rest pose is one of a body that stands: legs upright, both feet level at the bottom. True for rigs without
/// both legs, of which nothing can be told.
///
/// ```
/// use surefoot::model::standing::rest_stands;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
///
/// assert!(rest_stands(&skeleton));
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn rest_stands(skeleton: &Skeleton) -> bool {
    let rest = rest_maps(skeleton);
    let at = |joint: JointIndex| rest[joint.0].translation;
    let legs = Side::BOTH.map(|side| Leg::new(skeleton, side));
    let [Some(left), Some(right)] = legs else { return true };
    let length = left.length(at).max(right.length(at));
    if length <= 0.0 {
        return true;
    }
    let lowest = rest.iter().map(|map| map.translation.y).fold(f64::INFINITY, f64::min);
    let ankles = [left, right].map(|leg| at(leg.foot).y);
    let is_level = (ankles[0] - ankles[1]).abs() <= FEET_LOW * length;
    is_level
        && [left, right].iter().all(|leg| {
            let toe = leg.toe.map_or(at(leg.foot), at);
            let along = toe - at(leg.foot);
            let slope = along.try_normalize(1e-3 * length).map_or(0.0, |along| along.y.abs());
            leg.is_upright(at)
                && toe.y.min(at(leg.foot).y) - lowest <= FEET_LOW * length
                && slope <= FOOT_LEVEL
        })
}

/// The soles of both feet, left first, as the feet stand in the clips. `None` for a foot that never stands, and for rigs
/// whose joints scale.
///
/// ```
/// use surefoot::model::standing::find_standing_soles;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let [left, right] = find_standing_soles(&skeleton, &[walk.clip]);
/// let (left, right) = (left.expect("it walks on it"), right.expect("on both"));
/// assert!((left.ankle_height - right.ankle_height).abs() < 0.01);
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn find_standing_soles(skeleton: &Skeleton, clips: &[Clip]) -> [Option<Sole>; 2] {
    let clips: Vec<&Clip> = clips.iter().filter(|clip| clip.scales().is_empty()).collect();
    let frame_count: usize = clips.iter().map(|clip| clip.frame_count()).sum();
    if skeleton.has_scale() || frame_count == 0 {
        return [None; 2];
    }
    let stride = frame_count.div_ceil(MAX_FRAMES);
    Side::BOTH.map(|side| {
        let leg = Leg::new(skeleton, side)?;
        let mut stands: Vec<(f64, &Clip, usize)> = Vec::new();
        for &clip in &clips {
            for frame in (0..clip.frame_count().saturating_sub(1)).step_by(stride) {
                stands.extend(leg.stance(skeleton, clip, frame).map(|height| (height, clip, frame)));
            }
        }
        stands.sort_by(|a, b| a.0.total_cmp(&b.0));
        stands.truncate(((stands.len() as f64 * LOWEST).ceil() as usize).max(MIN_FRAMES));
        let mut soles: Vec<Sole> =
            stands.iter().filter_map(|(_, clip, frame)| leg.sole(skeleton, side, clip, *frame)).collect();
        if soles.len() < MIN_FRAMES {
            return None;
        }
        soles.sort_by(|a, b| a.ankle_height.total_cmp(&b.ankle_height));
        Some(soles[soles.len() / 2])
    })
}

/// Joints of one leg.
#[derive(Clone, Copy)]
struct Leg {
    thigh: JointIndex,
    shin: JointIndex,
    foot: JointIndex,
    toe: Option<JointIndex>,
}

impl Leg {
    fn new(skeleton: &Skeleton, side: Side) -> Option<Self> {
        let joint = |role| skeleton.roles().joint(role);
        Some(Self {
            thigh: joint(Role::Thigh(side))?,
            shin: joint(Role::Shin(side))?,
            foot: joint(Role::Foot(side))?,
            toe: joint(Role::Toe(side)),
        })
    }

    fn length(&self, at: impl Fn(JointIndex) -> Vec3) -> f64 {
        (at(self.thigh) - at(self.shin)).norm() + (at(self.shin) - at(self.foot)).norm()
    }

    fn is_upright(&self, at: impl Fn(JointIndex) -> Vec3) -> bool {
        at(self.thigh).y - at(self.foot).y >= LEG_UPRIGHT * self.length(at)
    }

    /// Height of the foot in a frame in which it may stand.
    fn stance(&self, skeleton: &Skeleton, clip: &Clip, frame: usize) -> Option<f64> {
        let (here, _) = pose(skeleton, clip, frame);
        let (next, _) = pose(skeleton, clip, frame + 1);
        let at = |joint: JointIndex| here[joint.0];
        let limit = STEADY * self.length(at) * clip.frame_time();
        let front = self.toe.unwrap_or(self.foot);
        let is_steady =
            [self.foot, front].iter().all(|joint| (next[joint.0].y - here[joint.0].y).abs() <= limit);
        (is_steady && self.is_upright(at)).then(|| at(self.foot).y + at(front).y)
    }

    /// The sole of the foot as it stands in a frame.
    fn sole(&self, skeleton: &Skeleton, side: Side, clip: &Clip, frame: usize) -> Option<Sole> {
        let (positions, rotations) = pose(skeleton, clip, frame);
        let pose = StandingPose { positions: &positions, rotations: &rotations };
        let shape = FootShape::new(skeleton, skeleton.roles(), side, self.foot, pose);
        let ankle = positions[self.foot.0];
        let [ankle_height, front_height] = shape.standing_heights(ankle);
        let is_foot = ANKLE_HEIGHTS.contains(&(ankle_height / self.length(|joint| positions[joint.0])));
        let front = self.toe.unwrap_or(self.foot);
        let offset =
            |joint: JointIndex, place: Vec3| rotations[joint.0].inverse() * (place - positions[joint.0]);
        is_foot.then(|| Sole {
            foot: self.foot,
            front,
            heel: offset(self.foot, shape.heel),
            tip: offset(front, shape.tip),
            ankle_height,
            front_height,
        })
    }
}

/// World positions and rotations of one frame, of a rig without scale.
fn pose(skeleton: &Skeleton, clip: &Clip, frame: usize) -> (Vec<Vec3>, Vec<Quat>) {
    let mut offsets = skeleton.rest_offsets().to_vec();
    offsets[0] = clip.root_positions()[frame];
    for track in clip.translations() {
        offsets[track.joint.0] = track.values[frame];
    }
    let parents: Vec<usize> = skeleton.parents().iter().map(|p| p.map_or(0, |p| p.0)).collect();
    let (mut positions, mut rotations) = (offsets.clone(), vec![Quat::identity(); offsets.len()]);
    let locals = clip.pose(frame);
    compose_frame(&parents, locals.rotations(), &offsets, offsets[0], &mut rotations, &mut positions);
    (positions, rotations)
}
