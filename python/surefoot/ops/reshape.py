"""`grow_body` and `scale_character`: characters with another shape."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from .. import _declarations as c
from .._native import Handle, Owner, handle, handles, lib, outputs, utf8
from .._options import operation, packed
from .._report_types import GrowBodyReport, ScaleCharacterReport
from ..model.clip import Clip
from ..model.skeleton import Skeleton
from ..model.skin import Skin
from ..reports import Report, take_report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import GrowBodyOptions, ScaleCharacterOptions

SomeReport = TypeVar("SomeReport", bound=Report)


@dataclass(frozen=True)
class ReshapedCharacter(Generic[SomeReport]):
    """What `grow_body` and `scale_character` return.

    >>> tall = surefoot.scale_character(skeleton, [], [clip], waist_height=1.1, inside_leg=1.1, waist_to_knee=1.1)
    >>> len(tall.clips), tall.skins
    (1, [])
    """

    skeleton: Skeleton
    """The skeleton of the new shape."""
    skins: list[Skin]
    """The skins, in the order that they came in."""
    clips: list[Clip]
    """The clips for the new skeleton, in the order that they came in."""
    report: SomeReport
    """What changed."""


class _Character(Handle):
    _NAME = "character"


def _reshaped(address: int | None, report: SomeReport) -> ReshapedCharacter[SomeReport]:
    made = _Character._take(address)
    seen, memory = made._open(), made._memory
    # All of it belongs to the character, which each part keeps.
    skeleton = Skeleton._of(Owner(seen.skeleton, None, memory))
    skins = [Skin._of(Owner(seen.skins[i], None, memory), skeleton) for i in range(seen.skin_count)]
    clips = [Clip._of(Owner(seen.clips[i], None, memory), skeleton) for i in range(seen.clip_count)]
    return ReshapedCharacter(skeleton, skins, clips, report)


@operation("grow_body")
def grow_body(
    skeleton: Skeleton,
    skins: Iterable[Skin],
    clips: Iterable[Clip] = (),
    segments: Mapping[str, float] | None = None,
    **options: Unpack[GrowBodyOptions],
) -> ReshapedCharacter[GrowBodyReport]:
    """Makes parts of the body thicker or thinner; lengths stay.

    `segments` gives single segments of `fit_body` a factor of their own: `{"left_forearm": 1.2}`. Clips keep their
    rotations; animated translations of joints that move with the trunk are fitted. Raises `MissingRolesError` for a
    group whose joints are unknown, `InvalidError` for a segment that the body has not.

    >>> grown = surefoot.grow_body(skeleton, [], [clip], trunk=1.2)
    >>> grown.report.moved_joints[:2]
    ['LeftArm', 'RightArm']
    """
    girths = [
        c.surefoot_segment_girth(segment=utf8(name, "segments"), factor=float(factor))
        for name, factor in (segments or {}).items()
    ]
    array = (c.surefoot_segment_girth * max(len(girths), 1))(*girths)
    character, report = outputs(
        2,
        lib.surefoot_grow_body,
        handle(skeleton, Skeleton, "skeleton"),
        *handles(skins, Skin, "skins"),
        *handles(clips, Clip, "clips"),
        array,
        len(girths),
        packed("grow_body", options),
    )
    return _reshaped(character, take_report(GrowBodyReport, report))


@operation("scale_character")
def scale_character(
    skeleton: Skeleton, skins: Iterable[Skin] = (), clips: Iterable[Clip] = (), **options: Unpack[ScaleCharacterOptions]
) -> ReshapedCharacter[ScaleCharacterReport]:
    """Gives a character other proportions by seven measures, and scales the root paths of its clips to match.

    Raises `MissingRolesError` without a pelvis, a spine and two legs, `InvalidError` for measures that contradict each
    other.

    >>> long_arms = surefoot.scale_character(skeleton, upper_arm=1.2, forearm=1.2)
    >>> long_arms.report.root
    1.0
    """
    character, report = outputs(
        2,
        lib.surefoot_scale_character,
        handle(skeleton, Skeleton, "skeleton"),
        *handles(skins, Skin, "skins"),
        *handles(clips, Clip, "clips"),
        packed("scale_character", options),
    )
    return _reshaped(character, take_report(ScaleCharacterReport, report))
