//! Skate scores as papers define them, which guess contacts from heights. Sources and exact forms: `docs/metrics.md`.

use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::kinematics::forward::pose_clip;
use crate::math::Vec3;
use crate::model::{BodyPoint, Clip, Ground, JointIndex, Plants, PointKind, Role, Side, Skeleton};
use serde::Serialize;

/// Scores in the units of their papers. Lower is better in all of them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PublishedScores {
    /// NeMF foot skating, cm per frame.
    pub nemf: f64,
    /// MANN foot skate, cm/s.
    pub mann: f64,
    /// GMD foot skating ratio, share of frames at 20 fps.
    pub gmd_ratio: f64,
    /// kimodo foot skate ratio, share of contact frames.
    pub kimodo_ratio: f64,
    /// kimodo foot skate from labelled contacts, mean, cm/s.
    pub kimodo_contacts: f64,
    /// Largest of it, cm/s.
    pub kimodo_contacts_max: f64,
    /// kimodo foot skate from height, cm/s.
    pub kimodo_height: f64,
    /// PhysDiff skate, mm per frame.
    pub physdiff_skate: f64,
    /// PhysDiff penetrate, mm.
    pub physdiff_penetrate: f64,
    /// PhysDiff float, mm.
    pub physdiff_float: f64,
    /// Physical foot contact score (EDGE), times 10⁴, at 30 fps.
    pub pfc: f64,
}

impl PublishedScores {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        format!(
            "NeMF {:.3} cm/frame, MANN {:.2} cm/s, GMD {:.1} %, PhysDiff {:.2} mm/frame",
            self.nemf,
            self.mann,
            self.gmd_ratio * 100.0,
            self.physdiff_skate
        )
    }
}

operation_report!(PublishedScores, without notes);

/// Computes the published scores; `None` unless both feet have ankle and toe joints and there are at least three
/// frames. Heights are over `ground`, the level floor at 0 if none is given.
///
/// ```
/// use surefoot::ops::measure_footskate::published_scores;
/// use surefoot_sample::faults;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let score = |clip| published_scores(&skeleton, clip, &walk.plants, None);
/// let skating = faults::scaled_root_path(&skeleton, &walk.clip, 1.2)?;
/// let clean = score(&walk.clip)?.expect("it has ankles and toes");
/// let skating = score(&skating)?.expect("so has this");
/// assert!(skating.kimodo_contacts > clean.kimodo_contacts);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if clip, plants and skeleton do not belong together.
pub fn published_scores(
    skeleton: &Skeleton,
    clip: &Clip,
    plants: &Plants,
    ground: Option<&Ground>,
) -> Result<Option<PublishedScores>> {
    super::check_lengths(skeleton, clip, plants)?;
    Ok(scores(skeleton, clip, plants, ground))
}

fn scores(
    skeleton: &Skeleton,
    clip: &Clip,
    plants: &Plants,
    ground: Option<&Ground>,
) -> Option<PublishedScores> {
    let roles = skeleton.roles();
    let mut ankles = Vec::new();
    let mut toes = Vec::new();
    for side in Side::BOTH {
        ankles.push(roles.joint(Role::Foot(side))?);
        toes.push(roles.joint(Role::Toe(side))?);
    }
    let poses = pose_clip(skeleton, clip);
    if poses.frame_count() < 3 {
        return None;
    }
    let level = Ground::level(0.0);
    let feet = Feet { poses: &poses, ground: ground.unwrap_or(&level), fps: clip.frame_rate() };
    let (contacts, contacts_max) = feet.on_contacts(plants, &ankles, &toes);
    let (physdiff_skate, physdiff_penetrate, physdiff_float) = feet.physdiff();
    Some(PublishedScores {
        nemf: feet.nemf(&ankles, &toes),
        mann: feet.mann(&ankles, &toes),
        gmd_ratio: feet.gmd(&toes),
        kimodo_ratio: feet.kimodo_ratio(&toes),
        kimodo_contacts: contacts,
        kimodo_contacts_max: contacts_max,
        kimodo_height: feet.kimodo_height(&toes),
        physdiff_skate,
        physdiff_penetrate,
        physdiff_float,
        pfc: feet.pfc(&ankles, &toes),
    })
}

