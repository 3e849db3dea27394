//! Curves to frames: rest pose and clips of the planned joints, in the crate's convention.

use super::plan::{Plan, rest_local};
use super::records::Checked;
use super::scene::{Property, Scene, Stack};
use super::transform::{Inherit, Local, World};
use crate::math::{Affine, Quat, Vec3};
use crate::model::clip::{ClipData, Track};
use crate::model::skeleton::{Joint, JointIndex};

/// Scales this close to one are one, and closer to rest do not count as animated: exporters that split matrices in
/// 32 bits leave such dust on every joint (1e-5 measured in a Maya file), and a skeleton without scale is the fast
/// case. It moves the far end of a body by less than 4e-5 m.
const SCALE_DUST: f64 = 2e-5;
/// Translations that move less than this (metres) do not count as animated, for the same reason.
const TRANSLATION_DUST: f64 = 2e-6;

/// When the frames of a clip are.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Timeline {
    pub(super) frame_rate: f64,
    /// One per frame.
    pub(super) ticks: Vec<i64>,
}

impl Timeline {
    /// `count` frames from `start` on.
    pub(super) fn new(start: i64, frame_rate: f64, ticks_per_second: i64, count: usize) -> Self {
        let step = ticks_per_second as f64 / frame_rate;
        let ticks = (0..count).map(|i| start.saturating_add((i as f64 * step).round() as i64)).collect();
        Self { frame_rate, ticks }
    }
}

/// First tick and number of frames of a stack: what the file says, else from its first key to its last.
///
/// # Errors
/// [`Malformed`] for a broken curve.
pub(super) fn frames_of(scene: &Scene<'_, '_>, stack: &Stack, frame_rate: f64) -> Checked<(i64, f64)> {
    let (start, stop) = match stack.span {
        Some(span) => span,
        None => key_span(scene, stack)?.unwrap_or((0, 0)),
    };
    let frames = (stop as f64 - start as f64) / scene.settings.ticks_per_second as f64 * frame_rate;
    // Rates such as 29.97 are rounded differently by every program; a hundredth of a frame is not a frame less.
    Ok((start, (frames + 0.01).floor() + 1.0))
}

fn key_span(scene: &Scene<'_, '_>, stack: &Stack) -> Checked<Option<(i64, i64)>> {
    let mut span: Option<(i64, i64)> = None;
    let mut indices: Vec<_> = stack
        .layers
        .iter()
        .flat_map(|layer| layer.channels.values())
        .flat_map(|channels| channels.curves.into_iter().flatten())
        .collect();
    indices.sort_by_key(|index| index.0);
    indices.dedup();
    for index in indices {
        let curve = scene.curve(index)?;
        if let (Some(first), Some(last)) = (curve.keys.first(), curve.keys.last()) {
            let (start, stop) = span.unwrap_or((first.tick, last.tick));
            span = Some((start.min(first.tick), stop.max(last.tick)));
        }
    }
    Ok(span)
}

/// A node's local transform, over time only if it is animated.
#[derive(Debug, Clone)]
pub(super) enum Locals {
    Fixed(Local),
    Frames(Vec<Local>),
}

impl Locals {
    pub(super) fn at(&self, frame: usize) -> &Local {
        match self {
            Locals::Fixed(local) => local,
            Locals::Frames(frames) => &frames[frame],
        }
    }
}

/// The local transforms of a node over the frames of a stack.
///
/// # Errors
/// [`Malformed`] for a broken curve.
pub(super) fn locals(scene: &Scene<'_, '_>, stack: &Stack, node: usize, ticks: &[i64]) -> Checked<Locals> {
    let [translation, rotation, scaling] = Property::ALL.map(|p| scene.sample(stack, node, p, ticks));
    let (translation, rotation, scaling) = (translation?, rotation?, scaling?);
    if translation.is_none() && rotation.is_none() && scaling.is_none() {
        return Ok(Locals::Fixed(rest_local(scene, node)));
    }
    let node = &scene.nodes[node];
    let at = |values: &Option<Vec<Vec3>>, property: Property, frame: usize| {
        values.as_ref().map_or(node.lcl(property), |v| v[frame])
    };
    let frames = (0..ticks.len())
        .map(|f| {
            node.rig.local(
                &at(&translation, Property::Translation, f),
                &at(&rotation, Property::Rotation, f),
                &at(&scaling, Property::Scaling, f),
            )
        })
        .collect();
    Ok(Locals::Frames(frames))
}

