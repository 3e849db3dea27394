# SPDX-License-Identifier: GPL-3.0-or-later
"""Remove Footskate."""

from __future__ import annotations

import bpy
import surefoot
from bpy.props import EnumProperty

from .. import (
    chosen,
    controls,
    ground,
    markers,
    memory,
    nla,
    options,
    overlay,
    plants,
    presets,
    rig,
    scene,
    state,
    work,
    write,
)
from .detect_plants import first_line, keep_rate, show, told_in_frames

# Options that matter to most users; the others are folded away.
FIRST = ("method", "strength", "max_stretch", "snap_to_ground")


def _as_set(name: str, description: str, items: list):
    """The items of a setting, and one that leaves it to the armature's settings."""
    items = [("AS_SET", "As Set", "As set in the panel"), *items]
    return EnumProperty(name=name, description=description, items=items, default="AS_SET", options={"SKIP_SAVE"})


class SUREFOOT_OT_remove_footskate(work.LongOperator, bpy.types.Operator):
    """Stop the feet of the selected armatures from sliding while they are planted"""

    bl_idname = "surefoot.remove_footskate"
    bl_label = "Remove Footskate"

    operation = "remove_footskate"
    PROPERTIES = {
        "output": _as_set("Result", "Where the result goes", state.OUTPUTS),
        "target": _as_set("Write To", "Which bones get the keys", state.TARGETS),
    }

    @classmethod
    def poll(cls, context):
        return chosen.poll(cls, context)

    def take_settings(self, context):
        options.fill_unset(self, context.object.surefoot, "remove_footskate")

    def steps(self, context) -> work.Steps:
        self.take_settings(context)
        armatures = chosen.armatures(context)
        results = []
        for index, armature in enumerate(armatures):
            share = (index / len(armatures), (index + 1) / len(armatures))
            results.append((yield from work.scaled(self._clean(armature, context), *share)))
        for finish in results:
            finish()
        overlay.update()
        reports = [memory.cleanup(armature).report for armature in armatures]
        if len(reports) == 1:
            return first_line(reports[0])
        return f"Cleaned {len(reports)} armatures"

    def _clean(self, armature, context):
        """Works on one armature; returns a function that puts the result into the scene."""
        settings = armature.surefoot
        output = settings.output if self.output == "AS_SET" else self.output
        target = settings.target if self.target == "AS_SET" else self.target
        wanted = options.values(self, "remove_footskate")
        nla.check_writable(armature, output)
        character = yield from work.scaled(scene.read(armature, context.scene), 0.0, 0.6)
        floor = ground.ground_of(armature, character, context)
        found = None
        # Taken over at the end: whoever presses ESC wants nothing changed.
        motion = settings.motion()
        moved = markers.spans(context.scene, armature, motion) if settings.show_markers else None
        planted = plants.to_library(armature, character, moved) if motion else ()
        if len(planted) == 0:
            # None yet, or none in the frames worked on.
            detecting = options.used_values(settings, "detect_plants")
            with told_in_frames(character):
                found = yield from work.in_thread(
                    lambda _: surefoot.detect_plants(character.skeleton, character.clip, ground=floor, **detecting)
                )
            planted = found.plants
        notes: list[str] = []
        steers = controls.find(armature, character) if target in ("AUTO", "CONTROLS") else None
        if target == "CONTROLS":
            controls.check(steers, armature)
        use_controls = steers is not None and (target == "CONTROLS" or steers.needed)
        if wanted["max_stretch"] > 0.0 and (use_controls or _has_rigid_limbs(armature, character)):
            wanted["max_stretch"] = 0.0
            notes.append(
                "Controls cannot stretch the legs; the hips give way instead"
                if use_controls
                else "The leg bones are connected and cannot stretch; the hips give way instead"
            )
        with told_in_frames(character):
            edited = yield from work.scaled(
                work.in_thread(
                    lambda _: surefoot.remove_footskate(
                        character.skeleton, character.clip, planted, ground=floor, **wanted
                    )
                ),
                0.6,
                0.8,
            )
        after = scene.faded(character, edited.clip)
        if use_controls:
            channels = yield from work.scaled(controls.solve(character, after, steers, notes), 0.8, 1.0)
        else:
            channels = write.fk_channels(character, after)
            notes += write.overruled(armature, channels)
        write.check_range(character, channels, output)
        if output == "OVERWRITE":
            write.check_writable(armature, channels)

        def finish():
            if found:
                show(character, found, context)
            else:
                if settings.show_markers:
                    markers.take_over(context.scene, armature)
                keep_rate(character)
            action = write.write(character, channels, output, notes)
            if settings.show_markers:
                markers.write(context.scene, armature)
            memory.keep_cleanup(armature, memory.Cleanup(character, after, planted, edited.report, floor))
            places = character.to_scene(character.rigid(after)[1])
            plants.move_places(armature, character, places)
            memory.keep_trails(
                armature, memory.Trails(chosen.foot_paths(character), chosen.foot_paths(character, places))
            )
            lines = _report_lines(edited.report, action, character.times)
            lines += [(text, "INFO") for text in notes]
            state.tell(armature, lines + chosen.told_besides_checks(character, edited.report.notes))
            state.warn(armature, chosen.checks(character))

        return finish


