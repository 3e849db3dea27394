"""Kinematics, measuring, mirroring, resampling, merging, pages and streams."""

from __future__ import annotations

import pickle
import re
import threading

import make
import numpy as np
import pytest

import surefoot


def rotated(q, v):
    """v turned by q (x y z w), by the formula and not by the library."""
    u, w = q[..., :3], q[..., 3:]
    return v + 2 * np.cross(u, np.cross(u, v) + w * v)


def multiplied(a, b):
    """Hamilton product, x y z w."""
    av, aw, bv, bw = a[..., :3], a[..., 3:], b[..., :3], b[..., 3:]
    vector = aw * bv + bw * av + np.cross(av, bv)
    return np.concatenate([vector, aw * bw - np.sum(av * bv, axis=-1, keepdims=True)], axis=-1)


def test_world_positions_are_forward_kinematics(skeleton, clip):
    positions = np.empty((clip.frame_count, skeleton.joint_count, 3))
    turns = np.empty((clip.frame_count, skeleton.joint_count, 4))
    for joint, parent in enumerate(skeleton.parents):
        if parent < 0:
            positions[:, joint], turns[:, joint] = clip.root_positions, clip.rotations[:, joint]
            continue
        offset = np.broadcast_to(skeleton.rest_offsets[joint], (clip.frame_count, 3))
        positions[:, joint] = positions[:, parent] + rotated(turns[:, parent], offset)
        turns[:, joint] = multiplied(turns[:, parent], clip.rotations[:, joint])
    np.testing.assert_allclose(surefoot.world_positions(skeleton, clip), positions, atol=1e-12)
    matrices = surefoot.world_matrices(skeleton, clip)
    np.testing.assert_allclose(matrices[..., :3, 3], positions, atol=1e-12)
    np.testing.assert_array_equal(matrices[..., 3, :], np.broadcast_to([0, 0, 0, 1.0], (*matrices.shape[:2], 4)))
    x_axis = rotated(turns, np.broadcast_to([1.0, 0, 0], (*turns.shape[:2], 3)))
    np.testing.assert_allclose(matrices[..., :3, 0], x_axis, atol=1e-12)


def test_kinematics_refuse_other_clips(skeleton, clip):
    other = surefoot.Skeleton(["a", "b"], [-1, 0], np.zeros((2, 3)))
    with pytest.raises(surefoot.LengthError):
        surefoot.world_positions(other, clip)
    with pytest.raises(surefoot.LengthError):
        surefoot.world_matrices(other, clip)


def cube_skin(skeleton):
    """One triangle that follows the head wholly, and the chest by half at its last corner."""
    head, chest = skeleton.find("Head"), skeleton.find("Chest")
    rest = np.zeros((skeleton.joint_count, 3))
    for joint, parent in enumerate(skeleton.parents):
        rest[joint] = skeleton.rest_offsets[joint] + (rest[parent] if parent >= 0 else 0)
    binds = np.tile(np.eye(4), (2, 1, 1))
    binds[0, :3, 3], binds[1, :3, 3] = -rest[head], -rest[chest]
    points = rest[head] + [(0, 0.1, 0), (0.1, 0, 0), (0, 0, 0.1)]
    return (
        surefoot.Skin(
            skeleton,
            points,
            [(0, 1, 2)],
            [head, chest],
            binds,
            [0, 1, 2, 4],
            [0, 0, 0, 1],
            [1, 1, 0.5, 0.5],
            name="face",
        ),
        points - rest[head],
        points - rest[chest],
    )


def test_a_skin_follows_its_joints(skeleton, clip, tmp_path):
    skin, from_head, from_chest = cube_skin(skeleton)
    assert (skin.name, skin.vertex_count, skin.normals, skin.renormalised_count) == ("face", 3, None, 0)
    assert skin.positions.dtype == np.float32
    matrices = surefoot.world_matrices(skeleton, clip)[50]
    by_head = matrices[skeleton.find("Head")] @ np.c_[from_head, np.ones(3)].T
    by_chest = matrices[skeleton.find("Chest")] @ np.c_[from_chest, np.ones(3)].T
    expected = by_head[:3].T
    expected[2] = (by_head[:3, 2] + by_chest[:3, 2]) / 2
    np.testing.assert_allclose(surefoot.deform_skin(skeleton, clip, skin, 50), expected, atol=1e-6)
    with pytest.raises(surefoot.ArgumentError, match="180"):
        surefoot.deform_skin(skeleton, clip, skin, 180)
    with pytest.raises(ValueError, match="frame: -1"):
        surefoot.deform_skin(skeleton, clip, skin, -1)
    surefoot.write_new(tmp_path / "skin.glb", skeleton, [clip], [skin])
    read = surefoot.read(tmp_path / "skin.glb")
    assert read.skins[0].vertex_count == 3
    np.testing.assert_array_equal(read.skins[0].triangles, [(0, 1, 2)])


