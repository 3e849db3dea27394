//! Numbers of the motion block, exact to the last bit and faster than a general parser.

/// Powers of ten that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// Reads the number that starts at `at`; returns it and the position behind it, which is the end of the text or
/// holds a white space. `None` if the characters up to there are no number (`inf` and `nan` count as numbers).
///
/// Nearly all numbers of real files are `-ddd.dddd` with few digits. Digits that fit in 53 bits make an exact double,
/// so does a power of ten up to 22, and IEEE division of two exact doubles rounds correctly: the result is the one
/// nearest to the decimal text (Clinger, How to read floating point numbers accurately, 1990). All else goes to the
/// standard parser.
#[inline]
pub(super) fn scan_number(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    let mut i = at;
    let negative = bytes.get(i) == Some(&b'-');
    i += usize::from(negative);
    let mut mantissa = 0u64;
    let start = i;
    while let Some(digit) = bytes.get(i).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
        mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
        i += 1;
    }
    let mut digits = i - start;
    let mut decimals = 0;
    if bytes.get(i) == Some(&b'.') {
        i += 1;
        let start = i;
        while let Some(digit) = bytes.get(i).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
            mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
            i += 1;
        }
        decimals = i - start;
        digits += decimals;
    }
    let ended = bytes.get(i).is_none_or(u8::is_ascii_whitespace);
    // Up to 19 digits cannot have wrapped around 64 bits.
    if ended && (1..=19).contains(&digits) && mantissa <= 1 << 53 {
        let value = mantissa as f64 / POWERS[decimals];
        return Some((if negative { -value } else { value }, i));
    }
    general_number(bytes, at)
}

#[cold]
fn general_number(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    let length = bytes[at..].iter().position(u8::is_ascii_whitespace).unwrap_or(bytes.len() - at);
    let text = std::str::from_utf8(&bytes[at..at + length]).ok()?;
    Some((text.parse().ok()?, at + length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn same_as_std(text: &str) {
        let spaced = format!("{text} 1");
        for bytes in [text.as_bytes(), spaced.as_bytes()] {
            let ours = scan_number(bytes, 0);
            match text.parse::<f64>() {
                Ok(value) => {
                    let (ours, end) = ours.unwrap_or_else(|| panic!("'{text}' was not read"));
                    assert!(
                        ours.to_bits() == value.to_bits() || ours.is_nan() && value.is_nan(),
                        "{text}: {ours:?} {value:?}"
                    );
                    assert_eq!(end, text.len());
                }
                Err(_) => assert!(ours.is_none(), "'{text}' is no number"),
            }
        }
    }

    #[test]
    fn edge_cases_match_the_standard_parser() {
        for text in [
            "0",
            "-0",
            "-0.0",
            "5.",
            ".5",
            "-.5",
            "+1.5",
            "1e5",
            "1E-5",
            "1.5e+3",
            "-",
            ".",
            "-.",
            "+",
            "--1",
            "1.2.3",
            "1,5",
            "0x10",
            "nan",
            "inf",
            "-inf",
            "NaN",
            "1.#QNAN",
            "9007199254740992",
            "9007199254740993",
            "18446744073709551616",
            "99999999999999999999999",
            "0.00000000000000000001",
            "0.000000000000000000001",
            "123456789.123456789123456789",
            "1e400",
            "1e-400",
            "é",
        ] {
            same_as_std(text);
        }
    }

    proptest! {
        #[test]
        fn printed_doubles_match_the_standard_parser(value in any::<f64>(), decimals in 0usize..20) {
            same_as_std(&format!("{value}"));
            same_as_std(&format!("{value:e}"));
            same_as_std(&format!("{:.decimals$}", value % 1e6));
        }

        #[test]
        fn any_digits_match_the_standard_parser(text in "[-+]?[0-9]{0,24}\\.?[0-9]{0,24}") {
            same_as_std(&text);
        }
    }
}
