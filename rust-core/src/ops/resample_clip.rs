//! Clips and plants at another frame rate: linear in positions, slerp in rotations.

use crate::declare::{Operation, Options, edit_with};
use crate::error::{Error, Result};
use crate::math::{Vec3, slerp};
use crate::model::clip::ClipData;
use crate::model::clip::{MAX_FRAME_RATE, MIN_FRAME_RATE, is_frame_rate};
use crate::model::{Clip, Note, Plant, Plants, Skeleton, Track};
use crate::ops::Edited;
use serde::Serialize;

/// New frames this close to an old one, in frames, are that frame: 3 · (1/3) must count as 1.
const ON_FRAME: f64 = 1e-9;

options! {
    /// Options of [`resample_clip`].
    pub struct ResampleClipOptions of "resample_clip" {
        /// Frames per second of the result.
        frame_rate: f64 = 30.0, in MIN_FRAME_RATE..=MAX_FRAME_RATE, unit "fps", label "Frame Rate";
    }
}

/// What [`resample_clip`] did.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ResampleClipReport {
    /// Frames per second of the clip that came.
    pub frame_rate_before: f64,
    /// Frames per second of the result.
    pub frame_rate_after: f64,
    /// Frames of the clip that came.
    pub frames_before: usize,
    /// Frames of the result.
    pub frames_after: usize,
    /// What a user should know.
    pub notes: Vec<Note>,
}

impl ResampleClipReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        format!(
            "{} frames at {} fps became {} frames at {} fps",
            self.frames_before, self.frame_rate_before, self.frames_after, self.frame_rate_after
        )
    }
}

operation_report!(ResampleClipReport);

pub(crate) const OPERATION: Operation = Operation::new::<ResampleClipOptions, ResampleClipReport>(
    "Resample Clip",
    "Sample a clip at another frame rate",
)
.with_edit(|skeleton, clip, values| edit_with(resample_clip, skeleton, clip, values));

/// Samples the clip at another frame rate.
///
/// Frames that fall on an old frame are copied bit for bit (up to the sign of a quaternion); between frames positions
/// and scales are linear and rotations turn at constant speed along the short arc. The first frame stays, the last one
/// lies within half a new frame of the old end, and beyond the end the last frame is held.
///
/// ```
/// use surefoot::{ResampleClipOptions, resample_clip};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
/// # let clip = walk.clip;
///
/// let half = clip.frame_rate() / 2.0;
/// let edited = resample_clip(&skeleton, &clip, &ResampleClipOptions::default().frame_rate(half))?;
/// assert_eq!(edited.clip.frame_rate(), half);
/// assert_eq!(edited.clip.root_positions()[3], clip.root_positions()[6]);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`] for a rate outside 0.1 to 10 000 frames per second, [`Error::Length`]
/// if the clip is for another skeleton.
pub fn resample_clip(
    skeleton: &Skeleton,
    clip: &Clip,
    options: &ResampleClipOptions,
) -> Result<Edited<ResampleClipReport>> {
    options.validate()?;
    let resampled = resampled_clip(skeleton, clip, options.frame_rate)?;
    let report = ResampleClipReport {
        frame_rate_before: clip.frame_rate(),
        frame_rate_after: resampled.frame_rate(),
        frames_before: clip.frame_count(),
        frames_after: resampled.frame_count(),
        notes: Vec::new(),
    };
    Ok(Edited { clip: resampled, report })
}

/// The clip at another frame rate.
pub(crate) fn resampled_clip(skeleton: &Skeleton, clip: &Clip, frame_rate: f64) -> Result<Clip> {
    check_rate(frame_rate)?;
    clip.check_skeleton(skeleton)?;
    let count = clip.joint_count();
    let frame_count = frame_count_at(clip, frame_rate)?;
    let mut data = ClipData {
        name: clip.name().to_owned(),
        frame_rate,
        rotations: Vec::with_capacity(frame_count * count),
        root_positions: Vec::with_capacity(frame_count),
        translations: empty_tracks(clip.translations(), frame_count),
        scales: empty_tracks(clip.scales(), frame_count),
    };
    let mix = |values: &[Vec3], at: SourceTime| match at {
        SourceTime::On(frame) => values[frame],
        SourceTime::Between(frame, t) => values[frame] + (values[frame + 1] - values[frame]) * t,
    };
    for frame in 0..frame_count {
        let at = source_time(frame, clip, frame_rate);
        match at {
            SourceTime::On(frame) => data.rotations.extend_from_slice(clip.pose(frame).rotations()),
            SourceTime::Between(frame, t) => {
                let (before, after) = (clip.pose(frame).rotations(), clip.pose(frame + 1).rotations());
                data.rotations.extend(before.iter().zip(after).map(|(a, b)| slerp(a, b, t)));
            }
        }
        data.root_positions.push(mix(clip.root_positions(), at));
        for (out, track) in data.translations.iter_mut().zip(clip.translations()) {
            out.values.push(mix(&track.values, at));
        }
        for (out, track) in data.scales.iter_mut().zip(clip.scales()) {
            out.values.push(mix(&track.values, at));
        }
    }
    Clip::new(skeleton, data)
}

