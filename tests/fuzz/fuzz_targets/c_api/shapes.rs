//! Bodies, characters with another shape, deformers.

use crate::Call;
use crate::input::{Handles, number, seen, touch, touch_text, words};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use std::ptr::{null, null_mut};
use surefoot_ffi::*;

pub const CALLS: &[Call] = &[fit, grow, scale, deform, leave_body, adapt, balance, rebalance, flight, evaluate, build_grid, ask_grid, deformer, deform_frame, character_deformer, read];

type U<'a, 'b> = &'a mut Unstructured<'b>;

/// The defaults of an operation's options.
macro_rules! defaults {
    ($Options:ident, $default:ident, $error:expr) => {{
        // SAFETY: numbers, for which zero is a value; filled by the library.
        let mut options: $Options = unsafe { std::mem::zeroed() };
        $default(&raw mut options, size_of_val(&options), $error);
        options
    }};
}

fn fit(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut options = defaults!(surefoot_fit_body_options, surefoot_fit_body_default_options, error);
    options.kind = u.int_in_range(-1..=3)?;
    options.measured_shares = u.arbitrary()?;
    let skins = [h.skins.pick(u)?.cast_const(); 2];
    let (skeleton, count) = (h.skeletons.pick(u)?, u.int_in_range(0..=2)?);
    let (mut out, mut report) = (null_mut(), null_mut());
    let options = &raw const options;
    let status =
        surefoot_fit_body(skeleton, skins.as_ptr(), count, options, &raw mut out, &raw mut report, error);
    h.bodies.keep(out);
    h.reports.keep(report);
    Ok(status)
}

fn grow(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut options = defaults!(surefoot_grow_body_options, surefoot_grow_body_default_options, error);
    match u.int_in_range(0..=3)? {
        0 => options.trunk = number(u)?,
        1 => options.left_leg = number(u)?,
        2 => options.smoothing = u.int_in_range(-1..=51)?,
        _ => {}
    }
    let segment = if u.arbitrary()? { c"left_forearm".to_owned() } else { words(u)? };
    let girth = surefoot_segment_girth { segment: segment.as_ptr(), factor: number(u)? };
    let (skins, clips) = ([h.skins.pick(u)?.cast_const()], [h.clips.pick(u)?.cast_const()]);
    let (mut out, mut report) = (null_mut(), null_mut());
    let status = surefoot_grow_body(
        h.skeletons.pick(u)?,
        skins.as_ptr(),
        u.int_in_range(0..=1)?,
        clips.as_ptr(),
        u.int_in_range(0..=1)?,
        &raw const girth,
        u.int_in_range(0..=1)?,
        &raw const options,
        &raw mut out,
        &raw mut report,
        error,
    );
    h.characters.keep(out);
    h.reports.keep(report);
    Ok(status)
}

fn scale(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut options = defaults!(surefoot_scale_character_options, surefoot_scale_character_default_options, error);
    options.skin = u.int_in_range(-1..=2)?;
    match u.int_in_range(0..=3)? {
        0 => options.upper_arm = number(u)?,
        1 => options.waist_height = number(u)?,
        2 => options.back = number(u)?,
        _ => {}
    }
    let (skins, clips) = ([h.skins.pick(u)?.cast_const()], [h.clips.pick(u)?.cast_const()]);
    let (mut out, mut report) = (null_mut(), null_mut());
    let status = surefoot_scale_character(
        h.skeletons.pick(u)?,
        skins.as_ptr(),
        u.int_in_range(0..=1)?,
        clips.as_ptr(),
        u.int_in_range(0..=1)?,
        &raw const options,
        &raw mut out,
        &raw mut report,
        error,
    );
    h.characters.keep(out);
    h.reports.keep(report);
    Ok(status)
}

fn deform_options(u: U<'_, '_>, error: *mut surefoot_error) -> Result<surefoot_deform_out_of_body_options> {
    let mut options = defaults!(surefoot_deform_out_of_body_options, surefoot_deform_out_of_body_default_options, error);
    options.part = u.int_in_range(-1..=3)?;
    match u.int_in_range(0..=5)? {
        0 => options.margin = number(u)?,
        1 => options.softness = number(u)?,
        2 => options.smoothing = u.int_in_range(-1..=51)?,
        3 => options.max_push = number(u)?,
        _ => {}
    }
    Ok(options)
}

