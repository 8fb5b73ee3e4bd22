use crate::{
    Rules,
    text::{AXES, ParseRulesError},
};

/// Why a TOML text is no rule set.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TomlRulesError {
    /// It is no TOML; the message has line and column.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// A value is of a kind that no axis has.
    #[error("{key} = {value}: expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value as written.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The values are no rule set.
    #[error(transparent)]
    Rules(#[from] ParseRulesError),
}

impl Rules {
    /// Reads rules from TOML: the axes as keys, `true` and `false` for on and off, and `preset` for
    /// the rules to start from.
    ///
    /// ```
    /// use waribashi::Rules;
    /// let rules = Rules::from_toml("preset = \"school\"\nfingers = 6\nhands = [2, 3]\nown-tap = false")?;
    /// assert_eq!(rules, "school,fingers=6,hands=2:3,own-tap=off".parse()?);
    /// assert_eq!(Rules::from_toml(&rules.to_toml())?, rules);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where the text is no TOML, a key is no axis, or the values are no rule set.
    pub fn from_toml(text: &str) -> Result<Self, TomlRulesError> {
        let table: toml::Table = text.parse()?;
        let word = |key: &str, value: &toml::Value| {
            let axis = AXES.iter().find(|axis| axis.key == key);
            let bad = || TomlRulesError::Value {
                key: key.to_string(),
                value: value.to_string(),
                expected: axis.map_or("a preset", |axis| axis.values),
            };
            match value {
                toml::Value::String(word) if !word.contains('=') => Ok(word.clone()),
                toml::Value::Integer(number) => Ok(number.to_string()),
                toml::Value::Boolean(on) => Ok(if *on { "on" } else { "off" }.to_string()),
                toml::Value::Array(two) => match two.as_slice() {
                    [toml::Value::Integer(first), toml::Value::Integer(second)] => {
                        Ok(format!("{first}:{second}"))
                    }
                    _ => Err(bad()),
                },
                _ => Err(bad()),
            }
        };
        let mut pieces = Vec::new();
        if let Some(preset) = table.get("preset") {
            pieces.push(word("preset", preset)?);
        }
        for (key, value) in table.iter().filter(|(key, _)| *key != "preset") {
            pieces.push(format!("{key}={}", word(key, value)?));
        }
        Ok(pieces.join(",").parse()?)
    }

    /// The rules as TOML, every axis written out; [`Rules::from_toml`] reads it.
    pub fn to_toml(&self) -> String {
        self.answers()
            .into_iter()
            .map(|(key, value)| {
                let value = match value.as_str() {
                    "on" => toml::Value::Boolean(true),
                    "off" if key != "divide" && key != "transfer" => toml::Value::Boolean(false),
                    _ => value
                        .parse()
                        .map_or_else(|_| toml::Value::String(value.clone()), toml::Value::Integer),
                };
                format!("{key} = {value}\n")
            })
            .collect()
    }
}
