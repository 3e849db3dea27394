//! What a deformer is given, checked.

use super::MeshShape;
use crate::error::{Error, Result};
use crate::math::mesh::Point;

pub(super) fn check_shape(what: &'static str, shape: MeshShape<'_>) -> Result<()> {
    check_finite(what, shape.points)?;
    for (t, triangle) in shape.triangles.iter().enumerate() {
        if let Some(corner) = triangle.iter().find(|&&c| c as usize >= shape.points.len()) {
            let text = format!("triangle {t} refers to point {corner}, but there are {}", shape.points.len());
            return Err(Error::invalid(what, text));
        }
    }
    Ok(())
}

pub(super) fn check_shares(what: &'static str, weights: &[f32]) -> Result<()> {
    match weights.iter().position(|w| !(0.0..=1.0).contains(w)) {
        None => Ok(()),
        Some(v) => {
            Err(Error::invalid(what, format!("vertex {v}: {} must be a number from 0 to 1", weights[v])))
        }
    }
}

pub(super) fn check_finite(what: &'static str, points: &[Point]) -> Result<()> {
    match points.iter().position(|p| !(p.x.is_finite() && p.y.is_finite() && p.z.is_finite())) {
        None => Ok(()),
        Some(i) => Err(Error::invalid(what, format!("point {i} is not finite"))),
    }
}
