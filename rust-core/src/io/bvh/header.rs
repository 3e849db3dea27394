//! The hierarchy and the two motion lines, with the positions in the text that a writer edits.

use super::number::scan_number;
use crate::error::{Error, Place, Result};
use crate::io::document::{MAX_FRAME_RATE, MIN_FRAME_RATE, is_frame_rate};
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

/// One number per frame of one joint; the axis is 0 for x, 1 for y, 2 for z.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Channel {
    Position(usize),
    Rotation(usize),
}

impl Channel {
    const ALL: [(Channel, &'static str); 6] = [
        (Channel::Position(0), "Xposition"),
        (Channel::Position(1), "Yposition"),
        (Channel::Position(2), "Zposition"),
        (Channel::Rotation(0), "Xrotation"),
        (Channel::Rotation(1), "Yrotation"),
        (Channel::Rotation(2), "Zrotation"),
    ];

    pub(super) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(channel, _)| *channel == self).map_or("", |(_, name)| name)
    }

    fn from_name(text: &[u8]) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(_, name)| text.eq_ignore_ascii_case(name.as_bytes()))
            .map(|(channel, _)| *channel)
    }
}

/// A joint as its block states it.
#[derive(Debug, Clone)]
pub(super) struct HeaderJoint {
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    /// File units and axes.
    pub(super) offset: [f64; 3],
    pub(super) channels: Vec<Channel>,
    /// Place of the first of its channels in a frame's row, also for a joint that has none.
    pub(super) first_channel: usize,
    /// Behind the last number of the OFFSET line.
    pub(super) offset_end: usize,
    /// From the channel count to the last channel's name; `None` without a CHANNELS line.
    pub(super) channels_text: Option<Range<usize>>,
    /// Where its name stands.
    at: usize,
}

/// An End Site: its joint and offset, file units and axes.
pub(super) type Site = (usize, [f64; 3]);

/// Everything before the first frame.
#[derive(Debug, Clone)]
pub(super) struct Header {
    pub(super) joints: Vec<HeaderJoint>,
    pub(super) end_sites: Vec<Site>,
    pub(super) channel_count: usize,
    pub(super) frame_count: usize,
    pub(super) frame_count_text: Range<usize>,
    /// Seconds.
    pub(super) frame_time: f64,
    pub(super) frame_time_text: Range<usize>,
}

/// Line of a byte, counted from 1.
pub(super) fn line_of(bytes: &[u8], at: usize) -> usize {
    1 + bytes[..at.min(bytes.len())].iter().filter(|&&b| b == b'\n').count()
}

/// Skips white space and comments: `#` or `//` to the end of the line.
pub(super) fn skip_blank(bytes: &[u8], mut at: usize) -> usize {
    loop {
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        if bytes[at..].starts_with(b"#") || bytes[at..].starts_with(b"//") {
            at += line_length(&bytes[at..]);
        } else {
            return at;
        }
    }
}

fn line_length(bytes: &[u8]) -> usize {
    bytes.iter().position(|&b| b == b'\n' || b == b'\r').unwrap_or(bytes.len())
}

/// Reads the header of a BVH file. Blocks nest on a list, not on the call stack, so depth has no limit.
///
/// # Errors
/// [`Error::Format`] with the line.
pub(super) fn parse_header(path: &Path, bytes: &[u8]) -> Result<Header> {
    let start = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    Parser { path, bytes, at: start }.header()
}

