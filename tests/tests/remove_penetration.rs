//! Arms come out of the body, on real characters: properties of the result, measured also with a reader of its own.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::io::{Document, ReadOptions, read};
use surefoot::kinematics::world_poses;
use surefoot::model::skin::SkinData;
use surefoot::model::{Clip, EndSite, Joint, JointIndex, Role, Side, Skeleton, Skin};
use surefoot::ops::remove_penetration::{
    AllowedOverlap, BodyPair, RemovePenetrationOptions, RemovePenetrationReport, remove_penetration,
    remove_penetration_between,
};
use surefoot::ops::{Edited, Progress};
use surefoot::{Error, GrowBodyOptions, TrimClipOptions, grow_body, trim_clip};
use surefoot_tests::data_folder;
use surefoot_tests::inside_oracle::{InsideOracle, Other};
use surefoot_tests::worn::worn;

fn character(name: &str) -> Option<Document> {
    let path = data_folder()?.join("animated").join(name);
    Some(read(&path, &ReadOptions::default()).unwrap())
}

fn part(document: &Document, first: usize, count: usize) -> Clip {
    let options = TrimClipOptions::default().first(first).count(count);
    trim_clip(&document.skeleton, &document.clips[0], &options).unwrap().clip
}

fn solve(document: &Document, clip: &Clip) -> Edited<RemovePenetrationReport> {
    let options = RemovePenetrationOptions::default();
    remove_penetration(&document.skeleton, clip, &document.skins, &options, &Progress::none()).unwrap()
}

#[test]
fn arms_leave_the_body_without_shaking() {
    for (name, first, count) in [
        ("makehuman_male_walk_30fps.glb", 0, 86),
        ("makehuman_heavy_sit_30fps.glb", 100, 60),
        ("makehuman_heavy_salsa_30fps.glb", 0, 300),
        ("makehuman_heavy_salsa_30fps.glb", 80, 60),
    ] {
        let Some(document) = character(name) else { return };
        let clip = part(&document, first, count);
        let report = solve(&document, &clip).report;
        assert!(report.before.depth_max > 0.02, "{name}: {}", report.summary());
        assert!(report.after.depth_max <= 0.003, "{name}: {}", report.summary());
        assert_eq!(report.after.frames_inside, 0, "{name}");
        assert!(report.notes.is_empty(), "{name}: {:?}", report.notes);
        for limb in &report.limbs {
            let accelerations = [limb.base_acceleration, limb.middle_acceleration, limb.end_acceleration];
            assert!(accelerations.iter().all(|ratio| *ratio <= 1.10), "{name}: {limb:?}");
            assert!(limb.end_max <= 0.13 && limb.base_max <= 50.0, "{name}: {limb:?}");
        }
    }
}

/// A limb that the oracle is asked about, by its roles, from a share of its upper bone on.
struct Asked {
    roles: [Role; 2],
    upper: fn(Side) -> Role,
    side: Side,
    from: f64,
    others: &'static [Other],
}

fn limbs() -> Vec<Asked> {
    let of_side = |side| {
        let arm = [Role::UpperArm(side), Role::Forearm(side)];
        let leg = [Role::Thigh(side), Role::Shin(side)];
        [
            Asked {
                roles: arm,
                upper: Role::UpperArm,
                side,
                from: 0.6,
                others: &[Other::Trunk, Other::Limb],
            },
            Asked { roles: leg, upper: Role::Thigh, side, from: 0.3, others: &[Other::Limb] },
        ]
    };
    Side::BOTH.into_iter().flat_map(of_side).collect()
}

/// The deepest of every fourth vertex of arms and legs, in any frame, by the oracle alone: arms in the trunk, arms in arms, legs in legs.
fn depths_of_oracle(document: &Document, clip: &Clip) -> [f64; 3] {
    let oracle = InsideOracle::new(document);
    let mut out = [0.0f64; 3];
    for Asked { roles, upper, side, from, others } in limbs() {
        let all: Vec<usize> = oracle.vertices(roles, from).into_iter().step_by(4).collect();
        for &other in others {
            let free = oracle.free_at_rest(&all, (upper, side), other);
            let depths = oracle.depths(clip, &free, (upper, side), other);
            let deepest = depths.iter().map(|(_, depth)| *depth).fold(0.0, f64::max);
            let kind = match (roles[0], other) {
                (Role::Thigh(_), _) => 2,
                (_, Other::Trunk) => 0,
                (_, Other::Limb) => 1,
            };
            out[kind] = out[kind].max(deepest);
        }
    }
    out
}

