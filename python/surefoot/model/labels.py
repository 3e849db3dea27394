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

    >>> surefoot.LabelSpan("walk", 0, 120)
    LabelSpan(label='walk', first=0, end=120)
    """

    label: str
    """The label's name."""
    first: int
    """First frame."""
    end: int
    """The frame after the last."""


class ClipLabels(NamedTuple):
    """What a labels file says of one clip.

    >>> said = surefoot.parse_labels('{"clips": [{"clip": "walk", "group": "stage"}]}')["walk"]
    >>> said.labels, said.group_name, said.group
    (None, 'stage', 1)
    """

    labels: list[LabelSpan] | None
    """Its labels, for `GraphClip.labels`; `None` where the file leaves them open."""
    group_name: str | None = None
    """The name of its group, if it has one."""
    group: int = 0
    """The group's number, for `GraphClip.group`: from 1 in the order in which groups are named. Files hold its name."""


Spans = Iterable[tuple[str, int, int]]


def label_spans(spans: Spans, what: str) -> tuple[ctypes.Array[c.surefoot_label_span], int]:
    """Labels of one clip as arguments."""
    items = [
        c.surefoot_label_span(label=utf8(label, what), first=whole_number(first, "first"), end=whole_number(end, "end"))
        for label, first, end in spans
    ]
    return (c.surefoot_label_span * max(len(items), 1))(*items), len(items)


def read_labels(path: str | os.PathLike[str]) -> dict[str, ClipLabels]:
    """Reads a labels file: labels and group of every clip it names. They go into `GraphClip` as they are.

    Raises `FileError`, or `FormatError` with the line.

    >>> surefoot.write_labels("labels.json", {"walk": [("walk", 0, 90), ("sneak", 90, 180)]})
    >>> surefoot.read_labels("labels.json")["walk"].labels[1]
    LabelSpan(label='sneak', first=90, end=180)
    """
    return _taken(new_handle(lib.surefoot_labels_read, lib.surefoot_labels_free, utf8(path, "path")))


def parse_labels(text: str) -> dict[str, ClipLabels]:
    """As `read_labels`, from the file's text.

    >>> surefoot.parse_labels('{"clips": [{"clip": "walk", "labels": []}]}')
    {'walk': ClipLabels(labels=[], group_name=None, group=0)}
    """
    return _taken(new_handle(lib.surefoot_labels_from_text, lib.surefoot_labels_free, utf8(text, "text")))


def labels_text(labels: Mapping[str, ClipLabels | Spans]) -> str:
    """Gives the text of a labels file for these clips: their labels, or `ClipLabels` where they have groups.

    >>> text = surefoot.labels_text({"walk": [("walk", 0, 90)]})
    >>> surefoot.parse_labels(text)["walk"].labels == [("walk", 0, 90)]
    True
    """
    return take_text(lib.surefoot_labels_text, _made(labels))


def write_labels(path: str | os.PathLike[str], labels: Mapping[str, ClipLabels | Spans]) -> None:
    """Writes a labels file in one step: it is complete or not there. What `read_labels` gave comes back as it was.

    >>> surefoot.write_labels("labels.json", {"walk": [surefoot.LabelSpan("walk", 0, 180)]})
    """
    text = new_handle(lib.surefoot_labels_text, lib.surefoot_text_free, _made(labels))
    call(lib.surefoot_text_write, utf8(path, "path"), text)


def automatic_labels(skeleton: Skeleton, clip: Clip) -> list[LabelSpan]:
    """Tells standing, walking forward and going sideways or back apart, as `build_motion_graph` does by itself.

    >>> surefoot.automatic_labels(document.skeleton, document.clips[0])
    [LabelSpan(label='forward', first=0, end=180)]
    """
    owner = new_handle(
        lib.surefoot_automatic_labels,
        lib.surefoot_labels_free,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
    )
    return next(iter(_taken(owner).values())).labels or []


def _made(labels: Mapping[str, ClipLabels | Spans]) -> Owner:
    items, keep = [], []
    for clip, given in labels.items():
        said = given if isinstance(given, ClipLabels) else ClipLabels(list(given))  # type: ignore[arg-type]
        item = c.surefoot_clip_labels(clip=utf8(clip, "labels"))
        if said.labels is not None:
            item.labels, item.label_count = label_spans(said.labels, f"labels[{clip!r}]")
            keep.append(item.labels)
        if said.group_name is not None:
            item.group_name = utf8(said.group_name, f"labels[{clip!r}].group_name")
        items.append(item)
    array = (c.surefoot_clip_labels * max(len(items), 1))(*items)
    return new_handle(lib.surefoot_labels_create, lib.surefoot_labels_free, array, len(items))


def _taken(owner: Owner) -> dict[str, ClipLabels]:
    items, count = ctypes.POINTER(c.surefoot_clip_labels)(), ctypes.c_size_t()
    call(lib.surefoot_labels_get, owner, ctypes.byref(items), ctypes.byref(count))
    return {item.clip.decode("utf-8"): _clip_labels(item) for item in items[: count.value]}


def _clip_labels(item: c.surefoot_clip_labels) -> ClipLabels:
    # NULL leaves the labels open; no label at all is an array without entries.
    spans = (
        [LabelSpan(s.label.decode("utf-8"), s.first, s.end) for s in item.labels[: item.label_count]]
        if item.labels
        else None
    )
    return ClipLabels(spans, item.group_name.decode("utf-8") if item.group_name else None, item.group)
