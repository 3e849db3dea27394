//! Collada files: counts, pairs, joints by name, the bind shape, animation, files that are broken on purpose.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use nalgebra::{Matrix4, Point3, Vector3};
use std::fmt::Write;
use std::path::Path;
use surefoot::io::{
    Convention, Document, Format, NewFile, ReadOptions, encode_edited, encode_new, read_bytes,
};
use surefoot::kinematics::{SkinnedFrame, Skinner, world_poses};
use surefoot::math::Vec3;
use surefoot::{Error, Result};

fn read(text: &str) -> Result<Document> {
    read_bytes(Path::new("hero.dae"), text.as_bytes(), &ReadOptions::default())
}

fn source(id: &str, kind: &str, stride: usize, values: &[String]) -> String {
    format!(
        r##"<source id="{id}"><{kind} id="{id}-a" count="{}">{}</{kind}><technique_common>
        <accessor source="#{id}-a" count="{}" stride="{stride}"/></technique_common></source>"##,
        values.len(),
        values.join(" "),
        values.len() / stride
    )
}

fn numbers(values: impl IntoIterator<Item = f64>) -> Vec<String> {
    values.into_iter().map(|v| v.to_string()).collect()
}

/// A chain of joints up the y axis with a strip of skin around it: what an exporter writes, in centimetres.
#[derive(Clone)]
struct Hero {
    joints: usize,
    vertices: usize,
    bind_shape: Matrix4<f64>,
    /// Joints of each vertex.
    influences: fn(usize, usize) -> Vec<(usize, f64)>,
    joint_names: fn(usize) -> String,
    animation: String,
    weights_order: [usize; 2],
}

const STEP: f64 = 10.0;

impl Hero {
    fn new(joints: usize, vertices: usize) -> Self {
        Self {
            joints,
            vertices,
            bind_shape: Matrix4::identity(),
            influences: |v, joints| vec![(v % joints, 1.0)],
            joint_names: |j| format!("bone{j}"),
            animation: String::new(),
            weights_order: [0, 1],
        }
    }

    fn place(&self, v: usize) -> [f64; 3] {
        [(v % 3) as f64, STEP * (v % self.joints) as f64 + 2.0, (v % 5) as f64]
    }

    fn text(&self) -> String {
        let joint_names: Vec<String> = (0..self.joints).map(self.joint_names).collect();
        let binds = (0..self.joints).flat_map(|j| {
            let inverse = Matrix4::new_translation(&Vector3::new(0.0, -STEP * j as f64, 0.0));
            inverse.transpose().as_slice().to_vec()
        });
        let all: Vec<Vec<(usize, f64)>> =
            (0..self.vertices).map(|v| (self.influences)(v, self.joints)).collect();
        let weights: Vec<f64> = all.iter().flatten().map(|pair| pair.1).collect();
        let mut pairs = Vec::new();
        for (weight, (joint, _)) in all.iter().flatten().enumerate() {
            let mut pair = [0; 2];
            (pair[self.weights_order[0]], pair[self.weights_order[1]]) = (*joint, weight);
            pairs.extend(pair.map(|x| x.to_string()));
        }
        let counts: Vec<String> = all.iter().map(|v| v.len().to_string()).collect();
        let corners: Vec<String> =
            (0..self.vertices / 3 * 3).flat_map(|c| [c.to_string(), "0".into()]).collect();
        let places = numbers((0..self.vertices).flat_map(|v| self.place(v)));
        let mut nodes = String::new();
        for j in 0..self.joints {
            let y = if j == 0 { 0.0 } else { STEP };
            write!(
                nodes,
                r#"<node id="id{j}" sid="bone{j}" name="bone{j}" type="JOINT"><translate sid="t">0 {y} 0</translate>
                <rotate sid="rz">0 0 1 0</rotate>"#
            )
            .unwrap();
        }
        nodes.push_str(&"</node>".repeat(self.joints));
        let shape = numbers(self.bind_shape.transpose().as_slice().to_vec()).join(" ");
        let [joint_at, weight_at] = self.weights_order;
        format!(
            r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="geo"><mesh>{}
<vertices id="verts"><input semantic="POSITION" source="#pos"/></vertices>
<triangles count="{}"><input semantic="VERTEX" source="#verts" offset="0"/><input semantic="NORMAL" source="#pos" offset="1"/>
<p>{}</p></triangles></mesh></geometry></library_geometries>
<library_controllers><controller id="ctrl" name="coat"><skin source="#geo"><bind_shape_matrix>{shape}</bind_shape_matrix>{}{}{}
<joints><input semantic="JOINT" source="#names"/><input semantic="INV_BIND_MATRIX" source="#binds"/></joints>
<vertex_weights count="{}"><input semantic="JOINT" source="#names" offset="{joint_at}"/><input semantic="WEIGHT" source="#w" offset="{weight_at}"/>
<vcount>{}</vcount><v>{}</v></vertex_weights></skin></controller></library_controllers>
{}
<library_visual_scenes><visual_scene id="scene">{nodes}
<node id="body"><instance_controller url="#ctrl"><skeleton>#id0</skeleton></instance_controller></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene></COLLADA>"##,
            source("pos", "float_array", 3, &places),
            corners.len() / 6,
            corners.join(" "),
            source("names", "Name_array", 1, &joint_names),
            source("binds", "float_array", 16, &numbers(binds)),
            source("w", "float_array", 1, &numbers(weights)),
            self.vertices,
            counts.join(" "),
            pairs.join(" "),
            self.animation,
        )
    }
}

