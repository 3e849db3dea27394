//! The world paths of the root and of every foot and hand point, as structure of arrays, and the body's scale.

use super::options::DetectPlantsOptions;
use crate::error::{Error, Result};
use crate::kinematics::cuts;
use crate::kinematics::forward::compose_links;
use crate::kinematics::forward::pose_clip;
use crate::kinematics::{AttachedPoint, BodyPoints};
use crate::math::running::running_minimum;
pub(super) use crate::math::runs::{runs, runs_in_segments};
use crate::math::{Quat, Vec3};
use crate::model::{BodyPoint, Clip, Ground, PointKind, Role, Side, Skeleton};
use std::ops::Range;

/// Below this many frames nothing is smoothed or fitted.
pub(super) const MIN_FRAMES_TO_FIT: usize = 8;

/// One value per frame and axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Path {
    pub(super) x: Vec<f64>,
    pub(super) y: Vec<f64>,
    pub(super) z: Vec<f64>,
}

impl Path {
    pub(super) fn zeros(frame_count: usize) -> Self {
        Self { x: vec![0.0; frame_count], y: vec![0.0; frame_count], z: vec![0.0; frame_count] }
    }

    fn with_capacity(frame_count: usize) -> Self {
        let axis = || Vec::with_capacity(frame_count);
        Self { x: axis(), y: axis(), z: axis() }
    }

    fn push(&mut self, p: Vec3) {
        self.x.push(p.x);
        self.y.push(p.y);
        self.z.push(p.z);
    }

    pub(super) fn at(&self, frame: usize) -> Vec3 {
        Vec3::new(self.x[frame], self.y[frame], self.z[frame])
    }

    pub(super) fn axes(&self) -> [&Vec<f64>; 3] {
        [&self.x, &self.y, &self.z]
    }

    pub(super) fn axes_mut(&mut self) -> [&mut Vec<f64>; 3] {
        [&mut self.x, &mut self.y, &mut self.z]
    }
}

/// Which pair of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PairKind {
    /// Ankle and toe.
    Foot,
    /// Wrist and fingertips.
    Hand,
    /// Heel and toe tip.
    Sole,
}

impl PairKind {
    /// In the order of [`Tracks::limbs`].
    const ALL: [PairKind; 3] = [PairKind::Foot, PairKind::Hand, PairKind::Sole];

    fn points(self) -> [PointKind; 2] {
        match self {
            PairKind::Foot => [PointKind::Ankle, PointKind::Toe],
            PairKind::Hand => [PointKind::Wrist, PointKind::Fingertips],
            PairKind::Sole => [PointKind::Heel, PointKind::ToeTip],
        }
    }
}

/// The two points of a foot (ankle, toe), hand (wrist, fingertips) or sole (heel, toe tip).
#[derive(Debug, Clone)]
pub(super) struct PointPair {
    pub(super) side: Side,
    pub(super) kind: PairKind,
    /// World paths; 0 is the rear point (ankle, wrist, heel), 1 the front one.
    pub(super) paths: [Path; 2],
    /// Height over the given ground, or world height without one.
    pub(super) heights: [Vec<f64>; 2],
    /// The lowest level of each point within ±0.5 s ([`running_floor`]); feet only.
    pub(super) floors: [Vec<f64>; 2],
    /// From hip to ankle of the same side (of the same leg for points of the sole); empty for hands.
    pub(super) leg: Path,
    /// Heights before the legs were lengthened, if they were.
    as_given: Option<[Vec<f64>; 2]>,
}

impl PointPair {
    /// Heights of a point in the clip as it is.
    pub(super) fn own_heights(&self, which: usize) -> &[f64] {
        &self.as_given.as_ref().unwrap_or(&self.heights)[which]
    }

    pub(super) fn point(&self, which: usize) -> BodyPoint {
        BodyPoint { side: self.side, kind: self.kind.points()[which] }
    }
}

