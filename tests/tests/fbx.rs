//! FBX against `ufbx`, byte for byte, and there and back.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "fbx_help/mod.rs"]
mod fbx_help;

use fbx_help::{assert_matches_ufbx, frame_time, oracle, pose_distance, read, swing_joint};
use std::collections::BTreeMap;
use std::path::PathBuf;
use surefoot::Clip;
use surefoot::io::{Convention, Format, NewFile, UpAxis, encode_edited, encode_new};
use surefoot::kinematics::{SkinnedFrame, Skinner};
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

/// Every record by its path, with its attribute bytes; an independent reading for comparisons.
fn flatten(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let version = u32::from_le_bytes(bytes[23..27].try_into().unwrap());
    let wide = version >= 7500;
    let mut out = BTreeMap::new();
    fn number(bytes: &[u8], at: usize, wide: bool, i: usize) -> usize {
        if wide {
            u64::from_le_bytes(bytes[at + 8 * i..at + 8 * i + 8].try_into().unwrap()) as usize
        } else {
            u32::from_le_bytes(bytes[at + 4 * i..at + 4 * i + 4].try_into().unwrap()) as usize
        }
    }
    fn walk(
        bytes: &[u8],
        mut at: usize,
        wide: bool,
        path: &str,
        out: &mut BTreeMap<String, Vec<u8>>,
    ) -> usize {
        let head = if wide { 24 } else { 12 };
        let mut index = 0;
        loop {
            let end = number(bytes, at, wide, 0);
            if end == 0 {
                return at + head + 1;
            }
            let length = number(bytes, at, wide, 2);
            let name_end = at + head + 1 + usize::from(bytes[at + head]);
            let name = String::from_utf8_lossy(&bytes[at + head + 1..name_end]).into_owned();
            let attributes = &bytes[name_end..name_end + length];
            // Objects are known by their id, everything else by its place.
            let id = if path == "/Objects" { format!("{:?}", &attributes[..9]) } else { index.to_string() };
            let here =
                format!("{path}/{name}{}", if path.is_empty() { String::new() } else { format!("[{id}]") });
            out.insert(here.clone(), attributes.to_vec());
            if name_end + length < end {
                assert_eq!(walk(bytes, name_end + length, wide, &here, out), end, "{here}");
            }
            at = end;
            index += 1;
        }
    }
    walk(bytes, 27, wide, "", &mut out);
    out
}

/// Paths whose attributes differ or that are on one side only.
fn differences(a: &[u8], b: &[u8]) -> Vec<String> {
    let (a, b) = (flatten(a), flatten(b));
    a.keys()
        .chain(b.keys().filter(|k| !a.contains_key(*k)))
        .filter(|k| a.get(*k) != b.get(*k))
        .cloned()
        .collect()
}

#[test]
fn real_files_match_ufbx_at_every_joint() {
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let document = read(&path, &bytes);
        // Exporters leave dust on scales and offsets that we sweep away; without it 2e-7 m were measured.
        assert_matches_ufbx(&document, &bytes, 3e-5);
        assert!(document.skeleton.joint_count() > 20, "{}", path.display());
    }
}

#[test]
fn real_skins_match_ufbx_at_every_vertex() {
    let mut seen = 0;
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let document = read(&path, &bytes);
        let scene = oracle(&bytes);
        for (skin, clip) in document.skins.iter().flat_map(|s| document.clips.iter().map(move |c| (s, c))) {
            let stack = scene.anim_stacks.iter().find(|s| *s.element.name == *clip.name()).unwrap();
            let frame = clip.frame_count() / 2;
            let time = frame_time(&scene, stack, clip, frame);
            let options = ufbx::EvaluateOpts { evaluate_skinning: true, ..Default::default() };
            let posed = ufbx::evaluate_scene(&scene, &stack.anim, time, options)
                .unwrap_or_else(|e| panic!("ufbx: {}", &*e.description));
            let node = posed.nodes.iter().find(|n| *n.element.name == *skin.data().name).unwrap();
            let mesh = node.mesh.as_ref().unwrap();
            assert!(!mesh.skinned_is_local);
            let mut ours = SkinnedFrame::default();
            Skinner::new(&document.skeleton, skin).unwrap().deform(&clip.pose(frame), &mut ours).unwrap();
            assert_eq!(ours.positions.len(), mesh.skinned_position.values.len());
            for (v, (a, b)) in ours.positions.iter().zip(mesh.skinned_position.values.iter()).enumerate() {
                let distance = (a.cast::<f64>() - Vec3::new(b.x, b.y, b.z)).norm();
                assert!(distance < 5e-5, "{}: vertex {v} is {distance:e} m off", path.display());
            }
            seen += 1;
        }
    }
    assert!(seen >= 2 || files().is_empty());
}

