"""Declares one more option in a copy of the sources, changes nothing else, and looks at every floor.

Usage: python run.py [PYTHON-WITH-BPY…]

First the floors must notice: the generated files are out of date, and an option taken away is refused. Then the
generators run, the library and the command are built, and the option must be on the command line, in C, in Python, in
the documentation and (with a Python that has bpy) in Blender, each with its default, range, unit, help and condition.
"""

import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
DECLARATION = "rust-core/src/ops/remove_footskate/options.rs"
STRUCT = 'pub struct RemoveFootskateOptions of "remove_footskate" {\n'
ADDED = """\
        /// How far the seven-league boots reach.
        boot_reach: f64 = 2.5, in 1.0..=9.0, unit "furlongs", label "Boot Reach", when [method = "root"];
"""
GENERATED = {
    "ffi/src/generated/options.rs",
    "python/surefoot/_option_types.py",
    "docs/operations/remove_footskate.md",
}


def run(copy, *command, fails=False, **variables):
    """Output of a command in the copy; stops where it does not end as it should."""
    environment = {**os.environ, **{name: str(value) for name, value in variables.items()}}
    done = subprocess.run(
        [str(part) for part in command], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    output = done.stdout + done.stderr
    if (done.returncode != 0) != fails:
        sys.exit(f"{' '.join(map(str, command))}: ended with {done.returncode}\n{output[-4000:]}")
    return output


def expect(text, *wanted):
    for part in wanted:
        if part not in text:
            sys.exit(f"missing: {part!r}, in:\n{text[-4000:]}")


def copy_sources(copy):
    """Every file of the repository, also those not committed yet, with their times: an unchanged file is not rebuilt."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        source, target = ROOT / name, copy / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def standing():
    """A pair of legs that stands for a second, as BVH: enough for plants."""

    def joint(name, offset, *children, kind="JOINT"):
        inside = " ".join(children) or "End Site { OFFSET 0 0 10 }"
        channels = "CHANNELS 6 Xposition Yposition Zposition" if kind == "ROOT" else "CHANNELS 3"
        return f"{kind} {name} {{ OFFSET {offset} {channels} Zrotation Xrotation Yrotation {inside} }}"

    def leg(side, x):
        foot = joint(f"{side}Foot", "0 -42 0", joint(f"{side}ToeBase", "0 -8 12"))
        return joint(f"{side}UpLeg", f"{x} -5 0", joint(f"{side}Leg", "0 -42 0", foot))

    hips = joint("Hips", "0 0 0", leg("Left", 10), leg("Right", -10), joint("Spine", "0 20 0"), kind="ROOT")
    frames = "\n".join(["0 97 0" + " 0" * 30] * 30)
    return f"HIERARCHY {hips} MOTION Frames: 30 Frame Time: 0.0333333\n{frames}\n"


def say(text):
    print("  " + text, flush=True)


def main():
    build = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "declare_once"
    # Built once and run for a second: unoptimised is quickest. Apart from the other builds, which must not get the option.
    cargo = {
        "CARGO_TARGET_DIR": build,
        "CARGO_INCREMENTAL": 0,
        "CARGO_PROFILE_DEV_OPT_LEVEL": 0,
        "CARGO_PROFILE_DEV_DEBUG": "false",
    }
    copy = build / "sources"
    shutil.rmtree(copy, ignore_errors=True)
    copy_sources(copy)
    declaration = copy / DECLARATION
    original = declaration.read_text()
    generate = ("cargo", "run", "--quiet", "--locked", "-p", "surefoot-generate")

    expect(original, STRUCT)
    # First, where a person may well put it; in C it must still come last.
    declaration.write_text(original.replace(STRUCT, STRUCT + ADDED))
    stale = run(copy, *generate, "--", "--check", fails=True, **cargo)
    expect(stale, *GENERATED)
    say("noticed: generated files are out of date")
    written = run(copy, *generate, **cargo)
    changed = {line.removeprefix("written: ") for line in written.splitlines()}
    if changed != GENERATED:
        sys.exit(f"generated: {sorted(changed)}, expected {sorted(GENERATED)}")
    header = ("cargo", "test", "--quiet", "--locked", "-p", "surefoot-ffi", "--test", "header")
    run(copy, *header, fails=True, **cargo)
    run(copy, *header, fails=True, SUREFOOT_UPDATE_HEADER=1, **cargo)
    run(copy, "python3", "ffi/abi.py", "check", fails=True)
    run(copy, "python3", "ffi/abi.py", "update")
    run(
        copy,
        "python3",
        "python/tools/generate_declarations.py",
        "ffi/include/surefoot.h",
        "python/surefoot/_declarations.py",
    )
    run(copy, "cargo", "build", "--quiet", "--locked", "-p", "surefoot-cli", "-p", "surefoot-library", **cargo)
    command, library = build / "debug/surefoot", build / "debug/libsurefoot.so"

    page = (copy / "docs/operations/remove_footskate.md").read_text()
    expect(page, "boot_reach", "seven-league", "furlongs")
    say("documentation")

    expect(run(copy, command, "remove-footskate", "--help"), "--boot-reach", "seven-league boots", "2.5")
    clip = copy / "standing.bvh"
    clip.write_text(standing())
    refused = run(copy, command, "remove-footskate", clip, copy / "out.bvh", "--boot-reach", "10", fails=True)
    expect(refused, "boot-reach", "10", "9")
    idle = run(copy, command, "remove-footskate", clip, copy / "out.bvh", "--boot-reach", "4")
    expect(idle, "--boot-reach", "no effect", "--method root")
    used = run(copy, command, "remove-footskate", clip, copy / "out.bvh", "--boot-reach", "4", "--method", "root")
    if "boot-reach" in used:
        sys.exit(f"told to be idle where it is used:\n{used}")
    say("command line")

    client, soname = copy / "client", library.with_suffix(".so.0.1")
    soname.unlink(missing_ok=True)
    soname.symlink_to(library.name)
    run(copy, "gcc", "-std=c99", "-Wall", "-Werror", "-Iffi/include", HERE / "client.c", library, "-o", client)
    expect(run(copy, client, clip, LD_LIBRARY_PATH=library.parent), "boot_reach 2.5, last, checked")
    say("C")

    python = {"PYTHONPATH": copy / "python", "SUREFOOT_LIBRARY": library, "PYTHONDONTWRITEBYTECODE": 1}
    run(copy, sys.executable, HERE / "in_python.py", clip, **python)
    say("Python")

    for blender in sys.argv[1:]:
        python["PYTHONPATH"] = f"{copy / 'python'}{os.pathsep}{copy / 'blender-addon'}"
        expect(run(copy, pathlib.Path(blender).absolute(), HERE / "in_blender.py", **python), "boot_reach in Blender")
        say("Blender")

    # What programs use cannot go: the next run of the generator says so.
    declaration.write_text(original)
    expect(run(copy, *generate, fails=True, **cargo), "boot_reach")
    say("noticed: an option of the C struct was taken away")


main()
