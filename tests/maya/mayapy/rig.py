"""Puts a walk into the scene, on joints as awkward as a rigger's, and reads it back."""

from __future__ import annotations

import math
import random
from typing import Any, Dict, List, NamedTuple, Sequence, Tuple

import walk as walks
from maya import cmds
from maya.api import OpenMaya as om

# Centimetres in the units of length.
CENTIMETRES = {"mm": 0.1, "cm": 1.0, "m": 100.0, "in": 2.54, "ft": 30.48}
TIMES = {24.0: "film", 25.0: "pal", 30.0: "ntsc", 60.0: "ntscf", 120.0: "120fps"}
CHANNELS = ("translateX", "translateY", "translateZ", "rotateX", "rotateY", "rotateZ")


class Look(NamedTuple):
    """How a character is put into the scene."""

    unit: str = "cm"
    rate: float = 30.0
    up: str = "y"
    # Joint orients, rotate axes and rotate orders; without, all are straight.
    awkward: bool = True
    prefix: str = ""
    first: float = 1.0
    # Keys between frames.
    fractional: bool = False


class Rig(NamedTuple):
    """A character of the scene."""

    look: Look
    joints: List[str]
    frames: int

    @property
    def root(self) -> str:
        """The root joint."""
        return self.joints[0]

    def range(self) -> Dict[str, float]:
        """The flags of the range of its keys."""
        return {"startTime": self.look.first, "endTime": self.look.first + self.frames - 1}


def new_scene(look: Look) -> None:
    """An empty scene with units, rate and up axis."""
    cmds.file(newFile=True, force=True)
    cmds.upAxis(axis=look.up)  # type: ignore[call-overload]  # types-maya wants True
    cmds.currentUnit(linear=look.unit, angle="deg", time=TIMES[look.rate])


def build(walk: walks.Walk, look: Look) -> Rig:
    """Makes the joints with a key on each frame, at the walk's own rate, in a scene of that rate.

    Maya's matrices take row vectors. With `axes` of a joint as its rotation against the straight one, its local
    rotation is axes · q · (parent's axes)⁻¹, and that is [rotateAxis][rotate][jointOrient].
    """
    draw = random.Random(7)
    joints: List[str] = []
    axes: List[Any] = []
    to_scene = om.MQuaternion(math.pi / 2.0, om.MVector(1, 0, 0)) if look.up == "z" else om.MQuaternion()
    factor = 100.0 / CENTIMETRES[look.unit]
    count = len(walk.roots)
    for index, joint in enumerate(walk.joints):
        parent = joint.parent
        # Of the root's parent: the scene's axes as the walk's joints see them.
        above = to_scene.inverse() if parent < 0 else axes[parent]
        own = _any_turn(draw) if look.awkward else om.MQuaternion()
        axes.append(own)
        axis = _any_turn(draw) if look.awkward and index % 3 == 0 else om.MQuaternion()
        orient = axis.inverse() * own * above.inverse() if look.awkward else om.MQuaternion()
        order = index % 6 if look.awkward else 0
        place_in: Any = {"parent": joints[parent]} if parent >= 0 else {}
        name = cmds.createNode("joint", name=look.prefix + joint.name, skipSelect=True, **place_in)
        name = cmds.ls(name, long=True)[0]
        joints.append(name)
        cmds.setAttr(name + ".rotateOrder", order)
        _set_angles(name, "jointOrient", orient)
        _set_angles(name, "rotateAxis", axis)
        way = om.MVector(*joint.offset).rotateBy(above.inverse()) * factor
        cmds.setAttr(name + ".translate", way.x, way.y, way.z)

        last = None
        for frame in range(count):
            q = om.MQuaternion(*walk.rotations[frame][index])
            rotate = axis.inverse() * own * q * above.inverse() * orient.inverse()
            euler = rotate.asEulerRotation().reorder(order)
            last = euler if last is None else euler.closestSolution(last)
            time = look.first + frame
            for channel, value in zip(CHANNELS[3:], (last.x, last.y, last.z)):
                _key(name, channel, time, math.degrees(value))
            if parent < 0:
                place = om.MVector(*walk.roots[frame]).rotateBy(to_scene) * factor
                for channel, value in zip(CHANNELS[:3], (place.x, place.y, place.z)):
                    _key(name, channel, time, value)
    rig = Rig(look, joints, count)
    for channel in CHANNELS[3:] if look.fractional else ():
        cmds.setKeyframe(joints[0], attribute=channel, time=look.first + 10.4, insert=True)
    cmds.playbackOptions(minTime=look.first, maxTime=look.first + count - 1)
    cmds.currentTime(look.first)
    return rig


def _key(name: str, channel: str, time: float, value: float) -> None:
    cmds.setKeyframe(name, attribute=channel, time=time, value=value, inTangentType="linear", outTangentType="linear")


