//! Writing files.

use crate::*;
use surefoot::Skin;
use surefoot::io::{
    Convention, Encoded, Format, NewFile, UnitOrigin, encode_edited_as, encode_new, encode_reshaped, write_bytes,
};
use surefoot::model::Clip;

/// How a new file is written; start from surefoot_write_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_write_options {
    /// sizeof(surefoot_write_options).
    pub struct_size: usize,
    /// Metres per file unit, above 0; 1 is the default. glTF is in metres whatever this says.
    pub unit_metres: f64,
    /// The axis that points up, a SUREFOOT_UP_AXIS_ number; Y is the default. glTF has Y up whatever this says.
    pub up_axis: i64,
}

impl surefoot_write_options {
    fn defaults() -> Self {
        Self { struct_size: size_of::<Self>(), unit_metres: 1.0, up_axis: 1 }
    }

    fn to_core(self) -> Answer<Convention> {
        surefoot::io::ReadOptions { unit_metres: Some(self.unit_metres), ..Default::default() }.check()?;
        Ok(Convention {
            unit_metres: self.unit_metres,
            unit_origin: UnitOrigin::Given,
            up_axis: up_axis_of(self.up_axis)?,
        })
    }
}

/// Writes the default options; pass sizeof(surefoot_write_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_write_default_options(
    out_options: *mut surefoot_write_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_struct(out_options, struct_size, surefoot_write_options::defaults()))
}

/// The edited copy of a document's file.
fn edited(
    document: *const surefoot_document, clips: *const *const surefoot_clip, clip_count: usize,
    format: impl FnOnce() -> Answer<Format>,
) -> Answer<Encoded> {
    let document = input(document, "document")?.get();
    let clips = handles(clips, clip_count, "clips")?;
    let clips: Vec<Clip> = clips.into_iter().map(|c| c.get().clone()).collect();
    Ok(encode_edited_as(document, &clips, format()?)?)
}

/// What a new file is made of, as the caller passes it.
struct Parts {
    skeleton: *const surefoot_skeleton,
    clips: (*const *const surefoot_clip, usize),
    skins: (*const *const surefoot_skin, usize),
    options: *const surefoot_write_options,
}

impl Parts {
    fn encode(&self, format: impl FnOnce() -> Answer<Format>) -> Answer<Encoded> {
        let skeleton = input(self.skeleton, "skeleton")?.get();
        let clips: Vec<Clip> =
            handles(self.clips.0, self.clips.1, "clips")?.into_iter().map(|c| c.get().clone()).collect();
        let skins: Vec<Skin> =
            handles(self.skins.0, self.skins.1, "skins")?.into_iter().map(|s| s.get().clone()).collect();
        let options = sized_or_default(self.options, surefoot_write_options::defaults(), "options")?;
        clips.iter().try_for_each(|clip| clip.check_skeleton(skeleton))?;
        skins.iter().try_for_each(|skin| skin_fits(skeleton, skin))?;
        let convention = options.to_core()?;
        let new = NewFile { skeleton, clips: &clips, skins: &skins, convention };
        Ok(encode_new(format()?, &new)?)
    }
}

fn write(file: &std::path::Path, encoded: Encoded, out: Out<*mut surefoot_notes>) -> Answer {
    write_bytes(file, &encoded.bytes)?;
    out.put_handle(|| surefoot_notes::new(&encoded.notes));
    Ok(())
}

fn bytes_of(encoded: Encoded, out_notes: *mut *mut surefoot_notes) -> Answer<surefoot_bytes> {
    Out::optional(out_notes).put_handle(|| surefoot_notes::new(&encoded.notes));
    Ok(surefoot_bytes::new(encoded.bytes))
}

/// Writes a copy of the file that a document was read from with its clips replaced, one for one; everything that the
/// edits do not touch stays as it was. The ending of `file` is that of the source's format, or the other of .gltf and
/// .glb. The file is complete or not there.
///
/// `out_notes` may be NULL; else free them with surefoot_notes_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_write_edited(
    file: *const c_char, document: *const surefoot_document, clips: *const *const surefoot_clip, clip_count: usize,
    out_notes: *mut *mut surefoot_notes, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let file = path(file, "file")?;
        let encoded = edited(document, clips, clip_count, || Ok(Format::from_path(&file)?))?;
        write(&file, encoded, Out::optional(out_notes))
    })
}

/// As surefoot_write_edited, into memory. `format`, a SUREFOOT_FORMAT_ number, is the source's own, or the other of glTF
/// and GLB. Free the bytes with surefoot_bytes_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_encode_edited(
    document: *const surefoot_document, clips: *const *const surefoot_clip, clip_count: usize, format: i32,
    out_bytes: *mut *mut surefoot_bytes, out_notes: *mut *mut surefoot_notes, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_bytes, "out_bytes", || {
        let encoded = edited(document, clips, clip_count, || format_of(format))?;
        bytes_of(encoded, out_notes)
    })
}

/// Encodes a character with another shape, as surefoot_grow_body and surefoot_scale_character make it, in place of the one
/// that a document holds, in a format by its SUREFOOT_FORMAT_ number. From glTF to glTF or GLB, materials and textures
/// stay; else it is a new file, and what is lost is in the notes. There are as many clips as the document has.
///
/// `out_notes` may be NULL; else free them with surefoot_notes_free. Free the bytes with surefoot_bytes_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_encode_reshaped(
    document: *const surefoot_document, format: i32, skeleton: *const surefoot_skeleton,
    skins: *const *const surefoot_skin, skin_count: usize, clips: *const *const surefoot_clip, clip_count: usize,
    out_bytes: *mut *mut surefoot_bytes, out_notes: *mut *mut surefoot_notes, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_bytes, "out_bytes", || {
        inputs!(document, skeleton);
        let skins = skins_of(skins, skin_count)?;
        let clips: Vec<Clip> = handles(clips, clip_count, "clips")?.into_iter().map(|c| c.get().clone()).collect();
        let encoded = encode_reshaped(document, format_of(format)?, skeleton, &skins, &clips)?;
        bytes_of(encoded, out_notes)
    })
}

/// Writes a new BVH, FBX, glTF or GLB file; its ending decides. BVH takes one clip and no skin. `options` NULL means
/// the defaults. What the format cannot hold is named in the notes. The file is complete or not there.
///
/// `out_notes` may be NULL; else free them with surefoot_notes_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_write_new(
    file: *const c_char, skeleton: *const surefoot_skeleton, clips: *const *const surefoot_clip, clip_count: usize,
    skins: *const *const surefoot_skin, skin_count: usize, options: *const surefoot_write_options,
    out_notes: *mut *mut surefoot_notes, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let file = path(file, "file")?;
        let parts = Parts { skeleton, clips: (clips, clip_count), skins: (skins, skin_count), options };
        let encoded = parts.encode(|| Ok(Format::from_path(&file)?))?;
        write(&file, encoded, Out::optional(out_notes))
    })
}

/// As surefoot_write_new, into memory, in a format by its SUREFOOT_FORMAT_ number. Free the bytes with
/// surefoot_bytes_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_encode_new(
    format: i32, skeleton: *const surefoot_skeleton, clips: *const *const surefoot_clip, clip_count: usize,
    skins: *const *const surefoot_skin, skin_count: usize, options: *const surefoot_write_options,
    out_bytes: *mut *mut surefoot_bytes, out_notes: *mut *mut surefoot_notes, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_bytes, "out_bytes", || {
        let parts = Parts { skeleton, clips: (clips, clip_count), skins: (skins, skin_count), options };
        let encoded = parts.encode(|| format_of(format))?;
        bytes_of(encoded, out_notes)
    })
}
