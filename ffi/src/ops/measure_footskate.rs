//! `surefoot_measure_footskate`.

use super::measures::{MeasuresView, surefoot_footskate_measures};
use crate::guard::{Out, c_text, free, guard, input, optional};
use crate::model::{surefoot_clip, surefoot_ground, surefoot_plants, surefoot_skeleton};
use crate::status::{surefoot_error, surefoot_status};
use std::ffi::{CString, c_char};
use surefoot::measure_footskate;
use surefoot::ops::measure_footskate::{PublishedScores, published_scores};

/// Scores of published papers, in their units; lower is better in all of them. Later versions add fields at the end.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_published_scores {
    /// NeMF foot skating, cm per frame.
    pub nemf: f64,
    /// MANN foot skate, cm/s.
    pub mann: f64,
    /// GMD foot skating ratio, share of frames at 20 fps.
    pub gmd_ratio: f64,
    /// kimodo foot skate ratio, share of contact frames.
    pub kimodo_ratio: f64,
    /// kimodo foot skate from labelled contacts, mean, cm/s.
    pub kimodo_contacts: f64,
    /// Largest of it, cm/s.
    pub kimodo_contacts_max: f64,
    /// kimodo foot skate from height, cm/s.
    pub kimodo_height: f64,
    /// PhysDiff skate, mm per frame.
    pub physdiff_skate: f64,
    /// PhysDiff penetrate, mm.
    pub physdiff_penetrate: f64,
    /// PhysDiff float, mm.
    pub physdiff_float: f64,
    /// Physical foot contact score (EDGE), times 10,000, at 30 fps.
    pub pfc: f64,
}

impl surefoot_published_scores {
    fn new(s: &PublishedScores) -> Self {
        Self {
            nemf: s.nemf,
            mann: s.mann,
            gmd_ratio: s.gmd_ratio,
            kimodo_ratio: s.kimodo_ratio,
            kimodo_contacts: s.kimodo_contacts,
            kimodo_contacts_max: s.kimodo_contacts_max,
            kimodo_height: s.kimodo_height,
            physdiff_skate: s.physdiff_skate,
            physdiff_penetrate: s.physdiff_penetrate,
            physdiff_float: s.physdiff_float,
            pfc: s.pfc,
        }
    }
}

/// What surefoot_measure_footskate found. The struct and all it points at live until the report is freed. Later versions
/// add fields at the end.
#[repr(C)]
pub struct surefoot_measure_footskate_report_view {
    /// The figures as JSON.
    pub json: *const c_char,
    /// The figures.
    pub measures: *const surefoot_footskate_measures,
    /// Scores of published papers as JSON, to compare with them only: they guess contacts from heights and do not rank
    /// cleaners correctly. "null" where feet or toes are not known or the clip has fewer than 3 frames.
    pub published_json: *const c_char,
    /// The same scores; NULL where there are none.
    pub published: *const surefoot_published_scores,
}

/// What surefoot_measure_footskate found.
pub struct surefoot_measure_footskate_report {
    view: surefoot_measure_footskate_report_view,
    _measures: MeasuresView,
    _texts: [CString; 2],
    _published: Option<Box<surefoot_published_scores>>,
}

/// Measures how much planted points slide, how feet fit the ground, and the change against a reference, usually the
/// clip before an edit. `ground` and `reference` may be NULL. Free the report with
/// surefoot_measure_footskate_report_free.
///
/// Fails with SUREFOOT_ERROR_LENGTH if clip, plants, reference and skeleton do not belong together.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_measure_footskate(
    skeleton: *const surefoot_skeleton,
    clip: *const surefoot_clip,
    plants: *const surefoot_plants,
    ground: *const surefoot_ground,
    reference: *const surefoot_clip,
    out_report: *mut *mut surefoot_measure_footskate_report,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let clip = input(clip, "clip")?.get();
        let plants = input(plants, "plants")?.get();
        let ground = optional(ground).map(surefoot_ground::get);
        let reference = optional(reference).map(surefoot_clip::get);
        let out = Out::required(out_report, "out_report")?;
        let measured = measure_footskate(skeleton, clip, plants, ground, reference)?;
        let published = published_scores(skeleton, clip, plants, ground)?;
        let measures = MeasuresView::new(&measured);
        let texts = [
            c_text(&serde_json::to_string(&measured).unwrap_or_default()),
            c_text(&serde_json::to_string(&published).unwrap_or_default()),
        ];
        let published = published.as_ref().map(|p| Box::new(surefoot_published_scores::new(p)));
        let view = surefoot_measure_footskate_report_view {
            json: texts[0].as_ptr(),
            measures: &raw const *measures.view,
            published_json: texts[1].as_ptr(),
            published: published.as_deref().map_or(std::ptr::null(), std::ptr::from_ref),
        };
        out.put_handle(|| surefoot_measure_footskate_report {
            view,
            _measures: measures,
            _texts: texts,
            _published: published,
        });
        Ok(())
    })
}

/// Gives what the report holds, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_measure_footskate_report_get(
    report: *const surefoot_measure_footskate_report,
    out_view: *mut *const surefoot_measure_footskate_report_view,
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
pub extern "C" fn surefoot_measure_footskate_report_free(report: *mut surefoot_measure_footskate_report) {
    free(report);
}
