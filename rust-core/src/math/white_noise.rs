//! White noise on a path, told by its fourth differences: those of smooth motion nearly vanish.

/// Variance of the fourth difference of white noise whose variance is 1: 1 + 16 + 36 + 16 + 1.
pub(crate) const FOURTH_DIFFERENCE: f64 = 70.0;
/// Median of the absolute value of a normal variable whose deviation is 1.
pub(crate) const MEDIAN_DEVIATION: f64 = 0.6745;

/// Variance of the noise from the median of the absolute fourth differences.
pub(crate) fn variance_of_noise(median_difference: f64) -> f64 {
    let e = median_difference / MEDIAN_DEVIATION;
    e * e / FOURTH_DIFFERENCE
}

/// The absolute fourth differences of `count` numbers.
pub(crate) fn fourth_differences(count: usize, x: impl Fn(usize) -> f64) -> impl Iterator<Item = f64> {
    (4..count).map(move |i| (x(i) - 4.0 * x(i - 1) + 6.0 * x(i - 2) - 4.0 * x(i - 3) + x(i - 4)).abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cubic_has_no_noise_and_a_spike_shows_its_weights() {
        let cubic = |i: usize| (i as f64).powi(3) - 2.0 * i as f64;
        assert!(fourth_differences(20, cubic).all(|d| d < 1e-9));
        let spike: Vec<f64> = fourth_differences(9, |i| f64::from(u8::from(i == 4))).collect();
        assert_eq!(spike, [1.0, 4.0, 6.0, 4.0, 1.0]);
        assert_eq!(spike.iter().map(|w| w * w).sum::<f64>(), FOURTH_DIFFERENCE);
    }
}
