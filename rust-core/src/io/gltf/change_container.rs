//! Converts GLB to text glTF and back. Of the JSON text only the entries of the buffers change.

use super::Source;
use super::container::{self, Container};
use super::file::{Bytes, File};
use super::json_text::{Edits, elements, member, value_at};
use super::patch::data_uri;
use crate::error::{Error, Result};
use crate::io::document::{Encoded, Note};
use base64::Engine;
use serde_json::{Map, Value};
use std::ops::Range;

/// The encoded file in the other container. Buffers in files beside the source come inside, for the new file may lie
/// elsewhere; images beside it stay there and are named.
pub(in crate::io) fn change_container(source: &Source, encoded: Encoded) -> Result<Encoded> {
    let file = &source.file;
    let Encoded { bytes, mut notes } = encoded;
    let container = Container::new(&file.path, &bytes)?;
    let json = &bytes[container.json.clone()];
    let broken = || file.fail("buffers", "its text cannot be edited");
    let root = value_at(json, 0).ok_or_else(broken)?;
    let array = |name: &str| member(json, &root, name).map(|a| elements(json, &a)).unwrap_or_default();
    let mut edits = Edits::default();
    let mut chunk = None;
    for (index, object) in array("buffers").into_iter().enumerate() {
        let is_chunk = index == 0 && container.is_binary && member(json, &object, "uri").is_none();
        if is_chunk {
            let Some(range) = container.bin.clone() else { continue };
            let content = trimmed(&bytes[range], json, &object);
            edits.push_member(json, &object, "uri", &Value::String(data_uri(content)).to_string());
            continue;
        }
        let Some(content) = buffer_bytes(file, json, index, &object)? else { continue };
        if index == 0 && !container.is_binary {
            edits.replace(object.clone(), without_uri(json, &object).ok_or_else(broken)?);
            chunk = Some(content);
        } else if let (Some(Bytes::Beside(_)), Some(uri)) =
            (file.buffers.get(index), member(json, &object, "uri"))
        {
            edits.replace(uri, Value::String(data_uri(&content)).to_string());
        }
    }
    let outside = array("images")
        .iter()
        .filter_map(|image| member(json, image, "uri"))
        .filter(|uri| !json[uri.clone()].starts_with(b"\"data:"))
        .count();
    if outside > 0 {
        let text = format!(
            "images in files beside the source ({outside}) stay there; copy them beside the new file"
        );
        notes.push(Note::warning("images-beside", text));
    }
    if !container.rest.is_empty() {
        let text = "text glTF cannot hold the extra chunks of a GLB; they are left out";
        notes.push(Note::warning("chunks-lost", text));
    }
    let edited = edits.apply(json);
    let bytes = if container.is_binary {
        edited.trim_ascii_end().to_vec()
    } else {
        container::assemble(edited.trim_ascii_end(), chunk.as_deref(), &[]).ok_or_else(|| {
            Error::Unsupported {
                path: file.path.clone(),
                text: "the result would be larger than the 4 GiB of a GLB".into(),
            }
        })?
    };
    Ok(Encoded { bytes, notes })
}

/// The bytes of a buffer with a uri; `None` where they cannot be had, as for files that are not there.
fn buffer_bytes(file: &File, json: &[u8], index: usize, object: &Range<usize>) -> Result<Option<Vec<u8>>> {
    let Some(uri) = member(json, object, "uri") else { return Ok(None) };
    // Edits may have changed what is inline; files beside the source are never written.
    if let Some(Bytes::Beside(bytes)) = file.buffers.get(index) {
        return Ok(Some(bytes.to_vec()));
    }
    let broken = || file.fail(&format!("buffers[{index}].uri"), "is not a base64 data uri");
    let text: String = serde_json::from_slice(&json[uri]).map_err(|_| broken())?;
    if !text.starts_with("data:") {
        return Ok(None);
    }
    let (_, content) = text.split_once(";base64,").ok_or_else(broken)?;
    base64::engine::general_purpose::STANDARD.decode(content).map(Some).map_err(|_| broken())
}

/// The chunk without the padding behind the buffer's own length.
fn trimmed<'a>(chunk: &'a [u8], json: &[u8], object: &Range<usize>) -> &'a [u8] {
    let length = member(json, object, "byteLength")
        .and_then(|range| std::str::from_utf8(&json[range]).ok()?.parse::<usize>().ok());
    length.and_then(|length| chunk.get(..length)).unwrap_or(chunk)
}

fn without_uri(json: &[u8], object: &Range<usize>) -> Option<String> {
    let mut members: Map<String, Value> = serde_json::from_slice(&json[object.clone()]).ok()?;
    members.shift_remove("uri");
    Some(Value::Object(members).to_string())
}
