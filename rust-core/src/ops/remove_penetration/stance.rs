//! A wider stance for thighs that have no other way out: whole plants move sideways, so that planted feet stay planted (Lyard 2008,
//! section 4.4.2, spreads thighs in every frame; docs/methods/penetration.md, 7).

use super::character::PenetrationBody;
use super::episode::joined;
use super::limb_solver::{LimbSolver, OFFENDING};
use super::measure::measure_depths;
use super::options::{PenetrationMethod, RemovePenetrationOptions};
use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::kinematics::clip_draft::ClipDraft;
use crate::kinematics::forward::pose_clip;
use crate::kinematics::limb::bend::Bend;
use crate::kinematics::limb::ik::{LimbTarget, PosedLimb, place_limb};
use crate::kinematics::limb::{Limb, LimbKind};
use crate::math::Vec3;
use crate::math::running::hann_mean;
use crate::math::runs::{runs, within};
use crate::model::{Clip, JointIndex, Note, Plants, PointKind, Side, Skeleton, Skin};
use crate::ops::detect_plants::{DetectPlantsOptions, detect_plants};
use crate::ops::progress::Progress;

/// Feet are moved this often at most.
const ROUNDS: usize = 6;
/// Way of each foot for what is left between the thighs: they meet in the upper third of the legs, and both feet move.
const FOOT_WAY: f64 = 1.5;
/// No step is smaller, metres.
const MIN_STEP: f64 = 0.004;
/// Frames within this of one with thighs in each other get the same stance, seconds: both sides of a walk.
const SAME_STANCE: f64 = 1.0;
/// Stretches of ground contact of one foot that are nearer than this are one, seconds.
const SAME_PLANT: f64 = 0.1;
/// Seconds on either side over which a foot that never stands changes its way.
const SMOOTH_TIME: f64 = 0.25;

/// A clip whose feet stand wider.
#[derive(Debug, Clone)]
pub(crate) struct WideStance {
    pub(crate) clip: Clip,
    /// How far the feet of each side are moved in every frame, world.
    shifts: [Vec<Vec3>; 2],
    /// How far the body is lowered in every frame, metres, so that no leg gets longer.
    lowered: Vec<f64>,
}

impl WideStance {
    /// How far the end of a limb was moved in a frame before anything else.
    pub(crate) fn shift(&self, limb: &Limb, frame: usize) -> Vec3 {
        match limb.kind {
            LimbKind::Leg => self.shifts[limb.side as usize][frame],
            LimbKind::Arm => -Vec3::y() * self.lowered[frame],
        }
    }

    /// The largest way of a foot, metres.
    pub(crate) fn largest(&self, side: Side) -> f64 {
        self.shifts[side as usize].iter().map(|shift| shift.norm()).fold(0.0, f64::max)
    }

    /// The largest way of the body downwards, metres.
    pub(crate) fn lowered(&self) -> f64 {
        self.lowered.iter().copied().fold(0.0, f64::max)
    }

    /// What a user should know.
    pub(crate) fn note(&self) -> Note {
        let [left, right] = Side::BOTH.map(|side| 100.0 * self.largest(side));
        let text = format!(
            "thighs had no other way out: the left foot stands up to {left:.1} cm farther out, the right {right:.1} cm, and the body up to {:.1} cm lower",
            100.0 * self.lowered()
        );
        let is_moved: Vec<bool> = (0..self.lowered.len())
            .map(|frame| self.shifts.iter().any(|shifts| shifts[frame] != Vec3::zeros()))
            .collect();
        runs(&is_moved).into_iter().fold(Note::info("stance-widened", text), Note::on)
    }
}

