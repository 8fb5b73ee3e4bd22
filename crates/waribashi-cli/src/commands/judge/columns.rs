//! Which four numbers make a case of the many-handed game.

use std::{fmt, str::FromStr};

use waribashi_solve::closed::Counts;

/// A count of the live hands of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    All,
    Ones,
    Twos,
}

/// Two counts that say all about a player's hands, and in which columns of four they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    AllAndOnes(usize, usize),
    AllAndTwos(usize, usize),
    OnesAndTwos(usize, usize),
}

/// Four columns: two counts of the hands of the player to move, two of the other's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    names: [String; 4],
    players: [Player; 2],
}

/// Two columns that contradict each other: there are more hands of one kind than hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction {
    /// The column of the number that is too large.
    pub(super) part: usize,
    /// The column of the number of hands.
    pub(super) all: usize,
}

impl Columns {
    /// The name of a column, as given.
    pub(super) fn name(&self, column: usize) -> &str {
        &self.names[column]
    }

    /// The counts that four numbers mean.
    #[inline]
    pub(super) fn counts(&self, numbers: &[u64; 4]) -> Result<Counts, Contradiction> {
        let [(a, c), (b, d)] = [
            self.players[0].ones_and_twos(numbers)?,
            self.players[1].ones_and_twos(numbers)?,
        ];
        Ok(Counts { a, c, b, d })
    }
}

impl Player {
    #[inline]
    fn ones_and_twos(self, numbers: &[u64; 4]) -> Result<(u64, u64), Contradiction> {
        let rest = |all: usize, part: usize| match numbers[all].checked_sub(numbers[part]) {
            Some(rest) => Ok(rest),
            None => Err(Contradiction { part, all }),
        };
        Ok(match self {
            Player::AllAndOnes(all, ones) => (numbers[ones], rest(all, ones)?),
            Player::AllAndTwos(all, twos) => (rest(all, twos)?, numbers[twos]),
            Player::OnesAndTwos(ones, twos) => (numbers[ones], numbers[twos]),
        })
    }
}

impl Default for Columns {
    /// `N M a1 b1`.
    fn default() -> Self {
        Columns {
            names: ["N", "M", "a1", "b1"].map(str::to_string),
            players: [Player::AllAndOnes(0, 2), Player::AllAndOnes(1, 3)],
        }
    }
}

/// Four names with blanks between them, two for each player, in any order.
impl FromStr for Columns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fail = |what: String| {
            Err(format!(
                "{what}: expected hands, positions, cards, or four columns, two of N, a, c for the player \
                 to move and two of M, b, d for the other (for example: \"N M a1 b1\" or \"a c b d\")"
            ))
        };
        let names: Vec<&str> = text.split_whitespace().collect();
        let mut places = [[None; 3]; 2];
        for (at, &name) in names.iter().enumerate() {
            let (player, count) = match name {
                "N" => (0, Count::All),
                "M" => (1, Count::All),
                "a" | "a1" => (0, Count::Ones),
                "b" | "b1" => (1, Count::Ones),
                "c" => (0, Count::Twos),
                "d" => (1, Count::Twos),
                _ => return fail(format!("\"{}\" is no column", name.escape_debug())),
            };
            if places[player][count as usize].replace(at).is_some() {
                return fail(format!("column {name} is there twice"));
            }
        }
        let player = |places: [Option<usize>; 3]| match places {
            [Some(all), Some(ones), None] => Some(Player::AllAndOnes(all, ones)),
            [Some(all), None, Some(twos)] => Some(Player::AllAndTwos(all, twos)),
            [None, Some(ones), Some(twos)] => Some(Player::OnesAndTwos(ones, twos)),
            _ => None,
        };
        let players = [player(places[0]), player(places[1])];
        match (<[&str; 4]>::try_from(names), players) {
            (Ok(names), [Some(mover), Some(other)]) => Ok(Columns {
                names: names.map(str::to_string),
                players: [mover, other],
            }),
            _ => fail("these columns do not say what each player has".to_string()),
        }
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_counts_of_each_player_in_any_order_say_the_same() {
        let expected = Ok(Counts {
            a: 5,
            c: 2,
            b: 4,
            d: 6,
        });
        for (text, numbers) in [
            ("N M a1 b1", [7, 10, 5, 4]),
            ("N M a b", [7, 10, 5, 4]),
            ("a c b d", [5, 2, 4, 6]),
            ("d M c N", [6, 10, 2, 7]),
            ("b a d N", [4, 5, 6, 7]),
        ] {
            let columns: Columns = text.parse().expect(text);
            assert_eq!(columns.counts(&numbers), expected, "{text}");
            assert_eq!(columns.to_string(), text);
        }
        assert_eq!("N M a1 b1".parse(), Ok(Columns::default()));
    }

    #[test]
    fn more_hands_of_one_kind_than_hands_are_a_contradiction() {
        let columns = Columns::default();
        assert_eq!(
            columns.counts(&[3, 3, 4, 0]),
            Err(Contradiction { part: 2, all: 0 })
        );
        assert_eq!(
            columns.counts(&[3, 3, 0, 4]),
            Err(Contradiction { part: 3, all: 1 })
        );
        let twos: Columns = "c N d M".parse().expect("columns");
        assert_eq!(
            twos.counts(&[4, 3, 0, 0]),
            Err(Contradiction { part: 0, all: 1 })
        );
    }

    #[test]
    fn columns_that_say_too_little_or_too_much_are_refused() {
        for text in [
            "",
            "N",
            "N M a1",
            "N a c M",
            "N N M b",
            "a c b d N",
            "N M a x",
            "a a1 b d",
            "N M c a",
        ] {
            assert!(text.parse::<Columns>().is_err(), "{text}");
        }
    }
}
