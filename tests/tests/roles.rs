//! Every real character and clip gets its roles without help; what cannot be mapped says why (docs/roles.md).
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};
use surefoot::io::{Document, ReadOptions};
use surefoot::model::Joint;
use surefoot::{Role, Skeleton, find_roles};

/// `role=joint+joint` for every role that has one, in the order of [`Role::all`].
fn roles_of(document: &Document) -> String {
    let skeleton = &document.skeleton;
    let role = |role: Role| {
        let joints: Vec<&str> = skeleton.roles().joints(role).map(|j| skeleton.name(j)).collect();
        (!joints.is_empty()).then(|| format!("{}={}", role.name(), joints.join("+")))
    };
    Role::all().filter_map(role).collect::<Vec<_>>().join(" ")
}

/// Expected roles of a symmetric rig: trunk, then arm and leg with `{s}` for the side, both from the body outwards.
struct Expected {
    files: &'static [&'static str],
    rig: Option<&'static str>,
    sides: [&'static str; 2],
    /// pelvis, spine, neck, head; empty where there is none.
    trunk: [&'static str; 4],
    /// clavicle, upper arm, forearm, hand.
    arm: [&'static str; 4],
    /// thigh, shin, foot, toe.
    leg: [&'static str; 4],
    warning: Option<&'static str>,
}

impl Expected {
    fn text(&self) -> String {
        let mut out = Vec::new();
        let trunk = ["pelvis", "spine", "neck", "head"];
        out.extend(trunk.iter().zip(self.trunk).map(|(role, joint)| (role.to_string(), joint.to_owned())));
        for (side, token) in ["left", "right"].into_iter().zip(self.sides) {
            let roles = ["clavicle", "upper_arm", "forearm", "hand", "thigh", "shin", "foot", "toe"];
            for (role, joint) in roles.into_iter().zip(self.arm.into_iter().chain(self.leg)) {
                out.push((format!("{side}_{role}"), joint.replace("{s}", token)));
            }
        }
        let set = out.into_iter().filter(|(_, joint)| !joint.is_empty());
        set.map(|(role, joint)| format!("{role}={joint}")).collect::<Vec<_>>().join(" ")
    }
}

const CMU_TRUNK: [&str; 4] = ["Hips", "LowerBack+Spine+Spine1", "Neck+Neck1", "Head"];
const HUMAN_IK_ARM: [&str; 4] = ["{s}Shoulder", "{s}Arm", "{s}ForeArm", "{s}Hand"];
const HUMAN_IK_LEG: [&str; 4] = ["{s}UpLeg", "{s}Leg", "{s}Foot", "{s}ToeBase"];
const LEFT_RIGHT: [&str; 2] = ["Left", "Right"];
const LETTERS: [&str; 2] = ["L", "R"];
const SMALL_LETTERS: [&str; 2] = ["l", "r"];

/// A file name ending in `/` stands for every motion file of the folder.
const EXPECTED: &[Expected] = &[
    Expected {
        files: &[
            "cmu/",
            "footskate_bench/",
            "animated/",
            "edge/90_10_three_frames.bvh",
            "characters/makehuman_male_cmu.glb",
            "characters/makehuman_male_heavy_cmu.glb",
        ],
        rig: Some("CMU"),
        sides: LEFT_RIGHT,
        trunk: CMU_TRUNK,
        arm: HUMAN_IK_ARM,
        leg: HUMAN_IK_LEG,
        warning: None,
    },
    Expected {
        files: &[
            "other/AnimatedDrawings_fair1_dab.bvh",
            "other/AnimatedDrawings_fair1_jumping.bvh",
            "other/AnimatedDrawings_fair1_zombie.bvh",
        ],
        rig: Some("HumanIK"),
        sides: LEFT_RIGHT,
        trunk: ["Hips", "Spine+Spine1+Spine2+Spine3", "Neck", "Head"],
        arm: HUMAN_IK_ARM,
        leg: HUMAN_IK_LEG,
        warning: None,
    },
    Expected {
        files: &["other/AnimatedDrawings_rokoko_jesse_dance.bvh"],
        rig: Some("HumanIK"),
        sides: LEFT_RIGHT,
        trunk: ["Hips", "Spine+Spine1+Spine2", "Neck", "Head"],
        arm: HUMAN_IK_ARM,
        leg: HUMAN_IK_LEG,
        warning: None,
    },
    Expected {
        files: &["other/makehuman_zombieWalk1.bvh"],
        rig: Some("MakeHuman BVH"),
        sides: LETTERS,
        trunk: ["Hips", "Spine1+Spine2+Spine3", "Neck", "Head"],
        arm: ["Clavicle_{s}", "UpArm_{s}", "LoArm_{s}", "Hand_{s}"],
        leg: ["UpLeg_{s}", "LoLeg_{s}", "Foot_{s}", "Toe_{s}"],
        warning: None,
    },
    // Four joints and no legs: hips and chest are all there is to find.
    Expected {
        files: &["edge/momentum_simple.bvh"],
        rig: None,
        sides: LEFT_RIGHT,
        trunk: ["Hips", "Chest", "", ""],
        arm: ["", "", "", ""],
        leg: ["", "", "", ""],
        warning: Some("roles-missing"),
    },
    Expected {
        files: &["characters/CesiumMan.glb"],
        rig: None,
        sides: LETTERS,
        trunk: [
            "Skeleton_torso_joint_1",
            "Skeleton_torso_joint_2+torso_joint_3",
            "Skeleton_neck_joint_1",
            "Skeleton_neck_joint_2",
        ],
        // The arm's numbers run down on the left and up on the right, so this side is checked on its own below.
        arm: ["", "", "", ""],
        leg: ["leg_joint_{s}_1", "leg_joint_{s}_2", "leg_joint_{s}_3", "leg_joint_{s}_5"],
        warning: None,
    },
    Expected {
        files: &["characters/RiggedFigure.glb"],
        rig: None,
        sides: LETTERS,
        trunk: ["torso_joint_1", "torso_joint_2+torso_joint_3", "neck_joint_1", "neck_joint_2"],
        arm: ["", "arm_joint_{s}_1", "arm_joint_{s}_2", "arm_joint_{s}_3"],
        leg: ["leg_joint_{s}_1", "leg_joint_{s}_2", "leg_joint_{s}_3", "leg_joint_{s}_5"],
        warning: None,
    },
    Expected {
        files: &["characters/Fox.glb"],
        rig: None,
        sides: LETTERS,
        trunk: ["", "", "", ""],
        arm: ["", "", "", ""],
        leg: ["", "", "", ""],
        warning: Some("not-a-biped"),
    },
    Expected {
        files: &["characters/KayKit_Knight.glb"],
        rig: Some("KayKit"),
        sides: SMALL_LETTERS,
        trunk: ["hips", "spine+chest", "", "head"],
        arm: ["", "upperarm.{s}", "lowerarm.{s}", "wrist.{s}"],
        leg: ["upperleg.{s}", "lowerleg.{s}", "foot.{s}", "toes.{s}"],
        warning: None,
    },
    // The feet are IK targets beside the legs, not below the shins; they are the feet all the same.
    Expected {
        files: &["characters/RobotExpressive.glb"],
        rig: None,
        sides: LETTERS,
        trunk: ["Body", "Hips+Abdomen+Torso", "Neck", "Head"],
        arm: ["Shoulder.{s}", "UpperArm.{s}", "LowerArm.{s}", "Palm1.{s}"],
        leg: ["UpperLeg.{s}", "LowerLeg.{s}", "Foot.{s}", ""],
        warning: None,
    },
    Expected {
        files: &["characters/mesh2motion_human_YMCA.glb"],
        rig: Some("Rigify"),
        sides: LETTERS,
        trunk: ["DEF-hips", "DEF-spine.001+DEF-spine.002+DEF-spine.003", "DEF-neck", "DEF-head"],
        arm: ["DEF-shoulder.{s}", "DEF-upper_arm.{s}", "DEF-forearm.{s}", "DEF-hand.{s}"],
        leg: ["DEF-thigh.{s}", "DEF-shin.{s}", "DEF-foot.{s}", "DEF-toe.{s}"],
        warning: None,
    },
    Expected {
        files: &["characters/makehuman_female_game_engine.glb"],
        rig: Some("Unreal"),
        sides: SMALL_LETTERS,
        trunk: ["pelvis", "spine_01+spine_02+spine_03", "neck_01", "head"],
        arm: ["clavicle_{s}", "upperarm_{s}", "lowerarm_{s}", "hand_{s}"],
        leg: ["thigh_{s}", "calf_{s}", "foot_{s}", "ball_{s}"],
        warning: None,
    },
    Expected {
        files: &["characters/makehuman_female_mixamo.glb", "characters/makehuman_female_mixamo.fbx"],
        rig: Some("Mixamo"),
        sides: LEFT_RIGHT,
        trunk: [
            "mixamorig:Hips",
            "mixamorig:Spine+mixamorig:Spine1+mixamorig:Spine2",
            "mixamorig:Neck",
            "mixamorig:Head",
        ],
        arm: ["mixamorig:{s}Shoulder", "mixamorig:{s}Arm", "mixamorig:{s}ForeArm", "mixamorig:{s}Hand"],
        leg: ["mixamorig:{s}UpLeg", "mixamorig:{s}Leg", "mixamorig:{s}Foot", "mixamorig:{s}ToeBase"],
        warning: None,
    },
    Expected {
        files: &["characters/ufbx_maya_human_ik_7400_binary.fbx"],
        rig: Some("HumanIK"),
        sides: LEFT_RIGHT,
        trunk: [
            "Character1_Hips",
            "Character1_Spine+Character1_Spine1+Character1_Spine2",
            "Character1_Neck",
            "Character1_Head",
        ],
        arm: ["Character1_{s}Shoulder", "Character1_{s}Arm", "Character1_{s}ForeArm", "Character1_{s}Hand"],
        leg: ["Character1_{s}UpLeg", "Character1_{s}Leg", "Character1_{s}Foot", "Character1_{s}ToeBase"],
        warning: None,
    },
    Expected {
        files: &["characters/ufbx_maya_kenney_character_7700_binary.fbx"],
        rig: Some("HumanIK"),
        sides: LEFT_RIGHT,
        trunk: ["Hips", "Spine+Chest+UpperChest", "Neck", "Head"],
        arm: HUMAN_IK_ARM,
        leg: ["{s}UpLeg", "{s}Leg", "{s}Foot", "{s}Toes"],
        warning: None,
    },
];

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "bvh" || e == "glb" || e == "fbx"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_file_maps_as_expected() {
    let Some(data) = surefoot_tests::data_folder() else { return };
    let mut seen = Vec::new();
    let mut failures = Vec::new();
    for expected in EXPECTED {
        let files = expected.files.iter().flat_map(|file| match file.strip_suffix('/') {
            Some(folder) => files_in(&data.join(folder)),
            None => vec![data.join(file)],
        });
        for path in files {
            seen.push(path.clone());
            let document = match surefoot::io::read(&path, &ReadOptions::default()) {
                Ok(document) => document,
                Err(error) => {
                    failures.push(error.to_string());
                    continue;
                }
            };
            let mut actual = roles_of(&document);
            let mut wanted = expected.text();
            if path.ends_with("CesiumMan.glb") {
                wanted = cesium_man(&wanted);
            }
            let rig = find_roles(&document.skeleton).rig;
            if rig != expected.rig {
                actual.push_str(&format!(" rig {rig:?}"));
                wanted.push_str(&format!(" rig {:?}", expected.rig));
            }
            let notes: Vec<&str> = document.notes.iter().map(|w| w.code).collect();
            for code in ["roles-missing", "not-a-biped"] {
                if notes.contains(&code) != (expected.warning == Some(code)) {
                    failures.push(format!("{}: notes {:?}", path.display(), document.notes));
                }
            }
            if actual != wanted {
                failures.push(format!("{}:\n  found    {actual}\n  expected {wanted}", path.display()));
            }
        }
    }
    for folder in ["cmu", "other", "characters", "animated", "footskate_bench", "edge"] {
        for path in files_in(&data.join(folder)) {
            if !seen.contains(&path) {
                failures.push(format!("{} is in no row of the table", path.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// CesiumMan counts the left arm down (4, 3, 2) and the right arm up (none, 2, 3).
fn cesium_man(text: &str) -> String {
    let left = "left_upper_arm=Skeleton_arm_joint_L__4_ left_forearm=Skeleton_arm_joint_L__3_ \
                left_hand=Skeleton_arm_joint_L__2_ left_thigh";
    let right = "right_upper_arm=Skeleton_arm_joint_R right_forearm=Skeleton_arm_joint_R__2_ \
                 right_hand=Skeleton_arm_joint_R__3_ right_thigh";
    text.replace("left_thigh", left).replace("right_thigh", right)
}

/// The same skeleton with names that tell nothing.
fn nameless(skeleton: &Skeleton) -> Skeleton {
    let joints = skeleton.joints().map(|joint| Joint {
        name: format!("n{}", joint.0),
        parent: skeleton.parent(joint),
        rest_offset: skeleton.rest_offset(joint),
        rest_rotation: skeleton.rest_rotation(joint),
        rest_scale: skeleton.rest_scale(joint),
        compensates_parent_scale: skeleton.compensates_parent_scale(joint),
    });
    Skeleton::new(joints.collect(), skeleton.end_sites().to_vec()).unwrap()
}

#[test]
fn shape_alone_finds_the_legs_that_names_found() {
    let Some(data) = surefoot_tests::data_folder() else { return };
    let files = [
        "characters/makehuman_male_cmu.glb",
        "characters/makehuman_male_heavy_cmu.glb",
        "characters/makehuman_female_game_engine.glb",
        "characters/makehuman_female_mixamo.glb",
        "characters/makehuman_female_mixamo.fbx",
        "characters/mesh2motion_human_YMCA.glb",
        "characters/RiggedFigure.glb",
        "characters/CesiumMan.glb",
        "cmu/02_01_walk.bvh",
        "other/AnimatedDrawings_fair1_dab.bvh",
    ];
    let mut failures = Vec::new();
    for file in files {
        let document = surefoot::io::read(&data.join(file), &ReadOptions::default()).unwrap();
        let by_name = document.skeleton.roles();
        let found = find_roles(&nameless(&document.skeleton));
        for role in Role::all() {
            let (named, shaped) = (by_name.joint(role), found.roles.joint(role));
            let needed = matches!(role, Role::Pelvis | Role::Thigh(_) | Role::Shin(_) | Role::Foot(_));
            // Trunk and clavicles may stay open; what is found must be right.
            if shaped != named && (needed || shaped.is_some()) {
                failures.push(format!("{file}: {role} by name {named:?}, by shape {shaped:?}"));
            }
        }
    }
    let fox = surefoot::io::read(&data.join("characters/Fox.glb"), &ReadOptions::default()).unwrap();
    if !find_roles(&nameless(&fox.skeleton)).roles.joints(Role::Pelvis).eq([]) {
        failures.push("the fox became a biped".into());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
