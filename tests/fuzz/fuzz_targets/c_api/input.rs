//! What calls are made of: pools of handles, odd numbers and words, and a walk that works.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use std::ffi::{CString, c_char, c_void};
use std::hint::black_box;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use surefoot_sample as sample;
use surefoot_ffi::*;

/// Handles of one kind; all are freed in the end.
pub struct Pool<T: 'static> {
    items: Vec<*mut T>,
    free: extern "C" fn(*mut T),
}

impl<T> Pool<T> {
    fn new(free: extern "C" fn(*mut T)) -> Self {
        // Freeing NULL is fine.
        free(null_mut());
        Self { items: Vec::new(), free }
    }

    /// One of the handles, or now and then NULL.
    pub fn pick(&self, u: &mut Unstructured<'_>) -> Result<*mut T> {
        if self.items.is_empty() || u.ratio(1, 16)? { Ok(null_mut()) } else { Ok(*u.choose(&self.items)?) }
    }

    /// Keeps a handle that came out.
    pub fn keep(&mut self, handle: *mut T) {
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

pub struct Handles {
    pub skeletons: Pool<surefoot_skeleton>,
    pub clips: Pool<surefoot_clip>,
    pub skins: Pool<surefoot_skin>,
    pub plants: Pool<surefoot_plants>,
    pub grounds: Pool<surefoot_ground>,
    pub labels: Pool<surefoot_labels>,
    pub paths: Pool<surefoot_path>,
    pub documents: Pool<surefoot_document>,
    pub reports: Pool<surefoot_report>,
    pub texts: Pool<surefoot_text>,
    pub bytes: Pool<surefoot_bytes>,
    pub notes: Pool<surefoot_notes>,
    pub streams: Pool<surefoot_footskate_stream>,
    pub plant_streams: Pool<surefoot_plant_stream>,
    pub graphs: Pool<surefoot_motion_graph>,
    pub walks: Pool<surefoot_walk>,
    pub found: Pool<surefoot_found_motion>,
    pub tables: Pool<surefoot_control_table>,
    pub bodies: Pool<surefoot_body>,
    pub characters: Pool<surefoot_character>,
    pub deformed: Pool<surefoot_deformed_clip>,
    pub deformers: Pool<surefoot_deformer>,
    pub character_deformers: Pool<surefoot_character_deformer>,
    pub shape_grids: Pool<surefoot_shape_grid>,
    pub balances: Pool<surefoot_balance>,
}

impl Handles {
    /// Empty pools but for a walk that works, with its plants and a graph, so that calls reach beyond the checks.
    pub fn new() -> Self {
        let mut handles = Self {
            skeletons: Pool::new(surefoot_skeleton_free),
            clips: Pool::new(surefoot_clip_free),
            skins: Pool::new(surefoot_skin_free),
            plants: Pool::new(surefoot_plants_free),
            grounds: Pool::new(surefoot_ground_free),
            labels: Pool::new(surefoot_labels_free),
            paths: Pool::new(surefoot_path_free),
            documents: Pool::new(surefoot_document_free),
            reports: Pool::new(surefoot_report_free),
            texts: Pool::new(surefoot_text_free),
            bytes: Pool::new(surefoot_bytes_free),
            notes: Pool::new(surefoot_notes_free),
            streams: Pool::new(surefoot_footskate_stream_free),
            plant_streams: Pool::new(surefoot_plant_stream_free),
            graphs: Pool::new(surefoot_motion_graph_free),
            walks: Pool::new(surefoot_walk_free),
            found: Pool::new(surefoot_found_motion_free),
            tables: Pool::new(surefoot_control_table_free),
            bodies: Pool::new(surefoot_body_free),
            characters: Pool::new(surefoot_character_free),
            deformed: Pool::new(surefoot_deformed_clip_free),
            deformers: Pool::new(surefoot_deformer_free),
            character_deformers: Pool::new(surefoot_character_deformer_free),
            shape_grids: Pool::new(surefoot_shape_grid_free),
            balances: Pool::new(surefoot_balance_free),
        };
        handles.add_sound();
        handles
    }

    fn add_sound(&mut self) {
        let (skeleton, walk) = sound();
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
            joint_count: skeleton.joint_count(),
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
        let (mut made, mut clip, mut plants, mut graph) = (null_mut(), null_mut(), null_mut(), null_mut());
        surefoot_skeleton_create(&raw const data, &raw mut made, null_mut());
        let (rotations, roots) = (turns(walk.clip.rotations()), flat(walk.clip.root_positions()));
        let data = surefoot_clip_data {
            struct_size: size_of::<surefoot_clip_data>(),
            name: c"walk".as_ptr(),
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
        surefoot_plants_create(walk.clip.frame_count(), null(), 0, &raw mut plants, null_mut());
        let file = sound_graph();
        surefoot_motion_graph_decode(
            c"graph".as_ptr(),
            file.as_ptr(),
            file.len(),
            &raw mut graph,
            null_mut(),
        );
        self.skeletons.keep(made);
        self.clips.keep(clip);
        self.plants.keep(plants);
        self.graphs.keep(graph);
    }
}

/// A short walk that works.
pub fn sound() -> &'static (surefoot::Skeleton, sample::SampleClip) {
    static SOUND: OnceLock<(surefoot::Skeleton, sample::SampleClip)> = OnceLock::new();
    SOUND.get_or_init(|| {
        let skeleton = sample::biped_skeleton(&sample::BipedOptions::default()).expect("a skeleton");
        let options = sample::WalkOptions { frame_rate: 15.0, seconds: 5.0, ..Default::default() };
        let walk = sample::walk(&skeleton, &options).expect("a walk");
        (skeleton, walk)
    })
}

/// The file of a small graph in which one can walk.
pub fn sound_graph() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| {
        let (skeleton, walk) = sound();
        let plants = surefoot::Plants::none(walk.clip.frame_count());
        let clip = surefoot::GraphClip { skeleton, clip: &walk.clip, plants: &plants, labels: None, group: 0 };
        let options = surefoot::BuildMotionGraphOptions::default().frame_rate(15.0);
        let built = surefoot::build_motion_graph(&[clip], &options, &surefoot::ops::Progress::none());
        let graph = built.expect("a graph").graph;
        assert!(!graph.nodes().is_empty(), "the walk finds its way back into itself");
        surefoot::io::encode_graph(&graph).expect("a file")
    })
}

