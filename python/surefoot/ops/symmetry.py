"""How asymmetric a rest pose is, and a skeleton made symmetric."""

from __future__ import annotations

import ctypes
from typing import NamedTuple

from .._native import call, handle, lib
from ..model.skeleton import Skeleton


class Asymmetry(NamedTuple):
    """How far a rest pose is from its own mirror image.

    >>> surefoot.measure_asymmetry(skeleton).distance < 1e-6
    True
    """

    distance: float
    """Largest distance of a joint from its partner's image, metres."""
    joint: str
    """That joint."""


def measure_asymmetry(skeleton: Skeleton) -> Asymmetry:
    """Tells how far the rest pose is from its own mirror image, and where.

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

    >>> surefoot.symmetric_skeleton(skeleton).names == skeleton.names
    True
    """
    return Skeleton._made(lib.surefoot_symmetric_skeleton, handle(skeleton, Skeleton, "skeleton"))
