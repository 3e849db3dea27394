//! The options of [`correct_flight`](super::correct_flight()).

use crate::math::GRAVITY;

choices! {
    /// What [`correct_flight`](super::correct_flight()) changes where a flight is too long or too short for its height.
    pub enum FlightFix {
        /// The height: the body rises higher or less high, for as long as before. Where legs cannot reach the take-off or the landing
        /// that this asks for, time does the rest.
        Height = "height", "Height";
        /// The time: the flight is played faster or slower, as high as before. The clip gets shorter or longer.
        Time = "time", "Time";
    }
}

options! {
    /// How [`correct_flight`](super::correct_flight()) works.
    pub struct CorrectFlightOptions of "correct_flight" {
        /// What is changed where a flight is too long or too short for its height.
        fix: FlightFix = FlightFix::Height, label "Fix";
        /// Free fall: 9.81 on earth, 1.62 on the moon; games often take more.
        gravity: f64 = GRAVITY, in 0.5..=100.0, unit "m/s²", label "Gravity";
        /// A flight is left alone if it falls this close to gravity, as a share of it, and is on its parabola.
        g_tolerance: f64 = 0.02, in 0.0..=1.0, unit "ratio", label "Gravity Tolerance";
        /// A flight is on its parabola if it is this close on average.
        path_tolerance: f64 = 0.002, in 0.0..=1.0, unit "m", label "Path Tolerance";
    }
}
