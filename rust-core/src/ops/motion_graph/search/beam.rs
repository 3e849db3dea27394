//! Frame-synchronous beam search (docs/methods/search.md, 3.1): all walks of equally many frames are compared, and the
//! best go on.

use super::objective::{Best, Candidate, FoundWalks, Limits, Objective, checked};
use crate::error::Result;
use crate::model::MotionGraph;
use crate::ops::progress::Progress;
use std::collections::VecDeque;

/// Frames between two progress reports.
const REPORT_FRAMES: usize = 32;
const NO_PARENT: u32 = u32::MAX;

/// How a kept state was reached; all that stays of it once its frame is done.
#[derive(Debug, Clone, Copy)]
struct Trail {
    parent: u32,
    /// The edge, or the number of the start where there is no parent.
    edge: u32,
}

struct Pending<S> {
    /// Cost so far and at least to come.
    rank: f64,
    cost: f64,
    trail: Trail,
    state: S,
}

/// Finds cheap walks from any of the starts, which have played equally many frames.
///
/// The same input gives the same walks. Memory: eight bytes for each state kept.
///
/// # Errors
/// [`Error::Cancelled`](crate::Error::Cancelled); [`Error::Invalid`](crate::Error::Invalid) for a cost below 0.
pub fn beam_search<O: Objective>(
    graph: &MotionGraph,
    objective: &O,
    starts: &[(O::State, f64)],
    limits: &Limits,
    progress: &Progress<'_>,
) -> Result<FoundWalks<O::State>> {
    let first = starts.iter().map(|(s, _)| objective.walker(s).frames).min().unwrap_or(0);
    let counted_until = first.saturating_add(limits.horizon);
    let frames_of = |state: &O::State| objective.walker(state).frames;
    let mut layers: VecDeque<Vec<Pending<O::State>>> = VecDeque::new();
    // Layers that are done are used again, so that the search hardly allocates.
    let mut spare: Vec<Vec<Pending<O::State>>> = Vec::new();
    let push = |layers: &mut VecDeque<Vec<_>>, spare: &mut Vec<Vec<_>>, ahead: usize, pending| {
        while layers.len() <= ahead {
            layers.push_back(spare.pop().unwrap_or_default());
        }
        layers[ahead].push(pending);
    };
    for (i, (state, cost)) in starts.iter().enumerate() {
        let trail = Trail { parent: NO_PARENT, edge: i as u32 };
        let rank = cost + objective.remaining(state);
        let ahead = frames_of(state) - first;
        push(&mut layers, &mut spare, ahead, Pending { rank, cost: *cost, trail, state: state.clone() });
    }
    let mut trails: Vec<Trail> = Vec::new();
    let mut best = Best::new(limits);
    let mut partial: Option<Candidate<O::State>> = None;
    let mut seen = Seen::new();
    let (mut expansions, mut is_cut, mut layer) = (0usize, false, 0usize);
    let mut next_report = 0;
    // Per group, how many of a layer were kept.
    let mut kept: Vec<usize> = Vec::new();
    let mut order: Vec<u32> = Vec::new();
    while let Some(mut states) = layers.pop_front() {
        order.clear();
        order.extend(0..states.len() as u32);
        // Ties go by the order in which the states came, which is that of the graph's edges.
        order.sort_unstable_by(|&a, &b| {
            states[a as usize].rank.total_cmp(&states[b as usize].rank).then(a.cmp(&b))
        });
        // The first frame holds the starts, which have cost nothing yet: none can be preferred.
        let width = if layer == 0 { usize::MAX } else { limits.beam_width };
        seen.clear();
        kept.clear();
        for pending in order.iter().map(|&i| &states[i as usize]) {
            if !best.takes(pending.rank) {
                break;
            }
            let group = objective.group(&pending.state);
            if kept.len() <= group {
                kept.resize(group + 1, 0);
            }
            if kept[group] == width || !seen.insert(objective.key(&pending.state)) {
                is_cut = true;
                continue;
            }
            if layer >= next_report {
                progress.report(objective.share(&pending.state))?;
                next_report = layer + REPORT_FRAMES;
            }
            kept[group] += 1;
            let number = trails.len() as u32;
            trails.push(pending.trail);
            let node = objective.walker(&pending.state).node;
            for edge in graph.out_edges(node) {
                expansions += 1;
                let Some((state, cost)) = objective.append(&pending.state, edge, counted_until) else {
                    continue;
                };
                let cost = pending.cost + checked(cost, edge)?;
                let rank = cost + objective.remaining(&state);
                if !best.takes(rank) {
                    continue;
                }
                let trail = Trail { parent: number, edge: edge as u32 };
                let frames = frames_of(&state);
                if let Some(ending) = objective.ending(&state) {
                    let total = cost + checked(ending, edge)?;
                    if best.takes(total) {
                        best.add(candidate(&trails, trail, total, state.clone(), true));
                    }
                    if !objective.goes_on(&state) {
                        continue;
                    }
                }
                if frames >= counted_until {
                    best.add(candidate(&trails, trail, cost, state, false));
                } else if frames >= limits.max_frames {
                    is_cut = true;
                    let is_better = partial.as_ref().is_none_or(|p| {
                        objective
                            .share(&state)
                            .total_cmp(&objective.share(&p.state))
                            .then(p.cost.total_cmp(&cost))
                            .is_gt()
                    });
                    if is_better {
                        partial = Some(candidate(&trails, trail, cost, state, false));
                    }
                } else {
                    // This layer has left the queue: its frame is `first + layer`.
                    let ahead = frames - first - layer - 1;
                    push(&mut layers, &mut spare, ahead, Pending { rank, cost, trail, state });
                }
            }
        }
        states.clear();
        spare.push(states);
        layer += 1;
    }
    let mut candidates = best.into_found();
    if candidates.is_empty() {
        candidates.extend(partial);
    }
    Ok(FoundWalks { candidates, expansions, is_exact: !is_cut })
}

