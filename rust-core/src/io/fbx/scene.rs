//! [`Scene`]: what we need of an FBX file, the same for all variants: nodes, animation, skins.

use super::curves::{Curve, read_curve};
use super::records::{Checked, NodeId, Records};
use super::skin::SkinnedMesh;
use super::transform::Rig;
use crate::io::document::{Note, UpAxis};
use crate::io::extras::Extras;
use crate::math::{Affine, Quat, Vec3};
use nalgebra::Matrix3;
use std::collections::HashMap;

/// Ticks per second of FBX time before version 8.
pub(super) const TICKS_PER_SECOND: i64 = 46_186_158_000;

/// The animated vectors of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Property {
    Translation,
    Rotation,
    Scaling,
}

impl Property {
    pub(super) const ALL: [Property; 3] = [Property::Translation, Property::Rotation, Property::Scaling];

    pub(super) fn fbx_name(self) -> &'static str {
        match self {
            Property::Translation => "Lcl Translation",
            Property::Rotation => "Lcl Rotation",
            Property::Scaling => "Lcl Scaling",
        }
    }

    pub(super) fn from_fbx_name(name: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.fbx_name().as_bytes() == name)
    }
}

/// What a node stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A joint by its own words.
    Limb,
    /// A group or locator.
    Null,
    /// Mesh, camera, light and the like.
    Other,
}

/// A node (FBX: Model).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) parent: Option<usize>,
    pub(super) rig: Rig,
    /// Unanimated `Lcl Translation`, `Lcl Rotation` (degrees) and `Lcl Scaling`.
    pub(super) lcl: [Vec3; 3],
    /// Applied to the node's mesh only.
    pub(super) geometric: Affine,
}

impl Node {
    pub(super) fn lcl(&self, property: Property) -> Vec3 {
        self.lcl[property as usize]
    }
}

/// Index of a curve in [`Scene::curves`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct CurveIndex(pub(super) usize);

/// Three curves that drive a property on one layer (FBX: AnimationCurveNode).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Channels {
    pub(super) id: i64,
    /// Values where there is no curve.
    pub(super) defaults: Vec3,
    pub(super) curves: [Option<CurveIndex>; 3],
}

/// How a layer joins those below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blend {
    Add,
    Replace,
    /// Weighted mean with what is below.
    Mix,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Layer {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) blend: Blend,
    /// 0 to 1.
    pub(super) weight: f64,
    /// In percent; overrides `weight`.
    pub(super) weight_curve: Option<CurveIndex>,
    /// Rotations are joined as rotations, not angle by angle.
    pub(super) composes_rotation: bool,
    /// Scales are joined by products, not sums.
    pub(super) composes_scale: bool,
    pub(super) channels: HashMap<(usize, Property), Channels>,
}

/// A clip as the file has it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stack {
    pub(super) id: i64,
    pub(super) name: String,
    /// First and last tick as the file says.
    pub(super) span: Option<(i64, i64)>,
    /// Bottom first.
    pub(super) layers: Vec<Layer>,
}

/// Axes, unit and rate.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Settings {
    /// From the file's axes to right-handed, Y up.
    pub(super) to_y_up: Quat,
    pub(super) up_axis: UpAxis,
    pub(super) unit_metres: f64,
    pub(super) frame_rate: f64,
    pub(super) ticks_per_second: i64,
}

/// Where a curve's keys are.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum CurveSource {
    /// In a record, read when needed: a file's curves together can be far larger than one clip.
    Record {
        id: i64,
        node: NodeId,
    },
    Loaded(Curve),
}

/// Where a skinned mesh is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum MeshSource {
    Record { geometry: NodeId, node: usize, clusters: Vec<(NodeId, usize)> },
    Loaded(SkinnedMesh),
}

impl MeshSource {
    /// Nodes that the mesh follows.
    pub(super) fn links(&self) -> Vec<usize> {
        match self {
            MeshSource::Record { clusters, .. } => clusters.iter().map(|&(_, node)| node).collect(),
            MeshSource::Loaded(mesh) => mesh.clusters.iter().map(|c| c.node).collect(),
        }
    }
}

/// What matters of an FBX file.
#[derive(Debug)]
pub(super) struct Scene<'r, 'a> {
    pub(super) records: Option<&'r Records<'a>>,
    pub(super) settings: Settings,
    pub(super) nodes: Vec<Node>,
    pub(super) stacks: Vec<Stack>,
    pub(super) curves: Vec<CurveSource>,
    pub(super) meshes: Vec<MeshSource>,
    pub(super) notes: Vec<Note>,
    pub(super) extras: Extras,
}

