"""The drag-and-drop installer, into a folder that stands for the user's own."""

import pathlib
import sys

import drag_into_maya as installer
import pytest

PLATFORM = installer.PLATFORM


def make_module(source, year, version):
    folder = source / ("Surefoot-%s-%s" % (year, PLATFORM))
    (folder / "plug-ins").mkdir(parents=True)
    (folder / "plug-ins" / "surefoot.so").write_text(version)
    (folder / "python").mkdir()
    (folder / "module.txt").write_text("+ MAYAVERSION:%s Surefoot %s ./%s\n\n" % (year, version, folder.name))
    return folder


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "download"
    for year in ("2022", "2024"):
        make_module(folder, year, "0.1.0")
    (folder / "Surefoot-2022-amiga").mkdir()
    (folder / "Surefoot-2022-amiga" / "module.txt").write_text("another system")
    return folder


@pytest.fixture
def modules(tmp_path):
    return tmp_path / "maya" / "modules"


def tree(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_installs_every_version_for_this_system(source, modules):
    assert installer.install(source, modules, "2022") == modules / ("Surefoot-2022-" + PLATFORM)
    assert [path.name for path in sorted(modules.iterdir())] == [
        "Surefoot-2022-" + PLATFORM,
        "Surefoot-2024-" + PLATFORM,
        "Surefoot.mod",
    ]
    assert (modules / "Surefoot.mod").read_text().count("+ MAYAVERSION") == 2


def test_upgrades_and_keeps_what_the_new_one_does_not_have(source, modules, tmp_path):
    installer.install(source, modules, "2022")
    stale = modules / ("Surefoot-2022-" + PLATFORM) / "stale.py"
    stale.write_text("of the old version")
    newer = tmp_path / "newer"
    make_module(newer, "2022", "0.2.0")
    installer.install(newer, modules, "2022")
    assert not stale.exists()
    text = (modules / "Surefoot.mod").read_text()
    assert "MAYAVERSION:2022 Surefoot 0.2.0" in text and "MAYAVERSION:2024 Surefoot 0.1.0" in text


def test_uninstalls_and_leaves_other_modules(source, modules):
    installer.install(source, modules, "2022")
    (modules / "Other.mod").write_text("+ Other 1.0 ./Other")
    (modules / "Surefoot-notes").mkdir()
    assert installer.uninstall(modules) is True
    assert tree(modules) == ["Other.mod"] and (modules / "Surefoot-notes").is_dir()
    assert installer.uninstall(modules) is False


def test_says_which_versions_there_are(source, modules):
    with pytest.raises(installer.InstallError, match=r"no Surefoot-2030-.*there is Surefoot-2022"):
        installer.install(source, modules, "2030")
    assert not modules.exists()
    with pytest.raises(installer.InstallError, match="modules folder already"):
        installer.install(source, source, "2022")


def test_a_failure_half_way_leaves_the_old_version(source, modules, tmp_path, monkeypatch):
    installer.install(source, modules, "2022")
    before = tree(modules)
    newer = tmp_path / "newer"
    for year in ("2022", "2024"):
        make_module(newer, year, "0.2.0")
    rename = pathlib.Path.rename

    def fails_for_the_last(path, target):
        if "new" in path.parts and path.name.startswith("Surefoot-2024"):
            raise PermissionError("in use")
        return rename(path, target)

    monkeypatch.setattr(pathlib.Path, "rename", fails_for_the_last)
    with pytest.raises(installer.InstallError, match="Nothing was installed: in use"):
        installer.install(newer, modules, "2022")
    assert tree(modules) == before
    assert (modules / ("Surefoot-2022-" + PLATFORM) / "plug-ins" / "surefoot.so").read_text() == "0.1.0"


@pytest.fixture
def maya(scene, tmp_path, monkeypatch):
    """A session whose user agrees to the first button, unless a test says otherwise."""
    scene.app_dir = str(tmp_path / "maya")
    scene.chosen = ""
    monkeypatch.setattr(installer.sys, "path", list(installer.sys.path))
    loaded = {name: module for name, module in sys.modules.items() if name.startswith("surefoot_maya")}
    yield scene
    # The installer makes a session forget what it has; other tests hold on to it.
    sys.modules.update(loaded)
    for name, module in loaded.items():
        package, _, own = name.rpartition(".")
        if package:
            setattr(sys.modules[package], own, module)


def told(scene):
    return [call[1] for call in scene.calls if call[0] == "told"]


def test_dropping_the_file_installs_loads_and_makes_the_shelf(maya, source, modules):
    installer.onMayaDroppedPythonFile(str(source / "drag_into_maya.py"))
    assert told(maya)[-1] == "Surefoot is installed: see its menu and shelf."
    assert maya.plugins == {"surefoot"} and "Surefoot" in maya.controls
    loaded = [call[1][0] for call in maya.calls if call[0] == "loadPlugin"]
    assert loaded == [str(modules / ("Surefoot-2022-" + PLATFORM) / "plug-ins" / "surefoot.so")]
    # Dropped again it upgrades, then it is taken away.
    installer.onMayaDroppedPythonFile(str(source / "drag_into_maya.py"))
    assert maya.plugins == {"surefoot"} and "installed in" in told(maya)[-2]
    maya.chosen = "Uninstall"
    installer.onMayaDroppedPythonFile(str(source / "drag_into_maya.py"))
    assert told(maya)[-1] == "Surefoot was removed."
    assert tree(modules) == [] and maya.plugins == set() and "Surefoot" not in maya.controls


def test_nothing_happens_when_the_user_cancels_or_the_scene_needs_the_plug_in(maya, source, modules):
    maya.chosen = "Cancel"
    installer.onMayaDroppedPythonFile(str(source / "drag_into_maya.py"))
    assert not modules.exists() and len(told(maya)) == 1
    maya.chosen = ""
    maya.plugins, maya.plugin_used = {"surefoot"}, True
    installer.onMayaDroppedPythonFile(str(source / "drag_into_maya.py"))
    assert not modules.exists() and "The scene uses Surefoot" in told(maya)[-1]
