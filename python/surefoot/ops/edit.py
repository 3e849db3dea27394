"""`Edited`: what an operation that changes a clip returns; and the way to run one that takes nothing but a clip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .._native import handle, lib, outputs
from .._options import packed
from ..model.clip import Clip
from ..model.skeleton import Skeleton
from ..reports import AnyReport, Report, take_report

OneReport = TypeVar("OneReport", bound=Report, covariant=True)


@dataclass(frozen=True)
class Edited(Generic[OneReport]):
    """What an operation that changes a clip returns.

    >>> edited = surefoot.remove_footskate(skeleton, clip, plants)
    >>> edited.clip.frame_count, edited.report.plants == len(plants)
    (180, True)
    """

    clip: Clip
    """The new clip; the one that went in is untouched."""
    report: OneReport
    """What was measured before and after."""


def edited(clip: int | None, kind: type[AnyReport], report: int | None, skeleton: Skeleton) -> Edited[AnyReport]:
    """Takes what the library made."""
    return Edited(Clip._take(clip, skeleton), take_report(kind, report))


def edit(
    name: str, kind: type[AnyReport], skeleton: Skeleton, clip: Clip, options: Mapping[str, Any]
) -> Edited[AnyReport]:
    """Runs an operation that takes a skeleton, a clip and its options."""
    owners = handle(skeleton, Skeleton, "skeleton"), handle(clip, Clip, "clip")
    new_clip, report = outputs(2, getattr(lib, f"surefoot_{name}"), *owners, packed(name, options))
    return edited(new_clip, kind, report, skeleton)
