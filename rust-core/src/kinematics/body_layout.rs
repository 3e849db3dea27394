//! [`BodyLayout`]: the segments of a body, each from a joint to the next joint of its chain.

use super::forward::{WorldPoses, rest_pose};
use crate::math::Vec3;
use crate::math::volumes::perpendicular;
use crate::model::{JointIndex, Role, Side, Skeleton, standing_height};

/// Joints closer than this share of the height to the next one of the trunk have no segment of their own.
const MIN_LENGTH: f64 = 0.01;
/// More joints below a hand or a head are not looked at: no rig has them, and hostile files nest without end.
const MAX_BELOW: f64 = 500.0;

/// One segment of the layout; places in its joint's frame, metres.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LayoutSegment {
    pub name: String,
    pub role: Option<Role>,
    pub joint: JointIndex,
    pub parent: Option<usize>,
    /// Where the bone starts: at the joint, but between the hips for the pelvis.
    pub start: Vec3,
    /// Unit.
    pub axis: Vec3,
    /// Unit, at right angles to the axis: from right to left where the hips tell it.
    pub sideways: Vec3,
    /// To the next joint; for the last of a chain to its end site or its farthest descendant, 0 without any.
    pub length: f64,
    /// Whether flesh, and not a joint, tells where the volume starts and ends.
    pub open: [bool; 2],
    /// The skeleton does not tell the direction: the axis is that of the segment above.
    pub is_axis_guessed: bool,
}

/// The segments, parents before children, and the segment that each joint's flesh belongs to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BodyLayout {
    pub segments: Vec<LayoutSegment>,
    pub of_joint: Vec<usize>,
    /// Segments follow from roles; else every joint has one.
    pub by_roles: bool,
    pub height: f64,
}

impl BodyLayout {
    /// By roles where the trunk and both legs have them, else by joints: those that `used` names, or all.
    pub(crate) fn new(skeleton: &Skeleton, used: impl Fn(JointIndex) -> bool) -> Self {
        let roles = skeleton.roles();
        let needed = [Role::Pelvis, Role::Thigh(Side::Left), Role::Thigh(Side::Right)];
        let by_roles = needed.iter().all(|&role| roles.joint(role).is_some());
        let mut builder = Builder::new(skeleton);
        if by_roles {
            builder.add_roles();
        } else {
            builder.add_joints(used);
        }
        let Builder { segments, segment_at, height, .. } = builder;
        // The flesh of joints without a segment (fingers, twists) goes to the nearest one above, or to the first.
        let mut of_joint = vec![0; skeleton.joint_count()];
        for joint in skeleton.joints() {
            let above = skeleton.parent(joint).map_or(0, |parent| of_joint[parent.0]);
            of_joint[joint.0] = segment_at[joint.0].unwrap_or(above);
        }
        Self { segments, of_joint, by_roles, height }
    }

    /// The segments that touch each one: its parent and its children.
    pub(crate) fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut out = vec![Vec::new(); self.segments.len()];
        for (index, segment) in self.segments.iter().enumerate() {
            if let Some(parent) = segment.parent {
                out[index].push(parent);
                out[parent].push(index);
            }
        }
        out
    }
}

struct Builder<'a> {
    skeleton: &'a Skeleton,
    rest: WorldPoses,
    height: f64,
    segments: Vec<LayoutSegment>,
    segment_at: Vec<Option<usize>>,
}

impl<'a> Builder<'a> {
    fn new(skeleton: &'a Skeleton) -> Self {
        Self {
            skeleton,
            rest: rest_pose(skeleton),
            height: standing_height(skeleton).max(1e-6),
            segments: Vec::new(),
            segment_at: vec![None; skeleton.joint_count()],
        }
    }

    fn at(&self, joint: JointIndex) -> Vec3 {
        self.rest.position(0, joint)
    }

    /// A place of the rest pose in the joint's frame.
    fn inside(&self, joint: JointIndex, place: &Vec3) -> Vec3 {
        self.rest.rotation(0, joint).inverse() * (place - self.at(joint))
    }

