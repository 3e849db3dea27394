//! Every operation and option exists on every floor with the same name, default and range: here the library, its
//! option tables in `docs/`, and the links between the pages.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};
use surefoot::ops::{OptionKind, OptionSpec, OptionValue};
use surefoot::{DetectPlantsOptions, Options, RemoveFootskateOptions, SearchMotionGraphOptions};

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
    check_page("search_motion_graph", SearchMotionGraphOptions::SPECS);
}

#[test]
fn defaults_come_from_the_tables() {
    check_defaults::<DetectPlantsOptions>();
    check_defaults::<RemoveFootskateOptions>();
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

#[test]
fn links_between_pages_lead_somewhere() {
    let mut pages = vec![root().join("README.md"), root().join("CHANGELOG.md")];
    for folder in ["docs", "docs/operations"] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        pages.extend(entries.map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "md")));
    }
    let mut count = 0;
    for page in &pages {
        for link in links_of(page) {
            let target = page.parent().unwrap().join(&link);
            assert!(target.exists(), "{}: link to {link}", page.display());
            count += 1;
        }
    }
    assert!(count > 8, "only {count} links found");
}