/// The plants of `clip` at another frame rate: the new frames that lie within each plant's time.
///
/// A plant too short to hold a new frame is dropped.
///
/// ```
/// use surefoot::ops::resample_plants;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let half = resample_plants(&walk.plants, &walk.clip, walk.clip.frame_rate() / 2.0)?;
/// let (before, after) = (&walk.plants.as_slice()[0].frames, &half.as_slice()[0].frames);
/// assert_eq!(after.start, before.start.div_ceil(2));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`] as [`resample_clip`]; [`Error::Length`] if the plants are not of this clip.
pub fn resample_plants(plants: &Plants, clip: &Clip, frame_rate: f64) -> Result<Plants> {
    check_rate(frame_rate)?;
    plants.check_clip(clip)?;
    let frame_count = frame_count_at(clip, frame_rate)?;
    let ratio = frame_rate / clip.frame_rate();
    let resampled = plants.iter().filter_map(|plant| {
        let first = (plant.frames.start as f64 * ratio - ON_FRAME).ceil().max(0.0) as usize;
        let last = ((plant.frames.end - 1) as f64 * ratio + ON_FRAME).floor() as usize;
        // The new clip's last frame may lie past the old end, where the last pose is held.
        let to_the_end = plant.frames.end == clip.frame_count();
        let end = if to_the_end { frame_count } else { (last + 1).min(frame_count) };
        (first < end).then(|| Plant { frames: first..end, ..plant.clone() })
    });
    Plants::new(frame_count, resampled.collect())
}

/// Where a new frame lies among the old ones.
#[derive(Clone, Copy)]
enum SourceTime {
    On(usize),
    /// After this frame, by this share of the way to the next.
    Between(usize, f64),
}

fn source_time(frame: usize, clip: &Clip, frame_rate: f64) -> SourceTime {
    let last = clip.frame_count() - 1;
    let at = frame as f64 * clip.frame_rate() / frame_rate;
    let nearest = at.round();
    if nearest as usize >= last && at > last as f64 - ON_FRAME {
        SourceTime::On(last)
    } else if (at - nearest).abs() < ON_FRAME {
        SourceTime::On(nearest as usize)
    } else {
        SourceTime::Between(at.floor() as usize, at.fract())
    }
}

/// Most joints times frames; an hour of sixty joints at 120 frames per second is a quarter of it. More is a slip in a
/// rate, and would take the memory of the machine.
const MAX_VALUES: f64 = 1e8;

fn frame_count_at(clip: &Clip, frame_rate: f64) -> Result<usize> {
    let Some(last) = clip.frame_count().checked_sub(1) else { return Ok(0) };
    let last = (last as f64 * frame_rate / clip.frame_rate()).round();
    if last * (clip.joint_count().max(1) as f64) < MAX_VALUES {
        return Ok(last as usize + 1);
    }
    Err(Error::OptionOutOfRange {
        option: "frame_rate".into(),
        value: frame_rate.to_string(),
        allowed: format!(
            "less for clip '{}', whose own rate is {} frames per second: {last} frames are too many",
            clip.name(),
            clip.frame_rate()
        ),
    })
}

fn empty_tracks(tracks: &[Track], frame_count: usize) -> Vec<Track> {
    tracks.iter().map(|t| Track { joint: t.joint, values: Vec::with_capacity(frame_count) }).collect()
}

