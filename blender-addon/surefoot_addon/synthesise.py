# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes motion that has no original in the scene: every joint of a clip, as a new action."""

from __future__ import annotations

import bpy
import numpy as np
import surefoot

from . import actions, controls, keys, maths, timing, write
from .errors import UserError
from .scene import Character
from .timing import Times


def check_plain(armature: bpy.types.Object, character: Character) -> None:
    """Raises UserError if the legs follow controls, whose constraints would overrule the keys."""
    found = controls.find(armature, character)
    if found and found.needed:
        raise UserError(
            f"The legs of '{armature.name}' follow controls: synthesised motion needs a rig without them (FK), "
            "or a baked copy"
        )


def on_own_body(
    character: Character, clip: surefoot.Clip, plants: surefoot.Plants | None, cleaning: dict
) -> surefoot.Clip:
    """The clip on the character's own proportions. A graph of mirrored actions has a symmetric skeleton, and feet that stood
    on its legs slide a little on these: they are held again where `plants` says so."""
    own, theirs = character.skeleton, clip.skeleton
    if np.allclose(own.rest_offsets, theirs.rest_offsets, rtol=0.0, atol=1e-7):
        return clip
    moved = surefoot.Clip(
        own, clip.rotations, clip.root_positions, clip.frame_rate, name=clip.name, translations=clip.translations
    )
    return moved if plants is None else surefoot.remove_footskate(own, moved, plants, **cleaning).clip


def times_in(scene: bpy.types.Scene, clip: surefoot.Clip) -> Times:
    """The frames of a clip that begins at the scene's first frame and plays at its own speed."""
    return Times(float(scene.frame_start), timing.scene_rate(scene) / clip.frame_rate, clip.frame_count)


def write_clip(armature: bpy.types.Object, character: Character, clip: surefoot.Clip, times: Times) -> bpy.types.Action:
    """Makes a new action of a clip on the character's skeleton, with keys at `times`, and plays it."""
    turns, places = character.rigid(clip)
    back = np.linalg.inv(np.array(armature.matrix_world, float))
    unturned = np.linalg.inv(maths.rotation_of(np.array(armature.matrix_world, float)))
    poses: dict[str, np.ndarray] = {}
    frames = times.frames()
    animation = armature.animation_data or armature.animation_data_create()
    if animation.action and animation.action.library is None:
        animation.action.use_fake_user = True
    action, slot = actions.new_action(clip.name, armature)
    for joint, name in enumerate(character.bones):
        turn = unturned @ (maths.TO_Y_UP.T @ turns[:, joint])
        place = character.to_scene(places[:, joint]) @ back[:3, :3].T + back[:3, 3]
        poses[name] = maths.affine(turn, place)
    for bone in armature.data.bones:
        if bone.name not in poses:
            # Helpers between joints and bones above the body are left at rest against their parents.
            above = poses[bone.parent.name] if bone.parent else None
            rest = np.array(bone.matrix_local, float)
            if above is None:
                poses[bone.name] = np.tile(rest, (clip.frame_count, 1, 1))
            else:
                poses[bone.name] = above @ np.linalg.inv(np.array(bone.parent.matrix_local, float)) @ rest
            continue
        basis = write.basis_of(bone, poses[bone.name], poses[bone.parent.name] if bone.parent else None)
        posed = armature.pose.bones[bone.name]
        values = {write.rotation_property(posed): write.rotation_values(posed, basis)}
        is_moving = bone.parent is None or bone.name == character.bones[0] or bone.name in clip.translations
        if is_moving and not (bone.use_connect and bone.parent):
            values["location"] = basis[:, :3, 3]
        for property_name, array in values.items():
            path = posed.path_from_id(property_name)
            for index in range(array.shape[1]):
                curve = actions.ensure_curve(action, slot, path, index, bone.name)
                keys.set_all(curve, frames, array[:, index])
    actions.assign(animation, action, slot)
    return action
