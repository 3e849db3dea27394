//! [`Rig`]: which nodes are the joints, and how their local transforms relate to the crate's.
//!
//! Joints are the nodes that skins list, and every node between them up to their lowest common ancestor. Without skins the
//! animated nodes take their place. Animated nodes without a mesh below a joint are joints too; other leaves are end sites.
//!
//! Transforms above the root joint are folded into the root's motion (docs/ARCHITECTURE.md). With positive uniform scales this
//! is exact: the scale moves into the lengths below. Otherwise the nearest translation, rotation and scale are taken.

use super::file::File;
use crate::error::{Error, Result};
use crate::io::document::Note;
use crate::io::limits::{is_sane, refusal};
use crate::math::{Affine, Quat, Vec3};
use crate::model::{EndSite, Joint, JointIndex, Skeleton};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Translation, rotation and scale of a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Trs {
    pub translation: Vec3,
    pub rotation: Quat,
    pub scale: Vec3,
}

impl Trs {
    pub(super) fn to_affine(self) -> Affine {
        Affine::from_trs(self.translation, &self.rotation, &self.scale)
    }

    fn uniform_scale(&self) -> Option<f64> {
        let s = self.scale;
        let limit = 1e-6 * s.x;
        (s.x > 1e-12 && (s.y - s.x).abs() <= limit && (s.z - s.x).abs() <= limit).then_some(s.x)
    }
}

/// The joints of a file and the way between their numbers and the crate's.
#[derive(Debug, Clone)]
pub(super) struct Rig {
    /// The node of each joint.
    pub nodes: Vec<usize>,
    /// The joint of a node.
    pub joints: HashMap<usize, usize>,
    /// Nodes above the root joint, outermost first.
    pub above: Vec<usize>,
    /// Rest transform of every node.
    pub rest: Vec<Trs>,
    /// What `ReadOptions` put around the file: turn, then scale.
    pub outer: (Quat, f64),
    /// Metres per unit of the joints' own translations.
    pub length_scale: f64,
}

