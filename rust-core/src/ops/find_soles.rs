//! [`find_soles`]: where feet meet the ground, from the skin (Lyard 2008; `docs/methods/roles-and-soles.md`).
//!
//! The mesh is examined in its bind pose, turned upright. So a rest pose that sits, bows or points its toes does not matter.

use crate::error::Result;
use crate::math::{Affine, Quat, Vec3, rotation_between};
use crate::model::bind_pose::anchor_slot;
use crate::model::rest::{rest_maps, rest_rotations};
use crate::model::{JointIndex, Note, Role, Side, Skeleton, Skin, Sole};
use nalgebra::Vector3;

/// Height of a unit normal below which a vertex looks down; 0 would be the source's own words.
pub const SOLE_NORMAL: f64 = -0.5;
/// Vertices so much of the leg above the lowest still touch the ground; toe springs and arches do not.
const CONTACT_BAND: f64 = 0.02;
/// Share of the sole's length at either end whose middle is the heel's and the tip's point.
const END_SHARE: f64 = 0.1;
/// Legs stand within this of the mesh's own upright axis (degrees): hips lie a little before or behind the ankles.
const AXIS_TILT: f64 = 15.0;
/// The same of the rest pelvis, which is asked where the mesh has no upright axis. It tells nothing by itself, so it must
/// agree better: five degrees lift one end of a foot by the whole [`CONTACT_BAND`].
const PELVIS_TILT: f64 = 5.0;

/// Vertices of one sole in one skin.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SoleVertices {
    /// Ascending.
    pub vertices: Vec<usize>,
    /// The normals do not tell a sole, so the foot's lowest vertices were taken: the mesh may be inside out.
    pub by_height: bool,
}

/// The vertices of the foot that look down in the bind pose: those whose largest weight is on the foot or below it,
/// with a normal lower than [`SOLE_NORMAL`]. Where fewer than three do, or those that do are the foot's upper half (a mesh
/// that is inside out), the lowest tenth of the foot, at least four.
/// Empty if the side has no foot or the skin does not cover it.
///
/// ```
/// use surefoot::model::Side;
/// use surefoot::ops::sole_vertices;
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skin) = (biped.skeleton, biped.skin);
///
/// let sole = sole_vertices(&skeleton, &skin, Side::Left)?;
/// assert!(!sole.vertices.is_empty() && !sole.by_height);
/// assert!(sole.vertices.iter().all(|&vertex| skin.data().normals[vertex].y < -0.5));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`](crate::Error::Invalid) if the skin hangs from joints that the skeleton lacks.
pub fn sole_vertices(skeleton: &Skeleton, skin: &Skin, side: Side) -> Result<SoleVertices> {
    skin.check_skeleton(skeleton)?;
    let Some(bind) = Bind::new(skeleton, skin) else { return Ok(SoleVertices::none()) };
    Ok(bind.sole_vertices(side))
}

impl SoleVertices {
    fn none() -> Self {
        Self { vertices: Vec::new(), by_height: false }
    }
}

/// The soles of both feet over all skins, left first, and what a user should know. A foot without a mesh, or with one
/// that has not the shape of a foot, has none; nor has one of a body that does not stand in its bind pose.
///
/// ```
/// use surefoot::ops::find_soles;
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skin) = (biped.skeleton, biped.skin);
///
/// let ([left, right], notes) = find_soles(&skeleton, [&skin])?;
/// let (left, right) = (left.expect("a foot with a mesh"), right.expect("another"));
/// assert!(left.ankle_height > 0.0 && (left.ankle_height - right.ankle_height).abs() < 0.01);
/// assert!(notes.is_empty());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`](crate::Error::Invalid) if a skin hangs from joints that the skeleton lacks.
pub fn find_soles<'a>(
    skeleton: &'a Skeleton,
    skins: impl IntoIterator<Item = &'a Skin>,
) -> Result<([Option<Sole>; 2], Vec<Note>)> {
    let mut binds = Vec::new();
    for skin in skins {
        skin.check_skeleton(skeleton)?;
        binds.extend(Bind::new(skeleton, skin));
    }
    let mut notes = Vec::new();
    let soles = Side::BOTH.map(|side| {
        // Laces and buckles may look anywhere as long as another skin of the foot has a sole.
        let mut found: Vec<SoleVertices> = binds.iter().map(|bind| bind.sole_vertices(side)).collect();
        if found.iter().any(|sole| !sole.by_height && !sole.vertices.is_empty()) {
            found.iter_mut().filter(|sole| sole.by_height).for_each(|sole| *sole = SoleVertices::none());
        }
        if found.iter().any(|sole| sole.by_height) {
            notes.push(Note::warning("sole-normals", format!(
                    "the normals of the {} foot do not show a sole; its lowest vertices are taken (is the mesh inside \
                     out?)",
                    side.name()
                )));
        }
        shape(skeleton, side, &binds, &found)
    });
    Ok((soles, notes))
}

