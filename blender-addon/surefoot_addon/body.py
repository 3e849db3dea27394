# SPDX-License-Identifier: GPL-3.0-or-later
"""The character's mesh as the library's skin, for the report page."""

from __future__ import annotations

import bpy
import numpy as np
import surefoot

from . import maths
from .scene import Character


def body_object(armature: bpy.types.Object, scene: bpy.types.Scene) -> bpy.types.Object | None:
    """The mesh chosen in the panel, else the largest one that the armature deforms."""
    if armature.surefoot.body_object:
        return armature.surefoot.body_object
    deformed = [o for o in scene.objects if o.type == "MESH" and _deforms(armature, o)]
    return max(deformed, key=lambda o: len(o.data.vertices), default=None)


def skin_of(armature: bpy.types.Object, mesh_object: bpy.types.Object, character: Character) -> surefoot.Skin | None:
    """The mesh in its rest shape with its weights; None if it has no faces."""
    mesh = mesh_object.data
    mesh.calc_loop_triangles()
    if not mesh.loop_triangles:
        return None
    points = np.empty(len(mesh.vertices) * 3, np.float32)
    mesh.vertices.foreach_get("co", points)
    triangles = np.empty(len(mesh.loop_triangles) * 3, np.int32)
    mesh.loop_triangles.foreach_get("vertices", triangles)
    world = np.array(mesh_object.matrix_world, float)
    positions = character.from_scene(points.reshape(-1, 3).astype(float) @ world[:3, :3].T + world[:3, 3])
    offsets, slots, weights = _influences(armature, mesh_object, character)
    rest = np.array([armature.data.bones[name].matrix_local for name in character.bones], float)
    rest = character.samples.world[0] @ rest
    turns = maths.TO_Y_UP @ maths.rotation_of(rest)
    binds = np.linalg.inv(maths.affine(turns, character.from_scene(rest[:, :3, 3])))
    return surefoot.Skin(
        character.skeleton,
        positions.astype(np.float32),
        triangles.reshape(-1, 3).astype(np.uint32),
        np.arange(len(character.bones)),
        binds,
        offsets,
        slots,
        weights,
        name=mesh_object.name,
    )


def _influences(armature, mesh_object, character):
    """Where each vertex's influences start, and their joints and weights; a vertex without any follows the root."""
    joint_of_group = [_joint(armature, character, group.name) for group in mesh_object.vertex_groups]
    offsets, slots, weights = [0], [], []
    for vertex in mesh_object.data.vertices:
        start = len(slots)
        for element in vertex.groups:
            joint = joint_of_group[element.group]
            if joint is not None and element.weight > 0.0:
                slots.append(joint)
                weights.append(element.weight)
        if len(slots) == start:
            slots.append(0)
            weights.append(1.0)
        offsets.append(len(slots))
    return offsets, slots, weights


def _joint(armature, character, bone_name):
    """The joint that a vertex group's bone is, or hangs from; None if the group belongs to no bone of the body."""
    bone = armature.data.bones.get(bone_name)
    while bone:
        if bone.name in character.bones:
            return character.bones.index(bone.name)
        bone = bone.parent
    return None


def _deforms(armature, mesh_object):
    modifiers = [m for m in mesh_object.modifiers if m.type == "ARMATURE" and m.object == armature]
    return bool(modifiers) or (mesh_object.parent == armature and mesh_object.parent_type == "ARMATURE")
