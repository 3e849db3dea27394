import json
import os
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
PLUGIN = HERE.parents[2] / "maya-plugin"
sys.path[:0] = [str(HERE / "fake"), str(PLUGIN / "python"), str(PLUGIN / "module")]

if "MAYA_FLAGS" not in os.environ:
    import mayaff.maya_configs

    os.environ["MAYA_FLAGS"] = str(pathlib.Path(next(iter(mayaff.maya_configs.__path__))) / "2022.json")

from maya import cmds  # noqa: E402

ROOT = "|group|hero:hips"


@pytest.fixture
def described():
    """What `-describe` returns of each command, as the library had it once: enough to build boxes from."""
    return json.loads((HERE / "described.json").read_text(encoding="utf-8"))


@pytest.fixture
def scene(described):
    """One selected character below a group, with 40 frames highlighted on the Time Slider."""
    made = cmds.reset()
    made.described = described
    made.add("|group", "transform")
    made.add(ROOT, "joint")
    made.add(ROOT + "|hero:spine", "joint")
    made.selection = [ROOT + "|hero:spine"]
    made.highlighted = [10.0, 50.0]
    return made


@pytest.fixture
def contacts_node(scene):
    """Two contacts of that character, elements 0 and 3; the second is off."""
    node = scene.add("hips_contacts", "surefootPlants", report="")
    scene.links.append((ROOT + ".message", node + ".root"))
    for element, point, first, end, enabled in ((0, 2, 5.0, 13.0, True), (3, 8, 20.0, 31.0, False)):
        values = {
            "point": point,
            "first": first,
            "end": end,
            "confidence": 0.9,
            "enabled": enabled,
            "hasPosition": True,
        }
        scene.nodes[node].update({"contacts[%d].%s" % (element, k): v for k, v in values.items()})
    return node


@pytest.fixture
def layer(scene):
    scene.add("BaseAnimation", "animLayer")
    name = scene.add("surefoot_hips", "animLayer")
    scene.links.append((ROOT + ".message", name + ".surefootRoot"))
    return name
