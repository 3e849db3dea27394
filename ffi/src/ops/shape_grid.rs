//! `surefoot_shape_grid`: built, read, written and asked.

use crate::*;
use surefoot::io::ShapeGridJournal;
use surefoot::math::Quat;
use surefoot::model::{ShapeAxis, ShapeGrid, ShapePart};
use surefoot::ops::shape_grid::shape_grid_head;
use surefoot::{ShapeGridSetup, ShapedClip, build_shape_grid, query_shape_grid};

/// A part of the body whose girth changes along an axis of a shape grid.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_shape_part {
    /// Left thigh and shin.
    SUREFOOT_SHAPE_PART_LEFT_LEG = 0,
    /// Right thigh and shin.
    SUREFOOT_SHAPE_PART_RIGHT_LEG = 1,
    /// Pelvis, spine and clavicles.
    SUREFOOT_SHAPE_PART_TRUNK = 2,
    /// Left upper arm and forearm.
    SUREFOOT_SHAPE_PART_LEFT_ARM = 3,
    /// Right upper arm and forearm.
    SUREFOOT_SHAPE_PART_RIGHT_ARM = 4,
}

/// One axis of a shape grid.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_shape_axis {
    /// A SUREFOOT_SHAPE_PART_ number.
    pub part: i64,
    /// Girths, ascending, as ratios to the body that the clip came with.
    pub girths: *const f64,
    /// Number of girths.
    pub girth_count: usize,
}

/// What a shape grid holds.
#[repr(C)]
pub struct surefoot_shape_grid_view {
    /// Frames of its clip.
    pub frame_count: usize,
    /// Joints of its clip.
    pub joint_count: usize,
    /// Number of axes.
    pub axis_count: usize,
    /// The axes; the last one changes fastest from node to node.
    pub axes: *const surefoot_shape_axis,
    /// Number of bodies.
    pub node_count: usize,
    /// Deepest vertex of each body before its correction, then after it, metres: 2 numbers per body.
    pub depths: *const f64,
    /// 1 if clavicles, shoulders and hips moved outwards with the trunk where bodies were grown, else 0: grow bodies alike.
    pub move_joints: i64,
}

/// How one clip is corrected for the bodies of a grid of shapes. Never changed.
pub struct surefoot_shape_grid {
    grid: ShapeGrid,
    view: surefoot_shape_grid_view,
    _kept: Kept,
}

impl surefoot_shape_grid {
    fn new(grid: ShapeGrid) -> Self {
        let mut kept = Kept::default();
        let axes: Vec<_> = grid
            .head()
            .axes
            .iter()
            .map(|axis| surefoot_shape_axis {
                part: ShapePart::ALL.iter().position(|part| *part == axis.part).map_or(-1, |part| part as i64),
                girths: kept.list(axis.girths.iter().copied()).cast(),
                girth_count: axis.girths.len(),
            })
            .collect();
        let view = surefoot_shape_grid_view {
            frame_count: grid.head().frame_count,
            joint_count: grid.head().joint_count,
            axis_count: axes.len(),
            axes: kept.list(axes).cast(),
            node_count: grid.nodes().len(),
            depths: kept.list(grid.nodes().iter().flat_map(|node| node.depths)).cast(),
            move_joints: grid.head().move_joints.into(),
        };
        Self { grid, view, _kept: kept }
    }

    fn get(&self) -> &ShapeGrid {
        &self.grid
    }
}

fn axes_of(axes: *const surefoot_shape_axis, axis_count: usize) -> Answer<Vec<ShapeAxis>> {
    let axis = |axis: &surefoot_shape_axis| {
        let part = usize::try_from(axis.part).ok().and_then(|part| ShapePart::ALL.get(part).copied());
        let part = part.ok_or_else(|| Failure::argument(format!("axes[].part is {}; it takes 0 to 4", axis.part)))?;
        Ok(ShapeAxis { part, girths: array(axis.girths, axis.girth_count, "axes[].girths")?.to_vec() })
    };
    array(axes, axis_count, "axes")?.iter().map(axis).collect()
}

