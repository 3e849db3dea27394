//! [`Body`]: the shape of a character as one simple volume per segment.

use super::{JointIndex, Role, Skeleton};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::math::volumes::Tube;
use serde::Serialize;
use std::f64::consts::PI;

choices! {
    /// The kind of a [`Volume`].
    pub enum VolumeKind {
        /// A cylinder with flat ends.
        Cylinder = "cylinder", "Cylinder";
        /// A cylinder with round ends.
        Capsule = "capsule", "Capsule";
        /// An ellipsoid with three different axes.
        Ellipsoid = "ellipsoid", "Ellipsoid";
    }
}

choices! {
    /// What told the size of a [`Volume`].
    pub enum VolumeSource {
        /// The vertices of the mesh.
        Mesh = "mesh", "Mesh";
        /// The volume of the segment above: too few vertices belong to this one.
        Parent = "parent", "Parent";
        /// Average proportions of adults: no mesh tells more.
        Proportions = "proportions", "Proportions";
    }
}

/// The volume of one segment: the stretch from a joint to the next joint of its chain.
///
/// Points and directions are in the joint's frame, turned but not scaled with it: in the world a point is at
/// `position(joint) + rotation(joint) · point`.
#[derive(Debug, Clone, PartialEq)]
pub struct Volume {
    /// The segment's name: that of its role, `left_forearm`, counted where several joints share it, `spine_2`; else that of
    /// the joint.
    pub name: String,
    /// The role of the joint at its upper end, if it has one.
    pub role: Option<Role>,
    /// The joint that carries it.
    pub joint: JointIndex,
    /// The volume above it in the skeleton, by index; `None` for the first.
    pub parent: Option<usize>,
    /// Its kind.
    pub kind: VolumeKind,
    /// What told its size.
    pub source: VolumeSource,
    /// Unit, along the bone.
    pub axis: Vec3,
    /// Middle of the volume, metres.
    pub centre: Vec3,
    /// Along the axis, metres: of the flat cylinder, of the capsule without its round ends, of the whole ellipsoid.
    pub length: f64,
    /// Mean of both semi-axes, metres.
    pub radius: f64,
    /// Semi-axes of the cross-section, the larger first, metres.
    pub semi_axes: [f64; 2],
    /// Unit directions of the semi-axes, at right angles to the axis and to each other.
    pub semi_directions: [Vec3; 2],
    /// From the bone to the middle of the flesh, at right angles to the axis, metres. The centre has it already.
    pub offset: Vec3,
}

impl Volume {
    /// Content in cubic metres. Cylinders and capsules are round; an ellipsoid has its own semi-axes.
    pub fn cubic_metres(&self) -> f64 {
        let disc = PI * self.radius * self.radius;
        match self.kind {
            VolumeKind::Cylinder => disc * self.length,
            VolumeKind::Capsule => disc * (self.length + 4.0 / 3.0 * self.radius),
            VolumeKind::Ellipsoid => 2.0 / 3.0 * PI * self.semi_axes[0] * self.semi_axes[1] * self.length,
        }
    }

    /// Its axis and radius, in the joint's frame. For an ellipsoid the radius is the mean one.
    pub fn tube(&self) -> Tube {
        let half = self.axis * (self.length / 2.0);
        Tube { start: self.centre - half, end: self.centre + half, radius: self.radius }
    }

    /// How far a point is from the surface, metres, negative inside; `is_elliptic` takes both semi-axes instead of the
    /// radius. Exact for round cylinders and capsules; else measured along the ray from the axis or the centre.
    pub fn distance(&self, point: &Vec3, is_elliptic: bool) -> f64 {
        let way = point - self.centre;
        let along = way.dot(&self.axis);
        let across = [way.dot(&self.semi_directions[0]), way.dot(&self.semi_directions[1])];
        let axes =
            if is_elliptic || self.kind == VolumeKind::Ellipsoid { self.semi_axes } else { [self.radius; 2] };
        let half = self.length / 2.0;
        let ray = |parts: &[(f64, f64)]| {
            let norm = parts.iter().map(|(x, _)| x * x).sum::<f64>().sqrt();
            let share = parts.iter().map(|(x, axis)| (x / axis).powi(2)).sum::<f64>().sqrt();
            let least = parts.iter().fold(f64::INFINITY, |least, (_, axis)| least.min(*axis));
            // The surface is at `norm / share` along the ray; at the middle no ray is defined.
            if share < 1e-9 { (-least, 0.0) } else { (norm - norm / share, norm) }
        };
        match self.kind {
            VolumeKind::Ellipsoid => {
                ray(&[(across[0], axes[0]), (across[1], axes[1]), (along, half.max(1e-9))]).0
            }
            VolumeKind::Cylinder => {
                let side = ray(&[(across[0], axes[0]), (across[1], axes[1])]).0;
                let end = along.abs() - half;
                match side > 0.0 && end > 0.0 {
                    true => side.hypot(end),
                    false => side.max(end),
                }
            }
            VolumeKind::Capsule => {
                let beyond = (along.abs() - half).max(0.0);
                let mean = (axes[0] + axes[1]) / 2.0;
                ray(&[(across[0], axes[0]), (across[1], axes[1]), (beyond, mean)]).0
            }
        }
    }
}

