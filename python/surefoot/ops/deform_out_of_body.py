"""`deform_out_of_body` and deformers of single frames: the last centimetres of penetration, by moving vertices."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, indices, single_floats, view
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
    painted_depth_after: float = 0.0
    """The deepest vertex after among those with a painted weight below 1, metres: what is left inside on purpose."""
    painted_vertices_inside: int = 0
    """Vertices with a painted weight below 1 that are deeper than 3 mm after."""


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

    def deform_with(
        self,
        body: npt.ArrayLike,
        points: npt.ArrayLike,
        *,
        weights: npt.ArrayLike | None = None,
        envelope: float = 1.0,
        max_push: float = 0.1,
    ) -> tuple[npt.NDArray[np.float32], DeformedFrame]:
        """As `deform`, with the envelope, the largest push and the painted weights of this frame alone.

        `weights` come on top of those that the deformer was made with. Raises `OptionError` for a number out of its
        range.

        >>> import numpy as np
        >>> corners = np.array([(0, 1, 0), (0.1, 1, 0), (0, 1.1, 0), (0, 1, 0.1)])
        >>> faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
        >>> deformer = surefoot.Deformer(corners, faces, corners + 1, faces)
        >>> deformer.deform_with(corners, corners, envelope=0)[1].vertices_pushed
        0
        """
        posed = single_floats(body, (self._counts[0], 3), "body")
        part = single_floats(points, (self._counts[1], 3), "points")
        painted = None if weights is None else single_floats(weights, (len(part),), "weights")
        out, frame = np.empty_like(part), c.surefoot_deformed_frame()
        arrays = (pointer(array, ctypes.c_float) for array in (posed, part, painted))
        out_points = pointer(out, ctypes.c_float)
        numbers = (float(envelope), float(max_push))
        call(lib.surefoot_deformer_deform_with, self._owner, *arrays, *numbers, out_points, ctypes.byref(frame))
        return out, _frame(frame)


class CharacterDeformer:
    """A skinned character whose arms are pushed out of its body, prepared for frame after frame.

    This is `deform_out_of_body` for hosts that pose the character themselves. Takes the same options; `envelope` and
    `max_push` are given with every frame. A frame depends on its own numbers alone, so any number of threads may use
    one deformer. Raises `InvalidError` without a mesh, `MissingRolesError` without arms.

    >>> import numpy as np
    >>> corners = [(0, 1, 0), (0.1, 1, 0), (0, 1.1, 0), (0, 1, 0.1)]
    >>> faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
    >>> chest = surefoot.Skin(skeleton, corners, faces, [1], [np.eye(4)], range(5), [0] * 4, [1] * 4)
    >>> deformer = surefoot.CharacterDeformer(skeleton, [chest])
    >>> points = surefoot.deform_skin(skeleton, clip, chest, 0)
    >>> after, frame = deformer.deform_points(points)
    >>> after.shape == points.shape and frame.depth_after <= frame.depth_before
    True
    """

    def __init__(self, skeleton: Skeleton, skins: Iterable[Skin], **options: Unpack[DeformOutOfBodyOptions]) -> None:
        given = list(skins)
        self._owner = new_handle(
            lib.surefoot_character_deformer_create,
            lib.surefoot_character_deformer_free,
            handle(skeleton, Skeleton, "skeleton"),
            *handles(given, Skin, "skins"),
            packed("deform_out_of_body", options),
        )
        self._counts = sum(skin.vertex_count for skin in given), skeleton.joint_count

    def deform_points(
        self,
        points: npt.ArrayLike,
        *,
        weights: npt.ArrayLike | None = None,
        envelope: float = 1.0,
        max_push: float = 0.1,
    ) -> tuple[npt.NDArray[np.float32], DeformedFrame]:
        """Pushes the arms out of the body in one frame, given the posed vertices, skin after skin.

        `weights` are painted shares of the push, 0 to 1, one for each vertex. Gives the vertices after, and what was
        done; vertices that nothing pushes keep their bits. Raises `InvalidError` for points that are not finite or a
        weight outside 0 to 1.

        >>> import numpy as np
        >>> corners = [(0, 1, 0), (0.1, 1, 0), (0, 1.1, 0), (0, 1, 0.1)]
        >>> faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
        >>> chest = surefoot.Skin(skeleton, corners, faces, [1], [np.eye(4)], range(5), [0] * 4, [1] * 4)
        >>> points = surefoot.deform_skin(skeleton, clip, chest, 0)
        >>> surefoot.CharacterDeformer(skeleton, [chest]).deform_points(points, envelope=0)[1].vertices_pushed
        0
        """
        posed = single_floats(points, (self._counts[0], 3), "points")
        given = (pointer(posed, ctypes.c_float),)
        return self._deform(lib.surefoot_character_deformer_deform_points, given, weights, envelope, max_push)

    def deform_joints(
        self,
        matrices: npt.ArrayLike,
        *,
        weights: npt.ArrayLike | None = None,
        envelope: float = 1.0,
        max_push: float = 0.1,
    ) -> tuple[npt.NDArray[np.float32], DeformedFrame]:
        """As `deform_points`, given the world matrix of every joint; the mesh is posed by linear blend skinning first.

        >>> import numpy as np
        >>> corners = [(0, 1, 0), (0.1, 1, 0), (0, 1.1, 0), (0, 1, 0.1)]
        >>> faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
        >>> chest = surefoot.Skin(skeleton, corners, faces, [1], [np.eye(4)], range(5), [0] * 4, [1] * 4)
        >>> matrices = surefoot.world_matrices(skeleton, clip)[0]
        >>> points, frame = surefoot.CharacterDeformer(skeleton, [chest]).deform_joints(matrices)
        >>> bool(np.abs(points - surefoot.deform_skin(skeleton, clip, chest, 0)).max() < 1e-5)
        True
        """
        joints = floats(matrices, (self._counts[1], 4, 4), "matrices")
        given = (pointer(joints, ctypes.c_double), joints.size)
        return self._deform(lib.surefoot_character_deformer_deform_joints, given, weights, envelope, max_push)

    def _deform(
        self, function: Any, given: tuple[Any, ...], weights: npt.ArrayLike | None, envelope: float, max_push: float
    ) -> tuple[npt.NDArray[np.float32], DeformedFrame]:
        painted = None if weights is None else single_floats(weights, (self._counts[0],), "weights")
        out, frame = np.empty((self._counts[0], 3), np.float32), c.surefoot_deformed_frame()
        settings = (pointer(painted, ctypes.c_float), float(envelope), float(max_push))
        call(function, self._owner, *given, *settings, pointer(out, ctypes.c_float), out.size, ctypes.byref(frame))
        return out, _frame(frame)
