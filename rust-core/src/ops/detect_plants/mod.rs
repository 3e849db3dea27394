//! `detect_plants`: when, and at which point, each foot stays put. One file for each step; method, sources and
//! bounds in `docs/methods/plants.md`.

mod confidence;
mod ends;
mod fault_model;
mod gathered;
mod glide;
mod hands;
mod noise;
mod options;
mod posture;
mod refine;
mod report;
mod slides;
mod smooth;
mod soles;
mod still;
mod stream;
mod support;
mod touches;
mod tracks;
mod velocity;

pub use options::DetectPlantsOptions;
pub(crate) use options::OPERATION;
pub use report::{
    DetectPlantsReport, DetectedPlants, FaultEstimate, Held, PlantFigures, Slide, Smoothing, Touch,
};
pub use stream::{PlantStream, StreamedPlants};

use crate::declare::Options;
use crate::error::Result;
use crate::model::{Clip, Ground, Skeleton};
use fault_model::{Evidence, Fault, FaultTrack, fit_fault, fit_legs};
use gathered::{GatheredPlants, Verdict};
use glide::Glide;
use refine::refine_root;
use std::ops::Range;
use still::{find_still, residual_squared};
use support::{Candidate, Heights, Support, rest_height};
use tracks::{Tracks, quantile, runs, runs_in_segments};
use velocity::Velocities;

/// Share of a treadmill's speed by which a foot on it may differ.
const CONVEYOR_TOLERANCE: f64 = 0.3;