impl Scene<'_, '_> {
    /// The keys of a curve.
    ///
    /// # Errors
    /// [`Malformed`] for the record it is read from.
    pub(super) fn curve(&self, index: CurveIndex) -> Checked<Curve> {
        match (&self.curves[index.0], self.records) {
            (CurveSource::Loaded(curve), _) => Ok(curve.clone()),
            (CurveSource::Record { node, .. }, Some(records)) => {
                read_curve(records, *node, self.settings.ticks_per_second as f64)
            }
            (CurveSource::Record { .. }, None) => Ok(Curve::default()),
        }
    }

    /// The node and everything above it, nearest first.
    pub(super) fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |&n| self.nodes[n].parent)
    }

    /// Whether any stack animates that property of the node.
    pub(super) fn is_animated(&self, node: usize, property: Property) -> bool {
        self.stacks.iter().flat_map(|s| &s.layers).any(|l| l.channels.contains_key(&(node, property)))
    }

    /// The first node of a ring of parents, if there is one.
    pub(super) fn find_ring(&self) -> Option<usize> {
        // 0 unseen, 1 on the current path, 2 known to reach the top.
        let mut state = vec![0u8; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let mut path = Vec::new();
            let mut at = Some(start);
            while let Some(node) = at {
                match state[node] {
                    1 => return Some(node),
                    2 => break,
                    _ => {}
                }
                state[node] = 1;
                path.push(node);
                at = self.nodes[node].parent;
            }
            path.into_iter().for_each(|node| state[node] = 2);
        }
        None
    }
}

/// The turn from a file's axes to right-handed, Y up, and the axis that is up. `axes` are right (coord), up and
/// front, each 0 to 2 with its sign; `None` if they are not three different axes of a right-handed system.
pub(super) fn axes_to_y_up(axes: [(i64, i64); 3]) -> Option<(Quat, UpAxis)> {
    let mut matrix = Matrix3::zeros();
    for (row, (axis, sign)) in axes.into_iter().enumerate() {
        let column = usize::try_from(axis).ok().filter(|&a| a < 3)?;
        matrix[(row, column)] = if sign < 0 { -1.0 } else { 1.0 };
    }
    if matrix.determinant() < 0.5 {
        return None;
    }
    let up = UpAxis::from_number(axes[1].0 as usize, axes[1].1 < 0)?;
    let rotation = nalgebra::Rotation3::from_matrix_unchecked(matrix);
    Some((Quat::from_rotation_matrix(&rotation), up))
}

/// Frames per second of FBX's `TimeMode`.
pub(super) fn frame_rate(time_mode: i64, custom: Option<f64>) -> f64 {
    match time_mode {
        1 => 120.0,
        2 => 100.0,
        3 => 60.0,
        4 => 50.0,
        5 => 48.0,
        8 | 9 => 30000.0 / 1001.0,
        10 => 25.0,
        11 => 24.0,
        12 => 1000.0,
        13 => 24000.0 / 1001.0,
        14 => custom.filter(|rate| rate.is_finite() && *rate > 0.0).unwrap_or(24.0),
        15 => 96.0,
        16 => 72.0,
        17 => 60000.0 / 1001.0,
        _ => 30.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_of_known_programs_come_out_upright() {
        let (q, up) = axes_to_y_up([(0, 1), (1, 1), (2, 1)]).unwrap();
        assert!(q.angle() < 1e-9 && up == UpAxis::Y);
        // 3ds Max: Z up, front −Y.
        let (q, up) = axes_to_y_up([(0, 1), (2, 1), (1, -1)]).unwrap();
        assert!(q.angle_to(&UpAxis::Z.to_y_up()) < 1e-9 && up == UpAxis::Z);
        assert!((q * Vec3::z() - Vec3::y()).norm() < 1e-12);
        assert!(axes_to_y_up([(0, 1), (1, 1), (2, -1)]).is_none(), "left-handed");
        assert!(axes_to_y_up([(0, 1), (0, 1), (2, 1)]).is_none(), "twice the same");
        assert!(axes_to_y_up([(0, 1), (3, 1), (2, 1)]).is_none(), "no such axis");
    }
}
