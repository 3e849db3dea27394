"""What the operations report. Made by `cargo run -p surefoot-generate`: do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .model.note import FrameRange, Note
from .reports import Report

__all__ = [
    "AdaptToBodyReport",
    "BuildMotionGraphReport",
    "BuildShapeGridReport",
    "CheckClipReport",
    "CorrectBalanceReport",
    "CorrectFlightReport",
    "DeformOutOfBodyReport",
    "DetectPlantsReport",
    "EvaluateBalanceReport",
    "FitBodyReport",
    "FootskateMeasures",
    "GrowBodyReport",
    "MeasureBalanceReport",
    "MirrorClipReport",
    "PublishedScores",
    "QueryShapeGridReport",
    "RemoveFootskateReport",
    "RemovePenetrationReport",
    "ResampleClipReport",
    "ScaleCharacterReport",
    "SearchMotionGraphReport",
    "TrimClipReport",
]


@dataclass(frozen=True, slots=True, repr=False)
class CheckClipReport(Report):
    """The report of `check_clip`. What `check_clip` found."""

    notes: list[Note]
    """Signs that the clip is not what its file says."""


@dataclass(frozen=True, slots=True)
class FaultEstimate:
    """The fault around one time: planted points move over the floor with `root_share · root velocity + drift`."""

    time: float
    """Seconds from the first frame."""
    root_share: float
    """About 1 − leg scale, or (s − 1)/s for a root path scaled by s. Not separable from `drift` on a straight walk
    at even speed: read both together."""
    drift: tuple[float, float]
    """x and z, metres per second."""


@dataclass(frozen=True, slots=True)
class Smoothing:
    """Cut-off frequencies of the smoothing in Hz; none where nothing was smoothed."""

    root_level: float | None
    """Of the root over the floor."""
    root_height: float | None
    """Of the root's height."""
    feet: float | None
    """Of the feet relative to the root."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A stretch in which a toe is low and slow. Around a plant it is the natural time to ease in and out."""

    side: Literal["left", "right"]
    """Whose toe."""
    first: int
    """The first frame."""
    end: int
    """The frame after the last."""
    slowest: FrameRange
    """The part in which the toe is slowest."""
    has_plant: bool
    """Whether the toe was still in it without further help; `false` for the brief stances of runs."""


@dataclass(frozen=True, slots=True)
class Slide:
    """A stretch in which a toe slides over the floor."""

    side: Literal["left", "right"]
    """Whose toe."""
    first: int
    """The first frame."""
    end: int
    """The frame after the last."""
    speed: float
    """Mean speed over the floor, metres per second."""


@dataclass(frozen=True, slots=True)
class Held:
    """A stretch in which a point is still without carrying the body."""

    point: str
    """Which point."""
    first: int
    """The first frame."""
    end: int
    """The frame after the last."""


@dataclass(frozen=True, slots=True)
class PlantFigures:
    """Why a plant is believed, for editing."""

    residual_speed: float
    """Median speed left after the fault is taken away, metres per second."""
    height: float
    """Median height, world (over the given ground if there is one), metres."""


@dataclass(frozen=True, slots=True, repr=False)
class DetectPlantsReport(Report):
    """The report of `detect_plants`. What the clip looked like to the detector."""

    planted_share: float
    """Share of frames with any foot point planted."""
    fault: FaultEstimate
    """Fault of the whole clip."""
    fault_per_second: list[FaultEstimate]
    """Fault about once a second."""
    conveyor: tuple[float, float] | None
    """The velocity (x, z) of the floor under a walk on the spot or on a treadmill, metres per second. The plants
    then are in `conveyor_plants`: they hold in the world once the root is made to travel against it."""
    root_noise: float
    """Noise on the root, metres per axis, one standard deviation."""
    feet_noise: float
    """Noise of the feet relative to the root."""
    smoothing: Smoothing
    """Cut-off frequencies of the smoothing."""
    leg_length: float
    """Hip to ankle, metres: the measure of every other length."""
    leg_growth: float | None
    """By which share of their length the legs would have to grow for the feet to stand; none where they fit the
    motion, or where another fault explains it as well."""
    floor: float | None
    """Lowest height at which a toe is planted, world (over the given ground if there is one), metres."""
    cuts: list[int]
    """Frames after which the clip jumps; motion is not judged across them."""
    touches: list[Touch]
    """Low and slow stretches of each toe: rolling contact around plants, and the brief stances of runs."""
    slides: list[Slide]
    """Feet that truly slide over the floor; do not pin them."""
    held: list[Held]
    """Still, but lifted: not planted."""
    plant_figures: list[PlantFigures]
    """Figures of each plant, in the order of `plants` (or `conveyor_plants`)."""
    plants: int
    """Plants found, those on a moving floor included."""
    frame_count: int
    """Frames of the clip."""
    notes: list[Note]
    """Things a user should look at."""


