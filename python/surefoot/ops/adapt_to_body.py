"""`adapt_to_body`: carry a clip to the body that wears it."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .. import _declarations as c
from .._native import handle, handles, lib, optional_handle
from .._options import filled, operation, packed
from .._report_types import AdaptToBodyReport
from ..model.clip import Clip
from ..model.ground import Ground
from ..model.plants import Plants
from ..model.skeleton import Skeleton
from ..model.skin import Skin
from ..progress import CALLBACK, Progress, call_with_progress
from .correct_balance import BalanceOriginal, OriginalStruct
from .edit import Edited, edited
from .measure_balance import Load, MassSegment, Scene

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import (
        AdaptToBodyOptions,
        CorrectBalanceOptions,
        MeasureBalanceOptions,
        RemoveFootskateOptions,
        RemovePenetrationOptions,
    )


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
    correct_balance: CorrectBalanceOptions | None = None,
    measure_balance: MeasureBalanceOptions | None = None,
    original: BalanceOriginal | None = None,
    loads: Iterable[Load | tuple[Any, ...]] = (),
    mass_model: Sequence[MassSegment | tuple[Any, ...]] = (),
    **options: Unpack[AdaptToBodyOptions],
) -> Edited[AdaptToBodyReport]:
    """Moves limbs out of the body, holds planted feet, brings balance back, and lets the head look where it looked.

    Plants are found unless they are given. `remove_penetration`, `remove_footskate`, `correct_balance` and
    `measure_balance` are the options of these stages. Balance is brought back to what it was in the `original`, without
    one to what it was in `clip`. `loads` and `mass_model` are those of `measure_balance`. What cannot be solved is not
    an error: the report names it. `progress` gets the share done, 0 to 1; returning `False` cancels, which raises
    `Cancelled`. Raises `InvalidError` without a mesh, `MissingRolesError` without limbs or feet.

    >>> adapted = surefoot.adapt_to_body(skeleton, clip, [skin], plants, remove_footskate={"max_stretch": 0.0})
    >>> adapted.report.slide_after < 0.01  # metres per second
    True
    """
    scene = Scene(skeleton, None, None, loads, mass_model)
    compared = None if original is None else OriginalStruct(original, ground, "original")
    measured = filled("measure_balance", measure_balance or {})
    setting = c.surefoot_balance_setting(
        struct_size=ctypes.sizeof(c.surefoot_balance_setting),
        scene=ctypes.pointer(scene.struct),
        original=None if compared is None else ctypes.pointer(compared.struct),
        measure_options=None if measured is None else ctypes.pointer(measured),
    )
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
        ctypes.byref(setting),
        packed("correct_balance", correct_balance or {}),
        packed("adapt_to_body", options),
        CALLBACK,
        ctypes.byref(new_clip),
        ctypes.byref(report),
        result=lambda: edited(new_clip.value, AdaptToBodyReport, report.value, skeleton),
    )
