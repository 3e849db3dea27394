"""Plants that follow an edited clip, and plants edited by hand joined with automatic ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._native import handle, lib
from .._options import operation, packed
from ..model.clip import Clip
from ..model.plants import Plants

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import TrimClipOptions


def merge_plants(automatic: Plants, edited: Plants) -> Plants:
    """Joins automatic plants with edited ones, which win.

    An automatic plant that shares a frame with an edited one of the same point is dropped whole.

    >>> automatic = surefoot.Plants(60, [surefoot.Plant("left_toe", 0, 20), surefoot.Plant("left_toe", 40, 60)])
    >>> edited = surefoot.Plants(60, [surefoot.Plant("left_toe", 10, 25)])
    >>> [(plant.first, plant.end) for plant in surefoot.merge_plants(automatic, edited)]
    [(10, 25), (40, 60)]
    """
    owners = handle(automatic, Plants, "automatic"), handle(edited, Plants, "edited")
    return Plants._made(lib.surefoot_merge_plants, *owners)


def mirror_plants(plants: Plants) -> Plants:
    """Makes the plants of a clip's mirror image.

    >>> surefoot.mirror_plants(surefoot.Plants(9, [surefoot.Plant("left_toe", 2, 5)]))[0].point
    'right_toe'
    """
    return Plants._made(lib.surefoot_mirror_plants, handle(plants, Plants, "plants"))


def resample_plants(plants: Plants, clip: Clip, frame_rate: float) -> Plants:
    """Makes the plants of a clip for that clip at another frame rate.

    >>> surefoot.resample_plants(plants, clip, 30.0).frame_count
    91
    """
    owners = handle(plants, Plants, "plants"), handle(clip, Clip, "clip")
    return Plants._made(lib.surefoot_resample_plants, *owners, float(frame_rate))


@operation("trim_clip")
def trim_plants(plants: Plants, **options: Unpack[TrimClipOptions]) -> Plants:
    """Makes the plants of the clip that `trim_clip` makes with the same options.

    >>> plants = surefoot.Plants(60, [surefoot.Plant("left_toe", 10, 30)])
    >>> surefoot.trim_plants(plants, first=20)[0].end
    10
    """
    return Plants._made(lib.surefoot_trim_plants, handle(plants, Plants, "plants"), packed("trim_clip", options))
