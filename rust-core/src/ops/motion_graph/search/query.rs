//! [`MotionQuery`]: what motion is wanted.

use super::follow::StylePiece;
use super::placement::ClipPlacement;
use super::user::UserCost;
use crate::math::PlanarTransform;
use crate::model::FloorPath;

/// What [`search_motion_graph`](super::search_motion_graph) is to find. Labels and clips are numbers in the graph's
/// set; see [`ClipSet::find_label`](crate::model::ClipSet::find_label) and
/// [`ClipSet::find_clip`](crate::model::ClipSet::find_clip).
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::{MotionQuery, SearchMotionGraphOptions, search_motion_graph};
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let label = Some(graph.set().find_label("forward")?);
/// let query = MotionQuery::RandomWalk { seconds: 4.0, label, from: None };
/// let found = search_motion_graph(&graph, &query, &SearchMotionGraphOptions::default().seed(3), &Progress::none())?;
/// assert!(found.report.seconds >= 4.0);
/// assert_eq!(found.report.query, query.name());
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum MotionQuery<'a> {
    /// A random walk of at least so many seconds.
    RandomWalk {
        /// Seconds, above 0.
        seconds: f64,
        /// Stay in the core of this label.
        label: Option<usize>,
        /// Begin in this clip.
        from: Option<usize>,
    },
    /// The quickest way from one clip to another, and on to its end.
    ShortestWay {
        /// The clip to begin in, where it is first connected.
        from: usize,
        /// The clip to end in.
        to: usize,
        /// Stay in the core of this label.
        label: Option<usize>,
    },
    /// Motion along a path.
    Path {
        /// Where to go.
        path: FloorPath,
        /// The style of each part; empty for `forward` where the graph has it, else for any motion.
        styles: Vec<StylePiece>,
        /// Begin at this node, whose clip is placed so; `None` tries many and lays them along the path.
        start: Option<(usize, PlanarTransform)>,
    },
    /// From one clip at its place to another at its place.
    Connect {
        /// The clip to begin in, from its first node on.
        from: ClipPlacement,
        /// The clips to end in; the search ends in any one of them. Several give more freedom and never cost more.
        to: Vec<ClipPlacement>,
        /// Stay in the core of this label.
        label: Option<usize>,
    },
    /// Whatever a caller's own functions ask for.
    Custom {
        /// Cost, halting and forbidden edges.
        cost: UserCost<'a>,
        /// Nodes to begin at; empty for the seed's choice of all.
        nodes: Vec<usize>,
        /// Places the clip of the first node.
        start: PlanarTransform,
        /// Stay in the core of this label.
        label: Option<usize>,
    },
}

impl MotionQuery<'_> {
    /// The name used in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::RandomWalk { .. } => "random-walk",
            Self::ShortestWay { .. } => "shortest-way",
            Self::Path { .. } => "path",
            Self::Connect { .. } => "connect",
            Self::Custom { .. } => "custom",
        }
    }
}
