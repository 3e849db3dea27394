//! `surefoot_clip`.

use super::skeleton::surefoot_skeleton;
use super::{numbers, product, rotations, sized, vectors};
use crate::guard::{Answer, Out, array, c_text, free, guard, input, text};
use crate::status::{surefoot_error, surefoot_status};
use std::ffi::{CString, c_char};
use std::sync::Arc;
use surefoot::io::Document;
use surefoot::model::clip::ClipData;
use surefoot::model::{Clip, JointIndex, Track};

/// A sampled motion on one skeleton. Made once, never changed.
pub struct surefoot_clip {
    source: Source,
    view: surefoot_clip_view,
    _name: CString,
    _tracks: [Vec<surefoot_track>; 2],
}

/// A clip of a document stays there: writing it back compares with it.
enum Source {
    Own(Clip),
    Document(Arc<Document>, usize),
}

impl Source {
    fn get(&self) -> &Clip {
        match self {
            Source::Own(clip) => clip,
            Source::Document(document, index) => &document.clips[*index],
        }
    }
}

/// The animated local translation or scale of one joint.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_track {
    /// The joint.
    pub joint: i32,
    /// 3 numbers a frame; metres for translations.
    pub values: *const f64,
}

/// Size of surefoot_clip_data when it was first released.
const FIRST_SIZE: usize = 80;

/// The arrays from which a clip is made. Set struct_size to sizeof(surefoot_clip_data), and what you leave out to zero.
/// All arrays are copied.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_clip_data {
    /// sizeof(surefoot_clip_data).
    pub struct_size: usize,
    /// Shown to users, UTF-8. NULL: "clip".
    pub name: *const c_char,
    /// Frames per second.
    pub frame_rate: f64,
    /// Number of frames; may be 0.
    pub frame_count: usize,
    /// Local rotations, x y z w: 4 numbers a joint, joint after joint, frame after frame.
    pub rotations: *const f64,
    /// The root's translation in the world, metres: 3 numbers a frame.
    pub root_positions: *const f64,
    /// Number of joints with an animated local translation.
    pub translation_count: usize,
    /// Animated local translations of joints other than the root; they replace the rest offset.
    pub translations: *const surefoot_track,
    /// Number of joints with an animated local scale.
    pub scale_count: usize,
    /// Animated local scales; they replace the rest scale.
    pub scales: *const surefoot_track,
}

/// What a clip holds. The struct and all it points at live until the clip is freed. Later versions add fields at the
/// end.
#[repr(C)]
pub struct surefoot_clip_view {
    /// Shown to users; need not be unique.
    pub name: *const c_char,
    /// Frames per second.
    pub frame_rate: f64,
    /// Number of frames; may be 0.
    pub frame_count: usize,
    /// Number of joints of its skeleton.
    pub joint_count: usize,
    /// Local rotations, unit, x y z w: 4 numbers a joint, joint after joint, frame after frame.
    pub rotations: *const f64,
    /// The root's translation in the world, metres: 3 numbers a frame.
    pub root_positions: *const f64,
    /// Number of joints with an animated local translation.
    pub translation_count: usize,
    /// Their tracks.
    pub translations: *const surefoot_track,
    /// Number of joints with an animated local scale.
    pub scale_count: usize,
    /// Their tracks.
    pub scales: *const surefoot_track,
}

impl surefoot_clip {
    pub(crate) fn new(clip: Clip) -> Self {
        Self::of(Source::Own(clip))
    }

    pub(crate) fn of_document(document: &Arc<Document>, index: usize) -> Self {
        Self::of(Source::Document(document.clone(), index))
    }

    fn of(source: Source) -> Self {
        let clip = source.get();
        let name = c_text(clip.name());
        let tracks = [clip.translations(), clip.scales()].map(|tracks| {
            let track = |t: &Track| surefoot_track {
                joint: i32::try_from(t.joint.0).unwrap_or(i32::MAX),
                values: numbers(&t.values),
            };
            tracks.iter().map(track).collect::<Vec<_>>()
        });
        let view = surefoot_clip_view {
            name: name.as_ptr(),
            frame_rate: clip.frame_rate(),
            frame_count: clip.frame_count(),
            joint_count: clip.joint_count(),
            rotations: numbers(clip.rotations()),
            root_positions: numbers(clip.root_positions()),
            translation_count: tracks[0].len(),
            translations: tracks[0].as_ptr(),
            scale_count: tracks[1].len(),
            scales: tracks[1].as_ptr(),
        };
        Self { source, view, _name: name, _tracks: tracks }
    }

    pub(crate) fn get(&self) -> &Clip {
        self.source.get()
    }
}

/// Makes a clip of a skeleton from arrays. Rotations are normalised by up to 1 %, and neighbouring frames turned to one
/// hemisphere.
///
/// Fails with SUREFOOT_ERROR_CLIP for the first value that is not finite or not a rotation, and names joint and frame;
/// with SUREFOOT_ERROR_INVALID for a frame rate that is not above 0. Free it with surefoot_clip_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_clip_create(
    skeleton: *const surefoot_skeleton,
    data: *const surefoot_clip_data,
    out_clip: *mut *mut surefoot_clip,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        // SAFETY: numbers and pointers, for which zero is a value.
        let zero: surefoot_clip_data = unsafe { std::mem::zeroed() };
        let data = sized(data, FIRST_SIZE, zero, "data")?;
        let out = Out::required(out_clip, "out_clip")?;
        let name = if data.name.is_null() { "clip" } else { text(data.name, "name")? };
        let threes = product(data.frame_count, 3, "frame_count")?;
        let each = product(skeleton.joint_count(), 4, "joints")?;
        let turns = array(data.rotations, product(data.frame_count, each, "frame_count")?, "rotations")?;
        let clip = Clip::new(
            skeleton,
            ClipData {
                name: name.to_owned(),
                frame_rate: data.frame_rate,
                rotations: rotations(turns),
                root_positions: vectors(array(data.root_positions, threes, "root_positions")?),
                translations: tracks(data.translations, data.translation_count, threes, "translations")?,
                scales: tracks(data.scales, data.scale_count, threes, "scales")?,
            },
        )?;
        out.put_handle(|| surefoot_clip::new(clip));
        Ok(())
    })
}

fn tracks(pointer: *const surefoot_track, count: usize, values: usize, name: &str) -> Answer<Vec<Track>> {
    let track = |t: &surefoot_track| {
        Ok(Track {
            // A negative joint becomes one that no skeleton has, and is refused there.
            joint: JointIndex(usize::try_from(t.joint).unwrap_or(usize::MAX)),
            values: vectors(array(t.values, values, &format!("{name}[].values"))?),
        })
    };
    array(pointer, count, name)?.iter().map(track).collect()
}

/// Gives all arrays of a clip, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_clip_get(
    clip: *const surefoot_clip,
    out_view: *mut *const surefoot_clip_view,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let clip = input(clip, "clip")?;
        Out::required(out_view, "out_view")?.put(&raw const clip.view);
        Ok(())
    })
}

/// Frees a clip. NULL is fine. Clips that a document's view lists belong to the document: do not free them.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_clip_free(clip: *mut surefoot_clip) {
    free(clip);
}
