//! Which vertex belongs to which segment (Lyard 2008, section 4.2.2; docs/methods/body.md, 2).

use crate::kinematics::body_layout::{BodyLayout, LayoutSegment};
use crate::math::Vec3;
use crate::model::bind_pose::BindPose;
use crate::model::{Skeleton, Skin};

/// Vertices are rounded to f32: one at a joint lies beside both bones, metres.
const SLACK: f64 = 1e-6;
/// An open end takes flesh of its neighbours up to this share of the height beyond the bone: the pelvis that of the crotch, not
/// that of the knees.
const OPEN_REACH: f64 = 0.1;

/// The vertices of one segment in its joint's frame, and the area that each stands for.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Flesh {
    pub points: Vec<Vec3>,
    pub areas: Vec<f64>,
}

/// Every vertex in exactly one segment.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Allocation {
    pub flesh: Vec<Flesh>,
    pub segment_of_vertex: Vec<Vec<u32>>,
    pub has_mesh: bool,
    /// Litres that the triangles enclose, if they are closed.
    pub litres: f64,
}

pub(super) fn allocate(skeleton: &Skeleton, layout: &BodyLayout, skins: &[Skin]) -> Allocation {
    let mut flesh = vec![Flesh::default(); layout.segments.len()];
    let mut segment_of_vertex = Vec::with_capacity(skins.len());
    let (neighbours, mut litres) = (layout.neighbours(), 0.0);
    for skin in skins {
        let Some(bind) = BindPose::new(skeleton, skin) else {
            segment_of_vertex.push(Vec::new());
            continue;
        };
        let positions: Vec<Vec3> = (0..skin.vertex_count()).map(|v| bind.position(skin, v)).collect();
        litres += enclosed_litres(skin, &positions);
        let areas = vertex_areas(skin, &positions);
        let mut of_vertex = Vec::with_capacity(positions.len());
        for (vertex, (place, area)) in positions.iter().zip(&areas).enumerate() {
            let inside = |segment: usize| bind.in_joint(layout.segments[segment].joint, place);
            let master = master_segment(layout, skin, vertex);
            let segment = settle(layout, &neighbours[master], master, inside);
            of_vertex.push(segment as u32);
            if let Some(point) = inside(segment).filter(|p| p.iter().all(|x| x.is_finite())) {
                flesh[segment].points.push(point);
                flesh[segment].areas.push(*area);
            }
        }
        segment_of_vertex.push(of_vertex);
    }
    let has_mesh = flesh.iter().any(Flesh::is_enough);
    Allocation { flesh, segment_of_vertex, has_mesh, litres }
}

/// The segment with the largest weight; of equal ones the one whose joint comes first. Joints of one segment count together.
fn master_segment(layout: &BodyLayout, skin: &Skin, vertex: usize) -> usize {
    let (slots, weights) = skin.influences(vertex);
    let mut sums: Vec<(usize, f64)> = Vec::with_capacity(slots.len());
    for (slot, weight) in slots.iter().zip(weights) {
        let segment = layout.of_joint[skin.data().slot_joints[*slot as usize].0];
        match sums.iter_mut().find(|(known, _)| *known == segment) {
            Some((_, sum)) => *sum += f64::from(*weight),
            None => sums.push((segment, f64::from(*weight))),
        }
    }
    let joint = |segment: usize| layout.segments[segment].joint.0;
    // Sums in another order differ in their last bits: these are ties.
    let better = |a: &(usize, f64), b: &(usize, f64)| {
        if (a.1 - b.1).abs() > 1e-6 { a.1 > b.1 } else { joint(a.0) < joint(b.0) }
    };
    sums.into_iter()
        .reduce(|best, other| if better(&other, &best) { other } else { best })
        .map_or(0, |best| best.0)
}

/// The master if the vertex lies beside its bone; else the nearest of the neighbours beside which it lies; else the master.
fn settle(
    layout: &BodyLayout,
    neighbours: &[usize],
    master: usize,
    inside: impl Fn(usize) -> Option<Vec3>,
) -> usize {
    let distance = |segment: usize, reach: f64| {
        let point = inside(segment)?;
        distance_beside(&layout.segments[segment], &point, reach)
    };
    if distance(master, f64::INFINITY).is_some() {
        return master;
    }
    let reach = OPEN_REACH * layout.height;
    let beside = neighbours.iter().filter_map(|&segment| Some((segment, distance(segment, reach)?)));
    beside.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))).map_or(master, |nearest| nearest.0)
}

/// Distance from the bone, for a point whose projection falls on it. Open ends reach beyond it.
fn distance_beside(segment: &LayoutSegment, point: &Vec3, reach: f64) -> Option<f64> {
    let way = point - segment.start;
    let along = way.dot(&segment.axis);
    let beyond = segment.open.map(|is_open| if is_open { reach } else { SLACK });
    let is_beside = along >= -beyond[0] && along <= segment.length + beyond[1];
    is_beside.then(|| (way - segment.axis * along).norm())
}

/// A third of the area of the triangles around each vertex; ones for a mesh without area.
fn vertex_areas(skin: &Skin, positions: &[Vec3]) -> Vec<f64> {
    let mut areas = vec![0.0; positions.len()];
    for triangle in &skin.data().triangles {
        let [a, b, c] = triangle.map(|corner| positions[corner as usize]);
        let third = (b - a).cross(&(c - a)).norm() / 6.0;
        triangle.iter().for_each(|&corner| areas[corner as usize] += third);
    }
    let total: f64 = areas.iter().sum();
    if total > 0.0 && total.is_finite() { areas } else { vec![1.0; positions.len()] }
}

fn enclosed_litres(skin: &Skin, positions: &[Vec3]) -> f64 {
    let corners = skin.data().triangles.iter().map(|t| t.map(|corner| positions[corner as usize]));
    1000.0 * corners.map(|[a, b, c]| a.dot(&b.cross(&c)) / 6.0).sum::<f64>()
}
