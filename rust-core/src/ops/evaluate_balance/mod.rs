//! [`evaluate_balance`]: ways to find masses against each other, and clips before and after they were adapted and balanced.
//!
//! The method is described in docs/methods/balance.md, 7.

mod options;
mod parts;
mod report;

pub use options::{EvaluateBalanceOptions, MassMethod};
pub use report::{ClipEvaluation, EvaluateBalanceReport, MassDistance, PartMass, Spread, StageBalance};

use crate::declare::{Operation, Options};
use crate::error::{Error, Result};
use crate::kinematics::WorldPoses;
use crate::kinematics::momentum::Dynamics;
use crate::kinematics::support::LOADED;
use crate::math::Random;
use crate::model::{Clip, MassModel, MassSource, Note, Skeleton, Skin};
use crate::ops::measure_balance::episodes::find_other_supports;
use crate::ops::measure_balance::scene::{BalanceBody, JudgedClip, Judgement};
use crate::ops::measure_balance::{BalanceMeasures, BalanceScene, MeasureBalanceOptions, not_judged};
use crate::ops::progress::Progress;
use parts::{PARTS, PartMasses, PartedBody};
use std::ops::Range;

pub(crate) const OPERATION: Operation = Operation::new::<EvaluateBalanceOptions, EvaluateBalanceReport>(
    "Evaluate Balance",
    "Compare ways to find masses, and clips before and after they were adapted and balanced",
);

/// One version of a clip, with the character that wears it.
#[derive(Debug, Clone)]
pub struct BalanceTake<'a> {
    /// Its skeleton.
    pub skeleton: &'a Skeleton,
    /// Its clip.
    pub clip: &'a Clip,
    /// Its skins; may be none.
    pub skins: &'a [Skin],
    /// Plants, ground, loads and masses.
    pub scene: BalanceScene<'a>,
}

/// A clip to evaluate.
#[derive(Debug, Clone)]
pub struct BalanceCase<'a> {
    /// What it is called in the report.
    pub name: &'a str,
    /// The clip as it came: masses are compared on it.
    pub original: BalanceTake<'a>,
    /// The clip on another body, or with changed poses.
    pub adapted: Option<BalanceTake<'a>>,
    /// The adapted clip with its balance corrected.
    pub balanced: Option<BalanceTake<'a>>,
}

/// Compares ways to find the masses of a body, and clips before and after they were adapted and balanced.
///
/// Masses are compared by the distance between the zero moment points that they give. The versions of a clip are compared by the distance of
/// the zero moment point from what bears the body, over frames in which it can be judged: neither flights nor stretches in which something
/// else carries the body.
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::ops::evaluate_balance::{BalanceCase, BalanceTake, EvaluateBalanceOptions, evaluate_balance};
/// use surefoot::ops::measure_balance::BalanceScene;
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let walk = BalanceTake { skeleton: &skeleton, clip: &clip, skins: &skins, scene: BalanceScene::default() };
/// let cases = [BalanceCase { name: "walk", original: walk, adapted: None, balanced: None }];
/// let report = evaluate_balance(&cases, &EvaluateBalanceOptions::default(), &Progress::none())?;
/// println!("{}", report.summary());
/// assert!(report.masses.len() > 3);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] without clips; those of [`measure_balance`](crate::ops::measure_balance::measure_balance()); [`Error::Cancelled`].
pub fn evaluate_balance(
    cases: &[BalanceCase<'_>],
    options: &EvaluateBalanceOptions,
    progress: &Progress<'_>,
) -> Result<EvaluateBalanceReport> {
    options.validate()?;
    if cases.is_empty() {
        return Err(Error::invalid("clips", "there are none; give at least one clip to evaluate"));
    }
    let mut report = EvaluateBalanceReport::default();
    let mut parts: Vec<[PartMasses; 2]> = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        progress.report(index as f64 / cases.len() as f64)?;
        let evaluated = evaluate_case(case, options)?;
        report.clips.push(evaluated.clip);
        parts.extend(evaluated.parts);
        // The same is often true of many clips.
        for note in evaluated.notes {
            if !report.notes.contains(&note) {
                report.notes.push(note);
            }
        }
    }
    let stage = |of: fn(&ClipEvaluation) -> &Option<StageBalance>| {
        let all: Vec<StageBalance> = report.clips.iter().filter_map(|clip| *of(clip)).collect();
        let spreads: Vec<Spread> = all.iter().map(|stage| stage.outside).collect();
        let within = all.iter().map(|stage| stage.within_2cm).sum::<f64>() / all.len().max(1) as f64;
        (!all.is_empty()).then(|| StageBalance { outside: Spread::mean_of(&spreads), within_2cm: within })
    };
    (report.original, report.adapted, report.balanced) =
        (stage(|clip| &clip.original), stage(|clip| &clip.adapted), stage(|clip| &clip.balanced));
    for &method in MassMethod::ALL {
        let of = |clip: &ClipEvaluation| {
            clip.masses.iter().find(|masses| masses.method == method).map(|masses| masses.distance)
        };
        let spreads: Vec<Spread> = report.clips.iter().filter_map(of).collect();
        if !spreads.is_empty() {
            report.masses.push(MassDistance { method, distance: Spread::mean_of(&spreads) });
        }
    }
    if !parts.is_empty() {
        report.parts = PARTS.iter().enumerate().map(|(part, name)| part_mass(name, part, &parts)).collect();
    }
    progress.report(1.0)?;
    Ok(report)
}

