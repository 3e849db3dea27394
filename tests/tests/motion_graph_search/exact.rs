//! Branch and bound, the beam and the receding horizon against exhaustive enumeration.

use crate::unicycle::{five, graph, kind, random_path};
use std::collections::HashSet;
use std::sync::Mutex;
use surefoot::SearchMethod;
use surefoot::internals::{
    FollowPath, FollowRules, FollowState, Limits, Objective, SearchPlan, SearchSpace, UserObjective,
    beam_search, branch_and_bound, search_walk,
};
use surefoot::math::{PlanarTransform, Random};
use surefoot::model::{FloorPath, MotionGraph};
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::search::{UserCost, Walk, Walker};

const RULES: FollowRules = FollowRules { transition_cost: 0.1, min_progress: 0.0, style_tolerance: 0.0 };

/// The cheapest complete walk by trying all; `(cost, edges, walks tried)`.
fn enumerate<O: Objective>(graph: &MotionGraph, objective: &O, start: &O::State) -> (f64, Vec<usize>, usize) {
    fn go<O: Objective>(
        graph: &MotionGraph,
        objective: &O,
        state: &O::State,
        cost: f64,
        edges: &mut Vec<usize>,
        best: &mut (f64, Vec<usize>, usize),
    ) {
        best.2 += 1;
        if !edges.is_empty()
            && let Some(ending) = objective.ending(state)
        {
            if cost + ending < best.0 {
                (best.0, best.1) = (cost + ending, edges.clone());
            }
            return;
        }
        for edge in graph.out_edges(objective.walker(state).node) {
            if let Some((next, more)) = objective.append(state, edge, usize::MAX) {
                edges.push(edge);
                go(graph, objective, &next, cost + more, edges, best);
                edges.pop();
            }
        }
    }
    let mut best = (f64::INFINITY, vec![], 0);
    go(graph, objective, start, 0.0, &mut vec![], &mut best);
    best
}

fn objective<'a>(space: &'a SearchSpace<'a>, path: &'a FloorPath) -> (FollowPath<'a>, FollowState) {
    let objective = FollowPath::new(space, path, &[], RULES).unwrap();
    let start = objective.start_at(0);
    (objective, start)
}

#[test]
fn branch_and_bound_equals_exhaustive_enumeration() {
    // On random graphs; another order of visits gives the same cost.
    let mut most = 0;
    for seed in 0..12 {
        let graph = if seed < 6 { five() } else { random_graph(seed) };
        let space = SearchSpace::new(&graph, true);
        // Among random joins there are fewer walks, so a longer path is tried out.
        let path = random_path(seed, if seed < 6 { 3 } else { 4 });
        let (objective, start) = objective(&space, &path);
        let (cost, edges, tried) = enumerate(&graph, &objective, &start);
        let all = Limits { max_expansions: usize::MAX, ..Limits::default() };
        let exact = branch_and_bound(&graph, &objective, &[(start, 0.0)], &all, &Progress::none()).unwrap();
        let found = &exact.candidates[0];
        assert!(exact.is_exact && found.is_complete);
        assert!((found.cost - cost).abs() < 1e-12 && found.edges == edges, "{} {cost}", found.cost);
        assert!(seed >= 6 || tried > 10 * exact.expansions, "{tried} walks, {} expansions", exact.expansions);
        most = most.max(tried);
        // A beam too wide to cut anything visits by frames instead of by depth.
        let wide = Limits { beam_width: usize::MAX / 8, ..all };
        let beam = beam_search(
            &graph,
            &objective,
            &[(start, 0.0)],
            &Limits { beam_width: 5000, ..wide },
            &Progress::none(),
        );
        let beam = beam.unwrap();
        assert!((beam.candidates[0].cost - cost).abs() < 1e-12 && beam.candidates[0].edges == edges);
    }
    assert!(most > 50_000, "{most} walks at most");
}

/// Six clips of random bends; each leads to itself and to about half of the others.
fn random_graph(seed: u64) -> MotionGraph {
    let mut random = Random::new(seed);
    let kinds: Vec<_> = (0..6).map(|_| kind((random.uniform() - 0.5) * 0.07, 0)).collect();
    let joined: Vec<bool> = (0..36).map(|_| random.uniform() < 0.5).collect();
    graph(&kinds, &["roll"], |c, d| c == d || joined[6 * c + d])
}

