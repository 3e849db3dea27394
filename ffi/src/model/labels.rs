//! `surefoot_labels`: what kind of motion the frames of clips show, by the names of the clips.

use crate::guard::{Answer, Failure, Out, array, c_text, free, guard, input, make, path, text};
use crate::model::{surefoot_clip, surefoot_skeleton};
use crate::status::{surefoot_error, surefoot_status};
use crate::text::surefoot_text;
use std::ffi::{CString, c_char};
use std::path::Path;
use surefoot::io::{LabelFile, parse_labels, read_labels};
use surefoot::model::{LabelSpan, Labels};
use surefoot::ops::motion_graph::automatic_labels;

/// A label over an interval.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_label_span {
    /// The label's name.
    pub label: *const c_char,
    /// First frame.
    pub first: usize,
    /// The frame after the last.
    pub end: usize,
}

/// Labels of one clip.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_clip_labels {
    /// The clip's name.
    pub clip: *const c_char,
    /// Its labels; with their number they go into surefoot_graph_clip as they are.
    pub labels: *const surefoot_label_span,
    /// Number of labels.
    pub label_count: usize,
}

/// Labels of clips, as a labels file holds them. Never changed.
pub struct surefoot_labels {
    file: LabelFile,
    items: Vec<surefoot_clip_labels>,
    _spans: Vec<Vec<surefoot_label_span>>,
    _texts: Vec<CString>,
}

impl surefoot_labels {
    fn new(file: LabelFile) -> Answer<Self> {
        let names: Vec<String> = file.clips().map(str::to_owned).collect();
        let (mut items, mut spans, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for name in &names {
            // How long the clips are is known when the labels meet them.
            let Some(labels) = file.labels(name, usize::MAX)? else { continue };
            let of_clip: Vec<_> = labels
                .spans()
                .iter()
                .map(|span| {
                    let label = c_text(&span.label);
                    let (first, end) = (span.frames.start, span.frames.end);
                    let made = surefoot_label_span { label: label.as_ptr(), first, end };
                    texts.push(label);
                    made
                })
                .collect();
            let clip = c_text(name);
            items.push(surefoot_clip_labels {
                clip: clip.as_ptr(),
                labels: of_clip.as_ptr(),
                label_count: of_clip.len(),
            });
            texts.push(clip);
            spans.push(of_clip);
        }
        Ok(Self { file, items, _spans: spans, _texts: texts })
    }
}

/// The labels of a caller's array, for a clip of that many frames.
pub(crate) fn labels_of(
    labels: *const surefoot_label_span,
    label_count: usize,
    frame_count: usize,
    name: &str,
) -> Answer<Labels> {
    let span = |span: &surefoot_label_span| {
        Ok(LabelSpan {
            label: text(span.label, &format!("{name}[].label"))?.to_owned(),
            frames: span.first..span.end,
        })
    };
    let spans = array(labels, label_count, name)?.iter().map(span).collect::<Answer<Vec<_>>>()?;
    Ok(Labels::new(frame_count, spans)?)
}

/// Makes labels from arrays, one item a clip, to write them as a file. Fails with SUREFOOT_ERROR_INVALID for a label
/// without name or frame, and with SUREFOOT_ERROR_ARGUMENT if a clip is named twice. Free them with
/// surefoot_labels_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_labels_create(
    items: *const surefoot_clip_labels,
    item_count: usize,
    out_labels: *mut *mut surefoot_labels,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let items = array(items, item_count, "items")?;
        let mut clips: Vec<(&str, Labels)> = Vec::with_capacity(items.len());
        for item in items {
            let clip = text(item.clip, "items[].clip")?;
            if clips.iter().any(|(name, _)| *name == clip) {
                return Err(Failure::argument(format!("clip '{clip}' is named twice")));
            }
            clips.push((clip, labels_of(item.labels, item.label_count, usize::MAX, "items[].labels")?));
        }
        make(out_labels, "out_labels", || {
            surefoot_labels::new(LabelFile::new(Path::new("labels"), clips.iter().map(|(c, l)| (*c, l))))
        })
    })
}

/// Tells standing, walking forward and going sideways or back apart: the labels that surefoot_build_motion_graph gives a
/// clip without any. Free them, which are of one clip, with surefoot_labels_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_automatic_labels(
    skeleton: *const surefoot_skeleton,
    clip: *const surefoot_clip,
    out_labels: *mut *mut surefoot_labels,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let clip = input(clip, "clip")?.get();
        super::same_joints(skeleton, clip)?;
        make(out_labels, "out_labels", || {
            let labels = automatic_labels(skeleton, clip);
            let of_clip = std::iter::once((clip.name(), &labels));
            surefoot_labels::new(LabelFile::new(Path::new("labels"), of_clip))
        })
    })
}

/// Reads a labels file (JSON). Free the labels with surefoot_labels_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_labels_read(
    file: *const c_char,
    out_labels: *mut *mut surefoot_labels,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let file = path(file, "file")?;
        make(out_labels, "out_labels", || surefoot_labels::new(read_labels(&file)?))
    })
}

/// As surefoot_labels_read, from the file's text.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_labels_from_text(
    json: *const c_char,
    out_labels: *mut *mut surefoot_labels,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let json = text(json, "json")?;
        make(out_labels, "out_labels", || surefoot_labels::new(parse_labels(Path::new("labels"), json)?))
    })
}

/// Gives the labels of every clip and the number of clips, valid until they are freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_labels_get(
    labels: *const surefoot_labels,
    out_items: *mut *const surefoot_clip_labels,
    out_item_count: *mut usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let labels = input(labels, "labels")?;
        let items = Out::required(out_items, "out_items")?;
        let count = Out::required(out_item_count, "out_item_count")?;
        items.put(labels.items.as_ptr());
        count.put(labels.items.len());
        Ok(())
    })
}

/// Makes the text of a labels file, to be edited by hand; surefoot_text_write puts it in place. Free it with
/// surefoot_text_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_labels_text(
    labels: *const surefoot_labels,
    out_text: *mut *mut surefoot_text,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let labels = input(labels, "labels")?;
        make(out_text, "out_text", || Ok(surefoot_text::new(&labels.file.encode())))
    })
}

/// Frees labels. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_labels_free(labels: *mut surefoot_labels) {
    free(labels);
}
