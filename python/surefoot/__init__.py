"""Surefoot makes character animation stand on its feet.

It finds when feet are planted, stops them from sliding without popping the knees, and writes the result back into BVH,
FBX or glTF files with everything else untouched. Metres, seconds, radians, right-handed, Y up, quaternions x y z w.

>>> import surefoot
>>> document = surefoot.read("walk.bvh")
>>> skeleton, clip = document.skeleton, document.clips[0]
>>> found = surefoot.detect_plants(skeleton, clip)
>>> edited = surefoot.remove_footskate(skeleton, clip, found.plants)
>>> print(edited.report.summary())
slide ... cm/s over ... plants...
>>> warnings = surefoot.write_edited("clean.bvh", document, [edited.clip])

Objects never change once made, so any thread may use them; the interpreter's lock is free while the library works.
"""

from . import _declarations
from ._native import lib as _lib
from ._options import OptionSpec, operations
from .errors import (
    ArgumentError,
    Cancelled,
    ClipError,
    ClosedError,
    FileError,
    FormatError,
    InternalError,
    InvalidError,
    LengthError,
    MissingRolesError,
    OptionError,
    SkeletonError,
    SurefootError,
    UnknownJointError,
    UnsupportedError,
)
from .files import Document, Warning, read, read_bytes, write_edited, write_new
from .model.clip import Clip
from .model.ground import Footing, Ground
from .model.plants import POINTS, Plant, Plants
from .model.skeleton import ROLES, Skeleton
from .model.skin import Skin
from .ops.detect_plants import DetectedPlants, detect_plants
from .ops.remove_footskate import Edited, remove_footskate
from .progress import tqdm_progress
from .reports import Figures, Report

__all__ = [
    "POINTS",
    "ROLES",
    "ArgumentError",
    "Cancelled",
    "Clip",
    "ClipError",
    "ClosedError",
    "DetectedPlants",
    "Document",
    "Edited",
    "Figures",
    "FileError",
    "Footing",
    "FormatError",
    "Ground",
    "InternalError",
    "InvalidError",
    "LengthError",
    "MissingRolesError",
    "OptionError",
    "OptionSpec",
    "Plant",
    "Plants",
    "Report",
    "Skeleton",
    "SkeletonError",
    "Skin",
    "SurefootError",
    "UnknownJointError",
    "UnsupportedError",
    "Warning",
    "__version__",
    "detect_plants",
    "operations",
    "read",
    "read_bytes",
    "remove_footskate",
    "tqdm_progress",
    "version",
    "write_edited",
    "write_new",
]

__version__: str = _declarations.SUREFOOT_VERSION


def version() -> str:
    """Gives the version of the native library, which is that of the package up to the last number.

    >>> import surefoot
    >>> surefoot.version().split(".")[:2] == surefoot.__version__.split(".")[:2]
    True
    """
    text: str = _lib.surefoot_version().decode("utf-8")
    return text
