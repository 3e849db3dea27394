"""Reports of the operations: the library's JSON, read into typed objects."""

from __future__ import annotations

import ctypes
import dataclasses
import functools
import json
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from ._native import Owner, call, lib

if TYPE_CHECKING:
    from .model.note import Note

AnyReport = TypeVar("AnyReport", bound="Report")


class Report:
    """The report of one operation: its figures as attributes, a line for people, and notes.

    >>> report = surefoot.remove_footskate(skeleton, clip, plants).report
    >>> report.after.slide_mean < 0.1 * report.before.slide_mean, report.method, report.missed
    (True, 'limbs', [])
    """

    __slots__ = ("_figures", "_owner")
    _figures: dict[str, Any]
    _owner: Owner | None

    if TYPE_CHECKING:

        @property
        def notes(self) -> list[Note]:
            """What a user should know besides the figures."""

    def summary(self) -> str:
        """Says what a person wants to know first, the same in every host; empty for a part of another report.

        >>> "slide" in surefoot.remove_footskate(skeleton, clip, plants).report.summary()
        True
        """
        return str(self._figures.get("summary", ""))

    def to_dict(self) -> dict[str, Any]:
        """Gives the report as a plain dictionary, as the command line writes it to JSON.

        >>> surefoot.remove_footskate(skeleton, clip, plants).report.to_dict()["method"]
        'limbs'
        """
        return self._figures

    def to_json(self) -> str:
        """Gives the report as JSON.

        >>> surefoot.trim_clip(skeleton, clip, count=60).report.to_json()[:12]
        '{"summary": '
        """
        return json.dumps(self._figures)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.summary()}>"

    def __reduce__(self) -> Any:
        return built, (type(self), self._figures)


def read_report(kind: type[AnyReport], owner: Owner) -> AnyReport:
    """Makes a report from its handle, which it keeps: a page is made from the handle."""
    text = ctypes.c_char_p()
    call(lib.surefoot_report_json, owner, ctypes.byref(text))
    report: AnyReport = built(kind, json.loads(text.value or b"{}"))
    object.__setattr__(report, "_owner", owner)
    return report


def take_report(kind: type[AnyReport], address: int | None) -> AnyReport:
    """As `read_report`, for a report that belongs to the caller."""
    return read_report(kind, Owner(address, lib.surefoot_report_free))


def built(kind: Any, figures: dict[str, Any]) -> Any:
    """Makes an object of a class by the types of its attributes.

    Figures that the package does not know are left out; those that the library does not give are `None`, lists empty.
    """
    made = kind(**{name: convert(figures.get(key)) for name, key, convert in _attributes(kind)})
    if isinstance(made, Report):
        object.__setattr__(made, "_figures", figures)
        object.__setattr__(made, "_owner", None)
    return made


@functools.cache
def _attributes(kind: Any) -> list[tuple[str, str, Callable[[Any], Any]]]:
    """Name, key in JSON and conversion of each attribute; `from_` is `from` in JSON."""
    hints = get_type_hints(kind)
    names = getattr(kind, "_fields", None) or [field.name for field in dataclasses.fields(kind)]
    return [(name, name.rstrip("_"), _conversion(hints[name])) for name in names]


def _conversion(hint: Any) -> Callable[[Any], Any]:
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        convert = _conversion(inner[0])
        return lambda value: None if value is None else convert(value)
    if origin in (list, tuple):
        convert = _conversion(inner[0])
        return lambda items: origin(convert(item) for item in items or ())
    if dataclasses.is_dataclass(hint) or hasattr(hint, "_fields"):
        return lambda value: None if value is None else built(hint, value)
    return lambda value: value
