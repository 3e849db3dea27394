//! Hierarchies with a catch, written out, and the roles they must give.

use super::*;
use crate::math::Vec3;
use crate::model::Joint;

/// A skeleton from indented names, two spaces a level; numbers after a name are its offset.
pub(crate) fn skeleton(text: &str) -> Skeleton {
    let mut joints: Vec<Joint> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let depth = (line.len() - line.trim_start().len()) / 2;
        open.truncate(depth);
        let (name, offset) = line.trim().split_once(" @").unwrap_or((line.trim(), "0 0 0"));
        let offset: Vec<f64> = offset.split_whitespace().map(|n| n.parse().unwrap()).collect();
        let parent = open.last().map(|&index| JointIndex(index));
        open.push(joints.len());
        joints.push(Joint::new(name, parent, Vec3::new(offset[0], offset[1], offset[2])));
    }
    Skeleton::new(joints, vec![]).unwrap()
}

/// Found roles as `role=joint+joint` words, in the order of [`Role::all`].
pub(super) fn found(text: &str) -> String {
    let skeleton = skeleton(text);
    let found = find_roles(&skeleton);
    let mut out = Vec::new();
    for role in Role::all() {
        let joints: Vec<&str> = found.roles.joints(role).map(|j| skeleton.name(j)).collect();
        if !joints.is_empty() {
            out.push(format!("{}={}", role.name(), joints.join("+")));
        } else {
            assert!(found.missing.contains(&role));
        }
    }
    out.join("\n")
}

#[test]
fn makehuman_bvh_hips_beside_the_spine() {
    let text = "
Root
  Spine1
    Spine2
      Neck
        Head
          __Jaw
            Jaw
      __Clavicle_L
        Clavicle_L
          UpArm_L
            LoArm_L
              Hand_L
      __Clavicle_R
        Clavicle_R
          UpArm_R
            LoArm_R
              Hand_R
  Hips
    __UpLeg_L
      UpLeg_L
        LoLeg_L
          Foot_L
            Toe_L
    __UpLeg_R
      UpLeg_R
        LoLeg_R
          Foot_R
            Toe_R";
    let found = found(text);
    assert!(found.starts_with("pelvis=Hips\nspine=Spine1+Spine2\nneck=Neck\nhead=Head\n"), "{found}");
    assert!(
        found.contains("left_thigh=UpLeg_L\nleft_shin=LoLeg_L\nleft_foot=Foot_L\nleft_toe=Toe_L"),
        "{found}"
    );
}

#[test]
fn feet_outside_the_leg_chain_get_no_role_but_a_note() {
    let text = "
Bone
  Foot.L
  Body
    Hips
      Abdomen
        Torso
          Neck
            Head
    UpperLeg.L
      LowerLeg.L
        LowerLeg.L_end
    UpperLeg.R
      LowerLeg.R
  Foot.R
  PoleTarget.R";
    let found = found(text);
    assert!(found.starts_with("pelvis=Body\nspine=Hips+Abdomen+Torso\nneck=Neck\nhead=Head\n"), "{found}");
    assert!(!found.contains("foot"), "{found}");
    let report = find_roles(&skeleton(text));
    assert!(
        report.notes.iter().any(|n| n.about.as_deref() == Some("Foot.L") && n.text.contains("left shin")),
        "{report:?}"
    );
    assert_eq!(report.missing_legs().collect::<Vec<_>>(), [Role::Foot(Side::Left), Role::Foot(Side::Right)]);
}

