//! `remove_footskate`: keeps planted points where they are, and changes as little else as possible.
//!
//! Method `limbs` follows L. Kovar's cleanup in its parts (rigid anchors, analytic limbs, stretch instead of knee
//! pops) and replaces its sliding windows by least squares over the clip; `windowed` is the original with fixed
//! look-ahead; `root` and `foot-rooted` are E. Lyard's. Differences and figures: `docs/operations/remove_footskate.md`.

mod anchors;
mod ik;
mod limb;
mod limbs;
mod options;
mod output;
mod report;
mod root_placement;
mod root_solver;
mod targets;

pub use options::RemoveFootskateOptions;
pub use report::{MissedPlant, RemoveFootskateReport, RootNoise};

use super::Edited;
use super::measure_footskate::{check_lengths, measure_poses};
use super::options::Options;
use crate::error::Result;
use crate::kinematics::world_poses;
use crate::model::{Clip, Ground, Plants, Skeleton};

/// Stops planted feet and hands from sliding.
///
/// Every planted point stays at one place for as long as its plant lasts: the place given with the plant, else the
/// middle of where it was. With `ground`, feet and hands are also kept out of it. Frames further than
/// `options.cutoff` from any plant come back bit for bit, as do the root's rotation and the spine everywhere. Limbs
/// stretch by at most `options.max_stretch`; the stretch is in the clip's translation tracks.
///
/// # Errors
/// [`Error::OptionOutOfRange`](crate::Error::OptionOutOfRange); [`Error::Length`](crate::Error::Length) if clip, plants and skeleton do not belong together;
/// [`Error::MissingRoles`](crate::Error::MissingRoles) if the skeleton does not say which joints a planted limb has. Plants out of reach are not
/// errors: the report names them.
pub fn remove_footskate(
    skeleton: &Skeleton,
    clip: &Clip,
    plants: &Plants,
    ground: Option<&Ground>,
    options: &RemoveFootskateOptions,
) -> Result<Edited<RemoveFootskateReport>> {
    options.validate()?;
    check_lengths(skeleton, clip, plants)?;
    let poses = world_poses(skeleton, clip);
    let before = measure_poses(skeleton, clip.frame_rate(), &poses, plants, ground, None);
    let (edited, outcome) = limbs::clean_limbs(skeleton, clip, &poses, plants, ground, options)?;
    let new_poses = world_poses(skeleton, &edited);
    let after = measure_poses(skeleton, clip.frame_rate(), &new_poses, plants, ground, Some(&poses));
    let (root_shift_mean, root_shift_max) = root_shifts(clip, &edited);
    let report = RemoveFootskateReport {
        method: options.method,
        solver: if options.method == "limbs" { options.solver } else { "" },
        plants: plants.len(),
        before,
        after,
        changed_frames: changed_frames(clip, &edited),
        root_shift_mean,
        root_shift_max,
        root_noise: None,
        missed: outcome.missed,
        notes: outcome.notes,
        path_ratio: outcome.path_ratio.unwrap_or(1.0),
        height_factor: outcome.height_factor.unwrap_or(1.0),
    };
    Ok(Edited { clip: edited, report })
}

fn root_shifts(before: &Clip, after: &Clip) -> (f64, f64) {
    let shifts = before.root_positions().iter().zip(after.root_positions()).map(|(a, b)| (a - b).norm());
    let (mut sum, mut largest): (f64, f64) = (0.0, 0.0);
    for shift in shifts {
        sum += shift;
        largest = largest.max(shift);
    }
    (sum / before.frame_count().max(1) as f64, largest)
}

fn changed_frames(before: &Clip, after: &Clip) -> usize {
    let joints = before.joint_count();
    (0..before.frame_count())
        .filter(|&f| {
            before.root_positions()[f] != after.root_positions()[f]
                || before.rotations()[f * joints..(f + 1) * joints]
                    != after.rotations()[f * joints..(f + 1) * joints]
        })
        .count()
}
