//! What holds for every command.

mod program;

use program::{program, run};

#[test]
fn the_program_alone_says_what_it_is_and_what_to_try() {
    let run = run(&[]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    insta::assert_snapshot!("start", run.stdout);
}

#[test]
fn bad_arguments_end_with_status_2_and_say_so_on_standard_error() {
    for arguments in [
        &["solv"][..],
        &["rules", "--jason"],
        &["judge", "--rules", "foo"],
        &["completions", "basic"],
        &["man", "fly"],
    ] {
        let run = run(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    }
}

#[test]
fn colours_need_a_terminal_or_force_and_no_color_forbids_them() {
    let coloured = |variables: &[(&str, &str)]| {
        let output = program(&["rules", "school"])
            .envs(variables.iter().copied())
            .output()
            .expect("the program runs");
        output.stdout.contains(&0x1b)
    };
    assert!(!coloured(&[]));
    assert!(coloured(&[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn standard_output_closed_early_is_no_error() {
    for arguments in [
        &[][..],
        &["rules"],
        &["rules", "--json"],
        &["completions", "zsh"],
        &["man"],
        &["--help"],
        &["--version"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = program(arguments)
            .stdout(writer)
            .output()
            .expect("the program runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), &*message),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("the device exists");
    let output = program(&["rules"])
        .stdout(full)
        .output()
        .expect("the program runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(
        message.starts_with("error: standard input or output: "),
        "{message}"
    );
}

#[test]
fn a_size_of_memory_that_is_none_is_refused_with_what_was_expected_and_an_example() {
    let refused = run(&["solve", "--memory", "5x"]);
    let message = "error: invalid value '5x' for '--memory <SIZE>': expected a size in bytes, with a unit \
                   or without (for example: 8GiB)\n";
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.starts_with(message), "{}", refused.stderr);
}

#[test]
fn every_shell_gets_completions_that_know_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = run(&["completions", shell]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{shell}");
        assert!(run.stdout.contains("judge"), "{shell}");
    }
}

#[test]
fn the_manual_has_a_page_for_the_program_and_for_every_command() {
    let manual = run(&["man"]);
    assert_eq!((manual.status, manual.stderr.as_str()), (0, ""));
    assert!(
        manual.stdout.contains(".TH waribashi 1"),
        "{}",
        manual.stdout
    );
    for command in [
        "rules",
        "graph",
        "serve",
        "site",
        "judge",
        "completions",
        "man",
    ] {
        let page = run(&["man", command]);
        assert_eq!((page.status, page.stderr.as_str()), (0, ""), "{command}");
        let title = format!(".TH waribashi-{command} 1");
        assert!(page.stdout.contains(&title), "{}", page.stdout);
        assert!(
            manual.stdout.contains(&format!("waribashi\\-{command}(1)")),
            "{command}"
        );
    }
}
