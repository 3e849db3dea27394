//! `surefoot search-motion-graph`: new motion from a graph.

use crate::files::refuse_collisions;
use crate::flags::{OperationFlags, idle_note};
use crate::output::{Output, note_line, notes_json, path_json, save};
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use surefoot::declare::idle_options;
use surefoot::io::{self, ANY_STYLE, Convention, Format, NewFile};
use surefoot::math::PlanarTransform;
use surefoot::model::{ClipSet, FloorPath, MotionGraph};
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::search::{ClipPlacement, StylePiece, draw_paths, search_crowd_each};
use surefoot::{Error, FoundMotion, MotionQuery, Note, Report, Result, SearchMotionGraphOptions};
use surefoot_page::found_motion_page;

/// Make new motion from a motion graph: along a path, from one clip to another, or a random walk
///
/// Sliding feet are cleaned up. With --to-at the last clip is played at a given place. Labels and clips that a graph has,
/// and how they are connected, are listed by graph-info.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot search-motion-graph walks.sfgraph --path path.json -o walk.bvh --html page.html --drawing path.svg\n  surefoot search-motion-graph walks.sfgraph -o walk.bvh --seconds 30 --style forward --seed 7\n  surefoot search-motion-graph walks.sfgraph -o way.bvh --from 02_01_walk --to 91_03_walk_figure_eight\n  surefoot search-motion-graph walks.sfgraph --path a.json --path b.json --count 20 --out-dir crowd --variation 0.2\n\nA path file holds {\"points\": [[x, y, z], …]} in metres, Y up, or \"bezier\" control points, and may hold\n\"styles\": [{\"label\": \"walk\", \"end\": 5}, {\"label\": \"sneak\"}] by distance along the path."
)]
pub(crate) struct SearchMotionGraphArgs {
    /// A graph file (see build-motion-graph)
    graph: PathBuf,
    /// The file to write: BVH, FBX, GLB or glTF
    #[arg(short, long, value_name = "FILE", required_unless_present = "out_dir")]
    output: Option<PathBuf>,
    /// Follow the path in this JSON file. May be given several times with --out-dir; each path has its own characters
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seconds", "from", "to"])]
    path: Vec<PathBuf>,
    /// Use only motion of this label; `any` for all. Along a path also one label after the other, each up to a distance in
    /// metres: `walk:5,sneak:9,run`. Styles in a path file come first
    #[arg(long, value_name = "LABEL[:END],…", visible_alias = "label")]
    style: Option<String>,
    /// Seconds of a random walk
    #[arg(long, value_name = "N", default_value_t = 20.0, value_parser = parse_seconds, conflicts_with = "to")]
    seconds: f64,
    /// Begin in this clip
    #[arg(long, value_name = "CLIP")]
    from: Option<String>,
    /// Go to this clip by the shortest way and play it to its end
    #[arg(long, value_name = "CLIP", requires = "from")]
    to: Option<String>,
    /// Place the first clip here: metres along x and z, and a turn in degrees, relative to the capture
    #[arg(long, value_name = "X,Z,DEGREES", value_parser = parse_place, requires = "to_at", allow_hyphen_values = true)]
    from_at: Option<Place>,
    /// Place the last clip here
    #[arg(long, value_name = "X,Z,DEGREES", value_parser = parse_place, requires = "to", allow_hyphen_values = true)]
    to_at: Option<Place>,
    /// Make this many characters (for each path), each with the next seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000), requires = "out_dir")]
    count: u32,
    /// Folder for the characters of a crowd, written as numbered BVH files
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    out_dir: Option<PathBuf>,
    /// Write a page that plays the result
    #[arg(long, value_name = "PAGE")]
    html: Option<PathBuf>,
    /// Draw the wanted and the walked path from above as an SVG
    #[arg(long, value_name = "FILE")]
    drawing: Option<PathBuf>,
    /// Write all figures as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    options: OperationFlags<SearchMotionGraphOptions>,
}

#[derive(Debug, Clone, Copy)]
struct Place(PlanarTransform);

fn parse_seconds(text: &str) -> std::result::Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 36_000.0 => Ok(seconds),
        _ => Err("use a number of seconds above 0, at most 36000".into()),
    }
}

fn parse_place(text: &str) -> std::result::Result<Place, String> {
    let numbers: Vec<f64> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    match numbers[..] {
        [x0, z0, degrees] if numbers.iter().all(|v| v.is_finite()) => {
            Ok(Place(PlanarTransform { theta: degrees.to_radians(), x0, z0 }))
        }
        _ => Err("use three numbers: metres along x, metres along z, degrees".into()),
    }
}