#[test]
fn every_joint_weight_and_vertex_arrives() {
    // As many as the character of the thesis had: 27 joints, 8,105 weights on 3,801 vertices.
    let mut hero = Hero::new(27, 3801);
    hero.influences = |v, joints| {
        let count = if v < 503 { 3 } else { 2 };
        let parts: Vec<f64> = (0..count).map(|i| (1 + (v + i) % 4) as f64).collect();
        let sum: f64 = parts.iter().sum();
        parts.iter().enumerate().map(|(i, part)| ((v + i) % joints, part / sum)).collect()
    };
    let document = read(&hero.text()).unwrap();
    let data = document.skins[0].data();
    assert_eq!((data.slot_joints.len(), data.positions.len()), (27, 3801));
    assert_eq!(data.influence_weights.iter().filter(|w| **w > 0.0).count(), 8105);
    assert_eq!(document.skeleton.joint_count(), 27);
    assert_eq!(document.format, Format::Collada);
    assert!((document.convention.unit_metres - 0.01).abs() < 1e-12);
    // Each vertex with its own joints.
    for v in [0, 502, 503, 3800] {
        let (slots, weights) = document.skins[0].influences(v);
        for (joint, weight) in (hero.influences)(v, 27) {
            let name = format!("bone{joint}");
            let found = slots
                .iter()
                .zip(weights)
                .find(|(slot, _)| document.skeleton.name(data.slot_joints[**slot as usize]) == name);
            assert!((f64::from(*found.unwrap().1) - weight).abs() < 1e-6, "vertex {v}, {name}");
        }
    }
}

#[test]
fn pairs_are_read_in_the_order_of_their_offsets() {
    let plain = read(&Hero::new(4, 12).text()).unwrap();
    let mut turned = Hero::new(4, 12);
    turned.weights_order = [1, 0];
    let turned = read(&turned.text()).unwrap();
    assert_eq!(plain.skins, turned.skins);
}

#[test]
fn a_joint_that_is_missing_is_named() {
    let mut hero = Hero::new(3, 6);
    hero.joint_names = |j| if j == 2 { "elbow_twist".into() } else { format!("bone{j}") };
    let error = read(&hero.text()).unwrap_err();
    assert!(matches!(error, Error::Format { .. }), "{error}");
    assert!(error.to_string().contains("'elbow_twist'"), "{error}");
}

