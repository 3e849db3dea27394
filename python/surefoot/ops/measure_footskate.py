"""`measure_footskate` and `published_scores`: how much planted points slide."""

from __future__ import annotations

from .._native import handle, lib, optional_handle, outputs
from .._report_types import FootskateMeasures, PublishedScores
from ..model.clip import Clip
from ..model.ground import Ground
from ..model.plants import Plants
from ..model.skeleton import Skeleton
from ..reports import take_report


def measure_footskate(
    skeleton: Skeleton, clip: Clip, plants: Plants, ground: Ground | None = None, reference: Clip | None = None
) -> FootskateMeasures:
    """Measures slides of planted points, how feet fit the ground, and the change against a reference.

    The reference is usually the clip before an edit. Raises `LengthError` if the arguments do not belong together.

    >>> measured = surefoot.measure_footskate(skeleton, clip, plants)
    >>> measured.slide_mean > 0.05  # metres per second
    True
    """
    report = outputs(
        1,
        lib.surefoot_measure_footskate,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        handle(plants, Plants, "plants"),
        optional_handle(ground, Ground, "ground"),
        optional_handle(reference, Clip, "reference"),
    )
    return take_report(FootskateMeasures, *report)


def published_scores(skeleton: Skeleton, clip: Clip, plants: Plants, ground: Ground | None = None) -> PublishedScores:
    """Computes the scores of published papers, in their units, to compare with them only.

    They guess contacts from heights and do not rank cleaners correctly. Without `ground` it is the level floor at 0.
    Raises `NoValueError` where feet or toes are not known or the clip has fewer than 3 frames.

    >>> surefoot.published_scores(skeleton, clip, plants).mann > 0
    True
    """
    report = outputs(
        1,
        lib.surefoot_published_scores,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        handle(plants, Plants, "plants"),
        optional_handle(ground, Ground, "ground"),
    )
    return take_report(PublishedScores, *report)
