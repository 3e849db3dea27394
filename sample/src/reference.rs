//! Reference motions for cleanup and motion graphs: legs that walk with known plants, the
//! same walk skating, and points that ride straight and along arcs.

use super::figure::{about_x, sign};
use super::gait::plant;
use nalgebra::{Matrix3, Rotation3};
use std::f64::consts::{PI, TAU};
use surefoot::Result;
use surefoot::math::{Quat, Vec3, ease_out, rotation_vector};
use surefoot::model::clip::ClipData;
use surefoot::model::{
    Clip, EndSite, Joint, JointIndex, Plant, Plants, PointKind, Role, Roles, Side, Skeleton,
};

const THIGH: f64 = 0.45;
const SHIN: f64 = 0.43;
/// Metres per cycle of one second.
const STRIDE: f64 = 0.95;
const SECONDS: f64 = 6.0;
/// Phases at which the sole lies flat, the heel leaves and the ball leaves.
const FLAT: f64 = 0.08;
const HEEL_OFF: f64 = 0.40;
const BALL_OFF: f64 = 0.62;

/// The reference walk: clean, skating, and when which point is planted.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceWalk {
    /// Root, thighs, shins, feet and toe joints at the balls; hinges along the local x axis.
    pub skeleton: Skeleton,
    /// Planted points stand still.
    pub clean: Clip,
    /// Root, hips and knees disturbed: footskate of up to about 4 cm, or 8 cm if raised.
    pub skating: Clip,
    /// Heel plants `0..0.40` and ball (toe) plants `0.08..0.62` of each cycle, with their true places.
    pub plants: Plants,
    /// The heel in the frame of the ankle. [`BodyPoints`](surefoot::kinematics::BodyPoints) guesses the heel 6 mm
    /// further forward; checks to 1e-9 m take this one.
    pub heel: Vec3,
    /// The ball in the frame of the ankle.
    pub ball: Vec3,
}

/// Makes the reference walk of 6 s at any frame rate; `raised` disturbs the root's height by `0.05 + 0.02 sin 2.3t`
/// instead of `0.01 sin 2.3t`.
///
/// ```
/// use surefoot::measure_footskate;
///
/// let reference = surefoot_sample::reference::reference_walk(60.0, false)?;
/// let slide = |clip| measure_footskate(&reference.skeleton, clip, &reference.plants, None, None);
/// assert!(slide(&reference.clean)?.slide_mean < slide(&reference.skating)?.slide_mean);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`](surefoot::Error::OptionOutOfRange) for a frame rate outside 1 to 1000.
pub fn reference_walk(frame_rate: f64, raised: bool) -> Result<ReferenceWalk> {
    let count = super::frame_count(frame_rate, SECONDS)?;
    let (heel, ball) = (Vec3::new(0.0, -0.08, -0.05), Vec3::new(0.0, -0.08, 0.13));
    let skeleton = legs(&ball)?;
    let joint_count = skeleton.joint_count();
    let mut rotations = vec![Quat::identity(); count * joint_count];
    let mut root_positions = Vec::with_capacity(count);
    let (mut disturbed, mut disturbed_root) = (rotations.clone(), Vec::with_capacity(count));
    for frame in 0..count {
        let t = frame as f64 / frame_rate;
        let root = Vec3::new(0.02 * (TAU * t).sin(), 0.90 + 0.015 * (2.0 * TAU * t).cos(), STRIDE * t - 0.24);
        let root_rotation = super::figure::about_y(0.08 * (TAU * t).sin());
        root_positions.push(root);
        let rise = if raised { 0.05 + 0.02 * (2.3 * t).sin() } else { 0.01 * (2.3 * t).sin() };
        disturbed_root.push(root + Vec3::new(0.015 * (1.7 * t).sin(), rise, 0.03 * (1.1 * t).sin()));
        let at = frame * joint_count;
        rotations[at] = root_rotation;
        disturbed[at] = root_rotation;
        for side in Side::BOTH {
            let (ankle, pitch) = foot(side, t, &heel, &ball);
            let first = if side == Side::Left { 1 } else { 5 };
            let [thigh, shin, foot] = leg(side, root, &root_rotation, ankle, &about_x(pitch));
            rotations[at + first..at + first + 3].copy_from_slice(&[thigh, shin, foot]);
            let left = if side == Side::Left { 1.0 } else { 0.0 };
            // The knee's angle is π when straight: a larger angle is less flexion, which cannot go below 0.
            let flexion = rotation_vector(&shin).x - 0.03 * (2.1 * t).sin();
            disturbed[at + first] = about_x(0.03 * (3.0 * t + left).sin()) * thigh;
            disturbed[at + first + 1] = about_x(flexion.max(0.0));
            disturbed[at + first + 2] = foot;
        }
    }
    let clip = |name: &str, rotations, root_positions| {
        let data = ClipData {
            name: name.to_owned(),
            frame_rate,
            rotations,
            root_positions,
            translations: vec![],
            scales: vec![],
        };
        Clip::new(&skeleton, data)
    };
    let mut plants = Vec::new();
    for side in Side::BOTH {
        plants.extend(runs(side, PointKind::Heel, frame_rate, count, 0.0..HEEL_OFF, &heel));
        plants.extend(runs(side, PointKind::Toe, frame_rate, count, FLAT..BALL_OFF, &ball));
    }
    Ok(ReferenceWalk {
        clean: clip("reference walk", rotations, root_positions)?,
        skating: clip("reference walk, skating", disturbed, disturbed_root)?,
        plants: Plants::new(count, plants)?,
        skeleton,
        heel,
        ball,
    })
}

