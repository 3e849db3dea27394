//! A clip is carried to another body: limbs are free, planted feet are still, balance is no worse, and every stage is the operation of
//! its name.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::io::{Document, ReadOptions, read};
use surefoot::kinematics::world_poses;
use surefoot::model::{Clip, Plants, Role, Side};
use surefoot::ops::correct_balance::{BalanceMode, BalanceOriginal, BalanceSetting};
use surefoot::ops::measure_balance::{MeasureBalanceOptions, measure_balance};
use surefoot::ops::{Progress, penetration_depths};
use surefoot::{
    AdaptStages, AdaptToBodyOptions, AdaptToBodyReport, BalanceScene, CorrectBalanceOptions,
    DetectPlantsOptions, Edited, Error, FootskateMethod, GrowBodyOptions, Load, RemoveFootskateOptions,
    RemovePenetrationOptions, Skeleton, Skin, TrimClipOptions, adapt_to_body, correct_balance, detect_plants,
    grow_body, remove_footskate, remove_penetration, trim_clip,
};
use surefoot_tests::data_folder;
use surefoot_tests::worn::worn;

struct Scene {
    skeleton: Skeleton,
    skins: Vec<Skin>,
    clip: Clip,
}

impl Scene {
    fn adapt(&self, stages: &AdaptStages<'_>, options: &AdaptToBodyOptions) -> Edited<AdaptToBodyReport> {
        adapt_to_body(&self.skeleton, &self.clip, &self.skins, stages, options, &Progress::none()).unwrap()
    }
}

/// The walk of a real character, on a body whose trunk is so much thicker.
fn walk(trunk: f64, frames: usize) -> Option<Scene> {
    let path = data_folder()?.join("animated/makehuman_male_walk_30fps.glb");
    let Document { skeleton, skins, clips, .. } = read(&path, &ReadOptions::default()).unwrap();
    let clip = trim_clip(&skeleton, &clips[0], &TrimClipOptions::default().count(frames)).unwrap().clip;
    let body = grow_body(&skeleton, &skins, &[], &GrowBodyOptions::default().trunk(trunk)).unwrap();
    let clip = body.fit_clip(&clip).unwrap();
    Some(Scene { skeleton: body.skeleton, skins: body.skins, clip })
}

/// Mean level speed of both ankles and toes over the frames that a plant covers, m/s, by arithmetic of this file.
fn slide_of(scene: &Scene, clip: &Clip, plants: &Plants) -> f64 {
    let poses = world_poses(&scene.skeleton, clip).unwrap();
    let points = surefoot::kinematics::BodyPoints::new(&scene.skeleton);
    let (mut sum, mut count) = (0.0, 0);
    for plant in plants.iter() {
        let Some(point) = points.get(plant.point) else { continue };
        for frame in plant.frames.start + 1..plant.frames.end {
            let at = |frame: usize| poses.point(frame, point.joint, &point.offset);
            let step = at(frame) - at(frame - 1);
            sum += step.x.hypot(step.z) * clip.frame_rate();
            count += 1;
        }
    }
    assert!(count > 20, "{count} planted steps");
    sum / f64::from(count)
}

#[test]
fn a_walk_on_a_thicker_body_is_free_and_does_not_slide() {
    let Some(scene) = walk(1.2, 86) else { return };
    let plants =
        detect_plants(&scene.skeleton, &scene.clip, None, &DetectPlantsOptions::default()).unwrap().plants;
    let adapted = scene.adapt(&AdaptStages::default(), &AdaptToBodyOptions::default());
    let report = &adapted.report;
    let (before, after) = (report.depth_before.as_ref().unwrap(), report.depth_after.as_ref().unwrap());
    assert!(before.depth_max > 0.02, "{}", report.summary());
    assert!(after.depth_max <= 0.003 && after.frames_inside == 0, "{}", report.summary());
    assert!(report.plants > 0 && report.slide_before > 1e-3, "{}", report.summary());
    assert!(report.slide_after <= 1e-4, "{}", report.summary());
    let slide = slide_of(&scene, &adapted.clip, &plants);
    assert!(slide <= 1e-4 && (slide - report.slide_after).abs() < 1e-5, "{slide}: {}", report.summary());
    assert!(report.moved.frames > 50 && report.moved.max > 0.02 && !report.moved.joint.is_empty());
    assert!(report.detection.is_some() && report.penetration.is_some() && report.footskate.is_some());
}

