//! `fit_body`: sizes of tubes that are known, every vertex in one volume, and real bodies.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails; figures are printed"
)]

use surefoot::io::{ReadOptions, read};
use surefoot::math::{Affine, Quat, Vec3};
use surefoot::model::{Joint, JointIndex, VolumeKind, VolumeSource};
use surefoot::ops::fit_body::SegmentFit;
use surefoot::{Error, FitBodyOptions, FittedBody, Roles, Skeleton, Skin, fit_body};
use surefoot_sample as sample;
use surefoot_tests::data_folder;
use surefoot_tests::tubes::{TubeMesh, chain, even_angles, even_steps};

fn fit(skeleton: &Skeleton, skins: &[Skin]) -> FittedBody {
    fit_body(skeleton, skins, &FitBodyOptions::default()).unwrap()
}

/// The fit of one bone of that length with all of the mesh.
fn fit_one(length: f64, mesh: &TubeMesh) -> (FittedBody, SegmentFit) {
    let skeleton = chain(&[length]).unwrap();
    let skin = mesh.bind(&skeleton, |_| vec![(0, 1.0)]).unwrap();
    let fitted = fit(&skeleton, &[skin]);
    let segment = fitted.report.segments[0].clone();
    assert_eq!(segment.source, VolumeSource::Mesh);
    (fitted, segment)
}

#[track_caller]
fn assert_near(found: f64, expected: f64, share: f64) {
    assert!((found / expected - 1.0).abs() <= share, "{found} is not {expected} within {share}");
}

#[test]
fn a_tube_has_the_radius_it_was_made_with() {
    let (fitted, segment) = fit_one(0.4, &TubeMesh::even(0.06, 0.4, 200, 100));
    assert_eq!(segment.vertex_count, 20_000);
    assert_near(segment.radius, 0.06, 0.01);
    assert_near(segment.length, 0.4, 1e-9);
    assert_near(segment.litres, 1000.0 * std::f64::consts::PI * 0.06 * 0.06 * 0.4, 0.02);
    assert!(segment.rms < 5e-4 && fitted.report.rms < 5e-4, "{}", segment.rms);
    assert_eq!(fitted.report.near_share, 1.0);
}

#[test]
fn a_flat_tube_has_both_its_semi_axes() {
    let mesh = TubeMesh::new(&even_angles(200), &even_steps(0.5, 60), [0.15, 0.10], Vec3::zeros());
    let (fitted, segment) = fit_one(0.5, &mesh);
    assert_near(segment.radius, 0.125, 0.01);
    assert_near(segment.wide, 0.15, 0.01);
    assert_near(segment.narrow, 0.10, 0.01);
    let directions = fitted.body.volumes()[0].semi_directions;
    assert!(directions[0].x.abs() > 0.999 && directions[1].z.abs() > 0.999, "{directions:?}");
    assert!(segment.rms_elliptic < 1e-3 && segment.rms > 0.01, "{segment:?}");
}

#[test]
fn a_finer_half_of_the_mesh_does_not_count_more() {
    let radius = |fine: usize| {
        let half = |count: usize, from: f64| {
            (0..count).map(move |i| from + std::f64::consts::PI * i as f64 / count as f64)
        };
        let angles: Vec<f64> = half(fine, 0.0).chain(half(40, std::f64::consts::PI)).collect();
        let steps: Vec<f64> = (0..=20).map(|i| 0.01 * f64::from(i)).collect();
        let rows: Vec<f64> = steps
            .into_iter()
            .chain((1..=20 * (fine / 40)).map(|i| 0.2 + 0.2 * i as f64 / (20 * (fine / 40)) as f64))
            .collect();
        fit_one(0.4, &TubeMesh::new(&angles, &rows, [0.06, 0.06], Vec3::zeros())).1.radius
    };
    assert_near(radius(400), radius(40), 0.01);
}

