//! `surefoot_found_motion`: what a search found, and how good it is.

use crate::*;
use surefoot::ops::FoundMotion;

/// What was found. Clips, plants and reports belong to it.
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
    _kept: Kept,
}

impl surefoot_found_motion {
    pub(crate) fn new(found: FoundMotion) -> Self {
        let mut kept = Kept::default();
        let segments = kept.list(found.segments.iter().map(segment_of));
        let labels = kept.list(found.labels.iter().map(|l| l.0));
        let report = kept.one(surefoot_report::new(&found.report));
        let cleanup = found.report.cleanup.map(surefoot_report::of_cleanup);
        let view = surefoot_found_motion_view {
            clip: kept.one(surefoot_clip::new(found.clip)),
            uncleaned: kept.one(surefoot_clip::new(found.uncleaned)),
            plants: kept.one(surefoot_plants::new(found.plants)),
            segment_count: segments.len(),
            segments: segments.cast(),
            label_count: labels.len(),
            labels: labels.cast(),
            start: [found.start.theta, found.start.x0, found.start.z0],
            report,
            cleanup: cleanup.map_or(std::ptr::null(), |cleanup| kept.one(cleanup)),
        };
        Self { view, _kept: kept }
    }
}

/// Gives what was found, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_found_motion_get(
    found: *const surefoot_found_motion, out_view: *mut *const surefoot_found_motion_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(found, "found", out_view, |found| &found.view))
}

/// Frees what was found with its clips, plants and reports. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_found_motion_free(found: *mut surefoot_found_motion) {
    free(found);
}
