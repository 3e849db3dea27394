"""Bodies, characters with another shape, and skin that leaves the body."""

from __future__ import annotations

import make
import numpy as np
import pytest

import surefoot


@pytest.fixture(scope="module")
def skin(skeleton):
    return make.skin(skeleton)


def test_volumes_are_those_of_the_boxes(skeleton, skin):
    fitted = surefoot.fit_body(skeleton, [skin])
    forearm = next(volume for volume in fitted.volumes if volume.name == "left_forearm")
    assert skeleton.names[forearm.joint] == "LeftForeArm"
    assert forearm.source == "mesh"
    assert forearm.length == pytest.approx(0.25, abs=0.02)
    assert np.allclose(np.abs(forearm.axis), (1, 0, 0), atol=1e-6)
    assert np.dot(forearm.semi_directions[0], forearm.axis) == pytest.approx(0, abs=1e-9)
    assert fitted.volumes[forearm.parent].name == "left_upper_arm"
    (of_vertex,) = fitted.volume_of_vertex
    assert len(of_vertex) == skin.vertex_count
    assert fitted.volumes[of_vertex[0]].name.startswith("spine")
    assert surefoot.fit_body(skeleton).volume_of_vertex == []
    with pytest.raises(TypeError, match=r"skins\[0\]"):
        surefoot.fit_body(skeleton, [skeleton])


def test_a_thicker_trunk_moves_the_arms(skeleton, skin, clip):
    grown = surefoot.grow_body(skeleton, [skin], [clip], {"left_forearm": 1.5}, trunk=1.2)
    joint = skeleton.names.index("LeftArm")
    assert grown.skeleton.rest_offsets[joint, 0] == pytest.approx(0.18 * 1.2)
    assert np.array_equal(grown.clips[0].rotations, clip.rotations)
    assert {segment.name for segment in grown.report.segments} >= {"left_forearm"}
    assert not np.array_equal(grown.skins[0].positions, skin.positions)
    same = surefoot.grow_body(skeleton, [skin], [clip])
    assert np.array_equal(same.skins[0].positions, skin.positions)
    with pytest.raises(surefoot.InvalidError, match="no such segment"):
        surefoot.grow_body(skeleton, [skin], segments={"tail": 1.2})
    # What it holds outlives the result.
    skins = surefoot.grow_body(skeleton, [skin], left_arm=1.1).skins
    assert np.isfinite(skins[0].positions).all()


def test_a_child_is_smaller_and_takes_shorter_steps(skeleton, skin, clip):
    measures = ("shoulder", "upper_arm", "forearm", "waist_to_knee", "inside_leg", "waist_height", "back")
    child = surefoot.scale_character(skeleton, [skin], [clip], **dict.fromkeys(measures, 0.5))
    assert child.report.height_after == pytest.approx(child.report.height_before / 2)
    # This mesh has no feet that would lift it.
    assert child.report.lift == 0
    assert np.allclose(child.clips[0].root_positions, clip.root_positions / 2)
    assert child.skins[0].vertex_count == skin.vertex_count
    with pytest.raises(surefoot.InvalidError, match="contradict"):
        surefoot.scale_character(skeleton, waist_height=0.5)


def test_an_arm_leaves_the_chest(skeleton, skin):
    folded = make.folded(skeleton)
    deformed = surefoot.deform_out_of_body(skeleton, folded, [skin])
    assert deformed.report.before.depth_max > 0.01
    assert deformed.report.after.depth_max < deformed.report.before.depth_max
    (moves,) = deformed.skins
    assert moves.offsets.shape == (folded.frame_count, len(moves.vertices), 3)
    assert len(moves.vertices) > 0
    # The left arm's boxes come after the chest's.
    assert moves.vertices.min() >= 8
    assert moves.vertices.max() < 32
    # Every frame is the same pose, so every frame moves alike.
    assert np.array_equal(moves.offsets[0], moves.offsets[-1])
    assert deformed.frames[0] == deformed.frames[-1]
    none = surefoot.deform_out_of_body(skeleton, folded, [skin], [np.zeros(skin.vertex_count)])
    assert len(none.skins[0].vertices) == 0
    assert len(surefoot.deform_out_of_body(skeleton, folded, [skin], [None]).skins[0].vertices) > 0
    for weights, message in (([], "one per skin"), ([[1.0]], "weights\\[0\\]")):
        with pytest.raises(ValueError, match=message):
            surefoot.deform_out_of_body(skeleton, folded, [skin], weights)
    with pytest.raises(surefoot.InvalidError, match="no mesh"):
        surefoot.deform_out_of_body(skeleton, folded, [])