fn part_mass(name: &str, part: usize, all: &[[PartMasses; 2]]) -> PartMass {
    let [reference, optimised] =
        [0, 1].map(|which| all.iter().map(|masses| masses[which][part]).collect::<Vec<f64>>());
    PartMass {
        part: name.to_owned(),
        reference: Spread::of(&reference).mean,
        optimised: Spread::of(&optimised),
    }
}

struct EvaluatedCase {
    clip: ClipEvaluation,
    /// Masses of the reference and the optimised ones.
    parts: Option<[PartMasses; 2]>,
    notes: Vec<Note>,
}

/// One version, judged.
struct JudgedTake {
    body: BalanceBody,
    poses: WorldPoses,
    judgement: Judgement,
    other_supports: Vec<Range<usize>>,
}

impl JudgedTake {
    fn new(take: &BalanceTake<'_>, source: MassSource, options: &EvaluateBalanceOptions) -> Result<Self> {
        let BalanceTake { skeleton, clip, skins, scene } = take;
        let measure = MeasureBalanceOptions::default()
            .masses(source)
            .cutoff(options.cutoff)
            .sole_margin(options.sole_margin);
        let JudgedClip { body, poses, judgement } = JudgedClip::new(skeleton, clip, skins, scene, &measure)?;
        let others = find_other_supports(skeleton, &poses, &judgement);
        let other_supports = others.into_iter().map(|other| other.frames).collect();
        Ok(Self { body, poses, judgement, other_supports })
    }

    /// Frames in which the zero moment point can be judged, but for those left out.
    fn frames(&self, left_out: &[Range<usize>]) -> Vec<usize> {
        let is_judged = |frame: &usize| {
            self.judgement.dynamics.load(*frame) > LOADED
                && self.judgement.distances[*frame].is_some()
                && !left_out.iter().any(|frames| frames.contains(frame))
        };
        self.judgement.judged_frames().filter(is_judged).collect()
    }

    fn balance(&self, frames: &[usize], left_out: &[Range<usize>]) -> Option<StageBalance> {
        let outside =
            |frame: &usize| self.judgement.distances[*frame].map_or(0.0, |distance| distance.max(0.0));
        let values: Vec<f64> = frames.iter().map(outside).collect();
        let within_2cm = BalanceMeasures::new(&self.judgement, left_out).within_2cm;
        (!values.is_empty()).then(|| StageBalance { outside: Spread::of(&values), within_2cm })
    }
}

fn evaluate_case(case: &BalanceCase<'_>, options: &EvaluateBalanceOptions) -> Result<EvaluatedCase> {
    let judged = |take: &BalanceTake<'_>, version: &str| {
        JudgedTake::new(take, options.reference, options).map_err(|error| match error {
            Error::Invalid { what, text } => {
                Error::Invalid { what: format!("'{}', {version}: {what}", case.name), text }
            }
            other => other,
        })
    };
    let original = judged(&case.original, "original")?;
    let later = |take: &Option<BalanceTake<'_>>, version: &str| {
        take.as_ref().map(|take| judged(take, version)).transpose()
    };
    let (adapted, balanced) = (later(&case.adapted, "adapted")?, later(&case.balanced, "balanced")?);
    // Versions of the same length are judged on the same frames.
    let takes = || [Some(&original), adapted.as_ref(), balanced.as_ref()].into_iter().flatten();
    let count = |take: &JudgedTake| take.judgement.distances.len();
    let is_even = takes().all(|take| count(take) == count(&original));
    let all: Vec<Range<usize>> = takes().flat_map(|take| take.other_supports.iter().cloned()).collect();
    let of_original = original.frames(&original.other_supports);
    let mut common = of_original.clone();
    takes().for_each(|take| {
        let frames = take.frames(&all);
        common.retain(|frame| frames.binary_search(frame).is_ok());
    });
    let balance = |take: &JudgedTake| match is_even {
        true => take.balance(&common, &all),
        false => take.balance(&take.frames(&take.other_supports), &take.other_supports),
    };
    let versions = [("adapted", adapted.as_ref()), ("balanced", balanced.as_ref())];
    let versions = || versions.iter().filter_map(|(name, take)| Some((*name, (*take)?)));
    let mut notes = original.body.notes.clone();
    for (name, take) in versions() {
        notes.extend(take.body.notes.iter().map(|note| note.clone().about(name)));
        if take.body.source != original.body.source {
            let word = |take: &JudgedTake| take.body.source.map_or("given", MassSource::name);
            let text = format!(
                "its masses are '{}', those of the original '{}'; a difference in balance may come from that",
                word(take),
                word(&original)
            );
            notes.push(Note::warning("masses-differ", text).about(name));
        }
    }
    if is_even && common.len() < of_original.len() {
        let text = format!(
            "{} of the {} frames of the original are judged: the others cannot be in all versions",
            common.len(),
            of_original.len()
        );
        notes.push(Note::info("frames-in-common", text).about(case.name));
    }
    let mut clip = ClipEvaluation {
        name: case.name.to_owned(),
        reference: original.body.source,
        mass: original.body.masses.total() - original.body.carried,
        frames: is_even.then_some(common.len()),
        original: balance(&original),
        adapted: adapted.as_ref().and_then(balance),
        balanced: balanced.as_ref().and_then(balance),
        masses: Vec::new(),
    };
    if !is_even {
        let text = "its versions have different numbers of frames; each is judged on its own";
        notes.push(Note::info("versions-differ", text).about(case.name));
    }
    if clip.original.is_none() {
        notes.push(not_judged(&original.judgement).about(case.name));
    }
    let parts = match options.compare_masses {
        true => compare_masses(case, &original, options, &mut clip.masses, &mut notes)?,
        false => None,
    };
    Ok(EvaluatedCase { clip, parts, notes })
}