pub(crate) fn run(args: &SearchMotionGraphArgs, output: &Output) -> Result<()> {
    if args.path.len() > 1 && args.out_dir.is_none() {
        output.checked(Err(Error::invalid("search-motion-graph", "several paths need --out-dir")))
    }
    let outputs = args.outputs();
    let inputs: Vec<&Path> = std::iter::once(&args.graph).chain(&args.path).map(PathBuf::as_path).collect();
    let written = outputs.iter().chain(&args.html).chain(&args.drawing).chain(&args.report);
    output.checked(refuse_collisions(&inputs, &written.map(PathBuf::as_path).collect::<Vec<_>>()));
    let formats = outputs.iter().map(|o| Format::from_path(o)).collect::<Result<Vec<_>>>();
    let formats = output.checked(formats);
    let graph = io::read_graph(&args.graph)?;
    let queries = args.queries(graph.set())?;
    if let Some(folder) = &args.out_dir {
        std::fs::create_dir_all(folder).map_err(|e| Error::io(folder, &e))?;
    }
    let idle = args.idle_note();
    idle.iter().for_each(|note| output.note(&note_line(None, note)));
    let mut characters = args.search_and_write(&graph, &queries, &outputs, &formats, output)?;
    if args.out_dir.is_none()
        && let Some(alone) = characters.pop_if(|c| c.outcome.is_err())
    {
        // One motion: its error is the command's.
        return alone.outcome.map(drop);
    }
    for (character, path) in characters.iter().zip(&outputs) {
        match &character.outcome {
            Ok(_) => output.notes(path, &character.notes),
            Err(error) => output.failure(path, error),
        }
    }
    let lines: Vec<String> = characters
        .iter()
        .zip(&outputs)
        .filter_map(|(c, path)| Some(format!("{}\nwrote {}", c.outcome.as_ref().ok()?, path.display())))
        .collect();
    let failed = characters.iter().filter(|c| c.outcome.is_err()).count();
    let (figures, motions): (Vec<Value>, Vec<Option<FoundMotion>>) =
        characters.into_iter().map(|c| (c.figures, c.motion)).unzip();
    args.write_views(&graph, &queries, &motions.into_iter().flatten().collect::<Vec<_>>())?;
    let count = figures.len();
    let figures = if args.out_dir.is_some() { json!({ "characters": figures }) } else { figures[0].clone() };
    if let Some(path) = &args.report {
        save(path, format!("{figures:#}\n").as_bytes())?;
    }
    output.result(&lines.join("\n"), &figures);
    match failed {
        0 => Ok(()),
        failed => {
            let text = format!("{failed} of {count} characters failed");
            Err(Error::invalid("search-motion-graph", text))
        }
    }
}

/// What is left of a character once its file is written.
struct Character {
    /// One line about it, or why there is none.
    outcome: Result<String>,
    notes: Vec<Note>,
    figures: Value,
    /// Kept where it is to be drawn.
    motion: Option<FoundMotion>,
}

