//! Broken files end: every reader and writer answers or refuses in bounded time, and never panics.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use surefoot::io::{self, Convention, Format, NewFile, ReadOptions};
use surefoot::math::Random;
use surefoot_sample::{self as sample, BipedOptions, WalkOptions};
use surefoot_tests::data_folder;

/// A mutant of a few kilobytes takes milliseconds; this is a hang, on the slowest machine.
const LIMIT: Duration = Duration::from_secs(5);
/// Text that stands where a number stood.
const WORDS: [&str; 17] = [
    "nan",
    "-nan",
    "inf",
    "1e5",
    "-1e7",
    "9e8",
    "1e11",
    "-1e11",
    "1e38",
    "1e300",
    "1e-300",
    "0",
    "-0",
    "1e999",
    "4294967295",
    "-9223372036854775808",
    "x",
];

/// A file by name and bytes.
struct File {
    name: PathBuf,
    bytes: Vec<u8>,
}

/// Reads a file and writes it again in every way; what it says does not matter, only that it says something.
fn read_and_write(file: &File) -> Result<(), String> {
    let document =
        io::read_bytes(&file.name, &file.bytes, &ReadOptions::default()).map_err(|e| e.to_string())?;
    let mut clips = document.clips.clone();
    // Half as fast, so that every clip is written as an edited one.
    for clip in &mut clips {
        if let Ok(slow) = surefoot::resample_clip(
            &document.skeleton,
            clip,
            &surefoot::ResampleClipOptions::default().frame_rate(clip.frame_rate() / 2.0),
        ) {
            *clip = slow.clip;
        }
    }
    let _ = io::encode_edited(&document, &document.clips);
    let _ = io::encode_edited(&document, &clips);
    for format in [Format::Bvh, Format::Fbx, Format::Gltf, Format::Glb] {
        let new = NewFile {
            skeleton: &document.skeleton,
            clips: &clips,
            skins: &document.skins,
            convention: Convention::default(),
        };
        let _ = io::encode_new(format, &new);
    }
    Ok(())
}

/// Reads and writes all files in a thread of their own; fails with the name of one that panics or does not end.
fn all_end(files: Vec<File>) -> Vec<Result<(), String>> {
    let names: Vec<String> = files.iter().map(|f| f.name.display().to_string()).collect();
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        for file in &files {
            if send.send(read_and_write(file)).is_err() {
                return;
            }
        }
    });
    let mut answers = Vec::new();
    for name in &names {
        match receive.recv_timeout(LIMIT) {
            Ok(answer) => answers.push(answer),
            Err(RecvTimeoutError::Timeout) => panic!("{name} does not end"),
            Err(RecvTimeoutError::Disconnected) => panic!("{name} panics"),
        }
    }
    answers
}

/// A small walk in every format; text glTF also with a matrix above its root and one of its joints.
fn sound_files() -> Vec<File> {
    let biped = sample::biped(&BipedOptions::default()).unwrap();
    let options = WalkOptions { seconds: 0.2, frame_rate: 30.0, ..WalkOptions::default() };
    let walk = sample::walk(&biped.skeleton, &options).unwrap();
    let encode = |format, skins| {
        let clips = std::slice::from_ref(&walk.clip);
        let file = NewFile { skeleton: &biped.skeleton, clips, skins, convention: Convention::default() };
        io::encode_new(format, &file).unwrap().bytes
    };
    let mut files: Vec<File> = [Format::Bvh, Format::Fbx, Format::Gltf, Format::Glb]
        .map(|format| File { name: format!("walk.{}", format.name()).into(), bytes: encode(format, &[]) })
        .into();
    let skin = std::slice::from_ref(&biped.skin);
    files.push(File { name: "skin.glb".into(), bytes: encode(Format::Glb, skin) });
    files.push(File { name: "matrix.gltf".into(), bytes: with_matrices(&encode(Format::Gltf, &[])) });
    files.push(File { name: "ascii.fbx".into(), bytes: ASCII_FBX.into() });
    files
}

/// Puts an armature with a matrix above the root, and a matrix in the place of a joint's translation.
fn with_matrices(gltf: &[u8]) -> Vec<u8> {
    let mut json: serde_json::Value = serde_json::from_slice(gltf).unwrap();
    let roots = json["scenes"][0]["nodes"].clone();
    let matrix = serde_json::json!([0, 0, 1, 0, 0, 2, 0, 0, -1, 0, 0, 0, 0.5, 0, 0, 1]);
    let nodes = json["nodes"].as_array_mut().unwrap();
    nodes.push(serde_json::json!({ "name": "Armature", "matrix": matrix, "children": roots }));
    let leaf = nodes.iter_mut().rev().nth(1).unwrap().as_object_mut().unwrap();
    leaf.remove("translation");
    leaf.remove("rotation");
    leaf.insert("matrix".into(), serde_json::json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.1, 0, 1]));
    let armature = nodes.len() - 1;
    json["scenes"][0]["nodes"] = serde_json::json!([armature]);
    serde_json::to_vec(&json).unwrap()
}

