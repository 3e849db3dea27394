"""The contacts of a character, read from its node `surefootPlants` and edited there. Every edit is one step of undo."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterable, Iterator, List, NamedTuple, Optional

from maya import cmds

from . import characters

# As the node's attribute `point` counts them.
POINTS = (
    "Left Ankle",
    "Left Heel",
    "Left Toe",
    "Left Toe Tip",
    "Left Wrist",
    "Left Fingertips",
    "Right Ankle",
    "Right Heel",
    "Right Toe",
    "Right Toe Tip",
    "Right Wrist",
    "Right Fingertips",
)


class Contact(NamedTuple):
    """A point of the body that stays put from its first to its last frame."""

    element: int
    point: int
    first: float
    last: float
    confidence: float
    enabled: bool


def node_of(root: str) -> Optional[str]:
    """The node that holds the contacts of a root; None if there is none."""
    nodes = characters.linked(root, "surefootPlants")
    return nodes[0] if nodes else None


def read(root: str) -> List[Contact]:
    """The contacts of a root, by their first frame."""
    node = node_of(root)
    if node is None:
        return []
    contacts = []
    for element in cmds.getAttr(node + ".contacts", multiIndices=True) or []:
        plug = _plug(node, element)
        contacts.append(
            Contact(
                element,
                cmds.getAttr(plug + ".point"),
                cmds.getAttr(plug + ".first"),
                # The node keeps the time after the last frame.
                cmds.getAttr(plug + ".end") - 1.0,
                cmds.getAttr(plug + ".confidence"),
                cmds.getAttr(plug + ".enabled"),
            )
        )
    return sorted(contacts, key=lambda contact: (contact.first, contact.point, contact.element))


def label(contact: Contact) -> str:
    """One line of the list."""
    mark = " " if contact.enabled else "off"
    return "%-3s  %-16s %7g  \u2013 %7g   %3.0f %%" % (
        mark,
        POINTS[contact.point],
        contact.first,
        contact.last,
        100.0 * contact.confidence,
    )


def add(root: str, point: int, first: float, frames: int) -> int:
    """Adds a contact from a frame on, shorter if the next one of the same point begins before it ends.

    Returns its element of the node. Raises ValueError if the point is in contact at that frame.
    """
    last = first + frames - 1.0
    for other in read(root):
        if other.point == point and other.first <= first <= other.last:
            raise ValueError("%s is already in contact at frame %g." % (POINTS[point], first))
        if other.point == point and first < other.first <= last:
            last = other.first - 1.0
    with undo_step("Add Contact"):
        node = node_of(root) or _make_node(root)
        taken = cmds.getAttr(node + ".contacts", multiIndices=True) or []
        element = max(taken) + 1 if taken else 0
        plug = _plug(node, element)
        cmds.setAttr(plug + ".point", point)
        cmds.setAttr(plug + ".first", first)
        cmds.setAttr(plug + ".end", last + 1.0)
        cmds.setAttr(plug + ".confidence", 1.0)
        cmds.setAttr(plug + ".enabled", True)
    return element


def delete(root: str, elements: Iterable[int]) -> None:
    """Deletes contacts."""
    node = _node(root)
    with undo_step("Delete Contacts"):
        for element in elements:
            cmds.removeMultiInstance(_plug(node, element), b=True)


def set_enabled(root: str, elements: Iterable[int], enabled: bool) -> None:
    """Lets contacts count, or not; those that do not stay in the list."""
    node = _node(root)
    with undo_step("Enable Contacts" if enabled else "Disable Contacts"):
        for element in elements:
            cmds.setAttr(_plug(node, element) + ".enabled", enabled)


def set_point(root: str, elements: Iterable[int], point: int) -> None:
    """Makes contacts those of another point. A place that was found for the old point is forgotten."""
    node = _node(root)
    with undo_step("Change Contact"):
        for element in elements:
            cmds.setAttr(_plug(node, element) + ".point", point)
            cmds.setAttr(_plug(node, element) + ".hasPosition", False)


def set_frames(root: str, element: int, first: float, last: float) -> None:
    """Gives a contact other frames. Raises ValueError if it would end before it begins."""
    if last < first:
        raise ValueError("A contact cannot end at frame %g, before it begins at %g." % (last, first))
    node = _node(root)
    with undo_step("Change Contact"):
        cmds.setAttr(_plug(node, element) + ".first", first)
        cmds.setAttr(_plug(node, element) + ".end", last + 1.0)


def select(root: str, contact: Contact) -> None:
    """Selects the node that holds a contact, for Channel Box and Attribute Editor, and goes to its first frame."""
    cmds.currentTime(contact.first)
    cmds.select(_node(root), replace=True)


def time_now() -> float:
    """The current frame."""
    return float(cmds.currentTime(query=True))  # type: ignore[call-arg]  # types-maya has it without query


@contextmanager
def undo_step(name: str) -> Iterator[None]:
    """Everything inside is one step of undo."""
    cmds.undoInfo(openChunk=True, chunkName=name)
    try:
        yield
    finally:
        cmds.undoInfo(closeChunk=True)


def count_text(contacts: Iterable[Contact]) -> str:
    """How many there are, for the panel."""
    listed = list(contacts)
    idle = sum(not contact.enabled for contact in listed)
    if not listed:
        return "No contacts yet: press Detect, or Add"
    text = "1 contact" if len(listed) == 1 else "%d contacts" % len(listed)
    return text + (", %d off" % idle if idle else "")


def _node(root: str) -> str:
    node = node_of(root)
    if node is None:
        raise ValueError("%s has no contacts." % root.rpartition("|")[2])
    return node


def _plug(node: str, element: int) -> str:
    return "%s.contacts[%d]" % (node, element)


def _make_node(root: str) -> str:
    # Creating a node would select it.
    node = cmds.createNode(
        "surefootPlants", name=root.rpartition("|")[2].rpartition(":")[2] + "_contacts", skipSelect=True
    )
    cmds.connectAttr(root + ".message", node + ".root")
    return node
