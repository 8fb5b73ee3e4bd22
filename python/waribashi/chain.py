"""What is to be expected of play by chance over the position graph: Markov chains and best responses.

A game of two policies is a Markov chain over states (positions with the player to move), and a game of one policy against
whoever does best is a Markov decision process. Both are computed, not sampled:

- without an end by force, a chain is solved as a linear system over the states from which the game can end; from the others
  it never does, and that is a draw. The error is bounded by the residual times the longest time that play is expected to
  last. Where that is more than 1e-12, because a policy hardly ever leaves a round, states are eliminated one by one without
  subtractions instead (Grassmann, Taksar and Heyman 1985), which loses no digits. More than 3,000 states are solved by
  iteration until the probability that a game still goes on is less than 1e-10 in every state, which bounds the error;
- the best response is found by policy iteration, each policy evaluated as a chain, until no action gains more than 4e-12 in
  any state: who waits for a mistake that is rarer in a round of play is taken to wait for nothing. Where the responder can avoid an
  end for ever he may, and that is worth a draw;
- under a ply cap both are exact by going back from the cap, where the game is drawn;
- under a discount an end after ``n`` plies counts ``discount ** n``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .graph import PositionGraph

__all__ = ["BestResponse", "Horizon", "Odds", "best_response", "odds"]

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

# The most unknowns of a dense linear system.
_MOST_UNKNOWNS = 3000
# An iterated chain is known when less than this probability still goes on.
_TOLERANCE = 1e-10
_MOST_ROUNDS = 1_000_000
# The most that the error of a linear system may be.
_MOST_ERROR = 1e-12
# Less than this is no improvement of a best response; more than what the error of a chain can make of nothing.
_GAIN = 4e-12


class Horizon(NamedTuple):
    """How endless play is dealt with."""

    ply_cap: int | None = None
    """After so many plies the game is drawn."""
    discount: float | None = None
    """A result after ``n`` plies counts ``discount ** n``."""

    def check(self) -> None:
        """Refuses what is no horizon."""
        if self.ply_cap is not None and self.discount is not None:
            raise ValueError("ply_cap and discount: expected one of them at most (for example: ply_cap=200)")
        if self.ply_cap is not None and self.ply_cap < 1:
            raise ValueError(f"ply_cap={self.ply_cap}: expected 1 or more (for example: 200)")
        if self.discount is not None and not 0 < self.discount < 1:
            raise ValueError(f"discount={self.discount}: expected a number above 0 and below 1 (for example: 0.99)")

    def __str__(self) -> str:
        if self.ply_cap is not None:
            return f"drawn after {self.ply_cap} plies"
        if self.discount is not None:
            return f"a result after n plies counts {self.discount}**n"
        return "endless play is a draw"


class Odds(NamedTuple):
    """What is to be expected of two policies, from every state."""

    first: Floats
    """Shape ``(T,)``: the probability that player 0 wins; under a discount what his wins count."""
    second: Floats
    """Shape ``(T,)``: the same for player 1."""
    error: float
    """How far the numbers may be off by the computation."""


class BestResponse(NamedTuple):
    """What a player can get who knows the other's policy."""

    values: Floats
    """Shape ``(T,)``: the expected result, 1 for a win, from every state, for the responder."""
    actions: npt.NDArray[np.int64]
    """Shape ``(T,)``: what he plays where he is to move, -1 elsewhere. Under a ply cap what he plays with the whole cap
    still ahead."""
    error: float
    """As in :class:`Odds`."""


def odds(graph: PositionGraph, first: Floats, second: Floats, horizon: Horizon = Horizon()) -> Odds:
    """What is to be expected of two policies.

    Args:
        graph: The positions.
        first: Shape ``(T, A)``: the probabilities of player 0; rows of states in which he is not to move are not used.
        second: The same of player 1.
        horizon: How endless play is dealt with.
    """
    horizon.check()
    after = graph.state_successors
    chances = np.where((graph.players == 0)[:, None], first, second)
    wins = np.stack([graph.results > 0, graph.results < 0], axis=1).astype(np.float64)
    if horizon.ply_cap is None:
        expected, error = _absorbed(after, chances, wins, horizon.discount or 1.0)
    else:
        expected, error = wins, 0.0
        for _ in range(horizon.ply_cap):
            expected = wins + _expected(after, chances, expected)
    return Odds(expected[:, 0], expected[:, 1], error)


def best_response(graph: PositionGraph, policy: Floats, player: int, horizon: Horizon = Horizon()) -> BestResponse:
    """What a player can get against a policy, and how.

    Args:
        graph: The positions.
        policy: Shape ``(T, A)``: the probabilities of the other player; rows of states in which the responder is to move are
            not used.
        player: The responder, 0 or 1.
        horizon: How endless play is dealt with.
    """
    horizon.check()
    after = graph.state_successors
    legal = after >= 0
    ends = graph.results if player == 0 else -graph.results
    own = (graph.players == player) & legal.any(1)
    states = np.arange(len(after))
    chances = np.where(own[:, None], 0.0, policy)

    def worth(values: Floats) -> Floats:
        return np.where(legal[own], values[after[own]], -np.inf)

    if horizon.ply_cap is not None:
        values = ends
        choice = np.zeros(int(own.sum()), np.int64)
        for _ in range(horizon.ply_cap):
            q = worth(values)
            choice = q.argmax(1)
            following = ends + _expected(after, chances, values[:, None])[:, 0]
            following[own] = q.max(1)
            values = following
        return BestResponse(values, _spread(own, choice), 0.0)

    # To stop is worth a draw: he can do so for ever where he can avoid an end for ever. A discount needs no such thing, since
    # what never ends counts nothing.
    discount = horizon.discount or 1.0
    endless = _endless(after, chances, own) if discount == 1 else np.zeros(len(after), np.bool_)
    stop = endless[own]
    choice = legal[own].argmax(1)
    while True:
        played = chances.copy()
        at = states[own]
        played[at[~stop], choice[~stop]] = 1
        found, error = _absorbed(after, played, ends[:, None], discount)
        values = found[:, 0]
        q = worth(values) * discount
        best = q.argmax(1)
        most = q.max(1)
        now = values[own]
        # Changing nothing but what gains keeps every chain one that ends, or stops.
        gain = max(_GAIN, 4 * error)
        better = most > now + gain
        stopping = endless[own] & (np.maximum(most, now + gain) < 0)
        if not (better | stopping).any():
            break
        choice = np.where(better, best, choice)
        stop = (stop & ~better) | stopping
    # Where he stops, he plays on among the states that never end.
    lasting = (legal & endless[after])[own].argmax(1)
    return BestResponse(values, _spread(own, np.where(stop, lasting, choice)), error)


