//! Small binary FBX files made from scratch, for what real ones do not show: every rotation order, pivots, tangents,
//! layers, inherit types, axes, both header widths. Shares no code with the library's reader or writers.

/// A record: name, attributes with their type letters, children.
#[derive(Debug, Clone, Default)]
pub struct Rec {
    name: String,
    count: usize,
    attributes: Vec<u8>,
    children: Vec<Rec>,
    closed: bool,
}

impl Rec {
    /// An empty record.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    fn attribute(mut self, code: u8, bytes: &[u8]) -> Self {
        self.attributes.push(code);
        self.attributes.extend_from_slice(bytes);
        self.count += 1;
        self
    }

    /// 32-bit integer.
    pub fn i(self, v: i32) -> Self {
        self.attribute(b'I', &v.to_le_bytes())
    }

    /// 64-bit integer.
    pub fn l(self, v: i64) -> Self {
        self.attribute(b'L', &v.to_le_bytes())
    }

    /// Double.
    pub fn d(self, v: f64) -> Self {
        self.attribute(b'D', &v.to_le_bytes())
    }

    /// Text.
    pub fn s(self, v: &str) -> Self {
        let mut raw = (v.len() as u32).to_le_bytes().to_vec();
        raw.extend_from_slice(v.as_bytes());
        self.attribute(b'S', &raw)
    }

    /// One byte under any letter, also those that few readers know.
    pub fn byte(self, code: u8, v: u8) -> Self {
        self.attribute(code, &[v])
    }

    /// Plain array of elements already in bytes.
    pub fn array(self, code: u8, count: usize, plain: &[u8]) -> Self {
        let mut raw = (count as u32).to_le_bytes().to_vec();
        raw.extend_from_slice(&0u32.to_le_bytes());
        raw.extend_from_slice(&(plain.len() as u32).to_le_bytes());
        raw.extend_from_slice(plain);
        self.attribute(code, &raw)
    }

    /// An array with any header.
    pub fn raw_array(self, code: u8, count: u32, encoding: u32, data: &[u8]) -> Self {
        let mut raw = count.to_le_bytes().to_vec();
        raw.extend_from_slice(&encoding.to_le_bytes());
        raw.extend_from_slice(&(data.len() as u32).to_le_bytes());
        raw.extend_from_slice(data);
        self.attribute(code, &raw)
    }

    /// 64-bit integers.
    pub fn ls(self, v: &[i64]) -> Self {
        self.array(b'l', v.len(), &v.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>())
    }

    /// 32-bit integers.
    pub fn is(self, v: &[i32]) -> Self {
        self.array(b'i', v.len(), &v.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>())
    }

    /// Floats.
    pub fn fs(self, v: &[f32]) -> Self {
        self.array(b'f', v.len(), &v.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>())
    }

    /// Doubles.
    pub fn ds(self, v: &[f64]) -> Self {
        self.array(b'd', v.len(), &v.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>())
    }

    /// Adds a child.
    pub fn child(mut self, child: Rec) -> Self {
        self.children.push(child);
        self
    }

    /// Closes an empty list of children, as some exporters do.
    pub fn closed(mut self) -> Self {
        self.closed = true;
        self
    }

    fn write(&self, wide: bool, out: &mut Vec<u8>) {
        let start = out.len();
        let number = |out: &mut Vec<u8>, v: usize| {
            if wide {
                out.extend_from_slice(&(v as u64).to_le_bytes());
            } else {
                out.extend_from_slice(&(v as u32).to_le_bytes());
            }
        };
        number(out, 0);
        number(out, self.count);
        number(out, self.attributes.len());
        out.push(self.name.len() as u8);
        out.extend_from_slice(self.name.as_bytes());
        out.extend_from_slice(&self.attributes);
        self.children.iter().for_each(|c| c.write(wide, out));
        if !self.children.is_empty() || self.closed {
            out.extend(std::iter::repeat_n(0, if wide { 25 } else { 13 }));
        }
        let end = out.len();
        if wide {
            out[start..start + 8].copy_from_slice(&(end as u64).to_le_bytes());
        } else {
            out[start..start + 4].copy_from_slice(&(end as u32).to_le_bytes());
        }
    }
}

