//! What the README says is so.

mod program;

use program::run;

fn readme() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    std::fs::read_to_string(path).expect("the README")
}

#[test]
fn every_command_in_the_readme_runs() {
    let readme = readme();
    let commands: Vec<&str> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("    waribashi "))
        .map(|line| line.split('#').next().expect("a first piece").trim())
        .collect();
    assert!(commands.len() >= 8, "{commands:?}");
    for command in commands {
        // Words in quotes are one argument. The benchmark takes long, the server has no end; both have tests of their own.
        let mut arguments: Vec<String> = Vec::new();
        for (at, piece) in command.split('"').enumerate() {
            if at % 2 == 1 {
                arguments.push(piece.to_string());
            } else {
                arguments.extend(piece.split_whitespace().map(str::to_string));
            }
        }
        if ["bench", "serve"].contains(&arguments[0].as_str()) {
            continue;
        }
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("a table");
        for argument in arguments
            .iter_mut()
            .filter(|argument| *argument == "FILE" || *argument == "DIR")
        {
            *argument = file.to_str().expect("a name").to_string();
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let run = match arguments[0] {
            "judge" => program::run_on(&arguments, "1\n1\n1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1\n"),
            _ => run(&arguments),
        };
        assert_eq!(run.status, 0, "{command}: {}", run.stderr);
        let told = !run.stdout.is_empty() || file.exists();
        assert!(told, "{command}");
    }
}

#[test]
fn the_table_of_rule_sets_has_every_preset_with_its_computed_worth() {
    let readme = readme();
    let rows: Vec<(&str, &str)> = readme
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            match cells[..] {
                [name, _, worth] => Some((name.strip_prefix('`')?.strip_suffix('`')?, worth)),
                _ => None,
            }
        })
        .collect();
    let names: Vec<&str> = rows.iter().map(|row| row.0).collect();
    let presets: Vec<&str> = waribashi::PRESETS
        .iter()
        .map(|preset| preset.name)
        .collect();
    assert_eq!(names, presets);
    for (name, worth) in rows {
        let told = run(&["solve", name, "--json"]).stdout;
        let solved: serde_json::Value = serde_json::from_str(&told).expect("JSON");
        let value = solved["value"].as_str().expect("a value");
        let label = match solved["distance"].as_u64() {
            Some(turns) => format!("{value} in {turns}"),
            None => value.to_string(),
        };
        assert_eq!(label, worth, "{name}");
    }
}
