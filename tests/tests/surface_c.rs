//! The C floor: every operation is a function of the header, every option a field of its options struct with the same
//! default and range, in the documentation too; the table of options at run time says the same.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::ffi::CStr;
use std::path::PathBuf;
use surefoot::ops::{BuildMotionGraphOptions, OptionKind, OptionSpec, SearchMotionGraphOptions};
use surefoot::{DetectPlantsOptions, Options, RemoveFootskateOptions};

fn header() -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../ffi/include/surefoot.h");
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The fields of a struct: C type, name and the comment above.
fn fields(header: &str, name: &str) -> Vec<(String, String, String)> {
    let start =
        header.find(&format!("typedef struct {name} {{")).unwrap_or_else(|| panic!("no struct {name}"));
    let body = &header[start..];
    let body = &body[..body.find("} ").unwrap()];
    let mut out = Vec::new();
    let mut comment = String::new();
    for line in body.lines().skip(1).map(str::trim) {
        if let Some(text) = line.strip_prefix("//") {
            comment.push_str(text);
        } else if let Some(field) = line.strip_suffix(';') {
            let (kind, name) = field.rsplit_once(' ').unwrap();
            out.push((kind.to_owned(), name.to_owned(), std::mem::take(&mut comment)));
        }
    }
    out
}

fn check_struct(header: &str, operation: &str, specs: &[OptionSpec]) {
    assert!(
        header.contains(&format!("surefoot_status surefoot_{operation}(")),
        "no function for {operation}"
    );
    assert!(
        header.contains(&format!("surefoot_status surefoot_{operation}_default_options(")),
        "no defaults for {operation}"
    );
    let fields = fields(header, &format!("surefoot_{operation}_options"));
    let named: Vec<&str> =
        fields.iter().map(|f| f.1.as_str()).filter(|n| !["struct_size", "reserved"].contains(n)).collect();
    let expected: Vec<&str> = specs.iter().map(|s| s.name).collect();
    assert_eq!(named, expected, "options of {operation}");
    for spec in specs {
        let (kind, _, comment) = fields.iter().find(|f| f.1 == spec.name).unwrap();
        let (c_type, default, range) = match spec.kind {
            OptionKind::Number { default, min, max } => {
                ("double", default.to_string(), Some(format!("{min} to {max}")))
            }
            OptionKind::Integer { default, min, max } => {
                ("int64_t", default.to_string(), Some(format!("{min} to {max}")))
            }
            OptionKind::Flag { default } => ("int32_t", u8::from(default).to_string(), Some("0 or 1".into())),
            OptionKind::Choice { default, .. } => ("int32_t", default.replace('-', " "), None),
        };
        assert_eq!(kind, c_type, "type of {operation}.{}", spec.name);
        let told = format!("efault {default}.");
        assert!(comment.ends_with(&told), "{operation}.{}: '{comment}' does not end in '{told}'", spec.name);
        if let Some(range) = range {
            let told = format!(" {range}, d");
            assert!(comment.contains(&told), "{operation}.{}: '{comment}' lacks '{range}'", spec.name);
        }
    }
}

fn text<'a>(pointer: *const std::ffi::c_char) -> &'a str {
    // SAFETY: texts of the table end in a zero and live for ever.
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap()
}

#[test]
fn options_are_fields_of_the_header_with_the_same_default_and_range() {
    let header = header();
    check_struct(&header, "detect_plants", DetectPlantsOptions::SPECS);
    check_struct(&header, "remove_footskate", RemoveFootskateOptions::SPECS);
    check_struct(&header, "build_motion_graph", BuildMotionGraphOptions::SPECS);
    check_struct(&header, "search_motion_graph", SearchMotionGraphOptions::SPECS);
}

