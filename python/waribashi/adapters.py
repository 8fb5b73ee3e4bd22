"""The environment for frameworks that do not take PettingZoo's environments as they are.

- :func:`as_sb3`: one seat of the game as a ``gymnasium.Env`` with ``action_masks()``, for stable-baselines3 and
  MaskablePPO of sb3-contrib; :func:`sb3_policy` gives a trained model to :func:`waribashi.evaluate`.
- :func:`as_rllib`: both seats as a ``MultiAgentEnv`` of RLlib, with the keys that its masking module wants.

Tianshou and TorchRL take ``chopsticks_v0.env()`` itself (``PettingZooEnv(env)``; ``PettingZooWrapper(env, use_mask=True)``).
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from . import opponents
from ._waribashi import Rules
from .chopsticks_v0 import raw_env
from .opponents import Opponent
from .solution import solve

__all__ = ["SingleAgentEnv", "as_rllib", "as_sb3", "sb3_policy"]

Array = npt.NDArray[Any]
Player = Opponent | str | Callable[[Array, Array], int]

_STEP_LIMIT = 200


def _limit(rules: Rules, step_limit: int | None) -> int | None:
    """Without a repetition rule games can go on for ever, which no trainer waits for."""
    return _STEP_LIMIT if step_limit is None and rules.repetition is None else step_limit


def _high(env: raw_env) -> npt.NDArray[np.int64]:
    """The largest number in each place of an observation; the smallest is 0."""
    seen: Any = env.observation_space(env.possible_agents[0])
    return np.asarray(seen["observation"].high, np.int64)


class SingleAgentEnv(gymnasium.Env[Array, int]):
    """One player's seat; the other player moves inside the step. :func:`as_sb3` makes it and tells the arguments.

    Observations have the shape ``(hands of both + 1,)``: the own hands, ascending, the other player's, and the turn, which is
    always 0; with ``repetitions`` also what the AEC environment adds. The space is MultiDiscrete, which stable-baselines3
    encodes one-hot. Rewards are 1, 0 and -1, at the end of a game. An illegal action is an
    :class:`waribashi.IllegalMoveError`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, env: raw_env, opponent: Player, seat: int | None) -> None:
        if seat not in (None, 0, 1):
            raise ValueError(f"seat={seat}: expected 0, 1, or None for either by chance (for example: 0)")
        self.env = env
        self.seat = seat
        self.render_mode = env.render_mode
        self.observation_space = spaces.MultiDiscrete(_high(env) + 1)
        # gymnasium's own types do not say that its Discrete is a space of int.
        self.action_space: Any = spaces.Discrete(env.rules.num_actions)
        if isinstance(opponent, str):
            opponent = opponents.opponent(opponent, solve(env.rules, progress=False))
        self.opponent: Opponent | Callable[[Array, Array], int] = opponent
        """Who plays the other seat; may be changed at any time, for example to a copy of the model in training."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begins a game; the first observation is of the player's first turn.

        Args:
            seed: What the seat and the opponent's chance are drawn from.
            options: ``start`` and ``to_move``, as the AEC environment has them.
        """
        super().reset(seed=seed)
        self.env.reset(options=options)
        mine = int(self.np_random.integers(2)) if self.seat is None else self.seat
        self._agent = self.env.possible_agents[mine]
        self._other = self.opponent
        if isinstance(self._other, Opponent):
            # Its own chance in every game.
            self._other = copy.copy(self._other)
            self._other.seed = int(self.np_random.integers(2**31))
        self._let_the_other_play()
        return self._observed(), self._info()

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Plays an action, and the other player's reply."""
        self.env.step(int(action))
        self._let_the_other_play()
        agent = self._agent
        over, cut = self.env.terminations[agent], self.env.truncations[agent]
        return self._observed(), float(self.env.rewards[agent]), over, cut, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Shape ``(num_actions,)``: which actions are legal; all when the game is over, since a mask of none is an error in
        sb3-contrib."""
        mask: npt.NDArray[np.bool_] = self.env.observe(self._agent)["action_mask"].astype(np.bool_)
        return mask if mask.any() else np.ones_like(mask)

    def render(self) -> Any:
        """What the AEC environment renders."""
        return self.env.render()

    def _observed(self) -> Array:
        return np.asarray(self.env.observe(self._agent)["observation"], np.int64)

    def _info(self) -> dict[str, Any]:
        return {"seat": self.env.possible_agents.index(self._agent), "action_mask": self.action_masks()}

    def _let_the_other_play(self) -> None:
        env = self.env
        agent = env.agent_selection
        if agent == self._agent or env.terminations[agent] or env.truncations[agent]:
            return
        if isinstance(self._other, Opponent):
            env.step(self._other.act(env))
        else:
            seen = env.observe(agent)
            env.step(int(self._other(seen["observation"], seen["action_mask"])))


def as_sb3(
    rules: Rules | str = "self-tap",
    opponent: Player = "random",
    *,
    seat: int | None = None,
    repetitions: bool = False,
    step_limit: int | None = None,
    render_mode: str | None = None,
) -> SingleAgentEnv:
    """One seat of the game, for stable-baselines3; what it sees is from the player's side, so that one policy plays both.

    Args:
        rules: The rules.
        opponent: Who plays the other seat: an opponent, its name (:func:`waribashi.opponents.opponent`), or a function of
            an observation from that player's side, shape ``(hands of both + 1,)``, and a mask, shape
            ``(num_actions,)``, int8, that returns an action.
        seat: 0 or 1; None for either by chance, anew in every game.
        repetitions: Whether observations tell repetitions.
        step_limit: After so many plies of both together a game is truncated. By default 200 where the rules have no
            repetition rule, which ends all games, and none where they have one.
        render_mode: ``"ansi"`` or None.

    >>> env = as_sb3("school", "epsilon=0.3")
    >>> model = sb3_contrib.MaskablePPO("MlpPolicy", env)
    """
    rules = Rules(rules)
    mode: Any = render_mode
    env = raw_env(rules, mode, view="own", repetitions=repetitions, step_limit=_limit(rules, step_limit))
    return SingleAgentEnv(env, opponent, seat)


def sb3_policy(model: Any) -> Callable[[Array, Array], npt.NDArray[np.float64]]:
    """A MaskablePPO that was trained on :func:`as_sb3`, without repetitions, as a policy for :func:`waribashi.evaluate` with
    ``view="own", batched=True``: the exact probabilities of its actions.

    >>> waribashi.evaluate(sb3_policy(model), "school", view="own", batched=True)
    """

    def probabilities(observations: Array, masks: Array) -> npt.NDArray[np.float64]:
        import torch

        with torch.no_grad():
            seen, _ = model.policy.obs_to_tensor(observations.astype(np.int64))
            found = model.policy.get_distribution(seen, action_masks=masks.astype(np.bool_)).distribution.probs
        rows = found.cpu().numpy().astype(np.float64) * masks
        return np.asarray(rows / rows.sum(1, keepdims=True))

    return probabilities


class _Seats:
    """Both seats as RLlib has them; its base class is added by :func:`as_rllib`, which ray is needed for."""

    def __init__(self, env: raw_env) -> None:
        super().__init__()
        self._env = env
        self.possible_agents = self.agents = list(env.possible_agents)
        high = _high(env).astype(np.float32)
        space = spaces.Dict(
            {
                "observations": spaces.Box(np.zeros_like(high), high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (env.rules.num_actions,), np.float32),
            }
        )
        # Of its own each, because spaces are seeded.
        self.observation_spaces = {agent: copy.deepcopy(space) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(env.rules.num_actions) for agent in self.agents}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begins a game. There is no chance in it."""
        self._env.reset(options=options)
        return self._seen([self._env.agent_selection]), {}

    def step(self, action_dict: dict[str, int]) -> Any:
        """Plays the action of the player to move."""
        env = self._env
        env.step(int(action_dict[env.agent_selection]))
        agent = self.agents[0]
        over, cut = env.terminations[agent], env.truncations[agent]
        rewards = {agent: float(env.rewards[agent]) for agent in self.agents}
        # Both see the end, so that both get their last reward.
        seen = self._seen(self.agents if over or cut else [env.agent_selection])
        return seen, rewards, {"__all__": over}, {"__all__": cut}, {}

    def _seen(self, agents: list[str]) -> dict[str, dict[str, Array]]:
        seen = {agent: self._env.observe(agent) for agent in agents}
        return {
            agent: {
                "observations": each["observation"].astype(np.float32),
                "action_mask": each["action_mask"].astype(np.float32),
            }
            for agent, each in seen.items()
        }


def as_rllib(rules: Rules | str = "self-tap", *, repetitions: bool = False, step_limit: int | None = None) -> Any:
    """Both seats as a ``MultiAgentEnv`` of RLlib, for agents ``"player_0"`` and ``"player_1"``, one of them to move at a time.

    Observations are dictionaries of ``observations``, float32, shape ``(hands of both + 1,)``, from the side of the
    player to move, and ``action_mask``, float32, shape ``(num_actions,)``: what RLlib's ``ActionMaskingTorchRLModule`` wants.
    Rewards of both come with the last action.

    Args:
        rules: The rules.
        repetitions: Whether observations tell repetitions.
        step_limit: As in :func:`as_sb3`.

    Raises:
        ImportError: ray is not installed.

    >>> ray.tune.register_env("chopsticks", lambda config: as_rllib(**config))
    """
    from ray.rllib.env.multi_agent_env import MultiAgentEnv

    of = Rules(rules)
    env = raw_env(of, view="own", repetitions=repetitions, step_limit=_limit(of, step_limit))
    return type("Chopsticks", (_Seats, MultiAgentEnv), {})(env)
