//! [`FootskateStream`]: cleanup frame by frame with a fixed delay (Kovar 2004, 3.2; docs/methods/footskate.md, 3).
//!
//! Four stages follow each other at fixed distances behind the newest frame: plants and doubly planted feet (L1
//! frames behind), targets and root placement (L2 more), smoothed root and solved limbs (L3 more), dissipation and
//! output (L4 more). All memory is allocated when the stream is made.

mod frame;
mod ground;
mod path;
mod sides;
mod stages;

pub use frame::{PlantState, StreamFrame};

use super::limbs::loose_foot;
use super::options::RemoveFootskateOptions;
use crate::declare::Options;
use crate::error::{Error, Result};
use crate::kinematics::forward::{compose_frame, compose_joint};
use crate::kinematics::limb::bend::Bend;
use crate::kinematics::limb::ik::{PlacedLimb, PosedLimb};
use crate::kinematics::limb::sides::{own_axis, side_of};
use crate::kinematics::limb::{Limb, LimbKind, find_limbs, longest_leg};
use crate::kinematics::{AttachedPoint, BodyPoints};
use crate::math::{Quat, Vec3};
use crate::model::clip::check_frame_rate;
use crate::model::{BodyPoint, Ground, PointKind, Side, Skeleton};

/// Tips per foot or hand: rear (ankle, heel, wrist) and front (toe, toe tip, fingertips).
const TIPS: usize = 2;

#[derive(Debug, Clone, Copy)]
struct LimbRecord {
    posed: PosedLimb,
    bend: Bend,
    /// World vectors from the end joint to the four points, rear ones first.
    points: [Vec3; 2 * TIPS],
    /// Which of them each tip is.
    slots: [usize; TIPS],
    /// Vectors from the end joint to the tips.
    arms: [Vec3; TIPS],
    planted: [bool; TIPS],
    given: [Option<Vec3>; TIPS],
    places: [Option<Vec3>; TIPS],
    /// Turn of a doubly planted end.
    turn: Vec3,
    target: Vec3,
    target_rotation: Quat,
    /// Local adjustments as rotation vectors: base, mid, end; and scale minus one.
    adjusted: [Vec3; 3],
    stretch: f64,
}

impl LimbRecord {
    fn state(&self) -> usize {
        usize::from(self.planted[0]) + usize::from(self.planted[1])
    }
}

#[derive(Debug, Clone)]
struct Record {
    input: StreamFrame,
    positions: Vec<Vec3>,
    rotations: Vec<Quat>,
    limbs: Vec<LimbRecord>,
    wanted_root: Vec3,
    root: Vec3,
}

/// A cleanup that takes one frame and gives one frame, [`Self::delay`] pushes later.
///
/// ```
/// use surefoot::RemoveFootskateOptions;
/// use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
/// # let (clip, plants) = (walk.clip, walk.plants);
///
/// let mut stream = FootskateStream::new(&skeleton, clip.frame_rate(), None, &RemoveFootskateOptions::default())?;
/// let mut cleaned = 0;
/// for frame in 0..clip.frame_count() {
///     let planted = plants.iter().filter(|p| p.frames.contains(&frame));
///     let planted: Vec<_> = planted.map(|p| PlantState { point: p.point, position: None }).collect();
///     let pushed = StreamFrame::from_clip(&skeleton, &clip, frame)?;
///     cleaned += usize::from(stream.push(&pushed, &planted)?.is_some());
/// }
/// assert_eq!(cleaned, clip.frame_count() - stream.delay());
/// while stream.flush().is_some() {
///     cleaned += 1;
/// }
/// assert_eq!(cleaned, clip.frame_count());
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct FootskateStream {
    skeleton: Skeleton,
    parents: Vec<usize>,
    limbs: Vec<Limb>,
    tips: Vec<[Option<(PointKind, AttachedPoint)>; 4]>,
    /// Height over the ground at which each of them stands on a flat foot, metres.
    standing: Vec<[f64; 4]>,
    ground: Option<Ground>,
    lengths: [usize; 4],
    /// How far back each stage's fades reach, frames.
    reach_back: usize,
    frame_time: f64,
    /// Length of the longest leg, 0 without one.
    leg_length: f64,
    /// Whether the root is repaired on the way in.
    is_live: bool,
    repairs_noise: bool,
    repairs_path: bool,
    live: path::LivePath,
    /// Planted points of the frame that comes in, and the limbs' upper ends.
    incoming: Vec<[Option<Vec3>; 4]>,
    hips: Vec<Vec3>,
    kernel: Vec<f64>,
    damping: f64,
    max_stretch: f64,
    swivel: f64,
    ring: Vec<Record>,
    received: usize,
    staged: usize,
    is_ended: bool,
    turns: Vec<f64>,
    /// The hinge of each limb on the newest frame.
    hinges: Vec<Option<Vec3>>,
    held: Vec<Option<usize>>,
    output: StreamFrame,
    missed: usize,
}

