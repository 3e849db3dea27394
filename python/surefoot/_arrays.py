"""Between numpy and the C API: arrays on the way in are checked, views on the way out keep their owner alive."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt


def floats(value: npt.ArrayLike, shape: Sequence[int | None], what: str) -> npt.NDArray[np.float64]:
    """Returns `value` as C-contiguous doubles of that shape, without a copy where it is so already.

    `None` in `shape` leaves a length open. Raises `TypeError` for anything but real numbers and `ValueError` for
    another shape.
    """
    return _checked(value, shape, what, np.dtype(np.float64), "fiu")


def single_floats(value: npt.ArrayLike, shape: Sequence[int | None], what: str) -> npt.NDArray[np.float32]:
    """As `floats`, for meshes, whose numbers have single precision."""
    return _checked(value, shape, what, np.dtype(np.float32), "fiu")


def indices(value: npt.ArrayLike, shape: Sequence[int | None], what: str, dtype: Any) -> npt.NDArray[Any]:
    """As `floats`, for whole numbers; `ValueError` where one does not fit into `dtype`."""
    return _checked(value, shape, what, np.dtype(dtype), "iu")


def _checked(
    value: npt.ArrayLike, shape: Sequence[int | None], what: str, dtype: np.dtype[Any], kinds: str
) -> npt.NDArray[Any]:
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{what}: rows differ in length") from error
    # An empty list has no type of its own.
    if array.size and array.dtype.kind not in kinds:
        expected = "whole numbers" if kinds == "iu" else "real numbers"
        raise TypeError(f"{what}: expected {expected}, got an array of {array.dtype}")
    if not array.size and array.ndim == 1 and None in shape:
        array = array.reshape([0 if length is None else length for length in shape])
    fits = array.ndim == len(shape) and all(
        wanted is None or wanted == length for wanted, length in zip(shape, array.shape, strict=True)
    )
    if not fits:
        wanted = " x ".join("any" if length is None else str(length) for length in shape)
        actual = " x ".join(map(str, array.shape)) or "a single number"
        raise ValueError(f"{what}: expected {wanted} values, got {actual}")
    if kinds == "iu" and array.size:
        limits = np.iinfo(dtype)
        if array.min() < limits.min or array.max() > limits.max:
            raise ValueError(f"{what}: values must lie between {limits.min} and {limits.max}")
    return np.ascontiguousarray(array, dtype=dtype)


def whole_number(value: Any, what: str, maximum: int = 2**63 - 1) -> int:
    """Returns a number from 0 on as C takes it; `TypeError` if it is not whole, `ValueError` out of range."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what}: expected a whole number, got {type(value).__name__}") from None
    if not 0 <= number <= maximum:
        raise ValueError(f"{what}: {number} does not lie between 0 and {maximum}")
    return number


class _Memory:
    """Memory of a handle, in the protocol by which numpy takes it without a copy."""

    def __init__(self, address: int, shape: tuple[int, ...], dtype: np.dtype[Any], owner: object) -> None:
        self.owner = owner
        self.__array_interface__ = {"data": (address, True), "shape": shape, "typestr": dtype.str, "version": 3}


def view(address: int | None, shape: tuple[int, ...], dtype: Any, owner: object) -> npt.NDArray[Any]:
    """Shows memory that belongs to `owner` as a read-only array; the array keeps `owner` alive."""
    kind = np.dtype(dtype)
    if not address or 0 in shape:
        empty = np.zeros(shape, kind)
        empty.flags.writeable = False
        return empty
    return np.asarray(_Memory(address, shape, kind, owner))
