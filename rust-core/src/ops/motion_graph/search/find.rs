//! From a query to a list of edges.

use super::follow::{FollowPath, FollowRules, StylePiece};
use super::horizon::{SearchPlan, search_walk};
use super::objective::{FoundWalks, Limits, Objective};
use super::options::SearchMotionGraphOptions;
use super::placement::{ClipPlacement, PlacementRules, ReachPlacement};
use super::query::MotionQuery;
use super::space::{SearchSpace, Walker};
use super::user::{UserCost, UserObjective, Walk};
use crate::error::{Error, Result};
use crate::math::{PlanarTransform, Random};
use crate::model::FloorPath;
use crate::ops::motion_graph::random_walk::{RandomWalkOptions, random_walk_over};
use crate::ops::motion_graph::shortest::shortest_to_any;
use crate::ops::progress::Progress;

/// Walks among which variation draws.
const CHOICES: usize = 256;
/// Shortest time after which a walk is given up, seconds.
const MIN_PATIENCE: f64 = 10.0;
/// The label that a path follows where no style is asked for.
const FORWARD: &str = "forward";
/// The longest motion that may be asked for, ten hours.
const MAX_SECONDS: f64 = 36_000.0;
/// Motion that stands is taken to travel at this many metres per second, so that a way ends.
const LEAST_SPEED: f64 = 0.05;

/// Edges and how they were found.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ChosenWalk {
    pub edges: Vec<usize>,
    pub start: PlanarTransform,
    pub cost: f64,
    pub is_complete: bool,
    pub is_exact: bool,
    pub expansions: usize,
    /// Frames that are wanted of it; the last edge may be longer.
    pub frames: Option<usize>,
    /// Frame after frame, how far the path moves on at least, metres.
    pub min_progress: f64,
    /// For a connection: how far from the place, metres, and how wrong the direction, radians.
    pub miss: Option<(f64, f64)>,
}

impl ChosenWalk {
    fn new(edges: Vec<usize>, start: PlanarTransform) -> Self {
        Self {
            edges,
            start,
            cost: 0.0,
            is_complete: true,
            is_exact: true,
            expansions: 0,
            frames: None,
            min_progress: 0.0,
            miss: None,
        }
    }
}

pub(super) fn find(
    space: &SearchSpace<'_>,
    query: &MotionQuery<'_>,
    options: &SearchMotionGraphOptions,
    progress: &Progress<'_>,
) -> Result<ChosenWalk> {
    let finder = Finder { space, options, progress };
    check_labels(space, query)?;
    match query {
        MotionQuery::RandomWalk { seconds, label, from } => finder.random_walk(*seconds, *label, *from),
        MotionQuery::ShortestWay { from, to, label } => finder.shortest_way(*from, *to, *label),
        MotionQuery::Path { path, styles, start } => finder.follow(path, styles, start.as_ref()),
        MotionQuery::Connect { from, to, label } => finder.connect(from, to, *label),
        MotionQuery::Custom { cost, nodes, start, label } => finder.custom(cost, nodes, start, *label),
    }
}

fn check_labels(space: &SearchSpace<'_>, query: &MotionQuery<'_>) -> Result<()> {
    match query {
        MotionQuery::RandomWalk { label, .. }
        | MotionQuery::ShortestWay { label, .. }
        | MotionQuery::Connect { label, .. }
        | MotionQuery::Custom { label, .. } => check_label(space, *label, "search"),
        MotionQuery::Path { styles, .. } => {
            let named = |(i, piece): (usize, &StylePiece)| {
                check_label(space, piece.label, &format!("path style: piece {i}"))
            };
            styles.iter().enumerate().try_for_each(named)
        }
    }
}

/// Refuses a label that the graph does not have.
pub(super) fn check_label(space: &SearchSpace<'_>, label: Option<usize>, what: &str) -> Result<()> {
    let count = space.graph().set().label_names.len();
    match label {
        Some(label) if label >= count => {
            Err(Error::invalid(what, format!("label {label} does not exist; there are {count}")))
        }
        _ => Ok(()),
    }
}

/// Refuses a way that takes longer than any motion may last: the memory of a search grows with it.
fn check_way(metres: f64, seconds: f64) -> Result<()> {
    if seconds <= MAX_SECONDS {
        return Ok(());
    }
    let text = format!(
        "is {metres:.0} m long and takes {seconds:.0} s at the usual speed of this motion, at most {MAX_SECONDS} s are possible; check its unit (metres), or cut it into parts"
    );
    Err(Error::invalid("the way", text))
}

struct Finder<'a> {
    space: &'a SearchSpace<'a>,
    options: &'a SearchMotionGraphOptions,
    progress: &'a Progress<'a>,
}

