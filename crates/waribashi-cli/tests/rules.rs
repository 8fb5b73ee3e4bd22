//! `waribashi rules`: what is told of rule sets, as text and as JSON.

mod program;

use program::run;

fn told(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
    run.stdout
}

#[test]
fn the_list_tells_every_preset_with_its_source_and_the_other_reading() {
    let list = told(&["rules"]);
    for preset in waribashi::PRESETS {
        let joined = list.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(joined.contains(preset.remark), "{}", preset.name);
    }
    insta::assert_snapshot!("all_presets", list);
}

#[test]
fn one_rule_set_is_told_in_sentences_in_full_and_by_axis() {
    insta::assert_snapshot!("a_preset", told(&["rules", "self-tap"]));
    insta::assert_snapshot!(
        "a_preset_with_changes",
        told(&["rules", "suicide,fingers=12,hands=2:3,repetition=threefold"])
    );
}

#[test]
fn the_json_of_one_rule_set_is_one_object_with_these_keys() {
    insta::assert_snapshot!(
        "a_preset_as_JSON",
        told(&["rules", "many,hands=4:7", "--json"])
    );
}

#[test]
fn the_json_of_all_presets_has_rules_that_parse_back() {
    let listing: serde_json::Value =
        serde_json::from_str(&told(&["rules", "--json"])).expect("JSON alone");
    let presets = listing["presets"].as_array().expect("presets");
    assert_eq!(presets.len(), waribashi::PRESETS.len());
    for (told, preset) in presets.iter().zip(waribashi::PRESETS) {
        assert_eq!(told["name"], preset.name);
        assert_eq!(told["remark"], preset.remark);
        let rules = told["rules"].as_str().expect("text");
        assert_eq!(rules.parse(), Ok(preset.rules()), "{rules}");
    }
    assert_eq!(
        listing["axes"].as_array().map(Vec::len),
        Some(waribashi::AXES.len())
    );
}

#[test]
fn rules_can_stand_in_a_toml_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("six.toml");
    std::fs::write(&file, "preset = \"school\"\nfingers = 6\n").expect("it is written");
    let argument = format!("@{}", file.display());
    assert_eq!(
        told(&["rules", &argument]),
        told(&["rules", "school,fingers=6"])
    );
}

#[test]
fn bad_rules_are_refused_with_place_expectation_and_example() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("it is written");
        format!("@{}", path.display())
    };
    let mut messages = String::new();
    for argument in [
        "foo",
        "suicide,fingers=1",
        "suicide,finger=6",
        "suicide,own-tap=maybe",
        "attacks,hands=0",
        "attacks,hands=2:3,start=11-11",
        "",
        "@",
        &file("bad.toml", "preset = \n"),
        &file("axis.toml", "thumbs = 2\n"),
        &file("value.toml", "fingers = 1.5\n"),
    ] {
        let run = run(&["rules", argument]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{argument}");
        messages += &run.stderr;
        messages += "\n";
    }
    let messages = messages.replace(&directory.path().display().to_string(), "DIR");
    insta::assert_snapshot!("bad_rules", messages);
}
