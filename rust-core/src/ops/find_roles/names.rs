//! What a joint's name says: side, body part, and whether it is only a helper.
//!
//! A name is split into words at separators, digits and camel-case humps. Namespaces, rig prefixes and filler words are dropped,
//! and side words are removed wherever they stand. The remaining words are looked up in one table.

use crate::model::Side;
use crate::model::roles::words::{tokens, without_namespace};
use std::collections::HashMap;

/// The body part a name speaks of. Some words mean different joints in different rigs (`Leg`, `Shoulder`, `Hip`);
/// their place in the chain decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Word {
    Pelvis,
    Spine,
    Neck,
    Head,
    /// A thigh, unless a thigh is named below it.
    Hip,
    Thigh,
    /// A thigh or a shin.
    Leg,
    Shin,
    Ankle,
    Foot,
    Toe,
    Clavicle,
    /// A clavicle or an upper arm.
    Shoulder,
    UpperArm,
    /// An upper arm or a forearm.
    Arm,
    Forearm,
    Wrist,
    Hand,
    /// A hand, unless one is named.
    Palm,
    /// A limb no biped has.
    Beast,
}

impl Word {
    pub(super) fn is_leg(self) -> bool {
        matches!(
            self,
            Word::Hip | Word::Thigh | Word::Leg | Word::Shin | Word::Ankle | Word::Foot | Word::Toe
        )
    }

    pub(super) fn is_arm(self) -> bool {
        matches!(
            self,
            Word::Clavicle
                | Word::Shoulder
                | Word::UpperArm
                | Word::Arm
                | Word::Forearm
                | Word::Wrist
                | Word::Hand
                | Word::Palm
        )
    }
}

/// What one name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ParsedName {
    pub(super) side: Option<Side>,
    pub(super) word: Option<Word>,
    /// The last number in the name; 0 if there is none.
    pub(super) number: u32,
    /// Twist, control, IK and end joints: never a role.
    pub(super) helper: bool,
}

/// Body parts by the words left of a name, run together. Sources: the exports named in `docs/roles.md`.
const WORDS: &[(&str, Word)] = &[
    ("hips", Word::Pelvis),
    ("hip", Word::Pelvis),
    ("pelvis", Word::Pelvis),
    ("spine", Word::Spine),
    ("lowerspine", Word::Spine),
    ("upperspine", Word::Spine),
    ("midspine", Word::Spine),
    ("spinelower", Word::Spine),
    ("spineupper", Word::Spine),
    ("spinemid", Word::Spine),
    ("chest", Word::Spine),
    ("upperchest", Word::Spine),
    ("lowerchest", Word::Spine),
    ("chestupper", Word::Spine),
    ("chestlower", Word::Spine),
    ("torso", Word::Spine),
    ("abdomen", Word::Spine),
    ("abdomenlower", Word::Spine),
    ("abdomenupper", Word::Spine),
    ("belly", Word::Spine),
    ("stomach", Word::Spine),
    ("waist", Word::Spine),
    ("lowerback", Word::Spine),
    ("upperback", Word::Spine),
    ("back", Word::Spine),
    ("thorax", Word::Spine),
    ("ribcage", Word::Spine),
    ("ribs", Word::Spine),
    ("lumbar", Word::Spine),
    ("neck", Word::Neck),
    ("lowerneck", Word::Neck),
    ("upperneck", Word::Neck),
    ("necklower", Word::Neck),
    ("neckupper", Word::Neck),
    ("head", Word::Head),
    ("skull", Word::Head),
    ("thigh", Word::Thigh),
    ("upleg", Word::Thigh),
    ("upperleg", Word::Thigh),
    ("legupper", Word::Thigh),
    ("legup", Word::Thigh),
    ("uleg", Word::Thigh),
    ("femur", Word::Thigh),
    ("leg", Word::Leg),
    ("shin", Word::Shin),
    ("calf", Word::Shin),
    ("knee", Word::Shin),
    ("loleg", Word::Shin),
    ("lowleg", Word::Shin),
    ("lowerleg", Word::Shin),
    ("leglower", Word::Shin),
    ("leglow", Word::Shin),
    ("tibia", Word::Shin),
    ("crus", Word::Shin),
    ("ankle", Word::Ankle),
    ("foot", Word::Foot),
    ("feet", Word::Foot),
    ("toe", Word::Toe),
    ("toes", Word::Toe),
    ("ball", Word::Toe),
    ("foottoe", Word::Toe),
    ("foottoes", Word::Toe),
    ("football", Word::Toe),
    ("bigtoe", Word::Toe),
    ("metatarsals", Word::Toe),
    ("clavicle", Word::Clavicle),
    ("clav", Word::Clavicle),
    ("collar", Word::Clavicle),
    ("collarbone", Word::Clavicle),
    ("shoulder", Word::Shoulder),
    ("shldr", Word::UpperArm),
    ("upperarm", Word::UpperArm),
    ("uparm", Word::UpperArm),
    ("uarm", Word::UpperArm),
    ("armupper", Word::UpperArm),
    ("armup", Word::UpperArm),
    ("humerus", Word::UpperArm),
    ("arm", Word::Arm),
    ("forearm", Word::Forearm),
    ("lowerarm", Word::Forearm),
    ("lowarm", Word::Forearm),
    ("loarm", Word::Forearm),
    ("armlower", Word::Forearm),
    ("armlow", Word::Forearm),
    ("farm", Word::Forearm),
    ("elbow", Word::Forearm),
    ("radius", Word::Forearm),
    ("wrist", Word::Wrist),
    ("hand", Word::Hand),
    ("palm", Word::Palm),
    ("paw", Word::Beast),
    ("hoof", Word::Beast),
    ("frontleg", Word::Beast),
    ("hindleg", Word::Beast),
    ("rearleg", Word::Beast),
    ("backleg", Word::Beast),
    ("foreleg", Word::Beast),
    ("legfront", Word::Beast),
    ("leghind", Word::Beast),
    ("legrear", Word::Beast),
    ("legback", Word::Beast),
    ("frontfoot", Word::Beast),
    ("hindfoot", Word::Beast),
    ("backfoot", Word::Beast),
    ("rearfoot", Word::Beast),
    ("frontupleg", Word::Beast),
    ("frontthigh", Word::Beast),
    ("hindthigh", Word::Beast),
    ("rearthigh", Word::Beast),
];

