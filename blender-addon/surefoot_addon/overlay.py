# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawing in the 3D view: planted points as discs, foot trails before and after, the way of synthesised motion.

Draw handlers exist only while something is switched on, so that nothing is drawn and nothing costs otherwise.
"""

from __future__ import annotations

import math

import blf
import bpy
import gpu
import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d
from gpu_extras.batch import batch_for_shader

from . import chosen, memory, state

LEFT, RIGHT = (0.20, 0.62, 1.0), (1.0, 0.55, 0.15)
BEFORE, AFTER = (0.95, 0.25, 0.25, 0.8), (0.25, 0.9, 0.4, 0.9)
WALKED, WANTED = (0.95, 0.85, 0.2, 0.9), (1.0, 1.0, 1.0, 0.8)
SEGMENTS = 24
# A disc's radius as a part of the armature's height.
DISC = 0.03

# Text beside the discs: size in points, and how far to the right of the middle, pixels at scale 1.
TEXT, ASIDE = 12, 14

_handlers: list = []


def is_drawing() -> bool:
    """Whether draw handlers exist."""
    return bool(_handlers)


def update() -> None:
    """Adds or removes the draw handlers as the switches of any scene ask for, and redraws."""
    wanted = not bpy.app.background and any(
        s.surefoot.show_plants or s.surefoot.show_trails or s.surefoot.show_path for s in bpy.data.scenes
    )
    if wanted and not _handlers:
        for draw, when in ((_draw, "POST_VIEW"), (_draw_intervals, "POST_PIXEL")):
            _handlers.append(bpy.types.SpaceView3D.draw_handler_add(draw, (), "WINDOW", when))
    elif not wanted:
        stop()
    _redraw()


def stop() -> None:
    """Takes the draw handlers away."""
    while _handlers:
        bpy.types.SpaceView3D.draw_handler_remove(_handlers.pop(), "WINDOW")


def disc_triangles(centre, radius: float) -> np.ndarray:
    """Corners of a level disc's triangles, (3 × SEGMENTS, 3)."""
    angles = np.linspace(0.0, 2.0 * math.pi, SEGMENTS + 1)
    rim = np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], axis=1) * radius + np.asarray(centre)
    corners = np.empty((SEGMENTS, 3, 3))
    corners[:, 0], corners[:, 1], corners[:, 2] = centre, rim[:-1], rim[1:]
    return corners.reshape(-1, 3)


def _draw():
    context = bpy.context
    armature = chosen.active_armature(context)
    display = context.scene.surefoot
    if armature is None:
        return
    gpu.state.blend_set("ALPHA")
    # Trails lie over each other wherever nothing was changed, and the wanted path lies on its curve: the later is to cover
    # the earlier.
    gpu.state.depth_test_set("NONE")
    try:
        if display.show_trails:
            _draw_trails(memory.trails(armature))
        if display.show_path:
            for way, colour in zip(reversed(memory.paths(armature)), (WALKED, WANTED), strict=False):
                _line(way, colour, 2.5)
        gpu.state.depth_test_set("LESS_EQUAL")
        if display.show_plants:
            _draw_plants(context, armature)
    finally:
        gpu.state.depth_test_set("NONE")
        gpu.state.blend_set("NONE")


def _plants(context, armature):
    """Each plant with its colour and whether it holds at the current frame."""
    frame = context.scene.frame_current_final
    motion = armature.surefoot.motion()
    for plant in motion.plants if motion else ():
        colour = LEFT if plant.point.startswith("left") else RIGHT
        yield plant, colour, plant.first - 0.5 <= frame <= plant.last + 0.5


def _draw_intervals():
    """First and last frame beside each disc that is planted now."""
    context = bpy.context
    armature = chosen.active_armature(context)
    if armature is None or not context.scene.surefoot.show_plants:
        return
    scale = context.preferences.system.ui_scale
    blf.size(0, TEXT * scale)
    taken: list[float] = []
    for plant, colour, is_now in _plants(context, armature):
        place = location_3d_to_region_2d(context.region, context.region_data, plant.place) if is_now else None
        if place is None:
            continue
        # Ankle and toe are close: lines do not lie over each other.
        height = place.y
        while any(abs(height - other) < TEXT * scale * 1.3 for other in taken):
            height -= TEXT * scale * 1.3
        taken.append(height)
        blf.position(0, place.x + ASIDE * scale, height, 0.0)
        blf.color(0, *colour, 1.0)
        blf.draw(0, f"{state.point_label(plant.point)} {plant.first:g} \u2013 {plant.last:g}")


def _draw_plants(context, armature):
    size = max(armature.dimensions) or 1.0
    for plant, colour, is_now in _plants(context, armature):
        _fill(disc_triangles(plant.place, size * DISC), (*colour, 0.85 if is_now else 0.25))
        if is_now:
            rim = disc_triangles(plant.place, size * DISC * 1.25).reshape(-1, 3, 3)[:, 1]
            _line(np.concatenate([rim, rim[:1]]), (*colour, 1.0), 2.0)


def _draw_trails(trails):
    if trails is None:
        return
    for path in trails.before:
        _line(path, BEFORE, 2.0)
    for path in trails.after:
        _line(path, AFTER, 2.0)


def _fill(corners, colour):
    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    shader.uniform_float("color", colour)
    batch_for_shader(shader, "TRIS", {"pos": corners.astype(np.float32)}).draw(shader)


def _line(points, colour, width):
    region = bpy.context.region
    shader = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
    shader.uniform_float("viewportSize", (region.width, region.height))
    shader.uniform_float("lineWidth", width * bpy.context.preferences.system.ui_scale)
    shader.uniform_float("color", colour)
    batch_for_shader(shader, "LINE_STRIP", {"pos": points.astype(np.float32)}).draw(shader)


def _redraw():
    manager = bpy.context.window_manager
    for window in manager.windows if manager else ():
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


@bpy.app.handlers.persistent
def _file_loaded(_path):
    memory.clear()
    update()


def register() -> None:
    bpy.app.handlers.load_post.append(_file_loaded)
    # bpy.data is closed while add-ons register at start-up; nothing is switched on then either.
    if hasattr(bpy.data, "scenes"):
        update()


def unregister() -> None:
    bpy.app.handlers.load_post.remove(_file_loaded)
    stop()