/// A fault inside the library is what this looks for.
pub fn checked(status: surefoot_status, error: &surefoot_error) {
    if status == surefoot_status::SUREFOOT_ERROR_PANIC {
        let text: String =
            error.message.iter().take_while(|c| **c != 0).map(|c| char::from(*c as u8)).collect();
        panic!("{text}");
    }
}

/// Stops an operation after a few calls, so that none takes long.
pub extern "C" fn few_steps(share: f64, user: *mut c_void) -> i32 {
    assert!((0.0..=1.0).contains(&share), "share {share}");
    // SAFETY: the callers here pass such a counter.
    let calls = unsafe { &*user.cast::<AtomicUsize>() };
    i32::from(calls.fetch_add(1, Ordering::Relaxed) > 40)
}

pub fn number(u: &mut Unstructured<'_>) -> Result<f64> {
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

pub fn numbers(u: &mut Unstructured<'_>, count: usize) -> Result<Vec<f64>> {
    (0..count).map(|_| number(u)).collect()
}

pub fn words(u: &mut Unstructured<'_>) -> Result<CString> {
    const KNOWN: [&str; 10] = [
        "Hips",
        "LeftUpLeg",
        "LeftLeg",
        "LeftFoot",
        "RightUpLeg",
        "RightFoot",
        "Head",
        "walk",
        "forward",
        "any",
    ];
    if u.ratio(3, 4)? {
        return Ok(CString::new(*u.choose(&KNOWN)?).unwrap_or_default());
    }
    let length = u.int_in_range(0..=12)?;
    Ok(CString::new(u.bytes(length)?.iter().copied().filter(|b| *b != 0).collect::<Vec<u8>>())
        .unwrap_or_default())
}

/// A text that is nearly a file of ours.
pub fn json(u: &mut Unstructured<'_>) -> Result<CString> {
    const FILES: [&str; 5] = [
        r#"{"clips": [{"clip": "walk", "labels": [{"label": "walk", "first": 0, "end": 12}]}]}"#,
        r#"{"points": [[0, 0, 0], [0, 0, 6], [4, 0, 8]], "styles": [{"label": "forward", "end": 5}, {"label": "any"}]}"#,
        r#"{"bezier": [[0, 0, 0], [0, 0, 6], [4, 0, 8], [9, 0, 9]]}"#,
        r#"{"frame_count": 76, "plants": [{"point": "left_toe", "first": 3, "end": 9}]}"#,
        r#"{"plane": {"normal": [0, 1, 0], "offset": 0.1}}"#,
    ];
    let mut text = u.choose(&FILES)?.as_bytes().to_vec();
    for _ in 0..u.int_in_range(0..=3)? {
        let at = u.choose_index(text.len())?;
        text[at] = *u.choose(b"0123456789-.e\"[]{},:x")?;
    }
    Ok(CString::new(text).unwrap_or_default())
}

/// A file of this process's own, which may exist or not.
pub fn file(u: &mut Unstructured<'_>) -> Result<CString> {
    const NAMES: [&str; 8] =
        ["a.bvh", "a.fbx", "a.glb", "a.gltf", "a.json", "a.sfgraph", "a.png", "no/folder/a.bvh"];
    static FOLDER: OnceLock<std::path::PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("surefoot-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    });
    // Odd names too, but never outside the folder.
    let odd = format!("a{}", words(u)?.to_string_lossy().replace('/', "_"));
    let name = folder.join(if u.ratio(1, 16)? { odd.as_str() } else { *u.choose(&NAMES)? });
    Ok(CString::new(name.to_string_lossy().into_owned()).unwrap_or_default())
}

/// Reads all of an array that came out.
pub fn touch<T>(values: *const T, count: usize) {
    if count > 0 {
        // SAFETY: the library says that so many values are there; the sanitizer sees if not.
        black_box(
            unsafe { std::slice::from_raw_parts(values.cast::<u8>(), count * size_of::<T>()) }
                .iter()
                .fold(0u8, |sum, byte| sum.wrapping_add(*byte)),
        );
    }
}

/// Reads all of a text that came out; it must be UTF-8.
pub fn touch_text(text: *const c_char) {
    if !text.is_null() {
        // SAFETY: as above.
        black_box(unsafe { std::ffi::CStr::from_ptr(text) }.to_str().expect("UTF-8"));
    }
}

/// What a call that gives a view gave.
pub fn seen<T>(status: surefoot_status, view: *const T) -> Option<&'static T> {
    // SAFETY: given by the library, and alive as long as the pools.
    (status == surefoot_status::SUREFOOT_OK).then(|| unsafe { &*view })
}
