"""The options of a command, as the plug-in describes them, and their values, kept in Maya's preferences.

Names, labels, help, defaults and ranges come from the library through `-query -describe`; nothing of them stands here.
"""

from __future__ import annotations

import json
from typing import Any, Dict, List, NamedTuple, Tuple

from maya import mel

from . import memory
from .run import Flags, Value, need_plugin

# Metres in the units of length that Maya offers. Lengths are kept in metres: the scene's unit may change.
METRES = {"mm": 0.001, "cm": 0.01, "m": 1.0, "km": 1000.0, "in": 0.0254, "ft": 0.3048, "yd": 0.9144}


class Choice(NamedTuple):
    """One word that an option can be."""

    name: str
    label: str
    help: str


class Option(NamedTuple):
    """One option of a command."""

    name: str
    flag: str
    label: str
    help: str
    unit: str
    kind: str
    default: Value
    min: float
    max: float
    choices: Tuple[Choice, ...]
    used_when: Tuple[Tuple[str, Tuple[str, ...]], ...]


class Operation(NamedTuple):
    """What a command does, and its options."""

    name: str
    command: str
    label: str
    help: str
    options: Tuple[Option, ...]


def describe(command: str) -> Operation:
    """Asks the plug-in; lengths are in the scene's unit."""
    need_plugin()
    return parse(mel.eval(command + " -query -describe"))


def parse(text: str) -> Operation:
    """Reads what `-describe` returns."""
    its = json.loads(text)
    return Operation(
        its["name"], its["command"], its["label"], its["help"], tuple(_option(option) for option in its["options"])
    )


def _option(its: Dict[str, Any]) -> Option:
    choices = tuple(Choice(c["name"], c["label"], c["help"]) for c in its["choices"])
    used_when = tuple((c["subject"], tuple(c["values"])) for c in its["usedWhen"])
    default = its["default"]
    if its["kind"] == "integer":
        default = int(default)
    return Option(
        its["name"],
        its["flag"],
        its["label"],
        its["help"],
        its["unit"],
        its["kind"],
        default,
        its["min"],
        its["max"],
        choices,
        used_when,
    )


def used(operation: Operation, values: Dict[str, Value], inputs: Dict[str, str]) -> List[str]:
    """The options that have an effect beside the others' values and what the operation is given.

    An input that is not named counts as given in any way that an option may ask for.
    """
    return [option.name for option in operation.options if _is_used(option, values, inputs)]


def _is_used(option: Option, values: Dict[str, Value], inputs: Dict[str, str]) -> bool:
    for subject, wanted in option.used_when:
        if subject in values:
            value = values[subject]
            word = str(value).lower() if isinstance(value, bool) else str(value)
        elif subject in inputs:
            word = inputs[subject]
        else:
            continue
        if word not in wanted:
            return False
    return True


def flags(operation: Operation, values: Dict[str, Value], inputs: Dict[str, str]) -> Flags:
    """The flags to give: options that have an effect and are not at their default."""
    given = used(operation, values, inputs)
    return [
        (option.flag, values[option.name])
        for option in operation.options
        if option.name in given and not is_default(option, values[option.name])
    ]


def is_default(option: Option, value: Value) -> bool:
    """Whether a value is the default, up to the rounding of a length that was stored in metres."""
    if option.kind != "number":
        return value == option.default
    return abs(float(value) - float(option.default)) <= 1e-9 * max(1.0, abs(float(option.default)))


def saved(operation: Operation) -> Dict[str, Value]:
    """The values that the user left, defaults for all others."""
    values: Dict[str, Value] = {option.name: option.default for option in operation.options}
    kept = memory.read_all(_variable(operation))
    for option in operation.options:
        if option.name in kept and _fits(option, kept[option.name]):
            values[option.name] = _from_metres(option, kept[option.name])
    return values


def save(operation: Operation, values: Dict[str, Value]) -> None:
    """Keeps the values that are not defaults; later defaults of the library reach all others."""
    kept = {
        option.name: _to_metres(option, values[option.name])
        for option in operation.options
        if not is_default(option, values[option.name])
    }
    memory.write_all(_variable(operation), kept)


def reset(operation: Operation) -> Dict[str, Value]:
    """Forgets what was kept; returns the defaults."""
    memory.forget(_variable(operation))
    return saved(operation)


def _variable(operation: Operation) -> str:
    return operation.command + "Options"


def _fits(option: Option, value: Any) -> bool:
    """Whether what was kept is still a value of the option: an older version may have had another kind."""
    if option.kind == "flag":
        return isinstance(value, bool)
    if option.kind == "choice":
        return value in [choice.name for choice in option.choices]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    if option.kind == "integer" and not isinstance(value, int):
        return False
    shown = float(_from_metres(option, value))
    slack = 1e-9 * max(1.0, abs(option.min), abs(option.max))
    return option.min - slack <= shown <= option.max + slack


def _to_metres(option: Option, value: Value) -> Value:
    return float(value) * METRES[option.unit] if _is_length(option) else value


def _from_metres(option: Option, value: Value) -> Value:
    return float(value) / METRES[option.unit] if _is_length(option) else value


def _is_length(option: Option) -> bool:
    return option.kind == "number" and option.unit in METRES