fn deform(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let options = deform_options(u, error)?;
    let skin = h.skins.pick(u)?.cast_const();
    let mut view = null();
    let status = surefoot_skin_get(skin, &raw mut view, error);
    let vertex_count = seen(status, view).map_or(0, |view| view.vertex_count);
    let weights = vec![number(u)? as f32; vertex_count];
    let lists = [if u.arbitrary()? { weights.as_ptr() } else { null() }];
    let (mut out, mut report) = (null_mut(), null_mut());
    let status = surefoot_deform_out_of_body(
        h.skeletons.pick(u)?,
        h.clips.pick(u)?,
        &raw const skin,
        u.int_in_range(0..=1)?,
        if u.arbitrary()? { lists.as_ptr() } else { null() },
        &raw const options,
        &raw mut out,
        &raw mut report,
        error,
    );
    h.deformed.keep(out);
    h.reports.keep(report);
    Ok(status)
}

fn leave_body(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut options = defaults!(surefoot_remove_penetration_options, surefoot_remove_penetration_default_options, error);
    options.allowed_overlap = u.int_in_range(-1..=3)?;
    match u.int_in_range(0..=5)? {
        0 => options.arms = u.int_in_range(-1..=2)?,
        1 => options.legs = u.int_in_range(-1..=2)?,
        2 => options.margin = number(u)?,
        3 => options.reach = number(u)?,
        4 => options.overlap_frame = u.arbitrary()?,
        _ => {}
    }
    let skin = h.skins.pick(u)?.cast_const();
    let parts = [c"left_hand", c"trunk", c"right_thigh", c"left_shin", c"tail"];
    let pair = surefoot_body_pair { part: u.choose(&parts)?.as_ptr(), other: u.choose(&parts)?.as_ptr() };
    let (mut out, mut report) = (null_mut(), null_mut());
    let status = surefoot_remove_penetration(
        h.skeletons.pick(u)?,
        h.clips.pick(u)?,
        &raw const skin,
        u.int_in_range(0..=1)?,
        &raw const pair,
        u.int_in_range(0..=1)?,
        &raw const options,
        None,
        null_mut(),
        &raw mut out,
        &raw mut report,
        error,
    );
    h.clips.keep(out);
    h.reports.keep(report);
    Ok(status)
}

fn adapt(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    // SAFETY: numbers, for which zero is a value; filled by the library.
    let mut options: surefoot_adapt_to_body_options = unsafe { std::mem::zeroed() };
    surefoot_adapt_to_body_default_options(&raw mut options, size_of_val(&options), error);
    match u.int_in_range(0..=5)? {
        0 => options.penetration = u.int_in_range(-1..=2)?,
        1 => options.footskate = u.int_in_range(-1..=2)?,
        2 => options.gaze = number(u)?,
        3 => options.arm_direction = number(u)?,
        4 => options.balance = u.int_in_range(-1..=2)?,
        _ => {}
    }
    let skin = h.skins.pick(u)?.cast_const();
    let (mut out, mut report) = (null_mut(), null_mut());
    let status = surefoot_adapt_to_body(
        h.skeletons.pick(u)?,
        h.clips.pick(u)?,
        &raw const skin,
        u.int_in_range(0..=1)?,
        if u.arbitrary()? { h.plants.pick(u)? } else { null() },
        if u.arbitrary()? { h.grounds.pick(u)? } else { null() },
        null(),
        null(),
        null(),
        null(),
        &raw const options,
        None,
        null_mut(),
        &raw mut out,
        &raw mut report,
        error,
    );
    h.clips.keep(out);
    h.reports.keep(report);
    Ok(status)
}

fn balance(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut options = defaults!(surefoot_measure_balance_options, surefoot_measure_balance_default_options, error);
    match u.int_in_range(0..=4)? {
        0 => options.masses = u.int_in_range(-1..=5)?,
        1 => options.mass = number(u)?,
        2 => options.cutoff = number(u)?,
        3 => options.sole_margin = number(u)?,
        _ => {}
    }
    let name = words(u)?;
    let load = surefoot_load { joint: u.int_in_range(-1..=30)?, mass: number(u)?, offset: [number(u)?; 3] };
    let mut inertia = [0.0; 9];
    for (index, value) in inertia.iter_mut().enumerate() {
        *value = if index % 4 == 0 { number(u)?.abs() } else { 0.0 };
    }
    let part = surefoot_mass_segment {
        name: if u.arbitrary()? { null() } else { name.as_ptr() },
        joint: u.int_in_range(-1..=30)?,
        mass: number(u)?,
        centre: [number(u)?; 3],
        inertia,
    };
    let scene = surefoot_balance_scene {
        struct_size: size_of::<surefoot_balance_scene>(),
        plants: h.plants.pick(u)?,
        ground: h.grounds.pick(u)?,
        load_count: u.int_in_range(0..=1)?,
        loads: &raw const load,
        segment_count: u.int_in_range(0..=1)?,
        segments: &raw const part,
    };
    let skins = [h.skins.pick(u)?.cast_const()];
    let (skeleton, clip, count) = (h.skeletons.pick(u)?, h.clips.pick(u)?, u.int_in_range(0..=1)?);
    let (mut out, mut report) = (null_mut(), null_mut());
    let (scene, options) = (&raw const scene, &raw const options);
    let out_report = &raw mut report;
    let skins = skins.as_ptr();
    let status =
        surefoot_measure_balance(skeleton, clip, skins, count, scene, options, &raw mut out, out_report, error);
    h.balances.keep(out);
    h.reports.keep(report);
    Ok(status)
}

