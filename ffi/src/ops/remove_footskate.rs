//! `surefoot_remove_footskate`.

use super::measures::{MeasuresView, surefoot_footskate_measures};
use crate::guard::{Answer, Out, c_text, free, guard, input, optional};
use crate::model::{surefoot_clip, surefoot_ground, surefoot_plants, surefoot_skeleton};
use crate::options::{COptions, choice_number, read_options, reserved, set_choice, unsigned, write_defaults};
use crate::status::{surefoot_error, surefoot_status};
use std::ffi::{CString, c_char};
use surefoot::{RemoveFootskateOptions, RemoveFootskateReport, remove_footskate};

/// What surefoot_remove_footskate moves to keep planted points in place.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_footskate_method {
    /// Legs and arms are bent to the plants.
    SUREFOOT_FOOTSKATE_METHOD_LIMBS = 0,
    /// The root's path alone is changed.
    SUREFOOT_FOOTSKATE_METHOD_ROOT = 1,
    /// The body hangs on the foot that carries it; the landing leg is bent to the ground.
    SUREFOOT_FOOTSKATE_METHOD_FOOT_ROOTED = 2,
}

/// How the method limbs finds the motion between plants.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_footskate_solver {
    /// Sees the whole clip.
    SUREFOOT_FOOTSKATE_SOLVER_LEAST_SQUARES = 0,
    /// Looks a fixed time ahead, as a stream does.
    SUREFOOT_FOOTSKATE_SOLVER_WINDOWED = 1,
}

/// Options of surefoot_remove_footskate; start from surefoot_remove_footskate_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_remove_footskate_options {
    /// sizeof(surefoot_remove_footskate_options).
    pub struct_size: usize,
    /// What is moved, a SUREFOOT_FOOTSKATE_METHOD_ number. Default limbs.
    pub method: i32,
    /// How the limbs' motion is found, a SUREFOOT_FOOTSKATE_SOLVER_ number. Default least squares.
    pub solver: i32,
    /// Largest change of a limb's length, as a part of it; 0 keeps bones rigid. 0 to 0.2, default 0.03.
    pub max_stretch: f64,
    /// Seconds; frames further than this from any plant stay as they are. 0 to 10, default 0.5.
    pub cutoff: f64,
    /// Seconds; how slowly a foot's correction fades between plants. 0 to 1, default 0.025.
    pub swing_time: f64,
    /// Seconds; how slowly a foot's turn fades between plants. 0 to 1, default 0.04.
    pub turn_time: f64,
    /// Share of a foot's turn about the leg that the hip takes. 0 to 1, default 0.5.
    pub swivel: f64,
    /// Whether knees that snap straight near a plant are eased. 0 or 1, default 1.
    pub soften_knees: i32,
    /// Whether a shaking root is smoothed first. 0 or 1, default 1.
    pub denoise: i32,
    /// Whether planted heels, toe tips and fingertips are put exactly on the ground. 0 or 1, default 0.
    pub snap_to_ground: i32,
    /// 0.
    pub reserved: i32,
    /// Most solver rounds of least squares. 1 to 100, default 8.
    pub rounds: i64,
    /// Seconds; half window of the windowed solver. 0 to 2, default 0.15.
    pub window: f64,
    /// Seconds of a plant that set its place in the windowed solver; 0 is all of it. 0 to 2, default 0.
    pub anchor_window: f64,
    /// Knee angle in degrees from which the windowed solver damps. 45 to 180, default 120.
    pub damping_angle: f64,
    /// Metres by which foot-rooted lowers the body so that legs bend instead of stretch. 0 to 0.1, default 0.005.
    pub lower_body: f64,
}

// SAFETY: repr(C), struct_size first, numbers only, 112 bytes without padding (asserted in tests/layout.rs).
unsafe impl COptions for surefoot_remove_footskate_options {
    type Core = RemoveFootskateOptions;
    const FIRST_SIZE: usize = 112;

