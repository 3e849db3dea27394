//! The push of every vertex, averaged over the rings of the mesh.

use super::{BodyDeformer, DeformScratch, DeformedFrame, FAR, SLACK};
use crate::math::mesh::Point;

/// Share of the ring's mean in a round of smoothing.
const RING_SHARE: f32 = 0.6;
/// Every how many rounds of smoothing vertices get back what they lack.
const PROJECT_EVERY: usize = 2;
/// How often vertices that ended up inside are pushed once more: the surface is not as flat as the push supposed.
const REPAIR_ROUNDS: usize = 2;
/// … unless the nearest surface now looks in another direction, by the cosine between both: then the vertex went into another
/// part of the body, and would be pushed to and fro.
const SAME_SURFACE: f32 = 0.5;
/// The direction of a vertex is averaged with its ring unless it turns by more than the angle of this cosine.
const TURN_LIMIT: f32 = 0.5;

impl BodyDeformer {
    /// First pushes, and the vertices around them as far as smoothing carries; whether there are any.
    pub(super) fn find_active(&self, scratch: &mut DeformScratch) -> bool {
        let count = scratch.near.len();
        scratch.push.clear();
        scratch.push.resize(count, Point::zeros());
        scratch.next.clear();
        scratch.next.resize(count, Point::zeros());
        scratch.is_active.clear();
        scratch.is_active.resize(count, false);
        scratch.active.clear();
        let (softness, reach) = (self.options.softness as f32, self.reach());
        let floor = softplus(-reach, softness);
        for v in 0..count {
            let gap = scratch.near[v].distance - self.margins[v];
            if scratch.is_asking[v] && gap < reach {
                scratch.push[v] = scratch.near[v].normal * (softplus(-gap, softness) - floor);
                scratch.active.push(v as u32);
                scratch.is_active[v] = true;
            }
        }
        if scratch.active.is_empty() {
            return false;
        }
        let mut first = 0;
        for _ in 0..self.options.smoothing {
            let end = scratch.active.len();
            for i in first..end {
                for &other in self.rings.of(scratch.active[i]) {
                    if !scratch.is_active[other as usize] {
                        scratch.is_active[other as usize] = true;
                        scratch.active.push(other);
                    }
                }
            }
            first = end;
        }
        // Twins of seams are in nobody's ring: they follow the one that is.
        for &(twin, from) in self.rings.twins() {
            if scratch.is_active[from as usize] && !scratch.is_active[twin as usize] {
                scratch.is_active[twin as usize] = true;
                scratch.active.push(twin);
            }
        }
        true
    }

    /// Averages the directions in which vertices are given back what they lack with those around them. A vertex whose way out is not
    /// known gets that of its ring.
    pub(super) fn smooth_directions(&self, scratch: &mut DeformScratch) {
        for &v in &scratch.active {
            let around: Point =
                self.rings.of(v).iter().map(|&other| scratch.near[other as usize].normal).sum();
            let own = scratch.near[v as usize].normal;
            let mean = (own + around).try_normalize(1e-6).unwrap_or(own);
            let is_close = own == Point::zeros() || mean.dot(&own) >= TURN_LIMIT;
            scratch.direction[v as usize] = if is_close { mean } else { own };
        }
        for &v in &scratch.active {
            let near = &mut scratch.near[v as usize];
            if near.normal == Point::zeros() && near.triangle != FAR.triangle {
                near.normal = scratch.direction[v as usize];
            }
        }
    }

    pub(super) fn smooth(&self, scratch: &mut DeformScratch) {
        let rounds = self.options.smoothing;
        for round in 1..=rounds {
            for &v in &scratch.active {
                let ring = self.rings.of(v);
                let own = scratch.push[v as usize];
                scratch.next[v as usize] = if ring.is_empty() {
                    own
                } else {
                    let sum: Point = ring.iter().map(|&other| scratch.push[other as usize]).sum();
                    own * (1.0 - RING_SHARE) + sum * (RING_SHARE / ring.len() as f32)
                };
            }
            std::mem::swap(&mut scratch.push, &mut scratch.next);
            if round % PROJECT_EVERY == 0 || round == rounds {
                self.give_back(scratch);
            }
        }
    }

