//! `surefoot detect-plants`: finds when and where feet are planted, as a file that a person can edit.

use crate::files::{explained, pick_clip, refuse_collisions};
use crate::flags::{OperationFlags, ReadFlags};
use crate::output::{Output, notes_json, path_json, save};
use crate::table;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use surefoot::io;
use surefoot::{DetectPlantsOptions, Plants, Report, detect_plants};

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
    /// Which clip, by name or by number from 1 [default: 1]
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,
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
        let inputs: Vec<&Path> = std::iter::once(&args.file)
            .chain(&args.ground)
            .chain(&args.read.roles)
            .map(PathBuf::as_path)
            .collect();
        output.checked(refuse_collisions(&inputs, &[target]));
    }
    let document = args.read.read(&args.file)?;
    let mut notes = document.notes.clone();
    output.notes(&args.file, &notes);
    let clip = &document.clips[pick_clip(&document, args.clip.as_deref().unwrap_or("1"))?];
    let ground = args.ground.as_deref().map(io::read_ground).transpose()?;
    let detected = detect_plants(&document.skeleton, clip, ground.as_ref(), &args.options.0)
        .map_err(|e| explained(e, &document))?;
    if let Some(path) = &args.output {
        save(path, io::encode_plants(&detected.plants).as_bytes())?;
    }
    output.notes(&args.file, &detected.report.notes);
    notes.extend(detected.report.notes.iter().cloned());
    let shown = if detected.plants.is_empty() { &detected.conveyor_plants } else { &detected.plants };
    let text = format!("{}\n{}", plant_table(shown, clip.frame_rate()), detected.report.summary());
    let json = json!({
        "file": path_json(&args.file),
        "clip": clip.name(),
        "output": args.output.as_deref().map(path_json),
        "plants": io::plants_to_json(&detected.plants),
        "conveyor_plants": io::plants_to_json(&detected.conveyor_plants),
        "report": Report::of(&detected.report).figures,
        "notes": notes_json(&notes),
    });
    output.result(&text, &json);
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
