//! `surefoot_footskate_measures`: the figures of a clip's slides, in reports and on their own.

use crate::guard::c_text;
use std::ffi::{CString, c_char};
use surefoot::FootskateMeasures;

/// Slide of one kind of point over all its plants. Metres and seconds.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_point_slide {
    /// "ankle", "heel", "toe", "toe_tip", "wrist" or "fingertips".
    pub point: *const c_char,
    /// Plants measured.
    pub plants: usize,
    /// Mean level speed from one planted frame to the next, m/s.
    pub mean: f64,
    /// 95th percentile of that speed.
    pub p95: f64,
    /// Largest speed.
    pub max: f64,
    /// Mean over plants of the largest level distance from the plant's mean place, metres.
    pub drift_mean: f64,
    /// 95th percentile over plants.
    pub drift_p95: f64,
    /// 95th percentile over plants of the same along the vertical.
    pub drift_height_p95: f64,
}

/// How much planted points slide, and what an edit did to the rest of the motion. Later versions add fields at the end.
#[repr(C)]
pub struct surefoot_footskate_measures {
    /// Number of kinds of points that are planted.
    pub slide_count: usize,
    /// Their slides.
    pub slides: *const surefoot_point_slide,
    /// Mean speed over all planted frames of all points, m/s.
    pub slide_mean: f64,
    /// Largest such speed.
    pub slide_max: f64,
    /// Frame after which it occurs.
    pub slide_max_frame: usize,
    /// 95th percentile of drift over all plants, metres.
    pub drift_p95: f64,
    /// 95th percentile of drift along the vertical over all plants, metres.
    pub drift_height_p95: f64,
    /// 1 if the next four are set: a ground was given, or there are plants.
    pub has_ground: i32,
    /// 1 if no ground was given and each plant's own standing height stands in for it, on planted frames only.
    pub ground_is_plants: i32,
    /// Deepest point below the ground over all frames, metres.
    pub penetration_max: f64,
    /// Frame on which it occurs.
    pub penetration_max_frame: usize,
    /// Mean over frames of the deepest point below the ground.
    pub penetration_mean: f64,
    /// Mean over planted frames of how high the lowest point of the planted foot hovers.
    pub float_mean: f64,
    /// 99th percentile of the knees' second difference, degrees per frame².
    pub knee_acceleration_p99: f64,
    /// Largest of it.
    pub knee_acceleration_max: f64,
    /// 99th percentile of the ankles' jerk, m/s³.
    pub ankle_jerk_p99: f64,
    /// Mean distance of all joints from the reference, metres; 0 without one.
    pub pose_change_mean: f64,
    /// Largest such distance.
    pub pose_change_max: f64,
    /// Largest change of a limb's bone length against the reference, as a part of it.
    pub stretch_max: f64,
    /// Largest change of that ratio from one frame to the next.
    pub stretch_step_max: f64,
}

/// The measures with what they point at.
pub(crate) struct MeasuresView {
    pub(crate) view: Box<surefoot_footskate_measures>,
    _slides: Vec<surefoot_point_slide>,
    _names: Vec<CString>,
}

impl MeasuresView {
    pub(crate) fn new(measures: &FootskateMeasures) -> Self {
        let names: Vec<CString> = measures.slides.iter().map(|s| c_text(s.point)).collect();
        let slides: Vec<_> = measures
            .slides
            .iter()
            .zip(&names)
            .map(|(slide, name)| surefoot_point_slide {
                point: name.as_ptr(),
                plants: slide.plants,
                mean: slide.mean,
                p95: slide.p95,
                max: slide.max,
                drift_mean: slide.drift_mean,
                drift_p95: slide.drift_p95,
                drift_height_p95: slide.drift_height_p95,
            })
            .collect();
        let ground = |value: fn(&surefoot::ops::measure_footskate::GroundFit) -> f64| {
            measures.ground.as_ref().map_or(0.0, value)
        };
        let view = Box::new(surefoot_footskate_measures {
            slide_count: slides.len(),
            slides: slides.as_ptr(),
            slide_mean: measures.slide_mean,
            slide_max: measures.slide_max,
            slide_max_frame: measures.slide_max_frame,
            drift_p95: measures.drift_p95,
            drift_height_p95: measures.drift_height_p95,
            has_ground: measures.ground.is_some().into(),
            ground_is_plants: measures.ground.as_ref().is_some_and(|g| g.of == "plants").into(),
            penetration_max: ground(|g| g.penetration_max),
            penetration_max_frame: measures.ground.as_ref().map_or(0, |g| g.penetration_max_frame),
            penetration_mean: ground(|g| g.penetration_mean),
            float_mean: ground(|g| g.float_mean),
            knee_acceleration_p99: measures.knee_acceleration_p99,
            knee_acceleration_max: measures.knee_acceleration_max,
            ankle_jerk_p99: measures.ankle_jerk_p99,
            pose_change_mean: measures.pose_change_mean,
            pose_change_max: measures.pose_change_max,
            stretch_max: measures.stretch_max,
            stretch_step_max: measures.stretch_step_max,
        });
        Self { view, _slides: slides, _names: names }
    }
}
