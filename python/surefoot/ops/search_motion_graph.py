"""`search_motion_graph`: new motion from a graph, along a path, between two places, or at random."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, view, whole_number
from .._native import Owner, address_of, call, handle, lib, pointer, utf8
from .._options import operation, packed
from ..errors import ArgumentError
from ..model.clip import Clip
from ..model.motion_graph import MotionGraph
from ..model.plants import Plants
from ..progress import CALLBACK, Progress, call_with_progress
from ..reports import Report, read_report
from .walk import WalkSegment, read_segments

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import SearchMotionGraphOptions


@dataclass(frozen=True)
class MotionQuery:
    """What motion is wanted: made by `random_walk`, `shortest_way`, `path` or `connect`.

    Clips are named or numbered as in `MotionGraph.clip_names`; a place is a turn about +y in radians, then x and z in
    metres, that moves a clip from where it was captured. `label` names one in whose core to stay.
    """

    kind: int
    seconds: float = 20.0
    label: str | None = None
    from_clip: str | int | None = None
    to_clip: str | int | None = None
    points: Any = None
    styles: tuple[tuple[str | None, float], ...] = ()
    start_node: int | None = None
    start: Any = (0.0, 0.0, 0.0)
    targets: tuple[Any, ...] = field(default=())

    @classmethod
    def random_walk(
        cls, seconds: float = 20.0, label: str | None = None, from_clip: str | int | None = None
    ) -> MotionQuery:
        """Asks for a random walk of at least so many seconds."""
        return cls(c.SUREFOOT_QUERY_RANDOM_WALK, seconds=seconds, label=label, from_clip=from_clip)

    @classmethod
    def shortest_way(cls, from_clip: str | int, to_clip: str | int, label: str | None = None) -> MotionQuery:
        """Asks for the quickest way from one clip to another, and on to its end."""
        return cls(c.SUREFOOT_QUERY_SHORTEST_WAY, label=label, from_clip=from_clip, to_clip=to_clip)

    @classmethod
    def path(
        cls,
        points: npt.ArrayLike,
        styles: Iterable[tuple[str | None, float]] = (),
        start_node: int | None = None,
        start: npt.ArrayLike = (0.0, 0.0, 0.0),
    ) -> MotionQuery:
        """Asks for motion along a path through `points`, any number x 3, metres; heights are not read.

        `styles` are pairs of a label (`None` for any motion) and the metres along the path at which it ends; without,
        the path keeps to "forward" where the graph has it. `start_node` begins at that node, its clip placed by
        `start`.
        """
        return cls(
            c.SUREFOOT_QUERY_PATH,
            points=floats(points, (None, 3), "points"),
            styles=tuple(styles),
            start_node=start_node,
            start=start,
        )

    @classmethod
    def connect(
        cls,
        from_clip: str | int,
        start: npt.ArrayLike,
        targets: Iterable[tuple[str | int, npt.ArrayLike]],
        label: str | None = None,
    ) -> MotionQuery:
        """Asks for motion from one clip at its place to any of `targets`, pairs of a clip and its place."""
        return cls(c.SUREFOOT_QUERY_CONNECT, label=label, from_clip=from_clip, start=start, targets=tuple(targets))


class SearchMotionGraphReport(Report):
    """The report of `search_motion_graph`: how the query was met, jolts at seams, the cleanup."""


@dataclass(frozen=True)
class FoundMotion:
    """What `search_motion_graph` returns."""

    clip: Clip
    """The motion, on the graph's skeleton."""
    uncleaned: Clip
    """The same before its footskate was removed."""
    plants: Plants
    """What the feet hold to."""
    segments: list[WalkSegment]
    """Which frames come from where, one per edge."""
    labels: npt.NDArray[np.uint64]
    """Labels of every frame, one bit each; `MotionGraph.labels_of` names them."""
    start: tuple[float, float, float]
    """Moves the first clip from where it was captured: turn about +y in radians, then x and z in metres."""
    report: SearchMotionGraphReport
    """How the query was met; `is_complete` tells whether it is all that was asked for."""


