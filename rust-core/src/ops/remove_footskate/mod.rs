//! `remove_footskate`: keeps planted points where they are, and changes as little else as possible.
//!
//! Method `limbs` follows L. Kovar's cleanup in its parts (rigid anchors, analytic limbs, stretch instead of knee
//! pops) and replaces its sliding windows by least squares over the clip; `windowed` is the original with fixed
//! look-ahead; `root` and `foot-rooted` are E. Lyard's. Differences and figures: `docs/operations/remove_footskate.md`.

mod carry;
mod cut_notes;
mod denoise;
mod denoise_joints;
mod findings;
mod foot_rooted;
mod limbs;
mod moves;
mod options;
mod place_limbs;
mod report;
mod root_method;
mod root_path;
mod stream;
mod support;
mod transfer;
mod windowed;

pub use denoise_joints::JointNoise;
pub(crate) use options::OPERATION;
pub use options::{FootskateMethod, FootskateSolver, RemoveFootskateOptions};
pub use report::{MissedPlant, RemoveFootskateReport, RootNoise};
pub use root_path::RootPathFit;
pub use stream::{FootskateStream, PlantState, StreamFrame};

use super::Edited;
use super::measure_footskate::{Scene, check_lengths, measure_poses};
use crate::declare::{Options, idle_note};
use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::kinematics::cuts::pose_segments;
use crate::kinematics::forward::pose_clip;
use crate::kinematics::limb;
use crate::kinematics::reference_leg;
use crate::kinematics::segments::{join_clips, plants_of_segment, split_plants};
use crate::math::{Vec3, slerp};
use crate::model::clip::ClipData;
use crate::model::{Clip, Ground, JointIndex, Plants, Skeleton};
use findings::Findings;
use std::ops::Range;

/// Stops planted feet and hands from sliding.
///
/// Every planted point stays at one place for as long as its plant lasts: the place given with the plant, else the
/// middle of where it was. With `ground`, feet and hands are also kept out of it. Frames further than
/// `options.cutoff` from any plant come back bit for bit, as do the root's rotation and the spine everywhere, unless the clip
/// shakes (`options.denoise`) or its root's path is at fault (`options.fit_root_path`): then all frames are mended first, and
/// the report says so. Limbs stretch by at most `options.max_stretch`; the stretch is in the clip's translation tracks.
///
/// Where the clip jumps (a pose before the capture, clips pasted together) each part is cleaned as a clip of its own,
/// and the report says so.
///
/// ```
/// use surefoot::{DetectPlantsOptions, RemoveFootskateOptions, detect_plants, remove_footskate};
/// # use surefoot_sample::faults;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
/// # let (skeleton, clip) = faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.88)?;
///
/// // A clip that was copied to shorter legs: the feet slide.
/// let plants = detect_plants(&skeleton, &clip, None, &DetectPlantsOptions::default())?.plants;
/// let options = RemoveFootskateOptions::default().max_stretch(0.0);
/// let edited = remove_footskate(&skeleton, &clip, &plants, None, &options)?;
/// assert!(edited.report.before.slide_mean > 0.05);
/// assert!(edited.report.after.slide_mean < 0.01, "{}", edited.report.summary());
/// # Ok::<(), surefoot::Error>(())
/// ```
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
    let given = plants.len();
    let mut poses = pose_clip(skeleton, clip);
    let segments = pose_segments(skeleton, &poses, clip.frame_time());
    let (plants, split) = split_plants(plants, &segments)?;
    let mut notes = cut_notes::notes_on_cuts(&segments, &split);
    let inputs = [("ground", if ground.is_some() { "given" } else { "none" }), ("stream", "none")];
    notes.extend(idle_note(options, &inputs));
    let scene =
        Scene { skeleton, frame_rate: clip.frame_rate(), plants: &plants, ground, segments: &segments };
    let before = measure_poses(&scene, &poses, None);
    let cleanup = Cleanup { skeleton, ground, options };
    let (edited, findings, root_noise) = match segments.as_slice() {
        [_, _, ..] => cleanup.clean_segments(clip, &plants, &segments)?,
        _ => cleanup.clean_segment(clip, &poses, &plants)?,
    };
    let edited = weaken(skeleton, clip, edited, options.strength)?;
    let findings = findings::join_findings(findings);
    notes.extend(findings.notes);
    let new_poses = pose_clip(skeleton, &edited);
    // What is told from here on is about the root, or against the clip on its mended path.
    if let Some((_, shifts)) = &findings.root_path {
        poses.shift(shifts);
    }
    let after = measure_poses(&scene, &new_poses, Some(&poses));
    let mut missed = findings.missed;
    // A weaker correction does not reach places, and none of it smooths nothing.
    if options.strength == 1.0 {
        missed.extend(report::missed_places(skeleton, &new_poses, &plants, &missed, options.method));
    }
    let is_off = options.strength == 0.0;
    // A weaker correction moves the root by so much less.
    let root_noise = root_noise.map(|n| RootNoise { moved: n.moved * options.strength, ..n });
    notes.extend(report::notes_on(&after, ground.is_some(), options));
    let (root_shift_mean, root_shift_max) = root_shifts(clip, &edited);
    let largest = moves::largest_move(&poses, &new_poses);
    let side_changes = moves::side_changes(skeleton, &poses, &new_poses);
    notes.extend(moves::notes_on_moves(skeleton, &poses, &largest, &side_changes));
    let report = RemoveFootskateReport {
        method: options.method,
        solver: (options.method == FootskateMethod::Limbs).then_some(options.solver),
        plants: given,
        before,
        after,
        changed_frames: changed_frames(skeleton, clip, &edited),
        root_shift_mean,
        root_shift_max,
        root_noise: root_noise.filter(|_| !is_off),
        joint_noise: findings.joint_noise.filter(|_| !is_off),
        root_path: findings.root_path.map(|(fit, _)| fit),
        joint_move_max: largest.distance,
        joint_move_joint: skeleton.name(largest.joint).to_owned(),
        joint_move_frame: largest.frame,
        side_changes: side_changes.iter().flat_map(|change| &change.frames).map(Range::len).sum(),
        missed,
        notes,
        path_ratio: findings.path.filter(|[before, _]| *before > 1e-9).map_or(1.0, |[b, a]| a / b),
        height_factor: findings.height_factor.unwrap_or(1.0),
    };
    Ok(Edited { clip: edited, report })
}

