# SPDX-License-Identifier: GPL-3.0-or-later
"""Animation curves of Blender 4.2 to 5.x behind one face.

4.2 and 4.3 keep curves in `Action.fcurves`; from 4.4 an action has slots, and the curves of a slot live in a channelbag;
5.0 dropped the old way. Nothing outside this module knows.
"""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np

HAS_SLOTS = bpy.app.version >= (4, 4)
# The numbers of Keyframe.interpolation, which foreach_set wants.
CONSTANT, LINEAR, BEZIER = 0, 1, 2
# Keys this close, in frames, are one: frame numbers are 32-bit floats.
SAME_TIME = 2e-3


def slot_of(animation: bpy.types.AnimData):
    """The slot an object plays; None before 4.4."""
    return animation.action_slot if HAS_SLOTS else None


def slot_for(action: bpy.types.Action, owner: bpy.types.Object):
    """The slot of the action that is meant for the object; None before 4.4."""
    if not HAS_SLOTS:
        return None
    fitting = [slot for slot in action.slots if slot.target_id_type in {"OBJECT", "UNSPECIFIED"}]
    named = [slot for slot in fitting if slot.name_display == owner.name]
    return next(iter(named or fitting), None)


def curves(action: bpy.types.Action, slot):
    """The collection of curves of that slot; empty if there is none."""
    if not HAS_SLOTS:
        return action.fcurves
    bag = _bag(action, slot)
    return bag.fcurves if bag else ()


def pose_curves(action: bpy.types.Action, slot) -> Iterator[bpy.types.FCurve]:
    """The curves that belong to bones."""
    return (c for c in curves(action, slot) if c.data_path.startswith('pose.bones["'))


def new_action(name: str, owner: bpy.types.Object):
    """An empty action for `owner`: the action and its slot."""
    action = bpy.data.actions.new(name)
    if not HAS_SLOTS:
        return action, None
    slot = action.slots.new(id_type="OBJECT", name=owner.name)
    action.layers.new("Layer").strips.new(type="KEYFRAME")
    return action, slot


def copy_action(action: bpy.types.Action, slot, name: str):
    """A local copy with all curves, groups, markers and custom properties: the copy and the slot in it."""
    copy = action.copy()
    copy.name = name
    if not HAS_SLOTS or slot is None:
        return copy, None
    return copy, next(s for s in copy.slots if s.handle == slot.handle)


def assign(animation: bpy.types.AnimData, action: bpy.types.Action | None, slot) -> None:
    """Makes the object play that slot of the action."""
    animation.action = action
    if HAS_SLOTS and action is not None and slot is not None:
        animation.action_slot = slot


def ensure_curve(action: bpy.types.Action, slot, path: str, index: int, group: str) -> bpy.types.FCurve:
    """The curve of that property; a new one if it has none."""
    found = curves(action, slot).find(path, index=index) if curves(action, slot) else None
    if found:
        return found
    if not HAS_SLOTS:
        return action.fcurves.new(path, index=index, action_group=group)
    bag = _bag(action, slot, ensure=True)
    curve = bag.fcurves.new(path, index=index)
    curve.group = bag.groups.get(group) or bag.groups.new(group)
    return curve


def key_times(curve: bpy.types.FCurve) -> np.ndarray:
    """Frames of the curve's keys."""
    return _get(curve, "co", 2)[:, 0]


def shape(curve: bpy.types.FCurve) -> list[np.ndarray]:
    """Everything its keys say, as arrays."""
    places = [_get(curve, what, 2) for what in ("co", "handle_left", "handle_right")]
    return [*places, _get(curve, "interpolation", 1, np.int32), _get(curve, "easing", 1, np.int32)]


def evaluate(curve: bpy.types.FCurve, times: np.ndarray) -> np.ndarray:
    """The curve's values at those frames."""
    points = _get(curve, "co", 2)
    if len(points) == len(times) and np.abs(points[:, 0] - times).max() < SAME_TIME and not curve.modifiers:
        return points[:, 1].astype(np.float64)
    return np.array([curve.evaluate(t) for t in times])


def set_keys(curve: bpy.types.FCurve, times: np.ndarray, values: np.ndarray) -> None:
    """Gives the curve these values at these frames; keys before the first and after the last stay as they are.

    Where the curve already has exactly these keys, they keep interpolation, easing and handles (moved along).
    """
    # A modifier (cycles, noise) is part of what was sampled: kept, it would act twice.
    for modifier in list(curve.modifiers):
        curve.modifiers.remove(modifier)
    count = len(times)
    points = _get(curve, "co", 2)
    inside = (points[:, 0] > times[0] - SAME_TIME) & (points[:, 0] < times[-1] + SAME_TIME)
    if inside.sum() == count and np.abs(points[inside, 0] - times).max() < SAME_TIME:
        change = values - points[inside, 1]
        for what in ("co", "handle_left", "handle_right"):
            moved = _get(curve, what, 2)
            moved[inside, 1] += change
            if what == "co":
                moved[inside, 1] = values
            _set(curve, what, moved)
        curve.update()
        return
    kept = {what: _get(curve, what, 2)[~inside] for what in ("co", "handle_left", "handle_right")}
    kinds = {
        what: _get(curve, what, 1, np.int32)[~inside]
        for what in ("interpolation", "easing", "handle_left_type", "handle_right_type")
    }
    had = _get(curve, "interpolation", 1, np.int32)[inside]
    interpolation = LINEAR if len(had) == 0 or had[0] == CONSTANT else int(had[0])
    before = int((kept["co"][:, 0] < times[0]).sum())
    new_points = np.stack([times, values], axis=1).astype(np.float32)
    curve.keyframe_points.clear()
    curve.keyframe_points.add(count + len(kept["co"]))
    for what, old in kept.items():
        _set(curve, what, np.insert(old, before, new_points, axis=0))
    automatic = 4  # AUTO_CLAMPED of the handle types
    fresh = {"interpolation": interpolation, "easing": 0, "handle_left_type": automatic, "handle_right_type": automatic}
    for what, old in kinds.items():
        _set(curve, what, np.insert(old, before, np.full(count, fresh[what], np.int32)))
    curve.update()


def is_locked(curve: bpy.types.FCurve) -> bool:
    """Whether the user has locked the channel or its group."""
    return curve.lock or bool(curve.group and curve.group.lock)


def _bag(action, slot, ensure=False):
    if slot is None:
        return None
    for layer in action.layers:
        for strip in layer.strips:
            if strip.type == "KEYFRAME":
                return strip.channelbag(slot, ensure=ensure)
    if not ensure:
        return None
    layer = action.layers[0] if action.layers else action.layers.new("Layer")
    return layer.strips.new(type="KEYFRAME").channelbag(slot, ensure=True)


def _get(curve, what, width, kind=np.float32):
    values = np.empty(len(curve.keyframe_points) * width, kind)
    curve.keyframe_points.foreach_get(what, values)
    return values.reshape(-1, width) if width > 1 else values


def _set(curve, what, values):
    curve.keyframe_points.foreach_set(what, np.ascontiguousarray(values).ravel())
