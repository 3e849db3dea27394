//! Shape grids: how nodes are weighted, what is stored and given back, and what comes out at shapes between the nodes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::atomic::{AtomicUsize, Ordering};
use surefoot::internals::measure_penetration;
use surefoot::io::{ReadOptions, ShapeGridJournal, decode_shape_grid, encode_shape_grid, read};
use surefoot::kinematics::world_poses;
use surefoot::math::{Quat, Random};
use surefoot::model::{Clip, ShapeAxis, ShapePart};
use surefoot::ops::shape_grid::{ShapeWeights, shape_grid_head};
use surefoot::ops::{Progress, remove_penetration::RemovePenetrationOptions};
use surefoot::{
    BuildShapeGridOptions, BuiltShapeGrid, Error, GrowBodyOptions, GrownBody, QueryShapeGridOptions,
    RemoveFootskateOptions, ShapeGridSetup, ShapeInterpolation, ShapedClip, Skeleton, Skin, TrimClipOptions,
    build_shape_grid, grow_body, query_shape_grid, remove_footskate, remove_penetration, trim_clip,
};
use surefoot_tests::data_folder;

const ALL: [ShapeInterpolation; 3] =
    [ShapeInterpolation::Linear, ShapeInterpolation::Hann, ShapeInterpolation::Radial];

fn five_axes() -> Vec<ShapeAxis> {
    surefoot::ops::shape_grid::default_axes()
}

/// The mix of `data` at a place given in steps from the middle, -1 to 1.
fn mixed(axes: &[ShapeAxis], data: &[f64], place: &[f64], interpolation: ShapeInterpolation) -> f64 {
    let girths: Vec<f64> = axes
        .iter()
        .zip(place)
        .map(|(axis, &x)| {
            let [low, middle, high] = axis.girths[..] else { panic!("three girths") };
            if x < 0.0 { middle + x * (middle - low) } else { middle + x * (high - middle) }
        })
        .collect();
    let weights = ShapeWeights::new(axes, &girths, interpolation).unwrap();
    weights.nodes().iter().map(|(node, weight)| data[*node] * weight).sum()
}

/// The thesis's formula over all nodes, by itself: normalised, Hanning kernel, Chebyshev distance.
fn radial(data: &[f64], place: &[f64]) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (node, value) in data.iter().enumerate() {
        let mut rest = node;
        let mut distance: f64 = 0.0;
        for x in place.iter().rev() {
            distance = distance.max((x - ((rest % 3) as f64 - 1.0)).abs());
            rest /= 3;
        }
        let weight = if distance < 1.0 { 0.5 * (1.0 + (std::f64::consts::PI * distance).cos()) } else { 0.0 };
        sum += weight * value;
        weights += weight;
    }
    sum / weights
}

fn place(random: &mut Random) -> Vec<f64> {
    (0..5).map(|_| random.uniform() * 2.0 - 1.0).collect()
}

#[test]
fn nodes_give_their_own_data_and_constants_stay() {
    let axes = five_axes();
    let mut random = Random::new(3);
    let data: Vec<f64> = (0..243).map(|_| random.normal()).collect();
    for interpolation in ALL {
        for node in 0..243usize {
            let at: Vec<f64> = (0..5).map(|axis| (node / 3usize.pow(4 - axis) % 3) as f64 - 1.0).collect();
            let found = mixed(&axes, &data, &at, interpolation);
            assert!((found - data[node]).abs() < 1e-12, "{interpolation}, node {node}");
        }
        let constant = vec![0.7; 243];
        for _ in 0..300 {
            let found = mixed(&axes, &constant, &place(&mut random), interpolation);
            assert!((found - 0.7).abs() < 1e-12, "{interpolation}: {found}");
        }
    }
}

#[test]
fn radial_weights_are_those_of_the_thesis() {
    let axes = five_axes();
    let mut random = Random::new(4);
    let data: Vec<f64> = (0..243).map(|_| random.normal()).collect();
    for _ in 0..300 {
        let at = place(&mut random);
        let found = mixed(&axes, &data, &at, ShapeInterpolation::Radial);
        assert!((found - radial(&data, &at)).abs() < 1e-9);
    }
}