@dataclass(frozen=True, slots=True)
class PointSlide:
    """Slide of one kind of point over all its plants. Metres and seconds."""

    point: str
    """`ankle`, `heel`, `toe`, `toe_tip`, `wrist` or `fingertips`."""
    plants: int
    """Plants measured."""
    mean: float
    """Mean level speed from one planted frame to the next, m/s."""
    p95: float
    """95th percentile of that speed."""
    max: float
    """Largest speed."""
    drift_mean: float
    """Mean over plants of the largest level distance from the plant's mean place, metres."""
    drift_p95: float
    """95th percentile over plants."""
    drift_height_p95: float
    """95th percentile over plants of the largest difference in height from the plant's mean height, metres."""


@dataclass(frozen=True, slots=True)
class LowSlide:
    """Level speed of the toes over the frames in which their foot is low."""

    steps: int
    """Steps between low frames, both feet together."""
    mean: float
    """Mean speed, m/s."""
    median: float
    """Half of the steps are slower, m/s."""


@dataclass(frozen=True, slots=True)
class GroundFit:
    """Height of the feet against the ground, metres."""

    of: str
    """`ground` where one was given; `plants` where each plant's own standing height stands in for it, on planted
    frames only."""
    penetration_max: float
    """Deepest point below the ground."""
    penetration_max_frame: int
    """Frame on which it occurs."""
    penetration_mean: float
    """Mean over frames of the deepest point below the ground."""
    float_mean: float
    """Mean over planted frames of how high the lowest point of the planted foot hovers."""


@dataclass(frozen=True, slots=True, repr=False)
class FootskateMeasures(Report):
    """What `measure_footskate` finds."""

    slides: list[PointSlide]
    """One entry per kind of point that is planted; empty without plants."""
    slide_mean: float
    """Mean speed over all planted frames of all points, m/s."""
    slide_max: float
    """Largest such speed."""
    slide_max_frame: int
    """Frame after which it occurs."""
    drift_p95: float
    """95th percentile of drift over all plants, metres."""
    drift_height_p95: float
    """The same for drift in height."""
    low_slide: LowSlide
    """Slide over the frames in which a foot is low, planted or not. With a reference, over those that are low there."""
    ground: GroundFit | None
    """Against the ground that was given, else against the heights at which the plants stand; `None` without either."""
    knee_acceleration_p99: float
    """99th percentile of the knees' second difference, degrees per frame²."""
    knee_acceleration_max: float
    """Largest of it."""
    ankle_jerk_p99: float
    """99th percentile of the ankles' jerk, m/s³."""
    pose_change_mean: float
    """Mean distance of all joints from the reference, metres; 0 without one."""
    pose_change_max: float
    """Largest such distance."""
    stretch_max: float
    """Largest change of a limb's bone length against the reference, as a part of it."""
    stretch_step_max: float
    """Largest change of that ratio from one frame to the next."""
    notes: list[Note]
    """What a user should know besides the figures."""


@dataclass(frozen=True, slots=True)
class RootNoise:
    """Smoothing of a shaking root before the cleanup."""

    deviation: float
    """Estimated noise of the root's path, metres per axis."""
    cutoff: float
    """Cut-off of the smoothing, Hz."""
    moved: float
    """Mean distance by which the root was moved, metres."""


@dataclass(frozen=True, slots=True)
class JointNoise:
    """Smoothing of joints that shake."""

    joints: int
    """How many joints."""
    deviation: float
    """Their mean noise in the clip that came, metres at the far end of the bone. A `strength` below 1 takes only
    that share of it away."""


@dataclass(frozen=True, slots=True)
class RootPathFit:
    """A fault of the root's path that was taken out of it."""

    drift: float
    """Mean speed of the drift, metres per second."""
    scale: float
    """By how much the path was too long, as a factor; 1 where only a drift was found."""
    explained: float
    """Share of the planted points' motion that it explains."""
    moved: float
    """Farthest that the body was moved, metres."""


@dataclass(frozen=True, slots=True)
class MissedPlant:
    """Frames on which a plant could not be met, or was not tried."""

    point: str
    """`left_toe` and so on; `left leg` where the whole limb is meant."""
    first: int
    """The first frame."""
    end: int
    """The frame after the last."""
    distance: float
    """Largest distance left, metres."""
    reason: str
    """Why."""


@dataclass(frozen=True, slots=True, repr=False)
class RemoveFootskateReport(Report):
    """The report of `remove_footskate`. What `remove_footskate`) did."""

    method: Literal["limbs", "root", "foot-rooted"]
    """What was moved."""
    solver: Literal["least-squares", "windowed"] | None
    """How the motion between plants was found; only with the method `limbs`."""
    plants: int
    """Plants that were given."""
    before: FootskateMeasures
    """The clip as it came."""
    after: FootskateMeasures
    """The clip as it is returned, compared with the one that came."""
    changed_frames: int
    """Frames that changed."""
    root_shift_mean: float
    """Mean shift of the root, metres."""
    root_shift_max: float
    """Largest shift of the root."""
    root_noise: RootNoise | None
    """Where the root shook and was smoothed first."""
    joint_noise: JointNoise | None
    """Where joints shook and were smoothed first."""
    root_path: RootPathFit | None
    """Where a fault of the root's path was taken out of it first: `after` is then compared with the clip that came,
    moved along with its corrected root."""
    joint_move_max: float
    """Farthest that any joint moved beside the root's own shift, metres."""
    joint_move_joint: str
    """That joint."""
    joint_move_frame: int
    """The frame of that move."""
    side_changes: int
    """Frames on which a knee or an elbow is bent to another side than before, counted for each limb."""
    missed: list[MissedPlant]
    """Plants that could not be met."""
    notes: list[Note]
    """Anything else worth knowing."""
    path_ratio: float
    """Root-only methods: path length after over before; 1 otherwise."""
    height_factor: float
    """Root-only methods: factor on the root's height changes, of the longest part where the clip jumps; 1 otherwise."""


