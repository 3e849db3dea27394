"""A recording fake of maya.cmds: a small scene, controls that keep their flags, undo chunks, files.

A command or flag that Maya 2022 does not have fails, by the tables of mayaff (MAYA_FLAGS is their JSON), and so does a
short flag: these are for typing, not for programs.
"""

import json
import os

with open(os.environ["MAYA_FLAGS"], encoding="utf-8") as file:
    FLAGS = json.load(file)


class Scene:
    """Everything that a test starts with anew."""

    def __init__(self):
        self.nodes, self.links, self.selection = {}, [], []
        self.controls, self.made, self.option_vars = {}, [], {}
        self.lines, self.echoed, self.calls, self.warnings, self.chunks, self.merged = [], [], [], [], [], []
        self.described, self.answers = {}, {}
        self.time, self.unit, self.batch, self.files, self.saved, self.current = 1.0, "cm", False, {}, {}, ""
        self.plugins, self.plugin_used = set(), False

    def add(self, path, node_type, **values):
        self.nodes[path] = {"type": node_type, **values}
        return path

    def run_command(self, words):
        """A command of the plug-in: its answer is JSON, a failure, or a function of the words."""
        answer = self.answers.get(words[0], {"operation": words[0], "summary": "done"})
        if callable(answer):
            answer = answer(words)
        if isinstance(answer, Exception):
            raise answer
        return json.dumps(answer)


scene = Scene()


def reset():
    global scene
    scene = Scene()
    return scene


# Controls: each keeps the flags that it was given.


def _control(kind, *args, **flags):
    if "query" in flags:
        state = scene.controls[args[0]]
        (flag,) = [name for name in flags if name != "query"]
        return state.get(flag, 0 if kind != "textScrollList" else [])
    if flags.get("exists"):
        return args[0] in scene.controls
    if flags.pop("edit", False):
        state = scene.controls[args[0]]
        if flags.get("removeAll"):
            state["items"], state["selectIndexedItem"] = [], []
        if "append" in flags:
            state.setdefault("items", []).append(flags["append"])
        if "selectIndexedItem" in flags:
            flags["selectIndexedItem"] = state.get("selectIndexedItem", []) + [flags["selectIndexedItem"]]
        state.update(flags)
        return args[0]
    name = args[0] if args else "%s%d" % (kind, len(scene.made))
    assert name not in scene.controls, name + " exists"
    scene.controls[name] = {"kind": kind, "items": [], **flags}
    scene.made.append(name)
    if kind in ("optionMenu", "optionMenuGrp"):
        scene.controls[name].setdefault("select", 1)
        scene.option_menu = name
    if kind == "menuItem" and "parent" not in flags and "label" in flags and "command" not in flags:
        scene.controls[scene.option_menu]["items"].append(flags["label"])
    if kind == "workspaceControl":
        exec(flags["uiScript"], {})
    return name


CONTROLS = (
    "button checkBox checkBoxGrp columnLayout floatField floatFieldGrp floatSliderGrp "
    "formLayout frameLayout intFieldGrp layout menu menuItem optionMenu "
    "optionMenuGrp radioButtonGrp rowLayout scrollLayout separator shelfButton shelfLayout "
    "text textField textScrollList window workspaceControl "
).split()


def deleteUI(name, **_):
    for child in [child for child, state in scene.controls.items() if state.get("parent") == name]:
        deleteUI(child)
    del scene.controls[name]
    if name.startswith("surefootPanel"):
        # All that was made in it.
        for child in scene.made[scene.made.index("surefootPanelLayout") :]:
            scene.controls.pop(child, None)
        del scene.made[scene.made.index("surefootPanelLayout") :]


def shelfLayout(*args, **flags):
    if "query" in flags:
        return [name for name, state in scene.controls.items() if state.get("parent") == args[0]]
    return _control("shelfLayout", *args, **flags)


def optionVar(**flags):
    kept = scene.option_vars
    if "exists" in flags:
        return flags["exists"] in kept
    if "query" in flags:
        return kept[flags["query"]]
    if "remove" in flags:
        return kept.pop(flags["remove"], None)
    ((name, value),) = flags.values()
    kept[name] = value


# The scene.


def ls(*names, **flags):
    found = [n for n in (scene.selection if flags.get("selection") else list(scene.nodes)) if n in scene.nodes]
    if names:
        found = [n for n in found if n == names[0] or n.rpartition("|")[2] == names[0]]
    return [n for n in found if "type" not in flags or scene.nodes[n]["type"] == flags["type"]]


def nodeType(name):
    return scene.nodes[name]["type"]


def allNodeTypes():
    return ["joint", "transform", "timeSliderBookmark"]


def listRelatives(name, allDescendents=False, type=None):
    return [n for n in scene.nodes if n.startswith(name + "|") and scene.nodes[n]["type"] == type]


