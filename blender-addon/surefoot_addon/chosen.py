# SPDX-License-Identifier: GPL-3.0-or-later
"""What the user has chosen to work on, and small facts about it that several operators need."""

from __future__ import annotations

import bpy
import numpy as np
import surefoot

from . import options, scene, timing
from .scene import Character, roles_of

LEG_ROLES = ["pelvis"] + [f"{side}_{part}" for side in ("left", "right") for part in ("thigh", "shin", "foot", "toe")]
OTHER_ROLES = ["spine", "neck", "head"] + [
    f"{side}_{part}" for side in ("left", "right") for part in ("clavicle", "upper_arm", "forearm", "hand")
]


def active_armature(context: bpy.types.Context) -> bpy.types.Object | None:
    """The active object if it is an armature."""
    active = context.object
    return active if active and active.type == "ARMATURE" else None


def armatures(context: bpy.types.Context) -> list[bpy.types.Object]:
    """The active armature and the other selected ones (in Pose Mode: those in the mode), the active first."""
    active = active_armature(context)
    others = context.objects_in_mode if context.mode == "POSE" else context.selected_objects
    rest = [o for o in others or () if o.type == "ARMATURE" and o != active and is_animated(o)]
    return [active, *rest]


def is_animated(armature: bpy.types.Object) -> bool:
    """Whether anything may move the armature: an action, NLA strips, drivers or constraints."""
    animation = armature.animation_data
    if animation and (animation.action or animation.nla_tracks or animation.drivers):
        return True
    return any(bone.constraints for bone in armature.pose.bones)


def poll_editable(operator, context: bpy.types.Context) -> bool:
    """For operators that store something with the armature."""
    armature = active_armature(context)
    if armature is None:
        operator.poll_message_set("Select an armature first")
        return False
    if armature.library:
        operator.poll_message_set(scene.linked_message(armature))
        return False
    return True


def poll(operator, context: bpy.types.Context) -> bool:
    """For operators that need an animated armature."""
    if not poll_editable(operator, context):
        return False
    armature = active_armature(context)
    if not is_animated(armature):
        operator.poll_message_set(f"'{armature.name}' has no animation: give it an action first")
        return False
    return True


def fill_roles(armature: bpy.types.Object, roles: dict[str, str]) -> None:
    """Shows the roles in the panel's list."""
    items = armature.surefoot.roles
    items.clear()
    for role in LEG_ROLES + OTHER_ROLES:
        item = items.add()
        # Library overrides tell items apart by name.
        item.name, item.role, item.bone = role, role, roles.get(role, "")
    # From 5.0 on a library override stores options only if the rig's own file has a group of them.
    for operation in options.kept():
        group, name = getattr(armature.surefoot, operation), options.names(operation)[0]
        setattr(group, name, getattr(group, name))


def foot_paths(character: Character, places: np.ndarray | None = None) -> list[np.ndarray]:
    """Paths of toes (ankles where there are none) in the scene, of the character or of given places (F, J, 3)."""
    roles = roles_of(character.skeleton)
    places = character.positions() if places is None else places
    bones = [roles.get(f"{side}_toe") or roles.get(f"{side}_foot") for side in ("left", "right")]
    return [places[:, character.bones.index(bone)] for bone in bones if bone]


def checks(character: Character) -> list[str]:
    """What was assumed or guessed of unit and frame rate, and whether size and fall are a body's; frames are the scene's."""
    found = surefoot.check_clip(character.skeleton, character.clip).notes
    return list(
        dict.fromkeys([*character.notes, *character.doubts, *(text for text, _ in told(found, character.times))])
    )


def told(notes: list[surefoot.Note], times: timing.Times) -> list[tuple[str, str]]:
    """Notes of the library as lines of the report, text and icon; frames are the scene's."""
    icons = {"info": "INFO", "warning": "ERROR"}
    return [(note.sentence(lambda index: f"{times.frame(index):g}"), icons[note.severity]) for note in notes]


def told_besides_checks(character: Character, notes: list[surefoot.Note]) -> list[tuple[str, str]]:
    """As `told`, each line once and without what `checks` says."""
    known = checks(character)
    return [(text, icon) for text, icon in dict.fromkeys(told(notes, character.times)) if text not in known]
