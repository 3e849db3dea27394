//! [`balance_overlay`]: what hosts draw of a measured clip, as plain arrays.

use super::{BalanceFrames, Footprint, G_RATIOS, MeasuredBalance, OtherSupport};
use crate::math::{GRAVITY, Vec3};
use std::ops::Range;

/// Steepest plane that a shadow follows, as the cosine of its slope: corners of one line tell no slope.
const STEEPEST: f64 = 0.5;
/// Smallest area that tells a slope, square metres.
const LEAST_AREA: f64 = 1e-4;

/// What a host draws of a measured clip: tracks, arcs and outlines in world metres, a value per frame.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct BalanceOverlay {
    /// Centre of mass, zero moment point, loads and the area that carries the body.
    pub frames: BalanceFrames,
    /// The centre of mass dropped to what carries the body; in flights to the way between both ends.
    pub shadow: Vec<Vec3>,
    /// One for each flight.
    pub arcs: Vec<FlightArc>,
    /// Where each foot stood.
    pub footprints: Vec<Footprint>,
    /// Stretches in which something else carries the body.
    pub other_supports: Vec<OtherSupport>,
}

/// The way of a thrown body beside the centre of mass in a flight.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FlightArc {
    /// Frames of the flight.
    pub frames: Range<usize>,
    /// The parabola of gravity that begins and ends with the centre of mass, a place for each frame.
    pub points: Vec<Vec3>,
    /// Fall of the centre of mass against gravity.
    pub g_ratio: f64,
    /// Whether that is near 1, as in the report's note.
    pub holds: bool,
}

/// Tracks, arcs and outlines of a clip of that frame rate.
///
/// ```
/// use surefoot::ops::measure_balance::{BalanceScene, MeasureBalanceOptions, balance_overlay, measure_balance};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let measured = measure_balance(&skeleton, &clip, &[], &BalanceScene::default(), &MeasureBalanceOptions::default())?;
/// let overlay = balance_overlay(&measured, clip.frame_rate());
/// for (centre, shadow) in overlay.frames.centre.iter().zip(&overlay.shadow) {
///     assert_eq!((centre.x, centre.z), (shadow.x, shadow.z));
/// }
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn balance_overlay(measured: &MeasuredBalance, frame_rate: f64) -> BalanceOverlay {
    let frames = measured.frames.clone();
    let arc = |flight: &super::Flight| FlightArc {
        points: arc_points(&frames.centre[flight.frames.clone()], 1.0 / frame_rate),
        frames: flight.frames.clone(),
        g_ratio: flight.g_ratio,
        holds: G_RATIOS.contains(&flight.g_ratio),
    };
    BalanceOverlay {
        shadow: shadows(&frames),
        arcs: measured.report.flights.iter().map(arc).collect(),
        footprints: measured.footprints.clone(),
        other_supports: measured.report.other_supports.clone(),
        frames,
    }
}

/// The throw between the first and the last place, in the same time.
fn arc_points(path: &[Vec3], frame_time: f64) -> Vec<Vec3> {
    let [first, .., last] = path else { return path.to_vec() };
    let duration = (path.len() - 1) as f64 * frame_time;
    let at = |index: usize| {
        let t = index as f64 * frame_time;
        let straight = first + (last - first) * (index as f64 / (path.len() - 1) as f64);
        straight + Vec3::y() * (0.5 * GRAVITY * t * (duration - t))
    };
    (0..path.len()).map(at).collect()
}

fn shadows(frames: &BalanceFrames) -> Vec<Vec3> {
    let height = |frame: usize| height_under(&frames.centre[frame], frames.area(frame));
    let heights: Vec<Option<f64>> = (0..frames.centre.len()).map(height).collect();
    let mut before: Option<(usize, f64)> = None;
    let mut after: Option<(usize, f64)> = None;
    let mut out = Vec::with_capacity(heights.len());
    for (frame, centre) in frames.centre.iter().enumerate() {
        if let Some(height) = heights[frame] {
            before = Some((frame, height));
        } else if after.is_none_or(|(next, _)| next < frame) {
            after = (frame..heights.len()).find_map(|next| Some((next, heights[next]?)));
            // Nothing bears any more: the last height holds to the end.
            after = after.or(Some((heights.len(), before.map_or(0.0, |(_, height)| height))));
        }
        let height = match (heights[frame], before, after) {
            (Some(height), ..) => height,
            (None, Some((from, low)), Some((to, high))) => {
                low + (high - low) * (frame - from) as f64 / (to - from) as f64
            }
            (None, None, Some((_, height))) => height,
            (None, ..) => 0.0,
        };
        out.push(Vec3::new(centre.x, height, centre.z));
    }
    out
}