fn legs(ball: &Vec3) -> Result<Skeleton> {
    let mut joints = vec![Joint::new("root", None, Vec3::new(0.0, 0.93 + 0.08, 0.0))];
    let mut roles = Roles::empty(9);
    let mut end_sites = Vec::new();
    roles.set(Role::Pelvis, JointIndex(0));
    for side in Side::BOTH {
        let parts = [
            (Role::Thigh(side), Vec3::new(0.1 * sign(side), -0.05, 0.0)),
            (Role::Shin(side), Vec3::new(0.0, -THIGH, 0.0)),
            (Role::Foot(side), Vec3::new(0.0, -SHIN, 0.0)),
            (Role::Toe(side), *ball),
        ];
        for (i, (role, offset)) in parts.into_iter().enumerate() {
            let parent = if i == 0 { JointIndex(0) } else { JointIndex(joints.len() - 1) };
            roles.set(role, JointIndex(joints.len()));
            joints.push(Joint::new(role.name(), Some(parent), offset));
        }
        end_sites.push(EndSite { joint: JointIndex(joints.len() - 1), offset: Vec3::new(0.0, 0.0, 0.08) });
    }
    Skeleton::new(joints, end_sites)?.with_roles(roles)
}

/// The flat ankle of the step that begins with that cycle.
fn footprint(side: Side, cycle: f64) -> Vec3 {
    let late = if side == Side::Left { 0.0 } else { 0.5 };
    Vec3::new(0.1 * sign(side), 0.08, STRIDE * (cycle + late))
}

/// Cycle number and phase; a hair above the boundary counts as on it, whatever the rounding.
fn phase(side: Side, t: f64) -> (f64, f64) {
    let cycles = t - if side == Side::Left { 0.0 } else { 0.5 };
    let cycle = (cycles + 1e-9).floor();
    (cycle, (cycles - cycle).max(0.0))
}

/// Ankle and pitch of a foot.
fn foot(side: Side, t: f64, heel: &Vec3, ball: &Vec3) -> (Vec3, f64) {
    let (cycle, f) = phase(side, t);
    let on = |cycle: f64, pivot: &Vec3, pitch: f64| footprint(side, cycle) + pivot - about_x(pitch) * pivot;
    if f < FLAT {
        let pitch = -0.25 * (1.0 - f / FLAT);
        return (on(cycle, heel, pitch), pitch);
    }
    if f < BALL_OFF {
        let pitch =
            if f < HEEL_OFF { 0.0 } else { 0.7 * ease_out(1.0 - (f - HEEL_OFF) / (BALL_OFF - HEEL_OFF)) };
        return (on(cycle, ball, pitch), pitch);
    }
    let g = (f - BALL_OFF) / (1.0 - BALL_OFF);
    let share = 1.0 - ease_out(g);
    let (from, to) = (on(cycle, ball, 0.7), on(cycle + 1.0, heel, -0.25));
    let ankle = from + (to - from) * share + Vec3::new(0.0, 0.06 * (PI * g).sin(), 0.0);
    (ankle, 0.7 + (-0.25 - 0.7) * share)
}

