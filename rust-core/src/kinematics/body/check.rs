//! Whether a mesh can be kept out of itself at all, and what is wrong with it otherwise.

use super::mesh::BodyMesh;
use super::part::BodyPart;
use crate::error::{Error, Result};
use crate::math::mesh::{Point, find_cavities};

/// Meshes smaller than this have no size, metres.
const LEAST_SIZE: f32 = 1e-4;

/// Which triangles cannot be seen from outside. Refuses a mesh without a surface that arms and hands could be kept out of.
///
/// # Errors
/// [`Error::Invalid`] with what is wrong.
pub(crate) fn hidden_triangles(mesh: &BodyMesh) -> Result<Vec<bool>> {
    let refused = |text: &str| Err(Error::invalid("skin", text));
    if size(&mesh.rest) < LEAST_SIZE && !mesh.rest.is_empty() {
        return refused("the mesh has no size: all its points are on one spot; check the unit");
    }
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

/// The longest side of the box around points, metres.
fn size(points: &[Point]) -> f32 {
    let longest = |axis: usize| {
        let (low, high) = points.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), point| {
            (low.min(point[axis]), high.max(point[axis]))
        });
        high - low
    };
    (0..3).map(longest).fold(0.0, f32::max)
}

/// Content of the mesh about its middle; negative where triangles face inwards. Holes matter little.
fn volume(mesh: &BodyMesh) -> f64 {
    let count = mesh.rest.len().max(1) as f64;
    let middle = mesh.rest.iter().map(|point| point.cast::<f64>()).sum::<crate::math::Vec3>() / count;
    let content = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|c| mesh.rest[c as usize].cast::<f64>() - middle);
        a.dot(&b.cross(&c)) / 6.0
    };
    mesh.triangles.iter().map(content).sum()
}