/// The edited clip with only a share of what was changed; none or all of it is the one clip or the other, bit for bit.
fn weaken(skeleton: &Skeleton, source: &Clip, edited: Clip, strength: f64) -> Result<Clip> {
    if strength >= 1.0 {
        return Ok(edited);
    }
    if strength <= 0.0 {
        return Ok(source.clone());
    }
    let mut data = edited.into_data();
    for (to, from) in data.rotations.iter_mut().zip(source.rotations()) {
        // What did not change stays bit for bit.
        if to != from {
            *to = slerp(from, to, strength);
        }
    }
    let mix = |from: &Vec3, to: &mut Vec3| *to = from + (*to - from) * strength;
    for (to, from) in data.root_positions.iter_mut().zip(source.root_positions()) {
        mix(from, to);
    }
    for track in &mut data.translations {
        let rest = skeleton.rest_offset(track.joint);
        let before = source.translations().iter().find(|t| t.joint == track.joint);
        for (frame, to) in track.values.iter_mut().enumerate() {
            mix(before.map_or(&rest, |t| &t.values[frame]), to);
        }
    }
    Clip::new(skeleton, data)
}

/// A clip cleaned in one or more segments, with what was said of each, and the noise that was smoothed away.
type Cleaned = (Clip, Vec<(Range<usize>, Findings)>, Option<RootNoise>);

/// What all segments share.
#[derive(Clone, Copy)]
struct Cleanup<'a> {
    skeleton: &'a Skeleton,
    ground: Option<&'a Ground>,
    options: &'a RemoveFootskateOptions,
}

/// A stretch of the clip between cuts.
#[derive(Clone, Copy)]
struct ClipSegment<'a> {
    clip: &'a Clip,
    poses: &'a WorldPoses,
    plants: &'a Plants,
    /// Whether its root or joints were smoothed.
    was_noisy: bool,
}

