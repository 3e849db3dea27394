//! The page's data: a JSON header and one block of bytes that it points into.
//!
//! A local rotation is four i16 with steps of 1/32767. That is 0.00003 rad, or a tenth of a millimetre at an adult's foot,
//! well under a pixel. Root paths stay f32. Mesh normals are bytes; weights are bytes that sum to 255. The page runs forward
//! kinematics and skinning itself.

mod balance;

use super::{Actor, ActorClip, Page, Placement, Table, Tint};
use balance::{BalanceHeader, encode_balance};
use serde::Serialize;
use surefoot::kinematics::{BodyPoints, WorldPoses, world_poses};
use surefoot::math::{Quat, Vec3};
use surefoot::model::{Role, Side, Track};
use surefoot::ops::SkinDepths;
use surefoot::{Ground, Plants, Result, Skeleton, Skin};

/// Bytes of rotations beyond which clips above 60 fps are thinned out: about 10 MB of page.
const MAX_MOTION_BYTES: usize = 8 << 20;
/// No screen shows more.
const MAX_SHOWN_RATE: f64 = 60.0;
/// Samples along the longer side of uneven ground.
const GROUND_SAMPLES: usize = 160;
/// Ground shown beyond the outermost joint, metres.
const GROUND_MARGIN: f64 = 2.0;
/// A byte of depth, metres: up to 12.7 cm.
const DEPTH_STEP: f32 = 0.0005;
/// The shader reads two groups of four.
const MAX_INFLUENCES: usize = 8;

/// What [`encode`] makes.
pub(super) struct Payload {
    /// JSON, see [`Header`].
    pub(super) header: String,
    /// Little-endian arrays, each starting at a multiple of four.
    pub(super) data: Vec<u8>,
}

/// Where an array lies in the data.
#[derive(Serialize)]
struct Slice {
    kind: &'static str,
    at: usize,
    count: usize,
}

#[derive(Serialize)]
struct Header<'a> {
    /// One sentence each; frames are counted as the timeline counts them.
    notes: Vec<String>,
    placement: Placement,
    ground: GroundHeader,
    skins: Vec<SkinHeader<'a>>,
    actors: Vec<ActorHeader<'a>>,
    plots: Vec<PlotHeader<'a>>,
    tables: &'a [Table],
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum GroundHeader {
    Level { height: f64 },
    Surface { origin: [f64; 2], spacing: f64, columns: usize, heights: Slice },
}

#[derive(Serialize)]
struct ActorHeader<'a> {
    label: &'a str,
    tint: Tint,
    joints: Vec<JointHeader<'a>>,
    end_sites: Vec<(usize, [f64; 3])>,
    points: Vec<PointHeader>,
    /// Left and right thigh: their line tells where the character looks, whatever its legs do.
    thighs: Option<[usize; 2]>,
    skins: Vec<usize>,
    clips: Vec<ClipHeader<'a>>,
}

#[derive(Serialize)]
struct JointHeader<'a> {
    name: &'a str,
    parent: Option<usize>,
    offset: [f64; 3],
    scale: Option<[f64; 3]>,
    compensates: bool,
}

/// A point that can be planted.
#[derive(Serialize)]
struct PointHeader {
    name: String,
    side: &'static str,
    joint: usize,
    offset: [f64; 3],
}

#[derive(Serialize)]
struct ClipHeader<'a> {
    name: &'a str,
    frame_rate: f64,
    /// Frames of the clip itself.
    frame_count: usize,
    /// Only every so many frames are stored.
    stride: usize,
    rotations: Slice,
    roots: Slice,
    translations: Vec<(usize, Slice)>,
    scales: Vec<(usize, Slice)>,
    plants: Vec<PlantHeader>,
    /// For each of the actor's skins, where depths are known.
    depths: Vec<DepthHeader>,
    balance: Option<BalanceHeader>,
}

/// Vertices inside the body. Those of stored frame `f` are `offsets[f]..offsets[f + 1]`; a step of `values` is `DEPTH_STEP` metres.
#[derive(Serialize)]
struct DepthHeader {
    offsets: Slice,
    vertices: Slice,
    values: Slice,
}