def test_broken_skins_are_refused(skeleton):
    skin, _, _ = cube_skin(skeleton)
    good = {name: getattr(skin, name) for name in SKIN_ARRAYS}
    surefoot.Skin(skeleton, **good)
    for change, error in (
        ({"influence_weights": [1, 1, -0.5, 0.5]}, surefoot.InvalidError),
        ({"influence_weights": [1, 1, np.nan, 0.5]}, surefoot.InvalidError),
        ({"influence_weights": [1, 1]}, ValueError),
        ({"triangles": [(0, 1, 3)]}, surefoot.InvalidError),
        ({"slot_joints": [4, 400]}, surefoot.SurefootError),
        ({"influence_offsets": [0, 1, 2, 9]}, surefoot.SurefootError),
        ({"influence_offsets": [0, 1, 2]}, ValueError),
        ({"inverse_binds": np.eye(4)}, ValueError),
        ({"positions": [(0, 0)]}, ValueError),
    ):
        with pytest.raises(error):
            surefoot.Skin(skeleton, **{**good, **change})


SKIN_ARRAYS = [
    "positions",
    "triangles",
    "slot_joints",
    "inverse_binds",
    "influence_offsets",
    "influence_slots",
    "influence_weights",
]


def test_measures_see_the_slide_and_the_edit(skeleton, clip, plants):
    measured = surefoot.measure_footskate(skeleton, clip, plants)
    # The walk's root is 10 % slower than its feet, which walk at 1.2 m/s.
    assert measured.slide_mean == pytest.approx(0.12, rel=0.05)
    assert surefoot.published_scores(skeleton, clip, plants).mann > 0
    # The change is measured against the clip on its mended path, so the path must be left alone.
    edited = surefoot.remove_footskate(skeleton, clip, plants, fit_root_path=False)
    after = surefoot.measure_footskate(skeleton, edited.clip, plants, reference=clip)
    assert after == edited.report.after
    assert after.slides[0].plants > 0
    assert after.summary()
    assert after.notes == []
    with pytest.raises(surefoot.LengthError):
        surefoot.measure_footskate(skeleton, make.walk(skeleton, 20), plants)


def test_mirroring_twice_changes_nothing(skeleton, clip, plants):
    once = surefoot.mirror_clip(skeleton, clip)
    assert once.report.asymmetry < 1e-9
    twice = surefoot.mirror_clip(skeleton, once.clip).clip
    np.testing.assert_allclose(twice.rotations, clip.rotations, atol=1e-9)
    assert surefoot.mirror_plants(surefoot.mirror_plants(plants)) == plants
    assert surefoot.measure_asymmetry(skeleton).distance < 1e-9
    offsets = skeleton.rest_offsets.copy()
    offsets[skeleton.find("LeftLeg")] *= 1.03
    lame = surefoot.Skeleton(skeleton.names, skeleton.parents, offsets)
    found = surefoot.measure_asymmetry(lame)
    assert found.distance > 0.01
    assert found.joint.startswith(("Left", "Right"))
    assert surefoot.measure_asymmetry(surefoot.symmetric_skeleton(lame)).distance < 1e-9


def test_resampling_keeps_old_frames(skeleton, clip, plants):
    edited = surefoot.resample_clip(skeleton, clip, frame_rate=30.0)
    half = edited.clip
    assert (edited.report.frames_before, edited.report.frames_after) == (180, 91)
    # The last frame of 180 falls between two new ones: the end is kept.
    np.testing.assert_array_equal(half.rotations[:90], clip.rotations[::2])
    assert surefoot.resample_plants(plants, clip, 30.0).frame_count == half.frame_count == 91
    with pytest.raises(surefoot.SurefootError):
        surefoot.resample_clip(skeleton, clip, frame_rate=0.0)


