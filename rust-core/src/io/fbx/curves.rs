//! [`Curve`]: keys of one animated number, and its value at any time.
//!
//! Interpolation, tangents and extrapolation follow the FBX SDK as far as it is documented, and `ufbx` where it is
//! not (automatic tangents with bias, TCB); tests compare with `ufbx`. Velocity factors are not applied: exporters
//! bake them into the slopes.

use super::records::{Checked, NodeId, Records, malformed};

/// How the stretch after a key is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interpolation {
    /// Holds this key's value.
    Constant,
    /// Holds the next key's value.
    ConstantNext,
    Linear,
    Cubic,
}

/// A control point beside a key, relative to it: seconds and value; both point away from the past on the left too.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Tangent {
    pub(super) dx: f64,
    pub(super) dy: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Key {
    pub(super) tick: i64,
    pub(super) value: f64,
    pub(super) interpolation: Interpolation,
    pub(super) left: Tangent,
    pub(super) right: Tangent,
}

/// What a curve does before its first or after its last key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Extrapolation {
    #[default]
    Constant,
    Slope,
    /// Number of times, or for ever.
    Repeat(Option<u32>),
    RepeatRelative(Option<u32>),
    Mirror(Option<u32>),
}

/// One animated number.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Curve {
    pub(super) keys: Vec<Key>,
    pub(super) before: Extrapolation,
    pub(super) after: Extrapolation,
}

/// Samples this close to a key are on it: exporters round frame times to ticks each in their own way, and a stepped
/// curve must not show the value of the frame before.
pub(super) const SNAP_TICKS: i64 = 16;

impl Curve {
    /// The value at `tick`; `fallback` for a curve without keys.
    pub(super) fn value(&self, tick: i64, ticks_per_second: f64, fallback: f64) -> f64 {
        let (Some(first), Some(last)) = (self.keys.first(), self.keys.last()) else {
            return fallback;
        };
        if self.keys.len() == 1 {
            return first.value;
        }
        if tick < first.tick - SNAP_TICKS {
            self.extrapolated(tick, true, self.before, ticks_per_second)
        } else if tick > last.tick + SNAP_TICKS {
            self.extrapolated(tick, false, self.after, ticks_per_second)
        } else {
            self.inside(tick, ticks_per_second)
        }
    }

    fn inside(&self, tick: i64, ticks_per_second: f64) -> f64 {
        let next = self.keys.partition_point(|key| key.tick <= tick.saturating_add(SNAP_TICKS));
        let Some(previous) = next.checked_sub(1).map(|i| &self.keys[i]) else {
            return self.keys[0].value;
        };
        let Some(next) = self.keys.get(next) else {
            return previous.value;
        };
        if tick <= previous.tick {
            return previous.value;
        }
        let length = (next.tick - previous.tick) as f64;
        let t = (tick - previous.tick) as f64 / length;
        match previous.interpolation {
            Interpolation::Constant => previous.value,
            Interpolation::ConstantNext => next.value,
            Interpolation::Linear => previous.value * (1.0 - t) + next.value * t,
            Interpolation::Cubic => {
                let seconds = length / ticks_per_second;
                let u = bezier_parameter(previous.right.dx / seconds, 1.0 - next.left.dx / seconds, t);
                let v = 1.0 - u;
                let y1 = previous.value + previous.right.dy;
                let y2 = next.value - next.left.dy;
                v * v * v * previous.value + 3.0 * u * v * (v * y1 + u * y2) + u * u * u * next.value
            }
        }
    }

    fn extrapolated(&self, tick: i64, before: bool, kind: Extrapolation, ticks_per_second: f64) -> f64 {
        let (first, last) = (&self.keys[0], &self.keys[self.keys.len() - 1]);
        let edge = if before { first } else { last };
        let limit = match kind {
            Extrapolation::Constant => return edge.value,
            Extrapolation::Slope => {
                let tangent = if before { edge.right } else { edge.left };
                let seconds = (tick as f64 - edge.tick as f64) / ticks_per_second;
                let slope = if tangent.dx == 0.0 { 0.0 } else { tangent.dy / tangent.dx };
                return edge.value + slope * seconds;
            }
            Extrapolation::Repeat(limit)
            | Extrapolation::RepeatRelative(limit)
            | Extrapolation::Mirror(limit) => limit,
        };
        let duration = last.tick.saturating_sub(first.tick);
        if duration < 1 || limit == Some(0) {
            return edge.value;
        }
        let beyond = if before { first.tick.saturating_sub(tick) } else { tick.saturating_sub(last.tick) };
        let (mut count, mut rest) = (beyond / duration, beyond % duration);
        if let Some(limit) = limit
            && count >= i64::from(limit)
        {
            (count, rest) = (i64::from(limit) - 1, duration);
        }
        // Every second copy of a mirrored curve runs the usual way again.
        let backwards = matches!(kind, Extrapolation::Mirror(_)) && count % 2 == 0;
        if backwards != before {
            rest = duration - rest;
        }
        let value = self.inside(first.tick + rest, ticks_per_second);
        if let Extrapolation::RepeatRelative(_) = kind {
            let rise = (last.value - first.value) * (count + 1) as f64;
            value + if before { -rise } else { rise }
        } else {
            value
        }
    }
}

