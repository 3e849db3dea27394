//! `surefoot remove-footskate`: one file, or many at once.

use super::detect_plants::detection_warnings;
use crate::files::{all_warnings, encode, explained, no_clip, pick_clip, refuse_collisions};
use crate::flags::{OperationFlags, ReadFlags};
use crate::output::{Output, path_json, save, warnings_json};
use crate::table;
use clap::Args;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use surefoot::io::{self, Document, Format};
use surefoot::kinematics::{BodyPoints, world_poses};
use surefoot::ops::measure_footskate::{PublishedScores, published_scores};
use surefoot::{
    Clip, DetectPlantsOptions, Error, FootskateMethod, FootskateSolver, Ground, Plants,
    RemoveFootskateOptions, RemoveFootskateReport, Result, Skeleton, Warning, detect_plants,
    remove_footskate,
};

/// Stop planted feet (and hands) from sliding
///
/// Plants are found automatically unless a file gives them. The result goes into a copy of the input: everything but
/// the changed curves is kept.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot remove-footskate walk.bvh clean.bvh --html page.html\n  surefoot remove-footskate hero.fbx clean.fbx --plants plants.json --report report.json\n  surefoot remove-footskate *.bvh --out-dir cleaned/"
)]
pub(crate) struct RemoveFootskateArgs {
    /// IN OUT, or any number of inputs with --out-dir
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write each result under its own name into this folder
    #[arg(long, value_name = "FOLDER")]
    out_dir: Option<PathBuf>,
    /// Plants to use instead of automatic ones (see detect-plants)
    #[arg(long, value_name = "FILE")]
    plants: Option<PathBuf>,
    /// With --plants: keep automatic plants where the file says nothing
    #[arg(long, requires = "plants")]
    merge_plants: bool,
    /// Search plants of wrists and fingertips as well
    #[arg(long)]
    hands: bool,
    /// JSON file with the ground: a plane, a height field or triangles; feet are kept out of it
    #[arg(long, value_name = "FILE")]
    ground: Option<PathBuf>,
    /// Only this clip: its name, or its number from 1; the others stay as they are
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,
    /// Write all figures as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write a page that plays before and after, with curves and figures
    #[arg(long, value_name = "PAGE", conflicts_with = "out_dir")]
    html: Option<PathBuf>,
    /// Write the heights of all foot and hand points over time, before and after, as CSV
    #[arg(long, value_name = "FILE", conflicts_with = "out_dir")]
    heights: Option<PathBuf>,
    #[command(flatten)]
    options: OperationFlags<RemoveFootskateOptions>,
    #[command(flatten)]
    read: ReadFlags,
}

/// One clip before and after.
struct CleanedClip {
    before: Clip,
    after: Clip,
    plants: Plants,
    report: RemoveFootskateReport,
    /// What the detector saw; `None` where a file gave all plants.
    detection: Option<Value>,
    /// Scores as papers define them, before and after, for comparison.
    published: [Option<PublishedScores>; 2],
}

/// What is left of a file once it is written: a batch of thousands must not keep their meshes and clips.
struct CleanedFile {
    figures: Value,
    /// For one file alone.
    text: String,
    /// For the table of many.
    row: Vec<String>,
    warnings: Vec<Warning>,
    page: Option<String>,
    heights: Option<String>,
}

