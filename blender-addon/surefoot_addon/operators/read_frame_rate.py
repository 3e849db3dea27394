# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading the frame rate of a BVH file, which Blender's import does not keep."""

from __future__ import annotations

import pathlib

import bpy
from bpy.props import StringProperty

from .. import chosen, timing, work
from ..errors import UserError


class SUREFOOT_OT_read_frame_rate(bpy.types.Operator):
    """Take the frame rate of the played action from the BVH file it was imported from; Blender's import does not keep it"""

    bl_idname = "surefoot.read_frame_rate"
    bl_label = "Frame Rate from BVH File"
    bl_options = {"REGISTER", "UNDO"}

    filepath: StringProperty(
        name="File", description="The BVH file", subtype="FILE_PATH", options={"SKIP_SAVE", "HIDDEN"}
    )
    filter_glob: StringProperty(name="Filter", description="Files shown", default="*.bvh", options={"HIDDEN"})

    @classmethod
    def poll(cls, context):
        return chosen.poll(cls, context)

    def invoke(self, context, _event):
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        return work.finish(self, lambda: self._read(chosen.active_armature(context)))

    def _read(self, armature):
        path = pathlib.Path(bpy.path.abspath(self.filepath))
        rate = timing.file_rate(path)
        if rate is None:
            raise UserError(f"No frame rate can be read from '{path.name}': choose the BVH file the motion came from")
        armature.surefoot.ensure_motion().frame_rate = rate
        armature.surefoot.frame_rate_from = "AUTO"
        return f"{rate:g} frames a second"


CLASSES = [SUREFOOT_OT_read_frame_rate]
