//! `surefoot_ground`.

use crate::*;
use surefoot::Ground;
use surefoot::math::Vec3;

/// What the feet stand on: a plane, a height field or a triangle mesh. Never changed.
pub struct surefoot_ground {
    ground: Ground,
    view: surefoot_ground_view,
}

/// What kind of ground it is.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_ground_kind {
    /// A plane.
    SUREFOOT_GROUND_PLANE = 0,
    /// Heights on a regular grid.
    SUREFOOT_GROUND_HEIGHT_FIELD = 1,
    /// Triangles.
    SUREFOOT_GROUND_MESH = 2,
}

/// What ground holds; fields of other kinds are zero.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_ground_view {
    /// A SUREFOOT_GROUND_ number; -1 for a kind that this header does not know.
    pub kind: i32,
    /// Plane: the unit normal, pointing up.
    pub normal: [f64; 3],
    /// Plane: normal · p of all its points, metres.
    pub offset: f64,
    /// Height field: x and z of the first height, metres.
    pub origin: [f64; 2],
    /// Height field: metres from one height to the next.
    pub spacing: f64,
    /// Height field: heights in a row, along x.
    pub columns: usize,
    /// Height field: number of heights.
    pub height_count: usize,
    /// Height field: all heights, row after row along z, metres.
    pub heights: *const f64,
    /// Mesh: number of triangles that are not vertical.
    pub triangle_count: usize,
    /// Mesh: their corners, metres: 9 numbers a triangle.
    pub corners: *const f64,
}

impl surefoot_ground {
    fn new(ground: Ground) -> Self {
        let mut view: surefoot_ground_view = zero();
        match &ground {
            Ground::Plane(plane) => {
                view.kind = surefoot_ground_kind::SUREFOOT_GROUND_PLANE as i32;
                view.normal = plane.normal().into();
                view.offset = plane.offset();
            }
            Ground::HeightField(field) => {
                view.kind = surefoot_ground_kind::SUREFOOT_GROUND_HEIGHT_FIELD as i32;
                view.origin = field.origin();
                view.spacing = field.spacing();
                view.columns = field.columns();
                view.height_count = field.heights().len();
                view.heights = field.heights().as_ptr();
            }
            Ground::Mesh(mesh) => {
                view.kind = surefoot_ground_kind::SUREFOOT_GROUND_MESH as i32;
                view.triangle_count = mesh.corners().len();
                view.corners = numbers(mesh.corners());
            }
            _ => view.kind = -1,
        }
        Self { ground, view }
    }

    pub(crate) fn get(&self) -> &Ground {
        &self.ground
    }
}

/// Makes the ground of all points p with normal · p = offset. `normal` is 3 numbers of any length; the plane may not be
/// steep. Free it with surefoot_ground_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_ground_create_plane(
    normal: *const f64, offset: f64, out_ground: *mut *mut surefoot_ground, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_ground, "out_ground", || {
        let normal = array(normal, 3, "normal")?;
        Ok(surefoot_ground::new(Ground::plane(Vec3::new(normal[0], normal[1], normal[2]), offset)?))
    })
}

/// Makes ground from heights on a regular grid: heights[row * columns + column] at x = origin_x + column * spacing,
/// z = origin_z + row * spacing, bilinear in between and level beyond the edges. Free it with surefoot_ground_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_ground_create_height_field(
    origin_x: f64, origin_z: f64, spacing: f64, columns: usize, heights: *const f64, height_count: usize,
    out_ground: *mut *mut surefoot_ground, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_ground, "out_ground", || {
        let heights = array(heights, height_count, "heights")?;
        Ok(surefoot_ground::new(Ground::height_field([origin_x, origin_z], spacing, columns, heights.to_vec())?))
    })
}

/// Makes ground from triangles: `points` has 3 numbers a point, `triangles` 3 point numbers a triangle. The highest
/// surface under a foot counts. Free it with surefoot_ground_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_ground_create_mesh(
    points: *const f64, point_count: usize, triangles: *const u32, triangle_count: usize,
    out_ground: *mut *mut surefoot_ground, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_ground, "out_ground", || {
        let points = array(points, product(point_count, 3, "point_count")?, "points")?;
        let corners = array(triangles, product(triangle_count, 3, "triangle_count")?, "triangles")?;
        let triangles: Vec<[u32; 3]> = corners.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect();
        Ok(surefoot_ground::new(Ground::mesh(&vectors(points), &triangles)?))
    })
}

/// Reads a ground file (JSON: level, plane, height_field or mesh). Free the ground with surefoot_ground_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_ground_read(
    file: *const c_char, out_ground: *mut *mut surefoot_ground, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_ground, "out_ground", || {
        let file = path(file, "file")?;
        Ok(surefoot_ground::new(surefoot::io::read_ground(&file)?))
    })
}

/// As surefoot_ground_read, from the file's text.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_ground_from_text(
    json: *const c_char, out_ground: *mut *mut surefoot_ground, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_ground, "out_ground", || {
        let json = text(json, "json")?;
        Ok(surefoot_ground::new(surefoot::io::parse_ground("ground".as_ref(), json)?))
    })
}

/// Gives what the ground holds, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_ground_get(
    ground: *const surefoot_ground, out_view: *mut *const surefoot_ground_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(ground, "ground", out_view, |ground| &ground.view))
}

/// Gives height and upward unit normal (3 numbers) of the ground at x, z. Of several storeys the highest one at most
/// 0.3 m above `near_height` counts. `out_normal` may be NULL.
///
/// Fails with SUREFOOT_ERROR_INVALID beside a mesh, where there is no ground.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_ground_footing(
    ground: *const surefoot_ground, x: f64, z: f64, near_height: f64, out_height: *mut f64, out_normal: *mut [f64; 3],
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let ground = input(ground, "ground")?.get();
        let footing = ground.footing(x, z, near_height).ok_or_else(|| {
            Failure::new(surefoot_status::SUREFOOT_ERROR_INVALID, format!("no ground at x {x}, z {z}"))
        })?;
        give(out_height, "out_height", footing.height)?;
        Out::optional(out_normal).put(footing.normal.into());
        Ok(())
    })
}

/// Frees ground. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_ground_free(ground: *mut surefoot_ground) {
    free(ground);
}
