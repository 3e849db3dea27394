//! [`Rig`]: how an FBX node makes its local transform out of three animated vectors.
//!
//! `T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹` (FBX SDK, "Computing transformation matrices").
//! Pre- and post-rotation are always XYZ; XYZ means that x is applied first.

use crate::math::{Affine, EulerOrder, Quat, Vec3};

/// How a node takes over its parent's scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inherit {
    /// Matrix product (RSrs).
    Full,
    /// Scales multiply axis by axis and rotations apart from them (RrSs).
    Componentwise,
    /// The parent's own scale is left out (Rrs).
    IgnoreParent,
}

/// What stays fixed about a node's local transform.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rig {
    pub(super) order: EulerOrder,
    pub(super) pre: Quat,
    pub(super) post: Quat,
    pub(super) rotation_offset: Vec3,
    pub(super) rotation_pivot: Vec3,
    pub(super) scaling_offset: Vec3,
    pub(super) scaling_pivot: Vec3,
    pub(super) inherit: Inherit,
}

impl Default for Rig {
    fn default() -> Self {
        Self {
            order: EulerOrder::Zyx,
            pre: Quat::identity(),
            post: Quat::identity(),
            rotation_offset: Vec3::zeros(),
            rotation_pivot: Vec3::zeros(),
            scaling_offset: Vec3::zeros(),
            scaling_pivot: Vec3::zeros(),
            inherit: Inherit::Full,
        }
    }
}

/// Translation, rotation and scale relative to the parent, file units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Local {
    pub(super) translation: Vec3,
    pub(super) rotation: Quat,
    pub(super) scale: Vec3,
}

impl Rig {
    /// The local transform for animated values: `Lcl Translation`, `Lcl Rotation` in degrees, `Lcl Scaling`.
    pub(super) fn local(&self, lcl_translation: &Vec3, lcl_rotation: &Vec3, lcl_scaling: &Vec3) -> Local {
        let rotation = self.pre * rotation_from_degrees(self.order, lcl_rotation) * self.post.inverse();
        let shift = self.shift(&rotation, lcl_scaling);
        Local { translation: lcl_translation + shift, rotation, scale: *lcl_scaling }
    }

    /// What offsets and pivots add to the translation.
    fn shift(&self, rotation: &Quat, scaling: &Vec3) -> Vec3 {
        let inner = self.scaling_offset + self.scaling_pivot
            - scaling.component_mul(&self.scaling_pivot)
            - self.rotation_pivot;
        self.rotation_offset + self.rotation_pivot + rotation * inner
    }

    /// Whether the translation depends on rotation or scale.
    pub(super) fn has_pivots(&self) -> bool {
        let zero = Vec3::zeros();
        self.rotation_pivot != zero || self.scaling_offset != zero || self.scaling_pivot != zero
    }

    /// The `Lcl Translation` that gives this local transform.
    pub(super) fn lcl_translation(&self, local: &Local) -> Vec3 {
        local.translation - self.shift(&local.rotation, &local.scale)
    }

    /// The `Lcl Rotation` in degrees that gives this local rotation, of the equal triples the one nearest to `near`.
    pub(super) fn lcl_rotation(&self, rotation: &Quat, near: &Vec3) -> Vec3 {
        degrees_near(self.order, &(self.pre.inverse() * rotation * self.post), near)
    }
}

/// The rotation of Euler angles in degrees, x y z, in that order.
pub(super) fn rotation_from_degrees(order: EulerOrder, degrees: &Vec3) -> Quat {
    order.to_rotation(order.axes().map(|axis| degrees[axis].to_radians()))
}

/// Euler angles in degrees, x y z, of the equal triples the one nearest to `near`.
pub(super) fn degrees_near(order: EulerOrder, rotation: &Quat, near: &Vec3) -> Vec3 {
    let axes = order.axes();
    let angles = order.to_angles_near(rotation, axes.map(|axis| near[axis].to_radians()));
    let mut out = Vec3::zeros();
    for (axis, angle) in axes.into_iter().zip(angles) {
        out[axis] = angle.to_degrees();
    }
    out
}