/// Widens the stance where legs that may only turn stay in each other; `None` where they do not. `body` has the legs alone.
pub(super) fn widen_stance(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    body: &PenetrationBody,
    options: &RemovePenetrationOptions,
    progress: &Progress<'_>,
) -> Result<Option<WideStance>> {
    let legs: Vec<&Limb> = body.limbs.iter().map(|limb| &limb.limb).collect();
    if legs.len() < 2 {
        return Ok(None);
    }
    let options = options.method(PenetrationMethod::Spacetime).touch(false);
    let mut widths = vec![0.0; clip.frame_count()];
    let mut feet: Option<Feet> = None;
    let mut found: Option<WideStance> = None;
    for round in 0..ROUNDS {
        let tell = |share: f64| progress.report(0.1 + 0.05 * (round as f64 + share) / ROUNDS as f64).is_ok();
        let of_round = Progress::new(&tell);
        let current = found.as_ref().map_or(clip, |stance| &stance.clip);
        let depths = measure_depths(skeleton, current, body, OFFENDING, None, &of_round, 0.0..0.1)?;
        let solver =
            LimbSolver { skeleton, clip: current, skins, body, options: &options, progress: &of_round };
        let solution = solver.solve(&depths, &vec![false; body.limbs.len()])?;
        let left: Vec<f64> = (0..clip.frame_count())
            .map(|frame| solution.depths.iter().map(|limb| f64::from(-limb[frame].least)).fold(0.0, f64::max))
            .collect();
        let tight: Vec<bool> = left.iter().map(|depth| *depth > f64::from(OFFENDING)).collect();
        let mut grows = false;
        for stretch in joined(runs(&within(&tight, SAME_STANCE * clip.frame_rate()))) {
            let deepest = left[stretch.clone()].iter().copied().fold(0.0, f64::max);
            let width = widths[stretch.clone()].iter().copied().fold(0.0, f64::max);
            let wider = (width + (FOOT_WAY * deepest).max(MIN_STEP)).min(options.widen_stance);
            grows |= wider > width;
            widths[stretch].fill(wider);
        }
        if !grows {
            break;
        }
        let feet = match &mut feet {
            Some(feet) => feet,
            none => none.insert(Feet::new(skeleton, clip, &legs)?),
        };
        found = Some(feet.stand_wider(skeleton, clip, &legs, &widths)?);
    }
    Ok(found)
}

/// Where the feet of a clip stand, and the body's left in every frame.
struct Feet {
    poses: WorldPoses,
    /// Frames in which the foot of each side stands.
    stands: [Vec<std::ops::Range<usize>>; 2],
    leftwards: Vec<Vec3>,
    /// Frames on either side over which a foot that never stands changes its way.
    smooth: usize,
}

impl Feet {
    fn new(skeleton: &Skeleton, clip: &Clip, legs: &[&Limb]) -> Result<Self> {
        let poses = pose_clip(skeleton, clip);
        let plants = detect_plants(skeleton, clip, None, &DetectPlantsOptions::default())?.plants;
        let gap = SAME_PLANT * clip.frame_rate();
        let smooth = (SMOOTH_TIME * clip.frame_rate()).round() as usize;
        let hip = |frame: usize, side: Side| {
            let leg = legs.iter().find(|leg| leg.side == side);
            leg.map_or_else(Vec3::zeros, |leg| poses.position(frame, leg.base))
        };
        let mut leftwards: Vec<Vec3> = Vec::with_capacity(clip.frame_count());
        for frame in 0..clip.frame_count() {
            let mut across = hip(frame, Side::Left) - hip(frame, Side::Right);
            across.y = 0.0;
            let last = leftwards.last().copied().unwrap_or_else(Vec3::x);
            leftwards.push(across.try_normalize(1e-3).unwrap_or(last));
        }
        Ok(Self { stands: Side::BOTH.map(|side| stands(&plants, side, gap)), poses, leftwards, smooth })
    }