impl Cleanup<'_> {
    fn clean_segments(&self, clip: &Clip, plants: &Plants, segments: &[Range<usize>]) -> Result<Cleaned> {
        let (mut parts, mut all_findings) = (Vec::new(), Vec::new());
        let mut noise: Option<RootNoise> = None;
        let mut moved = 0.0;
        for segment in segments {
            let part = clip.slice(segment.clone())?;
            let plants = plants_of_segment(plants, segment)?;
            let (cleaned, said, shaking) =
                self.clean_segment(&part, &pose_clip(self.skeleton, &part), &plants)?;
            all_findings.extend(said.into_iter().map(|(_, findings)| (segment.clone(), findings)));
            if let Some(found) = shaking {
                moved += found.moved * segment.len() as f64 / clip.frame_count() as f64;
                noise = noise.filter(|n| n.deviation > found.deviation).or(Some(found));
            }
            parts.push((segment.clone(), cleaned));
        }
        let noise = noise.map(|n| RootNoise { moved, ..n });
        Ok((join_clips(self.skeleton, clip, &parts)?, all_findings, noise))
    }

    fn clean_segment(&self, clip: &Clip, poses: &WorldPoses, plants: &Plants) -> Result<Cleaned> {
        let all = 0..clip.frame_count();
        let (clip, findings, noise) = match denoised(self.skeleton, clip, poses, plants, self.options)? {
            Some(smooth) => {
                let poses = pose_clip(self.skeleton, &smooth.clip);
                let segment = ClipSegment { clip: &smooth.clip, poses: &poses, plants, was_noisy: true };
                let (clip, mut findings) = self.clean_path(&segment)?;
                findings.joint_noise = smooth.joints;
                (clip, findings, smooth.root)
            }
            None => {
                let (clip, findings) =
                    self.clean_path(&ClipSegment { clip, poses, plants, was_noisy: false })?;
                (clip, findings, None)
            }
        };
        Ok((clip, vec![(all, findings)], noise))
    }

    /// Takes a fault of the root's path out of it, then cleans. The findings say how far that moves frames at the
    /// strength that is asked for.
    fn clean_path(&self, segment: &ClipSegment<'_>) -> Result<(Clip, Findings)> {
        let ClipSegment { clip, poses, plants, was_noisy } = *segment;
        let RemoveFootskateOptions { fit_root_path, method, strength, .. } = *self.options;
        let is_wanted = fit_root_path && method == FootskateMethod::Limbs && strength > 0.0;
        let fit = is_wanted
            .then(|| root_path::fit_root_path(self.skeleton, clip, poses, plants, was_noisy))
            .flatten();
        let Some((mut shifts, mut fit)) = fit else { return self.clean(segment) };
        let mut data = clip.clone().into_data();
        data.root_positions.iter_mut().zip(&shifts).for_each(|(p, shift)| *p += shift);
        let moved = Clip::new(self.skeleton, data)?;
        let poses = poses.shifted(&shifts);
        let (clip, mut findings) = self.clean(&ClipSegment { clip: &moved, poses: &poses, ..*segment })?;
        // The caller weakens the whole correction, this part of it too.
        shifts.iter_mut().for_each(|shift| *shift *= strength);
        fit.moved *= strength;
        findings.notes.push(fit.note());
        findings.root_path = Some((fit, shifts));
        Ok((clip, findings))
    }

    fn clean(&self, segment: &ClipSegment<'_>) -> Result<(Clip, Findings)> {
        let Cleanup { skeleton, ground, options } = *self;
        let ClipSegment { clip, poses, plants, .. } = *segment;
        match (options.method, options.solver) {
            (FootskateMethod::Root, _) => root_method::move_root(skeleton, clip, poses, plants, ground),
            (FootskateMethod::FootRooted, _) => {
                foot_rooted::root_at_foot(skeleton, clip, poses, plants, ground, options)
            }
            (FootskateMethod::Limbs, FootskateSolver::Windowed) => windowed::clean_windowed(self, segment),
            (FootskateMethod::Limbs, FootskateSolver::LeastSquares) => limbs::clean_limbs(self, segment),
        }
    }
}

/// A clip without the shaking of its root and its joints.
struct Denoised {
    clip: Clip,
    root: Option<RootNoise>,
    joints: Option<JointNoise>,
}

