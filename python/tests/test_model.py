"""The nouns: what goes in comes out, as views that outlive their handles; bad input is refused by name."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref

import make
import numpy as np
import pytest

import surefoot


def test_a_skeleton_gives_back_its_arrays(skeleton):
    assert skeleton.names == make.NAMES
    assert skeleton.parents.tolist() == [parent for _, parent, _ in make.JOINTS]
    assert skeleton.parents.dtype == np.int32
    np.testing.assert_array_equal(skeleton.rest_offsets, [offset for _, _, offset in make.JOINTS])
    np.testing.assert_array_equal(skeleton.rest_rotations, np.tile([0, 0, 0, 1.0], (len(make.JOINTS), 1)))
    assert [(joint, tuple(offset)) for joint, offset in skeleton.end_sites] == make.END_SITES
    assert 1.5 < skeleton.standing_height < 1.9


def test_roles_are_found_and_can_be_given(skeleton):
    assert skeleton.roles["left_foot"] == "LeftFoot"
    assert skeleton.roles["spine"] == ["Spine", "Chest"]
    changed = skeleton.with_roles({"left_toe": None, "spine": "Spine"})
    assert "left_toe" not in changed.roles
    assert changed.roles["spine"] == "Spine"
    assert "left_toe" in skeleton.roles, "the skeleton itself is unchanged"
    with pytest.raises(surefoot.UnknownJointError) as info:
        skeleton.with_roles({"left_toe": "Zeh"})
    assert info.value.joint == "Zeh"
    with pytest.raises(surefoot.ArgumentError, match="left_paw"):
        skeleton.with_roles({"left_paw": "LeftFoot"})


def test_roles_travel_as_a_file(skeleton, tmp_path):
    changed = skeleton.with_roles({"left_toe": None})
    file = tmp_path / "roles.json"
    file.write_text(changed.roles_text(), encoding="utf-8")
    assert skeleton.with_roles(file).roles == changed.roles


def test_what_names_and_shape_say(skeleton):
    found = skeleton.find_roles()
    assert found.is_biped is True
    assert "left_clavicle" in found.missing
    assert found.notes == []
    stray = surefoot.Skeleton(
        ["Hips", "LeftUpLeg", "LeftLeg", "LeftFoot"], [-1, 0, 1, 0], [(0, 1, 0), (0.1, 0, 0), (0, -0.4, 0), (1, 0, 0)]
    )
    notes = stray.find_roles().notes
    assert [(note.code, note.severity, note.about) for note in notes] == [("stray-joint", "warning", "LeftFoot")]


def test_a_clip_gives_back_its_arrays(skeleton):
    rotations, root = make.walk_arrays()
    clip = surefoot.Clip(skeleton, rotations, root, 60, name="Gehen ü")
    assert (clip.name, clip.frame_rate, clip.frame_count) == ("Gehen ü", 60.0, 180)
    np.testing.assert_array_equal(clip.root_positions, root)
    # Rotations may be turned to the other hemisphere and normalised.
    dots = np.abs(np.sum(clip.rotations * rotations, axis=-1))
    np.testing.assert_allclose(dots, 1.0, atol=1e-12)


def test_tracks_are_keyed_by_joint_name(skeleton):
    rotations, root = make.walk_arrays(5)
    moved = np.random.default_rng(1).normal(size=(5, 3))
    clip = surefoot.Clip(skeleton, rotations, root, 60, translations={"LeftFoot": moved}, scales={1: moved + 5})
    assert list(clip.translations) == ["LeftFoot"]
    np.testing.assert_array_equal(clip.translations["LeftFoot"], moved)
    np.testing.assert_array_equal(clip.scales["Spine"], moved + 5)


@pytest.mark.parametrize("order", ["F", "strided", "single", "list"])
def test_any_layout_of_numbers_is_taken(skeleton, order):
    rotations, root = make.walk_arrays(6)
    given = {
        "F": np.asfortranarray(rotations),
        "strided": np.repeat(rotations, 2, axis=0)[::2],
        "single": rotations.astype(np.float32),
        "list": rotations.tolist(),
    }[order]
    clip = surefoot.Clip(skeleton, given, root, 60)
    dots = np.abs(np.sum(clip.rotations * rotations, axis=-1))
    np.testing.assert_allclose(dots, 1.0, atol=1e-6)


def test_views_are_not_copies_and_cannot_be_written(clip):
    first, second = clip.rotations, clip.rotations
    assert np.shares_memory(first, second)
    assert not first.flags.owndata
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0, 0] = 1.0
    with pytest.raises(ValueError, match="WRITEABLE"):
        first.flags.writeable = True


def test_a_view_keeps_the_library_memory_alive(skeleton):
    clip = make.walk(skeleton)
    owner = weakref.ref(clip._owner)
    view = clip.rotations[10:20, 3]
    expected = view.copy()
    clip.close()
    del clip
    gc.collect()
    assert owner() is not None
    # Freed memory would be taken by these.
    others = [make.walk(skeleton) for _ in range(20)]
    np.testing.assert_array_equal(view, expected)
    del view, others
    gc.collect()
    assert owner() is None, "the memory goes with the last view"


def test_a_clip_keeps_its_document_alive(example_folder):
    clip = surefoot.read("walk.bvh").clips[0]
    gc.collect()
    expected = clip.root_positions.copy()
    others = [surefoot.read("walk.bvh") for _ in range(5)]
    np.testing.assert_array_equal(clip.root_positions, expected)
    assert others


def test_closed_objects_raise(skeleton, clip, plants, example_folder):
    document = surefoot.read("walk.bvh")
    ground = surefoot.Ground.level()
    small = make.walk(skeleton, 30)
    for thing in (document, ground, small):
        thing.close()
        thing.close()
        assert "closed" in repr(thing)
    with pytest.raises(surefoot.ClosedError, match="this Clip was closed"):
        _ = small.rotations
    with pytest.raises(surefoot.ClosedError):
        surefoot.detect_plants(skeleton, small)
    with pytest.raises(surefoot.ClosedError):
        surefoot.detect_plants(skeleton, clip, ground)
    with pytest.raises(surefoot.ClosedError):
        surefoot.write_edited("x.bvh", document, document.clips)
    # What came out of a closed document stays.
    assert document.clips[0].frame_count == 180
    own = make.biped()
    own.close()
    for use in (lambda: own.names, lambda: own.joint_count, lambda: own.roles, lambda: own.find("Hips")):
        with pytest.raises(surefoot.ClosedError):
            use()
    closed = surefoot.Plants(10, [surefoot.Plant("left_toe", 0, 5)])
    closed.close()
    for use in (lambda: list(closed), lambda: len(closed), closed.to_json, lambda: closed[0]):
        with pytest.raises(surefoot.ClosedError):
            use()


NUMBERS = np.tile([0, 0, 0, 1.0], (4, 19, 1))
ROOT = np.zeros((4, 3))


@pytest.mark.parametrize(
    ("rotations", "root", "rate", "error", "text"),
    [
        (NUMBERS.astype(complex), ROOT, 60, TypeError, "rotations: expected real numbers, got an array of complex"),
        (NUMBERS.astype(str), ROOT, 60, TypeError, "rotations: expected real numbers"),
        (NUMBERS.astype(object), ROOT, 60, TypeError, "rotations: expected real numbers"),
        (NUMBERS.astype(bool), ROOT, 60, TypeError, "rotations: expected real numbers"),
        (None, ROOT, 60, TypeError, "rotations"),
        (NUMBERS[:, :18], ROOT, 60, ValueError, "rotations: expected any x 19 x 4 values, got 4 x 18 x 4"),
        (NUMBERS[..., :3], ROOT, 60, ValueError, "rotations: expected any x 19 x 4"),
        (NUMBERS[0], ROOT, 60, ValueError, "rotations"),
        (NUMBERS, ROOT[:3], 60, ValueError, "root_positions: expected 4 x 3 values, got 3 x 3"),
        (NUMBERS, [[1, 2, 3], [1, 2]], 60, ValueError, "root_positions: rows differ in length"),
        (NUMBERS, ROOT, 0, surefoot.SurefootError, "frame rate"),
        (NUMBERS, ROOT, float("nan"), surefoot.SurefootError, "frame rate"),
        (NUMBERS, ROOT, "fast", ValueError, "fast"),
        (NUMBERS * 3, ROOT, 60, surefoot.ClipError, "Hips"),
    ],
)
def test_wrong_arrays_are_refused_by_name(skeleton, rotations, root, rate, error, text):
    with pytest.raises(error, match=text):
        surefoot.Clip(skeleton, rotations, root, rate)


def test_nan_is_refused_with_joint_and_frame(skeleton):
    rotations, root = make.walk_arrays(10)
    rotations[7, 3, 1] = np.nan
    with pytest.raises(surefoot.ClipError) as info:
        surefoot.Clip(skeleton, rotations, root, 60, name="broken")
    assert (info.value.joint, info.value.frame) == ("Neck", 7)
    assert info.value.status == 9
    with pytest.raises(surefoot.SkeletonError):
        surefoot.Skeleton(["a"], [-1], [(np.inf, 0, 0)])


def test_wrong_objects_are_refused(skeleton, clip, plants):
    with pytest.raises(TypeError, match=r"skeleton: expected surefoot.Skeleton, got Clip"):
        surefoot.detect_plants(clip, skeleton)
    with pytest.raises(TypeError, match=r"plants: expected surefoot.Plants, got NoneType"):
        surefoot.remove_footskate(skeleton, clip, None)
    with pytest.raises(TypeError, match=r"ground: expected surefoot.Ground, got int"):
        surefoot.detect_plants(skeleton, clip, 0)
    with pytest.raises(TypeError, match=r"clips\[0\]: expected surefoot.Clip"):
        surefoot.write_new("x.bvh", skeleton, [skeleton])
    with pytest.raises(TypeError, match="one text"):
        surefoot.Skeleton("Hips", [-1], [(0, 0, 0)])
    with pytest.raises(TypeError):
        surefoot.Skeleton([1], [-1], [(0, 0, 0)])
    with pytest.raises(ValueError, match="zero character"):
        surefoot.Skeleton(["a\0b"], [-1], [(0, 0, 0)])


@pytest.mark.parametrize(
    ("names", "parents", "joint"),
    [(["a", "a"], [-1, 0], "a"), (["a", "b"], [-1, -1], "b"), (["a", "b"], [-1, 1], "b"), (["a", ""], [-1, 0], None)],
)
def test_broken_skeletons_are_refused(names, parents, joint):
    with pytest.raises(surefoot.SkeletonError) as info:
        surefoot.Skeleton(names, parents, np.zeros((2, 3)))
    assert info.value.joint == joint


def test_indices_out_of_range_are_refused():
    for parents in ([-1, -7], [-1, 2**40], [-1, 0.5]):
        with pytest.raises((ValueError, TypeError)):
            surefoot.Skeleton(["a", "b"], parents, np.zeros((2, 3)))
    with pytest.raises(surefoot.SurefootError):
        surefoot.Skeleton(["a"], [-1], np.zeros((1, 3)), end_sites=[(5, (0, 0, 0))])


def test_plants_are_a_sorted_sequence():
    plants = surefoot.Plants(
        100, [surefoot.Plant("right_toe", 50, 60, 0.5, (1.0, 0.0, 2.0)), surefoot.Plant("left_heel", 0, 10)]
    )
    assert [plant.point for plant in plants] == ["left_heel", "right_toe"]
    assert plants[1].position == (1.0, 0.0, 2.0)
    assert (len(plants), plants.frame_count, plants[0].position) == (2, 100, None)
    assert plants.of("right_toe") == [plants[1]]
    assert plants.flags("left_heel").sum() == 10


@pytest.mark.parametrize(
    "plant",
    [
        surefoot.Plant("left_toe", 5, 5),
        surefoot.Plant("left_toe", 0, 101),
        surefoot.Plant("left_toe", 0, 5, 1.5),
        surefoot.Plant("left_toe", 0, 5, float("nan")),
        surefoot.Plant("left_toe", 0, 5, 1.0, (0.0, float("inf"), 0.0)),
        surefoot.Plant("left_paw", 0, 5),
        surefoot.Plant("left_toe", -1, 5),
    ],
)
def test_plants_that_no_clip_has_are_refused(plant):
    with pytest.raises(ValueError, match=r"left|first"):
        surefoot.Plants(100, [plant])


def test_plants_travel_as_json(tmp_path):
    plants = surefoot.Plants(
        90, [surefoot.Plant("left_toe", 3, 40), surefoot.Plant("right_heel", 20, 60, 0.5, (1.0, 0.25, -2.0))]
    )
    assert surefoot.Plants.from_json(plants.to_json()) == plants
    plants.write(tmp_path / "plants.json")
    assert surefoot.Plants.read(tmp_path / "plants.json", plants.frame_count) == plants
    with pytest.raises(surefoot.FormatError):
        surefoot.Plants.read(tmp_path / "plants.json", 7)
    for text in ("", "{}", "[1]", '{"frame_count": "x", "plants": []}', '{"frame_count": 5, "plants": [{}]}'):
        with pytest.raises(surefoot.FormatError):
            surefoot.Plants.from_json(text)


def test_grounds_have_heights():
    assert surefoot.Ground.level(0.3).footing(5, 5).height == pytest.approx(0.3)
    stairs = surefoot.Ground.height_field((0, 0), 1.0, 2, [[0.0, 0.0], [1.0, 1.0]])
    assert stairs.footing(0.5, 0.5).height == pytest.approx(0.5)
    tile = surefoot.Ground.mesh([(0, 1, 0), (1, 1, 0), (0, 1, 1)], [(0, 2, 1)])
    height, normal = tile.footing(0.2, 0.2, 1.0)
    assert height == pytest.approx(1.0)
    assert normal == pytest.approx((0, 1, 0))
    with pytest.raises(surefoot.InvalidError):
        tile.footing(3.0, 3.0)
    with pytest.raises(surefoot.InvalidError):
        surefoot.Ground.plane((0, 0, 0), (1, 0, 0))
    with pytest.raises(surefoot.InvalidError):
        surefoot.Ground.mesh([(0, 1, 0)], [(0, 1, 2)])
    with pytest.raises(ValueError, match="rows of 3"):
        surefoot.Ground.height_field((0, 0), 1.0, 3, np.zeros((2, 2)))
    with pytest.raises(ValueError, match="between 0"):
        surefoot.Ground.mesh([(0, 1, 0)], [(0, 1, -2)])
    with pytest.raises(TypeError):
        surefoot.Ground()


def test_grounds_give_back_what_they_hold():
    slope = surefoot.Ground.plane((0, 1, 0), (0, 2, 0))
    assert (slope.kind, slope.normal, slope.offset, slope.heights) == ("plane", (0.0, 1.0, 0.0), 1.0, None)
    heights = np.arange(6.0).reshape(2, 3)
    stairs = surefoot.Ground.height_field((1, 2), 0.5, 3, heights)
    assert (stairs.kind, stairs.origin, stairs.spacing, stairs.normal) == ("height_field", (1.0, 2.0), 0.5, None)
    np.testing.assert_array_equal(stairs.heights, heights)
    tile = surefoot.Ground.mesh([(0, 1, 0), (1, 1, 0), (0, 1, 1)], [(0, 2, 1)])
    assert (tile.kind, tile.corners.shape) == ("mesh", (1, 3, 3))
    for ground in (slope, stairs, tile):
        again = pickle.loads(pickle.dumps(ground))
        assert again.footing(0.2, 0.2, 1.0).height == pytest.approx(ground.footing(0.2, 0.2, 1.0).height)


def boot(skeleton, foot):
    """A box below an ankle, 6 cm behind the ankle to 20 cm before it, bound in the rest pose."""
    joint = skeleton.find(foot)
    x, y, z = surefoot.world_positions(
        skeleton, surefoot.Clip(skeleton, skeleton.rest_rotations[None], skeleton.rest_offsets[:1], 30.0)
    )[0, joint]
    corners = [(x + a, y + b, z + d) for b in (-make.ANKLE, 0.0) for d in (-0.06, 0.2) for a in (-0.04, 0.04)]
    normals = [(0, -1, 0)] * 4 + [(0, 1, 0)] * 4
    bind = np.eye(4)
    bind[:3, 3] = (-x, -y, -z)
    skin = surefoot.Skin(
        skeleton, corners, [(0, 1, 2)], [joint], [bind], range(9), [0] * 8, [1] * 8, normals=normals, name="boot"
    )
    return skin


def test_soles_are_found_in_a_mesh_and_kept(skeleton):
    found = surefoot.find_soles(skeleton, [boot(skeleton, "LeftFoot")])
    assert skeleton.soles == {}
    assert found.notes == []
    (side, sole), *rest = found.skeleton.soles.items()
    assert (side, sole.foot, rest) == ("left", "LeftFoot", [])
    np.testing.assert_allclose(sole.heel, (0, -make.ANKLE, -0.06), atol=1e-6)
    assert sole.ankle_height == pytest.approx(make.ANKLE, abs=1e-6)
    assert pickle.loads(pickle.dumps(found.skeleton)).soles == found.skeleton.soles
    assert skeleton.with_soles(found.skeleton.soles).soles == found.skeleton.soles
    # Other roles leave the sole of a foot that stays, and take that of one that does not.
    assert found.skeleton.with_roles({"neck": None}).soles.keys() == {"left"}
    assert found.skeleton.with_roles({"left_toe": None}).soles == {}
    assert found.skeleton.with_soles({}).soles == {}


def test_the_vertices_of_a_sole(skeleton):
    skin = boot(skeleton, "RightFoot")
    vertices, by_height = surefoot.sole_vertices(skeleton, skin, "right")
    assert vertices.tolist() == [0, 1, 2, 3]
    assert not by_height
    assert surefoot.sole_vertices(skeleton, skin, "left").vertices.tolist() == []
    with pytest.raises(surefoot.ArgumentError, match="no side 'both'"):
        surefoot.sole_vertices(skeleton, skin, "both")
    with pytest.raises(TypeError, match="skin"):
        surefoot.sole_vertices(skeleton, skeleton, "left")


def test_soles_of_the_wrong_kind_are_refused(skeleton):
    sole = surefoot.Sole("LeftFoot", skeleton.roles["left_toe"], (0, -0.1, 0), (0, 0, 0.1), 0.1, 0.02)
    with pytest.raises(surefoot.ArgumentError, match="right foot"):
        skeleton.with_soles({"right": sole})
    with pytest.raises(surefoot.ArgumentError, match="no side 'middle'"):
        skeleton.with_soles({"middle": sole})
    with pytest.raises(surefoot.SkeletonError):
        skeleton.with_soles({"left": sole._replace(ankle_height=np.nan)})
    with pytest.raises(ValueError, match="heel"):
        skeleton.with_soles({"left": sole._replace(heel=(0, 1))})
    with pytest.raises(surefoot.UnknownJointError):
        skeleton.with_soles({"left": sole._replace(foot="Paw")})
    with pytest.raises(TypeError, match="skins"):
        surefoot.find_soles(skeleton, [skeleton])


def test_everything_can_be_pickled_and_copied(skeleton, clip, plants):
    again = pickle.loads(pickle.dumps((skeleton, clip, plants)))
    assert again[0].roles == skeleton.roles
    assert again[0].names == skeleton.names
    np.testing.assert_array_equal(again[1].rotations, clip.rotations)
    assert again[2] == plants
    assert copy.deepcopy(clip).name == clip.name


def test_attributes_cannot_be_set(skeleton, clip):
    for thing, name in ((clip, "frame_rate"), (clip, "rotations"), (clip, "name"), (skeleton, "parents")):
        with pytest.raises(AttributeError, match=name):
            setattr(thing, name, 1)
    assert "Frames per second" in type(clip).frame_rate.__doc__


def test_notes_are_told_as_the_host_counts_them():
    note = surefoot.Note("cut", "info", "the clip jumps", (surefoot.FrameRange(3, 4), surefoot.FrameRange(8, 12)))
    assert str(note) == "the clip jumps (frames 3, 8 to 11)"
    assert note.sentence(lambda frame: f"{frame / 2:.1f}") == "the clip jumps (frames 1.5, 4.0 to 5.5)"
    assert str(note._replace(frames=(), about="left_toe")) == "left_toe: the clip jumps"
    assert str(note._replace(frames=note.frames[:1])) == "the clip jumps (frame 3)"
