//! The table and the page that show a cleanup before and after.

use crate::{EditedClip, edited_page};
use surefoot::ops::remove_footskate::MissedPlant;
use surefoot::{Clip, Ground, Note, Plants, RemoveFootskateReport, Skeleton, Skin};

/// Figures a person checks, before and after; the first row is the head.
///
/// ```
/// use surefoot::{RemoveFootskateOptions, remove_footskate};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let options = RemoveFootskateOptions::default();
/// let edited = remove_footskate(&skeleton, &walk.clip, &walk.plants, None, &options)?;
/// let rows = surefoot_page::footskate_rows(&edited.report);
/// assert!(rows.len() > 1 && rows.iter().all(|row| row.len() == rows[0].len()));
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn footskate_rows(report: &RemoveFootskateReport) -> Vec<Vec<String>> {
    let mut rows = vec![["", "before", "after"].map(String::from).to_vec()];
    let mut add = |label: &str, before: f64, after: f64, decimals: usize| {
        rows.push(vec![label.into(), format!("{before:.decimals$}"), format!("{after:.decimals$}")]);
    };
    let (before, after) = (&report.before, &report.after);
    for slide in &before.slides {
        let later = after.slide(slide.point);
        add(
            &format!("{} slide, mean (cm/s)", slide.point),
            100.0 * slide.mean,
            later.map_or(0.0, |s| 100.0 * s.mean),
            3,
        );
        add(
            &format!("{} slide, p95 (cm/s)", slide.point),
            100.0 * slide.p95,
            later.map_or(0.0, |s| 100.0 * s.p95),
            3,
        );
        add(
            &format!("{} slide, max (cm/s)", slide.point),
            100.0 * slide.max,
            later.map_or(0.0, |s| 100.0 * s.max),
            3,
        );
    }
    add(
        "low feet slide, planted or not, mean (cm/s)",
        100.0 * before.low_slide.mean,
        100.0 * after.low_slide.mean,
        3,
    );
    add("drift per plant, p95 (cm)", 100.0 * before.drift_p95, 100.0 * after.drift_p95, 3);
    if let (Some(b), Some(a)) = (&before.ground, &after.ground) {
        // Without a ground every stance is measured against its own height.
        let of = if a.of == "ground" { "ground" } else { "the stance's own floor" };
        add(&format!("below {of}, max (cm)"), 100.0 * b.penetration_max, 100.0 * a.penetration_max, 2);
        add(&format!("planted feet above {of}, mean (cm)"), 100.0 * b.float_mean, 100.0 * a.float_mean, 2);
    }
    add("knee acceleration, p99 (°/frame²)", before.knee_acceleration_p99, after.knee_acceleration_p99, 2);
    add("knee acceleration, max (°/frame²)", before.knee_acceleration_max, after.knee_acceleration_max, 2);
    add("ankle jerk, p99 (m/s³)", before.ankle_jerk_p99, after.ankle_jerk_p99, 0);
    add("pose change, mean (cm)", 0.0, 100.0 * after.pose_change_mean, 2);
    add("pose change, max (cm)", 0.0, 100.0 * after.pose_change_max, 2);
    if let Some(fit) = &report.root_path {
        add("root path moved beside that, max (cm)", 0.0, 100.0 * fit.moved, 2);
    }
    add("limb stretch, max (%)", 0.0, 100.0 * after.stretch_max, 2);
    rows
}

/// What could not be met, as notes: which plant, on which frames, by how much and why.
///
/// ```
/// use surefoot::{RemoveFootskateOptions, remove_footskate};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let options = RemoveFootskateOptions::default();
/// let edited = remove_footskate(&skeleton, &walk.clip, &walk.plants, None, &options)?;
/// assert!(surefoot_page::missed_notes(&edited.report).is_empty(), "every plant of a clean walk is held");
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn missed_notes(report: &RemoveFootskateReport) -> Vec<Note> {
    let note = |missed: &MissedPlant| {
        let text = format!("missed by {:.1} cm: {}", 100.0 * missed.distance, missed.reason);
        Note::warning("plant-missed", text).about(&missed.point).on(missed.frames.clone())
    };
    report.missed.iter().map(note).collect()
}

/// One cleaned clip.
pub struct BeforeAfter<'a> {
    /// The clip as it came.
    pub before: &'a Clip,
    /// The clip as it was cleaned.
    pub after: &'a Clip,
    /// What was held.
    pub plants: &'a Plants,
    /// What was measured.
    pub report: &'a RemoveFootskateReport,
}

/// A page that plays before and after over each other, with foot curves and figures.
///
/// ```
/// use surefoot::{RemoveFootskateOptions, remove_footskate};
/// use surefoot_page::{BeforeAfter, footskate_page};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let (clip, plants) = (&walk.clip, &walk.plants);
/// let edited = remove_footskate(&skeleton, clip, plants, None, &RemoveFootskateOptions::default())?;
/// let clips = [BeforeAfter { before: clip, after: &edited.clip, plants, report: &edited.report }];
/// let html = footskate_page("walk.bvh", &edited.report.notes, &skeleton, &[], &clips, None)?;
/// assert!(html.contains("walk.bvh"));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`render`](crate::render).
pub fn footskate_page(
    name: &str,
    notes: &[Note],
    skeleton: &Skeleton,
    skins: &[Skin],
    clips: &[BeforeAfter<'_>],
    ground: Option<&Ground>,
) -> surefoot::Result<String> {
    let clips: Vec<EditedClip<'_>> = clips
        .iter()
        .map(|c| EditedClip {
            before: c.before,
            after: c.after,
            plants: Some(c.plants),
            summary: c.report.summary(),
            figures: footskate_rows(c.report),
            depths: None,
        })
        .collect();
    edited_page(name, "Footskate", notes, skeleton, skins, &clips, ground)
}
