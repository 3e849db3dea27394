//! The options of every operation as C sees them. Written by the crate `generate` from the declarations of the core:
//! do not edit.

use crate::guard::guard;
use crate::options::{COptions, write_defaults};
use crate::status::{surefoot_error, surefoot_status};

/// Options of surefoot_check_clip; start from surefoot_check_clip_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_check_clip_options {
    /// sizeof(surefoot_check_clip_options).
    pub struct_size: usize,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_check_clip_options {
    type Core = surefoot::ops::CheckClipOptions;
    const FIELDS: &'static [&'static str] = &[];
}

/// Writes the default options; pass sizeof(surefoot_check_clip_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_check_clip_default_options(
    out_options: *mut surefoot_check_clip_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Options of surefoot_detect_plants; start from surefoot_detect_plants_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_detect_plants_options {
    /// sizeof(surefoot_detect_plants_options).
    pub struct_size: usize,
    /// Speed below which a point counts as still, for a leg of 0.83 m; scales with the leg. 0.01 to 1 m/s, default
    /// 0.15.
    pub still_speed: f64,
    /// Shorter plants are dropped unless they touch an end of the clip. 0 to 1 s, default 0.04.
    pub min_seconds: f64,
    /// Estimate and allow for root drift and for a root path or legs of wrong length. 0 or 1, default 1.
    pub fit_fault: i64,
    /// Make the slowest part of a brief touch a plant, so that runs are planted too. 0 or 1, default 1.
    pub use_touches: i64,
    /// Search plants of wrists and fingertips as well. 0 or 1, default 0.
    pub hands: i64,
    /// Search plants of heels and toe tips, the points of the sole, as well. 0 or 1, default 0.
    pub sole: i64,
    /// Plant feet that glide over the floor all the time, as motion made by networks does. 0 or 1, default 1.
    pub hold_gliding: i64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_detect_plants_options {
    type Core = surefoot::ops::DetectPlantsOptions;
    const FIELDS: &'static [&'static str] = &[
        "still_speed", "min_seconds", "fit_fault", "use_touches", "hands", "sole", "hold_gliding"
    ];
}

/// Writes the default options; pass sizeof(surefoot_detect_plants_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_detect_plants_default_options(
    out_options: *mut surefoot_detect_plants_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Values of method in surefoot_remove_footskate_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_footskate_method {
    /// Bend legs and arms to the plants; the body stays as it is.
    SUREFOOT_FOOTSKATE_METHOD_LIMBS = 0,
    /// Change the root's path alone; cannot hold two feet at once.
    SUREFOOT_FOOTSKATE_METHOD_ROOT = 1,
    /// Hang the body on the foot that carries it and bend the landing leg to the ground.
    SUREFOOT_FOOTSKATE_METHOD_FOOT_ROOTED = 2,
}

/// Values of solver in surefoot_remove_footskate_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_footskate_solver {
    /// See the whole clip.
    SUREFOOT_FOOTSKATE_SOLVER_LEAST_SQUARES = 0,
    /// Look a fixed time ahead, as a live stream does.
    SUREFOOT_FOOTSKATE_SOLVER_WINDOWED = 1,
}

/// Options of surefoot_remove_footskate; start from surefoot_remove_footskate_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_remove_footskate_options {
    /// sizeof(surefoot_remove_footskate_options).
    pub struct_size: usize,
    /// What moves to keep planted points in place. A SUREFOOT_FOOTSKATE_METHOD_ number, default limbs.
    pub method: i64,
    /// How the motion between plants is found. A SUREFOOT_FOOTSKATE_SOLVER_ number, default least-squares. Needs
    /// method limbs.
    pub solver: i64,
    /// Largest change of a limb's length, as a part of it; 0 keeps bones rigid and lets the hips give way. 0 to 0.2,
    /// default 0.03. Needs method limbs.
    pub max_stretch: f64,
    /// Frames further than this from any plant stay as they are. 0 to 10 s, default 0.5. Needs method limbs; needs
    /// solver least-squares.
    pub cutoff: f64,
    /// How slowly a foot's correction fades between plants. 0 to 1 s, default 0.025. Needs method limbs; needs solver
    /// least-squares.
    pub swing_time: f64,
    /// How slowly a foot's turn fades between plants. 0 to 1 s, default 0.04. Needs method limbs; needs solver
    /// least-squares.
    pub turn_time: f64,
    /// Share of a foot's turn about the leg that the hip takes; the ankle takes the rest. 0 to 1, default 0.5. Needs
    /// method limbs.
    pub swivel: f64,
    /// Ease knees that snap straight near a plant. 0 or 1, default 1. Needs method limbs; needs solver least-squares.
    pub soften_knees: i64,
    /// Smooth the root, and joints, first where they shake. 0 or 1, default 1. Needs method limbs.
    pub denoise: i64,
    /// Put planted feet and fingertips on the ground, joints at their standing height. 0 or 1, default 0. Needs method
    /// limbs; needs a ground.
    pub snap_to_ground: i64,
    /// Most rounds of the least-squares solver. 1 to 100, default 8. Needs method limbs; needs solver least-squares.
    pub rounds: i64,
    /// Half window of the windowed solver. 0 to 2 s, default 0.15. Needs method limbs; needs solver windowed.
    pub window: f64,
    /// How much of a plant sets its place in the windowed solver; 0 is all of it, and leaves it to the delay in a
    /// stream. 0 to 2 s, default 0. Needs method limbs; needs solver windowed.
    pub anchor_window: f64,
    /// Knee angle from which the windowed solver damps. 45 to 180 deg, default 120. Needs method limbs; needs solver
    /// windowed.
    pub damping_angle: f64,
    /// How far the foot-rooted method lowers the body, so that legs bend instead of stretch. 0 to 0.1 m, default
    /// 0.005. Needs method foot-rooted; needs a ground.
    pub lower_body: f64,
    /// Share of the correction that is applied: 1 holds planted feet, 0 leaves the clip as it is. 0 to 1, default 1.
    pub strength: f64,
    /// Take a drift or a wrong scale of the root's path out of the root first. 0 or 1, default 1. Needs method limbs.
    pub fit_root_path: i64,
    /// How far a stream is behind its input; 0 is live. 0 to 2 s, default 0.3. Needs stream live.
    pub delay: f64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_remove_footskate_options {
    type Core = surefoot::ops::RemoveFootskateOptions;
    const FIELDS: &'static [&'static str] = &[
        "method", "solver", "max_stretch", "cutoff", "swing_time", "turn_time", "swivel", "soften_knees", "denoise",
        "snap_to_ground", "rounds", "window", "anchor_window", "damping_angle", "lower_body", "strength",
        "fit_root_path", "delay"
    ];
}

