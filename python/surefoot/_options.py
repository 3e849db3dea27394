"""Options of the operations: from keyword arguments to the C structs, by the library's own table of specs."""

from __future__ import annotations

import ctypes
import difflib
import functools
import inspect
import numbers
import operator
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeVar

import numpy as np

from . import _declarations as c
from ._native import call, lib
from .errors import OptionError, UnsupportedError

_KINDS: tuple[Literal["number", "integer", "flag", "choice"], ...] = ("number", "integer", "flag", "choice")
_NOTHING: Mapping[str, str] = MappingProxyType({})

_MAX_INTEGER = 2**63 - 1

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Choice:
    """One value of an option that is one of a few words.

    >>> remove = next(o for o in surefoot.operations() if o.name == "remove_footskate")
    >>> [choice.label for choice in remove.option("solver").choices]
    ['Least Squares', 'Windowed']
    """

    name: str
    """The word, as the keyword takes it: `foot-rooted`."""
    label: str
    """What a person reads: `Foot-Rooted`."""
    help: str
    """One line for a user, without a final full stop."""


@dataclass(frozen=True)
class Condition:
    """Something that must hold for an option to matter.

    >>> remove = next(o for o in surefoot.operations() if o.name == "remove_footskate")
    >>> remove.option("window").used_when[1]
    Condition(subject='solver', values=('windowed',))
    """

    subject: str
    """Another option of the operation, or an input of it such as `ground`, which is `given` or `none`."""
    values: tuple[str, ...]
    """The values with which the option matters."""


@dataclass(frozen=True)
class Option:
    """One option of an operation, as the library declares it.

    >>> detect = next(o for o in surefoot.operations() if o.name == "detect_plants")
    >>> detect.options[0].label, detect.options[0].allowed
    ('Still Speed', '0.01 to 1 m/s')
    """

    name: str
    """The keyword; `--max-stretch` on the command line is `max_stretch` here."""
    label: str
    """What a person reads: `Max Stretch`."""
    kind: Literal["number", "integer", "flag", "choice"]
    """What values it takes."""
    unit: str
    """`m`, `s`, `frames`, `ratio`, … or empty."""
    help: str
    """One line for a user, without a final full stop."""
    default: float | int | bool | str
    """What it is when the keyword is left out."""
    min: float | int | None
    """Least value of a number or integer."""
    max: float | int | None
    """Largest value of a number or integer."""
    choices: tuple[Choice, ...]
    """The words of a choice."""
    used_when: tuple[Condition, ...]
    """When the option matters: all of these hold. Empty: always. `is_used` tells it."""

    @property
    def allowed(self) -> str:
        """Says in words what the option takes."""
        if self.kind == "flag":
            return "True or False"
        if self.kind == "choice":
            return " or ".join(repr(choice.name) for choice in self.choices)
        unit = f" {self.unit}" if self.unit else ""
        if self.kind == "integer":
            return (f"{self.min} or more" if self.max == _MAX_INTEGER else f"{self.min} to {self.max}") + unit
        return f"{self.min:g} to {self.max:g}{unit}"


@dataclass(frozen=True)
class Operation:
    """An operation and its options, as the library declares them.

    >>> [operation.label for operation in surefoot.operations() if operation.name == "trim_clip"]
    ['Trim Clip']
    """

    name: str
    """The function's name: `remove_footskate`."""
    label: str
    """What a person reads: `Remove Footskate`."""
    help: str
    """One line for a user, without a final full stop."""
    is_edit: bool
    """Whether it takes a skeleton, a clip and its options and gives a clip and a report, as `mirror_clip` does."""
    options: tuple[Option, ...]
    """The options, in the order users should see them."""

    def option(self, name: str) -> Option:
        """Gives the option of that name; `KeyError` if there is none.

        >>> trim = next(o for o in surefoot.operations() if o.name == "trim_clip")
        >>> trim.option("first").default
        0
        """
        for option in self.options:
            if option.name == name:
                return option
        raise KeyError(_unknown(self.name, name, [option.name for option in self.options]))


@functools.cache
def operations() -> tuple[Operation, ...]:
    """Gives every operation with its options.

    Hosts build their interfaces from it: names, labels, defaults, ranges and help are the library's own.

    >>> remove = next(o for o in surefoot.operations() if o.name == "remove_footskate")
    >>> stretch = remove.option("max_stretch")
    >>> stretch.kind, stretch.default, stretch.min, stretch.max, stretch.unit
    ('number', 0.03, 0.0, 0.2, 'ratio')
    """
    items, count = ctypes.POINTER(ctypes.POINTER(c.surefoot_operation))(), ctypes.c_size_t()
    call(lib.surefoot_operations_get, ctypes.byref(items), ctypes.byref(count))
    return tuple(_operation(entry.contents) for entry in items[: count.value])


def used_options(
    operation: Operation, values: Mapping[str, Any] = _NOTHING, inputs: Mapping[str, str] = _NOTHING
) -> tuple[str, ...]:
    """Gives the names of the options that matter beside the `values` of the others; those left out have their defaults.

    `inputs` tells what else the operation is given: `{"ground": "given"}` or `{"ground": "none"}`. A condition on an
    input that is not named counts as met. The library answers; the answer to the same question is remembered.

    >>> remove = next(o for o in surefoot.operations() if o.name == "remove_footskate")
    >>> "cutoff" in surefoot.used_options(remove), "cutoff" in surefoot.used_options(remove, {"method": "root"})
    (True, False)
    """
    chosen = {option.name: option.default for option in operation.options}
    unknown = [name for name in values if name not in chosen]
    if unknown:
        raise TypeError(f"{operation.name} has no option '{unknown[0]}'; it has {', '.join(chosen)}")
    chosen.update(values)
    numbers = (float(_c_value(option, chosen[option.name])) for option in operation.options)
    return _used_options(operation.name, tuple(numbers), tuple(sorted(inputs.items())))