@dataclass(frozen=True, slots=True)
class PenetrationMeasures:
    """How deep limbs are in the body, over all vertices and frames."""

    depth_max: float
    """Deepest vertex of any frame, metres, beyond the overlap that is allowed; 0 where nothing penetrates."""
    worst_frame: int
    """The frame of that depth."""
    depth_p95: float
    """Depth that 95 % of the frames stay below, metres."""
    frames_inside: int
    """Frames with a vertex deeper than 3 mm."""
    vertices_inside: int
    """Vertices deeper than 2 mm, in the frame that has most."""


@dataclass(frozen=True, slots=True)
class PartPair:
    """Two parts of the body that ran into each other."""

    part: str
    """The part that gives way: `left_forearm`."""
    other: str
    """The part that it is in: `trunk`."""
    depth_before: float
    """Deepest vertex of any frame in the clip that came, metres."""
    depth_after: float
    """The same in the result, metres."""


@dataclass(frozen=True, slots=True)
class LimbChange:
    """What one limb had to give."""

    limb: str
    """`left arm`."""
    frames: int
    """Frames that changed."""
    end_mean: float
    """Way of the hand or foot, metres, mean over all frames."""
    end_max: float
    """Largest way of the hand or foot, metres."""
    middle_max: float
    """Largest way of the elbow or knee, metres."""
    lower_mean: float
    """Turn of the forearm or shin, degrees, mean over all frames."""
    lower_max: float
    """Largest turn of the forearm or shin, degrees."""
    base_max: float
    """Largest turn of the shoulder or hip, degrees."""
    collar_max: float
    """Largest turn of the collar, degrees."""
    base_acceleration: float
    """Angular acceleration of the shoulder or hip, 99th percentile, as a ratio of the result to the clip that came."""
    middle_acceleration: float
    """The same of the elbow or knee."""
    end_acceleration: float
    """The same of the wrist or ankle."""
    end_jerk: float
    """Jerk of the hand or foot, 99th percentile, as a ratio of the result to the clip that came."""
    touch_frames: int
    """Frames in which the hand was meant to touch the body or the other hand."""
    touching: float | None
    """Share of these in which it is within 3 mm of that surface; none where there are none."""
    loops: int
    """Steps of the solver."""
    stance_max: float
    """Largest way that a wider stance moved the foot sideways, metres."""


@dataclass(frozen=True, slots=True, repr=False)
class RemovePenetrationReport(Report):
    """The report of `remove_penetration`. What `remove_penetration`) did."""

    before: PenetrationMeasures
    """The clip that came."""
    after: PenetrationMeasures
    """The result, measured anew on every vertex."""
    pairs: list[PartPair]
    """Parts that ran into each other, deepest first."""
    limbs: list[LimbChange]
    """Each limb."""
    lowered_max: float
    """Most by which a wider stance lowered the body, metres."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True)
class ExcessMeasures:
    """How far the zero moment point is beyond what is allowed."""

    frames: int
    """Frames that were judged and have a limit."""
    mean: float
    """Mean over the judged frames, weighted by their load, metres."""
    p95: float
    """95 % of the judged frames are below, metres."""
    max: float
    """Largest, over frames with at least 0.15 of the body's weight, metres."""
    max_frame: int | None
    """That frame; `None` where none is beyond."""


@dataclass(frozen=True, slots=True)
class BodyMoves:
    """How far joints moved, over all frames."""

    frames: int
    """Frames that changed."""
    mean: float
    """Way of all joints, metres, mean over all frames."""
    max: float
    """Farthest way of a joint, metres."""
    joint: str
    """That joint."""
    frame: int
    """The frame of that way."""
    root_max: float
    """Largest shift of the root, metres."""


@dataclass(frozen=True, slots=True)
class OutsideMeasures:
    """How far the zero moment point is outside the area that carries the body; 0 inside."""

    mean: float
    """Mean, frames weighted by their load, metres."""
    p95: float
    """95 % of the load is nearer, metres."""
    max: float
    """Farthest, over frames with at least 0.15 of the body's weight, metres."""
    max_frame: int | None
    """That frame; `None` where no frame is outside."""


@dataclass(frozen=True, slots=True)
class BalanceMeasures:
    """How well a clip is balanced."""

    frames: int
    """Frames that were judged: something bears, and neither ends nor stretches with another support."""
    outside: OutsideMeasures
    """How far the zero moment point is outside."""
    inside: float
    """Share of the load with the zero moment point inside the area."""
    within_2cm: float
    """Share of the load with the zero moment point inside or at most 2 cm outside: what capture resolves."""
    friction_p95: float
    """Largest force along the ground against the force into it, 95 % of the load: what the soles must hold by
    friction. On a slope the ground is the slope."""


