"""`Skeleton`: the joints of a character and which part of the body they are."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, indices, view
from .._attributes import Array, Figure
from .._native import Handle, Owner, address_of, call, lib, outputs, pointer, take_text, utf8
from ..errors import ArgumentError
from ..reports import built
from .note import Note

if TYPE_CHECKING:
    from typing_extensions import Self

ROLES: dict[str, int] = {
    name.removeprefix("SUREFOOT_ROLE_").lower(): value
    for name, value in vars(c).items()
    if name.startswith("SUREFOOT_ROLE_") and value >= 0
}
"""The names of all roles, as roles files have them, and their numbers in C."""

RoleJoints = Mapping[str, "str | Sequence[str] | None"]


class Sole(NamedTuple):
    """Where one foot meets the ground.

    >>> surefoot.Sole("LeftFoot", "LeftToeBase", (0, -0.09, -0.05), (0, -0.02, 0.06), 0.09, 0.02).foot
    'LeftFoot'
    """

    foot: str
    """The ankle's name."""
    front: str
    """Name of the joint that carries the tip: the toe, else the foot."""
    heel: tuple[float, float, float]
    """Rear end of the contact, in the foot's frame, metres."""
    tip: tuple[float, float, float]
    """Front end of the contact, in the front joint's frame, metres."""
    ankle_height: float
    """Height of the ankle over the sole while the foot stands, metres."""
    front_height: float
    """The same of the front joint."""


class FoundRoles(NamedTuple):
    """What names and shape say of a body.

    >>> skeleton.find_roles().missing
    ['left_clavicle', 'right_clavicle']
    """

    rig: str | None
    """The naming family, where it is a known one: `Mixamo`, `CMU`."""
    is_biped: bool
    """Whether the body stands on two legs."""
    missing: list[str]
    """Roles without a joint. Toes, clavicles and necks are often absent for good reason."""
    notes: list[Note]
    """Joints passed over, roles told from shape."""


SIDES = ("left", "right")


