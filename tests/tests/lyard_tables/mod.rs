//! The printed figures of Lyard 2008, chapter 5 and appendix F: numbers only. Clips are, in order: normal walk, 360° turn, run in a circle,
//! walk leaning forward, slow walk, fast walk, jumps, skip.
#![allow(clippy::approx_constant, reason = "a printed distance of 3.14 cm is not pi")]

/// Distance of the zero moment point from that of the measured masses, mean and deviation, cm: cylinders, ellipsoids, optimised masses
/// (table F.3).
pub(crate) const TO_TRUTH: [[(f64, f64); 8]; 3] = [
    [
        (0.77, 0.34),
        (2.38, 3.46),
        (1.77, 0.59),
        (1.02, 0.40),
        (0.63, 0.31),
        (0.84, 0.42),
        (2.21, 1.05),
        (1.73, 0.56),
    ],
    [
        (0.93, 0.44),
        (3.18, 3.06),
        (0.97, 0.51),
        (1.33, 0.79),
        (0.74, 0.38),
        (1.02, 0.42),
        (2.77, 1.18),
        (1.80, 0.90),
    ],
    [
        (6.61, 3.38),
        (7.81, 5.84),
        (17.25, 5.18),
        (9.20, 4.41),
        (1.85, 0.28),
        (3.54, 2.02),
        (13.54, 6.74),
        (12.89, 10.76),
    ],
];

/// Distance of the zero moment point from what bears, measured masses, cm (table F.4).
pub(crate) const OUTSIDE: [(f64, f64); 8] = [
    (2.33, 2.33),
    (0.62, 1.81),
    (12.8, 11.53),
    (1.34, 6.20),
    (0.01, 0.17),
    (2.62, 4.86),
    (6.55, 9.47),
    (3.14, 8.01),
];

pub(crate) const LIMBS: [&str; 6] = ["head", "right arm", "left arm", "trunk", "left leg", "right leg"];

/// Optimised masses, grams (tables F.1 and F.2). The right leg of the jumps is printed as 5383, the value of the fast walk; 24770 makes the
/// column as heavy as the others, and gives the mean and the deviation of table 5.3.
pub(crate) const OPTIMISED: [[f64; 8]; 6] = [
    [0.0, 0.0, 0.0, 0.0, 4922.0, 0.0, 3074.0, 0.0],
    [0.0, 9090.0, 8363.0, 13912.0, 1866.0, 0.0, 0.0, 16737.0],
    [12864.0, 8804.0, 0.0, 13446.0, 5162.0, 0.0, 2564.0, 12845.0],
    [13419.0, 27288.0, 0.0, 11270.0, 33127.0, 58417.0, 6777.0, 0.0],
    [37413.0, 18568.0, 26754.0, 0.0, 8391.0, 0.0, 26615.0, 34217.0],
    [104.0, 50.0, 28682.0, 24768.0, 10323.0, 5383.0, 24770.0, 0.0],
];

/// Their means and deviations (table 5.3).
pub(crate) const MASSES_PRINTED: [(f64, f64); 6] = [
    (999.0, 1915.0),
    (6246.0, 6736.0),
    (6960.0, 5786.0),
    (18787.0, 19942.0),
    (18994.0, 14752.0),
    (11760.0, 12414.0),
];
