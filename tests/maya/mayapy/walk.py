"""A walk of 31 joints whose hips travel farther than its feet, so that the feet slide. Needs no Maya.

Metres, Y up, quaternions x y z w. Rotations are local, relative to straight axes in the rest pose.
"""

from __future__ import annotations

import math
from typing import Dict, List, NamedTuple, Tuple

Vector = Tuple[float, float, float]
Quaternion = Tuple[float, float, float, float]

SIDES = (("left", 1.0), ("right", -1.0))
HIP_HEIGHT, THIGH, SHIN, ANKLE = 0.90, 0.42, 0.41, 0.09
STEP_SECONDS, STEP_LENGTH, LIFT = 0.5, 0.62, 0.07
# Hips go this much farther than the steps.
SLIDE = 1.15


class Joint(NamedTuple):
    """A joint of the rest pose."""

    name: str
    parent: int
    offset: Vector


class Walk(NamedTuple):
    """The clip."""

    rate: float
    joints: List[Joint]
    # A frame: the place of the root, and a rotation for each joint.
    roots: List[Vector]
    rotations: List[List[Quaternion]]


def joints() -> List[Joint]:
    """The skeleton: parents before children, the root first."""
    made: List[Joint] = []
    places: Dict[str, int] = {}

    def add(name: str, parent: str, offset: Vector) -> None:
        places[name] = len(made)
        made.append(Joint(name, places.get(parent, -1), offset))

    add("hips", "", (0.0, HIP_HEIGHT, 0.0))
    add("spine", "hips", (0.0, 0.10, 0.0))
    add("spine1", "spine", (0.0, 0.12, 0.0))
    add("spine2", "spine1", (0.0, 0.12, 0.0))
    add("chest", "spine2", (0.0, 0.12, 0.0))
    add("neck", "chest", (0.0, 0.12, 0.0))
    add("head", "neck", (0.0, 0.10, 0.0))
    add("jaw", "head", (0.0, 0.02, 0.05))
    add("head_end", "head", (0.0, 0.20, 0.0))
    for side, sign in SIDES:
        add(side + "_shoulder", "chest", (sign * 0.05, 0.08, 0.0))
        add(side + "_upper_arm", side + "_shoulder", (sign * 0.13, 0.0, 0.0))
        add(side + "_forearm", side + "_upper_arm", (sign * 0.28, 0.0, 0.0))
        add(side + "_hand", side + "_forearm", (sign * 0.25, 0.0, 0.0))
        add(side + "_thumb", side + "_hand", (sign * 0.04, 0.0, 0.04))
        add(side + "_fingers", side + "_hand", (sign * 0.09, 0.0, 0.0))
    for side, sign in SIDES:
        add(side + "_thigh", "hips", (sign * 0.09, -(HIP_HEIGHT - THIGH - SHIN - ANKLE + 0.02), 0.0))
        add(side + "_shin", side + "_thigh", (0.0, -THIGH, 0.0))
        add(side + "_foot", side + "_shin", (0.0, -SHIN, 0.0))
        add(side + "_toe", side + "_foot", (0.0, -ANKLE + 0.02, 0.13))
        add(side + "_toe_end", side + "_toe", (0.0, 0.0, 0.07))
    return made


