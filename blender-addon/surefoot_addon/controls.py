# SPDX-License-Identifier: GPL-3.0-or-later
"""Rigs whose legs follow control bones: finds the controls and moves them so that the feet end up in the right place.

The control of a foot gets the same rigid motion as the foot itself. That is exact if the foot follows its control rigidly
and the leg reaches, whatever lies between them (heel rolls, spaces, offsets). The remaining error (IK that stops short,
parents that moved too) is measured in the evaluated scene and corrected again.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import bpy
import numpy as np
import surefoot

from . import actions, maths, nla, rig, work, write
from .errors import UserError
from .sample import sample
from .scene import Character, roles_of

ROUNDS = 4
# Feet this close to where they should be, metres, are there.
CLOSE = 2e-4


@dataclass(frozen=True)
class Controls:
    """The control bone of each joint that is steered."""

    of_bone: dict[str, str]
    """Bone of the body -> control bone."""
    needed: bool
    """Whether keys on the legs themselves would be overruled."""
    steered: set[str]
    """Bones that follow these controls and get no keys of their own."""
    lost: list[str]
    """Legs, in words, that follow controls of which none was found."""


def find(armature: bpy.types.Object, character: Character) -> Controls | None:
    """The controls of feet, toes and hips: those set by hand, else found by following constraints and parents up to a
    bone with keys. None if no foot has one."""
    settings = armature.surefoot
    roles = roles_of(character.skeleton)
    keyed = _keyed_bones(armature)
    by_hand = {
        "left_foot": settings.left_control,
        "right_foot": settings.right_control,
        "pelvis": settings.hips_control,
    }
    of_bone = {}
    needed = False
    leads = {
        role: _leads(armature, bone) for role, bone in roles.items() if role in (*by_hand, "left_toe", "right_toe")
    }
    shared = set(leads.get("left_foot", ())) & set(leads.get("right_foot", ()))
    for role in ("left_foot", "right_foot", "left_toe", "right_toe", "pelvis"):
        bone = roles.get(role)
        if bone is None:
            continue
        given = by_hand.get(role)
        if given:
            if given not in armature.pose.bones:
                raise UserError(f"The control '{given}' is not a bone of '{armature.name}': choose another")
            of_bone[bone] = given
            continue
        candidates = list(leads[role])
        if role != "pelvis":
            # A parent alone is the leg itself, not a control.
            taken = shared | set(of_bone.values())
            candidates = [name for name, constrained in leads[role].items() if constrained and name not in taken]
        found = next((name for name in candidates if name in keyed and not _is_constrained(armature, name)), None)
        if found:
            of_bone[bone] = found
    steered = {roles["pelvis"]} if roles.get("pelvis") in of_bone else set()
    lost = []
    for side in ("left", "right"):
        foot = roles.get(f"{side}_foot")
        legs = [roles.get(f"{side}_{part}") for part in ("thigh", "shin", "foot", "toe")]
        constrained = any(leg and _is_steered(armature, leg) for leg in legs[:3])
        needed |= constrained
        if foot in of_bone:
            steered |= {leg for leg in legs if leg}
        elif foot and constrained:
            lost.append(f"{side} leg")
    if not any(foot in of_bone for foot in (roles.get("left_foot"), roles.get("right_foot")) if foot):
        return None
    return Controls(of_bone, needed, steered, lost)


def check(controls: Controls | None, armature: bpy.types.Object) -> None:
    """Raises UserError if there is nothing to steer with."""
    if controls is None:
        raise UserError(
            f"No control bones were found for the feet of '{armature.name}': choose them under Clean Up, or write to the bones"
        )


def solve(
    character: Character, after: surefoot.Clip, controls: Controls, notes: list[str]
) -> Generator[float, None, list[write.Channel]]:
    """Channels that bring the body where `after` has it: of the controls, and of bones that follow none; yields the share
    done.

    The rig tries them out and then plays its own action again, also when the work is cancelled.
    """
    armature = character.object()
    animation = armature.animation_data or armature.animation_data_create()
    source, slot = animation.action, actions.slot_of(animation)
    wanted = write.motion_of(character, after)
    still = np.tile(np.eye(4), (character.times.count, 1, 1))
    goals = {bone: wanted.get(bone, still) for bone in controls.of_bone}
    changed = np.any([np.any(move != np.eye(4), axis=(1, 2)) for move in [*wanted.values(), still]], axis=0)
    free = write.fk_channels(character, after, without=controls.steered)
    plain, lost = _without_constrained(armature, free, roles_of(character.skeleton))
    for part in sorted({*controls.lost, *lost}):
        notes.append(
            f"The {part} follows controls that were not found: its correction is left out, choose them by hand"
        )
    # The ends of limbs that get keys of their own are looked at too.
    ends = [b for b in roles_of(character.skeleton).values() if b in {c.bone for c in plain} and b not in goals]
    targets = {**goals, **{bone: wanted[bone] for bone in ends if bone in wanted}}
    moves = dict(goals)
    metres = np.cbrt(np.linalg.det(character.samples.world[0][:3, :3])) * character.unit
    for turn in range(ROUNDS):
        channels = [*_channels(armature, character, controls, moves, changed), *plain]
        trial = _play(armature, character, channels, source, slot)
        try:
            steps = sample(armature, character.times.frames())
            samples = yield from work.scaled(steps, turn / ROUNDS, (turn + 1) / ROUNDS)
        finally:
            actions.assign(animation, source, slot)
            bpy.data.actions.remove(trial)
        worst = 0.0
        for bone, target in targets.items():
            goal, reached = target @ character.samples.of(bone), samples.of(bone)
            worst = max(worst, np.linalg.norm((goal - reached)[changed, :3, 3], axis=1).max(initial=0.0) * metres)
            if bone in goals:
                left = goal @ maths.inverse(reached)
                left[~changed] = np.eye(4)
                moves[bone] = left @ moves[bone]
        if worst < CLOSE:
            return channels
    notes.append(f"The rig leaves up to {worst * 1000:.1f} mm between the feet or hips and their places")
    return channels


def _without_constrained(armature, channels, roles):
    """The channels whose keys the rig plays, and the words for what is left out because constraints overrule it."""
    plain = [c for c in channels if not _is_steered(armature, c.bone)]
    role_of = {bone: role for role, bone in roles.items()}
    return plain, {_in_words(c.bone, role_of.get(c.bone, "")) for c in channels if c not in plain}


def _in_words(bone, role):
    """`left leg` or `right arm`; other bones by their names."""
    side, _, part = role.partition("_")
    if side not in ("left", "right"):
        return f"bone {bone}"
    return f"{side} leg" if part in ("thigh", "shin", "foot", "toe") else f"{side} arm"


def _channels(armature, character, controls, moves, changed):
    channels = []
    steered = {controls.of_bone[bone]: bone for bone in moves}
    # Parents first, so that a control under another allows for it.
    at_control: dict[str, np.ndarray] = {}
    for bone in armature.data.bones:
        if bone.name in steered:
            at_control[bone.name] = moves[steered[bone.name]]
    for name in at_control:
        basis = _control_basis(armature, character, name, at_control)
        channels.append(write.rotation_channel(armature, character, name, basis, changed))
        if not rig.is_connected(armature, name):
            channels.append(write.location_channel(armature, character, name, basis, changed))
    return channels


def _control_basis(armature, character, name, at_control):
    """As write.basis_matrices, where only other controls above are moved."""
    bone = armature.data.bones[name]
    moves = {name: at_control[name]}
    above = bone.parent
    while above:
        if above.name in at_control:
            # Everything between hangs rigidly from that control.
            moves[bone.parent.name] = at_control[above.name]
            break
        above = above.parent
    if above is None and bone.parent:
        moves[bone.parent.name] = np.tile(np.eye(4), (character.times.count, 1, 1))
    return write.basis_matrices(armature, character, name, moves)


def _play(armature, character, channels, source, slot):
    """Makes the rig play a copy of its action with the channels; returns the copy."""
    if source:
        action, own = actions.copy_action(source, slot, "Surefoot trial")
    else:
        action, own = actions.new_action("Surefoot trial", armature)
    base = nla.base_action(armature)
    if base:
        # The panel goes on showing the plants of what is tried out.
        action["surefoot_source"] = base
    write.set_curves(action, own, character, [(c, c.before, c.after) for c in channels], whole=True)
    actions.assign(armature.animation_data, action, own)
    return action


def _keyed_bones(armature) -> set[str]:
    """Bones whose location or rotation has keys, its own or of strips that play."""
    animation = armature.animation_data
    keyed = set()
    for action, slot in nla.played(animation) if animation else ():
        for curve in actions.pose_curves(action, slot):
            if curve.data_path.endswith(("location", "rotation_quaternion", "rotation_euler", "rotation_axis_angle")):
                keyed.add(curve.data_path.split('"')[1])
    return keyed


def _active_constraints(armature, name):
    return [c for c in armature.pose.bones[name].constraints if c.enabled and c.influence > 0.0]


def _is_constrained(armature, name) -> bool:
    return bool(_active_constraints(armature, name))


def _is_steered(armature, name) -> bool:
    """Whether the bone is moved by a constraint of its own or by the IK of a bone below it."""
    if _is_constrained(armature, name):
        return True
    for child in armature.data.bones[name].children_recursive:
        for constraint in _active_constraints(armature, child.name):
            if constraint.type == "IK":
                chain = [child.name, *[b.name for b in child.parent_recursive]]
                length = constraint.chain_count or len(chain)
                if name in chain[:length]:
                    return True
    return False


def _leads(armature, name) -> dict[str, bool]:
    """Bones that the bone follows, nearest first: targets of its constraints, of IK through it, and parents; and whether
    a constraint leads to them."""
    bones = armature.pose.bones
    found: dict[str, bool] = {}
    queue = [(name, False)]
    while queue:
        bone, constrained = queue.pop(0)
        if bone in found or bone not in bones:
            continue
        found[bone] = constrained
        for constraint in _active_constraints(armature, bone):
            if constraint.type in ("STRETCH_TO", "LIMIT_DISTANCE", "DAMPED_TRACK", "TRACK_TO"):
                continue
            for target in getattr(constraint, "targets", [constraint]):
                if getattr(target, "target", None) == armature and target.subtarget:
                    queue.append((target.subtarget, True))
        if bones[bone].parent:
            queue.append((bones[bone].parent.name, constrained))
    return found
