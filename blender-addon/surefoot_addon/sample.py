# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples an armature through the dependency graph: the result includes constraints, IK, drivers and NLA."""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from dataclasses import dataclass

import bpy
import numpy as np

from . import actions, nla

# Properties of a pose bone that keys may set, and how many numbers each has.
PROPERTIES = {
    "location": 3,
    "rotation_quaternion": 4,
    "rotation_euler": 3,
    "rotation_axis_angle": 4,
}
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
    values: dict[str, np.ndarray] | None = None
    """Property -> (F, B, n) as it played; only where strips or drivers have a say, else the curves tell."""

    def of(self, name: str) -> np.ndarray:
        """One bone in armature space, (F, 4, 4)."""
        return self.pose[:, self.names.index(name)]

    def value_of(self, name: str, property_name: str) -> np.ndarray | None:
        """The values that one bone's property had as it played, (F, n); None if they were not sampled."""
        return None if self.values is None else self.values[property_name][:, self.names.index(name)].astype(float)

    def heads(self, names: list[str]) -> np.ndarray:
        """World places of those bones' heads, (F, N, 3)."""
        local = self.pose[:, [self.names.index(name) for name in names]][..., :3, 3]
        return local @ np.swapaxes(self.world[:, :3, :3], -1, -2) + self.world[:, None, :3, 3]


def sample(armature: bpy.types.Object, frames: np.ndarray) -> Generator[float, None, Samples]:
    """Yields the share done; returns the samples. The scene keeps its current frame.

    A scene of its own holds nothing but the armature, so that no mesh is deformed on the way: several times as fast,
    and what constraints and drivers refer to is evaluated all the same.
    """
    bones = armature.pose.bones
    row = np.empty(len(bones) * 16, np.float32)
    pose = np.empty((len(frames), len(bones) * 16), np.float32)
    world = np.empty((len(frames), 4, 4))
    values = {}
    if nla.is_layered(armature.animation_data):
        values = {name: np.empty((len(frames), len(bones) * n), np.float32) for name, n in PROPERTIES.items()}
    scene = _scratch_scene(armature)
    try:
        for i, frame in enumerate(frames):
            whole = int(np.floor(frame + 1e-4))
            scene.frame_set(whole, subframe=float(max(0.0, frame - whole)))
            evaluated = armature.evaluated_get(scene.view_layers[0].depsgraph)
            evaluated.pose.bones.foreach_get("matrix", row)
            pose[i] = row
            world[i] = evaluated.matrix_world
            for name, rows in values.items():
                evaluated.pose.bones.foreach_get(name, rows[i])
            if i % FRAMES_A_STEP == 0:
                yield i / len(frames)
    finally:
        bpy.data.scenes.remove(scene)
    matrices = pose.reshape(len(frames), len(bones), 4, 4).transpose(0, 1, 3, 2)
    shaped = {name: rows.reshape(len(frames), len(bones), PROPERTIES[name]) for name, rows in values.items()}
    names = [bone.name for bone in bones]
    return Samples(names, np.asarray(frames), matrices.astype(np.float64), world, shaped or None)


# The last samples of a plain armature, and what they were made from: Remove Footskate mostly follows Detect.
_last: tuple[bytes, Samples] | None = None


def sample_once(armature: bpy.types.Object, frames: np.ndarray) -> Generator[float, None, Samples]:
    """As `sample`; an armature that plays an action and nothing else is not sampled again while nothing has changed."""
    global _last
    print_now = _fingerprint(armature, frames)
    if print_now is not None and _last and _last[0] == print_now:
        return _last[1]
    samples = yield from sample(armature, frames)
    _last = (print_now, samples) if print_now is not None else None
    return samples


def forget() -> None:
    """Drops the kept samples."""
    global _last
    _last = None


def _fingerprint(armature, frames) -> bytes | None:
    """A hash of all that the pose follows from; None if constraints, drivers, NLA or parents have a say in it."""
    animation = armature.animation_data
    if animation is None or animation.action is None or nla.is_layered(animation):
        return None
    if animation.nla_tracks and (animation.action_blend_type, animation.action_influence) != ("REPLACE", 1.0):
        return None
    if armature.parent or armature.constraints or any(bone.constraints for bone in armature.pose.bones):
        return None
    if armature.data.animation_data:
        return None
    made_from = hashlib.blake2b(np.ascontiguousarray(frames))
    made_from.update(repr((armature.session_uid, *armature.matrix_world)).encode())
    for curve in actions.curves(animation.action, actions.slot_of(animation)):
        if not curve.data_path.startswith('pose.bones["') or curve.modifiers:
            return None
        made_from.update(f"{curve.data_path} {curve.array_index} {curve.extrapolation} {curve.mute}".encode())
        for values in actions.shape(curve):
            made_from.update(values)
    for name, width in (
        ("location", 3),
        ("rotation_quaternion", 4),
        ("rotation_euler", 3),
        ("rotation_axis_angle", 4),
        ("scale", 3),
    ):
        values = np.empty(len(armature.pose.bones) * width, np.float32)
        armature.pose.bones.foreach_get(name, values)
        # What has curves differs with the current frame; the curves are hashed above.
        keyed = _keyed(armature, name)
        values.reshape(-1, width)[keyed] = 0.0
        made_from.update(values)
    for bone in armature.data.bones:
        flags = (bone.use_connect, bone.use_inherit_rotation, bone.inherit_scale, bone.use_local_location)
        mode = armature.pose.bones[bone.name].rotation_mode
        made_from.update(repr((bone.name, mode, flags, *bone.matrix_local)).encode())
    return made_from.digest()


def _keyed(armature, name):
    animation = armature.animation_data
    paths = {c.data_path for c in actions.curves(animation.action, actions.slot_of(animation))}
    return np.array([bone.path_from_id(name) in paths for bone in armature.pose.bones], bool)


def _scratch_scene(armature):
    now = bpy.context.scene
    scene = bpy.data.scenes.new("Surefoot sampling")
    # Drivers may read time and gravity.
    scene.render.fps, scene.render.fps_base = now.render.fps, now.render.fps_base
    scene.gravity = now.gravity
    scene.collection.objects.link(armature)
    return scene
