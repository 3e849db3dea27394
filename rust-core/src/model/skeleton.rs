//! [`Skeleton`]: the joints of a character as parallel arrays, parents before children.

use super::roles::{Role, Roles, Side};
use super::sole::Sole;
use crate::error::{Error, Result};
use crate::math::{Quat, Vec3};
use std::collections::HashMap;

/// Index of a joint in its skeleton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointIndex(pub usize);

/// One joint as it is handed to [`Skeleton::new`].
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// Unique within the skeleton.
    pub name: String,
    /// `None` for the root, which comes first.
    pub parent: Option<JointIndex>,
    /// Rest translation relative to the parent, metres.
    pub rest_offset: Vec3,
    /// Rest rotation relative to the parent.
    pub rest_rotation: Quat,
    /// Rest scale, applied before the rotation; ones for most rigs.
    pub rest_scale: Vec3,
    /// Whether the joint ignores its parent's own scale (Maya's segment scale compensate, FBX inherit type Rrs).
    pub compensates_parent_scale: bool,
}

impl Joint {
    /// A joint with an offset, no rest rotation and no scale.
    pub fn new(name: impl Into<String>, parent: Option<JointIndex>, rest_offset: Vec3) -> Self {
        Self {
            name: name.into(),
            parent,
            rest_offset,
            rest_rotation: Quat::identity(),
            rest_scale: Vec3::repeat(1.0),
            compensates_parent_scale: false,
        }
    }
}

/// A point fixed to a joint that ends a chain: a BVH End Site, a glTF or FBX leaf without a mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EndSite {
    /// The joint it is fixed to.
    pub joint: JointIndex,
    /// In the joint's frame, metres.
    pub offset: Vec3,
}

/// The joints of one character. Joint 0 is the root, the only joint without a parent.
///
/// ```
/// use surefoot::Skeleton;
/// use surefoot::math::Vec3;
/// use surefoot::model::{Joint, JointIndex};
///
/// let hip = Joint::new("hip", None, Vec3::new(0.0, 0.9, 0.0));
/// let knee = Joint::new("knee", Some(JointIndex(0)), Vec3::new(0.0, -0.45, 0.0));
/// let ankle = Joint::new("ankle", Some(JointIndex(1)), Vec3::new(0.0, -0.4, 0.0));
/// let skeleton = Skeleton::new(vec![hip, knee, ankle], vec![])?;
/// let knee = skeleton.find("knee")?;
/// assert_eq!(skeleton.parent(knee), Some(JointIndex(0)));
/// assert!(skeleton.children(knee).all(|child| skeleton.is_below(child, knee)));
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Skeleton {
    names: Vec<String>,
    parents: Vec<Option<JointIndex>>,
    rest_offsets: Vec<Vec3>,
    rest_rotations: Vec<Quat>,
    rest_scales: Vec<Vec3>,
    compensates_parent_scale: Vec<bool>,
    end_sites: Vec<EndSite>,
    has_scale: bool,
    tree: Tree,
    roles: Roles,
    soles: [Option<Sole>; 2],
}

/// What follows from parents and end sites, so that questions about the tree take no walk through it: hostile files
/// nest a hundred thousand joints.
#[derive(Debug, Clone, PartialEq)]
struct Tree {
    /// Children of all joints, joint after joint.
    children: Vec<JointIndex>,
    /// Where each joint's children start in `children`; one more than joints.
    first_child: Vec<usize>,
    /// Place in depth-first order, and the place behind everything below.
    entered: Vec<usize>,
    left: Vec<usize>,
    /// The farthest of the joint's end sites.
    end_site: Vec<Option<usize>>,
}

