//! What head and arms give back of a turn of the trunk (Lyard 2008, chapter 5).

use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::kinematics::clip_draft::ClipDraft;
use crate::kinematics::forward::pose_clip;
use crate::math::{Quat, slerp};
use crate::model::{Clip, JointIndex, Skeleton};

/// The clip with `joint` turned back to its world direction in `reference`, by `weight`, and the largest turn, radians. Frames in which
/// the joint's parent did not turn keep their bits.
pub(super) fn keep_direction(
    skeleton: &Skeleton,
    reference: &Clip,
    clip: Clip,
    joint: JointIndex,
    weight: f64,
) -> Result<(Clip, f64)> {
    let Some(parent) = skeleton.parent(joint).filter(|_| weight > 0.0) else { return Ok((clip, 0.0)) };
    let (before, now): (WorldPoses, WorldPoses) =
        (pose_clip(skeleton, reference), pose_clip(skeleton, &clip));
    let mut draft = ClipDraft::new(&clip, 0);
    let mut largest: f64 = 0.0;
    for frame in 0..clip.frame_count() {
        let above = now.rotation(frame, parent);
        if above == before.rotation(frame, parent) {
            continue;
        }
        let (from, to): (Quat, Quat) = (now.rotation(frame, joint), before.rotation(frame, joint));
        let turned = slerp(&from, &to, weight);
        largest = largest.max(from.angle_to(&turned));
        draft.set_rotation(frame, joint, above.inverse() * turned);
    }
    if largest == 0.0 {
        return Ok((clip, 0.0));
    }
    Ok((Clip::new(skeleton, draft.data)?, largest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Vec3, rotation::rotation_from_vector};
    use crate::model::{Role, Side};

    /// A walk whose spine leans from frame 10 on, and the walk.
    fn leaning() -> (Skeleton, Clip, Clip) {
        let skeleton = crate::sample::biped_skeleton(&Default::default()).unwrap();
        let clip = crate::sample::walk(&skeleton, &Default::default()).unwrap().clip;
        let spine = skeleton.roles().joints(Role::Spine).next().unwrap();
        let mut data = clip.clone().into_data();
        for frame in 10..clip.frame_count() {
            let at = frame * skeleton.joint_count() + spine.0;
            data.rotations[at] = rotation_from_vector(&Vec3::new(0.2, 0.1, 0.05)) * data.rotations[at];
        }
        let leaning = Clip::new(&skeleton, data).unwrap();
        (skeleton, clip, leaning)
    }

    #[test]
    fn head_and_arms_keep_their_direction() {
        let (skeleton, clip, leaning) = leaning();
        for role in [Role::Head, Role::UpperArm(Side::Left), Role::UpperArm(Side::Right)] {
            let joint = skeleton.roles().joint(role).unwrap();
            let (kept, turned) = keep_direction(&skeleton, &clip, leaning.clone(), joint, 1.0).unwrap();
            assert!((turned - Vec3::new(0.2, 0.1, 0.05).norm()).abs() < 1e-9, "{turned}");
            let (before, after) = (pose_clip(&skeleton, &clip), pose_clip(&skeleton, &kept));
            for frame in 0..clip.frame_count() {
                let angle = before.rotation(frame, joint).angle_to(&after.rotation(frame, joint));
                assert!(angle < 1e-7, "{role:?}, frame {frame}: {angle}");
                let apart = before.rotation(frame, joint).coords - after.rotation(frame, joint).coords;
                let sum = before.rotation(frame, joint).coords + after.rotation(frame, joint).coords;
                assert!(apart.norm().min(sum.norm()) < 1e-9);
            }
            let joints = skeleton.joint_count();
            assert_eq!(kept.rotations()[..10 * joints], leaning.rotations()[..10 * joints]);
        }
    }

    #[test]
    fn half_the_weight_gives_half_the_turn() {
        let (skeleton, clip, leaning) = leaning();
        let head = skeleton.roles().joint(Role::Head).unwrap();
        let turn = |weight: f64| keep_direction(&skeleton, &clip, leaning.clone(), head, weight).unwrap().1;
        assert!((turn(0.5) * 2.0 - turn(1.0)).abs() < 1e-9);
        assert_eq!(turn(0.0), 0.0);
    }
}
