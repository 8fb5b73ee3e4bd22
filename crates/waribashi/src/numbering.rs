use crate::{
    hands::Hands,
    moves::Pair,
    place::Action,
    rules::{Rules, Split},
};

/// The numbers of a rule set's actions, as environments for learning agents name them: dense, from 0, and
/// the same in every position.
///
/// Let *n* be the number of hands, the larger one where the players have different numbers of them. First
/// come the taps, the tapping place before the tapped one: *n*² numbers. Then the own taps in the same
/// order, a hand's tap on itself left out: *n* (*n* - 1) numbers, which rules without own taps have too.
/// Then, where the rules have splits, for each two places, the lower first, the smaller part that the two
/// hands come to show, from the smallest to the largest that any split of the rules can make.
///
/// With two hands each: 0 min to min, 1 min to max, 2 max to min, 3 max to max, 4 min to the own max, 5 max
/// to the own min, and from 6 on splits into 1 and the rest, 2 and the rest, and so on.
///
/// ```
/// use waribashi::{Action, Numbering, Pair, Position, Rules};
/// let rules: Rules = "school".parse()?;
/// let numbering = Numbering::new(&rules)?;
/// assert_eq!(numbering.len(), 8);
/// assert_eq!(numbering.number(Action::Tap { with: 1, on: 0 }), Some(2));
/// let hands = Position::parse("04-11", &rules)?.mine;
/// let halves = Action::Split { hands: [0, 1], to: Pair::new(2, 2) };
/// assert_eq!(numbering.action(7, &hands), Some(halves));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    hands: u64,
    /// The smallest and the largest smaller part that a split can make; `None` without splits.
    parts: Option<(u8, u8)>,
    len: usize,
}

/// Why a rule set's actions have no numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{hands} hands make more than {most} actions by place, which is too many to number: use fewer hands \
     (for example: hands=8)",
    most = Numbering::MOST
)]
pub struct TooManyActions {
    /// The larger number of hands.
    pub hands: u64,
}

impl Numbering {
    /// The most actions that are numbered.
    pub const MOST: usize = u32::MAX as usize;

    /// The numbering of a rule set.
    ///
    /// # Errors
    ///
    /// Where there are more than [`Numbering::MOST`] actions.
    pub fn new(rules: &Rules) -> Result<Self, TooManyActions> {
        let hands = rules.hands[0].max(rules.hands[1]);
        let parts = parts(rules).filter(|_| hands >= 2);
        let splits = parts.map_or(0, |(low, high)| u64::from(high - low) + 1);
        let len = Some(hands)
            // With more hands than this the taps alone are too many, and sums below could overflow.
            .filter(|&hands| hands <= 1 << 16)
            .map(|n| n * n + n * (n - 1) + n * (n - 1) / 2 * splits)
            .filter(|&len| len <= Numbering::MOST as u64)
            .ok_or(TooManyActions { hands })?;
        Ok(Numbering {
            hands,
            parts,
            len: len as usize,
        })
    }

    /// How many numbers there are; the actions of a position have different ones of them.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no number: never, for every player has a hand.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of an action, legal or not; `None` where it names a place that no player has, the same
    /// hand twice, or parts that no split of the rules makes.
    pub fn number(&self, action: Action) -> Option<usize> {
        let n = self.hands;
        let are_places = |a: u64, b: u64| a < n && b < n;
        let number = match action {
            Action::Tap { with, on } if are_places(with, on) => with * n + on,
            Action::OwnTap { with, on } if are_places(with, on) && with != on => {
                n * n + with * (n - 1) + on - u64::from(on > with)
            }
            Action::Split {
                hands: [low, high],
                to,
            } if are_places(low, high) && low < high => {
                let (least, most) = self.parts?;
                if !(least..=most).contains(&to.low()) {
                    return None;
                }
                // Pairs whose lower place is below this one's, then those of the same lower place.
                let pair = low * (2 * n - low - 1) / 2 + (high - low - 1);
                let parts = u64::from(most - least) + 1;
                n * n + n * (n - 1) + pair * parts + u64::from(to.low() - least)
            }
            _ => return None,
        };
        Some(number as usize)
    }

    /// The action of a number for a mover with these hands, legal or not; `None` where the number is too
    /// large, or names a split for which the mover has no such hands or too few fingers.
    pub fn action(&self, number: usize, mine: &Hands) -> Option<Action> {
        if number >= self.len {
            return None;
        }
        let (number, n) = (number as u64, self.hands);
        let Some(own) = number.checked_sub(n * n) else {
            let (with, on) = (number / n, number % n);
            return Some(Action::Tap { with, on });
        };
        let Some(split) = own.checked_sub(n * (n - 1)) else {
            let (with, on) = (own / (n - 1), own % (n - 1));
            let on = on + u64::from(on >= with);
            return Some(Action::OwnTap { with, on });
        };
        let (least, most) = self.parts?;
        let parts = u64::from(most - least) + 1;
        let (mut pair, mut low) = (split / parts, 0);
        while pair >= n - 1 - low {
            pair -= n - 1 - low;
            low += 1;
        }
        let high = low + 1 + pair;
        let total = u16::from(mine.at(low)?) + u16::from(mine.at(high)?);
        let part = least + (split % parts) as u8;
        let rest = u8::try_from(total.checked_sub(u16::from(part))?).ok()?;
        (part <= rest).then_some(Action::Split {
            hands: [low, high],
            to: Pair::new(part, rest),
        })
    }
}

/// The smallest and the largest smaller part that a split of these rules can make.
fn parts(rules: &Rules) -> Option<(u8, u8)> {
    if rules.divide == Split::Off && rules.transfer == Split::Off {
        return None;
    }
    let before = (0..rules.fingers)
        .flat_map(|low| (low.max(1)..rules.fingers).map(move |high| Pair::new(low, high)));
    // Lone divides need a single live hand, transfers have two.
    let lows = before.flat_map(|from| {
        let live = 1 + u64::from(from.low() > 0);
        rules.splits(from, live).map(Pair::low)
    });
    lows.fold(None, |parts: Option<(u8, u8)>, low| match parts {
        None => Some((low, low)),
        Some((least, most)) => Some((least.min(low), most.max(low))),
    })
}
