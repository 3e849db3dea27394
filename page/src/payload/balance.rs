//! Balance in the payload: tracks a stored frame each, not-a-number where nothing is known.

use super::{Data, Slice};
use serde::Serialize;
use surefoot::math::Vec3;
use surefoot::ops::measure_balance::BalanceOverlay;

#[derive(Serialize)]
pub(super) struct BalanceHeader {
    centre: Slice,
    /// Height of the shadow; it lies under the centre.
    shadow: Slice,
    /// The zero moment point, in judged frames.
    point: Slice,
    distance: Slice,
    load: Slice,
    left_share: Slice,
    /// Corners of stored frame `f` are `area_first[f]..area_first[f + 1]`.
    area_first: Slice,
    area_corners: Slice,
    arcs: Vec<ArcHeader>,
    prints: Vec<PrintHeader>,
    others: Vec<OtherHeader>,
}

/// A flight, by frames of the clip; a place for each of them.
#[derive(Serialize)]
struct ArcHeader {
    first: usize,
    end: usize,
    g_ratio: f64,
    holds: bool,
    points: Slice,
}

#[derive(Serialize)]
struct PrintHeader {
    first: usize,
    end: usize,
    corners: Slice,
}

#[derive(Serialize)]
struct OtherHeader {
    first: usize,
    end: usize,
    joint: String,
    place: [f64; 3],
}

/// Every `stride`-th frame.
pub(super) fn encode_balance(data: &mut Data, overlay: &BalanceOverlay, stride: usize) -> BalanceHeader {
    let frames = &overlay.frames;
    let optional = |value: &Option<f64>| value.map_or(f32::NAN, |value| value as f32);
    let judged =
        |frame: usize| if frames.judged.contains(&frame) { frames.zero_moment_point[frame] } else { None };
    let shown = (0..frames.centre.len()).step_by(stride);
    let points: Vec<Vec3> =
        shown.clone().map(|frame| judged(frame).unwrap_or(Vec3::repeat(f64::NAN))).collect();
    let distances = shown.map(|frame| judged(frame).and(frames.distance[frame]));
    let (mut area_first, mut area_corners) = (vec![0u32], Vec::new());
    for frame in (0..frames.centre.len()).step_by(stride) {
        area_corners.extend_from_slice(frames.area(frame));
        area_first.push(area_corners.len() as u32);
    }
    BalanceHeader {
        centre: data.vectors(frames.centre.iter().step_by(stride)),
        shadow: data.f32(overlay.shadow.iter().step_by(stride).map(|shadow| shadow.y as f32)),
        point: data.vectors(points.iter()),
        distance: data.f32(distances.map(|distance| optional(&distance))),
        load: data.f32(frames.load.iter().step_by(stride).map(|load| *load as f32)),
        left_share: data.f32(frames.left_share.iter().step_by(stride).map(optional)),
        area_first: data.u32(area_first.into_iter()),
        area_corners: data.vectors(area_corners.iter()),
        arcs: overlay
            .arcs
            .iter()
            .map(|arc| ArcHeader {
                first: arc.frames.start,
                end: arc.frames.end,
                g_ratio: arc.g_ratio,
                holds: arc.holds,
                points: data.vectors(arc.points.iter()),
            })
            .collect(),
        prints: overlay
            .footprints
            .iter()
            .map(|print| PrintHeader {
                first: print.frames.start,
                end: print.frames.end,
                corners: data.vectors(print.corners.iter()),
            })
            .collect(),
        others: overlay
            .other_supports
            .iter()
            .map(|other| OtherHeader {
                first: other.frames.start,
                end: other.frames.end,
                joint: other.joint.clone(),
                place: other.place,
            })
            .collect(),
    }
}
