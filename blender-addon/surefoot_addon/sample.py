# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples an armature through the dependency graph: constraints, IK, drivers and NLA are all in what comes out."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import bpy
import numpy as np

# Share of progress told every so many frames.
FRAMES_A_STEP = 16


@dataclass(frozen=True)
class Samples:
    """What was sampled. Matrices are Blender's: Z up, scene units."""

    names: list[str]
    frames: np.ndarray
    pose: np.ndarray
    """(F, B, 4, 4) every bone in armature space."""
    world: np.ndarray
    """(F, 4, 4) the armature object in the world."""

    def of(self, name: str) -> np.ndarray:
        """One bone in armature space, (F, 4, 4)."""
        return self.pose[:, self.names.index(name)]

    def heads(self, names: list[str]) -> np.ndarray:
        """World places of those bones' heads, (F, N, 3)."""
        local = self.pose[:, [self.names.index(name) for name in names]][..., :3, 3]
        return np.einsum("fij,fkj->fki", self.world[:, :3, :3], local) + self.world[:, None, :3, 3]


def sample(armature: bpy.types.Object, frames: np.ndarray) -> Generator[float, None, Samples]:
    """Yields the share done; returns the samples. The scene keeps its current frame.

    A scene of its own holds nothing but the armature, so that no mesh is deformed on the way: several times as fast,
    and what constraints and drivers refer to is evaluated all the same.
    """
    bones = armature.pose.bones
    row = np.empty(len(bones) * 16, np.float32)
    pose = np.empty((len(frames), len(bones) * 16), np.float32)
    world = np.empty((len(frames), 4, 4))
    scene = _scratch_scene(armature)
    try:
        for i, frame in enumerate(frames):
            whole = int(np.floor(frame + 1e-4))
            scene.frame_set(whole, subframe=float(max(0.0, frame - whole)))
            evaluated = armature.evaluated_get(scene.view_layers[0].depsgraph)
            evaluated.pose.bones.foreach_get("matrix", row)
            pose[i] = row
            world[i] = evaluated.matrix_world
            if i % FRAMES_A_STEP == 0:
                yield i / len(frames)
    finally:
        bpy.data.scenes.remove(scene)
    matrices = pose.reshape(len(frames), len(bones), 4, 4).transpose(0, 1, 3, 2)
    return Samples([bone.name for bone in bones], np.asarray(frames), matrices.astype(np.float64), world)


def _scratch_scene(armature):
    now = bpy.context.scene
    scene = bpy.data.scenes.new("Surefoot sampling")
    # Drivers may read time and gravity.
    scene.render.fps, scene.render.fps_base = now.render.fps, now.render.fps_base
    scene.gravity = now.gravity
    scene.collection.objects.link(armature)
    return scene
