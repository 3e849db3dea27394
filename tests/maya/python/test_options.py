"""Option boxes: made from what the plug-in says, kept, reset, grey where idle."""

import json

import pytest
from maya import cmds
from surefoot_maya import actions, option_box, options, run, settings

FEET = run.REMOVE_FOOTSKATE


def box_of(command):
    box = option_box.OptionBox(command)
    box.show()
    return box


def state(scene, box, name):
    return scene.controls[box._controls[name]]


@pytest.mark.parametrize("command", run.COMMANDS)
def test_every_command_has_a_box_with_its_options(scene, command):
    box = box_of(command)
    operation = options.describe(command)
    assert list(box._controls) == [option.name for option in operation.options]
    assert box.values() == {option.name: option.default for option in operation.options}
    assert actions.options.flags(operation, box.values(), settings.inputs()) == []
    titles = [c.get("title") for c in scene.controls.values() if c["kind"] == "window"]
    assert titles == [operation.label + " Options"]


def test_what_is_saved_is_there_again_and_given_to_the_command(scene):
    box = box_of(FEET)
    state(scene, box, "strength")["value"] = 0.5
    state(scene, box, "denoise")["value1"] = False
    box.apply()
    assert scene.echoed == [
        "surefootRemoveFootskate -startTime 10.0 -endTime 49.0 -display true -strength 0.5 -denoise false"
    ]
    assert json.loads(scene.option_vars["surefootRemoveFootskateOptions"]) == {"strength": 0.5, "denoise": False}
    again = box_of(FEET)
    assert again.values()["strength"] == 0.5 and again.values()["denoise"] is False
    again.reset()
    assert box_of(FEET).values()["strength"] == 1.0
    assert "surefootRemoveFootskateOptions" not in scene.option_vars


def test_idle_options_are_grey_and_not_given(scene):
    box = box_of(FEET)
    assert state(scene, box, "swing_time")["enable"] is True
    assert state(scene, box, "window")["enable"] is False
    assert state(scene, box, "snap_to_ground")["enable"] is False
    state(scene, box, "swing_time")["value"] = 0.4
    # The method `root` bends no limbs.
    state(scene, box, "method")["select"] = 2
    state(scene, box, "method")["changeCommand"]("anything")
    assert state(scene, box, "swing_time")["enable"] is False
    box.apply()
    assert scene.echoed[-1].endswith(' -method "root"')
    settings.put("has_ground", True)
    box.reset()
    assert state(scene, box, "snap_to_ground")["enable"] is True


def test_lengths_are_kept_in_metres(scene, described):
    operation = options.describe(run.REMOVE_PENETRATION)
    margin = next(option for option in operation.options if option.unit == "cm")
    values = options.saved(operation)
    values[margin.name] = margin.default + 1.0
    options.save(operation, values)
    for option in described[run.REMOVE_PENETRATION]["options"]:
        if option["unit"] == "cm":
            option.update(
                unit="in", default=option["default"] / 2.54, min=option["min"] / 2.54, max=option["max"] / 2.54
            )
    inches = options.describe(run.REMOVE_PENETRATION)
    assert options.saved(inches)[margin.name] == pytest.approx((margin.default + 1.0) / 2.54)
    assert options.flags(inches, options.saved(inches), {})[0][0] == margin.flag
    assert len(options.flags(inches, options.saved(inches), {})) == 1


@pytest.mark.parametrize(
    "kept",
    [
        '{"strength": 7.0}',
        '{"strength": -1.0}',
        '{"strength": "much"}',
        '{"method": "magic"}',
        '{"rounds": 2.5}',
        "[",
        "3",
        '{"x": 1}',
    ],
)
def test_damaged_settings_count_as_defaults(scene, kept):
    scene.option_vars["surefootRemoveFootskateOptions"] = kept
    operation = options.describe(FEET)
    assert options.saved(operation) == {option.name: option.default for option in operation.options}


def test_a_slider_that_rounds_shows_the_default_all_the_same(scene):
    box = box_of(FEET)
    state(scene, box, "swing_time")["value"] = 0.025000000372529
    assert box.values()["swing_time"] == 0.025
    state(scene, box, "swing_time")["value"] = 99.0
    assert box.values()["swing_time"] == 1.0


def test_help_of_a_box_is_the_page_of_the_operation(scene, tmp_path, monkeypatch):
    from surefoot_maya import helping

    monkeypatch.setattr(helping, "MODULE", tmp_path)
    helping.show("remove_footskate")
    assert "no help page" in scene.warnings[0]
    (tmp_path / "docs" / "operations").mkdir(parents=True)
    (tmp_path / "docs" / "operations" / "remove_footskate.md").write_text("help")
    opened = []
    monkeypatch.setattr(cmds, "launch", lambda webPage: opened.append(webPage))
    helping.show("remove_footskate")
    assert opened == [(tmp_path / "docs/operations/remove_footskate.md").as_uri()]
