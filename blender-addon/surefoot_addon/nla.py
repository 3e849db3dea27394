# SPDX-License-Identifier: GPL-3.0-or-later
"""What an armature plays: its action, strips of the NLA, or both on top of each other."""

from __future__ import annotations

import bpy
import numpy as np

from . import actions, keys
from .errors import UserError

BLENDING = {"REPLACE": "Replace", "COMBINE": "Combine", "ADD": "Add", "SUBTRACT": "Subtract", "MULTIPLY": "Multiply"}


def strips(animation: bpy.types.AnimData | None) -> list[bpy.types.NlaStrip]:
    """The strips of actions that play, lowest track first, those inside meta strips too."""
    if animation is None or not animation.use_nla:
        return []
    tracks = [t for t in animation.nla_tracks if t.is_solo] or [t for t in animation.nla_tracks if not t.mute]
    return [strip for track in tracks for strip in _unpacked(track.strips)]


def _unpacked(found):
    for strip in found:
        if strip.mute:
            continue
        if strip.type == "META":
            yield from _unpacked(strip.strips)
        elif strip.action:
            yield strip


def is_layered(animation: bpy.types.AnimData | None) -> bool:
    """Whether values come from more than the curves of one action."""
    return animation is not None and bool(strips(animation) or animation.drivers)


def base_action(armature: bpy.types.Object) -> bpy.types.Action | None:
    """The action the motion stems from: the one played, else that of the lowest strip; of a result its original."""
    animation = armature.animation_data
    if animation is None:
        return None
    action = animation.action
    if action is None:
        action = next((strip.action for strip in strips(animation)), None)
    return origin(action)


def origin(action: bpy.types.Action | None) -> bpy.types.Action | None:
    """The action from which a result was made, over as many cleanings as there were; of any other action itself."""
    seen = set()
    while action is not None and action not in seen:
        seen.add(action)
        above = action.get("surefoot_source")
        if not isinstance(above, bpy.types.Action):
            break
        action = above
    return action


def played(animation: bpy.types.AnimData) -> list[tuple]:
    """The actions that play, with their slots: the armature's own, then those of strips."""
    own = [(animation.action, actions.slot_of(animation))] if animation.action else []
    return own + [(strip.action, strip.action_slot if actions.HAS_SLOTS else None) for strip in strips(animation)]


def key_times(animation: bpy.types.AnimData | None) -> list[np.ndarray]:
    """Key times, in frames of the scene, of all bone curves that play; of other curves if no bone has one."""
    if animation is None:
        return []
    own = [None] if animation.action else []
    found = []
    for (action, slot), strip in zip(played(animation), own + strips(animation), strict=True):
        curves = list(actions.pose_curves(action, slot)) or list(actions.curves(action, slot))
        keyed = [times for times in map(actions.key_times, curves) if len(times)]
        if strip is not None and keyed:
            keyed = [_in_scene(strip, times) for times in keyed]
            if strip.repeat != 1.0 or strip.use_reverse or strip.use_animated_time:
                # It need not begin or end on a key.
                keyed.append(np.array([strip.frame_start, strip.frame_end]))
        found += keyed
    return [times for times in found if len(times)]


def _in_scene(strip, times):
    """Where keys of a strip's action play: cropped, turned round, stretched and repeated as the strip says."""
    if strip.use_animated_time:
        return times[:0]
    first, last = strip.action_frame_start, strip.action_frame_end
    times = times[(times > first - keys.SAME_TIME) & (times < last + keys.SAME_TIME)]
    once = ((last - times)[::-1] if strip.use_reverse else times - first) * strip.scale
    rounds = (last - first) * strip.scale * np.arange(np.ceil(strip.repeat))
    played = strip.frame_start + (rounds[:, None] + once).ravel()
    played = played[played < strip.frame_end + keys.SAME_TIME]
    # The last key of a round and the first of the next are one frame.
    return played[np.diff(played, prepend=-np.inf) > keys.SAME_TIME]


def check_writable(armature: bpy.types.Object, output: str) -> None:
    """Raises UserError if keys written as `output` would not be played as they are."""
    animation = armature.animation_data
    if animation is None or not animation.nla_tracks:
        return
    if not animation.use_nla:
        if output == "NLA":
            raise UserError(f"The NLA of '{armature.name}' is switched off: a layer there would not be played")
        return
    if any(track.is_solo for track in animation.nla_tracks):
        raise UserError(
            f"An NLA track of '{armature.name}' plays alone (starred): a result would not be seen beside it"
        )
    if animation.action and (animation.action_blend_type != "REPLACE" or animation.action_influence < 1.0):
        blending = BLENDING.get(animation.action_blend_type, animation.action_blend_type)
        raise UserError(
            f"Action '{animation.action.name}' is laid over NLA strips ({blending}, influence "
            f"{animation.action_influence:.2g}): set it to Replace at full influence, or push it down first"
        )
