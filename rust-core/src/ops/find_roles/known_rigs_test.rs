//! The known namings, one table row each, and the roles they must give.

use super::namings::{found, skeleton};
use super::*;

/// Builds `Pelvis(legs, spine(...))` from the joint names of one rig. `{s}` stands for the side.
struct Rig {
    name: &'static str,
    sides: [&'static str; 2],
    /// From the root down to the pelvis.
    pelvis: &'static [&'static str],
    spine: &'static [&'static str],
    neck: &'static [&'static str],
    /// `None` where the last joint of `neck` must become the head.
    head: Option<&'static str>,
    /// With a leading `-`: a joint in the chain that must get no role. Order: thigh, shin, foot, toe.
    leg: &'static [&'static str],
    /// Clavicle, upper arm, forearm, hand; clavicle `""` where the rig has none.
    arm: &'static [&'static str],
    arm_has_clavicle: bool,
}

impl Rig {
    fn text(&self) -> String {
        let mut text = String::new();
        let mut depth = 0;
        let line = |text: &mut String, depth: usize, name: &str, side: &str| {
            let name = name.trim_start_matches('~').replace("{s}", side);
            text.push_str(&format!("{}{name}\n", "  ".repeat(depth)));
        };
        for name in self.pelvis {
            line(&mut text, depth, name, "");
            depth += 1;
        }
        for side in self.sides {
            for (i, name) in self.leg.iter().enumerate() {
                line(&mut text, depth + i, name, side);
            }
        }
        for name in self.spine {
            line(&mut text, depth, name, "");
            depth += 1;
        }
        for side in self.sides {
            for (i, name) in self.arm.iter().enumerate() {
                line(&mut text, depth + i, name, side);
            }
        }
        for name in self.neck.iter().chain(self.head.iter()) {
            line(&mut text, depth, name, "");
            depth += 1;
        }
        text
    }

