//! Masses from the mesh: what lies inside it, shared among the joints as the skin shares its vertices.
//!
//! Upright columns are cut through the mesh in its bind pose. Where a column enters and leaves is exact, so the volume is right
//! although the columns are wide. Closing each segment by itself would lose a tenth of the volume where three of them meet.

use super::density;
use crate::kinematics::body_layout::BodyLayout;
use crate::math::Vec3;
use crate::math::mesh::{Adjacency, NearestTo, Point, PosedTree, TriangleTree};
use crate::model::bind_pose::BindPose;
use crate::model::{JointIndex, MassSegment, Skeleton, Skin};
use nalgebra::Matrix3;
use std::ops::Range;

/// Width of the columns, as a share of the standing height: 1.2 cm of an adult.
const COLUMN_WIDTH: f64 = 0.007;
/// Most columns along either side of the floor; a mesh that is far from its skeleton has wider ones.
const MAX_COLUMNS: f64 = 512.0;
/// Volumes of bodies, litres for a height of one metre, cubed: 13 for an adult.
const PLAUSIBLE: Range<f64> = 2.0..100.0;
/// Where this share of the columns does not leave the mesh as often as it enters, the mesh is too open to have an inside.
const MAX_OPEN: f64 = 0.5;
/// Most crossings and cells: bodies in thick clothes stay below a tenth of it. A mesh with more is no body.
const MAX_CROSSINGS: usize = 3_000_000;
const MAX_CELLS: usize = 2_000_000;

/// All skins in their bind pose, in the world.
struct BoundMesh<'a> {
    skins: Vec<(&'a Skin, BindPose)>,
    points: Vec<Vec3>,
    /// Which skin and vertex each point is.
    vertices: Vec<(u32, u32)>,
    triangles: Vec<[u32; 3]>,
}

/// Where a column crosses the surface.
struct Crossing {
    column: u32,
    height: f64,
    /// 1 where it enters, −1 where it leaves.
    sign: i32,
}

#[derive(Clone, Default)]
struct Moments {
    mass: f64,
    first: Vec3,
    second: Matrix3<f64>,
}

/// One segment for each part of the body that has flesh. `None` where the mesh encloses nothing that could be a body.
pub(crate) fn masses_from_mesh(skeleton: &Skeleton, skins: &[Skin]) -> Option<Vec<MassSegment>> {
    let mesh = BoundMesh::new(skeleton, skins);
    let mut is_used = vec![false; skeleton.joint_count()];
    skins.iter().flat_map(|skin| &skin.data().slot_joints).for_each(|joint| is_used[joint.0] = true);
    let layout = BodyLayout::new(skeleton, |joint| is_used[joint.0]);
    let width = mesh.column_width(layout.height)?;
    let of_body = layout.height.powi(3) / 1000.0;
    let cells = mesh.cells(width, PLAUSIBLE.end * of_body)?;
    let volume: f64 = cells.iter().map(|(_, volume)| volume).sum();
    if volume < PLAUSIBLE.start * of_body {
        return None;
    }
    let moments = mesh.share(&layout, &cells, width)?;
    let segments = layout.segments.iter().zip(moments).filter(|(_, moments)| moments.mass > 0.0);
    let segments = segments.map(|(segment, Moments { mass, first, second })| {
        let centre = first / mass;
        let about_centre = second - centre * centre.transpose() * mass;
        let inertia = Matrix3::identity() * about_centre.trace() - about_centre;
        let inertia = (inertia + inertia.transpose()) / 2.0;
        MassSegment { name: segment.name.clone(), joint: segment.joint, mass, centre, inertia }
    });
    Some(segments.collect())
}

impl<'a> BoundMesh<'a> {
    fn new(skeleton: &Skeleton, skins: &'a [Skin]) -> Self {
        let mut mesh =
            Self { skins: Vec::new(), points: Vec::new(), vertices: Vec::new(), triangles: Vec::new() };
        for skin in skins {
            let Some(bind) = BindPose::new(skeleton, skin) else { continue };
            let first = mesh.points.len() as u32;
            let number = mesh.skins.len() as u32;
            for vertex in 0..skin.vertex_count() {
                mesh.points.push(bind.position(skin, vertex));
                mesh.vertices.push((number, vertex as u32));
            }
            let triangles = &skin.data().triangles;
            mesh.triangles.extend(triangles.iter().map(|corners| corners.map(|corner| corner + first)));
            mesh.skins.push((skin, bind));
        }
        mesh
    }

