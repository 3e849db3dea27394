//! [`BodyPair`]: two parts of the body that a user wants apart.

use crate::error::{Error, Result};
use crate::kinematics::body::BodyPart;
use crate::model::Side;
use std::str::FromStr;

/// More pairs than a body has parts are a mistake.
pub(super) const MAX_PAIRS: usize = 64;

/// Two parts of the body that are kept apart. The first gives way: it belongs to an arm or a leg.
///
/// Parts are `trunk`, `head`, and `clavicle`, `upper_arm`, `forearm`, `hand`, `thigh`, `shin` and `foot` of a side, such as `left_hand`.
///
/// ```
/// use surefoot::ops::remove_penetration::BodyPair;
///
/// let pair: BodyPair = "right_hand:left_thigh".parse()?;
/// assert_eq!(pair, BodyPair::new("right_hand", "left_thigh")?);
/// assert!(BodyPair::new("trunk", "left_hand").is_err());
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BodyPair {
    pub(super) part: BodyPart,
    pub(super) other: BodyPart,
}

impl BodyPair {
    /// A pair by the names of its parts.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an unknown part, for a first part that is not on an arm or leg, and for two parts of one limb.
    pub fn new(part: &str, other: &str) -> Result<Self> {
        let fail = |text: String| Error::invalid(format!("pair '{part}:{other}'"), text);
        let find = |name: &str| {
            BodyPart::from_name(name).ok_or_else(|| {
                let known: Vec<String> = BodyPart::all().map(BodyPart::name).collect();
                fail(format!("there is no part '{name}'; parts are {}", known.join(", ")))
            })
        };
        let pair = Self { part: find(part)?, other: find(other)? };
        let Some(own) = limb_of(pair.part) else {
            return Err(fail(format!("{part} cannot give way; name a part of an arm or a leg first")));
        };
        if limb_of(pair.other) == Some(own) {
            return Err(fail("both parts belong to one limb; name two that can be moved apart".to_owned()));
        }
        Ok(pair)
    }

    /// Whether the part that gives way belongs to that limb.
    pub(super) fn is_of(&self, is_arm: bool, side: Side) -> bool {
        limb_of(self.part) == Some((is_arm, side))
    }
}

impl FromStr for BodyPair {
    type Err = Error;

    /// Reads `right_hand:left_thigh`.
    fn from_str(text: &str) -> Result<Self> {
        let (part, other) = text.split_once(':').ok_or_else(|| {
            Error::invalid(
                format!("pair '{text}'"),
                "give two parts as PART:OTHER, such as right_hand:left_thigh",
            )
        })?;
        Self::new(part.trim(), other.trim())
    }
}

/// Whether a part belongs to an arm, and of which side; `None` for those of the trunk.
fn limb_of(part: BodyPart) -> Option<(bool, Side)> {
    Side::BOTH.into_iter().find_map(|side| match part {
        _ if part.is_arm_of(side) => Some((true, side)),
        _ if part.is_leg_of(side) => Some((false, side)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_cannot_be_are_refused_with_a_reason() {
        for (text, reason) in [
            ("right_hand", "PART:OTHER"),
            ("right_hand:tail", "no part 'tail'; parts are trunk, head, left_clavicle"),
            ("head:right_hand", "head cannot give way"),
            ("left_clavicle:right_hand", "left_clavicle cannot give way"),
            ("left_hand:left_forearm", "one limb"),
            ("left_foot:left_thigh", "one limb"),
        ] {
            let error = text.parse::<BodyPair>().unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        for text in [
            "right_hand:left_thigh",
            "left_thigh:trunk",
            "left_hand:right_clavicle",
            " left_foot : right_shin",
        ] {
            assert!(text.parse::<BodyPair>().is_ok(), "{text}");
        }
    }
}