impl FootskateStream {
    /// Makes a stream for clips of this skeleton at `frame_rate`. Reads `delay`, `window`, `damping_angle`, `max_stretch`,
    /// `swivel`, `denoise` and `fit_root_path` of the options. With `ground`, feet and hands stay out of it.
    ///
    /// With an `anchor_window` the stream does what the windowed solver does: it is behind by that and three windows,
    /// and `delay`, `denoise` and `fit_root_path` are not read.
    ///
    /// # Errors
    /// [`Error::OptionOutOfRange`]; [`Error::MissingRoles`] if there is neither a leg nor an arm; [`Error::Invalid`]
    /// for a frame rate that no clip can have, or a skeleton with scaled joints.
    pub fn new(
        skeleton: &Skeleton,
        frame_rate: f64,
        ground: Option<&Ground>,
        options: &RemoveFootskateOptions,
    ) -> Result<Self> {
        Self::build(skeleton, frame_rate, ground, options, options.anchor_window <= 0.0)
    }

    /// As [`Self::new`]; a stream that is not live has the four windows of its options and leaves the root's path alone.
    pub(super) fn build(
        skeleton: &Skeleton,
        frame_rate: f64,
        ground: Option<&Ground>,
        options: &RemoveFootskateOptions,
        is_live: bool,
    ) -> Result<Self> {
        options.validate()?;
        // Windows are seconds: a rate that no clip has would ask for memory that no machine has.
        check_frame_rate("stream", frame_rate)?;
        if skeleton.has_scale() {
            return Err(Error::invalid(
                "skeleton",
                "has scaled joints, which the windowed solver does not know; use the least-squares solver",
            ));
        }
        let (limbs, _) = find_limbs(skeleton);
        if limbs.is_empty() {
            return Err(Error::MissingRoles { missing: "thigh, shin and foot".into() });
        }
        if let Some(limb) = limbs.iter().find(|limb| limb.is_loose) {
            return Err(Error::invalid("roles", loose_foot(limb, "the windowed solver")));
        }
        let points = BodyPoints::new(skeleton);
        let tips: Vec<_> = limbs.iter().map(|limb| tip_slots(limb, &points)).collect();
        let standing = limbs.iter().zip(&tips).map(|(limb, tips)| {
            let height = |kind| points.standing_height(BodyPoint { side: limb.side, kind });
            tips.map(|tip| tip.map_or(0.0, |(kind, _)| height(kind)))
        });
        let standing = standing.collect();
        let frames = |seconds: f64| ((seconds * frame_rate).round() as usize).max(1);
        let anchor = if options.anchor_window > 0.0 { options.anchor_window } else { 0.25 };
        let window = frames(options.window);
        let lengths = if is_live {
            live_lengths((options.delay * frame_rate).round() as usize)
        } else {
            [frames(anchor), window, window, window]
        };
        let rest = crate::kinematics::rest_pose(skeleton);
        let leg_length = longest_leg(&limbs, |joint| rest.position(0, joint));
        let joints = skeleton.joint_count();
        let frame = StreamFrame {
            root_position: Vec3::zeros(),
            rotations: vec![Quat::identity(); joints],
            translations: vec![Vec3::zeros(); joints],
        };
        let limb = LimbRecord {
            posed: PosedLimb {
                base: Vec3::zeros(),
                mid: Vec3::zeros(),
                end: Vec3::zeros(),
                hinge: Vec3::x(),
                end_rotation: Quat::identity(),
            },
            bend: Bend::new(&Vec3::y(), &Vec3::zeros(), &-Vec3::y(), &Vec3::x()),
            points: [Vec3::zeros(); 2 * TIPS],
            slots: [0; TIPS],
            arms: [Vec3::zeros(); TIPS],
            planted: [false; TIPS],
            given: [None; TIPS],
            places: [None; TIPS],
            turn: Vec3::zeros(),
            target: Vec3::zeros(),
            target_rotation: Quat::identity(),
            adjusted: [Vec3::zeros(); 3],
            stretch: 0.0,
        };
        let record = Record {
            input: frame.clone(),
            positions: vec![Vec3::zeros(); joints],
            rotations: vec![Quat::identity(); joints],
            limbs: vec![limb; limbs.len()],
            wanted_root: Vec3::zeros(),
            root: Vec3::zeros(),
        };
        // The oldest look back is one window behind the last stage.
        let farthest = window.max(lengths[1]).max(lengths[2]).max(lengths[3]);
        let size = lengths.iter().sum::<usize>() + farthest + 2;
        let limb_count = limbs.len();
        // Sigma is a third of the half width.
        let kernel = (0..=window.max(lengths[2]))
            .map(|k| {
                let x = 3.0 * k as f64 / window as f64;
                (-0.5 * x * x).exp()
            })
            .collect();
        Ok(Self {
            parents: skeleton.parents().iter().map(|p| p.map_or(0, |p| p.0)).collect(),
            skeleton: skeleton.clone(),
            turns: vec![0.0; limbs.len()],
            hinges: vec![None; limbs.len()],
            held: vec![None; TIPS * limbs.len()],
            limbs,
            tips,
            standing,
            ground: ground.cloned(),
            lengths,
            reach_back: window,
            frame_time: 1.0 / frame_rate,
            leg_length,
            is_live,
            repairs_noise: options.denoise,
            repairs_path: options.fit_root_path,
            live: path::LivePath::new(limb_count, 1.0 / frame_rate),
            incoming: vec![[None; 4]; limb_count],
            hips: vec![Vec3::zeros(); limb_count],
            kernel,
            damping: options.damping_angle.to_radians(),
            max_stretch: options.max_stretch,
            swivel: options.swivel,
            ring: vec![record; size],
            received: 0,
            staged: 0,
            is_ended: false,
            output: frame,
            missed: 0,
        })
    }

