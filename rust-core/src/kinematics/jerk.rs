//! How jerky a posed clip is.

use super::WorldPoses;
use crate::math::percentile::percentile;
use crate::model::JointIndex;

/// 99th percentile of the third differences of some joints' paths, metres per frame³; 0 of fewer than four frames.
pub(crate) fn jerk_p99(poses: &WorldPoses, joints: impl Iterator<Item = JointIndex>) -> f64 {
    let frames = poses.frame_count().saturating_sub(3);
    let mut all = Vec::new();
    for joint in joints {
        let at = |frame: usize| poses.position(frame, joint);
        all.extend((0..frames).map(|f| (at(f + 3) - (at(f + 2) - at(f + 1)) * 3.0 - at(f)).norm()));
    }
    percentile(&mut all, 0.99)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::forward::pose_clip;
    use crate::math::Vec3;

    #[test]
    fn a_cubic_path_has_its_own_jerk_and_a_short_clip_none() {
        let skeleton = crate::sample::biped_skeleton(&Default::default()).unwrap();
        let clip = crate::sample::stand(&skeleton, &Default::default()).unwrap().clip;
        let mut data = clip.slice(0..20).unwrap().into_data();
        for (frame, place) in data.root_positions.iter_mut().enumerate() {
            *place = Vec3::x() * (0.01 * (frame as f64).powi(3));
        }
        let cubic = crate::model::Clip::new(&skeleton, data).unwrap();
        let root = || std::iter::once(JointIndex(0));
        // The third difference of t³ is 6.
        assert!((jerk_p99(&pose_clip(&skeleton, &cubic), root()) - 0.06).abs() < 1e-9);
        assert_eq!(jerk_p99(&pose_clip(&skeleton, &cubic.slice(0..3).unwrap()), root()), 0.0);
    }
}
