"""Makes a skeleton and a clip from arrays, changes the clip with numpy, and writes it as GLB.

Usage: clip_from_numpy.py arm.glb
"""

from __future__ import annotations

import sys

import numpy as np

import surefoot


def main(output: str) -> None:
    """An arm that waves for a second, and the same wave with half the swing."""
    skeleton = surefoot.Skeleton(
        names=["Shoulder", "Elbow", "Wrist"],
        parents=[-1, 0, 1],
        rest_offsets=[(0, 1.4, 0), (0.3, 0, 0), (0.25, 0, 0)],
        roles={},
    )
    angle = 0.8 * np.sin(np.linspace(0, 2 * np.pi, 31))
    rotations = np.zeros((31, 3, 4))
    rotations[..., 3] = 1.0
    rotations[:, 1, 2], rotations[:, 1, 3] = np.sin(angle / 2), np.cos(angle / 2)
    root = np.tile([0.0, 1.4, 0.0], (31, 1))
    wave = surefoot.Clip(skeleton, rotations, root, 30.0, name="wave")

    # The arrays of a clip are views of the library's memory: copy what you change.
    smaller = wave.rotations.copy()
    smaller[:, 1, 2], smaller[:, 1, 3] = np.sin(angle / 4), np.cos(angle / 4)
    small_wave = surefoot.Clip(skeleton, smaller, wave.root_positions, wave.frame_rate, name="small wave")

    for clip in (wave, small_wave):
        hand = surefoot.world_positions(skeleton, clip)[:, 2]
        print(f"{clip.name}: the hand moves {np.ptp(hand[:, 1]):.3f} m up and down")
    surefoot.write_new(output, skeleton, [wave, small_wave])


if __name__ == "__main__":
    main(sys.argv[1])
