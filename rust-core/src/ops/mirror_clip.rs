//! Mirror images of clips, plants and skeletons across the sagittal plane x = 0 (docs/methods/motion-graph.md, 1.3).
//!
//! Mirroring local rotations would need rest orientations that are mirror images of each other. So the motion is mirrored in
//! world space, which works with any rest orientations. With `S` the reflection at x = 0, `N` the reflection at the rest pose's
//! own middle plane, `R` rest and `W` animated world rotations, joint `j` with partner `m` gets `W'ⱼ = S Wₘ Rₘ⁻¹ N Rⱼ`. In local
//! rotations that is a product with two constants per joint.

use crate::declare::{Operation, Options, edit_with};
use crate::error::{Error, Result};
use crate::kinematics::rest_pose;
use crate::math::{Quat, Vec3};
use crate::model::clip::ClipData;
use crate::model::{BodyPoint, Clip, EndSite, Joint, JointIndex, Note, Plant, Plants, Skeleton, Sole, Track};
use crate::ops::Edited;
use nalgebra::{Matrix3, Quaternion, SymmetricEigen, Unit};
use serde::Serialize;

/// A rest pose whose joints lie farther from their partners' mirror images than this share of the body's reach has
/// no left and right that could be exchanged.
const MAX_ASYMMETRY: f64 = 0.1;

/// Below this the mirror image is taken for exact, metres.
const EXACT: f64 = 1e-3;

options! {
    /// Options of [`mirror_clip`]: there are none yet.
    pub struct MirrorClipOptions of "mirror_clip" {}
}

/// What [`mirror_clip`] found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MirrorClipReport {
    /// How far the rest pose is from its own mirror image, metres.
    pub asymmetry: f64,
    /// What a user should know.
    pub notes: Vec<Note>,
}

impl MirrorClipReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        format!("mirrored; left and right differ by {:.1} mm in the rest pose", self.asymmetry * 1e3)
    }
}

operation_report!(MirrorClipReport);

pub(crate) const OPERATION: Operation = Operation::new::<MirrorClipOptions, MirrorClipReport>(
    "Mirror Clip",
    "Mirror a clip: swap left and right",
)
.with_edit(|skeleton, clip, values| edit_with(mirror_clip, skeleton, clip, values));

/// Mirrors a motion: what the left side did, the right side does, and the path is reflected at x = 0.
///
/// Joints are paired by [`crate::Roles::mirror_pairs`]; a joint without partner on one side only (a sword) keeps its
/// local motion. On a skeleton with symmetric rest pose the world positions are exact mirror images, and mirroring
/// twice gives the clip back. A skeleton that is not quite symmetric keeps its own offsets, so the result is off by up to
/// [`measure_asymmetry`]: above a millimetre use [`symmetric_skeleton`], or clean the feet afterwards.
///
/// ```
/// use surefoot::kinematics::world_poses;
/// use surefoot::{MirrorClipOptions, mirror_clip};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
/// # let clip = walk.clip;
///
/// let edited = mirror_clip(&skeleton, &clip, &MirrorClipOptions::default())?;
/// let (before, after) = (world_poses(&skeleton, &clip)?, world_poses(&skeleton, &edited.clip)?);
/// let left = before.position(20, skeleton.find("left_foot")?);
/// let right = after.position(20, skeleton.find("right_foot")?);
/// assert!((left.x + right.x).abs() < 1e-6 && (left.z - right.z).abs() < 1e-6);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] if the clip is for another skeleton; [`Error::Skeleton`] if the rest pose is not nearly symmetric.
pub fn mirror_clip(
    skeleton: &Skeleton,
    clip: &Clip,
    options: &MirrorClipOptions,
) -> Result<Edited<MirrorClipReport>> {
    options.validate()?;
    let (asymmetry, joint) = measure_asymmetry(skeleton);
    let mut report = MirrorClipReport { asymmetry, notes: Vec::new() };
    if asymmetry > EXACT {
        let text = format!(
            "left and right differ by {:.1} mm in the rest pose, so the mirror image is not exact",
            asymmetry * 1e3
        );
        report.notes.push(Note::warning("asymmetric", text).about(skeleton.name(joint)));
    }
    Ok(Edited { clip: mirrored_clip(skeleton, clip)?, report })
}