impl Tree {
    /// For parents that come before their children, and sites on existing joints.
    fn new(parents: &[Option<JointIndex>], end_sites: &[EndSite]) -> Self {
        let count = parents.len();
        let mut first_child = vec![0; count + 1];
        for parent in parents.iter().flatten() {
            first_child[parent.0 + 1] += 1;
        }
        for joint in 0..count {
            first_child[joint + 1] += first_child[joint];
        }
        let mut next = first_child.clone();
        let mut children = vec![JointIndex(0); count - 1];
        // Joints below each, itself included.
        let mut sizes = vec![1; count];
        for joint in (1..count).rev() {
            sizes[parents[joint].map_or(0, |p| p.0)] += sizes[joint];
        }
        let mut entered = vec![0; count];
        // Where the next child's part of the order starts.
        let mut free = vec![1; count];
        for joint in 1..count {
            let parent = parents[joint].map_or(0, |p| p.0);
            children[next[parent]] = JointIndex(joint);
            next[parent] += 1;
            entered[joint] = free[parent];
            free[parent] += sizes[joint];
            free[joint] = entered[joint] + 1;
        }
        let left = entered.iter().zip(&sizes).map(|(entered, size)| entered + size).collect();
        let mut end_site: Vec<Option<usize>> = vec![None; count];
        for (index, site) in end_sites.iter().enumerate() {
            let farthest = &mut end_site[site.joint.0];
            if farthest.is_none_or(|old| end_sites[old].offset.norm() <= site.offset.norm()) {
                *farthest = Some(index);
            }
        }
        Self { children, first_child, entered, left, end_site }
    }
}

impl Skeleton {
    /// Checks and stores the joints.
    ///
    /// # Errors
    /// [`Error::Skeleton`] if there is no joint, a second root, a parent that does not come before its child, a
    /// repeated or empty name, an offset, rotation or scale that is not finite, or an end site on no joint.
    pub fn new(joints: Vec<Joint>, end_sites: Vec<EndSite>) -> Result<Self> {
        let fail = |joint: &str, text: String| Error::Skeleton { joint: joint.to_owned(), text };
        if joints.is_empty() {
            return Err(fail("", "a skeleton needs at least one joint".into()));
        }
        let mut seen = HashMap::with_capacity(joints.len());
        for (index, joint) in joints.iter().enumerate() {
            match joint.parent {
                None if index > 0 => {
                    return Err(fail(&joint.name, format!("is a second root beside '{}'", joints[0].name)));
                }
                Some(parent) if parent.0 >= index => {
                    return Err(fail(
                        &joint.name,
                        format!("parent {} does not come before joint {index}", parent.0),
                    ));
                }
                _ => {}
            }
            if joint.name.is_empty() {
                return Err(fail("", format!("joint {index} has no name")));
            }
            if let Some(first) = seen.insert(joint.name.as_str(), index) {
                return Err(fail(&joint.name, format!("joints {first} and {index} have the same name")));
            }
            let finite = |v: &Vec3| v.iter().all(|x| x.is_finite());
            if !finite(&joint.rest_offset) {
                return Err(fail(&joint.name, format!("rest offset {:?} is not finite", joint.rest_offset)));
            }
            if !finite(&joint.rest_scale) {
                return Err(fail(&joint.name, format!("rest scale {:?} is not finite", joint.rest_scale)));
            }
            if (joint.rest_rotation.norm() - 1.0).abs() > 1e-6 || !joint.rest_rotation.norm().is_finite() {
                return Err(fail(
                    &joint.name,
                    format!("rest rotation {} is not a unit quaternion", joint.rest_rotation),
                ));
            }
        }
        for site in &end_sites {
            let Some(joint) = joints.get(site.joint.0) else {
                return Err(fail(
                    "",
                    format!(
                        "an end site refers to joint {}, but the last joint is {}",
                        site.joint.0,
                        joints.len() - 1
                    ),
                ));
            };
            if !site.offset.iter().all(|x| x.is_finite()) {
                return Err(fail(&joint.name, format!("end site {:?} is not finite", site.offset)));
            }
        }
        let parents: Vec<Option<JointIndex>> = joints.iter().map(|j| j.parent).collect();
        Ok(Self {
            tree: Tree::new(&parents, &end_sites),
            parents,
            rest_offsets: joints.iter().map(|j| j.rest_offset).collect(),
            rest_rotations: joints
                .iter()
                .map(|j| Quat::new_normalize(j.rest_rotation.into_inner()))
                .collect(),
            has_scale: joints.iter().any(|j| j.rest_scale != Vec3::repeat(1.0)),
            rest_scales: joints.iter().map(|j| j.rest_scale).collect(),
            compensates_parent_scale: joints.iter().map(|j| j.compensates_parent_scale).collect(),
            roles: Roles::empty(joints.len()),
            soles: [None; 2],
            names: joints.into_iter().map(|j| j.name).collect(),
            end_sites,
        })
    }

