//! [`build_shape_grid`] and [`query_shape_grid`]: the corrections of one clip for a grid of body shapes, and a clip for any shape
//! in between (Lyard 2008, chapter 4; docs/methods/shape_grid.md).

mod corrections;
mod options;
mod query;
mod report;
mod weights;

pub use options::{BuildShapeGridOptions, QueryShapeGridOptions, ShapeInterpolation};
pub use query::{ShapedClip, query_shape_grid};
pub use report::{BuildShapeGridReport, QueryShapeGridReport};
pub use weights::ShapeWeights;

use crate::declare::{Operation, Options};
use crate::error::Result;
use crate::kinematics::body::INSIDE;
use crate::model::shape_grid::{ShapeAxis, ShapeGrid, ShapeGridHead, ShapeNode, ShapePart, text_print};
use crate::model::{Clip, Note, Plants, Skeleton, Skin};
use crate::ops::adapt_to_body::{AdaptStages, DepthMeter};
use crate::ops::detect_plants::detect_plants;
use crate::ops::grow_body::{GrowBodyOptions, grow_body};
use crate::ops::measure_footskate::measure_footskate;
use crate::ops::progress::Progress;
use crate::ops::remove_footskate::remove_footskate;
use crate::ops::remove_penetration::remove_penetration;
use corrections::corrections;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) const BUILD_OPERATION: Operation = Operation::new::<BuildShapeGridOptions, BuildShapeGridReport>(
    "Build Shape Grid",
    "Correct a clip for a grid of body shapes, so that it can be had for any shape in between",
);

pub(crate) const QUERY_OPERATION: Operation = Operation::new::<QueryShapeGridOptions, QueryShapeGridReport>(
    "Query Shape Grid",
    "Get a clip for any shape of a grid that was built before",
);

/// Distance that is aimed for on the bodies of a grid, metres.
const MARGIN: f64 = 0.0065;

/// Speed of planted feet from which they are held once more, metres per second.
const NEW_SLIDE: f64 = 1e-4;

/// Called with each node as soon as it is solved, from any thread.
pub type KeepNode<'a> = &'a (dyn Fn(usize, &ShapeNode) -> Result<()> + Sync);

/// What [`build_shape_grid`] works with.
#[derive(Clone)]
#[non_exhaustive]
pub struct ShapeGridSetup<'a> {
    /// The axes; five with three girths each unless others are given.
    pub axes: Vec<ShapeAxis>,
    /// Plants, ground and what is asked of the solvers. Bones are kept rigid and the root path is not smoothed, whatever is set here.
    pub stages: AdaptStages<'a>,
    /// Nodes that an earlier run has solved.
    pub finished: Vec<(usize, ShapeNode)>,
    /// Where nodes go as soon as they are solved.
    pub keep: Option<KeepNode<'a>>,
}

impl Default for ShapeGridSetup<'_> {
    fn default() -> Self {
        let mut stages = AdaptStages::default();
        // Mixed corrections fall a little short where a contact begins between two girths.
        stages.remove_penetration = stages.remove_penetration.margin(MARGIN);
        Self { axes: default_axes(), stages, finished: Vec::new(), keep: None }
    }
}

/// Legs, trunk and arms, each thinner, as it is, and thicker: 243 bodies.
///
/// ```
/// use surefoot::ops::shape_grid::default_axes;
///
/// assert_eq!(default_axes().iter().map(|axis| axis.girths.len()).product::<usize>(), 243);
/// ```
pub fn default_axes() -> Vec<ShapeAxis> {
    ShapePart::ALL.iter().map(|&part| ShapeAxis { part, girths: vec![0.85, 1.0, 1.2] }).collect()
}

/// What [`build_shape_grid`] returns.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BuiltShapeGrid {
    /// The corrections of every body.
    pub grid: ShapeGrid,
    /// What was measured.
    pub report: BuildShapeGridReport,
}

