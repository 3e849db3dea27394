//! A long clip is solved in pieces that overlap, so that the time per frame does not grow with its length.

use std::ops::Range;

/// Frames that are solved at a time, so that the work stays in the processor's cache whatever the clip's length.
const PIECE: usize = 2048;
/// Frames that neighbouring pieces solve twice, and over which the first passes into the second: what one piece does not
/// see of the other has died away within a second.
const OVERLAP: usize = 192;
const BLEND: usize = 64;

/// A part of a window.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    pub(super) frames: Range<usize>,
    /// Middles of the passages from the piece before and to the piece after.
    from: Option<usize>,
    to: Option<usize>,
}

impl Piece {
    /// How much of the solution on a frame is this piece's.
    pub(super) fn share(&self, frame: usize) -> f64 {
        let passed = |middle: usize| ((frame as f64 - middle as f64) / BLEND as f64 + 0.5).clamp(0.0, 1.0);
        self.from.map_or(1.0, passed) * (1.0 - self.to.map_or(0.0, passed))
    }
}

/// Pieces of about equal length; a window of up to one and a half pieces is one.
pub(super) fn pieces(window: &Range<usize>) -> Vec<Piece> {
    let length = window.len();
    let count = ((length as f64 / PIECE as f64).round() as usize).max(1);
    let seam = |i: usize| window.start + length * i / count;
    (0..count)
        .map(|i| {
            let (from, to) = ((i > 0).then(|| seam(i)), (i + 1 < count).then(|| seam(i + 1)));
            let start = from.map_or(window.start, |f| f - OVERLAP);
            Piece { frames: start..to.map_or(window.end, |t| (t + OVERLAP).min(window.end)), from, to }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_share_every_frame() {
        for length in [1, 100, 3000, 3100, 50_000] {
            let pieces = pieces(&(7..7 + length));
            assert!(pieces.iter().all(|p| p.frames.len() <= 3 * PIECE / 2 + 2 * OVERLAP));
            for frame in 7..7 + length {
                let inside = pieces.iter().filter(|p| p.frames.contains(&frame));
                let sum: f64 = inside.map(|p| p.share(frame)).sum();
                assert!((sum - 1.0).abs() < 1e-12, "{length}, frame {frame}: {sum}");
            }
        }
    }
}
