"""Files: read, edit, write back; the same bytes as the command line writes."""

from __future__ import annotations

import json
import subprocess

import numpy as np
import pytest

import surefoot

REAL_CLIPS = [
    "cmu/16_17_walk_turn90_left.bvh",
    "cmu/127_04_walk_to_run.bvh",
    "animated/makehuman_male_walk_30fps.fbx",
    "animated/makehuman_male_walk_30fps.glb",
    "other/AnimatedDrawings_rokoko_jesse_dance.bvh",
]


@pytest.mark.parametrize("name", REAL_CLIPS)
def test_results_equal_the_command_line_bit_for_bit(name, data, cli, tmp_path):
    source = data / name
    ours, theirs = tmp_path / f"ours{source.suffix}", tmp_path / f"theirs{source.suffix}"
    report_file = tmp_path / "report.json"
    done = subprocess.run(
        [cli, "remove-footskate", source, theirs, "--report", report_file], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    document = surefoot.read(source)
    edited = []
    for clip in document.clips:
        plants = surefoot.detect_plants(document.skeleton, clip).plants
        edited.append(surefoot.remove_footskate(document.skeleton, clip, plants))
    surefoot.write_edited(ours, document, [result.clip for result in edited])
    assert ours.read_bytes() == theirs.read_bytes()
    assert ours.read_bytes() != source.read_bytes(), "the clip was changed at all"
    told = json.loads(report_file.read_text(encoding="utf-8"))["files"][0]["clips"]
    assert [result.report.to_dict() for result in edited] == [clip["report"] for clip in told]


def test_arrays_through_numpy_change_nothing(data, tmp_path):
    """A clip rebuilt from its own arrays is written as the same bytes."""
    source = data / REAL_CLIPS[0]
    document = surefoot.read(source)
    clip = document.clips[0]
    again = surefoot.Clip(document.skeleton, clip.rotations, clip.root_positions, clip.frame_rate, name=clip.name)
    np.testing.assert_array_equal(again.rotations, clip.rotations)
    surefoot.write_edited(tmp_path / "a.bvh", document, [again])
    assert (tmp_path / "a.bvh").read_bytes() == source.read_bytes()


@pytest.mark.parametrize("suffix", ["bvh", "fbx", "glb", "gltf"])
def test_new_files_hold_the_clip(suffix, skeleton, clip, tmp_path):
    file = tmp_path / f"new.{suffix}"
    surefoot.write_new(file, skeleton, [clip])
    document = surefoot.read(file)
    assert document.format == suffix
    # FBX has joints for end sites.
    joints = [document.skeleton.find(name) for name in skeleton.names]
    read = document.clips[0]
    assert read.frame_count == clip.frame_count
    np.testing.assert_allclose(read.root_positions, clip.root_positions, atol=1e-4)
    dots = np.abs(np.sum(read.rotations[:, joints] * clip.rotations, axis=-1))
    np.testing.assert_allclose(dots, 1.0, atol=1e-5)


@pytest.mark.parametrize("axis", ["X", "Y", "Z", "-X", "-Y", "-Z"])
def test_units_and_axes_of_new_files(skeleton, clip, tmp_path, axis):
    surefoot.write_new(tmp_path / "new.bvh", skeleton, [clip], unit_metres=0.01, up_axis=axis)
    document = surefoot.read(tmp_path / "new.bvh", unit_metres=0.01, up_axis=axis.lower())
    assert (document.unit_metres, document.up_axis, document.unit_origin) == (0.01, axis, "given")
    np.testing.assert_allclose(document.clips[0].root_positions, clip.root_positions, atol=1e-4)


def test_bytes_in_memory_are_read_as_files_are(example_folder):
    content = (example_folder / "walk.glb").read_bytes()
    document = surefoot.read_bytes("walk.glb", content)
    np.testing.assert_array_equal(document.clips[0].rotations, surefoot.read("walk.glb").clips[0].rotations)
    with pytest.raises(TypeError):
        surefoot.read_bytes("walk.glb", "text")
    with pytest.raises(surefoot.FormatError):
        surefoot.read_bytes("walk.glb", content[: len(content) // 2])
    with pytest.raises(surefoot.FormatError):
        surefoot.read_bytes("walk.glb", b"")


def test_a_frame_rate_given_on_reading_counts(example_folder):
    assert surefoot.read("walk.bvh", frame_rate=30).clips[0].frame_rate == 30


def test_roles_given_on_reading_count(example_folder):
    document = surefoot.read("walk.bvh", roles={"left_toe": None})
    assert "left_toe" not in document.skeleton.roles
    assert "left_toe" not in document.clips[0].skeleton.roles


def test_a_document_tells_where_its_unit_came_from(example_folder):
    assert surefoot.read("walk.glb").unit_origin == "standard"
    (note,) = surefoot.read("walk.bvh").notes
    assert isinstance(note, surefoot.Note)
    assert (note.code, note.frames, note.about) == ("unit-estimated", (), None)
    assert str(note) == note.text


def test_failures_name_the_file(tmp_path, skeleton, clip, example_folder):
    with pytest.raises(surefoot.FileError, match=r"nowhere\.bvh"):
        surefoot.read(tmp_path / "nowhere.bvh")
    with pytest.raises(OSError, match=r"nowhere\.bvh"):
        surefoot.read(tmp_path / "nowhere.bvh")
    broken = tmp_path / "broken.bvh"
    broken.write_text("HIERARCHY\nROOT Hips\n{\nOFFSET a b c\n", encoding="utf-8")
    with pytest.raises(surefoot.FormatError, match="line 4"):
        surefoot.read(broken)
    with pytest.raises(surefoot.UnsupportedError, match="extension"):
        surefoot.write_new(tmp_path / "x.txt", skeleton, [clip])
    with pytest.raises(surefoot.FileError):
        surefoot.write_new(tmp_path / "no" / "folder" / "x.bvh", skeleton, [clip])
    document = surefoot.read("walk.bvh")
    with pytest.raises(surefoot.LengthError):
        surefoot.write_edited(tmp_path / "x.bvh", document, [])
    for options in ({"unit_metres": 0}, {"unit_metres": -1}, {"up_axis": "W"}, {"frame_rate": float("nan")}):
        with pytest.raises(surefoot.OptionError):
            surefoot.read("walk.bvh", **options)
    with pytest.raises(TypeError):
        surefoot.Document()


def test_paths_may_hold_any_letter(tmp_path, skeleton, clip):
    file = tmp_path / "Läufer 走る.bvh"
    surefoot.write_new(file, skeleton, [clip])
    assert surefoot.read(str(file)).path == str(file)


@pytest.mark.parametrize("format", ["bvh", "fbx", "glb", "gltf"])
def test_files_are_the_same_in_memory(format, skeleton, clip, tmp_path):
    file = tmp_path / f"walk.{format}"
    notes = surefoot.write_new(file, skeleton, [clip])
    made = surefoot.encode_new(format, skeleton, [clip])
    assert made == (file.read_bytes(), notes)
    document = surefoot.read_bytes(file, made.content)
    assert surefoot.encode_edited(document, document.clips).content == made.content
    with pytest.raises(surefoot.OptionError, match="'bvh'"):
        surefoot.encode_new("abc", skeleton, [clip])
    with pytest.raises(surefoot.LengthError):
        surefoot.encode_edited(document, [])
    with pytest.raises(TypeError, match="expected bytes"):
        surefoot.read_bytes(file, "text")
