//! [`FootskateStream`]: cleanup frame by frame with a fixed delay (KO-3 to KO-12, with the changes of FN-7).
//!
//! Four stages follow each other at fixed distances behind the newest frame: plants and doubly planted feet (L1
//! frames behind), targets and root placement (L2 more), smoothed root and solved limbs (L3 more), dissipation and
//! output (L4 more). All memory is allocated when the stream is made.

use super::ik::{Bend, PosedLimb, damped_angle, place};
use super::limb::{Limb, find_limbs};
use super::limbs::limit_stretch;
use super::options::RemoveFootskateOptions;
use super::root_placement::{Ball, project_onto_balls};
use super::targets::{tilt_out_of_ground, toe_bend_angle};
use crate::error::{Error, Result};
use crate::kinematics::{AttachedPoint, BodyPoints};
use crate::math::rotation::{rotation_between, rotation_from_vector};
use crate::math::{Quat, Vec3, ease_out, rotation_vector};
use crate::model::{BodyPoint, Clip, Ground, PointKind, Side, Skeleton};
use crate::ops::options::Options;
use std::f64::consts::PI;

/// One frame as it goes into and comes out of a stream.
#[derive(Debug, Clone, PartialEq)]
pub struct StreamFrame {
    /// The root's place in the world, metres.
    pub root_position: Vec3,
    /// Local rotation of every joint.
    pub rotations: Vec<Quat>,
    /// Local translation of every joint, metres; the root's is not read.
    pub translations: Vec<Vec3>,
}

impl StreamFrame {
    /// One frame of a clip.
    pub fn from_clip(skeleton: &Skeleton, clip: &Clip, frame: usize) -> Self {
        let mut out = Self {
            root_position: Vec3::zeros(),
            rotations: vec![Quat::identity(); skeleton.joint_count()],
            translations: vec![Vec3::zeros(); skeleton.joint_count()],
        };
        out.load(skeleton, clip, frame);
        out
    }

    /// As [`Self::from_clip`], into memory that is at hand.
    pub fn load(&mut self, skeleton: &Skeleton, clip: &Clip, frame: usize) {
        let pose = clip.pose(frame);
        self.root_position = pose.root_position();
        self.rotations.copy_from_slice(pose.rotations());
        pose.local_translations(skeleton, &mut self.translations);
    }
}

/// A point that is planted on the frame being pushed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlantState {
    /// Which point. It stays planted for as long as every push names it.
    pub point: BodyPoint,
    /// Where it is to stay, read on the plant's first frame; `None` leaves it to the stream.
    pub position: Option<Vec3>,
}

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
#[derive(Debug, Clone)]
pub struct FootskateStream {
    skeleton: Skeleton,
    parents: Vec<usize>,
    limbs: Vec<Limb>,
    tips: Vec<[Option<(PointKind, AttachedPoint)>; 4]>,
    ground: Option<Ground>,
    lengths: [usize; 4],
    kernel: Vec<f64>,
    damping: f64,
    max_stretch: f64,
    swivel: f64,
    ring: Vec<Record>,
    received: usize,
    staged: usize,
    is_ended: bool,
    turns: Vec<f64>,
    output: StreamFrame,
    missed: usize,
}

