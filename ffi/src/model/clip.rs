//! `surefoot_clip`.

use crate::*;
use std::sync::Arc;
use surefoot::io::Document;
use surefoot::model::clip::ClipData;
use surefoot::model::{Clip, JointIndex, Track};

/// A sampled motion on one skeleton. Made once, never changed.
pub struct surefoot_clip {
    source: Source,
    view: surefoot_clip_view,
    _kept: Kept,
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

/// What a clip holds; fields as in surefoot_clip_data.
#[repr(C)]
#[allow(missing_docs, reason = "as in surefoot_clip_data")]
pub struct surefoot_clip_view {
    pub name: *const c_char,
    pub frame_rate: f64,
    pub frame_count: usize,
    /// Number of joints of its skeleton.
    pub joint_count: usize,
    pub rotations: *const f64,
    pub root_positions: *const f64,
    pub translation_count: usize,
    pub translations: *const surefoot_track,
    pub scale_count: usize,
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
        let mut kept = Kept::default();
        let [translations, scales] = [clip.translations(), clip.scales()].map(|tracks| {
            kept.list(tracks.iter().map(|track| surefoot_track {
                joint: i32::try_from(track.joint.0).unwrap_or(i32::MAX),
                values: numbers(&track.values),
            }))
        });
        let view = surefoot_clip_view {
            name: kept.text(clip.name()),
            frame_rate: clip.frame_rate(),
            frame_count: clip.frame_count(),
            joint_count: clip.joint_count(),
            rotations: numbers(clip.rotations()),
            root_positions: numbers(clip.root_positions()),
            translation_count: translations.len(),
            translations: translations.cast(),
            scale_count: scales.len(),
            scales: scales.cast(),
        };
        Self { source, view, _kept: kept }
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
    skeleton: *const surefoot_skeleton, data: *const surefoot_clip_data, out_clip: *mut *mut surefoot_clip,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_clip, "out_clip", || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let data = sized(data, zero(), "data")?;
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
        Ok(surefoot_clip::new(clip))
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
    clip: *const surefoot_clip, out_view: *mut *const surefoot_clip_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(clip, "clip", out_view, |clip| &clip.view))
}

/// Frees a clip. NULL is fine. Clips that a document's view lists belong to the document: do not free them.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_clip_free(clip: *mut surefoot_clip) {
    free(clip);
}
