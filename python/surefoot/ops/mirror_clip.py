"""`mirror_clip` and its kin: left becomes right."""

from __future__ import annotations

import ctypes
from typing import NamedTuple

from .._native import call, handle, lib, new_handle
from ..model.clip import Clip
from ..model.plants import Plants
from ..model.skeleton import Skeleton


def mirror_clip(skeleton: Skeleton, clip: Clip) -> Clip:
    """Makes the mirror image of a clip: left becomes right.

    Raises `SkeletonError` if the rest pose is not nearly symmetric.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> mirrored = surefoot.mirror_clip(document.skeleton, document.clips[0])
    >>> left, right = (document.skeleton.find(name) for name in ("LeftLeg", "RightLeg"))
    >>> bool((abs(mirrored.rotations[:, right, 0] - document.clips[0].rotations[:, left, 0]) < 1e-9).all())
    True
    """
    owners = handle(skeleton, Skeleton, "skeleton"), handle(clip, Clip, "clip")
    return Clip._of(new_handle(lib.surefoot_mirror_clip, lib.surefoot_clip_free, *owners), skeleton)


def mirror_plants(plants: Plants) -> Plants:
    """Makes the plants of a clip's mirror image.

    >>> import surefoot
    >>> surefoot.mirror_plants(surefoot.Plants(9, [surefoot.Plant("left_toe", 2, 5)]))[0].point
    'right_toe'
    """
    owner = handle(plants, Plants, "plants")
    return Plants._of(new_handle(lib.surefoot_mirror_plants, lib.surefoot_plants_free, owner))


class Asymmetry(NamedTuple):
    """How far a rest pose is from its own mirror image.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> surefoot.measure_asymmetry(skeleton).distance < 1e-6
    True
    """

    distance: float
    """Largest distance of a joint from its partner's image, metres."""
    joint: str
    """That joint."""


def measure_asymmetry(skeleton: Skeleton) -> Asymmetry:
    """Tells how far the rest pose is from its own mirror image, and where.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> distance, joint = surefoot.measure_asymmetry(skeleton)
    >>> round(distance, 6)
    0.0
    """
    distance, joint = ctypes.c_double(), ctypes.c_int32()
    owner = handle(skeleton, Skeleton, "skeleton")
    call(lib.surefoot_measure_asymmetry, owner, ctypes.byref(distance), ctypes.byref(joint))
    return Asymmetry(distance.value, skeleton.names[joint.value])


def symmetric_skeleton(skeleton: Skeleton) -> Skeleton:
    """Makes the skeleton with offsets averaged over left and right, on which mirrored clips are exact.

    Raises `SkeletonError` if the rest pose is not nearly symmetric.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> surefoot.symmetric_skeleton(skeleton).names == skeleton.names
    True
    """
    owner = handle(skeleton, Skeleton, "skeleton")
    return Skeleton._of(new_handle(lib.surefoot_symmetric_skeleton, lib.surefoot_skeleton_free, owner))
