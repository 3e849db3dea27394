//! [`build_shape_grid`] and [`query_shape_grid`]: the corrections of one clip for a grid of body shapes, and a clip for any shape
//! in between (Lyard 2008, chapter 4; docs/methods/shape_grid.md).

mod corrections;
mod options;
mod query;
mod report;
mod weights;

pub use options::{BuildShapeGridOptions, QueryShapeGridOptions, ShapeInterpolation};
pub use query::{ShapedClip, query_shape_grid, shaped_body};
pub use report::{BuildShapeGridReport, QueryShapeGridReport, ShapeFinding};
pub use weights::ShapeWeights;

use crate::declare::{Operation, Options};
use crate::error::Result;
use crate::kinematics::body::INSIDE;
use crate::model::note::counted;
use crate::model::shape_grid::{
    ShapeAxis, ShapeGrid, ShapeGridHead, ShapeNode, ShapeNote, ShapePart, text_print,
};
use crate::model::{Clip, Note, Plants, Severity, Skeleton, Skin};
use crate::ops::adapt_to_body::{AdaptStages, DepthMeter};
use crate::ops::detect_plants::detect_plants;
use crate::ops::grow_body::{GrowBodyOptions, grow_body};
use crate::ops::measure_footskate::measure_footskate;
use crate::ops::progress::Progress;
use crate::ops::remove_footskate::remove_footskate;
use crate::ops::remove_penetration::report::note_of_depth;
use crate::ops::remove_penetration::{RemovePenetrationOptions, remove_penetration};
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
    /// Plants, ground and what is asked of the solvers. Bones are kept rigid and the root path is not smoothed, whatever is set here;
    /// margin, mean way and allowed overlap are those of [`BuildShapeGridOptions`].
    pub stages: AdaptStages<'a>,
    /// Nodes that an earlier run has solved.
    pub finished: Vec<(usize, ShapeNode)>,
    /// Where nodes go as soon as they are solved.
    pub keep: Option<KeepNode<'a>>,
}

impl Default for ShapeGridSetup<'_> {
    fn default() -> Self {
        Self { axes: default_axes(), stages: AdaptStages::default(), finished: Vec::new(), keep: None }
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
    write_options(&mut settings, &penetration_options(setup, options));
    if options.footskate {
        write_options(&mut settings, &setup.stages.remove_footskate);
        match setup.stages.plants {
            Some(plants) => settings += &format!("; plants {:016x}", text_print(&format!("{plants:?}"))),
            None => write_options(&mut settings, &setup.stages.detect_plants),
        }
        let ground = setup.stages.ground.map(|ground| text_print(&format!("{ground:?}")));
        settings += &format!("; ground {:016x}", ground.unwrap_or(0));
    }
    ShapeGridHead::new(skeleton, clip, skins, setup.axes.clone(), options.move_joints, &settings)
}

/// How limbs leave the bodies.
fn penetration_options(
    setup: &ShapeGridSetup<'_>,
    options: &BuildShapeGridOptions,
) -> RemovePenetrationOptions {
    let stage = setup.stages.remove_penetration;
    let stage = stage.margin(options.margin).max_mean_way(options.max_mean_way);
    stage.allowed_overlap(options.allowed_overlap).overlap_frame(options.overlap_frame)
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
    stages.remove_penetration = penetration_options(setup, options);
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
        let shape = grown_shape(self.head, &self.head.girths(index));
        let body = grow_body(self.skeleton, self.skins, &[], &shape)?;
        let clip = body.fit_clip(self.clip)?;
        let (skeleton, skins) = (&body.skeleton, &body.skins);
        let AdaptStages { ground, remove_penetration: leave_body, remove_footskate: hold, .. } = self.stages;
        let held = |clip: &Clip| remove_footskate(skeleton, clip, self.plants, *ground, hold);
        let mut notes = body.report.notes.clone();
        let standing = match self.options.footskate {
            true => {
                let edited = held(&clip)?;
                notes.extend(edited.report.notes);
                edited.clip
            }
            false => clip.clone(),
        };
        let free = remove_penetration(skeleton, &standing, skins, leave_body, progress)?;
        notes.extend(free.report.notes);
        let (mut result, mut after) = (free.clip, free.report.after);
        // Legs leave each other with feet in place; where that is set otherwise, feet are held once more.
        let slides = || measure_footskate(skeleton, &result, self.plants, *ground, None);
        if self.options.footskate && slides()?.slide_mean > NEW_SLIDE {
            result = held(&result)?.clip;
            after =
                DepthMeter::new(skeleton, &clip, skins, leave_body)?.measure(&result, progress)?.measures();
        }
        let depths = [free.report.before.depth_max, after.depth_max];
        let warnings = notes.iter().filter(|note| note.severity == Severity::Warning);
        let mut notes: Vec<ShapeNote> = warnings.map(ShapeNote::of).collect();
        notes.dedup();
        Ok(ShapeNode { depths, notes, runs: corrections(skeleton, &clip, &result)? })
    }
}

