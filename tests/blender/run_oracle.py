"""Compares our readers with Blender's importers: world joint positions of every file of the data folder.

Usage: python run_oracle.py [FILE…], in an environment with bpy. Prints one line per file and ends with a count.
Blender's Python importers share no code with ours, so agreement to 0.1 mm means both understand the file.
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOLERANCE_M = 1e-4
CLIPS_PER_FILE = 3  # a game pack has 76; the first few exercise the same code


def data_folder():
    return pathlib.Path(os.environ.get("SUREFOOT_DATA", ROOT / ".." / "shared" / "data")).resolve()


def our_positions(path):
    program = ROOT / "target" / "debug" / "joint_positions"
    done = subprocess.run([program, path, "20"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)


def rotate(quaternion, vector):
    import mathutils

    x, y, z, w = quaternion
    return mathutils.Quaternion((w, x, y, z)) @ mathutils.Vector(vector)


def import_file(path):
    """Imports into an empty scene and returns the armature object with the most bones."""
    import addon_utils
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    for addon in ("io_scene_fbx", "io_scene_gltf2", "io_anim_bvh"):
        addon_utils.enable(addon, default_set=False)
    kind = path.suffix.lower()
    if kind == ".bvh":
        bpy.ops.import_anim.bvh(filepath=str(path), axis_forward="-Z", axis_up="Y", frame_start=1)
    elif kind == ".fbx":
        bpy.ops.import_scene.fbx(filepath=str(path))
    else:
        # The nodes themselves as rest pose: what a clip leaves unkeyed stays there.
        bpy.ops.import_scene.gltf(filepath=str(path), guess_original_bind_pose=False)
    armatures = [o for o in bpy.data.objects if o.type == "ARMATURE"]
    return max(armatures, key=lambda o: len(o.data.bones))


def y_up(vector):
    return (vector[0], vector[2], -vector[1])


def set_clip(armature, name, index):
    """Makes the clip the active action of the armature; returns its first frame."""
    import bpy

    actions = [a for a in bpy.data.actions if any(s.target_id_type in {"OBJECT", "UNSPECIFIED"} for s in a.slots)]
    exact = [a for a in actions if a.name in {name, f"{name}_{armature.name}"} or a.name.split("|")[-2:][0] == name]
    close = [a for a in actions if name in a.name]
    chosen = (exact or close or actions[index : index + 1] or actions)[0]
    data = armature.animation_data or armature.animation_data_create()
    for track in data.nla_tracks:
        track.mute = True
    # A bone that this clip does not key would keep the pose of the clip before.
    for bone in armature.pose.bones:
        bone.matrix_basis.identity()
    data.action = chosen
    if data.action_slot is None:
        slots = [s for s in chosen.slots if s.name_display == armature.name] or list(chosen.slots)
        data.action_slot = slots[0]
    return chosen


def has_key_on_every_curve(action, at):
    """Between keys Blender blends quaternion components and we follow the arc: only keyed times compare exactly."""
    times = {}
    for curve in action.fcurves:
        if len(curve.keyframe_points) > 1:
            keys = tuple(round(k.co[0], 3) for k in curve.keyframe_points)
            times[keys] = True
    near = round(at, 3)
    return all(any(abs(near - t) <= 2e-3 for t in keys) for keys in times)


def compare_points(ours, theirs):
    """Largest distance and where; both map joint names to points."""
    worst, where = 0.0, ""
    for name, point in theirs.items():
        if name in ours:
            distance = sum((a - b) ** 2 for a, b in zip(ours[name], point)) ** 0.5
            if distance > worst or distance != distance:
                worst, where = distance, name
    return worst, where


def check(path):
    import bpy

    ours = our_positions(path)
    armature = import_file(path)
    bvh = ours["format"] == "bvh"

    def theirs_m(point):
        point = y_up(armature.matrix_world @ point)
        if bvh:  # Blender takes every BVH as Y up and unitless
            point = rotate(ours["to_y_up"], [x * ours["unit_metres"] for x in point])
        return point

    bones = {b.name for b in armature.data.bones}
    known = bones & set(ours["rest"])
    if len(known) < 0.9 * len(bones):
        raise RuntimeError(f"only {len(known)} of Blender's {len(bones)} joints found: {sorted(bones - known)[:6]}")

    worst, where = 0.0, "rest pose"
    if not ours["clips"]:
        rest = {b.name: theirs_m(b.head_local) for b in armature.data.bones}
        worst, where = compare_points(ours["rest"], rest)
    scene = bpy.context.scene
    for index, clip in enumerate(ours["clips"][:CLIPS_PER_FILE]):
        action = set_clip(armature, clip["name"], index)
        first = action.frame_range[0]
        compared = 0
        # BVH frames map one to one; the others are laid out in seconds at the scene's rate.
        per_frame = 1.0 if bvh else scene.render.fps / scene.render.fps_base / clip["frame_rate"]
        for i, frame in enumerate(clip["frames"]):
            at = first + frame * per_frame
            if not has_key_on_every_curve(action, at):
                continue
            compared += 1
            scene.frame_set(int(at), subframe=at - int(at))
            pose = {b.name: theirs_m(b.head) for b in armature.pose.bones}
            frame_ours = {name: points[i] for name, points in clip["positions"].items()}
            distance, joint = compare_points(frame_ours, pose)
            if distance > worst or distance != distance:
                worst, where = distance, f"clip {clip['name']!r}, frame {frame}, joint {joint!r}"
        if compared < min(2, len(clip["frames"])):
            raise RuntimeError(f"clip {clip['name']!r}: no keyed frame to compare at")
    if not worst <= TOLERANCE_M:
        raise RuntimeError(f"{worst:.6f} m apart at {where}")
    return worst


def main(paths):
    folder = data_folder()
    if not paths:
        if not folder.is_dir():
            print(f"SKIPPED: no real clips at {folder} (set SUREFOOT_DATA)")
            return 1 if os.environ.get("CI") == "true" else 0
        paths = sorted(p for p in folder.rglob("*") if p.suffix.lower() in {".bvh", ".fbx", ".glb", ".gltf"})
    failed = 0
    for path in paths:
        try:
            print(f"ok      {path.name}: {check(pathlib.Path(path)):.2e} m", flush=True)
        except Exception as error:  # noqa: BLE001 - every file is to be reported
            failed += 1
            print(f"FAILED  {pathlib.Path(path).name}: {error}", flush=True)
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    code = main([pathlib.Path(p) for p in sys.argv[1:]])
    sys.stdout.flush()
    os._exit(code)  # bpy may hang or crash at interpreter exit
