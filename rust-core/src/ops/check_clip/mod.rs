//! [`check_clip`]: finds what files get wrong about a clip, before an operation works on it.

mod first_frame;
mod gravity;

use crate::error::Result;
use crate::model::{Clip, Skeleton, Warning};

/// Looks for signs that the clip is not what its file says; changes nothing.
///
/// - `gravity`: in the air the body falls much faster or slower than bodies do, so frame rate or unit is wrong;
///   the text names the rate and the scale that would be right.
/// - `first-frame-pose`: frame 0 is a calibration or rest pose put before the motion.
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if the clip is for another skeleton.
pub fn check_clip(skeleton: &Skeleton, clip: &Clip) -> Result<Vec<Warning>> {
    clip.check_skeleton(skeleton)?;
    // The pose put in front would be a leap to the other check.
    let first = first_frame::check(skeleton, clip);
    let motion = usize::from(first.is_some());
    Ok(first.into_iter().chain(gravity::check(skeleton, clip, motion)).collect())
}
