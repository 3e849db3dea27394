//! Calls of the C API made up from bytes: any order, any handles or NULL, odd numbers, arrays, sizes and texts. Nothing may
//! crash, and no call may end in a fault of the library.
#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use std::ffi::{CString, c_char};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use surefoot::sample;
use surefoot_ffi::*;

/// Handles of one kind; all are freed in the end.
struct Pool<T: 'static> {
    items: Vec<*mut T>,
    free: extern "C" fn(*mut T),
}

impl<T> Pool<T> {
    fn new(free: extern "C" fn(*mut T)) -> Self {
        Self { items: Vec::new(), free }
    }

    /// One of the handles, or now and then NULL.
    fn pick(&self, u: &mut Unstructured<'_>) -> Result<*mut T> {
        if self.items.is_empty() || u.ratio(1, 16)? { Ok(null_mut()) } else { Ok(*u.choose(&self.items)?) }
    }

    /// Keeps a handle that came out.
    fn keep(&mut self, handle: *mut T) {
        if !handle.is_null() {
            self.items.push(handle);
        }
    }
}

impl<T> Drop for Pool<T> {
    fn drop(&mut self) {
        self.items.iter().for_each(|&handle| (self.free)(handle));
    }
}

struct Handles {
    skeletons: Pool<surefoot_skeleton>,
    clips: Pool<surefoot_clip>,
    skins: Pool<surefoot_skin>,
    plants: Pool<surefoot_plants>,
    grounds: Pool<surefoot_ground>,
    documents: Pool<surefoot_document>,
    reports: Pool<surefoot_remove_footskate_report>,
    texts: Pool<surefoot_text>,
    warnings: Pool<surefoot_warnings>,
    streams: Pool<surefoot_footskate_stream>,
    graphs: Pool<surefoot_motion_graph>,
    walks: Pool<surefoot_walk>,
}

fn number(u: &mut Unstructured<'_>) -> Result<f64> {
    Ok(match u.int_in_range(0..=11)? {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => -1.0,
        3 => 1e300,
        4 => f64::from_bits(u.arbitrary()?),
        5..=7 => 0.0,
        8 => 1.0,
        _ => f64::from(u.arbitrary::<i16>()?) / 1000.0,
    })
}

fn numbers(u: &mut Unstructured<'_>, count: usize) -> Result<Vec<f64>> {
    (0..count).map(|_| number(u)).collect()
}

fn words(u: &mut Unstructured<'_>) -> Result<CString> {
    const KNOWN: [&str; 8] =
        ["Hips", "LeftUpLeg", "LeftLeg", "LeftFoot", "RightUpLeg", "RightFoot", "Head", "walk"];
    if u.ratio(3, 4)? {
        return Ok(CString::new(*u.choose(&KNOWN)?).unwrap_or_default());
    }
    let length = u.int_in_range(0..=12)?;
    Ok(CString::new(u.bytes(length)?.iter().copied().filter(|b| *b != 0).collect::<Vec<u8>>())
        .unwrap_or_default())
}

/// A short walk that works, so that calls reach beyond the checks.
fn sound() -> &'static (surefoot::Skeleton, sample::SampleClip) {
    static SOUND: OnceLock<(surefoot::Skeleton, sample::SampleClip)> = OnceLock::new();
    SOUND.get_or_init(|| {
        let skeleton = sample::biped_skeleton(&sample::BipedOptions::default()).expect("a skeleton");
        let options = sample::WalkOptions { frame_rate: 20.0, seconds: 1.5, ..Default::default() };
        let walk = sample::walk(&skeleton, &options).expect("a walk");
        (skeleton, walk)
    })
}

fn checked(status: surefoot_status, error: &surefoot_error) {
    if status == surefoot_status::SUREFOOT_ERROR_PANIC {
        let text: String =
            error.message.iter().take_while(|c| **c != 0).map(|c| char::from(*c as u8)).collect();
        panic!("{text}");
    }
}