const ASCII_FBX: &str = r#"; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}
GlobalSettings:  {
	Version: 1000
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",1
		P: "UpAxisSign", "int", "Integer", "",1
		P: "FrontAxis", "int", "Integer", "",2
		P: "FrontAxisSign", "int", "Integer", "",1
		P: "CoordAxis", "int", "Integer", "",0
		P: "CoordAxisSign", "int", "Integer", "",1
		P: "UnitScaleFactor", "double", "Number", "",1
		P: "TimeMode", "enum", "", "",6
	}
}
Objects:  {
	Model: 1001, "Model::Group", "Null" {
		Version: 232
		Properties70:  {
			P: "Lcl Translation", "Lcl Translation", "", "A",1,2,3
			P: "Lcl Scaling", "Lcl Scaling", "", "A",2,1,1
		}
	}
	Model: 1002, "Model::Hips", "LimbNode" {
		Version: 232
		Properties70:  {
			P: "InheritType", "enum", "", "",1
			P: "Lcl Translation", "Lcl Translation", "", "A",0,100,0
			P: "Lcl Rotation", "Lcl Rotation", "", "A",10,20,30
			P: "Lcl Scaling", "Lcl Scaling", "", "A",1,1,1
		}
	}
	Model: 1003, "Model::Spine", "LimbNode" {
		Version: 232
		Properties70:  {
			P: "PreRotation", "Vector3D", "Vector", "",0,0,5
			P: "RotationActive", "bool", "", "",1
			P: "Lcl Translation", "Lcl Translation", "", "A",0,30,0
		}
	}
	AnimationStack: 2001, "AnimStack::Take", "" {
	}
	AnimationLayer: 2002, "AnimLayer::Base", "" {
	}
	AnimationCurveNode: 2003, "AnimCurveNode::T", "" {
		Properties70:  {
			P: "d|X", "Number", "", "A",0
			P: "d|Y", "Number", "", "A",100
			P: "d|Z", "Number", "", "A",0
		}
	}
	AnimationCurve: 2004, "AnimCurve::", "" {
		Default: 0
		KeyVer: 4008
		KeyTime: *2 {
			a: 0,46186158000
		}
		KeyValueFloat: *2 {
			a: 0,50
		}
		KeyAttrFlags: *1 {
			a: 24836
		}
		KeyAttrDataFloat: *4 {
			a: 0,0,0,0
		}
		KeyAttrRefCount: *1 {
			a: 2
		}
	}
}
Connections:  {
	C: "OO",1001,0
	C: "OO",1002,1001
	C: "OO",1003,1002
	C: "OO",2002,2001
	C: "OO",2003,2002
	C: "OP",2003,1002, "Lcl Translation"
	C: "OP",2004,2003, "d|X"
}
"#;

/// One change to a file: another word for one of its numbers, bytes or bits elsewhere, or an early end.
fn mutant(file: &File, random: &mut Random) -> Vec<u8> {
    let mut bytes = file.bytes.clone();
    let mut below = |limit: usize| (random.bits() % limit.max(1) as u64) as usize;
    let mut at = below(bytes.len());
    // The numbers from which rotations come, every other time.
    if let Some(matrix) = matrix_at(&bytes).filter(|_| below(2) == 0) {
        at = matrix + below(60);
    }
    match below(8) {
        0..=4 if is_text(&bytes, at) => {
            let is_number = |b: &u8| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'e');
            let Some(start) = (at..bytes.len()).find(|&i| bytes[i].is_ascii_digit()) else { return bytes };
            let length = bytes[start..].iter().take_while(|b| is_number(b)).count();
            bytes.splice(start..start + length, WORDS[below(WORDS.len())].bytes());
        }
        5 => bytes[at] ^= 1 << below(8),
        6 => bytes.truncate(at),
        _ => {
            let f32s = [0.0, 1e11, -1e38, 1e-30, f32::NAN, f32::INFINITY].map(f32::to_le_bytes);
            let f64s = [1e11, 1e300, f64::NAN].map(f64::to_le_bytes);
            let choices: Vec<&[u8]> = f32s
                .iter()
                .map(|b| &b[..])
                .chain(f64s.iter().map(|b| &b[..]))
                .chain([&[0xff; 4][..]])
                .collect();
            let word = choices[below(choices.len())];
            // Arrays of numbers are aligned in glTF.
            let at = if below(2) == 0 { at & !3 } else { at };
            let end = (at + word.len()).min(bytes.len());
            bytes[at..end].copy_from_slice(&word[..end - at]);
        }
    }
    bytes
}

