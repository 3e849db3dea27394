//! `surefoot correct-flight`: one file, or many at once.

use crate::balance::{BalanceFlags, page_balance};
use crate::edit::{self, ClipCommand, Column, EditFlags, EditedClip};
use crate::flags::OperationFlags;
use crate::output::Output;
use clap::Args;
use serde_json::Map;
use std::path::Path;
use surefoot::io::Document;
use surefoot::ops::Progress;
use surefoot::ops::correct_flight::FlightSetting;
use surefoot::{
    Clip, CorrectFlightOptions, CorrectFlightReport, Error, Ground, MeasureBalanceOptions, Report, Result,
    correct_flight,
};

/// Put the centre of mass on its parabola in every flight; feet stay where they stand
///
/// With --fix time a flight is played faster or slower, and the clip may change its length. The result goes into a copy of the input:
/// everything but the changed curves is kept.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot correct-flight jump.bvh right.bvh --html page.html\n  surefoot correct-flight jump.fbx right.fbx --fix time --report right.json\n  surefoot correct-flight *.bvh --out-dir right/"
)]
pub(crate) struct CorrectFlightArgs {
    #[command(flatten)]
    flags: EditFlags,
    #[command(flatten)]
    scene: BalanceFlags,
    #[command(flatten)]
    options: OperationFlags<CorrectFlightOptions>,
    #[command(flatten)]
    measure: OperationFlags<MeasureBalanceOptions>,
}

pub(crate) fn run(args: &CorrectFlightArgs, output: &Output) -> Result<()> {
    edit::run(&CorrectFlight { args, ground: args.scene.read_ground()? }, output)
}

struct CorrectFlight<'a> {
    args: &'a CorrectFlightArgs,
    ground: Option<Ground>,
}

impl ClipCommand for CorrectFlight<'_> {
    fn name(&self) -> &str {
        "correct-flight"
    }

    fn flags(&self) -> &EditFlags {
        &self.args.flags
    }

    fn check(&self) -> Result<()> {
        if self.args.scene.has_plants() && self.flags().out_dir.is_some() && self.flags().files.len() > 1 {
            let text = "--plants belongs to one clip; correct one file at a time with it";
            return Err(Error::invalid(self.name(), text));
        }
        Ok(())
    }

    fn inputs(&self) -> Vec<&Path> {
        self.args.scene.inputs()
    }

    fn ground(&self) -> Option<&Ground> {
        self.ground.as_ref()
    }

    fn columns(&self) -> &'static [Column] {
        &[
            Column::Sum("flights corrected", "corrected"),
            Column::Mean("root cm", "root_shift_max", 100.0),
            Column::Mean("drift cm", "foot_drift_max", 100.0),
            Column::Mean("jerk ×", "jerk_ratio", 1.0),
        ]
    }

    fn edit(&self, document: &Document, clip: &Clip, progress: &Progress<'_>) -> Result<EditedClip> {
        let read = self.args.scene.read(document, clip, self.ground())?;
        let mut setting = FlightSetting::default();
        setting.scene = read.scene();
        setting.measure = self.args.measure.0;
        let options = &self.args.options.0;
        let edited = correct_flight(&document.skeleton, clip, &document.skins, &setting, options, progress)?;
        Ok(EditedClip {
            balance: page_balance(
                document,
                self.flags(),
                &setting.scene,
                &setting.measure,
                [clip, &edited.clip],
            )?,
            rows: if edited.report.flights.is_empty() { Vec::new() } else { rows(&edited.report) },
            report: Report::of(&edited.report),
            clip: edited.clip,
            // Plants of the clip that came have another time if the clip got another length.
            plants: read.plants.filter(|_| edited.report.frames_before == edited.report.frames_after),
            notes: read.notes,
            figures: Map::new(),
            depths: None,
        })
    }
}

/// Every flight, before and after.
fn rows(report: &CorrectFlightReport) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new(), "before".into(), "after".into()]];
    for (number, flight) in report.flights.iter().enumerate() {
        let label = |what: &str| format!("flight {}, {what}", number + 1);
        let (ratio, off) = (
            [flight.g_ratio_before, flight.g_ratio_after],
            [flight.off_parabola_before, flight.off_parabola_after],
        );
        rows.push(
            [label("falls with … of gravity")].into_iter().chain(ratio.map(|x| format!("{x:.3}"))).collect(),
        );
        rows.push(
            [label("off its parabola (cm)")]
                .into_iter()
                .chain(off.map(|x| format!("{:.2}", 100.0 * x)))
                .collect(),
        );
        let line = [flight.off_line_before, flight.off_line_after].map(|x| format!("{:.2}", 100.0 * x));
        rows.push([label("off its line, seen from above (cm)")].into_iter().chain(line).collect());
    }
    rows
}
