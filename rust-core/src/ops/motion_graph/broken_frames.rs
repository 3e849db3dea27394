//! Finds frames without real motion: a pose before the motion, untracked frames, frozen frames and jumps of the root. They would
//! match each other perfectly and join clips where there is no motion.

use crate::error::Result;
use crate::kinematics::cuts::{lone_frames, pose_segments};
use crate::kinematics::forward::pose_clip;
use crate::math::Vec3;
use crate::math::runs::runs;
use crate::model::{Clip, Note, Skeleton};
use crate::ops::check_clip::{CheckClipOptions, check_clip};
use std::ops::Range;

/// Equal frames for this long are not a pose held by a living body, seconds.
const FROZEN: f64 = 0.2;

/// The stretches of a clip without broken frames, and what was left out.
pub(super) fn sound_stretches(skeleton: &Skeleton, clip: &Clip) -> Result<(Vec<Range<usize>>, Vec<Note>)> {
    let count = clip.frame_count();
    let mut bad = vec![false; count];
    let mut notes = Vec::new();
    let mut warn = |code, frames: Range<usize>, text: &str| {
        notes.push(Note::warning(code, format!("clip '{}': {text}", clip.name())).on(frames));
    };
    let checked = check_clip(skeleton, clip, &CheckClipOptions::default())?;
    if checked.notes.iter().any(|note| note.code == "first-frame-pose") {
        bad[0] = true;
        warn("first-frame-pose", 0..1, "the first frame is not part of the motion and was left out");
    }
    let untracked: Vec<bool> = (0..count).map(|f| is_untracked(skeleton, clip, f)).collect();
    for run in runs(&untracked) {
        warn("untracked-frames", run.clone(), "frames without motion (all zero) were left out");
        bad[run].fill(true);
    }
    // `same[f]`: frame f repeats frame f − 1.
    let same: Vec<bool> = (0..count).map(|f| f > 0 && !untracked[f] && is_repeated(clip, f)).collect();
    for run in runs(&same) {
        let run = run.start - 1..run.end;
        if run.len() as f64 * clip.frame_time() >= FROZEN && run.len() > 2 {
            warn("frozen-frames", run.clone(), "frames that are all equal were left out");
            bad[run].fill(true);
        }
    }
    let poses = pose_clip(skeleton, clip);
    for frame in lone_frames(skeleton, &poses, clip.frame_time()) {
        if !bad[frame] {
            warn("lone-frame", frame..frame + 1, "a frame far from those before and after it was left out");
            bad[frame] = true;
        }
    }
    let mut stretches = Vec::new();
    for run in runs(&bad.iter().map(|b| !b).collect::<Vec<_>>()) {
        let part = pose_clip(skeleton, &clip.slice(run.clone())?);
        for segment in pose_segments(skeleton, &part, clip.frame_time()) {
            let segment = run.start + segment.start..run.start + segment.end;
            if segment.start > run.start {
                let frames = segment.start - 1..segment.start + 1;
                warn("root-jump", frames, "the body jumps; the clip was cut there");
            }
            stretches.push(segment);
        }
    }
    Ok((stretches, notes))
}

/// Root at the origin and nothing turned: what exporters write where nothing was captured. Rigs with a root on the
/// floor may stand at the origin, but then other joints move.
fn is_untracked(skeleton: &Skeleton, clip: &Clip, frame: usize) -> bool {
    let pose = clip.pose(frame);
    let still = |angle: f64| angle < 1e-9;
    pose.root_position() == Vec3::zeros()
        && pose
            .rotations()
            .iter()
            .zip(skeleton.rest_rotations())
            .all(|(q, rest)| still(q.angle()) || still(q.angle_to(rest)))
}

fn is_repeated(clip: &Clip, frame: usize) -> bool {
    let (a, b) = (clip.pose(frame - 1), clip.pose(frame));
    a.root_position() == b.root_position() && a.rotations() == b.rotations()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;
    use crate::sample::{BipedOptions, WalkOptions, biped_skeleton, walk};

    #[test]
    fn every_kind_of_broken_frame_is_named_and_cut_out() {
        let skeleton = biped_skeleton(&BipedOptions::default()).unwrap();
        let options = WalkOptions { seconds: 5.0, frame_rate: 30.0, ..WalkOptions::default() };
        let clip = walk(&skeleton, &options).unwrap().clip;
        let count = clip.frame_count();
        let (whole, none) = sound_stretches(&skeleton, &clip).unwrap();
        assert!(whole.len() == 1 && whole[0] == (0..count) && none.is_empty());
        let joints = skeleton.joint_count();
        let mut data = clip.clone().into_data();
        data.rotations[10 * joints..13 * joints].fill(Quat::identity());
        data.root_positions[10..13].fill(Vec3::zeros());
        for f in 41..51 {
            let pose = data.rotations[40 * joints..41 * joints].to_vec();
            data.rotations[f * joints..(f + 1) * joints].copy_from_slice(&pose);
            data.root_positions[f] = data.root_positions[40];
        }
        for p in &mut data.root_positions[100..] {
            p.z += 2.0;
        }
        data.root_positions[80].x += 3.0;
        let (stretches, notes) = sound_stretches(&skeleton, &Clip::new(&skeleton, data).unwrap()).unwrap();
        assert_eq!(stretches, [0..10, 13..40, 51..80, 81..100, 100..count]);
        let text = notes.iter().map(|w| format!("{} {w}", w.code)).collect::<Vec<_>>().join("\n");
        for part in [
            "untracked-frames",
            "10 to 12",
            "frozen-frames",
            "40 to 50",
            "root-jump",
            "frames 99 to 100",
            "lone-frame",
            "frame 80",
            "walk",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
