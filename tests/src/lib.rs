//! Help shared by the suites: real clips and generated ones.

pub mod balance_clips;
pub mod by_roles;
pub mod captured;
pub mod counting;
pub mod fbx_make;
pub mod flight_clips;
pub mod footskate_clips;
pub mod inside_oracle;
pub mod other_rest;
pub mod plant_clips;
pub mod process;
pub mod tubes;
pub mod walks;
pub mod wild;
pub mod worn;

use std::path::PathBuf;

/// The folder of real clips: `SUREFOOT_DATA`, else `../shared/data` beside the project.
///
/// `None` where it is missing, after saying so; with `CI=true` that is a failure.
pub fn data_folder() -> Option<PathBuf> {
    let folder = std::env::var_os("SUREFOOT_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    let ci = std::env::var("CI").is_ok_and(|v| v == "true");
    assert!(!ci, "real clips are missing at {} (set SUREFOOT_DATA)", folder.display());
    #[allow(clippy::print_stderr, reason = "a skipped test must say so")]
    {
        eprintln!("SKIPPED: no real clips at {} (set SUREFOOT_DATA)", folder.display());
    }
    None
}
