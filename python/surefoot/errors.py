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
    """An argument cannot be meant: an index out of range, a text that is not UTF-8.

    >>> try:
    ...     surefoot.Plants(9, [surefoot.Plant("left_paw", 0, 3)])
    ... except surefoot.ArgumentError as error:
    ...     print(str(error)[:29])
    there is no point 'left_paw';
    """

    status = c.SUREFOOT_ERROR_ARGUMENT


class InternalError(SurefootError):
    """A fault inside the library; please report it. What went in is as it was.

    >>> issubclass(surefoot.InternalError, surefoot.SurefootError)
    True
    """

    status = c.SUREFOOT_ERROR_PANIC


class Cancelled(SurefootError):  # noqa: N818 (asked for by the caller, not an error)
    """The progress callback asked to stop.

    >>> try:
    ...     surefoot.build_motion_graph([(skeleton, clip, plants)], progress=lambda share: False)
    ... except surefoot.Cancelled as error:
    ...     print("stopped")
    stopped
    """

    status = c.SUREFOOT_ERROR_CANCELLED


class FileError(SurefootError, OSError):
    """A file could not be opened, read, written or renamed.

    >>> try:
    ...     surefoot.read("nowhere.bvh")
    ... except surefoot.FileError as error:
    ...     print(isinstance(error, OSError))
    True
    """

    status = c.SUREFOOT_ERROR_FILE


class FormatError(SurefootError, ValueError):
    """A file's content is not valid for its format; the message names line or byte.

    >>> try:
    ...     surefoot.read_bytes("x.bvh", b"HIERARCHY nonsense")
    ... except surefoot.FormatError as error:
    ...     print(type(error).__name__)
    FormatError
    """

    status = c.SUREFOOT_ERROR_FORMAT


class UnsupportedError(SurefootError):
    """The format, or this variety of it, is not supported for what was asked.

    >>> try:
    ...     surefoot.read_bytes("notes.txt", b"dear diary")
    ... except surefoot.UnsupportedError as error:
    ...     print(type(error).__name__)
    UnsupportedError
    """

    status = c.SUREFOOT_ERROR_UNSUPPORTED


class SkeletonError(SurefootError, ValueError):
    """A skeleton breaks a rule; `joint` names where.

    >>> try:
    ...     surefoot.Skeleton(["Hips"], [5], [(0, 1, 0)])
    ... except surefoot.SkeletonError as error:
    ...     print(error.joint)
    Hips
    """

    status = c.SUREFOOT_ERROR_SKELETON


class ClipError(SurefootError, ValueError):
    """A clip breaks a rule; `joint` and `frame` name where.

    >>> skeleton = surefoot.Skeleton(["Hips", "Spine"], [-1, 0], [(0, 1, 0), (0, 0.2, 0)])
    >>> turns = [[(0, 0, 0, 1), (0, 0, 0, float("nan"))]]
    >>> try:
    ...     surefoot.Clip(skeleton, turns, [(0, 1, 0)], 30.0)
    ... except surefoot.ClipError as error:
    ...     print(error.joint, error.frame)
    Spine 0
    """

    status = c.SUREFOOT_ERROR_CLIP


class LengthError(SurefootError, ValueError):
    """Arrays, clips or plants whose lengths must agree do not.

    >>> try:
    ...     surefoot.remove_footskate(skeleton, clip, surefoot.Plants(9))
    ... except surefoot.LengthError as error:
    ...     print(type(error).__name__)
    LengthError
    """

    status = c.SUREFOOT_ERROR_LENGTH


class InvalidError(SurefootError, ValueError):
    """A value of a mesh, ground, plant or graph is out of its domain.

    >>> try:
    ...     surefoot.Plants(9, [surefoot.Plant("left_toe", 5, 3)])
    ... except surefoot.InvalidError as error:
    ...     print(type(error).__name__)
    InvalidError
    """

    status = c.SUREFOOT_ERROR_INVALID


class UnknownJointError(SurefootError, LookupError):
    """No joint of that name exists.

    >>> skeleton = surefoot.Skeleton(["Hips", "Spine"], [-1, 0], [(0, 1, 0), (0, 0.2, 0)])
    >>> try:
    ...     skeleton.find("Tail")
    ... except surefoot.UnknownJointError as error:
    ...     print(error.joint)
    Tail
    """

    status = c.SUREFOOT_ERROR_UNKNOWN_JOINT


class MissingRolesError(SurefootError):
    """Joint roles that the operation needs were not found; give them with `Skeleton.with_roles`.

    >>> skeleton = surefoot.Skeleton(["Hips", "Spine"], [-1, 0], [(0, 1, 0), (0, 0.2, 0)])
    >>> try:
    ...     surefoot.detect_plants(skeleton, surefoot.Clip(skeleton, [[(0, 0, 0, 1)] * 2] * 9, [(0, 1, 0)] * 9, 30.0))
    ... except surefoot.MissingRolesError as error:
    ...     print(type(error).__name__)
    MissingRolesError
    """

    status = c.SUREFOOT_ERROR_MISSING_ROLES


class OptionError(SurefootError, ValueError):
    """An option lies outside its range or is not a number.

    >>> try:
    ...     surefoot.detect_plants(skeleton, clip, still_speed=99.0)
    ... except surefoot.OptionError as error:
    ...     print("still_speed" in str(error))
    True
    """

    status = c.SUREFOOT_ERROR_OPTION


class NoValueError(SurefootError):
    """What was asked for has no value here, such as the scores of a body without feet.

    >>> arm = surefoot.Skeleton(["Shoulder", "Elbow"], [-1, 0], [(0, 1.4, 0), (0.3, 0, 0)])
    >>> still = surefoot.Clip(arm, [[(0, 0, 0, 1)] * 2] * 9, [(0, 1.4, 0)] * 9, 30.0)
    >>> try:
    ...     surefoot.published_scores(arm, still, surefoot.Plants(9, []))
    ... except surefoot.NoValueError as error:
    ...     print(error.status)
    16
    """

    status = c.SUREFOOT_ERROR_NO_VALUE


class ClosedError(SurefootError, ValueError):
    """An object was used after `close()`.

    >>> document = surefoot.read("walk.bvh")
    >>> skeleton, clip = document.skeleton, document.clips[0]
    >>> clip.close()
    >>> try:
    ...     clip.rotations
    ... except surefoot.ClosedError as error:
    ...     print(error)
    this Clip was closed
    """

    status = c.SUREFOOT_ERROR_NULL


_CLASSES: dict[int, type[SurefootError]] = {
    kind.status: kind
    for kind in (
        ArgumentError,
        InternalError,
        Cancelled,
        FileError,
        FormatError,
        UnsupportedError,
        SkeletonError,
        ClipError,
        LengthError,
        InvalidError,
        UnknownJointError,
        MissingRolesError,
        OptionError,
        NoValueError,
        ClosedError,
    )
}


def error_of(error: c.surefoot_error) -> SurefootError:
    """Makes the exception for a failed call. A status of a later library is a plain `SurefootError`."""
    kind = _CLASSES.get(error.code, SurefootError)
    joint = error.joint.decode("utf-8", "replace") or None
    made = kind(error.message.decode("utf-8", "replace"), joint, error.frame if error.frame >= 0 else None)
    made.status = error.code
    return made
