//! No public function of the library panics on data that does not belong together: clips of other skeletons, clips
//! without frames, arrays of wrong lengths, numbers of things that are not there. It refuses with an error.
//!
//! Accessors that take an index (`Skeleton::name`, `Clip::pose`) are like slices and not meant here.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use proptest::prelude::*;
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;
use surefoot::io::{self, Document, Format, NewFile};
use surefoot::kinematics::{
    BodyPoints, SkinnedFrame, Skinner, rest_pose, standing_height, world_matrices, world_poses,
};
use surefoot::math::{Affine, PlanarTransform, Quat, Vec3};
use surefoot::model::ShapeGrid;
use surefoot::model::clip::ClipData;
use surefoot::model::skin::SkinData;
use surefoot::model::{
    BodyPoint, EndSite, FloorPath, Joint, JointIndex, LabelSpan, Labels, MassSource, MotionGraph, Plant,
    Role, Roles, Side, Sole, Thresholds, Track, VolumeKind, override_roles,
};
use surefoot::ops::correct_balance::{BalanceMode, BalanceOriginal, BalanceSetting};
use surefoot::ops::correct_flight::{FlightFix, FlightSetting};
use surefoot::ops::evaluate_balance::{BalanceCase, BalanceTake};
use surefoot::ops::grow_body::SegmentGirth;
use surefoot::ops::measure_footskate::published_scores;
use surefoot::ops::motion_graph::search::draw_paths;
use surefoot::ops::motion_graph::{
    ClipPlacement, ControlState, RandomWalkOptions, StylePiece, UserCost, automatic_labels,
    build_control_table, graph_grid_picture, graph_picture, random_walk, search_crowd, shortest_connection,
    steer, walk_to_clip,
};
use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};
use surefoot::ops::scale_character::SkinScaling;
use surefoot::ops::{
    Progress, find_soles, measure_asymmetry, mirror_plants, resample_plants, sole_vertices,
    symmetric_skeleton,
};
use surefoot::{
    AdaptStages, AdaptToBodyOptions, BuildShapeGridOptions, QueryShapeGridOptions, ShapeGridSetup,
    adapt_to_body, build_shape_grid, query_shape_grid,
};
use surefoot::{
    AllowedOverlap, DeformOutOfBodyOptions, FitBodyOptions, GrowBodyOptions, RemovePenetrationOptions,
    ScaleCharacterOptions, deform_out_of_body, fit_body, grow_body, remove_penetration, scale_character,
};
use surefoot::{
    BalanceScene, CorrectBalanceOptions, Load, MeasureBalanceOptions, correct_balance, measure_balance,
};
use surefoot::{
    BuildMotionGraphOptions, Clip, DetectPlantsOptions, FootskateMethod, FootskateSolver, FoundMotion,
    GraphClip, Ground, MotionQuery, Plants, RemoveFootskateOptions, SearchMotionGraphOptions, Skeleton, Skin,
    build_motion_graph, check_clip, detect_plants, extend_motion_graph, find_roles, measure_footskate,
    merge_plants, mirror_clip, remove_footskate, resample_clip, retune_motion_graph, search_motion_graph,
    trim_clip,
};
use surefoot::{CorrectFlightOptions, EvaluateBalanceOptions, correct_flight, evaluate_balance};
use surefoot_sample::{self as sample, BipedOptions, WalkOptions};

/// Every way of cleaning.
const METHODS: [(FootskateMethod, FootskateSolver); 4] = [
    (FootskateMethod::Limbs, FootskateSolver::LeastSquares),
    (FootskateMethod::Limbs, FootskateSolver::Windowed),
    (FootskateMethod::Root, FootskateSolver::LeastSquares),
    (FootskateMethod::FootRooted, FootskateSolver::LeastSquares),
];

fn biped() -> &'static sample::Biped {
    static BIPED: OnceLock<sample::Biped> = OnceLock::new();
    BIPED.get_or_init(|| sample::biped(&BipedOptions::default()).unwrap())
}

/// A walk of the biped, 2 seconds.
fn walk() -> &'static sample::SampleClip {
    static WALK: OnceLock<sample::SampleClip> = OnceLock::new();
    WALK.get_or_init(|| {
        let options = WalkOptions { seconds: 2.0, ..WalkOptions::default() };
        sample::walk(&biped().skeleton, &options).unwrap()
    })
}

