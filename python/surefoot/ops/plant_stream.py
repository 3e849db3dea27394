"""`PlantStream`: plants of a live feed, frame by frame."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy.typing as npt

from .. import _declarations as c
from .._native import lib
from .._options import packed
from ..model.plants import point_name
from ..model.skeleton import Skeleton
from ._stream import Functions, Stream, frame_struct

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import DetectPlantsOptions


class StreamedPlants(NamedTuple):
    """The points that stand on one frame.

    >>> stream = surefoot.PlantStream(skeleton, clip.frame_rate, look_ahead=0.0)
    >>> stream.push(clip.root_positions[0], clip.rotations[0]).frame
    0
    """

    frame: int
    """Number of the frame, from 0 for the first that was pushed."""
    points: tuple[str, ...]
    """The points, as `FootskateStream.push` takes them."""


class PlantStream(Stream[StreamedPlants]):
    """Finds plants of ankles and toes in a live feed; gives those of each frame `delay` pushes later.

    `look_ahead` is how many seconds a frame may wait to be judged, 0 to 2: 0.2 comes near to what the whole clip shows,
    0 judges every frame at once. It reads `still_speed`, `fit_fault`, `use_touches` and `hold_gliding` of the options
    of `detect_plants`. One thread at a time: others wait.

    >>> finder = surefoot.PlantStream(skeleton, clip.frame_rate)
    >>> found = [finder.push(clip.root_positions[i], clip.rotations[i]) for i in range(clip.frame_count)]
    >>> found = [plants for plants in found if plants is not None] + list(finder.flush())
    >>> len(found) == clip.frame_count
    True
    """

    _functions = Functions(
        lib.surefoot_plant_stream_create,
        lib.surefoot_plant_stream_free,
        lib.surefoot_plant_stream_get,
        lib.surefoot_plant_stream_push,
        lib.surefoot_plant_stream_flush,
        ctypes.c_int32,
        c.surefoot_streamed_plants,
    )

    def __init__(
        self, skeleton: Skeleton, frame_rate: float, look_ahead: float = 0.2, **options: Unpack[DetectPlantsOptions]
    ) -> None:
        super().__init__(skeleton, frame_rate, float(look_ahead), packed("detect_plants", options))

    @property
    def is_gliding(self) -> bool:
        """Whether feet glide all the time, as networks make them; limits are widened then."""
        return bool(self._figures()[1])

    def push(
        self, root_position: npt.ArrayLike, rotations: npt.ArrayLike, translations: npt.ArrayLike | None = None
    ) -> StreamedPlants | None:
        """Takes the next frame and gives the plants of the one `delay` frames before; `None` while there is none.

        `translations` are joints x 3; the rest offsets without. Raises `InvalidError` for a number that is not finite
        and after `flush`: the stream is then as it was.

        >>> stream = surefoot.PlantStream(skeleton, clip.frame_rate)
        >>> stream.push(clip.root_positions[0], clip.rotations[0]) is None
        True
        """
        frame = frame_struct(self._joint_count, root_position, rotations, translations)
        return self._next(self._functions.push, ctypes.byref(frame))

    def flush(self) -> Iterator[StreamedPlants]:
        """Ends the stream and gives the plants of the remaining frames one by one.

        >>> stream = surefoot.PlantStream(skeleton, clip.frame_rate)
        >>> found = [stream.push(clip.root_positions[i], clip.rotations[i]) for i in range(60)]
        >>> len(list(stream.flush())) == stream.delay
        True
        """
        return self._rest()

    def _copied(self, seen: Any) -> StreamedPlants:
        points = tuple(point_name(state.point) for state in seen.plants[: seen.plant_count])
        return StreamedPlants(seen.frame, points)
