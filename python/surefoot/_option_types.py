"""The options of every operation. Made by `cargo run -p surefoot-generate`: do not edit."""

from __future__ import annotations

from typing import Literal, TypedDict


class CheckClipOptions(TypedDict, total=False):
    """Options of `check_clip`: Check Clip."""


class DetectPlantsOptions(TypedDict, total=False):
    """Options of `detect_plants`: Detect Plants."""

    still_speed: float
    """Still Speed: Speed below which a point counts as still, for a leg of 0.83 m; scales with the leg. 0.01 to 1
    m/s, default 0.15."""
    min_seconds: float
    """Shortest Plant: Shorter plants are dropped unless they touch an end of the clip. 0 to 1 s, default 0.04."""
    fit_fault: bool
    """Allow for Drift: Estimate and allow for root drift and for a root path or legs of wrong length. Default True."""
    use_touches: bool
    """Brief Touches: Make the slowest part of a brief touch a plant, so that runs are planted too. Default True."""
    hands: bool
    """Hands: Search plants of wrists and fingertips as well. Default False."""
    sole: bool
    """Heels and Toe Tips: Search plants of heels and toe tips, the points of the sole, as well. Default False."""
    hold_gliding: bool
    """Gliding Feet: Plant feet that glide over the floor all the time, as motion made by networks does. Default
    True."""


class RemoveFootskateOptions(TypedDict, total=False):
    """Options of `remove_footskate`: Remove Footskate."""

    method: Literal["limbs", "root", "foot-rooted"]
    """Method: What moves to keep planted points in place. Default `limbs`."""
    strength: float
    """Strength: Share of the correction that is applied: 1 holds planted feet, 0 leaves the clip as it is. 0 to 1,
    default 1."""
    solver: Literal["least-squares", "windowed"]
    """Solver: How the motion between plants is found. Default `least-squares`. Needs method limbs."""
    max_stretch: float
    """Stretch: Largest change of a limb's length, as a part of it; 0 keeps bones rigid and lets the hips give way.
    0 to 0.2, default 0.03. Needs method limbs."""
    cutoff: float
    """Cutoff: Frames further than this from any plant stay as they are. 0 to 10 s, default 0.5. Needs method limbs;
    needs solver least-squares."""
    swing_time: float
    """Swing Time: How slowly a foot's correction fades between plants. 0 to 1 s, default 0.025. Needs method limbs;
    needs solver least-squares."""
    turn_time: float
    """Turn Time: How slowly a foot's turn fades between plants. 0 to 1 s, default 0.04. Needs method limbs; needs
    solver least-squares."""
    swivel: float
    """Swivel: Share of a foot's turn about the leg that the hip takes; the ankle takes the rest. 0 to 1, default
    0.5. Needs method limbs."""
    soften_knees: bool
    """Soften Knees: Ease knees that snap straight near a plant. Default True. Needs method limbs; needs solver
    least-squares."""
    denoise: bool
    """Smooth Root: Smooth the root, and joints, first where they shake. Default True. Needs method limbs."""
    fit_root_path: bool
    """Fit Root Path: Take a drift or a wrong scale of the root's path out of the root first. Default True. Needs
    method limbs."""
    snap_to_ground: bool
    """Snap to Ground: Put planted feet and fingertips on the ground, joints at their standing height. Default
    False. Needs method limbs; needs a ground."""
    rounds: int
    """Rounds: Most rounds of the least-squares solver. 1 to 100, default 8. Needs method limbs; needs solver
    least-squares."""
    window: float
    """Window: Half window of the windowed solver. 0 to 2 s, default 0.15. Needs method limbs; needs solver windowed."""
    anchor_window: float
    """Anchor Window: How much of a plant sets its place in the windowed solver; 0 is all of it, and leaves it to
    the delay in a stream. 0 to 2 s, default 0. Needs method limbs; needs solver windowed."""
    damping_angle: float
    """Damping Angle: Knee angle from which the windowed solver damps. 45 to 180 deg, default 120. Needs method
    limbs; needs solver windowed."""
    delay: float
    """Stream Delay: How far a stream is behind its input; 0 is live. 0 to 2 s, default 0.3. Needs stream live."""
    lower_body: float
    """Lower Body: How far the foot-rooted method lowers the body, so that legs bend instead of stretch. 0 to 0.1 m,
    default 0.005. Needs method foot-rooted; needs a ground."""


