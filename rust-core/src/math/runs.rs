//! Runs of frames on which a flag is set.

use std::ops::Range;

/// The maximal runs of `true` that lie within one segment: none crosses a cut.
pub(crate) fn runs_in_segments(flags: &[bool], segments: &[Range<usize>]) -> Vec<Range<usize>> {
    let within = |segment: &Range<usize>| {
        let first = segment.start;
        runs(&flags[segment.clone()]).into_iter().map(move |run| run.start + first..run.end + first)
    };
    segments.iter().flat_map(within).collect()
}

/// The maximal runs of `true`.
pub(crate) fn runs(flags: &[bool]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = None;
    for (t, &flag) in flags.iter().enumerate() {
        match (flag, start) {
            (true, None) => start = Some(t),
            (false, Some(first)) => {
                out.push(first..t);
                start = None;
            }
            _ => {}
        }
    }
    out.extend(start.map(|first| first..flags.len()));
    out
}

/// Frames at most `reach` frames from a set flag.
pub(crate) fn within(flags: &[bool], reach: f64) -> Vec<bool> {
    let mut near = vec![false; flags.len()];
    let mut distance = f64::INFINITY;
    for i in 0..flags.len() {
        distance = if flags[i] { 0.0 } else { distance + 1.0 };
        near[i] = distance <= reach;
    }
    distance = f64::INFINITY;
    for i in (0..flags.len()).rev() {
        distance = if flags[i] { 0.0 } else { distance + 1.0 };
        near[i] |= distance <= reach;
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_maximal() {
        assert_eq!(runs(&[true, true, false, true]), vec![0..2, 3..4]);
        assert!(runs(&[false; 3]).is_empty());
        assert!(runs(&[]).is_empty());
        assert_eq!(runs_in_segments(&[true, true, true, false, true], &[0..1, 1..5]), vec![0..1, 1..3, 4..5]);
    }

    #[test]
    fn frames_near_a_plant_are_counted_both_ways() {
        let near = within(&[false, false, false, true, false, false, false], 2.0);
        assert_eq!(near, [false, true, true, true, true, true, false]);
    }
}
