//! `surefoot correct-balance`: one file, or many at once.

use crate::balance::{BalanceFlags, original_of, page_balance};
use crate::edit::{self, ClipCommand, Column, EditFlags, EditedClip};
use crate::flags::{OperationFlags, idle_note};
use crate::output::Output;
use clap::Args;
use serde_json::Map;
use std::path::{Path, PathBuf};
use surefoot::declare::idle_options;
use surefoot::io::{Document, read_mass_model};
use surefoot::ops::Progress;
use surefoot::ops::correct_balance::BalanceSetting;
use surefoot::{
    Clip, CorrectBalanceOptions, Error, Ground, MeasureBalanceOptions, Note, Report, Result, correct_balance,
};
use surefoot_page::correct_balance_rows;

/// Bring the zero moment point back to what carries the body; planted feet stay
///
/// Give the clip before it was changed with --original: where it leaves its support, the result may, too. The result goes into a copy of
/// the input: everything but the changed curves is kept.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot correct-balance leaning.bvh balanced.bvh --original walk.bvh\n  surefoot correct-balance walk.bvh loaded.bvh --load right_hand=8.9 --mode keep --html page.html\n  surefoot correct-balance *.fbx --out-dir balanced/"
)]
pub(crate) struct CorrectBalanceArgs {
    #[command(flatten)]
    flags: EditFlags,
    /// File with the clip before it was changed, without what is carried
    #[arg(long, value_name = "FILE")]
    original: Option<PathBuf>,
    /// JSON file with the masses of the original's body; without it those of --mass-model, where both have the same skeleton
    #[arg(long, value_name = "FILE", requires = "original")]
    original_mass_model: Option<PathBuf>,
    #[command(flatten)]
    scene: BalanceFlags,
    #[command(flatten)]
    options: OperationFlags<CorrectBalanceOptions>,
    #[command(flatten)]
    measure: OperationFlags<MeasureBalanceOptions>,
}

pub(crate) fn run(args: &CorrectBalanceArgs, output: &Output) -> Result<()> {
    let original = args.original.as_deref().map(|path| args.flags.read.read(path)).transpose()?;
    edit::run(&CorrectBalance { args, original, ground: args.scene.read_ground()? }, output)
}

struct CorrectBalance<'a> {
    args: &'a CorrectBalanceArgs,
    original: Option<Document>,
    ground: Option<Ground>,
}

impl ClipCommand for CorrectBalance<'_> {
    fn name(&self) -> &str {
        "correct-balance"
    }

    fn flags(&self) -> &EditFlags {
        &self.args.flags
    }

    fn check(&self) -> Result<()> {
        if self.flags().out_dir.is_none() || self.flags().files.len() == 1 {
            return Ok(());
        }
        for (is_given, flag) in
            [(self.args.scene.has_plants(), "--plants"), (self.original.is_some(), "--original")]
        {
            if is_given {
                let text = format!("{flag} belongs to one clip; correct one file at a time with it");
                return Err(Error::invalid(self.name(), text));
            }
        }
        Ok(())
    }

    fn inputs(&self) -> Vec<&Path> {
        let own = self.args.original.as_deref().into_iter().chain(self.args.original_mass_model.as_deref());
        self.args.scene.inputs().into_iter().chain(own).collect()
    }

    fn ground(&self) -> Option<&Ground> {
        self.ground.as_ref()
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes: Vec<Note> = idle_note(&idle_options(&self.args.options.0, &[])).into_iter().collect();
        notes.extend(self.args.scene.idle_masses("--masses", self.args.measure.0.masses));
        let threshold = CorrectBalanceOptions::default().threshold;
        if self.original.is_some() && self.args.options.0.threshold.total_cmp(&threshold).is_ne() {
            let text =
                "--threshold has no effect: --original tells how far the zero moment point may be outside";
            notes.push(Note::warning("idle-option", text));
        }
        notes
    }

    fn columns(&self) -> &'static [Column] {
        &[
            Column::Mean("beyond cm", "excess_before.mean", 100.0),
            Column::Mean("→", "excess_after.mean", 100.0),
            Column::Mean("root cm", "moved.root_max", 100.0),
            Column::Sum("frames", "moved.frames"),
        ]
    }

    fn edit(&self, document: &Document, clip: &Clip, progress: &Progress<'_>) -> Result<EditedClip> {
        let read = self.args.scene.read(document, clip, self.ground())?;
        let mut setting = BalanceSetting::default();
        setting.scene = read.scene();
        setting.measure = self.args.measure.0;
        let original_masses;
        if let Some(original) = &self.original {
            original_masses = match &self.args.original_mass_model {
                Some(path) => Some(read_mass_model(path, &original.skeleton)?),
                None => read.masses.masses.clone().filter(|_| original.skeleton == document.skeleton),
            };
            let mut of = original_of(original, clip)?;
            of.scene.ground = self.ground();
            of.scene.masses = original_masses.as_ref();
            setting.original = Some(of);
        }
        let options = &self.args.options.0;
        let edited = correct_balance(&document.skeleton, clip, &document.skins, &setting, options, progress)
            .map_err(|error| self.named(error))?;
        Ok(EditedClip {
            balance: page_balance(
                document,
                self.flags(),
                &setting.scene,
                &setting.measure,
                [clip, &edited.clip],
            )?,
            // Without a judged frame all figures are empty; a note says why.
            rows: if edited.report.before.frames.min(edited.report.excess_before.frames) > 0 {
                correct_balance_rows(&edited.report)
            } else {
                Vec::new()
            },
            report: Report::of(&edited.report),
            clip: edited.clip,
            plants: read.plants,
            notes: read.notes,
            figures: Map::new(),
            depths: None,
        })
    }
}

impl CorrectBalance<'_> {
    /// An error about the original, with its file.
    fn named(&self, error: Error) -> Error {
        match (error, &self.args.original) {
            (Error::Invalid { what, text }, Some(path)) if what == "original" => {
                Error::invalid(path.display().to_string(), text)
            }
            (error, _) => error,
        }
    }
}
