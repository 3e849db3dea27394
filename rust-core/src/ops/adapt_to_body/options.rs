//! The options of [`adapt_to_body`](super::adapt_to_body()).

options! {
    /// Which stages [`adapt_to_body`](super::adapt_to_body()) has. What a stage does is set by its own options.
    pub struct AdaptToBodyOptions of "adapt_to_body" {
        /// Move arms and legs out of the body.
        penetration: bool = true, label "Penetration";
        /// Hold planted feet and hands.
        footskate: bool = true, label "Footskate";
        /// Bring balance back to what it was in the original, or else in the clip that came.
        balance: bool = true, label "Balance";
        /// Share of its turn that the head gives back where the trunk turned: 1 keeps the gaze, 0 leaves it to the trunk.
        gaze: f64 = 1.0, in 0.0..=1.0, unit "ratio", label "Gaze";
        /// Share of their turn that the upper arms give back where the trunk turned; arms may run into the body again.
        arm_direction: f64 = 0.0, in 0.0..=1.0, unit "ratio", label "Arm Direction";
    }
}
