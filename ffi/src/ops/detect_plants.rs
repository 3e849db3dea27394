//! `surefoot_detect_plants`.

use crate::guard::{Answer, Out, c_text, free, guard, input, optional};
use crate::model::{number_of_point, surefoot_clip, surefoot_ground, surefoot_plants, surefoot_skeleton};
use crate::options::{COptions, read_options, write_defaults};
use crate::status::{surefoot_error, surefoot_status};
use std::ffi::{CString, c_char};
use surefoot::ops::detect_plants::DetectedPlants;
use surefoot::{DetectPlantsOptions, detect_plants};

/// Options of surefoot_detect_plants; start from surefoot_detect_plants_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_detect_plants_options {
    /// sizeof(surefoot_detect_plants_options).
    pub struct_size: usize,
    /// Metres per second below which a point counts as still, for a leg of 0.83 m; scales with the leg. 0.01 to 1,
    /// default 0.15.
    pub still_speed: f64,
    /// Seconds; shorter plants are dropped unless they touch an end of the clip. 0 to 1, default 0.04.
    pub min_seconds: f64,
    /// Whether root drift and a root path or legs of wrong length are estimated and allowed for. 0 or 1, default 1.
    pub fit_fault: i32,
    /// Whether the slowest part of a brief touch becomes a plant, so that runs are planted too. 0 or 1, default 1.
    pub use_touches: i32,
    /// Whether wrists and fingertips are searched as well. 0 or 1, default 0.
    pub hands: i32,
    /// Whether heels and toe tips, the points of the sole, are searched as well. 0 or 1, default 0.
    pub sole: i32,
}

// SAFETY: repr(C), struct_size first, numbers only, 40 bytes without padding (asserted in tests/layout.rs).
unsafe impl COptions for surefoot_detect_plants_options {
    type Core = DetectPlantsOptions;
    const FIRST_SIZE: usize = 40;

    fn from_core(core: &Self::Core) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            still_speed: core.still_speed,
            min_seconds: core.min_seconds,
            fit_fault: core.fit_fault.into(),
            use_touches: core.use_touches.into(),
            hands: core.hands.into(),
            sole: core.sole.into(),
        }
    }

    fn to_core(&self) -> Answer<Self::Core> {
        Ok(Self::Core {
            still_speed: self.still_speed,
            min_seconds: self.min_seconds,
            fit_fault: self.fit_fault != 0,
            use_touches: self.use_touches != 0,
            hands: self.hands != 0,
            sole: self.sole != 0,
        })
    }
}

/// Figures of one plant: why it is believed.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct surefoot_plant_figures {
    /// Median speed left after the fault is taken away, metres per second.
    pub residual_speed: f64,
    /// Median height, world (over the given ground if there is one), metres.
    pub height: f64,
}

/// A stretch of frames of one point.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct surefoot_stretch {
    /// A SUREFOOT_POINT_ number.
    pub point: i32,
    /// For touches 1 if the toe was still in it; else 0.
    pub has_plant: i32,
    /// First frame.
    pub first: usize,
    /// The frame after the last.
    pub end: usize,
    /// For slides the mean speed over the floor, metres per second; else 0.
    pub speed: f64,
}

/// The fault around one time: planted points move over the floor with root_share times the root's velocity, plus drift.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct surefoot_fault_estimate {
    /// Seconds from the first frame.
    pub time: f64,
    /// About 1 - leg scale.
    pub root_share: f64,
    /// x and z, metres per second.
    pub drift: [f64; 2],
}

/// Frames from `first` to before `end`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct surefoot_frames {
    /// First frame.
    pub first: usize,
    /// The frame after the last.
    pub end: usize,
}

