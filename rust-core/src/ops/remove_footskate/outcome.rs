//! [`Outcome`]: what a method says about its work, gathered over the segments of a clip.

use super::denoise_joints::JointNoise;
use super::report::MissedPlant;
use super::root_path::RootPathFit;
use crate::math::Vec3;
use std::ops::Range;

/// What a method hands back beside the clip. Frames are counted from the start of the segment it worked on.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
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

/// One sentence for the report, and the frames it speaks of.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Note {
    /// `{frames}` stands for the frames.
    text: String,
    frames: Option<Range<usize>>,
}

impl Outcome {
    /// A note on the whole segment.
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.notes.push(Note { text: text.into(), frames: None });
    }

    /// A note on single frames; `{frames}` in the text stands for them.
    pub(crate) fn note_on(&mut self, frames: Range<usize>, text: impl Into<String>) {
        self.notes.push(Note { text: text.into(), frames: Some(frames) });
    }
}

/// Joins the outcomes of segments: frames are counted from the clip's start, a note that several segments make is
/// told once, and one that a single segment makes names it.
pub(crate) fn join(parts: Vec<(Range<usize>, Outcome)>) -> (Outcome, Vec<String>) {
    let mut out = Outcome::default();
    let mut lines: Vec<(String, Range<usize>, usize)> = Vec::new();
    let has_cuts = parts.len() > 1;
    let frame_count = parts.last().map_or(0, |(segment, _)| segment.end);
    let mut longest = 0;
    for (segment, part) in parts {
        out.missed.extend(part.missed.into_iter().map(|m| MissedPlant {
            first: m.first + segment.start,
            end: m.end + segment.start,
            ..m
        }));
        for note in part.notes {
            let text = match &note.frames {
                Some(f) => note
                    .text
                    .replace("{frames}", &frames_text(&(f.start + segment.start..f.end + segment.start))),
                None => note.text,
            };
            match lines.iter_mut().find(|(t, ..)| *t == text) {
                Some(line) => line.2 += 1,
                // A note with frames of its own needs no segment.
                None => lines.push((text, segment.clone(), 1 + usize::from(note.frames.is_some()))),
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
    let lines = lines
        .into_iter()
        .map(|(text, segment, count)| match has_cuts && count == 1 {
            true => format!("{}: {text}", frames_text(&segment)),
            false => text,
        })
        .collect();
    (out, lines)
}

/// `frame 3`, or `frames 3 to 5`: the last one counts.
pub(crate) fn frames_text(frames: &Range<usize>) -> String {
    match frames.len() {
        0 | 1 => format!("frame {}", frames.start),
        _ => format!("frames {} to {}", frames.start, frames.end - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_counted_from_the_clips_start_and_notes_told_once() {
        let mut first = Outcome { path: Some([1.0, 2.0]), height_factor: Some(0.5), ..Outcome::default() };
        first.note("roles are odd");
        first.note("moved far");
        let mut second = Outcome { path: Some([3.0, 3.0]), height_factor: Some(0.9), ..Outcome::default() };
        second.note("roles are odd");
        second.note_on(2..3, "no length on {frames}");
        second.missed.push(MissedPlant {
            point: "left_toe".into(),
            first: 1,
            end: 4,
            distance: 0.1,
            reason: "far".into(),
        });
        let (out, lines) = join(vec![(0..10, first), (10..40, second)]);
        assert_eq!(lines, ["roles are odd", "frames 0 to 9: moved far", "no length on frame 12"]);
        assert_eq!((out.missed[0].first, out.missed[0].end), (11, 14));
        assert_eq!((out.path, out.height_factor), (Some([4.0, 5.0]), Some(0.9)));
    }
}
