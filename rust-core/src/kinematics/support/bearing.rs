//! [`Support`]: which points bear in each frame, and the area that they span.

use super::floor::PointTracks;
use super::{FloorModel, SupportKind, SupportPoint};
use crate::kinematics::WorldPoses;
use crate::kinematics::momentum::Dynamics;
use crate::math::Vec3;
use crate::math::convex_hull::{FloorPoint, convex_hull, signed_distance};
use crate::model::{Ground, JointIndex, Plants, PointKind};
use std::ops::Range;

/// A point that bears is slower than this, m/s, and lower than this, metres, for the reference leg.
const BEARING_SPEED: f64 = 1.0;
const BEARING_HEIGHT: f64 = 0.05;
/// A hand is a thick proxy: its joints are in the middle of it. So are those of knees, hips and shoulders.
const HAND_HEIGHT: f64 = 0.10;
const LIMB_HEIGHT: f64 = 0.12;
const TRUNK_HEIGHT: f64 = 0.17;
/// Bearing begins so long before a point is low and slow, and ends so long after, seconds: smoothed forces spread as far.
const REACH: f64 = 0.05;
/// Where nothing bears but the body is held up, the lowest points do, within this, metres, for the reference leg.
const LOWEST: f64 = 0.02;
/// On a ground that was given, points higher than this bear nothing, metres, for the reference leg: it is not the ground that carries the body.
const UNDERFOOT: f64 = 0.3;
/// Load above which somebody must carry the body. Below it the zero moment point runs away, so less is asked of such frames.
pub(crate) const LOADED: f64 = 0.15;
/// A plane through a few points of one foot may tilt as if it had points so far around it, metres.
const PLANE_RIDGE: f64 = 0.05;

/// What [`Support::new`] needs to know beside the motion.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SupportRules<'a> {
    pub(crate) plants: Option<&'a Plants>,
    pub(crate) ground: Option<&'a Ground>,
}

/// The plane that carries the body in a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SupportPlane {
    pub(crate) origin: Vec3,
    /// Unit, upwards.
    pub(crate) normal: Vec3,
}

impl SupportPlane {
    /// The place of the plane above or below a place of the floor.
    pub(crate) fn lifted(&self, place: &FloorPoint) -> Vec3 {
        let way = Vec3::new(place.x, 0.0, place.y) - self.origin;
        let height = self.origin.y - (way.x * self.normal.x + way.z * self.normal.z) / self.normal.y;
        Vec3::new(place.x, height, place.y)
    }
}

/// What carries the body, frame by frame.
#[derive(Debug, Clone, Default)]
pub(crate) struct Support {
    /// Points that bear, one bit each.
    bearing: Vec<u32>,
    planes: Vec<SupportPlane>,
    /// First corner of each frame's area, and one more.
    first_corner: Vec<u32>,
    corners: Vec<FloorPoint>,
    /// Middle of what bears of each foot (hands with their side), left first.
    middles: Vec<[Option<FloorPoint>; 2]>,
    /// Frames in which nothing bears, and in which more than feet does.
    free: Vec<bool>,
    beside_feet: Vec<bool>,
    /// Frames in which the body is held up, but not by the ground that was given, and how far that is below; infinite where there is none.
    off_ground: Vec<(usize, f64)>,
}

/// World positions of the points, `[frame * points + point]`.
pub(crate) fn point_positions(poses: &WorldPoses, points: &[SupportPoint]) -> Vec<Vec3> {
    let mut out = Vec::with_capacity(poses.frame_count() * points.len());
    for frame in 0..poses.frame_count() {
        out.extend(points.iter().map(|p| poses.point(frame, p.joint, &p.offset)));
    }
    out
}

/// How many of the points are those of feet and hands; they come first.
fn end_count(points: &[SupportPoint]) -> usize {
    points.partition_point(|p| matches!(p.kind, SupportKind::Foot | SupportKind::Hand))
}

/// Without the points at the end that never come near the floor: those of knees, elbows and the trunk, unless the body sits or lies.
pub(crate) fn low_points<'a>(
    poses: &WorldPoses,
    points: &'a [SupportPoint],
    scale: f64,
) -> &'a [SupportPoint] {
    let ends = end_count(points);
    let feet: Vec<JointIndex> =
        points[..ends].iter().filter(|p| p.kind == SupportKind::Foot).map(|p| p.joint).collect();
    // The floor is no higher than the lowest joint of the feet, but for what feet sink in.
    let is_low = |frame: usize| {
        let lowest = feet.iter().map(|joint| poses.position(frame, *joint).y).fold(f64::INFINITY, f64::min);
        points[ends..].iter().any(|p| poses.position(frame, p.joint).y < lowest + TRUNK_HEIGHT * scale)
    };
    if (0..poses.frame_count()).any(is_low) { points } else { &points[..ends] }
}