#[test]
fn each_stage_is_the_operation_of_its_name() {
    let Some(scene) = walk(1.1, 30) else { return };
    let Scene { skeleton, skins, clip } = &scene;
    let stages = AdaptStages::default();
    let only = AdaptToBodyOptions::default().footskate(false).balance(false);
    let adapted = scene.adapt(&stages, &only);
    let options = RemovePenetrationOptions::default();
    let alone = remove_penetration(skeleton, clip, skins, &options, &Progress::none()).unwrap();
    assert_eq!(adapted.clip, alone.clip);
    assert_eq!(adapted.report.penetration.as_ref(), Some(&alone.report));
    assert_eq!(adapted.report.depth_after.as_ref(), Some(&alone.report.after));
    assert!(adapted.report.footskate.is_none() && adapted.report.detection.is_none());
    assert!(adapted.report.balance.is_none());

    let only = AdaptToBodyOptions::default().penetration(false).balance(false);
    let adapted = scene.adapt(&stages, &only);
    let plants = detect_plants(skeleton, clip, None, &DetectPlantsOptions::default()).unwrap().plants;
    let options = RemoveFootskateOptions::default();
    let alone = remove_footskate(skeleton, clip, &plants, None, &options).unwrap();
    assert_eq!(adapted.clip, alone.clip);
    assert_eq!(adapted.report.footskate, Some(alone.report));
    assert!(adapted.report.depth_before.is_none());

    let mut given = AdaptStages::default();
    given.plants = Some(&plants);
    let adapted = scene.adapt(&given, &only);
    assert!(adapted.clip == alone.clip && adapted.report.detection.is_none());

    let none = AdaptToBodyOptions::default().penetration(false).footskate(false);
    let adapted = scene.adapt(&stages, &none);
    assert_eq!(adapted.clip, *clip);
    assert_eq!((adapted.report.moved.frames, adapted.report.moved.max), (0, 0.0));
    // The clip that came is its own measure.
    let balance = adapted.report.balance.unwrap();
    assert_eq!((balance.rounds, balance.excess_before.max), (0, 0.0));
}

/// Depth of the deepest vertex of each frame, metres, as the page shows it: by other code than that of the stages.
fn depths(scene: &Scene, clip: &Clip) -> Vec<f64> {
    let found = penetration_depths(
        &scene.skeleton,
        clip,
        &scene.skins,
        &[],
        &RemovePenetrationOptions::default(),
        0.0,
    )
    .unwrap();
    let deepest =
        |frame| found.skins.iter().flat_map(|skin| skin.frame(frame)).map(|d| d.1).fold(0.0, f32::max);
    (0..clip.frame_count()).map(|frame| f64::from(deepest(frame))).collect()
}

/// A clip on the heavy body, and the same on the slim one that is not so deep in itself.
fn heavy(name: &str, frames: std::ops::Range<usize>) -> Option<[Scene; 2]> {
    data_folder()?;
    let on = |body: &str| {
        let document = worn(name, body).unwrap();
        let clip = document.clips[0].slice(frames.clone()).unwrap();
        Scene { skeleton: document.skeleton, skins: document.skins, clip }
    };
    Some(["heavy", "male"].map(on))
}