#[test]
fn feet_that_ik_leaves_beside_their_legs_are_feet() {
    // RobotExpressive: the leg is pulled to a foot that hangs from the root.
    let text = "
Bone
  Foot.L @0.6 0 0.1
    Foot.L_end @0 0.3 0
  Body @0 1.6 0
    Hips @0 -0.1 0
      Torso @0 0.5 0
        Neck @0 0.6 0
          Head @0 0.3 0
    UpperLeg.L @0.6 0 0
      LowerLeg.L @0 -0.7 0
        LowerLeg.L_end @0 -0.8 0
    UpperLeg.R @-0.6 0 0
      LowerLeg.R @0 -0.7 0
        LowerLeg.R_end @0 -0.8 0
  Foot.R @-0.6 0.5 0.1";
    let report = find_roles(&skeleton(text));
    let joint = |role| report.roles.joint(role).map(|j| skeleton(text).name(j).to_owned());
    assert_eq!(joint(Role::Foot(Side::Left)).as_deref(), Some("Foot.L"));
    assert!(
        report.notes.iter().any(|n| n.to_string().starts_with("Foot.L: not below the left leg")),
        "{report:?}"
    );
    // Half a shin away it is no foot of this leg.
    assert_eq!(joint(Role::Foot(Side::Right)), None);
}

#[test]
fn twist_and_ik_branches_are_passed_over() {
    let text = "
root
  pelvis
    spine_01
      clavicle_l
        upperarm_l
          upperarm_twist_01_l
          lowerarm_l
            lowerarm_twist_01_l
            hand_l
    thigh_twist_01_l
    thigh_l
      thigh_twist_02_l
      calf_l
        calf_twist_01_l
        foot_l
          ball_l
    thigh_r
      calf_r
        foot_r
  ik_foot_root
    ik_foot_l
    ik_foot_r";
    let found = found(text);
    assert!(
        found.contains("left_thigh=thigh_l\nleft_shin=calf_l\nleft_foot=foot_l\nleft_toe=ball_l"),
        "{found}"
    );
    assert!(found.contains("left_forearm=lowerarm_l\nleft_hand=hand_l"), "{found}");
    assert!(found.ends_with("right_thigh=thigh_r\nright_shin=calf_r\nright_foot=foot_r"), "{found}");
}

#[test]
fn clavicles_on_the_neck_leave_the_neck_a_neck() {
    let text = "
Bip01
  Bip01 Pelvis
    Bip01 Spine
      Bip01 L Thigh
        Bip01 L Calf
          Bip01 L Foot
      Bip01 R Thigh
        Bip01 R Calf
          Bip01 R Foot
      Bip01 Spine1
        Bip01 Neck
          Bip01 L Clavicle
            Bip01 L UpperArm
              Bip01 L Forearm
                Bip01 L Hand
          Bip01 R Clavicle
            Bip01 R UpperArm
              Bip01 R Forearm
                Bip01 R Hand
          Bip01 Head";
    let found = found(text);
    assert!(
        found.starts_with(
            "pelvis=Bip01 Pelvis\nspine=Bip01 Spine+Bip01 Spine1\nneck=Bip01 Neck\nhead=Bip01 Head\n"
        ),
        "{found}"
    );
}

#[test]
fn four_legs_are_not_a_biped() {
    let fox = "
root
  Hip @0 0.5 0
    Spine01 @0 0 0.2
      Neck @0 0.1 0.4
        Head @0 0.1 0.1
      LeftUpperArm @0.1 0 0.3
        LeftForeArm @0 -0.2 0
          LeftHand @0 -0.2 0
      RightUpperArm @-0.1 0 0.3
        RightForeArm @0 -0.2 0
          RightHand @0 -0.2 0
    LeftLeg01 @0.1 0 0
      LeftLeg02 @0 -0.2 0.05
        LeftFoot01 @0 -0.2 -0.1
          LeftFoot02 @0 -0.1 0.05
    RightLeg01 @-0.1 0 0
      RightLeg02 @0 -0.2 0.05
        RightFoot01 @0 -0.2 -0.1
          RightFoot02 @0 -0.1 0.05";
    let report = find_roles(&skeleton(fox));
    assert!(!report.is_biped);
    assert!(report.roles.joint(Role::Foot(Side::Left)).is_none());
    assert!(report.notes[0].text.contains("not a biped"), "{:?}", report.notes);
    let horse = "
root
  FrontLeg_L
  HindLeg_L";
    assert!(!find_roles(&skeleton(horse)).is_biped);
}

