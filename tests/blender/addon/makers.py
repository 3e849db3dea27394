"""Rigs and motions made by script, so that a reader sees the whole case."""

import bpy
import numpy as np
from mathutils import Euler, Matrix, Quaternion, Vector

FPS = 30
STEP, STRIDE_FRAMES = 0.6, 30


def walk(frame, side, slip):
    """Where an ankle is against its stand: forward (m) and up (m) of a walk whose stance foot slips by `slip` m/s."""
    phase = frame / STRIDE_FRAMES + (0.5 if side == "R" else 0.0)
    cycle, part = np.floor(phase), phase % 1.0
    stance = 0.6
    if part < stance:
        slid = slip * part * STRIDE_FRAMES / FPS
        return 2 * STEP * cycle + slid, 0.0
    swing = (part - stance) / (1.0 - stance)
    smooth = swing * swing * (3 - 2 * swing)
    start = slip * stance * STRIDE_FRAMES / FPS
    return 2 * STEP * cycle + start + smooth * (2 * STEP - start), 0.12 * np.sin(np.pi * swing)


def hips_forward(frame):
    """How far the hips have walked."""
    return 2 * STEP * (frame / STRIDE_FRAMES) + 0.25 * STEP


BONES = {
    # name: (parent, head, tail); the character faces -Y, its left is +X.
    "hips": (None, (0, 0, 0.95), (0, 0, 1.1)),
    "spine": ("hips", (0, 0, 1.1), (0, 0, 1.45)),
    "head": ("spine", (0, 0, 1.55), (0, 0, 1.75)),
    "thigh": ("hips", (0.1, 0, 0.92), (0.1, -0.02, 0.5)),
    "shin": ("thigh", (0.1, -0.02, 0.5), (0.1, 0.02, 0.1)),
    "foot": ("shin", (0.1, 0.02, 0.1), (0.1, -0.12, 0.03)),
    "toe": ("foot", (0.1, -0.12, 0.03), (0.1, -0.2, 0.03)),
    "upper_arm": ("spine", (0.18, 0, 1.42), (0.45, 0, 1.42)),
    "forearm": ("upper_arm", (0.45, 0, 1.42), (0.7, 0, 1.42)),
    "hand": ("forearm", (0.7, 0, 1.42), (0.8, 0, 1.42)),
}
SIDED = {"thigh", "shin", "foot", "toe", "upper_arm", "forearm", "hand"}


def biped(name="Biped", connect=False, extra=0):
    """An armature of the bones above, with `extra` more bones on the head; returns the object, active and selected."""
    data = bpy.data.armatures.new(name)
    made = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(made)
    bpy.context.view_layer.objects.active = made
    made.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    for bone, (parent, head, tail) in BONES.items():
        for side in (".L", ".R") if bone in SIDED else ("",):
            flip = Vector((-1 if side == ".R" else 1, 1, 1))
            edit = data.edit_bones.new(bone + side)
            edit.head, edit.tail = Vector(head) * flip, Vector(tail) * flip
            if parent:
                edit.parent = data.edit_bones[parent + (side if parent in SIDED else "")]
                edit.use_connect = connect and parent in SIDED
    for number in range(extra):
        edit = data.edit_bones.new(f"hair.{number:03d}")
        edit.head, edit.tail = (0, 0.01 * number, 1.75), (0, 0.01 * number, 1.85)
        edit.parent = data.edit_bones["head"]
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.context.scene.render.fps = FPS
    return made


def ik_biped():
    """The same with IK legs: foot controls, knee poles, feet that copy their control's rotation."""
    rig = biped("IK Biped")
    bpy.ops.object.mode_set(mode="EDIT")
    for side, sign in ((".L", 1), (".R", -1)):
        for name, head, tail in (
            ("foot_ctrl", (0.1, 0.02, 0.1), (0.1, -0.12, 0.03)),
            ("knee_pole", (0.1, -0.6, 0.5), (0.1, -0.7, 0.5)),
        ):
            edit = rig.data.edit_bones.new(name + side)
            edit.head, edit.tail = Vector(head) * Vector((sign, 1, 1)), Vector(tail) * Vector((sign, 1, 1))
            edit.use_deform = False
        rig.data.edit_bones["knee_pole" + side].parent = rig.data.edit_bones["hips"]
    bpy.ops.object.mode_set(mode="OBJECT")
    for side in (".L", ".R"):
        reach = rig.pose.bones["shin" + side].constraints.new("IK")
        reach.target, reach.subtarget, reach.chain_count = rig, "foot_ctrl" + side, 2
        reach.pole_target, reach.pole_subtarget, reach.pole_angle = rig, "knee_pole" + side, -np.pi / 2
        turn = rig.pose.bones["foot" + side].constraints.new("COPY_ROTATION")
        turn.target, turn.subtarget = rig, "foot_ctrl" + side
    return rig


