//! `choices!`: an enum whose values have a word for scripts, a label for people and a help line.

/// One value of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChoiceSpec {
    /// The word in options, files and reports: `foot-rooted`.
    pub name: &'static str,
    /// What a person reads: `Foot-Rooted`.
    pub label: &'static str,
    /// One line for a user, without a final full stop.
    pub help: &'static str,
}

impl ChoiceSpec {
    #[doc(hidden)]
    pub const fn new(name: &'static str, label: &'static str, doc: &'static str) -> Self {
        Self { name, label, help: super::help_line(doc) }
    }
}

/// A type made by `choices!`.
pub trait Choice: Copy + 'static {
    /// Every value with its word, label and help, the default first.
    const VALUES: &'static [ChoiceSpec];

    /// The word of this value.
    fn name(self) -> &'static str;

    /// The value of that word; `None` for any other.
    fn from_name(name: &str) -> Option<Self>;
}

/// Declares an enum of few words. The first is the default.
///
/// ```ignore
/// choices! {
///     /// What is compared.
///     pub enum Markers {
///         /// Feet and knees count most.
///         Legs = "legs", "Legs";
///         /// All joints count alike.
///         Uniform = "uniform", "All Joints";
///     }
/// }
/// ```
macro_rules! choices {
    (
        $(#[$meta:meta])*
        $vis:vis enum $Choice:ident {
            $( $(#[doc = $doc:literal])+ $Value:ident = $name:literal, $label:literal; )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        $vis enum $Choice {
            $( $(#[doc = $doc])+ #[serde(rename = $name)] $Value, )+
        }

        #[allow(unreachable_pub, reason = "the enum itself may be private")]
        impl $Choice {
            /// Every value, the default first.
            pub const ALL: &'static [Self] = &[$(Self::$Value),+];

            /// Every value with its word, label and help, in the order of [`Self::ALL`].
            pub const VALUES: &'static [$crate::declare::ChoiceSpec] =
                &[$($crate::declare::ChoiceSpec::new($name, $label, concat!($($doc),+))),+];

            /// The word for this value in options, files and reports.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Value => $name),+ }
            }

            /// The value of that word; `None` for any other.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }

        impl $crate::declare::Choice for $Choice {
            const VALUES: &'static [$crate::declare::ChoiceSpec] = $Choice::VALUES;

            fn name(self) -> &'static str {
                $Choice::name(self)
            }

            fn from_name(name: &str) -> Option<Self> {
                $Choice::from_name(name)
            }
        }

        /// As its word.
        impl std::fmt::Display for $Choice {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl Default for $Choice {
            fn default() -> Self {
                Self::ALL[0]
            }
        }
    };
}

#[cfg(test)]
mod tests {
    choices! {
        /// A taste.
        pub(crate) enum Taste {
            /// Like sugar.
            Sweet = "sweet", "Sweet";
            /// Like lemons,
            /// only more so.
            VerySour = "very-sour", "Very Sour";
        }
    }

    #[test]
    fn words_lead_back_to_their_values() {
        assert!(Taste::ALL.iter().all(|taste| Taste::from_name(taste.name()) == Some(*taste)));
        assert_eq!(Taste::from_name("salty"), None);
        assert_eq!(Taste::default(), Taste::Sweet);
        let sour = Taste::VALUES[1];
        assert_eq!(
            (sour.name, sour.label, sour.help),
            ("very-sour", "Very Sour", "Like lemons, only more so")
        );
        assert_eq!(serde_json::to_value(Taste::VerySour).unwrap(), "very-sour");
    }
}
