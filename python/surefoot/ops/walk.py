"""Walks through a motion graph, turned into clips."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, indices, view, whole_number
from .._native import Owner, address_of, call, handle, lib, new_handle, pointer, utf8
from ..model.clip import Clip
from ..model.motion_graph import MotionGraph
from ..model.plants import Plants
from ..model.skeleton import Skeleton


class WalkSegment(NamedTuple):
    """Where a part of a walk comes from.

    >>> walk = surefoot.random_walk(graph, min_frames=60)
    >>> walk.segments[0].first, walk.segments[0].edge < graph.edge_count
    (0, True)
    """

    edge: int
    """The edge of the graph."""
    first: int
    """First frame of the result."""
    end: int
    """The frame after the last."""
    clip: int
    """The graph's clip; for a transition the one that is left."""
    clip_frame: int
    """First of its frames."""
    entered: tuple[int, int] | None
    """For a transition the clip that is entered, and the first frame used of it."""


@dataclass(frozen=True)
class WalkedClip:
    """A walk made into motion.

    >>> walk = surefoot.random_walk(graph, min_frames=60)
    >>> walk.clip.frame_count == walk.plants.frame_count == len(walk.labels)
    True
    """

    clip: Clip
    """The motion, on the graph's skeleton. Feet may slide a little in transitions: `remove_footskate` takes it with the
    plants."""
    plants: Plants
    """Plants of the sources; those on both sides of a seam are one."""
    labels: npt.NDArray[np.uint64]
    """Labels of every frame, one bit each; `MotionGraph.labels_of` names them."""
    segments: list[WalkSegment]
    """Which frames come from where, one per edge."""
    end: tuple[float, float, float]
    """From the last clip's own place to where it ends up: turn about +y in radians, then x and z in metres."""


def random_walk(
    graph: MotionGraph,
    *,
    seed: int = 0,
    min_frames: int = 300,
    start: int | None = None,
    label: str | None = None,
    transition_weight: float = 0.05,
) -> WalkedClip:
    """Walks through a graph at random for at least `min_frames` frames; it never gets stuck.

    Equal seeds give equal walks. `start` is a node, drawn without; `label` names one in whose core to stay;
    `transition_weight` says how likely a transition is against going on in the clip. Raises `InvalidError` if the graph
    or the label's core is empty.

    >>> surefoot.random_walk(graph, seed=3, min_frames=90).clip.frame_count >= 90
    True
    """
    options = c.surefoot_random_walk_options()
    call(lib.surefoot_random_walk_default_options, ctypes.byref(options), ctypes.sizeof(options))
    options.seed = whole_number(seed, "seed", 2**64 - 1)
    options.min_frames = whole_number(min_frames, "min_frames")
    if start is not None:
        options.start = whole_number(start, "start")
    if label is not None:
        options.label = utf8(label, "label")
    options.transition_weight = float(transition_weight)
    owner = handle(graph, MotionGraph, "graph")
    walk = new_handle(lib.surefoot_random_walk, lib.surefoot_walk_free, owner, ctypes.byref(options))
    return read_walk(walk, graph.skeleton)


def shortest_connection(graph: MotionGraph, from_node: int, to_node: int, label: str | None = None) -> WalkedClip:
    """Goes from one node to another by the fewest frames, if asked inside the core of a label.

    Raises `InvalidError` if no way leads there.

    >>> walk = surefoot.shortest_connection(graph, 0, graph.node_count - 1)
    >>> int(graph.edges["to"][walk.segments[-1].edge]) == graph.node_count - 1
    True
    """
    walk = new_handle(
        lib.surefoot_shortest_connection,
        lib.surefoot_walk_free,
        handle(graph, MotionGraph, "graph"),
        whole_number(from_node, "from_node"),
        whole_number(to_node, "to_node"),
        None if label is None else utf8(label, "label"),
    )
    return read_walk(walk, graph.skeleton)


def walk_to_clip(
    graph: MotionGraph, edges: Iterable[int], start: npt.ArrayLike = (0.0, 0.0, 0.0), name: str = "walk"
) -> WalkedClip:
    """Plays edges of a graph one after the other; each begins where the one before ended.

    `start` moves the first clip from where it was captured: turn about +y in radians, then x and z in metres.

    >>> edges = [segment.edge for segment in surefoot.random_walk(graph, min_frames=60).segments]
    >>> surefoot.walk_to_clip(graph, edges, name="again").clip.name
    'again'
    """
    numbers = indices(list(edges), (None,), "edges", np.uintp)
    place = floats(start, (3,), "start")
    walk = new_handle(
        lib.surefoot_walk_to_clip,
        lib.surefoot_walk_free,
        handle(graph, MotionGraph, "graph"),
        pointer(numbers, ctypes.c_size_t),
        len(numbers),
        pointer(place, ctypes.c_double),
        utf8(name, "name"),
    )
    return read_walk(walk, graph.skeleton)


def read_walk(owner: Owner, skeleton: Skeleton) -> WalkedClip:
    """Makes the result from a walk's handle, which its parts keep."""
    out = ctypes.POINTER(c.surefoot_walk_view)()
    call(lib.surefoot_walk_get, owner, ctypes.byref(out))
    seen = out.contents
    turn, x, z = seen.end
    return WalkedClip(
        Clip._of(Owner(seen.clip, None, owner), skeleton),
        Plants._of(Owner(seen.plants, None, owner)),
        view(address_of(seen.labels), (seen.label_count,), np.uint64, owner),
        read_segments(seen),
        (turn, x, z),
    )


def read_segments(seen: Any) -> list[WalkSegment]:
    """The segments of a view that has them."""
    return [
        WalkSegment(
            item.edge,
            item.first,
            item.end,
            item.clip,
            item.clip_frame,
            (item.entered_clip, item.entered_frame) if item.is_transition else None,
        )
        for item in seen.segments[: seen.segment_count]
    ]
