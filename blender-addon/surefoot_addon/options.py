# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of the library's operations as Blender properties, in the library's order.

Names, defaults, and ranges are the library's; `tests/blender/addon/test_surface.py` compares them with its own table.
Each table becomes a PropertyGroup for the panel and the properties of the operator of the same name.
"""

import numpy as np
from bpy.props import BoolProperty, EnumProperty, FloatProperty, IntProperty

DETECT_PLANTS = {
    "still_speed": FloatProperty(
        name="Still Speed",
        description="Speed below which a point counts as still, in metres per second for a leg of 0.83 m; scales with "
        "the leg",
        default=0.15,
        min=0.01,
        max=1.0,
        step=1,
        precision=3,
    ),
    "min_seconds": FloatProperty(
        name="Shortest Plant",
        description="Shorter plants, in seconds, are dropped unless they touch an end of the clip",
        default=0.04,
        min=0.0,
        max=1.0,
        step=1,
        precision=3,
    ),
    "fit_fault": BoolProperty(
        name="Allow for Drift",
        description="Estimate and allow for root drift and for a root path or legs of wrong length",
        default=True,
    ),
    "use_touches": BoolProperty(
        name="Brief Touches",
        description="Make the slowest part of a brief touch a plant, so that runs are planted too",
        default=True,
    ),
    "hands": BoolProperty(name="Hands", description="Search plants of wrists and fingertips as well", default=False),
    "sole": BoolProperty(
        name="Heels and Toe Tips",
        description="Search plants of heels and toe tips, the points of the sole, as well",
        default=False,
    ),
}

REMOVE_FOOTSKATE = {
    "method": EnumProperty(
        name="Method",
        description="What is moved to keep planted points in place",
        items=[
            ("limbs", "Limbs", "Bend legs and arms to the plants; the body stays as it is"),
            ("root", "Root", "Change the root's path alone; cannot hold two feet at once"),
            ("foot-rooted", "Foot-Rooted", "Hang the body on the foot that carries it and bend the landing leg"),
        ],
        default="limbs",
    ),
    "solver": EnumProperty(
        name="Solver",
        description="How the motion between plants is found",
        items=[
            ("least-squares", "Least Squares", "Sees the whole clip"),
            ("windowed", "Windowed", "Looks a fixed time ahead, as a live stream does"),
        ],
        default="least-squares",
    ),
    "max_stretch": FloatProperty(
        name="Stretch",
        description="Largest change of a limb's length, as a part of it; 0 keeps bones rigid and lets the hips give way. "
        "Limbs of connected bones cannot stretch, 0 is used for them",
        default=0.03,
        min=0.0,
        max=0.2,
        step=1,
        precision=3,
    ),
    "cutoff": FloatProperty(
        name="Cutoff",
        description="Frames further than this many seconds from any plant stay as they are",
        default=0.5,
        min=0.0,
        max=10.0,
        precision=2,
    ),
    "swing_time": FloatProperty(
        name="Swing Time",
        description="How slowly a foot's correction fades between plants, in seconds",
        default=0.025,
        min=0.0,
        max=1.0,
        step=1,
        precision=3,
    ),
    "turn_time": FloatProperty(
        name="Turn Time",
        description="How slowly a foot's turn fades between plants, in seconds",
        default=0.04,
        min=0.0,
        max=1.0,
        step=1,
        precision=3,
    ),
    "swivel": FloatProperty(
        name="Swivel",
        description="Share of a foot's turn about the leg that the hip takes; the ankle takes the rest",
        default=0.5,
        min=0.0,
        max=1.0,
        subtype="FACTOR",
    ),
    "soften_knees": BoolProperty(
        name="Soften Knees", description="Ease knees that snap straight near a plant", default=True
    ),
    "denoise": BoolProperty(
        name="Smooth Root", description="Smooth the root first where its path shakes", default=True
    ),
    "snap_to_ground": BoolProperty(
        name="Snap to Ground",
        description="Put planted feet and fingertips on the ground, joints at their standing height; needs a ground",
        default=False,
    ),
    "rounds": IntProperty(name="Rounds", description="Most solver rounds of Least Squares", default=8, min=1, max=100),
    "window": FloatProperty(
        name="Window",
        description="Half window of the windowed solver, in seconds",
        default=0.15,
        min=0.0,
        max=2.0,
        precision=3,
    ),
    "anchor_window": FloatProperty(
        name="Anchor Window",
        description="How much of a plant sets its place in the windowed solver, in seconds; 0 is all of it",
        default=0.0,
        min=0.0,
        max=2.0,
        precision=3,
    ),
    "damping_angle": FloatProperty(
        name="Damping Angle",
        description="Knee angle in degrees from which the windowed solver damps",
        default=120.0,
        min=45.0,
        max=180.0,
        precision=1,
    ),
    "lower_body": FloatProperty(
        name="Lower Body",
        description="How far, in metres, Foot-Rooted lowers the body so that legs bend instead of stretch",
        default=0.005,
        min=0.0,
        max=0.1,
        step=1,
        precision=3,
    ),
}

BUILD_MOTION_GRAPH = {
    "frame_rate": FloatProperty(
        name="Frame Rate",
        description="Frames a second of the graph; actions are resampled to it",
        default=30.0,
        min=5.0,
        max=240.0,
        precision=1,
    ),
    "window": FloatProperty(
        name="Window",
        description="Length in seconds of the compared windows and of the transitions; 0.3 suits runs",
        default=0.5,
        min=0.1,
        max=2.0,
        precision=2,
    ),
    "kernel": EnumProperty(
        name="Kernel",
        description="How frames of a window are weighted",
        items=[
            ("triangle", "Triangle", "The middle counts most"),
            ("box", "Box", "All frames count alike"),
            ("gaussian", "Bell", "The middle counts most, with smooth ends"),
        ],
        default="triangle",
    ),
    "markers": EnumProperty(
        name="Compare",
        description="What is compared",
        items=[
            ("legs", "Legs", "Feet and knees count most"),
            ("uniform", "All Joints", "All joints count alike"),
        ],
        default="legs",
    ),
    "labelling": EnumProperty(
        name="Labels",
        description="How stretches of motion are told apart",
        items=[
            ("automatic", "Automatic", "Stand, forward and side-back are told apart"),
            ("none", "None", "All motion is of one kind"),
        ],
        default="automatic",
    ),
    "mirror": BoolProperty(
        name="Mirror",
        description="Add the mirror image of every action, on a skeleton made symmetric",
        default=False,
    ),
    "threshold_factor": FloatProperty(
        name="Threshold",
        description="Transition threshold: how much a pose changes in this many frames",
        default=2.25,
        min=0.0,
        max=100.0,
        precision=2,
    ),
    "max_threshold_factor": FloatProperty(
        name="Largest Threshold",
        description="How far the threshold is raised for a label that is poorly connected",
        default=3.0,
        min=0.0,
        max=100.0,
        precision=2,
    ),
    "minima_limit": FloatProperty(
        name="Resemblance Limit",
        description="Leave out resemblances that differ by more than this many frames of motion; 0 keeps all, or 4 above "
        "20,000 frames",
        default=0.0,
        min=0.0,
        max=1000.0,
        precision=1,
    ),
    "min_core": FloatProperty(
        name="Least Motion",
        description="Warn about labels of which less motion than this, in seconds, can be used",
        default=2.0,
        min=0.0,
        max=3600.0,
        precision=1,
    ),
    "thinning": IntProperty(
        name="Thinning",
        description="Of transitions this many frames or less apart at both ends use only the best; 0 uses all",
        default=0,
        min=0,
        max=60,
    ),
    "world_locked": BoolProperty(
        name="World Locked",
        description="Compare motion where it lies in the world, for actions that are tied to places",
        default=False,
    ),
}

SEARCH_MOTION_GRAPH = {
    "method": EnumProperty(
        name="Method",
        description="How motion is searched",
        items=[
            ("beam", "Beam", "Sees the whole path"),
            ("horizon-beam", "Horizon Beam", "Looks a few seconds ahead"),
            ("branch-and-bound", "Branch and Bound", "Looks a few seconds ahead and finds the best there is"),
        ],
        default="beam",
    ),
    "beam_width": IntProperty(
        name="Beam Width",
        description="Walks a beam keeps at each frame: more follow a path better and take longer",
        default=100,
        min=1,
        max=100_000,
    ),
    "horizon": FloatProperty(
        name="Horizon",
        description="How many seconds Horizon Beam and Branch and Bound look ahead",
        default=5.0,
        min=0.1,
        max=3600.0,
    ),
    "retain": FloatProperty(
        name="Retain",
        description="How many seconds of that they keep before they look again",
        default=0.9,
        min=0.03,
        max=3600.0,
    ),
    "transition_cost": FloatProperty(
        name="Transition Cost",
        description="What a transition costs: more gives fewer of them and a looser path",
        default=0.1,
        min=0.0,
        max=1000.0,
    ),
    "min_progress": FloatProperty(
        name="Least Progress",
        description="Speed at which the path moves on while the character stands, as a share of the usual speed",
        default=0.4,
        min=0.0,
        max=1.0,
        subtype="FACTOR",
    ),
    "style_tolerance": FloatProperty(
        name="Style Tolerance",
        description="How far, in metres, before the end of a piece the next style may begin",
        default=0.85,
        min=0.0,
        max=100.0,
    ),
    "turn_cost": FloatProperty(
        name="Turn Cost",
        description="What a wrong direction costs where an action is to end at a place",
        default=1.0,
        min=0.0,
        max=1000.0,
    ),
    "time_cost": FloatProperty(
        name="Time Cost",
        description="What time costs on the way to a place",
        default=0.02,
        min=0.0,
        max=1000.0,
        precision=3,
    ),
    "starts": IntProperty(
        name="Starts",
        description="Places in the graph tried as the beginning of a path; the seed draws them",
        default=100,
        min=1,
        max=1_000_000,
    ),
    "variation": FloatProperty(
        name="Variation",
        description="Walks that cost up to this share more than the best may be drawn",
        default=0.0,
        min=0.0,
        max=10.0,
    ),
    "seed": IntProperty(name="Seed", description="Equal seeds give equal walks", default=0, min=0),
    "patience": FloatProperty(
        name="Patience",
        description="A walk is given up when it takes this many times the usual time",
        default=3.0,
        min=1.0,
        max=1000.0,
    ),
    "max_expansions": IntProperty(
        name="Most Walks",
        description="Walks Branch and Bound looks at, each time, before it takes the best so far",
        default=200_000,
        min=1,
        max=1_000_000_000,
    ),
    "smooth_seams": BoolProperty(
        name="Smooth Seams",
        description="Leave out transitions that begin or end on a jolt, such as a heel strike",
        default=True,
    ),
    "cleanup": BoolProperty(name="Remove Footskate", description="Remove the footskate of the result", default=True),
}

# Operation name -> its table.
TABLES = {
    "detect_plants": DETECT_PLANTS,
    "remove_footskate": REMOVE_FOOTSKATE,
    "build_motion_graph": BUILD_MOTION_GRAPH,
    "search_motion_graph": SEARCH_MOTION_GRAPH,
}


def values(owner, operation: str) -> dict:
    """The options' values on a property group or operator, as keyword arguments of the library."""
    return {name: _as_typed(getattr(owner, name)) for name in TABLES[operation]}


def _as_typed(value):
    """Blender keeps 32-bit numbers: 0.15 comes back as 0.15000000596 and would look like another value than the default."""
    return float(str(np.float32(value))) if isinstance(value, float) else value


def operator_properties(operation: str) -> dict:
    """The table as annotations of an operator. Not remembered between calls: the armature's settings are what lasts."""
    return {name: _without_memory(declared) for name, declared in TABLES[operation].items()}


def fill_unset(operator, settings, operation: str) -> None:
    """Gives options that the caller did not name the values of the armature's settings."""
    for name in TABLES[operation]:
        if not operator.properties.is_property_set(name):
            setattr(operator, name, getattr(settings, name))


def _without_memory(declared):
    return declared.function(**{**declared.keywords, "options": {"SKIP_SAVE"}})