#[derive(Serialize)]
struct PlantHeader {
    point: String,
    side: &'static str,
    joint: Option<usize>,
    first: usize,
    end: usize,
    position: [f64; 3],
}

#[derive(Serialize)]
struct SkinHeader<'a> {
    name: &'a str,
    positions: Slice,
    normals: Option<Slice>,
    triangles: Slice,
    slot_joints: Vec<usize>,
    /// Twelve numbers a slot: three columns of the linear part, then the translation.
    inverse_binds: Slice,
    /// Influences kept per vertex: 4 or 8.
    influence_count: usize,
    slots: Slice,
    weights: Slice,
}

#[derive(Serialize)]
struct PlotHeader<'a> {
    title: &'a str,
    unit: &'a str,
    clip: Option<usize>,
    frame_rate: f64,
    min_span: f64,
    /// `None` is any.
    max_span: Option<f64>,
    series: Vec<SeriesHeader<'a>>,
    shaded: Vec<(usize, usize, Tint)>,
}

#[derive(Serialize)]
struct SeriesHeader<'a> {
    label: &'a str,
    tint: Tint,
    values: Slice,
}

/// The data under construction.
#[derive(Default)]
struct Data {
    bytes: Vec<u8>,
}

impl Data {
    fn push<const N: usize>(&mut self, kind: &'static str, items: impl Iterator<Item = [u8; N]>) -> Slice {
        let at = self.bytes.len();
        items.for_each(|item| self.bytes.extend_from_slice(&item));
        let count = (self.bytes.len() - at) / N;
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        Slice { kind, at, count }
    }

    fn f32(&mut self, values: impl Iterator<Item = f32>) -> Slice {
        self.push("f32", values.map(f32::to_le_bytes))
    }

    fn i16(&mut self, values: impl Iterator<Item = i16>) -> Slice {
        self.push("i16", values.map(i16::to_le_bytes))
    }

    fn u16(&mut self, values: impl Iterator<Item = u16>) -> Slice {
        self.push("u16", values.map(u16::to_le_bytes))
    }

    fn u32(&mut self, values: impl Iterator<Item = u32>) -> Slice {
        self.push("u32", values.map(u32::to_le_bytes))
    }

    fn i8(&mut self, values: impl Iterator<Item = i8>) -> Slice {
        self.push("i8", values.map(i8::to_le_bytes))
    }

    fn u8(&mut self, values: impl Iterator<Item = u8>) -> Slice {
        self.push("u8", values.map(|v| [v]))
    }

    fn vectors<'v>(&mut self, values: impl Iterator<Item = &'v Vec3>) -> Slice {
        self.f32(values.flat_map(|v| [v.x as f32, v.y as f32, v.z as f32]))
    }
}

/// Encodes everything of the page but its title.
pub(super) fn encode(page: &Page<'_>) -> Result<Payload> {
    let mut data = Data::default();
    let thin = page.actors.iter().map(motion_bytes).sum::<usize>() > MAX_MOTION_BYTES;
    let mut known_skins: Vec<&Skin> = Vec::new();
    let mut skins = Vec::new();
    let mut actors = Vec::new();
    for actor in &page.actors {
        let mut indices = Vec::new();
        for (_, skin) in shown_skins(actor) {
            let known = known_skins.iter().position(|k| std::ptr::eq(*k, skin));
            indices.push(known.unwrap_or_else(|| {
                known_skins.push(skin);
                skins.push(encode_skin(&mut data, skin));
                known_skins.len() - 1
            }));
        }
        actors.push(encode_actor(&mut data, actor, indices, thin)?);
    }
    let plots = page
        .plots
        .iter()
        .map(|plot| PlotHeader {
            title: &plot.title,
            unit: &plot.unit,
            clip: plot.clip,
            frame_rate: plot.frame_rate,
            min_span: plot.min_span,
            max_span: plot.max_span.is_finite().then_some(plot.max_span),
            series: plot
                .series
                .iter()
                .map(|s| SeriesHeader {
                    label: &s.label,
                    tint: s.tint,
                    values: data.f32(s.values.iter().copied()),
                })
                .collect(),
            shaded: plot.shaded.iter().map(|s| (s.frames.start, s.frames.end, s.tint)).collect(),
        })
        .collect();
    let ground = encode_ground(&mut data, page)?;
    let header = Header {
        notes: page.notes.iter().map(ToString::to_string).collect(),
        placement: page.placement,
        ground,
        skins,
        actors,
        plots,
        tables: &page.tables,
    };
    // Only a map with odd keys could fail, and there is none.
    let header = serde_json::to_string(&header).unwrap_or_default();
    Ok(Payload { header, data: data.bytes })
}