@dataclass(frozen=True, slots=True)
class BalanceMoves:
    """What the correction moved."""

    frames: int
    """Frames that changed."""
    root_max: float
    """Largest shift of the root over the floor, metres."""
    sink_max: float
    """Largest way that the root sinks so that legs reach, metres."""
    lean_max: float
    """Largest lean of the trunk, degrees."""
    knee_acceleration_ratio: float
    """Acceleration of the knees' bend against the clip that came, 99th percentile, ratio; less than 1 rad/s² counts
    as that."""
    jerk_ratio: float
    """Jerk of all joints against the clip that came, 99th percentile, ratio; less than 1 m/s³ counts as that."""
    ankle_moved_max: float
    """Farthest way of an ankle, metres."""
    flight_g_change_max: float
    """Largest change of the fall in a flight, as a share of gravity; 0 without flights."""


@dataclass(frozen=True, slots=True, repr=False)
class CorrectBalanceReport(Report):
    """What `correct_balance`) did."""

    before: BalanceMeasures
    """Balance of the clip that came."""
    after: BalanceMeasures
    """Balance of the result."""
    excess_before: ExcessMeasures
    """How far the clip that came is beyond what is allowed."""
    excess_after: ExcessMeasures
    """The same of the result."""
    rounds: int
    """Rounds of correcting and measuring again; 0 where nothing had to be done, or nothing that was tried was
    better."""
    frames_left_alone: int
    """Frames that were left as they are because something else than feet carries the body there, or too much would
    have to move."""
    moved: BalanceMoves
    """What moved."""
    off_path_before: float | None
    """Mean distance of the centre of mass from its path, over the floor, metres; `None` where no path is kept."""
    off_path_after: float | None
    """The same of the result."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True, repr=False)
class AdaptToBodyReport(Report):
    """The report of `adapt_to_body`. What `adapt_to_body`) did."""

    depth_before: PenetrationMeasures | None
    """How deep limbs are in the body in the clip that came; `None` without that stage."""
    depth_after: PenetrationMeasures | None
    """The same of the result."""
    plants: int
    """Plants that were given or found."""
    slide_before: float
    """Mean speed over all planted frames of the clip that came, m/s; 0 without plants."""
    slide_after: float
    """The same of the result."""
    slide_max_before: float
    """Largest speed of a planted frame of the clip that came, m/s."""
    slide_max_after: float
    """The same of the result."""
    excess_before: ExcessMeasures | None
    """How far the zero moment point is beyond its limits before the stage of balance; `None` without that stage."""
    excess_after: ExcessMeasures | None
    """The same of the result, after all stages."""
    moved: BodyMoves
    """What moved between the clip that came and the result."""
    gaze_turn_max: float
    """Largest turn that the head gave back, degrees."""
    arm_turn_max: float
    """Largest turn that an upper arm gave back, degrees."""
    detection: DetectPlantsReport | None
    """The stage that found plants; `None` where they were given or not needed, or where there are no feet."""
    penetration: RemovePenetrationReport | None
    """The stage that moved limbs out of the body."""
    footskate: RemoveFootskateReport | None
    """The stage that held planted points."""
    balance: CorrectBalanceReport | None
    """The stage that brought balance back, with its own figures: those of the clip as it left that stage."""
    second_penetration: RemovePenetrationReport | None
    """Limbs moved out of the body once more, where later stages had brought them back into it."""
    notes: list[Note]
    """What a user should know, from all stages."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A stretch in which nothing touches the ground."""

    first: int
    """The first frame."""
    end: int
    """The frame after the last."""
    g_ratio: float
    """Fall of the centre of mass against gravity: 1 for a true jump, 4 if the frame rate is twice what it should be."""
    off_parabola: float
    """Root mean square distance of the centre of mass from the best parabola of gravity, metres, up and down."""
    off_line: float
    """The same over the floor, from a straight and even path."""
    rise: float
    """Height of the centre of mass over where it left the ground, metres."""


@dataclass(frozen=True, slots=True)
class OtherSupport:
    """A stretch in which feet and hands do not carry the body alone: a seat, a pushed object, a partner."""

    first: int
    """The first frame."""
    end: int
    """The frame after the last."""
    place: tuple[float, float, float]
    """Mean place of the zero moment point, metres."""
    distance: float
    """Mean distance of that point from what bears, metres."""
    joint: str
    """The joint nearest to that place, seen from above."""
    joint_distance: float
    """How far that joint is from the place, seen from above, metres."""
    pelvis_distance: float
    """How far the pelvis is, metres: a seat is within 0.2."""


