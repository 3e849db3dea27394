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

/// Width of the columns, as a share of the standing height: 1.2 cm of an adult.
const COLUMN_WIDTH: f64 = 0.007;
/// Most columns along either side of the floor; a mesh that is far from its skeleton has wider ones.
const MAX_COLUMNS: f64 = 512.0;
/// Volumes of bodies, litres for a height of one metre, cubed: 13 for an adult.
const PLAUSIBLE: std::ops::Range<f64> = 2.0..100.0;
/// Where this share of the columns does not leave the mesh as often as it enters, the mesh is too open to have an inside.
const MAX_OPEN: f64 = 0.5;

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
    let cells = mesh.cells(width)?;
    let litres = 1000.0 * cells.iter().map(|(_, volume)| volume).sum::<f64>();
    if !PLAUSIBLE.contains(&(litres / layout.height.powi(3))) {
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

    /// Centre and volume of cells that fill the inside. `None` where too many columns find the mesh open.
    fn cells(&self, width: f64) -> Option<Vec<(Vec3, f64)>> {
        let [low, high] = self.bounds();
        let columns = ((high.x - low.x) / width) as usize + 2;
        let mut crossings = Vec::new();
        for corners in &self.triangles {
            self.cross(corners, &low, width, columns, &mut crossings);
        }
        crossings.sort_by(|a, b| {
            (a.column, a.height).partial_cmp(&(b.column, b.height)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let mut cells = Vec::new();
        let (mut all, mut open) = (0, 0);
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
        let range = |least: f64, most: f64| {
            (least - OFFSET).ceil().max(0.0) as usize..((most - OFFSET).floor() + 1.0).max(0.0) as usize
        };
        let edges = [[0, 1], [1, 2], [2, 0]];
        for z in range(a.z.min(b.z).min(c.z), a.z.max(b.z).max(c.z)) {
            for x in range(a.x.min(b.x).min(c.x), a.x.max(b.x).max(c.x)) {
                let (px, pz) = (x as f64 + OFFSET, z as f64 + OFFSET);
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

fn fill(cells: &mut Vec<(Vec3, f64)>, x: f64, z: f64, [from, to]: [f64; 2], width: f64) {
    let height = to - from;
    let count = (height / width).ceil().clamp(1.0, 4.0 * MAX_COLUMNS);
    let step = height / count;
    for index in 0..count as usize {
        cells.push((Vec3::new(x, from + (index as f64 + 0.5) * step, z), step * width * width));
    }
}
