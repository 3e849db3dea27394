//! On which side a knee or an elbow is bent: taken from the pose on every frame, with continuity where the limb is too
//! straight to tell.
//!
//! Captured thighs twist by half a turn now and then (a crawl, a cartwheel) while the leg itself hardly moves. A hinge
//! that is fixed to the thigh then points the wrong way, and the knee would be folded to its other side.

use super::ik::PosedLimb;
use crate::math::Vec3;
use std::ops::Range;

/// Sine of the bend from which a frame tells its side by itself: 8 degrees off straight. Captured knees bend backwards by up
/// to 13 degrees, and stay so.
pub(crate) const CLEAR: f64 = 0.14;
/// Sine below which it says nothing about the axis.
const STRAIGHT: f64 = 0.05;
/// Cosine between the carried hinge and the limb's own: above the first the carried one stays, below the second the
/// limb's own takes its place.
const ALIGNED: (f64, f64) = (0.7, 0.3);

/// The axis about which the limb is bent, its length the sine of the bend.
pub(crate) fn own_axis(base: &Vec3, mid: &Vec3, end: &Vec3) -> Vec3 {
    let (u, v) = (base - mid, end - mid);
    u.cross(&v) / (u.norm() * v.norm()).max(1e-12)
}

/// 1 or −1: the sign that turns `carried` to the side on which the limb is bent. A limb that is too straight to tell
/// stays on the side it had, `last`.
pub(crate) fn side_of(own: &Vec3, carried: &Vec3, last: Option<&Vec3>) -> f64 {
    let by = if own.norm() >= CLEAR { own.dot(carried) } else { last.map_or(1.0, |last| last.dot(carried)) };
    if by < 0.0 { -1.0 } else { 1.0 }
}

/// Sets the hinges of a limb, which come as its upper bone carries them, to the side on which it is bent. Frames on
/// which the bone was twisted by more than a right angle against its limb come back; where there are none every hinge
/// keeps its bits.
pub(crate) fn set_sides(frames: &mut [PosedLimb]) -> Vec<Range<usize>> {
    let own: Vec<Vec3> = frames.iter().map(|f| own_axis(&f.base, &f.mid, &f.end)).collect();
    let is_clear = |i: usize| own[i].norm() >= CLEAR;
    let along = |i: usize, frames: &[PosedLimb]| own[i].dot(&frames[i].hinge) / own[i].norm().max(1e-12);
    if !(0..frames.len()).any(|i| is_clear(i) && along(i, frames) < ALIGNED.1) {
        return Vec::new();
    }
    let signs = signs(&own, frames);
    let mut twisted: Vec<Range<usize>> = Vec::new();
    for i in 0..frames.len() {
        if signs[i] < 0.0 {
            match twisted.last_mut() {
                Some(last) if last.end == i => last.end += 1,
                _ => twisted.push(i..i + 1),
            }
        }
        let carried = frames[i].hinge * signs[i];
        let aligned = own[i].dot(&carried) / own[i].norm().max(1e-12);
        let share = ((ALIGNED.0 - aligned) / (ALIGNED.0 - ALIGNED.1)).clamp(0.0, 1.0)
            * ((own[i].norm() - STRAIGHT) / (CLEAR - STRAIGHT)).clamp(0.0, 1.0);
        frames[i].hinge = if share > 0.0 {
            let axis = own[i] / own[i].norm();
            (carried * (1.0 - share) + axis * share).try_normalize(1e-6).unwrap_or(axis)
        } else {
            carried
        };
    }
    twisted
}

/// The signs that fit the clear frames and change the hinge the least from frame to frame in the world: the shortest
/// path through two states a frame.
fn signs(own: &[Vec3], frames: &[PosedLimb]) -> Vec<f64> {
    // A clear frame on its wrong side costs more than any change of sign.
    const WRONG: f64 = 1e6;
    let count = frames.len();
    let unary = |i: usize| {
        let agrees = own[i].dot(&frames[i].hinge);
        let weight = if own[i].norm() >= CLEAR { WRONG } else { 1.0 };
        // Without evidence the limb is bent as it is built.
        [(-agrees * weight).max(0.0), (agrees * weight).max(0.0) + 1e-3]
    };
    let mut cost = unary(0);
    let mut from: Vec<[bool; 2]> = vec![[false; 2]; count];
    for i in 1..count {
        let turn = frames[i - 1].hinge.dot(&frames[i].hinge);
        let (same, other) = (1.0 - turn, 1.0 + turn);
        let own_cost = unary(i);
        let mut next = [0.0; 2];
        for state in 0..2 {
            let (stay, change) = (cost[state] + same, cost[1 - state] + other);
            from[i][state] = change < stay;
            next[state] = own_cost[state] + stay.min(change);
        }
        cost = next;
    }
    let mut state = usize::from(cost[1] < cost[0]);
    let mut signs = vec![1.0; count];
    for i in (0..count).rev() {
        signs[i] = if state == 0 { 1.0 } else { -1.0 };
        if from[i][state] {
            state = 1 - state;
        }
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;

    /// A leg that bends and straightens; from `twisted` on its thigh carries the hinge turned about the bone.
    fn leg(count: usize, twisted: Range<usize>, by: f64) -> Vec<PosedLimb> {
        (0..count)
            .map(|i| {
                let bend = 0.5 + 0.5 * (i as f64 * 0.2).sin();
                let hinge = -Vec3::x();
                let twist = Quat::from_scaled_axis(Vec3::y() * if twisted.contains(&i) { by } else { 0.0 });
                PosedLimb {
                    base: Vec3::y() * 0.45,
                    mid: Vec3::zeros(),
                    end: Quat::from_scaled_axis(hinge * (std::f64::consts::PI - bend)) * Vec3::y() * 0.43,
                    hinge: twist * hinge,
                    end_rotation: Quat::identity(),
                }
            })
            .collect()
    }

    #[test]
    fn a_twisted_thigh_does_not_turn_the_knee() {
        for by in [std::f64::consts::PI, 2.6, 1.4] {
            let mut frames = leg(100, 30..62, by);
            let twisted = set_sides(&mut frames);
            let expected = (by > 1.5).then_some(30..62);
            assert_eq!(twisted, expected.into_iter().collect::<Vec<_>>(), "{by}");
            for (i, frame) in frames.iter().enumerate() {
                let own = own_axis(&frame.base, &frame.mid, &frame.end);
                assert!(own.norm() < CLEAR || own.dot(&frame.hinge) > 0.5 * own.norm(), "{by} frame {i}");
            }
        }
    }

    #[test]
    fn hinges_that_fit_keep_their_bits() {
        let mut frames = leg(60, 0..60, 0.6);
        let before: Vec<Vec3> = frames.iter().map(|f| f.hinge).collect();
        assert!(set_sides(&mut frames).is_empty());
        assert!(frames.iter().zip(&before).all(|(f, b)| f.hinge == *b));
    }

    #[test]
    fn a_straight_limb_stays_on_its_side() {
        let carried = Vec3::x();
        assert_eq!(side_of(&(Vec3::x() * -0.5), &carried, Some(&Vec3::x())), -1.0);
        assert_eq!(side_of(&(Vec3::x() * -0.1), &carried, Some(&Vec3::x())), 1.0);
        assert_eq!(side_of(&(Vec3::x() * 0.1), &carried, Some(&-Vec3::x())), -1.0);
        assert_eq!(side_of(&Vec3::zeros(), &carried, None), 1.0);
    }
}
