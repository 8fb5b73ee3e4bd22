"""Chopsticks as a game of OpenSpiel: importing this module registers ``python_chopsticks``.

>>> import pyspiel
>>> import waribashi.openspiel
>>> game = waribashi.openspiel.load_game("suicide,fingers=6")
>>> game = pyspiel.load_game("python_chopsticks(rules=suicide;fingers:6)")  # the same

Parameters of the game:

- ``rules``: the rules as :class:`waribashi.Rules` reads them. OpenSpiel's own texts of games use ``,`` and ``=``, so ``;``
  and ``:`` stand for them: ``suicide;fingers:6``. :func:`load_game` takes plain texts and ``Rules``.
- ``start``: a position to start from, the rules' start by default; with ``/`` for ``-``, so that OpenSpiel does not take it
  for a number: ``13/04``.
- ``to_move``: who is to move in it, 0 or 1; -1, the default, for the first, or where the players have different numbers of hands
  the one whose hands stand first.
- ``ply_cap``: after so many plies the game is drawn; 0, the default, for no cap. Under rules that let play go on for ever a
  cap of 10,000 plies stands all the same, because a game of OpenSpiel has to end; a draw is what endless play is worth.

Actions are numbered as everywhere in waribashi (:meth:`waribashi.Game.describe_action`). Returns are 1 and -1, or 0 and 0.

``str(state)``, and the observation as a string, tell all that decides how a game goes on: the position and the player to move; under a repetition rule also what
has been on the board; under a ``ply_cap`` also the ply. Algorithms that keep states by their strings, such as
``value_iteration`` and ``TabularBestResponseMDP``, are therefore right with it; where play can go round, give
``value_iteration`` rules without a repetition rule, as it knows endless play itself. The information state is the history of
actions.

The observation is what a player sees from his side: ``hands``, shape ``(hands of both, fingers)``, one-hot by the number
that a hand shows, his own first, ascending; ``turn``, shape ``(1,)``, 1 where it is his; and under a repetition rule
``repetitions``, shape ``(num_actions,)``: how often the position to which each legal action of the player to move leads has
occurred so far; under a ``ply_cap`` ``ply``, shape ``(1,)``, the part of the cap that has been played. All are float32.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame
from open_spiel.python.policy import Policy

from ._waribashi import Game, Position, Rules
from .opponents import Opponent

__all__ = ["ChopsticksGame", "ChopsticksObserver", "ChopsticksState", "OpponentBot", "OpponentPolicy", "load_game"]

# What ends a game of OpenSpiel that the rules would let go on for ever.
_MOST_PLIES = 10_000

_GAME_TYPE = pyspiel.GameType(
    short_name="python_chopsticks",
    long_name="Python Chopsticks",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "self-tap", "start": "", "to_move": -1, "ply_cap": 0},
)


def _quoted(text: str) -> str:
    """A text as a parameter of OpenSpiel, whose own texts use these signs."""
    return text.replace(",", ";").replace("=", ":")


def _rules(text: str) -> Rules:
    """Rules of a parameter: the first sign after a key stands for ``=``, others are the ratio of hands."""
    preset, *changes = text.replace(";", ",").split(",")
    return Rules(",".join([preset.replace(":", "=", 1), *(change.replace(":", "=", 1) for change in changes)]))


def load_game(
    rules: Rules | str | None = None,
    *,
    start: Position | str | None = None,
    to_move: int | None = None,
    ply_cap: int | None = None,
) -> pyspiel.Game:
    """The game under some rules.

    Args:
        rules: The rules or their text, the preset ``self-tap`` by default.
        start: A position to start from instead of the rules' start.
        to_move: Who is to move in it.
        ply_cap: After so many plies the game is drawn.

    Raises:
        WaribashiError: There are no such rules, or no such position of them.
    """
    rules = Rules() if rules is None else Rules(rules)
    parameters = {
        "rules": _quoted(rules.name),
        "start": "" if start is None else _quoted(str(start)).replace("-", "/"),
        "to_move": -1 if to_move is None else to_move,
        "ply_cap": 0 if ply_cap is None else ply_cap,
    }
    # Refused here, where an error of Python stays one.
    ChopsticksGame(parameters)
    return pyspiel.load_game(_GAME_TYPE.short_name, parameters)


class ChopsticksGame(pyspiel.Game):  # type: ignore[misc]
    """The game; the module has its parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.rules = _rules(params.get("rules", "self-tap"))
        start = params.get("start", "").replace(";", ",").replace("/", "-")
        to_move = params.get("to_move", -1)
        self.ply_cap = params.get("ply_cap", 0)
        if self.ply_cap < 0:
            raise ValueError(f"ply_cap={self.ply_cap}: expected 0 for none, or more (for example: 200)")
        self.first = Game(self.rules, start or None, to_move=None if to_move < 0 else to_move)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most_plies,
        )
        # As texts of games have it, so that `str` of the game can be loaded.
        if "rules" in params:
            params["rules"] = _quoted(self.rules.name)
        super().__init__(_GAME_TYPE, info, params)

    @property
    def most_plies(self) -> int:
        """No game is longer."""
        cap = self.ply_cap or _MOST_PLIES
        if self.rules.repetition is not None and not self.ply_cap:
            # Each position with each player to move may occur once less than what draws, before the last one.
            states = self.rules.num_positions * (1 if len(set(self.rules.hands)) > 1 else 2)
            return min(states * (self.rules.repetition - 1), 2**31 - 1)
        return cap

    def new_initial_state(self, state: Any = None) -> ChopsticksState:
        """The start of a game."""
        if state is not None:
            raise ValueError("a state cannot be made of a struct: expected None (use the parameters start and to_move)")
        return ChopsticksState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What observes states."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return ChopsticksObserver(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class ChopsticksState(pyspiel.State):  # type: ignore[misc]
    """A game in progress; ``state.chopsticks`` is the :class:`waribashi.Game`."""

    def __init__(self, game: ChopsticksGame) -> None:
        super().__init__(game)
        self.chopsticks = game.first.copy()
        self._most_plies = game.most_plies
        self._ply_cap = game.ply_cap

    def current_player(self) -> int:
        """Who is to move."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.chopsticks.to_move

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.is_terminal() else self.chopsticks.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.chopsticks.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The move by notation, or the action in words where it is none here."""
        if not self.is_terminal() and action in self.chopsticks.legal_actions():
            # Equal hands make equal moves of different actions.
            return f"{self.chopsticks.move_of_action(action)} ({self.chopsticks.describe_action(action)})"
        return self.chopsticks.describe_action(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.chopsticks.outcome is not None or len(self.chopsticks) >= self._most_plies

    def returns(self) -> list[float]:
        """What the game has come to for each player, 0 while it goes on."""
        outcome = self.chopsticks.outcome
        return [0.0, 0.0] if outcome is None else [float(reward) for reward in outcome.rewards]

    def __str__(self) -> str:
        game = self.chopsticks
        told = f"{game.position} player_{game.to_move}"
        if game.outcome is not None:
            return f"{told}, {game.outcome}"
        if game.rules.repetition is not None:
            # The players take turns, so that the ply says who was to move.
            starter = (game.to_move + len(game)) % 2
            seen = (f"{at}@{(starter + ply) % 2}" for ply, at in enumerate(game.positions))
            told += ", seen " + " ".join(sorted(seen))
        if self._ply_cap:
            told += f", ply {len(game)} of {self._ply_cap}"
        return told


class ChopsticksObserver:
    """What a player sees, as an observer of OpenSpiel (``observation.py``); the module has the tensors."""

    def __init__(self, game: ChopsticksGame, params: Any) -> None:
        if params:
            raise ValueError(f"parameters of the observation: {params}: expected none")
        rules = game.rules
        self._ply_cap = game.ply_cap
        hands = sum(rules.hands)
        sizes: dict[str, tuple[int, ...]] = {"hands": (hands, rules.fingers), "turn": (1,)}
        if rules.repetition is not None:
            sizes["repetitions"] = (rules.num_actions,)
        if self._ply_cap:
            sizes["ply"] = (1,)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in sizes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: ChopsticksState, player: int) -> None:
        """Fills the tensors with what a player sees."""
        *hands, turn = state.chopsticks.observation(player).tolist()
        self.tensor.fill(0)
        self.dict["hands"][np.arange(len(hands)), hands] = 1
        self.dict["turn"][0] = turn == 0
        if "repetitions" in self.dict and not state.is_terminal():
            self.dict["repetitions"][:] = state.chopsticks.action_repetitions()
        if self._ply_cap:
            self.dict["ply"][0] = len(state.chopsticks) / self._ply_cap

    def string_from(self, state: ChopsticksState, player: int) -> str:
        """What ``str`` of the state tells, whoever the player is: `TabularBestResponseMDP` takes states with the same string for
        the same."""
        return str(state)


class OpponentBot(pyspiel.Bot):  # type: ignore[misc]
    """An opponent as a bot of OpenSpiel.

    Args:
        player: The opponent; of the same rules as the game.
    """

    def __init__(self, player: Opponent) -> None:
        super().__init__()
        self.player = player

    def step(self, state: ChopsticksState) -> int:
        """What it plays."""
        return self.player.action(state.chopsticks)

    def restart_at(self, state: ChopsticksState) -> None:
        """Nothing to do: what it plays depends on the state alone."""


class OpponentPolicy(Policy):  # type: ignore[misc]
    """An opponent as a policy of OpenSpiel, with the history of the game counted.

    Args:
        game: The game.
        player: The opponent; of the same rules.
    """

    def __init__(self, game: pyspiel.Game, player: Opponent) -> None:
        super().__init__(game, [0, 1])
        self.player = player

    def action_probabilities(self, state: ChopsticksState, player_id: int | None = None) -> dict[int, float]:
        """The probability of each legal action."""
        probabilities = self.player.probabilities_in(state.chopsticks)
        return {action: float(probabilities[action]) for action in state.legal_actions()}


pyspiel.register_game(_GAME_TYPE, ChopsticksGame)