/// Corrects a clip for every body of a grid of shapes.
///
/// No axes mean all five parts with girths 0.85, 1 and 1.2: 243 bodies. `plants` NULL means that they are found. `journal`
/// may be NULL; else it names a file that gets every body as soon as it is solved. A build that was cancelled or killed
/// goes on from it, with the same result; it is deleted at the end. `options` NULL means the defaults. `progress` may be
/// NULL; `user` is handed to it. `out_report` may be NULL. Fails with SUREFOOT_ERROR_INVALID for axes that are no grid,
/// without a mesh, or if the journal is of something else, with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the
/// grid with surefoot_shape_grid_free and the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_build_shape_grid(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, skins: *const *const surefoot_skin,
    skin_count: usize, axes: *const surefoot_shape_axis, axis_count: usize, plants: *const surefoot_plants,
    journal: *const c_char, options: *const surefoot_build_shape_grid_options, progress: surefoot_progress,
    user: *mut c_void, out_grid: *mut *mut surefoot_shape_grid, out_report: *mut *mut surefoot_report,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_grid, "out_grid", || {
        inputs!(skeleton, clip);
        let skins = skins_of(skins, skin_count)?;
        let mut setup = ShapeGridSetup::default();
        if axis_count > 0 {
            setup.axes = axes_of(axes, axis_count)?;
        }
        setup.stages.plants = optional(plants, "plants")?.map(surefoot_plants::get);
        let options = read_options(options)?;
        let journal = match journal.is_null() {
            true => None,
            false => {
                let head = shape_grid_head(skeleton, clip, &skins, &setup, &options)?;
                let (journal, finished) = ShapeGridJournal::open(&path(journal, "journal")?, &head)?;
                setup.finished = finished;
                Some(journal)
            }
        };
        let keep = |index: usize, node: &_| journal.as_ref().map_or(Ok(()), |journal| journal.keep(index, node));
        setup.keep = Some(&keep);
        let built = with_progress(progress, user, |p| build_shape_grid(skeleton, clip, &skins, &setup, &options, &p))?;
        if let Some(journal) = journal {
            journal.remove()?;
        }
        Out::optional(out_report).put_handle(|| surefoot_report::new(&built.report));
        Ok(surefoot_shape_grid::new(built.grid))
    })
}

/// Gives the clip for one shape of the grid. Frames and joints without correction keep their bits.
///
/// The skeleton may be that of any girth, grown with the grid's `move_joints`; the motion must be that of the grid.
/// Beyond the ends of an axis its end counts, and the report says so: grow the body no further. `options` has the
/// girths; NULL means the body that the clip came with. `out_report` may be NULL. Fails with SUREFOOT_ERROR_LENGTH if
/// the clip is for another skeleton, with SUREFOOT_ERROR_INVALID if the grid was made of another clip or character,
/// or has no axis for a girth. Free the clip with surefoot_clip_free and the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_query_shape_grid(
    grid: *const surefoot_shape_grid, skeleton: *const surefoot_skeleton, clip: *const surefoot_clip,
    options: *const surefoot_query_shape_grid_options, out_clip: *mut *mut surefoot_clip,
    out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_clip, "out_clip", || {
        inputs!(grid, skeleton, clip);
        let edited = query_shape_grid(grid, skeleton, clip, &read_options(options)?)?;
        Out::optional(out_report).put_handle(|| surefoot_report::new(&edited.report));
        Ok(surefoot_clip::new(edited.clip))
    })
}

/// Gives one frame for one shape of the grid, for shapes that change while the clip plays.
///
/// `out_rotations` gets 4 numbers per joint, x y z w, local; `rotation_count` is the number of joints. `out_root` gets the
/// root's place, 3 numbers. Only numbers of frames and joints are compared with the grid; let surefoot_query_shape_grid
/// compare the motion once. Fails with SUREFOOT_ERROR_LENGTH for another number of frames or joints, with
/// SUREFOOT_ERROR_INVALID for a frame beyond the clip or a girth without an axis.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_shape_grid_pose(
    grid: *const surefoot_shape_grid, clip: *const surefoot_clip, frame: usize,
    options: *const surefoot_query_shape_grid_options, out_rotations: *mut f64, rotation_count: usize,
    out_root: *mut f64, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        inputs!(grid, clip);
        let joints = clip.joint_count();
        let rotations = Buffer::new(out_rotations, rotation_count.saturating_mul(4), 4 * joints, "out_rotations")?;
        let root = Buffer::of(out_root, 3, "out_root")?;
        let shaped = ShapedClip::trusted(grid, clip)?;
        let weights = shaped.weights(&read_options(options)?)?;
        let mut posed = vec![Quat::identity(); joints];
        let place = shaped.pose(frame, &weights, &mut posed)?;
        let posed: Vec<f64> = posed.iter().flat_map(|rotation| rotation.coords.iter().copied()).collect();
        rotations.put(&posed);
        root.put(place.as_slice());
        Ok(())
    })
}

/// Reads a shape grid file (.sfshape). Free the grid with surefoot_shape_grid_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_shape_grid_read(
    file: *const c_char, out_grid: *mut *mut surefoot_shape_grid, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_grid, "out_grid", || {
        Ok(surefoot_shape_grid::new(surefoot::io::read_shape_grid(&path(file, "file")?)?))
    })
}

/// Writes a shape grid file in one step: it is complete or not there. The same grid gives the same bytes.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_shape_grid_write(
    file: *const c_char, grid: *const surefoot_shape_grid, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let file = path(file, "file")?;
        inputs!(grid);
        surefoot::io::write_bytes(&file, &surefoot::io::encode_shape_grid(grid)?)?;
        Ok(())
    })
}

/// Gives what a shape grid holds, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_shape_grid_get(
    grid: *const surefoot_shape_grid, out_view: *mut *const surefoot_shape_grid_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(grid, "grid", out_view, |grid| &grid.view))
}

/// Frees a shape grid. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_shape_grid_free(grid: *mut surefoot_shape_grid) {
    free(grid);
}
