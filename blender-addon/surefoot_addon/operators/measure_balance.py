# SPDX-License-Identifier: GPL-3.0-or-later
"""Measure Balance: the centre of mass, its shadow and the zero moment point as empties, and the figures in the panel."""

from __future__ import annotations

import bpy
import numpy as np
import surefoot
from bpy.props import FloatProperty, StringProperty

from .. import actions, body, chosen, ground, keys, memory, options, overlay, scene, state, timing, work
from ..errors import UserError
from .detect_plants import first_line, told_in_frames

# Which empty an object of the collection is.
PART = "surefoot_balance"
# Each empty: its name beside the armature's, how it is drawn, and how large for a body of one metre.
EMPTIES = {
    "centre": ("Centre of Mass", "SPHERE", 0.03),
    "shadow": ("Mass Shadow", "CIRCLE", 0.045),
    "point": ("Zero Moment Point", "PLAIN_AXES", 0.04),
}
# Below this share of the weight the zero moment point runs away.
LEAST_LOAD = 0.15


class SUREFOOT_OT_measure_balance(work.LongOperator, bpy.types.Operator):
    """Show where the centre of mass and the zero moment point are, as keyed empties, and how far outside of what carries
    the body; the motion stays as it is"""

    bl_idname = "surefoot.measure_balance"
    bl_label = "Measure Balance"

    operation = "measure_balance"
    PROPERTIES = {
        "load_bone": StringProperty(
            name="Load On", description="The bone that carries something; empty for nothing", options={"SKIP_SAVE"}
        ),
        "load_mass": FloatProperty(
            name="Kilograms", description="How heavy it is", default=5.0, min=0.0, max=1000.0, options={"SKIP_SAVE"}
        ),
    }

    @classmethod
    def poll(cls, context):
        return chosen.poll(cls, context)

    def take_settings(self, context):
        settings = context.object.surefoot
        options.fill_unset(self, settings, "measure_balance")
        for name in ("load_bone", "load_mass"):
            if not self.properties.is_property_set(name):
                setattr(self, name, getattr(settings, name))

    def steps(self, context) -> work.Steps:
        self.take_settings(context)
        wanted = options.values(self, "measure_balance")
        armature = chosen.active_armature(context)
        character = yield from work.scaled(scene.read(armature, context.scene), 0.0, 0.8)
        floor = ground.ground_of(armature, character, context)
        mesh_object = body.body_object(armature, context.scene)
        skin = body.skin_of(armature, mesh_object, character) if mesh_object else None
        loads = self.loads(character)
        first, last = (character.times.index_from(character.core[0]), character.times.index_to(character.core[1]))

        def measure(_progress):
            part = surefoot.trim_clip(character.skeleton, character.clip, first=first, count=last + 1 - first).clip
            skins = [] if skin is None else [skin]
            return surefoot.measure_balance(character.skeleton, part, skins, ground=floor, loads=loads, **wanted)

        with told_in_frames(character):
            measured = yield from work.scaled(work.in_thread(measure), 0.8, 1.0)
        times = timing.Times(character.times.frame(first), character.times.step, len(measured.loads))
        found = in_scene(character, measured, times)
        show(armature, context.scene, found, character.skeleton.standing_height / character.unit)
        memory.keep_balance(armature, found)
        state.tell_balance(armature, figures(measured.report, times))
        lines = [(first_line(measured.report), "CHECKMARK")]
        state.tell(armature, lines + chosen.told_besides_checks(character, measured.report.notes))
        state.warn(armature, chosen.checks(character))
        context.scene.surefoot.show_balance = True
        overlay.update()
        return first_line(measured.report)

    def loads(self, character) -> list:
        """What is carried, as the library takes it."""
        if not self.load_bone or self.load_mass == 0.0:
            return []
        if self.load_bone not in character.bones:
            raise UserError(f"The bone '{self.load_bone}' is none of the body's: choose another under Load On")
        return [(character.bones.index(self.load_bone), self.load_mass)]


def in_scene(character, measured: surefoot.MeasuredBalance, times: timing.Times) -> memory.Balance:
    """What was measured, in the scene's axes and units."""
    is_told = measured.is_judged & (measured.loads > LEAST_LOAD)
    points = character.to_scene(measured.zero_moment_points)
    return memory.Balance(
        times.frames(),
        character.to_scene(measured.centres),
        character.to_scene(measured.shadows),
        np.where(is_told[:, None], points, np.nan),
        measured.distances.copy(),
        [character.to_scene(area) for area in measured.areas],
    )


