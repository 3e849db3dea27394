//! Plants, footskate, streams, small edits and the page.

use crate::Call;
use crate::input::{Handles, number, sound, touch, touch_text};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use std::ptr::{null, null_mut};
use surefoot_ffi::*;

pub const CALLS: &[Call] = &[
    detect, detect, remove, remove, measure, edit, resample, trim, stream, push, push, push, flush, page, reports,
];

type U<'a, 'b> = &'a mut Unstructured<'b>;

fn detect(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    // SAFETY: numbers, for which zero is a value; filled by the library.
    let mut options: surefoot_detect_plants_options = unsafe { std::mem::zeroed() };
    surefoot_detect_plants_default_options(&raw mut options, size_of_val(&options), error);
    (options.fit_fault, options.use_touches) = (u.arbitrary()?, u.arbitrary()?);
    (options.hands, options.sole) = (u.arbitrary()?, u.arbitrary()?);
    match u.int_in_range(0..=3)? {
        0 => options.still_speed = number(u)?,
        1 => options.min_seconds = number(u)?,
        2 => options.struct_size = u.int_in_range(0..=40)?,
        _ => {}
    }
    let options = if u.ratio(1, 2)? { null() } else { &raw const options };
    let (skeleton, clip, ground) = (h.skeletons.pick(u)?, h.clips.pick(u)?, ground(u, h)?);
    let (mut out, mut moving, mut report) = (null_mut(), null_mut(), null_mut());
    let status = surefoot_detect_plants(
        skeleton,
        clip,
        ground,
        options,
        &raw mut out,
        &raw mut moving,
        &raw mut report,
        error,
    );
    h.plants.keep(out);
    h.plants.keep(moving);
    h.reports.keep(report);
    Ok(status)
}

fn ground(u: U<'_, '_>, h: &Handles) -> Result<*mut surefoot_ground> {
    if u.ratio(1, 2)? { h.grounds.pick(u) } else { Ok(null_mut()) }
}

pub fn footskate_options(
    u: U<'_, '_>,
    error: *mut surefoot_error,
) -> Result<surefoot_remove_footskate_options> {
    // SAFETY: numbers, for which zero is a value; filled by the library.
    let mut options: surefoot_remove_footskate_options = unsafe { std::mem::zeroed() };
    surefoot_remove_footskate_default_options(&raw mut options, size_of_val(&options), error);
    options.method = u.int_in_range(-1..=3)?;
    options.solver = u.int_in_range(-1..=2)?;
    options.soften_knees = u.arbitrary()?;
    options.snap_to_ground = u.arbitrary()?;
    match u.int_in_range(0..=9)? {
        0 => options.max_stretch = number(u)?,
        1 => options.cutoff = number(u)?,
        2 => options.rounds = u.arbitrary()?,
        3 => options.window = number(u)?,
        4 => options.anchor_window = number(u)?,
        5 => options.damping_angle = number(u)?,
        _ => {}
    }
    Ok(options)
}

fn remove(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let options = footskate_options(u, error)?;
    let (skeleton, clip, plants, ground) =
        (h.skeletons.pick(u)?, h.clips.pick(u)?, h.plants.pick(u)?, ground(u, h)?);
    let (mut out, mut report) = (null_mut(), null_mut());
    let status = surefoot_remove_footskate(
        skeleton,
        clip,
        plants,
        ground,
        &raw const options,
        &raw mut out,
        &raw mut report,
        error,
    );
    h.clips.keep(out);
    h.reports.keep(report);
    Ok(status)
}

fn measure(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (skeleton, clip, plants, ground) =
        (h.skeletons.pick(u)?, h.clips.pick(u)?, h.plants.pick(u)?, ground(u, h)?);
    let mut out = null_mut();
    let status = if u.arbitrary()? {
        surefoot_measure_footskate(skeleton, clip, plants, ground, h.clips.pick(u)?, &raw mut out, error)
    } else {
        surefoot_published_scores(skeleton, clip, plants, ground, &raw mut out, error)
    };
    h.reports.keep(out);
    Ok(status)
}

