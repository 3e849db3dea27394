"""Loads the native library and calls it; the only module that does so through ctypes."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from . import _declarations as c
from .errors import ClosedError, error_of

if TYPE_CHECKING:
    from typing_extensions import Self

_FILE = {"win32": "surefoot.dll", "darwin": "libsurefoot.dylib"}.get(sys.platform, "libsurefoot.so")


def _find_library() -> Path:
    """Looks where `SUREFOOT_LIBRARY` says, then inside the package, then in the workspace around it."""
    given = os.environ.get("SUREFOOT_LIBRARY")
    if given:
        return Path(given)
    package = Path(__file__).resolve().parent
    target = package.parents[1] / "target"
    places = [package / _FILE, target / "release" / _FILE, target / "debug" / _FILE]
    for place in places:
        if place.is_file():
            return place
    looked = ", ".join(map(str, places))
    raise ImportError(f"surefoot's native library is missing; looked for {looked}; set SUREFOOT_LIBRARY to its path")


def _load() -> Any:
    path = _find_library()
    try:
        library = ctypes.CDLL(str(path))
        error = ctypes.POINTER(c.surefoot_error)
        calls = {name: (ctypes.c_int32, (*kinds, error)) for name, kinds in c.CALLS.items()}
        for name, (result, kinds) in {**calls, **c.FUNCTIONS}.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, kinds
    except (OSError, AttributeError) as error:
        raise ImportError(f"surefoot's native library cannot be used: {error}") from error
    actual = library.surefoot_version().decode()
    # In 0.x the minor version is part of the ABI.
    if actual.split(".")[:2] != c.SUREFOOT_VERSION.split(".")[:2]:
        raise ImportError(f"{path} is version {actual}, but this package needs {c.SUREFOOT_VERSION}")
    return library


lib: Any = _load()
"""The library, with the types of every function set."""


def call(function: Callable[..., int], *arguments: Any) -> None:
    """Calls a function whose last argument is a `surefoot_error`; a failure is raised.

    The global interpreter lock is free meanwhile, so other Python threads run on.
    """
    error = c.surefoot_error()
    if function(*arguments, ctypes.byref(error)) != c.SUREFOOT_OK:
        raise error_of(error)


class Owner:
    """One handle of the library, freed when nothing refers to it any more; an argument of calls as it is.

    A call's arguments live as long as the call, so a handle that another thread closes meanwhile is not freed under it.
    `keep` is what the handle borrows from: a clip of a document keeps the document.
    """

    __slots__ = ("__weakref__", "_as_parameter_", "_free", "address", "keep")

    def __init__(self, address: int | None, free: Callable[[int], None] | None, keep: object = None) -> None:
        self._free = free
        self.address = address
        self.keep = keep
        # The protocol by which ctypes takes an object for a number.
        self._as_parameter_ = ctypes.c_void_p(address)

    def __del__(self) -> None:
        if self._free is not None and self.address:
            self._free(self.address)


def outputs(count: int, function: Callable[..., int], *arguments: Any) -> list[int | None]:
    """Calls a function whose last arguments before the error are that many handles; the caller is to own them."""
    out = [ctypes.c_void_p() for _ in range(count)]
    call(function, *arguments, *map(ctypes.byref, out))
    return [one.value for one in out]


class Handle:
    """What the nouns have in common: a handle, shared with every array that shows its memory.

    `_NAME` is the noun's name in C: `surefoot_x_get` gives what it holds as a `surefoot_x_view`, and `surefoot_x_free`
    frees it.
    """

    _NAME: ClassVar[str]
    _owner: Owner | None
    _view: Any

    @classmethod
    def _of(cls, owner: Owner) -> Self:
        """The object of a handle."""
        made = cls.__new__(cls)
        made._set(owner)
        return made

    @classmethod
    def _take(cls, address: int | None) -> Self:
        """The object of a handle that belongs to the caller."""
        return cls._of(cls._own(address))

    @classmethod
    def _own(cls, address: int | None) -> Owner:
        return Owner(address, getattr(lib, f"surefoot_{cls._NAME}_free"))

    @classmethod
    def _made(cls, function: Callable[..., int], *arguments: Any) -> Self:
        """Calls a function whose output is one handle of this kind."""
        return cls._take(*outputs(1, function, *arguments))

    def _set(self, owner: Owner) -> None:
        self._owner = owner
        kind = getattr(c, f"surefoot_{self._NAME}_view")
        out = ctypes.POINTER(kind)()
        call(getattr(lib, f"surefoot_{self._NAME}_get"), owner, ctypes.byref(out))
        # The struct is copied, so that only arrays lead into the library's memory, and those keep it alive.
        self._view = kind.from_buffer_copy(out.contents)

    def _open(self) -> Any:
        """What the handle holds. `ClosedError` after `close()`."""
        _ = self._memory
        return self._view

    @property
    def _memory(self) -> Owner:
        """The handle, for calls and views. `ClosedError` after `close()`."""
        owner = self._owner
        if owner is None:
            raise ClosedError(f"this {type(self).__name__} was closed")
        return owner

    def close(self) -> None:
        """Lets the library's memory go before Python would; arrays taken from it stay valid.

        Using the object afterwards raises `ClosedError`.
        """
        self._owner = None


def handle(value: Any, kind: type[Handle], what: str) -> Owner:
    """The handle of an argument. `TypeError` for anything but a `kind`: the library cannot tell handles apart."""
    if not isinstance(value, kind):
        raise TypeError(f"{what}: expected surefoot.{kind.__name__}, got {type(value).__name__}")
    return value._memory


def optional_handle(value: Any, kind: type[Handle], what: str) -> Owner | None:
    """As `handle`, where `None` is left out."""
    return None if value is None else handle(value, kind, what)


def new_handle(create: Callable[..., int], free: Callable[[int], None], *arguments: Any) -> Owner:
    """Calls a function whose output is one handle, its last argument before the error."""
    return Owner(outputs(1, create, *arguments)[0], free)


def take_text(function: Callable[..., int], *arguments: Any) -> str:
    """Calls a function whose output is one text."""
    owner = new_handle(function, lib.surefoot_text_free, *arguments)
    return text_of(owner)


def text_of(owner: Owner) -> str:
    """The characters of a text handle."""
    characters, length = ctypes.c_char_p(), ctypes.c_size_t()
    call(lib.surefoot_text_get, owner, ctypes.byref(characters), ctypes.byref(length))
    return (characters.value or b"").decode("utf-8")


def take_bytes(address: int | None) -> bytes:
    """Copies the content of a bytes handle and frees it."""
    owner = Owner(address, lib.surefoot_bytes_free)
    data, count = ctypes.POINTER(ctypes.c_uint8)(), ctypes.c_size_t()
    call(lib.surefoot_bytes_get, owner, ctypes.byref(data), ctypes.byref(count))
    return ctypes.string_at(data, count.value)


def given_bytes(content: Any, what: str) -> tuple[Any, int]:
    """Bytes as arguments, without a copy."""
    if not isinstance(content, bytes):
        raise TypeError(f"{what}: expected bytes, got {type(content).__name__}")
    return ctypes.cast(ctypes.c_char_p(content), ctypes.POINTER(ctypes.c_uint8)), len(content)


def utf8(text: str | os.PathLike[str], what: str) -> bytes:
    """A text or path as C takes it."""
    given = os.fspath(text) if isinstance(text, os.PathLike) else text
    if not isinstance(given, str):
        raise TypeError(f"{what}: expected a text, got {type(text).__name__}")
    if "\0" in given:
        raise ValueError(f"{what}: holds a zero character")
    return given.encode("utf-8")


def pointer(array: Any, kind: Any) -> Any:
    """A numpy array's memory as an argument; NULL for none."""
    if array is None:
        return None
    return array.ctypes.data_as(ctypes.POINTER(kind))


def address_of(field: Any) -> int | None:
    """Where a pointer inside a struct leads."""
    return ctypes.cast(field, ctypes.c_void_p).value


def handles(values: Iterable[Any], kind: type[Handle], what: str) -> tuple[Any, int]:
    """An array of handles and its length, as arguments."""
    owners = [handle(value, kind, f"{what}[{i}]") for i, value in enumerate(values)]
    array = (ctypes.c_void_p * max(len(owners), 1))(*(owner.address for owner in owners))
    # ctypes lets an array carry attributes; it must not outlive what it points at.
    array.owners = owners  # type: ignore[attr-defined]
    return array, len(owners)