/// Speeds of the points by differences over about a thirtieth of a second, m/s.
pub(crate) fn point_speeds(positions: &[Vec3], count: usize, frame_time: f64) -> Vec<f64> {
    let frames = positions.len() / count.max(1);
    let reach = ((1.0 / 60.0 / frame_time).round() as usize).max(1);
    let mut speeds = Vec::with_capacity(positions.len());
    for frame in 0..frames {
        let (from, to) = (frame.saturating_sub(reach), (frame + reach).min(frames - 1));
        let rate = 1.0 / ((to - from).max(1) as f64 * frame_time);
        let pairs = positions[from * count..][..count].iter().zip(&positions[to * count..][..count]);
        speeds.extend(pairs.map(|(a, b)| (b - a).norm() * rate));
    }
    speeds
}

impl Support {
    /// Judges every point in every frame.
    pub(crate) fn new(
        tracks: &PointTracks<'_>,
        floor: &FloorModel<'_>,
        dynamics: &Dynamics,
        rules: &SupportRules<'_>,
    ) -> Self {
        let mut support = Self::default();
        let heights = support.find_bearing(tracks, floor, dynamics.frame_time, rules.plants);
        support.free = support.bearing.iter().map(|bits| *bits == 0).collect();
        // Knees, elbows, hips and shoulders tell that the body kneels, sits or lies. What of it touches the floor is not known well enough for an
        // area: thighs, a back, a seat.
        let ends =
            bits_of(tracks.points, |point| matches!(point.kind, SupportKind::Foot | SupportKind::Hand));
        let lies: Vec<bool> = support.bearing.iter().map(|bits| bits & !ends != 0).collect();
        let others = bits_of(tracks.points, |point| point.kind != SupportKind::Foot);
        support.beside_feet = support.bearing.iter().map(|bits| bits & others != 0).collect();
        support.bearing.iter_mut().for_each(|bits| *bits &= ends);
        support.hold_loaded(tracks, dynamics, &heights, &lies, rules.ground.is_some());
        support.find_areas(tracks, floor, rules.ground);
        support
    }

    /// Sets the bits; returns how high each foot point is.
    fn find_bearing(
        &mut self,
        tracks: &PointTracks<'_>,
        floor: &FloorModel<'_>,
        frame_time: f64,
        plants: Option<&Plants>,
    ) -> Vec<f64> {
        let (points, scale) = (tracks.points, tracks.scale);
        let count = points.len();
        let frames = tracks.frame_count();
        let mut heights = Vec::with_capacity(tracks.positions.len());
        let mut touching = vec![0u32; frames];
        let limits: Vec<f64> = points.iter().map(|point| bearing_height(point.kind) * scale).collect();
        for (frame, bits) in touching.iter_mut().enumerate() {
            for (index, point) in points.iter().enumerate() {
                let at = frame * count + index;
                let height = floor.height_over(frame, index, point, &tracks.positions[at]);
                heights.push(height);
                let bears = height < limits[index] && tracks.speeds[at] < BEARING_SPEED * scale;
                *bits |= u32::from(bears) << index;
            }
        }
        for plant in plants.iter().flat_map(|plants| plants.iter()) {
            let planted = |point: &SupportPoint| {
                let is_of = match plant.point.kind {
                    PointKind::Wrist | PointKind::Fingertips => point.kind == SupportKind::Hand,
                    PointKind::Ankle | PointKind::Heel => point.kind == SupportKind::Foot && point.is_heel,
                    PointKind::Toe | PointKind::ToeTip => point.kind == SupportKind::Foot && !point.is_heel,
                };
                is_of && point.side == plant.point.side
            };
            let bits = bits_of(points, planted);
            touching[plant.frames.clone()].iter_mut().for_each(|frame| *frame |= bits);
        }
        self.bearing = dilated(&touching, (REACH / frame_time).round() as usize);
        heights
    }

