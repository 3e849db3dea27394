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
    for operation, table in options.TABLES.items():
        group, name = getattr(armature.surefoot, operation), next(iter(table))
        setattr(group, name, getattr(group, name))


def foot_paths(character: Character, places: np.ndarray | None = None) -> list[np.ndarray]:
    """Paths of toes (ankles where there are none) in the scene, of the character or of given places (F, J, 3)."""
    roles = roles_of(character.skeleton)
    places = character.positions() if places is None else places
    bones = [roles.get(f"{side}_toe") or roles.get(f"{side}_foot") for side in ("left", "right")]
    return [places[:, character.bones.index(bone)] for bone in bones if bone]


def checks(character: Character) -> list[str]:
    """What was assumed or guessed of unit and frame rate, and whether size and fall are a body's; frames are the scene's."""
    texts = [*character.notes, *character.doubts]
    texts += [warning.text for warning in surefoot.check_clip(character.skeleton, character.clip)]
    return list(dict.fromkeys(timing.in_scene_frames(text, character.times) for text in texts))


def warnings(character: Character, report) -> list[str]:
    """What the report warns of besides `checks`; frames are the scene's."""
    found = report.to_dict().get("warnings", [])
    texts = [warning["text"] if isinstance(warning, dict) else str(warning) for warning in found]
    told = dict.fromkeys(timing.in_scene_frames(text, character.times) for text in texts)
    return [text for text in told if text not in checks(character)]
