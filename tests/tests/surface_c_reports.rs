//! Reports in C: every figure of a report's JSON is a field of the report's own struct, or of one it leads to.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::PathBuf;
use surefoot::model::{BodyPoint, Side};
use surefoot::ops::detect_plants::{Held, Slide};
use surefoot::ops::measure_footskate::published_scores;
use surefoot::ops::motion_graph::search::PlacementFigures;
use surefoot::ops::remove_footskate::{MissedPlant, RootNoise};
use surefoot::ops::{Progress, SearchMotionGraphOptions, build_motion_graph, search_motion_graph};
use surefoot::{
    BuildMotionGraphOptions, DetectPlantsOptions, GraphClip, MotionQuery, Note, RemoveFootskateOptions,
    detect_plants, measure_footskate, remove_footskate,
};
use surefoot_sample as sample;

/// Figures that C tells in another way: the field one would look for, and the one there is.
const OTHERWISE: &[(&str, &str)] = &[
    ("surefoot_detect_plants_report_view.plants", "surefoot_plant.point"),
    ("surefoot_detect_plants_report_view.conveyor_plants", "surefoot_plant.point"),
    // The whole clip's fault is of no time.
    ("surefoot_detect_plants_report_view.fault_time", "surefoot_fault_estimate.time"),
    ("surefoot_stretch.side", "surefoot_stretch.point"),
    ("surefoot_stretch.slowest_first", "surefoot_detect_plants_report_view.touch_slowest"),
    ("surefoot_stretch.slowest_end", "surefoot_detect_plants_report_view.touch_slowest"),
    ("surefoot_footskate_measures.ground_of", "surefoot_footskate_measures.ground_is_plants"),
    ("surefoot_footskate_measures.ground_float_mean", "surefoot_footskate_measures.float_mean"),
    ("surefoot_footskate_measures.ground_penetration_max", "surefoot_footskate_measures.penetration_max"),
    (
        "surefoot_footskate_measures.ground_penetration_max_frame",
        "surefoot_footskate_measures.penetration_max_frame",
    ),
    ("surefoot_footskate_measures.ground_penetration_mean", "surefoot_footskate_measures.penetration_mean"),
    ("surefoot_found_motion_view.frames", "surefoot_clip_view.frame_count"),
    ("surefoot_found_motion_view.labels", "surefoot_found_motion_view.label_runs"),
];

/// The fields of every struct of the header, each with the struct it holds or points at, if any.
type Structs = BTreeMap<String, BTreeMap<String, String>>;

fn structs() -> Structs {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../ffi/include/surefoot.h");
    let header = std::fs::read_to_string(path).unwrap();
    let (mut structs, mut current) = (Structs::new(), None);
    for line in header.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        if let Some(rest) = line.strip_prefix("typedef struct ") {
            current = rest.strip_suffix(" {").map(str::to_owned);
        } else if line.starts_with('}') {
            current = None;
        } else if let (Some(name), Some(field)) = (&current, line.strip_suffix(';')) {
            let (kind, field) = field.split('[').next().unwrap().rsplit_once([' ', '*']).unwrap();
            let of = kind.split([' ', '*']).find(|word| word.starts_with("surefoot_")).unwrap_or("");
            structs.entry(name.clone()).or_default().insert(field.to_owned(), of.to_owned());
        }
    }
    structs
}

/// A report in JSON beside the struct that tells the same.
struct Compared<'a> {
    structs: &'a Structs,
    figures: usize,
    /// What no field tells.
    missing: Vec<String>,
}

