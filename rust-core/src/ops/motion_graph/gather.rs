//! From the caller's clips to a [`ClipSet`]: cuts out broken frames, brings clips to one skeleton and frame rate, adds labels
//! and mirror images.

use super::automatic_labels::automatic_labels;
use super::broken_frames::sound_stretches;
use super::markers::{leg_markers, uniform_markers};
use super::one_skeleton::{
    are_same_offsets, check_same_rig, common_skeleton, floor_height, has_same_lengths, move_clip,
    put_on_floor,
};
use super::options::{BuildMotionGraphOptions, Labelling, Markers};
use crate::error::{Error, Result};
use crate::model::labels::label_index;
use crate::model::{Clip, ClipSet, LabelSet, Labels, Note, Plant, Plants, SetClip, SetRules, Skeleton};
use crate::ops::mirror_clip::mirrored_clip;
use crate::ops::resample_clip::resampled_clip;
use crate::ops::{mirror_plants, resample_plants};
use std::ops::Range;

/// The label of clips that have none.
pub const UNLABELLED: &str = "motion";

/// One clip handed to [`build_motion_graph`](super::build_motion_graph).
#[derive(Debug, Clone, Copy)]
pub struct GraphClip<'a> {
    /// Its skeleton.
    pub skeleton: &'a Skeleton,
    /// The motion, at any frame rate.
    pub clip: &'a Clip,
    /// Its plants; they are carried through transitions.
    pub plants: &'a Plants,
    /// Its labels; `None` leaves them to [`BuildMotionGraphOptions::labelling`]. Frames without a label are not used.
    pub labels: Option<&'a Labels>,
    /// Clips of different groups are never compared, clips of group 0 with all.
    pub group: u32,
}

/// What was done to the clips on the way in.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Gathered {
    /// Names of clips that came on other proportions.
    pub moved: Vec<String>,
    /// Clips of the set that were labelled by how they travel.
    pub labelled: Vec<usize>,
    pub notes: Vec<Note>,
}

/// Adds `clips` to `base`, or makes a new set of them.
pub(super) fn gather(
    clips: &[GraphClip<'_>],
    base: Option<&ClipSet>,
    options: &BuildMotionGraphOptions,
) -> Result<(ClipSet, Gathered)> {
    let skeletons: Vec<&Skeleton> = clips.iter().map(|c| c.skeleton).collect();
    let Some(&first) = base.map(|b| &b.skeleton).as_ref().or(skeletons.first()) else {
        return Err(Error::invalid("motion graph", "needs at least one clip"));
    };
    for c in clips {
        check_same_rig(first, c.skeleton, c.clip.name())?;
        check_lengths(c)?;
    }
    let mut set = match base {
        Some(base) => base.clone(),
        None => {
            let skeleton = common_skeleton(&skeletons, options.mirror)?;
            let markers = match options.markers {
                Markers::Uniform => uniform_markers(&skeleton),
                Markers::Legs => leg_markers(&skeleton)?,
            };
            // Six people were captured over six floors; one person over one.
            let is_levelled = clips.iter().any(|c| !has_same_lengths(first, c.skeleton));
            ClipSet {
                skeleton,
                frame_rate: options.frame_rate,
                clips: Vec::new(),
                label_names: Vec::new(),
                markers,
                kernel: options.kernel,
                window_frames: options.window_frames(),
                rules: SetRules {
                    is_levelled,
                    captured_offsets: if is_levelled { Vec::new() } else { first.rest_offsets().to_vec() },
                    is_world_locked: options.world_locked,
                    ..SetRules::default()
                },
            }
        }
    };
    if set.rules.is_world_locked && options.mirror {
        return Err(Error::invalid(
            "motion graph",
            "clips that are tied to places in the world cannot be mirrored; leave out mirror or world_locked",
        ));
    }
    set.rules.groups.resize(set.clips.len(), 0);
    let floor = Floor::new(&set);
    let mut gathered = Gathered::default();
    for (at, c) in clips.iter().enumerate() {
        // A clip given twice would match itself perfectly everywhere.
        let is_same = |other: &&GraphClip<'_>| {
            other.clip.root_positions() == c.clip.root_positions()
                && other.clip.rotations() == c.clip.rotations()
                && has_same_lengths(other.skeleton, c.skeleton)
        };
        if let Some(first) = clips[..at].iter().find(is_same) {
            gathered.notes.push(Note::warning(
                "repeated-clip",
                format!(
                    "clip '{}' is the same motion as '{}' and was left out",
                    c.clip.name(),
                    first.clip.name()
                ),
            ));
            continue;
        }
        add_clip(&mut set, c, &floor, options, &mut gathered)?;
    }
    if set.rules.groups.iter().all(|&group| group == 0) {
        set.rules.groups.clear();
    }
    if options.labelling == Labelling::None && !gathered.labelled.is_empty() {
        set.rules.has_one_label.get_or_insert(true);
    }
    if set.frame_count() > u32::MAX as usize / 2 {
        return Err(Error::invalid("motion graph", format!("{} frames are too many", set.frame_count())));
    }
    Ok((set, gathered))
}