/// Writes the default options; pass sizeof(surefoot_remove_footskate_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_remove_footskate_default_options(
    out_options: *mut surefoot_remove_footskate_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Values of allowed_overlap in surefoot_remove_penetration_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_allowed_overlap {
    /// None.
    SUREFOOT_ALLOWED_OVERLAP_NONE = 0,
    /// As deep as each vertex is in the rest pose.
    SUREFOOT_ALLOWED_OVERLAP_REST = 1,
    /// As deep as each vertex is in the rest pose or in one frame of the clip.
    SUREFOOT_ALLOWED_OVERLAP_FRAME = 2,
}

/// Values of method in surefoot_remove_penetration_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_remove_penetration_method {
    /// The angles of all frames together: deepest contacts, smoothness, hands and forearms in one cost.
    SUREFOOT_REMOVE_PENETRATION_METHOD_SPACETIME = 0,
    /// Arms frame by frame, smoothed afterwards: shoulders alone turn.
    SUREFOOT_REMOVE_PENETRATION_METHOD_PER_FRAME = 1,
    /// Arms by splines with few control points against cylinders; for comparison.
    SUREFOOT_REMOVE_PENETRATION_METHOD_CONTROL_POINTS = 2,
}

/// Options of surefoot_remove_penetration; start from surefoot_remove_penetration_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_remove_penetration_options {
    /// sizeof(surefoot_remove_penetration_options).
    pub struct_size: usize,
    /// Move arms out of the body and out of each other. 0 or 1, default 1.
    pub arms: i64,
    /// Move thighs and shins out of each other; feet stay where they are. 0 or 1, default 1.
    pub legs: i64,
    /// Hands that rest on the body, or slide over it, touch it; without it they keep the margin. 0 or 1, default 1.
    /// Needs arms true; needs method spacetime or per-frame.
    pub touch: i64,
    /// Distance that is aimed for where a limb has to give way. With method control-points, legs alone keep it. 0 to
    /// 0.05 m, default 0.0035.
    pub margin: f64,
    /// A correction begins at most this long before a contact and ends at most this long after it. With method
    /// control-points, that holds for legs alone. 0.1 to 5 s, default 0.5.
    pub reach: f64,
    /// Overlap of the arms that is left alone. Unless it is none, so is a character made to overlap. A
    /// SUREFOOT_ALLOWED_OVERLAP_ number, default rest.
    pub allowed_overlap: i64,
    /// The frame whose overlap is left alone, counted from 0. 0 to 1000000, default 0. Needs allowed_overlap frame.
    pub overlap_frame: i64,
    /// A hand that moves by more than this, as a mean over the frames that change, is named in a note; crossed arms
    /// that need more stay crossed. With method per-frame it is twice this. 0 to 1 m, default 0.08.
    pub max_mean_way: f64,
    /// How corrections are found. A SUREFOOT_REMOVE_PENETRATION_METHOD_ number, default spacetime.
    pub method: i64,
    /// Frames between control points; 0 places them where corrections peak. 0 to 1000, default 0. Needs method
    /// control-points.
    pub control_spacing: i64,
    /// A foot may stand farther out by up to this where thighs have no other way out; whole plants move, so planted
    /// feet stay planted. 0 keeps feet in place. 0 to 0.5 m, default 0. Needs legs true.
    pub widen_stance: f64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_remove_penetration_options {
    type Core = surefoot::ops::RemovePenetrationOptions;
    const FIELDS: &'static [&'static str] = &[
        "arms", "legs", "touch", "margin", "reach", "allowed_overlap", "overlap_frame", "max_mean_way", "method",
        "control_spacing", "widen_stance"
    ];
}