/// The mirror image of a clip.
pub(crate) fn mirrored_clip(skeleton: &Skeleton, clip: &Clip) -> Result<Clip> {
    clip.check_skeleton(skeleton)?;
    let mirror = Mirror::new(skeleton);
    mirror.check(skeleton)?;
    let count = skeleton.joint_count();
    let mut rotations = Vec::with_capacity(clip.rotations().len());
    for frame in 0..clip.frame_count() {
        let pose = clip.pose(frame).rotations();
        for joint in 0..count {
            rotations.push(mirror.rotation(joint, pose));
        }
    }
    let tracks = |tracks: &[Track], value: &dyn Fn(usize, usize, &Vec3) -> Vec3| -> Vec<Track> {
        let mut out: Vec<Track> = tracks
            .iter()
            .map(|track| {
                let target = mirror.pairs[track.joint.0];
                let values = track.values.iter().map(|v| value(target.0, track.joint.0, v)).collect();
                Track { joint: target, values }
            })
            .collect();
        out.sort_by_key(|track| track.joint);
        out
    };
    let translation = |joint: usize, from: usize, v: &Vec3| mirror.translation(skeleton, joint, from, v);
    let scale = |joint: usize, _: usize, v: &Vec3| mirror.scale(joint, v);
    Clip::new(
        skeleton,
        ClipData {
            name: clip.name().to_owned(),
            frame_rate: clip.frame_rate(),
            rotations,
            root_positions: clip.root_positions().iter().map(reflect_x).collect(),
            translations: tracks(clip.translations(), &translation),
            scales: tracks(clip.scales(), &scale),
        },
    )
}

/// The plants of the mirrored clip: sides exchanged, positions reflected at x = 0.
///
/// ```
/// use surefoot::model::Side;
/// use surefoot::ops::mirror_plants;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let mirrored = mirror_plants(&walk.plants)?;
/// let count = |plants: &surefoot::Plants, side| plants.iter().filter(|p| p.point.side == side).count();
/// assert_eq!(count(&mirrored, Side::Left), count(&walk.plants, Side::Right));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// None in practice: mirrored plants keep the invariants of the input.
pub fn mirror_plants(plants: &Plants) -> Result<Plants> {
    let mirrored = plants.iter().map(|plant| Plant {
        point: BodyPoint { side: plant.point.side.other(), kind: plant.point.kind },
        position: plant.position.as_ref().map(reflect_x),
        ..plant.clone()
    });
    Plants::new(plants.frame_count(), mirrored.collect())
}

/// How far the rest pose is from its own mirror image: the largest distance of a joint from its partner's image, in
/// metres, and that joint.
///
/// ```
/// use surefoot::ops::measure_asymmetry;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
///
/// let (metres, _joint) = measure_asymmetry(&skeleton);
/// assert!(metres < 1e-9, "the generated character has equal sides");
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn measure_asymmetry(skeleton: &Skeleton) -> (f64, JointIndex) {
    Mirror::new(skeleton).asymmetry(skeleton)
}

