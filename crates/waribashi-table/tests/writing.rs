//! What happens to files while tables are written.

use std::fs::{self, File};

use waribashi::Rules;
use waribashi_solve::{SolveError, Task};
use waribashi_table::{Overwrite, Table, WriteError, partial_path, solve};

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
