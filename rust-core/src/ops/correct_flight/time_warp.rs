//! [`TimeWarp`]: a clip some stretches of which are played at another pace.

use crate::error::Result;
use crate::math::rotation::{rotation_from_vector, rotation_vector};
use crate::math::{Quat, Vec3, slerp};
use crate::model::clip::ClipData;
use crate::model::{Clip, Plant, Plants, Skeleton, Track};
use std::ops::Range;

/// Time turns into the new pace over this long before a stretch, and back after it, seconds.
const RAMP: f64 = 0.15;
/// A stretch is played at most so much faster or slower.
const PACES: Range<f64> = 0.4..2.5;
/// Joints that turn farther than this between neighbouring frames, radians, have no smooth path there.
const SMOOTH_TURN: f64 = 1.0;
/// Halvings with which the old time of a frame is found: beyond the digits of any frame number.
const HALVINGS: usize = 80;

/// A stretch with its new pace.
#[derive(Debug, Clone, PartialEq)]
struct Stretch {
    /// First and last frame.
    first: f64,
    last: f64,
    /// Frames over which the pace changes, before and after.
    ramps: [f64; 2],
    /// New time for old, less 1.
    slowness: f64,
    /// Frames that are put in; below 0 taken out.
    added: isize,
}

impl Stretch {
    /// `∫` of the share of the new pace, up to an old time: 0 before the stretch, grows by 1 a frame in it.
    fn shared(&self, old: f64) -> f64 {
        let eased = |x: f64| {
            let x = x.clamp(0.0, 1.0);
            x * x * x * (1.0 - 0.5 * x)
        };
        let [before, after] = self.ramps;
        let mut sum = (old.clamp(self.first, self.last) - self.first).max(0.0);
        if before > 0.0 {
            sum += before * eased(1.0 - (self.first - old) / before);
        }
        if after > 0.0 {
            sum += after * (0.5 - eased(1.0 - (old - self.last).max(0.0) / after));
        }
        sum
    }
}

/// The new time of a clip. Outside of the stretches and their ramps each frame is one of the old frames.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TimeWarp {
    frames: usize,
    stretches: Vec<Stretch>,
}

impl TimeWarp {
    /// `paces` are stretches in order, none empty, with the factor on their time. Each gets the nearest factor that adds whole frames.
    pub(super) fn new(
        frames: usize,
        frame_time: f64,
        paces: &[(Range<usize>, f64)],
        all: &[Range<usize>],
    ) -> Self {
        let mut stretches: Vec<Stretch> = Vec::new();
        for (range, factor) in paces {
            // Half of the ground to the next flight belongs to each.
            let before = all.iter().rfind(|other| other.end <= range.start);
            let room_before =
                before.map_or(range.start as f64, |other| (range.start - other.end) as f64 / 2.0);
            let after = all.iter().find(|other| other.start >= range.end);
            let room_after =
                after.map_or((frames - range.end) as f64, |other| (other.start - range.end) as f64 / 2.0);
            let wanted = RAMP / frame_time;
            let mut stretch = Stretch {
                first: range.start as f64,
                last: (range.end - 1) as f64,
                ramps: [wanted.min(room_before), wanted.min(room_after)],
                slowness: 0.0,
                added: 0,
            };
            let all_of_it = stretch.shared(f64::MAX);
            let added = ((factor.clamp(PACES.start, PACES.end) - 1.0) * all_of_it).round();
            if added != 0.0 {
                stretch.slowness = added / all_of_it;
                stretch.added = added as isize;
                stretches.push(stretch);
            }
        }
        Self { frames, stretches }
    }

    /// Whether no time changes.
    pub(super) fn is_none(&self) -> bool {
        self.stretches.is_empty()
    }

    pub(super) fn frame_count(&self) -> usize {
        let added: isize = self.stretches.iter().map(|stretch| stretch.added).sum();
        self.frames.saturating_add_signed(added)
    }

    /// When an old time comes, in new frames.
    pub(super) fn new_time(&self, old: f64) -> f64 {
        old + self.stretches.iter().map(|stretch| stretch.slowness * stretch.shared(old)).sum::<f64>()
    }

