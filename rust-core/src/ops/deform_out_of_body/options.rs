//! The options of [`deform_out_of_body`](super::deform_out_of_body()).

choices! {
    /// Which part of the body gives way in [`deform_out_of_body`](super::deform_out_of_body()).
    pub enum YieldingPart {
        /// Both arms.
        Arms = "arms", "Arms";
        /// The left arm alone.
        LeftArm = "left-arm", "Left Arm";
        /// The right arm alone.
        RightArm = "right-arm", "Right Arm";
    }
}

options! {
    /// How [`deform_out_of_body`](super::deform_out_of_body()) works.
    pub struct DeformOutOfBodyOptions of "deform_out_of_body" {
        /// The part that gives way.
        part: YieldingPart = YieldingPart::Arms, label "Part";
        /// Distance from the body that pushed vertices keep.
        margin: f64 = 0.002, in 0.0..=0.05, unit "m", label "Margin";
        /// How early vertices start to give way before they touch; larger is smoother and moves more of them.
        softness: f64 = 0.004, in 0.0005..=0.05, unit "m", label "Softness";
        /// How often the push is averaged over neighbouring vertices.
        smoothing: usize = 10, in 0..=50, label "Smoothing";
        /// Share of the push that is applied; 0 changes nothing.
        envelope: f64 = 1.0, in 0.0..=1.0, unit "ratio", label "Envelope";
        /// No vertex is pushed farther than this. A safety: what is deeper stays inside.
        max_push: f64 = 0.1, in 0.001..=1.0, unit "m", label "Max Push";
    }
}
