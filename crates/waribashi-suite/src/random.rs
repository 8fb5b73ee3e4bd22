//! Random rules, hands, positions and moves, for property tests with proptest.

use std::ops::RangeInclusive;

use proptest::{
    collection::{btree_map, vec},
    prelude::*,
    sample::select,
};
use waribashi::{
    AddsTo, Axes, Game, Goal, Hands, Move, Overflow, Pair, Position, Repetition, Rules, Side,
    Split, Start,
};

use crate::every::row_count;

/// The most positions that rules from [`any_rules`] have.
pub const MOST_POSITIONS: u64 = 5_000;

/// Rules over all axes that are small enough to list every position: 2 to 7 fingers, 1 to 3 hands, at
/// most [`MOST_POSITIONS`] positions.
pub fn any_rules() -> impl Strategy<Value = Rules> {
    let sizes =
        (2..=7u8, [1..=3u64, 1..=3u64]).prop_filter("few positions", |&(fingers, hands)| {
            let [first, second] = hands.map(|hands| row_count(fingers, hands));
            let orders = if hands[0] == hands[1] { 1 } else { 2 };
            orders * first * second <= MOST_POSITIONS
        });
    sizes.prop_flat_map(|(fingers, hands)| rules_of(fingers, hands))
}

/// Rules over all axes of any size: 2 to 255 fingers, from one hand to as many as can be counted. They
/// are for notation, where size costs nothing.
pub fn any_large_rules() -> impl Strategy<Value = Rules> {
    (2..=255u8, [any_hand_count(), any_hand_count()])
        .prop_flat_map(|(fingers, hands)| rules_of(fingers, hands))
}

/// A number of hands: mostly such that all three notations of hands occur.
pub fn any_hand_count() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => 1..=12u64,
        1 => 13..=1_000_000u64,
        1 => Just(u64::MAX),
    ]
}

fn rules_of(fingers: u8, hands: [u64; 2]) -> impl Strategy<Value = Rules> {
    let shape = || select(vec![Split::Off, Split::Any, Split::Near, Split::Even]);
    let start = prop_oneof![
        2 => Just(Start::Each(1)),
        1 => (any_live_hands(fingers, hands[0]), any_live_hands(fingers, hands[1]))
            .prop_map(|(mine, theirs)| Start::At(Position::new(mine, theirs))),
    ];
    let taps = (
        select(vec![Overflow::Rollover, Overflow::Cutoff]),
        any::<bool>(),
        any::<bool>(),
        select(vec![AddsTo::Tapped, AddsTo::Tapper]),
        select(vec![Goal::Survive, Goal::Empty]),
    );
    let splits = (
        shape(),
        shape(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
    );
    (start, taps, splits, any_repetition()).prop_filter_map(
        "the answers fit together",
        move |(start, taps, splits, repetition)| {
            let (overflow, own_tap, dead_target, adds_to, goal) = taps;
            let (divide, transfer, lone_divide, empty_by_split, pass_by_split) = splits;
            let axes = Axes {
                fingers,
                hands,
                start,
                overflow,
                own_tap,
                dead_target,
                adds_to,
                goal,
                divide,
                transfer,
                lone_divide,
                empty_by_split,
                pass_by_split,
                repetition,
            };
            Rules::new(axes).ok()
        },
    )
}

fn any_repetition() -> impl Strategy<Value = Repetition> {
    // Random games seldom repeat a position three times.
    prop_oneof![
        1 => Just(Repetition::None),
        3 => Just(Repetition::FIRST),
        1 => Just(Repetition::THREEFOLD),
        1 => (4..=u32::MAX).prop_map(Repetition::Nth),
    ]
}

/// `count` hands that each show less than `fingers`.
pub fn any_hands(fingers: u8, count: u64) -> BoxedStrategy<Hands> {
    // Many hands come in few runs: cut the row of hands at random places.
    const ONE_BY_ONE: u64 = 20;
    if count <= ONE_BY_ONE {
        return vec(0..fingers, count as usize)
            .prop_map(Hands::from_fingers)
            .boxed();
    }
    let most = usize::from(fingers).min(6);
    btree_map(0..fingers, 1..=count, 1..=most)
        .prop_map(move |cuts| {
            let mut left = count;
            let mut runs: Vec<(u8, u64)> = cuts
                .into_iter()
                .map(|(shown, wanted)| {
                    let taken = wanted.min(left);
                    left -= taken;
                    (shown, taken)
                })
                .collect();
            runs[0].1 += left;
            Hands::from_runs(runs)
        })
        .boxed()
}

fn any_live_hands(fingers: u8, count: u64) -> impl Strategy<Value = Hands> {
    let one = 1..fingers;
    (any_hands(fingers, count), one).prop_map(|(hands, shown)| {
        if hands.all_dead() {
            hands.changed(0, shown).expect("there is a dead hand")
        } else {
            hands
        }
    })
}

/// A position of these rules with either side to move, reachable or not, finished ones included.
pub fn any_position(rules: &Rules) -> impl Strategy<Value = Position> + use<> {
    let [first, second] = rules.hands.map(|count| any_hands(rules.fingers, count));
    (first, second, any_side()).prop_map(|(first, second, to_move)| {
        let position = Position::new(first, second);
        match to_move {
            Side::First => position,
            Side::Second => position.swapped(),
        }
    })
}

/// One of the two players.
pub fn any_side() -> impl Strategy<Value = Side> {
    select(Side::BOTH.to_vec())
}

/// A move that can be written in a game in which a hand is out at `fingers`; most can be played nowhere.
pub fn any_writable_move(fingers: u8) -> impl Strategy<Value = Move> {
    let number = move || 0..fingers;
    let pair = move || (number(), number()).prop_map(|(a, b)| Pair::new(a, b));
    prop_oneof![
        (number(), number()).prop_map(|(with, on)| Move::Tap { with, on }),
        (number(), number()).prop_map(|(with, on)| Move::OwnTap { with, on }),
        (pair(), pair()).prop_map(|(from, to)| Move::Split { from, to }),
    ]
}

/// A game of these rules after some moves, from the start or from any position; it may be over.
pub fn any_game(rules: Rules, plies: RangeInclusive<usize>) -> impl Strategy<Value = Game> {
    let from = prop_oneof![
        Just(None),
        (any_position(&rules), any_side()).prop_map(Some),
    ];
    (from, vec(any::<prop::sample::Index>(), plies)).prop_map(move |(from, choices)| {
        let placed = from.and_then(|(position, to_move)| {
            // With different numbers of hands only one side can be to move.
            Game::from_position(rules.clone(), position, to_move).ok()
        });
        let mut game = placed.unwrap_or_else(|| Game::new(rules.clone()));
        for choice in choices {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(*choice.get(&moves))
                .expect("a legal move can be played");
        }
        game
    })
}
