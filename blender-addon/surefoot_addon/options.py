# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of the library's operations as Blender properties, made from `surefoot.operations()`.

Names, labels, help, defaults, ranges, and when an option has an effect all come from the library. This runs at registration,
so a new option of the library appears in the panel without a change of this add-on.
"""

from __future__ import annotations

import bpy
import numpy as np
import surefoot
from bpy.props import BoolProperty, EnumProperty, FloatProperty, IntProperty

# How tooltips say units; a unit that is not here is written as it is, a ratio needs no word.
UNITS = {
    "": "",
    "ratio": "",
    "m": "metres",
    "s": "seconds",
    "m/s": "metres per second",
    "fps": "frames per second",
    "deg": "degrees",
}
# These describe the character, or change the mesh itself, which the add-on does not write.
NOT_OFFERED = {
    "fit_body",
    "grow_body",
    "scale_character",
    "deform_out_of_body",
    "build_shape_grid",
    "query_shape_grid",
    "evaluate_balance",
}
# Blender's integers have 32 bits.
LEAST_INTEGER, LARGEST_INTEGER = -(2**31), 2**31 - 1


def operations() -> dict[str, surefoot.Operation]:
    """The library's operations, by name."""
    return {operation.name: operation for operation in surefoot.operations()}


def kept() -> list[str]:
    """The names of the operations that have options, which are kept with each armature."""
    offered = [operation for operation in surefoot.operations() if operation.name not in NOT_OFFERED]
    return [operation.name for operation in offered if operation.options]


def names(operation: str) -> list[str]:
    """The names of an operation's options, in the order in which users should see them."""
    return [option.name for option in operations()[operation].options]


def properties(operation: str, **keywords) -> dict:
    """The options of an operation as annotations of a class; `keywords` go to every property."""
    return {option.name: _property(option, keywords) for option in operations()[operation].options}


def operator_properties(operation: str) -> dict:
    """As `properties`, for an operator. Not remembered between calls: the armature's settings are what lasts."""
    return properties(operation, options={"SKIP_SAVE"})


def values(owner, operation: str) -> dict:
    """The options' values on a property group or operator, as keyword arguments of the library."""
    return {name: _as_typed(getattr(owner, name)) for name in names(operation)}


def used_values(settings, operation: str) -> dict:
    """As `values`, of the settings that the panel shows; `settings` is `object.surefoot`. A value from before another
    method was chosen is kept, but not sent: the library would tell that it has no effect."""
    kept = values(getattr(settings, operation), operation)
    return {name: kept[name] for name in shown(settings, operation)}


def fill_unset(operator, settings, operation: str) -> None:
    """Gives options that the caller did not name the values that the panel shows; `settings` is `object.surefoot`."""
    named = [name for name in names(operation) if operator.properties.is_property_set(name)]
    for name in names(operation):
        if name not in named:
            setattr(operator, name, getattr(getattr(settings, operation), name))
    used = _used(values(operator, operation), settings, operation)
    for name in names(operation):
        if name not in named and name not in used:
            operator.properties.property_unset(name)


def inputs(settings) -> dict[str, str]:
    """What operations are given besides options, as the library's conditions name it."""
    return {
        "ground": "none" if settings.ground_from == "NONE" else "given",
        "stream": "none",
        "query": settings.graph_query.lower().replace("_", "-"),
    }


def shown(settings, operation: str) -> list[str]:
    """The options that matter beside the others and the scene; `settings` is `object.surefoot`."""
    return _used(values(getattr(settings, operation), operation), settings, operation)


def draw(layout, settings, operation: str, without=()) -> None:
    """Draws the options that matter."""
    layout.use_property_split = True
    layout.use_property_decorate = False
    for name in shown(settings, operation):
        if name not in without:
            layout.prop(getattr(settings, operation), name)


def draw_fold(layout, settings, operation: str, label: str, without=()) -> bpy.types.UILayout:
    """Draws the options that matter under a header that folds them away; returns the header."""
    header, body = layout.panel_prop(settings, f"show_{operation}_options")
    header.label(text=label)
    if body:
        draw(body, settings, operation, without)
    return header


def _used(chosen: dict, settings, operation: str) -> list[str]:
    return list(surefoot.used_options(operations()[operation], chosen, inputs(settings)))


def _property(option: surefoot.Option, keywords: dict):
    keywords = {"name": option.label, "description": _description(option), "default": option.default, **keywords}
    if option.kind == "flag":
        return BoolProperty(**keywords)
    if option.kind == "choice":
        return EnumProperty(items=[(c.name, c.label, c.help) for c in option.choices], **keywords)
    if option.kind == "integer":
        least, largest = (min(max(bound, LEAST_INTEGER), LARGEST_INTEGER) for bound in (option.min, option.max))
        return IntProperty(min=least, max=largest, **keywords)
    if option.unit == "ratio" and option.min >= 0.0 and option.max <= 1.0:
        keywords["subtype"] = "FACTOR"
    keywords |= {"step": _step(option), "precision": _precision(option)}
    return FloatProperty(min=option.min, max=option.max, **keywords)


def _description(option: surefoot.Option) -> str:
    unit = UNITS.get(option.unit, option.unit)
    return f"{option.help}. In {unit}" if unit else option.help


def _step(option: surefoot.Option) -> int:
    """What one click adds, in hundredths: about a hundredth of the range, at most 1."""
    return int(np.clip(round(option.max - option.min), 1, 100))


def _precision(option: surefoot.Option) -> int:
    """Decimals shown: enough for the default, and for steps of a short range."""
    decimals = len(f"{option.default:.6f}".rstrip("0").partition(".")[2])
    return max(decimals, 3 if option.max <= 2.0 else 2 if option.max <= 10.0 else 1)


def _as_typed(value):
    """Blender keeps 32-bit numbers: 0.15 comes back as 0.15000000596 and would look like another value than the default."""
    return float(str(np.float32(value))) if isinstance(value, float) else value