#[test]
fn limits_end_a_search_and_say_so() {
    let graph = five();
    let space = SearchSpace::new(&graph, true);
    let path = random_path(3, 4);
    let (objective, start) = objective(&space, &path);
    let run = |starts: &[(FollowState, f64)], limits: &Limits| {
        branch_and_bound(&graph, &objective, starts, limits, &Progress::none()).unwrap()
    };
    let all = Limits { max_expansions: usize::MAX, ..Limits::default() };
    let best = run(&[(start, 0.0)], &all).candidates[0].cost;
    let soon = run(&[(start, 0.0)], &Limits { epsilon: 50.0 * best, ..all });
    assert!(soon.candidates[0].is_complete && soon.candidates[0].cost < 50.0 * best && !soon.is_exact);
    let short = run(&[(start, 0.0)], &Limits { max_expansions: 200, ..all });
    assert!(short.candidates[0].is_complete && short.candidates[0].cost >= best && !short.is_exact);
    let starts: Vec<_> = [0, 2, 4].map(|node| (objective.start_at(node), 0.0)).to_vec();
    let together = run(&starts, &all).candidates[0].clone();
    let alone: Vec<f64> = starts.iter().map(|s| run(&[*s], &all).candidates[0].cost).collect();
    let least = alone.iter().copied().fold(f64::INFINITY, f64::min);
    assert!((together.cost - least).abs() < 1e-12 && alone[together.start] == together.cost, "{alone:?}");
}

#[test]
fn a_callers_rules_are_kept() {
    // A negative cost is refused.
    let graph = five();
    let space = SearchSpace::new(&graph, true);
    let forbidden = |clip: u32| {
        move |graph: &MotionGraph, e: usize| graph.nodes()[graph.edges()[e].to as usize].clip == clip
    };
    let start = [(Walk::new(Walker::new(0, &PlanarTransform::default())), 0.0)];
    // As far to the left as possible within 200 frames, without the sharp left arc.
    let cost = |_: &Walk, _: usize, to: &Walker| (20.0 - to.position.unwrap()[0]).max(0.0);
    let is_complete = |walk: &Walk| walk.walker.frames >= 200;
    let is_legal = |_: &Walk, e: usize| !forbidden(1)(&graph, e);
    let user = UserObjective {
        space: &space,
        cost: UserCost { cost: &cost, is_complete: &is_complete, is_legal: &is_legal },
        label: None,
    };
    let all = Limits { max_expansions: usize::MAX, ..Limits::default() };
    let found = branch_and_bound(&graph, &user, &start, &all, &Progress::none()).unwrap();
    let walk = &found.candidates[0];
    assert!(found.is_exact && walk.edges.iter().all(|&e| !forbidden(1)(&graph, e)));
    assert!(walk.edges.iter().any(|&e| forbidden(3)(&graph, e)), "the gentle left arc is the way");
    assert_eq!(walk.state.edges().collect::<Vec<_>>(), walk.edges.iter().rev().copied().collect::<Vec<_>>());
    let (best, edges, _) = enumerate(&graph, &user, &start[0].0);
    assert!((best - walk.cost).abs() < 1e-12 && edges == walk.edges);
    let never = |_: &Walk, _: usize| false;
    let user = UserObjective { cost: UserCost { is_legal: &never, ..user.cost }, ..user };
    assert!(branch_and_bound(&graph, &user, &start, &all, &Progress::none()).unwrap().candidates.is_empty());
    assert!(beam_search(&graph, &user, &start, &all, &Progress::none()).unwrap().candidates.is_empty());
    let negative = |_: &Walk, _: usize, _: &Walker| -1.0;
    let user = UserObjective { cost: UserCost { cost: &negative, is_legal: &is_legal, ..user.cost }, ..user };
    for error in [
        branch_and_bound(&graph, &user, &start, &all, &Progress::none()).unwrap_err(),
        beam_search(&graph, &user, &start, &all, &Progress::none()).unwrap_err(),
    ] {
        assert!(error.to_string().contains("0 or more"), "{error}");
    }
}

