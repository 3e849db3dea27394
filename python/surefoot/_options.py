"""Options of the operations: from keyword arguments to the C structs, by the library's own table of specs."""

from __future__ import annotations

import ctypes
import difflib
import functools
import inspect
import numbers
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from . import _declarations as c
from ._native import call, lib
from .errors import OptionError, UnsupportedError

_KINDS = {
    c.SUREFOOT_OPTION_NUMBER: "number",
    c.SUREFOOT_OPTION_INTEGER: "integer",
    c.SUREFOOT_OPTION_FLAG: "flag",
    c.SUREFOOT_OPTION_CHOICE: "choice",
}

_MAX_INTEGER = 2**63 - 1

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class OptionSpec:
    """One option of an operation, as the library declares it.

    >>> import surefoot
    >>> surefoot.operations()["detect_plants"][0].allowed
    '0.01 to 1 m/s'
    """

    name: str
    """The keyword; `--max-stretch` on the command line is `max_stretch` here."""
    kind: str
    """`number`, `integer`, `flag` or `choice`."""
    default: float | int | bool | str
    """What it is when the keyword is left out."""
    min: float | int | None
    """Least value of a number or integer."""
    max: float | int | None
    """Largest value of a number or integer."""
    values: tuple[str, ...]
    """The words of a choice."""
    unit: str
    """`m`, `s`, `frames`, `ratio`, … or empty."""
    help: str
    """One line for a user."""

    @property
    def allowed(self) -> str:
        """Says in words what the option takes."""
        if self.kind == "flag":
            return "True or False"
        if self.kind == "choice":
            return " or ".join(map(repr, self.values))
        unit = f" {self.unit}" if self.unit else ""
        if self.kind == "integer":
            return (f"{self.min} or more" if self.max == _MAX_INTEGER else f"{self.min} to {self.max}") + unit
        return f"{self.min:g} to {self.max:g}{unit}"


@functools.cache
def operations() -> Mapping[str, tuple[OptionSpec, ...]]:
    """Gives every operation that takes options, with its options in the order users should see them.

    Hosts build their interfaces from it: names, defaults, ranges and help are the library's own.

    >>> import surefoot
    >>> stretch = next(o for o in surefoot.operations()["remove_footskate"] if o.name == "max_stretch")
    >>> stretch.kind, stretch.default, stretch.min, stretch.max, stretch.unit
    ('number', 0.03, 0.0, 0.2, 'ratio')
    """
    items, count = ctypes.POINTER(ctypes.POINTER(c.surefoot_operation))(), ctypes.c_size_t()
    call(lib.surefoot_operations_get, ctypes.byref(items), ctypes.byref(count))
    table = {}
    for item in (entry.contents for entry in items[: count.value]):
        specs = tuple(_spec(option.contents) for option in item.options[: item.option_count])
        table[item.name.decode("utf-8")] = specs
    return table


def _spec(option: Any) -> OptionSpec:
    kind = _KINDS[option.kind]
    words = tuple(word.decode("utf-8") for word in option.values[: option.value_count])
    number = int if kind == "integer" else float
    default = {"flag": bool, "choice": lambda place: words[int(place)]}.get(kind, number)(option.default_value)
    is_number = kind in ("number", "integer")
    return OptionSpec(
        name=option.name.decode("utf-8"),
        kind=kind,
        default=default,
        min=number(option.min) if is_number else None,
        # The table holds doubles, in which the largest integer is one too large.
        max=min(number(option.max), _MAX_INTEGER) if is_number else None,
        values=words,
        unit=option.unit.decode("utf-8"),
        help=option.help.decode("utf-8"),
    )


def packed(name: str, options: Mapping[str, Any]) -> Any:
    """Makes the C struct of an operation's options; `None`, which means the defaults, if there are none.

    `TypeError` for an unknown option or a value of another type; `OptionError` for a word that is no choice. Ranges are
    the library's to check.
    """
    if not options:
        return None
    struct = getattr(c, f"surefoot_{name}_options")()
    call(getattr(lib, f"surefoot_{name}_default_options"), ctypes.byref(struct), ctypes.sizeof(struct))
    specs = {spec.name: spec for spec in operations()[name]}
    fields = {field for field, *_ in struct._fields_}
    for option, value in options.items():
        if option not in specs:
            raise TypeError(_unknown(name, option, specs))
        # ctypes takes any attribute without a word, and would lose it.
        if option not in fields:
            raise UnsupportedError(f"option '{option}' is newer than this package; update the package")
        setattr(struct, option, _c_value(specs[option], value))
    return ctypes.byref(struct)


def _unknown(operation_name: str, option: str, known: Mapping[str, Any]) -> str:
    near = difflib.get_close_matches(option, known, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(known)}"
    return f"{operation_name}() has no option '{option}'; {hint}"


def _c_value(spec: OptionSpec, value: Any) -> float | int:
    def wrong(expected: str) -> TypeError:
        return TypeError(f"option '{spec.name}' takes {expected} ({spec.allowed}), got {value!r}")

    if spec.kind == "choice":
        if not isinstance(value, str):
            raise wrong("a word")
        if value not in spec.values:
            raise OptionError(f"option '{spec.name}' is '{value}'; it takes {spec.allowed}")
        return spec.values.index(value)
    if spec.kind == "flag":
        # numpy's own booleans are no bool, but say so by their type's name.
        if not isinstance(value, bool) and type(value).__name__ not in ("bool_", "bool"):
            raise wrong("True or False")
        return int(value)
    if isinstance(value, bool):
        raise wrong("a number")
    if spec.kind == "integer":
        try:
            number = operator.index(value)
        except TypeError:
            raise wrong("a whole number") from None
        # Beyond 64 bits ctypes would wrap around.
        if not -(2**63) <= number < 2**63:
            raise OptionError(f"option '{spec.name}' is {value}; it takes {spec.allowed}")
        return number
    if not isinstance(value, numbers.Real):
        raise wrong("a number")
    return float(value)


def operation(name: str) -> Callable[[Function], Function]:
    """Shows the options of an operation in a function's signature and docstring, with defaults and ranges."""

    def decorate(function: Function) -> Function:
        specs = operations()[name]
        signature = inspect.signature(function)
        # The type of **options is for type checkers only.
        plain = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
        kinds = {"number": "float", "integer": "int", "flag": "bool", "choice": "str"}
        shown = [
            inspect.Parameter(
                spec.name, inspect.Parameter.KEYWORD_ONLY, default=spec.default, annotation=kinds[spec.kind]
            )
            for spec in specs
        ]
        function.__signature__ = signature.replace(parameters=[*plain, *shown])  # type: ignore[attr-defined]
        lines = [f"    {spec.name}: {spec.help}. {spec.allowed}, default {spec.default!r}." for spec in specs]
        text, found, examples = inspect.cleandoc(function.__doc__ or "").partition(">>>")
        options = "\n".join(["Options:", *lines, ""])
        function.__doc__ = f"{text.rstrip()}\n\n{options}\n{found}{examples}".rstrip() + "\n"
        return function

    return decorate
