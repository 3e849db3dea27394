//! What reports hold, as JSON schemas with the doc comments of their fields (feature `schema`).

use crate::ops::measure_footskate::PublishedScores;
use crate::ops::{
    BuildMotionGraphReport, CheckClipReport, DetectPlantsReport, FootskateMeasures, MirrorClipReport,
    RemoveFootskateReport, ResampleClipReport, SearchMotionGraphReport, TrimClipReport,
};
use schemars::{Schema, schema_for};

/// Every report by the name of its operation. Docs, C and Python list their paths from it.
///
/// ```
/// let schemas = surefoot::declare::report_schemas();
/// let (_, trim) = schemas.iter().find(|(name, _)| *name == "trim_clip").expect("every operation has one");
/// assert!(trim.as_value()["properties"]["frames_after"].is_object());
/// ```
pub fn report_schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("check_clip", schema_for!(CheckClipReport)),
        ("detect_plants", schema_for!(DetectPlantsReport)),
        ("remove_footskate", schema_for!(RemoveFootskateReport)),
        ("measure_footskate", schema_for!(FootskateMeasures)),
        ("published_scores", schema_for!(PublishedScores)),
        ("mirror_clip", schema_for!(MirrorClipReport)),
        ("resample_clip", schema_for!(ResampleClipReport)),
        ("trim_clip", schema_for!(TrimClipReport)),
        ("build_motion_graph", schema_for!(BuildMotionGraphReport)),
        ("search_motion_graph", schema_for!(SearchMotionGraphReport)),
    ]
}

#[cfg(test)]
mod tests {
    use super::report_schemas;
    use crate::ops::OPERATIONS;

    #[test]
    fn every_operation_has_a_schema() {
        let named: Vec<&str> = report_schemas().iter().map(|(name, _)| *name).collect();
        let missing: Vec<&str> =
            OPERATIONS.iter().map(|operation| operation.name).filter(|name| !named.contains(name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
