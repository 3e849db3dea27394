//! [`BalanceBody`]: what weighs and what carries; [`Judgement`]: one clip judged with it.

use super::MeasureBalanceOptions;
use super::sole_widths::sole_widths;
use crate::declare::Options;
use crate::error::{Error, Result, check_length};
use crate::kinematics::cuts::pose_segments;
use crate::kinematics::forward::pose_clip;
use crate::kinematics::masses::mesh::masses_from_mesh;
use crate::kinematics::masses::table::{expected_mass, masses_from_table};
use crate::kinematics::masses::volumes::masses_of_volumes;
use crate::kinematics::momentum::{Dynamics, cutoff_limits};
use crate::kinematics::support::bearing::{low_points, point_positions, point_speeds};
use crate::kinematics::support::floor::PointTracks;
use crate::kinematics::support::{FloorModel, Support, SupportPoint, SupportRules, support_points};
use crate::kinematics::{WorldPoses, reference_leg};
use crate::math::Vec3;
use crate::model::{
    Clip, Ground, Load, MassModel, MassSource, Note, Plants, Role, Side, Skeleton, Skin, VolumeKind,
};
use crate::ops::detect_plants::{DetectPlantsOptions, detect_plants};
use crate::ops::fit_body::{FitBodyOptions, fit_body};

/// What balance depends on besides the clip. All of it may be left out.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct BalanceScene<'a> {
    /// Plants of the clip; found where they are needed, which is on steps.
    pub plants: Option<&'a Plants>,
    /// What the character stands on; else where feet stand is the floor.
    pub ground: Option<&'a Ground>,
    /// What the character carries.
    pub loads: &'a [Load],
    /// The masses of the body, instead of those that the options ask for.
    pub masses: Option<&'a MassModel>,
}

/// Below this load the zero moment point is not judged: it runs away as the load vanishes.
pub(crate) const JUDGED_LOAD: f64 = 0.05;
/// So much at either end is not judged, seconds: smoothing has nothing to lean on there.
const ENDS: f64 = 0.2;

/// The lightest body that can be asked for, kilograms, and the lowest cut-off, Hz.
const LEAST_MASS: f64 = 0.1;
const LEAST_CUTOFF: f64 = 0.1;

/// What weighs and what carries.
#[derive(Debug, Clone)]
pub(crate) struct BalanceBody {
    pub(crate) masses: MassModel,
    /// `None` where the masses were given.
    pub(crate) source: Option<MassSource>,
    /// Kilograms that are carried.
    pub(crate) carried: f64,
    pub(crate) points: Vec<SupportPoint>,
    /// Leg against the reference leg.
    pub(crate) scale: f64,
    pub(crate) notes: Vec<Note>,
}

impl BalanceBody {
    pub(crate) fn new(
        skeleton: &Skeleton,
        skins: &[Skin],
        scene: &BalanceScene<'_>,
        options: &MeasureBalanceOptions,
    ) -> Result<Self> {
        skins.iter().try_for_each(|skin| skin.check_skeleton(skeleton))?;
        skeleton.roles().require([Role::Foot(Side::Left), Role::Foot(Side::Right)])?;
        check_gap("mass", options.mass, LEAST_MASS, 100_000)?;
        check_gap("cutoff", options.cutoff, LEAST_CUTOFF, 100)?;
        let mut notes = Vec::new();
        let (masses, source) = match scene.masses {
            Some(masses) => {
                masses.check_skeleton(skeleton)?;
                (masses.clone(), None)
            }
            None => {
                let (masses, source) = find_masses(skeleton, skins, options.masses, &mut notes)?;
                (masses, Some(source))
            }
        };
        let masses = if options.mass > 0.0 { masses.with_total(options.mass)? } else { masses };
        let masses = masses.with_loads(skeleton, scene.loads)?;
        let carried = scene.loads.iter().fold(0.0, |sum, load| sum + load.mass);
        let points = support_points(skeleton, &sole_widths(skeleton, skins)?, options.sole_margin);
        let scale = reference_leg::scale_of(skeleton);
        Ok(Self { carried, masses, source, points, scale, notes })
    }
}

