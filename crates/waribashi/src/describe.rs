//! Rules in plain sentences.

use alloc::{format, string::String, vec, vec::Vec};

use crate::rules::{AddsTo, Goal, Overflow, Repetition, Rules, Split};

impl Rules {
    /// The rules in plain sentences, in the order in which one would tell them.
    ///
    /// ```
    /// use waribashi::Rules;
    /// let told = Rules::default().sentences().join(" ");
    /// assert!(told.contains("A dead hand stays dead."));
    /// ```
    pub fn sentences(&self) -> Vec<String> {
        let m = self.fingers;
        let hands = |count: u64| match count {
            1 => "1 hand".into(),
            n => format!("{n} hands"),
        };
        let mut said: Vec<String> = vec![if self.hands[0] == self.hands[1] {
            format!(
                "Each player has {}; the game starts from {}.",
                hands(self.hands[0]),
                self.start().notation(m)
            )
        } else {
            format!(
                "The first player has {}, the second {}; the game starts from {}.",
                hands(self.hands[0]),
                hands(self.hands[1]),
                self.start().notation(m)
            )
        }];
        said.push(match self.adds_to {
            AddsTo::Tapped => {
                "You tap a hand of the other player with a live hand of yours: your number is added to it.".into()
            }
            AddsTo::Tapper => {
                "You tap a live hand of the other player with a live hand of yours: its number is added to your hand.".into()
            }
        });
        said.push(match self.overflow {
            Overflow::Rollover => format!(
                "A hand that comes to exactly {m} is dead (shows 0); above {m}, {m} is taken away."
            ),
            Overflow::Cutoff => format!("A hand that comes to {m} or more is dead (shows 0)."),
        });
        if self.own_tap {
            said.push("You may also tap your own other live hand.".into());
        }
        said.extend(self.splits_told());
        if self.dead_target {
            said.push(
                "A dead hand of the other player may be tapped: it comes back with your number."
                    .into(),
            );
        } else if self.divide == Split::Off {
            said.push("A dead hand stays dead.".into());
        }
        said.push(match self.goal {
            Goal::Survive => "Whose hands are all dead has lost.".into(),
            Goal::Empty => "Whose hands are all dead has won.".into(),
        });
        said.extend(match self.repetition {
            Repetition::None => None,
            Repetition::FIRST => Some(
                "When a position comes back with the same player to move, the game is a draw."
                    .into(),
            ),
            Repetition::Nth(n) => Some(format!(
                "When a position occurs {n} times with the same player to move, the game is a draw."
            )),
        });
        said
    }

    /// The rules in one sentence, short enough to stand beside a game all the time: what the game starts
    /// from is to be seen there.
    ///
    /// ```
    /// use waribashi::Rules;
    /// assert_eq!(
    ///     Rules::preset("cutoff").unwrap().sentence(),
    ///     "A hand dies at 5 or more; splits onto a dead hand or between two live ones; whose hands are \
    ///      all dead loses."
    /// );
    /// ```
    pub fn sentence(&self) -> String {
        let m = self.fingers;
        let mut said = vec![match self.overflow {
            Overflow::Rollover => format!("A hand dies at exactly {m}, above it {m} is taken away"),
            Overflow::Cutoff => format!("A hand dies at {m} or more"),
        }];
        if self.adds_to == AddsTo::Tapper {
            said.push("a tap adds to your own hand".into());
        }
        if self.own_tap {
            said.push("you may tap your own hand".into());
        }
        if self.dead_target {
            said.push("a tap revives a dead hand".into());
        }
        let shape = |split: Split| match split {
            Split::Even => ", into equal parts",
            Split::Near => ", into near equal parts",
            Split::Off | Split::Any => "",
        };
        let lone = if self.lone_divide {
            " if just one is live"
        } else {
            ""
        };
        let (divide, transfer) = (shape(self.divide), shape(self.transfer));
        said.extend(match (self.divide, self.transfer) {
            (Split::Off, Split::Off) => None,
            (_, Split::Off) => Some(format!("splits onto a dead hand{lone}{divide}")),
            (Split::Off, _) => Some(format!("splits between two live hands{transfer}")),
            (a, b) if a == b => Some(format!(
                "splits onto a dead hand{lone} or between two live ones{transfer}"
            )),
            _ => Some(format!(
                "splits onto a dead hand{lone}{divide}, or between two live ones{transfer}"
            )),
        });
        if self.empty_by_split {
            said.push("a split may empty a hand".into());
        }
        if self.pass_by_split {
            said.push("a split may be a pass".into());
        }
        said.push(match self.goal {
            Goal::Survive => "whose hands are all dead loses".into(),
            Goal::Empty => "whose hands are all dead wins".into(),
        });
        said.extend(match self.repetition {
            Repetition::None => None,
            Repetition::FIRST => Some("a position that comes back is a draw".into()),
            Repetition::Nth(n) => Some(format!("the same position {n} times is a draw")),
        });
        said.join("; ") + "."
    }

    fn splits_told(&self) -> Vec<String> {
        let parts = |shape: Split| match shape {
            Split::Off => None,
            Split::Any => Some("in any way"),
            Split::Even => Some("into two equal parts"),
            Split::Near => Some("into parts that differ by at most one"),
        };
        let mut said = Vec::new();
        if let Some(how) = parts(self.divide) {
            let when = if self.lone_divide {
                "With exactly one live hand you"
            } else {
                "Instead of tapping, you"
            };
            said.push(format!(
                "{when} may split the fingers of a live hand with a dead hand of yours, {how}."
            ));
        }
        if let Some(how) = parts(self.transfer) {
            said.push(format!(
                "Instead of tapping, you may move fingers between two live hands of yours, {how}."
            ));
        }
        if said.is_empty() {
            return said;
        }
        if self.empty_by_split {
            said.push("A split may leave one of the two hands empty.".into());
        }
        if self.pass_by_split {
            said.push("A split may leave the hands as they were, which is a pass.".into());
        }
        said
    }
}
