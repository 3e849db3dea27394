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


def to_library(armature: bpy.types.Object, character: Character) -> surefoot.Plants:
    """The list's plants that lie in the clip, cut to it."""
    times = character.times
    start, end = times.first - 0.01, times.frame(times.count - 1) + 0.01
    plants = []
    for item in armature.surefoot.plants:
        if item.last < item.first:
            raise UserError(
                f"The plant of {item.point.replace('_', ' ')} ends at frame {item.last:g}, before it begins at {item.first:g}"
            )
        if item.last < start or item.first > end:
            continue
        first, last = times.index_from(item.first), times.index_to(item.last)
        if first <= last:
            plants.append(surefoot.Plant(item.point, first, last + 1, confidence=item.confidence))
    return surefoot.Plants(times.count, plants)


def to_list(armature: bpy.types.Object, character: Character, plants: surefoot.Plants) -> None:
    """Shows the library's plants in the list, in place of those in the sampled range."""
    items = armature.surefoot.plants
    start, end = character.times.frame(0), character.times.frame(character.times.count - 1)
    for index in reversed(range(len(items))):
        if items[index].first <= end and items[index].last >= start:
            items.remove(index)
    with quiet_markers():
        for plant in plants:
            item = items.add()
            item.number = next_number(armature)
            item.point = plant.point
            item.first = character.times.frame(plant.first)
            item.last = character.times.frame(plant.end - 1)
            item.confidence = plant.confidence
            item.place = place_of(character, plant)
    armature.surefoot.active_plant = min(armature.surefoot.active_plant, max(0, len(items) - 1))


def next_number(armature: bpy.types.Object) -> int:
    """A number no plant of the armature has."""
    return max((item.number for item in armature.surefoot.plants), default=0) + 1


def place_of(character: Character, plant) -> tuple[float, float, float]:
    """The middle of where the planted point was, in the scene."""
    side, kind = plant.point.split("_", 1)
    roles = roles_of(character.skeleton)
    bone = roles.get(f"{side}_{BONE_OF_KIND[kind]}") or roles.get(f"{side}_foot") or character.bones[0]
    path = character.positions()[plant.first : plant.end, character.bones.index(bone)]
    return tuple(np.median(path, axis=0))