def figures(report: surefoot.MeasureBalanceReport, times: timing.Times) -> list[tuple[str, str]]:
    """The figures of the panel: text and icon."""
    if report.frames == 0:
        return [("Nothing could be judged", "INFO")]
    outside = report.outside
    lines = [(f"Outside by {100.0 * outside.mean:.1f} cm on average", "CENTER_ONLY")]
    if outside.max_frame is not None:
        frame = times.frame(outside.max_frame)
        lines.append((f"At most {100.0 * outside.max:.1f} cm, on frame {frame:g}", "BLANK1"))
    shares = f"Inside {100.0 * report.inside:.0f} %, within 2 cm {100.0 * report.within_2cm:.0f} %"
    lines.append((shares, "BLANK1"))
    if report.left_share is not None:
        lines.append((f"Load on the left foot {100.0 * report.left_share:.0f} %", "BLANK1"))
    for flight in report.flights:
        first, last = (times.frame(index) for index in (flight.first, flight.end - 1))
        lines.append((f"Flight {first:g} to {last:g}: falls with {flight.g_ratio:.2f} of gravity", "FORCE_FORCE"))
    return lines


def show(armature: bpy.types.Object, blender_scene, found: memory.Balance, height: float) -> None:
    """Makes or updates the empties and their keys."""
    collection = _collection(armature, blender_scene)
    for part, places in (("centre", found.centres), ("shadow", found.shadows), ("point", found.points)):
        empty = _empty(armature, collection, part)
        empty.empty_display_size = EMPTIES[part][2] * height
        is_there = ~np.isnan(places).any(axis=1)
        curves = _curves(empty)
        for axis in range(3) if is_there.any() else ():
            keys.set_all(curves("location", axis), found.frames[is_there], places[is_there, axis])
        if part == "point":
            # In flight, and where the clip ends, there is none.
            hidden = curves("hide_viewport", 0)
            changes = np.flatnonzero(np.diff(is_there, prepend=not is_there[0]))
            keys.set_all(hidden, found.frames[changes], 1.0 - is_there[changes])
            for key in hidden.keyframe_points:
                key.interpolation = "CONSTANT"


def _collection(armature, blender_scene) -> bpy.types.Collection:
    collection = armature.surefoot.balance_collection
    if collection is None:
        collection = bpy.data.collections.new(f"{armature.name} Balance")
        armature.surefoot.balance_collection = collection
    if collection not in blender_scene.collection.children_recursive:
        blender_scene.collection.children.link(collection)
    return collection


def _empty(armature, collection, part) -> bpy.types.Object:
    found = next((o for o in collection.objects if o.get(PART) == part), None)
    if found is None:
        name, kind, _ = EMPTIES[part]
        found = bpy.data.objects.new(f"{armature.name} {name}", None)
        found.empty_display_type = kind
        # The centre of mass is inside the body.
        found.show_in_front = True
        found[PART] = part
        # A circle stands upright, and a shadow lies.
        found.rotation_euler = (np.pi / 2.0, 0.0, 0.0) if kind == "CIRCLE" else (0.0, 0.0, 0.0)
        collection.objects.link(found)
    return found


def _curves(empty):
    """A function that gives the curve of a property of the empty's own action."""
    animation = empty.animation_data or empty.animation_data_create()
    if animation.action is None:
        actions.assign(animation, *actions.new_action(empty.name, empty))
    action, slot = animation.action, actions.slot_of(animation)
    return lambda path, index: actions.ensure_curve(action, slot, path, index, "Balance")


def draw(layout, context, armature):
    settings = armature.surefoot
    row = layout.row(align=True)
    row.operator("surefoot.measure_balance", text="Measure", icon="CENTER_ONLY")
    row.prop(context.scene.surefoot, "show_balance", text="Show", toggle=True)
    layout.prop_search(settings, "load_bone", armature.data, "bones")
    if settings.load_bone:
        layout.prop(settings, "load_mass")
    options.draw_fold(layout, settings, "measure_balance", "Balance Options")


CLASSES = [SUREFOOT_OT_measure_balance]
PANEL = ("balance", 0, draw)
MENU = ["surefoot.measure_balance"]
