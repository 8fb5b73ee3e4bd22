use waribashi::Hands;

/// The rows of one player: all multisets of a number of hands, numbered from 0.
///
/// With hands `h_1 <= h_2 <= ... <= h_H` the number is the sum of `C(h_i + i - 1, i)`, the
/// combinatorial number system (Knuth, The Art of Computer Programming 4A, 7.2.1.3, for
/// multisets). Row 0 has all hands dead.
#[derive(Clone, Debug)]
pub struct Rows {
    pub(crate) fingers: u8,
    hands: u32,
    /// `C(f + e, e)` at `f * (hands + 1) + e`: the rows whose largest of the first `e` hands is at most
    /// `f`.
    below: Vec<u32>,
}

impl Rows {
    /// How many rows there are, `C(fingers + hands - 1, hands)`; `u128::MAX` where that cannot be computed
    /// in 128 bits.
    pub fn count(fingers: u8, hands: u64) -> u128 {
        // C(n, k) with the smaller k, one factor at a time: each step divides evenly.
        let others = u64::from(fingers) - 1;
        let (small, large) = (others.min(hands), others.max(hands));
        (1..=u128::from(small))
            .try_fold(1u128, |count, i| {
                count
                    .checked_mul(u128::from(large) + i)
                    .map(|product| product / i)
            })
            .unwrap_or(u128::MAX)
    }

    /// The rows of a player with this many hands, each out at `fingers`.
    ///
    /// # Panics
    ///
    /// When there are 2^32 rows or more, or 2^32 hands.
    pub fn new(fingers: u8, hands: u64) -> Self {
        u32::try_from(Self::count(fingers, hands)).expect("fewer than 2^32 rows");
        let hands = u32::try_from(hands).expect("fewer than 2^32 hands");
        let width = hands as usize + 1;
        let mut below = vec![1u32; usize::from(fingers) * width];
        for at in width..below.len() {
            if at % width > 0 {
                below[at] = below[at - width] + below[at - 1];
            }
        }
        Rows {
            fingers,
            hands,
            below,
        }
    }

    /// Never: there is the row with all hands dead.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.below[self.below.len() - 1] as usize
    }

    fn below(&self, fingers: u8, first: u64) -> u32 {
        self.below[usize::from(fingers) * (self.hands as usize + 1) + first as usize]
    }

    /// The number of the row that `hands` are.
    ///
    /// # Panics
    ///
    /// When they are none of these rows.
    pub fn rank(&self, hands: &Hands) -> u32 {
        let mut before = 0;
        // The terms of a run of equal hands are summed by the hockey-stick identity.
        hands
            .runs()
            .iter()
            .map(|&(fingers, count)| {
                let after = before + count;
                let sum = self.below(fingers, after) - self.below(fingers, before);
                before = after;
                sum
            })
            .sum()
    }

    /// The hands of a row.
    pub fn hands(&self, row: u32) -> Hands {
        let mut rest = row;
        let mut fingers = self.fingers - 1;
        Hands::from_fingers((1..=u64::from(self.hands)).rev().map(|place| {
            // C(h + place - 1, place) for h hands is `below` one finger lower.
            let term = |h: u8| if h == 0 { 0 } else { self.below(h - 1, place) };
            while term(fingers) > rest {
                fingers -= 1;
            }
            rest -= term(fingers);
            fingers
        }))
    }

    /// All rows in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Hands> {
        let fingers = self.fingers;
        let first = Hands::uniform(0, u64::from(self.hands));
        std::iter::successors(Some(first), move |hands| {
            // The last of the lowest hands goes up by one, those before it back to 0.
            let (&(lowest, count), rest) = hands.runs().split_first()?;
            let raised = (lowest + 1 < fingers).then_some(lowest + 1)?;
            let runs = [(0, count - 1), (raised, 1)];
            Some(Hands::from_runs(runs.into_iter().chain(rest.to_vec())))
        })
    }
}

/// A set of numbers of fingers as a binary number with the bit 2^v for v, the highest 64 bits first. By it rows
/// that show the same numbers stand together ([`Levels`](crate::Levels)).
pub fn number_set(numbers: impl IntoIterator<Item = u8>) -> [u64; 4] {
    let mut set = [0; 4];
    for number in numbers {
        set[3 - usize::from(number) / 64] |= 1 << (number % 64);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_in_order_and_back() {
        for (fingers, hands) in [(2, 1), (2, 5), (5, 2), (5, 3), (7, 4), (255, 2), (3, 40)] {
            let rows = Rows::new(fingers, hands);
            let mut count = 0;
            for (number, row) in rows.iter().enumerate() {
                assert_eq!(rows.rank(&row) as usize, number);
                assert_eq!(rows.hands(number as u32), row);
                assert_eq!(row.len(), hands);
                count += 1;
            }
            assert_eq!(count, rows.len());
            assert_eq!(count as u128, Rows::count(fingers, hands));
        }
    }

    #[test]
    fn row_counts_too_large_are_known_to_be() {
        assert_eq!(Rows::count(5, 30), 46_376);
        assert_eq!(Rows::count(2, u64::MAX), 1 << 64);
        assert_eq!(
            Rows::count(3, (1 << 63) - 1),
            (1u128 << 62) * ((1 << 63) + 1)
        );
        assert_eq!(Rows::count(255, u64::MAX), u128::MAX);
    }
}
