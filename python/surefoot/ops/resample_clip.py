"""`resample_clip` and `resample_plants`: the same motion at another frame rate."""

from __future__ import annotations

from .._native import handle, lib, new_handle
from ..model.clip import Clip
from ..model.plants import Plants
from ..model.skeleton import Skeleton


def resample_clip(skeleton: Skeleton, clip: Clip, frame_rate: float) -> Clip:
    """Samples a clip at another frame rate; frames that fall on an old one are copied bit for bit.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> surefoot.resample_clip(document.skeleton, document.clips[0], 30.0).frame_count
    91
    """
    owners = handle(skeleton, Skeleton, "skeleton"), handle(clip, Clip, "clip")
    made = new_handle(lib.surefoot_resample_clip, lib.surefoot_clip_free, *owners, float(frame_rate))
    return Clip._of(made, skeleton)


def resample_plants(plants: Plants, clip: Clip, frame_rate: float) -> Plants:
    """Makes the plants of a clip for that clip at another frame rate.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> plants = surefoot.detect_plants(skeleton, clip).plants
    >>> surefoot.resample_plants(plants, clip, 30.0).frame_count
    91
    """
    owners = handle(plants, Plants, "plants"), handle(clip, Clip, "clip")
    return Plants._of(new_handle(lib.surefoot_resample_plants, lib.surefoot_plants_free, *owners, float(frame_rate)))