/// The shape of a character: one [`Volume`] per segment, parents before children.
///
/// ```
/// use surefoot::{FitBodyOptions, fit_body};
/// # let biped = surefoot_sample::biped(&Default::default())?;
///
/// let body = fit_body(&biped.skeleton, &[biped.skin], &FitBodyOptions::default())?.body;
/// let forearm = body.find("left_forearm").expect("the sample has arms");
/// let volume = &body.volumes()[forearm];
/// assert_eq!(biped.skeleton.name(volume.joint), "left_forearm");
/// assert!(volume.radius > 0.02 && volume.radius < 0.08);
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    volumes: Vec<Volume>,
}

impl Body {
    /// Checks and stores the volumes.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first volume that names a joint which is not there, comes before its parent, has no
    /// positive radius or semi-axes, a length below 0, directions that are not unit and at right angles, or any number that
    /// is not finite.
    pub fn new(skeleton: &Skeleton, volumes: Vec<Volume>) -> Result<Self> {
        for (index, volume) in volumes.iter().enumerate() {
            let fail = |text: String| Err(Error::invalid(format!("volume '{}'", volume.name), text));
            if volume.joint.0 >= skeleton.joint_count() {
                return fail(format!(
                    "refers to joint {}, but the skeleton has {}",
                    volume.joint.0,
                    skeleton.joint_count()
                ));
            }
            if volume.parent.is_some_and(|parent| parent >= index) {
                return fail(format!("its parent does not come before volume {index}"));
            }
            let vectors = [
                volume.axis,
                volume.centre,
                volume.offset,
                volume.semi_directions[0],
                volume.semi_directions[1],
            ];
            let mut numbers =
                vectors.iter().flat_map(|v| v.iter().copied()).chain([volume.length, volume.radius]);
            if numbers.any(|x| !x.is_finite()) {
                return fail("has a number that is not finite".into());
            }
            let sizes = [volume.radius, volume.semi_axes[0], volume.semi_axes[1]];
            if sizes.iter().any(|size| !(size.is_finite() && *size > 0.0)) || volume.length < 0.0 {
                return fail(format!(
                    "radius {}, semi-axes {:?} and length {} must be positive",
                    volume.radius, volume.semi_axes, volume.length
                ));
            }
            let [first, second] = volume.semi_directions;
            let lengths = [volume.axis, first, second].map(|d| (d.norm() - 1.0).abs());
            let products = [volume.axis.dot(&first), volume.axis.dot(&second), first.dot(&second)];
            if lengths.iter().any(|x| *x > 1e-6) || products.iter().any(|x| x.abs() > 1e-6) {
                return fail("its axis and directions must be unit and at right angles".into());
            }
        }
        Ok(Self { volumes })
    }

    /// Every volume, parents before children.
    pub fn volumes(&self) -> &[Volume] {
        &self.volumes
    }

    /// The index of the volume of that name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.volumes.iter().position(|volume| volume.name == name)
    }

    /// The index of the first volume of that role.
    pub fn of_role(&self, role: Role) -> Option<usize> {
        self.volumes.iter().position(|volume| volume.role == Some(role))
    }

    /// Content of all volumes, cubic metres. Volumes overlap at joints, and what overlaps counts twice.
    pub fn cubic_metres(&self) -> f64 {
        self.volumes.iter().map(Volume::cubic_metres).sum()
    }

    /// Refuses a skeleton without the joints that the volumes hang from. Operations ask this first.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first such joint.
    pub fn check_skeleton(&self, skeleton: &Skeleton) -> Result<()> {
        match self.volumes.iter().find(|volume| volume.joint.0 >= skeleton.joint_count()) {
            None => Ok(()),
            Some(volume) => Err(Error::invalid(
                format!("volume '{}'", volume.name),
                format!(
                    "refers to joint {}, but the skeleton has {}",
                    volume.joint.0,
                    skeleton.joint_count()
                ),
            )),
        }
    }
}

/// Parts of a body that grow together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are the documentation")]
#[non_exhaustive]
pub enum LimbGroup {
    LeftLeg,
    RightLeg,
    Trunk,
    LeftArm,
    RightArm,
    /// Neck and head.
    Head,
}

