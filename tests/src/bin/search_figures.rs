//! Prints how well and how quickly captured clips follow paths: the tables "Searching motion graphs" of the benchmarks.
//!
//! Usage: `search_figures [paths|edges|widths|other|seams|control|crowd …]` with the test data at hand (see
//! `surefoot_tests::data_folder`); all of them without a name. Times are the best of three whole calls without cleanup.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use std::f64::consts::TAU;
use std::time::Instant;
use surefoot::SearchMethod;
use surefoot::internals::SearchSpace;
use surefoot::math::{PlanarTransform, Vec3};
use surefoot::model::{FloorPath, MotionGraph};
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::search::{ControlState, Walker, search_crowd};
use surefoot::ops::motion_graph::{RandomWalkOptions, build_control_table, random_walk, steer, walk_to_clip};
use surefoot::{FoundMotion, MotionQuery, SearchMotionGraphOptions, search_motion_graph};
use surefoot_tests::captured::{
    eight, p99, played_transition, running_graph, salsa_graph, square, velocity_steps, walking_graph,
};
use surefoot_tests::process::{cpu_seconds, peak_megabytes};

fn main() -> surefoot::Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|w| w == name);
    let Some(walks) = walking_graph().map(|b| &b.graph) else {
        println!("no test data");
        return Ok(());
    };
    if is_wanted("paths") {
        println!("walks: {} frames, {} nodes", walks.set().frame_count(), walks.nodes().len());
        for (name, path) in paths() {
            let options = SearchMotionGraphOptions::default();
            tell(&format!("{name}, {:.1} m", path.length()), walks, &path, &options)?;
        }
    }
    if is_wanted("edges") {
        edges(walks)?;
    }
    if is_wanted("widths") {
        widths(walks)?;
    }
    if is_wanted("other") {
        other()?;
    }
    if is_wanted("seams") {
        for (name, built) in [("walks", walking_graph()), ("runs", running_graph()), ("salsa", salsa_graph())]
        {
            if let Some(built) = built {
                seams(name, &built.graph);
            }
        }
    }
    if is_wanted("control") {
        control(walks)?;
    }
    if is_wanted("crowd") {
        crowd(walks)?;
    }
    Ok(())
}