#[test]
fn the_bind_shape_is_applied_once() {
    let mut hero = Hero::new(3, 9);
    hero.bind_shape = Matrix4::new_translation(&Vector3::new(3.0, 4.0, 5.0))
        * Matrix4::from_axis_angle(&Vector3::z_axis(), 0.5)
        * Matrix4::new_scaling(2.0);
    let document = read(&hero.text()).unwrap();
    let mut mesh = SkinnedFrame::default();
    let rest = encode_rest(&document);
    Skinner::new(&document.skeleton, &document.skins[0]).unwrap().deform(&rest.pose(0), &mut mesh).unwrap();
    for (v, found) in mesh.positions.iter().enumerate() {
        let wanted = hero.bind_shape.transform_point(&Point3::from(hero.place(v))) * 0.01;
        assert!((found.map(f64::from) - wanted.coords).norm() < 1e-6, "vertex {v}: {found} for {wanted}");
    }
}

/// The rest pose as a clip.
fn encode_rest(document: &Document) -> surefoot::Clip {
    use surefoot::model::clip::ClipData;
    surefoot::Clip::new(
        &document.skeleton,
        ClipData {
            name: "rest".into(),
            frame_rate: 30.0,
            rotations: document.skeleton.rest_rotations().to_vec(),
            root_positions: vec![document.skeleton.rest_offsets()[0]],
            translations: vec![],
            scales: vec![],
        },
    )
    .unwrap()
}

#[test]
fn counts_that_do_not_fit_are_refused() {
    let text = Hero::new(3, 6).text();
    let short = text.replace("<vcount>1 1", "<vcount>2 1");
    let error = read(&short).unwrap_err().to_string();
    assert!(error.contains("vcount asks for 7 times 2 indices, but v holds 12"), "{error}");
    let few = text.replace("<vcount>1 1 1", "<vcount>1 1");
    let error = read(&few).unwrap_err().to_string();
    assert!(error.contains("vcount has 5 entries for 6 vertices"), "{error}");
}

#[test]
fn curves_of_single_numbers_move_joints() {
    let mut hero = Hero::new(3, 6);
    let curve = |id: &str, target: &str, values: [f64; 3]| {
        format!(
            r##"<animation id="{id}">{}{}{}<sampler id="{id}-s"><input semantic="INPUT" source="#{id}-t"/>
            <input semantic="OUTPUT" source="#{id}-v"/><input semantic="INTERPOLATION" source="#{id}-k"/></sampler>
            <channel source="#{id}-s" target="{target}"/></animation>"##,
            source(&format!("{id}-t"), "float_array", 1, &numbers([0.0, 0.5, 1.0])),
            source(&format!("{id}-v"), "float_array", 1, &numbers(values)),
            source(&format!("{id}-k"), "Name_array", 1, &vec!["LINEAR".to_owned(); 3]),
        )
    };
    hero.animation = format!(
        "<library_animations>{}{}</library_animations>",
        curve("turn", "id1/rz.ANGLE", [0.0, 90.0, 90.0]),
        curve("walk", "id0/t.X", [0.0, 0.0, 50.0])
    );
    let document = read(&hero.text()).unwrap();
    let clip = &document.clips[0];
    let poses = world_poses(&document.skeleton, clip).unwrap();
    let end = document.skeleton.find("bone2").unwrap();
    let at = |seconds: f64| poses.position((seconds * clip.frame_rate()).round() as usize, end);
    // Up, then to the side: a turn about z by 90° takes y to −x.
    for (seconds, wanted) in
        [(0.0, Vec3::new(0.0, 0.2, 0.0)), (0.5, Vec3::new(-0.1, 0.1, 0.0)), (1.0, Vec3::new(0.4, 0.1, 0.0))]
    {
        assert!((at(seconds) - wanted).norm() < 1e-5, "{seconds}: {}", at(seconds));
    }
}

#[test]
fn matrices_and_z_up_are_read_as_translations_are() {
    let plain = Hero::new(3, 6).text();
    let matrices = plain
        .replace(
            r#"<translate sid="t">0 0 0</translate>"#,
            r#"<matrix sid="t">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>"#,
        )
        .replace(
            r#"<translate sid="t">0 10 0</translate>"#,
            r#"<matrix sid="t">1 0 0 0 0 1 0 10 0 0 1 0 0 0 0 1</matrix>"#,
        );
    assert_ne!(plain, matrices);
    let (plain, matrices) = (read(&plain).unwrap(), read(&matrices).unwrap());
    assert_eq!(plain.skeleton.rest_offsets(), matrices.skeleton.rest_offsets());
    let z_up = read(&Hero::new(3, 6).text().replace("Y_UP", "Z_UP")).unwrap();
    let tip = |document: &Document| {
        let end = document.skeleton.find("bone2").unwrap();
        world_poses(&document.skeleton, &encode_rest(document)).unwrap().position(0, end)
    };
    assert!((tip(&plain) - Vec3::new(0.0, 0.2, 0.0)).norm() < 1e-9);
    // The file's y is our −z.
    assert!((tip(&z_up) - Vec3::new(0.0, 0.0, -0.2)).norm() < 1e-9, "{}", tip(&z_up));
}