/// The skeleton with offsets averaged over left and right, on which mirrored clips are exact.
///
/// Offsets and end sites become symmetric; names, rotations and roles stay.
///
/// ```
/// use surefoot::ops::{measure_asymmetry, symmetric_skeleton};
/// # use surefoot::model::Joint;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let joints = skeleton.joints().map(|j| Joint::new(skeleton.name(j), skeleton.parent(j), skeleton.rest_offset(j)));
/// # let mut joints: Vec<Joint> = joints.collect();
/// # joints[skeleton.find("left_shin")?.0].rest_offset.y *= 1.02;
/// # let roles = skeleton.roles().clone();
/// # let skeleton = surefoot::Skeleton::new(joints, skeleton.end_sites().to_vec())?.with_roles(roles)?;
///
/// // One thigh is 8 mm longer than the other.
/// assert!(measure_asymmetry(&skeleton).0 > 0.005);
/// assert!(measure_asymmetry(&symmetric_skeleton(&skeleton)?).0 < 1e-9);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Skeleton`] if the rest pose is not nearly symmetric.
pub fn symmetric_skeleton(skeleton: &Skeleton) -> Result<Skeleton> {
    let mirror = Mirror::new(skeleton);
    mirror.check(skeleton)?;
    let average = |own: Vec3, other: Vec3| (own + other) * 0.5;
    let joints = skeleton.joints().map(|joint| {
        let other = mirror.pairs[joint.0];
        let own = skeleton.rest_offset(joint);
        let rest_offset = match skeleton.parent(joint) {
            // The root's offset only places the rest pose.
            None => own,
            Some(_) if mirror.kept[joint.0] => own,
            Some(parent) => average(own, mirror.reflect(parent.0, &skeleton.rest_offset(other))),
        };
        Joint {
            name: skeleton.name(joint).to_owned(),
            parent: skeleton.parent(joint),
            rest_offset,
            rest_rotation: skeleton.rest_rotation(joint),
            rest_scale: skeleton.rest_scale(joint),
            compensates_parent_scale: skeleton.compensates_parent_scale(joint),
        }
    });
    let sites_of = |joint: JointIndex| skeleton.end_sites().iter().filter(move |site| site.joint == joint);
    let mut end_sites: Vec<EndSite> = Vec::with_capacity(skeleton.end_sites().len());
    for site in skeleton.end_sites() {
        let other = mirror.pairs[site.joint.0];
        let place = end_sites.iter().filter(|done| done.joint == site.joint).count();
        let partner = sites_of(other).nth(place).filter(|_| !mirror.kept[site.joint.0]);
        let offset =
            partner.map_or(site.offset, |p| average(site.offset, mirror.reflect(site.joint.0, &p.offset)));
        end_sites.push(EndSite { joint: site.joint, offset });
    }
    let [left, right] = skeleton.soles();
    let both = left.zip(right).map(|(left, right)| {
        [(left, right), (right, left)].map(|(own, other)| {
            Some(Sole {
                heel: average(own.heel, mirror.reflect(own.foot.0, &other.heel)),
                tip: average(own.tip, mirror.reflect(own.front.0, &other.tip)),
                ankle_height: 0.5 * (own.ankle_height + other.ankle_height),
                front_height: 0.5 * (own.front_height + other.front_height),
                ..own
            })
        })
    });
    Skeleton::new(joints.collect(), end_sites)?
        .with_roles(skeleton.roles().clone())?
        .with_soles(both.unwrap_or_default())
}

fn reflect_x(v: &Vec3) -> Vec3 {
    Vec3::new(-v.x, v.y, v.z)
}

/// The half turn about `axis`; its negative is the reflection at the plane with that normal.
fn half_turn(axis: &Vec3) -> Quat {
    Unit::new_unchecked(Quaternion::from_parts(0.0, *axis))
}

/// The constants of one skeleton's mirror image.
struct Mirror {
    pairs: Vec<JointIndex>,
    parents: Vec<Option<JointIndex>>,
    /// Joints without partner below a pair keep their local motion.
    kept: Vec<bool>,
    /// `Rⱼ⁻¹ N Rₘ` without its sign: from the partner's frame to the joint's.
    frames: Vec<Quat>,
}

impl Mirror {
    fn new(skeleton: &Skeleton) -> Self {
        let pairs = skeleton.roles().pairs_of(skeleton);
        let rest = rest_pose(skeleton);
        let normal = middle_plane(&pairs, &rest.positions);
        let turn = half_turn(&normal);
        let frames = skeleton
            .joints()
            .map(|joint| rest.rotations[joint.0].inverse() * turn * rest.rotations[pairs[joint.0].0])
            .collect();
        let mut kept = vec![false; skeleton.joint_count()];
        for joint in skeleton.joints() {
            if let Some(parent) = skeleton.parent(joint) {
                kept[joint.0] = kept[parent.0] || pairs[joint.0] == joint && pairs[parent.0] != parent;
            }
        }
        Self { pairs, parents: skeleton.parents().to_vec(), kept, frames }
    }

    /// Mirrors a vector given in the frame of the joint's partner into the joint's frame.
    fn reflect(&self, joint: usize, v: &Vec3) -> Vec3 {
        -(self.frames[joint] * v)
    }

