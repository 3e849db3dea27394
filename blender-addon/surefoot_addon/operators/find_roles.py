# SPDX-License-Identifier: GPL-3.0-or-later
"""Finding and forgetting which bone plays which role."""

from __future__ import annotations

import bpy
from bpy.props import StringProperty

from .. import chosen, scene, work


class SUREFOOT_OT_find_roles(bpy.types.Operator):
    """Find which bones are hips, legs and feet, from names and shape; replaces what is in the list"""

    bl_idname = "surefoot.find_roles"
    bl_label = "Find Roles"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return chosen.poll_editable(cls, context)

    def execute(self, context):
        armature = chosen.active_armature(context)
        return work.finish(self, lambda: self._find(armature, context.scene))

    def _find(self, armature, blender_scene):
        scene.check_editable(armature)
        roles = scene.find_roles(armature, blender_scene)
        chosen.fill_roles(armature, roles)
        missing = [
            role.replace("_", " ") for role in chosen.LEG_ROLES if role not in roles and not role.endswith("toe")
        ]
        if missing:
            self.report({"WARNING"}, f"No bone was found for {', '.join(missing)}: choose them in the list")
            return None
        return f"{len(roles)} roles found"


class SUREFOOT_OT_pick_role(bpy.types.Operator):
    """Take the active bone (click it in Pose Mode) for this part of the body"""

    bl_idname = "surefoot.pick_role"
    bl_label = "Pick Bone"
    bl_options = {"REGISTER", "UNDO", "INTERNAL"}

    role: StringProperty(name="Role", description="The part of the body", options={"SKIP_SAVE"})

    @classmethod
    def poll(cls, context):
        if not chosen.poll_editable(cls, context):
            return False
        if chosen.active_armature(context).data.bones.active is None:
            cls.poll_message_set("No bone is active: click one in Pose Mode")
            return False
        return True

    def execute(self, context):
        armature = chosen.active_armature(context)
        item = next((item for item in armature.surefoot.roles if item.role == self.role), None)
        if item is None:
            self.report({"ERROR"}, f"There is no role '{self.role}' in the list: press Find Roles first")
            return {"CANCELLED"}
        item.bone = armature.data.bones.active.name
        return {"FINISHED"}


def draw(layout, context, armature):
    settings = armature.surefoot
    header, body = layout.panel_prop(settings, "show_roles")
    header.label(text="Joint Roles")
    missing = missing_roles(armature)
    if missing:
        header.label(text="", icon="ERROR")
    if not body:
        return
    row = body.row(align=True)
    row.operator("surefoot.find_roles", icon="BONE_DATA")
    row.prop(settings, "show_all_roles", text="", icon="COLLAPSEMENU")
    if not settings.roles:
        body.label(text="Found when you press Detect", icon="INFO")
        return
    column = body.column(align=True)
    for item in settings.roles:
        if item.role in chosen.LEG_ROLES or settings.show_all_roles:
            # Names of bones need more room than Blender's own split leaves.
            line = column.split(factor=0.32)
            line.alert = item.role in missing
            name = line.row()
            name.alignment = "RIGHT"
            name.label(text=item.role.replace("_", " ").title())
            line = line.row(align=True)
            line.prop_search(item, "bone", armature.data, "bones", text="")
            line.operator("surefoot.pick_role", text="", icon="EYEDROPPER").role = item.role


def missing_roles(armature):
    """Roles of the legs for which the list has no bone; toes are not needed."""
    return {
        i.role for i in armature.surefoot.roles if i.role in chosen.LEG_ROLES and not i.bone and "toe" not in i.role
    }


CLASSES = [SUREFOOT_OT_find_roles, SUREFOOT_OT_pick_role]
PANEL = ("character", 0, draw)