    fn expected(&self) -> String {
        let mut out = vec![format!("pelvis={}", self.pelvis[self.pelvis.len() - 1])];
        let kept = |names: &[&'static str]| -> Vec<&'static str> {
            names.iter().copied().filter(|n| !n.starts_with('~')).collect()
        };
        if !kept(self.spine).is_empty() {
            out.push(format!("spine={}", kept(self.spine).join("+")));
        }
        let mut neck = kept(self.neck);
        let head = self.head.or_else(|| neck.pop());
        if !neck.is_empty() {
            out.push(format!("neck={}", neck.join("+")));
        }
        if let Some(head) = head {
            out.push(format!("head={head}"));
        }
        for (side, token) in Side::BOTH.into_iter().zip(self.sides) {
            let arm_roles = ["clavicle", "upper_arm", "forearm", "hand"];
            let skip = usize::from(!self.arm_has_clavicle);
            let arm = arm_roles[skip..].iter().zip(kept(self.arm));
            let leg = ["thigh", "shin", "foot", "toe"].iter().zip(kept(self.leg));
            for (role, name) in arm.chain(leg) {
                out.push(format!("{}_{role}={}", side.name(), name.replace("{s}", token)));
            }
        }
        out.join("\n")
    }
}

const RIGS: &[Rig] = &[
    Rig {
        name: "CMU",
        sides: ["Left", "Right"],
        pelvis: &["Hips"],
        spine: &["LowerBack", "Spine", "Spine1"],
        neck: &["Neck", "Neck1"],
        head: Some("Head"),
        leg: &["~{s}HipJoint", "{s}UpLeg", "{s}Leg", "{s}Foot", "{s}ToeBase"],
        arm: &["{s}Shoulder", "{s}Arm", "{s}ForeArm", "{s}Hand", "~{s}FingerBase", "~{s}HandIndex1"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "Mixamo",
        sides: ["Left", "Right"],
        pelvis: &["mixamorig:Hips"],
        spine: &["mixamorig:Spine", "mixamorig:Spine1", "mixamorig:Spine2"],
        neck: &["mixamorig:Neck"],
        head: Some("mixamorig:Head"),
        leg: &[
            "mixamorig:{s}UpLeg",
            "mixamorig:{s}Leg",
            "mixamorig:{s}Foot",
            "mixamorig:{s}ToeBase",
            "~mixamorig:{s}Toe_End",
        ],
        arm: &[
            "mixamorig:{s}Shoulder",
            "mixamorig:{s}Arm",
            "mixamorig:{s}ForeArm",
            "mixamorig:{s}Hand",
            "~mixamorig:{s}HandThumb1",
        ],
        arm_has_clavicle: true,
    },
    Rig {
        name: "Mixamo",
        sides: ["Left", "Right"],
        pelvis: &["mixamorig1_Hips"],
        spine: &["mixamorig1_Spine"],
        neck: &["mixamorig1_Neck"],
        head: Some("mixamorig1_Head"),
        leg: &["mixamorig1_{s}UpLeg", "mixamorig1_{s}Leg", "mixamorig1_{s}Foot", "mixamorig1_{s}ToeBase"],
        arm: &["mixamorig1_{s}Shoulder", "mixamorig1_{s}Arm", "mixamorig1_{s}ForeArm", "mixamorig1_{s}Hand"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "3ds Max Biped",
        sides: ["L", "R"],
        pelvis: &["Bip01", "Bip01 Pelvis"],
        spine: &["Bip01 Spine", "Bip01 Spine1"],
        neck: &["Bip01 Neck"],
        head: Some("Bip01 Head"),
        leg: &["Bip01 {s} Thigh", "Bip01 {s} Calf", "Bip01 {s} Foot", "Bip01 {s} Toe0", "~Bip01 {s} Toe0Nub"],
        arm: &["Bip01 {s} Clavicle", "Bip01 {s} UpperArm", "Bip01 {s} Forearm", "Bip01 {s} Hand"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "3ds Max Biped",
        sides: ["L", "R"],
        pelvis: &["Bip001", "Bip001_Pelvis"],
        spine: &["Bip001_Spine"],
        neck: &["Bip001_Neck"],
        head: Some("Bip001_Head"),
        leg: &["Bip001_{s}_Thigh", "Bip001_{s}_Calf", "Bip001_{s}_Foot", "Bip001_{s}_Toe0"],
        arm: &["Bip001_{s}_Clavicle", "Bip001_{s}_UpperArm", "Bip001_{s}_Forearm", "Bip001_{s}_Hand"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "HumanIK",
        sides: ["Left", "Right"],
        pelvis: &["Character1_Reference", "Character1_Hips"],
        spine: &["Character1_Spine", "Character1_Spine1"],
        neck: &["Character1_Neck"],
        head: Some("Character1_Head"),
        leg: &["Character1_{s}UpLeg", "Character1_{s}Leg", "Character1_{s}Foot", "Character1_{s}ToeBase"],
        arm: &["Character1_{s}Shoulder", "Character1_{s}Arm", "Character1_{s}ForeArm", "Character1_{s}Hand"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "Unreal",
        sides: ["l", "r"],
        pelvis: &["root", "pelvis"],
        spine: &["spine_01", "spine_02", "spine_03"],
        neck: &["neck_01"],
        head: Some("head"),
        leg: &["thigh_{s}", "calf_{s}", "foot_{s}", "ball_{s}"],
        arm: &["clavicle_{s}", "upperarm_{s}", "lowerarm_{s}", "hand_{s}", "~index_01_{s}"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "Rigify",
        sides: ["L", "R"],
        pelvis: &["~root", "DEF-spine"],
        spine: &["DEF-spine.001", "DEF-spine.002", "DEF-spine.003"],
        neck: &["DEF-spine.004", "DEF-spine.005", "DEF-spine.006"],
        head: None,
        leg: &[
            "DEF-thigh.{s}",
            "~DEF-thigh.{s}.001",
            "DEF-shin.{s}",
            "~DEF-shin.{s}.001",
            "DEF-foot.{s}",
            "DEF-toe.{s}",
        ],
        arm: &[
            "DEF-shoulder.{s}",
            "DEF-upper_arm.{s}",
            "~DEF-upper_arm.{s}.001",
            "DEF-forearm.{s}",
            "~DEF-forearm.{s}.001",
            "DEF-hand.{s}",
        ],
        arm_has_clavicle: true,
    },
    Rig {
        name: "Rigify",
        sides: ["L", "R"],
        pelvis: &["spine"],
        spine: &["spine.001", "spine.002", "spine.003"],
        neck: &["spine.004", "spine.005", "spine.006"],
        head: None,
        leg: &["thigh.{s}", "shin.{s}", "foot.{s}", "toe.{s}"],
        arm: &["shoulder.{s}", "upper_arm.{s}", "forearm.{s}", "hand.{s}", "~palm.01.{s}"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "Rokoko",
        sides: ["Left", "Right"],
        pelvis: &["Hips"],
        spine: &["Spine1", "Spine2", "Spine3", "Spine4"],
        neck: &["Neck"],
        head: Some("Head"),
        leg: &["{s}Thigh", "{s}Shin", "{s}Foot", "{s}Toe", "~{s}ToeTip"],
        arm: &["{s}Shoulder", "{s}Arm", "{s}ForeArm", "{s}Hand"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "VRM",
        sides: ["L", "R"],
        pelvis: &["Root", "J_Bip_C_Hips"],
        spine: &["J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_UpperChest"],
        neck: &["J_Bip_C_Neck"],
        head: Some("J_Bip_C_Head"),
        leg: &["J_Bip_{s}_UpperLeg", "J_Bip_{s}_LowerLeg", "J_Bip_{s}_Foot", "J_Bip_{s}_ToeBase"],
        arm: &["J_Bip_{s}_Shoulder", "J_Bip_{s}_UpperArm", "J_Bip_{s}_LowerArm", "J_Bip_{s}_Hand"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "Humanoid",
        sides: ["left", "right"],
        pelvis: &["hips"],
        spine: &["spine", "chest", "upperChest"],
        neck: &["neck"],
        head: Some("head"),
        leg: &["{s}UpperLeg", "{s}LowerLeg", "{s}Foot", "{s}Toes"],
        arm: &["{s}Shoulder", "{s}UpperArm", "{s}LowerArm", "{s}Hand"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "KayKit",
        sides: ["l", "r"],
        pelvis: &["root", "hips"],
        spine: &["spine", "chest"],
        neck: &[],
        head: Some("head"),
        leg: &["upperleg.{s}", "lowerleg.{s}", "foot.{s}", "toes.{s}"],
        arm: &["upperarm.{s}", "lowerarm.{s}", "wrist.{s}", "~hand.{s}", "~handslot.{s}"],
        arm_has_clavicle: false,
    },
    Rig {
        name: "Daz or Poser",
        sides: ["l", "r"],
        pelvis: &["hip"],
        spine: &["abdomen", "chest"],
        neck: &["neck"],
        head: Some("head"),
        leg: &["~{s}Buttock", "{s}Thigh", "{s}Shin", "{s}Foot", "{s}Toe"],
        arm: &["{s}Collar", "{s}Shldr", "{s}ForeArm", "{s}Hand"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "Second Life",
        sides: ["Left", "Right"],
        pelvis: &["mPelvis"],
        spine: &["mTorso", "mChest"],
        neck: &["mNeck"],
        head: Some("mHead"),
        leg: &["mHip{s}", "mKnee{s}", "mAnkle{s}", "mFoot{s}", "~mToe{s}"],
        arm: &["mCollar{s}", "mShoulder{s}", "mElbow{s}", "mWrist{s}"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "BVH classic",
        sides: ["Left", "Right"],
        pelvis: &["Hips"],
        spine: &["Chest", "Chest2"],
        neck: &["Neck"],
        head: Some("Head"),
        leg: &["{s}Hip", "{s}Knee", "{s}Ankle", "{s}Toe"],
        arm: &["{s}Collar", "{s}Shoulder", "{s}Elbow", "{s}Wrist"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "SMPL",
        sides: ["L", "R"],
        pelvis: &["Pelvis"],
        spine: &["Spine1", "Spine2", "Spine3"],
        neck: &["Neck"],
        head: Some("Head"),
        leg: &["{s}_Hip", "{s}_Knee", "{s}_Ankle", "{s}_Foot"],
        arm: &["{s}_Collar", "{s}_Shoulder", "{s}_Elbow", "{s}_Wrist", "~{s}_Hand"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "SMPL",
        sides: ["left", "right"],
        pelvis: &["pelvis"],
        spine: &["spine1", "spine2"],
        neck: &["neck"],
        head: Some("head"),
        leg: &["{s}_hip", "{s}_knee", "{s}_ankle", "{s}_foot"],
        arm: &["{s}_collar", "{s}_shoulder", "{s}_elbow", "{s}_wrist"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "Xsens",
        sides: ["Left", "Right"],
        pelvis: &["Pelvis"],
        spine: &["L5", "L3", "T12", "T8"],
        neck: &["Neck"],
        head: Some("Head"),
        leg: &["{s}UpperLeg", "{s}LowerLeg", "{s}Foot", "{s}Toe"],
        arm: &["{s}Shoulder", "{s}UpperArm", "{s}ForeArm", "{s}Hand"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "ASF",
        sides: ["l", "r"],
        pelvis: &["root"],
        spine: &["lowerback", "upperback", "thorax"],
        neck: &["lowerneck", "upperneck"],
        head: Some("head"),
        leg: &["~{s}hipjoint", "{s}femur", "{s}tibia", "{s}foot", "{s}toes"],
        arm: &["{s}clavicle", "{s}humerus", "{s}radius", "{s}wrist", "~{s}hand", "~{s}fingers"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "Character Creator",
        sides: ["L", "R"],
        pelvis: &["CC_Base_BoneRoot", "CC_Base_Hip"],
        spine: &["CC_Base_Waist", "CC_Base_Spine01", "CC_Base_Spine02"],
        neck: &["CC_Base_NeckTwist01", "CC_Base_NeckTwist02"],
        head: Some("CC_Base_Head"),
        leg: &["CC_Base_{s}_Thigh", "CC_Base_{s}_Calf", "CC_Base_{s}_Foot", "CC_Base_{s}_ToeBase"],
        arm: &["CC_Base_{s}_Clavicle", "CC_Base_{s}_Upperarm", "CC_Base_{s}_Forearm", "CC_Base_{s}_Hand"],
        arm_has_clavicle: true,
    },
    Rig {
        name: "MakeHuman",
        sides: ["L", "R"],
        pelvis: &["root"],
        spine: &["spine05", "spine04", "spine03", "spine02", "spine01"],
        neck: &["neck01", "neck02", "neck03"],
        head: Some("head"),
        leg: &[
            "~pelvis.{s}",
            "upperleg01.{s}",
            "~upperleg02.{s}",
            "lowerleg01.{s}",
            "~lowerleg02.{s}",
            "foot.{s}",
            "toe1-1.{s}",
            "~toe1-2.{s}",
        ],
        arm: &[
            "clavicle.{s}",
            "~shoulder01.{s}",
            "upperarm01.{s}",
            "~upperarm02.{s}",
            "lowerarm01.{s}",
            "~lowerarm02.{s}",
            "wrist.{s}",
        ],
        arm_has_clavicle: true,
    },
    Rig {
        name: "",
        sides: ["L", "R"],
        pelvis: &["Skeleton_torso_joint_1"],
        spine: &["Skeleton_torso_joint_2", "torso_joint_3"],
        neck: &["Skeleton_neck_joint_1", "Skeleton_neck_joint_2"],
        head: None,
        leg: &["leg_joint_{s}_1", "leg_joint_{s}_2", "leg_joint_{s}_3", "leg_joint_{s}_5"],
        arm: &["Skeleton_arm_joint_{s}__4_", "Skeleton_arm_joint_{s}__3_", "Skeleton_arm_joint_{s}__2_"],
        arm_has_clavicle: false,
    },
];

#[test]
fn every_known_naming_gives_its_roles() {
    for rig in RIGS {
        assert_eq!(found(&rig.text()), rig.expected(), "{}:\n{}", rig.name, rig.text());
        let skeleton = skeleton(&rig.text());
        assert_eq!(find_roles(&skeleton).rig.unwrap_or(""), rig.name, "{}", rig.text());
    }
}
