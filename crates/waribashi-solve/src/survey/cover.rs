//! Which solves a survey needs: few, since one solution holds the starts of many games.

use waribashi::{Axes, Rules, Split, Start};

use super::{check, demand};
use crate::solution::Task;

/// A solve, and the cells that are read from its solution, by their places among those asked for.
pub(super) struct Solve {
    pub(super) rules: Rules,
    pub(super) cells: Vec<usize>,
}

/// Whether a dead hand is as good as none, so that *k* hands against *l* are contained in any larger game of
/// the same rules.
///
/// Let the larger game have K >= k hands against L >= l, and add K - k and L - l dead hands to a position of
/// the smaller one. With `dead-target=off` and `divide=off` no move touches a dead hand: taps, own taps
/// and the splits that are left are between two live hands, and whether they may be played depends on what
/// these two show. So both positions have the same moves. After each the dead hands added are still there
/// and still dead, and the positions correspond again. All hands of a player are dead in both or in neither,
/// so that both games are over at the same time with the same result. What can happen from the two
/// positions is therefore the same, and so are value and distance.
fn dead_hands_are_out(rules: &Rules) -> bool {
    !rules.dead_target && rules.divide == Split::Off
}

/// Whether a solution of `larger` has the start of `smaller`, rules that differ in nothing but fingers and
/// hands, for the first player to move or, the players exchanged, for the second.
fn holds(larger: &Rules, smaller: &Rules) -> bool {
    let [k, l] = smaller.hands;
    let fits = |[first, second]: [u64; 2]| {
        if dead_hands_are_out(larger) {
            k <= first && l <= second
        } else {
            [k, l] == [first, second]
        }
    };
    let [first, second] = larger.hands;
    larger.fingers == smaller.fingers && (fits([first, second]) || fits([second, first]))
}

/// The solves for all games asked for, each of which fits the task's limit; small ones first.
pub(super) fn solves(asked: &[(usize, Rules)], task: Task) -> Vec<Solve> {
    let mut open: Vec<usize> = (0..asked.len()).collect();
    open.sort_by_cached_key(|&at| demand(&asked[at].1, task).positions);
    let mut solves = Vec::new();
    // The largest game left cannot be read from another solve than its own.
    while let Some(&largest) = open.last() {
        let rules = squared(&asked[largest].1, task);
        let cells = open
            .extract_if(.., |at| holds(&rules, &asked[*at].1))
            .collect();
        solves.push(Solve { rules, cells });
    }
    solves.reverse();
    solves
}

/// The rules with equal numbers of hands where that holds the game and takes fewer positions: a position
/// need not say then who is to move.
pub(super) fn squared(rules: &Rules, task: Task) -> Rules {
    let most = rules.hands[0].max(rules.hands[1]);
    let square = Axes {
        hands: [most; 2],
        start: Start::Each(1),
        ..rules.axes().clone()
    };
    match Rules::new(square) {
        Ok(square)
            if dead_hands_are_out(rules)
                && demand(&square, task).positions <= demand(rules, task).positions
                && check(&square, task).is_ok() =>
        {
            square
        }
        _ => rules.clone(),
    }
}
