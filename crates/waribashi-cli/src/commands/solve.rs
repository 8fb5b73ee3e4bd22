//! `waribashi solve`: who wins a rule set, and everything that is known of it.

use std::{io::Write, path::PathBuf, time::Instant};

use anstyle::Style;
use serde::Serialize;
use waribashi::{Position, Rules, Side};
use waribashi_server::json::{MoveJson, WorthJson};
use waribashi_solve::{
    Answer, Demand, Engine, Label, MoveAnswer, Relative, Scope, TurnTagged, closed::Counts,
};

use crate::{
    arguments::{self, Writing},
    failure::Failure,
    page::{NAME, Page},
    solving::Means,
    telling,
};

/// Solve a rule set: who wins, how, and how many positions there are.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "RULES", default_value = "self-tap", value_parser = arguments::rules)]
    #[arg(help = arguments::RULES_HELP)]
    rules: Rules,
    /// Start from this position, the first player to move, his hands first: for example 12-11.
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,
    /// Count the positions that can be reached from the start, or all of the rule set [default: reachable
    /// up to 20 million positions, all of larger rule sets].
    #[arg(long, value_enum)]
    scope: Option<ScopeWord>,
    /// Compute who wins and not in how many turns, which is several times as fast on large rule sets.
    #[arg(long)]
    values_only: bool,
    /// How to solve: queue, the textbook; rows, for large rule sets; closed, by theorem, for many alone;
    /// auto takes what suits.
    #[arg(long, value_enum, default_value_t = EngineWord::Auto)]
    engine: EngineWord,
    #[command(flatten)]
    means: Means,
    /// Write the solution as a table to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    writing: Writing,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ScopeWord {
    Reachable,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum EngineWord {
    Auto,
    Queue,
    Rows,
    Closed,
}

/// Above this many positions it takes long to visit them one by one.
const MOST_TO_VISIT: u128 = 20_000_000;

pub(crate) fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let rules = match &arguments.start {
        None => arguments.rules.clone(),
        Some(text) => start_from(&arguments.rules, text)?,
    };
    let report = match by_theorem(arguments, &rules)? {
        true => Report::closed(&rules)?,
        false => Report::solved(arguments, rules)?,
    };
    if arguments.json {
        page.json(&report.json())?;
    } else {
        report.tell(page)?;
    }
    Ok(())
}

/// The rules with another start.
fn start_from(rules: &Rules, text: &str) -> Result<Rules, Failure> {
    let start = Position::parse(text, rules).map_err(Failure::input)?;
    rules.with_start(start).map_err(|error| {
        let example = rules.start().notation(rules.fingers);
        Failure::input(format!("--start {text}: {error} (for example: {example})"))
    })
}

/// Whether the theorem is to answer: where it is asked for, or nothing else could.
fn by_theorem(arguments: &Arguments, rules: &Rules) -> Result<bool, Failure> {
    let applies = Counts::apply_to(rules);
    match arguments.engine {
        EngineWord::Closed if !applies => Err(Failure::input(format!(
            "--engine closed decides the rules of many only, not {} (for example: solve many,hands=4:7 --engine closed)",
            rules.short_name()
        ))),
        EngineWord::Closed if arguments.out.is_some() => Err(Failure::input(
            "--out: the theorem answers one position at a time and makes no table (for example: solve many --engine rows --out many.wbt)",
        )),
        EngineWord::Closed if arguments.scope.is_some() => Err(Failure::input(
            "--scope: the theorem decides the start and counts nothing (for example: solve many --engine queue --scope all)",
        )),
        EngineWord::Closed => Ok(true),
        EngineWord::Auto if arguments.out.is_some() => Ok(false),
        EngineWord::Auto => {
            let distances = !arguments.values_only;
            let demand = Demand::of(rules, Engine::Rows, distances);
            Ok(applies && demand.bytes > u128::from(arguments.means.limit()))
        }
        EngineWord::Queue | EngineWord::Rows => Ok(false),
    }
}

