//! [`OptionSpec`]: everything a host needs to know of one option.

use super::choices::ChoiceSpec;
use crate::error::{Error, Result};

/// One option of an operation.
///
/// ```
/// use surefoot::declare::{OptionValue, Options};
/// use surefoot::RemoveFootskateOptions;
///
/// let spec = RemoveFootskateOptions::SPECS.iter().find(|spec| spec.name == "strength").expect("an option");
/// assert_eq!((spec.kind.default_value(), spec.unit), (OptionValue::Number(1.0), "ratio"));
/// assert_eq!(spec.kind.allowed(), "0 to 1");
/// assert_eq!(spec.parse("0.5")?, OptionValue::Number(0.5));
/// assert!(spec.check(OptionValue::Number(1.5)).is_err());
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct OptionSpec {
    /// The field's name; `--blend-frames` on the command line is `blend_frames` here.
    pub name: &'static str,
    /// What a person reads: `Blend Frames`.
    pub label: &'static str,
    /// Type, default and range.
    pub kind: OptionKind,
    /// `m`, `s`, `frames`, `ratio`, … or empty.
    pub unit: &'static str,
    /// One line for a user, without a final full stop.
    pub help: &'static str,
    /// When the option matters: all of these hold. Empty: always.
    pub used_when: &'static [Condition],
}

/// Something that must hold for an option to matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Condition {
    /// Another option of the operation, or an input of it such as `ground`, which is `given` or not.
    pub subject: &'static str,
    /// The values with which this option matters.
    pub values: &'static [&'static str],
}

/// Type, default and allowed values of an option.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs, reason = "the names are the documentation")]
#[non_exhaustive]
pub enum OptionKind {
    Number {
        default: f64,
        min: f64,
        max: f64,
    },
    Integer {
        default: i64,
        min: i64,
        max: i64,
    },
    Flag {
        default: bool,
    },
    /// One of a few words.
    Choice {
        default: &'static str,
        values: &'static [ChoiceSpec],
    },
}

/// The value of an option.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs, reason = "the names are the documentation")]
#[non_exhaustive]
pub enum OptionValue {
    Number(f64),
    Integer(i64),
    Flag(bool),
    Choice(&'static str),
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(value) => value.fmt(f),
            Self::Integer(value) => value.fmt(f),
            Self::Flag(value) => value.fmt(f),
            Self::Choice(value) => value.fmt(f),
        }
    }
}

impl Condition {
    #[doc(hidden)]
    pub const fn new(subject: &'static str, values: &'static [&'static str]) -> Self {
        Self { subject, values }
    }
}

impl OptionKind {
    /// The default.
    pub fn default_value(&self) -> OptionValue {
        match *self {
            Self::Number { default, .. } => OptionValue::Number(default),
            Self::Integer { default, .. } => OptionValue::Integer(default),
            Self::Flag { default } => OptionValue::Flag(default),
            Self::Choice { default, .. } => OptionValue::Choice(default),
        }
    }

    /// The allowed values in words: `0 to 0.1`, `limbs, root or foot-rooted`.
    pub fn allowed(&self) -> String {
        match *self {
            Self::Number { min, max, .. } => format!("{min} to {max}"),
            Self::Integer { min, max: i64::MAX, .. } => format!("{min} or more"),
            Self::Integer { min, max, .. } => format!("{min} to {max}"),
            Self::Flag { .. } => "true or false".into(),
            Self::Choice { values, .. } => match values.split_last() {
                Some((last, rest)) if !rest.is_empty() => {
                    let rest: Vec<&str> = rest.iter().map(|value| value.name).collect();
                    format!("{} or {}", rest.join(", "), last.name)
                }
                _ => values.iter().map(|value| value.name).collect(),
            },
        }
    }
}

impl OptionSpec {
    #[doc(hidden)]
    pub const fn new(
        name: &'static str,
        label: &'static str,
        kind: OptionKind,
        unit: &'static str,
        doc: &'static str,
        used_when: &'static [Condition],
    ) -> Self {
        Self { name, label, kind, unit, help: super::help_line(doc), used_when }
    }

    /// Checks `value` against kind and range.
    ///
    /// # Errors
    /// [`Error::OptionOutOfRange`].
    pub fn check(&self, value: OptionValue) -> Result<()> {
        let fits = match (self.kind, value) {
            (OptionKind::Number { min, max, .. }, OptionValue::Number(v)) => (min..=max).contains(&v),
            (OptionKind::Integer { min, max, .. }, OptionValue::Integer(v)) => (min..=max).contains(&v),
            (OptionKind::Flag { .. }, OptionValue::Flag(_)) => true,
            (OptionKind::Choice { values, .. }, OptionValue::Choice(v)) => values.iter().any(|c| c.name == v),
            _ => false,
        };
        if fits { Ok(()) } else { Err(self.out_of_range(value.to_string())) }
    }

    /// Reads a value from text, as the command line and files give it.
    ///
    /// # Errors
    /// [`Error::OptionOutOfRange`] if it is not of the option's kind or outside its range.
    pub fn parse(&self, text: &str) -> Result<OptionValue> {
        let value = match self.kind {
            OptionKind::Number { .. } => text.parse().ok().map(OptionValue::Number),
            OptionKind::Integer { .. } => text.parse().ok().map(OptionValue::Integer),
            OptionKind::Flag { .. } => text.parse().ok().map(OptionValue::Flag),
            OptionKind::Choice { values, .. } => {
                values.iter().find(|value| value.name == text).map(|value| OptionValue::Choice(value.name))
            }
        };
        let value = value.ok_or_else(|| self.out_of_range(text.to_owned()))?;
        self.check(value)?;
        Ok(value)
    }

    pub(super) fn out_of_range(&self, value: String) -> Error {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" ({})", self.unit) };
        Error::OptionOutOfRange {
            option: self.name.to_owned(),
            value,
            allowed: format!("{}{unit}", self.kind.allowed()),
        }
    }
}