/// All paths of one clip.
#[derive(Debug, Clone)]
pub(super) struct Tracks {
    pub(super) frame_count: usize,
    /// Seconds per frame.
    pub(super) dt: f64,
    /// The pelvis.
    pub(super) root: Path,
    /// Feet first, then hands and soles if asked for.
    pub(super) limbs: Vec<PointPair>,
    pub(super) foot_count: usize,
    /// Hip to ankle, nearly stretched, metres; 0 for a body without legs.
    pub(super) leg_length: f64,
    /// Factor on every length and speed constant.
    pub(super) scale: f64,
    /// Stretches without a jump cut between frames: a T-pose put before a capture, clips glued together.
    pub(super) segments: Vec<Range<usize>>,
    pub(super) has_ground: bool,
    /// By which share of their length the legs were lengthened ([`lengthen_legs`](Self::lengthen_legs)).
    pub(super) leg_growth: f64,
}

impl Tracks {
    pub(super) fn new(
        skeleton: &Skeleton,
        clip: &Clip,
        ground: Option<&Ground>,
        options: &DetectPlantsOptions,
    ) -> Result<Self> {
        clip.check_skeleton(skeleton)?;
        let roles = skeleton.roles();
        let body = BodyPoints::new(skeleton);
        let joint_point = |joint| AttachedPoint { joint, offset: Vec3::zeros() };
        let pelvis = cuts::pelvis(skeleton);
        let mut wanted = vec![joint_point(pelvis)];
        let mut limbs = Vec::new();
        for kind in PairKind::ALL {
            let is_wanted = match kind {
                PairKind::Foot => true,
                PairKind::Hand => options.hands,
                PairKind::Sole => options.sole,
            };
            for side in Side::BOTH.into_iter().filter(|_| is_wanted) {
                let points = kind.points().map(|kind| body.get(BodyPoint { side, kind }));
                if let [Some(rear), Some(front)] = points {
                    let hip = roles.joint(Role::Thigh(side)).unwrap_or(pelvis);
                    limbs.push((side, kind));
                    wanted.extend([rear, front, joint_point(hip)]);
                }
            }
        }
        let foot_count = limbs.iter().filter(|(_, kind)| *kind == PairKind::Foot).count();
        if foot_count == 0 {
            return Err(Error::MissingRoles { missing: "left foot, right foot".into() });
        }
        let frame_count = clip.frame_count();
        let mut paths = point_paths(skeleton, clip, &wanted).into_iter();
        let mut next = || paths.next().unwrap_or_else(|| Path::zeros(frame_count));
        let root = next();
        let mut legs = Vec::with_capacity(frame_count * foot_count);
        let limbs: Vec<PointPair> = limbs
            .into_iter()
            .map(|(side, kind)| {
                let [rear, front, mut hip] = [next(), next(), next()];
                if kind == PairKind::Foot {
                    hip.axes_mut().into_iter().zip(rear.axes()).for_each(|(hip, ankle)| {
                        hip.iter_mut().zip(ankle).for_each(|(hip, ankle)| *hip = ankle - *hip);
                    });
                    legs.extend((0..frame_count).map(|t| hip.at(t).norm()));
                }
                let heights = [&rear, &front].map(|path| heights_over(path, ground));
                let leg = if kind == PairKind::Foot { hip } else { Path::zeros(0) };
                let floors = [Vec::new(), Vec::new()];
                PointPair { side, kind, paths: [rear, front], heights, floors, leg, as_given: None }
            })
            .collect();
        let leg_length = cuts::leg_length(&mut legs);
        let scale = cuts::leg_scale(leg_length);
        let dt = clip.frame_time();
        let mut watched = vec![&root];
        watched.extend(limbs.iter().take(foot_count).flat_map(|limb| &limb.paths));
        let segments = cuts::segments(frame_count, dt, scale, |t| {
            watched.iter().map(|p| (p.at(t + 1) - p.at(t)).norm_squared()).fold(0.0, f64::max).sqrt()
        });
        let mut tracks = Self {
            frame_count,
            dt,
            limbs,
            foot_count,
            leg_length,
            scale,
            segments,
            has_ground: ground.is_some(),
            leg_growth: 0.0,
            root,
        };
        tracks.find_floors();
        Ok(tracks)
    }

