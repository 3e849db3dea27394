//! The Rust fences of `docs/operations`, compiled and run: a page whose fence is not below, word for word, fails.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that cannot go on fails; pages print")]

use surefoot::kinematics::{SkinnedFrame, Skinner, world_poses};
use surefoot::math::{PlanarTransform, Quat, Vec3};
use surefoot::model::{FloorPath, ShapeAxis, ShapePart};
use surefoot::ops::Progress;
use surefoot::ops::correct_balance::{BalanceMode, BalanceSetting};
use surefoot::ops::correct_flight::FlightSetting;
use surefoot::ops::deform_out_of_body::{
    BodyDeformer, CharacterDeformScratch, CharacterDeformer, DeformScratch, DeformSettings, MeshShape,
    deform_out_of_body_each,
};
use surefoot::ops::detect_plants::PlantStream;
use surefoot::ops::evaluate_balance::{BalanceCase, BalanceTake};
use surefoot::ops::motion_graph::{RandomWalkOptions, random_walk, walk_to_clip};
use surefoot::ops::remove_penetration::{BodyPair, remove_penetration_between};
use surefoot::{
    AdaptStages, AdaptToBodyOptions, BuildShapeGridOptions, QueryShapeGridOptions, ShapeGridSetup,
    ShapedClip, adapt_to_body, build_shape_grid, query_shape_grid,
};
use surefoot::{
    BalanceScene, CorrectBalanceOptions, Load, MeasureBalanceOptions, correct_balance, measure_balance,
};
use surefoot::{
    BuildMotionGraphOptions, Clip, DetectPlantsOptions, GraphClip, Ground, MotionQuery, Plants,
    RemoveFootskateOptions, Result, SearchMotionGraphOptions, Skeleton, build_motion_graph, check_clip,
    detect_plants, measure_footskate, merge_plants, mirror_clip, remove_footskate, resample_clip,
    search_motion_graph,
};
use surefoot::{CheckClipOptions, MirrorClipOptions, ResampleClipOptions, TrimClipOptions, trim_clip};
use surefoot::{CorrectFlightOptions, EvaluateBalanceOptions, correct_flight, evaluate_balance};
use surefoot::{
    DeformOutOfBodyOptions, FitBodyOptions, GrowBodyOptions, RemovePenetrationOptions, ScaleCharacterOptions,
    deform_out_of_body, fit_body, grow_body, remove_penetration, scale_character,
};
use surefoot_sample::{self as sample, SampleClip, WalkOptions};

fn scene() -> (Skeleton, Clip, Plants) {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let options = WalkOptions { seconds: 8.0, frame_rate: 30.0, ..Default::default() };
    let SampleClip { clip, plants, .. } = sample::walk(&skeleton, &options).unwrap();
    (skeleton, clip, plants)
}

#[test]
fn pages_of_cleaning() -> Result<()> {
    let (skeleton, clip, plants) = scene();
    let ground: Option<Ground> = None;
    for note in check_clip(&skeleton, &clip, &CheckClipOptions::default())?.notes {
        println!("{note} [{}]", note.code);
    }
    let found = detect_plants(&skeleton, &clip, None, &DetectPlantsOptions::default())?;
    println!("{}", found.report.summary());
    let (detected, edited) = (&found, plants.clone());
    let before = clip.clone();
    {
        let plants = merge_plants(&detected.plants, &edited)?;
        assert_eq!(plants.frame_count(), clip.frame_count());
    }
    let measures = measure_footskate(&skeleton, &clip, &plants, ground.as_ref(), Some(&before))?;
    println!("{:.2} cm/s", 100.0 * measures.slide_mean);
    let edited =
        remove_footskate(&skeleton, &clip, &plants, ground.as_ref(), &RemoveFootskateOptions::default())?;
    println!("{}", edited.report.summary());
    let trimmed = trim_clip(&skeleton, &clip, &TrimClipOptions::default().first(10).count(60))?.clip;
    assert_eq!(trimmed.frame_count(), 60);
    let mirrored = mirror_clip(&skeleton, &clip, &MirrorClipOptions::default())?.clip;
    let at_30 = resample_clip(&skeleton, &clip, &ResampleClipOptions::default().frame_rate(30.0))?.clip;
    assert_eq!(mirrored.frame_count(), at_30.frame_count());
    Ok(())
}

