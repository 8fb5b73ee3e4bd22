//! `waribashi table`, and tables where other commands take them.

mod program;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use parquet::{
    file::reader::{FileReader, SerializedFileReader},
    record::{ListAccessor, RowAccessor},
};
use program::{Run, program, run, run_on};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self, name: &str) -> String {
        self.path(name).to_str().expect("a name").to_string()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Builds a table and gives its name.
    fn table(&self, rules: &str) -> String {
        let file = self.file("table.wbt");
        let built = run(&["table", "build", &file, rules, "--force"]);
        assert_eq!((built.status, built.stderr.as_str()), (0, ""));
        file
    }
}

fn succeeds(run: Run) -> String {
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    run.stdout
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_table_that_solve_writes_is_the_one_that_table_build_writes() {
    let folder = Folder::new();
    let built = folder.table("suicide");
    let solved = folder.file("solved.wbt");
    succeeds(run(&["solve", "suicide", "--out", &solved]));
    assert_eq!(fs::read(&built).unwrap(), fs::read(&solved).unwrap());
    for engine in ["queue", "rows"] {
        succeeds(run(&[
            "solve", "suicide", "--engine", engine, "--out", &solved, "--force",
        ]));
        assert_eq!(fs::read(&built).unwrap(), fs::read(&solved).unwrap());
    }
}

#[test]
fn a_table_tells_what_it_has() {
    let folder = Folder::new();
    let file = folder.table("suicide");
    let told = json(&succeeds(run(&["table", "info", &file, "--json"])));
    let rules = json(&succeeds(run(&["rules", "suicide", "--json"])));
    assert_eq!(told["rules"], rules["rules"]);
    for (key, value) in [
        ("positions", 196),
        ("win", 130),
        ("loss", 52),
        ("draw", 14),
        ("longest", 33),
    ] {
        assert_eq!(told[key], value, "{key}");
    }
    assert!(succeeds(run(&["table", "info", &file])).contains("33 turns"));
    let probed = json(&succeeds(run(&[
        "table", "probe", &file, "22-34", "--json",
    ])));
    assert_eq!(
        (&probed["value"], &probed["distance"]),
        (&"win".into(), &29.into())
    );
    assert!(succeeds(run(&["table", "probe", &file, "22-34"])).contains("win in 29"));
    assert!(succeeds(run(&["table", "verify", &file])).contains("130 won"));
    let bad = run(&["table", "probe", &file, "22-35"]);
    assert_eq!((bad.status, bad.stdout.as_str()), (2, ""));
}

#[test]
fn damage_is_told_with_the_name_of_the_file() {
    let folder = Folder::new();
    let file = folder.table("suicide");
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&file, &bytes).unwrap();
    for arguments in [
        &["table", "verify", &file][..],
        &["table", "probe", &file, "11-11"],
        &["table", "export", &file],
        &["show", "--table", &file],
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 1, "{arguments:?}");
        assert!(
            run.stderr.contains(&file) && run.stderr.contains("block 0 is damaged"),
            "{}",
            run.stderr
        );
    }
    let judged = run_on(&["judge", "--table", &file], "1 11-11");
    assert_eq!((judged.status, judged.stdout.as_str()), (1, ""));
    assert!(
        judged.stderr.contains("block 0 is damaged"),
        "{}",
        judged.stderr
    );
}

#[test]
fn show_and_judge_answer_by_a_table_as_by_a_solution() {
    let folder = Folder::new();
    let file = folder.table("self-tap");
    for position in ["11-11", "13-01", "04-33"] {
        for more in [&[][..], &["--json"], &["--moves", "1x1"]] {
            let show = |by: &[&str]| run(&[&["show", position], by, more].concat());
            let by_table = show(&["--table", &file]);
            let solved = show(&["--rules", "self-tap"]);
            assert_eq!(
                (by_table.status, by_table.stdout),
                (solved.status, solved.stdout)
            );
        }
    }
    // The history counts here too.
    let moves = "1x1 1+2 1x3 4x1 1x1 2+4 1x2";
    let told = json(&succeeds(run(&[
        "show", "--table", &file, "--moves", moves, "--json",
    ])));
    assert_eq!(
        (&told["value"], &told["table"]["value"]),
        (&"draw".into(), &"win".into())
    );

    let cases = "3 11-11 12-11 13-04";
    let by_table = run_on(&["judge", "--table", &file], cases);
    let solved = run_on(&["judge", "--rules", "self-tap"], cases);
    assert_eq!(succeeds(by_table), succeeds(solved));
    let both = run(&["show", "--table", &file, "--rules", "suicide"]);
    assert_eq!(both.status, 2);
}