#[test]
fn balance_comes_back_and_brings_no_penetration() {
    for (name, frames) in [("60_01", 0..220), ("02_01", 0..86)] {
        let Some([scene, own]) = heavy(name, frames) else { return };
        // A suitcase that the original does not have.
        let loads = [Load::new(&scene.skeleton, "right_hand", 8.9).unwrap()];
        let mut stages = AdaptStages::default();
        stages.balance.scene.loads = &loads;
        let (skeleton, clip, skins) = (&own.skeleton, &own.clip, own.skins.as_slice());
        stages.balance.original =
            Some(BalanceOriginal { skeleton, clip, skins, scene: BalanceScene::default() });
        let without = scene.adapt(&stages, &AdaptToBodyOptions::default().balance(false));
        let adapted = scene.adapt(&stages, &AdaptToBodyOptions::default().balance(true));
        let balance = adapted.report.balance.as_ref().unwrap();
        assert!(balance.excess_before.mean > 2e-4, "{name}: nothing to do: {}", balance.summary());
        assert!(
            balance.excess_after.mean < 0.1 * balance.excess_before.mean,
            "{name}: {}",
            balance.summary()
        );
        assert!(balance.moved.ankle_moved_max < 1e-6, "{name}: {}", balance.moved.ankle_moved_max);
        assert!(adapted.report.slide_after <= 1e-4, "{name}: {}", adapted.report.summary());
        let plants = detect_plants(&scene.skeleton, &scene.clip, None, &DetectPlantsOptions::default())
            .unwrap()
            .plants;
        let slide = slide_of(&scene, &adapted.clip, &plants);
        assert!(slide <= 1e-4, "{name}: {slide}");
        let (shallow, deep) = (depths(&scene, &without.clip), depths(&scene, &adapted.clip));
        for (frame, (shallow, deep)) in shallow.iter().zip(&deep).enumerate() {
            assert!(deep - shallow <= 0.002, "{name}, frame {frame}: {shallow} -> {deep}");
        }
        let after = adapted.report.depth_after.as_ref().unwrap();
        assert!(after.depth_max <= without.report.depth_after.unwrap().depth_max + 0.002, "{name}");
    }
}

#[test]
fn the_stage_of_balance_is_the_operation_of_its_name() {
    let Some(scene) = walk(1.1, 60) else { return };
    let Scene { skeleton, skins, clip } = &scene;
    let only = AdaptToBodyOptions::default().penetration(false).footskate(false);
    let loads = [Load::new(skeleton, "right_hand", 12.0).unwrap()];
    let original = BalanceOriginal { skeleton, clip, skins, scene: BalanceScene::default() };
    let mut stages = AdaptStages::default();
    stages.balance.scene.loads = &loads;
    stages.balance.original = Some(original.clone());
    stages.correct_balance = CorrectBalanceOptions::default().target_scale(0.95);
    let adapted = scene.adapt(&stages, &only);
    let mut setting = BalanceSetting::default();
    setting.scene.loads = &loads;
    setting.original = Some(original);
    let options = &stages.correct_balance;
    let alone = correct_balance(skeleton, clip, skins, &setting, options, &Progress::none()).unwrap();
    assert!(alone.report.rounds > 0, "{}", alone.report.summary());
    assert_eq!(adapted.clip, alone.clip);
    assert_eq!(adapted.report.balance, Some(alone.report));

    // With the same load and no other body there is nothing to bring back.
    stages.balance.original = None;
    stages.correct_balance = CorrectBalanceOptions::default();
    let adapted = scene.adapt(&stages, &only);
    assert_eq!(adapted.clip, *clip);
    assert_eq!(adapted.report.balance.unwrap().rounds, 0);

    let mut wrong = AdaptStages::default();
    wrong.correct_balance = CorrectBalanceOptions::default().max_rounds(0);
    let refused = |stages: &AdaptStages<'_>| {
        adapt_to_body(skeleton, clip, skins, stages, &only, &Progress::none()).unwrap_err()
    };
    assert!(matches!(refused(&wrong), Error::OptionOutOfRange { .. }));
    let mut wrong = AdaptStages::default();
    wrong.balance.measure = MeasureBalanceOptions::default().cutoff(-1.0);
    assert!(matches!(refused(&wrong), Error::OptionOutOfRange { .. }));
}

