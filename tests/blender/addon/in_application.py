"""One suite in the full application, which has versions that bpy does not.

Usage: blender --background --factory-startup --python in_application.py -- ZIP SUITE
"""

import os
import pathlib
import runpy
import sys
import traceback

import bpy

package, suite = sys.argv[sys.argv.index("--") + 1 :][:2]
here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))
sys.argv = [suite]
try:
    bpy.ops.extensions.package_install_files(filepath=package, repo="user_default", enable_on_install=True)
    runpy.run_path(str(here / f"{suite}.py"), run_name="__main__")
except Exception:
    traceback.print_exc()
sys.stdout.flush()
os._exit(1)
