//! Draws transitions and walks of captured clips, to be judged by eye.
//!
//! Usage: `graph_pictures FOLDER [STRIPS]` with the test data at hand (see `surefoot_tests::data_folder`). Writes a strip of
//! poses for each of twenty transitions (the clip that is left in blue, the one that is entered in orange, what is played in
//! black) of walks, runs and salsa, and two walks along paths.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use std::path::Path;
use surefoot::internals::SearchSpace;
use surefoot::io::{encode_png, write_bytes};
use surefoot::kinematics::{WorldPoses, world_poses};
use surefoot::math::{Quat, Random, Vec3};
use surefoot::model::{EdgeKind, FloorPath, MotionGraph, Picture, Skeleton};
use surefoot::ops::Progress;
use surefoot::{FoundMotion, MotionQuery, SearchMotionGraphOptions, search_motion_graph};
use surefoot_tests::captured::{
    eight, placed, played_transition, running_graph, salsa_graph, square, walking_graph,
};

const PAPER: [u8; 3] = [255, 255, 255];
const GRID: [u8; 3] = [232, 232, 232];
const WANTED: [u8; 3] = [170, 170, 170];
const LEFT: [u8; 3] = [70, 140, 250];
const ENTERED: [u8; 3] = [250, 150, 50];
const PLAYED: [u8; 3] = [20, 20, 20];
/// Frames shown before and after a transition.
const BESIDE: usize = 6;
/// Between two poses of a strip, frames.
const STRIDE: usize = 3;
/// Of a sheet, pixels.
const WIDTH: usize = 1100;
const ROW_HEIGHT: usize = 150;
/// Pixels in a metre.
const SCALE: f64 = 72.0;

fn main() -> surefoot::Result<()> {
    let Some(folder) = std::env::args().nth(1) else {
        println!("usage: graph_pictures FOLDER");
        return Ok(());
    };
    let folder = Path::new(&folder);
    let rows = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(20);
    std::fs::create_dir_all(folder).map_err(|e| surefoot::Error::io(folder, &e))?;
    for (name, built) in [("walks", walking_graph()), ("runs", running_graph()), ("salsa", salsa_graph())] {
        let Some(built) = built else { return Ok(()) };
        let sheet = transitions_sheet(&built.graph, rows)?;
        write_bytes(&folder.join(format!("transitions-{name}.png")), &encode_png(&sheet)?)?;
    }
    let Some(built) = walking_graph() else { return Ok(()) };
    for (name, path) in [("eight", eight()), ("square", square(4))] {
        let query = MotionQuery::Path { path: path.clone(), styles: vec![], start: None };
        let found = search_motion_graph(
            &built.graph,
            &query,
            &SearchMotionGraphOptions::default(),
            &Progress::none(),
        )?;
        println!("{name}: {}", found.report.summary());
        let picture = walk_picture(&built.graph.set().skeleton, &path, &found);
        write_bytes(&folder.join(format!("walk-{name}.png")), &encode_png(&picture)?)?;
    }
    Ok(())
}

/// Transitions drawn evenly by chance from those that searches use, one strip each.
fn transitions_sheet(graph: &MotionGraph, rows: usize) -> surefoot::Result<Picture> {
    let space = SearchSpace::new(graph, true);
    let mut random = Random::new(7);
    let mut usable: Vec<usize> = (0..graph.edges().len())
        .filter(|&e| graph.is_transition(e) && space.is_allowed(e, None) && has_room(graph, e))
        .collect();
    let rows = rows.min(usable.len());
    let mut picture = Picture::new(WIDTH, rows * ROW_HEIGHT, PAPER);
    for row in 0..rows {
        let edge = usable.swap_remove((random.bits() % usable.len() as u64) as usize);
        draw_strip(&mut picture, graph, edge, row)?;
    }
    Ok(picture)
}

fn has_room(graph: &MotionGraph, edge: usize) -> bool {
    let e = &graph.edges()[edge];
    let [from, to] = [e.from, e.to].map(|n| graph.nodes()[n as usize]);
    let frames = graph.set().clips[to.clip as usize].clip.frame_count();
    from.frame as usize >= BESIDE && to.frame as usize + BESIDE <= frames
}

/// One strip: poses every [`STRIDE`] frames, each where it is against what is played.
fn draw_strip(picture: &mut Picture, graph: &MotionGraph, edge: usize, row: usize) -> surefoot::Result<()> {
    let set = graph.set();
    let skeleton = &set.skeleton;
    let e = graph.edges()[edge];
    let EdgeKind::Transition { alignment, distance } = e.kind else { return Ok(()) };
    let [from, to] = [e.from, e.to].map(|n| graph.nodes()[n as usize]);
    let [left, entered] = [from, to].map(|n| &set.clips[n.clip as usize].clip);
    let (leaves, enters, window) = (from.frame as usize, to.frame as usize, set.window_frames);
    let (played, blend) = played_transition(graph, edge, BESIDE);
    println!(
        "strip {row:2}: {} frame {leaves} to {} frame {enters}, {:.1} cm apart",
        left.name(),
        entered.name(),
        100.0 * distance
    );
    // Both sources as the transition lays them over each other: over the blend, and where one of them is played alone.
    let left =
        left.slice(leaves - BESIDE..(leaves + window).min(left.frame_count())).expect("frames of the clip");
    let entered = placed(
        skeleton,
        entered.slice(enters - window..enters + BESIDE).expect("frames of the clip"),
        &alignment,
    );
    let layers = [(left, 0, LEFT, 2.6), (entered, blend.start, ENTERED, 2.6), (played, 0, PLAYED, 1.3)].map(
        |(clip, first, colour, width)| {
            (world_poses(skeleton, &clip).expect("its clip"), first, colour, width)
        },
    );
    let pelvis: Vec<Vec3> = (0..layers[2].0.frame_count()).map(|f| layers[2].0.frame(f)[0]).collect();
    let way = pelvis[pelvis.len() - 1] - pelvis[0];
    // Seen across the way of travel.
    let turn = Quat::from_scaled_axis(Vec3::y() * -way.x.atan2(way.z));
    let columns = pelvis.len().div_ceil(STRIDE);
    let floor = ((row + 1) * ROW_HEIGHT) as f64 - 12.0;
    for column in 0..columns {
        let frame = column * STRIDE;
        let x = (column as f64 + 0.5) * WIDTH as f64 / columns as f64;
        let centre = Vec3::new(pelvis[frame].x, 0.0, pelvis[frame].z);
        let place = |p: Vec3| {
            let seen = turn * (p - centre);
            [x + SCALE * seen.z, floor - SCALE * seen.y]
        };
        let shade = if blend.contains(&frame) { WANTED } else { GRID };
        line(picture, [x - 45.0, floor + 4.0], [x + 45.0, floor + 4.0], shade, 2.0);
        for (world, first, colour, width) in &layers {
            if let Some(own) = frame.checked_sub(*first).filter(|&f| f < world.frame_count()) {
                figure(picture, skeleton, world, own, (*colour, *width), place);
            }
        }
    }
    Ok(())
}