fn edit(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (skeleton, clip, plants) = (h.skeletons.pick(u)?, h.clips.pick(u)?, h.plants.pick(u)?);
    let (mut new_skeleton, mut new_clip, mut new_plants) = (null_mut(), null_mut(), null_mut());
    let mut report = null_mut();
    let status = match u.int_in_range(0..=5)? {
        0 => surefoot_merge_plants(plants, h.plants.pick(u)?, &raw mut new_plants, error),
        1 => surefoot_mirror_plants(plants, &raw mut new_plants, error),
        2 => {
            // SAFETY: numbers, for which zero is a value; filled by the library.
            let mut options: surefoot_mirror_clip_options = unsafe { std::mem::zeroed() };
            surefoot_mirror_clip_default_options(&raw mut options, size_of_val(&options), error);
            let options = &raw const options;
            surefoot_mirror_clip(skeleton, clip, options, &raw mut new_clip, &raw mut report, error)
        }
        3 => surefoot_symmetric_skeleton(skeleton, &raw mut new_skeleton, error),
        4 => {
            let (mut distance, mut joint) = (0.0, 0);
            surefoot_measure_asymmetry(skeleton, &raw mut distance, &raw mut joint, error)
        }
        _ => {
            // SAFETY: as above.
            let mut options: surefoot_check_clip_options = unsafe { std::mem::zeroed() };
            surefoot_check_clip_default_options(&raw mut options, size_of_val(&options), error);
            surefoot_check_clip(skeleton, clip, &raw const options, &raw mut report, error)
        }
    };
    h.reports.keep(report);
    h.skeletons.keep(new_skeleton);
    h.clips.keep(new_clip);
    h.plants.keep(new_plants);
    Ok(status)
}

fn resample(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    // Rates that give a few frames; others are refused or only take long.
    let rate = *u.choose(&[1.0, 17.0, 60.0, 0.0, -1.0, f64::NAN, 1e300])?;
    let (skeleton, clip, plants) = (h.skeletons.pick(u)?, h.clips.pick(u)?, h.plants.pick(u)?);
    let (mut out, mut others, mut report) = (null_mut(), null_mut(), null_mut());
    // SAFETY: numbers, for which zero is a value; filled by the library.
    let mut options: surefoot_resample_clip_options = unsafe { std::mem::zeroed() };
    surefoot_resample_clip_default_options(&raw mut options, size_of_val(&options), error);
    options.frame_rate = rate;
    let options = &raw const options;
    let status = surefoot_resample_clip(skeleton, clip, options, &raw mut out, &raw mut report, error);
    h.clips.keep(out);
    h.reports.keep(report);
    if status == surefoot_status::SUREFOOT_ERROR_PANIC {
        return Ok(status);
    }
    let status = surefoot_resample_plants(plants, clip, rate, &raw mut others, error);
    h.plants.keep(others);
    Ok(status)
}

fn trim(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    // SAFETY: numbers, for which zero is a value; filled by the library.
    let mut options: surefoot_trim_clip_options = unsafe { std::mem::zeroed() };
    surefoot_trim_clip_default_options(&raw mut options, size_of_val(&options), error);
    options.first = *u.choose(&[0, 1, 30, 1_000_000, -1, i64::MAX])?;
    options.count = *u.choose(&[0, 1, 30, 1_000_000, -1, i64::MIN])?;
    let options = &raw const options;
    let (skeleton, clip, plants) = (h.skeletons.pick(u)?, h.clips.pick(u)?, h.plants.pick(u)?);
    let (mut out, mut others, mut report) = (null_mut(), null_mut(), null_mut());
    let status = surefoot_trim_clip(skeleton, clip, options, &raw mut out, &raw mut report, error);
    h.clips.keep(out);
    h.reports.keep(report);
    if status == surefoot_status::SUREFOOT_ERROR_PANIC {
        return Ok(status);
    }
    let status = surefoot_trim_plants(plants, options, &raw mut others, error);
    h.plants.keep(others);
    Ok(status)
}

fn stream(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let options = footskate_options(u, error)?;
    let rate = *u.choose(&[20.0, 30.0, 0.0, f64::NAN, 1e9])?;
    let (skeleton, ground, mut out) = (h.skeletons.pick(u)?, ground(u, h)?, null_mut());
    let status =
        surefoot_footskate_stream_create(skeleton, rate, ground, &raw const options, &raw mut out, error);
    h.streams.keep(out);
    let (ahead, mut finder) = (*u.choose(&[0.0, 0.2, 2.0, f64::NAN])?, null_mut());
    surefoot_plant_stream_create(skeleton, rate, ahead, null(), &raw mut finder, error);
    h.plant_streams.keep(finder);
    Ok(status)
}

