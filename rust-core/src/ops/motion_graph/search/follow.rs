//! Following a path over the floor, with a style for each part of it (Kovar 2004, 4.3.1; docs/methods/search.md, 2.2, 2.3).

use super::objective::Objective;
use super::routes::StyleRoutes;
use super::space::{SearchSpace, Walker};
use crate::error::{Error, Result};
use crate::model::FloorPath;

/// States nearer than this are alike to a beam, metres and radians. The turn counts: of two walks at one place the
/// cheaper may look the wrong way.
const ALIKE: f64 = 0.15;
const ALIKE_TURN: f64 = 0.15;
/// A style should have given way to the next this far past its end, metres.
const MAX_LATE: f64 = 1.5;
/// Cost of each metre gone in a style past that, m²: far above what following a path costs, so that it is paid only where
/// the graph has no earlier way into the next style. The distance from the end point alone cannot do that: it stays small for
/// who walks in circles there, while the rest of the path runs away.
const LATE_COST: f64 = 1000.0;

/// Part of a path and the motion wanted there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StylePiece {
    /// The label to keep to; `None` for any motion.
    pub label: Option<usize>,
    /// Arc length at which the piece ends, metres. That of the last piece does not matter: the path ends it.
    pub end: f64,
}

/// How a path is followed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FollowRules {
    /// Cost of a transition, m².
    pub transition_cost: f64,
    /// The path moves on by at least this much a frame, metres (gamma in Kovar 2004, 4.3.1): a character that stands still falls behind.
    pub min_progress: f64,
    /// How far before the end of a piece the next style may begin, metres.
    pub style_tolerance: f64,
}

/// Squared distance, frame by frame, between where a walk is and where the path is at the same arc length.
#[derive(Debug)]
pub struct FollowPath<'a> {
    space: &'a SearchSpace<'a>,
    path: &'a FloorPath,
    pieces: Vec<StylePiece>,
    rules: FollowRules,
    routes: StyleRoutes,
}

/// How far along the path a walk is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FollowState {
    /// Where it is.
    pub walker: Walker,
    /// Arc length of the path it has got to, metres.
    pub progress: f64,
    /// Which piece's style it is in.
    pub piece: usize,
    /// Frame at which the path's end was reached.
    pub arrived: Option<usize>,
}

impl<'a> FollowPath<'a> {
    /// The objective of walking `path` in the styles of `pieces`.
    ///
    /// # Errors
    /// [`Error::Invalid`] for pieces out of order, a label without motion, or no way from one style to the next.
    pub fn new(
        space: &'a SearchSpace<'a>,
        path: &'a FloorPath,
        pieces: &[StylePiece],
        rules: FollowRules,
    ) -> Result<Self> {
        let mut pieces = pieces.to_vec();
        if pieces.is_empty() {
            pieces.push(StylePiece { label: None, end: f64::INFINITY });
        }
        let last = pieces.len() - 1;
        pieces[last].end = f64::INFINITY;
        let names = &space.graph().set().label_names;
        let name = |label: Option<usize>| label.map_or("any motion", |l| &names[l]);
        for (i, piece) in pieces.iter().enumerate() {
            if piece.label.is_some_and(|l| l >= names.len()) {
                return Err(Error::invalid(
                    "path style",
                    format!("piece {i} has a label that does not exist"),
                ));
            }
            let start = i.checked_sub(1).map_or(0.0, |i| pieces[i].end);
            if i < last && !(piece.end > start && piece.end < path.length()) {
                let text = format!(
                    "piece {i} ('{}') ends at {} m; it must end after {start} m and before the path's end at {:.3} m",
                    name(piece.label),
                    piece.end,
                    path.length()
                );
                return Err(Error::invalid("path style", text));
            }
            if space.nodes(piece.label).is_empty() {
                let text = format!("no motion of '{}' can be played", name(piece.label));
                return Err(Error::invalid("path style", text));
            }
        }
        let routes = StyleRoutes::new(space, &pieces);
        let objective = Self { space, path, pieces, rules, routes };
        for (a, w) in objective.pieces.windows(2).enumerate() {
            if !objective.has_bridge(a) {
                let text = format!(
                    "no way leads from '{}' to '{}' without another label between; loosen their threshold or add a clip with both",
                    name(w[0].label),
                    name(w[1].label)
                );
                return Err(Error::invalid("path style", text));
            }
        }
        Ok(objective)
    }

    /// A walk that begins at a node, at the path's start and towards where the path leads.
    pub fn start_at(&self, node: usize) -> FollowState {
        let from = self.path.at(0.0);
        // Far enough to see past the sway of a hand-drawn line.
        let ahead = self.path.at((0.1 * self.path.length()).min(0.5));
        let mut direction = [ahead[0] - from[0], ahead[1] - from[1]];
        if direction == [0.0, 0.0] {
            direction = [0.0, 1.0];
        }
        self.start_from(Walker::new(node, &self.space.place(node, from, direction)))
    }

