"""Lines of commands, the range they work on, and who is worked on."""

import pytest
from conftest import ROOT
from surefoot_maya import actions, characters, run, settings


def test_a_line_quotes_words_and_spells_truth(scene):
    flags = [("maxStretch", 0.0), ("denoise", False), ("layerName", 'my "best"\\layer'), ("clipRange", ("a b", 1, 2.5))]
    line = run.command_line("surefootRemoveFootskate", flags, [ROOT])
    assert line == (
        "surefootRemoveFootskate -maxStretch 0.0 -denoise false"
        ' -layerName "my \\"best\\"\\\\layer" -clipRange "a b" 1 2.5 "|group|hero:hips"'
    )


def test_commands_are_echoed_with_the_highlighted_range(scene):
    actions.apply(run.REMOVE_FOOTSKATE)
    assert scene.echoed == ["surefootRemoveFootskate -startTime 10.0 -endTime 49.0 -display true"]


def test_without_a_highlighted_range_the_command_takes_the_playback_range(scene):
    # Maya tells a range of one frame where nothing is highlighted.
    scene.highlighted = [10.0, 11.0]
    actions.detect()
    assert scene.echoed == ["surefootDetectPlants"]
    scene.batch = True
    assert run.highlighted_range() is None


def test_settings_become_flags(scene):
    settings.put("result", "controls")
    settings.put("controls", "/rigs/hero.txt")
    settings.put("layer_name", "fixed")
    settings.put("has_ground", True)
    settings.put_ground_height(12.5)
    settings.put("display", False)
    scene.highlighted = []
    actions.apply(run.ADAPT_TO_BODY)
    assert scene.echoed == [
        'surefootAdaptToBody -ground 12.5 -result "controls" -layerName "fixed" -controls "/rigs/hero.txt"'
    ]
    # Kept in metres: the scene's unit may change.
    scene.unit = "in"
    assert settings.ground_height() == pytest.approx(12.5 / 2.54)
    settings.reset()
    scene.echoed.clear()
    actions.apply(run.ADAPT_TO_BODY)
    assert scene.echoed == ["surefootAdaptToBody -display true"]


def test_a_command_that_fails_is_not_told_twice(scene):
    scene.answers[run.DETECT] = RuntimeError("no joint is selected")
    assert actions.detect() == []
    assert scene.warnings == []


def test_reports_of_one_and_of_several_characters():
    assert run.reports_of('{"root": "a"}') == [{"root": "a"}]
    assert run.reports_of(['{"root": "a"}', '{"root": "b"}']) == [{"root": "a"}, {"root": "b"}]
    assert run.reports_of(None) == []


def test_roots_are_the_highest_joints_also_below_groups(scene):
    scene.add("|other", "joint")
    scene.add("|other|group", "transform")
    scene.add("|other|group|knee", "joint")
    scene.add("|lonely", "joint")
    scene.selection += ["|other|group|knee", ROOT]
    assert characters.selected_roots() == [ROOT, "|other"]
    assert characters.all_roots() == [ROOT, "|other"]


def test_the_graph_is_built_from_bookmarks_and_searched_along_a_curve(scene):
    settings.put("graph_file", "hero.sfgraph")
    scene.add("mark1", "timeSliderBookmark", name="walk", timeRangeStart=1.0, timeRangeStop=60.0)
    scene.add("mark2", "timeSliderBookmark", name="", timeRangeStart=0.0, timeRangeStop=30.0)
    actions.apply(run.BUILD_GRAPH)
    assert scene.echoed.pop() == (
        'surefootBuildMotionGraph -graphFile "hero.sfgraph" -clipRange "mark2" 0.0 30.0 -clipRange "walk" 1.0 60.0'
        ' "|group|hero:hips"'
    )
    actions.apply(run.SEARCH_GRAPH)
    assert scene.echoed.pop() == (
        'surefootSearchMotionGraph -graphFile "hero.sfgraph" -startTime 10.0 -seconds 10.0 "|group|hero:hips"'
    )
    settings.put("query", "path")
    # Without a curve nothing is asked of the command, and the user is told what to select.
    actions.apply(run.SEARCH_GRAPH)
    assert scene.echoed == [] and "NURBS curve" in scene.warnings[0]
    scene.selection.append(scene.add("|curve", "nurbsCurve", minMaxValue=[(0.0, 4.0)]))
    actions.apply(run.SEARCH_GRAPH)
    points = scene.echoed.pop().split(" -point ")
    assert len(points) == 1 + actions.CURVE_POINTS
    assert points[1] == "0.0 0.0 0.0" and points[-1] == '4.0 0.0 8.0 "|group|hero:hips"'


def test_the_fake_refuses_what_maya_does_not_have():
    from maya import cmds

    with pytest.raises(TypeError, match="Invalid flag 'sl' of ls"):
        cmds.ls(sl=True)
    with pytest.raises(AttributeError):
        cmds.noSuchCommand  # noqa: B018