/// A skin in its bind pose, upright in the world.
struct Bind<'a> {
    skeleton: &'a Skeleton,
    skin: &'a Skin,
    /// Mesh space to the world.
    upright: Affine,
    /// World maps of the rest pose, and how `upright` turned them.
    rest: Vec<Affine>,
    tilt: Affine,
    rest_rotations: Vec<Quat>,
}

impl<'a> Bind<'a> {
    /// `None` if it does not stand.
    fn new(skeleton: &'a Skeleton, skin: &'a Skin) -> Option<Self> {
        let rest = rest_maps(skeleton);
        let data = skin.data();
        let slot = anchor_slot(skeleton, skin);
        let anchor = *rest.get(data.slot_joints.get(slot)?.0)?;
        let rough = anchor * *data.inverse_binds.get(slot)?;
        let mut bind = Self {
            skeleton,
            skin,
            upright: rough,
            rest,
            tilt: Affine::identity(),
            rest_rotations: rest_rotations(skeleton),
        };
        let turn = rotation_between(&bind.up()?, &Vec3::y(), &Vec3::x());
        let turned = Affine::from_trs(Vec3::zeros(), &turn, &Vec3::repeat(1.0));
        // About the anchor, so that skins that share it stay together.
        let place = anchor.translation;
        bind.tilt = Affine { translation: place - turned.transform_point(&place), ..turned };
        bind.upright = bind.tilt * rough;
        Some(bind)
    }

    /// Where the bind pose has its up, in the world that the anchor gave it: the mesh's own axis along which the legs stand,
    /// else the world's. Legs alone do not tell it well enough. `None` if neither fits them.
    fn up(&self) -> Option<Vec3> {
        let roles = self.skeleton.roles();
        let mut legs = Vec3::zeros();
        for side in Side::BOTH {
            let (Some(thigh), Some(foot)) = (roles.joint(Role::Thigh(side)), roles.joint(Role::Foot(side)))
            else {
                continue;
            };
            let leg = self.joint_map(thigh).translation - self.joint_map(foot).translation;
            legs += leg.try_normalize(1e-9)?;
        }
        let legs = legs.try_normalize(1e-6)?;
        let axes = self.upright.linear.column_iter().filter_map(|axis| axis.try_normalize(1e-12));
        let nearest = axes
            .map(|axis| if axis.dot(&legs) < 0.0 { -axis } else { axis })
            .min_by(|a, b| a.angle(&legs).total_cmp(&b.angle(&legs)))?;
        if nearest.angle(&legs) <= AXIS_TILT.to_radians() {
            return Some(nearest);
        }
        (Vec3::y().angle(&legs) <= PELVIS_TILT.to_radians()).then(Vec3::y)
    }

    fn position(&self, vertex: usize) -> Vec3 {
        self.upright.transform_point(&self.skin.data().positions[vertex].cast())
    }

    fn slot(&self, joint: JointIndex) -> Option<usize> {
        self.skin.data().slot_joints.iter().position(|&j| j == joint)
    }

    /// The joint's world map at bind time.
    fn joint_map(&self, joint: JointIndex) -> Affine {
        let bound = self.slot(joint).and_then(|slot| self.skin.data().inverse_binds[slot].inverse());
        bound.map_or_else(|| self.tilt * self.rest[joint.0], |map| self.upright * map)
    }

    /// A place of the upright bind pose as an offset that turns with the joint, metres.
    fn offset(&self, joint: JointIndex, place: &Vec3) -> Option<Vec3> {
        let inside = self.joint_map(joint).inverse()?.transform_point(place);
        Some(self.rest_rotations[joint.0].inverse() * (self.rest[joint.0].linear * inside))
    }

    fn sole_vertices(&self, side: Side) -> SoleVertices {
        let Some(foot) = self.skeleton.roles().joint(Role::Foot(side)) else { return SoleVertices::none() };
        let data = self.skin.data();
        let is_of_foot = |vertex: &usize| {
            let (slots, weights) = self.skin.influences(*vertex);
            let strongest = slots.iter().zip(weights).max_by(|a, b| a.1.total_cmp(b.1));
            strongest.is_some_and(|(slot, _)| self.skeleton.is_below(data.slot_joints[*slot as usize], foot))
        };
        let of_foot: Vec<usize> = (0..self.skin.vertex_count()).filter(is_of_foot).collect();
        let normals = self.normals(&of_foot);
        let vertices: Vec<usize> = of_foot
            .iter()
            .zip(&normals)
            .filter(|(_, normal)| normal.y < SOLE_NORMAL)
            .map(|(vertex, _)| *vertex)
            .collect();
        let mean_height =
            |of: &[usize]| of.iter().map(|&v| self.position(v).y).sum::<f64>() / of.len() as f64;
        // A mesh that is inside out looks down with the top of the foot.
        let is_sole = vertices.len() >= 3 && mean_height(&vertices) <= mean_height(&of_foot);
        if is_sole || of_foot.is_empty() {
            return SoleVertices { vertices, by_height: false };
        }
        let mut by_height = of_foot;
        by_height.sort_by(|a, b| self.position(*a).y.total_cmp(&self.position(*b).y).then(a.cmp(b)));
        by_height.truncate((by_height.len() / 10).max(4));
        by_height.sort_unstable();
        SoleVertices { vertices: by_height, by_height: true }
    }

