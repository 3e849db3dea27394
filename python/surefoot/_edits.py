"""Operations that take a clip and give a clip. Made by `cargo run -p surefoot-generate`: do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._options import operation
from ._report_types import MirrorClipReport, ResampleClipReport, TrimClipReport
from .model.clip import Clip
from .model.skeleton import Skeleton
from .ops.edit import Edited, edit

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._option_types import MirrorClipOptions, ResampleClipOptions, TrimClipOptions

__all__ = ["mirror_clip", "resample_clip", "trim_clip"]


@operation("mirror_clip")
def mirror_clip(skeleton: Skeleton, clip: Clip, **options: Unpack[MirrorClipOptions]) -> Edited[MirrorClipReport]:
    """Mirror a clip: swap left and right.

    The clip that goes in is untouched.

    >>> edited = surefoot.mirror_clip(skeleton, clip)
    >>> edited.clip.joint_count == clip.joint_count, edited.report.notes
    (True, [])
    """
    return edit("mirror_clip", MirrorClipReport, skeleton, clip, options)


@operation("resample_clip")
def resample_clip(skeleton: Skeleton, clip: Clip, **options: Unpack[ResampleClipOptions]) -> Edited[ResampleClipReport]:
    """Sample a clip at another frame rate.

    The clip that goes in is untouched.

    >>> edited = surefoot.resample_clip(skeleton, clip)
    >>> edited.clip.joint_count == clip.joint_count, edited.report.notes
    (True, [])
    """
    return edit("resample_clip", ResampleClipReport, skeleton, clip, options)


@operation("trim_clip")
def trim_clip(skeleton: Skeleton, clip: Clip, **options: Unpack[TrimClipOptions]) -> Edited[TrimClipReport]:
    """Keep a part of a clip.

    The clip that goes in is untouched.

    >>> edited = surefoot.trim_clip(skeleton, clip)
    >>> edited.clip.joint_count == clip.joint_count, edited.report.notes
    (True, [])
    """
    return edit("trim_clip", TrimClipReport, skeleton, clip, options)
