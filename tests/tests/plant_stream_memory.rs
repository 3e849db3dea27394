//! Once it is made, a stream of plants asks for no memory, however long the feed.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::kinematics::world_poses;
use surefoot::ops::detect_plants::PlantStream;
use surefoot_sample as sample;
use surefoot_tests::counting::Counting;

#[global_allocator]
static MEMORY: Counting = Counting::new();

#[test]
fn a_running_stream_asks_for_no_memory() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let walk = sample::walk(&skeleton, &Default::default()).unwrap();
    let poses = world_poses(&skeleton, &walk.clip).unwrap();
    let joints = skeleton.joint_count();
    for look_ahead in [0.0, 0.35] {
        let mut stream = PlantStream::new(&skeleton, 60.0, look_ahead, &Default::default()).unwrap();
        let (peak, given) = MEMORY.peak_of(|| {
            let mut given = 0;
            for push in 0..20_000 {
                let frame = push % walk.clip.frame_count();
                let rotations = &poses.rotations[frame * joints..(frame + 1) * joints];
                given += usize::from(stream.push(poses.frame(frame), rotations).unwrap().is_some());
            }
            while stream.flush().is_some() {
                given += 1;
            }
            given
        });
        assert_eq!(given, 20_000);
        assert_eq!(peak, 0, "bytes beyond those of the new stream");
    }
}
