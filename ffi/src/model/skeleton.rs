//! `surefoot_skeleton`.

use crate::*;
use surefoot::math::{Quat, Vec3};
use surefoot::model::{EndSite, Joint, JointIndex, Skeleton, standing_height};

/// The joints of a character. Made once, never changed.
pub struct surefoot_skeleton {
    skeleton: Skeleton,
    view: surefoot_skeleton_view,
    _kept: Kept,
}

/// The arrays from which a skeleton is made. Set struct_size to sizeof(surefoot_skeleton_data), and what you leave out
/// to zero. All arrays are copied.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_skeleton_data {
    /// sizeof(surefoot_skeleton_data).
    pub struct_size: usize,
    /// Number of joints, at least 1.
    pub joint_count: usize,
    /// Their names, UTF-8, unique.
    pub names: *const *const c_char,
    /// The parent of each joint, which comes before it; -1 for the root, which comes first.
    pub parents: *const i32,
    /// Rest translations relative to the parent, metres: 3 numbers a joint.
    pub rest_offsets: *const f64,
    /// Rest rotations relative to the parent, x y z w: 4 numbers a joint. NULL: none.
    pub rest_rotations: *const f64,
    /// Rest scales, applied before the rotation: 3 numbers a joint. NULL: ones.
    pub rest_scales: *const f64,
    /// 1 for each joint that ignores its parent's own scale (Maya's segment scale compensate), else 0. NULL: none.
    pub compensates_parent_scale: *const u8,
    /// Number of end sites: points that end a chain, such as toe tips.
    pub end_site_count: usize,
    /// The joint of each end site.
    pub end_site_joints: *const i32,
    /// Their places in the joint's frame, metres: 3 numbers each.
    pub end_site_offsets: *const f64,
}

/// What a skeleton holds; fields as in surefoot_skeleton_data.
#[repr(C)]
#[allow(missing_docs, reason = "as in surefoot_skeleton_data")]
pub struct surefoot_skeleton_view {
    pub joint_count: usize,
    pub names: *const *const c_char,
    pub parents: *const i32,
    pub rest_offsets: *const f64,
    pub rest_rotations: *const f64,
    pub rest_scales: *const f64,
    pub compensates_parent_scale: *const u8,
    /// The SUREFOOT_ROLE_ number of each joint, SUREFOOT_ROLE_NONE for most.
    pub roles: *const i32,
    pub end_site_count: usize,
    pub end_site_joints: *const i32,
    pub end_site_offsets: *const f64,
    /// Height of the upright body, metres, whatever the rest pose.
    pub standing_height: f64,
    /// Where the feet meet the ground, as a skin tells it: two, left and right.
    pub soles: *const surefoot_sole,
}

impl surefoot_skeleton {
    pub(crate) fn new(skeleton: Skeleton) -> Self {
        let mut kept = Kept::default();
        let index = |joint: JointIndex| i32::try_from(joint.0).unwrap_or(i32::MAX);
        let names: Vec<_> = skeleton.names().iter().map(|name| kept.text(name)).collect();
        let role = |joint: JointIndex| super::roles::number_of(skeleton.roles().role(joint));
        let sites = skeleton.end_sites();
        // Moving the skeleton into the handle does not move what it owns.
        let view = surefoot_skeleton_view {
            joint_count: skeleton.joint_count(),
            names: kept.list(names).cast(),
            parents: kept.list(skeleton.parents().iter().map(|p| p.map_or(-1, index))).cast(),
            rest_offsets: numbers(skeleton.rest_offsets()),
            rest_rotations: numbers(skeleton.rest_rotations()),
            rest_scales: kept.list(skeleton.joints().map(|j| <[f64; 3]>::from(skeleton.rest_scale(j)))).cast(),
            compensates_parent_scale: kept
                .list(skeleton.joints().map(|j| u8::from(skeleton.compensates_parent_scale(j))))
                .cast(),
            roles: kept.list(skeleton.joints().map(role)).cast(),
            end_site_count: sites.len(),
            end_site_joints: kept.list(sites.iter().map(|s| index(s.joint))).cast(),
            end_site_offsets: kept.list(sites.iter().map(|s| <[f64; 3]>::from(s.offset))).cast(),
            standing_height: standing_height(&skeleton),
            soles: kept.list(surefoot_sole::both(&skeleton)).cast(),
        };
        Self { skeleton, view, _kept: kept }
    }