class RemovePenetrationOptions(TypedDict, total=False):
    """Options of `remove_penetration`: Remove Penetration."""

    method: Literal["spacetime", "per-frame", "control-points"]
    """Method: How corrections are found. Default `spacetime`."""
    control_spacing: int
    """Control Spacing: Frames between control points; 0 places them where corrections peak. 0 to 1000, default 0.
    Needs method control-points."""
    arms: bool
    """Arms: Move arms out of the body and out of each other. Default True."""
    legs: bool
    """Legs: Move thighs and shins out of each other; feet stay where they are. Default True."""
    widen_stance: float
    """Widen Stance: A foot may stand farther out by up to this where thighs have no other way out; whole plants
    move, so planted feet stay planted. 0 keeps feet in place. 0 to 0.5 m, default 0. Needs legs true."""
    touch: bool
    """Touch: Hands that rest on the body, or slide over it, touch it; without it they keep the margin. Default
    True. Needs arms true."""
    margin: float
    """Margin: Distance that is aimed for where a limb has to give way. 0 to 0.05 m, default 0.0035."""
    reach: float
    """Reach: A correction begins at most this long before a contact and ends at most this long after it. 0.1 to 5
    s, default 0.5."""
    max_mean_way: float
    """Max Mean Way: A limb whose hand would move by more than this, as a mean over the clip, is left alone: it was
    made to overlap. 0 to 1 m, default 0.08."""
    allowed_overlap: Literal["none", "rest", "frame"]
    """Allowed Overlap: Overlap of the arms that is left alone. Default `rest`."""
    overlap_frame: int
    """Overlap Frame: The frame whose overlap is left alone. 0 to 1000000, default 0. Needs allowed_overlap frame."""


class AdaptToBodyOptions(TypedDict, total=False):
    """Options of `adapt_to_body`: Adapt to Body."""

    penetration: bool
    """Penetration: Move arms and legs out of the body. Default True."""
    footskate: bool
    """Footskate: Hold planted feet and hands. Default True."""
    gaze: float
    """Gaze: Share of its turn that the head gives back where the trunk turned: 1 keeps the gaze, 0 leaves it to the
    trunk. 0 to 1, default 1."""
    arm_direction: float
    """Arm Direction: Share of their turn that the upper arms give back where the trunk turned; arms may run into
    the body again. 0 to 1, default 0."""


class MeasureBalanceOptions(TypedDict, total=False):
    """Options of `measure_balance`: Measure Balance."""

    masses: Literal["auto", "mesh", "table", "cylinders", "ellipsoids"]
    """Masses: What the masses of the body's parts follow from. Default `auto`."""
    mass: float
    """Mass: Mass of the body without what it carries; 0 takes that of the mesh, or of an adult of that size, else
    at least 0.1. 0 to 100000 kg, default 0."""
    cutoff: float
    """Cutoff: Forces are smoothed up to this frequency: 5 for people, 8 for runs and jumps; 0 smooths nothing, as
    does half of the frame rate or more. 0 to 100 Hz, default 5."""
    sole_margin: float
    """Sole Margin: Soles are grown by this much on all sides: meshes are often bare, captured people wear shoes. 0
    to 0.1 m, default 0.015."""


