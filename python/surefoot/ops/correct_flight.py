"""`correct_flight`: put the centre of mass on its parabola in every flight."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .._native import handle, handles, lib
from .._options import operation, packed
from .._report_types import CorrectFlightReport
from ..model.clip import Clip
from ..model.ground import Ground
from ..model.plants import Plants
from ..model.skeleton import Skeleton
from ..model.skin import Skin
from ..progress import CALLBACK, Progress, call_with_progress
from .edit import Edited, edited
from .measure_balance import Load, MassSegment, Scene

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import CorrectFlightOptions, MeasureBalanceOptions


@operation("correct_flight")
def correct_flight(
    skeleton: Skeleton,
    clip: Clip,
    skins: Iterable[Skin] = (),
    progress: Progress | None = None,
    *,
    plants: Plants | None = None,
    ground: Ground | None = None,
    loads: Iterable[Load | tuple[Any, ...]] = (),
    mass_model: Sequence[MassSegment | tuple[Any, ...]] = (),
    measure_balance: MeasureBalanceOptions | None = None,
    **options: Unpack[CorrectFlightOptions],
) -> Edited[CorrectFlightReport]:
    """Puts the centre of mass on its parabola in every flight: a stretch in which neither foot nor hand bears the body.

    The root moves as far as legs reach; with `fix="time"` flights are played faster or slower, so the clip may change
    its length. `loads`, `mass_model`, `plants` and `ground` are those of `measure_balance`, and `measure_balance` are
    its options. What cannot be solved is not an error: the report names it. `progress` gets the share done, 0 to 1;
    returning `False` cancels, which raises `Cancelled`. Raises what `measure_balance` does.

    >>> surefoot.correct_flight(skeleton, clip).report.summary()
    'no flight found; nothing changed'
    """
    scene = Scene(skeleton, plants, ground, loads, mass_model)
    new_clip, report = ctypes.c_void_p(), ctypes.c_void_p()
    return call_with_progress(
        lib.surefoot_correct_flight,
        progress,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        *handles(skins, Skin, "skins"),
        ctypes.byref(scene.struct),
        packed("measure_balance", measure_balance or {}),
        packed("correct_flight", options),
        CALLBACK,
        ctypes.byref(new_clip),
        ctypes.byref(report),
        result=lambda: edited(new_clip.value, CorrectFlightReport, report.value, skeleton),
    )