@operation("search_motion_graph")
def search_motion_graph(
    graph: MotionGraph,
    query: MotionQuery,
    progress: Progress | None = None,
    **options: Unpack[SearchMotionGraphOptions],
) -> FoundMotion:
    """Finds motion in a graph, plays it and removes its footskate.

    Without a complete answer the best so far comes back, and the report says so. The same graph, query and options give
    the same motion, bit for bit. `progress` is as for `build_motion_graph`. Raises `InvalidError` for a query that no
    walk fits.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> plants = surefoot.detect_plants(skeleton, clip).plants
    >>> graph = surefoot.build_motion_graph([(skeleton, clip, plants)], labelling="none").graph
    >>> found = surefoot.search_motion_graph(graph, surefoot.MotionQuery.random_walk(5.0), seed=3)
    >>> found.clip.duration >= 4.9
    True
    """
    owner = handle(graph, MotionGraph, "graph")
    if not isinstance(query, MotionQuery):
        raise TypeError(f"query: expected surefoot.MotionQuery, got {type(query).__name__}")
    out = ctypes.c_void_p()
    asked, _keep = _query(graph, query)
    return call_with_progress(
        lib.surefoot_search_motion_graph,
        progress,
        owner,
        ctypes.byref(asked),
        packed("search_motion_graph", options),
        CALLBACK,
        ctypes.byref(out),
        result=lambda: _found(Owner(out.value, lib.surefoot_found_motion_free), graph),
    )


def _query(graph: MotionGraph, query: MotionQuery) -> tuple[c.surefoot_motion_query, Any]:
    """The query as C takes it, and what must live as long."""
    asked = c.surefoot_motion_query()
    call(lib.surefoot_motion_query_default, ctypes.byref(asked), ctypes.sizeof(asked))
    asked.kind, asked.seconds = query.kind, float(query.seconds)
    if query.label is not None:
        asked.label = utf8(query.label, "label")
    if query.from_clip is not None:
        asked.from_clip = _clip_number(graph, query.from_clip)
    if query.to_clip is not None:
        asked.to_clip = _clip_number(graph, query.to_clip)
    points = floats([] if query.points is None else query.points, (None, 3), "points")
    asked.points, asked.point_count = pointer(points, ctypes.c_double), len(points)
    styles = [
        c.surefoot_style_piece(label=None if label is None else utf8(label, "styles"), end=float(end))
        for label, end in query.styles
    ]
    style_array = (c.surefoot_style_piece * max(len(styles), 1))(*styles)
    asked.styles, asked.style_count = style_array, len(styles)
    if query.start_node is not None:
        asked.start_node = whole_number(query.start_node, "start_node")
    asked.start[:] = floats(query.start, (3,), "start").tolist()
    targets = []
    for clip, at in query.targets:
        place = tuple(floats(at, (3,), "targets").tolist())
        targets.append(c.surefoot_clip_placement(clip=_clip_number(graph, clip), at=place))
    target_array = (c.surefoot_clip_placement * max(len(targets), 1))(*targets)
    asked.targets, asked.target_count = target_array, len(targets)
    return asked, (points, style_array, target_array)


def _clip_number(graph: MotionGraph, clip: str | int) -> int:
    if not isinstance(clip, str):
        return whole_number(clip, "clip")
    names = graph.clip_names
    if clip not in names:
        raise ArgumentError(f"no clip of the graph is called '{clip}'; it has {', '.join(names[:20])}")
    return names.index(clip)


def _found(owner: Owner, graph: MotionGraph) -> FoundMotion:
    out = ctypes.POINTER(c.surefoot_found_motion_view)()
    call(lib.surefoot_found_motion_get, owner, ctypes.byref(out))
    seen = out.contents
    turn, x, z = seen.start
    return FoundMotion(
        Clip._of(Owner(seen.clip, None, owner), graph.skeleton),
        Clip._of(Owner(seen.uncleaned, None, owner), graph.skeleton),
        Plants._of(Owner(seen.plants, None, owner)),
        read_segments(seen),
        view(address_of(seen.labels), (seen.label_count,), np.uint64, owner),
        (turn, x, z),
        read_report(SearchMotionGraphReport, owner, seen),
    )