/// Where on a Bézier with end points 0 and 1 and control points `x1`, `x2` the abscissa `x` lies: Newton's method
/// inside a shrinking bracket, since steep tangents throw plain Newton out.
fn bezier_parameter(x1: f64, x2: f64, x: f64) -> f64 {
    let a = 3.0 * x1 - 3.0 * x2 + 1.0;
    let b = 3.0 * x2 - 6.0 * x1;
    let c = 3.0 * x1;
    let (mut low, mut high) = (0.0, 1.0);
    let mut t = x;
    for _ in 0..64 {
        let error = ((a * t + b) * t + c) * t - x;
        if error.abs() <= 1e-15 {
            break;
        }
        if error > 0.0 {
            high = t;
        } else {
            low = t;
        }
        let slope = (3.0 * a * t + 2.0 * b) * t + c;
        let step = t - error / slope;
        t = if step > low && step < high { step } else { 0.5 * (low + high) };
        if high - low < 1e-16 {
            break;
        }
    }
    t
}

// Bits of KeyAttrFlags.
pub(super) const FLAG_CONSTANT: u32 = 0x2;
pub(super) const FLAG_LINEAR: u32 = 0x4;
const FLAG_CUBIC: u32 = 0x8;
const FLAG_CONSTANT_NEXT: u32 = 0x100;
const FLAG_TCB: u32 = 0x200;
const FLAG_USER: u32 = 0x400;
const FLAG_CLAMP: u32 = 0x1000;
const FLAG_TIME_INDEPENDENT: u32 = 0x2000;
const FLAG_CLAMP_PROGRESSIVE: u32 = 0x4000;
const FLAG_WEIGHTED_RIGHT: u32 = 0x0100_0000;
const FLAG_WEIGHTED_NEXT_LEFT: u32 = 0x0200_0000;

/// The default tangent weight as exporters store it.
const THIRD: f64 = 0.333_333;
/// Values no farther apart than this count as equal for clamped tangents; exactly equal, as in `ufbx`.
const CLAMP_DISTANCE: f64 = 0.0;

/// Flags and four packed words of one key, as the file's run-length table gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KeyAttributes {
    pub(super) flags: u32,
    pub(super) words: [u32; 4],
}

/// The arrays of an `AnimationCurve` record, with the run-length table written out per key.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct RawCurve {
    pub(super) ticks: Vec<i64>,
    pub(super) values: Vec<f64>,
    pub(super) attributes: Vec<KeyAttributes>,
}

/// Reads the arrays of an `AnimationCurve` record.
///
/// # Errors
/// [`Malformed`] where arrays are missing, do not fit together, run backwards in time or hold values that are not finite.
pub(super) fn read_raw_curve(records: &Records<'_>, node: NodeId) -> Checked<RawCurve> {
    let at = records.offset(node);
    let array = |name: &str| match records.child_array(node, name) {
        Some(array) => Ok(array),
        None => malformed(at, format!("an animation curve has no {name}")),
    };
    let ticks = records.integers(&array("KeyTime")?)?;
    let value_array = array("KeyValueFloat")?;
    let values = records.numbers(&value_array)?;
    if ticks.len() != values.len() {
        return malformed(
            at,
            format!("an animation curve has {} key times and {} values", ticks.len(), values.len()),
        );
    }
    if let Some(i) = ticks.windows(2).position(|pair| pair[1] < pair[0]) {
        return malformed(at, format!("key {} of an animation curve lies before key {i}", i + 1));
    }
    // Past this, differences of times no longer fit.
    if let Some(tick) = ticks.iter().find(|tick| tick.unsigned_abs() > 1 << 61) {
        return malformed(at, format!("an animation curve has a key at time {tick}"));
    }
    if let Some(i) = values.iter().position(|v| !v.is_finite()) {
        return malformed(
            value_array.at,
            format!("key {i} of an animation curve has the value {}", values[i]),
        );
    }
    let flags = records.raw_words(&array("KeyAttrFlags")?)?;
    let words = records.raw_words(&array("KeyAttrDataFloat")?)?;
    let counts = records.integers(&array("KeyAttrRefCount")?)?;
    if flags.len() != counts.len() || words.len() != 4 * counts.len() {
        return malformed(at, "the key attributes of an animation curve do not fit together");
    }
    let mut attributes = Vec::with_capacity(ticks.len());
    for (i, &count) in counts.iter().enumerate() {
        let entry = KeyAttributes {
            flags: flags[i],
            words: [words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]],
        };
        let count = usize::try_from(count).unwrap_or(0).min(ticks.len() - attributes.len());
        attributes.extend(std::iter::repeat_n(entry, count));
    }
    if attributes.len() != ticks.len() {
        return malformed(
            at,
            format!("an animation curve has attributes for {} of its {} keys", attributes.len(), ticks.len()),
        );
    }
    Ok(RawCurve { ticks, values, attributes })
}