impl Rig {
    /// Finds the joints and builds the skeleton.
    pub(super) fn new(file: &File, outer: (Quat, f64), notes: &mut Vec<Note>) -> Result<(Self, Skeleton)> {
        let tree = Tree::new(file)?;
        let rest = rest_transforms(file, notes)?;
        let animated = animated_nodes(file)?;
        let (root, mut is_joint) = tree.choose(file, &animated, notes)?;
        tree.add_animated(file, root, &animated, &mut is_joint);

        let mut nodes = Vec::new();
        let mut joints = HashMap::new();
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            joints.insert(node, nodes.len());
            nodes.push(node);
            stack.extend(file.root.nodes[node].children.iter().rev().copied().filter(|&c| is_joint[c]));
        }
        let mut above = Vec::new();
        let mut at = tree.parents[root];
        while let Some(node) = at {
            above.push(node);
            at = tree.parents[node];
        }
        above.reverse();
        let uniform: Option<f64> =
            above.iter().map(|&n| rest[n].uniform_scale()).product::<Option<f64>>().map(|s| s * outer.1);
        let mut rig = Self { nodes, joints, above, rest, outer, length_scale: 1.0 };
        match uniform {
            Some(scale) => rig.length_scale = scale,
            None => {
                let above: Vec<Trs> = rig.above.iter().map(|&n| rig.rest[n]).collect();
                let combined = rig.above_affine(&above) * rig.rest[root].to_affine();
                if shear(&combined) > 1e-5 {
                    notes.push(Note::warning("ancestor-shear", format!(
                            "nodes above '{}' scale unevenly and shear it; the shear is left out, positions may be off",
                            name_of(file, root)
                        )));
                }
            }
        }
        let skeleton = rig.skeleton(file, &tree, notes)?;
        Ok((rig, skeleton))
    }

    fn skeleton(&self, file: &File, tree: &Tree, notes: &mut Vec<Note>) -> Result<Skeleton> {
        let mut taken = HashSet::new();
        // The last number given to each repeated name.
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut renamed = 0;
        let mut joints = Vec::with_capacity(self.nodes.len());
        for (index, &node) in self.nodes.iter().enumerate() {
            let local = if index == 0 {
                let above: Vec<Trs> = self.above.iter().map(|&n| self.rest[n]).collect();
                self.root_to_world(&above, &self.rest[node])
            } else {
                Trs { translation: self.rest[node].translation * self.length_scale, ..self.rest[node] }
            };
            let base = name_of(file, node);
            let mut name = base.clone();
            while !taken.insert(name.clone()) {
                let number = numbers.entry(base.clone()).or_insert(1);
                *number += 1;
                name = format!("{base}_{number}");
            }
            renamed += usize::from(name != base);
            joints.push(Joint {
                name,
                parent: tree.parents[node].and_then(|p| self.joints.get(&p)).map(|&j| JointIndex(j)),
                rest_offset: local.translation,
                rest_rotation: local.rotation,
                rest_scale: without_noise(&local.scale, &Vec3::repeat(1.0)),
                compensates_parent_scale: false,
            });
        }
        joints[0].parent = None;
        if renamed > 0 {
            notes.push(Note::warning(
                "joints-renamed",
                format!("{renamed} joints share a name with another; a number was added here"),
            ));
        }
        let mut sites = Vec::new();
        for (index, &node) in self.nodes.iter().enumerate() {
            let children = &file.root.nodes[node].children;
            // A leaf beside further joints is a slot for props, not the end of the chain.
            if children.iter().any(|c| self.joints.contains_key(c)) {
                continue;
            }
            for &child in children {
                let leaf = &file.root.nodes[child];
                let offset = self.rest[child].translation * self.length_scale;
                if leaf.children.is_empty()
                    && leaf.mesh.is_none()
                    && leaf.camera.is_none()
                    && offset.norm() > 0.0
                {
                    sites.push(EndSite { joint: JointIndex(index), offset });
                }
            }
        }
        Skeleton::new(joints, sites)
            .map_err(|error| file.fail("nodes", format!("the skeleton is not usable: {error}")))
    }

    fn above_affine(&self, above: &[Trs]) -> Affine {
        let outer =
            Trs { translation: Vec3::zeros(), rotation: self.outer.0, scale: Vec3::repeat(self.outer.1) };
        above.iter().fold(outer.to_affine(), |map, node| map * node.to_affine())
    }

    /// Position, rotation and uniform scale of everything above; `None` where a scale is uneven.
    fn above_similarity(&self, above: &[Trs]) -> Option<(Vec3, Quat, f64)> {
        let (mut position, (mut rotation, mut scale)) = (Vec3::zeros(), self.outer);
        for node in above {
            let s = node.uniform_scale()?;
            position += rotation * (node.translation * scale);
            rotation *= node.rotation;
            scale *= s;
        }
        Some((position, rotation, scale))
    }

    /// Whether everything above is a turn, a move and one scale, so that the root's rotation, translation and scale
    /// each depend on their own alone.
    pub(super) fn is_similarity(&self, above: &[Trs]) -> bool {
        above.iter().all(|node| node.uniform_scale().is_some())
    }

    /// The root joint in the world: its translation is the root position. `above` are the local transforms of
    /// [`Self::above`] at the same time.
    pub(super) fn root_to_world(&self, above: &[Trs], local: &Trs) -> Trs {
        if let Some((position, rotation, scale)) = self.above_similarity(above) {
            return Trs {
                translation: position + rotation * (local.translation * scale),
                rotation: rotation * local.rotation,
                scale: local.scale * (scale / self.length_scale),
            };
        }
        let (translation, rotation, scale) = (self.above_affine(above) * local.to_affine()).to_trs();
        Trs { translation, rotation, scale: scale / self.length_scale }
    }

    /// Undoes [`Self::root_to_world`]; `None` where a node above scales to nothing.
    pub(super) fn root_to_local(&self, above: &[Trs], world: &Trs) -> Option<Trs> {
        if let Some((position, rotation, scale)) = self.above_similarity(above) {
            let back = rotation.inverse();
            return Some(Trs {
                translation: back * (world.translation - position) / scale,
                rotation: back * world.rotation,
                scale: world.scale * (self.length_scale / scale),
            });
        }
        let world = Trs { scale: world.scale * self.length_scale, ..*world };
        let (translation, rotation, scale) =
            (self.above_affine(above).inverse()? * world.to_affine()).to_trs();
        Some(Trs { translation, rotation, scale })
    }
}

/// `value`, or `reference` where they differ by no more than the noise exporters leave in scales. Such a scale moves
/// nothing by more than 2 µm per metre, but would send every clip down the path for scaled rigs.
pub(super) fn without_noise(value: &Vec3, reference: &Vec3) -> Vec3 {
    if (value - reference).abs().max() <= 2e-6 * reference.abs().max() { *reference } else { *value }
}

/// How far a map is from translation, rotation and scale, relative to its size.
fn shear(map: &Affine) -> f64 {
    let (translation, rotation, scale) = map.to_trs();
    let nearest = Affine::from_trs(translation, &rotation, &scale);
    (nearest.linear - map.linear).abs().max() / map.linear.abs().max().max(f64::MIN_POSITIVE)
}

/// The node's name, or one made from its number.
pub(super) fn name_of(file: &File, node: usize) -> String {
    let name = file.root.nodes[node].name.as_deref().unwrap_or_default();
    if name.is_empty() { format!("node_{node}") } else { name.to_owned() }
}

