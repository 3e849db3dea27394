//! Skins of a new file: geometry, skin and cluster objects, and the bind pose.

use super::create::{Space, add_model, degrees};
use super::tree::{Id, Tree, Value, record};
use crate::math::{Affine, Vec3};
use crate::model::Skin;

/// Adds a mesh node at the origin with its geometry and one cluster per joint that moves any point.
pub(super) fn add_skin(tree: &mut Tree, skin: &Skin, joints: &[Id], space: &Space) {
    let data = skin.data();
    let one = Vec3::repeat(1.0);
    let turn = degrees(&space.from_y_up, &Vec3::zeros());
    let model = add_model(tree, &data.name, "Mesh", Tree::ROOT, &[Vec3::zeros(), turn, one], 1);
    let geometry = tree.add("Geometry", &data.name, "Mesh", geometry_fields(skin, space));
    tree.connect(geometry, model);
    let deformer = tree.add("Deformer", &data.name, "Skin", vec![record("Version", vec![Value::I32(101)])]);
    tree.connect(deformer, geometry);
    let mut points: Vec<(Vec<i32>, Vec<f64>)> = vec![(Vec::new(), Vec::new()); data.slot_joints.len()];
    for vertex in 0..skin.vertex_count() {
        let (slots, weights) = skin.influences(vertex);
        for (&slot, &weight) in slots.iter().zip(weights) {
            points[slot as usize].0.push(vertex as i32);
            points[slot as usize].1.push(f64::from(weight));
        }
    }
    let mesh_world = Affine::from_trs(Vec3::zeros(), &space.from_y_up, &one);
    let mut pose = vec![(model, mesh_world)];
    for (slot, (indexes, weights)) in points.into_iter().enumerate() {
        if indexes.is_empty() {
            continue;
        }
        let bind = &data.inverse_binds[slot];
        let mesh_to_joint = Affine { linear: bind.linear, translation: bind.translation * space.per_metre };
        let joint_world = mesh_to_joint.inverse().map_or(mesh_world, |inverse| mesh_world * inverse);
        let joint = joints[data.slot_joints[slot].0];
        let fields = vec![
            record("Version", vec![Value::I32(100)]),
            record("UserData", vec!["".into(), "".into()]),
            record("Indexes", vec![Value::I32s(indexes)]),
            record("Weights", vec![Value::F64s(weights)]),
            record("Transform", vec![columns(&mesh_to_joint)]),
            record("TransformLink", vec![columns(&joint_world)]),
        ];
        let cluster = tree.add("Deformer", "", "Cluster", fields);
        tree.connect(cluster, deformer);
        tree.connect(joint, cluster);
        pose.push((joint, joint_world));
    }
    add_bind_pose(tree, &data.name, &pose);
}

fn geometry_fields(skin: &Skin, space: &Space) -> Vec<Value> {
    let data = skin.data();
    let vertices =
        data.positions.iter().flat_map(|p| [p.x, p.y, p.z]).map(|x| f64::from(x) * space.per_metre).collect();
    // The last corner of a polygon is stored as its complement.
    let corners = data.triangles.iter().flat_map(|t| [t[0] as i32, t[1] as i32, !(t[2] as i32)]).collect();
    let mut fields = vec![
        record("Vertices", vec![Value::F64s(vertices)]),
        record("PolygonVertexIndex", vec![Value::I32s(corners)]),
        record("GeometryVersion", vec![Value::I32(124)]),
    ];
    if !data.normals.is_empty() {
        let normals = data
            .triangles
            .iter()
            .flatten()
            .flat_map(|&corner| {
                let n = data.normals[corner as usize];
                [n.x, n.y, n.z]
            })
            .map(f64::from)
            .collect();
        let layer = vec![
            Value::I32(0),
            record("Version", vec![Value::I32(101)]),
            record("Name", vec!["".into()]),
            record("MappingInformationType", vec!["ByPolygonVertex".into()]),
            record("ReferenceInformationType", vec!["Direct".into()]),
            record("Normals", vec![Value::F64s(normals)]),
        ];
        fields.push(record("LayerElementNormal", layer));
        let element = vec![
            record("Type", vec!["LayerElementNormal".into()]),
            record("TypedIndex", vec![Value::I32(0)]),
        ];
        let layer =
            vec![Value::I32(0), record("Version", vec![Value::I32(100)]), record("LayerElement", element)];
        fields.push(record("Layer", layer));
    }
    fields
}

fn add_bind_pose(tree: &mut Tree, name: &str, pose: &[(Id, Affine)]) {
    let mut fields = vec![
        record("Type", vec!["BindPose".into()]),
        record("Version", vec![Value::I32(100)]),
        record("NbPoseNodes", vec![Value::I32(pose.len() as i32)]),
    ];
    for (node, matrix) in pose {
        let values = vec![record("Node", vec![(*node).into()]), record("Matrix", vec![columns(matrix)])];
        fields.push(record("PoseNode", values));
    }
    tree.add("Pose", name, "BindPose", fields);
}

/// Sixteen numbers, columns first.
fn columns(affine: &Affine) -> Value {
    let mut out = Vec::with_capacity(16);
    for column in 0..3 {
        out.extend(affine.linear.column(column).iter());
        out.push(0.0);
    }
    out.extend(affine.translation.iter());
    out.push(1.0);
    Value::F64s(out)
}