pub(crate) fn run(args: &RemoveFootskateArgs, output: &Output) -> Result<()> {
    let jobs = output.checked(args.jobs());
    let ground = args.ground.as_deref().map(io::read_ground).transpose()?;
    let progress = output.progress(jobs.len() as u64, "cleaning");
    let results: Vec<(&PathBuf, Result<CleanedFile>)> = jobs
        .par_iter()
        .map(|(input, target)| {
            let result = args.clean_file(input, target, ground.as_ref());
            progress.inc(1);
            (input, result)
        })
        .collect();
    progress.finish_and_clear();
    let figures = figures(&results);
    if let Some(path) = &args.report {
        save(path, format!("{figures:#}\n").as_bytes())?;
    }
    if let (Some(path), Some((_, Ok(CleanedFile { page: Some(page), .. })))) = (&args.html, results.first()) {
        save(path, page.as_bytes())?;
    }
    if let (Some(path), Some((_, Ok(CleanedFile { heights: Some(heights), .. })))) =
        (&args.heights, results.first())
    {
        save(path, heights.as_bytes())?;
    }
    for (input, result) in &results {
        match result {
            Ok(file) => output.warnings(input, &file.warnings),
            Err(error) if results.len() > 1 => output.failure(input, error),
            Err(_) => {}
        }
    }
    let text = match results.as_slice() {
        [(_, Ok(file))] => file.text.clone(),
        [_] => String::new(),
        many => many_files_text(many),
    };
    if !text.is_empty() || results.len() > 1 {
        output.result(&text, &figures);
    }
    let failed = results.iter().filter(|(_, result)| result.is_err()).count();
    match (failed, results.len()) {
        (0, _) => Ok(()),
        (_, 1) => results.into_iter().next().map_or(Ok(()), |(_, result)| result.map(|_| ())),
        (failed, total) => {
            Err(Error::invalid("remove-footskate", format!("{failed} of {total} files failed")))
        }
    }
}

impl RemoveFootskateArgs {
    /// Inputs and where their results go.
    fn jobs(&self) -> Result<Vec<(PathBuf, PathBuf)>> {
        let fail = |text: String| Err(Error::invalid("remove-footskate", text));
        if self.hands && self.plants.is_some() && !self.merge_plants {
            let text =
                "--hands searches plants, but --plants gives them all; add --merge-plants, or leave one out";
            return fail(text.into());
        }
        let jobs: Vec<(PathBuf, PathBuf)> = match (&self.out_dir, self.files.as_slice()) {
            (Some(folder), files) => {
                if self.plants.is_some() && files.len() > 1 {
                    return fail("--plants belongs to one clip; clean that file alone".into());
                }
                std::fs::create_dir_all(folder).map_err(|e| Error::io(folder, &e))?;
                files
                    .iter()
                    .map(|file| (file.clone(), folder.join(file.file_name().unwrap_or(file.as_os_str()))))
                    .collect()
            }
            (None, [input, output]) => vec![(input.clone(), output.clone())],
            (None, files) => {
                return fail(format!(
                    "takes IN OUT, or --out-dir for many inputs; {} files were given",
                    files.len()
                ));
            }
        };
        let mut inputs: Vec<&Path> = jobs.iter().map(|(input, _)| input.as_path()).collect();
        inputs.extend(
            [&self.plants, &self.ground, &self.read.roles].into_iter().flatten().map(PathBuf::as_path),
        );
        let mut outputs: Vec<&Path> = jobs.iter().map(|(_, output)| output.as_path()).collect();
        outputs.extend([&self.report, &self.html, &self.heights].into_iter().flatten().map(PathBuf::as_path));
        refuse_collisions(&inputs, &outputs)?;
        jobs.iter().try_for_each(|(_, target)| Format::from_path(target).map(|_| ()))?;
        Ok(jobs)
    }

    fn clean_file(&self, input: &Path, target: &Path, ground: Option<&Ground>) -> Result<CleanedFile> {
        let format = Format::from_path(target)?;
        let document = self.read.read(input)?;
        if document.clips.is_empty() {
            return Err(no_clip(&document));
        }
        if self.plants.is_some() && self.clip.is_none() && document.clips.len() > 1 {
            let text = "holds several clips, the plants belong to one; choose it with --clip";
            return Err(Error::invalid(input.display().to_string(), text));
        }
        let chosen = self.clip.as_deref().map(|wanted| pick_clip(&document, wanted)).transpose()?;
        let mut clips = document.clips.clone();
        let mut cleaned = Vec::new();
        let mut warnings = all_warnings(&document);
        warnings.extend(self.ignored_options());
        for (index, clip) in document.clips.iter().enumerate() {
            if chosen.is_some_and(|chosen| chosen != index) {
                continue;
            }
            let one = self
                .clean_clip(&document, clip, ground, &mut warnings)
                .map_err(|e| explained(e, &document))?;
            clips[index] = one.after.clone();
            cleaned.push(one);
        }
        let encoded = encode(&document, &clips, format)?;
        save(target, &encoded.bytes)?;
        warnings.extend(encoded.warnings);
        Ok(CleanedFile {
            figures: file_figures(input, target, &cleaned, &warnings),
            text: one_file_text(target, &cleaned),
            row: row(input, &cleaned),
            page: self.html.is_some().then(|| page(&document, &cleaned, &warnings, ground)),
            heights: self.heights.is_some().then(|| heights_csv(&document.skeleton, &cleaned)),
            warnings,
        })
    }