/// Reads an `AnimationCurve` record and works out its tangents.
///
/// # Errors
/// As [`read_raw_curve`].
pub(super) fn read_curve(records: &Records<'_>, node: NodeId, ticks_per_second: f64) -> Checked<Curve> {
    let raw = read_raw_curve(records, node)?;
    Ok(Curve {
        keys: keys_from_raw(&raw, ticks_per_second),
        before: read_extrapolation(records, node, "Pre-Extrapolation"),
        after: read_extrapolation(records, node, "Post-Extrapolation"),
    })
}

fn read_extrapolation(records: &Records<'_>, node: NodeId, name: &str) -> Extrapolation {
    let Some(record) = records.child(node, name) else {
        return Extrapolation::Constant;
    };
    let letter = records
        .child_attribute(record, "Type")
        .and_then(|a| a.integer())
        .and_then(|v| u8::try_from(v).ok())
        .unwrap_or(b'C');
    let limit = records
        .child_attribute(record, "Repetition")
        .and_then(|a| a.integer())
        .and_then(|count| u32::try_from(count).ok());
    match letter {
        b'K' => Extrapolation::Slope,
        b'R' => Extrapolation::Repeat(limit),
        b'A' => Extrapolation::RepeatRelative(limit),
        b'M' => Extrapolation::Mirror(limit),
        _ => Extrapolation::Constant,
    }
}

/// A key's neighbour, relative to it.
#[derive(Clone, Copy)]
struct Neighbour {
    /// Seconds between the two, positive.
    seconds: f64,
    /// Mean slope between the two.
    slope: f64,
    /// How far their values are apart.
    distance: f64,
}