    /// The old time of a new frame; exact outside of the stretches.
    pub(super) fn old_time(&self, new: usize) -> f64 {
        let mut added = 0isize;
        for stretch in &self.stretches {
            let begin = stretch.first - stretch.ramps[0];
            let old = new as f64 - added as f64;
            if old <= begin {
                return old;
            }
            if old < stretch.last + stretch.ramps[1] + stretch.added as f64 {
                let (mut low, mut high) = (begin, stretch.last + stretch.ramps[1]);
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (low + high);
                    let found = middle + stretch.slowness * stretch.shared(middle);
                    if found < old { low = middle } else { high = middle }
                }
                return 0.5 * (low + high);
            }
            added += stretch.added;
        }
        new as f64 - added as f64
    }

    /// The new frames that lie in old ones.
    pub(super) fn new_frames(&self, old: &Range<usize>) -> Range<usize> {
        const NEAR: f64 = 1e-6;
        let first = (self.new_time(old.start as f64) - NEAR).ceil().max(0.0) as usize;
        let last = (self.new_time((old.end - 1) as f64) + NEAR).floor().max(0.0) as usize;
        let end = (last + 1).min(self.frame_count());
        first.min(end)..end
    }

    /// The clip in its new time. Frames on an old frame keep its bits; between frames all is cubic.
    pub(super) fn clip(&self, skeleton: &Skeleton, clip: &Clip) -> Result<Clip> {
        let (count, joints) = (self.frame_count(), clip.joint_count());
        let empty = |tracks: &[Track]| -> Vec<Track> {
            tracks
                .iter()
                .map(|track| Track { joint: track.joint, values: Vec::with_capacity(count) })
                .collect()
        };
        let mut data = ClipData {
            name: clip.name().to_owned(),
            frame_rate: clip.frame_rate(),
            rotations: Vec::with_capacity(count * joints),
            root_positions: Vec::with_capacity(count),
            translations: empty(clip.translations()),
            scales: empty(clip.scales()),
        };
        for frame in 0..count {
            let at = SampleTime::new(self.old_time(frame), self.frames);
            data.root_positions.push(at.mix(clip.root_positions()));
            for joint in 0..joints {
                data.rotations.push(at.rotation(|frame| clip.pose(frame).rotations()[joint]));
            }
            for (out, track) in data.translations.iter_mut().zip(clip.translations()) {
                out.values.push(at.mix(&track.values));
            }
            for (out, track) in data.scales.iter_mut().zip(clip.scales()) {
                out.values.push(at.mix(&track.values));
            }
        }
        Clip::new(skeleton, data)
    }

    /// The plants in their new time; a plant that holds no new frame is dropped.
    pub(super) fn plants(&self, plants: &Plants) -> Result<Plants> {
        let moved = plants.iter().filter_map(|plant| {
            let frames = self.new_frames(&plant.frames);
            (!frames.is_empty()).then(|| Plant { frames, ..plant.clone() })
        });
        Plants::new(self.frame_count(), moved.collect())
    }
}

/// A time between frames, with the weights of the four frames around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct SampleTime {
    /// The first of the frames, and the one that rotations start from.
    first: usize,
    base: usize,
    /// Weights of the cubic through four frames; of a line through two in a short clip. All 0 on a frame.
    weights: [f64; 4],
    /// Share of the way from `base` to the next frame.
    share: f64,
}

impl SampleTime {
    pub(super) fn new(time: f64, frames: usize) -> Self {
        let last = frames.saturating_sub(1);
        let time = time.clamp(0.0, last as f64);
        let base = (time.floor() as usize).min(last);
        let share = time - base as f64;
        if share == 0.0 {
            return Self { first: base, base, weights: [0.0; 4], share };
        }
        if frames < 4 {
            return Self { first: base, base, weights: [1.0 - share, share, 0.0, 0.0], share };
        }
        let first = base.saturating_sub(1).min(frames - 4);
        let u = time - first as f64;
        let weights = [
            -(u - 1.0) * (u - 2.0) * (u - 3.0) / 6.0,
            u * (u - 2.0) * (u - 3.0) / 2.0,
            -u * (u - 1.0) * (u - 3.0) / 2.0,
            u * (u - 1.0) * (u - 2.0) / 6.0,
        ];
        Self { first, base, weights, share }
    }

    pub(super) fn mix(&self, values: &[Vec3]) -> Vec3 {
        let start = values[self.base];
        if self.share == 0.0 {
            return start;
        }
        // Of a place far from the origin only the way counts, and its digits.
        let ways =
            values[self.first..].iter().zip(&self.weights).map(|(value, weight)| (value - start) * *weight);
        start + ways.sum::<Vec3>()
    }

