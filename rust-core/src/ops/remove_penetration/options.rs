//! The options of [`remove_penetration`](super::remove_penetration()).

choices! {
    /// The overlap that [`remove_penetration`](super::remove_penetration()) leaves alone because the character was made so. Unless it is
    /// `none`, a character whose arms are inside its body even when they are held straight, 45° from it, is left alone as a whole.
    pub enum AllowedOverlap {
        /// None.
        None = "none", "None";
        /// As deep as each vertex is in the rest pose.
        Rest = "rest", "Rest Pose";
        /// As deep as each vertex is in the rest pose or in one frame of the clip.
        Frame = "frame", "Frame";
    }
}

choices! {
    /// How [`remove_penetration`](super::remove_penetration()) finds its corrections.
    pub enum PenetrationMethod {
        /// The angles of all frames together: deepest contacts, smoothness, hands and forearms in one cost.
        Spacetime = "spacetime", "Spacetime";
        /// Arms frame by frame, smoothed afterwards: shoulders alone turn.
        PerFrame = "per-frame", "Per Frame";
        /// Arms by splines with few control points against cylinders; for comparison.
        ControlPoints = "control-points", "Control Points";
    }
}

options! {
    /// How [`remove_penetration`](super::remove_penetration()) works.
    pub struct RemovePenetrationOptions of "remove_penetration" {
        /// How corrections are found.
        method: PenetrationMethod = PenetrationMethod::Spacetime, label "Method";
        /// Frames between control points; 0 places them where corrections peak.
        control_spacing: usize = 0, in 0..=1000, label "Control Spacing", when [method = "control-points"];
        /// Move arms out of the body and out of each other.
        arms: bool = true, label "Arms";
        /// Move thighs and shins out of each other; feet stay where they are.
        legs: bool = true, label "Legs";
        /// A foot may stand farther out by up to this where thighs have no other way out; whole plants move, so planted feet stay planted. 0 keeps feet in place.
        widen_stance: f64 = 0.0, in 0.0..=0.5, unit "m", label "Widen Stance", when [legs = "true"];
        /// Hands that rest on the body, or slide over it, touch it; without it they keep the margin.
        touch: bool = true, label "Touch", when [arms = "true", method = "spacetime" | "per-frame"];
        /// Distance that is aimed for where a limb has to give way. With method control-points, legs alone keep it.
        margin: f64 = 0.0035, in 0.0..=0.05, unit "m", label "Margin";
        /// A correction begins at most this long before a contact and ends at most this long after it. With method control-points, that holds for legs alone.
        reach: f64 = 0.5, in 0.1..=5.0, unit "s", label "Reach";
        /// A hand that moves by more than this, as a mean over the frames that change, is named in a note; crossed arms that need more stay crossed. With method per-frame it is twice this.
        max_mean_way: f64 = 0.08, in 0.0..=1.0, unit "m", label "Max Mean Way";
        /// Overlap of the arms that is left alone. Unless it is none, so is a character made to overlap.
        allowed_overlap: AllowedOverlap = AllowedOverlap::Rest, label "Allowed Overlap";
        /// The frame whose overlap is left alone, counted from 0.
        overlap_frame: usize = 0, in 0..=1000000, label "Overlap Frame", when [allowed_overlap = "frame"];
    }
}
