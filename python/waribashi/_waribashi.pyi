"""The game, the solver and the oracle."""

import os
from collections.abc import Callable
from typing import Any, Final, Literal, SupportsIndex, final

import numpy as np
import numpy.typing as npt
from typing_extensions import Self

__version__: Final[str]

class WaribashiError(ValueError):
    """What waribashi refuses: the base of its other exceptions, and a ValueError."""

class RulesError(WaribashiError):
    """No rule set: a text that cannot be read, or axes that do not fit together."""

class NotationError(WaribashiError):
    """A text that is no position, move or record."""

class IllegalMoveError(WaribashiError):
    """A move or an action that cannot be played; the game is unchanged."""

class SolveError(WaribashiError):
    """A rule set that cannot be solved here: it would take too much memory."""

class TableError(WaribashiError):
    """A file that is no table, or a damaged one."""

@final
class Rules:
    """A rule set: every question that schools answer differently.

    Immutable, hashable, equal by what the rules say. ``str(rules)`` is the canonical text, which names every axis and
    does not depend on presets; ``rules.name`` the shortest text.

    Args:
        rules: A preset with changes after it (``"suicide,fingers=6"``), a canonical text, or other ``Rules``; the preset
            ``self-tap`` by default.
        **changes: Axes to change, by their names in texts with ``_`` for ``-``: numbers, ``True`` and ``False`` for
            ``on`` and ``off``, ``None`` for ``none``, a tuple for the hands of each player. A start in which all hands
            show the same stays one when the number of hands changes.

    Raises:
        RulesError: A text cannot be read, or the axes do not fit together.

    >>> Rules("self-tap", hands=3).name
    'self-tap,hands=3'
    """

    def __new__(cls, rules: Rules | str | None = None, /, **changes: object) -> Self: ...
    @staticmethod
    def from_toml(text: str) -> Rules:
        """Rules from TOML, as ``to_toml`` writes it."""
    def to_toml(self) -> str:
        """The rules as TOML."""
    def replace(self, **changes: object) -> Rules:
        """The same rules with some axes changed."""
    @property
    def fingers(self) -> int:
        """A hand is out at this number of fingers: 2 to 255."""
    @property
    def hands(self) -> tuple[int, int]:
        """The number of hands of player 0 and of player 1."""
    @property
    def start(self) -> Position:
        """The position at the start, player 0 to move."""
    @property
    def overflow(self) -> str:
        """``"rollover"`` or ``"cutoff"``: what happens above ``fingers``."""
    @property
    def own_tap(self) -> bool:
        """Whether own other hands may be tapped."""
    @property
    def dead_target(self) -> bool:
        """Whether the other player's dead hands may be tapped."""
    @property
    def adds(self) -> str:
        """``"tapped"`` or ``"tapper"``: whose hand takes up the sum of a tap."""
    @property
    def goal(self) -> str:
        """``"survive"`` or ``"empty"``: whether a player without live hands has lost or won."""
    @property
    def divide(self) -> str:
        """Splits onto an own dead hand: ``"off"``, ``"any"``, ``"even"`` or ``"near"``."""
    @property
    def transfer(self) -> str:
        """Splits between own live hands: ``"off"``, ``"any"``, ``"even"`` or ``"near"``."""
    @property
    def lone_divide(self) -> bool:
        """Whether a divide needs exactly one own live hand."""
    @property
    def empty_by_split(self) -> bool:
        """Whether a split may leave a hand empty."""
    @property
    def pass_by_split(self) -> bool:
        """Whether a split may leave the hands as they were."""
    @property
    def repetition(self) -> int | None:
        """The game is drawn when a position occurs for this time, at least the 2nd; None for never."""
    @property
    def axes(self) -> dict[str, str]:
        """Every axis with its value, as texts have them, in the order of the canonical text."""
    @property
    def name(self) -> str:
        """The shortest text of these rules: a preset with changes after it."""
    @property
    def sentences(self) -> list[str]:
        """The rules in plain sentences."""
    @property
    def sentence(self) -> str:
        """The rules in one sentence."""
    @property
    def num_actions(self) -> int:
        """How many numbers actions have (see :meth:`Game.describe_action`).

        Raises:
            WaribashiError: So many hands that there are more than 2**32 - 1.
        """
    @property
    def num_positions(self) -> int:
        """How many positions there are; at most 2**128 - 1 is told."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...
    def __reduce__(self) -> tuple[type[Self], tuple[str]]: ...

@final
class Position:
    """A position as the player to move sees it: the own hands and the other player's, each unordered.

    Immutable and hashable; equal when the hands are, whatever the rules.

    Args:
        position: Text, the mover's hands first: ``"13-04"``, ``"1,3-0,12"``, or ``"1x500,2x3-1x7"`` for many hands.
        rules: The rules; the preset ``self-tap`` by default.

    Raises:
        NotationError: The text is no position of the rules.
    """

    def __new__(cls, position: Position | str, rules: Rules | str | None = None) -> Self: ...
    @staticmethod
    def from_hands(mine: list[int], theirs: list[int], rules: Rules | str | None = None) -> Position:
        """The position in which the mover's and the other player's hands show these fingers, in any order."""
    @property
    def rules(self) -> Rules:
        """The rules."""
    @property
    def mine(self) -> tuple[int, ...]:
        """What the mover's hands show, ascending; 0 for a dead hand."""
    @property
    def theirs(self) -> tuple[int, ...]:
        """What the other player's hands show, ascending."""
    @property
    def mine_counts(self) -> dict[int, int]:
        """How many of the mover's hands show each number."""
    @property
    def theirs_counts(self) -> dict[int, int]:
        """How many of the other player's hands show each number."""
    @property
    def result(self) -> int | None:
        """1 or -1, what a finished position is worth to the player to move; None while the game goes on."""
    def swapped(self) -> Position:
        """The same hands with the other player to move."""
    def legal_moves(self) -> list[str]:
        """The moves, by notation; none when the game is over."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...
    def __reduce__(self) -> tuple[type[Self], tuple[str, Rules]]: ...

@final
class Outcome:
    """How a game ended."""

    @property
    def winner(self) -> int | None:
        """0 or 1, the player who has won; None for a draw."""
    @property
    def reason(self) -> str:
        """``"dead"``, ``"repetition"`` or ``"agreed"``."""
    @property
    def rewards(self) -> tuple[int, int]:
        """1, 0 or -1 for player 0 and for player 1."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Game:
    """A game in progress: what was played, whose turn it is, what may be taken back or played again.

    Copies and pickles keep everything, the moves taken back too.

    Args:
        rules: The rules; the preset ``self-tap`` by default.
        start: A position to start from instead of the rules' start.
        to_move: Who is to move in it, 0 or 1; by default 0, or where the players have different numbers of hands the one
            whose hands stand first.

    Raises:
        RulesError: The start has other hands than the rules.
        NotationError: The start is no position.
    """

    def __new__(
        cls,
        rules: Rules | str | None = None,
        start: Position | str | None = None,
        *,
        to_move: SupportsIndex | None = None,
    ) -> Self: ...
    @property
    def rules(self) -> Rules:
        """The rules."""
    @property
    def position(self) -> Position:
        """The position on the board, as the player to move sees it."""
    @property
    def start(self) -> Position:
        """The position in which the game started."""
    @property
    def to_move(self) -> int:
        """0 or 1: whose turn it is, or would be if the game were not over."""
    @property
    def moves(self) -> list[str]:
        """The moves played, by notation."""
    @property
    def positions(self) -> list[Position]:
        """Every position that has been on the board, the start first, each as its mover saw it."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
    @property
    def repeated(self) -> int:
        """How often the position on the board has occurred with this player to move, this time included."""
    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back."""
    @property
    def can_redo(self) -> bool:
        """Whether a move can be played again."""
    def play(self, played: str | SupportsIndex) -> None:
        """Plays a move, by notation (``"1x2"``, ``"1+2"``, ``"04=22"``) or by the number of an action.

        Raises:
            IllegalMoveError: The move cannot be played, or the game is over; the game is unchanged.
            NotationError: The text is no move.
        """
    def undo(self) -> str | None:
        """Takes the last move back and returns it; None where nothing was played."""
    def redo(self) -> str | None:
        """Plays the move again that was taken back last, and returns it; None where there is none."""
    def agree_draw(self) -> None:
        """Ends the game in a draw by agreement.

        Raises:
            IllegalMoveError: The game is over.
        """
    def legal_moves(self) -> list[str]:
        """The moves that can be played, by notation; none when the game is over."""
    def legal_actions(self) -> list[int]:
        """The actions that can be played, by number, ascending; none when the game is over."""
    def action_mask(self) -> npt.NDArray[np.int8]:
        """A new array of shape ``(num_actions,)``: 1 for legal actions, 0 for others; all 0 when the game is over."""
    def action_repetitions(self) -> npt.NDArray[np.int32]:
        """A new array of shape ``(num_actions,)``: how often the position to which a legal action leads has occurred
        so far, 0 for illegal actions."""
    def observation(self, player: SupportsIndex | None = None) -> npt.NDArray[Any]:
        """A new array of shape ``(hands of both + 1,)``: what each hand of player 0 shows, ascending, then each hand
        of player 1, then whose turn it is, 0 or 1.

        With a ``player``, that player's hands come first, and the turn is 0 when it is his. The numbers are int8, or
        int16 where a hand is out at more than 128 fingers.
        """
    def move_of_action(self, action: str | SupportsIndex) -> str:
        """The move, by notation, that an action is.

        Raises:
            IllegalMoveError: The action cannot be played.
        """
    def actions_of_move(self, played: str | SupportsIndex) -> list[int]:
        """The numbers of the actions that are a move: several where hands show the same.

        Raises:
            IllegalMoveError: The move cannot be played.
        """
    def describe_action(self, action: int) -> str:
        """An action in words, by the places of the hands, legal or not.

        Each player's hands stand in ascending order from place 0. With *n* hands each (the larger number where they
        have different numbers) the numbers are:

        - taps: hand ``w`` on their hand ``o`` is ``w * n + o``;
        - own taps, in the same order, a hand on itself left out: ``n * n + w * (n - 1) + o``, less 1 where ``o > w``;
        - where the rules have splits, for each two places, the lower first, the smaller of the two numbers that they
          come to show, from the smallest to the largest that any split of the rules can make.

        With two hands each: 0 min to min, 1 min to max, 2 max to min, 3 max to max, 4 min to own max, 5 max to own
        min, and from 6 on splits into 1 and the rest, 2 and the rest, and so on (into 0 and the rest first, where a
        split may empty a hand).
        """
    def record(self) -> str:
        """The game as a few lines of text."""
    @staticmethod
    def replay(record: str) -> Game:
        """The game of a record.

        Raises:
            NotationError: The text is no record, or says what its moves do not lead to.
        """
    def picture(self) -> npt.NDArray[np.uint8]:
        """A new array of shape ``(400, 480, 3)``, red, green and blue: the hands of player 1 above, of player 0 below."""
    def svg(self) -> str:
        """The same picture as an SVG document, which notebooks show by themselves."""
    def _repr_svg_(self) -> str: ...
    def copy(self) -> Game:
        """A game of its own with the same history."""
    def _observe(self, first: int, acts: bool, repetitions: bool) -> dict[str, npt.NDArray[Any]]:
        """What an environment's agent observes: the hands of player ``first`` first, and the mask, if it may act."""
    def _infos(self, goes_on: bool) -> dict[str, dict[str, Any]]:
        """What an environment's agents are told beside: the mask, which is not zero for the player to move only, and for
        him only if the environment goes on."""
    def _advance(self, action: SupportsIndex) -> int:
        """Plays the action of a number and tells how the game stands: 0 it goes on, 1 player 0 has won, 2 player 1 has,
        3 drawn; -1 where the action is illegal, and then nothing has changed."""
    @classmethod
    def _restore(
        cls, rules: Rules | str, start: str, to_move: int, moves: list[str], played: int, agreed: bool
    ) -> Self: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> Literal[True]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...
    def __reduce__(self) -> tuple[Any, tuple[str, str, int, list[str], int, bool]]: ...