fn rebalance(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut options = defaults!(surefoot_correct_balance_options, surefoot_correct_balance_default_options, error);
    match u.int_in_range(0..=6)? {
        0 => options.mode = u.int_in_range(-1..=2)?,
        1 => options.target_scale = number(u)?,
        2 => options.threshold = number(u)?,
        3 => options.max_rounds = u.int_in_range(0..=20)?,
        4 => options.method = u.int_in_range(-1..=2)?,
        5 => options.control_spacing = u.int_in_range(-1..=1001)?,
        _ => {}
    }
    let skins = [h.skins.pick(u)?.cast_const()];
    let original = surefoot_balance_original {
        struct_size: size_of::<surefoot_balance_original>(),
        skeleton: h.skeletons.pick(u)?,
        clip: h.clips.pick(u)?,
        skins: skins.as_ptr(),
        skin_count: u.int_in_range(0..=1)?,
        scene: null(),
    };
    let original = if u.arbitrary()? { &raw const original } else { null() };
    let (skeleton, clip, count) = (h.skeletons.pick(u)?, h.clips.pick(u)?, u.int_in_range(0..=1)?);
    let (mut out, mut report) = (null_mut(), null_mut());
    let status = surefoot_correct_balance(
        skeleton,
        clip,
        skins.as_ptr(),
        count,
        null(),
        original,
        null(),
        &raw const options,
        None,
        null_mut(),
        &raw mut out,
        &raw mut report,
        error,
    );
    h.clips.keep(out);
    h.reports.keep(report);
    Ok(status)
}

fn flight(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut options = defaults!(surefoot_correct_flight_options, surefoot_correct_flight_default_options, error);
    match u.int_in_range(0..=4)? {
        0 => options.fix = u.int_in_range(-1..=2)?,
        1 => options.gravity = number(u)?,
        2 => options.g_tolerance = number(u)?,
        3 => options.path_tolerance = number(u)?,
        _ => {}
    }
    let skins = [h.skins.pick(u)?.cast_const()];
    let (skeleton, clip, count) = (h.skeletons.pick(u)?, h.clips.pick(u)?, u.int_in_range(0..=1)?);
    let (mut out, mut report) = (null_mut(), null_mut());
    let status = surefoot_correct_flight(
        skeleton,
        clip,
        skins.as_ptr(),
        count,
        null(),
        null(),
        &raw const options,
        None,
        null_mut(),
        &raw mut out,
        &raw mut report,
        error,
    );
    h.clips.keep(out);
    h.reports.keep(report);
    Ok(status)
}

fn evaluate(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut options = defaults!(surefoot_evaluate_balance_options, surefoot_evaluate_balance_default_options, error);
    options.draws = u.int_in_range(0..=3)?;
    let name = words(u)?;
    let skins = [h.skins.pick(u)?.cast_const()];
    let original = surefoot_balance_original {
        struct_size: size_of::<surefoot_balance_original>(),
        skeleton: h.skeletons.pick(u)?,
        clip: h.clips.pick(u)?,
        skins: skins.as_ptr(),
        skin_count: u.int_in_range(0..=1)?,
        scene: null(),
    };
    let original = &raw const original;
    let adapted = if u.arbitrary()? { original } else { null() };
    let case = surefoot_balance_case { name: name.as_ptr(), original, adapted, balanced: null() };
    let mut report = null_mut();
    let count = u.int_in_range(0..=1)?;
    let status = surefoot_evaluate_balance(
        &raw const case,
        count,
        &raw const options,
        None,
        null_mut(),
        &raw mut report,
        error,
    );
    h.reports.keep(report);
    Ok(status)
}

