//! Triangle meshes that move: the nearest surface point, inside or outside, boundary loops, hidden cavities.
//!
//! `parry3d` has a signed distance to a mesh, too. It keeps its own copy of the mesh, and moved vertices need a new one:
//! tree, edge table and all pseudo-normals are made again for every frame. Here the tree is built once, its boxes are
//! refitted, a query stops at a limit and starts from last time's triangle, and a normal is made only where a point looks at it.

pub(crate) mod cavities;
pub(crate) mod crossings;
pub(crate) mod nearest;
pub(crate) mod patches;
pub(crate) mod rays;
pub(crate) mod rings;
pub(crate) mod shell;
pub(crate) mod topology;
pub(crate) mod tree;
pub(crate) mod winding;

pub(crate) use cavities::{find_cavities, spread_directions};
pub(crate) use nearest::NearestTo;
pub(crate) use patches::{PatchPose, Patches};
pub(crate) use rings::Rings;
pub(crate) use shell::{PosedShell, Shell};
pub(crate) use topology::Adjacency;
pub(crate) use tree::{Bounds, Posed, PosedTree, TriangleTree};

/// A mesh point. f32, as skinning makes them.
pub(crate) type Point = nalgebra::Vector3<f32>;

/// A closed unit cube for the tests of this folder: eight points, twelve triangles, outwards.
#[cfg(test)]
pub(crate) fn cube() -> (Vec<Point>, Vec<[u32; 3]>) {
    let points =
        (0..8).map(|i| Point::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2 & 1) as f32)).collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    (points, triangles)
}

/// A bumpy closed ball for the tests of this folder.
#[cfg(test)]
pub(crate) fn bumpy_ball(rings: usize, segments: usize) -> (Vec<Point>, Vec<[u32; 3]>) {
    use std::f32::consts::PI;
    let mut points = vec![Point::new(0.0, 1.0, 0.0)];
    for r in 1..rings {
        for s in 0..segments {
            let (theta, phi) = (PI * r as f32 / rings as f32, 2.0 * PI * s as f32 / segments as f32);
            let radius =
                1.0 + 0.25 * (3.0 * phi).sin() * theta.sin() + 0.15 * (4.0 * theta).cos() * theta.sin();
            points.push(Point::new(theta.sin() * phi.cos(), theta.cos(), theta.sin() * phi.sin()) * radius);
        }
    }
    points.push(Point::new(0.0, -1.0, 0.0));
    let at = |r: usize, s: usize| (1 + (r - 1) * segments + s % segments) as u32;
    let last = points.len() as u32 - 1;
    let mut triangles = Vec::new();
    for s in 0..segments {
        triangles.push([0, at(1, s + 1), at(1, s)]);
        triangles.push([last, at(rings - 1, s), at(rings - 1, s + 1)]);
        for r in 1..rings - 1 {
            triangles.push([at(r, s), at(r, s + 1), at(r + 1, s)]);
            triangles.push([at(r, s + 1), at(r + 1, s + 1), at(r + 1, s)]);
        }
    }
    (points, triangles)
}
