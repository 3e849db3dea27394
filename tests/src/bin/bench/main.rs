//! What the library does and how fast, as one JSON document: `cargo run --release -p surefoot-tests --bin bench`.

mod bars;
mod footskate;
mod motion_graph;
mod output;
mod retune;
mod speed;

use clap::Parser;
use output::Output;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use surefoot::Error;

/// Measure speed on sample clips, and quality on the footskate bench
#[derive(Debug, Parser)]
#[command(
    name = "bench",
    version,
    max_term_width = 100,
    after_help = "Examples:\n  bench\n  bench --footskate ../shared/data/footskate_bench --markdown\n  bench --no-speed --motion-graph --markdown\n  bench --motion-graph 10000 --check"
)]
struct BenchArgs {
    /// Folder with `NAME_skate_60fps.bvh`, `NAME_gt_60fps.bvh` and `NAME_contacts.csv` files: adds slide, drift and
    /// side effects of remove-footskate on them
    #[arg(long, value_name = "FOLDER")]
    footskate: Option<PathBuf>,
    /// A file to read again and again: adds megabytes a second
    #[arg(long, value_name = "FILE")]
    read: Option<PathBuf>,
    /// Measure the distance grid of motion graphs on sets of 3,000 frames and more, up to this many: time and memory
    #[arg(long, value_name = "FRAMES", num_args = 0..=1, default_missing_value = "100000")]
    motion_graph: Option<usize>,
    /// One row of it, done in this process: how the bench starts itself
    #[arg(long, value_name = "ROW", hide = true)]
    motion_graph_row: Option<String>,
    /// End with an error when a bar is missed, and say which: time of remove-footskate, stretch, the figures of motion
    /// graphs that have one, and other thresholds
    #[arg(long)]
    check: bool,
    /// Times what every bar allows: how the tests miss one on any machine
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, hide = true)]
    bar_factor: f64,
    /// Measure how long other thresholds on a graph of 100,000 minima take
    #[arg(long)]
    retune: bool,
    /// Print tables for docs/benchmarks.md instead of JSON
    #[arg(long)]
    markdown: bool,
    /// Leave the speed figures out
    #[arg(long)]
    no_speed: bool,
    /// Print results and errors only, not what is being measured
    #[arg(long, short)]
    quiet: bool,
    /// Print one JSON document, whatever else is asked
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let args = BenchArgs::parse();
    let output = Output { quiet: args.quiet, json: args.json };
    match run(&args, &output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output.error(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(args: &BenchArgs, output: &Output) -> surefoot::Result<()> {
    if let Some(name) = &args.motion_graph_row {
        let Some(work) = motion_graph::Work::from_name(name) else {
            return Err(Error::invalid("--motion-graph-row", format!("'{name}' is not a row")));
        };
        let told = work.run()?;
        output.result(&told.to_string(), &told);
        return if args.check { bars::check(&allowed(args, work.bars(&told))) } else { Ok(()) };
    }
    let mut figures = json!({ "version": env!("CARGO_PKG_VERSION") });
    let mut bars = Vec::new();
    let mut markdown = String::new();
    if !args.no_speed {
        let rows = speed::measure(output)?;
        figures["speed"] = rows
            .iter()
            .map(|r| (r.name.to_owned(), json!({ "value": r.value, "unit": r.unit })))
            .collect::<serde_json::Map<_, Value>>()
            .into();
        markdown.push_str(&speed::markdown(&rows));
        bars.extend(speed::bars(&rows));
    }
    if let Some(path) = &args.read {
        figures["read"] = json!({ "file": path.to_string_lossy(), "MB/s": speed::read_rate(path)? });
    }
    if let Some(folder) = &args.footskate {
        let bench = footskate::measure(folder, output)?;
        figures["footskate"] = footskate::json(&bench);
        markdown.push_str(&footskate::markdown(&bench));
        bars.extend(footskate::bars(&bench));
    }
    if let Some(most) = args.motion_graph {
        let bench = motion_graph::measure(most, output)?;
        figures["motion_graph"] = motion_graph::json(&bench);
        markdown.push_str(&motion_graph::markdown(&bench));
        bars.extend(motion_graph::bars(&bench));
    }
    if args.retune {
        output.note("other thresholds on a graph …");
        let bench = retune::measure()?;
        figures["retune"] = retune::json(&bench);
        markdown.push_str(&retune::markdown(&bench));
        bars.extend(retune::bars(&bench));
    }
    let bars = allowed(args, bars);
    figures["bars"] = bars::json(&bars);
    let text = if args.markdown { markdown } else { format!("{figures:#}") };
    output.result(&text, &figures);
    if args.check { bars::check(&bars) } else { Ok(()) }
}

/// Bars as they are held in this run.
fn allowed(args: &BenchArgs, bars: Vec<bars::Bar>) -> Vec<bars::Bar> {
    bars.into_iter().map(|bar| bar.scaled(args.bar_factor)).collect()
}
