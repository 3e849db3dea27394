//! Reports in C: every figure of a report's JSON is a field of a struct of the header as well.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;
use surefoot::ops::measure_footskate::published_scores;
use surefoot::ops::{Progress, SearchMotionGraphOptions, build_motion_graph, search_motion_graph};
use surefoot::{
    BuildMotionGraphOptions, DetectPlantsOptions, GraphClip, MotionQuery, RemoveFootskateOptions,
    detect_plants, measure_footskate, remove_footskate, sample,
};

/// Names in JSON that C says in another way.
const OTHERWISE: &[(&str, &str)] = &[
    ("touches.side", "point"),
    ("slides.side", "point"),
    ("touches.slowest_first", "touch_slowest"),
    ("touches.slowest_end", "touch_slowest"),
    ("ground.of", "ground_is_plants"),
];

/// Every field of every struct of the header.
fn fields() -> BTreeSet<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../ffi/include/surefoot.h");
    let header = std::fs::read_to_string(path).unwrap();
    let declarations = header.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    declarations
        .filter_map(|line| line.strip_suffix(';'))
        .filter_map(|line| line.split('[').next()?.rsplit([' ', '*']).next())
        .map(str::to_owned)
        .collect()
}

/// The paths of all keys, without numbers of arrays.
fn keys(value: &Value, path: &str, out: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                out.insert(path.clone());
                keys(value, &path, out);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, path, out)),
        _ => {}
    }
}

fn check(name: &str, report: &Value) {
    let fields = fields();
    let mut found = BTreeSet::new();
    keys(report, "", &mut found);
    assert!(found.len() > 5, "{name}: {found:?}");
    for path in found {
        let is_meant = |json: &str| path == json || path.ends_with(&format!(".{json}"));
        if let Some((_, c)) = OTHERWISE.iter().find(|(json, _)| is_meant(json)) {
            assert!(fields.contains(*c), "{name}: '{path}' is told by no field {c}");
            continue;
        }
        let mut parts: Vec<&str> = path.split('.').collect();
        let key = parts.pop().unwrap();
        // "root_noise.deviation" may be root_noise_deviation, and a list of plants starts at its own name.
        let joined = parts.last().map(|parent| format!("{parent}_{key}"));
        let has_parts = fields.iter().any(|field| field.starts_with(&format!("{key}_")));
        assert!(
            fields.contains(key) || joined.is_some_and(|j| fields.contains(&j)) || has_parts,
            "{name}: '{path}' is in JSON only"
        );
    }
}

#[test]
fn every_figure_is_a_field() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let options = sample::WalkOptions { frame_rate: 30.0, seconds: 8.0, ..Default::default() };
    let walk = sample::walk(&skeleton, &options).unwrap().clip;
    let found = detect_plants(&skeleton, &walk, None, &DetectPlantsOptions::default()).unwrap();
    check("detect_plants", &found.to_json());
    let edited =
        remove_footskate(&skeleton, &walk, &found.plants, None, &RemoveFootskateOptions::default()).unwrap();
    check("remove_footskate", &serde_json::to_value(&edited.report).unwrap());
    let measured = measure_footskate(&skeleton, &walk, &found.plants, None, None).unwrap();
    check("measure_footskate", &serde_json::to_value(measured).unwrap());
    let published = published_scores(&skeleton, &walk, &found.plants, None).unwrap();
    check("published_scores", &serde_json::to_value(published).unwrap());
    let clip = GraphClip { skeleton: &skeleton, clip: &walk, plants: &found.plants, labels: None, group: 0 };
    let built = build_motion_graph(&[clip], &BuildMotionGraphOptions::default(), &Progress::none()).unwrap();
    check("build_motion_graph", &serde_json::to_value(&built.report).unwrap());
    let path = surefoot::model::FloorPath::polyline(&[
        surefoot::math::Vec3::zeros(),
        surefoot::math::Vec3::new(0.0, 0.0, 4.0),
    ]);
    let query = MotionQuery::Path { path: path.unwrap(), styles: vec![], start: None };
    let options = SearchMotionGraphOptions { beam_width: 10, ..Default::default() };
    let search = search_motion_graph(&built.graph, &query, &options, &Progress::none()).unwrap();
    assert!(search.report.path.is_some() && search.report.cleanup.is_some());
    check("search_motion_graph", &serde_json::to_value(&search.report).unwrap());
}
