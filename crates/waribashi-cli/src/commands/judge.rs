//! `waribashi judge`: who wins, case by case, as fast as the cases come in.

mod answers;
mod cards;
mod case;
mod columns;
mod digits;
mod many;
mod positions;
#[cfg(test)]
mod tests;
mod tokens;

use std::{
    io::{self, Read, Write},
    path::PathBuf,
};

use waribashi::{Rules, Value};
use waribashi_solve::{Solution, Task, closed::Counts};
use waribashi_table::Table;

use crate::{arguments, commands::table, failure::Failure};

use self::{
    answers::{Answers, Words},
    cards::Cards,
    case::{Case, Fault},
    columns::Columns,
    many::{Counted, WrittenOut},
    positions::{Oracle, Positions},
    tokens::{Found, Tokens},
};

/// Read T and then T cases on standard input, and write who wins each on standard output.
///
/// Both play perfectly; endless play is a draw. A player without live hands has lost, and if neither has any, the player
/// to move (where the rules say that he has won, the other way round).
///
/// Blanks and line ends between numbers are free, as in contests, and leading zeros mean nothing. Nothing but
/// blanks may follow the last case. Memory does not grow with T, and answers go out before more input is
/// waited for.
///
/// A fault in the input is told with its line and column, after all answers before it; the exit status is
/// then 2.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[arg(long, value_name = "RULES", default_value = "many", value_parser = arguments::rules)]
    #[arg(help = format!("{}.\nFor many the numbers of hands come with each case", arguments::RULES_HELP))]
    rules: Rules,
    /// Answer by this table, and its rules, instead of solving.
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    table: Option<PathBuf>,
    /// How a case is written: four columns by name, hands, positions, or cards.
    ///
    /// Columns are counts of live hands: N and M, the hands of the player to move and of the other; a and b
    /// (or a1 and b1), those that show one finger; c and d, those that show two. Two for each player, in any
    /// order: "N M a1 b1" (the default for many), "a c b d".
    ///
    /// hands: N and M, then what the N hands of the player to move and the M hands of the other show (for
    /// many).
    ///
    /// positions: a position such as 12-11, the player to move first (the default for other rules).
    ///
    /// cards: 0 or 1 for the player who begins, then what the hands of the first player show, then those of
    /// the second, as in Codeforces 919F (the default for cards).
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// The words of the answers, with commas between them: for a win of the player to move, of the other
    /// player, for a draw. With cards, for a win of the player whose hands come first, of the other, for a
    /// draw [default: First,Second,Draw; with cards Alice,Bob,Deal]
    #[arg(long, value_name = "WORDS")]
    words: Option<Words>,
}

/// How a case is written.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Format {
    Columns(Columns),
    Hands,
    Positions,
    Cards,
}

impl std::str::FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "hands" => Ok(Format::Hands),
            "positions" => Ok(Format::Positions),
            "cards" => Ok(Format::Cards),
            columns => columns.parse().map(Format::Columns),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let table = arguments.table.as_deref().map(table::open).transpose()?;
    let rules = table
        .as_ref()
        .map_or(&arguments.rules, Table::rules)
        .clone();
    let rules = &rules;
    let closed = table.is_none() && Counts::apply_to(rules);
    let cards = is_cards(rules);
    let format = match &arguments.format {
        Some(format) => format.clone(),
        None if closed => Format::Columns(Columns::default()),
        None if cards => Format::Cards,
        None => Format::Positions,
    };
    let words = match &arguments.words {
        Some(words) => words.clone(),
        None if format == Format::Cards => Words::new(["Alice", "Bob", "Deal"]),
        None => Words::new(["First", "Second", "Draw"]),
    };
    let oracle = || {
        if closed {
            return Ok(Oracle::Closed);
        }
        if let (Some(table), Some(file)) = (table, &arguments.table) {
            return Ok(Oracle::Table(Box::new(table), file.clone()));
        }
        // Who wins is all that is asked.
        let task = Task {
            distances: false,
            limit: MEMORY,
            ..Task::default()
        };
        Solution::new(rules, task)
            .map(|solution| Oracle::Solved(Box::new(solution)))
            .map_err(Failure::failed)
    };
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    match format {
        Format::Columns(_) | Format::Hands if !closed => Err(Failure::input(format!(
            "--format: counts of hands decide only the rules of many, not {}: use --format positions",
            rules.short_name()
        ))),
        Format::Columns(columns) => judge(input, output, &words, &mut Counted::new(columns)),
        Format::Hands => judge(input, output, &words, &mut WrittenOut),
        Format::Positions => judge(input, output, &words, &mut Positions::new(rules, oracle()?)),
        Format::Cards => judge(input, output, &words, &mut Cards::new(rules, oracle()?)),
    }
}

/// The most memory that a solution may take, in bytes.
const MEMORY: u64 = 4 << 30;

/// Whether these are the rules of the preset `cards`, whatever the start: it comes with each case.
fn is_cards(rules: &Rules) -> bool {
    let cards = Rules::preset("cards").expect("a preset");
    rules.with_start(cards.start().clone()) == Ok(cards)
}

/// Answers all cases of `input` on `output`.
fn judge(
    input: impl Read,
    output: impl Write,
    words: &Words,
    case: &mut impl Case,
) -> Result<(), Failure> {
    let mut tokens = Tokens::new(Answers::new(input, output, words));
    let judged = answer_all(&mut tokens, case);
    // What has been answered goes out, whatever came after it.
    tokens.source().flush()?;
    judged
}

fn answer_all<R: Read, W: Write>(
    tokens: &mut Tokens<Answers<R, W>>,
    case: &mut impl Case,
) -> Result<(), Failure> {
    let cases = tokens
        .number()
        .map_err(|fault| fault.expecting("the number of cases").told("", "3"))?;
    for number in 1..=cases {
        let value: Value = case.next(tokens).map_err(|fault| {
            fault.told(&format!("in case {number} of {cases} "), case.example())
        })?;
        tokens.source().push(value)?;
    }
    let expected = format!("the end of the input, since the number of cases is {cases}");
    let more = match tokens.token() {
        Ok(None) => return Ok(()),
        Ok(Some(token)) => Fault::new(token.place, Found::token(token.text), expected),
        Err(fault) => fault,
    };
    let enough = format!("{} as the number of cases", cases.saturating_add(1));
    Err(more.told("", &enough))
}
