//! How far vertices are from the body.

use super::{BodyDeformer, DeformScratch, FAR, Near, SLACK};
use crate::math::mesh::Point;

/// Pushes start where softplus is this many softnesses below the margin, with a millionth part of the full push.
const REACH: f32 = 7.0;
/// Distances are searched up to here where nothing bounds them, metres: half the depth of any trunk.
pub(super) const OPEN_LIMIT: f32 = 0.6;

impl BodyDeformer {
    /// Farthest distance from the body at which a vertex gives way.
    pub(super) fn reach(&self) -> f32 {
        REACH * self.options.softness as f32
    }

    /// Distances of all vertices that may be within reach. The walk over the mesh bounds each by its neighbour's: a signed distance
    /// changes by no more than the way between two points.
    pub(super) fn find_near(&self, points: &[Point], scratch: &mut DeformScratch) {
        scratch.near.clear();
        scratch.near.resize(points.len(), FAR);
        scratch.bounds.clear();
        scratch.bounds.resize(points.len(), (0.0, 0.0));
        self.find_near_of(points, |_| true, scratch);
    }

    /// As [`Self::find_near`], of vertices that are where they were not when it was last called.
    pub(super) fn find_near_of(
        &self,
        points: &[Point],
        is_new: impl Fn(usize) -> bool,
        scratch: &mut DeformScratch,
    ) {
        let nearest_to = self.shell.nearest_to(&scratch.shell);
        let clear = self.reach() + self.options.margin as f32;
        let mut has_near = false;
        for &(vertex, from) in &self.rings.walk {
            let (at, from) = (vertex as usize, from as usize);
            if !is_new(at) {
                has_near |= scratch.near[at].distance < clear;
                continue;
            }
            scratch.near[at] = FAR;
            let mut bounds = (f32::NEG_INFINITY, f32::INFINITY);
            if at != from {
                let way = (points[at] - points[from]).norm();
                let (least, size) = scratch.bounds[from];
                bounds = (least - way - SLACK, size + way + SLACK);
            }
            if bounds.0 > clear || !self.is_counted[at] {
                scratch.bounds[at] = bounds;
                continue;
            }
            let limit = bounds.1.min(OPEN_LIMIT);
            match nearest_to.signed(&points[at], limit, Some(scratch.near[from].triangle)) {
                Some(found) => {
                    scratch.bounds[at] = (found.distance, found.distance.abs());
                    scratch.near[at] =
                        Near { distance: found.distance, normal: found.normal, triangle: found.triangle };
                    has_near |= found.distance < clear;
                }
                None => scratch.bounds[at] = (limit, f32::INFINITY),
            }
        }
        if !has_near {
            return;
        }
        // A normal never invents an inside, but misses it where the nearest face is buried in another part of the body.
        if !scratch.has_sides {
            self.shell.prepare_sides(&mut scratch.shell);
            scratch.has_sides = true;
        }
        for &(vertex, from) in &self.rings.walk {
            let (at, from) = (vertex as usize, from as usize);
            let near = scratch.near[at];
            if !(near.distance > 0.0 && near.distance < clear && is_new(at)) {
                continue;
            }
            // No surface lies between two points that are closer to each other than one of them to the surface.
            let way = (points[at] - points[from]).norm();
            let is_told = at != from && self.is_counted[from] && scratch.near[from].distance > way;
            if !is_told && self.shell.encloses(&scratch.shell, &points[at]) {
                // The way out is not known; the ring knows better.
                scratch.near[at] = Near { distance: -near.distance, normal: Point::zeros(), ..near };
            }
        }
    }

    /// How deep each vertex that counts is, beyond what it is at rest.
    pub(super) fn depths<'a>(
        &'a self,
        scratch: &'a DeformScratch,
    ) -> impl Iterator<Item = (usize, f32)> + 'a {
        let counted = scratch.near.iter().enumerate().filter(|(v, _)| self.is_counted[*v]);
        counted.map(|(v, near)| (v, (self.margins[v].min(0.0) - near.distance).max(0.0)))
    }

    /// How deep the deepest vertex is.
    pub(super) fn depth(&self, scratch: &DeformScratch) -> f32 {
        self.depths(scratch).map(|(_, depth)| depth).fold(0.0, f32::max)
    }

    /// How far a place is from the body, by normal and winding number, and the direction in which that grows; `v` is a vertex near it.
    pub(super) fn distance_at(&self, place: &Point, v: usize, scratch: &DeformScratch) -> (f32, Point) {
        let nearest_to = self.shell.nearest_to(&scratch.shell);
        let found = nearest_to.signed(place, OPEN_LIMIT, Some(scratch.near[v].triangle));
        let (distance, normal) = found.map_or((OPEN_LIMIT, Point::zeros()), |f| (f.distance, f.normal));
        let is_missed = distance > 0.0 && self.shell.encloses(&scratch.shell, place);
        (if is_missed { -distance } else { distance }, normal)
    }
}
