//! Parts of pages that are written by hand around what is generated.

/// The page with what lies between `<!-- name -->` and `<!-- /name -->` made anew.
///
/// # Errors
/// If the page has no place for it.
pub(crate) fn with_section(committed: &str, name: &str, text: &str) -> Result<String, String> {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let missing =
        || format!("has no list of {name}: write <!-- {name} --> and <!-- /{name} --> where it belongs");
    let (before, rest) = committed.split_once(&start).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    Ok(format!("{before}{start}{text}{end}{after}"))
}
