//! Prints world joint positions of a file's rest pose and of some frames of each clip, for the Blender oracle.
//!
//! Usage: `joint_positions FILE [FRAMES]`. Metres, Y up.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use serde_json::{Map, Value, json};
use std::path::PathBuf;
use surefoot::io::{ReadOptions, read};
use surefoot::kinematics::{rest_pose, world_poses};

fn main() -> surefoot::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = PathBuf::from(arguments.next().unwrap_or_default());
    let wanted: usize = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(20);
    let document = read(&path, &ReadOptions::default())?;
    let skeleton = &document.skeleton;
    let rest = rest_pose(skeleton);
    let rest: Map<String, Value> = skeleton
        .joints()
        .map(|j| (skeleton.name(j).to_owned(), json!(rest.position(0, j).as_slice())))
        .collect();
    let clips = document
        .clips
        .iter()
        .map(|clip| {
            let count = clip.frame_count();
            let step = (count.saturating_sub(1) as f64 / (wanted.max(2) - 1) as f64).max(1.0);
            let frames: Vec<usize> =
                (0..wanted).map(|i| (i as f64 * step).round() as usize).take_while(|&f| f < count).collect();
            let poses = world_poses(skeleton, clip)?;
            let positions: Map<String, Value> = skeleton
                .joints()
                .map(|j| {
                    let path: Vec<_> = frames.iter().map(|&f| json!(poses.position(f, j).as_slice())).collect();
                    (skeleton.name(j).to_owned(), Value::from(path))
                })
                .collect();
            Ok(json!({ "name": clip.name(), "frame_rate": clip.frame_rate(), "frames": frames, "positions": positions }))
        })
        .collect::<surefoot::Result<Vec<Value>>>()?;
    let up = document.convention.up_axis.to_y_up();
    println!(
        "{}",
        json!({
            "format": document.format.name(),
            "unit_metres": document.convention.unit_metres,
            "to_y_up": up.coords.as_slice(),
            "rest": rest,
            "clips": clips,
        })
    );
    Ok(())
}
