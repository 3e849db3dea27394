//! `surefoot view`: one HTML page that plays what files hold.

use crate::files::{pick_clip, refuse_collisions};
use crate::flags::ReadFlags;
use crate::output::{Output, note_line, notes_json, path_json, save};
use serde_json::json;
use std::path::{Path, PathBuf};
use surefoot::io::Document;
use surefoot::{Clip, DetectPlantsOptions, Note, Plants, Result, detect_plants};
use surefoot_page::{self as page, Actor, ActorClip, Page, Placement, Tint};

/// Curves beyond this many values would make the page heavy without being read.
const MAX_PLOT_VALUES: usize = 400_000;

/// Write an HTML page that plays clips in any browser, without a network
#[derive(Debug, Clone, clap::Args)]
#[command(
    after_help = "Example:\n  surefoot view walk.bvh -o walk.html\n  surefoot view before.fbx after.fbx --overlay -o compare.html"
)]
pub(crate) struct ViewArgs {
    /// BVH, FBX, GLB or glTF files; several are shown together
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The page to write; without it, the first file's name with the extension .html
    #[arg(short, long, value_name = "PAGE")]
    pub(crate) output: Option<PathBuf>,
    /// Place several characters next to each other (the default)
    #[arg(long, conflicts_with = "overlay")]
    pub(crate) side_by_side: bool,
    /// Show several characters where their clips put them
    #[arg(long)]
    pub(crate) overlay: bool,
    /// Show only this clip of each file, by name or by number from 1
    #[arg(long, value_name = "CLIP")]
    pub(crate) clip: Option<String>,
    /// Leave meshes out
    #[arg(long)]
    pub(crate) no_mesh: bool,
    /// Do not show plants
    #[arg(long)]
    pub(crate) no_plants: bool,
    #[command(flatten)]
    pub(crate) read: ReadFlags,
}

/// Reads the files and writes the page.
///
/// # Errors
/// What reading a file or writing the page gives; `Error::Invalid` for a clip that a file does not have.
pub(crate) fn run(args: &ViewArgs, out: &Output) -> Result<()> {
    let output = args.output.clone().unwrap_or_else(|| args.files[0].with_extension("html"));
    let inputs: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    out.checked(refuse_collisions(&inputs, &[&output]));
    let documents = args.files.iter().map(|file| args.read.read(file)).collect::<Result<Vec<_>>>()?;
    // On the page a note is told with its file, as several may be shown.
    let named = |document: &Document, note: &Note| {
        let file = file_name(&document.path);
        note.clone().about(note.about.as_ref().map_or(file.clone(), |about| format!("{file}, {about}")))
    };
    let notes: Vec<Note> =
        documents.iter().flat_map(|document| document.notes.iter().map(|n| named(document, n))).collect();
    let count = documents.len();
    let labels = labels(&args.files);
    let clips =
        documents.iter().map(|d| chosen_clips(d, args.clip.as_deref())).collect::<Result<Vec<_>>>()?;
    // A rig without two legs has no plants to show; that is no reason not to show it.
    let plants_of = |document: &Document, clip: &Clip| {
        let options = DetectPlantsOptions::default();
        detect_plants(&document.skeleton, clip, None, &options).ok().map(|found| found.plants)
    };
    let plants: Vec<Vec<Option<Plants>>> = documents
        .iter()
        .zip(&clips)
        .map(|(d, clips)| {
            clips.iter().map(|clip| if args.no_plants { None } else { plants_of(d, clip) }).collect()
        })
        .collect();
    let actors: Vec<Actor<'_>> = documents
        .iter()
        .enumerate()
        .map(|(index, document)| Actor {
            label: labels[index].clone(),
            tint: Tint::of_actor(index, count),
            skeleton: &document.skeleton,
            clips: clips[index]
                .iter()
                .zip(&plants[index])
                .map(|(clip, plants)| ActorClip { plants: plants.as_ref(), ..ActorClip::new(clip) })
                .collect(),
            skins: if args.no_mesh { &[] } else { &document.skins },
        })
        .collect();
    let frames: usize = actors.iter().flat_map(|a| &a.clips).map(|c| c.clip.frame_count()).sum();
    let plots = if frames * 4 <= MAX_PLOT_VALUES { page::foot_plots(&actors)? } else { Vec::new() };
    let html = page::render(&Page {
        title: actors.iter().map(|a| a.label.as_str()).collect::<Vec<_>>().join(", "),
        subtitle: subtitle(&actors),
        notes: notes.clone(),
        placement: if args.overlay { Placement::Overlaid } else { Placement::SideBySide },
        actors,
        plots,
        ..Page::default()
    })?;
    save(&output, html.as_bytes())?;
    notes.iter().for_each(|note| out.note(&note_line(None, note)));
    let text = format!("wrote {} ({:.1} MB)", output.display(), html.len() as f64 / 1e6);
    out.result(
        &text,
        &json!({ "output": path_json(&output), "bytes": html.len(), "notes": notes_json(&notes) }),
    );
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// File names; the path as it was given where two files share a name, numbered where one file comes twice.
fn labels(files: &[PathBuf]) -> Vec<String> {
    let shares_name = |file: &PathBuf| files.iter().filter(|f| f.file_name() == file.file_name()).count() > 1;
    let mut labels: Vec<String> = Vec::with_capacity(files.len());
    for (index, file) in files.iter().enumerate() {
        let label = if shares_name(file) { file.display().to_string() } else { file_name(file) };
        let earlier = files[..index].iter().filter(|f| *f == file).count();
        labels.push(if earlier == 0 { label } else { format!("{label} ({})", earlier + 1) });
    }
    labels
}

fn chosen_clips<'a>(document: &'a Document, wanted: Option<&str>) -> Result<Vec<&'a Clip>> {
    let Some(wanted) = wanted else { return Ok(document.clips.iter().collect()) };
    Ok(vec![&document.clips[pick_clip(document, wanted)?]])
}

