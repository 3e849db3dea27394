//! Files: read from bytes and disk, written, encoded; texts, bytes and notes.

use crate::Call;
use crate::input::{Handles, file, number, seen, touch, touch_text};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use std::ptr::{null, null_mut};
use surefoot_ffi::*;

pub const CALLS: &[Call] = &[
    read_memory,
    read_file,
    read_document,
    write_edited,
    write_new,
    encode,
    write_small,
    read_small,
    texts,
    bytes,
    notes,
    edit_back,
];

type U<'a, 'b> = &'a mut Unstructured<'b>;

const SMALL_BVH: &[u8] =
    b"HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation \
Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.04\n0 1 0 0 0 0\n";

fn read_options(u: U<'_, '_>, error: *mut surefoot_error) -> Result<surefoot_read_options> {
    // SAFETY: numbers, for which zero is a value; filled by the library.
    let mut options: surefoot_read_options = unsafe { std::mem::zeroed() };
    surefoot_read_default_options(&raw mut options, size_of_val(&options), error);
    match u.int_in_range(0..=5)? {
        0 => options.unit_metres = number(u)?,
        1 => options.frame_rate = *u.choose(&[0.0, 12.0, -1.0, f64::NAN])?,
        2 => options.up_axis = u.int_in_range(-2..=3)?,
        3 => options.struct_size = u.int_in_range(0..=32)?,
        _ => {}
    }
    Ok(options)
}

fn read_memory(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let options = read_options(u, error)?;
    let length: usize = u.int_in_range(0..=200)?;
    let given = if u.ratio(1, 2)? { SMALL_BVH } else { u.bytes(length.min(u.len()))? };
    let mut out = null_mut();
    let status = surefoot_read_bytes(
        c"fuzz".as_ptr(),
        given.as_ptr(),
        given.len(),
        &raw const options,
        &raw mut out,
        error,
    );
    h.documents.keep(out);
    Ok(status)
}

fn read_file(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (options, path, mut out) = (read_options(u, error)?, file(u)?, null_mut());
    let status = surefoot_read(path.as_ptr(), &raw const options, &raw mut out, error);
    h.documents.keep(out);
    Ok(status)
}

fn read_document(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut view = null();
    let status = surefoot_document_get(h.documents.pick(u)?, &raw mut view, error);
    if let Some(view) = seen(status, view) {
        touch_text(view.path);
        touch(view.clips, view.clip_count);
        touch(view.skins, view.skin_count);
        touch(view.notes, view.note_count);
        touch(view.losses, view.loss_count);
    }
    Ok(status)
}

/// The clips of a document, handed back as they are.
fn edit_back(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (document, mut view, mut out) = (h.documents.pick(u)?, null(), null_mut());
    let status = surefoot_document_get(document, &raw mut view, error);
    let Some(view) = seen(status, view) else { return Ok(status) };
    let format = if u.ratio(1, 8)? { u.int_in_range(-1..=4)? } else { view.format };
    let status = surefoot_encode_edited(
        document,
        view.clips,
        view.clip_count,
        format,
        &raw mut out,
        null_mut(),
        error,
    );
    h.bytes.keep(out);
    Ok(status)
}

fn write_edited(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let clips = [h.clips.pick(u)?.cast_const(), h.clips.pick(u)?.cast_const()];
    let (path, mut notes) = (file(u)?, null_mut());
    let (document, count) = (h.documents.pick(u)?, u.int_in_range(0..=2)?);
    let status =
        surefoot_write_edited(path.as_ptr(), document, clips.as_ptr(), count, &raw mut notes, error);
    h.notes.keep(notes);
    Ok(status)
}

fn write_options(u: U<'_, '_>, error: *mut surefoot_error) -> Result<surefoot_write_options> {
    // SAFETY: numbers, for which zero is a value; filled by the library.
    let mut options: surefoot_write_options = unsafe { std::mem::zeroed() };
    surefoot_write_default_options(&raw mut options, size_of_val(&options), error);
    match u.int_in_range(0..=5)? {
        0 => options.unit_metres = number(u)?,
        1 => options.up_axis = u.int_in_range(-2..=3)?,
        2 => options.struct_size = u.int_in_range(0..=24)?,
        _ => {}
    }
    Ok(options)
}

fn write_new(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (options, path, mut notes) = (write_options(u, error)?, file(u)?, null_mut());
    let (clips, skins) = ([h.clips.pick(u)?.cast_const()], [h.skins.pick(u)?.cast_const()]);
    let (skeleton, skin_count) = (h.skeletons.pick(u)?, u.int_in_range(0..=1)?);
    let status = surefoot_write_new(
        path.as_ptr(),
        skeleton,
        clips.as_ptr(),
        1,
        skins.as_ptr(),
        skin_count,
        &raw const options,
        &raw mut notes,
        error,
    );
    h.notes.keep(notes);
    Ok(status)
}

