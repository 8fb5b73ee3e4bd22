//! Rule sets as JSON.

use serde::Serialize;
use serde_json::{Map, Value as Json};
use utoipa::ToSchema;
use waribashi::{PRESETS, Preset, Repetition, Rules};
use waribashi_solve::{Demand, Engine};

use crate::axes::{AxisJson, axes};

/// A rule set has at most so many positions to be small: then the page can have all of them at once.
pub const MOST_SMALL: u128 = 20_000;

/// What takes the place of presets that are not small, for a page that has no server.
const SMALLER: [(&str, &str); 1] = [("cards", "cards,hands=4")];

/// A rule set in words.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = RulesTold)]
pub struct RulesToldJson {
    /// The shortest text that names the rules: a preset, and the changes after it.
    #[schema(examples("suicide,fingers=6"))]
    pub name: String,
    /// The rules in full: every question and its answer.
    pub rules: String,
    /// The rules in plain sentences.
    pub sentences: Vec<String>,
    /// Where the rules are from; null unless they are exactly a preset's.
    #[schema(required)]
    pub source: Option<&'static str>,
    /// What one should know before choosing them; null unless they are exactly a preset's.
    #[schema(required)]
    pub remark: Option<&'static str>,
    /// Every question with the answer in force.
    #[schema(value_type = std::collections::HashMap<String, String>)]
    pub axes: Map<String, Json>,
}

impl RulesToldJson {
    /// What there is to tell.
    pub fn new(rules: &Rules) -> Self {
        let preset = preset_of(rules);
        RulesToldJson {
            name: rules.short_name(),
            rules: rules.to_string(),
            sentences: rules.sentences(),
            source: preset.map(|preset| preset.source),
            remark: preset.map(|preset| preset.remark),
            axes: rules
                .answers()
                .into_iter()
                .map(|(key, answer)| (key.to_string(), Json::String(answer)))
                .collect(),
        }
    }
}

/// The preset that these rules are exactly.
pub fn preset_of(rules: &Rules) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.rules() == *rules)
}

/// A rule set, and what a page needs to know of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = RulesInfo)]
pub struct RulesInfoJson {
    /// The rules in words.
    #[serde(flatten)]
    pub told: RulesToldJson,
    /// What sets the rules apart, in one line.
    pub sentence: String,
    /// A hand is out at so many fingers.
    pub fingers: u8,
    /// The hands of the first and of the second player.
    pub hands: [u64; 2],
    /// The position in which a game starts, the first player to move.
    #[schema(examples("11-11"))]
    pub start: String,
    /// At which occurrence of a position the game is drawn; null for never.
    #[schema(required)]
    pub repetition: Option<u32>,
    /// How many positions there are as the mover sees them, reachable or not; null for more than 2^53.
    #[schema(required)]
    pub positions: Option<u64>,
    /// Whether `solution` gives all of them at once.
    pub small: bool,
}

impl RulesInfoJson {
    /// What there is to know.
    pub fn new(rules: &Rules) -> Self {
        let positions = positions(rules);
        RulesInfoJson {
            told: RulesToldJson::new(rules),
            sentence: rules.sentence(),
            fingers: rules.fingers,
            hands: rules.hands,
            start: rules.start().notation(rules.fingers).to_string(),
            repetition: match rules.repetition {
                Repetition::None => None,
                Repetition::Nth(n) => Some(n),
            },
            // What a number of JavaScript can hold.
            positions: u64::try_from(positions)
                .ok()
                .filter(|&count| count < 1 << 53),
            small: positions <= MOST_SMALL,
        }
    }
}

/// How many positions a rule set has; as many as can be counted where there are more.
pub(crate) fn positions(rules: &Rules) -> u128 {
    Demand::of(rules, Engine::Queue, true).positions
}

/// A rule set that can be chosen by name.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Preset)]
pub struct PresetJson {
    /// The name: a preset, or one with changes that make it small.
    #[schema(examples("self-tap"))]
    pub preset: String,
    /// Whether it can be played without a server.
    pub r#static: bool,
    /// The rules.
    #[serde(flatten)]
    pub info: RulesInfoJson,
}

/// Every rule set that can be chosen by name, and every question that rules answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = RulesListing)]
pub struct RulesListingJson {
    /// The rule sets, the default first.
    pub presets: Vec<PresetJson>,
    /// The questions.
    pub axes: Vec<AxisJson>,
}

impl RulesListingJson {
    /// All there are.
    pub fn new() -> Self {
        RulesListingJson {
            presets: named()
                .map(|(name, rules)| {
                    let info = RulesInfoJson::new(&rules);
                    PresetJson {
                        preset: name.to_string(),
                        r#static: info.small,
                        info,
                    }
                })
                .collect(),
            axes: axes(),
        }
    }
}

impl Default for RulesListingJson {
    fn default() -> Self {
        RulesListingJson::new()
    }
}

/// The presets, and after one that is not small what takes its place.
pub(crate) fn named() -> impl Iterator<Item = (&'static str, Rules)> {
    PRESETS.iter().flat_map(|preset| {
        let smaller = SMALLER.iter().find(|(name, _)| *name == preset.name);
        let smaller = smaller.map(|&(_, text)| {
            let rules = text.parse().expect("rules that can be read");
            (text, rules)
        });
        std::iter::once((preset.name, preset.rules())).chain(smaller)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_can_be_played_without_a_server_or_a_smaller_one_in_its_place() {
        let listed = RulesListingJson::new().presets;
        for preset in PRESETS {
            let at = listed
                .iter()
                .position(|listed| listed.preset == preset.name);
            let at = at.expect("every preset is listed");
            // The page finds the files by the name of the rules.
            assert_eq!(listed[at].info.told.name, preset.name);
            assert!(
                listed[at].r#static || listed[at + 1].r#static,
                "{}",
                preset.name
            );
        }
    }
}
