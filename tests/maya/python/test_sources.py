"""The interface speaks of nodes, attributes and commands that the C++ sources have."""

import pathlib
import re
import shlex

import pytest
from conftest import PLUGIN
from surefoot_maya import actions, batch, contacts, display, run, settings

SOURCES = PLUGIN / "src"
TEMPLATES = sorted((PLUGIN / "scripts").glob("AE*.mel"))
NODES = {
    "surefootShape": "nodes/shape_attributes.cpp",
    "surefootPlants": "nodes/plants_node.cpp",
    "surefootDisplay": "nodes/display_locator.cpp",
}
# Of every deformer, of every node.
INHERITED = {"envelope", "message"}


def attributes(node):
    """Names that the node's source gives to attributes: the first of two words in quotes."""
    text = (SOURCES / NODES[node]).read_text(encoding="utf-8")
    return set(re.findall(r'\("(\w+)", "\w+"', text))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_templates_name_attributes_of_their_node(path):
    node = re.match(r"AE(\w+)Template", path.stem).group(1)
    text = path.read_text(encoding="utf-8")
    named = set(re.findall(r'-(?:addControl|suppress) "(\w+)"', text)) - INHERITED
    assert named and named <= attributes(node), named - attributes(node)
    assert "global proc AE%sTemplate(string $node)" % node in text


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_templates_are_balanced(path):
    text = path.read_text(encoding="utf-8")
    code = re.sub(r'"(\\.|[^"\\])*"', '""', re.sub(r"//.*", "", text))
    for opening, closing in ("{}", "()", "[]"):
        assert code.count(opening) == code.count(closing), opening
    assert code.count('"') % 2 == 0
    for begin, end in (("-beginScrollLayout", "-endScrollLayout"), ("-beginLayout", "-endLayout")):
        assert len(re.findall(begin + r"\b", code)) == len(re.findall(end + r"\b", code)), begin
    # Every statement of a template ends.
    assert all(
        line.rstrip().endswith((";", "{", "}")) or "-" in line for line in code.splitlines() if "editorTemplate" in line
    )


def test_toggles_are_attributes_of_the_display():
    assert {attribute for attribute, _, _ in display.TOGGLES} <= attributes("surefootDisplay")


def test_points_are_in_the_order_of_the_node():
    text = (SOURCES / "scene/contacts.cpp").read_text(encoding="utf-8")
    names = re.findall(r'out\[SUREFOOT_POINT_\w+\] = "(\w+)";', text)
    assert [label[0].lower() + label[1:].replace(" ", "") for label in contacts.POINTS] == names
    header = (PLUGIN.parent / "ffi/include/surefoot.h").read_text(encoding="utf-8")
    numbers = re.findall(r"SUREFOOT_POINT_\w+ = (\d+),", header)
    assert numbers == [str(number) for number in range(len(names))]
    used = set(re.findall(r'plug \+ "\.(\w+)"', pathlib.Path(contacts.__file__).read_text(encoding="utf-8")))
    assert used and used <= attributes("surefootPlants"), used


def test_commands_are_registered():
    text = "".join(
        (SOURCES / name).read_text(encoding="utf-8") for name in ("plugin_main.cpp", "commands/operations.cpp")
    )
    for command in {*run.COMMANDS, run.CAPTURE_BODY, *batch.COMMANDS.values()}:
        assert '"%s"' % command in text, command
    called = re.search(r'"import surefoot_maya\.(\w+); surefoot_maya\.(\w+)\."', text)
    assert called.groups() == ("startup", "startup")
    assert set(re.findall(r'runPython\("(\w+)"\)', text)) == {"load", "unload"}


def test_flags_that_are_given_are_flags_of_the_plug_in(scene):
    text = (SOURCES / "flag_names.inc").read_text(encoding="utf-8")
    names = {re.sub(r"_(\w)", lambda m: m.group(1).upper(), name) for name in re.findall(r'\{"(\w+)",', text)}
    choices = {"result": "controls", "sampling": "timeline", "unit_scale": 0.1, "has_ground": True, "layer_name": "a"}
    choices.update(controls="a.txt", graph_file="a.sfgraph", label="walk")
    for name, value in choices.items():
        settings.put(name, value)
    scene.add("mark", "timeSliderBookmark", name="walk", timeRangeStart=1.0, timeRangeStop=60.0)
    scene.selection.append(scene.add("|curve", "nurbsCurve", minMaxValue=[(0.0, 4.0)]))
    for query in ("random-walk", "path"):
        settings.put("query", query)
        for command in run.COMMANDS:
            actions.apply(command)
    given = {word[1:] for line in scene.echoed for word in shlex.split(line) if re.match(r"-[a-z]", word)}
    assert len(given) == 14 and given <= names, given - names
