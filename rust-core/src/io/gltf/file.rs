//! [`File`]: a parsed glTF file with its buffers, and checked access to accessor data.

use super::container::Container;
use super::json_text;
use super::schema::{Accessor, BufferView, MESHOPT, Root};
use crate::error::{Error, Place, Result};
use base64::Engine;
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The file as it was read.
#[derive(Debug, Clone)]
pub(super) struct File {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
    pub container: Container,
    pub root: Root,
    pub buffers: Vec<Bytes>,
}

/// Where a buffer's bytes are.
#[derive(Debug, Clone)]
pub(super) enum Bytes {
    /// In the binary chunk, at this range of the file.
    Chunk(Range<usize>),
    /// Decoded from the JSON text.
    Inline(Arc<Vec<u8>>),
    /// Read from a file beside this one.
    Beside(Arc<Vec<u8>>),
    /// Not to be had; only an error if something needed lies in it.
    Missing(Error),
}

/// Elements of an accessor as they lie in a buffer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub buffer: usize,
    pub start: usize,
    pub stride: usize,
    pub element_size: usize,
    pub count: usize,
}

impl Layout {
    /// First byte behind the last element.
    pub(super) fn end(&self) -> usize {
        match self.count {
            0 => self.start,
            count => self.start + (count - 1) * self.stride + self.element_size,
        }
    }
}

impl File {
    /// Parses the JSON and finds the buffers.
    pub(super) fn new(path: &Path, bytes: &[u8]) -> Result<Self> {
        let container = Container::new(path, bytes)?;
        let json = &bytes[container.json.clone()];
        let root: Root =
            serde_json::from_slice(json).map_err(|error| json_error(path, &container, json, &error))?;
        let mut file =
            Self { path: path.to_owned(), bytes: bytes.to_vec(), container, root, buffers: Vec::new() };
        if !file.root.asset.version.starts_with("2.") {
            return Err(Error::Unsupported {
                path: path.to_owned(),
                text: format!(
                    "glTF version '{}' is not supported; export as glTF 2.0",
                    file.root.asset.version
                ),
            });
        }
        file.load_buffers();
        // Decoded above; nobody reads the text again.
        for buffer in &mut file.root.buffers {
            if buffer.uri.as_ref().is_some_and(|uri| uri.starts_with("data:")) {
                buffer.uri = Some("data:".into());
            }
        }
        Ok(file)
    }

    /// The JSON text.
    pub(super) fn json(&self) -> &[u8] {
        &self.bytes[self.container.json.clone()]
    }

    /// An [`Error::Format`] about the JSON value at `place`, such as `accessors[3].count`, with its byte.
    pub(super) fn fail(&self, place: &str, text: impl std::fmt::Display) -> Error {
        let at = self.container.json.start + json_text::locate(self.json(), place);
        Error::format(&self.path, Place::Byte(at as u64), format!("{place}: {text}"))
    }

    /// Bytes of the file and of the files beside it.
    pub(super) fn byte_count(&self) -> usize {
        let mut seen = Vec::new();
        for bytes in &self.buffers {
            if let Bytes::Beside(bytes) = bytes
                && !seen.iter().any(|other| Arc::ptr_eq(other, bytes))
            {
                seen.push(bytes.clone());
            }
        }
        self.bytes.len() + seen.iter().map(|bytes| bytes.len()).sum::<usize>()
    }

    fn load_buffers(&mut self) {
        let mut beside: HashMap<String, Arc<Vec<u8>>> = HashMap::new();
        let mut out = Vec::with_capacity(self.root.buffers.len());
        for (index, buffer) in self.root.buffers.iter().enumerate() {
            let place = format!("buffers[{index}]");
            let bytes = match &buffer.uri {
                None => match &self.container.bin {
                    Some(range) if index == 0 => Ok(Bytes::Chunk(range.clone())),
                    _ => Err(self.fail(&place, "has no uri, and the file has no binary chunk for it")),
                },
                Some(uri) if uri.starts_with("data:") => self.decode(&place, uri),
                Some(uri) => match beside.get(uri) {
                    Some(bytes) => Ok(Bytes::Beside(bytes.clone())),
                    None => self.read_beside(&place, uri).map(|bytes| {
                        let bytes = Arc::new(bytes);
                        beside.insert(uri.clone(), bytes.clone());
                        Bytes::Beside(bytes)
                    }),
                },
            };
            out.push(bytes.unwrap_or_else(Bytes::Missing));
        }
        self.buffers = out;
    }

