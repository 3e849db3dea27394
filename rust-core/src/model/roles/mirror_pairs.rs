//! Which joint is the mirror image of which.

use super::words::{mirrored_words, words};
use super::{Roles, Side};
use crate::error::{Result, check_length};
use crate::model::{JointIndex, Skeleton};

impl Roles {
    /// Each joint paired with its mirror image, or with itself where it lies in the middle or has none.
    ///
    /// Pairs come from roles first, then, for joints without one, from names that differ in left and right only, then
    /// from the place among the children of a pair (fingers). Pairs are mutual, and the parents of a pair are a pair:
    /// the two halves of the tree match. A joint with a partner of its own below a pair (a sword in one hand) is
    /// paired with itself.
    ///
    /// ```
    /// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
    /// let pairs = skeleton.roles().mirror_pairs(&skeleton)?;
    /// let left = skeleton.find("left_shin")?;
    /// assert_eq!(skeleton.name(pairs[left.0]), "right_shin");
    /// assert_eq!(pairs[0], surefoot::JointIndex(0), "the root is its own mirror image");
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) if the roles were made for another number of joints.
    pub fn mirror_pairs(&self, skeleton: &Skeleton) -> Result<Vec<JointIndex>> {
        check_length("joints of the roles", skeleton.joint_count(), self.joint_count())?;
        Ok(self.pairs_of(skeleton))
    }

    /// As [`Self::mirror_pairs`], for roles that are known to be of this skeleton.
    pub(crate) fn pairs_of(&self, skeleton: &Skeleton) -> Vec<JointIndex> {
        let mut pairs: Vec<Option<JointIndex>> = vec![None; skeleton.joint_count()];
        for joint in skeleton.joints() {
            let role = self.role(joint).filter(|role| role.side() == Some(Side::Left));
            if let Some(other) = role.and_then(|role| self.joint(role.mirrored())) {
                pair_up(skeleton, self, &mut pairs, joint, other);
            }
        }
        let all_words: Vec<Vec<String>> = skeleton.names().iter().map(|name| words(name)).collect();
        let mut out: Vec<JointIndex> = skeleton.joints().collect();
        for joint in skeleton.joints().skip(1) {
            if out[joint.0] != joint {
                continue;
            }
            let Some(parent) = skeleton.parent(joint) else { continue };
            let free: Vec<JointIndex> =
                skeleton.children(out[parent.0]).filter(|&c| c != joint && out[c.0] == c).collect();
            let other = match pairs[joint.0] {
                Some(other) => Some(other),
                None if self.role(joint).is_some() => None,
                None => {
                    let unpaired = |c: &JointIndex| pairs[c.0].is_none() && self.role(*c).is_none();
                    let by_name = mirrored_words(skeleton.name(joint)).and_then(|wanted| {
                        free.iter().copied().filter(unpaired).find(|c| all_words[c.0] == wanted)
                    });
                    by_name.or_else(|| {
                        // A name with a side says itself who the partner is.
                        let unsided = |c: &JointIndex| mirrored_words(skeleton.name(*c)).is_none();
                        let among = |of: JointIndex| skeleton.children(of).filter(unpaired).filter(unsided);
                        let place = among(parent).position(|c| c == joint)?;
                        (out[parent.0] != parent).then(|| among(out[parent.0]).nth(place)).flatten()
                    })
                }
            };
            // Both halves must hang from one pair, else mirrored motion could not be told in local rotations.
            if let Some(other) = other.filter(|other| free.contains(other)) {
                out[joint.0] = other;
                out[other.0] = joint;
            }
        }
        out
    }
}

/// Pairs two joints and, where they carry no role, the joints between them and the body (CMU's hip joints).
fn pair_up(
    skeleton: &Skeleton,
    roles: &Roles,
    pairs: &mut [Option<JointIndex>],
    a: JointIndex,
    b: JointIndex,
) {
    let (mut a, mut b) = (a, b);
    while a != b && pairs[a.0].is_none() && pairs[b.0].is_none() {
        pairs[a.0] = Some(b);
        pairs[b.0] = Some(a);
        let (Some(above_a), Some(above_b)) = (skeleton.parent(a), skeleton.parent(b)) else {
            return;
        };
        if roles.role(above_a).is_some() || roles.role(above_b).is_some() {
            return;
        }
        (a, b) = (above_a, above_b);
    }
}

#[cfg(test)]
mod tests {
    use crate::ops::find_roles::find_roles;
    use crate::ops::find_roles::namings::skeleton;

    #[test]
    fn both_halves_of_the_tree_match() {
        let skeleton = skeleton(
            "
Hips
  LHipJoint
    LeftUpLeg
      LeftLeg
        LeftFoot
  RHipJoint
    RightUpLeg
      RightLeg
        RightFoot
  Spine
    Eye_R
    Eye_L
    LeftArm
      LeftForeArm
        LeftHand
          ThumbA
          IndexA
    RightArm
      RightForeArm
        RightHand
          ThumbB
          IndexB
          Sword
            Gem",
        );
        let pairs = find_roles(&skeleton).roles.mirror_pairs(&skeleton).unwrap();
        let mirror_of = |name: &str| skeleton.name(pairs[skeleton.find(name).unwrap().0]);
        for (a, b) in [
            ("LHipJoint", "RHipJoint"),
            ("LeftFoot", "RightFoot"),
            ("Eye_L", "Eye_R"),
            ("ThumbA", "ThumbB"),
            ("IndexA", "IndexB"),
            ("Hips", "Hips"),
            ("Sword", "Sword"),
            ("Gem", "Gem"),
        ] {
            assert_eq!(mirror_of(a), b);
            assert_eq!(mirror_of(b), a);
        }
    }
}
