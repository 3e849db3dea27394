//! The four stages of a stream, each one window behind the one before.

use super::{FootskateStream, LimbRecord, Record, TIPS, limb_locals, near_hemisphere};
use crate::kinematics::limb::bend::{damped_angle, limit_stretch};
use crate::kinematics::limb::clearance::tilt_out_of_ground;
use crate::kinematics::limb::ik::{LimbTarget, place_limb};
use crate::math::balls::{Ball, project_onto_balls};
use crate::math::fade::{fade_weights, uneven_fade_weights};
use crate::math::rotation::{rotation_between, rotation_from_vector};
use crate::math::{Vec3, rotation_vector};
use crate::model::PointKind;
use std::f64::consts::PI;

impl FootskateStream {
    /// Places of plants that start here, and the turn of a doubly planted end.
    pub(super) fn anchor(&mut self, frame: usize) {
        for l in 0..self.limbs.len() {
            let before = frame.checked_sub(1).map(|f| self.ring[self.slot(f)].limbs[l]);
            let mut here = self.ring[self.slot(frame)].limbs[l];
            // A tip whose plant just ended holds one frame longer if the other one starts here.
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
        let length = self.lengths[0].max(1);
        let ahead = |f: usize| &self.ring[self.slot(f)].limbs[l];
        if let Some(place) = here.places[other] {
            // Mean direction over the common frames, at the foot's own length.
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
            let standing = self.standing[l][here.slots[tip]] / footing.normal.y.max(0.5);
            place.y = place.y.max(footing.height + standing);
        }
        place
    }

    /// The adjustments around `frame` within `reach`, faded by the two-sided rule of `fade_weights`. `is_source` tells
    /// hits, `stops` ends the scan.
    fn faded<T>(
        &self,
        frame: usize,
        reach: usize,
        is_source: impl Fn(&Record) -> bool,
        stops: impl Fn(&Record) -> bool,
        read: impl Fn(&Record) -> T,
    ) -> [Option<(f64, T)>; 2] {
        let back = if self.is_live { self.reach_back.max(reach) } else { reach };
        let scan = |step: i64, reach: usize| {
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
        let hits = [scan(-1, back), scan(1, reach)];
        let [before, after] = hits.map(|hit| hit.map(|h| h.0));
        let weights = if back == reach {
            fade_weights(before, after, reach)
        } else {
            uneven_fade_weights(before, after, [back, reach])
        };
        let value = |hit: Option<(usize, usize)>, weight: f64| {
            hit.map(|(_, f)| (weight, read(&self.ring[self.slot(f)])))
        };
        [value(hits[0], weights[0]), value(hits[1], weights[1])]
    }

    /// The points of a foot or hand that must stay out of the ground beside the planted one: not the ankle, and not
    /// the toe tip where it can bend away.
    fn free_points(&self, l: usize, planted: usize) -> impl Iterator<Item = usize> + use<> {
        let can_bend = self.limbs[l].toe.is_some();
        let kinds = self.tips[l].map(|tip| tip.map(|(kind, _)| kind));
        (0..2 * TIPS).filter(move |&slot| {
            slot != planted
                && match kinds[slot] {
                    None | Some(PointKind::Ankle) => false,
                    Some(PointKind::ToeTip) => !can_bend,
                    Some(_) => true,
                }
        })
    }

    /// Where planted ends go, and where the root should be for them.
    pub(super) fn aim(&mut self, frame: usize) {
        let reach = self.lengths[1];
        let mut balls = [Ball { center: Vec3::zeros(), radius: 0.0 }; 4];
        let mut count = 0;
        for l in 0..self.limbs.len() {
            let mut here = self.ring[self.slot(frame)].limbs[l];
            if here.state() == 0 {
                continue;
            }
            self.missed += usize::from(drop_far_places(&mut here));
            let state = here.state();
            if state == 0 {
                let slot = self.slot(frame);
                self.ring[slot].limbs[l] = here;
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
                for slot in self.free_points(l, here.slots[tip]) {
                    let span = turn * (here.points[slot] - here.arms[tip]);
                    if let Some(tilt) = tilt_out_of_ground(ground, place, span) {
                        turn = tilt * turn;
                        here.turn = rotation_vector(&turn);
                    }
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

    /// Smoothed root, planted limbs.
    pub(super) fn solve(&mut self, frame: usize) {
        let reach = self.lengths[2];
        let is_planted = |r: &Record| r.limbs.iter().any(|l| l.state() > 0);
        let slot = self.slot(frame);
        if !is_planted(&self.ring[slot]) {
            return;
        }
        let (mut sum, mut weight) = (Vec3::zeros(), 0.0);
        let back = if self.is_live { self.reach_back.max(reach) } else { reach };
        for f in frame.saturating_sub(back)..=frame + reach {
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
            let original = here.bend.posed_angle.min(PI);
            let damped = damped_angle(original, here.bend.angle_for(distance), self.damping).clamp(0.05, PI);
            let (theta, spanned) = limit_stretch(&here.bend, damped, distance, self.max_stretch);
            if distance - spanned > 1e-9 {
                self.missed += 1;
            }
            let target = base + (here.target - base) * (spanned / distance.max(1e-12));
            let placed = place_limb(
                &here.posed,
                &here.bend,
                &LimbTarget {
                    base,
                    hinge_angle: theta,
                    position: target,
                    rotation: here.target_rotation,
                    swivel: self.swivel,
                },
                &mut self.turns[l],
            );
            if let Some(placed) = placed {
                let limb = &self.limbs[l];
                let record = &self.ring[slot];
                let locals = limb_locals(limb, &self.parents, &placed, |joint| record.rotations[joint]);
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

    /// What was adjusted fades into the frames around it; then nothing stays inside the ground.
    pub(super) fn dissipate(&mut self, frame: usize) {
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
            if is_free && adjusted != [Vec3::zeros(); 3] {
                self.keep_side(slot, l);
            }
            if self.ground.is_some() {
                self.clear_ground(l, is_free);
            }
        }
    }
}

/// Lets go of places further away than a clip's plants may be: a given one than the limb is long, one that the stream
/// chose than twice that. Whether it did.
fn drop_far_places(limb: &mut LimbRecord) -> bool {
    let mut is_far = false;
    for tip in 0..TIPS {
        let Some(place) = limb.places[tip].filter(|_| limb.planted[tip]) else { continue };
        let limit = limb.bend.max_length() * if limb.given[tip].is_some() { 1.0 } else { 2.0 };
        if (place - limb.posed.end - limb.arms[tip]).norm() > limit {
            limb.planted[tip] = false;
            limb.turn = Vec3::zeros();
            is_far = true;
        }
    }
    is_far
}
