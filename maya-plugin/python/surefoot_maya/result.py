"""What to do with results on animation layers: compare with the motion before, apply for good, discard."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator, List, Tuple

from maya import cmds, mel

from . import characters, memory
from .contacts import undo_step


def layers(root: str) -> List[str]:
    """The layers that the plug-in made for a root."""
    return characters.linked(root, "animLayer")


def is_after_shown(root: str) -> bool:
    """Whether the result plays: true unless its layers are muted."""
    return not any(cmds.animLayer(layer, query=True, mute=True) for layer in layers(root))


def show_after(root: str, shown: bool) -> None:
    """Plays the motion after (true) or before (false). Layers are muted, so that their weights stay as they are."""
    _need(root)
    with undo_step("Show After" if shown else "Show Before"):
        for layer in layers(root):
            cmds.animLayer(layer, edit=True, mute=not shown)


def apply(root: str) -> None:
    """Merges the layers into the motion below them, with Maya's own Merge Layers, one key a frame."""
    mine = _need(root)
    locked = [layer for layer in mine if cmds.animLayer(layer, query=True, lock=True)]
    if locked:
        raise ValueError("The layer %s is locked: unlock it first." % locked[0])
    base = cmds.animLayer(query=True, root=True)
    with undo_step("Apply Result"), _merge_options():
        for layer in mine:
            cmds.animLayer(layer, edit=True, mute=False)
        mel.eval('source "performAnimLayerMerge.mel"')
        mel.eval("animLayerMerge {%s}" % ", ".join('"%s"' % layer for layer in [base] + mine))


def discard(root: str) -> None:
    """Deletes the layers: the motion is as it was."""
    mine = _need(root)
    locked = [layer for layer in mine if cmds.animLayer(layer, query=True, lock=True)]
    if locked:
        raise ValueError("The layer %s is locked: unlock it first." % locked[0])
    with undo_step("Discard Result"):
        cmds.delete(mine)


def _need(root: str) -> List[str]:
    found = layers(root)
    if not found:
        raise ValueError("There is no layer of Surefoot for %s." % root.rpartition("|")[2])
    return found


# How Maya's Merge Layers works is set by its option box, which keeps it in these.
MERGE_OPTIONS: Tuple[Tuple[str, float], ...] = (("animLayerMergeDeleteLayers", 1), ("animLayerMergeByTime", 1.0))


@contextmanager
def _merge_options() -> Iterator[None]:
    """Merged layers go, and every frame gets a key, whatever the user chose for Maya's own menu."""
    before = [(name, memory.read(name)) for name, _ in MERGE_OPTIONS]
    try:
        for name, value in MERGE_OPTIONS:
            memory.write(name, value)
        yield
    finally:
        for name, kept in before:
            if kept is None:
                memory.forget(name)
            else:
                memory.write(name, kept)
