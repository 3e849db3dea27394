//! [`MassModel`]: how heavy each part of a character is, and where. [`Load`]: something that it carries.

use super::{JointIndex, Skeleton};
use crate::error::{Error, Result};
use crate::math::Vec3;
use nalgebra::Matrix3;

choices! {
    /// What the masses of a [`MassModel`] follow from.
    pub enum MassSource {
        /// The mesh where there is one, else the table.
        Auto = "auto", "Automatic";
        /// The volume of the mesh, shared among the joints by the skin weights, times the density of each part.
        Mesh = "mesh", "Mesh";
        /// The average adult, by the roles of the joints.
        Table = "table", "Table";
        /// One cylinder per segment, fitted to the mesh.
        Cylinders = "cylinders", "Cylinders";
        /// One ellipsoid per segment, fitted to the mesh.
        Ellipsoids = "ellipsoids", "Ellipsoids";
    }
}

/// A lighter body than any skeleton has, kilograms; below it divisions overflow.
const LEAST_TOTAL: f64 = 1e-12;
/// Files round their numbers: so much of the inertia may be missing.
const ROUNDED: f64 = 1e-3;

/// A rigid part of the body. Its places are in the joint's frame, turned but not scaled with it.
#[derive(Debug, Clone, PartialEq)]
pub struct MassSegment {
    /// The segment's name, such as `left_forearm`.
    pub name: String,
    /// The joint that it moves with.
    pub joint: JointIndex,
    /// Kilograms.
    pub mass: f64,
    /// Its centre of mass, metres.
    pub centre: Vec3,
    /// Its inertia about that centre, kg·m².
    pub inertia: Matrix3<f64>,
}

/// The masses of a character.
///
/// ```
/// use surefoot::math::Vec3;
/// use surefoot::model::{Joint, JointIndex, MassModel, MassSegment, Skeleton};
///
/// let skeleton = Skeleton::new(vec![Joint::new("root", None, Vec3::zeros())], vec![])?;
/// let ball = MassSegment {
///     name: "ball".into(),
///     joint: JointIndex(0),
///     mass: 2.0,
///     centre: Vec3::zeros(),
///     inertia: nalgebra::Matrix3::identity() * 0.01,
/// };
/// assert_eq!(MassModel::new(&skeleton, vec![ball])?.total(), 2.0);
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct MassModel {
    segments: Vec<MassSegment>,
}

impl MassModel {
    /// The heaviest segment that is believed, kilograms.
    pub const MAX_MASS: f64 = 100_000.0;
    /// The farthest that a segment's or a load's centre is believed to be from its joint, metres.
    pub const MAX_OFFSET: f64 = 100.0;

    /// Checks and keeps the segments.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a joint that the skeleton lacks, a mass below 0 or above [`Self::MAX_MASS`], a centre farther off than
    /// [`Self::MAX_OFFSET`], numbers that are not finite, an inertia that no body has, or a total mass of 0.
    pub fn new(skeleton: &Skeleton, segments: Vec<MassSegment>) -> Result<Self> {
        for segment in &segments {
            segment.check(skeleton)?;
        }
        Self::of_body(segments)
    }

    /// Segments that were derived from a body of any size, or from a checked model.
    pub(crate) fn of_body(segments: Vec<MassSegment>) -> Result<Self> {
        let model = Self { segments };
        let total = model.total();
        if total.is_finite() && total >= LEAST_TOTAL {
            return Ok(model);
        }
        Err(Error::invalid("masses", format!("the total mass is {total} kg; a body needs some")))
    }

    /// The segments.
    pub fn segments(&self) -> &[MassSegment] {
        &self.segments
    }

    /// Kilograms.
    pub fn total(&self) -> f64 {
        self.segments.iter().map(|segment| segment.mass).sum()
    }

    /// The same distribution with another total.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the total is not above 0.
    pub fn with_total(mut self, kilograms: f64) -> Result<Self> {
        if !(kilograms.is_finite() && kilograms > 0.0) {
            return Err(Error::invalid("mass", format!("{kilograms} kg; it must be above 0")));
        }
        let factor = kilograms / self.total();
        for segment in &mut self.segments {
            segment.mass *= factor;
            segment.inertia *= factor;
        }
        Ok(self)
    }

