//! Which vertices are inside the body, without the library's skinning, trees, signs and distances: plain sums in f64.
//!
//! Skinning is `Σ weight · joint · inverse bind · point`, inside is a winding number above a half (sum of the solid angles of all triangles,
//! van Oosterom and Strackee 1983), depth is the distance to the nearest of all triangles.

use rayon::prelude::*;
use surefoot::io::Document;
use surefoot::math::Vec3;
use surefoot::model::{Clip, JointIndex, Role, Side, Skeleton};

/// A map of points: rows of the linear part, and the translation.
type Map = ([[f64; 3]; 3], [f64; 3]);
type Place = [f64; 3];

/// All skins of a character, and which part of the body each vertex follows most.
#[derive(Debug)]
pub struct InsideOracle<'a> {
    document: &'a Document,
    triangles: Vec<[usize; 3]>,
    main_joints: Vec<JointIndex>,
    /// Where vertices and joints are in the rest pose.
    rest: Vec<Place>,
    rest_joints: Vec<Map>,
}

/// What a limb is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Other {
    /// The body without arms and shoulders.
    Trunk,
    /// The limb on the other side.
    Limb,
}

fn sub(a: Place, b: Place) -> Place {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Place, b: Place) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Place, b: Place) -> Place {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn image(map: &Map, point: Place) -> Place {
    [0, 1, 2].map(|row| dot(map.0[row], point) + map.1[row])
}

fn product(a: &Map, b: &Map) -> Map {
    let cell = |r: usize, c: usize| (0..3).map(|k| a.0[r][k] * b.0[k][c]).sum();
    ([0, 1, 2].map(|r| [0, 1, 2].map(|c| cell(r, c))), image(a, b.1))
}

/// Rotation by a quaternion after a scale, then a shift.
fn local([x, y, z, w]: [f64; 4], scale: Vec3, shift: Vec3) -> Map {
    let rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    (rows.map(|row| [row[0] * scale.x, row[1] * scale.y, row[2] * scale.z]), [shift.x, shift.y, shift.z])
}

fn worlds(skeleton: &Skeleton, of_joint: impl Fn(JointIndex) -> Map) -> Vec<Map> {
    let mut out: Vec<Map> = Vec::with_capacity(skeleton.joint_count());
    for joint in skeleton.joints() {
        let own = of_joint(joint);
        out.push(skeleton.parent(joint).map_or(own, |parent| product(&out[parent.0], &own)));
    }
    out
}

fn winding(points: &[Place], triangles: &[[usize; 3]], at: Place) -> f64 {
    let mut sum = 0.0;
    for t in triangles {
        let [a, b, c] = t.map(|corner| sub(points[corner], at));
        let [la, lb, lc] = [a, b, c].map(|v| dot(v, v).sqrt());
        let scale = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
        sum += dot(a, cross(b, c)).atan2(scale);
    }
    sum / (2.0 * std::f64::consts::PI)
}

/// Distance to a triangle: to its plane where the foot is on it, else to the nearest edge.
fn distance(at: Place, [a, b, c]: [Place; 3]) -> f64 {
    let along = |p: Place, q: Place| {
        let (pq, pa) = (sub(q, p), sub(at, p));
        let share = (dot(pa, pq) / dot(pq, pq).max(1e-300)).clamp(0.0, 1.0);
        let away = sub(pa, pq.map(|x| x * share));
        dot(away, away).sqrt()
    };
    let normal = cross(sub(b, a), sub(c, a));
    let is_on =
        [(a, b), (b, c), (c, a)].iter().all(|&(p, q)| dot(cross(normal, sub(q, p)), sub(at, p)) >= 0.0);
    let to_plane = dot(normal, sub(at, a)).abs() / dot(normal, normal).sqrt().max(1e-300);
    if is_on { to_plane } else { along(a, b).min(along(b, c)).min(along(c, a)) }
}

impl<'a> InsideOracle<'a> {
    /// Reads the skins of a document.
    pub fn new(document: &'a Document) -> Self {
        let skeleton = &document.skeleton;
        let (mut triangles, mut main_joints) = (Vec::new(), Vec::new());
        for skin in &document.skins {
            let (first, data) = (main_joints.len(), skin.data());
            triangles.extend(data.triangles.iter().map(|t| t.map(|c| first + c as usize)));
            main_joints.extend((0..skin.vertex_count()).map(|v| {
                let (slots, weights) = skin.influences(v);
                let best = (0..slots.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b])).unwrap_or(0);
                data.slot_joints[slots[best] as usize]
            }));
        }
        let rest_joints = worlds(skeleton, |joint| {
            let turn = skeleton.rest_rotation(joint);
            local([turn.i, turn.j, turn.k, turn.w], skeleton.rest_scale(joint), skeleton.rest_offset(joint))
        });
        let mut out = Self { document, triangles, main_joints, rest: Vec::new(), rest_joints };
        out.rest = out.skinned(&out.rest_joints);
        out
    }

    fn skinned(&self, joints: &[Map]) -> Vec<Place> {
        let mut out = Vec::with_capacity(self.main_joints.len());
        for skin in &self.document.skins {
            let data = skin.data();
            let binds = data.inverse_binds.iter().map(|bind| {
                let (m, t) = (bind.linear, bind.translation);
                ([0, 1, 2].map(|r| [m[(r, 0)], m[(r, 1)], m[(r, 2)]]), [t.x, t.y, t.z])
            });
            let maps: Vec<Map> =
                binds.zip(&data.slot_joints).map(|(bind, joint)| product(&joints[joint.0], &bind)).collect();
            for (v, position) in data.positions.iter().enumerate() {
                let point = [position.x, position.y, position.z].map(f64::from);
                let (slots, weights) = skin.influences(v);
                let mut place = [0.0; 3];
                for (slot, weight) in slots.iter().zip(weights) {
                    let to = image(&maps[*slot as usize], point);
                    (0..3).for_each(|axis| place[axis] += f64::from(*weight) * to[axis]);
                }
                out.push(place);
            }
        }
        out
    }

    /// Where all vertices are in a frame. Clips that change scales are not known here.
    pub fn points(&self, clip: &Clip, frame: usize) -> Vec<Place> {
        let skeleton = &self.document.skeleton;
        let pose = clip.pose(frame);
        let mut shifts = vec![Vec3::zeros(); skeleton.joint_count()];
        pose.local_translations(skeleton, &mut shifts).expect("a clip of this skeleton");
        self.skinned(&worlds(skeleton, |joint| {
            let turn = pose.rotations()[joint.0];
            local([turn.i, turn.j, turn.k, turn.w], skeleton.rest_scale(joint), shifts[joint.0])
        }))
    }

    /// Whether a joint is that of a role or hangs from it.
    fn is_below(&self, joint: JointIndex, role: Role) -> bool {
        let skeleton = &self.document.skeleton;
        skeleton.roles().joint(role).is_some_and(|top| joint == top || skeleton.is_below(joint, top))
    }

    /// The vertices of a limb beyond this share of its upper bone.
    pub fn vertices(&self, roles: [Role; 2], from: f64) -> Vec<usize> {
        let at = |role| self.document.skeleton.roles().joint(role).map(|joint| self.rest_joints[joint.0].1);
        let (Some(start), Some(end)) = (at(roles[0]), at(roles[1])) else { return Vec::new() };
        let bone = sub(end, start);
        let share = |v: usize| dot(sub(self.rest[v], start), bone) / dot(bone, bone);
        let is_asked = |v: &usize| {
            let joint = self.main_joints[*v];
            self.is_below(joint, roles[1]) || (self.is_below(joint, roles[0]) && share(*v) >= from)
        };
        (0..self.main_joints.len()).filter(is_asked).collect()
    }

    fn surface(&self, is_wanted: impl Fn(JointIndex) -> bool) -> Vec<[usize; 3]> {
        let is_wanted: Vec<bool> = self.main_joints.iter().map(|&joint| is_wanted(joint)).collect();
        self.triangles.iter().filter(|t| t.iter().all(|&c| is_wanted[c])).copied().collect()
    }

    /// Those of some vertices that are not inside at rest.
    pub fn free_at_rest(
        &self,
        vertices: &[usize],
        limb: (fn(Side) -> Role, Side),
        other: Other,
    ) -> Vec<usize> {
        let surface = self.other(limb, other);
        let is_free = |v: &usize| winding(&self.rest, &surface, self.rest[*v]) <= 0.5;
        vertices.iter().copied().filter(is_free).collect()
    }

    /// What a limb of that side can run into. `upper` is the role of its upper bone.
    fn other(&self, (upper, side): (fn(Side) -> Role, Side), other: Other) -> Vec<[usize; 3]> {
        let is_arm = |joint| Side::BOTH.iter().any(|&s| self.is_below(joint, Role::UpperArm(s)));
        let is_clavicle = |joint| Side::BOTH.iter().any(|&s| self.is_below(joint, Role::Clavicle(s)));
        let opposite = if side == Side::Left { Side::Right } else { Side::Left };
        match other {
            Other::Trunk => self.surface(|joint| !is_arm(joint) && !is_clavicle(joint)),
            Other::Limb => self.surface(|joint| self.is_below(joint, upper(opposite))),
        }
    }

    /// The largest winding number of some vertices in what a limb of that side can run into, and the largest depth of those inside,
    /// metres, in every frame.
    pub fn depths(
        &self,
        clip: &Clip,
        vertices: &[usize],
        limb: (fn(Side) -> Role, Side),
        other: Other,
    ) -> Vec<(f64, f64)> {
        let surface = self.other(limb, other);
        let of_frame = |frame: usize| {
            let points = self.points(clip, frame);
            let mut most = (0.0f64, 0.0f64);
            for &v in vertices {
                let around = winding(&points, &surface, points[v]);
                most.0 = most.0.max(around);
                if around > 0.5 {
                    let to = |t: &[usize; 3]| distance(points[v], t.map(|corner| points[corner]));
                    most.1 = most.1.max(surface.iter().map(to).fold(f64::INFINITY, f64::min));
                }
            }
            most
        };
        (0..clip.frame_count()).into_par_iter().map(of_frame).collect()
    }
}
