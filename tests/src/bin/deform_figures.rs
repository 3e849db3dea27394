//! Prints what `deform_out_of_body` does to a file's first clip, by depth, and what a frame costs on one core.
//! Usage: deform_figures FILE FIRST COUNT PART

use std::path::Path;
use std::time::Instant;
use surefoot::declare::OptionValue;
use surefoot::declare::options_with;
use surefoot::io::{self, Document, ReadOptions};
use surefoot::kinematics::{SkinnedFrame, Skinner};
use surefoot::model::{Clip, JointIndex, Role, Side};
use surefoot::ops::deform_out_of_body::{
    BodyDeformer, DeformOutOfBodyOptions, DeformScratch, MeshShape, deform_out_of_body,
};
use surefoot::{Options, TrimClipOptions, trim_clip};

/// What a frame costs on one core: the prepared deformer alone, with posed meshes at hand.
#[allow(clippy::print_stdout, reason = "its output")]
fn time_deformer(document: &Document, clip: &Clip) -> Result<(), Box<dyn std::error::Error>> {
    let (skeleton, skin) = (&document.skeleton, document.skins.first().ok_or("there is no mesh")?);
    let tops: Vec<JointIndex> =
        Side::BOTH.iter().filter_map(|&side| skeleton.roles().joint(Role::Clavicle(side))).collect();
    let is_arm = |v: usize| {
        let (slots, weights) = skin.influences(v);
        let best = (0..slots.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b])).unwrap_or(0);
        let joint = skin.data().slot_joints[slots[best] as usize];
        tops.iter().any(|&top| joint == top || skeleton.is_below(joint, top))
    };
    let arm: Vec<bool> = (0..skin.vertex_count()).map(is_arm).collect();
    let all = &skin.data().triangles;
    let body: Vec<[u32; 3]> = all.iter().filter(|t| t.iter().all(|&c| !arm[c as usize])).copied().collect();
    let sleeves: Vec<[u32; 3]> = all.iter().filter(|t| t.iter().all(|&c| arm[c as usize])).copied().collect();
    let mut mesh = SkinnedFrame::default();
    let mut skinner = Skinner::new(skeleton, skin)?;
    let mut frames = Vec::new();
    for frame in 0..clip.frame_count() {
        skinner.deform(&clip.pose(frame), &mut mesh)?;
        frames.push(mesh.positions.clone());
    }
    // Painted by hand, the first centimetres of the arms would be left out too.
    let weights: Vec<f32> = arm.iter().map(|&is| f32::from(u8::from(is))).collect();
    let rest: Vec<_> = skin.data().positions.clone();
    let shapes =
        (MeshShape { points: &rest, triangles: &body }, MeshShape { points: &rest, triangles: &sleeves });
    let deformer = BodyDeformer::new(shapes.0, shapes.1, &weights, &DeformOutOfBodyOptions::default())?;
    let (mut scratch, mut out) = (DeformScratch::default(), rest.clone());
    let mut best = vec![f64::INFINITY; frames.len()];
    for _ in 0..5 {
        for (frame, best) in frames.iter().zip(&mut best) {
            let start = Instant::now();
            std::hint::black_box(deformer.deform(frame, frame, &mut scratch, &mut out)?);
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    best.sort_by(f64::total_cmp);
    println!(
        "deformer alone, {} vertices against {} triangles: {:.2} ms per frame on average, {:.2} ms at most",
        rest.len(),
        body.len(),
        1e3 * best.iter().sum::<f64>() / best.len() as f64,
        1e3 * best.last().unwrap_or(&0.0),
    );
    Ok(())
}

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
    let word = ["arms", "left-arm", "right-arm"].into_iter().find(|w| w == part).ok_or("unknown part")?;
    options.set("part", OptionValue::Choice(word))?;
    for value in values {
        let (name, number) = value.split_once('=').ok_or("OPTION=NUMBER")?;
        options
            .set(name, OptionValue::Number(number.parse()?))
            .or_else(|_| options.set(name, OptionValue::Integer(number.parse().unwrap_or(0))))?;
    }
    time_deformer(&document, &clip)?;
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