    /// Where the body is held up and nothing bears, the lowest points of the feet do.
    fn hold_loaded(
        &mut self,
        tracks: &PointTracks<'_>,
        dynamics: &Dynamics,
        heights: &[f64],
        lies: &[bool],
        is_given: bool,
    ) {
        let count = tracks.points.len();
        let ends = end_count(tracks.points);
        for (frame, bits) in self.bearing.iter_mut().enumerate() {
            if *bits != 0 || lies[frame] || dynamics.load(frame) <= LOADED {
                continue;
            }
            let heights = &heights[frame * count..][..ends];
            let lowest = heights.iter().copied().fold(f64::INFINITY, f64::min);
            let most = if is_given { UNDERFOOT * tracks.scale } else { f64::MAX };
            if lowest > most {
                self.off_ground.push((frame, lowest));
                continue;
            }
            // A hand that is lowest and hardly moves holds the body up, however thick the floor under it: that is no flight.
            let holds = |index: usize| {
                tracks.points[index].kind != SupportKind::Foot
                    && heights[index] <= lowest
                    && tracks.speeds[frame * count + index] < BEARING_SPEED * tracks.scale
            };
            if (0..ends).any(holds) {
                self.free[frame] = false;
                self.beside_feet[frame] = true;
            }
            for (index, height) in heights.iter().enumerate() {
                *bits |= u32::from(*height <= lowest + LOWEST * tracks.scale) << index;
            }
        }
    }

    fn find_areas(&mut self, tracks: &PointTracks<'_>, floor: &FloorModel<'_>, ground: Option<&Ground>) {
        let count = tracks.points.len();
        let level = floor.level_height();
        let (mut flat, mut hull, mut places) = (Vec::new(), Vec::new(), Vec::new());
        self.first_corner.push(0);
        // The points that bear, in the order of their places: from frame to frame both hardly change.
        let (mut order, mut last_bits) = (Vec::with_capacity(count), 0);
        for (frame, &bits) in self.bearing.iter().enumerate() {
            flat.clear();
            places.clear();
            let mut sums = [(FloorPoint::zeros(), 0.0); 2];
            let positions = &tracks.positions[frame * count..][..count];
            if bits != last_bits {
                order.clear();
                order.extend((0..count).filter(|i| bits >> i & 1 == 1));
                last_bits = bits;
            }
            sort_by_place(&mut order, positions);
            for &index in &order {
                let (point, place) = (&tracks.points[index], positions[index]);
                let on_floor = FloorPoint::new(place.x, place.z);
                flat.push(on_floor);
                places.push(place);
                let (sum, weight) = &mut sums[usize::from(point.side == crate::model::Side::Right)];
                *sum += on_floor;
                *weight += 1.0;
            }
            convex_hull(&mut flat, &mut hull);
            self.corners.extend_from_slice(&hull);
            self.first_corner.push(self.corners.len() as u32);
            self.middles.push(sums.map(|(sum, weight)| (weight > 0.0).then(|| sum / weight)));
            let plane = match level {
                Some(height) => SupportPlane { origin: Vec3::y() * height, normal: Vec3::y() },
                None => plane_through(&places, ground),
            };
            self.planes.push(plane);
        }
    }

    /// Corners of the area that carries the body.
    pub(crate) fn area(&self, frame: usize) -> &[FloorPoint] {
        &self.corners[self.first_corner[frame] as usize..self.first_corner[frame + 1] as usize]
    }

    /// Whether a point, by its number, bears.
    pub(crate) fn bears(&self, frame: usize, point: usize) -> bool {
        self.bearing[frame] >> point & 1 == 1
    }

    pub(crate) fn plane(&self, frame: usize) -> &SupportPlane {
        &self.planes[frame]
    }

    /// How far a place is outside the area, metres; below 0 inside. `None` where nothing bears.
    pub(crate) fn distance(&self, frame: usize, place: &Vec3) -> Option<f64> {
        signed_distance(self.area(frame), &FloorPoint::new(place.x, place.z))
    }

    /// Share of the load on the left side: where the place lies between the middles of both feet.
    pub(crate) fn left_share(&self, frame: usize, place: &Vec3) -> Option<f64> {
        match self.middles[frame] {
            [Some(left), Some(right)] => {
                let across = left - right;
                let along = (FloorPoint::new(place.x, place.z) - right).dot(&across);
                Some((along / across.norm_squared().max(1e-12)).clamp(0.0, 1.0))
            }
            [Some(_), None] => Some(1.0),
            [None, Some(_)] => Some(0.0),
            [None, None] => None,
        }
    }

    /// Frames in which more than feet bears: hands, knees, a seat on the floor.
    pub(crate) fn beside_feet(&self) -> &[bool] {
        &self.beside_feet
    }

    /// Frames in which the body is held up, but not by the ground that was given, and how far that is below.
    pub(crate) fn off_ground(&self) -> &[(usize, f64)] {
        &self.off_ground
    }

    /// Stretches of at least so many frames in which no point bears.
    pub(crate) fn free_runs(&self, least: usize) -> Vec<Range<usize>> {
        crate::math::runs::runs(&self.free).into_iter().filter(|run| run.len() >= least).collect()
    }
}