@dataclass(frozen=True, slots=True, repr=False)
class MeasureBalanceReport(Report):
    """The report of `measure_balance`. What `measure_balance`) found."""

    frames: int
    """Frames that were judged: something bears, and neither ends nor stretches with another support."""
    outside: OutsideMeasures
    """How far the zero moment point is outside."""
    inside: float
    """Share of the load with the zero moment point inside the area."""
    within_2cm: float
    """Share of the load with the zero moment point inside or at most 2 cm outside: what capture resolves."""
    friction_p95: float
    """Largest force along the ground against the force into it, 95 % of the load: what the soles must hold by
    friction. On a slope the ground is the slope."""
    mass: float
    """Mass of the body, kilograms, without what it carries."""
    carried: float
    """What it carries, kilograms."""
    mass_source: Literal["auto", "mesh", "table", "cylinders", "ellipsoids"] | None
    """What the masses follow from; none where they were given."""
    centre_height: float | None
    """Mean height of the centre of mass over what carries it, over the judged frames, weighted by their load,
    metres; `None` without any."""
    left_share: float | None
    """Mean share of the load on the left foot, over the same frames; `None` without any."""
    flights: list[Flight]
    """Stretches in which nothing touches the ground."""
    other_supports: list[OtherSupport]
    """Stretches in which something else carries the body; they are not judged."""
    likely_frame_rate: float | None
    """The frame rate that the motion seems to have, where the clip's own cannot be right."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True)
class CorrectedFlight:
    """How a flight looked, and how it looks now."""

    frames_before: FrameRange
    """Its frames in the clip that came."""
    frames_after: FrameRange
    """Its frames in the result."""
    corrected: bool
    """Whether it was corrected; else it was right, or too far from a fall."""
    g_ratio_before: float
    """Fall of the centre of mass against gravity: 1 for a true jump."""
    g_ratio_after: float
    """The same of the result."""
    off_parabola_before: float
    """Root mean square distance of the centre of mass from the best parabola of gravity, metres, up and down."""
    off_parabola_after: float
    """The same of the result."""
    off_line_before: float
    """Root mean square distance of the centre of mass from a straight and even path, seen from above, metres."""
    off_line_after: float
    """The same of the result."""
    rise_before: float
    """Height of the centre of mass over where it left the ground, metres."""
    rise_after: float
    """The same of the result."""
    root_shift_max: float
    """Farthest shift of the root in the flight, metres."""
    time_ratio: float
    """How long it lasts against before, ratio."""


@dataclass(frozen=True, slots=True, repr=False)
class CorrectFlightReport(Report):
    """The report of `correct_flight`. What `correct_flight`) did."""

    flights: list[CorrectedFlight]
    """All flights, in order."""
    corrected: int
    """How many were corrected."""
    frames_before: int
    """Frames of the clip that came."""
    frames_after: int
    """Frames of the result."""
    frames_changed: int
    """Frames of the result that are not frames of the clip that came."""
    root_shift_max: float
    """Farthest shift of the root, metres."""
    sink_max: float
    """How deep the root goes at most below where it was while feet are on the ground, metres."""
    foot_drift_max: float
    """Farthest way of a point of a foot or hand that stands from where it was, metres."""
    jerk_ratio: float
    """Jerk of all joints against the clip that came, 99th percentile, ratio."""
    time_share: float
    """Share of the correction that time does: 0 if all is height, 1 if all is time."""
    rounds: int
    """Rounds of correcting and measuring again; 0 where nothing had to be done."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean and deviation of some values."""

    count: int
    """How many values."""
    mean: float
    """Their mean; 0 without values."""
    deviation: float
    """Standard deviation of the sample (divided by the count less 1); 0 for fewer than two values."""


@dataclass(frozen=True, slots=True)
class StageBalance:
    """How well one version of a clip is balanced."""

    outside: Spread
    """Distance of the zero moment point from what bears, over the judged frames, 0 inside, metres."""
    within_2cm: float
    """Share of the load with the zero moment point inside or at most 2 cm outside."""


@dataclass(frozen=True, slots=True)
class MassDistance:
    """How far the zero moment point of some masses is from that of the reference, in one clip or over many."""

    method: Literal["mesh", "table", "cylinders", "ellipsoids", "optimised", "random"]
    """How the masses are found."""
    distance: Spread
    """Distance over the judged frames, metres."""


@dataclass(frozen=True, slots=True)
class ClipEvaluation:
    """One clip."""

    name: str
    """Its name."""
    reference: Literal["auto", "mesh", "table", "cylinders", "ellipsoids"] | None
    """What the reference masses follow from; `None` where they were given."""
    mass: float
    """Total mass without what is carried, kilograms."""
    frames: int | None
    """Frames that are judged, the same in all versions; `None` where these have different numbers of frames."""
    original: StageBalance | None
    """The clip as it came; `None` where nothing could be judged."""
    adapted: StageBalance | None
    """The clip on another body or with changed poses, where there is one."""
    balanced: StageBalance | None
    """The adapted clip with its balance corrected, where there is one."""
    masses: list[MassDistance]
    """Mass methods against the reference."""


@dataclass(frozen=True, slots=True)
class PartMass:
    """Mass of a part of the body."""

    part: str
    """`head`, `left_arm`, `right_arm`, `trunk`, `left_leg` or `right_leg`."""
    reference: float
    """Of the reference, kilograms; the mean over clips."""
    optimised: Spread
    """Of the masses with which each clip is balanced best, kilograms, over clips."""