/// The world transform of the node above the root, one per frame or one for all.
///
/// # Errors
/// [`Malformed`] for a broken curve.
pub(super) fn above_worlds(
    scene: &Scene<'_, '_>,
    plan: &Plan,
    stack: Option<&Stack>,
    ticks: &[i64],
) -> Checked<Vec<World>> {
    let mut worlds = vec![World::origin()];
    for &node in &plan.above {
        let inherit = scene.nodes[node].rig.inherit;
        let locals = match stack {
            Some(stack) => locals(scene, stack, node, ticks)?,
            None => Locals::Fixed(rest_local(scene, node)),
        };
        if let Locals::Frames(frames) = &locals
            && worlds.len() == 1
            && !frames.is_empty()
        {
            worlds = vec![worlds[0]; frames.len()];
        }
        for (frame, world) in worlds.iter_mut().enumerate() {
            *world = world.child(locals.at(frame), inherit);
        }
    }
    Ok(worlds)
}

/// The world above the root in that frame.
pub(super) fn world_at(worlds: &[World], frame: usize) -> &World {
    &worlds[frame.min(worlds.len() - 1)]
}

/// The root in our convention.
struct Root {
    position: Vec3,
    rotation: Quat,
    scale: Vec3,
    trail: Trail,
}

/// The scales that a joint hands to children that do not simply multiply matrices.
#[derive(Clone, Copy)]
struct Trail {
    inherit: Vec3,
    taken: Vec3,
}

impl Trail {
    /// The scale of a joint below, and its own trail.
    fn child(&self, scale: &Vec3, inherit: Inherit) -> (Vec3, Trail) {
        let one = Vec3::repeat(1.0);
        let taken = match inherit {
            Inherit::Full => return (*scale, Trail { inherit: *scale, taken: one }),
            Inherit::Componentwise => self.inherit,
            Inherit::IgnoreParent => self.taken,
        };
        let scale = scale.component_mul(&taken);
        (scale, Trail { inherit: scale, taken })
    }
}

fn root_in_world(plan: &Plan, inherit: Inherit, above: &World, local: &Local) -> Root {
    let world = above.child(local, inherit);
    let (position, rotation, scale) = (plan.to_world() * world.matrix).to_trs();
    let unscaled = world.unscaled_scale() / plan.above_scale;
    Root {
        position,
        rotation,
        scale: tidy_scale(scale / plan.length_scale()),
        trail: Trail {
            inherit: world.scale_for(Inherit::Componentwise) * unscaled,
            taken: world.scale_for(Inherit::IgnoreParent) * unscaled,
        },
    }
}

fn tidy_scale(scale: Vec3) -> Vec3 {
    if scale.iter().all(|s| (s - 1.0).abs() <= SCALE_DUST) { Vec3::repeat(1.0) } else { scale }
}

/// The joints in their unanimated pose, and whether something above the root scales unevenly (which is lost).
pub(super) fn rest_joints(scene: &Scene<'_, '_>, plan: &Plan) -> (Vec<Joint>, bool) {
    let above = above_worlds(scene, plan, None, &[]).unwrap_or_else(|_| vec![World::origin()]);
    let root_inherit = scene.nodes[plan.nodes[0]].rig.inherit;
    let root = root_in_world(plan, root_inherit, world_at(&above, 0), &rest_local(scene, plan.nodes[0]));
    let mut trails = vec![root.trail];
    let mut joints = vec![Joint {
        name: plan.names[0].clone(),
        parent: None,
        rest_offset: root.position,
        rest_rotation: root.rotation,
        rest_scale: root.scale,
        compensates_parent_scale: false,
    }];
    for joint in 1..plan.nodes.len() {
        let local = rest_local(scene, plan.nodes[joint]);
        let parent = plan.parents[joint].unwrap_or(0);
        let (scale, trail) = trails[parent].child(&local.scale, plan.inherits[joint]);
        trails.push(trail);
        joints.push(Joint {
            name: plan.names[joint].clone(),
            parent: Some(JointIndex(parent)),
            rest_offset: local.translation * plan.length_scale(),
            rest_rotation: local.rotation,
            rest_scale: tidy_scale(scale),
            compensates_parent_scale: plan.inherits[joint] != Inherit::Full,
        });
    }
    let linear = world_at(&above, 0).matrix.linear;
    let gram = linear.transpose() * linear;
    let even = (gram - nalgebra::Matrix3::identity() * gram[(0, 0)]).abs().max() <= 1e-6 * gram[(0, 0)].abs();
    (joints, !even || linear.determinant() < 0.0)
}

