//! The options structs of C: one for each operation, every field 8 bytes long.
//!
//! Programs are compiled against the order of the fields and the numbers of choices, so both only ever grow at their
//! end. The committed file tells what they were.

use crate::prose::{camel, constant, doc, sentence, wrap};
use std::fmt::Write;
use surefoot::declare::{ChoiceSpec, Operation, OptionKind, OptionSpec};
use surefoot::ops::OPERATIONS;

const HEAD: &str = "\
//! The options of every operation as C sees them. Written by the crate `generate` from the declarations of the core:
//! do not edit.

use crate::guard::guard;
use crate::options::{COptions, write_defaults};
use crate::status::{surefoot_error, surefoot_status};
";

/// Choices with a name shorter than operation and option together.
const SHORT_NAMES: &[(&str, &str, &str)] = &[
    ("remove_footskate", "method", "footskate_method"),
    ("remove_footskate", "solver", "footskate_solver"),
    ("remove_penetration", "allowed_overlap", "allowed_overlap"),
    ("query_shape_grid", "interpolation", "shape_interpolation"),
    ("deform_out_of_body", "part", "yielding_part"),
    ("fit_body", "kind", "volume_kind"),
    ("measure_balance", "masses", "mass_source"),
    ("correct_balance", "mode", "balance_mode"),
    ("correct_flight", "fix", "flight_fix"),
    ("evaluate_balance", "reference", "reference_masses"),
    ("scale_character", "skin", "skin_scaling"),
    ("build_motion_graph", "kernel", "graph_kernel"),
    ("build_motion_graph", "markers", "graph_markers"),
    ("build_motion_graph", "labelling", "graph_labelling"),
    ("search_motion_graph", "method", "search_method"),
];

/// The enum of a choice without its prefix: `footskate_method`.
fn choice_name(operation: &str, option: &str) -> String {
    let short = SHORT_NAMES.iter().find(|(op, name, _)| (*op, *name) == (operation, option));
    short.map_or_else(|| format!("{operation}_{option}"), |(_, _, short)| (*short).to_owned())
}

/// The names between `start` and the next `}` in lines that begin with `before`.
fn committed_names(committed: &str, start: &str, before: &str, after: char) -> Vec<String> {
    let body =
        committed.split_once(start).and_then(|(_, rest)| rest.split_once("\n}")).map_or("", |(b, _)| b);
    body.lines()
        .filter_map(|line| line.trim().strip_prefix(before)?.split_once(after))
        .map(|(name, _)| name.trim().to_owned())
        .collect()
}

/// The options in the order of their fields: those that are committed, then the new ones.
fn fields(operation: &Operation, committed: &str) -> Result<Vec<&'static OptionSpec>, String> {
    let start = format!("pub struct surefoot_{}_options {{", operation.name);
    let mut out = Vec::new();
    for name in committed_names(committed, &start, "pub ", ':').iter().skip(1) {
        let spec = operation.option(name).ok_or_else(|| {
            format!(
                "{} no longer has the option {name}; programs that were compiled with it would break",
                operation.name
            )
        })?;
        if !committed.contains(&format!("pub {name}: {},", field_type(spec))) {
            return Err(format!("{}.{name} has become another kind of number", operation.name));
        }
        out.push(spec);
    }
    let is_new = |spec: &&OptionSpec| !out.iter().any(|known: &&OptionSpec| known.name == spec.name);
    let new: Vec<_> = operation.options.iter().filter(is_new).collect();
    out.extend(new);
    Ok(out)
}

fn field_type(spec: &OptionSpec) -> &'static str {
    if matches!(spec.kind, OptionKind::Number { .. }) { "f64" } else { "i64" }
}

/// What a user of the struct needs to know of a field.
fn field_doc(operation: &Operation, spec: &OptionSpec) -> String {
    let unit = if matches!(spec.unit, "" | "ratio") { String::new() } else { format!(" {}", spec.unit) };
    let values = match spec.kind {
        OptionKind::Number { default, .. } => format!("{}{unit}, default {default}", spec.kind.allowed()),
        OptionKind::Integer { default, .. } => format!("{}{unit}, default {default}", spec.kind.allowed()),
        OptionKind::Flag { default } => format!("0 or 1, default {}", u8::from(default)),
        OptionKind::Choice { default, .. } => {
            let prefix = constant(&choice_name(operation.name, spec.name));
            format!("A SUREFOOT_{prefix}_ number, default {default}")
        }
        _ => String::new(),
    };
    let when = match spec.used_when_text() {
        text if text.is_empty() => text,
        text => format!(" {}.", sentence(&text)),
    };
    format!("{}. {values}.{when}", spec.help)
}

