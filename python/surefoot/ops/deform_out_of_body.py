"""`deform_out_of_body` and `Deformer`: the last centimetres of penetration, as a correction of vertices."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import indices, single_floats, view
from .._native import Handle, address_of, call, handle, handles, lib, new_handle, outputs, pointer
from .._options import operation, packed
from .._report_types import DeformOutOfBodyReport
from ..model.clip import Clip
from ..model.skeleton import Skeleton
from ..model.skin import Skin
from ..reports import take_report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import DeformOutOfBodyOptions


class DeformedFrame(NamedTuple):
    """What was done to one frame.

    >>> surefoot.DeformedFrame(0.01, 0.0, 0.012, 40, 0, 0).vertices_pushed
    40
    """

    depth_before: float
    """The deepest vertex before, metres; 0 where nothing penetrates."""
    depth_after: float
    """The deepest vertex after, measured anew, metres."""
    push_max: float
    """The farthest push, metres."""
    vertices_pushed: int
    """Vertices that moved."""
    vertices_at_max_push: int
    """Vertices that would have been pushed farther than `max_push`."""
    flipped_triangles: int
    """Triangles that face the other way after."""


class DeformedSkin(NamedTuple):
    """How the vertices of one skin move.

    >>> import numpy as np
    >>> surefoot.DeformedSkin(np.array([3]), np.zeros((10, 1, 3))).offsets.shape
    (10, 1, 3)
    """

    vertices: npt.NDArray[np.uint32]
    """The vertices that move in any frame, ascending."""
    offsets: npt.NDArray[np.float32]
    """The way of each of them in every frame, in the world, metres: frames x vertices x 3."""


@dataclass(frozen=True)
class DeformedClip:
    """What `deform_out_of_body` returns.

    >>> import numpy as np
    >>> corners = [(0, 1, 0), (0.1, 1, 0), (0, 1.1, 0), (0, 1, 0.1)]
    >>> faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
    >>> chest = surefoot.Skin(skeleton, corners, faces, [1], [np.eye(4)], range(5), [0] * 4, [1] * 4)
    >>> deformed = surefoot.deform_out_of_body(skeleton, clip, [chest])
    >>> len(deformed.frames) == clip.frame_count, deformed.skins[0].offsets.shape
    (True, (180, 0, 3))
    """

    skins: list[DeformedSkin]
    """How each skin's vertices move; add it to what `deform_skin` gives."""
    frames: list[DeformedFrame]
    """Every frame by itself."""
    report: DeformOutOfBodyReport
    """What was measured before and after."""


class _DeformedClip(Handle):
    _NAME = "deformed_clip"


def _frame(seen: Any) -> DeformedFrame:
    return DeformedFrame(*(getattr(seen, name) for name in DeformedFrame._fields))


@operation("deform_out_of_body")
def deform_out_of_body(
    skeleton: Skeleton,
    clip: Clip,
    skins: Iterable[Skin],
    weights: Sequence[npt.ArrayLike | None] | None = None,
    **options: Unpack[DeformOutOfBodyOptions],
) -> DeformedClip:
    """Pushes the skin of the arms out of the body, every frame by itself; the clip stays as it is.

    For the last centimetres of penetration: a push of 1 cm is not seen, 2 cm look good. `weights` are painted shares of
    the push, 0 to 1: for each skin one number a vertex, or `None` for 1 everywhere. Raises `InvalidError` without a
    mesh, `MissingRolesError` without arms.

    >>> import numpy as np
    >>> corners = [(0, 1, 0), (0.1, 1, 0), (0, 1.1, 0), (0, 1, 0.1)]
    >>> faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
    >>> chest = surefoot.Skin(skeleton, corners, faces, [1], [np.eye(4)], range(5), [0] * 4, [1] * 4)
    >>> surefoot.deform_out_of_body(skeleton, clip, [chest]).report.after.depth_max
    0.0
    """
    given = list(skins)
    lists: list[npt.NDArray[np.float32] | None] = [None] * len(given)
    if weights is not None:
        if len(weights) != len(given):
            raise ValueError(f"weights: expected {len(given)} lists, one per skin, got {len(weights)}")
        for i, (painted, skin) in enumerate(zip(weights, given, strict=True)):
            if painted is not None:
                lists[i] = single_floats(painted, (skin.vertex_count,), f"weights[{i}]")
    pointers = (ctypes.POINTER(ctypes.c_float) * max(len(given), 1))(
        *(pointer(painted, ctypes.c_float) or ctypes.POINTER(ctypes.c_float)() for painted in lists)
    )
    deformed, report = outputs(
        2,
        lib.surefoot_deform_out_of_body,
        handle(skeleton, Skeleton, "skeleton"),
        handle(clip, Clip, "clip"),
        *handles(given, Skin, "skins"),
        pointers,
        packed("deform_out_of_body", options),
    )
    made = _DeformedClip._take(deformed)
    seen, memory = made._open(), made._memory

    def skin_of(moves: Any) -> DeformedSkin:
        count = moves.vertex_count
        vertices = view(address_of(moves.vertices), (count,), np.uint32, memory)
        return DeformedSkin(vertices, view(address_of(moves.offsets), (seen.frame_count, count, 3), np.float32, memory))

    return DeformedClip(
        [skin_of(seen.skins[i]) for i in range(seen.skin_count)],
        [_frame(seen.frames[i]) for i in range(seen.frame_count)],
        take_report(DeformOutOfBodyReport, report),
    )