/// What the grid of these inputs is of. A grid or an unfinished build with another head is of something else.
///
/// ```
/// use surefoot::ops::shape_grid::{BuildShapeGridOptions, ShapeGridSetup, shape_grid_head};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let (setup, options) = (ShapeGridSetup::default(), BuildShapeGridOptions::default());
/// let head = shape_grid_head(&skeleton, &clip, &skins, &setup, &options)?;
/// assert_eq!(head.node_count(), 243);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`ShapeGridHead::new`].
pub fn shape_grid_head(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    setup: &ShapeGridSetup<'_>,
    options: &BuildShapeGridOptions,
) -> Result<ShapeGridHead> {
    let mut settings = format!("version {}", env!("CARGO_PKG_VERSION"));
    write_options(&mut settings, options);
    write_options(&mut settings, &setup.stages.remove_penetration);
    if options.footskate {
        write_options(&mut settings, &setup.stages.remove_footskate);
        match setup.stages.plants {
            Some(plants) => settings += &format!("; plants {:016x}", text_print(&format!("{plants:?}"))),
            None => write_options(&mut settings, &setup.stages.detect_plants),
        }
        let ground = setup.stages.ground.map(|ground| text_print(&format!("{ground:?}")));
        settings += &format!("; ground {:016x}", ground.unwrap_or(0));
    }
    ShapeGridHead::new(skeleton, clip, skins, setup.axes.clone(), &settings)
}

fn write_options<O: Options>(out: &mut String, options: &O) {
    for spec in O::SPECS {
        if let Some(value) = options.get(spec.name) {
            *out += &format!("; {}.{} {value}", O::OPERATION, spec.name);
        }
    }
}

/// Solves a clip for every body of a grid of shapes: the body is grown, planted feet are held, limbs leave the body, and what changed is kept.
///
/// Bodies are solved in parallel; the result does not depend on how many threads there are. `setup.keep` gets each node as soon as it is
/// solved, and `setup.finished` takes what an earlier run has kept: then only the rest is solved, with the same result.
///
/// ```
/// use surefoot::model::shape_grid::{ShapeAxis, ShapePart};
/// use surefoot::ops::Progress;
/// use surefoot::ops::shape_grid::ShapeGridSetup;
/// use surefoot::{BuildShapeGridOptions, build_shape_grid};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let walk = surefoot_sample::WalkOptions { seconds: 1.0, ..Default::default() };
/// # let clip = surefoot_sample::walk(&skeleton, &walk)?.clip;
///
/// let mut setup = ShapeGridSetup::default();
/// setup.axes = vec![ShapeAxis { part: ShapePart::Trunk, girths: vec![1.0, 1.2] }];
/// let options = BuildShapeGridOptions::default();
/// let built = build_shape_grid(&skeleton, &clip, &skins, &setup, &options, &Progress::none())?;
/// println!("{}", built.report.summary());
/// assert_eq!(built.grid.nodes().len(), 2);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`](crate::Error::Invalid) for axes that are no grid or without a mesh; those of [`grow_body`](crate::grow_body()) and
/// [`remove_penetration`](crate::remove_penetration()); what `setup.keep` returns; [`Error::Cancelled`](crate::Error::Cancelled).
pub fn build_shape_grid(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    setup: &ShapeGridSetup<'_>,
    options: &BuildShapeGridOptions,
    progress: &Progress<'_>,
) -> Result<BuiltShapeGrid> {
    options.validate()?;
    let head = shape_grid_head(skeleton, clip, skins, setup, options)?;
    let mut nodes: Vec<Option<ShapeNode>> = vec![None; head.node_count()];
    for (index, node) in &setup.finished {
        head.check_node(*index, node)?;
        nodes[*index] = Some(node.clone());
    }
    let plants = match setup.stages.plants {
        _ if !options.footskate => Plants::none(clip.frame_count()),
        Some(plants) => plants.clone(),
        // Found once: what is planted does not depend on girth.
        None => detect_plants(skeleton, clip, setup.stages.ground, &setup.stages.detect_plants)?.plants,
    };
    let mut stages = setup.stages.clone();
    // What smooths a clip decides by thresholds, and would step from node to node.
    stages.remove_footskate = stages.remove_footskate.max_stretch(0.0).denoise(false).fit_root_path(false);
    let solver = NodeSolver { skeleton, clip, skins, stages: &stages, plants: &plants, head: &head, options };
    let missing: Vec<usize> = (0..nodes.len()).filter(|&index| nodes[index].is_none()).collect();
    let done = AtomicUsize::new(nodes.len() - missing.len());
    let count = nodes.len();
    let solved: Vec<(usize, ShapeNode)> = missing
        .par_iter()
        .map(|&index| {
            let share = || done.load(Ordering::Relaxed) as f64 / count as f64;
            let node = solver.solve(index, &Progress::new(&|_| progress.report(share()).is_ok()))?;
            if let Some(keep) = setup.keep {
                keep(index, &node)?;
            }
            done.fetch_add(1, Ordering::Relaxed);
            progress.report(share())?;
            Ok((index, node))
        })
        .collect::<Result<_>>()?;
    let solved_count = solved.len();
    for (index, node) in solved {
        nodes[index] = Some(node);
    }
    let grid = ShapeGrid::new(head, nodes.into_iter().flatten().collect())?;
    let report = report_of(&grid, solved_count);
    progress.report(1.0)?;
    Ok(BuiltShapeGrid { grid, report })
}

