//! What a cleanup with detected plants did, in figures per clip.

use super::WildClip;
use super::faults::WildFault;
use crate::plant_clips::{Score, Take, label_points};
use surefoot::kinematics::{BodyPoints, WorldPoses, world_poses};
use surefoot::math::Vec3;
use surefoot::model::{BodyPoint, PointKind, Side};
use surefoot::{
    Clip, DetectPlantsOptions, FootskateMeasures, Plants, RemoveFootskateOptions, Role, Skeleton,
    detect_plants, measure_footskate, remove_footskate,
};

/// Figures of one clip and fault. Lengths in centimetres, speeds in cm/s.
#[derive(Debug, Clone)]
pub struct Figures {
    pub clip: &'static str,
    pub kind: &'static str,
    pub fault: WildFault,
    pub frames: usize,
    /// Plants found against the reference, toes and ankles.
    pub toes: Score,
    pub ankles: Score,
    /// Level speed over the reference's planted frames, before and after: toe, ankle.
    pub toe_slide: [f64; 2],
    pub ankle_slide: [f64; 2],
    /// Mean level speed of toes over frames in which the foot is low, before and after.
    pub low_slide: [f64; 2],
    /// 95th percentile of a toe's way from its place in a reference plant, after.
    pub drift_p95: f64,
    /// Mean distance of the joints from the faulty clip, in the world and from the pelvis.
    pub pose_input: f64,
    pub pose_input_pelvis: f64,
    /// The same from the clean clip; not a number where the bones differ.
    pub pose_clean: f64,
    pub pose_clean_pelvis: f64,
    /// After over before: knee acceleration and ankle jerk, 99th percentiles.
    pub knee_ratio: f64,
    pub jerk_ratio: f64,
    /// Largest speed that a toe gained outside the plants that were found.
    pub added_toe_speed: f64,
    pub added_toe_frame: usize,
    /// Frames in which a knee changed its side.
    pub knee_flips: usize,
    /// Largest way of a joint from the pelvis against the faulty clip.
    pub largest_move: f64,
    /// Toe plants shorter than 0.1 s.
    pub scraps: usize,
}

/// How plants are found and feet are cleaned.
pub struct Cleaner {
    pub detect: DetectPlantsOptions,
    pub remove: RemoveFootskateOptions,
}

impl Cleaner {
    pub fn find(&self, take: &Take) -> Plants {
        detect_plants(&take.skeleton, &take.clip, None, &self.detect).unwrap().plants
    }

    pub fn clean(&self, take: &Take, plants: &Plants) -> Clip {
        remove_footskate(&take.skeleton, &take.clip, plants, None, &self.remove).unwrap().clip
    }
}

/// Cleans a faulty clip with plants found in it and measures the result. The plants of the reference are the truth;
/// without any (clips that networks made) the found ones stand in.
pub fn measure(clip: &WildClip, fault: WildFault, faulty: &Take, cleaner: &Cleaner) -> Figures {
    let found = cleaner.find(faulty);
    let cleaned = cleaner.clean(faulty, &found);
    measure_cleaned(clip, fault, faulty, &found, &cleaned)
}

/// As [`measure`], of a clip that was cleaned with these plants.
pub fn measure_cleaned(
    clip: &WildClip,
    fault: WildFault,
    faulty: &Take,
    found: &Plants,
    cleaned: &Clip,
) -> Figures {
    let skeleton = &faulty.skeleton;
    let over = |clip_of: &Clip| {
        measure_footskate(skeleton, clip_of, &clip.reference, None, Some(&faulty.clip)).unwrap()
    };
    let (before, after) = (over(&faulty.clip), over(cleaned));
    let [input, output] = [&faulty.clip, cleaned].map(|c| world_poses(skeleton, c).unwrap());
    let slide = |point: &str| {
        [&before, &after].map(|m: &FootskateMeasures| m.slide(point).map_or(0.0, |s| 100.0 * s.mean))
    };
    let mut scores = [Score::default(); 2];
    for (i, point) in label_points().into_iter().enumerate() {
        scores[i % 2].add(&found.flags(point), &clip.reference.flags(point));
    }
    let pelvis = skeleton.roles().joint(Role::Pelvis).map_or(0, |j| j.0);
    let from_input = distances(&input, &output, pelvis);
    let from_clean = fault
        .keeps_bones()
        .then(|| distances(&world_poses(&clip.take.skeleton, &clip.take.clip).unwrap(), &output, pelvis));
    let ratio = |a: f64, b: f64| if b > 1e-9 { a / b } else { 1.0 };
    let added = added_toe_speed(skeleton, &input, &output, found, faulty.clip.frame_rate());
    let low = low_frames(skeleton, &input, faulty.clip.frame_rate());
    Figures {
        clip: clip.name,
        kind: clip.kind,
        fault,
        frames: faulty.clip.frame_count(),
        ankles: scores[0],
        toes: scores[1],
        toe_slide: slide("toe"),
        ankle_slide: slide("ankle"),
        low_slide: [&input, &output].map(|p| low_slide(skeleton, p, &low, faulty.clip.frame_rate())),
        drift_p95: after.slide("toe").map_or(0.0, |s| 100.0 * s.drift_p95),
        pose_input: from_input.mean_world,
        pose_input_pelvis: from_input.mean_pelvis,
        pose_clean: from_clean.as_ref().map_or(f64::NAN, |d| d.mean_world),
        pose_clean_pelvis: from_clean.as_ref().map_or(f64::NAN, |d| d.mean_pelvis),
        knee_ratio: ratio(after.knee_acceleration_p99, before.knee_acceleration_p99),
        jerk_ratio: ratio(after.ankle_jerk_p99, before.ankle_jerk_p99),
        added_toe_speed: added.0,
        added_toe_frame: added.1,
        knee_flips: knee_flips(skeleton, &input, &output),
        largest_move: from_input.largest_pelvis,
        scraps: found
            .iter()
            .filter(|p| p.point.kind == PointKind::Toe)
            .filter(|p| (p.frames.len() as f64) < 0.1 * faulty.clip.frame_rate())
            .count(),
    }
}

