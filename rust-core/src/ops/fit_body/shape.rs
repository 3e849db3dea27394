//! Size of one volume from its flesh: principal axes, offset and extent (docs/methods/body.md, 3).

use super::allocate::Flesh;
use super::average::{average_length, average_semi_axes, measured_factor};
use super::options::FitBodyOptions;
use crate::kinematics::body_layout::LayoutSegment;
use crate::math::Vec3;
use crate::math::volumes::perpendicular;
use crate::model::{Volume, VolumeKind, VolumeSource};
use nalgebra::Matrix3;

/// Fewer vertices tell no shape.
pub(super) const MIN_VERTICES: usize = 6;
/// A segment without vertices is this much of the one above.
const PARENT_SHARE: f64 = 0.8;
/// No volume is thinner: a flat mesh has no second semi-axis.
const MIN_RADIUS: f64 = 1e-4;

/// Cross-section and extent of one segment, whatever its kind.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fit {
    axis: Vec3,
    /// Along the axis from the start of the bone.
    extent: [f64; 2],
    semi_axes: [f64; 2],
    /// Of the larger semi-axis.
    direction: Vec3,
    offset: Vec3,
    source: VolumeSource,
}

/// `None` for too few vertices, or where the numbers tell nothing.
pub(super) fn fit_flesh(segment: &LayoutSegment, flesh: &Flesh) -> Option<Fit> {
    if flesh.points.len() < MIN_VERTICES {
        return None;
    }
    let weights = || flesh.points.iter().zip(&flesh.areas);
    let total: f64 = flesh.areas.iter().sum();
    if total <= 0.0 || !total.is_finite() {
        return None;
    }
    let mean = weights().map(|(point, area)| point * *area).sum::<Vec3>() / total;
    let axis = match segment.is_axis_guessed && segment.open[1] {
        true => {
            // Flesh that lies sideways, such as toes beside their joint, tells no direction.
            let towards = (mean - segment.start).try_normalize(1e-3);
            towards.filter(|way| way.dot(&segment.axis) > 0.5).unwrap_or(segment.axis)
        }
        false => segment.axis,
    };
    let scatter = weights().fold(Matrix3::zeros(), |sum: Matrix3<f64>, (point, area)| {
        let way = point - mean;
        sum + way * way.transpose() * *area
    });
    let (semi_axes, direction) = cross_section(&(scatter / total), &axis)?;
    let way = mean - segment.start;
    let along = flesh.points.iter().map(|point| (point - segment.start).dot(&axis));
    let (low, high) =
        along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let has_end = segment.length > 0.0 && !segment.is_axis_guessed;
    let mut extent = [
        if segment.open[0] { low } else { 0.0 },
        if segment.open[1] || !has_end { high } else { segment.length },
    ];
    if extent[1] - extent[0] < MIN_RADIUS {
        extent = [low, high.max(low + MIN_RADIUS)];
    }
    Some(Fit {
        axis,
        extent,
        semi_axes,
        direction,
        offset: way - axis * way.dot(&axis),
        source: VolumeSource::Mesh,
    })
}

/// The semi-axes of the ellipse whose outline has these variances. A circle has `r²/2` each; by length of the outline a flat
/// ellipse has less along its larger semi-axis than `A²/2`, which is what evenly spread angles would give.
fn semi_axes_of(variances: [f64; 2]) -> [f64; 2] {
    const STEPS: usize = 48;
    const ROUNDS: usize = 12;
    let mut axes = variances.map(|variance| (2.0 * variance).sqrt().max(MIN_RADIUS));
    for _ in 0..ROUNDS {
        let (mut outline, mut squares) = (0.0, [0.0; 2]);
        for step in 0..STEPS {
            let (sin, cos) = (std::f64::consts::FRAC_PI_2 * (step as f64 + 0.5) / STEPS as f64).sin_cos();
            let length = (axes[0] * sin).hypot(axes[1] * cos);
            outline += length;
            squares[0] += length * (axes[0] * cos).powi(2);
            squares[1] += length * (axes[1] * sin).powi(2);
        }
        for (axis, (square, variance)) in axes.iter_mut().zip(squares.iter().zip(variances)) {
            *axis = (*axis * (variance * outline / square).sqrt()).max(MIN_RADIUS);
        }
    }
    axes
}

