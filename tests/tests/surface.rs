//! Every operation and option exists on every floor with the same name, default and range: here the library, its
//! option tables in `docs/`, and the links between the pages.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};
use surefoot::ops::{OptionKind, OptionSpec, OptionValue};
use surefoot::{
    BuildMotionGraphOptions, DetectPlantsOptions, Options, RemoveFootskateOptions, SearchMotionGraphOptions,
};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn shown(value: OptionValue) -> String {
    match value {
        OptionValue::Number(v) => v.to_string(),
        OptionValue::Integer(v) => v.to_string(),
        OptionValue::Flag(v) => v.to_string(),
        OptionValue::Choice(v) => v.to_owned(),
    }
}

fn check_page(operation: &str, specs: &[OptionSpec]) {
    let path = root().join(format!("docs/operations/{operation}.md"));
    let page = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    for spec in specs {
        let start = format!("| `{}` |", spec.name);
        let row = page
            .lines()
            .find(|line| line.starts_with(&start))
            .unwrap_or_else(|| panic!("{}: no row for option '{}'", path.display(), spec.name));
        let cells: Vec<String> = row.split('|').map(|c| c.trim().replace('`', "")).collect();
        assert_eq!(cells[2], shown(spec.kind.default_value()), "{operation}: default of '{}'", spec.name);
        let range = match spec.kind {
            OptionKind::Number { min, max, .. } => format!("{min} to {max}"),
            OptionKind::Integer { min, max, .. } => format!("{min} to {max}"),
            OptionKind::Choice { values, .. } => values.join(", "),
            OptionKind::Flag { .. } => continue,
        };
        assert_eq!(cells[3], range, "{operation}: range of '{}'", spec.name);
    }
}

/// Setting every option to its default gives the defaults, and nothing is out of its own range.
fn check_defaults<O: Options + Default + PartialEq + std::fmt::Debug>() {
    let mut options = O::default();
    options.validate().unwrap();
    for spec in O::SPECS {
        assert_eq!(options.get(spec.name), spec.kind.default_value(), "{}", spec.name);
        options.set(spec.name, spec.kind.default_value());
        assert!(!spec.help.is_empty() && !spec.help.ends_with('.'), "help of '{}'", spec.name);
    }
    assert_eq!(options, O::default());
}

#[test]
fn option_tables_of_the_docs_tell_the_truth() {
    check_page("detect_plants", DetectPlantsOptions::SPECS);
    check_page("remove_footskate", RemoveFootskateOptions::SPECS);
    check_page("build_motion_graph", BuildMotionGraphOptions::SPECS);
    check_page("search_motion_graph", SearchMotionGraphOptions::SPECS);
}

#[test]
fn defaults_come_from_the_tables() {
    check_defaults::<DetectPlantsOptions>();
    check_defaults::<RemoveFootskateOptions>();
    check_defaults::<BuildMotionGraphOptions>();
    check_defaults::<SearchMotionGraphOptions>();
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
    for folder in ["docs", "docs/operations", "docs/files"] {
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
    let skeleton = surefoot::sample::biped_skeleton(&Default::default()).unwrap();
    let clip = surefoot::sample::walk(&skeleton, &Default::default()).unwrap().clip.slice(0..120).unwrap();
    let file = surefoot::io::parse_plants_of(Path::new("plants.md"), &plants[0], &skeleton, &clip).unwrap();
    assert_eq!(file.plants.len(), 4);
    assert!(file.warnings.is_empty(), "{:?}", file.warnings);
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
    let roles = examples_of("docs/roles.md");
    assert_eq!(roles.len(), 1);
    assert!(serde_json::from_str::<serde_json::Value>(&roles[0]).unwrap().is_object());
}

/// Every operation is described on a page, its own or a relative's, and those that a person runs on a file have a command of
/// the same name.
#[test]
fn every_operation_has_its_page_and_command() {
    let commands = std::fs::read_to_string(root().join("cli/src/main.rs")).unwrap();
    let library = std::fs::read_to_string(root().join("rust-core/src/lib.rs")).unwrap();
    let exports = library.split("pub use ops::{").nth(1).unwrap().split('}').next().unwrap();
    let operations: Vec<&str> = exports
        .split(',')
        .map(str::trim)
        .filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
        .collect();
    assert!(operations.len() >= 7, "{operations:?}");
    let entries = std::fs::read_dir(root().join("docs/operations")).unwrap();
    let described: String = entries.map(|e| std::fs::read_to_string(e.unwrap().path()).unwrap()).collect();
    // Part of other commands: reading, reports, warnings, flags.
    let without_command = [
        "find_roles",
        "measure_footskate",
        "check_clip",
        "merge_plants",
        "extend_motion_graph",
        "retune_motion_graph",
    ];
    for name in operations {
        let is_described = described.contains(name) || described.contains(&name.replace('_', "-"));
        assert!(is_described, "no page under docs/operations speaks of {name}");
        let module = format!("commands::{name}::run");
        assert!(without_command.contains(&name) || commands.contains(&module), "no command for {name}");
    }
}