def test_trimming_takes_the_plants_along(skeleton, clip, plants):
    edited = surefoot.trim_clip(skeleton, clip, first=10, count=60)
    np.testing.assert_array_equal(edited.clip.rotations, clip.rotations[10:70])
    assert (edited.report.frames_before, edited.report.frames_after) == (180, 60)
    assert edited.report.seconds == 1.0
    kept = surefoot.trim_plants(plants, first=10, count=60)
    assert kept.frame_count == 60
    np.testing.assert_array_equal(kept.flags("left_toe"), plants.flags("left_toe")[10:70])
    with pytest.raises(surefoot.SurefootError):
        surefoot.trim_clip(skeleton, clip, first=500)
    with pytest.raises(TypeError, match="did you mean first"):
        surefoot.trim_clip(skeleton, clip, frist=3)


def test_scores_need_feet(clip):
    arm = surefoot.Skeleton(["a", "b"], [-1, 0], np.zeros((2, 3)) + 0.1)
    still = surefoot.Clip(arm, np.tile([0, 0, 0, 1.0], (5, 2, 1)), np.zeros((5, 3)), 30)
    with pytest.raises(surefoot.NoValueError):
        surefoot.published_scores(arm, still, surefoot.Plants(5, []))


def test_a_wrong_frame_rate_is_noticed(data):
    document = surefoot.read(data / "cmu" / "75_15_jump_long_repeated.bvh")
    report = surefoot.check_clip(document.skeleton, document.clips[0])
    assert report.notes
    assert report.notes[0].severity == "warning"


def test_a_page_holds_the_clip(skeleton, clip, plants, tmp_path):
    edited = surefoot.remove_footskate(skeleton, clip, plants)
    page = tmp_path / "page.html"
    skin, _, _ = cube_skin(skeleton)
    shown = [(clip, edited.clip, plants, edited.report)]
    surefoot.footskate_page(
        page,
        "A <walk>",
        skeleton,
        shown,
        skins=[skin],
        ground=surefoot.Ground.level(),
        notes=["first note", surefoot.Note("n", "info", "second", (surefoot.FrameRange(3, 4),))],
    )
    text = page.read_text(encoding="utf-8")
    assert "first note" in text
    assert "second (frame 3)" in text
    assert "<walk>" not in re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    copied = pickle.loads(pickle.dumps(edited.report))
    assert copied == edited.report
    with pytest.raises(TypeError, match="not a copy"):
        surefoot.footskate_page(page, "x", skeleton, [(clip, edited.clip, plants, copied)])
    found = surefoot.detect_plants(skeleton, clip)
    with pytest.raises(TypeError, match="remove_footskate"):
        surefoot.footskate_page(page, "x", skeleton, [(clip, edited.clip, plants, found.report)])
    with pytest.raises(surefoot.LengthError):
        surefoot.footskate_page(page, "x", skeleton, [(make.walk(skeleton, 9), edited.clip, plants, edited.report)])


def test_a_stream_gives_every_frame_once(skeleton, clip, plants):
    stream = surefoot.FootskateStream(skeleton, clip.frame_rate, window=0.1)
    assert stream.delay > 0
    frames = []
    for i in range(clip.frame_count):
        planted = {plant.point: None for plant in plants if plant.first <= i < plant.end}
        frame = stream.push(clip.root_positions[i], clip.rotations[i], planted)
        assert (frame is None) == (i < stream.delay)
        frames += [] if frame is None else [frame]
    frames += stream.flush()
    assert len(frames) == clip.frame_count
    assert stream.missed_frames >= 0
    # Frames are copies of their own: later pushes do not change them.
    assert len({frame.rotations.tobytes() for frame in frames}) > 100
    with pytest.raises(surefoot.InvalidError, match="flushed"):
        stream.push(clip.root_positions[0], clip.rotations[0])
    translations = {
        skeleton.names[j]: np.array([frame.translations[j] for frame in frames]) for j in range(1, skeleton.joint_count)
    }
    cleaned = surefoot.Clip(
        skeleton,
        [frame.rotations for frame in frames],
        [frame.root_position for frame in frames],
        clip.frame_rate,
        translations=translations,
    )
    slide = [surefoot.measure_footskate(skeleton, c, plants).slide_mean for c in (clip, cleaned)]
    assert slide[1] < 0.2 * slide[0]


