//! What the report says of a clip that was cut into segments.

use crate::kinematics::segments::SplitPlant;
use crate::model::Note;
use std::ops::Range;

/// A note on the cuts, and one on each plant that was split there; none without a cut.
pub(crate) fn notes_on_cuts(segments: &[Range<usize>], split: &[SplitPlant]) -> Vec<Note> {
    if segments.len() < 2 {
        return Vec::new();
    }
    let text = "the clip jumps after these frames; each part was cleaned as a clip of its own";
    let cuts = segments.iter().skip(1).map(|s| s.start - 1..s.start);
    let mut notes = vec![cuts.fold(Note::warning("jump", text), Note::on)];
    for (plant, parts) in split {
        let note =
            Note::warning("plant-split", "the plant spans a jump and was split").about(plant.point.name());
        notes.push(parts.iter().cloned().fold(note, Note::on));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::segments::{plants_of_segment, split_plants};
    use crate::model::{BodyPoint, Plant, Plants};

    #[test]
    fn plants_that_span_a_cut_are_split_and_named() {
        let point = BodyPoint::from_name("left_toe").unwrap();
        let plant = |frames| Plant { point, frames, confidence: 0.5, position: None };
        let plants = Plants::new(30, vec![plant(0..6), plant(8..12), plant(20..30)]).unwrap();
        let segments = [0..1, 1..10, 10..30];
        let (split, spanning) = split_plants(&plants, &segments).unwrap();
        let notes = notes_on_cuts(&segments, &spanning);
        let frames: Vec<_> = split.iter().map(|p| p.frames.clone()).collect();
        assert_eq!(frames, [0..1, 1..6, 8..10, 10..12, 20..30]);
        let told: Vec<String> = notes.iter().map(Note::to_string).collect();
        assert!(told[0].ends_with("(frames 0, 9)"), "{told:?}");
        assert!(told[1].starts_with("left_toe") && told[2].contains("10 to 11"), "{told:?}");
        assert_eq!(notes.len(), 3);
        let last = plants_of_segment(&split, &(10..30)).unwrap();
        assert_eq!(last.as_slice().iter().map(|p| p.frames.clone()).collect::<Vec<_>>(), [0..2, 10..20]);
        // Without a cut nothing is said.
        let (same, none) = split_plants(&plants, std::slice::from_ref(&(0..30))).unwrap();
        assert!(same == plants && notes_on_cuts(std::slice::from_ref(&(0..30)), &none).is_empty());
    }
}
