//! Arguments that several commands take.

use std::fs;

use waribashi::{Rules, TomlRulesError};

/// What RULES may be, for the help of every command that takes it.
pub(crate) const RULES_HELP: &str =
    "A preset with changes after it (suicide,fingers=6), or @FILE with the rules as TOML";

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