/// Finds the plants of both feet: the intervals in which ankle and toe joints stay put and carry the body, although the clip
/// may drift, skate or be noisy. Nothing needs to be set.
///
/// Works on the joints that the skeleton's roles name; a rig without toes gets an estimated toe point. All limits scale
/// with the leg, so units do not matter. `ground` makes the choice between a planted and a lifted foot exact where
/// it is known; without it no floor is assumed, and stairs and slopes are fine. The plants of one point do not overlap;
/// positions are left to the operation that uses them. Clips of fewer than 8 frames are judged by speed alone.
///
/// ```
/// use surefoot::model::BodyPoint;
/// use surefoot::{DetectPlantsOptions, detect_plants};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
/// # let clip = &walk.clip;
///
/// let found = detect_plants(&skeleton, clip, None, &DetectPlantsOptions::default())?;
/// let toe = BodyPoint::from_name("left_toe").expect("a point of the body");
/// // The walk is generated, so the truth is known.
/// let (found, truth) = (found.plants.flags(toe), walk.plants.flags(toe));
/// let agree = found.iter().zip(&truth).filter(|(a, b)| a == b).count();
/// assert!(agree * 10 > clip.frame_count() * 9);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`](crate::Error::OptionOutOfRange) for an option outside its range,
/// [`Error::MissingRoles`](crate::Error::MissingRoles) if no foot is known, [`Error::Length`](crate::Error::Length) if
/// the clip is not of this skeleton.
pub fn detect_plants(
    skeleton: &Skeleton,
    clip: &Clip,
    ground: Option<&Ground>,
    options: &DetectPlantsOptions,
) -> Result<DetectedPlants> {
    options.validate()?;
    let mut tracks = Tracks::new(skeleton, clip, ground, options)?;
    let still_speed = |tracks: &Tracks| options.still_speed * tracks.scale;
    let mut motion = FootMotion::new(&tracks, still_speed(&tracks), options.fit_fault);
    let glide = options
        .hold_gliding
        .then(|| Glide::recognise(&tracks, &motion.velocities, &motion.points, motion.still_speed))
        .flatten();
    // Motion copied to other legs is judged on the legs that it was made for. Feet that glide stand on no legs.
    let legs = match (&glide, &motion.evidence) {
        (None, Some(evidence)) => fit_legs(&tracks, &motion.velocities, evidence, motion.fault.from_rest),
        _ => None,
    };
    if let Some(legs) = legs {
        tracks.lengthen_legs(legs.growth_beside_drift);
        motion = FootMotion::new(&tracks, still_speed(&tracks), true);
    }
    let FootMotion { mut velocities, mut fault, mut faults, mut still_speed, mut points, .. } = motion;
    let mut min_seconds = options.min_seconds;
    if let Some(glide) = &glide {
        still_speed = glide.limits.still_speed;
        velocities = Velocities::new(&tracks);
        if options.fit_fault {
            let evidence = Evidence::new(&tracks, &velocities, glide::FIT_SHARE * still_speed);
            fault = evidence.map_or_else(FaultTrack::none, |evidence| fit_fault(&tracks, &evidence));
        }
        fault.conveyor_speed = 0.0;
        faults = fault.per_frame(tracks.frame_count);
        refine_root(&tracks, &mut velocities, &faults, still_speed);
        points = still_points(&tracks, &velocities, &faults, still_speed, Some(glide));
        min_seconds = min_seconds.max(glide::MIN_SECONDS);
    }

    let mut found = GatheredPlants::default();
    let mut planted = support_feet(&tracks, &points, &mut found);
    for (limb, planted) in tracks.limbs.iter().zip(&mut planted) {
        let heights = [limb.heights[0].as_slice(), limb.heights[1].as_slice()];
        posture::trim_by_posture(heights, planted, &tracks);
        planted.iter_mut().for_each(|flags| posture::drop_short(flags, min_seconds, &tracks));
    }
    // Slides are judged by what is still beyond doubt, and then lose the frames that plants have taken in.
    let sure: Vec<[Vec<bool>; 2]> = planted
        .iter()
        .zip(&points)
        .map(|(planted, points)| {
            [0, 1].map(|w| planted[w].iter().zip(&points[w].strictly_still).map(|(a, b)| *a && *b).collect())
        })
        .collect();
    let mut slides = find_all_slides(&tracks, &velocities, &faults, &sure, still_speed);
    for slide in &mut slides {
        let index = tracks.limbs[..tracks.foot_count].iter().position(|limb| limb.side == slide.side);
        let Some(toe) = index.map(|index| &planted[index][1]) else { continue };
        while !slide.frames.is_empty() && toe[slide.frames.end - 1] {
            slide.frames.end -= 1;
        }
        while !slide.frames.is_empty() && toe[slide.frames.start] {
            slide.frames.start += 1;
        }
    }
    slides.retain(|slide| !slide.frames.is_empty());
    // Anything low is slow by a widened limit.
    let touch_speed = if glide.is_some() { glide::TOUCH_SHARE * still_speed } else { still_speed };
    let touches = find_all_touches(&tracks, &points, &planted, &slides, touch_speed);
    let feet_planted = planted.len();
    for hand in hands::hand_plants(&tracks, &points, &planted, min_seconds, still_speed) {
        found.add_hand(planted.len(), &hand, &planted[..feet_planted], &tracks);
        planted.push(hand.planted);
    }
    let soles = soles::sole_plants(&tracks, &points, &planted[..feet_planted], min_seconds);
    for sole in soles {
        found.add_sole(planted.len(), &sole, &tracks);
        planted.push(sole);
    }
    for (index, limb) in tracks.limbs.iter().enumerate() {
        for which in 0..2 {
            for frames in runs_in_segments(&planted[index][which], &tracks.segments) {
                let verdict = found.verdict_of(index, which, &frames);
                found.add_plant(limb.point(which), frames, verdict, &points[index][which], limb, which);
            }
        }
    }
    if options.use_touches && glide.is_none() {
        for (index, frames) in brief_stances(&tracks, &planted, &touches, min_seconds) {
            let limb = &tracks.limbs[index];
            found.add_plant(limb.point(1), frames, Verdict::TOUCH, &points[index][1], limb, 1);
        }
    }
    let mut out = found.finish(&tracks, &velocities, &fault, &planted, still_speed, touches, slides)?;
    out.report.leg_growth = legs.map(|legs| legs.growth);
    out.report.notes.extend(legs.map(|legs| legs.note()));
    out.report.notes.extend(glide.map(|glide| glide.note()));
    Ok(out)
}

/// How the feet move once the fault is taken away.
struct FootMotion {
    velocities: Velocities,
    /// What the fault was fitted to; none where nothing is fitted.
    evidence: Option<Evidence>,
    fault: FaultTrack,
    /// The fault of each frame.
    faults: Vec<Fault>,
    /// Metres per second below which a point is still.
    still_speed: f64,
    points: Vec<[PointMotion; 2]>,
}

impl FootMotion {
    fn new(tracks: &Tracks, still_speed: f64, fits_fault: bool) -> Self {
        let mut velocities = Velocities::new(tracks);
        let evidence = fits_fault.then(|| Evidence::new(tracks, &velocities, still_speed)).flatten();
        let fault = evidence.as_ref().map_or_else(FaultTrack::none, |evidence| fit_fault(tracks, evidence));
        // Feet of a walk on the spot are keyed by hand and keep the treadmill's speed only roughly.
        let still_speed = still_speed.max(CONVEYOR_TOLERANCE * fault.conveyor_speed);
        let faults = fault.per_frame(tracks.frame_count);
        refine_root(tracks, &mut velocities, &faults, still_speed);
        let points = still_points(tracks, &velocities, &faults, still_speed, None);
        Self { velocities, evidence, fault, faults, still_speed, points }
    }
}

