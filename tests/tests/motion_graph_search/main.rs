//! `search_motion_graph` (docs/methods/search.md) on hand-made graphs whose every frame is known
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