fn subtitle(actors: &[Actor<'_>]) -> String {
    let [actor] = actors else { return format!("{} characters", actors.len()) };
    let joints = actor.skeleton.joint_count();
    match actor.clips.as_slice() {
        [] => format!("{joints} joints, rest pose"),
        [only] => format!(
            "{joints} joints, {} frames at {} fps",
            only.clip.frame_count(),
            trimmed(only.clip.frame_rate())
        ),
        several => format!("{joints} joints, {} clips", several.len()),
    }
}

/// At most two decimals, and none that say nothing: `120`, `29.97`.
fn trimmed(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot::Skeleton;
    use surefoot::math::{Quat, Vec3};
    use surefoot::model::Joint;
    use surefoot::model::clip::ClipData;

    fn document(names: &[&str]) -> Document {
        let skeleton = Skeleton::new(vec![Joint::new("root", None, Vec3::zeros())], vec![]).unwrap();
        let clip = |name: &&str| {
            let data = ClipData {
                name: (*name).into(),
                frame_rate: 30000.0 / 1001.0,
                rotations: vec![Quat::identity(); 2],
                root_positions: vec![Vec3::zeros(); 2],
                translations: vec![],
                scales: vec![],
            };
            Clip::new(&skeleton, data).unwrap()
        };
        let clips = names.iter().map(clip).collect();
        Document::new(skeleton, clips, vec![])
    }

    fn chosen(document: &Document, wanted: Option<&str>) -> Vec<String> {
        chosen_clips(document, wanted).unwrap().iter().map(|c| c.name().to_owned()).collect()
    }

    #[test]
    fn a_clip_is_chosen_by_name_before_number() {
        let document = document(&["walk", "run", "1"]);
        assert_eq!(chosen(&document, None), ["walk", "run", "1"]);
        assert_eq!(chosen(&document, Some("run")), ["run"]);
        assert_eq!(chosen(&document, Some("2")), ["run"]);
        assert_eq!(chosen(&document, Some("1")), ["1"]);
    }

    #[test]
    fn an_unknown_clip_lists_those_there_are() {
        let error = chosen_clips(&document(&["walk", "run"]), Some("3")).unwrap_err().to_string();
        assert!(error.contains("'3'") && error.contains("walk, run"), "{error}");
        let error = chosen_clips(&document(&[]), Some("walk")).unwrap_err().to_string();
        assert!(error.contains("no clip"), "{error}");
    }

    #[test]
    fn the_subtitle_tells_what_there_is() {
        let document = document(&["walk", "run"]);
        let actor = |count: usize| Actor {
            label: "a".into(),
            tint: Tint::Accent,
            skeleton: &document.skeleton,
            clips: document.clips[..count].iter().map(ActorClip::new).collect(),
            skins: &[],
        };
        assert_eq!(subtitle(&[actor(0)]), "1 joints, rest pose");
        assert_eq!(subtitle(&[actor(1)]), "1 joints, 2 frames at 29.97 fps");
        assert_eq!(subtitle(&[actor(2)]), "1 joints, 2 clips");
        assert_eq!(subtitle(&[actor(1), actor(1)]), "2 characters");
    }

    #[test]
    fn labels_tell_files_apart() {
        let of = |files: &[&str]| labels(&files.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(of(&["a/walk.bvh", "b/run.bvh"]), ["walk.bvh", "run.bvh"]);
        assert_eq!(of(&["a/walk.bvh", "b/walk.bvh"]), ["a/walk.bvh", "b/walk.bvh"]);
        assert_eq!(of(&["walk.bvh", "walk.bvh"]), ["walk.bvh", "walk.bvh (2)"]);
    }

    #[test]
    fn a_missing_file_is_named() {
        let args = ViewArgs {
            files: vec!["no-such-clip.bvh".into()],
            output: None,
            side_by_side: false,
            overlay: false,
            clip: None,
            no_mesh: false,
            no_plants: false,
            read: ReadFlags::default(),
        };
        assert!(run(&args, &Output::new(true, false)).unwrap_err().to_string().contains("no-such-clip.bvh"));
    }
}
