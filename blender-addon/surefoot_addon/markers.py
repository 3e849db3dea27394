# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants on the timeline: one marker where each begins and one where it ends. Moving a marker moves the plant.

In all Blender versions a marker can store only a name of 63 bytes. So the name holds two numbers: one for the motion (one
action of one armature) and one for the plant. Renaming the armature or the action changes neither.
"""

from __future__ import annotations

import re

import bpy

from .state import SurefootMotion, point_label, quiet_markers

BEGIN, END = "\u25b8", "\u25c2"
_NAME = re.compile(rf"^([{BEGIN}{END}]) .* #(\d+)\.(\d+)$")


def write(scene: bpy.types.Scene, armature: bpy.types.Object) -> None:
    """Shows every plant of the action that the armature plays as the list has it, in place of what was shown of the armature
    before; markers that were moved in another of its actions are taken over there."""
    motion = armature.surefoot.ensure_motion()
    for other in armature.surefoot.motions:
        if other != motion:
            take_over(scene, armature, other)
    _clear(scene, armature)
    key = _own_key(scene, armature, motion)
    seen: set[int] = set()
    for plant in motion.plants:
        if plant.number in seen:
            plant.number = 0
        _show(scene, key, motion, plant)
        seen.add(plant.number)


def remove(scene: bpy.types.Scene, armature: bpy.types.Object) -> None:
    """Takes the armature's markers away, whatever action they belong to; those that were moved are taken over first."""
    for motion in armature.surefoot.motions:
        take_over(scene, armature, motion)
    _clear(scene, armature)


def follow(scene: bpy.types.Scene, armature: bpy.types.Object, plant, edited: str) -> None:
    """Lets the markers of one plant follow its property `edited`. All others stay where they are, for the user may have
    moved them."""
    motion = armature.surefoot.motion()
    if motion is None or not plant.path_from_id().startswith(motion.path_from_id() + "."):
        return
    if not shown(scene, armature):
        write(scene, armature)
        return
    own = [(m, sign) for m, sign, key, number in _markers(scene) if (key, number) == (motion.key, plant.number)]
    if len(own) < 2:
        for marker, _ in own:
            scene.timeline_markers.remove(marker)
        _show(scene, motion.key, motion, plant)
        return
    for marker, sign in own:
        if edited == "point":
            marker.name = _name(sign, plant, motion.key)
        elif (sign == BEGIN) == (edited == "first"):
            marker.frame = round(getattr(plant, edited))


def spans(
    scene: bpy.types.Scene, armature: bpy.types.Object, motion: SurefootMotion | None
) -> list[tuple[float, float] | None] | None:
    """First and last frame of each plant as the markers have them, None for a plant whose markers were both deleted.

    None if no marker of this motion is there at all: another action's are shown, or they were swept away with others,
    and plants are not to be lost by that.
    """
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


def take_over(scene: bpy.types.Scene, armature: bpy.types.Object, motion: SurefootMotion | None = None) -> int:
    """Gives the plants of a motion, the one now played when not given, the spans that their markers have, and deletes those
    without markers; returns how many changed."""
    settings = armature.surefoot
    playing = settings.motion()
    motion = motion or playing
    changed = 0
    wanted = spans(scene, armature, motion) or []
    for index in reversed(range(len(wanted))):
        plant, span = motion.plants[index], wanted[index]
        if span is None:
            motion.plants.remove(index)
            if motion == playing and index < settings.active_plant:
                settings.active_plant -= 1
        elif span != (plant.first, plant.last):
            with quiet_markers():
                plant.first, plant.last = span
        else:
            continue
        changed += 1
    if motion == playing:
        settings.active_plant = min(settings.active_plant, max(0, len(settings.plants) - 1))
    return changed


def shown(scene: bpy.types.Scene, armature: bpy.types.Object) -> bool:
    """Whether the markers on the timeline are those of the action that the armature plays."""
    motion = armature.surefoot.motion()
    return motion is not None and any(key == motion.key for _, _, key, _ in _markers(scene))


def _name(sign, plant, key) -> str:
    return f"{sign} {point_label(plant.point)} #{key}.{plant.number}"


def _show(scene, key, motion, plant):
    """Makes the markers of one plant."""
    if plant.number <= 0:
        # Made by a script.
        plant.number = max(p.number for p in motion.plants) + 1
    for sign, frame in ((BEGIN, plant.first), (END, plant.last)):
        scene.timeline_markers.new(_name(sign, plant, key), frame=round(frame))


def _clear(scene, armature):
    keys = {motion.key for motion in armature.surefoot.motions if motion.key and _owns(armature, motion)}
    for marker, _, key, _ in list(_markers(scene)):
        if key in keys:
            scene.timeline_markers.remove(marker)


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