/// How the body of some girths is grown, one girth per axis.
fn grown_shape(head: &ShapeGridHead, girths: &[f64]) -> GrowBodyOptions {
    let mut shape = GrowBodyOptions::default().move_joints(head.move_joints);
    for (axis, &girth) in head.axes.iter().zip(girths) {
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
    let nodes_inside = nodes.iter().filter(|node| node.depths[1] > INSIDE).count();
    let all = counted(nodes.len(), "body", "bodies");
    let mut notes = Vec::new();
    if nodes_inside > 0 {
        let text = format!(
            "{nodes_inside} of {all} still reach into themselves, by up to {:.1} cm; shapes near them will, too",
            nodes[worst].depths[1] * 100.0
        );
        notes.push(note_of_depth(nodes[worst].depths[1], text));
    }
    let findings = findings_of(grid);
    // Where limbs are still inside is told for all of them.
    for finding in findings.iter().filter(|finding| !finding.code.starts_with("penetration-")) {
        let about = finding.about.as_ref().map(|about| format!("{about}: ")).unwrap_or_default();
        let text = format!(
            "on {} of {all}, such as {}: {about}{} ({})",
            finding.shapes.len(),
            finding.shapes[0],
            finding.text,
            finding.code
        );
        notes.push(Note::warning("body-note", text));
    }
    BuildShapeGridReport {
        nodes: nodes.len(),
        solved,
        depth_before: nodes.iter().map(|node| node.depths[0]).fold(0.0, f64::max),
        depth_after: nodes[worst].depths[1],
        worst_shape: shape_name(head, worst),
        nodes_inside,
        values: nodes.iter().flat_map(|node| &node.runs).map(|run| 3 * run.values.len()).sum(),
        findings,
        notes,
    }
}

/// The girths of one body: `trunk 1.2, left_arm 1`.
fn shape_name(head: &ShapeGridHead, node: usize) -> String {
    let girths = head.axes.iter().zip(head.girths(node));
    girths.map(|(axis, girth)| format!("{} {girth}", axis.part.name())).collect::<Vec<_>>().join(", ")
}

/// What was noted on bodies, by code and by what it is about; bodies that are deeper inside come first.
fn findings_of(grid: &ShapeGrid) -> Vec<ShapeFinding> {
    let nodes = grid.nodes();
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by(|a, b| nodes[*b].depths[1].total_cmp(&nodes[*a].depths[1]).then(a.cmp(b)));
    let mut out: Vec<ShapeFinding> = Vec::new();
    for node in order {
        let shape = shape_name(grid.head(), node);
        for note in &nodes[node].notes {
            let is_same =
                |finding: &&mut ShapeFinding| finding.code == note.code && finding.about == note.about;
            match out.iter_mut().find(is_same) {
                // One body may have two notes of a code about the same limb.
                Some(finding) if finding.shapes.last() == Some(&shape) => {}
                Some(finding) => finding.shapes.push(shape.clone()),
                None => out.push(ShapeFinding {
                    code: note.code.clone(),
                    about: note.about.clone(),
                    text: note.text.clone(),
                    shapes: vec![shape.clone()],
                }),
            }
        }
    }
    out
}
