//! Skeletons, clips, skins, plants, grounds, labels and paths: made, read, asked.

use crate::Call;
use crate::input::{Handles, json, number, numbers, seen, touch, touch_text, words};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use std::ffi::{CString, c_char};
use std::ptr::{null, null_mut};
use surefoot_ffi::*;

pub const CALLS: &[Call] = &[
    new_skeleton,
    new_clip,
    new_skin,
    new_plants,
    new_plane,
    new_field,
    new_mesh,
    new_labels,
    new_path,
    read_skeleton,
    read_clip,
    read_skin,
    read_plants,
    read_ground,
    read_labels,
    read_path,
    roles,
    soles,
    kinematics,
    names,
];

type U<'a, 'b> = &'a mut Unstructured<'b>;

fn new_skeleton(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let count: usize = u.int_in_range(0..=9)?;
    let names: Vec<CString> = (0..count).map(|_| words(u)).collect::<Result<_>>()?;
    let names: Vec<*const c_char> = names.iter().map(|n| n.as_ptr()).collect();
    let mut parents: Vec<i32> = (0..count as i32).map(|i| i - 1).collect();
    if u.ratio(1, 3)? && count > 0 {
        parents[u.choose_index(count)?] = u.arbitrary()?;
    }
    let (offsets, rotations) = (numbers(u, 3 * count)?, numbers(u, 4 * count)?);
    let sites: Vec<i32> =
        (0..u.int_in_range(0..=2)?).map(|_| u.int_in_range(-1..=9)).collect::<Result<_>>()?;
    let site_offsets = numbers(u, 3 * sites.len())?;
    let data = surefoot_skeleton_data {
        struct_size: if u.ratio(1, 16)? { u.int_in_range(0..=88)? } else { 88 },
        joint_count: count,
        names: names.as_ptr(),
        parents: parents.as_ptr(),
        rest_offsets: offsets.as_ptr(),
        rest_rotations: if u.ratio(1, 4)? { rotations.as_ptr() } else { null() },
        rest_scales: if u.ratio(1, 4)? { offsets.as_ptr() } else { null() },
        compensates_parent_scale: null(),
        end_site_count: sites.len(),
        end_site_joints: sites.as_ptr(),
        end_site_offsets: site_offsets.as_ptr(),
    };
    let mut out = null_mut();
    let status = surefoot_skeleton_create(&raw const data, &raw mut out, error);
    h.skeletons.keep(out);
    Ok(status)
}

fn new_clip(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let skeleton = h.skeletons.pick(u)?;
    let mut view = null();
    let status = surefoot_skeleton_get(skeleton, &raw mut view, error);
    let Some(view) = seen(status, view) else { return Ok(status) };
    let frames: usize = u.int_in_range(0..=12)?;
    let mut rotations: Vec<f64> = (0..frames * view.joint_count).flat_map(|_| [0.0, 0.0, 0.0, 1.0]).collect();
    for _ in 0..u.int_in_range(0..=4)? {
        if !rotations.is_empty() {
            let at = u.choose_index(rotations.len())?;
            rotations[at] = number(u)?;
        }
    }
    let roots = numbers(u, 3 * frames)?;
    let track = surefoot_track { joint: u.int_in_range(-1..=9)?, values: roots.as_ptr() };
    let data = surefoot_clip_data {
        struct_size: 80,
        name: null(),
        frame_rate: if u.ratio(1, 4)? { number(u)? } else { 30.0 },
        frame_count: frames,
        rotations: rotations.as_ptr(),
        root_positions: roots.as_ptr(),
        translation_count: usize::from(u.ratio(1, 4)?),
        translations: &raw const track,
        scale_count: usize::from(u.ratio(1, 4)?),
        scales: &raw const track,
    };
    let mut out = null_mut();
    let status = surefoot_clip_create(skeleton, &raw const data, &raw mut out, error);
    h.clips.keep(out);
    Ok(status)
}