#[test]
fn mixes_stay_within_the_data_and_do_not_jump() {
    let axes = five_axes();
    let mut random = Random::new(5);
    let data: Vec<f64> = (0..243).map(|_| random.uniform()).collect();
    for interpolation in ALL {
        for _ in 0..3400 {
            let at = place(&mut random);
            let way = place(&mut random);
            let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
            let near: Vec<f64> = at.iter().zip(&way).map(|(x, w)| x + 1e-4 * w / length).collect();
            let found = mixed(&axes, &data, &at, interpolation);
            assert!((-1e-12..=1.0 + 1e-12).contains(&found), "{found}");
            let step = (mixed(&axes, &data, &near, interpolation) - found).abs();
            assert!(step <= 0.01, "{interpolation}: {step}");
        }
    }
}

#[test]
fn swapped_axes_swap_the_result() {
    let axes = five_axes();
    let mut swapped = axes.clone();
    swapped.swap(1, 3);
    let mut random = Random::new(6);
    let data: Vec<f64> = (0..243).map(|_| random.normal()).collect();
    let digits = |node: usize| -> Vec<usize> { (0..5).map(|axis| node / 3usize.pow(4 - axis) % 3).collect() };
    let mut other = vec![0.0; 243];
    for (node, value) in data.iter().enumerate() {
        let mut to = digits(node);
        to.swap(1, 3);
        other[to.iter().fold(0, |all, digit| 3 * all + digit)] = *value;
    }
    for interpolation in ALL {
        for _ in 0..100 {
            let at = place(&mut random);
            let mut to = at.clone();
            to.swap(1, 3);
            let (a, b) =
                (mixed(&axes, &data, &at, interpolation), mixed(&swapped, &other, &to, interpolation));
            assert!((a - b).abs() < 1e-12);
        }
    }
}

#[test]
fn outside_counts_the_end_and_nothing_is_no_grid() {
    let axes = five_axes();
    let mut random = Random::new(7);
    let data: Vec<f64> = (0..243).map(|_| random.normal()).collect();
    for interpolation in ALL {
        let far = mixed(&axes, &data, &[-3.0, 2.0, 0.3, -0.4, 1.7], interpolation);
        let end = mixed(&axes, &data, &[-1.0, 1.0, 0.3, -0.4, 1.0], interpolation);
        assert!((far - end).abs() < 1e-12);
        assert!(matches!(ShapeWeights::new(&[], &[], interpolation), Err(Error::Invalid { .. })));
        assert!(matches!(ShapeWeights::new(&axes, &[1.0], interpolation), Err(Error::Length { .. })));
        let bad = [1.0, f64::NAN, 1.0, 1.0, 1.0];
        assert!(matches!(ShapeWeights::new(&axes, &bad, interpolation), Err(Error::Invalid { .. })));
    }
}

#[test]
fn hann_weights_have_no_kink_at_the_diagonal() {
    let axes = &five_axes()[..2];
    let data: Vec<f64> = (0..9).map(|node| f64::from(node * node % 7)).collect();
    let slopes = |interpolation| {
        let at = |x: f64, y: f64| mixed(axes, &data, &[x, y], interpolation);
        let h = 1e-6;
        // Along x, on both sides of the diagonal, and on both sides of a node.
        let slope = |x: f64, y: f64| (at(x + h, y) - at(x - h, y)) / (2.0 * h);
        let diagonal = (slope(0.4 + 2.0 * h, 0.4) - slope(0.4 - 2.0 * h, 0.4)).abs();
        let node = (slope(2.0 * h, 0.4) - slope(-2.0 * h, 0.4)).abs();
        (diagonal, node)
    };
    let (diagonal, node) = slopes(ShapeInterpolation::Hann);
    assert!(diagonal < 1e-4 && node < 1e-4, "{diagonal} {node}");
    // The others have one: the radial at the diagonal, the linear at the node.
    assert!(slopes(ShapeInterpolation::Radial).0 > 0.01 && slopes(ShapeInterpolation::Linear).1 > 0.01);
}