/// Vertebrae as Xsens names them. They stand outside the table because `L` is a side everywhere else.
const VERTEBRAE: &[&str] = &["l5", "l3", "t12", "t8"];

/// Words that mark a joint as a helper wherever they stand.
const HELPERS: &[&str] = &[
    "twist",
    "roll",
    "ik",
    "fk",
    "pole",
    "target",
    "ctrl",
    "control",
    "end",
    "effector",
    "nub",
    "helper",
    "tip",
    "site",
    "goal",
    "slot",
    "socket",
    "mch",
    "vb",
    "corrective",
    "tweak",
    "parent",
    "aim",
    "null",
    "sec",
    "adj",
    "prop",
    "attach",
    "weapon",
];

/// Words that say nothing about the body.
const FILLERS: &[&str] = &[
    "joint",
    "jnt",
    "jt",
    "bone",
    "bn",
    "skeleton",
    "skel",
    "rig",
    "base",
    "bend",
    "def",
    "org",
    "mixamorig",
    "bip",
    "biped",
    "cc",
    "character",
    "armature",
    "center",
    "centre",
    "human",
    "bind",
    "skin",
];

/// Single letters that are prefixes or a centre mark, never a body part (`b_Hip`, `J_Bip_C_Head`, `mPelvis`).
const FILLER_LETTERS: &[&str] = &["b", "c", "j", "m"];

/// What every joint of a skeleton is called, in joint order.
pub(super) fn parse_names(names: &[String]) -> Vec<ParsedName> {
    let mut tokens: Vec<Vec<String>> = names.iter().map(|name| tokens(without_namespace(name))).collect();
    drop_common_prefix(&mut tokens);
    let words: HashMap<&str, Word> = WORDS.iter().copied().collect();
    // A full Rigify rig holds every limb three times; only the DEF- joints carry the skin.
    let has_deform = names.iter().filter(|n| without_namespace(n).starts_with("DEF-")).count() > 4;
    names
        .iter()
        .zip(&tokens)
        .map(|(name, tokens)| {
            let name = without_namespace(name);
            let mut parsed = parse(tokens, &words);
            // MakeHuman's BVH puts a joint `__UpLeg_L` at the hips before the real `UpLeg_L`.
            parsed.helper |= name.starts_with("__") || has_deform && !name.starts_with("DEF-");
            parsed
        })
        .collect()
}

