//! `waribashi bench`: it measures what it says, whatever the figures.

mod program;

use program::run;

#[test]
fn a_quick_run_compares_every_engine_and_tells_its_goals() {
    let run = run(&["bench", "--quick", "--json"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let told: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON alone");
    let against = told["against_the_queue"].as_array().expect("a list");
    assert_eq!(against.len(), 6);
    for compared in against {
        let rows = &compared["rows"];
        assert_eq!(rows["engine"], "rows");
        assert!(rows["positions"].as_u64() > Some(10_000), "{rows}");
        assert!(rows["positions_per_second"].as_u64() > Some(0), "{rows}");
        assert!(compared["queue"].as_u64() > Some(0));
        assert!(compared["goal"].as_f64() > Some(1.0));
    }
    assert!(told["bytes_copied_per_second"].as_u64() > Some(0));
}

#[test]
fn the_figures_are_told_in_two_tables() {
    let run = run(&["bench", "--quick"]);
    assert_eq!(run.status, 0);
    assert!(run.stdout.contains("The row engine against the queue"));
    assert!(run.stdout.contains("How the cost grows"));
}
