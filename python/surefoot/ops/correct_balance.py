"""`correct_balance`: bring the zero moment point back to what carries the body."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _declarations as c
from .._native import handle, handles, lib
from .._options import operation, packed
from .._report_types import CorrectBalanceReport
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

    from .._option_types import CorrectBalanceOptions, MeasureBalanceOptions


class BalanceOriginal(NamedTuple):
    """The clip and the body that balance is compared with: before masses, poses or proportions were changed.

    >>> surefoot.BalanceOriginal(skeleton, clip).skins
    ()
    """

    skeleton: Skeleton
    """Its skeleton."""
    clip: Clip
    """Its clip: the same motion. It may have another number of frames, if time was stretched."""
    skins: Iterable[Skin] = ()
    """Its skins."""
    loads: Iterable[Load | tuple[Any, ...]] = ()
    """What it carries."""
    plants: Plants | None = None
    """Its plants."""
    mass_model: Sequence[MassSegment | tuple[Any, ...]] = ()
    """Its masses, part by part; without them those that are given for the clip, if both have the same skeleton."""


class OriginalStruct:
    """The C struct of an original, with what it points at."""

    def __init__(
        self,
        original: BalanceOriginal,
        ground: Ground | None,
        what: str,
        same_masses: tuple[Skeleton, Sequence[MassSegment | tuple[Any, ...]]] | None = None,
    ) -> None:
        skeleton, mass_model = original.skeleton, original.mass_model
        if not mass_model and same_masses is not None and same_masses[0] is skeleton:
            mass_model = same_masses[1]
        self._kept = (handle(skeleton, Skeleton, f"{what}.skeleton"), handle(original.clip, Clip, f"{what}.clip"))
        self._scene = Scene(skeleton, original.plants, ground, original.loads, mass_model)
        self._skins, count = handles(original.skins, Skin, f"{what}.skins")
        self.struct = c.surefoot_balance_original(
            struct_size=ctypes.sizeof(c.surefoot_balance_original),
            skeleton=self._kept[0].address,
            clip=self._kept[1].address,
            skins=ctypes.cast(self._skins, type(c.surefoot_balance_original().skins)),
            skin_count=count,
            scene=ctypes.pointer(self._scene.struct),
        )


@operation("correct_balance")
def correct_balance(
    skeleton: Skeleton,
    clip: Clip,
    skins: Iterable[Skin] = (),
    original: BalanceOriginal | None = None,
    progress: Progress | None = None,
    *,
    plants: Plants | None = None,
    ground: Ground | None = None,
    loads: Iterable[Load | tuple[Any, ...]] = (),
    mass_model: Sequence[MassSegment | tuple[Any, ...]] = (),
    measure_balance: MeasureBalanceOptions | None = None,
    **options: Unpack[CorrectBalanceOptions],
) -> Edited[CorrectBalanceReport]:
    """Brings the zero moment point back to what carries the body, or the centre of mass back to its path.

    With an `original`, the zero moment point may be as far outside as it is there; without one by `threshold`. The root
    moves, feet stay where they are. `loads`, `mass_model`, `plants` and `ground` are those of `measure_balance`, and
    `measure_balance` are its options. What cannot be solved is not an error: the report names it. `progress` gets the
    share done, 0 to 1; returning `False` cancels, which raises `Cancelled`. Raises what `measure_balance` does.

    >>> before = surefoot.BalanceOriginal(skeleton, clip)
    >>> loaded = surefoot.correct_balance(skeleton, clip, original=before, loads=[("right_hand", 9)], mode="keep")
    >>> loaded.report.off_path_after < 0.5 * loaded.report.off_path_before
    True
    """
    scene = Scene(skeleton, plants, ground, loads, mass_model)
    compared = None if original is None else OriginalStruct(original, ground, "original", (skeleton, mass_model))
    new_clip, report = ctypes.c_void_p(), ctypes.c_void_p()
    return call_with_progress(
        lib.surefoot_correct_balance,
        progress,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        *handles(skins, Skin, "skins"),
        ctypes.byref(scene.struct),
        None if compared is None else ctypes.byref(compared.struct),
        packed("measure_balance", measure_balance or {}),
        packed("correct_balance", options),
        CALLBACK,
        ctypes.byref(new_clip),
        ctypes.byref(report),
        result=lambda: edited(new_clip.value, CorrectBalanceReport, report.value, skeleton),
    )
