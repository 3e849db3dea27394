"""`evaluate_balance`: mass models against each other, and clips before and after they were balanced."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _declarations as c
from .._native import lib, utf8
from .._options import operation, packed
from .._report_types import EvaluateBalanceReport
from ..progress import CALLBACK, Progress, call_with_progress
from ..reports import take_report
from .correct_balance import BalanceOriginal, OriginalStruct

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._option_types import EvaluateBalanceOptions


class BalanceCase(NamedTuple):
    """A clip to evaluate, with its other versions.

    >>> surefoot.BalanceCase(surefoot.BalanceOriginal(skeleton, clip)).adapted is None
    True
    """

    original: BalanceOriginal
    """The clip as it came: masses are compared on it."""
    adapted: BalanceOriginal | None = None
    """The clip on another body, or with changed poses."""
    balanced: BalanceOriginal | None = None
    """The adapted clip with its balance corrected."""


@operation("evaluate_balance")
def evaluate_balance(
    cases: Mapping[str, BalanceCase | BalanceOriginal],
    progress: Progress | None = None,
    **options: Unpack[EvaluateBalanceOptions],
) -> EvaluateBalanceReport:
    """Compares ways to find the masses of a body, and clips before and after they were adapted and balanced.

    `cases` are the clips by name. `progress` gets the share done, 0 to 1; returning `False` cancels, which raises
    `Cancelled`. Raises `InvalidError` without cases, and what `measure_balance` does.

    >>> report = surefoot.evaluate_balance({"walk": surefoot.BalanceOriginal(skeleton, clip)}, draws=2)
    >>> report.clips[0].name
    'walk'
    """
    kept: list[OriginalStruct] = []

    def version(given: BalanceOriginal | None, name: str) -> Any:
        if given is None:
            return None
        kept.append(OriginalStruct(given, None, name))
        return ctypes.pointer(kept[-1].struct)

    structs = (c.surefoot_balance_case * max(len(cases), 1))()
    for struct, (name, given) in zip(structs, cases.items(), strict=False):
        case = given if isinstance(given, BalanceCase) else BalanceCase(given)
        struct.name = utf8(name, "name")
        struct.original = version(case.original, f"{name}.original")
        struct.adapted = version(case.adapted, f"{name}.adapted")
        struct.balanced = version(case.balanced, f"{name}.balanced")
    report = ctypes.c_void_p()
    return call_with_progress(
        lib.surefoot_evaluate_balance,
        progress,
        structs,
        len(cases),
        packed("evaluate_balance", options),
        CALLBACK,
        ctypes.byref(report),
        result=lambda: take_report(EvaluateBalanceReport, report.value),
    )
