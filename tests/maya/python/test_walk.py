"""The walk that the scenarios for a real Maya put into the scene, and its files: what needs no Maya."""

import pathlib
import sys

import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "mayapy"))

import bvh
import walk as walks


@pytest.fixture(scope="module")
def walk():
    return walks.make(30.0, 60)


def test_it_has_31_joints_that_move_smoothly(walk):
    places = walks.places(walk)
    assert len(walk.joints) == 31 and len(places) == 60
    assert max(walks.farthest([a], [b]) for a, b in zip(places, places[1:])) < 0.15


def test_limbs_keep_their_length_and_feet_reach_the_ground(walk):
    names = [joint.name for joint in walk.joints]
    for frame in walks.places(walk):
        for index, joint in enumerate(walk.joints):
            if joint.parent >= 0:
                length = walks._distance(frame[index], frame[joint.parent])
                assert length == pytest.approx(walks._distance(joint.offset, (0.0, 0.0, 0.0)), abs=1e-12)
        assert min(frame[names.index(side + "_foot")][1] for side in ("left", "right")) == pytest.approx(0.09, abs=2e-3)


def test_standing_feet_slide(walk):
    names = [joint.name for joint in walk.joints]
    foot = [frame[names.index("left_foot")] for frame in walks.places(walk)]
    ways = [walks._distance(a, b) for a, b in zip(foot[1:14], foot[2:14])]
    assert all(0.004 < way < 0.009 for way in ways), ways


def test_a_file_of_it_reads_as_it_was_written(walk):
    again = bvh.read(bvh.write(walk), walk.joints)
    assert again.rate == pytest.approx(30.0)
    assert walks.farthest(walks.places(walk), walks.places(again)) < 1e-8
    with pytest.raises(ValueError, match="places of other joints"):
        bvh.read(bvh.write(walk).replace("CHANNELS 3 ", "CHANNELS 6 Xposition Yposition Zposition ", 1), walk.joints)
