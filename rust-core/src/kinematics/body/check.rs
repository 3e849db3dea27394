//! Refuses meshes that cannot be kept out of themselves, and says what is wrong with them.

use super::mesh::BodyMesh;
use super::part::BodyPart;
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::math::mesh::{Point, find_cavities};
use crate::model::rest::rest_maps;
use crate::model::{Skeleton, Skin};
use nalgebra::Matrix3;

/// Meshes smaller than this have no size, metres.
const LEAST_SIZE: f64 = 1e-4;
/// A mesh is at most this many times as large as its skeleton, and no smaller than this part of it.
const MAX_SIZE_RATIO: f64 = 30.0;
/// A mesh is flat where its thickness is below this share of its length.
const FLAT: f64 = 1e-4;
/// Largest share of edges between triangles that face different ways.
const MAX_TURNED: f64 = 0.05;
/// A bind matrix is singular where its determinant is below this share of what its size allows.
const SINGULAR: f64 = 1e-9;

/// Checks a mesh in its rest pose.
///
/// # Errors
/// [`Error::Invalid`] for a bind matrix that is singular, for a mesh of another size than the skeleton, for one that is flat or a point,
/// and for one whose triangles face different ways.
pub(super) fn check_mesh(
    skeleton: &Skeleton,
    skins: &[Skin],
    rest: &[Point],
    triangles: &[[u32; 3]],
) -> Result<()> {
    skins.iter().try_for_each(|skin| check_binds(skeleton, skin))?;
    let fail = |text: String| Err(Error::invalid("skin", text));
    let is_spot = !rest.is_empty() && extent(rest.iter().map(|point| point.map(f64::from))) < LEAST_SIZE;
    let spot = "the mesh has no size: all its points are on one spot; check the unit";
    if triangles.is_empty() {
        return if is_spot { fail(spot.to_owned()) } else { Ok(()) };
    }
    let corners = triangles.iter().flatten().map(|&corner| rest[corner as usize].map(f64::from));
    let points: Vec<Vec3> = corners.collect();
    if points.iter().any(|point| !point.iter().all(|x| x.is_finite())) {
        return fail("the mesh is not finite in the rest pose".to_owned());
    }
    let size = extent(points.iter().copied());
    // What is left of one spot is rounding.
    let farthest = points.iter().map(|point| point.norm()).fold(0.0, f64::max);
    if size <= 1e-6 * farthest {
        return fail("the mesh has no size: all its triangles are on one spot".to_owned());
    }
    if is_flat(&points) {
        return fail("the mesh is flat in the rest pose; it encloses nothing".to_owned());
    }
    let of_skeleton = extent(rest_maps(skeleton).iter().map(|map| map.translation));
    if of_skeleton > 0.0 && !(1.0 / MAX_SIZE_RATIO..=MAX_SIZE_RATIO).contains(&(size / of_skeleton)) {
        return fail(format!(
            "the mesh is {size:.3e} m large in the rest pose, but the skeleton {of_skeleton:.3e} m; bring both to one unit"
        ));
    }
    if is_spot {
        return fail(spot.to_owned());
    }
    let turned = turned_share(triangles);
    if turned > MAX_TURNED {
        return fail(format!(
            "triangles face different ways at {:.0} % of the edges; turn all of them outwards",
            100.0 * turned
        ));
    }
    Ok(())
}

/// The joints that move something have bind matrices that can be undone.
fn check_binds(skeleton: &Skeleton, skin: &Skin) -> Result<()> {
    let data = skin.data();
    let mut is_used = vec![false; data.slot_joints.len()];
    for (slot, weight) in data.influence_slots.iter().zip(&data.influence_weights) {
        is_used[*slot as usize] |= *weight > 0.0;
    }
    for (slot, bind) in data.inverse_binds.iter().enumerate().filter(|(slot, _)| is_used[*slot]) {
        let most = bind.linear.column_iter().map(|column| column.norm()).product::<f64>();
        if bind.linear.determinant().abs() <= SINGULAR * most {
            let joint = skeleton.name(data.slot_joints[slot]);
            let text =
                format!("the inverse bind matrix of joint '{joint}' is singular: what it moves is flat");
            return Err(Error::invalid(format!("skin '{}'", data.name), text));
        }
    }
    Ok(())
}

