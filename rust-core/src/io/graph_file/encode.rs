//! [`encode_graph`].

use super::{ClipMeta, ENTRY, HEAD, JointMeta, MAGIC, Meta, TAIL, VERSION};
use crate::error::{Error, Result};
use crate::math::{Quat, Vec3};
use crate::model::{BodyPoint, ClipSet, EdgeKind, MotionGraph, Role, Track, Tuning};

/// Encodes a graph. The same graph gives the same bytes.
///
/// ```
/// use surefoot::io::encode_graph;
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let bytes = encode_graph(&graph)?;
/// assert!(bytes.starts_with(b"SFGRAPH"));
/// assert_eq!(bytes, encode_graph(&graph)?);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] if the names cannot be written as JSON, which does not happen.
pub fn encode_graph(graph: &MotionGraph) -> Result<Vec<u8>> {
    let set = graph.set();
    let sections = [
        meta_section(set)?,
        skeleton_section(set),
        clips_section(set),
        set.clips.iter().flat_map(|c| &c.labels).flat_map(|l| l.0.to_le_bytes()).collect(),
        plants_section(set),
        markers_section(set),
        minima_section(graph),
        thresholds_section(graph),
        nodes_section(graph),
        edges_section(graph),
    ];
    let mut out = MAGIC.to_vec();
    put_u32(&mut out, VERSION);
    put_u32(&mut out, sections.len() as u32);
    let mut offset = HEAD + ENTRY * sections.len() + TAIL;
    for (id, section) in sections.iter().enumerate() {
        put_u32(&mut out, id as u32);
        put_u32(&mut out, crc32fast::hash(section));
        out.extend((offset as u64).to_le_bytes());
        out.extend((section.len() as u64).to_le_bytes());
        offset += section.len().next_multiple_of(8);
    }
    let head_sum = crc32fast::hash(&out);
    put_u32(&mut out, head_sum);
    put_u32(&mut out, 0);
    for section in &sections {
        out.extend(section);
        out.resize(out.len().next_multiple_of(8), 0);
    }
    Ok(out)
}

fn put_u32(out: &mut Vec<u8>, value: u32) {
    out.extend(value.to_le_bytes());
}

fn put_f64s(out: &mut Vec<u8>, values: impl IntoIterator<Item = f64>) {
    values.into_iter().for_each(|v| out.extend(v.to_le_bytes()));
}

fn put_vector(out: &mut Vec<u8>, v: &Vec3) {
    put_f64s(out, v.iter().copied());
}

fn put_rotation(out: &mut Vec<u8>, q: &Quat) {
    put_f64s(out, q.coords.iter().copied());
}

fn meta_section(set: &ClipSet) -> Result<Vec<u8>> {
    let skeleton = &set.skeleton;
    let joints = |tracks: &[Track]| tracks.iter().map(|t| t.joint.0).collect();
    let meta = Meta {
        joints: skeleton
            .joints()
            .map(|j| JointMeta {
                name: skeleton.name(j).to_owned(),
                parent: skeleton.parent(j).map(|p| p.0),
                compensates_parent_scale: skeleton.compensates_parent_scale(j),
                role: skeleton.roles().role(j).map(Role::name),
            })
            .collect(),
        end_sites: skeleton.end_sites().iter().map(|s| s.joint.0).collect(),
        soles: skeleton.soles().map(|sole| sole.map(|s| [s.foot.0, s.front.0])),
        clips: set
            .clips
            .iter()
            .map(|c| ClipMeta {
                name: c.clip.name().to_owned(),
                source: c.source.clone(),
                is_mirrored: c.is_mirrored,
                frame_count: c.clip.frame_count(),
                translations: joints(c.clip.translations()),
                scales: joints(c.clip.scales()),
            })
            .collect(),
        labels: set.label_names.clone(),
        kernel: set.kernel.name().into(),
        window_frames: set.window_frames,
        is_levelled: set.rules.is_levelled,
        is_world_locked: set.rules.is_world_locked,
        has_one_label: set.rules.has_one_label,
        groups: set.rules.groups.clone(),
    };
    serde_json::to_vec(&meta).map_err(|e| Error::invalid("motion graph", e.to_string()))
}

