//! What the shape of the rest pose shows: whether there are four legs, and roles if names do not help.
//!
//! Two mirrored chains of joints that run down to the floor are legs. A second such pair means an animal. The pair at the upper
//! trunk is the arms. The toes tell front from back, and so left from right. If a step is not clear, the answer is
//! [`Shape::Unclear`], never a guess.

use super::LimbJoints;
use crate::math::{Affine, Vec3};
use crate::model::rest::rest_maps;
use crate::model::{JointIndex, Skeleton};

/// What the shape of the rest pose says.
pub(super) enum Shape {
    Biped(Box<Body>),
    /// With the reason.
    NotABiped(String),
    /// Nothing certain.
    Unclear,
}

/// What was found by shape; limbs left first.
#[derive(Debug, PartialEq)]
pub(super) struct Body {
    pub(super) legs: [LimbJoints; 2],
    pub(super) arms: [LimbJoints; 2],
    pub(super) head: Option<JointIndex>,
}

/// How far mirror images may differ, as a share of the limb's length.
const SYMMETRY: f64 = 0.1;
/// How near to the lowest joint a leg ends, as a share of the body's height.
const NEAR_FLOOR: f64 = 0.12;
/// Shorter chains, as a share of the body's height, are no limbs.
const MIN_REACH: f64 = 0.15;
/// Shorter segments, as a share of the limb's length, join two joints at one place.
const SAME_PLACE: f64 = 0.03;
/// Thigh and shin make up at least this share of a leg, else joints inside them cannot be told from the knee.
const TWO_BONES: f64 = 0.65;

/// Longer chains are no limbs: ropes, tails, and files nested a hundred thousand deep.
const MAX_CHAIN: usize = 64;
/// More long branches at one joint are no body: the legs among them cannot be told.
const MAX_BRANCHES: usize = 32;

/// Whether arms and legs stand side by side on the ground: parallel, across the trunk, and ending at one height.
///
/// Only angles between limbs are compared, not heights, so that a rest pose lying on its side (BVH files whose bones
/// all point along one axis) is not taken for an animal.
pub(super) fn stands_on_arms(skeleton: &Skeleton, legs: &[LimbJoints; 2], arms: &[LimbJoints; 2]) -> bool {
    let at: Vec<Vec3> = rest_maps(skeleton).iter().map(|map| map.translation).collect();
    let mut votes = 0;
    for side in 0..2 {
        let (Some(thigh), Some(foot)) = (legs[side][0], legs[side][2]) else {
            return false;
        };
        let (Some(arm), Some(hand)) = (arms[side][1], arms[side][3]) else {
            return false;
        };
        let leg = at[foot.0] - at[thigh.0];
        let front = at[hand.0] - at[arm.0];
        let trunk = at[arm.0] - at[thigh.0];
        let (Some(down), Some(front_down), Some(along)) =
            (leg.try_normalize(1e-9), front.try_normalize(1e-9), trunk.try_normalize(1e-9))
        else {
            return false;
        };
        let level = (at[hand.0] - at[foot.0]).dot(&down).abs() < 0.35 * leg.norm();
        votes += i32::from(down.dot(&front_down) > 0.7 && down.dot(&along).abs() < 0.6 && level);
    }
    votes == 2
}

/// Finds legs, arms and head by shape alone; `helpers` are passed over.
pub(super) fn find_body(skeleton: &Skeleton, helpers: &[bool]) -> Shape {
    let shape = Shapes::new(skeleton, helpers);
    let pairs = shape.mirrored_chains();
    let (standing, hanging): (Vec<&Pair>, Vec<&Pair>) = pairs.iter().partition(|pair| shape.is_leg(pair));
    let legs = match standing[..] {
        [] => return Shape::Unclear,
        [legs] => legs,
        [first, second, ..] => {
            return Shape::NotABiped(format!(
                "not a biped: the limbs at '{}' and at '{}' both stand on the ground",
                skeleton.name(first.chains[0][0]),
                skeleton.name(second.chains[0][0])
            ));
        }
    };
    shape.body(legs, &hanging).map_or(Shape::Unclear, |body| Shape::Biped(Box::new(body)))
}

/// Two chains of joints that are mirror images, from one branching joint outwards.
struct Pair {
    branch: JointIndex,
    chains: [Vec<JointIndex>; 2],
}

struct Shapes<'a> {
    skeleton: &'a Skeleton,
    maps: Vec<Affine>,
    children: Vec<Vec<JointIndex>>,
    /// Length of the longest way down to a leaf.
    reach: Vec<f64>,
    floor: f64,
    height: f64,
}