def place(rig, bone, matrix, frame):
    """Puts a bone at a pose matrix and keys it."""
    posed = rig.pose.bones[bone]
    posed.matrix = matrix
    posed.keyframe_insert("location", frame=frame)
    path = "rotation_quaternion" if posed.rotation_mode == "QUATERNION" else "rotation_euler"
    posed.keyframe_insert(path, frame=frame)


def slipping_walk(rig, hips, feet, frames=91, slip=0.25):
    """Keys the controls of a rig to a walk along -Y whose feet slip; hips are lowered so that the legs reach."""
    rest = {name: rig.data.bones[name].matrix_local.copy() for name in (hips, *feet.values())}
    for frame in range(1, frames + 1):
        forward = hips_forward(frame)
        place(rig, hips, Matrix.Translation((0, -forward, -0.06)) @ rest[hips], frame)
        for side, control in feet.items():
            ahead, up = walk(frame, side, slip)
            place(rig, control, Matrix.Translation((0, -ahead, up)) @ rest[control], frame)
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 1, frames


def fk_walk(rig, frames=91, slip=0.25, mode="QUATERNION"):
    """Keys the bones of a plain biped, by solving the legs frame by frame, in that rotation mode."""
    solver = ik_biped()
    slipping_walk(solver, "hips", {"L": "foot_ctrl.L", "R": "foot_ctrl.R"}, frames, slip)
    scene = bpy.context.scene
    names = [b.name for b in rig.data.bones]
    for bone in rig.pose.bones:
        bone.rotation_mode = mode
    poses = []
    for frame in range(1, frames + 1):
        scene.frame_set(frame)
        evaluated = solver.evaluated_get(bpy.context.evaluated_depsgraph_get())
        poses.append({n: evaluated.pose.bones[n].matrix.copy() for n in names if n in evaluated.pose.bones})
    bpy.data.objects.remove(solver)
    path = {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}.get(mode, "rotation_euler")
    for frame, pose in enumerate(poses, 1):
        for name in names:
            if name not in pose:
                continue
            bone = rig.data.bones[name]
            above = pose[bone.parent.name] @ bone.parent.matrix_local.inverted() if bone.parent else Matrix()
            basis = (above @ bone.matrix_local).inverted() @ pose[name]
            posed = rig.pose.bones[name]
            set_rotation(posed, basis.to_quaternion())
            posed.keyframe_insert(path, frame=frame)
            if bone.parent is None:
                posed.location = basis.to_translation()
                posed.keyframe_insert("location", frame=frame)
    scene.frame_start, scene.frame_end = 1, frames
    bpy.context.view_layer.objects.active = rig
    rig.select_set(True)


def release(rig, bone):
    """Takes a bone's constraints away."""
    for constraint in list(rig.pose.bones[bone].constraints):
        rig.pose.bones[bone].constraints.remove(constraint)


def bake_leg(rig, side):
    """Gives a leg that follows controls keys of its own and takes its constraints away."""
    scene = bpy.context.scene
    names = [f"{part}{side}" for part in ("thigh", "shin", "foot", "toe")]
    poses = []
    for frame in range(scene.frame_start, scene.frame_end + 1):
        scene.frame_set(frame)
        evaluated = rig.evaluated_get(bpy.context.evaluated_depsgraph_get())
        poses.append({n: evaluated.pose.bones[n].matrix.copy() for n in [*names, "hips"]})
    for name in names:
        release(rig, name)
    for frame, pose in enumerate(poses, scene.frame_start):
        for name in names:
            bone = rig.data.bones[name]
            above = pose[bone.parent.name] @ bone.parent.matrix_local.inverted()
            posed = rig.pose.bones[name]
            posed.rotation_quaternion = ((above @ bone.matrix_local).inverted() @ pose[name]).to_quaternion()
            posed.keyframe_insert("rotation_quaternion", frame=frame)


def set_rotation(posed, rotation: Quaternion):
    """Sets a pose bone's rotation in its own mode."""
    if posed.rotation_mode == "QUATERNION":
        posed.rotation_quaternion = rotation
    elif posed.rotation_mode == "AXIS_ANGLE":
        axis, angle = rotation.to_axis_angle()
        posed.rotation_axis_angle = (angle, *axis)
    else:
        posed.rotation_euler = rotation.to_euler(posed.rotation_mode, Euler(posed.rotation_euler, posed.rotation_mode))


def rigify_human():
    """A Rigify human, generated; the basic one without face and fingers, for it is quick."""
    import addon_utils

    addon_utils.enable("rigify", default_set=True)
    bpy.ops.object.armature_basic_human_metarig_add()
    metarig = bpy.context.object
    bpy.ops.pose.rigify_generate()
    rig = bpy.context.object
    assert rig != metarig, "Rigify made no rig"
    bpy.data.objects.remove(metarig)
    bpy.context.scene.render.fps = FPS
    return rig
