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
from .files import (
    Document,
    Encoded,
    Warning,
    encode_edited,
    encode_new,
    read,
    read_bytes,
    write_edited,
    write_new,
)
from .kinematics import deform_skin, world_matrices, world_positions
from .model.clip import Clip
from .model.floor_path import FloorPath
from .model.ground import Footing, Ground
from .model.labels import (
    ClipLabels,
    LabelSpan,
    automatic_labels,
    labels_text,
    parse_labels,
    read_labels,
    write_labels,
)
from .model.motion_graph import ClipSource, MotionGraph
from .model.plants import POINTS, Plant, Plants
from .model.skeleton import ROLES, Skeleton, Sole
from .model.skin import Skin
from .ops.build_motion_graph import (
    BuildMotionGraphReport,
    BuiltGraph,
    GraphClip,
    build_motion_graph,
    extend_motion_graph,
    retune_motion_graph,
)
from .ops.check_clip import check_clip
from .ops.control_table import ControlState, ControlTable, build_control_table, steer
from .ops.detect_plants import DetectedPlants, DetectPlantsReport, detect_plants
from .ops.find_soles import FoundSoles, SoleVertices, find_soles, sole_vertices
from .ops.footskate_stream import FootskateStream, StreamFrame
from .ops.graph_picture import graph_grid_picture, graph_picture
from .ops.measure_footskate import FootskateMeasures, measure_footskate
from .ops.merge_plants import merge_plants
from .ops.mirror_clip import Asymmetry, measure_asymmetry, mirror_clip, mirror_plants, symmetric_skeleton
from .ops.remove_footskate import Edited, RemoveFootskateReport, remove_footskate
from .ops.resample_clip import resample_clip, resample_plants
from .ops.search_motion_graph import (
    FoundMotion,
    MotionQuery,
    SearchMotionGraphReport,
    WalkState,
    search_crowd,
    search_motion_graph,
)
from .ops.walk import WalkedClip, WalkSegment, random_walk, shortest_connection, walk_to_clip
from .page import footskate_page
from .progress import tqdm_progress
from .reports import Figures, Report

__all__ = [
    "POINTS",
    "ROLES",
    "ArgumentError",
    "Asymmetry",
    "BuildMotionGraphReport",
    "BuiltGraph",
    "Cancelled",
    "Clip",
    "ClipError",
    "ClipLabels",
    "ClipSource",
    "ClosedError",
    "ControlState",
    "ControlTable",
    "DetectPlantsReport",
    "DetectedPlants",
    "Document",
    "Edited",
    "Encoded",
    "Figures",
    "FileError",
    "FloorPath",
    "Footing",
    "FootskateMeasures",
    "FootskateStream",
    "FormatError",
    "FoundMotion",
    "FoundSoles",
    "GraphClip",
    "Ground",
    "InternalError",
    "InvalidError",
    "LabelSpan",
    "LengthError",
    "MissingRolesError",
    "MotionGraph",
    "MotionQuery",
    "OptionError",
    "OptionSpec",
    "Plant",
    "Plants",
    "RemoveFootskateReport",
    "Report",
    "SearchMotionGraphReport",
    "Skeleton",
    "SkeletonError",
    "Skin",
    "Sole",
    "SoleVertices",
    "StreamFrame",
    "SurefootError",
    "UnknownJointError",
    "UnsupportedError",
    "WalkSegment",
    "WalkState",
    "WalkedClip",
    "Warning",
    "__version__",
    "automatic_labels",
    "build_control_table",
    "build_motion_graph",
    "check_clip",
    "deform_skin",
    "detect_plants",
    "encode_edited",
    "encode_new",
    "extend_motion_graph",
    "find_soles",
    "footskate_page",
    "graph_grid_picture",
    "graph_picture",
    "labels_text",
    "measure_asymmetry",
    "measure_footskate",
    "merge_plants",
    "mirror_clip",
    "mirror_plants",
    "operations",
    "parse_labels",
    "random_walk",
    "read",
    "read_bytes",
    "read_labels",
    "remove_footskate",
    "resample_clip",
    "resample_plants",
    "retune_motion_graph",
    "search_crowd",
    "search_motion_graph",
    "shortest_connection",
    "sole_vertices",
    "steer",
    "symmetric_skeleton",
    "tqdm_progress",
    "version",
    "walk_to_clip",
    "world_matrices",
    "world_positions",
    "write_edited",
    "write_labels",
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
