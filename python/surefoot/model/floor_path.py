"""`FloorPath`: a way over the floor and the styles along it."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats
from .._attributes import Array, Figure
from .._native import Handle, call, lib, new_handle, outputs, pointer, take_text, utf8

StylePieces = Iterable["tuple[str | None, float]"]


def style_array(styles: StylePieces) -> tuple[Any, int]:
    """Styles as arguments."""
    items = [
        c.surefoot_style_piece(label=None if label is None else utf8(label, "styles"), end=float(end))
        for label, end in styles
    ]
    return (c.surefoot_style_piece * max(len(items), 1))(*items), len(items)


class FloorPath(Handle):
    """A way over the floor for `MotionQuery.path`, as a path file holds it; never changed.

    `points` are any number x 3, metres; heights are not read. They are corners, or with `bezier` control points of
    cubic pieces: 4, 7, 10 and so on. `styles` are pairs of a label (`None` for any motion) and the metres along the
    path at which it ends. Raises `InvalidError` for points that make no path, `FormatError` for styles that do not
    follow each other.

    >>> path = surefoot.FloorPath([(0, 0, 0), (0, 0, 3), (4, 0, 3)], styles=[("walk", 2.0), (None, 7.0)])
    >>> path.length, path.styles
    (7.0, [('walk', 2.0), (None, 7.0)])
    """

    _NAME = "path"

    def __init__(self, points: npt.ArrayLike, styles: StylePieces = (), bezier: bool = False) -> None:
        values = floats(points, (None, 3), "points")
        kind = c.SUREFOOT_PATH_BEZIER if bezier else c.SUREFOOT_PATH_POLYLINE
        memory = pointer(values, ctypes.c_double), len(values)
        self._set(self._own(*outputs(1, lib.surefoot_path_create, kind, *memory, *style_array(styles))))

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> FloorPath:
        """Reads a path file.

        >>> surefoot.FloorPath([(0, 0, 0), (0, 0, 3)]).write("path.json")
        >>> surefoot.FloorPath.read("path.json").length
        3.0
        """
        return cls._made(lib.surefoot_path_read, utf8(path, "path"))

    @classmethod
    def from_json(cls, text: str) -> FloorPath:
        """Reads the text of a path file.

        >>> surefoot.FloorPath.from_json('{"points": [[0, 0, 0], [5, 0, 0]]}').length
        5.0
        """
        return cls._made(lib.surefoot_path_from_text, utf8(text, "text"))

    def to_json(self) -> str:
        """Gives the text of a path file.

        >>> import json
        >>> json.loads(surefoot.FloorPath([(0, 0, 0), (5, 0, 0)]).to_json())
        {'points': [[0.0, 0.0, 0.0], [5.0, 0.0, 0.0]]}
        """
        return take_text(lib.surefoot_path_text, self._memory)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes a path file in one step: it is complete or not there.

        >>> surefoot.FloorPath([(0, 0, 0), (5, 0, 0)]).write("path.json")
        """
        text = new_handle(lib.surefoot_path_text, lib.surefoot_text_free, self._memory)
        call(lib.surefoot_text_write, utf8(path, "path"), text)

    points = Array(np.float64, ("point_count", 3), "The points as they were given, any number x 3, metres.")
    length = Figure(float, "Length over the floor, metres.")
    corners = Array(
        np.float64,
        ("corner_count", 2),
        "The path as straight pieces: x and z of each corner, metres. Curves are cut finely.",
    )

    @property
    def is_bezier(self) -> bool:
        """Whether the points are control points of cubic pieces."""
        return bool(self._open().kind == c.SUREFOOT_PATH_BEZIER)

    @property
    def styles(self) -> list[tuple[str | None, float]]:
        """Label and end of each style; the last one ends at infinity where no end was given."""
        _, seen = self._memory, self._view  # held while the texts are read: another thread may close the path
        return [
            (None if item.label is None else item.label.decode("utf-8"), item.end)
            for item in seen.styles[: seen.style_count]
        ]

    def __repr__(self) -> str:
        if self._owner is None:
            return "<FloorPath: closed>"
        return f"<FloorPath: {self.length:.2f} m>"

    def __reduce__(self) -> Any:
        return FloorPath, (self.points.copy(), self.styles, self.is_bezier)
