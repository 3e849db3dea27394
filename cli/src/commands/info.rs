//! `surefoot info`: what a file holds.

use crate::files::all_notes;
use crate::flags::ReadFlags;
use crate::output::{Output, note_line, notes_json, path_json};
use crate::table;
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use surefoot::Note;
use surefoot::io::Document;
use surefoot::kinematics::standing_height;

/// Deeper joints are shown at this depth: no terminal is wider.
const MAX_INDENT: usize = 40;

/// Show what a file holds: joints and their roles, clips, skin, unit, notes
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  surefoot info walk.bvh\n  surefoot info --json hero.fbx | jq '.joints[].role'"
)]
pub(crate) struct InfoArgs {
    /// A BVH, FBX, GLB or glTF file
    file: PathBuf,
    #[command(flatten)]
    read: ReadFlags,
}

pub(crate) fn run(args: &InfoArgs, output: &Output) -> surefoot::Result<()> {
    let document = args.read.read(&args.file)?;
    let notes = all_notes(&document);
    // Only what is printed is made: a deep skeleton's indented text is far larger than its file.
    if output.is_json() {
        output.result("", &json(&document, &notes));
    } else {
        let shown = if output.is_quiet() { &[] } else { notes.as_slice() };
        output.result(&text(&document, shown), &Value::Null);
    }
    Ok(())
}

fn json(document: &Document, notes: &[Note]) -> Value {
    let skeleton = &document.skeleton;
    let joints: Vec<Value> = skeleton
        .joints()
        .map(|joint| {
            json!({
                "name": skeleton.name(joint),
                "parent": skeleton.parent(joint).map(|p| skeleton.name(p)),
                "role": skeleton.roles().role(joint).map(|r| r.name()),
            })
        })
        .collect();
    let clips: Vec<Value> = document
        .clips
        .iter()
        .map(|clip| {
            json!({
                "name": clip.name(),
                "frame_count": clip.frame_count(),
                "frame_rate": clip.frame_rate(),
                "seconds": clip.frame_count() as f64 * clip.frame_time(),
            })
        })
        .collect();
    let skin: Vec<Value> = document
        .skins
        .iter()
        .map(|skin| {
            json!({
                "name": skin.data().name,
                "vertex_count": skin.vertex_count(),
                "triangle_count": skin.data().triangles.len(),
            })
        })
        .collect();
    json!({
        "file": path_json(&document.path),
        "format": document.format.name(),
        "joints": joints,
        "frame_count": document.clips.first().map_or(0, |c| c.frame_count()),
        "frame_rate": document.clips.first().map(|c| c.frame_rate()),
        "unit": { "metres": document.convention.unit_metres, "origin": document.convention.unit_origin.name() },
        "up_axis": document.convention.up_axis.name(),
        "height_m": standing_height(&document.skeleton),
        "clips": clips,
        "skin": skin,
        "notes": notes_json(notes),
    })
}

fn text(document: &Document, notes: &[Note]) -> String {
    let skeleton = &document.skeleton;
    let mut out = format!(
        "{}\n  {} · {} joints · {:.2} m high · 1 unit = {:.4} m ({}) · {} up\n",
        document.path.display(),
        document.format.name(),
        skeleton.joint_count(),
        standing_height(&document.skeleton),
        document.convention.unit_metres,
        document.convention.unit_origin.name(),
        document.convention.up_axis.name(),
    );
    for skin in &document.skins {
        let name = &skin.data().name;
        out.push_str(&format!(
            "  skin '{name}': {} vertices, {} triangles\n",
            skin.vertex_count(),
            skin.data().triangles.len()
        ));
    }
    if !document.clips.is_empty() {
        let head = ["clip", "frames", "fps", "seconds"].map(String::from).to_vec();
        let rows = document.clips.iter().map(|clip| {
            vec![
                clip.name().to_owned(),
                clip.frame_count().to_string(),
                format!("{:.4}", clip.frame_rate()).trim_end_matches('0').trim_end_matches('.').to_owned(),
                format!("{:.2}", clip.frame_count() as f64 * clip.frame_time()),
            ]
        });
        out.push('\n');
        out.push_str(&table::render(&std::iter::once(head).chain(rows).collect::<Vec<_>>()));
    }
    out.push_str("\njoints (role)\n");
    let mut depth = vec![0usize; skeleton.joint_count()];
    for joint in skeleton.joints() {
        depth[joint.0] = skeleton.parent(joint).map_or(1, |p| depth[p.0] + 1);
        let role = skeleton.roles().role(joint).map(|r| format!("  ({r})")).unwrap_or_default();
        let indent = "  ".repeat(depth[joint.0].min(MAX_INDENT));
        out.push_str(&format!("{indent}{}{role}\n", skeleton.name(joint)));
    }
    for note in notes {
        out.push_str(&format!("\n{}", note_line(None, note)));
    }
    out
}