    fn find_floors(&mut self) {
        let dt = self.dt;
        for limb in &mut self.limbs[..self.foot_count] {
            limb.floors = [0, 1].map(|which| running_floor(&limb.heights[which], dt));
        }
    }

    /// Lengthens the legs by the share `growth` of their length: every foot is moved along its leg, as it would be with legs that
    /// long, and keeps its direction.
    pub(super) fn lengthen_legs(&mut self, growth: f64) {
        let legs: Vec<(Side, Path)> = self.limbs[..self.foot_count]
            .iter_mut()
            .map(|limb| (limb.side, std::mem::replace(&mut limb.leg, Path::zeros(0))))
            .collect();
        for limb in self.limbs.iter_mut().filter(|limb| limb.kind != PairKind::Hand) {
            let Some((_, leg)) = legs.iter().find(|(side, _)| *side == limb.side) else { continue };
            for path in &mut limb.paths {
                for (axis, leg) in path.axes_mut().into_iter().zip(leg.axes()) {
                    axis.iter_mut().zip(leg).for_each(|(x, leg)| *x += growth * leg);
                }
            }
            // Over a ground that is given, points are where they are.
            if !self.has_ground {
                let heights = [0, 1].map(|which| limb.paths[which].y.clone());
                limb.as_given = Some(std::mem::replace(&mut limb.heights, heights));
            }
        }
        // The body hangs from legs that long, and is that large.
        self.leg_length *= 1.0 + growth;
        self.scale *= 1.0 + growth;
        self.leg_growth = growth;
        self.find_floors();
    }

    /// Hip to ankle of the character as it is, metres.
    pub(super) fn own_leg_length(&self) -> f64 {
        self.leg_length / (1.0 + self.leg_growth)
    }

    /// `seconds` in frames, rounded, at least `min`.
    pub(super) fn frames(&self, seconds: f64, min: usize) -> usize {
        frames_of(seconds, self.dt, min)
    }
}

fn frames_of(seconds: f64, dt: f64, min: usize) -> usize {
    ((seconds / dt).round() as usize).max(min)
}

/// The lowest level within ±0.5 s of each frame, glitches left out.
fn running_floor(heights: &[f64], dt: f64) -> Vec<f64> {
    let reach = frames_of(0.5, dt, 1);
    running_minimum(&without_dips(heights, dt), reach, reach)
}

/// Heights without dips shorter than 0.08 s: a capture's glitch is no floor.
pub(super) fn without_dips(heights: &[f64], dt: f64) -> Vec<f64> {
    let short = frames_of(0.035, dt, 0);
    let turned: Vec<f64> = heights.iter().map(|h| -h).collect();
    let mut filled = running_minimum(&turned, short, short);
    filled.iter_mut().for_each(|h| *h = -*h);
    filled
}

/// World paths of attached points; only the joints above them are computed.
fn point_paths(skeleton: &Skeleton, clip: &Clip, points: &[AttachedPoint]) -> Vec<Path> {
    let frame_count = clip.frame_count();
    let mut paths: Vec<Path> = points.iter().map(|_| Path::with_capacity(frame_count)).collect();
    if skeleton.has_scale() || !clip.scales().is_empty() {
        let poses = pose_clip(skeleton, clip);
        for (path, point) in paths.iter_mut().zip(points) {
            for frame in 0..frame_count {
                path.push(poses.point(frame, point.joint, &point.offset));
            }
        }
        return paths;
    }
    let mut needed = vec![false; skeleton.joint_count()];
    for point in points {
        let mut at = Some(point.joint);
        while let Some(joint) = at {
            needed[joint.0] = true;
            at = skeleton.parent(joint);
        }
    }
    let chain: Vec<(usize, usize)> = skeleton
        .joints()
        .filter(|j| needed[j.0])
        .filter_map(|j| skeleton.parent(j).map(|parent| (j.0, parent.0)))
        .collect();
    let mut offsets = skeleton.rest_offsets().to_vec();
    let mut positions = vec![Vec3::zeros(); skeleton.joint_count()];
    let mut rotations = vec![Quat::identity(); skeleton.joint_count()];
    for frame in 0..frame_count {
        for track in clip.translations() {
            offsets[track.joint.0] = track.values[frame];
        }
        let pose = clip.pose(frame);
        let (locals, root) = (pose.rotations(), pose.root_position());
        compose_links(chain.iter().copied(), locals, &offsets, root, &mut rotations, &mut positions);
        for (path, point) in paths.iter_mut().zip(points) {
            let joint = point.joint.0;
            path.push(positions[joint] + rotations[joint] * point.offset);
        }
    }
    paths
}

