"""`Clip`: a sampled motion on one skeleton."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, view, whole_number
from .._attributes import Array, Figure, text
from .._native import Owner, address_of, handle, lib, outputs, pointer, utf8
from .skeleton import OfSkeleton, Skeleton

Tracks = Mapping["str | int", npt.ArrayLike]


class Clip(OfSkeleton):
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

    _NAME = "clip"

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
        self._set(self._own(*outputs(1, lib.surefoot_clip_create, owner, ctypes.byref(data))), skeleton)

    name = Figure(text, "Shown to users; need not be unique.")

    frame_rate = Figure(float, "Frames per second.")
    frame_count = Figure(int, "Number of frames; may be 0.")
    joint_count = Figure(int, "Number of joints of its skeleton.")
    rotations = Array(
        np.float64,
        ("frame_count", "joint_count", 4),
        "Local rotations, frames x joints x 4, unit, x y z w; a read-only view.",
    )
    root_positions = Array(
        np.float64, ("frame_count", 3), "The root's translation in the world, frames x 3, metres; a read-only view."
    )

    @property
    def duration(self) -> float:
        """Seconds from the first frame to the last, at least 0."""
        return max(self.frame_count - 1, 0) / self.frame_rate

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
