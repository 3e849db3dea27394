"""Which characters are selected, and what of Surefoot belongs to them in the scene."""

from __future__ import annotations

from typing import List

from maya import cmds


def root_of(joint: str) -> str:
    """The full path of the highest joint above a joint, or of itself."""
    parts = joint.split("|")
    for count in range(2, len(parts) + 1):
        path = "|".join(parts[:count])
        if cmds.nodeType(path) == "joint":
            return path
    return joint


def selected_joints() -> List[str]:
    """The joints that are selected, full paths."""
    return cmds.ls(selection=True, type="joint", long=True) or []


def selected_roots() -> List[str]:
    """The root joints of what is selected, full paths, each once: of joints or, without these, of their contacts."""
    roots = [root_of(joint) for joint in selected_joints()]
    for node in [] if roots else cmds.ls(selection=True, type="surefootPlants") or []:
        for joint in cmds.listConnections(node + ".root", source=True, destination=False) or []:
            roots += cmds.ls(joint, long=True) or []
    return list(dict.fromkeys(roots))


def all_roots() -> List[str]:
    """Every root joint of the scene that has joints below it, full paths."""
    return [
        joint
        for joint in cmds.ls(type="joint", long=True) or []
        if root_of(joint) == joint and cmds.listRelatives(joint, allDescendents=True, type="joint")
    ]


def linked(root: str, node_type: str) -> List[str]:
    """The nodes of a type that the plug-in linked to a root: contacts, layers, displays."""
    found = cmds.listConnections(root + ".message", source=False, destination=True, type=node_type, shapes=True) or []
    return list(dict.fromkeys(found))
