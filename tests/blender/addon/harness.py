"""What the add-on's suites share: a fresh file, importers, an independent look at the evaluated scene, a runner.

A suite is a script of functions `test_…`; `run(globals())` runs them in bpy or the full application and ends the process,
for bpy may hang or crash at interpreter exit.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import traceback

import bpy
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
MODULE = "bl_ext.user_default.surefoot"
IMPORTERS = ("io_scene_fbx", "io_scene_gltf2", "io_anim_bvh")


class Skipped(Exception):
    """A test that cannot run here; told, never counted as passed."""


def data(name):
    """A file of the data folder."""
    folder = pathlib.Path(os.environ.get("SUREFOOT_DATA", ROOT / ".." / "shared" / "data")).resolve()
    if not folder.is_dir():
        raise Skipped(f"no real clips at {folder} (set SUREFOOT_DATA)")
    return folder / name


def part(name):
    """A module of the installed add-on."""
    import importlib

    return importlib.import_module(f"{MODULE}.{name}")


def fresh():
    """An empty file; the extension stays enabled."""
    import addon_utils

    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    for addon in IMPORTERS:
        addon_utils.enable(addon, default_set=False)


def import_file(path):
    """Imports as a user does, with no setting touched; returns the armature, selected and active."""
    path = pathlib.Path(path)
    kind = path.suffix.lower()
    if kind == ".bvh":
        bpy.ops.import_anim.bvh(filepath=str(path))
    elif kind == ".fbx":
        bpy.ops.import_scene.fbx(filepath=str(path))
    else:
        bpy.ops.import_scene.gltf(filepath=str(path))
    armature = max((o for o in bpy.data.objects if o.type == "ARMATURE"), key=lambda o: len(o.data.bones))
    choose(armature)
    return armature


def choose(*armatures):
    """Selects these alone; the first is active."""
    # After removing objects the view layer's own list is stale until it is updated; going through it crashes.
    bpy.context.view_layer.update()
    for each in bpy.context.scene.objects:
        each.select_set(each in armatures)
    bpy.context.view_layer.objects.active = armatures[0] if armatures else None


def world_heads(armature, frames, bones=None):
    """World places of bone heads in the scene as it plays, (F, B, 3): not the add-on's sampler."""
    scene = bpy.context.scene
    bones = bones or [b.name for b in armature.data.bones]
    places = np.empty((len(frames), len(bones), 3))
    for i, frame in enumerate(frames):
        scene.frame_set(int(np.floor(frame + 1e-4)), subframe=max(0.0, float(frame - np.floor(frame + 1e-4))))
        evaluated = armature.evaluated_get(bpy.context.evaluated_depsgraph_get())
        for j, name in enumerate(bones):
            places[i, j] = evaluated.matrix_world @ evaluated.pose.bones[name].head
    return places


def slide(armature, unit=1.0, only=lambda _: True):
    """Largest distance of a planted ankle or toe from where its plant began, metres, in the scene as it plays; and how
    many plants were looked at. `only` chooses some of them."""
    settings = armature.surefoot
    roles = {item.role: item.bone for item in settings.roles}
    worst, count = 0.0, 0
    for plant in settings.plants:
        side, kind = plant.point.split("_", 1)
        role = {"ankle": "foot", "toe": "toe"}.get(kind)
        if role is None or not roles.get(f"{side}_{role}") or not only(plant):
            continue
        frames = [f for f in clip_frames(armature) if plant.first - 0.01 <= f <= plant.last + 0.01]
        places = world_heads(armature, frames, [roles[f"{side}_{role}"]])[:, 0] * unit
        worst = max(worst, float(np.linalg.norm(places - places[0], axis=1).max()))
        count += 1
    return worst, count


def clip_frames(armature):
    """The frames at which the armature's longest curve has keys."""
    animation = armature.animation_data
    curves = list(part("actions").pose_curves(animation.action, part("actions").slot_of(animation)))
    longest = max(curves, key=lambda c: len(c.keyframe_points))
    return [k.co[0] for k in longest.keyframe_points]


def action_values(action):
    """Every key of an action, to tell whether anything changed."""
    if part("actions").HAS_SLOTS:
        bags = [bag for layer in action.layers for strip in layer.strips for bag in strip.channelbags]
        curves = [c for bag in bags for c in bag.fcurves]
    else:
        curves = action.fcurves
    return {
        (c.data_path, c.array_index): [
            (*k.co, *k.handle_left, *k.handle_right, k.interpolation, k.easing) for k in c.keyframe_points
        ]
        for c in curves
    }


def command_line(*arguments):
    """Runs the project's command line tool; returns its output."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    program = os.environ.get("SUREFOOT_CLI") or target / "release" / "surefoot"
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return done.stdout


def refused(text, call):
    """Checks that the call fails with a message that holds `text` and no traceback."""
    try:
        outcome = call()
    except RuntimeError as error:
        message = str(error)
        assert "Traceback" not in message, message
        assert text.lower() in message.lower(), f"{message!r} does not tell of {text!r}"
        return message
    raise AssertionError(f"was not refused ({outcome}); expected {text!r}")


def cancel_after(count):
    """Runs that many steps of the operator's work and closes it, as ESC does; False if it had fewer."""
    module = part("operators.remove_footskate")

    class Properties:
        """Stands in for an operator's properties where Blender makes none."""

        def is_property_set(self, _name):
            return True

    class Work:
        properties = Properties()
        output = target = "AS_SET"
        take_settings = module.SUREFOOT_OT_remove_footskate.take_settings
        steps = module.SUREFOOT_OT_remove_footskate.steps
        _clean = module.SUREFOOT_OT_remove_footskate._clean

    work = Work()
    for name in part("options").names("remove_footskate"):
        setattr(work, name, getattr(bpy.context.object.surefoot.remove_footskate, name))
    steps = work.steps(bpy.context)
    for _ in range(count + 1):
        try:
            next(steps)
        except StopIteration:
            return False
    steps.close()
    return True


def close(actual, expected, tolerance, what):
    """Compares arrays; says where they are furthest apart."""
    away = np.abs(np.asarray(actual) - np.asarray(expected))
    worst = np.unravel_index(np.argmax(away), away.shape)
    assert away[worst] <= tolerance, f"{what}: {away[worst]:.3g} apart at {worst}, allowed {tolerance:g}"


def temporary(name):
    """A path in a folder of this process."""
    return pathlib.Path(_FOLDER.name) / name


_FOLDER = tempfile.TemporaryDirectory(prefix="surefoot-blender-")


def run(names):
    """Runs the suite's tests (those named on the command line, if any) and ends the process."""
    arguments = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else sys.argv[1:]
    tests = [(n, f) for n, f in names.items() if n.startswith("test_") and (not arguments or n in arguments)]
    passed = failed = skipped = 0
    for name, test in tests:
        start = time.perf_counter()
        try:
            fresh()
            told = test()
            passed += 1
            print(f"ok      {name} ({time.perf_counter() - start:.1f} s){': ' + told if told else ''}", flush=True)
        except Skipped as reason:
            skipped += 1
            print(f"SKIPPED {name}: {reason}", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED  {name}\n{traceback.format_exc()}", flush=True)
    print(json.dumps({"passed": passed, "failed": failed, "skipped": skipped}), flush=True)
    _FOLDER.cleanup()
    os._exit(1 if failed or not tests else 0)
