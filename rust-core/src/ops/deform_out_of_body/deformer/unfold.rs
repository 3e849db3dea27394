//! Triangles that turned over.

use super::near::OPEN_LIMIT;
use super::{BodyDeformer, DeformScratch, SLACK};
use crate::math::mesh::Point;

/// How often triangles that turned over are smoothed at most; every second time with one more ring around them.
pub(super) const UNFOLD_ROUNDS: usize = 6;

impl BodyDeformer {
    /// Gives the corners of triangles that turned over the mean way of their rings, and takes those that are inside then to the
    /// surface; whether there were any. So many `rings` around the corners are smoothed, too.
    pub(super) fn unfold(
        &self,
        points: &[Point],
        scratch: &mut DeformScratch,
        out: &mut [Point],
        rings: usize,
    ) -> bool {
        if !self.find_folded(points, scratch, out, rings) {
            return false;
        }
        for (i, &v) in scratch.folded.iter().enumerate() {
            let ring = self.rings.of(v);
            let sum: Point = ring.iter().map(|&other| out[other as usize] - points[other as usize]).sum();
            scratch.next[i] = sum / ring.len().max(1) as f32;
        }
        let nearest_to = self.shell.nearest_to(&scratch.shell);
        for (i, &v) in scratch.folded.iter().enumerate() {
            let v = v as usize;
            if scratch.shares[v] <= 0.0 || self.rings.of(v as u32).is_empty() {
                continue;
            }
            let mut place = points[v] + scratch.next[i];
            let mut is_known = true;
            if scratch.is_asking[v] {
                let least = self.margins[v].min(0.0);
                let found = nearest_to.signed(&place, OPEN_LIMIT, Some(scratch.near[v].triangle));
                let mut distance = found.map_or(OPEN_LIMIT, |now| now.distance);
                if let Some(now) = found.filter(|now| now.distance < least && scratch.shares[v] >= 1.0) {
                    place += now.normal * (least - now.distance + SLACK);
                    is_known = false;
                }
                if is_known && distance > 0.0 && self.shell.encloses(&scratch.shell, &place) {
                    distance = -distance;
                }
                scratch.near[v].distance = distance;
            }
            let way = place - points[v];
            let share = (scratch.max_push / way.norm().max(f32::MIN_POSITIVE)).min(1.0);
            out[v] = points[v] + way * share;
            // The way out of one part of the body may lead into another, and `max_push` may end it early.
            if scratch.is_asking[v] && !(is_known && share == 1.0) {
                scratch.near[v].distance = self.distance_at(&out[v], v, scratch).0;
            }
        }
        true
    }

    /// Corners of triangles that turned over, and `rings` around them; whether there are any.
    pub(super) fn find_folded(
        &self,
        points: &[Point],
        scratch: &mut DeformScratch,
        out: &[Point],
        rings: usize,
    ) -> bool {
        let folded = &mut scratch.folded;
        folded.clear();
        let turned = self.triangles.iter().filter(|&&corners| is_flipped(points, out, corners));
        folded.extend(turned.flatten());
        let mut first = 0;
        let is_known = &mut scratch.is_active;
        is_known.fill(false);
        folded.retain(|&v| !std::mem::replace(&mut is_known[v as usize], true));
        for _ in 0..rings {
            let end = folded.len();
            for i in first..end {
                for &other in self.rings.of(folded[i]) {
                    if !std::mem::replace(&mut is_known[other as usize], true) {
                        folded.push(other);
                    }
                }
            }
            first = end;
        }
        // Both sides of a seam, or neither.
        for &(twin, from) in self.rings.twins() {
            if is_known[twin as usize] != is_known[from as usize] {
                folded.push(if is_known[twin as usize] { from } else { twin });
                (is_known[twin as usize], is_known[from as usize]) = (true, true);
            }
        }
        !folded.is_empty()
    }

    pub(super) fn count_flipped(&self, before: &[Point], after: &[Point]) -> usize {
        self.triangles.iter().filter(|&&corners| is_flipped(before, after, corners)).count()
    }
}

/// Whether a triangle faces the other way after.
fn is_flipped(before: &[Point], after: &[Point], corners: [u32; 3]) -> bool {
    let normal = |points: &[Point]| normal_of(corners.map(|i| points[i as usize]));
    let is_moved = corners.iter().any(|&c| before[c as usize] != after[c as usize]);
    is_moved && normal(before).dot(&normal(after)) < 0.0
}

/// The direction that a triangle looks in, as long as twice its area.
pub(super) fn normal_of([a, b, c]: [Point; 3]) -> Point {
    (b - a).cross(&(c - a))
}
