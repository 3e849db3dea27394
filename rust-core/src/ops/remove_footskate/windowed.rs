//! Solver `windowed`: a clip run through [`FootskateStream`], so that both give the same bits.

use super::limbs::{Outcome, plan_limbs};
use super::options::RemoveFootskateOptions;
use super::stream::{FootskateStream, PlantState, StreamFrame};
use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::math::Vec3;
use crate::model::{BodyPoint, Clip, Ground, Plants, Skeleton, Track};

/// Runs the solver.
///
/// # Errors
/// As [`FootskateStream::new`], and [`crate::Error::MissingRoles`] if a plant's limb has no joints.
pub(crate) fn clean_windowed(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    plants: &Plants,
    ground: Option<&Ground>,
    options: &RemoveFootskateOptions,
) -> Result<(Clip, Outcome)> {
    let mut outcome = Outcome::default();
    let plans = plan_limbs(skeleton, poses, plants, ground, options.snap_to_ground, &mut outcome)?;
    let count = clip.frame_count();
    let mut stream = FootskateStream::new(skeleton, clip.frame_rate(), ground, options)?;
    // FN-7: with the whole clip at hand a plant's place comes from all of its frames.
    let whole = options.anchor_window <= 0.0;
    let mut states: Vec<Vec<PlantState>> = vec![Vec::new(); count];
    for plan in &plans {
        for anchor in &plan.anchors {
            let point = BodyPoint { side: plan.limb.side, kind: anchor.kind };
            let position = (whole || anchor.is_fixed).then_some(anchor.position);
            // The stream adds the frame of E20 itself.
            let planted = plants.of(point).find(|p| p.frames.start == anchor.frames.start);
            let frames = planted.map_or(anchor.frames.clone(), |p| p.frames.clone());
            for slot in &mut states[frames] {
                slot.push(PlantState { point, position });
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
    let mut take = |out: &StreamFrame, input: &mut [Vec3]| {
        data.root_positions[done] = out.root_position;
        data.rotations[done * joints..(done + 1) * joints].copy_from_slice(&out.rotations);
        clip.pose(done).local_translations(skeleton, input);
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
    };
    let mut scratch = vec![Vec3::zeros(); joints];
    for frame in 0..count {
        input.load(skeleton, clip, frame);
        if let Some(out) = stream.push(&input, &states[frame]) {
            take(out, &mut scratch);
        }
    }
    while let Some(out) = stream.flush() {
        take(out, &mut scratch);
    }
    for (joint, values) in translations.into_iter().enumerate().filter(|(_, v)| !v.is_empty()) {
        let joint = crate::model::JointIndex(joint);
        match data.translations.iter_mut().find(|t| t.joint == joint) {
            Some(track) => track.values = values,
            None => data.translations.push(Track { joint, values }),
        }
    }
    if stream.missed_frames() > 0 {
        outcome.notes.push(format!(
            "on {} frames a planted limb could not reach its place within the allowed stretch",
            stream.missed_frames()
        ));
    }
    Ok((Clip::new(skeleton, data)?, outcome))
}

fn local_translation(skeleton: &Skeleton, clip: &Clip, frame: usize, joint: usize) -> Vec3 {
    clip.translations()
        .iter()
        .find(|t| t.joint.0 == joint)
        .map_or_else(|| skeleton.rest_offsets()[joint], |t| t.values[frame])
}
