//! The stream of `remove_footskate` against its whole-clip result.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};
use surefoot::{FootskateSolver, Ground, Plants, RemoveFootskateOptions, remove_footskate};
use surefoot_tests::walks::{skated, two_points};

fn states_of(plants: &Plants, frame: usize) -> Vec<PlantState> {
    plants
        .iter()
        .filter(|p| p.frames.contains(&frame))
        .map(|p| PlantState { point: p.point, position: p.position })
        .collect()
}

#[test]
fn a_stream_gives_the_bits_of_the_windowed_solver() {
    let (skeleton, clip, plants) = skated();
    let plants = two_points(&plants);
    for ground in [None, Some(Ground::level(0.01))] {
        let options = RemoveFootskateOptions::default().solver(FootskateSolver::Windowed).anchor_window(0.25);
        let batch = remove_footskate(&skeleton, &clip, &plants, ground.as_ref(), &options).unwrap();
        let mut stream =
            FootskateStream::new(&skeleton, clip.frame_rate(), ground.as_ref(), &options).unwrap();
        assert_eq!(stream.delay(), 15 + 3 * 9);
        let mut frames = Vec::new();
        for frame in 0..clip.frame_count() {
            let out = stream
                .push(&StreamFrame::from_clip(&skeleton, &clip, frame).unwrap(), &states_of(&plants, frame))
                .unwrap();
            assert_eq!(out.is_some(), frame >= 42, "frame {frame}");
            frames.extend(out.cloned());
        }
        while let Some(out) = stream.flush() {
            frames.push(out.clone());
        }
        assert_eq!(frames.len(), clip.frame_count());
        for (index, frame) in frames.iter().enumerate() {
            assert_eq!(
                *frame,
                StreamFrame::from_clip(&skeleton, &batch.clip, index).unwrap(),
                "frame {index}"
            );
        }
        if ground.is_none() {
            assert!(batch.report.after.slide_max < 1e-6, "{}", batch.report.summary());
        }
    }
}

#[test]
fn a_stream_looks_no_further_than_its_delay() {
    let (skeleton, clip, plants) = skated();
    let options = RemoveFootskateOptions::default();
    let play = |spoil_from: usize| {
        let mut stream = FootskateStream::new(&skeleton, 60.0, None, &options).unwrap();
        let mut out = Vec::new();
        for frame in 0..clip.frame_count() {
            let mut input = StreamFrame::from_clip(&skeleton, &clip, frame).unwrap();
            if frame >= spoil_from {
                input.root_position.x += 5.0;
            }
            out.extend(stream.push(&input, &states_of(&plants, frame)).unwrap().cloned());
        }
        out
    };
    let (clean, spoiled) = (play(usize::MAX), play(110));
    let delay = FootskateStream::new(&skeleton, 60.0, None, &options).unwrap().delay();
    assert_eq!(clean[..110 - delay], spoiled[..110 - delay]);
    assert_ne!(clean[109], spoiled[109]);
}

#[test]
fn short_streams_come_out_whole() {
    let (skeleton, clip, plants) = skated();
    for count in [0, 1, 2, 30, 50] {
        let mut stream = FootskateStream::new(&skeleton, 60.0, None, &Default::default()).unwrap();
        let mut out = 0;
        for frame in 0..count {
            let input = StreamFrame::from_clip(&skeleton, &clip, frame).unwrap();
            out += usize::from(stream.push(&input, &states_of(&plants, frame)).unwrap().is_some());
        }
        while stream.flush().is_some() {
            out += 1;
        }
        assert_eq!(out, count);
    }
}
