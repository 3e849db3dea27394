# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel "Surefoot" in the 3D view's sidebar, in the order in which a person works."""

from __future__ import annotations

import textwrap

import bpy

from . import chosen, operators

# Widths of a character and of margins in the sidebar, pixels at scale 1; only for wrapping text.
CHARACTER_WIDTH, MARGIN = 6.6, 60


class _Section:
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Surefoot"

    @classmethod
    def poll(cls, context):
        return chosen.active_armature(context) is not None

    def draw(self, context):
        armature = chosen.active_armature(context)
        for draw in operators.panel_parts(self.section):
            draw(self.layout, context, armature)


class SUREFOOT_PT_start(bpy.types.Panel):
    """Shown while no armature is active"""

    bl_label = "Surefoot"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Surefoot"

    @classmethod
    def poll(cls, context):
        return chosen.active_armature(context) is None

    def draw(self, context):
        wrapped(self.layout, context, "Select an animated armature to keep its feet from sliding.", "INFO")


class SUREFOOT_PT_character(_Section, bpy.types.Panel):
    bl_label = "Character"
    section = "character"

    def draw(self, context):
        super().draw(context)
        armature = chosen.active_armature(context)
        settings = armature.surefoot
        for line in settings.checks:
            wrapped(self.layout, context, line.text, line.icon)
        column = _properties(self.layout)
        column.prop(settings, "ground_from")
        if settings.ground_from == "PLANE":
            column.prop(settings, "ground_height")
        elif settings.ground_from == "MESH":
            column.prop(settings, "ground_object")
        header, body = self.layout.panel_prop(settings, "show_more_settings")
        header.label(text="Body, Units, Frames")
        if settings.use_range:
            header.label(text=f"{settings.first_frame} \u2013 {settings.last_frame}")
        if body:
            column = _properties(body)
            column.prop(settings, "body_object")
            column.prop(settings, "unit_from")
            if settings.unit_from == "CUSTOM":
                column.prop(settings, "unit_metres")
            row = column.row(align=True)
            row.prop(settings, "frame_rate_from")
            row.operator("surefoot.read_frame_rate", text="", icon="FILE_FOLDER")
            if settings.frame_rate_from == "CUSTOM":
                column.prop(settings, "frame_rate")
            column.prop(settings, "use_range")
            if settings.use_range:
                column.prop(settings, "first_frame")
                column.prop(settings, "last_frame")
        if not chosen.is_animated(armature):
            wrapped(self.layout, context, "This armature has no animation yet.", "ERROR")


class SUREFOOT_PT_plants(_Section, bpy.types.Panel):
    bl_label = "Plants"
    section = "plants"


class SUREFOOT_PT_clean_up(_Section, bpy.types.Panel):
    bl_label = "Clean Up"
    section = "clean_up"


class SUREFOOT_PT_edits(_Section, bpy.types.Panel):
    bl_label = "Edit Motion"
    bl_options = {"DEFAULT_CLOSED"}
    section = "edits"


class SUREFOOT_PT_balance(_Section, bpy.types.Panel):
    bl_label = "Balance"
    bl_options = {"DEFAULT_CLOSED"}
    section = "balance"

    def draw(self, context):
        super().draw(context)
        for line in chosen.active_armature(context).surefoot.balance:
            wrapped(self.layout, context, line.text, line.icon)


class SUREFOOT_PT_motion_graph(_Section, bpy.types.Panel):
    bl_label = "Motion Graph"
    bl_options = {"DEFAULT_CLOSED"}
    section = "motion_graph"


class SUREFOOT_PT_report(_Section, bpy.types.Panel):
    bl_label = "Report"
    section = "report"

    def draw(self, context):
        settings = chosen.active_armature(context).surefoot
        for line in settings.report:
            wrapped(self.layout, context, line.text, line.icon)
        if not settings.report:
            self.layout.label(text="Nothing done yet")
        super().draw(context)


def _properties(layout):
    column = layout.column()
    column.use_property_split = True
    column.use_property_decorate = False
    return column


def wrapped(layout, context, text: str, icon: str) -> None:
    """Draws text over as many lines as the sidebar's width asks for."""
    scale = context.preferences.system.ui_scale
    width = max(20, int((context.region.width / scale - MARGIN) / CHARACTER_WIDTH))
    column = layout.column(align=True)
    column.scale_y = 0.8
    for number, line in enumerate(textwrap.wrap(text, width)):
        column.label(text=line, icon=icon if number == 0 else "BLANK1")


CLASSES = [
    SUREFOOT_PT_start,
    SUREFOOT_PT_character,
    SUREFOOT_PT_plants,
    SUREFOOT_PT_clean_up,
    SUREFOOT_PT_edits,
    SUREFOOT_PT_balance,
    SUREFOOT_PT_motion_graph,
    SUREFOOT_PT_report,
]


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister() -> None:
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