/// The order of FBX's `RotationOrder`, which names the axes first applied first; `None` for spheric and unknown ones.
pub(super) fn order_from_fbx(value: i64) -> Option<EulerOrder> {
    Some(match value {
        0 => EulerOrder::Zyx,
        1 => EulerOrder::Yzx,
        2 => EulerOrder::Xzy,
        3 => EulerOrder::Zxy,
        4 => EulerOrder::Yxz,
        5 => EulerOrder::Xyz,
        _ => return None,
    })
}

/// A node's place in the world, with what children need that do not take over its scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct World {
    pub(super) matrix: Affine,
    /// Without the node's own scale.
    unscaled: Affine,
    /// The scale that RrSs children multiply theirs with.
    inherit_scale: Vec3,
    /// The scale that the node itself took over; what an Rrs child takes.
    taken_scale: Vec3,
}

impl World {
    /// Where nodes without a parent stand.
    pub(super) fn origin() -> Self {
        Self {
            matrix: Affine::identity(),
            unscaled: Affine::identity(),
            inherit_scale: Vec3::repeat(1.0),
            taken_scale: Vec3::repeat(1.0),
        }
    }

    /// The world transform of a child of `self`.
    pub(super) fn child(&self, local: &Local, inherit: Inherit) -> Self {
        let one = Vec3::repeat(1.0);
        if inherit == Inherit::Full {
            return Self {
                matrix: self.matrix * Affine::from_trs(local.translation, &local.rotation, &local.scale),
                unscaled: self.matrix * Affine::from_trs(local.translation, &local.rotation, &one),
                inherit_scale: local.scale,
                taken_scale: one,
            };
        }
        let taken_scale =
            if inherit == Inherit::Componentwise { self.inherit_scale } else { self.taken_scale };
        let scale = local.scale.component_mul(&taken_scale);
        let translation = local.translation.component_mul(&self.inherit_scale);
        Self {
            matrix: self.unscaled * Affine::from_trs(translation, &local.rotation, &scale),
            unscaled: self.unscaled * Affine::from_trs(translation, &local.rotation, &one),
            inherit_scale: scale,
            taken_scale,
        }
    }

    /// The size of the world transform without the node's own scale.
    pub(super) fn unscaled_scale(&self) -> f64 {
        self.unscaled.linear.determinant().abs().cbrt()
    }

    /// The local transform with which a child of `self` comes to stand at `matrix`; `None` where a scale is zero.
    pub(super) fn local_of_child(&self, matrix: &Affine, inherit: Inherit) -> Option<Local> {
        if inherit == Inherit::Full {
            let (translation, rotation, scale) = (self.matrix.inverse()? * *matrix).to_trs();
            return Some(Local { translation, rotation, scale });
        }
        let (translation, rotation, scale) = (self.unscaled.inverse()? * *matrix).to_trs();
        let taken = self.scale_for(inherit);
        let is_invertible = |v: &Vec3| v.iter().all(|x| x.abs() > 1e-12);
        (is_invertible(&taken) && is_invertible(&self.inherit_scale)).then(|| Local {
            translation: translation.component_div(&self.inherit_scale),
            rotation,
            scale: scale.component_div(&taken),
        })
    }

