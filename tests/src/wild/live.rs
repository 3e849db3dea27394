//! A clip played as a live feed: plants from one stream, feet held by the other.

use crate::plant_clips::{Take, label_points};
use surefoot::kinematics::world_poses;
use surefoot::model::{Plant, Track};
use surefoot::ops::detect_plants::PlantStream;
use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};
use surefoot::{Clip, DetectPlantsOptions, JointIndex, Plants, RemoveFootskateOptions};

/// The plants of a feed that is looked at so many seconds ahead.
pub fn find_live(take: &Take, look_ahead: f64, options: &DetectPlantsOptions) -> Plants {
    let Take { skeleton, clip } = take;
    let mut stream = PlantStream::new(skeleton, clip.frame_rate(), look_ahead, options).unwrap();
    let poses = world_poses(skeleton, clip).unwrap();
    let joints = skeleton.joint_count();
    let mut frames = Vec::new();
    for frame in 0..clip.frame_count() {
        let rotations = &poses.rotations[frame * joints..(frame + 1) * joints];
        frames.extend(stream.push(poses.frame(frame), rotations).unwrap());
    }
    frames.extend(std::iter::from_fn(|| stream.flush()));
    let mut plants: Vec<Plant> = Vec::new();
    for point in label_points() {
        let mut first = None;
        for frame in 0..=frames.len() {
            match (first, frames.get(frame).is_some_and(|f| f.is_planted(point))) {
                (None, true) => first = Some(frame),
                (Some(start), false) => {
                    plants.push(Plant { point, frames: start..frame, confidence: 1.0, position: None });
                    first = None;
                }
                _ => {}
            }
        }
    }
    Plants::new(clip.frame_count(), plants).unwrap()
}

/// The feed cleaned with these plants.
pub fn clean_live(take: &Take, plants: &Plants, options: &RemoveFootskateOptions) -> Clip {
    let Take { skeleton, clip } = take;
    let mut stream = FootskateStream::new(skeleton, clip.frame_rate(), None, options).unwrap();
    let mut frames = Vec::new();
    for frame in 0..clip.frame_count() {
        let planted = plants.iter().filter(|p| p.frames.contains(&frame));
        let states: Vec<_> = planted.map(|p| PlantState { point: p.point, position: None }).collect();
        let input = StreamFrame::from_clip(skeleton, clip, frame).unwrap();
        frames.extend(stream.push(&input, &states).unwrap().cloned());
    }
    while let Some(frame) = stream.flush() {
        frames.push(frame.clone());
    }
    let mut data = clip.clone().into_data();
    data.root_positions = frames.iter().map(|f| f.root_position).collect();
    data.rotations = frames.iter().flat_map(|f| f.rotations.clone()).collect();
    data.translations = (1..skeleton.joint_count())
        .map(|j| Track { joint: JointIndex(j), values: frames.iter().map(|f| f.translations[j]).collect() })
        .collect();
    Clip::new(skeleton, data).unwrap()
}
