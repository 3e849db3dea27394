//! What every operation on bodies says to, or makes of, input that is wrong or poor: one place for all of them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use nalgebra::Vector3;
use surefoot::model::Clip;
use surefoot::model::skin::SkinData;
use surefoot::ops::Progress;
use surefoot::ops::deform_out_of_body::{DeformOutOfBodyOptions, deform_out_of_body};
use surefoot::{
    AdaptStages, AdaptToBodyOptions, BuildShapeGridOptions, Error, FitBodyOptions, GrowBodyOptions,
    RemovePenetrationOptions, ShapeGridSetup, Skeleton, Skin, TrimClipOptions, adapt_to_body,
    build_shape_grid, fit_body, grow_body, remove_penetration, trim_clip,
};

/// A generated character who walks with a thick trunk, so that arms are in it.
struct Scene {
    skeleton: Skeleton,
    clip: Clip,
    skin: SkinData,
}

fn scene(frames: usize) -> Scene {
    let biped = surefoot_sample::biped(&Default::default()).unwrap();
    let walk = surefoot_sample::walk(&biped.skeleton, &Default::default()).unwrap().clip;
    let clip = trim_clip(&biped.skeleton, &walk, &TrimClipOptions::default().count(frames)).unwrap().clip;
    Scene { skeleton: biped.skeleton, clip, skin: biped.skin.data().clone() }
}

/// What came out of an operation, as numbers.
type Outcome = Result<Vec<f64>, Error>;

fn numbers(clip: &Clip) -> Vec<f64> {
    let places = (0..clip.frame_count()).flat_map(|frame| {
        let root = clip.pose(frame).root_position();
        [root.x, root.y, root.z]
    });
    let turns = (0..clip.frame_count()).flat_map(|frame| {
        let pose = clip.pose(frame);
        pose.rotations().to_vec().into_iter().flat_map(|q| q.coords.data.0[0])
    });
    places.chain(turns).collect()
}

/// Every operation on bodies, by name.
fn all(scene: &Scene, skins: &[Skin]) -> Vec<(&'static str, Outcome)> {
    let (skeleton, clip, none) = (&scene.skeleton, &scene.clip, Progress::none());
    let out = remove_penetration(skeleton, clip, skins, &RemovePenetrationOptions::default(), &none);
    let removed = out.map(|edited| numbers(&edited.clip));
    let out = deform_out_of_body(skeleton, clip, skins, &[], &DeformOutOfBodyOptions::default());
    let deformed = out.map(|deformed| {
        let ways = deformed.offsets.iter().flatten().flat_map(|way| [way.x, way.y, way.z]);
        ways.map(f64::from).chain([deformed.report.before.depth_max]).collect()
    });
    let out = fit_body(skeleton, skins, &FitBodyOptions::default());
    let fitted = out.map(|fitted| fitted.report.segments.iter().map(|s| s.length).collect());
    let out = grow_body(skeleton, skins, &[], &GrowBodyOptions::default().trunk(1.2));
    let grown = out.map(|grown| {
        let points = grown.skins.iter().flat_map(|skin| &skin.data().positions);
        points.flat_map(|p| [f64::from(p.x), f64::from(p.y), f64::from(p.z)]).collect()
    });
    let (stages, options) = (AdaptStages::default(), AdaptToBodyOptions::default());
    let out = adapt_to_body(skeleton, clip, skins, &stages, &options, &none);
    let adapted = out.map(|edited| numbers(&edited.clip));
    let mut setup = ShapeGridSetup::default();
    setup.axes.truncate(1);
    let options = BuildShapeGridOptions::default();
    let built = build_shape_grid(skeleton, clip, skins, &setup, &options, &none);
    let built = built.map(|built| vec![built.report.depth_before, built.report.depth_after]);
    vec![
        ("remove_penetration", removed),
        ("deform_out_of_body", deformed),
        ("fit_body", fitted),
        ("grow_body", grown),
        ("adapt_to_body", adapted),
        ("build_shape_grid", built),
    ]
}

fn assert_sane(name: &str, outcome: Outcome) {
    let numbers = outcome.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(!numbers.is_empty() && numbers.iter().all(|x| x.is_finite()), "{name}");
}

#[test]
fn clips_of_one_two_and_five_frames_are_sane() {
    for count in [1, 2, 5] {
        let scene = scene(count);
        assert_eq!(scene.clip.frame_count(), count);
        let skins = [Skin::new(&scene.skeleton, scene.skin.clone()).unwrap()];
        for (name, outcome) in all(&scene, &skins) {
            assert_sane(&format!("{name}, {count} frames"), outcome);
        }
    }
}

#[test]
fn without_a_mesh_bodies_are_estimated_or_the_mesh_is_asked_for() {
    for (name, outcome) in all(&scene(2), &[]) {
        match name {
            "fit_body" => assert_sane(name, outcome),
            // Without a mesh only the joints of the trunk move.
            "grow_body" => assert!(outcome.unwrap().is_empty()),
            _ => {
                let text = outcome.unwrap_err().to_string();
                assert!(text.contains("mesh"), "{name}: {text}");
            }
        }
    }
}