fn keys_from_raw(raw: &RawCurve, ticks_per_second: f64) -> Vec<Key> {
    let count = raw.ticks.len();
    let neighbour = |from: usize, to: usize| -> Option<Neighbour> {
        let seconds = (raw.ticks[to] - raw.ticks[from]) as f64 / ticks_per_second;
        let rise = raw.values[to] - raw.values[from];
        (seconds > 0.0).then(|| Neighbour { seconds, slope: rise / seconds, distance: rise.abs() })
    };
    let mut keys = Vec::with_capacity(count);
    // A key's left tangent is stored with the key before.
    let (mut slope_left, mut weight_left) = (0.0, THIRD);
    for i in 0..count {
        let KeyAttributes { flags, words } = raw.attributes[i];
        let previous = (i > 0).then(|| neighbour(i - 1, i)).flatten();
        let next = (i + 1 < count).then(|| neighbour(i, i + 1)).flatten();
        let number = |word: u32| {
            let value = f64::from(f32::from_bits(word));
            if value.is_finite() { value } else { 0.0 }
        };
        let (mut slope_right, mut next_slope_left) = (number(words[0]), number(words[1]));
        // Weights are two decimal fixed-point numbers in one word.
        let weight = |flag: u32, packed: u32| {
            if flags & flag != 0 { f64::from(packed) * 0.0001 } else { THIRD }
        };
        let mut weight_right = weight(FLAG_WEIGHTED_RIGHT, words[2] & 0xffff);
        let mut next_weight_left = weight(FLAG_WEIGHTED_NEXT_LEFT, words[2] >> 16);
        let interpolation = if flags & FLAG_CONSTANT != 0 {
            (slope_right, next_slope_left) = (0.0, 0.0);
            (weight_right, next_weight_left) = (THIRD, THIRD);
            if flags & FLAG_CONSTANT_NEXT != 0 {
                Interpolation::ConstantNext
            } else {
                Interpolation::Constant
            }
        } else if flags & FLAG_CUBIC != 0 {
            if flags & FLAG_TCB != 0 {
                let [tension, continuity, bias] = [0, 1, 2].map(|w| number(words[w]));
                (slope_left, slope_right) = tcb_slopes(tension, continuity, bias, previous, next);
                (next_slope_left, next_weight_left) = (0.0, THIRD);
            } else if flags & FLAG_USER == 0 {
                let auto =
                    |bias: f64| automatic_slope(flags, bias, previous, next, weight_left, weight_right);
                if previous.is_some() && next.is_some() && (slope_left + slope_right).abs() > 0.0001 {
                    (slope_left, slope_right) = (auto(-slope_left), auto(slope_right));
                } else {
                    let bias = if previous.is_some() && next.is_none() { -slope_left } else { slope_right };
                    slope_right = auto(bias);
                    slope_left = slope_right;
                }
            }
            Interpolation::Cubic
        } else {
            slope_right = next.map_or(0.0, |n| n.slope);
            next_slope_left = slope_right;
            (weight_right, next_weight_left) = (THIRD, THIRD);
            Interpolation::Linear
        };
        let tangent = |side: Option<Neighbour>, weight: f64, slope: f64| {
            let dx = side.map_or(0.0, |n| weight * n.seconds);
            Tangent { dx, dy: dx * slope }
        };
        keys.push(Key {
            tick: raw.ticks[i],
            value: raw.values[i],
            interpolation,
            left: tangent(previous, weight_left, slope_left),
            right: tangent(next, weight_right, slope_right),
        });
        (slope_left, weight_left) = (next_slope_left, next_weight_left);
    }
    keys
}

/// Kochanek-Bartels slopes; at the ends of a curve the one neighbour counts in full.
fn tcb_slopes(
    tension: f64,
    continuity: f64,
    bias: f64,
    previous: Option<Neighbour>,
    next: Option<Neighbour>,
) -> (f64, f64) {
    let share = if previous.is_some() && next.is_some() { 0.5 } else { 1.0 };
    let before = share * (1.0 - tension) * (1.0 + bias) * previous.map_or(0.0, |n| n.slope);
    let after = share * (1.0 - tension) * (1.0 - bias) * next.map_or(0.0, |n| n.slope);
    (
        before * (1.0 - continuity) + after * (1.0 + continuity),
        before * (1.0 + continuity) + after * (1.0 - continuity),
    )
}

/// The slope of an automatic tangent. `bias` is in percent; beyond 500 it adds a steepness of its own.
fn automatic_slope(
    flags: u32,
    bias: f64,
    previous: Option<Neighbour>,
    next: Option<Neighbour>,
    weight_left: f64,
    weight_right: f64,
) -> f64 {
    let excess = (bias.abs() / 100.0 - 5.0).max(0.0);
    let steepness =
        |direction: f64| if excess > 0.0 { excess * excess * direction.signum() * 40.0 } else { 0.0 };
    let time_independent = flags & FLAG_TIME_INDEPENDENT != 0;
    let (p, n) = match (previous, next) {
        (None, None) => return 0.0,
        (Some(only), None) | (None, Some(only)) => {
            let clamped = flags & FLAG_CLAMP != 0 && only.distance <= CLAMP_DISTANCE;
            if flags & FLAG_CLAMP_PROGRESSIVE != 0 || clamped {
                return 0.0;
            }
            return only.slope + if time_independent { 0.0 } else { steepness(bias) };
        }
        (Some(p), Some(n)) => (p, n),
    };
    if flags & FLAG_CLAMP != 0 && p.distance.min(n.distance) <= CLAMP_DISTANCE {
        return 0.0;
    }
    let total = p.seconds + n.seconds;
    let mut slope = (p.slope * p.seconds + n.slope * n.seconds) / total;
    if !time_independent {
        let share = p.seconds / total;
        slope = 0.5 * slope + 0.5 * (p.slope * (1.0 - share) + n.slope * share);
        let weight = bias.abs() / 100.0;
        if weight > 0.0001 {
            let target = if bias > 0.0 { n.slope } else { p.slope };
            let towards = target - slope;
            slope = slope * (1.0 - weight) + target * weight;
            slope += steepness(if towards.abs() > 0.00001 { towards } else { bias });
        }
    }
    if flags & FLAG_CLAMP_PROGRESSIVE != 0 {
        // Neither control point may pass its neighbour's value.
        let sign = if slope >= 0.0 { 1.0 } else { -1.0 };
        let limit = |side: Neighbour, weight: f64| {
            if weight > 0.0 { (sign * side.slope / weight).max(0.0) } else { 0.0 }
        };
        slope = sign * (sign * slope).min(limit(p, weight_left)).min(limit(n, weight_right));
    }
    slope
}

