"""Runs the few lines of MEL that the interface writes: globals, the plug-in's commands, Maya's Merge Layers."""

import json
import re
import shlex

from . import cmds

GLOBALS = {"$gMainWindow": "MainWindow", "$gShelfTopLevel": "ShelfLayout", "$gPlayBackSlider": "timeControl1"}


def eval(line):
    scene = cmds.scene
    scene.lines.append(line)
    for name, value in GLOBALS.items():
        if name in line:
            return value
    if line.startswith("evalEcho "):
        (inner,) = shlex.split(line[len("evalEcho ") :])
        scene.echoed.append(inner)
        return scene.run_command(shlex.split(inner))
    if line.endswith(" -query -describe"):
        return json.dumps(scene.described[line.split()[0]])
    if line.startswith("animLayerMerge "):
        base, *layers = re.findall(r'"([^"]+)"', line)
        assert scene.nodes[base]["type"] == "animLayer"
        scene.merged.append((layers, scene.option_vars["animLayerMergeDeleteLayers"]))
        cmds.delete(layers)
        return base
    if line.startswith("source "):
        return None
    raise RuntimeError("Error occurred during execution of MEL script\nCannot find procedure in: " + line)
