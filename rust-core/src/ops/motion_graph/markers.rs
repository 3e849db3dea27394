//! Which points of the body are compared, and with what weight (docs/methods/motion-graph-grid.md, 1.2), and their
//! [`Cloud`].

use super::cloud::Cloud;
use crate::error::{Error, Result};
use crate::kinematics::forward::pose_clip;
use crate::kinematics::{BodyPoints, rest_pose};
use crate::math::Vec3;
use crate::model::{BodyPoint, ClipSet, JointIndex, Marker, PointKind, Role, Side, Skeleton};
use rayon::prelude::*;

/// Markers on feet, knees, hips and what else the roles name, feet heaviest: transitions that match the legs slide
/// least.
///
/// # Errors
/// [`Error::MissingRoles`] if legs are not known.
pub fn leg_markers(skeleton: &Skeleton) -> Result<Vec<Marker>> {
    let roles = skeleton.roles();
    let [left, right] = Side::BOTH;
    roles.require([
        Role::Thigh(left),
        Role::Shin(left),
        Role::Foot(left),
        Role::Thigh(right),
        Role::Shin(right),
        Role::Foot(right),
    ])?;
    let points = BodyPoints::new(skeleton);
    let mut markers = Vec::new();
    let mut add = |joint: Option<JointIndex>, offset: Vec3, weight: f64| {
        markers.extend(joint.map(|joint| Marker { joint, offset, weight }));
    };
    for side in Side::BOTH {
        let mut role = |role: Role, weight| add(roles.joint(role), Vec3::zeros(), weight);
        role(Role::Foot(side), 3.0);
        role(Role::Shin(side), 2.0);
        role(Role::Thigh(side), 1.0);
        role(Role::UpperArm(side), 1.0);
        role(Role::Forearm(side), 0.5);
        role(Role::Hand(side), 0.5);
        // A rig without toes still has a ball of the foot.
        if let Some(toe) = points.get(BodyPoint { side, kind: PointKind::Toe }) {
            add(Some(toe.joint), toe.offset, 3.0);
        }
    }
    add(Some(roles.joint(Role::Pelvis).unwrap_or(JointIndex(0))), Vec3::zeros(), 2.0);
    add(roles.joints(Role::Spine).last(), Vec3::zeros(), 1.0);
    add(roles.joint(Role::Head), Vec3::zeros(), 1.0);
    Ok(markers)
}

/// One marker on every joint that lies apart from its parent: joints at one place would count double.
pub fn uniform_markers(skeleton: &Skeleton) -> Vec<Marker> {
    let rest = rest_pose(skeleton);
    let apart = |joint: JointIndex| {
        skeleton.parent(joint).is_none_or(|p| (rest.positions[joint.0] - rest.positions[p.0]).norm() > 1e-3)
    };
    skeleton
        .joints()
        .filter(|&joint| apart(joint))
        .map(|joint| Marker { joint, offset: Vec3::zeros(), weight: 1.0 })
        .collect()
}

/// Packs the markers of all clips of a set.
///
/// # Errors
/// [`Error::Invalid`] if the set has no clip or a marker is not finite.
pub fn marker_cloud(set: &ClipSet) -> Result<Cloud> {
    if set.clips.is_empty() {
        return Err(Error::invalid("motion graph", "no clip is long enough and free of broken frames"));
    }
    let worlds: Vec<Vec<Vec3>> = set
        .clips
        .par_iter()
        .map(|c| {
            let poses = pose_clip(&set.skeleton, &c.clip);
            (0..c.clip.frame_count())
                .flat_map(|f| set.markers.iter().map(move |m| (f, m)))
                .map(|(f, m)| poses.point(f, m.joint, &m.offset))
                .collect()
        })
        .collect();
    let weights: Vec<f64> = set.markers.iter().map(|m| m.weight).collect();
    let frames: Vec<usize> = set.clips.iter().map(|c| c.clip.frame_count()).collect();
    let cloud = Cloud::new(worlds.concat(), &weights, &frames, set.kernel.weights(set.window_frames))?;
    let cloud = cloud.in_groups(set.rules.groups.clone());
    Ok(if set.rules.is_world_locked { cloud.world_locked() } else { cloud })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{BipedOptions, biped_skeleton};

    #[test]
    fn feet_are_heaviest_and_both_sides_alike() {
        let skeleton = biped_skeleton(&BipedOptions::default()).unwrap();
        let markers = leg_markers(&skeleton).unwrap();
        let weight = |role| {
            let joint = skeleton.roles().joint(role).unwrap();
            markers.iter().filter(|m| m.joint == joint).map(|m| m.weight).sum::<f64>()
        };
        for side in Side::BOTH {
            assert_eq!(weight(Role::Foot(side)), 3.0);
            assert_eq!(weight(Role::Toe(side)), 3.0);
            assert_eq!(weight(Role::Shin(side)), 2.0);
            assert_eq!(weight(Role::Hand(side)), 0.5);
        }
        let bare = skeleton.clone().with_roles(crate::Roles::empty(skeleton.joint_count())).unwrap();
        assert!(leg_markers(&bare).unwrap_err().to_string().contains("left foot"));
    }

    #[test]
    fn joints_at_one_place_count_once() {
        use crate::model::Joint;
        let joints = vec![
            Joint::new("root", None, Vec3::zeros()),
            Joint::new("same", Some(JointIndex(0)), Vec3::zeros()),
            Joint::new("apart", Some(JointIndex(1)), Vec3::y()),
        ];
        let markers = uniform_markers(&Skeleton::new(joints, vec![]).unwrap());
        assert_eq!(markers.iter().map(|m| m.joint.0).collect::<Vec<_>>(), [0, 2]);
    }
}
