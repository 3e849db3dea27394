"""`search_motion_graph`: new motion from a graph, along a path, between two places, or at random."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, indices, view, whole_number
from .._native import Owner, address_of, call, handle, lib, pointer, utf8
from .._options import operation, packed
from .._report_types import RemoveFootskateReport, SearchMotionGraphReport
from ..errors import ArgumentError, SurefootError, error_of
from ..model.clip import Clip
from ..model.floor_path import FloorPath, style_array
from ..model.motion_graph import MotionGraph
from ..model.plants import Plants
from ..progress import CALLBACK, Progress, call_with_progress
from ..reports import read_report
from .walk import WalkSegment, read_segments

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import SearchMotionGraphOptions


class WalkState:
    """Where a walk has got to, as the functions of `MotionQuery.custom` see it; not valid after they return.

    >>> far = lambda walk: walk.position is not None and walk.position[1] > 2.0
    >>> query = surefoot.MotionQuery.custom(lambda walk, edge, after: after.frames - walk.frames, far)
    """

    __slots__ = ("_edges", "frames", "length", "node", "place", "position")

    def __init__(self, seen: Any) -> None:
        self.node: int = seen.node
        """The node it stands at."""
        self.frames: int = seen.frames
        """Frames played so far."""
        self.length: float = seen.length
        """Way gone over the floor, metres."""
        self.position: tuple[float, float] | None = tuple(seen.position) if seen.has_position else None
        """Where the pelvis was on the last frame, x and z in metres; `None` before the first."""
        self.place: tuple[float, float, float] = tuple(seen.place)
        """Moves the node's clip from where it was captured: turn about +y in radians, then x and z in metres."""
        self._edges: int | None = seen.edges

    def __enter__(self) -> WalkState:
        return self

    def __exit__(self, *_: object) -> None:
        # The walk is the library's, and only until the function returns; a state that is kept must not reach for it.
        self._edges = None

    def edges(self, count: int | None = None) -> list[int]:
        """Gives the edges walked, the last one first; at most `count` of them.

        Of the walk that a function is asked about, not of the state after an edge.

        >>> query = surefoot.MotionQuery.custom(lambda walk, edge, after: 1.0, lambda walk: len(walk.edges(3)) == 3)
        >>> len(surefoot.search_motion_graph(graph, query, beam_width=3, starts=2).segments)
        3
        """
        if self._edges is None:
            raise ArgumentError("the edges of this walk are not known; it has ended, or is the state after an edge")
        total = ctypes.c_size_t()
        call(lib.surefoot_walk_edges_get, self._edges, None, 0, ctypes.byref(total))
        wanted = total.value if count is None else min(whole_number(count, "count"), total.value)
        found = (ctypes.c_size_t * max(wanted, 1))()
        call(lib.surefoot_walk_edges_get, self._edges, found, wanted, ctypes.byref(total))
        return list(found[:wanted])


