"""A biped and its walk from closed formulas, with a known slide; the whole case on one screen."""

from __future__ import annotations

import numpy as np

import surefoot

UP, LOW = 0.42, 0.42  # thigh and shin, metres
ANKLE = 0.08  # height of a standing ankle
STEP_TIME, STEP = 0.5, 0.6  # seconds and metres per step

JOINTS = [
    # name, parent, rest offset
    ("Hips", -1, (0.0, 0.86, 0.0)),
    ("Spine", 0, (0.0, 0.12, 0.0)),
    ("Chest", 1, (0.0, 0.25, 0.0)),
    ("Neck", 2, (0.0, 0.2, 0.0)),
    ("Head", 3, (0.0, 0.1, 0.0)),
    ("LeftArm", 2, (0.18, 0.15, 0.0)),
    ("LeftForeArm", 5, (0.28, 0.0, 0.0)),
    ("LeftHand", 6, (0.25, 0.0, 0.0)),
    ("RightArm", 2, (-0.18, 0.15, 0.0)),
    ("RightForeArm", 8, (-0.28, 0.0, 0.0)),
    ("RightHand", 9, (-0.25, 0.0, 0.0)),
    ("LeftUpLeg", 0, (0.1, 0.0, 0.0)),
    ("LeftLeg", 11, (0.0, -UP, 0.0)),
    ("LeftFoot", 12, (0.0, -LOW, 0.0)),
    ("LeftToeBase", 13, (0.0, -0.06, 0.14)),
    ("RightUpLeg", 0, (-0.1, 0.0, 0.0)),
    ("RightLeg", 15, (0.0, -UP, 0.0)),
    ("RightFoot", 16, (0.0, -LOW, 0.0)),
    ("RightToeBase", 17, (0.0, -0.06, 0.14)),
]
NAMES = [name for name, _, _ in JOINTS]
END_SITES = [("Head", (0.0, 0.18, 0.0)), ("LeftToeBase", (0.0, 0.0, 0.07)), ("RightToeBase", (0.0, 0.0, 0.07))]


def biped() -> surefoot.Skeleton:
    """A person of 1.7 m, arms to the sides."""
    return surefoot.Skeleton(
        NAMES, [parent for _, parent, _ in JOINTS], [offset for _, _, offset in JOINTS], end_sites=END_SITES
    )


def walk_arrays(frame_count: int = 180, frame_rate: float = 60.0, slide: float = 0.1):
    """Rotations and root positions of a walk along z whose root is slower by the share `slide` than its feet."""
    time = np.arange(frame_count) / frame_rate
    root = np.zeros((frame_count, 3))
    root[:, 1] = 0.82 + 0.01 * np.cos(2 * np.pi * time / STEP_TIME)
    root[:, 2] = STEP * time / STEP_TIME
    rotations = np.zeros((frame_count, len(JOINTS), 4))
    rotations[:, :, 3] = 1.0
    for thigh, phase in ((11, 0.0), (15, 1.0)):
        # A foot stands for one step and swings for one; at its stance's middle the hip is above it.
        cycle = (time / STEP_TIME + phase) / 2
        number, part = np.floor(cycle), cycle % 1.0
        swing = np.clip((part - 0.55) / 0.45, 0.0, 1.0)
        eased = swing * swing * (3 - 2 * swing)
        ankle_z = STEP * (2 * number + 2 * eased + 0.5 - phase)
        ankle_y = ANKLE + 0.12 * np.sin(np.pi * swing) ** 2
        down, forward = root[:, 1] - ankle_y, ankle_z - root[:, 2]
        reach = np.minimum(np.hypot(down, forward), UP + LOW - 1e-4)
        at_hip = np.arccos((UP**2 + reach**2 - LOW**2) / (2 * UP * reach))
        at_knee = np.arccos((UP**2 + LOW**2 - reach**2) / (2 * UP * LOW))
        hip = -np.arctan2(forward, down) - at_hip
        knee = np.pi - at_knee
        for joint, angle in ((thigh, hip), (thigh + 1, knee), (thigh + 2, -hip - knee)):
            rotations[:, joint, 0] = np.sin(angle / 2)
            rotations[:, joint, 3] = np.cos(angle / 2)
    root[:, 2] *= 1.0 - slide
    return rotations, root


def walk(skeleton: surefoot.Skeleton, frame_count: int = 180, slide: float = 0.1) -> surefoot.Clip:
    """The walk as a clip."""
    rotations, root = walk_arrays(frame_count, 60.0, slide)
    return surefoot.Clip(skeleton, rotations, root, 60.0, name="walk")


def box(joint: int, low: tuple[float, ...], high: tuple[float, ...], start: int):
    """Corners and triangles of a box that one joint moves; places in the joint's frame."""
    corners = [[(low, high)[i >> axis & 1][axis] for axis in range(3)] for i in range(8)]
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    triangles = [(start + a, start + b, start + c) for a, b, c, d in quads for a, b, c in ((a, b, c), (a, c, d))]
    return corners, triangles, [joint] * 8


def skin(skeleton: surefoot.Skeleton) -> surefoot.Skin:
    """A box for the chest and one for each upper arm, forearm and hand."""
    parts = [(2, (-0.15, -0.3, -0.1), (0.15, 0.2, 0.1))]
    for upper, side in ((5, 1.0), (8, -1.0)):
        for joint, length in ((upper, 0.28), (upper + 1, 0.25), (upper + 2, 0.15)):
            ends = sorted((0.0, side * length))
            parts.append((joint, (ends[0], -0.04, -0.04), (ends[1], 0.04, 0.04)))
    rest = np.zeros((len(JOINTS), 3))
    for i, (_, parent, offset) in enumerate(JOINTS):
        rest[i] = np.array(offset) + (rest[parent] if parent >= 0 else 0)
    points, triangles, joints = [], [], []
    for joint, low, high in parts:
        corners, faces, owners = box(joint, low, high, len(points))
        points += [rest[joint] + corner for corner in corners]
        triangles += faces
        joints += owners
    binds = np.tile(np.eye(4), (len(JOINTS), 1, 1))
    binds[:, :3, 3] = -rest
    count = len(points)
    return surefoot.Skin(
        skeleton, points, triangles, range(len(JOINTS)), binds, range(count + 1), joints, np.ones(count), name="boxes"
    )


def folded(skeleton: surefoot.Skeleton, frame_count: int = 4) -> surefoot.Clip:
    """The left forearm folded back into the chest."""
    rotations = np.zeros((frame_count, len(JOINTS), 4))
    rotations[:, :, 3] = 1.0
    # About the vertical axis: the forearm points to the right, through the chest.
    rotations[:, 6] = (0.0, np.sin(1.45), 0.0, np.cos(1.45))
    return surefoot.Clip(skeleton, rotations, np.tile((0.0, 0.86, 0.0), (frame_count, 1)), 30.0, name="folded")


def operation(name: str) -> surefoot.Operation:
    """What the library declares of an operation."""
    return next(operation for operation in surefoot.operations() if operation.name == name)
