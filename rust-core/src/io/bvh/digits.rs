//! Numbers as text, in the style of the file they go into.

/// How a file writes its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Style {
    /// Digits behind the point.
    pub(super) decimals: usize,
    /// Whether zeros at the end are left out.
    pub(super) trimmed: bool,
}

impl Style {
    /// The style of the numbers in `texts`, with no fewer than `least` decimals.
    pub(super) fn of<'a>(texts: impl Iterator<Item = &'a [u8]>, least: usize) -> Self {
        let mut most = 0;
        let mut fewest = usize::MAX;
        for text in texts.filter(|text| !text.iter().any(|b| b.eq_ignore_ascii_case(&b'e'))) {
            let decimals = text.iter().position(|&b| b == b'.').map_or(0, |dot| text.len() - dot - 1);
            most = most.max(decimals);
            fewest = fewest.min(decimals);
        }
        Self { decimals: most.clamp(least, 17), trimmed: fewest < most }
    }

    /// Appends `value`.
    pub(super) fn push(self, value: f64, out: &mut Vec<u8>) {
        let scaled = (value.abs() * 10f64.powi(self.decimals as i32)).round();
        let start = out.len();
        // Whole numbers up to 2^53 are exact, so their digits are; larger ones go the general way.
        if scaled < 9e15 && self.decimals <= 15 {
            let mut rest = scaled as u64;
            if value < 0.0 && rest > 0 {
                out.push(b'-');
            }
            let mut digits = [b'0'; 24];
            let mut count = 0;
            while rest > 0 || count <= self.decimals {
                digits[count] = b'0' + (rest % 10) as u8;
                rest /= 10;
                count += 1;
            }
            out.extend(digits[self.decimals..count].iter().rev());
            if self.decimals > 0 {
                out.push(b'.');
                out.extend(digits[..self.decimals].iter().rev());
            }
        } else {
            out.extend_from_slice(format!("{value:.*}", self.decimals).as_bytes());
        }
        if self.trimmed && out[start..].contains(&b'.') {
            while out.last() == Some(&b'0') {
                out.pop();
            }
            if out.last() == Some(&b'.') {
                out.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(style: Style, value: f64) -> String {
        let mut out = Vec::new();
        style.push(value, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn style_is_that_of_the_source() {
        let of = |texts: &[&str]| Style::of(texts.iter().map(|t| t.as_bytes()), 5);
        assert_eq!(of(&["1.250000", "-3.000000"]), Style { decimals: 6, trimmed: false });
        assert_eq!(of(&["1.25", "-3", "10.4194"]), Style { decimals: 5, trimmed: true });
        assert_eq!(of(&["1.2e-05", "1.5"]), Style { decimals: 5, trimmed: false });
        let fixed = Style { decimals: 6, trimmed: false };
        assert_eq!(text(fixed, -0.0000001), "0.000000");
        assert_eq!(text(fixed, -0.0000006), "-0.000001");
        assert_eq!(text(fixed, 123.4), "123.400000");
        let trimmed = Style { decimals: 5, trimmed: true };
        assert_eq!(text(trimmed, 100.0), "100");
        assert_eq!(text(trimmed, -0.5), "-0.5");
        assert_eq!(text(Style { decimals: 0, trimmed: true }, 100.0), "100");
        assert_eq!(text(trimmed, 1e20), "100000000000000000000");
    }

    proptest! {
        #[test]
        fn text_reads_back_to_half_a_digit(value in -1e6..1e6f64, decimals in 0usize..17, trimmed: bool) {
            let back: f64 = text(Style { decimals, trimmed }, value).parse().unwrap();
            prop_assert!((back - value).abs() <= 0.5001 * 10f64.powi(-(decimals as i32)) + value.abs() * 1e-15);
        }
    }
}
