# SPDX-License-Identifier: GPL-3.0-or-later
"""Animation curves of Blender 4.2 to 5.x behind one interface.

4.2 and 4.3 keep curves in `Action.fcurves`. From 4.4 on an action has slots, and the curves of a slot are in a channelbag.
5.0 removed `Action.fcurves`. No other module has to know.
"""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np

from . import keys

HAS_SLOTS = bpy.app.version >= (4, 4)


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
    return keys.read(curve, "co")[:, 0]


def shape(curve: bpy.types.FCurve) -> list[np.ndarray]:
    """Everything its keys say, as arrays."""
    interpolation = keys.read(curve, "interpolation")
    told = [keys.read(curve, "co"), interpolation]
    # Handles shape nothing but Bézier curves, easing and its numbers nothing but the kinds after them.
    if (interpolation == keys.BEZIER).any():
        told += [keys.read(curve, "handle_left"), keys.read(curve, "handle_right")]
    if (interpolation > keys.BEZIER).any():
        told += [keys.read(curve, what) for what in ("easing", "amplitude", "period", "back")]
    return told


def evaluate(curve: bpy.types.FCurve, times: np.ndarray) -> np.ndarray:
    """The curve's values at those frames."""
    points = keys.read(curve, "co")
    if len(points) == len(times) and np.abs(points[:, 0] - times).max() < keys.SAME_TIME and not curve.modifiers:
        return points[:, 1].astype(np.float64)
    return np.array([curve.evaluate(t) for t in times])


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
