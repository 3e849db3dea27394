//! Frame by frame: each limb turns about its base by `atan(depth / lever)` until it is free, then the turns are smoothed (Lyard 2008,
//! section 4.6). Depth and lever are those of the mesh. Arms turn about the shoulder alone; legs are solved over all frames.

use super::correction::{Angles, BASE, vector};
use super::episode::{Episode, joined};
use super::limb_solver::{LimbSolver, LimbState, MAX_BASE, OFFENDING, Solution, write_corrections};
use super::measure::{LimbDepth, measure_depths};
use super::smooth_corrections::smooth_corrections;
use super::solve::{CM, ContactRow, FrameRows};
use crate::error::Result;
use crate::kinematics::limb::LimbKind;
use crate::math::Vec3;
use crate::math::runs::runs;

/// The mesh is looked at this often; each time but the last limbs that are not free turn on.
const LOOKS: usize = 4;
/// Turns within a look, about the planes that it found.
const TURNS: usize = 8;
/// A turn ends where no more than this is missing, cm.
const ENOUGH: f64 = 0.02;
/// Points nearer than this to the axis cannot be turned away, cm.
const MIN_LEVER: f64 = 0.01;
/// Most turn in one look, radians: planes are no use beyond.
const MAX_TURN: f64 = 0.7;
/// Seconds on either side of a frame of which the mean is taken.
const MEAN_TIME: f64 = 2.0 / 30.0;

/// The angle that moves a point out by `depth` where it is `lever` away from the centre; `None` too near to the centre.
fn separating_angle(depth: f64, lever: f64) -> Option<f64> {
    (lever >= MIN_LEVER).then(|| (depth / lever).atan())
}

/// The turn of the base that frees the points of a frame, on top of what the rows were found with.
fn separating_turn(contacts: &[ContactRow], margin: f64) -> Vec3 {
    let mut turn = Vec3::zeros();
    for _ in 0..TURNS {
        let missing = |contact: &ContactRow| {
            let gained = vector(&contact.row, BASE).dot(&turn);
            contact.missing(margin) - gained
        };
        let Some(worst) = contacts.iter().max_by(|a, b| missing(a).total_cmp(&missing(b))) else { break };
        let depth = missing(worst);
        // The row's length is the lever about the axis that moves the point most: across both the way to it and the normal.
        let row = vector(&worst.row, BASE);
        let lever = row.norm();
        if depth <= ENOUGH {
            break;
        }
        let Some(angle) = separating_angle(depth, lever) else { break };
        turn += row * (angle / lever);
    }
    let size = turn.norm();
    if size > MAX_TURN { turn * (MAX_TURN / size) } else { turn }
}

/// Turns every stretch of a limb by what its rows ask for, smoothly. `false` where nothing was missing.
fn turn_stretch(state: &mut LimbState, episode: &Episode, half: usize) -> bool {
    let frames = episode.frames.clone();
    let mut is_free = true;
    let wanted = |frame: usize| {
        let rows: &FrameRows = &state.rows[frame];
        let turn = separating_turn(&rows.contacts, episode.margin);
        is_free &= turn == Vec3::zeros();
        let turn = vector(&state.angles[frame], BASE) + turn;
        let size = turn.norm();
        if size > MAX_BASE { turn * (MAX_BASE / size) } else { turn }
    };
    let raw: Vec<Vec3> = frames.clone().map(wanted).collect();
    if is_free {
        return false;
    }
    let tied = [frames.start > 0, frames.end < state.frames.len()];
    let smooth = smooth_corrections(&raw, tied, half);
    for (frame, turn) in frames.zip(smooth.values) {
        let mut angles = Angles::zeros();
        angles.fixed_rows_mut::<3>(BASE.start).copy_from(&turn);
        state.angles[frame] = angles;
    }
    true
}

