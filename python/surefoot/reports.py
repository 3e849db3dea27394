"""What operations tell about their work: the figures of the library's report, by name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeVar

from ._native import Owner

AnyReport = TypeVar("AnyReport", bound="Report")


class Figures:
    """Named figures; `figures.slide_mean` and `figures["slide_mean"]` are the same.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> plants = surefoot.detect_plants(skeleton, clip).plants
    >>> figures = surefoot.measure_footskate(skeleton, clip, plants)
    >>> figures.slide_mean == figures["slide_mean"]
    True
    """

    def __init__(self, figures: dict[str, Any]) -> None:
        self._figures = figures

    def to_dict(self) -> dict[str, Any]:
        """Gives the plain dictionary, as the command line writes it to JSON.

        >>> import surefoot
        >>> document = surefoot.read("walk.bvh")
        >>> skeleton, clip = document.skeleton, document.clips[0]
        >>> plants = surefoot.detect_plants(skeleton, clip).plants
        >>> surefoot.measure_footskate(skeleton, clip, plants).to_dict()["slide_mean"] > 0
        True
        """
        return self._figures

    def __getattr__(self, name: str) -> Any:
        # Only asked for what is no attribute; private names are never figures (copying and pickling ask for some).
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._figures:
            raise AttributeError(f"there is no figure '{name}'; there are {', '.join(self._figures)}")
        return _shown(self._figures[name])

    def __getitem__(self, name: str) -> Any:
        return _shown(self._figures[name])

    def __contains__(self, name: object) -> bool:
        return name in self._figures

    def __iter__(self) -> Iterator[str]:
        return iter(self._figures)

    def __len__(self) -> int:
        return len(self._figures)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._figures]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Figures) and self._figures == other._figures

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={value!r}" for name, value in self._figures.items())
        return f"{type(self).__name__}({inner})"


def _shown(value: Any) -> Any:
    if isinstance(value, dict):
        return Figures(value)
    if isinstance(value, list):
        return [_shown(entry) for entry in value]
    return value


class Report(Figures):
    """The report of one operation: its figures, and a line for people.

    >>> import surefoot
    >>> document = surefoot.read("walk.bvh")
    >>> clip = document.clips[0]
    >>> plants = surefoot.detect_plants(document.skeleton, clip).plants
    >>> report = surefoot.remove_footskate(document.skeleton, clip, plants).report
    >>> report.after.slide_mean < 0.1 * report.before.slide_mean
    True
    >>> report.to_dict()["method"]
    'limbs'
    """

    def __init__(self, summary: str, figures: dict[str, Any], owner: Owner | None = None) -> None:
        super().__init__(figures)
        self._summary = summary
        self._owner = owner

    def summary(self) -> str:
        """Says what a person wants to know first; the same text in every host.

        >>> import surefoot
        >>> document = surefoot.read("walk.bvh")
        >>> skeleton, clip = document.skeleton, document.clips[0]
        >>> plants = surefoot.detect_plants(skeleton, clip).plants
        >>> "slide" in surefoot.remove_footskate(skeleton, clip, plants).report.summary()
        True
        """
        return self._summary

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._summary}>"

    def __reduce__(self) -> Any:
        return type(self), (self._summary, self._figures)


def read_report(kind: type[AnyReport], owner: Owner, seen: Any) -> AnyReport:
    """Makes a report from a handle and its view, which has `summary` and `json`."""
    return kind(seen.summary.decode("utf-8"), json.loads(seen.json), owner)
