//! Masses of the average man by the roles of the joints (de Leva 1996, table 4), for skeletons without a mesh.

use crate::kinematics::body_points::BodyPoints;
use crate::kinematics::forward::{WorldPoses, rest_pose};
use crate::kinematics::reference_leg;
use crate::math::Vec3;
use crate::model::{BodyPoint, JointIndex, MassSegment, PointKind, Role, Side, Skeleton, standing_height};
use nalgebra::Matrix3;

/// The mass of an adult with the reference leg, kilograms.
const ADULT: f64 = 75.0;
/// Head with neck and the hand to its knuckles, as shares of the standing height.
const HEAD_LENGTH: f64 = 0.1395;
const HAND_LENGTH: f64 = 0.0495;

/// One row of the table.
struct Row {
    /// Percent of the body's mass.
    mass: f64,
    /// Percent of the segment's length from its first end.
    centre: f64,
    /// Radii of gyration, percent of the segment's length: across (root mean square of both axes) and along.
    gyration: [f64; 2],
}

const fn row(mass: f64, centre: f64, gyration: [f64; 2]) -> Row {
    Row { mass, centre, gyration }
}

const HEAD: Row = row(6.94, 50.02, [30.9, 26.1]);
/// The trunk's three parts; centres are along the line from between the hips to between the shoulders.
const UPPER_TRUNK: Row = row(15.96, 93.25, [19.8, 21.9]);
const MIDDLE_TRUNK: Row = row(16.33, 51.25, [18.2, 19.6]);
const LOWER_TRUNK: Row = row(11.17, 11.0, [16.5, 16.6]);
const UPPER_ARM: Row = row(2.71, 57.72, [27.7, 15.8]);
const FOREARM: Row = row(1.62, 45.74, [27.1, 12.1]);
const HAND: Row = row(0.61, 79.0, [57.3, 40.1]);
const THIGH: Row = row(14.16, 40.95, [32.9, 14.9]);
const SHANK: Row = row(4.33, 43.95, [24.9, 10.2]);
const FOOT: Row = row(1.37, 44.15, [25.1, 12.4]);

/// Kilograms of an adult whose legs are as long as the skeleton's.
pub(crate) fn expected_mass(skeleton: &Skeleton) -> f64 {
    ADULT * reference_leg::scale_of(skeleton).powi(3)
}

/// The table's segments, for the roles that the skeleton has. Empty without a pelvis and two legs.
pub(crate) fn masses_from_table(skeleton: &Skeleton) -> Vec<MassSegment> {
    let roles = skeleton.roles();
    let total = expected_mass(skeleton);
    let mut table = Table { skeleton, rest: rest_pose(skeleton), total, segments: Vec::new() };
    let (Some(pelvis), Some(hips)) = (roles.joint(Role::Pelvis), table.middle(Role::Thigh)) else {
        return Vec::new();
    };
    let height = standing_height(skeleton);
    let spine: Vec<JointIndex> = roles.joints(Role::Spine).collect();
    let last = spine.last().copied().unwrap_or(pelvis);
    let middle = spine.get(spine.len().saturating_sub(1) / 2).copied().unwrap_or(pelvis);
    let neck = roles.joints(Role::Neck).next();
    let head = roles.joint(Role::Head).or(neck);
    let neck_base = neck.or(head).map(|joint| table.at(joint));
    let up = Vec3::y() * (0.3 * height);
    let shoulders = table.middle(Role::UpperArm).or(neck_base).unwrap_or(hips + up);
    table.add("lower_trunk", pelvis, hips, shoulders, &LOWER_TRUNK);
    table.add("middle_trunk", middle, hips, shoulders, &MIDDLE_TRUNK);
    table.add("upper_trunk", last, hips, shoulders, &UPPER_TRUNK);
    if let (Some(head), Some(base)) = (head, neck_base) {
        let site = skeleton.end_site(head).map(|offset| table.rest.point(0, head, &offset));
        let direction = (shoulders - hips).try_normalize(1e-9).unwrap_or_else(Vec3::y);
        let guess = base + direction * (HEAD_LENGTH * height);
        // End sites are often in the middle of the head; a top below that tells nothing.
        let is_top = |top: &Vec3| (top - base).norm() > 0.7 * HEAD_LENGTH * height;
        table.add("head", head, base, site.filter(is_top).unwrap_or(guess), &HEAD);
    }
    let points = BodyPoints::new(skeleton);
    for side in Side::BOTH {
        table.add_limb([Role::UpperArm(side), Role::Forearm(side), Role::Hand(side)], [&UPPER_ARM, &FOREARM]);
        if let (Some(hand), Some(forearm)) = (roles.joint(Role::Hand(side)), roles.joint(Role::Forearm(side)))
        {
            let wrist = table.at(hand);
            let tips = points.get(BodyPoint { side, kind: PointKind::Fingertips });
            let tips = tips.map(|point| table.rest.point(0, point.joint, &point.offset) - wrist);
            let along = tips.and_then(|way| way.try_normalize(1e-3 * height));
            let along =
                along.or_else(|| (wrist - table.at(forearm)).try_normalize(1e-9)).unwrap_or_else(Vec3::x);
            let knuckles = wrist + along * (HAND_LENGTH * height);
            table.add(&Role::Hand(side).name(), hand, wrist, knuckles, &HAND);
        }
        table.add_limb([Role::Thigh(side), Role::Shin(side), Role::Foot(side)], [&THIGH, &SHANK]);
        let ends = [PointKind::Heel, PointKind::ToeTip].map(|kind| points.get(BodyPoint { side, kind }));
        if let (Some(foot), [Some(heel), Some(tip)]) = (roles.joint(Role::Foot(side)), ends) {
            let [heel, tip] = [heel, tip].map(|point| table.rest.point(0, point.joint, &point.offset));
            table.add(&Role::Foot(side).name(), foot, heel, tip, &FOOT);
        }
    }
    table.segments
}