#[test]
fn a_vertex_without_weights_is_refused_and_named() {
    let Scene { skeleton, mut skin, .. } = scene(1);
    let range = skin.influence_offsets[7] as usize..skin.influence_offsets[8] as usize;
    skin.influence_weights[range].fill(0.0);
    let text = Skin::new(&skeleton, skin).unwrap_err().to_string();
    assert!(text.contains("vertex 7") && text.contains("no joint moves"), "{text}");
}

#[test]
fn weights_that_do_not_sum_to_one_count_by_their_shares() {
    let scene = scene(5);
    let whole = [Skin::new(&scene.skeleton, scene.skin.clone()).unwrap()];
    let mut doubled = scene.skin.clone();
    // Doubling changes no share, not even by rounding.
    doubled.influence_weights.iter_mut().for_each(|weight| *weight *= 2.0);
    let skin = Skin::new(&scene.skeleton, doubled).unwrap();
    assert!(skin.renormalised_count() > 100);
    for ((name, a), (_, b)) in all(&scene, &whole).into_iter().zip(all(&scene, &[skin])) {
        let (a, b) = (a.unwrap(), b.unwrap());
        assert_eq!(a.len(), b.len(), "{name}");
        let apart = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(apart < 1e-4, "{name}: {apart}");
    }
}

#[test]
fn a_mesh_inside_out_is_refused_with_what_to_do_or_does_not_matter() {
    let mut scene = scene(3);
    let right = [Skin::new(&scene.skeleton, scene.skin.clone()).unwrap()];
    let as_it_is = all(&scene, &right);
    scene.skin.triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
    let skins = [Skin::new(&scene.skeleton, scene.skin.clone()).unwrap()];
    for ((name, outcome), (_, right)) in all(&scene, &skins).into_iter().zip(as_it_is) {
        match name {
            // Sizes do not depend on which way triangles face.
            "fit_body" | "grow_body" => assert_eq!(outcome.unwrap(), right.unwrap(), "{name}"),
            _ => {
                let text = outcome.unwrap_err().to_string();
                assert!(text.contains("face inwards"), "{name}: {text}");
            }
        }
    }
}

#[test]
fn numbers_that_are_none_do_not_reach_an_operation() {
    let Scene { skeleton, clip, skin } = scene(2);
    let refused = |change: &dyn Fn(&mut SkinData)| {
        let mut data = skin.clone();
        change(&mut data);
        Skin::new(&skeleton, data).unwrap_err().to_string()
    };
    assert!(refused(&|d| d.inverse_binds[1].translation.x = f64::NAN).contains("inverse bind"));
    assert!(refused(&|d| d.inverse_binds[1].linear[(0, 0)] = f64::INFINITY).contains("inverse bind"));
    assert!(refused(&|d| d.positions[4] = Vector3::repeat(f32::NAN)).contains("vertex 4"));
    assert!(refused(&|d| d.influence_weights[0] = f32::NAN).contains("vertex 0"));
    let mut data = clip.into_data();
    data.root_positions[1].y = f64::NAN;
    let error = Clip::new(&skeleton, data.clone()).unwrap_err().to_string();
    assert!(error.contains("frame 1"), "{error}");
    data.root_positions[1].y = 0.9;
    data.rotations[5].as_mut_unchecked().coords.w = f64::NAN;
    assert!(Clip::new(&skeleton, data).is_err());
}

#[test]
fn a_girth_of_nothing_is_refused_wherever_it_is_given() {
    let scene = scene(2);
    let skins = [Skin::new(&scene.skeleton, scene.skin.clone()).unwrap()];
    for girth in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = grow_body(&scene.skeleton, &skins, &[], &GrowBodyOptions::default().left_arm(girth));
        let error = error.unwrap_err();
        assert!(matches!(&error, Error::OptionOutOfRange { option, .. } if option == "left_arm"), "{error}");
        let mut setup = ShapeGridSetup::default();
        setup.axes.truncate(1);
        setup.axes[0].girths = vec![girth, 1.0];
        let (options, none) = (BuildShapeGridOptions::default(), Progress::none());
        let built = build_shape_grid(&scene.skeleton, &scene.clip, &skins, &setup, &options, &none);
        assert!(built.unwrap_err().to_string().contains("girth"), "{girth}");
    }
    // A body without any width is measured, and says where it guessed.
    let mut flat = scene.skin.clone();
    flat.positions.iter_mut().for_each(|p| *p = Vector3::new(0.0, p.y, 0.0));
    let skins = [Skin::new(&scene.skeleton, flat).unwrap()];
    let fitted = fit_body(&scene.skeleton, &skins, &FitBodyOptions::default()).unwrap();
    assert!(fitted.body.volumes().iter().all(|volume| volume.radius > 0.0));
}