    fn decode(&self, place: &str, uri: &str) -> Result<Bytes> {
        let Some((_, text)) = uri.split_once(";base64,") else {
            return Err(self.fail(place, "its data uri is not base64"));
        };
        base64::engine::general_purpose::STANDARD
            .decode(text)
            .map(|bytes| Bytes::Inline(Arc::new(bytes)))
            .map_err(|error| self.fail(place, format!("its data uri is not base64: {error}")))
    }

    fn read_beside(&self, place: &str, uri: &str) -> Result<Vec<u8>> {
        let name = percent_decoded(uri);
        let relative = Path::new(&name);
        let outside = || {
            self.fail(place, format!("uri '{uri}' is refused: buffers must lie in the folder of the file"))
        };
        let plain = relative.components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
        if !plain || name.contains("://") || name.contains('\\') {
            return Err(outside());
        }
        let folder = self.path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let path = folder.join(relative);
        let io = |error: std::io::Error| Error::io(&path, &error);
        // A link may lead out of the folder although its name does not.
        let real = path.canonicalize().map_err(io)?;
        if !real.starts_with(folder.canonicalize().map_err(io)?) {
            return Err(outside());
        }
        if !real.is_file() {
            return Err(self.fail(place, format!("uri '{uri}' is not a file")));
        }
        std::fs::read(&real).map_err(io)
    }

    /// The bytes of a buffer, as many as it declares.
    pub(super) fn buffer(&self, index: usize) -> Result<&[u8]> {
        let place = || format!("buffers[{index}]");
        let Some(bytes) = self.buffers.get(index) else {
            return Err(self.fail("buffers", format!("there is no buffer {index}")));
        };
        let bytes = match bytes {
            Bytes::Chunk(range) => &self.bytes[range.clone()],
            Bytes::Inline(bytes) | Bytes::Beside(bytes) => bytes,
            Bytes::Missing(error) => return Err(error.clone()),
        };
        let length = self.root.buffers[index].byte_length;
        bytes.get(..length).ok_or_else(|| {
            self.fail(&place(), format!("declares {length} bytes but there are {}", bytes.len()))
        })
    }

    /// The accessor at `index`; `place` is who asks.
    pub(super) fn accessor(&self, index: usize, place: &str) -> Result<&Accessor> {
        self.root.accessors.get(index).ok_or_else(|| {
            self.fail(
                place,
                format!("refers to accessor {index}, but there are {}", self.root.accessors.len()),
            )
        })
    }

    /// Where the elements of an accessor lie, checked against its buffer; `None` without a buffer view.
    pub(super) fn layout(&self, index: usize) -> Result<Option<Layout>> {
        let accessor = self.accessor(index, "accessors")?;
        let place = || format!("accessors[{index}]");
        let Some(view) = accessor.buffer_view else { return Ok(None) };
        let size = self.element_size(index)?;
        self.span(&place(), view, accessor.byte_offset, size, accessor.count, true).map(Some)
    }

    /// Bytes of one element.
    pub(super) fn element_size(&self, index: usize) -> Result<usize> {
        let accessor = &self.root.accessors[index];
        let component = component_size(accessor.component_type).ok_or_else(|| {
            self.fail(
                &format!("accessors[{index}].componentType"),
                format!("{} is not a component type (5120 to 5126)", accessor.component_type),
            )
        })?;
        Ok(component * self.width(index)?)
    }

    /// Components of one element.
    pub(super) fn width(&self, index: usize) -> Result<usize> {
        let kind = &self.root.accessors[index].kind;
        Ok(match kind.as_str() {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            "MAT4" => 16,
            _ => {
                return Err(
                    self.fail(&format!("accessors[{index}].type"), format!("'{kind}' is not expected here"))
                );
            }
        })
    }