def listConnections(plug, source=True, destination=True, type=None, shapes=False):
    ends = [b for a, b in scene.links if a == plug and destination] + [
        a for a, b in scene.links if b == plug and source
    ]
    nodes = [end.rpartition(".")[0] for end in ends]
    return [n for n in nodes if type is None or scene.nodes[n]["type"] == type] or None


def connectAttr(source, destination):
    scene.links.append((source, destination))


def getAttr(plug, multiIndices=False):
    node, _, attribute = plug.partition(".")
    if multiIndices:
        return (
            sorted({int(k.split("[")[1].split("]")[0]) for k in scene.nodes[node] if k.startswith(attribute + "[")})
            or None
        )
    return scene.nodes[node][attribute]


def setAttr(plug, value):
    node, _, attribute = plug.partition(".")
    scene.nodes[node][attribute] = value


def removeMultiInstance(plug, b=False):
    node, _, attribute = plug.partition(".")
    for key in [key for key in scene.nodes[node] if key.startswith(attribute + ".")]:
        del scene.nodes[node][key]


def createNode(node_type, name="", skipSelect=False):
    return scene.add(name, node_type)


def delete(names):
    for name in names:
        del scene.nodes[name]
        scene.links[:] = [pair for pair in scene.links if not any(end.startswith(name + ".") for end in pair)]


def select(name, replace=False):
    scene.selection = [name]


def animLayer(name="", **flags):
    if flags.pop("edit", False):
        scene.nodes[name].update(flags)
    elif "root" in flags:
        return "BaseAnimation"
    else:
        (flag,) = [flag for flag in flags if flag != "query"]
        return scene.nodes[name].get(flag, False)


def currentTime(value=None, query=False):
    if query:
        return scene.time
    scene.time = value


def currentUnit(query=False, linear=False):
    return scene.unit


def about(batch=False, version=False):
    return "2022" if version else scene.batch


def timeControl(name, **flags):
    return bool(scene.highlighted) if "rangeVisible" in flags else scene.highlighted


def undoInfo(openChunk=False, closeChunk=False, chunkName=""):
    scene.chunks.append(("open", chunkName) if openChunk else ("close", ""))


def pointOnCurve(name, parameter=0.0, position=False):
    return [parameter, 0.0, 2.0 * parameter]


def warning(text):
    scene.warnings.append(text)


def evalDeferred(function):
    function()


def file(*args, **flags):
    if flags.get("open"):
        content = scene.files[os.path.basename(args[0])]
        if isinstance(content, Exception):
            raise content
        scene.nodes = dict(content)
    elif "rename" in flags:
        scene.current = flags["rename"]
    elif flags.get("save"):
        scene.saved[scene.current] = flags["type"]
        with open(scene.current, "w", encoding="utf-8") as copy:
            copy.write("copy")
    elif flags.get("newFile"):
        scene.nodes = {}


def pluginInfo(name, query=False, edit=False, loaded=False, unloadOk=False, autoload=False):
    return name in scene.plugins if loaded else not scene.plugin_used


def loadPlugin(name, quiet=False):
    scene.plugins.add(os.path.basename(name).partition(".")[0])


def unloadPlugin(name):
    scene.plugins.remove(name)


def internalVar(userAppDir=False):
    return scene.app_dir


def confirmDialog(**flags):
    scene.calls.append(("told", flags["message"]))
    return scene.chosen if scene.chosen in flags["button"] else flags["button"][0]


def _record(name, function):
    """The command as Maya has it: knows its flags, and is seen."""
    known = set((FLAGS[name] or {}).values()) | ({"b"} if name == "removeMultiInstance" else set())

    def call(*args, **flags):
        for flag in flags:
            # Maya documents -query and -edit for all commands alike.
            if flag not in known and flag not in ("query", "edit"):
                raise TypeError("Invalid flag '%s' of %s" % (flag, name))
        scene.calls.append((name, args, flags))
        return function(*args, **flags)

    return call


# What only tells something, and is not looked at.
SILENT = ("setParent", "showWindow", "scriptJob", "launch", "loadModule", "fileDialog2")
for _name in CONTROLS:
    globals().setdefault(_name, lambda *args, _kind=_name, **flags: _control(_kind, *args, **flags))
for _name in SILENT:
    globals()[_name] = lambda *args, **flags: None
for _name, _function in [(n, f) for n, f in globals().items() if n in FLAGS and callable(f)]:
    globals()[_name] = _record(_name, _function)


def __getattr__(name):
    """The plug-in's own commands, as Python calls them."""
    if not name.startswith("surefoot"):
        raise AttributeError("module 'maya.cmds' has no attribute '%s'" % name)

    def command(*objects, **flags):
        scene.calls.append((name, objects, flags))
        return scene.run_command([name] + list(objects))

    return command