/// Local rotations of thigh, shin and foot that put the ankle in place, knee ahead.
fn leg(side: Side, root: Vec3, root_rotation: &Quat, ankle: Vec3, foot: &Quat) -> [Quat; 3] {
    let hip = root + root_rotation * Vec3::new(0.1 * sign(side), -0.05, 0.0);
    let span = ankle - hip;
    let (d, down) = (span.norm(), span.normalize());
    let across = root_rotation * Vec3::x();
    let axis = (across - down * across.dot(&down)).normalize();
    let cos = ((THIGH * THIGH + d * d - SHIN * SHIN) / (2.0 * THIGH * d)).clamp(-1.0, 1.0);
    let along_thigh = down * cos + axis.cross(&-down) * (1.0 - cos * cos).sqrt();
    let world = |along: Vec3| {
        let up = -along.normalize();
        let matrix = Matrix3::from_columns(&[axis, up, axis.cross(&up)]);
        Quat::from_rotation_matrix(&Rotation3::from_matrix_unchecked(matrix))
    };
    let (thigh, shin) = (world(along_thigh), world(span - along_thigh * THIGH));
    [root_rotation.inverse() * thigh, thigh.inverse() * shin, shin.inverse() * foot]
}

fn runs(
    side: Side,
    kind: PointKind,
    frame_rate: f64,
    count: usize,
    phases: std::ops::Range<f64>,
    offset: &Vec3,
) -> Vec<Plant> {
    let mut plants: Vec<Plant> = Vec::new();
    let mut open: Option<f64> = None;
    for frame in 0..count {
        let (cycle, f) = phase(side, frame as f64 / frame_rate);
        // Half-open: a frame that rounding puts a hair before an end is past it.
        let within = f + 1e-9 >= phases.start && f + 1e-9 < phases.end;
        match plants.last_mut().filter(|_| within && open == Some(cycle)) {
            Some(last) => last.frames.end = frame + 1,
            None if within => {
                plants.extend(plant(side, kind, frame..frame + 1, footprint(side, cycle) + offset))
            }
            None => {}
        }
        open = within.then_some(cycle);
    }
    plants
}

/// A rigid cloud of points on a wheel-like root, for motion-graph oracles: exact planar geometry.
///
/// ```
/// let skeleton = surefoot_sample::reference::unicycle_skeleton()?;
/// assert!(skeleton.joint_count() > 3);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// None in practice; the signature is that of all constructors.
pub fn unicycle_skeleton() -> Result<Skeleton> {
    let mut joints = vec![Joint::new("root", None, Vec3::new(0.0, 0.9, 0.0))];
    let places = [[0.3, 0.0, 0.0], [-0.3, 0.0, 0.0], [0.0, 0.6, 0.05], [0.1, -0.9, 0.15], [-0.1, -0.9, -0.1]];
    for (i, place) in places.into_iter().enumerate() {
        joints.push(Joint::new(format!("point_{i}"), Some(JointIndex(0)), Vec3::from(place)));
    }
    Skeleton::new(joints, vec![])
}

/// The cloud moving at constant `speed` (m/s) along an arc of `curvature` (1/m, left positive, 0 is straight),
/// starting at the origin and heading for +z.
///
/// ```
/// use surefoot_sample::reference::{unicycle, unicycle_skeleton};
///
/// let skeleton = unicycle_skeleton()?;
/// let straight = unicycle(&skeleton, 0.0, 2.0, 30.0, 3.0)?;
/// let path = straight.root_positions();
/// assert!(((path[30] - path[0]).norm() - 2.0).abs() < 1e-9, "2 m in a second");
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`](surefoot::Error::OptionOutOfRange) or [`Error::Clip`](surefoot::Error::Clip) for values that
/// are not finite.
pub fn unicycle(
    skeleton: &Skeleton,
    curvature: f64,
    speed: f64,
    frame_rate: f64,
    seconds: f64,
) -> Result<Clip> {
    let count = super::frame_count(frame_rate, seconds)?;
    let joint_count = skeleton.joint_count();
    let mut rotations = vec![Quat::identity(); count * joint_count];
    let mut root_positions = Vec::with_capacity(count);
    for frame in 0..count {
        let s = speed * frame as f64 / frame_rate;
        let heading = curvature * s;
        rotations[frame * joint_count] = super::figure::about_y(heading);
        // Chord of the arc, s · sin(h/2)/(h/2) long and half the heading off: free of a division by the curvature.
        let half = 0.5 * heading;
        let chord = if half.abs() < 1e-9 { s } else { s * half.sin() / half };
        root_positions.push(Vec3::new(chord * half.sin(), 0.9, chord * half.cos()));
    }
    let data = ClipData {
        name: format!("arc {curvature}"),
        frame_rate,
        rotations,
        root_positions,
        translations: vec![],
        scales: vec![],
    };
    Clip::new(skeleton, data)
}
