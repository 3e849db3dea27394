//! Small operations on clips and plants: merge, mirror, resample, check.

use crate::guard::{Out, guard, input, make};
use crate::model::{surefoot_clip, surefoot_plants, surefoot_skeleton};
use crate::status::{surefoot_error, surefoot_status};
use crate::warnings::surefoot_warnings;
use surefoot::ops::{
    check_clip, measure_asymmetry, merge_plants, mirror_clip, mirror_plants, resample_clip, resample_plants,
    symmetric_skeleton,
};

/// Joins automatic plants with edited ones, which win: an automatic plant that shares a frame with an edited one of the
/// same point is dropped whole. Free the plants with surefoot_plants_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_merge_plants(
    automatic: *const surefoot_plants,
    edited: *const surefoot_plants,
    out_plants: *mut *mut surefoot_plants,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let automatic = input(automatic, "automatic")?.get();
        let edited = input(edited, "edited")?.get();
        make(out_plants, "out_plants", || Ok(surefoot_plants::new(merge_plants(automatic, edited)?)))
    })
}

/// Makes the mirror image of a clip: left becomes right. Fails with SUREFOOT_ERROR_SKELETON if the rest pose is not
/// nearly symmetric. Free it with surefoot_clip_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_mirror_clip(
    skeleton: *const surefoot_skeleton,
    clip: *const surefoot_clip,
    out_clip: *mut *mut surefoot_clip,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let clip = input(clip, "clip")?.get();
        make(out_clip, "out_clip", || Ok(surefoot_clip::new(mirror_clip(skeleton, clip)?)))
    })
}

/// Makes the plants of a clip's mirror image. Free them with surefoot_plants_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_mirror_plants(
    plants: *const surefoot_plants,
    out_plants: *mut *mut surefoot_plants,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let plants = input(plants, "plants")?.get();
        make(out_plants, "out_plants", || Ok(surefoot_plants::new(mirror_plants(plants)?)))
    })
}

/// Tells how far the rest pose is from its own mirror image: the largest distance of a joint from its partner's image,
/// metres, and that joint. `out_joint` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_measure_asymmetry(
    skeleton: *const surefoot_skeleton,
    out_distance: *mut f64,
    out_joint: *mut i32,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let out = Out::required(out_distance, "out_distance")?;
        let (distance, joint) = measure_asymmetry(skeleton);
        out.put(distance);
        Out::optional(out_joint).put(i32::try_from(joint.0).unwrap_or(i32::MAX));
        Ok(())
    })
}

/// Makes the skeleton with offsets averaged over left and right, on which mirrored clips are exact. Fails with
/// SUREFOOT_ERROR_SKELETON if the rest pose is not nearly symmetric. Free it with surefoot_skeleton_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_symmetric_skeleton(
    skeleton: *const surefoot_skeleton,
    out_skeleton: *mut *mut surefoot_skeleton,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        make(out_skeleton, "out_skeleton", || Ok(surefoot_skeleton::new(symmetric_skeleton(skeleton)?)))
    })
}

/// Samples a clip at another frame rate, 0.1 to 10,000. Frames that fall on an old one are copied bit for
/// bit. Free it with surefoot_clip_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_resample_clip(
    skeleton: *const surefoot_skeleton,
    clip: *const surefoot_clip,
    frame_rate: f64,
    out_clip: *mut *mut surefoot_clip,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let clip = input(clip, "clip")?.get();
        make(out_clip, "out_clip", || Ok(surefoot_clip::new(resample_clip(skeleton, clip, frame_rate)?)))
    })
}

/// Makes the plants of a clip for that clip at another frame rate. Free them with surefoot_plants_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_resample_plants(
    plants: *const surefoot_plants,
    clip: *const surefoot_clip,
    frame_rate: f64,
    out_plants: *mut *mut surefoot_plants,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let plants = input(plants, "plants")?.get();
        let clip = input(clip, "clip")?.get();
        make(out_plants, "out_plants", || {
            Ok(surefoot_plants::new(resample_plants(plants, clip, frame_rate)?))
        })
    })
}

/// Looks for signs that a clip is not what its file says, such as a wrong unit or frame rate. Free the warnings, of
/// which there may be none, with surefoot_warnings_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_check_clip(
    skeleton: *const surefoot_skeleton,
    clip: *const surefoot_clip,
    out_warnings: *mut *mut surefoot_warnings,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let clip = input(clip, "clip")?.get();
        make(out_warnings, "out_warnings", || Ok(surefoot_warnings::new(&check_clip(skeleton, clip)?)))
    })
}
