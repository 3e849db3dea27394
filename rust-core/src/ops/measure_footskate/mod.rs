//! `measure_footskate`: how much planted points slide, and what a cleanup did to the rest of the motion.
//!
//! Definitions and units are in `docs/metrics.md`. Scores that guess contacts from heights ([`PublishedScores`]) are
//! there for comparison with papers only: they do not rank cleaners correctly.

mod ground_fit;
mod low_slide;
mod published;

pub use ground_fit::GroundFit;
pub use low_slide::LowSlide;
pub use published::{PublishedScores, published_scores};

use crate::error::Result;
use crate::kinematics::forward::pose_clip;
use crate::kinematics::{BodyPoints, WorldPoses};
use crate::kinematics::{cuts, segments::split_plants};
use crate::math::Vec3;
use crate::math::percentile::percentile;
use crate::model::{Clip, Ground, JointIndex, Plants, PointKind, Role, Side, Skeleton};
use serde::Serialize;
use std::ops::Range;

/// Slide of one kind of point over all its plants. Metres and seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PointSlide {
    /// `ankle`, `heel`, `toe`, `toe_tip`, `wrist` or `fingertips`.
    pub point: &'static str,
    /// Plants measured.
    pub plants: usize,
    /// Mean level speed from one planted frame to the next, m/s.
    pub mean: f64,
    /// 95th percentile of that speed.
    pub p95: f64,
    /// Largest speed.
    pub max: f64,
    /// Mean over plants of the largest level distance from the plant's mean place, metres.
    pub drift_mean: f64,
    /// 95th percentile over plants.
    pub drift_p95: f64,
    /// 95th percentile over plants of the largest difference in height from the plant's mean height, metres.
    pub drift_height_p95: f64,
}

/// What [`measure_footskate`] finds.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FootskateMeasures {
    /// One entry per kind of point that is planted; empty without plants.
    pub slides: Vec<PointSlide>,
    /// Mean speed over all planted frames of all points, m/s.
    pub slide_mean: f64,
    /// Largest such speed.
    pub slide_max: f64,
    /// Frame after which it occurs.
    pub slide_max_frame: usize,
    /// 95th percentile of drift over all plants, metres.
    pub drift_p95: f64,
    /// The same for drift in height.
    pub drift_height_p95: f64,
    /// Slide over the frames in which a foot is low, planted or not. With a reference, over those that are low there.
    pub low_slide: LowSlide,
    /// Against the ground that was given, else against the heights at which the plants stand; `None` without either.
    pub ground: Option<GroundFit>,
    /// 99th percentile of the knees' second difference, degrees per frame².
    pub knee_acceleration_p99: f64,
    /// Largest of it.
    pub knee_acceleration_max: f64,
    /// 99th percentile of the ankles' jerk, m/s³.
    pub ankle_jerk_p99: f64,
    /// Mean distance of all joints from the reference, metres; 0 without one.
    pub pose_change_mean: f64,
    /// Largest such distance.
    pub pose_change_max: f64,
    /// Largest change of a limb's bone length against the reference, as a part of it.
    pub stretch_max: f64,
    /// Largest change of that ratio from one frame to the next.
    pub stretch_step_max: f64,
}

impl FootskateMeasures {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        format!(
            "planted points slide by {:.2} cm/s on average and {:.1} cm/s at most, low feet by {:.1} cm/s; drift p95 \
             {:.2} cm",
            self.slide_mean * 100.0,
            self.slide_max * 100.0,
            self.low_slide.mean * 100.0,
            self.drift_p95 * 100.0
        )
    }
}

operation_report!(FootskateMeasures, without notes);

impl FootskateMeasures {
    /// The slide of one kind of point, if it is planted.
    ///
    /// ```
    /// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
    /// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
    /// let measures = surefoot::measure_footskate(&skeleton, &walk.clip, &walk.plants, None, None)?;
    /// assert!(measures.slide("toe").is_some());
    /// assert!(measures.slide("wrist").is_none(), "nobody walks on hands here");
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    pub fn slide(&self, point: &str) -> Option<&PointSlide> {
        self.slides.iter().find(|s| s.point == point)
    }
}

