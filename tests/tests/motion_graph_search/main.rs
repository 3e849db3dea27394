//! `search_motion_graph`: acceptance of KO-24 … KO-33 and MG-17 … MG-19, on hand-made graphs whose every frame is known
//! and on captured walks.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod captured;
mod control;
mod crowds;
mod exact;
mod paths;
mod places;
mod styles;
mod unicycle;
