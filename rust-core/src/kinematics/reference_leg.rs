//! The reference adult leg. Lengths and speeds are tuned for it and scale with the leg of the character.

/// Hip to ankle, nearly stretched, as a clip shows it (99th percentile over its frames), metres.
pub(crate) const REACHED: f64 = 0.83;
/// Thigh and shin end to end, as a skeleton gives them, metres: a leg in motion is seldom quite straight.
pub(crate) const BONES: f64 = 0.85;
