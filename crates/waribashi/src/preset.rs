use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
};
use core::fmt::Write;

use crate::{
    rules::{Axes, Rules},
    text,
};

/// A rule set with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, as RULES texts begin with it.
    pub name: &'static str,
    /// What it changes in the default [`Axes`], as RULES text.
    changes: &'static str,
    /// Where the rules are from.
    pub source: &'static str,
    /// What one should know before choosing it: other readings of the same rules, above all.
    pub remark: &'static str,
}

/// All presets. The first is the default everywhere.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "self-tap",
        changes: "own-tap=on,repetition=first",
        source: "the game solved by AbhijeetKrishnan/chopsticks: own hands may be tapped, no splits",
        remark: "A dead hand is out for good; in `taps` it can be tapped back to life.",
    },
    Preset {
        name: "school",
        changes: "own-tap=on,repetition=first,divide=any",
        source: "the playground game of the same author",
        remark: "As `self-tap`, and a dead hand can be revived by a split.",
    },
    Preset {
        name: "taps",
        changes: "dead-target=on",
        source: "the basic game of the two-player description \"Chop-sticks\"",
        remark: "\"Dead\" hands can still be tapped by the opponent, which revives them; `attacks` is the reading in which they cannot.",
    },
    Preset {
        name: "taps-split",
        changes: "dead-target=on,divide=any,lone-divide=on",
        source: "the split variant of the same description",
        remark: "Only a player with exactly one live hand may split; with more than two hands each this differs from plain divide=any.",
    },
    Preset {
        name: "simple",
        changes: "overflow=cutoff",
        source: "\"Simple Chopsticks\", arXiv 2406.09083, any number of n-fingered hands",
        remark: "There a hand goes when it shows more than its n fingers, so n-fingered hands are fingers=n+1 here.",
    },
    Preset {
        name: "many",
        changes: "fingers=3,overflow=cutoff",
        source: "the many-handed game with two-fingered hands, solved by a theorem (docs/many-hands.md)",
        remark: "As `simple` with two-fingered hands; give the numbers of hands, for example many,hands=4:7.",
    },
    Preset {
        name: "rollover",
        changes: "divide=any,transfer=any",
        source: "the usual encyclopaedia rules with rollover",
        remark: "Splits between two live hands are allowed too; with divide=any alone fewer positions are won.",
    },
    Preset {
        name: "cutoff",
        changes: "overflow=cutoff,divide=any,transfer=any",
        source: "the usual encyclopaedia rules with cutoff",
        remark: "A hand that reaches five or more is out; under `rollover` only exactly five is.",
    },
    Preset {
        name: "attacks",
        changes: "",
        source: "the game of Ludii: rollover, taps only",
        remark: "The plainest game, to which every other preset adds something.",
    },
    Preset {
        name: "suicide",
        changes: "overflow=cutoff,divide=any,transfer=any,empty-by-split=on",
        source: "Korean rules, and Ruby Quiz 120",
        remark: "A split may empty a hand, which `cutoff` does not allow.",
    },
    Preset {
        name: "halves",
        changes: "overflow=cutoff,divide=even",
        source: "The Board Game Scholar",
        remark: "Only an even number can be split, into halves; divide=near would let 3 become 1 and 2.",
    },
    Preset {
        name: "suns",
        changes: "overflow=cutoff,divide=any,transfer=any,start=4",
        source: "as `cutoff`, with four fingers on every hand at the start",
        remark: "The start is as far as hands can be before they are out.",
    },
    Preset {
        name: "misere",
        changes: "overflow=cutoff,divide=any,transfer=any,goal=empty",
        source: "as `cutoff`, but the player whose hands are all dead wins",
        remark: "A tap still changes the tapped hand; where it changes the tapping hand see `ten` and `cards`.",
    },
    Preset {
        name: "ten",
        changes: "fingers=10,adds=tapper,goal=empty",
        source: "the Chinese collecting game \"1+1\"",
        remark: "The mover adds the other's number to his own hand, and wants both hands gone at exactly ten.",
    },
    Preset {
        name: "cards",
        changes: "hands=8,adds=tapper,goal=empty",
        source: "Codeforces 919F, \"A Game With Numbers\"",
        remark: "Eight cards each; the start of a case is given with it.",
    },
];

impl Rules {
    /// The preset of this name.
    pub fn preset(name: &str) -> Option<Rules> {
        let preset = PRESETS.iter().find(|preset| preset.name == name)?;
        Some(Rules::new(preset.axes()).expect("every preset is a rule set"))
    }

    /// The shortest text that names these rules: a preset, and the changes after it.
    ///
    /// ```
    /// use waribashi::Rules;
    /// let rules: Rules = "self-tap,repetition=none,divide=any,fingers=6".parse()?;
    /// assert_eq!(rules.short_name(), "school,fingers=6,repetition=none");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn short_name(&self) -> String {
        PRESETS
            .iter()
            .map(|preset| {
                let mut name = preset.name.to_owned();
                let mut changes = 0;
                let base = Rules::new(Axes {
                    fingers: self.fingers,
                    hands: self.hands,
                    ..preset.axes()
                });
                let own = Rules::new(preset.axes()).expect("every preset is a rule set");
                // The start counts as changed only where the preset's way to start gives another.
                let start = match &base {
                    Ok(base) => base.start(),
                    Err(_) => own.start(),
                };
                for ((key, theirs), (_, ours)) in own.answers().into_iter().zip(self.answers()) {
                    let same = match key {
                        "start" => start == self.start(),
                        _ => theirs == ours,
                    };
                    if !same {
                        changes += 1;
                        let value = match self.hands {
                            [first, second] if key == "hands" && first == second => {
                                first.to_string()
                            }
                            _ => ours,
                        };
                        write!(name, ",{key}={value}").expect("a String takes any text");
                    }
                }
                (changes, name)
            })
            .min_by_key(|(changes, _)| *changes)
            .map(|(_, name)| name)
            .expect("there are presets")
    }
}

impl Preset {
    pub(crate) fn axes(&self) -> Axes {
        text::axes_with_changes(Axes::default(), self.changes).expect("every preset can be read")
    }

    /// The preset as a rule set.
    pub fn rules(&self) -> Rules {
        Rules::preset(self.name).expect("a preset is listed under its name")
    }
}
