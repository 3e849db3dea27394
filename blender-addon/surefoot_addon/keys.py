# SPDX-License-Identifier: GPL-3.0-or-later
"""Gives a curve new values on some frames and leaves the rest of it alone.

If a curve has a key on every sampled frame, those keys are moved. If it has few keys, it gets keys on the frames that
change and keeps its own elsewhere. Bézier segments at the ends of a change are split (de Casteljau), so that the part
outside keeps its exact shape. Modifiers stay if their effect stays the same.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import bpy
import numpy as np

# The numbers of Keyframe's enumerations, which foreach_set wants.
CONSTANT, LINEAR, BEZIER = 0, 1, 2
FREE, AUTO_CLAMPED = 0, 4
# Keys this close, in frames, are one: frame numbers are 32-bit floats.
SAME_TIME = 2e-3
# Largest miss after which modifiers are taken to disturb the new values.
SAME_VALUE = 1e-4


@dataclass
class Keys:
    """All that the keys of a curve say, as arrays."""

    co: np.ndarray
    handle_left: np.ndarray
    handle_right: np.ndarray
    interpolation: np.ndarray
    easing: np.ndarray
    handle_left_type: np.ndarray
    handle_right_type: np.ndarray
    type: np.ndarray
    amplitude: np.ndarray
    period: np.ndarray
    back: np.ndarray

    @classmethod
    def of(cls, curve: bpy.types.FCurve) -> Keys:
        """The keys of a curve."""
        return cls(**{f.name: read(curve, f.name) for f in fields(cls)})

    @classmethod
    def plain(cls, times: np.ndarray, values: np.ndarray, interpolation: int | np.ndarray) -> Keys:
        """Fresh keys with automatic handles."""
        count = len(times)
        points = np.stack([times, values], axis=1).astype(np.float32)
        zeros = np.zeros(count, np.int32)
        automatic = np.full(count, AUTO_CLAMPED, np.int32)
        third = np.array([1.0 / 3.0, 0.0], np.float32)
        return cls(
            points,
            points - third,
            points + third,
            zeros + np.asarray(interpolation, np.int32),
            zeros,
            automatic,
            automatic.copy(),
            zeros.copy(),
            np.full(count, 0.8, np.float32),
            np.full(count, 4.1, np.float32),
            np.full(count, 1.70158, np.float32),
        )

    def take(self, wanted: np.ndarray) -> Keys:
        """Some of the keys."""
        return Keys(**{f.name: getattr(self, f.name)[wanted] for f in fields(self)})

    def with_more(self, more: Keys) -> Keys:
        """These and more, in order of time."""
        joined = Keys(**{f.name: np.concatenate([getattr(self, f.name), getattr(more, f.name)]) for f in fields(self)})
        return joined.take(np.argsort(joined.co[:, 0], kind="stable"))

    def put(self, curve: bpy.types.FCurve) -> None:
        """Makes these the keys of the curve."""
        if len(curve.keyframe_points) != len(self.co):
            curve.keyframe_points.clear()
            curve.keyframe_points.add(len(self.co))
        for f in fields(self):
            _set(curve, f.name, getattr(self, f.name))
        curve.update()


def set_all(curve: bpy.types.FCurve, times: np.ndarray, values: np.ndarray) -> None:
    """Gives the curve these keys and no others."""
    for modifier in list(curve.modifiers):
        curve.modifiers.remove(modifier)
    Keys.plain(times, values, LINEAR).put(curve)


def change(
    curve: bpy.types.FCurve,
    times: np.ndarray,
    before: np.ndarray,
    after: np.ndarray,
    motion: tuple[float, float] | None = None,
) -> bool:
    """Gives the curve `after` on the sampled frames where it differs from `before`, what the curve had there.

    `motion` holds the first and last key of everything that moves along with the curve, the first and last sample when not
    given: a curve that repeats itself over that long goes on doing so.

    Returns whether modifiers had to go because they would have disturbed the new values; what they did is then in the
    keys, over the scene's frames where it has no end.
    """
    own = read(curve, "co")[:, 0]
    if len(own) == 0:
        set_all(curve, times, after)
        return False
    if not (before != after).any():
        return False
    if not curve.modifiers:
        _change_keys(curve, times, before, after)
        return False
    # What modifiers add stays: the keys below are changed by as much as the result is to.
    bare = _without_modifiers(curve, times)
    cycles = any(m.type == "CYCLES" and not m.mute for m in curve.modifiers)
    first, last = motion or times[[0, -1]]
    repeats_all = own[0] - SAME_TIME < first and last < own[-1] + SAME_TIME
    if repeats_all or not cycles:
        kept = Keys.of(curve)
        _change_keys(curve, times, bare, np.where(before != after, bare + (after - before), bare))
        if _misses(curve, times, after) <= SAME_VALUE:
            return False
        kept.put(curve)
    keeps_cycles = cycles and repeats_all
    low, high = own[0], own[-1]
    if not keeps_cycles:
        scene = bpy.context.scene
        low, high = min(low, first, scene.frame_start), max(high, last, scene.frame_end)
    times, played = _reaching(times, low, high, curve.evaluate)
    after = np.concatenate([played[0], after, played[1]])
    for modifier in list(curve.modifiers):
        if modifier.type != "CYCLES" or not keeps_cycles:
            curve.modifiers.remove(modifier)
    _change_keys(curve, times, _without_modifiers(curve, times), after)
    return True


def _reaching(times, low, high, evaluate):
    """The times with more, a step apart, that reach down to `low` and up to `high`; and values before and after."""
    step = times[1] - times[0] if len(times) > 1 else 1.0
    below = np.arange(times[0] - step, low + SAME_TIME, -step)[::-1]
    above = np.arange(times[-1] + step, high - SAME_TIME, step)
    below = np.concatenate([[low] if low < times[0] - SAME_TIME else [], below])
    above = np.concatenate([above, [high] if high > times[-1] + SAME_TIME else []])
    return np.concatenate([below, times, above]), [np.array([evaluate(t) for t in part]) for part in (below, above)]


def _change_keys(curve, times, before, after):
    """As `change`, for a curve without modifiers."""
    points = read(curve, "co")
    own = points[:, 0]
    changed = np.flatnonzero(before != after)
    if len(changed) == 0:
        return
    span = slice(max(0, changed[0] - 1), changed[-1] + 2)
    dense = times[span]
    inside = (own > dense[0] - SAME_TIME) & (own < dense[-1] + SAME_TIME)
    if inside.sum() == len(dense) and np.abs(own[inside] - dense).max() < SAME_TIME:
        moved = np.where(before[span] != after[span], after[span] - points[inside, 1], 0.0)
        for what in ("co", "handle_left", "handle_right"):
            places = read(curve, what)
            places[inside, 1] += moved
            _set(curve, what, places)
        curve.update()
        return
    keys = Keys.of(curve)
    # A segment that cannot be cut is keyed as a whole, beyond the samples too.
    ends = [_segment(own, times[0]), _segment(own, times[-1])]
    eased = [segment is not None and keys.interpolation[segment] > BEZIER for segment in ends]
    low = own[ends[0]] if eased[0] else times[0]
    high = own[ends[1] + 1] if eased[1] else times[-1]
    times, more = _reaching(times, low, high, lambda time: _without_modifiers(curve, [time])[0])
    before, after = (np.concatenate([more[0], values, more[1]]) for values in (before, after))
    runs = _runs(keys, times, before != after)
    _between_runs(keys, times, before, after, runs).with_more(_in_runs(keys, times, before, after, runs)).put(curve)


def _runs(keys, times, changed):
    """Stretches (first, last) of samples to be keyed: those that change and one more on either side, which has its old
    value; further where the curve cannot be cut."""
    runs: list[list[int]] = []
    for index in np.flatnonzero(changed):
        first, last = max(0, index - 1), min(len(times) - 1, index + 1)
        if runs and first <= runs[-1][1]:
            runs[-1][1] = last
        else:
            runs.append([first, last])
    own = keys.co[:, 0]
    merged: list[list[int]] = []
    for first, last in runs:
        segment = _segment(own, times[first])
        if segment is not None and keys.interpolation[segment] > BEZIER:
            first = min(first, int(np.searchsorted(times, own[segment] - SAME_TIME)))
        segment = _segment(own, times[last])
        if segment is not None and keys.interpolation[segment] > BEZIER:
            last = max(last, int(np.searchsorted(times, own[segment + 1] + SAME_TIME)) - 1)
        if merged and first <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], last)
        else:
            merged.append([first, last])
    return merged


def _segment(own, time):
    """The number of the key before `time`, which lies strictly between two keys; else None."""
    index = int(np.searchsorted(own, time)) - 1
    if index < 0 or index + 1 >= len(own):
        return None
    return index if time - own[index] > SAME_TIME and own[index + 1] - time > SAME_TIME else None


def _between_runs(keys, times, before, after, runs):
    """The keys outside the runs and those at their ends, with handles such that the curve there is what it was."""
    own = keys.co[:, 0]
    within = np.zeros(len(own), bool)
    for first, last in runs:
        within |= (own > times[first] + SAME_TIME) & (own < times[last] - SAME_TIME)
    kept = keys.take(~within)
    ends = sorted({index for run in runs for index in run})
    for i in ends:
        # Only the clip's first and last sample may change at the end of a run.
        here = np.abs(kept.co[:, 0] - times[i]) <= SAME_TIME
        for places in (kept.co, kept.handle_left, kept.handle_right):
            places[here, 1] += after[i] - before[i]
    ends = [i for i in ends if np.abs(kept.co[:, 0] - times[i]).min(initial=np.inf) > SAME_TIME]
    parts = [max(0, int(np.searchsorted(own, times[i])) - 1) for i in ends]
    fresh = Keys.plain(times[ends], after[ends], np.minimum(keys.interpolation[parts], BEZIER))
    out = kept.with_more(fresh)
    for first, last in runs:
        i = int(np.argmin(np.abs(out.co[:, 0] - times[first])))
        _straight(out.handle_right, out.handle_right_type, out.co, i, 1.0)
        if i > 0:
            _cut(keys, out, i - 1, i)
        i = int(np.argmin(np.abs(out.co[:, 0] - times[last])))
        _straight(out.handle_left, out.handle_left_type, out.co, i, -1.0)
        if i + 1 < len(out.co):
            _cut(keys, out, i, i + 1)
    return out


def _straight(handles, types, co, index, side):
    """A short level handle into the run; the keys there are a frame apart."""
    handles[index] = co[index] + np.array([side / 3.0, 0.0], np.float32)
    types[index] = FREE


def _cut(keys, out, left, right):
    """Sets the handles between two neighbouring kept keys to the part of the old segment that they enclose."""
    own = keys.co[:, 0]
    x0, x1 = float(out.co[left, 0]), float(out.co[right, 0])
    segment = int(np.searchsorted(own, 0.5 * (x0 + x1))) - 1
    for i in (left, right):
        out.handle_left_type[i] = out.handle_right_type[i] = FREE
    if segment < 0 or segment + 1 >= len(own):
        # Before the first key or after the last: as level as the curve went on.
        third = (out.co[right] - out.co[left]) / 3.0
        out.handle_right[left], out.handle_left[right] = out.co[left] + third, out.co[right] - third
        return
    if keys.interpolation[segment] != BEZIER:
        out.interpolation[left] = keys.interpolation[segment]
        return
    p = np.array(
        [keys.co[segment], keys.handle_right[segment], keys.handle_left[segment + 1], keys.co[segment + 1]], float
    )
    # As Blender does: handles that reach beyond the other key are shortened.
    length = p[3, 0] - p[0, 0]
    for near, far in ((0, 1), (3, 2)):
        reach = abs(p[far, 0] - p[near, 0])
        if reach > length:
            p[far] = p[near] + (p[far] - p[near]) * length / reach
    piece = _sub_bezier(p, _parameter(p[:, 0], x0), _parameter(p[:, 0], x1))
    out.handle_right[left], out.handle_left[right] = piece[1], piece[2]
    out.interpolation[left] = BEZIER


def _parameter(x, wanted):
    """Where a Bézier whose x does not run backwards passes `wanted`."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        s = 1.0 - middle
        at = s**3 * x[0] + 3 * s * s * middle * x[1] + 3 * s * middle * middle * x[2] + middle**3 * x[3]
        low, high = (middle, high) if at < wanted else (low, middle)
    return 0.5 * (low + high)