def make(rate: float = 30.0, frames: int = 90) -> Walk:
    """The walk, along z."""
    skeleton = joints()
    names = [joint.name for joint in skeleton]
    roots: List[Vector] = []
    rotations: List[List[Quaternion]] = []
    speed = STEP_LENGTH / STEP_SECONDS
    for frame in range(frames):
        time = frame / rate
        root = (0.0, HIP_HEIGHT - 0.05 + 0.01 * math.cos(2.0 * math.pi * time / STEP_SECONDS), speed * time * SLIDE)
        pose: Dict[str, Quaternion] = {}
        for side, sign in SIDES:
            phase = time / (2.0 * STEP_SECONDS) + (0.0 if sign > 0.0 else 0.5)
            along, height = _ankle(phase)
            hip = skeleton[names.index(side + "_thigh")].offset
            thigh, shin = _bend(along, height - root[1] - hip[1])
            pose[side + "_thigh"] = about_x(thigh)
            pose[side + "_shin"] = about_x(shin)
            # The sole stays level.
            pose[side + "_foot"] = about_x(-thigh - shin)
            swing = 0.5 * math.sin(2.0 * math.pi * phase)
            down = (0.0, 0.0, math.sin(sign * -0.6), math.cos(0.6))
            pose[side + "_upper_arm"] = multiply(about_x(swing), down)
            pose[side + "_forearm"] = about_y(sign * -0.4)
        pose["spine"] = about_y(0.05 * math.sin(math.pi * time / STEP_SECONDS))
        roots.append(root)
        rotations.append([pose.get(name, (0.0, 0.0, 0.0, 1.0)) for name in names])
    return Walk(rate, skeleton, roots, rotations)


def _ankle(phase: float) -> Tuple[float, float]:
    """How far an ankle is before the hips, and how high: half of a cycle it stands, half of it swings."""
    part = phase % 1.0
    if part < 0.5:
        return STEP_LENGTH * (0.5 - 2.0 * part), ANKLE
    share = 2.0 * part - 1.0
    smooth = share * share * (3.0 - 2.0 * share)
    return STEP_LENGTH * (smooth - 0.5), ANKLE + LIFT * math.sin(math.pi * share) ** 2


def _bend(along: float, down: float) -> Tuple[float, float]:
    """Angles of thigh and shin about x that bring the ankle there; the knee points forward."""
    reach = min(math.hypot(along, down), 0.999 * (THIGH + SHIN))
    knee = math.acos((THIGH**2 + SHIN**2 - reach**2) / (2.0 * THIGH * SHIN))
    inner = math.acos((THIGH**2 + reach**2 - SHIN**2) / (2.0 * THIGH * reach))
    # A leg that hangs straight down has the angle 0; turning about x by a takes -y to (-cos a, -sin a) in y, z.
    toward = math.atan2(-along, -down)
    return toward - inner, math.pi - knee


def about_x(angle: float) -> Quaternion:
    """A turn about x."""
    return (math.sin(angle / 2.0), 0.0, 0.0, math.cos(angle / 2.0))


def about_y(angle: float) -> Quaternion:
    """A turn about y."""
    return (0.0, math.sin(angle / 2.0), 0.0, math.cos(angle / 2.0))


def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """The turn b, then a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def turn(rotation: Quaternion, place: Vector) -> Vector:
    """A place turned."""
    x, y, z, _ = multiply(multiply(rotation, (*place, 0.0)), (-rotation[0], -rotation[1], -rotation[2], rotation[3]))
    return (x, y, z)


def places(walk: Walk) -> List[List[Vector]]:
    """Where every joint is in the world, by frame."""
    result = []
    for root, rotations in zip(walk.roots, walk.rotations):
        world: List[Tuple[Vector, Quaternion]] = []
        for index, joint in enumerate(walk.joints):
            if joint.parent < 0:
                world.append((root, rotations[index]))
                continue
            above, turned = world[joint.parent]
            way = turn(turned, joint.offset)
            place = (above[0] + way[0], above[1] + way[1], above[2] + way[2])
            world.append((place, multiply(turned, rotations[index])))
        result.append([place for place, _ in world])
    return result


def farthest(one: List[List[Vector]], other: List[List[Vector]]) -> float:
    """The largest distance between the same joints of two motions."""
    assert len(one) == len(other), (len(one), len(other))
    return max(_distance(a, b) for f, g in zip(one, other) for a, b in zip(f, g))


def _distance(a: Vector, b: Vector) -> float:
    return math.sqrt(sum((p - q) ** 2 for p, q in zip(a, b)))
