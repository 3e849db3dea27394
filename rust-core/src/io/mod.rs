//! Reading and writing files; no other part of the crate touches them.
//!
//! A reader returns a [`Document`]: skeleton, clips and skins in the crate's convention (right-handed, Y up, metres), and what is
//! needed to write edited clips into a copy of the same file. Encoders return bytes; [`write_bytes`] writes them in one step.

mod atomic;
mod bvh;
mod collada;
mod document;
mod extras;
mod fbx;
mod gltf;
mod graph_file;
mod ground_file;
mod labels_file;
mod limits;
mod mass_model_file;
mod path_file;
mod picture_file;
mod plants_file;
mod read_file;
mod roles_file;
mod shape_grid_file;

pub use atomic::{PendingFile, write_bytes};
pub use document::{
    Convention, Document, Encoded, Format, MAX_FRAME_RATE, MIN_FRAME_RATE, NewFile, Note, ReadOptions,
    UnitOrigin, UpAxis,
};
pub use graph_file::{decode_graph, encode_graph, read_graph};
pub use ground_file::{parse_ground, read_ground};
pub use labels_file::{ClipLabels, LabelFile, parse_labels, read_labels};
pub use mass_model_file::{encode_mass_model, parse_mass_model, read_mass_model};
pub use path_file::{ANY_STYLE, PathFile, PathStyle, parse_path, read_path};
pub use picture_file::encode_png;
pub use plants_file::{
    PlantsFile, encode_plants, parse_plants, parse_plants_of, plants_to_json, read_plants, read_plants_of,
};
pub use roles_file::{encode_roles, parse_roles, read_roles};
pub use shape_grid_file::{ShapeGridJournal, decode_shape_grid, encode_shape_grid, read_shape_grid};

use crate::error::{Error, Result, check_length};
use crate::model::{Clip, Skeleton, Skin, standing_height};
use crate::ops::{FoundRoles, find_roles};
use document::Source;
use std::path::Path;

/// Reads a BVH, FBX, glTF, GLB or Collada file; the content decides, not the ending.
///
/// ```
/// use surefoot::io::{ReadOptions, read};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("walk.bvh");
/// # std::fs::write(&path, "HIERARCHY\nROOT hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n\
/// #     End Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.04\n0 1 0\n0 1 2\n")?;
/// // The file states no unit; this one was captured in centimetres.
/// let options = ReadOptions { unit_metres: Some(0.01), ..Default::default() };
/// let document = read(&path, &options)?;
/// let clip = &document.clips[0];
/// assert_eq!((clip.frame_count(), clip.frame_rate()), (2, 25.0));
/// assert!((clip.root_positions()[1].z - 0.02).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::Format`] with line or byte where its content is broken,
/// [`Error::Unsupported`] for a format or variety that is not read, [`Error::OptionOutOfRange`] for an option that
/// cannot be meant.
pub fn read(path: &Path, options: &ReadOptions) -> Result<Document> {
    read_bytes(path, &read_file::read_file(path)?, options)
}

/// As [`read`], from bytes in memory; `path` names them in messages and is where text glTF looks for its buffers.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{ReadOptions, read_bytes};
///
/// let error = read_bytes(Path::new("walk.bvh"), b"HIERARCHY\nROOT", &ReadOptions::default()).unwrap_err();
/// assert!(error.to_string().starts_with("walk.bvh: line 2"), "{error}");
/// ```
///
/// # Errors
/// As [`read`].
pub fn read_bytes(path: &Path, bytes: &[u8], options: &ReadOptions) -> Result<Document> {
    options.check()?;
    let mut document = match sniff(path, bytes)? {
        Format::Bvh => bvh::read(path, bytes, options)?,
        Format::Fbx => fbx::read(path, bytes, options)?,
        Format::Gltf | Format::Glb => gltf::read(path, bytes, options)?,
        Format::Collada => collada::read(path, bytes, options)?,
    };
    limits::check_document(&document)?;
    let found = find_roles(&document.skeleton);
    document.notes.extend(roles_warning(&found));
    document.set_roles(found.roles)?;
    document.notes.extend(size_warning(&document));
    Ok(document)
}

/// Heights in metres of bodies whose unit is not in doubt, from toddlers to giants of games.
const USUAL_HEIGHTS: std::ops::RangeInclusive<f64> = 0.25..=5.0;

