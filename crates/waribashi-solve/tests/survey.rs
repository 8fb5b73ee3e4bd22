//! Surveys against a separate solve of every game.

use std::cell::RefCell;

use waribashi::{Rules, Value};
use waribashi_solve::{
    Engine, Label, Progress, Solution, Task,
    survey::{Axis, Grid, GridError, HandsSpan, Known, Survey},
};

fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

/// Surveys, and counts the solves.
fn survey(grid: Grid, task: Task) -> (Survey, usize) {
    let solves = RefCell::new(0);
    let survey = Survey::new(grid, task, |step| {
        *solves.borrow_mut() += 1;
        assert_eq!(step.number, *solves.borrow());
    });
    (survey.expect("it is solved"), solves.into_inner())
}

/// The label at the start of a game, from a solve of its own by the reference engine.
fn alone(rules: &Rules) -> Label {
    let task = Task {
        engine: Some(Engine::Queue),
        ..Task::default()
    };
    let solution = Solution::new(rules, task).expect("it is small");
    solution.label_of(rules.start())
}

/// Compares every cell with a solve of its own.
fn compare(survey: &Survey) {
    for cell in survey.cells() {
        let Known::Solved(label) = cell.known else {
            panic!("{cell:?}");
        };
        let rules = survey.grid().rules_of(cell.fingers, cell.hands).unwrap();
        assert_eq!(label, alone(&rules), "{rules}");
    }
}

#[test]
fn where_dead_hands_are_out_one_solve_gives_all_numbers_of_hands() {
    for text in [
        "simple",
        "simple,fingers=3",
        "simple,fingers=4,start=2",
        "attacks",
        "self-tap",
        "cards",
        "attacks,goal=empty",
        "attacks,own-tap=on,transfer=any,pass-by-split=on",
        "simple,transfer=any",
        "suicide,divide=off,fingers=4",
    ] {
        let rules = rules(text);
        let spans = HandsSpan::Each([1..=4, 1..=4]);
        let grid = Grid::new(&rules, rules.fingers..=rules.fingers, spans).unwrap();
        let (survey, solves) = survey(grid, Task::default());
        assert_eq!(solves, 1, "{text}");
        compare(&survey);
    }
}

#[test]
fn where_dead_hands_come_back_a_solve_gives_the_game_and_its_mirror() {
    for text in ["taps", "rollover", "suicide,fingers=4", "misere"] {
        let rules = rules(text);
        let spans = HandsSpan::Each([1..=3, 1..=3]);
        let grid = Grid::new(&rules, rules.fingers..=rules.fingers, spans).unwrap();
        let (survey, solves) = survey(grid, Task::default());
        assert_eq!(solves, 6, "{text}");
        compare(&survey);
    }
}

#[test]
fn unequal_ranges_and_ranges_of_fingers_are_tables_too() {
    for (text, fingers, spans) in [
        ("simple", 5..=5, HandsSpan::Each([1..=2, 3..=5])),
        ("attacks", 5..=5, HandsSpan::Each([2..=5, 1..=1])),
        ("simple", 2..=6, HandsSpan::Equal(1..=3)),
        ("suicide", 2..=7, HandsSpan::Equal(2..=2)),
        ("simple", 3..=6, HandsSpan::Each([2..=2, 1..=3])),
        ("self-tap", 2..=6, HandsSpan::Each([1..=3, 2..=2])),
        ("cutoff,start=12-11", 3..=8, HandsSpan::Equal(2..=2)),
        (
            "attacks,hands=2:3,start=12-111",
            3..=6,
            HandsSpan::Each([2..=2, 3..=3]),
        ),
    ] {
        let grid = Grid::new(&rules(text), fingers, spans).unwrap();
        let (survey, _) = survey(grid, Task::default());
        compare(&survey);
    }
}

#[test]
fn rows_and_columns_are_what_varies() {
    let sides = |fingers, spans| {
        let grid = Grid::new(&rules("simple"), fingers, spans).unwrap();
        [grid.rows(), grid.columns()]
    };
    assert_eq!(
        sides(5..=5, HandsSpan::Each([1..=2, 3..=4])),
        [
            (Axis::FirstHands, vec![1, 2]),
            (Axis::SecondHands, vec![3, 4])
        ]
    );
    assert_eq!(
        sides(5..=6, HandsSpan::Each([2..=2, 3..=4])),
        [(Axis::Fingers, vec![5, 6]), (Axis::SecondHands, vec![3, 4])]
    );
    assert_eq!(
        sides(5..=6, HandsSpan::Each([3..=4, 2..=2])),
        [(Axis::Fingers, vec![5, 6]), (Axis::FirstHands, vec![3, 4])]
    );
    assert_eq!(
        sides(5..=5, HandsSpan::Equal(1..=2)),
        [(Axis::Fingers, vec![5]), (Axis::Hands, vec![1, 2])]
    );
}