/// Along x, then z. Insertion is the fastest way to sort what is nearly sorted.
fn sort_by_place(order: &mut [usize], positions: &[Vec3]) {
    let is_before = |a: usize, b: usize| {
        let (a, b) = (&positions[a], &positions[b]);
        a.x < b.x || (a.x == b.x && a.z < b.z)
    };
    for i in 1..order.len() {
        let mut at = i;
        while at > 0 && is_before(order[at], order[at - 1]) {
            order.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// A point that bears is lower than this over its floor, metres, for the reference leg.
fn bearing_height(kind: SupportKind) -> f64 {
    match kind {
        SupportKind::Foot => BEARING_HEIGHT,
        SupportKind::Hand => HAND_HEIGHT,
        SupportKind::Limb => LIMB_HEIGHT,
        SupportKind::Trunk => TRUNK_HEIGHT,
    }
}

fn bits_of(points: &[SupportPoint], is_wanted: impl Fn(&SupportPoint) -> bool) -> u32 {
    points.iter().enumerate().filter(|(_, p)| is_wanted(p)).fold(0, |bits, (index, _)| bits | 1 << index)
}

/// Bits set within `reach` frames.
fn dilated(bits: &[u32], reach: usize) -> Vec<u32> {
    // The last frame at which each bit was set, and the next.
    let mut out = vec![0; bits.len()];
    for is_back in [false, true] {
        let mut left = [0usize; 32];
        for step in 0..bits.len() {
            let frame = if is_back { bits.len() - 1 - step } else { step };
            let mut now = 0;
            for (bit, left) in left.iter_mut().enumerate() {
                *left = if bits[frame] >> bit & 1 == 1 { reach + 1 } else { left.saturating_sub(1) };
                now |= u32::from(*left > 0) << bit;
            }
            out[frame] |= now;
        }
    }
    out
}

/// The plane through the places, no steeper than they tell; that of the ground where there is one.
fn plane_through(places: &[Vec3], ground: Option<&Ground>) -> SupportPlane {
    let count = places.len().max(1) as f64;
    let middle: Vec3 = places.iter().sum::<Vec3>() / count;
    if let Some(ground) = ground {
        let footings = places.iter().filter_map(|p| Some((p, ground.footing(p.x, p.z, p.y)?)));
        let (sum, normal, found) =
            footings.fold((Vec3::zeros(), Vec3::zeros(), 0.0), |(sum, normal, found), (p, footing)| {
                (sum + Vec3::new(p.x, footing.height, p.z), normal + footing.normal, found + 1.0)
            });
        if found > 0.0 {
            return SupportPlane {
                origin: sum / found,
                normal: normal.try_normalize(1e-9).unwrap_or_else(Vec3::y),
            };
        }
    }
    let ridge = PLANE_RIDGE * PLANE_RIDGE * count;
    let (mut xx, mut xz, mut zz, mut xy, mut zy) = (ridge, 0.0, ridge, 0.0, 0.0);
    for place in places {
        let way = place - middle;
        xx += way.x * way.x;
        xz += way.x * way.z;
        zz += way.z * way.z;
        xy += way.x * way.y;
        zy += way.z * way.y;
    }
    let determinant = xx * zz - xz * xz;
    let (slope_x, slope_z) = ((zz * xy - xz * zy) / determinant, (xx * zy - xz * xy) / determinant);
    SupportPlane { origin: middle, normal: Vec3::new(-slope_x, 1.0, -slope_z).normalize() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_spread_as_far_as_they_reach() {
        let bits = [0, 0, 0, 1, 0, 0, 2, 0, 0, 0];
        assert_eq!(dilated(&bits, 2), [0, 1, 1, 1, 3, 3, 2, 2, 2, 0]);
        assert_eq!(dilated(&bits, 0), bits);
    }

    #[test]
    fn planes_follow_the_points() {
        let slope = |x: f64, z: f64| Vec3::new(x, 0.3 * x - 0.1 * z + 2.0, z);
        let places: Vec<Vec3> =
            [(-0.5, 0.0), (0.5, 0.1), (0.0, 0.6), (0.2, -0.6)].map(|(x, z)| slope(x, z)).into();
        let plane = plane_through(&places, None);
        let expected = Vec3::new(-0.3, 1.0, 0.1).normalize();
        assert!(plane.normal.angle(&expected) < 0.02, "{}", plane.normal);
        // One foot alone does not tell a slope.
        let foot = plane_through(&[Vec3::new(0.0, 0.01, 0.0), Vec3::new(0.01, 0.0, 0.0)], None);
        assert!(foot.normal.y > 0.99);
        let ground = Ground::plane(Vec3::new(-0.3, 1.0, 0.1), 2.0).unwrap();
        let plane = plane_through(&[Vec3::new(1.0, 2.5, 1.0)], Some(&ground));
        assert!(plane.normal.angle(&expected) < 1e-9);
    }
}