    /// Trunk first, then arms and legs from the trunk outwards, so that parents come before children.
    fn add_roles(&mut self) {
        let roles = self.skeleton.roles();
        let mut trunk: Vec<JointIndex> = roles.joint(Role::Pelvis).into_iter().collect();
        trunk.extend(roles.joints(Role::Spine));
        let mut chain = trunk.clone();
        chain.extend(roles.joints(Role::Neck));
        chain.extend(roles.joint(Role::Head));
        for (index, &joint) in chain.iter().enumerate() {
            let next = chain[index + 1..].iter().copied().find(|&other| self.skeleton.is_below(other, joint));
            self.add(joint, next, None);
        }
        for side in Side::BOTH {
            let arm = [Role::Clavicle(side), Role::UpperArm(side), Role::Forearm(side), Role::Hand(side)];
            let leg = [Role::Thigh(side), Role::Shin(side), Role::Foot(side), Role::Toe(side)];
            for limb in [arm, leg] {
                let joints: Vec<JointIndex> = limb.into_iter().filter_map(|role| roles.joint(role)).collect();
                let mut above = None;
                for (index, &joint) in joints.iter().enumerate() {
                    above = self.add(joint, joints.get(index + 1).copied(), above).or(above);
                }
            }
        }
        self.number_shared_names();
    }

    /// Every joint, towards the child with most joints below it.
    fn add_joints(&mut self, used: impl Fn(JointIndex) -> bool) {
        let mut below = vec![1; self.skeleton.joint_count()];
        for joint in self.skeleton.joints().rev() {
            if let Some(parent) = self.skeleton.parent(joint) {
                below[parent.0] += below[joint.0];
            }
        }
        // The nearest segment at or above each joint.
        let mut nearest: Vec<Option<usize>> = vec![None; self.skeleton.joint_count()];
        for joint in self.skeleton.joints() {
            let above = self.skeleton.parent(joint).and_then(|parent| nearest[parent.0]);
            nearest[joint.0] = above;
            if joint.0 > 0 && !used(joint) {
                continue;
            }
            let length = |child: &JointIndex| (self.at(*child) - self.at(joint)).norm();
            let far = |child: &JointIndex| length(child) > MIN_LENGTH * self.height;
            let next = self.skeleton.children(joint).filter(far);
            let next = next.max_by(|a, b| {
                below[a.0].cmp(&below[b.0]).then(length(a).total_cmp(&length(b))).then(b.0.cmp(&a.0))
            });
            nearest[joint.0] = self.add(joint, next, above).or(above);
        }
    }

    /// Adds the segment from `joint` to `next`; below `above`, or below the nearest segment up the skeleton.
    fn add(&mut self, joint: JointIndex, next: Option<JointIndex>, above: Option<usize>) -> Option<usize> {
        let role = self.skeleton.roles().role(joint);
        let mut up = std::iter::successors(self.skeleton.parent(joint), |&j| self.skeleton.parent(j));
        let parent = above.or_else(|| up.find_map(|j| self.segment_at[j.0]));
        let parent = parent.or((!self.segments.is_empty()).then_some(0));
        let mut start = Vec3::zeros();
        let mut open = [false, next.is_none()];
        let mut way =
            next.map(|next| self.inside(joint, &self.at(next))).unwrap_or_else(|| self.end_of(joint));
        let is_short = |way: &Vec3| way.norm() < MIN_LENGTH * self.height;
        match role {
            Some(Role::Pelvis) => {
                let hips = Side::BOTH.map(|side| self.skeleton.roles().joint(Role::Thigh(side)));
                if let [Some(left), Some(right)] = hips {
                    start = self.inside(joint, &((self.at(left) + self.at(right)) / 2.0));
                    way -= start;
                }
                open[0] = true;
            }
            // The chin hangs below the head's joint, the heel behind the ankle.
            Some(Role::Head | Role::Foot(_)) => open[0] = true,
            Some(Role::Spine | Role::Neck | Role::Clavicle(_)) if next.is_some() && is_short(&way) => {
                return None;
            }
            _ => {}
        }
        let length = way.norm();
        let mut axis = way.try_normalize(MIN_LENGTH * self.height);
        let is_axis_guessed = axis.is_none();
        if axis.is_none() {
            let along = parent.and_then(|parent| self.along_parent(joint, parent));
            let upright = self.rest.rotation(0, joint).inverse() * Vec3::y();
            axis = along.filter(|_| role != Some(Role::Pelvis)).or(Some(upright));
        }
        let axis = axis.unwrap_or_else(Vec3::y);
        let name = role.map_or_else(|| self.skeleton.name(joint).to_owned(), Role::name);
        let index = self.segments.len();
        self.segment_at[joint.0] = Some(index);
        self.segments.push(LayoutSegment {
            name,
            role,
            joint,
            parent,
            start,
            axis,
            sideways: self.sideways(joint, &axis),
            length: if is_axis_guessed { 0.0 } else { length },
            open,
            is_axis_guessed,
        });
        Some(index)
    }

