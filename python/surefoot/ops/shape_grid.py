"""`build_shape_grid` and `query_shape_grid`: a clip for any shape of a body."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, whole_number
from .._attributes import Array, Figure
from .._native import Handle, Owner, call, handle, handles, lib, optional_handle, outputs, pointer, utf8
from .._options import operation, packed
from .._report_types import BuildShapeGridReport, QueryShapeGridReport
from ..model.clip import Clip
from ..model.plants import Plants
from ..model.skeleton import Skeleton
from ..model.skin import Skin
from ..progress import CALLBACK, Progress, call_with_progress
from ..reports import take_report
from .edit import Edited, edited

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import BuildShapeGridOptions, QueryShapeGridOptions

_PARTS = ("left_leg", "right_leg", "trunk", "left_arm", "right_arm")


class ShapeGrid(Handle):
    """How one clip is corrected for the bodies of a grid of shapes; never changed.

    >>> grid.axes
    {'trunk': (1.0, 1.2)}
    """

    _NAME = "shape_grid"

    _axes: dict[str, tuple[float, ...]]

    def __init__(self) -> None:
        raise TypeError("a ShapeGrid comes from build_shape_grid or ShapeGrid.read")

    def _set(self, owner: Owner) -> None:
        super()._set(owner)
        axes = self._view.axes[: self._view.axis_count]
        self._axes = {_PARTS[axis.part]: tuple(axis.girths[: axis.girth_count]) for axis in axes}

    frame_count = Figure(int, "Frames of its clip.")
    joint_count = Figure(int, "Joints of its clip.")
    node_count = Figure(int, "Number of bodies.")
    move_joints = Figure(bool, "Whether joints moved outwards with the trunk where bodies were grown: grow alike.")
    depths = Array(
        np.float64, ("node_count", 2), "Deepest vertex of each body before and after its correction, metres."
    )

    @property
    def axes(self) -> dict[str, tuple[float, ...]]:
        """Parts of the body, and the girths that the grid has of them."""
        self._open()
        return dict(self._axes)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> ShapeGrid:
        """Reads a grid file (.sfshape).

        >>> grid.write("walk.sfshape")
        >>> surefoot.ShapeGrid.read("walk.sfshape").node_count
        2
        """
        return cls._made(lib.surefoot_shape_grid_read, utf8(path, "path"))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes a grid file in one step: it is complete or not there. The same grid gives the same bytes.

        >>> grid.write("walk.sfshape")
        """
        call(lib.surefoot_shape_grid_write, utf8(path, "path"), self._memory)

    def pose(
        self, clip: Clip, frame: int, **shape: Unpack[QueryShapeGridOptions]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Gives local rotations and the root's place of one frame, for shapes that change while the clip plays.

        Only numbers of frames and joints are compared with the grid; `query_shape_grid` compares the motion.

        >>> rotations, root = grid.pose(clip, 12, trunk=1.1)
        >>> rotations.shape == (skeleton.joint_count, 4)
        True
        """
        rotations, root = np.empty((clip.joint_count, 4)), np.empty(3)
        call(
            lib.surefoot_shape_grid_pose,
            self._memory,
            handle(clip, Clip, "clip"),
            whole_number(frame, "frame"),
            packed("query_shape_grid", shape),
            pointer(rotations, ctypes.c_double),
            len(rotations),
            pointer(root, ctypes.c_double),
        )
        return rotations, root


@dataclass(frozen=True)
class BuiltShapeGrid:
    """What `build_shape_grid` returns.

    >>> built = surefoot.build_shape_grid(skeleton, clip, [skin], {"trunk": (1.0, 1.2)})
    >>> built.report.nodes
    2
    """

    grid: ShapeGrid
    """The corrections of every body."""
    report: BuildShapeGridReport
    """What was measured."""


@operation("build_shape_grid")
def build_shape_grid(
    skeleton: Skeleton,
    clip: Clip,
    skins: Iterable[Skin],
    axes: Mapping[str, Sequence[float]] | None = None,
    plants: Plants | None = None,
    journal: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    **options: Unpack[BuildShapeGridOptions],
) -> BuiltShapeGrid:
    """Corrects a clip for every body of a grid of shapes.

    `axes` maps parts (`left_leg`, `right_leg`, `trunk`, `left_arm`, `right_arm`) to ascending girths; without it all
    five have 0.85, 1 and 1.2. `journal` names a file that gets every body as soon as it is solved: a build that was
    stopped goes on from it. `progress` gets the share done, 0 to 1; returning `False` cancels, which raises
    `Cancelled`. Raises `InvalidError` for axes that are no grid, and without a mesh.

    >>> built = surefoot.build_shape_grid(skeleton, clip, [skin], {"trunk": (1.0, 1.2)})
    >>> built.grid.node_count
    2
    """
    given = dict(axes or {})
    unknown = [part for part in given if part not in _PARTS]
    if unknown:
        raise ValueError(f"axes: '{unknown[0]}' is no part; use {', '.join(_PARTS)}")
    girths = [floats(values, (None,), f"axes['{part}']") for part, values in given.items()]
    array = (c.surefoot_shape_axis * len(given))(
        *(
            c.surefoot_shape_axis(_PARTS.index(part), pointer(values, ctypes.c_double), values.size)
            for part, values in zip(given, girths, strict=True)
        )
    )
    grid, report = ctypes.c_void_p(), ctypes.c_void_p()
    return call_with_progress(
        lib.surefoot_build_shape_grid,
        progress,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        *handles(skins, Skin, "skins"),
        array,
        len(given),
        optional_handle(plants, Plants, "plants"),
        None if journal is None else utf8(journal, "journal"),
        packed("build_shape_grid", options),
        CALLBACK,
        ctypes.byref(grid),
        ctypes.byref(report),
        result=lambda: BuiltShapeGrid(ShapeGrid._take(grid.value), take_report(BuildShapeGridReport, report.value)),
        keep=girths,
    )


@operation("query_shape_grid")
def query_shape_grid(
    grid: ShapeGrid, skeleton: Skeleton, clip: Clip, **options: Unpack[QueryShapeGridOptions]
) -> Edited[QueryShapeGridReport]:
    """Gives the clip for one shape of the grid. Frames and joints without correction keep their bits.

    The skeleton may be that of any girth, grown with the grid's `move_joints`; the motion must be that of the grid, or
    `InvalidError` is raised. Beyond the ends of an axis its end counts, which the report tells.

    >>> surefoot.query_shape_grid(grid, skeleton, clip, trunk=1.1).report.nodes
    2
    """
    new_clip, report = outputs(
        2,
        lib.surefoot_query_shape_grid,
        handle(grid, ShapeGrid, "grid"),
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        packed("query_shape_grid", options),
    )
    return edited(new_clip, QueryShapeGridReport, report, skeleton)
