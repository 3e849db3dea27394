"""The menu "Surefoot" of the main window, in the order in which a person works."""

from __future__ import annotations

from typing import Callable

from maya import cmds, mel

from . import actions, helping, option_box, panel, shelf
from .run import ADAPT_TO_BODY, BUILD_GRAPH, CORRECT_BALANCE, DETECT, REMOVE_FOOTSKATE, REMOVE_PENETRATION, SEARCH_GRAPH

MENU = "surefootMenu"

# Command, label, help. Labels of contacts are ours: the library calls them plants.
DETECT_ITEM = (DETECT, "Detect Contacts", "Find when each foot and hand of the selected character stays put")
CLEAN_UP_ITEMS = (
    (REMOVE_FOOTSKATE, "Remove Footskate", "Keep feet from sliding while they are in contact"),
    (REMOVE_PENETRATION, "Remove Penetration", "Move arms and legs out of the body"),
    (CORRECT_BALANCE, "Correct Balance", "Bring the body back over its feet"),
    (ADAPT_TO_BODY, "Adapt to Body", "Carry the motion to the body that wears it, in one call"),
)
MOTION_ITEMS = (
    (BUILD_GRAPH, "Build Motion Graph", "Find where clips resemble each other and join them there"),
    (SEARCH_GRAPH, "Make Motion", "Make new motion from a motion graph"),
)


def make() -> None:
    """Makes the menu, in place of an earlier one."""
    remove()
    window = mel.eval("global string $gMainWindow; $surefootWindow = $gMainWindow;")
    cmds.menu(MENU, label="Surefoot", parent=window, tearOff=True)
    _item("Surefoot Panel", "Open the panel", panel.show)
    _divider("Contacts")
    _command(*DETECT_ITEM)
    _divider("Clean Up")
    for item in CLEAN_UP_ITEMS:
        _command(*item)
    _divider("Make Motion")
    for item in MOTION_ITEMS:
        _command(*item)
    _divider("Deformer")
    _item(
        "Push Limbs out of Body", "Make the surefootShape deformer of the selected skinned mesh", actions.capture_body
    )
    _divider("")
    _item("Make Shelf", "Put the commands on a shelf of their own", shelf.make)
    _item("Help", "Open the manual", helping.show)


def remove() -> None:
    """Removes the menu if it is there."""
    if cmds.menu(MENU, exists=True):
        cmds.deleteUI(MENU, menu=True)


def _divider(label: str) -> None:
    cmds.menuItem(divider=True, dividerLabel=label, parent=MENU)


def _item(label: str, note: str, function: Callable[[], object]) -> None:
    cmds.menuItem(label=label, annotation=note, parent=MENU, command=lambda *_: function())


def _command(command: str, label: str, note: str) -> None:
    """An item and, beside it, the box of its options."""
    _item(label, note, lambda: actions.apply(command))
    cmds.menuItem(optionBox=True, parent=MENU, command=lambda *_: option_box.show(command))
