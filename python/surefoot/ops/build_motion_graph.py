"""`build_motion_graph` and related functions: join clips where they resemble each other."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, whole_number
from .._native import handle, lib, outputs, pointer
from .._options import operation, packed
from .._report_types import BuildMotionGraphReport
from ..model.clip import Clip
from ..model.labels import label_spans
from ..model.motion_graph import MotionGraph
from ..model.plants import Plants
from ..model.skeleton import Skeleton
from ..progress import CALLBACK, Progress, call_with_progress
from ..reports import take_report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import BuildMotionGraphOptions


class GraphClip(NamedTuple):
    """One clip for a graph.

    >>> labelled = surefoot.GraphClip(skeleton, clip, plants, labels=[("walk", 0, 180)])
    >>> surefoot.build_motion_graph([labelled]).graph.label_names
    ['walk']
    """

    skeleton: Skeleton
    """Its skeleton."""
    clip: Clip
    """The motion, at any frame rate."""
    plants: Plants
    """Its plants; they are carried through transitions."""
    labels: Sequence[tuple[str, int, int]] | None = None
    """Its labels as name, first frame and the frame after the last; frames without one are not used. `None` leaves them
    to the option `labelling`."""
    group: int = 0
    """Clips of different groups are never compared, clips of group 0 with all."""


@dataclass(frozen=True)
class BuiltGraph:
    """What `build_motion_graph` returns.

    >>> built = surefoot.build_motion_graph([(skeleton, clip, plants)], labelling="none")
    >>> built.graph.node_count == built.report.nodes
    True
    """

    graph: MotionGraph
    """Clips joined by transitions."""
    report: BuildMotionGraphReport
    """How well they are connected."""


@operation("build_motion_graph")
def build_motion_graph(
    clips: Iterable[GraphClip | tuple[Skeleton, Clip, Plants]],
    progress: Progress | None = None,
    **options: Unpack[BuildMotionGraphOptions],
) -> BuiltGraph:
    """Joins clips into a graph in which one can walk for ever.

    Finds where the clips resemble each other and makes transitions there. They are of one skeleton, or of skeletons
    that differ only in proportions. `progress` gets the share done, 0 to 1; returning `False` cancels, which raises
    `Cancelled`. Raises `MissingRolesError` if the legs are not known, and `InvalidError` if no clip is usable.

    >>> built = surefoot.build_motion_graph([(skeleton, clip, plants)], labelling="none")
    >>> built.graph.transition_count > 0
    True
    """
    array, count, keep = _clips(clips)
    graph, report = ctypes.c_void_p(), ctypes.c_void_p()
    return call_with_progress(
        lib.surefoot_build_motion_graph,
        progress,
        array,
        count,
        packed("build_motion_graph", options),
        CALLBACK,
        ctypes.byref(graph),
        ctypes.byref(report),
        result=lambda: _built(graph.value, report.value),
        keep=keep,
    )


@operation("build_motion_graph")
def extend_motion_graph(
    graph: MotionGraph,
    clips: Iterable[GraphClip | tuple[Skeleton, Clip, Plants]],
    progress: Progress | None = None,
    **options: Unpack[BuildMotionGraphOptions],
) -> BuiltGraph:
    """Makes a graph with more clips; only pairs with a new clip are compared.

    Frame rate, window and markers are those of the graph. Otherwise as `build_motion_graph`.

    >>> other = surefoot.mirror_clip(skeleton, clip).clip
    >>> more = [(skeleton, other, surefoot.mirror_plants(plants))]
    >>> bigger = surefoot.extend_motion_graph(graph, more, labelling="none")
    >>> len(bigger.graph.clip_names)
    2
    """
    array, count, keep = _clips(clips)
    new_graph, report = ctypes.c_void_p(), ctypes.c_void_p()
    return call_with_progress(
        lib.surefoot_extend_motion_graph,
        progress,
        handle(graph, MotionGraph, "graph"),
        array,
        count,
        packed("build_motion_graph", options),
        CALLBACK,
        ctypes.byref(new_graph),
        ctypes.byref(report),
        result=lambda: _built(new_graph.value, report.value),
        keep=keep,
    )


@operation("build_motion_graph")
def retune_motion_graph(
    graph: MotionGraph, thresholds: npt.ArrayLike | None = None, **options: Unpack[BuildMotionGraphOptions]
) -> BuiltGraph:
    """Makes the graph of the same clips with other thresholds, quickly enough for a slider.

    `thresholds` is labels x labels: the largest distance accepted from one label to another, metres; below 0 nothing
    passes. `None` keeps the graph's own. Without options those count that the graph was tuned with, and with neither it
    is the same graph, with the report it was built with: that of a graph read from a file. Given options stand beside
    the defaults of `build_motion_graph`; `thinning`, `threshold_factor` and `min_core` matter.

    >>> looser = surefoot.retune_motion_graph(graph, 2 * graph.thresholds).graph
    >>> looser.transition_count >= graph.transition_count
    True
    """
    owner = handle(graph, MotionGraph, "graph")
    count = len(graph.label_names)
    values = None if thresholds is None else floats(thresholds, (count, count), "thresholds")
    new_graph, report = outputs(
        2,
        lib.surefoot_retune_motion_graph,
        owner,
        pointer(values, ctypes.c_double),
        0 if values is None else values.size,
        packed("build_motion_graph", options),
    )
    return _built(new_graph, report)


def _clips(clips: Iterable[Any]) -> tuple[Any, int, Any]:
    """The array of clips, its length, and what must live as long."""
    entries, keep = [], []
    for i, given in enumerate(clips):
        one = GraphClip(*given)
        where = f"clips[{i}]"
        owners = (
            handle(one.skeleton, Skeleton, where),
            handle(one.clip, Clip, where),
            handle(one.plants, Plants, where),
        )
        spans, count = None, 0
        if one.labels is not None:
            spans, count = label_spans(one.labels, f"{where}.labels")
        keep.append((owners, spans))
        skeleton, clip, plants = (owner.address for owner in owners)
        entries.append(
            c.surefoot_graph_clip(
                skeleton=skeleton,
                clip=clip,
                plants=plants,
                labels=spans,
                label_count=count,
                group=whole_number(one.group, f"{where}.group", 2**32 - 1),
            )
        )
    return (c.surefoot_graph_clip * max(len(entries), 1))(*entries), len(entries), keep


def _built(graph: int | None, report: int | None) -> BuiltGraph:
    return BuiltGraph(MotionGraph._take(graph), take_report(BuildMotionGraphReport, report))