    /// The scale a child's own is multiplied with by this kind of inheritance.
    pub(super) fn scale_for(&self, inherit: Inherit) -> Vec3 {
        match inherit {
            Inherit::Full => Vec3::repeat(1.0),
            Inherit::Componentwise => self.inherit_scale,
            Inherit::IgnoreParent => self.taken_scale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(quat: &Quat) -> Affine {
        Affine::from_trs(Vec3::zeros(), quat, &Vec3::repeat(1.0))
    }

    fn shift(v: Vec3) -> Affine {
        Affine::from_trs(v, &Quat::identity(), &Vec3::repeat(1.0))
    }

    fn about(axis: usize, degrees: f64) -> Affine {
        let mut v = Vec3::zeros();
        v[axis] = degrees.to_radians();
        matrix(&Quat::from_scaled_axis(v))
    }

    fn rig() -> Rig {
        Rig {
            order: EulerOrder::Xzy,
            pre: rotation_from_degrees(EulerOrder::Zyx, &Vec3::new(10.0, -20.0, 30.0)),
            post: rotation_from_degrees(EulerOrder::Zyx, &Vec3::new(-5.0, 15.0, 25.0)),
            rotation_offset: Vec3::new(1.0, 2.0, 3.0),
            rotation_pivot: Vec3::new(-1.0, 0.5, 0.25),
            scaling_offset: Vec3::new(0.1, 0.2, -0.3),
            scaling_pivot: Vec3::new(2.0, -1.0, 0.5),
            inherit: Inherit::Full,
        }
    }

    #[test]
    fn local_is_the_product_of_the_eleven_matrices() {
        let rig = rig();
        let (t, r, s) = (Vec3::new(4.0, 5.0, 6.0), Vec3::new(40.0, 50.0, -60.0), Vec3::new(1.5, 0.5, 2.0));
        let scale = Affine::from_trs(Vec3::zeros(), &Quat::identity(), &s);
        // YZX: y first, so it stands rightmost.
        let rotation = about(0, r.x) * about(2, r.z) * about(1, r.y);
        let post = about(2, 25.0) * about(1, 15.0) * about(0, -5.0);
        let expected = shift(t)
            * shift(rig.rotation_offset)
            * shift(rig.rotation_pivot)
            * about(2, 30.0)
            * about(1, -20.0)
            * about(0, 10.0)
            * rotation
            * post.inverse().unwrap()
            * shift(-rig.rotation_pivot)
            * shift(rig.scaling_offset)
            * shift(rig.scaling_pivot)
            * scale
            * shift(-rig.scaling_pivot);
        let local = rig.local(&t, &r, &s);
        let got = Affine::from_trs(local.translation, &local.rotation, &local.scale);
        assert!((got.linear - expected.linear).abs().max() < 1e-12);
        assert!((got.translation - expected.translation).norm() < 1e-12);
        assert!((rig.lcl_translation(&local) - t).norm() < 1e-12);
        assert!((rig.lcl_rotation(&local.rotation, &r) - r).norm() < 1e-9);
    }

    #[test]
    fn inherit_types_treat_a_stretched_parent_differently() {
        let parent_local =
            Local { translation: Vec3::zeros(), rotation: Quat::identity(), scale: Vec3::new(1.0, 2.0, 1.0) };
        let parent = World::origin().child(&parent_local, Inherit::Full);
        let quarter = Quat::from_scaled_axis(Vec3::new(0.0, 0.0, std::f64::consts::FRAC_PI_2));
        let child = Local { translation: Vec3::y(), rotation: quarter, scale: Vec3::repeat(1.0) };
        let x_axis = |inherit| {
            let world = parent.child(&child, inherit);
            assert!((world.matrix.translation - Vec3::new(0.0, 2.0, 0.0)).norm() < 1e-12, "{inherit:?}");
            world.matrix.linear.column(0).norm()
        };
        assert!((x_axis(Inherit::Full) - 2.0).abs() < 1e-12);
        assert!((x_axis(Inherit::Componentwise) - 1.0).abs() < 1e-12);
        assert!((x_axis(Inherit::IgnoreParent) - 1.0).abs() < 1e-12);
        let componentwise = parent.child(&child, Inherit::Componentwise).matrix;
        assert!((componentwise.linear.column(1).norm() - 2.0).abs() < 1e-12);
    }
}
