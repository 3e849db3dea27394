"""A shelf with the commands. It is made when the user asks for it, and is the user's from then on."""

from __future__ import annotations

from typing import Any

from maya import cmds, mel

from .run import ADAPT_TO_BODY, CORRECT_BALANCE, DETECT, REMOVE_FOOTSKATE, REMOVE_PENETRATION

SHELF = "Surefoot"
ICON = "surefoot.png"

# Label, help, command for the click. Shelves are saved with the preferences, so buttons hold text.
BUTTONS = (
    ("Panel", "Open the Surefoot panel", "import surefoot_maya.panel; surefoot_maya.panel.show()"),
    ("Detect", "Detect contacts", DETECT),
    ("Feet", "Remove footskate", REMOVE_FOOTSKATE),
    ("Body", "Remove penetration", REMOVE_PENETRATION),
    ("Balance", "Correct balance", CORRECT_BALANCE),
    ("Adapt", "Adapt to body", ADAPT_TO_BODY),
)


def make() -> None:
    """Makes the shelf, or fills it anew."""
    top = mel.eval("global string $gShelfTopLevel; $surefootShelves = $gShelfTopLevel;")
    if cmds.shelfLayout(SHELF, exists=True):
        buttons: Any = cmds.shelfLayout(SHELF, query=True, childArray=True)
        for button in buttons or []:
            cmds.deleteUI(button)
    else:
        cmds.shelfLayout(SHELF, parent=top)
    for label, note, command in BUTTONS:
        click = command
        double = ""
        if command.startswith("surefoot"):
            click = "import surefoot_maya.actions; surefoot_maya.actions.apply('%s')" % command
            double = "import surefoot_maya.option_box; surefoot_maya.option_box.show('%s')" % command
        cmds.shelfButton(
            parent=SHELF,
            label=label,
            annotation=note + (" (double click: options)" if double else ""),
            image=ICON,
            imageOverlayLabel=label,
            sourceType="python",
            command=click,
            doubleClickCommand=double,
        )


def remove() -> None:
    """Removes the shelf if it is there."""
    if cmds.shelfLayout(SHELF, exists=True):
        cmds.deleteUI(SHELF)
