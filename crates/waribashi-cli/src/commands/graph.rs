//! `waribashi graph`: strategy graphs as pictures and as data.

use std::{
    io::{self, Write},
    path::Path,
};

use clap::ValueEnum;
use waribashi::{Position, Rules, Side};
use waribashi_solve::{Kind, StrategyGraph};

use crate::{
    arguments,
    drawing::{Drawing, undrawn},
    failure::Failure,
    file,
    solving::Means,
};

/// Draw a part of the game as a graph, with the value of every position and move.
///
/// For example: waribashi graph --kind optimal --out optimal.svg
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "RULES", value_parser = arguments::rules, help = arguments::RULES_HELP)]
    rules: Option<Rules>,
    /// Which part of the game.
    #[arg(long, value_enum)]
    kind: KindName,
    /// The position to begin with, the mover's hands first: 12-11; without it, the start of the rules.
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,
    /// Whose mistakes; the first player's without it.
    #[arg(long, value_enum)]
    side: Option<SideName>,
    #[command(flatten)]
    drawing: Drawing<Format>,
    #[command(flatten)]
    means: Means,
}

/// A kind of graph by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KindName {
    /// The moves of both players that keep the value.
    Optimal,
    /// The first player's best moves against every reply.
    First,
    /// The second player's best moves against every reply.
    Second,
    /// One player's first mistakes, and how they are punished.
    Mistakes,
    /// Everything that can be reached.
    Full,
}

/// A player by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SideName {
    First,
    Second,
}

/// How a graph is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A picture of lines and text.
    Svg,
    /// A picture of pixels.
    Png,
    /// For Graphviz.
    #[value(alias = "gv")]
    Dot,
    /// For graph editors and libraries.
    Graphml,
    /// For programs.
    Json,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let kind = kind(arguments.kind, arguments.side)?;
    let drawing = &arguments.drawing;
    let format = format(drawing.format, drawing.out.as_deref())?;
    drawing.check_terminal(format, Format::Png, "graph")?;
    let rules = arguments.rules.clone().unwrap_or_default();
    let start = match &arguments.start {
        Some(text) => Position::parse(text, &rules).map_err(Failure::input)?,
        None => rules.start().clone(),
    };
    let graph = arguments
        .means
        .solve(&rules, None, true)?
        .strategy(kind, &start);
    let bytes = written(&graph, format, drawing.scale)?;
    match &drawing.out {
        Some(path) => file::write(path, &bytes),
        None => {
            let mut out = io::stdout().lock();
            out.write_all(&bytes)?;
            Ok(out.flush()?)
        }
    }
}

fn kind(name: KindName, side: Option<SideName>) -> Result<Kind, Failure> {
    if side.is_some() && name != KindName::Mistakes {
        return Err(Failure::input(
            "--side says whose mistakes are meant: expected --kind mistakes with it (for example: --kind mistakes \
             --side second)",
        ));
    }
    Ok(match name {
        KindName::Optimal => Kind::Optimal,
        KindName::First => Kind::Best(Side::First),
        KindName::Second => Kind::Best(Side::Second),
        KindName::Mistakes if side == Some(SideName::Second) => Kind::Mistakes(Side::Second),
        KindName::Mistakes => Kind::Mistakes(Side::First),
        KindName::Full => Kind::Full,
    })
}

/// The format asked for, or that of the file's ending.
fn format(asked: Option<Format>, out: Option<&Path>) -> Result<Format, Failure> {
    if let Some(format) = asked {
        return Ok(format);
    }
    let Some(ending) = out.and_then(Path::extension) else {
        return Ok(Format::Svg);
    };
    let ending = ending.to_string_lossy();
    Format::from_str(&ending, true).map_err(|_| {
        Failure::input(format!(
            "no format goes by the ending of the file \"{}\": expected .svg, .png, .dot, .graphml or .json, or a \
             --format (for example: --out graph.svg)",
            out.expect("it has an ending").display()
        ))
    })
}

fn written(graph: &StrategyGraph, format: Format, scale: f32) -> Result<Vec<u8>, Failure> {
    let drawn = match format {
        Format::Svg => waribashi_draw::svg(graph).map(String::into_bytes),
        Format::Png => waribashi_draw::png(graph, scale),
        Format::Dot => Ok(waribashi_draw::dot(graph).into_bytes()),
        Format::Graphml => Ok(waribashi_draw::graphml(graph).into_bytes()),
        Format::Json => Ok(waribashi_draw::json(graph).into_bytes()),
    };
    drawn.map_err(undrawn)
}
