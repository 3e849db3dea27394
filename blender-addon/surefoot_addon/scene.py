# SPDX-License-Identifier: GPL-3.0-or-later
"""From an armature in a scene to a character of the library: metres, Y up, one joint per bone of the body."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

import bpy
import numpy as np
import surefoot

from . import actions, maths, rig, timing
from .errors import UserError
from .sample import Samples, sample_once
from .timing import Times

# Metres in a unit, as files have them; the last is the CMU database's.
USUAL_UNITS = (1.0, 0.01, 0.001, 0.0254, 0.1, 0.0254 / 0.45)
# From toe to finger tips along the bones, as a multiple of the stature.
REACH = 1.4
# A correction fades out this long beyond the range worked on (the default of the library's cutoff), at most at this rate.
FADE_SECONDS, MAX_FADE_RATE = 0.5, 120.0
# A leaf bone's tail is taken as the end of a toe if it points this level and is this long against the shin.
MAX_TAIL_SLOPE = 0.7


@dataclass(frozen=True)
class Character:
    """One armature over a range of frames."""

    armature: str
    bones: list[str]
    """The bone of each joint."""
    parents: list[int]
    skeleton: surefoot.Skeleton
    clip: surefoot.Clip
    times: Times
    core: tuple[float, float]
    """First and last frame to work on; what is sampled beyond lets corrections fade out."""
    samples: Samples
    unit: float
    """Metres in one unit of the scene."""
    notes: list[str]
    """What was assumed, one sentence each."""
    doubts: list[str] = field(default_factory=list)
    """What was guessed and decides the result."""
    file_rate: float = 0.0
    """Frames a second of the file it was imported from; 0 if that is not known."""
    _rigid: list = field(default_factory=list)
    """The clip last asked for by `rigid` and its answer."""

    def object(self) -> bpy.types.Object:
        """The armature; fetched by name, for undo makes references invalid."""
        return bpy.data.objects[self.armature]

    def positions(self) -> np.ndarray:
        """World places of the joints in Blender's axes and units, (F, J, 3)."""
        return self.samples.heads(self.bones)

    def rigid(self, clip: surefoot.Clip) -> tuple[np.ndarray, np.ndarray]:
        """World rotations (F, J, 3, 3) and places (F, J, 3) of a clip of this skeleton, the library's axes, metres."""
        if self._rigid and self._rigid[0] is clip:
            return self._rigid[1]
        translations = np.repeat(self.skeleton.rest_offsets[None], clip.frame_count, axis=0)
        translations[:, 0] = clip.root_positions
        for name, track in clip.translations.items():
            translations[:, self.bones.index(name)] = track
        self._rigid[:] = [clip, maths.world_rigid(self.parents, clip.rotations, translations)]
        return self._rigid[1]

    def to_scene(self, points: np.ndarray) -> np.ndarray:
        """Points of the library in the scene's axes and units."""
        return maths.from_y_up(points) / self.unit

    def from_scene(self, points: np.ndarray) -> np.ndarray:
        """Points of the scene in the library's axes and metres."""
        return maths.to_y_up(np.asarray(points, float)) * self.unit


def linked_message(armature: bpy.types.Object) -> str:
    """What to do with an armature of another file, with which nothing can be stored."""
    return (
        f"'{armature.name}' is linked from {bpy.path.basename(armature.library.filepath)}: make a library override "
        "first (Object > Library Override > Make)"
    )


def check_editable(armature: bpy.types.Object) -> None:
    """Raises UserError if nothing may be stored with the armature."""
    if armature.library:
        raise UserError(linked_message(armature))


def check_usable(armature: bpy.types.Object) -> None:
    """Raises UserError, in words for the user, if the armature cannot be cleaned as it is."""
    check_editable(armature)
    if armature.mode == "EDIT":
        raise UserError(f"'{armature.name}' is in Edit Mode: leave it first")
    if armature.animation_data and armature.animation_data.use_tweak_mode:
        raise UserError(f"'{armature.name}' is in NLA tweak mode: leave it first (Tab in the NLA editor)")
    animation = armature.animation_data
    if actions.HAS_SLOTS and animation and animation.action and animation.action_slot is None:
        raise UserError(
            f"'{armature.name}' plays no slot of action '{animation.action.name}': choose one in the Action editor"
        )
    if armature.data.pose_position == "REST":
        raise UserError(f"'{armature.name}' shows its rest position: switch to Pose Position first (armature data)")
    if armature.matrix_world.determinant() <= 0.0:
        raise UserError(f"'{armature.name}' has a negative or zero scale: apply it first (Object > Apply > Scale)")


