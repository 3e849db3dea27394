"""`check_clip`: signs that a clip is not what its file says."""

from __future__ import annotations

import ctypes

from .._native import call, handle, lib
from ..files import Warning, take_warnings
from ..model.clip import Clip
from ..model.skeleton import Skeleton


def check_clip(skeleton: Skeleton, clip: Clip) -> list[Warning]:
    """Looks for signs that a clip is not what its file says, such as a wrong unit or frame rate.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> surefoot.check_clip(document.skeleton, document.clips[0])
    []
    """
    out = ctypes.c_void_p()
    owners = handle(skeleton, Skeleton, "skeleton"), handle(clip, Clip, "clip")
    call(lib.surefoot_check_clip, *owners, ctypes.byref(out))
    return take_warnings(out.value)