/// The masses that are asked for, and what they follow from in the end.
fn find_masses(
    skeleton: &Skeleton,
    skins: &[Skin],
    source: MassSource,
    notes: &mut Vec<Note>,
) -> Result<(MassModel, MassSource)> {
    let volumes = |kind: VolumeKind| -> Result<MassModel> {
        let fitted = fit_body(skeleton, skins, &FitBodyOptions::default().kind(kind))?;
        MassModel::of_body(masses_of_volumes(&fitted.body))
    };
    match source {
        MassSource::Cylinders => return Ok((volumes(VolumeKind::Cylinder)?, source)),
        MassSource::Ellipsoids => return Ok((volumes(VolumeKind::Ellipsoid)?, source)),
        MassSource::Table => {}
        MassSource::Auto | MassSource::Mesh => match masses_from_mesh(skeleton, skins) {
            Some(segments) => return Ok((MassModel::of_body(segments)?, MassSource::Mesh)),
            None if source == MassSource::Mesh => {
                let text = "no mesh that encloses a body; take the masses from the table";
                return Err(Error::invalid("masses", text));
            }
            None if !skins.is_empty() => {
                let text = "the mesh encloses nothing that could be a body; the masses are those of the average adult";
                notes.push(Note::warning("open-mesh", text));
            }
            None => {}
        },
    }
    let segments = masses_from_table(skeleton);
    if segments.is_empty() {
        skeleton.roles().require([Role::Pelvis, Role::Thigh(Side::Left), Role::Thigh(Side::Right)])?;
    }
    let model = MassModel::of_body(segments)?;
    // Segments of missing limbs are left out; the body is as heavy as if it had them.
    Ok((model.with_total(expected_mass(skeleton))?, MassSource::Table))
}

/// Refuses what is neither 0 nor large enough to mean something.
fn check_gap(option: &str, value: f64, least: f64, most: u32) -> Result<()> {
    if value <= 0.0 || value >= least {
        return Ok(());
    }
    Err(Error::OptionOutOfRange {
        option: option.to_owned(),
        value: value.to_string(),
        allowed: format!("0, or {least} to {most}"),
    })
}

/// Feet that are nowhere.
fn no_foot(skeleton: &Skeleton, clip: &Clip) -> Error {
    let feet = Side::BOTH.map(|side| skeleton.roles().joint(Role::Foot(side)));
    let names: Vec<&str> = feet.into_iter().flatten().map(|joint| skeleton.name(joint)).collect();
    let text = format!(
        "the feet {} are in no frame of '{}' at a place that can be told; give the ground that they stand on",
        names.join(" and "),
        clip.name()
    );
    Error::invalid("balance", text)
}

/// A cut-off that does nothing at this frame rate, or no more than another would.
fn note_of_cutoff(cutoff: f64, frame_time: f64) -> Option<Note> {
    let [lowest, highest] = cutoff_limits(frame_time);
    let text = if cutoff >= highest {
        format!(
            "a cut-off of {cutoff} Hz smooths nothing: it is at or above half of the frame rate, {highest:.1} Hz"
        )
    } else if cutoff > 0.0 && cutoff < lowest {
        format!(
            "a cut-off of {cutoff} Hz smooths as much as one of {lowest:.2} Hz, the most at this frame rate"
        )
    } else {
        return None;
    };
    Some(Note::info("cutoff-limited", text))
}

/// A clip, checked, posed and judged.
#[derive(Debug)]
pub(crate) struct JudgedClip {
    pub(crate) body: BalanceBody,
    pub(crate) poses: WorldPoses,
    pub(crate) judgement: Judgement,
}

impl JudgedClip {
    pub(crate) fn new(
        skeleton: &Skeleton,
        clip: &Clip,
        skins: &[Skin],
        scene: &BalanceScene<'_>,
        options: &MeasureBalanceOptions,
    ) -> Result<Self> {
        options.validate()?;
        clip.check_skeleton(skeleton)?;
        if let Some(plants) = scene.plants {
            check_length("frames of the plants", clip.frame_count(), plants.frame_count())?;
        }
        let mut body = BalanceBody::new(skeleton, skins, scene, options)?;
        body.notes.extend(note_of_cutoff(options.cutoff, clip.frame_time()));
        let poses = pose_clip(skeleton, clip);
        let judgement =
            Judgement::new(skeleton, clip, &poses, &body, scene, clip.frame_time(), options.cutoff)?;
        Ok(Self { body, poses, judgement })
    }
}