struct Scene {
    skeleton: Skeleton,
    skins: Vec<Skin>,
    clip: Clip,
}

fn walk(first: usize, count: usize) -> Option<Scene> {
    let path = data_folder()?.join("animated/makehuman_male_walk_30fps.glb");
    let document = read(&path, &ReadOptions::default()).unwrap();
    let options = TrimClipOptions::default().first(first).count(count);
    let clip = trim_clip(&document.skeleton, &document.clips[0], &options).unwrap().clip;
    Some(Scene { skeleton: document.skeleton, skins: document.skins, clip })
}

fn two_axes() -> ShapeGridSetup<'static> {
    let mut setup = ShapeGridSetup::default();
    setup.axes = vec![
        ShapeAxis { part: ShapePart::Trunk, girths: vec![1.0, 1.15] },
        ShapeAxis { part: ShapePart::LeftArm, girths: vec![1.0, 1.2] },
    ];
    setup
}

impl Scene {
    fn build(&self, setup: &ShapeGridSetup<'_>, progress: &Progress<'_>) -> Result<BuiltShapeGrid, Error> {
        let options = BuildShapeGridOptions::default();
        build_shape_grid(&self.skeleton, &self.clip, &self.skins, setup, &options, progress)
    }

    fn body(&self, trunk: f64, left_arm: f64) -> (GrownBody, Clip) {
        let options = GrowBodyOptions::default().trunk(trunk).left_arm(left_arm);
        let body = grow_body(&self.skeleton, &self.skins, &[], &options).unwrap();
        let clip = body.fit_clip(&self.clip).unwrap();
        (body, clip)
    }
}

#[test]
fn nodes_give_back_what_was_solved_and_between_them_nothing_is_inside() {
    let Some(scene) = walk(0, 86) else { return };
    let built = scene.build(&two_axes(), &Progress::none()).unwrap();
    assert!(built.report.depth_before > 0.03, "{}", built.report.summary());
    assert!(
        built.report.depth_after <= 0.003 && built.report.nodes_inside == 0,
        "{}",
        built.report.summary()
    );
    let bytes = encode_shape_grid(&built.grid).unwrap();
    let grid = decode_shape_grid("walk.sfshape".as_ref(), &bytes).unwrap();
    assert_eq!(grid, built.grid);
    let (body, source) = scene.body(1.15, 1.2);
    let shape = QueryShapeGridOptions::default().trunk(1.15).left_arm(1.2);
    let asked = query_shape_grid(&grid, &body.skeleton, &source, &shape).unwrap();
    assert_eq!(asked.report.nodes, 1);
    // Plants are found once, on the body that the clip came with.
    let found = surefoot::detect_plants(&scene.skeleton, &scene.clip, None, &Default::default()).unwrap();
    let hold = RemoveFootskateOptions::default().max_stretch(0.0).denoise(false).fit_root_path(false);
    let held = remove_footskate(&body.skeleton, &source, &found.plants, None, &hold).unwrap().clip;
    let options = ShapeGridSetup::default().stages.remove_penetration.margin(0.0065);
    let solved = remove_penetration(&body.skeleton, &held, &body.skins, &options, &Progress::none()).unwrap();
    let [a, b] = [&asked.clip, &solved.clip].map(|clip| world_poses(&body.skeleton, clip).unwrap());
    let apart = a.positions.iter().zip(&b.positions).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
    assert!(apart < 1e-6, "stored in 32 bits, joints are off by {apart}");
    for (trunk, arm) in [(1.0495, 1.066), (1.075, 1.1), (1.075, 1.0), (1.0, 1.1)] {
        let (body, source) = scene.body(trunk, arm);
        let shape = QueryShapeGridOptions::default().trunk(trunk).left_arm(arm);
        let asked = query_shape_grid(&grid, &body.skeleton, &source, &shape).unwrap();
        let depth = |clip: &Clip| {
            let options = RemovePenetrationOptions::default();
            measure_penetration(&body.skeleton, clip, &body.skins, &options).unwrap().depth_max
        };
        let (before, after) = (depth(&source), depth(&asked.clip));
        assert!(before > 0.015 && after <= 0.003, "trunk {trunk}, arm {arm}: {before} to {after}");
        let slide =
            surefoot::measure_footskate(&body.skeleton, &asked.clip, &found.plants, None, None).unwrap();
        assert!(slide.slide_mean < 1e-3, "trunk {trunk}, arm {arm}: {}", slide.summary());
    }
}

