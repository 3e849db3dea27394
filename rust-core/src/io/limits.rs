//! The largest numbers that a transform may hold. Larger ones mean a broken file. Readers refuse them with the node and the
//! value, before sums of squares overflow.

use super::document::Document;
use crate::error::{Error, Place, Result};
use crate::math::Vec3;
use crate::model::{JointIndex, Track};

/// Largest size of a translation (file units or metres), a scale or a matrix entry: a thousand kilometres in millimetres.
pub(super) const MAX_TRANSFORM: f64 = 1e9;

/// Whether a number is small enough for a transform.
pub(super) fn is_sane(value: f64) -> bool {
    value.abs() <= MAX_TRANSFORM
}

/// Why `what`, which holds `value`, is refused.
pub(super) fn refusal(what: &str, value: f64) -> String {
    format!("{what} holds {value:e}; the largest number allowed is {MAX_TRANSFORM:e}")
}

/// Refuses a document whose rest pose or motion went beyond the limit on the way to metres.
///
/// # Errors
/// [`Error::Format`] with the file, the joint, the frame and the value.
pub(super) fn check_document(document: &Document) -> Result<()> {
    let fail = |text: String| Err(Error::format(&document.path, Place::File, text));
    let names = document.skeleton.names();
    let absurd = |v: &Vec3| v.iter().copied().find(|&x| !is_sane(x));
    for joint in document.skeleton.joints() {
        for (what, value) in
            [("offset", document.skeleton.rest_offset(joint)), ("scale", document.skeleton.rest_scale(joint))]
        {
            if let Some(value) = absurd(&value) {
                return fail(refusal(&format!("the rest {what} of joint '{}'", names[joint.0]), value));
            }
        }
    }
    for clip in &document.clips {
        let check = |what: &str, joint: JointIndex, values: &[Vec3]| {
            let found = values.iter().enumerate().find_map(|(frame, v)| Some((frame, absurd(v)?)));
            match found {
                Some((frame, value)) => fail(refusal(
                    &format!("clip '{}', joint '{}', frame {frame}: the {what}", clip.name(), names[joint.0]),
                    value,
                )),
                None => Ok(()),
            }
        };
        check("position", JointIndex(0), clip.root_positions())?;
        let all = |what: &str, tracks: &[Track]| {
            tracks.iter().try_for_each(|track| check(what, track.joint, &track.values))
        };
        all("translation", clip.translations())?;
        all("scale", clip.scales())?;
    }
    Ok(())
}