fn build_grid(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let girths = [1.0, number(u)?];
    let axis = surefoot_shape_axis {
        part: u.int_in_range(-1..=5)?,
        girths: girths.as_ptr(),
        girth_count: u.int_in_range(0..=2)?,
    };
    let skin = h.skins.pick(u)?.cast_const();
    let mut options =
        defaults!(surefoot_build_shape_grid_options, surefoot_build_shape_grid_default_options, error);
    options.move_joints = u.int_in_range(-1..=2)?;
    let (mut out, mut report) = (null_mut(), null_mut());
    let status = surefoot_build_shape_grid(
        h.skeletons.pick(u)?,
        h.clips.pick(u)?,
        &raw const skin,
        u.int_in_range(0..=1)?,
        &raw const axis,
        1,
        if u.arbitrary()? { h.plants.pick(u)? } else { null() },
        null(),
        &raw const options,
        None,
        null_mut(),
        &raw mut out,
        &raw mut report,
        error,
    );
    h.shape_grids.keep(out);
    h.reports.keep(report);
    Ok(status)
}

fn ask_grid(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    // SAFETY: numbers, for which zero is a value; filled by the library.
    let mut shape: surefoot_query_shape_grid_options = unsafe { std::mem::zeroed() };
    surefoot_query_shape_grid_default_options(&raw mut shape, size_of_val(&shape), error);
    shape.trunk = number(u)?;
    shape.interpolation = u.int_in_range(-1..=3)?;
    let (grid, clip, skeleton) = (h.shape_grids.pick(u)?, h.clips.pick(u)?, h.skeletons.pick(u)?);
    let (mut rotations, mut root, mut view) = ([0.0; 400], [0.0; 3], null());
    let (frame, count) = (u.int_in_range(0..=200)?, u.int_in_range(0..=100)?);
    let shape = &raw const shape;
    surefoot_shape_grid_pose(grid, clip, frame, shape, rotations.as_mut_ptr(), count, root.as_mut_ptr(), error);
    let status = surefoot_shape_grid_get(grid, &raw mut view, error);
    if let Some(view) = seen(status, view) {
        touch(view.depths, 2 * view.node_count);
    }
    let (mut out, mut report) = (null_mut(), null_mut());
    let status = surefoot_query_shape_grid(grid, skeleton, clip, shape, &raw mut out, &raw mut report, error);
    h.clips.keep(out);
    h.reports.keep(report);
    Ok(status)
}

/// Points of every mesh here.
const POINTS: usize = 8;

fn points(u: U<'_, '_>) -> Result<[f32; 3 * POINTS]> {
    let mut out = [0.0; 3 * POINTS];
    for (i, value) in out.iter_mut().enumerate() {
        *value = (i / 3 >> (i % 3) & 1) as f32 + f32::from(u.arbitrary::<i8>()?) / 256.0;
    }
    if u.ratio(1, 8)? {
        out[u.choose_index(3 * POINTS)?] = number(u)? as f32;
    }
    Ok(out)
}

fn deformer(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let options = deform_options(u, error)?;
    let (body, part) = (points(u)?, points(u)?);
    let corners: Vec<u32> = (0..36).map(|_| u.int_in_range(0..=8)).collect::<Result<_>>()?;
    let mut shape = |points: &[f32; 3 * POINTS]| -> Result<surefoot_mesh_shape> {
        Ok(surefoot_mesh_shape {
            point_count: POINTS,
            points: points.as_ptr(),
            triangle_count: u.int_in_range(0..=12)?,
            triangles: corners.as_ptr(),
        })
    };
    let (body, part, mut out) = (shape(&body)?, shape(&part)?, null_mut());
    let weights = [number(u)? as f32; POINTS];
    let status = surefoot_deformer_create(
        &raw const body,
        &raw const part,
        if u.arbitrary()? { weights.as_ptr() } else { null() },
        &raw const options,
        &raw mut out,
        error,
    );
    h.deformers.keep(out);
    Ok(status)
}

fn deform_frame(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (body, part, mut out) = (points(u)?, points(u)?, [0.0f32; 3 * POINTS]);
    let deformer = h.deformers.pick(u)?;
    // SAFETY: numbers, for which zero is a value.
    let mut frame: surefoot_deformed_frame = unsafe { std::mem::zeroed() };
    let (body, part) = (body.as_ptr(), part.as_ptr());
    let status = if u.arbitrary()? {
        surefoot_deformer_deform(deformer, body, part, out.as_mut_ptr(), &raw mut frame, error)
    } else {
        let (weights, envelope, max_push) = ([number(u)? as f32; POINTS], number(u)?, number(u)?);
        let weights = if u.arbitrary()? { weights.as_ptr() } else { null() };
        let (to, told) = (out.as_mut_ptr(), &raw mut frame);
        surefoot_deformer_deform_with(deformer, body, part, weights, envelope, max_push, to, told, error)
    };
    if status == surefoot_status::SUREFOOT_OK {
        assert!(out.iter().all(|x| x.is_finite()), "{out:?}");
    }
    Ok(status)
}