    /// A walk that begins where `walker` is placed.
    pub fn start_from(&self, walker: Walker) -> FollowState {
        FollowState { walker, progress: 0.0, piece: 0, arrived: None }
    }

    /// The label that is wanted first.
    pub fn first_label(&self) -> Option<usize> {
        self.pieces[0].label
    }

    /// The arc length up to which the path counts for a walk in that piece.
    fn end_of(&self, piece: usize) -> f64 {
        self.pieces[piece].end.min(self.path.length())
    }

    /// The piece after appending an edge; `None` where its labels do not fit, or where it leads out of the styles.
    fn piece_after(&self, state: &FollowState, edge: usize) -> Option<usize> {
        let space = self.space;
        if !space.is_usable(edge) {
            return None;
        }
        let e = &space.graph().edges()[edge];
        let to = e.to as usize;
        let fits = |piece: usize| self.pieces[piece].label.is_none_or(|l| e.labels.contains(l));
        let (piece, next) = (state.piece, state.piece + 1);
        let may_switch =
            next < self.pieces.len() && state.progress >= self.pieces[piece].end - self.rules.style_tolerance;
        // Once an edge carries the next style the walk is in it for good.
        if may_switch && fits(next) && self.routes.stays(next, to) {
            return Some(next);
        }
        let goes_on = self.routes.stays(piece, to) || may_switch && self.routes.leaves(piece, to);
        (fits(piece) && goes_on).then_some(piece)
    }

    /// Whether the style after piece `a` can be reached from anywhere in the style of piece `a`.
    fn has_bridge(&self, a: usize) -> bool {
        let nodes = self.space.nodes(self.pieces[a].label);
        nodes.into_iter().any(|n| self.routes.leaves(a, n))
    }
}

impl Objective for FollowPath<'_> {
    type State = FollowState;

    fn append(&self, state: &FollowState, edge: usize, counted_until: usize) -> Option<(FollowState, f64)> {
        let piece = self.piece_after(state, edge)?;
        let end = self.end_of(piece);
        let is_last = piece + 1 == self.pieces.len();
        let latest = if is_last { f64::INFINITY } else { end + MAX_LATE };
        let length = self.path.length();
        let mut progress = state.progress;
        let mut arrived = state.arrived;
        let mut frame = state.walker.frames;
        let is_counted = frame < counted_until && self.space.graph().is_transition(edge);
        let mut cost = if is_counted { self.rules.transition_cost } else { 0.0 };
        let walker = self.space.advance(&state.walker, edge, |p, step| {
            if frame > 0 {
                progress += step.max(self.rules.min_progress);
            }
            // What is played past the end is cut off.
            if arrived.is_none() {
                if frame < counted_until {
                    let wanted = self.path.at(progress.min(end));
                    let (x, z) = (p[0] - wanted[0], p[1] - wanted[1]);
                    cost += x * x + z * z;
                    if progress > latest {
                        cost += LATE_COST * step.max(self.rules.min_progress);
                    }
                }
                if is_last && progress >= length {
                    arrived = Some(frame);
                }
            }
            frame += 1;
        });
        Some((FollowState { walker, progress, piece, arrived }, cost))
    }

    fn walker<'s>(&self, state: &'s FollowState) -> &'s Walker {
        &state.walker
    }

    fn ending(&self, state: &FollowState) -> Option<f64> {
        state.arrived.map(|_| 0.0)
    }

    fn key(&self, state: &FollowState) -> u64 {
        let [x, z] = state.walker.position.unwrap_or_default().map(|v| cell(v, ALIKE));
        let turn = cell(state.walker.world.transform().theta, ALIKE_TURN);
        let walker = &state.walker;
        mix(&[walker.node as u64, state.piece as u64, cell(state.progress, ALIKE), x, z, turn])
    }

    fn group(&self, state: &FollowState) -> usize {
        state.piece
    }

    fn share(&self, state: &FollowState) -> f64 {
        (state.progress / self.path.length()).min(1.0)
    }
}

/// The number of the cell of that size in which a value lies.
///
/// Not inlined: the rounding of a position that is not there yet would be computed ahead and dropped, which is sound, but
/// valgrind takes it for a use of what is not initialised, and reports of the C API are to be empty.
#[inline(never)]
pub(super) fn cell(value: f64, size: f64) -> u64 {
    (value / size).round() as i64 as u64
}

/// One number from several, spread over all bits.
pub(super) fn mix(parts: &[u64]) -> u64 {
    parts.iter().fold(0xCBF2_9CE4_8422_2325, |sum, part| {
        let sum = (sum ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        sum ^ (sum >> 29)
    })
}