    fn rotation(&self, joint: usize, pose: &[Quat]) -> Quat {
        let partner = pose[self.pairs[joint].0];
        if self.kept[joint] {
            return partner;
        }
        // The signs of the two reflections cancel, so half turns stand in for them.
        let above = match self.parents[joint] {
            Some(parent) => self.frames[parent.0],
            None => half_turn(&Vec3::x()),
        };
        above * partner * self.frames[joint].inverse()
    }

    /// Keeps the joint's own rest offset and mirrors the motion relative to it.
    fn translation(&self, skeleton: &Skeleton, joint: usize, from: usize, v: &Vec3) -> Vec3 {
        match self.parents[joint] {
            Some(parent) if !self.kept[joint] => {
                let moved = v - skeleton.rest_offsets()[from];
                skeleton.rest_offsets()[joint] + self.reflect(parent.0, &moved)
            }
            _ => *v,
        }
    }

    /// Exact where the frames differ by exchanged or reversed axes, as rigs have it; else the axes' best share.
    fn scale(&self, joint: usize, v: &Vec3) -> Vec3 {
        if self.kept[joint] {
            return *v;
        }
        let axes: Matrix3<f64> = self.frames[joint].to_rotation_matrix().into_inner();
        axes.component_mul(&axes) * v
    }

    /// Distance of each joint from its partner's image, carried by the offsets from the root on.
    fn asymmetry(&self, skeleton: &Skeleton) -> (f64, JointIndex) {
        let rest = rest_pose(skeleton);
        let normal = middle_plane(&self.pairs, &rest.positions);
        let root = rest.positions[0];
        let mut worst = (0.0, JointIndex(0));
        for joint in skeleton.joints().filter(|j| !self.kept[j.0]) {
            let own = rest.positions[joint.0] - root;
            let other = rest.positions[self.pairs[joint.0].0] - root;
            let distance = (own - (other - normal * (2.0 * normal.dot(&other)))).norm();
            if distance > worst.0 {
                worst = (distance, joint);
            }
        }
        worst
    }

    fn check(&self, skeleton: &Skeleton) -> Result<()> {
        let rest = rest_pose(skeleton);
        let reach = rest.positions.iter().map(|p| (p - rest.positions[0]).norm()).fold(0.0, f64::max);
        let (distance, joint) = self.asymmetry(skeleton);
        if distance <= MAX_ASYMMETRY * reach {
            return Ok(());
        }
        let partner = self.pairs[joint.0];
        let image = if partner == joint {
            "its own mirror image".to_owned()
        } else {
            format!("the mirror image of '{}'", skeleton.name(partner))
        };
        Err(Error::Skeleton {
            joint: skeleton.name(joint).to_owned(),
            text: format!(
                "lies {distance:.3} m from {image} in the rest pose; a clip can be mirrored only on a skeleton whose rest pose is nearly symmetric"
            ),
        })
    }
}

