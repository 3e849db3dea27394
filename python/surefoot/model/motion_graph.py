"""`MotionGraph`: clips joined by transitions, so that motion can go on for ever."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import view, whole_number
from .._attributes import Array, Figure
from .._native import Handle, Owner, address_of, call, given_bytes, lib, outputs, take_bytes, utf8
from .clip import Clip
from .plants import Plants
from .skeleton import Skeleton


class ClipSource(NamedTuple):
    """Where a clip of a graph comes from.

    >>> graph = surefoot.build_motion_graph([(skeleton, clip, plants)], labelling="none", mirror=True).graph
    >>> [source.is_mirrored for source in graph.clip_sources]
    [False, True]
    """

    source: str
    """Name of the clip it was taken from."""
    source_start: float
    """Where in that clip its first frame lies, seconds."""
    is_mirrored: bool
    """Whether it is the mirror image."""
    labels: npt.NDArray[np.uint64]
    """Labels of every frame, one bit each; `MotionGraph.labels_of` names them."""
    group: int
    """Its group; clips of different groups were not compared, clips of group 0 with all."""


class MotionGraph(Handle):
    """Clips joined by transitions; made by `build_motion_graph` or `MotionGraph.read`, never changed.

    A node means "about to play a frame of a clip", an edge is a stretch of a clip or a transition between two. Labels
    are bits: label number i of `label_names` is bit i.

    >>> again = surefoot.MotionGraph.decode(graph.encode())
    >>> again.node_count == graph.node_count
    True
    """

    _NAME = "motion_graph"

    _skeleton: Skeleton
    _clip_names: list[str]
    _label_names: list[str]

    def __init__(self) -> None:
        raise TypeError("a MotionGraph comes from build_motion_graph or MotionGraph.read")

    def _set(self, owner: Owner) -> None:
        super()._set(owner)
        seen = self._view
        self._skeleton = Skeleton._of(Owner(seen.skeleton, None, owner))
        self._clip_names = [name.decode("utf-8") for name in seen.clip_names[: seen.clip_count]]
        self._label_names = [name.decode("utf-8") for name in seen.label_names[: seen.label_count]]

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> MotionGraph:
        """Reads a graph file (.sfgraph).

        >>> graph.write("walks.sfgraph")
        >>> surefoot.MotionGraph.read("walks.sfgraph").node_count == graph.node_count
        True
        """
        return cls._made(lib.surefoot_motion_graph_read, utf8(path, "path"))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes a graph file in one step: it is complete or not there. The same graph gives the same bytes.

        >>> graph.write("walks.sfgraph")
        """
        call(lib.surefoot_motion_graph_write, utf8(path, "path"), self._memory)

    @classmethod
    def decode(cls, content: bytes, name: str = "graph") -> MotionGraph:
        """As `read`, from bytes in memory; `name` names them in messages.

        >>> surefoot.MotionGraph.decode(graph.encode()).node_count == graph.node_count
        True
        """
        return cls._made(lib.surefoot_motion_graph_decode, utf8(name, "name"), *given_bytes(content, "content"))

    def encode(self) -> bytes:
        """Gives the content of a graph file.

        >>> graph.encode() == graph.encode()
        True
        """
        return take_bytes(*outputs(1, lib.surefoot_motion_graph_encode, self._memory))

    def clip(self, index: int) -> tuple[Clip, Plants]:
        """Gives one of the graph's clips, as it is in the graph, and its plants.

        >>> part, held = graph.clip(0)
        >>> part.frame_count == held.frame_count
        True
        """
        number = whole_number(index, "index")
        if number >= len(self._clip_names):
            raise IndexError(f"clip {index}; the graph has {len(self._clip_names)}")
        clip, plants = outputs(2, lib.surefoot_motion_graph_clip, self._memory, number)
        return Clip._take(clip, self._skeleton), Plants._take(plants)

    def _structs(self, field: str, count: int, kind: Any) -> npt.NDArray[Any]:
        dtype = np.dtype(kind)
        address = address_of(getattr(self._view, field))
        return view(address, (count * dtype.itemsize,), np.uint8, self._memory).view(dtype)

    @property
    def skeleton(self) -> Skeleton:
        """The skeleton of all its clips."""
        return self._skeleton

    frame_rate = Figure(float, "Frames per second of all clips.")
    window_frames = Figure(int, "Frames of a transition.")
    clip_frame_counts = Array(np.uintp, ("clip_count",), "Numbers of frames of its clips.")
    thresholds = Array(
        np.float64,
        ("label_count", "label_count"),
        "Largest distance accepted from one label to another: labels x labels, metres.",
    )
    minimum_count = Figure(int, "Local minima of the distance grid.")
    node_count = Figure(int, "Number of nodes; 0 if nothing connects.")
    edge_count = Figure(int, "Number of edges.")

    @property
    def clip_names(self) -> list[str]:
        """Names of its clips, mirror images included."""
        self._open()
        return list(self._clip_names)

    @property
    def label_names(self) -> list[str]:
        """Names of the labels; a label's place is its bit."""
        self._open()
        return list(self._label_names)

    @property
    def minima(self) -> npt.NDArray[Any]:
        """Pairs of windows that resemble each other more than their neighbours do; a read-only view.

        Its fields are `first` and `second`, frames counted over all clips laid end to end, and `distance` in metres.
        """
        return self._structs("minima", self._open().minimum_count, c.surefoot_grid_minimum)

    @property
    def clip_sources(self) -> list[ClipSource]:
        """Where each clip comes from."""
        seen = self._open()
        counts = self.clip_frame_counts
        return [
            ClipSource(
                item.source.decode("utf-8"),
                item.source_start,
                bool(item.is_mirrored),
                view(address_of(item.labels), (int(counts[i]),), np.uint64, self._memory),
                item.group,
            )
            for i, item in enumerate(seen.clip_sources[: seen.clip_count])
        ]

    @property
    def transition_count(self) -> int:
        """Number of edges that are transitions."""
        return int(self.edges["is_transition"].sum())

    @property
    def nodes(self) -> npt.NDArray[Any]:
        """All nodes by clip and frame, with fields `clip`, `frame` and `cores`; a read-only view."""
        return self._structs("nodes", self._open().node_count, c.surefoot_graph_node)

    @property
    def edges(self) -> npt.NDArray[Any]:
        """All edges by the node they leave; a read-only view.

        Its fields are `from`, `to`, `frame_count`, `is_transition`, `labels`, `alignment` and `distance`.
        """
        return self._structs("edges", self._open().edge_count, c.surefoot_graph_edge)

    def labels_of(self, bits: int) -> list[str]:
        """Names the labels of a set of bits, such as a node's `cores`.

        >>> graph.labels_of(1) == graph.label_names[:1]
        True
        """
        return [name for i, name in enumerate(self.label_names) if int(bits) >> i & 1]

    def __repr__(self) -> str:
        if self._owner is None:
            return "<MotionGraph: closed>"
        return f"<MotionGraph: {len(self._clip_names)} clips, {self.node_count} nodes, {self.edge_count} edges>"