fn new_skin(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (bind, offsets) = (numbers(u, 16)?, [0u32, 1, 2, 3]);
    let positions = [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let slots = [u.int_in_range(0..=1)?, 0u32, 0];
    let weights = [1.0f32, number(u)? as f32, 1.0];
    let joint = u.int_in_range(-1..=9)?;
    let data = surefoot_skin_data {
        struct_size: size_of::<surefoot_skin_data>(),
        name: null(),
        vertex_count: 3,
        positions: positions.as_ptr(),
        normals: null(),
        triangle_count: 1,
        triangles: offsets.as_ptr(),
        slot_count: 1,
        slot_joints: &raw const joint,
        inverse_binds: bind.as_ptr(),
        influence_offsets: offsets.as_ptr(),
        influence_count: 3,
        influence_slots: slots.as_ptr(),
        influence_weights: weights.as_ptr(),
    };
    let mut out = null_mut();
    let status = surefoot_skin_create(h.skeletons.pick(u)?, &raw const data, &raw mut out, error);
    h.skins.keep(out);
    Ok(status)
}

fn new_plants(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let plant = |u: &mut Unstructured<'_>| {
        Ok(surefoot_plant {
            point: u.int_in_range(-1..=12)?,
            has_position: u.int_in_range(0..=1)?,
            first: u.int_in_range(0..=40)?,
            end: u.int_in_range(0..=77)?,
            confidence: number(u)?,
            position: [number(u)?, number(u)?, number(u)?],
        })
    };
    let items: Vec<surefoot_plant> = (0..u.int_in_range(0..=3)?).map(|_| plant(u)).collect::<Result<_>>()?;
    let frames = *u.choose(&[75, 76, 30, 12, 0, usize::MAX])?;
    let mut out = null_mut();
    let status = if u.ratio(1, 4)? {
        surefoot_plants_from_text(json(u)?.as_ptr(), frames, &raw mut out, error)
    } else {
        surefoot_plants_create(frames, items.as_ptr(), items.len(), &raw mut out, error)
    };
    h.plants.keep(out);
    Ok(status)
}

fn new_plane(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let normal = numbers(u, 3)?;
    let mut out = null_mut();
    let status = if u.ratio(1, 4)? {
        surefoot_ground_from_text(json(u)?.as_ptr(), &raw mut out, error)
    } else {
        surefoot_ground_create_plane(normal.as_ptr(), number(u)?, &raw mut out, error)
    };
    h.grounds.keep(out);
    Ok(status)
}

fn new_field(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let count = u.int_in_range(0..=9)?;
    let heights = numbers(u, count)?;
    let (x, z, spacing, columns) = (number(u)?, number(u)?, number(u)?, u.int_in_range(0..=4)?);
    let mut out = null_mut();
    let status = surefoot_ground_create_height_field(
        x,
        z,
        spacing,
        columns,
        heights.as_ptr(),
        count,
        &raw mut out,
        error,
    );
    h.grounds.keep(out);
    Ok(status)
}

fn new_mesh(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let points = numbers(u, 12)?;
    let triangles: Vec<u32> = (0..6).map(|_| u.int_in_range(0..=4)).collect::<Result<_>>()?;
    let mut out = null_mut();
    let status = surefoot_ground_create_mesh(points.as_ptr(), 4, triangles.as_ptr(), 2, &raw mut out, error);
    h.grounds.keep(out);
    Ok(status)
}

fn new_labels(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut out = null_mut();
    let status = match u.int_in_range(0..=2)? {
        0 => surefoot_automatic_labels(h.skeletons.pick(u)?, h.clips.pick(u)?, &raw mut out, error),
        1 => surefoot_labels_from_text(json(u)?.as_ptr(), &raw mut out, error),
        _ => {
            let names = [words(u)?, words(u)?, words(u)?];
            let span = surefoot_label_span {
                label: if u.ratio(1, 16)? { null() } else { names[0].as_ptr() },
                first: u.int_in_range(0..=20)?,
                end: *u.choose(&[0, 12, 76, usize::MAX])?,
            };
            let group_name = if u.ratio(1, 2)? { null() } else { names[0].as_ptr() };
            let item = |name: &CString, label_count| surefoot_clip_labels {
                clip: name.as_ptr(),
                labels: if label_count == 0 { null() } else { &raw const span },
                label_count,
                group_name,
                group: 0,
            };
            let items = [item(&names[1], 1), item(&names[2], 0)];
            surefoot_labels_create(items.as_ptr(), u.int_in_range(0..=2)?, &raw mut out, error)
        }
    };
    h.labels.keep(out);
    Ok(status)
}

fn new_path(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut out = null_mut();
    let status = if u.ratio(1, 2)? {
        surefoot_path_from_text(json(u)?.as_ptr(), &raw mut out, error)
    } else {
        let points = numbers(u, 21)?;
        let label = words(u)?;
        let styles = [
            surefoot_style_piece { label: label.as_ptr(), end: number(u)? },
            surefoot_style_piece { label: null(), end: number(u)? },
        ];
        let (kind, count, style_count) =
            (u.int_in_range(-1..=2)?, u.int_in_range(0..=7)?, u.int_in_range(0..=2)?);
        surefoot_path_create(kind, points.as_ptr(), count, styles.as_ptr(), style_count, &raw mut out, error)
    };
    h.paths.keep(out);
    Ok(status)
}