impl<'a> Shapes<'a> {
    fn new(skeleton: &'a Skeleton, helpers: &[bool]) -> Self {
        let maps = rest_maps(skeleton);
        let mut children = vec![Vec::new(); skeleton.joint_count()];
        let mut reach = vec![0.0f64; skeleton.joint_count()];
        for joint in skeleton.joints().rev().filter(|joint| !helpers[joint.0]) {
            if let Some(parent) = skeleton.parent(joint) {
                children[parent.0].push(joint);
                let way = reach[joint.0] + (maps[joint.0].translation - maps[parent.0].translation).norm();
                reach[parent.0] = reach[parent.0].max(way);
            }
        }
        // They came last to first.
        children.iter_mut().for_each(|list: &mut Vec<JointIndex>| list.reverse());
        let heights = || maps.iter().map(|map| map.translation.y);
        let floor = heights().fold(f64::INFINITY, f64::min);
        let height = heights().fold(f64::NEG_INFINITY, f64::max) - floor;
        Self { skeleton, maps, children, reach, floor, height }
    }

    fn at(&self, joint: JointIndex) -> Vec3 {
        self.maps[joint.0].translation
    }

    fn segment(&self, chain: &[JointIndex], index: usize) -> f64 {
        (self.at(chain[index + 1]) - self.at(chain[index])).norm()
    }

    /// The longest way down from `joint`, joints at one place taken as the last of them; empty where it is longer
    /// than any limb.
    fn chain(&self, joint: JointIndex) -> Vec<JointIndex> {
        let way = |j: &JointIndex, from: JointIndex| self.reach[j.0] + (self.at(*j) - self.at(from)).norm();
        let mut chain = vec![joint];
        let mut at = joint;
        while let Some(next) =
            self.children[at.0].iter().copied().max_by(|a, b| way(a, at).total_cmp(&way(b, at)))
        {
            if chain.len() == MAX_CHAIN {
                return Vec::new();
            }
            chain.push(next);
            at = next;
        }
        let limit = SAME_PLACE * self.reach[joint.0];
        let keep = |i: usize| i + 1 == chain.len() || self.segment(&chain, i) > limit;
        (0..chain.len()).filter(|&i| keep(i)).map(|i| chain[i]).collect()
    }

    fn mirrored_chains(&self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for branch in self.skeleton.joints() {
            let long = |child: &&JointIndex| self.reach[child.0] >= MIN_REACH * self.height;
            let children = &self.children[branch.0];
            if children.len() < 2
                || children.iter().filter(long).take(MAX_BRANCHES + 1).count() > MAX_BRANCHES
            {
                continue;
            }
            let chains: Vec<Vec<JointIndex>> = children
                .iter()
                .filter(long)
                .map(|&child| self.chain(child))
                .filter(|chain| chain.len() >= 3)
                .collect();
            for (i, a) in chains.iter().enumerate() {
                for b in &chains[i + 1..] {
                    let chains = [a.clone(), b.clone()];
                    if self.is_mirrored(&chains) {
                        pairs.push(Pair { branch, chains });
                    }
                }
            }
        }
        pairs
    }

    /// Whether two chains lie at equal heights and equally far from one upright plane between them.
    fn is_mirrored(&self, chains: &[Vec<JointIndex>; 2]) -> bool {
        let [a, b] = chains;
        let length = self.reach[a[0].0].max(self.reach[b[0].0]);
        if a.len() != b.len() {
            return false;
        }
        let apart = |i: usize| self.at(a[i]) - self.at(b[i]);
        let widest = (0..a.len()).map(apart).max_by(|x, y| x.norm().total_cmp(&y.norm()));
        let Some(across) =
            widest.filter(|w| w.norm() > SAME_PLACE * length).and_then(|w| w.try_normalize(0.0))
        else {
            return false;
        };
        let middle = (self.at(a[0]) + self.at(b[0])) * 0.5;
        (0..a.len()).all(|i| {
            let off_axis = apart(i) - across * apart(i).dot(&across);
            let centre = ((self.at(a[i]) + self.at(b[i])) * 0.5 - middle).dot(&across);
            off_axis.norm() < SYMMETRY * length && centre.abs() < SYMMETRY * length
        }) && across.y.abs() < 0.3
    }

    /// Whether both chains run down to the floor.
    fn is_leg(&self, pair: &Pair) -> bool {
        pair.chains.iter().all(|chain| {
            let lowest = chain.iter().map(|&j| self.at(j).y).fold(f64::INFINITY, f64::min);
            let drop = self.at(chain[0]).y - lowest;
            lowest - self.floor < NEAR_FLOOR * self.height && drop > 0.6 * self.reach[chain[0].0]
        })
    }

