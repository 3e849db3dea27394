//! [`ShapeWeights`]: how much each node of a grid counts for a shape (docs/methods/shape_grid.md, 3).

use super::options::ShapeInterpolation;
use crate::error::{Error, Result};
use crate::model::shape_grid::ShapeAxis;
use std::f64::consts::PI;

/// Nodes that count for a shape, with their weights, which sum to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct ShapeWeights {
    pub(crate) nodes: Vec<(usize, f64)>,
}

impl ShapeWeights {
    /// The nodes that count at a shape, with their weights. `girths` has one entry per axis; beyond the ends of an axis its end counts.
    ///
    /// ```
    /// use surefoot::model::shape_grid::{ShapeAxis, ShapePart};
    /// use surefoot::ops::shape_grid::{ShapeInterpolation, ShapeWeights};
    ///
    /// let axes = [ShapeAxis { part: ShapePart::Trunk, girths: vec![0.8, 1.0, 1.4] }];
    /// let weights = ShapeWeights::new(&axes, &[1.1], ShapeInterpolation::Linear)?;
    /// assert!((weights.nodes()[0].1 - 0.75).abs() < 1e-12 && weights.nodes()[1].0 == 2);
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] for another number of girths than axes; [`Error::Invalid`] without axes or for a girth that is not finite.
    pub fn new(axes: &[ShapeAxis], girths: &[f64], interpolation: ShapeInterpolation) -> Result<Self> {
        crate::error::check_length("girths", axes.len(), girths.len())?;
        if axes.is_empty() || axes.iter().any(|axis| axis.girths.is_empty()) {
            return Err(Error::invalid("axes", "there are none; a grid needs at least one"));
        }
        // Node and weight so far; for radial weights the largest distance so far.
        let mut nodes = vec![(0usize, if interpolation == ShapeInterpolation::Radial { 0.0 } else { 1.0 })];
        for (axis, &girth) in axes.iter().zip(girths) {
            if !girth.is_finite() {
                return Err(Error::invalid(
                    format!("girth of '{}'", axis.part.name()),
                    format!("{girth} is not finite"),
                ));
            }
            let place = AxisPlace::new(&axis.girths, girth);
            let ends = [(place.lower, place.along), (place.lower + 1, 1.0 - place.along)];
            let ends = if place.along == 0.0 { &ends[..1] } else { &ends[..] };
            let count = axis.girths.len();
            nodes = nodes
                .iter()
                .flat_map(|&(node, so_far)| {
                    ends.iter().map(move |&(end, distance)| {
                        let mixed = match interpolation {
                            ShapeInterpolation::Linear => so_far * (1.0 - distance),
                            ShapeInterpolation::Hann => so_far * hann(distance),
                            ShapeInterpolation::Radial => so_far.max(distance),
                        };
                        (node * count + end, mixed)
                    })
                })
                .collect();
        }
        if interpolation == ShapeInterpolation::Radial {
            nodes.iter_mut().for_each(|(_, distance)| *distance = hann(*distance));
            // The node nearest along every axis is nearer than half a step, so the sum is at least a half.
            let sum: f64 = nodes.iter().map(|(_, weight)| weight).sum();
            nodes.iter_mut().for_each(|(_, weight)| *weight /= sum);
        }
        nodes.retain(|(_, weight)| *weight != 0.0);
        Ok(Self { nodes })
    }

    /// Nodes and their weights.
    pub fn nodes(&self) -> &[(usize, f64)] {
        &self.nodes
    }
}

/// The Hann window as a function of the distance from a node, in steps of the grid: Lyard's window (4.18) peaks half a window from its start.
fn hann(distance: f64) -> f64 {
    if distance < 1.0 { 0.5 + 0.5 * (PI * distance).cos() } else { 0.0 }
}

/// Where a girth lies on an axis.
struct AxisPlace {
    lower: usize,
    /// From the lower girth to the next, 0 to below 1; 0 at the last one.
    along: f64,
}

impl AxisPlace {
    fn new(girths: &[f64], girth: f64) -> Self {
        let last = girths.len() - 1;
        let above = girths.partition_point(|at| *at <= girth);
        let (lower, along) = match above {
            0 => (0, 0.0),
            _ if above > last => (last, 0.0),
            _ => (above - 1, (girth - girths[above - 1]) / (girths[above] - girths[above - 1])),
        };
        Self { lower, along }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_has_its_known_values() {
        for (distance, expected) in [(0.0, 1.0), (0.25, 0.853_553_4), (0.5, 0.5), (1.0, 0.0), (1.5, 0.0)] {
            assert!((hann(distance) - expected).abs() < 1e-7, "{distance}");
        }
    }
}