def _sub_bezier(p, start, end):
    """Control points of the part from parameter `start` to `end`."""

    def blossom(a, b, c):
        q = p
        for t in (a, b, c):
            q = q[:-1] * (1.0 - t) + q[1:] * t
        return q[0]

    return [
        blossom(start, start, start),
        blossom(start, start, end),
        blossom(start, end, end),
        blossom(end, end, end),
    ]


def _in_runs(keys, times, before, after, runs):
    """Keys strictly inside the runs: one for each sample, and old ones between samples moved along."""
    own = keys.co[:, 0]
    samples = np.array([i for first, last in runs for i in range(first + 1, last)], int)
    segments = np.clip(np.searchsorted(own, times[samples] + SAME_TIME) - 1, 0, len(own) - 1)
    dense = Keys.plain(times[samples], after[samples], np.minimum(keys.interpolation[segments], BEZIER))
    # Keys that were there stay breakdowns, extremes and so on.
    here = np.abs(own[segments] - times[samples]) < SAME_TIME
    dense.type[here] = keys.type[segments[here]]
    on_sample = np.abs(own[:, None] - times[None]).min(axis=1) < SAME_TIME if len(own) else np.zeros(0, bool)
    off = np.zeros(len(own), bool)
    for first, last in runs:
        off |= (own > times[first] + SAME_TIME) & (own < times[last] - SAME_TIME) & ~on_sample
    between = keys.take(off)
    if not off.any():
        return dense
    moved = between.co[:, 1] + np.interp(between.co[:, 0], times, after - before)
    fresh = Keys.plain(between.co[:, 0], moved, np.minimum(between.interpolation, BEZIER))
    fresh.type[:] = between.type
    return dense.with_more(fresh)