/// Writes the default options; pass sizeof(surefoot_remove_penetration_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_remove_penetration_default_options(
    out_options: *mut surefoot_remove_penetration_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Options of surefoot_adapt_to_body; start from surefoot_adapt_to_body_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_adapt_to_body_options {
    /// sizeof(surefoot_adapt_to_body_options).
    pub struct_size: usize,
    /// Move arms and legs out of the body. 0 or 1, default 1.
    pub penetration: i64,
    /// Hold planted feet and hands. 0 or 1, default 1.
    pub footskate: i64,
    /// Share of its turn that the head gives back where the trunk turned: 1 keeps the gaze, 0 leaves it to the trunk.
    /// 0 to 1, default 1.
    pub gaze: f64,
    /// Share of their turn that the upper arms give back where the trunk turned; arms may run into the body again. 0
    /// to 1, default 0.
    pub arm_direction: f64,
    /// Bring balance back to what it was in the original, or else in the clip that came. 0 or 1, default 1.
    pub balance: i64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_adapt_to_body_options {
    type Core = surefoot::ops::AdaptToBodyOptions;
    const FIELDS: &'static [&'static str] = &["penetration", "footskate", "gaze", "arm_direction", "balance"];
}

/// Writes the default options; pass sizeof(surefoot_adapt_to_body_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_adapt_to_body_default_options(
    out_options: *mut surefoot_adapt_to_body_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Values of masses in surefoot_measure_balance_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_mass_source {
    /// The mesh where there is one, else the table.
    SUREFOOT_MASS_SOURCE_AUTO = 0,
    /// The volume of the mesh, shared among the joints by the skin weights, times the density of each part.
    SUREFOOT_MASS_SOURCE_MESH = 1,
    /// The average adult, by the roles of the joints.
    SUREFOOT_MASS_SOURCE_TABLE = 2,
    /// One cylinder per segment, fitted to the mesh.
    SUREFOOT_MASS_SOURCE_CYLINDERS = 3,
    /// One ellipsoid per segment, fitted to the mesh.
    SUREFOOT_MASS_SOURCE_ELLIPSOIDS = 4,
}

/// Options of surefoot_measure_balance; start from surefoot_measure_balance_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_measure_balance_options {
    /// sizeof(surefoot_measure_balance_options).
    pub struct_size: usize,
    /// What the masses of the body's parts follow from. A SUREFOOT_MASS_SOURCE_ number, default auto.
    pub masses: i64,
    /// Mass of the body without what it carries; 0 takes that of the mesh, or of an adult of that size, else at least
    /// 0.1. 0 to 100000 kg, default 0.
    pub mass: f64,
    /// Forces are smoothed up to this frequency: 5 for people, 8 for runs and jumps; 0 smooths nothing, as does half
    /// of the frame rate or more. 0 to 100 Hz, default 5.
    pub cutoff: f64,
    /// Soles are grown by this much on all sides: meshes are often bare, captured people wear shoes. 0 to 0.1 m,
    /// default 0.015.
    pub sole_margin: f64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_measure_balance_options {
    type Core = surefoot::ops::MeasureBalanceOptions;
    const FIELDS: &'static [&'static str] = &["masses", "mass", "cutoff", "sole_margin"];
}

/// Writes the default options; pass sizeof(surefoot_measure_balance_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_measure_balance_default_options(
    out_options: *mut surefoot_measure_balance_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Values of mode in surefoot_correct_balance_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_balance_mode {
    /// The zero moment point, to where it was at most as far outside as in the original. The root moves as little as
    /// it can.
    SUREFOOT_BALANCE_MODE_LIMIT = 0,
    /// The path of the centre of mass, after masses or poses changed; root and trunk share the correction.
    SUREFOOT_BALANCE_MODE_KEEP = 1,
}

/// Values of method in surefoot_correct_balance_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_correct_balance_method {
    /// The root's shift in all frames together, by the edges of the supporting area: little motion, and feet stay
    /// where they are.
    SUREFOOT_CORRECT_BALANCE_METHOD_BANDED = 0,
    /// Leaning legs, then a leaning trunk, by splines with few control points; for comparison.
    SUREFOOT_CORRECT_BALANCE_METHOD_CONTROL_POINTS = 1,
}

/// Options of surefoot_correct_balance; start from surefoot_correct_balance_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_correct_balance_options {
    /// sizeof(surefoot_correct_balance_options).
    pub struct_size: usize,
    /// What is brought back. A SUREFOOT_BALANCE_MODE_ number, default limit. Needs method banded.
    pub mode: i64,
    /// Factor on how far the zero moment point may be outside; below 0.9 motion gets stiff and exaggerated. 0 to 10,
    /// default 1.
    pub target_scale: f64,
    /// How far the zero moment point may be outside where there is no original to compare with. 0 to 1 m, default
    /// 0.02.
    pub threshold: f64,
    /// Most rounds of correcting and measuring again. 1 to 100, default 12.
    pub max_rounds: i64,
    /// How corrections are found. A SUREFOOT_CORRECT_BALANCE_METHOD_ number, default banded.
    pub method: i64,
    /// Frames between control points; 0 takes a fifth of a second. 0 to 1000, default 0. Needs method control-points.
    pub control_spacing: i64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_correct_balance_options {
    type Core = surefoot::ops::CorrectBalanceOptions;
    const FIELDS: &'static [&'static str] = &[
        "mode", "target_scale", "threshold", "max_rounds", "method", "control_spacing"
    ];
}

