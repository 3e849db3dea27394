//! Once it is made, a stream asks for no memory.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use surefoot::Ground;
use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};
use surefoot_sample::{self as sample, faults};

struct Counting;

thread_local! {
    static REQUESTS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.with(|r| r.set(r.get() + 1));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

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
    let before = REQUESTS.with(Cell::get);
    let mut given = 0;
    for (frame, states) in frames.iter().zip(&states) {
        given += usize::from(stream.push(frame, states).unwrap().is_some());
    }
    while stream.flush().is_some() {
        given += 1;
    }
    assert_eq!(REQUESTS.with(Cell::get), before);
    assert_eq!(given, frames.len());
}