#[test]
fn another_reader_finds_the_depths_of_the_report_and_nothing_inside_afterwards() {
    let Some(folder) = data_folder() else { return };
    let mut seen = [0.0f64; 3];
    for (name, first, count) in [
        ("animated/makehuman_heavy_sit_30fps.glb", 110, 24),
        ("animated/makehuman_heavy_salsa_30fps.glb", 84, 24),
        ("animated/makehuman_male_walk_30fps.glb", 0, 24),
        ("characters/CesiumMan.glb", 0, 48),
    ] {
        let document = read(&folder.join(name), &ReadOptions::default()).unwrap();
        let clip = part(&document, first, count);
        let edited = solve(&document, &clip);
        let [before, after] = [&clip, &edited.clip].map(|clip| depths_of_oracle(&document, clip));
        let deepest = |depths: [f64; 3]| depths.into_iter().fold(0.0, f64::max);
        assert!(deepest(before) > 0.01, "{name}: {before:?}");
        // A fourth of the vertices, and only those that surely count: the report may know a deeper one.
        assert!(deepest(before) <= edited.report.before.depth_max + 0.001, "{name}: {before:?}");
        assert!(deepest(after) <= 0.0035, "{name}: {after:?}");
        (0..3).for_each(|kind| seen[kind] = seen[kind].max(before[kind]));
    }
    assert!(seen.iter().all(|depth| *depth > 0.0035), "each kind was seen: {seen:?}");
}

#[test]
fn no_depth_is_invented_where_normals_lie_about_the_side() {
    let Some(folder) = data_folder() else { return };
    let path = folder.join("characters/ufbx_maya_kenney_character_7700_binary.fbx");
    let document = read(&path, &ReadOptions::default()).unwrap();
    let clip = &document.clips[0];
    let oracle = InsideOracle::new(&document);
    for side in Side::BOTH {
        let arm = oracle.vertices([Role::UpperArm(side), Role::Forearm(side)], 0.3);
        assert!(arm.len() > 20, "{}", arm.len());
        let around = oracle.depths(clip, &arm, (Role::UpperArm, side), Other::Trunk);
        let most = around.iter().map(|(around, _)| *around).fold(0.0, f64::max);
        assert!(most < 0.3, "{}: {most}", side.name());
    }
    let edited = solve(&document, clip);
    assert!(edited.report.before.depth_max <= 0.003, "{}", edited.report.summary());
    assert!(edited.report.notes.is_empty(), "{:?}", edited.report.notes);
}

/// 99th percentile of a joint's angular acceleration, by quaternions of this file alone.
fn acceleration(clip: &Clip, joint: JointIndex) -> f64 {
    let at = |frame: usize| clip.pose(frame).rotations()[joint.0];
    let turn = |frame: usize| (at(frame).inverse() * at(frame + 1)).scaled_axis();
    let mut all: Vec<f64> =
        (0..clip.frame_count() - 2).map(|frame| (turn(frame + 1) - turn(frame)).norm()).collect();
    all.sort_by(f64::total_cmp);
    all[((all.len() - 1) as f64 * 0.99).round() as usize]
}

#[test]
fn wrists_do_not_shake_where_hands_meet() {
    let Some(document) = character("makehuman_heavy_salsa_30fps.glb") else { return };
    let clip = part(&document, 80, 60);
    let edited = solve(&document, &clip);
    for name in ["LeftArm", "LeftForeArm", "LeftHand", "RightArm", "RightForeArm", "RightHand"] {
        let joint = document.skeleton.find(name).unwrap();
        let ratio = acceleration(&edited.clip, joint) / acceleration(&clip, joint);
        assert!(ratio <= 1.10, "{name}: {ratio}");
    }
    let figures = edited.report.limbs.iter().flat_map(|limb| [limb.base_acceleration, limb.end_acceleration]);
    // A figure that is always 1 says nothing.
    assert!(figures.into_iter().any(|ratio| (ratio - 1.0).abs() > 0.002));
}