fn plan(method: SearchMethod, horizon: usize) -> SearchPlan {
    let limits = Limits { horizon, max_expansions: 50_000, ..Limits::default() };
    SearchPlan { method, limits, retain: 28 }
}

#[test]
fn a_horizon_past_the_end_is_exact_search() {
    let graph = five();
    let space = SearchSpace::new(&graph, true);
    let path = random_path(1, 3);
    let (objective, start) = objective(&space, &path);
    let (cost, edges, _) = enumerate(&graph, &objective, &start);
    for _ in 0..2 {
        let plan = plan(SearchMethod::BranchAndBound, 10_000);
        let found =
            search_walk(&graph, &objective, &[(start, 0.0)], &plan, &mut Random::new(0), &Progress::none())
                .unwrap();
        assert!(found.is_exact && found.candidates[0].edges == edges);
        assert!((found.candidates[0].cost - cost).abs() < 1e-12);
    }
}

#[test]
fn longer_horizons_follow_better_and_every_path_is_completed() {
    let graph = five();
    let space = SearchSpace::new(&graph, true);
    for method in [SearchMethod::BranchAndBound, SearchMethod::HorizonBeam] {
        let mean = [30, 60, 120].map(|horizon| {
            let costs = (0..20).map(|seed| {
                let path = random_path(100 + seed, 4);
                let (objective, start) = objective(&space, &path);
                let plan = plan(method, horizon);
                let found = search_walk(
                    &graph,
                    &objective,
                    &[(start, 0.0)],
                    &plan,
                    &mut Random::new(0),
                    &Progress::none(),
                );
                let found = found.unwrap();
                assert!(found.candidates[0].is_complete);
                found.candidates[0].cost
            });
            costs.sum::<f64>() / 20.0
        });
        assert!(mean[0] >= mean[1] && mean[1] >= mean[2], "{method:?}: {mean:?}");
    }
}

/// An objective that notes where each round of a search begins.
struct Watched<'a> {
    inner: FollowPath<'a>,
    horizon: usize,
    rounds: Mutex<Vec<usize>>,
}

impl Objective for Watched<'_> {
    type State = FollowState;

    fn append(&self, state: &FollowState, edge: usize, counted_until: usize) -> Option<(FollowState, f64)> {
        if counted_until != usize::MAX {
            let mut rounds = self.rounds.lock().unwrap();
            let first = counted_until - self.horizon;
            if rounds.last() != Some(&first) {
                rounds.push(first);
            }
        }
        self.inner.append(state, edge, counted_until)
    }

    fn walker<'s>(&self, state: &'s FollowState) -> &'s Walker {
        self.inner.walker(state)
    }

    fn ending(&self, state: &FollowState) -> Option<f64> {
        self.inner.ending(state)
    }

    fn key(&self, state: &FollowState) -> u64 {
        self.inner.key(state)
    }
}

#[test]
fn every_round_keeps_what_it_should() {
    // From round to round at least 28 frames go by, and less than one edge more.
    let graph = five();
    let space = SearchSpace::new(&graph, true);
    let path = random_path(6, 9);
    for method in [SearchMethod::BranchAndBound, SearchMethod::HorizonBeam] {
        let (inner, start) = objective(&space, &path);
        let watched = Watched { inner, horizon: 90, rounds: Mutex::new(Vec::new()) };
        let found = search_walk(
            &graph,
            &watched,
            &[(start, 0.0)],
            &plan(method, 90),
            &mut Random::new(0),
            &Progress::none(),
        );
        assert!(found.unwrap().candidates[0].is_complete);
        let rounds = watched.rounds.into_inner().unwrap();
        assert!(rounds.len() > 10 && rounds[0] == 0, "{rounds:?}");
        for w in rounds.windows(2) {
            assert!((28..28 + 30).contains(&(w[1] - w[0])), "{method:?}: {rounds:?}");
        }
    }
}

