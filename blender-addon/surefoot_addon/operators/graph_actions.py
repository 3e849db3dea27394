# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of actions that a motion graph is built from."""

from __future__ import annotations

import bpy
from bpy.props import BoolProperty, StringProperty

from .. import actions, chosen


class SUREFOOT_OT_add_graph_action(bpy.types.Operator):
    """Add the action that the armature plays, or all that were made for it, to the motion graph"""

    bl_idname = "surefoot.add_graph_action"
    bl_label = "Add Action"
    bl_options = {"REGISTER", "UNDO"}

    action: StringProperty(
        name="Action", description="Name of the action; the one being played when empty", options={"SKIP_SAVE"}
    )
    all: BoolProperty(name="All", description="Every action with keys on this armature's bones", options={"SKIP_SAVE"})

    @classmethod
    def poll(cls, context):
        return chosen.poll(cls, context)

    def execute(self, context):
        armature = chosen.active_armature(context)
        if self.all:
            wanted = [action for action in bpy.data.actions if fits(armature, action)]
        elif self.action:
            wanted = [bpy.data.actions.get(self.action)]
        else:
            wanted = [armature.animation_data.action if armature.animation_data else None]
        if not wanted or None in wanted:
            self.report({"ERROR"}, "There is no such action to add: choose one that has keys on this armature's bones")
            return {"CANCELLED"}
        strange = [action.name for action in wanted if not fits(armature, action)]
        if strange:
            self.report({"ERROR"}, f"Action '{strange[0]}' has no keys on bones of '{armature.name}'")
            return {"CANCELLED"}
        listed = {item.action for item in armature.surefoot.graph_actions}
        for action in wanted:
            if action not in listed:
                item = armature.surefoot.graph_actions.add()
                item.name, item.action = action.name, action
        return {"FINISHED"}


def fits(armature, action) -> bool:
    """Whether most of the action's bone curves are of bones that the armature has."""
    slot = actions.slot_for(action, armature)
    names = [curve.data_path.split('"')[1] for curve in actions.pose_curves(action, slot)]
    return bool(names) and sum(name in armature.data.bones for name in names) * 2 > len(names)


class SUREFOOT_OT_remove_graph_action(bpy.types.Operator):
    """Take the chosen action off the list"""

    bl_idname = "surefoot.remove_graph_action"
    bl_label = "Remove Action"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        if not chosen.poll_editable(cls, context):
            return False
        if not chosen.active_armature(context).surefoot.graph_actions:
            cls.poll_message_set("The list of actions is empty")
            return False
        return True

    def execute(self, context):
        settings = chosen.active_armature(context).surefoot
        settings.graph_actions.remove(min(settings.active_graph_action, len(settings.graph_actions) - 1))
        settings.active_graph_action = max(0, min(settings.active_graph_action, len(settings.graph_actions) - 1))
        return {"FINISHED"}


class SUREFOOT_UL_graph_actions(bpy.types.UIList):
    """Actions of the motion graph"""

    def draw_item(self, _context, layout, _data, item, _icon, _active, _property, _index):
        layout.label(text=item.action.name if item.action else "(deleted)", icon="ACTION")


def draw(layout, context, armature):
    settings = armature.surefoot
    row = layout.row()
    row.template_list(
        "SUREFOOT_UL_graph_actions", "", settings, "graph_actions", settings, "active_graph_action", rows=3
    )
    buttons = row.column(align=True)
    buttons.operator("surefoot.add_graph_action", text="", icon="ADD")
    buttons.operator("surefoot.remove_graph_action", text="", icon="REMOVE")
    buttons.operator("surefoot.add_graph_action", text="", icon="PRESET_NEW").all = True


CLASSES = [SUREFOOT_OT_add_graph_action, SUREFOOT_OT_remove_graph_action, SUREFOOT_UL_graph_actions]
PANEL = ("motion_graph", 0, draw)
