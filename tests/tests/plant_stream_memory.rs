//! Once it is made, a stream of plants asks for no memory, however long the feed.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::kinematics::world_poses;
use surefoot::ops::detect_plants::PlantStream;
use surefoot_sample as sample;
use surefoot_tests::counting::CountingRequests;

#[global_allocator]
static ALLOCATOR: CountingRequests = CountingRequests;

#[test]
fn a_running_stream_asks_for_no_memory() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let walk = sample::walk(&skeleton, &Default::default()).unwrap();
    let poses = world_poses(&skeleton, &walk.clip).unwrap();
    let joints = skeleton.joint_count();
    for look_ahead in [0.0, 0.35] {
        let mut stream = PlantStream::new(&skeleton, 60.0, look_ahead, &Default::default()).unwrap();
        let (before, mut given) = (CountingRequests::so_far(), 0);
        for push in 0..20_000 {
            let frame = push % walk.clip.frame_count();
            let rotations = &poses.rotations[frame * joints..(frame + 1) * joints];
            given += usize::from(stream.push(poses.frame(frame), rotations).unwrap().is_some());
        }
        while stream.flush().is_some() {
            given += 1;
        }
        assert_eq!(CountingRequests::so_far(), before);
        assert_eq!(given, 20_000);
    }
}
