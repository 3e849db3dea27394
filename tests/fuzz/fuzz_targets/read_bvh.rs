//! Any bytes as BVH: an error or a document; a document writes back byte for byte, and an edited one reads again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use surefoot::io::{self, Convention, Format, NewFile, ReadOptions};
use surefoot::math::{Quat, Vec3};
use surefoot::model::{JointIndex, Track};
use surefoot::{Clip, check_clip};

fuzz_target!(|bytes: &[u8]| {
    let path = Path::new("fuzz.bvh");
    let Ok(document) = io::read_bytes(path, bytes, &ReadOptions::default()) else { return };
    if document.format != Format::Bvh {
        return;
    }
    let unedited = io::encode_edited(&document, &document.clips).expect("an unedited document encodes");
    assert!(unedited.bytes == bytes, "an unedited file changed");

    check_clip(&document.skeleton, &document.clips[0], &Default::default()).unwrap();

    let mut data = document.clips[0].clone().into_data();
    for rotation in &mut data.rotations {
        *rotation *= Quat::from_euler_angles(0.1, -0.2, 0.3);
    }
    let joint = JointIndex(document.skeleton.joint_count() - 1);
    if joint.0 > 0 && !data.translations.iter().any(|track| track.joint == joint) {
        let values = vec![Vec3::new(1.0, 2.0, 3.0); data.root_positions.len()];
        data.translations.push(Track { joint, values });
    }
    let edited = Clip::new(&document.skeleton, data).expect("a turned clip is a clip");
    let encoded = io::encode_edited(&document, std::slice::from_ref(&edited)).expect("an edited document encodes");
    let back = io::read_bytes(path, &encoded.bytes, &ReadOptions::default()).expect("an edited file reads");
    assert_eq!(back.clips[0].frame_count(), edited.frame_count());
    assert_eq!(back.skeleton.names(), document.skeleton.names());

    let file = NewFile {
        skeleton: &document.skeleton,
        clips: &document.clips,
        skins: &[],
        convention: Convention::default(),
    };
    let encoded = io::encode_new(Format::Bvh, &file).expect("a new file encodes");
    let back = io::read_bytes(path, &encoded.bytes, &ReadOptions::default()).expect("a new file reads");
    assert_eq!(back.skeleton.joint_count(), document.skeleton.joint_count());
});
