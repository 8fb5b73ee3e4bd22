//! What happens to files while tables are written.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use waribashi::Rules;
use waribashi_solve::{Engine, Progress, SolveError, Task};
use waribashi_table::{Overwrite, Table, WriteError, partial_path, solve, solve_with_checkpoints};

const FORCE: Overwrite = Overwrite {
    resume: false,
    force: true,
};

#[test]
fn a_file_that_is_there_is_replaced_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let rules = Rules::default();
    fs::write(&path, "mine").unwrap();
    let refused = solve(&rules, Task::default(), &path, Overwrite::default());
    assert!(matches!(refused, Err(WriteError::Exists(file)) if file == path));
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    solve(&rules, Task::default(), &path, FORCE).unwrap();
    Table::open(&path).unwrap().verify(|_| {}).unwrap();
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing is left over"
    );
}

#[test]
fn two_writers_of_one_table_do_not_meet() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let rules = Rules::default();
    let other = File::create(partial_path(&path)).unwrap();
    other.lock().unwrap();
    let refused = solve(&rules, Task::default(), &path, Overwrite::default());
    assert!(matches!(refused, Err(WriteError::Busy(file)) if file == path));
    drop(other);
    solve(&rules, Task::default(), &path, Overwrite::default()).unwrap();
}

#[test]
fn a_solve_that_is_refused_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let task = Task {
        limit: 1,
        ..Task::default()
    };
    let refused = solve(&Rules::default(), task, &path, Overwrite::default());
    assert!(matches!(
        refused,
        Err(WriteError::Solve(SolveError::TooLarge(_)))
    ));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_that_is_not_there_or_takes_no_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut folders = vec![folder.path().join("none")];
    if cfg!(target_os = "linux") {
        // Where nobody may make a file, not even who may do everything.
        folders.push("/proc".into());
    }
    for folder in folders {
        let path = folder.join("table");
        let refused = solve(
            &Rules::default(),
            Task::default(),
            &path,
            Overwrite::default(),
        );
        let error = refused.expect_err("it cannot be written").to_string();
        assert!(
            error.contains(&*partial_path(&path).to_string_lossy()),
            "{error}"
        );
    }
}

/// Everything in a folder, by name.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn task(distances: bool, progress: &Progress) -> Task<'_> {
    Task {
        engine: Some(Engine::Rows),
        distances,
        threads: 2,
        progress: Some(progress),
        ..Task::default()
    }
}

const RESUME: Overwrite = Overwrite {
    resume: true,
    force: false,
};

/// Solves until so many passes are made, and tells whether it was not done by then.
fn stopped(rules: &Rules, distances: bool, path: &Path, overwrite: Overwrite, passes: u64) -> bool {
    let progress = Progress::default();
    thread::scope(|scope| {
        let solved = scope.spawn(|| {
            let task = task(distances, &progress);
            solve_with_checkpoints(rules, task, path, overwrite, Some(Duration::ZERO))
        });
        while !solved.is_finished() && progress.passes() < passes {
            thread::yield_now();
        }
        progress.stop();
        solved.join().unwrap().is_err()
    })
}

#[test]
fn a_solve_stopped_inside_a_block_goes_on_in_it_and_gives_the_same_bytes() {
    for (text, distances, sixths) in [
        // One block has all positions.
        ("suicide,hands=8", true, &[2, 3, 5][..]),
        ("suicide,hands=8", false, &[2, 3, 5]),
        ("cards,hands=6:5", true, &[2, 3, 5]),
        // Several, solved in another order than they are written, with circles in them.
        ("attacks,hands=9", true, &[2, 3, 5]),
        ("taps,hands=6", true, &[2, 3, 5]),
        // Distances of two bytes, found out when those of one were solved.
        ("suicide,divide=near,fingers=37", true, &[5]),
    ] {
        let rules: Rules = text.parse().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let progress = Progress::default();
        solve(
            &rules,
            task(distances, &progress),
            &path,
            Overwrite::default(),
        )
        .unwrap();
        let right = fs::read(&path).unwrap();
        let whole = progress.passes();
        fs::remove_file(&path).unwrap();

        let mut kept = 0;
        for sixths in sixths {
            // It is stopped twice, the second time after it was resumed.
            for overwrite in [Overwrite::default(), RESUME] {
                if stopped(&rules, distances, &path, overwrite, whole * sixths / 6) {
                    let names = names(folder.path());
                    assert!(
                        names.iter().all(|name| !name.ends_with(".new")),
                        "{names:?}"
                    );
                    kept += names.len() - 1;
                } else {
                    fs::remove_file(&path).unwrap();
                }
            }
            let progress = Progress::default();
            let task = task(distances, &progress);
            solve(&rules, task, &path, RESUME).unwrap();
            assert!(fs::read(&path).unwrap() == right, "{text}");
            assert_eq!(
                names(folder.path()),
                ["table"],
                "{text}: nothing is left over"
            );
            fs::remove_file(&path).unwrap();
        }
        assert!(kept > 0, "{text}: there were checkpoints");
    }
}

