//! Corrections that were found frame by frame, smoothed (Lyard 2008, section 4.6.3): a circle spline through the extremes of their mean,
//! with more controls where it falls short of what a frame needs.

use crate::math::Vec3;
use crate::math::circle_spline::CircleSegment;
use nalgebra::Vector4;

/// A spline may fall short of what a frame needs by this, radians.
const SHORT: f64 = 1e-4;
/// Controls are added this often at most.
const ROUNDS: usize = 5;
/// A curve that bulges beyond its ends by more than this factor is replaced.
const BULGE: f64 = 1.15;
/// Points of a curve on which it is checked that time does not run backwards.
const TIME_CHECKS: usize = 8;
const BISECTIONS: usize = 40;

/// Corrections of a stretch of frames.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Smoothed {
    pub(crate) values: Vec<Vec3>,
    /// Stretches between controls that are not parts of the circle spline: it would bulge, or run backwards in time.
    pub(crate) replaced: usize,
}

#[derive(Debug, Clone, Copy)]
struct Control {
    time: f64,
    value: Vec3,
}

/// Smooths `raw`, one correction per frame. A tied end has no correction in the frame before it (after it). `half` is the reach of the mean.
pub(crate) fn smooth_corrections(raw: &[Vec3], tied: [bool; 2], half: usize) -> Smoothed {
    if raw.is_empty() {
        return Smoothed { values: Vec::new(), replaced: 0 };
    }
    let mut controls = first_controls(raw, tied, half);
    let mut out = through_controls(&controls, raw.len(), tied);
    for _ in 0..ROUNDS {
        let added = uncovered(raw, &out.values, &controls);
        if added.is_empty() {
            break;
        }
        controls.extend(added);
        controls.sort_by(|a, b| a.time.total_cmp(&b.time));
        out = through_controls(&controls, raw.len(), tied);
    }
    out
}

/// The ends, and where the mean of the corrections is largest and smallest.
fn first_controls(raw: &[Vec3], tied: [bool; 2], half: usize) -> Vec<Control> {
    let count = raw.len();
    let mean = |frame: usize| {
        let around = &raw[frame.saturating_sub(half)..(frame + half + 1).min(count)];
        around.iter().sum::<Vec3>() / around.len() as f64
    };
    // What a frame needs is never given up for the mean.
    let value = |frame: usize| {
        let mean = mean(frame);
        if raw[frame].norm() > mean.norm() { raw[frame] } else { mean }
    };
    let zero = |time: f64| Control { time, value: Vec3::zeros() };
    let at = |frame: usize| Control { time: frame as f64, value: value(frame) };
    let mut sizes: Vec<f64> = (0..count).map(|frame| mean(frame).norm()).collect();
    let mut controls = Vec::new();
    // One size before the stretch and one after it: nothing at a tied end.
    let ends = [sizes.first(), sizes.last()].map(|size| size.copied().unwrap_or(0.0));
    sizes.insert(0, if tied[0] { 0.0 } else { ends[0] });
    sizes.push(if tied[1] { 0.0 } else { ends[1] });
    controls.push(if tied[0] { zero(-1.0) } else { at(0) });
    let mut first = 1;
    while first <= count {
        let mut end = first + 1;
        while end <= count && (sizes[end] - sizes[first]).abs() < 1e-12 {
            end += 1;
        }
        let (size, before, after) = (sizes[first], sizes[first - 1], sizes[end]);
        let is_extreme = (size > before && size > after) || (size < before && size < after);
        let frame = (first + end - 1) / 2 - 1;
        if is_extreme && controls.iter().all(|control| control.time != frame as f64) {
            controls.push(at(frame));
        }
        first = end;
    }
    let last = if tied[1] { zero(count as f64) } else { at(count - 1) };
    if controls.last().is_none_or(|control| control.time < last.time) {
        controls.push(last);
    }
    controls
}

/// Between each two controls, the frame that needs most of those that get too little.
fn uncovered(raw: &[Vec3], smooth: &[Vec3], controls: &[Control]) -> Vec<Control> {
    let is_short = |frame: &usize| smooth[*frame].norm() < raw[*frame].norm() - SHORT;
    let between = controls.windows(2).filter_map(|pair| {
        let frames = frames_between(&pair[0], &pair[1], raw.len()).filter(is_short);
        frames.max_by(|&a, &b| raw[a].norm().total_cmp(&raw[b].norm()))
    });
    between.map(|frame| Control { time: frame as f64, value: raw[frame] }).collect()
}

