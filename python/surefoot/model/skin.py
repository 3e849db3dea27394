"""`Skin`: a mesh and how it follows the joints."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, indices, single_floats, view
from .._attributes import Array, Figure, text
from .._native import address_of, handle, lib, outputs, pointer, utf8
from .skeleton import OfSkeleton, Skeleton


class Skin(OfSkeleton):
    """A mesh and how it follows the joints; a deformed point is the sum of weight x world x inverse bind x point.

    `positions` and `normals` are vertices x 3, metres, single precision as in mesh files; `triangles` x 3 are
    counter-clockwise from outside. Slot s is joint `slot_joints[s]`, and `inverse_binds[s]` (4 x 4, for column vectors)
    takes the mesh into that joint's frame. Vertex v follows the entries `influence_offsets[v]` up to
    `influence_offsets[v + 1]` of `influence_slots` and `influence_weights`.

    Raises `InvalidError` for an index out of range, a negative weight or a vertex without weight, and names the vertex.

    >>> skeleton = surefoot.Skeleton(["Hips", "Spine"], [-1, 0], [(0, 1, 0), (0, 0.2, 0)])
    >>> corners = [(0, 1, 0), (0.1, 1, 0), (0, 1.1, 0)]
    >>> skin = surefoot.Skin(
    ...     skeleton, corners, [(0, 1, 2)], [0], [[[1, 0, 0, 0], [0, 1, 0, -1], [0, 0, 1, 0], [0, 0, 0, 1]]],
    ...     [0, 1, 2, 3], [0, 0, 0], [1, 1, 1],
    ... )
    >>> skin.vertex_count
    3
    """

    _NAME = "skin"

    def __init__(
        self,
        skeleton: Skeleton,
        positions: npt.ArrayLike,
        triangles: npt.ArrayLike,
        slot_joints: npt.ArrayLike,
        inverse_binds: npt.ArrayLike,
        influence_offsets: npt.ArrayLike,
        influence_slots: npt.ArrayLike,
        influence_weights: npt.ArrayLike,
        normals: npt.ArrayLike | None = None,
        name: str = "skin",
    ) -> None:
        points = single_floats(positions, (None, 3), "positions")
        count = len(points)
        joints = indices(slot_joints, (None,), "slot_joints", np.int32)
        slots = indices(influence_slots, (None,), "influence_slots", np.uint32)
        corners = indices(triangles, (None, 3), "triangles", np.uint32)
        arrays = {
            "positions": (points, ctypes.c_float),
            "normals": (None if normals is None else single_floats(normals, (count, 3), "normals"), ctypes.c_float),
            "triangles": (corners, ctypes.c_uint32),
            "slot_joints": (joints, ctypes.c_int32),
            "inverse_binds": (floats(inverse_binds, (len(joints), 4, 4), "inverse_binds"), ctypes.c_double),
            "influence_offsets": (
                indices(influence_offsets, (count + 1,), "influence_offsets", np.uint32),
                ctypes.c_uint32,
            ),
            "influence_slots": (slots, ctypes.c_uint32),
            "influence_weights": (single_floats(influence_weights, (len(slots),), "influence_weights"), ctypes.c_float),
        }
        data = c.surefoot_skin_data(
            struct_size=ctypes.sizeof(c.surefoot_skin_data),
            name=utf8(name, "name"),
            vertex_count=count,
            triangle_count=len(corners),
            slot_count=len(joints),
            influence_count=len(slots),
            **{field: pointer(array, kind) for field, (array, kind) in arrays.items()},
        )
        owner = handle(skeleton, Skeleton, "skeleton")
        self._set(self._own(*outputs(1, lib.surefoot_skin_create, owner, ctypes.byref(data))), skeleton)

    def _array(self, field: str, shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
        return view(address_of(getattr(self._view, field)), shape, dtype, self._memory)

    name = Figure(text, "Shown to users.")
    vertex_count = Figure(int, "Number of mesh points.")
    positions = Array(
        np.float32, ("vertex_count", 3), "Mesh points in the mesh's own bind space, vertices x 3, metres."
    )
    triangles = Array(np.uint32, ("triangle_count", 3), "Corners, triangles x 3, counter-clockwise from outside.")
    slot_joints = Array(np.int32, ("slot_count",), "The joint of each slot.")
    inverse_binds = Array(np.float64, ("slot_count", 4, 4), "Mesh space to joint space at bind time, slots x 4 x 4.")
    influence_slots = Array(np.uint32, ("influence_count",), "Slots, vertex after vertex.")
    influence_weights = Array(
        np.float32, ("influence_count",), "Weights, vertex after vertex; those of one vertex sum to 1."
    )
    renormalised_count = Figure(int, "Vertices whose weights missed a sum of 1 by more than 1 % and were made to.")

    @property
    def normals(self) -> npt.NDArray[np.float32] | None:
        """Unit normals, vertices x 3; `None` if the mesh has none."""
        _ = self._memory
        if not self._view.normals:
            return None
        return self._array("normals", (self._view.vertex_count, 3), np.float32)

    @property
    def influence_offsets(self) -> npt.NDArray[np.uint32]:
        """Where each vertex's influences start; one more entry than vertices."""
        return self._array("influence_offsets", (self._view.vertex_count + 1,), np.uint32)

    def __repr__(self) -> str:
        if self._owner is None:
            return "<Skin: closed>"
        return f"<Skin '{self.name}': {self.vertex_count} vertices, {self._view.triangle_count} triangles>"

    def __reduce__(self) -> Any:
        first = (self.positions, self.triangles, self.slot_joints, self.inverse_binds)
        second = (self.influence_offsets, self.influence_slots, self.influence_weights, self.normals, self.name)
        return Skin, (self._skeleton, *first, *second)
