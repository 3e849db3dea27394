//! Where in the graph the styles of a path can be played, so that no walk takes a bridge to a dead end.

use super::follow::StylePiece;
use super::space::SearchSpace;
use crate::model::MotionGraph;

/// Per piece of a path, the nodes at which a walk may stand.
#[derive(Debug)]
pub(super) struct StyleRoutes {
    /// From here the core of the piece's label is reached, or never left, by edges of that label.
    stays: Vec<Vec<bool>>,
    /// From here the next piece is reached by edges of this piece's label.
    leaves: Vec<Vec<bool>>,
}

impl StyleRoutes {
    pub(super) fn new(space: &SearchSpace<'_>, pieces: &[StylePiece]) -> Self {
        let graph = space.graph();
        let count = graph.nodes().len();
        let carries = |edge: usize, label: Option<usize>| {
            space.is_usable(edge) && label.is_none_or(|l| graph.edges()[edge].labels.contains(l))
        };
        let stays: Vec<Vec<bool>> = pieces
            .iter()
            .map(|piece| match piece.label {
                None => (0..count).map(|n| graph.out_edges(n).any(|e| carries(e, None))).collect(),
                Some(label) => {
                    let core = (0..count).map(|n| space.is_core_node(n, label)).collect();
                    reaching(graph, core, |e| carries(e, piece.label))
                }
            })
            .collect();
        let leaves = (0..pieces.len())
            .map(|a| {
                let Some(next) = pieces.get(a + 1) else { return vec![false; count] };
                let is_bridge =
                    |e: usize| carries(e, next.label) && stays[a + 1][graph.edges()[e].to as usize];
                let bridges = (0..count).map(|n| graph.out_edges(n).any(is_bridge)).collect();
                reaching(graph, bridges, |e| carries(e, pieces[a].label))
            })
            .collect();
        Self { stays, leaves }
    }

    /// Whether a walk in a piece may stand at a node for as long as it likes.
    pub(super) fn stays(&self, piece: usize, node: usize) -> bool {
        self.stays[piece][node]
    }

    /// Whether a walk in a piece may go on from a node into the next piece.
    pub(super) fn leaves(&self, piece: usize, node: usize) -> bool {
        self.leaves[piece][node]
    }
}

/// The nodes from which `goals` are reached over edges for which `is_allowed` holds, themselves included.
fn reaching(graph: &MotionGraph, goals: Vec<bool>, is_allowed: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut into: Vec<Vec<u32>> = vec![Vec::new(); goals.len()];
    for (_, edge) in graph.edges().iter().enumerate().filter(|(e, _)| is_allowed(*e)) {
        into[edge.to as usize].push(edge.from);
    }
    let mut reached = goals;
    let mut queue: Vec<u32> = (0..reached.len() as u32).filter(|&n| reached[n as usize]).collect();
    while let Some(node) = queue.pop() {
        for &from in &into[node as usize] {
            if !std::mem::replace(&mut reached[from as usize], true) {
                queue.push(from);
            }
        }
    }
    reached
}