    fn from_core(core: &Self::Core) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            method: choice_number(core, "method"),
            solver: choice_number(core, "solver"),
            max_stretch: core.max_stretch,
            cutoff: core.cutoff,
            swing_time: core.swing_time,
            turn_time: core.turn_time,
            swivel: core.swivel,
            soften_knees: core.soften_knees.into(),
            denoise: core.denoise.into(),
            snap_to_ground: core.snap_to_ground.into(),
            reserved: 0,
            rounds: core.rounds as i64,
            window: core.window,
            anchor_window: core.anchor_window,
            damping_angle: core.damping_angle,
            lower_body: core.lower_body,
        }
    }

    fn to_core(&self) -> Answer<Self::Core> {
        reserved(self.reserved)?;
        let mut core = Self::Core {
            max_stretch: self.max_stretch,
            cutoff: self.cutoff,
            swing_time: self.swing_time,
            turn_time: self.turn_time,
            swivel: self.swivel,
            soften_knees: self.soften_knees != 0,
            denoise: self.denoise != 0,
            snap_to_ground: self.snap_to_ground != 0,
            rounds: unsigned(self.rounds, "rounds")?,
            window: self.window,
            anchor_window: self.anchor_window,
            damping_angle: self.damping_angle,
            lower_body: self.lower_body,
            ..Default::default()
        };
        set_choice(&mut core, "method", self.method)?;
        set_choice(&mut core, "solver", self.solver)?;
        Ok(core)
    }
}

/// Frames on which a plant could not be met, or was not tried.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_missed_plant {
    /// "left_toe" and so on; "left leg" where the whole limb is meant.
    pub point: *const c_char,
    /// Why.
    pub reason: *const c_char,
    /// First frame.
    pub first: usize,
    /// The frame after the last.
    pub end: usize,
    /// Largest distance left, metres.
    pub distance: f64,
}

/// What surefoot_remove_footskate did. The struct and all it points at live until the report is freed. Later versions
/// add fields at the end.
#[repr(C)]
pub struct surefoot_remove_footskate_report_view {
    /// One line for people.
    pub summary: *const c_char,
    /// Everything as JSON.
    pub json: *const c_char,
    /// "limbs", "root" or "foot-rooted".
    pub method: *const c_char,
    /// "least-squares", "windowed" or empty.
    pub solver: *const c_char,
    /// Plants that were given.
    pub plants: usize,
    /// The clip as it came.
    pub before: *const surefoot_footskate_measures,
    /// The clip as it is returned, compared with the one that came.
    pub after: *const surefoot_footskate_measures,
    /// Frames that changed.
    pub changed_frames: usize,
    /// Mean shift of the root, metres.
    pub root_shift_mean: f64,
    /// Largest shift of the root.
    pub root_shift_max: f64,
    /// 1 if the root shook and was smoothed first: then the next three are set.
    pub has_root_noise: i32,
    /// 0.
    pub reserved: i32,
    /// Estimated noise of the root's path, metres per axis.
    pub root_noise_deviation: f64,
    /// Cut-off of the smoothing, Hz.
    pub root_noise_cutoff: f64,
    /// Mean distance by which the root was moved, metres.
    pub root_noise_moved: f64,
    /// Number of plants that could not be met.
    pub missed_count: usize,
    /// Those plants.
    pub missed: *const surefoot_missed_plant,
    /// Number of notes.
    pub note_count: usize,
    /// Anything else worth knowing, one sentence each.
    pub notes: *const *const c_char,
    /// Methods that move the root: path length after over before; 1 otherwise.
    pub path_ratio: f64,
    /// Methods that move the root: factor on the root's height changes; 1 otherwise.
    pub height_factor: f64,
}

/// What surefoot_remove_footskate did.
pub struct surefoot_remove_footskate_report {
    report: RemoveFootskateReport,
    view: surefoot_remove_footskate_report_view,
    _measures: [MeasuresView; 2],
    _texts: Vec<CString>,
    _missed: Vec<surefoot_missed_plant>,
    _notes: Vec<*const c_char>,
}