    /// The same body with what it carries: each load is one more segment.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a joint that the skeleton lacks, for a load below 0 kg or beyond [`Load::MAX`], and for one farther from its joint
    /// than [`Self::MAX_OFFSET`].
    pub fn with_loads(mut self, skeleton: &Skeleton, loads: &[Load]) -> Result<Self> {
        for load in loads {
            let segment = load.segment(skeleton)?;
            self.segments.push(segment);
        }
        Ok(self)
    }

    /// Refuses a skeleton without the joints that the segments hang from. Operations ask this first.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first such joint.
    pub fn check_skeleton(&self, skeleton: &Skeleton) -> Result<()> {
        self.segments.iter().try_for_each(|segment| segment.check_joint(skeleton))
    }
}

impl MassSegment {
    fn check_joint(&self, skeleton: &Skeleton) -> Result<()> {
        if self.joint.0 < skeleton.joint_count() {
            return Ok(());
        }
        let text =
            format!("refers to joint {}, but the skeleton has {}", self.joint.0, skeleton.joint_count());
        Err(self.invalid(text))
    }

    fn check(&self, skeleton: &Skeleton) -> Result<()> {
        self.check_joint(skeleton)?;
        if !(0.0..=MassModel::MAX_MASS).contains(&self.mass) {
            let text = format!("{} kg; a mass is 0 to {}", self.mass, MassModel::MAX_MASS);
            return Err(self.invalid(text));
        }
        if !self.centre.iter().chain(self.inertia.iter()).all(|x| x.is_finite()) {
            return Err(self.invalid("centre and inertia must be finite".into()));
        }
        if self.centre.amax() > MassModel::MAX_OFFSET {
            let text = format!(
                "its centre {:?} is more than {} m from its joint",
                self.centre.as_slice(),
                MassModel::MAX_OFFSET
            );
            return Err(self.invalid(text));
        }
        let size = self.inertia.abs().max();
        if size > MassModel::MAX_MASS * MassModel::MAX_OFFSET.powi(2) {
            return Err(self.invalid(format!("its inertia {size} kg·m² is that of no body")));
        }
        let is_symmetric = (self.inertia - self.inertia.transpose()).abs().max() <= 1e-9 * size;
        let axes = self.inertia.symmetric_eigenvalues();
        if !is_symmetric || axes.min() < -1e-9 * size {
            return Err(self.invalid("its inertia must be symmetric, with no negative axis".into()));
        }
        // What lies off one axis lies off one of the two others, too.
        if axes.max() > (axes.sum() - axes.max()) + ROUNDED * size {
            let text = "no axis of its inertia may be larger than both others together; no body has that";
            return Err(self.invalid(text.into()));
        }
        Ok(())
    }

    fn invalid(&self, text: String) -> Error {
        Error::invalid(format!("mass of '{}'", self.name), text)
    }
}

/// Something that a character carries: a suitcase, a sword, a backpack.
///
/// ```
/// use surefoot::math::Vec3;
/// use surefoot::model::Load;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
///
/// let suitcase = Load::new(&skeleton, "right_hand", 8.9)?;
/// assert_eq!(suitcase.offset, Vec3::zeros());
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Load {
    /// The joint that carries it.
    pub joint: JointIndex,
    /// Kilograms.
    pub mass: f64,
    /// Its centre in the joint's frame, metres.
    pub offset: Vec3,
}

impl Load {
    /// The heaviest load that is believed, kilograms.
    pub const MAX: f64 = 10_000.0;

    /// A load at a joint, by the joint's name or its role (`right_hand`).
    ///
    /// # Errors
    /// [`Error::UnknownJoint`] for a joint that the skeleton does not have.
    pub fn new(skeleton: &Skeleton, joint: &str, mass: f64) -> Result<Self> {
        Ok(Self { joint: joint_named(skeleton, joint)?, mass, offset: Vec3::zeros() })
    }

    fn segment(&self, skeleton: &Skeleton) -> Result<MassSegment> {
        let Self { joint, mass, offset } = *self;
        if joint.0 >= skeleton.joint_count() {
            let text = format!("is on joint {}, but the skeleton has {}", joint.0, skeleton.joint_count());
            return Err(Error::invalid("load", text));
        }
        let name = format!("load on {}", skeleton.name(joint));
        if !(0.0..=Self::MAX).contains(&mass) {
            return Err(Error::invalid(name, format!("{mass} kg; a load has 0 to {}", Self::MAX)));
        }
        if !offset.iter().all(|x| x.is_finite()) {
            return Err(Error::invalid(name, format!("its offset {:?} must be finite", offset.as_slice())));
        }
        if offset.amax() > MassModel::MAX_OFFSET {
            let text = format!("its offset {:?} is more than {} m", offset.as_slice(), MassModel::MAX_OFFSET);
            return Err(Error::invalid(name, text));
        }
        Ok(MassSegment { name, joint, mass, centre: offset, inertia: Matrix3::zeros() })
    }
}

