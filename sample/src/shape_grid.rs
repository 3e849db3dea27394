//! A small shape grid.

use super::{WalkOptions, biped, walk};
use surefoot::model::{Clip, ShapeAxis, ShapeGrid, ShapePart};
use surefoot::ops::Progress;
use surefoot::ops::shape_grid::ShapeGridSetup;
use surefoot::{BuildShapeGridOptions, Result, Skeleton, build_shape_grid};

/// A walk of one second, its skeleton, and a grid of it for trunks up to a fifth thicker.
///
/// ```
/// let (_, clip, grid) = surefoot_sample::shape_grid()?;
/// assert_eq!(grid.head().frame_count, clip.frame_count());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// None that its fixed options can cause.
pub fn shape_grid() -> Result<(Skeleton, Clip, ShapeGrid)> {
    let biped = biped(&Default::default())?;
    let options = WalkOptions { seconds: 1.0, frame_rate: 30.0, ..Default::default() };
    let walk = walk(&biped.skeleton, &options)?;
    let mut setup = ShapeGridSetup::default();
    setup.stages.plants = Some(&walk.plants);
    setup.axes = vec![ShapeAxis { part: ShapePart::Trunk, girths: vec![1.0, 1.2] }];
    let options = BuildShapeGridOptions::default();
    let skins = [biped.skin];
    let built = build_shape_grid(&biped.skeleton, &walk.clip, &skins, &setup, &options, &Progress::none())?;
    Ok((biped.skeleton, walk.clip, built.grid))
}
