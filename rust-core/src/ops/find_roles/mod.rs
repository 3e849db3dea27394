//! [`find_roles`]: joint roles by name, checked against the hierarchy, or by shape if names do not help.

mod names;
mod topology;

use crate::model::roles::is_loose_foot;
use crate::model::{JointIndex, Note, Role, Roles, Side, Skeleton};
use names::{ParsedName, Word, parse_names, rig_family};

/// What [`find_roles`] found, and what it did not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundRoles {
    /// The roles; empty for anything but a biped.
    pub roles: Roles,
    /// The naming family, where it is a known one: `Mixamo`, `CMU`.
    pub rig: Option<&'static str>,
    /// Whether the body stands on two legs. Four-legged animals get no roles.
    pub is_biped: bool,
    /// Roles without a joint. Toes, clavicles and necks are often absent for good reason.
    pub missing: Vec<Role>,
    /// What a user should know: joints passed over, roles told from shape.
    pub notes: Vec<Note>,
}

impl FoundRoles {
    /// The missing roles without which no operation on feet can work: pelvis, thighs, shins and feet.
    ///
    /// ```
    /// use surefoot::math::Vec3;
    /// use surefoot::model::{Joint, Role, Skeleton};
    ///
    /// let pelvis = Skeleton::new(vec![Joint::new("Hips", None, Vec3::y())], vec![])?;
    /// let found = surefoot::find_roles(&pelvis);
    /// assert!(found.missing_legs().any(|role| matches!(role, Role::Foot(_))));
    /// assert!(found.missing_legs().all(|role| role != Role::Head));
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    pub fn missing_legs(&self) -> impl Iterator<Item = Role> + '_ {
        self.missing
            .iter()
            .copied()
            .filter(|r| matches!(r, Role::Pelvis | Role::Thigh(_) | Role::Shin(_) | Role::Foot(_)))
    }
}

/// Finds which joint plays which role: by name first, by the shape of the rest pose where names tell nothing.
///
/// A found leg is a chain: the foot lies below the shin, the shin below the thigh; only a foot that an IK rig leaves beside
/// its leg hangs elsewhere and lies at the shin's end instead. Twist, IK, control and end joints never get a role. Nothing
/// is guessed: what is not clear stays unset and is listed in `missing`.
///
/// ```
/// use surefoot::math::Vec3;
/// use surefoot::model::{Joint, JointIndex, Role, Side, Skeleton};
///
/// let names = ["Hips", "LeftUpLeg", "LeftLeg", "LeftFoot"];
/// let joint = |(i, name): (usize, &&str)| Joint::new(*name, i.checked_sub(1).map(JointIndex), -Vec3::y());
/// let skeleton = Skeleton::new(names.iter().enumerate().map(joint).collect(), vec![])?;
/// let found = surefoot::find_roles(&skeleton);
/// assert_eq!(found.roles.joint(Role::Shin(Side::Left)), Some(JointIndex(2)));
/// assert!(found.missing.contains(&Role::Foot(Side::Right)));
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn find_roles(skeleton: &Skeleton) -> FoundRoles {
    let finder = Finder::new(skeleton);
    let mut notes = Vec::new();
    let mut legs = finder.limbs(Word::is_leg, leg_joints);
    let mut arms = finder.limbs(Word::is_arm, arm_joints);
    if let Some(reason) = finder.beast(&legs, &arms) {
        return nothing(skeleton, reason);
    }
    let mut head = finder.head();
    if legs.iter().flatten().all(Option::is_none) {
        match topology::find_body(skeleton, &finder.helpers()) {
            topology::Shape::Biped(body) => {
                notes.push(Note::info(
                    "roles-from-shape",
                    "no joint is named like a leg; roles come from the shape of the rest pose",
                ));
                legs = body.legs;
                if arms.iter().flatten().all(Option::is_none) {
                    arms = body.arms;
                    head = head.or(body.head);
                }
            }
            topology::Shape::NotABiped(reason) => return nothing(skeleton, reason),
            topology::Shape::Unclear => {}
        }
    }
    let mut roles = Roles::empty(skeleton.joint_count());
    for (index, side) in Side::BOTH.into_iter().enumerate() {
        let leg = [Role::Thigh(side), Role::Shin(side), Role::Foot(side), Role::Toe(side)];
        let arm = [Role::Clavicle(side), Role::UpperArm(side), Role::Forearm(side), Role::Hand(side)];
        for (role, joint) in leg.into_iter().zip(legs[index]).chain(arm.into_iter().zip(arms[index])) {
            if let Some(joint) = joint {
                roles.set(role, joint);
            }
        }
    }
    finder.set_trunk(&legs, &arms, head, &mut roles);
    finder.set_loose_feet(&mut roles, &mut notes);
    finder.note_strays(&roles, &mut notes);
    let missing = Role::all().filter(|&role| roles.joint(role).is_none()).collect();
    FoundRoles { roles, rig: rig_family(skeleton.names()), is_biped: true, missing, notes }
}

