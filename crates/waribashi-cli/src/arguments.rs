//! Arguments that several commands take.

use std::{fs, time::Duration};

use waribashi::{Rules, TomlRulesError};

/// What RULES may be, for the help of every command that takes it.
pub(crate) const RULES_HELP: &str =
    "A preset with changes after it (suicide,fingers=6), or @FILE with the rules as TOML";

/// What is done about a table that is there, whole or in part, and how often a solve keeps what it knows; in
/// commands that have the file under the name "out".
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Writing {
    /// Go on with the table that an earlier solve, killed or stopped, left unfinished.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Replace the file if it is there.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Keep, at least so many seconds apart, what the unfinished table cannot have yet, so that a kill loses no more;
    /// or never.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = checkpoints, requires = "out")]
    pub(crate) checkpoints: Checkpoints,
}

/// How far apart checkpoints are; `None` for never.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoints(pub(crate) Option<Duration>);

fn checkpoints(text: &str) -> Result<Checkpoints, String> {
    match text {
        "never" => Ok(Checkpoints(None)),
        _ => seconds(text)
            .map(|every| Checkpoints(Some(every)))
            .map_err(|_| "expected a number of seconds, or never (for example: 30)".to_string()),
    }
}

/// Reads a time.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().map(Duration::try_from_secs_f64);
    match seconds {
        Some(Ok(time)) => Ok(time),
        _ => Err("expected a number of seconds (for example: 0.5)".to_string()),
    }
}

/// Reads a RULES argument: a preset with changes after it, or `@` and the name of a TOML file.
pub(crate) fn rules(text: &str) -> Result<Rules, String> {
    let Some(file) = text.strip_prefix('@') else {
        return text.parse().map_err(|error| format!("{error}"));
    };
    let toml = fs::read_to_string(file).map_err(|error| {
        format!(
            "the rules cannot be read from the file \"{file}\": {error} (for example: @rules.toml)"
        )
    })?;
    Rules::from_toml(&toml).map_err(|error| {
        let example = match error {
            // These messages have an example of their own.
            TomlRulesError::Rules(_) => "",
            _ => " (for example: the lines preset = \"school\" and fingers = 6)",
        };
        format!("file \"{file}\": {}{example}", error.to_string().trim_end())
    })
}
