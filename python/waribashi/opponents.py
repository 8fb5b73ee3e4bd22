"""Opponents: players of known strength for games, environments, OpenSpiel and :func:`waribashi.evaluate`.

>>> from waribashi import Game, opponents
>>> player = opponents.opponent("epsilon=0.2", "school", seed=7)
>>> game = Game("school")
>>> game.play(player.action(game))

Every opponent is known by the probabilities with which it plays each action, so that how good a policy is against it can
be computed. Its chance is drawn from its seed and the number of plies played: the same seed plays the same game again, also
after undo and from a saved game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ._waribashi import Answer, Game, MoveAnswer, Rules, Solution, WaribashiError, _chances
from .graph import PositionGraph
from .solution import solve

__all__ = ["NAMES", "EpsilonPerfect", "Opponent", "Perfect", "Random", "Softmax", "Style", "Traps", "opponent"]

Probabilities = npt.NDArray[np.float64]

NAMES = ("perfect", "perfect-any", "traps", "careful", "greedy", "beginner", "skill=S", "epsilon=E", "softmax=T", "random")
"""What :func:`opponent` understands."""


class Opponent(ABC):
    """A player whose probabilities are known.

    Args:
        rules: The rules or their text, the preset ``self-tap`` by default; or a solution of them with distances.
        seed: What its chance is drawn from.
    """

    def __init__(self, rules: Solution | Rules | str | None = None, *, seed: int = 0) -> None:
        self.solution = rules if isinstance(rules, Solution) else solve(rules, progress=False)
        self.rules = self.solution.rules
        self.seed = seed
        if not self.solution.has_distances:
            raise WaribashiError(f"{self.rules.name}: an opponent needs distances: expected a solution that has them")
        if seed < 0:
            raise ValueError(f"seed={seed}: expected 0 or more (for example: 7)")

    @property
    @abstractmethod
    def name(self) -> str:
        """The name, which :func:`opponent` understands."""

    @abstractmethod
    def _weigh(self, answer: Answer, after: Callable[[MoveAnswer], Answer]) -> Probabilities:
        """The probability of each action, by what is known of the position and of those that its moves lead to."""

    def probabilities_in(self, game: Game) -> Probabilities:
        """With which probability it plays each action in a game, shape ``(num_actions,)``; all 0 when the game is over.

        What has been played is counted: a move that ends the game by repetition is worth a draw.
        """
        answer = self.solution.answer(game)
        if answer.outcome is not None:
            return np.zeros(self.rules.num_actions)

        def after(move: MoveAnswer) -> Answer:
            following = game.copy()
            following.play(move.move)
            return self.solution.answer(following)

        return self._weigh(answer, after)

    def probabilities(self, graph: PositionGraph | None = None) -> Probabilities:
        """With which probability it plays each action in each position, without a history: a new array of shape
        ``(positions, num_actions)``; all 0 in finished positions.

        Args:
            graph: The graph of the same rules, if there is one already.
        """
        solution = self.solution if graph is None else graph.solution
        if solution.rules != self.rules:
            raise WaribashiError(
                f"the opponent is of other rules than the graph: {self.rules.name} and {solution.rules.name}"
            )
        table = np.zeros((len(solution), self.rules.num_actions))
        for position in range(len(solution)):
            answer = self.solution[position]
            if answer.outcome is None:
                table[position] = self._weigh(answer, lambda move: self.solution[move.to])
        return table

    def action(self, game: Game) -> int:
        """The number of the action that it plays in a game.

        Raises:
            WaribashiError: The game is over, or of other rules.
        """
        probabilities = self.probabilities_in(game)
        total = probabilities.sum()
        if total == 0:
            raise WaribashiError("the game is over: expected a game that goes on")
        chance = np.random.default_rng([self.seed, len(game)])
        return int(chance.choice(len(probabilities), p=probabilities / total))

    def act(self, env: Any) -> int | None:
        """The number of the action that it plays in an AEC environment of these rules, whoever is to move; ``None``
        where the environment expects None."""
        bare = env.unwrapped
        agent = bare.agent_selection
        if bare.terminations[agent] or bare.truncations[agent]:
            return None
        return self.action(bare.game)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.rules.name}, seed {self.seed}>"


def _alone(answer: Answer, move: MoveAnswer) -> Probabilities:
    """Plays one move, by the lowest of its actions."""
    probabilities = np.zeros(len(answer.action_values))
    probabilities[move.actions[0]] = 1
    return probabilities


def _uniform(actions: npt.NDArray[np.bool_]) -> Probabilities:
    return np.asarray(actions / actions.sum(), np.float64)


class Perfect(Opponent):
    """The best move: by value; of equal ones the fastest win, the draw with the most losing replies, or the longest
    resistance.

    Args:
        ties: Of equally good moves ``"first"`` is the one that ``Answer.moves`` has first, by the lowest of its actions: no
            chance in it. ``"any"`` is each best action with the same probability.
    """

    def __init__(self, rules: Solution | Rules | str | None = None, *, ties: str = "first", seed: int = 0) -> None:
        super().__init__(rules, seed=seed)
        if ties not in ("first", "any"):
            raise ValueError(f'ties="{ties}": expected "first" or "any" (for example: "first")')
        self.ties = ties

    @property
    def name(self) -> str:
        return "perfect" if self.ties == "first" else "perfect-any"

    def _weigh(self, answer: Answer, after: Callable[[MoveAnswer], Answer]) -> Probabilities:
        if self.ties == "first":
            return _alone(answer, answer.moves[0])
        best = np.zeros(len(answer.action_values), np.bool_)
        best[answer.best_actions] = True
        return _uniform(best)


class Traps(Opponent):
    """As :class:`Perfect` where the position is won. Where it is drawn or lost, the move, among those that keep the
    value, after which the largest part of the other player's moves are mistakes; of equal ones the one that comes first for
    the perfect player. No chance in it."""

    @property
    def name(self) -> str:
        return "traps"

    def _weigh(self, answer: Answer, after: Callable[[MoveAnswer], Answer]) -> Probabilities:
        first = answer.moves[0]
        if first.value == 1:
            return _alone(answer, first)

        def mistakes(move: MoveAnswer) -> float:
            replies = after(move).moves
            return sum(reply.value < replies[0].value for reply in replies) / max(len(replies), 1)

        kept = [move for move in answer.moves if move.value == first.value]
        # Of equal ones, `max` takes the first.
        return _alone(answer, max(kept, key=mistakes))


class EpsilonPerfect(Perfect):
    """With the probability ``epsilon`` any legal action, each as likely as the others, also a best one by luck; otherwise
    as :class:`Perfect`."""

    def __init__(
        self, rules: Solution | Rules | str | None = None, epsilon: float = 0.1, *, ties: str = "first", seed: int = 0
    ) -> None:
        super().__init__(rules, ties=ties, seed=seed)
        if not 0 <= epsilon <= 1:
            raise ValueError(f"epsilon={epsilon}: expected a probability from 0 to 1 (for example: 0.1)")
        self.epsilon = float(epsilon)

    @property
    def name(self) -> str:
        return f"epsilon={self.epsilon!r}"

    def _weigh(self, answer: Answer, after: Callable[[MoveAnswer], Answer]) -> Probabilities:
        any_action = _uniform(~np.isnan(answer.action_values))
        return self.epsilon * any_action + (1 - self.epsilon) * super()._weigh(answer, after)


class Softmax(Opponent):
    """Each legal action with a probability proportional to ``exp(worth / temperature)``.

    Args:
        temperature: More than 0: the lower, the stronger.
        discount: An action is worth its value times ``discount ** distance``. With 1, the default, it is the value, and a
            slow win is as good as a fast one.
    """

    def __init__(
        self,
        rules: Solution | Rules | str | None = None,
        temperature: float = 0.5,
        *,
        discount: float = 1.0,
        seed: int = 0,
    ) -> None:
        super().__init__(rules, seed=seed)
        if not (temperature > 0 and np.isfinite(temperature)):
            raise ValueError(f"temperature={temperature}: expected a number above 0 (for example: 0.5)")
        if not 0 < discount <= 1:
            raise ValueError(f"discount={discount}: expected a number above 0 and at most 1 (for example: 0.99)")
        self.temperature = float(temperature)
        self.discount = float(discount)

    @property
    def name(self) -> str:
        more = "" if self.discount == 1 else f",discount={self.discount!r}"
        return f"softmax={self.temperature!r}{more}"

    def _weigh(self, answer: Answer, after: Callable[[MoveAnswer], Answer]) -> Probabilities:
        worth = answer.action_values.astype(np.float64)
        # The distances of draws are -1, and their values 0.
        worth *= self.discount ** np.maximum(answer.action_distances, 0)
        worth = np.where(np.isnan(worth), -np.inf, worth)
        weights = np.exp((worth - worth.max()) / self.temperature)
        return np.asarray(weights / weights.sum(), np.float64)


class Style(Opponent):
    """A style of the program ``waribashi play``, which likes moves and not actions: what it likes equally well it plays equally
    often, each by the lowest of its actions.

    Args:
        style: ``"careful"`` (looks two turns ahead and guards its hands), ``"greedy"`` (takes what it can get now),
            ``"beginner"`` (sees a win in one turn), ``"random"`` (any move), or ``"skill=0.8"`` (perfect with this
            probability, otherwise any move).
    """

    def __init__(self, style: str, rules: Solution | Rules | str | None = None, *, seed: int = 0) -> None:
        super().__init__(rules, seed=seed)
        self.style = style
        _chances(style, Game(self.rules), self.solution)  # refuses what is no style

    @property
    def name(self) -> str:
        return self.style

    def probabilities_in(self, game: Game) -> Probabilities:
        return _chances(self.style, game, self.solution)

    def _weigh(self, answer: Answer, after: Callable[[MoveAnswer], Answer]) -> Probabilities:
        return _chances(self.style, Game(self.rules, answer.position), self.solution)


class Random(Opponent):
    """Any legal action, each as likely as the others. Equal hands make different actions, so that a move with more of them is
    more likely."""

    @property
    def name(self) -> str:
        return "random"

    def probabilities_in(self, game: Game) -> Probabilities:
        mask = game.action_mask().astype(np.bool_)
        return _uniform(mask) if mask.any() else np.zeros(len(mask))

    def _weigh(self, answer: Answer, after: Callable[[MoveAnswer], Answer]) -> Probabilities:
        return _uniform(~np.isnan(answer.action_values))


def opponent(name: str, rules: Solution | Rules | str | None = None, *, seed: int = 0) -> Opponent:
    """An opponent by its name.

    Args:
        name: ``"perfect"``, ``"perfect-any"`` (any of the best actions), ``"traps"``, ``"careful"``, ``"greedy"``,
            ``"beginner"``, ``"skill=0.8"``, ``"epsilon=0.1"``, ``"softmax=0.5"``,
            ``"softmax=0.5,discount=0.95"`` or ``"random"``.
        rules: The rules or their text, the preset ``self-tap`` by default; or a solution of them with distances.
        seed: What its chance is drawn from.

    Raises:
        ValueError: There is no such opponent.
    """
    refuse = ValueError(
        f'"{name}" is no opponent: expected perfect, perfect-any, traps, careful, greedy, beginner, random, skill=S or '
        'epsilon=E with S or E from 0 to 1, or softmax=T '
        "with T above 0 (for example: epsilon=0.1)"
    )
    plain: dict[str, Callable[[], Opponent]] = {
        "perfect": lambda: Perfect(rules, seed=seed),
        "perfect-any": lambda: Perfect(rules, ties="any", seed=seed),
        "traps": lambda: Traps(rules, seed=seed),
        "random": lambda: Random(rules, seed=seed),
    }
    if name in plain:
        return plain[name]()
    if name in ("careful", "greedy", "beginner"):
        return Style(name, rules, seed=seed)
    parts = [part.partition("=") for part in name.split(",")]
    try:
        options = {key: float(number) for key, _, number in parts}
    except ValueError:
        raise refuse from None
    if len(options) == len(parts):
        if set(options) == {"skill"}:
            return Style(name, rules, seed=seed)
        if set(options) == {"epsilon"}:
            return EpsilonPerfect(rules, options["epsilon"], seed=seed)
        if set(options) in ({"softmax"}, {"softmax", "discount"}):
            return Softmax(rules, options["softmax"], discount=options.get("discount", 1.0), seed=seed)
    raise refuse
