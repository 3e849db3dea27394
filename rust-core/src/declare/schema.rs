//! What reports hold, as JSON schemas with the doc comments of their fields (feature `schema`).

use super::operation::OperationReport;
use crate::ops::measure_footskate::PublishedScores;
use crate::ops::{FootskateMeasures, OPERATIONS};
use schemars::Schema;

/// Every report by the name of its operation, then those of the functions that only measure. Docs, C and Python list
/// their paths from it.
///
/// ```
/// let schemas = surefoot::declare::report_schemas();
/// let (_, trim) = schemas.iter().find(|(name, _)| *name == "trim_clip").expect("every operation has one");
/// assert!(trim.as_value()["properties"]["frames_after"].is_object());
/// ```
pub fn report_schemas() -> Vec<(&'static str, Schema)> {
    let of_operations = OPERATIONS.iter().map(|operation| (operation.name, (operation.report_schema)()));
    let of_measures =
        [("measure_footskate", FootskateMeasures::schema()), ("published_scores", PublishedScores::schema())];
    of_operations.chain(of_measures).collect()
}