#[test]
fn an_export_has_every_position_in_every_format() {
    let folder = Folder::new();
    let file = folder.table("suicide");
    let csv = succeeds(run(&["table", "export", &file]));
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "position,moves,value,distance,best");
    assert_eq!(lines.len(), 1 + 196);
    assert!(lines.contains(&"11-11,1x1 11=02,loss,26,1x1"));
    let drawn = |line: &&&str| line.split(',').nth(2) == Some("draw");
    assert_eq!(lines.iter().filter(drawn).count(), 14);
    assert!(
        lines
            .iter()
            .filter(drawn)
            .all(|line| line.split(',').nth(3) == Some(""))
    );

    let objects = succeeds(run(&["table", "export", &file, "--format", "jsonl"]));
    let objects: Vec<serde_json::Value> = objects.lines().map(json).collect();
    assert_eq!(objects.len(), 196);
    let list = |value: &serde_json::Value| {
        let list: Vec<&str> = value
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item.as_str().unwrap())
            .collect();
        list.join(" ")
    };
    for (object, line) in objects.iter().zip(&lines[1..]) {
        let distance = object["distance"]
            .as_u64()
            .map_or(String::new(), |plies| plies.to_string());
        let same = format!(
            "{},{},{},{distance},{}",
            object["position"].as_str().unwrap(),
            list(&object["moves"]),
            object["value"].as_str().unwrap(),
            list(&object["best"])
        );
        assert_eq!(&same, line);
    }

    let out = folder.file("positions.parquet");
    succeeds(run(&["table", "export", &file, "--out", &out]));
    let reader = SerializedFileReader::new(fs::File::open(&out).unwrap()).unwrap();
    let mut rows = 0;
    for (row, line) in reader.get_row_iter(None).unwrap().zip(&lines[1..]) {
        let row = row.unwrap();
        let list = |at: usize| {
            let list = row.get_list(at).unwrap();
            let items: Vec<&String> = (0..list.len())
                .map(|item| list.get_string(item).unwrap())
                .collect();
            items
                .into_iter()
                .cloned()
                .collect::<Vec<String>>()
                .join(" ")
        };
        let distance = row
            .get_int(3)
            .map_or(String::new(), |plies| plies.to_string());
        let same = format!(
            "{},{},{},{distance},{}",
            row.get_string(0).unwrap(),
            list(1),
            row.get_string(2).unwrap(),
            list(4)
        );
        assert_eq!(&same, line);
        rows += 1;
    }
    assert_eq!(rows, 196);
}

#[test]
fn an_export_quotes_hands_that_have_commas() {
    let folder = Folder::new();
    let file = folder.table("attacks,hands=1:2,fingers=12");
    let csv = succeeds(run(&["table", "export", &file]));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let records: Vec<csv::StringRecord> = reader.records().map(|record| record.unwrap()).collect();
    assert_eq!(records.len(), 2 * 11 * 77);
    assert!(
        records
            .iter()
            .any(|record| &record[0] == "1-1,11" && &record[1] == "1x1 1x11")
    );
}

#[test]
fn a_file_that_is_there_is_refused_without_force() {
    let folder = Folder::new();
    let file = folder.file("table.wbt");
    fs::write(&file, "mine").unwrap();
    for arguments in [&["table", "build", &file][..], &["solve", "--out", &file]] {
        let refused = run(arguments);
        assert_eq!(refused.status, 1);
        assert!(refused.stderr.contains("--force"), "{}", refused.stderr);
        assert_eq!(fs::read(&file).unwrap(), b"mine");
        succeeds(run(&[arguments, &["--force"]].concat()));
        succeeds(run(&["table", "verify", &file]));
        fs::write(&file, "mine").unwrap();
    }
}

