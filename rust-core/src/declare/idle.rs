//! Which options matter beside the values of the others, and which were set without effect. The one place that reads
//! `used_when`: hosts ask here.

use super::operation::Operation;
use super::options::Options;
use super::spec::{OptionSpec, OptionValue};
use crate::model::Note;

/// The options of `options` that were set to something else than their default and that do not matter, because
/// another option or an input has another value than they need.
///
/// `inputs` tells what else the operation was given, as subject and value: `("ground", "given")` or
/// `("ground", "none")`. A condition on an input that is not among them counts as met.
///
/// ```
/// use surefoot::declare::idle_options;
/// use surefoot::{FootskateMethod, RemoveFootskateOptions};
///
/// let options = RemoveFootskateOptions::default().method(FootskateMethod::Root).cutoff(1.0);
/// let idle = idle_options(&options, &[]);
/// assert_eq!(idle.iter().map(|spec| spec.name).collect::<Vec<_>>(), ["cutoff"]);
/// ```
pub fn idle_options<O: Options>(options: &O, inputs: &[(&str, &str)]) -> Vec<&'static OptionSpec> {
    idle_among(O::SPECS, |name| options.get(name), inputs)
}

impl Operation {
    /// As [`idle_options`], with options given by name.
    ///
    /// ```
    /// use surefoot::declare::OptionValue;
    /// use surefoot::ops::OPERATIONS;
    ///
    /// let operation = OPERATIONS.iter().find(|o| o.name == "remove_footskate").expect("it is in the list");
    /// let values = [("method", OptionValue::Choice("root")), ("cutoff", OptionValue::Number(1.0))];
    /// assert_eq!(operation.idle_options(&values, &[])[0].name, "cutoff");
    /// ```
    pub fn idle_options(
        &self,
        values: &[(&str, OptionValue)],
        inputs: &[(&str, &str)],
    ) -> Vec<&'static OptionSpec> {
        idle_among(self.options, self.value_among(values), inputs)
    }

    /// The options that matter beside the others, set or not: what a host shows. Options that are not among `values`
    /// have their defaults; `inputs` are those of [`idle_options`].
    ///
    /// ```
    /// use surefoot::declare::OptionValue;
    /// use surefoot::ops::OPERATIONS;
    ///
    /// let operation = OPERATIONS.iter().find(|o| o.name == "remove_footskate").expect("it is in the list");
    /// let is_used = |method| {
    ///     let used = operation.used_options(&[("method", OptionValue::Choice(method))], &[]);
    ///     used.iter().any(|spec| spec.name == "cutoff")
    /// };
    /// assert_eq!((is_used("limbs"), is_used("root")), (true, false));
    /// ```
    pub fn used_options(
        &self,
        values: &[(&str, OptionValue)],
        inputs: &[(&str, &str)],
    ) -> Vec<&'static OptionSpec> {
        let get = self.value_among(values);
        self.options.iter().filter(|spec| is_used(spec, &get, inputs)).collect()
    }

    /// What an option is with `values`: one of them, or its default.
    fn value_among<'a>(
        &'a self,
        values: &'a [(&'a str, OptionValue)],
    ) -> impl Fn(&str) -> Option<OptionValue> + 'a {
        move |name| match values.iter().find(|(given, _)| *given == name) {
            Some((_, value)) => Some(*value),
            None => Some(self.option(name)?.kind.default_value()),
        }
    }
}

/// Whether all conditions of an option hold.
fn is_used(spec: &OptionSpec, get: &impl Fn(&str) -> Option<OptionValue>, inputs: &[(&str, &str)]) -> bool {
    let is_met = |subject: &str, values: &[&str]| match get(subject) {
        Some(value) => values.contains(&value.to_string().as_str()),
        None => inputs.iter().find(|(name, _)| *name == subject).is_none_or(|(_, v)| values.contains(v)),
    };
    spec.used_when.iter().all(|c| is_met(c.subject, c.values))
}

fn idle_among(
    specs: &'static [OptionSpec],
    get: impl Fn(&str) -> Option<OptionValue>,
    inputs: &[(&str, &str)],
) -> Vec<&'static OptionSpec> {
    let is_set = |spec: &&OptionSpec| get(spec.name) != Some(spec.kind.default_value());
    specs.iter().filter(is_set).filter(|spec| !is_used(spec, &get, inputs)).collect()
}

/// A note that names the idle options and what each of them needs; `None` if there are none.
///
/// ```
/// use surefoot::RemoveFootskateOptions;
/// use surefoot::declare::idle_note;
///
/// let options = RemoveFootskateOptions::default().snap_to_ground(true);
/// let note = idle_note(&options, &[("ground", "none")]).expect("there is no ground to snap to");
/// assert!(note.text.contains("snap_to_ground"), "{}", note.text);
/// assert!(idle_note(&options, &[("ground", "given")]).is_none());
/// ```
pub fn idle_note<O: Options>(options: &O, inputs: &[(&str, &str)]) -> Option<Note> {
    let idle = idle_options(options, inputs);
    let reasons: Vec<String> =
        idle.iter().map(|spec| format!("'{}' ({})", spec.name, spec.used_when_text())).collect();
    (!reasons.is_empty()).then(|| {
        Note::warning("idle-option", format!("these options have no effect here: {}", reasons.join(", ")))
    })
}

impl OptionSpec {
    /// When the option matters, in words: `needs method limbs or root; needs a ground`. Empty: always.
    ///
    /// ```
    /// use surefoot::declare::Options;
    /// use surefoot::RemoveFootskateOptions;
    ///
    /// let spec = RemoveFootskateOptions::SPECS.iter().find(|spec| spec.name == "snap_to_ground");
    /// assert_eq!(spec.expect("an option").used_when_text(), "needs method limbs; needs a ground");
    /// ```
    pub fn used_when_text(&self) -> String {
        let words = |values: &[&str]| values.join(" or ");
        let parts: Vec<String> = self
            .used_when
            .iter()
            .map(|c| match c.values {
                ["given"] => format!("needs a {}", c.subject),
                values => format!("needs {} {}", c.subject, words(values)),
            })
            .collect();
        parts.join("; ")
    }
}
