# SPDX-License-Identifier: GPL-3.0-or-later
"""From a clip of the library back to curves: only what changed is written, on the frames that were sampled."""

from __future__ import annotations

import json
from dataclasses import dataclass

import bpy
import numpy as np
import surefoot
from mathutils import Euler, Matrix, Quaternion

from . import actions, keys, maths, nla, rig
from .errors import UserError
from .scene import Character

# Changes below these are rounding: radians, metres.
SAME_TURN, SAME_PLACE = 1e-7, 1e-8
SUFFIX = "_surefoot"


@dataclass(frozen=True)
class Channel:
    """New values of one property of one bone."""

    bone: str
    property: str
    before: np.ndarray
    """(F, n) as it was at the sampled frames."""
    after: np.ndarray
    """(F, n)."""

    @property
    def path(self) -> str:
        return f'pose.bones["{bpy.utils.escape_identifier(self.bone)}"].{self.property}'


def motion_of(character: Character, after: surefoot.Clip, wanted: set[int] | None = None) -> dict[str, np.ndarray]:
    """How each changed joint (of those `wanted`) is moved at each frame: rigid matrices (F, 4, 4) in armature space."""
    before_turns, before_places = character.rigid(character.clip)
    turns, places = character.rigid(after)
    world = character.samples.world
    back = maths.inverse(world)
    moves = {}
    unturned = np.abs(turns - before_turns).max(axis=(2, 3)) < SAME_TURN
    unmoved = unturned & (np.abs(places - before_places).max(axis=2) < SAME_PLACE)
    for joint, name in enumerate(character.bones):
        still = unmoved[:, joint]
        if still.all() or (wanted is not None and joint not in wanted):
            continue
        turn = turns[:, joint] @ np.swapaxes(before_turns[:, joint], -1, -2)
        place = places[:, joint] - (turn @ before_places[:, joint, :, None])[..., 0]
        # Into Blender's axes and units, then into armature space.
        turn = maths.TO_Y_UP.T @ turn @ maths.TO_Y_UP
        move = back @ maths.affine(turn, character.to_scene(place)) @ world
        move[still] = np.eye(4)
        moves[name] = move
    return moves


def fk_channels(character: Character, after: surefoot.Clip, without: set[str] = frozenset()) -> list[Channel]:
    """The channels of the bones themselves whose joints turned or moved against their parents, `without` some."""
    armature = character.object()
    before = character.clip
    changes = {}
    for joint, name in enumerate(character.bones):
        if name in without:
            continue
        turned = np.abs(after.rotations[:, joint] - before.rotations[:, joint]).max(axis=1) > SAME_TURN
        moved = np.abs(_translation(after, joint, name) - _translation(before, joint, name)).max(axis=1) > SAME_PLACE
        if turned.any() or moved.any():
            changes[joint] = (turned, moved)
    moves = motion_of(character, after, changes.keys() | {character.parents[joint] for joint in changes})
    channels = []
    for joint, (turned, moved) in changes.items():
        name = character.bones[joint]
        basis = basis_matrices(armature, character, name, moves)
        if turned.any():
            channels.append(rotation_channel(armature, character, name, basis, turned))
        # Blender ignores the location of a connected bone.
        if moved.any() and not rig.is_connected(armature, name):
            channels.append(location_channel(armature, character, name, basis, moved))
    return channels


def basis_matrices(armature, character: Character, name: str, moves: dict[str, np.ndarray]) -> np.ndarray:
    """The bone's own transform (F, 4, 4) that puts it where `moves` wants it, its parents being moved too."""
    bone = armature.data.bones[name]
    parent_pose = _moved(character, bone.parent, moves) if bone.parent else None
    return basis_of(bone, _moved(character, bone, moves), parent_pose)


def basis_of(bone: bpy.types.Bone, pose: np.ndarray, parent_pose: np.ndarray | None) -> np.ndarray:
    """The bone's own transform (F, 4, 4) for pose matrices of it and its parent."""
    rest = np.array(bone.matrix_local, float)
    if parent_pose is None:
        return maths.inverse(rest) @ pose
    parent_rest = np.array(bone.parent.matrix_local, float)
    if bone.use_inherit_rotation and bone.inherit_scale == "FULL" and bone.use_local_location:
        return maths.inverse(parent_pose @ (maths.inverse(parent_rest) @ rest)) @ pose
    return np.array(
        [
            bone.convert_local_to_pose(
                Matrix(own),
                bone.matrix_local,
                parent_matrix=Matrix(above),
                parent_matrix_local=bone.parent.matrix_local,
                invert=True,
            )
            for own, above in zip(pose, parent_pose, strict=True)
        ]
    )


