"""The HTML page that plays before and after."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Sequence

from . import _declarations as c
from ._native import call, handle, handles, lib, new_handle, optional_handle, utf8
from ._report_types import RemoveFootskateReport
from .model.clip import Clip
from .model.ground import Ground
from .model.note import Note
from .model.plants import Plants
from .model.skeleton import Skeleton
from .model.skin import Skin


def footskate_page(
    path: str | os.PathLike[str],
    name: str,
    skeleton: Skeleton,
    clips: Iterable[tuple[Clip, Clip, Plants, RemoveFootskateReport]],
    skins: Sequence[Skin] = (),
    ground: Ground | None = None,
    notes: Sequence[Note | str] = (),
) -> None:
    """Writes one HTML file that plays clips before and after over each other, with foot curves and figures.

    `clips` holds a tuple of before, after, plants and report for each; `name` is the heading, `notes` are sentences for
    the reader, such as those of the file. The page needs no network.

    >>> edited = surefoot.remove_footskate(skeleton, clip, plants)
    >>> surefoot.footskate_page("page.html", "walk", skeleton, [(clip, edited.clip, plants, edited.report)])
    """
    owners = []
    for i, (before, after, plants, report) in enumerate(clips):
        where = f"clips[{i}]"
        if not isinstance(report, RemoveFootskateReport) or report._owner is None:
            raise TypeError(f"{where}: expected the report that remove_footskate returned, not a copy of it")
        owners.append(
            (handle(before, Clip, where), handle(after, Clip, where), handle(plants, Plants, where), report._owner)
        )
    array = (c.surefoot_before_after * max(len(owners), 1))(
        *(c.surefoot_before_after(*(owner.address for owner in four)) for four in owners)
    )
    texts = [utf8(str(note) if isinstance(note, Note) else note, "notes") for note in notes]
    page = new_handle(
        lib.surefoot_footskate_page,
        lib.surefoot_text_free,
        utf8(name, "name"),
        handle(skeleton, Skeleton, "skeleton"),
        array,
        len(owners),
        *handles(skins, Skin, "skins"),
        optional_handle(ground, Ground, "ground"),
        (ctypes.c_char_p * max(len(texts), 1))(*texts),
        len(texts),
    )
    call(lib.surefoot_text_write, utf8(path, "path"), page)