def test_a_stream_says_no_and_goes_on(skeleton, clip):
    stream = surefoot.FootskateStream(skeleton, 60)
    turns = clip.rotations[0].copy()
    turns[3] = np.nan
    for root, rotations, plants, error in (
        ((0, 1, 0), turns, (), surefoot.ClipError),
        ((0, np.inf, 0), clip.rotations[0], (), surefoot.ClipError),
        ((0, 1), clip.rotations[0], (), ValueError),
        ((0, 1, 0), clip.rotations[0][:5], (), ValueError),
        ((0, 1, 0), clip.rotations[0], ["left_paw"], surefoot.ArgumentError),
        ((0, 1, 0), clip.rotations[0], {"left_toe": (0, np.nan, 0)}, surefoot.InvalidError),
    ):
        with pytest.raises(error):
            stream.push(root, rotations, plants)
    assert stream.push((0, 1, 0), clip.rotations[0], {"left_toe": (0, 0, 0)}) is None
    with pytest.raises(surefoot.SurefootError):
        surefoot.FootskateStream(skeleton, 0)
    with pytest.raises(surefoot.OptionError):
        surefoot.FootskateStream(skeleton, 60, window=99)
    with pytest.raises(TypeError, match="did you mean window"):
        surefoot.FootskateStream(skeleton, 60, windw=1)
    stream.close()
    with pytest.raises(surefoot.ClosedError):
        stream.push((0, 1, 0), clip.rotations[0])


def test_threads_take_turns_on_a_stream(skeleton, clip):
    stream = surefoot.FootskateStream(skeleton, clip.frame_rate)
    failures = []

    def push():
        try:
            for i in range(clip.frame_count):
                stream.push(clip.root_positions[i], clip.rotations[i])
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=push) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert len(list(stream.flush())) == stream.delay


def test_a_feed_is_cleaned_by_two_streams(skeleton, clip, plants):
    """Plants come from one stream, feet are held by the other; nothing else is needed."""
    finder = surefoot.PlantStream(skeleton, clip.frame_rate)
    cleaner = surefoot.FootskateStream(skeleton, clip.frame_rate)
    assert finder.delay == round(0.2 * clip.frame_rate)
    assert not finder.is_gliding
    found = []
    for i in range(clip.frame_count):
        planted = finder.push(clip.root_positions[i], clip.rotations[i])
        assert (planted is None) == (i < finder.delay)
        found += [] if planted is None else [planted]
    found += finder.flush()
    assert [planted.frame for planted in found] == list(range(clip.frame_count))
    frames = []
    for planted in found:
        frame = cleaner.push(clip.root_positions[planted.frame], clip.rotations[planted.frame], planted.points)
        frames += [] if frame is None else [frame]
    frames += cleaner.flush()
    assert len(frames) == clip.frame_count
    whole = surefoot.detect_plants(skeleton, clip).plants
    for point in ("left_toe", "right_toe"):
        mine = np.array([point in planted.points for planted in found])
        theirs = np.zeros(clip.frame_count, bool)
        for plant in whole:
            if plant.point == point:
                theirs[plant.first : plant.end] = True
        assert theirs.any()
        assert (mine == theirs).mean() > 0.9, point
    with pytest.raises(surefoot.InvalidError, match="flush"):
        finder.push(clip.root_positions[0], clip.rotations[0])
    assert repr(finder).startswith("<PlantStream: ")


def test_a_plant_stream_says_no_and_goes_on(skeleton, clip):
    stream = surefoot.PlantStream(skeleton, 60, 0.0, still_speed=0.2)
    with pytest.raises(surefoot.InvalidError, match="finite"):
        stream.push((0, np.inf, 0), clip.rotations[0])
    assert stream.push((0, 1, 0), clip.rotations[0]).frame == 0
    with pytest.raises(surefoot.InvalidError, match="look-ahead"):
        surefoot.PlantStream(skeleton, 60, 2.5)
    with pytest.raises(surefoot.InvalidError, match="hands"):
        surefoot.PlantStream(skeleton, 60, hands=True)
    stream.close()
    with pytest.raises(surefoot.ClosedError):
        stream.push((0, 1, 0), clip.rotations[0])
