//! Motion graphs: built, extended, retuned, kept, drawn, walked.

use crate::Call;
use crate::input::{Handles, few_steps, number, numbers, seen, sound_graph, touch, words};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use std::ptr::{null, null_mut};
use std::sync::atomic::AtomicUsize;
use surefoot_ffi::*;

pub const CALLS: &[Call] = &[
    build,
    build,
    retune,
    read_graph,
    graph_clip,
    encode,
    decode,
    draw,
    random_walk,
    shortest,
    play,
    read_walk,
];

type U<'a, 'b> = &'a mut Unstructured<'b>;

fn options(u: U<'_, '_>, error: *mut surefoot_error) -> Result<surefoot_build_motion_graph_options> {
    // SAFETY: numbers, for which zero is a value; filled by the library.
    let mut options: surefoot_build_motion_graph_options = unsafe { std::mem::zeroed() };
    surefoot_build_motion_graph_default_options(&raw mut options, size_of_val(&options), error);
    options.frame_rate = *u.choose(&[15.0, 15.0, 30.0, 5.0, f64::NAN])?;
    options.window = *u.choose(&[0.1, 0.2, 0.5, f64::NAN])?;
    options.markers = u.int_in_range(0..=2)?;
    options.labelling = u.int_in_range(0..=2)?;
    options.mirror = u.int_in_range(0..=1)?;
    match u.int_in_range(0..=5)? {
        0 => options.threshold_factor = number(u)?,
        1 => options.max_threshold_factor = number(u)?,
        2 => options.minima_limit = number(u)?,
        3 => options.struct_size = u.int_in_range(0..=size_of_val(&options))?,
        _ => {}
    }
    Ok(options)
}

/// Builds a graph, or extends one.
fn build(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let options = options(u, error)?;
    let label = words(u)?;
    let span = surefoot_label_span {
        label: label.as_ptr(),
        first: u.int_in_range(0..=9)?,
        end: u.int_in_range(0..=77)?,
    };
    let entry = |u: &mut Unstructured<'_>, h: &Handles| {
        Ok(surefoot_graph_clip {
            skeleton: h.skeletons.pick(u)?,
            clip: h.clips.pick(u)?,
            plants: h.plants.pick(u)?,
            labels: if u.ratio(1, 4)? { &raw const span } else { null() },
            label_count: 1,
            group: *u.choose(&[0, 1, 2, u64::MAX])?,
        })
    };
    let (entries, count) = ([entry(u, h)?, entry(u, h)?], u.int_in_range(0..=2)?);
    let calls = AtomicUsize::new(0);
    let user = (&raw const calls).cast_mut().cast();
    let (mut out, mut report) = (null_mut(), null_mut());
    let status = if u.ratio(1, 4)? {
        let graph = h.graphs.pick(u)?;
        surefoot_extend_motion_graph(
            graph,
            entries.as_ptr(),
            count,
            &raw const options,
            Some(few_steps),
            user,
            &raw mut out,
            &raw mut report,
            error,
        )
    } else {
        surefoot_build_motion_graph(
            entries.as_ptr(),
            count,
            &raw const options,
            Some(few_steps),
            user,
            &raw mut out,
            &raw mut report,
            error,
        )
    };
    h.graphs.keep(out);
    h.reports.keep(report);
    Ok(status)
}

fn retune(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (thresholds, count) = (numbers(u, 9)?, u.int_in_range(0..=9)?);
    let (mut out, mut report) = (null_mut(), null_mut());
    let status = surefoot_retune_motion_graph(
        h.graphs.pick(u)?,
        thresholds.as_ptr(),
        count,
        null(),
        &raw mut out,
        &raw mut report,
        error,
    );
    h.graphs.keep(out);
    h.reports.keep(report);
    Ok(status)
}

fn read_graph(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut view = null();
    let status = surefoot_motion_graph_get(h.graphs.pick(u)?, &raw mut view, error);
    if let Some(view) = seen(status, view) {
        touch(view.nodes, view.node_count);
        touch(view.edges, view.edge_count);
        touch(view.minima, view.minimum_count);
        touch(view.thresholds, view.label_count * view.label_count);
        touch(view.clip_sources, view.clip_count);
        touch(view.clip_frame_counts, view.clip_count);
    }
    Ok(status)
}