/// A walk and its path from above, with the figure every second, leaning back so that it stands on its way.
fn walk_picture(skeleton: &Skeleton, path: &FloorPath, found: &FoundMotion) -> Picture {
    let world = world_poses(skeleton, &found.clip).expect("its clip");
    let walked: Vec<[f64; 2]> =
        (0..world.frame_count()).map(|f| world.frame(f)[0]).map(|p| [p.x, p.z]).collect();
    let all = || path.points().iter().chain(&walked);
    let least = [0, 1].map(|axis| all().map(|p| p[axis]).fold(f64::INFINITY, f64::min) - 1.0);
    let most = [0, 1].map(|axis| all().map(|p| p[axis]).fold(f64::NEG_INFINITY, f64::max) + 1.0);
    let scale = 1000.0 / (most[0] - least[0]);
    let place = |p: [f64; 2]| [(p[0] - least[0]) * scale, (p[1] - least[1]) * scale];
    let mut picture = Picture::new(1000, ((most[1] - least[1]) * scale) as usize, PAPER);
    for metre in least[0].ceil() as i32..=most[0] as i32 {
        let x = f64::from(metre);
        line(&mut picture, place([x, least[1]]), place([x, most[1]]), GRID, 1.0);
    }
    for metre in least[1].ceil() as i32..=most[1] as i32 {
        let z = f64::from(metre);
        line(&mut picture, place([least[0], z]), place([most[0], z]), GRID, 1.0);
    }
    for w in path.points().windows(2) {
        line(&mut picture, place(w[0]), place(w[1]), WANTED, 7.0);
    }
    let is_blend = |f: usize| found.segments.iter().any(|s| s.entered.is_some() && s.frames.contains(&f));
    for (f, w) in walked.windows(2).enumerate() {
        line(&mut picture, place(w[0]), place(w[1]), if is_blend(f) { ENTERED } else { LEFT }, 2.5);
    }
    let stand = |p: Vec3| {
        let [x, y] = place([p.x, p.z]);
        [x, y - 0.6 * scale * p.y]
    };
    let second = found.clip.frame_rate() as usize;
    for frame in (0..world.frame_count()).step_by(second) {
        figure(&mut picture, skeleton, &world, frame, (PLAYED, 1.4), stand);
    }
    picture
}

/// Lines from each joint to its parent and to the ends of limbs.
fn figure(
    picture: &mut Picture,
    skeleton: &Skeleton,
    world: &WorldPoses,
    frame: usize,
    (colour, width): ([u8; 3], f64),
    place: impl Fn(Vec3) -> [f64; 2],
) {
    for joint in skeleton.joints() {
        let at = world.position(frame, joint);
        if let Some(parent) = skeleton.parent(joint) {
            line(picture, place(world.position(frame, parent)), place(at), colour, width);
        }
        if let Some(end) = skeleton.end_site(joint) {
            line(picture, place(at), place(world.point(frame, joint, &end)), colour, width);
        }
    }
}

/// A line with soft edges.
fn line(picture: &mut Picture, a: [f64; 2], b: [f64; 2], colour: [u8; 3], width: f64) {
    let reach = width / 2.0 + 1.0;
    let span = |axis: usize, most: usize| {
        let low = (a[axis].min(b[axis]) - reach).max(0.0) as usize;
        let high = (a[axis].max(b[axis]) + reach).max(0.0) as usize;
        low..(high + 1).min(most)
    };
    let way = [b[0] - a[0], b[1] - a[1]];
    let square = (way[0] * way[0] + way[1] * way[1]).max(1e-12);
    for y in span(1, picture.height()) {
        for x in span(0, picture.width()) {
            let from = [x as f64 + 0.5 - a[0], y as f64 + 0.5 - a[1]];
            let t = ((from[0] * way[0] + from[1] * way[1]) / square).clamp(0.0, 1.0);
            let off = (from[0] - t * way[0]).hypot(from[1] - t * way[1]);
            let cover = (width / 2.0 + 0.5 - off).clamp(0.0, 1.0);
            if let (true, Some(under)) = (cover > 0.0, picture.get(x, y)) {
                let mixed = [0, 1, 2].map(|c| {
                    (f64::from(under[c]) * (1.0 - cover) + f64::from(colour[c]) * cover).round() as u8
                });
                picture.set(x, y, mixed);
            }
        }
    }
}