def _any_turn(draw: random.Random) -> Any:
    angles = [draw.uniform(-math.pi, math.pi) for _ in range(3)]
    return om.MEulerRotation(angles[0], angles[1], angles[2]).asQuaternion()


def _set_angles(name: str, attribute: str, rotation: Any) -> None:
    euler = rotation.asEulerRotation()
    cmds.setAttr(name + "." + attribute, *(math.degrees(angle) for angle in (euler.x, euler.y, euler.z)))


def places(rig: Rig, joints: Sequence[str] = ()) -> List[List[walks.Vector]]:
    """Where the joints are, by playing the range: metres, Y up."""
    result = []
    now = time_now()
    for frame in range(rig.frames):
        cmds.currentTime(rig.look.first + frame)
        result.append([_place(joint, rig.look.up) for joint in joints or rig.joints])
    cmds.currentTime(now)
    return result


def _place(joint: str, up: str) -> walks.Vector:
    # Plugs of matrices are in centimetres, whatever the scene's unit.
    matrix = cmds.getAttr(joint + ".worldMatrix[0]")
    x, y, z = (number / 100.0 for number in matrix[12:15])
    return (x, z, -y) if up == "z" else (x, y, z)


def keys(names: Sequence[str]) -> List[Any]:
    """Every key of curves: times, values, tangents, infinity. Equal lists are equal to the bit."""
    told: List[Any] = []
    for curve in names:
        told.append(curve)
        for flag in ("timeChange", "valueChange"):
            told.append(ask("keyframe", curve, **{flag: True}))
        for flag in ("inAngle", "outAngle", "inWeight", "outWeight", "inTangentType", "outTangentType", "lock"):
            told.append(ask("keyTangent", curve, **{flag: True}))
        told.append(ask("setInfinity", curve, preInfinite=True) + ask("setInfinity", curve, postInfinite=True))
    return told


def curves(nodes: Sequence[str]) -> List[str]:
    """The curves that key channels of nodes directly."""
    found: List[str] = []
    for node in nodes:
        found += cmds.listConnections(node, source=True, destination=False, type="animCurve") or []
    return sorted(found)


def ask(command: str, *objects: str, **flags: Any) -> Any:
    """A query whose flags types-maya knows for edits only."""
    return getattr(cmds, command)(*objects, query=True, **flags)


def time_now() -> float:
    """The current frame."""
    return float(ask("currentTime"))


def skin(rig: Rig) -> str:
    """A mesh of tubes around the bones, bound to the joints; returns its transform."""
    parts = []
    for index, joint in enumerate(rig.joints):
        children = [child for child in rig.joints if child.rpartition("|")[0] == joint]
        for child in children:
            parts.append(_tube(joint, child, _radius(rig.joints[index])))
    # types-maya does not know all flags of these.
    mesh = getattr(cmds, "polyUnite")(*parts, constructionHistory=False, mergeUVSets=1, name="body")[0]  # noqa: B009
    cmds.skinCluster(*rig.joints, mesh, toSelectedBones=True, maximumInfluences=2, normalizeWeights=1)
    return str(mesh)


def _radius(joint: str) -> float:
    name = joint.rpartition("|")[2]
    if any(part in name for part in ("spine", "chest", "hips")):
        return 0.13
    if any(part in name for part in ("thumb", "finger", "toe", "jaw")):
        return 0.02
    return 0.05


def _tube(start: str, end: str, radius: float) -> str:
    """A cylinder from one joint to another, in the scene's unit."""
    a, b = (om.MVector(ask("xform", joint, worldSpace=True, translation=True)) for joint in (start, end))
    way = b - a
    factor = 100.0 / CENTIMETRES[str(ask("currentUnit", linear=True))]
    length = max(way.length(), 1e-3 * factor)
    tube = cmds.polyCylinder(
        radius=radius * factor, height=length, subdivisionsAxis=16, subdivisionsHeight=6, constructionHistory=False
    )[0]
    turn = om.MVector(0, 1, 0).rotateTo(way.normal()) if way.length() > 0 else om.MQuaternion()
    euler = turn.asEulerRotation()
    cmds.setAttr(tube + ".rotate", *(math.degrees(angle) for angle in (euler.x, euler.y, euler.z)))
    middle = (a + b) * 0.5
    cmds.setAttr(tube + ".translate", middle.x, middle.y, middle.z)
    return str(tube)


def points(mesh: str) -> List[Tuple[float, float, float]]:
    """The vertices of a mesh as Maya shows them, world, centimetres."""
    selection = om.MSelectionList()
    selection.add(mesh)
    path = selection.getDagPath(0)
    path.extendToShape()
    return [(p.x, p.y, p.z) for p in om.MFnMesh(path).getPoints(om.MSpace.kWorld)]
