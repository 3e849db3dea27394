//! Elements by address, and the numbers they hold.

use crate::error::{Error, Place, Result};
use roxmltree::Node;
use std::cell::Cell;
use std::collections::HashMap;
use std::path::Path;

/// All sources together may be read this many times the length of the file, in values. Real files stay below 2.
const MAX_REUSE: usize = 16;

/// The elements of a file by their ids.
pub(super) struct Library<'a, 'i> {
    path: &'a Path,
    pub(super) root: Node<'a, 'i>,
    by_id: HashMap<&'a str, Node<'a, 'i>>,
    /// How many values were taken from sources so far.
    values_read: Cell<usize>,
}

/// The first child element of a name.
pub(super) fn child<'a, 'i>(of: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    of.children().find(|n| n.tag_name().name() == name)
}

/// All child elements of a name.
pub(super) fn children<'a, 'i: 'a>(
    of: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    of.children().filter(move |n| n.tag_name().name() == name)
}

/// What a `<source>` holds.
pub(super) enum Values {
    Numbers(Vec<f64>),
    Names(Vec<String>),
}

/// A source: values, so many to an entry.
pub(super) struct Source {
    pub(super) values: Values,
    pub(super) stride: usize,
    pub(super) count: usize,
}

impl Source {
    /// Names, or nothing.
    pub(super) fn names(self) -> Option<Vec<String>> {
        match self.values {
            Values::Names(names) => Some(names),
            Values::Numbers(_) => None,
        }
    }

    /// Numbers, or nothing.
    pub(super) fn numbers(self) -> Option<Vec<f64>> {
        match self.values {
            Values::Numbers(numbers) => Some(numbers),
            Values::Names(_) => None,
        }
    }
}

impl<'a, 'i: 'a> Library<'a, 'i> {
    pub(super) fn new(path: &'a Path, root: Node<'a, 'i>) -> Self {
        // Of two with one id the first counts.
        let mut by_id = HashMap::new();
        for node in root.descendants() {
            if let Some(id) = node.attribute("id") {
                by_id.entry(id).or_insert(node);
            }
        }
        Self { path, root, by_id, values_read: Cell::new(0) }
    }

    /// Why the file is refused, with the line of the element.
    pub(super) fn fail(&self, at: Option<Node<'_, '_>>, text: impl Into<String>) -> Error {
        let place = at.map_or(Place::File, |node| {
            Place::Line(node.document().text_pos_at(node.range().start).row as usize)
        });
        Error::format(self.path, place, text)
    }

    /// The element that `#id` names.
    pub(super) fn at(&self, from: Node<'_, '_>, address: &str) -> Result<Node<'a, 'i>> {
        let id = address.trim().strip_prefix('#').unwrap_or(address.trim());
        let missing =
            || self.fail(Some(from), format!("refers to '{address}', which the file does not hold"));
        self.by_id.get(id).copied().ok_or_else(missing)
    }

    /// The `<input>` of an element with that meaning.
    pub(super) fn input(&self, of: Node<'a, 'i>, semantic: &str) -> Result<Node<'a, 'i>> {
        let found = children(of, "input").find(|i| i.attribute("semantic") == Some(semantic));
        found.ok_or_else(|| {
            self.fail(Some(of), format!("'{}' lacks its input '{semantic}'", of.tag_name().name()))
        })
    }

    /// The source of an `<input>`.
    pub(super) fn source_of(&self, input: Node<'a, 'i>) -> Result<Source> {
        let address =
            input.attribute("source").ok_or_else(|| self.fail(Some(input), "an input without a source"))?;
        self.source(self.at(input, address)?)
    }

    /// The values of a `<source>`, as its accessor arranges them.
    fn source(&self, node: Node<'a, 'i>) -> Result<Source> {
        let array = node.children().find(|n| n.tag_name().name().ends_with("_array"));
        let array = array.ok_or_else(|| self.fail(Some(node), "a source without values"))?;
        let is_text = matches!(array.tag_name().name(), "Name_array" | "IDREF_array");
        let mut values = if is_text {
            Values::Names(words(array).map(str::to_owned).collect())
        } else {
            Values::Numbers(self.numbers(array)?)
        };
        let accessor = child(node, "technique_common").and_then(|t| child(t, "accessor"));
        let number = |name: &str, otherwise: usize| -> Result<usize> {
            match accessor.and_then(|a| a.attribute(name)) {
                Some(text) => text
                    .trim()
                    .parse()
                    .map_err(|_| self.fail(accessor, format!("accessor: {name} is '{text}', not a number"))),
                None => Ok(otherwise),
            }
        };
        let have = match &values {
            Values::Numbers(numbers) => numbers.len(),
            Values::Names(names) => names.len(),
        };
        // Many elements may name one source, and each takes a copy: a small file must not ask for more than fits.
        let read = self.values_read.get().saturating_add(have);
        self.values_read.set(read);
        if read > MAX_REUSE * array.document().input_text().len() {
            return Err(self.fail(
                Some(node),
                "values are used too often; the file seems to be made to fill the memory",
            ));
        }
        let (offset, stride) = (number("offset", 0)?, number("stride", 1)?.max(1));
        let count = number("count", have.saturating_sub(offset) / stride)?;
        let needed = count.checked_mul(stride).and_then(|n| n.checked_add(offset));
        if needed.is_none_or(|needed| needed > have) {
            let text =
                format!("a source of {have} values is asked for {count} times {stride} from {offset} on");
            return Err(self.fail(Some(node), text));
        }
        match &mut values {
            Values::Numbers(numbers) => {
                numbers.truncate(offset + count * stride);
                numbers.drain(..offset);
            }
            Values::Names(names) => {
                names.truncate(offset + count * stride);
                names.drain(..offset);
            }
        }
        Ok(Source { values, stride, count })
    }

    /// The numbers in an element's text.
    pub(super) fn numbers(&self, node: Node<'_, '_>) -> Result<Vec<f64>> {
        words(node)
            .map(|word| {
                let value = word.parse::<f64>().ok().filter(|v| v.is_finite());
                value.ok_or_else(|| {
                    let name = node.tag_name().name();
                    self.fail(Some(node), format!("'{name}' holds '{word}', which is no finite number"))
                })
            })
            .collect()
    }

    /// The whole numbers in an element's text.
    pub(super) fn indices(&self, node: Node<'_, '_>) -> Result<Vec<usize>> {
        words(node)
            .map(|word| {
                word.parse::<usize>().map_err(|_| {
                    let name = node.tag_name().name();
                    self.fail(Some(node), format!("'{name}' holds '{word}', which is no index"))
                })
            })
            .collect()
    }

    /// Sixteen numbers, row after row.
    pub(super) fn matrix(&self, node: Node<'_, '_>) -> Result<nalgebra::Matrix4<f64>> {
        let numbers = self.numbers(node)?;
        if numbers.len() != 16 {
            let text = format!("'{}' has {} numbers instead of 16", node.tag_name().name(), numbers.len());
            return Err(self.fail(Some(node), text));
        }
        Ok(nalgebra::Matrix4::from_row_slice(&numbers))
    }
}

/// The words of an element's text.
fn words<'a>(node: Node<'a, '_>) -> impl Iterator<Item = &'a str> {
    node.children().filter_map(|n| if n.is_text() { n.text() } else { None }).flat_map(str::split_whitespace)
}