/// A joint by its role (`right_hand`) or its name.
pub(crate) fn joint_named(skeleton: &Skeleton, name: &str) -> Result<JointIndex> {
    let role = super::Role::from_name(name).and_then(|role| skeleton.roles().joint(role));
    role.map_or_else(|| skeleton.find(name), Ok)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Joint;

    fn skeleton() -> Skeleton {
        Skeleton::new(vec![Joint::new("root", None, Vec3::zeros())], vec![]).unwrap()
    }

    fn ball() -> MassSegment {
        MassSegment {
            name: "ball".into(),
            joint: JointIndex(0),
            mass: 2.0,
            centre: Vec3::y(),
            inertia: Matrix3::identity() * 0.01,
        }
    }

    #[test]
    fn every_broken_invariant_is_named() {
        let refused = |change: fn(&mut MassSegment)| {
            let mut broken = ball();
            change(&mut broken);
            MassModel::new(&skeleton(), vec![broken]).unwrap_err().to_string()
        };
        assert!(refused(|s| s.joint = JointIndex(3)).contains("joint 3"));
        assert!(refused(|s| s.mass = -1.0).contains("-1 kg"));
        assert!(refused(|s| s.mass = f64::NAN).contains("NaN"));
        assert!(refused(|s| s.mass = 0.0).contains("total"));
        assert!(refused(|s| s.centre.x = f64::INFINITY).contains("finite"));
        assert!(refused(|s| s.inertia[(0, 1)] = 0.1).contains("symmetric"));
        assert!(refused(|s| s.inertia[(0, 0)] = -0.1).contains("negative"));
        assert!(MassModel::new(&skeleton(), vec![]).is_err());
        assert!(refused(|s| s.mass = 1e308).contains("kg; a mass is 0 to 100000"));
        assert!(refused(|s| s.mass = 1e-320).contains("total"));
        assert!(refused(|s| s.centre.x = 1e200).contains("100 m"));
        assert!(refused(|s| s.inertia = Matrix3::identity() * 1e11).contains("kg·m²"));
        assert!(
            refused(|s| s.inertia = Matrix3::from_diagonal(&Vec3::new(5.0, 0.1, 0.1)))
                .contains("both others")
        );
        // A rod is thin: what it has about two axes is the same, and about its own nothing.
        let mut rod = ball();
        rod.inertia = Matrix3::from_diagonal(&Vec3::new(0.2, 0.0, 0.2));
        assert!(MassModel::new(&skeleton(), vec![rod]).is_ok());
    }

    #[test]
    fn loads_are_segments_and_totals_scale() {
        let model = MassModel::new(&skeleton(), vec![ball()]).unwrap().with_total(10.0).unwrap();
        assert!((model.total() - 10.0).abs() < 1e-12);
        assert!((model.segments()[0].inertia[(0, 0)] - 0.05).abs() < 1e-12);
        let load = Load { joint: JointIndex(0), mass: 3.0, offset: Vec3::x() };
        let loaded = model.clone().with_loads(&skeleton(), &[load]).unwrap();
        assert!((loaded.total() - 13.0).abs() < 1e-12);
        for mass in [-1.0, f64::NAN, 1e9] {
            assert!(model.clone().with_loads(&skeleton(), &[Load { mass, ..load }]).is_err(), "{mass}");
        }
        let refused = |load: Load| model.clone().with_loads(&skeleton(), &[load]).unwrap_err().to_string();
        assert!(refused(Load { joint: JointIndex(9), ..load }).contains("joint 9"));
        assert!(refused(Load { offset: Vec3::new(0.0, f64::NAN, 0.0), ..load }).contains("offset"));
        assert!(refused(Load { offset: Vec3::x() * 1e300, ..load }).contains("100 m"));
        assert!(refused(Load { mass: -1.0, ..load }).contains("load on root"));
        for mass in [0.0, -2.0, f64::NAN] {
            assert!(model.clone().with_total(mass).is_err());
        }
    }
}
