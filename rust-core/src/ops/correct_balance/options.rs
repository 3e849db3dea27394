//! The options of [`correct_balance`](super::correct_balance()).

choices! {
    /// What [`correct_balance`](super::correct_balance()) brings back.
    pub enum BalanceMode {
        /// The zero moment point, to where it was at most as far outside as in the original. The root moves as little as it can.
        Limit = "limit", "Limit";
        /// The path of the centre of mass, after masses or poses changed; root and trunk share the correction.
        Keep = "keep", "Keep";
    }
}

choices! {
    /// How [`correct_balance`](super::correct_balance()) finds its corrections.
    pub enum BalanceMethod {
        /// The root's shift in all frames together, by the edges of the supporting area: little motion, and feet stay where they are.
        Banded = "banded", "Banded";
        /// Leaning legs, then a leaning trunk, by splines with few control points; for comparison.
        ControlPoints = "control-points", "Control Points";
    }
}

options! {
    /// How [`correct_balance`](super::correct_balance()) works.
    pub struct CorrectBalanceOptions of "correct_balance" {
        /// What is brought back.
        mode: BalanceMode = BalanceMode::Limit, label "Mode", when [method = "banded"];
        /// How corrections are found.
        method: BalanceMethod = BalanceMethod::Banded, label "Method";
        /// Frames between control points; 0 takes a fifth of a second.
        control_spacing: usize = 0, in 0..=1000, label "Control Spacing", when [method = "control-points"];
        /// Factor on how far the zero moment point may be outside; below 0.9 motion gets stiff and exaggerated.
        target_scale: f64 = 1.0, in 0.0..=10.0, unit "ratio", label "Target Scale";
        /// How far the zero moment point may be outside where there is no original to compare with.
        threshold: f64 = 0.02, in 0.0..=1.0, unit "m", label "Threshold";
        /// Most rounds of correcting and measuring again.
        max_rounds: usize = 12, in 1..=100, label "Max Rounds";
    }
}
