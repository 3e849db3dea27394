//! The options of [`build_shape_grid`](super::build_shape_grid()) and [`query_shape_grid`](super::query_shape_grid()).

use crate::ops::remove_penetration::AllowedOverlap;

options! {
    /// How [`build_shape_grid`](super::build_shape_grid()) works.
    pub struct BuildShapeGridOptions of "build_shape_grid" {
        /// Hold planted feet on every body; the root gives way, since bones keep their lengths.
        footskate: bool = true, label "Footskate";
        /// Move clavicles, shoulders and hips outwards with the trunk.
        move_joints: bool = true, label "Move Joints";
        /// Distance that limbs aim for on the bodies; wider than that of remove_penetration, since mixed corrections fall a little short. Limbs move farther for it.
        margin: f64 = 0.0065, in 0.0..=0.05, unit "m", label "Margin";
        /// As max_mean_way of remove_penetration, on every body.
        max_mean_way: f64 = 0.08, in 0.0..=1.0, unit "m", label "Max Mean Way";
        /// Overlap of the arms that is left alone, as allowed_overlap of remove_penetration.
        allowed_overlap: AllowedOverlap = AllowedOverlap::Rest, label "Allowed Overlap";
        /// The frame whose overlap is left alone, counted from 0.
        overlap_frame: usize = 0, in 0..=1000000, label "Overlap Frame", when [allowed_overlap = "frame"];
    }
}

choices! {
    /// How corrections are mixed between the nodes of a shape grid.
    pub enum ShapeInterpolation {
        /// Linearly along every axis: nearest to what a solver would do.
        Linear = "linear", "Linear";
        /// With Hann weights along every axis: no kinks where a shape passes a node.
        Hann = "hann", "Hann";
        /// Radial Hann weights of the largest distance along any axis, as Lyard (2008) has it.
        Radial = "radial", "Radial";
    }
}

options! {
    /// The shape that [`query_shape_grid`](super::query_shape_grid()) asks for. Girths are ratios to the body that the clip came with.
    pub struct QueryShapeGridOptions of "query_shape_grid" {
        /// Girth of pelvis, spine and clavicles.
        trunk: f64 = 1.0, in 0.2..=5.0, unit "ratio", label "Trunk";
        /// Girth of the left upper arm and forearm.
        left_arm: f64 = 1.0, in 0.2..=5.0, unit "ratio", label "Left Arm";
        /// Girth of the right upper arm and forearm.
        right_arm: f64 = 1.0, in 0.2..=5.0, unit "ratio", label "Right Arm";
        /// Girth of the left thigh and shin.
        left_leg: f64 = 1.0, in 0.2..=5.0, unit "ratio", label "Left Leg";
        /// Girth of the right thigh and shin.
        right_leg: f64 = 1.0, in 0.2..=5.0, unit "ratio", label "Right Leg";
        /// How corrections are mixed between nodes.
        interpolation: ShapeInterpolation = ShapeInterpolation::Linear, label "Interpolation";
    }
}

use crate::model::shape_grid::ShapePart;

impl QueryShapeGridOptions {
    /// The girth of one part.
    pub fn girth(&self, part: ShapePart) -> f64 {
        match part {
            ShapePart::LeftLeg => self.left_leg,
            ShapePart::RightLeg => self.right_leg,
            ShapePart::Trunk => self.trunk,
            ShapePart::LeftArm => self.left_arm,
            ShapePart::RightArm => self.right_arm,
        }
    }
}