/// The skins that are drawn, with their numbers.
fn shown_skins<'a>(actor: &Actor<'a>) -> impl Iterator<Item = (usize, &'a Skin)> {
    actor.skins.iter().enumerate().filter(|(_, skin)| !skin.data().triangles.is_empty())
}

fn motion_bytes(actor: &Actor<'_>) -> usize {
    actor.clips.iter().map(|c| c.clip.rotations().len() * 8).sum()
}

fn encode_actor<'a>(
    data: &mut Data,
    actor: &'a Actor<'a>,
    skins: Vec<usize>,
    thin: bool,
) -> Result<ActorHeader<'a>> {
    let skeleton = actor.skeleton;
    let joints = skeleton
        .joints()
        .map(|joint| JointHeader {
            name: skeleton.name(joint),
            parent: skeleton.parent(joint).map(|p| p.0),
            offset: skeleton.rest_offset(joint).into(),
            scale: skeleton.has_scale().then(|| skeleton.rest_scale(joint).into()),
            compensates: skeleton.compensates_parent_scale(joint),
        })
        .collect();
    let body_points = BodyPoints::new(skeleton);
    let mut clips = actor
        .clips
        .iter()
        .map(|c| encode_clip(data, actor, &body_points, c, thin))
        .collect::<Result<Vec<_>>>()?;
    if clips.is_empty() {
        clips.push(encode_rest(data, skeleton, "rest pose", 30.0));
    }
    Ok(ActorHeader {
        label: &actor.label,
        tint: actor.tint,
        joints,
        end_sites: skeleton.end_sites().iter().map(|s| (s.joint.0, s.offset.into())).collect(),
        points: body_points
            .iter()
            .map(|(point, attached)| PointHeader {
                name: point.name(),
                side: point.side.name(),
                joint: attached.joint.0,
                offset: attached.offset.into(),
            })
            .collect(),
        thighs: skeleton
            .roles()
            .require(Side::BOTH.map(Role::Thigh))
            .ok()
            .map(|thighs| thighs.map(|joint| joint.0)),
        skins,
        clips,
    })
}

fn encode_clip<'a>(
    data: &mut Data,
    actor: &Actor<'_>,
    body_points: &BodyPoints,
    actor_clip: &ActorClip<'a>,
    thin: bool,
) -> Result<ClipHeader<'a>> {
    let (skeleton, clip) = (actor.skeleton, actor_clip.clip);
    if clip.frame_count() == 0 {
        return Ok(encode_rest(data, skeleton, clip.name(), clip.frame_rate()));
    }
    let stride = if thin { (clip.frame_rate() / MAX_SHOWN_RATE - 1e-6).ceil().max(1.0) as usize } else { 1 };
    let mut tracks = |tracks: &[Track]| {
        tracks.iter().map(|t| (t.joint.0, data.vectors(t.values.iter().step_by(stride)))).collect::<Vec<_>>()
    };
    let (translations, scales) = (tracks(clip.translations()), tracks(clip.scales()));
    let plants = match actor_clip.plants {
        Some(plants) => encode_plants(plants, body_points, &world_poses(skeleton, clip)?),
        None => Vec::new(),
    };
    let depths = match actor_clip.depths {
        Some(depths) => shown_skins(actor)
            .map(|(index, skin)| encode_depths(data, &depths.skins[index], skin, clip.frame_count(), stride))
            .collect(),
        None => Vec::new(),
    };
    Ok(ClipHeader {
        name: clip.name(),
        frame_rate: clip.frame_rate(),
        frame_count: clip.frame_count(),
        stride,
        rotations: encode_rotations(data, clip.rotations().chunks(clip.joint_count()).step_by(stride)),
        roots: data.vectors(clip.root_positions().iter().step_by(stride)),
        translations,
        scales,
        plants,
        depths,
        balance: actor_clip.balance.map(|overlay| encode_balance(data, overlay, stride)),
    })
}

