"""Runs the scenarios in a real Maya.

    mayapy tests/maya/mayapy/run.py --plugin FOLDER/Surefoot-2024-linux/plug-ins/surefoot.so

One line for each case; ends with 0 if none failed. `--program` names the command line program for comparison,
`--only` some of the cases.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
import tempfile
import time
import traceback
from typing import List

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]


def main() -> int:
    """The program; returns its exit code."""
    parser = argparse.ArgumentParser(description="Runs the scenarios of the Maya plug-in.")
    parser.add_argument("--plugin", required=True, help="the plug-in file, in its module folder")
    parser.add_argument("--program", default="", help="the program surefoot; default: as on the path")
    parser.add_argument("--only", action="append", default=[], help="part of a case's name; may be given many times")
    given = parser.parse_args()
    plugin = pathlib.Path(given.plugin).resolve()
    # The module's Python lies beside the folder of the plug-in; without it the sources are taken.
    beside = plugin.parents[1] / "python"
    sys.path.append(str(beside if beside.is_dir() else HERE.parents[2] / "maya-plugin" / "python"))

    import maya.standalone

    maya.standalone.initialize(name="python")
    from maya import cmds

    print("Maya %s, Python %s" % (cmds.about(installedVersion=True), sys.version.split()[0]))
    cmds.loadPlugin(str(plugin))
    # Undo is off without a window.
    cmds.undoInfo(state=True, infinity=True)
    failed: List[str] = []
    try:
        failed = run_cases(given.program, given.only)
        cmds.file(newFile=True, force=True)
        cmds.unloadPlugin("surefoot")
        cmds.loadPlugin(str(plugin))
        print("ok       loaded twice")
    except Exception:
        traceback.print_exc()
        failed.append("loading")
    print("%d failed%s" % (len(failed), ": " + ", ".join(failed) if failed else ""))
    sys.stdout.flush()
    # Some versions crash while they end; what was found has been told.
    os._exit(1 if failed else 0)


def run_cases(program: str, only: List[str]) -> List[str]:
    """Runs the cases; returns the names of those that failed."""
    import scenarios

    failed = []
    for case in scenarios.CASES:
        name = case.__name__.replace("_", " ")
        if only and not any(part in name for part in only):
            continue
        start = time.time()
        with tempfile.TemporaryDirectory() as folder:
            try:
                case(scenarios.Context(pathlib.Path(folder), program))
                verdict = "ok      "
            except scenarios.SkipCase as why:
                verdict, name = "SKIPPED ", "%s: %s" % (name, why)
            except Exception:
                # Every case is tried, whatever the others did.
                traceback.print_exc()
                verdict = "FAILED  "
                failed.append(name)
        print("%s %s (%.1f s)" % (verdict, name, time.time() - start))
        sys.stdout.flush()
    return failed


if __name__ == "__main__":
    sys.exit(main())
