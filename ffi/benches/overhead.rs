//! What the C API costs: `remove_footskate` through C against the Rust call, in turns on one clip of 5,000 frames. Ends in
//! failure above 1.05 times. A ratio within one run, so that a busy machine matters little.
#![allow(clippy::expect_used, clippy::print_stdout, reason = "a bench that cannot go on fails, and prints")]

use std::ffi::CString;
use std::ptr::{null, null_mut};
use std::time::{Duration, Instant};
use surefoot::{RemoveFootskateOptions, remove_footskate};
use surefoot_ffi::*;
use surefoot_sample::{BipedOptions, WalkOptions, biped_skeleton, walk};

/// Rounds of each; the median of the ratios counts.
const ROUNDS: usize = 15;
const LIMIT: f64 = 1.05;

fn main() {
    let skeleton = biped_skeleton(&BipedOptions::default()).expect("a skeleton");
    let options = WalkOptions { frame_rate: 50.0, seconds: 100.0, ..Default::default() };
    let walked = walk(&skeleton, &options).expect("a walk");
    let frames = walked.clip.frame_count();

    let names: Vec<CString> = skeleton.names().iter().map(|n| CString::new(n.as_str()).expect("no zero")).collect();
    let names: Vec<_> = names.iter().map(|n| n.as_ptr()).collect();
    let parents: Vec<i32> = skeleton.parents().iter().map(|p| p.map_or(-1, |p| p.0 as i32)).collect();
    let site_joints: Vec<i32> = skeleton.end_sites().iter().map(|s| s.joint.0 as i32).collect();
    let site_offsets: Vec<f64> = skeleton.end_sites().iter().flat_map(|s| <[f64; 3]>::from(s.offset)).collect();
    let data = surefoot_skeleton_data {
        struct_size: size_of::<surefoot_skeleton_data>(),
        joint_count: skeleton.joint_count(),
        names: names.as_ptr(),
        parents: parents.as_ptr(),
        rest_offsets: skeleton.rest_offsets().as_ptr().cast(),
        rest_rotations: skeleton.rest_rotations().as_ptr().cast(),
        rest_scales: null(),
        compensates_parent_scale: null(),
        end_site_count: site_joints.len(),
        end_site_joints: site_joints.as_ptr(),
        end_site_offsets: site_offsets.as_ptr(),
    };
    let (mut c_skeleton, mut c_clip, mut c_plants) = (null_mut(), null_mut(), null_mut());
    assert_eq!(surefoot_skeleton_create(&raw const data, &raw mut c_skeleton, null_mut()) as i32, 0);
    let data = surefoot_clip_data {
        struct_size: size_of::<surefoot_clip_data>(),
        name: null(),
        frame_rate: walked.clip.frame_rate(),
        frame_count: walked.clip.frame_count(),
        rotations: walked.clip.rotations().as_ptr().cast(),
        root_positions: walked.clip.root_positions().as_ptr().cast(),
        translation_count: 0,
        translations: null(),
        scale_count: 0,
        scales: null(),
    };
    assert_eq!(surefoot_clip_create(c_skeleton, &raw const data, &raw mut c_clip, null_mut()) as i32, 0);
    let text = CString::new(surefoot::io::encode_plants(&walked.plants)).expect("no zero");
    let status = surefoot_plants_from_text(text.as_ptr(), frames, &raw mut c_plants, null_mut());
    assert_eq!(status as i32, 0);
    let plants = surefoot::io::parse_plants("plants".as_ref(), text.to_str().expect("UTF-8"), frames).expect("plants");

    let rust = || {
        let start = Instant::now();
        let edited = remove_footskate(&skeleton, &walked.clip, &plants, None, &RemoveFootskateOptions::default());
        let edited = edited.expect("a clip");
        let _summary = edited.report.summary();
        drop(edited);
        start.elapsed()
    };
    let c = || {
        let start = Instant::now();
        let (mut clip, mut report) = (null_mut(), null_mut());
        let status = surefoot_remove_footskate(
            c_skeleton,
            c_clip,
            c_plants,
            null(),
            null(),
            &raw mut clip,
            &raw mut report,
            null_mut(),
        );
        assert_eq!(status as i32, 0);
        surefoot_clip_free(clip);
        surefoot_report_free(report);
        start.elapsed()
    };
    rust();
    c();
    let mut pairs: Vec<(f64, Duration, Duration)> = (0..ROUNDS)
        .map(|round| {
            // Who goes first alternates.
            let (a, b) = if round % 2 == 0 {
                (rust(), c())
            } else {
                let b = c();
                (rust(), b)
            };
            (b.as_secs_f64() / a.as_secs_f64(), a, b)
        })
        .collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, rust_time, c_time) = pairs[ROUNDS / 2];
    println!("remove_footskate, 5,000 frames: Rust {rust_time:.1?}, C {c_time:.1?}: {ratio:.3} times (limit {LIMIT})");
    surefoot_plants_free(c_plants);
    surefoot_clip_free(c_clip);
    surefoot_skeleton_free(c_skeleton);
    assert!(ratio <= LIMIT, "the C API costs {ratio:.3} times the Rust call");
}
