"""`detect_plants`: when, and at which point, each foot stays put."""

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

    from .._option_types import DetectPlantsOptions


class DetectPlantsReport(Report):
    """The report of `detect_plants`.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> report = surefoot.detect_plants(skeleton, clip).report
    >>> 0.8 < report.leg_length < 0.9
    True
    """


@dataclass(frozen=True)
class DetectedPlants:
    """What `detect_plants` returns.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> found = surefoot.detect_plants(skeleton, clip)
    >>> found.plants.frame_count
    180
    """

    plants: Plants
    """Intervals in which points stay put. Empty for a walk on the spot or on a treadmill."""
    conveyor_plants: Plants
    """The plants of a walk on the spot or on a treadmill: they move with the floor. Empty for any other clip."""
    report: DetectPlantsReport
    """What the clip looked like to the detector: faults, noise, touches, slides, warnings."""


@operation("detect_plants")
def detect_plants(
    skeleton: Skeleton, clip: Clip, ground: Ground | None = None, **options: Unpack[DetectPlantsOptions]
) -> DetectedPlants:
    """Finds the intervals in which ankle and toe stay put and carry the body.

    The clip may drift, skate or be noisy. Without `ground` no floor is assumed. Raises `MissingRolesError` if no foot
    is known.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> found = surefoot.detect_plants(document.skeleton, document.clips[0], min_seconds=0.1)
    >>> {plant.point for plant in found.plants} >= {"left_toe", "right_toe"}
    True
    >>> found.report.planted_share > 0.5
    True
    """
    plants, report = ctypes.c_void_p(), ctypes.c_void_p()
    call(
        lib.surefoot_detect_plants,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        optional_handle(ground, Ground, "ground"),
        packed("detect_plants", options),
        ctypes.byref(plants),
        ctypes.byref(report),
    )
    found = Plants._of(Owner(plants.value, lib.surefoot_plants_free))
    owner = Owner(report.value, lib.surefoot_detect_plants_report_free)
    seen = _view(owner)
    conveyor = Plants._of(Owner(seen.conveyor_plants, None, owner))
    return DetectedPlants(found, conveyor, read_report(DetectPlantsReport, owner, seen))


def _view(owner: Owner) -> c.surefoot_detect_plants_report_view:
    out = ctypes.POINTER(c.surefoot_detect_plants_report_view)()
    call(lib.surefoot_detect_plants_report_get, owner, ctypes.byref(out))
    return out.contents