def read(armature: bpy.types.Object, scene: bpy.types.Scene) -> Generator[float, None, Character]:
    """Samples the armature as its settings say; yields the share done, returns the character.

    Raises UserError for an armature without bones, of one frame, or with a roles list that names missing bones.
    """
    check_usable(armature)
    settings = armature.surefoot
    limits = (settings.first_frame, settings.last_frame) if settings.use_range else None
    core = timing.sample_times(armature, scene, limits)
    if core.count < 2 and not limits:
        raise UserError(f"'{armature.name}' has only one pose: it needs keys on at least two frames")
    if core.count < 2:
        raise UserError(
            f"'{armature.name}' has {core.count} frame to work on: two are the least, check the frame range"
        )
    times = core
    if limits:
        margin = np.ceil(FADE_SECONDS * MAX_FADE_RATE) * core.step
        times = timing.sample_times(armature, scene, (limits[0] - margin, limits[1] + margin))
    samples = yield from sample_once(armature, times.frames())
    return character_of(armature, scene, times, (core.frame(0), core.frame(core.count - 1)), samples)


def character_of(armature, scene, times: Times, core: tuple[float, float], samples: Samples) -> Character:
    """The character of samples that are at hand."""
    settings = armature.surefoot
    notes: list[str] = []
    doubts: list[str] = []
    names = rig.body_bones(armature)
    skeleton, parents, unit = _skeleton(armature, scene, samples, names, notes)
    pelvis = roles_of(skeleton).get("pelvis")
    if pelvis and pelvis != names[0] and not rig.is_connected(armature, pelvis):
        # The body hangs from its pelvis; a root bone above it carries game or world motion and is to stay as it is.
        subtree = rig.below(armature, names, pelvis)
        if all(bone in subtree for bone in roles_of(skeleton).values()):
            names = subtree
            skeleton, parents, unit = _skeleton(armature, scene, samples, names, [])
    clip = _clip(armature, samples, names, parents, skeleton, unit, timing.sample_rate(scene, times))
    rate = settings.frame_rate if settings.frame_rate_from == "CUSTOM" else clip.frame_rate
    motion = settings.motion()
    file_rate = motion.frame_rate if motion and times.step == 1.0 else 0.0
    if settings.frame_rate_from == "AUTO" and (file_rate or timing.forgets_rate(armature, times)):
        file_rate = file_rate or timing.imported_rate(armature)
        if file_rate:
            rate = file_rate
            if rate != clip.frame_rate:
                notes.append(f"The file has {rate:g} frames a second, the scene {clip.frame_rate:g}")
        else:
            rate = timing.believable_rate(_ends(skeleton, samples, unit), clip.frame_rate, skeleton.standing_height)
            slow = f" (at {clip.frame_rate:g} it is slow motion)" if rate != clip.frame_rate else ""
            if slow or timing.named_like_a_file(armature):
                doubts.append(
                    f"BVH import forgets the frame rate: {rate:g} a second is assumed{slow}. Read it from the file "
                    "under Character if it is another"
                )
    if rate != clip.frame_rate:
        clip = surefoot.Clip(
            skeleton, clip.rotations, clip.root_positions, rate, name=clip.name, translations=clip.translations
        )
    return Character(
        armature.name, names, parents, skeleton, clip, times, core, samples, unit, notes, doubts, file_rate
    )