struct Table<'a> {
    skeleton: &'a Skeleton,
    rest: WorldPoses,
    total: f64,
    segments: Vec<MassSegment>,
}

impl Table<'_> {
    fn at(&self, joint: JointIndex) -> Vec3 {
        self.rest.position(0, joint)
    }

    /// The middle of a pair of joints.
    fn middle(&self, role: impl Fn(Side) -> Role) -> Option<Vec3> {
        let joint = |side| self.skeleton.roles().joint(role(side));
        Some((self.at(joint(Side::Left)?) + self.at(joint(Side::Right)?)) / 2.0)
    }

    fn add_limb(&mut self, roles: [Role; 3], rows: [&Row; 2]) {
        let joints = roles.map(|role| self.skeleton.roles().joint(role));
        for (pair, (role, row)) in joints.windows(2).zip(roles.iter().zip(rows)) {
            if let [Some(from), Some(to)] = *pair {
                self.add(&role.name(), from, self.at(from), self.at(to), row);
            }
        }
    }

    fn add(&mut self, name: &str, joint: JointIndex, from: Vec3, to: Vec3, row: &Row) {
        let way = to - from;
        let mass = row.mass / 100.0 * self.total;
        let turn = self.rest.rotation(0, joint).inverse();
        let axis = way.try_normalize(1e-9).map_or_else(Vec3::y, |axis| turn * axis);
        let [across, along] = row.gyration.map(|share| (share / 100.0 * way.norm()).powi(2) * mass);
        let outer = axis * axis.transpose();
        self.segments.push(MassSegment {
            name: name.to_owned(),
            joint,
            mass,
            centre: turn * (from + way * (row.centre / 100.0) - self.at(joint)),
            inertia: (Matrix3::identity() - outer) * across + outer * along,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::MassModel;

    #[test]
    fn the_table_is_a_whole_body() {
        let skeleton = crate::sample::biped_skeleton(&Default::default()).unwrap();
        let segments = masses_from_table(&skeleton);
        let model = MassModel::new(&skeleton, segments.clone()).unwrap();
        assert!((model.total() - expected_mass(&skeleton)).abs() < 1e-9 * model.total(), "{}", model.total());
        // De Leva 1996: the centre of mass is at 0.57 of the height.
        let rest = rest_pose(&skeleton);
        let place = |s: &MassSegment| rest.point(0, s.joint, &s.centre) * s.mass;
        let centre: Vec3 = segments.iter().map(place).sum::<Vec3>() / model.total();
        let floor = skeleton.joints().map(|j| rest.position(0, j).y).fold(f64::INFINITY, f64::min);
        let share = (centre.y - floor) / standing_height(&skeleton);
        assert!((0.53..0.61).contains(&share), "{share}");
        assert!(centre.x.abs() < 1e-6, "{centre}");
    }

    #[test]
    fn without_legs_there_is_no_table() {
        use crate::model::Joint;
        let skeleton = Skeleton::new(vec![Joint::new("root", None, Vec3::zeros())], vec![]).unwrap();
        assert!(masses_from_table(&skeleton).is_empty());
    }
}