def test_a_clip_is_carried_to_its_body(skeleton, skin):
    folded = make.folded(skeleton)
    shares = []
    adapted = surefoot.adapt_to_body(
        skeleton,
        folded,
        [skin],
        progress=shares.append,
        remove_penetration={"legs": False},
        remove_footskate={"max_stretch": 0.0},
    )
    assert shares[-1] == 1.0
    report = adapted.report
    assert report.depth_before.depth_max > 0.01
    assert report.depth_after.depth_max <= report.depth_before.depth_max
    assert {limb.limb for limb in report.penetration.limbs} == {"left arm", "right arm"}
    alone = surefoot.remove_penetration(skeleton, folded, [skin])
    only = surefoot.adapt_to_body(skeleton, folded, [skin], footskate=False)
    assert np.array_equal(alone.clip.rotations, only.clip.rotations)
    assert only.report.footskate is None
    assert only.report.balance.rounds == 0
    assert surefoot.adapt_to_body(skeleton, folded, [skin], balance=False).report.balance is None
    with pytest.raises(surefoot.OptionError, match="max_rounds"):
        surefoot.adapt_to_body(skeleton, folded, [skin], correct_balance={"max_rounds": 0})
    with pytest.raises(surefoot.OptionError, match="cutoff"):
        surefoot.adapt_to_body(skeleton, folded, [skin], measure_balance={"cutoff": -1.0})
    with pytest.raises(TypeError, match=r"original\.clip"):
        surefoot.adapt_to_body(skeleton, folded, [skin], original=surefoot.BalanceOriginal(skeleton, None))
    with pytest.raises(surefoot.Cancelled):
        surefoot.adapt_to_body(skeleton, folded, [skin], progress=lambda share: False)
    with pytest.raises(surefoot.OptionError, match="margin"):
        surefoot.adapt_to_body(skeleton, folded, [skin], remove_penetration={"margin": -1.0})


def test_balance_comes_back_to_that_of_an_original(skeleton, clip):
    only = {"penetration": False, "footskate": False, "loads": [("right_hand", 20.0)]}
    original = surefoot.BalanceOriginal(skeleton, clip)
    adapted = surefoot.adapt_to_body(skeleton, clip, (), original=original, **only)
    balance = adapted.report.balance
    assert balance.excess_before.mean > 1e-4
    assert balance.excess_after.mean < balance.excess_before.mean
    alone = surefoot.correct_balance(skeleton, clip, original=original, loads=only["loads"])
    assert np.array_equal(adapted.clip.root_positions, alone.clip.root_positions)
    # Without one the clip itself is the measure, and it carries the same.
    same = surefoot.adapt_to_body(skeleton, clip, (), **only)
    assert same.report.balance.excess_before.mean == 0.0
    assert np.array_equal(same.clip.root_positions, clip.root_positions)
    masses = surefoot.measure_balance(skeleton, clip, masses="cylinders").masses
    given = surefoot.adapt_to_body(skeleton, clip, (), mass_model=masses, **only)
    assert given.report.balance.before.outside.mean != same.report.balance.before.outside.mean


def test_a_grid_gives_shapes_in_between(skeleton, skin, tmp_path):
    folded = make.folded(skeleton)
    axes = {"trunk": (1.0, 1.2), "left_arm": (0.9, 1.0)}
    journal = tmp_path / "grid.part"
    built = surefoot.build_shape_grid(skeleton, folded, [skin], axes, journal=journal)
    grid = built.grid
    assert not journal.exists()
    assert grid.axes == axes
    assert grid.node_count == 4
    assert grid.depths.shape == (4, 2)
    grid.write(tmp_path / "grid.sfshape")
    again = surefoot.ShapeGrid.read(tmp_path / "grid.sfshape")
    for interpolation in ("linear", "hann", "radial"):
        shape = {"trunk": 1.07, "left_arm": 0.95, "interpolation": interpolation}
        asked = surefoot.query_shape_grid(again, skeleton, folded, **shape)
        rotations, root = again.pose(folded, 2, **shape)
        turned = np.abs(np.sum(rotations * asked.clip.rotations[2], axis=1))
        assert np.allclose(turned, 1.0, atol=1e-9)
        assert np.allclose(root, asked.clip.root_positions[2])
    with pytest.raises(surefoot.InvalidError, match="no axis 'right_arm'"):
        surefoot.query_shape_grid(grid, skeleton, folded, right_arm=1.1)
    with pytest.raises(ValueError, match="'tail' is no part"):
        surefoot.build_shape_grid(skeleton, folded, [skin], {"tail": (1.0, 2.0)})
    with pytest.raises(surefoot.Cancelled):
        surefoot.build_shape_grid(skeleton, folded, [skin], axes, progress=lambda share: False)


