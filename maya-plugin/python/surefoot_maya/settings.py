"""What the interface remembers besides the options of commands: where the result goes, the floor, the motion graph."""

from __future__ import annotations

from typing import Any, Dict

from maya import cmds

from . import memory
from .options import METRES
from .run import Flags, Value

VARIABLE = "surefootSettings"

RESULTS = (
    ("layer", "Animation Layer", "A new animation layer on top; the keys stay as they are"),
    ("keys", "Keys", "The keys of the joints, inside the range only"),
    ("controls", "Controls", "An animation layer of the controls that a file names for the joints"),
    ("bake", "Baked Copy", "A copy of the skeleton with keys; nothing else changes"),
)
SAMPLINGS = (
    ("auto", "Automatic", "By moving the time where IK, HumanIK or dynamics drive the rig, else without"),
    ("context", "Without Moving the Time", "Fast; wrong where a node keeps what it computed last"),
    ("timeline", "Moving the Time", "As playback does; right for every rig"),
)
QUERIES = (
    ("random-walk", "Random Walk", "Wander through the graph for at least so many seconds"),
    ("path", "Along a Curve", "Walk along the selected NURBS curve"),
)

DEFAULTS: Dict[str, Value] = {
    "result": "layer",
    "layer_name": "",
    "controls": "",
    "sampling": "auto",
    "has_ground": False,
    "ground": 0.0,
    "unit_scale": 1.0,
    "display": True,
    "graph_file": "",
    "query": "random-walk",
    "seconds": 10.0,
    "label": "",
    "contact_frames": 10,
}


def get(name: str) -> Any:
    """What a setting is."""
    return _all()[name]


def put(name: str, value: Value) -> None:
    """Remembers a setting."""
    kept = _all()
    kept[name] = value
    changed = {key: value for key, value in kept.items() if value != DEFAULTS[key]}
    memory.write_all(VARIABLE, changed)


def reset() -> None:
    """Forgets all settings."""
    memory.forget(VARIABLE)


def read_flags() -> Flags:
    """How characters are read, as flags."""
    flags: Flags = []
    if get("sampling") != "auto":
        flags.append(("sampling", get("sampling")))
    if get("unit_scale") != 1.0:
        flags.append(("unitScale", get("unit_scale")))
    if get("has_ground"):
        flags.append(("ground", ground_height()))
    return flags


def ground_height() -> float:
    """Height of the floor in the scene's unit."""
    return round(float(get("ground")) / _unit(), 9)


def put_ground_height(height: float) -> None:
    """Remembers the height of the floor, which is kept in metres: the scene's unit may change."""
    put("ground", height * _unit())


def _unit() -> float:
    return METRES.get(str(cmds.currentUnit(query=True, linear=True)), METRES["cm"])


def write_flags() -> Flags:
    """Where results go, as flags."""
    flags: Flags = []
    if get("result") != "layer":
        flags.append(("result", get("result")))
    if get("layer_name") and get("result") in ("layer", "controls"):
        flags.append(("layerName", get("layer_name")))
    if get("result") == "controls":
        flags.append(("controls", get("controls")))
    return flags


def inputs() -> Dict[str, str]:
    """What operations are given besides options, as the library's conditions name it."""
    return {
        "ground": "given" if get("has_ground") else "none",
        "stream": "none",
        "query": get("query"),
    }


def _all() -> Dict[str, Value]:
    values = dict(DEFAULTS)
    kept = memory.read_all(VARIABLE)
    values.update({name: kept[name] for name in kept if name in DEFAULTS and _fits(kept[name], DEFAULTS[name])})
    return values


def _fits(value: Any, default: Value) -> bool:
    """Whether what was kept is of the setting's type."""
    if isinstance(default, float):
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return type(value) is type(default)
