"""`find_soles` and `sole_vertices`: where feet meet the ground, from the mesh."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .._native import call, handle, handles, lib, outputs, pointer
from ..errors import ArgumentError
from ..model.note import Note, take_notes
from ..model.skeleton import SIDES, Skeleton
from ..model.skin import Skin


class FoundSoles(NamedTuple):
    """What `find_soles` returns.

    >>> found = surefoot.find_soles(surefoot.read("walk.bvh").skeleton, [])
    >>> found.skeleton.soles, found.notes
    ({}, [])
    """

    skeleton: Skeleton
    """The skeleton with the soles that were found, and no others."""
    notes: list[Note]
    """What to know, such as a mesh that is inside out."""


def find_soles(skeleton: Skeleton, skins: Iterable[Skin]) -> FoundSoles:
    """Finds the soles of the feet in all skins of a character: better heels, toe tips and standing heights.

    `read` does this by itself. Do it for a skeleton made from arrays, and anew after other roles were given. A foot
    that no skin covers, or whose mesh is not shaped like a foot, has no sole. Raises `InvalidError` if a skin names
    joints that the skeleton has not.

    >>> found = surefoot.find_soles(document.skeleton, document.skins)
    >>> found.skeleton.soles
    {}
    """
    owner = handle(skeleton, Skeleton, "skeleton")
    made, notes = outputs(2, lib.surefoot_find_soles, owner, *handles(skins, Skin, "skins"))
    return FoundSoles(Skeleton._take(made), take_notes(notes))


class SoleVertices(NamedTuple):
    """What `sole_vertices` returns.

    >>> surefoot.SoleVertices([0, 1, 2, 3], by_height=False).by_height
    False
    """

    vertices: npt.NDArray[np.uint32]
    """Their numbers, ascending."""
    by_height: bool
    """The normals tell no sole, so the foot's lowest vertices were taken: the mesh may be inside out."""


def sole_vertices(skeleton: Skeleton, skin: Skin, side: str) -> SoleVertices:
    """Finds the vertices of one foot (`left` or `right`) that look down in the bind pose of one skin.

    Raises `InvalidError` if the skin names joints that the skeleton has not.

    >>> skeleton = surefoot.Skeleton(["Hips", "Spine"], [-1, 0], [(0, 1, 0), (0, 0.2, 0)])
    >>> corners = [(0, 1, 0), (0.1, 1, 0), (0, 1.1, 0)]
    >>> skin = surefoot.Skin(
    ...     skeleton, corners, [(0, 1, 2)], [0], [[[1, 0, 0, 0], [0, 1, 0, -1], [0, 0, 1, 0], [0, 0, 0, 1]]],
    ...     [0, 1, 2, 3], [0, 0, 0], [1, 1, 1],
    ... )
    >>> surefoot.sole_vertices(skeleton, skin, "left").vertices.tolist()
    []
    """
    if side not in SIDES:
        raise ArgumentError(f"there is no side '{side}'; the sides are {', '.join(SIDES)}")
    owners = handle(skeleton, Skeleton, "skeleton"), handle(skin, Skin, "skin")
    found = np.empty(skin.vertex_count, np.uint32)
    count, by_height = ctypes.c_size_t(), ctypes.c_int32()
    call(
        lib.surefoot_sole_vertices,
        *owners,
        SIDES.index(side),
        pointer(found, ctypes.c_uint32),
        found.size,
        ctypes.byref(count),
        ctypes.byref(by_height),
    )
    return SoleVertices(found[: count.value], bool(by_height.value))
