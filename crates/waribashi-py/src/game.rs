use std::sync::{Arc, OnceLock};

use numpy::{PyArray1, PyArray3};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    intern,
    prelude::*,
    types::{PyDict, PyType},
};
use waribashi::{Game, Move, Outcome, PlayError, Position, Reason, Side};

use crate::{
    arrays::{array, copied},
    errors::{illegal, notation_error, rules_error},
    moves::{Legal, move_of, told, whole},
    picture,
    position::{PyPosition, position_of},
    rules::{AnyRules, PyRules, RuleSet},
};

/// How a game ended.
#[pyclass(name = "Outcome", module = "waribashi", frozen, eq, hash)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome(pub(crate) Outcome);

#[pymethods]
impl PyOutcome {
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.0.winner.map(Side::index)
    }

    #[getter]
    fn reason(&self) -> String {
        self.0.reason.to_string()
    }

    #[getter]
    fn rewards(&self) -> (i8, i8) {
        match self.0.winner {
            Some(Side::First) => (1, -1),
            Some(Side::Second) => (-1, 1),
            None => (0, 0),
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.0)
    }
}

/// The largest number of repetitions that observations tell.
const MOST_REPETITIONS: u32 = 127;

/// A game in progress. `legal` is made when it is first asked for after a change.
#[pyclass(name = "Game", module = "waribashi")]
#[derive(Clone, Debug)]
pub(crate) struct PyGame {
    set: Arc<RuleSet>,
    pub(crate) game: Game,
    legal: OnceLock<Arc<Legal>>,
}

/// Rules, start, who begins, moves played and taken back, how many are played, draw agreed.
type State = (String, String, usize, Vec<String>, usize, bool);

impl PyGame {
    fn around(set: Arc<RuleSet>, game: Game) -> Self {
        PyGame {
            set,
            game,
            legal: OnceLock::new(),
        }
    }

    pub(crate) fn set(&self) -> &Arc<RuleSet> {
        &self.set
    }

    fn notation(&self, played: Move) -> String {
        played.notation(self.set.rules.fingers).to_string()
    }

    /// The legal actions; none when the game is over.
    fn legal(&self) -> PyResult<&Legal> {
        if let Some(legal) = self.legal.get() {
            return Ok(legal);
        }
        let legal = match self.game.outcome() {
            Some(_) => Arc::new(Legal::none(self.set.numbering()?.len())),
            None => self.set.legal(self.game.position())?,
        };
        Ok(self.legal.get_or_init(|| legal))
    }

    /// The observation with the hands of `first` first; with repetitions by action, at most [`MOST_REPETITIONS`].
    fn observed<'py>(
        &self,
        py: Python<'py>,
        first: Side,
        repetitions: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        // Who numbers the actions has few enough hands to list.
        self.set.numbering()?;
        let mut numbers: Vec<u8> = self.numbers(first).collect();
        if repetitions {
            let times = self.repetitions()?.into_iter();
            numbers.extend(times.map(|times| times.min(MOST_REPETITIONS) as u8));
        }
        Ok(if self.set.rules.fingers <= 128 {
            let numbers: Vec<i8> = numbers.into_iter().map(|n| n as i8).collect();
            copied(py, &numbers).into_any()
        } else {
            let numbers: Vec<i16> = numbers.into_iter().map(i16::from).collect();
            copied(py, &numbers).into_any()
        })
    }

    /// How often the position to which each action leads has occurred; 0 for illegal actions.
    fn repetitions(&self) -> PyResult<Vec<u32>> {
        let legal = self.legal()?;
        let mut times = vec![0; legal.mask.len()];
        let next = !self.game.to_move();
        for &(number, played) in &legal.actions {
            let after = self.set.rules.play(self.game.position(), played);
            times[number] = self.game.occurrences(next, &after.map_err(illegal)?);
        }
        Ok(times)
    }

    /// The mask of one who may act now, or of one who may not.
    fn mask<'py>(&self, py: Python<'py>, acts: bool) -> PyResult<Bound<'py, PyArray1<i8>>> {
        if acts {
            return Ok(copied(py, &self.legal()?.mask));
        }
        Ok(PyArray1::zeros(py, self.set.numbering()?.len(), false))
    }

    fn move_of(&self, given: &Bound<'_, PyAny>) -> PyResult<Move> {
        if let Some(outcome) = self.game.outcome() {
            return Err(over(outcome));
        }
        move_of(&self.set, self.game.position(), given)
    }

    fn advance(&mut self, played: Move) -> PyResult<()> {
        self.game.play(played).map_err(|error| match error {
            PlayError::Over(outcome) => over(outcome),
            PlayError::Illegal(why) => illegal(format!("{}: {why}", self.notation(played))),
        })?;
        self.legal.take();
        Ok(())
    }

    /// The hands of both players one by one, `first` first, each ascending, and whose turn it is: 0 for the player
    /// whose hands come first.
    fn numbers(&self, first: Side) -> impl Iterator<Item = u8> {
        let (position, to_move) = (self.game.position(), self.game.to_move());
        let hands = |side| position.hands_of(side, to_move).fingers();
        hands(first)
            .chain(hands(!first))
            .chain([u8::from(to_move != first)])
    }
}

