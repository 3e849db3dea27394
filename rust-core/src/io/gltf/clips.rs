//! Animations as clips: the frame rate, the frames, and every joint's value in each.
//!
//! glTF has keys at times, not frames. The frame rate comes from the spacing of the keys. Frames run from the first key of an
//! animation to its last, so that frames of the exporting program are frames here.

use super::file::File;
use super::rig::{Rig, Trs, without_noise};
use super::sample::{Keys, read_times};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::model::clip::ClipData;
use crate::model::{Clip, JointIndex, Skeleton, Track};
use std::collections::{BTreeMap, HashMap};

/// Rates that programs use; the first five are tried, in this order, for files whose keys are sparse.
const USUAL_RATES: [f64; 15] = [
    30.0,
    24.0,
    25.0,
    60.0,
    120.0,
    24_000.0 / 1001.0,
    30_000.0 / 1001.0,
    60_000.0 / 1001.0,
    48.0,
    50.0,
    72.0,
    90.0,
    100.0,
    200.0,
    240.0,
];

/// A last key this close to a frame, in frames, does not ask for another frame.
const ON_FRAME: f64 = 0.01;

/// Which animation a clip came from and when its frames are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Timing {
    pub animation: usize,
    /// Seconds of frame 0.
    pub start: f64,
    /// Seconds of the last key; the last frame is not later.
    pub end: f64,
    pub frame_rate: f64,
}

impl Timing {
    /// Number of frames from the first key to the last.
    pub(super) fn frame_count(&self) -> f64 {
        let frames = (self.end - self.start) * self.frame_rate;
        if (frames - frames.round()).abs() < ON_FRAME { frames.round() + 1.0 } else { frames.ceil() + 1.0 }
    }

    /// Seconds of a frame.
    pub(super) fn time(&self, frame: usize) -> f64 {
        let time = self.start + frame as f64 / self.frame_rate;
        if (time - self.end).abs() * self.frame_rate < ON_FRAME { self.end } else { time.min(self.end) }
    }

    /// How far a key may be from a frame to be that frame, seconds: the rounding of f32 times and of programs that
    /// add them up. Larger would move the key's value to another time.
    pub(super) fn snap(&self) -> f64 {
        1e-6 + self.end.abs() * 2.5e-7
    }

    /// Whether there is exactly one key per frame, each at its frame.
    pub(super) fn has_keys_on_frames(&self, times: &[f32], frame_count: usize) -> bool {
        times.len() == frame_count
            && times.iter().enumerate().all(|(f, &t)| (f64::from(t) - self.time(f)).abs() <= self.snap())
    }
}

/// The channels of one animation that move the skeleton: sampler numbers by node and path.
#[derive(Debug, Clone, Default)]
pub(super) struct Channels {
    /// `[translation, rotation, scale]` as (channel, sampler).
    pub by_node: BTreeMap<usize, [Option<(usize, usize)>; 3]>,
}

/// The names of the three paths, in the order of [`Channels`].
pub(super) const PATHS: [&str; 3] = ["translation", "rotation", "scale"];

impl Channels {
    pub(super) fn new(file: &File, rig: &Rig, animation: usize) -> Self {
        let mut out = Self::default();
        for (index, channel) in file.root.animations[animation].channels.iter().enumerate() {
            let Some(node) = channel.target.node else { continue };
            let Some(path) = PATHS.iter().position(|p| *p == channel.target.path) else { continue };
            if rig.joints.contains_key(&node) || rig.above.contains(&node) {
                // The specification allows one channel per node and path; the first counts.
                out.by_node.entry(node).or_default()[path].get_or_insert((index, channel.sampler));
            }
        }
        out
    }

    fn samplers(&self) -> impl Iterator<Item = usize> + '_ {
        self.by_node.values().flatten().flatten().map(|&(_, sampler)| sampler)
    }
}

/// Curves of one node, where it is animated.
pub(super) struct NodeCurves {
    rest: Trs,
    curves: [Option<Keys>; 3],
}