/// The clip with its root and joints smoothed where they shake, if that is wanted.
fn denoised(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    plants: &Plants,
    options: &RemoveFootskateOptions,
) -> Result<Option<Denoised>> {
    if !options.denoise
        || options.method != FootskateMethod::Limbs
        || plants.is_empty()
        || clip.frame_count() == 0
    {
        return Ok(None);
    }
    let (limbs, _) = limb::find_limbs(skeleton);
    let leg = limb::longest_leg(&limbs, |joint| poses.position(0, joint));
    let joints = denoise_joints::smooth_joints(skeleton, clip, poses, leg / reference_leg::REACHED);
    let calm = match &joints {
        Some((rotations, _)) => {
            let data = ClipData { rotations: rotations.clone(), ..clip.clone().into_data() };
            Some(Clip::new(skeleton, data)?)
        }
        None => None,
    };
    let calm_poses = calm.as_ref().map(|calm| pose_clip(skeleton, calm));
    let poses = calm_poses.as_ref().unwrap_or(poses);
    let calm = calm.as_ref().unwrap_or(clip);
    let root = denoise::smooth_root(skeleton, calm, poses, plants, leg);
    if joints.is_none() && root.is_none() {
        return Ok(None);
    }
    let mut data = calm.clone().into_data();
    let noise = root.map(|(path, noise)| {
        data.root_positions = path;
        noise
    });
    let clip = Clip::new(skeleton, data)?;
    Ok(Some(Denoised { clip, root: noise, joints: joints.map(|(_, noise)| noise) }))
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

fn changed_frames(skeleton: &Skeleton, before: &Clip, after: &Clip) -> usize {
    let joints = before.joint_count();
    let offset = |clip: &Clip, joint: JointIndex, frame: usize| {
        let track = clip.translations().iter().find(|track| track.joint == joint);
        track.map_or_else(|| skeleton.rest_offset(joint), |track| track.values[frame])
    };
    // A cleanup adds tracks and never takes one away.
    let moved = |f: usize| after.translations().iter().any(|t| t.values[f] != offset(before, t.joint, f));
    (0..before.frame_count())
        .filter(|&f| {
            before.root_positions()[f] != after.root_positions()[f]
                || before.rotations()[f * joints..(f + 1) * joints]
                    != after.rotations()[f * joints..(f + 1) * joints]
                || moved(f)
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Quat, Vec3};
    use crate::model::clip::ClipData;
    use crate::model::{Joint, Track};

    #[test]
    fn a_frame_that_only_stretches_counts_as_changed() {
        let joints =
            vec![Joint::new("hip", None, Vec3::zeros()), Joint::new("knee", Some(JointIndex(0)), Vec3::y())];
        let skeleton = Skeleton::new(joints, vec![]).unwrap();
        let mut data = ClipData {
            name: "still".into(),
            frame_rate: 60.0,
            rotations: vec![Quat::identity(); 6],
            root_positions: vec![Vec3::zeros(); 3],
            translations: Vec::new(),
            scales: Vec::new(),
        };
        let clip = Clip::new(&skeleton, data.clone()).unwrap();
        let values = vec![Vec3::y(), Vec3::y() * 1.01, Vec3::y()];
        data.translations.push(Track { joint: JointIndex(1), values });
        let stretched = Clip::new(&skeleton, data).unwrap();
        assert_eq!(changed_frames(&skeleton, &clip, &stretched), 1);
        assert_eq!(changed_frames(&skeleton, &stretched, &stretched), 0);
    }

    #[test]
    fn strength_scales_the_correction() {
        let skeleton = crate::sample::biped_skeleton(&Default::default()).unwrap();
        let walk = crate::sample::walk(&skeleton, &Default::default()).unwrap();
        let mut data = walk.clip.clone().into_data();
        for (frame, place) in data.root_positions.iter_mut().enumerate() {
            place.x += 0.002 * frame as f64;
        }
        let clip = Clip::new(&skeleton, data).unwrap();
        let clean = |strength: f64| {
            let options = RemoveFootskateOptions::default().strength(strength);
            remove_footskate(&skeleton, &clip, &walk.plants, None, &options).unwrap()
        };
        let [none, half, full] = [0.0, 0.5, 1.0].map(clean);
        let slide = |edited: &Edited<RemoveFootskateReport>| edited.report.after.slide_mean;
        assert!(none.clip == clip, "a strength of 0 changes nothing");
        assert_eq!(none.report.changed_frames, 0);
        let before = none.report.before.slide_mean;
        assert!(slide(&none) == before && slide(&full) < 1e-3 * before);
        assert!((0.3..0.7).contains(&(slide(&half) / before)), "{} of {before}", slide(&half));
        let moved = |edited: &Edited<RemoveFootskateReport>| edited.report.after.pose_change_mean;
        assert!((moved(&half) / moved(&full) - 0.5).abs() < 0.02, "{} of {}", moved(&half), moved(&full));
    }
}