    /// How many pushes a frame is behind.
    pub fn delay(&self) -> usize {
        self.lengths.iter().sum()
    }

    /// Frames so far on which a planted limb could not reach its place, or the place was too far away to be tried.
    pub fn missed_frames(&self) -> usize {
        self.missed
    }

    /// Whether [`Self::flush`] was called: then nothing can be pushed.
    pub fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Takes the next frame and gives the one pushed [`Self::delay`] frames before, once there is one. Points that
    /// the skeleton does not have are not planted.
    ///
    /// # Errors
    /// [`Error::Length`] for a frame of another number of joints, [`Error::Clip`] for a value that is not finite or not a
    /// rotation, [`Error::Invalid`] for a place that is not finite and after [`Self::flush`]. The stream is then as it
    /// was.
    pub fn push(&mut self, frame: &StreamFrame, plants: &[PlantState]) -> Result<Option<&StreamFrame>> {
        if self.is_ended {
            return Err(Error::invalid("stream", "was flushed; make a new one"));
        }
        frame.check(&self.skeleton, self.received)?;
        let is_finite = |p: &Vec3| p.iter().all(|x| x.is_finite());
        if let Some(state) = plants.iter().find(|state| !state.position.iter().all(is_finite)) {
            return Err(Error::invalid(format!("plant of {}", state.point), "position is not finite"));
        }
        let index = self.received;
        self.load(index, frame, plants);
        self.received += 1;
        Ok(self.advance())
    }

    /// Ends the stream: gives the remaining frames one by one, then `None`.
    pub fn flush(&mut self) -> Option<&StreamFrame> {
        self.is_ended = true;
        loop {
            let delay = self.delay();
            if self.staged >= self.received + delay {
                return None;
            }
            // Short clips: the first steps of the end give nothing yet.
            if self.staged < delay {
                self.stage();
                continue;
            }
            return self.advance();
        }
    }

