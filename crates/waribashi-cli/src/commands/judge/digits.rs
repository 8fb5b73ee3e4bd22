//! Whole numbers out of bytes, eight digits at a time.

/// The bytes that [`number`] looks at: more than the digits of any number it reads.
pub(super) const SPAN: usize = 24;

/// The most digits that no number can overflow 64 bits with.
const MOST: usize = 19;

const POWERS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// The number that `text` begins with, and how many digits it has. `None` where there is no digit, or where
/// there are more than 19, so that the number might not fit.
#[inline]
pub(super) fn number(text: &[u8; SPAN]) -> Option<(u64, usize)> {
    let word = |at: usize| {
        let bytes = text[at..at + 8].try_into().expect("eight bytes");
        // Digits become 0 to 9, the first of them in the lowest byte.
        u64::from_le_bytes(bytes) ^ 0x3030_3030_3030_3030
    };
    let (first, digits) = leading(word(0));
    if digits < 8 {
        return (digits > 0).then_some((first, digits));
    }
    let (second, digits) = leading(word(8));
    if digits < 8 {
        return Some((first * POWERS[digits] + second, 8 + digits));
    }
    let (third, digits) = leading(word(16));
    let high = first * 100_000_000 + second;
    (16 + digits <= MOST).then(|| (high * POWERS[digits % 8] + third, 16 + digits))
}

/// The number that the leading digits of a word make, and how many these are.
#[inline]
fn leading(word: u64) -> (u64, usize) {
    // Adding 0x76 sets the top bit of a byte that is 10 or more. A carry can only come from a byte that is no
    // digit, and spoils only what stands after it.
    let no_digit = (word.wrapping_add(0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080;
    let digits = no_digit.trailing_zeros() as usize / 8;
    // What is no digit falls out above; zeros come in below, that is in front.
    let aligned = word.checked_shl(64 - 8 * digits as u32).unwrap_or(0);
    (eight(aligned), digits)
}

/// The number that eight digits make: two by two, then four by four, then all.
#[inline]
fn eight(digits: u64) -> u64 {
    let pairs = (digits * 10 + (digits >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    (fours * 10_000 + (fours >> 32)) & 0xFFFF_FFFF
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &[u8]) -> Option<(u64, usize)> {
        let mut span = [b'7'; SPAN];
        span[..text.len()].copy_from_slice(text);
        number(&span)
    }

    #[test]
    fn numbers_of_every_length_are_read_before_every_byte_that_is_no_digit() {
        let digits = b"9876543210123456789";
        for length in 0..=digits.len() {
            for after in (0..=255u8).filter(|byte| !byte.is_ascii_digit()) {
                let text = [&digits[..length], &[after, b'1', after]].concat();
                let expected = std::str::from_utf8(&digits[..length])
                    .expect("digits")
                    .parse()
                    .ok()
                    .map(|number| (number, length));
                assert_eq!(read(&text), expected, "{length} digits, then {after}");
            }
        }
    }

    #[test]
    fn numbers_that_might_overflow_are_left_to_others() {
        assert_eq!(
            read(b"9999999999999999999 "),
            Some((9_999_999_999_999_999_999, 19))
        );
        assert_eq!(read(b"00000000000000000001 "), None);
        assert_eq!(read(b"18446744073709551615 "), None);
        assert_eq!(read(&[b'1'; SPAN]), None);
    }

    proptest! {
        #[test]
        fn any_number_is_read_as_the_library_reads_it(
            number in prop_oneof![0..10_000_000_000_000_000_000u64, 0..100_000u64],
            rest in prop::collection::vec(any::<u8>(), 4),
        ) {
            prop_assume!(!rest[0].is_ascii_digit());
            let text = [number.to_string().as_bytes(), &rest].concat();
            prop_assert_eq!(read(&text), Some((number, text.len() - rest.len())));
        }
    }
}
