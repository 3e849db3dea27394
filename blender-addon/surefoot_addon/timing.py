# SPDX-License-Identifier: GPL-3.0-or-later
"""At which frames a motion is sampled, and how many of them make a second."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass

import bpy
import numpy as np

from . import actions, nla

# The fastest hand or foot of a body that walks, steps or boxes exceeds this, metres per second, at the true rate (40
# captures: 2.6 and more); captures at 120 fps laid out at 24 stay below it (1.84 and less).
SLOW_MOTION_SPEED = 1.9
# What it typically reaches.
TYPICAL_SPEED = 4.0
USUAL_RATES = (30.0, 50.0, 60.0, 100.0, 120.0, 240.0)


@dataclass(frozen=True)
class Times:
    """Evenly spaced frames, possibly between whole ones."""

    first: float
    step: float
    count: int

    def frames(self) -> np.ndarray:
        """The frame numbers."""
        return self.first + self.step * np.arange(self.count)

    def index_from(self, frame: float) -> int:
        """The first sample at or after `frame`, inside the clip."""
        return int(np.clip(np.ceil((frame - self.first) / self.step - 0.01), 0, self.count - 1))

    def index_to(self, frame: float) -> int:
        """The last sample at or before `frame`, inside the clip."""
        return int(np.clip(np.floor((frame - self.first) / self.step + 0.01), 0, self.count - 1))

    def frame(self, index: int) -> float:
        """The frame number of a sample, whole where it is whole."""
        frame = self.first + self.step * index
        return round(frame) if abs(frame - round(frame)) < 0.01 else frame


def scene_rate(scene: bpy.types.Scene) -> float:
    """Frames a second as the scene plays."""
    return scene.render.fps / scene.render.fps_base


def sample_rate(scene: bpy.types.Scene, times: Times) -> float:
    """Samples a second; whole where only the rounding of key times is between."""
    rate = scene_rate(scene) / times.step
    return float(round(rate)) if abs(rate / round(rate) - 1.0) < 1e-4 else rate


def sample_times(armature: bpy.types.Object, scene: bpy.types.Scene, limits: tuple[float, float] | None) -> Times:
    """The frames to sample: the keys themselves where a capture was laid out evenly at another rate (as importers do),
    else every whole frame of the action and the strips that play; `limits` (first, last) cuts that. The scene's range
    where only drivers or constraints move the armature."""
    keys = nla.key_times(armature.animation_data)
    first = float(min((k[0] for k in keys), default=0.0))
    last = float(max((k[-1] for k in keys), default=0.0))
    step = 1.0
    if last > first:
        longest = max(keys, key=len)
        step = even_step(longest)
        if step != 1.0:
            first, last = float(longest[0]), float(longest[-1])
    elif _moves_by_itself(armature):
        first, last = float(scene.frame_start), float(scene.frame_end)
    if step == 1.0:
        first = round(first) if abs(first - round(first)) < 0.01 else np.ceil(first)
    if limits:
        # The first sample stays on a key.
        skipped = max(0.0, np.ceil((limits[0] - first) / step - 0.01))
        first, last = first + skipped * step, min(last, limits[1])
    return Times(float(first), step, max(0, int(np.floor((last - first) / step + 0.01)) + 1))


def _moves_by_itself(armature):
    """Whether drivers or constraints may move the armature without a key of its own."""
    animation = armature.animation_data
    if (animation and animation.drivers) or armature.constraints or armature.parent:
        return True
    return any(bone.constraints for bone in armature.pose.bones)


def even_step(keys: np.ndarray) -> float:
    """Frames from key to key if they are those of a capture at another rate than the scene's; else 1."""
    if len(keys) < 8:
        return 1.0
    step = float(keys[-1] - keys[0]) / (len(keys) - 1)
    # Keys on twos and further apart are an animator's, to be sampled on every frame.
    if not 0.05 < step < 1.99 or abs(step - 1.0) < 1e-4:
        return 1.0
    return step if np.abs(np.diff(keys.astype(np.float64)) - step).max() < 0.02 * step else 1.0


def forgets_rate(armature: bpy.types.Object, times: Times) -> bool:
    """Whether the motion looks like one of Blender's BVH import, the one that lays frames out whatever their rate: one key
    a frame, Euler angles throughout."""
    modes = {bone.rotation_mode for bone in armature.pose.bones}
    animation = armature.animation_data
    if times.step != 1.0 or modes & {"QUATERNION", "AXIS_ANGLE"} or not (animation and animation.action):
        return False
    curves = [c for c in actions.pose_curves(animation.action, actions.slot_of(animation)) if "rotation" in c.data_path]
    return bool(curves) and all(len(c.keyframe_points) >= times.count for c in curves)


def named_like_a_file(armature: bpy.types.Object) -> bool:
    """Whether armature and action have one name, as the BVH import gives them both the file's."""
    action = nla.base_action(armature)
    return action is not None and action.name.split(".")[0] == armature.name.split(".")[0]


def imported_rate(armature: bpy.types.Object) -> float:
    """The rate that the BVH file says, if the armature is what was last imported from one; else 0.

    Blender's import does not keep it, but remembers which file it read.
    """
    import_bvh = bpy.context.window_manager.operator_properties_last("import_anim.bvh")
    path = pathlib.Path(bpy.path.abspath(import_bvh.filepath)) if import_bvh and import_bvh.filepath else None
    action = nla.base_action(armature)
    if path is None or action is None or path.stem not in (armature.name, action.name):
        return 0.0
    return file_rate(path) or 0.0


def file_rate(path: pathlib.Path) -> float | None:
    """Frames a second as a BVH file has them; None if it cannot be read or says nothing."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for line in file:
                name, _, value = line.partition(":")
                if name.strip().lower() == "frame time":
                    rate = 1.0 / float(value)
                    # Files have the time of a frame to six digits or so.
                    return float(round(rate)) if abs(rate / round(rate) - 1.0) < 1e-3 else rate
    except (OSError, ValueError, ZeroDivisionError):
        return None
    return None


def believable_rate(ends: np.ndarray, rate: float, height: float) -> float:
    """`rate`, unless the body then moves as in slow motion; then the usual rate at which it would not.

    `ends` (F, N, 3) are the paths of hands and feet in metres. Blender's BVH import lays frames out one by one whatever
    their rate and does not keep it, so a capture at 120 a second plays five times too slow.
    """
    if len(ends) < 48 or ends.shape[1] == 0 or height <= 0.0:
        return rate
    # Speeds scale with the square root of the body's size (equal Froude numbers).
    scale = (height / 1.7) ** 0.5
    steps = np.linalg.norm(np.diff(ends, axis=0), axis=-1)
    # A cut or a T-pose before the capture is no motion.
    fastest = np.percentile(steps.max(axis=1), 98.0) * rate / scale
    travelled = steps.sum(axis=0).max()
    if fastest >= SLOW_MOTION_SPEED or travelled < 1.5 * height or fastest <= 0.0:
        return rate
    wanted = rate * TYPICAL_SPEED / fastest
    faster = [r for r in USUAL_RATES if r > rate]
    return min(faster, key=lambda r: abs(np.log(r / wanted))) if faster else rate