impl Compared<'_> {
    /// Whether the struct has the figure: as a field, or, being several, as fields that begin with its name; and what it
    /// consists of in the struct that the field leads to. `path` is where it stands in JSON.
    fn find(&mut self, within: &str, field: &str, value: &Value, path: &str) {
        self.figures += 1;
        let looked_for = format!("{within}.{field}");
        if let Some((_, other)) = OTHERWISE.iter().find(|(json, _)| *json == looked_for) {
            let (of, other) = other.split_once('.').unwrap();
            assert!(self.structs[of].contains_key(other), "{of} has no {other} that would tell '{path}'");
            return;
        }
        if value.is_null() && self.structs[within].contains_key(&format!("has_{field}")) {
            return;
        }
        let items: Vec<&Map<String, Value>> = match value {
            Value::Object(map) => vec![map],
            Value::Array(items) => items.iter().filter_map(Value::as_object).collect(),
            _ => Vec::new(),
        };
        let has_field = self.structs[within].get(field);
        let leads_to = has_field.map(|of| {
            // Handles are read through their views.
            let view = format!("{of}_view");
            if self.structs.contains_key(&view) { view } else { of.clone() }
        });
        let is_struct = leads_to.as_ref().is_some_and(|next| self.structs.contains_key(next));
        if is_struct && items.is_empty() {
            self.missing.push(format!("{path} (empty in this test, so what it holds was not compared)"));
        }
        if has_field.is_none() && !value.is_object() {
            self.missing.push(format!("{path} ({within} has no {field})"));
            return;
        }
        for (key, value) in items.into_iter().flatten() {
            let path = format!("{path}.{key}");
            match &leads_to {
                Some(next) if is_struct => self.find(next, key, value, &path),
                Some(_) => self.missing.push(format!("{path} ({field} of {within} holds no struct)")),
                None => self.find(within, &format!("{field}_{key}"), value, &path),
            }
        }
    }
}

fn check(report: &str, root: &str, json: &Value) {
    let structs = structs();
    let mut compared = Compared { structs: &structs, figures: 0, missing: Vec::new() };
    for (key, value) in json.as_object().unwrap() {
        compared.find(root, key, value, key);
    }
    assert!(compared.missing.is_empty(), "{report}, in JSON only: {:#?}", compared.missing);
    assert!(compared.figures > 5, "{report}: only {}", compared.figures);
}

#[test]
fn every_figure_is_a_field() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let options = sample::WalkOptions { frame_rate: 30.0, seconds: 8.0, ..Default::default() };
    let walk = sample::walk(&skeleton, &options).unwrap().clip;
    let mut found = detect_plants(&skeleton, &walk, None, &DetectPlantsOptions::default()).unwrap();
    // What this walk does not have is put in, so that every kind of entry is compared.
    found.report.slides.push(Slide { side: Side::Left, frames: 0..9, speed: 0.1 });
    found.report.held.push(Held { point: BodyPoint::all().next().unwrap(), frames: 0..9 });
    check("detect_plants", "surefoot_detect_plants_report_view", &found.to_json());
    let mut edited =
        remove_footskate(&skeleton, &walk, &found.plants, None, &RemoveFootskateOptions::default()).unwrap();
    let missed = MissedPlant {
        point: "left_toe".into(),
        first: 0,
        end: 9,
        distance: 0.1,
        reason: "out of reach".into(),
    };
    edited.report.missed.push(missed);
    edited.report.root_noise = Some(RootNoise { deviation: 0.01, cutoff: 5.0, moved: 0.01 });
    check(
        "remove_footskate",
        "surefoot_remove_footskate_report_view",
        &serde_json::to_value(&edited.report).unwrap(),
    );
    let measured = measure_footskate(&skeleton, &walk, &found.plants, None, None).unwrap();
    check("measure_footskate", "surefoot_footskate_measures", &serde_json::to_value(measured).unwrap());
    let published = published_scores(&skeleton, &walk, &found.plants, None).unwrap();
    check("published_scores", "surefoot_published_scores", &serde_json::to_value(published).unwrap());
    let clip = GraphClip { skeleton: &skeleton, clip: &walk, plants: &found.plants, labels: None, group: 0 };
    let mut built =
        build_motion_graph(&[clip], &BuildMotionGraphOptions::default(), &Progress::none()).unwrap();
    built.report.notes.push(Note::warning("made-up", String::new()));
    check(
        "build_motion_graph",
        "surefoot_build_motion_graph_report_view",
        &serde_json::to_value(&built.report).unwrap(),
    );
    let path = surefoot::model::FloorPath::polyline(&[
        surefoot::math::Vec3::zeros(),
        surefoot::math::Vec3::new(0.0, 0.0, 4.0),
    ]);
    let query = MotionQuery::Path { path: path.unwrap(), styles: vec![], start: None };
    let options = SearchMotionGraphOptions::default().beam_width(10);
    let mut search = search_motion_graph(&built.graph, &query, &options, &Progress::none()).unwrap();
    search.report.notes.push(Note::warning("made-up", String::new()));
    search.report.placement = Some(PlacementFigures { distance: 0.1, turn: 0.1 });
    search.report.cleanup = Some(edited.report);
    check(
        "search_motion_graph",
        "surefoot_found_motion_view",
        &serde_json::to_value(&search.report).unwrap(),
    );
}
