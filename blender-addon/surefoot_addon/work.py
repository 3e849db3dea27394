# SPDX-License-Identifier: GPL-3.0-or-later
"""Long work in small steps. A script runs it at once; in the window a modal operator runs it with progress and ESC.

An operator's `steps(context)` is a generator. It yields the share done (0 to 1) from the main thread, where bpy may be used,
and runs calls of the library with `in_thread`. Cancelling closes the generator, so its `finally` blocks run. Results are
written in its last step, so a cancelled operator leaves the scene untouched.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator

import bpy
import surefoot

from .errors import UserError

Steps = Generator[float, None, str]

# How often the main thread looks at a thread, and how long it works between two redraws, seconds: ESC is felt at once,
# and redrawing a heavy scene does not become the work.
LOOK, SLICE = 0.02, 0.1


class _Thread(threading.Thread):
    def __init__(self, call: Callable[[Callable[[float], bool]], object]):
        super().__init__(daemon=True)
        self.call, self.share, self.cancelled = call, 0.0, False
        self.result, self.error = None, None

    def run(self):
        try:
            self.result = self.call(self._progress)
        except BaseException as error:
            self.error = error

    def _progress(self, share):
        self.share = share
        return not self.cancelled


def in_thread(call: Callable[[Callable[[float], bool]], object]) -> Generator[float, None, object]:
    """Runs `call(progress)` in a thread, so that the window stays alive; returns its result. No bpy inside."""
    thread = _Thread(call)
    thread.start()
    try:
        while True:
            # The first look comes late enough that short calls need no second.
            thread.join(LOOK)
            if not thread.is_alive():
                break
            yield thread.share
    finally:
        thread.cancelled = True
        thread.join()
    if thread.error:
        raise thread.error
    return thread.result


def scaled(steps: Generator, first: float, last: float) -> Generator:
    """The steps with their shares mapped from 0..1 to first..last."""
    result = None
    try:
        while True:
            try:
                share = next(steps)
            except StopIteration as stop:
                result = stop.value
                break
            yield first + (last - first) * share
    finally:
        steps.close()
    return result


# Operators at work, so that disabling the add-on can end them.
_running: list[LongOperator] = []


class LongOperator:
    """Mixin of operators whose work is a generator `steps(context) -> Steps`, which returns the message for the user."""

    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        return finish(self, lambda: _exhaust(self.steps(context)))

    def invoke(self, context, event):
        self.take_settings(context)
        if bpy.app.background:
            return self.execute(context)
        return self.begin(context)

    def begin(self, context):
        """Starts the modal work."""
        self._steps = self.steps(context)
        self._manager, self._workspace = context.window_manager, context.workspace
        self._timer = self._manager.event_timer_add(LOOK, window=context.window)
        self._manager.progress_begin(0, 100)
        self._manager.modal_handler_add(self)
        _running.append(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if self not in _running:
            return {"CANCELLED"}
        if event.type == "ESC" and event.value == "PRESS":
            self._steps.close()
            self.report({"WARNING"}, f"{self.bl_label} was cancelled; nothing has changed")
            return self._leave(context, {"CANCELLED"})
        if event.type != "TIMER":
            # Nothing else may change the scene meanwhile.
            return {"RUNNING_MODAL"}
        done, share = False, 0.0

        def advance():
            nonlocal done, share
            end = time.perf_counter() + SLICE
            try:
                while time.perf_counter() < end:
                    share = next(self._steps)
            except StopIteration as stop:
                done = True
                return stop.value

        try:
            outcome = finish(self, advance)
        except BaseException:
            # A bug: it is shown as one, and nothing of the work stays behind.
            self._leave(context, {"CANCELLED"})
            raise
        if done or outcome == {"CANCELLED"}:
            return self._leave(context, outcome)
        context.window_manager.progress_update(int(share * 100))
        context.workspace.status_text_set(f"{self.bl_label}: {share:.0%}    ESC to cancel")
        return {"RUNNING_MODAL"}

    def cancel(self, context):
        """Blender ends the operator: a file is loaded, the window closes."""
        if getattr(self, "_steps", None):
            self._leave(context, {"CANCELLED"})

    def take_settings(self, context):
        """Fills properties that the caller left unset; operators with options override it."""

    def _leave(self, context, outcome):
        self.end()
        for area in context.screen.areas if context.screen else ():
            area.tag_redraw()
        return outcome

    def end(self):
        """Ends the work and takes away all that showed it."""
        self._steps.close()
        if self not in _running:
            return
        _running.remove(self)
        self._manager.event_timer_remove(self._timer)
        self._manager.progress_end()
        self._workspace.status_text_set(None)


def stop_all() -> None:
    """Ends all work, as ESC does; returns when no thread runs any more.

    Blender forgets the modal operators of a class that is unregistered, so nothing else would take their traces away.
    """
    while _running:
        _running[-1].end()


def _exhaust(steps):
    try:
        while True:
            next(steps)
    except StopIteration as stop:
        return stop.value


def finish(operator, step):
    """Runs `step`, which returns a message for the user or None; errors that a user can mend become messages, others
    are bugs and pass through."""
    try:
        message = step()
    except (UserError, surefoot.SurefootError) as error:
        operator.report({"ERROR"}, _sentence(str(error)))
        return {"CANCELLED"}
    if message:
        operator.report({"INFO"}, message)
    return {"FINISHED"}


def _sentence(text):
    return text[:1].upper() + text[1:]