#[test]
fn pages_of_bodies() -> Result<()> {
    let (skeleton, clip, _) = scene();
    let (skins, clips) = ([sample::biped(&Default::default())?.skin], [clip]);
    let fitted = fit_body(&skeleton, &skins, &FitBodyOptions::default())?;
    println!("{}", fitted.report.summary());
    let grown = grow_body(&skeleton, &skins, &[], &GrowBodyOptions::default().trunk(1.2).left_leg(1.1))?;
    println!("{}", grown.report.summary());
    let tall = ScaleCharacterOptions::default().inside_leg(1.05).waist_height(1.05).waist_to_knee(1.05);
    let scaled = scale_character(&skeleton, &skins, &clips, &tall)?;
    println!("{}", scaled.report.summary());
    Ok(())
}

#[test]
fn pages_of_balance() -> Result<()> {
    let (skeleton, clip, _) = scene();
    let skins = [sample::biped(&Default::default())?.skin];
    let loads = [Load::new(&skeleton, "right_hand", 8.9)?];
    let mut scene = BalanceScene::default();
    scene.loads = &loads;
    let measured = measure_balance(&skeleton, &clip, &skins, &scene, &MeasureBalanceOptions::default())?;
    println!("{}", measured.report.summary());

    let loads = [Load::new(&skeleton, "right_hand", 8.9)?];
    let mut setting = BalanceSetting::default();
    setting.scene.loads = &loads;
    let options = CorrectBalanceOptions::default().mode(BalanceMode::Keep);
    let edited = correct_balance(&skeleton, &clip, &skins, &setting, &options, &Progress::none())?;
    println!("{}", edited.report.summary());

    let (setting, options) = (FlightSetting::default(), CorrectFlightOptions::default());
    let edited = correct_flight(&skeleton, &clip, &skins, &setting, &options, &Progress::none())?;
    println!("{}", edited.report.summary());

    let walk =
        BalanceTake { skeleton: &skeleton, clip: &clip, skins: &skins, scene: BalanceScene::default() };
    let cases = [BalanceCase { name: "walk", original: walk, adapted: None, balanced: None }];
    let report = evaluate_balance(&cases, &EvaluateBalanceOptions::default(), &Progress::none())?;
    println!("{}", report.summary());
    Ok(())
}

#[test]
fn page_of_penetration() -> Result<()> {
    let (skeleton, clip, _) = scene();
    let skins = [sample::biped(&Default::default())?.skin];
    let options = RemovePenetrationOptions::default();
    let edited = remove_penetration(&skeleton, &clip, &skins, &options, &Progress::none())?;
    println!("{}", edited.report.summary());
    let pairs = [BodyPair::new("left_thigh", "trunk")?];
    let edited = remove_penetration_between(&skeleton, &clip, &skins, &pairs, &options, &Progress::none())?;
    println!("{}", edited.report.summary());
    Ok(())
}

#[test]
fn page_of_adapting() -> Result<()> {
    let (skeleton, clip, _) = scene();
    let skins = [sample::biped(&Default::default())?.skin];
    let heavy = grow_body(&skeleton, &skins, &[], &GrowBodyOptions::default().trunk(1.3))?;
    let clip = heavy.fit_clip(&clip)?;
    let (stages, options) = (AdaptStages::default(), AdaptToBodyOptions::default());
    let adapted = adapt_to_body(&heavy.skeleton, &clip, &heavy.skins, &stages, &options, &Progress::none())?;
    println!("{}", adapted.report.summary());
    Ok(())
}

#[test]
fn pages_of_shape_grids() -> Result<()> {
    let (skeleton, clip, _) = sample::shape_grid()?;
    let skins = [sample::biped(&Default::default())?.skin];
    let mut setup = ShapeGridSetup::default();
    setup.axes = vec![ShapeAxis { part: ShapePart::Trunk, girths: vec![1.0, 1.2] }];
    let options = BuildShapeGridOptions::default();
    let built = build_shape_grid(&skeleton, &clip, &skins, &setup, &options, &Progress::none())?;
    println!("{}", built.report.summary());
    let grid = built.grid;
    let shape = QueryShapeGridOptions::default().trunk(1.1);
    let heavier = query_shape_grid(&grid, &skeleton, &clip, &shape)?;
    println!("{}", heavier.report.summary());
    let shaped = ShapedClip::new(&grid, &skeleton, &clip)?;
    let mut rotations = vec![Quat::identity(); skeleton.joint_count()];
    let weights = shaped.weights(&QueryShapeGridOptions::default().trunk(1.15))?;
    let root = shaped.pose(12, &weights, &mut rotations)?;
    assert!(root.y > 0.0);
    Ok(())
}

