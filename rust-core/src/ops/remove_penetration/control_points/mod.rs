//! Control points: arms leave the trunk as in Lyard 2008, chapter 4, for comparison. Cylinders stand for upper arm and trunk, corrections
//! are splines with few controls, and elbow first, forearm second are solved over the whole clip.

mod forearm;
mod minimise;
mod placement;
mod swing;

use super::correction::{Angles, BASE, LimbFrame, MID};
use super::limb_solver::{LimbSolver, OFFENDING, Solution, write_corrections};
use super::measure::{LimbDepth, measure_depths};
use super::solve::CM;
use super::touch::{Touched, touch_frames};
use crate::error::Result;
use crate::kinematics::body::frame_matrices;
use crate::kinematics::limb::LimbKind;
use crate::math::volumes::{Tube, meet_capsules};
use crate::math::{Affine, Vec3, rotation_vector};
use crate::model::{Body, Clip, JointIndex, Role, Side, Skeleton};
use crate::ops::fit_body::{FitBodyOptions, fit_body};
use forearm::{ForearmFrame, restore_forearm};
use swing::{ArmFrame, solve_swing, with_axes};

/// The cylinders of a body in one frame, about its root.
struct PosedTubes {
    trunk: Vec<Tube>,
    upper: [Option<Tube>; 2],
}

/// Poses the tubes of trunk and upper arms in every frame.
fn posed_tubes(skeleton: &Skeleton, clip: &Clip, body: &Body) -> Result<Vec<PosedTubes>> {
    let (mut world, mut matrices) = (Vec::<Affine>::new(), Vec::new());
    let is_trunk = |role: Option<Role>| matches!(role, Some(Role::Pelvis | Role::Spine));
    let trunk: Vec<_> = body.volumes().iter().filter(|volume| is_trunk(volume.role)).collect();
    let upper = Side::BOTH.map(|side| body.of_role(Role::UpperArm(side)));
    (0..clip.frame_count())
        .map(|frame| {
            let origin = frame_matrices(skeleton, &clip.pose(frame), &mut world, &mut matrices)?;
            let posed = |joint: JointIndex, tube: Tube| Tube {
                start: world[joint.0].transform_point(&tube.start) - origin,
                end: world[joint.0].transform_point(&tube.end) - origin,
                radius: tube.radius,
            };
            let of = |index: usize| posed(body.volumes()[index].joint, body.volumes()[index].tube());
            Ok(PosedTubes {
                trunk: trunk.iter().map(|volume| posed(volume.joint, volume.tube())).collect(),
                upper: upper.map(|index| index.map(of)),
            })
        })
        .collect()
}

/// What the elbow of a frame keeps away from: the nearest point of the trunk's axis, by the radii of both.
fn arm_frame(frame: &LimbFrame, tubes: &PosedTubes, side: Side) -> ArmFrame {
    let elbow = Tube { start: frame.mid, end: frame.mid, radius: 0.0 };
    let radius = tubes.upper[side as usize].map_or(0.0, |tube| tube.radius);
    let nearest = tubes.trunk.iter().map(|tube| (meet_capsules(&elbow, tube), tube.radius));
    let nearest = nearest.min_by(|(a, _), (b, _)| a.gap.total_cmp(&b.gap));
    let (obstacle, distance) = nearest.map_or((frame.base, 0.0), |(meeting, around)| {
        (meeting.points[1] + meeting.normal * around, around + radius)
    });
    ArmFrame {
        shoulder: frame.base * CM,
        elbow: frame.mid * CM,
        obstacle: obstacle * CM,
        distance: distance * CM,
    }
}

/// The angles of one arm over a clip, and the solver's steps.
fn solve_arm(
    frames: &[LimbFrame],
    tubes: &[PosedTubes],
    side: Side,
    frame_rate: f64,
    spacing: usize,
) -> (Vec<Angles>, usize) {
    let arms: Vec<ArmFrame> = frames.iter().zip(tubes).map(|(f, tubes)| arm_frame(f, tubes, side)).collect();
    let swinging = with_axes(&arms, frame_rate);
    let swing = solve_swing(&swinging, frame_rate, spacing);
    let is_swung: Vec<bool> = swing.angles.iter().map(|angle| *angle != 0.0).collect();
    if !is_swung.contains(&true) {
        return (vec![Angles::zeros(); frames.len()], swing.steps);
    }
    let forearms: Vec<ForearmFrame> = frames
        .iter()
        .zip(&swinging)
        .zip(&swing.angles)
        .map(|((frame, swinging), angle)| {
            let turn = swinging.turn(*angle);
            let upper = (frame.mid - frame.base).try_normalize(1e-9).unwrap_or_else(Vec3::y);
            ForearmFrame {
                upper: turn * upper,
                swing: turn,
                hinge: frame.hinge(),
                source: frame.lower_direction(),
                opening: frame.opening(),
            }
        })
        .collect();
    let pairs = restore_forearm(&forearms, &is_swung, &swing.weights, swing.controls.len());
    let angles = frames.iter().zip(&forearms).zip(&pairs).map(|((frame, forearm), pair)| {
        let mut angles = Angles::zeros();
        let turn = rotation_vector(&(forearm.twist(pair) * forearm.swing));
        if turn != Vec3::zeros() {
            angles.fixed_rows_mut::<3>(BASE.start).copy_from(&frame.base_angles(&turn));
        }
        angles[MID] = pair.y;
        angles
    });
    (angles.collect(), swing.steps)
}

impl LimbSolver<'_> {
    /// Corrects arms with control points, legs as [`solve_frames`](Self::solve_frames) does.
    pub(super) fn solve_control_points(
        &self,
        depths: &[Vec<LimbDepth>],
        is_left_alone: &[bool],
    ) -> Result<Solution> {
        let is_arm = |index: usize| self.body.limbs[index].limb.kind == LimbKind::Arm;
        let legs_only: Vec<bool> =
            is_left_alone.iter().enumerate().map(|(index, alone)| *alone || is_arm(index)).collect();
        let mut solution = self.solve_frames(depths, &legs_only)?;
        let fitted = fit_body(self.skeleton, self.skins, &FitBodyOptions::default())?;
        let tubes = posed_tubes(self.skeleton, self.clip, &fitted.body)?;
        for index in (0..self.body.limbs.len()).filter(|&index| is_arm(index) && !is_left_alone[index]) {
            let state = &mut solution.limbs[index];
            let side = self.body.limbs[index].limb.side;
            let (rate, spacing) = (self.clip.frame_rate(), self.options.control_spacing);
            (state.angles, state.loops) = solve_arm(&state.frames, &tubes, side, rate, spacing);
            if self.options.touch {
                let depths = &depths[index];
                state.touches =
                    touch_frames(self.skeleton, self.clip, self.body, index, depths, Touched::Body)?;
            }
        }
        solution.clip = write_corrections(self.skeleton, self.clip, self.body, &solution.limbs)?;
        solution.depths = measure_depths(
            self.skeleton,
            &solution.clip,
            self.body,
            OFFENDING,
            None,
            self.progress,
            0.8..1.0,
        )?;
        Ok(solution)
    }
}
