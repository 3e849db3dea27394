//! `surefoot_labels`: what kind of motion the frames of clips show, by the names of the clips.

use crate::*;
use std::path::Path;
use surefoot::io::{ClipLabels, LabelFile, parse_labels, read_labels};
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

/// Labels and group of one clip.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_clip_labels {
    /// The clip's name.
    pub clip: *const c_char,
    /// Its labels; with their number they go into surefoot_graph_clip as they are. NULL leaves them open, which is not
    /// the same as no label at all: frames without a label are not used.
    pub labels: *const surefoot_label_span,
    /// Number of labels.
    pub label_count: usize,
    /// The name of its group; NULL if it has none.
    pub group_name: *const c_char,
    /// The group's number for surefoot_graph_clip: from 1 in the order in which groups are named, 0 without a group.
    /// surefoot_labels_create does not look at it.
    pub group: u64,
}

/// Labels of clips, as a labels file holds them. Never changed.
pub struct surefoot_labels {
    file: LabelFile,
    items: Vec<surefoot_clip_labels>,
    _kept: Kept,
}

impl surefoot_labels {
    fn new(file: LabelFile) -> Self {
        let mut kept = Kept::default();
        let item = |(clip, &group): (&ClipLabels, &u32)| {
            let mut span = |s: &LabelSpan| surefoot_label_span {
                label: kept.text(&s.label),
                first: s.frames.start,
                end: s.frames.end,
            };
            let labels: Option<Vec<_>> = clip.labels.as_ref().map(|labels| labels.iter().map(&mut span).collect());
            surefoot_clip_labels {
                clip: kept.text(&clip.clip),
                label_count: labels.as_ref().map_or(0, Vec::len),
                labels: labels.map_or(std::ptr::null(), |labels| kept.list(labels).cast()),
                group_name: kept.optional_text(clip.group_name.as_deref()),
                group: group.into(),
            }
        };
        let items = file.clips().iter().zip(file.groups()).map(item).collect();
        Self { file, items, _kept: kept }
    }
}

/// The labels of a caller's array, for a clip of that many frames.
pub(crate) fn labels_of(
    labels: *const surefoot_label_span, label_count: usize, frame_count: usize, name: &str,
) -> Answer<Labels> {
    let span = |span: &surefoot_label_span| {
        Ok(LabelSpan { label: text(span.label, &format!("{name}[].label"))?.to_owned(), frames: span.first..span.end })
    };
    let spans = array(labels, label_count, name)?.iter().map(span).collect::<Answer<Vec<_>>>()?;
    Ok(Labels::new(frame_count, spans)?)
}

/// Makes labels from arrays, one item a clip, to write them as a file. Fails with SUREFOOT_ERROR_INVALID for a label
/// without name or frame, and with SUREFOOT_ERROR_ARGUMENT if a clip is named twice. Free them with
/// surefoot_labels_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_labels_create(
    items: *const surefoot_clip_labels, item_count: usize, out_labels: *mut *mut surefoot_labels,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_labels, "out_labels", || {
        let clip_labels = |item: &surefoot_clip_labels| {
            let is_open = item.labels.is_null() && item.label_count == 0;
            // How long the clips are is known when the labels meet them.
            let labels = || labels_of(item.labels, item.label_count, usize::MAX, "items[].labels");
            Ok(ClipLabels {
                clip: text(item.clip, "items[].clip")?.to_owned(),
                labels: if is_open { None } else { Some(labels()?.spans().to_vec()) },
                group_name: match item.group_name.is_null() {
                    true => None,
                    false => Some(text(item.group_name, "items[].group_name")?.to_owned()),
                },
            })
        };
        let items = array(items, item_count, "items")?;
        let clips = items.iter().map(clip_labels).collect::<Answer<Vec<_>>>()?;
        let file = LabelFile::new(Path::new("labels"), clips);
        Ok(surefoot_labels::new(file.map_err(|e| Failure::argument(e.to_string()))?))
    })
}

/// Tells standing, walking forward and going sideways or back apart: the labels that surefoot_build_motion_graph gives a
/// clip without any. Free them, which are of one clip, with surefoot_labels_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_automatic_labels(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, out_labels: *mut *mut surefoot_labels,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_labels, "out_labels", || {
        inputs!(skeleton, clip);
        clip.check_skeleton(skeleton)?;
        let labels = automatic_labels(skeleton, clip)?.spans().to_vec();
        let clip = ClipLabels { clip: clip.name().to_owned(), labels: Some(labels), group_name: None };
        Ok(surefoot_labels::new(LabelFile::new(Path::new("labels"), vec![clip])?))
    })
}

/// Reads a labels file (JSON). Fails with SUREFOOT_ERROR_FILE, or with SUREFOOT_ERROR_FORMAT if it is none, names a clip twice
/// or has a label without name or frame. Free the labels with surefoot_labels_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_labels_read(
    file: *const c_char, out_labels: *mut *mut surefoot_labels, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_labels, "out_labels", || {
        let file = path(file, "file")?;
        Ok(surefoot_labels::new(read_labels(&file)?))
    })
}

/// As surefoot_labels_read, from the file's text.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_labels_from_text(
    json: *const c_char, out_labels: *mut *mut surefoot_labels, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_labels, "out_labels", || {
        let json = text(json, "json")?;
        Ok(surefoot_labels::new(parse_labels(Path::new("labels"), json)?))
    })
}

/// Gives the labels and groups of all clips that are named, and the number of clips, valid until they are freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_labels_get(
    labels: *const surefoot_labels, out_items: *mut *const surefoot_clip_labels, out_item_count: *mut usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || list_of(&input(labels, "labels")?.items, out_items, out_item_count))
}

/// Makes the text of a labels file, to be edited by hand; surefoot_text_write puts it in place. Free it with
/// surefoot_text_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_labels_text(
    labels: *const surefoot_labels, out_text: *mut *mut surefoot_text, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_text, "out_text", || {
        let labels = input(labels, "labels")?;
        Ok(surefoot_text::new(&labels.file.encode()))
    })
}

/// Frees labels. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_labels_free(labels: *mut surefoot_labels) {
    free(labels);
}
