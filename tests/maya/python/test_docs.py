"""docs/maya.md says what there is."""

import re

import flags_table
from surefoot_maya import display, menu, run, settings

PAGE = flags_table.PAGE.read_text(encoding="utf-8")


def test_the_table_of_flags_is_that_of_the_sources():
    assert flags_table.in_page() == flags_table.table(), "run tests/maya/python/flags_table.py --write"


def test_common_flags_are_those_of_the_committed_names():
    shorts = flags_table.short_names()
    told = dict(re.findall(r"^\| `-(\w+)` `-(\w+)` \|", PAGE, re.M))
    of_options = {name for operation, _ in flags_table.COMMANDS for name in flags_table.options(operation)}
    # Attributes of the deformer have names in the table, too, and no command.
    of_options |= set(flags_table.options("deform_out_of_body"))
    assert told == {flags_table.long_flag(name): shorts[name] for name in shorts if name not in of_options}


def test_commands_labels_and_choices_are_named():
    for command in (*run.COMMANDS, run.CAPTURE_BODY):
        assert "`%s`" % command in PAGE, command
    labels = [label for _, label, _ in (menu.DETECT_ITEM, *menu.CLEAN_UP_ITEMS, *menu.MOTION_ITEMS)]
    labels += [label for _, label, _ in settings.RESULTS] + [label for _, label, _ in display.TOGGLES]
    assert [label for label in labels if label not in PAGE] == []


def test_node_ids_are_those_of_the_sources():
    text = (flags_table.ROOT / "maya-plugin/src/ids.h").read_text(encoding="utf-8")
    ids = re.findall(r"constexpr unsigned int k(\w+)Id = (0x\w+);", text)
    assert len(ids) == 3
    for name, number in ids:
        assert "| `surefoot%s` | `%s` |" % (name, number) in PAGE, name


def test_presets_are_named():
    text = (flags_table.ROOT / "maya-plugin/CMakePresets.json").read_text(encoding="utf-8")
    presets = re.findall(r'"configurePreset": "([\w-]+)"', text)
    assert len(presets) == 15
    assert [preset for preset in presets if "`%s`" % preset not in PAGE] == []