impl surefoot_remove_footskate_report {
    pub(crate) fn new(report: RemoveFootskateReport) -> Self {
        let measures = [MeasuresView::new(&report.before), MeasuresView::new(&report.after)];
        let json = serde_json::to_string(&report).unwrap_or_default();
        let mut texts: Vec<CString> =
            [&report.summary(), &json, report.method, report.solver].iter().map(|t| c_text(t)).collect();
        let missed_at = texts.len();
        texts.extend(report.missed.iter().flat_map(|m| [c_text(&m.point), c_text(&m.reason)]));
        let notes_at = texts.len();
        texts.extend(report.notes.iter().map(|n| c_text(n)));
        let missed: Vec<_> = report
            .missed
            .iter()
            .zip(texts[missed_at..].chunks(2))
            .map(|(m, text)| surefoot_missed_plant {
                point: text[0].as_ptr(),
                reason: text[1].as_ptr(),
                first: m.first,
                end: m.end,
                distance: m.distance,
            })
            .collect();
        let notes: Vec<_> = texts[notes_at..].iter().map(|t| t.as_ptr()).collect();
        let noise = report.root_noise;
        let view = surefoot_remove_footskate_report_view {
            summary: texts[0].as_ptr(),
            json: texts[1].as_ptr(),
            method: texts[2].as_ptr(),
            solver: texts[3].as_ptr(),
            plants: report.plants,
            before: &raw const *measures[0].view,
            after: &raw const *measures[1].view,
            changed_frames: report.changed_frames,
            root_shift_mean: report.root_shift_mean,
            root_shift_max: report.root_shift_max,
            has_root_noise: noise.is_some().into(),
            reserved: 0,
            root_noise_deviation: noise.map_or(0.0, |n| n.deviation),
            root_noise_cutoff: noise.map_or(0.0, |n| n.cutoff),
            root_noise_moved: noise.map_or(0.0, |n| n.moved),
            missed_count: missed.len(),
            missed: missed.as_ptr(),
            note_count: notes.len(),
            notes: notes.as_ptr(),
            path_ratio: report.path_ratio,
            height_factor: report.height_factor,
        };
        Self { report, view, _measures: measures, _texts: texts, _missed: missed, _notes: notes }
    }

    pub(crate) fn get(&self) -> &RemoveFootskateReport {
        &self.report
    }
}

/// Writes the default options; pass sizeof(surefoot_remove_footskate_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_remove_footskate_default_options(
    out_options: *mut surefoot_remove_footskate_options,
    struct_size: usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Stops planted feet and hands from sliding: every planted point stays at one place for as long as its plant lasts.
///
/// `ground` may be NULL; with one, feet and hands are also kept out of it. `options` NULL means the defaults.
/// `out_report` may be NULL. The clip that went in is untouched. A plant out of reach is not an error: the report names
/// it. Fails with SUREFOOT_ERROR_LENGTH if clip, plants and skeleton do not belong together, with
/// SUREFOOT_ERROR_MISSING_ROLES if the skeleton does not say which joints a planted limb has. Free the clip with
/// surefoot_clip_free and the report with surefoot_remove_footskate_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_remove_footskate(
    skeleton: *const surefoot_skeleton,
    clip: *const surefoot_clip,
    plants: *const surefoot_plants,
    ground: *const surefoot_ground,
    options: *const surefoot_remove_footskate_options,
    out_clip: *mut *mut surefoot_clip,
    out_report: *mut *mut surefoot_remove_footskate_report,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let clip = input(clip, "clip")?.get();
        let plants = input(plants, "plants")?.get();
        let ground = optional(ground).map(surefoot_ground::get);
        let options = read_options(options)?;
        let out = Out::required(out_clip, "out_clip")?;
        let edited = remove_footskate(skeleton, clip, plants, ground, &options)?;
        Out::optional(out_report).put_handle(|| surefoot_remove_footskate_report::new(edited.report));
        out.put_handle(|| surefoot_clip::new(edited.clip));
        Ok(())
    })
}

/// Gives what the report holds, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_remove_footskate_report_get(
    report: *const surefoot_remove_footskate_report,
    out_view: *mut *const surefoot_remove_footskate_report_view,
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
pub extern "C" fn surefoot_remove_footskate_report_free(report: *mut surefoot_remove_footskate_report) {
    free(report);
}
