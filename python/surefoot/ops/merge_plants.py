"""`merge_plants`: automatic plants where nobody edited."""

from __future__ import annotations

from .._native import handle, lib, new_handle
from ..model.plants import Plants


def merge_plants(automatic: Plants, edited: Plants) -> Plants:
    """Joins automatic plants with edited ones, which win.

    An automatic plant that shares a frame with an edited one of the same point is dropped whole.

    >>> import surefoot
    >>> automatic = surefoot.Plants(60, [surefoot.Plant("left_toe", 0, 20), surefoot.Plant("left_toe", 40, 60)])
    >>> edited = surefoot.Plants(60, [surefoot.Plant("left_toe", 10, 25)])
    >>> [(plant.first, plant.end) for plant in surefoot.merge_plants(automatic, edited)]
    [(10, 25), (40, 60)]
    """
    made = new_handle(
        lib.surefoot_merge_plants,
        lib.surefoot_plants_free,
        handle(automatic, Plants, "automatic"),
        handle(edited, Plants, "edited"),
    )
    return Plants._of(made)