/// Takes leading words away that most joints share, such as a character's name.
fn drop_common_prefix(tokens: &mut [Vec<String>]) {
    const MIN_JOINTS: usize = 6;
    loop {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for token in tokens.iter().filter(|t| t.len() > 1).filter_map(|t| t.first()) {
            *counts.entry(token).or_default() += 1;
        }
        let Some((prefix, count)) = counts.into_iter().max_by_key(|&(token, count)| (count, token.len()))
        else {
            return;
        };
        if count < MIN_JOINTS || count * 5 < tokens.len() * 4 {
            return;
        }
        let prefix = prefix.to_owned();
        for list in tokens.iter_mut().filter(|t| t.len() > 1 && t[0] == prefix) {
            list.remove(0);
        }
    }
}

fn parse(tokens: &[String], words: &HashMap<&str, Word>) -> ParsedName {
    let all: String = tokens.concat();
    if VERTEBRAE.contains(&all.as_str()) {
        return ParsedName { side: None, word: Some(Word::Spine), number: 0, helper: false };
    }
    let mut side = None;
    let mut number = 0;
    let mut helper = false;
    let mut rest: Vec<&str> = Vec::new();
    for token in tokens {
        let token = token.as_str();
        match token {
            "l" | "left" | "lft" => side = Some(Side::Left),
            "r" | "right" | "rgt" => side = Some(Side::Right),
            _ if token.starts_with(char::is_numeric) => number = token.parse().unwrap_or(0),
            _ if HELPERS.contains(&token) => {
                helper = true;
                rest.push(token);
            }
            _ if FILLERS.contains(&token) || FILLER_LETTERS.contains(&token) => {}
            _ => rest.push(token),
        }
    }
    // Character Creator calls its whole neck NeckTwist.
    if rest == ["neck", "twist"] {
        return ParsedName { side, word: Some(Word::Neck), number, helper: false };
    }
    let mut key = rest.concat();
    // Names without humps or separators: lthigh, leftfoot.
    if side.is_none() && !words.contains_key(key.as_str()) {
        for (prefix, of) in
            [("left", Side::Left), ("right", Side::Right), ("l", Side::Left), ("r", Side::Right)]
        {
            let stripped = key.strip_prefix(prefix).map(|k| k.trim_end_matches("joint"));
            if let Some(stripped) = stripped.filter(|k| words.contains_key(k)) {
                side = Some(of);
                key = stripped.to_owned();
                break;
            }
        }
    }
    let word = words.get(key.as_str()).copied().and_then(|word| match (word, side) {
        // A sided hip is where a leg starts; a sided pelvis (Rigify) is neither.
        (Word::Pelvis, Some(_)) => (key == "hip").then_some(Word::Hip),
        (Word::Spine | Word::Neck | Word::Head, Some(_)) => None,
        _ if word.is_leg() || word.is_arm() => side.map(|_| word),
        _ => Some(word),
    });
    ParsedName { side, word, number, helper }
}

/// Naming families by joint names that only they have together, checked in order.
const RIGS: &[(&str, &[&str])] = &[
    ("CMU", &["LowerBack", "LeftUpLeg", "LeftToeBase"]),
    ("Unreal", &["pelvis", "thigh_l", "calf_l"]),
    ("SMPL", &["L_Hip", "L_Knee", "L_Ankle"]),
    ("SMPL", &["left_hip", "left_knee", "left_ankle"]),
    ("Second Life", &["mPelvis", "mHipLeft", "mKneeLeft"]),
    ("Daz or Poser", &["hip", "lShin", "lFoot"]),
    ("MakeHuman BVH", &["UpLeg_L", "LoLeg_L"]),
    ("MakeHuman", &["upperleg01.L", "lowerleg01.L"]),
    ("Rokoko", &["LeftThigh", "LeftShin"]),
    ("Rigify", &["DEF-thigh.L", "DEF-shin.L"]),
    ("Rigify", &["ORG-thigh.L", "ORG-shin.L"]),
    ("Rigify", &["thigh.L", "shin.L"]),
    ("KayKit", &["upperleg.l", "lowerleg.l"]),
    ("Xsens", &["T8", "T12", "LeftUpperLeg"]),
    ("BVH classic", &["LeftHip", "LeftKnee", "LeftAnkle"]),
    ("ASF", &["lfemur", "ltibia"]),
    ("HumanIK", &["LeftUpLeg", "LeftLeg", "LeftFoot"]),
    ("Humanoid", &["LeftUpperLeg", "LeftLowerLeg"]),
    ("Humanoid", &["leftUpperLeg", "leftLowerLeg"]),
];

/// Families that are known by a prefix alone.
const RIG_PREFIXES: &[(&str, &str)] = &[
    ("mixamorig", "Mixamo"),
    ("J_Bip_", "VRM"),
    ("CC_Base_", "Character Creator"),
    ("Bip0", "3ds Max Biped"),
    ("Bip1", "3ds Max Biped"),
];