#[test]
fn page_of_deforming() -> Result<()> {
    let (skeleton, clip, _) = scene();
    let skins = [sample::biped(&Default::default())?.skin];
    let deformed = deform_out_of_body(&skeleton, &clip, &skins, &[], &DeformOutOfBodyOptions::default())?;
    println!("{}", deformed.report.summary());
    let mut mesh = SkinnedFrame::default();
    Skinner::new(&skeleton, &skins[0])?.deform(&clip.pose(12), &mut mesh)?;
    deformed.apply(0, 12, &mut mesh.positions)?;
    let options = DeformOutOfBodyOptions::default();
    let mut skinner = Skinner::new(&skeleton, &skins[0])?;
    let report = deform_out_of_body_each(&skeleton, &clip, &skins, &[], &options, |frame| {
        skinner.deform(&clip.pose(frame.number), &mut mesh)?;
        frame.apply(0, &mut mesh.positions)
    })?;
    println!("{}", report.summary());
    let (painted, mut out) = (vec![1.0; mesh.positions.len()], mesh.positions.clone());
    let deformer = CharacterDeformer::new(&skeleton, &skins, &options)?;
    let mut scratch = CharacterDeformScratch::default();
    let settings = DeformSettings { envelope: 1.0, max_push: 0.1, weights: &painted };
    let frame = deformer.deform_points(&mesh.positions, &settings, &mut scratch, &mut out)?;
    assert!(frame.depth_after <= frame.depth_before);
    let posed_body = mesh.positions;
    let (posed_sleeve, mut out) = (posed_body.clone(), posed_body.clone());
    let body = MeshShape { points: &posed_body, triangles: &skins[0].data().triangles };
    let sleeve = body;
    let deformer = BodyDeformer::new(body, sleeve, &[], &DeformOutOfBodyOptions::default())?;
    let mut scratch = DeformScratch::default();
    let frame = deformer.deform(&posed_body, &posed_sleeve, &mut scratch, &mut out)?;
    println!("{:.1} cm deep, {:.1} cm after", 100.0 * frame.depth_before, 100.0 * frame.depth_after);
    Ok(())
}

#[test]
fn page_of_a_live_feed() -> Result<()> {
    let (skeleton, clip, _) = scene();
    let poses = world_poses(&skeleton, &clip)?;
    let (positions, rotations) =
        (poses.frame(0).to_vec(), poses.rotations[..skeleton.joint_count()].to_vec());
    let mut stream = PlantStream::new(&skeleton, 60.0, 0.2, &DetectPlantsOptions::default())?;
    if let Some(plants) = stream.push(&positions, &rotations)? {
        println!("frame {}: {:?}", plants.frame, plants.points().collect::<Vec<_>>());
    }
    assert!(stream.flush().is_some_and(|plants| plants.frame == 0));
    Ok(())
}

#[test]
fn pages_of_motion_graphs() -> Result<()> {
    let (skeleton, clip, plants) = scene();
    let clips = [GraphClip { skeleton: &skeleton, clip: &clip, plants: &plants, labels: None, group: 0 }];
    let built = build_motion_graph(&clips, &BuildMotionGraphOptions::default(), &Progress::none())?;
    println!("{}", built.report.summary());
    let edges = random_walk(&built.graph, &RandomWalkOptions::default())?;
    let walked = walk_to_clip(&built.graph, &edges, &PlanarTransform::default(), "walk")?;
    let cleaned =
        remove_footskate(&skeleton, &walked.clip, &walked.plants, None, &RemoveFootskateOptions::default())?;
    assert_eq!(cleaned.clip.frame_count(), walked.clip.frame_count());
    let graph = built.graph;
    let path = FloorPath::polyline(&[Vec3::zeros(), Vec3::new(0.0, 0.0, 6.0), Vec3::new(6.0, 0.0, 6.0)])?;
    let query = MotionQuery::Path { path, styles: vec![], start: None };
    let found = search_motion_graph(&graph, &query, &SearchMotionGraphOptions::default(), &Progress::none())?;
    println!("{}", found.report.summary());
    assert!(found.clip.frame_count() > 30);
    Ok(())
}

/// Code without what a formatter may change.
fn bare(code: &str) -> String {
    let dense: String = code.split_whitespace().collect();
    dense.replace(",)", ")")
}

#[test]
fn every_fence_is_compiled_here() {
    let own = bare(include_str!("docs_fences.rs"));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operations");
    let mut fences = 0;
    for page in std::fs::read_dir(folder).unwrap() {
        let page = page.unwrap().path();
        let text = std::fs::read_to_string(&page).unwrap();
        for fence in text.split("```rust\n").skip(1) {
            let code = fence.split("\n```").next().unwrap();
            assert!(own.contains(&bare(code)), "{}: this fence is not compiled:\n{code}", page.display());
            fences += 1;
        }
    }
    assert!(fences >= 9, "{fences}");
}
