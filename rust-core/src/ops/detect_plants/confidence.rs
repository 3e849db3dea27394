//! How sure a plant is.

use super::support::Support;

/// Confidence of a plant, 0 to 1: the product of three parts.
///
/// - stillness `1 / (1 + (u/v)²)`: `relative_speed` is the median residual speed `u` over the still speed `v`; ½ at the
///   limit;
/// - duration `s / (s + 0.05 s)`: a plant of 0.05 s counts half, one of 0.45 s 0.9;
/// - support: 1 for a foot that carries the body alone at some time, 0.9 where nothing speaks against it, 0.5 for the
///   slowest part of a touch (`None`).
///
/// A hand that rolls over the floor while the feet fly is never as still as a foot: its speed is measured by the limit
/// for rolling hands.
pub(super) fn confidence(relative_speed: f64, seconds: f64, support: Option<Support>) -> f64 {
    let stillness = 1.0 / (1.0 + relative_speed * relative_speed);
    let duration = seconds / (seconds + 0.05);
    let support = match support {
        Some(Support::Sure) => 1.0,
        Some(Support::Likely) => 0.9,
        Some(Support::Held) | None => 0.5,
    };
    (stillness * duration * support).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slower_longer_and_surer_plants_are_trusted_more() {
        let c = confidence;
        assert!(c(0.1, 0.5, Some(Support::Sure)) > c(0.9, 0.5, Some(Support::Sure)));
        assert!(c(0.1, 0.5, Some(Support::Sure)) > c(0.1, 0.1, Some(Support::Sure)));
        assert!(c(0.1, 0.5, Some(Support::Sure)) > c(0.1, 0.5, Some(Support::Likely)));
        assert!(c(0.1, 0.5, Some(Support::Likely)) > c(0.1, 0.5, None));
        assert!((0.0..=1.0).contains(&c(f64::MAX, 0.0, None)));
        assert!(c(0.0, 0.45, Some(Support::Sure)) > 0.89);
    }
}
