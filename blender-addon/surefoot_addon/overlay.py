# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawing in the 3D view: planted points as discs, foot trails before and after, the way of synthesised motion, balance.

Draw handlers exist only while something is switched on. Otherwise nothing is drawn and no time is spent.
"""

from __future__ import annotations

import math

import blf
import bpy
import gpu
import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d
from gpu_extras.batch import batch_for_shader
from mathutils import Vector

from . import chosen, memory, state

LEFT, RIGHT = (0.20, 0.62, 1.0), (1.0, 0.55, 0.15)
BEFORE, AFTER = (0.95, 0.25, 0.25, 0.8), (0.25, 0.9, 0.4, 0.9)
WALKED, WANTED = (0.95, 0.85, 0.2, 0.9), (1.0, 1.0, 1.0, 0.8)
# The zero moment point inside the area that carries the body, within what capture resolves, and farther outside.
INSIDE, NEAR, OUTSIDE = (0.25, 0.85, 0.4), (0.95, 0.8, 0.2), (0.95, 0.25, 0.2)
NEAR_SUPPORT = 0.02
CENTRE = (1.0, 1.0, 1.0, 0.8)
# Its track reaches so many frames to both sides.
TRACK = 24
# Radius of its disc against that of plants.
POINT = 0.5
SEGMENTS = 24
# A disc's radius as a part of the armature's height.
DISC = 0.03
# The rim of a disc that is planted now, as a multiple of its radius.
RIM = 1.25

# Text below the discs: size in points, and from line to line as a multiple of it.
TEXT, LINE = 12, 1.5
HANDS = ("wrist", "fingertips")

_handlers: list = []


def is_drawing() -> bool:
    """Whether draw handlers exist."""
    return bool(_handlers)


def has_window() -> bool:
    """Whether there is anything to draw on."""
    return not bpy.app.background


def update() -> None:
    """Adds or removes the draw handlers as the switches of any scene ask for, and redraws."""
    wanted = has_window() and any(_shows_something(scene.surefoot) for scene in bpy.data.scenes)
    if wanted and not _handlers:
        for draw, when in ((_draw, "POST_VIEW"), (_draw_intervals, "POST_PIXEL")):
            _handlers.append(bpy.types.SpaceView3D.draw_handler_add(draw, (), "WINDOW", when))
    elif not wanted:
        stop()
    _redraw()


def _shows_something(display) -> bool:
    return display.show_plants or display.show_trails or display.show_path or display.show_balance


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
        # After an undo the figures are still there, but the empties are not.
        if display.show_balance and armature.surefoot.balance_collection:
            # The area lies on the floor, which would hide one half of it.
            gpu.state.depth_test_set("NONE")
            _draw_balance(context, armature, memory.balance(armature))
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
    """Below each foot or hand that is planted now: its points, first and last frame."""
    context = bpy.context
    armature = chosen.active_armature(context)
    if armature is None or not context.scene.surefoot.show_plants:
        return
    line = TEXT * LINE * context.preferences.system.ui_scale
    # As wide as a disc's rim is drawn, along the view's own horizontal.
    rim = context.region_data.view_matrix.inverted().col[0].xyz * _radius(armature) * RIM
    limbs: dict[str, list] = {}
    for plant, colour, is_now in _plants(context, armature):
        if not is_now:
            continue
        ends = [Vector(plant.place), Vector(plant.place) + rim]
        place, edge = (location_3d_to_region_2d(context.region, context.region_data, end) for end in ends)
        if place is not None and edge is not None:
            side, kind = plant.point.split("_", 1)
            limb = limbs.setdefault(f"{side} {'hand' if kind in HANDS else 'foot'}", [])
            place.y -= (edge - place).length
            limb.append((place, colour, f"{state.point_label(plant.point)} {plant.first:g} \u2013 {plant.last:g}"))
    blf.size(0, TEXT * context.preferences.system.ui_scale)
    blf.enable(0, blf.SHADOW)
    blf.shadow(0, 3, 0.0, 0.0, 0.0, 0.9)
    for limb in limbs.values():
        left, lowest = min(place.x for place, _, _ in limb), min(place.y for place, _, _ in limb)
        for number, (_, colour, text) in enumerate(limb):
            blf.position(0, left, lowest - line * (1 + number), 0.0)
            blf.color(0, *colour, 1.0)
            blf.draw(0, text)
    blf.disable(0, blf.SHADOW)


def _radius(armature) -> float:
    return (max(armature.dimensions) or 1.0) * DISC


def _draw_plants(context, armature):
    radius = _radius(armature)
    for plant, colour, is_now in _plants(context, armature):
        _fill(disc_triangles(plant.place, radius), (*colour, 0.85 if is_now else 0.25))
        if is_now:
            rim = disc_triangles(plant.place, radius * RIM).reshape(-1, 3, 3)[:, 1]
            _line(np.concatenate([rim, rim[:1]]), (*colour, 1.0), 2.0)


def balance_colour(distance: float) -> tuple[float, float, float]:
    """The colour of a zero moment point so far outside, metres."""
    return INSIDE if distance <= 0.0 else NEAR if distance <= NEAR_SUPPORT else OUTSIDE


def fan(corners: np.ndarray) -> np.ndarray:
    """Corners of a convex area's triangles, (3 × (N − 2), 3)."""
    inner = range(1, len(corners) - 1)
    return np.array([corners[[0, i, i + 1]] for i in inner]).reshape(-1, 3)


def _draw_balance(context, armature, balance):
    if balance is None:
        return
    frame = context.scene.frame_current_final
    now = int(np.argmin(np.abs(balance.frames - frame)))
    if abs(balance.frames[now] - frame) > 1.0:
        return
    point, distance, area = balance.points[now], balance.distances[now], balance.areas[now]
    told = not np.isnan(point).any()
    colour = balance_colour(distance) if told else CENTRE[:3]
    if len(area) > 2:
        _fill(fan(area), (*colour, 0.25))
    if len(area) > 1:
        _line(np.concatenate([area, area[:1]]), (*colour, 0.9), 2.0)
    _line(np.array([balance.shadows[now], balance.centres[now]]), CENTRE, 1.5)
    first, last = max(0, now - TRACK), min(len(balance.frames), now + TRACK + 1)
    for i in range(first + 1, last):
        way = balance.points[i - 1 : i + 1]
        if not np.isnan(way).any():
            _line(way, (*balance_colour(balance.distances[i]), 0.8), 3.0)
    if told:
        _fill(disc_triangles(point, _radius(armature) * POINT), (*colour, 1.0))


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


@bpy.app.handlers.persistent
def _stepped_back(*_):
    # Undo and redo move the switches without telling.
    update()


def register() -> None:
    bpy.app.handlers.load_post.append(_file_loaded)
    bpy.app.handlers.undo_post.append(_stepped_back)
    bpy.app.handlers.redo_post.append(_stepped_back)
    # bpy.data is closed while add-ons register at start-up; nothing is switched on then either.
    if hasattr(bpy.data, "scenes"):
        update()


def unregister() -> None:
    bpy.app.handlers.redo_post.remove(_stepped_back)
    bpy.app.handlers.undo_post.remove(_stepped_back)
    bpy.app.handlers.load_post.remove(_file_loaded)
    stop()
