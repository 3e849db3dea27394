"""Walks as BVH files in metres, for comparison with the command line. Needs no Maya."""

from __future__ import annotations

import math
from typing import List

from walk import Joint, Quaternion, Vector, Walk, multiply


def write(walk: Walk) -> str:
    """The walk as a BVH file; rotations in the order z x y."""
    lines = ["HIERARCHY"]
    order: List[int] = []
    _write_joint(walk, 0, 0, lines, order)
    lines += ["MOTION", "Frames: %d" % len(walk.roots), "Frame Time: %.9f" % (1.0 / walk.rate)]
    for root, rotations in zip(walk.roots, walk.rotations):
        numbers = list(root)
        for index in order:
            numbers += _angles(rotations[index])
        lines.append(" ".join("%.9f" % number for number in numbers))
    return "\n".join(lines) + "\n"


def _write_joint(walk: Walk, index: int, depth: int, lines: List[str], order: List[int]) -> None:
    joint, pad = walk.joints[index], "  " * depth
    order.append(index)
    lines.append("%s%s %s" % (pad, "JOINT" if depth else "ROOT", joint.name))
    lines.append(pad + "{")
    lines.append(pad + "  OFFSET " + " ".join("%.9f" % number for number in joint.offset))
    place = "" if depth else "Xposition Yposition Zposition "
    count = 3 if depth else 6
    lines.append("%s  CHANNELS %d %sZrotation Xrotation Yrotation" % (pad, count, place))
    children = [child for child, its in enumerate(walk.joints) if its.parent == index]
    for child in children:
        _write_joint(walk, child, depth + 1, lines, order)
    if not children:
        lines += [pad + "  End Site", pad + "  {", pad + "    OFFSET 0.0 0.01 0.0", pad + "  }"]
    lines.append(pad + "}")


def _angles(q: Quaternion) -> List[float]:
    """Degrees about z, x, y, for R = Rz Rx Ry."""
    x, y, z, w = q
    # Entries of the matrix for column vectors.
    m21 = 2.0 * (y * z + w * x)
    angle_x = math.asin(max(-1.0, min(1.0, m21)))
    angle_z = math.atan2(-2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z))
    angle_y = math.atan2(-2.0 * (x * z - w * y), 1.0 - 2.0 * (x * x + y * y))
    return [math.degrees(angle) for angle in (angle_z, angle_x, angle_y)]


def read(text: str, joints: List[Joint]) -> Walk:
    """Reads a file that `write` made, or that was made from it: the same joints and channels."""
    head, _, motion = text.partition("MOTION")
    names = [line.split()[1] for line in head.splitlines() if line.split()[:1] in (["ROOT"], ["JOINT"])]
    order = [[joint.name for joint in joints].index(name) for name in names]
    # A command may stretch limbs; then joints have places of their own.
    if head.count("position") != 3:
        raise ValueError("the file has places of other joints than the root")
    lines = motion.strip().splitlines()
    rate = 1.0 / float(lines[1].split()[2])
    roots: List[Vector] = []
    rotations: List[List[Quaternion]] = []
    for line in lines[2:]:
        numbers = [float(word) for word in line.split()]
        roots.append((numbers[0], numbers[1], numbers[2]))
        pose: List[Quaternion] = [(0.0, 0.0, 0.0, 1.0)] * len(joints)
        for place, index in enumerate(order):
            z, x, y = (math.radians(degrees) / 2.0 for degrees in numbers[3 + 3 * place : 6 + 3 * place])
            turn_z = (0.0, 0.0, math.sin(z), math.cos(z))
            turn_x = (math.sin(x), 0.0, 0.0, math.cos(x))
            turn_y = (0.0, math.sin(y), 0.0, math.cos(y))
            pose[index] = multiply(multiply(turn_z, turn_x), turn_y)
        rotations.append(pose)
    return Walk(rate, joints, roots, rotations)
