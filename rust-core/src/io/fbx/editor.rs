//! [`Editor`]: collects changed and new animation records of one file.

use super::arrays::pack_array;
use super::curves::{
    FLAG_CONSTANT, FLAG_LINEAR, KeyAttributes, RawCurve, SNAP_TICKS, read_raw_curve, run_lengths,
};
use super::objects::{Connection, connections};
use super::properties::{Properties, object_type};
use super::records::{Attribute, Checked, NodeId, Records, malformed};
use super::rewrite::{Changes, NewRecord, rewrite};
use super::sample::Timeline;
use super::scene::{CurveSource, Layer, Property, Scene, Stack};
use crate::math::Vec3;

/// Values closer than this are the same: a channel that did not move is not rewritten.
const SAME: f64 = 1e-9;
const AXES: [&str; 3] = ["d|X", "d|Y", "d|Z"];

/// Collects the changes to one file.
pub(super) struct Editor<'e, 'r, 'a> {
    records: &'r Records<'a>,
    scene: &'e Scene<'r, 'a>,
    connections: Vec<Connection<'a>>,
    changes: Changes,
    next_id: i64,
    new_curves: i32,
    new_curve_nodes: i32,
    packs: bool,
}

impl<'e, 'r, 'a> Editor<'e, 'r, 'a> {
    pub(super) fn new(records: &'r Records<'a>, scene: &'e Scene<'r, 'a>) -> Self {
        let objects = records.section("Objects");
        let ids = objects
            .into_iter()
            .flat_map(|section| records.children(section))
            .filter_map(|record| records.attribute(record, 0).and_then(Attribute::integer));
        Self {
            records,
            scene,
            connections: connections(records).collect(),
            changes: Changes::default(),
            next_id: ids.max().unwrap_or(0).clamp(1 << 20, i64::MAX / 2) + 1,
            new_curves: 0,
            new_curve_nodes: 0,
            packs: packs_arrays(records),
        }
    }

    /// Puts values at every frame of one property on one layer; keys outside both timelines stay.
    ///
    /// # Errors
    /// Outer: a broken record. Inner: why this file's wiring does not allow it.
    pub(super) fn write_property(
        &mut self,
        layer: &Layer,
        node: usize,
        property: Property,
        timeline: &Timeline,
        old_timeline: &Timeline,
        values: &[Vec3],
    ) -> Checked<Result<(), String>> {
        let channels = match layer.channels.get(&(node, property)) {
            None => {
                self.create_channels(layer, node, property, timeline, values, Wiring::New);
                return Ok(Ok(()));
            }
            Some(channels) => channels,
        };
        let drives = self.count(|c| c.source == channels.id && c.property.is_some());
        let layers = self.count(|c| c.source == channels.id && c.property.is_none());
        let wiring = match (drives > 1, layers > 1) {
            (false, false) => None,
            (true, false) => Some(Wiring::ReplaceTarget(channels.id)),
            (false, true) => Some(Wiring::ReplaceLayer(channels.id)),
            (true, true) => {
                return Ok(Err(format!(
                    "{} of node '{}' shares its curves with other nodes and other layers; it cannot be edited alone",
                    property.fbx_name(),
                    self.scene.nodes[node].name
                )));
            }
        };
        if let Some(wiring) = wiring {
            self.create_channels(layer, node, property, timeline, values, wiring);
            return Ok(Ok(()));
        }
        let ticks_per_second = self.scene.settings.ticks_per_second as f64;
        for axis in 0..3 {
            let wanted: Vec<f64> = values.iter().map(|v| v[axis]).collect();
            let Some(index) = channels.curves[axis] else {
                if wanted.iter().any(|v| (v - channels.defaults[axis]).abs() > SAME) {
                    let curve = self.create_curve(timeline, &wanted);
                    self.connect_property(curve, channels.id, AXES[axis]);
                }
                continue;
            };
            let curve = self.scene.curve(index)?;
            let is_same = timeline.frame_rate == old_timeline.frame_rate
                && timeline.ticks == old_timeline.ticks
                && wanted.iter().zip(&timeline.ticks).all(|(v, &tick)| {
                    (v - curve.value(tick, ticks_per_second, channels.defaults[axis])).abs() <= SAME
                });
            if is_same {
                continue;
            }
            let CurveSource::Record { id, node: record } = self.scene.curves[index.0] else {
                continue;
            };
            if self.count(|c| c.source == id && c.property.is_some()) > 1 {
                let curve = self.create_curve(timeline, &wanted);
                let axis = AXES[axis].as_bytes();
                self.redirect(curve, |c| {
                    c.source == id && c.destination == channels.id && c.property == Some(axis)
                })?;
            } else {
                self.rewrite_curve(record, timeline, old_timeline, &wanted)?;
            }
        }
        Ok(Ok(()))
    }