/// The normal of the rest pose's middle plane: the direction in which partners lie apart.
fn middle_plane(pairs: &[JointIndex], positions: &[Vec3]) -> Vec3 {
    let mut spread = Matrix3::zeros();
    for (joint, partner) in pairs.iter().enumerate() {
        let apart = positions[joint] - positions[partner.0];
        spread += apart * apart.transpose();
    }
    if spread.trace() <= 0.0 {
        return Vec3::x();
    }
    let eigen = SymmetricEigen::new(spread);
    let widest = eigen.eigenvectors.column(eigen.eigenvalues.imax()).into_owned();
    // Rest poses are built on the axes; a small tilt comes from small differences between the sides.
    let axis = widest.iamax();
    let snapped = Vec3::ith(axis, 1.0);
    if widest[axis].abs() > 5f64.to_radians().cos() { snapped } else { widest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::forward::pose_clip;
    use crate::math::rotation_vector;
    use crate::ops::find_roles;
    use proptest::prelude::*;

    /// Name, parent, world rest position (left side; right is its image).
    const BODY: &[(&str, usize, [f64; 3])] = &[
        ("Hips", 0, [0.0, 0.95, 0.0]),
        ("Spine", 0, [0.0, 1.2, 0.02]),
        ("Head", 1, [0.0, 1.6, 0.0]),
        ("LHipJoint", 0, [0.02, 0.94, 0.0]),
        ("RHipJoint", 0, [-0.02, 0.94, 0.0]),
        ("LeftUpLeg", 3, [0.1, 0.9, 0.0]),
        ("RightUpLeg", 4, [-0.1, 0.9, 0.0]),
        ("LeftLeg", 5, [0.12, 0.5, 0.03]),
        ("RightLeg", 6, [-0.12, 0.5, 0.03]),
        ("LeftFoot", 7, [0.12, 0.1, 0.0]),
        ("RightFoot", 8, [-0.12, 0.1, 0.0]),
        ("LeftArm", 1, [0.2, 1.4, 0.0]),
        ("RightArm", 1, [-0.2, 1.4, 0.0]),
        ("LeftForeArm", 11, [0.45, 1.4, 0.0]),
        ("RightForeArm", 12, [-0.45, 1.4, 0.0]),
        ("Sword", 14, [-0.9, 1.4, 0.3]),
    ];

    /// A body whose joint positions are symmetric while every rest frame is turned at random.
    fn body(frames: &[[f64; 3]], heading: f64) -> Skeleton {
        let turn = Quat::from_scaled_axis(Vec3::y() * heading);
        let world: Vec<Quat> = frames.iter().map(|v| Quat::from_scaled_axis(Vec3::from(*v))).collect();
        let position = |j: usize| turn * Vec3::from(BODY[j].2);
        let joints = (0..BODY.len()).map(|j| {
            let (name, parent, _) = BODY[j];
            if j == 0 {
                return Joint { rest_rotation: world[0], ..Joint::new(name, None, position(0)) };
            }
            let offset = world[parent].inverse() * (position(j) - position(parent));
            let rest_rotation = world[parent].inverse() * world[j];
            Joint { rest_rotation, ..Joint::new(name, Some(JointIndex(parent)), offset) }
        });
        let skeleton = Skeleton::new(joints.collect(), vec![]).unwrap();
        let roles = find_roles(&skeleton).roles;
        skeleton.with_roles(roles).unwrap()
    }

    fn clip(skeleton: &Skeleton, values: &[[f64; 3]]) -> Clip {
        let count = skeleton.joint_count();
        let frame_count = values.len() / (count + 2);
        let mut data = ClipData {
            name: "t".into(),
            frame_rate: 30.0,
            rotations: vec![],
            root_positions: vec![],
            translations: vec![Track { joint: JointIndex(7), values: vec![] }],
            scales: vec![],
        };
        for frame in values.chunks_exact(count + 2) {
            data.rotations
                .extend(frame[..count].iter().map(|v| Quat::from_scaled_axis(Vec3::from(*v) * 1.5)));
            data.root_positions.push(Vec3::from(frame[count]));
            data.translations[0].values.push(Vec3::from(frame[count + 1]) * 0.3);
        }
        assert_eq!(data.root_positions.len(), frame_count);
        Clip::new(skeleton, data).unwrap()
    }

    fn vectors(count: usize) -> impl Strategy<Value = Vec<[f64; 3]>> {
        prop::collection::vec(prop::array::uniform3(-1.0..1.0f64), count)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        /// For rest frames that are not symmetric and rest poses that look anywhere.
        #[test]
        fn positions_are_mirror_images_and_twice_is_the_clip(
            frames in vectors(BODY.len()),
            values in vectors(3 * (BODY.len() + 2)),
            heading in prop::sample::select(vec![0.0, std::f64::consts::FRAC_PI_2, 0.7]),
        ) {
            let skeleton = body(&frames, heading);
            let clip = clip(&skeleton, &values);
            let mirrored = mirrored_clip(&skeleton, &clip).unwrap();
            let before = pose_clip(&skeleton, &clip);
            let after = pose_clip(&skeleton, &mirrored);
            let pairs = skeleton.roles().mirror_pairs(&skeleton).unwrap();
            for frame in 0..clip.frame_count() {
                for joint in skeleton.joints().take(BODY.len() - 1) {
                    let expected = reflect_x(&before.position(frame, pairs[joint.0]));
                    let actual = after.position(frame, joint);
                    prop_assert!((actual - expected).norm() < 1e-9, "{} {frame}: {actual} {expected}", skeleton.name(joint));
                }
            }
            let sword = JointIndex(BODY.len() - 1);
            prop_assert_eq!(pairs[sword.0], sword);
            prop_assert_eq!(mirrored.pose(1).rotations()[sword.0], clip.pose(1).rotations()[sword.0]);
            let back = mirrored_clip(&skeleton, &mirrored).unwrap();
            for (a, b) in back.rotations().iter().zip(clip.rotations()) {
                prop_assert!((a.coords - b.coords).norm() < 1e-12 || (a.coords + b.coords).norm() < 1e-12);
            }
            prop_assert_eq!(back.root_positions(), clip.root_positions());
            for (a, b) in back.translations()[0].values.iter().zip(&clip.translations()[0].values) {
                prop_assert!((a - b).norm() < 1e-12);
            }
        }
    }

    fn plain_body() -> Skeleton {
        body(&vec![[0.0; 3]; BODY.len()], 0.0)
    }

    #[test]
    fn plants_swap_sides() {
        let plant = |name: &str, x: f64| Plant {
            point: BodyPoint::from_name(name).unwrap(),
            frames: 2..5,
            confidence: 0.5,
            position: Some(Vec3::new(x, 0.1, 0.2)),
        };
        let plants = Plants::new(9, vec![plant("left_toe", 0.3), plant("right_heel", -0.4)]).unwrap();
        let expected = Plants::new(9, vec![plant("right_toe", -0.3), plant("left_heel", 0.4)]).unwrap();
        assert_eq!(mirror_plants(&plants).unwrap(), expected);
        assert_eq!(mirror_plants(&expected).unwrap(), plants);
    }

    #[test]
    fn a_left_turn_becomes_a_right_turn() {
        let skeleton = plain_body();
        let count = skeleton.joint_count();
        let mut values = vec![[0.0; 3]; 2 * (count + 2)];
        values[count + 2][1] = 0.5;
        let clip = clip(&skeleton, &values);
        let heading = |clip: &Clip| rotation_vector(&clip.pose(1).rotations()[0]).y;
        let mirrored = mirrored_clip(&skeleton, &clip).unwrap();
        assert!((heading(&clip) - 0.75).abs() < 1e-12);
        assert!((heading(&mirrored) + 0.75).abs() < 1e-12);
    }

    #[test]
    fn averaged_offsets_are_symmetric_and_a_twisted_rest_pose_is_refused() {
        let mut joints: Vec<Joint> = Vec::new();
        let plain = plain_body();
        for joint in plain.joints() {
            joints.push(Joint::new(plain.name(joint), plain.parent(joint), plain.rest_offset(joint)));
        }
        joints[5].rest_offset.x += 0.004;
        let near = Skeleton::new(joints.clone(), vec![]).unwrap().with_roles(plain.roles().clone()).unwrap();
        assert!((measure_asymmetry(&near).0 - 0.004).abs() < 1e-12);
        let averaged = symmetric_skeleton(&near).unwrap();
        assert!(measure_asymmetry(&averaged).0 < 1e-12);
        assert!((averaged.rest_offset(JointIndex(6)).x + 0.082).abs() < 1e-12);
        joints[7].rest_offset = Vec3::new(0.5, 0.0, 0.0);
        let twisted = Skeleton::new(joints, vec![]).unwrap().with_roles(plain.roles().clone()).unwrap();
        let values = vec![[0.0; 3]; twisted.joint_count() + 2];
        let text = mirrored_clip(&twisted, &clip(&twisted, &values)).unwrap_err().to_string();
        assert!(text.contains("nearly symmetric"), "{text}");
    }

    #[test]
    fn scale_follows_the_exchanged_axes() {
        let mut frames = vec![[0.0; 3]; BODY.len()];
        frames[8] = [0.0, 0.0, std::f64::consts::FRAC_PI_2];
        let skeleton = body(&frames, 0.0);
        let mirror = Mirror::new(&skeleton);
        let scaled = mirror.scale(8, &Vec3::new(2.0, 3.0, 4.0));
        assert!((scaled - Vec3::new(3.0, 2.0, 4.0)).norm() < 1e-12, "{scaled}");
    }
}
