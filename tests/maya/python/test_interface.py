"""Menu, shelf and panel, and what their buttons do."""

import json

import pytest
from conftest import ROOT
from surefoot_maya import contacts, menu, panel, result, run, settings, shelf, startup


def labels(scene, kind):
    return [c["label"] for c in scene.controls.values() if c["kind"] == kind and c.get("label")]


def press(scene, label, kind="button"):
    (control,) = [c for c in scene.controls.values() if c["kind"] == kind and c.get("label") == label]
    control["command"](False)


def edit(scene, name, **values):
    """The user changes a control: its value, then its command."""
    control = scene.controls[panel._shown[name]]
    control.update(values)
    control["changeCommand"](next(iter(values.values())))


@pytest.fixture
def shown(scene, contacts_node):
    panel.close()
    panel.show()
    return scene


def test_the_menu_has_every_command_with_its_option_box_and_goes_again(scene):
    startup.load()
    startup.load()
    assert scene.warnings == []
    assert labels(scene, "menuItem") == [
        "Surefoot Panel",
        "Detect Contacts",
        "Remove Footskate",
        "Remove Penetration",
        "Correct Balance",
        "Adapt to Body",
        "Build Motion Graph",
        "Make Motion",
        "Push Limbs out of Body",
        "Make Shelf",
        "Help",
    ]
    boxes = [c for c in scene.controls.values() if c.get("optionBox")]
    assert len(boxes) == len(run.COMMANDS)
    boxes[1]["command"](False)
    assert "surefootRemoveFootskateOptionBox" in scene.controls
    press(scene, "Correct Balance", "menuItem")
    press(scene, "Push Limbs out of Body", "menuItem")
    assert [line.split()[0] for line in scene.echoed] == ["surefootCorrectBalance", "surefootCaptureBody"]
    startup.unload()
    assert menu.MENU not in scene.controls and "surefootRemoveFootskateOptionBox" not in scene.controls


def test_a_menu_that_cannot_be_made_does_not_stop_the_plug_in(scene, monkeypatch):
    monkeypatch.setattr(menu, "make", lambda: 1 / 0)
    startup.load()
    assert "could not make its menu" in scene.warnings[0]


def test_the_shelf_is_filled_once_however_often_it_is_made(scene):
    shelf.make()
    shelf.make()
    buttons = [c for c in scene.controls.values() if c["kind"] == "shelfButton"]
    assert [button["label"] for button in buttons] == ["Panel", "Detect", "Feet", "Body", "Balance", "Adapt"]
    # The text that the shelf saves is a program that works.
    assert scene.plugins == set()
    exec(buttons[2]["command"], {})
    exec(buttons[2]["doubleClickCommand"], {})
    assert scene.plugins == {"surefoot"}
    assert scene.echoed[0].startswith("surefootRemoveFootskate ")
    assert "surefootRemoveFootskateOptionBox" in scene.controls


def test_the_panel_is_in_the_order_of_work(shown):
    assert labels(shown, "frameLayout") == [
        "Character",
        "Contacts",
        "Clean Up",
        "Result",
        "Make Motion",
        "Display",
        "Report",
    ]
    assert shown.controls[panel._shown["root"]]["label"] == "hero:hips"
    panel.show()
    assert labels(shown, "frameLayout").count("Contacts") == 1
    panel.build()
    press(shown, "Detect")
    assert shown.echoed == ["surefootDetectPlants -startTime 10.0 -endTime 49.0"]


def test_the_list_shows_first_and_last_frames(shown):
    items = shown.controls[panel._shown["list"]]["items"]
    assert [item.split() for item in items] == [
        ["Left", "Toe", "5", "\u2013", "12", "90", "%"],
        ["off", "Right", "Toe", "20", "\u2013", "30", "90", "%"],
    ]
    assert shown.controls[panel._shown["count"]]["label"] == "2 contacts, 1 off"
    shown.selection = []
    panel.refresh()
    assert shown.controls[panel._shown["list"]]["items"] == []


def test_buttons_call_their_commands(shown):
    for label in ("Detect", "Remove Footskate", "Remove Penetration", "Correct Balance", "Adapt to Body"):
        press(shown, label)
    assert [line.split()[0] for line in shown.echoed] == [run.DETECT] + list(run.EDITS)
    assert all(" -startTime 10.0 -endTime 49.0" in line for line in shown.echoed)