def rotation_property(posed: bpy.types.PoseBone) -> str:
    """The property that holds the bone's rotation in its mode."""
    named = {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}
    return named.get(posed.rotation_mode, "rotation_euler")


def rotation_values(posed: bpy.types.PoseBone, basis: np.ndarray, before: np.ndarray | None = None) -> np.ndarray:
    """Rotations of the matrices in the bone's mode, near `before` (F, n), or each near the one before it."""
    wxyz = maths.one_hemisphere(maths.quaternions(maths.rotation_of(basis)))[:, [3, 0, 1, 2]]
    if posed.rotation_mode == "QUATERNION":
        if before is not None:
            wxyz = wxyz * np.where(np.sum(before * wxyz, axis=1) < 0.0, -1.0, 1.0)[:, None]
        return wxyz
    convert = _axis_angle if posed.rotation_mode == "AXIS_ANGLE" else _euler
    after: list = [np.zeros(4 if posed.rotation_mode == "AXIS_ANGLE" else 3)]
    for i, q in enumerate(wxyz):
        near = after[-1] if before is None else before[i]
        after.append(convert(q, np.array(near), posed.rotation_mode))
    return np.array(after[1:])


def rotation_channel(armature, character: Character, name: str, basis: np.ndarray, changed: np.ndarray) -> Channel:
    """Rotations in the bone's own mode, close to what was there before; unchanged frames keep their values."""
    posed = armature.pose.bones[name]
    property_name = rotation_property(posed)
    before = _values(armature, character, posed, property_name, 3 if property_name == "rotation_euler" else 4)
    return Channel(name, property_name, before, _keep(before, rotation_values(posed, basis, before), changed))


def location_channel(armature, character: Character, name: str, basis: np.ndarray, changed: np.ndarray) -> Channel:
    """Locations; unchanged frames keep their values."""
    before = _values(armature, character, armature.pose.bones[name], "location", 3)
    return Channel(name, "location", before, _keep(before, basis[:, :3, 3], changed))


def write(character: Character, channels: list[Channel], output: str, notes: list[str]) -> bpy.types.Action:
    """Writes the channels: `NEW_ACTION` into a copy of the action, which the armature then plays, `NLA` as a layer that
    adds to the untouched original, `OVERWRITE` into the action itself. Returns the action written; what could not be
    kept is added to `notes`."""
    armature = character.object()
    animation = armature.animation_data or armature.animation_data_create()
    if output == "NLA":
        return _write_layer(armature, animation, character, channels, notes)
    source, slot = animation.action, actions.slot_of(animation)
    over_strips = bool(nla.strips(animation))
    name = _name(nla.base_action(armature) or armature)
    if nla.origin(source) != source:
        notes.append(f"Worked on the result '{source.name}': go Back to Original first to start anew")
    if output == "OVERWRITE" and source:
        action = source
    elif source:
        # Nobody else may use it: without this, saving the file would drop the original.
        if source.library is None:
            source.use_fake_user = True
        action, slot = actions.copy_action(source, slot, name)
        action["surefoot_source"] = source
    else:
        base = nla.base_action(armature)
        action, slot = actions.new_action(name, armature)
        if base:
            action["surefoot_source"] = base
    set_curves(action, slot, character, [(c, c.before, c.after) for c in channels], notes, whole=over_strips)
    if action is not source:
        action["surefoot_unkeyed"] = _unkeyed(channels, animation)
    actions.assign(animation, action, slot)
    if source is None and over_strips:
        # Beyond the sampled frames the strips play on.
        action["surefoot_over_strips"] = animation.action_extrapolation
        animation.action_extrapolation = "NOTHING"
    return action


def _name(original: bpy.types.ID) -> str:
    """The name of a result."""
    return original.name.removesuffix(SUFFIX) + SUFFIX