/// Everything that is told of a rule set.
struct Report {
    rules: Rules,
    engine: &'static str,
    threads: usize,
    seconds: f64,
    positions: u128,
    answer: Answer,
    /// What a theorem does not give.
    counts: Option<Counted>,
}

struct Counted {
    scope: Scope,
    relative: Relative,
    tagged: TurnTagged,
    /// The longest forced win, with best play from there on.
    longest: Option<(Position, Vec<MoveAnswer>)>,
}

impl Report {
    fn solved(arguments: &Arguments, rules: Rules) -> Result<Self, Failure> {
        let engine = match arguments.engine {
            EngineWord::Queue => Some(Engine::Queue),
            EngineWord::Rows => Some(Engine::Rows),
            EngineWord::Auto | EngineWord::Closed => None,
        };
        let (means, distances) = (&arguments.means, !arguments.values_only);
        let (solution, seconds) = match &arguments.out {
            None => means.solve_timed(&rules, engine, distances)?,
            Some(file) => means.solve_to(file, arguments.writing, &rules, engine, distances)?,
        };
        let positions = solution.compiled().len() as u128;
        let scope = match arguments.scope {
            Some(ScopeWord::Reachable) => Scope::Reachable,
            Some(ScopeWord::All) => Scope::All,
            None if positions <= MOST_TO_VISIT => Scope::Reachable,
            None => Scope::All,
        };
        let start = rules.start();
        let (mut relative, tagged) = solution.counts(start, scope);
        let mut answer = solution.answer(start);
        if arguments.values_only {
            // Whichever engine was used.
            relative.longest = None;
            relative.longest_win = None;
            leave_out_distances(&mut answer);
        }
        let longest = relative.longest_win.clone().map(|position| {
            let line = solution.line(&position);
            (position, line)
        });
        Ok(Report {
            engine: solution.engine().name(),
            threads: arguments.means.threads(solution.engine()),
            seconds,
            positions,
            answer,
            counts: Some(Counted {
                scope,
                tagged,
                relative,
                longest,
            }),
            rules,
        })
    }

    fn closed(rules: &Rules) -> Result<Self, Failure> {
        let before = Instant::now();
        let value = |position: &Position| {
            let counts = Counts::of(position);
            counts.expect("hands of many show at most two").value()
        };
        let start = rules.start();
        let label = |value| Label {
            value,
            distance: None,
        };
        let mut moves: Vec<MoveAnswer> = rules
            .moves(start)
            .into_iter()
            .map(|played| {
                let to = rules.play(start, played).expect("a generated move");
                MoveAnswer {
                    played,
                    label: label(-value(&to)),
                    losing_replies: None,
                    ends: rules.finished(&to).map(|_| waribashi::Reason::Dead),
                    to,
                }
            })
            .collect();
        moves.sort_by_key(|played| std::cmp::Reverse(played.label.value));
        let table = label(value(start));
        let answer = Answer {
            label: table,
            table,
            moves,
            outcome: None,
        };
        Ok(Report {
            engine: "closed",
            threads: 1,
            seconds: before.elapsed().as_secs_f64(),
            positions: 1,
            answer,
            counts: None,
            rules: rules.clone(),
        })
    }

    fn speed(&self) -> u64 {
        (self.positions as f64 / self.seconds) as u64
    }