/// The masses of every method against the reference. Returns the masses of the parts, in the reference and optimised.
fn compare_masses(
    case: &BalanceCase<'_>,
    reference: &JudgedTake,
    options: &EvaluateBalanceOptions,
    out: &mut Vec<MassDistance>,
    notes: &mut Vec<Note>,
) -> Result<Option<[PartMasses; 2]>> {
    let frames = reference.frames(&reference.other_supports);
    if frames.is_empty() {
        return Ok(None);
    }
    let BalanceTake { skeleton, skins, scene, .. } = &case.original;
    let distances = |masses: &MassModel| {
        let judged = &reference.judgement.dynamics;
        let dynamics = Dynamics::new(
            &reference.poses,
            masses,
            judged.frame_time,
            options.cutoff,
            judged.segments.clone(),
        );
        distances_between(&reference.judgement, dynamics, &frames)
    };
    let sources = [
        (MassMethod::Mesh, MassSource::Mesh),
        (MassMethod::Table, MassSource::Table),
        (MassMethod::Cylinders, MassSource::Cylinders),
        (MassMethod::Ellipsoids, MassSource::Ellipsoids),
    ];
    let own_scene = BalanceScene { masses: None, ..scene.clone() };
    for (method, source) in sources.into_iter().filter(|(_, source)| Some(*source) != reference.body.source) {
        if skins.is_empty() && source != MassSource::Table {
            continue;
        }
        let total = reference.body.masses.total() - reference.body.carried;
        // Against loads the body is as heavy as the reference.
        let measure =
            MeasureBalanceOptions::default().masses(source).mass(total).sole_margin(options.sole_margin);
        match BalanceBody::new(skeleton, skins, &own_scene, &measure) {
            Ok(body) => out.push(MassDistance { method, distance: Spread::of(&distances(&body.masses)) }),
            Err(error) => {
                let text = format!("masses by '{}' are not compared: {error}", method.name());
                notes.push(Note::info("masses-not-compared", text));
            }
        }
    }
    let body = PartedBody::new(skeleton, &reference.body.masses, scene.loads.len());
    let optimised = body.optimised(&reference.poses, &reference.judgement, options.cutoff, &frames)?;
    out.push(MassDistance {
        method: MassMethod::Optimised,
        distance: Spread::of(&distances(&body.with(&optimised)?)),
    });
    let mut random = Random::new(options.seed);
    let mut drawn = Vec::new();
    for _ in 0..options.draws {
        drawn.extend(distances(&body.with(&body.random(&mut random))?));
    }
    out.push(MassDistance { method: MassMethod::Random, distance: Spread::of(&drawn) });
    Ok(Some([body.given, optimised]))
}

/// How far the zero moment point of other masses is from that of the reference, in each frame in which both have one, metres.
fn distances_between(reference: &Judgement, dynamics: Dynamics, frames: &[usize]) -> Vec<f64> {
    let distance = |&frame: &usize| {
        let plane = reference.support.plane(frame);
        let given = reference.points[frame]?;
        let is_loaded = dynamics.load(frame) > LOADED;
        is_loaded.then(|| (dynamics.zero_moment_point(frame, &plane.origin, &plane.normal) - given).norm())
    };
    frames.iter().filter_map(distance).collect()
}
