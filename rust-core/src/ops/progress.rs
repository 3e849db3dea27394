//! [`Progress`]: how a long operation tells how far it is, and hears that it should stop.

use crate::error::{Error, Result};

/// A callback for long operations. It gets the share done, 0 to 1, from any thread and in any order, and returns
/// whether to go on.
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::{Error, MotionQuery, SearchMotionGraphOptions, search_motion_graph};
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let stop_at_once = |share: f64| {
///     assert!((0.0..=1.0).contains(&share));
///     false
/// };
/// let query = MotionQuery::ShortestWay { from: 0, to: 1, label: None };
/// let progress = Progress::new(&stop_at_once);
/// assert_eq!(progress.report(0.5), Err(Error::Cancelled));
/// assert!(Progress::none().report(0.5).is_ok());
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    callback: Option<&'a (dyn Fn(f64) -> bool + Sync)>,
}

impl<'a> Progress<'a> {
    /// Tells nobody and never stops.
    pub fn none() -> Self {
        Self { callback: None }
    }

    /// Tells `callback`; when it returns `false` the operation ends with [`Error::Cancelled`].
    pub fn new(callback: &'a (dyn Fn(f64) -> bool + Sync)) -> Self {
        Self { callback: Some(callback) }
    }

    /// Reports the share done.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the caller wants to stop.
    pub fn report(&self, share: f64) -> Result<()> {
        match self.callback {
            Some(callback) if !callback(share.clamp(0.0, 1.0)) => Err(Error::Cancelled),
            _ => Ok(()),
        }
    }
}

impl std::fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Progress").field("has_callback", &self.callback.is_some()).finish()
    }
}
