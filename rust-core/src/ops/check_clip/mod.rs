//! [`check_clip`]: finds wrong frame rates, wrong units and inserted poses before an operation works on a clip.

mod first_frame;
mod gravity;

use crate::declare::{Operation, Options};
use crate::error::Result;
use crate::model::{Clip, Note, Skeleton};
use serde::Serialize;

options! {
    /// Options of [`check_clip`]: there are none yet.
    pub struct CheckClipOptions of "check_clip" {}
}

/// What [`check_clip`] found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CheckClipReport {
    /// Signs that the clip is not what its file says.
    pub notes: Vec<Note>,
}

impl CheckClipReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        match self.notes.len() {
            0 => "nothing unusual".into(),
            1 => "1 thing to look at".into(),
            count => format!("{count} things to look at"),
        }
    }
}

operation_report!(CheckClipReport);

pub(crate) const OPERATION: Operation = Operation::new::<CheckClipOptions, CheckClipReport>(
    "Check Clip",
    "Look for wrong frame rates, wrong units and inserted poses",
);

/// Looks for signs that the clip is not what its file says; changes nothing.
///
/// - `gravity`: in the air the body falls much faster or slower than bodies do, so frame rate or unit is wrong;
///   the text names the rate and the scale that would be right.
/// - `first-frame-pose`: frame 0 is a calibration or rest pose put before the motion.
///
/// ```
/// use surefoot::{Clip, CheckClipOptions, check_clip};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let clip = surefoot_sample::jump(&skeleton, &Default::default())?.clip;
///
/// let options = CheckClipOptions::default();
/// assert!(check_clip(&skeleton, &clip, &options)?.notes.is_empty());
/// // The same jump, played at half its rate: nobody falls so slowly.
/// let mut data = clip.into_data();
/// data.frame_rate /= 2.0;
/// let slow = Clip::new(&skeleton, data)?;
/// assert_eq!(check_clip(&skeleton, &slow, &options)?.notes[0].code, "gravity");
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if the clip is for another skeleton.
pub fn check_clip(skeleton: &Skeleton, clip: &Clip, options: &CheckClipOptions) -> Result<CheckClipReport> {
    options.validate()?;
    clip.check_skeleton(skeleton)?;
    // The pose put in front would be a leap to the other check.
    let first = first_frame::check(skeleton, clip);
    let motion = usize::from(first.is_some());
    let notes = first.into_iter().chain(gravity::check(skeleton, clip, motion)).collect();
    Ok(CheckClipReport { notes })
}
