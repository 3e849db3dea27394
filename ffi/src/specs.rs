//! The operations and their options as a table, from which hosts build their user interface.

use crate::generated::fields_of;
use crate::options::SLOT;
use crate::*;
use std::sync::OnceLock;
use surefoot::declare::{Condition, Operation, OptionKind, OptionSpec, OptionValue};
use surefoot::ops::OPERATIONS;

/// What kind of value an option takes.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_option_kind {
    /// A double.
    SUREFOOT_OPTION_NUMBER = 0,
    /// An int64_t.
    SUREFOOT_OPTION_INTEGER = 1,
    /// An int64_t, 0 or 1.
    SUREFOOT_OPTION_FLAG = 2,
    /// An int64_t, the place of one of a few choices.
    SUREFOOT_OPTION_CHOICE = 3,
}

/// One value of a choice.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_choice {
    /// The word in files and reports: "foot-rooted".
    pub name: *const c_char,
    /// What a person reads: "Foot-Rooted".
    pub label: *const c_char,
    /// One line for a user, without a final full stop.
    pub help: *const c_char,
}

/// Something that must hold for an option to matter.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_condition {
    /// Another option of the operation, or an input of it such as "ground", which is "given" or not.
    pub subject: *const c_char,
    /// Number of values.
    pub value_count: usize,
    /// The values with which the option matters.
    pub values: *const *const c_char,
}

/// One option of an operation.
#[repr(C)]
pub struct surefoot_option {
    /// The field's name in the operation's options struct.
    pub name: *const c_char,
    /// What a person reads: "Still Speed".
    pub label: *const c_char,
    /// One line for a user, without a final full stop.
    pub help: *const c_char,
    /// "m", "s", "frames", "ratio" or empty.
    pub unit: *const c_char,
    /// A SUREFOOT_OPTION_ number.
    pub kind: i32,
    /// The default; for a choice its place among the choices.
    pub default_value: f64,
    /// Smallest allowed value.
    pub min: f64,
    /// Largest allowed value.
    pub max: f64,
    /// Number of choices; 0 for any other kind.
    pub choice_count: usize,
    /// The choices; the place of each is its number.
    pub choices: *const surefoot_choice,
    /// Number of conditions.
    pub condition_count: usize,
    /// When the option matters: all of these hold. None: always.
    pub used_when: *const surefoot_condition,
    /// Where its 8 bytes are in the operation's options struct.
    pub offset: usize,
}

/// An operation and its options.
#[repr(C)]
pub struct surefoot_operation {
    /// Its name without the prefix: "remove_footskate".
    pub name: *const c_char,
    /// What a person reads: "Remove Footskate".
    pub label: *const c_char,
    /// One line for a user, without a final full stop.
    pub help: *const c_char,
    /// 1 if it takes a skeleton, a clip and its options and gives a clip and a report, as surefoot_mirror_clip does.
    pub is_edit: i32,
    /// Number of options.
    pub option_count: usize,
    /// The options, in the order users should see them.
    pub options: *const *const surefoot_option,
    /// Size of its options struct: with the offsets of the options, a host can fill structs that it was not compiled for.
    pub options_size: usize,
}

/// A text that is never freed: the table lives as long as the process.
fn text(text: &str) -> *const c_char {
    c_text(text).into_raw()
}

/// A list that is never freed.
fn list<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    items.collect::<Vec<_>>().leak()
}

fn condition(condition: &Condition) -> surefoot_condition {
    let values = list(condition.values.iter().map(|value| text(value)));
    surefoot_condition { subject: text(condition.subject), value_count: values.len(), values: values.as_ptr() }
}

fn option(spec: &OptionSpec, offset: usize) -> *const surefoot_option {
    use surefoot_option_kind::*;
    let (kind, default_value, min, max) = match spec.kind {
        OptionKind::Number { default, min, max } => (SUREFOOT_OPTION_NUMBER, default, min, max),
        OptionKind::Integer { default, min, max } => (SUREFOOT_OPTION_INTEGER, default as f64, min as f64, max as f64),
        OptionKind::Choice { default, values } => {
            let place = values.iter().position(|value| value.name == default).unwrap_or_default();
            (SUREFOOT_OPTION_CHOICE, place as f64, 0.0, values.len().saturating_sub(1) as f64)
        }
        OptionKind::Flag { default } => (SUREFOOT_OPTION_FLAG, f64::from(u8::from(default)), 0.0, 1.0),
        _ => (SUREFOOT_OPTION_FLAG, 0.0, 0.0, 1.0),
    };
    let values = if let OptionKind::Choice { values, .. } = spec.kind { values } else { &[] };
    let choices = list(values.iter().map(|value| surefoot_choice {
        name: text(value.name),
        label: text(value.label),
        help: text(value.help),
    }));
    let used_when = list(spec.used_when.iter().map(condition));
    Box::leak(Box::new(surefoot_option {
        name: text(spec.name),
        label: text(spec.label),
        help: text(spec.help),
        unit: text(spec.unit),
        kind: kind as i32,
        default_value,
        min,
        max,
        choice_count: choices.len(),
        choices: choices.as_ptr(),
        condition_count: used_when.len(),
        used_when: used_when.as_ptr(),
        offset,
    }))
}