#[test]
fn frames_far_from_contact_keep_their_bits() {
    let Some(document) = character("makehuman_male_boxing_30fps.glb") else { return };
    let clip = part(&document, 0, 300);
    let edited = solve(&document, &clip);
    assert!(edited.report.before.frames_inside > 0);
    let joints = document.skeleton.joint_count();
    let changed = |frame: usize| {
        let range = frame * joints..(frame + 1) * joints;
        clip.rotations()[range.clone()] != edited.clip.rotations()[range]
    };
    let untouched = (0..clip.frame_count()).filter(|&frame| !changed(frame)).count();
    assert!(untouched > 50, "{untouched}");
    assert_eq!(clip.root_positions(), edited.clip.root_positions());
    let widest = edited.report.limbs.iter().map(|limb| limb.frames).max().unwrap();
    assert!(widest < 300, "{widest}");
}

#[test]
fn one_thread_and_two_give_the_same_bits() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let clip = part(&document, 20, 30);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| solve(&document, &clip))
    };
    assert_eq!(run(1), run(2));
}

#[test]
fn short_clips_are_solved() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    for count in [1, 2, 5] {
        let clip = part(&document, 60, count);
        let report = solve(&document, &clip).report;
        assert!(
            report.before.depth_max > 0.003 && report.after.depth_max <= 0.003,
            "{count}: {}",
            report.summary()
        );
    }
}

#[test]
fn feet_stay_while_legs_give_way() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let clip = part(&document, 0, 86);
    let edited = solve(&document, &clip);
    let thighs = |pairs: &[surefoot::ops::remove_penetration::PartPair]| {
        pairs
            .iter()
            .filter(|pair| pair.part.ends_with("thigh"))
            .map(|pair| (pair.depth_before, pair.depth_after))
            .fold((0.0, 0.0), |(a, b): (f64, f64), (c, d)| (a.max(c), b.max(d)))
    };
    let (before, after) = thighs(&edited.report.pairs);
    assert!(before > 0.01 && after <= 0.003, "{before} {after}");
    let poses = [&clip, &edited.clip].map(|clip| world_poses(&document.skeleton, clip).unwrap());
    for name in ["LeftFoot", "RightFoot", "LeftToeBase", "RightToeBase"] {
        let joint = document.skeleton.find(name).unwrap();
        for frame in 0..clip.frame_count() {
            let moved = (poses[0].position(frame, joint) - poses[1].position(frame, joint)).norm();
            assert!(moved < 1e-6, "{name}, frame {frame}: {moved}");
            let turned = poses[0].rotation(frame, joint).angle_to(&poses[1].rotation(frame, joint));
            assert!(turned < 1e-6, "{name}, frame {frame}: {turned}");
        }
    }
    let only_arms = RemovePenetrationOptions::default().legs(false);
    let edited =
        remove_penetration(&document.skeleton, &clip, &document.skins, &only_arms, &Progress::none())
            .unwrap();
    let thigh = document.skeleton.find("LeftUpLeg").unwrap();
    assert!(
        (0..clip.frame_count())
            .all(|f| clip.pose(f).rotations()[thigh.0] == edited.clip.pose(f).rotations()[thigh.0])
    );
}

#[test]
fn hands_that_rest_on_the_body_touch_it() {
    let Some(document) = character("makehuman_heavy_sit_30fps.glb") else { return };
    let clip = part(&document, 0, 188);
    let right = |touch: bool| {
        let options = RemovePenetrationOptions::default().touch(touch);
        let edited =
            remove_penetration(&document.skeleton, &clip, &document.skins, &options, &Progress::none())
                .unwrap();
        assert!(edited.report.after.depth_max <= 0.003, "{}", edited.report.summary());
        edited.report.limbs.iter().find(|limb| limb.limb == "right arm").cloned().unwrap()
    };
    let with = right(true);
    assert!(with.touch_frames > 20 && with.touching >= Some(0.95), "{with:?}");
    let without = right(false);
    assert_eq!((without.touch_frames, without.touching), (0, None));
}

#[test]
fn hands_that_touch_each_other_still_do() {
    let Some(document) = character("makehuman_heavy_salsa_30fps.glb") else { return };
    let report = solve(&document, &document.clips[0]).report;
    for arm in report.limbs.iter().filter(|limb| limb.limb.ends_with("arm")) {
        assert!(arm.touch_frames > 80 && arm.touching.unwrap() > 0.8, "{arm:?}");
    }
}