class Deformer:
    """A mesh that gives way and the body that it must stay out of, prepared for frame after frame.

    Both meshes are given in one pose in which they do not touch, such as the rest pose. Vertices that lie inside even
    then are left as deep as they are. `weights` are painted shares of the push, 0 to 1, one for each point of the part.
    Takes the options of `deform_out_of_body`; `part` has no meaning here. A frame depends on its own points alone, so
    any number of threads may use one deformer. Raises `InvalidError` for points that are not finite, corners out of
    range or a body without a surface.

    >>> import numpy as np
    >>> floor = np.array([(-1, 0, -1), (1, 0, -1), (0, 0, 1), (0, -1, 0)])
    >>> patch = np.array([(0, 0.05, -0.1), (0.1, 0.05, 0), (-0.1, 0.05, 0)])
    >>> deformer = surefoot.Deformer(floor, [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)], patch, [(0, 2, 1)])
    >>> points, frame = deformer.deform(floor, patch - (0, 0.06, 0))
    >>> round(frame.depth_before, 3), bool((points[:, 1] > 0.001).all())
    (0.01, True)
    """

    def __init__(
        self,
        body_points: npt.ArrayLike,
        body_triangles: npt.ArrayLike,
        part_points: npt.ArrayLike,
        part_triangles: npt.ArrayLike,
        weights: npt.ArrayLike | None = None,
        **options: Unpack[DeformOutOfBodyOptions],
    ) -> None:
        body, part = (
            single_floats(body_points, (None, 3), "body_points"),
            single_floats(part_points, (None, 3), "part_points"),
        )
        faces = indices(body_triangles, (None, 3), "body_triangles", np.uint32)
        corners = indices(part_triangles, (None, 3), "part_triangles", np.uint32)
        painted = None if weights is None else single_floats(weights, (len(part),), "weights")
        shapes = [
            c.surefoot_mesh_shape(
                point_count=len(points),
                points=pointer(points, ctypes.c_float),
                triangle_count=len(triangles),
                triangles=pointer(triangles, ctypes.c_uint32),
            )
            for points, triangles in ((body, faces), (part, corners))
        ]
        self._owner = new_handle(
            lib.surefoot_deformer_create,
            lib.surefoot_deformer_free,
            *map(ctypes.byref, shapes),
            pointer(painted, ctypes.c_float),
            packed("deform_out_of_body", options),
        )
        self._counts = len(body), len(part)

    def deform(self, body: npt.ArrayLike, points: npt.ArrayLike) -> tuple[npt.NDArray[np.float32], DeformedFrame]:
        """Pushes the part out of the body in one frame, given the posed points of both; what nothing pushes stays.

        Gives the points of the part after, and what was done. Raises `InvalidError` for points that are not finite.

        >>> import numpy as np
        >>> corners = np.array([(0, 1, 0), (0.1, 1, 0), (0, 1.1, 0), (0, 1, 0.1)])
        >>> faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
        >>> deformer = surefoot.Deformer(corners, faces, corners + 1, faces)
        >>> deformer.deform(corners, corners + 2)[1].vertices_pushed
        0
        """
        posed = single_floats(body, (self._counts[0], 3), "body")
        part = single_floats(points, (self._counts[1], 3), "points")
        out, frame = np.empty_like(part), c.surefoot_deformed_frame()
        arrays = (pointer(array, ctypes.c_float) for array in (posed, part, out))
        call(lib.surefoot_deformer_deform, self._owner, *arrays, ctypes.byref(frame))
        return out, _frame(frame)
