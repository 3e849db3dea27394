//! [`percentile`].

/// The value below which the share `p` of `values` lies, between neighbours by proportion; 0 of nothing. Reorders.
pub(crate) fn percentile(values: &mut [f64], p: f64) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let at = p * (values.len() - 1) as f64;
    let low = at as usize;
    let (_, &mut value, rest) = values.select_nth_unstable_by(low, f64::total_cmp);
    let next = rest.iter().copied().fold(f64::INFINITY, f64::min);
    if next.is_finite() { value + (next - value) * (at - low as f64) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentile_lies_between_neighbours() {
        let mut values: Vec<f64> = (0..101).rev().map(f64::from).collect();
        assert_eq!(percentile(&mut values, 0.95), 95.0);
        assert_eq!(percentile(&mut [1.0, 2.0], 0.5), 1.5);
        assert_eq!(percentile(&mut [], 0.5), 0.0);
        assert_eq!(percentile(&mut [3.0], 0.99), 3.0);
    }
}
