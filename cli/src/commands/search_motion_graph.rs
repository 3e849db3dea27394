//! `surefoot search-motion-graph`: new motion from a graph.

use crate::files::refuse_collisions;
use crate::output::{Output, save};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use surefoot::io::{self, Convention, Format, NewFile};
use surefoot::math::PlanarTransform;
use surefoot::model::MotionGraph;
use surefoot::ops::motion_graph::{
    RandomWalkOptions, WalkedClip, random_walk, shortest_to_any, walk_to_clip,
};
use surefoot::{Error, RemoveFootskateOptions, Result, remove_footskate};
use surefoot_page::{self as page, BeforeAfter};

/// Make new motion from a motion graph: a random walk, or the shortest way from one clip to another
///
/// Feet that slide in transitions are cleaned.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot search-motion-graph walks.sfgraph -o walk.bvh --seconds 30 --label forward --seed 7\n  surefoot search-motion-graph walks.sfgraph -o way.bvh --from 02_01_walk --to 91_03_walk_figure_eight --html page.html"
)]
pub(crate) struct SearchMotionGraphArgs {
    /// A graph file (see build-motion-graph)
    graph: PathBuf,
    /// The file to write: BVH, FBX, GLB or glTF
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Seconds of a random walk, at least
    #[arg(long, value_name = "N", default_value_t = 20.0, value_parser = parse_seconds, conflicts_with = "to")]
    seconds: f64,
    /// Seed of a random walk; equal seeds give equal walks
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "to")]
    seed: u64,
    /// Stay within motion of this label
    #[arg(long, value_name = "LABEL")]
    label: Option<String>,
    /// Begin in this clip
    #[arg(long, value_name = "CLIP")]
    from: Option<String>,
    /// Go to this clip by the shortest way, and on to its end
    #[arg(long, value_name = "CLIP", requires = "from")]
    to: Option<String>,
    /// Leave the feet as the transitions make them
    #[arg(long)]
    raw: bool,
    /// Write a page that plays the result
    #[arg(long, value_name = "PAGE", conflicts_with = "raw")]
    html: Option<PathBuf>,
}

fn parse_seconds(text: &str) -> std::result::Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 36_000.0 => Ok(seconds),
        _ => Err("use a number of seconds above 0, at most 36000".into()),
    }
}

pub(crate) fn run(args: &SearchMotionGraphArgs, output: &Output) -> Result<()> {
    output.checked(refuse_collisions(&[&args.graph], &[&args.output]));
    let format = output.checked(Format::from_path(&args.output));
    let graph = io::read_graph(&args.graph)?;
    let edges = args.find(&graph)?;
    let name = args.output.file_stem().unwrap_or(args.output.as_os_str()).to_string_lossy();
    let walked = walk_to_clip(&graph, &edges, &PlanarTransform::default(), &name)?;
    let skeleton = &graph.set().skeleton;
    let mut clip = walked.clip.clone();
    let mut summary = String::new();
    let mut cleanup = Value::Null;
    if !args.raw {
        let cleaned = remove_footskate(
            skeleton,
            &walked.clip,
            &walked.plants,
            None,
            &RemoveFootskateOptions::default(),
        )?;
        if let Some(path) = &args.html {
            let clips = [BeforeAfter {
                before: &walked.clip,
                after: &cleaned.clip,
                plants: &walked.plants,
                report: &cleaned.report,
            }];
            save(path, page::footskate_page(&name, vec![], skeleton, &[], &clips, None).as_bytes())?;
        }
        summary = format!("\n{}", cleaned.report.summary());
        cleanup = json!(cleaned.report);
        clip = cleaned.clip;
    }
    let seconds = clip.frame_count() as f64 * clip.frame_time();
    let clips = [clip];
    let file = NewFile { skeleton, clips: &clips, skins: &[], convention: Convention::default() };
    let encoded = io::encode_new(format, &file)?;
    save(&args.output, &encoded.bytes)?;
    output.warnings(&args.output, &encoded.warnings);
    let transitions = edges.iter().filter(|&&e| graph.is_transition(e)).count();
    let text = format!(
        "{seconds:.1} s of motion with {transitions} transitions{summary}\nwrote {}",
        args.output.display()
    );
    output.result(
        &text,
        &json!({
            "output": args.output,
            "seconds": seconds,
            "transitions": transitions,
            "segments": segments(&graph, &walked),
            "plants": io::plants_to_json(&walked.plants),
            "cleanup": cleanup,
        }),
    );
    Ok(())
}

impl SearchMotionGraphArgs {
    /// The edges of the motion that is asked for.
    fn find(&self, graph: &MotionGraph) -> Result<Vec<usize>> {
        let label = self.label.as_deref().map(|name| graph.set().find_label(name)).transpose()?;
        let start = self.from.as_deref().map(|name| nodes_of(graph, name)).transpose()?;
        let Some(to) = self.to.as_deref() else {
            return random_walk(
                graph,
                &RandomWalkOptions {
                    seed: self.seed,
                    min_frames: (self.seconds * graph.set().frame_rate).ceil() as usize,
                    start: start.map(|nodes| nodes[0]),
                    label,
                    // Going on in the clip at most places keeps blends to about one a second (MG-17).
                    transition_weight: 0.05,
                },
            );
        };
        let goals = nodes_of(graph, to)?;
        let first = start.map_or(0, |nodes| nodes[0]);
        let is_allowed = |edge: usize| label.is_none_or(|label| graph.is_in_core(edge, label));
        let is_goal = |node: usize| goals.binary_search(&node).is_ok();
        let Some(mut edges) = shortest_to_any(graph, first, is_goal, is_allowed) else {
            let from = self.from.as_deref().unwrap_or_default();
            return Err(Error::invalid(
                "search-motion-graph",
                format!("no way leads from '{from}' to '{to}'"),
            ));
        };
        let mut node = edges.last().map_or(first, |&e| graph.edges()[e].to as usize);
        while let Some(edge) = graph.out_edges(node).find(|&e| !graph.is_transition(e) && is_allowed(e)) {
            edges.push(edge);
            node = graph.edges()[edge].to as usize;
        }
        Ok(edges)
    }
}

/// Nodes in the clip of that name, in order.
fn nodes_of(graph: &MotionGraph, name: &str) -> Result<Vec<usize>> {
    let set = graph.set();
    let Some(clip) = set.clips.iter().position(|c| c.clip.name() == name) else {
        let known: Vec<&str> = set.clips.iter().map(|c| c.clip.name()).take(12).collect();
        let text = format!("no clip is called '{name}'; the graph has {}", known.join(", "));
        return Err(Error::invalid("search-motion-graph", text));
    };
    let nodes: Vec<usize> =
        (0..graph.nodes().len()).filter(|&n| graph.nodes()[n].clip as usize == clip).collect();
    if nodes.is_empty() {
        let text = format!("clip '{name}' is not connected to the others; see graph-info");
        return Err(Error::invalid("search-motion-graph", text));
    }
    Ok(nodes)
}

fn segments(graph: &MotionGraph, walked: &WalkedClip) -> Vec<Value> {
    let set = graph.set();
    let source = |clip: usize, frame: usize| {
        let c = &set.clips[clip];
        json!({
            "clip": c.source,
            "is_mirrored": c.is_mirrored,
            "seconds": c.source_start + frame as f64 / set.frame_rate,
        })
    };
    walked
        .segments
        .iter()
        .map(|s| {
            json!({
                "first": s.frames.start,
                "end": s.frames.end,
                "from": source(s.clip, s.clip_frame),
                "transition_to": s.entered.map(|(clip, frame)| source(clip, frame)),
            })
        })
        .collect()
}
