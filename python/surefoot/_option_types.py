"""The options of every operation. Written by tools/generate_option_types.py: do not edit."""

from __future__ import annotations

from typing import Literal, TypedDict


class DetectPlantsOptions(TypedDict, total=False):
    """Options of `detect_plants`."""

    still_speed: float
    """Speed below which a point counts as still, for a leg of 0.83 m; scales with the leg. 0.01 to 1 m/s, default 0.15."""
    min_seconds: float
    """Shorter plants are dropped unless they touch an end of the clip. 0 to 1 s, default 0.04."""
    fit_fault: bool
    """Estimate and allow for root drift and for a root path or legs of wrong length. True or False, default True."""
    use_touches: bool
    """Make the slowest part of a brief touch a plant, so that runs are planted too. True or False, default True."""
    hands: bool
    """Search plants of wrists and fingertips as well. True or False, default False."""
    sole: bool
    """Search plants of heels and toe tips, the points of the sole, as well. True or False, default False."""


class RemoveFootskateOptions(TypedDict, total=False):
    """Options of `remove_footskate`."""

    method: Literal["limbs", "root", "foot-rooted"]
    """limbs bends legs and arms to the plants; root and foot-rooted move the whole body instead. 'limbs' or 'root' or 'foot-rooted', default 'limbs'."""
    solver: Literal["least-squares", "windowed"]
    """least-squares sees the whole clip; windowed looks a fixed time ahead, as the stream does. 'least-squares' or 'windowed', default 'least-squares'."""
    max_stretch: float
    """Largest change of a limb's length; 0 keeps bones rigid and lets the hips give way. 0 to 0.2 ratio, default 0.03."""
    cutoff: float
    """Frames further than this from any plant stay as they are. 0 to 10 s, default 0.5."""
    swing_time: float
    """How slowly a foot's correction fades between plants. 0 to 1 s, default 0.025."""
    turn_time: float
    """How slowly a foot's turn fades between plants. 0 to 1 s, default 0.04."""
    swivel: float
    """Share of a foot's turn about the leg that the hip takes; the ankle takes the rest. 0 to 1 ratio, default 0.5."""
    soften_knees: bool
    """Ease knees that snap straight near a plant. True or False, default True."""
    denoise: bool
    """Smooth the root first where its path shakes. True or False, default True."""
    snap_to_ground: bool
    """Put planted feet and fingertips on the ground, joints at their standing height. True or False, default False."""
    rounds: int
    """Most solver rounds of least-squares. 1 to 100, default 8."""
    window: float
    """Half window of the windowed solver. 0 to 2 s, default 0.15."""
    anchor_window: float
    """How much of a plant sets its place in the windowed solver; 0 is all of it (a stream takes 0.25). 0 to 2 s, default 0.0."""
    damping_angle: float
    """Knee angle from which the windowed solver damps. 45 to 180 deg, default 120.0."""
    lower_body: float
    """How far foot-rooted lowers the body so that legs bend instead of stretch. 0 to 0.1 m, default 0.005."""


class BuildMotionGraphOptions(TypedDict, total=False):
    """Options of `build_motion_graph`."""

    frame_rate: float
    """Frames per second of the graph; clips are resampled to it. 5 to 240 fps, default 30.0."""
    window: float
    """Length of the compared windows and of the transitions; 0.3 suits runs. 0.1 to 2 s, default 0.5."""
    kernel: Literal["triangle", "box", "gaussian"]
    """How frames of a window are weighted. 'triangle' or 'box' or 'gaussian', default 'triangle'."""
    markers: Literal["legs", "uniform"]
    """What is compared: legs favours feet and knees, uniform weights all joints alike. 'legs' or 'uniform', default 'legs'."""
    labelling: Literal["automatic", "none"]
    """For clips without labels: automatic tells stand, forward and side-back, none gives all one label. 'automatic' or 'none', default 'automatic'."""
    mirror: bool
    """Add the mirror image of every clip, on a skeleton made symmetric. True or False, default False."""
    threshold_factor: float
    """Transition threshold: how much a pose changes in this many frames. 0 to 100 frames, default 2.25."""
    max_threshold_factor: float
    """How far the threshold is raised for a label that is poorly connected. 0 to 100 frames, default 3.0."""
    minima_limit: float
    """Leave out resemblances that differ by more than this; 0: keep all, or 4 above 20,000 frames. 0 to 1000 frames, default 0.0."""
    min_core: float
    """Warn about labels of which less motion than this can be used. 0 to 3600 s, default 2.0."""
    thinning: int
    """Of transitions this close to each other at both ends use only the best; 0 uses all. 0 to 60 frames, default 0."""
    world_locked: bool
    """Compare windows where they lie in the world, for motion that is tied to places. True or False, default False."""


class SearchMotionGraphOptions(TypedDict, total=False):
    """Options of `search_motion_graph`."""

    method: Literal["beam", "horizon-beam", "branch-and-bound"]
    """beam sees the whole path, the others look a few seconds ahead. 'beam' or 'horizon-beam' or 'branch-and-bound', default 'beam'."""
    beam_width: int
    """Walks a beam keeps at each frame: more follow a path better and take longer. 1 to 100000, default 100."""
    horizon: float
    """How far horizon-beam and branch-and-bound look ahead. 0.1 to 3600 s, default 5.0."""
    retain: float
    """How much of that they keep before they look again. 0.03 to 3600 s, default 0.9."""
    transition_cost: float
    """What a transition costs: more gives fewer of them and a looser path. 0 to 1000 m², default 0.1."""
    min_progress: float
    """Speed at which the path moves on while the character stands, as a share of the usual speed. 0 to 1 ratio, default 0.4."""
    style_tolerance: float
    """How far before the end of a piece the next style may begin. 0 to 100 m, default 0.85."""
    turn_cost: float
    """What a wrong direction costs where a clip is to end at a place. 0 to 1000 m²/rad², default 1.0."""
    time_cost: float
    """What time costs on the way to a place. 0 to 1000 m²/s, default 0.02."""
    starts: int
    """Places in the graph tried as the beginning of a path; the seed draws them. 1 to 1000000, default 100."""
    variation: float
    """Walks that cost up to this share more than the best may be drawn. 0 to 10 ratio, default 0.0."""
    seed: int
    """Equal seeds give equal walks. 0 or more, default 0."""
    patience: float
    """A walk is given up when it takes this many times the usual time. 1 to 1000 ratio, default 3.0."""
    max_expansions: int
    """Walks branch-and-bound looks at, each time, before it takes the best so far. 1 to 1000000000, default 200000."""
    smooth_seams: bool
    """Leave out transitions that begin or end on a jolt, such as a heel strike. True or False, default True."""
    cleanup: bool
    """Remove the footskate of the result. True or False, default True."""