fn heights_over(path: &Path, ground: Option<&Ground>) -> Vec<f64> {
    let Some(ground) = ground else { return path.y.clone() };
    (0..path.y.len())
        .map(|t| {
            let y = path.y[t];
            ground.footing(path.x[t], path.z[t], y).map_or(y, |footing| y - footing.height)
        })
        .collect()
}

/// The value below which the share `q` of the values lies; reorders them. `None` if there are none.
pub(super) fn quantile(values: &mut [f64], q: f64) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let index = ((values.len() - 1) as f64 * q).round() as usize;
    Some(*values.select_nth_unstable_by(index, f64::total_cmp).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legs_that_are_lengthened_put_the_feet_where_they_stood() {
        // A hip that passes over a foot at the origin and bobs, on legs that are an eighth too short: the foot slides.
        let hip = |t: usize| Vec3::new(0.02 * t as f64, 0.8 + 0.02 * (t as f64).sin(), 0.1);
        let mut given = [Path::zeros(0), Path::zeros(0)];
        let mut leg = Path::zeros(0);
        for t in 0..20 {
            let ankle = hip(t) * 0.125;
            leg.push(ankle - hip(t));
            given[0].push(ankle);
            given[1].push(ankle + Vec3::new(0.0, -0.05, 0.12));
        }
        let heights = [0, 1].map(|which| given[which].y.clone());
        let tracks = |has_ground| Tracks {
            frame_count: 20,
            dt: 1.0 / 60.0,
            root: Path::zeros(20),
            limbs: vec![PointPair {
                side: Side::Left,
                kind: PairKind::Foot,
                paths: given.clone(),
                heights: heights.clone(),
                floors: [Vec::new(), Vec::new()],
                leg: leg.clone(),
                as_given: None,
            }],
            foot_count: 1,
            leg_length: 0.7,
            scale: 1.0,
            segments: std::iter::once(0..20).collect(),
            has_ground,
            leg_growth: 0.0,
        };
        let mut grown = tracks(false);
        grown.lengthen_legs(1.0 / 7.0);
        let foot = &grown.limbs[0];
        for t in 0..20 {
            assert!(foot.paths[0].at(t).norm() < 1e-12, "{t}: {}", foot.paths[0].at(t));
            assert!((foot.heights[1][t] + 0.05).abs() < 1e-12);
        }
        assert_eq!(foot.own_heights(0), heights[0]);
        // The body hangs from the longer legs, and the character keeps its own.
        assert!((grown.leg_length - 0.8).abs() < 1e-12 && (grown.own_leg_length() - 0.7).abs() < 1e-12);
        assert!(foot.floors[1].iter().all(|h| (h + 0.05).abs() < 1e-12));
        let mut on_ground = tracks(true);
        on_ground.lengthen_legs(1.0 / 7.0);
        assert_eq!(on_ground.limbs[0].heights, heights);
    }

    #[test]
    fn quantile_picks_an_element() {
        assert_eq!(quantile(&mut [3.0, 1.0, 2.0], 0.5), Some(2.0));
        assert_eq!(quantile(&mut [3.0, 1.0, 2.0], 1.0), Some(3.0));
        assert_eq!(quantile(&mut [], 0.5), None);
    }
}
