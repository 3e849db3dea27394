"""Progress of long operations: from a Python callable to the C callback, and exceptions the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import _declarations as c
from ._native import call
from .errors import Cancelled

Progress = Callable[[float], "bool | None"]
"""Gets the share done, 0 to 1. Returning `False` cancels; returning nothing goes on."""


def call_with_progress(function: Callable[..., int], progress: Progress | None, *arguments: Any) -> None:
    """Calls a function that takes a callback and its pointer before its outputs.

    `arguments` holds `CALLBACK` where callback and pointer belong. What the callable raises is raised here, once the
    operation has ended: exceptions cannot travel through the library.
    """
    raised: list[BaseException] = []

    def step(share: float, _user: int | None) -> int:
        if raised:
            return 1
        try:
            return int(progress is not None and progress(share) is False)
        except BaseException as error:
            # Also KeyboardInterrupt: Ctrl-C ends the operation, not just the callback.
            raised.append(error)
            return 1

    callback = c.surefoot_progress(step) if progress is not None else c.surefoot_progress()
    position = next(i for i, argument in enumerate(arguments) if argument is CALLBACK)
    try:
        call(function, *arguments[:position], callback, None, *arguments[position + 1 :])
    except Cancelled:
        if not raised:
            raise
    if raised:
        raise raised[0]


CALLBACK = object()


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

    def step(share: float) -> None:
        # Shares come from several threads and may be out of order: the bar never goes back.
        if share > bar.n:
            bar.update(share - bar.n)

    return step
