//! `waribashi graph`: kinds, formats, files, and what is said of bad arguments.

mod program;

use std::fs;

use program::{program, run};

/// The two-finger game has graphs small enough to read.
const SMALL: [&str; 4] = ["graph", "many", "--kind", "optimal"];

#[test]
fn every_kind_is_a_graph_from_the_start() {
    for (kind, positions) in [
        ("optimal", 37),
        ("first", 129),
        ("second", 103),
        ("mistakes", 34),
        ("full", 406),
    ] {
        let run = run(&["graph", "--kind", kind, "--format", "json"]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{kind}");
        let graph: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(graph["kind"], kind);
        assert_eq!(graph["start"], "11-11", "{kind}");
        assert_eq!(
            graph["nodes"].as_array().map(Vec::len),
            Some(positions),
            "{kind}"
        );
    }
}

#[test]
fn a_start_and_a_side_can_be_chosen() {
    let run = run(&[
        "graph", "self-tap", "--kind", "mistakes", "--side", "second", "--start", "12-11",
        "--format", "json",
    ]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let graph: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        (&graph["start"], &graph["side"]),
        (&"12-11".into(), &"second".into())
    );
}

#[test]
fn without_a_format_the_picture_is_svg() {
    let run = run(&SMALL);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("<svg "), "{}", run.stdout);
}

#[test]
fn the_ending_of_the_file_says_the_format() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, begins) in [
        ("graph.svg", &b"<svg "[..]),
        ("graph.PNG", b"\x89PNG"),
        ("graph.dot", b"digraph "),
        ("graph.gv", b"digraph "),
        ("graph.graphml", b"<?xml "),
        ("graph.json", b"{\n"),
        ("graph", b"<svg "),
    ] {
        let path = folder.path().join(name);
        let out = path.to_str().expect("UTF-8");
        let run = run(&[&SMALL[..], &["--out", out]].concat());
        assert_eq!(
            (run.status, run.stdout.as_str(), run.stderr.as_str()),
            (0, "", ""),
            "{name}"
        );
        assert!(
            fs::read(&path).expect("a file").starts_with(begins),
            "{name}"
        );
    }
    // Nothing else is left beside them.
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 7);
}

#[test]
fn a_png_is_larger_by_its_scale() {
    let width = |scale: &str| {
        let arguments = [&SMALL[..], &["--format", "png", "--scale", scale]].concat();
        let output = program(&arguments).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(0));
        assert!(
            output.stdout.starts_with(b"\x89PNG\r\n\x1a\n"),
            "all bytes arrive"
        );
        let width = output.stdout[16..20].try_into().expect("four bytes");
        u32::from_be_bytes(width)
    };
    assert_eq!(width("2"), 2 * width("1"));
}

#[test]
fn a_file_that_is_there_is_replaced_only_by_a_whole_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("graph.png");
    fs::write(&path, "kept").expect("a file");
    let out = path.to_str().expect("UTF-8");
    let too_large = [&SMALL[..], &["--out", out, "--scale", "1000"]].concat();
    let refused = run(&too_large);
    assert_eq!((refused.status, refused.stdout.as_str()), (1, ""));
    assert!(
        refused.stderr.contains("pixels is too large"),
        "{}",
        refused.stderr
    );
    assert_eq!(fs::read(&path).expect("a file"), b"kept");
    assert_eq!(run(&[&SMALL[..], &["--out", out]].concat()).status, 0);
    assert!(fs::read(&path).expect("a file").starts_with(b"\x89PNG"));
}

#[cfg(unix)]
#[test]
fn a_new_file_can_be_read_by_whom_the_umask_lets() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("graph.svg");
    let plain = folder.path().join("plain");
    fs::write(&plain, "").expect("a file");
    run(&[&SMALL[..], &["--out", path.to_str().expect("UTF-8")]].concat());
    let mode = |path| fs::metadata(path).expect("a file").permissions().mode();
    assert_eq!(mode(&path), mode(&plain));
}

#[test]
fn bad_arguments_are_refused_with_what_was_expected() {
    let mut said = String::new();
    for arguments in [
        &["--kind", "optimal", "--out", "graph.gif"][..],
        &["--kind", "optimal", "--start", "12-1"],
        &["--kind", "full", "--side", "second"],
        &["--kind", "optimal", "--format", "png", "--scale", "0"],
        &["--kind", "best"],
        &[],
    ] {
        let run = run(&[&["graph"], arguments].concat());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        said += &format!("graph {}\n{}\n", arguments.join(" "), run.stderr);
    }
    insta::assert_snapshot!("bad_arguments", said);
}

#[test]
fn a_file_that_cannot_be_written_and_a_graph_that_cannot_be_drawn_are_failures() {
    let folder = tempfile::tempdir().expect("a folder");
    let nowhere = folder.path().join("nowhere").join("graph.svg");
    let failed = run(&[&SMALL[..], &["--out", nowhere.to_str().expect("UTF-8")]].concat());
    assert_eq!(failed.status, 1);
    assert!(
        failed.stderr.contains("cannot be written"),
        "{}",
        failed.stderr
    );

    let failed = run(&["graph", "rollover,hands=3", "--kind", "full"]);
    assert_eq!((failed.status, failed.stdout.as_str()), (1, ""));
    assert!(
        failed
            .stderr
            .contains("DOT, GraphML and JSON have no such bound"),
        "{}",
        failed.stderr
    );
    let written = run(&[
        "graph",
        "rollover,hands=3",
        "--kind",
        "full",
        "--format",
        "dot",
    ]);
    assert_eq!((written.status, written.stderr.as_str()), (0, ""));
}

#[test]
fn the_pictures_in_the_documentation_are_what_the_program_draws() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/");
    let picture = fs::read_to_string(format!("{docs}optimal-self-tap.svg")).expect("the picture");
    let drawn = run(&["graph", "self-tap", "--kind", "optimal"]).stdout;
    assert!(
        picture == drawn,
        "make it anew: the command is in docs/pictures.md"
    );
}
