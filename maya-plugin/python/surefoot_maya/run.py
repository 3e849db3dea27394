"""Calls the plug-in's commands: as lines in the Script Editor, with settings and range of the interface, or plainly."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

from maya import cmds, mel

Value = Union[bool, int, float, str]
# Flags in order; a flag of several arguments has a tuple, a flag that is given several times comes several times.
Flags = List[Tuple[str, Union[Value, Tuple[Value, ...]]]]

PLUGIN = "surefoot"

DETECT = "surefootDetectPlants"
REMOVE_FOOTSKATE = "surefootRemoveFootskate"
REMOVE_PENETRATION = "surefootRemovePenetration"
CORRECT_BALANCE = "surefootCorrectBalance"
ADAPT_TO_BODY = "surefootAdaptToBody"
BUILD_GRAPH = "surefootBuildMotionGraph"
SEARCH_GRAPH = "surefootSearchMotionGraph"
CAPTURE_BODY = "surefootCaptureBody"

# Those that change the motion, in the order of menu and panel.
EDITS = (REMOVE_FOOTSKATE, REMOVE_PENETRATION, CORRECT_BALANCE, ADAPT_TO_BODY)
# Those that have options.
COMMANDS = (DETECT,) + EDITS + (BUILD_GRAPH, SEARCH_GRAPH)


def need_plugin() -> None:
    """Loads the plug-in if it is not: a shelf button may be older than the session."""
    if not cmds.pluginInfo(PLUGIN, query=True, loaded=True):
        cmds.loadPlugin(PLUGIN, quiet=True)


def command_line(command: str, flags: Flags, objects: Iterable[str] = ()) -> str:
    """The line of MEL that calls a command."""
    words = [command]
    for flag, value in flags:
        words.append("-" + flag)
        words.extend(_word(item) for item in (value if isinstance(value, tuple) else (value,)))
    words.extend(_word(name) for name in objects)
    return " ".join(words)


def run(command: str, flags: Flags, objects: Iterable[str] = ()) -> List[Dict[str, Any]]:
    """Runs a command as if it had been typed: the line is shown in the Script Editor, undo takes it back in one step.

    Returns one report for each character. Raises RuntimeError if the command fails; the plug-in has shown why.
    """
    return reports_of(evaluate(command, flags, objects))


def evaluate(command: str, flags: Flags, objects: Iterable[str] = ()) -> Any:
    """As `run`, for a command that returns something else than reports."""
    need_plugin()
    return mel.eval("evalEcho " + _word(command_line(command, flags, objects)))


def reports_of(returned: Any) -> List[Dict[str, Any]]:
    """What a command returned, JSON for each character, as dictionaries."""
    if returned is None:
        return []
    texts = [returned] if isinstance(returned, str) else list(returned)
    return [json.loads(text) for text in texts]


def last_report(root: str) -> Optional[Dict[str, Any]]:
    """The report of the last command on a character; None if there is none."""
    for node in cmds.listConnections(root + ".message", source=False, destination=True, type="surefootPlants") or []:
        text = cmds.getAttr(node + ".report")
        if text:
            report = json.loads(text)
            return report if isinstance(report, dict) else None
    return None


def highlighted_range() -> Optional[Tuple[float, float]]:
    """First and last frame of the range that is highlighted on the Time Slider; None if there is none."""
    if cmds.about(batch=True):
        return None
    slider = mel.eval("global string $gPlayBackSlider; $surefootSlider = $gPlayBackSlider;")
    if not slider or not cmds.timeControl(slider, query=True, rangeVisible=True):
        return None
    highlighted: Any = cmds.timeControl(slider, query=True, rangeArray=True)
    start, end = highlighted
    # The end is the frame after the last.
    return (start, end - 1.0) if end - start > 1.0 else None


def range_flags() -> Flags:
    """The highlighted range as flags; without one the command takes the playback range."""
    chosen = highlighted_range()
    return [] if chosen is None else [("startTime", chosen[0]), ("endTime", chosen[1])]


def _word(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return repr(value)
