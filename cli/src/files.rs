//! What all commands that write a character file share: choosing clips and encoder, refusing to overwrite the input.

use std::collections::HashSet;
use std::path::Path;
use surefoot::io::{self, Convention, Document, Encoded, Format, NewFile};
use surefoot::{CheckClipOptions, Clip, Error, Note, Result, check_clip};

/// Refuses outputs that would replace an input or each other.
pub(crate) fn refuse_collisions(inputs: &[&Path], outputs: &[&Path]) -> Result<()> {
    // A file that does not exist yet is known by its folder and name.
    let identity = |path: &Path| {
        path.canonicalize().ok().or_else(|| {
            let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            Some(folder.canonicalize().ok()?.join(path.file_name()?))
        })
    };
    let inputs: HashSet<_> = inputs.iter().filter_map(|path| identity(path)).collect();
    let mut seen = HashSet::new();
    for output in outputs {
        let Some(id) = identity(output) else { continue };
        let fail = |text: &str| Err(Error::invalid(output.display().to_string(), text));
        if inputs.contains(&id) {
            return fail("is an input; choose another output file");
        }
        if !seen.insert(id) {
            return fail("would be written twice; give each output its own name");
        }
    }
    Ok(())
}

/// The format of a file that is to hold a mesh, by its name.
pub(crate) fn mesh_format(path: &Path) -> Result<Format> {
    match Format::from_path(path)? {
        Format::Bvh => {
            let text = "BVH holds no mesh; use .glb, .gltf or .fbx".to_owned();
            Err(Error::Unsupported { path: path.to_owned(), text })
        }
        Format::Collada => {
            let text = "Collada is read, not written; use .glb, .gltf or .fbx".to_owned();
            Err(Error::Unsupported { path: path.to_owned(), text })
        }
        format => Ok(format),
    }
}

/// Refuses a file name with another extension than the one that says what is written.
pub(crate) fn check_extension(path: &Path, extension: &str) -> Result<()> {
    if path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension)) {
        return Ok(());
    }
    Err(Error::Unsupported {
        path: path.to_owned(),
        text: format!("the file that is written needs the extension .{extension}"),
    })
}

/// The number of the clip of that name, or of that number counted from 1.
pub(crate) fn pick_clip(document: &Document, wanted: &str) -> Result<usize> {
    if document.clips.is_empty() {
        return Err(no_clip(document));
    }
    let by_name = document.clips.iter().position(|clip| clip.name() == wanted);
    let by_number =
        || wanted.parse::<usize>().ok().filter(|n| (1..=document.clips.len()).contains(n)).map(|n| n - 1);
    by_name.or_else(by_number).ok_or_else(|| {
        let mut names = document.clips.iter().map(Clip::name).take(12).collect::<Vec<_>>().join(", ");
        if document.clips.len() > 12 {
            names.push_str(", …");
        }
        Error::invalid(
            document.path.display().to_string(),
            format!("has no clip called '{wanted}'; its clips are {names}"),
        )
    })
}

/// A file without motion where motion is needed.
pub(crate) fn no_clip(document: &Document) -> Error {
    Error::invalid(document.path.display().to_string(), "has a character but no clip")
}

/// `error` as [`explained`], with the file where it is about what the file holds.
pub(crate) fn named(error: Error, document: &Document) -> Error {
    let path = document.path.display().to_string();
    match explained(error, document) {
        Error::Invalid { what, text } if !what.contains(&path) => {
            Error::invalid(path, format!("{what}: {text}"))
        }
        other => other,
    }
}

/// `error` with what the reader found out about the skeleton, where it is about joints that could not be told.
pub(crate) fn explained(error: Error, document: &Document) -> Error {
    let Error::MissingRoles { missing } = &error else { return error };
    let about = |note: &&Note| matches!(note.code, "roles-missing" | "not-a-biped");
    let reasons: Vec<String> = document.notes.iter().filter(about).map(|note| format!("; {note}")).collect();
    let text = format!(
        "could not find the joints of: {missing}{}; name them in a file: --roles FILE",
        reasons.concat()
    );
    Error::invalid(document.path.display().to_string(), text)
}

/// The reader's notes and those of every clip.
pub(crate) fn all_notes(document: &Document) -> Vec<Note> {
    let mut notes = document.notes.clone();
    for clip in &document.clips {
        // The reader made the clip for this skeleton, so nothing is refused.
        let checked = check_clip(&document.skeleton, clip, &CheckClipOptions::default());
        for note in checked.into_iter().flat_map(|report| report.notes) {
            // One sentence is enough where 76 clips share a fault.
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    notes
}

/// Encodes `clips` as `format`: into a copy of the source where that is possible, else as a new file.
pub(crate) fn encode(document: &Document, clips: &[Clip], format: Format) -> Result<Encoded> {
    if format == Format::Bvh && clips.is_empty() {
        return Err(Error::invalid(
            document.path.display().to_string(),
            "has no clip, and a BVH file needs one",
        ));
    }
    let mut anew = None;
    if clips.len() == document.clips.len() {
        match io::encode_edited_as(document, clips, format) {
            // Another format, or a variety that cannot be edited in place (ASCII FBX), is written anew.
            Err(Error::Unsupported { text, .. }) => anew = Some(text).filter(|_| format == document.format),
            done => return done,
        }
    }
    let first_only = format == Format::Bvh && clips.len() > 1;
    let written = if first_only { &clips[..1] } else { clips };
    let keeps_convention = format == Format::Bvh || format == document.format;
    let convention = if keeps_convention { document.convention } else { Convention::default() };
    let file = NewFile { skeleton: &document.skeleton, clips: written, skins: &document.skins, convention };
    let mut encoded = io::encode_new(format, &file)?;
    if let Some(why) = anew {
        encoded
            .notes
            .push(Note::warning("written-anew", format!("a new file was written, because the source {why}")));
    }
    encoded.notes.extend(document.losses());
    if first_only {
        encoded.notes.push(Note::warning(
            "one-clip",
            format!(
                "BVH holds one clip: '{}' was written, {} others were not",
                clips[0].name(),
                clips.len() - 1
            ),
        ));
    }
    Ok(encoded)
}