fn read_skeleton(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let skeleton = h.skeletons.pick(u)?;
    let (mut view, mut joint, mut text) = (null(), 0, null_mut());
    surefoot_skeleton_find(skeleton, words(u)?.as_ptr(), &raw mut joint, error);
    surefoot_skeleton_roles_text(skeleton, &raw mut text, error);
    h.texts.keep(text);
    let status = surefoot_skeleton_get(skeleton, &raw mut view, error);
    if let Some(view) = seen(status, view) {
        touch(view.parents, view.joint_count);
        touch(view.rest_offsets, 3 * view.joint_count);
        touch(view.rest_rotations, 4 * view.joint_count);
        touch(view.roles, view.joint_count);
        touch(view.soles, 2);
        touch(view.names, view.joint_count);
    }
    Ok(status)
}

fn read_clip(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let mut view = null();
    let status = surefoot_clip_get(h.clips.pick(u)?, &raw mut view, error);
    if let Some(view) = seen(status, view) {
        touch_text(view.name);
        touch(view.rotations, 4 * view.frame_count * view.joint_count);
        touch(view.root_positions, 3 * view.frame_count);
        touch(view.translations, view.translation_count);
        touch(view.scales, view.scale_count);
    }
    Ok(status)
}

fn read_skin(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (skin, mut view, mut deformed) = (h.skins.pick(u)?, null(), [0.0f32; 9]);
    let (skeleton, clip, frame) = (h.skeletons.pick(u)?, h.clips.pick(u)?, u.int_in_range(0..=80)?);
    let count = *u.choose(&[9, 9, 8, 0])?;
    surefoot_deform_skin(skeleton, clip, skin, frame, deformed.as_mut_ptr(), count, error);
    let status = surefoot_skin_get(skin, &raw mut view, error);
    if let Some(view) = seen(status, view) {
        touch(view.positions, 3 * view.vertex_count);
        touch(view.triangles, 3 * view.triangle_count);
        touch(view.influence_weights, view.influence_count);
    }
    Ok(status)
}

fn read_plants(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (mut items, mut count, mut frames, mut text) = (null(), 0, 0, null_mut());
    let plants = h.plants.pick(u)?;
    surefoot_plants_text(plants, &raw mut text, error);
    h.texts.keep(text);
    let status = surefoot_plants_get(plants, &raw mut items, &raw mut count, &raw mut frames, error);
    touch(items, count);
    Ok(status)
}

fn read_ground(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (ground, mut view) = (h.grounds.pick(u)?, null());
    let (x, z, near, mut height, mut normal) = (number(u)?, number(u)?, number(u)?, 0.0, [0.0; 3]);
    surefoot_ground_footing(ground, x, z, near, &raw mut height, &raw mut normal, error);
    let status = surefoot_ground_get(ground, &raw mut view, error);
    if let Some(view) = seen(status, view) {
        touch(view.heights, view.height_count);
        touch(view.corners, 9 * view.triangle_count);
    }
    Ok(status)
}

fn read_labels(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (labels, mut items, mut count, mut text) = (h.labels.pick(u)?, null(), 0, null_mut());
    surefoot_labels_text(labels, &raw mut text, error);
    h.texts.keep(text);
    let status = surefoot_labels_get(labels, &raw mut items, &raw mut count, error);
    for i in 0..count {
        // SAFETY: the library says that so many are there.
        let item = unsafe { &*items.add(i) };
        touch_text(item.clip);
        touch(item.labels, item.label_count);
    }
    Ok(status)
}

fn read_path(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (path, mut view, mut text) = (h.paths.pick(u)?, null(), null_mut());
    surefoot_path_text(path, &raw mut text, error);
    h.texts.keep(text);
    let status = surefoot_path_get(path, &raw mut view, error);
    if let Some(view) = seen(status, view) {
        assert!(view.length > 0.0 && view.corner_count >= 2);
        touch(view.points, 3 * view.point_count);
        touch(view.corners, 2 * view.corner_count);
        touch(view.styles, view.style_count);
    }
    Ok(status)
}

