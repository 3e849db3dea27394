//! Known faults put into a clip: what footskate, bad retargets, noisy capture and dropped frames look like.
//!
//! Each function returns the faulty clip and leaves the given one alone; those that change the joints return the
//! changed skeleton as well. All work on any skeleton; roles are needed where a doc comment says so.

use super::random::Random;
use super::{SampleClip, check};
use crate::error::{Error, Result};
use crate::kinematics::{rest_pose, world_poses};
use crate::math::{Quat, Vec3};
use crate::model::clip::ClipData;
use crate::model::{Clip, Ground, Joint, JointIndex, Plant, Plants, Role, Side, Skeleton};

/// The classic footskate of a retarget: thighs and shins `factor` times as long, the root lowered (or raised) to
/// match, its path over the floor kept, so that the feet take shorter steps than the body travels.
///
/// The floor is the 5th percentile of the lowest foot or toe joint. Root heights above it are scaled so that their
/// median changes by as much as the legs do. Needs the roles of both legs.
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
/// # Errors
/// [`Error::Clip`] if the height is not finite.
pub fn lifted(skeleton: &Skeleton, clip: &Clip, height: f64) -> Result<Clip> {
    edited(skeleton, clip, |data, _| data.root_positions.iter_mut().for_each(|p| p.y += height))
}

/// Moves clip, plants and floor together, as a capture whose floor is not at 0: the truth still holds.
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
/// # Errors
/// [`Error::Invalid`] if there is no such frame.
pub fn drop_frame(skeleton: &Skeleton, clip: &Clip, frame: usize) -> Result<Clip> {
    let frames: Vec<usize> = (0..clip.frame_count()).filter(|f| *f != frame).collect();
    pick_frames(skeleton, clip, frame, &frames)
}