    fn json(&self) -> Json {
        let fingers = self.rules.fingers;
        let counted = self.counts.as_ref();
        Json {
            rules: self.rules.to_string(),
            start: self.rules.start().notation(fingers).to_string(),
            worth: self.answer.label.into(),
            scope: counted.map(|counted| match counted.scope {
                Scope::Reachable => "reachable",
                Scope::All => "all",
            }),
            relative: counted.map(|counted| {
                let counts = &counted.relative;
                RelativeJson {
                    positions: counts.positions,
                    finished: counts.finished,
                    edges: counts.edges,
                    actions: counts.actions,
                    win: counts.win,
                    loss: counts.loss,
                    draw: counts.draw,
                    longest: counts.longest,
                }
            }),
            tagged: counted.map(|counted| {
                let counts = &counted.tagged;
                TaggedJson {
                    positions: counts.positions,
                    finished: counts.finished,
                    edges: counts.edges,
                    actions: counts.actions,
                    first: counts.first,
                    second: counts.second,
                    draw: counts.draw,
                    canonical: counts.canonical,
                    unreachable: counts.unreachable,
                }
            }),
            moves: self
                .answer
                .moves
                .iter()
                .map(|played| MoveJson::new(played, fingers))
                .collect(),
            engine: self.engine,
            threads: self.threads,
            seconds: self.seconds,
            positions_per_second: self.speed(),
        }
    }

    fn tell(&self, page: &mut Page) -> Result<(), Failure> {
        let fingers = self.rules.fingers;
        page.heading(&self.rules.short_name())?;
        page.paragraph(2, &self.rules.sentences().join(" "))?;
        writeln!(page, "  Rules in full: {}", self.rules)?;

        writeln!(page)?;
        page.heading("Verdict")?;
        telling::verdict(page, self.answer.label, Side::First)?;

        writeln!(page)?;
        page.heading("The first move, best first")?;
        let moves = self.answer.moves.iter();
        let rows: Vec<_> = moves
            .map(|played| telling::move_cells(played, fingers))
            .collect();
        page.grid(&telling::MOVE_HEADINGS, &rows)?;
        page.paragraph(
            2,
            "A move is worth what the player who makes it gets; turns count both players' moves.",
        )?;
        if let Some(counted) = &self.counts {
            counted.tell(&self.rules, page)?;
        }
        writeln!(page)?;
        page.paragraph(
            0,
            &match self.counts {
                Some(_) => format!(
                    "Solved by the engine {} in {:.4} s, {} positions a second.",
                    self.engine,
                    self.seconds,
                    telling::grouped(self.speed())
                ),
                None => {
                    "Answered by the theorem of the many-handed game (docs/many-hands.md).".into()
                }
            },
        )?;
        Ok(())
    }
}

fn leave_out_distances(answer: &mut Answer) {
    answer.label.distance = None;
    answer.table.distance = None;
    for played in &mut answer.moves {
        played.label.distance = None;
    }
}

impl Counted {
    fn tell(&self, rules: &Rules, page: &mut Page) -> Result<(), Failure> {
        let fingers = rules.fingers;
        if let Some((position, line)) = &self.longest {
            writeln!(page)?;
            page.heading("The longest forced win")?;
            let among = match self.scope {
                Scope::Reachable => "that play can reach",
                Scope::All => "of the rule set",
            };
            page.paragraph(
                2,
                &format!(
                    "Of all positions {among}, {} takes longest: the player to move wins in {}.",
                    position.notation(fingers),
                    telling::turns(line.len() as u32)
                ),
            )?;
            let moves: Vec<String> = line
                .iter()
                .map(|played| played.played.notation(fingers).to_string())
                .collect();
            let lead = format!("  {NAME}{}{NAME:#}:", position.notation(fingers));
            page.hanging(&format!("{lead} "), 4, &moves.join(" "))?;
        }

        writeln!(page)?;
        page.heading(match self.scope {
            Scope::Reachable => "Positions that play can reach from the start",
            Scope::All => "All positions of the rule set",
        })?;
        let (relative, tagged) = (&self.relative, &self.tagged);
        let number = |count: u64| (Style::new(), telling::grouped(count));
        let row = |name: &str, a: Option<u64>, b: Option<u64>| {
            let cell = |count: Option<u64>| count.map_or((Style::new(), String::new()), number);
            vec![(Style::new(), name.to_string()), cell(a), cell(b)]
        };
        let mut rows = vec![
            row(
                "positions",
                Some(relative.positions),
                Some(tagged.positions),
            ),
            row(
                "of these finished",
                Some(relative.finished),
                Some(tagged.finished),
            ),
            row(
                "edges (different positions one move on)",
                Some(relative.edges),
                Some(tagged.edges),
            ),
            row(
                "actions (equal hands told apart)",
                Some(relative.actions),
                Some(tagged.actions),
            ),
            row(
                "unfinished, won for the player to move",
                Some(relative.win),
                None,
            ),
            row(
                "unfinished, lost for the player to move",
                Some(relative.loss),
                None,
            ),
            row("unfinished, drawn", Some(relative.draw), None),
            row(
                "won for the first player, finished ones included",
                None,
                Some(tagged.first),
            ),
            row(
                "won for the second player, finished ones included",
                None,
                Some(tagged.second),
            ),
            row("drawn", None, Some(tagged.draw)),
        ];
        if let Some(longest) = relative.longest {
            rows.push(row(
                "longest distance, in turns",
                Some(u64::from(longest)),
                None,
            ));
        }
        page.grid(
            &["", "as the mover sees them", "with whose turn it is"],
            &rows,
        )?;
        if let Some(unreachable) = tagged.unreachable {
            page.paragraph(2, &self.which_count(rules, unreachable))?;
        }
        Ok(())
    }

