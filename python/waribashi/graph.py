"""The graph of positions as numpy arrays: what every action leads to, and what it is worth."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ._waribashi import Game, Position, Rules, Solution, WaribashiError, _edges
from .solution import solve

__all__ = ["PositionGraph"]

Array = npt.NDArray[Any]
_A = TypeVar("_A", bound=Array)

# The most entries of a dense array over positions and actions, some 3 GB in all the arrays that are kept.
_MOST_ENTRIES = 1 << 27


class PositionGraph:
    """Every position of a rule set with what its actions lead to.

    Positions are numbered as in the solution: ``P`` of them, as the player to move sees them. *States* are positions with the
    player who is to move: first all with player 0 to move, then all with player 1, ``T`` of them. Where both players have
    the same number of hands, there are ``2 * P`` states, and the state of position ``p`` and player ``s`` is ``s * P + p``;
    where they do not, positions say who is to move, and states are positions.

    There is no history in it, so the repetition rule is not; endless play is a draw.

    Args:
        rules: The rules or their text, the preset ``self-tap`` by default; or a solution of them.

    Raises:
        WaribashiError: More positions and actions than arrays can be made for.

    >>> graph = PositionGraph("self-tap")
    >>> graph.successors.shape
    (225, 6)
    """

    solution: Solution
    """The solution that the values are from."""
    rules: Rules
    """The rules."""

    def __init__(self, rules: Solution | Rules | str | None = None) -> None:
        self.solution = rules if isinstance(rules, Solution) else solve(rules, progress=False)
        self.rules = self.solution.rules
        entries = len(self.solution) * self.rules.num_actions
        if entries > _MOST_ENTRIES:
            raise WaribashiError(
                f"{self.rules.name}: {len(self.solution)} positions times {self.rules.num_actions} actions: expected at most "
                f"{_MOST_ENTRIES} entries (for example: fewer hands, as in self-tap)"
            )

    @property
    def num_positions(self) -> int:
        """``P``, the number of positions."""
        return len(self.solution)

    @property
    def num_actions(self) -> int:
        """``A``, how many numbers actions have."""
        return self.rules.num_actions

    @property
    def num_states(self) -> int:
        """``T``, the number of states."""
        return self.num_positions * (1 if self.solution.has_turns else 2)

    @cached_property
    def successors(self) -> npt.NDArray[np.int64]:
        """Shape ``(P, A)``: the position after each action, as the next mover sees it; -1 where the action is illegal."""
        offsets, actions, after = _edges(self.solution)
        successors = np.full((self.num_positions, self.num_actions), -1, np.int64)
        before = np.repeat(np.arange(self.num_positions), np.diff(offsets))
        successors[before, actions] = after
        return _kept(successors)

    @cached_property
    def mask(self) -> npt.NDArray[np.bool_]:
        """Shape ``(P, A)``: which actions are legal; none in finished positions."""
        return _kept(self.successors >= 0)

    @cached_property
    def finished(self) -> npt.NDArray[np.bool_]:
        """Shape ``(P,)``: where the game is over."""
        return _kept(~np.any(self.mask, axis=1))

    @cached_property
    def action_values(self) -> npt.NDArray[np.float32]:
        """Shape ``(P, A)``: 1, 0 or -1 for the player who acts, NaN for illegal actions."""
        return _kept(np.where(self.mask, -self.solution.values[self.successors], np.float32(np.nan)).astype(np.float32))

    @cached_property
    def optimal(self) -> npt.NDArray[np.bool_]:
        """Shape ``(P, A)``: which actions keep the value."""
        return _kept(self.action_values == self.solution.values[:, None])

    @cached_property
    def best(self) -> npt.NDArray[np.bool_]:
        """Shape ``(P, A)``: which actions are best by value, then by distance, and in draws by the losing replies: what
        ``Answer.best_actions`` has.

        Raises:
            WaribashiError: The solution has values only.
        """
        if not self.solution.has_distances:
            raise WaribashiError(f"{self.rules.name}: best actions need distances: expected a solution that has them")
        best = np.zeros(self.mask.shape, np.bool_)
        for position in np.flatnonzero(~self.finished):
            best[position, self.solution[position].best_actions] = True
        return _kept(best)

    @cached_property
    def players(self) -> npt.NDArray[np.int8]:
        """Shape ``(T,)``: who is to move in each state."""
        return _kept((np.arange(self.num_states) >= self.num_states // 2).astype(np.int8))

    @cached_property
    def positions(self) -> npt.NDArray[np.int64]:
        """Shape ``(T,)``: the position of each state."""
        return _kept(np.arange(self.num_states) % self.num_positions)

    @cached_property
    def state_successors(self) -> npt.NDArray[np.int64]:
        """Shape ``(T, A)``: the state after each action; -1 where it is illegal."""
        if self.solution.has_turns:
            return self.successors
        after = self.successors
        other = np.where(after >= 0, after + self.num_positions, -1)
        return _kept(np.concatenate([other, after]))

    @cached_property
    def results(self) -> npt.NDArray[np.float64]:
        """Shape ``(T,)``: 1 or -1, what finished states are worth to player 0; 0 for the others."""
        over = self.finished[self.positions]
        values = self.solution.values[self.positions]
        return _kept(np.where(over, np.where(self.players == 0, values, -values), 0.0))

    def state(self, position: Position | str | int | None = None, to_move: int | None = None) -> int:
        """The number of a state.

        Args:
            position: A position, its text or its number; the start by default.
            to_move: Who is to move, 0 or 1; by default 0, or whose hands stand first.

        Raises:
            NotationError, RulesError: It is no position of the rules.
        """
        at = self.solution.position(self.rules.start if position is None else position)
        mover = Game(self.rules, at, to_move=to_move).to_move
        index = self.solution.index(at)
        return index if self.solution.has_turns else mover * self.num_positions + index

    def reachable(self, start: int | None = None, moves: Array | None = None) -> npt.NDArray[np.bool_]:
        """The states that play leads to, finished ones included.

        Args:
            start: The state that play starts from; the rules' start by default.
            moves: Shape ``(T, A)``, bool: the actions that are played; all legal ones by default.

        Returns:
            A new array of shape ``(T,)``.
        """
        after = self.state_successors
        moves = after >= 0 if moves is None else moves & (after >= 0)
        seen = np.zeros(self.num_states, np.bool_)
        front = np.array([self.state() if start is None else start])
        seen[front] = True
        while len(front):
            following = np.unique(after[front][moves[front]])
            front = following[~seen[following]]
            seen[front] = True
        return seen

    def observations(self, view: str = "absolute") -> Array:
        """What an agent observes in every state, as the AEC environment shows it.

        Args:
            view: ``"absolute"``: the hands of player 0, then those of player 1, then the turn. ``"own"``: the mover's hands
                first, and the turn is 0.

        Returns:
            A new array of shape ``(T, hands of both + 1)``, int8, or int16 where a hand is out at more than 128 fingers.
        """
        if view not in ("absolute", "own"):
            raise ValueError(f'view="{view}": expected "absolute" or "own" (for example: "own")')
        dtype: Any = np.int8 if self.rules.fingers <= 128 else np.int16
        hands = self.solution.hands[self.positions].astype(dtype)
        turn = self.players.astype(dtype)
        if view == "own":
            turn = np.zeros_like(turn)
        else:
            second = self.players == 1
            hands[second] = np.roll(hands[second], self.rules.hands[0], axis=1)
        return np.concatenate([hands, turn[:, None]], axis=1)

    def __repr__(self) -> str:
        return f"<PositionGraph {self.rules.name}: {self.num_positions} positions, {self.num_actions} actions>"


def _kept(array: _A) -> _A:
    """The array, which nobody can write to."""
    array.flags.writeable = False
    return array