    /// Shift of the root of the frame that comes in, from the planted points as they come.
    fn incoming_shift(&mut self, slot: usize, plants: &[PlantState]) -> Vec3 {
        let mut incoming = std::mem::take(&mut self.incoming);
        let mut hips = std::mem::take(&mut self.hips);
        let chain = FrameChain { frame: &self.ring[slot].input, parents: &self.parents };
        for (l, limb) in self.limbs.iter().enumerate() {
            hips[l] = chain.world(limb.base.0).0;
            for (slot, tip) in incoming[l].iter_mut().zip(&self.tips[l]) {
                let state = tip.and_then(|(kind, point)| {
                    let is_it = |p: &&PlantState| p.point.kind == kind && p.point.side == limb.side;
                    Some((point, plants.iter().find(is_it)?))
                });
                *slot = state.and_then(|(point, state)| {
                    let (p, q) = chain.world(point.joint.0);
                    let place = p + q * point.offset;
                    // A place out of reach is let go later on.
                    let is_far = |given: &Vec3| (given - place).norm() > self.leg_length;
                    (!state.position.as_ref().is_some_and(is_far)).then_some(place)
                });
            }
        }
        let has_places = plants.iter().any(|p| p.position.is_some());
        let shift = self.live_shift(self.ring[slot].input.root_position, &incoming, &hips, has_places);
        self.incoming = incoming;
        self.hips = hips;
        shift
    }

    fn slot(&self, frame: usize) -> usize {
        frame % self.ring.len()
    }

    fn exists(&self, frame: usize) -> bool {
        frame < self.received
    }

    fn advance(&mut self) -> Option<&StreamFrame> {
        self.stage().then_some(&self.output)
    }

    /// Moves every stage on by one frame; whether one came out.
    fn stage(&mut self) -> bool {
        let newest = self.staged;
        self.staged += 1;
        let mut behind = 0;
        for stage in 0..4 {
            behind += self.lengths[stage];
            let Some(frame) = newest.checked_sub(behind).filter(|&f| self.exists(f)) else { continue };
            match stage {
                0 => self.anchor(frame),
                1 => self.aim(frame),
                2 => self.solve(frame),
                _ => {
                    self.dissipate(frame);
                    return true;
                }
            }
        }
        false
    }

    /// Copies the frame into the ring, with world pose, limbs and planted tips.
    fn load(&mut self, index: usize, frame: &StreamFrame, plants: &[PlantState]) {
        let slot = self.slot(index);
        let last = index.checked_sub(1).map(|i| self.slot(i));
        // A foot with more than two planted points keeps those it had: changing over would move it.
        for l in 0..self.limbs.len() {
            for tip in 0..TIPS {
                let held = last.map(|s| &self.ring[s].limbs[l]).filter(|b| b.planted[tip]);
                self.held[TIPS * l + tip] = held.map(|b| b.slots[tip]);
            }
        }
        let record = &mut self.ring[slot];
        record.input.root_position = frame.root_position;
        for (slot, rotation) in record.input.rotations.iter_mut().zip(&frame.rotations) {
            // As in a clip: what is unit to rounding keeps its bits.
            let is_unit = (rotation.norm() - 1.0).abs() <= 1e-14;
            *slot = if is_unit { *rotation } else { Quat::new_normalize(rotation.into_inner()) };
        }
        record.input.translations.copy_from_slice(&frame.translations);
        if self.is_live {
            let shift = self.incoming_shift(slot, plants);
            if shift != Vec3::zeros() {
                self.ring[slot].input.root_position += shift;
            }
        }
        let record = &mut self.ring[slot];
        compose_frame(
            &self.parents,
            &record.input.rotations,
            &record.input.translations,
            record.input.root_position,
            &mut record.rotations,
            &mut record.positions,
        );
        record.wanted_root = Vec3::zeros();
        record.root = Vec3::zeros();
        for (l, limb) in self.limbs.iter().enumerate() {
            let at = |joint: crate::model::JointIndex| record.positions[joint.0];
            let (base, mid, end) = (at(limb.base), at(limb.mid), at(limb.end));
            // A stream cannot learn the hinge from the clip: the frame's own bend decides where it has one.
            let hinge = live_hinge(
                &own_axis(&base, &mid, &end),
                limb.hinge_world(&self.skeleton, &record.rotations),
                self.hinges[l].as_ref(),
            );
            self.hinges[l] = Some(hinge);
            let posed = PosedLimb { base, mid, end, hinge, end_rotation: record.rotations[limb.end.0] };
            let mut entry = LimbRecord {
                bend: Bend::new(&base, &mid, &end, &hinge),
                posed,
                points: [Vec3::zeros(); 2 * TIPS],
                slots: [0; TIPS],
                arms: [Vec3::zeros(); TIPS],
                planted: [false; TIPS],
                given: [None; TIPS],
                places: [None; TIPS],
                turn: Vec3::zeros(),
                target: end,
                target_rotation: posed.end_rotation,
                adjusted: [Vec3::zeros(); 3],
                stretch: 0.0,
            };
            for (index, tip) in self.tips[l].iter().enumerate() {
                let Some((kind, point)) = tip else { continue };
                entry.points[index] = at(point.joint) + record.rotations[point.joint.0] * point.offset - end;
                let tip = index / 2;
                let planted = plants.iter().find(|p| p.point.kind == *kind && p.point.side == limb.side);
                let is_held = planted.is_some() && self.held[TIPS * l + tip] == Some(index);
                if !entry.planted[tip] || is_held {
                    // Free feet are judged by the last of the pair, the point of the sole.
                    entry.slots[tip] = index;
                    if let Some(state) = planted.filter(|_| entry.bend.can_bend()) {
                        entry.planted[tip] = true;
                        entry.given[tip] = state.position;
                    }
                }
            }
            entry.arms = entry.slots.map(|slot| entry.points[slot]);
            record.limbs[l] = entry;
        }
    }
}

