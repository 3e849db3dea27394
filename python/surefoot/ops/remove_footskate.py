"""`remove_footskate`: hold planted feet still and spread the correction around them."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .. import _declarations as c
from .._native import Owner, call, handle, lib, optional_handle
from .._options import operation, packed
from ..model.clip import Clip
from ..model.ground import Ground
from ..model.plants import Plants
from ..model.skeleton import Skeleton
from ..reports import Report, read_report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import RemoveFootskateOptions


class RemoveFootskateReport(Report):
    """The report of `remove_footskate`.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> plants = surefoot.detect_plants(skeleton, clip).plants
    >>> report = surefoot.remove_footskate(skeleton, clip, plants).report
    >>> report.method, report.after.slide_mean < report.before.slide_mean
    ('limbs', True)
    """


@dataclass(frozen=True)
class Edited:
    """What an operation that changes a clip returns.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> plants = surefoot.detect_plants(skeleton, clip).plants
    >>> edited = surefoot.remove_footskate(skeleton, clip, plants)
    >>> edited.clip.frame_count, edited.report.plants == len(plants)
    (180, True)
    """

    clip: Clip
    """The new clip; the one that went in is untouched."""
    report: RemoveFootskateReport
    """What was measured before and after."""


@operation("remove_footskate")
def remove_footskate(
    skeleton: Skeleton,
    clip: Clip,
    plants: Plants,
    ground: Ground | None = None,
    **options: Unpack[RemoveFootskateOptions],
) -> Edited:
    """Stops planted feet and hands from sliding: a planted point stays at one place as long as its plant lasts.

    With `ground`, feet and hands are also kept out of it. A plant out of reach is not an error: the report names it
    under `missed`. Raises `LengthError` if clip, plants and skeleton do not belong together, and `MissingRolesError` if
    the skeleton does not say which joints a planted limb has.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> plants = surefoot.detect_plants(skeleton, clip).plants
    >>> edited = surefoot.remove_footskate(skeleton, clip, plants, max_stretch=0.0)
    >>> edited.report.after.slide_mean < 0.01  # metres per second
    True
    """
    new_clip, report = ctypes.c_void_p(), ctypes.c_void_p()
    call(
        lib.surefoot_remove_footskate,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        handle(plants, Plants, "plants"),
        optional_handle(ground, Ground, "ground"),
        packed("remove_footskate", options),
        ctypes.byref(new_clip),
        ctypes.byref(report),
    )
    edited = Clip._of(Owner(new_clip.value, lib.surefoot_clip_free), skeleton)
    owner = Owner(report.value, lib.surefoot_remove_footskate_report_free)
    return Edited(edited, read_report(RemoveFootskateReport, owner, _view(owner)))


def _view(owner: Owner) -> c.surefoot_remove_footskate_report_view:
    out = ctypes.POINTER(c.surefoot_remove_footskate_report_view)()
    call(lib.surefoot_remove_footskate_report_get, owner, ctypes.byref(out))
    return out.contents
