//! Writes edited clips into a copy of the file. A changed value replaces its old bytes if nothing else uses them. Otherwise it
//! goes into a new accessor at the end. Every other byte stays.

use super::clips::{Channels, PATHS, Timing};
use super::container;
use super::edits::{NewValues, changed_values, nearest_sign, same_frames};
use super::file::{Bytes, File};
use super::json_text::{Edits, elements, member, value_at};
use super::rig::Rig;
use super::sample::read_times;
use super::schema::{Interpolation, MESHOPT};
use super::{Source, json_numbers};
use crate::error::{Error, Result};
use crate::io::document::{Document, Encoded, Note};
use crate::model::Clip;
use base64::Engine;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

const FLOAT: u32 = 5126;

pub(in crate::io) fn encode_edited(source: &Source, document: &Document, clips: &[Clip]) -> Result<Encoded> {
    let mut patch = Patch::new(source);
    let notes = patch.write_clips(document, clips, &source.timings)?;
    let bytes = patch.finish()?;
    Ok(Encoded { bytes, notes })
}

pub(super) struct Patch<'a> {
    pub(super) file: &'a File,
    rig: &'a Rig,
    pub(super) edits: Edits,
    /// Buffers with overwritten values, whole.
    overwritten: BTreeMap<usize, Vec<u8>>,
    overwritable: Vec<bool>,
    /// What goes behind the existing data.
    appended: Vec<u8>,
    /// Parts of it with a view of their own.
    new_views: Vec<Range<usize>>,
    new_accessors: Vec<String>,
    /// By animation: samplers and channels to add.
    new_samplers: BTreeMap<usize, Vec<String>>,
    new_channels: BTreeMap<usize, Vec<String>>,
    /// Matrix nodes that became translation, rotation and scale.
    split_nodes: BTreeSet<usize>,
    top: Spans,
}

/// Where the arrays of the JSON text are.
struct Spans {
    root: Range<usize>,
    animations: Vec<Range<usize>>,
    accessors: Vec<Range<usize>>,
}

/// Where the parts of one animation are.
struct AnimationSpans {
    samplers: Vec<Range<usize>>,
    channels: Vec<Range<usize>>,
}

