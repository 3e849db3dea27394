# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants between the panel's list, in frames of the scene, and the library, in samples of the clip."""

from __future__ import annotations

import bpy
import numpy as np
import surefoot

from .errors import UserError
from .scene import Character, roles_of
from .state import quiet_markers

# Which role's bone shows where a point is.
BONE_OF_KIND = {"ankle": "foot", "heel": "foot", "toe": "toe", "toe_tip": "toe", "wrist": "hand", "fingertips": "hand"}


def to_library(
    armature: bpy.types.Object, character: Character, spans: list[tuple[float, float] | None] | None = None
) -> surefoot.Plants:
    """The list's plants that lie in the clip, cut to it. `spans` has for each plant the frames that markers on the timeline
    give it, None for one that was deleted there."""
    times = character.times
    start, end = character.core
    plants = []
    listed = armature.surefoot.plants
    for item, span in zip(listed, spans or [(p.first, p.last) for p in listed], strict=True):
        if span is None:
            continue
        item_first, item_last = span
        if item_last < item_first:
            raise UserError(
                f"The plant of {item.point.replace('_', ' ')} ends at frame {item_last:g}, before it begins at {item_first:g}"
            )
        first, last = times.index_from(max(item_first, start)), times.index_to(min(item_last, end))
        if item_last < start or item_first > end:
            continue
        if first <= last:
            plants.append(surefoot.Plant(item.point, first, last + 1, confidence=item.confidence))
    return surefoot.Plants(times.count, plants)


def to_list(
    armature: bpy.types.Object, character: Character, plants: surefoot.Plants, places: np.ndarray | None = None
) -> None:
    """Shows the library's plants in the list, in place of those in the range worked on, and cut to it; what lies beyond the
    range stays, joined to what goes on inside. `places` (F, J, 3) are the joints' in the scene, the character's own when
    not given."""
    items = armature.surefoot.plants
    start, end = character.core
    places = character.positions() if places is None else places
    roles = roles_of(character.skeleton)
    with quiet_markers():
        _take_out(armature, start, end, character.times.step)
        for plant in plants:
            first = max(character.times.frame(plant.first), start)
            last = min(character.times.frame(plant.end - 1), end)
            if first > last:
                continue
            confidence = plant.confidence
            for index in reversed(range(len(items))):
                beside = items[index]
                joins = (first == start and _is_step(beside.last, first, character.times.step)) or (
                    last == end and _is_step(last, beside.first, character.times.step)
                )
                if beside.point == plant.point and joins:
                    first, last = min(first, beside.first), max(last, beside.last)
                    confidence = min(confidence, beside.confidence)
                    items.remove(index)
            place = _place(character, places, roles, plant.point, plant.first, plant.end)
            _add(armature, plant.point, first, last, confidence, place)
    armature.surefoot.active_plant = min(armature.surefoot.active_plant, max(0, len(items) - 1))


def _is_step(earlier, later, step) -> bool:
    return abs(later - earlier - step) < 0.01


def _take_out(armature, start, end, step):
    """Takes the frames from `start` to `end` out of every plant of the list."""
    items = armature.surefoot.plants
    for index in reversed(range(len(items))):
        item = items[index]
        if item.first > end or item.last < start:
            continue
        goes_on = (item.point, end + step, item.last, item.confidence, tuple(item.place)) if item.last > end else None
        if item.first < start:
            item.last = start - step
        else:
            items.remove(index)
        if goes_on:
            _add(armature, *goes_on)


def _add(armature, point, first, last, confidence, place):
    number = next_number(armature)
    item = armature.surefoot.plants.add()
    item.number, item.point, item.first, item.last = number, point, first, last
    item.confidence, item.place = confidence, place


def next_number(armature: bpy.types.Object) -> int:
    """A number no plant of the armature has."""
    return max((item.number for item in armature.surefoot.plants), default=0) + 1


def move_places(armature: bpy.types.Object, character: Character, places: np.ndarray) -> None:
    """Puts the places of the plants in the range worked on where `places` (F, J, 3), the joints' in the scene, has them."""
    roles, times = roles_of(character.skeleton), character.times
    start, end = character.core
    for item in armature.surefoot.plants:
        first, last = times.index_from(max(item.first, start)), times.index_to(min(item.last, end))
        if item.first <= end and item.last >= start and first <= last:
            item.place = _place(character, places, roles, item.point, first, last + 1)


def _place(character, places, roles, point, first, end):
    """The middle of where the planted point was, in the scene; `places` (F, J, 3) are the joints'."""
    side, kind = point.split("_", 1)
    bone = roles.get(f"{side}_{BONE_OF_KIND[kind]}") or roles.get(f"{side}_foot") or character.bones[0]
    path = places[first:end, character.bones.index(bone)]
    return tuple(np.median(path, axis=0))
