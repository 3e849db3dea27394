"""`remove_penetration`: move limbs out of the body's own shape."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .. import _declarations as c
from .._native import handle, handles, lib, utf8
from .._options import operation, packed
from .._report_types import RemovePenetrationReport
from ..model.clip import Clip
from ..model.skeleton import Skeleton
from ..model.skin import Skin
from ..progress import CALLBACK, Progress, call_with_progress
from .edit import Edited, edited

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import RemovePenetrationOptions


@operation("remove_penetration")
def remove_penetration(
    skeleton: Skeleton,
    clip: Clip,
    skins: Iterable[Skin],
    progress: Progress | None = None,
    *,
    pairs: Iterable[tuple[str, str]] = (),
    **options: Unpack[RemovePenetrationOptions],
) -> Edited[RemovePenetrationReport]:
    """Moves arms out of the body and out of each other, and legs out of each other, on the mesh of the character.

    Feet stay where they are; frames far from any contact keep their bits. `pairs` of parts are kept apart as well, such
    as `("right_hand", "left_thigh")`: the first gives way. With `arms` and `legs` off, only these are. What cannot be
    solved is not an error: the report names it. `progress` gets the share done, 0 to 1; returning `False` cancels,
    which raises `Cancelled`. Raises `InvalidError` without a mesh and for pairs of parts that there are not,
    `MissingRolesError` without limbs.

    >>> import numpy as np
    >>> corners = [(0, 1, 0), (0.1, 1, 0), (0, 1.1, 0), (0, 1, 0.1)]
    >>> faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
    >>> chest = surefoot.Skin(skeleton, corners, faces, [1], [np.eye(4)], range(5), [0] * 4, [1] * 4)
    >>> report = surefoot.remove_penetration(skeleton, clip, [chest]).report
    >>> report.after.depth_max, report.notes[0].code  # nothing of that mesh belongs to an arm or leg
    (0.0, 'limb-without-mesh')
    """
    apart = [
        c.surefoot_body_pair(part=utf8(part, f"pairs[{i}][0]"), other=utf8(other, f"pairs[{i}][1]"))
        for i, (part, other) in enumerate(pairs)
    ]
    new_clip, report = ctypes.c_void_p(), ctypes.c_void_p()
    return call_with_progress(
        lib.surefoot_remove_penetration,
        progress,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        *handles(skins, Skin, "skins"),
        (c.surefoot_body_pair * max(len(apart), 1))(*apart),
        len(apart),
        packed("remove_penetration", options),
        CALLBACK,
        ctypes.byref(new_clip),
        ctypes.byref(report),
        result=lambda: edited(new_clip.value, RemovePenetrationReport, report.value, skeleton),
    )
