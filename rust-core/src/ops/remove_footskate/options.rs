//! The options of [`remove_footskate`](crate::remove_footskate()).

use super::report::RemoveFootskateReport;
use crate::declare::Operation;

choices! {
    /// What [`remove_footskate`](crate::remove_footskate()) moves to keep planted points in place.
    pub enum FootskateMethod {
        /// Bend legs and arms to the plants; the body stays as it is.
        Limbs = "limbs", "Limbs";
        /// Change the root's path alone; cannot hold two feet at once.
        Root = "root", "Root";
        /// Hang the body on the foot that carries it and bend the landing leg to the ground.
        FootRooted = "foot-rooted", "Foot-Rooted";
    }
}

choices! {
    /// How [`FootskateMethod::Limbs`] finds the motion between plants.
    pub enum FootskateSolver {
        /// See the whole clip.
        LeastSquares = "least-squares", "Least Squares";
        /// Look a fixed time ahead, as a live stream does.
        Windowed = "windowed", "Windowed";
    }
}

options! {
    /// How [`remove_footskate`](crate::remove_footskate()) works.
    pub struct RemoveFootskateOptions of "remove_footskate" {
        /// What moves to keep planted points in place.
        method: FootskateMethod = FootskateMethod::Limbs, label "Method";
        /// Share of the correction that is applied: 1 holds planted feet, 0 leaves the clip as it is.
        strength: f64 = 1.0, in 0.0..=1.0, unit "ratio", label "Strength";
        /// How the motion between plants is found.
        solver: FootskateSolver = FootskateSolver::LeastSquares, label "Solver", when [method = "limbs"];
        /// Largest change of a limb's length, as a part of it; 0 keeps bones rigid and lets the hips give way.
        max_stretch: f64 = 0.03, in 0.0..=0.2, unit "ratio", label "Stretch", when [method = "limbs"];
        /// Frames further than this from any plant stay as they are.
        cutoff: f64 = 0.5, in 0.0..=10.0, unit "s", label "Cutoff",
            when [method = "limbs", solver = "least-squares"];
        /// How slowly a foot's correction fades between plants.
        swing_time: f64 = 0.025, in 0.0..=1.0, unit "s", label "Swing Time",
            when [method = "limbs", solver = "least-squares"];
        /// How slowly a foot's turn fades between plants.
        turn_time: f64 = 0.04, in 0.0..=1.0, unit "s", label "Turn Time",
            when [method = "limbs", solver = "least-squares"];
        /// Share of a foot's turn about the leg that the hip takes; the ankle takes the rest.
        swivel: f64 = 0.5, in 0.0..=1.0, unit "ratio", label "Swivel", when [method = "limbs"];
        /// Ease knees that snap straight near a plant.
        soften_knees: bool = true, label "Soften Knees", when [method = "limbs", solver = "least-squares"];
        /// Smooth the root, and joints, first where they shake.
        denoise: bool = true, label "Smooth Root", when [method = "limbs"];
        /// Take a drift or a wrong scale of the root's path out of the root first.
        fit_root_path: bool = true, label "Fit Root Path", when [method = "limbs"];
        /// Put planted feet and fingertips on the ground, joints at their standing height.
        snap_to_ground: bool = false, label "Snap to Ground", when [method = "limbs", ground = "given"];
        /// Most rounds of the least-squares solver.
        rounds: usize = 8, in 1..=100, label "Rounds", when [method = "limbs", solver = "least-squares"];
        /// Half window of the windowed solver.
        window: f64 = 0.15, in 0.0..=2.0, unit "s", label "Window",
            when [method = "limbs", solver = "windowed"];
        /// How much of a plant sets its place in the windowed solver; 0 is all of it, and leaves it to the delay in a stream.
        anchor_window: f64 = 0.0, in 0.0..=2.0, unit "s", label "Anchor Window",
            when [method = "limbs", solver = "windowed"];
        /// Knee angle from which the windowed solver damps.
        damping_angle: f64 = 120.0, in 45.0..=180.0, unit "deg", label "Damping Angle",
            when [method = "limbs", solver = "windowed"];
        /// How far a stream is behind its input; 0 is live.
        delay: f64 = 0.3, in 0.0..=2.0, unit "s", label "Stream Delay", when [stream = "live"];
        /// How far the foot-rooted method lowers the body, so that legs bend instead of stretch.
        lower_body: f64 = 0.005, in 0.0..=0.1, unit "m", label "Lower Body",
            when [method = "foot-rooted", ground = "given"];
    }
}

pub(crate) const OPERATION: Operation = Operation::new::<RemoveFootskateOptions, RemoveFootskateReport>(
    "Remove Footskate",
    "Stop planted feet from sliding, without popping the knees",
);