fn check_lengths(c: &GraphClip<'_>) -> Result<()> {
    let frames = c.clip.frame_count();
    let fail = |what: &str, expected, actual| {
        Err(Error::Length { what: format!("clip '{}': {what}", c.clip.name()), expected, actual })
    };
    c.clip.check_skeleton(c.skeleton)?;
    c.plants.check_clip(c.clip)?;
    match c.labels {
        Some(labels) if labels.frame_count() != frames => {
            fail("frames of its labels", frames, labels.frame_count())
        }
        _ => Ok(()),
    }
}

/// Where clips that are added go in height.
struct Floor {
    /// Clips the set had before.
    held: usize,
    /// Height of its floor, metres.
    height: f64,
}

impl Floor {
    fn new(set: &ClipSet) -> Self {
        let held = set.clips.len();
        if set.rules.is_levelled || held == 0 {
            return Self { held, height: 0.0 };
        }
        let mut floors: Vec<f64> = set.clips.iter().map(|c| floor_height(&set.skeleton, &c.clip)).collect();
        Self { held, height: *floors.select_nth_unstable_by(held / 2, f64::total_cmp).1 }
    }

    /// The floor a clip has to be put on; `None` if it was captured over that of the set.
    fn of_clip(&self, set: &ClipSet, skeleton: &Skeleton) -> Option<f64> {
        let is_same =
            !set.rules.is_levelled && are_same_offsets(&set.rules.captured_offsets, skeleton.rest_offsets());
        (!is_same).then_some(self.height)
    }
}

fn add_clip(
    set: &mut ClipSet,
    source: &GraphClip<'_>,
    floor: &Floor,
    options: &BuildMotionGraphOptions,
    gathered: &mut Gathered,
) -> Result<()> {
    let name = source.clip.name();
    let (stretches, notes) = sound_stretches(source.skeleton, source.clip)?;
    gathered.notes.extend(notes);
    let is_moved = !has_same_lengths(source.skeleton, &set.skeleton);
    if is_moved {
        gathered.moved.push(name.to_owned());
    }
    let given = source.labels.map(|labels| labels.sets(&mut set.label_names)).transpose()?;
    // Below this not one transition in and out fits.
    let min_frames = 2 * set.window_frames + 5;
    let frames_of = |stretch: &Range<usize>| {
        let seconds = stretch.len().saturating_sub(1) as f64 * source.clip.frame_time();
        (seconds * set.frame_rate).round() as usize + 1
    };
    let usable = stretches.iter().filter(|stretch| frames_of(stretch) >= min_frames).count();
    for stretch in stretches {
        let mut clip = source.clip.slice(stretch.clone())?;
        let plants = resample_plants(&slice_plants(source.plants, &stretch)?, &clip, set.frame_rate)?;
        if is_moved {
            clip = move_clip(source.skeleton, &set.skeleton, &clip)?;
        }
        if let Some(height) = floor.of_clip(set, source.skeleton) {
            clip = put_on_floor(&set.skeleton, &clip, height)?;
        }
        let mut clip = resampled_clip(&set.skeleton, &clip, set.frame_rate)?;
        if clip.frame_count() < min_frames {
            gathered.notes.push(Note::warning("short-clip", format!(
                    "clip '{name}': frames {} to {} are too short to be used ({} frames at {} fps, {min_frames} are needed)",
                    stretch.start,
                    stretch.end - 1,
                    clip.frame_count(),
                    set.frame_rate,
                )));
            continue;
        }
        if usable > 1 {
            clip = clip.renamed(format!("{name} from frame {}", stretch.start));
        }
        if let Some(held) = set.clips[..floor.held].iter().find(|held| is_same_motion(&held.clip, &clip)) {
            return Err(Error::invalid(
                format!("clip '{name}'"),
                format!("is already part of the graph, as '{}'", held.clip.name()),
            ));
        }
        let labels = match &given {
            Some(sets) => resample_labels(&sets[stretch.clone()], source.clip, &clip),
            None => labels_of(set, &clip, options)?,
        };
        if given.is_none() {
            gathered.labelled.extend(set.clips.len()..set.clips.len() + 1 + usize::from(options.mirror));
        }
        let added = SetClip {
            clip,
            plants,
            labels,
            source: name.to_owned(),
            source_start: stretch.start as f64 * source.clip.frame_time(),
            is_mirrored: false,
        };
        let mirrored = options.mirror.then(|| mirrored(set, &added)).transpose()?;
        set.clips.push(added);
        set.clips.extend(mirrored);
        set.rules.groups.resize(set.clips.len(), source.group);
    }
    Ok(())
}

