//! The words of a joint's name, and their mirror image.

/// The name without Maya and FBX namespaces and paths.
pub(crate) fn without_namespace(name: &str) -> &str {
    name.rsplit([':', '|']).next().unwrap_or(name)
}

/// Cuts a name into lower-case words and numbers: `LeftUpLeg_01` becomes left, up, leg, 01.
pub(crate) fn tokens(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut out: Vec<String> = Vec::new();
    let mut start_new = true;
    for (i, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            start_new = true;
            continue;
        }
        if let Some(&before) = i.checked_sub(1).and_then(|i| chars.get(i)) {
            let next_is_lower = chars.get(i + 1).is_some_and(|n| n.is_lowercase());
            start_new |= c.is_numeric() != before.is_numeric()
                || c.is_uppercase() && (before.is_lowercase() || before.is_uppercase() && next_is_lower);
        }
        if start_new {
            out.push(String::new());
            start_new = false;
        }
        if let Some(token) = out.last_mut() {
            token.extend(c.to_lowercase());
        }
    }
    out
}

/// The name's words with left and right exchanged, so that two names are mirror images if one's mirrored words are
/// the other's words; `None` for a name without a side.
pub(super) fn mirrored_words(name: &str) -> Option<Vec<String>> {
    let mut has_side = false;
    let mirrored = words(name)
        .into_iter()
        .map(|word| {
            let other = match word.as_str() {
                "l" => "r",
                "r" => "l",
                "left" => "right",
                "right" => "left",
                "lft" => "rgt",
                "rgt" => "lft",
                _ => return word,
            };
            has_side = true;
            other.to_owned()
        })
        .collect();
    has_side.then_some(mirrored)
}

/// The words and numbers of a name.
pub(super) fn words(name: &str) -> Vec<String> {
    tokens(without_namespace(name))
}
