"""What menu, shelf and panel do: each runs one command with the settings, the saved options and the chosen range."""

from __future__ import annotations

import contextlib
from typing import Any, Dict, List

from maya import cmds

from . import characters, options, settings
from .run import BUILD_GRAPH, CAPTURE_BODY, DETECT, EDITS, SEARCH_GRAPH, Flags, evaluate, range_flags, run

Reports = List[Dict[str, Any]]


def apply(command: str) -> Reports:
    """Runs a command with the options that its option box keeps; none if it failed, which the plug-in has shown."""
    operation = options.describe(command)
    flags = options.flags(operation, options.saved(operation), settings.inputs())
    try:
        # A curve may be selected, too.
        if command == SEARCH_GRAPH:
            named = characters.selected_roots()
            return run(command, _graph_flags() + _query_flags() + _common(command) + flags, named)
        if command == BUILD_GRAPH:
            named = characters.selected_roots()
            return run(command, _graph_flags() + _clip_flags() + _common(command) + flags, named)
        # Commands take selected joints by themselves; contacts that are selected stand for theirs.
        named = [] if characters.selected_joints() else characters.selected_roots()
        return run(command, range_flags() + _common(command) + flags, named)
    except RuntimeError:
        # Told in the command's own words, in the status line.
        return []


def detect() -> Reports:
    """Detects contacts."""
    return apply(DETECT)


def capture_body() -> None:
    """Makes the deformer of the selected meshes."""
    flags: Flags = [("unitScale", settings.get("unit_scale"))] if settings.get("unit_scale") != 1.0 else []
    # The command has told why it failed.
    with contextlib.suppress(RuntimeError):
        evaluate(CAPTURE_BODY, flags)


def _common(command: str) -> Flags:
    flags = settings.read_flags()
    if command in EDITS or command == SEARCH_GRAPH:
        flags += settings.write_flags()
    if command in EDITS and settings.get("display"):
        flags.append(("display", True))
    return flags


def _graph_flags() -> Flags:
    return [("graphFile", settings.get("graph_file"))] if settings.get("graph_file") else []


def _clip_flags() -> Flags:
    """The stretches that the user named as time bookmarks or, without these, the chosen range."""
    if "timeSliderBookmark" not in (cmds.allNodeTypes() or []):
        return range_flags()
    marks = sorted(
        (cmds.getAttr(mark + ".timeRangeStart"), cmds.getAttr(mark + ".timeRangeStop"), mark)
        for mark in cmds.ls(type="timeSliderBookmark") or []
    )
    flags: Flags = [("clipRange", (cmds.getAttr(mark + ".name") or mark, start, stop)) for start, stop, mark in marks]
    return flags or range_flags()


def _query_flags() -> Flags:
    chosen = range_flags()[:1]
    if settings.get("query") == "path":
        return chosen + _curve_flags()
    flags = chosen + [("seconds", settings.get("seconds"))]
    if settings.get("label"):
        flags.append(("label", settings.get("label")))
    return flags


# Points taken from the curve of a path.
CURVE_POINTS = 50


def _curve_flags() -> Flags:
    for shape in cmds.ls(selection=True, dagObjects=True, type="nurbsCurve", long=True) or []:
        low, high = cmds.getAttr(shape + ".minMaxValue")[0]
        flags: Flags = []
        for index in range(CURVE_POINTS):
            place = low + (high - low) * index / (CURVE_POINTS - 1)
            point: Any = cmds.pointOnCurve(shape, parameter=place, position=True)  # type: ignore[call-overload]
            flags.append(("point", tuple(point)))
        return flags
    cmds.warning("Select the NURBS curve to walk along, together with a joint of the character.")
    raise RuntimeError("no curve is selected")
