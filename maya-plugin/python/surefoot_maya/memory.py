"""Values in Maya's preferences (optionVar). Maya saves them when it is closed."""

from __future__ import annotations

import json
from typing import Any, Dict

from maya import cmds


def read(name: str) -> Any:
    """A value; None if there is none."""
    if not cmds.optionVar(exists=name):
        return None
    return cmds.optionVar(query=name)  # type: ignore[call-overload]  # types-maya wants True


def write(name: str, value: Any) -> None:
    """Keeps a word or a number under its own type."""
    if isinstance(value, str):
        cmds.optionVar(stringValue=(name, value))
    elif isinstance(value, int):
        cmds.optionVar(intValue=(name, value))
    else:
        cmds.optionVar(floatValue=(name, value))


def forget(name: str) -> None:
    """Removes a value."""
    cmds.optionVar(remove=name)


def read_all(name: str) -> Dict[str, Any]:
    """Values that were kept together; what cannot be read counts as none."""
    try:
        kept = json.loads(read(name) or "{}")
    except (TypeError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def write_all(name: str, values: Dict[str, Any]) -> None:
    """Keeps values together."""
    write(name, json.dumps(values, sort_keys=True))
