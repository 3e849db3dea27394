"""`measure_balance`: how well a character keeps its balance."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, view
from .._native import Handle, Owner, address_of, handle, handles, lib, optional_handle, outputs, utf8
from .._options import operation, packed
from .._report_types import MeasureBalanceReport
from ..errors import UnknownJointError
from ..model.clip import Clip
from ..model.ground import Ground
from ..model.plants import Plants
from ..model.skeleton import Skeleton
from ..model.skin import Skin
from ..reports import take_report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import MeasureBalanceOptions

Vector = tuple[float, float, float]


class Load(NamedTuple):
    """Something that a character carries.

    >>> surefoot.Load("right_hand", 8.9).offset
    (0.0, 0.0, 0.0)
    """

    joint: str | int
    """The joint that carries it: its role, its name or its number."""
    mass: float
    """Kilograms."""
    offset: Vector = (0.0, 0.0, 0.0)
    """Its centre in the joint's frame, metres."""


class MassSegment(NamedTuple):
    """A rigid part of a body. Places are in the joint's frame, turned but not scaled with it.

    >>> surefoot.MassSegment("left_hand", 0.5).centre
    (0.0, 0.0, 0.0)
    """

    joint: str | int
    """The joint that it moves with: its role, its name or its number."""
    mass: float
    """Kilograms."""
    centre: Vector = (0.0, 0.0, 0.0)
    """Its centre of mass, metres."""
    inertia: npt.ArrayLike = ((0.0, 0.0, 0.0),) * 3
    """Its inertia about that centre, kg m2: 3 x 3."""
    name: str | None = None
    """For people."""


@dataclass(frozen=True)
class MeasuredBalance:
    """What `measure_balance` returns: arrays with a row for every frame. NaN stands for what a frame does not have.

    >>> measured = surefoot.measure_balance(skeleton, clip)
    >>> measured.centres.shape, measured.zero_moment_points.shape
    ((180, 3), (180, 3))
    >>> len(measured.areas[90]) > 2
    True
    """

    centres: npt.NDArray[np.float64]
    """Centre of mass, world, metres."""
    momentums: npt.NDArray[np.float64]
    """Momentum of the whole body, world, kg m/s."""
    angular_momentums: npt.NDArray[np.float64]
    """Angular momentum about the centre of mass, world, kg m2/s."""
    loads: npt.NDArray[np.float64]
    """Force on the feet upwards, as a share of the weight: 1 standing, 0 in flight."""
    zero_moment_points: npt.NDArray[np.float64]
    """Zero moment point on what carries the body, world, metres; NaN where the load is too small."""
    distances: npt.NDArray[np.float64]
    """Distance of that point from the area that carries the body, metres: below 0 inside."""
    left_shares: npt.NDArray[np.float64]
    """Share of the load on the left foot."""
    is_judged: npt.NDArray[np.bool_]
    """Whether the figures of the report count the frame."""
    plane_points: npt.NDArray[np.float64]
    """A point of the plane that carries the body, world, metres."""
    plane_normals: npt.NDArray[np.float64]
    """Its normal, unit, upwards."""
    areas: list[npt.NDArray[np.float64]]
    """Corners of the area that carries the body, for every frame, world, metres."""
    shadows: npt.NDArray[np.float64]
    """Centre of mass, dropped to what carries the body; in flights to the way between both ends: world, metres."""
    masses: list[MassSegment]
    """The masses that were used: parts of the body, then loads."""
    report: MeasureBalanceReport
    """The figures."""


class _Balance(Handle):
    _NAME = "balance"


def joint_number(skeleton: Skeleton, joint: str | int, what: str) -> int:
    """The number of a joint that is given by its role, its name or its number."""
    if not isinstance(joint, str):
        return operator.index(joint)
    roles = skeleton.roles
    of_role = roles.get(joint, joint)
    name = of_role if isinstance(of_role, str) else of_role[0]
    if name not in skeleton.names:
        known = ", ".join(roles)
        raise UnknownJointError(f"{what}: there is no joint '{joint}'; name one, or use a role: {known}")
    return skeleton.names.index(name)