struct Parser<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Parser<'a> {
    fn fail<T>(&self, at: usize, text: impl Into<String>) -> Result<T> {
        Err(Error::format(self.path, Place::Line(line_of(self.bytes, at)), text))
    }

    /// The next word or brace; empty at the end of the file.
    fn token(&mut self) -> Range<usize> {
        let start = skip_blank(self.bytes, self.at);
        let length = match self.bytes.get(start) {
            Some(b'{' | b'}') => 1,
            _ => self.bytes[start..]
                .iter()
                .position(|b| b.is_ascii_whitespace() || matches!(b, b'{' | b'}'))
                .unwrap_or(self.bytes.len() - start),
        };
        self.at = start + length;
        start..self.at
    }

    fn shown(&self, token: &Range<usize>) -> String {
        if token.is_empty() {
            return "the end of the file".into();
        }
        let text: String = String::from_utf8_lossy(&self.bytes[token.clone()]).chars().take(40).collect();
        format!("'{text}'")
    }

    fn is(&self, token: &Range<usize>, word: &str) -> bool {
        self.bytes[token.clone()].eq_ignore_ascii_case(word.as_bytes())
    }

    fn expect(&mut self, word: &str, place: &str) -> Result<()> {
        let token = self.token();
        if self.is(&token, word) {
            return Ok(());
        }
        let found = self.shown(&token);
        self.fail(token.start, format!("expected '{word}' {place}, found {found}"))
    }

    /// The rest of the line up to a brace or comment: joint names may hold spaces and colons.
    fn name(&mut self) -> String {
        let line = &self.bytes[self.at..self.at + line_length(&self.bytes[self.at..])];
        let mut end = line.iter().position(|&b| b == b'{').unwrap_or(line.len());
        for i in 1..end {
            let comment = line[i] == b'#' || line[i..].starts_with(b"//");
            if comment && line[i - 1].is_ascii_whitespace() {
                end = i;
                break;
            }
        }
        self.at += end;
        String::from_utf8_lossy(line[..end].trim_ascii()).into_owned()
    }

    fn number(&mut self, what: &str, joint: &str) -> Result<f64> {
        let token = self.token();
        let number = scan_number(&self.bytes[token.clone()], 0);
        match number {
            Some((value, end)) if end == token.len() && value.is_finite() => Ok(value),
            _ => {
                let found = self.shown(&token);
                self.fail(
                    token.start,
                    format!("joint '{joint}': expected three finite numbers after {what}, found {found}"),
                )
            }
        }
    }

    fn offset(&mut self, joint: &str) -> Result<[f64; 3]> {
        let mut offset = [0.0; 3];
        for value in &mut offset {
            *value = self.number("OFFSET", joint)?;
        }
        Ok(offset)
    }

    fn header(&mut self) -> Result<Header> {
        if skip_blank(self.bytes, self.at) == self.bytes.len() {
            return self.fail(self.at, "the file is empty");
        }
        self.expect("HIERARCHY", "at the start")?;
        self.expect("ROOT", "after HIERARCHY")?;
        let (joints, end_sites) = self.hierarchy()?;
        let token = self.token();
        if self.is(&token, "ROOT") {
            let second = self.name();
            let text = format!(
                "'{second}' is a second root beside '{}'; split the file, one root each",
                joints[0].name
            );
            return self.fail(token.start, text);
        }
        if !self.is(&token, "MOTION") {
            let found = self.shown(&token);
            return self.fail(token.start, format!("expected 'MOTION' after the hierarchy, found {found}"));
        }
        let channel_count = joints.iter().map(|joint| joint.channels.len()).sum();
        let (frame_count, frame_count_text) = self.frame_count()?;
        let (frame_time, frame_time_text) = self.frame_time()?;
        Ok(Header {
            joints,
            end_sites,
            channel_count,
            frame_count,
            frame_count_text,
            frame_time,
            frame_time_text,
        })
    }

    fn hierarchy(&mut self) -> Result<(Vec<HeaderJoint>, Vec<Site>)> {
        let mut joints: Vec<HeaderJoint> = Vec::new();
        let mut end_sites = Vec::new();
        let mut channel_count = 0;
        let mut seen = HashMap::new();
        let mut open = Vec::new();
        self.open_joint(&mut joints, &mut open, &mut seen)?;
        while let Some(&current) = open.last() {
            let token = self.token();
            let joint: &mut HeaderJoint = &mut joints[current];
            if self.is(&token, "OFFSET") {
                if joint.offset_end > 0 {
                    return self.fail(token.start, format!("joint '{}' has two OFFSET lines", joint.name));
                }
                joint.offset = self.offset(&joint.name)?;
                joint.offset_end = self.at;
                if joint.channels_text.is_none() {
                    // Where its numbers would stand if a CHANNELS line followed here.
                    joint.first_channel = channel_count;
                }
            } else if self.is(&token, "CHANNELS") {
                if joint.channels_text.is_some() {
                    return self.fail(token.start, format!("joint '{}' has two CHANNELS lines", joint.name));
                }
                let (channels, text) = self.channels(&joint.name)?;
                joint.first_channel = channel_count;
                channel_count += channels.len();
                joint.channels = channels;
                joint.channels_text = Some(text);
            } else if self.is(&token, "JOINT") {
                self.open_joint(&mut joints, &mut open, &mut seen)?;
            } else if self.is(&token, "END") {
                // `End Site`, whose name some exporters add.
                self.name();
                let name = joint.name.clone();
                self.expect("{", &format!("after the End Site of joint '{name}'"))?;
                self.expect("OFFSET", &format!("in the End Site of joint '{name}'"))?;
                end_sites.push((current, self.offset(&name)?));
                self.expect("}", &format!("after the End Site of joint '{name}'"))?;
            } else if self.is(&token, "}") {
                if joint.offset_end == 0 {
                    return self.fail(token.start, format!("joint '{}' has no OFFSET", joint.name));
                }
                open.pop();
            } else {
                let found = self.shown(&token);
                let text = format!(
                    "expected OFFSET, CHANNELS, JOINT, End Site or '}}' in joint '{}' (opened in line {}), found {found}",
                    joint.name,
                    line_of(self.bytes, joint.at)
                );
                return self.fail(token.start, text);
            }
        }
        Ok((joints, end_sites))
    }

    fn open_joint(
        &mut self,
        joints: &mut Vec<HeaderJoint>,
        open: &mut Vec<usize>,
        seen: &mut HashMap<String, usize>,
    ) -> Result<()> {
        let at = self.at;
        let name = self.name();
        if name.is_empty() {
            return self.fail(at, "a joint has no name");
        }
        if let Some(first) = seen.insert(name.clone(), at) {
            let first = line_of(self.bytes, first);
            return self.fail(
                at,
                format!("joint name '{name}' is used twice, first in line {first}; rename one of them"),
            );
        }
        self.expect("{", &format!("after joint name '{name}'"))?;
        let parent = open.last().copied();
        open.push(joints.len());
        joints.push(HeaderJoint {
            name,
            parent,
            offset: [0.0; 3],
            channels: Vec::new(),
            first_channel: 0,
            offset_end: 0,
            channels_text: None,
            at,
        });
        Ok(())
    }

    fn channels(&mut self, joint: &str) -> Result<(Vec<Channel>, Range<usize>)> {
        let token = self.token();
        let start = token.start;
        let count =
            std::str::from_utf8(&self.bytes[token.clone()]).ok().and_then(|t| t.parse::<usize>().ok());
        let Some(count) = count.filter(|&count| count <= 6) else {
            let found = self.shown(&token);
            return self
                .fail(start, format!("joint '{joint}': expected a channel count of 0 to 6, found {found}"));
        };
        let mut channels = Vec::with_capacity(count);
        for index in 0..count {
            let token = self.token();
            let Some(channel) = Channel::from_name(&self.bytes[token.clone()]) else {
                let found = self.shown(&token);
                let text = format!(
                    "joint '{joint}': channel {} of {count} is {found}, not Xposition, Yposition, Zposition, \
                     Xrotation, Yrotation or Zrotation",
                    index + 1
                );
                return self.fail(token.start, text);
            };
            if channels.contains(&channel) {
                return self
                    .fail(token.start, format!("joint '{joint}' has channel {} twice", channel.name()));
            }
            channels.push(channel);
        }
        let end = self.at;
        let next = self.token();
        if Channel::from_name(&self.bytes[next.clone()]).is_some() {
            return self
                .fail(next.start, format!("joint '{joint}' has more channels than the {count} announced"));
        }
        self.at = end;
        Ok((channels, start..end))
    }

    /// A word with its colon, which may stand apart from it or from what follows.
    fn label(&mut self, words: &[&str]) -> Result<()> {
        let start = skip_blank(self.bytes, self.at);
        self.at = start;
        for word in words {
            let at = skip_blank(self.bytes, self.at);
            let found = self.bytes.get(at..at + word.len());
            if !found.is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes())) {
                let token = self.token();
                let found = self.shown(&token);
                return self.fail(token.start, format!("expected '{}:', found {found}", words.join(" ")));
            }
            self.at = at + word.len();
        }
        let at = skip_blank(self.bytes, self.at);
        if self.bytes.get(at) == Some(&b':') {
            self.at = at + 1;
        }
        Ok(())
    }

    fn frame_count(&mut self) -> Result<(usize, Range<usize>)> {
        self.label(&["Frames"])?;
        let token = self.token();
        let count =
            std::str::from_utf8(&self.bytes[token.clone()]).ok().and_then(|t| t.parse::<usize>().ok());
        match count {
            Some(count) => Ok((count, token)),
            None => {
                let found = self.shown(&token);
                self.fail(token.start, format!("expected a whole number of frames, found {found}"))
            }
        }
    }

    fn frame_time(&mut self) -> Result<(f64, Range<usize>)> {
        self.label(&["Frame", "Time"])?;
        let token = self.token();
        match scan_number(&self.bytes[token.clone()], 0) {
            Some((time, end)) if end == token.len() && is_frame_rate(1.0 / time) && time.is_finite() => {
                Ok((time, token))
            }
            _ => {
                let found = self.shown(&token);
                let text = format!(
                    "expected a frame time of {} to {} seconds, found {found}",
                    1.0 / MAX_FRAME_RATE,
                    1.0 / MIN_FRAME_RATE
                );
                self.fail(token.start, text)
            }
        }
    }
}
