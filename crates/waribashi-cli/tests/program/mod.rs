//! Running the built program.

// Not every test file looks at everything.
#![allow(dead_code)]

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

/// What a run of the program left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) status: i32,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
        Run {
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            status: output.status.code().expect("the program was not killed"),
        }
    }
}

/// The program, with an environment in which nothing asks for colours or forbids them.
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waribashi"));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(variable);
    }
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the program without input.
pub(crate) fn run(arguments: &[&str]) -> Run {
    program(arguments)
        .output()
        .expect("the program runs")
        .into()
}

/// Runs the program on an input.
pub(crate) fn run_on(arguments: &[&str], input: &str) -> Run {
    let mut child = program(arguments)
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_string();
    // Beside the reading, so that neither waits for the other. A program that has found a fault stops
    // reading: that is its right.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output.into()
}
