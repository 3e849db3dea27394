//! Help lines from doc comments, so that a sentence is written once.

/// The text of a doc comment as a help line: no leading or trailing space, no final full stop.
#[doc(hidden)]
pub const fn help_line(doc: &'static str) -> &'static str {
    let text = doc.trim_ascii();
    match text.as_bytes() {
        [.., b'.'] => text.split_at(text.len() - 1).0,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::help_line;

    #[test]
    fn doc_comments_become_help_lines() {
        assert_eq!(help_line(" Shorter plants are dropped. "), "Shorter plants are dropped");
        assert_eq!(help_line(""), "");
    }
}