class Skeleton(Handle):
    """The joints of one character, parents before children; joint 0 is the root.

    `parents` holds -1 for the root. `rest_offsets` are metres relative to the parent, `rest_rotations` x y z w.
    `end_sites` are points that end a chain, such as toe tips: pairs of a joint (name or number) and its offset.
    `roles` names joints where names and shape tell too little, such as `{"left_foot": "MyAnkle_L"}`; spine and neck
    take a list, `None` takes a role away. All roles it does not name are found by the library.

    Raises `SkeletonError` for a second root, a parent that does not come before its child, a repeated name or a value
    that is not finite.

    >>> leg = surefoot.Skeleton(
    ...     ["Hips", "LeftUpLeg", "LeftLeg", "LeftFoot"],
    ...     [-1, 0, 1, 2],
    ...     [(0, 0.9, 0), (0.1, 0, 0), (0, -0.45, 0), (0, -0.4, 0)],
    ... )
    >>> leg.joint_count, leg.parents.tolist()
    (4, [-1, 0, 1, 2])
    >>> leg.roles["left_shin"]
    'LeftLeg'
    """

    _NAME = "skeleton"

    def __init__(
        self,
        names: Sequence[str],
        parents: npt.ArrayLike,
        rest_offsets: npt.ArrayLike,
        rest_rotations: npt.ArrayLike | None = None,
        end_sites: Iterable[tuple[str | int, npt.ArrayLike]] | None = None,
        roles: RoleJoints | None = None,
        *,
        rest_scales: npt.ArrayLike | None = None,
        compensates_parent_scale: npt.ArrayLike | None = None,
    ) -> None:
        if isinstance(names, str):
            raise TypeError("names: expected a list of texts, got one text")
        names = list(names)
        count = len(names)
        encoded = [utf8(name, f"names[{i}]") for i, name in enumerate(names)]
        sites = list(end_sites or [])
        site_offsets: Any = [offset for _, offset in sites]
        site_joints = indices([_joint_number(joint, names) for joint, _ in sites], (None,), "end_sites", np.int32)
        arrays = {
            "parents": (indices(parents, (count,), "parents", np.int32), ctypes.c_int32),
            "rest_offsets": (floats(rest_offsets, (count, 3), "rest_offsets"), ctypes.c_double),
            "rest_rotations": (_optional(rest_rotations, (count, 4), "rest_rotations"), ctypes.c_double),
            "rest_scales": (_optional(rest_scales, (count, 3), "rest_scales"), ctypes.c_double),
            "compensates_parent_scale": (_flags(compensates_parent_scale, count), ctypes.c_uint8),
            "end_site_joints": (site_joints, ctypes.c_int32),
            "end_site_offsets": (floats(site_offsets, (None, 3), "end_sites"), ctypes.c_double),
        }
        data = c.surefoot_skeleton_data(
            struct_size=ctypes.sizeof(c.surefoot_skeleton_data),
            joint_count=count,
            names=(ctypes.c_char_p * max(count, 1))(*encoded),
            end_site_count=len(sites),
            **{name: pointer(array, kind) for name, (array, kind) in arrays.items()},
        )
        owner = self._own(*outputs(1, lib.surefoot_skeleton_create, ctypes.byref(data)))
        self._set(_with_roles(owner, roles) if roles else owner)

    def _set(self, owner: Owner) -> None:
        super()._set(owner)
        self._names = [name.decode("utf-8") for name in self._view.names[: self._view.joint_count]]

    def _array(self, field: str, width: int, dtype: Any = np.float64, count: int | None = None) -> npt.NDArray[Any]:
        memory = self._memory
        count = self._view.joint_count if count is None else count
        shape = (count, width) if width > 1 else (count,)
        return view(address_of(getattr(self._view, field)), shape, dtype, memory)

    joint_count = Figure(int, "Number of joints, at least 1.")
    parents = Array(np.int32, ("joint_count",), "The parent of each joint, -1 for the root.")
    rest_offsets = Array(
        np.float64, ("joint_count", 3), "Rest translations relative to the parent, joints x 3, metres."
    )
    rest_rotations = Array(
        np.float64, ("joint_count", 4), "Rest rotations relative to the parent, joints x 4, x y z w."
    )
    rest_scales = Array(np.float64, ("joint_count", 3), "Rest scales, joints x 3; ones for most rigs.")
    compensates_parent_scale = Array(
        np.bool_,
        ("joint_count",),
        "Which joints ignore their parent's own scale, as Maya's segment scale compensate does.",
    )
    standing_height = Figure(float, "Height of the upright body in metres, whatever the rest pose.")

    @property
    def names(self) -> list[str]:
        """Names in joint order."""
        self._open()
        return list(self._names)

    @property
    def end_sites(self) -> list[tuple[str, npt.NDArray[np.float64]]]:
        """Points that end chains: the joint's name, and the point in its frame in metres."""
        count = self._view.end_site_count
        joints = self._array("end_site_joints", 1, np.int32, count)
        offsets = self._array("end_site_offsets", 3, count=count)
        return [(self._names[joint], offset) for joint, offset in zip(joints, offsets, strict=True)]

    @property
    def roles(self) -> dict[str, str | list[str]]:
        """Which joint plays which role, by name; a list where several are spine or neck."""
        numbers = self._array("roles", 1, np.int32)
        found: dict[str, str | list[str]] = {}
        for role, number in ROLES.items():
            joints = [self._names[joint] for joint in np.flatnonzero(numbers == number)]
            if joints:
                found[role] = joints[0] if len(joints) == 1 else joints
        return found

    @property
    def soles(self) -> dict[str, Sole]:
        """Where the feet meet the ground, by side (`left`, `right`), as a skin tells it; empty without one."""
        # Held until all is copied: another thread may close the skeleton meanwhile.
        memory = self._memory
        found = zip(SIDES, self._view.soles[: len(SIDES)], strict=True)
        soles = {side: _sole(self._names, item) for side, item in found if item.foot >= 0}
        del memory
        return soles

    def with_soles(self, soles: Mapping[str, Sole]) -> Skeleton:
        """Makes the same skeleton with other soles, by side; `find_soles` finds them in skins.

        Raises `ArgumentError` if a joint is not that foot, and `SkeletonError` for a number that is not finite.

        >>> skeleton = surefoot.read("walk.bvh").skeleton
        >>> sole = surefoot.Sole("LeftFoot", "LeftToeBase", (0, -0.09, -0.05), (0, -0.02, 0.06), 0.09, 0.02)
        >>> skeleton.with_soles({"left": sole}).soles["left"].ankle_height
        0.09
        """
        unknown = [side for side in soles if side not in SIDES]
        if unknown:
            raise ArgumentError(f"soles: there is no side '{unknown[0]}'; the sides are {', '.join(SIDES)}")
        both = (c.surefoot_sole * len(SIDES))(*[self._sole_in_c(soles.get(side), side) for side in SIDES])
        return Skeleton._made(lib.surefoot_skeleton_with_soles, self._memory, both)

    def _sole_in_c(self, sole: Sole | None, side: str) -> c.surefoot_sole:
        if sole is None:
            return c.surefoot_sole(foot=-1, front=-1)
        foot, front, heel, tip, ankle_height, front_height = sole
        return c.surefoot_sole(
            foot=self.find(foot),
            front=self.find(front),
            heel=tuple(floats(heel, (3,), f"soles[{side!r}].heel")),
            tip=tuple(floats(tip, (3,), f"soles[{side!r}].tip")),
            ankle_height=ankle_height,
            front_height=front_height,
        )

    def with_roles(self, roles: RoleJoints | str | os.PathLike[str]) -> Skeleton:
        """Makes the same skeleton with other roles: a dictionary as for the constructor, or the path of a roles file.

        Raises `UnknownJointError`, and `InvalidError` where a limb's joints do not hang below each other. A foot that
        became another joint has no sole any more: `find_soles` looks for it anew.

        >>> skeleton = surefoot.Skeleton(["Hips", "Spine"], [-1, 0], [(0, 1, 0), (0, 0.2, 0)])
        >>> skeleton.with_roles({"pelvis": "Hips"}).roles["pelvis"]
        'Hips'
        """
        if isinstance(roles, (str, os.PathLike)):
            return Skeleton._made(lib.surefoot_skeleton_with_roles_file, self._memory, utf8(roles, "roles"))
        return Skeleton._of(_with_roles(self._memory, roles))

    def with_roles_text(self, text: str) -> Skeleton:
        """As `with_roles`, from the text of a roles file.

        >>> skeleton = surefoot.Skeleton(["Hips", "Spine"], [-1, 0], [(0, 1, 0), (0, 0.2, 0)])
        >>> skeleton.with_roles_text('{"pelvis": "Hips"}').roles["pelvis"]
        'Hips'
        """
        return Skeleton._made(lib.surefoot_skeleton_with_roles_text, self._memory, utf8(text, "text"))

    def roles_text(self) -> str:
        """Gives the text of a roles file with the present roles, to be edited by hand.

        >>> "LeftFoot" in skeleton.roles_text()
        True
        """
        return take_text(lib.surefoot_skeleton_roles_text, self._memory)

    def find_roles(self) -> FoundRoles:
        """Tells what names and shape say of the body.

        >>> skeleton.find_roles().is_biped
        True
        """
        found: FoundRoles = built(FoundRoles, json.loads(take_text(lib.surefoot_find_roles, self._memory, None)))
        return found

    def find(self, name: str) -> int:
        """Gives the number of the joint of that exact name; `UnknownJointError` if there is none.

        >>> skeleton = surefoot.Skeleton(["Hips", "Spine"], [-1, 0], [(0, 1, 0), (0, 0.2, 0)])
        >>> skeleton.find("Spine")
        1
        """
        out = ctypes.c_int32()
        call(lib.surefoot_skeleton_find, self._memory, utf8(name, "name"), ctypes.byref(out))
        return out.value

    def __len__(self) -> int:
        return self.joint_count

    def __repr__(self) -> str:
        if self._owner is None:
            return "<Skeleton: closed>"
        return f"<Skeleton: {self.joint_count} joints, root '{self._names[0]}', {self.standing_height:.2f} m>"

    def __reduce__(self) -> Any:
        arrays = (self.names, self.parents, self.rest_offsets, self.rest_rotations, self.end_sites)
        every = dict.fromkeys(ROLES) | self.roles
        return _unpickled, (arrays, every, self.rest_scales, self.compensates_parent_scale, self.soles)