@dataclass(frozen=True)
class MotionQuery:
    """What motion is wanted: made by `random_walk`, `shortest_way`, `path`, `connect` or `custom`.

    Clips are named or numbered as in `MotionGraph.clip_names`; a place is a turn about +y in radians, then x and z in
    metres, that moves a clip from where it was captured. `label` names one in whose core to stay.

    >>> surefoot.MotionQuery.random_walk(8.0).seconds
    8.0
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
    is_bezier: bool = False
    nodes: tuple[int, ...] = ()
    cost: Callable[[WalkState, int, WalkState], float] | None = None
    is_complete: Callable[[WalkState], bool] | None = None
    is_legal: Callable[[WalkState, int], bool] | None = None

    @classmethod
    def random_walk(
        cls, seconds: float = 20.0, label: str | None = None, from_clip: str | int | None = None
    ) -> MotionQuery:
        """Asks for a random walk of at least so many seconds.

        >>> query = surefoot.MotionQuery.random_walk(8.0, label="forward")
        """
        return cls(c.SUREFOOT_QUERY_RANDOM_WALK, seconds=seconds, label=label, from_clip=from_clip)

    @classmethod
    def shortest_way(cls, from_clip: str | int, to_clip: str | int, label: str | None = None) -> MotionQuery:
        """Asks for the quickest way from one clip to another, and on to its end.

        >>> query = surefoot.MotionQuery.shortest_way("walk_01", "jump_02")
        """
        return cls(c.SUREFOOT_QUERY_SHORTEST_WAY, label=label, from_clip=from_clip, to_clip=to_clip)

    @classmethod
    def path(
        cls,
        points: npt.ArrayLike | FloorPath,
        styles: Iterable[tuple[str | None, float]] = (),
        start_node: int | None = None,
        start: npt.ArrayLike = (0.0, 0.0, 0.0),
    ) -> MotionQuery:
        """Asks for motion along a path through `points`, any number x 3, metres; heights are not read.

        `styles` are pairs of a label (`None` for any motion) and the metres along the path at which it ends; without,
        the path keeps to "forward" where the graph has it. A `FloorPath` brings both. `start_node` begins at that node,
        its clip placed by `start`.

        >>> query = surefoot.MotionQuery.path([(0, 0, 0), (0, 0, 5), (3, 0, 8)], styles=[("walk", 4.0), (None, 99.0)])
        """
        is_bezier = False
        if isinstance(points, FloorPath):
            is_bezier, styles, points = points.is_bezier, [*points.styles, *styles], points.points
        return cls(
            c.SUREFOOT_QUERY_PATH,
            points=floats(points, (None, 3), "points"),
            styles=tuple(styles),
            start_node=start_node,
            start=start,
            is_bezier=is_bezier,
        )

    @classmethod
    def connect(
        cls,
        from_clip: str | int,
        start: npt.ArrayLike,
        targets: Iterable[tuple[str | int, npt.ArrayLike]],
        label: str | None = None,
    ) -> MotionQuery:
        """Asks for motion from one clip at its place to any of `targets`, pairs of a clip and its place.

        >>> query = surefoot.MotionQuery.connect("walk_01", (0, 0, 0), [("sit_down", (1.57, 2.0, 3.0))])
        """
        return cls(c.SUREFOOT_QUERY_CONNECT, label=label, from_clip=from_clip, start=start, targets=tuple(targets))

    @classmethod
    def custom(
        cls,
        cost: Callable[[WalkState, int, WalkState], float],
        is_complete: Callable[[WalkState], bool],
        is_legal: Callable[[WalkState, int], bool] | None = None,
        nodes: Iterable[int] = (),
        start: npt.ArrayLike = (0.0, 0.0, 0.0),
        label: str | None = None,
    ) -> MotionQuery:
        """Asks for the cheapest walk by functions of one's own.

        `cost(walk, edge, after)` is what it costs to append an edge, a finite number of 0 or more; `is_complete(walk)`
        tells whether the walk is what is wanted, `is_legal(walk, edge)` whether an edge may be appended. All give the
        same answer for the same walk, and are called from several threads. What they raise ends the search and comes
        out of it. `nodes` are those to begin at, by default the seed's choice, their clips placed by `start`.

        >>> query = surefoot.MotionQuery.custom(
        ...     cost=lambda walk, edge, after: float(graph.edges["is_transition"][edge]),
        ...     is_complete=lambda walk: walk.length > 2.0,
        ... )
        >>> surefoot.search_motion_graph(graph, query, beam_width=5, starts=3).report.is_complete
        True
        """
        return cls(
            c.SUREFOOT_QUERY_CUSTOM,
            label=label,
            start=start,
            nodes=tuple(nodes),
            cost=cost,
            is_complete=is_complete,
            is_legal=is_legal,
        )


@dataclass(frozen=True)
class FoundMotion:
    """What `search_motion_graph` returns.

    >>> found = surefoot.search_motion_graph(graph, surefoot.MotionQuery.random_walk(3.0))
    >>> found.clip.frame_count == len(found.labels) == found.segments[-1].end
    True
    """

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
    cleanup: RemoveFootskateReport | None
    """What the removal of footskate did, for `footskate_page`; `None` without."""


@operation("search_motion_graph")
def search_motion_graph(
    graph: MotionGraph,
    query: MotionQuery,
    progress: Progress | None = None,
    **options: Unpack[SearchMotionGraphOptions],
) -> FoundMotion:
    """Finds motion in a graph, plays it and removes its footskate.

    Without a complete answer the best so far comes back, and the report says so. The same graph, query and options give
    the same motion, bit for bit. `progress` is as for `build_motion_graph`. Raises `ArgumentError` for a
    clip or node that the graph does not have, `InvalidError` for a query that no walk fits.

    >>> found = surefoot.search_motion_graph(graph, surefoot.MotionQuery.random_walk(5.0), seed=3)
    >>> found.clip.duration >= 4.9
    True
    """
    owner = handle(graph, MotionGraph, "graph")
    out = ctypes.c_void_p()
    functions = _Functions()
    asked, keep = _query(graph, query, functions)
    return call_with_progress(
        lib.surefoot_search_motion_graph,
        progress,
        owner,
        ctypes.byref(asked),
        packed("search_motion_graph", options),
        CALLBACK,
        ctypes.byref(out),
        result=lambda: _found(Owner(out.value, lib.surefoot_found_motion_free), graph),
        keep=keep,
        raised=functions.raised,
    )


@operation("search_motion_graph")
def search_crowd(
    graph: MotionGraph,
    queries: Iterable[MotionQuery],
    progress: Progress | None = None,
    **options: Unpack[SearchMotionGraphOptions],
) -> list[FoundMotion | SurefootError]:
    """Answers many queries over one graph, on all processors.

    The character at i has the seed `seed + i`, and its motion is what `search_motion_graph` finds with that seed, bit
    for bit. A query without an answer takes nothing from the others: the exception that `search_motion_graph` would
    raise stands in its place.

    >>> crowd = surefoot.search_crowd(graph, [surefoot.MotionQuery.random_walk(2.0)] * 3, seed=7)
    >>> [isinstance(found, surefoot.FoundMotion) for found in crowd]
    [True, True, True]
    """
    owner = handle(graph, MotionGraph, "graph")
    functions = _Functions()
    asked = [_query(graph, query, functions) for query in queries]
    pointers = (ctypes.POINTER(c.surefoot_motion_query) * max(len(asked), 1))(*(ctypes.pointer(q) for q, _ in asked))
    out = (ctypes.c_void_p * max(len(asked), 1))()
    errors = (c.surefoot_error * max(len(asked), 1))()
    return call_with_progress(
        lib.surefoot_search_crowd,
        progress,
        owner,
        pointers,
        len(asked),
        packed("search_motion_graph", options),
        CALLBACK,
        out,
        errors,
        result=lambda: _crowd(out[: len(asked)], errors, graph),
        keep=asked,
        raised=functions.raised,
    )


def _crowd(
    addresses: Sequence[int | None], errors: Iterable[c.surefoot_error], graph: MotionGraph
) -> list[FoundMotion | SurefootError]:
    # All have an owner before any is read.
    owners = [Owner(address, lib.surefoot_found_motion_free) if address else None for address in addresses]
    return [_found(owner, graph) if owner else error_of(error) for owner, error in zip(owners, errors, strict=False)]


class _Functions:
    """A caller's functions as C takes them: exceptions cannot travel through the library, so they are kept."""

    def __init__(self) -> None:
        self.raised: list[BaseException] = []

    def _guarded(self, otherwise: float, function: Callable[..., Any], *arguments: Any) -> Any:
        if self.raised:
            return otherwise
        try:
            return function(*arguments)
        except BaseException as error:
            self.raised.append(error)
            return otherwise

    def fill(self, asked: c.surefoot_motion_query, query: MotionQuery) -> Any:
        """Sets the callbacks of a query, and returns what must live as long."""
        for name, function in (("cost", query.cost), ("is_complete", query.is_complete), ("is_legal", query.is_legal)):
            if not callable(function) and not (function is None and name == "is_legal"):
                raise TypeError(f"{name}: expected a function, got {type(function).__name__}")

        # After a failure nothing counts; the search ends at its next step.
        def cost(walk: Any, edge: int, after: Any, _user: int | None) -> float:
            with WalkState(walk.contents) as before, WalkState(after.contents) as then:
                return float(self._guarded(0.0, lambda: float(query.cost(before, edge, then))))  # type: ignore[misc]

        def is_complete(walk: Any, _user: int | None) -> int:
            with WalkState(walk.contents) as state:
                return int(self._guarded(1, lambda: bool(query.is_complete(state))))  # type: ignore[misc]

        def is_legal(walk: Any, edge: int, _user: int | None) -> int:
            with WalkState(walk.contents) as state:
                legal = query.is_legal is None or self._guarded(0, lambda: bool(query.is_legal(state, edge)))  # type: ignore[misc]
                return int(legal and not self.raised)

        asked.cost = c.surefoot_walk_cost(cost)
        asked.is_complete = c.surefoot_walk_is_complete(is_complete)
        asked.is_legal = c.surefoot_walk_is_legal(is_legal)
        nodes = indices(list(query.nodes), (None,), "nodes", np.uintp)
        asked.nodes, asked.node_count = pointer(nodes, ctypes.c_size_t), len(nodes)
        return asked.cost, asked.is_complete, asked.is_legal, nodes