def _without_modifiers(curve, times):
    """The curve's values as its keys alone have them."""
    muted = [modifier.mute for modifier in curve.modifiers]
    for modifier in curve.modifiers:
        modifier.mute = True
    values = np.array([curve.evaluate(t) for t in times])
    for modifier, mute in zip(curve.modifiers, muted, strict=True):
        modifier.mute = mute
    return values


def _misses(curve, times, wanted):
    return max(abs(curve.evaluate(t) - w) for t, w in zip(times, wanted, strict=True))


_WIDTHS = {"co": 2, "handle_left": 2, "handle_right": 2}
_FLOATS = {"co", "handle_left", "handle_right", "amplitude", "period", "back"}


def read(curve: bpy.types.FCurve, what: str) -> np.ndarray:
    """One property of all keys, (N,) or (N, 2)."""
    width = _WIDTHS.get(what, 1)
    values = np.empty(len(curve.keyframe_points) * width, np.float32 if what in _FLOATS else np.int32)
    curve.keyframe_points.foreach_get(what, values)
    return values.reshape(-1, width) if width > 1 else values


def _set(curve, what, values):
    kind = np.float32 if what in _FLOATS else np.int32
    curve.keyframe_points.foreach_set(what, np.ascontiguousarray(values, kind).ravel())
