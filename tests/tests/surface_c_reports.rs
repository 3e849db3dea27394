//! Reports in C: every path that `docs/reports.md` lists can be read from a report, as the kind that it says, and every
//! value of a report's JSON is listed.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char};
use std::path::PathBuf;
use std::ptr::{null, null_mut};
use surefoot::io::{Convention, Format, NewFile, UnitOrigin, UpAxis, encode_new};
use surefoot_ffi::surefoot_status::{SUREFOOT_ERROR_ARGUMENT, SUREFOOT_ERROR_NO_VALUE, SUREFOOT_OK};
use surefoot_ffi::*;
use surefoot_sample as sample;

/// Kinds of values by path, for each operation.
type Listed = BTreeMap<String, BTreeMap<String, String>>;

fn listed() -> Listed {
    let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/reports.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (mut listed, mut operation) = (Listed::new(), String::new());
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            operation = name.to_owned();
        } else if let Some(row) = line.strip_prefix("| `") {
            let (path, rest) = row.split_once("` | ").unwrap();
            let (kind, _) = rest.split_once(" | ").unwrap();
            listed.entry(operation.clone()).or_default().insert(path.to_owned(), kind.to_owned());
        }
    }
    listed
}

fn text_of(pointer: *const c_char) -> String {
    // SAFETY: texts of the library end in a zero.
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap().to_owned()
}

/// Reads a path as its kind; the message where it cannot be read.
fn read(report: *const surefoot_report, path: &str, kind: &str) -> (surefoot_status, String) {
    // SAFETY: numbers and characters, for which zero is a value.
    let mut error: surefoot_error = unsafe { std::mem::zeroed() };
    let path = CString::new(path).unwrap();
    let (mut number, mut text, mut count) = (0.0, null(), 0);
    let status = match kind.trim_end_matches(" or none") {
        "number" | "flag" => surefoot_report_number(report, path.as_ptr(), &raw mut number, &raw mut error),
        "list" => surefoot_report_count(report, path.as_ptr(), &raw mut count, &raw mut error),
        _ => surefoot_report_text(report, path.as_ptr(), &raw mut text, &raw mut error),
    };
    (status, text_of(error.message.as_ptr()))
}

/// Every listed path can be read, or what it is in is not there in this report.
fn check_paths(operation: &str, kinds: &BTreeMap<String, String>, report: *const surefoot_report) {
    let mut read_count = 0;
    for (path, kind) in kinds.iter().filter(|(_, kind)| !kind.starts_with("group")) {
        let first = path.replace(".N", ".0");
        let (status, message) = read(report, &first, kind);
        let may_miss = kinds.iter().any(|(group, kind)| {
            kind.ends_with(" or none") && (path == group || path.starts_with(&format!("{group}.")))
        });
        let is_fine = match status {
            SUREFOOT_OK => true,
            SUREFOOT_ERROR_NO_VALUE => may_miss,
            SUREFOOT_ERROR_ARGUMENT => message.ends_with("is a list of 0"),
            _ => false,
        };
        assert!(is_fine, "{operation}: {path}: {message}");
        read_count += usize::from(status == SUREFOOT_OK);
    }
    assert!(read_count > 1, "{operation}: only {read_count} paths could be read");
}

/// Every value of the JSON is listed.
fn check_json(operation: &str, kinds: &BTreeMap<String, String>, path: &str, value: &Value) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(k, v)| check_json(operation, kinds, &below(k), v)),
        Value::Array(items) => items.iter().for_each(|v| check_json(operation, kinds, &below("N"), v)),
        _ => assert!(kinds.contains_key(path), "{operation}: {path} is not in docs/reports.md"),
    }
}

fn check(operation: &str, report: *mut surefoot_report) {
    check_borrowed(operation, report);
    surefoot_report_free(report);
}

fn check_borrowed(operation: &str, report: *const surefoot_report) {
    let listed = listed();
    let kinds = listed.get(operation).unwrap_or_else(|| panic!("{operation} is not in docs/reports.md"));
    check_paths(operation, kinds, report);
    let mut json = null();
    assert_eq!(surefoot_report_json(report, &raw mut json, null_mut()), SUREFOOT_OK);
    check_json(operation, kinds, "", &serde_json::from_str(&text_of(json)).unwrap());
}

