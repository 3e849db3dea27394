//! What every command that writes a character file does: choose clips, choose a way to encode, refuse to overwrite
//! the input.

use crate::flags::ReadFlags;
use crate::output::{Output, path_json, save, warnings_json};
use serde_json::json;
use std::collections::HashSet;
use std::path::Path;
use surefoot::io::{self, Convention, Document, Encoded, Format, NewFile};
use surefoot::{Clip, Error, Result, Skeleton, Warning, check_clip};

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
            return fail("is an input; name another output file");
        }
        if !seen.insert(id) {
            return fail("would be written twice; give each output its own name");
        }
    }
    Ok(())
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
            format!("no clip is called '{wanted}'; it has {names}"),
        )
    })
}

/// A file without motion where motion is needed.
pub(crate) fn no_clip(document: &Document) -> Error {
    Error::invalid(document.path.display().to_string(), "holds a character without any clip")
}

/// `error` with what the reader found out about the skeleton, where it is about joints that could not be told.
pub(crate) fn explained(error: Error, document: &Document) -> Error {
    let Error::MissingRoles { missing } = &error else { return error };
    let about = |code: &&Warning| matches!(code.code, "roles-missing" | "not-a-biped");
    let reasons: Vec<&str> = document.warnings.iter().filter(about).map(|w| w.text.as_str()).collect();
    let why = if reasons.is_empty() { error.to_string() } else { reasons.join("; ") };
    let text = format!("needs the joints of: {missing}; {why}; the flag for such a file is --roles");
    Error::invalid(document.path.display().to_string(), text)
}

/// Reads a file, changes its clips (or the one chosen) and writes the result: what commands that edit clips share.
pub(crate) fn edit_clips(
    paths: [&Path; 2],
    chosen: Option<&str>,
    read: &ReadFlags,
    output: &Output,
    edit: impl Fn(&Skeleton, &Clip) -> Result<Clip>,
) -> Result<()> {
    let [input, target] = paths;
    let format = output.checked(Format::from_path(target));
    output.checked(refuse_collisions(&[input], &[target]));
    let document = read.read(input)?;
    let mut warnings = all_warnings(&document);
    output.warnings(input, &warnings);
    if document.clips.is_empty() {
        return Err(no_clip(&document));
    }
    let chosen = chosen.map(|wanted| pick_clip(&document, wanted)).transpose()?;
    let mut clips = document.clips.clone();
    let mut edited = Vec::new();
    for (index, clip) in clips.iter_mut().enumerate().filter(|(i, _)| chosen.is_none_or(|c| c == *i)) {
        *clip = edit(&document.skeleton, &document.clips[index]).map_err(|e| explained(e, &document))?;
        edited.push(json!({
            "name": clip.name(), "frame_count": clip.frame_count(), "frame_rate": clip.frame_rate(),
        }));
    }
    let encoded = encode(&document, &clips, format)?;
    output.warnings(target, &encoded.warnings);
    save(target, &encoded.bytes)?;
    warnings.extend(encoded.warnings);
    let text = format!("{} → {} (clips changed: {})", input.display(), target.display(), edited.len());
    let json = json!({
        "input": path_json(input), "output": path_json(target), "clips": edited, "warnings": warnings_json(&warnings),
    });
    output.result(&text, &json);
    Ok(())
}

/// The reader's warnings and those of every clip.
pub(crate) fn all_warnings(document: &Document) -> Vec<Warning> {
    let mut warnings = document.warnings.clone();
    for clip in &document.clips {
        for warning in check_clip(&document.skeleton, clip) {
            // One sentence is enough where 76 clips share a fault.
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
    }
    warnings
}

/// Encodes `clips` as `format`: into a copy of the source where that is possible, else as a new file.
pub(crate) fn encode(document: &Document, clips: &[Clip], format: Format) -> Result<Encoded> {
    if format == Format::Bvh && clips.is_empty() {
        return Err(Error::invalid(document.path.display().to_string(), "holds no clip; BVH needs one"));
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
            .warnings
            .push(Warning { code: "written-anew", text: format!("made as a new file: the source {why}") });
    }
    encoded.warnings.extend(document.losses());
    if first_only {
        encoded.warnings.push(Warning {
            code: "one-clip",
            text: format!(
                "BVH holds one clip: '{}' was written, {} others were not; choose with --clip",
                clips[0].name(),
                clips.len() - 1
            ),
        });
    }
    Ok(encoded)
}