/// A whole file of these top records.
pub fn file(version: u32, top: &[Rec]) -> Vec<u8> {
    let mut out = b"Kaydara FBX Binary  \0\x1a\0".to_vec();
    out.extend_from_slice(&version.to_le_bytes());
    let wide = version >= 7500;
    top.iter().for_each(|r| r.write(wide, &mut out));
    out.extend(std::iter::repeat_n(0, if wide { 25 } else { 13 }));
    out.extend_from_slice(&[0xfa; 16]);
    let padding = 16 - out.len() % 16;
    out.extend(std::iter::repeat_n(0, padding + 4));
    out.extend_from_slice(&version.to_le_bytes());
    out.extend(std::iter::repeat_n(0, 120));
    out.extend_from_slice(&[0xf8; 16]);
    out
}

/// Ticks of a second.
pub const SECOND: i64 = 46_186_158_000;

/// One key: frame at 30 per second (may be between), value, flags, right slope, next left slope, packed weights.
#[derive(Debug, Clone, Copy)]
pub struct MakeKey(pub f64, pub f32, pub i32, pub f32, pub f32, pub u32);

impl MakeKey {
    /// A key with straight lines.
    pub fn linear(frame: f64, value: f32) -> Self {
        Self(frame, value, 4, 0.0, 0.0, 0)
    }
}

/// A scene in the making.
#[derive(Debug, Clone)]
pub struct Make {
    /// 7400 has narrow headers, 7500 wide ones.
    pub version: u32,
    /// `P` records of GlobalSettings.
    pub settings: Vec<Rec>,
    /// `P` records of the template of all nodes.
    pub template: Vec<Rec>,
    /// Object records.
    pub objects: Vec<Rec>,
    /// Connection records.
    pub connections: Vec<Rec>,
    next_id: i64,
}

impl Default for Make {
    fn default() -> Self {
        Self {
            version: 7400,
            settings: vec![p_int("TimeMode", 6)],
            template: vec![],
            objects: vec![],
            connections: vec![],
            next_id: 1000,
        }
    }
}

/// An integer property.
pub fn p_int(name: &str, v: i32) -> Rec {
    Rec::new("P").s(name).s("int").s("Integer").s("").i(v)
}

/// A number property.
pub fn p_number(name: &str, v: f64) -> Rec {
    Rec::new("P").s(name).s("double").s("Number").s("").d(v)
}

/// A vector property.
pub fn p_vector(name: &str, v: [f64; 3]) -> Rec {
    Rec::new("P").s(name).s("Vector3D").s("Vector").s("").d(v[0]).d(v[1]).d(v[2])
}

fn p_time(name: &str, v: i64) -> Rec {
    Rec::new("P").s(name).s("KTime").s("Time").s("").l(v)
}

fn p70(list: &[Rec]) -> Rec {
    list.iter().cloned().fold(Rec::new("Properties70"), Rec::child)
}

impl Make {
    /// A fresh id.
    pub fn id(&mut self) -> i64 {
        self.next_id += 1;
        self.next_id
    }

    /// Connects two objects.
    pub fn connect(&mut self, source: i64, destination: i64) {
        self.connections.push(Rec::new("C").s("OO").l(source).l(destination));
    }

    /// Connects an object to another's property.
    pub fn connect_property(&mut self, source: i64, destination: i64, property: &str) {
        self.connections.push(Rec::new("C").s("OP").l(source).l(destination).s(property));
    }

    /// Adds a node below `parent` (0 for the scene).
    pub fn node(&mut self, name: &str, kind: &str, parent: i64, properties: &[Rec]) -> i64 {
        let id = self.id();
        let record = Rec::new("Model").l(id).s(&format!("{name}\0\x01Model")).s(kind);
        self.objects.push(record.child(Rec::new("Version").i(232)).child(p70(properties)));
        self.connect(id, parent);
        if kind == "LimbNode" {
            // Without its attribute some readers do not see a joint.
            let attribute = self.id();
            let record =
                Rec::new("NodeAttribute").l(attribute).s(&format!("{name}\0\x01NodeAttribute")).s(kind);
            self.objects.push(record.child(Rec::new("TypeFlags").s("Skeleton")));
            self.connect(attribute, id);
        }
        id
    }

