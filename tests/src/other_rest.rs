//! The same motion on rigs whose rest pose is another: what capture systems and game engines export.

use surefoot::math::{Quat, Vec3, rotation_between};
use surefoot::model::clip::ClipData;
use surefoot::model::{EndSite, Joint, JointIndex};
use surefoot::{Clip, Result, Skeleton};

/// The rig with every bone along the x axis of its joint at rest, and all rest rotations zero: a rest pose that is no pose
/// of a body. Joints go where they went.
///
/// # Errors
/// What the model refuses.
pub fn bones_along_x(skeleton: &Skeleton, clip: &Clip) -> Result<(Skeleton, Clip)> {
    let frames: Vec<Quat> = skeleton
        .joints()
        .map(|joint| {
            let bone = skeleton.children(joint).next().map(|child| skeleton.rest_offset(child));
            let bone = bone.or_else(|| skeleton.end_site(joint)).unwrap_or_else(Vec3::zeros);
            rotation_between(&Vec3::x(), &bone, &Vec3::z())
        })
        .collect();
    with_frames(skeleton, clip, &frames)
}

/// The rig at rest in one of the clip's poses, with all rest rotations zero. Joints go where they went.
///
/// # Errors
/// What the model refuses.
pub fn resting_as(skeleton: &Skeleton, clip: &Clip, frame: usize) -> Result<(Skeleton, Clip)> {
    let mut worlds: Vec<Quat> = Vec::with_capacity(skeleton.joint_count());
    for (joint, local) in skeleton.joints().zip(clip.pose(frame).rotations()) {
        worlds.push(skeleton.parent(joint).map_or(*local, |parent| worlds[parent.0] * local));
    }
    let frames: Vec<Quat> = worlds.iter().map(Quat::inverse).collect();
    with_frames(skeleton, clip, &frames)
}

/// Expresses offsets and rotations in frames that are turned against the joints' own.
fn with_frames(skeleton: &Skeleton, clip: &Clip, frames: &[Quat]) -> Result<(Skeleton, Clip)> {
    let above = |joint: JointIndex| skeleton.parent(joint).map_or_else(Quat::identity, |p| frames[p.0]);
    let joints = skeleton.joints().map(|joint| {
        let offset = above(joint).inverse() * skeleton.rest_offset(joint);
        Joint::new(skeleton.names()[joint.0].clone(), skeleton.parent(joint), offset)
    });
    let sites = skeleton
        .end_sites()
        .iter()
        .map(|site| EndSite { joint: site.joint, offset: frames[site.joint.0].inverse() * site.offset });
    let other = Skeleton::new(joints.collect(), sites.collect())?.with_roles(skeleton.roles().clone())?;
    let count = skeleton.joint_count();
    let turned = |(i, q): (usize, &Quat)| {
        let joint = JointIndex(i % count);
        above(joint).inverse() * q * frames[joint.0]
    };
    let mut data: ClipData = clip.clone().into_data();
    data.rotations = data.rotations.iter().enumerate().map(turned).collect();
    for track in &mut data.translations {
        let back = above(track.joint).inverse();
        track.values.iter_mut().for_each(|v| *v = back * *v);
    }
    let clip = Clip::new(&other, data)?;
    Ok((other, clip))
}

/// The rig below a root that stays at the origin: the hips travel by position channels of their own, and their offset is
/// `hips_offset`.
///
/// # Errors
/// What the model refuses.
pub fn below_a_still_root(skeleton: &Skeleton, clip: &Clip, hips_offset: Vec3) -> Result<(Skeleton, Clip)> {
    let mut joints = vec![Joint::new("joint_Root", None, Vec3::zeros())];
    for joint in skeleton.joints() {
        let parent = skeleton.parent(joint).map_or(0, |p| p.0 + 1);
        let offset = if joint.0 == 0 { hips_offset } else { skeleton.rest_offset(joint) };
        let mut own = Joint::new(skeleton.names()[joint.0].clone(), Some(JointIndex(parent)), offset);
        own.rest_rotation = skeleton.rest_rotation(joint);
        joints.push(own);
    }
    let sites = skeleton
        .end_sites()
        .iter()
        .map(|site| EndSite { joint: JointIndex(site.joint.0 + 1), offset: site.offset });
    let other = Skeleton::new(joints, sites.collect())?;
    let data = clip.clone().into_data();
    let rotations = data.rotations.chunks(skeleton.joint_count());
    let rotations = rotations.flat_map(|pose| std::iter::once(Quat::identity()).chain(pose.iter().copied()));
    let clip = ClipData {
        rotations: rotations.collect(),
        translations: vec![surefoot::model::Track {
            joint: JointIndex(1),
            values: data.root_positions.clone(),
        }],
        root_positions: vec![Vec3::zeros(); data.root_positions.len()],
        ..data
    };
    let clip = Clip::new(&other, clip)?;
    Ok((other, clip))
}