fn graph_clip(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (mut clip, mut plants) = (null_mut(), null_mut());
    let (graph, index) = (h.graphs.pick(u)?, u.int_in_range(0..=2)?);
    let status = surefoot_motion_graph_clip(graph, index, &raw mut clip, &raw mut plants, error);
    h.clips.keep(clip);
    h.plants.keep(plants);
    Ok(status)
}

fn encode(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut out = null_mut();
    let status = surefoot_motion_graph_encode(h.graphs.pick(u)?, &raw mut out, error);
    h.bytes.keep(out);
    Ok(status)
}

/// A graph file with a few bytes changed or cut off.
fn decode(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut file = sound_graph().to_vec();
    for _ in 0..u.int_in_range(0..=4)? {
        let at = u.choose_index(file.len())?;
        file[at] = u.arbitrary()?;
    }
    if u.ratio(1, 8)? {
        file.truncate(u.choose_index(file.len())?);
    }
    let mut out = null_mut();
    let status =
        surefoot_motion_graph_decode(c"graph".as_ptr(), file.as_ptr(), file.len(), &raw mut out, error);
    h.graphs.keep(out);
    Ok(status)
}

fn draw(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (graph, mut text, mut bytes) = (h.graphs.pick(u)?, null_mut(), null_mut());
    let status = surefoot_graph_picture(graph, &raw mut text, error);
    h.texts.keep(text);
    if status == surefoot_status::SUREFOOT_ERROR_PANIC {
        return Ok(status);
    }
    let size = *u.choose(&[1, 7, 64, 0, usize::MAX])?;
    let status = surefoot_graph_grid_picture(graph, size, &raw mut bytes, error);
    h.bytes.keep(bytes);
    Ok(status)
}

fn random_walk(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    // SAFETY: numbers and a pointer, for which zero is a value; filled by the library.
    let mut options: surefoot_random_walk_options = unsafe { std::mem::zeroed() };
    surefoot_random_walk_default_options(&raw mut options, size_of_val(&options), error);
    let label = words(u)?;
    options.seed = u.arbitrary()?;
    options.min_frames = u.int_in_range(0..=200)?;
    options.start = u.int_in_range(-2..=9)?;
    options.label = if u.ratio(1, 3)? { label.as_ptr() } else { null() };
    if u.ratio(1, 3)? {
        options.transition_weight = number(u)?;
    }
    let mut out = null_mut();
    let status = surefoot_random_walk(h.graphs.pick(u)?, &raw const options, &raw mut out, error);
    h.walks.keep(out);
    Ok(status)
}

fn shortest(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (graph, from, to) = (h.graphs.pick(u)?, u.int_in_range(0..=9)?, u.int_in_range(0..=9)?);
    let label = words(u)?;
    let label = if u.ratio(1, 3)? { label.as_ptr() } else { null() };
    let mut out = null_mut();
    let status = surefoot_shortest_connection(graph, from, to, label, &raw mut out, error);
    h.walks.keep(out);
    Ok(status)
}

fn play(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let edges: Vec<usize> = (0..4).map(|_| u.int_in_range(0..=60)).collect::<Result<_>>()?;
    let (start, name, mut out) = (numbers(u, 3)?, words(u)?, null_mut());
    let status = surefoot_walk_to_clip(
        h.graphs.pick(u)?,
        edges.as_ptr(),
        u.int_in_range(0..=4)?,
        start.as_ptr(),
        name.as_ptr(),
        &raw mut out,
        error,
    );
    h.walks.keep(out);
    Ok(status)
}

fn read_walk(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut view = null();
    let status = surefoot_walk_get(h.walks.pick(u)?, &raw mut view, error);
    if let Some(view) = seen(status, view) {
        touch(view.segments, view.segment_count);
        touch(view.labels, view.label_count);
    }
    Ok(status)
}
