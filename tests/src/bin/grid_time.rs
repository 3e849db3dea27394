//! Times the distance grid on marker positions that another program wrote: `grid_time POINTS.f64 FRAMES MARKERS WINDOW
//! THREADS SAMPLES`. Prints the seconds of so many runs after one that is not timed (packing included) and some cells, so
//! that the caller can compare.
#![allow(clippy::print_stdout, reason = "a program whose result is what it prints")]

use std::time::Instant;
use surefoot::internals::{Cloud, find_minima, grid_values};
use surefoot::math::Vec3;
use surefoot::model::Kernel;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, frames, markers, window, threads, samples] = &arguments[..] else {
        return Err("usage: grid_time POINTS.f64 FRAMES MARKERS WINDOW THREADS SAMPLES".into());
    };
    let (frames, markers, window): (usize, usize, usize) =
        (frames.parse()?, markers.parse()?, window.parse()?);
    let bytes = std::fs::read(path)?;
    let (values, _) = bytes.as_chunks::<8>();
    let values: Vec<f64> = values.iter().map(|b| f64::from_le_bytes(*b)).collect();
    let world: Vec<Vec3> = values.chunks_exact(3).map(Vec3::from_column_slice).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.parse()?).build()?;
    let weights = vec![1.0; markers];
    let samples: usize = samples.parse()?;
    let mut seconds = Vec::new();
    let mut minima = 0;
    for _ in 0..=samples {
        let world = world.clone();
        let start = Instant::now();
        minima = pool.install(|| {
            let cloud = Cloud::new(world, &weights, &[frames], Kernel::Box.weights(window))?;
            surefoot::Result::Ok(find_minima(&cloud, window, f64::INFINITY).len())
        })?;
        seconds.push(start.elapsed().as_secs_f64());
    }
    // The first run starts the threads.
    let seconds = &seconds[1..];
    let cloud = Cloud::new(world, &weights, &[frames], Kernel::Box.weights(window))?;
    let windows = frames - window + 1;
    let cells: Vec<(usize, usize)> = (0..2000)
        .map(|k| (k * 7919 % (windows / 2), windows / 2 + k * 104_729 % (windows - windows / 2)))
        .collect();
    let values = grid_values(&cloud, &cells);
    println!(
        "{}",
        serde_json::json!({ "seconds": seconds, "minima": minima, "cells": cells, "values": values })
    );
    Ok(())
}
