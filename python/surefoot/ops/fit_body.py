"""`fit_body`: the shape of a character as one volume per segment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._arrays import view
from .._native import Handle, address_of, handle, handles, lib, outputs
from .._options import operation, packed
from .._report_types import FitBodyReport
from ..model.skeleton import Skeleton
from ..model.skin import Skin
from ..reports import take_report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import FitBodyOptions

_KINDS = ("cylinder", "capsule", "ellipsoid")
_SOURCES = ("mesh", "parent", "proportions")

Vector = tuple[float, float, float]


class Volume(NamedTuple):
    """The volume of one segment. Places are in the joint's frame, turned but not scaled with it.

    >>> volumes = surefoot.fit_body(skeleton).volumes
    >>> next(volume for volume in volumes if volume.name == "left_forearm").kind
    'cylinder'
    """

    name: str
    """The segment's name: `left_forearm`."""
    joint: int
    """The joint that carries it."""
    parent: int | None
    """The volume above it; `None` for the first."""
    kind: str
    """`cylinder`, `capsule` or `ellipsoid`."""
    source: str
    """What told its size: `mesh`, `parent` or `proportions`."""
    axis: Vector
    """Unit, along the bone."""
    centre: Vector
    """Middle of the volume, metres."""
    length: float
    """Along the axis, metres; of a capsule without its round ends."""
    radius: float
    """Mean of both semi-axes, metres."""
    semi_axes: tuple[float, float]
    """Semi-axes of the cross-section, the larger first, metres."""
    semi_directions: tuple[Vector, Vector]
    """Unit directions of the semi-axes."""


@dataclass(frozen=True)
class FittedBody:
    """What `fit_body` returns.

    >>> fitted = surefoot.fit_body(skeleton)
    >>> len(fitted.volumes) == len(fitted.report.segments)
    True
    """

    volumes: list[Volume]
    """One per segment, parents before children."""
    volume_of_vertex: list[npt.NDArray[np.uint32]]
    """The volume of every vertex, skin after skin; the largest number in a skin that could not be placed."""
    report: FitBodyReport
    """Sizes and how well they fit."""


class _Body(Handle):
    _NAME = "body"


@operation("fit_body")
def fit_body(skeleton: Skeleton, skins: Iterable[Skin] = (), **options: Unpack[FitBodyOptions]) -> FittedBody:
    """Fits one volume to each segment of the body: a segment goes from a joint to the next joint of its chain.

    The mesh is taken as it was bound, all skins together; without skins the volumes have average proportions, and a
    note says so. Raises `InvalidError` if a skin names joints that the skeleton has not.

    >>> surefoot.fit_body(skeleton, kind="capsule").report.litres > 30
    True
    """
    given = list(skins)
    body, report = outputs(
        2,
        lib.surefoot_fit_body,
        handle(skeleton, Skeleton, "skeleton"),
        *handles(given, Skin, "skins"),
        packed("fit_body", options),
    )
    made = _Body._take(body)
    seen, memory = made._open(), made._memory
    of_vertex = view(address_of(seen.volume_of_vertex), (seen.vertex_count,), np.uint32, memory)
    ends = np.cumsum([skin.vertex_count for skin in given])[:-1]
    volumes = [_volume(seen.volumes[i]) for i in range(seen.volume_count)]
    parts = np.split(of_vertex, ends) if given else []
    return FittedBody(volumes, parts, take_report(FitBodyReport, report))


def _volume(seen: Any) -> Volume:
    directions = tuple(seen.semi_directions)
    return Volume(
        name=seen.name.decode("utf-8"),
        joint=seen.joint,
        parent=None if seen.parent == -1 else seen.parent,
        kind=_KINDS[seen.kind],
        source=_SOURCES[seen.source],
        axis=tuple(seen.axis),
        centre=tuple(seen.centre),
        length=seen.length,
        radius=seen.radius,
        semi_axes=tuple(seen.semi_axes),
        semi_directions=(directions[:3], directions[3:]),
    )
