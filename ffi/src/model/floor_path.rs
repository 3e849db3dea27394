//! `surefoot_path`: a way over the floor and the styles along it.

use crate::*;
use std::path::Path;
use surefoot::io::{ANY_STYLE, PathFile, PathStyle, parse_path, read_path};

/// What the points of a path are.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_path_kind {
    /// Corners: straight from one to the next.
    SUREFOOT_PATH_POLYLINE = 0,
    /// Control points of cubic Bézier pieces that share their ends: 4, 7, 10 and so on.
    SUREFOOT_PATH_BEZIER = 1,
}

/// The style of a part of a path.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_style_piece {
    /// Name of the label to keep to; NULL for any motion.
    pub label: *const c_char,
    /// Metres along the path at which the piece ends; that of the last piece does not matter.
    pub end: f64,
}

/// A path.
#[repr(C)]
pub struct surefoot_path_view {
    /// A SUREFOOT_PATH_ number.
    pub kind: i32,
    /// Number of points.
    pub point_count: usize,
    /// The points, 3 numbers each, metres; they go into surefoot_motion_query as they are.
    pub points: *const f64,
    /// Number of styles; may be 0.
    pub style_count: usize,
    /// The styles in the order of the path; the last one ends at infinity where the file gives no end.
    pub styles: *const surefoot_style_piece,
    /// Length over the floor, metres.
    pub length: f64,
    /// Number of corners.
    pub corner_count: usize,
    /// The path as straight pieces: x and z of each corner, metres. Curves are cut finely.
    pub corners: *const f64,
}

/// A way over the floor and the styles along it, as a path file holds them. Never changed.
pub struct surefoot_path {
    file: PathFile,
    view: surefoot_path_view,
    _kept: Kept,
}

impl surefoot_path {
    fn new(file: PathFile) -> Answer<Self> {
        let floor = file.path()?;
        let is_bezier = !file.bezier.is_empty();
        let mut kept = Kept::default();
        let points = kept.list(if is_bezier { &file.bezier } else { &file.points }.concat());
        let style = |style: &PathStyle| surefoot_style_piece {
            label: kept.optional_text((style.label != ANY_STYLE).then_some(&*style.label)),
            end: style.end.unwrap_or(f64::INFINITY),
        };
        let styles: Vec<_> = file.styles.iter().map(style).collect();
        let corners = kept.list(floor.points().concat());
        let view = surefoot_path_view {
            kind: is_bezier.into(),
            point_count: points.len() / 3,
            points: points.cast(),
            style_count: styles.len(),
            styles: kept.list(styles).cast(),
            length: floor.length(),
            corner_count: corners.len() / 2,
            corners: corners.cast(),
        };
        Ok(Self { file, view, _kept: kept })
    }
}

/// Makes a path from points, 3 numbers each, metres (heights are not read), and the styles along it, which may be NULL
/// with a count of 0. `kind` is a SUREFOOT_PATH_ number. Fails with SUREFOOT_ERROR_INVALID for points that make no path
/// and styles that do not follow each other. Free it with surefoot_path_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_path_create(
    kind: i32, points: *const f64, point_count: usize, styles: *const surefoot_style_piece, style_count: usize,
    out_path: *mut *mut surefoot_path, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_path, "out_path", || {
        let points = array(points, product(point_count, 3, "point_count")?, "points")?;
        let points: Vec<[f64; 3]> = points.as_chunks().0.to_vec();
        let style = |style: &surefoot_style_piece| {
            let label = if style.label.is_null() { ANY_STYLE } else { text(style.label, "styles[].label")? };
            Ok(PathStyle { label: label.to_owned(), end: style.end.is_finite().then_some(style.end) })
        };
        let styles = array(styles, style_count, "styles")?.iter().map(style).collect::<Answer<Vec<_>>>()?;
        let file = match kind {
            0 => PathFile { points, bezier: Vec::new(), styles },
            1 => PathFile { points: Vec::new(), bezier: points, styles },
            _ => return Err(Failure::argument(format!("kind {kind} is not a SUREFOOT_PATH_ constant"))),
        };
        // Points that are not finite have no place in the text by which the rules are checked.
        file.path()?;
        surefoot_path::new(parse_path(Path::new("path"), &file.encode())?)
    })
}

/// Reads a path file (JSON). Free the path with surefoot_path_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_path_read(
    file: *const c_char, out_path: *mut *mut surefoot_path, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_path, "out_path", || {
        let file = path(file, "file")?;
        surefoot_path::new(read_path(&file)?)
    })
}

/// As surefoot_path_read, from the file's text.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_path_from_text(
    json: *const c_char, out_path: *mut *mut surefoot_path, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_path, "out_path", || {
        let json = text(json, "json")?;
        surefoot_path::new(parse_path(Path::new("path"), json)?)
    })
}

/// Gives what the path holds, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_path_get(
    path: *const surefoot_path, out_view: *mut *const surefoot_path_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(path, "path", out_view, |path| &path.view))
}

/// Makes the text of a path file; surefoot_text_write puts it in place. Free it with surefoot_text_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_path_text(
    path: *const surefoot_path, out_text: *mut *mut surefoot_text, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_text, "out_text", || {
        let path = input(path, "path")?;
        Ok(surefoot_text::new(&path.file.encode()))
    })
}

/// Frees a path. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_path_free(path: *mut surefoot_path) {
    free(path);
}