/// A thigh crosses the straight arm of the pirouette. Margins that grew on the way out once threw the hand aside by 37 cm.
#[test]
fn an_arm_that_a_thigh_crosses_is_not_thrown_aside() {
    if data_folder().is_none() {
        return;
    }
    let document = worn("05_06", "heavy").unwrap();
    let report = solve(&document, &document.clips[0]).report;
    assert!(report.before.depth_max > 0.07 && report.after.depth_max <= 0.003, "{}", report.summary());
    for arm in report.limbs.iter().filter(|limb| limb.limb.ends_with("arm")) {
        assert!(arm.end_max <= 0.224 && arm.end_mean <= 0.018, "{arm:?}");
        let accelerations = [arm.base_acceleration, arm.middle_acceleration, arm.end_acceleration];
        assert!(accelerations.iter().all(|ratio| *ratio <= 1.05), "{arm:?}");
    }
}

#[test]
fn overlap_of_the_chosen_frame_is_left_alone() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let clip = part(&document, 0, 1);
    let options = RemovePenetrationOptions::default().allowed_overlap(AllowedOverlap::Frame).legs(false);
    let run = |options: &RemovePenetrationOptions| {
        remove_penetration(&document.skeleton, &clip, &document.skins, options, &Progress::none())
    };
    let edited = run(&options).unwrap();
    assert_eq!(edited.clip.rotations(), clip.rotations());
    let error = run(&options.overlap_frame(1)).unwrap_err();
    assert!(matches!(error, Error::OptionOutOfRange { .. }), "{error}");
}

#[test]
fn a_character_made_to_overlap_is_left_alone_in_every_clip() {
    let Some(folder) = data_folder() else { return };
    let document =
        read(&folder.join("characters").join("KayKit_Knight.glb"), &ReadOptions::default()).unwrap();
    assert_eq!(document.clips.len(), 76);
    for clip in &document.clips {
        let edited = solve(&document, clip);
        let (name, report) = (clip.name(), &edited.report);
        assert_eq!(edited.clip, *clip, "{name}");
        let codes: Vec<&str> = report.notes.iter().map(|note| note.code).collect();
        assert_eq!(codes, ["overlap-by-design"], "{name}: {:?}", report.notes);
        assert_eq!(report.before, report.after, "{name}");
    }
    // Whoever allows no overlap gets the best effort.
    let idle = document.clips.iter().find(|clip| clip.name() == "Idle").unwrap();
    let options = RemovePenetrationOptions::default().allowed_overlap(AllowedOverlap::None);
    let edited =
        remove_penetration(&document.skeleton, idle, &document.skins, &options, &Progress::none()).unwrap();
    assert!(edited.report.after.depth_max < edited.report.before.depth_max, "{}", edited.report.summary());
    assert!(edited.report.notes.iter().all(|note| note.code != "overlap-by-design"));
}

/// The walking body with a trunk of that girth; joints stay where they are.
fn thick(girth: f64) -> Option<Document> {
    let mut document = character("makehuman_male_walk_30fps.glb")?;
    let options = GrowBodyOptions::default().trunk(girth).move_joints(false);
    let grown = grow_body(&document.skeleton, &document.skins, &[], &options).unwrap();
    document.clips = vec![grown.fit_clip(&document.clips[0]).unwrap()];
    (document.skeleton, document.skins) = (grown.skeleton, grown.skins);
    Some(document)
}

#[test]
fn a_thick_trunk_is_not_taken_for_design_however_long_the_clip_is() {
    let Some(document) = thick(1.3) else { return };
    for count in [20, 86] {
        let report = solve(&document, &part(&document, 0, count)).report;
        assert!(report.before.depth_max > 0.06, "{count}: {}", report.summary());
        assert!(report.after.depth_max <= 0.003, "{count}: {}", report.summary());
        let arms = report.limbs.iter().filter(|limb| limb.limb.ends_with("arm"));
        assert!(arms.clone().all(|arm| arm.end_mean > 0.03), "{count}: {:?}", report.limbs);
        assert!(report.notes.iter().all(|note| note.code == "joint-moved-far"), "{:?}", report.notes);
    }
}