/// Choices cross as numbers: the header's constants are named after the words, in the table's order.
#[test]
fn choices_are_constants_of_the_header() {
    let header = header();
    let check = |specs: &[OptionSpec], option: &str, prefix: &str| {
        let Some(OptionKind::Choice { values, .. }) = specs.iter().find(|s| s.name == option).map(|s| s.kind)
        else {
            panic!("{option} is no choice")
        };
        for (number, value) in values.iter().enumerate() {
            let line = format!("{prefix}_{} = {number},", value.replace('-', "_").to_uppercase());
            assert!(header.contains(&line), "no '{line}'");
        }
    };
    check(RemoveFootskateOptions::SPECS, "method", "SUREFOOT_FOOTSKATE_METHOD");
    check(RemoveFootskateOptions::SPECS, "solver", "SUREFOOT_FOOTSKATE_SOLVER");
    check(BuildMotionGraphOptions::SPECS, "kernel", "SUREFOOT_GRAPH_KERNEL");
    check(BuildMotionGraphOptions::SPECS, "markers", "SUREFOOT_GRAPH_MARKERS");
    check(BuildMotionGraphOptions::SPECS, "labelling", "SUREFOOT_GRAPH_LABELLING");
    check(SearchMotionGraphOptions::SPECS, "method", "SUREFOOT_SEARCH_METHOD");
}

#[test]
fn roles_and_points_have_the_same_order_as_in_the_library() {
    let header = header();
    for (number, role) in surefoot::Role::all().enumerate() {
        let line = format!("SUREFOOT_ROLE_{} = {number},", role.name().to_uppercase());
        assert!(header.contains(&line), "no '{line}'");
    }
    for (number, point) in surefoot::model::BodyPoint::all().enumerate() {
        let line = format!("SUREFOOT_POINT_{} = {number},", point.name().to_uppercase());
        assert!(header.contains(&line), "no '{line}'");
    }
}

/// Every operation of the library is a function.
#[test]
fn every_operation_is_a_function() {
    let header = header();
    for operation in [
        "check_clip",
        "detect_plants",
        "measure_footskate",
        "merge_plants",
        "mirror_clip",
        "mirror_plants",
        "measure_asymmetry",
        "symmetric_skeleton",
        "build_motion_graph",
        "extend_motion_graph",
        "retune_motion_graph",
        "search_motion_graph",
        "random_walk",
        "shortest_connection",
        "walk_to_clip",
        "remove_footskate",
        "resample_clip",
        "resample_plants",
        "find_roles",
        "standing_height",
        "world_positions",
        "world_matrices",
    ] {
        assert!(header.contains(&format!(" surefoot_{operation}(")), "{operation} is missing in C");
    }
}

#[test]
fn the_table_at_run_time_is_that_of_the_library() {
    let (mut operations, mut count) = (std::ptr::null(), 0);
    let status =
        surefoot_ffi::surefoot_operations_get(&raw mut operations, &raw mut count, std::ptr::null_mut());
    assert_eq!(status, surefoot_ffi::surefoot_status::SUREFOOT_OK);
    // SAFETY: the table has that many entries and lives for ever.
    let operations = unsafe { std::slice::from_raw_parts(operations, count) };
    let expected = [
        ("detect_plants", DetectPlantsOptions::SPECS),
        ("remove_footskate", RemoveFootskateOptions::SPECS),
        ("build_motion_graph", BuildMotionGraphOptions::SPECS),
        ("search_motion_graph", SearchMotionGraphOptions::SPECS),
    ];
    assert_eq!(operations.len(), expected.len());
    for (&operation, (name, specs)) in operations.iter().zip(expected) {
        // SAFETY: as above.
        let operation = unsafe { &*operation };
        assert_eq!(text(operation.name), name);
        assert_eq!(operation.option_count, specs.len());
        for (i, spec) in specs.iter().enumerate() {
            // SAFETY: as above.
            let option = unsafe { &**operation.options.add(i) };
            assert_eq!(
                (text(option.name), text(option.unit), text(option.help)),
                (spec.name, spec.unit, spec.help)
            );
            let (kind, default, min, max) = match spec.kind {
                OptionKind::Number { default, min, max } => (0, default, min, max),
                OptionKind::Integer { default, min, max } => (1, default as f64, min as f64, max as f64),
                OptionKind::Flag { default } => (2, f64::from(u8::from(default)), 0.0, 1.0),
                OptionKind::Choice { default, values } => {
                    let place = values.iter().position(|v| *v == default).unwrap();
                    assert_eq!(option.value_count, values.len());
                    for (k, value) in values.iter().enumerate() {
                        // SAFETY: as above.
                        assert_eq!(text(unsafe { *option.values.add(k) }), *value);
                    }
                    (3, place as f64, 0.0, (values.len() - 1) as f64)
                }
            };
            assert_eq!(
                (option.kind, option.default_value, option.min, option.max),
                (kind, default, min, max)
            );
        }
    }
}
