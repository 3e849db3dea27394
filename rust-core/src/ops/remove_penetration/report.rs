//! What [`remove_penetration`](super::remove_penetration()) measured.

use super::character::PenetrationBody;
use super::limb_solver::Solution;
use super::measure::LimbDepth;
use super::stance::WideStance;
use crate::kinematics::body::{BodyPart, INSIDE};
use crate::kinematics::forward::pose_clip;
use crate::kinematics::limb::{Limb, LimbKind};
use crate::math::{Vec3, rotation_vector};
use crate::model::{Clip, JointIndex, Note, Skeleton};
use serde::Serialize;
use std::collections::BTreeMap;

/// Depth up to which skin can be pushed out of the body instead, metres.
const HIDEABLE: f64 = 0.03;
/// A hand touches when it is within this of the surface, metres.
const TOUCH_GAP: f32 = 0.003;

/// Angular acceleration, radians per second², and jerk, metres per second³, that nobody sees.
const STILL_TURN: f64 = 0.9;
const STILL_WAY: f64 = 2.7;

/// What is still inside, by how much: little can be hidden.
pub(crate) fn note_of_depth(depth: f64, text: String) -> Note {
    if depth > HIDEABLE {
        return Note::warning("penetration-deep", text);
    }
    Note::warning("penetration-left", text)
}

/// How deep limbs are in the body, over all vertices and frames.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PenetrationMeasures {
    /// Deepest vertex of any frame, metres, beyond the overlap that is allowed; 0 where nothing penetrates.
    pub depth_max: f64,
    /// The frame of that depth.
    pub worst_frame: usize,
    /// Depth that 95 % of the frames stay below, metres.
    pub depth_p95: f64,
    /// Frames with a vertex deeper than 3 mm.
    pub frames_inside: usize,
    /// Vertices deeper than 2 mm, in the frame that has most.
    pub vertices_inside: usize,
}

/// Two parts of the body that ran into each other.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PartPair {
    /// The part that gives way: `left_forearm`.
    pub part: String,
    /// The part that it is in: `trunk`.
    pub other: String,
    /// Deepest vertex of any frame in the clip that came, metres.
    pub depth_before: f64,
    /// The same in the result, metres.
    pub depth_after: f64,
}

/// What one limb had to give.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LimbChange {
    /// `left arm`.
    pub limb: String,
    /// Frames that changed.
    pub frames: usize,
    /// Way of the hand or foot, metres, mean over all frames.
    pub end_mean: f64,
    /// Largest way of the hand or foot, metres.
    pub end_max: f64,
    /// Largest way of the elbow or knee, metres.
    pub middle_max: f64,
    /// Turn of the forearm or shin, degrees, mean over all frames.
    pub lower_mean: f64,
    /// Largest turn of the forearm or shin, degrees.
    pub lower_max: f64,
    /// Largest turn of the shoulder or hip, degrees.
    pub base_max: f64,
    /// Largest turn of the collar, degrees.
    pub collar_max: f64,
    /// Angular acceleration of the shoulder or hip, 99th percentile, as a ratio of the result to the clip that came.
    pub base_acceleration: f64,
    /// The same of the elbow or knee.
    pub middle_acceleration: f64,
    /// The same of the wrist or ankle.
    pub end_acceleration: f64,
    /// Jerk of the hand or foot, 99th percentile, as a ratio of the result to the clip that came.
    pub end_jerk: f64,
    /// Frames in which the hand was meant to touch the body or the other hand.
    pub touch_frames: usize,
    /// Share of these in which it is within 3 mm of that surface; none where there are none.
    pub touching: Option<f64>,
    /// Steps of the solver.
    pub loops: usize,
    /// Largest way that a wider stance moved the foot sideways, metres.
    pub stance_max: f64,
}

/// What [`remove_penetration`](super::remove_penetration()) did.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RemovePenetrationReport {
    /// The clip that came.
    pub before: PenetrationMeasures,
    /// The result, measured anew on every vertex.
    pub after: PenetrationMeasures,
    /// Parts that ran into each other, deepest first.
    pub pairs: Vec<PartPair>,
    /// Each limb.
    pub limbs: Vec<LimbChange>,
    /// Most by which a wider stance lowered the body, metres.
    pub lowered_max: f64,
    /// What a user should know.
    pub notes: Vec<Note>,
}

