# SPDX-License-Identifier: GPL-3.0-or-later
"""Which bones of an armature make up the body: controls, poles and mechanism bones are not joints."""

from __future__ import annotations

import bpy

from .errors import UserError

# Rigify names the bones that follow every control, IK or FK, so; they form one clean tree.
RIGIFY_PREFIX = "ORG-"


def body_bones(armature: bpy.types.Object) -> list[str]:
    """Names of the bones that are joints of the body, parents first, all below the first.

    Raises UserError if the armature has no bones.
    """
    bones = armature.data.bones
    if len(bones) == 0:
        raise UserError(f"'{armature.name}' has no bones")
    chosen = _rigify(bones) or _deforming(armature)
    return _largest_tree(bones, chosen)


def joint_parents(armature: bpy.types.Object, names: list[str]) -> list[int]:
    """For each bone the index of its nearest ancestor in `names`; -1 for the root."""
    index = {name: i for i, name in enumerate(names)}
    parents = []
    for name in names:
        bone = armature.data.bones[name].parent
        while bone and bone.name not in index:
            bone = bone.parent
        parents.append(index[bone.name] if bone else -1)
    return parents


def below(armature: bpy.types.Object, names: list[str], root: str) -> list[str]:
    """Those of `names` that are `root` or hang from it."""
    tree = {root} | {bone.name for bone in armature.data.bones[root].children_recursive}
    return [name for name in names if name in tree]


def is_connected(armature: bpy.types.Object, name: str) -> bool:
    """Whether the bone is fixed to its parent's tail, so that it cannot be moved."""
    bone = armature.data.bones[name]
    return bone.use_connect and bone.parent is not None


def _rigify(bones) -> set[str]:
    named = {bone.name for bone in bones if bone.name.startswith(RIGIFY_PREFIX)}
    return named if len(named) > 4 else set()


def _deforming(armature) -> set[str]:
    """Bones that deform or lead to ones that do, and plain ends below them (toe and finger tips)."""
    bones = armature.data.bones
    deforming = {bone.name for bone in bones if bone.use_deform}
    if not deforming:
        return {bone.name for bone in bones}
    targets = constraint_targets(armature)
    chosen = set(deforming)
    for name in deforming:
        chosen.update(ancestor.name for ancestor in bones[name].parent_recursive)
    for bone in bones:
        if bone.name in chosen or bone.parent is None or bone.parent.name not in deforming:
            continue
        shaped = armature.pose.bones[bone.name].custom_shape is not None
        if not shaped and bone.name not in targets and not bone.children:
            chosen.add(bone.name)
    return chosen


def constraint_targets(armature: bpy.types.Object) -> set[str]:
    """Bones that some constraint of the armature points at."""
    targets = set()
    for bone in armature.pose.bones:
        for constraint in bone.constraints:
            for target in getattr(constraint, "targets", [constraint]):
                targets.add(getattr(target, "subtarget", ""))
            targets.add(getattr(constraint, "pole_subtarget", ""))
    return targets - {""}


def _largest_tree(bones, chosen: set[str]) -> list[str]:
    trees: dict[str, list[str]] = {}
    root_of: dict[str, str] = {}
    # Armature.bones lists parents before children.
    for bone in bones:
        if bone.name not in chosen:
            continue
        above = bone.parent
        while above and above.name not in chosen:
            above = above.parent
        root_of[bone.name] = root_of[above.name] if above else bone.name
        trees.setdefault(root_of[bone.name], []).append(bone.name)
    return max(trees.values(), key=len)