def _query(graph: MotionGraph, query: MotionQuery, functions: _Functions) -> tuple[c.surefoot_motion_query, Any]:
    """The query as C takes it, and what must live as long."""
    if not isinstance(query, MotionQuery):
        raise TypeError(f"query: expected surefoot.MotionQuery, got {type(query).__name__}")
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
    asked.path_kind = c.SUREFOOT_PATH_BEZIER if query.is_bezier else c.SUREFOOT_PATH_POLYLINE
    styles, asked.style_count = style_array(query.styles)
    asked.styles = styles
    if query.start_node is not None:
        asked.start_node = whole_number(query.start_node, "start_node")
    asked.start[:] = floats(query.start, (3,), "start").tolist()
    targets = []
    for clip, at in query.targets:
        place = tuple(floats(at, (3,), "targets").tolist())
        targets.append(c.surefoot_clip_placement(clip=_clip_number(graph, clip), at=place))
    target_array = (c.surefoot_clip_placement * max(len(targets), 1))(*targets)
    asked.targets, asked.target_count = target_array, len(targets)
    own = functions.fill(asked, query) if query.kind == c.SUREFOOT_QUERY_CUSTOM else None
    return asked, (points, styles, target_array, own)


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
        read_report(SearchMotionGraphReport, Owner(seen.report, None, owner)),
        read_report(RemoveFootskateReport, Owner(seen.cleanup, None, owner)) if seen.cleanup else None,
    )