def test_contacts_are_edited_in_steps_of_undo(shown, contacts_node):
    node = shown.nodes[contacts_node]
    shown.controls[panel._shown["list"]]["selectIndexedItem"] = [1]
    panel.choose_contact()
    assert shown.controls[panel._shown["first"]]["value"] == 5.0
    edit(shown, "last", value=14.0)
    assert node["contacts[0].end"] == 15.0
    edit(shown, "last", value=2.0)
    assert node["contacts[0].end"] == 15.0 and "cannot end" in shown.warnings[-1]
    edit(shown, "enabled", value=False)
    assert node["contacts[0].enabled"] is False
    edit(shown, "point", select=9)
    assert node["contacts[0].point"] == 8 and node["contacts[0].hasPosition"] is False
    shown.time = 40.0
    press(shown, "Add")
    assert (node["contacts[4].first"], node["contacts[4].end"], node["contacts[4].point"]) == (40.0, 50.0, 8)
    press(shown, "Add")
    assert "already in contact" in shown.warnings[-1]
    press(shown, "Select")
    assert shown.time == 5.0 and shown.selection == [contacts_node]
    # The node stands for its character.
    assert shown.controls[panel._shown["root"]]["label"] == "hero:hips"
    press(shown, "Correct Balance")
    assert shown.echoed[-1].endswith(' "|group|hero:hips"')
    press(shown, "Delete")
    assert [contact.element for contact in contacts.read(ROOT)] == [3, 4]
    opened = [chunk for chunk in shown.chunks if chunk[0] == "open"]
    assert len(opened) == len(shown.chunks) / 2 == 5


def test_a_contact_ends_where_the_next_of_its_point_begins(scene, contacts_node):
    assert contacts.add(ROOT, 8, 15.0, 10) == 4
    assert scene.nodes[contacts_node]["contacts[4].end"] == 20.0


def test_the_first_contact_makes_the_node(scene):
    contacts.add(ROOT, 0, 3.0, 5)
    assert scene.nodes["hips_contacts"]["type"] == "surefootPlants"
    assert (ROOT + ".message", "hips_contacts.root") in scene.links
    assert contacts.read(ROOT) == [contacts.Contact(0, 0, 3.0, 7.0, 1.0, True)]


def test_before_and_after_mute_the_layer(shown, layer):
    panel.refresh()
    radio = shown.controls[panel._shown["compare"]]
    assert radio["enable"] is True and radio["select"] == 2
    radio["onCommand1"](True)
    assert shown.nodes[layer]["mute"] is True and radio["select"] == 1
    radio["onCommand2"](True)
    assert shown.nodes[layer]["mute"] is False


def test_apply_merges_and_leaves_mayas_own_options(shown, layer):
    shown.option_vars["animLayerMergeByTime"] = 5.0
    press(shown, "Apply")
    assert shown.merged == [([layer], 1)]
    assert shown.option_vars == {"animLayerMergeByTime": 5.0}
    assert layer not in shown.nodes
    press(shown, "Apply")
    assert "no layer of Surefoot" in shown.warnings[-1]


def test_discard_deletes_the_layer_unless_it_is_locked(shown, layer):
    shown.nodes[layer]["lock"] = True
    for label in ("Discard", "Apply"):
        press(shown, label)
        assert layer in shown.nodes and "is locked" in shown.warnings[-1]
    shown.nodes[layer]["lock"] = False
    press(shown, "Discard")
    assert layer not in shown.nodes and result.layers(ROOT) == []


def test_display_toggles_switch_the_node(shown):
    shown.add("display", "surefootDisplay", **{name: True for name, _, _ in panel.display.TOGGLES})
    shown.links.append((ROOT + ".message", "display.root"))
    panel.refresh()
    assert shown.controls[panel._shown["showAfter"]]["value"] is True
    edit(shown, "showAfter", value=False)
    assert shown.nodes["display"]["showAfter"] is False


def test_the_report_speaks_of_the_scene(shown, contacts_node):
    scene = {
        "farthest": 0.02,
        "joint": "left_foot",
        "frame": 7,
        "isResult": False,
        "slideBefore": 0.05,
        "slideAfter": 0.001,
    }
    report = {"summary": "slide 5 to 0 cm/s", "scene": scene, "result": {"kind": "layer", "name": "surefoot_hips"}}
    shown.nodes[contacts_node]["report"] = json.dumps(report)
    panel.refresh()
    assert shown.controls[panel._shown["report"]]["label"].split("\n") == [
        "slide 5 to 0 cm/s",
        "In the scene: slide 5.00 to 0.10 cm/s",
        "left_foot is 2.00 cm from the result at frame 7",
        "In 'surefoot_hips'",
    ]


def test_choices_of_the_panel_are_kept(shown):
    (menu_of_results,) = [
        c for c in shown.controls.values() if c["kind"] == "optionMenu" and "Baked Copy" in c["items"]
    ]
    menu_of_results["changeCommand"]("Baked Copy")
    assert settings.get("result") == "bake"
    press(shown, "Remove Footskate")
    assert ' -result "bake"' in shown.echoed[-1]
