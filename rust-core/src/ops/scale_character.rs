//! [`scale_character`]: another build from seven measures of a tailor (Lyard 2008, section 5.4; `docs/methods/body.md`).

use crate::declare::{Operation, Options};
use crate::error::{Error, Result};
use crate::kinematics::reshape::{Rebind, rebind, reshape_skeleton};
use crate::kinematics::rest_pose;
use crate::math::{Affine, Quat, Vec3};
use crate::model::bind_pose::BindPose;
use crate::model::rest::{rest_maps, rest_rotations};
use crate::model::standing::rest_stands;
use crate::model::{Clip, JointIndex, Note, Role, Side, Skeleton, Skin, standing_height};
use crate::ops::{find_soles, sole_vertices};
use nalgebra::Matrix3;
use serde::Serialize;

choices! {
    /// What happens to the mesh in [`scale_character`].
    pub enum SkinScaling {
        /// The mesh follows the bones.
        Follow = "follow", "Follow Bones";
        /// The mesh stays as it is and is attached again: it has the new build already.
        Reattach = "reattach", "Attach Again";
    }
}

options! {
    /// How [`scale_character`] works: factors of seven measures, where 1 leaves a measure as it is.
    pub struct ScaleCharacterOptions of "scale_character" {
        /// From the spine to the shoulder joint.
        shoulder: f64 = 1.0, in 0.1..=10.0, unit "ratio", label "Shoulder";
        /// From the shoulder to the elbow.
        upper_arm: f64 = 1.0, in 0.1..=10.0, unit "ratio", label "Upper Arm";
        /// From the elbow to the wrist.
        forearm: f64 = 1.0, in 0.1..=10.0, unit "ratio", label "Forearm";
        /// From the waist down to the knee; thigh, shin and pelvis follow from this together with inside_leg and waist_height.
        waist_to_knee: f64 = 1.0, in 0.1..=10.0, unit "ratio", label "Waist to Knee";
        /// From the hip joints down to the floor; thigh, shin and pelvis follow from this together with waist_to_knee and waist_height.
        inside_leg: f64 = 1.0, in 0.1..=10.0, unit "ratio", label "Inside Leg";
        /// From the waist down to the floor; thigh, shin and pelvis follow from this together with waist_to_knee and inside_leg.
        waist_height: f64 = 1.0, in 0.1..=10.0, unit "ratio", label "Waist Height";
        /// From the waist to the nape.
        back: f64 = 1.0, in 0.1..=10.0, unit "ratio", label "Back";
        /// What happens to the mesh.
        skin: SkinScaling = SkinScaling::Follow, label "Mesh";
    }
}

pub(crate) const OPERATION: Operation = Operation::new::<ScaleCharacterOptions, ScaleCharacterReport>(
    "Scale Character",
    "Give a character other proportions, and scale the root paths of its clips to match",
);

impl ScaleCharacterOptions {
    /// All seven measures by the same factor.
    ///
    /// ```
    /// use surefoot::ScaleCharacterOptions;
    ///
    /// let child = ScaleCharacterOptions::uniform(0.6);
    /// assert_eq!((child.back, child.forearm), (0.6, 0.6));
    /// ```
    pub fn uniform(factor: f64) -> Self {
        Self {
            shoulder: factor,
            upper_arm: factor,
            forearm: factor,
            waist_to_knee: factor,
            inside_leg: factor,
            waist_height: factor,
            back: factor,
            ..Self::default()
        }
    }

    fn factors(&self) -> [f64; 7] {
        [
            self.shoulder,
            self.upper_arm,
            self.forearm,
            self.waist_to_knee,
            self.inside_leg,
            self.waist_height,
            self.back,
        ]
    }

    /// For what no measure covers: hands, neck and head, the width of the hips.
    fn median(&self) -> f64 {
        let mut factors = self.factors();
        factors.sort_by(f64::total_cmp);
        factors[3]
    }
}

/// The lengths that a tailor measures on the lower body, metres.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LegMeasures {
    /// From the waist down to the knee.
    pub waist_to_knee: f64,
    /// From the hip joints down to the floor.
    pub inside_leg: f64,
    /// From the waist down to the floor.
    pub waist_height: f64,
}

