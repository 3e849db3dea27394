# SPDX-License-Identifier: GPL-3.0-or-later
"""Surefoot for Blender: a panel to detect and edit plants and to remove footskate. The library `surefoot` does the work; it
comes as a wheel inside this extension. This folder holds only what needs bpy."""

from . import memory, operators, overlay, panels, presets, state, work

PARTS = (state, presets, operators, panels, overlay)


def register() -> None:
    for part in PARTS:
        part.register()


def unregister() -> None:
    work.stop_all()
    for part in reversed(PARTS):
        part.unregister()
    memory.clear()
