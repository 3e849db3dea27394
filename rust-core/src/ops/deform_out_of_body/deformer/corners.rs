//! Vertices that are left where parts of the body meet.

use super::unfold::normal_of;
use super::{BodyDeformer, DeformScratch, SLACK};
use crate::math::mesh::Point;

/// Vertices deeper than this at the end are taken to the surface by whatever way there is, metres.
const LEFT: f32 = 0.0003;
/// … and may turn a triangle over if they would stay deeper than this.
const TOO_DEEP: f32 = 0.0009;
/// How often a way is looked for, and how long ways are, as a factor on what is missing.
const CORNER_ROUNDS: usize = 4;
const CORNER_LENGTHS: [f32; 2] = [1.0, 1.6];

impl BodyDeformer {
    /// Takes vertices that are still inside to the surface. They lie where parts of the body meet, and the way out of one leads into the
    /// other. So several ways are tried: that of the surface, of the ring, of the vertex so far, and those in between.
    pub(super) fn leave_corners(&self, points: &[Point], scratch: &mut DeformScratch, out: &mut [Point]) {
        let unit = |way: Point| way.try_normalize(1e-6).unwrap_or_else(Point::zeros);
        for v in 0..points.len() {
            let least = self.margins[v].min(0.0);
            let is_left = scratch.near[v].distance < least - LEFT;
            if !is_left || !scratch.is_asking[v] || scratch.shares[v] < 1.0 {
                continue;
            }
            for _ in 0..CORNER_ROUNDS {
                let (distance, normal) = self.distance_at(&out[v], v, scratch);
                if distance >= least {
                    break;
                }
                let ring = self.rings.of(v as u32);
                let around = unit(ring.iter().map(|&o| out[o as usize] - points[o as usize]).sum());
                let own = unit(out[v] - points[v]);
                // The best place, and the best of those that turn a triangle over.
                let (mut best, mut folded) = ((distance, out[v]), (distance, out[v]));
                for direction in [normal, around, own, unit(normal + own), unit(normal + around)] {
                    for length in CORNER_LENGTHS {
                        let place = out[v] + direction * ((least - distance + SLACK) * length);
                        let distance = self.distance_at(&place, v, scratch).0.min(least);
                        if distance <= best.0 + SLACK || (place - points[v]).norm() > scratch.max_push {
                            continue;
                        }
                        if !self.turns_over(v as u32, &place, points, out) {
                            best = (distance, place);
                        } else if distance > folded.0 {
                            folded = (distance, place);
                        }
                    }
                }
                if best.0 < least - TOO_DEEP && folded.0 > best.0 {
                    best = folded;
                }
                if best.1 == out[v] {
                    break;
                }
                (scratch.near[v].distance, out[v]) = best;
            }
        }
        // Both sides of a seam stay together.
        for &(twin, from) in self.rings.twins() {
            let (twin, from) = (twin as usize, from as usize);
            if points[twin] == points[from] && scratch.shares[twin] == scratch.shares[from] {
                (scratch.near[twin].distance, out[twin]) = (scratch.near[from].distance, out[from]);
            }
        }
    }

    /// Whether a triangle of a vertex turns over that did not, if the vertex goes to that place.
    pub(super) fn turns_over(&self, v: u32, place: &Point, points: &[Point], out: &[Point]) -> bool {
        self.adjacency.around(v).iter().any(|&triangle| {
            let corners = self.triangles[triangle as usize];
            let before = normal_of(corners.map(|c| points[c as usize]));
            let now = normal_of(corners.map(|c| out[c as usize]));
            let then = normal_of(corners.map(|c| if c == v { *place } else { out[c as usize] }));
            before.dot(&then) < 0.0 && before.dot(&now) >= 0.0
        })
    }
}