/// The frames strictly between two controls.
fn frames_between(from: &Control, to: &Control, count: usize) -> std::ops::Range<usize> {
    let first = (from.time + 1.0).max(0.0) as usize;
    first..(to.time.max(0.0) as usize).min(count).max(first)
}

/// The circle spline through the controls, in every frame.
fn through_controls(controls: &[Control], count: usize, tied: [bool; 2]) -> Smoothed {
    let mut out = Smoothed { values: vec![Vec3::zeros(); count], replaced: 0 };
    for control in controls.iter().filter(|control| control.time >= 0.0 && control.time < count as f64) {
        out.values[control.time as usize] = control.value;
    }
    let point = |control: &Control| control.value.push(control.time);
    let last = controls.len() - 1;
    for (i, pair) in controls.windows(2).enumerate() {
        let frames = frames_between(&pair[0], &pair[1], count);
        if frames.is_empty() {
            continue;
        }
        let [b, c] = [point(&pair[0]), point(&pair[1])];
        let a = if i > 0 { point(&controls[i - 1]) } else { b * 2.0 - c };
        let d = if i + 2 <= last { point(&controls[i + 2]) } else { c * 2.0 - b };
        let segment = CircleSegment::new(&[a, b, c, d]);
        // Outside a tied end nothing moves, so the curve must begin flat there.
        let is_tied = (i == 0 && tied[0]) || (i + 1 == last && tied[1]);
        let most = BULGE * pair[0].value.norm().max(pair[1].value.norm());
        let values = if is_tied { None } else { values_of(&segment, frames.clone(), most) };
        match values {
            Some(values) => out.values[frames].copy_from_slice(&values),
            None => {
                out.replaced += usize::from(!is_tied);
                let slopes = [slope(controls, i, tied), slope(controls, i + 1, tied)];
                for frame in frames {
                    out.values[frame] = cubic(pair, &slopes, frame as f64);
                }
            }
        }
    }
    out
}

/// The curve at whole frames; `None` where it is no function of time, or bulges.
fn values_of(segment: &CircleSegment<4>, frames: std::ops::Range<usize>, most: f64) -> Option<Vec<Vec3>> {
    let time = |u: f64| segment.at(u).w;
    let checks = (0..=TIME_CHECKS).map(|i| time(i as f64 / TIME_CHECKS as f64));
    let times: Vec<f64> = checks.collect();
    if times.windows(2).any(|pair| pair[1] <= pair[0]) {
        return None;
    }
    let mut values = Vec::with_capacity(frames.len());
    for frame in frames {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..BISECTIONS {
            let middle = (low + high) / 2.0;
            if time(middle) < frame as f64 { low = middle } else { high = middle }
        }
        let value: Vector4<f64> = segment.at((low + high) / 2.0);
        let value = value.xyz();
        if value.norm() > most {
            return None;
        }
        values.push(value);
    }
    Some(values)
}

/// Slope at a control that lets no component leave the range of its two ends (Fritsch and Butland 1984).
fn slope(controls: &[Control], at: usize, tied: [bool; 2]) -> Vec3 {
    let secant = |i: usize| {
        let (a, b) = (&controls[i], &controls[i + 1]);
        (b.value - a.value) / (b.time - a.time)
    };
    let last = controls.len() - 1;
    match at {
        0 if tied[0] => Vec3::zeros(),
        0 => secant(0),
        _ if at == last && tied[1] => Vec3::zeros(),
        _ if at == last => secant(last - 1),
        _ => secant(at - 1).zip_map(&secant(at), |before, after| {
            if before * after <= 0.0 { 0.0 } else { 2.0 * before * after / (before + after) }
        }),
    }
}