def faded(character: Character, after: surefoot.Clip) -> surefoot.Clip:
    """`after` in the range worked on; beyond it the change fades out over half a second, and nothing changes further on.

    What the library does of itself reaches further: smoothing the root, keeping feet out of the ground.
    """
    times, (start, end) = character.times, character.core
    frames = times.frames()
    beyond = np.maximum(np.maximum(start - frames, frames - end), 0.0) / times.step
    if beyond.max() < 0.5:
        return after
    length = FADE_SECONDS * min(after.frame_rate, MAX_FADE_RATE)
    left = np.clip(1.0 - beyond / length, 0.0, 1.0)
    share = left * left * (3.0 - 2.0 * left)
    before = character.clip
    tracks = {}
    for name, track in after.translations.items():
        was = before.translations.get(name)
        was = character.skeleton.rest_offsets[character.bones.index(name)] if was is None else was
        tracks[name] = np.where(share[:, None] == 1.0, track, was + (track - was) * share[:, None])
    for name, track in before.translations.items():
        tracks.setdefault(name, track)
    places = before.root_positions + (after.root_positions - before.root_positions) * share[:, None]
    return surefoot.Clip(
        character.skeleton,
        maths.between(before.rotations, after.rotations, share),
        np.where(share[:, None] == 1.0, after.root_positions, places),
        after.frame_rate,
        name=after.name,
        translations=tracks,
    )


def find_roles(armature: bpy.types.Object, scene: bpy.types.Scene) -> dict[str, str]:
    """Which bone plays which role, found from names and shape alone; needs no animation."""
    rest = np.array([bone.matrix_local for bone in armature.data.bones], float)[None]
    samples = Samples([b.name for b in armature.data.bones], np.zeros(1), rest, np.array(armature.matrix_world)[None])
    skeleton, _, _ = _skeleton(armature, scene, samples, rig.body_bones(armature), [], overrides=False)
    return roles_of(skeleton)


def roles_of(skeleton: surefoot.Skeleton) -> dict[str, str]:
    """Role to bone; of several spine or neck joints the lowest."""
    return {role: bone if isinstance(bone, str) else bone[0] for role, bone in skeleton.roles.items() if bone}


def _skeleton(armature, scene, samples, names, notes, overrides=True):
    parents = rig.joint_parents(armature, names)
    unit = _unit(armature, scene, samples, names, parents, notes)
    rest = np.array([armature.data.bones[name].matrix_local for name in names], float)
    rest = samples.world[0] @ rest
    positions = maths.to_y_up(rest[:, :3, 3]) * unit
    turns = maths.TO_Y_UP @ maths.rotation_of(rest)
    local_turns, offsets = _locals(parents, turns[None], positions[None])
    skeleton = surefoot.Skeleton(
        names, parents, offsets[0], maths.quaternions(local_turns[0]), _end_sites(armature, samples, names, unit)
    )
    changes = _role_changes(armature, names, roles_of(skeleton)) if overrides else {}
    return (skeleton.with_roles(changes) if changes else skeleton), parents, unit


def _role_changes(armature, names, found):
    """Where the panel's list differs from what the library finds; None takes a role away."""
    changes = {}
    for item in armature.surefoot.roles:
        if item.bone == found.get(item.role, ""):
            continue
        if item.bone and item.bone not in armature.data.bones:
            raise UserError(
                f"The role {item.role.replace('_', ' ')} names the bone '{item.bone}', which '{armature.name}' does not have: "
                "choose another under Character"
            )
        if item.bone and item.bone not in names:
            raise UserError(
                f"The bone '{item.bone}' cannot be the {item.role.replace('_', ' ')}: it does not hang from '{names[0]}'"
            )
        changes[item.role] = item.bone or None
    return changes


def _locals(parents, turns, positions):
    """Local rotations and translations of rigid world poses (F, J, …)."""
    local_turns, translations = turns.copy(), positions.copy()
    joints = [joint for joint, parent in enumerate(parents) if parent >= 0]
    above = [parents[joint] for joint in joints]
    back = np.swapaxes(turns[:, above], -1, -2)
    local_turns[:, joints] = back @ turns[:, joints]
    translations[:, joints] = (back @ (positions[:, joints] - positions[:, above])[..., None])[..., 0]
    return local_turns, translations


# Local rotations and translations of the last samples: Remove Footskate mostly follows Detect.
_last_locals: tuple | None = None


def forget() -> None:
    """Drops what is kept of the last samples."""
    global _last_locals
    _last_locals = None


