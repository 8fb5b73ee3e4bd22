use std::{fmt, str::FromStr};

/// How a computer plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Style {
    /// The best move by exact value; of equal ones the fastest win, the draw with the most losing replies, or
    /// the longest resistance; of equal ones still, the first in the order of
    /// [`Rules::moves`](waribashi::Rules::moves). No chance in it.
    Perfect,
    /// As perfect where the position is won. Where it is drawn or lost, the move, among those that keep
    /// the value, after which the largest part of the other player's moves are mistakes; of equal ones the one
    /// that comes first for the perfect player. No chance in it.
    Traps,
    /// Looks two turns ahead: wins at once where it can, lets the other player win at once only where it
    /// must, and otherwise likes best the move after whose worst reply it has the most live hands more than
    /// the other player; where dead hands win, the fewest. Chance decides between equal moves.
    Careful,
    /// Looks one turn ahead: wins at once where it can, and otherwise likes best the move that leaves it the most
    /// live hands more than the other player; where dead hands win, the fewest. Chance decides between equal
    /// moves.
    Greedy,
    /// Wins at once where it can, and plays any move otherwise.
    Beginner,
    /// Any move, each as likely as the others.
    Random,
    /// With the probability of the skill the perfect player's move, otherwise any move, each as likely as
    /// the others: also the best, by luck.
    Skilled(Skill),
}

impl Style {
    /// The styles that have a name of their own, strongest first.
    pub const NAMED: [Style; 6] = [
        Style::Perfect,
        Style::Traps,
        Style::Careful,
        Style::Greedy,
        Style::Beginner,
        Style::Random,
    ];

    /// Whether it has to know the values of positions.
    pub fn needs_values(self) -> bool {
        match self {
            Style::Careful | Style::Greedy | Style::Beginner | Style::Random => false,
            Style::Perfect | Style::Traps | Style::Skilled(_) => true,
        }
    }

    /// What the style does, in a few words.
    pub fn description(self) -> &'static str {
        match self {
            Style::Perfect => "never makes a mistake",
            Style::Traps => "never makes a mistake, and lures you into yours",
            Style::Careful => "looks two turns ahead and guards its hands",
            Style::Greedy => "takes what it can get now",
            Style::Beginner => "sees a win in one turn, and nothing else",
            Style::Random => "plays any move",
            Style::Skilled(_) => "plays perfectly with this probability, otherwise any move",
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Style::Perfect => f.pad("perfect"),
            Style::Traps => f.pad("traps"),
            Style::Careful => f.pad("careful"),
            Style::Greedy => f.pad("greedy"),
            Style::Beginner => f.pad("beginner"),
            Style::Random => f.pad("random"),
            Style::Skilled(skill) => f.pad(&format!("skill={}", skill.get())),
        }
    }
}

/// A probability, as the strength of [`Style::Skilled`].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Skill(f64);

impl Skill {
    /// The skill of this number; `None` where it is not between 0 and 1.
    pub fn new(skill: f64) -> Option<Self> {
        (0.0..=1.0).contains(&skill).then_some(Skill(skill))
    }

    /// The skill as a number from 0 to 1.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// A text that names no style.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is no opponent: expected perfect, traps, careful, greedy, beginner, random, or skill=S with S \
     from 0 to 1 (for example: skill=0.8)"
)]
pub struct UnknownStyle(pub String);

impl FromStr for Style {
    type Err = UnknownStyle;

    /// Reads a style as it is displayed.
    ///
    /// ```
    /// use waribashi_solve::Style;
    /// assert_eq!("traps".parse(), Ok(Style::Traps));
    /// assert_eq!("skill=0.8".parse::<Style>()?.to_string(), "skill=0.8");
    /// assert!("skill=2".parse::<Style>().is_err());
    /// # Ok::<(), waribashi_solve::UnknownStyle>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Style::NAMED
            .into_iter()
            .find(|style| style.to_string() == text);
        let skilled = || {
            let skill = text.strip_prefix("skill=")?.parse().ok()?;
            Skill::new(skill).map(Style::Skilled)
        };
        named
            .or_else(skilled)
            .ok_or_else(|| UnknownStyle(text.to_string()))
    }
}