    fn view(&self, index: usize, place: &str) -> Result<&BufferView> {
        self.root.buffer_views.get(index).ok_or_else(|| {
            self.fail(
                place,
                format!("refers to buffer view {index}, but there are {}", self.root.buffer_views.len()),
            )
        })
    }

    fn span(
        &self,
        place: &str,
        view_index: usize,
        offset: usize,
        element_size: usize,
        count: usize,
        strided: bool,
    ) -> Result<Layout> {
        let view = self.view(view_index, place)?;
        let view_place = || format!("bufferViews[{view_index}]");
        let buffer = match self.buffer(view.buffer) {
            Ok(buffer) => buffer,
            Err(_) if view.extensions.contains_key(MESHOPT) => {
                return Err(Error::Unsupported {
                    path: self.path.clone(),
                    text: format!(
                        "{place} is compressed with {MESHOPT}; unpack the file first (gltfpack -noq without -c, or gltf-transform copy)"
                    ),
                });
            }
            Err(error) => return Err(error),
        };
        let fits = view.byte_offset.checked_add(view.byte_length).is_some_and(|end| end <= buffer.len());
        if !fits {
            return Err(self.fail(
                &view_place(),
                format!(
                    "{} bytes from {} do not fit into the {} of buffer {}",
                    view.byte_length,
                    view.byte_offset,
                    buffer.len(),
                    view.buffer
                ),
            ));
        }
        let stride = view.byte_stride.filter(|_| strided).unwrap_or(element_size);
        if stride < element_size {
            return Err(self.fail(
                &view_place(),
                format!("byteStride {stride} is less than an element of {element_size} bytes"),
            ));
        }
        let needed = match count {
            0 => Some(offset),
            _ => stride
                .checked_mul(count - 1)
                .and_then(|n| n.checked_add(element_size))
                .and_then(|n| n.checked_add(offset)),
        };
        if needed.is_none_or(|needed| needed > view.byte_length) {
            return Err(self.fail(
                place,
                format!(
                    "{count} elements of {element_size} bytes from {offset} do not fit into the {} of buffer view {view_index}",
                    view.byte_length
                ),
            ));
        }
        Ok(Layout { buffer: view.buffer, start: view.byte_offset + offset, stride, element_size, count })
    }

    /// The accessor's components as numbers, element after element; normalised integers come as fractions.
    ///
    /// Every value is finite. `width` is the number of components the caller expects, `place` names the caller.
    pub(super) fn numbers(&self, index: usize, width: usize, place: &str) -> Result<Vec<f32>> {
        let accessor = self.accessor(index, place)?;
        let (kind, normalized) = (accessor.component_type, accessor.normalized);
        let mut out = Vec::new();
        self.collect(index, width, place, &mut out, |bytes| number(kind, normalized, bytes))?;
        if let Some(at) = out.iter().position(|x| !x.is_finite()) {
            return Err(self.fail(
                &format!("accessors[{index}]"),
                format!("element {} holds {}, which is not a finite number ({place})", at / width, out[at]),
            ));
        }
        Ok(out)
    }

    /// The accessor's components as whole numbers: indices and joint slots.
    pub(super) fn integers(&self, index: usize, width: usize, place: &str) -> Result<Vec<u32>> {
        let kind = self.accessor(index, place)?.component_type;
        if !matches!(kind, 5121 | 5123 | 5125) {
            return Err(self.fail(
                &format!("accessors[{index}].componentType"),
                format!("{kind} is not an unsigned integer ({place})"),
            ));
        }
        let mut out = Vec::new();
        self.collect(index, width, place, &mut out, |bytes| integer(kind, bytes))?;
        Ok(out)
    }