    /// Index of the chain's two long bones, if they are long enough to be sure.
    fn two_bones(&self, chain: &[JointIndex]) -> Option<usize> {
        let pair = |i: usize| self.segment(chain, i) + self.segment(chain, i + 1);
        let best = (0..chain.len().checked_sub(2)?).max_by(|&a, &b| pair(a).total_cmp(&pair(b)))?;
        let shorter = self.segment(chain, best).min(self.segment(chain, best + 1));
        // A long clavicle makes a second pair about as long (CMU): then the elbow cannot be told.
        let is_clear = (0..chain.len() - 2).all(|i| i == best || pair(i) < 0.9 * pair(best));
        let is_long = pair(best) >= TWO_BONES * self.reach[chain[0].0] && shorter > 0.25 * pair(best);
        (is_clear && is_long).then_some(best)
    }

    fn body(&self, legs: &Pair, others: &[&Pair]) -> Option<Body> {
        let leg = |chain: &[JointIndex]| -> Option<LimbJoints> {
            let thigh = self.two_bones(chain)?;
            let place = |i: usize| chain.get(thigh + i).copied();
            Some([place(0), place(1), place(2), place(3)])
        };
        let mut limbs = [leg(&legs.chains[0])?, leg(&legs.chains[1])?];
        let front: Vec3 = limbs.iter().filter_map(|limb| self.toes_direction(limb)).sum();
        let front = Vec3::new(front.x, 0.0, front.z);
        if front.norm() < 0.02 * self.height {
            // Without toes nothing tells front from back, and so left from right.
            return None;
        }
        let to_left = Vec3::y().cross(&front);
        let sideways = |chain: &[JointIndex]| chain.iter().map(|&j| self.at(j).dot(&to_left)).sum::<f64>();
        let first_is_left = |pair: &Pair| sideways(&pair.chains[0]) > sideways(&pair.chains[1]);
        if !first_is_left(legs) {
            limbs.reverse();
        }
        let above = |pair: &&&Pair| {
            self.at(pair.branch).y > self.at(legs.branch).y
                || self.skeleton.is_below(pair.branch, legs.branch) && pair.branch != legs.branch
        };
        let arms = others
            .iter()
            .filter(above)
            .max_by(|a, b| self.reach[a.chains[0][0].0].total_cmp(&self.reach[b.chains[0][0].0]));
        let mut arm_limbs = [[None; 4]; 2];
        let mut head = None;
        if let Some(arms) = arms {
            let arm = |chain: &[JointIndex]| -> LimbJoints {
                self.two_bones(chain).map_or([None; 4], |upper| {
                    let clavicle = upper.checked_sub(1).map(|i| chain[i]);
                    [clavicle, Some(chain[upper]), Some(chain[upper + 1]), Some(chain[upper + 2])]
                })
            };
            arm_limbs = [arm(&arms.chains[0]), arm(&arms.chains[1])];
            if !first_is_left(arms) {
                arm_limbs.reverse();
            }
            head = self.head(arms);
        }
        Some(Body { legs: limbs, arms: arm_limbs, head })
    }

    /// From the foot to the farthest point of the toes, world.
    fn toes_direction(&self, limb: &LimbJoints) -> Option<Vec3> {
        let foot = limb[2]?;
        let site = |j: JointIndex| self.skeleton.end_site(j).map(|o| self.maps[j.0].transform_point(&o));
        let below = self.skeleton.joints().filter(|&j| self.skeleton.is_below(j, foot));
        let points = below.flat_map(|j| std::iter::once(self.at(j)).chain(site(j)));
        let level = |v: &Vec3| v.x.hypot(v.z);
        points.map(|p| p - self.at(foot)).max_by(|a, b| level(a).total_cmp(&level(b)))
    }

    /// The joint above the chest between the arms: the end of a chain of one or two joints.
    fn head(&self, arms: &Pair) -> Option<JointIndex> {
        let upward = self.children[arms.branch.0].iter().copied().filter(|&child| {
            !arms.chains.iter().any(|chain| self.skeleton.is_below(chain[0], child))
                && self.at(child).y > self.at(arms.branch).y
        });
        let chains: Vec<Vec<JointIndex>> = upward.map(|child| self.chain(child)).collect();
        match &chains[..] {
            // Longer chains hold face joints or tips, of which the head cannot be told.
            [chain] if (1..=2).contains(&chain.len()) => chain.last().copied(),
            _ => None,
        }
    }
}
