"""`measure_footskate`: how much planted points slide."""

from __future__ import annotations

import ctypes
import json
from typing import Any

from .. import _declarations as c
from .._native import call, handle, lib, new_handle, optional_handle
from ..model.clip import Clip
from ..model.ground import Ground
from ..model.plants import Plants
from ..model.skeleton import Skeleton
from ..reports import Figures


class FootskateMeasures(Figures):
    """How much planted points slide, and what an edit did to the rest of the motion.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> plants = surefoot.detect_plants(skeleton, clip).plants
    >>> measured = surefoot.measure_footskate(skeleton, clip, plants)
    >>> measured.slide_mean > 0, measured.published_scores.mann > 0
    (True, True)
    """

    def __init__(self, figures: dict[str, Any], published: dict[str, Any] | None) -> None:
        super().__init__(figures)
        self.published_scores = None if published is None else Figures(published)
        """Scores of published papers, to compare with them only; `None` where feet or toes are not known."""

    def __reduce__(self) -> Any:
        published = None if self.published_scores is None else self.published_scores.to_dict()
        return FootskateMeasures, (self._figures, published)


def measure_footskate(
    skeleton: Skeleton, clip: Clip, plants: Plants, ground: Ground | None = None, reference: Clip | None = None
) -> FootskateMeasures:
    """Measures slides of planted points, how feet fit the ground, and the change against a reference.

    The reference is usually the clip before an edit. Raises `LengthError` if the arguments do not belong together.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> plants = surefoot.detect_plants(skeleton, clip).plants
    >>> measured = surefoot.measure_footskate(skeleton, clip, plants)
    >>> measured.slide_mean > 0.05  # metres per second
    True
    """
    owner = new_handle(
        lib.surefoot_measure_footskate,
        lib.surefoot_measure_footskate_report_free,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        handle(plants, Plants, "plants"),
        optional_handle(ground, Ground, "ground"),
        optional_handle(reference, Clip, "reference"),
    )
    out = ctypes.POINTER(c.surefoot_measure_footskate_report_view)()
    call(lib.surefoot_measure_footskate_report_get, owner, ctypes.byref(out))
    seen = out.contents
    return FootskateMeasures(json.loads(seen.json), json.loads(seen.published_json))
