//! `surefoot_document`: what a file held.

use crate::*;
use std::sync::Arc;
use surefoot::Note;
use surefoot::io::{Document, Format, ReadOptions, UnitOrigin, UpAxis};

/// A file format.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_format {
    /// Biovision hierarchy.
    SUREFOOT_FORMAT_BVH = 0,
    /// Autodesk FBX.
    SUREFOOT_FORMAT_FBX = 1,
    /// Text glTF with its buffers inline or beside it.
    SUREFOOT_FORMAT_GLTF = 2,
    /// glTF in one binary file.
    SUREFOOT_FORMAT_GLB = 3,
    /// Collada, which is read and not written.
    SUREFOOT_FORMAT_COLLADA = 4,
}

/// The axis that points up in a file.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_up_axis {
    /// What the file says or the body suggests.
    SUREFOOT_UP_AXIS_FROM_FILE = -1,
    /// X points up.
    SUREFOOT_UP_AXIS_X = 0,
    /// Y points up.
    SUREFOOT_UP_AXIS_Y = 1,
    /// Z points up.
    SUREFOOT_UP_AXIS_Z = 2,
    /// X points down.
    SUREFOOT_UP_AXIS_NEGATIVE_X = 3,
    /// Y points down.
    SUREFOOT_UP_AXIS_NEGATIVE_Y = 4,
    /// Z points down.
    SUREFOOT_UP_AXIS_NEGATIVE_Z = 5,
}

/// Where a file's unit of length came from.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_unit_origin {
    /// The format fixes it (glTF: metres).
    SUREFOOT_UNIT_STANDARD = 0,
    /// The file states it (FBX).
    SUREFOOT_UNIT_DECLARED = 1,
    /// Guessed from the size of the body (BVH).
    SUREFOOT_UNIT_ESTIMATED = 2,
    /// The caller gave it.
    SUREFOOT_UNIT_GIVEN = 3,
}

/// What a caller may override when reading; start from surefoot_read_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_read_options {
    /// sizeof(surefoot_read_options).
    pub struct_size: usize,
    /// Metres per file unit; 0, the default: what the file says or the body suggests.
    pub unit_metres: f64,
    /// Frames per second at which curves are sampled (FBX, glTF) or that the frame time is taken to mean (BVH); 0, the
    /// default: the file's own.
    pub frame_rate: f64,
    /// A SUREFOOT_UP_AXIS_ number; SUREFOOT_UP_AXIS_FROM_FILE, -1, is the default.
    pub up_axis: i64,
}

impl surefoot_read_options {
    fn defaults() -> Self {
        Self { struct_size: size_of::<Self>(), unit_metres: 0.0, frame_rate: 0.0, up_axis: -1 }
    }

    fn to_core(self) -> Answer<ReadOptions> {
        let given = |value: f64| (value != 0.0).then_some(value);
        let up_axis = if self.up_axis == -1 { None } else { Some(up_axis_of(self.up_axis)?) };
        Ok(ReadOptions { unit_metres: given(self.unit_metres), up_axis, frame_rate: given(self.frame_rate) })
    }
}

/// The values behind the numbers of surefoot_format, surefoot_up_axis and surefoot_unit_origin, from 0 on.
const FORMATS: [Format; 5] = [Format::Bvh, Format::Fbx, Format::Gltf, Format::Glb, Format::Collada];
const UP_AXES: [UpAxis; 6] = [UpAxis::X, UpAxis::Y, UpAxis::Z, UpAxis::NegativeX, UpAxis::NegativeY, UpAxis::NegativeZ];
const UNIT_ORIGINS: [UnitOrigin; 4] =
    [UnitOrigin::Standard, UnitOrigin::Declared, UnitOrigin::Estimated, UnitOrigin::Given];

fn number_of<T: PartialEq>(values: &[T], value: &T) -> i32 {
    values.iter().position(|v| v == value).map_or(-1, |i| i as i32)
}

fn value_of<T: Copy>(values: &[T], number: i64) -> Option<T> {
    usize::try_from(number).ok().and_then(|i| values.get(i)).copied()
}

pub(crate) fn up_axis_of(number: i64) -> Answer<UpAxis> {
    value_of(&UP_AXES, number).ok_or_else(|| {
        Failure::new(
            surefoot_status::SUREFOOT_ERROR_OPTION,
            format!("option 'up_axis' is {number}; it takes 0 to 5 (X, Y, Z, -X, -Y, -Z)"),
        )
    })
}

pub(crate) fn format_of(number: i32) -> Answer<Format> {
    value_of(&FORMATS, number.into())
        .ok_or_else(|| Failure::argument(format!("format {number} is not a SUREFOOT_FORMAT_ constant")))
}

