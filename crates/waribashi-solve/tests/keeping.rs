//! What a solve tells on the way can be gone on from.

use std::{collections::HashMap, ops::ControlFlow, sync::Mutex};

use proptest::prelude::*;
use waribashi::Rules;
use waribashi_solve::{
    Compiled, Engine, Keeper, Label, Levels, Lines, Metric, Rectangle, Solution, Task,
};
use waribashi_suite::random;

/// The bytes of each line.
type Copied = Vec<(Vec<u8>, Vec<u8>)>;

/// Keeps of all rectangles that are begun what is known after some pass, or the last before it.
struct After {
    pass: u32,
    metric: Metric,
    levels: Vec<Vec<usize>>,
    /// How many passes were told of, and what was known.
    kept: Mutex<HashMap<Rectangle, (u32, Copied)>>,
    /// What another solve kept.
    begun: Option<Begun>,
}

struct Begun {
    metric: Metric,
    labels: HashMap<Rectangle, (u32, Copied)>,
}

impl After {
    fn new(pass: u32, begun: Option<Begun>) -> Self {
        After {
            pass,
            metric: Metric::Values,
            levels: Vec::new(),
            kept: Mutex::default(),
            begun,
        }
    }

    fn passes(&self) -> u32 {
        let kept = self.kept.lock().unwrap();
        kept.values().map(|(passes, _)| passes).sum()
    }
}

impl Keeper for After {
    fn begin(&mut self, _: &Compiled, levels: &[Levels], metric: Metric) -> ControlFlow<()> {
        self.metric = metric;
        self.kept.lock().unwrap().clear();
        let sizes = |levels: &Levels| levels.rows().iter().map(Vec::len).collect();
        self.levels = levels.iter().map(sizes).collect();
        ControlFlow::Continue(())
    }

    fn known(&self) -> Option<&dyn Lines> {
        None
    }

    fn begun(&self) -> Option<&dyn Lines> {
        let begun = self.begun.as_ref();
        begun
            .filter(|begun| begun.metric == self.metric)
            .map(|begun| begun as &dyn Lines)
    }

    fn meanwhile(&self, rectangles: &[Rectangle], labels: &dyn Lines) -> ControlFlow<()> {
        assert_eq!(labels.metric(), self.metric);
        let mut kept = self.kept.lock().unwrap();
        for &rectangle in rectangles {
            assert!(labels.has(rectangle));
            let (passes, copied) = kept.entry(rectangle).or_default();
            if *passes <= self.pass {
                let taker = (rectangle.giver + 1) % self.levels.len();
                let columns = self.levels[taker][rectangle.columns].next_multiple_of(8);
                let (first, second) = match self.metric {
                    Metric::Values => (columns / 8, columns / 8),
                    Metric::Distances(width) => (columns * width.bytes(), 0),
                };
                *copied = (0..self.levels[rectangle.giver][rectangle.lines])
                    .map(|line| {
                        let (mut first, mut second) = (vec![0; first], vec![0; second]);
                        labels.copy(rectangle, line, 0, &mut first, &mut second);
                        (first, second)
                    })
                    .collect();
            }
            *passes += 1;
        }
        ControlFlow::Continue(())
    }

    fn advance(&mut self, _: &dyn Lines) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Lines for Begun {
    fn metric(&self) -> Metric {
        self.metric
    }

    fn has(&self, rectangle: Rectangle) -> bool {
        self.labels.contains_key(&rectangle)
    }

    fn copy(
        &self,
        rectangle: Rectangle,
        line: usize,
        column: usize,
        first: &mut [u8],
        second: &mut [u8],
    ) {
        assert_eq!(column, 0);
        let (_, copied) = &self.labels[&rectangle];
        first.copy_from_slice(&copied[line].0);
        second.copy_from_slice(&copied[line].1);
    }
}

fn solve(rules: &Rules, distances: bool, keeper: &mut After) -> Vec<Label> {
    let task = Task {
        engine: Some(Engine::Rows),
        distances,
        threads: 1,
        ..Task::default()
    };
    let solution = Solution::kept(rules, task, keeper).expect("small rules can be solved");
    let ids = 0..solution.compiled().len();
    ids.map(|id| solution.label(id)).collect()
}

/// Solves, and again from what was known after some pass; gives the passes of both.
fn goes_on(rules: &Rules, distances: bool, pass: u32) -> [u32; 2] {
    let mut first = After::new(pass, None);
    let labels = solve(rules, distances, &mut first);
    let passes = first.passes();
    let begun = Begun {
        metric: first.metric,
        labels: first.kept.into_inner().unwrap(),
    };
    let mut second = After::new(0, Some(begun));
    assert_eq!(solve(rules, distances, &mut second), labels, "{rules}");
    [passes, second.passes()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_solve_that_begins_with_what_another_knew_comes_to_the_same(
        rules in random::any_rules(),
        distances in any::<bool>(),
        pass in 0..30u32,
    ) {
        goes_on(&rules, distances, pass);
    }
}

#[test]
fn it_goes_on_and_does_not_begin_anew() {
    for (text, distances) in [
        ("suicide,hands=5", true),
        ("suicide,hands=5", false),
        ("cards,hands=4:5", true),
        ("attacks,hands=6", true),
        ("suicide,divide=near,fingers=37", true),
    ] {
        let [all, none] = goes_on(&text.parse().unwrap(), distances, u32::MAX);
        assert!(none * 2 <= all, "{text}: {none} passes after {all}");
    }
}
