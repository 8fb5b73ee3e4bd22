//! `waribashi play` in a real pseudo-terminal.
#![cfg(unix)]

use std::{
    io::{Read, Write},
    num::NonZero,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The program in a terminal, and what the terminal shows.
struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    seen: Arc<Mutex<Seen>>,
}

/// A terminal's screen, and every byte that was written to it.
struct Seen {
    screen: vt100::Parser,
    bytes: Vec<u8>,
}

/// Longer than the slowest machine takes.
const PATIENCE: Duration = Duration::from_secs(60);

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn lines(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("a terminal has lines")
}

/// Starts the program in a terminal of 80 by 24.
fn spawn(
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> (Box<dyn MasterPty + Send>, Box<dyn Child + Send + Sync>) {
    let pair = native_pty_system()
        .openpty(size(24, 80))
        .expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_waribashi"));
    command.args(arguments);
    command.env("TERM", "xterm-256color");
    command.env_remove("NO_COLOR");
    for (name, value) in variables {
        command.env(name, value);
    }
    let child = pair.slave.spawn_command(command);
    (pair.master, child.expect("the program runs"))
}

/// The exit status, once the program has ended.
fn ended(child: &mut Box<dyn Child + Send + Sync>) -> u32 {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the program is ours") {
            return status.exit_code();
        }
        assert!(begun.elapsed() < PATIENCE, "still running");
        thread::sleep(Duration::from_millis(20));
    }
}

impl Terminal {
    fn start(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let (master, child) = spawn(arguments, variables);
        let seen = Arc::new(Mutex::new(Seen {
            screen: vt100::Parser::new(lines(24), lines(80), 0),
            bytes: Vec::new(),
        }));
        let mut reader = master.try_clone_reader().expect("a reader");
        let written = Arc::clone(&seen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = reader.read(&mut bytes) {
                let mut seen = written.lock().expect("nobody panics with it");
                seen.screen.process(&bytes[..read]);
                seen.bytes.extend_from_slice(&bytes[..read]);
            }
        });
        let keys = master.take_writer().expect("a writer");
        Terminal {
            master,
            keys,
            child,
            seen,
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys
            .write_all(keys.as_bytes())
            .expect("the terminal takes keys");
        self.keys.flush().expect("the terminal takes keys");
    }

    fn shown(&self) -> String {
        self.seen
            .lock()
            .expect("nobody panics with it")
            .screen
            .screen()
            .contents()
    }

    /// Waits until the screen shows a text.
    fn wait_for(&self, text: &str) {
        self.wait(text, |shown| shown.contains(text));
    }

    fn wait(&self, what: &str, is_so: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        while !is_so(&self.shown()) {
            assert!(
                begun.elapsed() < PATIENCE,
                "no {what:?} in:\n{}",
                self.shown()
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn resize(&self, rows: u16, cols: u16) {
        let mut seen = self.seen.lock().expect("nobody panics with it");
        seen.screen.screen_mut().set_size(lines(rows), lines(cols));
        drop(seen);
        self.master
            .resize(size(rows, cols))
            .expect("the terminal changes its size");
    }

    fn ended(&mut self) -> u32 {
        ended(&mut self.child)
    }

    /// Whether the terminal is as it was: the other screen left, the cursor to be seen.
    fn is_restored(&self) -> bool {
        let begun = Instant::now();
        loop {
            let seen = self.seen.lock().expect("nobody panics with it");
            let screen = seen.screen.screen();
            if !screen.alternate_screen() && !screen.hide_cursor() {
                return true;
            }
            drop(seen);
            if begun.elapsed() > PATIENCE {
                return false;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn a_game_by_keys_survives_a_resize_and_ctrl_c_restores_the_screen() {
    let mut terminal = Terminal::start(&["play", "--second", "human"], &[]);
    terminal.wait_for("The first player's turn.");
    // Enter chooses the first hand, Enter again taps the first hand of the other player.
    terminal.press("\r\r");
    terminal.wait_for("The second player's turn.");
    terminal.press("1x1\r");
    terminal.wait_for("1x1      1x1");
    terminal.resize(20, 40);
    terminal.wait_for("[1] [2]");
    terminal.resize(40, 120);
    terminal.wait_for("╭┴┴┴┴┴┴┴┴╮");
    terminal.press("a");
    terminal.wait_for("Analysis: draw");
    terminal.press("u");
    terminal.wait_for("Taken back.");
    terminal.press("\x03");
    assert_eq!(terminal.ended(), 130);
    assert!(terminal.is_restored());
}

#[test]
fn leaving_by_its_key_ends_with_status_0() {
    let mut terminal = Terminal::start(&["play"], &[]);
    terminal.wait_for("Your turn.");
    terminal.press("q");
    assert_eq!(terminal.ended(), 0);
    assert!(terminal.is_restored());
}

#[test]
fn a_signal_restores_the_screen_and_is_the_exit_status() {
    let mut terminal = Terminal::start(&["play"], &[]);
    terminal.wait_for("Your turn.");
    let process = terminal.child.process_id().expect("it runs").to_string();
    let sent = std::process::Command::new("kill")
        .args(["-TERM", &process])
        .status();
    assert!(sent.expect("kill runs").success());
    assert_eq!(terminal.ended(), 128 + 15);
    assert!(terminal.is_restored());
}

#[test]
fn a_closed_terminal_ends_the_program() {
    let (master, mut child) = spawn(&["play"], &[]);
    let mut reader = master.try_clone_reader().expect("a reader");
    let mut written = Vec::new();
    while !String::from_utf8_lossy(&written).contains("careful") {
        let mut bytes = [0; 4096];
        let read = reader.read(&mut bytes).expect("the program draws");
        written.extend_from_slice(&bytes[..read]);
    }
    // With its last handle the terminal is gone.
    drop((reader, master));
    ended(&mut child);
}

#[test]
fn no_color_forbids_colours_and_the_words_stay() {
    let coloured = |variables: &[(&str, &str)]| {
        let terminal = Terminal::start(&["play", "--hints", "--second", "human"], variables);
        terminal.wait_for("Analysis: draw");
        let seen = terminal.seen.lock().expect("nobody panics with it");
        let text = String::from_utf8_lossy(&seen.bytes).into_owned();
        drop(seen);
        let mut terminal = terminal;
        terminal.press("\x03");
        terminal.ended();
        // Yellow, by its number among the first 16 or 256 colours.
        text.contains("\x1b[33") || text.contains("38;5;3")
    };
    assert!(coloured(&[]));
    assert!(!coloured(&[("NO_COLOR", "1")]));
}

#[test]
fn a_dumb_terminal_gets_lines() {
    let mut terminal = Terminal::start(&["play"], &[("TERM", "dumb")]);
    terminal.wait_for("Type help");
    terminal.press("quit\r");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn a_game_by_a_table_fills_the_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("table.wbt");
    let file = file.to_str().expect("a name");
    let program = env!("CARGO_BIN_EXE_waribashi");
    let built = std::process::Command::new(program)
        .args(["table", "build", file, "suicide"])
        .status();
    assert!(built.expect("the program runs").success());
    let mut terminal = Terminal::start(
        &["play", "--table", file, "--hints", "--second", "perfect"],
        &[],
    );
    terminal.wait_for("Analysis: loss in 26");
    terminal.press("1x1\r");
    terminal.wait_for("The second player plays");
    terminal.press("h");
    terminal.wait_for("Hint:");
    terminal.press("q");
    terminal.press("y");
    assert_eq!(terminal.ended(), 0);
    assert!(terminal.is_restored());
}