/// One clip judged: forces, what carries them, and where they act.
#[derive(Debug, Clone)]
pub(crate) struct Judgement {
    pub(crate) dynamics: Dynamics,
    pub(crate) support: Support,
    /// Zero moment point; `None` where the load is too small.
    pub(crate) points: Vec<Option<Vec3>>,
    /// Signed distance to the area; `None` where nothing is judged.
    pub(crate) distances: Vec<Option<f64>>,
    /// Plants that had to be found to tell steps from feet that are held up.
    pub(crate) found_plants: Option<Plants>,
}

impl Judgement {
    /// `plants` are those that were given or found, for floors with steps.
    pub(crate) fn new(
        skeleton: &Skeleton,
        clip: &Clip,
        poses: &WorldPoses,
        body: &BalanceBody,
        scene: &BalanceScene<'_>,
        frame_time: f64,
        cutoff: f64,
    ) -> Result<Self> {
        let segments = pose_segments(skeleton, poses, frame_time);
        let dynamics = Dynamics::new(poses, &body.masses, frame_time, cutoff, segments);
        let points = low_points(poses, &body.points, body.scale);
        let positions = point_positions(poses, points);
        let speeds = point_speeds(&positions, points.len(), frame_time);
        let tracks = PointTracks { points, positions: &positions, speeds: &speeds, scale: body.scale };
        let mut found = None;
        let floor = match scene.ground {
            Some(ground) => FloorModel::Ground(ground),
            // Nothing stands anywhere in a clip without frames.
            None if poses.frame_count() == 0 => {
                FloorModel::Level { heights: vec![0.0; points.len()], floor: 0.0 }
            }
            None => match FloorModel::level(&tracks) {
                Some(floor) => floor,
                None => {
                    if scene.plants.is_none() {
                        let options = DetectPlantsOptions::default();
                        found = Some(detect_plants(skeleton, clip, None, &options)?.plants);
                    }
                    let plants = scene.plants.or(found.as_ref());
                    let floor = plants.and_then(|plants| FloorModel::from_plants(&tracks, plants));
                    let floor = floor.or_else(|| FloorModel::lowest(&tracks));
                    floor.ok_or_else(|| no_foot(skeleton, clip))?
                }
            },
        };
        let rules = SupportRules { plants: scene.plants.or(found.as_ref()), ground: scene.ground };
        let support = Support::new(&tracks, &floor, &dynamics, &rules);
        let mut judgement = Self {
            dynamics,
            support,
            points: Vec::with_capacity(poses.frame_count()),
            distances: Vec::with_capacity(poses.frame_count()),
            found_plants: found,
        };
        judgement.judge();
        Ok(judgement)
    }

    /// Puts the zero moment points and their distances in place of those that are there.
    pub(crate) fn judge(&mut self) {
        self.points.clear();
        self.distances.clear();
        for frame in 0..self.dynamics.centre.len() {
            let plane = self.support.plane(frame);
            let segment = self.dynamics.segment(frame);
            let is_told = self.dynamics.load(frame) > JUDGED_LOAD
                && segment.len() >= 3
                && !self.is_beside_cut(frame, &segment);
            let point = is_told.then(|| self.dynamics.zero_moment_point(frame, &plane.origin, &plane.normal));
            self.distances.push(point.and_then(|point| self.support.distance(frame, &point)));
            self.points.push(point);
        }
    }

    /// Smoothing has nothing to lean on there either.
    fn is_beside_cut(&self, frame: usize, segment: &std::ops::Range<usize>) -> bool {
        let reach = ((ENDS / self.dynamics.frame_time).round() as usize).min(segment.len() / 4);
        let is_after = segment.start > 0 && frame < segment.start + reach;
        is_after || (segment.end < self.dynamics.centre.len() && frame + reach >= segment.end)
    }

    /// The frames that count: not those at the ends.
    pub(crate) fn judged_frames(&self) -> std::ops::Range<usize> {
        let frames = self.dynamics.centre.len();
        let ends = (ENDS / self.dynamics.frame_time).round() as usize;
        // A short clip is judged all the same, in its middle.
        let ends = ends.min(frames / 4);
        ends..frames - ends
    }
}