/// A walk as C reads it.
fn document() -> *mut surefoot_document {
    let biped = sample::biped(&Default::default()).unwrap();
    let skeleton = biped.skeleton;
    let options = sample::WalkOptions { frame_rate: 30.0, seconds: 8.0, ..Default::default() };
    let clips = [sample::walk(&skeleton, &options).unwrap().clip];
    let convention = Convention { unit_metres: 1.0, unit_origin: UnitOrigin::Given, up_axis: UpAxis::Y };
    let skins = [biped.skin];
    let new = NewFile { skeleton: &skeleton, clips: &clips, skins: &skins, convention };
    let bytes = encode_new(Format::Glb, &new).unwrap().bytes;
    let mut out = null_mut();
    let status = surefoot_read_bytes(
        c"walk.glb".as_ptr(),
        bytes.as_ptr(),
        bytes.len(),
        null(),
        &raw mut out,
        null_mut(),
    );
    assert_eq!(status, SUREFOOT_OK);
    out
}

#[test]
fn every_path_can_be_read() {
    let document = document();
    let mut view = null();
    assert_eq!(surefoot_document_get(document, &raw mut view, null_mut()), SUREFOOT_OK);
    // SAFETY: the view of a document that lives to the end.
    let view = unsafe { &*view };
    // SAFETY: it has one clip.
    let (skeleton, clip) = (view.skeleton, unsafe { *view.clips });
    let error = null_mut();
    let (mut plants, mut report, mut made) = (null_mut(), null_mut(), null_mut());

    let status = surefoot_detect_plants(
        skeleton,
        clip,
        null(),
        null(),
        &raw mut plants,
        null_mut(),
        &raw mut report,
        error,
    );
    assert_eq!(status, SUREFOOT_OK);
    check("detect_plants", report);
    assert_eq!(surefoot_check_clip(skeleton, clip, null(), &raw mut report, error), SUREFOOT_OK);
    check("check_clip", report);
    let status = surefoot_remove_footskate(
        skeleton,
        clip,
        plants,
        null(),
        null(),
        &raw mut made,
        &raw mut report,
        error,
    );
    assert_eq!(status, SUREFOOT_OK);
    check("remove_footskate", report);
    surefoot_clip_free(made);
    let status = surefoot_measure_footskate(skeleton, clip, plants, null(), null(), &raw mut report, error);
    assert_eq!(status, SUREFOOT_OK);
    check("measure_footskate", report);
    let status = surefoot_published_scores(skeleton, clip, plants, null(), &raw mut report, error);
    assert_eq!(status, SUREFOOT_OK);
    check("published_scores", report);

    macro_rules! edit {
        ($operation:ident, $name:literal) => {
            assert_eq!(
                $operation(skeleton, clip, null(), &raw mut made, &raw mut report, error),
                SUREFOOT_OK
            );
            check($name, report);
            surefoot_clip_free(made);
        };
    }
    edit!(surefoot_mirror_clip, "mirror_clip");
    edit!(surefoot_resample_clip, "resample_clip");
    edit!(surefoot_trim_clip, "trim_clip");

    assert_eq!(view.skin_count, 1);
    let (mut body, mut character, mut deformed) = (null_mut(), null_mut(), null_mut());
    let (skins, place) = (view.skins, &raw mut report);
    let status = surefoot_fit_body(skeleton, skins, 1, null(), &raw mut body, place, error);
    assert_eq!(status, SUREFOOT_OK);
    check("fit_body", report);
    surefoot_body_free(body);
    let girth = surefoot_segment_girth { segment: c"left_forearm".as_ptr(), factor: 1.2 };
    let girth = &raw const girth;
    let out = &raw mut character;
    let status = surefoot_grow_body(skeleton, skins, 1, view.clips, 1, girth, 1, null(), out, place, error);
    assert_eq!(status, SUREFOOT_OK);
    check("grow_body", report);
    surefoot_character_free(character);
    let status = surefoot_scale_character(skeleton, skins, 1, view.clips, 1, null(), out, place, error);
    assert_eq!(status, SUREFOOT_OK);
    check("scale_character", report);
    surefoot_character_free(character);
    let out = &raw mut deformed;
    let status = surefoot_deform_out_of_body(skeleton, clip, skins, 1, null(), null(), out, place, error);
    assert_eq!(status, SUREFOOT_OK);
    check("deform_out_of_body", report);
    surefoot_deformed_clip_free(deformed);
    let (mut made, user) = (null_mut(), null_mut());
    let out = &raw mut made;
    let status = surefoot_remove_penetration(
        skeleton,
        clip,
        skins,
        1,
        null(),
        0,
        null(),
        None,
        user,
        out,
        place,
        error,
    );
    assert_eq!(status, SUREFOOT_OK);
    check("remove_penetration", report);
    surefoot_clip_free(made);
    let status = surefoot_adapt_to_body(
        skeleton,
        clip,
        skins,
        1,
        plants,
        null(),
        null(),
        null(),
        null(),
        null(),
        null(),
        None,
        user,
        out,
        place,
        error,
    );
    assert_eq!(status, SUREFOOT_OK);
    check("adapt_to_body", report);
    surefoot_clip_free(made);
    let mut balance = null_mut();
    let measured = &raw mut balance;
    let status = surefoot_measure_balance(skeleton, clip, skins, 1, null(), null(), measured, place, error);
    assert_eq!(status, SUREFOOT_OK);
    check("measure_balance", report);
    surefoot_balance_free(balance);
    let status = surefoot_correct_balance(
        skeleton,
        clip,
        skins,
        1,
        null(),
        null(),
        null(),
        null(),
        None,
        user,
        out,
        place,
        error,
    );
    assert_eq!(status, SUREFOOT_OK);
    check("correct_balance", report);
    surefoot_clip_free(made);
    let (none, scene) = (null(), null());
    let status =
        surefoot_correct_flight(skeleton, clip, skins, 1, scene, none, null(), None, user, out, place, error);
    assert_eq!(status, SUREFOOT_OK);
    check("correct_flight", report);
    surefoot_clip_free(made);
    let original = surefoot_balance_original {
        struct_size: size_of::<surefoot_balance_original>(),
        skeleton,
        clip,
        skins,
        skin_count: 1,
        scene,
    };
    let original = &raw const original;
    let case =
        surefoot_balance_case { name: c"walk".as_ptr(), original, adapted: original, balanced: original };
    let status = surefoot_evaluate_balance(&raw const case, 1, null(), None, user, place, error);
    assert_eq!(status, SUREFOOT_OK);
    check("evaluate_balance", report);
    let girths = [1.0, 1.1];
    let axis = surefoot_shape_axis { part: 2, girths: girths.as_ptr(), girth_count: 2 };
    let (axis, mut grid) = (&raw const axis, null_mut());
    let grid_out = &raw mut grid;
    let status = surefoot_build_shape_grid(
        skeleton,
        clip,
        skins,
        1,
        axis,
        1,
        plants,
        null(),
        null(),
        None,
        user,
        grid_out,
        place,
        error,
    );
    assert_eq!(status, SUREFOOT_OK);
    check("build_shape_grid", report);
    let status = surefoot_query_shape_grid(grid, skeleton, clip, null(), out, place, error);
    assert_eq!(status, SUREFOOT_OK);
    check("query_shape_grid", report);
    surefoot_clip_free(made);
    surefoot_shape_grid_free(grid);

    let entry = surefoot_graph_clip { skeleton, clip, plants, labels: null(), label_count: 0, group: 0 };
    let (mut graph, mut found) = (null_mut(), null_mut());
    let status = surefoot_build_motion_graph(
        &raw const entry,
        1,
        null(),
        None,
        null_mut(),
        &raw mut graph,
        &raw mut report,
        error,
    );
    assert_eq!(status, SUREFOOT_OK);
    check("build_motion_graph", report);
    // SAFETY: numbers and pointers, for which zero is a value; filled by the library.
    let mut query: surefoot_motion_query = unsafe { std::mem::zeroed() };
    surefoot_motion_query_default(&raw mut query, size_of_val(&query), error);
    let points = [0.0, 0.0, 0.0, 0.0, 0.0, 4.0];
    query.kind = surefoot_query_kind::SUREFOOT_QUERY_PATH as i32;
    (query.points, query.point_count) = (points.as_ptr(), 2);
    let status = surefoot_search_motion_graph(
        graph,
        &raw const query,
        null(),
        None,
        null_mut(),
        &raw mut found,
        error,
    );
    assert_eq!(status, SUREFOOT_OK);
    let mut motion = null();
    assert_eq!(surefoot_found_motion_get(found, &raw mut motion, error), SUREFOOT_OK);
    // SAFETY: just given by the library.
    let motion = unsafe { &*motion };
    check_borrowed("search_motion_graph", motion.report);
    check_borrowed("remove_footskate", motion.cleanup);
    surefoot_found_motion_free(found);
    surefoot_motion_graph_free(graph);
    surefoot_plants_free(plants);
    surefoot_document_free(document);
}