/// What surefoot_detect_plants found besides the plants. The struct and all it points at live until the report is
/// freed. Later versions add fields at the end.
#[repr(C)]
pub struct surefoot_detect_plants_report_view {
    /// A few lines for people.
    pub summary: *const c_char,
    /// Everything as JSON.
    pub json: *const c_char,
    /// Fault: share of the root's velocity with which planted points move. About 1 - leg scale.
    pub fault_root_share: f64,
    /// Fault: drift of planted points over the floor, x and z, metres per second.
    pub fault_drift: [f64; 2],
    /// 1 for a walk on the spot or on a treadmill: then the plants are in conveyor_plants.
    pub has_conveyor: i32,
    /// 1 if floor is set.
    pub has_floor: i32,
    /// Velocity of that treadmill's floor, x and z, metres per second.
    pub conveyor: [f64; 2],
    /// Noise on the root, metres per axis, one standard deviation.
    pub root_noise: f64,
    /// Noise of the feet relative to the root.
    pub feet_noise: f64,
    /// Hip to ankle, metres.
    pub leg_length: f64,
    /// Lowest height at which a toe is planted, metres.
    pub floor: f64,
    /// Share of frames with any foot point planted.
    pub planted_share: f64,
    /// Number of cuts: frames after which the clip jumps.
    pub cut_count: usize,
    /// Those frames.
    pub cuts: *const usize,
    /// Number of plants with figures.
    pub plant_figure_count: usize,
    /// Figures of each plant, in the order of the plants (or conveyor_plants).
    pub plant_figures: *const surefoot_plant_figures,
    /// Number of touches.
    pub touch_count: usize,
    /// Low and slow stretches of each toe: rolling contact around plants, brief stances of runs.
    pub touches: *const surefoot_stretch,
    /// Number of slides.
    pub slide_count: usize,
    /// Toes that truly slide over the floor: do not pin them.
    pub slides: *const surefoot_stretch,
    /// Number of held stretches.
    pub held_count: usize,
    /// Still, but lifted: not planted.
    pub held: *const surefoot_stretch,
    /// Number of warnings.
    pub warning_count: usize,
    /// Sentences a user should read.
    pub warnings: *const *const c_char,
    /// Plants that move with a treadmill's floor; none otherwise. Belongs to the report.
    pub conveyor_plants: *const surefoot_plants,
    /// The slowest part of each touch: touch_count of them.
    pub touch_slowest: *const surefoot_frames,
    /// Cut-off frequencies of the smoothing in Hz: root over the floor, root height, feet; 0 where there was none.
    pub smoothing: [f64; 3],
    /// Number of estimates of the fault.
    pub fault_per_second_count: usize,
    /// The fault about once a second.
    pub fault_per_second: *const surefoot_fault_estimate,
}

/// What surefoot_detect_plants found besides the plants.
pub struct surefoot_detect_plants_report {
    view: surefoot_detect_plants_report_view,
    _texts: Vec<CString>,
    _warnings: Vec<*const c_char>,
    _cuts: Vec<usize>,
    _figures: Vec<surefoot_plant_figures>,
    _stretches: [Vec<surefoot_stretch>; 3],
    _conveyor_plants: Box<surefoot_plants>,
    _slowest: Vec<surefoot_frames>,
    _faults: Vec<surefoot_fault_estimate>,
}

