"""Compares our readers with Blender's importers: world joint positions of every file of the data folder.

Usage: python run_oracle.py [FILE…], in an environment with bpy. Prints one line per file and ends with a count.
Blender's Python importers share no code with ours, so agreement to 0.1 mm means both understand the file.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
TOLERANCE_M = 1e-4
# Files whose keys do not all lie on frames: only the keyed frames compare (see turning_keys).
SPARSELY_KEYED = {"Fox.glb", "RiggedFigure.glb", "ufbx_maya_kenney_character_7700_binary.fbx"}
# Files with several trees of joints: we read the one that carries the mesh and name the others in a warning.
SEVERAL_TREES = {"ufbx_maya_kenney_character_7700_binary.fbx"}


def data_folder():
    return pathlib.Path(os.environ.get("SUREFOOT_DATA", ROOT / ".." / "shared" / "data")).resolve()


def our_positions(path):
    program = TARGET / "joint_positions"
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


def turning_keys(action):
    """Key times of every rotation curve that changes. Between keys Blender blends quaternion components and we follow
    the arc, so only times with a key on each of them compare exactly; positions blend alike."""
    times = set()
    for curve in action.fcurves:
        if curve.data_path.endswith("rotation_quaternion"):
            values = [k.co[1] for k in curve.keyframe_points] or [0.0]
            # Over a change this small both ways of blending agree to a few micrometres.
            if max(values) - min(values) > 5e-3:
                times.add(tuple(k.co[0] for k in curve.keyframe_points))
    return [sorted(keys) for keys in times]


def is_keyed(keys_of_curves, at):
    return all(min(abs(at - t) for t in keys) <= 2e-3 for keys in keys_of_curves)


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
    if bones - set(ours["rest"]) and path.name not in SEVERAL_TREES:
        raise RuntimeError(f"we lack joints that Blender has: {sorted(bones - set(ours['rest']))[:6]}")
    # Nodes between joints are empties in Blender, outside the armature; there are few.
    outside = set(ours["rest"]) - bones
    if len(outside) > 0.1 * len(bones):
        raise RuntimeError(f"Blender lacks joints that we have: {sorted(outside)[:6]}")
    compared_frames = 0

    worst, where = 0.0, "rest pose"
    if not ours["clips"]:
        rest = {b.name: theirs_m(b.head_local) for b in armature.data.bones}
        worst, where = compare_points(ours["rest"], rest)
    scene = bpy.context.scene
    for index, clip in enumerate(ours["clips"]):
        action = set_clip(armature, clip["name"], index)
        first = action.frame_range[0]
        keys = turning_keys(action)
        compared = 0
        # BVH frames map one to one; the others are laid out in seconds at the scene's rate.
        per_frame = 1.0 if bvh else scene.render.fps / scene.render.fps_base / clip["frame_rate"]
        for i, frame in enumerate(clip["frames"]):
            at = first + frame * per_frame
            if not is_keyed(keys, at):
                continue
            compared += 1
            scene.frame_set(int(at), subframe=at - int(at))
            pose = {b.name: theirs_m(b.head) for b in armature.pose.bones}
            frame_ours = {name: points[i] for name, points in clip["positions"].items()}
            distance, joint = compare_points(frame_ours, pose)
            if distance > worst or distance != distance:
                worst, where = distance, f"clip {clip['name']!r}, frame {frame}, joint {joint!r}"
        least = 1 if path.name in SPARSELY_KEYED else len(clip["frames"])
        if compared < least:
            raise RuntimeError(f"clip {clip['name']!r}: {compared} of {len(clip['frames'])} frames could be compared")
        compared_frames += compared
    if not worst <= TOLERANCE_M:
        raise RuntimeError(f"{worst:.6f} m apart at {where}")
    return f"{worst:.2e} m, {len(bones)} joints ({len(outside)} outside the armature), {compared_frames} frames of {len(ours['clips'])} clips"


def written_files(folder, target):
    """Files of our own making: cleaned copies and conversions, which Blender must read as we do."""
    program = TARGET / "surefoot"
    made = []

    def make(command, source, name):
        out = pathlib.Path(target) / name
        done = subprocess.run([program, command, folder / source, out, "--quiet"], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{command} {source}: {done.stderr.strip()}")
        made.append(out)

    for source in (
        "footskate_bench/02_01_walk_skate_60fps.bvh",
        "animated/makehuman_male_walk_30fps.fbx",
        "animated/makehuman_male_walk_30fps.glb",
        "characters/ufbx_maya_human_ik_7400_binary.fbx",
        "characters/CesiumMan.glb",
    ):
        source_path = pathlib.Path(source)
        make("remove-footskate", source, f"cleaned_{source_path.name}")
    for source in ("cmu/02_01_walk.bvh", "animated/makehuman_male_walk_30fps.fbx", "characters/mesh2motion_human_YMCA.glb"):
        for ending in ("bvh", "fbx", "glb", "gltf"):
            if pathlib.Path(source).suffix != f".{ending}":
                make("convert", source, f"converted_{pathlib.Path(source).stem}.{ending}")
    return made


def main(paths):
    folder = data_folder()
    target = tempfile.mkdtemp(prefix="surefoot-oracle-")
    if not paths:
        if not folder.is_dir():
            print(f"SKIPPED: no real clips at {folder} (set SUREFOOT_DATA)")
            return 1 if os.environ.get("CI") == "true" else 0
        kinds = {".bvh", ".fbx", ".glb", ".gltf"}
        # Hostile files are broken on purpose: to refuse them is right, and tests/tests/hostile_files.rs sees to it.
        paths = sorted(p for p in folder.rglob("*") if p.suffix.lower() in kinds and p.parent.name != "hostile")
        paths += written_files(folder, target)
    failed = 0
    for path in paths:
        try:
            print(f"ok      {path.name}: {check(pathlib.Path(path))}", flush=True)
        except Exception as error:  # noqa: BLE001 - every file is to be reported
            failed += 1
            print(f"FAILED  {pathlib.Path(path).name}: {error}", flush=True)
    shutil.rmtree(target, ignore_errors=True)
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    code = main([pathlib.Path(p) for p in sys.argv[1:]])
    sys.stdout.flush()
    os._exit(code)  # bpy may hang or crash at interpreter exit
