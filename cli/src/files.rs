//! What every command that writes a character file does: choose clips, choose a way to encode, refuse to overwrite
//! the input.

use std::path::Path;
use surefoot::io::{self, Convention, Document, Encoded, Format, NewFile};
use surefoot::{Clip, Error, Result, Warning};

/// Writing in place would lose the original.
pub(crate) fn refuse_same_file(input: &Path, output: &Path) -> Result<()> {
    let same = matches!((input.canonicalize(), output.canonicalize()), (Ok(a), Ok(b)) if a == b);
    if same {
        return Err(Error::invalid(
            output.display().to_string(),
            "is the input itself; name another output file",
        ));
    }
    Ok(())
}

/// The number of the clip of that name, or of that number counted from 1.
pub(crate) fn pick_clip(document: &Document, wanted: &str) -> Result<usize> {
    let by_name = document.clips.iter().position(|clip| clip.name() == wanted);
    let by_number =
        || wanted.parse::<usize>().ok().filter(|n| (1..=document.clips.len()).contains(n)).map(|n| n - 1);
    by_name.or_else(by_number).ok_or_else(|| {
        let mut names = document.clips.iter().map(Clip::name).take(12).collect::<Vec<_>>().join(", ");
        if document.clips.len() > 12 {
            names.push_str(", …");
        }
        let known = if names.is_empty() { "it has none".into() } else { format!("it has {names}") };
        Error::invalid(document.path.display().to_string(), format!("no clip is called '{wanted}'; {known}"))
    })
}

/// Encodes `clips` as `format`: into a copy of the source where that is possible, else as a new file.
pub(crate) fn encode(document: &Document, clips: &[Clip], format: Format) -> Result<Encoded> {
    if format == Format::Bvh && clips.is_empty() {
        return Err(Error::invalid(document.path.display().to_string(), "holds no clip; BVH needs one"));
    }
    if clips.len() == document.clips.len() {
        match io::encode_edited_as(document, clips, format) {
            // Another format, or a variety that cannot be edited in place (ASCII FBX), is written anew.
            Err(Error::Unsupported { .. }) => {}
            done => return done,
        }
    }
    let first_only = format == Format::Bvh && clips.len() > 1;
    let written = if first_only { &clips[..1] } else { clips };
    let keeps_convention = format == Format::Bvh || format == document.format;
    let convention = if keeps_convention { document.convention } else { Convention::default() };
    let file = NewFile { skeleton: &document.skeleton, clips: written, skins: &document.skins, convention };
    let mut encoded = io::encode_new(format, &file)?;
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