/// What to tell a user whose character has the size of an insect or of a house.
fn size_warning(document: &Document) -> Option<Note> {
    let height = standing_height(&document.skeleton);
    let is_usual = height == 0.0 || USUAL_HEIGHTS.contains(&height);
    (!is_usual).then(|| {
        let unit = document.convention.unit_metres;
        let whose = match document.convention.unit_origin {
            UnitOrigin::Standard => "the unit of the format",
            UnitOrigin::Declared => "the unit the file states",
            UnitOrigin::Estimated => "the estimated unit",
            UnitOrigin::Given => "the given unit",
        };
        let figures = if height < 0.1 { format!("{height:.4}") } else { format!("{height:.2}") };
        Note::warning("unusual-size", format!(
                "the character is {figures} m tall by {whose} ({unit} m); limits in metres do not fit a body of this size"
            ))
    })
}

/// What to tell a user whose file lacks the legs that most operations need.
fn roles_warning(found: &FoundRoles) -> Option<Note> {
    if !found.is_biped {
        return found.notes.first().cloned();
    }
    let notes = found.notes.iter().map(Note::to_string).collect::<Vec<_>>().join("; ");
    let missing: Vec<String> = found.missing_legs().map(|role| role.to_string()).collect();
    (!missing.is_empty()).then(|| {
        let mut text = format!("could not tell which joint is the {}", missing.join(", "));
        if !notes.is_empty() {
            text = format!("{text} ({notes})");
        }
        Note::warning("roles-missing", text)
    })
}

fn sniff(path: &Path, bytes: &[u8]) -> Result<Format> {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if bytes.is_empty() {
        return Err(Error::format(path, crate::Place::File, "the file is empty"));
    }
    if bytes.starts_with(b"glTF") {
        Ok(Format::Glb)
    } else if bytes.starts_with(b"Kaydara FBX Binary") || start.starts_with(b"; FBX") {
        Ok(Format::Fbx)
    } else if start.get(..9).is_some_and(|word| word.eq_ignore_ascii_case(b"HIERARCHY")) {
        Ok(Format::Bvh)
    } else if start.starts_with(b"{") {
        Ok(Format::Gltf)
    } else if start.starts_with(b"<") {
        Ok(Format::Collada)
    } else {
        Format::from_path(path)
    }
}

/// Encodes the file `document` was read from with its clips replaced by `clips`, one for one. Everything that the
/// edits do not touch stays as it was in the source.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{ReadOptions, encode_edited, read_bytes};
/// # use surefoot::io::{Convention, Format, NewFile, encode_new};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let clips = [surefoot_sample::walk(&skeleton, &Default::default())?.clip];
/// # let file = NewFile { skeleton: &skeleton, clips: &clips, skins: &[], convention: Convention::default() };
/// # let bytes = encode_new(Format::Bvh, &file)?.bytes;
///
/// let document = read_bytes(Path::new("walk.bvh"), &bytes, &ReadOptions::default())?;
/// // Nothing was edited, so every byte is as it was.
/// assert_eq!(encode_edited(&document, &document.clips)?.bytes, bytes);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] if the number of clips differs or one is for another skeleton, [`Error::Unsupported`] where the source's variety cannot be
/// written (ASCII FBX) or the document was made in memory.
pub fn encode_edited(document: &Document, clips: &[Clip]) -> Result<Encoded> {
    if clips.len() != document.clips.len() {
        return Err(Error::Length {
            what: "edited clips".into(),
            expected: document.clips.len(),
            actual: clips.len(),
        });
    }
    clips.iter().chain(&document.clips).try_for_each(|clip| clip.check_skeleton(&document.skeleton))?;
    match &document.source {
        Source::Bvh(layout) => bvh::encode_edited(layout, document, clips),
        Source::Fbx(source) => fbx::encode_edited(source, document, clips),
        Source::Gltf(source) => gltf::encode_edited(source, document, clips),
        Source::None => Err(Error::Unsupported {
            path: document.path.clone(),
            text: "was not read from a file that can be written back; use encode_new".into(),
        }),
    }
}

/// As [`encode_edited`], into the other container of the same format: GLB from text glTF and text glTF from GLB, with
/// all that the file holds. The buffers come to lie inside the new file. For the document's own format this is
/// [`encode_edited`] itself.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{Format, ReadOptions, encode_edited_as, read_bytes};
/// # use surefoot::io::{Convention, NewFile, encode_new};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let clips = [surefoot_sample::walk(&skeleton, &Default::default())?.clip];
/// # let file = NewFile { skeleton: &skeleton, clips: &clips, skins: &[], convention: Convention::default() };
/// # let bytes = encode_new(Format::Gltf, &file)?.bytes;
///
/// let document = read_bytes(Path::new("walk.gltf"), &bytes, &ReadOptions::default())?;
/// let binary = encode_edited_as(&document, &document.clips, Format::Glb)?;
/// assert!(binary.bytes.starts_with(b"glTF"));
/// assert!(encode_edited_as(&document, &document.clips, Format::Fbx).is_err());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`encode_edited`]; [`Error::Unsupported`] for any other format, which takes [`encode_new`].
pub fn encode_edited_as(document: &Document, clips: &[Clip], format: Format) -> Result<Encoded> {
    if format == document.format {
        return encode_edited(document, clips);
    }
    match (&document.source, format) {
        (Source::Gltf(source), Format::Gltf | Format::Glb) => {
            gltf::change_container(source, encode_edited(document, clips)?)
        }
        _ => Err(Error::Unsupported {
            path: document.path.clone(),
            text: format!("{} cannot hold all of {}; use encode_new", format.name(), document.format.name()),
        }),
    }
}

