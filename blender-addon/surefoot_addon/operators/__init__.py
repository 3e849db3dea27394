# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators, one small file for each operation.

A module here declares `CLASSES`; a class with `operation = name` gets the options of that operation as properties,
beside its own `PROPERTIES`. A module whose classes follow from the library makes them in `declare()`. It may declare
`PANEL = (section, order, draw)` to draw its part of a panel section with `draw(layout, context, armature)`, and
`MENU = [idname, …]` for Pose > Animation. That is all an operation needs.
"""

from __future__ import annotations

import importlib
import pkgutil

import bpy

from .. import options

MODULES = [importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__)]


def panel_parts(section: str):
    """The draw functions of that section, in order."""
    parts = [module.PANEL for module in MODULES if hasattr(module, "PANEL") and module.PANEL[0] == section]
    return [draw for _, _, draw in sorted(parts, key=lambda part: part[1])]


def _draw_menu(menu, _context):
    menu.layout.separator()
    for module in MODULES:
        for idname in getattr(module, "MENU", ()):
            menu.layout.operator(idname)


def register() -> None:
    for module in MODULES:
        if hasattr(module, "declare"):
            module.declare()
        for cls in getattr(module, "CLASSES", ()):
            if hasattr(cls, "operation"):
                own = getattr(cls, "PROPERTIES", {})
                cls.__annotations__ = {**options.operator_properties(cls.operation), **own}
            bpy.utils.register_class(cls)
    # Blender shows this one menu under Object > Animation and Pose > Animation.
    bpy.types.VIEW3D_MT_object_animation.append(_draw_menu)


def unregister() -> None:
    bpy.types.VIEW3D_MT_object_animation.remove(_draw_menu)
    for module in reversed(MODULES):
        for cls in reversed(getattr(module, "CLASSES", ())):
            bpy.utils.unregister_class(cls)
