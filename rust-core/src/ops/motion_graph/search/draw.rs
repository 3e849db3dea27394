//! The path wanted and the path walked, seen from above, as an SVG.

use super::motion::FoundMotion;
use super::report::floor_path_of;
use crate::error::Result;
use crate::kinematics::world_poses;
use crate::model::{FloorPath, Skeleton};
use std::fmt::Write;

/// Longest side, pixels.
const SIZE: f64 = 800.0;
/// Around the drawing, metres.
const MARGIN: f64 = 0.5;

/// Draws paths (grey) and the motions that follow them (blue, blends orange), seen from above: x to the right, z down,
/// a grid of metres, a dot every second.
///
/// ```
/// use surefoot::math::Vec3;
/// use surefoot::model::FloorPath;
/// use surefoot::ops::Progress;
/// use surefoot::ops::motion_graph::search::draw_paths;
/// use surefoot::{MotionQuery, SearchMotionGraphOptions, search_motion_graph};
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let path = FloorPath::polyline(&[Vec3::zeros(), Vec3::new(0.0, 0.0, 4.0)])?;
/// let query = MotionQuery::Path { path: path.clone(), styles: vec![], start: None };
/// let found = search_motion_graph(&graph, &query, &SearchMotionGraphOptions::default(), &Progress::none())?;
/// let svg = draw_paths(&[&path], &graph.set().skeleton, &[found])?;
/// assert!(svg.starts_with("<svg"));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if a motion is for another skeleton.
pub fn draw_paths(paths: &[&FloorPath], skeleton: &Skeleton, motions: &[FoundMotion]) -> Result<String> {
    let walked = motions
        .iter()
        .map(|m| Ok(floor_path_of(skeleton, &world_poses(skeleton, &m.clip)?, m.clip.frame_rate()).points))
        .collect::<Result<Vec<_>>>()?;
    let all = || paths.iter().flat_map(|p| p.points()).chain(walked.iter().flatten());
    let least = |axis: usize| all().map(|p| p[axis]).fold(f64::INFINITY, f64::min) - MARGIN;
    let most = |axis: usize| all().map(|p| p[axis]).fold(f64::NEG_INFINITY, f64::max) + MARGIN;
    if all().next().is_none() {
        return Ok(String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>\n"));
    }
    let (left, top, right, bottom) = (least(0), least(1), most(0), most(1));
    let scale = SIZE / (right - left).max(bottom - top);
    let place = |p: &[f64; 2]| ((p[0] - left) * scale, (p[1] - top) * scale);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" font-family=\"sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        (right - left) * scale,
        (bottom - top) * scale
    );
    let grid = grid_step(right - left);
    for (axis, from, to) in [(0, left, right), (1, top, bottom)] {
        let mut at = (from / grid).ceil() * grid;
        while at <= to {
            let v = (at - from) * scale;
            let line = if axis == 0 { format!("M{v:.1} 0V9999") } else { format!("M0 {v:.1}H9999") };
            let _ = writeln!(svg, "<path d=\"{line}\" stroke=\"#eee\" fill=\"none\"/>");
            at += grid;
        }
    }
    let _ = writeln!(svg, "<text x=\"6\" y=\"16\" font-size=\"12\" fill=\"#888\">grid {grid} m</text>");
    let line = |svg: &mut String, points: &[[f64; 2]], style: &str| {
        if points.len() < 2 {
            return;
        }
        let text: Vec<String> =
            points.iter().map(|p| format!("{:.1},{:.1}", place(p).0, place(p).1)).collect();
        let _ = writeln!(svg, "<polyline points=\"{}\" fill=\"none\" {style}/>", text.join(" "));
    };
    for path in paths {
        line(&mut svg, path.points(), "stroke=\"#999\" stroke-width=\"5\" stroke-opacity=\"0.5\"");
    }
    for (motion, points) in motions.iter().zip(&walked) {
        line(&mut svg, points, "stroke=\"#1f6feb\" stroke-width=\"2\"");
        for segment in motion.segments.iter().filter(|s| s.entered.is_some()) {
            let end = (segment.frames.end + 1).min(points.len());
            line(&mut svg, &points[segment.frames.start..end], "stroke=\"#e8590c\" stroke-width=\"2\"");
        }
        let second = (motion.clip.frame_rate().round() as usize).max(1);
        for p in points.iter().step_by(second) {
            let (x, y) = place(p);
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"#1f6feb\"/>");
        }
        if let Some((x, y)) = points.first().map(place) {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"none\" stroke=\"#1f6feb\" stroke-width=\"2\"/>"
            );
        }
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// Metres between grid lines: 1, or more where there would be too many.
fn grid_step(span: f64) -> f64 {
    [1.0, 5.0, 10.0, 50.0, 100.0].into_iter().find(|step| span / step <= 40.0).unwrap_or(1000.0)
}
