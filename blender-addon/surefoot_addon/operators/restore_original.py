# SPDX-License-Identifier: GPL-3.0-or-later
"""Going back to the action from which a result was made."""

from __future__ import annotations

import json

import bpy

from .. import actions, chosen, nla


class SUREFOOT_OT_restore_original(bpy.types.Operator):
    """Play the original action again; the result stays in the file"""

    bl_idname = "surefoot.restore_original"
    bl_label = "Back to Original"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        if not chosen.poll_editable(cls, context):
            return False
        if original(chosen.active_armature(context)) is None:
            cls.poll_message_set("The armature does not play a result of Surefoot")
            return False
        return True

    def execute(self, context):
        armature = chosen.active_armature(context)
        animation = armature.animation_data
        result, source = animation.action, original(armature)
        slot = actions.slot_of(animation)
        if slot is not None:
            slot = next((s for s in source.slots if s.identifier == slot.identifier), None)
        result.use_fake_user = True
        extrapolation = result.get("surefoot_over_strips")
        if extrapolation:
            # The original is what the strips play.
            animation.action, animation.action_extrapolation = None, extrapolation
        else:
            actions.assign(animation, source, slot)
        for path, index, value in json.loads(result.get("surefoot_unkeyed", "[]")):
            owner, name = path.rsplit(".", 1)
            try:
                getattr(armature.path_resolve(owner), name)[index] = value
            except ValueError:
                # The bone was renamed or deleted since.
                continue
        return {"FINISHED"}


def original(armature):
    """The action from which the one now played was made, over as many cleanings as there were; None if it is no result or
    the original is gone."""
    action = armature.animation_data.action if armature.animation_data else None
    source = nla.origin(action)
    return source if source != action else None


def draw(layout, context, armature):
    if original(armature):
        layout.operator("surefoot.restore_original", icon="LOOP_BACK")


CLASSES = [SUREFOOT_OT_restore_original]
PANEL = ("clean_up", 1, draw)
