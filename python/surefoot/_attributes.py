"""Attributes of the nouns that show what a handle's view holds: declared by name, type and text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ._arrays import view
from ._native import Handle, address_of

Value = TypeVar("Value", covariant=True)
Scalar = TypeVar("Scalar", bound=np.generic, covariant=True)


def text(value: bytes) -> str:
    """A text of the view."""
    return value.decode("utf-8")


class _ReadOnly:
    name: str

    def __set_name__(self, owner: type[Handle], name: str) -> None:
        self.name = name

    def __set__(self, handle: Handle, value: object) -> None:
        raise AttributeError(f"'{self.name}' of a {type(handle).__name__} cannot be set: make a new one")


class Figure(_ReadOnly, Generic[Value]):
    """A number or text of the view."""

    def __init__(self, kind: Callable[[Any], Value], doc: str) -> None:
        self.kind = kind
        self.__doc__ = doc

    @overload
    def __get__(self, handle: None, owner: type[Handle]) -> Figure[Value]: ...
    @overload
    def __get__(self, handle: Handle, owner: type[Handle]) -> Value: ...
    def __get__(self, handle: Handle | None, owner: type[Handle]) -> Figure[Value] | Value:
        if handle is None:
            return self
        _ = handle._memory  # held while a text is read: another thread may close the handle
        return self.kind(getattr(handle._view, self.name))


class Array(_ReadOnly, Generic[Scalar]):
    """An array of the view, without a copy; `shape` holds lengths, or the fields of the view that tell them."""

    def __init__(self, dtype: type[Scalar], shape: tuple[str | int, ...], doc: str) -> None:
        self.dtype, self.shape = dtype, shape
        self.__doc__ = doc

    @overload
    def __get__(self, handle: None, owner: type[Handle]) -> Array[Scalar]: ...
    @overload
    def __get__(self, handle: Handle, owner: type[Handle]) -> npt.NDArray[Scalar]: ...
    def __get__(self, handle: Handle | None, owner: type[Handle]) -> Array[Scalar] | npt.NDArray[Scalar]:
        if handle is None:
            return self
        memory, seen = handle._memory, handle._view
        shape = tuple(length if isinstance(length, int) else getattr(seen, length) for length in self.shape)
        return view(address_of(getattr(seen, self.name)), shape, self.dtype, memory)