    fn bounds(&self) -> [Vec3; 2] {
        let start = [Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)];
        self.points.iter().fold(start, |[low, high], point| [low.inf(point), high.sup(point)])
    }

    /// `None` for a mesh without extent, or one that is not finite.
    fn column_width(&self, height: f64) -> Option<f64> {
        let [low, high] = self.bounds();
        let extent = (high - low).xz().max();
        let width = (COLUMN_WIDTH * height).max(extent / MAX_COLUMNS);
        (extent.is_finite() && extent > 0.0 && width.is_finite()).then_some(width)
    }

    /// Centre and volume of cells that fill the inside. `None` where too many columns find the mesh open, or where the inside is larger than
    /// `most`, cubic metres, or too intricate for a body.
    fn cells(&self, width: f64, most: f64) -> Option<Vec<(Vec3, f64)>> {
        let [low, high] = self.bounds();
        let columns = ((high.x - low.x) / width) as usize + 2;
        let mut crossings = Vec::new();
        for corners in &self.triangles {
            self.cross(corners, &low, width, columns, &mut crossings);
            if crossings.len() > MAX_CROSSINGS {
                return None;
            }
        }
        crossings.sort_by(|a, b| {
            (a.column, a.height).partial_cmp(&(b.column, b.height)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let mut cells = Vec::new();
        let (mut all, mut open) = (0, 0);
        let mut volume = 0.0;
        for column in crossings.chunk_by(|a, b| a.column == b.column) {
            let (x, z) = (column[0].column as usize % columns, column[0].column as usize / columns);
            let at = |index: usize| (index as f64 + OFFSET) * width;
            let is_closed = column.iter().map(|crossing| crossing.sign).sum::<i32>() == 0;
            all += 1;
            open += usize::from(!is_closed);
            let (mut winding, mut entered) = (0, 0.0);
            for (index, crossing) in column.iter().enumerate() {
                let before = winding;
                // An open mesh is taken in pairs: what enters must leave.
                winding = if is_closed { winding + crossing.sign } else { 1 - index as i32 % 2 };
                if before == 0 {
                    entered = crossing.height;
                } else if winding == 0 {
                    volume += (crossing.height - entered) * width * width;
                    if volume.is_nan() || volume >= most || cells.len() > MAX_CELLS {
                        return None;
                    }
                    fill(&mut cells, low.x + at(x), low.z + at(z), [entered, crossing.height], width);
                }
            }
        }
        (all > 0 && (open as f64) < MAX_OPEN * all as f64).then_some(cells)
    }

    /// The columns that cross a triangle. An edge belongs to one of its two triangles, so no column slips between them.
    fn cross(&self, corners: &[u32; 3], low: &Vec3, width: f64, columns: usize, out: &mut Vec<Crossing>) {
        let [a, b, c] = corners.map(|corner| (self.points[corner as usize] - low) / width);
        let area = (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
        if area == 0.0 || !area.is_finite() {
            return;
        }
        // Seen from above, a triangle that looks down turns the other way.
        let sign = if area > 0.0 { 1 } else { -1 };
        let edges = [[0, 1], [1, 2], [2, 0]];
        for z in columns_between(a.z.min(b.z).min(c.z), a.z.max(b.z).max(c.z)) {
            let pz = z as f64 + OFFSET;
            for x in columns_of_row(&[a, b, c], pz) {
                let px = x as f64 + OFFSET;
                let mut sides = [0.0; 3];
                let mut is_inside = true;
                for (side, [from, to]) in sides.iter_mut().zip(edges) {
                    // From the lower to the higher point in both triangles of the edge: the same number, with another sign.
                    let is_turned = corners[from] > corners[to];
                    let [p, q] = if is_turned { [to, from] } else { [from, to] };
                    let [p, q] = [p, q].map(|i| [a, b, c][i]);
                    let value = (q.x - p.x) * (pz - p.z) - (q.z - p.z) * (px - p.x);
                    *side = if is_turned { -value } else { value };
                    let is_left = if is_turned { value < 0.0 } else { value >= 0.0 };
                    is_inside &= is_left == (sign > 0);
                }
                if !is_inside {
                    continue;
                }
                let height =
                    (a.y * sides[1] + b.y * sides[2] + c.y * sides[0]) / (sides[0] + sides[1] + sides[2]);
                let column = (z * columns + x) as u32;
                out.push(Crossing { column, height: height * width + low.y, sign });
            }
        }
    }

    /// Gives each cell to the joints of the nearest skin.
    fn share(&self, layout: &BodyLayout, cells: &[(Vec3, f64)], width: f64) -> Option<Vec<Moments>> {
        let points: Vec<Point> = self.points.iter().map(|p| p.map(|x| x as f32)).collect();
        let tree = TriangleTree::new(&points, &self.triangles);
        let adjacency = Adjacency::new(points.len(), &tree.triangles);
        let mut posed = PosedTree::default();
        posed.refit(&tree, &points);
        let nearest_to = NearestTo { tree: &tree, posed: &posed, adjacency: &adjacency };
        let mut moments = vec![Moments::default(); layout.segments.len()];
        let mut last = None;
        for (place, volume) in cells {
            let nearest = nearest_to.nearest(&place.map(|x| x as f32), f32::INFINITY, last)?;
            last = Some(nearest.triangle);
            let corners = tree.triangles[nearest.triangle as usize];
            let distance = |corner: &u32| (points[*corner as usize] - nearest.point).norm_squared();
            let corner = corners.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
            let (number, vertex) = self.vertices[corner as usize];
            let (skin, bind) = &self.skins[number as usize];
            let (slots, weights) = skin.influences(vertex as usize);
            for (&slot, &weight) in slots.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
                let JointIndex(joint) = skin.data().slot_joints[slot as usize];
                let number = layout.of_joint[joint];
                let segment = &layout.segments[number];
                let Some(place) = bind.in_joint(segment.joint, place) else { continue };
                let mass = volume * f64::from(weight) * density(segment.role);
                let of_segment = &mut moments[number];
                of_segment.mass += mass;
                of_segment.first += place * mass;
                // A cell is no point: a cube has a twelfth of its width squared about each axis.
                of_segment.second +=
                    (place * place.transpose() + Matrix3::identity() * (width * width / 12.0)) * mass;
            }
        }
        Some(moments)
    }
}

/// Where a column stands in its square. No vertex of a mesh lies at such a place, but at a half many do.
const OFFSET: f64 = 0.414_213_562_373;

/// Columns from one place to another along an axis.
fn columns_between(least: f64, most: f64) -> Range<usize> {
    (least - OFFSET).ceil().max(0.0) as usize..((most - OFFSET).floor() + 1.0).max(0.0) as usize
}

/// Columns of a row that a triangle can cross, and at most one more on either side: a long thin triangle has few, however it lies.
fn columns_of_row(corners: &[Vec3; 3], pz: f64) -> Range<usize> {
    let [a, b, c] = corners;
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for [p, q] in [[a, b], [b, c], [c, a]] {
        if (p.z - pz) * (q.z - pz) > 0.0 {
            continue;
        }
        let share = if p.z == q.z { 0.0 } else { (pz - p.z) / (q.z - p.z) };
        let x = p.x + (q.x - p.x) * share;
        (least, most) = (least.min(x), most.max(x));
        if p.z == q.z {
            (least, most) = (least.min(q.x), most.max(q.x));
        }
    }
    // Rounding may move a crossing beyond a column.
    columns_between((least - 0.5).max(a.x.min(b.x).min(c.x)), (most + 0.5).min(a.x.max(b.x).max(c.x)))
}

fn fill(cells: &mut Vec<(Vec3, f64)>, x: f64, z: f64, [from, to]: [f64; 2], width: f64) {
    let height = to - from;
    let count = (height / width).ceil().clamp(1.0, 4.0 * MAX_COLUMNS);
    let step = height / count;
    for index in 0..count as usize {
        cells.push((Vec3::new(x, from + (index as f64 + 0.5) * step, z), step * width * width));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mesh without skins: where it is cut does not depend on them.
    fn mesh(points: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> BoundMesh<'static> {
        BoundMesh { skins: Vec::new(), vertices: vec![(0, 0); points.len()], points, triangles }
    }

    /// A box, its faces turned outwards.
    fn add_box(mesh: &mut BoundMesh<'_>, low: Vec3, high: Vec3) {
        let first = mesh.points.len() as u32;
        for corner in 0..8 {
            let at = |axis: usize| if corner >> axis & 1 == 1 { high[axis] } else { low[axis] };
            mesh.points.push(Vec3::new(at(0), at(1), at(2)));
            mesh.vertices.push((0, 0));
        }
        let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        for [a, b, c, d] in faces {
            mesh.triangles.extend([[a, b, c], [a, c, d]].map(|corners| corners.map(|corner| corner + first)));
        }
    }

    /// A ball of latitudes and longitudes, its faces turned outwards.
    fn ball(centre: Vec3, radius: f64, rings: u32) -> BoundMesh<'static> {
        let count = 2 * rings;
        let mut points = vec![centre + Vec3::y() * radius, centre - Vec3::y() * radius];
        for ring in 1..rings {
            let down = std::f64::consts::PI * f64::from(ring) / f64::from(rings);
            for step in 0..count {
                let around = std::f64::consts::TAU * f64::from(step) / f64::from(count);
                let out = Vec3::new(down.sin() * around.cos(), down.cos(), down.sin() * around.sin());
                points.push(centre + out * radius);
            }
        }
        let at = |ring: u32, step: u32| match ring {
            0 => 0,
            _ if ring == rings => 1,
            _ => 2 + (ring - 1) * count + step % count,
        };
        let mut triangles = Vec::new();
        for ring in 0..rings {
            for step in 0..count {
                let [a, b, c, d] =
                    [at(ring, step), at(ring, step + 1), at(ring + 1, step), at(ring + 1, step + 1)];
                triangles.extend(
                    [[a, b, d], [a, d, c]].into_iter().filter(|[x, y, z]| x != y && y != z && x != z),
                );
            }
        }
        mesh(points, triangles)
    }

    /// Volume, centre and second moments about it, of the cells.
    fn moments(cells: &[(Vec3, f64)], width: f64) -> (f64, Vec3, Vec3) {
        let volume: f64 = cells.iter().map(|(_, volume)| volume).sum();
        let centre = cells.iter().map(|(place, volume)| place * *volume).sum::<Vec3>() / volume;
        let about = |(place, volume): &(Vec3, f64)| {
            let way = place - centre;
            (way.component_mul(&way) + Vec3::repeat(width * width / 12.0)) * *volume
        };
        (volume, centre, cells.iter().map(about).sum())
    }

    #[test]
    fn a_box_has_its_volume_centre_and_moments() {
        let (low, high) = (Vec3::new(-0.31, 0.2, 0.05), Vec3::new(0.29, 1.43, 0.47));
        let mut made = mesh(vec![], vec![]);
        add_box(&mut made, low, high);
        let width = 0.012;
        let (volume, centre, second) = moments(&made.cells(width, 1.0).unwrap(), width);
        let size = high - low;
        // Columns of 1.2 cm miss the sides by half of one at most; up and down nothing is lost.
        assert!((volume / size.product() - 1.0).abs() < 0.03, "{volume}");
        assert!((centre - (low + high) / 2.0).norm() < 0.006 && (centre.y - 0.815).abs() < 1e-9, "{centre}");
        for axis in 0..3 {
            let exact = volume * size[axis] * size[axis] / 12.0;
            assert!((second[axis] / exact - 1.0).abs() < 0.06, "{axis}: {} {exact}", second[axis]);
        }
    }

    #[test]
    fn a_ball_has_its_volume_centre_and_moments() {
        let (middle, radius, width) = (Vec3::new(0.3, 1.0, -0.2), 0.25, 0.012);
        let made = ball(middle, radius, 48);
        let (volume, centre, second) = moments(&made.cells(width, 1.0).unwrap(), width);
        let exact = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
        assert!((volume / exact - 1.0).abs() < 0.005, "{}", volume / exact);
        assert!((centre - middle).norm() < 5e-4, "{centre}");
        for axis in 0..3 {
            let exact = volume * radius * radius / 5.0;
            assert!((second[axis] / exact - 1.0).abs() < 0.01, "{axis}: {}", second[axis] / exact);
        }
    }

    #[test]
    fn what_is_no_body_is_given_up_before_it_costs_much() {
        // Thin sheets over the whole floor, one above the other: far more crossings than any body has.
        let mut sheets = mesh(vec![], vec![]);
        for index in 0..12 {
            let height = f64::from(index) * 0.01;
            add_box(&mut sheets, Vec3::new(0.0, height, 0.0), Vec3::new(3.584, height + 1e-4, 3.584));
        }
        assert!(sheets.cells(0.007, 10.0).is_none());
        // A block that is larger than any body.
        let mut block = mesh(vec![], vec![]);
        add_box(&mut block, Vec3::zeros(), Vec3::repeat(1.0));
        assert!(block.cells(0.02, 0.9).is_none() && block.cells(0.02, 1.1).is_some());
    }

    #[test]
    fn a_long_thin_triangle_has_few_columns() {
        let corners = [[0.0, 0.0], [500.0, 500.0], [500.0, 500.5]].map(|[x, z]| Vec3::new(x, 0.0, z));
        let count = |z: usize| columns_of_row(&corners, z as f64 + OFFSET).len();
        let looked_at: usize = columns_between(0.0, 500.5).map(count).sum();
        assert!((250..2000).contains(&looked_at), "{looked_at}");
    }
}