    /// From the right to the left hip, across the axis.
    fn sideways(&self, joint: JointIndex, axis: &Vec3) -> Vec3 {
        let [left, right] = Side::BOTH.map(|side| self.skeleton.roles().joint(Role::Thigh(side)));
        let way = left.zip(right).map(|(left, right)| {
            let way = self.rest.rotation(0, joint).inverse() * (self.at(left) - self.at(right));
            way - axis * way.dot(axis)
        });
        way.and_then(|way| way.try_normalize(1e-3 * self.height)).unwrap_or_else(|| perpendicular(axis))
    }

    /// Where the last segment of a chain ends: its end site, else the middle of all that hangs below it.
    fn end_of(&self, joint: JointIndex) -> Vec3 {
        let least = 2.0 * MIN_LENGTH * self.height;
        if let Some(site) = self.skeleton.end_site(joint).filter(|site| site.norm() > least) {
            return site;
        }
        let (mut sum, mut count, mut far) = (Vec3::zeros(), 0.0, 0.0_f64);
        let mut open: Vec<JointIndex> = self.skeleton.children(joint).collect();
        while let Some(below) = open.pop().filter(|_| count < MAX_BELOW) {
            let place = self.inside(joint, &self.at(below));
            sum += place;
            count += 1.0;
            far = far.max(place.norm());
            open.extend(self.skeleton.children(below));
        }
        sum.try_normalize(least * count).map_or_else(Vec3::zeros, |direction| direction * far)
    }

    /// The parent's direction in the joint's frame.
    fn along_parent(&self, joint: JointIndex, parent: usize) -> Option<Vec3> {
        let above = &self.segments[parent];
        let world = self.rest.rotation(0, above.joint) * above.axis;
        (self.rest.rotation(0, joint).inverse() * world).try_normalize(1e-9)
    }

    /// `spine_1`, `spine_2` where several joints share a role.
    fn number_shared_names(&mut self) {
        for role in [Role::Spine, Role::Neck] {
            let shared: Vec<usize> =
                (0..self.segments.len()).filter(|&s| self.segments[s].role == Some(role)).collect();
            if shared.len() > 1 {
                for (number, segment) in shared.into_iter().enumerate() {
                    self.segments[segment].name = format!("{}_{}", role.name(), number + 1);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Joint, Roles};
    use crate::sample::biped_skeleton;

    #[test]
    fn the_sample_has_a_segment_for_every_role() {
        let skeleton = biped_skeleton(&Default::default()).unwrap();
        let layout = BodyLayout::new(&skeleton, |_| true);
        let names: Vec<&str> = layout.segments.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names.len(), 22);
        assert_eq!(names[..6], ["pelvis", "spine_1", "spine_2", "spine_3", "neck", "head"]);
        let find = |name: &str| names.iter().position(|n| *n == name).unwrap();
        assert_eq!(layout.segments[find("left_clavicle")].parent, Some(find("spine_3")));
        assert_eq!(layout.segments[find("right_thigh")].parent, Some(0));
        assert_eq!(layout.segments[find("right_shin")].parent, Some(find("right_thigh")));
        let shin = &layout.segments[find("right_shin")];
        assert!((shin.length - 0.24 * 1.75).abs() < 1e-9);
        assert_eq!((shin.open, layout.segments[find("left_hand")].open), ([false; 2], [false, true]));
    }

    #[test]
    fn without_roles_every_joint_has_a_segment() {
        let skeleton = biped_skeleton(&Default::default()).unwrap();
        let count = skeleton.joint_count();
        let skeleton = skeleton.with_roles(Roles::empty(count)).unwrap();
        let layout = BodyLayout::new(&skeleton, |_| true);
        assert_eq!((layout.segments.len(), layout.by_roles), (count, false));
        let some = BodyLayout::new(&skeleton, |joint| joint.0 < 5);
        assert_eq!(some.segments.len(), 5);
        assert!(some.of_joint.iter().all(|&s| s < 5));
    }

    #[test]
    fn one_joint_is_a_body_too() {
        let skeleton = Skeleton::new(vec![Joint::new("root", None, Vec3::zeros())], vec![]).unwrap();
        let layout = BodyLayout::new(&skeleton, |_| false);
        assert_eq!(layout.segments.len(), 1);
        assert!(layout.segments[0].is_axis_guessed);
    }
}