    /// The way of one foot in every frame: that of a plant is the same in all of its frames.
    fn shifts(&self, side: Side, widths: &[f64]) -> Vec<Vec3> {
        let outwards = if side == Side::Left { 1.0 } else { -1.0 };
        let stands = &self.stands[side as usize];
        if stands.is_empty() {
            return self
                .leftwards
                .iter()
                .zip(hann_mean(widths, self.smooth))
                .map(|(l, w)| l * (outwards * w))
                .collect();
        }
        let of_stand = |frames: &std::ops::Range<usize>| {
            let width = widths[frames.clone()].iter().copied().fold(0.0, f64::max);
            let mean: Vec3 = self.leftwards[frames.clone()].iter().sum();
            mean.try_normalize(1e-6).unwrap_or(self.leftwards[frames.start]) * (outwards * width)
        };
        let ways: Vec<Vec3> = stands.iter().map(of_stand).collect();
        (0..widths.len())
            .map(|frame| {
                let next = stands.partition_point(|stand| stand.end <= frame);
                match (next.checked_sub(1), stands.get(next)) {
                    (_, Some(stand)) if stand.contains(&frame) => ways[next],
                    (None, _) => ways[next],
                    (Some(last), None) => ways[last],
                    (Some(last), Some(stand)) => {
                        let from = stands[last].end - 1;
                        let share = (frame - from) as f64 / (stand.start - from) as f64;
                        ways[last] + (ways[next] - ways[last]) * ease(share)
                    }
                }
            })
            .collect()
    }

    /// The clip with each foot moved outwards by up to the width of the frame.
    fn stand_wider(
        &self,
        skeleton: &Skeleton,
        clip: &Clip,
        legs: &[&Limb],
        widths: &[f64],
    ) -> Result<WideStance> {
        let shifts = Side::BOTH.map(|side| self.shifts(side, widths));
        let way = |frame: usize| (shifts[0][frame].norm() + shifts[1][frame].norm()) / 2.0;
        // By how much the body is lower than half of the feet's way asks for; the same factor everywhere keeps it smooth.
        let mut factor: f64 = 0.0;
        for leg in legs {
            for frame in (0..clip.frame_count()).filter(|&frame| way(frame) > 1e-6) {
                let foot = self.poses.position(frame, leg.end) - self.poses.position(frame, leg.base);
                factor = factor.max(lowering(&foot, &shifts[leg.side as usize][frame]) / way(frame));
            }
        }
        let factor = factor.min(1.0);
        let lowered: Vec<f64> = (0..clip.frame_count()).map(|frame| factor * way(frame)).collect();
        let mut draft = ClipDraft::new(clip, legs.len());
        for (frame, lowered) in lowered.iter().enumerate().filter(|(frame, _)| way(*frame) > 0.0) {
            draft.data.root_positions[frame].y -= lowered;
            for (index, leg) in legs.iter().enumerate() {
                let shift = shifts[leg.side as usize][frame] + Vec3::y() * *lowered;
                self.place(skeleton, &mut draft, frame, index, leg, &shift);
            }
        }
        Ok(WideStance { clip: draft.build(skeleton, &[])?, shifts, lowered })
    }

    /// Moves the foot against the hip; its direction stays.
    fn place(
        &self,
        skeleton: &Skeleton,
        draft: &mut ClipDraft,
        frame: usize,
        index: usize,
        leg: &Limb,
        shift: &Vec3,
    ) {
        let at = |joint: JointIndex| self.poses.position(frame, joint);
        let joints = skeleton.joint_count();
        let rotations = &self.poses.rotations[frame * joints..(frame + 1) * joints];
        let posed = PosedLimb {
            base: at(leg.base),
            mid: at(leg.mid),
            end: at(leg.end),
            hinge: leg.hinge_world(skeleton, rotations),
            end_rotation: self.poses.rotation(frame, leg.end),
        };
        let bend = Bend::new(&posed.base, &posed.mid, &posed.end, &posed.hinge);
        let position = posed.end + shift;
        let target = LimbTarget {
            base: posed.base,
            hinge_angle: bend.angle_for((position - posed.base).norm()),
            position,
            rotation: posed.end_rotation,
            swivel: 0.0,
        };
        if let Some(mut placed) = place_limb(&posed, &bend, &target, &mut 0.0) {
            // The body is low enough for every leg; what differs from 1 is rounding.
            placed.scale = 1.0;
            draft.set_limb(skeleton, &self.poses, frame, index, leg, &placed);
        }
    }
}