#[test]
fn frames_do_not_matter_and_sizes_scale() {
    let mesh =
        TubeMesh::new(&even_angles(40), &even_steps(0.4, 20), [0.08, 0.05], Vec3::new(0.02, 0.0, 0.01));
    let (_, plain) = fit_one(0.4, &mesh);
    for (turn, place) in [
        (Quat::from_euler_angles(0.3, 1.1, -2.0), Vec3::new(3.0, -1.0, 0.5)),
        (Quat::from_euler_angles(-1.4, 0.2, 0.7), Vec3::new(-0.2, 9.0, 4.0)),
    ] {
        let mut root = Joint::new("root", None, place);
        root.rest_rotation = turn;
        let tip = Joint::new("tip", Some(JointIndex(0)), turn.inverse() * Vec3::y() * 0.4);
        let skeleton = Skeleton::new(vec![root, tip], vec![]).unwrap();
        let mut data = mesh.bind(&chain(&[0.4]).unwrap(), |_| vec![(0, 1.0)]).unwrap().into_data();
        data.inverse_binds = vec![Affine::from_trs(Vec3::zeros(), &turn.inverse(), &Vec3::repeat(1.0))];
        let moved = fit(&skeleton, &[Skin::new(&skeleton, data).unwrap()]).report.segments[0].clone();
        for (a, b) in [(moved.radius, plain.radius), (moved.wide, plain.wide), (moved.offset, plain.offset)] {
            assert!((a - b).abs() < 1e-9, "{a} {b}");
        }
    }
    let mut large = mesh.clone();
    large.positions.iter_mut().for_each(|p| *p *= 2.0);
    assert_near(fit_one(0.8, &large).1.radius, 2.0 * plain.radius, 1e-6);
}

#[test]
fn a_short_fat_trunk_is_measured_across_its_bone() {
    let (_, segment) = fit_one(0.3, &TubeMesh::even(0.2, 0.3, 80, 30));
    assert_near(segment.radius, 0.2, 0.02);
}

#[test]
fn flesh_beside_its_bone_has_an_offset() {
    let mesh = TubeMesh::new(&even_angles(60), &even_steps(0.4, 40), [0.06; 2], Vec3::new(0.03, 0.0, 0.0));
    let (fitted, segment) = fit_one(0.4, &mesh);
    assert_near(segment.radius, 0.06, 0.01);
    assert!((segment.offset - 0.03).abs() < 1e-3, "{}", segment.offset);
    assert!((fitted.body.volumes()[0].centre - Vec3::new(0.03, 0.2, 0.0)).norm() < 1e-3);
}

#[test]
fn kinds_have_their_own_sizes() {
    let skeleton = chain(&[0.4]).unwrap();
    let skin = TubeMesh::even(0.06, 0.4, 60, 40).bind(&skeleton, |_| vec![(0, 1.0)]).unwrap();
    let litres = |kind| {
        let options = FitBodyOptions::default().kind(kind);
        fit_body(&skeleton, std::slice::from_ref(&skin), &options).unwrap().report.litres
    };
    let (cylinder, ellipsoid) = (litres(VolumeKind::Cylinder), litres(VolumeKind::Ellipsoid));
    assert_near(ellipsoid, cylinder * 2.0 / 3.0, 0.01);
    assert!(litres(VolumeKind::Capsule) > cylinder);
}

#[test]
fn too_few_vertices_follow_the_segment_above() {
    let skeleton = chain(&[0.4, 0.3]).unwrap();
    let mesh = TubeMesh::even(0.05, 0.4, 30, 20);
    let last = mesh.positions.len() - 1;
    let only_last = mesh.positions[last];
    let skin =
        mesh.bind(&skeleton, |p| if *p == only_last { vec![(0, 0.9), (1, 0.1)] } else { vec![(0, 1.0)] });
    let fitted = fit(&skeleton, &[skin.unwrap()]);
    let [upper, lower] = [&fitted.report.segments[0], &fitted.report.segments[1]];
    assert_eq!(lower.source, VolumeSource::Parent);
    assert_near(lower.radius, 0.8 * upper.radius, 1e-9);
    assert_near(lower.length, 0.3, 1e-9);
    assert!(fitted.report.notes.iter().any(|note| note.code == "segment-without-mesh"));
}

