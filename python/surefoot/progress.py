"""Progress of long operations: from a Python callable to the C callback, and exceptions the way back."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np

from . import _declarations as c
from ._native import call
from .errors import SurefootError

T = TypeVar("T")

Progress = Callable[[float], "bool | None"]
"""Gets the share done, 0 to 1. Returning `False` cancels; returning nothing goes on."""


CALLBACK = object()
"""Stands for the callback and its pointer in the arguments of `call_with_progress`."""


def call_with_progress(
    function: Callable[..., int],
    progress: Progress | None,
    *arguments: Any,
    result: Callable[[], T],
    keep: object = None,
    raised: list[BaseException] | None = None,
) -> T:
    """Calls a function that takes a callback and its pointer, for which `arguments` holds `CALLBACK`.

    Returns `result()`, which owns what the function made. `keep` is what the arguments point into.

    What the callable raises is raised here, once the operation has ended: exceptions cannot travel through the library.
    Other callbacks of the same call keep theirs in `raised`; the first of all is the one to tell. From the main thread
    the call is made in another, so that Ctrl-C is heard and ends the operation.
    """
    raised = [] if raised is None else raised
    done, left = threading.Event(), threading.Event()

    def step(share: float, _user: int | None) -> int:
        if raised or left.is_set():
            return 1
        try:
            if progress is None:
                return 0
            answer = progress(share)
            # A comparison of numpy's gives numpy's own False; None, and whatever else a bar returns, goes on.
            return int(isinstance(answer, (bool, np.bool_)) and not answer)
        except BaseException as error:
            raised.append(error)
            return 1

    callback = c.surefoot_progress(step)
    position = next(i for i, argument in enumerate(arguments) if argument is CALLBACK)
    given = (*arguments[:position], callback, None, *arguments[position + 1 :])
    failed: list[BaseException] = []

    def run() -> None:
        # Whatever happens to the caller, the library's arguments live as long as it works.
        _ = keep
        try:
            call(function, *given)
            if left.is_set():
                result()  # nobody takes it any more: its owners free it
        except BaseException as error:
            failed.append(error)
        finally:
            done.set()

    if threading.current_thread() is threading.main_thread():
        _wait_for(threading.Thread(target=run, name="surefoot", daemon=True), done, left, raised)
    else:
        run()
    # Handles have an owner before anything is raised: the callable may do so too late to stop the operation. Where it
    # was in time there are none, and its own error is the one to tell.
    made = None
    if not failed:
        try:
            made = result()
        except SurefootError:
            if not raised:
                raise
    # What the callable raised comes before the cancelling that followed from it.
    for cause in (*raised, *failed):
        raise cause
    return cast("T", made)


def _wait_for(
    thread: threading.Thread, done: threading.Event, left: threading.Event, raised: list[BaseException]
) -> None:
    """Starts a thread and waits until it is done. An interruption is kept, and ends the operation at its next step.

    Joining the thread would not do: an interrupted join counts it as ended while it still runs.
    """
    try:
        thread.start()
        while True:
            try:
                if done.wait(0.1):
                    break
            except BaseException as error:
                raised.append(error)
    finally:
        # A second interruption may come while the first is kept; then the operation ends by itself.
        if not done.is_set():
            left.set()


def tqdm_progress(bar: Any) -> Progress:
    """Makes a callback for a bar that counts to 1, as tqdm's do: `tqdm(total=1)`.

    >>> class Bar:
    ...     n = 0.0
    ...     def update(self, step):
    ...         self.n += step
    >>> bar = Bar()
    >>> progress = tqdm_progress(bar)
    >>> progress(0.25), progress(0.75), round(bar.n, 6)
    (None, None, 0.75)
    """
    lock = threading.Lock()

    def step(share: float) -> None:
        # Shares come from several threads and may be out of order: the bar never goes back.
        with lock:
            if share > bar.n:
                bar.update(share - bar.n)

    return step
