"""Builds the extension: the add-on folder, the wheel of the `surefoot` package inside, one zip per platform.

Usage: python build.py --output FOLDER WHEEL…
with one wheel of the package per platform, in an environment with bpy, whose extension tool does the packing and checking.
Prints the paths of the zips.
"""

from __future__ import annotations

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
# Wheel platform tag -> Blender's name for it.
PLATFORMS = {
    r"manylinux.*_x86_64|linux_x86_64": "linux-x64",
    r"manylinux.*_aarch64|linux_aarch64": "linux-arm64",
    r"win_amd64": "windows-x64",
    r"win_arm64": "windows-arm64",
    r"macosx_.*_arm64": "macos-arm64",
    r"macosx_.*_x86_64": "macos-x64",
}


def version() -> str:
    """The workspace's version, the only place that has one."""
    text = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    return re.search(r'^\[workspace\.package\][^\[]*?^version = "([^"]+)"', text, re.MULTILINE | re.DOTALL)[1]


def platform_of(wheel: pathlib.Path) -> str:
    """Blender's name of the platform a wheel is for."""
    tag = wheel.stem.rsplit("-", 1)[1]
    for pattern, name in PLATFORMS.items():
        if re.fullmatch(pattern, tag):
            return name
    raise SystemExit(f"{wheel.name}: Blender has no platform for the tag '{tag}'")


def extension_tool() -> list[str]:
    """Blender's own tool, as it comes with bpy."""
    import importlib.util

    package = pathlib.Path(importlib.util.find_spec("bpy").origin).parent
    return [sys.executable, str(next(package.glob("*/scripts/addons_core/bl_pkg/cli/blender_ext.py")))]


def build(wheels: list[pathlib.Path], output: pathlib.Path) -> list[pathlib.Path]:
    """Packs and validates; returns the zips."""
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "surefoot"
        shutil.copytree(HERE / "surefoot_addon", source, ignore=shutil.ignore_patterns("__pycache__"))
        (source / "wheels").mkdir()
        for wheel in wheels:
            shutil.copy2(wheel, source / "wheels")
        manifest = (source / "blender_manifest.toml").read_text(encoding="utf-8")
        names = ", ".join(f'"./wheels/{wheel.name}"' for wheel in wheels)
        platforms = ", ".join(f'"{name}"' for name in sorted({platform_of(wheel) for wheel in wheels}))
        for key, value in (("version", f'"{version()}"'), ("platforms", f"[{platforms}]"), ("wheels", f"[{names}]")):
            manifest, count = re.subn(rf"^{key} = .*$", f"{key} = {value}", manifest, flags=re.MULTILINE)
            assert count == 1, key
        (source / "blender_manifest.toml").write_text(manifest, encoding="utf-8")
        tool = extension_tool()
        before = set(output.glob("*.zip"))
        for old in before:
            old.unlink()
        packing = [*tool, "build", "--split-platforms", f"--source-dir={source}", f"--output-dir={output}"]
        subprocess.run(packing, check=True, stdout=sys.stderr)
    zips = sorted(output.glob("*.zip"))
    for made in zips:
        subprocess.run([*tool, "validate", str(made)], check=True, stdout=sys.stderr)
    return zips


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("wheels", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()
    for made in build(arguments.wheels, arguments.output):
        print(made)


if __name__ == "__main__":
    main()
