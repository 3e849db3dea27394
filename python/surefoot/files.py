"""Files: documents that are read, edited and written back, and new files."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from typing import NamedTuple

from . import _declarations as c
from ._native import Handle, Owner, call, given_bytes, handle, handles, lib, new_handle, outputs, take_bytes, utf8
from .errors import OptionError
from .model.clip import Clip
from .model.note import Note, read_notes, take_notes
from .model.skeleton import RoleJoints, Skeleton
from .model.skin import Skin

_FORMATS = ("bvh", "fbx", "gltf", "glb", "dae")
_AXES = ("X", "Y", "Z", "-X", "-Y", "-Z")
_UNIT_ORIGINS = ("standard", "declared", "estimated", "given")


class Encoded(NamedTuple):
    """A file's content in memory.

    >>> encoded = surefoot.encode_edited(document, document.clips)
    >>> encoded.content[:9], encoded.notes
    (b'HIERARCHY', [])
    """

    content: bytes
    """What the file would hold."""
    notes: list[Note]
    """What the format cannot hold."""


class Document(Handle):
    """A file's content in metres, Y up, and what is needed to write edited clips back into a copy of it.

    >>> document = surefoot.read("walk.bvh")
    >>> document.format, document.clips[0].frame_count, len(document.skins)
    ('bvh', 180, 0)
    """

    _NAME = "document"

    skeleton: Skeleton
    """The one skeleton."""
    clips: list[Clip]
    """All clips, in file order; may be empty."""
    skins: list[Skin]
    """Skinned meshes; may be empty."""
    notes: list[Note]
    """What the user should know."""
    losses: list[Note]
    """What the file holds and `write_new` will not: materials, cameras and so on. `write_edited` keeps it all."""
    path: str
    """Where it was read from."""
    format: str
    """`bvh`, `fbx`, `gltf` or `glb`."""
    up_axis: str
    """The axis that points up in the file: `X`, `Y`, `Z`, `-X`, `-Y` or `-Z`."""
    unit_metres: float
    """Metres per file unit."""
    unit_origin: str
    """Where the unit came from: `standard`, `declared`, `estimated` or `given`."""

    def __init__(self) -> None:
        raise TypeError("a Document comes from surefoot.read")

    @classmethod
    def _of(cls, owner: Owner, roles: RoleJoints | str | os.PathLike[str] | None) -> Document:  # type: ignore[override]
        self = cls.__new__(cls)
        self._set(owner)
        seen = self._view
        # Skeleton, clips and skins belong to the document: they keep it, nothing frees them by themselves.
        skeleton = Skeleton._of(Owner(seen.skeleton, None, owner))
        self.skeleton = skeleton if roles is None else skeleton.with_roles(roles)
        self.clips = [Clip._of(Owner(seen.clips[i], None, owner), self.skeleton) for i in range(seen.clip_count)]
        self.skins = [Skin._of(Owner(seen.skins[i], None, owner), self.skeleton) for i in range(seen.skin_count)]
        self.notes = read_notes(seen.notes, seen.note_count)
        self.losses = read_notes(seen.losses, seen.loss_count)
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


def _up_axis(word: str) -> int:
    if not isinstance(word, str) or word.upper() not in _AXES:
        raise OptionError(f"option 'up_axis' is {word!r}; it takes 'X', 'Y', 'Z', '-X', '-Y' or '-Z'")
    return _AXES.index(word.upper())


def _format(word: str) -> int:
    if not isinstance(word, str) or word.lower() not in _FORMATS:
        raise OptionError(f"option 'format' is {word!r}; it takes {', '.join(map(repr, _FORMATS))}")
    return _FORMATS.index(word.lower())


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
    """Reads a BVH, FBX, glTF, GLB or Collada file; the content decides, not the ending.

    `unit_metres` (metres per file unit), `up_axis` (`"X"`, `"Y"`, `"Z"`, or `"-X"` and so on) and `frame_rate` override
    what the file says or the body suggests. `roles` is a dictionary from roles to joint names, or the path of a roles
    file.

    Raises `FileError`, `FormatError` with line or byte, `UnsupportedError`, or `OptionError`.

    >>> document = surefoot.read("walk.bvh", unit_metres=1.0)
    >>> document.unit_origin, document.skeleton.joint_count
    ('given', 19)
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
    """As `read`, from bytes in memory; `path` names them in messages and is where text glTF looks for its buffers.

    >>> from pathlib import Path
    >>> surefoot.read_bytes("walk.bvh", Path("walk.bvh").read_bytes()).clips[0].frame_count
    180
    """
    memory = given_bytes(content, "content")
    options = _read_options(unit_metres, up_axis, frame_rate)
    file = utf8(path, "path")
    made = new_handle(lib.surefoot_read_bytes, lib.surefoot_document_free, file, *memory, ctypes.byref(options))
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


