//! Feet of IK rigs that are not children of their legs.

use crate::model::rest::rest_maps;
use crate::model::{JointIndex, Skeleton};

/// How far from the shin's end a loose foot may lie at rest, as a share of the shin.
const LOOSE_FOOT: f64 = 0.25;

/// Whether `foot` hangs beside its leg but lies where the shin ends at rest: IK pulls the leg to it. A foot that the thigh
/// carries along is none, for it moves when the leg is bent.
pub(crate) fn is_loose_foot(
    skeleton: &Skeleton,
    thigh: Option<JointIndex>,
    shin: JointIndex,
    foot: JointIndex,
) -> bool {
    let is_carried = [thigh, Some(shin)].into_iter().flatten().any(|above| skeleton.is_below(foot, above));
    if is_carried || skeleton.is_below(shin, foot) {
        return false;
    }
    let rest = rest_maps(skeleton);
    let children = skeleton.children(shin).map(|child| rest[child.0].translation);
    let site = skeleton.end_site(shin).map(|offset| rest[shin.0].transform_point(&offset));
    children.chain(site).any(|end| {
        let length = (end - rest[shin.0].translation).norm();
        length > 1e-9 && (end - rest[foot.0].translation).norm() < LOOSE_FOOT * length
    })
}
