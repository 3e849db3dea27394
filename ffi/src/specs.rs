//! The options of every operation as a table, from which hosts build their user interface.

use crate::guard::{Out, c_text, guard};
use crate::status::{surefoot_error, surefoot_status};
use std::ffi::{CString, c_char};
use std::sync::OnceLock;
use surefoot::ops::{BuildMotionGraphOptions, OptionKind, OptionSpec, SearchMotionGraphOptions};
use surefoot::{DetectPlantsOptions, Options, RemoveFootskateOptions};

/// What kind of value an option takes.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_option_kind {
    /// A double.
    SUREFOOT_OPTION_NUMBER = 0,
    /// An int64_t.
    SUREFOOT_OPTION_INTEGER = 1,
    /// An int32_t, 0 or 1.
    SUREFOOT_OPTION_FLAG = 2,
    /// An int32_t, the place of one of a few words.
    SUREFOOT_OPTION_CHOICE = 3,
}

/// One option of an operation. Later versions add fields at the end.
#[repr(C)]
pub struct surefoot_option {
    /// The field's name in the operation's options struct.
    pub name: *const c_char,
    /// "m", "s", "frames", "ratio" or empty.
    pub unit: *const c_char,
    /// One line for a user, without a final full stop.
    pub help: *const c_char,
    /// A SUREFOOT_OPTION_ number.
    pub kind: i32,
    /// 0.
    pub reserved: i32,
    /// The default; for a choice its place among the words.
    pub default_value: f64,
    /// Smallest allowed value.
    pub min: f64,
    /// Largest allowed value.
    pub max: f64,
    /// Number of words of a choice, else 0.
    pub value_count: usize,
    /// Those words.
    pub values: *const *const c_char,
}

/// An operation and its options. Later versions add fields at the end.
#[repr(C)]
pub struct surefoot_operation {
    /// Its name without the prefix: "remove_footskate".
    pub name: *const c_char,
    /// Number of options.
    pub option_count: usize,
    /// The options, in the order users should see them.
    pub options: *const *const surefoot_option,
}

#[derive(Default)]
#[allow(clippy::vec_box, reason = "pointers to the entries are kept while the lists grow")]
struct Table {
    operations: Vec<*const surefoot_operation>,
    texts: Vec<CString>,
    words: Vec<Vec<*const c_char>>,
    options: Vec<Box<surefoot_option>>,
    option_lists: Vec<Vec<*const surefoot_option>>,
    entries: Vec<Box<surefoot_operation>>,
}

// SAFETY: made once, then only read; all pointers lead into the table itself.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

impl Table {
    fn text(&mut self, text: &str) -> *const c_char {
        self.texts.push(c_text(text));
        self.texts.last().map_or(std::ptr::null(), |t| t.as_ptr())
    }

    fn option(&mut self, spec: &OptionSpec) -> *const surefoot_option {
        let (kind, default_value, min, max) = match spec.kind {
            OptionKind::Number { default, min, max } => (0, default, min, max),
            OptionKind::Integer { default, min, max } => (1, default as f64, min as f64, max as f64),
            OptionKind::Flag { default } => (2, f64::from(u8::from(default)), 0.0, 1.0),
            OptionKind::Choice { default, values } => {
                let place = values.iter().position(|v| *v == default).unwrap_or_default();
                (3, place as f64, 0.0, values.len().saturating_sub(1) as f64)
            }
        };
        let values: &[&str] = if let OptionKind::Choice { values, .. } = spec.kind { values } else { &[] };
        let words: Vec<_> = values.iter().map(|v| self.text(v)).collect();
        let option = Box::new(surefoot_option {
            name: self.text(spec.name),
            unit: self.text(spec.unit),
            help: self.text(spec.help),
            kind,
            reserved: 0,
            default_value,
            min,
            max,
            value_count: words.len(),
            values: words.as_ptr(),
        });
        self.words.push(words);
        let pointer = &raw const *option;
        self.options.push(option);
        pointer
    }

    fn add(&mut self, name: &str, specs: &[OptionSpec]) {
        let options: Vec<_> = specs.iter().map(|spec| self.option(spec)).collect();
        let entry = Box::new(surefoot_operation {
            name: self.text(name),
            option_count: options.len(),
            options: options.as_ptr(),
        });
        self.option_lists.push(options);
        self.operations.push(&raw const *entry);
        self.entries.push(entry);
    }
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Table::default();
        table.add("detect_plants", DetectPlantsOptions::SPECS);
        table.add("remove_footskate", RemoveFootskateOptions::SPECS);
        table.add("build_motion_graph", BuildMotionGraphOptions::SPECS);
        table.add("search_motion_graph", SearchMotionGraphOptions::SPECS);
        table
    })
}

/// Gives every operation that has options, with name, kind, default, range, unit and help line of each option, so that a
/// host can build its user interface from it. Valid for ever.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_operations_get(
    out_operations: *mut *const *const surefoot_operation,
    out_count: *mut usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let operations = Out::required(out_operations, "out_operations")?;
        let count = Out::required(out_count, "out_count")?;
        let table = table();
        operations.put(table.operations.as_ptr());
        count.put(table.operations.len());
        Ok(())
    })
}
