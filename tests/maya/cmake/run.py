"""FindMaya.cmake and the plug-in's CMake project, on a devkit of empty headers and libraries: run.py

Nothing here is Maya's: the headers declare two classes, the libraries one symbol. What is shown is where CMake looks,
what it says when something is missing, how the plug-in is linked and what is installed. tests/maya/run compiles the
real sources.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LIBRARIES = ("OpenMaya", "OpenMayaAnim", "OpenMayaUI", "OpenMayaRender", "Foundation")
PLUGIN = """
#include <maya/MTypes.h>
#include <surefoot.h>
int initializePlugin(MObject) { return maya_symbol() + (surefoot_version() != nullptr); }
int uninitializePlugin(MObject) { return 0; }
"""
# A warning inside a header that is not ours must not be seen.
MTYPES = """
#pragma once
#define MAYA_API_VERSION {api}
#define MAYA_APP_VERSION {year}
class MObject {{}};
extern "C" int maya_symbol();
static inline int noisy(int unused) {{ return 0; }}
"""

checked = 0


def expect(truth, what):
    """Ends the run if something does not hold."""
    global checked
    checked += 1
    if not truth:
        sys.exit(f"tests/maya/cmake: {what}")


def run(*command, env=None, ok=True):
    """Runs a program; returns what it wrote, joined to one line of text so that line breaks do not matter."""
    done = subprocess.run(command, capture_output=True, text=True, env={**CLEAN, **(env or {})})
    text = done.stdout + done.stderr
    if (done.returncode == 0) != ok:
        sys.exit(f"tests/maya/cmake: {' '.join(map(str, command))} returned {done.returncode}:\n{text}")
    return " ".join(text.split())


# Nothing of this machine's own Maya, if there is one.
CLEAN = {
    k: v
    for k, v in os.environ.items()
    if k
    not in (
        "MAYA_LOCATION",
        "DEVKIT_LOCATION",
        "MAYA_VERSION",
        "CMAKE_PREFIX_PATH",
        "CARGO_TARGET_DIR",
        "CARGO_BUILD_TARGET",
    )
}
if shutil.which("ninja"):
    # Make is no part of what a fresh machine gets, and Ninja is stricter about what comes from where.
    CLEAN["CMAKE_GENERATOR"] = "Ninja"


def make_library(folder, name, code):
    """A shared library of one function."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"{name}.c"
    source.write_text(code)
    run("gcc", "-shared", "-fPIC", f"-Wl,-soname,{name}", str(source), "-o", str(folder / name))
    source.unlink()


def make_devkit(folder, year, headers=True, libraries=True):
    """A devkit as Autodesk lays it out, and empty."""
    folder.mkdir(parents=True)
    if headers:
        (folder / "include/maya").mkdir(parents=True)
        (folder / "include/maya/MTypes.h").write_text(MTYPES.format(api=f"{year}0200", year=year))
    if libraries:
        make_library(folder / "lib", "libOpenMaya.so", "int maya_symbol(void) { return 0; }")
        for name in LIBRARIES[1:]:
            shutil.copy(folder / "lib/libOpenMaya.so", folder / f"lib/lib{name}.so")
    return folder


def make_surefoot(prefix):
    """An installed library of one function, with the CMake package that ffi/install writes."""
    header = (ROOT / "ffi/include/surefoot.h").read_text()
    version = next(line.split('"')[1] for line in header.splitlines() if line.startswith("#define SUREFOOT_VERSION "))
    abi = ".".join(version.split(".")[:2]) if version.startswith("0.") else version.split(".")[0]
    lib = prefix / "lib"
    make_library(lib, f"libsurefoot.so.{version}", 'const char *surefoot_version(void) { return "fake"; }')
    # The name that programs look for is a link to the file, as ffi/install makes it.
    (lib / f"libsurefoot.so.{version}").rename(lib / "real")
    code = lib / "one.c"
    code.write_text('const char *surefoot_version(void) { return "fake"; }')
    run(
        "gcc",
        "-shared",
        "-fPIC",
        f"-Wl,-soname,libsurefoot.so.{abi}",
        str(code),
        "-o",
        str(lib / f"libsurefoot.so.{version}"),
    )
    (lib / f"libsurefoot.so.{abi}").symlink_to(f"libsurefoot.so.{version}")
    run("gcc", "-c", "-fPIC", str(code), "-o", str(lib / "one.o"))
    run("ar", "rcs", str(lib / "libsurefoot.a"), str(lib / "one.o"))
    (prefix / "include").mkdir()
    (prefix / "include/surefoot.h").write_text('#pragma once\nextern "C" const char *surefoot_version(void);\n')
    package = lib / "cmake/Surefoot"
    package.mkdir(parents=True)
    for name in ("SurefootConfig.cmake", "SurefootConfigVersion.cmake"):
        text = (ROOT / f"cmake/{name}.in").read_text()
        (package / name).write_text(
            text.replace("@version@", version).replace("@abi@", abi).replace("@prefix@", str(prefix))
        )
    return version, abi