@dataclass(frozen=True, slots=True, repr=False)
class EvaluateBalanceReport(Report):
    """The report of `evaluate_balance`. What `evaluate_balance`) found."""

    clips: list[ClipEvaluation]
    """The clips, in the order they came."""
    original: StageBalance | None
    """Means over the clips as they came. Each is over the clips that have it."""
    adapted: StageBalance | None
    """Means over the adapted clips."""
    balanced: StageBalance | None
    """Means over the balanced clips."""
    masses: list[MassDistance]
    """Mass methods against the reference: the means over clips."""
    parts: list[PartMass]
    """Parts of the body: their masses in the reference, and those with which clips are balanced best."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True, repr=False)
class MirrorClipReport(Report):
    """The report of `mirror_clip`. What `mirror_clip` found."""

    asymmetry: float
    """How far the rest pose is from its own mirror image, metres."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True, repr=False)
class ResampleClipReport(Report):
    """The report of `resample_clip`. What `resample_clip` did."""

    frame_rate_before: float
    """Frames per second of the clip that came."""
    frame_rate_after: float
    """Frames per second of the result."""
    frames_before: int
    """Frames of the clip that came."""
    frames_after: int
    """Frames of the result."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True, repr=False)
class TrimClipReport(Report):
    """The report of `trim_clip`. What `trim_clip` did."""

    frames_before: int
    """Frames of the clip that came."""
    frames_after: int
    """Frames of the result."""
    seconds: float
    """Length of the result, seconds."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True)
class DeformMeasures:
    """How deep the part is in the body, over all vertices and frames."""

    depth_max: float
    """Deepest vertex of any frame, metres; 0 where nothing penetrates."""
    worst_frame: int
    """The frame of that depth."""
    frames_inside: int
    """Frames with a vertex deeper than 3 mm."""


@dataclass(frozen=True, slots=True, repr=False)
class DeformOutOfBodyReport(Report):
    """The report of `deform_out_of_body`. What `deform_out_of_body`) did."""

    before: DeformMeasures
    """The skinned mesh as it came."""
    after: DeformMeasures
    """The result, measured anew, painted-out points included."""
    after_painted: DeformMeasures
    """The same of points with a painted weight below 1 alone: what weights leave inside."""
    painted_inside: int
    """Points with a painted weight below 1 that are deeper than 3 mm after, in the frame that has most."""
    point_count: int
    """Points of the part that gives way; vertices on both sides of a seam are one point."""
    points_pushed: int
    """Points that moved, in the frame that has most."""
    push_max: float
    """The farthest push, metres."""
    frames_over_2_cm: int
    """Frames with a push of more than 2 cm, which can be seen."""
    frames_at_max_push: int
    """Frames in which a push was cut off at `max_push`."""
    flipped_max: int
    """Triangles that face the other way after, in the frame that has most."""
    flipped_max_shallow: int
    """The same over frames that were at most 3 cm deep."""
    acceleration: float
    """Acceleration of the pushed points, 99th percentile, as a ratio of the result to the mesh that came."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True)
class SegmentFit:
    """One volume and how well it fits."""

    name: str
    """Name of the segment."""
    joint: str
    """The joint that carries it."""
    kind: Literal["cylinder", "capsule", "ellipsoid"]
    """Kind of the volume."""
    source: Literal["mesh", "parent", "proportions"]
    """What told its size."""
    length: float
    """Along the axis, metres."""
    radius: float
    """Mean radius, metres."""
    wide: float
    """The larger semi-axis, metres."""
    narrow: float
    """The smaller semi-axis, metres."""
    offset: float
    """From the bone to the middle of the flesh, metres."""
    litres: float
    """Content, litres."""
    vertex_count: int
    """Vertices that belong to it."""
    rms: float
    """Distance of these vertices from the surface, root mean square, metres."""
    rms_elliptic: float
    """The same with both semi-axes instead of one radius, metres."""
    max: float
    """The farthest vertex from the surface, metres."""


@dataclass(frozen=True, slots=True, repr=False)
class FitBodyReport(Report):
    """The report of `fit_body`. Sizes of all volumes and how well they fit."""

    height: float
    """Standing height, metres."""
    litres: float
    """Content of all volumes, litres; what overlaps counts twice."""
    mesh_litres: float | None
    """Litres that the mesh itself encloses, which means something only if it is closed; none without a mesh."""
    vertex_count: int
    """Vertices of all skins."""
    near_share: float
    """Share of the vertices within three radii of the axis of their volume, 0 to 1."""
    rms: float
    """Distance of the vertices from the surface of their volume, root mean square, metres."""
    rms_elliptic: float
    """The same for volumes with both semi-axes instead of one radius, metres."""
    from_mesh: int
    """Volumes that follow from the mesh."""
    segments: list[SegmentFit]
    """Every volume, in the order of the body."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True)
class SegmentGrowth:
    """One segment that grew."""

    name: str
    """Name of the segment."""
    factor: float
    """The factor of its girth."""
    radius_before: float | None
    """Radius of its cylinder before, metres; none where the mesh does not tell it."""
    radius_after: float | None
    """The same after."""