/// What all nodes have in common.
struct NodeSolver<'a> {
    skeleton: &'a Skeleton,
    clip: &'a Clip,
    skins: &'a [Skin],
    stages: &'a AdaptStages<'a>,
    plants: &'a Plants,
    head: &'a ShapeGridHead,
    options: &'a BuildShapeGridOptions,
}

impl NodeSolver<'_> {
    fn solve(&self, index: usize, progress: &Progress<'_>) -> Result<ShapeNode> {
        let shape = grown_shape(self.head, index, self.options);
        let body = grow_body(self.skeleton, self.skins, &[], &shape)?;
        let clip = body.fit_clip(self.clip)?;
        let (skeleton, skins) = (&body.skeleton, &body.skins);
        let AdaptStages { ground, remove_penetration: leave_body, remove_footskate: hold, .. } = self.stages;
        let held = |clip: &Clip| remove_footskate(skeleton, clip, self.plants, *ground, hold);
        let standing = if self.options.footskate { held(&clip)?.clip } else { clip.clone() };
        let free = remove_penetration(skeleton, &standing, skins, leave_body, progress)?;
        let (mut result, mut after) = (free.clip, free.report.after);
        // Legs leave each other with feet in place; where that is set otherwise, feet are held once more.
        let slides = || measure_footskate(skeleton, &result, self.plants, *ground, None);
        if self.options.footskate && slides()?.slide_mean > NEW_SLIDE {
            result = held(&result)?.clip;
            after =
                DepthMeter::new(skeleton, &clip, skins, leave_body)?.measure(&result, progress)?.measures();
        }
        let depths = [free.report.before.depth_max, after.depth_max];
        Ok(ShapeNode { depths, runs: corrections(skeleton, &clip, &result)? })
    }
}

/// The body of one node.
fn grown_shape(head: &ShapeGridHead, index: usize, options: &BuildShapeGridOptions) -> GrowBodyOptions {
    let mut shape = GrowBodyOptions::default().move_joints(options.move_joints);
    for (axis, girth) in head.axes.iter().zip(head.girths(index)) {
        shape = match axis.part {
            ShapePart::LeftLeg => shape.left_leg(girth),
            ShapePart::RightLeg => shape.right_leg(girth),
            ShapePart::Trunk => shape.trunk(girth),
            ShapePart::LeftArm => shape.left_arm(girth),
            ShapePart::RightArm => shape.right_arm(girth),
        };
    }
    shape
}

fn report_of(grid: &ShapeGrid, solved: usize) -> BuildShapeGridReport {
    let head = grid.head();
    let nodes = grid.nodes();
    let worst = (0..nodes.len())
        .fold(0, |worst, node| if nodes[node].depths[1] > nodes[worst].depths[1] { node } else { worst });
    let shape: Vec<String> = head
        .axes
        .iter()
        .zip(head.girths(worst))
        .map(|(axis, girth)| format!("{} {girth}", axis.part.name()))
        .collect();
    let nodes_inside = nodes.iter().filter(|node| node.depths[1] > INSIDE).count();
    let mut notes = Vec::new();
    if nodes_inside > 0 {
        let text = format!(
            "{nodes_inside} of {} bodies are still inside themselves, by up to {:.1} cm; shapes near them will be, too",
            nodes.len(),
            nodes[worst].depths[1] * 100.0
        );
        notes.push(Note::warning("penetration-left", text));
    }
    BuildShapeGridReport {
        nodes: nodes.len(),
        solved,
        depth_before: nodes.iter().map(|node| node.depths[0]).fold(0.0, f64::max),
        depth_after: nodes[worst].depths[1],
        worst_shape: shape.join(", "),
        nodes_inside,
        values: nodes.iter().flat_map(|node| &node.runs).map(|run| 3 * run.values.len()).sum(),
        notes,
    }
}
