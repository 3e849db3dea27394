"""Pictures of a motion graph and of its distance grid."""

from __future__ import annotations

from .._arrays import whole_number
from .._native import handle, lib, outputs, take_bytes, take_text
from ..model.motion_graph import MotionGraph


def graph_picture(graph: MotionGraph) -> str:
    """Draws a graph as SVG: clips as bars in time, transitions as arcs between them.

    >>> surefoot.graph_picture(graph)[:4]
    '<svg'
    """
    return take_text(lib.surefoot_graph_picture, handle(graph, MotionGraph, "graph"))


def graph_grid_picture(graph: MotionGraph, max_size: int = 1024) -> bytes:
    """Draws the distance grid of a graph's clips as PNG, at most `max_size` pixels wide and high.

    Bright is near; minima are marked, red where they became transitions.

    >>> surefoot.graph_grid_picture(graph, 200)[1:4]
    b'PNG'
    """
    size = whole_number(max_size, "max_size")
    return take_bytes(*outputs(1, lib.surefoot_graph_grid_picture, handle(graph, MotionGraph, "graph"), size))
