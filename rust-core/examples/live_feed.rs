//! Plays a clip as a live feed: one stream finds plants, the other holds the feet. Prints the slide before and after.
//!
//! `cargo run --release --example live_feed -- [clip.bvh]`. Without a file it makes a walk on legs that are too short.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]

use std::collections::VecDeque;
use surefoot::io::{ReadOptions, read};
use surefoot::model::Track;
use surefoot::ops::detect_plants::{PlantStream, StreamedPlants};
use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};
use surefoot::{Clip, JointIndex, Result, Skeleton, detect_plants, measure_footskate};

/// Seconds that the finder may wait; the cleaner adds its `delay` of 0.3 s.
const LOOK_AHEAD: f64 = 0.05;

/// Both streams, and the frames between them.
struct LiveFeed<'a> {
    skeleton: &'a Skeleton,
    finder: PlantStream,
    cleaner: FootskateStream,
    waiting: VecDeque<StreamFrame>,
    cleaned: Vec<StreamFrame>,
}

impl LiveFeed<'_> {
    /// What a capture system calls for each frame.
    fn push(&mut self, frame: StreamFrame) -> Result<()> {
        let (mut positions, mut rotations) = (Vec::new(), Vec::new());
        frame.world_pose(self.skeleton, &mut positions, &mut rotations)?;
        self.waiting.push_back(frame);
        match self.finder.push(&positions, &rotations)? {
            Some(plants) => self.clean(&plants),
            None => Ok(()),
        }
    }

    fn clean(&mut self, plants: &StreamedPlants) -> Result<()> {
        let Some(frame) = self.waiting.pop_front() else { return Ok(()) };
        let states: Vec<_> = plants.points().map(|point| PlantState { point, position: None }).collect();
        self.cleaned.extend(self.cleaner.push(&frame, &states)?.cloned());
        Ok(())
    }

    /// What it calls when the feed ends.
    fn finish(mut self) -> Result<Vec<StreamFrame>> {
        while let Some(plants) = self.finder.flush() {
            self.clean(&plants)?;
        }
        while let Some(frame) = self.cleaner.flush() {
            self.cleaned.push(frame.clone());
        }
        Ok(self.cleaned)
    }
}

fn main() -> Result<()> {
    let (skeleton, clip) = match std::env::args().nth(1) {
        Some(path) => {
            let document = read(path.as_ref(), &ReadOptions::default())?;
            let clip = document.clips.into_iter().next();
            (document.skeleton, clip.ok_or_else(|| surefoot::Error::invalid(path, "has no clip"))?)
        }
        None => {
            let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
            let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
            surefoot_sample::faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.9)?
        }
    };
    let rate = clip.frame_rate();
    let mut feed = LiveFeed {
        skeleton: &skeleton,
        finder: PlantStream::new(&skeleton, rate, LOOK_AHEAD, &Default::default())?,
        cleaner: FootskateStream::new(&skeleton, rate, None, &Default::default())?,
        waiting: VecDeque::new(),
        cleaned: Vec::new(),
    };
    let delay = (feed.finder.delay() + feed.cleaner.delay()) as f64 / rate;
    for frame in 0..clip.frame_count() {
        feed.push(StreamFrame::from_clip(&skeleton, &clip, frame)?)?;
    }
    let cleaned = clip_of(&skeleton, &clip, &feed.finish()?)?;
    // The whole clip tells where feet stand better than any stream.
    let plants = detect_plants(&skeleton, &clip, None, &Default::default())?.plants;
    let before = measure_footskate(&skeleton, &clip, &plants, None, None)?;
    let after = measure_footskate(&skeleton, &cleaned, &plants, None, Some(&clip))?;
    println!("{} frames at {rate} fps, {delay:.2} s behind", clip.frame_count());
    println!("slide {:.2} to {:.2} cm/s", 100.0 * before.slide_mean, 100.0 * after.slide_mean);
    println!("joints moved by {:.2} cm on average", 100.0 * after.pose_change_mean);
    Ok(())
}

/// The frames that came out as a clip, to measure it.
fn clip_of(skeleton: &Skeleton, source: &Clip, frames: &[StreamFrame]) -> Result<Clip> {
    let mut data = source.clone().into_data();
    data.root_positions = frames.iter().map(|f| f.root_position).collect();
    data.rotations = frames.iter().flat_map(|f| f.rotations.clone()).collect();
    data.translations = (1..skeleton.joint_count())
        .map(|j| Track { joint: JointIndex(j), values: frames.iter().map(|f| f.translations[j]).collect() })
        .collect();
    Clip::new(skeleton, data)
}