impl LimbGroup {
    /// The group of a role.
    ///
    /// ```
    /// use surefoot::Role;
    /// use surefoot::model::{LimbGroup, Side};
    ///
    /// assert_eq!(LimbGroup::of(Role::Hand(Side::Left)), LimbGroup::LeftArm);
    /// assert_eq!(LimbGroup::of(Role::Clavicle(Side::Left)), LimbGroup::Trunk);
    /// ```
    pub fn of(role: Role) -> Self {
        use super::Side::{Left, Right};
        match role {
            Role::Pelvis | Role::Spine | Role::Clavicle(_) => Self::Trunk,
            Role::Neck | Role::Head => Self::Head,
            Role::UpperArm(Left) | Role::Forearm(Left) | Role::Hand(Left) => Self::LeftArm,
            Role::UpperArm(Right) | Role::Forearm(Right) | Role::Hand(Right) => Self::RightArm,
            Role::Thigh(Left) | Role::Shin(Left) | Role::Foot(Left) | Role::Toe(Left) => Self::LeftLeg,
            Role::Thigh(Right) | Role::Shin(Right) | Role::Foot(Right) | Role::Toe(Right) => Self::RightLeg,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Joint;

    fn skeleton() -> Skeleton {
        Skeleton::new(vec![Joint::new("root", None, Vec3::zeros())], vec![]).unwrap()
    }

    fn volume(kind: VolumeKind) -> Volume {
        Volume {
            name: "root".into(),
            role: None,
            joint: JointIndex(0),
            parent: None,
            kind,
            source: VolumeSource::Mesh,
            axis: Vec3::y(),
            centre: Vec3::new(0.0, 0.2, 0.0),
            length: 0.4,
            radius: 0.05,
            semi_axes: [0.06, 0.04],
            semi_directions: [Vec3::x(), Vec3::z()],
            offset: Vec3::zeros(),
        }
    }

    #[test]
    fn every_broken_invariant_is_named() {
        let refused = |change: fn(&mut Volume)| {
            let mut broken = volume(VolumeKind::Cylinder);
            change(&mut broken);
            Body::new(&skeleton(), vec![broken]).unwrap_err().to_string()
        };
        assert!(Body::new(&skeleton(), vec![volume(VolumeKind::Cylinder)]).is_ok());
        assert!(refused(|v| v.joint = JointIndex(1)).contains("joint 1"));
        assert!(refused(|v| v.parent = Some(0)).contains("parent"));
        assert!(refused(|v| v.centre.x = f64::NAN).contains("finite"));
        assert!(refused(|v| v.length = f64::INFINITY).contains("finite"));
        assert!(refused(|v| v.length = -0.1).contains("positive"));
        assert!(refused(|v| v.radius = 0.0).contains("positive"));
        assert!(refused(|v| v.semi_axes[1] = f64::NAN).contains("positive"));
        assert!(refused(|v| v.axis = Vec3::x()).contains("right angles"));
        assert!(refused(|v| v.semi_directions[0] = Vec3::x() * 1.1).contains("right angles"));
    }

    #[test]
    fn contents_are_those_of_the_shapes() {
        let content = |kind| volume(kind).cubic_metres();
        // A forearm of 5 cm by 40 cm weighs 3304.9 g at 1.052 g/ml (Lyard 2008, section 4.7.1).
        assert!((content(VolumeKind::Cylinder) * 1.052e6 - 3304.9).abs() < 0.1);
        let ball = 4.0 / 3.0 * PI * 0.05_f64.powi(3);
        assert!((content(VolumeKind::Capsule) - content(VolumeKind::Cylinder) - ball).abs() < 1e-12);
        assert!((content(VolumeKind::Ellipsoid) - 4.0 / 3.0 * PI * 0.06 * 0.04 * 0.2).abs() < 1e-12);
        let body = Body::new(&skeleton(), vec![volume(VolumeKind::Cylinder)]).unwrap();
        assert_eq!(body.cubic_metres(), content(VolumeKind::Cylinder));
        assert_eq!(body.find("root"), Some(0));
        assert_eq!(body.of_role(Role::Head), None);
    }

    #[test]
    fn distances_are_those_to_the_surface() {
        let at = |kind, is_elliptic, x: f64, y: f64, z: f64| {
            volume(kind).distance(&Vec3::new(x, y, z), is_elliptic)
        };
        use VolumeKind::{Capsule, Cylinder, Ellipsoid};
        let cases = [
            (at(Cylinder, false, 0.07, 0.2, 0.0), 0.02),
            (at(Cylinder, false, 0.04, 0.2, 0.0), -0.01),
            (at(Cylinder, false, 0.0, 0.43, 0.0), 0.03),
            (at(Cylinder, false, 0.08, 0.44, 0.0), 0.05),
            (at(Cylinder, true, 0.0, 0.2, 0.05), 0.01),
            (at(Cylinder, false, 0.0, 0.2, 0.0), -0.05),
            (at(Capsule, false, 0.0, 0.48, 0.0), 0.03),
            (at(Capsule, false, 0.07, 0.3, 0.0), 0.02),
            (at(Ellipsoid, false, 0.0, 0.41, 0.0), 0.01),
            (at(Ellipsoid, false, 0.0, 0.2, 0.05), 0.01),
        ];
        for (case, (found, expected)) in cases.into_iter().enumerate() {
            assert!((found - expected).abs() < 1e-12, "{case}: {found} {expected}");
        }
    }
}