/// No roles, and why.
fn nothing(skeleton: &Skeleton, reason: String) -> FoundRoles {
    FoundRoles {
        roles: Roles::empty(skeleton.joint_count()),
        rig: rig_family(skeleton.names()),
        is_biped: false,
        missing: Role::all().collect(),
        notes: vec![Note::warning("not-a-biped", reason)],
    }
}

/// Four joints from the body outwards; thigh, shin, foot, toe or clavicle, upper arm, forearm, hand.
type LimbJoints = [Option<JointIndex>; 4];

/// More joints called like one limb on the way to its end are no limb; hostile files have a hundred thousand.
const MAX_LIMB_JOINTS: usize = 64;

struct Finder<'a> {
    skeleton: &'a Skeleton,
    names: Vec<ParsedName>,
    /// Number of joints above.
    depths: Vec<usize>,
}

impl<'a> Finder<'a> {
    fn new(skeleton: &'a Skeleton) -> Self {
        let mut depths: Vec<usize> = Vec::with_capacity(skeleton.joint_count());
        for parent in skeleton.parents() {
            depths.push(parent.map_or(0, |parent| depths[parent.0] + 1));
        }
        Self { skeleton, names: parse_names(skeleton.names()), depths }
    }

    fn word(&self, joint: JointIndex) -> Option<Word> {
        let name = &self.names[joint.0];
        if name.helper { None } else { name.word }
    }

    fn helpers(&self) -> Vec<bool> {
        self.names.iter().map(|name| name.helper).collect()
    }

    /// Joints from the root to `joint`, both included.
    fn path(&self, joint: JointIndex) -> Vec<JointIndex> {
        path(self.skeleton, joint)
    }

    /// The best limb of each side: of all chains of named joints the one that fills most roles.
    fn limbs(
        &self,
        belongs: fn(Word) -> bool,
        assign: fn(&[(JointIndex, Word)]) -> LimbJoints,
    ) -> [LimbJoints; 2] {
        Side::BOTH.map(|side| {
            let mut best: LimbJoints = [None; 4];
            let mut best_key = (0, 0);
            let own_word = |joint: JointIndex| {
                self.word(joint).filter(|&word| belongs(word) && self.names[joint.0].side == Some(side))
            };
            // The nearest joint above that belongs to the limb.
            let mut above: Vec<Option<JointIndex>> = Vec::with_capacity(self.skeleton.joint_count());
            for joint in self.skeleton.joints() {
                let parent = self.skeleton.parent(joint);
                above.push(parent.and_then(|p| if own_word(p).is_some() { Some(p) } else { above[p.0] }));
                if own_word(joint).is_none() {
                    continue;
                }
                let up = std::iter::successors(Some(joint), |&joint| above[joint.0]);
                let mut chain: Vec<(JointIndex, Word)> =
                    up.filter_map(|joint| Some((joint, own_word(joint)?))).take(MAX_LIMB_JOINTS).collect();
                chain.reverse();
                let limb = assign(&chain);
                // Of equal branches (five toes) the lowest number is the inner or first one.
                let key = (limb.iter().flatten().count(), u32::MAX - self.names[joint.0].number);
                if key > best_key {
                    (best, best_key) = (limb, key);
                }
            }
            best
        })
    }

    /// Why this is no biped, if it is none.
    fn beast(&self, legs: &[LimbJoints; 2], arms: &[LimbJoints; 2]) -> Option<String> {
        if let Some(joint) = self.skeleton.joints().find(|&j| self.word(j) == Some(Word::Beast)) {
            return Some(format!(
                "not a biped: joint '{}' belongs to an animal's leg",
                self.skeleton.name(joint)
            ));
        }
        topology::stands_on_arms(self.skeleton, legs, arms)
            .then(|| "not a biped: the arms reach the ground beside the legs in the rest pose".to_owned())
    }

