"""The dockable panel, in the order in which a person works: contacts, clean up, result, make motion, display."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from maya import cmds

from . import actions, characters, contacts, display, helping, option_box, result, settings
from .run import BUILD_GRAPH, DETECT, SEARCH_GRAPH, last_report

CONTROL = "surefootPanel"
LABEL_WIDTH = 90
LAYOUT = "surefootPanelLayout"

# The controls that change with selection and scene, by what they show; empty while there is no panel.
_shown: Dict[str, str] = {}
# The contacts in the list, in its order.
_listed: List[contacts.Contact] = []


def show() -> None:
    """Opens the panel, or brings it to the front."""
    if cmds.workspaceControl(CONTROL, exists=True):
        cmds.workspaceControl(CONTROL, edit=True, restore=True)
        refresh()
        return
    # Maya runs the script again when it restores the workspace of another day.
    script = "import surefoot_maya.panel; surefoot_maya.panel.build()"
    cmds.workspaceControl(
        CONTROL, label="Surefoot", uiScript=script, retain=False, initialWidth=330, requiredPlugin="surefoot"
    )


def close() -> None:
    """Closes the panel if it is open."""
    _shown.clear()
    if cmds.workspaceControl(CONTROL, exists=True):
        cmds.deleteUI(CONTROL)


def build() -> None:
    """Fills the panel; Maya calls this, and may do so twice while it restores a workspace."""
    if cmds.layout(LAYOUT, exists=True):
        cmds.deleteUI(LAYOUT)
    cmds.scrollLayout(LAYOUT, childResizable=True)
    column = cmds.columnLayout(adjustableColumn=True)
    for label, fill, is_open in (
        ("Character", _character, True),
        ("Contacts", _contacts, True),
        ("Clean Up", _clean_up, True),
        ("Result", _result, True),
        ("Make Motion", _make_motion, False),
        ("Display", _display, False),
        ("Report", _report, True),
    ):
        cmds.frameLayout(
            label=label, collapsable=True, collapse=not is_open, marginWidth=6, marginHeight=4, parent=column
        )
        cmds.columnLayout(adjustableColumn=True, rowSpacing=3)
        fill()
        cmds.setParent(column)
    for event in ("SelectionChanged", "Undo", "Redo", "SceneOpened", "NewSceneOpened"):
        cmds.scriptJob(event=(event, refresh), parent=LAYOUT)
    refresh()


def refresh(*_: object) -> None:
    """Shows what is selected now."""
    if not _shown or not cmds.layout(LAYOUT, exists=True):
        return
    root = _root()
    name = root.rpartition("|")[2] if root else "Select a joint of an animated character"
    cmds.text(_shown["root"], edit=True, label=name)
    _fill_list(root)
    layers = result.layers(root) if root else []
    cmds.text(_shown["layers"], edit=True, label=", ".join(layers) or "No result on a layer")
    cmds.radioButtonGrp(
        _shown["compare"],
        edit=True,
        enable=bool(layers),
        select=2 if root is None or result.is_after_shown(root) else 1,
    )
    for attribute, _label, _help in display.TOGGLES:
        is_there = bool(root and display.nodes(root))
        cmds.checkBox(
            _shown[attribute],
            edit=True,
            enable=is_there,
            value=bool(root and is_there and display.is_on(root, attribute)),
        )
    cmds.text(_shown["report"], edit=True, label=report_text(root))


def report_text(root: Optional[str]) -> str:
    """The last report of a character, in a few lines."""
    report = last_report(root) if root else None
    if report is None:
        return "Nothing done yet"
    lines = [str(report.get("summary", ""))]
    scene = report.get("scene") or {}
    if "slideAfter" in scene:
        lines.append(
            "In the scene: slide %.2f to %.2f cm/s" % (100.0 * scene["slideBefore"], 100.0 * scene["slideAfter"])
        )
    if scene and not scene.get("isResult", True):
        lines.append(
            "%s is %.2f cm from the result at frame %g"
            % (scene.get("joint", "A joint"), 100.0 * scene["farthest"], scene["frame"])
        )
    written = report.get("result") or {}
    if written.get("name"):
        lines.append("In '%s'" % written["name"])
    return "\n".join(lines)


# What buttons do.


def edit_contacts(edit: Callable[[str], object]) -> None:
    """Runs an edit of the contacts of the selected character, shows why it cannot be done, refreshes."""
    root = _root()
    if root is None:
        cmds.warning("Select a joint of the character.")
        return
    try:
        edit(root)
    except ValueError as error:
        cmds.warning(str(error))
    refresh()


def run(command: str) -> None:
    """Runs a command and shows what became of it."""
    actions.apply(command)
    refresh()


def add_contact() -> None:
    """Adds a contact of the chosen point at the current time."""
    point = _chosen_point()
    edit_contacts(lambda root: contacts.add(root, point, contacts.time_now(), settings.get("contact_frames")))


def delete_contacts() -> None:
    """Deletes the chosen contacts."""
    chosen = [contact.element for contact in _chosen()]
    if chosen:
        edit_contacts(lambda root: contacts.delete(root, chosen))


def select_contact() -> None:
    """Goes to the first of the chosen contacts."""
    chosen = _chosen()
    if chosen:
        edit_contacts(lambda root: contacts.select(root, chosen[0]))


def enable_contacts(is_enabled: bool) -> None:
    """Lets the chosen contacts count, or not."""
    chosen = [contact.element for contact in _chosen()]
    edit_contacts(lambda root: contacts.set_enabled(root, chosen, is_enabled))


def change_point() -> None:
    """Makes the chosen contacts those of the point in the menu."""
    chosen = [contact.element for contact in _chosen()]
    point = _chosen_point()
    if chosen:
        edit_contacts(lambda root: contacts.set_point(root, chosen, point))


def change_frames() -> None:
    """Gives the chosen contact the frames in the fields."""
    chosen = _chosen()
    if len(chosen) == 1:
        first = cmds.floatField(_shown["first"], query=True, value=True)
        last = cmds.floatField(_shown["last"], query=True, value=True)
        edit_contacts(lambda root: contacts.set_frames(root, chosen[0].element, first, last))


def choose_contact() -> None:
    """Shows the chosen contact in the fields below the list."""
    chosen = _chosen()
    for name in ("first", "last"):
        cmds.floatField(_shown[name], edit=True, enable=len(chosen) == 1)
    cmds.checkBox(_shown["enabled"], edit=True, enable=bool(chosen))
    if chosen:
        cmds.checkBox(_shown["enabled"], edit=True, value=chosen[0].enabled)
        cmds.optionMenu(_shown["point"], edit=True, select=chosen[0].point + 1)
        cmds.floatField(_shown["first"], edit=True, value=chosen[0].first)
        cmds.floatField(_shown["last"], edit=True, value=chosen[0].last)


# What the panel is made of.


def _character() -> None:
    _shown["root"] = cmds.text(label="", align="left", font="boldLabelFont")
    row = _row(3)
    cmds.checkBox(
        label="Ground",
        value=settings.get("has_ground"),
        annotation="A level floor that the feet stand on and stay above",
        changeCommand=lambda value: settings.put("has_ground", bool(value)),
    )
    cmds.text(label="Height", align="right")
    cmds.floatField(
        value=settings.ground_height(),
        precision=3,
        annotation="Height of the floor, in the scene's unit",
        changeCommand=lambda value: settings.put_ground_height(float(value)),
    )
    _end(row)
    row = _row(2)
    cmds.text(label="Unit Scale", align="left")
    cmds.floatField(
        value=settings.get("unit_scale"),
        precision=4,
        minValue=1e-6,
        annotation="What the scene's lengths are multiplied with to be the character's; 1 for a scene in true size",
        changeCommand=lambda value: settings.put("unit_scale", float(value)),
    )
    _end(row)
    _setting_menu("Sampling", "sampling", settings.SAMPLINGS)


def _contacts() -> None:
    _with_options("Detect", DETECT)
    _shown["count"] = cmds.text(label="", align="left")
    _shown["list"] = cmds.textScrollList(
        numberOfRows=8,
        allowMultiSelection=True,
        font="smallFixedWidthFont",
        selectCommand=lambda *_: choose_contact(),
        doubleClickCommand=lambda *_: select_contact(),
        deleteKeyCommand=lambda *_: delete_contacts(),
    )
    row = _row(4)
    _shown["enabled"] = cmds.checkBox(
        label="On",
        value=True,
        annotation="Contacts that are off stay in the list and do not count",
        changeCommand=lambda value: enable_contacts(bool(value)),
    )
    _shown["point"] = cmds.optionMenu(
        annotation="The point that stays put; also that of a new contact", changeCommand=lambda *_: change_point()
    )
    for label in contacts.POINTS:
        cmds.menuItem(label=label)
    cmds.setParent(row)
    for name, note in (("first", "First frame of the contact"), ("last", "Last frame of the contact")):
        _shown[name] = cmds.floatField(
            precision=1, enable=False, annotation=note, changeCommand=lambda *_: change_frames()
        )
    _end(row)
    row = _row(3)
    cmds.button(label="Add", annotation="Add a contact at the current time", command=lambda *_: add_contact())
    cmds.button(label="Delete", annotation="Delete the chosen contacts", command=lambda *_: delete_contacts())
    cmds.button(
        label="Select",
        annotation="Go to the first frame of the contact and select the node that holds it",
        command=lambda *_: select_contact(),
    )
    _end(row)


def _clean_up() -> None:
    from .menu import CLEAN_UP_ITEMS

    for command, label, note in CLEAN_UP_ITEMS:
        _with_options(label, command, note)


def _result() -> None:
    _setting_menu("Result", "result", settings.RESULTS)
    row = _row(2)
    cmds.text(label="Layer Name", align="left")
    cmds.textField(
        text=settings.get("layer_name"),
        placeholderText="surefoot_<root>",
        annotation="Empty: named after the root joint",
        changeCommand=lambda text: settings.put("layer_name", str(text)),
    )
    _end(row)
    _file_row("Controls", "controls", 'A text file with a line "joint = control" for each pair', 1)
    cmds.separator(style="in")
    _shown["layers"] = cmds.text(label="", align="left")
    _shown["compare"] = cmds.radioButtonGrp(
        labelArray2=("Before", "After"),
        numberOfRadioButtons=2,
        columnWidth2=(80, 80),
        annotation="Play the motion before or after: the layer is muted or not",
        onCommand1=lambda *_: edit_contacts(lambda root: result.show_after(root, False)),
        onCommand2=lambda *_: edit_contacts(lambda root: result.show_after(root, True)),
    )
    row = _row(2)
    cmds.button(
        label="Apply",
        annotation="Merge the layer into the motion below it",
        command=lambda *_: edit_contacts(result.apply),
    )
    cmds.button(
        label="Discard",
        annotation="Delete the layer: the motion is as it was",
        command=lambda *_: edit_contacts(result.discard),
    )
    _end(row)


def _make_motion() -> None:
    _file_row("Graph", "graph_file", "The file of the motion graph", 0)
    _with_options("Build", BUILD_GRAPH, "Join the bookmarked ranges of the Time Slider where they resemble each other")
    _setting_menu("Make", "query", settings.QUERIES)
    row = _row(2)
    cmds.text(label="Seconds", align="left")
    cmds.floatField(
        value=settings.get("seconds"),
        precision=1,
        minValue=0.1,
        annotation="How long a random walk lasts at least",
        changeCommand=lambda value: settings.put("seconds", float(value)),
    )
    _end(row)
    row = _row(2)
    cmds.text(label="Label", align="left")
    cmds.textField(
        text=settings.get("label"),
        placeholderText="any",
        annotation="Stay in the clips with this label",
        changeCommand=lambda text: settings.put("label", str(text)),
    )
    _end(row)
    _with_options("Make Motion", SEARCH_GRAPH, "Write new motion from the current range's first frame on")


def _display() -> None:
    cmds.checkBox(
        label="Show after each command",
        value=settings.get("display"),
        annotation="Make or update the display of a character when its motion was changed",
        changeCommand=lambda value: settings.put("display", bool(value)),
    )
    cmds.separator(style="in")
    for attribute, label, note in display.TOGGLES:
        _shown[attribute] = cmds.checkBox(label=label, annotation=note, changeCommand=_toggle(attribute))


def _toggle(attribute: str) -> Callable[[Any], None]:
    return lambda value: edit_contacts(lambda root: display.put(root, attribute, bool(value)))


def _report() -> None:
    _shown["report"] = cmds.text(label="", align="left", wordWrap=True, height=80)
    cmds.button(label="Help", command=lambda *_: helping.show())


def _with_options(label: str, command: str, note: str = "") -> None:
    """A button for a command and a small one for its options."""
    row = cmds.rowLayout(numberOfColumns=2, adjustableColumn=1)
    cmds.button(label=label, height=26, annotation=note, command=lambda *_: run(command))
    cmds.button(label="\u2026", width=26, height=26, annotation="Options", command=lambda *_: option_box.show(command))
    _end(row)


def _setting_menu(label: str, name: str, items: Sequence[Tuple[str, str, str]]) -> None:
    row = _row(2)
    cmds.text(label=label, align="left")
    names = [item[0] for item in items]
    labels = {item[1]: item[0] for item in items}
    menu = cmds.optionMenu(changeCommand=lambda chosen: settings.put(name, labels[chosen]))
    for _name, item_label, note in items:
        cmds.menuItem(label=item_label, annotation=note)
    cmds.optionMenu(menu, edit=True, select=names.index(settings.get(name)) + 1)
    _end(row)


def _file_row(label: str, name: str, note: str, mode: int) -> None:
    row = cmds.rowLayout(numberOfColumns=3, adjustableColumn=2, columnWidth3=(LABEL_WIDTH, 100, 26))
    cmds.text(label=label, align="left")
    field = cmds.textField(
        text=settings.get(name), annotation=note, changeCommand=lambda text: settings.put(name, str(text))
    )
    cmds.button(label="\u2026", width=26, command=lambda *_: _browse(field, name, mode))
    _end(row)


def _browse(field: str, name: str, mode: int) -> None:
    chosen = cmds.fileDialog2(fileMode=mode, dialogStyle=2)
    if chosen:
        settings.put(name, chosen[0])
        cmds.textField(field, edit=True, text=chosen[0])


def _row(columns: int) -> str:
    row: str = cmds.rowLayout(numberOfColumns=columns, adjustableColumn=2)
    return row


def _end(row: str) -> None:
    cmds.setParent(row)
    cmds.setParent("..")


def _root() -> Optional[str]:
    """The first selected character."""
    roots = characters.selected_roots()
    return roots[0] if roots else None


def _chosen() -> List[contacts.Contact]:
    rows: Any = cmds.textScrollList(_shown["list"], query=True, selectIndexedItem=True) or []
    return [_listed[row - 1] for row in rows if row <= len(_listed)]


def _chosen_point() -> int:
    return int(cmds.optionMenu(_shown["point"], query=True, select=True)) - 1


def _fill_list(root: Optional[str]) -> None:
    chosen = [contact.element for contact in _chosen()]
    _listed[:] = contacts.read(root) if root else []
    cmds.textScrollList(_shown["list"], edit=True, removeAll=True)
    for contact in _listed:
        cmds.textScrollList(_shown["list"], edit=True, append=contacts.label(contact))
    for row, contact in enumerate(_listed, 1):
        if contact.element in chosen:
            cmds.textScrollList(_shown["list"], edit=True, selectIndexedItem=row)
    cmds.text(_shown["count"], edit=True, label=contacts.count_text(_listed) if root else "")
    choose_contact()