#[test]
fn plants_and_ground_are_those_of_balance_too() {
    let Some(scene) = walk(1.1, 40) else { return };
    let level = surefoot::model::Ground::level(0.0);
    let mut stages = AdaptStages::default();
    stages.ground = Some(&level);
    let only = AdaptToBodyOptions::default().penetration(false).footskate(false);
    let adapted = scene.adapt(&stages, &only);
    let mut on_level = BalanceScene::default();
    on_level.ground = Some(&level);
    let options = MeasureBalanceOptions::default();
    let measured = measure_balance(&scene.skeleton, &scene.clip, &scene.skins, &on_level, &options).unwrap();
    assert_eq!(adapted.report.balance.unwrap().before.outside, measured.report.balance.outside);
}

#[test]
fn the_head_looks_where_it_looked() {
    let Some(scene) = walk(1.1, 60) else { return };
    let head = scene.skeleton.roles().joint(Role::Head).unwrap();
    let mut stages = AdaptStages::default();
    // This method turns the root.
    stages.remove_footskate = RemoveFootskateOptions::default().method(FootskateMethod::FootRooted);
    let only = AdaptToBodyOptions::default().penetration(false);
    let turn = |gaze: f64| {
        let adapted = scene.adapt(&stages, &only.gaze(gaze));
        let [before, after] = [&scene.clip, &adapted.clip].map(|c| world_poses(&scene.skeleton, c).unwrap());
        let apart = (0..scene.clip.frame_count()).map(|frame| {
            let (a, b) = (before.rotation(frame, head), after.rotation(frame, head));
            (a.coords - b.coords).norm().min((a.coords + b.coords).norm())
        });
        (apart.fold(0.0, f64::max), adapted.report.gaze_turn_max)
    };
    let (with, given_back) = turn(1.0);
    assert!(with < 1e-9, "{with}");
    let (without, nothing) = turn(0.0);
    assert_eq!(nothing, 0.0);
    assert!((without > 1e-6) == (given_back > 1e-4), "{without} {given_back}");
}

/// Arms are turned after the stage of balance, so its own figures are not those of the result.
#[test]
fn balance_is_told_of_the_result() {
    let Some(scene) = walk(1.1, 60) else { return };
    let Scene { skeleton, skins, clip } = &scene;
    let plants = detect_plants(skeleton, clip, None, &DetectPlantsOptions::default()).unwrap().plants;
    let loads = [Load::new(skeleton, "right_hand", 12.0).unwrap()];
    let original = BalanceOriginal { skeleton, clip, skins, scene: BalanceScene::default() };
    let mut stages = AdaptStages::default();
    stages.plants = Some(&plants);
    stages.balance.scene.loads = &loads;
    stages.balance.original = Some(original.clone());
    // This mode leans the trunk.
    let options = CorrectBalanceOptions::default().mode(BalanceMode::Keep);
    stages.correct_balance = options;
    let only = AdaptToBodyOptions::default().penetration(false).arm_direction(1.0);
    let adapted = scene.adapt(&stages, &only);
    let stage = adapted.report.balance.as_ref().unwrap();
    assert!(adapted.report.arm_turn_max > 0.01, "{}", adapted.report.arm_turn_max);
    assert_eq!(adapted.report.excess_before, Some(stage.excess_before));
    let mut setting = BalanceSetting::default();
    setting.scene.loads = &loads;
    setting.scene.plants = Some(&plants);
    setting.original = Some(original);
    let again =
        correct_balance(skeleton, &adapted.clip, skins, &setting, &options, &Progress::none()).unwrap();
    let told = adapted.report.excess_after.unwrap();
    assert_eq!(told, again.report.excess_before);
    assert_ne!(told, stage.excess_after);
}

