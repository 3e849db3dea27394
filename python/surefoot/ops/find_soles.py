"""`find_soles`: where feet meet the ground, from the mesh."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .._native import Owner, call, handle, lib, text_of
from ..files import Warning
from ..model.skeleton import Skeleton
from ..model.skin import Skin


class SoleVertices(NamedTuple):
    """The vertices of one sole in one skin.

    >>> import surefoot
    >>> surefoot.SoleVertices("boots", "left", [0, 1, 2, 3], by_height=False).side
    'left'
    """

    skin: str
    """The skin's name."""
    side: str
    """`left` or `right`."""
    vertices: npt.NDArray[np.int64]
    """Their numbers, ascending."""
    by_height: bool
    """The normals tell no sole, so the foot's lowest vertices were taken: the mesh may be inside out."""


class FoundSoles(NamedTuple):
    """What `find_soles` returns.

    >>> import surefoot
    >>> found = surefoot.find_soles(surefoot.read("walk.bvh").skeleton, [])
    >>> found.skeleton.soles, found.warnings, found.vertices
    ({}, [], [])
    """

    skeleton: Skeleton
    """The skeleton with the soles that were found, and no others."""
    warnings: list[Warning]
    """What to know, such as a mesh that is inside out."""
    vertices: list[SoleVertices]
    """Which vertices they are, by skin and side."""


def find_soles(skeleton: Skeleton, skins: Iterable[Skin]) -> FoundSoles:
    """Finds the soles of the feet in all skins of a character: better heels, toe tips and standing heights.

    `read` does this by itself. Do it for a skeleton made from arrays, and anew after other roles were given. A foot
    that no skin covers, or whose mesh is not shaped like a foot, has no sole. Raises `InvalidError` if a skin names
    joints that the skeleton has not.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> found = surefoot.find_soles(document.skeleton, document.skins)
    >>> found.skeleton.soles
    {}
    """
    owners = [handle(skin, Skin, f"skins[{i}]") for i, skin in enumerate(skins)]
    array = (ctypes.c_void_p * max(len(owners), 1))(*[owner.address for owner in owners])
    made, text = ctypes.c_void_p(), ctypes.c_void_p()
    call(
        lib.surefoot_find_soles,
        handle(skeleton, Skeleton, "skeleton"),
        array,
        len(owners),
        ctypes.byref(made),
        ctypes.byref(text),
    )
    told = json.loads(text_of(Owner(text.value, lib.surefoot_text_free)))
    return FoundSoles(
        Skeleton._of(Owner(made.value, lib.surefoot_skeleton_free)),
        [Warning(warning["code"], warning["text"]) for warning in told["warnings"]],
        [
            SoleVertices(item["skin"], item["side"], np.array(item["vertices"], np.int64), item["by_height"])
            for item in told["vertices"]
        ],
    )
