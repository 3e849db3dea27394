//! White noise on a path, told by its fourth differences: those of smooth motion nearly vanish.

use std::ops::{Add, Mul, Sub};

/// Variance of the fourth difference of white noise whose variance is 1: 1 + 16 + 36 + 16 + 1.
pub(crate) const FOURTH_DIFFERENCE: f64 = 70.0;
/// Median of the absolute value of a normal variable whose deviation is 1.
pub(crate) const MEDIAN_DEVIATION: f64 = 0.6745;

/// Variance of the noise from the median of the absolute fourth differences.
pub(crate) fn variance_of_noise(median_difference: f64) -> f64 {
    let e = median_difference / MEDIAN_DEVIATION;
    e * e / FOURTH_DIFFERENCE
}

/// The fourth difference of five numbers or points in a row; reads the same backwards, to the bit.
#[inline]
pub(crate) fn fourth_difference<T>(x: [T; 5]) -> T
where
    T: Copy + Add<Output = T> + Sub<Output = T> + Mul<f64, Output = T>,
{
    (x[0] + x[4]) - (x[1] + x[3]) * 4.0 + x[2] * 6.0
}

/// The absolute fourth differences of `count` numbers.
pub(crate) fn fourth_differences(count: usize, x: impl Fn(usize) -> f64) -> impl Iterator<Item = f64> {
    (4..count).map(move |i| fourth_difference([0, 1, 2, 3, 4].map(|k| x(i - 4 + k))).abs())
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
