"""`Plant` and `Plants`: intervals in which a point of a foot or hand stays in place."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, whole_number
from .._native import Handle, Owner, call, handle, lib, outputs, take_text, utf8
from ..errors import ArgumentError, FormatError
from .clip import Clip
from .note import Note, take_notes
from .skeleton import Skeleton

POINTS: dict[str, int] = {
    name.removeprefix("SUREFOOT_POINT_").lower(): value
    for name, value in vars(c).items()
    if name.startswith("SUREFOOT_POINT_")
}
"""The names of all points that can be planted, as plants files have them, and their numbers in C."""
_NAMES = {number: name for name, number in POINTS.items()}


@dataclass(frozen=True)
class Plant:
    """An interval in which a point stays put.

    >>> Plant("left_toe", 3, 40)
    Plant(point='left_toe', first=3, end=40, confidence=1.0, position=None)
    """

    point: str
    """`left_` or `right_` and `ankle`, `heel`, `toe`, `toe_tip`, `wrist` or `fingertips`."""
    first: int
    """First frame."""
    end: int
    """The frame after the last."""
    confidence: float = 1.0
    """How sure the detector was, 0 to 1; 1 for plants set by hand."""
    position: tuple[float, float, float] | None = None
    """Where the point stays, world, metres; `None` leaves it to the operation."""


class Plants(Handle):
    """Plants of one clip: sorted by first frame, those of one point disjoint, all inside the clip.

    A sequence of `Plant`. Raises `InvalidError` for an empty interval, one outside the clip, two of one point that
    overlap, or a confidence outside 0 to 1.

    >>> plants = surefoot.Plants(60, [surefoot.Plant("right_toe", 30, 55), surefoot.Plant("left_toe", 0, 28)])
    >>> [plant.point for plant in plants]
    ['left_toe', 'right_toe']
    >>> int(plants.flags("left_toe").sum())
    28
    """

    _NAME = "plants"

    def __init__(self, frame_count: int, plants: Iterable[Plant] = ()) -> None:
        items = [_item(plant) for plant in plants]
        array = (c.surefoot_plant * max(len(items), 1))(*items)
        frame_count = whole_number(frame_count, "frame_count")
        self._set(self._own(*outputs(1, lib.surefoot_plants_create, frame_count, array, len(items))))

    def _set(self, owner: Owner) -> None:
        self._owner = owner
        items, count, frames = ctypes.POINTER(c.surefoot_plant)(), ctypes.c_size_t(), ctypes.c_size_t()
        call(lib.surefoot_plants_get, owner, ctypes.byref(items), ctypes.byref(count), ctypes.byref(frames))
        self._frame_count = frames.value
        self._plants = tuple(_plant(items[i]) for i in range(count.value))

    @classmethod
    def from_json(cls, text: str, frame_count: int | None = None) -> Plants:
        """Reads the text of a plants file; `frame_count` must fit the one in the text and may be left out.

        Raises `FormatError` with the line where the text is no such file.

        >>> text = surefoot.Plants(9, [surefoot.Plant("left_toe", 2, 5)]).to_json()
        >>> len(surefoot.Plants.from_json(text))
        1
        """
        if frame_count is None:
            frame_count = _told_frame_count(text)
        count = whole_number(frame_count, "frame_count")
        return cls._made(lib.surefoot_plants_from_text, utf8(text, "text"), count)

    @classmethod
    def read(cls, path: str | os.PathLike[str], frame_count: int) -> Plants:
        """Reads a plants file made for a clip of `frame_count` frames.

        >>> surefoot.Plants(9, [surefoot.Plant("left_toe", 2, 5)]).write("plants.json")
        >>> surefoot.Plants.read("plants.json", 9)[0].end
        5
        """
        count = whole_number(frame_count, "frame_count")
        return cls._made(lib.surefoot_plants_read, utf8(path, "path"), count)

    @classmethod
    def read_of(cls, path: str | os.PathLike[str], skeleton: Skeleton, clip: Clip) -> tuple[Plants, list[Note]]:
        """Reads a plants file for a clip that is at hand, with notes of keys that mean nothing.

        Raises `FormatError` for a position far away from the clip as well.

        >>> surefoot.detect_plants(skeleton, clip).plants.write("plants.json")
        >>> plants, notes = surefoot.Plants.read_of("plants.json", skeleton, clip)
        >>> plants.frame_count, notes
        (180, [])
        """
        owners = handle(skeleton, Skeleton, "skeleton"), handle(clip, Clip, "clip")
        plants, notes = outputs(2, lib.surefoot_plants_read_of, utf8(path, "path"), *owners)
        return cls._take(plants), take_notes(notes)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes a plants file in one step: it is complete or not there.

        >>> surefoot.Plants(9, [surefoot.Plant("left_toe", 2, 5)]).write("plants.json")
        """
        call(lib.surefoot_plants_write, utf8(path, "path"), self._memory)

    def to_json(self) -> str:
        """Gives the text of a plants file, to be edited by hand.

        >>> "left_toe" in surefoot.Plants(9, [surefoot.Plant("left_toe", 2, 5)]).to_json()
        True
        """
        return take_text(lib.surefoot_plants_text, self._memory)

    @property
    def frame_count(self) -> int:
        """Frames of the clip they belong to."""
        _ = self._memory
        return self._frame_count

    def of(self, point: str) -> list[Plant]:
        """Gives the plants of one point, by first frame.

        >>> plants = surefoot.Plants(9, [surefoot.Plant("left_toe", 2, 5)])
        >>> len(plants.of("left_toe")), plants.of("right_toe")
        (1, [])
        """
        _ = self._memory, point_number(point)
        return [plant for plant in self._plants if plant.point == point]

    def flags(self, point: str) -> npt.NDArray[np.bool_]:
        """Tells for every frame whether the point is planted.

        >>> surefoot.Plants(4, [surefoot.Plant("left_toe", 1, 3)]).flags("left_toe").tolist()
        [False, True, True, False]
        """
        flags = np.zeros(self.frame_count, dtype=np.bool_)
        for plant in self.of(point):
            flags[plant.first : plant.end] = True
        return flags

    def __iter__(self) -> Iterator[Plant]:
        _ = self._memory
        return iter(self._plants)

    def __len__(self) -> int:
        _ = self._memory
        return len(self._plants)

    def __getitem__(self, index: int) -> Plant:
        _ = self._memory
        return self._plants[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Plants):
            return NotImplemented
        return self._frame_count == other._frame_count and self._plants == other._plants

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if self._owner is None:
            return "<Plants: closed>"
        return f"<Plants: {len(self)} in {self.frame_count} frames>"

    def __reduce__(self) -> Any:
        return Plants, (self.frame_count, list(self))