    fn collect<T: Copy + Default>(
        &self,
        index: usize,
        width: usize,
        place: &str,
        out: &mut Vec<T>,
        decode: impl Fn(&[u8]) -> T,
    ) -> Result<()> {
        let accessor = self.accessor(index, place)?;
        let accessor_place = format!("accessors[{index}]");
        if self.width(index)? != width {
            let text = format!("is {}, but {place} needs {width} components", accessor.kind);
            return Err(self.fail(&accessor_place, text));
        }
        let element_size = self.element_size(index)?;
        let component = element_size / width;
        match self.layout(index)? {
            Some(layout) => {
                let buffer = self.buffer(layout.buffer)?;
                out.reserve(accessor.count * width);
                for element in 0..accessor.count {
                    let at = layout.start + element * layout.stride;
                    out.extend(buffer[at..at + element_size].chunks_exact(component).map(&decode));
                }
            }
            None => {
                // Zeros out of nowhere: bounded by what the file holds, or a small file could ask for any amount.
                if accessor.count > self.byte_count() {
                    return Err(self.fail(
                        &accessor_place,
                        format!(
                            "{} elements without a buffer view are too many for a file of this size",
                            accessor.count
                        ),
                    ));
                }
                out.resize(accessor.count * width, T::default());
            }
        }
        let Some(sparse) = &accessor.sparse else { return Ok(()) };
        let place = format!("{accessor_place}.sparse");
        let index_kind = sparse.indices.component_type;
        let index_size =
            component_size(index_kind).filter(|_| matches!(index_kind, 5121 | 5123 | 5125)).ok_or_else(
                || self.fail(&place, format!("index type {index_kind} is not an unsigned integer")),
            )?;
        let indices = self.span(
            &place,
            sparse.indices.buffer_view,
            sparse.indices.byte_offset,
            index_size,
            sparse.count,
            false,
        )?;
        let values = self.span(
            &place,
            sparse.values.buffer_view,
            sparse.values.byte_offset,
            element_size,
            sparse.count,
            false,
        )?;
        let (index_bytes, value_bytes) = (self.buffer(indices.buffer)?, self.buffer(values.buffer)?);
        for i in 0..sparse.count {
            let at = indices.start + i * index_size;
            let element = integer(index_kind, &index_bytes[at..at + index_size]) as usize;
            if element >= accessor.count {
                return Err(self.fail(&place, format!("replaces element {element} of {}", accessor.count)));
            }
            let at = values.start + i * element_size;
            let bytes = &value_bytes[at..at + element_size];
            for (c, bytes) in bytes.chunks_exact(component).enumerate() {
                out[element * width + c] = decode(bytes);
            }
        }
        Ok(())
    }
}

fn json_error(path: &Path, container: &Container, json: &[u8], error: &serde_json::Error) -> Error {
    let text = format!("the JSON is not glTF: {error}");
    if !container.is_binary {
        return Error::format(path, Place::Line(error.line()), text);
    }
    let line_start: usize =
        json.split_inclusive(|&b| b == b'\n').take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
    let at = container.json.start + line_start + error.column().saturating_sub(1);
    Error::format(path, Place::Byte(at as u64), text)
}

fn percent_decoded(uri: &str) -> String {
    let bytes = uri.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = uri.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn component_size(kind: u32) -> Option<usize> {
    match kind {
        5120 | 5121 => Some(1),
        5122 | 5123 => Some(2),
        5125 | 5126 => Some(4),
        _ => None,
    }
}

fn number(kind: u32, normalized: bool, b: &[u8]) -> f32 {
    let (value, divisor) = match kind {
        5120 => (f32::from(b[0] as i8), 127.0),
        5121 => (f32::from(b[0]), 255.0),
        5122 => (f32::from(i16::from_le_bytes([b[0], b[1]])), 32767.0),
        5123 => (f32::from(u16::from_le_bytes([b[0], b[1]])), 65535.0),
        5125 => (u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as f32, 1.0),
        _ => return f32::from_le_bytes([b[0], b[1], b[2], b[3]]),
    };
    if normalized { (value / divisor).max(-1.0) } else { value }
}

fn integer(kind: u32, b: &[u8]) -> u32 {
    match kind {
        5121 => u32::from(b[0]),
        5123 => u32::from(u16::from_le_bytes([b[0], b[1]])),
        _ => u32::from_le_bytes([b[0], b[1], b[2], b[3]]),
    }
}