/// Writes the default options; pass sizeof(surefoot_correct_balance_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_correct_balance_default_options(
    out_options: *mut surefoot_correct_balance_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Values of fix in surefoot_correct_flight_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_flight_fix {
    /// The height: the body rises higher or less high, for as long as before. Where legs cannot reach the take-off or
    /// the landing that this asks for, time does the rest.
    SUREFOOT_FLIGHT_FIX_HEIGHT = 0,
    /// The time: the flight is played faster or slower, as high as before. The clip gets shorter or longer.
    SUREFOOT_FLIGHT_FIX_TIME = 1,
}

/// Options of surefoot_correct_flight; start from surefoot_correct_flight_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_correct_flight_options {
    /// sizeof(surefoot_correct_flight_options).
    pub struct_size: usize,
    /// What is changed where a flight is too long or too short for its height. A SUREFOOT_FLIGHT_FIX_ number, default
    /// height.
    pub fix: i64,
    /// Free fall: 9.81 on earth, 1.62 on the moon; games often take more. 0.5 to 100 m/s², default 9.80665.
    pub gravity: f64,
    /// A flight is left alone if it falls this close to gravity, as a share of it, and is on its parabola. 0 to 1,
    /// default 0.02.
    pub g_tolerance: f64,
    /// A flight is on its parabola if it is this close on average. 0 to 1 m, default 0.002.
    pub path_tolerance: f64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_correct_flight_options {
    type Core = surefoot::ops::CorrectFlightOptions;
    const FIELDS: &'static [&'static str] = &["fix", "gravity", "g_tolerance", "path_tolerance"];
}

/// Writes the default options; pass sizeof(surefoot_correct_flight_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_correct_flight_default_options(
    out_options: *mut surefoot_correct_flight_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Values of reference in surefoot_evaluate_balance_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_reference_masses {
    /// The mesh where there is one, else the table.
    SUREFOOT_REFERENCE_MASSES_AUTO = 0,
    /// The volume of the mesh, shared among the joints by the skin weights, times the density of each part.
    SUREFOOT_REFERENCE_MASSES_MESH = 1,
    /// The average adult, by the roles of the joints.
    SUREFOOT_REFERENCE_MASSES_TABLE = 2,
    /// One cylinder per segment, fitted to the mesh.
    SUREFOOT_REFERENCE_MASSES_CYLINDERS = 3,
    /// One ellipsoid per segment, fitted to the mesh.
    SUREFOOT_REFERENCE_MASSES_ELLIPSOIDS = 4,
}

/// Options of surefoot_evaluate_balance; start from surefoot_evaluate_balance_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_evaluate_balance_options {
    /// sizeof(surefoot_evaluate_balance_options).
    pub struct_size: usize,
    /// What counts as the true masses. A SUREFOOT_REFERENCE_MASSES_ number, default auto.
    pub reference: i64,
    /// Forces are smoothed up to this frequency: 5 for people, 8 for runs and jumps; 0 smooths nothing, as does half
    /// of the frame rate or more. 0 to 100 Hz, default 5.
    pub cutoff: f64,
    /// Soles are grown by this much on all sides: meshes are often bare, captured people wear shoes. 0 to 0.1 m,
    /// default 0.015.
    pub sole_margin: f64,
    /// Whether masses are compared; it takes most of the time. 0 or 1, default 1.
    pub compare_masses: i64,
    /// Bodies drawn for the random masses. 1 to 1000, default 8. Needs compare_masses true.
    pub draws: i64,
    /// Seed of the random masses. 0 or more, default 1. Needs compare_masses true.
    pub seed: i64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_evaluate_balance_options {
    type Core = surefoot::ops::EvaluateBalanceOptions;
    const FIELDS: &'static [&'static str] = &["reference", "cutoff", "sole_margin", "compare_masses", "draws", "seed"];
}

/// Writes the default options; pass sizeof(surefoot_evaluate_balance_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_evaluate_balance_default_options(
    out_options: *mut surefoot_evaluate_balance_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Options of surefoot_mirror_clip; start from surefoot_mirror_clip_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_mirror_clip_options {
    /// sizeof(surefoot_mirror_clip_options).
    pub struct_size: usize,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_mirror_clip_options {
    type Core = surefoot::ops::MirrorClipOptions;
    const FIELDS: &'static [&'static str] = &[];
}

/// Writes the default options; pass sizeof(surefoot_mirror_clip_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_mirror_clip_default_options(
    out_options: *mut surefoot_mirror_clip_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Options of surefoot_resample_clip; start from surefoot_resample_clip_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_resample_clip_options {
    /// sizeof(surefoot_resample_clip_options).
    pub struct_size: usize,
    /// Frames per second of the result. 0.1 to 10000 fps, default 30.
    pub frame_rate: f64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_resample_clip_options {
    type Core = surefoot::ops::ResampleClipOptions;
    const FIELDS: &'static [&'static str] = &["frame_rate"];
}

