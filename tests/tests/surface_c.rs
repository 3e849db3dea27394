//! The C floor: every function of the library can be reached from C and is fuzzed, numbers have the library's order, and
//! the table of operations at run time is the library's. That options and header follow the declarations is checked where they
//! are generated (`generate/tests`, `ffi/tests/header.rs`).
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::ffi::CStr;
use std::path::PathBuf;
use surefoot::declare::OptionKind;
use surefoot::ops::OPERATIONS;

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

fn text<'a>(pointer: *const std::ffi::c_char) -> &'a str {
    // SAFETY: texts of the table end in a zero and live for ever.
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap()
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
    ("world_poses", "world_positions"),
    ("standing_height", "skeleton_get"),
    ("rest_pose", "skeleton_get"),
    ("encode_shape_grid", "shape_grid_write"),
    ("read_shape_grid", "shape_grid_read"),
    ("decode_shape_grid", "shape_grid_read"),
    // C takes masses as arrays.
    ("parse_mass_model", "measure_balance"),
    ("read_mass_model", "measure_balance"),
    ("encode_mass_model", "balance_get"),
    // Colours of the command line's page; a report tells the same depths.
    ("penetration_depths", "remove_penetration"),
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

/// A list of the table.
fn list<'a, T>(items: *const T, count: usize) -> &'a [T] {
    // SAFETY: the table has that many entries and lives for ever.
    if count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(items, count) } }
}

#[test]
fn the_table_at_run_time_is_that_of_the_library() {
    let (mut operations, mut count) = (std::ptr::null(), 0);
    let status =
        surefoot_ffi::surefoot_operations_get(&raw mut operations, &raw mut count, std::ptr::null_mut());
    assert_eq!(status, surefoot_ffi::surefoot_status::SUREFOOT_OK);
    assert_eq!(count, OPERATIONS.len());
    for (&operation, expected) in list(operations, count).iter().zip(OPERATIONS) {
        // SAFETY: as above.
        let operation = unsafe { &*operation };
        assert_eq!(
            (text(operation.name), text(operation.label), text(operation.help), operation.is_edit != 0),
            (expected.name, expected.label, expected.help, expected.edit.is_some())
        );
        assert_eq!(operation.option_count, expected.options.len());
        for (&option, spec) in list(operation.options, operation.option_count).iter().zip(expected.options) {
            // SAFETY: as above.
            let option = unsafe { &*option };
            assert_eq!(
                (text(option.name), text(option.label), text(option.unit), text(option.help)),
                (spec.name, spec.label, spec.unit, spec.help)
            );
            let choices: Vec<_> = list(option.choices, option.choice_count)
                .iter()
                .map(|choice| (text(choice.name), text(choice.label), text(choice.help)))
                .collect();
            let (kind, default, min, max) = match spec.kind {
                OptionKind::Number { default, min, max } => (0, default, min, max),
                OptionKind::Integer { default, min, max } => (1, default as f64, min as f64, max as f64),
                OptionKind::Flag { default } => (2, f64::from(u8::from(default)), 0.0, 1.0),
                OptionKind::Choice { default, values } => {
                    let expected: Vec<_> = values.iter().map(|v| (v.name, v.label, v.help)).collect();
                    assert_eq!(choices, expected);
                    let place = values.iter().position(|value| value.name == default).unwrap();
                    (3, place as f64, 0.0, (values.len() - 1) as f64)
                }
                _ => panic!("{}: a kind that C does not have", spec.name),
            };
            assert_eq!(choices.is_empty(), kind != 3, "{}", spec.name);
            assert_eq!(
                (option.kind, option.default_value, option.min, option.max),
                (kind, default, min, max)
            );
            let conditions: Vec<(&str, Vec<&str>)> = list(option.used_when, option.condition_count)
                .iter()
                .map(|c| (text(c.subject), list(c.values, c.value_count).iter().map(|&v| text(v)).collect()))
                .collect();
            let expected: Vec<_> = spec.used_when.iter().map(|c| (c.subject, c.values.to_vec())).collect();
            assert_eq!(conditions, expected, "{}", spec.name);
        }
    }
}
