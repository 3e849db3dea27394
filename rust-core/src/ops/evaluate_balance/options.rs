//! The options of [`evaluate_balance`](super::evaluate_balance()).

use crate::model::MassSource;

choices! {
    /// A way to find the masses of a body, compared by [`evaluate_balance`](super::evaluate_balance()).
    pub enum MassMethod {
        /// The volume of the mesh, shared among the joints by the skin weights.
        Mesh = "mesh", "Mesh";
        /// The average adult, by the roles of the joints.
        Table = "table", "Table";
        /// One cylinder per segment.
        Cylinders = "cylinders", "Cylinders";
        /// One ellipsoid per segment.
        Ellipsoids = "ellipsoids", "Ellipsoids";
        /// The masses of head, arms, trunk and legs with which the clip would be balanced best. Known to find bodies that nobody has.
        Optimised = "optimised", "Optimised";
        /// Masses of head, arms, trunk and legs drawn at random: what any sensible method must beat.
        Random = "random", "Random";
    }
}

options! {
    /// How [`evaluate_balance`](super::evaluate_balance()) works.
    pub struct EvaluateBalanceOptions of "evaluate_balance" {
        /// What counts as the true masses.
        reference: MassSource = MassSource::Auto, label "Reference";
        /// Forces are smoothed up to this frequency: 5 for people, 8 for runs and jumps; 0 smooths nothing, as does half of the frame rate or more.
        cutoff: f64 = 5.0, in 0.0..=100.0, unit "Hz", label "Cutoff";
        /// Soles are grown by this much on all sides: meshes are often bare, captured people wear shoes.
        sole_margin: f64 = 0.015, in 0.0..=0.1, unit "m", label "Sole Margin";
        /// Whether masses are compared; it takes most of the time.
        compare_masses: bool = true, label "Compare Masses";
        /// Bodies drawn for the random masses.
        draws: usize = 8, in 1..=1000, label "Random Bodies", when [compare_masses = "true"];
        /// Seed of the random masses.
        seed: u64 = 1, in 0..=i64::MAX, label "Seed", when [compare_masses = "true"];
    }
}