/// Labels of a clip that came without: by how it travels, or one for all of it if that is asked for, or was decided when
/// the graph was built.
fn labels_of(set: &mut ClipSet, clip: &Clip, options: &BuildMotionGraphOptions) -> Result<Vec<LabelSet>> {
    if options.labelling == Labelling::None || set.rules.has_one_label == Some(true) {
        let label = label_index(&mut set.label_names, UNLABELLED)?;
        return Ok(vec![LabelSet::of(label); clip.frame_count()]);
    }
    automatic_labels(&set.skeleton, clip)?.sets(&mut set.label_names)
}

/// The set with one label for all the clips named, those that were labelled by how they travel.
pub(super) fn with_one_label(set: &ClipSet, labelled: &[usize]) -> Result<ClipSet> {
    let mut out = set.clone();
    let mut names = Vec::new();
    // Labels that were given keep their order; those that no clip has any more are gone.
    for (c, clip) in out.clips.iter_mut().enumerate() {
        let old = clip.labels.clone();
        for (new, old) in clip.labels.iter_mut().zip(old) {
            let mut sum = LabelSet::default();
            if labelled.contains(&c) {
                sum = LabelSet::of(label_index(&mut names, UNLABELLED)?);
            } else {
                for label in old.iter() {
                    sum = sum.union(LabelSet::of(label_index(&mut names, &set.label_names[label])?));
                }
            }
            *new = sum;
        }
    }
    out.label_names = names;
    out.rules.has_one_label = Some(true);
    Ok(out)
}

/// Whether two clips on one skeleton are the same motion, to rounding.
fn is_same_motion(a: &Clip, b: &Clip) -> bool {
    a.frame_count() == b.frame_count()
        && a.root_positions().iter().zip(b.root_positions()).all(|(a, b)| (a - b).norm() < 1e-6)
        && a.rotations().iter().zip(b.rotations()).all(|(a, b)| a.angle_to(b) < 1e-6)
}

/// Plants of the frames `frames`, without positions: those follow from the motion that a walk makes.
fn slice_plants(plants: &Plants, frames: &Range<usize>) -> Result<Plants> {
    let cut = plants.iter().filter_map(|plant| {
        let first = plant.frames.start.max(frames.start);
        let end = plant.frames.end.min(frames.end);
        (first < end).then(|| Plant {
            frames: first - frames.start..end - frames.start,
            position: None,
            ..plant.clone()
        })
    });
    Plants::new(frames.len(), cut.collect())
}

/// Each new frame takes the labels of the nearest old one.
fn resample_labels(sets: &[LabelSet], old: &Clip, new: &Clip) -> Vec<LabelSet> {
    let ratio = old.frame_rate() / new.frame_rate();
    let nearest = |f: usize| ((f as f64 * ratio).round() as usize).min(sets.len().saturating_sub(1));
    (0..new.frame_count()).map(|f| sets[nearest(f)]).collect()
}

fn mirrored(set: &mut ClipSet, clip: &SetClip) -> Result<SetClip> {
    let mut other: Vec<usize> = Vec::with_capacity(set.label_names.len());
    for name in set.label_names.clone() {
        other.push(label_index(&mut set.label_names, &swap_sides(&name))?);
    }
    let swap = |labels: &LabelSet| {
        labels.iter().fold(LabelSet::default(), |sum, label| sum.union(LabelSet::of(other[label])))
    };
    let name = format!("{} (mirrored)", clip.clip.name());
    Ok(SetClip {
        clip: mirrored_clip(&set.skeleton, &clip.clip)?.renamed(name),
        plants: mirror_plants(&clip.plants)?,
        labels: clip.labels.iter().map(swap).collect(),
        is_mirrored: true,
        ..clip.clone()
    })
}

/// The name of a label's mirror image: `turn-left` becomes `turn-right`; words such as `upright` stay.
fn swap_sides(name: &str) -> String {
    let swapped = |word: &str| match word {
        "left" => "right",
        "right" => "left",
        _ => "",
    };
    let mut out = String::new();
    for part in name.split_inclusive(|c: char| !c.is_alphabetic()) {
        let word = part.trim_end_matches(|c: char| !c.is_alphabetic());
        match swapped(word) {
            "" => out.push_str(part),
            other => {
                out.push_str(other);
                out.push_str(&part[word.len()..]);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::swap_sides;

    #[test]
    fn only_whole_words_change_sides() {
        for (name, mirrored) in [
            ("turn-left", "turn-right"),
            ("right", "left"),
            ("left_step right", "right_step left"),
            ("upright", "upright"),
            ("walk", "walk"),
        ] {
            assert_eq!(swap_sides(name), mirrored);
        }
    }
}