@dataclass(frozen=True, slots=True, repr=False)
class GrowBodyReport(Report):
    """The report of `grow_body`. Sizes before and after."""

    litres_before: float | None
    """Content of the body's cylinders before, litres; none without a mesh."""
    litres_after: float | None
    """The same after."""
    vertex_count: int
    """Vertices of all skins."""
    moved_count: int
    """Vertices that moved."""
    move_max: float
    """The farthest that a vertex moved, metres."""
    moved_joints: list[str]
    """Joints that moved with the trunk."""
    segments: list[SegmentGrowth]
    """Segments with a factor other than 1."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True)
class LegMeasures:
    """The lengths that a tailor measures on the lower body, metres."""

    waist_to_knee: float
    """From the waist down to the knee."""
    inside_leg: float
    """From the hip joints down to the floor."""
    waist_height: float
    """From the waist down to the floor."""


@dataclass(frozen=True, slots=True, repr=False)
class ScaleCharacterReport(Report):
    """The report of `scale_character`. What `scale_character` did."""

    height_before: float
    """Standing height before by lengths of bones, metres."""
    height_after: float
    """The same after."""
    mesh_height_before: float | None
    """From the lowest to the highest vertex of the rest pose before, metres; none without a mesh or where the rest
    pose does not stand."""
    mesh_height_after: float | None
    """The same after."""
    before: LegMeasures
    """Measures before."""
    after: LegMeasures
    """Measures after."""
    thigh: float
    """Factor of the thighs."""
    shin: float
    """Factor of the shins and feet."""
    root: float
    """Factor of the root's path, sideways and up."""
    lift: float
    """By how much the scaled root is raised besides, metres: feet of a mesh that follows its bones keep their size,
    and stay on the floor."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True)
class ShapeFinding:
    """Something that was noted on some bodies of a grid."""

    code: str
    """The note's code."""
    about: str | None
    """The limb, joint or point it is about."""
    text: str
    """Its text on the first of the bodies."""
    shapes: list[str]
    """Girths of these bodies, those that are deepest inside themselves first."""


@dataclass(frozen=True, slots=True, repr=False)
class BuildShapeGridReport(Report):
    """The report of `build_shape_grid`. What `build_shape_grid`) did."""

    nodes: int
    """Bodies of the grid."""
    solved: int
    """Of these, solved now; the others were finished before."""
    depth_before: float
    """Deepest vertex of any body before its correction, metres."""
    depth_after: float
    """The same after."""
    worst_shape: str
    """Girths of the body with that depth, axis by axis."""
    nodes_inside: int
    """Bodies with a vertex deeper than 3 mm after the correction."""
    values: int
    """Numbers that are stored."""
    findings: list[ShapeFinding]
    """What was noted on bodies while they were solved, and on which."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True, repr=False)
class QueryShapeGridReport(Report):
    """The report of `query_shape_grid`. What `query_shape_grid`) did."""

    nodes: int
    """Bodies of the grid that were mixed."""
    frames: int
    """Frames that changed."""
    turn_max: float
    """Largest turn of a joint, degrees."""
    joint: str
    """That joint."""
    root_max: float
    """Largest shift of the root, metres."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True)
class ClipUse:
    """What one clip gave to the graph."""

    name: str
    """The clip; a mirror image says so."""
    frame_count: int
    """Frames at the graph's rate."""
    used_frames: int
    """Frames of it that can be played."""


@dataclass(frozen=True, slots=True)
class LabelFigures:
    """What one label has."""

    label: str
    """The label."""
    frame_count: int
    """Frames with this label."""
    unit: float
    """How far the markers move in one frame, metres: the unit of thresholds."""
    factor: float | None
    """Threshold factor that was used; `None` where thresholds were given."""
    coverage: float
    """Share of the label's frames in its core."""
    attainable: float
    """That share if every minimum were a transition: the most these clips can give."""
    core_frames: int
    """Frames of the core, transitions included."""


@dataclass(frozen=True, slots=True)
class PairFigures:
    """Transitions from one label to another."""

    from_: str
    """Label left."""
    to: str
    """Label entered."""
    threshold: float
    """Largest distance accepted, metres."""
    accepted: int
    """Minima below it."""
    kept: int
    """Transitions that are part of the graph."""
    has_route: bool
    """Whether one can get from the one core to the other at all."""


@dataclass(frozen=True, slots=True)
class ResponseFigures:
    """How quickly and how freely one can steer."""

    edge_seconds_mean: float
    """Length of an edge, seconds: mean. One can only choose at its end."""
    edge_seconds_max: float
    """The longest of these."""
    choice_seconds_mean: float
    """Time from a node to the next one with more than one way out, seconds: mean."""
    choice_seconds_max: float
    """The longest of these."""
    directions_mean: float
    """Of 16 directions, in how many the root gets half a metre away within 3 s: mean over a sample of nodes."""
    directions_min: int
    """The fewest of these."""
    floor_share_mean: float
    """Share of the floor within 2 m that the root gets to within 3 s, in cells of half a metre: mean over the
    sample."""


