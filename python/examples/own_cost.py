"""Finds motion by a cost of one's own: 5 seconds of a clip joined to itself, with as few transitions as can be.

Usage: own_cost.py walk.bvh found.bvh
"""

from __future__ import annotations

import sys

import surefoot


def main(source: str, target: str) -> None:
    """Builds a graph of one clip, searches it and writes what was found."""
    document = surefoot.read(source)
    skeleton, clip = document.skeleton, document.clips[0]
    plants = surefoot.detect_plants(skeleton, clip).plants
    graph = surefoot.build_motion_graph([(skeleton, clip, plants)], labelling="none").graph
    is_transition = graph.edges["is_transition"]
    query = surefoot.MotionQuery.custom(
        cost=lambda _walk, edge, _after: float(is_transition[edge]),
        is_complete=lambda walk: walk.frames >= 5 * graph.frame_rate,
    )
    found = surefoot.search_motion_graph(graph, query)
    surefoot.write_new(target, graph.skeleton, [found.clip])
    print(found.report.summary())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