    pub(crate) fn get(&self) -> &Skeleton {
        &self.skeleton
    }
}

/// Makes a skeleton from arrays and finds its roles from names and shape; surefoot_skeleton_with_roles gives others.
///
/// Fails with SUREFOOT_ERROR_SKELETON if there is no joint, a second root, a parent that does not come before its
/// child, a repeated or empty name, a value that is not finite or an end site on no joint. Free it with
/// surefoot_skeleton_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_skeleton_create(
    data: *const surefoot_skeleton_data, out_skeleton: *mut *mut surefoot_skeleton, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_skeleton, "out_skeleton", || {
        let skeleton = skeleton_of(data)?;
        let roles = surefoot::find_roles(&skeleton).roles;
        let skeleton = skeleton.with_roles(roles)?;
        Ok(surefoot_skeleton::new(skeleton))
    })
}

fn skeleton_of(data: *const surefoot_skeleton_data) -> Answer<Skeleton> {
    let data = sized(data, zero(), "data")?;
    let count = data.joint_count;
    let threes = product(count, 3, "joint_count")?;
    let fours = product(count, 4, "joint_count")?;
    let names = array(data.names, count, "names")?;
    let parents = array(data.parents, count, "parents")?;
    let offsets = vectors(array(data.rest_offsets, threes, "rest_offsets")?);
    let turns = optional_array(data.rest_rotations, fours, "rest_rotations")?.map(rotations);
    let scales = optional_array(data.rest_scales, threes, "rest_scales")?.map(vectors);
    let compensates = optional_array(data.compensates_parent_scale, count, "compensates_parent_scale")?;
    let mut joints = Vec::with_capacity(count);
    for i in 0..count {
        let parent = match parents[i] {
            -1 => None,
            p => Some(JointIndex(usize::try_from(p).map_err(|_| {
                Failure::argument(format!("parents[{i}] is {p}; it takes -1 for the root, or the index of a joint"))
            })?)),
        };
        joints.push(Joint {
            name: text(names[i], &format!("names[{i}]"))?.to_owned(),
            parent,
            rest_offset: offsets[i],
            rest_rotation: turns.as_ref().map_or_else(Quat::identity, |r| r[i]),
            rest_scale: scales.as_ref().map_or_else(|| Vec3::repeat(1.0), |s| s[i]),
            compensates_parent_scale: compensates.is_some_and(|c| c[i] != 0),
        });
    }
    let site_joints = array(data.end_site_joints, data.end_site_count, "end_site_joints")?;
    let threes = product(data.end_site_count, 3, "end_site_count")?;
    let site_offsets = vectors(array(data.end_site_offsets, threes, "end_site_offsets")?);
    // A negative joint becomes one that no skeleton has, and is refused by name there.
    let site = |(&joint, &offset)| EndSite { joint: JointIndex(usize::try_from(joint).unwrap_or(usize::MAX)), offset };
    Ok(Skeleton::new(joints, site_joints.iter().zip(&site_offsets).map(site).collect())?)
}

/// Gives all arrays of a skeleton, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_skeleton_get(
    skeleton: *const surefoot_skeleton, out_view: *mut *const surefoot_skeleton_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(skeleton, "skeleton", out_view, |skeleton| &skeleton.view))
}

/// Finds the joint of that exact name. Fails with SUREFOOT_ERROR_UNKNOWN_JOINT, whose message lists names.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_skeleton_find(
    skeleton: *const surefoot_skeleton, name: *const c_char, out_joint: *mut i32, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let name = text(name, "name")?;
        give(out_joint, "out_joint", i32::try_from(skeleton.find(name)?.0).unwrap_or(i32::MAX))
    })
}

/// Frees a skeleton. NULL is fine. Clips made with it stay as they are.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_skeleton_free(skeleton: *mut surefoot_skeleton) {
    free(skeleton);
}
