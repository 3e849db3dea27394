"""`check_clip`: signs of a wrong frame rate, a wrong unit or an inserted pose."""

from __future__ import annotations

from .._native import handle, lib, outputs
from .._report_types import CheckClipReport
from ..model.clip import Clip
from ..model.skeleton import Skeleton
from ..reports import take_report


def check_clip(skeleton: Skeleton, clip: Clip) -> CheckClipReport:
    """Looks for signs that a clip is not what its file says, such as a wrong unit or frame rate: the report's notes.

    >>> surefoot.check_clip(skeleton, clip).notes
    []
    """
    owners = handle(skeleton, Skeleton, "skeleton"), handle(clip, Clip, "clip")
    return take_report(CheckClipReport, *outputs(1, lib.surefoot_check_clip, *owners, None))