fn over(outcome: Outcome) -> PyErr {
    illegal(PlayError::Over(outcome))
}

/// A player as an argument.
pub(crate) fn side(player: &Bound<'_, PyAny>) -> PyResult<Side> {
    match player.extract::<u8>() {
        Ok(0) => Ok(Side::First),
        Ok(1) => Ok(Side::Second),
        _ => Err(PyValueError::new_err(format!(
            "player {}: expected 0, who moves first in the rules' start, or 1",
            player.repr()?
        ))),
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (rules = None, start = None, *, to_move = None))]
    fn new(
        rules: Option<AnyRules>,
        start: Option<&Bound<'_, PyAny>>,
        to_move: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let set = match rules {
            Some(AnyRules(set)) => set,
            None => RuleSet::new(waribashi::Rules::default()),
        };
        let start = match start {
            Some(start) => position_of(&set, start)?,
            None => set.rules.start().clone(),
        };
        // Where the players have different numbers of hands the position says who is to move.
        let to_move = match to_move {
            Some(player) => side(player)?,
            None => set.rules.mover(&start),
        };
        let game = Game::from_position(set.rules.clone(), start, to_move).map_err(rules_error)?;
        Ok(PyGame::around(set, game))
    }

    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.set.clone())
    }

    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::new(self.set.clone(), self.game.position().clone())
    }

    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition::new(self.set.clone(), self.game.start().clone())
    }

    #[getter]
    fn to_move(&self) -> usize {
        self.game.to_move().index()
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        let moves = self.game.moves().iter();
        moves.map(|&played| self.notation(played)).collect()
    }

    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        let positions = self.game.positions();
        positions
            .map(|(_, position)| PyPosition::new(self.set.clone(), position.clone()))
            .collect()
    }

    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.game.outcome().map(PyOutcome)
    }

    #[getter]
    fn repeated(&self) -> u32 {
        self.game.repeated()
    }

    #[getter]
    fn can_undo(&self) -> bool {
        self.game.can_undo()
    }

    #[getter]
    fn can_redo(&self) -> bool {
        self.game.can_redo()
    }

    fn __len__(&self) -> usize {
        self.game.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn play(&mut self, played: &Bound<'_, PyAny>) -> PyResult<()> {
        let played = self.move_of(played)?;
        self.advance(played)
    }

    fn undo(&mut self) -> Option<String> {
        let undone = self.game.undo()?;
        self.legal.take();
        Some(self.notation(undone))
    }

    fn redo(&mut self) -> Option<String> {
        let redone = self.game.redo()?;
        self.legal.take();
        Some(self.notation(redone))
    }

    fn agree_draw(&mut self) -> PyResult<()> {
        self.game.agree_draw().map_err(illegal)?;
        self.legal.take();
        Ok(())
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = self.game.legal_moves().into_iter();
        moves.map(|played| self.notation(played)).collect()
    }

    fn legal_actions(&self) -> PyResult<Vec<usize>> {
        Ok(self.legal()?.actions.iter().map(|at| at.0).collect())
    }

    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.mask(py, true)
    }

    fn action_repetitions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let times = self.repetitions()?.into_iter();
        let times = times.map(|times| i32::try_from(times).unwrap_or(i32::MAX));
        Ok(array(py, times.collect()))
    }

    #[pyo3(signature = (player = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let first = player.map_or(Ok(Side::First), side)?;
        self.observed(py, first, false)
    }

    /// What an environment's agent observes: the hands of player `first` first, and the mask, if it may act.
    fn _observe<'py>(
        &self,
        py: Python<'py>,
        first: u8,
        acts: bool,
        repetitions: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let first = if first == 0 {
            Side::First
        } else {
            Side::Second
        };
        let seen = PyDict::new(py);
        let observed = self.observed(py, first, repetitions)?;
        seen.set_item(intern!(py, "observation"), observed)?;
        seen.set_item(intern!(py, "action_mask"), self.mask(py, acts)?)?;
        Ok(seen)
    }

    /// What an environment's agents are told beside: the mask, which is not zero for the player to move only, and
    /// for him only if the environment goes on.
    fn _infos<'py>(&self, py: Python<'py>, goes_on: bool) -> PyResult<Bound<'py, PyDict>> {
        let infos = PyDict::new(py);
        for side in Side::BOTH {
            let info = PyDict::new(py);
            let acts = goes_on && side == self.game.to_move();
            info.set_item(intern!(py, "action_mask"), self.mask(py, acts)?)?;
            let agent = match side {
                Side::First => intern!(py, "player_0"),
                Side::Second => intern!(py, "player_1"),
            };
            infos.set_item(agent, info)?;
        }
        Ok(infos)
    }

    fn move_of_action(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let played = self.move_of(action)?;
        Ok(self.notation(played))
    }

    fn actions_of_move(&self, played: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let played = self.move_of(played)?;
        let legal = self.legal()?.actions.iter();
        let actions: Vec<usize> = legal.filter(|at| at.1 == played).map(|at| at.0).collect();
        if actions.is_empty() {
            let why = self.set.rules.check(self.game.position(), played);
            why.map_err(|why| illegal(format!("{}: {why}", self.notation(played))))?;
        }
        Ok(actions)
    }

    fn describe_action(&self, action: usize) -> PyResult<String> {
        let numbering = self.set.numbering()?;
        let action = numbering.action(action, &self.game.position().mine);
        Ok(action.map_or_else(|| "no action of these hands".into(), told))
    }

    /// Plays the action of a number and tells how the game stands: 0 it goes on, 1 player 0 has won, 2 player 1 has, 3
    /// drawn; -1 where the action is illegal, and then nothing has changed.
    fn _advance(&mut self, action: &Bound<'_, PyAny>) -> PyResult<i8> {
        let number = match action.extract::<i64>() {
            Ok(number) => Some(number),
            Err(_) if whole(action)?.is_some() => None,
            Err(_) => {
                return Err(PyTypeError::new_err(format!(
                    "an action is a whole number, not {}",
                    action.get_type().name()?
                )));
            }
        };
        let legal = &self.legal()?.actions;
        let found = number
            .and_then(|number| usize::try_from(number).ok())
            .and_then(|action| legal.binary_search_by_key(&action, |at| at.0).ok())
            .map(|at| legal[at].1);
        let Some(played) = found else { return Ok(-1) };
        self.advance(played)?;
        Ok(match self.game.outcome() {
            None => 0,
            Some(outcome) => match outcome.winner {
                Some(Side::First) => 1,
                Some(Side::Second) => 2,
                None => 3,
            },
        })
    }

    fn record(&self) -> String {
        self.game.record()
    }

    #[staticmethod]
    fn replay(record: &str) -> PyResult<Self> {
        let game = Game::replay(record).map_err(notation_error)?;
        let set = RuleSet::new(game.rules().clone());
        Ok(PyGame::around(set, game))
    }

    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        picture::pixels(py, &self.game)
    }

    fn svg(&self) -> String {
        picture::svg(&self.game)
    }

    /// What a notebook shows.
    fn _repr_svg_(&self) -> String {
        picture::svg(&self.game)
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyGame>()
            .is_ok_and(|other| self.game == other.borrow().game)
    }

    fn __str__(&self) -> String {
        let position = self.game.position().notation(self.set.rules.fingers);
        let state = match self.game.outcome() {
            Some(outcome) => outcome.to_string(),
            None => format!("player {} to move", self.game.to_move().index()),
        };
        format!("{position}, {state}")
    }

    fn __repr__(&self) -> String {
        let name = self.set.rules.short_name();
        let count = self.game.len();
        format!("<Game {name}: {count} moves, {}>", self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, State)> {
        let this = slf.borrow();
        let (game, fingers) = (&this.game, this.set.rules.fingers);
        let agreed = game
            .outcome()
            .is_some_and(|outcome| outcome.reason == Reason::Agreed);
        let mut whole = game.clone();
        while whole.redo().is_some() {}
        let first = game.positions().next().map_or(Side::First, |at| at.0);
        let moves = whole.moves().iter();
        let state = (
            this.set.rules.to_string(),
            game.start().notation(fingers).to_string(),
            first.index(),
            moves.map(|&played| this.notation(played)).collect(),
            game.len(),
            agreed,
        );
        Ok((slf.get_type().getattr("_restore")?, state))
    }

    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        rules: AnyRules,
        start: &str,
        to_move: usize,
        moves: Vec<String>,
        played: usize,
        agreed: bool,
    ) -> PyResult<Self> {
        let AnyRules(set) = rules;
        let start = Position::parse(start, &set.rules).map_err(notation_error)?;
        let first = match to_move {
            0 => Side::First,
            1 => Side::Second,
            _ => return Err(PyTypeError::new_err("no state of a game")),
        };
        let game = Game::from_position(set.rules.clone(), start, first).map_err(rules_error)?;
        let mut game = PyGame::around(set, game);
        for text in &moves {
            let played = Move::parse(text, game.set.rules.fingers).map_err(notation_error)?;
            game.advance(played)?;
        }
        while game.game.len() > played && game.undo().is_some() {}
        if agreed {
            game.agree_draw()?;
        }
        Ok(game)
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyOutcome>()?;
    module.add_class::<PyGame>()
}