    fn clean_clip(
        &self,
        document: &Document,
        clip: &Clip,
        ground: Option<&Ground>,
        warnings: &mut Vec<Warning>,
    ) -> Result<CleanedClip> {
        let (plants, detection) = self.plants_of(document, clip, ground, warnings)?;
        let edited = remove_footskate(&document.skeleton, clip, &plants, ground, &self.options.0)?;
        let published =
            [clip, &edited.clip].map(|c| published_scores(&document.skeleton, c, &plants, ground));
        let (before, after, report) = (clip.clone(), edited.clip, edited.report);
        Ok(CleanedClip { before, after, plants, report, detection, published })
    }

    /// Options that were given but that the chosen method or solver does not read.
    fn ignored_options(&self) -> Option<Warning> {
        let options = &self.options.0;
        let is_limbs = options.method == FootskateMethod::Limbs;
        let is_windowed = is_limbs && options.solver == FootskateSolver::Windowed;
        let is_read = |name: &str| match name {
            "solver" => is_limbs,
            "rounds" => is_limbs && !is_windowed,
            "window" | "anchor_window" | "damping_angle" => is_windowed,
            "lower_body" => options.method == FootskateMethod::FootRooted,
            _ => true,
        };
        let flags: Vec<String> = self
            .options
            .1
            .iter()
            .filter(|name| !is_read(name))
            .map(|name| format!("--{}", name.replace('_', "-")))
            .collect();
        (!flags.is_empty()).then(|| Warning {
            code: "ignored-option",
            text: format!("{} has no effect with this method and solver", flags.join(", ")),
        })
    }

    /// The plants to hold, and what the detector saw if it was asked.
    fn plants_of(
        &self,
        document: &Document,
        clip: &Clip,
        ground: Option<&Ground>,
        warnings: &mut Vec<Warning>,
    ) -> Result<(Plants, Option<Value>)> {
        let given = self
            .plants
            .as_deref()
            .map(|path| io::read_plants_of(path, &document.skeleton, clip))
            .transpose()?
            .map(|file| {
                warnings.extend(file.warnings);
                file.plants
            });
        if let (Some(given), false) = (&given, self.merge_plants) {
            return Ok((given.clone(), None));
        }
        let options = DetectPlantsOptions { hands: self.hands, ..DetectPlantsOptions::default() };
        let found = detect_plants(&document.skeleton, clip, ground, &options)?;
        warnings.extend(detection_warnings(&found, clip));
        if !found.slides.is_empty() {
            let spans: Vec<String> = found
                .slides
                .iter()
                .map(|s| format!("{} {}..{}", s.side.name(), s.frames.start, s.frames.end))
                .collect();
            let text = format!(
                "clip '{}': feet that truly slide were left alone: {}",
                clip.name(),
                spans.join(", ")
            );
            warnings.push(Warning { code: "slides", text });
        }
        let detection = Some(found.report_json());
        match given {
            Some(given) => Ok((surefoot::merge_plants(&found.plants, &given)?, detection)),
            None => Ok((found.plants, detection)),
        }
    }
}

fn figures(results: &[(&PathBuf, Result<CleanedFile>)]) -> Value {
    let files: Vec<Value> = results
        .iter()
        .map(|(input, result)| match result {
            Ok(file) => file.figures.clone(),
            Err(error) => json!({ "input": path_json(input), "error": error.to_string() }),
        })
        .collect();
    json!({ "files": files })
}