class OfSkeleton(Handle):
    """What is made for one skeleton: clips and skins."""

    _skeleton: Skeleton

    @classmethod
    def _of(cls, owner: Owner, skeleton: Skeleton) -> Self:  # type: ignore[override]
        made = cls.__new__(cls)
        made._set(owner, skeleton)
        return made

    @classmethod
    def _take(cls, address: int | None, skeleton: Skeleton) -> Self:  # type: ignore[override]
        return cls._of(cls._own(address), skeleton)

    def _set(self, owner: Owner, skeleton: Skeleton) -> None:  # type: ignore[override]
        super()._set(owner)
        self._skeleton = skeleton

    @property
    def skeleton(self) -> Skeleton:
        """The skeleton it was made for."""
        return self._skeleton


def _unpickled(arrays: tuple[Any, ...], roles: Any, scales: Any, compensates: Any, soles: dict[str, Sole]) -> Skeleton:
    names, parents, offsets, rotations, sites = arrays
    skeleton = Skeleton(
        names, parents, offsets, rotations, sites, roles, rest_scales=scales, compensates_parent_scale=compensates
    )
    return skeleton.with_soles(soles) if soles else skeleton


def _sole(names: list[str], item: c.surefoot_sole) -> Sole:
    heel, tip = tuple(item.heel), tuple(item.tip)
    return Sole(names[item.foot], names[item.front], heel, tip, item.ankle_height, item.front_height)


