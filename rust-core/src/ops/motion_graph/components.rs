//! Strongly connected components in linear time (R. Tarjan, 1972). It has its own stack, so that chains of a million edges do not
//! overflow the thread's.

/// A graph as arrays: edges of node `n` are `targets[first[n]..first[n + 1]]`.
#[derive(Debug, Clone, Default)]
pub(super) struct Adjacency {
    first: Vec<u32>,
    targets: Vec<u32>,
}

impl Adjacency {
    pub(super) fn new(node_count: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut first = vec![0u32; node_count + 1];
        for (from, _) in edges.clone() {
            first[from as usize + 1] += 1;
        }
        for n in 0..node_count {
            first[n + 1] += first[n];
        }
        let mut next = first.clone();
        let mut targets = vec![0; first[node_count] as usize];
        for (from, to) in edges {
            let slot = &mut next[from as usize];
            targets[*slot as usize] = to;
            *slot += 1;
        }
        Self { first, targets }
    }

    fn node_count(&self) -> usize {
        self.first.len().saturating_sub(1)
    }
}

/// The component of every node, numbered in order of completion.
pub(super) fn strong_components(graph: &Adjacency) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let n = graph.node_count();
    let mut index = vec![UNSEEN; n];
    let mut low = vec![0u32; n];
    let mut component = vec![UNSEEN; n];
    let (mut open, mut path): (Vec<u32>, Vec<(u32, u32)>) = (Vec::new(), Vec::new());
    let (mut next_index, mut next_component) = (0, 0);
    for start in 0..n {
        if index[start] != UNSEEN {
            continue;
        }
        path.push((start as u32, graph.first[start]));
        while let Some((node, edge)) = path.last_mut() {
            let node = *node as usize;
            if index[node] == UNSEEN {
                index[node] = next_index;
                low[node] = next_index;
                next_index += 1;
                open.push(node as u32);
            }
            if *edge < graph.first[node + 1] {
                let to = graph.targets[*edge as usize] as usize;
                *edge += 1;
                if index[to] == UNSEEN {
                    path.push((to as u32, graph.first[to]));
                } else if component[to] == UNSEEN {
                    low[node] = low[node].min(index[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[node]);
            }
            if low[node] == index[node] {
                while let Some(member) = open.pop() {
                    component[member as usize] = next_component;
                    if member as usize == node {
                        break;
                    }
                }
                next_component += 1;
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    #[test]
    fn components_equal_mutual_reachability() {
        let mut random = Random::new(3);
        for _ in 0..1000 {
            let n = 1 + (random.bits() % 12) as usize;
            let edges: Vec<(u32, u32)> = (0..random.bits() % 24)
                .map(|_| ((random.bits() % n as u64) as u32, (random.bits() % n as u64) as u32))
                .collect();
            let mut reach = vec![vec![false; n]; n];
            (0..n).for_each(|i| reach[i][i] = true);
            edges.iter().for_each(|&(a, b)| reach[a as usize][b as usize] = true);
            for k in 0..n {
                for i in 0..n {
                    for j in 0..n {
                        reach[i][j] |= reach[i][k] && reach[k][j];
                    }
                }
            }
            let component = strong_components(&Adjacency::new(n, edges.iter().copied()));
            for i in 0..n {
                for j in 0..n {
                    assert_eq!(component[i] == component[j], reach[i][j] && reach[j][i], "{edges:?}");
                }
            }
        }
    }

    #[test]
    fn a_chain_of_a_million_edges_does_not_overflow_the_stack() {
        let n = 1_000_001u32;
        let chain = Adjacency::new(n as usize, (0..n - 1).map(|i| (i, i + 1)));
        let component = strong_components(&chain);
        assert_eq!(component[0], n - 1);
        let ring = Adjacency::new(n as usize, (0..n).map(|i| (i, (i + 1) % n)));
        assert!(strong_components(&ring).iter().all(|&c| c == 0));
    }
}
