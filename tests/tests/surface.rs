//! Every operation and option exists on every floor with the same name, default and range: here the library, its
//! option tables in `docs/`, and the links between the pages.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};
use surefoot::declare::{Operation, OptionKind, OptionValue};
use surefoot::ops::OPERATIONS;
use surefoot::{
    AdaptToBodyOptions, BuildMotionGraphOptions, BuildShapeGridOptions, CorrectBalanceOptions,
    DeformOutOfBodyOptions, DetectPlantsOptions, FitBodyOptions, GrowBodyOptions, MeasureBalanceOptions,
    Options, QueryShapeGridOptions, RemoveFootskateOptions, RemovePenetrationOptions, ResampleClipOptions,
    ScaleCharacterOptions, SearchMotionGraphOptions, TrimClipOptions,
};
use surefoot::{CorrectFlightOptions, EvaluateBalanceOptions};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every declaration is one that hosts can use: names are unique, help and labels are there, conditions name what exists.
#[test]
fn declarations_are_whole() {
    /// Inputs of operations that options may depend on.
    const INPUTS: [(&str, &[&str]); 3] = [
        ("ground", &["given"]),
        ("stream", &["live"]),
        ("query", &["random-walk", "shortest-way", "path", "connect", "custom"]),
    ];
    let values_of = |operation: &Operation, subject: &str| -> Vec<String> {
        match operation.option(subject).map(|spec| spec.kind) {
            Some(OptionKind::Choice { values, .. }) => values.iter().map(|v| v.name.to_owned()).collect(),
            Some(OptionKind::Flag { .. }) => vec!["true".into(), "false".into()],
            Some(_) => panic!("{}: '{subject}' is a number; conditions take words", operation.name),
            None => INPUTS
                .iter()
                .find(|(name, _)| *name == subject)
                .unwrap_or_else(|| panic!("{}: there is no '{subject}'", operation.name))
                .1
                .iter()
                .map(|v| (*v).to_owned())
                .collect(),
        }
    };
    for operation in OPERATIONS {
        assert!(!operation.label.is_empty() && !operation.help.is_empty(), "{}", operation.name);
        for (i, spec) in operation.options.iter().enumerate() {
            let what = format!("{}: option '{}'", operation.name, spec.name);
            assert!(!spec.label.is_empty() && !spec.help.is_empty() && !spec.help.ends_with('.'), "{what}");
            assert!(spec.check(spec.kind.default_value()).is_ok(), "{what}: the default is out of range");
            assert!(
                operation.options[..i]
                    .iter()
                    .all(|other| other.name != spec.name && other.label != spec.label),
                "{what}"
            );
            for condition in spec.used_when {
                let known = values_of(operation, condition.subject);
                assert!(
                    condition.values.iter().all(|v| known.iter().any(|k| k == v)),
                    "{what}: {condition:?}"
                );
            }
        }
    }
}

/// Every option can be read and set by its name, to its own values and to no others.
fn check_options<O: Options + PartialEq + std::fmt::Debug>() {
    for spec in O::SPECS {
        let mut options = O::default();
        assert_eq!(options.get(spec.name), Some(spec.kind.default_value()), "{}", spec.name);
        let (other, bad) = match spec.kind {
            OptionKind::Number { max, .. } => (OptionValue::Number(max), OptionValue::Flag(true)),
            OptionKind::Integer { max, .. } => (OptionValue::Integer(max), OptionValue::Number(0.5)),
            OptionKind::Flag { default } => (OptionValue::Flag(!default), OptionValue::Integer(1)),
            OptionKind::Choice { values, .. } => {
                (OptionValue::Choice(values[values.len() - 1].name), OptionValue::Choice("magic"))
            }
            _ => unreachable!("a kind that this test does not know"),
        };
        options.set(spec.name, other).unwrap();
        assert_eq!(options.get(spec.name), Some(other), "{}", spec.name);
        options.validate().unwrap();
        assert!(options.set(spec.name, bad).is_err(), "{}", spec.name);
        if let OptionKind::Number { .. } = spec.kind {
            options.set(spec.name, OptionValue::Number(f64::NAN)).unwrap();
            assert!(options.validate().unwrap_err().to_string().contains(spec.name));
        }
    }
    let mut options = O::default();
    assert!(options.set("no_such_option", OptionValue::Flag(true)).is_err());
    assert_eq!(options.get("no_such_option"), None);
}

