//! Time and memory of motion graphs, as they grow with the number of frames.
//!
//! Every run is a process of its own, which this program starts from itself: what another row left in the allocator
//! would count as this row's memory, and a process knows its own peak exactly.

mod open;
mod work;

use super::bars::Bar;
use crate::output::Output;
use serde_json::{Value, json};
use std::process::Command;
use surefoot::{Error, Result};
pub(super) use work::Work;

const SIZES: [usize; 4] = [3_000, 10_000, 30_000, 100_000];

/// The best of several runs of one kind of work.
struct Row {
    work: Work,
    /// What the run with the least time told.
    told: Value,
    /// The most of all runs.
    megabytes: Option<f64>,
}

impl Row {
    fn number(&self, name: &str) -> Option<f64> {
        self.told[name].as_f64()
    }

    fn json(&self) -> Value {
        let mut out = self.told.clone();
        out["megabytes"] = json!(self.megabytes);
        if let Work::Grid { frames, points, window, .. } = self.work {
            out["frames"] = json!(frames);
            out["points"] = json!(points);
            out["window"] = json!(window);
        }
        out
    }
}

pub(super) struct Bench {
    grids: Vec<Row>,
    build: Row,
    search: Row,
    /// Only where the largest sets are wanted, too.
    control: Option<Row>,
    open: Row,
}

pub(super) fn measure(most: usize, output: &Output) -> Result<Bench> {
    let mut grids: Vec<Work> = SIZES.into_iter().map(|frames| Work::grid(frames, 31, 10, "box")).collect();
    grids.extend([6_200, 100_000].map(|frames| Work::grid(frames, 36, 15, "triangle")));
    grids.retain(|work| matches!(work, Work::Grid { frames, .. } if *frames <= most || *frames == 6_200));
    let grids = grids.into_iter().map(|work| run(work, output)).collect::<Result<_>>()?;
    Ok(Bench {
        grids,
        build: run(Work::Build { frames: 6_200 }, output)?,
        search: run(Work::Search, output)?,
        control: (most >= 100_000).then(|| run(Work::Control, output)).transpose()?,
        open: run(Work::Open, output)?,
    })
}

/// The best of as many processes as the length of the work allows; of more while a bar of time is missed, so that other work
/// on the machine does not look like a fault.
fn run(work: Work, output: &Output) -> Result<Row> {
    output.note(&format!("{} …", work.title()));
    let mut row = Row { work, told: Value::Null, megabytes: None };
    let (least, most) = (row.work.rounds(), 4 * row.work.rounds());
    for round in 0..most {
        let is_late = row.work.at_most_seconds().is_some_and(|bar| row.number("seconds") > Some(bar));
        if round >= least && !is_late {
            break;
        }
        let told = in_a_process_of_its_own(&row.work)?;
        let megabytes = told["megabytes"].as_f64();
        row.megabytes = megabytes.into_iter().chain(row.megabytes).reduce(f64::max);
        let seconds = |told: &Value| told["seconds"].as_f64().unwrap_or(f64::INFINITY);
        if row.told.is_null() || seconds(&told) < seconds(&row.told) {
            row.told = told;
        }
    }
    Ok(row)
}

fn in_a_process_of_its_own(work: &Work) -> Result<Value> {
    let failed = |text: String| Error::invalid(format!("bench ({})", work.title()), text);
    let program = std::env::current_exe().map_err(|e| failed(e.to_string()))?;
    let arguments = ["--no-speed", "--json", "--motion-graph-row", &work.name()];
    let done = Command::new(program).args(arguments).output().map_err(|e| failed(e.to_string()))?;
    if !done.status.success() {
        return Err(failed(String::from_utf8_lossy(&done.stderr).trim().to_owned()));
    }
    serde_json::from_slice(&done.stdout).map_err(|e| failed(e.to_string()))
}

/// All rows against their bars.
pub(super) fn bars(bench: &Bench) -> Vec<Bar> {
    let others = [Some(&bench.build), Some(&bench.search), bench.control.as_ref(), Some(&bench.open)];
    let rows = bench.grids.iter().chain(others.into_iter().flatten());
    rows.flat_map(|row| row.work.bars(&row.json())).collect()
}

pub(super) fn json(bench: &Bench) -> Value {
    let grids: Vec<Value> = bench.grids.iter().map(Row::json).collect();
    json!({
        "grid": grids, "build": bench.build.json(), "search": bench.search.json(),
        "control": bench.control.as_ref().map(Row::json), "open": bench.open.json(),
    })
}

pub(super) fn markdown(bench: &Bench) -> String {
    let mut out = String::from(
        "| frames | points | window | seconds | processor seconds | memory MB | minima |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let shown = |value: Option<f64>, digits: usize| value.map_or("–".into(), |v| format!("{v:.digits$}"));
    for row in &bench.grids {
        let Work::Grid { frames, points, window, .. } = row.work else { continue };
        out.push_str(&format!(
            "| {frames} | {points} | {window} | {} | {} | {} | {} |\n",
            shown(row.number("seconds"), 3),
            shown(row.number("cpu_seconds"), 3),
            shown(row.megabytes, 0),
            shown(row.number("minima"), 0),
        ));
    }
    let (build, search, open) = (&bench.build, &bench.search, &bench.open);
    out.push_str(&format!(
        "\nFrom clips to a pruned graph, {} frames, {} points: {} s ({} processor seconds, {} MB), {} nodes, {} transitions; \
         from kept minima {} s.\n",
        build.told["frames"],
        build.told["points"],
        shown(build.number("seconds"), 3),
        shown(build.number("cpu_seconds"), 3),
        shown(build.megabytes, 0),
        build.told["nodes"],
        build.told["transitions"],
        shown(build.number("retune_seconds"), 3),
    ));
    out.push_str(&format!(
        "A path of {} m: {} s of motion found in {} s, {} / {} m off on average / at most.\n",
        shown(search.number("path_length"), 0),
        shown(search.number("duration"), 1),
        shown(search.number("seconds"), 3),
        shown(search.number("path_mean"), 3),
        shown(search.number("path_max"), 2),
    ));
    if let Some(control) = &bench.control {
        out.push_str(&format!(
            "Control table of {} nodes: {} s, {} bytes.\n",
            control.told["nodes"],
            shown(control.number("seconds"), 1),
            control.told["bytes"],
        ));
    }
    out.push_str(&format!(
        "Opening a file of {} edges, {} minima and {} clips ({} MB): {} ms.\n",
        open.told["edges"],
        open.told["minima"],
        open.told["clips"],
        shown(open.number("file_megabytes"), 0),
        shown(open.number("seconds").map(|s| 1e3 * s), 0),
    ));
    out
}