/// A body whose names tell nothing. It faces +z, left is +x.
const NAMELESS: &str = "
n0 @0 1 0
  n1 @0.1 -0.05 0
    n2 @0 -0.42 0.02
      n3 @0 -0.42 -0.02
        n4 @0 -0.08 0.13
  n5 @-0.1 -0.05 0
    n6 @0 -0.42 0.02
      n7 @0 -0.42 -0.02
        n8 @0 -0.08 0.13
  n9 @0 0.2 0
    n10 @0 0.25 0
      n11 @0 0.15 0
        n12 @0 0.1 0
      n13 @0.05 0.1 0
        n14 @0.13 0 0
          n15 @0.28 0 0
            n16 @0.26 0 0
              n17 @0.08 0 0
      n18 @-0.05 0.1 0
        n19 @-0.13 0 0
          n20 @-0.28 0 0
            n21 @-0.26 0 0
              n22 @-0.08 0 0";

const NAMELESS_ROLES: &str = "pelvis=n0
spine=n9+n10
neck=n11
head=n12
left_clavicle=n13
left_upper_arm=n14
left_forearm=n15
left_hand=n16
left_thigh=n1
left_shin=n2
left_foot=n3
left_toe=n4
right_clavicle=n18
right_upper_arm=n19
right_forearm=n20
right_hand=n21
right_thigh=n5
right_shin=n6
right_foot=n7
right_toe=n8";

#[test]
fn a_body_without_names_is_told_by_its_shape() {
    assert_eq!(found(NAMELESS), NAMELESS_ROLES);
    let report = find_roles(&skeleton(NAMELESS));
    assert!(report.notes[0].text.contains("shape"), "{:?}", report.notes);
    // Toes that point the other way turn the body round: what was left is right.
    let backwards = found(&NAMELESS.replace("@0 -0.08 0.13", "@0 -0.08 -0.13"));
    assert!(backwards.contains("left_thigh=n5") && backwards.contains("left_hand=n21"), "{backwards}");
}

#[test]
fn shape_does_not_guess() {
    let empty = |text: &str| {
        let report = find_roles(&skeleton(text));
        assert_eq!(report.missing.len(), 20, "{report:?}");
        report
    };
    // No toes: nothing tells left from right.
    let toeless: Vec<&str> = NAMELESS.lines().filter(|l| !l.contains("@0 -0.08 0.13")).collect();
    assert!(empty(&toeless.join("\n")).is_biped);
    // One leg longer than the other.
    empty(&NAMELESS.replacen("@0 -0.42 -0.02", "@0 -0.2 -0.02", 1));
    // A second pair that stands on the ground.
    let centaur = format!(
        "{NAMELESS}
  f1 @0.1 -0.05 0.8
    f2 @0 -0.42 0.02
      f3 @0 -0.42 -0.02
        f4 @0 -0.08 0.13
  f5 @-0.1 -0.05 0.8
    f6 @0 -0.42 0.02
      f7 @0 -0.42 -0.02
        f8 @0 -0.08 0.13"
    );
    let report = empty(&centaur);
    assert!(!report.is_biped && report.notes[0].text.contains("'n1' and at 'f1'"), "{report:?}");
    // Two twist joints in the thigh look like knees.
    empty(
        "
n0 @0 1 0
  a1 @0.1 0 0
    a2 @0 -0.2 0
      a3 @0 -0.2 0
        a4 @0 -0.2 0
          a5 @0 -0.2 0
            a6 @0 0 0.15
  b1 @-0.1 0 0
    b2 @0 -0.2 0
      b3 @0 -0.2 0
        b4 @0 -0.2 0
          b5 @0 -0.2 0
            b6 @0 0 0.15",
    );
}
