//! From one format to another: what is told where a new file reads back otherwise.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use surefoot::Clip;
use surefoot::io::{self, Convention, Document, Encoded, Format, NewFile, ReadOptions, UpAxis};
use surefoot::kinematics::standing_height;
use surefoot_sample::{BipedOptions, WalkOptions, biped, walk};

fn walker(height: f64) -> Document {
    let biped = biped(&BipedOptions::default()).unwrap();
    let clip = walk(&biped.skeleton, &WalkOptions::default()).unwrap().clip;
    let factor = height / BipedOptions::default().height;
    let skeleton = biped.skeleton.scaled(factor);
    let mut data = clip.into_data();
    data.root_positions.iter_mut().for_each(|p| *p *= factor);
    let clip = Clip::new(&skeleton, data).unwrap();
    Document::new(skeleton, vec![clip], vec![])
}

fn as_bvh(document: &Document, clips: &[Clip], convention: Convention) -> Encoded {
    let file = NewFile { skeleton: &document.skeleton, clips, skins: &[], convention };
    io::encode_new(Format::Bvh, &file).unwrap()
}

fn read(bytes: &[u8], options: &ReadOptions) -> Document {
    io::read_bytes(Path::new("back.bvh"), bytes, options).unwrap()
}

/// The height read back with nothing given, and with what the warning says.
fn heights(encoded: &Encoded, convention: Convention) -> [f64; 2] {
    let given = ReadOptions {
        unit_metres: Some(convention.unit_metres),
        up_axis: Some(convention.up_axis),
        frame_rate: None,
    };
    [ReadOptions::default(), given].map(|options| standing_height(&read(&encoded.bytes, &options).skeleton))
}

fn unit_lost(encoded: &Encoded) -> Option<&str> {
    encoded.notes.iter().find(|w| w.code == "unit-lost").map(|w| w.text.as_str())
}

#[test]
fn a_bvh_that_would_be_guessed_otherwise_says_how_to_read_it() {
    let (mut told, mut silent) = (0, 0);
    for height in [0.3, 1.6, 1.75, 3.0, 60.0] {
        let document = walker(height);
        for (unit_metres, up_axis) in [(1.0, UpAxis::Y), (0.01, UpAxis::Z), (0.3048, UpAxis::Y)] {
            let convention = Convention { unit_metres, up_axis, ..Convention::default() };
            let encoded = as_bvh(&document, &document.clips, convention);
            let [guessed, given] = heights(&encoded, convention);
            let expected = standing_height(&document.skeleton);
            assert!((given / expected - 1.0).abs() < 0.01, "{height} {unit_metres}: {given} {expected}");
            let differs = (guessed / expected - 1.0).abs() > 0.01;
            let text = unit_lost(&encoded);
            assert_eq!(text.is_some(), differs, "{height} {unit_metres}: {guessed} {expected} {text:?}");
            if let Some(text) = text {
                let axis = up_axis.name();
                assert!(text.contains(&format!("give {unit_metres} m and {axis} when")), "{text}");
                told += 1;
            } else {
                silent += 1;
            }
        }
    }
    assert!(told > 2 && silent > 2, "{told} {silent}");
}

#[test]
fn real_characters_say_it_too() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in ["KayKit_Knight.glb", "Fox.glb", "CesiumMan.glb", "makehuman_female_mixamo.fbx"] {
        let document = io::read(&folder.join("characters").join(name), &ReadOptions::default()).unwrap();
        let Some(clip) = document.clips.first() else { continue };
        let encoded = as_bvh(&document, std::slice::from_ref(clip), document.convention);
        let [guessed, given] = heights(&encoded, document.convention);
        let expected = standing_height(&document.skeleton);
        // The end sites' leaves and scales at rest may cost a little.
        assert!((given / expected - 1.0).abs() < 0.02, "{name}: {given} {expected}");
        assert!(
            (guessed / expected - 1.0).abs() < 0.02 || unit_lost(&encoded).is_some(),
            "{name}: {guessed}"
        );
    }
}

#[test]
fn no_clip_is_no_bvh() {
    let document = walker(1.75);
    let file =
        NewFile { skeleton: &document.skeleton, clips: &[], skins: &[], convention: Convention::default() };
    let error = io::encode_new(Format::Bvh, &file).unwrap_err().to_string();
    assert!(error.contains("no clip to write; BVH needs one"), "{error}");
}

/// The unit estimate speaks of the height that every other place tells.
#[test]
fn one_body_has_one_height() {
    let document = walker(1.75);
    let encoded =
        as_bvh(&document, &document.clips, Convention { unit_metres: 0.01, ..Convention::default() });
    let back = read(&encoded.bytes, &ReadOptions::default());
    let warning = back.notes.iter().find(|w| w.code == "unit-estimated").unwrap();
    let height = standing_height(&back.skeleton);
    assert!(warning.text.contains(&format!("about {height:.2} m tall")), "{height}: {}", warning.text);
}