def write_edited(path: str | os.PathLike[str], document: Document, clips: Sequence[Clip]) -> list[Note]:
    """Writes a copy of the document's file with its clips replaced, one for one; returns notes.

    Everything that the edits do not touch stays as it was. The ending of `path` is that of the source's format, or the
    other of .gltf and .glb. The file is complete or not there.

    >>> surefoot.write_edited("copy.bvh", document, document.clips)
    []
    """
    owner = handle(document, Document, "document")
    return take_notes(*outputs(1, lib.surefoot_write_edited, utf8(path, "path"), owner, *handles(clips, Clip, "clips")))


def encode_edited(document: Document, clips: Sequence[Clip], format: str | None = None) -> Encoded:
    """As `write_edited`, into memory; `format` is the document's own, or the other of `gltf` and `glb`.

    >>> document = surefoot.read("walk.glb")
    >>> surefoot.encode_edited(document, document.clips).content[:4]
    b'glTF'
    >>> surefoot.encode_edited(document, document.clips, "gltf").content[:1]
    b'{'
    """
    owner = handle(document, Document, "document")
    number = _format(document.format if format is None else format)
    content, notes = outputs(2, lib.surefoot_encode_edited, owner, *handles(clips, Clip, "clips"), number)
    return Encoded(take_bytes(content), take_notes(notes))


def _write_options(unit_metres: float, up_axis: str) -> c.surefoot_write_options:
    options = c.surefoot_write_options()
    call(lib.surefoot_write_default_options, ctypes.byref(options), ctypes.sizeof(options))
    options.unit_metres, options.up_axis = _above_zero(unit_metres, "unit_metres"), _up_axis(up_axis)
    return options


def write_new(
    path: str | os.PathLike[str],
    skeleton: Skeleton,
    clips: Sequence[Clip],
    skins: Sequence[Skin] = (),
    *,
    unit_metres: float = 1.0,
    up_axis: str = "Y",
) -> list[Note]:
    """Writes a new BVH, FBX, glTF or GLB file, as the ending says; returns what the format cannot hold as notes.

    BVH takes one clip and no skin. `unit_metres` and `up_axis` are those of the new file; glTF has its own.

    >>> notes = surefoot.write_new("walk.fbx", document.skeleton, document.clips, unit_metres=0.01)
    >>> [note.code for note in notes]
    ['end-sites-as-joints']
    """
    options = _write_options(unit_metres, up_axis)
    notes = outputs(
        1,
        lib.surefoot_write_new,
        utf8(path, "path"),
        handle(skeleton, Skeleton, "skeleton"),
        *handles(clips, Clip, "clips"),
        *handles(skins, Skin, "skins"),
        ctypes.byref(options),
    )
    return take_notes(*notes)


def encode_reshaped(
    document: Document, format: str, skeleton: Skeleton, skins: Sequence[Skin], clips: Sequence[Clip]
) -> Encoded:
    """Encodes a character with another shape, as `grow_body` and `scale_character` make it, for the document's own.

    From glTF to `gltf` or `glb`, materials and textures stay; else it is a new file, and what is lost is in the notes.
    There are as many clips as the document has.

    >>> document = surefoot.read("walk.glb")
    >>> child = surefoot.scale_character(document.skeleton, [], document.clips, back=0.9)
    >>> content = surefoot.encode_reshaped(document, "glb", child.skeleton, child.skins, child.clips).content
    >>> surefoot.read_bytes("child.glb", content).clips[0].frame_count
    180
    """
    content, notes = outputs(
        2,
        lib.surefoot_encode_reshaped,
        handle(document, Document, "document"),
        _format(format),
        handle(skeleton, Skeleton, "skeleton"),
        *handles(skins, Skin, "skins"),
        *handles(clips, Clip, "clips"),
    )
    return Encoded(take_bytes(content), take_notes(notes))


def encode_new(
    format: str,
    skeleton: Skeleton,
    clips: Sequence[Clip],
    skins: Sequence[Skin] = (),
    *,
    unit_metres: float = 1.0,
    up_axis: str = "Y",
) -> Encoded:
    """As `write_new`, into memory, in the format `bvh`, `fbx`, `gltf` or `glb`.

    >>> content = surefoot.encode_new("glb", document.skeleton, document.clips).content
    >>> surefoot.read_bytes("walk.glb", content).clips[0].frame_count
    180
    """
    options = _write_options(unit_metres, up_axis)
    content, notes = outputs(
        2,
        lib.surefoot_encode_new,
        _format(format),
        handle(skeleton, Skeleton, "skeleton"),
        *handles(clips, Clip, "clips"),
        *handles(skins, Skin, "skins"),
        ctypes.byref(options),
    )
    return Encoded(take_bytes(content), take_notes(notes))