/// The run-length table of key attributes, as `KeyAttrFlags`, `KeyAttrDataFloat` and `KeyAttrRefCount`.
pub(super) fn run_lengths(attributes: &[KeyAttributes]) -> (Vec<u32>, Vec<u32>, Vec<i32>) {
    let (mut flags, mut words, mut counts) = (Vec::new(), Vec::new(), Vec::<i32>::new());
    let mut last = None;
    for entry in attributes {
        if last == Some(entry)
            && let Some(count) = counts.last_mut()
        {
            *count += 1;
        } else {
            flags.push(entry.flags);
            words.extend_from_slice(&entry.words);
            counts.push(1);
            last = Some(entry);
        }
    }
    (flags, words, counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 46_186_158_000;

    fn linear(points: &[(i64, f64)]) -> Curve {
        let keys = points
            .iter()
            .map(|&(second, value)| Key {
                tick: second * SECOND,
                value,
                interpolation: Interpolation::Linear,
                left: Tangent::default(),
                right: Tangent::default(),
            })
            .collect();
        Curve { keys, ..Curve::default() }
    }

    fn at(curve: &Curve, seconds: f64) -> f64 {
        curve.value((seconds * SECOND as f64).round() as i64, SECOND as f64, 7.0)
    }

    #[test]
    fn extrapolations_continue_a_ramp() {
        let mut curve = linear(&[(0, 0.0), (2, 1.0), (3, 4.0)]);
        let mut check = |kind, before: f64, after: f64| {
            (curve.before, curve.after) = (kind, kind);
            assert!((at(&curve, -1.0) - before).abs() < 1e-12, "{kind:?} {}", at(&curve, -1.0));
            assert!((at(&curve, 4.0) - after).abs() < 1e-12, "{kind:?} {}", at(&curve, 4.0));
        };
        check(Extrapolation::Constant, 0.0, 4.0);
        check(Extrapolation::Repeat(None), 1.0, 0.5);
        check(Extrapolation::RepeatRelative(None), -3.0, 4.5);
        check(Extrapolation::Mirror(None), 0.5, 1.0);
        check(Extrapolation::Repeat(Some(0)), 0.0, 4.0);
    }

    #[test]
    fn a_stepped_key_counts_from_its_tick_on() {
        let mut curve = linear(&[(0, 0.0), (1, 5.0), (2, 9.0)]);
        curve.keys.iter_mut().for_each(|k| k.interpolation = Interpolation::Constant);
        let value = |tick| curve.value(tick, SECOND as f64, 0.0);
        assert_eq!(value(SECOND - 100), 0.0);
        assert_eq!(value(SECOND - 2), 5.0, "within rounding of the key");
        assert_eq!(value(SECOND), 5.0);
        assert_eq!(Curve::default().value(0, SECOND as f64, 7.0), 7.0);
    }

    #[test]
    fn bezier_parameter_inverts_the_abscissa() {
        for (x1, x2) in [(1.0 / 3.0, 2.0 / 3.0), (0.0, 1.0), (1.0, 0.0), (0.9, 0.95), (0.01, 0.02)] {
            for i in 0..=20 {
                let x = f64::from(i) / 20.0;
                let t = bezier_parameter(x1, x2, x);
                let v = 1.0 - t;
                let back = 3.0 * v * v * t * x1 + 3.0 * v * t * t * x2 + t * t * t;
                assert!((back - x).abs() < 1e-9, "{x1} {x2} {x}: {t} gives {back}");
            }
        }
    }

    #[test]
    fn run_lengths_join_equal_neighbours_only() {
        let a = KeyAttributes { flags: 4, words: [0; 4] };
        let b = KeyAttributes { flags: 2, words: [1, 2, 3, 4] };
        let (flags, words, counts) = run_lengths(&[a, a, b, a]);
        assert_eq!(flags, [4, 2, 4]);
        assert_eq!(counts, [2, 1, 1]);
        assert_eq!(words, [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0]);
    }
}