/// What a file holds. Its skeleton, clips and skins belong to it.
#[repr(C)]
pub struct surefoot_document_view {
    /// Where it was read from.
    pub path: *const c_char,
    /// A SUREFOOT_FORMAT_ number.
    pub format: i32,
    /// The axis that points up in the file, a SUREFOOT_UP_AXIS_ number.
    pub up_axis: i32,
    /// Metres per file unit.
    pub unit_metres: f64,
    /// Where the unit came from, a SUREFOOT_UNIT_ number.
    pub unit_origin: i32,
    /// The one skeleton.
    pub skeleton: *const surefoot_skeleton,
    /// Number of clips; may be 0.
    pub clip_count: usize,
    /// All clips, in file order.
    pub clips: *const *const surefoot_clip,
    /// Number of skinned meshes; may be 0.
    pub skin_count: usize,
    /// All skinned meshes.
    pub skins: *const *const surefoot_skin,
    /// Number of notes.
    pub note_count: usize,
    /// What the user should know.
    pub notes: *const surefoot_note,
    /// Number of losses.
    pub loss_count: usize,
    /// What the file holds and surefoot_write_new will not: materials, cameras and so on.
    pub losses: *const surefoot_note,
}

/// A file that was read, and what is needed to write edited clips back into a copy of it. Never changed.
pub struct surefoot_document {
    document: Arc<Document>,
    view: surefoot_document_view,
    _kept: Kept,
}

impl surefoot_document {
    fn new(document: Document) -> Self {
        let (document, mut kept) = (Arc::new(document), Kept::default());
        let clips = (0..document.clips.len()).map(|i| surefoot_clip::of_document(&document, i));
        let clips: Vec<_> = clips.map(|clip| kept.one(clip)).collect();
        let skins = (0..document.skins.len()).map(|i| surefoot_skin::of_document(&document, i));
        let skins: Vec<_> = skins.map(|skin| kept.one(skin)).collect();
        let mut notes = |notes: &[Note]| -> (usize, *const surefoot_note) {
            let list = surefoot_notes::new(notes);
            let items = list.items().as_ptr();
            kept.one(list);
            (notes.len(), items)
        };
        let ((note_count, notes), (loss_count, losses)) = (notes(&document.notes), notes(&document.losses()));
        let view = surefoot_document_view {
            path: kept.text(&document.path.to_string_lossy()),
            format: number_of(&FORMATS, &document.format),
            up_axis: number_of(&UP_AXES, &document.convention.up_axis),
            unit_metres: document.convention.unit_metres,
            unit_origin: number_of(&UNIT_ORIGINS, &document.convention.unit_origin),
            skeleton: kept.one(surefoot_skeleton::new(document.skeleton.clone())),
            clip_count: clips.len(),
            clips: kept.list(clips).cast(),
            skin_count: skins.len(),
            skins: kept.list(skins).cast(),
            note_count,
            notes,
            loss_count,
            losses,
        };
        Self { document, view, _kept: kept }
    }

    pub(crate) fn get(&self) -> &Document {
        &self.document
    }
}

fn options_of(options: *const surefoot_read_options) -> Answer<ReadOptions> {
    sized_or_default(options, surefoot_read_options::defaults(), "options")?.to_core()
}

/// Writes the default options; pass sizeof(surefoot_read_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_read_default_options(
    out_options: *mut surefoot_read_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_struct(out_options, struct_size, surefoot_read_options::defaults()))
}

/// Reads a BVH, FBX, glTF, GLB or Collada file; the content decides, not the ending. `options` NULL means the defaults. Free the
/// document with surefoot_document_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_read(
    file: *const c_char, options: *const surefoot_read_options, out_document: *mut *mut surefoot_document,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_document, "out_document", || {
        let file = path(file, "file")?;
        let options = options_of(options)?;
        let document = surefoot::io::read(&file, &options)?;
        Ok(surefoot_document::new(document))
    })
}

/// As surefoot_read, from bytes in memory; `file` names them in messages and is where text glTF looks for its buffers.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_read_bytes(
    file: *const c_char, bytes: *const u8, byte_count: usize, options: *const surefoot_read_options,
    out_document: *mut *mut surefoot_document, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_document, "out_document", || {
        let file = path(file, "file")?;
        let bytes = array(bytes, byte_count, "bytes")?;
        let options = options_of(options)?;
        let document = surefoot::io::read_bytes(&file, bytes, &options)?;
        Ok(surefoot_document::new(document))
    })
}

/// Gives what the document holds, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_document_get(
    document: *const surefoot_document, out_view: *mut *const surefoot_document_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(document, "document", out_view, |document| &document.view))
}

/// Frees a document with its skeleton, clips and skins. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_document_free(document: *mut surefoot_document) {
    free(document);
}