impl NodeCurves {
    pub(super) fn read(
        file: &File,
        rig: &Rig,
        animation: usize,
        channels: &Channels,
        node: usize,
    ) -> Result<Self> {
        let mut curves = [None, None, None];
        if let Some(samplers) = channels.by_node.get(&node) {
            for (path, sampler) in samplers.iter().enumerate() {
                if let Some((_, sampler)) = sampler {
                    let width = if path == 1 { 4 } else { 3 };
                    curves[path] = Some(Keys::read(file, animation, *sampler, width)?);
                }
            }
        }
        Ok(Self { rest: rig.rest[node], curves })
    }

    pub(super) fn at(&self, time: f64, snap: f64) -> Trs {
        let [translation, rotation, scale] = &self.curves;
        Trs {
            translation: translation.as_ref().map_or(self.rest.translation, |k| k.vector(time, snap)),
            rotation: rotation.as_ref().map_or(self.rest.rotation, |k| k.rotation(time, snap)),
            scale: scale.as_ref().map_or(self.rest.scale, |k| k.vector(time, snap)),
        }
    }
}

/// Local transforms of the nodes above the root joint, frame after frame.
pub(super) fn above_at_frames(
    file: &File,
    rig: &Rig,
    timing: &Timing,
    channels: &Channels,
    frame_count: usize,
) -> Result<Vec<Vec<Trs>>> {
    let curves: Vec<NodeCurves> = rig
        .above
        .iter()
        .map(|&node| NodeCurves::read(file, rig, timing.animation, channels, node))
        .collect::<Result<_>>()?;
    let snap = timing.snap();
    Ok((0..frame_count).map(|f| curves.iter().map(|c| c.at(timing.time(f), snap)).collect()).collect())
}

/// A limit on what sampling may allocate, so that two keys an age apart do not fill the memory.
pub(super) struct Budget(usize);

impl Budget {
    pub(super) fn new(file: &File) -> Self {
        Self(4 * file.byte_count() + (40 << 20))
    }

    /// Takes `bytes`, or tells that they are not left.
    pub(super) fn take(&mut self, bytes: f64) -> bool {
        if bytes > self.0 as f64 {
            return false;
        }
        self.0 -= bytes as usize;
        true
    }
}

/// All animations that move the skeleton, as clips.
pub(super) fn read_clips(
    file: &File,
    rig: &Rig,
    skeleton: &Skeleton,
    frame_rate: Option<f64>,
    budget: &mut Budget,
) -> Result<(Vec<Clip>, Vec<Timing>)> {
    let mut all_channels = Vec::new();
    let mut times: HashMap<usize, Vec<f32>> = HashMap::new();
    for animation in 0..file.root.animations.len() {
        let channels = Channels::new(file, rig, animation);
        for sampler in channels.samplers() {
            let input = file.root.animations[animation].samplers[sampler].input;
            if let std::collections::hash_map::Entry::Vacant(entry) = times.entry(input) {
                let place = format!("animations[{animation}].samplers[{sampler}].input");
                entry.insert(read_times(file, input, &place)?);
            }
        }
        if !channels.by_node.is_empty() {
            all_channels.push((animation, channels));
        }
    }
    let frame_rate = frame_rate.unwrap_or_else(|| estimate_frame_rate(&times));
    let (mut clips, mut timings) = (Vec::new(), Vec::new());
    for (animation, channels) in all_channels {
        let (mut start, mut end) = (f32::INFINITY, f32::NEG_INFINITY);
        for sampler in channels.samplers() {
            let keys = &times[&file.root.animations[animation].samplers[sampler].input];
            start = start.min(keys[0]);
            end = end.max(keys[keys.len() - 1]);
        }
        let timing = Timing { animation, start: f64::from(start), end: f64::from(end), frame_rate };
        let frame_count = timing.frame_count();
        let tracks = channels.by_node.values().filter(|c| c[0].is_some()).count()
            + channels.by_node.values().filter(|c| c[2].is_some()).count();
        let bytes =
            frame_count * (skeleton.joint_count() * 32 + 24 + tracks * 24 + rig.above.len() * 80) as f64;
        if !budget.take(bytes) {
            let text = format!(
                "lasts {} s, which is {frame_count} frames at {frame_rate} per second: too many to hold for a file of this size; read it with a lower frame rate",
                end - start
            );
            return Err(file.fail(&format!("animations[{animation}]"), text));
        }
        clips.push(sample_clip(file, rig, skeleton, &timing, &channels, frame_count as usize)?);
        timings.push(timing);
    }
    Ok((clips, timings))
}

