//! `surefoot build-motion-graph`: from clips to one graph file.

use crate::commands::graph_info::{GraphPictures, report_text};
use crate::files::{explained, refuse_collisions};
use crate::flags::{OperationFlags, ReadFlags};
use crate::output::{Output, notes_json, path_json, save};
use clap::Args;
use rayon::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};
use surefoot::io::{self, LabelFile};
use surefoot::model::Labels;
use surefoot::ops::motion_graph::GraphClip;
use surefoot::ops::{BuildMotionGraphOptions, Progress, build_motion_graph};
use surefoot::{Clip, DetectPlantsOptions, Error, Note, Plants, Report, Result, Skeleton, detect_plants};

/// Join clips into a motion graph: find where one clip can pass into another
///
/// Clips must be of one skeleton, or of skeletons that differ only in proportions. Plants are found automatically.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot build-motion-graph walks/*.bvh -o walks.sfgraph --mirror\n  surefoot build-motion-graph *.fbx -o all.sfgraph --labels labels.json --report report.json\n  surefoot build-motion-graph *.bvh -o all.sfgraph --grid-image grid.png --graph-image graph.svg"
)]
pub(crate) struct BuildMotionGraphArgs {
    /// BVH, FBX, GLB or glTF files
    #[arg(required = true, value_name = "CLIPS")]
    files: Vec<PathBuf>,
    /// The graph file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// JSON file with labels and groups of clips, by file name without extension; other clips are labelled automatically
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// Write all figures as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    pictures: GraphPictures,
    #[command(flatten)]
    options: OperationFlags<BuildMotionGraphOptions>,
    #[command(flatten)]
    read: ReadFlags,
}

struct Source {
    skeleton: Skeleton,
    clip: Clip,
    plants: Plants,
    labels: Option<Labels>,
    group: u32,
    notes: Vec<Note>,
}

pub(crate) fn run(args: &BuildMotionGraphArgs, output: &Output) -> Result<()> {
    let inputs: Vec<&Path> =
        args.files.iter().chain(&args.labels).chain(&args.read.roles).map(PathBuf::as_path).collect();
    let outputs: Vec<&Path> = std::iter::once(args.output.as_path())
        .chain(args.report.as_deref())
        .chain(args.pictures.files())
        .collect();
    output.checked(refuse_collisions(&inputs, &outputs));
    let labels = args.labels.as_deref().map(io::read_labels).transpose()?;
    let progress = output.progress(args.files.len() as u64, "reading");
    let sources = args
        .files
        .par_iter()
        .map(|file| {
            let sources = args.read_clips(file, labels.as_ref());
            progress.inc(1);
            sources
        })
        .collect::<Result<Vec<_>>>()?;
    progress.finish_and_clear();
    for (file, sources) in args.files.iter().zip(&sources) {
        sources.first().iter().for_each(|s| output.notes(file, &s.notes));
    }
    let sources: Vec<Source> = sources.into_iter().flatten().collect();
    if let (Some(file), Some(path)) = (&labels, &args.labels)
        && let Some(unknown) = file.clips().iter().find(|c| sources.iter().all(|s| s.clip.name() != c.clip))
    {
        let text = format!("no clip is called '{}'", unknown.clip);
        return Err(Error::invalid(path.display().to_string(), text));
    }
    let clips: Vec<GraphClip<'_>> = sources
        .iter()
        .map(|s| GraphClip {
            skeleton: &s.skeleton,
            clip: &s.clip,
            plants: &s.plants,
            labels: s.labels.as_ref(),
            group: s.group,
        })
        .collect();
    let bar = output.progress(100, "comparing");
    let tell = |share: f64| {
        bar.set_position((100.0 * share) as u64);
        true
    };
    let built = build_motion_graph(&clips, &args.options.0, &Progress::new(&tell))?;
    bar.finish_and_clear();
    save(&args.output, &io::encode_graph(&built.graph)?)?;
    let mut notes: Vec<Note> = sources.iter().flat_map(|s| s.notes.iter().cloned()).collect();
    notes.extend(built.report.notes.iter().cloned());
    let report = Report::of(&built.report).figures;
    let figures = json!({ "output": path_json(&args.output), "report": report, "notes": notes_json(&notes) });
    if let Some(path) = &args.report {
        save(path, format!("{figures:#}\n").as_bytes())?;
    }
    args.pictures.save(&built.graph)?;
    output.notes(&args.output, &built.report.notes);
    let text = format!("{}\nwrote {}", report_text(&built.report), args.output.display());
    output.result(&text, &figures);
    Ok(())
}

impl BuildMotionGraphArgs {
    fn read_clips(&self, file: &Path, labels: Option<&LabelFile>) -> Result<Vec<Source>> {
        let document = self.read.read(file)?;
        let stem = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        let single = document.clips.len() == 1;
        document
            .clips
            .iter()
            .map(|clip| {
                let name = if single { stem.clone() } else { format!("{stem}/{}", clip.name()) };
                let clip = clip.clone().renamed(name);
                let detected =
                    detect_plants(&document.skeleton, &clip, None, &DetectPlantsOptions::default())
                        .map_err(|e| explained(e, &document))?;
                let group = labels.map_or(0, |file| file.group(clip.name()));
                let labels = match labels {
                    Some(file) => file.labels(clip.name(), clip.frame_count())?,
                    None => None,
                };
                Ok(Source {
                    skeleton: document.skeleton.clone(),
                    notes: [document.notes.clone(), detected.report.notes].concat(),
                    plants: detected.plants,
                    labels,
                    group,
                    clip,
                })
            })
            .collect()
    }
}
