"""What the scenarios for a real Maya key on awkward joints, put together again as Maya does it."""

import math
import pathlib
import sys

import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "mayapy"))

import rig as rigs
import walk as walks
from maya.api import OpenMaya as om


class Recorder:
    """The commands that build a rig; keeps attributes and keys of nodes."""

    def __init__(self):
        self.parents, self.values, self.keys = {}, {}, {}

    def createNode(self, _type, name="", parent="", skipSelect=False):
        self.parents[name] = parent
        return name

    def ls(self, name, long=False):
        return [name]

    def setAttr(self, plug, *values):
        self.values[plug] = values

    def setKeyframe(self, node, attribute="", time=0.0, value=0.0, **_):
        self.keys[node, attribute, time] = value

    def __getattr__(self, _):
        return lambda *_args, **_flags: None

    def turn(self, node, time):
        """[rotateAxis][rotate][jointOrient], for row vectors."""
        (order,) = self.values[node + ".rotateOrder"]
        angles = [math.radians(self.keys[node, "rotate" + axis, time]) for axis in "XYZ"]
        axis, orient = (
            om.MEulerRotation(*map(math.radians, self.values[node + name])).asQuaternion()
            for name in (".rotateAxis", ".jointOrient")
        )
        return axis * om.MEulerRotation(*angles, order).asQuaternion() * orient

    def place(self, node, time):
        """World place and rotation."""
        if (node, "translateX", time) in self.keys:
            way = [self.keys[node, "translate" + axis, time] for axis in "XYZ"]
        else:
            way = self.values[node + ".translate"]
        turn = self.turn(node, time)
        if not self.parents[node]:
            return om.MVector(*way), turn
        above, turned = self.place(self.parents[node], time)
        moved = om.MVector(*way).rotateBy(turned)
        return om.MVector(above.x + moved.x, above.y + moved.y, above.z + moved.z), turn * turned


@pytest.mark.parametrize(
    "look",
    [
        rigs.Look(),
        rigs.Look(awkward=False),
        rigs.Look(up="z", unit="m"),
        rigs.Look(awkward=False, up="z", unit="in", first=101.0, prefix="hero:"),
    ],
)
def test_joints_go_where_the_walk_has_them(look, monkeypatch):
    recorder = Recorder()
    monkeypatch.setattr(rigs, "cmds", recorder)
    walk = walks.make(30.0, 12)
    rig = rigs.build(walk, look)
    factor = rigs.CENTIMETRES[look.unit] / 100.0
    for frame, expected in enumerate(walks.places(walk)):
        for joint, place in zip(rig.joints, expected):
            at, _ = recorder.place(joint, look.first + frame)
            x, y, z = at.x * factor, at.y * factor, at.z * factor
            found = (x, z, -y) if look.up == "z" else (x, y, z)
            assert found == pytest.approx(place, abs=1e-9), (frame, joint)
    orders = {value for plug, (value, *_) in recorder.values.items() if plug.endswith(".rotateOrder")}
    assert orders == (set(range(6)) if look.awkward else {0})


def test_keys_are_continuous(monkeypatch):
    recorder = Recorder()
    monkeypatch.setattr(rigs, "cmds", recorder)
    walk = walks.make(30.0, 60)
    # Round once, so that angles pass a half turn.
    for frame, pose in enumerate(walk.rotations):
        pose[0] = walks.about_y(2.0 * math.pi * frame / 60.0)
    rig = rigs.build(walk, rigs.Look(awkward=False))
    for joint in rig.joints:
        for channel in rigs.CHANNELS[3:]:
            values = [recorder.keys[joint, channel, 1.0 + frame] for frame in range(60)]
            assert max(abs(a - b) for a, b in zip(values, values[1:])) < 90.0, (joint, channel)
