//! The C floor: every operation is a function of the header, every option a field of its options struct with the same
//! default and range, in the documentation too; the table of options at run time says the same.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::ffi::CStr;
use std::path::PathBuf;
use surefoot::ops::{BuildMotionGraphOptions, OptionKind, OptionSpec, SearchMotionGraphOptions};
use surefoot::{DetectPlantsOptions, Options, RemoveFootskateOptions};

/// Every operation with options, in the order of the table at run time; compared with the source below.
const OPERATIONS: [(&str, &[OptionSpec]); 4] = [
    ("detect_plants", DetectPlantsOptions::SPECS),
    ("remove_footskate", RemoveFootskateOptions::SPECS),
    ("build_motion_graph", BuildMotionGraphOptions::SPECS),
    ("search_motion_graph", SearchMotionGraphOptions::SPECS),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn source(path: &str) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// All files below a folder, joined.
fn sources(folder: &str) -> String {
    let mut text = String::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                text.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    text
}

fn header() -> String {
    source("ffi/include/surefoot.h")
}

/// `RemoveFootskate` as `remove_footskate`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
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
    for (operation, specs) in OPERATIONS {
        check_struct(&header, operation, specs);
    }
}

/// What has options in the library is what is listed here.
#[test]
fn the_list_of_operations_is_that_of_the_source() {
    let core = sources("rust-core/src/ops");
    let mut found: Vec<String> = core
        .split("\nimpl Options for ")
        .skip(1)
        .filter_map(|rest| rest.split_whitespace().next()?.strip_suffix("Options"))
        .map(snake)
        .collect();
    found.sort();
    let mut listed: Vec<&str> = OPERATIONS.iter().map(|(name, _)| *name).collect();
    listed.sort_unstable();
    assert_eq!(found, listed);
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

/// Functions of the library that C has under another name, or as part of another function.
const ELSEWHERE: &[(&str, &str)] = &[
    // Files: named after what they read and write.
    ("write_bytes", "bytes_write"),
    ("encode_edited_as", "encode_edited"),
    ("decode_graph", "motion_graph_decode"),
    ("encode_graph", "motion_graph_encode"),
    ("read_graph", "motion_graph_read"),
    ("parse_ground", "ground_from_text"),
    ("read_ground", "ground_read"),
    ("parse_labels", "labels_from_text"),
    ("read_labels", "labels_read"),
    ("parse_path", "path_from_text"),
    ("read_path", "path_read"),
    ("encode_png", "graph_grid_picture"),
    ("encode_plants", "plants_text"),
    ("plants_to_json", "plants_text"),
    ("parse_plants", "plants_from_text"),
    ("read_plants", "plants_read"),
    ("parse_plants_of", "plants_read_of"),
    ("read_plants_of", "plants_read_of"),
    ("encode_roles", "skeleton_roles_text"),
    ("parse_roles", "skeleton_with_roles_text"),
    ("read_roles", "skeleton_with_roles_file"),
    ("override_roles", "skeleton_with_roles"),
    ("published_scores", "measure_footskate"),
    ("world_poses", "world_positions"),
    ("rest_pose", "skeleton_get"),
    // C has handles, which are small beside their files.
    ("search_crowd_each", "search_crowd"),
];

/// The functions that a module of the library hands out: its own, and names in `pub use` without a capital.
fn functions_of(module: &str) -> Vec<String> {
    let text = source(module);
    let own = text.split("\npub fn ").skip(1).filter_map(|rest| rest.split(['(', '<']).next());
    let mut out: Vec<String> = own.map(str::to_owned).collect();
    for statement in text.split("\npub use ").skip(1).map(|rest| rest.split(';').next().unwrap()) {
        let names = statement.rsplit("::").next().unwrap();
        let is_function = |name: &&str| {
            name.chars().all(|c| c.is_lowercase() || c == '_' || c.is_numeric()) && !name.is_empty()
        };
        out.extend(names.split([',', '{', '}', '\n', ' ']).filter(is_function).map(str::to_owned));
    }
    out
}

/// Whatever the library's modules hand out is a function of C, or part of one.
#[test]
fn every_function_of_the_library_is_reachable() {
    let header = header();
    let is_there = |name: &str| header.contains(&format!(" surefoot_{name}("));
    let modules = ["ops/mod.rs", "ops/motion_graph/mod.rs", "ops/measure_footskate/mod.rs", "io/mod.rs"];
    let modules = modules.into_iter().chain(["model/mod.rs", "kinematics/mod.rs"]);
    let functions: Vec<String> =
        modules.flat_map(|module| functions_of(&format!("rust-core/src/{module}"))).collect();
    assert!(functions.len() > 50, "only {functions:?}");
    for name in &functions {
        let elsewhere = ELSEWHERE.iter().find(|(core, _)| core == name).map(|(_, c)| *c);
        assert!(is_there(elsewhere.unwrap_or(name)), "{name} cannot be reached from C");
        assert!(elsewhere.is_none() || !is_there(name), "{name} is a function of C: it needs no other name");
    }
    for (name, _) in ELSEWHERE {
        assert!(functions.iter().any(|f| f == name), "{name} is no function of the library any more");
    }
}

/// The fuzz target calls every function.
#[test]
fn every_function_is_fuzzed() {
    let (header, target) = (header(), sources("tests/fuzz/fuzz_targets/c_api"));
    let called = |name: &str| {
        let goes_on = |c: char| c.is_alphanumeric() || c == '_';
        target.match_indices(name).any(|(at, _)| !target[at + name.len()..].starts_with(goes_on))
    };
    let mut count = 0;
    for line in header.lines().filter(|line| !line.starts_with([' ', '/', '*', '#'])) {
        let Some(before) = line.split('(').next().filter(|before| before.len() < line.len()) else {
            continue;
        };
        let name = before.rsplit([' ', '*']).next().unwrap();
        if name.starts_with("surefoot_") {
            count += 1;
            assert!(called(name), "{name} is not fuzzed");
        }
    }
    assert!(count > 100, "only {count} functions");
}

#[test]
fn the_table_at_run_time_is_that_of_the_library() {
    let (mut operations, mut count) = (std::ptr::null(), 0);
    let status =
        surefoot_ffi::surefoot_operations_get(&raw mut operations, &raw mut count, std::ptr::null_mut());
    assert_eq!(status, surefoot_ffi::surefoot_status::SUREFOOT_OK);
    // SAFETY: the table has that many entries and lives for ever.
    let operations = unsafe { std::slice::from_raw_parts(operations, count) };
    let expected = OPERATIONS;
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
