"""The verbs: they do their work, take their options by name, and say no in Python's words."""

from __future__ import annotations

import inspect
import json
import threading

import make
import numpy as np
import pytest

import surefoot


def test_a_sliding_walk_is_cleaned(skeleton, clip, plants):
    before = clip.rotations.copy()
    edited = surefoot.remove_footskate(skeleton, clip, plants)
    report = edited.report
    assert report.before.slide_mean > 0.05
    assert report.after.slide_mean < 0.1 * report.before.slide_mean
    assert report.plants == len(plants)
    assert report.summary().startswith("slide ")
    assert "\n" not in report.summary()
    assert report.to_dict()["after"]["slide_mean"] == report.after.slide_mean
    assert json.loads(report.to_json()) == report.to_dict()
    assert edited.clip.frame_count == clip.frame_count
    np.testing.assert_array_equal(clip.rotations, before)


def test_detection_finds_both_feet_of_a_walk(skeleton, clip):
    found = surefoot.detect_plants(skeleton, clip)
    assert {"left_toe", "right_toe"} <= {plant.point for plant in found.plants}
    assert found.report.planted_share > 0.9
    assert len(found.conveyor_plants) == 0
    # The walk's own truth: feet stand for 1.1 steps and swing for 0.9.
    share = found.plants.flags("left_ankle").mean()
    assert 0.35 < share < 0.65


def test_a_walk_on_the_spot_has_conveyor_plants(skeleton):
    found = surefoot.detect_plants(skeleton, make.walk(skeleton, slide=1.0))
    assert len(found.plants) == 0
    assert len(found.conveyor_plants) > 0
    assert found.report.conveyor is not None


def test_options_change_the_result_and_defaults_are_the_defaults(skeleton, clip, plants):
    plain = surefoot.remove_footskate(skeleton, clip, plants)
    defaults = {option.name: option.default for option in make.operation("remove_footskate").options}
    same = surefoot.remove_footskate(skeleton, clip, plants, **defaults)
    np.testing.assert_array_equal(same.clip.rotations, plain.clip.rotations)
    assert same.report == plain.report
    rigid = surefoot.remove_footskate(skeleton, clip, plants, max_stretch=0.0)
    assert rigid.report.after.stretch_max < 1e-9 < plain.report.after.stretch_max
    other = surefoot.remove_footskate(skeleton, clip, plants, None, method="foot-rooted")
    assert other.report.method == "foot-rooted"
    windowed = surefoot.remove_footskate(skeleton, clip, plants, solver="windowed", rounds=np.int64(3))
    assert windowed.report.solver == "windowed"
    assert len(surefoot.detect_plants(skeleton, clip, hands=np.True_).plants) >= len(plants)


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"max_strech": 0.1}, TypeError, "did you mean max_stretch"),
        ({"xyz": 1}, TypeError, "it has method, strength, solver"),
        ({"max_stretch": 0.5}, surefoot.OptionError, "max_stretch.*0 to 0.2"),
        ({"max_stretch": float("nan")}, surefoot.OptionError, "max_stretch"),
        ({"max_stretch": "much"}, TypeError, "max_stretch.*a number"),
        ({"max_stretch": True}, TypeError, "max_stretch.*a number"),
        ({"max_stretch": 0.1j}, TypeError, "max_stretch.*a number"),
        ({"method": "magic"}, surefoot.OptionError, "'limbs' or 'root' or 'foot-rooted'"),
        ({"method": 1}, TypeError, "method.*a word"),
        ({"denoise": 1}, TypeError, "denoise.*True or False"),
        ({"rounds": 2.5}, TypeError, "rounds.*whole number"),
        ({"rounds": 0}, surefoot.OptionError, "rounds"),
        ({"rounds": -3}, surefoot.OptionError, "rounds"),
        ({"rounds": 2**64 + 5}, surefoot.OptionError, "rounds"),
    ],
)
def test_options_that_cannot_be_meant_are_refused(skeleton, clip, plants, options, error, text):
    with pytest.raises(error, match=text):
        surefoot.remove_footskate(skeleton, clip, plants, **options)


def test_things_that_do_not_belong_together_are_refused(skeleton, clip, plants):
    short = make.walk(skeleton, 50)
    with pytest.raises(surefoot.LengthError):
        surefoot.remove_footskate(skeleton, short, plants)
    arm = surefoot.Skeleton(["a", "b"], [-1, 0], np.zeros((2, 3)) + 0.1)
    with pytest.raises(surefoot.SurefootError):
        surefoot.detect_plants(arm, clip)
    still = surefoot.Clip(arm, np.tile([0, 0, 0, 1.0], (5, 2, 1)), np.zeros((5, 3)), 30)
    with pytest.raises(surefoot.MissingRolesError, match="left foot"):
        surefoot.detect_plants(arm, still)


def test_help_shows_every_option():
    signature = inspect.signature(surefoot.remove_footskate)
    assert signature.parameters["max_stretch"].default == 0.03
    assert "max_stretch: " in surefoot.remove_footskate.__doc__
    assert "0 to 0.2 ratio, default 0.03" in surefoot.remove_footskate.__doc__


def test_threads_may_share_everything(skeleton, clip, plants):
    expected = surefoot.remove_footskate(skeleton, clip, plants).clip.rotations
    results, failures = [], []

    def work():
        try:
            for _ in range(5):
                found = surefoot.detect_plants(skeleton, clip).plants
                results.append(surefoot.remove_footskate(skeleton, clip, found).clip.rotations)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert len(results) == 20
    assert all(np.array_equal(result, expected) for result in results)


def test_closing_in_another_thread_does_not_free_under_a_call(skeleton, plants):
    for _ in range(20):
        clip = make.walk(skeleton)
        thread = threading.Thread(target=clip.close)
        try:
            thread.start()
            surefoot.remove_footskate(skeleton, clip, plants)
        except surefoot.ClosedError:
            pass
        thread.join()
