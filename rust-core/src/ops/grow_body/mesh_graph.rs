//! [`MeshGraph`]: the points of several skins, joined where they coincide, and which are neighbours.

use crate::math::Vec3;
use crate::model::Skin;
use std::collections::HashMap;

/// Vertices closer than this are one point of the surface, metres: seams of textures and of skins split them.
const WELD: f64 = 1e-6;

/// Points and their neighbours along edges.
pub(super) struct MeshGraph {
    /// The point of every vertex, skin after skin.
    pub point_of: Vec<Vec<u32>>,
    pub point_count: usize,
    neighbours: Vec<u32>,
    first: Vec<u32>,
}

impl MeshGraph {
    /// `positions` are in the world, skin after skin.
    pub(super) fn new(skins: &[Skin], positions: &[Vec<Vec3>]) -> Self {
        let mut known: HashMap<[i64; 3], u32> = HashMap::new();
        let mut point_of = Vec::with_capacity(skins.len());
        for places in positions {
            let mut points = Vec::with_capacity(places.len());
            for place in places {
                let key = [place.x, place.y, place.z].map(|x| (x / WELD).round() as i64);
                let next = known.len() as u32;
                points.push(*known.entry(key).or_insert(next));
            }
            point_of.push(points);
        }
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for (skin, points) in skins.iter().zip(&point_of) {
            for triangle in &skin.data().triangles {
                let [a, b, c] = triangle.map(|corner| points[corner as usize]);
                edges.extend(
                    [(a, b), (b, a), (b, c), (c, b), (c, a), (a, c)].into_iter().filter(|e| e.0 != e.1),
                );
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let mut first = vec![0; known.len() + 1];
        edges.iter().for_each(|edge| first[edge.0 as usize + 1] += 1);
        for point in 0..known.len() {
            first[point + 1] += first[point];
        }
        let neighbours = edges.into_iter().map(|edge| edge.1).collect();
        Self { point_of, point_count: known.len(), neighbours, first }
    }

    /// Every point's value replaced by the mean of its neighbours'; a point without any keeps its own.
    pub(super) fn averaged(&self, values: &[f64]) -> Vec<f64> {
        let mean = |point: usize| {
            let around = &self.neighbours[self.first[point] as usize..self.first[point + 1] as usize];
            match around.len() {
                0 => values[point],
                count => around.iter().map(|&other| values[other as usize]).sum::<f64>() / count as f64,
            }
        };
        (0..self.point_count).map(mean).collect()
    }
}
