//! [`AdaptToBodyReport`].

use crate::kinematics::forward::pose_clip;
use crate::model::{Clip, JointIndex, Note, Skeleton};
use crate::ops::correct_balance::{CorrectBalanceReport, ExcessMeasures};
use crate::ops::detect_plants::DetectPlantsReport;
use crate::ops::remove_footskate::RemoveFootskateReport;
use crate::ops::remove_penetration::{PenetrationMeasures, RemovePenetrationReport};
use serde::Serialize;

/// How far joints moved, over all frames.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BodyMoves {
    /// Frames that changed.
    pub frames: usize,
    /// Way of all joints, metres, mean over all frames.
    pub mean: f64,
    /// Farthest way of a joint, metres.
    pub max: f64,
    /// That joint.
    pub joint: String,
    /// The frame of that way.
    pub frame: usize,
    /// Largest shift of the root, metres.
    pub root_max: f64,
}

impl BodyMoves {
    pub(super) fn new(skeleton: &Skeleton, before: &Clip, after: &Clip) -> Self {
        let [from, to] = [before, after].map(|clip| pose_clip(skeleton, clip));
        let joints = skeleton.joint_count();
        let mut out = Self::default();
        for (index, (a, b)) in from.positions.iter().zip(&to.positions).enumerate() {
            let way = (a - b).norm();
            out.mean += way;
            if way > out.max {
                out.max = way;
                out.joint = skeleton.name(JointIndex(index % joints)).to_owned();
                out.frame = index / joints;
            }
            if index % joints == 0 {
                out.root_max = out.root_max.max(way);
            }
        }
        out.mean /= from.positions.len().max(1) as f64;
        let frames = before.rotations().chunks(joints).zip(after.rotations().chunks(joints)).enumerate();
        let has_changed = |frame: usize, a: &[_], b: &[_]| a != b || from.frame(frame) != to.frame(frame);
        out.frames = frames.filter(|(frame, (a, b))| has_changed(*frame, a, b)).count();
        out
    }
}

/// What [`adapt_to_body`](super::adapt_to_body()) did.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AdaptToBodyReport {
    /// How deep limbs are in the body in the clip that came; `None` without that stage.
    pub depth_before: Option<PenetrationMeasures>,
    /// The same of the result.
    pub depth_after: Option<PenetrationMeasures>,
    /// Plants that were given or found.
    pub plants: usize,
    /// Mean speed over all planted frames of the clip that came, m/s; 0 without plants.
    pub slide_before: f64,
    /// The same of the result.
    pub slide_after: f64,
    /// Largest speed of a planted frame of the clip that came, m/s.
    pub slide_max_before: f64,
    /// The same of the result.
    pub slide_max_after: f64,
    /// How far the zero moment point is beyond its limits before the stage of balance; `None` without that stage.
    pub excess_before: Option<ExcessMeasures>,
    /// The same of the result, after all stages.
    pub excess_after: Option<ExcessMeasures>,
    /// What moved between the clip that came and the result.
    pub moved: BodyMoves,
    /// Largest turn that the head gave back, degrees.
    pub gaze_turn_max: f64,
    /// Largest turn that an upper arm gave back, degrees.
    pub arm_turn_max: f64,
    /// The stage that found plants; `None` where they were given or not needed, or where there are no feet.
    pub detection: Option<DetectPlantsReport>,
    /// The stage that moved limbs out of the body.
    pub penetration: Option<RemovePenetrationReport>,
    /// The stage that held planted points.
    pub footskate: Option<RemoveFootskateReport>,
    /// The stage that brought balance back, with its own figures: those of the clip as it left that stage.
    pub balance: Option<CorrectBalanceReport>,
    /// Limbs moved out of the body once more, where later stages had brought them back into it.
    pub second_penetration: Option<RemovePenetrationReport>,
    /// What a user should know, from all stages.
    pub notes: Vec<Note>,
}

operation_report!(AdaptToBodyReport);

impl AdaptToBodyReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        let depth = match (&self.depth_before, &self.depth_after) {
            (Some(before), Some(after)) => {
                let depths =
                    format!("depth {:.2} -> {:.2} cm, ", before.depth_max * 100.0, after.depth_max * 100.0);
                depths + &format!("frames inside {} -> {}; ", before.frames_inside, after.frames_inside)
            }
            _ => String::new(),
        };
        let slide = match self.plants {
            0 => "no plants; ".to_owned(),
            plants => format!(
                "slide {:.2} -> {:.2} cm/s over {plants} {}; ",
                self.slide_before * 100.0,
                self.slide_after * 100.0,
                if plants == 1 { "plant" } else { "plants" },
            ),
        };
        let moved = match self.moved.frames {
            0 => "nothing moved".to_owned(),
            frames => format!(
                "{frames} frames changed, {} moved most, by {:.1} cm",
                self.moved.joint,
                self.moved.max * 100.0
            ),
        };
        format!("{depth}{slide}{moved}")
    }
}
