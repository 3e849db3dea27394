//! How wide the soles of the mesh are.

use crate::error::Result;
use crate::kinematics::support::SoleWidths;
use crate::math::Vec3;
use crate::model::bind_pose::BindPose;
use crate::model::{JointIndex, Role, Side, Skeleton, Skin};
use crate::ops::find_soles::sole_vertices;

/// Share of the sole's length that counts as its heel, from behind.
const HEEL_PART: f64 = 0.3;

/// Widths at heel and ball. `None` for a foot whose sole no skin has.
pub(super) fn sole_widths(skeleton: &Skeleton, skins: &[Skin]) -> Result<SoleWidths> {
    let mut widths = [None; 2];
    for (width, side) in widths.iter_mut().zip(Side::BOTH) {
        let (Some(sole), Some(foot)) = (skeleton.sole(side), skeleton.roles().joint(Role::Foot(side))) else {
            continue;
        };
        let mut places = Vec::new();
        for skin in skins {
            let Some(bind) = BindPose::new(skeleton, skin) else { continue };
            let vertices = sole_vertices(skeleton, skin, side)?.vertices;
            places.extend(vertices.iter().filter_map(|&v| bind.in_joint(foot, &bind.position(skin, v))));
        }
        *width = widths_of(skeleton, foot, sole.front, [sole.heel, sole.tip], &places);
    }
    Ok(widths)
}

/// All places are in the foot's frame; the tip is in that of the front joint.
fn widths_of(
    skeleton: &Skeleton,
    foot: JointIndex,
    front: JointIndex,
    [heel, tip]: [Vec3; 2],
    places: &[Vec3],
) -> Option<[f64; 2]> {
    let rest = crate::kinematics::rest_pose(skeleton);
    let to_foot = |world: Vec3| rest.rotation(0, foot).inverse() * (world - rest.position(0, foot));
    let tip = to_foot(rest.point(0, front, &tip));
    let forward = (tip - heel).try_normalize(1e-6)?;
    let up = rest.rotation(0, foot).inverse() * Vec3::y();
    let across = forward.cross(&up).try_normalize(1e-3)?;
    let length = (tip - heel).dot(&forward);
    let width = |is_heel: bool| {
        let of =
            places.iter().filter(|place| ((*place - heel).dot(&forward) < HEEL_PART * length) == is_heel);
        let sides = of.map(|place| place.dot(&across));
        let (low, high) = sides.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        // Feet are between a tenth and the whole of their length wide.
        Some(high - low).filter(|width| (0.1 * length..length).contains(width))
    };
    Some([width(true)?, width(false)?])
}
