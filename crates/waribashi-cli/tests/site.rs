//! `waribashi site`: the files, and what happens to those that are there already.

mod program;

use std::{fs, path::Path};

use program::run;
use serde_json::Value as Json;

fn site(folder: &Path, more: &[&str]) -> program::Run {
    let folder = folder.to_str().expect("a name");
    run(&[&["site", folder], more].concat())
}

fn json(path: &Path) -> Json {
    let text = fs::read(path).expect("the file");
    serde_json::from_slice(&text).expect("JSON")
}

/// All paths below a folder.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(at).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => open.push(path),
                false => {
                    let below = path.strip_prefix(folder).expect("below it");
                    found.push(below.to_str().expect("a name").replace('\\', "/"));
                }
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_site_has_all_that_the_page_needs_and_later_runs_touch_nothing_else() {
    let directory = tempfile::tempdir().expect("a directory");
    let folder = directory.path().join("below/pages");
    let first = site(&folder, &[]);
    assert_eq!((first.status, first.stderr.as_str()), (0, ""));
    assert!(
        first.stdout.contains("any web server can serve them"),
        "{}",
        first.stdout
    );

    let index = fs::read_to_string(folder.join("index.html")).expect("the page");
    assert!(index.contains(r#"name="waribashi-source" content="static""#));
    let presets = json(&folder.join("data/rules.json"));
    let presets = presets["presets"].as_array().expect("a list");
    assert_eq!(presets.len(), waribashi::PRESETS.len() + 1);
    for preset in presets {
        let name = preset["preset"].as_str().expect("a name");
        let solution = folder.join(format!("data/solutions/{name}.json"));
        match preset["static"].as_bool() {
            Some(true) => assert_eq!(json(&solution)["rules"]["rules"], preset["rules"], "{name}"),
            _ => assert!(!solution.exists() && name == "cards"),
        }
    }
    for kind in ["optimal", "first", "second", "mistakes"] {
        let graph = folder.join(format!("data/graphs/self-tap-{kind}.svg"));
        assert!(
            fs::read_to_string(graph)
                .expect("a graph")
                .starts_with("<svg")
        );
    }

    // What is listed is replaced, and removed where it is no more; the list cannot lead elsewhere.
    let before = files(&folder);
    let list = folder.join("waribashi-files.txt");
    let listed = fs::read_to_string(&list).expect("the list");
    let outside = directory.path().join("below/outside.txt");
    fs::write(&outside, "mine").expect("a file");
    fs::write(folder.join("old.js"), "old").expect("a file");
    fs::write(
        &list,
        format!("{listed}old.js\n../outside.txt\n{}\n", outside.display()),
    )
    .expect("the list");
    fs::write(folder.join("index.html"), "broken").expect("the page");
    let again = site(&folder, &[]);
    assert_eq!((again.status, again.stderr.as_str()), (0, ""));
    assert_eq!(files(&folder), before);
    assert_eq!(
        fs::read_to_string(folder.join("index.html")).expect("the page"),
        index
    );
    assert_eq!(fs::read_to_string(&outside).expect("the file"), "mine");

    // Files of others are refused, and with --force they stay.
    fs::write(folder.join("CNAME"), "example.org").expect("a file");
    let refused = site(&folder, &[]);
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    for word in ["CNAME", "--force", "for example"] {
        assert!(refused.stderr.contains(word), "{}", refused.stderr);
    }
    assert_eq!(site(&folder, &["--force"]).status, 0);
    assert_eq!(
        fs::read_to_string(folder.join("CNAME")).expect("the file"),
        "example.org"
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_a_failure_that_names_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("file");
    fs::write(&file, "mine").expect("a file");
    let refused = site(&file, &[]);
    assert_eq!((refused.status, refused.stdout.as_str()), (1, ""));
    assert!(
        refused.stderr.contains(file.to_str().expect("a name")),
        "{}",
        refused.stderr
    );
    assert_eq!(fs::read_to_string(&file).expect("the file"), "mine");
}