#[test]
fn a_round_draws_only_from_walks_near_its_best() {
    // With a tolerance of a tenth, no walk of a round costs more than 1.1 times the true best of that round.
    let graph = five();
    let space = SearchSpace::new(&graph, true);
    let mut drawn = 0;
    for (seed, tolerance) in (0..20).flat_map(|seed| [(seed, 0.1), (seed, 0.5)]) {
        let path = random_path(seed, 4);
        let (objective, start) = objective(&space, &path);
        let limits = Limits {
            horizon: 180,
            max_expansions: usize::MAX,
            beam_width: 200,
            choices: 64,
            tolerance,
            ..Limits::default()
        };
        let alone = Limits { choices: 1, tolerance: 0.0, ..limits };
        let best = branch_and_bound(&graph, &objective, &[(start, 0.0)], &alone, &Progress::none()).unwrap();
        let best = best.candidates[0].cost;
        for candidates in [
            beam_search(&graph, &objective, &[(start, 0.0)], &limits, &Progress::none()).unwrap().candidates,
            branch_and_bound(&graph, &objective, &[(start, 0.0)], &limits, &Progress::none())
                .unwrap()
                .candidates,
        ] {
            drawn += candidates.len();
            let edges: HashSet<&Vec<usize>> = candidates.iter().map(|c| &c.edges).collect();
            assert_eq!(edges.len(), candidates.len(), "a walk is there twice");
            for c in &candidates {
                let most = (1.0 + tolerance) * best;
                assert!(c.cost >= best - 1e-12 && c.cost <= most + 1e-12, "{} {best}", c.cost);
            }
        }
    }
    assert!(drawn > 100, "{drawn} walks in 80 rounds leave no choice");
}

#[test]
fn a_small_budget_is_never_worse_than_the_beam() {
    // Depth first, a budget of a few hundred walks ends inside the first of them.
    let graph = five();
    let space = SearchSpace::new(&graph, true);
    for seed in 0..8 {
        let path = random_path(30 + seed, 5);
        let (objective, _) = objective(&space, &path);
        let starts: Vec<_> = (0..graph.nodes().len()).map(|n| (objective.start_at(n), 0.0)).collect();
        let run = |method, max_expansions| {
            let mut plan = plan(method, 10_000);
            plan.limits = Limits { max_expansions, beam_width: 64, ..plan.limits };
            let found =
                search_walk(&graph, &objective, &starts, &plan, &mut Random::new(0), &Progress::none());
            let found = found.unwrap();
            (found.candidates[0].cost, found.is_exact, found.candidates[0].is_complete)
        };
        let (beam, ..) = run(SearchMethod::HorizonBeam, 0);
        let (few, is_exact, is_complete) = run(SearchMethod::BranchAndBound, 300);
        let (many, ..) = run(SearchMethod::BranchAndBound, 100_000);
        assert!(is_complete && !is_exact);
        assert!(few <= beam && many <= few, "{seed}: beam {beam}, few {few}, many {many}");
    }
}

#[test]
fn costs_past_the_horizon_do_not_count() {
    // A long edge is charged for its frames inside the horizon alone.
    let graph = graph(&[kind(0.0, 0)], &["roll"], |_, _| true);
    let space = SearchSpace::new(&graph, true);
    let aside = FloorPath::polyline(&[[1.0, 0.0].into_point(), [1.0, 50.0].into_point()]).unwrap();
    let objective = FollowPath::new(&space, &aside, &[], RULES).unwrap();
    // Placed a metre beside the path: every counted frame costs 1.
    let start = objective.start_from(Walker::new(0, &PlanarTransform { theta: 0.0, x0: 0.0, z0: -0.6 }));
    let (_, cost) = objective.append(&start, 0, 10).unwrap();
    assert!((cost - 10.0).abs() < 1e-12, "{cost}");
    let (state, cost) = objective.append(&start, 0, usize::MAX).unwrap();
    assert!((cost - 30.0).abs() < 1e-12 && state.walker.frames == 30, "{cost}");
    let limits = Limits { horizon: 40, ..Limits::default() };
    let found = beam_search(&graph, &objective, &[(start, 0.0)], &limits, &Progress::none()).unwrap();
    assert!((found.candidates[0].cost - 40.1).abs() < 1e-9, "{}", found.candidates[0].cost);
}

trait IntoPoint {
    fn into_point(self) -> surefoot::math::Vec3;
}

impl IntoPoint for [f64; 2] {
    fn into_point(self) -> surefoot::math::Vec3 {
        surefoot::math::Vec3::new(self[0], 0.0, self[1])
    }
}