fn file_figures(input: &Path, target: &Path, clips: &[CleanedClip], warnings: &[Warning]) -> Value {
    json!({
        "input": path_json(input),
        "output": path_json(target),
        "clips": clips.iter().map(|c| json!({
            "name": c.before.name(),
            "plants": io::plants_to_json(&c.plants),
            "report": c.report,
            "detection": c.detection,
            "published_scores": { "before": c.published[0], "after": c.published[1] },
        })).collect::<Vec<_>>(),
        "warnings": warnings_json(warnings),
    })
}

/// Height of every point on every frame, before and after, metres (KO-13 e).
fn heights_csv(skeleton: &Skeleton, clips: &[CleanedClip]) -> String {
    let points = BodyPoints::new(skeleton);
    let mut out = String::from("clip,frame,seconds");
    for (point, _) in points.iter() {
        let _ = write!(out, ",{point}_before,{point}_after");
    }
    for clip in clips {
        let poses = [&clip.before, &clip.after].map(|clip| world_poses(skeleton, clip));
        let name = clip.before.name().replace('"', "\"\"");
        for frame in 0..clip.before.frame_count() {
            let _ = write!(out, "\n\"{name}\",{frame},{:.6}", frame as f64 * clip.before.frame_time());
            for (_, at) in points.iter() {
                for poses in &poses {
                    let _ = write!(out, ",{:.6}", poses.point(frame, at.joint, &at.offset).y);
                }
            }
        }
    }
    out.push('\n');
    out
}

fn one_file_text(target: &Path, clips: &[CleanedClip]) -> String {
    let mut out = String::new();
    for clip in clips {
        if clips.len() > 1 {
            out.push_str(&format!("{}: {}\n", clip.before.name(), clip.report.summary()));
        } else {
            out.push_str(&table::render(&surefoot_page::footskate_rows(&clip.report)));
            out.push_str(&format!("\n{}\n", clip.report.summary()));
        }
        for line in surefoot_page::unmet(&clip.report) {
            out.push_str(&format!("  {line}\n"));
        }
    }
    out.push_str(&format!("wrote {}", target.display()));
    out
}

fn row(input: &Path, clips: &[CleanedClip]) -> Vec<String> {
    let mean = |value: fn(&RemoveFootskateReport) -> f64| {
        clips.iter().map(|c| value(&c.report)).sum::<f64>() / clips.len().max(1) as f64
    };
    vec![
        file_name(input),
        clips.len().to_string(),
        clips.iter().map(|c| c.report.plants).sum::<usize>().to_string(),
        format!("{:.2}", 100.0 * mean(|r| r.before.slide_mean)),
        format!("{:.2}", 100.0 * mean(|r| r.after.slide_mean)),
        format!("{:.2}", 100.0 * mean(|r| r.after.pose_change_mean)),
        clips.iter().map(|c| c.report.missed.len()).sum::<usize>().to_string(),
    ]
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn many_files_text(results: &[(&PathBuf, Result<CleanedFile>)]) -> String {
    let head = ["file", "clips", "plants", "slide cm/s", "→", "pose cm", "missed"].map(String::from).to_vec();
    let rows = results.iter().map(|(input, result)| match result {
        Ok(file) => file.row.clone(),
        Err(_) => vec![file_name(input), "failed".into()],
    });
    table::render(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
}

fn page(document: &Document, clips: &[CleanedClip], warnings: &[Warning], ground: Option<&Ground>) -> String {
    let shown: Vec<_> = clips
        .iter()
        .map(|c| surefoot_page::BeforeAfter {
            before: &c.before,
            after: &c.after,
            plants: &c.plants,
            report: &c.report,
        })
        .collect();
    let mut notes: Vec<String> = warnings.iter().map(|w| w.text.clone()).collect();
    notes.extend(clips.iter().flat_map(|clip| surefoot_page::unmet(&clip.report)));
    let name = file_name(&document.path);
    surefoot_page::footskate_page(&name, notes, &document.skeleton, &document.skins, &shown, ground)
}
