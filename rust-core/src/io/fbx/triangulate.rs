//! Polygons to triangles: ear clipping for small polygons, which may be concave, and a fan for very large ones.

use crate::math::Vec3;

/// Ear clipping takes time with the square of the corners; real polygons above this are caps and flat.
const MAX_EAR_CORNERS: usize = 128;

/// Triangles of polygons given as corners, one after the other, and the number of corners of each. Polygons of fewer
/// than three corners vanish; winding is kept.
pub(super) fn triangulate(points: &[Vec3], corners: &[u32], sizes: &[u32]) -> Vec<[u32; 3]> {
    let mut out = Vec::with_capacity(corners.len().saturating_sub(2 * sizes.len()));
    let mut first = 0;
    for &size in sizes {
        let polygon = &corners[first..first + size as usize];
        first += size as usize;
        match polygon.len() {
            0..=2 => {}
            3 => out.push([polygon[0], polygon[1], polygon[2]]),
            n if n <= MAX_EAR_CORNERS => clip_ears(points, polygon, &mut out),
            _ => fan(polygon, &mut out),
        }
    }
    out
}

fn fan(polygon: &[u32], out: &mut Vec<[u32; 3]>) {
    out.extend(polygon[1..].windows(2).map(|pair| [polygon[0], pair[0], pair[1]]));
}

fn clip_ears(points: &[Vec3], polygon: &[u32], out: &mut Vec<[u32; 3]>) {
    let at = |corner: u32| points[corner as usize];
    // Newell's normal stands also on polygons that are not quite flat.
    let normal: Vec3 =
        (0..polygon.len()).map(|i| at(polygon[i]).cross(&at(polygon[(i + 1) % polygon.len()]))).sum();
    let turn = |a: Vec3, b: Vec3, c: Vec3| (b - a).cross(&(c - a)).dot(&normal);
    let mut left: Vec<u32> = polygon.to_vec();
    while left.len() > 3 {
        let n = left.len();
        let ear = (0..n).find(|&i| {
            let [a, b, c] = [left[(i + n - 1) % n], left[i], left[(i + 1) % n]];
            let [pa, pb, pc] = [at(a), at(b), at(c)];
            turn(pa, pb, pc) > 0.0
                && !left.iter().any(|&other| {
                    let p = at(other);
                    other != a
                        && other != b
                        && other != c
                        && turn(pa, pb, p) >= 0.0
                        && turn(pb, pc, p) >= 0.0
                        && turn(pc, pa, p) >= 0.0
                })
        });
        // A polygon that crosses itself or has no area has no ear; any cut will do.
        let Some(i) = ear else {
            return fan(&left, out);
        };
        out.push([left[(i + n - 1) % n], left[i], left[(i + 1) % n]]);
        left.remove(i);
    }
    out.push([left[0], left[1], left[2]]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(points: &[Vec3], triangles: &[[u32; 3]]) -> f64 {
        triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|i| points[i as usize]);
                0.5 * (b - a).cross(&(c - a)).z
            })
            .sum()
    }

    #[test]
    fn a_hollow_polygon_keeps_its_area_and_winding() {
        // An arrow head: the corner at (1, 1) points inwards, where a fan from corner 0 would overlap itself.
        let points: Vec<Vec3> =
            [(0.0, 0.0), (4.0, 1.0), (0.0, 2.0), (1.0, 1.0)].map(|(x, y)| Vec3::new(x, y, 0.0)).to_vec();
        let triangles = triangulate(&points, &[0, 1, 2, 3], &[4]);
        assert_eq!(triangles.len(), 2);
        assert!((area(&points, &triangles) - 3.0).abs() < 1e-12);
        assert!(triangles.iter().all(|&t| area(&points, &[t]) > 0.0), "{triangles:?}");
    }

    #[test]
    fn degenerate_and_large_polygons_end() {
        let points = vec![Vec3::zeros(); 300];
        let corners: Vec<u32> = (0..300).collect();
        assert_eq!(triangulate(&points, &corners, &[300]).len(), 298);
        assert_eq!(triangulate(&points, &corners[..8], &[5, 2, 1]).len(), 3);
    }
}