def _spread(own: Bools, choice: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    actions = np.full(len(own), -1, np.int64)
    actions[own] = choice
    return actions


def _expected(after: npt.NDArray[np.int64], chances: Floats, values: Floats) -> Floats:
    """What is to be expected of one more ply; 0 where nothing is played. ``values`` has the shape ``(T, k)``."""
    # Illegal actions have no chance, so that it does not matter what -1 points at.
    return np.asarray(np.einsum("ta,tak->tk", chances, values[after]))


def _absorbed(after: npt.NDArray[np.int64], chances: Floats, ends: Floats, discount: float) -> tuple[Floats, float]:
    """What is to be expected of a chain that goes on until it ends; the error. ``ends`` has the shape ``(T, k)``."""
    played = chances > 0
    over: Bools = ~np.any(played, axis=1)
    # States that cannot come to a result are worth 0.
    counts: Bools = over & np.any(ends != 0, axis=1)
    while True:
        more = counts | np.any(played & counts[after], axis=1)
        if np.array_equal(more, counts):
            break
        counts = more
    values = np.where(over[:, None], ends, 0.0)
    unknown = np.flatnonzero(counts & ~over)
    if not len(unknown):
        return values, 0.0
    if len(unknown) <= _MOST_UNKNOWNS:
        place = np.full(len(after), -1)
        place[unknown] = np.arange(len(unknown))
        rows, actions = np.nonzero(played[unknown])
        to = after[unknown[rows], actions]
        inside = place[to] >= 0
        weights = chances[unknown[rows], actions]
        moves = np.zeros((len(unknown), len(unknown)))
        np.add.at(moves, (rows[inside], place[to[inside]]), weights[inside])
        known = _expected(after, chances, values)[unknown]
        solved, error = _solved(discount * moves, discount * known)
        if error > _MOST_ERROR and discount == 1:
            left = np.zeros(len(unknown))
            np.add.at(left, rows[~inside], weights[~inside])
            solved, error = _eliminated(moves, left, known), 0.0
        values[unknown] = solved
        return values, error
    # A row without moves, so that what is to come of it stays what it is.
    going = np.zeros((len(after), 1))
    going[unknown] = 1
    for _ in range(_MOST_ROUNDS):
        following = discount * _expected(after, chances, np.concatenate([values, going], axis=1))
        values[unknown] = following[unknown, :-1]
        going[unknown] = following[unknown, -1:]
        if going.max() < _TOLERANCE:
            break
    return values, float(going.max())


def _solved(moves: Floats, known: Floats) -> tuple[Floats, float]:
    """What is to be expected by a linear system, and how far it may be off."""
    system = np.eye(len(moves)) - moves
    try:
        # The last column is how many plies are to be expected.
        found = np.linalg.solve(system, np.concatenate([known, np.ones((len(known), 1))], axis=1))
    except np.linalg.LinAlgError:
        return known, np.inf
    solved, longest = found[:, :-1], found[:, -1].max()
    residual = np.abs(system @ solved - known).max()
    # A system that rounding has made singular has expectations that are none.
    sound = found[:, -1].min() >= 0 and np.isfinite(longest)
    return solved, float(residual * longest) if sound else np.inf


def _eliminated(moves: Floats, left: Floats, known: Floats) -> Floats:
    """The same by elimination of one state after the other: what was the probability to stay is never taken from 1, but the
    probabilities to leave are added up.

    Args:
        moves: Shape ``(n, n)``: the probabilities from each state to each.
        left: Shape ``(n,)``: the probability to leave for states that are known.
        known: Shape ``(n, k)``: what is to be expected of those.
    """
    moves, left, solved = moves.copy(), left.copy(), known.copy()
    for state in range(len(moves) - 1, -1, -1):
        leaving = moves[state, :state].sum() + left[state]
        # Nobody comes to a state that nobody leaves, up to what floating point can hold.
        factor = moves[:state, state] / leaving if leaving > 0 else np.zeros(state)
        moves[:state, :state] += np.outer(factor, moves[state, :state])
        left[:state] += factor * left[state]
        solved[:state] += factor[:, None] * solved[state]
        if leaving > 0:
            moves[state, :state] /= leaving
            solved[state] /= leaving
    for state in range(len(moves)):
        solved[state] += moves[state, :state] @ solved[:state]
    return solved


def _endless(after: npt.NDArray[np.int64], chances: Floats, own: Bools) -> Bools:
    """The states from which the responder can surely avoid an end for ever."""
    legal = after >= 0
    endless: Bools = np.any(legal, axis=1)
    while True:
        stays = endless[after]
        his, theirs = np.any(legal & stays, axis=1), np.all(stays | (chances == 0), axis=1)
        kept: Bools = endless & ((own & his) | (~own & theirs))
        if np.array_equal(kept, endless):
            return endless
        endless = kept