#[test]
fn no_edit_gives_the_same_bytes() {
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let document = read(&path, &bytes);
        assert!(encode_edited(&document, &document.clips).unwrap().bytes == bytes, "{}", path.display());
    }
}

#[test]
fn an_edited_joint_changes_its_own_curves_only() {
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let document = read(&path, &bytes);
        if document.clips.is_empty() {
            continue;
        }
        for joint in [0, document.skeleton.joint_count() / 3] {
            let clips = swing_joint(&document, 0, joint);
            let patched = encode_edited(&document, &clips).unwrap();
            let original = flatten(&bytes);
            let changed = differences(&bytes, &patched.bytes);
            assert!(!changed.is_empty());
            for path in changed {
                // A joint without curves gets some; whatever was there before changes in its keys and counts only.
                let is_allowed = if original.contains_key(&path) {
                    (path.starts_with("/Objects/AnimationCurve[") && path.contains("/Key"))
                        || (path.starts_with("/Definitions/") && path.contains("/Count["))
                } else {
                    ["/Objects/AnimationCurve", "/Connections/C[", "/Definitions/ObjectType["]
                        .iter()
                        .any(|start| path.starts_with(start))
                };
                assert!(is_allowed, "{path}");
            }
            let again = read(&path, &patched.bytes);
            let distance = pose_distance((&document, &clips[0]), (&again, &again.clips[0]));
            assert!(distance < 1e-6, "{} joint {joint}: {distance:e}", path.display());
            // The edit is really there.
            assert!(pose_distance((&document, &document.clips[0]), (&again, &again.clips[0])) > 1e-2);
            assert_matches_ufbx(&again, &patched.bytes, 3e-5);
        }
    }
}

#[test]
fn other_lengths_and_rates_rewrite_the_clip() {
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let document = read(&path, &bytes);
        let Some(clip) = document.clips.first() else { continue };
        let shorter = vec![clip.slice(0..clip.frame_count() / 2).unwrap()];
        let again = read(&path, &encode_edited(&document, &shorter).unwrap().bytes);
        assert!(
            pose_distance((&document, &shorter[0]), (&again, &again.clips[0])) < 2e-6,
            "{}",
            path.display()
        );
        let mut data = clip.slice(0..8).unwrap().into_data();
        data.frame_rate = 50.0;
        let faster = vec![Clip::new(&document.skeleton, data).unwrap()];
        let patched = encode_edited(&document, &faster).unwrap();
        assert!(patched.notes.is_empty(), "{:?}", patched.notes);
        let again = read(&path, &patched.bytes);
        assert_eq!(again.clips[0].frame_rate(), 50.0);
        assert!(
            pose_distance((&document, &faster[0]), (&again, &again.clips[0])) < 2e-6,
            "{}",
            path.display()
        );
    }
}

#[test]
fn a_new_file_has_the_same_poses_and_skins() {
    for path in files() {
        let document = read(&path, &std::fs::read(&path).unwrap());
        for up_axis in [UpAxis::X, UpAxis::Y, UpAxis::Z] {
            let unit_metres = if up_axis == UpAxis::Y { 1.0 } else { 0.01 };
            let file = NewFile {
                skeleton: &document.skeleton,
                clips: &document.clips,
                skins: &document.skins,
                convention: Convention { unit_metres, up_axis, ..Convention::default() },
            };
            let bytes = encode_new(Format::Fbx, &file).unwrap().bytes;
            let again = read(&path, &bytes);
            assert_eq!(again.skeleton.names(), document.skeleton.names());
            assert_eq!(again.convention.up_axis, up_axis);
            assert_matches_ufbx(&again, &bytes, 1e-5);
            for (a, b) in document.clips.iter().zip(&again.clips) {
                assert_eq!((a.name(), a.frame_rate()), (b.name(), b.frame_rate()));
                let distance = pose_distance((&document, a), (&again, b));
                assert!(distance < 1e-5, "{} {up_axis:?}: {distance:e}", path.display());
                for (s, t) in document.skins.iter().zip(&again.skins) {
                    assert_eq!(s.data().triangles, t.data().triangles);
                    let (mut x, mut y) = (SkinnedFrame::default(), SkinnedFrame::default());
                    Skinner::new(&document.skeleton, s)
                        .unwrap()
                        .deform(&a.pose(a.frame_count() / 2), &mut x)
                        .unwrap();
                    Skinner::new(&again.skeleton, t)
                        .unwrap()
                        .deform(&b.pose(b.frame_count() / 2), &mut y)
                        .unwrap();
                    let far =
                        x.positions.iter().zip(&y.positions).map(|(p, q)| (p - q).norm()).fold(0.0, f32::max);
                    assert!(far < 2e-5, "{}: {far:e}", path.display());
                }
            }
            assert_eq!(again.skins.len(), document.skins.len());
        }
    }
}
