"""Where joints and mesh points are in the world."""

from __future__ import annotations

import ctypes

import numpy as np
import numpy.typing as npt

from ._arrays import whole_number
from ._native import call, handle, lib, pointer
from .model.clip import Clip
from .model.skeleton import Skeleton
from .model.skin import Skin


def world_positions(skeleton: Skeleton, clip: Clip) -> npt.NDArray[np.float64]:
    """Gives the position of every joint in every frame: frames x joints x 3, metres.

    >>> positions = surefoot.world_positions(document.skeleton, document.clips[0])
    >>> positions.shape
    (180, 19, 3)
    """
    owners = handle(skeleton, Skeleton, "skeleton"), handle(clip, Clip, "clip")
    out = np.empty((clip.frame_count, clip.joint_count, 3))
    call(lib.surefoot_world_positions, *owners, pointer(out, ctypes.c_double), out.size)
    return out


def world_matrices(skeleton: Skeleton, clip: Clip) -> npt.NDArray[np.float64]:
    """Gives the matrix of every joint in every frame: frames x joints x 4 x 4, for column vectors.

    The position is the last column; the last row is 0 0 0 1.

    >>> matrices = surefoot.world_matrices(document.skeleton, document.clips[0])
    >>> matrices[0, 0, :3, 3].round(2).tolist() == document.clips[0].root_positions[0].round(2).tolist()
    True
    """
    owners = handle(skeleton, Skeleton, "skeleton"), handle(clip, Clip, "clip")
    out = np.empty((clip.frame_count, clip.joint_count, 4, 4))
    call(lib.surefoot_world_matrices, *owners, pointer(out, ctypes.c_double), out.size)
    return out


def deform_skin(skeleton: Skeleton, clip: Clip, skin: Skin, frame: int) -> npt.NDArray[np.float32]:
    """Gives the mesh points of a skin in one frame of a clip: vertices x 3, world, metres.

    Raises `ArgumentError` for a frame that the clip lacks.

    >>> skeleton = surefoot.Skeleton(["Hips", "Spine"], [-1, 0], [(0, 1, 0), (0, 0.2, 0)])
    >>> corners = [(0, 1, 0), (0.1, 1, 0), (0, 1.1, 0)]
    >>> bind = [[[1, 0, 0, 0], [0, 1, 0, -1], [0, 0, 1, 0], [0, 0, 0, 1]]]
    >>> skin = surefoot.Skin(skeleton, corners, [(0, 1, 2)], [0], bind, [0, 1, 2, 3], [0, 0, 0], [1, 1, 1])
    >>> clip = surefoot.Clip(skeleton, [[(0, 0, 0, 1)] * 2], [(0, 3, 0)], 30.0)
    >>> surefoot.deform_skin(skeleton, clip, skin, 0)[0].tolist()
    [0.0, 3.0, 0.0]
    """
    owners = (handle(skeleton, Skeleton, "skeleton"), handle(clip, Clip, "clip"), handle(skin, Skin, "skin"))
    number = whole_number(frame, "frame")
    out = np.empty((skin.vertex_count, 3), dtype=np.float32)
    call(lib.surefoot_deform_skin, *owners, number, pointer(out, ctypes.c_float), out.size)
    return out