def _has_rigid_limbs(armature, character):
    """Whether Blender would ignore a stretch: it does for bones connected to their parents."""
    roles = scene.roles_of(character.skeleton)
    parts = ("shin", "foot")
    bones = [roles.get(f"{side}_{part}") for side in ("left", "right") for part in parts]
    return any(rig.is_connected(armature, bone) for bone in bones if bone)


def _report_lines(report, action, times):
    before, after = report.before, report.after
    if report.plants == 0:
        lines = [(first_line(report), "INFO")]
    else:
        lines = [
            (f"Slide {before.slide_mean * 100:.2f} to {after.slide_mean * 100:.2f} cm/s", "INFO"),
            (f"Low feet {before.low_slide.mean * 100:.1f} to {after.low_slide.mean * 100:.1f} cm/s", "BLANK1"),
            (f"Drift {before.drift_p95 * 100:.2f} to {after.drift_p95 * 100:.2f} cm, {report.plants} plants", "BLANK1"),
            (f"Pose {after.pose_change_mean * 100:.2f} cm, limbs {after.stretch_max:.1%}", "BLANK1"),
        ]
        if report.root_path is not None:
            lines.append((f"Root path moved by up to {report.root_path.moved * 100:.1f} cm", "BLANK1"))
    lines.append((f"In action '{action.name}'", "ACTION"))
    for missed in report.missed:
        lines.append(
            (
                f"{state.point_label(missed.point)} {times.frame(missed.first):g} to {times.frame(missed.end - 1):g} missed by "
                f"{missed.distance * 100:.1f} cm: {missed.reason}",
                "ERROR",
            )
        )
    return lines


def draw(layout, context, armature):
    settings = armature.surefoot
    column = layout.column()
    column.use_property_split = True
    column.use_property_decorate = False
    column.prop(settings, "output")
    column.prop(settings, "target")
    if settings.target != "BONES":
        for name in ("left_control", "right_control", "hips_control"):
            if settings.target == "CONTROLS" or getattr(settings, name):
                column.prop_search(settings, name, armature.data, "bones")
    for name in options.shown(settings, "remove_footskate"):
        if name in FIRST:
            column.prop(settings.remove_footskate, name)
    header = options.draw_fold(layout, settings, "remove_footskate", "More Options", without=FIRST)
    header.menu(presets.SUREFOOT_MT_remove_footskate_presets.__name__, text="", icon="PRESET")
    row = layout.row()
    row.scale_y = 1.4
    row.operator("surefoot.remove_footskate", icon="CON_FLOOR")


CLASSES = [SUREFOOT_OT_remove_footskate]
PANEL = ("clean_up", 0, draw)
MENU = ["surefoot.remove_footskate"]
