//! The motion block: rows of numbers, checked against the header.

use super::header::{Header, line_of, skip_blank};
use super::number::scan_number;
use crate::error::{Error, Place, Result};
use std::ops::Range;
use std::path::Path;

/// Walks through the frames of the motion block.
pub(super) struct Motion<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    header: &'a Header,
    at: usize,
    frame: usize,
    /// Whether each frame ends its line, as the first one does or does not.
    one_per_line: bool,
}

impl<'a> Motion<'a> {
    pub(super) fn new(path: &'a Path, bytes: &'a [u8], header: &'a Header) -> Self {
        Self { path, bytes, header, at: header.frame_time_text.end, frame: 0, one_per_line: false }
    }

    fn fail<T>(&self, at: usize, text: impl Into<String>) -> Result<T> {
        Err(Error::format(self.path, Place::Line(line_of(self.bytes, at)), text))
    }

    /// Refuses announced frames that the bytes behind the header cannot hold, before anything is allocated for them.
    pub(super) fn check_size(&self) -> Result<()> {
        let Header { frame_count, channel_count, .. } = *self.header;
        let at = self.header.frame_count_text.start;
        if frame_count > 0 && channel_count == 0 {
            return self.fail(at, format!("{frame_count} frames are announced, but no joint has channels"));
        }
        // A number takes a digit and a separator.
        let room = (self.bytes.len() - self.at) / 2;
        if frame_count.saturating_mul(channel_count) > room {
            let text = format!(
                "{frame_count} frames of {channel_count} channels are announced, more than the rest of the file can \
                 hold; it is cut off or the count is wrong"
            );
            return self.fail(at, text);
        }
        // Joints without channels cost memory but no bytes of the file.
        let silent = self.header.joints.iter().filter(|joint| joint.channels.is_empty()).count();
        if silent.saturating_mul(frame_count).saturating_mul(32) > (64 << 20) + 4 * self.bytes.len() {
            let text =
                format!("{silent} joints without channels in {frame_count} frames need too much memory");
            return self.fail(at, text);
        }
        Ok(())
    }

    /// Where the last frame read began or, before the first, where frames begin.
    pub(super) fn frame_line(&self) -> usize {
        line_of(self.bytes, self.at)
    }

    /// Reads the next frame's numbers into `row`.
    pub(super) fn read_row(&mut self, row: &mut [f64]) -> Result<()> {
        let bytes = self.bytes;
        let mut at = self.at;
        for (index, value) in row.iter_mut().enumerate() {
            while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
                at += 1;
            }
            match scan_number(bytes, at) {
                Some((number, end)) if number.is_finite() => {
                    *value = number;
                    at = end;
                }
                _ => {
                    (*value, at) = self.unusual_number(at, index)?;
                }
            }
        }
        self.at = at;
        let ends_line = ends_line(bytes, at);
        if self.frame == 0 {
            self.one_per_line = ends_line;
        } else if self.one_per_line && !ends_line {
            return self.wrong_count(at);
        }
        self.frame += 1;
        Ok(())
    }

    /// As [`Self::read_row`], for the places of the numbers instead of their values; the text was read before.
    pub(super) fn read_spans(&mut self, spans: &mut [Range<usize>]) {
        for span in spans {
            let start = skip_blank(self.bytes, self.at);
            let length = self.bytes[start..].iter().position(u8::is_ascii_whitespace);
            self.at = length.map_or(self.bytes.len(), |length| start + length);
            *span = start..self.at;
        }
    }

    /// Refuses anything but white space and comments behind the last frame.
    pub(super) fn finish(&self) -> Result<()> {
        let at = skip_blank(self.bytes, self.at);
        if at == self.bytes.len() {
            return Ok(());
        }
        self.explain_lines()?;
        let announced = self.header.frame_count;
        self.fail(
            at,
            format!("more numbers than the {announced} frames announced; correct the line 'Frames:'"),
        )
    }

    #[cold]
    fn unusual_number(&self, at: usize, index: usize) -> Result<(f64, usize)> {
        let at = skip_blank(self.bytes, at);
        let (channel, joint) = self.channel_name(index);
        if at == self.bytes.len() {
            self.explain_lines()?;
            let text = format!(
                "the file ends in frame {} of {} after {index} of {} numbers",
                self.frame, self.header.frame_count, self.header.channel_count
            );
            return self.fail(at, text);
        }
        match scan_number(self.bytes, at) {
            Some((number, end)) if number.is_finite() => Ok((number, end)),
            _ => {
                let text: String = String::from_utf8_lossy(&self.bytes[at..(at + 160).min(self.bytes.len())])
                    .chars()
                    .take_while(|c| !c.is_whitespace())
                    .take(40)
                    .collect();
                let frame = self.frame;
                self.fail(
                    at,
                    format!("frame {frame}, {channel} of joint '{joint}': '{text}' is not a finite number"),
                )
            }
        }
    }

    fn channel_name(&self, index: usize) -> (&'static str, &'a str) {
        let owner = |joint: &&super::header::HeaderJoint| {
            (joint.first_channel..joint.first_channel + joint.channels.len()).contains(&index)
        };
        self.header.joints.iter().find(owner).map_or(("", ""), |joint| {
            (joint.channels[index - joint.first_channel].name(), joint.name.as_str())
        })
    }

    #[cold]
    fn wrong_count(&self, at: usize) -> Result<()> {
        self.explain_lines()?;
        self.fail(
            at,
            format!("frame {} does not end at the end of its line, as the frames before do", self.frame),
        )
    }

    /// Where each line is meant to hold one frame, names the first line that does not.
    fn explain_lines(&self) -> Result<()> {
        let channel_count = self.header.channel_count;
        let start = self.header.frame_time_text.end;
        let mut at = start;
        let mut frame = 0;
        for line in self.bytes[start..].split_inclusive(|&b| b == b'\n') {
            let count = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
            let is_comment = skip_blank(line, 0) == line.len();
            if !is_comment {
                if count != channel_count {
                    // A first line of another length: frames are not meant to be lines.
                    if frame == 0 && count < channel_count {
                        return Ok(());
                    }
                    return self.fail(
                        at,
                        format!(
                            "frame {frame} has {count} numbers, but the hierarchy has {channel_count} channels"
                        ),
                    );
                }
                frame += 1;
            }
            at += line.len();
        }
        Ok(())
    }
}

/// Whether only blanks or a comment follow on the line.
#[inline]
fn ends_line(bytes: &[u8], mut at: usize) -> bool {
    loop {
        match bytes.get(at) {
            None | Some(b'\n' | b'\r' | b'#' | b'/') => return true,
            Some(b' ' | b'\t') => at += 1,
            _ => return false,
        }
    }
}