#[test]
fn another_clip_or_character_is_refused() {
    let (skeleton, clip, grid) = surefoot_sample::shape_grid().unwrap();
    let shape = QueryShapeGridOptions::default();
    let mut data = clip.clone().into_data();
    data.root_positions[3].x += 1e-12;
    let other = Clip::new(&skeleton, data).unwrap();
    let error = query_shape_grid(&grid, &skeleton, &other, &shape).unwrap_err().to_string();
    assert!(error.contains("whose motion is not"), "{error}");
    // The name alone makes no other clip.
    query_shape_grid(&grid, &skeleton, &clip.clone().renamed("else"), &shape).unwrap();
    let tall = surefoot_sample::biped_skeleton(&Default::default()).unwrap();
    let joints = tall.joints().map(|joint| {
        let name = format!("{}_x", tall.name(joint));
        surefoot::model::Joint::new(name, tall.parent(joint), tall.rest_offset(joint))
    });
    let renamed = Skeleton::new(joints.collect(), vec![]).unwrap();
    let error = query_shape_grid(&grid, &renamed, &clip, &shape).unwrap_err().to_string();
    assert!(error.contains("another character"), "{error}");
    let error = query_shape_grid(&grid, &skeleton, &clip, &shape.left_leg(1.1)).unwrap_err().to_string();
    assert!(error.contains("no axis 'left_leg'"), "{error}");
    let outside = query_shape_grid(&grid, &skeleton, &clip, &shape.trunk(1.5)).unwrap();
    assert_eq!(outside.report.notes[0].code, "shape-outside-grid");
    let end = query_shape_grid(&grid, &skeleton, &clip, &shape.trunk(1.2)).unwrap();
    assert_eq!(outside.clip, end.clip);
    let mut setup = ShapeGridSetup::default();
    setup.axes[0].girths = vec![1.0, 0.9];
    let error = build_shape_grid(&skeleton, &clip, &[], &setup, &Default::default(), &Progress::none());
    assert!(error.unwrap_err().to_string().contains("do not ascend"));
}

#[test]
fn one_thread_and_two_and_a_build_that_was_stopped_give_the_same_bytes() {
    let Some(scene) = walk(20, 16) else { return };
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| scene.build(&two_axes(), &Progress::none()).unwrap().grid)
    };
    let whole = encode_shape_grid(&run(2)).unwrap();
    assert_eq!(encode_shape_grid(&run(1)).unwrap(), whole);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walk.sfshape.part");
    let options = BuildShapeGridOptions::default();
    let head = shape_grid_head(&scene.skeleton, &scene.clip, &scene.skins, &two_axes(), &options).unwrap();
    let kept = AtomicUsize::new(0);
    {
        let (journal, _) = ShapeGridJournal::open(&path, &head).unwrap();
        let keep = |index: usize, node: &_| {
            kept.fetch_add(1, Ordering::Relaxed);
            journal.keep(index, node)
        };
        let mut setup = two_axes();
        setup.keep = Some(&keep);
        let go_on = |_| kept.load(Ordering::Relaxed) < 2;
        assert_eq!(scene.build(&setup, &Progress::new(&go_on)).unwrap_err(), Error::Cancelled);
    }
    let before = kept.load(Ordering::Relaxed);
    assert!((1..4).contains(&before), "{before}");
    let (journal, finished) = ShapeGridJournal::open(&path, &head).unwrap();
    assert_eq!(finished.len(), before);
    let keep = |index: usize, node: &_| journal.keep(index, node);
    let mut setup = two_axes();
    setup.finished = finished;
    setup.keep = Some(&keep);
    let built = scene.build(&setup, &Progress::none()).unwrap();
    assert_eq!(built.report.solved, 4 - before);
    assert_eq!(encode_shape_grid(&built.grid).unwrap(), whole);
}

