//! [`Operation`]: one entry of the list of operations, and reports of any operation as one type.

use super::options::Options;
use super::spec::{OptionSpec, OptionValue};
use crate::error::Result;
use crate::model::{Clip, Note, Skeleton};
use crate::ops::Edited;
use serde::Serialize;

/// An operation as hosts see it: its name, what it is for, its options.
///
/// ```
/// use surefoot::declare::OptionValue;
/// use surefoot::ops::OPERATIONS;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let trim = OPERATIONS.iter().find(|o| o.name == "trim_clip").expect("it is in the list");
/// assert_eq!(trim.option("first").map(|spec| spec.unit), Some("frames"));
/// let edit = trim.edit.expect("it takes a skeleton, a clip and options alone");
/// let edited = edit(&skeleton, &walk.clip, &[("count", OptionValue::Integer(20))])?;
/// assert_eq!(edited.clip.frame_count(), 20);
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Operation {
    /// Name of the function: `remove_footskate`.
    pub name: &'static str,
    /// What a person reads: `Remove Footskate`.
    pub label: &'static str,
    /// One line for a user, without a final full stop.
    pub help: &'static str,
    /// Every option, in the order users should see them.
    pub options: &'static [OptionSpec],
    /// The operation itself, where a skeleton, a clip and options are all it takes. Hosts offer such operations without a line of
    /// their own.
    pub edit: Option<Edit>,
    /// What its report holds, as a JSON schema with the doc comments of its fields.
    #[cfg(feature = "schema")]
    pub report_schema: fn() -> schemars::Schema,
}

/// An operation that takes a skeleton, a clip and options by name, and gives a new clip with its report.
pub type Edit = fn(&Skeleton, &Clip, &[(&str, OptionValue)]) -> Result<Edited<Report>>;

impl Operation {
    pub(crate) const fn new<O: Options, R: OperationReport>(label: &'static str, help: &'static str) -> Self {
        Self {
            name: O::OPERATION,
            label,
            help,
            options: O::SPECS,
            edit: None,
            #[cfg(feature = "schema")]
            report_schema: R::schema,
        }
    }

    pub(crate) const fn with_edit(self, edit: Edit) -> Self {
        Self { edit: Some(edit), ..self }
    }

    /// The option called `name`.
    pub fn option(&self, name: &str) -> Option<&'static OptionSpec> {
        self.options.iter().find(|spec| spec.name == name)
    }
}

/// What every report of an operation has.
pub trait OperationReport: Serialize {
    /// One line with what a person wants to know first, the same in every host.
    fn summary(&self) -> String;

    /// What a user should know besides the figures.
    fn notes(&self) -> &[Note];

    /// What the report holds, as a JSON schema with the doc comments of its fields.
    #[cfg(feature = "schema")]
    fn schema() -> schemars::Schema
    where
        Self: Sized;
}

/// Makes a struct with `summary()` and a list of `notes` the report of an operation.
macro_rules! operation_report {
    ($Report:ident) => {
        operation_report!(@impl $Report, |report| &report.notes);
    };
    ($Report:ident, without notes) => {
        operation_report!(@impl $Report, |_report| &[]);
    };
    (@impl $Report:ident, |$report:ident| $notes:expr) => {
        impl $crate::declare::OperationReport for $Report {
            fn summary(&self) -> String {
                $Report::summary(self)
            }

            fn notes(&self) -> &[$crate::model::Note] {
                let $report = self;
                $notes
            }

            #[cfg(feature = "schema")]
            fn schema() -> schemars::Schema {
                schemars::schema_for!($Report)
            }
        }
    };
}

/// The report of any operation: its summary, its notes and its figures by path.
///
/// ```
/// use surefoot::declare::Report;
/// use surefoot::{TrimClipOptions, trim_clip};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let edited = trim_clip(&skeleton, &walk.clip, &TrimClipOptions::default().count(20))?;
/// let report = Report::of(&edited.report);
/// assert_eq!(report.number("frames_after"), Some(20.0));
/// assert_eq!(report.text("summary"), Some(report.summary.as_str()));
/// assert_eq!((report.count("notes"), report.at("no.such.path")), (Some(0), None));
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// One line with what a person wants to know first.
    pub summary: String,
    /// What a user should know besides the figures.
    pub notes: Vec<Note>,
    /// The whole report as JSON, its `summary` first.
    pub figures: serde_json::Value,
}

impl Report {
    /// Any operation's report.
    pub fn of<R: OperationReport>(report: &R) -> Self {
        let summary = report.summary();
        let mut figures = serde_json::Map::new();
        figures.insert("summary".into(), summary.clone().into());
        if let Ok(serde_json::Value::Object(all)) = serde_json::to_value(report) {
            figures.extend(all);
        }
        Self { summary, notes: report.notes().to_vec(), figures: figures.into() }
    }

    /// The entry at `path`: names and places in lists, joined by points: `after.slides.0.mean`.
    pub fn at(&self, path: &str) -> Option<&serde_json::Value> {
        path.split('.').try_fold(&self.figures, |value, step| match value {
            serde_json::Value::Array(items) => items.get(step.parse::<usize>().ok()?),
            serde_json::Value::Object(fields) => fields.get(step),
            _ => None,
        })
    }

    /// The number at `path`; flags are 0 and 1.
    pub fn number(&self, path: &str) -> Option<f64> {
        let value = self.at(path)?;
        value.as_f64().or_else(|| value.as_bool().map(|flag| f64::from(u8::from(flag))))
    }

    /// The text at `path`.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.at(path)?.as_str()
    }

    /// How many entries the list at `path` has.
    pub fn count(&self, path: &str) -> Option<usize> {
        self.at(path)?.as_array().map(Vec::len)
    }
}

/// The options with some of them set by name, checked.
///
/// ```
/// use surefoot::RemoveFootskateOptions;
/// use surefoot::declare::{OptionValue, options_with};
///
/// let options: RemoveFootskateOptions = options_with(&[("strength", OptionValue::Number(0.5))])?;
/// assert_eq!(options, RemoveFootskateOptions::default().strength(0.5));
/// let unknown = options_with::<RemoveFootskateOptions>(&[("strenght", OptionValue::Number(0.5))]);
/// assert!(unknown.is_err());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`](crate::Error::OptionOutOfRange) for a name or a value that the operation does not take.
pub fn options_with<O: Options>(values: &[(&str, OptionValue)]) -> Result<O> {
    let mut options = O::default();
    for (name, value) in values {
        options.set(name, *value)?;
    }
    options.validate()?;
    Ok(options)
}

/// Runs an operation with options given by name and returns its report as [`Report`]. For [`Operation::edit`].
///
/// ```
/// use surefoot::declare::{OptionValue, edit_with};
/// use surefoot::resample_clip;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let values = [("frame_rate", OptionValue::Number(24.0))];
/// let edited = edit_with(resample_clip, &skeleton, &walk.clip, &values)?;
/// assert_eq!(edited.clip.frame_rate(), 24.0);
/// assert_eq!(edited.report.number("frame_rate_after"), Some(24.0));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// Those of the operation and of [`options_with`].
pub fn edit_with<O: Options, R: OperationReport>(
    operation: fn(&Skeleton, &Clip, &O) -> Result<Edited<R>>,
    skeleton: &Skeleton,
    clip: &Clip,
    values: &[(&str, OptionValue)],
) -> Result<Edited<Report>> {
    let edited = operation(skeleton, clip, &options_with(values)?)?;
    Ok(Edited { clip: edited.clip, report: Report::of(&edited.report) })
}
