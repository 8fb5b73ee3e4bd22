//! `waribashi serve` as a program: its arguments, its end, and its memory.

mod program;

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command},
};

use program::{Run, program, run};

/// A server that runs, and where.
struct Serving {
    child: Child,
    address: String,
}

fn serving(arguments: &[&str]) -> Serving {
    let all = [&["serve", "--addr", "127.0.0.1:0"], arguments].concat();
    let mut child = program(&all).spawn().expect("the program runs");
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.as_mut().expect("piped"));
    stdout.read_line(&mut line).expect("text");
    let address = line
        .split("http://")
        .nth(1)
        .and_then(|rest| rest.split('/').next());
    let address = address.expect("an address").to_string();
    Serving { child, address }
}

impl Serving {
    fn get(&self, path: &str) -> String {
        get(&self.address, path)
    }

    #[cfg(unix)]
    fn signalled(self, signal: &str) -> Run {
        let command = format!("kill -{signal} {}", self.child.id());
        let sent = Command::new("sh").args(["-c", &command]).status();
        assert!(sent.expect("a shell").success());
        self.child.wait_with_output().expect("it ends").into()
    }
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut told = Vec::new();
    stream.read_to_end(&mut told).expect("it answers");
    String::from_utf8_lossy(&told).into_owned()
}

#[cfg(unix)]
#[test]
fn it_says_where_it_is_serves_the_page_and_the_answers_and_ends_well_when_it_is_told_to() {
    for signal in ["INT", "TERM"] {
        let serving = serving(&[]);
        let page = serving.get("/");
        assert!(page.starts_with("HTTP/1.1 200 OK"), "{page}");
        assert!(page.contains("waribashi-source"), "{page}");
        let position = serving.get("/api/v1/position?rules=self-tap&moves=1%2B1");
        assert!(
            position.contains(r#""value":"win","distance":9"#),
            "{position}"
        );
        let run = serving.signalled(signal);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{signal}");
    }
}

#[cfg(unix)]
#[test]
fn an_address_that_is_taken_is_a_failure_that_says_what_to_do() {
    let serving = serving(&[]);
    let second = run(&["serve", "--addr", &serving.address]);
    assert_eq!((second.status, second.stdout.as_str()), (1, ""));
    assert!(
        second
            .stderr
            .contains("another program listens there already"),
        "{}",
        second.stderr
    );
    assert!(
        second.stderr.contains("--addr 127.0.0.1:0"),
        "{}",
        second.stderr
    );
    serving.signalled("TERM");
}

#[test]
fn bad_arguments_are_refused_with_what_was_expected_and_an_example() {
    for (arguments, words) in [
        (
            &["--addr", "localhost"][..],
            "expected an IP address and a port (for example: 127.0.0.1:7878",
        ),
        (
            &["--memory", "1MiB"],
            "expected 128.0 MiB or more (for example: 1GiB)",
        ),
        (&["--cors", "example.org"], "expected a scheme and a host"),
    ] {
        let run = run(&[&["serve"], arguments].concat());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}

/// The most memory that a process has taken from the system, in KiB.
#[cfg(target_os = "linux")]
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("the process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number
        .and_then(|number| number.parse().ok())
        .expect("a number")
}

#[cfg(target_os = "linux")]
#[test]
fn a_flood_of_different_large_rule_sets_stays_within_the_memory_stated() {
    const MEMORY: u64 = 128 << 10;
    // For the program, its connections, and what the allocator holds back: docs/server.md.
    const PROGRAM: u64 = 100 << 10;
    let serving = serving(&["--memory", "128MiB"]);
    let address = serving.address.clone();
    let askers: Vec<_> = (0..8)
        .map(|asker| {
            let address = address.clone();
            std::thread::spawn(move || {
                let mut answered = 0;
                for at in 0..12 {
                    // All different; from 245,025 positions to some 2 million, and some far too large.
                    let hands = 6 + (asker + at) % 4;
                    let start = asker * 12 + at;
                    let rules = match at % 4 {
                        0 => format!("attacks,hands=8,start={}-{}", ones(8, start), ones(8, 0)),
                        1 => format!(
                            "attacks,fingers=6,hands={hands},start={}-{}",
                            ones(hands, start),
                            ones(hands, 0)
                        ),
                        2 => format!("attacks,fingers={},hands=12", 5 + start % 40),
                        _ => format!("school,fingers={}", 6 + start % 12),
                    };
                    let path = match at % 3 {
                        0 => format!("/api/v1/solution?rules={rules}"),
                        1 => format!("/api/v1/graph?kind=full&rules={rules}"),
                        _ => format!("/api/v1/position?rules={rules}"),
                    };
                    let told = get(&address, &path);
                    let status = told.split(' ').nth(1).unwrap_or_default().to_string();
                    assert!(
                        ["200", "422", "503"].contains(&status.as_str()),
                        "{path}: {told:.300}"
                    );
                    answered += usize::from(status == "200");
                }
                answered
            })
        })
        .collect();
    let answered: usize = askers
        .into_iter()
        .map(|asker| asker.join().expect("an asker"))
        .sum();
    assert!(answered > 10, "{answered}");
    let peak = peak(serving.child.id());
    assert!(peak < MEMORY + PROGRAM, "{peak} KiB");
    // And it is still there.
    assert!(
        serving
            .get("/api/v1/position?rules=self-tap")
            .starts_with("HTTP/1.1 200")
    );
    serving.signalled("TERM");
}

/// A row of hands that show one finger, but for the last two, which say a number.
fn ones(hands: usize, number: usize) -> String {
    let mut shown = vec!['1'; hands];
    shown[hands - 1] = char::from(b'0' + (number % 5) as u8);
    shown[hands - 2] = char::from(b'0' + (number / 5 % 5) as u8);
    shown.into_iter().collect()
}
