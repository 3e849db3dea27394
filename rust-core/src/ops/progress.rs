//! [`Progress`]: how a long operation reports its progress and can be cancelled.

use crate::error::{Error, Result};

/// A callback for long operations. It gets the share done, 0 to 1, from any thread and in any order, and returns
/// whether to go on.
///
/// ```
/// use surefoot::Error;
/// use surefoot::ops::Progress;
///
/// let stop_half_way = |share: f64| share < 0.5;
/// let progress = Progress::new(&stop_half_way);
/// assert!(progress.report(0.2).is_ok());
/// assert_eq!(progress.report(0.6), Err(Error::Cancelled));
/// assert!(Progress::none().report(0.6).is_ok());
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