/// Measures slide and drift of the planted points, the fit to the ground, knee acceleration and ankle jerk, and the
/// change against `reference` (usually the clip before a cleanup).
///
/// Changes nothing. A clip without plants has no slides; a mean over nothing is 0. Where the clip jumps, nothing is
/// measured across, and a plant that spans the jump counts as two.
///
/// ```
/// use surefoot::measure_footskate;
/// use surefoot_sample::faults;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let clean = measure_footskate(&skeleton, &walk.clip, &walk.plants, None, None)?;
/// assert!(clean.slide_mean < 1e-4);
/// let skating = faults::scaled_root_path(&skeleton, &walk.clip, 1.1)?;
/// let skating = measure_footskate(&skeleton, &skating, &walk.plants, None, None)?;
/// assert!(skating.slide_mean > 0.05, "{}", skating.summary());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if plants or reference were made for another number of frames or joints.
pub fn measure_footskate(
    skeleton: &Skeleton,
    clip: &Clip,
    plants: &Plants,
    ground: Option<&Ground>,
    reference: Option<&Clip>,
) -> Result<FootskateMeasures> {
    check_lengths(skeleton, clip, plants)?;
    if let Some(reference) = reference {
        check_lengths(skeleton, reference, plants)?;
    }
    let poses = pose_clip(skeleton, clip);
    let before = reference.map(|r| pose_clip(skeleton, r));
    let segments = cuts::pose_segments(skeleton, &poses, clip.frame_time());
    let (plants, _) = split_plants(plants, &segments)?;
    let scene =
        Scene { skeleton, frame_rate: clip.frame_rate(), plants: &plants, ground, segments: &segments };
    Ok(measure_poses(&scene, &poses, before.as_ref()))
}

/// What is measured, but for the motion.
pub(crate) struct Scene<'a> {
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) frame_rate: f64,
    /// None spans a cut.
    pub(crate) plants: &'a Plants,
    pub(crate) ground: Option<&'a Ground>,
    /// The clip between its cuts.
    pub(crate) segments: &'a [Range<usize>],
}

/// Checks that clip and plants belong together.
pub(crate) fn check_lengths(skeleton: &Skeleton, clip: &Clip, plants: &Plants) -> Result<()> {
    clip.check_skeleton(skeleton)?;
    plants.check_clip(clip)
}

/// As [`measure_footskate`] on poses that are at hand.
pub(crate) fn measure_poses(
    scene: &Scene<'_>,
    poses: &WorldPoses,
    reference: Option<&WorldPoses>,
) -> FootskateMeasures {
    let Scene { skeleton, frame_rate, plants, ground, segments } = *scene;
    let points = BodyPoints::new(skeleton);
    let mut out = FootskateMeasures {
        slides: Vec::new(),
        slide_mean: 0.0,
        slide_max: 0.0,
        slide_max_frame: 0,
        drift_p95: 0.0,
        drift_height_p95: 0.0,
        low_slide: low_slide::measure(scene, &points, poses, reference.unwrap_or(poses)),
        ground: ground_fit::measure(poses, &points, plants, ground),
        knee_acceleration_p99: 0.0,
        knee_acceleration_max: 0.0,
        ankle_jerk_p99: 0.0,
        pose_change_mean: 0.0,
        pose_change_max: 0.0,
        stretch_max: 0.0,
        stretch_step_max: 0.0,
    };
    measure_slides(frame_rate, poses, &points, plants, &mut out);
    measure_legs(skeleton, frame_rate, poses, segments, &mut out);
    if let Some(reference) = reference {
        measure_change(skeleton, poses, reference, segments, &mut out);
    }
    out
}

const KINDS: [(PointKind, &str); 6] = [
    (PointKind::Ankle, "ankle"),
    (PointKind::Heel, "heel"),
    (PointKind::Toe, "toe"),
    (PointKind::ToeTip, "toe_tip"),
    (PointKind::Wrist, "wrist"),
    (PointKind::Fingertips, "fingertips"),
];

fn measure_slides(
    frame_rate: f64,
    poses: &WorldPoses,
    points: &BodyPoints,
    plants: &Plants,
    out: &mut FootskateMeasures,
) {
    let (mut all_speeds, mut all_count) = (0.0, 0usize);
    let (mut all_drifts, mut all_heights) = (Vec::new(), Vec::new());
    for (kind, name) in KINDS {
        let (mut speeds, mut drifts, mut heights) = (Vec::new(), Vec::new(), Vec::new());
        for plant in plants.iter().filter(|p| p.point.kind == kind) {
            let Some(at) = points.get(plant.point) else { continue };
            let place = |frame: usize| poses.point(frame, at.joint, &at.offset);
            let level = |v: Vec3| v.x.hypot(v.z);
            let mut last = place(plant.frames.start);
            let mut sum = last;
            for frame in plant.frames.start + 1..plant.frames.end {
                let here = place(frame);
                let speed = level(here - last) * frame_rate;
                if speed > out.slide_max {
                    (out.slide_max, out.slide_max_frame) = (speed, frame - 1);
                }
                speeds.push(speed);
                sum += here;
                last = here;
            }
            let center = sum / plant.frames.len() as f64;
            let largest = |way: &dyn Fn(Vec3) -> f64| {
                plant.frames.clone().map(|f| way(place(f) - center)).fold(0.0, f64::max)
            };
            drifts.push(largest(&level));
            heights.push(largest(&|v| v.y.abs()));
        }
        if drifts.is_empty() {
            continue;
        }
        all_speeds += speeds.iter().sum::<f64>();
        all_count += speeds.len();
        all_drifts.extend_from_slice(&drifts);
        all_heights.extend_from_slice(&heights);
        out.slides.push(PointSlide {
            point: name,
            plants: drifts.len(),
            mean: mean(&speeds),
            max: speeds.iter().copied().fold(0.0, f64::max),
            p95: percentile(&mut speeds, 0.95),
            drift_mean: mean(&drifts),
            drift_p95: percentile(&mut drifts, 0.95),
            drift_height_p95: percentile(&mut heights, 0.95),
        });
    }
    out.slide_mean = if all_count == 0 { 0.0 } else { all_speeds / all_count as f64 };
    out.drift_p95 = percentile(&mut all_drifts, 0.95);
    out.drift_height_p95 = percentile(&mut all_heights, 0.95);
}

