//! Everything there is of a small rule set, listed without the help of the rules' own code.

use waribashi::{Hands, Move, Pair, Position, Rules};

/// How many different hands a player with `hands` hands can have: multisets, C(`fingers` + `hands` - 1,
/// `hands`).
pub fn row_count(fingers: u8, hands: u64) -> u64 {
    (1..=hands).fold(1, |rows, k| rows * (u64::from(fingers) + k - 1) / k)
}

/// Every multiset of `hands` hands that show less than `fingers`.
pub fn all_hands(fingers: u8, hands: u64) -> Vec<Hands> {
    let mut rows = vec![Vec::new()];
    for _ in 0..hands {
        rows = rows
            .into_iter()
            .flat_map(|row: Vec<u8>| {
                let from = row.last().copied().unwrap_or(0);
                (from..fingers).map(move |shown| [row.as_slice(), &[shown]].concat())
            })
            .collect();
    }
    rows.into_iter().map(Hands::from_fingers).collect()
}

/// Every position of the rules as the mover sees it, finished ones included. Where the players have
/// different numbers of hands, those with the second player to move follow those with the first.
pub fn all_positions(rules: &Rules) -> Vec<Position> {
    let [first, second] = rules.hands.map(|hands| all_hands(rules.fingers, hands));
    let pairs = |mine: &[Hands], theirs: &[Hands]| -> Vec<Position> {
        let with = |mine: &Hands| {
            let mine = mine.clone();
            theirs
                .iter()
                .map(move |theirs| Position::new(mine.clone(), theirs.clone()))
        };
        mine.iter().flat_map(with).collect()
    };
    let mut positions = pairs(&first, &second);
    if rules.hands[0] != rules.hands[1] {
        positions.extend(pairs(&second, &first));
    }
    positions
}

/// Every move that can be written with numbers below `fingers`, whether some rules allow it or not.
pub fn all_moves(fingers: u8) -> Vec<Move> {
    let numbers = || (0..fingers).flat_map(move |a| (0..fingers).map(move |b| (a, b)));
    let pairs: Vec<Pair> = numbers()
        .filter(|(a, b)| a <= b)
        .map(|(a, b)| Pair::new(a, b))
        .collect();
    let taps = numbers().map(|(with, on)| Move::Tap { with, on });
    let own_taps = numbers().map(|(with, on)| Move::OwnTap { with, on });
    let splits = pairs
        .iter()
        .flat_map(|&from| pairs.iter().map(move |&to| Move::Split { from, to }));
    taps.chain(own_taps).chain(splits).collect()
}