#[test]
fn without_feet_the_other_stages_do_their_work() {
    let Some(mut scene) = walk(1.1, 30) else { return };
    let mut roles = scene.skeleton.roles().clone();
    for side in Side::BOTH {
        [Role::Foot(side), Role::Toe(side)].into_iter().for_each(|role| roles.clear(role));
    }
    scene.skeleton = scene.skeleton.with_roles(roles).unwrap();
    let (stages, options) = (AdaptStages::default(), AdaptToBodyOptions::default());
    let adapted = scene.adapt(&stages, &options);
    let report = &adapted.report;
    assert!(report.footskate.is_none() && report.detection.is_none() && report.balance.is_none());
    let left_out: Vec<&str> =
        report.notes.iter().filter(|n| n.code == "stage-left-out").map(|n| n.text.as_str()).collect();
    assert_eq!(left_out.len(), 2, "{left_out:?}");
    assert!(left_out[0].contains("no foot is held") && left_out[0].contains("left foot"), "{left_out:?}");
    assert!(left_out[1].contains("balance") && left_out[1].contains("right foot"), "{left_out:?}");
    let options = RemovePenetrationOptions::default();
    let Scene { skeleton, skins, clip } = &scene;
    let alone = remove_penetration(skeleton, clip, skins, &options, &Progress::none()).unwrap();
    assert_eq!(adapted.clip, alone.clip);
    assert!(report.depth_before.as_ref().unwrap().depth_max > 0.02, "{}", report.summary());
    // Plants of feet that there are not are a slip.
    let found = detect_plants(&walk(1.1, 30).unwrap().skeleton, clip, None, &DetectPlantsOptions::default());
    let plants = found.unwrap().plants;
    let mut wrong = AdaptStages::default();
    wrong.plants = Some(&plants);
    let error =
        adapt_to_body(skeleton, clip, skins, &wrong, &AdaptToBodyOptions::default(), &Progress::none());
    assert!(matches!(error.unwrap_err(), Error::MissingRoles { .. }));
}

#[test]
fn it_can_be_cancelled() {
    let Some(scene) = walk(1.1, 20) else { return };
    for stop_at in [0.0, 0.3, 0.8] {
        let go_on = |share: f64| share < stop_at;
        let (stages, options) = (AdaptStages::default(), AdaptToBodyOptions::default());
        let result = adapt_to_body(
            &scene.skeleton,
            &scene.clip,
            &scene.skins,
            &stages,
            &options,
            &Progress::new(&go_on),
        );
        assert_eq!(result.unwrap_err(), Error::Cancelled, "{stop_at}");
    }
}

#[test]
fn what_has_no_answer_is_refused() {
    let biped = surefoot_sample::biped(&Default::default()).unwrap();
    let walk = surefoot_sample::walk(&biped.skeleton, &Default::default()).unwrap();
    let run = |skins: &[Skin], stages: &AdaptStages<'_>, options: &AdaptToBodyOptions| {
        adapt_to_body(&biped.skeleton, &walk.clip, skins, stages, options, &Progress::none())
    };
    let (stages, options) = (AdaptStages::default(), AdaptToBodyOptions::default());
    let error = run(&[], &stages, &options).unwrap_err();
    assert!(error.to_string().contains("no mesh"), "{error}");
    // Without that stage no mesh is needed.
    run(&[], &stages, &options.penetration(false)).unwrap();
    let error = run(&[], &stages, &options.gaze(1.5)).unwrap_err();
    assert!(matches!(&error, Error::OptionOutOfRange { option, .. } if option == "gaze"), "{error}");
    let mut wrong = AdaptStages::default();
    wrong.remove_footskate = RemoveFootskateOptions::default().strength(2.0);
    assert!(run(&[], &wrong, &options.penetration(false).footskate(false)).is_err());
    let plants = Plants::none(3);
    let mut wrong = AdaptStages::default();
    wrong.plants = Some(&plants);
    assert!(matches!(run(&[], &wrong, &options.penetration(false)), Err(Error::Length { .. })));
}
