//! Follows a path with the clips of a graph file, and writes the motion.
//!
//! `cargo run --example search_motion_graph -- walks.sfgraph path.json out.bvh`. Without arguments a graph is made of
//! generated walks.
#![allow(clippy::print_stdout, reason = "an example talks to its reader")]

use std::error::Error;
use std::path::Path;
use surefoot::io::{Convention, Format, NewFile, encode_new, read_graph, read_path, write_bytes};
use surefoot::math::Vec3;
use surefoot::model::{FloorPath, MotionGraph};
use surefoot::ops::motion_graph::GraphClip;
use surefoot::ops::{BuildMotionGraphOptions, Progress, build_motion_graph};
use surefoot::{MotionQuery, SearchMotionGraphOptions, search_motion_graph};
use surefoot_sample::{self as sample, TurnOptions, WalkOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (graph, path) = match arguments.as_slice() {
        [graph, path, _] => (read_graph(Path::new(graph))?, read_path(Path::new(path))?.path()?),
        _ => (
            generated_graph()?,
            FloorPath::bezier(&[
                Vec3::zeros(),
                Vec3::new(0.0, 0.0, 4.0),
                Vec3::new(1.0, 0.0, 6.0),
                Vec3::new(3.0, 0.0, 9.0),
            ])?,
        ),
    };
    let query = MotionQuery::Path { path, styles: vec![], start: None };
    let found = search_motion_graph(&graph, &query, &SearchMotionGraphOptions::default(), &Progress::none())?;
    println!("{}", found.report.summary());
    for segment in found.segments.iter().take(5) {
        let name = graph.set().clips[segment.clip].clip.name();
        println!("  frames {:?} from '{name}', frame {}", segment.frames, segment.clip_frame);
    }
    if let [_, _, output] = arguments.as_slice() {
        let clips = [found.clip];
        let skeleton = &graph.set().skeleton;
        let file = NewFile { skeleton, clips: &clips, skins: &[], convention: Convention::default() };
        write_bytes(Path::new(output), &encode_new(Format::from_path(Path::new(output))?, &file)?.bytes)?;
    }
    Ok(())
}

fn generated_graph() -> Result<MotionGraph, Box<dyn Error>> {
    let skeleton = sample::biped_skeleton(&Default::default())?;
    let walk = |speed| WalkOptions { seconds: 6.0, frame_rate: 30.0, speed, ..WalkOptions::default() };
    let clips = [
        sample::walk(&skeleton, &walk(1.2))?,
        sample::walk(&skeleton, &walk(1.3))?,
        sample::turn(&skeleton, &TurnOptions { frame_rate: 30.0, ..TurnOptions::default() })?,
    ];
    let clips: Vec<GraphClip<'_>> = clips
        .iter()
        .map(|c| GraphClip { skeleton: &skeleton, clip: &c.clip, plants: &c.plants, labels: None, group: 0 })
        .collect();
    let options = BuildMotionGraphOptions::default().mirror(true);
    Ok(build_motion_graph(&clips, &options, &Progress::none())?.graph)
}