/// The frames in which any point of the foot is planted.
fn stands(plants: &Plants, side: Side, gap: f64) -> Vec<std::ops::Range<usize>> {
    let is_of_foot = |kind: PointKind| !matches!(kind, PointKind::Wrist | PointKind::Fingertips);
    let mut is_down = vec![false; plants.frame_count()];
    let of_foot = plants.iter().filter(|plant| is_of_foot(plant.point.kind) && plant.point.side == side);
    of_foot.for_each(|plant| is_down[plant.frames.clone()].fill(true));
    let mut out: Vec<std::ops::Range<usize>> = Vec::new();
    for run in runs(&is_down) {
        match out.last_mut() {
            Some(last) if ((run.start - last.end) as f64) < gap => last.end = run.end,
            _ => out.push(run),
        }
    }
    out
}

/// How much lower a hip must be so that its leg is no longer than before when the foot moves by `shift`; `foot` is from hip to ankle.
fn lowering(foot: &Vec3, shift: &Vec3) -> f64 {
    let moved = foot + shift;
    let across = Vec3::new(moved.x, 0.0, moved.z).norm_squared();
    let upright = (foot.norm_squared() - across).max(0.0).sqrt();
    (-moved.y - upright).max(0.0)
}

/// From 0 to 1 without a corner in speed or acceleration.
fn ease(share: f64) -> f64 {
    let x = share.clamp(0.0, 1.0);
    x * x * x * (10.0 + x * (6.0 * x - 15.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::clip::ClipData;

    fn feet(count: usize, stands: Vec<std::ops::Range<usize>>) -> Feet {
        let skeleton =
            Skeleton::new(vec![crate::model::Joint::new("root", None, Vec3::zeros())], vec![]).unwrap();
        let data = ClipData {
            name: String::new(),
            frame_rate: 30.0,
            rotations: vec![crate::math::Quat::identity(); count],
            root_positions: vec![Vec3::zeros(); count],
            translations: Vec::new(),
            scales: Vec::new(),
        };
        let clip = Clip::new(&skeleton, data).unwrap();
        Feet {
            smooth: 7,
            poses: pose_clip(&skeleton, &clip),
            stands: [stands, Vec::new()],
            leftwards: (0..count)
                .map(|t| Vec3::new((0.01 * t as f64).cos(), 0.0, (0.01 * t as f64).sin()))
                .collect(),
        }
    }

    #[test]
    fn a_planted_foot_moves_by_one_way_and_changes_it_in_the_air() {
        let feet = feet(60, vec![5..20, 35..50]);
        let widths: Vec<f64> = (0..60).map(|t| if t < 10 { 0.03 } else { 0.01 }).collect();
        let shifts = feet.shifts(Side::Left, &widths);
        assert!(
            shifts[5..20].iter().all(|shift| *shift == shifts[5]) && (shifts[5].norm() - 0.03).abs() < 1e-12
        );
        assert!(
            shifts[35..50].iter().all(|shift| *shift == shifts[35])
                && (shifts[40].norm() - 0.01).abs() < 1e-12
        );
        assert_eq!((shifts[0], shifts[59]), (shifts[5], shifts[40]));
        let steps: Vec<f64> = shifts.windows(2).map(|pair| (pair[1] - pair[0]).norm()).collect();
        assert!(steps.iter().all(|step| *step < 0.004), "{steps:?}");
        // The other foot never stands: it moves the other way.
        let other = feet.shifts(Side::Right, &widths);
        assert!(other[30].dot(&shifts[30]) < 0.0);
    }

    #[test]
    fn the_body_is_lowered_until_no_leg_is_longer() {
        for (foot, shift) in [
            (Vec3::new(0.08, -0.8, 0.1), Vec3::new(0.05, 0.0, 0.0)),
            (Vec3::new(-0.05, -0.8, -0.3), Vec3::new(-0.1, 0.0, -0.02)),
        ] {
            let lowered = lowering(&foot, &shift);
            let length = (foot + shift + Vec3::y() * lowered).norm();
            assert!(lowered > 0.0 && (length - foot.norm()).abs() < 1e-12, "{length}");
        }
        // A foot that comes under the hip needs no less height.
        assert_eq!(lowering(&Vec3::new(-0.1, -0.8, 0.0), &Vec3::new(0.1, 0.0, 0.0)), 0.0);
    }
}