    /// Pelvis, spine, neck and head.
    fn set_trunk(
        &self,
        legs: &[LimbJoints; 2],
        arms: &[LimbJoints; 2],
        head: Option<JointIndex>,
        roles: &mut Roles,
    ) {
        let chest = self.junction(arms);
        let top = head.or_else(|| self.highest_neck(chest)).or_else(|| self.highest_spine(chest)).or(chest);
        let pelvis = self.pelvis(legs, top);
        if let Some(pelvis) = pelvis {
            roles.set(Role::Pelvis, pelvis);
        }
        let Some(top) = top else {
            return;
        };
        let from = pelvis.map(|pelvis| junction_of(self.skeleton, pelvis, top));
        let mut necks = Vec::new();
        for joint in self.path(top) {
            let below_start = from.is_none_or(|from| joint != from && self.skeleton.is_below(joint, from));
            if !below_start || self.names[joint.0].helper || self.names[joint.0].side.is_some() {
                continue;
            }
            if roles.role(joint).is_some() || Some(joint) == head {
                continue;
            }
            let above_chest =
                chest.is_some_and(|chest| joint != chest && self.skeleton.is_below(joint, chest));
            if self.word(joint) == Some(Word::Neck) || above_chest {
                roles.set(Role::Neck, joint);
                necks.push(joint);
            } else if from.is_some() || self.word(joint) == Some(Word::Spine) {
                roles.set(Role::Spine, joint);
            }
        }
        if let Some(head) = head {
            roles.set(Role::Head, head);
        } else if let [.., _, last] = necks[..] {
            // Two or more joints above the chest and none called head (CesiumMan, Rigify): the last carries it.
            roles.set(Role::Head, last);
        }
    }

    /// Where the two arms or legs come together.
    fn junction(&self, limbs: &[LimbJoints; 2]) -> Option<JointIndex> {
        let [left, right] = limbs.map(|limb| limb.into_iter().flatten().next());
        let joint = junction_of(self.skeleton, left?, right?);
        Some(joint)
    }

    /// The named hips that carry legs and trunk, else the named hips that carry the legs, else where the legs meet.
    fn pelvis(&self, legs: &[LimbJoints; 2], top: Option<JointIndex>) -> Option<JointIndex> {
        let skeleton = self.skeleton;
        let named = |j: &JointIndex| self.word(*j) == Some(Word::Pelvis);
        let Some(meet) = self.junction(legs) else {
            return skeleton.joints().find(named);
        };
        let above: Vec<JointIndex> = self.path(meet).into_iter().filter(named).collect();
        let carries_trunk = |j: &JointIndex| top.is_none_or(|top| skeleton.is_below(top, *j));
        above.iter().rev().copied().find(carries_trunk).or_else(|| above.last().copied()).or(Some(meet))
    }

    fn head(&self) -> Option<JointIndex> {
        let heads = || self.skeleton.joints().filter(|&j| self.word(j) == Some(Word::Head));
        let mut on_neck: Vec<bool> = Vec::with_capacity(self.skeleton.joint_count());
        for joint in self.skeleton.joints() {
            let above = self.skeleton.parent(joint).is_some_and(|parent| on_neck[parent.0]);
            on_neck.push(above || self.word(joint) == Some(Word::Neck));
        }
        heads().find(|j| on_neck[j.0]).or_else(|| heads().next())
    }

    fn highest_neck(&self, chest: Option<JointIndex>) -> Option<JointIndex> {
        self.deepest(Word::Neck, |_| true).or_else(|| {
            chest.and_then(|chest| self.deepest(Word::Neck, |j| self.skeleton.is_below(j, chest)))
        })
    }

    /// Rigify numbers neck and head as spine joints above the chest.
    fn highest_spine(&self, chest: Option<JointIndex>) -> Option<JointIndex> {
        self.deepest(Word::Spine, |j| chest.is_none_or(|chest| self.skeleton.is_below(j, chest)))
    }

    fn deepest(&self, word: Word, filter: impl Fn(JointIndex) -> bool) -> Option<JointIndex> {
        let joints = self.skeleton.joints().filter(|&j| self.word(j) == Some(word) && filter(j));
        joints.max_by_key(|&j| (self.depths[j.0], usize::MAX - j.0))
    }

    /// Gives the role to feet that an IK rig leaves beside their legs: called like one, and lying at the shin's end.
    fn set_loose_feet(&self, roles: &mut Roles, notes: &mut Vec<Note>) {
        for side in Side::BOTH {
            let (foot, Some(shin)) = (Role::Foot(side), roles.joint(Role::Shin(side))) else { continue };
            if roles.joint(foot).is_some() {
                continue;
            }
            let loose = self.skeleton.joints().find(|&j| {
                self.names[j.0].side == Some(side)
                    && roles.role(j).is_none()
                    && matches!(self.word(j), Some(Word::Foot | Word::Ankle))
                    && is_loose_foot(self.skeleton, roles.joint(Role::Thigh(side)), shin, j)
            });
            if let Some(joint) = loose {
                roles.set(foot, joint);
                let text = format!(
                    "not below the {} leg, but at the end of its shin; it is taken as the foot",
                    side.name()
                );
                notes.push(Note::info("loose-foot", text).about(self.skeleton.name(joint)));
            }
        }
    }

