//! [`encode_png`].

use crate::error::{Error, Result};
use crate::model::Picture;

/// Encodes a picture as PNG. The same picture gives the same bytes.
///
/// ```
/// use surefoot::io::encode_png;
/// use surefoot::model::Picture;
///
/// let bytes = encode_png(&Picture::new(4, 3, [255, 255, 255]))?;
/// assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] if the picture is empty or larger than PNG allows.
pub fn encode_png(picture: &Picture) -> Result<Vec<u8>> {
    let fail = |text: String| Error::invalid("picture", text);
    let size = |n: usize| u32::try_from(n).map_err(|_| fail(format!("{n} pixels are too many for PNG")));
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, size(picture.width())?, size(picture.height())?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|e| fail(e.to_string()))?;
    writer.write_image_data(picture.pixels().as_flattened()).map_err(|e| fail(e.to_string()))?;
    writer.finish().map_err(|e| fail(e.to_string()))?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_come_back() {
        let mut picture = Picture::new(5, 3, [1, 2, 3]);
        picture.set(4, 2, [250, 0, 9]);
        picture.set(5, 0, [9; 3]);
        assert_eq!((picture.get(4, 2), picture.get(5, 0)), (Some([250, 0, 9]), None));
        let bytes = encode_png(&picture).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let mut pixels = vec![0; 45];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (5, 3));
        assert_eq!(pixels, picture.pixels().as_flattened());
        assert!(encode_png(&Picture::new(0, 3, [0; 3])).is_err());
    }
}
