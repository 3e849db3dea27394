"""Many scenes without a window."""

import json

import pytest
from maya import cmds
from surefoot_maya import batch


@pytest.fixture
def ten(scene, tmp_path):
    """Ten files, each with a character; the one in the middle cannot be read."""
    content = {"|hips": {"type": "joint"}, "|hips|spine": {"type": "joint"}}
    paths = []
    for number in range(10):
        path = tmp_path / ("walk%d.ma" % number)
        path.write_text("scene")
        paths.append(str(path))
        scene.files[path.name] = RuntimeError("Error reading file.\n") if number == 4 else content
    scene.batch = True
    return paths


def run(ten, out_dir, *arguments):
    return batch.main(ten + ["--out-dir", str(out_dir)] + list(arguments))


def test_one_broken_scene_of_ten_is_named_and_nine_are_done(scene, ten, tmp_path, capsys):
    assert run(ten, tmp_path / "out", "--flag", "maxStretch=0", "--flag", "result=keys") == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["scene"] for line in lines] == ten
    assert [line["done"] for line in lines] == [number != 4 for number in range(10)]
    assert lines[4]["error"] == "Error reading file."
    assert lines[5]["results"][0]["summary"] == "done"
    assert len(scene.saved) == 9 and set(scene.saved.values()) == {"mayaAscii"}
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "walk%d.ma" % number for number in range(10) if number != 4
    ]
    calls = [call for call in scene.calls if call[0] == "surefootRemoveFootskate"]
    assert calls[0] == ("surefootRemoveFootskate", ("|hips",), {"maxStretch": 0, "result": "keys"})
    # Nothing of a scene is left for the next one, or for whoever runs this inside a session.
    assert scene.nodes == {} and "surefoot" in scene.plugins


def test_all_done_is_exit_code_0_and_a_second_run_needs_leave(scene, ten, tmp_path, capsys):
    del ten[4]
    assert run(ten, tmp_path / "out") == 0
    assert run(ten, tmp_path / "out") == 1
    assert "--overwrite" in json.loads(capsys.readouterr().out.splitlines()[-1])["error"]
    assert run(ten, tmp_path / "out", "--overwrite") == 0


def test_a_scene_is_never_its_own_copy(scene, ten, tmp_path, capsys):
    assert run(ten[:1], tmp_path, "--overwrite") == 1
    assert "exists" in json.loads(capsys.readouterr().out)["error"] and scene.saved == {}


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda scene, path: path.rename(path.with_suffix(".fbx")), "not a Maya scene"),
        (lambda scene, path: path.unlink(), "no such file"),
        (lambda scene, path: scene.files.update({path.name: {}}), "no joint hierarchy"),
        (lambda scene, path: scene.answers.update(surefootRemoveFootskate=RuntimeError("two feet")), "two feet"),
    ],
)
def test_what_cannot_be_done_is_told(scene, ten, tmp_path, capsys, make, told):
    path = tmp_path / "walk0.ma"
    make(scene, path)
    scenes = [str(found) for found in tmp_path.glob("walk0.*")] or [str(path)]
    assert run(scenes, tmp_path / "out") == 1
    assert told in json.loads(capsys.readouterr().out)["error"]


def test_roots_may_be_named(scene, ten, tmp_path, capsys):
    assert run(ten[:1], tmp_path / "out", "--root", "hips", "--command", "detectPlants") == 0
    assert scene.calls[[c[0] for c in scene.calls].index("surefootDetectPlants")][1] == ("|hips",)
    assert run(ten[1:2], tmp_path / "out", "--root", "pelvis") == 1
    assert "0 joints are named pelvis" in capsys.readouterr().out


def test_two_scenes_of_one_name_are_refused(ten, tmp_path):
    with pytest.raises(SystemExit):
        run([ten[0], str(tmp_path / "other" / "walk0.ma")], tmp_path / "out")
    with pytest.raises(SystemExit):
        run(ten, tmp_path / "out", "--flag", "maxStretch")


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("false", False), ("3", 3), ("-2", -2), ("0.5", 0.5), ("1e3", 1000.0), ("keys", "keys")],
)
def test_values_are_read_as_they_are_meant(text, value):
    read = batch.parse_value(text)
    assert read == value and type(read) is type(value)


def test_the_program_starts_maya(scene, ten, tmp_path, monkeypatch):
    import maya.standalone

    started = []
    monkeypatch.setattr(maya.standalone, "initialize", lambda name: started.append(name))
    monkeypatch.setattr("sys.argv", ["batch", ten[0], "--out-dir", str(tmp_path / "out")])
    assert batch._program() == 0 and started == ["python"]
    assert cmds.scene.saved
