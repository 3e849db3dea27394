//! [`Plan`]: which nodes of a scene are the joints of the skeleton, and how their values are converted.

use super::scene::{Kind, Property, Scene};
use super::transform::{Inherit, Local, World};
use crate::error::{Error, Place, Result};
use crate::io::document::{Convention, Note, ReadOptions, UnitOrigin};
use crate::math::{Affine, Quat, Vec3};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// Which nodes become joints, and the change of units and axes.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    /// Scene node of each joint, parents first.
    pub(super) nodes: Vec<usize>,
    /// Joint index of each joint's parent.
    pub(super) parents: Vec<Option<usize>>,
    /// Unique names.
    pub(super) names: Vec<String>,
    /// How each joint takes over its parent's scale; RrSs only where it makes a difference.
    pub(super) inherits: Vec<Inherit>,
    /// Nodes above the root, topmost first.
    pub(super) above: Vec<usize>,
    /// Stacks that become clips.
    pub(super) stacks: Vec<usize>,
    pub(super) convention: Convention,
    pub(super) to_y_up: Quat,
    /// Scale of the nodes above the root, which multiplies all lengths below.
    pub(super) above_scale: f64,
    pub(super) notes: Vec<Note>,
}

impl Plan {
    /// Chooses joints and clips.
    ///
    /// # Errors
    /// [`Error::Format`] if the scene has nothing that could be a joint.
    pub(super) fn new(scene: &Scene<'_, '_>, path: &Path, options: &ReadOptions) -> Result<Self> {
        let mut notes = Vec::new();
        let (root, members) = choose_joints(scene, &mut notes).ok_or_else(|| {
            Error::format(path, Place::File, "no limb nodes and no nodes that could be joints")
        })?;
        let (nodes, parents) = depth_first(scene, root, &members);
        let mut above: Vec<usize> = scene.ancestors(root).skip(1).collect();
        above.reverse();
        let joint_set: HashSet<usize> = nodes.iter().chain(&above).copied().collect();
        let stacks = (0..scene.stacks.len())
            .filter(|&s| {
                let stack = &scene.stacks[s];
                let animates =
                    stack.layers.iter().flat_map(|l| l.channels.keys()).any(|(n, _)| joint_set.contains(n));
                if !animates {
                    notes.push(Note::warning(
                        "clip-without-joints",
                        format!("clip '{}' animates no joint and was left out", stack.name),
                    ));
                }
                animates
            })
            .collect();
        let mut convention = Convention {
            unit_metres: scene.settings.unit_metres,
            unit_origin: UnitOrigin::Declared,
            up_axis: scene.settings.up_axis,
        };
        let mut to_y_up = scene.settings.to_y_up;
        if let Some(unit_metres) = options.unit_metres {
            if !(unit_metres.is_finite() && unit_metres > 0.0) {
                return Err(Error::OptionOutOfRange {
                    option: "unit_metres".into(),
                    value: unit_metres.to_string(),
                    allowed: "a positive number".into(),
                });
            }
            (convention.unit_metres, convention.unit_origin) = (unit_metres, UnitOrigin::Given);
        }
        if let Some(up_axis) = options.up_axis {
            convention.up_axis = up_axis;
            to_y_up = up_axis.to_y_up();
        }
        let mut plan = Self {
            names: unique_names(scene, &nodes, &mut notes),
            inherits: effective_inherits(scene, &nodes, &parents),
            nodes,
            parents,
            above,
            stacks,
            convention,
            to_y_up,
            above_scale: 1.0,
            notes,
        };
        plan.set_above_scale(scene);
        Ok(plan)
    }

    /// Metres per file unit below the root: the unit times what the nodes above scale.
    pub(super) fn length_scale(&self) -> f64 {
        self.convention.unit_metres * self.above_scale
    }

    /// From file space to metres, Y up.
    pub(super) fn to_world(&self) -> Affine {
        let linear = self.to_y_up.to_rotation_matrix().into_inner() * self.convention.unit_metres;
        Affine { linear, translation: Vec3::zeros() }
    }

