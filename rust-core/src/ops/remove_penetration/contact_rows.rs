//! The rows that push in one frame: the samples that are nearest to what their limb can run into, and how they move with the angles.

use super::character::TRUNK;
use super::correction::{STAGES, TurnedLimb};
use super::limb_solver::{LimbSolver, LimbState};
use super::look::{Found, FrameLook};
use super::solve::{CM, ContactRow, FrameRows, HOLD, HOLD_HANDS};
use crate::kinematics::body::{BodyPart, Distance};
use crate::math::Vec3;
use crate::math::mesh::Point;

/// Rows of one frame, and of one in which a hand touches.
const ROW_COUNT: usize = 24;
const TOUCH_ROW_COUNT: usize = 40;
/// Samples farther than this are no rows, metres.
pub(super) const ROW_BAND: f32 = 0.03;
/// A hand that should touch is brought back from as far as this, metres.
pub(super) const TOUCH_BAND: f32 = 0.1;

impl LimbSolver<'_> {
    /// The rows of the samples that are nearest to something, of the limb that was looked at last.
    pub(super) fn frame_rows(
        &self,
        limb: usize,
        turned: &TurnedLimb,
        state: &LimbState,
        frame: usize,
        look: &FrameLook,
    ) -> FrameRows {
        let body = self.body;
        let limb = &body.limbs[limb];
        let surface = &limb.surface;
        let samples = surface.sample_count();
        let point_of = |i: usize| if i < samples { i } else { state.extra[i - samples] as usize };
        let touches = state.touches[frame];
        let is_of_hand =
            |i: usize| matches!(body.mesh.parts[surface.points[point_of(i)] as usize], BodyPart::Hand(_));
        let is_hand = |i: usize| touches && is_of_hand(i);
        let [on_body, on_hand] = [0, 1].map(|i: usize| state.nearer[i][frame] * (self.margin() / CM) as f32);
        // By how much less than the margin a point aims for, metres.
        let lowered = |i: usize| {
            let Found { distance, against } = look.found[i];
            let obstacle = limb.against[against].obstacle;
            if on_body.max(on_hand) == 0.0 || distance.triangle == Distance::CLEAR || !is_of_hand(i) {
                0.0
            } else if obstacle == TRUNK {
                on_body
            } else if matches!(body.obstacles[obstacle].part(distance.triangle), BodyPart::Hand(_)) {
                on_hand
            } else {
                0.0
            }
        };
        let (mut least, mut least_aimed) = (f32::INFINITY, f32::INFINITY);
        let mut order: Vec<(f32, usize)> = Vec::new();
        for (i, found) in look.found.iter().enumerate() {
            least = least.min(found.distance.signed);
            least_aimed = least_aimed.min(found.distance.signed + lowered(i));
            let band = if is_hand(i) { TOUCH_BAND } else { ROW_BAND };
            if found.distance.triangle != Distance::CLEAR && found.distance.signed < band {
                order.push((found.distance.signed, i));
            }
        }
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let holds = state.holds[frame] && !touches;
        let is_on_hand = |i: usize| lowered(i) > 0.0 && limb.against[look.found[i].against].obstacle != TRUNK;
        let held = order.iter().find(|(_, i)| if holds { is_on_hand(*i) } else { is_hand(*i) }).copied();
        order.truncate(if touches { TOUCH_ROW_COUNT } else { ROW_COUNT });
        let band = if order.len() == ROW_COUNT { order[ROW_COUNT - 1].0 } else { ROW_BAND };
        if let Some(held) = held.filter(|held| !order.contains(held)) {
            order.push(held);
        }
        let stage = |(joint, weight, place): (usize, f32, Point)| {
            (limb.stage_of_joint[joint], f64::from(weight), place.map(f64::from))
        };
        let contacts = order.iter().map(|&(_, i)| {
            let Distance { signed, normal, triangle } = look.found[i].distance;
            let against = limb.against[look.found[i].against];
            let own = turned.arms(surface.surface.shares(point_of(i), &look.matrices).map(stage));
            // Skin near the limb's base follows the limb; what counts is how the two move against each other.
            let nearest = look.places[i] - normal * signed;
            let obstacle = &body.obstacles[against.obstacle];
            let posed = look.posed(against.obstacle);
            let other = turned.arms(obstacle.shares(posed, triangle, &nearest, &look.matrices).map(stage));
            let arms: [Vec3; STAGES] = std::array::from_fn(|k| own[k] - other[k]);
            ContactRow {
                distance: f64::from(signed) * CM,
                row: turned.row(&normal.map(f64::from), &arms) * CM,
                share: against.share,
                lowered: f64::from(lowered(i)) * CM,
                hold: match held {
                    Some((_, held)) if held == i && touches => HOLD,
                    Some((_, held)) if held == i => HOLD_HANDS,
                    _ => 0.0,
                },
            }
        });
        let gap = held.filter(|_| touches).map(|(distance, _)| f64::from(distance) * CM);
        let [least, least_aimed, band] = [least, least_aimed, band].map(|metres| f64::from(metres) * CM);
        let angles = state.angles[frame];
        FrameRows { contacts: contacts.collect(), least, least_aimed, gap, band, angles }
    }
}
