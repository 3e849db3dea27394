//! The exponential of numbers that are not positive, inlined: robust kernels take it for every low foot point, dozens of times.

use std::f64::consts::{LN_2, LOG2_E};

/// `e^x` for `x ≤ 0`, to a part in five million; 0 below −700. The same bits on every machine, which a system's own is not.
#[inline]
pub(crate) fn exp_of_negative(x: f64) -> f64 {
    // Added to a number below 2⁵¹, it leaves the nearest integer in the last bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    if x < -700.0 {
        return 0.0;
    }
    let shifted = x * LOG2_E + ROUND;
    let power = shifted - ROUND;
    // e^x = 2^power · e^r, |r| ≤ ln 2 / 2.
    let r = x - power * LN_2;
    // Taylor, in parts that do not wait for each other; the next term is r⁷/7! < 1.3 · 10⁻⁷, of e^r > 0.7.
    let r2 = r * r;
    let high = (1.0 / 24.0 + r * (1.0 / 120.0)) + r2 * (1.0 / 720.0);
    let sum = ((1.0 + r) + r2 * (0.5 + r * (1.0 / 6.0))) + r2 * r2 * high;
    let exponent = (shifted.to_bits() as i64).wrapping_sub(ROUND.to_bits() as i64);
    sum * f64::from_bits(((exponent + 1023) << 52) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_exponential() {
        for i in 0..70_000 {
            let x = -0.01 * f64::from(i);
            let (own, system) = (exp_of_negative(x), x.exp());
            assert!((own / system - 1.0).abs() < 2e-7, "{x}: {own} {system}");
        }
        assert_eq!(exp_of_negative(0.0), 1.0);
        assert_eq!(exp_of_negative(f64::NEG_INFINITY), 0.0);
        assert!(exp_of_negative(-745.0) == 0.0 && exp_of_negative(f64::NAN).is_nan());
    }
}
