//! The difference of two clips as the corrections of a node.

use crate::error::{Error, Result};
use crate::math::rotation_vector;
use crate::math::runs::runs;
use crate::model::shape_grid::CorrectionRun;
use crate::model::{Clip, JointIndex, Skeleton};

/// Smaller differences are rounding: radians, metres.
const NOTHING: f64 = 1e-7;

/// What turns `before` into `after`.
///
/// Rotation vectors are applied in front of local rotations. So a leg that turns about the line from hip to ankle keeps its foot in place
/// at every share of its correction: the vectors of thigh and foot are proportional to the angle.
///
/// # Errors
/// [`Error::Invalid`] where a translation other than the root's changed, which a grid does not hold.
pub(super) fn corrections(skeleton: &Skeleton, before: &Clip, after: &Clip) -> Result<Vec<CorrectionRun>> {
    if before.translations() != after.translations() {
        let text = "a joint's translation was changed, which a grid cannot hold; keep bones rigid";
        return Err(Error::invalid("shape grid", text));
    }
    let joints = skeleton.joint_count();
    let mut out = Vec::new();
    let mut add = |joint: Option<JointIndex>, values: Vec<[f64; 3]>| {
        let is_corrected: Vec<bool> =
            values.iter().map(|value| value.iter().any(|x| x.abs() > NOTHING)).collect();
        out.extend(runs(&is_corrected).into_iter().map(|frames| CorrectionRun {
            joint,
            first: frames.start,
            values: values[frames].iter().map(|value| value.map(|x| x as f32)).collect(),
        }));
    };
    let roots = before.root_positions().iter().zip(after.root_positions());
    add(None, roots.map(|(from, to)| (to - from).into()).collect());
    for joint in skeleton.joints() {
        let at = |clip: &Clip, frame: usize| clip.rotations()[frame * joints + joint.0];
        let turn = |frame: usize| {
            let (from, to) = (at(before, frame), at(after, frame));
            if from == to { [0.0; 3] } else { rotation_vector(&(to * from.inverse())).into() }
        };
        add(Some(joint), (0..before.frame_count()).map(turn).collect());
    }
    Ok(out)
}
