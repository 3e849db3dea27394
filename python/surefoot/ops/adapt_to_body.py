"""`adapt_to_body`: carry a clip to the body that wears it."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .._native import handle, handles, lib, optional_handle
from .._options import operation, packed
from .._report_types import AdaptToBodyReport
from ..model.clip import Clip
from ..model.ground import Ground
from ..model.plants import Plants
from ..model.skeleton import Skeleton
from ..model.skin import Skin
from ..progress import CALLBACK, Progress, call_with_progress
from .edit import Edited, edited

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import AdaptToBodyOptions, RemoveFootskateOptions, RemovePenetrationOptions


@operation("adapt_to_body")
def adapt_to_body(
    skeleton: Skeleton,
    clip: Clip,
    skins: Iterable[Skin],
    plants: Plants | None = None,
    ground: Ground | None = None,
    progress: Progress | None = None,
    *,
    remove_penetration: RemovePenetrationOptions | None = None,
    remove_footskate: RemoveFootskateOptions | None = None,
    **options: Unpack[AdaptToBodyOptions],
) -> Edited[AdaptToBodyReport]:
    """Moves limbs out of the body, then holds planted feet, then lets the head look where it looked.

    Plants are found unless they are given. `remove_penetration` and `remove_footskate` are the options of these stages.
    What cannot be solved is not an error: the report names it. `progress` gets the share done, 0 to 1; returning
    `False` cancels, which raises `Cancelled`. Raises `InvalidError` without a mesh, `MissingRolesError` without limbs
    or feet.

    >>> adapted = surefoot.adapt_to_body(skeleton, clip, [skin], plants, remove_footskate={"max_stretch": 0.0})
    >>> adapted.report.slide_after < 0.01  # metres per second
    True
    """
    new_clip, report = ctypes.c_void_p(), ctypes.c_void_p()
    return call_with_progress(
        lib.surefoot_adapt_to_body,
        progress,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        *handles(skins, Skin, "skins"),
        optional_handle(plants, Plants, "plants"),
        optional_handle(ground, Ground, "ground"),
        packed("remove_penetration", remove_penetration or {}),
        packed("remove_footskate", remove_footskate or {}),
        packed("adapt_to_body", options),
        CALLBACK,
        ctypes.byref(new_clip),
        ctypes.byref(report),
        result=lambda: edited(new_clip.value, AdaptToBodyReport, report.value, skeleton),
    )
