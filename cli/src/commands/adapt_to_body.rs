//! `surefoot adapt-to-body`: one file, or many at once.

use super::remove_penetration::page_depths;
use crate::balance::{MassFlags, original_of};
use crate::edit::{self, ClipCommand, Column, EditFlags, EditedClip, PlantFlags};
use crate::flags::{OperationFlags, idle_note};
use crate::output::Output;
use clap::Args;
use serde_json::Map;
use std::path::{Path, PathBuf};
use surefoot::declare::idle_options;
use surefoot::io::{self, Document};
use surefoot::ops::Progress;
use surefoot::{
    AdaptStages, AdaptToBodyOptions, AdaptToBodyReport, Clip, Error, Ground, Note, Report, Result,
    adapt_to_body,
};

/// Carry clips to the body that wears them: limbs out of the body, planted feet held, balance and gaze kept
///
/// The mesh is that of the same file. Plants are detected unless a file gives them. The result goes into a copy of the input:
/// everything but the changed curves is kept. For finer settings run remove-penetration, remove-footskate and correct-balance one after the
/// other.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot adapt-to-body heavy.glb adapted.glb --html page.html\n  surefoot adapt-to-body heavy.fbx adapted.fbx --footskate=false --report report.json\n  surefoot adapt-to-body heavy.glb adapted.glb --original slim.glb --load right_hand=8.9\n  surefoot adapt-to-body *.glb --out-dir adapted/"
)]
pub(crate) struct AdaptToBodyArgs {
    #[command(flatten)]
    flags: EditFlags,
    #[command(flatten)]
    plants: PlantFlags,
    /// File with the clip on the body it was made for: balance is brought back to what it was there
    #[arg(long, value_name = "FILE")]
    original: Option<PathBuf>,
    #[command(flatten)]
    masses: MassFlags,
    #[command(flatten)]
    options: OperationFlags<AdaptToBodyOptions>,
}

pub(crate) fn run(args: &AdaptToBodyArgs, output: &Output) -> Result<()> {
    let original = args.original.as_deref().map(|path| args.flags.read.read(path)).transpose()?;
    edit::run(&AdaptToBody { args, original, ground: args.plants.read_ground()? }, output)
}

struct AdaptToBody<'a> {
    args: &'a AdaptToBodyArgs,
    original: Option<Document>,
    ground: Option<Ground>,
}

impl ClipCommand for AdaptToBody<'_> {
    fn name(&self) -> &str {
        "adapt-to-body"
    }

    fn flags(&self) -> &EditFlags {
        &self.args.flags
    }

    fn check(&self) -> Result<()> {
        if self.args.original.is_some() && self.flags().out_dir.is_some() && self.flags().files.len() > 1 {
            let text = "--original belongs to one clip; adapt one file at a time with it";
            return Err(Error::invalid(self.name(), text));
        }
        self.args.plants.check(self.name(), self.flags())
    }

    fn inputs(&self) -> Vec<&Path> {
        let more = self.args.original.as_deref().into_iter().chain(self.args.masses.input());
        self.args.plants.inputs().into_iter().chain(more).collect()
    }

    fn ground(&self) -> Option<&Ground> {
        self.ground.as_ref()
    }

    fn notes(&self) -> Vec<Note> {
        idle_note(&idle_options(&self.args.options.0, &[])).into_iter().collect()
    }

    fn columns(&self) -> &'static [Column] {
        &[
            Column::Mean("depth cm", "depth_before.depth_max", 100.0),
            Column::Mean("→", "depth_after.depth_max", 100.0),
            Column::Sum("frames inside", "depth_before.frames_inside"),
            Column::Sum("→", "depth_after.frames_inside"),
            Column::Mean("slide cm/s", "slide_before", 100.0),
            Column::Mean("→", "slide_after", 100.0),
            Column::Mean("off balance cm", "excess_before.mean", 100.0),
            Column::Mean("→", "excess_after.mean", 100.0),
        ]
    }

    fn edit(&self, document: &Document, clip: &Clip, progress: &Progress<'_>) -> Result<EditedClip> {
        let found = self.args.plants.plants_if_any(document, clip, self.ground(), self.flags())?;
        let mut stages = AdaptStages::default();
        stages.plants = found.as_ref().map(|found| &found.plants);
        stages.ground = self.ground();
        let masses = self.args.masses.read(&document.skeleton)?;
        stages.balance.scene.loads = &masses.loads;
        stages.balance.scene.masses = masses.masses.as_ref();
        stages.balance.original =
            self.original.as_ref().map(|original| original_of(original, clip)).transpose()?;
        let options = &self.args.options.0;
        let edited = adapt_to_body(&document.skeleton, clip, &document.skins, &stages, options, progress)?;
        let mut figures = Map::new();
        let (plants, detection, notes) = match found {
            Some(found) => (Some(found.plants), found.detection, found.notes),
            None => (None, None, Vec::new()),
        };
        figures.insert("plants".into(), plants.as_ref().map(io::plants_to_json).into());
        figures.insert("detection".into(), detection.map(|report| report.figures).into());
        Ok(EditedClip {
            depths: page_depths(document, self.flags(), clip, &edited.clip)?,
            rows: rows(&edited.report),
            notes,
            balance: None,
            report: Report::of(&edited.report),
            clip: edited.clip,
            plants,
            figures,
        })
    }
}

/// Figures of the whole, before and after.
fn rows(report: &AdaptToBodyReport) -> Vec<Vec<String>> {
    let hundredfold = |figure: f64| format!("{:.2}", 100.0 * figure);
    let row = |label: &str, before: String, after: String| vec![label.to_owned(), before, after];
    let mut rows = vec![row("", "before".into(), "after".into())];
    if let (Some(before), Some(after)) = (&report.depth_before, &report.depth_after) {
        rows.extend([
            row("depth, max (cm)", hundredfold(before.depth_max), hundredfold(after.depth_max)),
            row("depth, p95 (cm)", hundredfold(before.depth_p95), hundredfold(after.depth_p95)),
            row("frames inside", before.frames_inside.to_string(), after.frames_inside.to_string()),
            row(
                "vertices inside, max",
                before.vertices_inside.to_string(),
                after.vertices_inside.to_string(),
            ),
        ]);
    }
    if report.plants > 0 {
        rows.extend([
            row("slide, mean (cm/s)", hundredfold(report.slide_before), hundredfold(report.slide_after)),
            row(
                "slide, max (cm/s)",
                hundredfold(report.slide_max_before),
                hundredfold(report.slide_max_after),
            ),
        ]);
    }
    if let (Some(before), Some(after)) = (&report.excess_before, &report.excess_after) {
        rows.extend([
            row("off balance, mean (cm)", hundredfold(before.mean), hundredfold(after.mean)),
            row("off balance, max (cm)", hundredfold(before.max), hundredfold(after.max)),
        ]);
    }
    rows
}
