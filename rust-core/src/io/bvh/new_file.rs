//! A new BVH file from a skeleton and one clip.
//!
//! BVH has no rest rotations; its rest pose consists of offsets only. So each joint's frame is turned until the rest pose has
//! no rotations, and the clip's rotations are expressed in those frames. World positions do not change.

use super::digits::Style;
use super::estimate::{Body, sampled_frames, unit_metres, up_axis};
use super::header::parse_header;
use super::write::scale_warnings;
use crate::error::{Error, Result};
use crate::io::document::{Encoded, NewFile, Note};
use crate::math::{Affine, EulerOrder, Quat, Vec3};
use crate::model::{Clip, JointIndex, Skeleton, Track};
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

const ORDER: EulerOrder = EulerOrder::Zyx;
const STYLE: Style = Style { decimals: 6, trimmed: false };

/// Encodes a BVH file: six channels for the root and joints whose translation is animated, three for the others.
pub(in crate::io) fn encode_new(file: &NewFile<'_>) -> Result<Encoded> {
    if file.clips.is_empty() {
        return Err(Error::invalid("new BVH file", "there is no clip to write; BVH needs one"));
    }
    let [clip] = file.clips else {
        let text =
            format!("BVH holds exactly one clip, {} were given; write one file each", file.clips.len());
        return Err(Error::invalid("new BVH file", text));
    };
    let skeleton = file.skeleton;
    if clip.joint_count() != skeleton.joint_count() {
        return Err(Error::Length {
            what: format!("clip '{}': joints", clip.name()),
            expected: skeleton.joint_count(),
            actual: clip.joint_count(),
        });
    }
    let mut notes = scale_warnings(skeleton, clip);
    if skeleton.has_scale() {
        let text = "BVH has no scale; the rest pose's scales are worked into the offsets";
        notes.push(Note::warning("scale-lost", text));
    }
    if !file.skins.is_empty() {
        let text = "BVH has no meshes; the skins are left out";
        notes.push(Note::warning("skin-lost", text));
    }
    let names = plain_names(skeleton, &mut notes);
    let frames = Frames::new(file);
    let mut track_of_joint = vec![None; skeleton.joint_count()];
    for track in clip.translations() {
        track_of_joint[track.joint.0] = Some(track);
    }

    let mut text = String::from("HIERARCHY\n");
    let order = write_hierarchy(
        skeleton,
        &names,
        &frames,
        |joint| joint == 0 || track_of_joint[joint].is_some(),
        &mut text,
    );
    let _ = write!(text, "MOTION\nFrames: {}\nFrame Time: {:.10}\n", clip.frame_count(), clip.frame_time());
    let mut bytes = text.into_bytes();
    notes.extend(unit_warning(file, clip, &frames, &order, &bytes));
    let mut angles = vec![[0.0; 3]; skeleton.joint_count()];
    for frame in 0..clip.frame_count() {
        let pose = clip.pose(frame);
        for (place, &joint) in order.iter().enumerate() {
            let mut push = |value: f64, first: bool| {
                if !first {
                    bytes.push(b' ');
                }
                STYLE.push(value, &mut bytes);
            };
            let translation = match track_of_joint[joint] {
                _ if joint == 0 => Some(frames.translation(0, &pose.root_position())),
                track => track.map(|track| frames.translation(joint, &track.values[frame])),
            };
            for (axis, value) in translation.iter().flat_map(|t| t.iter()).enumerate() {
                push(*value, place == 0 && axis == 0);
            }
            angles[joint] =
                ORDER.to_angles_near(&frames.rotation(joint, &pose.rotations()[joint]), angles[joint]);
            for angle in angles[joint] {
                push(angle.to_degrees(), false);
            }
        }
        bytes.push(b'\n');
    }
    Ok(Encoded { bytes, notes })
}

