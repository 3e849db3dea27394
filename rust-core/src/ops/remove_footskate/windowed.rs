//! Solver `windowed`: a clip run through [`FootskateStream`], so that both give the same bits.

use super::findings::Findings;
use super::limbs::{LimbPlan, plan_limbs};
use super::report::MissedPlant;
use super::stream::{FootskateStream, PlantState, StreamFrame};
use super::{Cleanup, ClipSegment};
use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::kinematics::anchors::{Anchor, body_point};
use crate::kinematics::forward::pose_clip;
use crate::math::Vec3;
use crate::model::{BodyPoint, Clip, Plants, Skeleton, Track};

/// Points nearer than this to their place are on it, metres.
const MISSED: f64 = 1e-4;

/// Runs the solver.
///
/// # Errors
/// As [`FootskateStream::new`], and [`crate::Error::MissingRoles`] if a plant's limb has no joints.
pub(crate) fn clean_windowed(cleanup: &Cleanup<'_>, segment: &ClipSegment<'_>) -> Result<(Clip, Findings)> {
    let Cleanup { skeleton, ground, options } = *cleanup;
    let ClipSegment { clip, plants, .. } = *segment;
    let mut findings = Findings::default();
    let plans = plan_limbs(cleanup, segment, &mut findings)?;
    let count = clip.frame_count();
    let mut stream = FootskateStream::build(skeleton, clip.frame_rate(), ground, options, false)?;
    // With the whole clip at hand a plant's place comes from all of its frames.
    let whole = options.anchor_window <= 0.0;
    let mut states: Vec<Vec<PlantState>> = vec![Vec::new(); count];
    for plan in &plans {
        for anchor in &plan.anchors {
            let point = body_point(&plan.limb, anchor);
            let position = (whole || anchor.is_fixed).then_some(anchor.position);
            for frame in plant_frames(plants, point, anchor).filter(|f| !anchor.is_skipped(*f)) {
                states[frame].push(PlantState { point, position });
            }
        }
    }
    let mut data = clip.clone().into_data();
    let joints = skeleton.joint_count();
    let mut translations: Vec<Vec<Vec3>> = vec![Vec::new(); joints];
    let mut input = StreamFrame {
        root_position: Vec3::zeros(),
        rotations: vec![crate::math::Quat::identity(); joints],
        translations: vec![Vec3::zeros(); joints],
    };
    let mut done = 0;
    let mut take = |out: &StreamFrame, input: &mut [Vec3]| -> Result<()> {
        data.root_positions[done] = out.root_position;
        data.rotations[done * joints..(done + 1) * joints].copy_from_slice(&out.rotations);
        clip.pose(done).local_translations(skeleton, input)?;
        for joint in 1..joints {
            let (now, then) = (out.translations[joint], input[joint]);
            if now != then || !translations[joint].is_empty() {
                let track = &mut translations[joint];
                // Frames before the first change keep their value.
                while track.len() < done {
                    let frame = track.len();
                    track.push(local_translation(skeleton, clip, frame, joint));
                }
                track.push(now);
            }
        }
        done += 1;
        Ok(())
    };
    let mut scratch = vec![Vec3::zeros(); joints];
    for frame in 0..count {
        input.load(skeleton, clip, frame)?;
        if let Some(out) = stream.push(&input, &states[frame])? {
            take(out, &mut scratch)?;
        }
    }
    while let Some(out) = stream.flush() {
        take(out, &mut scratch)?;
    }
    for (joint, values) in translations.into_iter().enumerate().filter(|(_, v)| !v.is_empty()) {
        let joint = crate::model::JointIndex(joint);
        match data.translations.iter_mut().find(|t| t.joint == joint) {
            Some(track) => track.values = values,
            None => data.translations.push(Track { joint, values }),
        }
    }
    let edited = Clip::new(skeleton, data)?;
    name_missed(&plans, plants, &pose_clip(skeleton, &edited), whole, &mut findings);
    Ok((edited, findings))
}

/// Names the plants whose points are not where they should be: the limb was too short, or a third point of one foot.
fn name_missed(
    plans: &[LimbPlan],
    plants: &Plants,
    poses: &WorldPoses,
    whole: bool,
    findings: &mut Findings,
) {
    for plan in plans {
        for anchor in &plan.anchors {
            let Some(tip) = plan.tips.iter().find(|t| t.kind == anchor.kind) else { continue };
            // The stream chose the place itself: most frames are on it.
            let place = if whole || anchor.is_fixed {
                anchor.position
            } else {
                tip.world(poses, anchor.frames.start + anchor.frames.len() / 2)
            };
            let away = |f: &usize| (tip.world(poses, *f) - place).norm();
            let frames = plant_frames(plants, body_point(&plan.limb, anchor), anchor);
            let missed: Vec<usize> = frames.filter(|f| away(f) > MISSED).collect();
            if let (Some(&first), Some(&last)) = (missed.first(), missed.last()) {
                findings.missed.push(MissedPlant {
                    point: body_point(&plan.limb, anchor).name(),
                    frames: first..last + 1,
                    distance: missed.iter().map(away).fold(0.0, f64::max),
                    reason: format!(
                        "on {} frames the {} is too short for it, or two other points of the foot hold it",
                        missed.len(),
                        plan.limb.name()
                    ),
                });
            }
        }
    }
}

/// The plant's own frames, without the one that ties it to the next, which the stream adds itself.
fn plant_frames(plants: &Plants, point: BodyPoint, anchor: &Anchor) -> std::ops::Range<usize> {
    let plant = plants.of(point).find(|p| p.frames.start == anchor.frames.start);
    plant.map_or(anchor.frames.clone(), |p| p.frames.clone())
}

fn local_translation(skeleton: &Skeleton, clip: &Clip, frame: usize, joint: usize) -> Vec3 {
    clip.translations()
        .iter()
        .find(|t| t.joint.0 == joint)
        .map_or_else(|| skeleton.rest_offsets()[joint], |t| t.values[frame])
}