#[test]
fn each_number_does_what_it_says() {
    let Some(document) = character("makehuman_heavy_sit_30fps.glb") else { return };
    let clip = part(&document, 60, 128);
    let run = |options: RemovePenetrationOptions| {
        let options = options.legs(false).touch(false);
        remove_penetration(&document.skeleton, &clip, &document.skins, &options, &Progress::none()).unwrap()
    };
    let default = RemovePenetrationOptions::default();
    let right = |edited: &Edited<RemovePenetrationReport>| edited.report.limbs[1].clone();
    // A larger distance moves hands farther.
    let [near, far] = [0.0035, 0.02].map(|margin| right(&run(default.margin(margin))).end_max);
    assert!(far > near + 0.005, "{near} {far}");
    // A longer reach changes more frames.
    let [short, long] = [0.1, 1.0].map(|reach| right(&run(default.reach(reach))).frames);
    assert!(short + 10 < long, "{short} {long}");
    // Hands that move far on average are named.
    let is_named = |edited: &Edited<RemovePenetrationReport>| {
        edited
            .report
            .notes
            .iter()
            .any(|note| note.code == "joint-moved-far" && note.text.contains("on average"))
    };
    assert!(is_named(&run(default.max_mean_way(0.005))));
    let edited = run(default);
    assert!(!is_named(&edited), "{:?}", edited.report.notes);
    // The note alone differs.
    assert_eq!(run(default.max_mean_way(0.005)).clip, edited.clip);
}

/// The character with a change to its only skin.
fn with_skin(document: &Document, change: impl FnOnce(&mut SkinData)) -> Vec<Skin> {
    let mut data = document.skins[0].data().clone();
    change(&mut data);
    vec![Skin::new(&document.skeleton, data).unwrap()]
}

#[test]
fn meshes_without_an_inside_are_refused_with_a_reason() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let clip = part(&document, 60, 2);
    let run = |skins: &[Skin]| {
        let options = RemovePenetrationOptions::default();
        remove_penetration(&document.skeleton, &clip, skins, &options, &Progress::none())
    };
    type Spoil = fn(&mut SkinData);
    let cases: [(&str, Spoil); 7] = [
        ("is flat", |data| data.positions.iter_mut().for_each(|p| p.z = 0.0)),
        ("different ways", |data| data.triangles.iter_mut().step_by(2).for_each(|t| t.swap(1, 2))),
        ("is singular", |data| data.inverse_binds.iter_mut().for_each(|bind| bind.linear.fill(0.0))),
        ("one unit", |data| data.positions.iter_mut().for_each(|p| *p *= 1e6)),
        ("one unit", |data| data.positions.iter_mut().for_each(|p| *p *= 1e-6)),
        ("one spot", |data| data.positions.iter_mut().for_each(|p| p.fill(0.5))),
        ("is flat", |data| data.triangles.fill([0, 1, 2])),
    ];
    for (reason, change) in cases {
        let error = run(&with_skin(&document, change)).unwrap_err();
        assert!(error.to_string().contains(reason), "{reason}: {error}");
    }
    // Triangles that are there twice are there once.
    let doubled = with_skin(&document, |data| {
        let turned: Vec<[u32; 3]> = data.triangles.iter().map(|&[a, b, c]| [b, c, a]).collect();
        data.triangles.extend(turned);
    });
    assert_eq!(run(&doubled).unwrap(), run(&document.skins).unwrap());
}

/// Gives what follows some joints to another joint.
fn without_vertices(document: &Document, top: &str, heir: &str) -> Vec<Skin> {
    let [top, heir] = [top, heir].map(|name| document.skeleton.find(name).unwrap());
    let is_lost = |joint: JointIndex| joint == top || document.skeleton.is_below(joint, top);
    with_skin(document, |data| {
        let to = data.slot_joints.iter().position(|joint| *joint == heir).unwrap() as u32;
        let lost: Vec<bool> = data.slot_joints.iter().map(|joint| is_lost(*joint)).collect();
        data.influence_slots.iter_mut().filter(|slot| lost[**slot as usize]).for_each(|slot| *slot = to);
    })
}