    /// Names joints that are called like a missing leg joint but stand outside the leg's chain.
    fn note_strays(&self, roles: &Roles, notes: &mut Vec<Note>) {
        for role in Role::all().filter(|&role| roles.joint(role).is_none()) {
            let (words, above): (&[Word], &str) = match role {
                Role::Foot(_) => (&[Word::Foot, Word::Ankle], "shin"),
                Role::Shin(_) => (&[Word::Shin], "thigh"),
                Role::Hand(_) => (&[Word::Hand, Word::Wrist], "forearm"),
                _ => continue,
            };
            let side = role.side().map_or("", Side::name);
            let stray = self.skeleton.joints().find(|&j| {
                self.names[j.0].side == role.side()
                    && roles.role(j).is_none()
                    && self.word(j).is_some_and(|w| words.contains(&w))
            });
            if let Some(stray) = stray {
                let text =
                    format!("named like the {role}, but not below the {side} {above}; it gets no role");
                notes.push(Note::warning("stray-joint", text).about(self.skeleton.name(stray)));
            }
        }
    }
}

/// Joints from the root to `joint`, both included.
fn path(skeleton: &Skeleton, joint: JointIndex) -> Vec<JointIndex> {
    let mut path: Vec<JointIndex> =
        std::iter::successors(Some(joint), |&joint| skeleton.parent(joint)).collect();
    path.reverse();
    path
}

/// The lowest joint above both, or one of them if it is above the other.
fn junction_of(skeleton: &Skeleton, a: JointIndex, b: JointIndex) -> JointIndex {
    let mut at = a;
    while !skeleton.is_below(b, at) {
        // The root is above every joint, so the loop ends there at the latest.
        at = skeleton.parent(at).unwrap_or(JointIndex(0));
    }
    at
}

/// Thigh, shin, foot and toe of one chain of leg words.
fn leg_joints(chain: &[(JointIndex, Word)]) -> LimbJoints {
    let first = |word: Word| chain.iter().position(|(_, w)| *w == word);
    let mut limb: [Option<usize>; 4] = [first(Word::Thigh), first(Word::Shin), None, first(Word::Toe)];
    // `Hip` is the thigh of rigs that name no other (SMPL, classic BVH).
    limb[0] = limb[0].or_else(|| first(Word::Hip));
    match (first(Word::Ankle), first(Word::Foot)) {
        (Some(ankle), foot) => {
            limb[2] = Some(ankle);
            // Under an ankle, `Foot` is the ball (SMPL, Second Life).
            limb[3] = foot.filter(|&f| f > ankle).or(limb[3]);
        }
        (None, Some(foot)) => {
            limb[2] = Some(foot);
            let second = chain.iter().skip(foot + 1).position(|(_, w)| *w == Word::Foot);
            limb[3] = limb[3].or(second.map(|i| foot + 1 + i));
        }
        (None, None) => {}
    }
    fill(chain, Word::Leg, &mut limb);
    in_order(chain, limb)
}

/// Clavicle, upper arm, forearm and hand of one chain of arm words.
fn arm_joints(chain: &[(JointIndex, Word)]) -> LimbJoints {
    let first = |word: Word| chain.iter().position(|(_, w)| *w == word);
    let mut limb = [
        first(Word::Clavicle),
        first(Word::UpperArm),
        first(Word::Forearm),
        first(Word::Wrist).or_else(|| first(Word::Hand)).or_else(|| first(Word::Palm)),
    ];
    if let Some(shoulder) = first(Word::Shoulder) {
        let arm_below = chain[shoulder..].iter().any(|(_, w)| matches!(w, Word::UpperArm | Word::Arm));
        if arm_below {
            limb[0] = limb[0].or(Some(shoulder));
        } else if limb[2].is_some() {
            limb[1] = limb[1].or(Some(shoulder));
        }
    }
    let (_, rest) = limb.split_at_mut(1);
    fill(chain, Word::Arm, rest);
    in_order(chain, limb)
}

/// Gives joints of a word that fits several places (`leg_1`, `leg_2`) to the places still free, in order.
fn fill(chain: &[(JointIndex, Word)], word: Word, places: &mut [Option<usize>]) {
    for (index, _) in chain.iter().enumerate().filter(|(_, (_, w))| *w == word) {
        // The first free place after all that are taken higher up in the chain.
        let after = places.iter().rposition(|p| p.is_some_and(|p| p < index)).map_or(0, |i| i + 1);
        if let Some(place) = places.get_mut(after).filter(|place| place.is_none()) {
            *place = Some(index);
        }
    }
}

/// Drops what is out of order: a foot above its shin is not that leg's foot.
fn in_order(chain: &[(JointIndex, Word)], places: [Option<usize>; 4]) -> LimbJoints {
    let mut last = None;
    places.map(|place| {
        let index = place.filter(|&index| last.is_none_or(|last| index > last))?;
        last = Some(index);
        chain.get(index).map(|(joint, _)| *joint)
    })
}

#[cfg(test)]
#[path = "known_rigs_test.rs"]
mod known_rigs;
#[cfg(test)]
#[path = "namings_test.rs"]
pub(crate) mod namings;