/// The cubic between two controls with these slopes (Hermite).
fn cubic(pair: &[Control], slopes: &[Vec3; 2], time: f64) -> Vec3 {
    let span = pair[1].time - pair[0].time;
    let u = (time - pair[0].time) / span;
    let rest = 1.0 - u;
    pair[0].value * (rest * rest * (1.0 + 2.0 * u))
        + slopes[0] * (span * u * rest * rest)
        + pair[1].value * (u * u * (3.0 - 2.0 * u))
        - slopes[1] * (span * u * u * rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    const HALF: usize = 2;

    fn along_x(values: impl IntoIterator<Item = f64>) -> Vec<Vec3> {
        values.into_iter().map(|x| Vec3::new(x, 0.0, 0.0)).collect()
    }

    fn largest_bend(values: &[Vec3]) -> f64 {
        values.windows(3).map(|w| (w[0] - w[1] * 2.0 + w[2]).norm()).fold(0.0, f64::max)
    }

    fn largest(values: &[Vec3]) -> f64 {
        values.iter().map(|value| value.norm()).fold(0.0, f64::max)
    }

    fn signals() -> [Vec<Vec3>; 4] {
        let mut random = Random::new(9);
        let sine = |t: usize| (0.3 * (t as f64 * 0.25).sin()).max(0.0);
        [
            along_x((0..60).map(|t| if (25..35).contains(&t) { 0.3 } else { 0.0 })),
            along_x((0..60).map(|t| if t == 30 { 0.3 } else { 0.0 })),
            along_x((0..80).map(sine)),
            along_x((0..80).map(|t| if sine(t) > 0.0 { sine(t) + 0.02 * random.normal() } else { 0.0 })),
        ]
    }

    #[test]
    fn constant_corrections_stay() {
        let constant = vec![Vec3::new(0.2, -0.1, 0.05); 40];
        let smooth = smooth_corrections(&constant, [false; 2], HALF).values;
        assert!(smooth.iter().zip(&constant).all(|(a, b)| (a - b).norm() < 1e-12));
    }

    #[test]
    fn what_frames_need_is_covered_smoothly_and_without_bulges() {
        for (index, raw) in signals().into_iter().enumerate() {
            let smooth = smooth_corrections(&raw, [true; 2], HALF);
            for (frame, (smooth, raw)) in smooth.values.iter().zip(&raw).enumerate() {
                assert!(smooth.norm() >= raw.norm() - 1.1e-4, "{index}, frame {frame}: {smooth} {raw}");
            }
            let ratio = largest_bend(&smooth.values) / largest_bend(&raw);
            assert!(ratio <= 0.5, "{index}: {ratio}");
            assert!(largest(&smooth.values) <= 1.15 * largest(&raw), "{index}");
        }
    }

    #[test]
    fn a_single_frame_is_not_lost() {
        let raw = along_x((0..41).map(|t| if t == 20 { 0.2 } else { 0.0 }));
        let smooth = smooth_corrections(&raw, [true; 2], HALF).values;
        assert!((smooth[20].x - 0.2).abs() < 1e-9);
        // The ways to and from it take all of the room there is.
        assert!(smooth[10].x > 0.05 && smooth[30].x > 0.05);
    }

    #[test]
    fn the_curve_passes_through_its_controls() {
        let mut random = Random::new(4);
        let controls: Vec<Control> = (0..12)
            .map(|i| Control { time: 5.0 * f64::from(i), value: Vec3::from_fn(|_, _| 3.0 * random.normal()) })
            .collect();
        let through = through_controls(&controls, 56, [false; 2]);
        for control in &controls {
            assert!((through.values[control.time as usize] - control.value).norm() < 1e-9);
        }
        // Angles as large as this throw circles about; what is put in their place stays in bounds.
        assert!(through.replaced > 0);
        for (i, pair) in controls.windows(2).enumerate() {
            let most = pair[0].value.norm().max(pair[1].value.norm());
            for frame in 5 * i..5 * i + 5 {
                assert!(through.values[frame].norm() <= 3f64.sqrt() * most, "{frame}");
            }
        }
    }

    #[test]
    fn short_stretches_are_smoothed_as_well() {
        for count in [0, 1, 2, 3, 4, 5] {
            for tied in [[true, true], [false, true], [true, false], [false, false]] {
                let raw = along_x((0..count).map(|t| 0.1 + 0.05 * f64::from(t % 2)));
                let smooth = smooth_corrections(&raw, tied, HALF).values;
                assert_eq!(smooth.len(), raw.len());
                for (smooth, raw) in smooth.iter().zip(&raw) {
                    assert!(smooth.x.is_finite() && smooth.norm() >= raw.norm() - 1.1e-4, "{count} {tied:?}");
                }
            }
        }
    }
}
