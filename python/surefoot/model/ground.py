"""`Ground`: what the feet stand on."""

from __future__ import annotations

import ctypes
import os
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, indices, view, whole_number
from .._native import Handle, address_of, call, lib, pointer, utf8

_KINDS = {
    c.SUREFOOT_GROUND_PLANE: "plane",
    c.SUREFOOT_GROUND_HEIGHT_FIELD: "height_field",
    c.SUREFOOT_GROUND_MESH: "mesh",
}


class Footing(NamedTuple):
    """Height and upward unit normal of the ground at one place.

    >>> surefoot.Ground.level(0.5).footing(1.0, 2.0)
    Footing(height=0.5, normal=(0.0, 1.0, 0.0))
    """

    height: float
    normal: tuple[float, float, float]


class Ground(Handle):
    """The surface under a character, in the world, metres, Y up. Made by `level`, `plane`, `height_field` or `mesh`.

    >>> slope = surefoot.Ground.plane(point=(0, 0, 0), normal=(0, 10, 1))
    >>> round(slope.footing(0.0, 2.0).height, 3)
    -0.2
    """

    _NAME = "ground"

    def __init__(self) -> None:
        raise TypeError("Ground is made by Ground.level, plane, height_field, mesh or read")

    @classmethod
    def level(cls, height: float = 0.0) -> Ground:
        """Makes the level floor at `height`.

        >>> surefoot.Ground.level(0.1).offset
        0.1
        """
        return cls.plane((0.0, height, 0.0), (0.0, 1.0, 0.0))

    @classmethod
    def plane(cls, point: npt.ArrayLike, normal: npt.ArrayLike) -> Ground:
        """Makes the plane through `point` with that normal, of any length but not level with the floor.

        >>> surefoot.Ground.plane(point=(0, 1, 0), normal=(0, 2, 0)).offset
        1.0
        """
        through, up = floats(point, (3,), "point"), floats(normal, (3,), "normal")
        offset = float(np.dot(up, through))
        return cls._made(lib.surefoot_ground_create_plane, pointer(up, ctypes.c_double), offset)

    @classmethod
    def height_field(cls, origin: npt.ArrayLike, spacing: float, columns: int, heights: npt.ArrayLike) -> Ground:
        """Makes ground from heights on a regular grid, bilinear in between and level beyond the edges.

        `heights[row * columns + column]`, or an array of rows x columns, at x = `origin[0]` + column * `spacing` and
        z = `origin[1]` + row * `spacing`.

        >>> field = surefoot.Ground.height_field((0, 0), 1.0, 2, [[0.0, 0.0], [1.0, 1.0]])
        >>> field.footing(0.5, 0.5).height
        0.5
        """
        start = floats(origin, (2,), "origin")
        values = np.asarray(heights)
        if values.ndim == 2 and values.shape[1] != columns:
            raise ValueError(f"heights: expected rows of {columns} values, got {values.shape[1]}")
        values = floats(values.reshape(-1) if values.ndim == 2 else values, (None,), "heights")
        return cls._made(
            lib.surefoot_ground_create_height_field,
            float(start[0]),
            float(start[1]),
            float(spacing),
            whole_number(columns, "columns"),
            pointer(values, ctypes.c_double),
            len(values),
        )

    @classmethod
    def mesh(cls, points: npt.ArrayLike, triangles: npt.ArrayLike) -> Ground:
        """Makes ground from triangles: points x 3, and triangles x 3 point numbers. The highest surface counts.

        >>> ramp = surefoot.Ground.mesh([(0, 0, 0), (2, 0, 0), (0, 1, 2)], [(0, 2, 1)])
        >>> round(ramp.footing(0.2, 1.0).height, 6)
        0.5
        """
        places = floats(points, (None, 3), "points")
        corners = indices(triangles, (None, 3), "triangles", np.uint32)
        return cls._made(
            lib.surefoot_ground_create_mesh,
            pointer(places, ctypes.c_double),
            len(places),
            pointer(corners, ctypes.c_uint32),
            len(corners),
        )

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Ground:
        """Reads a ground file (JSON: level, plane, height_field or mesh).

        >>> from pathlib import Path
        >>> _ = Path("ground.json").write_text('{"level": 0.02}')
        >>> surefoot.Ground.read("ground.json").offset
        0.02
        """
        return cls._made(lib.surefoot_ground_read, utf8(path, "path"))

    @classmethod
    def from_json(cls, text: str) -> Ground:
        """Reads the text of a ground file.

        >>> surefoot.Ground.from_json('{"level": 0.02}').offset
        0.02
        """
        return cls._made(lib.surefoot_ground_from_text, utf8(text, "text"))

    @property
    def kind(self) -> str:
        """`plane`, `height_field` or `mesh`."""
        _ = self._memory
        return _KINDS[self._view.kind]

    @property
    def normal(self) -> tuple[float, float, float] | None:
        """A plane's unit normal, pointing up; `None` for other kinds."""
        x, y, z = self._view.normal
        return (x, y, z) if self.kind == "plane" else None

    @property
    def offset(self) -> float | None:
        """Normal times any point of a plane, metres; `None` for other kinds."""
        return float(self._view.offset) if self.kind == "plane" else None

    @property
    def origin(self) -> tuple[float, float] | None:
        """X and z of a height field's first height, metres; `None` for other kinds."""
        x, z = self._view.origin
        return (x, z) if self.kind == "height_field" else None

    @property
    def spacing(self) -> float | None:
        """Metres between a height field's heights; `None` for other kinds."""
        return float(self._view.spacing) if self.kind == "height_field" else None

    @property
    def heights(self) -> npt.NDArray[np.float64] | None:
        """A height field's heights, rows along z x columns along x, metres; `None` for other kinds."""
        if self.kind != "height_field":
            return None
        shape = (self._view.height_count // self._view.columns, self._view.columns)
        return view(address_of(self._view.heights), shape, np.float64, self._memory)

    @property
    def corners(self) -> npt.NDArray[np.float64] | None:
        """Corners of a mesh's triangles that are not vertical, triangles x 3 x 3, metres; `None` for other kinds."""
        if self.kind != "mesh":
            return None
        return view(address_of(self._view.corners), (self._view.triangle_count, 3, 3), np.float64, self._memory)

    def footing(self, x: float, z: float, near_height: float = 0.0) -> Footing:
        """Gives height and normal at x, z.

        Of several storeys the highest at most 0.3 m above `near_height` counts. Raises `InvalidError` beside a mesh.

        >>> surefoot.Ground.level(0.25).footing(3.0, 4.0).height
        0.25
        """
        height, normal = ctypes.c_double(), (ctypes.c_double * 3)()
        x, z, near_height = float(x), float(z), float(near_height)
        call(lib.surefoot_ground_footing, self._memory, x, z, near_height, ctypes.byref(height), ctypes.byref(normal))
        return Footing(height.value, (normal[0], normal[1], normal[2]))

    def __repr__(self) -> str:
        return "<Ground: closed>" if self._owner is None else f"<Ground: {self.kind}>"

    def __reduce__(self) -> Any:
        if self.kind == "plane":
            normal = np.array(self.normal)
            return Ground.plane, (normal * self._view.offset, normal)
        if self.kind == "height_field":
            return Ground.height_field, (self.origin, self.spacing, self._view.columns, self.heights)
        corners = np.asarray(self.corners).reshape(-1, 3)
        return Ground.mesh, (corners, np.arange(len(corners)).reshape(-1, 3))