impl FootskateStream {
    /// Makes a stream for clips of this skeleton at `frame_rate`. Reads `window`, `anchor_window` (0.25 s where it is
    /// 0), `damping_angle`, `max_stretch` and `swivel` of the options. With `ground`, feet and hands stay out of it.
    ///
    /// # Errors
    /// [`Error::OptionOutOfRange`]; [`Error::MissingRoles`] if there is neither a leg nor an arm; [`Error::Invalid`]
    /// for a frame rate that is not positive or a skeleton with scaled joints.
    pub fn new(
        skeleton: &Skeleton,
        frame_rate: f64,
        ground: Option<&Ground>,
        options: &RemoveFootskateOptions,
    ) -> Result<Self> {
        options.validate()?;
        if !(frame_rate.is_finite() && frame_rate > 0.0) {
            return Err(Error::invalid(
                "stream",
                format!("frame rate {frame_rate} is not a positive number"),
            ));
        }
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
        let points = BodyPoints::new(skeleton);
        let tips = limbs.iter().map(|limb| tip_slots(limb, &points)).collect();
        let frames = |seconds: f64| ((seconds * frame_rate).round() as usize).max(1);
        let anchor = if options.anchor_window > 0.0 { options.anchor_window } else { 0.25 };
        let window = frames(options.window);
        let lengths = [frames(anchor), window, window, window];
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
        let size = lengths.iter().sum::<usize>() + window + 2;
        // KO-6 step 4: sigma is a third of the half width.
        let kernel = (0..=window)
            .map(|k| {
                let x = 3.0 * k as f64 / window as f64;
                (-0.5 * x * x).exp()
            })
            .collect();
        Ok(Self {
            parents: skeleton.parents().iter().map(|p| p.map_or(0, |p| p.0)).collect(),
            skeleton: skeleton.clone(),
            turns: vec![0.0; limbs.len()],
            limbs,
            tips,
            ground: ground.cloned(),
            lengths,
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

    /// How many pushes a frame is behind: the four windows added up.
    pub fn delay(&self) -> usize {
        self.lengths.iter().sum()
    }

    /// Frames given out so far on which a planted limb could not reach its place.
    pub fn missed_frames(&self) -> usize {
        self.missed
    }

    /// Takes the next frame and gives the one pushed [`Self::delay`] frames before, once there is one. Points that
    /// the skeleton does not have are not planted. Frames of another number of joints, and pushes after
    /// [`Self::flush`], give nothing and change nothing.
    pub fn push(&mut self, frame: &StreamFrame, plants: &[PlantState]) -> Option<&StreamFrame> {
        let joints = self.parents.len();
        if self.is_ended || frame.rotations.len() != joints || frame.translations.len() != joints {
            return None;
        }
        let index = self.received;
        self.load(index, frame, plants);
        self.received += 1;
        self.advance()
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
        let record = &mut self.ring[slot];
        record.input.root_position = frame.root_position;
        record.input.rotations.copy_from_slice(&frame.rotations);
        record.input.translations.copy_from_slice(&frame.translations);
        record.rotations[0] = frame.rotations[0];
        record.positions[0] = frame.root_position;
        for joint in 1..self.parents.len() {
            let parent = self.parents[joint];
            record.positions[joint] =
                record.positions[parent] + record.rotations[parent] * frame.translations[joint];
            record.rotations[joint] = record.rotations[parent] * frame.rotations[joint];
        }
        record.wanted_root = Vec3::zeros();
        record.root = Vec3::zeros();
        for (l, limb) in self.limbs.iter().enumerate() {
            let at = |joint: crate::model::JointIndex| record.positions[joint.0];
            let (base, mid, end) = (at(limb.base), at(limb.mid), at(limb.end));
            // A stream cannot learn the hinge from the clip: the frame's own bend decides where it has one.
            let (u, v) = (base - mid, end - mid);
            let own = u.cross(&v) / (u.norm() * v.norm()).max(1e-12);
            let rest = limb.hinge_world(&self.skeleton, &record.rotations);
            let hinge = (own + rest * 0.15).try_normalize(1e-9).unwrap_or(rest);
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
                if !entry.planted[tip] {
                    // Free feet are judged by the last of the pair, the point of the sole.
                    entry.slots[tip] = index;
                    if let Some(state) = planted.filter(|_| entry.bend.is_sound()) {
                        entry.planted[tip] = true;
                        entry.given[tip] = state.position;
                    }
                }
            }
            entry.arms = entry.slots.map(|slot| entry.points[slot]);
            record.limbs[l] = entry;
        }
    }

    /// KO-3 and KO-4: places of plants that start here, and the turn of a doubly planted end.
    fn anchor(&mut self, frame: usize) {
        for l in 0..self.limbs.len() {
            let before = frame.checked_sub(1).map(|f| self.ring[self.slot(f)].limbs[l]);
            let mut here = self.ring[self.slot(frame)].limbs[l];
            // E20: a tip whose plant just ended holds one frame longer if the other one starts here.
            if let Some(before) = before {
                for tip in 0..TIPS {
                    let other = 1 - tip;
                    let hands_over = before.planted[tip] && !here.planted[tip] && here.planted[other];
                    if hands_over && !before.planted[other] {
                        here.planted[tip] = true;
                        here.slots[tip] = before.slots[tip];
                        here.arms[tip] = here.points[before.slots[tip]];
                    }
                }
            }
            for tip in 0..TIPS {
                if here.planted[tip] {
                    let goes_on = |b: &LimbRecord| {
                        b.planted[tip]
                            && b.slots[tip] == here.slots[tip]
                            && (here.given[tip].is_none() || here.given[tip] == b.given[tip])
                    };
                    here.places[tip] = before.filter(goes_on).and_then(|b| b.places[tip]);
                }
            }
            for tip in 0..TIPS {
                if here.planted[tip] && here.places[tip].is_none() {
                    here.places[tip] = Some(self.new_place(frame, l, tip, &here));
                }
            }
            if let ([true, true], [Some(a), Some(b)]) = (here.planted, here.places) {
                let lateral = here.posed.end_rotation * Vec3::x();
                here.turn =
                    rotation_vector(&rotation_between(&(here.arms[1] - here.arms[0]), &(b - a), &lateral));
            }
            let slot = self.slot(frame);
            self.ring[slot].limbs[l] = here;
        }
    }

    fn new_place(&self, frame: usize, l: usize, tip: usize, here: &LimbRecord) -> Vec3 {
        if let Some(given) = here.given[tip] {
            return given;
        }
        let other = 1 - tip;
        let length = self.lengths[0];
        let ahead = |f: usize| &self.ring[self.slot(f)].limbs[l];
        if let Some(place) = here.places[other] {
            // Rule 3: mean direction over the common frames, at the foot's own length.
            let mut sum = Vec3::zeros();
            for f in (frame..frame + length).take_while(|&f| {
                self.exists(f) && (f == frame || (ahead(f).planted[tip] && ahead(f).planted[other]))
            }) {
                let entry = if f == frame { here } else { ahead(f) };
                sum += entry.arms[tip] - entry.arms[other];
            }
            let span = here.arms[tip] - here.arms[other];
            let direction = sum.try_normalize(1e-9).unwrap_or_else(|| span.normalize());
            return place + direction * span.norm();
        }
        let (mut sum, mut count) = (Vec3::zeros(), 0.0);
        for f in
            (frame..frame + length).take_while(|&f| self.exists(f) && (f == frame || ahead(f).planted[tip]))
        {
            let entry = if f == frame { here } else { ahead(f) };
            sum += entry.posed.end + entry.arms[tip];
            count += 1.0;
        }
        let mut place = sum / count;
        if let Some(footing) = self.ground.as_ref().and_then(|g| g.footing(place.x, place.z, place.y)) {
            place.y = place.y.max(footing.height);
        }
        place
    }

    /// The adjustments around `frame` within `reach`, faded by the two-sided rule of KO-5 step 3. `is_source` tells
    /// hits, `stops` ends the scan.
    fn faded<T>(
        &self,
        frame: usize,
        reach: usize,
        is_source: impl Fn(&Record) -> bool,
        stops: impl Fn(&Record) -> bool,
        read: impl Fn(&Record) -> T,
    ) -> [Option<(f64, T)>; 2] {
        let scan = |step: i64| {
            for k in 1..=reach {
                let f = usize::try_from(frame as i64 + step * k as i64).ok().filter(|&f| self.exists(f))?;
                let record = &self.ring[self.slot(f)];
                if is_source(record) {
                    return Some((k, f));
                }
                if stops(record) {
                    return None;
                }
            }
            None
        };
        let hits = [scan(-1), scan(1)];
        let gap = match hits {
            [Some((a, _)), Some((b, _))] => (reach + 1).min(a + b),
            _ => reach + 1,
        };
        hits.map(|hit| {
            let (k, f) = hit?;
            Some((ease_out(k as f64 / gap as f64), read(&self.ring[self.slot(f)])))
        })
    }

    /// KO-5 and KO-6: where planted ends go, and where the root should be for them.
    fn aim(&mut self, frame: usize) {
        let reach = self.lengths[1];
        let mut balls = [Ball { center: Vec3::zeros(), radius: 0.0 }; 4];
        let mut count = 0;
        for l in 0..self.limbs.len() {
            let mut here = self.ring[self.slot(frame)].limbs[l];
            let state = here.state();
            if state == 0 {
                continue;
            }
            if state == 1 {
                let near = self.faded(
                    frame,
                    reach,
                    |r| r.limbs[l].state() == 2,
                    |r| r.limbs[l].state() == 0,
                    |r| r.limbs[l].turn,
                );
                here.turn = near.iter().flatten().fold(Vec3::zeros(), |sum, (w, v)| sum + v * *w);
            }
            let tip = usize::from(!here.planted[0]);
            let Some(place) = here.places[tip] else { continue };
            let mut turn = rotation_from_vector(&here.turn);
            if let Some(ground) = self.ground.as_ref().filter(|_| state == 1) {
                let span = turn * (here.arms[1 - tip] - here.arms[tip]);
                if let Some(tilt) = tilt_out_of_ground(ground, place, span) {
                    turn = tilt * turn;
                    here.turn = rotation_vector(&turn);
                }
            }
            here.target = place - turn * here.arms[tip];
            here.target_rotation = turn * here.posed.end_rotation;
            if count < 4 {
                balls[count] = Ball { center: here.target - here.posed.base, radius: here.bend.max_length() };
                count += 1;
            }
            let slot = self.slot(frame);
            self.ring[slot].limbs[l] = here;
        }
        if count > 0 {
            let (wanted, _) = project_onto_balls(&Vec3::zeros(), &balls[..count]);
            let slot = self.slot(frame);
            self.ring[slot].wanted_root = wanted;
        }
    }

    /// KO-6 step 4, KO-7 and KO-8: smoothed root, planted limbs.
    fn solve(&mut self, frame: usize) {
        let reach = self.lengths[2];
        let is_planted = |r: &Record| r.limbs.iter().any(|l| l.state() > 0);
        let slot = self.slot(frame);
        if !is_planted(&self.ring[slot]) {
            return;
        }
        let (mut sum, mut weight) = (Vec3::zeros(), 0.0);
        for f in frame.saturating_sub(reach)..=frame + reach {
            if self.exists(f) {
                let w = self.kernel[f.abs_diff(frame)];
                sum += self.ring[self.slot(f)].wanted_root * w;
                weight += w;
            }
        }
        let root = sum / weight;
        self.ring[slot].root = root;
        for l in 0..self.limbs.len() {
            let mut here = self.ring[slot].limbs[l];
            if here.state() == 0 {
                continue;
            }
            let base = here.posed.base + root;
            let distance = (here.target - base).norm();
            let original = here.bend.psi.min(PI);
            let damped = damped_angle(original, here.bend.angle(distance), self.damping).clamp(0.05, PI);
            let (theta, spanned) = limit_stretch(&here.bend, damped, distance, self.max_stretch);
            if distance - spanned > 1e-9 {
                self.missed += 1;
            }
            let target = base + (here.target - base) * (spanned / distance.max(1e-12));
            let placed = place(
                &here.posed,
                &here.bend,
                &base,
                theta,
                &target,
                &here.target_rotation,
                self.swivel,
                &mut self.turns[l],
            );
            if let Some(placed) = placed {
                let limb = &self.limbs[l];
                let record = &self.ring[slot];
                let world = |joint: crate::model::JointIndex| record.rotations[joint.0];
                let above = |joint: crate::model::JointIndex| record.rotations[self.parents[joint.0]];
                let locals = [
                    above(limb.base).inverse() * placed.upper * world(limb.base),
                    (placed.upper * above(limb.mid)).inverse() * placed.lower * world(limb.mid),
                    (placed.lower * above(limb.end)).inverse() * here.target_rotation,
                ];
                for (slot, (local, joint)) in
                    here.adjusted.iter_mut().zip(locals.iter().zip([limb.base, limb.mid, limb.end]))
                {
                    *slot = rotation_vector(&(local * record.input.rotations[joint.0].inverse()));
                }
                here.stretch = placed.scale - 1.0;
                if self.max_stretch <= 0.0 {
                    here.stretch = 0.0;
                }
            }
            self.ring[slot].limbs[l] = here;
        }
    }

    /// KO-9 to KO-11: what was adjusted fades into the frames around it; then nothing stays inside the ground.
    fn dissipate(&mut self, frame: usize) {
        let reach = self.lengths[3];
        let slot = self.slot(frame);
        let is_planted = |r: &Record| r.limbs.iter().any(|l| l.state() > 0);
        let mut root = self.ring[slot].root;
        if !is_planted(&self.ring[slot]) {
            let near = self.faded(frame, reach, is_planted, |_| false, |r| r.root);
            root = near.iter().flatten().fold(Vec3::zeros(), |sum, (w, v)| sum + v * *w);
        }
        {
            let record = &self.ring[slot];
            self.output.root_position = record.input.root_position;
            if root != Vec3::zeros() {
                self.output.root_position += root;
            }
            self.output.rotations.copy_from_slice(&record.input.rotations);
            self.output.translations.copy_from_slice(&record.input.translations);
        }
        for l in 0..self.limbs.len() {
            let here = &self.ring[slot].limbs[l];
            let (mut adjusted, mut stretch) = (here.adjusted, here.stretch);
            let is_free = here.state() == 0;
            if is_free {
                let near = self.faded(
                    frame,
                    reach,
                    |r| r.limbs[l].state() > 0,
                    |_| false,
                    |r| (r.limbs[l].adjusted, r.limbs[l].stretch),
                );
                for (weight, (rotations, s)) in near.iter().flatten() {
                    for (sum, v) in adjusted.iter_mut().zip(rotations) {
                        *sum += v * *weight;
                    }
                    stretch += s * weight;
                }
            }
            let limb = &self.limbs[l];
            for (v, joint) in adjusted.iter().zip([limb.base, limb.mid, limb.end]) {
                if *v != Vec3::zeros() {
                    let slot = &mut self.output.rotations[joint.0];
                    *slot = near_hemisphere(&(rotation_from_vector(v) * *slot), slot);
                }
            }
            if stretch != 0.0 {
                for joint in limb.upper.iter().chain(&limb.lower) {
                    self.output.translations[joint.0] *= 1.0 + stretch;
                }
            }
            if self.ground.is_some() {
                self.clear_ground(l, is_free);
            }
        }
    }

    /// KO-10 and KO-11 on the output frame.
    fn clear_ground(&mut self, l: usize, is_free: bool) {
        let Some(ground) = self.ground.as_ref() else { return };
        let limb = &self.limbs[l];
        let chain = OutputChain { stream: self };
        if is_free {
            let (base, base_rotation) = chain.world(limb.base.0);
            let (mid, mid_rotation) = chain.world(limb.mid.0);
            let (end, end_rotation) = chain.world(limb.end.0);
            let mut lift: f64 = 0.0;
            for (kind, point) in self.tips[l].iter().flatten() {
                if *kind == PointKind::ToeTip && limb.toe.is_some() || *kind == PointKind::Ankle {
                    continue;
                }
                let (p, q) = chain.world(point.joint.0);
                let p = p + q * point.offset;
                if let Some(footing) = ground.footing(p.x, p.z, p.y) {
                    lift = lift.max(footing.height - p.y);
                }
            }
            if lift > 0.0 {
                let (_, above_mid) = chain.world(self.parents[limb.mid.0]);
                let (u, v) = (base - mid, end - mid);
                let own = u.cross(&v) / (u.norm() * v.norm()).max(1e-12);
                let rest = above_mid * limb.hinge;
                let hinge = (own + rest * 0.15).try_normalize(1e-9).unwrap_or(rest);
                let posed = PosedLimb { base, mid, end, hinge, end_rotation };
                let bend = Bend::new(&base, &mid, &end, &hinge);
                let target = end + Vec3::y() * lift;
                let theta = bend.angle((target - base).norm());
                let placed =
                    place(&posed, &bend, &base, theta, &target, &end_rotation, self.swivel, &mut 0.0);
                if let Some(placed) = placed.filter(|_| bend.is_sound()) {
                    let (_, above_base) = chain.world(self.parents[limb.base.0]);
                    let (_, above_end) = chain.world(self.parents[limb.end.0]);
                    let locals = [
                        above_base.inverse() * placed.upper * base_rotation,
                        (placed.upper * above_mid).inverse() * placed.lower * mid_rotation,
                        (placed.lower * above_end).inverse() * end_rotation,
                    ];
                    let joints = [limb.base.0, limb.mid.0, limb.end.0];
                    for (local, joint) in locals.iter().zip(joints) {
                        let slot = &mut self.output.rotations[joint];
                        *slot = near_hemisphere(local, slot);
                    }
                }
            }
        }
        let limb = &self.limbs[l];
        if let (Some(toe), Some((_, tip))) = (limb.toe, self.tips[l][3]) {
            let chain = OutputChain { stream: self };
            let (ball, rotation) = chain.world(toe.0);
            let span = rotation * tip.offset;
            let at = ball + span;
            if let Some(footing) = ground_at(self.ground.as_ref(), at).filter(|f| at.y < f.height) {
                let n = footing.normal;
                let depth = n.dot(&Vec3::new(at.x, footing.height, at.z)) - n.dot(&ball);
                let axis = span.cross(&n).try_normalize(1e-6 * span.norm());
                if let Some((axis, angle)) =
                    axis.and_then(|axis| Some((axis, toe_bend_angle(&span, &axis, &n, depth)?)))
                {
                    let (_, above) = chain.world(self.parents[toe.0]);
                    let local = above.inverse() * rotation_from_vector(&(axis * angle)) * rotation;
                    let slot = &mut self.output.rotations[toe.0];
                    *slot = near_hemisphere(&local, slot);
                }
            }
        }
    }
}

fn ground_at(ground: Option<&Ground>, p: Vec3) -> Option<crate::model::ground::Footing> {
    ground.and_then(|g| g.footing(p.x, p.z, p.y))
}

/// World pose of joints of the output frame, walked up the chain: a handful of joints, no memory.
struct OutputChain<'a> {
    stream: &'a FootskateStream,
}

impl OutputChain<'_> {
    fn world(&self, joint: usize) -> (Vec3, Quat) {
        let frame = &self.stream.output;
        if joint == 0 {
            return (frame.root_position, frame.rotations[0]);
        }
        let (p, q) = self.world(self.stream.parents[joint]);
        (p + q * frame.translations[joint], q * frame.rotations[joint])
    }
}

fn near_hemisphere(q: &Quat, near: &Quat) -> Quat {
    let q = Quat::new_normalize(q.into_inner());
    if q.coords.dot(&near.coords) < 0.0 { Quat::new_unchecked(-q.into_inner()) } else { q }
}

/// Rear tips, then front tips, the preferred one of each pair first.
fn tip_slots(limb: &Limb, points: &BodyPoints) -> [Option<(PointKind, AttachedPoint)>; 4] {
    let get = |kind: PointKind| {
        let side: Side = limb.side;
        points.get(BodyPoint { side, kind }).map(|p| (kind, p))
    };
    match limb.kind {
        super::limb::LimbKind::Leg => {
            [get(PointKind::Ankle), get(PointKind::Heel), get(PointKind::Toe), get(PointKind::ToeTip)]
        }
        super::limb::LimbKind::Arm => [get(PointKind::Wrist), None, get(PointKind::Fingertips), None],
    }
}
