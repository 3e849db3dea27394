//! `surefoot_found_motion`: what a search found, and how good it is.

use super::walk::{segment_of, surefoot_walk_segment};
use crate::guard::{Out, free, guard, input};
use crate::model::{surefoot_clip, surefoot_plants};
use crate::report::surefoot_report;
use crate::status::{surefoot_error, surefoot_status};
use surefoot::ops::FoundMotion;

/// What was found. The struct and all it points at live until it is freed; clips, plants and reports belong to it. Later
/// versions add fields at the end.
#[repr(C)]
pub struct surefoot_found_motion_view {
    /// The motion, on the graph's skeleton.
    pub clip: *const surefoot_clip,
    /// The same before its footskate was removed.
    pub uncleaned: *const surefoot_clip,
    /// What the feet hold to.
    pub plants: *const surefoot_plants,
    /// Number of segments.
    pub segment_count: usize,
    /// Which frames come from where, one per edge.
    pub segments: *const surefoot_walk_segment,
    /// Number of frames of the clip.
    pub label_count: usize,
    /// Labels of every frame, one bit each.
    pub labels: *const u64,
    /// Moves the first clip from where it was captured: turn about +y in radians, move along x and z in metres.
    pub start: [f64; 3],
    /// How the path was followed, jolts at seams, cost, and whether it is all that was asked for.
    pub report: *const surefoot_report,
    /// What the cleanup did, for surefoot_footskate_page; NULL without a cleanup.
    pub cleanup: *const surefoot_report,
}

/// What was found. Never changed.
pub struct surefoot_found_motion {
    view: surefoot_found_motion_view,
    _clips: [Box<surefoot_clip>; 2],
    _plants: Box<surefoot_plants>,
    _segments: Vec<surefoot_walk_segment>,
    _labels: Vec<u64>,
    _report: Box<surefoot_report>,
    _cleanup: Option<Box<surefoot_report>>,
}

impl surefoot_found_motion {
    pub(super) fn new(found: FoundMotion) -> Self {
        let report = Box::new(surefoot_report::new(&found.report));
        let cleanup = found.report.cleanup.map(|cleanup| Box::new(surefoot_report::of_cleanup(cleanup)));
        let segments: Vec<_> = found.segments.iter().map(segment_of).collect();
        let labels: Vec<u64> = found.labels.iter().map(|l| l.0).collect();
        let clips = [Box::new(surefoot_clip::new(found.clip)), Box::new(surefoot_clip::new(found.uncleaned))];
        let plants = Box::new(surefoot_plants::new(found.plants));
        let view = surefoot_found_motion_view {
            clip: &raw const *clips[0],
            uncleaned: &raw const *clips[1],
            plants: &raw const *plants,
            segment_count: segments.len(),
            segments: segments.as_ptr(),
            label_count: labels.len(),
            labels: labels.as_ptr(),
            start: [found.start.theta, found.start.x0, found.start.z0],
            report: &raw const *report,
            cleanup: cleanup.as_deref().map_or(std::ptr::null(), std::ptr::from_ref),
        };
        Self {
            view,
            _clips: clips,
            _plants: plants,
            _segments: segments,
            _labels: labels,
            _report: report,
            _cleanup: cleanup,
        }
    }
}

/// Gives what was found, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_found_motion_get(
    found: *const surefoot_found_motion,
    out_view: *mut *const surefoot_found_motion_view,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let found = input(found, "found")?;
        Out::required(out_view, "out_view")?.put(&raw const found.view);
        Ok(())
    })
}

/// Frees what was found with its clips, plants and reports. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_found_motion_free(found: *mut surefoot_found_motion) {
    free(found);
}
