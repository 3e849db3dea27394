//! A small motion graph, for examples and tests that want one without making it.

use super::{SampleClip, TurnOptions, WalkOptions, biped_skeleton, turn, walk};
use surefoot::model::MotionGraph;
use surefoot::ops::Progress;
use surefoot::{BuildMotionGraphOptions, GraphClip, Result, build_motion_graph};

/// A graph of a walk and of a turn to either side at 30 frames per second, on the character of
/// [`biped_skeleton`]. Its clips are called `walk`, `turn` and their mirror images.
///
/// ```
/// let graph = surefoot_sample::walk_graph()?;
/// assert!(graph.set().find_clip("turn").is_ok());
/// assert!(graph.set().clips.iter().any(|clip| clip.is_mirrored));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// None that its fixed options can cause.
pub fn walk_graph() -> Result<MotionGraph> {
    let skeleton = biped_skeleton(&Default::default())?;
    let clips: [SampleClip; 2] = [
        walk(&skeleton, &WalkOptions { seconds: 4.0, frame_rate: 30.0, ..Default::default() })?,
        turn(&skeleton, &TurnOptions { frame_rate: 30.0, ..Default::default() })?,
    ];
    let clips: Vec<GraphClip<'_>> = clips
        .iter()
        .map(|c| GraphClip { skeleton: &skeleton, clip: &c.clip, plants: &c.plants, labels: None, group: 0 })
        .collect();
    let options = BuildMotionGraphOptions::default().mirror(true);
    Ok(build_motion_graph(&clips, &options, &Progress::none())?.graph)
}
