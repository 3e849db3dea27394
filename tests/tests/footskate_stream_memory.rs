//! Once it is made, a stream asks for no memory.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::Ground;
use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};
use surefoot_sample::{self as sample, faults};
use surefoot_tests::counting::CountingRequests;

#[global_allocator]
static ALLOCATOR: CountingRequests = CountingRequests;

#[test]
fn a_running_stream_asks_for_no_memory() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let walk = sample::walk(&skeleton, &Default::default()).unwrap();
    let (short, clip) = faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.9).unwrap();
    let frames: Vec<StreamFrame> =
        (0..clip.frame_count()).map(|f| StreamFrame::from_clip(&short, &clip, f).unwrap()).collect();
    let states: Vec<Vec<PlantState>> = (0..clip.frame_count())
        .map(|f| {
            let planted = walk.plants.iter().filter(|p| p.frames.contains(&f));
            planted.map(|p| PlantState { point: p.point, position: None }).collect()
        })
        .collect();
    let ground = Ground::level(0.0);
    let mut stream = FootskateStream::new(&short, 60.0, Some(&ground), &Default::default()).unwrap();
    let before = CountingRequests::so_far();
    let mut given = 0;
    for (frame, states) in frames.iter().zip(&states) {
        given += usize::from(stream.push(frame, states).unwrap().is_some());
    }
    while stream.flush().is_some() {
        given += 1;
    }
    assert_eq!(CountingRequests::so_far(), before);
    assert_eq!(given, frames.len());
}