    fn count(&self, is_meant: impl Fn(&&Connection<'a>) -> bool) -> usize {
        self.connections.iter().filter(is_meant).count()
    }

    fn take_id(&mut self) -> i64 {
        self.next_id += 1;
        self.next_id - 1
    }

    fn add_object(&mut self, record: NewRecord) {
        if let Some(section) = self.records.section("Objects") {
            self.changes.add(section, record);
        }
    }

    fn add_connection(&mut self, record: NewRecord) {
        if let Some(section) = self.records.section("Connections") {
            self.changes.add(section, record);
        }
    }

    fn connect_property(&mut self, source: i64, destination: i64, property: &str) {
        let record = NewRecord::new("C").text(b"OP").long(source).long(destination);
        self.add_connection(record.text(property.as_bytes()));
    }

    /// Lets the connections that are meant start at another object.
    fn redirect(&mut self, source: i64, is_meant: impl Fn(&Connection<'a>) -> bool) -> Checked<()> {
        for connection in self.connections.iter().filter(|c| is_meant(c)) {
            let mut bytes = self.records.attribute_bytes(connection.record).to_vec();
            // Text "OP" or "OO" with its length, then the id.
            match bytes.get_mut(7..16) {
                Some(field) if field[0] == b'L' => field[1..].copy_from_slice(&source.to_le_bytes()),
                _ => {
                    return malformed(
                        self.records.offset(connection.record),
                        "the id of a connection has an unknown type",
                    );
                }
            }
            self.changes.attributes.insert(connection.record, bytes);
        }
        Ok(())
    }

    fn create_channels(
        &mut self,
        layer: &Layer,
        node: usize,
        property: Property,
        timeline: &Timeline,
        values: &[Vec3],
        wiring: Wiring,
    ) {
        let rest = self.scene.nodes[node].lcl(property);
        let id = self.take_id();
        let mut properties = NewRecord::new("Properties70");
        for axis in 0..3 {
            let p = NewRecord::new("P").text(AXES[axis].as_bytes()).text(b"Number").text(b"").text(b"A");
            properties = properties.child(p.double(rest[axis]));
        }
        let name: &[u8] = match property {
            Property::Translation => b"T\0\x01AnimCurveNode",
            Property::Rotation => b"R\0\x01AnimCurveNode",
            Property::Scaling => b"S\0\x01AnimCurveNode",
        };
        self.add_object(NewRecord::new("AnimationCurveNode").long(id).text(name).text(b"").child(properties));
        self.new_curve_nodes += 1;
        let target = self.scene.nodes[node].id;
        let is_target = |c: &Connection<'_>| {
            c.destination == target && c.property == Some(property.fbx_name().as_bytes())
        };
        // An id of unusual type cannot be redirected; adding the connection then is the next best.
        let redirected = match wiring {
            Wiring::New => false,
            Wiring::ReplaceTarget(old) => self.redirect(id, |c| c.source == old && is_target(c)).is_ok(),
            Wiring::ReplaceLayer(old) => self
                .redirect(id, |c| c.source == old && c.destination == layer.id && c.property.is_none())
                .is_ok(),
        };
        if !(redirected && matches!(wiring, Wiring::ReplaceLayer(_))) {
            self.add_connection(NewRecord::new("C").text(b"OO").long(id).long(layer.id));
        }
        if !(redirected && matches!(wiring, Wiring::ReplaceTarget(_))) {
            self.connect_property(id, target, property.fbx_name());
        }
        for axis in 0..3 {
            let wanted: Vec<f64> = values.iter().map(|v| v[axis]).collect();
            let curve = self.create_curve(timeline, &wanted);
            self.connect_property(curve, id, AXES[axis]);
        }
    }

    fn create_curve(&mut self, timeline: &Timeline, values: &[f64]) -> i64 {
        let id = self.take_id();
        let raw = RawCurve {
            ticks: timeline.ticks.clone(),
            values: values.to_vec(),
            attributes: vec![LINEAR_KEY; values.len()],
        };
        let mut record = NewRecord::new("AnimationCurve").long(id).text(b"\0\x01AnimCurve").text(b"");
        record = record.child(NewRecord::new("Default").double(0.0));
        record = record.child(NewRecord::new("KeyVer").int(4008));
        for (name, code, plain) in curve_arrays(&raw, b'f') {
            record = record.child(NewRecord::new(name).raw(&pack_array(
                code,
                &plain,
                self.should_pack(false, &plain),
            )));
        }
        self.add_object(record);
        self.new_curves += 1;
        id
    }

    fn rewrite_curve(
        &mut self,
        record: NodeId,
        timeline: &Timeline,
        old_timeline: &Timeline,
        values: &[f64],
    ) -> Checked<()> {
        let old = read_raw_curve(self.records, record)?;
        let new = merge_keys(&old, timeline, old_timeline, values);
        let value_code = self.records.child_array(record, "KeyValueFloat").map_or(b'f', |a| a.code);
        for (name, code, plain) in curve_arrays(&new, value_code) {
            let (Some(child), Some(array)) =
                (self.records.child(record, name), self.records.child_array(record, name))
            else {
                continue;
            };
            let is_same = match name {
                "KeyTime" => new.ticks == old.ticks,
                "KeyValueFloat" => false,
                _ => new.attributes == old.attributes,
            };
            if is_same {
                continue;
            }
            // Some exporters label the packed words as integers; they stay what they were.
            let code = if name == "KeyAttrDataFloat" { array.code } else { code };
            let packed = self.should_pack(array.encoding == 1, &plain);
            self.changes.attributes.insert(child, pack_array(code, &plain, packed));
        }
        Ok(())
    }

    /// Files that pack do so from about this length on.
    fn should_pack(&self, was_packed: bool, plain: &[u8]) -> bool {
        was_packed || (self.packs && plain.len() > 128)
    }

    /// Writes a stack's new first and last tick wherever the file keeps them.
    pub(super) fn set_span(&mut self, stack: &Stack, timeline: &Timeline) {
        let (Some(&first), Some(&last)) = (timeline.ticks.first(), timeline.ticks.last()) else {
            return;
        };
        let Some(objects) = self.records.section("Objects") else {
            return;
        };
        let is_stack = |&record: &NodeId| {
            self.records.name(record) == b"AnimationStack"
                && self.records.attribute(record, 0).and_then(Attribute::integer) == Some(stack.id)
        };
        if let Some(record) = self.records.children(objects).find(is_stack) {
            let properties = Properties::new(self.records, record, None);
            let found = ["LocalStart", "LocalStop", "ReferenceStart", "ReferenceStop"]
                .map(|n| properties.own_record(n));
            for (p, value) in found.into_iter().zip([first, last, first, last]) {
                if let Some(p) = p {
                    self.set_last_attribute(p, b'L', &value.to_le_bytes());
                }
            }
            // A file without the property states the span by its template or its keys; now it must be said.
            if let ([_, None, ..], Some(list)) = (found, self.records.child(record, "Properties70")) {
                for (name, value) in [(b"LocalStart".as_slice(), first), (b"LocalStop", last)] {
                    if name == b"LocalStart" && found[0].is_some() {
                        continue;
                    }
                    let p = NewRecord::new("P").text(name).text(b"KTime").text(b"Time").text(b"").long(value);
                    self.changes.add(list, p);
                }
            }
        }
        let takes = self.records.section("Takes").into_iter().flat_map(|t| self.records.children(t));
        let is_take = |&take: &NodeId| {
            self.records.name(take) == b"Take"
                && self.records.attribute(take, 0).and_then(Attribute::text) == Some(stack.name.as_bytes())
        };
        for take in takes.filter(is_take).collect::<Vec<_>>() {
            for name in ["LocalTime", "ReferenceTime"] {
                if let Some(record) = self.records.child(take, name)
                    && self.records.attribute_count(record) == 2
                    && self.records.attribute_bytes(record).len() == 18
                {
                    let span = NewRecord::new("").long(first).long(last);
                    self.changes.attributes.insert(record, span.attributes);
                }
            }
        }
    }

    /// Writes the file's frame rate; `false` if it has no place for it.
    pub(super) fn set_frame_rate(&mut self, rate: f64) -> bool {
        const CUSTOM: i32 = 14;
        let Some(section) = self.records.section("GlobalSettings") else {
            return false;
        };
        let properties = Properties::new(self.records, section, None);
        let (Some(mode), Some(custom)) =
            (properties.own_record("TimeMode"), properties.own_record("CustomFrameRate"))
        else {
            return false;
        };
        self.set_last_attribute(mode, b'I', &CUSTOM.to_le_bytes())
            && self.set_last_attribute(custom, b'D', &rate.to_le_bytes())
    }

    /// Replaces a record's last attribute if it is of that type.
    fn set_last_attribute(&mut self, record: NodeId, code: u8, value: &[u8]) -> bool {
        let mut bytes = self.records.attribute_bytes(record).to_vec();
        let Some(at) = bytes.len().checked_sub(value.len() + 1) else {
            return false;
        };
        if bytes[at] != code {
            return false;
        }
        bytes[at + 1..].copy_from_slice(value);
        self.changes.attributes.insert(record, bytes);
        true
    }

    /// The edited file; `None` if it is too large for its version.
    ///
    /// # Errors
    /// [`Malformed`] where the file's own tables do not allow new objects.
    pub(super) fn finish(mut self) -> Checked<Option<Vec<u8>>> {
        let new = self.new_curves + self.new_curve_nodes;
        if new > 0 {
            if self.records.section("Connections").is_none() {
                return malformed(self.records.bytes().len(), "the file has no Connections");
            }
            self.count_definitions(new);
        }
        Ok(rewrite(self.records, &self.changes))
    }

    fn count_definitions(&mut self, new: i32) {
        let Some(definitions) = self.records.section("Definitions") else {
            return;
        };
        self.raise_count(definitions, new);
        for (class, count) in
            [("AnimationCurve", self.new_curves), ("AnimationCurveNode", self.new_curve_nodes)]
        {
            if count == 0 {
                continue;
            }
            match object_type(self.records, definitions, class) {
                Some(record) => self.raise_count(record, count),
                None => {
                    let record = NewRecord::new("ObjectType").text(class.as_bytes());
                    self.changes.add(definitions, record.child(NewRecord::new("Count").int(count)));
                }
            }
        }
    }

    fn raise_count(&mut self, parent: NodeId, by: i32) {
        if let Some(record) = self.records.child(parent, "Count")
            && let Some(count) = self.records.attribute(record, 0).and_then(Attribute::integer)
        {
            let count = i32::try_from(count).unwrap_or(0).saturating_add(by);
            self.set_last_attribute(record, b'I', &count.to_le_bytes());
        }
    }
}

/// How a new curve node takes its place.
#[derive(Clone, Copy)]
enum Wiring {
    /// The property had none.
    New,
    /// In place of one that drives several nodes: take over its connection to this node.
    ReplaceTarget(i64),
    /// In place of one on several layers: take over its connection to this layer.
    ReplaceLayer(i64),
}

/// A key with straight lines to its neighbours, as the FBX SDK writes it: the tangent flags and weights do not count
/// then but are what readers expect to see.
const LINEAR_KEY: KeyAttributes =
    KeyAttributes { flags: FLAG_LINEAR | 0x6100, words: [0, 0, 0x0d05_0d05, 0] };

/// Old keys outside both timelines, and one key per frame between them. Where the old curve had a key on every frame
/// its times and interpolation stay; stretches it held stay held; everything else is straight.
fn merge_keys(old: &RawCurve, timeline: &Timeline, old_timeline: &Timeline, values: &[f64]) -> RawCurve {
    let first = |t: &Timeline| t.ticks.first().copied();
    let last = |t: &Timeline| t.ticks.last().copied();
    let lowest = [first(timeline), first(old_timeline)].into_iter().flatten().min().unwrap_or(0) - SNAP_TICKS;
    let highest = [last(timeline), last(old_timeline)].into_iter().flatten().max().unwrap_or(0) + SNAP_TICKS;
    let mut new = RawCurve::default();
    let mut push = |tick: i64, value: f64, attributes: KeyAttributes| {
        new.ticks.push(tick);
        new.values.push(value);
        new.attributes.push(attributes);
    };
    let before = old.ticks.partition_point(|&t| t < lowest);
    let after = old.ticks.partition_point(|&t| t <= highest);
    for k in 0..before {
        push(old.ticks[k], old.values[k], old.attributes[k]);
    }
    let key_at = |tick: i64| {
        let k = old.ticks.partition_point(|&t| t < tick - SNAP_TICKS);
        old.ticks.get(k).filter(|&&t| t <= tick + SNAP_TICKS).map(|_| k)
    };
    for (frame, &tick) in timeline.ticks.iter().enumerate() {
        let key = key_at(tick);
        let next = timeline.ticks.get(frame + 1).and_then(|&tick| key_at(tick));
        let is_last = frame + 1 == timeline.ticks.len();
        let attributes = match key {
            Some(k) if next == Some(k + 1) || (is_last && k + 1 >= after) => old.attributes[k],
            _ => {
                let holder = old.ticks.partition_point(|&t| t <= tick + SNAP_TICKS).checked_sub(1);
                let holds = holder.is_some_and(|k| old.attributes[k].flags & FLAG_CONSTANT != 0);
                if holds {
                    KeyAttributes { flags: FLAG_CONSTANT, words: LINEAR_KEY.words }
                } else {
                    LINEAR_KEY
                }
            }
        };
        push(key.map_or(tick, |k| old.ticks[k]), values[frame], attributes);
    }
    for k in after..old.ticks.len() {
        push(old.ticks[k], old.values[k], old.attributes[k]);
    }
    new
}

/// Child name, type letter and plain bytes of each array of a curve.
fn curve_arrays(raw: &RawCurve, value_code: u8) -> [(&'static str, u8, Vec<u8>); 5] {
    let (flags, words, counts) = run_lengths(&raw.attributes);
    let values = match value_code {
        b'd' => raw.values.iter().flat_map(|v| v.to_le_bytes()).collect(),
        _ => raw.values.iter().flat_map(|&v| (v as f32).to_le_bytes()).collect(),
    };
    [
        ("KeyTime", b'l', raw.ticks.iter().flat_map(|t| t.to_le_bytes()).collect()),
        ("KeyValueFloat", if value_code == b'd' { b'd' } else { b'f' }, values),
        ("KeyAttrFlags", b'i', flags.iter().flat_map(|v| v.to_le_bytes()).collect()),
        ("KeyAttrDataFloat", b'f', words.iter().flat_map(|v| v.to_le_bytes()).collect()),
        ("KeyAttrRefCount", b'i', counts.iter().flat_map(|v| v.to_le_bytes()).collect()),
    ]
}

/// Whether the file packs any array.
fn packs_arrays(records: &Records<'_>) -> bool {
    let objects = records.section("Objects");
    let fields =
        objects.into_iter().flat_map(|s| records.children(s)).flat_map(|object| records.children(object));
    fields
        .filter_map(|field| records.attribute(field, 0))
        .any(|attribute| matches!(attribute, Attribute::Array(array) if array.encoding == 1))
}