#[test]
fn every_vertex_has_one_volume() {
    let biped = sample::biped(&Default::default()).unwrap();
    let count = biped.skin.vertex_count();
    let fitted = fit(&biped.skeleton, &[biped.skin.clone(), biped.skin]);
    assert_eq!(fitted.volume_of_vertex.iter().map(Vec::len).collect::<Vec<_>>(), [count, count]);
    assert_eq!(fitted.report.segments.iter().map(|s| s.vertex_count).sum::<usize>(), 2 * count);
    assert!(fitted.volume_of_vertex[0].iter().all(|&v| (v as usize) < fitted.body.volumes().len()));
    assert!(fitted.report.notes.is_empty(), "{:?}", fitted.report.notes);
}

/// Two arms that hang side by side: joints 1, 2 on the left, 4, 5 on the right.
fn two_arms() -> Skeleton {
    let at = |name: &str, parent: usize, x: f64, y: f64| {
        Joint::new(name, Some(JointIndex(parent)), Vec3::new(x, y, 0.0))
    };
    let joints = vec![
        Joint::new("root", None, Vec3::zeros()),
        at("left_upper", 0, 0.2, 0.0),
        at("left_lower", 1, 0.0, -0.3),
        at("left_end", 2, 0.0, -0.3),
        at("right_upper", 0, -0.2, 0.0),
        at("right_lower", 4, 0.0, -0.3),
        at("right_end", 5, 0.0, -0.6),
    ];
    Skeleton::new(joints, vec![]).unwrap()
}

/// The volume of a single vertex with these weights among the flesh of both arms.
fn volume_at(place: Vec3, weights: &[(usize, f32)]) -> String {
    let skeleton = two_arms();
    let mut mesh = TubeMesh::even(0.05, 0.6, 12, 20);
    let count = mesh.positions.len();
    let (left, right) = (Vec3::new(0.2, -0.6, 0.0), Vec3::new(-0.2, -0.6, 0.0));
    let other: Vec<Vec3> = mesh.positions.iter().map(|p| p + right).collect();
    mesh.positions.iter_mut().for_each(|p| *p += left);
    mesh.positions.extend(other);
    mesh.triangles.extend(mesh.triangles.clone().iter().map(|t| t.map(|c| c + count as u32)));
    mesh.positions.push(place);
    let skin = mesh
        .bind(&skeleton, |p| {
            if *p == place {
                return weights.to_vec();
            }
            let lower = usize::from(p.y < -0.3);
            vec![(if p.x > 0.0 { 1 + lower } else { 4 + lower }, 1.0)]
        })
        .unwrap();
    let fitted = fit(&skeleton, &[skin]);
    let volume = *fitted.volume_of_vertex[0].last().unwrap() as usize;
    fitted.body.volumes()[volume].name.clone()
}

#[test]
fn vertices_of_one_arm_stay_with_it() {
    // Beside the right forearm as well, and below the end of the left one.
    assert_eq!(volume_at(Vec3::new(0.25, -0.4, 0.0), &[(2, 1.0)]), "left_lower");
    assert_eq!(volume_at(Vec3::new(0.25, -0.7, 0.0), &[(2, 1.0)]), "left_lower");
}

#[test]
fn a_vertex_past_the_elbow_belongs_to_the_forearm() {
    let place = Vec3::new(0.25, -0.35, 0.0);
    assert_eq!(volume_at(place, &[(1, 0.6), (2, 0.4)]), "left_lower");
    assert_eq!(volume_at(place, &[(2, 0.4), (1, 0.6)]), "left_lower");
    assert_eq!(volume_at(Vec3::new(0.25, -0.25, 0.0), &[(1, 0.6), (2, 0.4)]), "left_upper");
}

#[test]
fn equal_weights_go_to_the_joint_that_comes_first() {
    // Beside both bones at the elbow itself.
    let place = Vec3::new(0.25, -0.3, 0.0);
    for weights in [[(1, 0.5), (2, 0.5)], [(2, 0.5), (1, 0.5)]] {
        assert_eq!(volume_at(place, &weights), "left_upper");
    }
}

#[test]
fn the_order_of_influences_and_runs_do_not_matter() {
    let biped = sample::biped(&Default::default()).unwrap();
    let mut data = biped.skin.into_data();
    // Equal weights, so that there are ties to settle.
    data.influence_weights.fill(1.0);
    let tied = Skin::new(&biped.skeleton, data.clone()).unwrap();
    for vertex in 0..data.positions.len() {
        let range = data.influence_offsets[vertex] as usize..data.influence_offsets[vertex + 1] as usize;
        data.influence_slots[range].reverse();
    }
    let reversed = Skin::new(&biped.skeleton, data).unwrap();
    let (first, second) =
        (fit(&biped.skeleton, std::slice::from_ref(&tied)), fit(&biped.skeleton, &[reversed]));
    assert_eq!(first.volume_of_vertex, second.volume_of_vertex);
    assert_eq!(first, fit(&biped.skeleton, &[tied]));
}