/// A fifth of the delay tells where a plant stays, half of it fades corrections in; the rest is the root's.
fn live_lengths(delay: usize) -> [usize; 4] {
    let (places, fade) = (delay / 5, delay / 2);
    let rest = delay - places - fade;
    [places, rest / 2, rest - rest / 2, fade]
}

/// The hinge of one frame: the limb's own axis where it is bent, and the carried one, on the side it has, where it is
/// straight.
fn live_hinge(own: &Vec3, carried: Vec3, last: Option<&Vec3>) -> Vec3 {
    let carried = carried * side_of(own, &carried, last);
    (own + carried * 0.15).try_normalize(1e-9).unwrap_or(carried)
}

/// Local rotations of a placed limb's three joints. `world` gives the joints as they were before.
fn limb_locals(
    limb: &Limb,
    parents: &[usize],
    placed: &PlacedLimb,
    world: impl Fn(usize) -> Quat,
) -> [Quat; 3] {
    let above = |joint: crate::model::JointIndex| world(parents[joint.0]);
    [
        above(limb.base).inverse() * placed.upper * world(limb.base.0),
        (placed.upper * above(limb.mid)).inverse() * placed.lower * world(limb.mid.0),
        (placed.lower * above(limb.end)).inverse() * placed.end_rotation,
    ]
}

fn near_hemisphere(q: &Quat, near: &Quat) -> Quat {
    let q = Quat::new_normalize(q.into_inner());
    if q.coords.dot(&near.coords) < 0.0 { Quat::new_unchecked(-q.into_inner()) } else { q }
}

/// World pose of joints of a frame, walked up the chain: a handful of joints, no memory.
struct FrameChain<'a> {
    frame: &'a StreamFrame,
    parents: &'a [usize],
}

impl FrameChain<'_> {
    fn world(&self, joint: usize) -> (Vec3, Quat) {
        let StreamFrame { root_position, rotations, translations } = self.frame;
        compose_joint(self.parents, rotations, translations, *root_position, joint)
    }
}

/// Rear tips, then front tips, the preferred one of each pair first.
fn tip_slots(limb: &Limb, points: &BodyPoints) -> [Option<(PointKind, AttachedPoint)>; 4] {
    let get = |kind: PointKind| {
        let side: Side = limb.side;
        points.get(BodyPoint { side, kind }).map(|p| (kind, p))
    };
    match limb.kind {
        LimbKind::Leg => {
            [get(PointKind::Ankle), get(PointKind::Heel), get(PointKind::Toe), get(PointKind::ToeTip)]
        }
        LimbKind::Arm => [get(PointKind::Wrist), None, get(PointKind::Fingertips), None],
    }
}
