//! What the reader makes of real files, against the oracle.

use crate::oracle::{self, Oracle};
use std::path::PathBuf;
use surefoot::io::{self, Document, ReadOptions};
use surefoot::kinematics::{SkinnedFrame, Skinner, rest_pose, world_poses};

/// All GLB files of the data folder, in name order.
pub(crate) fn real_files() -> Vec<PathBuf> {
    let Some(folder) = surefoot_tests::data_folder() else { return vec![] };
    let mut files: Vec<PathBuf> = ["characters", "animated"]
        .iter()
        .flat_map(|sub| std::fs::read_dir(folder.join(sub)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "glb"))
        .collect();
    files.sort();
    assert!(files.len() >= 14, "{} files", files.len());
    files
}

/// Compares world positions of all joints with the oracle on up to 20 frames of each clip in `clips`; `animations`
/// maps clips to the file's animations.
pub(crate) fn compare(document: &Document, glb: &[u8], clip_step: usize) {
    let oracle = Oracle::new(glb);
    let name = document.path.display();
    let nodes: Vec<usize> = document.skeleton.names().iter().map(|n| oracle.node(n)).collect();
    let rest = rest_pose(&document.skeleton);
    // Scales within 2e-6 of rest are dropped on purpose: 2 µm per metre of chain.
    let size = rest.positions.iter().map(|p| p.norm()).fold(1.0, f64::max);
    let limit = 1e-6 * size.max(1.0) * 2.0;
    for (joint, &node) in nodes.iter().enumerate() {
        let expected = oracle.world(node, None, 0.0);
        for axis in 0..3 {
            let (a, e) = (rest.positions[joint][axis], expected[axis][3]);
            assert!((a - e).abs() < limit, "{name}: rest of joint {joint}: {a} {e}");
        }
    }
    for (c, clip) in document.clips.iter().enumerate().step_by(clip_step) {
        let (start, end) = oracle.key_range(c);
        let poses = world_poses(&document.skeleton, clip).unwrap();
        let step = clip.frame_count().div_ceil(20).max(1);
        for frame in (0..clip.frame_count()).step_by(step) {
            let time = (start + frame as f64 / clip.frame_rate()).min(end);
            for (joint, &node) in nodes.iter().enumerate() {
                let expected = oracle.world(node, Some(c), time);
                for axis in 0..3 {
                    let (a, e) = (poses.positions[frame * nodes.len() + joint][axis], expected[axis][3]);
                    assert!(
                        (a - e).abs() < limit,
                        "{name}: clip {c}, frame {frame}, joint {}: {a} {e}",
                        document.skeleton.names()[joint]
                    );
                }
            }
        }
    }
}

#[test]
fn real_files_match_the_oracle() {
    for path in real_files() {
        let bytes = std::fs::read(&path).unwrap();
        let document = io::read_bytes(&path, &bytes, &ReadOptions::default()).unwrap();
        compare(&document, &bytes, if document.clips.len() > 20 { 25 } else { 3 });
    }
}

#[test]
fn real_files_have_the_expected_content() {
    let expected = [
        ("CesiumMan", 19, 1, 24.0, 48, 1),
        ("Fox", 24, 3, 24.0, 83, 1),
        ("KayKit_Knight", 41, 76, 30.0, 33, 6),
        ("RiggedFigure", 19, 1, 24.0, 31, 1),
        ("RobotExpressive", 43, 14, 24.0, 81, 2),
        ("mesh2motion_human_YMCA", 53, 1, 24.0, 30, 1),
        ("makehuman_male_cmu", 31, 0, 0.0, 0, 1),
        ("makehuman_male_walk_30fps", 31, 1, 30.0, 86, 1),
    ];
    for path in real_files() {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let Some(&(_, joints, clips, rate, frames, skins)) = expected.iter().find(|e| e.0 == stem) else {
            continue;
        };
        let document = io::read(&path, &ReadOptions::default()).unwrap();
        assert_eq!(document.skeleton.joint_count(), joints, "{stem}");
        assert_eq!(document.clips.len(), clips, "{stem}");
        assert_eq!(document.skins.len(), skins, "{stem}");
        if let Some(clip) = document.clips.first() {
            assert_eq!((clip.frame_rate(), clip.frame_count()), (rate, frames), "{stem}");
        }
        // The hands of this file are the real case of weights that do not sum to 1.
        let codes: Vec<&str> = document.notes.iter().map(|w| w.code).collect();
        let expected: &[&str] = match stem {
            "RobotExpressive" => &["weights-renormalised", "weights-renormalised"],
            "Fox" => &["not-a-biped", "unusual-size"],
            _ => &[],
        };
        assert_eq!(codes, expected, "{stem}");
    }
}

#[test]
fn skinned_points_match_the_oracle() {
    for path in real_files() {
        let bytes = std::fs::read(&path).unwrap();
        let document = io::read_bytes(&path, &bytes, &ReadOptions::default()).unwrap();
        let Some(clip) = document.clips.first() else { continue };
        let oracle = Oracle::new(&bytes);
        let frame = clip.frame_count() / 2;
        let (start, end) = oracle.key_range(0);
        let time = (start + frame as f64 / clip.frame_rate()).min(end);
        let nodes: Vec<usize> = document.skeleton.names().iter().map(|n| oracle.node(n)).collect();
        let mut skin_objects =
            oracle.json["nodes"].as_array().unwrap().iter().filter(|n| !n["skin"].is_null());
        for skin in &document.skins {
            let node = skin_objects.next().unwrap();
            let object = &oracle.json["skins"][node["skin"].as_u64().unwrap() as usize];
            let binds = oracle.accessor(&object["inverseBindMatrices"]);
            let mut out = SkinnedFrame::default();
            Skinner::new(&document.skeleton, skin).unwrap().deform(&clip.pose(frame), &mut out).unwrap();
            let size = out.positions.iter().map(|p| p.norm()).fold(1.0, f32::max);
            for vertex in (0..skin.vertex_count()).step_by(skin.vertex_count().div_ceil(50)) {
                let (slots, weights) = skin.influences(vertex);
                let p = skin.data().positions[vertex];
                let mut expected = [0.0; 3];
                for (&slot, &weight) in slots.iter().zip(weights) {
                    let mut bind = [[0.0; 4]; 4];
                    binds[slot as usize].iter().enumerate().for_each(|(i, x)| bind[i % 4][i / 4] = *x);
                    let world = oracle.world(nodes[skin.data().slot_joints[slot as usize].0], Some(0), time);
                    let moved =
                        oracle::point(&oracle::product(&world, &bind), [p.x, p.y, p.z].map(f64::from));
                    (0..3).for_each(|i| expected[i] += f64::from(weight) * moved[i]);
                }
                for axis in 0..3 {
                    let (a, e) = (out.positions[vertex][axis], expected[axis] as f32);
                    assert!((a - e).abs() < 5e-6 * size, "{}: vertex {vertex}: {a} {e}", path.display());
                }
            }
        }
    }
}
