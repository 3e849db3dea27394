# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants on the timeline: one marker where each begins and one where it ends. Moving a marker moves the plant."""

from __future__ import annotations

import re

import bpy

from .state import point_label, quiet_markers

BEGIN, END = "\u25b8", "\u25c2"
_NAME = re.compile(rf"^([{BEGIN}{END}]) .* #(\d+) (.*)$")


def write(scene: bpy.types.Scene, armature: bpy.types.Object) -> None:
    """Shows every plant of the armature; markers that are there already move."""
    remove(scene, armature)
    for plant in armature.surefoot.plants:
        for sign, frame in ((BEGIN, plant.first), (END, plant.last)):
            name = f"{sign} {point_label(plant.point)} #{plant.number} {armature.name}"
            scene.timeline_markers.new(name, frame=round(frame))


def remove(scene: bpy.types.Scene, armature: bpy.types.Object) -> None:
    """Takes the armature's markers away."""
    for marker, _, _ in list(_markers(scene, armature)):
        scene.timeline_markers.remove(marker)


def read(scene: bpy.types.Scene, armature: bpy.types.Object) -> int:
    """Gives plants the frames to which their markers were moved; returns how many changed.

    A plant whose markers were both deleted is deleted.
    """
    ends = {(number, sign): marker.frame for marker, sign, number in _markers(scene, armature)}
    changed = 0
    plants = armature.surefoot.plants
    for index in reversed(range(len(plants))):
        plant = plants[index]
        first, last = ends.get((plant.number, BEGIN)), ends.get((plant.number, END))
        if first is None and last is None:
            plants.remove(index)
            changed += 1
            continue
        first = round(plant.first) if first is None else first
        last = round(plant.last) if last is None else last
        first, last = min(first, last), max(first, last)
        # Markers sit on whole frames; a plant between two keeps its exact frame until its marker moves.
        if first != round(plant.first) or last != round(plant.last):
            with quiet_markers():
                plant.first, plant.last = first, last
            changed += 1
    return changed


def _markers(scene, armature):
    for marker in scene.timeline_markers:
        match = _NAME.match(marker.name)
        if match and match[3] == armature.name:
            yield marker, match[1], int(match[2])
