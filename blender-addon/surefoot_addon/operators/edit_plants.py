# SPDX-License-Identifier: GPL-3.0-or-later
"""Editing the list of plants: add, split, merge, delete, jump to, and take over moved markers."""

from __future__ import annotations

import bpy
from bpy.props import BoolProperty, EnumProperty, IntProperty

from .. import chosen, markers, overlay, plants, rig, state
from ..state import POINTS


class _PlantOperator:
    bl_options = {"REGISTER", "UNDO"}
    needs_plant = False

    @classmethod
    def poll(cls, context):
        return chosen.poll_editable(cls, context)

    def execute(self, context):
        """Edits the list once it has what was moved on the timeline; markers and overlay follow."""
        armature = chosen.active_armature(context)
        outcome = None
        if armature.surefoot.show_markers:
            chosen_plant = _number(active_plant(armature))
            markers.take_over(context.scene, armature)
            if self.needs_plant and _number(active_plant(armature)) != chosen_plant:
                outcome = self.refuse("The markers of the chosen plant were deleted, and it with them")
        outcome = outcome or self.edit(context, armature)
        if armature.surefoot.show_markers:
            markers.write(context.scene, armature)
        overlay.update()
        return outcome or {"FINISHED"}

    def refuse(self, message):
        self.report({"ERROR"}, message)
        return {"CANCELLED"}


class _ActivePlantOperator(_PlantOperator):
    needs_plant = True

    @classmethod
    def poll(cls, context):
        if not super().poll(context):
            return False
        if active_plant(chosen.active_armature(context)) is None:
            cls.poll_message_set("There is no plant: detect plants or add one first")
            return False
        return True


def active_plant(armature):
    """The chosen plant of the list; None if it is empty."""
    settings = armature.surefoot
    motion = settings.motion()
    listed = motion.plants if motion else ()
    return listed[settings.active_plant] if 0 <= settings.active_plant < len(listed) else None


def _number(plant):
    return plant.number if plant else None


class SUREFOOT_OT_add_plant(_PlantOperator, bpy.types.Operator):
    """Add a plant at the current frame"""

    bl_idname = "surefoot.add_plant"
    bl_label = "Add Plant"

    point: EnumProperty(name="Point", description="The point that stays put", items=POINTS, default="left_toe")
    frames: IntProperty(name="Frames", description="How many frames it lasts", default=10, min=1)

    def edit(self, context, armature):
        settings = armature.surefoot
        first = float(context.scene.frame_current)
        last = first + self.frames - 1
        for plant in settings.plants:
            if plant.point == self.point and plant.first <= first <= plant.last:
                return self.refuse(f"{state.point_label(self.point)} is already planted at frame {first:g}")
            if plant.point == self.point and first < plant.first <= last:
                last = plant.first - 1.0
        with state.quiet_markers():
            plant = settings.plants.add()
            plant.number = plants.next_number(armature)
            plant.point, plant.first, plant.last, plant.confidence = self.point, first, last, 1.0
            plant.place = _place_now(context, armature, self.point)
        settings.active_plant = len(settings.plants) - 1


def _place_now(context, armature, point):
    """Where the point's bone is at the current frame, for the overlay."""
    side, kind = point.split("_", 1)
    role = f"{side}_{plants.BONE_OF_KIND[kind]}"
    bone = next((item.bone for item in armature.surefoot.roles if item.role == role and item.bone), None)
    evaluated = armature.evaluated_get(context.evaluated_depsgraph_get())
    posed = evaluated.pose.bones.get(bone or rig.body_bones(armature)[0])
    return evaluated.matrix_world @ posed.head


class SUREFOOT_OT_delete_plant(_ActivePlantOperator, bpy.types.Operator):
    """Delete the chosen plant, or all of them"""

    bl_idname = "surefoot.delete_plant"
    bl_label = "Delete Plant"

    all: BoolProperty(name="All", description="Delete every plant of the list", options={"SKIP_SAVE"})

    def edit(self, context, armature):
        settings = armature.surefoot
        if self.all:
            settings.plants.clear()
        else:
            settings.plants.remove(settings.active_plant)
        settings.active_plant = min(settings.active_plant, max(0, len(settings.plants) - 1))


class SUREFOOT_OT_split_plant(_ActivePlantOperator, bpy.types.Operator):
    """Split the chosen plant at the current frame: from there on the point may stand elsewhere"""

    bl_idname = "surefoot.split_plant"
    bl_label = "Split Plant"

    def edit(self, context, armature):
        settings = armature.surefoot
        plant = active_plant(armature)
        frame = float(context.scene.frame_current)
        if not plant.first < frame <= plant.last:
            return self.refuse(
                f"The current frame {frame:g} is not inside the plant ({plant.first:g} to {plant.last:g}): go there first"
            )
        point, last, confidence, place = plant.point, plant.last, plant.confidence, tuple(plant.place)
        with state.quiet_markers():
            plant.last = frame - 1.0
            second = settings.plants.add()
            second.number = plants.next_number(armature)
            second.point, second.first, second.last = point, frame, last
            second.confidence, second.place = confidence, place
        settings.plants.move(len(settings.plants) - 1, settings.active_plant + 1)


