# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants on the timeline: one marker where each begins and one where it ends. Moving a marker moves the plant.

Markers have a name of 63 bytes and nothing else in every version, so the name carries two numbers: that of the motion (one
action of one armature) and that of the plant. Renaming armature or action changes neither.
"""

from __future__ import annotations

import re

import bpy

from .state import SurefootMotion, point_label, quiet_markers

BEGIN, END = "\u25b8", "\u25c2"
_NAME = re.compile(rf"^([{BEGIN}{END}]) .* #(\d+)\.(\d+)$")


def write(scene: bpy.types.Scene, armature: bpy.types.Object) -> None:
    """Shows every plant of the action that the armature plays, in place of what was shown of it before."""
    remove(scene, armature)
    motion = armature.surefoot.ensure_motion()
    key = _own_key(scene, armature, motion)
    seen: set[int] = set()
    for plant in motion.plants:
        if plant.number in seen or plant.number <= 0:
            # Made by a script.
            plant.number = max(p.number for p in motion.plants) + 1
        seen.add(plant.number)
        for sign, frame in ((BEGIN, plant.first), (END, plant.last)):
            scene.timeline_markers.new(f"{sign} {point_label(plant.point)} #{key}.{plant.number}", frame=round(frame))


def remove(scene: bpy.types.Scene, armature: bpy.types.Object) -> None:
    """Takes the armature's markers away, whatever action they belong to."""
    keys = {motion.key for motion in armature.surefoot.motions if motion.key and _owns(armature, motion)}
    for marker, _, key, _ in list(_markers(scene)):
        if key in keys:
            scene.timeline_markers.remove(marker)


def spans(scene: bpy.types.Scene, armature: bpy.types.Object) -> list[tuple[float, float] | None] | None:
    """First and last frame of each plant as the markers have them, None for a plant whose markers were both deleted.

    None if no marker of this motion is there at all: another action's are shown, or they were swept away with others,
    and plants are not to be lost by that.
    """
    motion = armature.surefoot.motion()
    if motion is None or not motion.key or not _owns(armature, motion):
        return None
    begins: dict[int, int] = {}
    ends: dict[int, int] = {}
    for marker, sign, key, number in _markers(scene):
        if key == motion.key:
            frames, pick = (begins, min) if sign == BEGIN else (ends, max)
            frames[number] = pick(frames.get(number, marker.frame), marker.frame)
    if not begins and not ends:
        return None
    found: list[tuple[float, float] | None] = []
    for plant in motion.plants:
        first, last = begins.get(plant.number), ends.get(plant.number)
        if first is None and last is None:
            found.append(None)
            continue
        # Markers sit on whole frames; a plant between two keeps its exact frame until its marker moves.
        first = plant.first if first is None or first == round(plant.first) else float(first)
        last = plant.last if last is None or last == round(plant.last) else float(last)
        found.append((min(first, last), max(first, last)))
    return found


def take_over(armature: bpy.types.Object, wanted: list[tuple[float, float] | None] | None) -> int:
    """Gives the plants these spans and deletes those without one; returns how many changed."""
    plants = armature.surefoot.plants
    changed = 0
    for index in reversed(range(len(plants) if wanted is not None else 0)):
        plant, span = plants[index], wanted[index]
        if span is None:
            plants.remove(index)
        elif span != (plant.first, plant.last):
            with quiet_markers():
                plant.first, plant.last = span
        else:
            continue
        changed += 1
    return changed


def shown(scene: bpy.types.Scene, armature: bpy.types.Object) -> bool:
    """Whether the markers on the timeline are those of the action that the armature plays."""
    motion = armature.surefoot.motion()
    return motion is not None and any(key == motion.key for _, _, key, _ in _markers(scene))


def _own_key(scene, armature, motion: SurefootMotion) -> int:
    """The motion's key, a new one if it has none or has a copy of another's."""
    if not motion.key or not _owns(armature, motion):
        taken = {m.key for o in bpy.data.objects if o.type == "ARMATURE" for m in o.surefoot.motions}
        taken |= {key for _, _, key, _ in _markers(scene)}
        motion.key = max(taken, default=0) + 1
    motion.owner = armature.name
    return motion.key


def _owns(armature, motion) -> bool:
    """Whether the key is the armature's own; a duplicated armature has its original's until it gets one."""
    others = [
        (m.owner, o.name)
        for o in bpy.data.objects
        if o.type == "ARMATURE" and o != armature
        for m in o.surefoot.motions
        if m.key == motion.key
    ]
    if not others:
        return True
    if any(owner == name for owner, name in others):
        return False
    return motion.owner == armature.name or armature.name < min(name for _, name in others)


def _markers(scene):
    for marker in scene.timeline_markers:
        match = _NAME.match(marker.name)
        if match:
            yield marker, match[1], int(match[2]), int(match[3])
