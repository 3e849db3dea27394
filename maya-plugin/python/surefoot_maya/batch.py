"""Runs a command on many scenes without a window.

    mayapy -m surefoot_maya.batch walk.ma run.ma --command removeFootskate --out-dir cleaned

Each scene is opened, every character in it is worked on, and a copy is saved under the same name in the folder. One
line of JSON tells of each scene. A scene that fails does not stop the others. Ends with 0 if all were done, else
with 1.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

COMMANDS = {
    "detectPlants": "surefootDetectPlants",
    "removeFootskate": "surefootRemoveFootskate",
    "removePenetration": "surefootRemovePenetration",
    "correctBalance": "surefootCorrectBalance",
    "adaptToBody": "surefootAdaptToBody",
}

FILE_TYPES = {".ma": "mayaAscii", ".mb": "mayaBinary"}

Value = Union[bool, int, float, str]


class Job(NamedTuple):
    """What is done to every scene."""

    command: str
    flags: Dict[str, Value]
    # Names of root joints; empty for all that the scene has.
    roots: Sequence[str]
    out_dir: str
    overwrite: bool = False


def run_scenes(scenes: Sequence[str], job: Job) -> List[Dict[str, Any]]:
    """Works on each scene and prints its line; returns what the lines hold."""
    told = []
    for scene in scenes:
        line = run_scene(scene, job)
        print(json.dumps(line), flush=True)
        told.append(line)
    return told


def run_scene(scene: str, job: Job) -> Dict[str, Any]:
    """Opens a scene, works on it and saves the copy. Failures are told, not raised."""
    line: Dict[str, Any] = {"scene": scene, "done": False}
    try:
        target, kind = _target(scene, job)
        line.update(_work(scene, job, target, kind))
        line["done"] = True
    except Exception as error:
        # One scene of a thousand must not end the night; whatever it was is told.
        line["error"] = " ".join(str(error).split()) or type(error).__name__
    return line


def _work(scene: str, job: Job, target: str, kind: str) -> Dict[str, Any]:
    from maya import cmds

    from . import characters
    from .run import reports_of

    try:
        cmds.file(scene, open=True, force=True, prompt=False)
        roots = _named(job.roots) if job.roots else characters.all_roots()
        if not roots:
            raise ValueError("there is no joint hierarchy")
        returned = getattr(cmds, job.command)(*roots, **job.flags)
        cmds.file(rename=target)
        cmds.file(save=True, force=True, type=kind, prompt=False)
        results = [
            {"root": report.get("root"), "summary": report.get("summary"), "scene": report.get("scene")}
            for report in reports_of(returned)
        ]
        return {"output": target, "results": results}
    finally:
        cmds.file(newFile=True, force=True)


def _named(names: Sequence[str]) -> List[str]:
    from maya import cmds

    roots = []
    for name in names:
        found = cmds.ls(name, type="joint", long=True) or []
        if len(found) != 1:
            raise ValueError("%d joints are named %s" % (len(found), name))
        roots.append(found[0])
    return roots


def _target(scene: str, job: Job) -> Tuple[str, str]:
    """Where the copy goes, and its file type."""
    kind = FILE_TYPES.get(os.path.splitext(scene)[1].lower())
    if kind is None:
        raise ValueError("not a Maya scene: the name ends neither in .ma nor in .mb")
    if not os.path.isfile(scene):
        raise ValueError("there is no such file")
    target = os.path.join(job.out_dir, os.path.basename(scene))
    if os.path.exists(target) and (os.path.samefile(scene, target) or not job.overwrite):
        raise ValueError("%s exists; --overwrite replaces it, unless it is the scene itself" % target)
    return target.replace(os.sep, "/"), kind


def parse_value(text: str) -> Value:
    """A flag's value as it is meant: true and false, a number, else a word."""
    if text in ("true", "false"):
        return text == "true"
    try:
        number = float(text)
    except ValueError:
        return text
    return int(text) if text.lstrip("+-").isdigit() else number


def parse(arguments: Optional[Sequence[str]] = None) -> Tuple[List[str], Job]:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="mayapy -m surefoot_maya.batch", description="Runs a command of Surefoot on many scenes."
    )
    parser.add_argument("scenes", nargs="+", metavar="SCENE", help="a .ma or .mb file")
    parser.add_argument("--command", choices=sorted(COMMANDS), default="removeFootskate", help="what to do")
    parser.add_argument("--out-dir", required=True, metavar="FOLDER", help="where the copies go")
    parser.add_argument("--root", action="append", default=[], metavar="JOINT", help="a root joint; default: all")
    parser.add_argument(
        "--flag",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a flag of the command, such as maxStretch=0 or result=keys; may be given many times",
    )
    parser.add_argument("--overwrite", action="store_true", help="replace copies of an earlier run")
    given = parser.parse_args(arguments)
    flags = {}
    for pair in given.flag:
        name, equals, value = pair.partition("=")
        if not name or not equals:
            parser.error("--flag %s: give NAME=VALUE" % pair)
        flags[name] = parse_value(value)
    names = [os.path.basename(scene) for scene in given.scenes]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        parser.error("two scenes are named %s; their copies would be one file" % twice[0])
    return given.scenes, Job(COMMANDS[given.command], flags, given.root, given.out_dir, given.overwrite)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The program; returns its exit code."""
    scenes, job = parse(arguments)
    from .run import need_plugin

    if not os.path.isdir(job.out_dir):
        os.makedirs(job.out_dir)
    need_plugin()
    told = run_scenes(scenes, job)
    done = sum(line["done"] for line in told)
    print("%d of %d scenes done" % (done, len(told)), file=sys.stderr)
    return 0 if done == len(told) else 1


def _program() -> int:
    import maya.standalone

    maya.standalone.initialize(name="python")
    try:
        return main()
    finally:
        maya.standalone.uninitialize()


if __name__ == "__main__":
    sys.exit(_program())
