//! `remove_footskate` over a floor, a slope and stairs.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::kinematics::{BodyPoints, world_poses};
use surefoot::math::Vec3;
use surefoot::{Clip, FootskateSolver, Ground, Plants, RemoveFootskateOptions, Skeleton, remove_footskate};
use surefoot_tests::walks::{biped, moved, placeless, walk};

fn lowest_over(ground: &Ground, skeleton: &Skeleton, clip: &Clip) -> f64 {
    let poses = world_poses(skeleton, clip).unwrap();
    let mut lowest = f64::INFINITY;
    for (p, at) in BodyPoints::new(skeleton).iter() {
        if matches!(p.kind, surefoot::model::PointKind::Ankle) {
            continue;
        }
        for frame in 0..clip.frame_count() {
            let place = poses.point(frame, at.joint, &at.offset);
            if let Some(footing) = ground.footing(place.x, place.z, place.y) {
                lowest = lowest.min(place.y - footing.height);
            }
        }
    }
    lowest
}

#[test]
fn feet_stay_out_of_the_ground() {
    // The whole walk sunk by 2 cm into a level and into a sloping floor.
    let skeleton = biped();
    let walk = walk(&skeleton);
    let sunk = moved(&skeleton, &walk.clip, 0.0, Vec3::new(0.0, -0.02, 0.0));
    for (ground, under) in
        [(Ground::level(0.0), 1e-9), (Ground::plane(Vec3::new(0.01, 1.0, 0.004), -0.01).unwrap(), 0.004)]
    {
        assert!(lowest_over(&ground, &skeleton, &sunk) < -0.005);
        for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
            let options = RemoveFootskateOptions::default().solver(solver);
            let plants = placeless(&walk.plants);
            let edited = remove_footskate(&skeleton, &sunk, &plants, Some(&ground), &options).unwrap();
            let lowest = lowest_over(&ground, &skeleton, &edited.clip);
            // Doubly planted feet keep their own tilt on the slope.
            assert!(lowest > -under, "{solver:?}: {lowest}");
            assert!(edited.report.after.slide_max < 1e-5, "{solver:?}: {}", edited.report.summary());
            // No plants: only the ground counts.
            let none = Plants::none(sunk.frame_count());
            let lifted = remove_footskate(&skeleton, &sunk, &none, Some(&ground), &options).unwrap();
            let lowest = lowest_over(&ground, &skeleton, &lifted.clip);
            assert!(lowest > -1e-9, "{solver:?}, no plants: {lowest}");
        }
    }
    // Entirely above: not a bit changes.
    let none = Plants::none(walk.clip.frame_count());
    let low = Ground::level(-1.0);
    let edited = remove_footskate(&skeleton, &walk.clip, &none, Some(&low), &Default::default()).unwrap();
    assert_eq!(edited.clip, walk.clip);
}

#[test]
fn stairs_keep_every_plant_at_its_own_height() {
    // A walk climbing 12 cm a step: each plant has a height of its own.
    let skeleton = biped();
    let walk = walk(&skeleton);
    let mut data = walk.clip.clone().into_data();
    let rise = |z: f64| 0.1 * z;
    data.root_positions.iter_mut().for_each(|p| p.y += rise(p.z));
    let climbing = Clip::new(&skeleton, data).unwrap();
    let points: Vec<Vec3> = (0..40)
        .flat_map(|i| {
            let (z, y) = (f64::from(i) * 0.3 - 2.0, rise(f64::from(i) * 0.3 - 2.0) - 0.3);
            [[-2.0, 0.0], [2.0, 0.0], [-2.0, 0.3], [2.0, 0.3]].map(|[x, dz]| Vec3::new(x, y, z + dz))
        })
        .collect();
    let triangles: Vec<[u32; 3]> =
        (0..40).flat_map(|i| [[4 * i, 4 * i + 2, 4 * i + 1], [4 * i + 1, 4 * i + 2, 4 * i + 3]]).collect();
    let stairs = Ground::mesh(&points, &triangles).unwrap();
    let plants = placeless(&walk.plants);
    let edited = remove_footskate(&skeleton, &climbing, &plants, Some(&stairs), &Default::default()).unwrap();
    let places = world_poses(&skeleton, &edited.clip).unwrap();
    let tips = BodyPoints::new(&skeleton);
    let heights: Vec<f64> = plants
        .iter()
        .filter(|p| p.point.kind == surefoot::model::PointKind::Toe)
        .map(|p| {
            let at = tips.get(p.point).unwrap();
            places.point(p.frames.start, at.joint, &at.offset).y
        })
        .collect();
    let spread =
        heights.iter().copied().fold(f64::MIN, f64::max) - heights.iter().copied().fold(f64::MAX, f64::min);
    assert!(spread > 0.2, "all feet on one floor: {heights:?}");
    assert!(edited.report.after.slide_max < 1e-5, "{}", edited.report.summary());
}