fn sample_clip(
    file: &File,
    rig: &Rig,
    skeleton: &Skeleton,
    timing: &Timing,
    channels: &Channels,
    frame_count: usize,
) -> Result<Clip> {
    let joint_count = skeleton.joint_count();
    let snap = timing.snap();
    let mut rotations = Vec::new();
    rotations.resize(frame_count * joint_count, crate::math::Quat::identity());
    let mut root_positions = vec![Vec3::zeros(); frame_count];
    let (mut translations, mut scales) = (Vec::new(), Vec::new());
    for joint in skeleton.joints() {
        let node = rig.nodes[joint.0];
        let curves = NodeCurves::read(file, rig, timing.animation, channels, node)?;
        if joint.0 == 0 {
            let above = above_at_frames(file, rig, timing, channels, frame_count)?;
            let mut values = Vec::with_capacity(frame_count);
            for frame in 0..frame_count {
                let world = rig.root_to_world(&above[frame], &curves.at(timing.time(frame), snap));
                rotations[frame * joint_count] = world.rotation;
                root_positions[frame] = world.translation;
                values.push(world.scale);
            }
            push_scale(skeleton, joint, values, &mut scales);
            continue;
        }
        let [translation, rotation, scale] = &curves.curves;
        for frame in 0..frame_count {
            rotations[frame * joint_count + joint.0] = rotation
                .as_ref()
                .map_or(curves.rest.rotation, |keys| keys.rotation(timing.time(frame), snap));
        }
        if let Some(keys) = translation {
            let values: Vec<Vec3> = (0..frame_count)
                .map(|frame| keys.vector(timing.time(frame), snap) * rig.length_scale)
                .collect();
            let rest = skeleton.rest_offset(joint);
            // The rounding of the file's f32 against the digits of its JSON.
            let limit = 1e-7 * rest.abs().max().max(0.1);
            if values.iter().any(|v| (v - rest).abs().max() > limit) {
                translations.push(Track { joint, values });
            }
        }
        if let Some(keys) = scale {
            let values = (0..frame_count).map(|frame| keys.vector(timing.time(frame), snap)).collect();
            push_scale(skeleton, joint, values, &mut scales);
        }
    }
    let name = file.root.animations[timing.animation].name.clone().filter(|name| !name.is_empty());
    let data = ClipData {
        name: name.unwrap_or_else(|| format!("animation_{}", timing.animation)),
        frame_rate: timing.frame_rate,
        rotations,
        root_positions,
        translations,
        scales,
    };
    Clip::new(skeleton, data).map_err(|error| match error {
        Error::Clip { .. } | Error::Length { .. } => {
            file.fail(&format!("animations[{}]", timing.animation), error)
        }
        other => other,
    })
}

fn push_scale(skeleton: &Skeleton, joint: JointIndex, values: Vec<Vec3>, scales: &mut Vec<Track>) {
    let rest = skeleton.rest_scale(joint);
    if values.iter().any(|v| without_noise(v, &rest) != rest) {
        scales.push(Track { joint, values });
    }
}