/// What [`scale_character`] did.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ScaleCharacterReport {
    /// Standing height before by lengths of bones, metres.
    pub height_before: f64,
    /// The same after.
    pub height_after: f64,
    /// From the lowest to the highest vertex of the rest pose before, metres; none without a mesh or where the rest pose does not stand.
    pub mesh_height_before: Option<f64>,
    /// The same after.
    pub mesh_height_after: Option<f64>,
    /// Measures before.
    pub before: LegMeasures,
    /// Measures after.
    pub after: LegMeasures,
    /// Factor of the thighs.
    pub thigh: f64,
    /// Factor of the shins and feet.
    pub shin: f64,
    /// Factor of the root's path, sideways and up.
    pub root: f64,
    /// By how much the scaled root is raised besides, metres: feet of a mesh that follows its bones keep their size, and stay on the floor.
    pub lift: f64,
    /// What a user should know.
    pub notes: Vec<Note>,
}

impl ScaleCharacterReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        let (before, after) = match (self.mesh_height_before, self.mesh_height_after) {
            (Some(before), Some(after)) => (before, after),
            _ => (self.height_before, self.height_after),
        };
        format!(
            "{before:.2} m became {after:.2} m; thighs × {:.3}, shins × {:.3}, root path × {:.3}",
            self.thigh, self.shin, self.root
        )
    }
}

operation_report!(ScaleCharacterReport);

/// What [`scale_character`] returns.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ScaledCharacter {
    /// The skeleton with the new measures.
    pub skeleton: Skeleton,
    /// The skins, in the order that they came in.
    pub skins: Vec<Skin>,
    /// The clips with scaled root paths, in the order that they came in.
    pub clips: Vec<Clip>,
    /// What changed.
    pub report: ScaleCharacterReport,
}

