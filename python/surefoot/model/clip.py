"""`Clip`: a sampled motion on one skeleton."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, view, whole_number
from .._native import Handle, Owner, address_of, call, handle, lib, new_handle, pointer, utf8
from .skeleton import Skeleton

Tracks = Mapping["str | int", npt.ArrayLike]


class Clip(Handle):
    """A sampled motion: local rotations of every joint, the root's path, and tracks for rigs that animate more.

    `rotations` is frames x joints x 4 (x y z w, local), `root_positions` frames x 3 in the world in metres.
    `translations` and `scales` hold frames x 3 values for the joints (by name or number) whose local translation or
    scale is animated; they replace the rest values.

    The arrays that come out are read-only views of the library's memory, valid as long as any of them lives. Rotations
    are normalised by up to 1 %, and neighbouring frames lie on one hemisphere.

    Raises `ClipError` with joint and frame for the first value that is not finite or not a rotation.

    >>> import numpy as np
    >>> arm = surefoot.Skeleton(["Shoulder", "Elbow"], [-1, 0], [(0, 1.4, 0), (0.3, 0, 0)])
    >>> rotations = np.tile([0.0, 0.0, 0.0, 1.0], (10, 2, 1))
    >>> still = surefoot.Clip(arm, rotations, np.zeros((10, 3)), 30.0, name="still")
    >>> still.frame_count, still.rotations.shape, still.duration
    (10, (10, 2, 4), 0.3)
    """

    def __init__(
        self,
        skeleton: Skeleton,
        rotations: npt.ArrayLike,
        root_positions: npt.ArrayLike,
        frame_rate: float,
        name: str = "clip",
        translations: Tracks | None = None,
        scales: Tracks | None = None,
    ) -> None:
        owner = handle(skeleton, Skeleton, "skeleton")
        joint_count = skeleton.joint_count
        turns = floats(rotations, (None, joint_count, 4), "rotations")
        frame_count = len(turns)
        path = floats(root_positions, (frame_count, 3), "root_positions")
        moved, keep_moved = _tracks(skeleton, translations, frame_count, "translations")
        scaled, keep_scaled = _tracks(skeleton, scales, frame_count, "scales")
        data = c.surefoot_clip_data(
            struct_size=ctypes.sizeof(c.surefoot_clip_data),
            name=utf8(name, "name"),
            frame_rate=float(frame_rate),
            frame_count=frame_count,
            rotations=pointer(turns, ctypes.c_double),
            root_positions=pointer(path, ctypes.c_double),
            translation_count=len(keep_moved),
            translations=moved,
            scale_count=len(keep_scaled),
            scales=scaled,
        )
        made = new_handle(lib.surefoot_clip_create, lib.surefoot_clip_free, owner, ctypes.byref(data))
        self._set(made, skeleton)

    @classmethod
    def _of(cls, owner: Owner, skeleton: Skeleton) -> Clip:
        self = cls.__new__(cls)
        self._set(owner, skeleton)
        return self

    def _set(self, owner: Owner, skeleton: Skeleton) -> None:
        self._owner = owner
        self._skeleton = skeleton
        out = ctypes.POINTER(c.surefoot_clip_view)()
        call(lib.surefoot_clip_get, owner, ctypes.byref(out))
        # The struct is copied, so that only arrays lead into the library's memory, and those keep it alive.
        self._view = c.surefoot_clip_view.from_buffer_copy(out.contents)
        self._name = out.contents.name.decode("utf-8")

    def _array(self, field: Any, shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
        return view(address_of(field), shape, np.float64, self._memory)

    def _open(self) -> c.surefoot_clip_view:
        _ = self._memory
        return self._view

    @property
    def skeleton(self) -> Skeleton:
        """The skeleton it was made for."""
        return self._skeleton

    @property
    def name(self) -> str:
        """Shown to users; need not be unique."""
        self._open()
        return self._name  # type: ignore[no-any-return]

    @property
    def frame_rate(self) -> float:
        """Frames per second."""
        return float(self._open().frame_rate)

    @property
    def frame_count(self) -> int:
        """Number of frames; may be 0."""
        return int(self._open().frame_count)

    @property
    def joint_count(self) -> int:
        """Number of joints of its skeleton."""
        return int(self._open().joint_count)

    @property
    def duration(self) -> float:
        """Seconds from the first frame to the last, at least 0."""
        return max(self.frame_count - 1, 0) / self.frame_rate

    @property
    def rotations(self) -> npt.NDArray[np.float64]:
        """Local rotations, frames x joints x 4, unit, x y z w; a read-only view."""
        seen = self._open()
        return self._array(seen.rotations, (seen.frame_count, seen.joint_count, 4))

    @property
    def root_positions(self) -> npt.NDArray[np.float64]:
        """The root's translation in the world, frames x 3, metres; a read-only view."""
        seen = self._open()
        return self._array(seen.root_positions, (seen.frame_count, 3))

    @property
    def translations(self) -> dict[str, npt.NDArray[np.float64]]:
        """Animated local translations by joint name, frames x 3, metres; read-only views."""
        memory = self._memory
        return self._read_tracks(self._view.translations, self._view.translation_count, memory)

    @property
    def scales(self) -> dict[str, npt.NDArray[np.float64]]:
        """Animated local scales by joint name, frames x 3; read-only views."""
        memory = self._memory
        return self._read_tracks(self._view.scales, self._view.scale_count, memory)

    def _read_tracks(self, tracks: Any, count: int, memory: Owner) -> dict[str, npt.NDArray[np.float64]]:
        names = self._skeleton._names
        shape = (self._view.frame_count, 3)
        found = {}
        for track in tracks[:count]:
            found[names[track.joint]] = view(address_of(track.values), shape, np.float64, memory)
        return found

    def __len__(self) -> int:
        return self.frame_count

    def __repr__(self) -> str:
        if self._owner is None:
            return "<Clip: closed>"
        return f"<Clip '{self.name}': {self.frame_count} frames at {self.frame_rate:g}/s, {self.joint_count} joints>"

    def __reduce__(self) -> Any:
        arrays = (self.rotations, self.root_positions, self.frame_rate, self.name, self.translations, self.scales)
        return Clip, (self._skeleton, *arrays)


def _tracks(skeleton: Skeleton, tracks: Tracks | None, frame_count: int, what: str) -> tuple[Any, list[Any]]:
    """Tracks as C takes them, and the arrays that must live as long."""
    if not isinstance(tracks, (Mapping, type(None))):
        raise TypeError(f"{what}: expected a dictionary from joints to arrays, got {type(tracks).__name__}")
    kept, entries = [], []
    for joint, values in (tracks or {}).items():
        number = skeleton.find(joint) if isinstance(joint, str) else whole_number(joint, what, 2**31 - 1)
        array = floats(values, (frame_count, 3), f"{what}[{joint!r}]")
        kept.append(array)
        entries.append(c.surefoot_track(joint=number, values=pointer(array, ctypes.c_double)))
    return (c.surefoot_track * max(len(entries), 1))(*entries), kept