def point_name(number: int) -> str:
    """The name of a point of the C API."""
    return _NAMES[number]


def point_number(point: str) -> int:
    """The number of a point in C; `ArgumentError` for a name that is none."""
    if point not in POINTS:
        raise ArgumentError(f"there is no point '{point}'; the points are {', '.join(POINTS)}")
    return POINTS[point]


def _item(plant: Plant) -> c.surefoot_plant:
    if not isinstance(plant, Plant):
        raise TypeError(f"plants: expected surefoot.Plant, got {type(plant).__name__}")
    item = c.surefoot_plant(
        point=point_number(plant.point),
        first=whole_number(plant.first, "first"),
        end=whole_number(plant.end, "end"),
        confidence=float(plant.confidence),
    )
    if plant.position is not None:
        item.has_position = 1
        item.position[:] = floats(plant.position, (3,), "position").tolist()
    return item


def _plant(item: Any) -> Plant:
    x, y, z = item.position
    position = (x, y, z) if item.has_position else None
    return Plant(_NAMES[item.point], item.first, item.end, item.confidence, position)


def _told_frame_count(text: str) -> int:
    try:
        count = json.loads(text)["frame_count"]
    except (ValueError, KeyError, TypeError) as error:
        raise FormatError(f"plants: the text is not a plants file with a frame_count: {error}") from error
    if not isinstance(count, int):
        raise FormatError(f"plants: frame_count is {count!r}, not a number of frames")
    return count
