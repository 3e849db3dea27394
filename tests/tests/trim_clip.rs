//! `trim_clip`: what is kept is what was there, for any first frame and count.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use proptest::prelude::*;
use surefoot::kinematics::world_poses;
use surefoot::ops::trim_plants;
use surefoot::{Clip, Error, JointIndex, Plants, Skeleton, TrimClipOptions, trim_clip};
use surefoot_sample as sample;

fn walk() -> (Skeleton, Clip, Plants) {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let walk = sample::walk(&skeleton, &Default::default()).unwrap();
    (skeleton, walk.clip, walk.plants)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn kept_frames_and_plants_are_what_they_were(first in 0_usize..80, count in 0_usize..400) {
        let (skeleton, clip, plants) = walk();
        let options = TrimClipOptions::default().first(first).count(count);
        let edited = trim_clip(&skeleton, &clip, &options).unwrap();
        let left = clip.frame_count() - first;
        let expected = if count == 0 { left } else { count.min(left) };
        prop_assert_eq!(edited.clip.frame_count(), expected);
        prop_assert_eq!(edited.report.frames_after, expected);
        prop_assert_eq!(edited.report.notes.len(), usize::from(count > left));
        let (before, after) = (world_poses(&skeleton, &clip).unwrap(), world_poses(&skeleton, &edited.clip).unwrap());
        for frame in 0..expected {
            for joint in 0..skeleton.joint_count() {
                let joint = JointIndex(joint);
                prop_assert_eq!(after.position(frame, joint), before.position(frame + first, joint));
            }
        }
        let kept = trim_plants(&plants, &options).unwrap();
        let is_planted = |plants: &Plants, frame: usize, point| {
            plants.iter().any(|p| p.point == point && p.frames.contains(&frame))
        };
        for plant in plants.iter() {
            for frame in 0..expected {
                let was = is_planted(&plants, frame + first, plant.point);
                prop_assert_eq!(is_planted(&kept, frame, plant.point), was);
            }
        }
    }
}

#[test]
fn a_first_frame_behind_the_end_is_refused() {
    let (skeleton, clip, plants) = walk();
    let options = TrimClipOptions::default().first(clip.frame_count());
    let error = trim_clip(&skeleton, &clip, &options).unwrap_err();
    assert!(matches!(&error, Error::OptionOutOfRange { option, .. } if option == "first"), "{error}");
    assert!(trim_plants(&plants, &options).is_err());
    let (empty, other) = (clip.slice(0..0).unwrap(), Skeleton::new(vec![], vec![]));
    assert!(trim_clip(&skeleton, &empty, &TrimClipOptions::default()).is_err());
    assert!(other.is_err() || trim_clip(&other.unwrap(), &clip, &TrimClipOptions::default()).is_err());
}
