"""`ControlTable`: steering a character by direction."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, whole_number
from .._attributes import Array
from .._native import Handle, call, handle, lib, pointer, utf8
from .._options import operation, packed
from ..model.motion_graph import MotionGraph
from ..progress import CALLBACK, Progress, call_with_progress

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import SearchMotionGraphOptions


class ControlState(NamedTuple):
    """Where a steered character is.

    >>> surefoot.ControlState(0)
    ControlState(node=0, place=(0.0, 0.0, 0.0))
    """

    node: int
    """The node it stands at."""
    place: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Moves the node's clip from where it was captured: turn about +y in radians, then x and z in metres."""


class ControlTable(Handle):
    """Where to go on from every node of a graph, for 16 directions; made by `build_control_table`, never changed.

    >>> table = surefoot.build_control_table(graph)
    >>> table.edges.shape == (graph.node_count, 16)
    True
    """

    _NAME = "control_table"

    def __init__(self) -> None:
        raise TypeError("a ControlTable comes from build_control_table")

    @property
    def label(self) -> int | None:
        """The label it keeps to, by its place in the graph; `None` for any motion."""
        _ = self._memory
        return None if self._view.label < 0 else int(self._view.label)

    edges = Array(
        np.int64,
        ("node_count", c.SUREFOOT_DIRECTIONS),
        "The edge to take from each node towards each direction, nodes x 16; -1 where the table does not cover it. "
        "Direction d points to sin and cos of d sixteenths of a turn in x and z, in the clip's own place.",
    )

    def __repr__(self) -> str:
        return "<ControlTable: closed>" if self._owner is None else f"<ControlTable: {self._view.node_count} nodes>"


@operation("search_motion_graph")
def build_control_table(
    graph: MotionGraph,
    label: str | None = None,
    progress: Progress | None = None,
    **options: Unpack[SearchMotionGraphOptions],
) -> ControlTable:
    """Finds how to go on from every node of a label, or of the graph, towards 16 directions, for `steer`.

    Reads the options `transition_cost`, `min_progress` and `smooth_seams`. `progress` is as for `build_motion_graph`.

    >>> surefoot.build_control_table(graph, graph.label_names[0]).label
    0
    """
    out = ctypes.c_void_p()
    return call_with_progress(
        lib.surefoot_build_control_table,
        progress,
        handle(graph, MotionGraph, "graph"),
        None if label is None else utf8(label, "label"),
        packed("search_motion_graph", options),
        CALLBACK,
        ctypes.byref(out),
        result=lambda: ControlTable._take(out.value),
    )


def steer(
    graph: MotionGraph, table: ControlTable, state: ControlState, direction: npt.ArrayLike
) -> tuple[int, ControlState]:
    """Tells which edge to play next to travel towards `direction`, x and z in the world, and where one is then.

    `walk_to_clip` plays the edges. Raises `InvalidError` if the table is of another graph or does not cover the node.

    >>> table, state, edges = surefoot.build_control_table(graph), surefoot.ControlState(0), []
    >>> for _ in range(5):
    ...     edge, state = surefoot.steer(graph, table, state, (0, 1))
    ...     edges.append(edge)
    >>> surefoot.walk_to_clip(graph, edges).clip.frame_count > 0
    True
    """
    towards = floats(direction, (2,), "direction")
    before = c.surefoot_control_state(node=whole_number(state.node, "state.node"))
    before.place[:] = floats(state.place, (3,), "state.place").tolist()
    edge, after = ctypes.c_size_t(), c.surefoot_control_state()
    call(
        lib.surefoot_steer,
        handle(graph, MotionGraph, "graph"),
        handle(table, ControlTable, "table"),
        ctypes.byref(before),
        pointer(towards, ctypes.c_double),
        ctypes.byref(edge),
        ctypes.byref(after),
    )
    turn, x, z = after.place
    return edge.value, ControlState(after.node, (turn, x, z))
