"""Joins the clips of some files into a motion graph and writes a random walk through it.

Usage: walk_for_ever.py walk.bvh walk.glb --out walk_for_ever.bvh
"""

from __future__ import annotations

import sys

import surefoot


def main(arguments: list[str]) -> None:
    """Builds the graph with a line of progress, walks 20 seconds, cleans the seams."""
    *files, _, output = arguments
    clips = []
    for file in files:
        document = surefoot.read(file)
        for clip in document.clips:
            plants = surefoot.detect_plants(document.skeleton, clip).plants
            clips.append(surefoot.GraphClip(document.skeleton, clip, plants))

    def show(share: float) -> None:
        print(f"\rcomparing {share:4.0%}", end="", file=sys.stderr)

    built = surefoot.build_motion_graph(clips, progress=show, labelling="none")
    print(built.report.summary())

    graph = built.graph
    walk = surefoot.random_walk(graph, seed=1, min_frames=round(20 * graph.frame_rate))
    print(f"{walk.clip.frame_count} frames from {len(walk.segments)} edges")
    edited = surefoot.remove_footskate(graph.skeleton, walk.clip, walk.plants)
    print(edited.report.summary())
    surefoot.write_new(output, graph.skeleton, [edited.clip])


if __name__ == "__main__":
    main(sys.argv[1:])
