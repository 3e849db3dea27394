//! The options of [`search_motion_graph`](super::search_motion_graph).

use super::report::SearchMotionGraphReport;
use crate::declare::Operation;

choices! {
    /// How a walk through the graph is searched for.
    pub enum SearchMethod {
        /// One beam that sees the whole path.
        Beam = "beam", "Beam";
        /// A beam that looks a few seconds ahead, again and again.
        HorizonBeam = "horizon-beam", "Horizon Beam";
        /// Look a few seconds ahead and find the best there is, again and again.
        BranchAndBound = "branch-and-bound", "Branch and Bound";
    }
}

options! {
    /// How [`search_motion_graph`](super::search_motion_graph) works.
    pub struct SearchMotionGraphOptions of "search_motion_graph" {
        /// How motion is searched for.
        method: SearchMethod = SearchMethod::Beam, label "Method",
            when [query = "path" | "connect" | "custom"];
        /// Walks that a beam keeps at each frame: more of them follow a path better but take longer.
        beam_width: usize = 100, in 1..=100_000, label "Beam Width",
            when [query = "path" | "connect" | "custom"];
        /// How far the horizon methods look ahead.
        horizon: f64 = 5.0, in 0.1..=3600.0, unit "s", label "Horizon",
            when [method = "horizon-beam" | "branch-and-bound", query = "path" | "connect" | "custom"];
        /// How much of the horizon is kept before looking ahead again.
        retain: f64 = 0.9, in 0.03..=3600.0, unit "s", label "Retain",
            when [method = "horizon-beam" | "branch-and-bound", query = "path" | "connect" | "custom"];
        /// Cost of a transition: a higher cost gives fewer transitions and a looser path.
        transition_cost: f64 = 0.1, in 0.0..=1000.0, unit "m²", label "Transition Cost",
            when [query = "path" | "connect"];
        /// Speed at which the path moves on while the character stands, as a share of the usual speed.
        min_progress: f64 = 0.4, in 0.0..=1.0, unit "ratio", label "Least Progress", when [query = "path"];
        /// How far before the end of a piece the next style may begin.
        style_tolerance: f64 = 0.85, in 0.0..=100.0, unit "m", label "Style Tolerance", when [query = "path"];
        /// Cost of a wrong direction where a clip ends at a place.
        turn_cost: f64 = 1.0, in 0.0..=1000.0, unit "m²/rad²", label "Turn Cost", when [query = "connect"];
        /// Cost of time on the way to a place.
        time_cost: f64 = 0.02, in 0.0..=1000.0, unit "m²/s", label "Time Cost", when [query = "connect"];
        /// Starting points in the graph that are tried for a path; the seed picks them.
        starts: usize = 100, in 1..=1_000_000, label "Starts", when [query = "path" | "custom"];
        /// Pick at random among walks up to this much costlier than the best.
        variation: f64 = 0.0, in 0.0..=10.0, unit "ratio", label "Variation",
            when [query = "path" | "connect" | "custom"];
        /// Equal seeds give equal walks.
        seed: u64 = 0, in 0..=i64::MAX, label "Seed";
        /// Give up a walk that takes this many times the usual time.
        patience: f64 = 3.0, in 1.0..=1000.0, unit "ratio", label "Patience",
            when [query = "path" | "connect" | "custom"];
        /// Walks that branch and bound examines each time before it takes the best so far.
        max_expansions: usize = 200_000, in 1..=1_000_000_000, label "Most Walks",
            when [method = "branch-and-bound", query = "path" | "connect" | "custom"];
        /// Leave out transitions that begin or end on a jolt, such as a heel strike.
        smooth_seams: bool = true, label "Smooth Seams";
        /// Remove the footskate of the result.
        cleanup: bool = true, label "Remove Footskate";
    }
}

pub(crate) const OPERATION: Operation = Operation::new::<SearchMotionGraphOptions, SearchMotionGraphReport>(
    "Search Motion Graph",
    "Make new motion from a motion graph: along a path, between places, at random",
);
