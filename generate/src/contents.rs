//! The list of operations in `docs/README.md`.

use crate::section::with_section;
use surefoot::ops::OPERATIONS;

/// The page with its list made anew: the operations in their order, then the other pages of `docs/operations`.
///
/// # Errors
/// If the page has no place for the list, or `docs/operations` cannot be read.
pub(crate) fn page(committed: &str) -> Result<String, String> {
    let folder = crate::root().join("docs/operations");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut others: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".md").map(str::to_owned))
        .filter(|name| OPERATIONS.iter().all(|operation| operation.name != name))
        .collect();
    others.sort();
    let names = OPERATIONS.iter().map(|operation| operation.name).chain(others.iter().map(String::as_str));
    let links: Vec<String> = names.map(|name| format!("[{name}](operations/{name}.md)")).collect();
    with_section(committed, "operations", &format!("**Operations:** {}\n", links.join(" ·\n")))
}
