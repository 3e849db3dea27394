"""Exceptions: one class per status of the library."""

from __future__ import annotations

from . import _declarations as c


class SurefootError(Exception):
    """Why a call has no answer; the message says which, where and why, and what to do.

    >>> try:
    ...     surefoot.Skeleton(["Hips", "Hips"], [-1, 0], [(0, 1, 0), (0, 0.2, 0)])
    ... except surefoot.SurefootError as error:
    ...     print(type(error).__name__, error.joint)
    SkeletonError Hips
    """

    status: int = c.SUREFOOT_ERROR_OTHER
    """The number of the status in C."""
    joint: str | None
    """The joint it is about, if any."""
    frame: int | None
    """The frame it is about, counted from 0, if any."""

    def __init__(self, message: str, joint: str | None = None, frame: int | None = None) -> None:
        super().__init__(message)
        self.joint = joint
        self.frame = frame


class ArgumentError(SurefootError, ValueError):
    """An argument cannot be meant: an index out of range, a text that is not UTF-8."""

    status = c.SUREFOOT_ERROR_ARGUMENT


class InternalError(SurefootError):
    """An internal error of the library; please report it. Its arguments are unchanged."""

    status = c.SUREFOOT_ERROR_PANIC


class Cancelled(SurefootError):  # noqa: N818 (asked for by the caller, not an error)
    """The progress callback asked to stop."""

    status = c.SUREFOOT_ERROR_CANCELLED


class FileError(SurefootError, OSError):
    """A file could not be opened, read, written or renamed."""

    status = c.SUREFOOT_ERROR_FILE


class FormatError(SurefootError, ValueError):
    """A file's content is not valid for its format; the message names line or byte."""

    status = c.SUREFOOT_ERROR_FORMAT


class UnsupportedError(SurefootError):
    """The format, or this variety of it, is not supported for what was asked."""

    status = c.SUREFOOT_ERROR_UNSUPPORTED


class SkeletonError(SurefootError, ValueError):
    """A skeleton breaks a rule; `joint` names where."""

    status = c.SUREFOOT_ERROR_SKELETON


class ClipError(SurefootError, ValueError):
    """A clip breaks a rule; `joint` and `frame` name where."""

    status = c.SUREFOOT_ERROR_CLIP


class LengthError(SurefootError, ValueError):
    """Arrays, clips or plants whose lengths must agree do not."""

    status = c.SUREFOOT_ERROR_LENGTH


class InvalidError(SurefootError, ValueError):
    """A value of a mesh, ground, plant or graph is out of its domain."""

    status = c.SUREFOOT_ERROR_INVALID


class UnknownJointError(SurefootError, LookupError):
    """No joint of that name exists."""

    status = c.SUREFOOT_ERROR_UNKNOWN_JOINT


class MissingRolesError(SurefootError):
    """Joint roles that the operation needs were not found; give them with `Skeleton.with_roles`."""

    status = c.SUREFOOT_ERROR_MISSING_ROLES


class OptionError(SurefootError, ValueError):
    """An option lies outside its range or is not a number."""

    status = c.SUREFOOT_ERROR_OPTION


class NoValueError(SurefootError):
    """What was asked for has no value here, such as the scores of a body without feet."""

    status = c.SUREFOOT_ERROR_NO_VALUE


class ClosedError(SurefootError, ValueError):
    """An object was used after `close()`."""

    status = c.SUREFOOT_ERROR_NULL


_CLASSES: dict[int, type[SurefootError]] = {kind.status: kind for kind in SurefootError.__subclasses__()}


def error_of(error: c.surefoot_error) -> SurefootError:
    """Makes the exception for a failed call. A status of a later library is a plain `SurefootError`."""
    kind = _CLASSES.get(error.code, SurefootError)
    joint = error.joint.decode("utf-8", "replace") or None
    made = kind(error.message.decode("utf-8", "replace"), joint, error.frame if error.frame >= 0 else None)
    made.status = error.code
    return made