/// The most common spacing of keys, as a rate that programs use where one fits; 30 without a clue.
fn estimate_frame_rate(times: &HashMap<usize, Vec<f32>>) -> f64 {
    let mut inputs: Vec<&Vec<f32>> = times.values().collect();
    inputs.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a[0].total_cmp(&b[0])));
    let spacing_of = |pair: &[f32]| f64::from(pair[1]) - f64::from(pair[0]);
    let mut spacings: Vec<f64> = inputs.iter().flat_map(|t| t.windows(2).map(spacing_of)).collect();
    spacings.retain(|s| *s > 1e-6);
    if spacings.is_empty() {
        return USUAL_RATES[0];
    }
    spacings.sort_by(f64::total_cmp);
    // The fullest window of 2 %; the shortest spacing among equals.
    let (mut best, mut best_count, mut end) = (spacings[0], 0, 0);
    for start in 0..spacings.len() {
        end = end.max(start);
        while end < spacings.len() && spacings[end] <= spacings[start] * 1.02 {
            end += 1;
        }
        if end - start > best_count {
            best_count = end - start;
            best = spacings[start + (end - start) / 2];
        }
    }
    // A long even run tells the spacing better than one f32 difference.
    let even = inputs
        .iter()
        .find(|t| t.len() > 2 && t.windows(2).all(|pair| (spacing_of(pair) / best - 1.0).abs() < 0.02));
    if let Some(t) = even {
        best = (f64::from(t[t.len() - 1]) - f64::from(t[0])) / (t.len() - 1) as f64;
    }
    let rate = 1.0 / best;
    let fits = |rate: f64, tolerance: f64| {
        times.values().flatten().all(|&t| {
            let frames = (f64::from(t) - f64::from(inputs[0][0])) * rate;
            (frames - frames.round()).abs() < tolerance
        })
    };
    if let Some(usual) = USUAL_RATES.iter().find(|usual| (rate / *usual - 1.0).abs() < 3e-4) {
        return *usual;
    }
    if rate > 500.0 {
        return USUAL_RATES[0];
    }
    if rate < 20.0 {
        // Keys lie several frames apart.
        if let Some(usual) = USUAL_RATES[..5].iter().find(|usual| fits(**usual, 0.02)) {
            return *usual;
        }
        return rate * (24.0 / rate).ceil();
    }
    if (rate / rate.round() - 1.0).abs() < 3e-4 { rate.round() } else { rate }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate_of(inputs: &[Vec<f32>]) -> f64 {
        estimate_frame_rate(&inputs.iter().cloned().enumerate().collect())
    }

    fn even(count: usize, rate: f64, start: f64) -> Vec<f32> {
        (0..count).map(|i| (start + i as f64 / rate) as f32).collect()
    }

    #[test]
    fn rates_come_from_key_spacing() {
        for rate in [24.0, 25.0, 30.0, 30_000.0 / 1001.0, 60.0, 120.0, 240.0, 33.0] {
            assert_eq!(rate_of(&[even(100, rate, 0.0)]), rate);
            // Late in a long clip f32 spacings waver by a per cent.
            assert_eq!(rate_of(&[even(20_000, rate, 1.0)]), rate);
        }
        assert_eq!(rate_of(&[]), 30.0);
        assert_eq!(rate_of(&[vec![0.0]]), 30.0);
        // Constant channels with two keys beside one that is sampled.
        assert_eq!(rate_of(&[vec![0.0, 2.0], vec![0.0, 2.0], even(49, 24.0, 0.0)]), 24.0);
        // Sparse keys: the first usual rate on which all of them are frames.
        assert_eq!(rate_of(&[vec![0.0, 1.25]]), 24.0);
        assert_eq!(rate_of(&[vec![0.0, 0.5, 1.0]]), 30.0);
        assert_eq!(rate_of(&[vec![0.0, 1e-5, 2e-5]]), 30.0);
    }

    #[test]
    fn the_last_frame_is_the_last_key() {
        let timing = Timing { animation: 0, start: 0.0, end: f64::from(1.158_333_3f32), frame_rate: 24.0 };
        assert_eq!(timing.frame_count(), 29.0);
        assert_eq!(timing.time(28), timing.end);
        assert_eq!(timing.time(24), 1.0);
        let timing = Timing { end: f64::from(2.0f32 / 3.0), ..timing };
        assert_eq!(timing.frame_count(), 17.0);
        assert_eq!(timing.time(16), timing.end);
    }
}