class CorrectBalanceOptions(TypedDict, total=False):
    """Options of `correct_balance`: Correct Balance."""

    mode: Literal["limit", "keep"]
    """Mode: What is brought back. Default `limit`. Needs method banded."""
    method: Literal["banded", "control-points"]
    """Method: How corrections are found. Default `banded`."""
    control_spacing: int
    """Control Spacing: Frames between control points; 0 takes a fifth of a second. 0 to 1000, default 0. Needs
    method control-points."""
    target_scale: float
    """Target Scale: Factor on how far the zero moment point may be outside; below 0.9 motion gets stiff and
    exaggerated. 0 to 10, default 1."""
    threshold: float
    """Threshold: How far the zero moment point may be outside where there is no original to compare with. 0 to 1 m,
    default 0.02."""
    max_rounds: int
    """Max Rounds: Most rounds of correcting and measuring again. 1 to 100, default 12."""


class CorrectFlightOptions(TypedDict, total=False):
    """Options of `correct_flight`: Correct Flight."""

    fix: Literal["height", "time"]
    """Fix: What is changed where a flight is too long or too short for its height. Default `height`."""
    gravity: float
    """Gravity: Free fall: 9.81 on earth, 1.62 on the moon; games often take more. 0.5 to 100 m/s², default 9.80665."""
    g_tolerance: float
    """Gravity Tolerance: A flight is left alone if it falls this close to gravity, as a share of it, and is on its
    parabola. 0 to 1, default 0.02."""
    path_tolerance: float
    """Path Tolerance: A flight is on its parabola if it is this close on average. 0 to 1 m, default 0.002."""


class EvaluateBalanceOptions(TypedDict, total=False):
    """Options of `evaluate_balance`: Evaluate Balance."""

    reference: Literal["auto", "mesh", "table", "cylinders", "ellipsoids"]
    """Reference: What counts as the true masses. Default `auto`."""
    cutoff: float
    """Cutoff: Forces are smoothed up to this frequency: 5 for people, 8 for runs and jumps; 0 smooths nothing, as
    does half of the frame rate or more. 0 to 100 Hz, default 5."""
    sole_margin: float
    """Sole Margin: Soles are grown by this much on all sides: meshes are often bare, captured people wear shoes. 0
    to 0.1 m, default 0.015."""
    compare_masses: bool
    """Compare Masses: Whether masses are compared; it takes most of the time. Default True."""
    draws: int
    """Random Bodies: Bodies drawn for the random masses. 1 to 1000, default 8. Needs compare_masses true."""
    seed: int
    """Seed: Seed of the random masses. 0 or more, default 1. Needs compare_masses true."""


class MirrorClipOptions(TypedDict, total=False):
    """Options of `mirror_clip`: Mirror Clip."""


class ResampleClipOptions(TypedDict, total=False):
    """Options of `resample_clip`: Resample Clip."""

    frame_rate: float
    """Frame Rate: Frames per second of the result. 0.1 to 10000 fps, default 30."""


class TrimClipOptions(TypedDict, total=False):
    """Options of `trim_clip`: Trim Clip."""

    first: int
    """First Frame: First frame that is kept. 0 to 1000000000 frames, default 0."""
    count: int
    """Frames: Number of frames that are kept; 0 keeps all to the end. 0 to 1000000000 frames, default 0."""


class DeformOutOfBodyOptions(TypedDict, total=False):
    """Options of `deform_out_of_body`: Deform Out of Body."""

    part: Literal["arms", "left-arm", "right-arm"]
    """Part: The part that gives way. Default `arms`."""
    margin: float
    """Margin: Distance from the body that pushed vertices keep. 0 to 0.05 m, default 0.002."""
    softness: float
    """Softness: How early vertices start to give way before they touch; larger is smoother and moves more of them.
    0.0005 to 0.05 m, default 0.004."""
    smoothing: int
    """Smoothing: How often the push is averaged over neighbouring vertices. 0 to 50, default 10."""
    envelope: float
    """Envelope: Share of the push that is applied; 0 changes nothing. 0 to 1, default 1."""
    max_push: float
    """Max Push: No vertex is pushed farther than this. A safety: what is deeper stays inside. 0.001 to 1 m, default
    0.1."""