fn push(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let stream = h.streams.pick(u)?;
    let (skeleton, walk) = sound();
    let joints = if u.ratio(1, 8)? { u.int_in_range(0..=3)? } else { skeleton.joint_count() };
    let at = u.choose_index(walk.clip.frame_count())?;
    let mut rotations: Vec<f64> =
        walk.clip.pose(at).rotations().iter().flat_map(|q| [q.i, q.j, q.k, q.w]).collect();
    if u.ratio(1, 8)? {
        rotations[0] = number(u)?;
    }
    let frame = surefoot_stream_frame {
        joint_count: joints,
        root_position: [number(u)?, 0.9, 0.0],
        rotations: rotations.as_ptr(),
        translations: null(),
    };
    let mut found = null();
    let status = surefoot_plant_stream_push(h.plant_streams.pick(u)?, &raw const frame, &raw mut found, error);
    if status == surefoot_status::SUREFOOT_OK && !found.is_null() {
        // SAFETY: given by the library.
        let found = unsafe { &*found };
        touch(found.plants, found.plant_count);
    }
    let state = surefoot_plant_state {
        point: u.int_in_range(-1..=12)?,
        has_position: u.int_in_range(0..=1)?,
        position: [number(u)?, 0.0, 0.0],
    };
    let (mut out, count) = (null(), u.int_in_range(0..=1)?);
    let status = surefoot_footskate_stream_push(
        stream,
        &raw const frame,
        &raw const state,
        count,
        &raw mut out,
        error,
    );
    if status == surefoot_status::SUREFOOT_OK && !out.is_null() {
        // SAFETY: given by the library.
        let out = unsafe { &*out };
        touch(out.rotations, 4 * out.joint_count);
        touch(out.translations, 3 * out.joint_count);
    }
    Ok(status)
}

fn flush(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (stream, mut out, mut delay, mut missed) = (h.streams.pick(u)?, null(), 0, 0);
    surefoot_footskate_stream_get(stream, &raw mut delay, &raw mut missed, error);
    let (finder, mut found, mut is_gliding) = (h.plant_streams.pick(u)?, null(), 0);
    surefoot_plant_stream_get(finder, &raw mut delay, &raw mut is_gliding, error);
    surefoot_plant_stream_flush(finder, &raw mut found, error);
    Ok(surefoot_footskate_stream_flush(stream, &raw mut out, error))
}

fn page(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let item = surefoot_before_after {
        before: h.clips.pick(u)?,
        after: h.clips.pick(u)?,
        plants: h.plants.pick(u)?,
        report: h.reports.pick(u)?,
    };
    let (skeleton, ground, mut out) = (h.skeletons.pick(u)?, ground(u, h)?, null_mut());
    let (skins, notes) = ([h.skins.pick(u)?.cast_const()], [c"a note".as_ptr()]);
    let status = surefoot_footskate_page(
        c"page".as_ptr(),
        skeleton,
        &raw const item,
        1,
        skins.as_ptr(),
        u.int_in_range(0..=1)?,
        ground,
        notes.as_ptr(),
        u.int_in_range(0..=1)?,
        &raw mut out,
        error,
    );
    h.texts.keep(out);
    Ok(status)
}

fn reports(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let report = h.reports.pick(u)?;
    let steps = ["before", "after", "slides", "0", "mean", "notes", "code", "fault", "drift", "labels", "", "9"];
    let count = u.int_in_range(1..=4)?;
    let steps: Vec<&str> = (0..count).map(|_| u.choose(&steps).copied()).collect::<Result<_>>()?;
    let path = std::ffi::CString::new(steps.join(".")).unwrap_or_default();
    let (mut text, mut number, mut count, mut notes) = (null(), 0.0, 0, null());
    let status = match u.int_in_range(0..=5)? {
        0 => surefoot_report_summary(report, &raw mut text, error),
        1 => surefoot_report_json(report, &raw mut text, error),
        2 => surefoot_report_number(report, path.as_ptr(), &raw mut number, error),
        3 => surefoot_report_text(report, path.as_ptr(), &raw mut text, error),
        4 => surefoot_report_count(report, path.as_ptr(), &raw mut count, error),
        _ => surefoot_report_notes(report, &raw mut notes, &raw mut count, error),
    };
    if !text.is_null() {
        touch_text(text);
    }
    if !notes.is_null() {
        touch(notes, count);
    }
    Ok(status)
}
