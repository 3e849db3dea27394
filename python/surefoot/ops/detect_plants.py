"""`detect_plants`: when, and at which point, each foot stays put."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .._native import handle, lib, optional_handle, outputs
from .._options import operation, packed
from .._report_types import DetectPlantsReport
from ..model.clip import Clip
from ..model.ground import Ground
from ..model.plants import Plants
from ..model.skeleton import Skeleton
from ..reports import take_report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import DetectPlantsOptions


@dataclass(frozen=True)
class DetectedPlants:
    """What `detect_plants` returns.

    >>> found = surefoot.detect_plants(skeleton, clip)
    >>> found.plants.frame_count
    180
    """

    plants: Plants
    """Intervals in which points stay put. Empty for a walk on the spot or on a treadmill."""
    conveyor_plants: Plants
    """The plants of a walk on the spot or on a treadmill: they move with the floor. Empty for any other clip."""
    report: DetectPlantsReport
    """What the clip looked like to the detector: faults, noise, touches, slides, held points, notes."""


@operation("detect_plants")
def detect_plants(
    skeleton: Skeleton, clip: Clip, ground: Ground | None = None, **options: Unpack[DetectPlantsOptions]
) -> DetectedPlants:
    """Finds the intervals in which ankle and toe stay put and carry the body.

    The clip may drift, skate or be noisy. Without `ground` no floor is assumed. Raises `MissingRolesError` if no foot
    is known.

    >>> found = surefoot.detect_plants(document.skeleton, document.clips[0], min_seconds=0.1)
    >>> {plant.point for plant in found.plants} >= {"left_toe", "right_toe"}
    True
    >>> found.report.planted_share > 0.5
    True
    """
    plants, conveyor, report = outputs(
        3,
        lib.surefoot_detect_plants,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        optional_handle(ground, Ground, "ground"),
        packed("detect_plants", options),
    )
    return DetectedPlants(Plants._take(plants), Plants._take(conveyor), take_report(DetectPlantsReport, report))
