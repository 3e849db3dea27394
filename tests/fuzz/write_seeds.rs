//! Writes small seeds for the FBX and glTF targets: two legs with short clips and a skin, through our own encoders. Run from the project's folder: `cargo run --manifest-path tests/fuzz/Cargo.toml --bin write_seeds`.

use std::path::Path;
use surefoot::io::{self, Convention, Format, NewFile, UpAxis};
use surefoot::math::{Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::skin::SkinData;
use surefoot::model::{EndSite, Joint, JointIndex, Skin, Track};
use surefoot::{Clip, Skeleton};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let names = ["hips", "thigh_l", "shin_l", "foot_l", "thigh_r", "shin_r", "foot_r"];
    let parents = [None, Some(0), Some(1), Some(2), Some(0), Some(4), Some(5)];
    let joints = names.iter().zip(parents).map(|(name, parent)| {
        Joint::new(*name, parent.map(JointIndex), Vec3::new(0.1, if parent.is_none() { 0.9 } else { -0.3 }, 0.0))
    });
    let site = EndSite { joint: JointIndex(3), offset: Vec3::new(0.0, 0.0, 0.1) };
    let skeleton = Skeleton::new(joints.collect(), vec![site])?;
    let clip = |name: &str, frames: usize, moving: bool| {
        let values = |y: f64| (0..frames).map(|f| Vec3::new(0.01 * f as f64, y, 0.0)).collect::<Vec<_>>();
        let rotations = (0..frames * names.len()).map(|i| Quat::from_euler_angles(0.01 * i as f64, 0.1, 0.0));
        Clip::new(
            &skeleton,
            ClipData {
                name: name.into(),
                frame_rate: 30.0,
                rotations: rotations.collect(),
                root_positions: values(0.9),
                translations: if moving { vec![Track { joint: JointIndex(2), values: values(-0.3) }] } else { vec![] },
                scales: if moving { vec![Track { joint: JointIndex(1), values: vec![Vec3::repeat(1.1); frames] }] } else { vec![] },
            },
        )
    };
    let clips = [clip("walk", 4, false)?, clip("one", 1, true)?];
    let skin = Skin::new(
        &skeleton,
        SkinData {
            name: "leg".into(),
            positions: vec![point(0.0), point(0.1), point(0.2)],
            triangles: vec![[0, 1, 2]],
            slot_joints: vec![JointIndex(1), JointIndex(2)],
            inverse_binds: vec![surefoot::math::Affine::identity(); 2],
            influence_offsets: vec![0, 1, 3, 4],
            influence_slots: vec![0, 0, 1, 1],
            influence_weights: vec![1.0, 0.5, 0.5, 1.0],
            ..SkinData::default()
        },
    )?;
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    let cases = [("plain", &clips[..1], false), ("clips", &clips[..], false), ("skin", &clips[..1], true)];
    for (name, clips, with_skin) in cases {
        for (folder, format) in
            [("read_fbx", Format::Fbx), ("read_gltf", Format::Glb), ("read_gltf", Format::Gltf)]
        {
            let skins = if with_skin { std::slice::from_ref(&skin) } else { &[] };
            let convention = Convention { unit_metres: 0.01, up_axis: UpAxis::Z, ..Convention::default() };
            let encoded = io::encode_new(format, &NewFile { skeleton: &skeleton, clips, skins, convention })?;
            std::fs::create_dir_all(seeds.join(folder))?;
            io::write_bytes(&seeds.join(folder).join(format!("{name}.{}", format.name())), &encoded.bytes)?;
        }
    }
    Ok(())
}

fn point(x: f32) -> nalgebra::Vector3<f32> {
    nalgebra::Vector3::new(x, 0.5, x * x)
}