/// Shows one frame twice: what follows comes a frame late, after a stop.
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
        .with_soles(skeleton.soles())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::BodyPoints;
    use crate::model::PointKind;
    use crate::sample::{BipedOptions, WalkOptions, biped_skeleton, walk};

    fn sample() -> (Skeleton, SampleClip) {
        let skeleton = biped_skeleton(&BipedOptions::default()).unwrap();
        let walk = walk(&skeleton, &WalkOptions::default()).unwrap();
        (skeleton, walk)
    }

    /// Largest way over the floor of a planted ball within its plant.
    fn slide(skeleton: &Skeleton, clip: &Clip, plants: &Plants) -> f64 {
        let (poses, points) = (world_poses(skeleton, clip).unwrap(), BodyPoints::new(skeleton));
        let toes = plants.iter().filter(|p| p.point.kind == PointKind::Toe);
        toes.map(|plant| {
            let at = points.get(plant.point).unwrap();
            let place = |f: usize| poses.point(f, at.joint, &at.offset).xz();
            (place(plant.frames.end - 1) - place(plant.frames.start)).norm()
        })
        .fold(0.0, f64::max)
    }

    #[test]
    fn leg_scale_skates_keeps_the_path_and_stays_on_the_floor() {
        let (skeleton, walk) = sample();
        assert!(slide(&skeleton, &walk.clip, &walk.plants) < 1e-9);
        for factor in [0.88, 1.12] {
            let (scaled, clip) = skate_by_leg_scale(&skeleton, &walk.clip, factor).unwrap();
            let length = |s: &Skeleton, name: &str| s.rest_offset(s.find(name).unwrap()).norm();
            for (name, expected) in
                [("left_shin", factor), ("right_foot", factor), ("left_toe", 1.0), ("left_thigh", 1.0)]
            {
                assert!((length(&scaled, name) / length(&skeleton, name) - expected).abs() < 1e-12, "{name}");
            }
            assert_eq!(clip.rotations(), walk.clip.rotations());
            let mut lowered = Vec::new();
            for (new, old) in clip.root_positions().iter().zip(walk.clip.root_positions()) {
                assert_eq!(new.xz(), old.xz());
                lowered.push(old.y - new.y);
            }
            // 12 % of 0.84 m of legs.
            let median = percentile(&mut lowered, 0.5);
            assert!((median.abs() - 0.12 * 0.84).abs() < 1e-3, "{median}");
            let slide = slide(&scaled, &clip, &walk.plants);
            assert!((0.04..0.2).contains(&slide), "{factor}: {slide}");
            let poses = world_poses(&scaled, &clip).unwrap();
            let toe = scaled.find("left_toe").unwrap();
            let low =
                (0..poses.frame_count()).map(|f| poses.position(f, toe).y).fold(f64::INFINITY, f64::min);
            assert!(low.abs() < 0.03, "{factor}: {low}");
        }
        assert!(skate_by_leg_scale(&skeleton, &walk.clip, f64::NAN).is_err());
    }

    #[test]
    fn drift_moves_and_turns_at_the_speed_given() {
        let (skeleton, walk) = sample();
        let drifted = root_drift(&skeleton, &walk.clip, Vec3::new(0.1, 0.0, -0.05), 0.0).unwrap();
        let way = drifted.root_positions()[120] - walk.clip.root_positions()[120];
        assert!((way - Vec3::new(0.2, 0.0, -0.1)).norm() < 1e-12);
        let turned = root_drift(&skeleton, &walk.clip, Vec3::zeros(), 0.2).unwrap();
        let n = walk.clip.joint_count();
        let turn = turned.rotations()[60 * n] * walk.clip.rotations()[60 * n].inverse();
        assert!((turn.angle() - 0.2).abs() < 1e-9 && turn.imag().y > 0.0);
        let reach = |clip: &Clip| (clip.root_positions()[200] - clip.root_positions()[0]).norm();
        assert!((reach(&turned) - reach(&walk.clip)).abs() < 1e-9);
    }

    #[test]
    fn noise_has_its_deviation_and_follows_its_seed() {
        let (skeleton, walk) = sample();
        let noisy = root_noise(&skeleton, &walk.clip, 0.01, 7).unwrap();
        assert_eq!(noisy, root_noise(&skeleton, &walk.clip, 0.01, 7).unwrap());
        assert_ne!(noisy, root_noise(&skeleton, &walk.clip, 0.01, 8).unwrap());
        let squares: f64 = noisy
            .root_positions()
            .iter()
            .zip(walk.clip.root_positions())
            .map(|(a, b)| (a - b).norm_squared())
            .sum();
        let deviation = (squares / (3 * noisy.frame_count()) as f64).sqrt();
        assert!((deviation - 0.01).abs() < 0.001, "{deviation}");
        let noisy = joint_noise(&skeleton, &walk.clip, 0.02, 7).unwrap();
        let squares: f64 =
            noisy.rotations().iter().zip(walk.clip.rotations()).map(|(a, b)| a.angle_to(b).powi(2)).sum();
        let deviation = (squares / (3 * noisy.rotations().len()) as f64).sqrt();
        assert!((deviation - 0.02).abs() < 0.001, "{deviation}");
    }

    #[test]
    fn paths_stretch_and_heights_shift() {
        let (skeleton, walk) = sample();
        let far = scaled_root_path(&skeleton, &walk.clip, 1.15).unwrap();
        let (new, old) = (far.root_positions(), walk.clip.root_positions());
        let z = |p: &[Vec3]| p[200].z - p[0].z;
        assert!((z(new) / z(old) - 1.15).abs() < 1e-12);
        assert_eq!(new[77].y, old[77].y);
        let sunk = lifted(&skeleton, &walk.clip, -0.04).unwrap();
        assert!((sunk.root_positions()[9].y - old[9].y + 0.04).abs() < 1e-15);
        let offset = floor_offset(&skeleton, &walk, 0.07).unwrap();
        assert_eq!(offset.ground.footing(1.0, 2.0, 0.0).unwrap().height, 0.07);
        let (poses, points) = (world_poses(&skeleton, &offset.clip).unwrap(), BodyPoints::new(&skeleton));
        for plant in offset.plants.iter() {
            let at = points.get(plant.point).unwrap();
            let place = poses.point(plant.frames.start, at.joint, &at.offset);
            assert!((place - plant.position.unwrap()).norm() < 1e-9);
        }
    }

    #[test]
    fn arms_go_into_the_trunk() {
        let (skeleton, walk) = sample();
        let pressed = arms_into_trunk(&skeleton, &walk.clip, 0.35).unwrap();
        let (before, after) =
            (world_poses(&skeleton, &walk.clip).unwrap(), world_poses(&skeleton, &pressed).unwrap());
        for (name, s) in [("left_forearm", 1.0), ("right_forearm", -1.0)] {
            let elbow = skeleton.find(name).unwrap();
            for frame in 0..before.frame_count() {
                // Sideways from the middle of the walk's line.
                let inwards = s * (before.position(frame, elbow).x - after.position(frame, elbow).x);
                assert!((0.06..0.15).contains(&inwards), "{name} {frame}: {inwards}");
            }
        }
    }

    #[test]
    fn frames_are_lost_and_repeated() {
        let (skeleton, walk) = sample();
        let root = |clip: &Clip, f: usize| clip.root_positions()[f];
        let lost = drop_frame(&skeleton, &walk.clip, 10).unwrap();
        assert_eq!(lost.frame_count(), walk.clip.frame_count() - 1);
        assert_eq!(root(&lost, 9), root(&walk.clip, 9));
        assert_eq!(root(&lost, 10), root(&walk.clip, 11));
        let twice = repeat_frame(&skeleton, &walk.clip, 10).unwrap();
        assert_eq!(twice.frame_count(), walk.clip.frame_count() + 1);
        assert_eq!(root(&twice, 11), root(&walk.clip, 10));
        assert_eq!(root(&twice, 12), root(&walk.clip, 11));
        let text = drop_frame(&skeleton, &walk.clip, 9999).unwrap_err().to_string();
        assert!(text.contains("9999") && text.contains("240"), "{text}");
    }
}