@dataclass(frozen=True, slots=True, repr=False)
class BuildMotionGraphReport(Report):
    """The report of `build_motion_graph`. What `build_motion_graph` found."""

    clips: list[ClipUse]
    """Every clip, mirror images included."""
    moved_clips: list[str]
    """Clips that came on other proportions and were copied to the mean skeleton."""
    minima: int
    """Local minima of the distance grid."""
    labels: list[LabelFigures]
    """Per label."""
    pairs: list[PairFigures]
    """Per ordered pair of labels."""
    nodes: int
    """Nodes of the graph."""
    edges: int
    """Edges of the graph."""
    transitions: int
    """Those of them that are transitions."""
    stretch_frames_mean: float
    """Mean frames of a stretch between two nodes of one clip."""
    out_edges_mean: float
    """Edges that leave a node: mean."""
    out_edges_max: int
    """Edges that leave a node: most."""
    route_seconds_mean: float
    """Shortest way from one node to another, seconds: mean over a sample."""
    route_seconds_max: float
    """The longest of these."""
    response: ResponseFigures
    """How quickly and how freely one can steer."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True)
class PathFigures:
    """How a path was followed, measured on the finished clip."""

    length: float
    """Length of the path, metres."""
    walked_length: float
    """Way of the pelvis over the floor, metres."""
    distance_mean: float
    """Mean distance between the pelvis and the path at the same arc length, metres."""
    distance_rms: float
    """Root of the mean square of it."""
    distance_max: float
    """Largest."""
    worst_seconds: float
    """When that is, seconds."""
    off_path_mean: float
    """Mean distance to the nearest point of the path within 3 m of that, metres."""
    off_path_max: float
    """Largest."""
    speed: float
    """Mean speed, m/s."""
    slow_share: float
    """Share of the time below a quarter of the mean speed."""


@dataclass(frozen=True, slots=True)
class PlacementFigures:
    """How well a connection ends."""

    distance: float
    """How far from its place the last clip ends up, metres."""
    turn: float
    """How wrong its direction is, degrees."""


@dataclass(frozen=True, slots=True)
class SeamFigures:
    """Changes of joint velocity at the ends of transitions, measured on the finished clip."""

    seams: int
    """Beginnings and ends of transitions."""
    step_max: float
    """Largest change of any joint's velocity between two frames at a seam, m/s."""
    step_p99: float
    """99th percentile of that change over all frames of the clip."""
    above: int
    """Seams above 1.2 of that percentile."""


@dataclass(frozen=True, slots=True)
class LabelRun:
    """Frames of one set of labels."""

    labels: list[str]
    """The labels."""
    first: int
    """The first frame."""
    end: int
    """The frame after the last."""


@dataclass(frozen=True, slots=True, repr=False)
class SearchMotionGraphReport(Report):
    """The report of `search_motion_graph`. What `search_motion_graph` found."""

    query: str
    """`random-walk`, `shortest-way`, `path`, `connect` or `custom`."""
    method: Literal["beam", "horizon-beam", "branch-and-bound"]
    """How the walk was searched for."""
    frames: int
    """Frames of the clip."""
    seconds: float
    """Its length in seconds."""
    transitions: int
    """Transitions in it."""
    blended_share: float
    """Share of the frames that lie in a transition."""
    cost: float
    """The walk's cost, m²."""
    is_complete: bool
    """Whether it is all that was asked for."""
    is_exact: bool
    """Whether no cheaper walk exists."""
    expansions: int
    """Walks that were looked at."""
    refused_transitions: int
    """Transitions of the graph that were left out because their ends jolt."""
    path: PathFigures | None
    """How the path was followed."""
    placement: PlacementFigures | None
    """How well a connection ends."""
    seams: SeamFigures
    """Jolts at seams."""
    labels: list[LabelRun]
    """Labels in order."""
    cleanup: RemoveFootskateReport | None
    """What the cleanup did."""
    notes: list[Note]
    """What a user should know."""


@dataclass(frozen=True, slots=True, repr=False)
class PublishedScores(Report):
    """The report of `published_scores`. Scores in the units of their papers. Lower is better in all of them."""

    nemf: float
    """NeMF foot skating, cm per frame."""
    mann: float
    """MANN foot skate, cm/s."""
    gmd_ratio: float
    """GMD foot skating ratio, share of frames at 20 fps."""
    kimodo_ratio: float
    """kimodo foot skate ratio, share of contact frames."""
    kimodo_contacts: float
    """kimodo foot skate from labelled contacts, mean, cm/s."""
    kimodo_contacts_max: float
    """Largest of it, cm/s."""
    kimodo_height: float
    """kimodo foot skate from height, cm/s."""
    physdiff_skate: float
    """PhysDiff skate, mm per frame."""
    physdiff_penetrate: float
    """PhysDiff penetrate, mm."""
    physdiff_float: float
    """PhysDiff float, mm."""
    pfc: float
    """Physical foot contact score (EDGE), times 10⁴, at 30 fps."""
    notes: list[Note]
    """What a user should know besides the figures."""