/// Which triangles cannot be seen from outside. Refuses a mesh without a surface that arms and hands could be kept out of.
///
/// # Errors
/// [`Error::Invalid`] with what is wrong.
pub(crate) fn hidden_triangles(mesh: &BodyMesh) -> Result<Vec<bool>> {
    let refused = |text: &str| Err(Error::invalid("skin", text));
    if mesh.triangles.is_empty() {
        return refused("there is no mesh; a skinned character is needed");
    }
    let hidden = find_cavities(&mesh.rest, &mesh.triangles);
    let is_body = |part: BodyPart| !part.is_arm_or_clavicle();
    let mut of_body = mesh
        .triangles
        .iter()
        .zip(&hidden)
        .filter(|(corners, _)| corners.iter().all(|&c| is_body(mesh.parts[c as usize])))
        .peekable();
    if of_body.peek().is_none() {
        return refused("trunk, head and legs have no triangle: only arms or hands are skinned");
    }
    if of_body.all(|(_, hidden)| *hidden) {
        return refused(match volume(mesh) < 0.0 {
            true => {
                "no triangle of the body can be seen from outside, since triangles face inwards; turn them around"
            }
            false => "no triangle of trunk, head and legs can be seen from outside",
        });
    }
    Ok(hidden)
}

/// Content of the mesh about its middle; negative where triangles face inwards. Holes matter little.
fn volume(mesh: &BodyMesh) -> f64 {
    let count = mesh.rest.len().max(1) as f64;
    let middle = mesh.rest.iter().map(|point| point.cast::<f64>()).sum::<Vec3>() / count;
    let content = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|c| mesh.rest[c as usize].cast::<f64>() - middle);
        a.dot(&b.cross(&c)) / 6.0
    };
    mesh.triangles.iter().map(content).sum()
}

/// Length of the diagonal of the box around points.
fn extent(points: impl Iterator<Item = Vec3>) -> f64 {
    let start = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
    let (low, high) = points.fold(start, |(low, high), point| (low.inf(&point), high.sup(&point)));
    if low.x <= high.x { (high - low).norm() } else { 0.0 }
}

fn is_flat(points: &[Vec3]) -> bool {
    let middle = points.iter().sum::<Vec3>() / points.len() as f64;
    let spread: Matrix3<f64> = points.iter().map(|p| (p - middle) * (p - middle).transpose()).sum();
    let variances = spread.symmetric_eigenvalues();
    variances.min() <= FLAT * FLAT * variances.max()
}

/// The share of the edges between two triangles along which both run the same way.
fn turned_share(triangles: &[[u32; 3]]) -> f64 {
    let mut edges: Vec<(u32, u32, bool)> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)])
        .map(|(from, to)| (from.min(to), from.max(to), from < to))
        .collect();
    edges.sort_unstable();
    let (mut pairs, mut turned) = (0usize, 0usize);
    for edge in edges.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        // Edges of sheets with two sides have more.
        if let [first, second] = edge {
            pairs += 1;
            turned += usize::from(first.2 == second.2);
        }
    }
    turned as f64 / pairs.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::mesh::bumpy_ball;

    #[test]
    fn triangles_that_face_different_ways_are_counted() {
        let (_, mut triangles) = bumpy_ball(16, 24);
        assert_eq!(turned_share(&triangles), 0.0);
        triangles.iter_mut().step_by(2).for_each(|t| t.swap(1, 2));
        assert!(turned_share(&triangles) > 0.3);
        // All inside out is of one mind; that is found where nothing can be seen from outside.
        triangles.iter_mut().skip(1).step_by(2).for_each(|t| t.swap(1, 2));
        assert_eq!(turned_share(&triangles), 0.0);
        let both_sides = [[0, 1, 2], [0, 2, 1], [1, 3, 2], [1, 2, 3]];
        assert_eq!(turned_share(&both_sides), 0.0);
    }

    #[test]
    fn what_is_flat_is_flat_in_any_direction() {
        let (points, _) = bumpy_ball(8, 12);
        let body: Vec<Vec3> = points.iter().map(|p| p.map(f64::from)).collect();
        assert!(!is_flat(&body));
        let tilted: Vec<Vec3> = body.iter().map(|p| Vec3::new(p.x, p.y, 0.3 * p.x - 0.7 * p.y)).collect();
        assert!(is_flat(&tilted));
    }
}
