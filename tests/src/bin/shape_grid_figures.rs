//! Figures of shape grids on real clips: time to build, depth at shapes between the nodes, time of a query. Arguments: a file under
//! `animated`, then axes as `trunk=1,1.2`, then optionally `first:count` of the frames, `margin=0.005`, `no-footskate`. See docs/methods/shape_grid.md.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "prints figures")]

use std::time::Instant;
use surefoot::internals::measure_penetration;
use surefoot::io::{ReadOptions, encode_shape_grid, read};
use surefoot::math::Quat;
use surefoot::model::{ShapeAxis, ShapePart};
use surefoot::ops::Progress;
use surefoot::ops::shape_grid::{ShapeGridSetup, ShapeInterpolation, ShapedClip, default_axes};
use surefoot::{
    BuildShapeGridOptions, DetectPlantsOptions, GrowBodyOptions, QueryShapeGridOptions,
    RemovePenetrationOptions, TrimClipOptions, build_shape_grid, detect_plants, grow_body, measure_footskate,
    query_shape_grid, trim_clip,
};

fn axis(text: &str) -> ShapeAxis {
    let (part, girths) = text.split_once('=').unwrap();
    let girths = girths.split(',').map(|girth| girth.parse().unwrap()).collect();
    ShapeAxis { part: ShapePart::from_name(part).unwrap(), girths }
}

fn with(shape: &QueryShapeGridOptions, part: ShapePart, girth: f64) -> QueryShapeGridOptions {
    match part {
        ShapePart::LeftLeg => shape.left_leg(girth),
        ShapePart::RightLeg => shape.right_leg(girth),
        ShapePart::LeftArm => shape.left_arm(girth),
        ShapePart::RightArm => shape.right_arm(girth),
        _ => shape.trunk(girth),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = surefoot_tests::data_folder().unwrap();
    let document = read(&folder.join("animated").join(&arguments[0]), &ReadOptions::default()).unwrap();
    let (skeleton, skins) = (&document.skeleton, &document.skins);
    let mut clip = document.clips[0].clone();
    let mut axes = Vec::new();
    let mut options = BuildShapeGridOptions::default();
    let mut setup = ShapeGridSetup::default();
    for argument in &arguments[1..] {
        if let Some((first, count)) = argument.split_once(':') {
            let options =
                TrimClipOptions::default().first(first.parse().unwrap()).count(count.parse().unwrap());
            clip = trim_clip(skeleton, &clip, &options).unwrap().clip;
        } else if let Some(margin) = argument.strip_prefix("margin=") {
            options = options.margin(margin.parse().unwrap());
        } else if argument == "no-footskate" {
            options = options.footskate(false);
        } else {
            axes.push(axis(argument));
        }
    }
    setup.axes = if axes.is_empty() { default_axes() } else { axes };
    let start = Instant::now();
    let built = build_shape_grid(skeleton, &clip, skins, &setup, &options, &Progress::none()).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    let work = (built.grid.nodes().len() * clip.frame_count()) as f64;
    println!("{}: {} frames, {}", arguments[0], clip.frame_count(), built.report.summary());
    let size = encode_shape_grid(&built.grid).unwrap().len() as f64 / 1e6;
    println!(
        "built in {seconds:.1} s, {:.2} ms a frame and body on all cores; file {size:.1} MB",
        1e3 * seconds / work
    );
    for note in &built.report.notes {
        println!("  {note}");
    }
    let plants = detect_plants(skeleton, &clip, None, &DetectPlantsOptions::default()).unwrap().plants;
    // Halfway and a third of the way along every axis at once, and along one axis at a time.
    let between = |axis: &ShapeAxis, share: f64, step: usize| {
        let low = axis.girths[step.min(axis.girths.len() - 1)];
        let high = axis.girths[(step + 1).min(axis.girths.len() - 1)];
        low + (high - low) * share
    };
    let mut shapes = Vec::new();
    let steps = setup.axes.iter().map(|axis| axis.girths.len() - 1).max().unwrap();
    for step in 0..steps {
        for share in [0.33, 0.5] {
            let all = setup.axes.iter().fold(QueryShapeGridOptions::default(), |s, axis| {
                with(&s, axis.part, between(axis, share, step))
            });
            shapes.push(all);
        }
        for axis in &setup.axes {
            shapes.push(with(&QueryShapeGridOptions::default(), axis.part, between(axis, 0.5, step)));
        }
    }
    for shape in &shapes {
        let girths = setup.axes.iter().map(|axis| format!("{:.3}", shape.girth(axis.part)));
        print!("{}", girths.collect::<Vec<_>>().join(" "));
        let grow = GrowBodyOptions::default()
            .trunk(shape.trunk)
            .left_arm(shape.left_arm)
            .right_arm(shape.right_arm)
            .left_leg(shape.left_leg)
            .right_leg(shape.right_leg);
        let body = grow_body(skeleton, skins, &[], &grow).unwrap();
        let source = body.fit_clip(&clip).unwrap();
        for &interpolation in ShapeInterpolation::ALL {
            let shape = shape.interpolation(interpolation);
            let asked = query_shape_grid(&built.grid, &body.skeleton, &source, &shape).unwrap();
            let run = |clip| {
                let options = RemovePenetrationOptions::default();
                measure_penetration(&body.skeleton, clip, &body.skins, &options).unwrap()
            };
            let slide =
                |clip| measure_footskate(&body.skeleton, clip, &plants, None, None).unwrap().slide_mean;
            if interpolation == ShapeInterpolation::Linear {
                print!(" | in {:.2} cm, {:.2} cm/s", 100.0 * run(&source).depth_max, 100.0 * slide(&source));
            }
            let depth = run(&asked.clip);
            print!(" | {interpolation} {:.2} cm ({} frames)", 100.0 * depth.depth_max, depth.frames_inside);
            print!(", {:.2} cm/s", 100.0 * slide(&asked.clip));
        }
        println!();
    }
    let shaped = ShapedClip::new(&built.grid, skeleton, &clip).unwrap();
    let mut rotations = vec![Quat::identity(); skeleton.joint_count()];
    for &interpolation in ShapeInterpolation::ALL {
        let shape = shapes[0].interpolation(interpolation);
        let start = Instant::now();
        let rounds = 20;
        let mut sum = 0.0;
        for _ in 0..rounds {
            for frame in 0..clip.frame_count() {
                let weights = shaped.weights(&shape).unwrap();
                sum += shaped.pose(frame, &weights, &mut rotations).unwrap().y;
            }
        }
        let micros = 1e6 * start.elapsed().as_secs_f64() / (rounds * clip.frame_count()) as f64;
        println!("{interpolation}: {micros:.1} microseconds a frame with new weights each ({sum:.1})");
    }
}
