# SPDX-License-Identifier: GPL-3.0-or-later
"""Opening the HTML page of the last cleanup."""

from __future__ import annotations

import pathlib
import tempfile

import bpy
import surefoot
from bpy.props import BoolProperty, StringProperty

from .. import body, chosen, memory, work


class SUREFOOT_OT_open_page(bpy.types.Operator):
    """Show the last cleanup in the browser: before and after in motion, curves and figures"""

    bl_idname = "surefoot.open_page"
    bl_label = "Open Report Page"

    filepath: StringProperty(
        name="File",
        description="Where to write the page; a temporary file when empty",
        subtype="FILE_PATH",
        options={"SKIP_SAVE"},
    )
    show: BoolProperty(name="Show", description="Open it in the browser", default=True, options={"SKIP_SAVE"})

    @classmethod
    def poll(cls, context):
        armature = chosen.active_armature(context)
        if armature is None or memory.cleanup(armature) is None:
            cls.poll_message_set("Run Remove Footskate first; results are kept until Blender is closed")
            return False
        return True

    def execute(self, context):
        armature = chosen.active_armature(context)
        return work.finish(self, lambda: self._write(armature, context.scene))

    def _write(self, armature, blender_scene):
        done = memory.cleanup(armature)
        path = bpy.path.abspath(self.filepath) or str(
            pathlib.Path(tempfile.gettempdir()) / f"surefoot_{bpy.path.clean_name(armature.name)}.html"
        )
        character = done.character
        mesh_object = body.body_object(armature, blender_scene)
        skin = body.skin_of(armature, mesh_object, character) if mesh_object else None
        surefoot.footskate_page(
            path,
            armature.name,
            character.skeleton,
            [(character.clip, done.after, done.plants, done.report)],
            skins=[skin] if skin else [],
            ground=done.ground,
        )
        if self.show and not bpy.app.background:
            bpy.ops.wm.url_open(url=pathlib.Path(path).as_uri())
        return f"Wrote {path}"


def draw(layout, context, armature):
    layout.operator("surefoot.open_page", icon="URL")


CLASSES = [SUREFOOT_OT_open_page]
PANEL = ("report", 10, draw)