/// Writes the default options; pass sizeof(surefoot_resample_clip_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_resample_clip_default_options(
    out_options: *mut surefoot_resample_clip_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Options of surefoot_trim_clip; start from surefoot_trim_clip_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_trim_clip_options {
    /// sizeof(surefoot_trim_clip_options).
    pub struct_size: usize,
    /// First frame that is kept. 0 to 1000000000 frames, default 0.
    pub first: i64,
    /// Number of frames that are kept; 0 keeps all to the end. 0 to 1000000000 frames, default 0.
    pub count: i64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_trim_clip_options {
    type Core = surefoot::ops::TrimClipOptions;
    const FIELDS: &'static [&'static str] = &["first", "count"];
}

/// Writes the default options; pass sizeof(surefoot_trim_clip_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_trim_clip_default_options(
    out_options: *mut surefoot_trim_clip_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Values of part in surefoot_deform_out_of_body_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_yielding_part {
    /// Both arms.
    SUREFOOT_YIELDING_PART_ARMS = 0,
    /// The left arm alone.
    SUREFOOT_YIELDING_PART_LEFT_ARM = 1,
    /// The right arm alone.
    SUREFOOT_YIELDING_PART_RIGHT_ARM = 2,
}

/// Options of surefoot_deform_out_of_body; start from surefoot_deform_out_of_body_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_deform_out_of_body_options {
    /// sizeof(surefoot_deform_out_of_body_options).
    pub struct_size: usize,
    /// The part that gives way. A SUREFOOT_YIELDING_PART_ number, default arms.
    pub part: i64,
    /// Distance from the body that pushed vertices keep. 0 to 0.05 m, default 0.002.
    pub margin: f64,
    /// How early vertices start to give way before they touch; larger is smoother and moves more of them. 0.0005 to
    /// 0.05 m, default 0.004.
    pub softness: f64,
    /// How often the push is averaged over neighbouring vertices. 0 to 50, default 10.
    pub smoothing: i64,
    /// Share of the push that is applied; 0 changes nothing. 0 to 1, default 1.
    pub envelope: f64,
    /// No vertex is pushed farther than this. A safety: what is deeper stays inside. 0.001 to 1 m, default 0.1.
    pub max_push: f64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_deform_out_of_body_options {
    type Core = surefoot::ops::DeformOutOfBodyOptions;
    const FIELDS: &'static [&'static str] = &["part", "margin", "softness", "smoothing", "envelope", "max_push"];
}

/// Writes the default options; pass sizeof(surefoot_deform_out_of_body_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_deform_out_of_body_default_options(
    out_options: *mut surefoot_deform_out_of_body_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Values of kind in surefoot_fit_body_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_volume_kind {
    /// A cylinder with flat ends.
    SUREFOOT_VOLUME_KIND_CYLINDER = 0,
    /// A cylinder with round ends.
    SUREFOOT_VOLUME_KIND_CAPSULE = 1,
    /// An ellipsoid with three different axes.
    SUREFOOT_VOLUME_KIND_ELLIPSOID = 2,
}

/// Options of surefoot_fit_body; start from surefoot_fit_body_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_fit_body_options {
    /// sizeof(surefoot_fit_body_options).
    pub struct_size: usize,
    /// Kind of the volumes. A SUREFOOT_VOLUME_KIND_ number, default cylinder.
    pub kind: i64,
    /// Correct the radii so that the shares of the parts in the whole body are those measured on people. 0 or 1,
    /// default 0.
    pub measured_shares: i64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_fit_body_options {
    type Core = surefoot::ops::FitBodyOptions;
    const FIELDS: &'static [&'static str] = &["kind", "measured_shares"];
}

/// Writes the default options; pass sizeof(surefoot_fit_body_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_fit_body_default_options(
    out_options: *mut surefoot_fit_body_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Options of surefoot_grow_body; start from surefoot_grow_body_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_grow_body_options {
    /// sizeof(surefoot_grow_body_options).
    pub struct_size: usize,
    /// Girth of pelvis, spine and clavicles. 0.2 to 5, default 1.
    pub trunk: f64,
    /// Girth of the left upper arm and forearm. 0.2 to 5, default 1.
    pub left_arm: f64,
    /// Girth of the right upper arm and forearm. 0.2 to 5, default 1.
    pub right_arm: f64,
    /// Girth of the left thigh and shin. 0.2 to 5, default 1.
    pub left_leg: f64,
    /// Girth of the right thigh and shin. 0.2 to 5, default 1.
    pub right_leg: f64,
    /// Move clavicles, shoulders and hips outwards with the trunk. 0 or 1, default 1.
    pub move_joints: i64,
    /// How often the growth is averaged over neighbouring vertices; 0 leaves steps where parts meet. 0 to 50, default
    /// 1.
    pub smoothing: i64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_grow_body_options {
    type Core = surefoot::ops::GrowBodyOptions;
    const FIELDS: &'static [&'static str] = &[
        "trunk", "left_arm", "right_arm", "left_leg", "right_leg", "move_joints", "smoothing"
    ];
}

/// Writes the default options; pass sizeof(surefoot_grow_body_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_grow_body_default_options(
    out_options: *mut surefoot_grow_body_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Values of skin in surefoot_scale_character_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_skin_scaling {
    /// The mesh follows the bones.
    SUREFOOT_SKIN_SCALING_FOLLOW = 0,
    /// The mesh stays as it is and is attached again: it has the new build already.
    SUREFOOT_SKIN_SCALING_REATTACH = 1,
}

