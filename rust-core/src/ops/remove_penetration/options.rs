//! The options of [`remove_penetration`](super::remove_penetration()).

choices! {
    /// The overlap that [`remove_penetration`](super::remove_penetration()) leaves alone because the character was made so.
    pub enum AllowedOverlap {
        /// None.
        None = "none", "None";
        /// As deep as each vertex is in the rest pose.
        Rest = "rest", "Rest Pose";
        /// As deep as each vertex is in the rest pose or in one frame of the clip.
        Frame = "frame", "Frame";
    }
}

options! {
    /// How [`remove_penetration`](super::remove_penetration()) works.
    pub struct RemovePenetrationOptions of "remove_penetration" {
        /// Move arms out of the body and out of each other.
        arms: bool = true, label "Arms";
        /// Move thighs and shins out of each other; feet stay where they are.
        legs: bool = true, label "Legs";
        /// Hands that rest on the body, or slide over it, touch it; without it they keep the margin.
        touch: bool = true, label "Touch", when [arms = "true"];
        /// Distance that is aimed for where a limb has to give way.
        margin: f64 = 0.0035, in 0.0..=0.05, unit "m", label "Margin";
        /// A correction begins at most this long before a contact and ends at most this long after it.
        reach: f64 = 0.5, in 0.1..=5.0, unit "s", label "Reach";
        /// A limb whose hand would move by more than this, as a mean over the clip, is left alone: it was made to overlap.
        max_mean_way: f64 = 0.08, in 0.0..=1.0, unit "m", label "Max Mean Way";
        /// Overlap of the arms that is left alone.
        allowed_overlap: AllowedOverlap = AllowedOverlap::Rest, label "Allowed Overlap";
        /// The frame whose overlap is left alone.
        overlap_frame: usize = 0, in 0..=1000000, label "Overlap Frame", when [allowed_overlap = "frame"];
    }
}