#[test]
fn a_limb_without_vertices_is_named() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let clip = part(&document, 60, 2);
    let skins = without_vertices(&document, "LeftArm", "LeftShoulder");
    let options = RemovePenetrationOptions::default().legs(false);
    let edited = remove_penetration(&document.skeleton, &clip, &skins, &options, &Progress::none()).unwrap();
    let note = edited.report.notes.iter().find(|note| note.code == "limb-without-mesh").unwrap();
    assert_eq!(note.about.as_deref(), Some("left arm"));
}

#[test]
fn pairs_whose_first_part_has_no_vertices_are_refused() {
    let Some(document) = character("makehuman_heavy_sit_30fps.glb") else { return };
    let clip = part(&document, 100, 2);
    let skins = without_vertices(&document, "RightHand", "RightForeArm");
    let options = RemovePenetrationOptions::default().arms(false).legs(false);
    let run = |pair: BodyPair, skins: &[Skin]| {
        remove_penetration_between(&document.skeleton, &clip, skins, &[pair], &options, &Progress::none())
    };
    let pair = BodyPair::new("right_hand", "right_thigh").unwrap();
    let error = run(pair, &skins).unwrap_err();
    assert!(error.to_string().contains("no vertex of the mesh belongs to right_hand"), "{error}");
    assert!(run(pair, &document.skins).is_ok());
}

/// The skeleton with feet that hang from the root, each at the end of its shin.
fn with_loose_feet(skeleton: &Skeleton) -> Skeleton {
    let feet = ["LeftFoot", "RightFoot"].map(|name| skeleton.find(name).unwrap());
    let mut sites = Vec::new();
    let joints = skeleton.joints().map(|joint| {
        let mut offset = skeleton.rest_offset(joint);
        let mut parent = skeleton.parent(joint);
        if feet.contains(&joint) {
            let shin = parent.unwrap();
            sites.push(EndSite { joint: shin, offset });
            parent = Some(JointIndex(0));
            let mut above = shin;
            while above != JointIndex(0) {
                offset += skeleton.rest_offset(above);
                above = skeleton.parent(above).unwrap();
            }
        }
        Joint::new(skeleton.name(joint), parent, offset)
    });
    let joints = joints.collect();
    Skeleton::new(joints, sites).unwrap().with_roles(skeleton.roles().clone()).unwrap()
}

#[test]
fn feet_that_do_not_hang_from_their_shins_are_named() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let clip = part(&document, 10, 2);
    let skeleton = with_loose_feet(&document.skeleton);
    let options = RemovePenetrationOptions::default().arms(false);
    let pair = BodyPair::new("left_thigh", "trunk").unwrap();
    let progress = Progress::none();
    for error in [
        remove_penetration(&skeleton, &clip, &document.skins, &options, &progress).unwrap_err(),
        remove_penetration_between(
            &skeleton,
            &clip,
            &document.skins,
            &[pair],
            &options.arms(true),
            &progress,
        )
        .unwrap_err(),
    ] {
        assert!(error.to_string().contains("does not hang from the shin"), "{error}");
    }
}

#[test]
fn it_can_be_cancelled() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let clip = part(&document, 0, 30);
    for stop_at in [0.0, 0.2, 0.75] {
        let go_on = |share: f64| share < stop_at;
        let options = RemovePenetrationOptions::default();
        let result =
            remove_penetration(&document.skeleton, &clip, &document.skins, &options, &Progress::new(&go_on));
        assert_eq!(result.unwrap_err(), Error::Cancelled);
    }
}

#[test]
fn what_has_no_answer_is_refused() {
    let biped = surefoot_sample::biped(&Default::default()).unwrap();
    let walk = surefoot_sample::walk(&biped.skeleton, &Default::default()).unwrap().clip;
    let options = RemovePenetrationOptions::default();
    let error = remove_penetration(&biped.skeleton, &walk, &[], &options, &Progress::none()).unwrap_err();
    assert!(error.to_string().contains("no mesh"), "{error}");
    let skins = [biped.skin];
    let neither = options.arms(false).legs(false);
    let error = remove_penetration(&biped.skeleton, &walk, &skins, &neither, &Progress::none()).unwrap_err();
    assert!(error.to_string().contains("both off"), "{error}");
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let error = remove_penetration(&document.skeleton, &walk, &document.skins, &options, &Progress::none())
        .unwrap_err();
    assert!(matches!(error, Error::Length { .. }), "{error}");
}