    /// Upright unit normals of some vertices; from the triangles where the mesh has none.
    fn normals(&self, vertices: &[usize]) -> Vec<Vec3> {
        let data = self.skin.data();
        let linear =
            self.upright.linear.try_inverse().map_or(self.upright.linear, |inverse| inverse.transpose());
        let unit = |normal: &Vector3<f32>| {
            (linear * normal.cast::<f64>()).try_normalize(1e-12).unwrap_or_else(Vec3::zeros)
        };
        if !data.normals.is_empty() {
            return vertices.iter().map(|&vertex| unit(&data.normals[vertex])).collect();
        }
        let mut sums = vec![Vector3::<f32>::zeros(); data.positions.len()];
        for triangle in &data.triangles {
            let places = triangle.map(|corner| data.positions[corner as usize]);
            let [a, b, c] = places;
            let Some(normal) = (b - a).cross(&(c - a)).try_normalize(1e-20) else { continue };
            // By angle, so that it does not matter how a face is cut into triangles.
            for i in 0..3 {
                let (one, other) = (places[(i + 1) % 3] - places[i], places[(i + 2) % 3] - places[i]);
                sums[triangle[i] as usize] += normal * one.angle(&other);
            }
        }
        vertices.iter().map(|&vertex| unit(&sums[vertex])).collect()
    }
}

/// Heel, tip and heights from the vertices of a sole.
fn shape(skeleton: &Skeleton, side: Side, binds: &[Bind<'_>], found: &[SoleVertices]) -> Option<Sole> {
    let roles = skeleton.roles();
    let foot = roles.joint(Role::Foot(side))?;
    let front = roles.joint(Role::Toe(side)).unwrap_or(foot);
    // Joints are placed by the skin that covers most of the sole.
    let main = (0..binds.len()).max_by_key(|&i| (found[i].vertices.len(), binds.len() - i))?;
    let bind = &binds[main];
    let mut places: Vec<Vec3> = Vec::new();
    for (bind, sole) in binds.iter().zip(found) {
        places.extend(sole.vertices.iter().map(|&vertex| bind.position(vertex)));
    }
    if places.len() < 3 {
        return None;
    }
    let ankle = bind.joint_map(foot).translation;
    let leg = roles
        .joint(Role::Thigh(side))
        .map_or(0.8, |thigh| (bind.joint_map(thigh).translation - ankle).norm());
    // A stray vertex is no floor.
    let mut heights: Vec<f64> = places.iter().map(|p| p.y).collect();
    let low = heights.len() / 20;
    let floor = *heights.select_nth_unstable_by(low, f64::total_cmp).1;
    places.retain(|p| p.y <= floor + CONTACT_BAND * leg);
    let middle = places.iter().sum::<Vec3>() / places.len() as f64;
    let ahead = if front == foot { middle } else { bind.joint_map(front).translation } - ankle;
    let forward = Vec3::new(ahead.x, 0.0, ahead.z).try_normalize(1e-6)?;
    let along = |p: &Vec3| (p - ankle).dot(&forward);
    let (rear, fore) = places
        .iter()
        .map(along)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let length = fore - rear;
    let ankle_height = ankle.y - floor;
    let is_foot = leg > 1e-6
        && (0.05 * leg..2.0 * leg).contains(&length)
        && (0.0..leg).contains(&ankle_height)
        && fore > 0.0;
    if !is_foot {
        return None;
    }
    let mean_where = |is_end: &dyn Fn(f64) -> bool| {
        let end: Vec<&Vec3> = places.iter().filter(|p| is_end(along(p))).collect();
        let mut mean = end.iter().copied().sum::<Vec3>() / end.len() as f64;
        mean.y = floor;
        mean
    };
    let heel = mean_where(&|x| x <= rear + END_SHARE * length);
    let tip = mean_where(&|x| x >= fore - END_SHARE * length);
    Some(Sole {
        foot,
        front,
        heel: bind.offset(foot, &heel)?,
        tip: bind.offset(front, &tip)?,
        ankle_height,
        front_height: (bind.joint_map(front).translation.y - floor).max(0.0),
    })
}