#[test]
fn options_are_set_by_name() {
    check_options::<DetectPlantsOptions>();
    check_options::<RemoveFootskateOptions>();
    check_options::<RemovePenetrationOptions>();
    check_options::<AdaptToBodyOptions>();
    check_options::<MeasureBalanceOptions>();
    check_options::<CorrectBalanceOptions>();
    check_options::<CorrectFlightOptions>();
    check_options::<EvaluateBalanceOptions>();
    check_options::<BuildShapeGridOptions>();
    check_options::<QueryShapeGridOptions>();
    check_options::<BuildMotionGraphOptions>();
    check_options::<SearchMotionGraphOptions>();
    check_options::<ResampleClipOptions>();
    check_options::<TrimClipOptions>();
    check_options::<FitBodyOptions>();
    check_options::<GrowBodyOptions>();
    check_options::<ScaleCharacterOptions>();
    check_options::<DeformOutOfBodyOptions>();
}

fn links_of(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .map(|link| link.split('#').next().unwrap_or_default().to_owned())
        .filter(|link| !link.is_empty() && !link.contains("://"))
        .collect()
}

/// Every page of the documentation.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for folder in ["docs", "docs/operations", "docs/files", "docs/methods"] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        pages.extend(entries.map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "md")));
    }
    pages.sort();
    pages
}

#[test]
fn links_between_pages_lead_somewhere_and_reach_every_page() {
    let mut sources = pages();
    sources.extend([root().join("README.md"), root().join("CHANGELOG.md")]);
    let mut reached = Vec::new();
    for page in &sources {
        for link in links_of(page) {
            let target = page.parent().unwrap().join(&link);
            let target = target.canonicalize().unwrap_or_else(|e| panic!("{}: {link}: {e}", page.display()));
            reached.push(target);
        }
    }
    assert!(reached.len() > 20, "only {} links found", reached.len());
    for page in pages() {
        assert!(reached.contains(&page.canonicalize().unwrap()), "no page links to {}", page.display());
    }
}

/// The JSON examples of a page, in order.
fn examples_of(page: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(page)).unwrap();
    let blocks = text.split("```json\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn examples_of_the_file_pages_are_such_files() {
    let plants = examples_of("docs/files/plants.md");
    assert_eq!(plants.len(), 1);
    let skeleton = surefoot_sample::biped_skeleton(&Default::default()).unwrap();
    let clip = surefoot_sample::walk(&skeleton, &Default::default()).unwrap().clip.slice(0..120).unwrap();
    let file = surefoot::io::parse_plants_of(Path::new("plants.md"), &plants[0], &skeleton, &clip).unwrap();
    assert_eq!(file.plants.len(), 4);
    assert!(file.notes.is_empty(), "{:?}", file.notes);
    let grounds = examples_of("docs/files/ground.md");
    assert_eq!(grounds.len(), 4);
    let heights = grounds.iter().map(|text| {
        let ground = surefoot::io::parse_ground(Path::new("ground.md"), text).unwrap();
        ground.footing(0.0, 1.5, 0.2).unwrap().height
    });
    let expected = [0.02, -0.15, 0.15, 0.17];
    for (height, expected) in heights.zip(expected) {
        assert!((height - expected).abs() < 1e-9, "{height} {expected}");
    }
    let masses = examples_of("docs/files/masses.md");
    assert_eq!(masses.len(), 1);
    let model = surefoot::io::parse_mass_model(Path::new("masses.md"), &masses[0], &skeleton).unwrap();
    assert_eq!((model.segments().len(), model.total()), (2, 48.5));
    let roles = examples_of("docs/roles.md");
    assert_eq!(roles.len(), 1);
    assert!(serde_json::from_str::<serde_json::Value>(&roles[0]).unwrap().is_object());
}

/// Every operation is described on a page, its own or a relative's.
#[test]
fn every_operation_has_its_page() {
    let entries = std::fs::read_dir(root().join("docs/operations")).unwrap();
    let described: String = entries.map(|e| std::fs::read_to_string(e.unwrap().path()).unwrap()).collect();
    for operation in OPERATIONS {
        assert!(
            described.contains(operation.name),
            "no page under docs/operations speaks of {}",
            operation.name
        );
    }
}