#[test]
fn the_name_with_the_numbers_of_a_cell_is_the_rules_of_the_cell() {
    let both = HandsSpan::Each([1..=3, 1..=3]);
    for (text, fingers, hands, name) in [
        ("simple", 4..=4, both.clone(), "simple,fingers=4"),
        ("simple", 5..=5, both.clone(), "simple"),
        ("many,hands=4:7", 3..=3, both.clone(), "many"),
        ("simple", 3..=6, HandsSpan::Equal(1..=3), "simple"),
        ("cards", 5..=5, both.clone(), "cards"),
        ("suns", 5..=5, both.clone(), "suns"),
        ("simple,start=22-22", 5..=5, both.clone(), "simple,start=2"),
        (
            "simple,fingers=10,start=7",
            10..=10,
            both,
            "simple,start=7,fingers=10",
        ),
        (
            "school,start=12-11",
            3..=6,
            HandsSpan::Equal(2..=2),
            "school,start=12-11",
        ),
        (
            "attacks,fingers=12,start=1,1-1,11",
            12..=14,
            HandsSpan::Equal(2..=2),
            "attacks,start=1,1-1,11",
        ),
    ] {
        let grid = Grid::new(&rules(text), fingers, hands).unwrap();
        assert_eq!(grid.name(), name);
        for fingers in grid.span(Axis::Fingers) {
            let [first, second] =
                [Axis::FirstHands, Axis::SecondHands].map(|axis| *grid.span(axis).end());
            let mut text = format!("{name},hands={first}:{second}");
            if grid.varies(Axis::Fingers) {
                text += &format!(",fingers={fingers}");
            }
            assert_eq!(
                Ok(rules(&text)),
                grid.rules_of(fingers as u8, [first, second])
            );
        }
    }
}

#[test]
fn sentences_are_those_that_hold_in_every_cell() {
    let sentences = |fingers, hands| {
        let grid = Grid::new(&rules("simple"), fingers, hands).unwrap();
        grid.sentences()
    };
    let fixed = sentences(5..=5, HandsSpan::Equal(2..=2));
    assert_eq!(fixed, rules("simple").sentences());
    let varied = sentences(5..=5, HandsSpan::Equal(1..=2));
    assert_eq!(varied[0], "Every hand shows 1 at the start.");
    assert_eq!(varied[1..], fixed[1..]);
    let any = sentences(3..=5, HandsSpan::Equal(1..=2));
    assert_eq!(any[0], varied[0]);
    let told_apart = |said: &String| said.contains(char::is_numeric);
    assert!(any.len() > 1 && !any[1..].iter().any(told_apart), "{any:?}");
}

#[test]
fn the_theorem_gives_values_of_the_many_handed_game_and_agrees_with_solves() {
    let grid = || {
        let rules = rules("many");
        Grid::new(&rules, 3..=3, HandsSpan::Each([1..=12, 1..=12])).unwrap()
    };
    let values = Task {
        distances: false,
        ..Task::default()
    };
    let (theorem, no_solve) = survey(grid(), values);
    let (solved, one_solve) = survey(grid(), Task::default());
    assert_eq!((no_solve, one_solve), (0, 1));
    for (by_theorem, by_solve) in theorem.cells().iter().zip(solved.cells()) {
        let Known::Theorem(value) = by_theorem.known else {
            panic!("{by_theorem:?}");
        };
        assert_eq!(by_solve.known.label().unwrap().value, value);
    }
    // Other rules with three fingers have no theorem.
    let grid = Grid::new(&rules("attacks"), 3..=3, HandsSpan::Equal(2..=2)).unwrap();
    let (other, _) = survey(grid, values);
    assert!(matches!(other.cell(0, 0).known, Known::Solved(_)));
}

#[test]
fn a_survey_without_distances_has_none_whatever_the_engine() {
    for engine in [Engine::Queue, Engine::Rows] {
        let grid = Grid::new(&rules("simple"), 4..=5, HandsSpan::Equal(1..=3)).unwrap();
        let task = Task {
            engine: Some(engine),
            distances: false,
            ..Task::default()
        };
        let (survey, _) = survey(grid, task);
        for cell in survey.cells() {
            assert_eq!(cell.known.label().unwrap().distance, None);
        }
    }
}