    /// Number of joints, at least 1.
    pub fn joint_count(&self) -> usize {
        self.names.len()
    }

    /// All joints, parents before children.
    pub fn joints(&self) -> impl DoubleEndedIterator<Item = JointIndex> + ExactSizeIterator + use<> {
        (0..self.joint_count()).map(JointIndex)
    }

    /// The joint's name.
    pub fn name(&self, joint: JointIndex) -> &str {
        &self.names[joint.0]
    }

    /// All names, in joint order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The joint's parent; `None` for the root only.
    pub fn parent(&self, joint: JointIndex) -> Option<JointIndex> {
        self.parents[joint.0]
    }

    /// All parents, in joint order.
    pub fn parents(&self) -> &[Option<JointIndex>] {
        &self.parents
    }

    /// Children of the joint, in joint order.
    pub fn children(
        &self,
        joint: JointIndex,
    ) -> impl DoubleEndedIterator<Item = JointIndex> + ExactSizeIterator + '_ {
        let range = self.tree.first_child[joint.0]..self.tree.first_child[joint.0 + 1];
        self.tree.children[range].iter().copied()
    }

    /// Whether `joint` is `ancestor` or lies below it. Takes constant time.
    pub fn is_below(&self, joint: JointIndex, ancestor: JointIndex) -> bool {
        (self.tree.entered[ancestor.0]..self.tree.left[ancestor.0]).contains(&self.tree.entered[joint.0])
    }

    /// Rest translation relative to the parent, metres.
    pub fn rest_offset(&self, joint: JointIndex) -> Vec3 {
        self.rest_offsets[joint.0]
    }

    /// All rest translations, in joint order.
    pub fn rest_offsets(&self) -> &[Vec3] {
        &self.rest_offsets
    }

    /// Rest rotation relative to the parent.
    pub fn rest_rotation(&self, joint: JointIndex) -> Quat {
        self.rest_rotations[joint.0]
    }

    /// All rest rotations, in joint order.
    pub fn rest_rotations(&self) -> &[Quat] {
        &self.rest_rotations
    }

    /// Rest scale.
    pub fn rest_scale(&self, joint: JointIndex) -> Vec3 {
        self.rest_scales[joint.0]
    }

    /// Whether any rest scale differs from one.
    pub fn has_scale(&self) -> bool {
        self.has_scale
    }

    /// Whether the joint ignores its parent's own scale.
    pub fn compensates_parent_scale(&self, joint: JointIndex) -> bool {
        self.compensates_parent_scale[joint.0]
    }

    /// Points that end chains, such as toe and finger tips.
    pub fn end_sites(&self) -> &[EndSite] {
        &self.end_sites
    }

    /// The end site of `joint`, the farthest one if there are several.
    pub fn end_site(&self, joint: JointIndex) -> Option<Vec3> {
        self.tree.end_site[joint.0].map(|site| self.end_sites[site].offset)
    }

    /// Which joint plays which role; empty until [`Self::with_roles`]. Readers set what they find.
    pub fn roles(&self) -> &Roles {
        &self.roles
    }

    /// The same skeleton with these roles.
    ///
    /// ```
    /// use surefoot::Role;
    /// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
    ///
    /// let mut roles = skeleton.roles().clone();
    /// roles.clear(Role::Head);
    /// let skeleton = skeleton.with_roles(roles)?;
    /// assert_eq!(skeleton.roles().joint(Role::Head), None);
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if they were made for another number of joints.
    pub fn with_roles(mut self, roles: Roles) -> Result<Self> {
        if roles.joint_count() != self.joint_count() {
            return Err(Error::Length {
                what: "roles".into(),
                expected: self.joint_count(),
                actual: roles.joint_count(),
            });
        }
        self.roles = roles;
        Ok(self)
    }

    /// Where the foot meets the ground as the skin tells it, or the motion of a rig that does not stand at rest; `None`
    /// where neither did, or for roles that changed since.
    pub fn sole(&self, side: Side) -> Option<&Sole> {
        let foot = self.roles.joint(Role::Foot(side));
        let front = self.roles.joint(Role::Toe(side)).or(foot);
        self.soles[usize::from(side == Side::Right)]
            .as_ref()
            .filter(|sole| Some(sole.foot) == foot && Some(sole.front) == front)
    }

    /// The same skeleton with these soles, left first ([`find_soles`](crate::ops::find_soles())). Readers set what they find.
    ///
    /// ```
    /// # let biped = surefoot_sample::biped(&Default::default())?;
    /// # let (skeleton, skin) = (biped.skeleton, biped.skin);
    /// use surefoot::model::Side;
    /// use surefoot::ops::find_soles;
    ///
    /// let (soles, _notes) = find_soles(&skeleton, [&skin])?;
    /// let skeleton = skeleton.with_soles(soles)?;
    /// assert!(skeleton.sole(Side::Left).is_some());
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Skeleton`] if one names a joint that is not there or holds a number that is not finite.
    pub fn with_soles(mut self, soles: [Option<Sole>; 2]) -> Result<Self> {
        for sole in soles.iter().flatten() {
            let numbers =
                sole.heel.iter().chain(sole.tip.iter()).chain([&sole.ankle_height, &sole.front_height]);
            let is_known = sole.foot.0.max(sole.front.0) < self.joint_count();
            if !is_known || numbers.into_iter().any(|x| !x.is_finite()) {
                return Err(Error::Skeleton {
                    joint: String::new(),
                    text: format!("{sole:?} does not fit this foot"),
                });
            }
        }
        self.soles = soles;
        Ok(self)
    }

    /// The soles as they were set, for a skeleton of the same joints.
    pub(crate) fn soles(&self) -> [Option<Sole>; 2] {
        self.soles
    }

    /// The joint of that exact name.
    ///
    /// ```
    /// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
    /// assert_eq!(skeleton.name(skeleton.find("left_shin")?), "left_shin");
    /// assert!(skeleton.find("tail").is_err());
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownJoint`], which lists the names there are.
    pub fn find(&self, name: &str) -> Result<JointIndex> {
        self.names.iter().position(|n| n == name).map(JointIndex).ok_or_else(|| {
            let mut known = self.names.iter().take(12).cloned().collect::<Vec<_>>().join(", ");
            if self.names.len() > 12 {
                known.push_str(", …");
            }
            Error::UnknownJoint { name: name.to_owned(), known }
        })
    }

    /// A copy with other rest offsets and end sites of the same joints; its soles are gone.
    ///
    /// # Errors
    /// [`Error::Skeleton`] for a number that is not finite.
    pub(crate) fn with_offsets(&self, rest_offsets: Vec<Vec3>, end_sites: Vec<EndSite>) -> Result<Self> {
        let is_finite = |v: &Vec3| v.iter().all(|x| x.is_finite());
        let sites = end_sites.iter().map(|site| (site.joint.0, &site.offset));
        if let Some((joint, _)) = rest_offsets.iter().enumerate().chain(sites).find(|(_, v)| !is_finite(v)) {
            return Err(Error::Skeleton {
                joint: self.names[joint].clone(),
                text: "its offset is not finite".into(),
            });
        }
        let mut out = self.clone();
        out.tree = Tree::new(&self.parents, &end_sites);
        (out.rest_offsets, out.end_sites, out.soles) = (rest_offsets, end_sites, [None; 2]);
        Ok(out)
    }

    /// A copy whose rest offsets, end sites and soles are multiplied by `factor`.
    ///
    /// ```
    /// use surefoot::model::standing_height;
    /// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
    ///
    /// let child = skeleton.scaled(0.6);
    /// assert!((standing_height(&child) - 0.6 * standing_height(&skeleton)).abs() < 1e-9);
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    pub fn scaled(&self, factor: f64) -> Self {
        let mut out = self.clone();
        for sole in out.soles.iter_mut().flatten() {
            sole.heel *= factor;
            sole.tip *= factor;
            sole.ankle_height *= factor;
            sole.front_height *= factor;
        }
        out.rest_offsets.iter_mut().for_each(|o| *o *= factor);
        out.end_sites.iter_mut().for_each(|s| s.offset *= factor);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain() -> Vec<Joint> {
        vec![
            Joint::new("root", None, Vec3::zeros()),
            Joint::new("a", Some(JointIndex(0)), Vec3::y()),
            Joint::new("b", Some(JointIndex(1)), Vec3::y()),
        ]
    }

    fn refused(change: impl FnOnce(&mut Vec<Joint>)) -> String {
        let mut joints = chain();
        change(&mut joints);
        Skeleton::new(joints, vec![]).unwrap_err().to_string()
    }

    #[test]
    fn every_broken_invariant_is_named() {
        assert!(Skeleton::new(chain(), vec![]).is_ok());
        assert!(refused(Vec::clear).contains("at least one joint"));
        assert!(refused(|j| j[2].parent = None).contains("second root"));
        assert!(refused(|j| j[1].parent = Some(JointIndex(2))).contains("does not come before"));
        assert!(refused(|j| j[2].name = "a".into()).contains("same name"));
        assert!(refused(|j| j[2].name.clear()).contains("no name"));
        assert!(refused(|j| j[1].rest_offset.x = f64::NAN).contains("not finite"));
        assert!(refused(|j| j[1].rest_scale.x = f64::INFINITY).contains("not finite"));
        let bad = Quat::new_unchecked(nalgebra::Quaternion::new(2.0, 0.0, 0.0, 0.0));
        assert!(refused(|j| j[1].rest_rotation = bad).contains("not a unit quaternion"));
        let site = EndSite { joint: JointIndex(3), offset: Vec3::y() };
        assert!(Skeleton::new(chain(), vec![site]).is_err());
        let site = EndSite { joint: JointIndex(2), offset: Vec3::repeat(f64::NAN) };
        assert!(Skeleton::new(chain(), vec![site]).is_err());
    }

    /// Against walks through the parents, on a tree whose joints are not in depth-first order.
    #[test]
    fn the_tree_is_told_as_by_walking_it() {
        let parents = [0, 0, 0, 1, 2, 1, 4, 3, 0, 4];
        let joints: Vec<Joint> = parents
            .iter()
            .enumerate()
            .map(|(i, &p)| Joint::new(i.to_string(), (i > 0).then_some(JointIndex(p)), Vec3::y()))
            .collect();
        let site =
            |joint: usize, x: f64| EndSite { joint: JointIndex(joint), offset: Vec3::new(x, 0.0, 0.0) };
        let skeleton =
            Skeleton::new(joints, vec![site(7, 1.0), site(9, 3.0), site(7, 2.0), site(9, 1.0)]).unwrap();
        for a in skeleton.joints() {
            let walked: Vec<JointIndex> =
                skeleton.joints().filter(|&c| skeleton.parent(c) == Some(a)).collect();
            assert_eq!(skeleton.children(a).collect::<Vec<_>>(), walked);
            for b in skeleton.joints() {
                let mut way = std::iter::successors(Some(b), |&j| skeleton.parent(j));
                assert_eq!(skeleton.is_below(b, a), way.any(|j| j == a), "{b:?} below {a:?}");
            }
        }
        assert_eq!(skeleton.end_site(JointIndex(7)).map(|o| o.x), Some(2.0));
        assert_eq!(skeleton.end_site(JointIndex(9)).map(|o| o.x), Some(3.0));
        assert_eq!(skeleton.end_site(JointIndex(0)), None);
        assert_eq!(skeleton.scaled(2.0).end_site(JointIndex(7)).map(|o| o.x), Some(4.0));
    }

    #[test]
    fn unknown_joint_lists_names() {
        let error = Skeleton::new(chain(), vec![]).unwrap().find("c").unwrap_err();
        assert!(error.to_string().contains("root, a, b"), "{error}");
    }
}
