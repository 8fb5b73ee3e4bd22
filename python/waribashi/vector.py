"""Many games at once, for training agents.

:class:`Batch` plays any number of games of one rule set at the speed of memory, and writes what agents see into numpy
arrays of the caller. The repetition rule is exact in every game. :class:`ChopsticksVectorEnv` is a
``gymnasium.vector.VectorEnv`` over it; it needs gymnasium, which ``Batch`` does not.

>>> from waribashi.vector import Batch
>>> batch = Batch("self-tap", 16_384, seed=1)
>>> buffers, actions = batch.buffers(), batch.actions()
>>> batch.reset(buffers)
>>> for _ in range(100):
...     batch.sample(actions)  # or the actions of a policy, which sees buffers.observations and buffers.action_masks
...     batch.step(actions, buffers)

Both players' actions are given, the turn being in ``buffers.turns``; or an opponent moves inside the step, and only one
player's are. Actions and observations are those of :mod:`waribashi.chopsticks_v0`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ._waribashi import Rules, Solution, _Batch
from .solution import solved

if TYPE_CHECKING:
    from .vector_env import ChopsticksVectorEnv

    _Autoreset = Literal["next_step", "same_step", "disabled"]
    _Opponent = Literal["random", "perfect"] | npt.NDArray[np.int64] | npt.NDArray[np.float64]
    _Seat = Literal["first", "second", "random"]

__all__ = ["Batch", "Buffers", "ChopsticksVectorEnv"]


class Buffers(NamedTuple):
    """The arrays that a batch of ``n`` games writes: contiguous, writeable, and none sharing memory with another.

    A step writes every number of every array but ``final_observations``, and overwrites what it wrote before: copy what is
    to be kept.
    """

    observations: npt.NDArray[Any]
    """Shape ``(n, hands of both + 1)``, int8 (uint8 where a hand is out at more than 128 fingers): as
    :meth:`waribashi.Game.observation`, of player 0 and 1 or, with ``view="own"``, of the player to move."""
    action_masks: npt.NDArray[np.int8]
    """Shape ``(n, num_actions)``, int8: 1 for legal actions of the player to move, 0 for others; all 0 when the game is
    over."""
    rewards: npt.NDArray[np.float32]
    """Shape ``(n, 2)``, float32: 1 for the player who has won and -1 for the other, otherwise 0."""
    terminations: npt.NDArray[np.bool_]
    """Shape ``(n,)``, bool: whether the step ended the game by the rules, a draw by repetition included."""
    truncations: npt.NDArray[np.bool_]
    """Shape ``(n,)``, bool: whether the step limit ended it."""
    turns: npt.NDArray[np.int8]
    """Shape ``(n,)``, int8: whose turn it is, 0 or 1; against an opponent the player whose actions are given."""
    actor_rewards: npt.NDArray[np.float32] | None = None
    """Shape ``(n,)``, float32: the reward of the player whose action was given. None where nobody wants it."""
    final_observations: npt.NDArray[Any] | None = None
    """As ``observations``: the last observation of games that a step ended and began anew. None where nobody wants it."""


class Batch:
    """Many games of one rule set.

    The same seed and the same actions give the same games, whatever the number of threads; what happens in a game does
    not depend on how many there are beside it. Nothing is allocated by a step, and other Python threads run meanwhile.

    Args:
        rules: The rules, or their text.
        num_games: How many games.
        seed: What chance is drawn from: the sampler, an opponent's moves, a random seat.
        threads: How many threads, at most 64; None for as many as pay, one below some thousands of games.
        autoreset: When a game that is over begins anew. ``"next_step"``: in the step after, which ignores its action
            and has rewards and flags of 0. ``"same_step"``: in the step that ends it, with the new game's observation
            and the old one's rewards and flags. ``"disabled"``: when :meth:`reset` is told so; until then a step is
            refused.
        illegal: What an illegal action does. ``"raise"``: the step is refused before anything has changed in any game.
            ``"end"``: it ends its game, terminated and truncated, with -1 for who acted and 0 for the other, as
            PettingZoo's standard wrapper does.
        view: ``"absolute"``: the hands of player 0, then of player 1. ``"own"``: the hands of the player to move first,
            and 0 for the turn.
        step_limit: After how many moves of both players a game is truncated; None for no limit.
        opponent: Who replies inside the step; None for both players' actions given. ``"random"`` plays any legal
            action, each as likely as the others. ``"perfect"`` plays the first best move by the solution's answer without
            a history, by the lowest places of the hands: where the repetition rule voids a win it does not notice. An
            int64 array of shape ``(positions,)`` has one action for each position of the :class:`waribashi.Solution`, a
            float64 array of shape ``(positions, num_actions)`` probabilities up to a factor for each row.
        epsilon: The probability with which the opponent plays any legal action instead.
        seat: Whose actions are given, against an opponent: ``"first"``, ``"second"``, or ``"random"``, drawn for every
            game.
        solution: A solution of the rules, for the perfect opponent and for values; solved when it is needed by
            default.

    Raises:
        RulesError: The rules are none.
        WaribashiError: Options are out of range or contradict one another, or the tables would take too much memory.
    """

    def __init__(
        self,
        rules: Rules | str = "self-tap",
        num_games: int = 1,
        *,
        seed: int = 0,
        threads: int | None = None,
        autoreset: _Autoreset = "next_step",
        illegal: Literal["raise", "end"] = "raise",
        view: Literal["absolute", "own"] = "absolute",
        step_limit: int | None = None,
        opponent: _Opponent | None = None,
        epsilon: float = 0.0,
        seat: _Seat = "first",
        solution: Solution | None = None,
    ):
        self.rules = Rules(rules)
        self.num_games = _whole("num_games", num_games, 1, 2**63 - 1)
        self.autoreset = autoreset
        self.view = view
        self.step_limit = None if step_limit is None else _whole("step_limit", step_limit, 1, 2**32 - 1)
        self._solution = solution
        if isinstance(opponent, str) and opponent == "perfect":
            solution = self.solution
        self._batch = _Batch(
            self.rules,
            self.num_games,
            _seed(seed),
            0 if threads is None else _whole("threads", threads, 1, 64),
            autoreset,
            illegal,
            view,
            self.step_limit,
            opponent,
            epsilon,
            seat,
            solution,
        )
        self.observation_dtype: np.dtype[Any] = np.dtype(np.uint8 if self.rules.fingers > 128 else np.int8)

    @property
    def threads(self) -> int:
        """How many threads play."""
        return self._batch.threads

    @property
    def num_actions(self) -> int:
        """How many actions are numbered: the length of a mask."""
        return self._batch.num_actions

    @property
    def observation_len(self) -> int:
        """The length of an observation."""
        return self._batch.observation_len

    @property
    def solution(self) -> Solution:
        """The solution that values are taken from; solved when it is first asked for, if none was given."""
        if self._solution is None:
            self._solution = solved(self.rules)
        return self._solution

    def buffers(self, *, actor_rewards: bool = True, final_observations: bool | None = None) -> Buffers:
        """New arrays for this batch, of zeros.

        Args:
            actor_rewards: Whether the reward of the player whose action was given is wanted apart.
            final_observations: Whether last observations are wanted; by default with ``autoreset="same_step"``.
        """
        games = self.num_games
        observations = (games, self.observation_len)
        if final_observations is None:
            final_observations = self.autoreset == "same_step"
        return Buffers(
            np.zeros(observations, self.observation_dtype),
            np.zeros((games, self.num_actions), np.int8),
            np.zeros((games, 2), np.float32),
            np.zeros(games, np.bool_),
            np.zeros(games, np.bool_),
            np.zeros(games, np.int8),
            np.zeros(games, np.float32) if actor_rewards else None,
            np.zeros(observations, self.observation_dtype) if final_observations else None,
        )

    def actions(self) -> npt.NDArray[np.int64]:
        """A new array for the actions of this batch, of zeros: shape ``(num_games,)``, int64."""
        return np.zeros(self.num_games, np.int64)

    def reset(
        self, buffers: Buffers, *, seed: int | None = None, mask: npt.NDArray[np.bool_] | None = None
    ) -> None:
        """Begins games anew and writes what is seen of them.

        Args:
            buffers: The arrays to write.
            seed: A new seed, from which chance starts again; None to go on.
            mask: Which games begin anew, shape ``(num_games,)``, bool; the arrays of the others are not written. None
                for all, which the first reset must be.

        Raises:
            TypeError: An array is of another type.
            WaribashiError: An array is of another shape, not contiguous, read-only, or shares memory with another.
        """
        self._batch.reset(buffers, None if seed is None else _seed(seed), mask)

    def step(self, actions: npt.NDArray[np.int64] | npt.NDArray[np.int32], buffers: Buffers) -> None:
        """Plays one action in every game, the opponent's replies included, and writes everything.

        Args:
            actions: Shape ``(num_games,)``, int64 or int32, contiguous.
            buffers: The arrays to write.

        Raises:
            IllegalMoveError: An action is illegal, and illegal actions are not to end games.
            TypeError, WaribashiError: As :meth:`reset`; or a game is over and to be reset first.

        Nothing has been played or written then.
        """
        self._batch.step(actions, buffers)

    def step_random(self, actions: npt.NDArray[np.int64] | npt.NDArray[np.int32], buffers: Buffers) -> None:
        """Draws a legal action for every game into ``actions``, each as likely as the others, and plays it.

        The same as :meth:`sample` and :meth:`step`, and faster.
        """
        self._batch.step_random(actions, buffers)

    def sample(self, actions: npt.NDArray[np.int64] | npt.NDArray[np.int32]) -> None:
        """Draws a legal action for every game into ``actions``, each as likely as the others; 0 where a game is over."""
        self._batch.sample(actions)

    def values(self, *, exact: bool = False) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]:
        """What the positions are worth to the players to move: values 1, 0 and -1, and distances, -1 for a draw.

        Args:
            exact: Whether to count what has been played, under a repetition rule. That solves every game anew: some
                tenths of a millisecond each for the default rules. Without it, endless play is a draw and no history is
                counted, which is looked up. A game that a repetition has ended is a draw either way.

        Returns:
            Two new arrays of shape ``(num_games,)``, int8 and int32.
        """
        return self._batch.exact_values(self.solution) if exact else self._batch.values(self.solution)

    def positions(self) -> npt.NDArray[np.int64]:
        """The numbers of the positions, by which a :class:`waribashi.Solution` has its arrays: a new array of shape
        ``(num_games,)``, int64. Whose turn it is, is in ``buffers.turns``. A game that is over and has not begun anew is
        where it ended."""
        return self._batch.positions()

    def plies(self) -> npt.NDArray[np.int64]:
        """How many moves have been played in each game: a new array of shape ``(num_games,)``, int64."""
        return self._batch.plies()

    def seats(self) -> npt.NDArray[np.int8]:
        """Whose actions are given in each game against an opponent, 0 or 1: a new array of shape ``(num_games,)``, int8."""
        return self._batch.seats()


def _whole(name: str, given: int, least: int, most: int) -> int:
    """A whole number in a range."""
    number = given.__index__()
    if not least <= number <= most:
        raise ValueError(f"{name}={given}: expected {least} to {most}")
    return number


def _seed(seed: int) -> int:
    """A seed as 64 bits."""
    number = seed.__index__()
    if number < 0:
        raise ValueError(f"seed={seed}: expected 0 or more (for example: 42)")
    return number % 2**64


def __getattr__(name: str) -> Any:
    # Only this class needs gymnasium.
    if name == "ChopsticksVectorEnv":
        try:
            from .vector_env import ChopsticksVectorEnv
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition(".")[0] != "gymnasium":
                raise
            raise ModuleNotFoundError(
                "ChopsticksVectorEnv needs gymnasium: pip install waribashi[gymnasium]", name="gymnasium"
            ) from error
        return ChopsticksVectorEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
