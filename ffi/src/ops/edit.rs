//! Small operations on clips, plants and skeletons, and what the generated ones share.

use crate::*;
use surefoot::Options;
use surefoot::ops::{
    OPERATIONS, check_clip, measure_asymmetry, merge_plants, mirror_plants, resample_plants, symmetric_skeleton,
    trim_plants,
};

/// Runs an operation for which a skeleton, a clip and options are all it takes.
pub(crate) fn edit<O: COptions>(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, options: *const O,
    out_clip: *mut *mut surefoot_clip, out_report: *mut *mut surefoot_report,
) -> Answer {
    let skeleton = input(skeleton, "skeleton")?.get();
    let clip = input(clip, "clip")?.get();
    let values = read_values(options)?;
    let out = Out::required(out_clip, "out_clip")?;
    let name = <O::Core as Options>::OPERATION;
    let operation = OPERATIONS.iter().find(|operation| operation.name == name);
    let edit = operation
        .and_then(|operation| operation.edit)
        .ok_or_else(|| Failure::argument(format!("{name} needs more than a skeleton and a clip")))?;
    let edited = edit(skeleton, clip, &values)?;
    Out::optional(out_report).put_handle(|| surefoot_report::of(edited.report));
    out.put_handle(|| surefoot_clip::new(edited.clip));
    Ok(())
}

/// Looks for signs that a clip is not what its file says, such as a wrong unit or frame rate: the notes of the report
/// name them. `options` NULL means the defaults. Free the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_check_clip(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, options: *const surefoot_check_clip_options,
    out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_report, "out_report", || {
        inputs!(skeleton, clip);
        let options = read_options(options)?;
        Ok(surefoot_report::new(&check_clip(skeleton, clip, &options)?))
    })
}

/// Joins automatic plants with edited ones, which win: an automatic plant that shares a frame with an edited one of the
/// same point is dropped whole. Free the plants with surefoot_plants_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_merge_plants(
    automatic: *const surefoot_plants, edited: *const surefoot_plants, out_plants: *mut *mut surefoot_plants,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_plants, "out_plants", || {
        inputs!(automatic, edited);
        Ok(surefoot_plants::new(merge_plants(automatic, edited)?))
    })
}

/// Makes the plants of a clip's mirror image. Free them with surefoot_plants_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_mirror_plants(
    plants: *const surefoot_plants, out_plants: *mut *mut surefoot_plants, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_plants, "out_plants", || {
        let plants = input(plants, "plants")?.get();
        Ok(surefoot_plants::new(mirror_plants(plants)?))
    })
}

/// Tells how far the rest pose is from its own mirror image: the largest distance of a joint from its partner's image,
/// metres, and that joint. `out_joint` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_measure_asymmetry(
    skeleton: *const surefoot_skeleton, out_distance: *mut f64, out_joint: *mut i32, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let (distance, joint) = measure_asymmetry(skeleton);
        give(out_distance, "out_distance", distance)?;
        Out::optional(out_joint).put(i32::try_from(joint.0).unwrap_or(i32::MAX));
        Ok(())
    })
}

/// Makes the skeleton with offsets averaged over left and right, on which mirrored clips are exact. Fails with
/// SUREFOOT_ERROR_SKELETON if the rest pose is not nearly symmetric. Free it with surefoot_skeleton_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_symmetric_skeleton(
    skeleton: *const surefoot_skeleton, out_skeleton: *mut *mut surefoot_skeleton, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_skeleton, "out_skeleton", || {
        let skeleton = input(skeleton, "skeleton")?.get();
        Ok(surefoot_skeleton::new(symmetric_skeleton(skeleton)?))
    })
}

/// Makes the plants of a clip for that clip at another frame rate. Free them with surefoot_plants_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_resample_plants(
    plants: *const surefoot_plants, clip: *const surefoot_clip, frame_rate: f64, out_plants: *mut *mut surefoot_plants,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_plants, "out_plants", || {
        inputs!(plants, clip);
        Ok(surefoot_plants::new(resample_plants(plants, clip, frame_rate)?))
    })
}

/// Makes the plants of the clip that surefoot_trim_clip makes with the same options: cut at its ends and counted from
/// its first frame. `options` NULL means the defaults. Free them with surefoot_plants_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_trim_plants(
    plants: *const surefoot_plants, options: *const surefoot_trim_clip_options, out_plants: *mut *mut surefoot_plants,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_plants, "out_plants", || {
        let plants = input(plants, "plants")?.get();
        let options = read_options(options)?;
        Ok(surefoot_plants::new(trim_plants(plants, &options)?))
    })
}
