//! Known faults put into a clip: what footskate, bad retargets, noisy capture and dropped frames look like.
//!
//! Each function returns the faulty clip and leaves the given one alone; those that change the joints return the
//! changed skeleton as well. All work on any skeleton; roles are needed where a doc comment says so.

use super::{SampleClip, check};
use surefoot::kinematics::{rest_pose, world_poses};
use surefoot::math::Random;
use surefoot::math::{Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::{Clip, Ground, Joint, JointIndex, Plant, Plants, Role, Side, Skeleton};
use surefoot::{Error, Result};

/// The classic footskate of a retarget: thighs and shins `factor` times as long, the root lowered (or raised) to
/// match, its path over the floor kept, so that the feet take shorter steps than the body travels.
///
/// The floor is the 5th percentile of the lowest foot or toe joint. Root heights above it are scaled so that their
/// median changes by as much as the legs do. Needs the roles of both legs.
///
/// ```
/// use surefoot::measure_footskate;
/// use surefoot_sample::faults::skate_by_leg_scale;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let (short, skating) = skate_by_leg_scale(&skeleton, &walk.clip, 0.88)?;
/// assert!(measure_footskate(&short, &skating, &walk.plants, None, None)?.slide_mean > 0.05);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::MissingRoles`]; [`Error::OptionOutOfRange`] for a factor outside 0.3 to 3; [`Error::Invalid`] if the
/// root is not above the feet.
pub fn skate_by_leg_scale(skeleton: &Skeleton, clip: &Clip, factor: f64) -> Result<(Skeleton, Clip)> {
    check("factor", factor, 0.3, 3.0)?;
    let mut scaled = vec![false; skeleton.joint_count()];
    let mut legs = 0.0;
    let mut low_joints = Vec::new();
    for side in Side::BOTH {
        let [thigh, foot] = skeleton.roles().require([Role::Thigh(side), Role::Foot(side)])?;
        low_joints.push(foot);
        low_joints.extend(skeleton.roles().joint(Role::Toe(side)));
        // Every joint between hip and ankle, so that rigs with twist joints shrink as a whole.
        let mut at = foot;
        while at != thigh {
            scaled[at.0] = true;
            legs += 0.5 * skeleton.rest_offset(at).norm();
            at = skeleton.parent(at).ok_or_else(|| Error::Skeleton {
                joint: skeleton.name(foot).to_owned(),
                text: format!("does not lie below '{}'; check the roles", skeleton.name(thigh)),
            })?;
        }
    }
    let changed =
        with_offsets(skeleton, |joint, offset| if scaled[joint.0] { offset * factor } else { offset })?;
    let mut data = clip.clone().into_data();
    for track in data.translations.iter_mut().filter(|t| scaled[t.joint.0]) {
        track.values.iter_mut().for_each(|v| *v *= factor);
    }
    if clip.frame_count() > 0 {
        let poses = world_poses(skeleton, clip)?;
        let mut lowest: Vec<f64> = (0..clip.frame_count())
            .map(|f| low_joints.iter().map(|&j| poses.position(f, j).y).fold(f64::INFINITY, f64::min))
            .collect();
        let floor = percentile(&mut lowest, 0.05);
        let mut heights: Vec<f64> = data.root_positions.iter().map(|p| p.y - floor).collect();
        let height = percentile(&mut heights, 0.5);
        if height <= 0.0 {
            return Err(Error::invalid(
                format!("clip '{}'", clip.name()),
                format!("the root is {height} m above the feet; the clip must stand upright, Y up"),
            ));
        }
        let ratio = 1.0 - (1.0 - factor) * legs / height;
        data.root_positions.iter_mut().for_each(|p| p.y = floor + (p.y - floor) * ratio);
    }
    Ok((changed.clone(), Clip::new(&changed, data)?))
}

/// Lets the whole figure drift: `velocity` in m/s, and `turning` in radians per second (to the left) about the place
/// where the root starts.
///
/// ```
/// use surefoot::math::Vec3;
/// use surefoot_sample::faults::root_drift;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let drifting = root_drift(&skeleton, &walk.clip, Vec3::new(0.1, 0.0, 0.0), 0.0)?;
/// let last = walk.clip.frame_count() - 1;
/// let drift = drifting.root_positions()[last].x - walk.clip.root_positions()[last].x;
/// assert!((drift - 0.1 * last as f64 * walk.clip.frame_time()).abs() < 1e-9);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Clip`] if a value is not finite.
pub fn root_drift(skeleton: &Skeleton, clip: &Clip, velocity: Vec3, turning: f64) -> Result<Clip> {
    edited(skeleton, clip, |data, joint_count| {
        let start = data.root_positions.first().copied().unwrap_or_default();
        for frame in 0..data.root_positions.len() {
            let time = frame as f64 / data.frame_rate;
            let turned = Quat::from_scaled_axis(Vec3::new(0.0, turning * time, 0.0));
            let p = &mut data.root_positions[frame];
            *p = start + turned * (*p - start) + velocity * time;
            let q = &mut data.rotations[frame * joint_count];
            *q = turned * *q;
        }
    })
}

/// Shakes the root's place with white noise of `deviation` metres per axis.
///
/// ```
/// use surefoot_sample::faults::root_noise;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let shaken = root_noise(&skeleton, &walk.clip, 0.01, 7)?;
/// assert_ne!(shaken.root_positions(), walk.clip.root_positions());
/// assert_eq!(shaken, root_noise(&skeleton, &walk.clip, 0.01, 7)?, "equal seeds, equal noise");
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Clip`] if the deviation is not finite.
pub fn root_noise(skeleton: &Skeleton, clip: &Clip, deviation: f64, seed: u64) -> Result<Clip> {
    let mut random = Random::new(seed);
    edited(skeleton, clip, |data, _| {
        for p in &mut data.root_positions {
            *p += noise(&mut random, deviation);
        }
    })
}

/// Shakes every joint's rotation with white noise of `deviation` radians per axis.
///
/// ```
/// use surefoot_sample::faults::joint_noise;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let shaken = joint_noise(&skeleton, &walk.clip, 0.01, 7)?;
/// assert_ne!(shaken.rotations(), walk.clip.rotations());
/// assert_eq!(shaken.root_positions(), walk.clip.root_positions());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Clip`] if the deviation is not finite.
pub fn joint_noise(skeleton: &Skeleton, clip: &Clip, deviation: f64, seed: u64) -> Result<Clip> {
    let mut random = Random::new(seed);
    edited(skeleton, clip, |data, _| {
        for q in &mut data.rotations {
            *q *= Quat::from_scaled_axis(noise(&mut random, deviation));
        }
    })
}

/// Stretches the root's path over the floor about its start; heights stay. 1.15 makes every step skate forward.
///
/// ```
/// use surefoot_sample::faults::scaled_root_path;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let long = scaled_root_path(&skeleton, &walk.clip, 1.15)?;
/// let travelled = |clip: &surefoot::Clip| clip.root_positions()[100].z - clip.root_positions()[0].z;
/// assert!((travelled(&long) - 1.15 * travelled(&walk.clip)).abs() < 1e-9);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Clip`] if the factor is not finite.
pub fn scaled_root_path(skeleton: &Skeleton, clip: &Clip, factor: f64) -> Result<Clip> {
    edited(skeleton, clip, |data, _| {
        let start = data.root_positions.first().copied().unwrap_or_default();
        for p in &mut data.root_positions {
            p.x = start.x + (p.x - start.x) * factor;
            p.z = start.z + (p.z - start.z) * factor;
        }
    })
}

/// Lifts the whole figure by `height` metres off its floor, or sinks it into the floor if negative.
///
/// ```
/// use surefoot_sample::faults::lifted;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let floating = lifted(&skeleton, &walk.clip, 0.05)?;
/// assert!((floating.root_positions()[0].y - walk.clip.root_positions()[0].y - 0.05).abs() < 1e-12);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Clip`] if the height is not finite.
pub fn lifted(skeleton: &Skeleton, clip: &Clip, height: f64) -> Result<Clip> {
    edited(skeleton, clip, |data, _| data.root_positions.iter_mut().for_each(|p| p.y += height))
}

/// Moves clip, plants and floor together, as a capture whose floor is not at 0: the truth still holds.
///
/// ```
/// use surefoot::Ground;
/// use surefoot_sample::faults::floor_offset;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let upstairs = floor_offset(&skeleton, &walk, 3.0)?;
/// assert_eq!(upstairs.ground, Ground::level(3.0));
/// assert_eq!(upstairs.plants.len(), walk.plants.len());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Clip`] if the height is not finite; [`Error::Invalid`] for a ground that is not a level floor.
pub fn floor_offset(skeleton: &Skeleton, sample: &SampleClip, height: f64) -> Result<SampleClip> {
    let level = sample.ground.footing(0.0, 0.0, 0.0).filter(|f| f.normal == Vec3::y()).ok_or_else(|| {
        Error::invalid("floor offset", "the sample's ground is not a level floor; use a sample clip")
    })?;
    let up = Vec3::new(0.0, height, 0.0);
    let plants = sample.plants.iter().map(|p| Plant { position: p.position.map(|at| at + up), ..p.clone() });
    Ok(SampleClip {
        clip: lifted(skeleton, &sample.clip, height)?,
        plants: Plants::new(sample.plants.frame_count(), plants.collect())?,
        ground: Ground::level(level.height + height),
    })
}

/// Presses both arms into the trunk: upper arms turn inwards by `angle` radians about the trunk's forward axis.
///
/// Needs the roles of both upper arms, and of pelvis and neck or head to know which way is up.
///
/// ```
/// use surefoot_sample::faults::arms_into_trunk;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let pressed = arms_into_trunk(&skeleton, &walk.clip, 0.3)?;
/// let arm = skeleton.find("left_upper_arm")?;
/// let turned = pressed.pose(0).rotations()[arm.0].angle_to(&walk.clip.pose(0).rotations()[arm.0]);
/// assert!((turned - 0.3).abs() < 1e-6);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::MissingRoles`]; [`Error::Clip`] if the angle is not finite.
pub fn arms_into_trunk(skeleton: &Skeleton, clip: &Clip, angle: f64) -> Result<Clip> {
    let roles = skeleton.roles();
    let [left, right, pelvis] =
        roles.require([Role::UpperArm(Side::Left), Role::UpperArm(Side::Right), Role::Pelvis])?;
    let top = match roles.joint(Role::Neck) {
        Some(neck) => neck,
        None => roles.require([Role::Head])?[0],
    };
    let rest = rest_pose(skeleton);
    let at = |joint: JointIndex| rest.positions[joint.0];
    let forward = (at(left) - at(right)).cross(&(at(top) - at(pelvis)));
    let forward = forward.try_normalize(1e-9).unwrap_or_else(Vec3::z);
    edited(skeleton, clip, |data, joint_count| {
        for (joint, sign) in [(left, -1.0), (right, 1.0)] {
            let above = skeleton.parent(joint).map_or_else(Quat::identity, |p| rest.rotations[p.0]);
            let inwards = Quat::from_scaled_axis(above.inverse() * forward * (sign * angle));
            for frame in 0..data.root_positions.len() {
                let q = &mut data.rotations[frame * joint_count + joint.0];
                *q = inwards * *q;
            }
        }
    })
}

/// Loses one frame: what follows comes a frame early, with a jump.
///
/// ```
/// use surefoot_sample::faults::drop_frame;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let jumpy = drop_frame(&skeleton, &walk.clip, 10)?;
/// assert_eq!(jumpy.frame_count(), walk.clip.frame_count() - 1);
/// assert_eq!(jumpy.root_positions()[10], walk.clip.root_positions()[11]);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] if there is no such frame.
pub fn drop_frame(skeleton: &Skeleton, clip: &Clip, frame: usize) -> Result<Clip> {
    let frames: Vec<usize> = (0..clip.frame_count()).filter(|f| *f != frame).collect();
    pick_frames(skeleton, clip, frame, &frames)
}

/// Shows one frame twice: what follows comes a frame late, after a stop.
///
/// ```
/// use surefoot_sample::faults::repeat_frame;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let stuttering = repeat_frame(&skeleton, &walk.clip, 10)?;
/// assert_eq!(stuttering.root_positions()[10], stuttering.root_positions()[11]);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] if there is no such frame.
pub fn repeat_frame(skeleton: &Skeleton, clip: &Clip, frame: usize) -> Result<Clip> {
    let frames: Vec<usize> =
        (0..clip.frame_count()).flat_map(|f| std::iter::repeat_n(f, 1 + usize::from(f == frame))).collect();
    pick_frames(skeleton, clip, frame, &frames)
}

fn pick_frames(skeleton: &Skeleton, clip: &Clip, frame: usize, frames: &[usize]) -> Result<Clip> {
    if frame >= clip.frame_count() {
        return Err(Error::invalid(
            format!("clip '{}'", clip.name()),
            format!("has no frame {frame}; it has {}, counted from 0", clip.frame_count()),
        ));
    }
    edited(skeleton, clip, |data, joint_count| {
        let old = data.clone();
        data.root_positions = frames.iter().map(|&f| old.root_positions[f]).collect();
        data.rotations = frames
            .iter()
            .flat_map(|&f| old.rotations[f * joint_count..(f + 1) * joint_count].iter().copied())
            .collect();
        for track in data.translations.iter_mut().chain(&mut data.scales) {
            track.values = frames.iter().map(|&f| track.values[f]).collect();
        }
    })
}

fn edited(skeleton: &Skeleton, clip: &Clip, change: impl FnOnce(&mut ClipData, usize)) -> Result<Clip> {
    let mut data = clip.clone().into_data();
    change(&mut data, clip.joint_count());
    Clip::new(skeleton, data)
}

fn noise(random: &mut Random, deviation: f64) -> Vec3 {
    Vec3::from_fn(|_, _| random.normal() * deviation)
}

/// Linear between neighbours, as spreadsheets do it; `values` comes back sorted.
fn percentile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = share * (values.len() - 1) as f64;
    let (low, high) = (values[at.floor() as usize], values[at.ceil() as usize]);
    low + (high - low) * at.fract()
}

/// The same skeleton with other rest offsets.
fn with_offsets(skeleton: &Skeleton, offset: impl Fn(JointIndex, Vec3) -> Vec3) -> Result<Skeleton> {
    let joints = skeleton.joints().map(|joint| Joint {
        name: skeleton.name(joint).to_owned(),
        parent: skeleton.parent(joint),
        rest_offset: offset(joint, skeleton.rest_offset(joint)),
        rest_rotation: skeleton.rest_rotation(joint),
        rest_scale: skeleton.rest_scale(joint),
        compensates_parent_scale: skeleton.compensates_parent_scale(joint),
    });
    Skeleton::new(joints.collect(), skeleton.end_sites().to_vec())?
        .with_roles(skeleton.roles().clone())?
        .with_soles(Side::BOTH.map(|side| skeleton.sole(side).copied()))
}