fn skeleton_section(set: &ClipSet) -> Vec<u8> {
    let skeleton = &set.skeleton;
    let mut out = Vec::new();
    for joint in skeleton.joints() {
        put_vector(&mut out, &skeleton.rest_offset(joint));
        put_rotation(&mut out, &skeleton.rest_rotation(joint));
        put_vector(&mut out, &skeleton.rest_scale(joint));
    }
    skeleton.end_sites().iter().for_each(|site| put_vector(&mut out, &site.offset));
    for sole in skeleton.soles().iter().flatten() {
        put_vector(&mut out, &sole.heel);
        put_vector(&mut out, &sole.tip);
        put_f64s(&mut out, [sole.ankle_height, sole.front_height]);
    }
    // None, or one for each joint.
    set.rules.captured_offsets.iter().for_each(|offset| put_vector(&mut out, offset));
    out
}

fn clips_section(set: &ClipSet) -> Vec<u8> {
    let mut out = Vec::new();
    put_f64s(&mut out, [set.frame_rate, set.rules.minima_limit]);
    for c in &set.clips {
        put_f64s(&mut out, [c.source_start]);
        c.clip.root_positions().iter().for_each(|p| put_vector(&mut out, p));
        c.clip.rotations().iter().for_each(|q| put_rotation(&mut out, q));
        for track in c.clip.translations().iter().chain(c.clip.scales()) {
            track.values.iter().for_each(|v| put_vector(&mut out, v));
        }
    }
    out
}

fn plants_section(set: &ClipSet) -> Vec<u8> {
    let points: Vec<BodyPoint> = BodyPoint::all().collect();
    let mut out = Vec::new();
    for c in &set.clips {
        out.extend((c.plants.len() as u64).to_le_bytes());
        for plant in c.plants.iter() {
            let point = points.iter().position(|&p| p == plant.point).unwrap_or(0);
            out.extend((point as u64).to_le_bytes());
            put_u32(&mut out, plant.frames.start as u32);
            put_u32(&mut out, plant.frames.end as u32);
            put_f64s(&mut out, [plant.confidence]);
        }
    }
    out
}

fn markers_section(set: &ClipSet) -> Vec<u8> {
    let mut out = Vec::new();
    for marker in &set.markers {
        out.extend((marker.joint.0 as u64).to_le_bytes());
        put_vector(&mut out, &marker.offset);
        put_f64s(&mut out, [marker.weight]);
    }
    out
}

fn minima_section(graph: &MotionGraph) -> Vec<u8> {
    let mut out = Vec::with_capacity(graph.minima().len() * 12);
    for m in graph.minima().iter() {
        put_u32(&mut out, m.first);
        put_u32(&mut out, m.second);
        out.extend(m.distance.to_le_bytes());
    }
    out
}

fn thresholds_section(graph: &MotionGraph) -> Vec<u8> {
    let thresholds = graph.thresholds();
    let count = thresholds.label_count();
    let mut out = Vec::new();
    put_f64s(&mut out, (0..count * count).map(|i| thresholds.get(i / count, i % count)));
    let Tuning { thinning, threshold_factor, min_core, factors, units, attainable_frames } = graph.tuning();
    put_f64s(&mut out, [*threshold_factor, *min_core]);
    // Each list is empty or has one value for each label.
    for length in [*thinning, factors.len(), units.len(), attainable_frames.len()] {
        out.extend((length as u64).to_le_bytes());
    }
    put_f64s(&mut out, factors.iter().chain(units).copied());
    attainable_frames.iter().for_each(|&frames| out.extend((frames as u64).to_le_bytes()));
    out
}

fn nodes_section(graph: &MotionGraph) -> Vec<u8> {
    let mut out = Vec::with_capacity(graph.nodes().len() * 16);
    for node in graph.nodes() {
        put_u32(&mut out, node.clip);
        put_u32(&mut out, node.frame);
        out.extend(node.cores.0.to_le_bytes());
    }
    out
}

fn edges_section(graph: &MotionGraph) -> Vec<u8> {
    let mut out = Vec::with_capacity(graph.edges().len() * 48);
    for edge in graph.edges() {
        // No transition has a distance below 0.
        let values = match edge.kind {
            EdgeKind::Stretch => [0.0, 0.0, 0.0, -1.0],
            EdgeKind::Transition { alignment: a, distance } => [a.theta, a.x0, a.z0, distance],
        };
        put_u32(&mut out, edge.from);
        put_u32(&mut out, edge.to);
        out.extend(edge.labels.0.to_le_bytes());
        put_f64s(&mut out, values);
    }
    out
}