@final
class MoveAnswer:
    """What is known of one move."""

    @property
    def move(self) -> str:
        """The move, by notation."""
    @property
    def actions(self) -> list[int]:
        """The numbers of the actions that are this move; none where there are too many hands to number actions."""
    @property
    def to(self) -> Position:
        """The position after it, as the next mover sees it."""
    @property
    def value(self) -> int:
        """1, 0 or -1: what it is worth to the player who makes it."""
    @property
    def distance(self) -> int | None:
        """Plies to the end, the move itself included; None for a draw and where the solution has values only."""
    @property
    def losing_replies(self) -> int | None:
        """How many of the positions that the other player can reply with are lost for him; None when the move ends the
        game."""
    @property
    def ends(self) -> str | None:
        """``"dead"`` or ``"repetition"``: why the move ends the game; None when it goes on."""

@final
class Answer:
    """What is known of a position: value, distance, and every move, best first."""

    @property
    def position(self) -> Position:
        """The position."""
    @property
    def value(self) -> int:
        """1, 0 or -1: what the position is worth to the player to move, what has been played counted."""
    @property
    def distance(self) -> int | None:
        """Plies to the end when the winner hurries and the loser delays; None for a draw and where the solution has
        values only."""
    @property
    def table_value(self) -> int:
        """The value without a history, endless play being a draw."""
    @property
    def table_distance(self) -> int | None:
        """The distance without a history."""
    @property
    def difference(self) -> str | None:
        """Where the history makes another value than the table has, a sentence that says why."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
    @property
    def moves(self) -> list[MoveAnswer]:
        """All moves, best first: the fastest win, the draw that leaves most ways to go wrong, the longest resistance."""
    @property
    def best(self) -> list[MoveAnswer]:
        """The moves that are as good as the best, by value, distance and losing replies."""
    @property
    def best_moves(self) -> list[str]:
        """The best moves by notation."""
    @property
    def best_actions(self) -> list[int]:
        """The actions, ascending, that are one of the best moves."""
    @property
    def action_values(self) -> npt.NDArray[np.float32]:
        """A new array of shape ``(num_actions,)``: 1, 0 or -1 for the player who acts, NaN for illegal actions."""
    @property
    def action_distances(self) -> npt.NDArray[np.int32]:
        """A new array of shape ``(num_actions,)``: plies to the end, the action included; -1 for draws, for illegal
        actions and where the solution has values only."""

@final
class Solution:
    """A solved rule set: the value and the distance of every position, endless play being a draw.

    Positions are numbered from 0 to ``len(solution) - 1``; the arrays are in this order. They are made when they are first
    asked for, are the same object at every call, are owned by the solution, and cannot be written to.

    ``solution[position]``, with a position, its text or its number, is the :class:`Answer` without a history.
    """

    @staticmethod
    def open(path: str | os.PathLike[str]) -> Solution:
        """A table on disk, as ``waribashi table build`` makes it; it is read as it is asked.

        Raises:
            TableError: The file is no table, or damaged. A block that was damaged later is found when it is asked.
        """
    @property
    def rules(self) -> Rules:
        """The rules."""
    @property
    def has_distances(self) -> bool:
        """Whether it has distances with the values."""
    @property
    def has_turns(self) -> bool:
        """Whether positions say who is to move: where the players have different numbers of hands."""
    @property
    def values(self) -> npt.NDArray[np.int8]:
        """Shape ``(positions,)``: 1, 0 or -1 for the player to move."""
    @property
    def distances(self) -> npt.NDArray[np.int32] | None:
        """Shape ``(positions,)``: plies to the end, 0 for finished positions, -1 for draws. None without distances."""
    @property
    def hands(self) -> npt.NDArray[np.uint8]:
        """Shape ``(positions, hands of both)``: what each hand of the mover shows, ascending, then each hand of the
        other player.

        Where the players have different numbers of hands, the first half of the positions has player 0 to move, with
        ``rules.hands[0]`` columns for the mover, and the second half player 1, with ``rules.hands[1]``.
        """
    def index(self, position: Position | str | SupportsIndex) -> int:
        """The number of a position.

        Raises:
            NotationError, RulesError: It is no position of the rules.
        """
    def position(self, index: Position | str | SupportsIndex) -> Position:
        """The position of a number.

        Raises:
            IndexError: There is no such position.
        """
    def answer(self, game: Game) -> Answer:
        """What is known of the position on the board, what has been played counted under the repetition rule.

        Under such a rule this solves the game anew, with the positions that may not come again as drawn ends.

        Raises:
            WaribashiError: The game is of other rules.
        """
    def line(self, position: Position | str | SupportsIndex | None = None) -> list[str]:
        """Best play from a position (by default the start) by notation: the first best move of each side, until the
        game ends or a position comes back."""
    def to_dataframe(self) -> Any:
        """A pandas data frame with a row for each position, in position order; pandas must be installed.

        Columns: ``position``, its text; ``to_move``, 0 or 1, where positions say who is to move; ``mine_0``, ...,
        ``theirs_0``, ..., what each hand shows, ascending, -1 for hands that a player does not have; ``finished``;
        ``value``; ``distance``, -1 for draws, where the solution has distances.
        """
    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes :meth:`to_dataframe` as a Parquet file, with the canonical text of the rules in its metadata
        (``waribashi.rules``); pandas and pyarrow must be installed."""
    def _notations(self) -> list[str]:
        """The text of every position, in position order."""
    def __len__(self) -> int: ...
    def __getitem__(self, position: Position | str | SupportsIndex, /) -> Answer: ...

