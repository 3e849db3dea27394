//! `surefoot bench`: what the library does and how fast, as one JSON document.

mod footskate;
mod speed;

use crate::output::Output;
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Measure speed on sample clips, and quality on the footskate bench
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot bench\n  surefoot bench --footskate ../shared/data/footskate_bench --markdown"
)]
pub(crate) struct BenchArgs {
    /// Folder with `NAME_skate_60fps.bvh`, `NAME_gt_60fps.bvh` and `NAME_contacts.csv` files: adds slide, drift and
    /// side effects of remove-footskate on them
    #[arg(long, value_name = "FOLDER")]
    footskate: Option<PathBuf>,
    /// Print tables for docs/benchmarks.md instead of JSON
    #[arg(long)]
    markdown: bool,
    /// Leave the speed figures out
    #[arg(long)]
    no_speed: bool,
}

pub(crate) fn run(args: &BenchArgs, output: &Output) -> surefoot::Result<()> {
    let mut figures = json!({ "version": env!("CARGO_PKG_VERSION") });
    let mut markdown = String::new();
    if !args.no_speed {
        let rows = speed::measure(output)?;
        figures["speed"] = rows
            .iter()
            .map(|r| (r.name.to_owned(), json!({ "value": r.value, "unit": r.unit })))
            .collect::<serde_json::Map<_, Value>>()
            .into();
        markdown.push_str(&speed::markdown(&rows));
    }
    if let Some(folder) = &args.footskate {
        let bench = footskate::measure(folder, output)?;
        figures["footskate"] = footskate::json(&bench);
        markdown.push_str(&footskate::markdown(&bench));
    }
    let text = if args.markdown { markdown } else { format!("{figures:#}") };
    output.result(&text, &figures);
    Ok(())
}
