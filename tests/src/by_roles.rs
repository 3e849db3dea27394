//! The clip of one character on another whose joints have other names and other directions at rest: joints are paired by role.
//!
//! A bone of a limb gets the direction that the source's bone has, all other joints of a role turn as the source's do, and joints
//! without a role keep their rest. The root's path is scaled by the length of the leg.

use surefoot::Error;
use surefoot::io::Document;
use surefoot::math::{Quat, Vec3, rotation_between};
use surefoot::model::clip::ClipData;
use surefoot::model::{Clip, JointIndex, Role, Side, Skeleton};

/// Rotations and places of all joints, given the local ones.
fn worlds(skeleton: &Skeleton, local: impl Fn(JointIndex) -> Quat) -> (Vec<Quat>, Vec<Vec3>) {
    let (mut turns, mut places): (Vec<Quat>, Vec<Vec3>) = (Vec::new(), Vec::new());
    for joint in skeleton.joints() {
        let offset = skeleton.rest_offset(joint);
        let (turn, place) = match skeleton.parent(joint) {
            Some(parent) => (turns[parent.0] * local(joint), places[parent.0] + turns[parent.0] * offset),
            None => (local(joint), offset),
        };
        turns.push(turn);
        places.push(place);
    }
    (turns, places)
}

/// The role of the joint at the far end of a bone.
fn far_end(role: Role) -> Option<Role> {
    match role {
        Role::Clavicle(side) => Some(Role::UpperArm(side)),
        Role::UpperArm(side) => Some(Role::Forearm(side)),
        Role::Forearm(side) => Some(Role::Hand(side)),
        Role::Thigh(side) => Some(Role::Shin(side)),
        Role::Shin(side) => Some(Role::Foot(side)),
        Role::Foot(side) => Some(Role::Toe(side)),
        _ => None,
    }
}

fn joint(skeleton: &Skeleton, role: Role) -> Option<JointIndex> {
    skeleton.roles().joint(role)
}

/// The first clip of `source` for `body`.
///
/// # Errors
/// [`Error::MissingRoles`] without a pelvis or a left leg; those of [`Clip::new`].
pub fn by_roles(source: &Document, body: &Skeleton) -> Result<Clip, Error> {
    let (from, clip) = (&source.skeleton, &source.clips[0]);
    let (its_rest, its_places) = worlds(from, |joint| from.rest_rotation(joint));
    let (own_rest, own_places) = worlds(body, |joint| body.rest_rotation(joint));
    // For each joint of the body the source's joint, and how the body's turns against it.
    let mut pairs: Vec<Option<(JointIndex, Quat)>> = vec![None; body.joint_count()];
    for role in Role::all() {
        let sources: Vec<JointIndex> = from.roles().joints(role).collect();
        for (index, own) in body.roles().joints(role).enumerate() {
            let Some(&its) = sources.get(index.min(sources.len().saturating_sub(1))) else { continue };
            let bone = |skeleton: &Skeleton, places: &[Vec3], start: JointIndex| {
                Some(places[joint(skeleton, far_end(role)?)?.0] - places[start.0])
            };
            let turn = match (bone(body, &own_places, own), bone(from, &its_places, its)) {
                (Some(own), Some(its)) => rotation_between(&own, &its, &Vec3::x()),
                _ => Quat::identity(),
            };
            pairs[own.0] = Some((its, its_rest[its.0].inverse() * turn * own_rest[own.0]));
        }
    }
    let leg = |skeleton: &Skeleton| -> Result<f64, Error> {
        let side = Side::Left;
        let [shin, foot] = skeleton.roles().require([Role::Shin(side), Role::Foot(side)])?;
        Ok([shin, foot].iter().map(|joint| skeleton.rest_offset(*joint).norm()).sum())
    };
    let scale = leg(body)? / leg(from)?;
    let mut data = ClipData {
        name: clip.name().to_owned(),
        frame_rate: clip.frame_rate(),
        rotations: Vec::new(),
        root_positions: Vec::new(),
        translations: Vec::new(),
        scales: Vec::new(),
    };
    for frame in 0..clip.frame_count() {
        let pose = clip.pose(frame);
        let (its, _) = worlds(from, |joint| pose.rotations()[joint.0]);
        let mut own: Vec<Quat> = Vec::with_capacity(body.joint_count());
        for joint in body.joints() {
            let above = body.parent(joint).map_or_else(Quat::identity, |parent| own[parent.0]);
            let world = match pairs[joint.0] {
                Some((source, turn)) => its[source.0] * turn,
                None => above * body.rest_rotation(joint),
            };
            own.push(world);
            data.rotations.push(above.inverse() * world);
        }
        data.root_positions.push(pose.root_position() * scale);
    }
    Clip::new(body, data)
}