fn roles(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let skeleton = h.skeletons.pick(u)?;
    let (mut out, mut text) = (null_mut(), null_mut());
    let status = if u.ratio(1, 3)? {
        let status = surefoot_find_roles(skeleton, &raw mut out, &raw mut text, error);
        h.texts.keep(text);
        status
    } else if u.ratio(1, 4)? {
        let mut given = r#"{"left_foot": "LeftFoot", "pelvis": null}"#.as_bytes().to_vec();
        let at = u.choose_index(given.len())?;
        given[at] = u.int_in_range(32..=126)?;
        let given = CString::new(given).unwrap_or_default();
        surefoot_skeleton_with_roles_text(skeleton, given.as_ptr(), &raw mut out, error)
    } else {
        let names = (0..u.int_in_range(0..=3)?).map(|_| words(u)).collect::<Result<Vec<CString>>>()?;
        let entry = |name: &CString, u: &mut Unstructured<'_>| {
            let joint = if u.ratio(1, 4)? { null() } else { name.as_ptr() };
            Ok(surefoot_role_entry { role: u.int_in_range(-1..=20)?, joint })
        };
        let entries = names.iter().map(|name| entry(name, u)).collect::<Result<Vec<_>>>()?;
        surefoot_skeleton_with_roles(skeleton, entries.as_ptr(), entries.len(), &raw mut out, error)
    };
    h.skeletons.keep(out);
    Ok(status)
}

/// Soles from skins, or made up.
fn soles(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let skeleton = h.skeletons.pick(u)?;
    let (mut out, mut notes) = (null_mut(), null_mut());
    let status = if u.ratio(1, 3)? {
        let skins: [*const surefoot_skin; 2] = [h.skins.pick(u)?, h.skins.pick(u)?];
        let count = u.int_in_range(0..=2)?;
        surefoot_find_soles(skeleton, skins.as_ptr(), count, &raw mut out, &raw mut notes, error)
    } else if u.ratio(1, 2)? {
        let (mut vertices, mut count, mut by_height) = ([0; 4], 0, 0);
        surefoot_sole_vertices(
            skeleton,
            h.skins.pick(u)?,
            u.int_in_range(-1..=2)?,
            vertices.as_mut_ptr(),
            u.int_in_range(0..=4)?,
            &raw mut count,
            &raw mut by_height,
            error,
        )
    } else {
        let sole = |u: &mut Unstructured<'_>| {
            let values = numbers(u, 8)?;
            Ok(surefoot_sole {
                foot: u.int_in_range(-2..=30)?,
                front: u.int_in_range(-2..=30)?,
                heel: [values[0], values[1], values[2]],
                tip: [values[3], values[4], values[5]],
                ankle_height: values[6],
                front_height: values[7],
            })
        };
        let both = [sole(u)?, sole(u)?];
        surefoot_skeleton_with_soles(skeleton, both.as_ptr(), &raw mut out, error)
    };
    h.notes.keep(notes);
    h.skeletons.keep(out);
    Ok(status)
}

fn kinematics(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    let (skeleton, clip) = (h.skeletons.pick(u)?, h.clips.pick(u)?);
    let (sound, walk) = crate::input::sound();
    let all = walk.clip.frame_count() * sound.joint_count();
    let mut values = vec![0.0; *u.choose(&[0, 3, 3 * all, 16 * all])?];
    let status = surefoot_world_positions(skeleton, clip, values.as_mut_ptr(), values.len(), error);
    if status == surefoot_status::SUREFOOT_ERROR_PANIC {
        return Ok(status);
    }
    Ok(surefoot_world_matrices(skeleton, clip, values.as_mut_ptr(), values.len(), error))
}

/// What needs no handle.
fn names(u: U<'_, '_>, h: &mut Handles, error: *mut surefoot_error) -> Result<surefoot_status> {
    touch_text(surefoot_version());
    touch_text(surefoot_status_name(u.arbitrary()?));
    let (mut operations, mut count, mut text) = (null(), 0, null_mut());
    surefoot_role_name(u.int_in_range(-2..=21)?, &raw mut text, error);
    h.texts.keep(text);
    let status = surefoot_operations_get(&raw mut operations, &raw mut count, error);
    touch(operations, count);
    let operation = *u.choose(&[c"remove_footskate", c"search_motion_graph", c"fly"])?;
    let (values, mut used) = (numbers(u, 32)?, [0; 32]);
    let (value_count, used_count) = (u.int_in_range(0..=32)?, u.int_in_range(0..=32)?);
    let input = surefoot_input_state { name: c"ground".as_ptr(), value: operation.as_ptr() };
    let (values, out) = (values.as_ptr(), used.as_mut_ptr());
    surefoot_used_options(operation.as_ptr(), values, value_count, &raw const input, 1, out, used_count, error);
    Ok(status)
}