def _sampled_locals(samples, names, parents, unit):
    """Local rotations (F, J, 4) and translations (F, J, 3) of the samples, the library's axes, metres."""
    global _last_locals
    key = (tuple(names), tuple(parents), unit)
    if _last_locals and _last_locals[0] is samples and _last_locals[1] == key:
        return _last_locals[2:]
    columns = [samples.names.index(name) for name in names]
    world = samples.world[:, None] @ samples.pose[:, columns]
    positions = maths.to_y_up(world[..., :3, 3]) * unit
    turns = maths.TO_Y_UP @ maths.rotation_of(world)
    local_turns, translations = _locals(parents, turns, positions)
    rotations = maths.one_hemisphere(maths.quaternions(local_turns))
    _last_locals = (samples, key, rotations, translations)
    return rotations, translations


def _clip(armature, samples, names, parents, skeleton, unit, rate):
    rotations, translations = _sampled_locals(samples, names, parents, unit)
    moving = {}
    scale = max(skeleton.standing_height, 1e-6)
    for joint, parent in enumerate(parents):
        # Below this it is the rounding of 32-bit matrices, not a stretch.
        if parent >= 0 and np.abs(translations[:, joint] - skeleton.rest_offsets[joint]).max() > 2e-5 * scale:
            moving[names[joint]] = np.ascontiguousarray(translations[:, joint])
    animation = armature.animation_data
    name = animation.action.name if animation and animation.action else armature.name
    return surefoot.Clip(skeleton, rotations, translations[:, 0].copy(), rate, name=name, translations=moving)


def _unit(armature, scene, samples, names, parents, notes) -> float:
    """Metres in a scene unit: the scene's own where that gives a body of a size one meets, else a usual one."""
    settings = armature.surefoot
    if settings.unit_from == "CUSTOM":
        return settings.unit_metres
    unit = scene.unit_settings.scale_length
    if settings.unit_from == "SCENE":
        return unit
    stature = _longest_way(armature, samples, names, parents) / REACH
    if stature <= 0.0 or 0.4 < stature * unit < 4.0:
        return unit
    fitting = min(USUAL_UNITS, key=lambda u: abs(np.log(stature * u / 1.7)))
    fitting = fitting if 1.3 < stature * fitting < 2.2 else 1.7 / stature
    notes.append(
        f"The body is {stature * unit:.3g} m tall in this scene; one unit is taken as {fitting:.4g} m. "
        "Set the unit under Character if it is another"
    )
    return fitting


def _longest_way(armature, samples, names, parents):
    """The longest way through the tree from one end to another, scene units; independent of any pose."""
    bones = armature.data.bones
    size = np.cbrt(np.linalg.det(samples.world[0][:3, :3]))
    lowest = [0.0] * len(names)
    longest = 0.0
    has_child = set(parents)
    for joint in reversed(range(len(names))):
        bone = bones[names[joint]]
        if joint not in has_child:
            longest = max(longest, bone.length)
            lowest[joint] = bone.length
        parent = parents[joint]
        if parent >= 0:
            way = lowest[joint] + (bone.head_local - bones[names[parent]].head_local).length
            longest = max(longest, lowest[parent] + way)
            lowest[parent] = max(lowest[parent], way)
    return longest * size


def _end_sites(armature, samples, names, unit):
    """Tails of leaf bones, as (joint, offset); importers make up the tails of bones that end a file's chain, so a toe's
    counts only where it lies as toes do."""
    parents = set(rig.joint_parents(armature, names))
    size = np.cbrt(np.linalg.det(samples.world[0][:3, :3])) * unit
    sites = []
    for joint, name in enumerate(names):
        bone = armature.data.bones[name]
        if joint in parents:
            continue
        down = samples.world[0][:3, :3] @ np.array(bone.tail_local - bone.head_local)
        level = np.hypot(down[0], down[1])
        if abs(down[2]) > MAX_TAIL_SLOPE * level and "toe" in name.lower():
            continue
        # A bone's own axis is Y, in Blender and, unturned, here.
        sites.append((joint, (0.0, bone.length * size, 0.0)))
    return sites


def _ends(skeleton, samples, unit):
    """Paths of hands and feet, metres."""
    roles = roles_of(skeleton)
    return (
        samples.heads([roles[r] for r in ("left_foot", "right_foot", "left_hand", "right_hand") if r in roles]) * unit
    )