struct Distances {
    mean_world: f64,
    mean_pelvis: f64,
    largest_pelvis: f64,
}

fn distances(a: &WorldPoses, b: &WorldPoses, pelvis: usize) -> Distances {
    let mut out = Distances { mean_world: 0.0, mean_pelvis: 0.0, largest_pelvis: 0.0 };
    for frame in 0..a.frame_count() {
        let (a, b) = (a.frame(frame), b.frame(frame));
        for (p, q) in a.iter().zip(b) {
            let from_pelvis = ((q - b[pelvis]) - (p - a[pelvis])).norm();
            out.mean_world += (q - p).norm();
            out.mean_pelvis += from_pelvis;
            out.largest_pelvis = out.largest_pelvis.max(100.0 * from_pelvis);
        }
    }
    let count = a.positions.len().max(1) as f64;
    out.mean_world *= 100.0 / count;
    out.mean_pelvis *= 100.0 / count;
    out
}

fn toe_path(skeleton: &Skeleton, poses: &WorldPoses, side: Side, kind: PointKind) -> Option<Vec<Vec3>> {
    let at = BodyPoints::new(skeleton).get(BodyPoint { side, kind })?;
    Some((0..poses.frame_count()).map(|f| poses.point(f, at.joint, &at.offset)).collect())
}

/// Largest gain in speed of a toe outside the plants, cm/s, and its frame.
fn added_toe_speed(
    skeleton: &Skeleton,
    input: &WorldPoses,
    output: &WorldPoses,
    found: &Plants,
    rate: f64,
) -> (f64, usize) {
    let mut largest = (0.0f64, 0);
    for side in Side::BOTH {
        let path = |poses| toe_path(skeleton, poses, side, PointKind::Toe);
        let (Some(before), Some(after)) = (path(input), path(output)) else { continue };
        let planted = found.flags(BodyPoint { side, kind: PointKind::Toe });
        for f in 1..before.len() {
            if planted[f] && planted[f - 1] {
                continue;
            }
            let speed = |p: &[Vec3]| 100.0 * (p[f] - p[f - 1]).norm() * rate;
            let gain = speed(&after) - speed(&before);
            if gain > largest.0 {
                largest = (gain, f);
            }
        }
    }
    largest
}

/// Per side, the frames in which ankle and toe both are within 2 cm of their lowest place within half a second: the foot
/// lies on what is its floor there. A toe that swings past the floor has its ankle up.
pub fn low_frames(skeleton: &Skeleton, poses: &WorldPoses, rate: f64) -> [Vec<bool>; 2] {
    let reach = (0.5 * rate).round() as usize;
    Side::BOTH.map(|side| {
        let mut low = vec![true; poses.frame_count()];
        for kind in [PointKind::Ankle, PointKind::Toe] {
            let Some(path) = toe_path(skeleton, poses, side, kind) else { return vec![false; low.len()] };
            for f in 0..path.len() {
                let around = &path[f.saturating_sub(reach)..(f + reach + 1).min(path.len())];
                let floor = around.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
                low[f] &= path[f].y < floor + 0.02;
            }
        }
        low
    })
}

/// Mean level speed of the toes over such frames, cm/s.
pub fn low_slide(skeleton: &Skeleton, poses: &WorldPoses, low: &[Vec<bool>; 2], rate: f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0usize);
    for (side, low) in Side::BOTH.into_iter().zip(low) {
        let Some(path) = toe_path(skeleton, poses, side, PointKind::Toe) else { continue };
        for f in (1..path.len()).filter(|&f| low[f] && low[f - 1]) {
            sum += 100.0 * (path[f] - path[f - 1]).xz().norm() * rate;
            count += 1;
        }
    }
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// Frames in which a knee, well bent before and after, points to the other side of its leg.
fn knee_flips(skeleton: &Skeleton, input: &WorldPoses, output: &WorldPoses) -> usize {
    let mut flips = 0;
    for side in Side::BOTH {
        let roles = [Role::Thigh(side), Role::Shin(side), Role::Foot(side)];
        let [Some(hip), Some(knee), Some(ankle)] = roles.map(|r| skeleton.roles().joint(r)) else { continue };
        let bend = |poses: &WorldPoses, f: usize| {
            let (h, k, a) = (poses.position(f, hip), poses.position(f, knee), poses.position(f, ankle));
            let along = (a - h).try_normalize(1e-9).unwrap_or_else(Vec3::y);
            (k - h) - along * along.dot(&(k - h))
        };
        for f in 0..input.frame_count() {
            let (a, b) = (bend(input, f), bend(output, f));
            if a.norm() > 0.03 && b.norm() > 0.03 && a.dot(&b) < 0.0 {
                flips += 1;
            }
        }
    }
    flips
}
