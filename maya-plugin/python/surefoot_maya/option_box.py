"""Option boxes, made from what the plug-in says of a command's options."""

from __future__ import annotations

from typing import Dict

from maya import cmds

from . import actions, helping, options, settings
from .run import COMMANDS, Value

# A slider over a wider range than this cannot be aimed at; a field takes its place.
WIDEST_SLIDER = 1000.0
# Maya's integers have 32 bits.
LEAST_INTEGER, LARGEST_INTEGER = -(2**31), 2**31 - 1
LABEL_WIDTH = 170

# How units are shown behind a label; a ratio needs no word.
UNITS = {"": "", "ratio": "", "deg": "degrees", "fps": "frames/s"}


class OptionBox:
    """The window of one command, by its name. Lives as long as the window: its buttons hold it."""

    def __init__(self, command: str) -> None:
        self.operation = options.describe(command)
        self.window = _window(command)
        self._controls: Dict[str, str] = {}

    def show(self) -> None:
        """Makes the window anew and shows it."""
        if cmds.window(self.window, exists=True):
            cmds.deleteUI(self.window)
        label = self.operation.label
        cmds.window(self.window, title=label + " Options", menuBar=True, widthHeight=(520, 420))
        cmds.menu(label="Edit")
        cmds.menuItem(label="Save Settings", command=lambda *_: self.save())
        cmds.menuItem(label="Reset Settings", command=lambda *_: self.reset())
        cmds.menu(label="Help", helpMenu=True)
        cmds.menuItem(label="Help on " + label, command=lambda *_: helping.show(self.operation.name))

        form = cmds.formLayout()
        scroll = cmds.scrollLayout(childResizable=True)
        cmds.columnLayout(adjustableColumn=True, rowSpacing=2)
        cmds.text(label=self.operation.help, align="left", wordWrap=True, height=34)
        for option in self.operation.options:
            self._controls[option.name] = self._make(option)
        cmds.setParent(form)
        buttons = [
            cmds.button(label=label, command=lambda *_: self.apply_and_close()),
            cmds.button(label="Apply", command=lambda *_: self.apply()),
            cmds.button(label="Close", command=lambda *_: self.close()),
        ]
        edges = [(scroll, edge, 6) for edge in ("top", "left", "right")]
        edges += [(button, "bottom", 6) for button in buttons]
        edges += [(buttons[0], "left", 6), (buttons[2], "right", 6)]
        places = [(buttons[0], "right", 3, 33), (buttons[1], "left", 3, 33), (buttons[1], "right", 3, 67)]
        places.append((buttons[2], "left", 3, 67))
        cmds.formLayout(
            form,
            edit=True,
            attachForm=edges,
            attachControl=[(scroll, "bottom", 6, buttons[0])],
            attachPosition=places,
        )
        self.put(options.saved(self.operation))
        cmds.showWindow(self.window)

    def values(self) -> Dict[str, Value]:
        """What the controls show."""
        return {option.name: self._read(option) for option in self.operation.options}

    def put(self, values: Dict[str, Value]) -> None:
        """Shows values."""
        for option in self.operation.options:
            self._write(option, values[option.name])
        self.refresh()

    def refresh(self) -> None:
        """Greys out options that have no effect beside the others."""
        used = options.used(self.operation, self.values(), settings.inputs())
        for option in self.operation.options:
            is_used = option.name in used
            control = self._controls[option.name]
            if option.kind == "flag":
                cmds.checkBoxGrp(control, edit=True, enable=is_used)
            elif option.kind == "choice":
                cmds.optionMenuGrp(control, edit=True, enable=is_used)
            elif option.kind == "integer":
                cmds.intFieldGrp(control, edit=True, enable=is_used)
            elif _has_slider(option):
                cmds.floatSliderGrp(control, edit=True, enable=is_used)
            else:
                cmds.floatFieldGrp(control, edit=True, enable=is_used)

    def save(self) -> None:
        """Keeps what is shown for the next time and for menu and panel."""
        options.save(self.operation, self.values())

    def reset(self) -> None:
        """Shows the defaults and forgets what was kept."""
        self.put(options.reset(self.operation))

    def apply(self) -> None:
        """Keeps what is shown and runs the command."""
        self.save()
        actions.apply(self.operation.command)

    def apply_and_close(self) -> None:
        """As `apply`; the window goes."""
        self.save()
        command = self.operation.command
        self.close()
        actions.apply(command)

    def close(self) -> None:
        """Closes the window. Later: a button must not delete itself while it is pressed."""
        cmds.evalDeferred(lambda: _delete(self.window))

    def _make(self, option: options.Option) -> str:
        label, note = option.label, option.help

        def changed(*_: object) -> None:
            self.refresh()

        if option.kind == "flag":
            return cmds.checkBoxGrp(
                label="", label1=label, annotation=note, columnWidth=(1, LABEL_WIDTH), changeCommand=changed
            )
        if option.kind == "choice":
            menu = cmds.optionMenuGrp(label=label, annotation=note, columnWidth=(1, LABEL_WIDTH), changeCommand=changed)
            for choice in option.choices:
                cmds.menuItem(label=choice.label, annotation=choice.help)
            cmds.setParent("..", menu=True)
            return menu
        if option.kind == "integer":
            return cmds.intFieldGrp(
                label=label,
                extraLabel=_unit(option),
                annotation=note,
                columnWidth=(1, LABEL_WIDTH),
                changeCommand=changed,
            )
        if _has_slider(option):
            return cmds.floatSliderGrp(
                label=label,
                extraLabel=_unit(option),
                annotation=note,
                field=True,
                minValue=option.min,
                maxValue=option.max,
                precision=_precision(option),
                columnWidth=(1, LABEL_WIDTH),
                changeCommand=changed,
            )
        return cmds.floatFieldGrp(
            label=label,
            extraLabel=_unit(option),
            annotation=note,
            precision=_precision(option),
            columnWidth=(1, LABEL_WIDTH),
            changeCommand=changed,
        )

    def _read(self, option: options.Option) -> Value:
        control = self._controls[option.name]
        if option.kind == "flag":
            return bool(cmds.checkBoxGrp(control, query=True, value1=True))
        if option.kind == "choice":
            return option.choices[cmds.optionMenuGrp(control, query=True, select=True) - 1].name
        if option.kind == "integer":
            whole = cmds.intFieldGrp(control, query=True, value1=True)
            return int(min(max(whole, option.min), option.max))
        if _has_slider(option):
            number = cmds.floatSliderGrp(control, query=True, value=True)
        else:
            number = cmds.floatFieldGrp(control, query=True, value1=True)
        # Controls round what they show; the default is the default all the same.
        if abs(number - float(option.default)) <= 0.5 * 10.0 ** -_precision(option):
            return option.default
        return float(min(max(number, option.min), option.max))

    def _write(self, option: options.Option, value: Value) -> None:
        control = self._controls[option.name]
        if option.kind == "flag":
            cmds.checkBoxGrp(control, edit=True, value1=bool(value))
        elif option.kind == "choice":
            names = [choice.name for choice in option.choices]
            cmds.optionMenuGrp(control, edit=True, select=names.index(str(value)) + 1)
        elif option.kind == "integer":
            cmds.intFieldGrp(control, edit=True, value1=min(max(int(value), LEAST_INTEGER), LARGEST_INTEGER))
        elif _has_slider(option):
            cmds.floatSliderGrp(control, edit=True, value=float(value))
        else:
            cmds.floatFieldGrp(control, edit=True, value1=float(value))


def show(command: str) -> OptionBox:
    """Opens the option box of a command."""
    box = OptionBox(command)
    box.show()
    return box


def close_all() -> None:
    """Closes every option box."""
    for command in COMMANDS:
        _delete(_window(command))


def _window(command: str) -> str:
    return command + "OptionBox"


def _delete(window: str) -> None:
    if cmds.window(window, exists=True):
        cmds.deleteUI(window)


def _has_slider(option: options.Option) -> bool:
    return option.max - option.min <= WIDEST_SLIDER


def _unit(option: options.Option) -> str:
    return UNITS.get(option.unit, option.unit)


def _precision(option: options.Option) -> int:
    """Decimals shown: enough for the default, and for steps of a short range."""
    decimals = len(("%.6f" % float(option.default)).rstrip("0").partition(".")[2])
    return max(decimals, 3 if option.max <= 2.0 else 2 if option.max <= 10.0 else 1)