impl Finder<'_> {
    fn random_walk(&self, seconds: f64, label: Option<usize>, from: Option<usize>) -> Result<ChosenWalk> {
        let graph = self.space.graph();
        if !(seconds > 0.0 && seconds <= MAX_SECONDS) {
            let text = format!("{seconds} seconds; use a number above 0, at most {MAX_SECONDS}");
            return Err(Error::invalid("random walk", text));
        }
        let start = from.map(|clip| self.first_node(clip, label)).transpose()?;
        let walk = RandomWalkOptions {
            seed: self.options.seed,
            min_frames: (seconds * graph.set().frame_rate).ceil() as usize,
            start,
            label,
            ..Default::default()
        };
        let frames = walk.min_frames;
        let edges = random_walk_over(graph, &walk, |e| self.space.is_allowed(e, label))?;
        Ok(ChosenWalk { frames: Some(frames), ..ChosenWalk::new(edges, PlanarTransform::default()) })
    }

    fn shortest_way(&self, from: usize, to: usize, label: Option<usize>) -> Result<ChosenWalk> {
        let graph = self.space.graph();
        let first = self.first_node(from, label)?;
        self.first_node(to, label)?;
        let is_allowed = |e: usize| self.space.is_allowed(e, label);
        let is_goal = |n: usize| graph.nodes()[n].clip as usize == to;
        let Some(mut edges) = shortest_to_any(graph, first, is_goal, is_allowed) else {
            let name = |clip: usize| graph.set().clips[clip].clip.name();
            let text = format!("no way leads from '{}' to '{}'", name(from), name(to));
            return Err(Error::invalid("search", text));
        };
        self.play_on(&mut edges, first, label);
        if edges.is_empty() {
            return Err(Error::invalid("search", "the way has no frame: nothing of the clip can be played"));
        }
        Ok(ChosenWalk::new(edges, PlanarTransform::default()))
    }

    fn follow(
        &self,
        path: &FloorPath,
        styles: &[StylePiece],
        start: Option<&(usize, PlanarTransform)>,
    ) -> Result<ChosenWalk> {
        let space = self.space;
        let styles = if styles.is_empty() { self.default_style() } else { styles.to_vec() };
        let rate = space.graph().set().frame_rate;
        let slowest = styles.iter().map(|s| space.usual_speed(s.label)).fold(f64::INFINITY, f64::min);
        let rules = FollowRules {
            transition_cost: self.options.transition_cost,
            min_progress: self.options.min_progress * slowest / rate,
            style_tolerance: self.options.style_tolerance,
        };
        let objective = FollowPath::new(space, path, &styles, rules)?;
        let starts = match start {
            Some((node, _)) if *node >= space.graph().nodes().len() => {
                return Err(Error::invalid("search", format!("node {node} does not exist")));
            }
            Some((node, at)) => vec![objective.start_from(Walker::new(*node, at))],
            None => self.starts(objective.first_label()).into_iter().map(|n| objective.start_at(n)).collect(),
        };
        let starts: Vec<_> = starts.into_iter().map(|s| (s, 0.0)).collect();
        let (mut seconds, mut from) = (0.0, 0.0);
        for (i, piece) in styles.iter().enumerate() {
            let to = if i + 1 < styles.len() { piece.end } else { path.length() };
            seconds += (to - from) / space.usual_speed(piece.label).max(LEAST_SPEED);
            from = to;
        }
        check_way(path.length(), seconds)?;
        let patience = self.options.patience * path.length() / slowest.max(LEAST_SPEED);
        let outcome = self.search(&objective, &starts, patience)?;
        let (found, state) = self.found(outcome, |start| starts[start].0.walker)?;
        Ok(ChosenWalk {
            frames: state.arrived.map(|frame| frame + 1),
            min_progress: rules.min_progress,
            ..found
        })
    }

    fn connect(
        &self,
        from: &ClipPlacement,
        to: &[ClipPlacement],
        label: Option<usize>,
    ) -> Result<ChosenWalk> {
        let rules = PlacementRules {
            turn_cost: self.options.turn_cost,
            time_cost: self.options.time_cost,
            transition_cost: self.options.transition_cost,
            label,
        };
        let first = self.first_node(from.clip, label)?;
        let objective = ReachPlacement::new(self.space, to, rules)?;
        let starts = [(objective.start_at(first, &from.at), 0.0)];
        if !objective.has_way(first) {
            return Err(Error::invalid("search", "no way leads to any of the clips to end in"));
        }
        let speed = self.space.usual_speed(label).max(LEAST_SPEED);
        let metres = objective.distance(&starts[0].0);
        check_way(metres, metres / speed)?;
        let patience = self.options.patience * (MIN_PATIENCE + metres / speed);
        let outcome = self.search(&objective, &starts, patience)?;
        let (found, state) = self.found(outcome, |_| starts[0].0)?;
        let mut edges = found.edges;
        self.play_on(&mut edges, first, label);
        Ok(ChosenWalk { miss: objective.miss_parts(&state), edges, ..found })
    }

    /// Appends what is left of the clip that the edges end in.
    fn play_on(&self, edges: &mut Vec<usize>, first: usize, label: Option<usize>) {
        let graph = self.space.graph();
        let goes_on = |e: &usize| !graph.is_transition(*e) && self.space.is_allowed(*e, label);
        let mut node = edges.last().map_or(first, |&e| graph.edges()[e].to as usize);
        while let Some(edge) = graph.out_edges(node).find(goes_on) {
            edges.push(edge);
            node = graph.edges()[edge].to as usize;
        }
    }

    fn custom(
        &self,
        cost: &UserCost<'_>,
        nodes: &[usize],
        start: &PlanarTransform,
        label: Option<usize>,
    ) -> Result<ChosenWalk> {
        let count = self.space.graph().nodes().len();
        if let Some(node) = nodes.iter().find(|&&n| n >= count) {
            return Err(Error::invalid("search", format!("node {node} does not exist; there are {count}")));
        }
        let nodes = if nodes.is_empty() { self.starts(label) } else { nodes.to_vec() };
        let objective = UserObjective { space: self.space, cost: *cost, label };
        let starts: Vec<_> = nodes.iter().map(|&n| (Walk::new(Walker::new(n, start)), 0.0)).collect();
        // A caller's rule may never hold; an hour of motion is enough to tell.
        let outcome = self.search(&objective, &starts, 1200.0 * self.options.patience)?;
        let (found, _) = self.found(outcome, |start| starts[start].0.walker)?;
        Ok(found)
    }

    fn search<O: Objective>(
        &self,
        objective: &O,
        starts: &[(O::State, f64)],
        patience: f64,
    ) -> Result<FoundWalks<O::State>> {
        let rate = self.space.graph().set().frame_rate;
        let frames = |seconds: f64| (seconds * rate).round().max(1.0) as usize;
        let plan = SearchPlan {
            method: self.options.method,
            limits: Limits {
                horizon: frames(self.options.horizon),
                max_frames: frames(patience.max(MIN_PATIENCE)),
                beam_width: self.options.beam_width,
                max_expansions: self.options.max_expansions,
                epsilon: 0.0,
                choices: if self.options.variation > 0.0 { CHOICES } else { 1 },
                tolerance: self.options.variation,
            },
            retain: frames(self.options.retain),
        };
        let mut random = Random::new(self.options.seed);
        search_walk(self.space.graph(), objective, starts, &plan, &mut random, self.progress)
    }

    fn found<S>(&self, outcome: FoundWalks<S>, walker: impl Fn(usize) -> Walker) -> Result<(ChosenWalk, S)> {
        let FoundWalks { candidates, expansions, is_exact } = outcome;
        let Some(best) = candidates.into_iter().next().filter(|c| !c.edges.is_empty()) else {
            return Err(Error::invalid("search", "no walk fits the query; ask for less"));
        };
        let found = ChosenWalk {
            cost: best.cost,
            is_complete: best.is_complete,
            is_exact,
            expansions,
            ..ChosenWalk::new(best.edges, walker(best.start).world.transform())
        };
        Ok((found, best.state))
    }

    /// `forward` where there is such motion, else any.
    fn default_style(&self) -> Vec<StylePiece> {
        let names = &self.space.graph().set().label_names;
        let forward = names.iter().position(|n| n == FORWARD);
        let label = forward.filter(|&l| !self.space.nodes(Some(l)).is_empty());
        vec![StylePiece { label, end: f64::INFINITY }]
    }

    /// Nodes spread over the graph, drawn by the seed; all where there are few.
    fn starts(&self, label: Option<usize>) -> Vec<usize> {
        let nodes = self.space.nodes(label);
        let wanted = self.options.starts;
        if nodes.len() <= wanted {
            return nodes;
        }
        let mut random = Random::new(self.options.seed ^ 0x5EED);
        (0..wanted)
            .map(|k| nodes[((k as f64 + random.uniform()) * nodes.len() as f64 / wanted as f64) as usize])
            .collect()
    }

    /// The first node of a clip with an allowed way out.
    fn first_node(&self, clip: usize, label: Option<usize>) -> Result<usize> {
        let graph = self.space.graph();
        let set = graph.set();
        let Some(named) = set.clips.get(clip) else {
            let text = format!("clip {clip} does not exist; there are {}", set.clips.len());
            return Err(Error::invalid("search", text));
        };
        let nodes = self.space.nodes(label);
        nodes.into_iter().find(|&n| graph.nodes()[n].clip as usize == clip).ok_or_else(|| {
            let text = format!("clip '{}' is not connected to the others in this graph", named.clip.name());
            Error::invalid("search", text)
        })
    }
}