/// Tells how the file must be read where a reader would guess another unit or up axis, for BVH states neither.
/// `header` is the text before the first frame, `order` its joints.
fn unit_warning(
    file: &NewFile<'_>,
    clip: &Clip,
    frames: &Frames,
    order: &[usize],
    header: &[u8],
) -> Option<Note> {
    let header = parse_header(Path::new("new.bvh"), header).ok()?;
    let (mut rotations, mut root_positions) = (Vec::new(), Vec::new());
    for frame in sampled_frames(clip.frame_count()) {
        let pose = clip.pose(frame);
        root_positions.push(frames.translation(0, &pose.root_position()));
        rotations.extend(order.iter().map(|&joint| frames.rotation(joint, &pose.rotations()[joint])));
    }
    let translations: Vec<Track> = order
        .iter()
        .enumerate()
        .skip(1)
        .filter_map(|(place, &joint)| {
            let track = clip.translations().iter().find(|track| track.joint.0 == joint)?;
            let values = sampled_frames(clip.frame_count());
            let values = values.map(|frame| frames.translation(joint, &track.values[frame])).collect();
            Some(Track { joint: JointIndex(place), values })
        })
        .collect();
    let body = Body::new(&header, &rotations, &root_positions, &translations);
    let up_axis = up_axis(&body, &mut Vec::new());
    let (unit, _) = unit_metres(&body);
    let wanted = file.convention;
    let is_same = up_axis == wanted.up_axis && (unit / wanted.unit_metres - 1.0).abs() <= 0.01;
    (!is_same).then(|| {
        Note::warning("unit-lost", format!(
                "BVH states neither unit nor up axis: a reader would take a unit as {unit:.4} m and {} as up; give \
                 {} m and {} when reading the file",
                up_axis.name(),
                wanted.unit_metres,
                wanted.up_axis.name()
            ))
    })
}

/// How vectors and rotations of each joint look in the new file's frames: with `U` the turn to Y up and `W` the
/// world rotation at rest, offsets become `U⁻¹ W_parent o`, rotations `U⁻¹ W_parent q W⁻¹ U`.
struct Frames {
    /// `U⁻¹ W_parent`.
    from_parent: Vec<Quat>,
    /// `W⁻¹ U`.
    to_own: Vec<Quat>,
    /// File units per metre of the joint's parent.
    scale: Vec<f64>,
    /// File units.
    offsets: Vec<Vec3>,
    end_sites: Vec<(usize, Vec3)>,
}

impl Frames {
    fn new(file: &NewFile<'_>) -> Self {
        let skeleton = file.skeleton;
        let up = file.convention.up_axis.to_y_up();
        let per_metre = 1.0 / file.convention.unit_metres;
        let mut world: Vec<(Quat, Affine)> = Vec::with_capacity(skeleton.joint_count());
        let mut out =
            Self { from_parent: vec![], to_own: vec![], scale: vec![], offsets: vec![], end_sites: vec![] };
        for joint in skeleton.joints() {
            let local = Affine::from_trs(
                skeleton.rest_offset(joint),
                &skeleton.rest_rotation(joint),
                &skeleton.rest_scale(joint),
            );
            let (parent_rotation, parent) = skeleton
                .parent(joint)
                .map_or((Quat::identity(), Affine::identity()), |parent| world[parent.0]);
            let rotation = parent_rotation * skeleton.rest_rotation(joint);
            out.from_parent.push(up.inverse() * parent_rotation);
            out.to_own.push(rotation.inverse() * up);
            // Exact for uniform scales; other ones cannot be told without a scale anyway.
            out.scale.push(parent.linear.determinant().abs().cbrt() * per_metre);
            out.offsets.push(up.inverse() * (parent.linear * skeleton.rest_offset(joint)) * per_metre);
            world.push((rotation, parent * local));
        }
        for site in skeleton.end_sites() {
            let offset = up.inverse() * (world[site.joint.0].1.linear * site.offset) * per_metre;
            out.end_sites.push((site.joint.0, offset));
        }
        out
    }