def presets() -> list[tuple[str, Rules, str, str]]:
    """All presets: name, rules, where they are from, and what to know before choosing one."""

def axes() -> list[tuple[str, str, str]]:
    """The axes of rules: key, values, meaning."""

def _solve(
    rules: Rules | str,
    values_only: bool,
    threads: int,
    memory: int | None,
    progress: Callable[[int, int], object] | None,
) -> Solution:
    """Solves rules in a thread of its own. ``progress`` is called with the positions solved and all positions."""

def _edges(solution: Solution) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """What the legal actions of every position lead to: for position ``p`` the actions ``actions[offsets[p]:offsets[p + 1]]``,
    ascending, and the numbers of the positions after them in the same places. Finished positions have none.

    Raises:
        WaribashiError: So many hands that actions have no numbers.
    """

@final
class _Batch:
    """What :class:`waribashi.vector.Batch` is made of. ``arrays`` are the eight of ``Buffers``."""

    def __new__(
        cls,
        rules: Rules | str,
        games: int,
        seed: int,
        threads: int,
        autoreset: str,
        illegal: str,
        view: str,
        step_limit: int | None,
        opponent: object,
        epsilon: float,
        seat: str,
        solution: Solution | None,
    ) -> Self: ...
    @property
    def threads(self) -> int: ...
    @property
    def observation_len(self) -> int: ...
    @property
    def num_actions(self) -> int: ...
    def reset(
        self,
        arrays: tuple[npt.NDArray[Any] | None, ...],
        seed: int | None = None,
        mask: npt.NDArray[np.bool_] | None = None,
    ) -> None: ...
    def step(self, actions: npt.NDArray[Any], arrays: tuple[npt.NDArray[Any] | None, ...]) -> None: ...
    def step_random(self, actions: npt.NDArray[Any], arrays: tuple[npt.NDArray[Any] | None, ...]) -> None: ...
    def sample(self, actions: npt.NDArray[Any]) -> None: ...
    def values(self, solution: Solution) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]: ...
    def exact_values(self, solution: Solution) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]: ...
    def positions(self) -> npt.NDArray[np.int64]: ...
    def plies(self) -> npt.NDArray[np.int64]: ...
    def seats(self) -> npt.NDArray[np.int8]: ...

def _chances(style: str, game: Game, solution: Solution | None = None) -> npt.NDArray[np.float64]:
    """With which probability an opponent of a style plays each action in a game, shape ``(num_actions,)``: of a move, the
    lowest of its actions. Styles that need values ask the solution."""