/// Where the last matrix of a text glTF is.
fn matrix_at(bytes: &[u8]) -> Option<usize> {
    bytes.windows(9).rposition(|word| word == b"\"matrix\":").filter(|at| at + 70 < bytes.len())
}

/// Whether the bytes about a place are text.
fn is_text(bytes: &[u8], at: usize) -> bool {
    bytes[at.saturating_sub(8)..(at + 8).min(bytes.len())]
        .iter()
        .all(|b| b.is_ascii_graphic() || b.is_ascii_whitespace())
}

#[test]
fn mutants_end_in_every_reader_and_writer() {
    let sound = sound_files();
    for answer in all_end(sound_files()) {
        answer.unwrap();
    }
    let mut random = Random::new(20_260_101);
    let mut mutants = Vec::new();
    for file in &sound {
        // Skins take longer and their numbers are mostly vertices.
        let count = if file.bytes.len() > 50_000 { 40 } else { 120 };
        for index in 0..count {
            let name = format!("mutant {index} of {}", file.name.display());
            // The content decides the format.
            mutants.push(File { name: name.into(), bytes: mutant(file, &mut random) });
        }
    }
    let count = mutants.len();
    let refused = all_end(mutants).iter().filter(|answer| answer.is_err()).count();
    assert!(refused > count / 10 && refused < count, "{refused} of {count} are refused");
}

/// What the file says, with one thing replaced.
fn replaced(name: &str, from: &str, to: &str) -> File {
    let file = sound_files().into_iter().find(|f| f.name == Path::new(name)).unwrap();
    let text = String::from_utf8(file.bytes).unwrap();
    assert!(text.contains(from), "{name}: {from}");
    File { name: name.into(), bytes: text.replacen(from, to, 1).into() }
}

#[test]
fn absurd_numbers_are_refused_with_node_and_value() {
    for (name, from, to, told) in [
        ("matrix.gltf", "0,2,0,0,-1", "0,1e11,0,0,-1", "node 'Armature' holds 1e11"),
        ("matrix.gltf", "0.5,0,0,1]", "0.5,-1e12,0,1]", "node 'Armature' holds -1e12"),
        ("ascii.fbx", "\"A\",2,1,1", "\"A\",2,nan,1", "node 'Group': Lcl Scaling holds NaN"),
        ("ascii.fbx", "\"A\",2,1,1", "\"A\",2,1e11,1", "node 'Group': Lcl Scaling holds 1e11"),
        (
            "ascii.fbx",
            "\"d|Z\", \"Number\", \"\", \"A\",0",
            "\"d|Z\", \"Number\", \"\", \"A\",nan",
            "node 'Hips': the value of Lcl Translation",
        ),
        ("ascii.fbx", "a: 0,50", "a: 0,1e15", "joint 'Hips', frame"),
        ("walk.bvh", "Frame Time: 0.0333", "Frame Time: 33.3", "frame time of 0.0001 to 10 seconds"),
    ] {
        let answer = all_end(vec![replaced(name, from, to)]).remove(0).unwrap_err();
        assert!(answer.contains(name) && answer.contains(told), "{name} {to}: {answer}");
    }
}

/// Scales of zero hide parts of many real characters; they are no reason to refuse a file. Nor is a shear.
#[test]
fn flat_and_sheared_matrices_are_read_and_written() {
    for matrix in [
        "0,0,0,0,0,0,0,0,0,0,0,0,0.5,0,0,1",
        "0,0,1,0,0,0,0,0,-1,0,0,0,0.5,0,0,1",
        "0,0,1,0,0,0,0,0,0,0,0,0,0.5,0,0,1",
        // Two axes that are one, but for the tenth digit.
        "0,9e8,1,0,0,2,0,0,-1,0,0,0,0.5,0,0,1",
        "1,1,1,0,1,1,1,0,1,1,1.0000000001,0,0.5,0,0,1",
    ] {
        let file = replaced("matrix.gltf", "0,0,1,0,0,2,0,0,-1,0,0,0,0.5,0,0,1", matrix);
        all_end(vec![file]).remove(0).unwrap();
    }
}

#[test]
fn files_that_hung_a_reader_end() {
    let Some(folder) = data_folder() else { return };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder.join("hostile")).unwrap() {
        let path = entry.unwrap().path();
        files.push(File { bytes: std::fs::read(&path).unwrap(), name: path });
    }
    assert!(files.len() >= 5, "{}", files.len());
    all_end(files);
}
