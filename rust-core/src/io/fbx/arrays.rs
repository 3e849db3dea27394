//! Array attributes: unpacking with limits, packing the way the source did.

use super::records::{Attribute, Checked, NodeId, PackedArray, Records, malformed};
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use std::borrow::Cow;
use std::io::{Read, Write};

impl<'a> Records<'a> {
    /// The array in the child of that name.
    pub(super) fn child_array(&self, node: NodeId, name: &str) -> Option<PackedArray<'a>> {
        match self.child_attribute(node, name)? {
            Attribute::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The plain bytes of an array.
    ///
    /// # Errors
    /// [`Malformed`] if the announced length, the encoding or the packed data is wrong, or if the file's arrays grow to
    /// more than any real file's would.
    fn unpack(&self, array: &PackedArray<'a>) -> Checked<Cow<'a, [u8]>> {
        let expected = array.count as usize * element_length(array.code);
        match array.encoding {
            0 if array.data.len() == expected => Ok(Cow::Borrowed(array.data)),
            0 => malformed(
                array.at,
                format!(
                    "an array of {} values needs {expected} bytes, but has {}",
                    array.count,
                    array.data.len()
                ),
            ),
            1 => {
                // Deflate cannot pack tighter than 1032 to 1, so a larger claim is a lie; nothing is allocated for it.
                let possible = (array.data.len() as u64).saturating_mul(1032);
                let left = self.unpack_left.get();
                let single = (48 << 20) + 8 * self.bytes().len() as u64;
                if expected as u64 > possible {
                    return malformed(
                        array.at,
                        format!(
                            "an array announces {} values, but its {} bytes cannot hold them",
                            array.count,
                            array.data.len()
                        ),
                    );
                }
                if expected as u64 > left.min(single) {
                    return malformed(
                        array.at,
                        format!(
                            "an array unpacks to {expected} bytes, far too many for the size of the file"
                        ),
                    );
                }
                self.unpack_left.set(left - expected as u64);
                let mut out = Vec::with_capacity(expected);
                let mut decoder = ZlibDecoder::new(array.data).take(expected as u64);
                if let Err(error) = decoder.read_to_end(&mut out) {
                    return malformed(array.at, format!("a packed array is damaged: {error}"));
                }
                if out.len() != expected {
                    return malformed(
                        array.at,
                        format!("a packed array ends after {} of {expected} bytes", out.len()),
                    );
                }
                Ok(Cow::Owned(out))
            }
            other => {
                malformed(array.at, format!("an array has the unknown encoding {other}; expected 0 or 1"))
            }
        }
    }

    pub(super) fn numbers(&self, array: &PackedArray<'a>) -> Checked<Vec<f64>> {
        let raw = self.unpack(array)?;
        Ok(match array.code {
            b'f' => words(&raw).map(|w| f64::from(f32::from_le_bytes(w))).collect(),
            b'd' => words(&raw).map(f64::from_le_bytes).collect(),
            b'i' => words(&raw).map(|w| f64::from(i32::from_le_bytes(w))).collect(),
            b'l' => words(&raw).map(|w| i64::from_le_bytes(w) as f64).collect(),
            _ => raw.iter().map(|&b| f64::from(b)).collect(),
        })
    }

    pub(super) fn integers(&self, array: &PackedArray<'a>) -> Checked<Vec<i64>> {
        let raw = self.unpack(array)?;
        Ok(match array.code {
            b'i' => words(&raw).map(|w| i64::from(i32::from_le_bytes(w))).collect(),
            b'l' => words(&raw).map(i64::from_le_bytes).collect(),
            b'b' | b'c' => raw.iter().map(|&b| i64::from(b)).collect(),
            _ => return malformed(array.at, "whole numbers are expected here"),
        })
    }

    /// Four-byte values as they stand: curve attributes pack integers into floats.
    pub(super) fn raw_words(&self, array: &PackedArray<'a>) -> Checked<Vec<u32>> {
        if !matches!(array.code, b'f' | b'i') {
            return malformed(array.at, "values of four bytes are expected here");
        }
        let raw = self.unpack(array)?;
        Ok(words(&raw).map(u32::from_le_bytes).collect())
    }
}

fn words<const N: usize>(raw: &[u8]) -> impl Iterator<Item = [u8; N]> + '_ {
    raw.chunks_exact(N).map(|chunk| {
        let mut word = [0; N];
        word.copy_from_slice(chunk);
        word
    })
}

fn element_length(code: u8) -> usize {
    match code {
        b'd' | b'l' => 8,
        b'f' | b'i' => 4,
        _ => 1,
    }
}

/// An array attribute, packed if that is how the file does it.
pub(super) fn pack_array(code: u8, plain: &[u8], packed: bool) -> Vec<u8> {
    let count = (plain.len() / element_length(code)) as u32;
    let data = if packed { deflate(plain) } else { plain.to_vec() };
    let mut out = Vec::with_capacity(13 + data.len());
    out.push(code);
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&u32::from(packed).to_le_bytes());
    out.extend_from_slice(&(data.len() as u32).to_le_bytes());
    out.extend_from_slice(&data);
    out
}

fn deflate(plain: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    // Writing into memory cannot fail.
    let _ = encoder.write_all(plain);
    encoder.finish().unwrap_or_default()
}
