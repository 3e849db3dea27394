//! [`Tree`]: objects and connections of a file in the making, and its encoding with fbxcel's writer.

use fbxcel::low::{FbxVersion, v7400::ArrayAttributeEncoding};
use fbxcel::writer::v7400::binary::{FbxFooter, Result, Writer};
use std::io::Cursor;

/// An attribute or a child of a record.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Bool(bool),
    I32(i32),
    I64(i64),
    F64(f64),
    Text(String),
    Binary(&'static [u8]),
    I32s(Vec<i32>),
    I64s(Vec<i64>),
    F32s(Vec<f32>),
    F64s(Vec<f64>),
    /// Children come after all attributes.
    Record(&'static str, Vec<Value>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

pub(super) fn record(name: &'static str, values: Vec<Value>) -> Value {
    Value::Record(name, values)
}

/// An object's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Id(i64);

impl From<Id> for Value {
    fn from(id: Id) -> Self {
        Value::I64(id.0)
    }
}

/// Objects and connections.
#[derive(Debug, Default)]
pub(super) struct Tree {
    objects: Vec<(&'static str, Value)>,
    connections: Vec<Value>,
}

impl Tree {
    /// The scene's own root.
    pub(super) const ROOT: Id = Id(0);

    /// Adds an object; `kind` is FBX's third attribute.
    pub(super) fn add(
        &mut self,
        class: &'static str,
        name: &str,
        kind: &'static str,
        fields: Vec<Value>,
    ) -> Id {
        let id = Id(1_000_000 + self.objects.len() as i64);
        let suffix = match (class, kind) {
            ("AnimationStack", _) => "AnimStack",
            ("AnimationLayer", _) => "AnimLayer",
            ("AnimationCurveNode", _) => "AnimCurveNode",
            ("AnimationCurve", _) => "AnimCurve",
            ("Deformer", "Cluster") => "SubDeformer",
            (class, _) => class,
        };
        let mut values = vec![id.into(), Value::Text(format!("{name}\0\u{1}{suffix}")), kind.into()];
        values.extend(fields);
        self.objects.push((class, Value::Record(class, values)));
        id
    }

    pub(super) fn connect(&mut self, source: Id, destination: Id) {
        self.connections.push(record("C", vec!["OO".into(), source.into(), destination.into()]));
    }

    pub(super) fn connect_property(&mut self, source: Id, destination: Id, property: &str) {
        self.connections
            .push(record("C", vec!["OP".into(), source.into(), destination.into(), property.into()]));
    }

    /// How many objects of each class there are, in order of first appearance.
    fn definitions(&self) -> Value {
        let mut counts: Vec<(&'static str, i32)> = vec![("GlobalSettings", 1)];
        for (class, _) in &self.objects {
            match counts.iter_mut().find(|(known, _)| known == class) {
                Some((_, count)) => *count += 1,
                None => counts.push((class, 1)),
            }
        }
        let total = counts.iter().map(|(_, count)| count).sum();
        let mut values =
            vec![record("Version", vec![Value::I32(100)]), record("Count", vec![Value::I32(total)])];
        for (class, count) in counts {
            values.push(record("ObjectType", vec![class.into(), record("Count", vec![Value::I32(count)])]));
        }
        record("Definitions", values)
    }
}

// Time, file id and footer id belong together: readers of the FBX SDK check one against the others.
const CREATION_TIME: &str = "1970-01-01 10:00:00:000";
const FILE_ID: &[u8; 16] = b"\x28\xb3\x2a\xeb\xb6\x24\xcc\xc2\xbf\xc8\xb0\x2a\xa9\x2b\xfc\xf1";
const FOOTER_ID: &[u8; 16] = b"\xfa\xbc\xab\x09\xd0\xc8\xd4\x66\xb1\x76\xfb\x83\x1c\xf7\x26\x7e";
const CREATOR: &str = concat!("Surefoot ", env!("CARGO_PKG_VERSION"));
/// Arrays shorter than this (bytes) gain nothing from packing.
const PACK_FROM: usize = 128;

/// The whole file; `takes` are names and last ticks of its clips.
pub(super) fn encode(tree: &Tree, settings: &Value, takes: &[(String, i64)]) -> Result<Vec<u8>> {
    let mut writer = Writer::new(Cursor::new(Vec::new()), FbxVersion::V7_4)?;
    let header = vec![
        record("FBXHeaderVersion", vec![Value::I32(1003)]),
        record("FBXVersion", vec![Value::I32(7400)]),
        record("EncryptionType", vec![Value::I32(0)]),
        record("Creator", vec![CREATOR.into()]),
    ];
    write(&mut writer, &record("FBXHeaderExtension", header))?;
    write(&mut writer, &record("FileId", vec![Value::Binary(FILE_ID)]))?;
    write(&mut writer, &record("CreationTime", vec![CREATION_TIME.into()]))?;
    write(&mut writer, &record("Creator", vec![CREATOR.into()]))?;
    write(&mut writer, settings)?;
    let document =
        vec![Value::I64(999_999), "".into(), "Scene".into(), record("RootNode", vec![Value::I64(0)])];
    let documents = vec![record("Count", vec![Value::I32(1)]), record("Document", document)];
    write(&mut writer, &record("Documents", documents))?;
    write(&mut writer, &record("References", vec![]))?;
    write(&mut writer, &tree.definitions())?;
    drop(writer.new_node("Objects")?);
    for (_, object) in &tree.objects {
        write(&mut writer, object)?;
    }
    writer.close_node()?;
    write(&mut writer, &record("Connections", tree.connections.clone()))?;
    let mut list = vec![record("Current", vec![takes.first().map_or("", |(name, _)| name.as_str()).into()])];
    for (name, last) in takes {
        let span = || vec![Value::I64(0), Value::I64(*last)];
        let fields = vec![name.as_str().into(), record("LocalTime", span()), record("ReferenceTime", span())];
        list.push(record("Take", fields));
    }
    write(&mut writer, &record("Takes", list))?;
    let footer = FbxFooter { unknown1: Some(FOOTER_ID), ..FbxFooter::default() };
    let mut bytes = writer.finalize(&footer)?.into_inner();
    // The footer's padding is 1 to 16 zeros; fbxcel writes none where the SDK writes sixteen.
    const TAIL: usize = 4 + 4 + 120 + 16;
    if let Some(at) = bytes.len().checked_sub(TAIL)
        && bytes[..at].ends_with(FOOTER_ID)
    {
        bytes.splice(at..at, [0; 16]);
    }
    Ok(bytes)
}

/// Records nest four deep at most.
fn write(writer: &mut Writer<Cursor<Vec<u8>>>, value: &Value) -> Result<()> {
    let Value::Record(name, values) = value else {
        return Ok(());
    };
    let mut attributes = writer.new_node(name)?;
    let pack = |bytes: usize| (bytes >= PACK_FROM).then_some(ArrayAttributeEncoding::Zlib);
    for value in values {
        match value {
            Value::Bool(v) => attributes.append_bool(*v)?,
            Value::I32(v) => attributes.append_i32(*v)?,
            Value::I64(v) => attributes.append_i64(*v)?,
            Value::F64(v) => attributes.append_f64(*v)?,
            Value::Text(v) => attributes.append_string_direct(v)?,
            Value::Binary(v) => attributes.append_binary_direct(v)?,
            Value::I32s(v) => attributes.append_arr_i32_from_iter(pack(4 * v.len()), v.iter().copied())?,
            Value::I64s(v) => attributes.append_arr_i64_from_iter(pack(8 * v.len()), v.iter().copied())?,
            Value::F32s(v) => attributes.append_arr_f32_from_iter(pack(4 * v.len()), v.iter().copied())?,
            Value::F64s(v) => attributes.append_arr_f64_from_iter(pack(8 * v.len()), v.iter().copied())?,
            Value::Record(..) => {}
        }
    }
    for value in values {
        write(writer, value)?;
    }
    writer.close_node()
}
