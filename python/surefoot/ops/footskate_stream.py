"""`FootskateStream`: cleanup frame by frame, with a fixed delay."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats
from .._native import lib, optional_handle
from .._options import packed
from ..model.ground import Ground
from ..model.plants import point_number
from ..model.skeleton import Skeleton
from ._stream import Functions, Stream, frame_struct

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import RemoveFootskateOptions


class StreamFrame(NamedTuple):
    """One frame out of a stream.

    >>> stream = surefoot.FootskateStream(skeleton, clip.frame_rate, window=0.1)
    >>> frames = [stream.push(clip.root_positions[i], clip.rotations[i]) for i in range(60)]
    >>> frames[-1].rotations.shape
    (19, 4)
    """

    root_position: npt.NDArray[np.float64]
    """The root's place in the world, metres."""
    rotations: npt.NDArray[np.float64]
    """Local rotations, joints x 4, x y z w."""
    translations: npt.NDArray[np.float64]
    """Local translations, joints x 3, metres: a stretched limb is longer here than at rest."""


class FootskateStream(Stream[StreamFrame]):
    """A cleanup that takes one frame and gives one frame, `delay` pushes later.

    For live capture and games. It reads `delay`, `window`, `damping_angle`, `max_stretch`, `swivel`, `denoise` and
    `fit_root_path` of the options of `remove_footskate`. With an `anchor_window` above 0 it does what the windowed
    solver does, behind by that and three windows. With `ground`, feet and hands stay out of it. One
    thread at a time: others wait.

    >>> stream = surefoot.FootskateStream(skeleton, clip.frame_rate, window=0.1)
    >>> frames = []
    >>> for i in range(clip.frame_count):
    ...     planted = [plant.point for plant in plants if plant.first <= i < plant.end]
    ...     frame = stream.push(clip.root_positions[i], clip.rotations[i], planted)
    ...     if frame is not None:
    ...         frames.append(frame)
    >>> frames += stream.flush()
    >>> len(frames) == clip.frame_count
    True
    """

    _functions = Functions(
        lib.surefoot_footskate_stream_create,
        lib.surefoot_footskate_stream_free,
        lib.surefoot_footskate_stream_get,
        lib.surefoot_footskate_stream_push,
        lib.surefoot_footskate_stream_flush,
        ctypes.c_size_t,
        c.surefoot_stream_frame,
    )

    def __init__(
        self,
        skeleton: Skeleton,
        frame_rate: float,
        ground: Ground | None = None,
        **options: Unpack[RemoveFootskateOptions],
    ) -> None:
        super().__init__(
            skeleton, frame_rate, optional_handle(ground, Ground, "ground"), packed("remove_footskate", options)
        )

    @property
    def missed_frames(self) -> int:
        """Frames given out so far on which a planted limb could not reach its place."""
        return self._figures()[1]

    def push(
        self,
        root_position: npt.ArrayLike,
        rotations: npt.ArrayLike,
        plants: Iterable[str] | Mapping[str, npt.ArrayLike | None] = (),
        translations: npt.ArrayLike | None = None,
    ) -> StreamFrame | None:
        """Takes the next frame and gives the one pushed `delay` frames before; `None` while there is none.

        `plants` names the points planted on this frame; a mapping also says where they are to stay. A point stays
        planted as long as every push names it. `translations` are joints x 3; the rest offsets without. Raises
        `ClipError` for a value that is no rotation, and `ArgumentError` after `flush`: the stream is then as it was.

        >>> stream = surefoot.FootskateStream(skeleton, clip.frame_rate, window=0.1)
        >>> stream.push(clip.root_positions[0], clip.rotations[0], ["left_toe"]) is None
        True
        """
        frame = frame_struct(self._joint_count, root_position, rotations, translations)
        states = [_state(point, plants) for point in plants]
        array = (c.surefoot_plant_state * max(len(states), 1))(*states)
        return self._next(self._functions.push, ctypes.byref(frame), array, len(states))

    def flush(self) -> Iterator[StreamFrame]:
        """Ends the stream and gives the remaining frames one by one.

        >>> stream = surefoot.FootskateStream(skeleton, clip.frame_rate, window=0.1)
        >>> frames = [stream.push(clip.root_positions[i], clip.rotations[i]) for i in range(60)]
        >>> len(list(stream.flush())) == stream.delay
        True
        """
        return self._rest()

    def _copied(self, seen: Any) -> StreamFrame:
        count = self._joint_count
        return StreamFrame(
            np.array(seen.root_position[:]),
            np.ctypeslib.as_array(seen.rotations, (count, 4)).copy(),
            np.ctypeslib.as_array(seen.translations, (count, 3)).copy(),
        )


def _state(point: str, plants: Any) -> c.surefoot_plant_state:
    state = c.surefoot_plant_state(point=point_number(point))
    position = plants[point] if isinstance(plants, Mapping) else None
    if position is not None:
        state.has_position = 1
        state.position[:] = floats(position, (3,), f"plants[{point!r}]").tolist()
    return state
