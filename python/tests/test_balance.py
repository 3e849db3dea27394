"""How well a character keeps its balance, as arrays."""

from __future__ import annotations

import make
import numpy as np
import pytest

import surefoot


@pytest.fixture(scope="module")
def measured(skeleton, clip):
    return surefoot.measure_balance(skeleton, clip)


def test_arrays_have_a_row_for_every_frame_and_agree(skeleton, clip, measured):
    count = clip.frame_count
    for name in ("centres", "momentums", "angular_momentums", "zero_moment_points", "plane_points", "plane_normals"):
        assert getattr(measured, name).shape == (count, 3), name
    assert len(measured.areas) == count
    assert measured.is_judged.dtype == bool
    assert measured.is_judged.sum() == measured.report.frames
    judged = measured.is_judged
    outside = np.maximum(measured.distances[judged], 0)
    weights = np.minimum(measured.loads[judged], 1)
    assert np.average(outside, weights=weights) == pytest.approx(measured.report.outside.mean)
    assert np.average(outside <= 0.02, weights=weights) == pytest.approx(measured.report.within_2cm)
    # Momentum is mass times the velocity of the centre.
    velocity = np.gradient(measured.centres, 1 / clip.frame_rate, axis=0)
    mass = sum(part.mass for part in measured.masses)
    inner = slice(20, count - 20)
    assert np.abs(measured.momentums[inner] - mass * velocity[inner]).mean() < 0.02 * mass
    with pytest.raises(ValueError, match="read-only"):
        measured.centres[0] = 0
    # A shadow is below its centre, on the plane that carries the body.
    assert np.array_equal(measured.shadows[:, [0, 2]], measured.centres[:, [0, 2]])
    away = np.sum((measured.shadows - measured.plane_points) * measured.plane_normals, axis=1)
    assert np.abs(away[judged]).max() < 0.02


def test_masses_come_back_and_go_in(skeleton, clip, measured):
    same = surefoot.measure_balance(skeleton, clip, mass_model=measured.masses)
    assert np.array_equal(same.zero_moment_points, measured.zero_moment_points, equal_nan=True)
    assert same.report.mass_source is None
    assert measured.report.mass_source == "table"
    assert surefoot.measure_balance(skeleton, clip, masses="cylinders").report.mass_source == "cylinders"
    assert surefoot.measure_balance(skeleton, clip, mass=62.0).report.mass == pytest.approx(62)
    # All in one point: the centre of mass is that point.
    head = surefoot.measure_balance(skeleton, clip, mass_model=[("head", 5.0, (0.0, 0.1, 0.0))])
    assert head.masses[0].joint == skeleton.names.index("Head")
    places = surefoot.world_positions(skeleton, clip)[:, skeleton.names.index("Head")]
    assert np.allclose(np.linalg.norm(head.centres - places, axis=1), 0.1)


def test_a_load_moves_the_centre_of_mass(skeleton, clip, measured):
    for joint in ("right_hand", "RightHand", make.NAMES.index("RightHand")):
        loaded = surefoot.measure_balance(skeleton, clip, loads=[(joint, 8.9)])
        assert loaded.report.carried == 8.9
        # The arm points to -x.
        assert (loaded.centres[:, 0] < measured.centres[:, 0]).all()
    there = surefoot.Load("right_hand", 8.9, (-0.3, 0, 0))
    assert (surefoot.measure_balance(skeleton, clip, loads=[there]).centres[:, 0] < loaded.centres[:, 0]).all()


def test_plants_and_ground_are_taken(skeleton, clip, plants):
    found = surefoot.measure_balance(skeleton, clip, plants=plants, ground=surefoot.Ground.level(0.0))
    assert np.allclose(found.plane_normals, (0, 1, 0))
    assert np.nanmax(np.abs(found.zero_moment_points[:, 1])) < 1e-9
    with pytest.raises(TypeError, match="plants"):
        surefoot.measure_balance(skeleton, clip, plants=clip)


def test_what_cannot_be_is_refused(skeleton, clip):
    with pytest.raises(surefoot.UnknownJointError, match=r"loads\[0\].*tail.*right_hand"):
        surefoot.measure_balance(skeleton, clip, loads=[("tail", 3.0)])
    for load in (("right_hand", -1.0), ("right_hand", 1.0, (0.0, np.nan, 0.0)), (99, 1.0)):
        with pytest.raises(surefoot.InvalidError, match="load"):
            surefoot.measure_balance(skeleton, clip, loads=[load])
    with pytest.raises(surefoot.InvalidError, match="0 kg"):
        surefoot.measure_balance(skeleton, clip, mass_model=[("pelvis", 0.0)])
    with pytest.raises(ValueError, match="inertia"):
        surefoot.measure_balance(skeleton, clip, mass_model=[("pelvis", 1.0, (0, 0, 0), (1, 2, 3))])
    with pytest.raises(surefoot.InvalidError, match="no mesh"):
        surefoot.measure_balance(skeleton, clip, masses="mesh")


def test_one_frame_is_not_judged(skeleton):
    rotations, roots = make.walk_arrays(1)
    measured = surefoot.measure_balance(skeleton, surefoot.Clip(skeleton, rotations, roots, 60.0))
    assert measured.report.frames == 0
    assert [note.code for note in measured.report.notes] == ["balance-not-judged"]
    assert np.isnan(measured.zero_moment_points).all()


def test_a_load_is_answered_and_feet_stay(skeleton, clip):
    before = surefoot.BalanceOriginal(skeleton, clip)
    loads = [("right_hand", 8.9)]
    edited = surefoot.correct_balance(skeleton, clip, original=before, loads=loads, mode="keep")
    assert edited.report.off_path_after < 0.5 * edited.report.off_path_before
    assert edited.report.moved.ankle_moved_max < 1e-9
    assert edited.report.summary()
    # The load pulls to -x, so the root goes to +x.
    shift = np.array(edited.clip.root_positions) - np.array(clip.root_positions)
    assert shift[:, 0].mean() > 0.005
    # Nothing is asked of a clip that is its own original.
    same = surefoot.correct_balance(skeleton, clip, original=before)
    assert same.report.rounds == 0
    assert np.array_equal(same.clip.rotations, clip.rotations)


def test_an_original_has_the_same_masses_unless_it_is_given_others(skeleton, clip):
    masses = surefoot.measure_balance(skeleton, clip).masses
    lopsided = [part._replace(mass=part.mass * (3 if "left" in part.name else 1)) for part in masses]
    before = surefoot.BalanceOriginal(skeleton, clip)
    same = surefoot.correct_balance(skeleton, clip, original=before, mass_model=lopsided, mode="keep")
    assert same.report.off_path_before == 0.0
    other = before._replace(mass_model=masses)
    changed = surefoot.correct_balance(skeleton, clip, original=other, mass_model=lopsided, mode="keep")
    assert changed.report.off_path_before > 0.01


def test_wrong_originals_are_refused_and_work_can_be_cancelled(skeleton, clip):
    with pytest.raises(TypeError, match=r"original\.clip"):
        surefoot.correct_balance(skeleton, clip, original=surefoot.BalanceOriginal(skeleton, None))
    loads = [("right_hand", 8.9)]
    with pytest.raises(surefoot.Cancelled):
        surefoot.correct_balance(skeleton, clip, loads=loads, mode="keep", progress=lambda share: False)
    with pytest.raises(surefoot.OptionError, match="max_rounds"):
        surefoot.correct_balance(skeleton, clip, max_rounds=0)
    with pytest.raises(surefoot.OptionError, match="cutoff"):
        surefoot.correct_balance(skeleton, clip, measure_balance={"cutoff": -1.0})