    /// Adds a stack over these frames at 30 per second; none for one that does not say.
    pub fn stack(&mut self, name: &str, frames: Option<(i64, i64)>) -> i64 {
        let id = self.id();
        let times = frames.map_or(vec![], |(first, last)| {
            vec![p_time("LocalStart", first * SECOND / 30), p_time("LocalStop", last * SECOND / 30)]
        });
        let record = Rec::new("AnimationStack").l(id).s(&format!("{name}\0\x01AnimStack")).s("");
        self.objects.push(record.child(p70(&times)));
        id
    }

    /// Adds a layer on top of a stack.
    pub fn layer(&mut self, stack: i64, properties: &[Rec]) -> i64 {
        let id = self.id();
        let record = Rec::new("AnimationLayer").l(id).s(&format!("Layer{id}\0\x01AnimLayer")).s("");
        self.objects.push(record.child(p70(properties)));
        self.connect(id, stack);
        id
    }

    /// Adds a curve of these keys.
    pub fn curve(&mut self, keys: &[MakeKey], extra: &[Rec]) -> i64 {
        let id = self.id();
        let ticks: Vec<i64> = keys.iter().map(|k| (k.0 * SECOND as f64 / 30.0).round() as i64).collect();
        let values: Vec<f32> = keys.iter().map(|k| k.1).collect();
        let flags: Vec<i32> = keys.iter().map(|k| k.2).collect();
        let data: Vec<f32> = keys.iter().flat_map(|k| [k.3, k.4, f32::from_bits(k.5), 0.0]).collect();
        let mut record = Rec::new("AnimationCurve")
            .l(id)
            .s("\0\x01AnimCurve")
            .s("")
            .child(Rec::new("Default").d(0.0))
            .child(Rec::new("KeyVer").i(4008))
            .child(Rec::new("KeyTime").ls(&ticks))
            .child(Rec::new("KeyValueFloat").fs(&values))
            .child(Rec::new("KeyAttrFlags").is(&flags))
            .child(Rec::new("KeyAttrDataFloat").fs(&data))
            .child(Rec::new("KeyAttrRefCount").is(&vec![1; keys.len()]));
        for child in extra {
            record = record.child(child.clone());
        }
        self.objects.push(record);
        id
    }

    /// Lets curves drive a vector property of a node on a layer; axes without a curve keep `defaults`.
    pub fn animate(
        &mut self,
        layer: i64,
        node: i64,
        property: &str,
        defaults: [f64; 3],
        curves: [Option<i64>; 3],
    ) -> i64 {
        let id = self.id();
        let axes = ["d|X", "d|Y", "d|Z"];
        let list: Vec<Rec> = (0..3).map(|a| p_number(axes[a], defaults[a])).collect();
        let record = Rec::new("AnimationCurveNode").l(id).s("N\0\x01AnimCurveNode").s("");
        self.objects.push(record.child(p70(&list)));
        self.connect(id, layer);
        self.connect_property(id, node, property);
        for (axis, curve) in axes.into_iter().zip(curves) {
            if let Some(curve) = curve {
                self.connect_property(curve, id, axis);
            }
        }
        id
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let template = Rec::new("PropertyTemplate").s("FbxNode").child(p70(&self.template));
        let models = Rec::new("ObjectType").s("Model").child(Rec::new("Count").i(1)).child(template);
        let definitions =
            Rec::new("Definitions").child(Rec::new("Count").i(self.objects.len() as i32)).child(models);
        let list = |name: &str, records: &[Rec]| records.iter().cloned().fold(Rec::new(name), Rec::child);
        file(
            self.version,
            &[
                Rec::new("FBXHeaderExtension").child(Rec::new("FBXHeaderVersion").i(1003)),
                // Letters that few readers know, and an empty list that is closed all the same.
                Rec::new("Oddity").byte(b'C', b'W').byte(b'Z', 7).child(Rec::new("Inner").i(1).closed()),
                Rec::new("GlobalSettings").child(p70(&self.settings)),
                definitions,
                list("Objects", &self.objects),
                list("Connections", &self.connections),
            ],
        )
    }
}
