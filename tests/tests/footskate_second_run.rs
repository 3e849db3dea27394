//! A second run changes nothing, also through a written file.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::io::{self, Document, ReadOptions};
use surefoot::{
    Clip, FootskateMethod, FootskateSolver, Plants, RemoveFootskateOptions, Skeleton, remove_footskate,
};
use surefoot_tests::footskate_clips::{BENCH, Take, bench, labelled};
use surefoot_tests::walks::{largest_difference, positions, skated};

fn twice(
    skeleton: &Skeleton,
    clip: &Clip,
    plants: &Plants,
    options: &RemoveFootskateOptions,
    between: &dyn Fn(&Clip) -> Clip,
) -> f64 {
    let once = remove_footskate(skeleton, clip, plants, None, options).unwrap();
    let written = between(&once.clip);
    let again = remove_footskate(skeleton, &written, plants, None, options).unwrap();
    largest_difference(&positions(skeleton, &written), &positions(skeleton, &again.clip))
}

/// Writes the clip into a copy of the file and reads it back.
fn through_file(document: &Document, options: &ReadOptions) -> impl Fn(&Clip) -> Clip {
    let (document, options) = (document.clone(), options.clone());
    move |clip| {
        let encoded = io::encode_edited(&document, std::slice::from_ref(clip)).unwrap();
        let path = std::path::Path::new("cleaned.bvh");
        io::read_bytes(path, &encoded.bytes, &options).unwrap().clips.into_iter().next().unwrap()
    }
}

#[test]
fn a_second_run_through_a_written_bvh_changes_nothing() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let options = ReadOptions { unit_metres: Some(0.0254 / 0.45), ..ReadOptions::default() };
    let mut changed = Vec::new();
    let mut check = |name: &str, document: &Document, plants: &Plants| {
        let between = through_file(document, &options);
        let off = twice(&document.skeleton, &document.clips[0], plants, &Default::default(), &between);
        if off > 1e-6 {
            changed.push(format!("{name}: {off:e} m"));
        }
    };
    for name in ["104_02_walk_exact_footfalls", "02_01_walk"] {
        let document = io::read(&folder.join(format!("cmu/{name}.bvh")), &options).unwrap();
        check(name, &document, &labelled(&document.skeleton, &document.clips[0]));
    }
    for name in BENCH {
        let path = folder.join(format!("footskate_bench/{name}_skate_60fps.bvh"));
        let document = io::read(&path, &options).unwrap();
        check(name, &document, &bench(&folder, name, "skate").plants);
    }
    assert!(changed.is_empty(), "{changed:#?}");
}

#[test]
fn a_second_run_on_the_bench_changes_nothing() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let mut changed = Vec::new();
    for name in BENCH {
        let Take { skeleton, clip, plants } = bench(&folder, name, "skate");
        for (method, solver) in [
            (FootskateMethod::Limbs, FootskateSolver::LeastSquares),
            (FootskateMethod::Limbs, FootskateSolver::Windowed),
            (FootskateMethod::Root, FootskateSolver::LeastSquares),
            (FootskateMethod::FootRooted, FootskateSolver::LeastSquares),
        ] {
            let options = RemoveFootskateOptions::default().method(method).solver(solver);
            let off = twice(&skeleton, &clip, &plants, &options, &Clip::clone);
            if off > 1e-6 {
                changed.push(format!("{name} {method:?} {solver:?}: {off:e} m"));
            }
        }
    }
    assert!(changed.is_empty(), "{changed:#?}");
}

#[test]
fn the_root_method_settles() {
    // Instants of transfer are not stored.
    let (skeleton, clip, plants) = skated();
    let options = RemoveFootskateOptions::default().method(FootskateMethod::Root);
    // Three points a foot, or without plants all points of both soles: where one carries for a single frame, it is
    // chosen anew.
    for plants in [plants.clone(), Plants::none(clip.frame_count())] {
        let off = twice(&skeleton, &clip, &plants, &options, &Clip::clone);
        assert!(off < 5e-4, "{off}");
    }
}
