//! Searches of every kind, crowds and steering.

use crate::Call;
use crate::input::{Handles, few_steps, number, numbers, seen, touch, touch_text, words};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use std::ffi::{CString, c_void};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::atomic::AtomicUsize;
use surefoot_ffi::*;

pub const CALLS: &[Call] = &[search, search, search, crowd, table, steer, steer, read_found];

type U<'a, 'b> = &'a mut Unstructured<'b>;

/// Numbers that a caller's functions answer with, whatever they are asked.
struct Answers {
    cost: f64,
    frames: usize,
    forbidden: usize,
}

extern "C" fn cost(
    walk: *const surefoot_walk_state_view,
    edge: usize,
    after: *const surefoot_walk_state_view,
    user: *mut c_void,
) -> f64 {
    // SAFETY: given by the library; the user is such a struct.
    let (walk, after, answers) = unsafe { (&*walk, &*after, &*user.cast::<Answers>()) };
    assert!(after.frames >= walk.frames && edge != answers.forbidden);
    let (mut edges, mut count) = ([0usize; 3], 0);
    let status = surefoot_walk_edges_get(walk.edges, edges.as_mut_ptr(), 3, &raw mut count, null_mut());
    assert_eq!(status, surefoot_status::SUREFOOT_OK);
    answers.cost
}

extern "C" fn is_complete(walk: *const surefoot_walk_state_view, user: *mut c_void) -> i32 {
    // SAFETY: as above.
    unsafe { i32::from((*walk).frames >= (*user.cast::<Answers>()).frames) }
}

extern "C" fn is_legal(_: *const surefoot_walk_state_view, edge: usize, user: *mut c_void) -> i32 {
    // SAFETY: as above.
    unsafe { i32::from(edge != (*user.cast::<Answers>()).forbidden) }
}

/// A query and what it points at.
struct Query {
    query: surefoot_motion_query,
    label: CString,
    points: Vec<f64>,
    styles: [surefoot_style_piece; 2],
    targets: [surefoot_clip_placement; 2],
    nodes: [usize; 2],
    answers: Answers,
}

impl Query {
    fn new(u: U<'_, '_>, error: *mut surefoot_error) -> Result<Box<Self>> {
        // SAFETY: numbers and pointers, for which zero is a value; filled by the library.
        let mut query: surefoot_motion_query = unsafe { std::mem::zeroed() };
        surefoot_motion_query_default(&raw mut query, size_of_val(&query), error);
        let place = |u: &mut Unstructured<'_>| Ok([number(u)?, number(u)?, number(u)?]);
        let target = |u: &mut Unstructured<'_>| {
            Ok(surefoot_clip_placement { clip: u.int_in_range(0..=2)?, at: place(u)? })
        };
        let points: Vec<f64> = if u.ratio(1, 2)? {
            vec![0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.5, 0.0, 2.0, 0.0, 0.0, 3.0]
        } else {
            numbers(u, 12)?
        };
        let mut made = Box::new(Self {
            query,
            label: words(u)?,
            points,
            styles: [surefoot_style_piece { label: null(), end: number(u)? }; 2],
            targets: [target(u)?, target(u)?],
            nodes: [u.int_in_range(0..=4)?, u.int_in_range(0..=40)?],
            answers: Answers {
                cost: number(u)?,
                frames: u.int_in_range(0..=90)?,
                forbidden: u.int_in_range(0..=30)?,
            },
        });
        made.styles[0].label = made.label.as_ptr();
        let q = &mut made.query;
        q.kind = u.int_in_range(-1..=5)?;
        q.seconds = *u.choose(&[0.1, 2.0, 0.0, -1.0, f64::NAN, 1e9])?;
        q.from_clip = u.int_in_range(-2..=2)?;
        q.to_clip = u.int_in_range(-2..=2)?;
        q.point_count = u.int_in_range(0..=4)?;
        q.path_kind = u.int_in_range(-1..=2)?;
        q.style_count = u.int_in_range(0..=2)?;
        q.start_node = if u.ratio(1, 3)? { u.int_in_range(-2..=50)? } else { -1 };
        q.start = if u.ratio(1, 3)? { place(u)? } else { [0.0; 3] };
        q.target_count = u.int_in_range(0..=2)?;
        q.node_count = u.int_in_range(0..=2)?;
        q.cost = if u.ratio(1, 16)? { None } else { Some(cost) };
        q.is_complete = if u.ratio(1, 16)? { None } else { Some(is_complete) };
        q.is_legal = Some(is_legal);
        if u.ratio(1, 16)? {
            q.struct_size = u.int_in_range(0..=size_of_val(q))?;
        }
        made.query.label = if u.ratio(1, 4)? { made.label.as_ptr() } else { null() };
        made.query.points = made.points.as_ptr();
        made.query.styles = made.styles.as_ptr();
        made.query.targets = made.targets.as_ptr();
        made.query.nodes = made.nodes.as_ptr();
        made.query.cost_user = (&raw mut made.answers).cast();
        Ok(made)
    }
}