fn encode_rest<'a>(data: &mut Data, skeleton: &Skeleton, name: &'a str, frame_rate: f64) -> ClipHeader<'a> {
    ClipHeader {
        name,
        frame_rate,
        frame_count: 1,
        stride: 1,
        rotations: encode_rotations(data, std::iter::once(skeleton.rest_rotations())),
        roots: data.vectors(skeleton.rest_offsets().iter().take(1)),
        translations: Vec::new(),
        scales: Vec::new(),
        plants: Vec::new(),
        depths: Vec::new(),
        balance: None,
    }
}

fn encode_rotations<'q>(data: &mut Data, frames: impl Iterator<Item = &'q [Quat]>) -> Slice {
    let to_i16 = |x: &f64| (x * 32767.0).round() as i16;
    data.i16(frames.flatten().flat_map(|q| <[f64; 4]>::from(q.coords).map(|x| to_i16(&x))))
}

fn encode_depths(
    data: &mut Data,
    depths: &SkinDepths,
    skin: &Skin,
    frame_count: usize,
    stride: usize,
) -> DepthHeader {
    let (mut offsets, mut vertices, mut values) = (vec![0u32], Vec::new(), Vec::new());
    for frame in (0..frame_count).step_by(stride) {
        for (vertex, depth) in depths.frame(frame) {
            vertices.push(vertex);
            values.push((depth / DEPTH_STEP).round().clamp(1.0, 255.0) as u8);
        }
        offsets.push(vertices.len() as u32);
    }
    DepthHeader {
        offsets: data.u32(offsets.into_iter()),
        vertices: if skin.vertex_count() <= usize::from(u16::MAX) {
            data.u16(vertices.into_iter().map(|v| v as u16))
        } else {
            data.u32(vertices.into_iter())
        },
        values: data.u8(values.into_iter()),
    }
}

/// A plant without a place of its own lies at the mean place of its point; one whose point the skeleton has not,
/// too, is left out.
fn encode_plants(plants: &Plants, body_points: &BodyPoints, poses: &WorldPoses) -> Vec<PlantHeader> {
    plants
        .iter()
        .filter_map(|plant| {
            let attached = body_points.get(plant.point);
            let mean = |attached: surefoot::kinematics::AttachedPoint| {
                let sum: Vec3 = plant
                    .frames
                    .clone()
                    .filter(|&f| f < poses.frame_count())
                    .map(|f| poses.point(f, attached.joint, &attached.offset))
                    .sum();
                sum / plant.frames.len() as f64
            };
            Some(PlantHeader {
                point: plant.point.name(),
                side: plant.point.side.name(),
                joint: attached.map(|a| a.joint.0),
                first: plant.frames.start,
                end: plant.frames.end,
                position: plant.position.or_else(|| attached.map(mean))?.into(),
            })
        })
        .collect()
}