/// Encodes a character that was given another shape, as [`grow_body`](crate::grow_body()) and
/// [`scale_character`](crate::scale_character()) do, in place of the one that `document` holds. Into a copy of its file where
/// that is glTF or GLB and can take the new shape: materials and textures stay. Else as a new file; what is lost then is in
/// the notes.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{Format, ReadOptions, encode_reshaped, read_bytes};
/// use surefoot::{GrowBodyOptions, grow_body};
/// # use surefoot::io::{Convention, NewFile, encode_new};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let file = NewFile { skeleton: &biped.skeleton, clips: &[], skins: &[biped.skin], convention: Convention::default() };
/// # let bytes = encode_new(Format::Glb, &file)?.bytes;
///
/// let document = read_bytes(Path::new("hero.glb"), &bytes, &ReadOptions::default())?;
/// let options = GrowBodyOptions::default().trunk(1.3);
/// let grown = grow_body(&document.skeleton, &document.skins, &[], &options)?;
/// let encoded = encode_reshaped(&document, Format::Glb, &grown.skeleton, &grown.skins, &document.clips)?;
/// let again = read_bytes(Path::new("heavy.glb"), &encoded.bytes, &ReadOptions::default())?;
/// assert_eq!(again.skins[0].data().positions, grown.skins[0].data().positions);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`encode_new`]; [`Error::Length`] if the number of clips differs from the document's.
pub fn encode_reshaped(
    document: &Document,
    format: Format,
    skeleton: &Skeleton,
    skins: &[Skin],
    clips: &[Clip],
) -> Result<Encoded> {
    check_length("clips", document.clips.len(), clips.len())?;
    clips.iter().try_for_each(|clip| clip.check_skeleton(skeleton))?;
    skins.iter().try_for_each(|skin| skin.check_skeleton(skeleton))?;
    if let (Source::Gltf(source), Format::Gltf | Format::Glb) = (&document.source, format)
        && skeleton.joint_count() == document.skeleton.joint_count()
        && let Some(encoded) = gltf::encode_reshaped(source, document, skeleton, skins, clips)?
    {
        return if format == document.format { Ok(encoded) } else { gltf::change_container(source, encoded) };
    }
    let convention = if format == document.format { document.convention } else { Convention::default() };
    let mut encoded = encode_new(format, &NewFile { skeleton, clips, skins, convention })?;
    encoded.notes.extend(document.losses());
    Ok(encoded)
}

/// Encodes a new file of that format. What a document's file holds beyond the model is not in it: see
/// [`Document::losses`]. What the format cannot hold is named in the notes.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{Convention, Format, NewFile, ReadOptions, encode_new, read_bytes};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let clips = [surefoot_sample::walk(&skeleton, &Default::default())?.clip];
///
/// let file = NewFile { skeleton: &skeleton, clips: &clips, skins: &[], convention: Convention::default() };
/// for format in [Format::Bvh, Format::Fbx, Format::Glb] {
///     let encoded = encode_new(format, &file)?;
///     let document = read_bytes(Path::new("walk"), &encoded.bytes, &ReadOptions::default())?;
///     assert_eq!(document.clips[0].frame_count(), clips[0].frame_count());
/// }
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] where nothing sensible can be written, such as a BVH without a clip; [`Error::Length`] or
/// [`Error::Invalid`] if a clip or a skin is for another skeleton.
pub fn encode_new(format: Format, file: &NewFile<'_>) -> Result<Encoded> {
    file.clips.iter().try_for_each(|clip| clip.check_skeleton(file.skeleton))?;
    file.skins.iter().try_for_each(|skin| skin.check_skeleton(file.skeleton))?;
    match format {
        Format::Bvh => bvh::encode_new(file),
        Format::Fbx => fbx::encode_new(file),
        Format::Gltf | Format::Glb => gltf::encode_new(format, file),
        Format::Collada => Err(Error::invalid("format", "Collada is read, not written; use .glb or .fbx")),
    }
}