operation_report!(RemovePenetrationReport);

impl RemovePenetrationReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        let hands = self.limbs.iter().filter(|limb| limb.stance_max == 0.0);
        let moved = hands.map(|limb| limb.end_max).fold(0.0, f64::max);
        let wider = self.limbs.iter().map(|limb| limb.stance_max).fold(0.0, f64::max);
        let stance = match wider > 0.0 {
            true => format!("; feet stand up to {:.1} cm farther out", wider * 100.0),
            false => String::new(),
        };
        format!(
            "depth {:.2} -> {:.2} cm, frames inside {} -> {}; hands moved by up to {:.1} cm{stance}",
            self.before.depth_max * 100.0,
            self.after.depth_max * 100.0,
            self.before.frames_inside,
            self.after.frames_inside,
            moved * 100.0,
        )
    }
}

impl PenetrationMeasures {
    pub(crate) fn new(depths: &[Vec<LimbDepth>]) -> Self {
        let frame_count = depths.first().map_or(0, Vec::len);
        let depth = |frame: usize| depths.iter().map(|limb| -limb[frame].least).fold(0.0f32, f32::max);
        let deep = |frame: usize| depths.iter().map(|limb| limb[frame].deep_count).sum::<usize>();
        let mut all: Vec<f32> = (0..frame_count).map(depth).collect();
        let worst_frame = (0..frame_count).fold(0, |worst, f| if all[f] > all[worst] { f } else { worst });
        let depth_max = f64::from(all.get(worst_frame).copied().unwrap_or(0.0));
        let frames_inside = all.iter().filter(|d| f64::from(**d) > INSIDE).count();
        all.sort_unstable_by(f32::total_cmp);
        Self {
            depth_max,
            worst_frame,
            depth_p95: f64::from(percentile(&all, 0.95).unwrap_or(0.0)),
            frames_inside,
            vertices_inside: (0..frame_count).map(deep).max().unwrap_or(0),
        }
    }
}

/// The pairs of parts that ran into each other, before or after, deepest first.
pub(crate) fn pairs(before: &[Vec<LimbDepth>], after: &[Vec<LimbDepth>]) -> Vec<PartPair> {
    let deepest = |depths: &[Vec<LimbDepth>]| {
        let mut of_pair: BTreeMap<(BodyPart, BodyPart), f64> = BTreeMap::new();
        for &(part, other, depth) in depths.iter().flatten().flat_map(|limb| &limb.pairs) {
            let all = of_pair.entry((part, other)).or_insert(0.0);
            *all = all.max(f64::from(depth));
        }
        of_pair
    };
    let (before, after) = (deepest(before), deepest(after));
    let mut keys: Vec<(BodyPart, BodyPart)> = before.keys().chain(after.keys()).copied().collect();
    keys.sort_unstable();
    keys.dedup();
    let depth = |of: &BTreeMap<_, f64>, key| of.get(&key).copied().unwrap_or(0.0);
    let mut out: Vec<PartPair> = keys
        .into_iter()
        .map(|key| PartPair {
            part: key.0.name(),
            other: key.1.name(),
            depth_before: depth(&before, key),
            depth_after: depth(&after, key),
        })
        .collect();
    out.sort_by(|a, b| b.depth_before.total_cmp(&a.depth_before));
    out
}

