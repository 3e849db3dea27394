//! Prints what `deform_out_of_body` does to a file's first clip, by depth, and what a frame costs on one core.
//! Usage: deform_figures FILE FIRST COUNT PART

use std::path::Path;
use std::time::Instant;
use surefoot::declare::OptionValue;
use surefoot::declare::options_with;
use surefoot::io::{self, ReadOptions};
use surefoot::ops::deform_out_of_body::{DeformOutOfBodyOptions, deform_out_of_body};
use surefoot::{TrimClipOptions, trim_clip};

/// Lower ends of the rows, metres.
const ROWS: [f64; 7] = [0.0005, 0.005, 0.01, 0.02, 0.03, 0.05, f64::INFINITY];

#[allow(clippy::print_stdout, reason = "its output")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, first, count, part, values @ ..] = arguments.as_slice() else {
        return Err("usage: deform_figures FILE FIRST COUNT PART [OPTION=NUMBER…]".into());
    };
    let document = io::read(Path::new(file), &ReadOptions::default())?;
    let clip = document.clips.first().ok_or("the file holds no clip")?;
    let trim = TrimClipOptions::default().first(first.parse()?).count(count.parse()?);
    let clip = trim_clip(&document.skeleton, clip, &trim)?.clip;
    let mut options: DeformOutOfBodyOptions = options_with(&[])?;
    use surefoot::Options;
    let word = ["arms", "left-arm", "right-arm"].into_iter().find(|w| w == part).ok_or("unknown part")?;
    options.set("part", OptionValue::Choice(word))?;
    for value in values {
        let (name, number) = value.split_once('=').ok_or("OPTION=NUMBER")?;
        options
            .set(name, OptionValue::Number(number.parse()?))
            .or_else(|_| options.set(name, OptionValue::Integer(number.parse().unwrap_or(0))))?;
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let mut shortest = f64::INFINITY;
    let run =
        || pool.install(|| deform_out_of_body(&document.skeleton, &clip, &document.skins, &[], &options));
    let deformed = run()?;
    for _ in 0..2 {
        let start = Instant::now();
        std::hint::black_box(run()?);
        shortest = shortest.min(start.elapsed().as_secs_f64());
    }
    let report = &deformed.report;
    println!("{}", report.summary());
    println!(
        "acceleration {:.3}, flipped {} ({} below 3 cm), over 2 cm {}, at max push {}, pushed {} of {}, worst after {}",
        report.acceleration,
        report.flipped_max,
        report.flipped_max_shallow,
        report.frames_over_2_cm,
        report.frames_at_max_push,
        report.points_pushed,
        report.point_count,
        report.after.worst_frame,
    );
    println!("whole operation {:.2} ms per frame", 1e3 * shortest / clip.frame_count() as f64);
    for row in ROWS.windows(2) {
        let frames: Vec<_> =
            deformed.frames.iter().filter(|f| f.depth_before >= row[0] && f.depth_before < row[1]).collect();
        let after = frames.iter().map(|f| f.depth_after).fold(0.0, f64::max);
        let flipped: Vec<usize> = frames.iter().map(|f| f.flipped_triangles).collect();
        println!(
            "{:>5.2} cm: {:>4} frames, after {:.3} cm, flipped mean {:.2} max {}, push {:.2} cm",
            100.0 * row[0],
            frames.len(),
            100.0 * after,
            flipped.iter().sum::<usize>() as f64 / frames.len().max(1) as f64,
            flipped.iter().max().unwrap_or(&0),
            100.0 * frames.iter().map(|f| f.push_max).fold(0.0, f64::max),
        );
    }
    Ok(())
}