    fn rotation(&self, joint: usize, rotation: &Quat) -> Quat {
        self.from_parent[joint] * rotation * self.to_own[joint]
    }

    fn translation(&self, joint: usize, translation: &Vec3) -> Vec3 {
        self.from_parent[joint] * translation * self.scale[joint]
    }
}

/// Writes the joints depth first and returns them in that order, the order of the channels.
fn write_hierarchy(
    skeleton: &Skeleton,
    names: &[String],
    frames: &Frames,
    has_positions: impl Fn(usize) -> bool,
    text: &mut String,
) -> Vec<usize> {
    let joint_count = skeleton.joint_count();
    let mut children = vec![Vec::new(); joint_count];
    for joint in skeleton.joints() {
        if let Some(parent) = skeleton.parent(joint) {
            children[parent.0].push(joint.0);
        }
    }
    let mut sites = vec![Vec::new(); joint_count];
    for (joint, offset) in &frames.end_sites {
        sites[*joint].push(*offset);
    }
    enum Step {
        Open(usize, usize),
        Close(usize),
    }
    // Deep chains must not turn into megabytes of indentation.
    let indent = |depth: usize| "\t".repeat(depth.min(40));
    let offset_line = |text: &mut String, depth: usize, offset: &Vec3| {
        let _ = writeln!(text, "{}OFFSET {:.6} {:.6} {:.6}", indent(depth), offset.x, offset.y, offset.z);
    };
    let mut order = Vec::with_capacity(joint_count);
    let mut steps = vec![Step::Open(0, 0)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Close(depth) => {
                let _ = writeln!(text, "{}}}", indent(depth));
            }
            Step::Open(joint, depth) => {
                order.push(joint);
                let keyword = if joint == 0 { "ROOT" } else { "JOINT" };
                let _ = writeln!(text, "{0}{keyword} {1}\n{0}{{", indent(depth), names[joint]);
                offset_line(text, depth + 1, &frames.offsets[joint]);
                let channels = if has_positions(joint) {
                    "6 Xposition Yposition Zposition Zrotation Yrotation Xrotation"
                } else {
                    "3 Zrotation Yrotation Xrotation"
                };
                let _ = writeln!(text, "{}CHANNELS {channels}", indent(depth + 1));
                // Most readers want every chain to end with a site.
                if children[joint].is_empty() && sites[joint].is_empty() {
                    sites[joint].push(Vec3::zeros());
                }
                for site in &sites[joint] {
                    let _ = writeln!(text, "{0}End Site\n{0}{{", indent(depth + 1));
                    offset_line(text, depth + 2, site);
                    let _ = writeln!(text, "{}}}", indent(depth + 1));
                }
                steps.push(Step::Close(depth));
                steps.extend(children[joint].iter().rev().map(|&child| Step::Open(child, depth + 1)));
            }
        }
    }
    order
}

/// Names that every BVH reader takes: no white space or braces, no comment signs at the start.
fn plain_names(skeleton: &Skeleton, notes: &mut Vec<Note>) -> Vec<String> {
    let mut used: HashSet<String> = skeleton.names().iter().cloned().collect();
    let mut changed = Vec::new();
    let names = skeleton.names().iter().map(|name| {
        let mut plain: String = name
            .chars()
            .map(|c| if c.is_whitespace() || c.is_control() || matches!(c, '{' | '}') { '_' } else { c })
            .collect();
        if plain.starts_with('#') || plain.starts_with("//") {
            plain.insert(0, '_');
        }
        if plain == *name {
            return plain;
        }
        while !used.insert(plain.clone()) {
            plain.push('_');
        }
        changed.push(format!("'{name}' as {plain}"));
        plain
    });
    let names = names.collect();
    if !changed.is_empty() {
        let text =
            format!("joint names with characters that BVH cannot hold were changed: {}", changed.join(", "));
        notes.push(Note::warning("joints-renamed", text));
    }
    names
}
