//! [`Keys`]: the keyframes of one sampler, and their values at any time (glTF 2.0, 3.11 and appendix C).

use super::file::File;
use super::rig::unit_quaternion;
use super::schema::Interpolation;
use crate::error::Result;
use crate::math::{Quat, Vec3, slerp};

/// Key times and values of one sampler.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    /// Seconds, never falling.
    pub times: Vec<f32>,
    values: Vec<f32>,
    width: usize,
    interpolation: Interpolation,
}

/// Key times of a sampler input, checked to be finite and in order.
pub(super) fn read_times(file: &File, accessor: usize, place: &str) -> Result<Vec<f32>> {
    let times = file.numbers(accessor, 1, place)?;
    if times.is_empty() {
        return Err(file.fail(place, "has no keys"));
    }
    if let Some(key) = times.windows(2).position(|pair| pair[1] < pair[0]) {
        let text =
            format!("key {} at {} s comes before key {key} at {} s", key + 1, times[key + 1], times[key]);
        return Err(file.fail(place, text));
    }
    Ok(times)
}

impl Keys {
    /// Reads a sampler; `width` is 3 for translation and scale, 4 for rotation.
    pub(super) fn read(file: &File, animation: usize, sampler: usize, width: usize) -> Result<Self> {
        let place = format!("animations[{animation}].samplers[{sampler}]");
        let object = &file.root.animations[animation].samplers[sampler];
        let times = read_times(file, object.input, &format!("{place}.input"))?;
        let values = file.numbers(object.output, width, &format!("{place}.output"))?;
        let per_key = if object.interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        if values.len() != times.len() * per_key * width {
            let text = format!(
                "has {} values, but {} keys need {}",
                values.len() / width,
                times.len(),
                times.len() * per_key
            );
            return Err(file.fail(&format!("{place}.output"), text));
        }
        let keys = Self { times, values, width, interpolation: object.interpolation };
        if width == 4
            && let Some(key) = (0..keys.times.len()).find(|&k| unit_quaternion(keys.value4(k)).is_none())
        {
            return Err(file.fail(&format!("{place}.output"), format!("key {key} is not a rotation")));
        }
        Ok(keys)
    }

    fn row(&self, key: usize, part: usize) -> &[f32] {
        let per_key = if self.interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        let part = if per_key == 3 { part } else { 0 };
        let at = (key * per_key + part) * self.width;
        &self.values[at..at + self.width]
    }

    fn value4(&self, key: usize) -> [f64; 4] {
        let row = self.row(key, 1);
        [0, 1, 2, 3].map(|i| f64::from(row[i]))
    }

    /// The last key at or before `time`, and how far `time` is towards the next, 0 at a key. Within `snap` seconds
    /// of a key the time counts as the key's: f32 times of a long clip miss their frame by that much.
    fn locate(&self, time: f64, snap: f64) -> (usize, f64) {
        let after = self.times.partition_point(|&t| f64::from(t) <= time + snap);
        let Some(key) = after.checked_sub(1) else { return (0, 0.0) };
        if after == self.times.len() || time <= f64::from(self.times[key]) + snap {
            return (key, 0.0);
        }
        let (from, to) = (f64::from(self.times[key]), f64::from(self.times[after]));
        (key, (time - from) / (to - from))
    }

    /// Spline value: in-tangent, value, out-tangent per key; tangents are per second.
    fn spline(&self, key: usize, t: f64, component: usize) -> f64 {
        let dt = f64::from(self.times[key + 1]) - f64::from(self.times[key]);
        let at = |key, part| f64::from(self.row(key, part)[component]);
        let (t2, t3) = (t * t, t * t * t);
        (2.0 * t3 - 3.0 * t2 + 1.0) * at(key, 1)
            + dt * (t3 - 2.0 * t2 + t) * at(key, 2)
            + (3.0 * t2 - 2.0 * t3) * at(key + 1, 1)
            + dt * (t3 - t2) * at(key + 1, 0)
    }

    /// Translation or scale at `time`; see [`Self::locate`] for `snap`.
    pub(super) fn vector(&self, time: f64, snap: f64) -> Vec3 {
        let (key, t) = self.locate(time, snap);
        let value = |key: usize| Vec3::from_fn(|i, _| f64::from(self.row(key, 1)[i]));
        if t == 0.0 || self.interpolation == Interpolation::Step {
            return value(key);
        }
        match self.interpolation {
            Interpolation::CubicSpline => Vec3::from_fn(|i, _| self.spline(key, t, i)),
            _ => value(key) * (1.0 - t) + value(key + 1) * t,
        }
    }

    /// Rotation at `time`; see [`Self::locate`] for `snap`.
    pub(super) fn rotation(&self, time: f64, snap: f64) -> Quat {
        let (key, t) = self.locate(time, snap);
        // Keys were checked on reading; a spline may still pass through zero between them.
        let value = |key: usize| unit_quaternion(self.value4(key)).unwrap_or_else(Quat::identity);
        if t == 0.0 || self.interpolation == Interpolation::Step {
            return value(key);
        }
        match self.interpolation {
            Interpolation::CubicSpline => {
                unit_quaternion([0, 1, 2, 3].map(|i| self.spline(key, t, i))).unwrap_or_else(|| value(key))
            }
            _ => slerp(&value(key), &value(key + 1), t),
        }
    }
}
