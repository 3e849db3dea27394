//! [`Block`]: vertices that give way as one, before the skin does.
//!
//! A finger is thinner than it may be deep. Pushed vertex by vertex, both of its sides end up on the body's surface, and its triangles
//! turn over. So a hand is moved as a whole first, and the skin of the forearm follows it, more and more towards the wrist. The way `t`
//! of the hand minimises
//!
//! ```text
//! Σ max(0, margin − distance(v + t))² + λ |t|²
//! ```
//!
//! over some of its vertices. That depends smoothly on the pose, so that nothing starts with a jerk; a few vertices that touch hardly
//! move the hand, and are left to the skin.

use crate::math::mesh::{NearestTo, Point};
use nalgebra::{Matrix3, Vector3};

/// Vertices that are asked, at most.
const SAMPLES: usize = 256;
/// λ, as a share of the number of vertices asked.
const STAY: f32 = 0.006;
/// Distances are measured anew this often at most.
const ROUNDS: usize = 6;
/// Which vertices push is chosen anew this often in a round.
const CHOICES: usize = 6;
/// The way does not change by more than this in a round, metres: normals tell nothing of what is farther.
const STEP: f32 = 0.03;
/// A round that changes the way by less than this is the last one, metres.
const STILL: f32 = 1e-4;

/// Vertices that move together.
#[derive(Debug, Clone, Default)]
pub(super) struct Block {
    /// Those that are asked.
    samples: Vec<u32>,
    /// All that follow, and how much of the way they go.
    pub(super) shares: Vec<(u32, f32)>,
}

impl Block {
    /// `shares` tells for every vertex how much of the way it goes; those with a whole share are the block itself.
    pub(super) fn new(shares: &[f32]) -> Self {
        let own: Vec<u32> = (0..shares.len() as u32).filter(|&v| shares[v as usize] >= 1.0).collect();
        let step = own.len().div_ceil(SAMPLES).max(1);
        Self {
            samples: own.into_iter().step_by(step).collect(),
            shares: shares
                .iter()
                .enumerate()
                .filter(|(_, s)| **s > 0.0)
                .map(|(v, s)| (v as u32, *s))
                .collect(),
        }
    }

    /// How far the block goes; exactly zero where none of its vertices lacks its margin. `hints` are triangles that may be near.
    pub(super) fn way(
        &self,
        body: &NearestTo<'_>,
        points: &[Point],
        margins: &[f32],
        hints: impl Fn(u32) -> (f32, u32),
        max_way: f32,
    ) -> Point {
        let mut way = Point::zeros();
        let stay = STAY * self.samples.len() as f32;
        // What each vertex lacks, and the direction in which its distance grows.
        let mut rows = [(Point::zeros(), 0f32); SAMPLES];
        for _ in 0..ROUNDS {
            let mut count = 0;
            for &v in &self.samples {
                let (distance, triangle) = hints(v);
                // No vertex comes closer by more than the way.
                if distance - way.norm() > margins[v as usize] {
                    continue;
                }
                let limit = distance.abs() + way.norm() + 1e-4;
                let Some(found) = body.signed(&(points[v as usize] + way), limit, Some(triangle)) else {
                    continue;
                };
                let lack = margins[v as usize] - found.distance;
                if lack > 0.0 && count < SAMPLES {
                    rows[count] = (found.normal, lack);
                    count += 1;
                }
            }
            if count == 0 {
                break;
            }
            let change = step(&rows[..count], &way, stay);
            let size = change.norm();
            way += if size > STEP { change * (STEP / size) } else { change };
            if size < STILL {
                break;
            }
        }
        let size = way.norm();
        if size > max_way { way * (max_way / size) } else { way }
    }
}

/// The change of the way that is best as far as the rows tell. Rows that no longer lack anything drop out.
fn step(rows: &[(Point, f32)], way: &Point, stay: f32) -> Point {
    let mut change = Point::zeros();
    for _ in 0..CHOICES {
        let mut square = Matrix3::from_diagonal_element(stay);
        let mut right: Vector3<f32> = way * -stay;
        for (normal, lack) in rows {
            if lack - normal.dot(&change) > 0.0 {
                square += normal * normal.transpose();
                right += normal * *lack;
            }
        }
        let Some(solved) = square.cholesky() else { break };
        let next = solved.solve(&right);
        if (next - change).norm() < STILL * 0.1 {
            return next;
        }
        change = next;
    }
    change
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_satisfies_rows_that_agree_and_splits_rows_that_do_not() {
        let up = (Point::y(), 0.02);
        let change = step(&[up; 50], &Point::zeros(), 0.3);
        assert!((change - Point::y() * 0.02).norm() < 2e-4, "{change}");
        let down = (-Point::y(), 0.02);
        let between = step(&[up, up, down, down], &Point::zeros(), 0.01);
        assert!(between.norm() < 1e-5, "{between}");
    }

    #[test]
    fn few_of_many_vertices_hardly_move_a_block() {
        let block = Block::new(&vec![1.0; 1000]);
        assert_eq!(block.samples.len(), 250);
        let change = step(&[(Point::y(), 0.01)], &Point::zeros(), STAY * block.samples.len() as f32);
        assert!(change.norm() < 0.005, "{change}");
    }
}