/// Gives a character other proportions by seven measures, and scales the root's path of its clips to match.
///
/// The three measures of the leg overlap. Thigh, shin and the height of the pelvis follow from them together; measures
/// that no body can have are refused. Hands, neck, head and the width of the hips take the median of the seven factors. The
/// root's path is scaled by how much higher the pelvis stands, so that strides fit the legs. Rotations stay.
///
/// A mesh that follows the bones is stretched at the joints only: flesh, head, hands and feet keep their size. The root is raised or
/// lowered so that its feet stay on the floor.
///
/// ```
/// use surefoot::{ScaleCharacterOptions, scale_character};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clips = [surefoot_sample::walk(&skeleton, &Default::default())?.clip];
///
/// let child = scale_character(&skeleton, &skins, &clips, &ScaleCharacterOptions::uniform(0.6))?;
/// assert!((child.report.height_after - 0.6 * child.report.height_before).abs() < 1e-6);
/// assert_eq!(child.clips[0].root_positions()[9].z, clips[0].root_positions()[9].z * 0.6);
/// assert!(child.report.lift > 0.0, "feet keep their size");
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::MissingRoles`] without a pelvis, a spine and two legs; [`Error::Invalid`] for measures that contradict each other;
/// [`Error::OptionOutOfRange`]; [`Error::Length`] if a clip is for another skeleton.
pub fn scale_character(
    skeleton: &Skeleton,
    skins: &[Skin],
    clips: &[Clip],
    options: &ScaleCharacterOptions,
) -> Result<ScaledCharacter> {
    options.validate()?;
    skins.iter().try_for_each(|skin| skin.check_skeleton(skeleton))?;
    clips.iter().try_for_each(|clip| clip.check_skeleton(skeleton))?;
    let lower = LowerBody::of(skeleton)?;
    let scaling = lower.scaling(options)?;
    let mesh_height = |skeleton| mesh_height(skeleton, skins);
    let mut report = ScaleCharacterReport {
        mesh_height_before: mesh_height(skeleton),
        height_before: standing_height(skeleton),
        before: lower.measures(),
        thigh: scaling.thigh,
        shin: scaling.shin,
        root: scaling.root,
        ..ScaleCharacterReport::default()
    };
    let after = LowerBody {
        pelvis: lower.pelvis * scaling.pelvis,
        thigh: lower.thigh * scaling.thigh,
        shin: lower.shin * scaling.shin,
        ..lower
    };
    report.after = after.measures();
    if options.factors().iter().all(|factor| *factor == 1.0) {
        report.height_after = report.height_before;
        report.mesh_height_after = report.mesh_height_before;
        let skeleton = skeleton.clone();
        return Ok(ScaledCharacter { skeleton, skins: skins.to_vec(), clips: clips.to_vec(), report });
    }
    let owners = Owners::of(skeleton);
    let offset = |joint| scaling.of(&owners, joint, skeleton.parent(joint), options);
    let changes: Vec<Matrix3<f64>> = skeleton.joints().map(offset).collect();
    let site = |joint| scaling.of(&owners, joint, Some(joint), options);
    let sites: Vec<Matrix3<f64>> = skeleton.joints().map(site).collect();
    let mut new = reshape_skeleton(skeleton, &changes, &sites)?;
    if options.skin == SkinScaling::Follow {
        report.lift = lift_of_feet(skeleton, &new, skins, scaling.shin)?;
        let mut offsets = new.rest_offsets().to_vec();
        offsets[0].y += report.lift;
        new = new.with_offsets(offsets, new.end_sites().to_vec())?;
        report.after.inside_leg += report.lift;
        report.after.waist_height += report.lift;
    }
    let new_skins = match options.skin {
        SkinScaling::Follow => skins.to_vec(),
        SkinScaling::Reattach => reattached(skeleton, skins, &changes)?,
    };
    let new = with_new_soles(skeleton, new, &new_skins, options.skin, scaling.shin, &mut report.notes)?;
    let new_clips =
        clips.iter().map(|clip| scaled_clip(&new, clip, &changes, report.lift)).collect::<Result<_>>()?;
    report.height_after = standing_height(&new);
    report.mesh_height_after = match options.skin {
        SkinScaling::Follow => mesh_height(&new),
        SkinScaling::Reattach => report.mesh_height_before,
    };
    if let (SkinScaling::Follow, Some(tall)) = (options.skin, report.mesh_height_after) {
        let text = format!(
            "the mesh follows its bones: flesh, head, hands and feet keep their size, so it is {tall:.2} m tall"
        );
        report.notes.push(Note::info("flesh-keeps-size", text));
    }
    Ok(ScaledCharacter { skeleton: new, skins: new_skins, clips: new_clips, report })
}

/// Lengths of the lower body, mean of both sides, metres.
#[derive(Debug, Clone, Copy)]
struct LowerBody {
    /// From the hips up to the waist, and in which direction of the rest pose.
    pelvis: f64,
    up: Vec3,
    thigh: f64,
    /// Shin and foot, down to the floor.
    shin: f64,
    /// How far the pelvis joint is above the hips.
    root_above_hips: f64,
}

impl LowerBody {
    fn of(skeleton: &Skeleton) -> Result<Self> {
        let roles = skeleton.roles();
        let rest = rest_pose(skeleton);
        let at = |joint: JointIndex| rest.position(0, joint);
        let [pelvis, waist] = roles.require([Role::Pelvis, Role::Spine])?;
        let (mut hips, mut thigh, mut shin) = (Vec3::zeros(), 0.0, 0.0);
        for side in Side::BOTH {
            let [hip, knee, ankle] =
                roles.require([Role::Thigh(side), Role::Shin(side), Role::Foot(side)])?;
            let below_knee = (at(knee) - at(ankle)).norm();
            let leg = (at(hip) - at(knee)).norm() + below_knee;
            // Adult proportions where no mesh tells the sole.
            let ankle_height = skeleton.sole(side).map_or(0.1 * leg, |sole| sole.ankle_height);
            hips += at(hip) / 2.0;
            thigh += (at(hip) - at(knee)).norm() / 2.0;
            shin += (below_knee + ankle_height) / 2.0;
        }
        let way = at(waist) - hips;
        let up = way.try_normalize(1e-9).unwrap_or_else(Vec3::y);
        let root_above_hips = (at(pelvis) - hips).dot(&up);
        Ok(Self { pelvis: way.norm(), up, thigh, shin, root_above_hips })
    }

    fn measures(&self) -> LegMeasures {
        LegMeasures {
            waist_to_knee: self.pelvis + self.thigh,
            inside_leg: self.thigh + self.shin,
            waist_height: self.pelvis + self.thigh + self.shin,
        }
    }

    /// Solves the segments from the scaled measures `W`, `I`, `H`: pelvis `H - I`, thigh `W - (H - I)`, shin and foot `H - W`.
    fn scaling(&self, options: &ScaleCharacterOptions) -> Result<Scaling> {
        let old = self.measures();
        let waist_to_knee = old.waist_to_knee * options.waist_to_knee;
        let inside_leg = old.inside_leg * options.inside_leg;
        let waist_height = old.waist_height * options.waist_height;
        let median = options.median();
        let [first, second, third] = [options.waist_to_knee, options.inside_leg, options.waist_height];
        let (pelvis, thigh, shin) = if first == second && second == third {
            (first, first, first)
        } else {
            let lengths = [
                ("pelvis", waist_height - inside_leg, self.pelvis),
                ("thigh", waist_to_knee - (waist_height - inside_leg), self.thigh),
                ("shin", waist_height - waist_to_knee, self.shin),
            ];
            for (name, new, old) in lengths {
                if old <= 0.01 * self.thigh {
                    let text = format!(
                        "is only {:.1} cm long, too short to follow from measures: give waist_to_knee, inside_leg and waist_height the same factor",
                        100.0 * old
                    );
                    return Err(Error::invalid(format!("{name} of the rest pose"), text));
                }
                if new <= 0.0 {
                    return Err(Error::invalid(
                        "measures of the leg",
                        format!(
                            "contradict each other: waist to knee {waist_to_knee:.3} m, inside leg {inside_leg:.3} m and waist height {waist_height:.3} m leave {:.1} cm for the {name}; the three belong together: change waist_to_knee, inside_leg and waist_height alike",
                            100.0 * new
                        ),
                    ));
                }
            }
            let [pelvis, thigh, shin] = lengths.map(|(_, new, old)| new / old);
            (pelvis, thigh, shin)
        };
        let leg = self.thigh * thigh + self.shin * shin;
        let root = match pelvis == thigh && thigh == shin {
            true => pelvis,
            false => (leg + pelvis * self.root_above_hips) / (self.thigh + self.shin + self.root_above_hips),
        };
        if !(root.is_finite() && root > 0.0) {
            return Err(Error::invalid("rest pose", "the root lies below the floor"));
        }
        Ok(Scaling { pelvis, thigh, shin, root, median, up: self.up })
    }
}

/// Factors of the segments.
#[derive(Debug, Clone, Copy)]
struct Scaling {
    pelvis: f64,
    thigh: f64,
    shin: f64,
    root: f64,
    median: f64,
    up: Vec3,
}

impl Scaling {
    /// What multiplies an offset in the frame of `parent` that leads to `joint`: the factor of the segment it lies in.
    fn of(
        &self,
        owners: &Owners<'_>,
        joint: JointIndex,
        parent: Option<JointIndex>,
        options: &ScaleCharacterOptions,
    ) -> Matrix3<f64> {
        let Some((parent, owner)) = parent.and_then(|parent| Some((parent, owners.roles[parent.0]?))) else {
            return Matrix3::identity() * self.root;
        };
        let factor = match owner {
            Role::Pelvis => {
                let up = owners.rotations[parent.0].inverse() * self.up;
                return Matrix3::identity() * self.median + up * up.transpose() * (self.pelvis - self.median);
            }
            Role::Spine if joint != parent && owners.leads_to_arm(joint) => options.shoulder,
            Role::Spine => options.back,
            Role::Clavicle(_) => options.shoulder,
            Role::UpperArm(_) => options.upper_arm,
            Role::Forearm(_) => options.forearm,
            Role::Thigh(_) => self.thigh,
            Role::Shin(_) | Role::Foot(_) | Role::Toe(_) => self.shin,
            Role::Neck | Role::Head | Role::Hand(_) => self.median,
        };
        Matrix3::identity() * factor
    }
}

/// The nearest role at or above each joint, and how the joints are turned at rest.
struct Owners<'a> {
    skeleton: &'a Skeleton,
    roles: Vec<Option<Role>>,
    rotations: Vec<Quat>,
}

impl<'a> Owners<'a> {
    fn of(skeleton: &'a Skeleton) -> Self {
        let mut roles: Vec<Option<Role>> = Vec::with_capacity(skeleton.joint_count());
        for joint in skeleton.joints() {
            let above = skeleton.parent(joint).and_then(|parent| roles[parent.0]);
            roles.push(skeleton.roles().role(joint).or(above));
        }
        Self { skeleton, roles, rotations: rest_rotations(skeleton) }
    }

    /// Whether an arm hangs from the joint, and the spine does not go on there.
    fn leads_to_arm(&self, joint: JointIndex) -> bool {
        let roles = self.skeleton.roles();
        let arms = Side::BOTH.into_iter().flat_map(|side| [Role::Clavicle(side), Role::UpperArm(side)]);
        self.skeleton.roles().role(joint) != Some(Role::Spine)
            && arms.filter_map(|role| roles.joint(role)).any(|arm| self.skeleton.is_below(arm, joint))
    }
}

fn reattached(skeleton: &Skeleton, skins: &[Skin], changes: &[Matrix3<f64>]) -> Result<Vec<Skin>> {
    let attach = |skin: &Skin| {
        let bind = BindPose::new(skeleton, skin).ok_or_else(|| {
            Error::invalid(format!("skin '{}'", skin.data().name), "a bind matrix cannot be inverted")
        })?;
        rebind(skeleton, skin.clone(), &bind, changes, Rebind::InPlace)
    };
    skins.iter().map(attach).collect()
}

/// A mesh that follows the bones keeps the shape of its feet, so its soles are what they were; one that was attached again tells
/// new ones; without a mesh the soles grow with the feet.
fn with_new_soles(
    old: &Skeleton,
    new: Skeleton,
    skins: &[Skin],
    skin: SkinScaling,
    factor: f64,
    notes: &mut Vec<Note>,
) -> Result<Skeleton> {
    if old.soles() == [None; 2] || (skin == SkinScaling::Follow && !skins.is_empty()) {
        return new.with_soles(old.soles());
    }
    if skins.is_empty() {
        return new.with_soles(old.scaled(factor).soles());
    }
    let (soles, found) = find_soles(&new, skins)?;
    notes.extend(found);
    new.with_soles(soles)
}

/// How much higher the root has to be where feet keep their size, while the height of ankles over the floor was scaled by `factor`. The
/// lowest of the sole is where it is then: toes move with the length of the foot.
fn lift_of_feet(old: &Skeleton, new: &Skeleton, skins: &[Skin], factor: f64) -> Result<f64> {
    let (rest_before, rest_after) = (rest_maps(old), rest_maps(new));
    let mut lifts = Vec::new();
    for side in Side::BOTH {
        let Some(foot) = old.roles().joint(Role::Foot(side)) else { continue };
        let mut places: Vec<[f64; 2]> = Vec::new();
        for skin in skins {
            let sole = sole_vertices(old, skin, side)?.vertices;
            let height = |rest: &[Affine], vertex| rest_place(rest, skin, vertex).y;
            places.extend(sole.into_iter().map(|v| [height(&rest_before, v), height(&rest_after, v)]));
        }
        if places.is_empty() {
            continue;
        }
        // Where the rest pose lies or sits, the bind pose told how high ankles are.
        let lift = if rest_stands(old) {
            let ankle = |rest: &[Affine], index: usize| {
                let floor = places.iter().map(|heights| heights[index]).fold(f64::INFINITY, f64::min);
                rest[foot.0].translation.y - floor
            };
            ankle(&rest_after, 1) - factor * ankle(&rest_before, 0)
        } else {
            old.sole(side).map_or(0.0, |sole| (1.0 - factor) * sole.ankle_height)
        };
        lifts.push(lift);
    }
    Ok(lifts.iter().sum::<f64>() / lifts.len().max(1) as f64)
}

/// Where a vertex is in a pose.
fn rest_place(rest: &[Affine], skin: &Skin, vertex: usize) -> Vec3 {
    let (data, (slots, weights)) = (skin.data(), skin.influences(vertex));
    let place = data.positions[vertex].cast();
    slots.iter().zip(weights).fold(Vec3::zeros(), |sum, (&slot, &weight)| {
        let slot = slot as usize;
        let bound = data.inverse_binds[slot].transform_point(&place);
        sum + rest[data.slot_joints[slot].0].transform_point(&bound) * f64::from(weight)
    })
}

/// From the lowest to the highest vertex of a rest pose that stands.
fn mesh_height(skeleton: &Skeleton, skins: &[Skin]) -> Option<f64> {
    let rest = rest_maps(skeleton);
    let all = skins.iter().flat_map(|skin| (0..skin.vertex_count()).map(move |vertex| (skin, vertex)));
    let heights = all.map(|(skin, vertex)| rest_place(&rest, skin, vertex).y);
    let (low, high) =
        heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)));
    (low < high && rest_stands(skeleton)).then_some(high - low)
}

fn scaled_clip(skeleton: &Skeleton, clip: &Clip, changes: &[Matrix3<f64>], lift: f64) -> Result<Clip> {
    let mut data = clip.clone().into_data();
    let up = Vec3::y() * lift;
    data.root_positions.iter_mut().for_each(|place| *place = changes[0] * *place + up);
    for track in &mut data.translations {
        track.values.iter_mut().for_each(|value| *value = changes[track.joint.0] * *value);
    }
    Clip::new(skeleton, data)
}