/// Height under a place of the plane that the corners span; of their middle where they span none.
fn height_under(place: &Vec3, corners: &[Vec3]) -> Option<f64> {
    let first = corners.first()?;
    let middle = corners.iter().sum::<Vec3>() / corners.len() as f64;
    let ways = corners.windows(2).map(|pair| (pair[0] - first).cross(&(pair[1] - first)));
    let area = ways.sum::<Vec3>() / 2.0;
    let way = place - middle;
    let is_plane = area.norm() > LEAST_AREA && area.y.abs() > STEEPEST * area.norm();
    Some(if is_plane { middle.y - (way.x * area.x + way.z * area.z) / area.y } else { middle.y })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::MassSource;
    use crate::ops::measure_balance::{BalanceScene, MeasureBalanceOptions, measure_balance};

    /// Frames of a centre of mass over areas that are given frame by frame.
    fn frames(centre: Vec<Vec3>, areas: &[&[[f64; 3]]]) -> BalanceFrames {
        let mut frames = BalanceFrames { area_first: vec![0], centre, ..BalanceFrames::default() };
        for area in areas {
            frames.area_corners.extend(area.iter().map(|corner| Vec3::from(*corner)));
            frames.area_first.push(frames.area_corners.len());
        }
        frames
    }

    #[test]
    fn a_throw_lies_on_its_arc_and_a_slow_one_below() {
        let throw = |share: f64| -> Vec<Vec3> {
            (0..41)
                .map(|i| f64::from(i) * 0.01)
                .map(|t| Vec3::new(0.3 * t, 1.0 + 2.1 * t - 0.5 * share * GRAVITY * t * t, -0.2 * t))
                .collect()
        };
        let (path, arc) = (throw(1.0), arc_points(&throw(1.0), 0.01));
        let off = |(a, b): (&Vec3, &Vec3)| (a - b).norm();
        assert!(path.iter().zip(&arc).map(off).fold(0.0, f64::max) < 1e-12);
        let (slow, arc) = (throw(0.7), arc_points(&throw(0.7), 0.01));
        assert!((arc[40] - slow[40]).norm() < 1e-12);
        // What lacks of gravity, over half of the time up and half of it down.
        assert!((arc[20].y - slow[20].y - 0.3 * GRAVITY * 0.4 * 0.4 / 8.0).abs() < 1e-12);
        assert_eq!(arc_points(&path[..1], 0.01), path[..1]);
        assert!(arc_points(&[], 0.01).is_empty());
    }

    #[test]
    fn shadows_lie_on_slopes_and_between_the_ends_of_flights() {
        let slope: &[[f64; 3]] = &[[0.0, 0.0, 0.0], [1.0, 0.2, 0.0], [1.0, 0.2, 1.0], [0.0, 0.0, 1.0]];
        let step: &[[f64; 3]] = &[[0.0, 0.8, 0.0], [0.0, 0.8, 0.1]];
        let centre = (0..6).map(|i| Vec3::new(0.1 * f64::from(i), 1.0, 0.5)).collect();
        let heights: Vec<f64> =
            shadows(&frames(centre, &[&[], slope, slope, &[], &[], step])).iter().map(|s| s.y).collect();
        for (height, expected) in
            heights.iter().zip([0.02, 0.02, 0.04, 0.04 + 0.76 / 3.0, 0.04 + 1.52 / 3.0, 0.8])
        {
            assert!((height - expected).abs() < 1e-12, "{heights:?}");
        }
        let centre = vec![Vec3::y(); 4];
        let heights: Vec<f64> =
            shadows(&frames(centre, &[step, &[], &[], &[]])).iter().map(|s| s.y).collect();
        assert_eq!(heights, [0.8; 4]);
        assert_eq!(shadows(&frames(vec![Vec3::y()], &[&[]])), [Vec3::zeros()]);
    }

    #[test]
    fn a_walk_leaves_a_print_under_each_plant() {
        let skeleton = crate::sample::biped_skeleton(&Default::default()).unwrap();
        let walk = crate::sample::walk(&skeleton, &Default::default()).unwrap();
        let options = MeasureBalanceOptions::default().masses(MassSource::Table);
        let measured =
            measure_balance(&skeleton, &walk.clip, &[], &BalanceScene::default(), &options).unwrap();
        let overlay = balance_overlay(&measured, walk.clip.frame_rate());
        let poses = crate::kinematics::world_poses(&skeleton, &walk.clip).unwrap();
        let points = crate::kinematics::BodyPoints::new(&skeleton);
        for plant in walk.plants.iter() {
            let middle = (plant.frames.start + plant.frames.end) / 2;
            let attached = points.get(plant.point).unwrap();
            let place = poses.point(middle, attached.joint, &attached.offset);
            let print =
                overlay.footprints.iter().find(|p| p.side == plant.point.side && p.frames.contains(&middle));
            let print = print.unwrap_or_else(|| panic!("no print at frame {middle} of {}", plant.point));
            let corners: Vec<_> = print.corners.iter().map(|c| c.xz()).collect();
            let distance = crate::math::convex_hull::signed_distance(&corners, &place.xz()).unwrap();
            assert!(distance < 0.0, "{} at frame {middle} is {distance} m beside its print", plant.point);
        }
        // A foot stands on one print at a time.
        for side in crate::model::Side::BOTH {
            let prints: Vec<_> = overlay.footprints.iter().filter(|print| print.side == side).collect();
            assert!(prints.windows(2).all(|pair| pair[0].frames.end <= pair[1].frames.start), "{prints:?}");
        }
        assert!(overlay.footprints.windows(2).all(|pair| pair[0].frames.start <= pair[1].frames.start));
    }
}