/// A rule set that takes a while, with blocks that are done all along.
const LONG: &str = "attacks,hands=9";

/// One of which all positions are one block of the engine.
const ONE_BLOCK: &str = "suicide,hands=8";

/// Kills solves at random moments, resumes them, and compares bytes with a solve that was let alone. Gives how
/// many kills left blocks of the table, and how many left checkpoints.
fn killed_and_resumed(rules: &str, checkpoints: &str) -> [usize; 2] {
    let folder = Folder::new();
    let right = folder.file("right.wbt");
    let before = Instant::now();
    succeeds(run(&["table", "build", &right, rules, "--threads", "2"]));
    let whole = before.elapsed();
    let (right, file) = (fs::read(right).unwrap(), folder.file("killed.wbt"));
    let mut state = 1u64;
    let mut left = [0, 0];
    for _ in 0..3 {
        for _ in 0..7 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let share = (state >> 40) as f64 / f64::from(1 << 24);
            let mut child =
                program(&["solve", rules, "--out", &file, "--resume", "--threads", "2"])
                    .args(["--checkpoints", checkpoints])
                    .stdout(Stdio::null())
                    .spawn()
                    .expect("the program runs");
            thread::sleep(whole.mul_f64(share * 1.2).max(Duration::from_millis(1)));
            child.kill().expect("it can be killed");
            let ended = child.wait().expect("it ends");
            if Path::new(&file).exists() {
                assert!(
                    fs::read(&file).unwrap() == right,
                    "under its name it is whole"
                );
                fs::remove_file(&file).unwrap();
            } else {
                assert!(!ended.success());
                let partial = fs::metadata(format!("{file}.partial"));
                left[0] += usize::from(partial.is_ok_and(|partial| partial.len() > 5000));
                let names = fs::read_dir(folder.path("")).unwrap();
                let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
                left[1] += usize::from(names.into_iter().any(|name| name.contains(".partial.")));
            }
        }
        succeeds(run(&["table", "build", &file, rules, "--resume"]));
        assert!(fs::read(&file).unwrap() == right);
        fs::remove_file(&file).unwrap();
        let names = fs::read_dir(folder.path("")).unwrap();
        assert_eq!(names.count(), 1, "nothing is left over");
    }
    left
}

#[test]
fn a_solve_killed_at_random_moments_and_resumed_gives_the_same_bytes() {
    let [blocks, _] = killed_and_resumed(LONG, "never");
    assert!(blocks > 0, "some kill came while blocks were written");
    let [_, checkpoints] = killed_and_resumed(LONG, "0");
    assert!(
        checkpoints > 0,
        "some kill came when there were checkpoints"
    );
}

#[test]
fn a_solve_killed_inside_its_one_block_and_resumed_gives_the_same_bytes() {
    let [_, checkpoints] = killed_and_resumed(ONE_BLOCK, "0");
    assert!(
        checkpoints > 0,
        "some kill came when there were checkpoints"
    );
}

/// A limit on the size of files stands for a full disk: the system refuses to write more.
#[test]
#[cfg(unix)]
fn a_full_disk_is_told_and_leaves_no_table() {
    let folder = Folder::new();
    let file = folder.file("table.wbt");
    let program = env!("CARGO_BIN_EXE_waribashi");
    // In blocks of 512 or 1024 bytes; without the signal that would end the program.
    for blocks in [0, 1, 8, 40] {
        let script =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" table build \"$1\" {LONG}");
        let output = std::process::Command::new("sh")
            .args(["-c", &script, program, &file])
            .output()
            .expect("a shell");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains("cannot be written"), "{message}");
        assert!(!Path::new(&file).exists());
    }
    // With room again it goes on.
    succeeds(run(&["table", "build", &file, LONG, "--resume"]));
    succeeds(run(&["table", "verify", &file]));
}

