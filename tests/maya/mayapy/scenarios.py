"""What the plug-in has to do in a real Maya. Each function is a case; a failed `assert` or an error ends it."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
from typing import Any, Callable, Dict, List

import bvh
import rig as rigs
import walk as walks
from maya import cmds

NEAR = 1e-4  # metres
COMMANDS = (
    "surefootDetectPlants",
    "surefootRemoveFootskate",
    "surefootRemovePenetration",
    "surefootCorrectBalance",
    "surefootAdaptToBody",
    "surefootBuildMotionGraph",
    "surefootSearchMotionGraph",
)


class Context:
    """What cases are given: a folder for files and the command line program, if there is one."""

    def __init__(self, folder: pathlib.Path, program: str) -> None:
        self.folder = folder
        self.program = program or shutil.which("surefoot") or ""


class SkipCase(Exception):
    """Why a case cannot be run here."""


def run(command: str, *objects: str, **flags: Any) -> Dict[str, Any]:
    """Calls a command; returns its report."""
    report: Dict[str, Any] = json.loads(getattr(cmds, command)(*objects, **flags))
    return report


def refused(text: str, command: str, *objects: str, **flags: Any) -> None:
    """The command must fail and say so, and change nothing."""
    nodes = cmds.ls()
    try:
        getattr(cmds, command)(*objects, **flags)
        told = ""
    except RuntimeError as error:
        told = str(error)
    assert told, "%s %s should have been refused" % (command, objects)
    assert text in told, "expected '%s' in: %s" % (text, told)
    assert cmds.ls() == nodes, "a command that failed left nodes behind"


def scene(look: rigs.Look = rigs.Look(), frames: int = 60) -> rigs.Rig:  # noqa: B008
    """A new scene with a walk."""
    rigs.new_scene(look)
    if look.prefix:
        cmds.namespace(addNamespace=look.prefix.rstrip(":"))
    return rigs.build(walks.make(look.rate, frames), look)


def cleaned(rig: rigs.Rig) -> List[List[walks.Vector]]:
    """The motion of a character after its footskate was removed without stretching, onto a layer."""
    run("surefootRemoveFootskate", rig.root, maxStretch=0.0, **rig.range())
    return rigs.places(rig)


# Cases.


def the_walk_in_the_scene_is_the_walk_that_was_made(_: Context) -> None:
    for look in (rigs.Look(), rigs.Look(awkward=False), rigs.Look(unit="m", up="z", rate=24.0)):
        rig = scene(look)
        far = walks.farthest(rigs.places(rig), walks.places(walks.make(look.rate, 60)))
        assert far < 1e-6, "%s: %g m" % (look, far)


def the_result_is_that_of_the_command_line(context: Context) -> None:
    if not context.program:
        raise SkipCase("the program surefoot is not on the path; give it with --program")
    before, after = context.folder / "walk.bvh", context.folder / "cleaned.bvh"
    walk = walks.make(30.0, 90)
    before.write_text(bvh.write(walk))
    subprocess.run(
        [context.program, "remove-footskate", str(before), str(after), "--max-stretch", "0"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    expected = walks.places(bvh.read(after.read_text(), walk.joints))
    assert walks.farthest(expected, walks.places(walk)) > 0.01, "the command line changed nothing"
    rigs.new_scene(rigs.Look())
    rig = rigs.build(walk, rigs.Look())
    far = walks.farthest(cleaned(rig), expected)
    assert far < NEAR, "%g m from the command line" % far


def straight_joints_units_axes_and_namespaces_give_the_same_motion(_: Context) -> None:
    expected = cleaned(scene())
    for look in (
        rigs.Look(awkward=False),
        rigs.Look(unit="m"),
        rigs.Look(unit="in"),
        rigs.Look(up="z"),
        rigs.Look(prefix="hero:"),
        rigs.Look(first=101.0),
        rigs.Look(unit="m", up="z", prefix="hero:"),
    ):
        far = walks.farthest(cleaned(scene(look)), expected)
        assert far < NEAR, "%s: %g m" % (look, far)


def every_frame_rate_is_held(_: Context) -> None:
    for rate in sorted(rigs.TIMES):
        rig = scene(rigs.Look(rate=rate), int(2 * rate))
        report = run("surefootRemoveFootskate", rig.root, maxStretch=0.0, **rig.range())
        assert report["scene"]["isResult"], "%g fps: %s" % (rate, report["scene"])
        assert report["scene"]["slideAfter"] < 1e-3 < report["scene"]["slideBefore"], report["scene"]


def a_layer_leaves_the_original_alone(_: Context) -> None:
    rig = scene()
    curves = rigs.curves(rig.joints)
    before, original = rigs.keys(curves), rigs.places(rig)
    assert len(curves) == 3 * len(rig.joints) + 3
    report = run("surefootRemoveFootskate", rig.root, **rig.range())
    layer = report["result"]["name"]
    after = rigs.places(rig)
    assert walks.farthest(after, original) > 0.01
    cmds.setAttr(layer + ".weight", 0.0)
    assert rigs.places(rig) == original, "at weight 0 the motion is not the original"
    cmds.setAttr(layer + ".weight", 1.0)
    assert rigs.places(rig) == after
    # The curves hang below the layer now.
    assert rigs.keys(curves) == before, "the original's keys changed"
    cmds.delete(layer)
    assert rigs.places(rig) == original


def a_second_run_starts_from_the_original(_: Context) -> None:
    rig = scene()
    first = cleaned(rig)
    second = cleaned(rig)
    assert walks.farthest(first, second) < 1e-9
    layers = [layer for layer in cmds.ls(type="animLayer") if layer.startswith("surefoot_")]
    assert len(layers) == 1, layers


def undo_and_redo_restore_every_key(_: Context) -> None:
    for result in ("keys", "layer", "bake"):
        rig = scene(rigs.Look(fractional=True))
        before, nodes = rigs.keys(rigs.curves(rig.joints)), sorted(cmds.ls())
        run("surefootRemoveFootskate", rig.root, result=result, **rig.range())
        after, made = rigs.keys(rigs.curves(rig.joints)), sorted(cmds.ls())
        for _again in range(2):
            cmds.undo()
            assert rigs.keys(rigs.curves(rig.joints)) == before, "%s: undo left other keys" % result
            assert sorted(cmds.ls()) == nodes, "%s: undo left other nodes" % result
            cmds.redo()
            assert rigs.keys(rigs.curves(rig.joints)) == after, "%s: redo made other keys" % result
            assert sorted(cmds.ls()) == made, "%s: redo made other nodes" % result


def keys_inside_the_range_only(_: Context) -> None:
    rig = scene(rigs.Look(fractional=True))
    curve = rigs.curves([rig.root])[0]
    inside = {"startTime": 6.0, "endTime": 50.0}

    def outside() -> List[Any]:
        return [rigs.ask("keyframe", curve, time=span, valueChange=True) for span in ((0.0, 5.0), (51.0, 99.0))]

    before = outside()
    run("surefootRemoveFootskate", rig.root, result="keys", **inside)
    assert outside() == before
    times = rigs.ask("keyframe", curve, time=(6.0, 50.0), timeChange=True)
    assert all(abs(time - round(time)) < 1e-9 for time in times), "keys between frames are still there"


def time_selection_and_layers_of_the_user_stay(_: Context) -> None:
    rig = scene()
    cmds.currentTime(17.0)
    cmds.select(rig.joints[3], rig.joints[5])
    chosen = cmds.ls(selection=True)
    run("surefootRemoveFootskate", rig.root, sampling="timeline", **rig.range())
    assert rigs.time_now() == 17.0 and cmds.ls(selection=True) == chosen
    layer = cmds.animLayer("mine")
    refused("not made for this character", "surefootRemoveFootskate", rig.root, layerName=layer, **rig.range())
    assert rigs.time_now() == 17.0 and cmds.ls(selection=True) == chosen


def joints_of_an_ik_handle_are_refused_and_baked(_: Context) -> None:
    rig = scene(rigs.Look(awkward=False))
    names = [joint.rpartition("|")[2] for joint in rig.joints]
    thigh, foot = (rig.joints[names.index(name)] for name in ("left_thigh", "left_foot"))
    handle = cmds.ikHandle(startJoint=thigh, endEffector=foot, solver="ikRPsolver", name="left_leg_ik")[0]
    for frame, shift in ((1.0, 0.0), (30.0, 20.0), (60.0, 40.0)):
        rigs._key(handle, "translateZ", frame, shift)
    original = rigs.places(rig)
    refused("left_leg_ik", "surefootRemoveFootskate", rig.root, **rig.range())
    report = run("surefootRemoveFootskate", rig.root, result="bake", maxStretch=0.0, **rig.range())
    assert report["sampling"] == "timeline", "IK was not seen: %s" % report["sampling"]
    assert report["scene"]["isResult"], report["scene"]
    assert rigs.places(rig) == original
    copies = cmds.listRelatives(report["result"]["name"], allDescendents=True, type="joint", fullPath=True)
    assert len(copies) == len(rig.joints) - 1


def constrained_joints_are_refused_by_name(_: Context) -> None:
    rig = scene()
    names = [joint.rpartition("|")[2] for joint in rig.joints]
    target = cmds.spaceLocator(name="target")[0]
    cmds.orientConstraint(target, rig.joints[names.index("left_thigh")], maintainOffset=True, name="holds_thigh")
    # The constraint, or the node that blends it with the keys.
    refused("thigh", "surefootRemoveFootskate", rig.root, **rig.range())


def locked_channels_are_refused_by_name(_: Context) -> None:
    rig = scene()
    names = [joint.rpartition("|")[2] for joint in rig.joints]
    cmds.setAttr(rig.joints[names.index("left_shin")] + ".rotateX", lock=True)
    refused("left_shin", "surefootRemoveFootskate", rig.root, result="keys", **rig.range())


def contacts_are_saved_and_loaded(context: Context) -> None:
    rig = scene()
    report = run("surefootDetectPlants", rig.root, **rig.range())
    assert report["contacts"] >= 4, report["summary"]
    node = cmds.ls(type="surefootPlants")[0]
    elements = cmds.getAttr(node + ".contacts", multiIndices=True)

    def values() -> List[Any]:
        held = cmds.ls(type="surefootPlants")[0]
        return [
            cmds.getAttr("%s.contacts[%d].%s" % (held, element, name))
            for element in elements
            for name in ("point", "first", "end", "position", "hasPosition", "confidence", "enabled")
        ]

    cmds.setAttr("%s.contacts[%d].enabled" % (node, elements[0]), False)
    before = values()
    for kind, suffix in (("mayaAscii", ".ma"), ("mayaBinary", ".mb")):
        path = str(context.folder / ("contacts" + suffix)).replace(os.sep, "/")
        cmds.file(rename=path)
        cmds.file(save=True, type=kind, force=True)
        cmds.file(path, open=True, force=True)
        assert values() == before, suffix
        assert cmds.listConnections(cmds.ls(type="surefootPlants")[0] + ".root"), "the link to the root is lost"
    used = run("surefootRemoveFootskate", rig.root, **rig.range())
    assert used["report"]["plants"] <= len(elements) - 1, "a contact that is off was used"


def the_deformer_moves_what_touches_and_nothing_else(_: Context) -> None:
    rig = scene(rigs.Look(awkward=False))
    mesh = rigs.skin(rig)
    names = [joint.rpartition("|")[2] for joint in rig.joints]
    arm = rig.joints[names.index("left_upper_arm")]
    rigs._key(arm, "rotateZ", 1.0, -95.0)
    cmds.currentTime(1.0)
    before = rigs.points(mesh)
    cmds.select(mesh)
    made: Any = getattr(cmds, "surefootCaptureBody")()  # noqa: B009  # mypy does not know our commands
    deformer = (made if isinstance(made, str) else made[0]).strip()
    pushed = rigs.points(mesh)
    moved = [index for index, pair in enumerate(zip(before, pushed)) if pair[0] != pair[1]]
    assert moved, "nothing was pushed out"
    assert len(moved) < len(before) / 4, "%d of %d vertices moved" % (len(moved), len(before))
    cmds.setAttr(deformer + ".envelope", 0.0)
    assert rigs.points(mesh) == before
    cmds.setAttr(deformer + ".envelope", 1.0)
    # No frame depends on another one.
    order = [1.0, 30.0, 12.0, 30.0, 1.0]
    seen: Dict[float, Any] = {}
    for frame in order:
        cmds.currentTime(frame)
        assert seen.setdefault(frame, rigs.points(mesh)) == rigs.points(mesh), "frame %g" % frame
    for mode in ("off", "serial", "parallel"):
        cmds.evaluationManager(mode=mode)
        for frame in order:
            cmds.currentTime(frame)
            assert rigs.points(mesh) == seen[frame], "%s, frame %g" % (mode, frame)
    cmds.evaluationManager(mode="parallel")


def commands_that_need_a_mesh_work_on_one(_: Context) -> None:
    rig = scene(rigs.Look(awkward=False), 30)
    refused("skinned mesh", "surefootRemovePenetration", rig.root, **rig.range())
    cmds.currentTime(1.0)
    rigs.skin(rig)
    for command in ("surefootRemovePenetration", "surefootCorrectBalance", "surefootAdaptToBody"):
        report = run(command, rig.root, **rig.range())
        assert report["scene"]["isResult"], (command, report["scene"])


def a_graph_is_built_and_searched(context: Context) -> None:
    rig = scene(frames=120)
    file = str(context.folder / "walk.sfgraph")
    ranges = [("one", 1.0, 60.0), ("two", 61.0, 120.0)]
    report = run("surefootBuildMotionGraph", rig.root, graphFile=file, clipRange=ranges)
    assert os.path.getsize(file) > 0, report
    found = run("surefootSearchMotionGraph", rig.root, graphFile=file, seconds=3.0, result="bake", startTime=1.0)
    assert found["result"]["frames"] >= 90, found["result"]


def commands_tell_their_options(_: Context) -> None:
    for command in COMMANDS:
        its = json.loads(getattr(cmds, command)(query=True, describe=True))
        assert its["command"] == command and its["options"], its
        for option in its["options"]:
            assert len(option["flag"]) >= 4 and 1 <= len(option["short"]) <= 3, option
            getattr(cmds, command)(query=True, **{option["flag"]: True})


def misuse_is_told(context: Context) -> None:
    rigs.new_scene(rigs.Look())
    cmds.select(clear=True)
    refused("Nothing is selected", "surefootRemoveFootskate")
    cube = cmds.polyCube()[0]
    refused("not a joint", "surefootRemoveFootskate", cube)
    lonely = cmds.createNode("joint")
    refused("", "surefootRemoveFootskate", lonely)
    rig = scene()
    refused("no frame", "surefootRemoveFootskate", rig.root, startTime=20.0, endTime=10.0)
    refused("-result cannot be magic", "surefootRemoveFootskate", rig.root, result="magic")
    refused("-controls", "surefootRemoveFootskate", rig.root, result="controls")
    refused("max_stretch", "surefootRemoveFootskate", rig.root, maxStretch=7.0)
    refused("", "surefootSearchMotionGraph", rig.root, graphFile=str(context.folder / "nothing.sfgraph"))
    other = rigs.build(walks.make(30.0, 60), rigs.Look(prefix="second_"))
    cmds.select(rig.root, other.root)
    refused("Two characters are selected", "surefootRemoveFootskate")


def many_scenes_with_a_broken_one(context: Context) -> None:
    from surefoot_maya import batch

    scenes = []
    for number in range(3):
        path = context.folder / ("walk%d.ma" % number)
        scene(frames=30)
        cmds.file(rename=str(path).replace(os.sep, "/"))
        cmds.file(save=True, type="mayaAscii", force=True)
        scenes.append(str(path))
    pathlib.Path(scenes[1]).write_text("//Maya ASCII 2022 scene\nthis is no scene;\n")
    out = context.folder / "out"
    out.mkdir()
    job = batch.Job("surefootRemoveFootskate", {"result": "keys"}, (), str(out))
    told = batch.run_scenes(scenes, job)
    assert [line["done"] for line in told] == [True, False, True], told


CASES: List[Callable[[Context], None]] = [
    the_walk_in_the_scene_is_the_walk_that_was_made,
    commands_tell_their_options,
    the_result_is_that_of_the_command_line,
    straight_joints_units_axes_and_namespaces_give_the_same_motion,
    every_frame_rate_is_held,
    a_layer_leaves_the_original_alone,
    a_second_run_starts_from_the_original,
    undo_and_redo_restore_every_key,
    keys_inside_the_range_only,
    time_selection_and_layers_of_the_user_stay,
    joints_of_an_ik_handle_are_refused_and_baked,
    constrained_joints_are_refused_by_name,
    locked_channels_are_refused_by_name,
    contacts_are_saved_and_loaded,
    the_deformer_moves_what_touches_and_nothing_else,
    commands_that_need_a_mesh_work_on_one,
    a_graph_is_built_and_searched,
    misuse_is_told,
    many_scenes_with_a_broken_one,
]