impl surefoot_detect_plants_report {
    fn new(found: &DetectedPlants) -> Self {
        use surefoot::model::{BodyPoint, PointKind, Side};
        let report = &found.report;
        let toe = |side: Side| number_of_point(BodyPoint { side, kind: PointKind::Toe });
        let stretch = |point: i32, frames: &std::ops::Range<usize>| surefoot_stretch {
            point,
            has_plant: 0,
            first: frames.start,
            end: frames.end,
            speed: 0.0,
        };
        let touches: Vec<_> = found
            .touches
            .iter()
            .map(|t| surefoot_stretch { has_plant: t.has_plant.into(), ..stretch(toe(t.side), &t.frames) })
            .collect();
        let slides: Vec<_> = found
            .slides
            .iter()
            .map(|s| surefoot_stretch { speed: s.speed, ..stretch(toe(s.side), &s.frames) })
            .collect();
        let held: Vec<_> = found.held.iter().map(|h| stretch(number_of_point(h.point), &h.frames)).collect();
        let slowest: Vec<_> = found
            .touches
            .iter()
            .map(|t| surefoot_frames { first: t.slowest.start, end: t.slowest.end })
            .collect();
        let faults: Vec<_> = report
            .fault_per_second
            .iter()
            .map(|f| surefoot_fault_estimate { time: f.time, root_share: f.root_share, drift: f.drift })
            .collect();
        let figures: Vec<_> = report
            .plant_figures
            .iter()
            .map(|f| surefoot_plant_figures { residual_speed: f.residual_speed, height: f.height })
            .collect();
        let mut texts = vec![c_text(&found.summary()), c_text(&found.to_json().to_string())];
        texts.extend(report.notes.iter().map(|w| c_text(w)));
        let warnings: Vec<_> = texts[2..].iter().map(|t| t.as_ptr()).collect();
        let cuts = report.cuts.clone();
        let conveyor_plants = Box::new(surefoot_plants::new(found.conveyor_plants.clone()));
        let view = surefoot_detect_plants_report_view {
            summary: texts[0].as_ptr(),
            json: texts[1].as_ptr(),
            fault_root_share: report.fault.root_share,
            fault_drift: report.fault.drift,
            has_conveyor: report.conveyor.is_some().into(),
            has_floor: report.floor.is_some().into(),
            conveyor: report.conveyor.unwrap_or_default(),
            root_noise: report.root_noise,
            feet_noise: report.feet_noise,
            leg_length: report.leg_length,
            floor: report.floor.unwrap_or_default(),
            planted_share: report.planted_share,
            cut_count: cuts.len(),
            cuts: cuts.as_ptr(),
            plant_figure_count: figures.len(),
            plant_figures: figures.as_ptr(),
            touch_count: touches.len(),
            touches: touches.as_ptr(),
            slide_count: slides.len(),
            slides: slides.as_ptr(),
            held_count: held.len(),
            held: held.as_ptr(),
            warning_count: warnings.len(),
            warnings: warnings.as_ptr(),
            conveyor_plants: &raw const *conveyor_plants,
            touch_slowest: slowest.as_ptr(),
            smoothing: report.smoothing.map(Option::unwrap_or_default),
            fault_per_second_count: faults.len(),
            fault_per_second: faults.as_ptr(),
        };
        Self {
            view,
            _texts: texts,
            _warnings: warnings,
            _cuts: cuts,
            _figures: figures,
            _stretches: [touches, slides, held],
            _conveyor_plants: conveyor_plants,
            _slowest: slowest,
            _faults: faults,
        }
    }
}

/// Writes the default options; pass sizeof(surefoot_detect_plants_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_detect_plants_default_options(
    out_options: *mut surefoot_detect_plants_options,
    struct_size: usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Finds the plants of both feet: the intervals in which ankle and toe stay put and carry the body, although the clip
/// may drift, skate or be noisy.
///
/// `ground` may be NULL: then no floor is assumed. `options` NULL means the defaults. `out_report` may be NULL. Fails
/// with SUREFOOT_ERROR_MISSING_ROLES if no foot is known. Free the plants with surefoot_plants_free and the report with
/// surefoot_detect_plants_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_detect_plants(
    skeleton: *const surefoot_skeleton,
    clip: *const surefoot_clip,
    ground: *const surefoot_ground,
    options: *const surefoot_detect_plants_options,
    out_plants: *mut *mut surefoot_plants,
    out_report: *mut *mut surefoot_detect_plants_report,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let clip = input(clip, "clip")?.get();
        let ground = optional(ground).map(surefoot_ground::get);
        let options = read_options(options)?;
        let out = Out::required(out_plants, "out_plants")?;
        let found = detect_plants(skeleton, clip, ground, &options)?;
        Out::optional(out_report).put_handle(|| surefoot_detect_plants_report::new(&found));
        out.put_handle(|| surefoot_plants::new(found.plants));
        Ok(())
    })
}

/// Gives what the report holds, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_detect_plants_report_get(
    report: *const surefoot_detect_plants_report,
    out_view: *mut *const surefoot_detect_plants_report_view,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let report = input(report, "report")?;
        Out::required(out_view, "out_view")?.put(&raw const report.view);
        Ok(())
    })
}

/// Frees a report. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_detect_plants_report_free(report: *mut surefoot_detect_plants_report) {
    free(report);
}