fn shape_grid() -> &'static ShapeGrid {
    static GRID: OnceLock<ShapeGrid> = OnceLock::new();
    GRID.get_or_init(|| sample::shape_grid().unwrap().2)
}

fn graph() -> &'static MotionGraph {
    static GRAPH: OnceLock<MotionGraph> = OnceLock::new();
    GRAPH.get_or_init(|| {
        let skeleton = &biped().skeleton;
        let options = |speed| WalkOptions { seconds: 5.0, speed, ..WalkOptions::default() };
        let walks = [1.1, 1.3].map(|speed| sample::walk(skeleton, &options(speed)).unwrap());
        let clips: Vec<GraphClip> = walks.iter().map(|w| graph_clip(skeleton, &w.clip, &w.plants)).collect();
        let built = build_motion_graph(&clips, &BuildMotionGraphOptions::default(), &Progress::none());
        built.unwrap().graph
    })
}

fn graph_clip<'a>(skeleton: &'a Skeleton, clip: &'a Clip, plants: &'a Plants) -> GraphClip<'a> {
    GraphClip { skeleton, clip, plants, labels: None, group: 0 }
}

fn vector() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-1.5..1.5f64).prop_map(Vec3::from)
}

fn rotation() -> impl Strategy<Value = Quat> {
    vector().prop_map(Quat::from_scaled_axis)
}

/// Names of a body, of helpers, and of nothing.
const NAMES: [&str; 18] = [
    "Hips",
    "Spine",
    "Neck",
    "Head",
    "LeftUpLeg",
    "LeftLeg",
    "LeftFoot",
    "LeftToeBase",
    "RightUpLeg",
    "RightLeg",
    "RightFoot",
    "LeftArm",
    "LeftForeArm",
    "LeftHand",
    "RightHand",
    "tail",
    "IK_Foot.L",
    "x",
];

/// Any tree of joints, named like a body or not, with the roles that are found in it or with any others.
fn skeleton() -> impl Strategy<Value = Skeleton> {
    let joint = (0..NAMES.len(), any::<usize>(), vector(), rotation(), any::<[bool; 3]>());
    let roles = prop::collection::vec((0..20usize, any::<usize>()), 0..12);
    (prop::collection::vec(joint, 1..14), any::<bool>(), roles).prop_map(|(joints, by_name, roles)| {
        let count = joints.len();
        let made = joints.into_iter().enumerate().map(|(i, (name, parent, offset, turn, flags))| Joint {
            rest_rotation: turn,
            rest_scale: if flags[0] && flags[1] { Vec3::new(1.0, 2.0, 0.0) } else { Vec3::repeat(1.0) },
            compensates_parent_scale: flags[2],
            ..Joint::new(
                format!("{}{}", NAMES[name], if i < NAMES.len() { String::new() } else { i.to_string() }),
                (i > 0).then(|| JointIndex(parent % i.max(1))),
                if flags[0] { offset } else { Vec3::zeros() },
            )
        });
        let mut made: Vec<Joint> = made.collect();
        for i in 0..count {
            if made[..i].iter().any(|other| other.name == made[i].name) {
                made[i].name = format!("{} {i}", made[i].name);
            }
        }
        let site = EndSite { joint: JointIndex(count - 1), offset: Vec3::z() };
        let skeleton = Skeleton::new(made, vec![site]).unwrap();
        let mut found = find_roles(&skeleton).roles;
        if !by_name {
            found = Roles::empty(count);
            for (role, joint) in roles {
                found.set(Role::all().nth(role % 20).unwrap(), JointIndex(joint % count));
            }
        }
        skeleton.with_roles(found).unwrap()
    })
}

/// A clip of the skeleton with up to five frames and some tracks.
fn clip_of(skeleton: &Skeleton) -> impl Strategy<Value = Clip> + use<> {
    let skeleton = skeleton.clone();
    let joints = skeleton.joint_count();
    let frames = (0..6usize).prop_flat_map(move |count| {
        (
            prop::collection::vec(rotation(), count * joints),
            prop::collection::vec(vector(), count),
            prop::option::of((1..joints.max(2), prop::collection::vec(vector(), count))),
            prop::option::of((0..joints, prop::collection::vec(vector(), count))),
            prop::sample::select(vec![1.0, 30.0, 10_000.0]),
        )
    });
    frames.prop_map(move |(rotations, root_positions, moved, scaled, frame_rate)| {
        let track = |(joint, values)| Track { joint: JointIndex(joint), values };
        let data = ClipData {
            name: "any".into(),
            frame_rate,
            rotations,
            root_positions,
            translations: moved.filter(|(j, _)| *j < joints).map(track).into_iter().collect(),
            scales: scaled.map(track).into_iter().collect(),
        };
        Clip::new(&skeleton, data).unwrap()
    })
}