    fn set_above_scale(&mut self, scene: &Scene<'_, '_>) {
        let root = &scene.nodes[self.nodes[0]];
        let local = rest_local(scene, self.nodes[0]);
        let above = self.above.iter().fold(World::origin(), |world, &node| {
            world.child(&rest_local(scene, node), scene.nodes[node].rig.inherit)
        });
        let total = above.child(&local, root.rig.inherit).matrix.linear.determinant().abs();
        let own = local.scale.product().abs();
        let scale = (total / own).cbrt();
        if scale.is_finite() && scale > 1e-9 {
            // Products of rotations leave dust on scales that are plain numbers.
            let rounded = (scale * 1e9).round() / 1e9;
            self.above_scale = if (rounded - scale).abs() < 1e-12 * scale { rounded } else { scale };
        }
    }
}

/// The unanimated local transform of a node.
pub(super) fn rest_local(scene: &Scene<'_, '_>, node: usize) -> Local {
    let node = &scene.nodes[node];
    node.rig.local(&node.lcl[0], &node.lcl[1], &node.lcl[2])
}

/// The root joint and all nodes of its skeleton.
fn choose_joints(scene: &Scene<'_, '_>, notes: &mut Vec<Note>) -> Option<(usize, HashSet<usize>)> {
    let skinned: HashSet<usize> = scene.meshes.iter().flat_map(|m| m.links()).collect();
    let mut joints: HashSet<usize> = skinned.clone();
    joints.extend((0..scene.nodes.len()).filter(|&n| scene.nodes[n].kind == Kind::Limb));
    if joints.is_empty() {
        // Some capture systems write their joints as plain locators.
        joints.extend((0..scene.nodes.len()).filter(|&n| {
            scene.nodes[n].kind == Kind::Null && Property::ALL.iter().any(|&p| scene.is_animated(n, p))
        }));
        if joints.is_empty() {
            return None;
        }
        notes.push(Note::warning(
            "no-limb-nodes",
            "the file has no limb nodes; its animated nulls were taken as joints",
        ));
    }
    // The topmost joint above (or equal to) each joint names its tree.
    let mut trees: HashMap<usize, Vec<usize>> = HashMap::new();
    for (node, top) in topmost_joints(scene, &joints) {
        trees.entry(top).or_default().push(node);
    }
    let mut tops: Vec<usize> = trees.keys().copied().collect();
    // A skinned tree first, then the largest, then the one that comes first in the file.
    tops.sort_by_key(|top| {
        let members = &trees[top];
        let weighted = members.iter().filter(|n| skinned.contains(n)).count();
        (std::cmp::Reverse(weighted), std::cmp::Reverse(members.len()), *top)
    });
    // Trees that one skin hangs on belong together if anything joins them above.
    let is_skinned = |top: &&usize| trees[*top].iter().any(|n| skinned.contains(n));
    let mut root = tops[0];
    let mut kept: Vec<usize> = vec![tops[0]];
    for &top in tops[1..].iter().filter(is_skinned) {
        let above: HashSet<usize> = scene.ancestors(root).collect();
        if let Some(common) = scene.ancestors(top).find(|n| above.contains(n)) {
            root = common;
            kept.push(top);
        }
    }
    let mut members = HashSet::new();
    for joint in kept.iter().flat_map(|top| &trees[top]) {
        for node in scene.ancestors(*joint) {
            if !members.insert(node) || node == root {
                break;
            }
        }
    }
    let dropped: Vec<String> = tops
        .iter()
        .filter(|top| !kept.contains(top))
        .map(|top| format!("'{}' ({})", scene.nodes[*top].name, trees[top].len()))
        .collect();
    if !dropped.is_empty() {
        let mut text = format!(
            "the file has {} separate joint trees; '{}' is read, left out (with their number of joints): {}",
            tops.len(),
            scene.nodes[root].name,
            dropped[..dropped.len().min(12)].join(", ")
        );
        if dropped.len() > 12 {
            text.push_str(", …");
        }
        notes.push(Note::warning("several-skeletons", text));
    }
    Some((root, members))
}