struct Feet<'a> {
    poses: &'a WorldPoses,
    ground: &'a Ground,
    fps: f64,
}

impl Feet<'_> {
    fn count(&self) -> usize {
        self.poses.frame_count()
    }

    fn height(&self, frame: usize, joint: JointIndex) -> f64 {
        let p = self.poses.position(frame, joint);
        p.y - self.ground.footing(p.x, p.z, p.y).map_or(0.0, |f| f.height)
    }

    fn step(&self, frame: usize, joint: JointIndex) -> Vec3 {
        self.poses.position(frame + 1, joint) - self.poses.position(frame, joint)
    }

    fn level_step(&self, frame: usize, joint: JointIndex) -> f64 {
        let step = self.step(frame, joint);
        step.x.hypot(step.z)
    }

    fn speed(&self, frame: usize, joint: JointIndex) -> f64 {
        self.step(frame, joint).norm() * self.fps
    }

    /// `2 − 2^clamp(h/H, 0, 1)`: 1 on the floor, 0 from `H` on.
    fn nearness(&self, frame: usize, joint: JointIndex, limit: f64) -> f64 {
        2.0 - 2f64.powf((self.height(frame, joint) / limit).clamp(0.0, 1.0))
    }

    fn nemf(&self, ankles: &[JointIndex], toes: &[JointIndex]) -> f64 {
        let (mut sum, mut count) = (0.0, 0usize);
        for (joints, limit) in [(ankles, 0.08), (toes, 0.04)] {
            for &joint in joints {
                for frame in 0..self.count() - 1 {
                    if self.height(frame, joint) < limit {
                        sum += 100.0 * self.level_step(frame, joint) * self.nearness(frame, joint, limit);
                    }
                    count += 1;
                }
            }
        }
        sum / count as f64
    }

    fn mann(&self, ankles: &[JointIndex], toes: &[JointIndex]) -> f64 {
        let (mut sum, mut count) = (0.0, 0usize);
        for &joint in ankles.iter().chain(toes) {
            for frame in 0..self.count() - 1 {
                sum += 100.0 * self.fps * self.level_step(frame, joint) * self.nearness(frame, joint, 0.025);
                count += 1;
            }
        }
        sum / count as f64
    }

    fn gmd(&self, toes: &[JointIndex]) -> f64 {
        // Resampled to 20 fps by taking the nearest frame, as the score's data is.
        let frames: Vec<usize> = resampled(self.count(), self.fps, 20.0);
        if frames.len() < 2 {
            return 0.0;
        }
        let steps = frames.len() - 1;
        let mut is_skating = vec![false; steps];
        for &toe in toes {
            let speeds: Vec<f64> = frames
                .windows(2)
                .map(|w| {
                    let d = self.poses.position(w[1], toe) - self.poses.position(w[0], toe);
                    d.x.hypot(d.z) * 20.0
                })
                .collect();
            for i in 0..steps {
                let contact = [frames[i], frames[i + 1]].iter().all(|&f| self.height(f, toe) < 0.05);
                let around = &speeds[i.saturating_sub(2)..(i + 3).min(steps)];
                let average = around.iter().sum::<f64>() / around.len() as f64;
                is_skating[i] |= contact && speeds[i] > 0.5 && average > 0.5;
            }
        }
        is_skating.iter().filter(|s| **s).count() as f64 / steps as f64
    }

    fn kimodo_ratio(&self, toes: &[JointIndex]) -> f64 {
        let (mut contacts, mut skates) = (0usize, 0usize);
        for &toe in toes {
            for frame in 0..self.count() - 1 {
                if self.height(frame, toe) < 0.05 && self.height(frame + 1, toe) < 0.05 {
                    contacts += 1;
                    skates += usize::from(self.speed(frame, toe) > 0.2);
                }
            }
        }
        if contacts == 0 { 0.0 } else { skates as f64 / contacts as f64 }
    }

    fn kimodo_height(&self, toes: &[JointIndex]) -> f64 {
        let (mut sum, mut count) = (0.0, 0usize);
        for &toe in toes {
            for frame in 0..self.count() - 1 {
                if self.height(frame, toe) < 0.05 {
                    sum += 100.0 * self.speed(frame, toe);
                    count += 1;
                }
            }
        }
        if count == 0 { 0.0 } else { sum / count as f64 }
    }

    fn on_contacts(&self, plants: &Plants, ankles: &[JointIndex], toes: &[JointIndex]) -> (f64, f64) {
        let (mut sum, mut count, mut largest): (f64, usize, f64) = (0.0, 0, 0.0);
        for (i, side) in Side::BOTH.into_iter().enumerate() {
            for (kind, joint) in [(PointKind::Ankle, ankles[i]), (PointKind::Toe, toes[i])] {
                let flags = plants.flags(BodyPoint { side, kind });
                for frame in (0..self.count() - 1).filter(|&f| flags[f]) {
                    let speed = 100.0 * self.speed(frame, joint);
                    sum += speed;
                    count += 1;
                    largest = largest.max(speed);
                }
            }
        }
        (if count == 0 { 0.0 } else { sum / count as f64 }, largest)
    }

    fn physdiff(&self) -> (f64, f64, f64) {
        let joints = self.poses.frame(0).len();
        let lowest: Vec<(f64, JointIndex)> = (0..self.count())
            .map(|frame| {
                (0..joints)
                    .map(|j| (self.height(frame, JointIndex(j)), JointIndex(j)))
                    .min_by(|a, b| a.0.total_cmp(&b.0))
                    .unwrap_or((0.0, JointIndex(0)))
            })
            .collect();
        let count = self.count() as f64;
        let penetrate = lowest.iter().map(|(z, _)| (-(z + 0.005)).max(0.0)).sum::<f64>() / count;
        let float = lowest.iter().map(|(z, _)| (z - 0.005).max(0.0)).sum::<f64>() / count;
        let mut skate = 0.0;
        for frame in 0..self.count() - 1 {
            let (z, joint) = lowest[frame];
            if z <= 0.005 && self.height(frame + 1, joint) <= 0.005 {
                skate += self.level_step(frame, joint);
            }
        }
        (1000.0 * skate / (count - 1.0), 1000.0 * penetrate, 1000.0 * float)
    }

    fn pfc(&self, ankles: &[JointIndex], toes: &[JointIndex]) -> f64 {
        let frames = resampled(self.count(), self.fps, 30.0);
        if frames.len() < 3 {
            return 0.0;
        }
        let root = JointIndex(0);
        let velocity = |i: usize, joint: JointIndex| {
            (self.poses.position(frames[i + 1], joint) - self.poses.position(frames[i], joint)) * 30.0
        };
        let (mut products, mut largest): (Vec<f64>, f64) = (Vec::new(), 0.0);
        for i in 0..frames.len() - 2 {
            let mut acceleration = (velocity(i + 1, root) - velocity(i, root)) * 30.0;
            acceleration.y = acceleration.y.max(0.0);
            let size = acceleration.norm();
            largest = largest.max(size);
            let slow = |side: usize| velocity(i, ankles[side]).norm().min(velocity(i, toes[side]).norm());
            products.push(slow(0) * slow(1) * size);
        }
        // Rounding of an even glide is no acceleration.
        if largest <= 1e-9 {
            return 0.0;
        }
        1e4 * products.iter().sum::<f64>() / (products.len() as f64 * largest)
    }
}

