//! [`Path`]: the line on the floor a gait follows.

use surefoot::math::Vec3;

/// Straight along +z, with one smooth turn on the way if there is one.
#[derive(Debug, Clone)]
pub(super) struct Path {
    turn: Option<Turn>,
}

#[derive(Debug, Clone)]
struct Turn {
    start: f64,
    length: f64,
    angle: f64,
    /// Places at equal steps through the turn, integrated from the heading.
    places: Vec<Vec3>,
}

/// Pieces a turn is integrated in; with Simpson's rule on each the line is true to 1e-12 m.
const PIECES: usize = 512;

impl Path {
    pub(super) fn straight() -> Self {
        Self { turn: None }
    }

    /// A turn of `angle` (left positive) from `start` on over `length` metres.
    pub(super) fn with_turn(start: f64, length: f64, angle: f64) -> Self {
        let mut turn = Turn { start, length, angle, places: vec![Vec3::new(0.0, 0.0, start)] };
        for piece in 0..PIECES {
            let from = turn.places[piece];
            let (a, b) = (turn.distance(piece), turn.distance(piece + 1));
            turn.places.push(from + turn.integral(a, b));
        }
        Self { turn: Some(turn) }
    }

    /// Direction of travel after `s` metres, radians to the left of +z.
    pub(super) fn heading(&self, s: f64) -> f64 {
        self.turn.as_ref().map_or(0.0, |turn| turn.heading(s))
    }

    /// Place after `s` metres, on the floor.
    pub(super) fn place(&self, s: f64) -> Vec3 {
        let Some(turn) = self.turn.as_ref().filter(|turn| s > turn.start) else {
            return Vec3::new(0.0, 0.0, s);
        };
        let piece = (((s - turn.start) / turn.length * PIECES as f64) as usize).min(PIECES);
        let from = turn.distance(piece);
        if piece == PIECES {
            return turn.places[PIECES] + turn.direction(s) * (s - from);
        }
        turn.places[piece] + turn.integral(from, s)
    }
}

impl Turn {
    fn distance(&self, piece: usize) -> f64 {
        self.start + self.length * piece as f64 / PIECES as f64
    }

    fn heading(&self, s: f64) -> f64 {
        self.angle * super::sole::smoother((s - self.start) / self.length)
    }

    fn direction(&self, s: f64) -> Vec3 {
        let (sin, cos) = self.heading(s).sin_cos();
        Vec3::new(sin, 0.0, cos)
    }

    fn integral(&self, a: f64, b: f64) -> Vec3 {
        let (first, middle, last) = (self.direction(a), self.direction(0.5 * (a + b)), self.direction(b));
        (first + middle * 4.0 + last) * ((b - a) / 6.0)
    }
}
