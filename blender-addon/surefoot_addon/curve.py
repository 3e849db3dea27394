# SPDX-License-Identifier: GPL-3.0-or-later
"""A curve object as the points of a path."""

from __future__ import annotations

import bpy
import numpy as np

from .errors import UserError


def points_of(curve: bpy.types.Object | None) -> np.ndarray:
    """Points (N, 3) along the curve's first spline in the world, closed curves back to their first.

    Raises UserError without a curve, or for one without length.
    """
    if curve is None or curve.type != "CURVE":
        raise UserError("No curve is chosen: pick a curve object to walk along")
    # Without depth and extrusion the curve's mesh is its centre line, whatever kind of spline it is.
    bare = curve.data.copy()
    bare.bevel_depth = bare.extrude = 0.0
    bare.bevel_object = None
    for spline in list(bare.splines)[1:]:
        bare.splines.remove(spline)
    carrier = bpy.data.objects.new("Surefoot path", bare)
    try:
        mesh = carrier.to_mesh()
        line = np.empty(len(mesh.vertices) * 3, np.float32)
        mesh.vertices.foreach_get("co", line)
        carrier.to_mesh_clear()
        is_closed = bool(bare.splines) and bare.splines[0].use_cyclic_u
    finally:
        bpy.data.objects.remove(carrier)
        bpy.data.curves.remove(bare)
    points = line.reshape(-1, 3).astype(float)
    if is_closed:
        points = np.concatenate([points, points[:1]])
    world = np.array(curve.matrix_world, float)
    points = points @ world[:3, :3].T + world[:3, 3]
    if len(points) < 2 or np.linalg.norm(np.diff(points, axis=0), axis=1).sum() <= 0.0:
        raise UserError(f"The curve '{curve.name}' has no length: it needs at least two points")
    return points
