"""Drag this file into Maya's viewport: installs Surefoot, upgrades it, or removes it.

The module is copied into the user's own modules folder, which every Maya looks into: no administrator rights, no
environment variables. A Maya that does not find it by itself finds it after a restart.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import sys
import tempfile
from typing import List

PLUGIN = "surefoot"
MODULE_FILE = "Surefoot.mod"
# In each module folder: its lines of the module file.
PART = "module.txt"
PATTERN = "Surefoot-*"
PLATFORM = {"win32": "win64", "darwin": "mac"}.get(sys.platform, "linux")


class InstallError(Exception):
    """Why nothing was installed or removed: a sentence for the user."""


def available(source: pathlib.Path) -> List[pathlib.Path]:
    """The module folders for this system, of all versions of Maya."""
    return sorted(part.parent for part in source.glob(PATTERN + "-" + PLATFORM + "/" + PART))


def folder_name(year: str) -> str:
    """The module folder of a version of Maya on this system."""
    return "Surefoot-%s-%s" % (year, PLATFORM)


def install(source: pathlib.Path, modules: pathlib.Path, year: str) -> pathlib.Path:
    """Copies all module folders for this system; returns that of this Maya.

    Those of an earlier version are replaced. If anything fails, what was installed before is still there.
    """
    folders = available(source)
    wanted = folder_name(year)
    if wanted not in [folder.name for folder in folders]:
        have = ", ".join(folder.name for folder in folders) or "none"
        raise InstallError("There is no %s beside this file; there is %s." % (wanted, have))
    if source.resolve() == modules.resolve():
        raise InstallError("This file is in the modules folder already; drag in the one that you downloaded.")
    try:
        modules.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".surefoot-", dir=str(modules)) as name:
            staged, old = pathlib.Path(name, "new"), pathlib.Path(name, "old")
            for folder in folders:
                shutil.copytree(str(folder), str(staged / folder.name))
            old.mkdir()
            _swap(folders, staged, modules, old)
    except OSError as error:
        raise InstallError("Nothing was installed: %s. Close other Mayas and try again." % error) from error
    write_module_file(modules)
    return modules / wanted


def _swap(folders: List[pathlib.Path], staged: pathlib.Path, modules: pathlib.Path, old: pathlib.Path) -> None:
    """Puts new folders in the place of old ones: all of them or none."""
    moved: List[str] = []
    placed: List[str] = []
    try:
        for folder in folders:
            if (modules / folder.name).exists():
                (modules / folder.name).rename(old / folder.name)
                moved.append(folder.name)
            (staged / folder.name).rename(modules / folder.name)
            placed.append(folder.name)
    except OSError:
        for name in placed:
            (modules / name).rename(staged / name)
        for name in moved:
            (old / name).rename(modules / name)
        raise


def uninstall(modules: pathlib.Path) -> bool:
    """Removes every module folder and the module file; false if there was none."""
    folders = [part.parent for part in modules.glob(PATTERN + "/" + PART)]
    try:
        for folder in folders:
            shutil.rmtree(str(folder))
    except OSError as error:
        raise InstallError("Not everything was removed: %s. Close other Mayas and try again." % error) from error
    finally:
        write_module_file(modules)
    return bool(folders)


def write_module_file(modules: pathlib.Path) -> None:
    """Writes the module file for the module folders that are there; removes it if there are none."""
    parts = sorted(modules.glob(PATTERN + "/" + PART))
    target = modules / MODULE_FILE
    if parts:
        target.write_text("".join(part.read_text(encoding="utf-8") for part in parts), encoding="utf-8")
    elif target.exists():
        target.unlink()


def modules_folder() -> pathlib.Path:
    """The user's modules folder, which all versions of Maya share."""
    from maya import cmds

    folder: str = cmds.internalVar(userAppDir=True)
    return pathlib.Path(folder) / "modules"


def unload() -> None:
    """Unloads the plug-in, with menu and panel. Refuses while the scene needs it."""
    from maya import cmds

    if not cmds.pluginInfo(PLUGIN, query=True, loaded=True):
        return
    if not cmds.pluginInfo(PLUGIN, query=True, unloadOk=True):
        raise InstallError("The scene uses Surefoot. Save it, make a new scene, and drag this file in again.")
    try:
        from surefoot_maya import startup
    except ImportError:
        pass
    else:
        startup.unload()
    cmds.unloadPlugin(PLUGIN)


def load(folder: pathlib.Path) -> None:
    """Loads what was installed in this session and from now on, and makes the shelf."""
    from maya import cmds

    # What this session has of an earlier version is forgotten.
    for name in [name for name in sys.modules if name.split(".")[0] == "surefoot_maya"]:
        del sys.modules[name]
    try:
        cmds.loadModule(load=str(folder.parent / MODULE_FILE))
    except RuntimeError:
        cmds.warning("Icons and attribute editor of Surefoot appear when Maya is started again.")
    python = str(folder / "python")
    if python not in sys.path:
        sys.path.append(python)
    suffix = {"win64": ".mll", "mac": ".bundle"}.get(PLATFORM, ".so")
    cmds.loadPlugin(str(folder / "plug-ins" / (PLUGIN + suffix)))
    cmds.pluginInfo(PLUGIN, edit=True, autoload=True)
    from surefoot_maya import shelf

    shelf.make()


def run(source: pathlib.Path) -> str:
    """Asks what to do and does it; returns what to tell the user, empty if nothing."""
    from maya import cmds

    modules = modules_folder()
    has_old = bool(list(modules.glob(PATTERN + "/" + PART)))
    buttons = ["Upgrade", "Uninstall", "Cancel"] if has_old else ["Install", "Cancel"]
    question = "Surefoot is installed in %s." if has_old else "Surefoot will be installed in %s."
    chosen = cmds.confirmDialog(
        title="Surefoot",
        message=question % modules,
        button=buttons,
        defaultButton=buttons[0],
        cancelButton="Cancel",
        dismissString="Cancel",
    )
    if chosen == "Cancel":
        return ""
    unload()
    if chosen == "Uninstall":
        uninstall(modules)
        if cmds.shelfLayout("Surefoot", exists=True):
            cmds.deleteUI("Surefoot")
        return "Surefoot was removed."
    load(install(source, modules, str(cmds.about(version=True))[:4]))
    return "Surefoot is installed: see its menu and shelf."


def onMayaDroppedPythonFile(path: str = "", *_: object) -> None:
    """Maya calls this when the file is dropped into the viewport."""
    from maya import cmds

    source = pathlib.Path(path if path else os.path.abspath(__file__)).parent
    try:
        told = run(source)
    except (InstallError, RuntimeError) as error:
        told = str(error)
    if told:
        cmds.confirmDialog(title="Surefoot", message=told, button=["OK"])
