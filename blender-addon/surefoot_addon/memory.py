# SPDX-License-Identifier: GPL-3.0-or-later
"""Results of this session, for the overlay and the report page. Not saved: everything here can be made again."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np

from . import sample, scene


@dataclass
class Cleanup:
    """One run of Remove Footskate, before and after."""

    character: object
    after: object
    plants: object
    report: object
    ground: object


@dataclass
class Trails:
    """Paths of the feet in the world, Blender's axes and units: one (F, 3) array per foot."""

    before: list[np.ndarray]
    after: list[np.ndarray]


@dataclass
class Graph:
    """A motion graph built from actions of one armature."""

    graph: object
    report: object
    character: object
    """The armature as the first action has it: bones, unit and place."""


@dataclass
class Balance:
    """What Measure Balance found, in the scene's axes and units, a row for each frame."""

    frames: np.ndarray
    """The scene's frames."""
    centres: np.ndarray
    """Centre of mass."""
    shadows: np.ndarray
    """The same on what carries the body."""
    points: np.ndarray
    """Zero moment point; NaN where a frame has none, or where it tells nothing."""
    distances: np.ndarray
    """Distance of that point from the area that carries the body, metres: below 0 inside."""
    areas: list[np.ndarray]
    """Corners of that area."""


_graphs: dict[int, Graph] = {}
_balances: dict[int, Balance] = {}
_paths: dict[int, list[np.ndarray]] = {}
_cleanups: dict[int, Cleanup] = {}
_trails: dict[int, Trails] = {}


def _key(armature: bpy.types.Object) -> int:
    # Unlike the name it survives renaming; unlike the pointer it survives undo.
    return armature.session_uid


def keep_cleanup(armature: bpy.types.Object, cleanup: Cleanup) -> None:
    """Remembers the last cleanup of the armature."""
    _cleanups[_key(armature)] = cleanup


def cleanup(armature: bpy.types.Object) -> Cleanup | None:
    """The last cleanup of the armature in this session."""
    return _cleanups.get(_key(armature))


def keep_trails(armature: bpy.types.Object, trails: Trails) -> None:
    """Remembers the foot trails of the armature."""
    _trails[_key(armature)] = trails


def trails(armature: bpy.types.Object) -> Trails | None:
    """The foot trails of the armature."""
    return _trails.get(_key(armature))


def keep_graph(armature: bpy.types.Object, graph: Graph) -> None:
    """Remembers the armature's motion graph."""
    _graphs[_key(armature)] = graph


def graph(armature: bpy.types.Object) -> Graph | None:
    """The armature's motion graph."""
    return _graphs.get(_key(armature))


def keep_balance(armature: bpy.types.Object, balance: Balance) -> None:
    """Remembers what was measured of the armature's balance."""
    _balances[_key(armature)] = balance


def balance(armature: bpy.types.Object) -> Balance | None:
    """What was last measured of the armature's balance."""
    return _balances.get(_key(armature))


def keep_paths(armature: bpy.types.Object, paths: list[np.ndarray]) -> None:
    """Remembers the way (F, 3) that new motion walks and, before it, the one that was wanted."""
    _paths[_key(armature)] = paths


def paths(armature: bpy.types.Object) -> list[np.ndarray]:
    """The wanted way, if there was one, and the way that the last new motion walks."""
    return _paths.get(_key(armature), [])


def clear() -> None:
    """Forgets everything; another file's objects may have the same numbers."""
    _cleanups.clear()
    _trails.clear()
    _graphs.clear()
    _balances.clear()
    _paths.clear()
    sample.forget()
    scene.forget()
