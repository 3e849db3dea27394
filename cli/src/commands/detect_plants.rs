//! `surefoot detect-plants`: when and where feet stand, as a file a person can edit.

use crate::files::{pick_clip, refuse_collisions};
use crate::flags::{OperationFlags, ReadFlags};
use crate::output::{Output, save};
use crate::table;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use surefoot::io;
use surefoot::{DetectPlantsOptions, Plants, detect_plants};

/// Find when feet (and hands) are planted, and write it as a JSON file to edit
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot detect-plants walk.bvh -o plants.json\n  surefoot detect-plants cartwheel.fbx --hands --clip Take1"
)]
pub(crate) struct DetectPlantsArgs {
    /// A BVH, FBX, GLB or glTF file
    file: PathBuf,
    /// The plants file to write; without it only the table is printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Which clip: its name, or its number from 1
    #[arg(long, value_name = "CLIP", default_value = "1")]
    clip: String,
    /// JSON file with the ground: a plane, a height field or triangles
    #[arg(long, value_name = "FILE")]
    ground: Option<PathBuf>,
    #[command(flatten)]
    options: OperationFlags<DetectPlantsOptions>,
    #[command(flatten)]
    read: ReadFlags,
}

pub(crate) fn run(args: &DetectPlantsArgs, output: &Output) -> surefoot::Result<()> {
    if let Some(target) = &args.output {
        output.checked(refuse_collisions(&[&args.file], &[target]));
    }
    let document = args.read.read(&args.file)?;
    output.warnings(&args.file, &document.warnings);
    let clip = &document.clips[pick_clip(&document, &args.clip)?];
    let ground = args.ground.as_deref().map(io::read_ground).transpose()?;
    let detected = detect_plants(&document.skeleton, clip, ground.as_ref(), &args.options.0)?;
    if let Some(path) = &args.output {
        save(path, io::encode_plants(&detected.plants).as_bytes())?;
    }
    for warning in &detected.report.warnings {
        output.note(&format!("warning: {}: {warning}", args.file.display()));
    }
    let shown = if detected.plants.is_empty() { &detected.conveyor_plants } else { &detected.plants };
    let text = format!("{}\n{}", plant_table(shown, clip.frame_rate()), detected.summary());
    output.result(
        &text,
        &json!({
            "file": args.file,
            "clip": clip.name(),
            "output": args.output,
            "plants": io::plants_to_json(&detected.plants),
            "conveyor": detected.report.conveyor,
            "conveyor_plants": io::plants_to_json(&detected.conveyor_plants),
            "touches": detected.touches.iter().map(|t| json!({
                "side": t.side.name(), "first": t.frames.start, "end": t.frames.end, "has_plant": t.has_plant,
            })).collect::<Vec<_>>(),
            "slides": detected.slides.iter().map(|s| json!({
                "side": s.side.name(), "first": s.frames.start, "end": s.frames.end, "speed": s.speed,
            })).collect::<Vec<_>>(),
            "held": detected.held.iter().map(|h| json!({
                "point": h.point.name(), "first": h.frames.start, "end": h.frames.end,
            })).collect::<Vec<_>>(),
            "warnings": detected.report.warnings,
        }),
    );
    Ok(())
}

fn plant_table(plants: &Plants, frame_rate: f64) -> String {
    let head = ["point", "first", "end", "seconds", "confidence"].map(String::from).to_vec();
    let rows = plants.iter().map(|plant| {
        vec![
            plant.point.name(),
            plant.frames.start.to_string(),
            plant.frames.end.to_string(),
            format!("{:.2}", plant.frames.len() as f64 / frame_rate),
            format!("{:.2}", plant.confidence),
        ]
    });
    table::render(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
}