impl SearchMotionGraphArgs {
    /// Finds every motion and writes its file as soon as it is found: a crowd is never in memory as a whole.
    fn search_and_write(
        &self,
        graph: &MotionGraph,
        queries: &[MotionQuery<'_>],
        outputs: &[PathBuf],
        formats: &[Format],
        output: &Output,
    ) -> Result<Vec<Character>> {
        let bar = output.progress(100, "searching");
        let tell = |share: f64| {
            bar.set_position((100.0 * share) as u64);
            true
        };
        let write = |i: usize, found: Result<FoundMotion>| {
            self.write(graph, found, &outputs[i], formats[i]).unwrap_or_else(|error| Character {
                figures: json!({ "output": path_json(&outputs[i]), "error": error.to_string() }),
                outcome: Err(error),
                notes: Vec::new(),
                motion: None,
            })
        };
        let characters = search_crowd_each(graph, queries, &self.options.0, &Progress::new(&tell), write);
        bar.finish_and_clear();
        characters
    }

    fn write(
        &self,
        graph: &MotionGraph,
        found: Result<FoundMotion>,
        path: &Path,
        format: Format,
    ) -> Result<Character> {
        let motion = named_after(found?, path);
        let clips = std::slice::from_ref(&motion.clip);
        let skeleton = &graph.set().skeleton;
        let file = NewFile { skeleton, clips, skins: &[], convention: Convention::default() };
        let encoded = io::encode_new(format, &file)?;
        save(path, &encoded.bytes)?;
        let is_drawn = self.html.is_some() || self.drawing.is_some();
        let notes = [encoded.notes, motion.report.notes.clone()].concat();
        let mut figures = figures(graph, &motion, path);
        let all: Vec<Note> = self.idle_note().into_iter().chain(notes.iter().cloned()).collect();
        figures["notes"] = notes_json(&all);
        Ok(Character {
            outcome: Ok(motion.report.summary()),
            notes,
            figures,
            motion: is_drawn.then_some(motion),
        })
    }

    /// Options that were given but do nothing for what is asked.
    fn idle_note(&self) -> Option<Note> {
        let query = match (self.path.is_empty(), self.to_at) {
            (false, _) => "path",
            (true, Some(_)) => "connect",
            (true, None) => "walk",
        };
        idle_note(&idle_options(&self.options.0, &[("query", query)]))
    }

    fn outputs(&self) -> Vec<PathBuf> {
        let Some(folder) = &self.out_dir else { return self.output.iter().cloned().collect() };
        let count = self.count as usize * self.path.len().max(1);
        let digits = count.to_string().len();
        (1..=count).map(|i| folder.join(format!("character_{i:0digits$}.bvh"))).collect()
    }

    /// One query for each character.
    fn queries(&self, set: &ClipSet) -> Result<Vec<MotionQuery<'static>>> {
        let find_label =
            |name: &str| if name == ANY_STYLE { Ok(None) } else { set.find_label(name).map(Some) };
        let mut asked = Vec::new();
        for part in self.style.iter().flat_map(|text| text.split(',')) {
            let (name, end) = match part.rsplit_once(':').map(|(name, end)| (name, end.trim().parse())) {
                Some((name, Ok(end))) => (name, end),
                _ => (part, f64::INFINITY),
            };
            asked.push(StylePiece { label: find_label(name.trim())?, end });
        }
        let follow = |file: &PathBuf| {
            let file = io::read_path(file)?;
            let path = file.path()?;
            let mut styles = Vec::new();
            for style in &file.styles {
                styles.push(StylePiece {
                    label: find_label(&style.label)?,
                    end: style.end.unwrap_or(f64::INFINITY),
                });
            }
            if styles.is_empty() {
                styles.clone_from(&asked);
            }
            Ok(MotionQuery::Path { path, styles, start: None })
        };
        let each = match (&asked[..], self.path.is_empty()) {
            (_, false) => self.path.iter().map(follow).collect::<Result<_>>()?,
            ([], true) => vec![self.query(set, None)?],
            ([StylePiece { label, end }], true) if end.is_infinite() => vec![self.query(set, *label)?],
            _ => {
                return Err(Error::invalid(
                    "--style",
                    "several labels, or a label with a distance, need a --path",
                ));
            }
        };
        Ok(each.into_iter().flat_map(|query| vec![query; self.count as usize]).collect())
    }

    fn query(&self, set: &ClipSet, label: Option<usize>) -> Result<MotionQuery<'static>> {
        let from = self.from.as_deref().map(|name| set.find_clip(name)).transpose()?;
        let to = self.to.as_deref().map(|name| set.find_clip(name)).transpose()?;
        Ok(match (from, to, self.to_at) {
            (Some(from), Some(to), Some(Place(at))) => MotionQuery::Connect {
                from: ClipPlacement {
                    clip: from,
                    at: self.from_at.map_or_else(PlanarTransform::default, |p| p.0),
                },
                to: vec![ClipPlacement { clip: to, at }],
                label,
            },
            (Some(from), Some(to), None) => MotionQuery::ShortestWay { from, to, label },
            (from, ..) => MotionQuery::RandomWalk { seconds: self.seconds, label, from },
        })
    }

    fn write_views(
        &self,
        graph: &MotionGraph,
        queries: &[MotionQuery<'_>],
        motions: &[FoundMotion],
    ) -> Result<()> {
        let skeleton = &graph.set().skeleton;
        let paths: Vec<&FloorPath> = queries
            .iter()
            .step_by(self.count as usize)
            .filter_map(|query| match query {
                MotionQuery::Path { path, .. } => Some(path),
                _ => None,
            })
            .collect();
        if let Some(file) = &self.drawing {
            save(file, draw_paths(&paths, skeleton, motions)?.as_bytes())?;
        }
        if let Some(file) = &self.html {
            let title = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy();
            let path = if let [path] = paths[..] { Some(path) } else { None };
            save(file, found_motion_page(&title, skeleton, path, motions)?.as_bytes())?;
        }
        Ok(())
    }
}

/// The motion with the name of its file.
fn named_after(mut motion: FoundMotion, path: &Path) -> FoundMotion {
    let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    motion.clip = motion.clip.renamed(name.clone());
    motion.uncleaned = motion.uncleaned.renamed(name);
    motion
}

/// All that is known of one motion.
fn figures(graph: &MotionGraph, motion: &FoundMotion, output: &Path) -> Value {
    let set = graph.set();
    let source = |clip: usize, frame: usize| {
        let c = &set.clips[clip];
        json!({
            "clip": c.source,
            "is_mirrored": c.is_mirrored,
            "seconds": c.source_start + frame as f64 / set.frame_rate,
        })
    };
    let segments: Vec<Value> = motion
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
        .collect();
    json!({
        "output": path_json(output),
        "seconds": motion.report.seconds,
        "transitions": motion.report.transitions,
        "report": Report::of(&motion.report).figures,
        "segments": segments,
        "plants": io::plants_to_json(&motion.plants),
    })
}
