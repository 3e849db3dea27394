"""Surefoot stops feet from sliding in character animation.

It finds when feet are planted, holds them in place without popping the knees, and writes the result back into BVH, FBX
or glTF files with everything else untouched. Metres, seconds, radians, right-handed, Y up, quaternions x y z w.

>>> import surefoot
>>> document = surefoot.read("walk.bvh")
>>> skeleton, clip = document.skeleton, document.clips[0]
>>> plants = surefoot.detect_plants(skeleton, clip).plants
>>> edited = surefoot.remove_footskate(skeleton, clip, plants)
>>> print(edited.report.summary())
slide ... cm/s over ... plants...
>>> notes = surefoot.write_edited("clean.bvh", document, [edited.clip])

The examples of all docstrings use these names: `document`, `skeleton`, `clip` and `plants`, and `graph`, made by
`surefoot.build_motion_graph([(skeleton, clip, plants)], labelling="none").graph`.

Objects never change once made, so any thread may use them. The interpreter's lock is released while the library works.
"""

from . import _declarations, _edits, _report_types
from ._edits import *  # noqa: F403
from ._native import lib as _lib
from ._options import Choice, Condition, Operation, Option, is_used, operations, used_options
from ._report_types import *  # noqa: F403
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
    NoValueError,
    OptionError,
    SkeletonError,
    SurefootError,
    UnknownJointError,
    UnsupportedError,
)
from .files import (
    Document,
    Encoded,
    encode_edited,
    encode_new,
    encode_reshaped,
    read,
    read_bytes,
    write_edited,
    write_new,
)
from .kinematics import deform_skin, world_matrices, world_positions
from .model.clip import Clip
from .model.floor_path import FloorPath
from .model.ground import Footing, Ground
from .model.labels import ClipLabels, LabelSpan, automatic_labels, labels_text, parse_labels, read_labels, write_labels
from .model.motion_graph import ClipSource, MotionGraph
from .model.note import FrameRange, Note
from .model.plants import POINTS, Plant, Plants
from .model.skeleton import ROLES, FoundRoles, Skeleton, Sole
from .model.skin import Skin
from .ops.adapt_to_body import adapt_to_body
from .ops.build_motion_graph import BuiltGraph, GraphClip, build_motion_graph, extend_motion_graph, retune_motion_graph
from .ops.check_clip import check_clip
from .ops.control_table import ControlState, ControlTable, build_control_table, steer
from .ops.correct_balance import BalanceOriginal, correct_balance
from .ops.correct_flight import correct_flight
from .ops.deform_out_of_body import (
    CharacterDeformer,
    DeformedClip,
    DeformedFrame,
    DeformedSkin,
    Deformer,
    deform_out_of_body,
)
from .ops.detect_plants import DetectedPlants, detect_plants
from .ops.edit import Edited
from .ops.evaluate_balance import BalanceCase, evaluate_balance
from .ops.find_soles import FoundSoles, SoleVertices, find_soles, sole_vertices
from .ops.fit_body import FittedBody, Volume, fit_body
from .ops.footskate_stream import FootskateStream, StreamFrame
from .ops.graph_picture import graph_grid_picture, graph_picture
from .ops.measure_balance import Load, MassSegment, MeasuredBalance, measure_balance
from .ops.measure_footskate import measure_footskate, published_scores
from .ops.plant_stream import PlantStream, StreamedPlants
from .ops.plants_of_edits import merge_plants, mirror_plants, resample_plants, trim_plants
from .ops.remove_footskate import remove_footskate
from .ops.remove_penetration import remove_penetration
from .ops.reshape import ReshapedCharacter, grow_body, scale_character
from .ops.search_motion_graph import FoundMotion, MotionQuery, WalkState, search_crowd, search_motion_graph
from .ops.shape_grid import BuiltShapeGrid, ShapeGrid, build_shape_grid, query_shape_grid
from .ops.symmetry import Asymmetry, measure_asymmetry, symmetric_skeleton
from .ops.walk import WalkedClip, WalkSegment, random_walk, shortest_connection, walk_to_clip
from .page import footskate_page
from .progress import tqdm_progress
from .reports import Report

# fmt: off
__all__ = [
    "POINTS", "ROLES", "ArgumentError", "Asymmetry", "BalanceCase", "BalanceOriginal", "BuiltGraph",
    "BuiltShapeGrid", "Cancelled", "CharacterDeformer", "Choice", "Clip", "ClipError", "ClipLabels", "ClipSource",
    "ClosedError",
    "Condition", "ControlState", "ControlTable", "DeformedClip", "DeformedFrame", "DeformedSkin", "Deformer",
    "DetectedPlants", "Document", "Edited", "Encoded", "FileError", "FittedBody", "FloorPath", "Footing",
    "FootskateStream", "FormatError", "FoundMotion", "FoundRoles", "FoundSoles", "FrameRange", "GraphClip",
    "Ground", "InternalError", "InvalidError", "LabelSpan", "LengthError", "Load", "MassSegment", "MeasuredBalance",
    "MissingRolesError", "MotionGraph", "MotionQuery", "NoValueError", "Note", "Operation", "Option", "OptionError",
    "Plant", "PlantStream", "Plants", "Report", "ReshapedCharacter", "ShapeGrid", "Skeleton", "SkeletonError",
    "Skin", "Sole", "SoleVertices", "StreamFrame", "StreamedPlants", "SurefootError", "UnknownJointError",
    "UnsupportedError", "Volume", "WalkSegment", "WalkState", "WalkedClip", "__version__", "adapt_to_body",
    "automatic_labels", "build_control_table", "build_motion_graph", "build_shape_grid", "check_clip",
    "correct_balance", "correct_flight", "deform_out_of_body", "deform_skin", "detect_plants", "encode_edited",
    "encode_new", "encode_reshaped", "evaluate_balance", "extend_motion_graph", "find_soles", "fit_body",
    "footskate_page", "graph_grid_picture", "graph_picture", "grow_body", "is_used", "labels_text",
    "measure_asymmetry", "measure_balance", "measure_footskate", "merge_plants", "mirror_plants", "operations",
    "parse_labels", "published_scores", "query_shape_grid", "random_walk", "read", "read_bytes", "read_labels",
    "remove_footskate", "remove_penetration", "resample_plants", "retune_motion_graph", "scale_character",
    "search_crowd", "search_motion_graph", "shortest_connection", "sole_vertices", "steer", "symmetric_skeleton",
    "tqdm_progress", "trim_plants", "used_options", "version", "walk_to_clip", "world_matrices", "world_positions",
    "write_edited", "write_labels", "write_new",
]
# fmt: on
__all__ += _edits.__all__
__all__ += _report_types.__all__

__version__: str = _declarations.SUREFOOT_VERSION


def version() -> str:
    """Gives the version of the native library, which is that of the package up to the last number.

    >>> import surefoot
    >>> surefoot.version().split(".")[:2] == surefoot.__version__.split(".")[:2]
    True
    """
    text: str = _lib.surefoot_version().decode("utf-8")
    return text