    /// Which of several counts of positions is which.
    fn which_count(&self, rules: &Rules, unreachable: u64) -> String {
        let tagged = &self.tagged;
        // A player with R rows of hands, all dead in one: R - 1 of them have a live hand.
        let both_live = tagged.canonical - all_finished(rules, tagged.canonical);
        let told = format!(
            "With whose turn it is, {} positions can be written. {} of them have a live hand on both sides. Play from {} \
             reaches {}, of which {} are finished and {} are not; {} are never reached.",
            telling::grouped(tagged.canonical),
            telling::grouped(both_live),
            rules.start().notation(rules.fingers),
            telling::grouped(tagged.positions),
            telling::grouped(tagged.finished),
            telling::grouped(tagged.positions - tagged.finished),
            telling::grouped(unreachable),
        );
        let published = Rules::default().start() == rules.start() && *rules == Rules::default();
        if published {
            // The first seed's "450 states, of which 392 are reachable".
            format!(
                "{told} (The article that first solved this game gives 392 as reachable: that is the number with a \
                 live hand on both sides, reached or not.)"
            )
        } else {
            told
        }
    }
}

/// How many turn-tagged positions of a rule set have a player whose hands are all dead.
fn all_finished(rules: &Rules, canonical: u64) -> u64 {
    // canonical = 2 R S for R and S rows; finished are 2 (R + S - 1).
    let rows = |hands: u64| Demand::rows(rules.fingers, hands) as u64;
    let [first, second] = rules.hands.map(rows);
    debug_assert_eq!(canonical, 2 * first * second);
    2 * (first + second - 1)
}

/// What `solve --json` prints.
#[derive(Serialize)]
struct Json {
    rules: String,
    start: String,
    #[serde(flatten)]
    worth: WorthJson,
    scope: Option<&'static str>,
    relative: Option<RelativeJson>,
    tagged: Option<TaggedJson>,
    moves: Vec<MoveJson>,
    engine: &'static str,
    threads: usize,
    seconds: f64,
    positions_per_second: u64,
}

#[derive(Serialize)]
struct RelativeJson {
    positions: u64,
    finished: u64,
    edges: u64,
    actions: u64,
    win: u64,
    loss: u64,
    draw: u64,
    longest: Option<u32>,
}

#[derive(Serialize)]
struct TaggedJson {
    positions: u64,
    finished: u64,
    edges: u64,
    actions: u64,
    first: u64,
    second: u64,
    draw: u64,
    canonical: u64,
    unreachable: Option<u64>,
}
