//! One file: read it, change its clips, write it, and collect its reports and notes.

use super::{ClipCommand, EditedClip, file_name, heights_csv};
use crate::files::{all_notes, encode, named, no_clip, pick_clip};
use crate::output::{notes_json, path_json, save};
use crate::table;
use serde_json::{Map, Value, json};
use std::path::Path;
use surefoot::io::{Document, Format};
use surefoot::ops::Progress;
use surefoot::{Clip, Note, Result};
use surefoot_page::{BalancedClip, balanced_page, edited_page};

/// What is left of a file once it is written: a batch of thousands must not keep their meshes and clips.
pub(super) struct EditedFile {
    pub figures: Value,
    /// For one file alone.
    pub text: String,
    /// For the table of many.
    pub row: Vec<String>,
    /// About this file; what the command says of its arguments is in `figures` only.
    pub notes: Vec<Note>,
    pub page: Option<String>,
    pub heights: Option<String>,
}

pub(super) fn edit_file(
    command: &impl ClipCommand,
    input: &Path,
    target: &Path,
    progress: &Progress<'_>,
) -> Result<EditedFile> {
    let flags = command.flags();
    let format = Format::from_path(target)?;
    let document = flags.read.read(input)?;
    if document.clips.is_empty() {
        return Err(no_clip(&document));
    }
    let chosen = flags.clip.as_deref().map(|wanted| pick_clip(&document, wanted)).transpose()?;
    let chosen = match chosen {
        Some(index) => index..index + 1,
        None => 0..document.clips.len(),
    };
    let mut notes = all_notes(&document);
    let mut clips = document.clips.clone();
    let mut edited = Vec::with_capacity(chosen.len());
    for index in chosen.clone() {
        let share = |done: f64| (edited.len() as f64 + done) / chosen.len() as f64;
        let tell = |done: f64| progress.report(share(done)).is_ok();
        let one = command.edit(&document, &document.clips[index], &Progress::new(&tell));
        let one = one.map_err(|error| named(error, &document))?;
        clips[index] = one.clip.clone();
        notes.extend(notes_of(&one, (chosen.len() > 1).then(|| document.clips[index].name())));
        edited.push(one);
    }
    let encoded = encode(&document, &clips, format)?;
    save(target, &encoded.bytes)?;
    notes.extend(encoded.notes);
    let all: Vec<Note> = command.notes().into_iter().chain(notes.iter().cloned()).collect();
    let before = &document.clips[chosen];
    Ok(EditedFile {
        figures: json!({
            "input": path_json(input),
            "output": path_json(target),
            "clips": before.iter().zip(&edited).map(|(before, one)| clip_figures(before, one)).collect::<Vec<_>>(),
            "notes": notes_json(&all),
        }),
        text: text(before, &edited, target),
        row: row(command, input, &edited),
        page: flags.html.is_some().then(|| page(command, &document, before, &edited, &all)).transpose()?,
        heights: flags
            .heights
            .is_some()
            .then(|| {
                let pairs: Vec<_> =
                    before.iter().zip(&edited).map(|(before, one)| (before, &one.clip)).collect();
                heights_csv(&document.skeleton, &pairs)
            })
            .transpose()?,
        notes,
    })
}

/// What is said about one clip, with its name where the file has several.
fn notes_of(one: &EditedClip, name: Option<&str>) -> Vec<Note> {
    // The command says in its own words which flags have no effect.
    let of_report = one.report.notes.iter().filter(|note| note.code != "idle-option");
    let named = |note: &Note| match (name, &note.about) {
        (Some(name), Some(about)) => note.clone().about(format!("clip '{name}', {about}")),
        (Some(name), None) => note.clone().about(format!("clip '{name}'")),
        (None, _) => note.clone(),
    };
    // Finding plants and holding them may both see the same jump.
    let mut notes: Vec<Note> = Vec::new();
    for note in one.notes.iter().chain(of_report).map(named) {
        if !notes.iter().any(|other| {
            (other.code, &other.frames) == (note.code, &note.frames) && other.about == note.about
        }) {
            notes.push(note);
        }
    }
    notes
}

fn clip_figures(before: &Clip, one: &EditedClip) -> Value {
    let mut figures = Map::new();
    figures.insert("name".into(), before.name().into());
    figures.insert("frame_count".into(), one.clip.frame_count().into());
    figures.insert("frame_rate".into(), one.clip.frame_rate().into());
    figures.insert("report".into(), one.report.figures.clone());
    figures.extend(one.figures.clone());
    figures.into()
}

