"""`Note`: something that a user should know about a file or a result."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from .. import _declarations as c
from .._native import Owner, call, lib

_SEVERITIES: tuple[Literal["info", "warning"], ...] = ("info", "warning")


class FrameRange(NamedTuple):
    """A stretch of frames.

    >>> surefoot.FrameRange(12, 30).end
    30
    """

    first: int
    """The first frame."""
    end: int
    """The frame after the last."""


class Note(NamedTuple):
    """Something a user should know about a file, a clip or a result.

    Frames and the joint or point are data, not part of the text, so that a host can show them in its own timeline.

    >>> [note.code for note in surefoot.read("walk.bvh").notes]
    ['unit-estimated']
    >>> str(surefoot.Note("plant-missed", "warning", "out of reach", (surefoot.FrameRange(12, 30),), "left_toe"))
    'left_toe: out of reach (frames 12 to 29)'
    """

    code: str
    """A fixed word for scripts, such as `unit-estimated`."""
    severity: Literal["info", "warning"]
    """`warning`: look at it, the result may not be what was wanted. `info`: good to know."""
    text: str
    """A sentence for people, without frame numbers."""
    frames: tuple[FrameRange, ...] = ()
    """The frames it is about; empty where it is about the whole."""
    about: str | None = None
    """The joint or point it is about, such as `left_toe`."""

    def sentence(self, frame: Callable[[int], object] = str) -> str:
        """Gives the note as one sentence, with frames written as `frame` counts them.

        >>> note = surefoot.Note("cut", "info", "the clip jumps", (surefoot.FrameRange(3, 4),))
        >>> note.sentence(lambda frame: frame + 1)
        'the clip jumps (frame 4)'
        """
        spans = []
        for first, end in self.frames:
            last = max(end - 1, first)
            spans.append(f"{frame(first)} to {frame(last)}" if last > first else f"{frame(last)}")
        is_one = len(self.frames) == 1 and self.frames[0].end - self.frames[0].first <= 1
        where = f" ({'frame' if is_one else 'frames'} {', '.join(spans)})" if spans else ""
        return f"{'' if self.about is None else f'{self.about}: '}{self.text}{where}"

    def __str__(self) -> str:
        return self.sentence()


def read_notes(items: Any, count: int) -> list[Note]:
    """Reads an array of notes."""
    return [
        Note(
            item.code.decode("utf-8"),
            _SEVERITIES[item.severity],
            item.text.decode("utf-8"),
            tuple(FrameRange(span.first, span.end) for span in item.frames[: item.frame_count]),
            None if item.about is None else item.about.decode("utf-8"),
        )
        for item in items[:count]
    ]


def take_notes(address: int | None) -> list[Note]:
    """Reads a list of notes and frees it."""
    owner = Owner(address, lib.surefoot_notes_free)
    items, count = ctypes.POINTER(c.surefoot_note)(), ctypes.c_size_t()
    call(lib.surefoot_notes_get, owner, ctypes.byref(items), ctypes.byref(count))
    return read_notes(items, count.value)
