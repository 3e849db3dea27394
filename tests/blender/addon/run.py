"""Installs the extension into fresh profiles and runs the suites from there.

Usage: python run.py ZIP PYTHON… [-- SUITE…], each PYTHON of an environment with one version of bpy.
Prints every test, then one line per version; ends with a count. A test that was skipped is counted as such: it has not
passed, and a version on which nothing passed has failed.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
# bpy can dead-lock at exit or in a driver; no suite takes near as long.
TIMEOUT_S = 240
INSTALL = """
import os, sys, bpy
done = bpy.ops.extensions.package_install_files(filepath=sys.argv[1], repo="user_default", enable_on_install=True)
bpy.ops.wm.save_userpref()
print(bpy.app.version_string, flush=True)
os._exit(0 if done == {"FINISHED"} and hasattr(bpy.types.Object, "surefoot") else 1)
"""
START = """
import os, sys, traceback, runpy
import bpy
import addon_utils
if addon_utils.enable("bl_ext.user_default.surefoot", default_set=True, persistent=True) is None:
    print("the extension cannot be enabled", flush=True)
    os._exit(1)
sys.path.insert(0, os.path.dirname(sys.argv[1]))
suite = sys.argv.pop(1)
try:
    runpy.run_path(suite, run_name="__main__")
except Exception:
    traceback.print_exc()
os._exit(1)
"""


def run(python, profile, code, *arguments):
    environment = {**os.environ, "BLENDER_USER_RESOURCES": profile, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [python, "-c", code, *map(str, arguments)]
    try:
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired as expired:
        output = (expired.stdout or b"").decode(errors="replace")
        return subprocess.CompletedProcess(command, 1, output, f"no end after {TIMEOUT_S} s")


def check(python, package, suites):
    """All suites on one version; returns how many passed, failed and were skipped, and the text to print."""
    text, passed, failed, skipped = "", 0, 0, 0
    with tempfile.TemporaryDirectory(prefix="surefoot-profile-") as profile:
        installed = run(python, profile, INSTALL, package)
        version = (installed.stdout.strip().splitlines() or ["?"])[-1]
        if installed.returncode != 0:
            return 0, 1, 0, f"FAILED  installing on {python}:\n{installed.stdout}{installed.stderr}"
        for suite in suites:
            done = run(python, profile, START, suite)
            lines = done.stdout.splitlines()
            counts = next((json.loads(line) for line in reversed(lines) if line.startswith('{"passed"')), None)
            shown = [line for line in lines if line.startswith(("ok ", "SKIPPED"))]
            if done.returncode != 0 or counts is None:
                shown = lines[-60:] + done.stderr.splitlines()[-20:]
            passed += counts["passed"] if counts else 0
            failed += counts["failed"] if counts else 1
            skipped += counts["skipped"] if counts else 0
            text += "".join(f"{version}  {suite.stem}  {line}\n" for line in shown)
    failed += passed == 0 and failed == 0
    return passed, failed, skipped, text + f"{version}: {passed} passed, {failed} failed, {skipped} skipped\n"


def main():
    arguments = sys.argv[1:]
    wanted = arguments[arguments.index("--") + 1 :] if "--" in arguments else []
    arguments = arguments[: arguments.index("--")] if "--" in arguments else arguments
    package, pythons = pathlib.Path(arguments[0]).resolve(), arguments[1:]
    suites = sorted(p for p in HERE.glob("test_*.py") if not wanted or p.stem in wanted)
    with ThreadPoolExecutor(max_workers=min(len(pythons), os.cpu_count() or 1)) as pool:
        results = list(pool.map(lambda python: check(python, package, suites), pythons))
    for *_, text in results:
        print(text)
    passed, failed, skipped = (sum(result[i] for result in results) for i in range(3))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not suites else 0


if __name__ == "__main__":
    sys.exit(main())
