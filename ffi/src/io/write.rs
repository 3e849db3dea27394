//! Writing files.

use super::document::{surefoot_document, up_axis_of};
use crate::guard::{Answer, Out, guard, handles, input, path};
use crate::model::{same_joints, sized, skin_fits, surefoot_clip, surefoot_skeleton, surefoot_skin};
use crate::status::{surefoot_error, surefoot_status};
use crate::warnings::surefoot_warnings;
use std::ffi::c_char;
use surefoot::Skin;
use surefoot::io::{
    Convention, Encoded, Format, NewFile, UnitOrigin, encode_edited_as, encode_new, write_bytes,
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
    pub up_axis: i32,
    /// 0.
    pub reserved: i32,
}

/// Size of surefoot_write_options when it was first released.
const FIRST_SIZE: usize = 24;

impl surefoot_write_options {
    fn defaults() -> Self {
        Self { struct_size: size_of::<Self>(), unit_metres: 1.0, up_axis: 1, reserved: 0 }
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
    out_options: *mut surefoot_write_options,
    struct_size: usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        crate::options::write_struct(out_options, struct_size, FIRST_SIZE, surefoot_write_options::defaults())
    })
}

fn finish(file: &std::path::Path, encoded: Encoded, out: Out<*mut surefoot_warnings>) -> Answer {
    write_bytes(file, &encoded.bytes)?;
    out.put_handle(|| surefoot_warnings::new(&encoded.warnings));
    Ok(())
}

/// Writes a copy of the file that a document was read from with its clips replaced, one for one; everything that the
/// edits do not touch stays as it was. The ending of `file` is that of the source's format, or the other of .gltf and
/// .glb. The file is complete or not there.
///
/// `out_warnings` may be NULL; else free them with surefoot_warnings_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_write_edited(
    file: *const c_char,
    document: *const surefoot_document,
    clips: *const *const surefoot_clip,
    clip_count: usize,
    out_warnings: *mut *mut surefoot_warnings,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let file = path(file, "file")?;
        let document = input(document, "document")?.get();
        let clips = handles(clips, clip_count, "clips")?;
        let clips: Vec<Clip> = clips.into_iter().map(|c| c.get().clone()).collect();
        let encoded = encode_edited_as(document, &clips, Format::from_path(&file)?)?;
        finish(&file, encoded, Out::optional(out_warnings))
    })
}

/// Writes a new BVH, FBX, glTF or GLB file; its ending decides. BVH takes one clip and no skin. `options` NULL means
/// the defaults. What the format cannot hold is named in the warnings. The file is complete or not there.
///
/// `out_warnings` may be NULL; else free them with surefoot_warnings_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_write_new(
    file: *const c_char,
    skeleton: *const surefoot_skeleton,
    clips: *const *const surefoot_clip,
    clip_count: usize,
    skins: *const *const surefoot_skin,
    skin_count: usize,
    options: *const surefoot_write_options,
    out_warnings: *mut *mut surefoot_warnings,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let file = path(file, "file")?;
        let skeleton = input(skeleton, "skeleton")?.get();
        let clips: Vec<Clip> =
            handles(clips, clip_count, "clips")?.into_iter().map(|c| c.get().clone()).collect();
        let skins: Vec<Skin> =
            handles(skins, skin_count, "skins")?.into_iter().map(|s| s.get().clone()).collect();
        let options = if options.is_null() {
            surefoot_write_options::defaults()
        } else {
            sized(options, FIRST_SIZE, surefoot_write_options::defaults(), "options")?
        };
        clips.iter().try_for_each(|clip| same_joints(skeleton, clip))?;
        skins.iter().try_for_each(|skin| skin_fits(skeleton, skin))?;
        let convention = options.to_core()?;
        let new = NewFile { skeleton, clips: &clips, skins: &skins, convention };
        finish(&file, encode_new(Format::from_path(&file)?, &new)?, Out::optional(out_warnings))
    })
}