fn options(u: U<'_, '_>, error: *mut surefoot_error) -> Result<surefoot_search_motion_graph_options> {
    // SAFETY: numbers, for which zero is a value; filled by the library.
    let mut options: surefoot_search_motion_graph_options = unsafe { std::mem::zeroed() };
    surefoot_search_motion_graph_default_options(&raw mut options, size_of_val(&options), error);
    // Small enough that a search takes no time.
    options.method = u.int_in_range(-1..=3)?;
    options.beam_width = u.int_in_range(0..=5)?;
    options.starts = u.int_in_range(0..=4)?;
    options.max_expansions = 200;
    options.horizon = 1.0;
    options.patience = 1.0;
    options.seed = u.int_in_range(-1..=9)?;
    options.smooth_seams = u.int_in_range(0..=1)?;
    options.cleanup = u.int_in_range(0..=1)?;
    match u.int_in_range(0..=7)? {
        0 => options.transition_cost = number(u)?,
        1 => options.min_progress = number(u)?,
        2 => options.style_tolerance = number(u)?,
        3 => options.variation = number(u)?,
        4 => options.retain = number(u)?,
        5 => options.struct_size = u.int_in_range(0..=size_of_val(&options))?,
        _ => {}
    }
    Ok(options)
}

fn search(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (query, options, calls) = (Query::new(u, error)?, options(u, error)?, AtomicUsize::new(0));
    let mut out = null_mut();
    let status = surefoot_search_motion_graph(
        h.graphs.pick(u)?,
        &raw const query.query,
        &raw const options,
        Some(few_steps),
        (&raw const calls).cast_mut().cast(),
        &raw mut out,
        error,
    );
    h.found.keep(out);
    Ok(status)
}

fn crowd(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (first, second, calls) = (Query::new(u, error)?, Query::new(u, error)?, AtomicUsize::new(0));
    let queries = [&raw const first.query, if u.ratio(1, 16)? { null() } else { &raw const second.query }];
    let options = options(u, error)?;
    let mut out = [null_mut(); 2];
    let mut errors = [const { MaybeUninit::<surefoot_error>::uninit() }; 2];
    let status = surefoot_search_crowd(
        h.graphs.pick(u)?,
        queries.as_ptr(),
        u.int_in_range(0..=2)?,
        &raw const options,
        Some(few_steps),
        (&raw const calls).cast_mut().cast(),
        out.as_mut_ptr(),
        if u.arbitrary()? { errors.as_mut_ptr().cast() } else { null_mut() },
        error,
    );
    out.into_iter().for_each(|found| h.found.keep(found));
    Ok(status)
}

fn table(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (options, label, calls) = (options(u, error)?, words(u)?, AtomicUsize::new(0));
    let label = if u.ratio(1, 3)? { label.as_ptr() } else { null() };
    let mut out = null_mut();
    let status = surefoot_build_control_table(
        h.graphs.pick(u)?,
        label,
        &raw const options,
        Some(few_steps),
        (&raw const calls).cast_mut().cast(),
        &raw mut out,
        error,
    );
    h.tables.keep(out);
    Ok(status)
}

/// Any graph with any table.
fn steer(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (graph, table, mut view) = (h.graphs.pick(u)?, h.tables.pick(u)?, null());
    let status = surefoot_control_table_get(table, &raw mut view, error);
    if let Some(view) = seen(status, view) {
        touch(view.edges, SUREFOOT_DIRECTIONS * view.node_count);
    }
    let direction = numbers(u, 2)?;
    let mut state = surefoot_control_state {
        node: *u.choose(&[0, 1, 2, 5, 30, usize::MAX])?,
        place: [number(u)?, number(u)?, number(u)?],
    };
    let mut edge = 0;
    let place = &raw mut state;
    Ok(surefoot_steer(graph, table, place, direction.as_ptr(), &raw mut edge, place, error))
}

fn read_found(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut view = null();
    let status = surefoot_found_motion_get(h.found.pick(u)?, &raw mut view, error);
    if let Some(view) = seen(status, view) {
        touch(view.segments, view.segment_count);
        touch(view.labels, view.label_count);
        for report in [view.report, view.cleanup] {
            let mut json = null();
            if surefoot_report_json(report, &raw mut json, error) == surefoot_status::SUREFOOT_OK {
                touch_text(json);
            }
        }
    }
    Ok(status)
}