/// Every joint with the topmost joint above it; one walk from the top, since hostile chains are long.
fn topmost_joints(scene: &Scene<'_, '_>, joints: &HashSet<usize>) -> Vec<(usize, usize)> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); scene.nodes.len()];
    let mut open: Vec<(usize, Option<usize>)> = Vec::new();
    for (node, data) in scene.nodes.iter().enumerate() {
        match data.parent {
            Some(parent) => children[parent].push(node),
            None => open.push((node, None)),
        }
    }
    let mut tops = Vec::with_capacity(joints.len());
    while let Some((node, above)) = open.pop() {
        let top = above.or_else(|| joints.contains(&node).then_some(node));
        if let (Some(top), true) = (top, joints.contains(&node)) {
            tops.push((node, top));
        }
        open.extend(children[node].iter().map(|&child| (child, top)));
    }
    tops
}

/// Parents before children, siblings in file order.
fn depth_first(
    scene: &Scene<'_, '_>,
    root: usize,
    members: &HashSet<usize>,
) -> (Vec<usize>, Vec<Option<usize>>) {
    let mut children: HashMap<usize, Vec<usize>> = HashMap::new();
    for node in (0..scene.nodes.len()).filter(|n| members.contains(n) && *n != root) {
        if let Some(parent) = scene.nodes[node].parent {
            children.entry(parent).or_default().push(node);
        }
    }
    let (mut nodes, mut parents) = (Vec::new(), Vec::new());
    let mut stack = vec![(root, None)];
    while let Some((node, parent)) = stack.pop() {
        let index = nodes.len();
        nodes.push(node);
        parents.push(parent);
        for &child in children.get(&node).into_iter().flatten().rev() {
            stack.push((child, Some(index)));
        }
    }
    (nodes, parents)
}

fn unique_names(scene: &Scene<'_, '_>, nodes: &[usize], notes: &mut Vec<Note>) -> Vec<String> {
    let mut seen: HashSet<String> = HashSet::new();
    let mut next: HashMap<&str, usize> = HashMap::new();
    let mut changed = Vec::new();
    let names = nodes
        .iter()
        .map(|&node| {
            let given = scene.nodes[node].name.as_str();
            let base = if given.is_empty() { "joint" } else { given };
            let mut name = base.to_owned();
            while !seen.insert(name.clone()) {
                let count = next.entry(base).or_insert(1);
                *count += 1;
                name = format!("{base}_{count}");
            }
            if name != given && changed.len() < 12 {
                changed.push(format!("'{given}' is read as '{name}'"));
            }
            name
        })
        .collect();
    if !changed.is_empty() {
        notes.push(Note::warning(
            "joints-renamed",
            format!("joint names were missing or repeated: {}", changed.join(", ")),
        ));
    }
    names
}

/// RrSs equals RSrs unless something above scales its axes differently; only then it needs the dearer treatment.
fn effective_inherits(scene: &Scene<'_, '_>, nodes: &[usize], parents: &[Option<usize>]) -> Vec<Inherit> {
    let stretches = |node: usize| {
        let scale = scene.nodes[node].lcl(Property::Scaling);
        scale.max() - scale.min() > 1e-9 || scene.is_animated(node, Property::Scaling)
    };
    let mut stretched = vec![false; nodes.len()];
    let mut inherits = Vec::with_capacity(nodes.len());
    for (joint, &node) in nodes.iter().enumerate() {
        let above = parents[joint].is_some_and(|parent| stretched[parent]);
        let inherit = scene.nodes[node].rig.inherit;
        let matters = inherit != Inherit::Componentwise || above;
        inherits.push(if matters { inherit } else { Inherit::Full });
        stretched[joint] = above || stretches(node);
    }
    inherits
}