/// Semi-axes, the larger first, and the direction of the larger; the principal axis that points most along the bone is left out.
fn cross_section(covariance: &Matrix3<f64>, axis: &Vec3) -> Option<([f64; 2], Vec3)> {
    if covariance.iter().any(|x| !x.is_finite()) {
        return None;
    }
    let eigen = covariance.symmetric_eigen();
    let along = (0..3).max_by(|&a, &b| {
        let dot = |i: usize| eigen.eigenvectors.column(i).dot(axis).abs();
        dot(a).total_cmp(&dot(b)).then(b.cmp(&a))
    })?;
    let mut across: Vec<(f64, Vec3)> = (0..3)
        .filter(|&i| i != along)
        .map(|i| (eigen.eigenvalues[i].max(0.0), eigen.eigenvectors.column(i).into_owned()))
        .collect();
    across.sort_by(|a, b| b.0.total_cmp(&a.0));
    let [(wide, direction), (narrow, other)] = [across[0], across[1]];
    let [wide, narrow] = semi_axes_of([wide, narrow]);
    if wide < MIN_RADIUS {
        return None;
    }
    let flat = |v: &Vec3| (v - axis * v.dot(axis)).try_normalize(1e-6);
    // The second axis across tells the first where that one leans fully along the bone.
    let direction =
        flat(&direction).or_else(|| Some(axis.cross(&flat(&other)?))).unwrap_or_else(|| perpendicular(axis));
    Some(([wide, narrow.max(MIN_RADIUS)], direction))
}

impl Fit {
    /// From the volume above.
    pub(super) fn below(segment: &LayoutSegment, parent: &Volume, height: f64) -> Self {
        let semi_axes = [PARENT_SHARE * parent.radius; 2];
        Self { semi_axes, source: VolumeSource::Parent, ..Self::average(segment, height) }
    }

    /// From average proportions.
    pub(super) fn average(segment: &LayoutSegment, height: f64) -> Self {
        let length = if segment.length > 0.0 { segment.length } else { average_length(segment.role, height) };
        let below = if segment.role == Some(crate::model::Role::Pelvis) { 0.05 * height } else { 0.0 };
        let semi_axes = average_semi_axes(segment.role, height, length);
        Self {
            axis: segment.axis,
            extent: [-below, length.max(MIN_RADIUS)],
            semi_axes,
            direction: segment.sideways,
            offset: Vec3::zeros(),
            source: VolumeSource::Proportions,
        }
    }

    /// As a volume of the kind asked for.
    pub(super) fn volume(self, segment: &LayoutSegment, options: &FitBodyOptions) -> Volume {
        let Self { axis, mut extent, semi_axes, direction, offset, source } = self;
        let factor = if options.measured_shares { measured_factor(segment.role, options.kind) } else { 1.0 };
        let semi_axes = semi_axes.map(|a| factor * a);
        let radius = (semi_axes[0] + semi_axes[1]) / 2.0;
        if options.kind == VolumeKind::Capsule {
            // Where flesh tells the end, the round end lies inside it.
            let room = (extent[1] - extent[0]) / 2.0;
            extent[0] += if segment.open[0] { radius.min(room) } else { 0.0 };
            extent[1] -= if segment.open[1] { radius.min(room) } else { 0.0 };
        }
        Volume {
            name: segment.name.clone(),
            role: segment.role,
            joint: segment.joint,
            parent: segment.parent,
            kind: options.kind,
            source,
            axis,
            centre: segment.start + axis * ((extent[0] + extent[1]) / 2.0) + offset,
            length: (extent[1] - extent[0]).max(0.0),
            radius,
            semi_axes,
            semi_directions: [direction, axis.cross(&direction)],
            offset,
        }
    }
}
