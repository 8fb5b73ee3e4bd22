//! Tables that an earlier version wrote are still proved.

use std::{fs, path::Path};

#[test]
fn golden_tables_are_proved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "wbt") {
            waribashi_check::check(&path, u64::MAX, |_| {}).unwrap();
            count += 1;
        }
    }
    assert_eq!(count, 5);
}
