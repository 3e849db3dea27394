//! One table per operation, [`Options::SPECS`]: defaults, checks, command-line flags and the option tables of the
//! docs all come from it.

use crate::error::{Error, Result};

/// One option of an operation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OptionSpec {
    /// The field's name; `--blend-frames` on the command line is `blend_frames` here.
    pub name: &'static str,
    /// Type, default and range.
    pub kind: OptionKind,
    /// `m`, `s`, `frames`, `ratio`, … or empty.
    pub unit: &'static str,
    /// One line for a user, without a final full stop.
    pub help: &'static str,
}

/// Type, default and allowed values of an option.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs, reason = "the names are the documentation")]
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
        values: &'static [&'static str],
    },
}

/// The value of an option.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum OptionValue {
    Number(f64),
    Integer(i64),
    Flag(bool),
    Choice(&'static str),
}

/// The options of one operation. `Default` goes through [`set_defaults`], so that the table is the only place with
/// values.
pub trait Options: Sized {
    /// Every option, in the order users should see them.
    const SPECS: &'static [OptionSpec];

    /// The value of the option called `name`, which is one of `SPECS`.
    fn get(&self, name: &str) -> OptionValue;

    /// Sets the option called `name`, which is one of `SPECS`, to a value of its kind.
    fn set(&mut self, name: &str, value: OptionValue);

    /// Checks every option against its range.
    ///
    /// # Errors
    /// [`Error::OptionOutOfRange`] for the first that does not fit.
    fn validate(&self) -> Result<()> {
        Self::SPECS.iter().try_for_each(|spec| spec.check(self.get(spec.name)))
    }
}

/// Sets every option of `options` to its default. For use in `Default::default`.
pub fn set_defaults<O: Options>(options: &mut O) {
    for spec in O::SPECS {
        options.set(spec.name, spec.kind.default_value());
    }
}

impl OptionKind {
    /// The default.
    pub fn default_value(&self) -> OptionValue {
        match *self {
            OptionKind::Number { default, .. } => OptionValue::Number(default),
            OptionKind::Integer { default, .. } => OptionValue::Integer(default),
            OptionKind::Flag { default } => OptionValue::Flag(default),
            OptionKind::Choice { default, .. } => OptionValue::Choice(default),
        }
    }

    /// The allowed values in words: `0 to 0.1`, `limbs, root or foot-rooted`.
    pub fn allowed(&self) -> String {
        match *self {
            OptionKind::Number { min, max, .. } => format!("{min} to {max}"),
            OptionKind::Integer { min, max, .. } => format!("{min} to {max}"),
            OptionKind::Flag { .. } => "true or false".into(),
            OptionKind::Choice { values, .. } => match values.split_last() {
                Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
                _ => values.concat(),
            },
        }
    }
}

impl OptionSpec {
    /// Checks `value` against kind and range.
    ///
    /// # Errors
    /// [`Error::OptionOutOfRange`].
    pub fn check(&self, value: OptionValue) -> Result<()> {
        let (fits, shown) = match (self.kind, value) {
            (OptionKind::Number { min, max, .. }, OptionValue::Number(v)) => {
                ((min..=max).contains(&v), v.to_string())
            }
            (OptionKind::Integer { min, max, .. }, OptionValue::Integer(v)) => {
                ((min..=max).contains(&v), v.to_string())
            }
            (OptionKind::Flag { .. }, OptionValue::Flag(v)) => (true, v.to_string()),
            (OptionKind::Choice { values, .. }, OptionValue::Choice(v)) => {
                (values.contains(&v), v.to_string())
            }
            (_, other) => (false, format!("{other:?}")),
        };
        if fits { Ok(()) } else { Err(self.out_of_range(shown)) }
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
                values.iter().find(|v| **v == text).map(|v| OptionValue::Choice(v))
            }
        };
        let value = value.ok_or_else(|| self.out_of_range(text.to_owned()))?;
        self.check(value)?;
        Ok(value)
    }

    fn out_of_range(&self, value: String) -> Error {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" ({})", self.unit) };
        Error::OptionOutOfRange {
            option: self.name.to_owned(),
            value,
            allowed: format!("{}{unit}", self.kind.allowed()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_outside_the_range_are_refused_with_the_range() {
        let spec = OptionSpec {
            name: "max_stretch",
            kind: OptionKind::Number { default: 0.03, min: 0.0, max: 0.1 },
            unit: "ratio",
            help: "",
        };
        assert_eq!(spec.parse("0.05").unwrap(), OptionValue::Number(0.05));
        for bad in ["0.2", "-1", "NaN", "much"] {
            let text = spec.parse(bad).unwrap_err().to_string();
            assert!(text.contains("max_stretch") && text.contains("0 to 0.1 (ratio)"), "{text}");
        }
        let choice = OptionKind::Choice { default: "a", values: &["a", "b", "c"] };
        assert_eq!(choice.allowed(), "a, b or c");
    }
}
