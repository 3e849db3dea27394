//! `surefoot remove-footskate`: one file, or many at once.

use crate::edit::{self, ClipCommand, Column, EditFlags, EditedClip, PlantFlags};
use crate::flags::{OperationFlags, idle_note};
use crate::output::Output;
use clap::Args;
use serde_json::{Map, json};
use std::path::Path;
use surefoot::declare::idle_options;
use surefoot::io::{self, Document};
use surefoot::ops::Progress;
use surefoot::ops::measure_footskate::published_scores;
use surefoot::{Clip, Ground, Note, RemoveFootskateOptions, Report, Result, remove_footskate};
use surefoot_page::{footskate_rows, missed_notes};

/// Stop planted feet (and hands) from sliding
///
/// Plants are detected unless a file gives them. The result goes into a copy of the input: everything but the changed
/// curves is kept.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot remove-footskate walk.bvh clean.bvh --html page.html\n  surefoot remove-footskate hero.fbx clean.fbx --plants plants.json --report report.json\n  surefoot remove-footskate *.bvh --out-dir cleaned/"
)]
pub(crate) struct RemoveFootskateArgs {
    #[command(flatten)]
    flags: EditFlags,
    #[command(flatten)]
    plants: PlantFlags,
    #[command(flatten)]
    options: OperationFlags<RemoveFootskateOptions>,
}

pub(crate) fn run(args: &RemoveFootskateArgs, output: &Output) -> Result<()> {
    edit::run(&RemoveFootskate { args, ground: args.plants.read_ground()? }, output)
}

struct RemoveFootskate<'a> {
    args: &'a RemoveFootskateArgs,
    ground: Option<Ground>,
}

impl ClipCommand for RemoveFootskate<'_> {
    fn name(&self) -> &str {
        "remove-footskate"
    }

    fn flags(&self) -> &EditFlags {
        &self.args.flags
    }

    fn check(&self) -> Result<()> {
        self.args.plants.check(self.name(), self.flags())
    }

    fn inputs(&self) -> Vec<&Path> {
        self.args.plants.inputs()
    }

    fn ground(&self) -> Option<&Ground> {
        self.ground.as_ref()
    }

    fn notes(&self) -> Vec<Note> {
        let inputs = [("ground", if self.ground.is_some() { "given" } else { "none" }), ("stream", "none")];
        idle_note(&idle_options(&self.args.options.0, &inputs)).into_iter().collect()
    }

    fn columns(&self) -> &'static [Column] {
        &[
            Column::Sum("plants", "plants"),
            Column::Mean("slide cm/s", "before.slide_mean", 100.0),
            Column::Mean("→", "after.slide_mean", 100.0),
            Column::Mean("low feet", "before.low_slide.mean", 100.0),
            Column::Mean("→", "after.low_slide.mean", 100.0),
            Column::Mean("pose cm", "after.pose_change_mean", 100.0),
            Column::Count("missed", "missed"),
        ]
    }

    fn edit(&self, document: &Document, clip: &Clip, _: &Progress<'_>) -> Result<EditedClip> {
        let (skeleton, ground) = (&document.skeleton, self.ground());
        let found = self.args.plants.plants_of(document, clip, ground, self.flags())?;
        let edited = remove_footskate(skeleton, clip, &found.plants, ground, &self.args.options.0)?;
        // Scores as papers define them, for comparison.
        let scores = |clip: &Clip| published_scores(skeleton, clip, &found.plants, ground);
        let (before, after) = (scores(clip)?, scores(&edited.clip)?);
        let mut figures = Map::new();
        figures.insert("plants".into(), io::plants_to_json(&found.plants));
        figures.insert("detection".into(), found.detection.map(|report| report.figures).into());
        figures.insert("published_scores".into(), json!({ "before": before, "after": after }));
        Ok(EditedClip {
            depths: None,
            balance: None,
            rows: footskate_rows(&edited.report),
            notes: [found.notes, missed_notes(&edited.report)].concat(),
            report: Report::of(&edited.report),
            clip: edited.clip,
            plants: Some(found.plants),
            figures,
        })
    }
}
