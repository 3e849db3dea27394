"""What the viewport shows of a character: the toggles of its node `surefootDisplay`."""

from __future__ import annotations

from typing import List

from maya import cmds

from . import characters
from .contacts import undo_step

# Attribute, label, help.
TOGGLES = (
    ("showContacts", "Contacts", "Discs where points stay put, with their first and last frame"),
    ("showBefore", "Trails Before", "The paths of the feet before, grey"),
    ("showAfter", "Trails After", "The paths of the feet after, left in blue and right in orange"),
    ("showBalance", "Centre of Mass", "The centre of mass, its shadow and the zero moment point"),
    ("showArea", "Supporting Area", "The area that carries the body"),
    ("showPenetration", "Penetration", "Vertices that are inside the body"),
    ("inFront", "In Front", "Draw over the character"),
)


def nodes(root: str) -> List[str]:
    """The displays of a root."""
    return characters.linked(root, "surefootDisplay")


def is_on(root: str, attribute: str) -> bool:
    """Whether a toggle is on; false where nothing is displayed."""
    return any(cmds.getAttr(node + "." + attribute) for node in nodes(root))


def put(root: str, attribute: str, is_shown: bool) -> None:
    """Switches a toggle."""
    with undo_step("Surefoot Display"):
        for node in nodes(root):
            cmds.setAttr(node + "." + attribute, is_shown)