fn encode_skin<'a>(data: &mut Data, skin: &'a Skin) -> SkinHeader<'a> {
    let mesh = skin.data();
    let vertex_count = skin.vertex_count();
    let widest = (0..vertex_count)
        .map(|v| skin.influences(v).1.iter().filter(|w| **w > 0.0).count())
        .max()
        .unwrap_or(0);
    let influence_count = if widest <= 4 { 4 } else { MAX_INFLUENCES };
    let mut slots = Vec::with_capacity(vertex_count * influence_count);
    let mut weights = Vec::with_capacity(vertex_count * influence_count);
    for vertex in 0..vertex_count {
        let (vertex_slots, vertex_weights) = strongest(skin.influences(vertex), influence_count);
        slots.extend(vertex_slots);
        weights.extend(vertex_weights);
    }
    let corners = || mesh.triangles.iter().flatten();
    SkinHeader {
        name: &mesh.name,
        positions: data.f32(mesh.positions.iter().flat_map(|p| [p.x, p.y, p.z])),
        normals: (!mesh.normals.is_empty()).then(|| {
            data.i8(mesh.normals.iter().flat_map(|n| [n.x, n.y, n.z].map(|x| (x * 127.0).round() as i8)))
        }),
        triangles: if vertex_count <= usize::from(u16::MAX) {
            data.u16(corners().map(|c| *c as u16))
        } else {
            data.u32(corners().copied())
        },
        slot_joints: mesh.slot_joints.iter().map(|j| j.0).collect(),
        inverse_binds: data.f32(mesh.inverse_binds.iter().flat_map(|bind| {
            let mut numbers = [0.0; 12];
            numbers[..9].copy_from_slice(bind.linear.as_slice());
            numbers[9..].copy_from_slice(bind.translation.as_slice());
            numbers.map(|x| x as f32)
        })),
        influence_count,
        slots: data.u16(slots.into_iter()),
        weights: data.u8(weights.into_iter()),
    }
}

/// The `count` strongest influences as bytes that sum to 255, padded with zeros.
fn strongest((slots, weights): (&[u32], &[f32]), count: usize) -> (Vec<u16>, Vec<u8>) {
    let mut order: Vec<usize> = (0..slots.len()).collect();
    order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
    order.truncate(count);
    let sum: f32 = order.iter().map(|&i| weights[i]).sum();
    let mut bytes: Vec<u8> = order.iter().map(|&i| (weights[i] / sum * 255.0).round() as u8).collect();
    // What rounding left over goes to the strongest, where it shows least.
    let total: i32 = bytes.iter().map(|b| i32::from(*b)).sum();
    if let Some(first) = bytes.first_mut() {
        *first = (i32::from(*first) + 255 - total).clamp(0, 255) as u8;
    }
    let mut kept: Vec<u16> = order.iter().map(|&i| slots[i] as u16).collect();
    kept.resize(count, 0);
    bytes.resize(count, 0);
    (kept, bytes)
}

/// Level ground is a height; any other is sampled under and around the clips.
fn encode_ground(data: &mut Data, page: &Page<'_>) -> Result<GroundHeader> {
    let Some(ground) = page.ground else { return Ok(GroundHeader::Level { height: 0.0 }) };
    if let (Ground::Plane(_), Some(footing)) = (ground, ground.footing(0.0, 0.0, 0.0))
        && footing.normal.y > 1.0 - 1e-9
    {
        return Ok(GroundHeader::Level { height: footing.height });
    }
    let (mut min, mut max) = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
    for actor in &page.actors {
        for clip in &actor.clips {
            for p in &world_poses(actor.skeleton, clip.clip)?.positions {
                (min, max) = (min.inf(p), max.sup(p));
            }
        }
    }
    if min.x > max.x {
        (min, max) = (Vec3::zeros(), Vec3::zeros());
    }
    let size = |axis: usize| max[axis] - min[axis] + 2.0 * GROUND_MARGIN;
    let spacing = size(0).max(size(2)) / (GROUND_SAMPLES - 1) as f64;
    let count = |axis: usize| (size(axis) / spacing).ceil() as usize + 1;
    let (columns, rows) = (count(0), count(2));
    let origin = [min.x - GROUND_MARGIN, min.z - GROUND_MARGIN];
    let heights = data.f32((0..rows * columns).map(|i| {
        let x = origin[0] + (i % columns) as f64 * spacing;
        let z = origin[1] + (i / columns) as f64 * spacing;
        ground.footing(x, z, max.y).map_or(f32::NAN, |f| f.height as f32)
    }));
    Ok(GroundHeader::Surface { origin, spacing, columns, heights })
}