fn paths() -> [(&'static str, FloorPath); 4] {
    let twice: Vec<Vec3> =
        eight().points().iter().cycle().take(4000).map(|p| Vec3::new(p[0], 0.0, p[1])).collect();
    let twice = FloorPath::polyline(&twice).unwrap_or_else(|_| eight());
    [
        ("figure of eight", eight()),
        ("figure of eight twice", twice),
        ("square", square(4)),
        ("square path", square(19)),
    ]
}

/// Follows a path and prints a row; the seconds a search took.
fn tell(
    name: &str,
    graph: &MotionGraph,
    path: &FloorPath,
    options: &SearchMotionGraphOptions,
) -> surefoot::Result<()> {
    let query = MotionQuery::Path { path: path.clone(), styles: vec![], start: None };
    let quick = (*options).cleanup(false);
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        search_motion_graph(graph, &query, &quick, &Progress::none())?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    let found: FoundMotion = search_motion_graph(graph, &query, options, &Progress::none())?;
    let (report, p) = (&found.report, found.report.path.as_ref());
    let Some(p) = p else { return Ok(()) };
    println!(
        "{name}: {:.1} s, {} transitions ({:.0} % blend), {:.3} / {:.2} m, off the path {:.3} / {:.2} m, found in {best:.3} s = {:.4}, {:.1} m/s, slow {:.3}, seams {:.2} of p99{}",
        report.seconds,
        report.transitions,
        100.0 * report.blended_share,
        p.distance_mean,
        p.distance_max,
        p.off_path_mean,
        p.off_path_max,
        best / report.seconds,
        p.speed,
        p.slow_share,
        report.seams.step_max / report.seams.step_p99,
        if report.is_complete { "" } else { ", INCOMPLETE" }
    );
    if let Some(c) = &report.cleanup {
        println!(
            "    slide {:.2} -> {:.4} cm/s, drift {:.2} -> {:.4} cm, stretch {:.2} %, {} missed",
            100.0 * c.before.slide_mean,
            100.0 * c.after.slide_mean,
            100.0 * c.before.drift_p95,
            100.0 * c.after.drift_p95,
            100.0 * c.after.stretch_max,
            c.missed.len()
        );
    }
    Ok(())
}

/// Walking over the floor paths of edges against playing them.
fn edges(graph: &MotionGraph) -> surefoot::Result<()> {
    let walk = random_walk(graph, &RandomWalkOptions { min_frames: 30_000, ..Default::default() })?;
    let space = SearchSpace::new(graph, true);
    let from = graph.edges()[walk[0]].from as usize;
    let start = Instant::now();
    let mut walker = Walker::new(from, &PlanarTransform::default());
    for &edge in &walk {
        walker = space.advance(&walker, edge, |_, _| {});
    }
    let quick = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let played = walk_to_clip(graph, &walk, &PlanarTransform::default(), "walk")?;
    let slow = start.elapsed().as_secs_f64();
    println!(
        "{} frames, {:.1} m: walked over in {:.2} ms, played in {:.1} ms, {:.0} times as long",
        played.clip.frame_count(),
        walker.length,
        1e3 * quick,
        1e3 * slow,
        slow / quick
    );
    Ok(())
}

fn widths(graph: &MotionGraph) -> surefoot::Result<()> {
    for (method, beam_width, horizon) in [
        (SearchMethod::Beam, 64, 5.0),
        (SearchMethod::Beam, 100, 5.0),
        (SearchMethod::Beam, 300, 5.0),
        (SearchMethod::HorizonBeam, 64, 4.0),
        (SearchMethod::HorizonBeam, 64, 5.0),
        (SearchMethod::HorizonBeam, 200, 5.0),
        (SearchMethod::BranchAndBound, 100, 3.0),
        (SearchMethod::BranchAndBound, 100, 5.0),
    ] {
        for (name, path) in [("eight", eight()), ("square", square(4)), ("114 m", square(19))] {
            let options = SearchMotionGraphOptions::default()
                .method(method)
                .beam_width(beam_width)
                .horizon(horizon)
                .cleanup(false);
            tell(&format!("{method} {beam_width}, {horizon} s ahead, {name}"), graph, &path, &options)?;
        }
    }
    Ok(())
}

fn other() -> surefoot::Result<()> {
    let circle = FloorPath::sampled(|t| Vec3::new(6.0 * (TAU * t).sin(), 0.0, 6.0 * (TAU * t).cos()), 500)?;
    if let Some(built) = running_graph() {
        tell("runs, circle", &built.graph, &circle, &SearchMotionGraphOptions::default())?;
    }
    if let Some(built) = salsa_graph() {
        let query = MotionQuery::RandomWalk { seconds: 30.0, label: None, from: None };
        let options = SearchMotionGraphOptions::default();
        let found = search_motion_graph(&built.graph, &query, &options, &Progress::none())?;
        println!("salsa: {}", found.report.summary());
    }
    Ok(())
}

/// Every transition against the 99th percentile of the clips it joins and of its label.
fn seams(name: &str, graph: &MotionGraph) {
    let set = graph.set();
    let steps: Vec<Vec<f64>> = set.clips.iter().map(|c| velocity_steps(&set.skeleton, &c.clip)).collect();
    let own: Vec<f64> = steps.iter().map(|s| p99(s.iter().copied())).collect();
    let all = p99(steps.iter().flatten().copied());
    for smooth in [false, true] {
        let space = SearchSpace::new(graph, smooth);
        let mut worst = [0.0f64; 3];
        let mut above = [0usize; 3];
        let (mut count, mut core) = (0, 0);
        for e in (0..graph.edges().len()).filter(|&e| space.is_allowed(e, None)) {
            if !graph.is_transition(e) {
                core += graph.edge_frames(e);
                continue;
            }
            count += 1;
            let (clip, blend) = played_transition(graph, e, 3);
            let played = velocity_steps(&set.skeleton, &clip);
            let nodes = [graph.edges()[e].from, graph.edges()[e].to];
            let [left, entered] = nodes.map(|n| own[graph.nodes()[n as usize].clip as usize]);
            for (frame, own) in [(blend.start, left), (blend.end, entered)] {
                let step = played[frame - 1].max(*played.get(frame).unwrap_or(&f64::NAN));
                let ratios = [step / own, step / left.max(entered), step / all];
                for k in 0..3 {
                    worst[k] = worst[k].max(ratios[k]);
                    above[k] += usize::from(ratios[k] > 1.2);
                }
            }
        }
        println!(
            "{name}, smooth {smooth}: {count} transitions, {core} frames in stretches, {} refused; worst / above 1.2: own clip {:.2} / {}, larger of both {:.2} / {}, all clips {:.2} / {}",
            space.refused_transitions(),
            worst[0],
            above[0],
            worst[1],
            above[1],
            worst[2],
            above[2]
        );
    }
}

/// Times of steering and of the table, and directions held on all walks.
fn control(graph: &MotionGraph) -> surefoot::Result<()> {
    let forward = graph.set().find_label("forward").ok();
    let start = Instant::now();
    let table = build_control_table(graph, forward, &SearchMotionGraphOptions::default(), &Progress::none())?;
    let seconds = start.elapsed().as_secs_f64();
    let joints = graph.set().skeleton.joint_count();
    let motion = graph.set().frame_count() * (32 * joints + 24);
    println!(
        "control table: {seconds:.1} s, {} bytes = {:.1} % of the motion",
        table.byte_count(),
        100.0 * table.byte_count() as f64 / motion as f64
    );
    let node = SearchSpace::new(graph, true).nodes(forward)[0];
    let home = ControlState { node, world: PlanarTransform::default() };
    let (mut state, rounds) = (home, 1_000_000);
    let start = Instant::now();
    for k in 0..rounds {
        let angle = f64::from(k) * 1e-4;
        state = steer(graph, &table, &state, [angle.sin(), angle.cos()])?.1;
    }
    println!("steering: {:.3} µs a step", 1e6 * start.elapsed().as_secs_f64() / f64::from(rounds));
    for k in 0..16 {
        let direction = TAU * f64::from(k) / 16.0;
        let (mut state, mut edges, mut frames) = (home, Vec::new(), 0);
        while frames < 600 {
            let (edge, next) = steer(graph, &table, &state, [direction.sin(), direction.cos()])?;
            frames += graph.edge_frames(edge);
            edges.push(edge);
            state = next;
        }
        let walked = walk_to_clip(graph, &edges, &home.world, "held")?.clip;
        let roots = walked.root_positions();
        let way = roots[roots.len() - 1] - roots[roots.len() - 300];
        let off = (way.x.atan2(way.z) - direction + 9.0 * TAU / 2.0).rem_euclid(TAU) - TAU / 2.0;
        println!(
            "  held {:5.1}°: off by {:5.1}°, {:.2} m/s",
            direction.to_degrees(),
            off.to_degrees(),
            way.norm() / 10.0
        );
    }
    Ok(())
}

/// How a hundred characters share the threads.
fn crowd(graph: &MotionGraph) -> surefoot::Result<()> {
    let queries = vec![MotionQuery::Path { path: square(4), styles: vec![], start: None }; 100];
    let options = SearchMotionGraphOptions::default().variation(0.1).cleanup(false);
    let pools: Vec<_> =
        [1, 2].iter().flat_map(|&n| rayon::ThreadPoolBuilder::new().num_threads(n).build()).collect();
    // In turns, so that other work on the machine falls on both; seconds and processor seconds of the best.
    let mut best = vec![(f64::INFINITY, 0.0); pools.len()];
    for _ in 0..3 {
        for (pool, best) in pools.iter().zip(&mut best) {
            let (start, before) = (Instant::now(), cpu_seconds().unwrap_or(f64::NAN));
            pool.install(|| search_crowd(graph, &queries, &options, &Progress::none()))?;
            let seconds = start.elapsed().as_secs_f64();
            if seconds < best.0 {
                *best = (seconds, cpu_seconds().unwrap_or(f64::NAN) - before);
            }
        }
    }
    for (pool, (seconds, cpu)) in pools.iter().zip(&best) {
        println!(
            "100 characters on {} threads: {seconds:.2} s, {cpu:.2} processor seconds, {:.2} times as fast as on one",
            pool.current_num_threads(),
            best[0].0 / seconds
        );
    }
    println!("{:.0} MB at most in the whole program", peak_megabytes().unwrap_or(f64::NAN));
    Ok(())
}