#[test]
fn without_a_mesh_proportions_are_average() {
    let biped = sample::biped(&Default::default()).unwrap();
    let fitted = fit(&biped.skeleton, &[]);
    assert!(fitted.report.notes.iter().any(|note| note.code == "average-body"));
    assert!(fitted.body.volumes().iter().all(|volume| volume.source == VolumeSource::Proportions));
    assert!((40.0..110.0).contains(&fitted.report.litres), "{}", fitted.report.litres);
    assert!(fitted.report.summary().contains("average proportions"));
}

#[test]
fn a_rig_without_roles_has_a_volume_per_joint() {
    let biped = sample::biped(&Default::default()).unwrap();
    let count = biped.skeleton.joint_count();
    let skeleton = biped.skeleton.with_roles(Roles::empty(count)).unwrap();
    let fitted = fit(&skeleton, &[biped.skin]);
    assert!(fitted.report.notes.iter().any(|note| note.code == "volume-per-joint"));
    assert!(fitted.report.from_mesh > 15, "{}", fitted.report.summary());
}

#[test]
fn a_skin_of_another_skeleton_is_refused() {
    let biped = sample::biped(&Default::default()).unwrap();
    let error = fit_body(&chain(&[0.4]).unwrap(), &[biped.skin], &FitBodyOptions::default()).unwrap_err();
    assert!(matches!(error, Error::Invalid { .. }), "{error}");
}

#[test]
fn left_and_right_of_the_sample_are_alike() {
    let biped = sample::biped(&Default::default()).unwrap();
    let fitted = fit(&biped.skeleton, &[biped.skin]);
    for name in ["clavicle", "upper_arm", "forearm", "hand", "thigh", "shin", "foot", "toe"] {
        let radius = |side: &str| {
            let index = fitted.body.find(&format!("{side}_{name}")).unwrap();
            fitted.body.volumes()[index].radius
        };
        assert_near(radius("left"), radius("right"), 0.02);
    }
}

/// Real bodies: nearly all vertices lie near their volume, and adults hold what adults hold.
#[test]
fn real_bodies_are_plausible() {
    let Some(folder) = data_folder() else { return };
    let cases = [
        ("makehuman_male_cmu.glb", Some(60.0..110.0)),
        ("makehuman_male_heavy_cmu.glb", Some(60.0..140.0)),
        ("makehuman_female_game_engine.glb", Some(40.0..90.0)),
        ("makehuman_female_mixamo.glb", Some(40.0..90.0)),
        ("makehuman_female_mixamo.fbx", Some(40.0..90.0)),
        ("mesh2motion_human_YMCA.glb", Some(40.0..130.0)),
        ("KayKit_Knight.glb", None),
        ("CesiumMan.glb", None),
        ("RobotExpressive.glb", None),
        ("Fox.glb", None),
        ("RiggedFigure.glb", None),
    ];
    for (name, litres) in cases {
        let document = read(&folder.join("characters").join(name), &ReadOptions::default()).unwrap();
        for kind in VolumeKind::ALL {
            let options = FitBodyOptions::default().kind(*kind);
            let fitted = fit_body(&document.skeleton, &document.skins, &options).unwrap();
            println!("{name} {kind}: {}; mesh {:?} l", fitted.report.summary(), fitted.report.mesh_litres);
            if let Some(range) = litres.clone().filter(|_| *kind == VolumeKind::Cylinder) {
                assert!(range.contains(&fitted.report.litres), "{name}: {} litres", fitted.report.litres);
                assert!(fitted.report.near_share >= 0.99, "{name}: {}", fitted.report.near_share);
                let pelvis = &fitted.report.segments[0];
                assert!(pelvis.length < 0.2 * fitted.report.height, "{name}: the pelvis reaches the knees");
            }
        }
    }
}
