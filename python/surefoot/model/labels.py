"""Labels: what kind of motion the frames of clips show, as files that a person can edit."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .. import _declarations as c
from .._arrays import whole_number
from .._native import Owner, call, handle, lib, new_handle, take_text, utf8
from .clip import Clip
from .skeleton import Skeleton


class LabelSpan(NamedTuple):
    """One label over an interval.

    >>> import surefoot
    >>> surefoot.LabelSpan("walk", 0, 120)
    LabelSpan(label='walk', first=0, end=120)
    """

    label: str
    """The label's name."""
    first: int
    """First frame."""
    end: int
    """The frame after the last."""


def label_spans(spans: Iterable[tuple[str, int, int]], what: str) -> tuple[ctypes.Array[c.surefoot_label_span], int]:
    """Labels of one clip as arguments."""
    items = [
        c.surefoot_label_span(label=utf8(label, what), first=whole_number(first, "first"), end=whole_number(end, "end"))
        for label, first, end in spans
    ]
    return (c.surefoot_label_span * max(len(items), 1))(*items), len(items)


def read_labels(path: str | os.PathLike[str]) -> dict[str, list[LabelSpan]]:
    """Reads a labels file: the labels of every clip it names. They go into `GraphClip.labels` as they are.

    Raises `FileError`, or `FormatError` with the line.

    >>> import surefoot
    >>> surefoot.write_labels("labels.json", {"walk": [("walk", 0, 90), ("sneak", 90, 180)]})
    >>> surefoot.read_labels("labels.json")["walk"][1]
    LabelSpan(label='sneak', first=90, end=180)
    """
    return _taken(new_handle(lib.surefoot_labels_read, lib.surefoot_labels_free, utf8(path, "path")))


def parse_labels(text: str) -> dict[str, list[LabelSpan]]:
    """As `read_labels`, from the file's text.

    >>> import surefoot
    >>> surefoot.parse_labels('{"clips": [{"clip": "walk", "labels": []}]}')
    {'walk': []}
    """
    return _taken(new_handle(lib.surefoot_labels_from_text, lib.surefoot_labels_free, utf8(text, "text")))


def labels_text(labels: Mapping[str, Iterable[tuple[str, int, int]]]) -> str:
    """Gives the text of a labels file for the labels of these clips.

    >>> import surefoot
    >>> text = surefoot.labels_text({"walk": [("walk", 0, 90)]})
    >>> surefoot.parse_labels(text) == {"walk": [("walk", 0, 90)]}
    True
    """
    return take_text(lib.surefoot_labels_text, _made(labels))


def write_labels(path: str | os.PathLike[str], labels: Mapping[str, Iterable[tuple[str, int, int]]]) -> None:
    """Writes a labels file in one step: it is complete or not there.

    >>> import surefoot
    >>> surefoot.write_labels("labels.json", {"walk": [surefoot.LabelSpan("walk", 0, 180)]})
    """
    text = new_handle(lib.surefoot_labels_text, lib.surefoot_text_free, _made(labels))
    call(lib.surefoot_text_write, utf8(path, "path"), text)


def automatic_labels(skeleton: Skeleton, clip: Clip) -> list[LabelSpan]:
    """Tells standing, walking forward and going sideways or back apart, as `build_motion_graph` does by itself.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> surefoot.automatic_labels(document.skeleton, document.clips[0])
    [LabelSpan(label='forward', first=0, end=180)]
    """
    owner = new_handle(
        lib.surefoot_automatic_labels,
        lib.surefoot_labels_free,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
    )
    return next(iter(_taken(owner).values()))


def _made(labels: Mapping[str, Iterable[tuple[str, int, int]]]) -> Owner:
    items, keep = [], []
    for clip, spans in labels.items():
        array, count = label_spans(spans, f"labels[{clip!r}]")
        keep.append(array)
        items.append(c.surefoot_clip_labels(clip=utf8(clip, "labels"), labels=array, label_count=count))
    given = (c.surefoot_clip_labels * max(len(items), 1))(*items)
    return new_handle(lib.surefoot_labels_create, lib.surefoot_labels_free, given, len(items))


def _taken(owner: Owner) -> dict[str, list[LabelSpan]]:
    items, count = ctypes.POINTER(c.surefoot_clip_labels)(), ctypes.c_size_t()
    call(lib.surefoot_labels_get, owner, ctypes.byref(items), ctypes.byref(count))
    return {
        item.clip.decode("utf-8"): [
            LabelSpan(span.label.decode("utf-8"), span.first, span.end) for span in item.labels[: item.label_count]
        ]
        for item in items[: count.value]
    }