#[test]
fn polygons_become_triangles() {
    let text = Hero::new(3, 6).text();
    let start = text.find("<triangles").unwrap();
    let end = text.find("</triangles>").unwrap() + "</triangles>".len();
    let polygons = r##"<polylist count="2"><input semantic="VERTEX" source="#verts" offset="0"/>
        <vcount>4 3</vcount><p>0 1 2 3 3 4 5</p></polylist>"##;
    let document = read(&format!("{}{polygons}{}", &text[..start], &text[end..])).unwrap();
    assert_eq!(document.skins[0].data().triangles, [[0, 1, 2], [0, 2, 3], [3, 4, 5]]);
}

#[test]
fn it_is_read_but_not_written() {
    let document = read(&Hero::new(3, 6).text()).unwrap();
    assert!(matches!(encode_edited(&document, &document.clips), Err(Error::Unsupported { .. })));
    let file = NewFile {
        skeleton: &document.skeleton,
        clips: &document.clips,
        skins: &document.skins,
        convention: Convention::default(),
    };
    let error = encode_new(Format::Collada, &file).unwrap_err().to_string();
    assert!(error.contains("use .glb"), "{error}");
    let again = encode_new(Format::Glb, &file).unwrap().bytes;
    let again = read_bytes(Path::new("hero.glb"), &again, &ReadOptions::default()).unwrap();
    assert_eq!(again.skins[0].data().triangles, document.skins[0].data().triangles);
}

#[test]
fn broken_files_are_refused_with_their_line() {
    let text = Hero::new(3, 6).text();
    for (from, to, wanted) in [
        ("<COLLADA", "<COLLADB", ""),
        ("source=\"#geo\"", "source=\"#nothing\"", "which the file does not hold"),
        ("meter=\"0.01\"", "meter=\"-1\"", "unit of -1 metres"),
        ("Y_UP", "W_UP", "up_axis is 'W_UP'"),
        ("<bind_shape_matrix>1 ", "<bind_shape_matrix>", "15 numbers instead of 16"),
        ("<bind_shape_matrix>1 ", "<bind_shape_matrix>inf ", "no finite number"),
        ("<p>0 0 1 0", "<p>0 0 9 0", "refers to vertex 9"),
        ("<p>0 0 1 0", "<p>0 0 1", "no multiple of 2"),
        ("count=\"6\" stride=\"3\"", "count=\"600\" stride=\"3\"", "is asked for 600 times 3"),
        ("<v>0 0", "<v>7 0", "refers to joint 7 of 3"),
        ("<translate sid=\"t\">0 10 0", "<translate sid=\"t\">0 10", "2 numbers instead of 3"),
        ("offset=\"1\"", "offset=\"99999999999\"", "is no number below 64"),
    ] {
        let broken = text.replacen(from, to, 1);
        assert_ne!(broken, text, "{from}");
        let error = read(&broken).unwrap_err();
        assert!(matches!(error, Error::Format { .. }), "{from}: {error}");
        let said = error.to_string();
        assert!(said.starts_with("hero.dae") && said.contains(wanted), "{from}: {said}");
    }
    // Cut off anywhere, it is refused or read, and never a crash.
    for at in (0..text.len()).step_by(7) {
        let _ = read(&text[..at]);
    }
    let bomb = r#"<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><COLLADA>&b;</COLLADA>"#;
    assert!(read(bomb).is_err());
    let deep = format!("<COLLADA>{}{}</COLLADA>", "<node>".repeat(100_000), "</node>".repeat(100_000));
    assert!(read(&deep).is_err());
}