/// Leaves an unfinished table with a checkpoint of a block that is being solved, and gives the names of its
/// checkpoints and how many passes it took.
fn left_inside_a_block(rules: &Rules, path: &Path) -> (Vec<PathBuf>, u64) {
    for passes in [40, 20, 10, 5, 2] {
        if !stopped(rules, true, path, Overwrite::default(), passes) {
            fs::remove_file(path).unwrap();
            continue;
        }
        let folder = path.parent().unwrap();
        let names = names(folder)
            .into_iter()
            .filter(|name| !name.ends_with(".partial"));
        let checkpoints: Vec<PathBuf> = names.map(|name| folder.join(name)).collect();
        if !checkpoints.is_empty() {
            return (checkpoints, passes);
        }
    }
    panic!("no checkpoint was made");
}

#[test]
fn a_resumed_solve_goes_through_a_block_less_often() {
    let rules: Rules = "suicide,hands=9".parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let passes = |overwrite| {
        let progress = Progress::default();
        solve(&rules, task(true, &progress), &path, overwrite).unwrap();
        fs::remove_file(&path).unwrap();
        progress.passes()
    };
    let whole = passes(Overwrite::default());
    let (_, done) = left_inside_a_block(&rules, &path);
    let rest = passes(RESUME);
    // What the last checkpoint did not have is done again.
    assert!(rest < whole, "{rest} passes after {done}, {whole} in all");
}

#[test]
fn a_damaged_checkpoint_is_named_and_without_it_the_solve_goes_on() {
    let rules: Rules = "suicide,hands=7".parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    solve(&rules, Task::default(), &path, FORCE).unwrap();
    let right = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let (checkpoints, _) = left_inside_a_block(&rules, &path);
    let checkpoint = &checkpoints[0];
    let whole = fs::read(checkpoint).unwrap();
    let damaged = |bytes: &[u8]| {
        fs::write(checkpoint, bytes).unwrap();
        let refused = solve(&rules, Task::default(), &path, RESUME).map(|_| ());
        let error = refused.expect_err("it is damaged").to_string();
        assert!(error.contains(&*checkpoint.to_string_lossy()), "{error}");
        assert!(!path.exists());
    };
    // Every part of it: the head, the blocks, the rectangles, the checksum.
    for place in (0..whole.len())
        .step_by(whole.len() / 150)
        .chain(whole.len() - 40..whole.len())
    {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        damaged(&bytes);
    }
    for len in [
        0,
        1,
        16,
        100,
        whole.len() / 2,
        whole.len() - 8,
        whole.len() - 1,
    ] {
        damaged(&whole[..len]);
    }
    damaged(&[&whole[..], &[0; 16]].concat());
    fs::remove_file(checkpoint).unwrap();
    solve(&rules, Task::default(), &path, RESUME).unwrap();
    assert!(fs::read(&path).unwrap() == right);
}

#[test]
fn checkpoints_of_other_rules_or_without_resume_are_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let rules: Rules = "suicide,hands=7".parse().unwrap();
    for (text, distances, resume) in [
        ("suicide,hands=7", true, false),
        ("suicide,hands=7", false, true),
        ("suicide,hands=7,goal=empty", true, true),
    ] {
        left_inside_a_block(&rules, &path);
        fs::write(folder.path().join("table.partial.notes"), "mine").unwrap();
        let (other, progress) = (text.parse().unwrap(), Progress::default());
        let overwrite = Overwrite {
            resume,
            force: true,
        };
        solve(&other, task(distances, &progress), &path, overwrite).unwrap();
        Table::open(&path).unwrap().verify(|_| {}).unwrap();
        assert_eq!(names(folder.path()), ["table", "table.partial.notes"]);
        let again = Progress::default();
        let passes = progress.passes();
        solve(&other, task(distances, &again), &path, FORCE).unwrap();
        assert_eq!(passes, again.passes(), "it began with nothing");
        fs::remove_file(&path).unwrap();
    }
}