fn text(before: &[Clip], edited: &[EditedClip], target: &Path) -> String {
    let mut out = String::new();
    for (before, one) in before.iter().zip(edited) {
        if edited.len() > 1 {
            out.push_str(&format!("{}: {}\n", before.name(), one.report.summary));
        } else {
            if !one.rows.is_empty() {
                out.push_str(&format!("{}\n", table::render(&one.rows)));
            }
            out.push_str(&format!("{}\n", one.report.summary));
        }
    }
    out.push_str(&format!("wrote {}", target.display()));
    out
}

fn row(command: &impl ClipCommand, input: &Path, edited: &[EditedClip]) -> Vec<String> {
    let mut row = vec![file_name(input), edited.len().to_string()];
    row.extend(command.columns().iter().map(|column| column.cell(edited)));
    if command.columns().is_empty() {
        row.push(match edited {
            [one] => one.report.summary.clone(),
            several => format!("{} clips changed", several.len()),
        });
    }
    row
}

fn page(
    command: &impl ClipCommand,
    document: &Document,
    before: &[Clip],
    edited: &[EditedClip],
    notes: &[Note],
) -> Result<String> {
    let name = file_name(&document.path);
    let (skeleton, skins, ground) = (&document.skeleton, &document.skins, command.ground());
    let balanced: Option<Vec<BalancedClip<'_>>> = before
        .iter()
        .zip(edited)
        .map(|(before, one)| {
            let [from, to] = one.balance.as_ref()?;
            Some(BalancedClip {
                before,
                after: &one.clip,
                plants: one.plants.as_ref(),
                measured: [from, to],
                summary: one.report.summary.clone(),
                figures: one.rows.clone(),
            })
        })
        .collect();
    if let Some(clips) = balanced {
        return balanced_page(&name, "Correction", notes, skeleton, skins, &clips, ground);
    }
    let shown: Vec<_> = before
        .iter()
        .zip(edited)
        .map(|(before, one)| surefoot_page::EditedClip {
            before,
            after: &one.clip,
            plants: one.plants.as_ref(),
            summary: one.report.summary.clone(),
            figures: one.rows.clone(),
            depths: one.depths.as_ref().map(|[before, after]| [before, after]),
        })
        .collect();
    edited_page(&name, "Figures", notes, skeleton, skins, &shown, ground)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;
    use crate::edit::EditFlags;
    use std::sync::Mutex;
    use surefoot::io::{Convention, NewFile, encode_new, write_bytes};
    use surefoot::{Edited, Error, Report, TrimClipOptions, trim_clip};

    /// Says that it is half done, then trims nothing.
    struct Half(EditFlags);

    impl ClipCommand for Half {
        fn name(&self) -> &str {
            "half"
        }

        fn flags(&self) -> &EditFlags {
            &self.0
        }

        fn edit(&self, document: &Document, clip: &Clip, progress: &Progress<'_>) -> Result<EditedClip> {
            progress.report(0.5)?;
            let Edited { clip, report, .. } =
                trim_clip(&document.skeleton, clip, &TrimClipOptions::default())?;
            let report = Report::of(&report);
            Ok(EditedClip {
                clip,
                report,
                rows: Vec::new(),
                notes: Vec::new(),
                plants: None,
                figures: Map::new(),
                depths: None,
                balance: None,
            })
        }
    }

    #[test]
    fn the_progress_of_each_clip_is_its_part_of_the_file_and_may_cancel() {
        let skeleton = surefoot_sample::biped_skeleton(&Default::default()).unwrap();
        let clip = surefoot_sample::walk(&skeleton, &Default::default()).unwrap().clip;
        let clips = [clip.clone().renamed("one"), clip.renamed("two")];
        let file =
            NewFile { skeleton: &skeleton, clips: &clips, skins: &[], convention: Convention::default() };
        let folder = tempfile::tempdir().unwrap();
        let (input, target) = (folder.path().join("in.glb"), folder.path().join("out.glb"));
        write_bytes(&input, &encode_new(Format::Glb, &file).unwrap().bytes).unwrap();
        let told = Mutex::new(Vec::new());
        let tell = |share: f64| {
            told.lock().unwrap().push(share);
            true
        };
        let command = Half(EditFlags::default());
        edit_file(&command, &input, &target, &Progress::new(&tell)).unwrap();
        assert_eq!(*told.lock().unwrap(), [0.25, 0.75]);
        std::fs::remove_file(&target).unwrap();
        let stop = |share: f64| share < 0.5;
        let error = edit_file(&command, &input, &target, &Progress::new(&stop)).err().unwrap();
        assert!(error == Error::Cancelled && !target.exists(), "{error}");
    }
}