impl<'a> Patch<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        let file = &source.file;
        let json = file.json();
        let root = value_at(json, 0).unwrap_or(0..0);
        let array = |name: &str| member(json, &root, name).map(|a| elements(json, &a)).unwrap_or_default();
        Self {
            file,
            rig: &source.rig,
            edits: Edits::default(),
            overwritten: BTreeMap::new(),
            overwritable: overwritable(file),
            appended: Vec::new(),
            new_views: Vec::new(),
            new_accessors: Vec::new(),
            new_samplers: BTreeMap::new(),
            new_channels: BTreeMap::new(),
            split_nodes: BTreeSet::new(),
            top: Spans { animations: array("animations"), accessors: array("accessors"), root: root.clone() },
        }
    }

    /// Writes what is new in the clips; what a user should know of it.
    pub(super) fn write_clips(
        &mut self,
        document: &Document,
        clips: &[Clip],
        timings: &[Timing],
    ) -> Result<Vec<Note>> {
        let mut notes = Vec::new();
        for ((clip, original), timing) in clips.iter().zip(&document.clips).zip(timings) {
            if clip.joint_count() != document.skeleton.joint_count() {
                return Err(Error::Length {
                    what: format!("clip '{}': joints", clip.name()),
                    expected: document.skeleton.joint_count(),
                    actual: clip.joint_count(),
                });
            }
            if clip.frame_count() == 0 && original.frame_count() > 0 {
                return Err(Error::invalid(
                    format!("clip '{}'", clip.name()),
                    "has no frames; glTF cannot hold an animation without keys",
                ));
            }
            let mut timing = *timing;
            if !same_frames(clip, original) {
                timing.frame_rate = clip.frame_rate();
                let end = timing.start + (clip.frame_count() - 1) as f64 / clip.frame_rate();
                if end < timing.end - timing.snap() {
                    notes.push(Note::warning(
                        "other-channels-longer",
                        format!(
                            "clip '{}' became shorter; channels that are not of joints keep their length",
                            clip.name()
                        ),
                    ));
                }
                timing.end = end;
            }
            self.write_clip(document, &timing, clip, original)?;
        }
        Ok(notes)
    }

    fn write_clip(
        &mut self,
        document: &Document,
        timing: &Timing,
        clip: &Clip,
        original: &Clip,
    ) -> Result<()> {
        let channels = Channels::new(self.file, self.rig, timing.animation);
        let values =
            changed_values(self.file, self.rig, &document.skeleton, &channels, timing, clip, original)?;
        if values.is_empty() {
            return Ok(());
        }
        let animation = &self.file.root.animations[timing.animation];
        let mut users = vec![0usize; animation.samplers.len()];
        for channel in &animation.channels {
            if let Some(count) = users.get_mut(channel.sampler) {
                *count += 1;
            }
        }
        let json = self.file.json();
        let object = &self.top.animations[timing.animation];
        let list = |name| member(json, object, name).map(|a| elements(json, &a)).unwrap_or_default();
        let spans = AnimationSpans { samplers: list("samplers"), channels: list("channels") };
        // Whether the keys of an input lie on our frames, by accessor.
        let mut on_frames: HashMap<usize, bool> = HashMap::new();
        for (index, sampler) in animation.samplers.iter().enumerate() {
            if let std::collections::hash_map::Entry::Vacant(entry) = on_frames.entry(sampler.input) {
                let place = format!("animations[{}].samplers[{index}].input", timing.animation);
                let fits = read_times(self.file, sampler.input, &place)
                    .is_ok_and(|times| timing.has_keys_on_frames(&times, clip.frame_count()));
                entry.insert(fits);
            }
        }
        let mut input =
            animation.samplers.iter().map(|s| s.input).find(|input| on_frames.get(input) == Some(&true));
        for values in values {
            let existing = channels.by_node.get(&values.node).and_then(|c| c[values.path]);
            if let Some((_, sampler)) = existing {
                let object = &animation.samplers[sampler];
                if users[sampler] == 1
                    && object.interpolation == Interpolation::Linear
                    && on_frames.get(&object.input) == Some(&true)
                    && self.overwritable[object.output]
                {
                    self.overwrite(object.output, &values)?;
                    continue;
                }
            }
            let input = match input {
                Some(input) => input,
                None => *input.insert(self.append_times(timing, clip.frame_count())),
            };
            let output = self.append_values(&values);
            self.connect(timing.animation, &values, existing, &users, &spans, input, output)?;
        }
        Ok(())
    }

    /// Puts changed rows over their old bytes.
    fn overwrite(&mut self, accessor: usize, values: &NewValues) -> Result<()> {
        let Some(layout) = self.file.layout(accessor)? else { return Ok(()) };
        let width = width_of(values.path);
        let bytes = match self.overwritten.entry(layout.buffer) {
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => {
                let whole = match &self.file.buffers[layout.buffer] {
                    Bytes::Chunk(range) => self.file.bytes[range.clone()].to_vec(),
                    Bytes::Inline(bytes) | Bytes::Beside(bytes) => bytes.to_vec(),
                    Bytes::Missing(error) => return Err(error.clone()),
                };
                entry.insert(whole)
            }
        };
        let mut bounds = vec![(f32::INFINITY, f32::NEG_INFINITY); width];
        for (frame, &row) in values.rows.iter().enumerate() {
            let at = layout.start + frame * layout.stride;
            let mut old = [0.0f32; 4];
            for (c, old) in old.iter_mut().enumerate().take(width) {
                let at = at + c * 4;
                *old = f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
            }
            let mut new = old;
            if values.changed[frame] {
                // Unchanged neighbours keep the file's sign; stay on their side.
                new = if values.path == 1 { nearest_sign(row, &old) } else { row };
                for (c, value) in new.iter().enumerate().take(width) {
                    bytes[at + c * 4..at + c * 4 + 4].copy_from_slice(&value.to_le_bytes());
                }
            }
            for (bounds, value) in bounds.iter_mut().zip(new) {
                *bounds = (bounds.0.min(value), bounds.1.max(value));
            }
        }
        let object = &self.file.root.accessors[accessor];
        let span = &self.top.accessors[accessor];
        for (name, present, list) in [
            ("min", object.min.is_some(), bounds.iter().map(|b| b.0).collect::<Vec<_>>()),
            ("max", object.max.is_some(), bounds.iter().map(|b| b.1).collect()),
        ] {
            if present && let Some(range) = member(self.file.json(), span, name) {
                self.edits.replace(range, json_numbers(&list).to_string());
            }
        }
        Ok(())
    }

    fn append_accessor(&mut self, object: Value) -> usize {
        self.new_accessors.push(object.to_string());
        self.file.root.accessors.len() + self.new_accessors.len() - 1
    }

    /// Index of the one buffer view that holds everything appended.
    fn new_view(&self) -> usize {
        self.file.root.buffer_views.len()
    }

    /// Appends rows of numbers in a buffer view of their own, as attributes of vertices and bind matrices need it. `kind` is
    /// `VEC3` or `MAT4`; `has_bounds` adds their least and greatest values.
    pub(super) fn append_rows<const WIDTH: usize>(
        &mut self,
        kind: &str,
        rows: &[[f32; WIDTH]],
        has_bounds: bool,
    ) -> usize {
        let start = self.appended.len();
        self.appended.extend(rows.iter().flatten().flat_map(|x| x.to_le_bytes()));
        self.new_views.push(start..self.appended.len());
        let mut object = json!({
            "bufferView": self.new_view() + self.new_views.len(),
            "componentType": FLOAT,
            "count": rows.len(),
            "type": kind,
        });
        if has_bounds {
            let bound = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
                (0..WIDTH).map(|c| rows.iter().map(|row| row[c]).reduce(pick).unwrap_or(0.0)).collect()
            };
            object["min"] = json_numbers(&bound(f32::min));
            object["max"] = json_numbers(&bound(f32::max));
        }
        self.append_accessor(object)
    }

    /// Where an entry of a list at the top of the JSON text is.
    pub(super) fn entry(&self, list: &str, index: usize) -> Result<Range<usize>> {
        let json = self.file.json();
        let entries = member(json, &self.top.root, list).map(|a| elements(json, &a)).unwrap_or_default();
        let broken = || self.file.fail(&format!("{list}[{index}]"), "its text cannot be edited");
        entries.get(index).cloned().ok_or_else(broken)
    }

    /// Sets a member of an object of the JSON text.
    pub(super) fn set_member(&mut self, object: &Range<usize>, name: &str, value: &str) {
        let json = self.file.json();
        match member(json, object, name) {
            Some(range) => self.edits.replace(range, value),
            None => self.edits.push_member(json, object, name, value),
        }
    }

    fn append_times(&mut self, timing: &Timing, frame_count: usize) -> usize {
        let offset = self.appended.len();
        let times: Vec<f32> = (0..frame_count).map(|frame| timing.time(frame) as f32).collect();
        self.appended.extend(times.iter().flat_map(|t| t.to_le_bytes()));
        self.append_accessor(json!({
            "bufferView": self.new_view(),
            "byteOffset": offset,
            "componentType": FLOAT,
            "count": frame_count,
            "type": "SCALAR",
            "min": json_numbers(&times[..1]),
            "max": json_numbers(&times[frame_count - 1..]),
        }))
    }

    fn append_values(&mut self, values: &NewValues) -> usize {
        let offset = self.appended.len();
        let width = width_of(values.path);
        for row in &values.rows {
            self.appended.extend(row[..width].iter().flat_map(|x| x.to_le_bytes()));
        }
        self.append_accessor(json!({
            "bufferView": self.new_view(),
            "byteOffset": offset,
            "componentType": FLOAT,
            "count": values.rows.len(),
            "type": if width == 4 { "VEC4" } else { "VEC3" },
        }))
    }

    /// Makes a channel play the new accessors, without touching samplers that others use.
    #[allow(clippy::too_many_arguments, reason = "the places of one channel, used once")]
    fn connect(
        &mut self,
        animation: usize,
        values: &NewValues,
        existing: Option<(usize, usize)>,
        users: &[usize],
        spans: &AnimationSpans,
        input: usize,
        output: usize,
    ) -> Result<()> {
        let json = self.file.json();
        let broken = || self.file.fail(&format!("animations[{animation}]"), "its text cannot be edited");
        if let Some((_, sampler)) = existing.filter(|&(_, sampler)| users[sampler] == 1) {
            let span = spans.samplers.get(sampler).ok_or_else(broken)?;
            let mut object: Value = serde_json::from_slice(&json[span.clone()]).map_err(|_| broken())?;
            object["input"] = json!(input);
            object["output"] = json!(output);
            object["interpolation"] = json!("LINEAR");
            self.edits.replace(span.clone(), object.to_string());
            return Ok(());
        }
        let added = self.new_samplers.entry(animation).or_default();
        let sampler = spans.samplers.len() + added.len();
        added.push(json!({ "input": input, "interpolation": "LINEAR", "output": output }).to_string());
        match existing {
            Some((channel, _)) => {
                let span = spans.channels.get(channel).ok_or_else(broken)?;
                let number = member(json, span, "sampler").ok_or_else(broken)?;
                self.edits.replace(number, sampler.to_string());
            }
            None => {
                let target = json!({ "node": values.node, "path": PATHS[values.path] });
                self.new_channels
                    .entry(animation)
                    .or_default()
                    .push(json!({ "sampler": sampler, "target": target }).to_string());
                if self.file.root.nodes[values.node].matrix.is_some() {
                    self.split_nodes.insert(values.node);
                }
            }
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Vec<u8>> {
        let file = self.file;
        if self.overwritten.is_empty() && self.new_accessors.is_empty() && self.edits.is_empty() {
            return Ok(file.bytes.clone());
        }
        let json = file.json();
        for (name, texts) in [("samplers", &self.new_samplers), ("channels", &self.new_channels)] {
            for (&animation, texts) in texts {
                if let Some(array) = member(json, &self.top.animations[animation], name) {
                    self.edits.push_elements(json, &array, texts);
                }
            }
        }
        self.rewrite_split_nodes()?;
        let mut chunk = match file.container.bin.clone() {
            Some(range) => match self.overwritten.remove(&0) {
                Some(bytes) if matches!(file.buffers.first(), Some(Bytes::Chunk(_))) => Some(bytes),
                other => {
                    if let Some(bytes) = other {
                        self.overwritten.insert(0, bytes);
                    }
                    Some(file.bytes[range].to_vec())
                }
            },
            None => None,
        };
        if !self.appended.is_empty() {
            let (buffer, offset) = match (&mut chunk, file.buffers.first()) {
                (Some(chunk), Some(Bytes::Chunk(_))) => (0, self.extend_chunk(chunk)?),
                _ => (self.add_inline_buffer(), 0),
            };
            let whole = 0..self.appended.len();
            let views = std::iter::once(&whole).chain(&self.new_views).map(|range| {
                json!({ "buffer": buffer, "byteOffset": offset + range.start, "byteLength": range.len() })
                    .to_string()
            });
            let views = views.collect();
            self.push_to_array("bufferViews", views);
            let accessors = std::mem::take(&mut self.new_accessors);
            self.push_to_array("accessors", accessors);
        }
        for (buffer, bytes) in std::mem::take(&mut self.overwritten) {
            self.rewrite_inline_buffer(buffer, &bytes)?;
        }
        let edited = self.edits.apply(json);
        if !file.container.is_binary {
            let mut out = file.bytes[..file.container.json.start].to_vec();
            out.extend_from_slice(&edited);
            return Ok(out);
        }
        let rest = &file.bytes[file.container.rest.clone()];
        container::assemble(edited.trim_ascii_end(), chunk.as_deref(), rest).ok_or_else(|| {
            Error::Unsupported {
                path: file.path.clone(),
                text: "the result would be larger than 4 GiB".into(),
            }
        })
    }

    fn push_to_array(&mut self, name: &str, texts: Vec<String>) {
        let json = self.file.json();
        match member(json, &self.top.root, name) {
            Some(array) => self.edits.push_elements(json, &array, &texts),
            None => {
                self.edits.push_member(json, &self.top.root, name, &format!("[{}]", texts.join(",")));
            }
        }
    }

    /// Appends to the binary chunk and returns where.
    fn extend_chunk(&mut self, chunk: &mut Vec<u8>) -> Result<usize> {
        let json = self.file.json();
        chunk.resize(chunk.len().next_multiple_of(4), 0);
        let offset = chunk.len();
        chunk.extend_from_slice(&self.appended);
        let length = member(json, &self.top.root, "buffers")
            .and_then(|buffers| elements(json, &buffers).into_iter().next())
            .and_then(|buffer| member(json, &buffer, "byteLength"))
            .ok_or_else(|| self.file.fail("buffers[0]", "its text cannot be edited"))?;
        self.edits.replace(length, chunk.len().to_string());
        Ok(offset)
    }

    /// Adds a buffer inside the JSON text, so that files beside it stay as they are, and returns its number.
    fn add_inline_buffer(&mut self) -> usize {
        let buffer = self.file.root.buffers.len();
        let object = json!({ "byteLength": self.appended.len(), "uri": data_uri(&self.appended) });
        self.push_to_array("buffers", vec![object.to_string()]);
        buffer
    }

    fn rewrite_inline_buffer(&mut self, buffer: usize, bytes: &[u8]) -> Result<()> {
        let json = self.file.json();
        let uri = member(json, &self.top.root, "buffers")
            .and_then(|buffers| elements(json, &buffers).into_iter().nth(buffer))
            .and_then(|object| member(json, &object, "uri"))
            .ok_or_else(|| self.file.fail(&format!("buffers[{buffer}]"), "its text cannot be edited"))?;
        self.edits.replace(uri, json!(data_uri(bytes)).to_string());
        Ok(())
    }

    /// Animated nodes may not have a matrix (glTF 2.0, 5.25): it becomes what it was split into on reading.
    fn rewrite_split_nodes(&mut self) -> Result<()> {
        let json = self.file.json();
        if self.split_nodes.is_empty() {
            return Ok(());
        }
        let nodes = member(json, &self.top.root, "nodes").map(|a| elements(json, &a)).unwrap_or_default();
        for &node in &self.split_nodes {
            let broken = || self.file.fail(&format!("nodes[{node}]"), "its text cannot be edited");
            let span = nodes.get(node).ok_or_else(broken)?;
            let mut object: serde_json::Map<String, Value> =
                serde_json::from_slice(&json[span.clone()]).map_err(|_| broken())?;
            object.shift_remove("matrix");
            let rest = &self.rig.rest[node];
            let q = rest.rotation.coords;
            object.insert(
                "translation".into(),
                json!([rest.translation.x, rest.translation.y, rest.translation.z]),
            );
            object.insert("rotation".into(), json!([q.x, q.y, q.z, q.w]));
            object.insert("scale".into(), json!([rest.scale.x, rest.scale.y, rest.scale.z]));
            self.edits.replace(span.clone(), Value::Object(object).to_string());
        }
        Ok(())
    }
}

pub(super) fn data_uri(bytes: &[u8]) -> String {
    let mut out = String::from("data:application/octet-stream;base64,");
    base64::engine::general_purpose::STANDARD.encode_string(bytes, &mut out);
    out
}

fn width_of(path: usize) -> usize {
    if path == 1 { 4 } else { 3 }
}

/// Accessors whose bytes may be overwritten: plain floats in the file itself, used once, shared with nothing.
fn overwritable(file: &File) -> Vec<bool> {
    let root = &file.root;
    let mut uses = vec![0usize; root.accessors.len()];
    let mut count = |accessor: usize| {
        if let Some(uses) = uses.get_mut(accessor) {
            *uses += 1;
        }
    };
    for sampler in root.animations.iter().flat_map(|a| &a.samplers) {
        count(sampler.input);
        count(sampler.output);
    }
    for primitive in root.meshes.iter().flat_map(|m| &m.primitives) {
        primitive.attributes.values().copied().chain(primitive.indices).for_each(&mut count);
    }
    root.skins.iter().filter_map(|s| s.inverse_bind_matrices).for_each(&mut count);

    // Bytes that several things cover, found by sweeping over them in order. A view that no accessor names holds
    // an image, sparse values or something of an extension.
    let mut spans: Vec<(usize, usize, usize, Option<usize>)> = Vec::new();
    let mut named = vec![false; root.buffer_views.len()];
    for (index, accessor) in root.accessors.iter().enumerate() {
        if let Ok(Some(layout)) = file.layout(index) {
            spans.push((layout.buffer, layout.start, layout.end(), Some(index)));
        }
        if let Some(named) = accessor.buffer_view.and_then(|view| named.get_mut(view)) {
            *named = true;
        }
    }
    for (index, view) in root.buffer_views.iter().enumerate() {
        if !named[index] {
            let end = view.byte_offset.saturating_add(view.byte_length);
            spans.push((view.buffer, view.byte_offset, end, None));
        }
    }
    spans.sort_unstable();
    let mut alone = vec![false; root.accessors.len()];
    let mut reach = (usize::MAX, 0usize);
    for (i, &(buffer, start, end, accessor)) in spans.iter().enumerate() {
        let clear_before = reach.0 != buffer || reach.1 <= start;
        let clear_behind = spans.get(i + 1).is_none_or(|next| next.0 != buffer || next.1 >= end);
        if let Some(accessor) = accessor {
            alone[accessor] = clear_before && clear_behind;
        }
        reach = if reach.0 == buffer { (buffer, reach.1.max(end)) } else { (buffer, end) };
    }
    (0..root.accessors.len())
        .map(|index| {
            let accessor = &root.accessors[index];
            let Some(view) = accessor.buffer_view.and_then(|view| root.buffer_views.get(view)) else {
                return false;
            };
            uses[index] == 1
                && alone[index]
                && accessor.component_type == FLOAT
                && accessor.sparse.is_none()
                && !view.extensions.contains_key(MESHOPT)
                && matches!(file.buffers.get(view.buffer), Some(Bytes::Chunk(_) | Bytes::Inline(_)))
        })
        .collect()
}