/// Shorter stretches between cuts hold no motion to judge.
const MIN_SEGMENT_FRAMES: usize = 3;

/// What a point does once the fault is taken away.
struct PointMotion {
    /// Residual speed in space, metres per second.
    speeds: Vec<f64>,
    still: Vec<bool>,
    /// Still before gaps were bridged and ends extended, with the frame of release.
    strictly_still: Vec<bool>,
}

fn still_points(
    tracks: &Tracks,
    velocities: &Velocities,
    faults: &[Fault],
    still_speed: f64,
    glide: Option<&Glide>,
) -> Vec<[PointMotion; 2]> {
    velocities
        .limbs
        .iter()
        .enumerate()
        .map(|(index, limb)| {
            let mut standing = glide
                .filter(|_| index < tracks.foot_count)
                .map(|glide| glide.find_standing(index, limb, velocities, faults, tracks));
            [0, 1].map(|which| {
                let squared = residual_squared(&limb[which], velocities, faults);
                let mut still = match &mut standing {
                    Some(standing) => std::mem::take(&mut standing[which]),
                    None => find_still(&squared, still_speed, tracks),
                };
                let speeds: Vec<f64> = squared.into_iter().map(f64::sqrt).collect();
                let ways = (&tracks.limbs[index].paths[which], &limb[which]);
                let move_in = |gap| ends::move_in(gap, ways, velocities, faults, tracks);
                let mut strictly_still = still.clone();
                ends::extend_ends(&mut strictly_still, &speeds, 0.0, tracks);
                ends::bridge_gaps(&mut still, &speeds, still_speed, move_in, tracks);
                ends::reach_ends(&mut still, &speeds, still_speed, move_in, tracks);
                ends::extend_ends(&mut still, &speeds, still_speed, tracks);
                // A pose put before the motion stands still by itself: too short to tell, and not to be pinned.
                for segment in tracks.segments.iter().filter(|s| s.len() < MIN_SEGMENT_FRAMES) {
                    if tracks.segments.len() > 1 {
                        still[segment.clone()].fill(false);
                    }
                }
                PointMotion { speeds, still, strictly_still }
            })
        })
        .collect()
}

/// Flags per foot and point of the still intervals that carry the body; the others go to `found.held`.
fn support_feet(
    tracks: &Tracks,
    points: &[[PointMotion; 2]],
    found: &mut GatheredPlants,
) -> Vec<[Vec<bool>; 2]> {
    let feet = &tracks.limbs[..tracks.foot_count];
    let either: Vec<Vec<bool>> = points[..tracks.foot_count]
        .iter()
        .map(|[rear, front]| rear.still.iter().zip(&front.still).map(|(a, b)| *a || *b).collect())
        .collect();
    let mut scratch = Vec::new();
    let mut out = Vec::with_capacity(tracks.foot_count);
    for (index, limb) in feet.iter().enumerate() {
        let mut planted = [0, 1].map(|_| vec![false; tracks.frame_count]);
        let other = (0..tracks.foot_count).find(|&i| i != index);
        for which in 0..2 {
            let still = &points[index][which].still;
            let heights = Heights::new(&limb.heights[which]);
            let candidate = Candidate {
                heights: &heights,
                root_heights: &tracks.root.y,
                other: other.map(|o| (either[o].as_slice(), feet[o].heights[which].as_slice())),
                rest_height: tracks
                    .has_ground
                    .then(|| rest_height(&limb.heights[which], still, tracks.scale)),
            };
            for frames in runs_in_segments(still, &tracks.segments) {
                match candidate.judge(&frames, tracks, &mut scratch) {
                    Support::Held => found.held.push(Held { point: limb.point(which), frames }),
                    support => {
                        planted[which][frames.clone()].fill(true);
                        found.add_verdict(index, which, frames, Verdict::of(support));
                    }
                }
            }
        }
        out.push(planted);
    }
    out
}

/// Toe plants of both feet in frame order, with their mean heights.
fn toe_plants(tracks: &Tracks, planted: &[[Vec<bool>; 2]]) -> Vec<(Range<usize>, f64)> {
    let mut out = Vec::new();
    for (limb, planted) in tracks.limbs.iter().zip(planted).take(tracks.foot_count) {
        for frames in runs(&planted[1]) {
            let sum: f64 = limb.heights[1][frames.clone()].iter().sum();
            let height = sum / frames.len() as f64;
            out.push((frames, height));
        }
    }
    out.sort_by_key(|(frames, _)| frames.start);
    out
}