fn encode(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (options, mut notes, mut out) = (write_options(u, error)?, null_mut(), null_mut());
    let (clips, skins) = ([h.clips.pick(u)?.cast_const()], [h.skins.pick(u)?.cast_const()]);
    let (skeleton, skin_count) = (h.skeletons.pick(u)?, u.int_in_range(0..=1)?);
    let status = surefoot_encode_new(
        u.int_in_range(-1..=4)?,
        skeleton,
        clips.as_ptr(),
        u.int_in_range(0..=1)?,
        skins.as_ptr(),
        skin_count,
        &raw const options,
        &raw mut out,
        &raw mut notes,
        error,
    );
    h.notes.keep(notes);
    h.bytes.keep(out);
    if status == surefoot_status::SUREFOOT_ERROR_PANIC {
        return Ok(status);
    }
    (out, notes) = (null_mut(), null_mut());
    let status = surefoot_encode_reshaped(
        h.documents.pick(u)?,
        u.int_in_range(-1..=4)?,
        skeleton,
        skins.as_ptr(),
        skin_count,
        clips.as_ptr(),
        u.int_in_range(0..=1)?,
        &raw mut out,
        &raw mut notes,
        error,
    );
    h.notes.keep(notes);
    h.bytes.keep(out);
    Ok(status)
}

fn write_small(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let path = file(u)?;
    Ok(match u.int_in_range(0..=4)? {
        0 => surefoot_plants_write(path.as_ptr(), h.plants.pick(u)?, error),
        1 => surefoot_text_write(path.as_ptr(), h.texts.pick(u)?, error),
        2 => surefoot_bytes_write(path.as_ptr(), h.bytes.pick(u)?, error),
        3 => surefoot_shape_grid_write(path.as_ptr(), h.shape_grids.pick(u)?, error),
        _ => surefoot_motion_graph_write(path.as_ptr(), h.graphs.pick(u)?, error),
    })
}

fn read_small(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let path = file(u)?;
    Ok(match u.int_in_range(0..=6)? {
        0 => {
            let mut out = null_mut();
            let mut notes = null_mut();
            let status = if u.ratio(1, 2)? {
                surefoot_plants_read(path.as_ptr(), *u.choose(&[76, 12, 0])?, &raw mut out, error)
            } else {
                let (skeleton, clip) = (h.skeletons.pick(u)?, h.clips.pick(u)?);
                surefoot_plants_read_of(path.as_ptr(), skeleton, clip, &raw mut out, &raw mut notes, error)
            };
            h.notes.keep(notes);
            h.plants.keep(out);
            status
        }
        1 => {
            let mut out = null_mut();
            let status = surefoot_ground_read(path.as_ptr(), &raw mut out, error);
            h.grounds.keep(out);
            status
        }
        2 => {
            let mut out = null_mut();
            let status = surefoot_labels_read(path.as_ptr(), &raw mut out, error);
            h.labels.keep(out);
            status
        }
        3 => {
            let mut out = null_mut();
            let status = surefoot_path_read(path.as_ptr(), &raw mut out, error);
            h.paths.keep(out);
            status
        }
        4 => {
            let mut out = null_mut();
            let status =
                surefoot_skeleton_with_roles_file(h.skeletons.pick(u)?, path.as_ptr(), &raw mut out, error);
            h.skeletons.keep(out);
            status
        }
        5 => {
            let mut out = null_mut();
            let status = surefoot_shape_grid_read(path.as_ptr(), &raw mut out, error);
            h.shape_grids.keep(out);
            status
        }
        _ => {
            let mut out = null_mut();
            let status = surefoot_motion_graph_read(path.as_ptr(), &raw mut out, error);
            h.graphs.keep(out);
            status
        }
    })
}

fn texts(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (mut characters, mut length) = (null(), 0);
    let status = surefoot_text_get(h.texts.pick(u)?, &raw mut characters, &raw mut length, error);
    touch_text(characters);
    touch(characters, length);
    Ok(status)
}

fn bytes(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (mut data, mut count) = (null(), 0);
    let status = surefoot_bytes_get(h.bytes.pick(u)?, &raw mut data, &raw mut count, error);
    touch(data, count);
    Ok(status)
}

fn notes(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (mut items, mut count) = (null(), 0);
    let status = surefoot_notes_get(h.notes.pick(u)?, &raw mut items, &raw mut count, error);
    touch(items, count);
    Ok(status)
}