    /// Adds to each push what it lacks along its normal.
    pub(super) fn give_back(&self, scratch: &mut DeformScratch) {
        for &v in &scratch.active {
            let v = v as usize;
            let near = &scratch.near[v];
            if !scratch.is_asking[v] || near.triangle == FAR.triangle {
                continue;
            }
            let lack = (self.margins[v] - near.distance).max(0.0) - scratch.push[v].dot(&near.normal);
            if lack > 0.0 {
                let direction = scratch.direction[v];
                let along = near.normal.dot(&direction);
                scratch.push[v] += if along > 0.0 { direction * (lack / along) } else { near.normal * lack };
            }
        }
    }

    /// Measures the distances after, of every vertex that may have changed. Those that are still inside are pushed once more.
    pub(super) fn settle(
        &self,
        points: &[Point],
        base: &[Point],
        scratch: &mut DeformScratch,
        out: &mut [Point],
    ) {
        let nearest_to = self.shell.nearest_to(&scratch.shell);
        for i in 0..scratch.active.len() {
            let v = scratch.active[i] as usize;
            let near = scratch.near[v];
            let least = if near.triangle == FAR.triangle { scratch.bounds[v].0 } else { near.distance };
            if !scratch.is_asking[v] || least > (out[v] - base[v]).norm() {
                continue;
            }
            // A lighter weight is meant to leave something inside.
            let mut rounds = if scratch.shares[v] >= 1.0 { REPAIR_ROUNDS } else { 0 };
            loop {
                let limit = least.abs() + (out[v] - base[v]).norm() + SLACK;
                let Some(now) = nearest_to.signed(&out[v], limit, Some(near.triangle)) else {
                    scratch.near[v].distance = limit;
                    break;
                };
                scratch.near[v].distance = now.distance;
                let is_same_surface = now.normal.dot(&near.normal) > SAME_SURFACE;
                let is_missed = now.distance > 0.0 && near.distance < 0.0 && !is_same_surface;
                if is_missed && self.shell.encloses(&scratch.shell, &out[v]) {
                    scratch.near[v].distance = -now.distance;
                }
                let is_inside = now.distance < self.margins[v].min(0.0);
                if rounds == 0 || !is_inside || !is_same_surface || scratch.push[v].norm() >= scratch.max_push
                {
                    break;
                }
                rounds -= 1;
                scratch.push[v] += now.normal * (self.margins[v] - now.distance);
                out[v] = moved(v, points, base, scratch);
            }
        }
    }

    pub(super) fn count_pushes(
        &self,
        points: &[Point],
        base: &[Point],
        scratch: &DeformScratch,
        out: &[Point],
        frame: &mut DeformedFrame,
    ) {
        for (before, after) in points.iter().zip(out) {
            let length = (after - before).norm();
            frame.vertices_pushed += usize::from(length > 0.0);
            frame.push_max = frame.push_max.max(f64::from(length));
        }
        let wanted = scratch.active.iter().map(|&v| whole_way(v as usize, points, base, scratch).norm());
        frame.vertices_at_max_push = wanted.filter(|wanted| *wanted > scratch.max_push).count();
    }
}

/// The whole way of a vertex from where it came: that of its block, and the push as far as it is applied.
fn whole_way(vertex: usize, points: &[Point], base: &[Point], scratch: &DeformScratch) -> Point {
    base[vertex] - points[vertex] + scratch.push[vertex] * scratch.shares[vertex]
}

pub(super) fn moved(vertex: usize, points: &[Point], base: &[Point], scratch: &DeformScratch) -> Point {
    let way = whole_way(vertex, points, base, scratch);
    let length = way.norm();
    // Adding zero would turn a negative zero.
    if length == 0.0 { points[vertex] } else { points[vertex] + way * (scratch.max_push / length).min(1.0) }
}

/// A smooth maximum of 0 and `x`, which bends over a length of `softness`.
fn softplus(x: f32, softness: f32) -> f32 {
    x.max(0.0) + softness * (-x.abs() / softness).exp().ln_1p()
}