/// Samples one stack. `joints` is the rest pose: what does not leave it gets no track.
///
/// # Errors
/// [`Malformed`] for a broken curve.
pub(super) fn sample_clip(
    scene: &Scene<'_, '_>,
    plan: &Plan,
    joints: &[Joint],
    stack: &Stack,
    timeline: &Timeline,
) -> Checked<ClipData> {
    let (joint_count, frame_count) = (joints.len(), timeline.ticks.len());
    let mut data = ClipData {
        name: stack.name.clone(),
        frame_rate: timeline.frame_rate,
        rotations: vec![Quat::identity(); joint_count * frame_count],
        root_positions: vec![Vec3::zeros(); frame_count],
        translations: Vec::new(),
        scales: Vec::new(),
    };
    // Only rigs with stretched RrSs joints need the scales of all joints at once.
    let needs_trails = plan.inherits.contains(&Inherit::Componentwise);
    let mut trails: Vec<Vec<Trail>> = Vec::new();
    for joint in 0..joint_count {
        let node = plan.nodes[joint];
        let locals = locals(scene, stack, node, &timeline.ticks)?;
        let mut scales = Vec::with_capacity(frame_count);
        let mut own_trails = Vec::new();
        if joint == 0 {
            let above = above_worlds(scene, plan, Some(stack), &timeline.ticks)?;
            let inherit = scene.nodes[node].rig.inherit;
            for frame in 0..frame_count {
                let root = root_in_world(plan, inherit, world_at(&above, frame), locals.at(frame));
                data.root_positions[frame] = root.position;
                data.rotations[frame * joint_count] = root.rotation;
                scales.push(root.scale);
                own_trails.push(root.trail);
            }
        } else {
            let parent = plan.parents[joint].unwrap_or(0);
            let rest = joints[joint].rest_offset;
            let length_scale = plan.length_scale();
            let mut moves = false;
            for frame in 0..frame_count {
                let local = locals.at(frame);
                data.rotations[frame * joint_count + joint] = local.rotation;
                moves |= (local.translation * length_scale - rest).amax() > TRANSLATION_DUST;
                let scale = if needs_trails {
                    let (scale, trail) = trails[parent][frame].child(&local.scale, plan.inherits[joint]);
                    own_trails.push(trail);
                    scale
                } else {
                    local.scale
                };
                scales.push(tidy_scale(scale));
            }
            if moves {
                let values = (0..frame_count).map(|f| locals.at(f).translation * length_scale).collect();
                data.translations.push(Track { joint: JointIndex(joint), values });
            }
        }
        if needs_trails {
            trails.push(own_trails);
        }
        if scales.iter().any(|s| (s - joints[joint].rest_scale).amax() > SCALE_DUST) {
            data.scales.push(Track { joint: JointIndex(joint), values: scales });
        }
    }
    Ok(data)
}

/// The local transform of the root that puts it there in the world: the way back from [`sample_clip`].
pub(super) fn root_local(
    plan: &Plan,
    inherit: Inherit,
    above: &World,
    position: &Vec3,
    rotation: &Quat,
    scale: &Vec3,
) -> Option<Local> {
    let wanted = Affine::from_trs(*position, rotation, &(scale * plan.length_scale()));
    let in_file = plan.to_world().inverse()? * wanted;
    above.local_of_child(&in_file, inherit)
}