def is_used(
    operation: Operation, option: Option, values: Mapping[str, Any], inputs: Mapping[str, str] = _NOTHING
) -> bool:
    """Tells whether an option is among `used_options`.

    >>> remove = next(o for o in surefoot.operations() if o.name == "remove_footskate")
    >>> cutoff = remove.option("cutoff")
    >>> surefoot.is_used(remove, cutoff, {}), surefoot.is_used(remove, cutoff, {"method": "root"})
    (True, False)
    """
    return option.name in used_options(operation, values, inputs)


@functools.lru_cache(maxsize=256)
def _used_options(name: str, numbers: tuple[float, ...], inputs: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    pairs = [c.surefoot_input_state(name=key.encode("utf-8"), value=word.encode("utf-8")) for key, word in inputs]
    states = (c.surefoot_input_state * len(pairs))(*pairs)
    count = len(numbers)
    values, used = (ctypes.c_double * count)(*numbers), (ctypes.c_int32 * count)()
    call(lib.surefoot_used_options, name.encode("utf-8"), values, count, states, len(inputs), used, count)
    return tuple(option.name for option, flag in zip(operation_named(name).options, used, strict=True) if flag)


def operation_named(name: str) -> Operation:
    """The operation of that name."""
    return next(operation for operation in operations() if operation.name == name)


def _texts(item: Any, *fields: str) -> list[str]:
    return [getattr(item, field).decode("utf-8") for field in fields]


def _operation(item: Any) -> Operation:
    name, label, text = _texts(item, "name", "label", "help")
    options = tuple(_option(option.contents) for option in item.options[: item.option_count])
    return Operation(name, label, text, bool(item.is_edit), options)


def _option(item: Any) -> Option:
    kind = _KINDS[item.kind]
    choices = tuple(Choice(*_texts(choice, "name", "label", "help")) for choice in item.choices[: item.choice_count])
    number = int if kind == "integer" else float
    default: float | int | bool | str = number(item.default_value)
    if kind == "flag":
        default = bool(default)
    elif kind == "choice":
        default = choices[int(item.default_value)].name
    is_number = kind in ("number", "integer")
    name, label, unit, text = _texts(item, "name", "label", "unit", "help")
    return Option(
        name,
        label,
        kind,
        unit,
        text,
        default,
        number(item.min) if is_number else None,
        # The table holds doubles, in which the largest integer is one too large.
        min(number(item.max), _MAX_INTEGER) if is_number else None,
        choices,
        tuple(
            Condition(
                when.subject.decode("utf-8"), tuple(word.decode("utf-8") for word in when.values[: when.value_count])
            )
            for when in item.used_when[: item.condition_count]
        ),
    )


def packed(name: str, options: Mapping[str, Any]) -> Any:
    """The C struct of an operation's options as an argument; as `filled` makes it."""
    struct = filled(name, options)
    return None if struct is None else ctypes.byref(struct)


def filled(name: str, options: Mapping[str, Any]) -> Any:
    """Makes the C struct of an operation's options; `None`, which means the defaults, if there are none.

    `TypeError` for an unknown option or a value of another type; `OptionError` for a word that is no choice. Ranges are
    the library's to check.
    """
    if not options:
        return None
    struct = getattr(c, f"surefoot_{name}_options")()
    call(getattr(lib, f"surefoot_{name}_default_options"), ctypes.byref(struct), ctypes.sizeof(struct))
    specs = {spec.name: spec for spec in operation_named(name).options}
    fields = {field for field, *_ in struct._fields_}
    for option, value in options.items():
        if option not in specs:
            raise TypeError(_unknown(name, option, specs))
        # ctypes takes any attribute without a word, and would lose it.
        if option not in fields:
            raise UnsupportedError(f"option '{option}' is newer than this package; update the package")
        setattr(struct, option, _c_value(specs[option], value))
    return struct


def _unknown(operation_name: str, option: str, known: Collection[str]) -> str:
    near = difflib.get_close_matches(option, known, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(known)}"
    return f"{operation_name}() has no option '{option}'; {hint}"


def _c_value(spec: Option, value: Any) -> float | int:
    def wrong(expected: str) -> TypeError:
        return TypeError(f"option '{spec.name}' takes {expected} ({spec.allowed}), got {value!r}")

    if spec.kind == "choice":
        if not isinstance(value, str):
            raise wrong("a word")
        words = [choice.name for choice in spec.choices]
        if value not in words:
            raise OptionError(f"option '{spec.name}' is '{value}'; it takes {spec.allowed}")
        return words.index(value)
    if spec.kind == "flag":
        if not isinstance(value, (bool, np.bool_)):
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
        specs = operation_named(name).options
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
        options = "\n".join(["\n\nOptions:", *lines]) if lines else ""
        function.__doc__ = f"{text.rstrip()}{options}\n\n{found}{examples}".rstrip() + "\n"
        return function

    return decorate