/// The changes of every limb, from the clip that came to the result.
pub(crate) fn limb_changes(
    skeleton: &Skeleton,
    before: &Clip,
    body: &PenetrationBody,
    solution: &Solution,
    stance: Option<&WideStance>,
) -> Vec<LimbChange> {
    let poses = [before, &solution.clip].map(|clip| pose_clip(skeleton, clip));
    let frame_count = before.frame_count();
    let mut out = Vec::with_capacity(body.limbs.len());
    for (index, (limb, state)) in body.limbs.iter().zip(&solution.limbs).enumerate() {
        let mut change = LimbChange { limb: limb.limb.name(), loops: state.loops, ..Default::default() };
        let Limb { base, mid, end, .. } = limb.limb;
        let places = |joint: JointIndex, frame: usize| [0, 1].map(|i| poses[i].position(frame, joint));
        let moved = |joint: JointIndex, frame: usize| {
            let [from, to] = places(joint, frame);
            (to - from).norm()
        };
        let turned = |joint: JointIndex, frame: usize| {
            let [from, to] = [before, &solution.clip].map(|clip| clip.pose(frame).rotations()[joint.0]);
            from.angle_to(&to).to_degrees()
        };
        let lower_turned = |frame: usize| {
            let ([from_mid, to_mid], [from_end, to_end]) = (places(mid, frame), places(end, frame));
            (from_end - from_mid).angle(&(to_end - to_mid)).to_degrees()
        };
        let is_shifted = |frame: usize| stance.is_some_and(|s| s.shift(&limb.limb, frame) != Vec3::zeros());
        for frame in (0..frame_count).filter(|&f| state.angles[f].amax() > 0.0 || is_shifted(f)) {
            let (way, turn) = (moved(end, frame), lower_turned(frame));
            change.frames += 1;
            change.end_mean += way;
            change.end_max = change.end_max.max(way);
            change.middle_max = change.middle_max.max(moved(mid, frame));
            change.lower_mean += turn;
            change.lower_max = change.lower_max.max(turn);
            change.base_max = change.base_max.max(turned(base, frame));
            let collar = limb.collar.map_or(0.0, |collar| turned(collar, frame));
            change.collar_max = change.collar_max.max(collar);
        }
        let count = frame_count.max(1) as f64;
        change.end_mean /= count;
        change.lower_mean /= count;
        let of = |joint: JointIndex| {
            let still = STILL_TURN * before.frame_rate().powi(-2);
            ratio(acceleration_p99(&solution.clip, joint), acceleration_p99(before, joint), still)
        };
        change.base_acceleration = of(limb.limb.base);
        change.middle_acceleration = of(limb.limb.mid);
        change.end_acceleration = of(limb.limb.end);
        let [was, is] =
            [0, 1].map(|i| (0..frame_count).map(|frame| poses[i].position(frame, end)).collect::<Vec<_>>());
        change.end_jerk = ratio(jerk_p99(&is), jerk_p99(&was), STILL_WAY * before.frame_rate().powi(-3));
        let touching = (0..solution.depths[index].len()).filter(|&f| state.touches[f] || state.holds[f]);
        let mut near = 0;
        for frame in touching {
            change.touch_frames += 1;
            near += usize::from(solution.depths[index][frame].hand.abs() <= TOUCH_GAP);
        }
        change.touching = (change.touch_frames > 0).then(|| near as f64 / change.touch_frames as f64);
        if let Some(stance) = stance.filter(|_| limb.limb.kind == LimbKind::Leg) {
            change.stance_max = stance.largest(limb.limb.side);
        }
        out.push(change);
    }
    out
}

/// 99th percentile of the third differences of a path.
fn jerk_p99(path: &[Vec3]) -> f64 {
    let mut all: Vec<f64> = path.windows(4).map(|w| (w[3] - w[2] * 3.0 + w[1] * 3.0 - w[0]).norm()).collect();
    all.sort_unstable_by(f64::total_cmp);
    percentile(&all, 0.99).unwrap_or(0.0)
}

/// 99th percentile of the joint's angular acceleration, radians per frame².
fn acceleration_p99(clip: &Clip, joint: JointIndex) -> f64 {
    let rotation = |frame: usize| clip.pose(frame).rotations()[joint.0];
    let speeds: Vec<_> = (1..clip.frame_count())
        .map(|frame| rotation_vector(&(rotation(frame - 1).inverse() * rotation(frame))))
        .collect();
    let mut all: Vec<f64> = speeds.windows(2).map(|pair| (pair[1] - pair[0]).norm()).collect();
    all.sort_unstable_by(f64::total_cmp);
    percentile(&all, 0.99).unwrap_or(0.0)
}

fn percentile<T: Copy>(sorted: &[T], share: f64) -> Option<T> {
    sorted.get(((sorted.len().max(1) - 1) as f64 * share).round() as usize).copied()
}

/// The ratio of two figures. `still` is so small that it is not seen; it keeps the ratio of two of that size near 1.
fn ratio(after: f64, before: f64, still: f64) -> f64 {
    (after + still) / (before + still)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_deep_to_hide_is_told_apart() {
        let code = |depth: f64| note_of_depth(depth, String::new()).code;
        assert_eq!((code(0.004), code(0.03)), ("penetration-left", "penetration-left"));
        assert_eq!((code(0.031), code(0.237)), ("penetration-deep", "penetration-deep"));
    }
}