fn check_rate(frame_rate: f64) -> Result<()> {
    if is_frame_rate(frame_rate) {
        return Ok(());
    }
    Err(Error::OptionOutOfRange {
        option: "frame_rate".into(),
        value: frame_rate.to_string(),
        allowed: format!("{MIN_FRAME_RATE} to {MAX_FRAME_RATE} frames per second"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Quat, rotation_vector};
    use crate::model::{BodyPoint, Joint, JointIndex};

    fn skeleton() -> Skeleton {
        let joints =
            vec![Joint::new("root", None, Vec3::zeros()), Joint::new("a", Some(JointIndex(0)), Vec3::y())];
        Skeleton::new(joints, vec![]).unwrap()
    }

    fn clip(frame_count: usize, frame_rate: f64) -> Clip {
        let turn = |angle: f64| Quat::from_scaled_axis(Vec3::new(0.3, 1.0, -0.2).normalize() * angle);
        let data = ClipData {
            name: "t".into(),
            frame_rate,
            rotations: (0..frame_count)
                .flat_map(|f| [turn(f as f64 * 2f64.to_radians()), turn((f * f) as f64 * 0.01)])
                .collect(),
            root_positions: (0..frame_count).map(|f| Vec3::new(f as f64, (f * f) as f64, 0.1)).collect(),
            translations: vec![Track {
                joint: JointIndex(1),
                values: (0..frame_count).map(|f| Vec3::x() * f as f64).collect(),
            }],
            scales: vec![],
        };
        Clip::new(&skeleton(), data).unwrap()
    }

    #[test]
    fn frames_that_meet_are_bit_exact() {
        let source = clip(31, 30.0);
        for (rate, new_step, old_step) in [(60.0, 2, 1), (90.0, 3, 1), (10.0, 1, 3), (20.0, 2, 3)] {
            let out = resampled_clip(&skeleton(), &source, rate).unwrap();
            assert_eq!(out.frame_count() - 1, 30 / old_step * new_step);
            assert!(((out.frame_count() - 1) as f64 / rate - 1.0).abs() < 1e-12, "duration is kept");
            for i in 0..=30 / old_step {
                let (new, old) = (out.pose(i * new_step), source.pose(i * old_step));
                assert_eq!(new.rotations(), old.rotations(), "{rate} fps, frame {i}");
                assert_eq!(new.root_position(), old.root_position());
            }
        }
        assert_eq!(resampled_clip(&skeleton(), &source, 30.0).unwrap(), source);
    }

    #[test]
    fn between_frames_the_turn_is_even_and_the_way_straight() {
        // 2° a frame, ten new frames each.
        let out = resampled_clip(&skeleton(), &clip(4, 30.0), 300.0).unwrap();
        assert_eq!(out.frame_count(), 31);
        for frame in 0..30 {
            let step = out.pose(frame + 1).rotations()[0] * out.pose(frame).rotations()[0].inverse();
            assert!((rotation_vector(&step).norm() - 0.2f64.to_radians()).abs() < 1e-9);
            let moved = out.root_positions()[frame + 1] - out.root_positions()[frame];
            assert!((moved.x - 0.1).abs() < 1e-12);
            assert!((out.translations()[0].values[frame].x - frame as f64 * 0.1).abs() < 1e-9);
        }
        assert!((out.root_positions()[15].y - 2.5).abs() < 1e-9);
    }

    #[test]
    fn ends_hold_and_short_clips_stay() {
        let out = resampled_clip(&skeleton(), &clip(4, 30.0), 25.0).unwrap();
        // 0.1 s is 2.5 new frames: three, the last past the end.
        assert_eq!(out.frame_count(), 4);
        assert_eq!(out.root_positions()[3], clip(4, 30.0).root_positions()[3]);
        assert_eq!(resampled_clip(&skeleton(), &clip(0, 30.0), 60.0).unwrap().frame_count(), 0);
        assert_eq!(resampled_clip(&skeleton(), &clip(1, 30.0), 60.0).unwrap().frame_count(), 1);
        for rate in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9] {
            let text = resampled_clip(&skeleton(), &clip(4, 30.0), rate).unwrap_err().to_string();
            assert!(text.contains("frame_rate"), "{text}");
        }
    }

    #[test]
    fn plants_keep_their_time() {
        let plant = |name: &str, frames| Plant {
            point: BodyPoint::from_name(name).unwrap(),
            frames,
            confidence: 1.0,
            position: None,
        };
        let source = clip(31, 30.0);
        let list = vec![plant("left_toe", 3..10), plant("left_toe", 10..11), plant("left_heel", 20..31)];
        let plants = Plants::new(31, list.clone()).unwrap();
        let doubled = resample_plants(&plants, &source, 60.0).unwrap();
        let frames: Vec<_> = doubled.iter().map(|p| p.frames.clone()).collect();
        assert_eq!(frames, [6..19, 20..21, 40..61]);
        assert_eq!(doubled.frame_count(), 61);
        let thirds = resample_plants(&plants, &source, 10.0).unwrap();
        let frames: Vec<_> = thirds.iter().map(|p| p.frames.clone()).collect();
        assert_eq!(frames, [1..4, 7..11], "the plant of frame 10 alone falls between new frames");
        assert_eq!(resample_plants(&plants, &source, 30.0).unwrap(), plants);
        assert!(resample_plants(&Plants::none(5), &source, 60.0).is_err());
    }
}
