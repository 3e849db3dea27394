//! `surefoot graph-info`: what a graph file holds.

use crate::files::refuse_collisions;
use crate::output::{Output, note_line, notes_json, path_json, save};
use crate::table;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use surefoot::io;
use surefoot::ops::motion_graph::{graph_grid_picture, graph_picture};
use surefoot::{
    BuildMotionGraphOptions, BuildMotionGraphReport, MotionGraph, Report, Result, retune_motion_graph,
};

/// Show what a motion graph holds: clips, labels, thresholds, how well all is connected
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  surefoot graph-info walks.sfgraph\n  surefoot graph-info walks.sfgraph --grid-image grid.png --graph-image graph.svg\n  surefoot graph-info --json walks.sfgraph | jq '.report.labels'"
)]
pub(crate) struct GraphInfoArgs {
    /// A graph file (see build-motion-graph)
    file: PathBuf,
    #[command(flatten)]
    pictures: GraphPictures,
}

/// Drawings of a graph.
#[derive(Debug, Args)]
pub(crate) struct GraphPictures {
    /// Draw the distance grid as a PNG: bright is alike; minima are marked, red where they became transitions
    #[arg(long, value_name = "FILE.png")]
    grid_image: Option<PathBuf>,
    /// Draw the graph as an SVG: clips as bars in time, transitions as arcs
    #[arg(long, value_name = "FILE.svg")]
    graph_image: Option<PathBuf>,
}

/// Pixels of the longer side of a grid image.
const GRID_SIZE: usize = 1600;

impl GraphPictures {
    /// The files that will be written.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.grid_image.iter().chain(&self.graph_image).map(PathBuf::as_path)
    }

    /// Draws what was asked for.
    pub(crate) fn save(&self, graph: &MotionGraph) -> Result<()> {
        if let Some(path) = &self.grid_image {
            save(path, &io::encode_png(&graph_grid_picture(graph, GRID_SIZE)?)?)?;
        }
        if let Some(path) = &self.graph_image {
            save(path, graph_picture(graph).as_bytes())?;
        }
        Ok(())
    }
}

pub(crate) fn run(args: &GraphInfoArgs, output: &Output) -> Result<()> {
    let outputs: Vec<&Path> = args.pictures.files().collect();
    output.checked(refuse_collisions(&[&args.file], &outputs));
    let graph = io::read_graph(&args.file)?;
    args.pictures.save(&graph)?;
    // The report follows from what the file holds, so it is made anew rather than stored.
    let tuned = retune_motion_graph(&graph, graph.thresholds(), &BuildMotionGraphOptions::of_graph(&graph))?;
    let set = graph.set();
    let head = format!(
        "{}\n  {} joints · {} frames a second · transitions of {} frames · {} minima\n\n",
        args.file.display(),
        set.skeleton.joint_count(),
        set.frame_rate,
        set.window_frames,
        graph.minima().len()
    );
    let notes: Vec<String> =
        tuned.report.notes.iter().map(|note| format!("\n{}", note_line(None, note))).collect();
    let figures = json!({
        "file": path_json(&args.file),
        "frame_rate": set.frame_rate,
        "window_frames": set.window_frames,
        "joints": set.skeleton.names(),
        "report": Report::of(&tuned.report).figures,
        "notes": notes_json(&tuned.report.notes),
    });
    output.result(&format!("{head}{}{}", report_text(&tuned.report), notes.concat()), &figures);
    Ok(())
}

/// The report as tables.
pub(crate) fn report_text(report: &BuildMotionGraphReport) -> String {
    let rows = |head: &[&str], rows: Vec<Vec<String>>| {
        let head = head.iter().map(|h| (*h).to_owned()).collect();
        table::render(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
    };
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let clips = report
        .clips
        .iter()
        .map(|c| vec![c.name.clone(), c.frame_count.to_string(), c.used_frames.to_string()])
        .collect();
    let labels = report
        .labels
        .iter()
        .map(|l| {
            vec![
                l.label.clone(),
                l.frame_count.to_string(),
                percent(l.coverage),
                percent(l.attainable),
                l.core_frames.to_string(),
                format!("{:.1}", 100.0 * l.unit),
            ]
        })
        .collect();
    let pairs = report
        .pairs
        .iter()
        .map(|p| {
            vec![
                format!("{} → {}", p.from, p.to),
                format!("{:.1}", 100.0 * p.threshold),
                p.accepted.to_string(),
                p.kept.to_string(),
                if p.has_route { "yes" } else { "no" }.into(),
            ]
        })
        .collect();
    format!(
        "{}\n{}\n{}\n{} nodes, {} edges, {} of them transitions; {:.1} edges out of a node on average, {} at most\nany node to any other: {:.1} s on average, {:.1} s at most\na choice of transitions every {:.2} s on average, {:.1} s at most; in 3 s {:.0} of 16 directions and {:.0} % of the floor within 2 m are reached\n",
        rows(&["clip", "frames", "used"], clips),
        rows(&["label", "frames", "used", "attainable", "core frames", "change a frame (cm)"], labels),
        rows(&["from → to", "threshold (cm)", "accepted", "kept", "route"], pairs),
        report.nodes,
        report.edges,
        report.transitions,
        report.out_edges_mean,
        report.out_edges_max,
        report.route_seconds_mean,
        report.route_seconds_max,
        report.response.choice_seconds_mean,
        report.response.choice_seconds_max,
        report.response.directions_mean,
        100.0 * report.response.floor_share_mean,
    )
}