/// The naming family a skeleton follows, if it is one that is known by name.
pub(super) fn rig_family(names: &[String]) -> Option<&'static str> {
    for (prefix, rig) in RIG_PREFIXES {
        if names.iter().filter(|name| name.starts_with(prefix)).count() * 2 > names.len() {
            return Some(rig);
        }
    }
    let bare: Vec<&str> = names.iter().map(|name| without_namespace(name)).collect();
    // HumanIK characters carry their name in front: Character1_LeftUpLeg.
    let prefix = bare.iter().find_map(|name| name.strip_suffix("LeftUpLeg")).unwrap_or("");
    let has = |wanted: &str| {
        bare.iter().any(|name| *name == wanted || name.strip_prefix(prefix).is_some_and(|n| n == wanted))
    };
    RIGS.iter().find(|(_, wanted)| wanted.iter().all(|name| has(name))).map(|(rig, _)| *rig)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &str) -> ParsedName {
        parse_names(&[name.to_owned()])[0]
    }

    #[test]
    fn side_and_word_are_found_wherever_they_stand() {
        let cases: &[(&str, Side, Word)] = &[
            ("LeftUpLeg", Side::Left, Word::Thigh),
            ("mixamorig:RightToeBase", Side::Right, Word::Toe),
            ("mixamorig1_LeftForeArm", Side::Left, Word::Forearm),
            ("Bip01 L Thigh", Side::Left, Word::Thigh),
            ("Bip001_R_Toe0", Side::Right, Word::Toe),
            ("thigh_l", Side::Left, Word::Thigh),
            ("DEF-upper_arm.R", Side::Right, Word::UpperArm),
            ("lThigh", Side::Left, Word::Thigh),
            ("rForearmBend", Side::Right, Word::Forearm),
            ("LHipJoint", Side::Left, Word::Hip),
            ("lhipjoint", Side::Left, Word::Hip),
            ("lfemur", Side::Left, Word::Thigh),
            ("rightfoot", Side::Right, Word::Foot),
            ("J_Bip_L_UpperLeg", Side::Left, Word::Thigh),
            ("leftUpperLeg", Side::Left, Word::Thigh),
            ("mKneeLeft", Side::Left, Word::Shin),
            ("CC_Base_L_Upperarm", Side::Left, Word::UpperArm),
            ("Skeleton_arm_joint_L__4_", Side::Left, Word::Arm),
            ("upperleg01.L", Side::Left, Word::Thigh),
            ("ns:sub:Character1_LeftShoulder", Side::Left, Word::Shoulder),
            ("left_collar", Side::Left, Word::Clavicle),
        ];
        for &(name, side, word) in cases {
            let parsed = one(name);
            assert_eq!(
                (parsed.side, parsed.word, parsed.helper),
                (Some(side), Some(word), false),
                "{name}: {parsed:?}"
            );
        }
        assert_eq!(one("L5").word, Some(Word::Spine));
        assert_eq!(one("L5").side, None);
        assert_eq!(one("b_Spine01_02").word, Some(Word::Spine));
        assert_eq!(one("CC_Base_NeckTwist01").word, Some(Word::Neck));
        assert_eq!(one("J_Bip_C_Hips").word, Some(Word::Pelvis));
    }

    #[test]
    fn helpers_and_other_body_parts_get_no_word() {
        for name in [
            "thigh_twist_01_l",
            "ik_foot_l",
            "LeftToe_End",
            "Bip01 L Toe0Nub",
            "kneeIK.l",
            "control-foot-roll.l",
            "__UpLeg_L",
            "PoleTarget.L",
            "lThighTwist",
            "LeftFootCtrl",
        ] {
            assert!(one(name).helper, "{name}");
        }
        for name in [
            "LeftHandIndex1",
            "handslot.l",
            "DEF-pelvis.L",
            "Bip01 Footsteps",
            "jaw",
            "LeftEye",
            "heel.02.L",
            "Root",
        ] {
            assert_eq!(one(name).word, None, "{name}");
        }
    }

    #[test]
    fn a_prefix_shared_by_most_joints_falls_away() {
        let names: Vec<String> = ["Hips", "Spine", "LeftLeg", "RightLeg", "Head", "Neck", "LeftFoot"]
            .iter()
            .map(|n| format!("Guard7_{n}"))
            .collect();
        let parsed = parse_names(&names);
        assert_eq!(parsed[0].word, Some(Word::Pelvis));
        assert_eq!(parsed[6].word, Some(Word::Foot));
    }
}
