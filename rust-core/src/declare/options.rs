//! `options!`: the options of one operation, each declared in one place.

use super::spec::{OptionSpec, OptionValue};
use crate::error::Result;

/// The options of one operation, made by `options!`.
pub trait Options: Default + Clone {
    /// Name of the operation: `remove_footskate`.
    const OPERATION: &'static str;

    /// Every option, in the order users should see them.
    const SPECS: &'static [OptionSpec];

    /// The value of the option called `name`; `None` if there is no such option.
    fn get(&self, name: &str) -> Option<OptionValue>;

    /// Sets the option called `name`.
    ///
    /// # Errors
    /// [`Error::OptionOutOfRange`](crate::Error::OptionOutOfRange) if there is no such option or the value is not of
    /// its kind. The range is checked by [`validate`](Self::validate), as operations do.
    fn set(&mut self, name: &str, value: OptionValue) -> Result<()>;

    /// Checks every option against its range.
    ///
    /// # Errors
    /// [`Error::OptionOutOfRange`](crate::Error::OptionOutOfRange) for the first that does not fit.
    fn validate(&self) -> Result<()> {
        for spec in Self::SPECS {
            if let Some(value) = self.get(spec.name) {
                spec.check(value)?;
            }
        }
        Ok(())
    }
}

#[doc(hidden)]
pub(crate) fn cannot_set(
    specs: &[OptionSpec],
    operation: &str,
    name: &str,
    value: OptionValue,
) -> crate::Error {
    match specs.iter().find(|spec| spec.name == name) {
        Some(spec) => spec.out_of_range(value.to_string()),
        None => crate::Error::OptionOutOfRange {
            option: name.to_owned(),
            value: value.to_string(),
            allowed: format!("nothing: {operation} has no such option"),
        },
    }
}

/// Declares the options of an operation.
///
/// The doc comment of a field is its help line. `in` gives the range, `when` the values of other options (or
/// of inputs such as `ground = "given"`) with which it matters. Types are `f64`, `usize`, `u64`, `bool` or an enum of `choices!`.
///
/// ```ignore
/// options! {
///     /// How paint dries.
///     pub struct DryPaintOptions of "dry_paint" {
///         /// What dries it.
///         method: DryMethod = DryMethod::Air, label "Method";
///         /// Speed of the fan.
///         fan_speed: f64 = 2.0, in 0.0..=10.0, unit "m/s", label "Fan Speed", when [method = "fan" | "oven"];
///     }
/// }
/// ```
macro_rules! options {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Options:ident of $operation:literal {
            $(
                $(#[doc = $doc:literal])+
                $name:ident: $ty:ident = $default:expr
                    $(, in $range:expr)?
                    $(, unit $unit:literal)?
                    , label $label:literal
                    $(, when [$($subject:ident = $($value:literal)|+),+])?
                ;
            )*
        }
    ) => {
        $(#[$meta])*
        ///
        /// Start from `default()`; every option has a method of its name that sets it.
        #[derive(Debug, Clone, Copy, PartialEq)]
        #[non_exhaustive]
        $vis struct $Options {
            $(
                $(#[doc = $doc])+
                #[doc = concat!("\n\nDefault `", stringify!($default), "`" $(, ", range `", stringify!($range), "`")? $(, ", unit ", $unit)?, ".")]
                pub $name: $ty,
            )*
        }

        impl Default for $Options {
            fn default() -> Self {
                Self { $($name: $default),* }
            }
        }

        impl $Options {
            $(
                #[doc = concat!("Sets [`", stringify!($name), "`](Self#structfield.", stringify!($name), ").")]
                #[must_use]
                pub fn $name(mut self, $name: $ty) -> Self {
                    self.$name = $name;
                    self
                }
            )*
        }

        impl $crate::declare::Options for $Options {
            const OPERATION: &'static str = $operation;

            const SPECS: &'static [$crate::declare::OptionSpec] = &[$(
                $crate::declare::OptionSpec::new(
                    stringify!($name),
                    $label,
                    options!(@kind $ty, $default $(, $range)?),
                    concat!($($unit)?),
                    concat!($($doc),+),
                    &[$($($crate::declare::Condition::new(stringify!($subject), &[$($value),+])),+)?],
                ),
            )*];

            #[allow(unused_variables, reason = "operations without options declare none")]
            fn get(&self, name: &str) -> Option<$crate::declare::OptionValue> {
                $(if name == stringify!($name) {
                    return Some(options!(@get $ty, self.$name));
                })*
                None
            }

            fn set(&mut self, name: &str, value: $crate::declare::OptionValue) -> $crate::Result<()> {
                $(if name == stringify!($name) {
                    if let Some(value) = options!(@set $ty, value) {
                        self.$name = value;
                        return Ok(());
                    }
                })*
                Err($crate::declare::cannot_set(Self::SPECS, $operation, name, value))
            }
        }
    };

    (@kind f64, $default:expr, $range:expr) => {
        $crate::declare::OptionKind::Number { default: $default, min: *$range.start(), max: *$range.end() }
    };
    (@kind usize, $default:expr, $range:expr) => {
        $crate::declare::OptionKind::Integer { default: $default, min: *$range.start(), max: *$range.end() }
    };
    (@kind u64, $default:expr, $range:expr) => {
        $crate::declare::OptionKind::Integer { default: $default, min: *$range.start(), max: *$range.end() }
    };
    (@kind bool, $default:expr) => {
        $crate::declare::OptionKind::Flag { default: $default }
    };
    (@kind $Choice:ident, $default:expr) => {
        $crate::declare::OptionKind::Choice { default: $default.name(), values: $Choice::VALUES }
    };

    (@get f64, $value:expr) => { $crate::declare::OptionValue::Number($value) };
    (@get usize, $value:expr) => {
        $crate::declare::OptionValue::Integer(i64::try_from($value).unwrap_or(i64::MAX))
    };
    (@get u64, $value:expr) => {
        $crate::declare::OptionValue::Integer(i64::try_from($value).unwrap_or(i64::MAX))
    };
    (@get bool, $value:expr) => { $crate::declare::OptionValue::Flag($value) };
    (@get $Choice:ident, $value:expr) => { $crate::declare::OptionValue::Choice($value.name()) };

    (@set f64, $value:expr) => {
        match $value { $crate::declare::OptionValue::Number(v) => Some(v), _ => None }
    };
    (@set usize, $value:expr) => {
        match $value { $crate::declare::OptionValue::Integer(v) => usize::try_from(v).ok(), _ => None }
    };
    (@set u64, $value:expr) => {
        match $value { $crate::declare::OptionValue::Integer(v) => u64::try_from(v).ok(), _ => None }
    };
    (@set bool, $value:expr) => {
        match $value { $crate::declare::OptionValue::Flag(v) => Some(v), _ => None }
    };
    (@set $Choice:ident, $value:expr) => {
        match $value { $crate::declare::OptionValue::Choice(v) => $Choice::from_name(v), _ => None }
    };
}