def make_cargo(work, version):
    """A cargo that takes the library of `make_surefoot` for what it built."""
    script = work / "cargo"
    script.write_text(
        f"""#!/bin/sh
folder=$CARGO_TARGET_DIR/some-target/release
mkdir -p "$folder"
echo "$@" >"$CARGO_TARGET_DIR/asked"
cp '{work}/surefoot/lib/libsurefoot.so.{version}' "$folder/libsurefoot.so"
cp '{work}/surefoot/lib/libsurefoot.a' "$folder/"
"""
    )
    script.chmod(0o755)
    return script


def make_project(folder):
    """The plug-in's project with one small source file instead of its own."""
    shutil.copytree(ROOT / "maya-plugin", folder / "maya-plugin", ignore=shutil.ignore_patterns("src", "build"))
    shutil.copytree(ROOT / "cmake", folder / "cmake")
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("images", "methods"))
    for name in ("Cargo.toml", "LICENSE-MIT", "LICENSE-APACHE"):
        shutil.copy(ROOT / name, folder)
    (folder / "maya-plugin/src").mkdir()
    (folder / "maya-plugin/src/plugin_main.cpp").write_text(PLUGIN)
    return folder / "maya-plugin"


def main():
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        version, abi = make_surefoot(work / "surefoot")
        project = make_project(work / "project")
        count = 0

        def configure(*definitions, ok=True, env=None):
            nonlocal count
            count += 1
            build = work / f"build{count}"
            arguments = [
                f"-D{d}" for d in (f"CMAKE_PREFIX_PATH={work / 'surefoot'}", "SUREFOOT_WERROR=ON", *definitions)
            ]
            text = run("cmake", "-S", str(project), "-B", str(build), *arguments, ok=ok, env=env)
            return build, text

        def refused(what, *definitions, env=None):
            _, text = configure(*definitions, ok=False, env=env)
            expect(what in text, f"{definitions} should be refused with '{what}', but: {text}")

        # What is missing is named, and no other folder is taken in its place.
        whole = make_devkit(work / "maya 2024", 2024)
        headers = make_devkit(work / "headers", 2024, libraries=False)
        empty = make_devkit(work / "empty", 2024, headers=False, libraries=False)
        old = make_devkit(work / "old", 2020)
        refused("Nothing tells which Maya to build for.")
        refused("There are no headers of Maya 2199 in", "MAYA_VERSION=2199")
        refused(f"DEVKIT_LOCATION is {work}/nowhere, which is not a folder.", f"DEVKIT_LOCATION={work}/nowhere")
        refused(
            f"DEVKIT_LOCATION is {empty}, which has no include/maya/MTypes.h.",
            f"DEVKIT_LOCATION={empty}",
            f"MAYA_LOCATION={whole}",
        )
        refused(f"MAYA_LOCATION is {empty}, which has no headers. Download the devkit", f"MAYA_LOCATION={empty}")
        refused("Maya 2025 was asked for, but the headers in", "MAYA_VERSION=2025", f"DEVKIT_LOCATION={whole}")
        refused("are those of Maya 2020. Surefoot needs 2022 or later.", f"DEVKIT_LOCATION={old}")
        refused(
            "The libraries OpenMaya, OpenMayaAnim, OpenMayaUI, OpenMayaRender, Foundation are not in",
            f"DEVKIT_LOCATION={headers}",
        )
        (whole / "lib/libFoundation.so").rename(work / "kept")
        refused("The libraries Foundation are not in", f"DEVKIT_LOCATION={whole}")
        (work / "kept").rename(whole / "lib/libFoundation.so")
        (headers / "include/maya/MTypes.h").rename(work / "kept")
        (headers / "include/maya/MTypes.h").write_text("")
        refused("does not define MAYA_API_VERSION.", f"DEVKIT_LOCATION={headers}")
        (work / "kept").rename(headers / "include/maya/MTypes.h")
        refused("which has no include/maya/MTypes.h.", f"MAYA_DOUBLE={empty}", "MAYA_VERSION=2024")
        refused("Set MAYA_VERSION to the year that the double stands for.", f"MAYA_DOUBLE={headers}")

        # Headers from one folder, libraries from the other; by variables and by the environment; without libraries.
        _, text = configure(f"DEVKIT_LOCATION={headers}", f"MAYA_LOCATION={whole}")
        expect(f"Surefoot {version} for Maya 2024 (20240200), linux" in text, text)
        _, text = configure(env={"DEVKIT_LOCATION": str(whole)})
        expect("for Maya 2024 (20240200)" in text, text)
        for build in (
            configure(f"DEVKIT_LOCATION={headers}", "MAYA_HEADERS_ONLY=ON")[0],
            configure(f"MAYA_DOUBLE={headers}", "MAYA_VERSION=2024")[0],
        ):
            run("cmake", "--build", str(build))
            needed = run("readelf", "-d", str(build / "surefoot.so"))
            expect("OpenMaya" not in needed, f"linked with Maya's libraries: {needed}")

        # Built and installed: what is needed lies beside the plug-in, and the folder may be moved.
        shipped = work / "shipped"
        build, _ = configure(f"DEVKIT_LOCATION={whole}", "CMAKE_EXPORT_COMPILE_COMMANDS=ON")
        command = json.loads((build / "compile_commands.json").read_text())[0]["command"]
        expect(
            f'-isystem "{whole}/include"' in command
            or f"-isystem {whole}/include".replace(" 2024", "\\ 2024") in command,
            command,
        )
        expect("-std=c++17" in command, command)
        run("cmake", "--build", str(build))
        run("cmake", "--install", str(build), "--prefix", str(shipped))
        folder = shipped / "Surefoot-2024-linux"
        expect(
            not (folder / f"plug-ins/libsurefoot.so.{abi}").is_symlink(),
            "the installed library is a link to another folder",
        )
        moved = work / "moved"
        folder = shutil.move(shipped, moved) / "Surefoot-2024-linux"
        needed = run("readelf", "-d", str(folder / "plug-ins/surefoot.so"))
        expect("[$ORIGIN]" in needed and f"[libsurefoot.so.{abi}]" in needed and "[libOpenMaya.so]" in needed, needed)
        found = run("ldd", str(folder / "plug-ins/surefoot.so"), env={"LD_LIBRARY_PATH": str(whole / "lib")})
        expect(
            f"{folder}/plug-ins/libsurefoot.so.{abi}" in found, f"the library beside the plug-in is not found: {found}"
        )
        for path in (
            "python/surefoot_maya/__init__.py",
            "scripts/AEsurefootShapeTemplate.mel",
            "icons/surefoot.png",
            "module.txt",
            "docs/maya.md",
            "docs/operations/remove_footskate.md",
        ):
            expect((folder / path).is_file(), f"{path} is not installed")
        expect((moved / "drag_into_maya.py").is_file(), "drag_into_maya.py is not installed")
        expect(not list(folder.rglob("*.pyi")), "stubs are installed")

        # A second Maya joins the first in one module file.
        later = make_devkit(work / "maya2026", 2026)
        build, _ = configure(f"DEVKIT_LOCATION={later}", "SUREFOOT_STATIC=ON")
        run("cmake", "--build", str(build))
        run("cmake", "--install", str(build), "--prefix", str(moved))
        module = (moved / "Surefoot.mod").read_text()
        for year in (2024, 2026):
            line = f"+ MAYAVERSION:{year} PLATFORM:linux Surefoot {version} ./Surefoot-{year}-linux\n"
            expect(module.count(line) == 1, f"no line for {year} in the module file:\n{module}")
        expect(module.count("PYTHONPATH +:= python\n") == 2, module)
        linked = moved / "Surefoot-2026-linux/plug-ins/surefoot.so"
        expect("libsurefoot" not in run("readelf", "-d", str(linked)), "a static build needs the shared library")
        expect("surefoot_version" not in run("nm", "-D", str(linked)), "a static build exports the library's functions")
        expect(len(list(linked.parent.iterdir())) == 1, "a static build has more than the plug-in")
        exported = run("nm", "-DC", "--defined-only", str(linked))
        expect("T initializePlugin(MObject)" in exported and "T uninitializePlugin(MObject)" in exported, exported)

        # From source: cargo makes the library. This cargo only writes down what it was asked for and copies two files.
        cargo = make_cargo(work, version)
        (work / "project/ffi/include").mkdir(parents=True)
        shutil.copy(ROOT / "ffi/include/surefoot.h", work / "project/ffi/include")
        for static in ("OFF", "ON"):
            given = [f"DEVKIT_LOCATION={whole}", "CMAKE_PREFIX_PATH=", f"SUREFOOT_CARGO={cargo}"]
            build, text = configure(*given, f"SUREFOOT_STATIC={static}", "SUREFOOT_CARGO_TARGET=some-target")
            expect("libsurefoot installed" not in text, text)
            run("cmake", "--build", str(build), "--target", "surefoot_maya")
            needed = run("readelf", "-d", str(build / "surefoot.so"))
            expect(f"[libsurefoot.so.{abi}]" in needed or static == "ON", needed)
            expect("libsurefoot" not in needed or static == "OFF", needed)
            asked = (build / "surefoot-target/asked").read_text().strip()
            expect(asked == "build --quiet -p surefoot-library --profile release --target some-target", asked)

        # The presets name every year.
        listed = run("sh", "-c", f"cd '{project}' && cmake --list-presets")
        for year in range(2022, 2027):
            expect(f'"maya-{year}"' in listed, f"no preset for {year}: {listed}")
        text = run(
            "sh",
            "-c",
            f"cd '{project}' && cmake --preset maya-2026 -DCMAKE_PREFIX_PATH='{work}/surefoot'",
            env={"DEVKIT_LOCATION": str(later)},
        )
        expect("for Maya 2026" in text and (project / "build/2026/CMakeCache.txt").is_file(), text)
    print(f"  {checked} things about FindMaya.cmake and the plug-in's project hold")


main()
