//! The program and its exit status.

mod parts;

use std::{
    fs,
    process::{Command, Output},
};

use parts::{Parts, table};

fn run(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_waribashi-check");
    Command::new(program)
        .args(arguments)
        .output()
        .expect("the program runs")
}

#[test]
fn the_exit_status_is_0_only_if_everything_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let right = table(&"attacks".parse().unwrap(), true, folder.path());
    let path = folder.path().join("table");
    let path = path.to_str().unwrap();
    let output = run(&[path]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        format!(
            "{path}: all 196 positions are right: 86 won, 32 lost, 78 drawn, longest distance 9\n"
        )
    );

    let mut wrong = Parts::of(&right);
    wrong.counts[0] += 1;
    wrong.counts[2] -= 1;
    fs::write(path, wrong.file()).unwrap();
    let output = run(&[path]);
    assert_eq!(
        (output.status.code(), output.stdout.as_slice()),
        (Some(1), &b""[..])
    );

    fs::write(path, &right[..right.len() - 1]).unwrap();
    assert_eq!(run(&[path]).status.code(), Some(1));
    assert_eq!(run(&["/none/at/all"]).status.code(), Some(1));
    assert_eq!(run(&[]).status.code(), Some(2));
    assert_eq!(run(&[path, "--threads", "many"]).status.code(), Some(2));
    assert_eq!(run(&[path, "--memory", "much"]).status.code(), Some(2));
}