fn rest_transforms(file: &File, notes: &mut Vec<Note>) -> Result<Vec<Trs>> {
    let mut out = Vec::with_capacity(file.root.nodes.len());
    for (index, node) in file.root.nodes.iter().enumerate() {
        let place = || format!("nodes[{index}]");
        if let Some(m) = node.matrix {
            let map = Affine::from_rows([
                [m[0], m[4], m[8], m[12]],
                [m[1], m[5], m[9], m[13]],
                [m[2], m[6], m[10], m[14]],
            ]);
            check_numbers(file, index, "matrix", &m)?;
            if shear(&map) > 1e-5 {
                notes.push(Note::warning(
                    "node-shear",
                    format!("the matrix of '{}' shears; the shear is left out", name_of(file, index)),
                ));
            }
            let (translation, rotation, scale) = map.to_trs();
            out.push(Trs { translation, rotation, scale });
            continue;
        }
        let rotation = match node.rotation {
            None => Quat::identity(),
            Some([x, y, z, w]) => unit_quaternion([x, y, z, w]).ok_or_else(|| {
                file.fail(
                    &format!("{}.rotation", place()),
                    "is not a rotation: its length is zero or not finite",
                )
            })?,
        };
        let translation = Vec3::from(node.translation.unwrap_or_default());
        let scale = Vec3::from(node.scale.unwrap_or([1.0; 3]));
        check_numbers(file, index, "translation", translation.as_slice())?;
        check_numbers(file, index, "scale", scale.as_slice())?;
        out.push(Trs { translation, rotation, scale });
    }
    Ok(out)
}

/// Refuses numbers of a node that cannot be meant.
fn check_numbers(file: &File, node: usize, field: &str, numbers: &[f64]) -> Result<()> {
    match numbers.iter().find(|&&x| !is_sane(x)) {
        Some(&value) => {
            let what = format!("node '{}'", name_of(file, node));
            Err(file.fail(&format!("nodes[{node}].{field}"), refusal(&what, value)))
        }
        None => Ok(()),
    }
}

/// The rotation of four numbers x y z w; `None` for zero or non-finite ones.
pub(super) fn unit_quaternion([x, y, z, w]: [f64; 4]) -> Option<Quat> {
    let q = nalgebra::Quaternion::new(w, x, y, z);
    let norm = q.norm();
    if !(norm.is_finite() && norm > 1e-6) {
        return None;
    }
    Some(Quat::new_normalize(q))
}

fn animated_nodes(file: &File) -> Result<Vec<bool>> {
    let mut out = vec![false; file.root.nodes.len()];
    for (a, animation) in file.root.animations.iter().enumerate() {
        for (c, channel) in animation.channels.iter().enumerate() {
            let Some(node) = channel.target.node else { continue };
            let place = format!("animations[{a}].channels[{c}]");
            if node >= out.len() {
                let text = format!("refers to node {node}, but there are {}", out.len());
                return Err(file.fail(&format!("{place}.target.node"), text));
            }
            if channel.sampler >= animation.samplers.len() {
                let text = format!(
                    "refers to sampler {}, but there are {}",
                    channel.sampler,
                    animation.samplers.len()
                );
                return Err(file.fail(&format!("{place}.sampler"), text));
            }
            out[node] |= matches!(channel.target.path.as_str(), "translation" | "rotation" | "scale");
        }
    }
    Ok(out)
}

/// The node hierarchy, known to be a forest.
struct Tree {
    parents: Vec<Option<usize>>,
    /// The parentless node above each node.
    tops: Vec<usize>,
    /// Parents before children.
    order: Vec<usize>,
    /// Where each node stands in `order`.
    positions: Vec<usize>,
}

impl Tree {
    fn new(file: &File) -> Result<Self> {
        let nodes = &file.root.nodes;
        let mut parents = vec![None; nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            for &child in &node.children {
                let place = || format!("nodes[{index}].children");
                if child >= nodes.len() {
                    return Err(
                        file.fail(&place(), format!("refers to node {child}, but there are {}", nodes.len()))
                    );
                }
                if let Some(first) = parents[child].replace(index) {
                    return Err(file.fail(
                        &place(),
                        format!("names node {child}, which is a child of node {first} already"),
                    ));
                }
            }
        }
        let mut tops: Vec<usize> = (0..nodes.len()).collect();
        let mut order = Vec::with_capacity(nodes.len());
        order.extend((0..nodes.len()).filter(|&n| parents[n].is_none()));
        let mut next = 0;
        while next < order.len() {
            let node = order[next];
            next += 1;
            for &child in &nodes[node].children {
                tops[child] = tops[node];
                order.push(child);
            }
        }
        if order.len() < nodes.len() {
            // With one parent each, a node that no top reaches lies on or below a ring.
            let mut reached = vec![false; nodes.len()];
            order.iter().for_each(|&n| reached[n] = true);
            let lost = reached.iter().position(|r| !r).unwrap_or_default();
            return Err(file.fail(&format!("nodes[{lost}]"), "is its own ancestor"));
        }
        let mut positions = vec![0; nodes.len()];
        order.iter().enumerate().for_each(|(position, &node)| positions[node] = position);
        Ok(Self { parents, tops, order, positions })
    }