fn skeleton_and_clip() -> impl Strategy<Value = (Skeleton, Clip)> {
    skeleton().prop_flat_map(|skeleton| {
        let clip = clip_of(&skeleton);
        (Just(skeleton), clip)
    })
}

/// Plants of any points on any frames of a clip.
fn plants_of(frame_count: usize) -> impl Strategy<Value = Plants> {
    let plant = (0..12usize, any::<(usize, usize)>(), prop::option::of(vector()));
    prop::collection::vec(plant, 0..6).prop_map(move |plants| {
        let mut kept: Vec<Plant> = Vec::new();
        for (point, (a, b), position) in plants.into_iter().filter(|_| frame_count > 0) {
            let point = BodyPoint::all().nth(point).unwrap();
            let (a, b) = (a % frame_count, b % frame_count);
            let frames = a.min(b)..a.max(b) + 1;
            let is_free =
                |p: &Plant| p.point != point || p.frames.end <= frames.start || frames.end <= p.frames.start;
            if kept.iter().all(is_free) {
                kept.push(Plant { point, frames, confidence: 1.0, position });
            }
        }
        Plants::new(frame_count, kept).unwrap()
    })
}

fn skin_of(skeleton: &Skeleton) -> Skin {
    let last = JointIndex(skeleton.joint_count() - 1);
    let data = SkinData {
        name: "corner".into(),
        positions: [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(nalgebra::Vector3::from).to_vec(),
        triangles: vec![[0, 1, 2]],
        slot_joints: vec![last],
        inverse_binds: vec![Affine::identity()],
        influence_offsets: vec![0, 1, 2, 3],
        influence_slots: vec![0; 3],
        influence_weights: vec![1.0; 3],
        ..SkinData::default()
    };
    Skin::new(skeleton, data).unwrap()
}

/// All that can be done with a skeleton and a clip; whether each was refused.
fn refusals(skeleton: &Skeleton, clip: &Clip, plants: &Plants) -> Vec<(&'static str, bool)> {
    let ground = Ground::level(0.0);
    let mut out = Vec::new();
    let mut note = |name, is_refused: bool| out.push((name, is_refused));
    note("world_poses", world_poses(skeleton, clip).is_err());
    note("check_clip", check_clip(skeleton, clip, &Default::default()).is_err());
    note("mirror_clip", mirror_clip(skeleton, clip, &Default::default()).is_err());
    note("resample_clip", resample_clip(skeleton, clip, &Default::default()).is_err());
    note("trim_clip", trim_clip(skeleton, clip, &Default::default()).is_err());
    note("automatic_labels", automatic_labels(skeleton, clip).is_err());
    note("published_scores", published_scores(skeleton, clip, plants, Some(&ground)).is_err());
    for ground in [None, Some(&ground)] {
        let options = DetectPlantsOptions::default().hands(true).sole(true);
        note("detect_plants", detect_plants(skeleton, clip, ground, &options).is_err());
        note("measure_footskate", measure_footskate(skeleton, clip, plants, ground, None).is_err());
        for (method, solver) in METHODS {
            let options =
                RemoveFootskateOptions::default().method(method).solver(solver).snap_to_ground(true);
            note("remove_footskate", remove_footskate(skeleton, clip, plants, ground, &options).is_err());
        }
    }
    for frame in 0..clip.frame_count() {
        let pose = clip.pose(frame);
        let mut matrices = vec![Affine::identity(); skeleton.joint_count()];
        note("world_matrices", world_matrices(skeleton, &pose, &mut matrices).is_err());
        let mut translations = vec![Vec3::zeros(); skeleton.joint_count()];
        note("local_translations", pose.local_translations(skeleton, &mut translations).is_err());
        note("StreamFrame::from_clip", StreamFrame::from_clip(skeleton, clip, frame).is_err());
        let skin = skin_of(skeleton);
        let deformed = Skinner::new(skeleton, &skin).unwrap().deform(&pose, &mut SkinnedFrame::default());
        note("Skinner::deform", deformed.is_err());
    }
    let clips = std::slice::from_ref(clip);
    for format in [Format::Bvh, Format::Fbx, Format::Glb, Format::Gltf] {
        let file = NewFile { skeleton, clips, skins: &[], convention: Default::default() };
        note("encode_new", io::encode_new(format, &file).is_err());
    }
    let options = DeformOutOfBodyOptions::default();
    let skins = [biped().skin.clone()];
    note("deform_out_of_body", deform_out_of_body(skeleton, clip, &skins, &[], &options).is_err());
    let options = RemovePenetrationOptions::default();
    let solved = remove_penetration(skeleton, clip, &skins, &options, &Progress::none());
    note("remove_penetration", solved.is_err());
    let options = AdaptToBodyOptions::default();
    let adapted = adapt_to_body(skeleton, clip, &skins, &AdaptStages::default(), &options, &Progress::none());
    note("adapt_to_body", adapted.is_err());
    let hand = Load { joint: JointIndex(0), mass: 5.0, offset: Vec3::x() };
    let mut scene = BalanceScene::default();
    (scene.plants, scene.ground, scene.loads) = (Some(plants), Some(&ground), std::slice::from_ref(&hand));
    let measured = measure_balance(skeleton, clip, &skins, &scene, &MeasureBalanceOptions::default());
    note("measure_balance", measured.is_err());
    let mut setting = BalanceSetting::default();
    setting.scene = scene;
    setting.original =
        Some(BalanceOriginal { skeleton, clip, skins: &skins, scene: BalanceScene::default() });
    let options = CorrectBalanceOptions::default().mode(BalanceMode::Keep);
    let edited = correct_balance(skeleton, clip, &skins, &setting, &options, &Progress::none());
    note("correct_balance", edited.is_err());
    let (setting, options) = (FlightSetting::default(), CorrectFlightOptions::default());
    let edited = correct_flight(skeleton, clip, &skins, &setting, &options, &Progress::none());
    note("correct_flight", edited.is_err());
    let walk = BalanceTake { skeleton, clip, skins: &skins, scene: BalanceScene::default() };
    let cases = [BalanceCase { name: "walk", original: walk, adapted: None, balanced: None }];
    let evaluated = evaluate_balance(&cases, &EvaluateBalanceOptions::default().draws(1), &Progress::none());
    note("evaluate_balance", evaluated.is_err());
    let mut setup = ShapeGridSetup::default();
    setup.axes.truncate(1);
    let options = BuildShapeGridOptions::default();
    let built = build_shape_grid(skeleton, clip, &skins, &setup, &options, &Progress::none());
    note("build_shape_grid", built.is_err());
    let asked = query_shape_grid(shape_grid(), skeleton, clip, &QueryShapeGridOptions::default());
    note("query_shape_grid", asked.is_err());
    let taller = ScaleCharacterOptions::uniform(1.1).waist_height(1.11);
    note("scale_character", scale_character(skeleton, &[], clips, &taller).is_err());
    let given = graph_clip(skeleton, clip, plants);
    let options = BuildMotionGraphOptions::default();
    note("build_motion_graph", build_motion_graph(&[given], &options, &Progress::none()).is_err());
    let options = BuildMotionGraphOptions::of_graph(graph());
    note("extend_motion_graph", extend_motion_graph(graph(), &[given], &options, &Progress::none()).is_err());
    let text = format!("{{\"frame_count\": {}, \"plants\": []}}", clip.frame_count());
    let read = io::parse_plants_of(Path::new("plants.json"), &text, skeleton, clip);
    note("parse_plants_of", read.is_err());
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn foreign_clips_are_refused(skeleton in skeleton(), (_, clip) in skeleton_and_clip()) {
        prop_assume!(skeleton.joint_count() != clip.joint_count());
        let plants = Plants::none(clip.frame_count());
        for (name, is_refused) in refusals(&skeleton, &clip, &plants) {
            let (clip_joints, joints) = (clip.joint_count(), skeleton.joint_count());
            prop_assert!(is_refused, "{name} took a clip of {clip_joints} joints for a skeleton of {joints}");
        }
        // The biped has all limbs, so that what is refused is the clip and not the body.
        for (name, is_refused) in refusals(&biped().skeleton, &clip, &plants) {
            prop_assert!(is_refused, "{name} took a clip of another skeleton");
        }
        let foreign = measure_footskate(&biped().skeleton, &walk().clip, &walk().plants, None, Some(&clip));
        prop_assert!(foreign.is_err());
        let document = Document::new(skeleton.clone(), vec![clip.clone()], vec![]);
        prop_assert!(io::encode_edited(&document, &document.clips).is_err());
        let motion = found_motion(clip);
        prop_assert!(draw_paths(&[], &skeleton, &[motion]).is_err());
    }

    #[test]
    fn any_skeleton_and_clip_is_worked_on_or_refused(
        (skeleton, clip, plants) in skeleton_and_clip().prop_flat_map(|(skeleton, clip)| {
            let plants = plants_of(clip.frame_count());
            (Just(skeleton), Just(clip), plants)
        }),
    ) {
        refusals(&skeleton, &clip, &plants);
        rest_pose(&skeleton);
        BodyPoints::new(&skeleton);
        standing_height(&skeleton);
        measure_asymmetry(&skeleton);
        let _ = symmetric_skeleton(&skeleton);
        let _ = skeleton.roles().mirror_pairs(&skeleton).unwrap();
        let skin = skin_of(&skeleton);
        let _ = find_soles(&skeleton, [&skin]).unwrap();
        let _ = sole_vertices(&skeleton, &skin, Side::Left).unwrap();
        for skins in [vec![], vec![skin.clone(), skin.clone()]] {
            for &kind in VolumeKind::ALL {
                let options = FitBodyOptions::default().kind(kind).measured_shares(true);
                let fitted = fit_body(&skeleton, &skins, &options).unwrap();
                prop_assert!(fitted.report.litres.is_finite());
            }
            let options = GrowBodyOptions::default().smoothing(2);
            let _ = grow_body(&skeleton, &skins, &[], &options.trunk(1.5).left_leg(0.7));
            let name = fit_body(&skeleton, &skins, &Default::default()).unwrap().report.segments[0].name.clone();
            let _ = grow_body(&skeleton, &skins, &[SegmentGirth { segment: name, factor: 1.2 }], &options);
            let options = DeformOutOfBodyOptions::default();
            let _ = deform_out_of_body(&skeleton, &clip, &skins, &[], &options);
            let _ = deform_out_of_body(&skeleton, &clip, &skins, &[vec![0.5; 2]], &options.smoothing(0));
            let options = RemovePenetrationOptions::default();
            let _ = remove_penetration(&skeleton, &clip, &skins, &options, &Progress::none());
            let options = options.touch(false).allowed_overlap(AllowedOverlap::Frame).overlap_frame(1);
            let _ = remove_penetration(&skeleton, &clip, &skins, &options, &Progress::none());
            let options = AdaptToBodyOptions::default().arm_direction(0.5);
            let _ = adapt_to_body(&skeleton, &clip, &skins, &AdaptStages::default(), &options, &Progress::none());
            for &masses in MassSource::ALL {
                let options = MeasureBalanceOptions::default().masses(masses).cutoff(0.0).sole_margin(0.1);
                let measured = measure_balance(&skeleton, &clip, &skins, &BalanceScene::default(), &options);
                let frames = measured.iter().flat_map(|measured| &measured.frames.centre);
                prop_assert!(frames.into_iter().all(|centre| centre.iter().all(|x| x.is_finite())));
            }
            for &fix in FlightFix::ALL {
                let options = CorrectFlightOptions::default().fix(fix).g_tolerance(0.0).path_tolerance(0.0);
                let _ = correct_flight(&skeleton, &clip, &skins, &FlightSetting::default(), &options, &Progress::none());
            }
            for &mode in BalanceMode::ALL {
                let options = CorrectBalanceOptions::default().mode(mode).threshold(0.0).target_scale(0.0);
                let _ = correct_balance(&skeleton, &clip, &skins, &BalanceSetting::default(), &options, &Progress::none());
            }
            let options = ScaleCharacterOptions::uniform(0.8).back(1.2).skin(SkinScaling::Reattach);
            let _ = scale_character(&skeleton, &skins, std::slice::from_ref(&clip), &options);
        }
        let _ = mirror_plants(&plants).unwrap();
        let _ = resample_plants(&plants, &clip, 7.0);
        let _ = merge_plants(&plants, &Plants::none(clip.frame_count())).unwrap();
        let _ = io::encode_roles(&skeleton);
    }

    #[test]
    fn short_pieces_of_a_walk_are_worked_on_or_refused(first in 0..100usize, length in 0..6usize, skip in 0..3usize) {
        let walk = walk();
        let frames = first..first + length;
        let clip = walk.clip.slice(frames.clone()).unwrap();
        let inside = walk.plants.iter().filter(|p| p.frames.start < frames.end && frames.start < p.frames.end);
        let cut = inside.map(|p| Plant {
            frames: p.frames.start.max(first) - first..p.frames.end.min(frames.end) - first,
            ..p.clone()
        });
        let plants = Plants::new(length, cut.skip(skip).filter(|p| !p.frames.is_empty()).collect()).unwrap();
        refusals(&biped().skeleton, &clip, &plants);
    }

    #[test]
    fn wrong_lengths_are_refused(
        (skeleton, clip) in skeleton_and_clip(), other in skeleton(), count in 0..20usize, length in 0..20usize,
    ) {
        let joints = skeleton.joint_count();
        let frames = clip.frame_count();
        if count != frames {
            let plants = Plants::none(count);
            prop_assert!(measure_footskate(&skeleton, &clip, &plants, None, None).is_err());
            prop_assert!(published_scores(&skeleton, &clip, &plants, None).is_err());
            prop_assert!(resample_plants(&plants, &clip, 30.0).is_err());
            prop_assert!(merge_plants(&plants, &Plants::none(frames)).is_err());
            for (method, solver) in METHODS {
                let options = RemoveFootskateOptions::default().method(method).solver(solver);
                prop_assert!(remove_footskate(&skeleton, &clip, &plants, None, &options).is_err());
            }
            let whole = Plants::none(frames);
            let labels = Labels::whole(count, "walk");
            let given = [
                graph_clip(&skeleton, &clip, &plants),
                GraphClip { labels: Some(&labels), ..graph_clip(&skeleton, &clip, &whole) },
            ];
            for given in given {
                let options = BuildMotionGraphOptions::default();
                prop_assert!(build_motion_graph(&[given], &options, &Progress::none()).is_err());
            }
        }
        if length != joints {
            prop_assert!(skeleton.clone().with_roles(Roles::empty(length)).is_err());
            prop_assert!(Roles::empty(length).mirror_pairs(&skeleton).is_err());
            for frame in 0..frames {
                let pose = clip.pose(frame);
                let mut matrices = vec![Affine::identity(); length];
                prop_assert!(world_matrices(&skeleton, &pose, &mut matrices).is_err());
                prop_assert!(pose.local_translations(&skeleton, &mut vec![Vec3::zeros(); length]).is_err());
                let mut wrong = StreamFrame {
                    root_position: Vec3::zeros(),
                    rotations: vec![Quat::identity(); length],
                    translations: vec![Vec3::zeros(); joints],
                };
                prop_assert!(wrong.load(&skeleton, &clip, frame).is_err());
            }
        }
        if other.joint_count() > joints {
            let skin = skin_of(&other);
            prop_assert!(Skinner::new(&skeleton, &skin).is_err());
            prop_assert!(find_soles(&skeleton, [&skin]).is_err());
            prop_assert!(sole_vertices(&skeleton, &skin, Side::Right).is_err());
            let skins = std::slice::from_ref(&skin);
            let file = NewFile { skeleton: &skeleton, clips: &[], skins, convention: Default::default() };
            prop_assert!(io::encode_new(Format::Glb, &file).is_err());
            prop_assert!(Document::new(skeleton, vec![], vec![skin]).set_roles(Roles::empty(joints)).is_err());
        }
    }

    #[test]
    fn things_that_are_not_there_are_refused(
        (skeleton, clip) in skeleton_and_clip(), a in 0..40usize, b in 0..40usize, far in any::<usize>(),
    ) {
        let joints = skeleton.joint_count();
        let frames = clip.frame_count();
        prop_assert_eq!(clip.slice(Range { start: a, end: b }).is_ok(), a <= b && b <= frames);
        prop_assert!(clip.slice(0..far.max(frames + 1)).is_err());
        prop_assert_eq!(StreamFrame::from_clip(&skeleton, &clip, a).is_ok(), a < frames);
        let mut data = clip.clone().into_data();
        data.translations = vec![Track { joint: JointIndex(a), values: vec![Vec3::zeros(); b] }];
        prop_assert_eq!(Clip::new(&skeleton, data).is_ok(), (1..joints).contains(&a) && b == frames);
        let mut data = clip.clone().into_data();
        data.rotations.truncate(a);
        let _ = Clip::new(&skeleton, data);
        let joints_of = || skeleton.joints().map(|j| Joint {
            parent: skeleton.parent(j),
            ..Joint::new(skeleton.name(j), None, Vec3::y())
        });
        let site = EndSite { joint: JointIndex(a), offset: Vec3::zeros() };
        prop_assert_eq!(Skeleton::new(joints_of().collect(), vec![site]).is_ok(), a < joints);
        let mut cyclic: Vec<Joint> = joints_of().collect();
        cyclic[joints - 1].parent = Some(JointIndex(a.max(joints - 1)));
        prop_assert!(Skeleton::new(cyclic, vec![]).is_err());
        let sole = Sole {
            foot: JointIndex(a),
            front: JointIndex(b),
            heel: Vec3::zeros(),
            tip: Vec3::zeros(),
            ankle_height: 0.1,
            front_height: 0.0,
        };
        let _ = skeleton.clone().with_soles([Some(sole), None]);
        let _ = override_roles(&skeleton, &[(Role::Head, vec![format!("joint {a}")])]);
        let mut skin = skin_of(&skeleton).into_data();
        skin.slot_joints[0] = JointIndex(a);
        prop_assert_eq!(Skin::new(&skeleton, skin.clone()).is_ok(), a < joints);
        skin.triangles = vec![[0, 1, a as u32]];
        skin.influence_slots[1] = b as u32;
        skin.influence_offsets[2] = far as u32;
        let _ = Skin::new(&skeleton, skin);
        let plant = Plant { point: BodyPoint::all().next().unwrap(), frames: a..b, confidence: 0.5, position: None };
        prop_assert_eq!(Plants::new(frames, vec![plant]).is_ok(), a < b && b <= frames);
        let span = LabelSpan { label: "walk".into(), frames: a..b };
        prop_assert_eq!(Labels::new(frames, vec![span]).is_ok(), a < b && b <= frames);
        let _ = Ground::height_field([0.0; 2], 1.0, a, vec![0.0; b]);
        let _ = Ground::mesh(&[Vec3::zeros(); 3], &[[0, a as u32, far as u32]]);
    }
}

/// A motion that holds the clip; the rest is of the walking graph.
fn found_motion(clip: Clip) -> FoundMotion {
    static FOUND: OnceLock<FoundMotion> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let query = MotionQuery::RandomWalk { seconds: 1.0, label: None, from: None };
        search_motion_graph(graph(), &query, &SearchMotionGraphOptions::default(), &Progress::none()).unwrap()
    });
    let mut found = found.clone();
    found.clip = clip;
    found
}