def _unkeyed(channels, animation) -> str:
    """Values that nothing keys so far, as JSON of [path, index, value]: Blender leaves them as the result had them when the
    original is played again. A result of a result has those of both."""
    keyed = _keyed(animation)
    earlier = json.loads(animation.action.get("surefoot_unkeyed", "[]")) if animation.action else []
    fresh = [
        [channel.path, index, value]
        for channel in channels
        for index, value in enumerate(channel.before[0])
        if (channel.path, index) not in keyed
    ]
    return json.dumps(fresh + earlier)


def _keyed(animation) -> set[tuple[str, int]]:
    """Path and index of all that has a curve that plays."""
    return {
        (curve.data_path, curve.array_index)
        for action, slot in nla.played(animation)
        for curve in actions.curves(action, slot)
    }


def check_range(character: Character, channels: list[Channel], output: str) -> None:
    """Raises UserError if new curves of a part of the action would hide what strips of the NLA play beyond that part."""
    armature = character.object()
    animation = armature.animation_data
    if output == "NLA" or not armature.surefoot.use_range or not animation or not animation.action:
        return
    keyed = {curve.data_path for curve in actions.curves(animation.action, actions.slot_of(animation))}
    hidden = sorted({channel.bone for channel in channels if channel.path not in keyed})
    if hidden and nla.strips(animation):
        raise UserError(
            f"NLA strips move {hidden[0]} beyond the frame range, and a new action would hide them there: choose Additive "
            "Layer, or take the whole range"
        )


def check_writable(armature: bpy.types.Object, channels: list[Channel]) -> None:
    """Raises UserError if the channels may not be written to the armature's own action."""
    action = armature.animation_data.action if armature.animation_data else None
    if action is None:
        return
    if action.library or action.override_library:
        raise UserError(f"Action '{action.name}' is linked from another file: write to a new action instead")
    wanted = {channel.path for channel in channels}
    for curve in actions.pose_curves(action, actions.slot_of(armature.animation_data)):
        if actions.is_locked(curve) and curve.data_path in wanted:
            raise UserError(
                f"Action '{action.name}' has locked channels ({curve.data_path}): unlock them or write to a new action"
            )


def _write_layer(armature, animation, character, channels, notes):
    """An additive strip on top; what the armature played so far is pushed down unchanged below it."""
    base, source = animation.action, nla.base_action(armature)
    if base:
        slot = actions.slot_of(animation)
        strip = _new_strip(animation, base.name, base, slot, character.times.frames()[[0, -1]])
        strip.extrapolation = animation.action_extrapolation
        animation.action = None
    action, slot = actions.new_action(_name(source or armature) + "_layer", armature)
    if source:
        action["surefoot_source"] = source
    keyed = _keyed(animation)
    values = []
    for channel in channels:
        # What nothing else animates begins from the property's default, not from how it stands.
        default = armature.pose.bones[channel.bone].bl_rna.properties[channel.property].default_array
        unkeyed = [(channel.path, index) not in keyed for index in range(channel.after.shape[1])]
        below = np.where(unkeyed, np.array(default), channel.before)
        values.append((channel, channel.before - below, channel.after - below))
    set_curves(action, slot, character, values, notes)
    strip = _new_strip(animation, "Surefoot", action, slot)
    # Adding component by component is exact for quaternions too, which Blender normalises; COMBINE takes the arc cosine
    # of 32-bit numbers and misses small corrections by half a millimetre.
    strip.blend_type = "ADD"
    strip.extrapolation = "NOTHING"
    return action


def _new_strip(animation, name, action, slot, sampled=()):
    track = animation.nla_tracks.new()
    track.name = name
    # Curves that repeat themselves play on beyond their keys.
    first, last = (float(end) for end in action.curve_frame_range)
    if any(curve.modifiers for curve in actions.curves(action, slot)):
        scene = bpy.context.scene
        first = min(first, scene.frame_start, *sampled)
        last = max(last, scene.frame_end, *sampled)
    strip = track.strips.new(name, int(np.floor(first)), action)
    if actions.HAS_SLOTS:
        strip.action_slot = slot
    # The data API takes whole frames only; captures may start between two.
    strip.action_frame_start, strip.action_frame_end = first, last
    strip.frame_end = last
    strip.frame_start = first
    return strip


