//! What the report says of a clip that was cut into segments.

use super::findings::frames_text;
use crate::kinematics::segments::SplitPlant;
use std::ops::Range;

/// One sentence on the cuts, and one on each plant that was split there; none without a cut.
pub(crate) fn notes_on_cuts(segments: &[Range<usize>], split: &[SplitPlant]) -> Vec<String> {
    if segments.len() < 2 {
        return Vec::new();
    }
    let cuts: Vec<String> = segments.iter().skip(1).map(|s| (s.start - 1).to_string()).collect();
    let mut notes = vec![format!(
        "the clip jumps after frame {}; each part was cleaned as a clip of its own",
        listed(&cuts)
    )];
    for (plant, parts) in split {
        let texts: Vec<String> = parts.iter().map(frames_text).collect();
        notes.push(format!(
            "the plant of {} on {} spans a jump and was split: {}",
            plant.point,
            frames_text(&plant.frames),
            texts.join(", ")
        ));
    }
    notes
}

/// `3`, `3 and 5`, or the first ten and how many more.
fn listed(words: &[String]) -> String {
    const MOST: usize = 10;
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] if words.len() <= MOST => format!("{} and {last}", rest.join(", ")),
        _ => format!("{} and {} more", words[..MOST].join(", "), words.len() - MOST),
    }
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
        assert!(notes[0].contains("after frame 0 and 9"), "{notes:?}");
        assert!(notes[1].contains("left_toe on frames 0 to 5") && notes[2].contains("frames 10 to 11"));
        assert_eq!(notes.len(), 3);
        let last = plants_of_segment(&split, &(10..30)).unwrap();
        assert_eq!(last.as_slice().iter().map(|p| p.frames.clone()).collect::<Vec<_>>(), [0..2, 10..20]);
        // Without a cut nothing is said.
        let (same, none) = split_plants(&plants, std::slice::from_ref(&(0..30))).unwrap();
        assert!(same == plants && notes_on_cuts(std::slice::from_ref(&(0..30)), &none).is_empty());
    }

    #[test]
    fn many_cuts_are_counted() {
        let words: Vec<String> = (0..13).map(|i| i.to_string()).collect();
        assert_eq!(listed(&words[..1]), "0");
        assert_eq!(listed(&words[..3]), "0, 1 and 2");
        assert!(listed(&words).ends_with("9 and 3 more"));
    }
}
