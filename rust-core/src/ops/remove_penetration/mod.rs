//! [`remove_penetration`]: move limbs out of the body's own shape.
//!
//! The method is described in docs/methods/penetration.md. Arms against the trunk, head and legs; arms against arms and legs against
//! legs are still to come, and so are the options. Until then no host calls it, and the crate lists it under `internals`.

pub(crate) mod character;
pub(crate) mod correction;
pub(crate) mod episode;
pub(crate) mod limb_solver;
pub(crate) mod look;
pub(crate) mod measure;
pub(crate) mod plan;
pub(crate) mod report;
pub(crate) mod solve;

use crate::error::Result;
use crate::model::{Clip, Note, Skeleton, Skin};
use crate::ops::Edited;
use character::PenetrationBody;
use limb_solver::LimbSolver;
use measure::measure_depths;
pub use report::{LimbChange, PenetrationMeasures, RemovePenetrationReport};

/// Moves arms out of the body, on the mesh that the character wears.
///
/// Frames far from any contact keep their bits. What cannot be solved is done as well as possible and named in the report, whose figures
/// are measured on the result.
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if the clip is for another skeleton; [`Error::Invalid`](crate::Error::Invalid) without a mesh;
/// [`Error::MissingRoles`](crate::Error::MissingRoles) without arms.
pub fn remove_penetration(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
) -> Result<Edited<RemovePenetrationReport>> {
    clip.check_skeleton(skeleton)?;
    let body = PenetrationBody::new(skeleton, skins)?;
    let depths = measure_depths(skeleton, clip, &body, f32::INFINITY, None)?;
    let solver = LimbSolver { skeleton, clip, body: &body };
    let solution = solver.solve(&depths)?;
    let (edited, after) = (solution.clip, solution.depths);
    let mut notes = Vec::new();
    for (limb, depths) in body.limbs.iter().zip(&after) {
        let left: Vec<bool> = depths.iter().map(|depth| depth.least < -report::INSIDE).collect();
        let runs = crate::math::runs::runs(&left);
        if !runs.is_empty() {
            let deepest = depths.iter().map(|depth| -depth.least).fold(0.0, f32::max);
            let part = depths
                .iter()
                .min_by(|a, b| a.least.total_cmp(&b.least))
                .map_or_else(String::new, |depth| body.mesh.parts[depth.point as usize].name());
            let text = format!("{part} is still {:.1} cm inside the body", deepest * 100.0);
            let note = Note::warning("penetration-left", text).about(limb.limb.name());
            notes.push(runs.into_iter().fold(note, Note::on));
        }
    }
    let report = RemovePenetrationReport {
        before: PenetrationMeasures::new(&depths),
        after: PenetrationMeasures::new(&after),
        limbs: report::limb_changes(&body, &solution.limbs, clip, &edited),
        notes,
    };
    Ok(Edited { clip: edited, report })
}