def set_curves(action, slot, character: Character, values, notes: list[str] | None = None, whole: bool = False) -> None:
    """Writes (channel, before, after) into the slot at the sampled frames where they differ. A property without a curve gets
    keys from the first change of any channel to the last, or on all frames if the `whole` of it plays over strips."""
    changed = np.any([np.any(a != b, axis=1) for _, b, a in values], axis=0) if values else np.zeros(1, bool)
    if not changed.any():
        return
    frames = character.times.frames()
    # One frame more on either side has the old values, so that new curves end where they began.
    span = np.flatnonzero(changed)
    span = slice(0, None) if whole else slice(max(0, span[0] - 1), span[-1] + 2)
    keyed = [
        frames[[0, -1]],
        *(actions.key_times(curve)[[0, -1]] for curve in actions.curves(action, slot) if len(curve.keyframe_points)),
    ]
    motion = (float(np.min(keyed)), float(np.max(keyed)))
    baked = set()
    for channel, before, after in values:
        for index in range(after.shape[1]):
            curve = actions.ensure_curve(action, slot, channel.path, index, channel.bone)
            part = slice(0, None) if len(curve.keyframe_points) else span
            if keys.change(curve, frames[part], before[part, index], after[part, index], motion):
                baked.add(channel.bone)
    if baked and notes is not None:
        notes.append(f"Curve modifiers of {', '.join(sorted(baked))} went into the keys")


def _translation(clip, joint, name):
    if joint == 0:
        return clip.root_positions
    track = clip.translations.get(name)
    return np.tile(clip.skeleton.rest_offsets[joint], (clip.frame_count, 1)) if track is None else track


def _moved(character, bone, moves):
    """Pose matrices of a bone, moved as the nearest joint at or above it is."""
    pose = character.samples.of(bone.name)
    while bone:
        if bone.name in moves:
            return moves[bone.name] @ pose
        if bone.name in character.bones:
            return pose
        bone = bone.parent
    return pose


def _values(armature, character, bone, name, width):
    """The property's values at the sampled frames: as it played, where that was sampled, else of its curves, else as it
    stands."""
    played = character.samples.value_of(bone.name, name)
    if played is not None:
        return played
    animation = armature.animation_data
    path = bone.path_from_id(name)
    found = actions.curves(animation.action, actions.slot_of(animation)) if animation and animation.action else ()
    values = np.tile(np.array(getattr(bone, name), float), (character.times.count, 1))
    for index in range(width):
        curve = found.find(path, index=index) if found else None
        if curve:
            values[:, index] = actions.evaluate(curve, character.times.frames())
    return values


def _keep(before, after, changed):
    return np.where(changed[:, None], after, before)


def _euler(wxyz, near, order):
    return Quaternion(wxyz).to_euler(order, Euler(near, order))


def _axis_angle(wxyz, near, _mode):
    """The axis and angle of that rotation nearest to `near` (angle, x, y, z).

    Blender's own conversion takes the arc cosine of a 32-bit number, which loses small angles.
    """
    sine = np.linalg.norm(wxyz[1:])
    if sine < 1e-12:
        return (0.0, *near[1:])
    axis, angle = wxyz[1:] / sine, 2.0 * np.arctan2(sine, wxyz[0])
    if axis @ near[1:] < 0.0:
        axis, angle = -axis, -angle
    turns = round((near[0] - angle) / (2.0 * np.pi))
    return (angle + turns * 2.0 * np.pi, *axis)


def overruled(armature: bpy.types.Object, channels: list[Channel]) -> list[str]:
    """Says which written bones have constraints or drivers that may overrule their keys."""
    bones = {channel.bone for channel in channels}
    driven = {driver.data_path for driver in armature.animation_data.drivers} if armature.animation_data else set()
    lost = sorted({channel.bone for channel in channels if channel.path in driven})
    notes = [f"Drivers overrule the keys of {', '.join(lost)}: remove them to see the result"] if lost else []
    ruled = [
        name
        for name in sorted(bones)
        if any(c.enabled and c.influence > 0.0 for c in armature.pose.bones[name].constraints)
    ]
    if not ruled:
        return notes
    return [
        *notes,
        f"Constraints may overrule the keys of {', '.join(ruled)}: write to the controls, or switch them off",
    ]
