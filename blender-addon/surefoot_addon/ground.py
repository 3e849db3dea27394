# SPDX-License-Identifier: GPL-3.0-or-later
"""The ground chosen in the panel, as the library's."""

from __future__ import annotations

import bpy
import numpy as np
import surefoot

from .errors import UserError
from .scene import Character


def ground_of(armature: bpy.types.Object, character: Character, context: bpy.types.Context):
    """The ground of the armature's settings; None if it has none.

    Raises UserError if no mesh is chosen, or one without faces.
    """
    settings = armature.surefoot
    if settings.ground_from == "NONE":
        return None
    if settings.ground_from == "PLANE":
        return surefoot.Ground.plane(character.from_scene((0.0, 0.0, settings.ground_height)), (0.0, 1.0, 0.0))
    return surefoot.Ground.mesh(*_triangles(settings.ground_object, character, context))


def _triangles(mesh_object, character, context):
    if mesh_object is None:
        raise UserError("No ground object is chosen: pick a mesh under Character, or set the ground to None")
    evaluated = mesh_object.evaluated_get(context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    try:
        mesh.calc_loop_triangles()
        points = np.empty(len(mesh.vertices) * 3, np.float32)
        mesh.vertices.foreach_get("co", points)
        triangles = np.empty(len(mesh.loop_triangles) * 3, np.int32)
        mesh.loop_triangles.foreach_get("vertices", triangles)
    finally:
        evaluated.to_mesh_clear()
    if len(triangles) == 0:
        raise UserError(f"The ground object '{mesh_object.name}' has no faces to stand on")
    world = np.array(evaluated.matrix_world, float)
    points = points.reshape(-1, 3).astype(float) @ world[:3, :3].T + world[:3, 3]
    return character.from_scene(points), triangles.reshape(-1, 3).astype(np.uint32)
