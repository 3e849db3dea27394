# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets of Remove Footskate: a few that come with the add-on, and the user's own."""

from __future__ import annotations

import bpy
from bl_operators.presets import AddPresetBase
from bpy.props import StringProperty

from . import chosen, options

# Name -> what differs from the defaults.
BUILT_IN = {
    "Default": {},
    "Rigid Bones": {"max_stretch": 0.0},
    "Strictly Local": {"cutoff": 0.2, "soften_knees": False, "denoise": False},
    "On the Ground": {"snap_to_ground": True},
    "Like a Live Stream": {"solver": "windowed", "anchor_window": 0.25},
    "Path Only": {"method": "root"},
}


class SUREFOOT_OT_use_preset(bpy.types.Operator):
    """Set the options of Remove Footskate to this preset"""

    bl_idname = "surefoot.use_preset"
    bl_label = "Use Preset"
    bl_options = {"REGISTER", "UNDO", "INTERNAL"}

    preset: StringProperty(name="Preset", description="Which preset", default="Default", options={"SKIP_SAVE"})

    @classmethod
    def poll(cls, context):
        return chosen.poll_editable(cls, context)

    def execute(self, context):
        if self.preset not in BUILT_IN:
            self.report({"ERROR"}, f"There is no preset '{self.preset}'; choose one of {', '.join(BUILT_IN)}")
            return {"CANCELLED"}
        group = chosen.active_armature(context).surefoot.remove_footskate
        for name in options.names("remove_footskate"):
            group.property_unset(name)
        for name, value in BUILT_IN[self.preset].items():
            setattr(group, name, value)
        return {"FINISHED"}


class SUREFOOT_OT_add_preset(AddPresetBase, bpy.types.Operator):
    """Keep these options as a preset, or remove one"""

    bl_idname = "surefoot.add_preset"
    bl_label = "Add Preset"
    preset_menu = "SUREFOOT_MT_remove_footskate_presets"
    preset_defines = ["options = bpy.context.object.surefoot.remove_footskate"]
    preset_subdir = "surefoot/remove_footskate"


class SUREFOOT_MT_remove_footskate_presets(bpy.types.Menu):
    """Presets of Remove Footskate"""

    bl_label = "Presets"
    preset_subdir = "surefoot/remove_footskate"
    preset_operator = "script.execute_preset"

    def draw(self, context):
        for name in BUILT_IN:
            self.layout.operator("surefoot.use_preset", text=name).preset = name
        self.layout.separator()
        bpy.types.Menu.draw_preset(self, context)
        self.layout.separator()
        self.layout.operator("surefoot.add_preset", text="Keep as Preset", icon="ADD")
        self.layout.operator("surefoot.add_preset", text="Remove This Preset", icon="REMOVE").remove_active = True


CLASSES = [SUREFOOT_OT_use_preset, SUREFOOT_OT_add_preset, SUREFOOT_MT_remove_footskate_presets]


def register() -> None:
    SUREFOOT_OT_add_preset.preset_values = [f"options.{name}" for name in options.names("remove_footskate")]
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister() -> None:
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