fn candidate<S>(trails: &[Trail], last: Trail, cost: f64, state: S, is_complete: bool) -> Candidate<S> {
    let mut edges = Vec::new();
    let mut at = last;
    while at.parent != NO_PARENT {
        edges.push(at.edge as usize);
        at = trails[at.parent as usize];
    }
    edges.reverse();
    Candidate { edges, start: at.edge as usize, cost, state, is_complete }
}

/// A set of keys that empties in no time.
struct Seen {
    slots: Vec<(u64, u32)>,
    round: u32,
    count: usize,
}

impl Seen {
    fn new() -> Self {
        Self { slots: vec![(0, 0); 512], round: 0, count: 0 }
    }

    fn clear(&mut self) {
        self.round += 1;
        self.count = 0;
    }

    /// Whether the key is new.
    fn insert(&mut self, key: u64) -> bool {
        if 2 * self.count >= self.slots.len() {
            let wider = vec![(0, 0); 2 * self.slots.len()];
            let keys = std::mem::replace(&mut self.slots, wider);
            let now = self.round;
            for (key, _) in keys.into_iter().filter(|(_, round)| *round == now) {
                self.place(key);
            }
        }
        let is_new = self.place(key);
        self.count += usize::from(is_new);
        is_new
    }

    fn place(&mut self, key: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        loop {
            match self.slots[at] {
                (held, round) if round == self.round && held == key => return false,
                (_, round) if round == self.round => at = (at + 1) & mask,
                _ => {
                    self.slots[at] = (key, self.round);
                    return true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;
    use std::collections::HashSet;

    #[test]
    fn a_set_of_keys_grows_and_empties() {
        let mut seen = Seen::new();
        for round in 0..3u64 {
            seen.clear();
            let mut truth = HashSet::new();
            for i in 0..5000u64 {
                let key = (i * i + round) % 3001;
                assert_eq!(seen.insert(key), truth.insert(key), "{key}");
            }
        }
    }
}