fn measure_legs(
    skeleton: &Skeleton,
    frame_rate: f64,
    poses: &WorldPoses,
    segments: &[Range<usize>],
    out: &mut FootskateMeasures,
) {
    let count = poses.frame_count();
    let (mut knees, mut jerks) = (Vec::with_capacity(2 * count), Vec::with_capacity(2 * count));
    for side in Side::BOTH {
        let roles = [Role::Thigh(side), Role::Shin(side), Role::Foot(side)];
        let [Some(hip), Some(knee), Some(ankle)] = roles.map(|r| skeleton.roles().joint(r)) else { continue };
        let angle = |frame: usize| {
            let at = poses.position(frame, knee);
            let (u, v) = (poses.position(frame, hip) - at, poses.position(frame, ankle) - at);
            u.cross(&v).norm().atan2(u.dot(&v)).to_degrees()
        };
        let mut window = [0.0; 3];
        let frames = segments.iter().flat_map(|s| s.clone().enumerate());
        for (since_cut, frame) in frames {
            window = [window[1], window[2], angle(frame)];
            if since_cut >= 2 {
                knees.push((window[0] - 2.0 * window[1] + window[2]).abs());
            }
            if since_cut >= 3 {
                let p = |back: usize| poses.position(frame - back, ankle);
                let third = p(0) - p(1) * 3.0 + p(2) * 3.0 - p(3);
                jerks.push(third.norm() * frame_rate.powi(3));
            }
        }
    }
    out.knee_acceleration_max = knees.iter().copied().fold(0.0, f64::max);
    out.knee_acceleration_p99 = percentile(&mut knees, 0.99);
    out.ankle_jerk_p99 = percentile(&mut jerks, 0.99);
}

fn measure_change(
    skeleton: &Skeleton,
    poses: &WorldPoses,
    reference: &WorldPoses,
    segments: &[Range<usize>],
    out: &mut FootskateMeasures,
) {
    let (mut sum, mut largest): (f64, f64) = (0.0, 0.0);
    for (a, b) in poses.positions.iter().zip(&reference.positions) {
        let square = (a - b).norm_squared();
        sum += square.sqrt();
        largest = largest.max(square);
    }
    out.pose_change_mean = sum / poses.positions.len().max(1) as f64;
    out.pose_change_max = largest.sqrt();
    for (upper, lower) in limb_bones(skeleton) {
        let mut last = None;
        for (since_cut, frame) in segments.iter().flat_map(|s| s.clone().enumerate()) {
            let length = |p: &WorldPoses| (p.position(frame, upper) - p.position(frame, lower)).norm();
            let original = length(reference);
            if original < 1e-6 {
                continue;
            }
            let ratio = length(poses) / original - 1.0;
            out.stretch_max = out.stretch_max.max(ratio.abs());
            if let Some(last) = last.filter(|_| since_cut > 0) {
                out.stretch_step_max = out.stretch_step_max.max(f64::abs(ratio - last));
            }
            last = Some(ratio);
        }
    }
}

fn limb_bones(skeleton: &Skeleton) -> Vec<(JointIndex, JointIndex)> {
    let mut bones = Vec::new();
    for side in Side::BOTH {
        for chain in [
            [Role::Thigh(side), Role::Shin(side), Role::Foot(side)],
            [Role::UpperArm(side), Role::Forearm(side), Role::Hand(side)],
        ] {
            let joints = chain.map(|role| skeleton.roles().joint(role));
            for pair in joints.windows(2) {
                if let [Some(upper), Some(lower)] = *pair {
                    bones.push((upper, lower));
                }
            }
        }
    }
    bones
}

fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}