class SUREFOOT_OT_merge_plants(_ActivePlantOperator, bpy.types.Operator):
    """Merge the chosen plant with the next one of the same point, gap included"""

    bl_idname = "surefoot.merge_plants"
    bl_label = "Merge with Next"

    def edit(self, context, armature):
        settings = armature.surefoot
        plant = active_plant(armature)
        later = [
            (other.first, index)
            for index, other in enumerate(settings.plants)
            if other.point == plant.point and other.first > plant.first
        ]
        if not later:
            return self.refuse(f"There is no later plant of {state.point_label(plant.point)} to merge with")
        _, index = min(later)
        with state.quiet_markers():
            plant.last = max(plant.last, settings.plants[index].last)
            plant.confidence = min(plant.confidence, settings.plants[index].confidence)
        active = settings.active_plant
        settings.plants.remove(index)
        settings.active_plant = active - (index < active)


class SUREFOOT_OT_jump_to_plant(_ActivePlantOperator, bpy.types.Operator):
    """Go to the first or last frame of the chosen plant"""

    bl_idname = "surefoot.jump_to_plant"
    bl_label = "Jump to Plant"

    end: EnumProperty(
        name="End",
        description="Which end to go to",
        items=[("FIRST", "First", "Its first frame"), ("LAST", "Last", "Its last frame")],
        options={"SKIP_SAVE"},
    )

    def execute(self, context):
        plant = active_plant(chosen.active_armature(context))
        context.scene.frame_set(round(plant.first if self.end == "FIRST" else plant.last))
        return {"FINISHED"}


class SUREFOOT_OT_read_markers(_PlantOperator, bpy.types.Operator):
    """Take over first and last frames from markers moved on the timeline; a plant without markers is deleted. Shows the
    markers of the action now played if others are there"""

    bl_idname = "surefoot.read_markers"
    bl_label = "Take Over Markers"

    def execute(self, context):
        armature = chosen.active_armature(context)
        if not armature.surefoot.show_markers:
            return self.refuse("Plants are not shown as markers: switch Markers on first")
        count = markers.take_over(context.scene, armature)
        self.report({"INFO"}, f"{count} plants changed")
        markers.write(context.scene, armature)
        overlay.update()
        return {"FINISHED"}


class SUREFOOT_UL_plants(bpy.types.UIList):
    """Plants: point, first and last frame, confidence"""

    def draw_item(self, _context, layout, _data, plant, _icon, _active, _property, _index):
        split = layout.split(factor=0.45)
        split.label(text=state.point_label(plant.point))
        split = split.split(factor=0.65)
        split.label(text=f"{_frame(plant.first)} \u2013 {_frame(plant.last)}")
        split.label(text=f"{plant.confidence:.2f}")

    def filter_items(self, _context, data, name):
        items = getattr(data, name)
        order = bpy.types.UI_UL_list.sort_items_helper(
            [(i, (p.first, p.point)) for i, p in enumerate(items)], lambda entry: entry[1]
        )
        wanted = self.filter_name.lower()
        shown = [self.bitflag_filter_item if wanted in state.point_label(p.point).lower() else 0 for p in items]
        return shown, order


def _frame(frame):
    return f"{frame:.1f}".removesuffix(".0")


def draw(layout, context, armature):
    settings = armature.surefoot
    motion = settings.motion()
    row = layout.row()
    if motion:
        row.template_list("SUREFOOT_UL_plants", "", motion, "plants", settings, "active_plant", rows=3)
    else:
        row.box().label(text="None yet for this action")
    buttons = row.column(align=True)
    buttons.operator_menu_enum("surefoot.add_plant", "point", text="", icon="ADD")
    buttons.operator("surefoot.delete_plant", text="", icon="REMOVE")
    buttons.separator()
    buttons.operator("surefoot.split_plant", text="", icon="MOD_EDGESPLIT")
    buttons.operator("surefoot.merge_plants", text="", icon="AUTOMERGE_ON")
    buttons.separator()
    buttons.operator("surefoot.jump_to_plant", text="", icon="REW").end = "FIRST"
    buttons.operator("surefoot.jump_to_plant", text="", icon="FF").end = "LAST"
    plant = active_plant(armature)
    if plant:
        row = layout.row(align=True)
        row.prop(plant, "point", text="")
        row.prop(plant, "first", text="")
        row.prop(plant, "last", text="")
    row = layout.row(align=True)
    row.prop(context.scene.surefoot, "show_plants", text="Discs", toggle=True)
    row.prop(context.scene.surefoot, "show_trails", text="Trails", toggle=True)
    row.prop(settings, "show_markers", text="Markers", toggle=True)
    if settings.show_markers:
        text = "Take Over Moved Markers" if markers.shown(context.scene, armature) else "Show This Action's Markers"
        layout.operator("surefoot.read_markers", text=text, icon="MARKER_HLT")


CLASSES = [
    SUREFOOT_OT_add_plant,
    SUREFOOT_OT_delete_plant,
    SUREFOOT_OT_split_plant,
    SUREFOOT_OT_merge_plants,
    SUREFOOT_OT_jump_to_plant,
    SUREFOOT_OT_read_markers,
    SUREFOOT_UL_plants,
]
PANEL = ("plants", 1, draw)