fn entry(operation: &Operation) -> *const surefoot_operation {
    let (fields, first) = fields_of(operation.name);
    // The struct is generated from the same table; an option without a field would be written over another one.
    let place = |spec: &OptionSpec| match fields.iter().position(|field| *field == spec.name) {
        Some(place) => place,
        None => unreachable!("surefoot_{}_options has no field {}", operation.name, spec.name),
    };
    let options = list(operation.options.iter().map(|spec| option(spec, first + SLOT * place(spec))));
    Box::leak(Box::new(surefoot_operation {
        name: text(operation.name),
        label: text(operation.label),
        help: text(operation.help),
        is_edit: operation.edit.is_some().into(),
        option_count: options.len(),
        options: options.as_ptr(),
        options_size: first + SLOT * fields.len(),
    }))
}

struct Table(&'static [*const surefoot_operation]);

// SAFETY: made once, then only read.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

/// Gives every operation with its options, so that a host can build its user interface from it. Valid for ever.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_operations_get(
    out_operations: *mut *const *const surefoot_operation, out_count: *mut usize, error: *mut surefoot_error,
) -> surefoot_status {
    static TABLE: OnceLock<Table> = OnceLock::new();
    guard(error, || {
        let operations = Out::required(out_operations, "out_operations")?;
        let count = Out::required(out_count, "out_count")?;
        let table = TABLE.get_or_init(|| Table(list(OPERATIONS.iter().map(entry)))).0;
        operations.put(table.as_ptr());
        count.put(table.len());
        Ok(())
    })
}

/// What an operation is given besides its clip and options, as conditions name it: "ground" is "given" or "none".
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_input_state {
    /// The input: a subject of conditions that is no option.
    pub name: *const c_char,
    /// Its value.
    pub value: *const c_char,
}

/// Tells which options of an operation matter beside the values of the others. `values` has one number for each option,
/// in the order of the table, as `default_value` has it; NULL means the defaults. A condition on an input that is not
/// among `inputs` counts as met. Writes 1 or 0 for each option. Cheap enough for each redraw of a panel.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_used_options(
    operation: *const c_char, values: *const f64, value_count: usize, inputs: *const surefoot_input_state,
    input_count: usize, out_is_used: *mut i32, count: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let name = crate::guard::text(operation, "operation")?;
        let operation = OPERATIONS
            .iter()
            .find(|operation| operation.name == name)
            .ok_or_else(|| Failure::argument(format!("there is no operation '{name}'")))?;
        let needed = operation.options.len();
        let out = Buffer::new(out_is_used, count, needed, "out_is_used")?;
        let numbers = optional_array(values, value_count, "values")?;
        if numbers.is_some_and(|numbers| numbers.len() != needed) {
            let text = format!("values has {value_count} numbers; {name} has {needed} options");
            return Err(Failure::new(surefoot_status::SUREFOOT_ERROR_LENGTH, text));
        }
        let numbers = operation.options.iter().zip(numbers.unwrap_or_default());
        let values =
            numbers.map(|(spec, &number)| Ok((spec.name, value(spec, number)?))).collect::<Answer<Vec<_>>>()?;
        let inputs = array(inputs, input_count, "inputs")?.iter().map(|input| {
            Ok((crate::guard::text(input.name, "inputs.name")?, crate::guard::text(input.value, "inputs.value")?))
        });
        let used = operation.used_options(&values, &inputs.collect::<Answer<Vec<_>>>()?);
        let is_used = |spec: &OptionSpec| used.iter().any(|used| used.name == spec.name).into();
        out.put(&operation.options.iter().map(is_used).collect::<Vec<i32>>());
        Ok(())
    })
}

/// An option's value from its number in the table.
fn value(spec: &OptionSpec, number: f64) -> Answer<OptionValue> {
    let value = match spec.kind {
        OptionKind::Number { .. } => Some(OptionValue::Number(number)),
        // Whole numbers of this size are exact; NaN has no fraction, and is refused with the others.
        OptionKind::Integer { .. } if number.fract() == 0.0 && number.abs() < 1e15 => {
            Some(OptionValue::Integer(number as i64))
        }
        OptionKind::Flag { .. } => Some(OptionValue::Flag(number != 0.0)),
        OptionKind::Choice { values, .. } => {
            let place = values.iter().enumerate().find(|(place, _)| *place as f64 == number);
            place.map(|(_, choice)| OptionValue::Choice(choice.name))
        }
        _ => None,
    };
    value.ok_or_else(|| {
        Failure::new(
            surefoot_status::SUREFOOT_ERROR_OPTION,
            format!("option '{}' is {number}; it takes {}", spec.name, spec.kind.allowed()),
        )
    })
}
