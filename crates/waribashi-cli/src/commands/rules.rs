//! `waribashi rules`: the rule sets in plain words.

use std::io::Write;

use serde::Serialize;
use waribashi::{AXES, PRESETS, Rules};
use waribashi_server::{RulesToldJson, preset_of};

use crate::{
    arguments,
    failure::Failure,
    page::{NAME, Page},
};

/// Tell every preset in plain sentences, or one rule set with all it decides.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "RULES", value_parser = arguments::rules, help = arguments::RULES_HELP)]
    rules: Option<Rules>,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    match (&arguments.rules, arguments.json) {
        (None, false) => list(page),
        (None, true) => Ok(page.json(&Listing::new())?),
        (Some(rules), false) => tell(rules, page),
        (Some(rules), true) => Ok(page.json(&RulesToldJson::new(rules))?),
    }
}

fn list(page: &mut Page) -> Result<(), Failure> {
    page.heading("Rule sets")?;
    writeln!(page)?;
    for (i, preset) in PRESETS.iter().enumerate() {
        let default = if i == 0 { "  (the default)" } else { "" };
        writeln!(page, "{NAME}{}{NAME:#}{default}", preset.name)?;
        page.paragraph(2, &preset.rules().sentences().join(" "))?;
        page.hanging("  From: ", 8, &sentence(preset.source))?;
        page.hanging("  Note: ", 8, preset.remark)?;
        writeln!(page)?;
    }
    page.heading("Changes")?;
    page.paragraph(
        0,
        "Any of these may follow a preset, for example suicide,fingers=6 or many,hands=4:7.",
    )?;
    writeln!(page)?;
    let rows: Vec<(String, String)> = AXES
        .iter()
        .map(|axis| {
            (
                axis.key.into(),
                format!("{}: {}", axis.values, axis.meaning),
            )
        })
        .collect();
    page.table(&rows)?;
    Ok(())
}

fn tell(rules: &Rules, page: &mut Page) -> Result<(), Failure> {
    page.heading(&rules.short_name())?;
    page.paragraph(2, &rules.sentences().join(" "))?;
    if let Some(preset) = preset_of(rules) {
        page.hanging("  From: ", 8, &sentence(preset.source))?;
        page.hanging("  Note: ", 8, preset.remark)?;
    }
    writeln!(page)?;
    page.heading("In full")?;
    writeln!(page, "  {rules}")?;
    writeln!(page)?;
    page.heading("What is decided")?;
    let rows: Vec<(String, String)> = AXES
        .iter()
        .zip(rules.answers())
        .map(|(axis, (key, answer))| (format!("{key}={answer}"), axis.meaning.into()))
        .collect();
    page.table(&rows)?;
    Ok(())
}

/// A source is told as a phrase; here it stands alone.
fn sentence(phrase: &str) -> String {
    let mut rest = phrase.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    let end = if phrase.ends_with('.') { "" } else { "." };
    first.chain(rest).chain(end.chars()).collect()
}

/// `rules --json`: all presets, and the axes on which they differ.
#[derive(Serialize)]
struct Listing {
    presets: Vec<RulesToldJson>,
    axes: Vec<AxisTold>,
}

#[derive(Serialize)]
struct AxisTold {
    key: &'static str,
    values: &'static str,
    meaning: &'static str,
}

impl Listing {
    fn new() -> Self {
        Listing {
            presets: PRESETS
                .iter()
                .map(|preset| RulesToldJson::new(&preset.rules()))
                .collect(),
            axes: AXES
                .iter()
                .map(|axis| AxisTold {
                    key: axis.key,
                    values: axis.values,
                    meaning: axis.meaning,
                })
                .collect(),
        }
    }
}
