"""`remove_footskate`: hold planted feet still and spread the correction around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._native import handle, lib, optional_handle, outputs
from .._options import operation, packed
from .._report_types import RemoveFootskateReport
from ..model.clip import Clip
from ..model.ground import Ground
from ..model.plants import Plants
from ..model.skeleton import Skeleton
from .edit import Edited, edited

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import RemoveFootskateOptions


@operation("remove_footskate")
def remove_footskate(
    skeleton: Skeleton,
    clip: Clip,
    plants: Plants,
    ground: Ground | None = None,
    **options: Unpack[RemoveFootskateOptions],
) -> Edited[RemoveFootskateReport]:
    """Stops planted feet and hands from sliding: a planted point stays at one place as long as its plant lasts.

    With `ground`, feet and hands are also kept out of it. A plant out of reach is not an error: the report names it
    under `missed`. Raises `LengthError` if clip, plants and skeleton do not belong together, and `MissingRolesError` if
    the skeleton does not say which joints a planted limb has.

    >>> edited = surefoot.remove_footskate(skeleton, clip, plants, max_stretch=0.0)
    >>> edited.report.after.slide_mean < 0.01  # metres per second
    True
    """
    new_clip, report = outputs(
        2,
        lib.surefoot_remove_footskate,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        handle(plants, Plants, "plants"),
        optional_handle(ground, Ground, "ground"),
        packed("remove_footskate", options),
    )
    return edited(new_clip, RemoveFootskateReport, report, skeleton)