    /// The nodes of the smallest subtree that holds all `members` (which share a top), and its root.
    fn span(&self, members: &[usize]) -> (usize, Vec<usize>) {
        // Deepest first: counts of members climb until one node has them all.
        let mut counts: BTreeMap<usize, usize> = members.iter().map(|&m| (self.positions[m], 1)).collect();
        let total = counts.len();
        let mut nodes = Vec::with_capacity(total);
        while let Some((position, count)) = counts.pop_last() {
            let node = self.order[position];
            nodes.push(node);
            match self.parents[node] {
                Some(parent) if count < total => *counts.entry(self.positions[parent]).or_default() += count,
                _ => break,
            }
        }
        (nodes.last().copied().unwrap_or_default(), nodes)
    }

    /// The root joint and which nodes are joints.
    fn choose(&self, file: &File, animated: &[bool], notes: &mut Vec<Note>) -> Result<(usize, Vec<bool>)> {
        let nodes = &file.root.nodes;
        let mut groups = Groups((0..nodes.len()).collect());
        let mut listed = vec![false; nodes.len()];
        for (s, skin) in file.root.skins.iter().enumerate() {
            if let Some(bad) = skin.joints.iter().find(|&&j| j >= nodes.len()) {
                let text = format!("refers to node {bad}, but there are {}", nodes.len());
                return Err(file.fail(&format!("skins[{s}].joints"), text));
            }
            let mut tops: Vec<usize> = skin.joints.iter().map(|&j| self.tops[j]).collect();
            tops.sort_unstable();
            tops.dedup();
            for top in tops {
                let part: Vec<usize> = skin.joints.iter().copied().filter(|&j| self.tops[j] == top).collect();
                part.iter().for_each(|&j| listed[j] = true);
                let (root, span) = self.span(&part);
                span.iter().for_each(|&n| groups.join(n, root));
            }
        }
        let by_skin = listed.contains(&true);
        if !by_skin {
            for node in 0..nodes.len() {
                listed[node] = animated[node] && nodes[node].camera.is_none();
                groups.join(node, self.tops[node]);
            }
        }
        let members: Vec<usize> = (0..nodes.len()).filter(|&n| listed[n]).collect();
        // Size and first member of each group.
        let mut sizes: HashMap<usize, (usize, usize)> = HashMap::new();
        for &node in &members {
            sizes.entry(groups.find(node)).or_insert((0, node)).0 += 1;
        }
        let largest = sizes.iter().max_by_key(|&(_, &(size, first))| (size, std::cmp::Reverse(first)));
        let Some((&key, &(size, _))) = largest else {
            return Err(Error::Unsupported {
                path: file.path.clone(),
                text: "holds no skeleton: no skin lists joints and no node is animated".into(),
            });
        };
        let chosen: Vec<usize> = members.into_iter().filter(|&m| groups.find(m) == key).collect();
        let (root, span) = self.span(&chosen);
        if sizes.len() > 1 {
            notes.push(Note::warning(
                "several-skeletons",
                format!(
                    "the file holds {} separate skeletons; the largest is used ({size} joints below '{}')",
                    sizes.len(),
                    name_of(file, root)
                ),
            ));
        }
        let mut is_joint = vec![false; nodes.len()];
        span.iter().for_each(|&n| is_joint[n] = true);
        Ok((root, is_joint))
    }

    /// Makes animated nodes below joints joints, with the nodes between; not through nodes with a mesh or camera.
    fn add_animated(&self, file: &File, root: usize, animated: &[bool], is_joint: &mut [bool]) {
        let nodes = &file.root.nodes;
        let plain = |n: usize| nodes[n].mesh.is_none() && nodes[n].camera.is_none();
        // Below a joint through plain nodes only.
        let mut attached = is_joint.to_vec();
        for &node in &self.order {
            if let Some(parent) = self.parents[node] {
                attached[node] |= attached[parent] && plain(node);
            }
        }
        for &node in self.order.iter().rev() {
            if node == root || !attached[node] {
                continue;
            }
            is_joint[node] |= animated[node] && plain(node);
            if is_joint[node]
                && let Some(parent) = self.parents[node]
            {
                is_joint[parent] = true;
            }
        }
    }
}

/// Sets of nodes that grow together (union–find with path halving).
struct Groups(Vec<usize>);

impl Groups {
    fn find(&mut self, mut node: usize) -> usize {
        while self.0[node] != node {
            self.0[node] = self.0[self.0[node]];
            node = self.0[node];
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a] = b;
    }
}