/// A disk of its own, full after so many bytes: a file system in memory that only a shell and what it starts can see.
/// `None` where the system does not let us make one.
#[cfg(target_os = "linux")]
fn on_a_small_disk(size: &str, script: &str) -> Option<Run> {
    const MOUNT: &str = "mount -t tmpfs -o size=\"$1\" tmpfs \"$2\" || exit 77; cd \"$2\"";
    let folder = Folder::new();
    let place = folder.file("");
    let script = format!("{MOUNT}\n{script}");
    let output = std::process::Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", &script])
        .args([env!("CARGO_BIN_EXE_waribashi"), size, &place])
        .output()
        .ok()?;
    let run = Run::from(output);
    // What the shell was to do ends with a word of its own.
    run.stdout.contains("done").then_some(run)
}

#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_is_really_full_is_told_and_leaves_no_table() {
    let right = {
        let folder = Folder::new();
        fs::metadata(folder.table(LONG)).unwrap().len()
    };
    let tried = on_a_small_disk("1m", "echo done");
    if tried.is_none() {
        println!(
            "no file system can be mounted here: only the limit on the size of files is tested"
        );
        return;
    }
    // Full at the head, within the blocks, at the last of them, and at a checkpoint.
    for (size, checkpoints) in [
        (4096, "never"),
        (right / 2, "never"),
        (right - 4096, "never"),
        (right, "0"),
    ] {
        let script = format!(
            "\"$0\" table build table {LONG} --checkpoints {checkpoints} 2>&1; echo status $?; ls -A\n\
             mount -o remount,size=16m . && \"$0\" table build table {LONG} --resume && \"$0\" table verify table\n\
             ls -A; echo done"
        );
        let run = on_a_small_disk(&size.to_string(), &script).expect("it was possible before");
        let (full, room) = run.stdout.split_once("status ").expect("the status");
        assert!(
            full.contains("cannot be written") && full.contains("No space left on device"),
            "{size}: {full}"
        );
        let (files, after) = room.split_once("All ").expect("it is verified");
        assert!(files.starts_with("1\n"), "{size}: {files}");
        assert!(
            !files.lines().any(|name| name == "table"),
            "{size}: {files}"
        );
        assert!(!files.contains(".new"), "{size}: {files}");
        let after: Vec<&str> = after.lines().skip(1).collect();
        assert_eq!(
            after,
            ["table", "done"],
            "{size}: with room again it goes on"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_must_not_be_written_is_told() {
    let script =
        "mount -o remount,ro . && \"$0\" table build table 2>&1; echo status $?; ls -A; echo done";
    match on_a_small_disk("1m", script) {
        Some(run) => {
            assert!(run.stdout.contains("cannot be written"), "{}", run.stdout);
            assert!(run.stdout.ends_with("status 1\ndone\n"), "{}", run.stdout);
        }
        None => println!(
            "no file system can be mounted here: only folders that take no file are tested"
        ),
    }
}

#[test]
#[cfg(unix)]
fn a_folder_without_permission_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let inside = folder.path("closed");
    fs::create_dir(&inside).unwrap();
    fs::set_permissions(&inside, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(inside.join("probe"), "").is_ok() {
        println!(
            "who runs this may write everywhere: only a disk that must not be written is tested"
        );
        return;
    }
    let refused = run(&["table", "build", &folder.file("closed/table")]);
    assert_eq!((refused.status, refused.stdout.as_str()), (1, ""));
    assert!(
        refused.stderr.contains("cannot be written"),
        "{}",
        refused.stderr
    );
    assert_eq!(fs::read_dir(&inside).unwrap().count(), 0);
}

#[test]
fn of_two_writers_one_waits_for_nothing_and_neither_spoils_the_table() {
    let folder = Folder::new();
    let file = folder.file("table.wbt");
    let writers: Vec<_> = (0..4)
        .map(|_| {
            program(&["table", "build", &file, LONG])
                .spawn()
                .expect("the program runs")
        })
        .collect();
    let mut done = 0;
    for writer in writers {
        let run = Run::from(writer.wait_with_output().expect("it ends"));
        match run.status {
            0 => done += 1,
            _ => assert!(
                run.stderr.contains("another process is writing")
                    || run.stderr.contains("is there already"),
                "{}",
                run.stderr
            ),
        }
    }
    assert_eq!(
        done, 1,
        "one wrote it, and the others did not write it again"
    );
    succeeds(run(&["table", "verify", &file]));
}
