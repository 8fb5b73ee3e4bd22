//! Cases as Codeforces 919F has them: who begins, and both players' hands written out.

use std::io::Read;

use waribashi::{Hands, Position, Rules, Value};

use super::{
    case::{Case, Fault},
    many::shown_by,
    positions::Oracle,
    tokens::{Found, Tokens},
};

/// Cases of who begins, the first-named player's hands, and the other's. The value is the first-named
/// player's, whoever begins.
pub(super) struct Cards<'a> {
    rules: &'a Rules,
    oracle: Oracle,
    example: String,
}

impl<'a> Cards<'a> {
    pub(super) fn new(rules: &'a Rules, oracle: Oracle) -> Self {
        let hands = |hands: &Hands| {
            let shown: Vec<String> = hands.fingers().map(|shown| shown.to_string()).collect();
            shown.join(" ")
        };
        let (mine, theirs) = (&rules.start().mine, &rules.start().theirs);
        let example = format!("0, {}, {} on three lines", hands(mine), hands(theirs));
        Cards {
            rules,
            oracle,
            example,
        }
    }
}

impl Case for Cards<'_> {
    fn next<R: Read>(&mut self, tokens: &mut Tokens<R>) -> Result<Value, Fault> {
        let who = "0 or 1 for the player who begins";
        let second_begins = match tokens.number().map_err(|fault| fault.expecting(who))? {
            0 => false,
            1 => true,
            other => {
                let found = Found::Token(other.to_string());
                return Err(Fault::new(tokens.last(), found, who));
            }
        };
        let mut hands =
            self.rules
                .hands
                .into_iter()
                .zip(["first", "second"])
                .map(|(count, whose)| {
                    (1..=count)
                        .map(|hand| {
                            shown_by(tokens, self.rules.fingers - 1).map_err(|fault| {
                                fault.expecting(&format!(
                                    "hand {hand} of {count} of the {whose} player"
                                ))
                            })
                        })
                        .collect::<Result<Hands, Fault>>()
                });
        let mut player = || hands.next().expect("two players");
        let position = Position::new(player()?, player()?);
        Ok(if second_begins {
            -self.oracle.value(&position.swapped())?
        } else {
            self.oracle.value(&position)?
        })
    }

    fn example(&self) -> &str {
        &self.example
    }
}