/// Options of surefoot_scale_character; start from surefoot_scale_character_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_scale_character_options {
    /// sizeof(surefoot_scale_character_options).
    pub struct_size: usize,
    /// From the spine to the shoulder joint. 0.1 to 10, default 1.
    pub shoulder: f64,
    /// From the shoulder to the elbow. 0.1 to 10, default 1.
    pub upper_arm: f64,
    /// From the elbow to the wrist. 0.1 to 10, default 1.
    pub forearm: f64,
    /// From the waist down to the knee; thigh, shin and pelvis follow from this together with inside_leg and
    /// waist_height. 0.1 to 10, default 1.
    pub waist_to_knee: f64,
    /// From the hip joints down to the floor; thigh, shin and pelvis follow from this together with waist_to_knee and
    /// waist_height. 0.1 to 10, default 1.
    pub inside_leg: f64,
    /// From the waist down to the floor; thigh, shin and pelvis follow from this together with waist_to_knee and
    /// inside_leg. 0.1 to 10, default 1.
    pub waist_height: f64,
    /// From the waist to the nape. 0.1 to 10, default 1.
    pub back: f64,
    /// What happens to the mesh. A SUREFOOT_SKIN_SCALING_ number, default follow.
    pub skin: i64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_scale_character_options {
    type Core = surefoot::ops::ScaleCharacterOptions;
    const FIELDS: &'static [&'static str] = &[
        "shoulder", "upper_arm", "forearm", "waist_to_knee", "inside_leg", "waist_height", "back", "skin"
    ];
}

/// Writes the default options; pass sizeof(surefoot_scale_character_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_scale_character_default_options(
    out_options: *mut surefoot_scale_character_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Values of allowed_overlap in surefoot_build_shape_grid_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_build_shape_grid_allowed_overlap {
    /// None.
    SUREFOOT_BUILD_SHAPE_GRID_ALLOWED_OVERLAP_NONE = 0,
    /// As deep as each vertex is in the rest pose.
    SUREFOOT_BUILD_SHAPE_GRID_ALLOWED_OVERLAP_REST = 1,
    /// As deep as each vertex is in the rest pose or in one frame of the clip.
    SUREFOOT_BUILD_SHAPE_GRID_ALLOWED_OVERLAP_FRAME = 2,
}

/// Options of surefoot_build_shape_grid; start from surefoot_build_shape_grid_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_build_shape_grid_options {
    /// sizeof(surefoot_build_shape_grid_options).
    pub struct_size: usize,
    /// Hold planted feet on every body; the root gives way, since bones keep their lengths. 0 or 1, default 1.
    pub footskate: i64,
    /// Move clavicles, shoulders and hips outwards with the trunk. 0 or 1, default 1.
    pub move_joints: i64,
    /// Distance that limbs aim for on the bodies; wider than that of remove_penetration, since mixed corrections fall
    /// a little short. Limbs move farther for it. 0 to 0.05 m, default 0.0065.
    pub margin: f64,
    /// As max_mean_way of remove_penetration, on every body. 0 to 1 m, default 0.08.
    pub max_mean_way: f64,
    /// Overlap of the arms that is left alone, as allowed_overlap of remove_penetration. A
    /// SUREFOOT_BUILD_SHAPE_GRID_ALLOWED_OVERLAP_ number, default rest.
    pub allowed_overlap: i64,
    /// The frame whose overlap is left alone, counted from 0. 0 to 1000000, default 0. Needs allowed_overlap frame.
    pub overlap_frame: i64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_build_shape_grid_options {
    type Core = surefoot::ops::BuildShapeGridOptions;
    const FIELDS: &'static [&'static str] = &[
        "footskate", "move_joints", "margin", "max_mean_way", "allowed_overlap", "overlap_frame"
    ];
}

/// Writes the default options; pass sizeof(surefoot_build_shape_grid_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_build_shape_grid_default_options(
    out_options: *mut surefoot_build_shape_grid_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Values of interpolation in surefoot_query_shape_grid_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_shape_interpolation {
    /// Linearly along every axis: nearest to what a solver would do.
    SUREFOOT_SHAPE_INTERPOLATION_LINEAR = 0,
    /// With Hann weights along every axis: no kinks where a shape passes a node.
    SUREFOOT_SHAPE_INTERPOLATION_HANN = 1,
    /// Radial Hann weights of the largest distance along any axis, as Lyard (2008) has it.
    SUREFOOT_SHAPE_INTERPOLATION_RADIAL = 2,
}

/// Options of surefoot_query_shape_grid; start from surefoot_query_shape_grid_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_query_shape_grid_options {
    /// sizeof(surefoot_query_shape_grid_options).
    pub struct_size: usize,
    /// Girth of pelvis, spine and clavicles. 0.2 to 5, default 1.
    pub trunk: f64,
    /// Girth of the left upper arm and forearm. 0.2 to 5, default 1.
    pub left_arm: f64,
    /// Girth of the right upper arm and forearm. 0.2 to 5, default 1.
    pub right_arm: f64,
    /// Girth of the left thigh and shin. 0.2 to 5, default 1.
    pub left_leg: f64,
    /// Girth of the right thigh and shin. 0.2 to 5, default 1.
    pub right_leg: f64,
    /// How corrections are mixed between nodes. A SUREFOOT_SHAPE_INTERPOLATION_ number, default linear.
    pub interpolation: i64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_query_shape_grid_options {
    type Core = surefoot::ops::QueryShapeGridOptions;
    const FIELDS: &'static [&'static str] = &[
        "trunk", "left_arm", "right_arm", "left_leg", "right_leg", "interpolation"
    ];
}