class Scene:
    """The C struct of what balance depends on besides the clip, with what it points at."""

    def __init__(
        self,
        skeleton: Skeleton,
        plants: Plants | None,
        ground: Ground | None,
        loads: Iterable[Load | tuple[Any, ...]],
        mass_model: Iterable[MassSegment | tuple[Any, ...]],
    ) -> None:
        carried = [Load(*load) for load in loads]
        parts = [MassSegment(*part) for part in mass_model]
        self._kept: list[Owner | None] = [
            optional_handle(plants, Plants, "plants"),
            optional_handle(ground, Ground, "ground"),
        ]
        self._loads = (c.surefoot_load * max(len(carried), 1))(
            *(self._load(skeleton, load, f"loads[{i}]") for i, load in enumerate(carried))
        )
        self._parts = (c.surefoot_mass_segment * max(len(parts), 1))(
            *(self._part(skeleton, part, f"mass_model[{i}]") for i, part in enumerate(parts))
        )
        addresses = [owner.address if owner else None for owner in self._kept]
        self.struct = c.surefoot_balance_scene(
            struct_size=ctypes.sizeof(c.surefoot_balance_scene),
            plants=addresses[0],
            ground=addresses[1],
            load_count=len(carried),
            loads=self._loads,
            segment_count=len(parts),
            segments=self._parts,
        )

    @staticmethod
    def _load(skeleton: Skeleton, load: Load, what: str) -> Any:
        place = floats(load.offset, (3,), f"{what}.offset")
        joint = joint_number(skeleton, load.joint, what)
        return c.surefoot_load(joint=joint, mass=load.mass, offset=tuple(place))

    @staticmethod
    def _part(skeleton: Skeleton, part: MassSegment, what: str) -> Any:
        centre = floats(part.centre, (3,), f"{what}.centre")
        inertia = floats(part.inertia, (3, 3), f"{what}.inertia").ravel()
        name = None if part.name is None else utf8(part.name, f"{what}.name")
        joint = joint_number(skeleton, part.joint, what)
        return c.surefoot_mass_segment(
            name=name, joint=joint, mass=part.mass, centre=tuple(centre), inertia=tuple(inertia)
        )


@operation("measure_balance")
def measure_balance(
    skeleton: Skeleton,
    clip: Clip,
    skins: Iterable[Skin] = (),
    *,
    plants: Plants | None = None,
    ground: Ground | None = None,
    loads: Iterable[Load | tuple[Any, ...]] = (),
    mass_model: Sequence[MassSegment | tuple[Any, ...]] = (),
    **options: Unpack[MeasureBalanceOptions],
) -> MeasuredBalance:
    """Measures how well a character keeps its balance: centre of mass, zero moment point, what carries it, flights.

    The clip stays as it is. Skins tell the masses; without any they are those of the average adult. `loads` is what is
    carried: joint, kilograms, and place in the joint's frame. `mass_model` gives the masses of the body part by part. A
    clip in which nothing can be judged is not an error: the report says why. Raises `MissingRolesError` without feet,
    `InvalidError` for masses and loads that cannot be, `UnknownJointError` for a joint that is not there.

    >>> carried = surefoot.measure_balance(skeleton, clip, loads=[("right_hand", 8.9)])
    >>> carried.report.carried
    8.9
    >>> bool(carried.report.left_share < surefoot.measure_balance(skeleton, clip).report.left_share)
    True
    """
    scene = Scene(skeleton, plants, ground, loads, mass_model)
    balance, report = outputs(
        2,
        lib.surefoot_measure_balance,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        *handles(skins, Skin, "skins"),
        ctypes.byref(scene.struct),
        packed("measure_balance", options),
    )
    made = _Balance._take(balance)
    seen, memory = made._open(), made._memory
    count = seen.frame_count

    def rows(name: str, *shape: int) -> npt.NDArray[np.float64]:
        return view(address_of(getattr(seen, name)), (count, *shape), np.float64, memory)

    corners = view(address_of(seen.area_corners), (seen.corner_count, 3), np.float64, memory)
    first = view(address_of(seen.area_first), (count + 1,), np.uintp, memory)
    return MeasuredBalance(
        rows("centres", 3),
        rows("momentums", 3),
        rows("angular_momentums", 3),
        rows("loads"),
        rows("zero_moment_points", 3),
        rows("distances"),
        rows("left_shares"),
        view(address_of(seen.is_judged), (count,), np.uint8, memory).view(np.bool_),
        rows("plane_points", 3),
        rows("plane_normals", 3),
        [corners[first[i] : first[i + 1]] for i in range(count)],
        rows("shadows", 3),
        [_segment(seen.segments[i]) for i in range(seen.segment_count)],
        take_report(MeasureBalanceReport, report),
    )


def _segment(seen: Any) -> MassSegment:
    inertia = np.array(seen.inertia).reshape(3, 3)
    return MassSegment(seen.joint, seen.mass, tuple(seen.centre), inertia, seen.name.decode("utf-8"))