impl LimbSolver<'_> {
    /// Corrects every limb but those that are to be left alone, frame by frame.
    pub(super) fn solve_per_frame(
        &self,
        depths: &[Vec<LimbDepth>],
        is_left_alone: &[bool],
    ) -> Result<Solution> {
        // Near the hip the lever of a leg is short: turned frame by frame, thighs shook and stayed in each other.
        let is_arm = |index: usize| self.body.limbs[index].limb.kind == LimbKind::Arm;
        let legs_only: Vec<bool> =
            is_left_alone.iter().enumerate().map(|(index, alone)| *alone || is_arm(index)).collect();
        let legs = self.solve_frames(depths, &legs_only)?;
        let mut states = self.states(depths, is_left_alone)?;
        for (index, leg) in legs.limbs.into_iter().enumerate().filter(|(index, _)| !is_arm(*index)) {
            states[index] = leg;
        }
        let half = (MEAN_TIME * self.clip.frame_rate()).round() as usize;
        let margin = self.options.margin * CM;
        let mut open: Vec<Episode> = Vec::new();
        for (limb, state) in states.iter().enumerate().filter(|(limb, _)| is_arm(*limb)) {
            open.extend(joined(runs(&state.is_active)).into_iter().map(|f| Episode::new(limb, f, margin)));
        }
        for look in 0..LOOKS {
            self.progress.report(0.15 + 0.5 * look as f64 / LOOKS as f64)?;
            self.look(&mut states, &open)?;
            open.retain_mut(|episode| {
                let state = &mut states[episode.limb];
                episode.keep_less_deep(state);
                if look + 1 == LOOKS || !turn_stretch(state, episode, half) {
                    episode.put_best(state);
                    return false;
                }
                state.loops = state.loops.max(look + 1);
                true
            });
        }
        let clip = write_corrections(self.skeleton, self.clip, self.body, &states)?;
        let is_changed: Vec<Vec<bool>> = states
            .iter()
            .map(|state| state.angles.iter().map(|angles| *angles != Angles::zeros()).collect())
            .collect();
        let known = Some((depths.to_vec(), is_changed.as_slice()));
        let after =
            measure_depths(self.skeleton, &clip, self.body, OFFENDING, known, self.progress, 0.65..1.0)?;
        Ok(Solution { limbs: states, clip, depths: after })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rotation::rotation_from_vector;
    use crate::math::volumes::{Tube, meet_capsules};

    #[test]
    fn the_angle_is_that_of_depth_over_lever() {
        assert!((separating_angle(1.0, 30.0).unwrap() - 0.033_321).abs() < 1e-6);
        assert_eq!(separating_angle(1.0, 0.005), None);
        // A capsule that turns about the middle of its end needs less: its side is not a point.
        for radius in [1.0, 4.0, 12.0] {
            for depth in [0.1, 0.5, 1.0] {
                let exact = (radius / 30.0f64).atan() - ((radius - depth) / 30.0f64).atan();
                assert!(exact <= separating_angle(depth, 30.0).unwrap());
            }
        }
    }

    const POST: Tube =
        Tube { start: Vec3::new(0.0, -60.0, 0.0), end: Vec3::new(0.0, 60.0, 0.0), radius: 15.0 };

    /// An arm of 4 cm that hangs beside the post from a shoulder, at rest `depth` in it.
    fn arm(depth: f64, turn: &Vec3) -> Tube {
        let shoulder = Vec3::new(19.0 - depth + 3.0, 30.0, 0.0);
        let hand = Vec3::new(19.0 - depth, 0.0, 2.0);
        Tube { start: shoulder, end: shoulder + rotation_from_vector(turn) * (hand - shoulder), radius: 4.0 }
    }

    fn contact(tube: &Tube) -> ContactRow {
        let meeting = meet_capsules(&POST, tube);
        let lever = meeting.points[1] - tube.start;
        let row = lever.cross(&meeting.normal);
        let mut angles = Angles::zeros();
        angles.fixed_rows_mut::<3>(BASE.start).copy_from(&row);
        ContactRow { distance: meeting.gap, row: angles, share: 1.0, lowered: 0.0, hold: 0.0 }
    }

    #[test]
    fn one_turn_nearly_frees_an_arm_and_three_do() {
        for depth in [0.3, 1.0, 2.0, 3.0] {
            let mut turn = Vec3::zeros();
            for round in 1..=3 {
                let tube = arm(depth, &turn);
                let found = contact(&tube);
                let lever = vector(&found.row, BASE).norm();
                let angle = separating_angle(-found.distance, lever).unwrap();
                if found.distance < 0.0 {
                    let more = rotation_from_vector(&(vector(&found.row, BASE) * (angle / lever)));
                    turn = crate::math::rotation_vector(&(more * rotation_from_vector(&turn)));
                }
                let left = meet_capsules(&POST, &arm(depth, &turn)).depth();
                assert!(left <= if round == 3 { 0.01 } else { 0.05 * depth }, "{depth}, {round}: {left}");
            }
        }
    }

    #[test]
    fn a_turn_frees_every_point() {
        let tube = arm(1.5, &Vec3::zeros());
        let mut contacts = vec![contact(&tube)];
        // A second point that asks for another way.
        let mut other = contacts[0];
        other.distance = -0.4;
        other.row[BASE.start] += 9.0;
        contacts.push(other);
        let turn = separating_turn(&contacts, 0.35);
        for contact in &contacts {
            let distance = contact.distance + vector(&contact.row, BASE).dot(&turn);
            assert!(distance > 0.25, "{distance}");
        }
        assert_eq!(separating_turn(&[], 0.35), Vec3::zeros());
        contacts.iter_mut().for_each(|contact| contact.distance = 1.0);
        assert_eq!(separating_turn(&contacts, 0.35), Vec3::zeros());
    }
}