/// Writes the default options; pass sizeof(surefoot_query_shape_grid_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_query_shape_grid_default_options(
    out_options: *mut surefoot_query_shape_grid_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Values of kernel in surefoot_build_motion_graph_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_graph_kernel {
    /// The middle counts most; rises and falls linearly.
    SUREFOOT_GRAPH_KERNEL_TRIANGLE = 0,
    /// All frames count alike.
    SUREFOOT_GRAPH_KERNEL_BOX = 1,
    /// The middle counts most, with smooth ends: a bell whose standard deviation is a quarter of the window.
    SUREFOOT_GRAPH_KERNEL_GAUSSIAN = 2,
}

/// Values of markers in surefoot_build_motion_graph_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_graph_markers {
    /// Feet and knees count most.
    SUREFOOT_GRAPH_MARKERS_LEGS = 0,
    /// All joints count alike.
    SUREFOOT_GRAPH_MARKERS_UNIFORM = 1,
}

/// Values of labelling in surefoot_build_motion_graph_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_graph_labelling {
    /// Tell standing, forward and side-back motion apart.
    SUREFOOT_GRAPH_LABELLING_AUTOMATIC = 0,
    /// Give all motion one label.
    SUREFOOT_GRAPH_LABELLING_NONE = 1,
}

/// Options of surefoot_build_motion_graph; start from surefoot_build_motion_graph_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_build_motion_graph_options {
    /// sizeof(surefoot_build_motion_graph_options).
    pub struct_size: usize,
    /// Frames per second of the graph; clips are resampled to it. 5 to 240 fps, default 30.
    pub frame_rate: f64,
    /// Length of the compared windows and of the transitions; 0.3 suits runs. 0.1 to 2 s, default 0.5.
    pub window: f64,
    /// How the frames of a window are weighted. A SUREFOOT_GRAPH_KERNEL_ number, default triangle.
    pub kernel: i64,
    /// What is compared. A SUREFOOT_GRAPH_MARKERS_ number, default legs.
    pub markers: i64,
    /// How stretches of motion are told apart in clips without labels. A SUREFOOT_GRAPH_LABELLING_ number, default
    /// automatic.
    pub labelling: i64,
    /// Add the mirror image of every clip, on a skeleton made symmetric. 0 or 1, default 0.
    pub mirror: i64,
    /// Transition threshold: how much a pose changes in this many frames. 0 to 100 frames, default 2.25.
    pub threshold_factor: f64,
    /// How far the threshold is raised for a label that is poorly connected. 0 to 100 frames, default 3.
    pub max_threshold_factor: f64,
    /// Ignore pairs of windows that differ by more than this; 0 keeps all, or 4 above 20,000 frames. 0 to 1000 frames,
    /// default 0.
    pub minima_limit: f64,
    /// Warn about labels with less usable motion than this. 0 to 3600 s, default 2.
    pub min_core: f64,
    /// Among transitions this close to each other at both ends, keep only the best; 0 keeps all. 0 to 60 frames,
    /// default 0.
    pub thinning: i64,
    /// Compare windows at their places in the world, for motion that is tied to places. 0 or 1, default 0.
    pub world_locked: i64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_build_motion_graph_options {
    type Core = surefoot::ops::BuildMotionGraphOptions;
    const FIELDS: &'static [&'static str] = &[
        "frame_rate", "window", "kernel", "markers", "labelling", "mirror", "threshold_factor", "max_threshold_factor",
        "minima_limit", "min_core", "thinning", "world_locked"
    ];
}

/// Writes the default options; pass sizeof(surefoot_build_motion_graph_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_build_motion_graph_default_options(
    out_options: *mut surefoot_build_motion_graph_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Values of method in surefoot_search_motion_graph_options.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_search_method {
    /// One beam that sees the whole path.
    SUREFOOT_SEARCH_METHOD_BEAM = 0,
    /// A beam that looks a few seconds ahead, again and again.
    SUREFOOT_SEARCH_METHOD_HORIZON_BEAM = 1,
    /// Look a few seconds ahead and find the best there is, again and again.
    SUREFOOT_SEARCH_METHOD_BRANCH_AND_BOUND = 2,
}

