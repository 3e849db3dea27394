//! Splits plants and clips at cuts, and joins them again.

use crate::error::Result;
use crate::model::{Clip, Plant, Plants, Skeleton, Track};
use std::ops::Range;

/// A plant that spans a cut, and the frames of its parts.
pub(crate) type SplitPlant = (Plant, Vec<Range<usize>>);

/// The plants with those that span a cut split there, and which those are.
///
/// # Errors
/// None for segments of the same clip.
pub(crate) fn split_plants(plants: &Plants, segments: &[Range<usize>]) -> Result<(Plants, Vec<SplitPlant>)> {
    if segments.len() < 2 {
        return Ok((plants.clone(), Vec::new()));
    }
    let (mut all, mut split) = (Vec::with_capacity(plants.len()), Vec::new());
    for plant in plants.iter() {
        let parts: Vec<Range<usize>> = segments
            .iter()
            .map(|s| plant.frames.start.max(s.start)..plant.frames.end.min(s.end))
            .filter(|part| !part.is_empty())
            .collect();
        all.extend(parts.iter().map(|frames| Plant { frames: frames.clone(), ..plant.clone() }));
        if parts.len() > 1 {
            split.push((plant.clone(), parts));
        }
    }
    Ok((Plants::new(plants.frame_count(), all)?, split))
}

/// The plants of one segment, counted from its start. None may span a cut.
///
/// # Errors
/// None for plants that were split at the cuts.
pub(crate) fn plants_of_segment(plants: &Plants, segment: &Range<usize>) -> Result<Plants> {
    let inside = plants
        .iter()
        .filter(|p| segment.contains(&p.frames.start))
        .map(|p| Plant { frames: p.frames.start - segment.start..p.frames.end - segment.start, ..p.clone() });
    Plants::new(segment.len(), inside.collect())
}

/// `source` with the frames of each part written over it.
///
/// # Errors
/// None for parts that were sliced from `source`.
pub(crate) fn join_clips(skeleton: &Skeleton, source: &Clip, parts: &[(Range<usize>, Clip)]) -> Result<Clip> {
    let mut data = source.clone().into_data();
    let joints = source.joint_count();
    for (segment, part) in parts {
        data.rotations[segment.start * joints..segment.end * joints].copy_from_slice(part.rotations());
        data.root_positions[segment.clone()].copy_from_slice(part.root_positions());
        for track in part.translations() {
            let index = data.translations.iter().position(|t| t.joint == track.joint).unwrap_or_else(|| {
                let values = vec![skeleton.rest_offset(track.joint); source.frame_count()];
                data.translations.push(Track { joint: track.joint, values });
                data.translations.len() - 1
            });
            data.translations[index].values[segment.clone()].copy_from_slice(&track.values);
        }
    }
    Clip::new(skeleton, data)
}