class FitBodyOptions(TypedDict, total=False):
    """Options of `fit_body`: Fit Body."""

    kind: Literal["cylinder", "capsule", "ellipsoid"]
    """Volumes: Kind of the volumes. Default `cylinder`."""
    measured_shares: bool
    """Measured Shares: Correct the radii so that the shares of the parts in the whole body are those measured on
    people. Default False."""


class GrowBodyOptions(TypedDict, total=False):
    """Options of `grow_body`: Grow Body."""

    trunk: float
    """Trunk: Girth of pelvis, spine and clavicles. 0.2 to 5, default 1."""
    left_arm: float
    """Left Arm: Girth of the left upper arm and forearm. 0.2 to 5, default 1."""
    right_arm: float
    """Right Arm: Girth of the right upper arm and forearm. 0.2 to 5, default 1."""
    left_leg: float
    """Left Leg: Girth of the left thigh and shin. 0.2 to 5, default 1."""
    right_leg: float
    """Right Leg: Girth of the right thigh and shin. 0.2 to 5, default 1."""
    move_joints: bool
    """Move Joints: Move clavicles, shoulders and hips outwards with the trunk. Default True."""
    smoothing: int
    """Smoothing: How often the growth is averaged over neighbouring vertices; 0 leaves steps where parts meet. 0 to
    50, default 1."""


class ScaleCharacterOptions(TypedDict, total=False):
    """Options of `scale_character`: Scale Character."""

    shoulder: float
    """Shoulder: From the spine to the shoulder joint. 0.1 to 10, default 1."""
    upper_arm: float
    """Upper Arm: From the shoulder to the elbow. 0.1 to 10, default 1."""
    forearm: float
    """Forearm: From the elbow to the wrist. 0.1 to 10, default 1."""
    waist_to_knee: float
    """Waist to Knee: From the waist down to the knee. 0.1 to 10, default 1."""
    inside_leg: float
    """Inside Leg: From the hip joints down to the floor. 0.1 to 10, default 1."""
    waist_height: float
    """Waist Height: From the waist down to the floor. 0.1 to 10, default 1."""
    back: float
    """Back: From the waist to the nape. 0.1 to 10, default 1."""
    skin: Literal["follow", "reattach"]
    """Mesh: What happens to the mesh. Default `follow`."""


class BuildShapeGridOptions(TypedDict, total=False):
    """Options of `build_shape_grid`: Build Shape Grid."""

    footskate: bool
    """Footskate: Hold planted feet on every body; the root gives way, since bones keep their lengths. Default True."""
    move_joints: bool
    """Move Joints: Move clavicles, shoulders and hips outwards with the trunk. Default True."""


class QueryShapeGridOptions(TypedDict, total=False):
    """Options of `query_shape_grid`: Query Shape Grid."""

    trunk: float
    """Trunk: Girth of pelvis, spine and clavicles. 0.2 to 5, default 1."""
    left_arm: float
    """Left Arm: Girth of the left upper arm and forearm. 0.2 to 5, default 1."""
    right_arm: float
    """Right Arm: Girth of the right upper arm and forearm. 0.2 to 5, default 1."""
    left_leg: float
    """Left Leg: Girth of the left thigh and shin. 0.2 to 5, default 1."""
    right_leg: float
    """Right Leg: Girth of the right thigh and shin. 0.2 to 5, default 1."""
    interpolation: Literal["linear", "hann", "radial"]
    """Interpolation: How corrections are mixed between nodes. Default `linear`."""