/// Foot index and slowest frames of each touch that is a stance of its own.
fn brief_stances(
    tracks: &Tracks,
    planted: &[[Vec<bool>; 2]],
    touches: &[Touch],
    min_seconds: f64,
) -> Vec<(usize, Range<usize>)> {
    let feet = &tracks.limbs[..tracks.foot_count];
    let plants = touches::FloorPlants::new(toe_plants(tracks, planted));
    let mut toes: Vec<f64> = feet.iter().flat_map(|limb| limb.heights[1].iter().copied()).collect();
    let lowest = quantile(&mut toes, 0.02).unwrap_or(0.0);
    let mut out = Vec::new();
    for (index, limb) in feet.iter().enumerate() {
        let mut other_down = vec![false; tracks.frame_count];
        for flags in planted.iter().take(tracks.foot_count).enumerate().filter(|(i, _)| *i != index) {
            for t in 0..tracks.frame_count {
                other_down[t] |= flags.1[0][t] || flags.1[1][t];
            }
        }
        for touch in touches.iter().filter(|touch| touch.side != limb.side) {
            other_down[touch.frames.clone()].fill(true);
        }
        let stance =
            touches::Stance { heights: &limb.heights[1], plants: &plants, lowest, other_down: &other_down };
        let own = touches.iter().filter(|touch| touch.side == limb.side && !touch.has_plant);
        for frames in own.map(|touch| touch.slowest.clone()) {
            let is_long_enough = frames.len() as f64 * tracks.dt >= min_seconds - 1e-9;
            if is_long_enough && stance.is_brief_stance(&frames, tracks) {
                out.push((index, frames));
            }
        }
    }
    out
}

fn find_all_slides(
    tracks: &Tracks,
    velocities: &Velocities,
    faults: &[Fault],
    planted: &[[Vec<bool>; 2]],
    still_speed: f64,
) -> Vec<Slide> {
    let toe_plants = toe_plants(tracks, planted);
    let Some(floor) = slides::floor_heights(&toe_plants, tracks.frame_count) else { return Vec::new() };
    let mut out = Vec::new();
    for (index, limb) in tracks.limbs.iter().enumerate().take(tracks.foot_count) {
        let v = &velocities.limbs[index][1];
        let level_speed: Vec<f64> = faults
            .iter()
            .enumerate()
            .map(|(t, fault)| {
                let x = v.x[t] - fault.c * velocities.root.x[t] - fault.dx;
                let z = v.z[t] - fault.c * velocities.root.z[t] - fault.dz;
                x.hypot(z)
            })
            .collect();
        let toe = slides::SlidingToe {
            heights: &limb.heights[1],
            floor: &floor,
            vertical_speed: &v.y,
            level_speed: &level_speed,
            planted: &planted[index][1],
            other: (0..tracks.foot_count)
                .find(|&i| i != index)
                .map(|i| (&planted[i], tracks.limbs[i].heights[1].as_slice())),
        };
        for frames in slides::find_slides(&toe, still_speed, tracks) {
            let speed = level_speed[frames.clone()].iter().sum::<f64>() / frames.len() as f64;
            out.push(Slide { side: limb.side, frames, speed });
        }
    }
    out.sort_by_key(|slide| slide.frames.start);
    out
}

fn find_all_touches(
    tracks: &Tracks,
    points: &[[PointMotion; 2]],
    planted: &[[Vec<bool>; 2]],
    slides: &[Slide],
    still_speed: f64,
) -> Vec<Touch> {
    let mut out = Vec::new();
    for (index, limb) in tracks.limbs.iter().enumerate().take(tracks.foot_count) {
        let speeds = &points[index][1].speeds;
        let toe_planted = &planted[index][1];
        let own_slides: Vec<Range<usize>> =
            slides.iter().filter(|slide| slide.side == limb.side).map(|slide| slide.frames.clone()).collect();
        let found = touches::find_touches(limb, speeds, toe_planted, &own_slides, still_speed, tracks);
        out.extend(found.into_iter().map(|frames| Touch {
            side: limb.side,
            slowest: touches::slowest_part(&frames, speeds, still_speed),
            has_plant: frames.clone().any(|t| toe_planted[t]),
            frames,
        }));
    }
    out.sort_by_key(|touch| touch.frames.start);
    out
}