fn choice(operation: &str, option: &str, values: &[ChoiceSpec], committed: &str) -> Result<String, String> {
    let name = choice_name(operation, option);
    let prefix = format!("SUREFOOT_{}_", constant(&name));
    let known = committed_names(committed, &format!("pub enum surefoot_{name} {{"), &prefix, '=');
    let now: Vec<String> = values.iter().map(|value| constant(value.name)).collect();
    if !now.starts_with(&known) {
        return Err(format!("the numbers of surefoot_{name} have changed: {known:?} became {now:?}"));
    }
    let mut out = doc("", &format!("Values of {option} in surefoot_{operation}_options."));
    let _ = writeln!(
        out,
        "#[repr(C)]\n#[derive(Debug, Clone, Copy, PartialEq, Eq)]\npub enum surefoot_{name} {{"
    );
    for (number, value) in values.iter().enumerate() {
        out += &doc("    ", &format!("{}.", value.help));
        let _ = writeln!(out, "    {prefix}{} = {number},", constant(value.name));
    }
    out += "}\n";
    Ok(out)
}

fn structure(operation: &Operation, fields: &[&OptionSpec]) -> String {
    let name = format!("surefoot_{}_options", operation.name);
    let start = format!("Options of surefoot_{}; start from surefoot_{0}_default_options.", operation.name);
    let mut out = doc("", &start);
    let _ = writeln!(out, "#[repr(C)]\n#[derive(Debug, Clone, Copy)]\npub struct {name} {{");
    let _ = writeln!(out, "    /// sizeof({name}).\n    pub struct_size: usize,");
    for spec in fields {
        out += &doc("    ", &field_doc(operation, spec));
        let _ = writeln!(out, "    pub {}: {},", spec.name, field_type(spec));
    }
    out += "}\n";
    out
}

fn functions(operation: &Operation, fields: &[&OptionSpec]) -> String {
    let name = format!("surefoot_{}_options", operation.name);
    let names: Vec<String> = fields.iter().map(|spec| format!("{:?}", spec.name)).collect();
    let one_line = format!("    const FIELDS: &'static [&'static str] = &[{}];\n", names.join(", "));
    let list = match one_line.len() {
        ..=120 => one_line,
        _ => format!(
            "    const FIELDS: &'static [&'static str] = &[\n{}    ];\n",
            wrap("        ", &names.join(", "))
        ),
    };
    format!(
        "// SAFETY: repr(C), struct_size first, then one number of 8 bytes for each name.
unsafe impl COptions for {name} {{
    type Core = surefoot::ops::{}Options;
{list}}}

/// Writes the default options; pass sizeof({name}) as struct_size.
#[unsafe(no_mangle)]
pub extern \"C\" fn surefoot_{}_default_options(
    out_options: *mut {name}, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {{
    guard(error, || write_defaults(out_options, struct_size))
}}
",
        camel(operation.name),
        operation.name
    )
}

/// The fields of every struct by the name of its operation, for the table that hosts read.
fn fields_by_name() -> String {
    let mut out = "
/// The options of an operation in the order of the fields of its struct, and where the first of them is.
pub(crate) fn fields_of(operation: &str) -> (&'static [&'static str], usize) {
    match operation {
"
    .to_owned();
    for operation in OPERATIONS {
        let name = operation.name;
        let _ = writeln!(
            out,
            "        {name:?} => (surefoot_{name}_options::FIELDS, surefoot_{name}_options::FIRST),"
        );
    }
    out += "        _ => (&[], 0),\n    }\n}\n";
    out
}

/// The file.
pub(crate) fn options(committed: &str) -> Result<String, String> {
    let mut out = HEAD.to_owned();
    for operation in OPERATIONS {
        let fields = fields(operation, committed)?;
        for spec in &fields {
            if let OptionKind::Choice { values, .. } = spec.kind {
                out += "\n";
                out += &choice(operation.name, spec.name, values, committed)?;
            }
        }
        let _ = write!(out, "\n{}\n{}", structure(operation, &fields), functions(operation, &fields));
    }
    out += &fields_by_name();
    Ok(out)
}