/// Options of surefoot_search_motion_graph; start from surefoot_search_motion_graph_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_search_motion_graph_options {
    /// sizeof(surefoot_search_motion_graph_options).
    pub struct_size: usize,
    /// How motion is searched for. A SUREFOOT_SEARCH_METHOD_ number, default beam. Needs query path or connect or
    /// custom.
    pub method: i64,
    /// Walks that a beam keeps at each frame: more of them follow a path better but take longer. 1 to 100000, default
    /// 100. Needs query path or connect or custom.
    pub beam_width: i64,
    /// How far the horizon methods look ahead. 0.1 to 3600 s, default 5. Needs method horizon-beam or
    /// branch-and-bound; needs query path or connect or custom.
    pub horizon: f64,
    /// How much of the horizon is kept before looking ahead again. 0.03 to 3600 s, default 0.9. Needs method
    /// horizon-beam or branch-and-bound; needs query path or connect or custom.
    pub retain: f64,
    /// Cost of a transition: a higher cost gives fewer transitions and a looser path. 0 to 1000 m², default 0.1. Needs
    /// query path or connect.
    pub transition_cost: f64,
    /// Speed at which the path moves on while the character stands, as a share of the usual speed. 0 to 1, default
    /// 0.4. Needs query path.
    pub min_progress: f64,
    /// How far before the end of a piece the next style may begin. 0 to 100 m, default 0.85. Needs query path.
    pub style_tolerance: f64,
    /// Cost of a wrong direction where a clip ends at a place. 0 to 1000 m²/rad², default 1. Needs query connect.
    pub turn_cost: f64,
    /// Cost of time on the way to a place. 0 to 1000 m²/s, default 0.02. Needs query connect.
    pub time_cost: f64,
    /// Starting points in the graph that are tried for a path; the seed picks them. 1 to 1000000, default 100. Needs
    /// query path or custom.
    pub starts: i64,
    /// Pick at random among walks up to this much costlier than the best. 0 to 10, default 0. Needs query path or
    /// connect or custom.
    pub variation: f64,
    /// Equal seeds give equal walks. 0 or more, default 0.
    pub seed: i64,
    /// Give up a walk that takes this many times the usual time. 1 to 1000, default 3. Needs query path or connect or
    /// custom.
    pub patience: f64,
    /// Walks that branch and bound examines each time before it takes the best so far. 1 to 1000000000, default
    /// 200000. Needs method branch-and-bound; needs query path or connect or custom.
    pub max_expansions: i64,
    /// Leave out transitions that begin or end on a jolt, such as a heel strike. 0 or 1, default 1.
    pub smooth_seams: i64,
    /// Remove the footskate of the result. 0 or 1, default 1.
    pub cleanup: i64,
}

// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for surefoot_search_motion_graph_options {
    type Core = surefoot::ops::SearchMotionGraphOptions;
    const FIELDS: &'static [&'static str] = &[
        "method", "beam_width", "horizon", "retain", "transition_cost", "min_progress", "style_tolerance", "turn_cost",
        "time_cost", "starts", "variation", "seed", "patience", "max_expansions", "smooth_seams", "cleanup"
    ];
}

/// Writes the default options; pass sizeof(surefoot_search_motion_graph_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_search_motion_graph_default_options(
    out_options: *mut surefoot_search_motion_graph_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// The options of an operation in the order of the fields of its struct, and where the first of them is.
pub(crate) fn fields_of(operation: &str) -> (&'static [&'static str], usize) {
    match operation {
        "check_clip" => (surefoot_check_clip_options::FIELDS, surefoot_check_clip_options::FIRST),
        "detect_plants" => (surefoot_detect_plants_options::FIELDS, surefoot_detect_plants_options::FIRST),
        "remove_footskate" => (surefoot_remove_footskate_options::FIELDS, surefoot_remove_footskate_options::FIRST),
        "remove_penetration" => (surefoot_remove_penetration_options::FIELDS, surefoot_remove_penetration_options::FIRST),
        "adapt_to_body" => (surefoot_adapt_to_body_options::FIELDS, surefoot_adapt_to_body_options::FIRST),
        "measure_balance" => (surefoot_measure_balance_options::FIELDS, surefoot_measure_balance_options::FIRST),
        "correct_balance" => (surefoot_correct_balance_options::FIELDS, surefoot_correct_balance_options::FIRST),
        "correct_flight" => (surefoot_correct_flight_options::FIELDS, surefoot_correct_flight_options::FIRST),
        "evaluate_balance" => (surefoot_evaluate_balance_options::FIELDS, surefoot_evaluate_balance_options::FIRST),
        "mirror_clip" => (surefoot_mirror_clip_options::FIELDS, surefoot_mirror_clip_options::FIRST),
        "resample_clip" => (surefoot_resample_clip_options::FIELDS, surefoot_resample_clip_options::FIRST),
        "trim_clip" => (surefoot_trim_clip_options::FIELDS, surefoot_trim_clip_options::FIRST),
        "deform_out_of_body" => (surefoot_deform_out_of_body_options::FIELDS, surefoot_deform_out_of_body_options::FIRST),
        "fit_body" => (surefoot_fit_body_options::FIELDS, surefoot_fit_body_options::FIRST),
        "grow_body" => (surefoot_grow_body_options::FIELDS, surefoot_grow_body_options::FIRST),
        "scale_character" => (surefoot_scale_character_options::FIELDS, surefoot_scale_character_options::FIRST),
        "build_shape_grid" => (surefoot_build_shape_grid_options::FIELDS, surefoot_build_shape_grid_options::FIRST),
        "query_shape_grid" => (surefoot_query_shape_grid_options::FIELDS, surefoot_query_shape_grid_options::FIRST),
        "build_motion_graph" => (surefoot_build_motion_graph_options::FIELDS, surefoot_build_motion_graph_options::FIRST),
        "search_motion_graph" => (surefoot_search_motion_graph_options::FIELDS, surefoot_search_motion_graph_options::FIRST),
        _ => (&[], 0),
    }
}