class BuildMotionGraphOptions(TypedDict, total=False):
    """Options of `build_motion_graph`: Build Motion Graph."""

    frame_rate: float
    """Frame Rate: Frames per second of the graph; clips are resampled to it. 5 to 240 fps, default 30."""
    window: float
    """Window: Length of the compared windows and of the transitions; 0.3 suits runs. 0.1 to 2 s, default 0.5."""
    kernel: Literal["triangle", "box", "gaussian"]
    """Kernel: How the frames of a window are weighted. Default `triangle`."""
    markers: Literal["legs", "uniform"]
    """Compare: What is compared. Default `legs`."""
    labelling: Literal["automatic", "none"]
    """Labels: How stretches of motion are told apart in clips without labels. Default `automatic`."""
    mirror: bool
    """Mirror: Add the mirror image of every clip, on a skeleton made symmetric. Default False."""
    threshold_factor: float
    """Threshold: Transition threshold: how much a pose changes in this many frames. 0 to 100 frames, default 2.25."""
    max_threshold_factor: float
    """Largest Threshold: How far the threshold is raised for a label that is poorly connected. 0 to 100 frames,
    default 3."""
    minima_limit: float
    """Resemblance Limit: Ignore pairs of windows that differ by more than this; 0 keeps all, or 4 above 20,000
    frames. 0 to 1000 frames, default 0."""
    min_core: float
    """Least Motion: Warn about labels with less usable motion than this. 0 to 3600 s, default 2."""
    thinning: int
    """Thinning: Among transitions this close to each other at both ends, keep only the best; 0 keeps all. 0 to 60
    frames, default 0."""
    world_locked: bool
    """World Locked: Compare windows at their places in the world, for motion that is tied to places. Default False."""


class SearchMotionGraphOptions(TypedDict, total=False):
    """Options of `search_motion_graph`: Search Motion Graph."""

    method: Literal["beam", "horizon-beam", "branch-and-bound"]
    """Method: How motion is searched for. Default `beam`. Needs query path or connect or custom."""
    beam_width: int
    """Beam Width: Walks that a beam keeps at each frame: more of them follow a path better but take longer. 1 to
    100000, default 100. Needs query path or connect or custom."""
    horizon: float
    """Horizon: How far the horizon methods look ahead. 0.1 to 3600 s, default 5. Needs method horizon-beam or
    branch-and-bound; needs query path or connect or custom."""
    retain: float
    """Retain: How much of the horizon is kept before looking ahead again. 0.03 to 3600 s, default 0.9. Needs method
    horizon-beam or branch-and-bound; needs query path or connect or custom."""
    transition_cost: float
    """Transition Cost: Cost of a transition: a higher cost gives fewer transitions and a looser path. 0 to 1000 m²,
    default 0.1. Needs query path or connect."""
    min_progress: float
    """Least Progress: Speed at which the path moves on while the character stands, as a share of the usual speed. 0
    to 1, default 0.4. Needs query path."""
    style_tolerance: float
    """Style Tolerance: How far before the end of a piece the next style may begin. 0 to 100 m, default 0.85. Needs
    query path."""
    turn_cost: float
    """Turn Cost: Cost of a wrong direction where a clip ends at a place. 0 to 1000 m²/rad², default 1. Needs query
    connect."""
    time_cost: float
    """Time Cost: Cost of time on the way to a place. 0 to 1000 m²/s, default 0.02. Needs query connect."""
    starts: int
    """Starts: Starting points in the graph that are tried for a path; the seed picks them. 1 to 1000000, default
    100. Needs query path or custom."""
    variation: float
    """Variation: Pick at random among walks up to this much costlier than the best. 0 to 10, default 0. Needs query
    path or connect or custom."""
    seed: int
    """Seed: Equal seeds give equal walks. 0 or more, default 0."""
    patience: float
    """Patience: Give up a walk that takes this many times the usual time. 1 to 1000, default 3. Needs query path or
    connect or custom."""
    max_expansions: int
    """Most Walks: Walks that branch and bound examines each time before it takes the best so far. 1 to 1000000000,
    default 200000. Needs method branch-and-bound; needs query path or connect or custom."""
    smooth_seams: bool
    """Smooth Seams: Leave out transitions that begin or end on a jolt, such as a heel strike. Default True."""
    cleanup: bool
    """Remove Footskate: Remove the footskate of the result. Default True."""