#[test]
fn a_body_that_grows_while_the_clip_plays_moves_smoothly() {
    let Some(scene) = walk(0, 60) else { return };
    let mut setup = ShapeGridSetup::default();
    setup.axes = vec![ShapeAxis { part: ShapePart::Trunk, girths: vec![1.0, 1.2] }];
    let built = scene.build(&setup, &Progress::none()).unwrap();
    let shaped = ShapedClip::new(&built.grid, &scene.skeleton, &scene.clip).unwrap();
    let count = scene.clip.frame_count();
    let mut data = scene.clip.clone().into_data();
    for (frame, rotations) in data.rotations.chunks_mut(scene.skeleton.joint_count()).enumerate() {
        let girth = 1.0 + 0.2 * frame as f64 / (count - 1) as f64;
        let weights = shaped.weights(&QueryShapeGridOptions::default().trunk(girth)).unwrap();
        data.root_positions[frame] = shaped.pose(frame, &weights, rotations).unwrap();
    }
    let growing = Clip::new(&scene.skeleton, data).unwrap();
    let largest = |clip: &Clip| {
        let poses = world_poses(&scene.skeleton, clip).unwrap();
        let step = |frame: usize| {
            poses
                .frame(frame)
                .iter()
                .zip(poses.frame(frame - 1))
                .map(|(a, b)| (a - b).norm())
                .fold(0.0, f64::max)
        };
        (1..count).map(step).fold(0.0, f64::max)
    };
    let (before, after) = (largest(&scene.clip), largest(&growing));
    assert!(after <= 2.0 * before, "{before} {after}");
    assert_ne!(growing, scene.clip);
    // The frame that is asked for is checked.
    let weights = shaped.weights(&QueryShapeGridOptions::default()).unwrap();
    let mut rotations = vec![Quat::identity(); scene.skeleton.joint_count()];
    assert!(shaped.pose(count, &weights, &mut rotations).is_err());
    assert!(shaped.pose(0, &weights, &mut rotations[1..]).is_err());
}

#[test]
fn what_is_not_corrected_keeps_its_bits() {
    let Some(scene) = walk(0, 40) else { return };
    let mut setup = ShapeGridSetup::default();
    setup.axes = vec![ShapeAxis { part: ShapePart::Trunk, girths: vec![1.0, 1.1] }];
    let options = BuildShapeGridOptions::default().footskate(false);
    let grid =
        build_shape_grid(&scene.skeleton, &scene.clip, &scene.skins, &setup, &options, &Progress::none())
            .unwrap()
            .grid;
    let shape = QueryShapeGridOptions::default().trunk(1.05);
    let asked = query_shape_grid(&grid, &scene.skeleton, &scene.clip, &shape).unwrap();
    assert_eq!(asked.clip.root_positions(), scene.clip.root_positions());
    let joints = scene.skeleton.joint_count();
    let is_corrected = |joint: usize, frame: usize| {
        grid.nodes().iter().flat_map(|node| &node.runs).any(|run| {
            run.joint.is_some_and(|j| j.0 == joint)
                && (run.first..run.first + run.values.len()).contains(&frame)
        })
    };
    let (mut same, mut other) = (0, 0);
    for (index, (a, b)) in asked.clip.rotations().iter().zip(scene.clip.rotations()).enumerate() {
        let corrected = is_corrected(index % joints, index / joints);
        assert!(corrected || a == b, "joint {}, frame {}", index % joints, index / joints);
        if corrected { other += 1 } else { same += 1 }
    }
    assert!(other > 100 && same > 100, "{other} {same}");
}