fn new_skeleton(
    u: &mut Unstructured<'_>,
    h: &mut Handles,
    error: &mut surefoot_error,
) -> Result<surefoot_status> {
    let count: usize = u.int_in_range(0..=9)?;
    let names: Vec<CString> = (0..count).map(|_| words(u)).collect::<Result<_>>()?;
    let names: Vec<*const c_char> = names.iter().map(|n| n.as_ptr()).collect();
    let mut parents: Vec<i32> = (0..count as i32).map(|i| i - 1).collect();
    if u.ratio(1, 3)? && count > 0 {
        parents[u.choose_index(count)?] = u.arbitrary()?;
    }
    let offsets = numbers(u, 3 * count)?;
    let rotations = numbers(u, 4 * count)?;
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

fn new_clip(
    u: &mut Unstructured<'_>,
    h: &mut Handles,
    error: &mut surefoot_error,
) -> Result<surefoot_status> {
    let skeleton = h.skeletons.pick(u)?;
    let mut view = null();
    if surefoot_skeleton_get(skeleton, &raw mut view, error) != surefoot_status::SUREFOOT_OK {
        return Ok(surefoot_status::SUREFOOT_ERROR_NULL);
    }
    // SAFETY: just given by the library.
    let joints = unsafe { (*view).joint_count };
    let frames: usize = u.int_in_range(0..=12)?;
    let mut rotations: Vec<f64> = (0..frames * joints).flat_map(|_| [0.0, 0.0, 0.0, 1.0]).collect();
    for _ in 0..u.int_in_range(0..=4)? {
        if !rotations.is_empty() {
            let at = u.choose_index(rotations.len())?;
            rotations[at] = number(u)?;
        }
    }
    let roots = numbers(u, 3 * frames)?;
    let track = surefoot_track { joint: u.int_in_range(-1..=9)?, reserved: 0, values: roots.as_ptr() };
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

fn sound_handles(h: &mut Handles) {
    let (skeleton, walk) = sound();
    let joints = skeleton.joint_count();
    let names: Vec<CString> =
        skeleton.names().iter().map(|n| CString::new(n.as_str()).expect("no zero")).collect();
    let names: Vec<*const c_char> = names.iter().map(|n| n.as_ptr()).collect();
    let parents: Vec<i32> = skeleton.parents().iter().map(|p| p.map_or(-1, |p| p.0 as i32)).collect();
    let flat = |values: &[surefoot::math::Vec3]| -> Vec<f64> {
        values.iter().flat_map(|v| [v.x, v.y, v.z]).collect()
    };
    let turns = |values: &[surefoot::math::Quat]| -> Vec<f64> {
        values.iter().flat_map(|q| [q.i, q.j, q.k, q.w]).collect()
    };
    let (offsets, rest) = (flat(skeleton.rest_offsets()), turns(skeleton.rest_rotations()));
    let data = surefoot_skeleton_data {
        struct_size: size_of::<surefoot_skeleton_data>(),
        joint_count: joints,
        names: names.as_ptr(),
        parents: parents.as_ptr(),
        rest_offsets: offsets.as_ptr(),
        rest_rotations: rest.as_ptr(),
        rest_scales: null(),
        compensates_parent_scale: null(),
        end_site_count: 0,
        end_site_joints: null(),
        end_site_offsets: null(),
    };
    let (mut made, mut clip) = (null_mut(), null_mut());
    surefoot_skeleton_create(&raw const data, &raw mut made, null_mut());
    let (rotations, roots) = (turns(walk.clip.rotations()), flat(walk.clip.root_positions()));
    let data = surefoot_clip_data {
        struct_size: size_of::<surefoot_clip_data>(),
        name: null(),
        frame_rate: walk.clip.frame_rate(),
        frame_count: walk.clip.frame_count(),
        rotations: rotations.as_ptr(),
        root_positions: roots.as_ptr(),
        translation_count: 0,
        translations: null(),
        scale_count: 0,
        scales: null(),
    };
    surefoot_clip_create(made, &raw const data, &raw mut clip, null_mut());
    h.skeletons.keep(made);
    h.clips.keep(clip);
}

fn detect_options(u: &mut Unstructured<'_>) -> Result<surefoot_detect_plants_options> {
    let mut options = surefoot_detect_plants_options {
        struct_size: 40,
        still_speed: 0.15,
        min_seconds: 0.04,
        fit_fault: u.arbitrary()?,
        use_touches: u.arbitrary()?,
        hands: u.arbitrary()?,
        sole: u.arbitrary()?,
    };
    match u.int_in_range(0..=3)? {
        0 => options.still_speed = number(u)?,
        1 => options.min_seconds = number(u)?,
        2 => options.struct_size = u.int_in_range(0..=40)?,
        _ => {}
    }
    Ok(options)
}

fn footskate_options(
    u: &mut Unstructured<'_>,
    error: &mut surefoot_error,
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

fn call(u: &mut Unstructured<'_>, h: &mut Handles, error: &mut surefoot_error) -> Result<surefoot_status> {
    let skeleton = h.skeletons.pick(u)?;
    let clip = h.clips.pick(u)?;
    let plants = h.plants.pick(u)?;
    let ground = if u.ratio(1, 2)? { h.grounds.pick(u)? } else { null_mut() };
    Ok(match u.int_in_range(0..=30)? {
        0 => new_skeleton(u, h, error)?,
        1 => new_clip(u, h, error)?,
        2 => {
            let items: Vec<surefoot_plant> = (0..u.int_in_range(0..=3)?)
                .map(|_| {
                    Ok(surefoot_plant {
                        point: u.int_in_range(-1..=12)?,
                        has_position: u.int_in_range(0..=1)?,
                        first: u.int_in_range(0..=20)?,
                        end: u.int_in_range(0..=31)?,
                        confidence: number(u)?,
                        position: [number(u)?, number(u)?, number(u)?],
                    })
                })
                .collect::<Result<_>>()?;
            let mut out = null_mut();
            let frames = *u.choose(&[30, 31, 12, 0, usize::MAX])?;
            let status = surefoot_plants_create(frames, items.as_ptr(), items.len(), &raw mut out, error);
            h.plants.keep(out);
            status
        }
        3 => {
            let normal = numbers(u, 3)?;
            let mut out = null_mut();
            let status = surefoot_ground_create_plane(normal.as_ptr(), number(u)?, &raw mut out, error);
            h.grounds.keep(out);
            status
        }
        4 => {
            let count = u.int_in_range(0..=9)?;
            let heights = numbers(u, count)?;
            let mut out = null_mut();
            let status = surefoot_ground_create_height_field(
                number(u)?,
                number(u)?,
                number(u)?,
                u.int_in_range(0..=4)?,
                heights.as_ptr(),
                count,
                &raw mut out,
                error,
            );
            h.grounds.keep(out);
            status
        }
        5 => {
            let points = numbers(u, 12)?;
            let triangles: Vec<u32> = (0..6).map(|_| u.int_in_range(0..=4)).collect::<Result<_>>()?;
            let mut out = null_mut();
            let status =
                surefoot_ground_create_mesh(points.as_ptr(), 4, triangles.as_ptr(), 2, &raw mut out, error);
            h.grounds.keep(out);
            status
        }
        6..=8 => {
            let options = detect_options(u)?;
            let (mut out, mut report) = (null_mut(), null_mut());
            let status = surefoot_detect_plants(
                skeleton,
                clip,
                ground,
                if u.ratio(1, 2)? { null() } else { &raw const options },
                &raw mut out,
                &raw mut report,
                error,
            );
            h.plants.keep(out);
            surefoot_detect_plants_report_free(report);
            status
        }
        9..=11 => {
            let options = footskate_options(u, error)?;
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
            status
        }
        12 => {
            let mut out = null_mut();
            let status = surefoot_measure_footskate(
                skeleton,
                clip,
                plants,
                ground,
                h.clips.pick(u)?,
                &raw mut out,
                error,
            );
            surefoot_measure_footskate_report_free(out);
            status
        }
        13 => {
            let mut out = null_mut();
            let status = surefoot_merge_plants(plants, h.plants.pick(u)?, &raw mut out, error);
            h.plants.keep(out);
            status
        }
        14 => {
            let mut out = null_mut();
            let status = surefoot_mirror_clip(skeleton, clip, &raw mut out, error);
            h.clips.keep(out);
            status
        }
        15 => {
            // Rates that give a few frames; others are refused or only take long.
            let rate = *u.choose(&[1.0, 17.0, 60.0, 0.0, -1.0, f64::NAN, 1e300])?;
            let (mut out, mut others) = (null_mut(), null_mut());
            let status = surefoot_resample_clip(skeleton, clip, rate, &raw mut out, error);
            h.clips.keep(out);
            checked(status, error);
            let status = surefoot_resample_plants(plants, clip, rate, &raw mut others, error);
            h.plants.keep(others);
            status
        }
        16 => {
            let mut out = null_mut();
            let status = surefoot_check_clip(skeleton, clip, &raw mut out, error);
            h.warnings.keep(out);
            status
        }
        17 => {
            let count = u.int_in_range(0..=3)?;
            let names: Vec<CString> = (0..count).map(|_| words(u)).collect::<Result<_>>()?;
            let entries: Vec<surefoot_role_entry> = names
                .iter()
                .map(|name| {
                    let joint = if u.ratio(1, 4)? { null() } else { name.as_ptr() };
                    Ok(surefoot_role_entry { role: u.int_in_range(-1..=20)?, reserved: 0, joint })
                })
                .collect::<Result<_>>()?;
            let mut out = null_mut();
            let status =
                surefoot_skeleton_with_roles(skeleton, entries.as_ptr(), entries.len(), &raw mut out, error);
            h.skeletons.keep(out);
            status
        }
        18 => {
            let mut values = vec![0.0; *u.choose(&[0, 3, 3 * 30 * 25, 900])?];
            let status = surefoot_world_positions(skeleton, clip, values.as_mut_ptr(), values.len(), error);
            checked(status, error);
            surefoot_world_matrices(skeleton, clip, values.as_mut_ptr(), values.len(), error)
        }
        19 => {
            let options = footskate_options(u, error)?;
            let mut out = null_mut();
            let rate = *u.choose(&[20.0, 30.0, 0.0, f64::NAN, 1e9])?;
            let status = surefoot_footskate_stream_create(
                skeleton,
                rate,
                ground,
                &raw const options,
                &raw mut out,
                error,
            );
            h.streams.keep(out);
            status
        }
        20..=22 => {
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
            let state = surefoot_plant_state {
                point: u.int_in_range(-1..=12)?,
                has_position: u.int_in_range(0..=1)?,
                position: [number(u)?, 0.0, 0.0],
            };
            let mut out = null();
            let count = u.int_in_range(0..=1)?;
            surefoot_footskate_stream_push(
                stream,
                &raw const frame,
                &raw const state,
                count,
                &raw mut out,
                error,
            )
        }
        23 => {
            let mut out = null();
            surefoot_footskate_stream_flush(h.streams.pick(u)?, &raw mut out, error)
        }
        24 => {
            let length = u.int_in_range(0..=200)?;
            let bytes = u.bytes(length.min(u.len()))?;
            let mut out = null_mut();
            let status = surefoot_read_bytes(
                c"fuzz".as_ptr(),
                bytes.as_ptr(),
                bytes.len(),
                null(),
                &raw mut out,
                error,
            );
            h.documents.keep(out);
            status
        }
        25 => {
            let item = surefoot_before_after {
                before: clip,
                after: h.clips.pick(u)?,
                plants,
                report: h.reports.pick(u)?,
            };
            let mut out = null_mut();
            let status = surefoot_footskate_page(
                c"page".as_ptr(),
                skeleton,
                &raw const item,
                1,
                null(),
                0,
                ground,
                null(),
                0,
                &raw mut out,
                error,
            );
            h.texts.keep(out);
            status
        }
        26 => {
            let item = surefoot_graph_clip { skeleton, clip, plants, labels: null(), label_count: 0 };
            // SAFETY: numbers, for which zero is a value; filled by the library.
            let mut options: surefoot_build_motion_graph_options = unsafe { std::mem::zeroed() };
            surefoot_build_motion_graph_default_options(&raw mut options, size_of_val(&options), error);
            options.window = *u.choose(&[0.1, 0.2, 0.5, f64::NAN])?;
            options.markers = u.int_in_range(0..=2)?;
            options.labelling = u.int_in_range(0..=2)?;
            options.mirror = u.int_in_range(0..=1)?;
            let mut out = null_mut();
            let status = surefoot_build_motion_graph(
                &raw const item,
                1,
                &raw const options,
                None,
                null_mut(),
                &raw mut out,
                null_mut(),
                error,
            );
            h.graphs.keep(out);
            status
        }
        27 => {
            let options = surefoot_random_walk_options {
                struct_size: 48,
                seed: u.arbitrary()?,
                min_frames: u.int_in_range(0..=200)?,
                start: u.int_in_range(-2..=9)?,
                label: null(),
                transition_weight: number(u)?,
            };
            let mut out = null_mut();
            let status = surefoot_random_walk(h.graphs.pick(u)?, &raw const options, &raw mut out, error);
            h.walks.keep(out);
            status
        }
        28 => {
            let mut out = null_mut();
            let (from, to) = (u.int_in_range(0..=9)?, u.int_in_range(0..=9)?);
            let status =
                surefoot_shortest_connection(h.graphs.pick(u)?, from, to, null(), &raw mut out, error);
            h.walks.keep(out);
            status
        }
        29 => {
            let thresholds = numbers(u, 9)?;
            let count = u.int_in_range(0..=9)?;
            let mut out = null_mut();
            let status = surefoot_retune_motion_graph(
                h.graphs.pick(u)?,
                thresholds.as_ptr(),
                count,
                null(),
                &raw mut out,
                null_mut(),
                error,
            );
            h.graphs.keep(out);
            status
        }
        _ => {
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
            let status = surefoot_skin_create(skeleton, &raw const data, &raw mut out, error);
            h.skins.keep(out);
            checked(status, error);
            let mut deformed = [0.0f32; 9];
            surefoot_deform_skin(
                skeleton,
                clip,
                h.skins.pick(u)?,
                u.int_in_range(0..=31)?,
                deformed.as_mut_ptr(),
                9,
                error,
            )
        }
    })
}

fuzz_target!(|bytes: &[u8]| {
    let mut u = Unstructured::new(bytes);
    let mut handles = Handles {
        skeletons: Pool::new(surefoot_skeleton_free),
        clips: Pool::new(surefoot_clip_free),
        skins: Pool::new(surefoot_skin_free),
        plants: Pool::new(surefoot_plants_free),
        grounds: Pool::new(surefoot_ground_free),
        documents: Pool::new(surefoot_document_free),
        reports: Pool::new(surefoot_remove_footskate_report_free),
        texts: Pool::new(surefoot_text_free),
        warnings: Pool::new(surefoot_warnings_free),
        streams: Pool::new(surefoot_footskate_stream_free),
        graphs: Pool::new(surefoot_motion_graph_free),
        walks: Pool::new(surefoot_walk_free),
    };
    sound_handles(&mut handles);
    // SAFETY: numbers and texts, for which zero is a value.
    let mut error: surefoot_error = unsafe { std::mem::zeroed() };
    for _ in 0..32 {
        if u.is_empty() {
            break;
        }
        let Ok(status) = call(&mut u, &mut handles, &mut error) else { break };
        checked(status, &error);
    }
});