#[test]
fn what_does_not_fit_is_left_out_with_the_reason_and_the_rest_is_right() {
    let grid = Grid::new(&rules("simple"), 5..=5, HandsSpan::Each([1..=9, 1..=9])).unwrap();
    let limit = 200_000;
    let task = Task {
        limit,
        ..Task::default()
    };
    let (survey, solves) = survey(grid, task);
    let mut left_out = 0;
    for cell in survey.cells() {
        let rules = survey.grid().rules_of(cell.fingers, cell.hands).unwrap();
        // A cell next to the diagonal fits into a table for equal numbers, which takes less.
        let most = cell.hands.iter().max().copied().unwrap();
        let square = survey.grid().rules_of(cell.fingers, [most; 2]).unwrap();
        let fits = |rules| Solution::new(rules, task).is_ok();
        let alone_fits = fits(&rules) || fits(&square);
        match &cell.known {
            Known::Solved(label) => assert_eq!(*label, alone(&rules), "{rules}"),
            Known::TooLarge(error) => {
                assert!(!alone_fits && error.limit == limit, "{rules}");
                left_out += 1;
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(cell.known.reason().is_none(), alone_fits);
    }
    assert!((1..81).contains(&left_out), "{left_out}");
    assert!(solves < 81 - left_out, "{solves}");
}

#[test]
fn where_distances_take_too_much_the_theorem_still_gives_the_value() {
    let grid = Grid::new(&rules("many"), 3..=3, HandsSpan::Each([1..=30, 30..=30])).unwrap();
    let task = Task {
        limit: 200_000,
        ..Task::default()
    };
    let (survey, _) = survey(grid, task);
    let known = |row| survey.cell(row, 0).known.clone();
    assert_eq!(known(29), Known::Theorem(Value::Win));
    assert!(matches!(known(0), Known::Solved(_)), "{:?}", known(0));
}

#[test]
fn a_stopped_survey_says_so_in_every_cell_that_was_not_computed() {
    let grid = Grid::new(&rules("rollover"), 3..=8, HandsSpan::Equal(2..=2)).unwrap();
    let progress = Progress::default();
    let task = Task {
        engine: Some(Engine::Rows),
        progress: Some(&progress),
        ..Task::default()
    };
    let survey = Survey::new(grid, task, |step| {
        if step.number == 4 {
            progress.stop();
        }
    })
    .unwrap();
    let stopped: Vec<bool> = survey
        .cells()
        .iter()
        .map(|cell| cell.known == Known::Stopped)
        .collect();
    assert_eq!(stopped, [false, false, false, true, true, true]);
}

#[test]
fn numbers_without_a_game_are_told_apart() {
    let grid = Grid::new(&rules("simple,start=4"), 0..=6, HandsSpan::Equal(0..=1)).unwrap();
    let (survey, _) = survey(grid, Task::default());
    let reason = |row, column| survey.cell(row, column).known.reason();
    assert_eq!(reason(5, 1), None);
    for (row, said) in [(1, "fingers=1"), (4, "shows 4"), (5, "hands=0:0")] {
        let reason = reason(row, usize::from(row < 5)).expect("there is no game");
        assert!(
            reason.starts_with("no game: ") && reason.contains(said),
            "{reason}"
        );
    }
}

#[test]
fn a_split_that_some_hands_cannot_make_leaves_these_cells_out() {
    let spans = HandsSpan::Each([1..=2, 1..=2]);
    let grid = Grid::new(&rules("halves"), 5..=5, spans).unwrap();
    let (survey, _) = survey(grid, Task::default());
    assert!(matches!(survey.cell(0, 0).known, Known::NoGame(_)));
    assert!(matches!(survey.cell(1, 1).known, Known::Solved(_)));
}

#[test]
fn ranges_that_make_no_table_are_refused() {
    let grid = |text, fingers, spans| Grid::new(&rules(text), fingers, spans);
    let each = |first, second| HandsSpan::Each([first, second]);
    #[allow(clippy::reversed_empty_ranges)]
    let backwards = 3..=2;
    assert!(matches!(
        grid("simple", 5..=5, each(1..=1, backwards)),
        Err(GridError::Empty {
            axis: Axis::SecondHands,
            from: 3,
            to: 2
        })
    ));
    assert_eq!(
        grid("simple", 4..=5, each(1..=2, 1..=2)),
        Err(GridError::ThreeAxes)
    );
    assert_eq!(
        grid("simple", 5..=5, each(1..=1001, 1..=1000)),
        Err(GridError::TooMany {
            rows: 1001,
            columns: 1000
        })
    );
    assert!(grid("simple", 5..=5, each(1..=u64::MAX, 1..=u64::MAX)).is_err());
    assert_eq!(
        grid("simple,start=12-11", 5..=5, each(1..=2, 1..=2)),
        Err(GridError::Start)
    );
    assert_eq!(
        grid("simple,start=22-11", 5..=5, each(1..=2, 1..=2)),
        Err(GridError::Start)
    );
    assert!(grid("simple,start=12-11", 3..=9, each(2..=2, 2..=2)).is_ok());
}