def test_a_folded_arm_is_moved(skeleton, skin):
    folded = make.folded(skeleton)
    shares = []
    edited = surefoot.remove_penetration(skeleton, folded, [skin], shares.append, legs=False)
    assert shares[-1] == 1.0
    assert edited.report.before.depth_max > 0.01
    assert edited.report.after.depth_max <= edited.report.before.depth_max
    assert edited.clip.frame_count == folded.frame_count
    assert {limb.limb for limb in edited.report.limbs} == {"left arm", "right arm"}
    with pytest.raises(surefoot.Cancelled):
        surefoot.remove_penetration(skeleton, folded, [skin], lambda share: False)
    with pytest.raises(surefoot.InvalidError, match="arms and legs are both off"):
        surefoot.remove_penetration(skeleton, folded, [skin], arms=False, legs=False)
    with pytest.raises(surefoot.InvalidError, match="mesh"):
        surefoot.remove_penetration(skeleton, folded, [])


def test_listed_pairs_are_kept_apart(skeleton, skin):
    folded = make.folded(skeleton)
    only = {"arms": False, "legs": False}
    pairs = [("left_hand", "trunk")]
    edited = surefoot.remove_penetration(skeleton, folded, [skin], pairs=pairs, **only)
    assert edited.report.before.depth_max > 0.01
    assert edited.report.after.depth_max < edited.report.before.depth_max
    assert {limb.limb for limb in edited.report.limbs} == {"left arm"}
    for bad, message in (([("tail", "trunk")], "no part 'tail'"), ([("trunk", "left_hand")], "cannot give way")):
        with pytest.raises(surefoot.InvalidError, match=message):
            surefoot.remove_penetration(skeleton, folded, [skin], pairs=bad)
    with pytest.raises(TypeError, match=r"pairs\[0\]\[1\]"):
        surefoot.remove_penetration(skeleton, folded, [skin], pairs=[("left_hand", 3)])
    with pytest.raises(ValueError):
        surefoot.remove_penetration(skeleton, folded, [skin], pairs=[("left_hand",)])


def test_a_deformer_works_on_posed_points(skin):
    body, arm = skin.positions[:8], skin.positions[16:24]
    faces = skin.triangles[:12]
    deformer = surefoot.Deformer(body, faces, arm, faces, max_push=0.5)
    out, frame = deformer.deform(body, arm)
    assert np.array_equal(out, arm)
    assert frame == surefoot.DeformedFrame(0.0, 0.0, 0.0, 0, 0, 0)
    inside = arm - (arm.min(axis=0)[0] - 0.14, 0, 0)
    out, frame = deformer.deform(body, inside)
    assert frame.depth_before == pytest.approx(0.01, abs=1e-3)
    assert frame.depth_after < 1e-4
    assert out[:, 0].min() > 0.15
    with pytest.raises(ValueError, match="body"):
        deformer.deform(body[1:], arm)
    with pytest.raises(surefoot.InvalidError, match="not finite"):
        deformer.deform(body, arm * np.nan)
    with pytest.raises(surefoot.InvalidError, match="no surface"):
        surefoot.Deformer(body, np.zeros((0, 3), int), arm, faces)


def test_a_real_arm_leaves_the_body(data):
    document = surefoot.read(data / "animated" / "makehuman_heavy_salsa_30fps.glb")
    clip = surefoot.trim_clip(document.skeleton, document.clips[0], first=90, count=10).clip
    deformed = surefoot.deform_out_of_body(document.skeleton, clip, document.skins, part="right-arm")
    assert deformed.report.before.depth_max > 0.01
    assert deformed.report.after.depth_max < 0.001
    before = surefoot.deform_skin(document.skeleton, clip, document.skins[0], 3)
    after = before.copy()
    after[deformed.skins[0].vertices] += deformed.skins[0].offsets[3]
    assert np.linalg.norm(after - before, axis=1).max() == pytest.approx(deformed.frames[3].push_max, rel=1e-3)


def test_real_arms_leave_the_body(data):
    document = surefoot.read(data / "animated" / "makehuman_heavy_salsa_30fps.glb")
    clip = surefoot.trim_clip(document.skeleton, document.clips[0], first=80, count=60).clip
    edited = surefoot.remove_penetration(document.skeleton, clip, document.skins)
    assert edited.report.before.depth_max > 0.02
    assert edited.report.after.depth_max <= 0.003
    assert not np.array_equal(edited.clip.rotations, clip.rotations)