    fn rotation(&self, at: impl Fn(usize) -> Quat) -> Quat {
        let base = at(self.base);
        if self.share == 0.0 {
            return base;
        }
        let mut turn = Vec3::zeros();
        for (index, weight) in self.weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            let way = rotation_vector(&(base.inverse() * at(self.first + index)));
            let steps = (self.first + index).abs_diff(self.base);
            // From a frame to itself there is no way, but for rounding.
            if steps > 0 && way.norm() > SMOOTH_TURN * steps as f64 {
                return slerp(&base, &at(self.base + 1), self.share);
            }
            turn += way * *weight;
        }
        base * rotation_from_vector(&turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BodyPoint, Joint};

    fn warp() -> TimeWarp {
        TimeWarp::new(200, 1.0 / 60.0, &[(40..70, 1.3), (120..140, 0.7)], &[40..70, 120..140])
    }

    #[test]
    fn times_are_even_outside_and_true_inside() {
        let warp = warp();
        let added: Vec<isize> = warp.stretches.iter().map(|stretch| stretch.added).collect();
        // 29 frames and two half ramps of 9 are 38 times 0.3; 19 and 9 are 28 times -0.3.
        assert_eq!(added, [11, -8]);
        assert_eq!(warp.frame_count(), 203);
        for frame in 0..203 {
            let old = warp.old_time(frame);
            assert!((warp.new_time(old) - frame as f64).abs() < 1e-9, "{frame}");
            if frame <= 31 {
                assert_eq!(old, frame as f64);
            }
            if frame >= 79 + 3 + 70 {
                assert_eq!(old, frame as f64 - 3.0);
            }
            if frame > 0 {
                let step = old - warp.old_time(frame - 1);
                assert!((0.6..1.6).contains(&step), "{frame}: {step}");
            }
        }
        assert_eq!(warp.new_frames(&(0..20)), 0..20);
        // 30 frames, 1.3 times as long, but for where frames fall.
        assert!((37..=39).contains(&warp.new_frames(&(40..70)).len()));
        let flight = 10..20;
        assert!(TimeWarp::new(50, 0.1, &[(flight.clone(), 1.001)], &[flight]).is_none());
    }

    #[test]
    fn stretches_at_the_ends_and_next_to_each_other_leave_room() {
        let all = [0..10, 14..30, 90..100];
        let paces: Vec<_> = all.iter().map(|range| (range.clone(), 1.5)).collect();
        let warp = TimeWarp::new(100, 0.01, &paces, &all);
        let ramps: Vec<_> = warp.stretches.iter().map(|stretch| stretch.ramps).collect();
        assert_eq!(ramps, [[0.0, 2.0], [2.0, 15.0], [15.0, 0.0]]);
        let times: Vec<f64> = (0..warp.frame_count()).map(|frame| warp.old_time(frame)).collect();
        assert!(times.windows(2).all(|pair| pair[1] > pair[0]));
        assert_eq!(times[0], 0.0);
        assert!((times[times.len() - 1] - 99.0).abs() < 1e-9);
    }

    #[test]
    fn frames_on_old_ones_keep_their_bits_and_others_are_smooth() {
        let skeleton = Skeleton::new(vec![Joint::new("root", None, Vec3::zeros())], vec![]).unwrap();
        let turn = |t: f64| Quat::from_scaled_axis(Vec3::new(0.3, 1.0, -0.2).normalize() * (0.02 * t).sin());
        let place = |t: f64| Vec3::new(t, (0.03 * t).cos(), 1e3);
        let data = ClipData {
            name: "t".into(),
            frame_rate: 60.0,
            rotations: (0..200).map(|frame| turn(f64::from(frame))).collect(),
            root_positions: (0..200).map(|frame| place(f64::from(frame))).collect(),
            translations: vec![],
            scales: vec![],
        };
        let clip = Clip::new(&skeleton, data).unwrap();
        let warp = warp();
        let out = warp.clip(&skeleton, &clip).unwrap();
        for frame in 0..203 {
            let old = warp.old_time(frame);
            assert!((out.root_positions()[frame] - place(old)).norm() < 1e-6);
            let off = out.pose(frame).rotations()[0].angle_to(&turn(old));
            assert!(off < 1e-6, "{frame}: {off}");
        }
        assert_eq!(out.pose(10).rotations(), clip.pose(10).rotations());
        assert_eq!(out.pose(202).rotations(), clip.pose(199).rotations());
        let plant = |frames| Plant {
            point: BodyPoint::from_name("left_toe").unwrap(),
            frames,
            confidence: 1.0,
            position: None,
        };
        let plants = Plants::new(200, vec![plant(0..30), plant(150..200)]).unwrap();
        let moved: Vec<_> = warp.plants(&plants).unwrap().iter().map(|plant| plant.frames.clone()).collect();
        assert_eq!(moved, [0..30, 153..203]);
    }
}
