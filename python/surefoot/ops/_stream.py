"""What the two streams share: a handle that takes one frame and gives one, `delay` pushes later."""

from __future__ import annotations

import ctypes
import threading
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats
from .._native import Handle, call, handle, new_handle, pointer
from ..model.skeleton import Skeleton

Given = TypeVar("Given")


class Functions(NamedTuple):
    """The C functions of one kind of stream, and the types of what they give."""

    create: Any
    free: Any
    get: Any
    push: Any
    flush: Any
    figure: Any
    """Of the second number that `get` gives."""
    output: Any
    """Of the struct that comes out."""


class Stream(Handle, Generic[Given]):
    """One thread at a time: others wait."""

    _functions: ClassVar[Functions]

    def __init__(self, skeleton: Skeleton, frame_rate: float, *arguments: Any) -> None:
        self._owner = None
        self._lock = threading.Lock()
        owner = handle(skeleton, Skeleton, "skeleton")
        self._joint_count = skeleton.joint_count
        functions = self._functions
        self._owner = new_handle(functions.create, functions.free, owner, float(frame_rate), *arguments)

    @property
    def delay(self) -> int:
        """How many pushes a frame is behind."""
        return self._figures()[0]

    def _figures(self) -> tuple[int, int]:
        delay, figure = ctypes.c_size_t(), self._functions.figure()
        with self._lock:
            call(self._functions.get, self._memory, ctypes.byref(delay), ctypes.byref(figure))
        return delay.value, figure.value

    def _next(self, function: Any, *arguments: Any) -> Given | None:
        out = ctypes.POINTER(self._functions.output)()
        # What comes out is valid until the next call: copied before anyone else can make one.
        with self._lock:
            call(function, self._memory, *arguments, ctypes.byref(out))
            return self._copied(out.contents) if out else None

    def _rest(self) -> Iterator[Given]:
        while (given := self._next(self._functions.flush)) is not None:
            yield given

    @abstractmethod
    def _copied(self, seen: Any) -> Given:
        """A copy of what came out."""

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"<{name}: closed>" if self._owner is None else f"<{name}: {self.delay} frames behind>"


def frame_struct(
    joint_count: int, root_position: npt.ArrayLike, rotations: npt.ArrayLike, translations: npt.ArrayLike | None
) -> c.surefoot_stream_frame:
    """A frame for C; it keeps its arrays alive."""
    turns = floats(rotations, (joint_count, 4), "rotations")
    moves = None if translations is None else floats(translations, (joint_count, 3), "translations")
    frame = c.surefoot_stream_frame(
        joint_count=joint_count,
        root_position=tuple(floats(root_position, (3,), "root_position")),
        rotations=pointer(turns, ctypes.c_double),
        translations=pointer(moves, ctypes.c_double),
    )
    frame.arrays = (turns, moves)
    return frame
