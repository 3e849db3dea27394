//! `surefoot remove-penetration`: one file, or many at once.

use crate::edit::{self, ClipCommand, Column, EditFlags, EditedClip};
use crate::flags::{OperationFlags, idle_note};
use crate::output::Output;
use clap::Args;
use serde_json::Map;
use surefoot::declare::idle_options;
use surefoot::io::Document;
use surefoot::ops::remove_penetration::{BodyPair, remove_penetration_between};
use surefoot::ops::{Progress, VertexDepths, penetration_depths};
use surefoot::{Clip, Note, RemovePenetrationOptions, RemovePenetrationReport, Report, Result};

/// Move arms and legs out of the character's own body, on the mesh that it wears
///
/// The mesh is that of the same file. The result goes into a copy of the input: everything but the changed curves is kept.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot remove-penetration hero.glb clean.glb --html page.html\n  surefoot remove-penetration hero.fbx clean.fbx --legs=false --report report.json\n  surefoot remove-penetration hero.glb clean.glb --pair right_hand:left_clavicle --widen-stance 0.08\n  surefoot remove-penetration *.glb --out-dir cleaned/"
)]
pub(crate) struct RemovePenetrationArgs {
    #[command(flatten)]
    flags: EditFlags,
    /// Two more parts to keep apart, such as right_hand:left_shin. The first one moves. May be given many times; with --arms=false --legs=false only these are kept apart
    #[arg(long, value_name = "PART:OTHER")]
    pair: Vec<BodyPair>,
    #[command(flatten)]
    options: OperationFlags<RemovePenetrationOptions>,
}

pub(crate) fn run(args: &RemovePenetrationArgs, output: &Output) -> Result<()> {
    edit::run(args, output)
}

impl ClipCommand for RemovePenetrationArgs {
    fn name(&self) -> &str {
        "remove-penetration"
    }

    fn flags(&self) -> &EditFlags {
        &self.flags
    }

    fn notes(&self) -> Vec<Note> {
        idle_note(&idle_options(&self.options.0, &[])).into_iter().collect()
    }

    fn columns(&self) -> &'static [Column] {
        &[
            Column::Mean("depth cm", "before.depth_max", 100.0),
            Column::Mean("→", "after.depth_max", 100.0),
            Column::Sum("frames inside", "before.frames_inside"),
            Column::Sum("→", "after.frames_inside"),
        ]
    }

    fn edit(&self, document: &Document, clip: &Clip, progress: &Progress<'_>) -> Result<EditedClip> {
        let (skeleton, skins) = (&document.skeleton, &document.skins);
        let edited =
            remove_penetration_between(skeleton, clip, skins, &self.pair, &self.options.0, progress)?;
        Ok(EditedClip {
            depths: depths_of(document, &self.flags, [clip, &edited.clip], &self.pair, &self.options.0)?,
            rows: rows(&edited.report),
            notes: Vec::new(),
            report: Report::of(&edited.report),
            clip: edited.clip,
            plants: None,
            figures: Map::new(),
            balance: None,
        })
    }
}

/// Vertices deeper than this are coloured on the page, metres.
const SHOWN_DEPTH: f64 = 0.002;

/// How deep vertices are before and after, for the page, with default options.
pub(super) fn page_depths(
    document: &Document,
    flags: &EditFlags,
    before: &Clip,
    after: &Clip,
) -> Result<Option<[VertexDepths; 2]>> {
    depths_of(document, flags, [before, after], &[], &RemovePenetrationOptions::default())
}

/// How deep vertices are before and after, for the page. Measuring takes as long as a step of the solver, so only for those who look.
fn depths_of(
    document: &Document,
    flags: &EditFlags,
    [before, after]: [&Clip; 2],
    pairs: &[BodyPair],
    options: &RemovePenetrationOptions,
) -> Result<Option<[VertexDepths; 2]>> {
    if flags.html.is_none() {
        return Ok(None);
    }
    let (skeleton, skins) = (&document.skeleton, &document.skins);
    let depths = |clip| penetration_depths(skeleton, clip, skins, pairs, options, SHOWN_DEPTH);
    Ok(Some([depths(before)?, depths(after)?]))
}

/// Figures before and after, then how deep each pair of parts is.
fn rows(report: &RemovePenetrationReport) -> Vec<Vec<String>> {
    let (before, after) = (&report.before, &report.after);
    let centimetres = |depth: f64| format!("{:.2}", 100.0 * depth);
    let row = |label: &str, before: String, after: String| vec![label.to_owned(), before, after];
    let mut rows = vec![
        row("", "before".into(), "after".into()),
        row("depth, max (cm)", centimetres(before.depth_max), centimetres(after.depth_max)),
        row("depth, p95 (cm)", centimetres(before.depth_p95), centimetres(after.depth_p95)),
        row("frames inside", before.frames_inside.to_string(), after.frames_inside.to_string()),
        row("vertices inside, max", before.vertices_inside.to_string(), after.vertices_inside.to_string()),
    ];
    for pair in &report.pairs {
        let label = format!("{} in {} (cm)", pair.part, pair.other);
        rows.push(row(&label, centimetres(pair.depth_before), centimetres(pair.depth_after)));
    }
    rows
}
