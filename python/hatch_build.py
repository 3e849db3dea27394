"""Builds the native library and puts it into the wheel, which is tagged for the platform and any Python 3.

The library is `cargo build --release -p surefoot-library` of the workspace around this folder; a source distribution
carries that workspace inside. `SUREFOOT_BUILT_LIBRARY` names a library that is built already, and
`CARGO_BUILD_TARGET` another platform than this one.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
# Shared objects that every Linux has under the same name (PEP 600): anything else would have to travel along.
SYSTEM_LIBRARIES = re.compile(rb"(lib(c|m|dl|rt|pthread|gcc_s)\.so\.\d+|ld-linux[-\w]*\.so\.\d+)\Z")


def workspace() -> Path:
    """Finds the Cargo workspace: around this folder, or inside it in a source distribution."""
    for folder in (HERE / "workspace", HERE.parent):
        if (folder / "Cargo.toml").is_file():
            return folder
    raise FileNotFoundError(f"no Cargo.toml beside {HERE}: build from the repository or its source distribution")


def version() -> str:
    """Reads the one version there is, that of the workspace."""
    text = (workspace() / "Cargo.toml").read_text(encoding="utf-8")
    found = re.search(r'^\[workspace\.package\][^\[]*?^version = "([^"]+)"', text, re.MULTILINE | re.DOTALL)
    if not found:
        raise ValueError("Cargo.toml has no version under [workspace.package]")
    return found[1]


def library_name(target: str) -> str:
    """Says what cargo calls the library on `target`."""
    if "windows" in target:
        return "surefoot.dll"
    return "libsurefoot.dylib" if "apple" in target else "libsurefoot.so"


def host_target() -> str:
    """Names the platform of the Rust compiler at hand."""
    lines = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout.splitlines()
    return next(line.removeprefix("host: ") for line in lines if line.startswith("host: "))


def build_library(target: str | None) -> Path:
    """Compiles the library and returns where it lies."""
    folder = workspace()
    command = ["cargo", "build", "--release", "--locked", "-p", "surefoot-library"]
    subprocess.run(command, cwd=folder, check=True, stdout=sys.stderr)
    output = Path(os.environ.get("CARGO_TARGET_DIR") or folder / "target")
    if not output.is_absolute():
        output = folder / output
    return output / (target or "") / "release" / library_name(target or host_target())


def wheel_tag(library: Path, target: str) -> str:
    """Says where the library runs: from the symbols it asks for on Linux, from the target elsewhere."""
    machine = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    machine = target.split("-")[0] if target else machine
    if "windows" in target:
        return "win_arm64" if machine == "aarch64" else "win_amd64"
    if "apple" in target:
        least = os.environ.get("MACOSX_DEPLOYMENT_TARGET", "11.0").split(".")
        return f"macosx_{least[0]}_{least[1]}_{'arm64' if machine == 'aarch64' else machine}"
    content = library.read_bytes()
    needed = {name for name in re.findall(rb"\0([\w.+-]+\.so\.\d+)(?=\0)", content) if b"surefoot" not in name}
    foreign = sorted(name.decode() for name in needed if not SYSTEM_LIBRARIES.match(name))
    if foreign:
        raise ValueError(f"{library} may need {', '.join(foreign)}, which not every Linux has")
    glibc = max((int(a), int(b)) for a, b in re.findall(rb"GLIBC_(\d+)\.(\d+)", content))
    return f"manylinux_{glibc[0]}_{glibc[1]}_{machine}"


def stripped(library: Path, folder: Path) -> Path:
    """Copies the library without debug information, where the tool for it is at hand."""
    copy = folder / library.name
    shutil.copy2(library, copy)
    strip = shutil.which("strip")
    if strip and copy.suffix == ".so":
        subprocess.run([strip, "--strip-debug", str(copy)], check=False)
    return copy


class NativeLibraryHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the library to a wheel, and the workspace it is built from to a source distribution."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Runs before the files are collected."""
        if self.target_name == "sdist":
            build_data["force_include"].update(workspace_files())
            return
        # An editable install finds the library in the workspace's target folder.
        if version == "editable":
            return
        target = os.environ.get("CARGO_BUILD_TARGET", "")
        given = os.environ.get("SUREFOOT_BUILT_LIBRARY")
        library = Path(given) if given else build_library(target or None)
        self.folder = tempfile.TemporaryDirectory()
        copy = stripped(library, Path(self.folder.name))
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{wheel_tag(library, target or host_target())}"
        build_data["force_include"][str(copy)] = f"surefoot/{library.name}"
        for name in ("LICENSE-MIT", "LICENSE-APACHE"):
            licences = f"surefoot-{self.metadata.version}.dist-info/licenses"
            build_data["force_include"][str(workspace() / name)] = f"{licences}/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Runs after the wheel is written."""
        if hasattr(self, "folder"):
            self.folder.cleanup()


def workspace_files() -> dict[str, str]:
    """Lists what a source distribution needs to compile the library."""
    root = workspace()
    text = (root / "Cargo.toml").read_text(encoding="utf-8")
    found = re.search(r"^members = \[([^\]]*)\]", text, re.MULTILINE)
    members = re.findall(r'"([^"]+)"', found[1]) if found else []
    files = [root / name for name in ("Cargo.toml", "Cargo.lock", "README.md", "LICENSE-MIT", "LICENSE-APACHE")]
    for member in members:
        for folder, below, names in os.walk(root / member):
            # The fuzz targets are a workspace of their own, beside what they have collected.
            below[:] = sorted(set(below) - {"target", "__pycache__", "fuzz"})
            files += [Path(folder, name) for name in sorted(names)]
    return {str(file): f"workspace/{file.relative_to(root).as_posix()}" for file in files}
