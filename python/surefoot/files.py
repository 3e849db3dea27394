"""Files: documents that are read, edited and written back, and new files."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from . import _declarations as c
from ._native import Handle, Owner, call, handle, handles, lib, new_handle, utf8
from .errors import OptionError
from .model.clip import Clip
from .model.skeleton import RoleJoints, Skeleton
from .model.skin import Skin

_FORMATS = ("bvh", "fbx", "gltf", "glb")
_AXES = ("X", "Y", "Z")
_UNIT_ORIGINS = ("standard", "declared", "estimated", "given")


class Warning(NamedTuple):
    """What a user should know although the work could be done."""

    code: str
    """A fixed word for scripts, such as `unit-estimated`."""
    text: str
    """A sentence for people."""

    def __str__(self) -> str:
        return self.text


class Document(Handle):
    """A file's content in metres, Y up, and what is needed to write edited clips back into a copy of it.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> document.format, document.clips[0].frame_count, len(document.skins)
    ('bvh', 180, 0)
    """

    skeleton: Skeleton
    """The one skeleton."""
    clips: list[Clip]
    """All clips, in file order; may be empty."""
    skins: list[Skin]
    """Skinned meshes; may be empty."""
    warnings: list[Warning]
    """What the user should know."""
    losses: list[Warning]
    """What the file holds and `write_new` will not: materials, cameras and so on. `write_edited` keeps it all."""
    path: str
    """Where it was read from."""
    format: str
    """`bvh`, `fbx`, `gltf` or `glb`."""
    up_axis: str
    """The axis that points up in the file: `X`, `Y` or `Z`."""
    unit_metres: float
    """Metres per file unit."""
    unit_origin: str
    """Where the unit came from: `standard`, `declared`, `estimated` or `given`."""

    def __init__(self) -> None:
        raise TypeError("a Document comes from surefoot.read")

    @classmethod
    def _of(cls, owner: Owner, roles: RoleJoints | str | os.PathLike[str] | None) -> Document:
        self = cls.__new__(cls)
        self._owner = owner
        out = ctypes.POINTER(c.surefoot_document_view)()
        call(lib.surefoot_document_get, owner, ctypes.byref(out))
        seen = out.contents
        # Skeleton, clips and skins belong to the document: they keep it, nothing frees them by themselves.
        skeleton = Skeleton._of(Owner(seen.skeleton, None, owner))
        self.skeleton = skeleton if roles is None else skeleton.with_roles(roles)
        self.clips = [Clip._of(Owner(seen.clips[i], None, owner), self.skeleton) for i in range(seen.clip_count)]
        self.skins = [Skin._of(Owner(seen.skins[i], None, owner), self.skeleton) for i in range(seen.skin_count)]
        self.warnings = _warnings(seen.warnings, seen.warning_count)
        self.losses = _warnings(seen.losses, seen.loss_count)
        self.path = seen.path.decode("utf-8")
        self.format = _FORMATS[seen.format]
        self.up_axis = _AXES[seen.up_axis]
        self.unit_metres = float(seen.unit_metres)
        self.unit_origin = _UNIT_ORIGINS[seen.unit_origin]
        return self

    def __repr__(self) -> str:
        if self._owner is None:
            return "<Document: closed>"
        return f"<Document '{self.path}': {self.skeleton.joint_count} joints, {len(self.clips)} clips>"


def _warnings(items: Any, count: int) -> list[Warning]:
    return [Warning(item.code.decode("utf-8"), item.text.decode("utf-8")) for item in items[:count]]


def take_warnings(address: int | None) -> list[Warning]:
    """Reads a list of warnings and frees it."""
    owner = Owner(address, lib.surefoot_warnings_free)
    items, count = ctypes.POINTER(c.surefoot_warning)(), ctypes.c_size_t()
    call(lib.surefoot_warnings_get, owner, ctypes.byref(items), ctypes.byref(count))
    return _warnings(items, count.value)


def _up_axis(word: str) -> int:
    if not isinstance(word, str) or word.upper() not in _AXES:
        raise OptionError(f"option 'up_axis' is {word!r}; it takes 'X', 'Y' or 'Z'")
    return _AXES.index(word.upper())


def _above_zero(value: float, option: str) -> float:
    # Zero means "as the file says" in C.
    if not value > 0:
        raise OptionError(f"option '{option}' is {value}; it takes a number above 0")
    return float(value)


def read(
    path: str | os.PathLike[str],
    *,
    unit_metres: float | None = None,
    up_axis: str | None = None,
    frame_rate: float | None = None,
    roles: RoleJoints | str | os.PathLike[str] | None = None,
) -> Document:
    """Reads a BVH, FBX, glTF or GLB file; the content decides, not the ending.

    `unit_metres` (metres per file unit), `up_axis` (`"X"`, `"Y"`, `"Z"`) and `frame_rate` override what the file says
    or the body suggests. `roles` is a dictionary from roles to joint names, or the path of a roles file.

    Raises `FileError`, `FormatError` with line or byte, `UnsupportedError`, or `OptionError`.
    """
    options = _read_options(unit_metres, up_axis, frame_rate)
    file = utf8(path, "path")
    made = new_handle(lib.surefoot_read, lib.surefoot_document_free, file, ctypes.byref(options))
    return Document._of(made, roles)


def read_bytes(
    path: str | os.PathLike[str],
    content: bytes,
    *,
    unit_metres: float | None = None,
    up_axis: str | None = None,
    frame_rate: float | None = None,
    roles: RoleJoints | str | os.PathLike[str] | None = None,
) -> Document:
    """As `read`, from bytes in memory; `path` names them in messages and is where text glTF looks for its buffers."""
    if not isinstance(content, bytes):
        raise TypeError(f"content: expected bytes, got {type(content).__name__}")
    options = _read_options(unit_metres, up_axis, frame_rate)
    memory = ctypes.cast(ctypes.c_char_p(content), ctypes.POINTER(ctypes.c_uint8))
    made = new_handle(
        lib.surefoot_read_bytes,
        lib.surefoot_document_free,
        utf8(path, "path"),
        memory,
        len(content),
        ctypes.byref(options),
    )
    return Document._of(made, roles)


def _read_options(unit_metres: float | None, up_axis: str | None, frame_rate: float | None) -> c.surefoot_read_options:
    options = c.surefoot_read_options()
    call(lib.surefoot_read_default_options, ctypes.byref(options), ctypes.sizeof(options))
    if unit_metres is not None:
        options.unit_metres = _above_zero(unit_metres, "unit_metres")
    if up_axis is not None:
        options.up_axis = _up_axis(up_axis)
    if frame_rate is not None:
        options.frame_rate = _above_zero(frame_rate, "frame_rate")
    return options


def write_edited(path: str | os.PathLike[str], document: Document, clips: Sequence[Clip]) -> list[Warning]:
    """Writes a copy of the document's file with its clips replaced, one for one; returns warnings.

    Everything that the edits do not touch stays as it was. The ending of `path` is that of the source's format, or the
    other of .gltf and .glb. The file is complete or not there.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> surefoot.write_edited("copy.bvh", document, document.clips)
    []
    """
    out = ctypes.c_void_p()
    call(
        lib.surefoot_write_edited,
        utf8(path, "path"),
        handle(document, Document, "document"),
        *handles(clips, Clip, "clips"),
        ctypes.byref(out),
    )
    return take_warnings(out.value)


def write_new(
    path: str | os.PathLike[str],
    skeleton: Skeleton,
    clips: Sequence[Clip],
    skins: Sequence[Skin] = (),
    *,
    unit_metres: float = 1.0,
    up_axis: str = "Y",
) -> list[Warning]:
    """Writes a new BVH, FBX, glTF or GLB file, as the ending says; returns what the format cannot hold as warnings.

    BVH takes one clip and no skin. `unit_metres` and `up_axis` are those of the new file; glTF has its own.
    """
    options = c.surefoot_write_options()
    call(lib.surefoot_write_default_options, ctypes.byref(options), ctypes.sizeof(options))
    options.unit_metres, options.up_axis = _above_zero(unit_metres, "unit_metres"), _up_axis(up_axis)
    out = ctypes.c_void_p()
    call(
        lib.surefoot_write_new,
        utf8(path, "path"),
        handle(skeleton, Skeleton, "skeleton"),
        *handles(clips, Clip, "clips"),
        *handles(skins, Skin, "skins"),
        ctypes.byref(options),
        ctypes.byref(out),
    )
    return take_warnings(out.value)
