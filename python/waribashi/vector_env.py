"""``gymnasium.vector.VectorEnv`` over :class:`waribashi.vector.Batch`. Import it from :mod:`waribashi.vector`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._waribashi import Rules, Solution
from .vector import Batch, Buffers

if TYPE_CHECKING:
    from .vector import _Autoreset, _Opponent, _Seat

__all__ = ["ChopsticksVectorEnv"]

Bools = npt.NDArray[np.bool_]

_MODES: dict[AutoresetMode, _Autoreset] = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class ChopsticksVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games of Chopsticks as a vector environment of gymnasium.

    Without an opponent, actions are those of the player to move, both players' in turn, and the reward is that of the
    player who has just acted. With an opponent, which moves inside the step, actions and rewards are those of one player,
    as tools for single agents expect.

    Observations are those of :mod:`waribashi.chopsticks_v0`: a dictionary of ``observation``, shape
    ``(num_envs, hands of both + 1)``, int8, and ``action_mask``, shape ``(num_envs, num_actions)``, int8; or, with
    ``masks_in_observation=False``, the first of these alone. ``infos`` has, as always with a mask ``_key`` beside each:

    - ``action_mask``: shape ``(num_envs, num_actions)``, int8;
    - ``turn``: shape ``(num_envs,)``, int8: the player whose action is next, 0 or 1;
    - ``rewards``: shape ``(num_envs, 2)``, float32: the rewards of both players; after steps;
    - ``value`` and ``distance``, with ``values=True``: what the position is worth to the player to move
      (:meth:`waribashi.vector.Batch.values`, without a history), shape ``(num_envs,)``, int8 and int32;
    - ``final_obs`` and ``final_info``, with ``AutoresetMode.SAME_STEP``, of the games that ended: an array of
      observations, None for the other games, and the infos of the ended games' last positions.

    Args:
        num_envs: How many games.
        rules: The rules, or their text.
        autoreset_mode: When a game that is over begins anew, as gymnasium has it: ``AutoresetMode.NEXT_STEP``,
            ``SAME_STEP`` or ``DISABLED``, or their values. In the last, ``reset(options={"reset_mask": mask})`` begins
            the games anew that a bool array names.
        copy: Whether observations, rewards, flags and infos are new arrays at every call. With ``copy=False`` they are the
            same arrays, which the next call overwrites: faster, and a trap for whoever keeps them.
        masks_in_observation: Whether observations are dictionaries with the mask.
        values: Whether ``infos`` tells values and distances.
        illegal: ``"raise"`` refuses a step with an illegal action before anything has changed; ``"end"`` ends its game,
            terminated and truncated, with -1 for who acted.
        seed: What chance is drawn from until a reset gives another seed; by default the system's.
        view, step_limit, opponent, epsilon, seat, threads, solution: As of :class:`waribashi.vector.Batch`.

    ``env.batch`` is the batch: exact values, positions, a sampler of legal actions.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # type: ignore[misc]

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str = "self-tap",
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        masks_in_observation: bool = True,
        values: bool = False,
        illegal: Literal["raise", "end"] = "raise",
        seed: int | None = None,
        view: Literal["absolute", "own"] = "absolute",
        step_limit: int | None = None,
        opponent: _Opponent | None = None,
        epsilon: float = 0.0,
        seat: _Seat = "first",
        threads: int | None = None,
        solution: Solution | None = None,
    ):
        super().__init__()
        if seed is not None:
            super().reset(seed=seed)
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": mode}  # type: ignore[misc]
        self.batch = Batch(
            rules,
            num_envs,
            seed=int(self.np_random.integers(2**63)) if seed is None else seed,
            threads=threads,
            autoreset=_MODES[mode],
            illegal=illegal,
            view=view,
            step_limit=step_limit,
            opponent=opponent,
            epsilon=epsilon,
            seat=seat,
            solution=solution,
        )
        self.num_envs = self.batch.num_games
        self.copy = copy
        self.masks_in_observation = masks_in_observation
        self.values = values
        self._buffers = self.batch.buffers()
        self._actions = self.batch.actions()

        rules = self.batch.rules
        dtype = self.batch.observation_dtype
        highs = np.array([rules.fingers - 1] * sum(rules.hands) + [1], dtype)
        observation = spaces.Box(np.zeros_like(highs), highs, dtype=dtype.type)
        self.single_observation_space: spaces.Space[Any] = observation
        if masks_in_observation:
            mask = spaces.Box(0, 1, (self.batch.num_actions,), np.int8)
            self.single_observation_space = spaces.Dict({"observation": observation, "action_mask": mask})
        self.single_action_space = spaces.Discrete(self.batch.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins games anew.

        Args:
            seed: One seed for all games, from which chance starts again; None to go on.
            options: ``reset_mask``: a bool array of shape ``(num_envs,)``, the games to begin anew; by default all.

        Returns:
            Observations and infos of all games; those of games that were not begun anew are as they were.
        """
        if seed is not None and not hasattr(seed, "__index__"):
            raise TypeError(f"seed={seed!r}: expected one number for all games, or None")
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
                told = mask.dtype if isinstance(mask, np.ndarray) else type(mask).__name__
                raise TypeError(f"options['reset_mask']: expected a numpy array of bool, got {told}")
            if mask.shape != (self.num_envs,):
                raise ValueError(f"options['reset_mask']: expected shape ({self.num_envs},), got {mask.shape}")
            if not mask.any():
                raise ValueError("options['reset_mask']: expected at least one True")
            mask = np.ascontiguousarray(mask)
        super().reset(seed=seed)
        self.batch.reset(self._buffers, seed=seed, mask=mask)
        return self._observation(), self._infos()

    def step(self, actions: npt.ArrayLike) -> tuple[Any, npt.NDArray[np.float32], Bools, Bools, dict[str, Any]]:
        """Plays one action in every game.

        Args:
            actions: Whole numbers of shape ``(num_envs,)``.

        Returns:
            Observations, rewards (float32), terminations, truncations and infos.

        Raises:
            IllegalMoveError: An action is illegal, and ``illegal="raise"``; nothing has changed.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions: expected whole numbers, got {given.dtype}")
        if given.shape != (self.num_envs,):
            raise ValueError(f"actions: expected shape ({self.num_envs},), got {given.shape}")
        given = np.ascontiguousarray(given, np.int64)
        return self._told(lambda: self.batch.step(given, self._buffers))

    def step_random(self) -> tuple[Any, npt.NDArray[np.float32], Bools, Bools, dict[str, Any]]:
        """:meth:`step` with a legal action drawn for every game; ``infos["action"]`` tells which."""
        told = self._told(lambda: self.batch.step_random(self._actions, self._buffers))
        self._inform(told[4], action=self._actions)
        return told

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """A new array of one legal action for every game, each as likely as the others; 0 where a game is over."""
        actions = self.batch.actions()
        self.batch.sample(actions)
        return actions

    def _told(self, play: Any) -> tuple[Any, npt.NDArray[np.float32], Bools, Bools, dict[str, Any]]:
        play()
        buffers = self._buffers
        infos = self._infos()
        self._inform(infos, rewards=buffers.rewards)
        if buffers.final_observations is not None:
            self._inform_of_ends(infos, buffers)
        rewards = buffers.actor_rewards
        assert rewards is not None
        return (
            self._observation(),
            self._own(rewards),
            self._own(buffers.terminations),
            self._own(buffers.truncations),
            infos,
        )

    def _own(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self.copy else array

    def _observation(self) -> dict[str, npt.NDArray[Any]] | npt.NDArray[Any]:
        observation = self._own(self._buffers.observations)
        if not self.masks_in_observation:
            return observation
        return {"observation": observation, "action_mask": self._own(self._buffers.action_masks)}

    def _inform(self, infos: dict[str, Any], **arrays: npt.NDArray[Any]) -> None:
        """Adds arrays that every game has to infos."""
        for name, array in arrays.items():
            infos[name] = self._own(array)
            infos[f"_{name}"] = np.ones(self.num_envs, np.bool_)

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        self._inform(infos, action_mask=self._buffers.action_masks, turn=self._buffers.turns)
        if self.values:
            value, distance = self.batch.values()
            self._inform(infos, value=value, distance=distance)
        return infos

    def _inform_of_ends(self, infos: dict[str, Any], buffers: Buffers) -> None:
        """Adds the last observations and infos of games that ended in this step and began anew."""
        ended = buffers.terminations | buffers.truncations
        if not ended.any():
            return
        assert buffers.final_observations is not None
        last = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(ended):
            seen = buffers.final_observations[game].copy()
            mask = np.zeros(self.batch.num_actions, np.int8)
            last[game] = {"observation": seen, "action_mask": mask} if self.masks_in_observation else seen
        infos["final_obs"] = last
        infos["_final_obs"] = ended
        rewards = np.where(ended[:, None], buffers.rewards, np.float32(0))
        infos["final_info"] = {
            "action_mask": np.zeros_like(buffers.action_masks),
            "_action_mask": ended.copy(),
            "rewards": rewards,
            "_rewards": ended.copy(),
        }
        infos["_final_info"] = ended.copy()

    def __repr__(self) -> str:
        return f"ChopsticksVectorEnv(num_envs={self.num_envs}, rules={self.batch.rules.name!r})"


def _register() -> None:
    """Registers the vector environment with gymnasium as ``Chopsticks-v0``."""
    if "waribashi/Chopsticks-v0" not in gymnasium.registry:
        gymnasium.register(
            "waribashi/Chopsticks-v0",
            vector_entry_point="waribashi.vector_env:ChopsticksVectorEnv",
        )


_register()