/// Frames of a clip nearest to the times of another rate.
fn resampled(count: usize, from: f64, to: f64) -> Vec<usize> {
    let last = count - 1;
    (0..).map(|i| (f64::from(i) * from / to).round() as usize).take_while(|&f| f <= last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;
    use crate::model::clip::ClipData;
    use crate::model::{Joint, Plant, Roles};

    /// Two feet under a root that glides at 1 m/s, toes at `toe` and ankles at `ankle` above the floor.
    fn gliding(ankle: f64, toe: f64) -> (Skeleton, Clip, Plants) {
        let mut joints = vec![Joint::new("root", None, Vec3::zeros())];
        let mut roles = Roles::empty(5);
        for (i, side) in Side::BOTH.into_iter().enumerate() {
            let at = joints.len();
            joints.push(Joint::new(
                format!("foot{i}"),
                Some(JointIndex(0)),
                Vec3::new(i as f64, ankle - 1.0, 0.0),
            ));
            joints.push(Joint::new(
                format!("toe{i}"),
                Some(JointIndex(at)),
                Vec3::new(0.0, toe - ankle, 0.2),
            ));
            roles.set(Role::Foot(side), JointIndex(at));
            roles.set(Role::Toe(side), JointIndex(at + 1));
        }
        let skeleton = Skeleton::new(joints, vec![]).unwrap().with_roles(roles).unwrap();
        let data = ClipData {
            name: "glide".into(),
            frame_rate: 60.0,
            rotations: vec![Quat::identity(); 5 * 121],
            root_positions: (0..121).map(|f| Vec3::new(0.0, 1.0, f64::from(f) / 60.0)).collect(),
            translations: vec![],
            scales: vec![],
        };
        let clip = Clip::new(&skeleton, data).unwrap();
        let point = BodyPoint { side: Side::Left, kind: PointKind::Toe };
        let plant = Plant { point, frames: 10..50, confidence: 1.0, position: None };
        (skeleton, clip, Plants::new(121, vec![plant]).unwrap())
    }

    #[test]
    fn a_glide_at_one_metre_a_second_scores_by_hand() {
        let (skeleton, clip, plants) = gliding(0.04, 0.0);
        let s = published_scores(&skeleton, &clip, &plants, None).unwrap().unwrap();
        let half = 2.0 - 2f64.sqrt();
        let close = |value: f64, expected: f64, what: &str| {
            assert!((value - expected).abs() < 1e-9 * expected.max(1.0), "{what}: {value} {expected}");
        };
        close(s.nemf, 100.0 / 60.0 * (half + 1.0) / 2.0, "nemf");
        close(s.mann, 100.0 * 0.5, "mann: ankles are above 2.5 cm");
        close(s.gmd_ratio, 1.0, "gmd");
        close(s.kimodo_ratio, 1.0, "kimodo ratio");
        close(s.kimodo_contacts, 100.0, "kimodo contacts");
        close(s.kimodo_height, 100.0, "kimodo height");
        close(s.physdiff_skate, 1000.0 / 60.0, "physdiff skate");
        close(s.physdiff_float + s.physdiff_penetrate, 0.0, "physdiff heights");
        close(s.pfc, 0.0, "pfc: no acceleration");
    }

    #[test]
    fn heights_decide_who_is_in_contact() {
        let (skeleton, clip, plants) = gliding(0.2, 0.1);
        let s = published_scores(&skeleton, &clip, &plants, None).unwrap().unwrap();
        assert_eq!((s.nemf, s.mann, s.gmd_ratio, s.kimodo_ratio, s.kimodo_height), (0.0, 0.0, 0.0, 0.0, 0.0));
        assert!((s.physdiff_float - 95.0).abs() < 1e-9);
        // The same scene over a floor that is higher: the feet are in it.
        let high = Ground::level(0.12);
        let s = published_scores(&skeleton, &clip, &plants, Some(&high)).unwrap().unwrap();
        assert!((s.physdiff_penetrate - 15.0).abs() < 1e-9 && s.gmd_ratio == 1.0);
        let toeless = skeleton.clone().with_roles(Roles::empty(5)).unwrap();
        assert_eq!(published_scores(&toeless, &clip, &plants, None).unwrap(), None);
    }
}
