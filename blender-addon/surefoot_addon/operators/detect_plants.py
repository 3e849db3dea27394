# SPDX-License-Identifier: GPL-3.0-or-later
"""Detect Plants."""

from __future__ import annotations

from contextlib import contextmanager

import bpy
import surefoot

from .. import chosen, ground, markers, memory, options, overlay, plants, scene, state, work
from ..errors import UserError


class SUREFOOT_OT_detect_plants(work.LongOperator, bpy.types.Operator):
    """Find when each foot of the selected armatures stays put"""

    bl_idname = "surefoot.detect_plants"
    bl_label = "Detect Plants"

    operation = "detect_plants"

    @classmethod
    def poll(cls, context):
        return chosen.poll(cls, context)

    def take_settings(self, context):
        options.fill_unset(self, context.object.surefoot, "detect_plants")

    def steps(self, context) -> work.Steps:
        self.take_settings(context)
        wanted = options.values(self, "detect_plants")
        armatures = chosen.armatures(context)
        found = []
        for index, armature in enumerate(armatures):
            share = (index / len(armatures), (index + 1) / len(armatures))
            found.append((yield from work.scaled(detect(armature, context, wanted), *share)))
        for character, result in found:
            show(character, result, context)
        overlay.update()
        count = sum(len(result.plants) for _, result in found)
        return f"Found {count} plants" if len(found) != 1 else first_line(found[0][1].report)


def detect(armature, context, wanted):
    """Samples one armature and detects; returns the character and what was found."""
    character = yield from work.scaled(scene.read(armature, context.scene), 0.0, 0.8)
    floor = ground.ground_of(armature, character, context)
    with told_in_frames(character):
        result = yield from work.scaled(
            work.in_thread(
                lambda _: surefoot.detect_plants(character.skeleton, character.clip, ground=floor, **wanted)
            ),
            0.8,
            1.0,
        )
    return character, result


@contextmanager
def told_in_frames(character):
    """Errors of the library count samples; the user sees frames of the scene."""
    try:
        yield
    except surefoot.SurefootError as error:
        text = str(error)
        if error.frame is not None:
            text = text.replace(f"frame {error.frame}", f"frame {character.times.frame(error.frame):g}", 1)
        raise UserError(text) from error


def first_line(report) -> str:
    """The summary without the lines that only help in finding faults."""
    return report.summary().splitlines()[0]


def show(character, result, context):
    """Puts what was found into the panel."""
    armature = character.object()
    settings = armature.surefoot
    if settings.show_markers:
        markers.take_over(context.scene, armature)
    plants.to_list(armature, character, result.plants)
    keep_rate(character)
    if not settings.roles:
        chosen.fill_roles(armature, scene.roles_of(character.skeleton))
    if settings.show_markers:
        markers.write(context.scene, armature)
    memory.keep_trails(armature, memory.Trails(chosen.foot_paths(character), []))
    lines = [(first_line(result.report), "CHECKMARK" if len(result.plants) else "INFO")]
    lines += chosen.told_besides_checks(character, result.report.notes)
    state.tell(armature, lines)
    state.warn(armature, chosen.checks(character))


def keep_rate(character):
    """Remembers the rate of the file, which Blender forgets with the next import."""
    if character.file_rate:
        character.object().surefoot.ensure_motion().frame_rate = character.file_rate


def draw(layout, context, armature):
    settings = armature.surefoot
    row = layout.row(align=True)
    row.scale_y = 1.4
    row.operator("surefoot.detect_plants", text="Detect", icon="VIEWZOOM")
    options.draw_fold(layout, settings, "detect_plants", "Detection Options")


CLASSES = [SUREFOOT_OT_detect_plants]
PANEL = ("plants", 0, draw)
MENU = ["surefoot.detect_plants"]
