//! [`Findings`]: what a method says about its work, gathered over the segments of a clip.

use super::denoise_joints::JointNoise;
use super::report::MissedPlant;
use super::root_path::RootPathFit;
use crate::math::Vec3;
use crate::model::Note;
use std::ops::Range;

/// What a method hands back beside the clip. Frames are counted from the start of the segment it worked on.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) missed: Vec<MissedPlant>,
    pub(crate) notes: Vec<Note>,
    /// The fault of the root's path that was taken out first, and by how much that moved each frame.
    pub(crate) root_path: Option<(RootPathFit, Vec<Vec3>)>,
    /// Joints that shook and were smoothed first.
    pub(crate) joint_noise: Option<JointNoise>,
    /// Root-only methods: level path length before and after, metres.
    pub(crate) path: Option<[f64; 2]>,
    /// Root-only methods: factor on the root's height changes.
    pub(crate) height_factor: Option<f64>,
}

impl Findings {
    /// A note on the whole segment.
    pub(crate) fn note(&mut self, code: &'static str, text: impl Into<String>) {
        self.notes.push(Note::warning(code, text));
    }
}

/// Joins the findings of segments: frames are counted from the clip's start, a note that several segments make is
/// told once, and one that a single segment makes gets its frames.
pub(crate) fn join_findings(parts: Vec<(Range<usize>, Findings)>) -> Findings {
    let mut out = Findings::default();
    let has_cuts = parts.len() > 1;
    let frame_count = parts.last().map_or(0, |(segment, _)| segment.end);
    let mut longest = 0;
    // Each note with the segment that made it, while only one did.
    let mut notes: Vec<(Note, Option<Range<usize>>)> = Vec::new();
    for (segment, part) in parts {
        let shifted = |frames: Range<usize>| frames.start + segment.start..frames.end + segment.start;
        out.missed
            .extend(part.missed.into_iter().map(|m| MissedPlant { frames: shifted(m.frames.clone()), ..m }));
        for mut note in part.notes {
            note.frames.iter_mut().for_each(|frames| *frames = shifted(frames.range()).into());
            match notes.iter_mut().find(|(told, _)| *told == note) {
                Some((_, only)) => *only = None,
                None => {
                    let only = Some(segment.clone()).filter(|_| note.frames.is_empty());
                    notes.push((note, only));
                }
            }
        }
        if let Some(noise) = part.joint_noise {
            out.joint_noise = out.joint_noise.filter(|n| n.joints > noise.joints).or(Some(noise));
        }
        if let Some((fit, shifts)) = part.root_path {
            let all = out.root_path.get_or_insert_with(|| (fit, vec![Vec3::zeros(); frame_count]));
            all.1[segment.clone()].copy_from_slice(&shifts);
            if fit.moved > all.0.moved {
                all.0 = fit;
            }
        }
        if let Some([before, after]) = part.path {
            let sum = out.path.get_or_insert([0.0; 2]);
            sum[0] += before;
            sum[1] += after;
        }
        if part.height_factor.is_some() && segment.len() > longest {
            longest = segment.len();
            out.height_factor = part.height_factor;
        }
    }
    out.notes = notes
        .into_iter()
        .map(|(note, only)| match only.filter(|_| has_cuts) {
            Some(segment) => note.on(segment),
            None => note,
        })
        .collect();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_counted_from_the_clips_start_and_notes_told_once() {
        let mut first = Findings { path: Some([1.0, 2.0]), height_factor: Some(0.5), ..Findings::default() };
        first.note("roles", "roles are odd");
        first.note("far", "moved far");
        let mut second = Findings { path: Some([3.0, 3.0]), height_factor: Some(0.9), ..Findings::default() };
        second.note("roles", "roles are odd");
        second.notes.push(Note::warning("length", "no length").on(2..3));
        second.missed.push(MissedPlant {
            point: "left_toe".into(),
            frames: 1..4,
            distance: 0.1,
            reason: "far".into(),
        });
        let out = join_findings(vec![(0..10, first), (10..40, second)]);
        let lines: Vec<String> = out.notes.iter().map(Note::to_string).collect();
        assert_eq!(lines, ["roles are odd", "moved far (frames 0 to 9)", "no length (frame 12)"]);
        assert_eq!(out.missed[0].frames, 11..14);
        assert_eq!((out.path, out.height_factor), (Some([4.0, 5.0]), Some(0.9)));
    }
}