fn character_deformer(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let options = deform_options(u, error)?;
    let (skeleton, skin, mut out) = (h.skeletons.pick(u)?, h.skins.pick(u)?.cast_const(), null_mut());
    let (mut skin_view, mut skeleton_view) = (null(), null());
    let status = surefoot_skin_get(skin, &raw mut skin_view, error);
    let vertex_count = seen(status, skin_view).map_or(0, |view| view.vertex_count);
    let status = surefoot_skeleton_get(skeleton, &raw mut skeleton_view, error);
    let joint_count = seen(status, skeleton_view).map_or(0, |view| view.joint_count);
    let count = u.int_in_range(0..=1)?;
    let status =
        surefoot_character_deformer_create(skeleton, &raw const skin, count, &raw const options, &raw mut out, error);
    if status != surefoot_status::SUREFOOT_OK {
        return Ok(status);
    }
    h.character_deformers.keep(out);
    let (envelope, max_push) = (number(u)?, number(u)?);
    let weights = vec![number(u)? as f32; vertex_count];
    let weights = if u.arbitrary()? { weights.as_ptr() } else { null() };
    let points = vec![number(u)? as f32; 3 * vertex_count];
    let matrices = vec![number(u)?; 16 * joint_count];
    let mut pushed = vec![0.0f32; 3 * vertex_count];
    // SAFETY: numbers, for which zero is a value.
    let mut frame: surefoot_deformed_frame = unsafe { std::mem::zeroed() };
    let (to, value_count, told) = (pushed.as_mut_ptr(), pushed.len() - u.int_in_range(0..=pushed.len().min(1))?, &raw mut frame);
    Ok(if u.arbitrary()? {
        surefoot_character_deformer_deform_points(
            out, points.as_ptr(), weights, envelope, max_push, to, value_count, told, error,
        )
    } else {
        surefoot_character_deformer_deform_joints(
            out, matrices.as_ptr(), matrices.len(), weights, envelope, max_push, to, value_count, told, error,
        )
    })
}

fn read(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (mut body, mut character, mut deformed) = (null(), null(), null());
    let status = surefoot_body_get(h.bodies.pick(u)?, &raw mut body, error);
    if let Some(body) = seen(status, body) {
        touch(body.volumes, body.volume_count);
        touch(body.volume_of_vertex, body.vertex_count);
        for i in 0..body.volume_count {
            // SAFETY: as many as the view says.
            touch_text(unsafe { (*body.volumes.add(i)).name });
        }
    }
    let status = surefoot_character_get(h.characters.pick(u)?, &raw mut character, error);
    if let Some(character) = seen(status, character) {
        touch(character.skins, character.skin_count);
        touch(character.clips, character.clip_count);
        let mut view = null();
        surefoot_skeleton_get(character.skeleton, &raw mut view, error);
    }
    let mut balance = null();
    let status = surefoot_balance_get(h.balances.pick(u)?, &raw mut balance, error);
    if let Some(balance) = seen(status, balance) {
        let count = balance.frame_count;
        for list in [
            balance.centres,
            balance.momentums,
            balance.angular_momentums,
            balance.zero_moment_points,
            balance.plane_points,
            balance.plane_normals,
        ] {
            touch(list, 3 * count);
        }
        for list in [balance.loads, balance.distances, balance.left_shares] {
            touch(list, count);
        }
        touch(balance.is_judged, count);
        touch(balance.area_first, count + 1);
        touch(balance.area_corners, 3 * balance.corner_count);
        touch(balance.segments, balance.segment_count);
        for i in 0..balance.segment_count {
            // SAFETY: as many as the view says.
            touch_text(unsafe { (*balance.segments.add(i)).name });
        }
    }
    let status = surefoot_deformed_clip_get(h.deformed.pick(u)?, &raw mut deformed, error);
    if let Some(deformed) = seen(status, deformed) {
        touch(deformed.frames, deformed.frame_count);
        for i in 0..deformed.skin_count {
            // SAFETY: as many as the view says.
            let skin = unsafe { &*deformed.skins.add(i) };
            touch(skin.vertices, skin.vertex_count);
            touch(skin.offsets, 3 * skin.vertex_count * deformed.frame_count);
        }
    }
    Ok(status)
}