def _optional(value: npt.ArrayLike | None, shape: tuple[int, int], what: str) -> npt.NDArray[Any] | None:
    return None if value is None else floats(value, shape, what)


def _flags(value: npt.ArrayLike | None, count: int) -> npt.NDArray[Any] | None:
    if value is None:
        return None
    array = np.ascontiguousarray(value, dtype=bool)
    if array.shape != (count,):
        raise ValueError(f"compensates_parent_scale: expected {count} values, got {array.shape}")
    return array.view(np.uint8)


def _joint_number(joint: str | int, names: Sequence[str]) -> int:
    if not isinstance(joint, str):
        return joint
    try:
        return names.index(joint)
    except ValueError:
        raise ArgumentError(f"end_sites: no joint is called '{joint}'", joint) from None


def _with_roles(owner: Owner, roles: RoleJoints) -> Owner:
    if not isinstance(roles, Mapping):
        raise TypeError(f"roles: expected a dictionary, got {type(roles).__name__}")
    entries: list[c.surefoot_role_entry] = []
    for role, joints in roles.items():
        if role not in ROLES:
            raise ArgumentError(f"there is no role '{role}'; the roles are {', '.join(ROLES)}")
        if joints is None or isinstance(joints, str):
            joints = [joints] if joints else []
        encoded: list[bytes | None] = [utf8(joint, f"roles[{role!r}]") for joint in joints]
        entries += [c.surefoot_role_entry(role=ROLES[role], joint=joint) for joint in encoded or [None]]
    array = (c.surefoot_role_entry * max(len(entries), 1))(*entries)
    return Skeleton._own(*outputs(1, lib.surefoot_skeleton_with_roles, owner, array, len(entries)))