/// Small numbers are there often, others hardly ever.
fn index() -> impl Strategy<Value = usize> {
    prop_oneof![0..6usize, 0..400usize, any::<usize>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_graph_refuses_what_it_does_not_have(
        numbers in prop::array::uniform8(index()), x in prop_oneof![-3.0..3.0f64, Just(f64::NAN), Just(1e300)],
    ) {
        let graph = graph();
        let [a, b, c, d, e, f, g, h] = numbers;
        let label = (a % 3 > 0).then_some(b);
        let at = PlanarTransform { theta: x, x0: 0.0, z0: 0.0 };
        let _ = walk_to_clip(graph, &[a, b, c], &PlanarTransform::default(), "any");
        let has = |n: usize| n < graph.nodes().len();
        prop_assert_eq!(shortest_connection(graph, c, d, |_| true).is_ok(), has(c) && has(d));
        let options = RandomWalkOptions {
            seed: 1,
            min_frames: a % 400,
            start: Some(e),
            label,
            transition_weight: x,
        };
        let _ = random_walk(graph, &options);
        graph_picture(graph);
        let _ = graph_grid_picture(graph, f % 64);
        let path = FloorPath::polyline(&[Vec3::zeros(), Vec3::z() * 2.0]).unwrap();
        let placement = |clip| ClipPlacement { clip, at };
        let cost = UserCost { cost: &|_, _, _| x, is_complete: &|walk| walk.edges().count() > 3, is_legal: &|_, _| true };
        let queries = [
            MotionQuery::RandomWalk { seconds: x.min(2.0), label, from: Some(f) },
            MotionQuery::ShortestWay { from: c, to: d, label },
            MotionQuery::Path {
                path: path.clone(),
                styles: vec![StylePiece { label, end: x }],
                start: Some((g, at)),
            },
            MotionQuery::Connect { from: placement(e), to: vec![placement(f), placement(h)], label },
            MotionQuery::Connect { from: placement(0), to: vec![], label },
            MotionQuery::Custom { cost, nodes: vec![g, h], start: at, label },
        ];
        let options = SearchMotionGraphOptions::default().beam_width(8).max_expansions(1000);
        for query in &queries {
            let _ = search_motion_graph(graph, query, &options, &Progress::none());
        }
        let _ = search_crowd(graph, &queries, &options, &Progress::none());
        let options = BuildMotionGraphOptions::of_graph(graph);
        let thresholds = Thresholds::uniform(a % 9, x);
        prop_assert!(retune_motion_graph(graph, &thresholds, &options).is_err() || x.is_finite());
    }

    #[test]
    fn a_table_refuses_states_that_it_does_not_have(node in index(), label in prop::option::of(index()), x in -9.0..9.0f64) {
        static TABLE: OnceLock<surefoot::ops::motion_graph::ControlTable> = OnceLock::new();
        let options = SearchMotionGraphOptions::default().beam_width(8);
        let build = |label| build_control_table(graph(), label, &options, &Progress::none());
        let table = TABLE.get_or_init(|| build(None).unwrap());
        let state = ControlState { node, world: PlanarTransform { theta: x, x0: x, z0: 0.0 } };
        for direction in [[x, 1.0], [0.0, 0.0], [f64::NAN, x]] {
            let _ = steer(graph(), table, &state, direction);
        }
        table.edge(graph(), node, node);
        if let Some(label) = label.filter(|label| *label >= graph().set().label_names.len()) {
            prop_assert!(build(Some(label)).is_err());
        }
    }

    #[test]
    fn a_stream_refuses_and_goes_on(
        frame_rate in prop_oneof![any::<f64>(), 1.0..240.0f64],
        wrong in 0..6usize, at in 0..20usize, lengths in any::<(u8, u8)>(),
    ) {
        let skeleton = &biped().skeleton;
        let options = RemoveFootskateOptions::default();
        let made = FootskateStream::new(skeleton, frame_rate, None, &options);
        prop_assert_eq!(made.is_ok(), (io::MIN_FRAME_RATE..=io::MAX_FRAME_RATE).contains(&frame_rate));
        let mut streams = [0, 1].map(|_| FootskateStream::new(skeleton, 60.0, None, &options).unwrap());
        let point = BodyPoint::from_name("left_toe").unwrap();
        let given = [PlantState { point, position: None }];
        let mut out = [Vec::new(), Vec::new()];
        for frame in 0..20 {
            let frame_at = StreamFrame::from_clip(skeleton, &walk().clip, frame).unwrap();
            if frame == at {
                let (mut bad, mut plants) = (frame_at.clone(), given);
                match wrong {
                    0 => bad.rotations.resize(usize::from(lengths.0) % 60, Quat::identity()),
                    1 => bad.translations.resize(usize::from(lengths.1) % 60, Vec3::zeros()),
                    2 => bad.root_position.y = f64::NAN,
                    3 => bad.translations[1].x = f64::INFINITY,
                    4 => bad.rotations[2] = Quat::new_unchecked(nalgebra::Quaternion::new(0.5, 0.0, 0.0, 0.0)),
                    _ => plants[0].position = Some(Vec3::new(f64::NAN, 0.0, 0.0)),
                }
                if bad != frame_at || plants[0].position.is_some() {
                    prop_assert!(streams[1].push(&bad, &plants).is_err());
                }
            }
            for (stream, out) in streams.iter_mut().zip(&mut out) {
                out.extend(stream.push(&frame_at, &given).unwrap().cloned());
            }
        }
        for (stream, out) in streams.iter_mut().zip(&mut out) {
            while let Some(frame) = stream.flush() {
                out.push(frame.clone());
            }
            let frame = StreamFrame::from_clip(skeleton, &walk().clip, 0).unwrap();
            prop_assert!(stream.push(&frame, &given).is_err(), "pushed after the end");
        }
        prop_assert_eq!(out[0].len(), 20);
        prop_assert_eq!(&out[0], &out[1]);
    }
}
