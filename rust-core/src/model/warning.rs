//! [`Warning`]: what a user should know although the work could be done.

/// Something a user should know about a file or clip that could still be read, written or worked on.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Warning {
    /// Fixed word for scripts, such as `unit-estimated`.
    pub code: &'static str,
    /// A sentence for people.
    pub text: String,
}
