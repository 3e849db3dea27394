"""`Skin`: a mesh and how it follows the joints."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _declarations as c
from .._arrays import floats, indices, single_floats, view
from .._native import Handle, Owner, address_of, call, handle, lib, new_handle, pointer, utf8
from .skeleton import Skeleton


class Skin(Handle):
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
            "normals": (
                None if normals is None else single_floats(normals, (count, 3), "normals"),
                ctypes.c_float,
            ),
            "triangles": (corners, ctypes.c_uint32),
            "slot_joints": (joints, ctypes.c_int32),
            "inverse_binds": (floats(inverse_binds, (len(joints), 4, 4), "inverse_binds"), ctypes.c_double),
            "influence_offsets": (
                indices(influence_offsets, (count + 1,), "influence_offsets", np.uint32),
                ctypes.c_uint32,
            ),
            "influence_slots": (slots, ctypes.c_uint32),
            "influence_weights": (
                single_floats(influence_weights, (len(slots),), "influence_weights"),
                ctypes.c_float,
            ),
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
        made = new_handle(
            lib.surefoot_skin_create, lib.surefoot_skin_free, handle(skeleton, Skeleton, "skeleton"), ctypes.byref(data)
        )
        self._set(made, skeleton)

    @classmethod
    def _of(cls, owner: Owner, skeleton: Skeleton) -> Skin:
        self = cls.__new__(cls)
        self._set(owner, skeleton)
        return self

    def _set(self, owner: Owner, skeleton: Skeleton) -> None:
        self._owner = owner
        self._skeleton = skeleton
        out = ctypes.POINTER(c.surefoot_skin_view)()
        call(lib.surefoot_skin_get, owner, ctypes.byref(out))
        # The struct is copied, so that only arrays lead into the library's memory, and those keep it alive.
        self._view = c.surefoot_skin_view.from_buffer_copy(out.contents)
        self._name = out.contents.name.decode("utf-8")

    def _array(self, field: str, shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
        return view(address_of(getattr(self._view, field)), shape, dtype, self._memory)

    @property
    def skeleton(self) -> Skeleton:
        """The skeleton it was made for."""
        return self._skeleton

    @property
    def name(self) -> str:
        """Shown to users."""
        _ = self._memory
        return self._name  # type: ignore[no-any-return]

    @property
    def vertex_count(self) -> int:
        """Number of mesh points."""
        _ = self._memory
        return int(self._view.vertex_count)

    @property
    def positions(self) -> npt.NDArray[np.float32]:
        """Mesh points in the mesh's own bind space, vertices x 3, metres."""
        return self._array("positions", (self._view.vertex_count, 3), np.float32)

    @property
    def normals(self) -> npt.NDArray[np.float32] | None:
        """Unit normals, vertices x 3; `None` if the mesh has none."""
        _ = self._memory
        if not self._view.normals:
            return None
        return self._array("normals", (self._view.vertex_count, 3), np.float32)

    @property
    def triangles(self) -> npt.NDArray[np.uint32]:
        """Corners, triangles x 3, counter-clockwise from outside."""
        return self._array("triangles", (self._view.triangle_count, 3), np.uint32)

    @property
    def slot_joints(self) -> npt.NDArray[np.int32]:
        """The joint of each slot."""
        return self._array("slot_joints", (self._view.slot_count,), np.int32)

    @property
    def inverse_binds(self) -> npt.NDArray[np.float64]:
        """Mesh space to joint space at bind time, slots x 4 x 4."""
        return self._array("inverse_binds", (self._view.slot_count, 4, 4), np.float64)

    @property
    def influence_offsets(self) -> npt.NDArray[np.uint32]:
        """Where each vertex's influences start; one more entry than vertices."""
        return self._array("influence_offsets", (self._view.vertex_count + 1,), np.uint32)

    @property
    def influence_slots(self) -> npt.NDArray[np.uint32]:
        """Slots, vertex after vertex."""
        return self._array("influence_slots", (self._view.influence_count,), np.uint32)

    @property
    def influence_weights(self) -> npt.NDArray[np.float32]:
        """Weights, vertex after vertex; those of one vertex sum to 1."""
        return self._array("influence_weights", (self._view.influence_count,), np.float32)

    @property
    def renormalised_count(self) -> int:
        """Vertices whose weights missed a sum of 1 by more than 1 % and were made to."""
        _ = self._memory
        return int(self._view.renormalised_count)

    def __repr__(self) -> str:
        if self._owner is None:
            return "<Skin: closed>"
        return f"<Skin '{self.name}': {self.vertex_count} vertices, {self._view.triangle_count} triangles>"

    def __reduce__(self) -> Any:
        first = (self.positions, self.triangles, self.slot_joints, self.inverse_binds)
        second = (self.influence_offsets, self.influence_slots, self.influence_weights, self.normals, self.name)
        return Skin, (self._skeleton, *first, *second)
