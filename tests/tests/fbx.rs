//! FBX against `ufbx`, byte for byte, and there and back.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use surefoot::io::{Document, ReadOptions, read_bytes};
use surefoot::kinematics::world_poses;
use surefoot::math::Vec3;

fn files() -> Vec<PathBuf> {
    let Some(folder) = surefoot_tests::data_folder() else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = ["characters", "animated"]
        .iter()
        .flat_map(|sub| std::fs::read_dir(folder.join(sub)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "fbx"))
        .collect();
    files.sort();
    assert!(files.len() >= 4, "{files:?}");
    files
}

fn read(path: &Path, bytes: &[u8]) -> Document {
    read_bytes(path, bytes, &ReadOptions::default()).unwrap()
}

fn oracle(bytes: &[u8]) -> ufbx::SceneRoot {
    let options = ufbx::LoadOpts {
        target_axes: ufbx::CoordinateAxes {
            right: ufbx::CoordinateAxis::PositiveX,
            up: ufbx::CoordinateAxis::PositiveY,
            front: ufbx::CoordinateAxis::PositiveZ,
        },
        target_unit_meters: 1.0,
        ..Default::default()
    };
    ufbx::load_memory(bytes, options).unwrap_or_else(|e| panic!("ufbx: {}", &*e.description))
}

/// Largest distance between our joints and those of `ufbx` over about twenty frames of every clip, metres.
fn worst_distance(document: &Document, bytes: &[u8]) -> f64 {
    let scene = oracle(bytes);
    let mut worst = (0.0, String::new());
    let mut compared = 0;
    for clip in &document.clips {
        let stack = scene
            .anim_stacks
            .iter()
            .find(|s| *s.element.name == *clip.name())
            .unwrap_or_else(|| panic!("no stack '{}'", clip.name()));
        let ours = world_poses(&document.skeleton, clip);
        let count = clip.frame_count();
        for i in 0..count.min(20) {
            let frame = if count <= 20 { i } else { i * (count - 1) / 19 };
            let time = stack.time_begin + frame as f64 / clip.frame_rate();
            let posed = ufbx::evaluate_scene(&scene, &stack.anim, time, Default::default())
                .unwrap_or_else(|e| panic!("ufbx: {}", &*e.description));
            let theirs: HashMap<&str, Vec3> = posed
                .nodes
                .iter()
                .map(|n| (&*n.element.name, Vec3::new(n.node_to_world.m03, n.node_to_world.m13, n.node_to_world.m23)))
                .collect();
            for joint in document.skeleton.joints() {
                let name = document.skeleton.name(joint);
                let distance = (ours.position(frame, joint) - theirs[name]).norm();
                compared += 1;
                if distance > worst.0 || distance.is_nan() {
                    worst = (distance, format!("clip '{}', frame {frame}, joint '{name}'", clip.name()));
                }
            }
        }
    }
    eprintln!("{}: worst {:e} m ({}), {compared} compared", document.path.display(), worst.0, worst.1);
    worst.0
}

#[test]
fn real_files_match_ufbx_at_every_joint() {
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let document = read(&path, &bytes);
        eprintln!(
            "{} joints, clips {:?}, skins {:?}, {:?}",
            document.skeleton.joint_count(),
            document.clips.iter().map(|c| (c.name(), c.frame_count(), c.frame_rate(), c.translations().len(), c.scales().len())).collect::<Vec<_>>(),
            document.skins.iter().map(|s| (s.data().name.clone(), s.vertex_count(), s.data().triangles.len())).collect::<Vec<_>>(),
            document.warnings
        );
        assert!(worst_distance(&document, &bytes) < 1e-6, "{}", path.display());
    }
}
